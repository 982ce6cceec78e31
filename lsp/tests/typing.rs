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
            "Unclosed string: The closing quote is missing on this line.",
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

/// Returns the names that are completed after each key, where they change: the text that is typed
/// so far, and the names but for functions and keywords.
fn completed(client: &mut Client, name: &str, text: &str) -> Vec<(String, String)> {
    client.open(name, "\n");
    let mut found: Vec<(String, String)> = Vec::new();
    each_key(client, name, 0, text, |client, typed| {
        let result = client.request("textDocument/completion", client.at(name, typed.len()));
        let mut items = result["items"].as_array().expect("it is a list").clone();
        items.sort_by_key(|item| item["sortText"].as_str().map(str::to_owned));
        let is_name = |item: &&Value| item["kind"] != 3 && item["kind"] != 14;
        let labels: Vec<_> = items.iter().filter(is_name).filter_map(|item| item["label"].as_str()).collect();
        let names = labels.join(" ");
        if found.last().is_none_or(|(_, last)| *last != names) {
            let line = typed.rsplit('\n').next().unwrap_or_default();
            found.push((line.to_owned(), names));
        }
    });
    found
}

#[test]
fn completions_follow_each_key() {
    let mut client = Client::new(Server::new());
    client.open(
        "a.tf",
        "variable \"region\" {\n  type = object({ name = string })\n}\nresource \"t\" \"a\" {\n  tags = { team = 1 }\n  size = 1\n}\n",
    );
    let blocks = "action check data ephemeral import locals module moved output provider removed resource terraform variable";
    let all = "connection count depends_on for_each lifecycle provider provisioner size tags";
    let values = "count each path self t terraform var";
    for (name, text, expected) in [
        (
            "b.tf",
            "resource \"t\" \"b\" {\n  tags = { team = var.region.name }\n}\n",
            vec![
                ("r", blocks),
                ("resource ", "t"),
                ("resource \"t\"", ""),
                ("resource \"t\" ", "a"),
                ("resource \"t\" \"b\"", ""),
                ("resource \"t\" \"b\" {", all),
                ("  tags ", ""),
                ("  tags =", values),
                ("  tags = {", "team"),
                ("  tags = { team ", ""),
                ("  tags = { team =", values),
                ("  tags = { team = var.", "region"),
                ("  tags = { team = var.region.", "name"),
                ("  tags = { team = var.region.name ", ""),
                ("", all.strip_suffix(" tags").expect("they are the last ones")),
                ("}", ""),
                ("", blocks),
            ],
        ),
        (
            "b.tf",
            "locals {\n  a = [var.region]\n}\n",
            vec![
                ("l", blocks),
                ("locals ", ""),
                ("  a =", "count each local path self t terraform var"),
                ("  a = [var.", "region"),
                ("  a = [var.region]", ""),
                ("", blocks),
            ],
        ),
        (
            "b.tfvars",
            "region = { name = \"a\" }\n",
            vec![("r", "region"), ("region ", ""), ("region = {", "name"), ("region = { name ", "")],
        ),
    ] {
        let found = completed(&mut client, name, text);
        let expected: Vec<_> =
            expected.into_iter().map(|(typed, names)| (typed.to_owned(), names.to_owned())).collect();
        assert_eq!(found, expected, "{text}");
    }
}
