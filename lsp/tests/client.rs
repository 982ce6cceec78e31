//! An editor for tests: a server in another thread, and texts with a mark at the cursor.

use std::collections::BTreeMap;
use std::io::{self, BufReader, PipeReader, PipeWriter, Read, Write};
use std::path::Path;
use std::thread::{self, JoinHandle};

use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::validator::Validator;

/// The mark of the cursor, or of both ends of a selection.
pub const CURSOR: char = '▮';

/// The folder of documents that are no files.
const FOLDER: &str = "file:///test/";

/// An editor that is connected to a server.
pub struct Client {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: Option<JoinHandle<io::Result<()>>>,
    folder: String,
    next_id: i32,
    /// The versions and texts of the open documents.
    pub texts: BTreeMap<String, (i32, String)>,
    /// The last diagnostics of each document, with their version.
    published: BTreeMap<String, Value>,
    pub capabilities: Value,
    /// The requests and notifications of the server, but for diagnostics.
    pub received: Vec<Value>,
    validator: Validator,
}

impl Client {
    /// Starts a server without a folder.
    pub fn new(server: Server) -> Self {
        Self::start(server, FOLDER.to_owned(), json!({ "capabilities": capabilities() }))
    }

    /// Starts a server of the files in a folder.
    pub fn in_folder(server: Server, folder: &Path) -> Self {
        let folder = format!("file://{}", folder.canonicalize().expect("the folder exists").display());
        let folders = json!([{ "uri": folder, "name": "test" }]);
        let params = json!({ "capabilities": capabilities(), "workspaceFolders": folders });
        Self::start(server, format!("{folder}/"), params)
    }

    /// Starts a server with the parameters of `initialize`.
    pub fn start(server: Server, folder: String, params: Value) -> Self {
        let mut client = Self { folder, ..Self::unopened(server) };
        let result = client.request("initialize", params);
        client.capabilities = result["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server that is not initialized.
    pub fn unopened(server: Server) -> Self {
        let (to_server, input) = io::pipe().expect("there are pipes");
        let (output, from_server) = io::pipe().expect("there are pipes");
        let server = thread::spawn(move || server.run(BufReader::new(to_server), from_server));
        Self {
            input,
            output: BufReader::new(output),
            server: Some(server),
            folder: FOLDER.to_owned(),
            next_id: 1,
            texts: BTreeMap::new(),
            published: BTreeMap::new(),
            capabilities: Value::Null,
            received: Vec::new(),
            validator: Validator::default(),
        }
    }

    pub fn uri(&self, name: &str) -> String {
        if name.contains(':') { name.to_owned() } else { format!("{}{name}", self.folder) }
    }

    pub fn send(&mut self, message: &Value) {
        self.validator.sent(message);
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its number.
    pub fn ask(&mut self, method: &str, params: Value) -> i32 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Returns the next message.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            io::BufRead::read_line(&mut self.output, &mut line).expect("the server writes");
            assert!(!line.is_empty(), "the server ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("it is a number"),
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).expect("the server writes");
        let message = serde_json::from_slice(&content).expect("it is JSON");
        let (folder, texts, capabilities) = (&self.folder, &self.texts, &self.capabilities);
        self.validator.received(&message, &|uri| {
            let uri = uri.as_str().filter(|_| capabilities["positionEncoding"] != "utf-8")?;
            let (version, text) = texts.get(uri.strip_prefix(&**folder).unwrap_or(uri))?;
            Some((*version, text))
        });
        message
    }

    /// Reads a message, and keeps what the server sends by itself.
    fn next(&mut self) -> Option<Value> {
        let message = self.receive();
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("it has a URI").to_owned();
            self.published.insert(uri, message["params"].clone());
            return None;
        }
        if message.get("method").is_some() {
            self.received.push(message);
            return None;
        }
        Some(message)
    }

    /// Returns the next response.
    pub fn answer(&mut self) -> Value {
        loop {
            if let Some(message) = self.next() {
                return message;
            }
        }
    }

    /// Returns the response to a request.
    pub fn response(&mut self, id: i32) -> Value {
        loop {
            let message = self.answer();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Reads messages until there is a request or notification of a method, and returns its
    /// parameters and its number.
    pub fn wait_for(&mut self, method: &str) -> (Value, Value) {
        loop {
            if let Some(at) = self.received.iter().position(|it| it["method"] == method) {
                let mut message = self.received.remove(at);
                return (message["params"].take(), message["id"].take());
            }
            self.next();
        }
    }

    /// Answers a request of the server.
    pub fn reply(&mut self, id: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// Returns the result of a request.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut response = self.response(id);
        assert!(response.get("error").is_none(), "{method}: {}", response["error"]);
        response["result"].take()
    }

    /// Returns the message of the error of a request.
    pub fn error(&mut self, method: &str, params: Value) -> String {
        let id = self.ask(method, params);
        let response = self.response(id);
        let message = response["error"]["message"].as_str();
        message.unwrap_or_else(|| panic!("{method} succeeded: {}", response["result"])).to_owned()
    }

    /// Opens a document.
    pub fn open(&mut self, name: &str, text: &str) {
        self.open_as(name, "hcl", text);
    }

    /// Opens a document in a language of the editor.
    pub fn open_as(&mut self, name: &str, language: &str, text: &str) {
        let uri = self.uri(name);
        let version = self.texts.get(name).map_or(1, |(version, _)| version + 1);
        self.texts.insert(name.to_owned(), (version, text.to_owned()));
        let document = json!({ "uri": uri, "languageId": language, "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a part of a document, given in bytes.
    pub fn change(&mut self, name: &str, part: std::ops::Range<usize>, with: &str) {
        let range = self.range(name, part.clone());
        let uri = self.uri(name);
        let (version, text) = self.texts.get_mut(name).expect("it is open");
        *version += 1;
        text.replace_range(part, with);
        let document = json!({ "uri": uri, "version": *version });
        let changes = json!([{ "range": range, "text": with }]);
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Saves a document, and returns the diagnostics of its current version.
    pub fn diagnostics(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
        // What the server sends on the save comes before the answer to a request after it.
        let id = self.ask("test/barrier", Value::Null);
        self.response(id);
        let published = &self.published[&uri];
        assert_eq!(published["version"], self.texts[name].0);
        published["diagnostics"].clone()
    }

    /// Returns the diagnostics of the current version of a document that the server sends without a
    /// save.
    pub fn while_typing(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        let version = self.texts[name].0;
        loop {
            if let Some(published) = self.published.get(&uri).filter(|it| it["version"] == version) {
                return published["diagnostics"].clone();
            }
            assert!(self.next().is_none(), "no request is open");
        }
    }

    /// Returns the diagnostics of a document that the server sends after the next message of it.
    pub fn next_diagnostics(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        self.published.remove(&uri);
        while !self.published.contains_key(&uri) {
            assert!(self.next().is_none(), "no request is open");
        }
        self.published[&uri]["diagnostics"].clone()
    }

    /// Returns the last diagnostics of a document with their version.
    pub fn last_published(&self, name: &str) -> &Value {
        &self.published[&self.uri(name)]
    }

    pub fn text(&self, name: &str) -> &str {
        &self.texts[name].1
    }

    /// Returns the parameters of a request about a position in bytes.
    pub fn at(&self, name: &str, offset: usize) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) }, "position": position(self.text(name), offset) })
    }

    pub fn range(&self, name: &str, part: std::ops::Range<usize>) -> Value {
        let text = self.text(name);
        json!({ "start": position(text, part.start), "end": position(text, part.end) })
    }

    /// Returns the text of a range of a document.
    pub fn slice(&self, name: &str, range: &Value) -> &str {
        let text = self.text(name);
        &text[offset(text, &range["start"])..offset(text, &range["end"])]
    }

    /// Returns a document after edits.
    pub fn edited(&self, name: &str, edits: &Value) -> String {
        let mut text = self.text(name).to_owned();
        let mut edits: Vec<_> = edits.as_array().into_iter().flatten().collect();
        edits.sort_by_key(|edit| offset(self.text(name), &edit["range"]["start"]));
        for edit in edits.into_iter().rev() {
            let range = &edit["range"];
            let part = offset(self.text(name), &range["start"])..offset(self.text(name), &range["end"]);
            text.replace_range(part, edit["newText"].as_str().expect("it has a text"));
        }
        text
    }

    /// Ends the server, and returns its result.
    pub fn end(mut self) -> io::Result<()> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().expect("it runs").join().expect("it does not panic")
    }

    /// Writes bytes that may be no message.
    pub fn write(&mut self, bytes: &[u8]) {
        // The server may have ended.
        _ = self.input.write_all(bytes);
    }

    /// Closes the connection, and returns the result of the server.
    pub fn disconnect(self) -> io::Result<()> {
        let Self { input, output, server, .. } = self;
        drop(input);
        let result = server.expect("it runs").join().expect("it does not panic");
        drop(output);
        result
    }
}

/// Returns what an editor of today supports.
pub fn capabilities() -> Value {
    let diagnostics = json!({
        "relatedInformation": true,
        "codeDescriptionSupport": true,
        "tagSupport": { "valueSet": [1, 2] },
    });
    let symbols = json!({ "hierarchicalDocumentSymbolSupport": true });
    json!({ "textDocument": { "publishDiagnostics": diagnostics, "documentSymbol": symbols } })
}

/// Returns the offsets of the starts of the lines, which `\n`, `\r\n` and `\r` end.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text
        .match_indices(['\n', '\r'])
        .filter(|(at, end)| *end == "\n" || !text[at + 1..].starts_with('\n'));
    [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect()
}

/// Returns the lengths of the lines in UTF-16, without their ends.
pub fn line_lengths(text: &str) -> Vec<usize> {
    let starts = line_starts(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let line = |(start, end): (&usize, usize)| text[*start..end].trim_end_matches(['\n', '\r']);
    starts.iter().zip(ends).map(|part| line(part).encode_utf16().count()).collect()
}

/// Returns a position as numbers that are compared.
pub fn order(position: &Value) -> (u64, u64) {
    let number = |name: &str| position[name].as_u64().unwrap_or_else(|| panic!("{position} has no {name}"));
    (number("line"), number("character"))
}

/// Returns the position of an offset in UTF-16.
pub fn position(text: &str, offset: usize) -> Value {
    let starts = line_starts(text);
    let line = starts.partition_point(|start| *start <= offset) - 1;
    json!({ "line": line, "character": text[starts[line]..offset].encode_utf16().count() })
}

/// Returns the offset of a position in UTF-16.
pub fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().expect("it has a line") as usize;
    let mut units = position["character"].as_u64().expect("it has a character") as usize;
    let mut at = line_starts(text)[line];
    for letter in text[at..].chars() {
        if units == 0 {
            break;
        }
        units -= letter.len_utf16();
        at += letter.len_utf8();
    }
    at
}

/// Returns a text without its marks, and their offsets.
pub fn marked(text: &str) -> (String, Vec<usize>) {
    let mut parts = text.split(CURSOR);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    let mut marks = Vec::new();
    for part in parts {
        marks.push(plain.len());
        plain.push_str(part);
    }
    (plain, marks)
}
