//! Random edits.

use std::thread;

use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, position};

/// Pieces of texts that have a meaning somewhere.
const PIECES: [&str; 34] = [
    "a",
    " = ",
    "1",
    "\n",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "${",
    "%{",
    "é",
    "👍",
    "\r\n",
    "\r",
    "#",
    "/*",
    "*/",
    "<<E\n",
    "E\n",
    "local.",
    "locals {\n",
    "  a = local.b\n",
    "variable \"x\" {}\n",
    "var.x",
    ", ",
    "for x in ",
    " : ",
    "\u{feff}",
    "\t",
    "\u{0}",
    "e\u{301}",
];

/// A generator of numbers.
struct Random(u64);

impl Random {
    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    /// Returns an offset of a text that a position of an editor can have.
    fn offset(&mut self, text: &str) -> usize {
        let mut offset = self.below(text.len() + 1);
        while !text.is_char_boundary(offset)
            || text[..offset].ends_with('\r') && text[offset..].starts_with('\n')
        {
            offset -= 1;
        }
        offset
    }
}

/// The requests about a position or a range of a document.
const REQUESTS: [&str; 17] = [
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/signatureHelp",
];

#[test]
fn a_text_after_edits_has_the_diagnostics_of_the_same_text_when_it_is_opened() {
    let cases = test_support::number_of_cases(60, 500) as usize;
    thread::scope(|scope| {
        // Most of the time is spent waiting for the server.
        for (seed, name) in [(1, "main.tf"), (2, "main.hcl"), (3, "main.tf.json")] {
            scope.spawn(move || compare(seed, name, cases));
        }
    });
}

/// Edits a document at random, and compares its diagnostics with those of the same text when it is
/// opened.
fn compare(seed: u64, name: &str, cases: usize) {
    let mut random = Random(seed);
    let mut edited = Client::new(Server::new());
    let mut fresh = Client::new(Server::new());
    edited.open(name, "locals {\n  a = 1\n  b = [local.a, \"x${local.a}\"]\n}\n");
    for case in 0..cases {
        for _ in 0..=random.below(4) {
            let text = edited.text(name);
            let start = random.offset(text);
            let length = if random.below(3) == 0 { random.below(30) } else { 0 };
            let end = (start + length).min(text.len());
            let end = (start..=end).rev().find(|at| is_position(text, *at)).unwrap_or(start);
            edited.change(name, start..end, PIECES[random.below(PIECES.len())]);
        }
        // A text that only grows is soon nothing but mistakes.
        if edited.text(name).len() > 400 {
            let whole = 0..edited.text(name).len();
            edited.change(name, whole, "locals {\n  a = 1\n}\nvariable \"x\" {}\n");
        }
        let text = edited.text(name).to_owned();
        let found = edited.diagnostics(name);
        // As a document in another folder, it has no other scope.
        let other = format!("file:///other/{case}/{name}");
        fresh.open(&other, &text);
        let expected = fresh.diagnostics(&other).to_string().replace(&other, &edited.uri(name));
        assert_eq!(found.to_string(), expected, "{text:?}");

        let offset = random.offset(&text);
        let method = REQUESTS[random.below(REQUESTS.len())];
        let id = edited.ask(method, params(&edited, name, offset));
        let response = edited.response(id);
        let error = response["error"]["message"].as_str().unwrap_or_default();
        assert!(!error.contains("bug"), "{method} at {offset} of {text:?}: {error}");
    }
}

#[test]
fn deep_and_long_texts_have_answers_to_all_requests() {
    let many = 20_000;
    let locals = format!("locals {{\n  a = 1\n  b = 2\n}}\n{}", "x = local[*]\n".repeat(1000));
    let texts = [
        ("main.hcl", "[".repeat(many)),
        ("main.hcl", format!("a = {}", "(".repeat(many) + &"]".repeat(many))),
        ("main.hcl", format!("a = {}1{}\n", "[".repeat(60), "]".repeat(60))),
        ("main.hcl", "a {\n".repeat(many)),
        ("main.hcl", format!("a = {}1\n", "-".repeat(many))),
        ("main.hcl", format!("a = \"{}\"\n", "é${x}".repeat(many))),
        ("main.hcl.json", "{\"a\":".repeat(many)),
        ("main.hcl.json", format!("{}1{}", "{\"a\":".repeat(60), "}".repeat(60))),
        ("main.tf", locals),
    ];
    for (name, text) in texts {
        let mut client = Client::new(Server::new());
        client.open(name, &text);
        let offset = (text.len() / 2..).find(|at| text.is_char_boundary(*at)).expect("there is one");
        for method in REQUESTS {
            let id = client.ask(method, params(&client, name, offset));
            let response = client.response(id);
            let error = response["error"]["message"].as_str().unwrap_or_default();
            assert!(!error.contains("bug"), "{method}: {error}");
        }
    }
}

/// Returns whether an offset is a position of an editor.
fn is_position(text: &str, offset: usize) -> bool {
    text.is_char_boundary(offset) && !(text[..offset].ends_with('\r') && text[offset..].starts_with('\n'))
}

/// Returns parameters that all requests accept.
fn params(client: &Client, name: &str, offset: usize) -> Value {
    let at = position(client.text(name), offset);
    json!({
        "textDocument": { "uri": client.uri(name) },
        "position": at,
        "positions": [at],
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "options": { "tabSize": 2, "insertSpaces": true },
    })
}
