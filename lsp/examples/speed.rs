//! Measures the time from a change to the diagnostics, the peak of the memory for files of up to
//! 100,000 lines, and the time to read the files of a workspace and to follow a change in it.
//!
//! Run it with `cargo run --release -p serde_hcl_lsp --example speed`, with the start of the names
//! of rows to measure only these.

use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

/// The lines of a file.
const LINES: usize = 10_000;

/// The files of a workspace.
const FILES: usize = 2_000;

/// The changes of a file.
const CHANGES: usize = 50;

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Config {
    service: std::collections::BTreeMap<String, Service>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Service {
    port: u16,
    host: String,
    tags: Vec<String>,
}

/// The connection to a server.
struct Editor {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    next_id: i32,
    /// The version and the number of the last diagnostics.
    last: Option<(i64, usize)>,
}

impl Editor {
    fn start(server: Server, params: Value) -> Result<Self, Box<dyn Error>> {
        let (to_server, input) = io::pipe()?;
        let (output, from_server) = io::pipe()?;
        thread::spawn(move || server.run(BufReader::new(to_server), from_server));
        let mut editor = Self { input, output: BufReader::new(output), next_id: 1, last: None };
        editor.request("initialize", params)?;
        editor.notify("initialized", json!({}))?;
        Ok(editor)
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn receive(&mut self) -> Result<Value, Box<dyn Error>> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the server ended".into());
            }
            match line.trim().strip_prefix("Content-Length: ") {
                Some(value) => length = value.parse()?,
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content)?;
        let message: Value = serde_json::from_slice(&content)?;
        let params = &message["params"];
        if let (Some(version), Some(found)) = (params["version"].as_i64(), params["diagnostics"].as_array()) {
            self.last = Some((version, found.len()));
        }
        Ok(message)
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Box<dyn Error>> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let message = self.receive()?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    /// Returns the number of diagnostics of a version.
    fn diagnostics(&mut self, version: i32) -> Result<usize, Box<dyn Error>> {
        loop {
            match self.last {
                Some((last, count)) if last == i64::from(version) => return Ok(count),
                _ => self.receive()?,
            };
        }
    }
}

/// Returns a file of services.
fn services(lines: usize) -> String {
    let service = |number: usize| {
        format!(
            "service \"s{number}\" {{\n  port = {}\n  host = \"h{number}.example.org\"\n  tags = [\"a\", \"b\"]\n}}\n",
            1024 + number
        )
    };
    (0..lines / 5).map(service).collect()
}

/// Returns a file of Terraform with definitions and references.
fn resources(lines: usize, prefix: &str) -> String {
    let resource = |number: usize| {
        format!(
            "variable \"{prefix}{number}\" {{\n  default = {number}\n}}\nresource \"t\" \"{prefix}{number}\" {{\n  \
             size = var.{prefix}{number} + 1\n  name = \"n-${{var.{prefix}{number}}}\"\n}}\n"
        )
    };
    (0..lines / 7).map(resource).collect()
}

/// Returns whether the rows of a name are wanted.
fn is_wanted(title: &str) -> bool {
    std::env::args().nth(1).is_none_or(|start| title.starts_with(&start))
}

/// Opens a file. Returns the editor, the address of the file and the number of its diagnostics.
fn open(server: Server, name: &str, text: &str) -> Result<(Editor, String, usize), Box<dyn Error>> {
    let mut editor = Editor::start(server, json!({ "capabilities": {} }))?;
    let uri = format!("file:///speed/{name}");
    let document = json!({ "uri": uri, "languageId": "hcl", "version": 0, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
    let found = editor.diagnostics(0)?;
    Ok((editor, uri, found))
}

/// Prints the times from changes in a file to its diagnostics.
fn typing(title: &str, server: Server, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    if !is_wanted(title) {
        return Ok(());
    }
    let (mut editor, uri, mut found) = open(server, name, text)?;
    let line = text.lines().count() / 2;
    let mut times = Vec::new();
    for version in 1..=CHANGES as i32 {
        let at = json!({ "line": line, "character": 0 });
        let document = json!({ "uri": uri, "version": version });
        let change = json!({ "range": { "start": at, "end": at }, "text": " " });
        let start = Instant::now();
        editor.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        )?;
        found = editor.diagnostics(version)?;
        times.push(start.elapsed());
    }
    let peak = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim();
    print(title, &mut times, &format!("{found} diagnostics, {} KB, peak {peak}", text.len() / 1000));
    Ok(())
}

/// Prints the times from changes in a file to the completions of a value in it.
fn completing(title: &str, server: Server, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    if !is_wanted(title) {
        return Ok(());
    }
    let (mut editor, uri, _) = open(server, name, text)?;
    let middle = text.lines().count() / 2;
    let value = text.lines().enumerate().skip(middle).find_map(|(at, line)| Some((at, line.find("= ")? + 2)));
    let (line, character) = value.ok_or("there is a value")?;
    let at = json!({ "line": line, "character": character });
    let mut count = 0;
    let mut times = Vec::new();
    for version in 1..=CHANGES as i32 {
        let start = Instant::now();
        let document = json!({ "uri": uri, "version": version });
        let change = json!({ "range": { "start": at, "end": at }, "text": " " });
        editor.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        )?;
        let params = json!({ "textDocument": { "uri": uri }, "position": at });
        let found = editor.request("textDocument/completion", params)?;
        count = found["result"]["items"].as_array().map_or(0, Vec::len);
        times.push(start.elapsed());
        editor.diagnostics(version)?;
    }
    print(title, &mut times, &format!("{count} completions"));
    Ok(())
}

fn print(title: &str, times: &mut [Duration], note: &str) {
    times.sort();
    let ms = |at: usize| 1e3 * times[at].as_secs_f64();
    let (least, median, most) = (ms(0), ms(times.len() / 2), ms(times.len() - 1));
    println!("{title:44} {median:7.1} ms, {least:.1} to {most:.1} ms ({note})");
}

/// Prints the time until the symbols of all files of a workspace are known.
fn indexing(folder: &Path, title: &str, name_of: impl Fn(usize) -> String) -> Result<(), Box<dyn Error>> {
    if !is_wanted(title) {
        return Ok(());
    }
    let mut bytes = 0;
    for number in 0..FILES {
        let path = folder.join(name_of(number));
        fs::create_dir_all(path.parent().ok_or("it has a folder")?)?;
        let text = resources(70, &format!("f{number}_"));
        bytes += text.len();
        fs::write(path, text)?;
    }
    let root = format!("file://{}", folder.display());
    let start = Instant::now();
    let mut editor = Editor::start(Server::new(), json!({ "capabilities": {}, "rootUri": root }))?;
    // The last variable of each file.
    loop {
        let found = editor.request("workspace/symbol", json!({ "query": "var.f9_9" }))?;
        let last = editor.request("workspace/symbol", json!({ "query": format!("var.f{}_9", FILES - 1) }))?;
        let is_found = |message: &Value| message["result"].as_array().is_some_and(|found| !found.is_empty());
        if is_found(&found) && is_found(&last) {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    print(title, &mut [start.elapsed()], &format!("{FILES} files, {} KB", bytes / 1000));
    let uri = format!("{root}/{}", name_of(0));
    let mut times = Vec::new();
    for version in 1..=10 {
        let text = resources(70, &format!("f0_{version}_"));
        let document = json!({ "uri": uri, "languageId": "hcl", "version": version, "text": text });
        let start = Instant::now();
        editor.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
        editor.diagnostics(version)?;
        times.push(start.elapsed());
    }
    print("  a change of a file", &mut times, "");
    let position = json!({ "line": 4, "character": 14 });
    let at = json!({ "textDocument": { "uri": uri }, "position": position });
    let mut times = Vec::new();
    for version in 11..=CHANGES as i32 {
        let start = Instant::now();
        let change = json!({ "range": { "start": position, "end": position }, "text": "f" });
        let document = json!({ "uri": uri, "version": version });
        editor.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        )?;
        editor.request("textDocument/completion", at.clone())?;
        times.push(start.elapsed());
        editor.diagnostics(version)?;
    }
    print("  completion of a member", &mut times, "");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    // In the order of their lengths, so that the peak of the memory is that of each.
    for lines in [1_000, 10_000, 100_000] {
        let title = format!("a type, {lines} lines");
        typing(&title, Server::for_type::<Config>(), "a.hcl", &services(lines))?;
    }
    let valid = services(LINES);
    let spec = || Server::for_type::<Config>();
    typing("a type, valid", spec(), "a.hcl", &valid)?;
    typing(
        "a type, a wrong value in each tenth block",
        spec(),
        "a.hcl",
        &valid.replace("0\n", "0 / \"x\"\n"),
    )?;
    typing("a type, broken syntax", spec(), "a.hcl", &valid.replacen("port =", "port", 1000))?;
    typing("a type, an open bracket at the start", spec(), "a.hcl", &format!("x = [\n{valid}"))?;
    let valid = resources(LINES, "v");
    typing("references, valid", Server::new(), "a.tf", &valid)?;
    typing("references, unknown names", Server::new(), "a.tf", &valid.replace("var.v1", "var.w1"))?;
    typing("references, broken syntax", Server::new(), "a.tf", &valid.replacen(" = var", " var", 1000))?;
    let title = "completion of a value, 10000 lines";
    completing(&format!("{title} of a type"), Server::for_type::<Config>(), "a.hcl", &services(LINES))?;
    completing(&format!("{title} of Terraform"), Server::new(), "a.tf", &valid)?;
    let folder = tempfile::tempdir()?;
    indexing(folder.path(), "a workspace of 200 folders", |number| {
        format!("m{}/f{number}.tf", number % 200)
    })?;
    let folder = tempfile::tempdir()?;
    indexing(folder.path(), "a workspace of one folder", |number| format!("f{number}.tf"))?;
    Ok(())
}
