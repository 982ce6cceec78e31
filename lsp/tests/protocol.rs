//! The life of a server, and its requests as messages.

use std::io::ErrorKind;

use serde_hcl::Type;
use serde_hcl::diag::Diagnostics;
use serde_hcl::ext::Spec;
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn a_server_ends_when_the_editor_ends_it() {
    let client = Client::new(Server::new());
    client.end().expect("it ends well");

    let client = Client::new(Server::new());
    let error = client.disconnect().expect_err("the editor is gone");
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);

    let mut client = Client::new(Server::new());
    client.notify("exit", Value::Null);
    let error = client.disconnect().expect_err("there was no shutdown");
    assert_eq!(error.to_string(), "the editor ended the server without a shutdown");
}

#[test]
fn input_without_a_valid_header_ends_the_server_with_a_reason() {
    for (input, expected) in [
        (&b"a = 1\n"[..], "\"a = 1\" is no header: an editor starts this program"),
        (b"Content-Length: 99999999999999\r\n\r\n", "a message has no length, or is too long"),
        (b"Content-Type: x\r\n\r\n", "a message has no length, or is too long"),
        (&[b'x'; 10_000], "a header has no end"),
        (b"Content-Length: 5\r\n\r\n{", "the input ends within a message"),
    ] {
        let mut client = Client::new(Server::new());
        client.write(input);
        let error = client.disconnect().expect_err("it is no message");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn content_that_is_no_message_is_an_error_and_the_server_continues() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\n");
    for (content, id, code, message) in [
        (
            "{a}",
            json!(null),
            -32700,
            "the message is not valid JSON: key must be a string at line 1 column 2",
        ),
        (
            "",
            json!(null),
            -32700,
            "the message is not valid JSON: EOF while parsing a value at line 1 column 0",
        ),
        ("a = 1", json!(null), -32700, "the message is not valid JSON: expected value at line 1 column 1"),
        ("1", json!(null), -32600, "the message is not a request, a response or a notification"),
        ("[]", json!(null), -32600, "the message is not a request, a response or a notification"),
        (r#"{"id":7}"#, json!(7), -32600, "the message is not a request, a response or a notification"),
        (
            r#"{"id":"x","method":1}"#,
            json!("x"),
            -32600,
            "the message is not a request, a response or a notification",
        ),
    ] {
        client.write(format!("Content-Length: {}\r\n\r\n{content}", content.len()).as_bytes());
        let error = json!({ "code": code, "message": message });
        assert_eq!(client.answer(), json!({ "jsonrpc": "2.0", "id": id, "error": error }), "{content}");
    }
    client.write(b"Content-Length: 3\r\n\r\n\"\xff\"");
    assert_eq!(client.answer()["error"]["code"], -32700);
    client.write(format!("Content-Length: 20000\r\n\r\n{}", "[".repeat(20_000)).as_bytes());
    assert_eq!(client.answer()["error"]["code"], -32700);
    client.change("main.hcl", 4..5, "(");
    assert_ne!(client.diagnostics("main.hcl"), json!([]));
    client.end().expect("it ends well");
}

#[test]
fn a_half_of_a_character_is_a_replacement_character() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = \"\"\n");
    let uri = client.uri("main.hcl");
    for (version, escape, expected) in [
        (2, r"\ud83d", "\u{fffd}"),
        (3, r"\ude00", "\u{fffd}"),
        (4, r"\ud83d\ude00", "😀"),
        (5, r"\ud83d\ud83d\ude00x", "\u{fffd}😀x"),
        (6, r"\\\\ud83d", r"\\ud83d"),
        (7, r"\ud83d\n", "\u{fffd}\n"),
    ] {
        // An error after the text shows that positions are those of the editor.
        let content = format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":{uri:?},"version":{version}}},"contentChanges":[{{"text":"a = [\"{escape}\" 1]\n"}}]}}}}"#
        );
        client.write(format!("Content-Length: {}\r\n\r\n{content}", content.len()).as_bytes());
        let text = format!("a = [\"{expected}\" 1]\n");
        client.texts.insert("main.hcl".to_owned(), (version, text));
        if version < 7 {
            let found = client.diagnostics("main.hcl");
            assert_eq!(client.slice("main.hcl", &found[0]["range"]), "1", "{escape}");
        }
    }
    client.end().expect("it ends well");
}

#[test]
fn after_the_shutdown_there_are_no_answers() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\n");
    client.request("shutdown", Value::Null);
    let params = client.at("main.hcl", 0);
    assert_eq!(client.error("textDocument/definition", params), "the server is shut down");
}

#[test]
fn a_request_that_has_no_answer_is_an_error() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\n");
    for (method, params, expected) in [
        ("textDocument/unknown", json!({}), "the server has no method \"textDocument/unknown\""),
        ("textDocument/definition", json!({}), "missing field `textDocument`"),
        (
            "textDocument/foldingRange",
            json!({ "textDocument": { "uri": "file:///test/other.hcl" } }),
            "file:///test/other.hcl is not open",
        ),
    ] {
        assert_eq!(client.error(method, params), expected);
    }
    // Notifications have no answers.
    client.notify("textDocument/didChange", json!({ "textDocument": 1 }));
    client.notify("textDocument/didSave", json!({}));
    assert_eq!(client.diagnostics("main.hcl"), json!([]));
}

#[test]
fn a_server_is_initialized_once() {
    let mut client = Client::new(Server::new());
    let error = client.error("initialize", json!({ "capabilities": {} }));
    assert_eq!(error, "the server is initialized already");
}

#[test]
fn documents_are_those_that_the_editor_opened() {
    let mut client = Client::new(Server::new());
    // A change of a document that is not open, and unknown notifications, are ignored.
    let document = json!({ "uri": client.uri("main.hcl"), "version": 7 });
    let changes = json!([{ "text": "a = [" }]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.notify("$/unknown", json!({ "value": 1 }));
    client.notify("workspace/unknown", Value::Null);
    let params = json!({ "textDocument": { "uri": client.uri("main.hcl") } });
    let expected = "file:///test/main.hcl is not open";
    assert_eq!(client.error("textDocument/foldingRange", params.clone()), expected);
    // A document that is opened twice has the last text.
    client.open("main.hcl", "a = [\n");
    client.open("main.hcl", "a = 1\n");
    assert_eq!(client.request("textDocument/formatting", with_options(&params)), json!([]));
    // A range without a place in the text, and one that ends before its start.
    let at = |line: u32, character: u32| json!({ "line": line, "character": character });
    let document = json!({ "uri": client.uri("main.hcl"), "version": 2 });
    let changes = json!([
        { "range": { "start": at(9, 9), "end": at(99, 0) }, "text": "b = 2\r\n" },
        { "range": { "start": at(1, 5), "end": at(1, 0) }, "text": "3" },
    ]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.texts.insert("main.hcl".to_owned(), (2, "a = 1\nb = 23\r\n".to_owned()));
    assert_eq!(client.diagnostics("main.hcl"), json!([]));
    let edits = client.request("textDocument/formatting", with_options(&params));
    assert_eq!(client.edited("main.hcl", &edits), "a = 1\nb = 23\r\n");
    // A document that is closed has no diagnostics.
    client.change("main.hcl", 0..0, "(");
    assert_ne!(client.diagnostics("main.hcl"), json!([]));
    client.notify("textDocument/didClose", params.clone());
    assert_eq!(client.error("textDocument/foldingRange", params), expected);
    let published = client.last_published("main.hcl");
    assert_eq!((&published["diagnostics"], &published["version"]), (&json!([]), &Value::Null));
}

/// Returns the parameters of a request to format.
fn with_options(params: &Value) -> Value {
    let mut params = params.clone();
    params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    params
}

#[test]
fn a_canceled_request_is_not_answered() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\n");
    // One write, so that the server sees all of it before it answers.
    let params = client.at("main.hcl", 0);
    let mut ids = Vec::new();
    let slow = "a = [1, 2]\n".repeat(2000);
    client.open("slow.hcl", &slow);
    let uri = client.uri("slow.hcl");
    let first = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri } }));
    for _ in 0..20 {
        ids.push(client.ask("textDocument/definition", params.clone()));
    }
    for id in &ids {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    assert!(client.response(first).get("result").is_some());
    let canceled = ids.iter().filter(|id| client.response(**id)["error"]["code"] == -32800).count();
    assert!(canceled > 0, "the requests waited for the first one");
}

#[test]
fn a_panic_in_one_request_is_an_error_of_it_alone() {
    let spec = Spec::attribute("a", Type::Number).validate(|value| {
        assert_ne!(*value, serde_hcl::value!(2), "a bug of the application");
        Diagnostics::new()
    });
    let mut client = Client::new(Server::for_spec(spec));
    client.open("main.hcl", "a = 2\n");
    let range = client.range("main.hcl", 0..1);
    let document = json!({ "uri": client.uri("main.hcl") });
    let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    assert_eq!(
        client.error("textDocument/codeAction", params.clone()),
        "textDocument/codeAction failed: this is a bug"
    );
    client.change("main.hcl", 4..5, "3");
    assert_eq!(client.diagnostics("main.hcl"), json!([]));
    assert_eq!(client.request("textDocument/codeAction", params), json!([]));
    assert!(client.received.iter().all(|it| it["method"] == "window/logMessage"));
}

#[test]
fn positions_are_in_the_encoding_that_the_editor_prefers() {
    for (encodings, expected, character) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 11),
        (json!(["utf-16"]), "utf-16", 9),
        (json!(["utf-32", "utf-8"]), "utf-8", 11),
        (json!(["utf-32"]), "utf-16", 9),
        (Value::Null, "utf-16", 9),
    ] {
        let general = json!({ "positionEncodings": encodings });
        let params = json!({ "capabilities": { "general": general } });
        let mut client = Client::start(Server::new(), "file:///test/".to_owned(), params);
        assert_eq!(client.capabilities["positionEncoding"], expected);
        client.open("main.hcl", "a = \"👍\" x\n");
        let diagnostics = client.diagnostics("main.hcl");
        assert_eq!(diagnostics[0]["range"]["start"]["character"], character, "{encodings}");
    }
}

#[test]
fn several_changes_of_one_message_follow_each_other() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\nb = 2\n");
    let at = |line, start, end| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
    let document = json!({ "uri": client.uri("main.hcl"), "version": 2 });
    let changes = json!([
        { "range": at(0, 0, 5), "text": "x = 1\ny = 👍" },
        { "range": at(1, 4, 6), "text": "\"👍\" z" },
        { "range": at(2, 0, 100), "text": "" },
    ]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.texts.insert("main.hcl".to_owned(), (2, "x = 1\ny = \"👍\" z\n\n".to_owned()));
    let diagnostics = client.diagnostics("main.hcl");
    assert_eq!(client.slice("main.hcl", &diagnostics[0]["range"]), "z");

    // The whole text.
    let document = json!({ "uri": client.uri("main.hcl"), "version": 3 });
    let changes = json!([{ "text": "a = 1\n" }]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.texts.insert("main.hcl".to_owned(), (3, "a = 1\n".to_owned()));
    assert_eq!(client.diagnostics("main.hcl"), json!([]));
}

#[test]
fn new_documents_each_have_their_own_scope_and_the_language_of_the_editor() {
    let mut client = Client::new(Server::new());
    let text = "output \"o\" {\n  value = var.x\n}\n";
    for (name, language, text, count) in [
        ("untitled:Untitled-1", "terraform", "variable \"x\" {}\n", 1),
        ("untitled:Untitled-2", "terraform", text, 1),
        ("untitled:Untitled-3", "hcl", text, 0),
        ("untitled:/a/main.tf", "plaintext", text, 1),
        ("untitled:Untitled-4", "json", "{\"a\": 1}", 0),
        ("untitled:Untitled-5", "terraform-vars", "x = 1\n", 0),
    ] {
        client.open_as(name, language, text);
        assert_eq!(client.diagnostics(name).as_array().map(Vec::len), Some(count), "{name}");
    }
    client.change("untitled:Untitled-2", 0..0, "variable \"x\" {}\n");
    assert_eq!(client.diagnostics("untitled:Untitled-2"), json!([]));
}

#[test]
fn a_server_has_the_version_of_the_application() {
    let mut client = Client::unopened(Server::new().name("myapp").version("7.1.0"));
    let result = client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(result["serverInfo"], json!({ "name": "myapp", "version": "7.1.0" }));
}

/// Starts a server for an editor that requests diagnostics.
fn pulling() -> Client {
    let params = json!({ "capabilities": {
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    } });
    Client::start(Server::new(), "file:///test/".to_owned(), params)
}

#[test]
fn the_diagnostics_of_a_document_can_be_requested() {
    let mut client = pulling();
    let expected = json!({
        "identifier": "hcl", "interFileDependencies": true, "workspaceDiagnostics": true,
    });
    assert_eq!(client.capabilities["diagnosticProvider"], expected);
    client.open("a.hcl", "port 80\n");
    let mut params = json!({ "textDocument": { "uri": client.uri("a.hcl") } });
    let found = client.request("textDocument/diagnostic", params.clone());
    assert_eq!((&found["kind"], &found["items"][0]["code"]), (&json!("full"), &json!("missing-equals")));
    params["previousResultId"] = found["resultId"].clone();
    let again = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(again, json!({ "kind": "unchanged", "resultId": found["resultId"] }));
    client.change("a.hcl", 4..4, " =");
    let found = client.request("textDocument/diagnostic", params.clone());
    assert_eq!((&found["kind"], &found["items"]), (&json!("full"), &json!([])));
    // New ones wait for a pause, after which the server requests the editor to request them.
    client.change("a.hcl", 4..6, "");
    let found = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(found["items"], json!([]));
    client.received.clear();
    client.wait_for("workspace/diagnostic/refresh");
    params["previousResultId"] = Value::Null;
    let found = client.request("textDocument/diagnostic", params);
    assert_eq!(found["items"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_editor_that_does_not_request_diagnostics_again_gets_them() {
    let params = json!({ "capabilities": { "textDocument": { "diagnostic": {} } } });
    let mut client = Client::start(Server::new(), "file:///test/".to_owned(), params);
    assert_eq!(client.capabilities["diagnosticProvider"], Value::Null);
    client.open("a.hcl", "port 80\n");
    assert_eq!(client.diagnostics("a.hcl").as_array().map(Vec::len), Some(1));
}

#[test]
fn the_diagnostics_of_the_workspace_can_be_requested() {
    let folder = tempfile::tempdir().expect("there is a folder");
    std::fs::create_dir(folder.path().join("sub")).expect("it is created");
    std::fs::write(folder.path().join("a.hcl"), "x = uper(1)\n").expect("it is written");
    std::fs::write(folder.path().join("sub/b.tf"), "variable \"v\" {}\n").expect("it is written");
    let mut client = Client::in_folder(Server::new(), folder.path());
    client.open("c.hcl", "x = 1\n");
    let mut previous = Vec::new();
    for kind in ["full", "unchanged"] {
        let mut found;
        loop {
            found = client.request("workspace/diagnostic", json!({ "previousResultIds": previous }));
            if found["items"].as_array().map(Vec::len) == Some(3) {
                break;
            }
        }
        let items = found["items"].as_array().expect("it is a list");
        let of: Vec<_> = items
            .iter()
            .map(|it| {
                assert_eq!(it["kind"], kind);
                let file = it["uri"].as_str().expect("it has a URI").rsplit('/').next().unwrap_or_default();
                (file, it["version"].as_i64(), it["items"][0]["code"].as_str().unwrap_or_default())
            })
            .collect();
        let code = |code| if kind == "full" { code } else { "" };
        let expected = [
            ("a.hcl", None, code("unknown-function")),
            ("c.hcl", Some(1), ""),
            ("b.tf", None, code("unused-definition")),
        ];
        assert_eq!(of, expected);
        previous = items.iter().map(|it| json!({ "uri": it["uri"], "value": it["resultId"] })).collect();
    }
}
