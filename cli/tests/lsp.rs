//! `hcl lsp` as an editor starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::{Folder, words};

/// Runs a command with messages on standard input. Returns the messages that it writes, the exit
/// code, and the errors.
fn run(arguments: &str, folder: &Folder, messages: &[Value]) -> (Vec<Value>, Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
    command.args(words(arguments)).current_dir(folder.path(""));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("it starts");
    let mut input = process.stdin.take().expect("it is a pipe");
    for message in messages {
        let text = message.to_string();
        // A server that has ended reads no more.
        _ = write!(input, "Content-Length: {}\r\n\r\n{text}", text.len());
    }
    drop(input);
    let output = process.wait_with_output().expect("it ends");
    let mut written = BufReader::new(&*output.stdout);
    let mut received = Vec::new();
    loop {
        let mut header = String::new();
        if written.read_line(&mut header).expect("it is text") == 0 {
            break;
        }
        let length = header.trim().strip_prefix("Content-Length: ").expect("it is a header");
        let mut content = vec![0; length.parse::<usize>().expect("it is a number") + 2];
        written.read_exact(&mut content).expect("it is whole");
        received.push(serde_json::from_slice(&content).expect("it is JSON"));
    }
    (received, output.status.code(), String::from_utf8(output.stderr).expect("it is text"))
}

fn request(id: i32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[test]
fn an_editor_checks_a_file_by_a_schema() {
    let folder = Folder::new([("spec.hcl", "object {\n  attr \"port\" {\n    type = number\n  }\n}\n")]);
    let document =
        json!({ "uri": "file:///app.hcl", "languageId": "hcl", "version": 1, "text": "prot = 1\n" });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let context = json!({ "diagnostics": [] });
    let uri = json!({ "uri": "file:///app.hcl" });
    let messages = [
        request(1, "initialize", &json!({ "capabilities": {} })),
        notification("initialized", &json!({})),
        notification("textDocument/didOpen", &json!({ "textDocument": document })),
        request(
            2,
            "textDocument/codeAction",
            &json!({ "textDocument": uri, "range": range, "context": context }),
        ),
        request(3, "textDocument/documentSymbol", &json!({ "textDocument": uri })),
        request(4, "shutdown", &Value::Null),
        notification("exit", &Value::Null),
    ];
    let (received, code, errors) = run("lsp --stdio --schema spec.hcl", &folder, &messages);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(received[0]["result"]["serverInfo"]["name"], "hcl");
    let symbols = received.iter().find(|it| it["id"] == 3).expect("it is answered");
    assert_eq!(symbols["result"][0]["name"], "prot");
}

#[test]
fn a_server_without_an_editor_ends_with_the_reason() {
    let folder = Folder::new([("a.hcl", "a = 1\n")]);
    let start = request(1, "initialize", &json!({ "capabilities": {} }));
    for (messages, expected) in [
        (&[][..], "error: the editor sent no request to initialize\n"),
        (std::slice::from_ref(&start), "error: the editor closed the connection without a shutdown\n"),
        (
            &[start.clone(), notification("exit", &Value::Null)],
            "error: the editor ended the server without a shutdown\n",
        ),
    ] {
        let (_, code, errors) = run("lsp", &folder, messages);
        assert_eq!((code, errors.as_str()), (Some(1), expected));
    }
}
