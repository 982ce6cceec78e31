//! Texts that are typed key by key.

use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::Client;

/// Returns the messages of diagnostics.
fn messages(diagnostics: &Value) -> Vec<String> {
    let diagnostics = diagnostics.as_array().expect("it is a list").iter();
    diagnostics.map(|it| it["message"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Types a text at an offset of a document, and calls a function after each key.
fn each_key(
    client: &mut Client,
    name: &str,
    offset: usize,
    text: &str,
    mut check: impl FnMut(&mut Client, &str),
) {
    for (at, key) in text.char_indices() {
        client.change(name, offset + at..offset + at, key.encode_utf8(&mut [0; 4]));
        check(client, &text[..at + key.len_utf8()]);
    }
}

const UNUSED: &str = "Unused definition: Nothing refers to \"var.other\".";
const UNKNOWN: &str = "Unknown reference: There is no definition of \"local.nmae\".";

/// The text of a file with two diagnostics.
const WITH_TWO: &str = "variable \"other\" {}\noutput \"o\" {\n  value = local.nmae\n}\n";

#[test]
fn the_diagnostics_of_other_files_stay_while_one_has_a_mistake() {
    let mut client = Client::new(Server::new());
    client.open("a.tf", WITH_TWO);
    client.open("b.tf", "locals {\n  size = 1\n  zone = 2\n}\n");
    let unknown = format!("{UNKNOWN} Expected \"size\" or \"zone\".");
    assert_eq!(messages(&client.diagnostics("a.tf")), [UNUSED, &unknown]);
    let (start, text) =
        (client.text("b.tf").len(), "resource \"t\" \"n\" {\n  tags = [local.size, local.zone]\n}\n");
    each_key(&mut client, "b.tf", start, text, |client, typed| {
        client.while_typing("b.tf");
        assert_eq!(messages(&client.last_published("a.tf")["diagnostics"]), [UNUSED, &unknown], "{typed:?}");
        // The same after a pause.
        client.diagnostics("b.tf");
        assert_eq!(messages(&client.last_published("a.tf")["diagnostics"]), [UNUSED, &unknown], "{typed:?}");
    });
    assert_eq!(client.diagnostics("b.tf"), json!([]));
}

#[test]
fn the_diagnostics_of_the_valid_parts_of_a_file_stay() {
    for (server, name, text, typed, expected) in [
        (
            Server::new(),
            "a.tf",
            &*format!("\n{WITH_TWO}"),
            "locals {\n  size = [1, \"a${1}\"]\n}\n",
            vec![UNUSED, UNKNOWN],
        ),
        (
            Server::new(),
            "a.hcl",
            "\nx = 1 / 0\n",
            "y = { a = [1, 2] }\n",
            vec!["Operation failed: A division by zero has no result that a configuration can have."],
        ),
    ] {
        let mut client = Client::new(server);
        client.open(name, text);
        assert_eq!(messages(&client.diagnostics(name)), expected);
        each_key(&mut client, name, 0, typed, |client, typed| {
            let found = messages(&client.while_typing(name));
            let is_there = |it: &str| found.iter().any(|found| found.starts_with(it));
            assert!(expected.iter().all(|it| is_there(it)), "{typed:?}: {found:?}");
        });
    }
}

#[test]
fn new_diagnostics_wait_for_a_pause_or_a_save() {
    let mut client = Client::new(Server::new());
    client.open("a.hcl", "x = 1\n");
    assert_eq!(client.while_typing("a.hcl"), json!([]));
    each_key(&mut client, "a.hcl", 6, "service \"api\" {\n  tags = [\"a", |client, typed| {
        assert_eq!(client.while_typing("a.hcl"), json!([]), "{typed:?}");
    });
    let after_pause = messages(&client.next_diagnostics("a.hcl"));
    assert_eq!(
        after_pause,
        [
            "Unclosed block: This block has no closing \"}\".",
            "Unclosed string: This string has no closing quote on its line.",
        ]
    );
    // What is known stays, and what is new waits.
    client.change("a.hcl", 0..0, "y = uper(1)\n");
    assert_eq!(messages(&client.while_typing("a.hcl")), after_pause);
    client.change("a.hcl", 0..0, "z");
    assert_eq!(messages(&client.while_typing("a.hcl")), after_pause);
    // A correction shows at once.
    let end = client.text("a.hcl").len();
    client.change("a.hcl", end..end, "\"]\n}\n");
    assert_eq!(client.while_typing("a.hcl"), json!([]));
    let found = messages(&client.diagnostics("a.hcl"));
    assert_eq!(
        found,
        ["Call to unknown function: There is no function named \"uper\". Did you mean \"upper\"?"]
    );
}

#[test]
fn a_line_break_after_an_opening_brace_is_no_choice_of_a_completion() {
    let client = Client::new(Server::new());
    let triggers = &client.capabilities["completionProvider"]["triggerCharacters"];
    assert_eq!(*triggers, json!([".", "\"", "["]));
}
