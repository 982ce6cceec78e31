//! Quick fixes and "fix all".

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

/// Returns the actions of a selection between two cursors, of some kinds.
fn actions(client: &mut Client, name: &str, marks: &[usize], only: Value) -> Vec<Value> {
    let range = client.range(name, marks[0]..marks[marks.len() - 1]);
    let document = json!({ "uri": client.uri(name) });
    let context = json!({ "diagnostics": [], "only": only });
    let params = json!({ "textDocument": document, "range": range, "context": context });
    let found = client.request("textDocument/codeAction", params);
    found.as_array().expect("it is a list").clone()
}

/// Returns the text of a document after an action.
fn applied(client: &Client, name: &str, action: &Value) -> String {
    client.edited(name, &action["edit"]["changes"][client.uri(name)])
}

#[test]
fn a_quick_fix_corrects_the_mistake_at_the_cursor() {
    for (name, text, expected) in [
        ("main.hcl", "tags = [\"a\" ▮\"b\"]\n", &[("Insert `,`", true, "tags = [\"a\", \"b\"]\n")][..]),
        ("main.hcl", "a = 1▮;\n", &[("Remove `;`", true, "a = 1\n")]),
        ("main.hcl", "a = 1;\nb = ▮2\n", &[]),
        ("main.hcl", "a ▮= 1\n", &[]),
        ("main.hcl.json", "{\"a\": 1▮,}", &[("Remove `,`", true, "{\"a\": 1}")]),
    ] {
        let (text, marks) = marked(text);
        let mut client = Client::new(Server::new());
        client.open(name, &text);
        let found = actions(&mut client, name, &marks, json!(["quickfix"]));
        let found: Vec<_> = found
            .iter()
            .map(|action| {
                let title = action["title"].as_str().expect("it has a title").to_owned();
                (title, action["isPreferred"] == true, applied(&client, name, action))
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(title, sure, text)| ((*title).to_owned(), *sure, (*text).to_owned()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Config {
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize)]
struct Service {}

#[test]
fn a_quick_fix_replaces_an_unknown_name_by_the_name_that_is_suggested() {
    for (name, text, expected) in [
        ("main.hcl", "ta▮gz = []\n", Some("tags = []\n")),
        ("main.hcl", "ser▮vce \"web\" {}\n", Some("service \"web\" {}\n")),
        ("main.hcl", "tags = uper▮(\"x\")\n", Some("tags = upper(\"x\")\n")),
        ("main.hcl.json", "{\"▮tagz\": []}", Some("{\"tags\": []}")),
        (
            "main.tf",
            "output o {\n  value = local.na▮em.x\n}\nlocals {\n  name = 1\n}\n",
            Some("output o {\n  value = local.name.x\n}\nlocals {\n  name = 1\n}\n"),
        ),
        ("main.hcl", "zzz▮ = []\n", None),
    ] {
        let (text, marks) = marked(text);
        let server = if name == "main.tf" { Server::new() } else { Server::for_type::<Config>() };
        let mut client = Client::new(server);
        client.open(name, &text);
        let found = actions(&mut client, name, &marks, json!(["quickfix"]));
        let found: Vec<_> = found.iter().map(|action| applied(&client, name, action)).collect();
        assert_eq!(found.first().map(String::as_str), expected, "{text}");
    }
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Required {
    region: String,
    replicas: Option<u32>,
    #[serde(default)]
    server: BTreeMap<String, Site>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Site {
    port: u16,
    check: Check,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Check {
    path: String,
}

#[test]
fn a_quick_fix_adds_the_required_items_of_a_body() {
    for (text, title, expected) in [
        ("▮", "Add `region`", "region = \"\"\n"),
        ("replicas = 3▮", "Add `region`", "replicas = 3\nregion = \"\"\n"),
        (
            "region = \"eu\"\nserver \"a\" {▮}\n",
            "Add `port`, `check`",
            "region = \"eu\"\nserver \"a\" {\n  port = 0\n  check {\n    path = \"\"\n  }\n}\n",
        ),
        (
            "region = \"eu\"\nserver \"a\" {\n  ▮check {\n    path = \"x\"\n  }\n}\n",
            "Add `port`",
            "region = \"eu\"\nserver \"a\" {\n  check {\n    path = \"x\"\n  }\n  port = 0\n}\n",
        ),
        (
            "region = \"eu\"\nserver \"a\" {\n  port = 1\n  check {▮\n  }\n}\n",
            "Add `path`",
            "region = \"eu\"\nserver \"a\" {\n  port = 1\n  check {\n    path = \"\"\n  }\n}\n",
        ),
        ("region = \"eu\"▮\n", "", ""),
    ] {
        let (text, marks) = marked(text);
        let mut client = Client::new(Server::for_type::<Required>());
        client.open("main.hcl", &text);
        let found = actions(&mut client, "main.hcl", &marks, json!(["quickfix"]));
        let found = found.iter().find(|it| it["title"].as_str().is_some_and(|it| it.starts_with("Add")));
        assert_eq!(found.map_or("", |it| it["title"].as_str().unwrap_or_default()), title, "{text}");
        if let Some(action) = found {
            assert_eq!(applied(&client, "main.hcl", action), expected);
            // The text after it has no diagnostics.
            client.open("main.hcl", expected);
            assert_eq!(client.diagnostics("main.hcl"), json!([]), "{expected}");
        }
    }
}

#[test]
fn fix_all_corrects_all_mistakes_with_one_meaning() {
    for (text, expected) in [
        (
            "▮a = [\"x\" \"y\"];\nb = local host\nc = 3;\n",
            Some("a = [\"x\", \"y\"]\nb = local host\nc = 3\n"),
        ),
        ("▮a = 1\n", None),
        ("▮a = [1\n", None),
    ] {
        let (text, marks) = marked(text);
        let mut client = Client::new(Server::new());
        client.open("main.hcl", &text);
        let found = actions(&mut client, "main.hcl", &marks, json!(["source.fixAll"]));
        let found: Vec<_> = found.iter().map(|action| applied(&client, "main.hcl", action)).collect();
        assert_eq!(found.first().map(String::as_str), expected, "{text}");
    }
}

#[test]
fn actions_have_the_kinds_that_the_editor_wants() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1;\n");
    for (only, expected) in [
        (Value::Null, vec!["quickfix", "source.fixAll"]),
        (json!(["source"]), vec!["source.fixAll"]),
        (json!(["source.fixAll"]), vec!["source.fixAll"]),
        (json!(["source.fixAll.other"]), vec![]),
        (json!(["refactor"]), vec![]),
    ] {
        let found = actions(&mut client, "main.hcl", &[5, 6], only.clone());
        let kinds: Vec<_> = found.iter().map(|it| it["kind"].as_str().unwrap_or_default()).collect();
        assert_eq!(kinds, expected, "{only}");
    }
}
