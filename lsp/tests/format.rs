//! Formatting.

use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

const OPTIONS: &str = r#"{"tabSize": 2, "insertSpaces": true}"#;

fn params(client: &Client, name: &str) -> Value {
    let options: Value = serde_json::from_str(OPTIONS).expect("it is JSON");
    json!({ "textDocument": { "uri": client.uri(name) }, "options": options })
}

#[test]
fn a_document_is_formatted() {
    for (name, text, expected) in [
        ("main.hcl", "a=1\nbcd = 2\n", Some("a   = 1\nbcd = 2\n")),
        ("main.hcl", "a = 1\n", Some("a = 1\n")),
        ("main.hcl", "é = \"👍\"\r\nx=2\r\n", Some("é = \"👍\"\r\nx = 2\r\n")),
        ("main.hcl", "a = \"${b}\"\n", Some("a = \"${b}\"\n")),
        // As terraform fmt does.
        ("main.tf", "a = \"${b}\"\n", Some("a = b\n")),
        ("main.hcl", "a=[\n", None),
        ("main.tf.json", "{\"a\":1}", None),
    ] {
        let mut client = Client::new(Server::new());
        client.open(name, text);
        let edits = client.request("textDocument/formatting", params(&client, name));
        let found = (!edits.is_null()).then(|| client.edited(name, &edits));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

#[test]
fn only_the_selected_lines_are_formatted() {
    for (text, expected) in [
        ("a=1\n\n▮b=2\n▮\nc=3\n", "a=1\n\nb = 2\n\nc=3\n"),
        ("a=1\n\nb▮=2▮\n\nc=3\n", "a=1\n\nb = 2\n\nc=3\n"),
        ("▮a=1\n\nb=2\n\nc=3▮\n", "a = 1\n\nb = 2\n\nc = 3\n"),
        ("▮a = 1▮\n\nb=2\n", "a = 1\n\nb=2\n"),
    ] {
        let (text, marks) = marked(text);
        let mut client = Client::new(Server::new());
        client.open("main.hcl", &text);
        let mut params = params(&client, "main.hcl");
        params["range"] = client.range("main.hcl", marks[0]..marks[1]);
        let edits = client.request("textDocument/rangeFormatting", params);
        assert_eq!(client.edited("main.hcl", &edits), expected, "{text}");
    }
}

#[test]
fn an_edit_has_only_the_lines_that_change() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\n\nb=2\n\nc = 3\n");
    let edits = client.request("textDocument/formatting", params(&client, "main.hcl"));
    let start = json!({ "line": 2, "character": 0 });
    let range = json!({ "start": start, "end": { "line": 3, "character": 0 } });
    assert_eq!(edits, json!([{ "range": range, "newText": "b = 2\n" }]));
}
