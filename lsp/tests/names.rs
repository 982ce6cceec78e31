//! Definitions, references and rename.

use std::collections::BTreeMap;

use serde_hcl::analysis::Roots;
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

/// The files of the tests, of which one has a cursor.
type Files = [(&'static str, &'static str)];

/// Opens files. Returns the name of the one with the cursor, and its offset.
fn open(server: Server, files: &Files) -> (Client, String, usize) {
    let mut client = Client::new(server);
    let mut cursor = None;
    for (name, text) in files {
        let (text, marks) = marked(text);
        client.open(name, &text);
        cursor = cursor.or(marks.first().map(|mark| ((*name).to_owned(), *mark)));
    }
    let (name, offset) = cursor.expect("there is a cursor");
    (client, name, offset)
}

/// Returns locations as the file, the line from 1, and the text.
fn places(client: &Client, locations: &Value) -> Vec<String> {
    let locations = locations.as_array().expect("it is a list").iter();
    let place = |location: &Value| {
        let uri = location["uri"].as_str().expect("it has a URI");
        let name = uri.rsplit('/').next().expect("it has a name");
        let line = location["range"]["start"]["line"].as_u64().expect("it is a number") + 1;
        format!("{name}:{line} {}", client.slice(name, &location["range"]))
    };
    locations.map(place).collect()
}

const LOCALS: &str = "locals {\n  name = \"web\"\n  other = local.name\n}\n";

#[test]
fn the_definition_of_a_reference_is_found() {
    let cases: [(&Files, &[&str]); 10] = [
        (&[("a.tf", "x = lo▮cal.name\n"), ("b.tf", LOCALS)], &["b.tf:2 name"]),
        (&[("a.tf", "x = local.name▮\n"), ("b.tf", LOCALS)], &["b.tf:2 name"]),
        (&[("a.tf", "x = \"${var[\"▮r\"]}\"\nvariable \"r\" {}\n")], &["a.tf:2 variable \"r\""]),
        (&[("a.tf", "x = data.t▮.n.id\ndata t n {}\n"), ("b.tf", "resource t n {}\n")], &["a.tf:2 data t n"]),
        (&[("a.tf", "x = t.n▮\nresource \"t\" \"n\" {}\n")], &["a.tf:2 resource \"t\" \"n\""]),
        (&[("a.tf", "x = local▮\n"), ("b.tf", LOCALS)], &["b.tf:2 name", "b.tf:3 other"]),
        (&[("a.tf", "x = ▮1\n")], &[]),
        (&[("a.tf", "x = [for local in y : local.name▮]\n"), ("b.tf", LOCALS)], &[]),
        // Files of values, JSON, and broken texts.
        (&[("x.tfvars", "re▮gion = 1\n"), ("a.tf", "variable region {}\n")], &["a.tf:1 variable region"]),
        (
            &[
                ("a.tf.json", "{\"output\": {\"o\": {\"value\": \"${local.na▮me}\"}}}"),
                ("b.tf", LOCALS),
                ("c.tf", "a = ["),
            ],
            &["b.tf:2 name"],
        ),
    ];
    for (files, expected) in cases {
        let (mut client, name, offset) = open(Server::new(), files);
        let params = client.at(&name, offset);
        let found = client.request("textDocument/definition", params);
        assert_eq!(places(&client, &found), expected, "{files:?}");
    }
}

#[test]
fn references_are_found_in_all_files_of_the_folder() {
    let cases: [(&Files, bool, &[&str]); 4] = [
        (
            &[("a.tf", "x = local.name.y\n"), ("b.tf", "locals {\n  na▮me = 1\n  other = local.name\n}\n")],
            true,
            &["a.tf:1 local.name", "b.tf:2 name", "b.tf:3 local.name"],
        ),
        (
            &[("a.tf", "x = local.na▮me\n"), ("b.tf", LOCALS)],
            false,
            &["a.tf:1 local.name", "b.tf:3 local.name"],
        ),
        (
            &[("x.tfvars", "r = 1\n"), ("a.tf", "variable \"▮r\" {}\nx = var.r\n")],
            true,
            &["a.tf:1 variable \"r\"", "a.tf:2 var.r", "x.tfvars:1 r"],
        ),
        (&[("a.tf", "x = local▮.none\n")], true, &[]),
    ];
    for (files, with_definition, expected) in cases {
        let (mut client, name, offset) = open(Server::new(), files);
        let mut params = client.at(&name, offset);
        params["context"] = json!({ "includeDeclaration": with_definition });
        let found = client.request("textDocument/references", params);
        assert_eq!(places(&client, &found), expected, "{files:?}");
    }
}

#[test]
fn the_occurrences_in_the_document_are_highlighted() {
    let (mut client, name, offset) =
        open(Server::new(), &[("a.tf", "locals {\n  b▮ = 1\n  c = local.b\n}\n")]);
    let params = client.at(&name, offset);
    let found = client.request("textDocument/documentHighlight", params);
    let found: Vec<_> = found
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|it| (client.slice(&name, &it["range"]), it["kind"].as_u64()))
        .collect();
    assert_eq!(found, [("b", Some(3)), ("local.b", Some(2))]);
}

#[test]
fn rename_changes_a_definition_and_all_references() {
    let cases: [(&Files, &str, &Files); 7] = [
        (
            &[("a.tf", "x = local.▮name.y + \"${local[\"name\"]}\"\n"), ("b.tf", LOCALS)],
            "title",
            &[
                ("a.tf", "x = local.title.y + \"${local[\"title\"]}\"\n"),
                ("b.tf", "locals {\n  title = \"web\"\n  other = local.title\n}\n"),
            ],
        ),
        (
            &[("a.tf", "variable \"r▮\" {}\nx = var . r\ny = var.rr\n"), ("x.tfvars", "r = 1\n")],
            "region",
            &[
                ("a.tf", "variable \"region\" {}\nx = var . region\ny = var.rr\n"),
                ("x.tfvars", "region = 1\n"),
            ],
        ),
        (
            &[("a.tf", "resource t n▮ {\n  a = t.n.id\n}\nx = [for t in y : t.n]\nz = data.t.n\n")],
            "m",
            &[("a.tf", "resource t m {\n  a = t.m.id\n}\nx = [for t in y : t.n]\nz = data.t.n\n")],
        ),
        (
            &[("a.tf.json", "{\"locals\": {\"n▮\": 1, \"m\": \"${local.n}\"}}")],
            "q",
            &[("a.tf.json", "{\"locals\": {\"q\": 1, \"m\": \"${local.q}\"}}")],
        ),
        (
            &[("a.tf", "locals {\n  é▮ = \"👍${local.é}\" # é\n}\n")],
            "ü-1",
            &[("a.tf", "locals {\n  ü-1 = \"👍${local.ü-1}\" # é\n}\n")],
        ),
        (
            &[("a.tf", "locals {\n  a▮ = 1\n}\nx = local[*]\ny = local[each.key]\n")],
            "b",
            &[("a.tf", "locals {\n  b = 1\n}\nx = local[*]\ny = local[each.key]\n")],
        ),
        (&[("a.tf", "locals {\n  a▮ = 1\n}\n")], "a", &[("a.tf", "locals {\n  a = 1\n}\n")]),
    ];
    for (files, new_name, expected) in cases {
        let (mut client, name, offset) = open(Server::new(), files);
        let mut params = client.at(&name, offset);
        params["newName"] = json!(new_name);
        let edit = client.request("textDocument/rename", params);
        let texts: BTreeMap<&str, String> = client
            .texts
            .keys()
            .map(|name| (name.as_str(), client.edited(name, &edit["changes"][client.uri(name)])))
            .collect();
        let expected: BTreeMap<&str, String> =
            expected.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
        assert_eq!(texts, expected, "{files:?}");
    }
}

const DYNAMIC: &str =
    "a {\n  dynamic \"b\" {\n    for_each = b.x\n    content {\n      c = b▮.value\n    }\n  }\n}\n";

#[test]
fn bound_names_have_definitions_and_references_in_their_expression() {
    // The text, the parts that are highlighted, and the text after a rename to `it`.
    for (text, expected, renamed) in [
        ("x = [for k▮ in k : k.a + local.k]\n", "9:k 18:k", Ok("x = [for it in k : it.a + local.k]\n")),
        (
            "x = {for k, v in m : k => { v = v▮ } if [for v in v : v] == v}\n",
            "12:v 32:v 49:v 59:v",
            Ok("x = {for k, it in m : k => { v = it } if [for v in it : v] == it}\n"),
        ),
        (
            "x = \"%{ for a in b }${▮a}%{ if a }c%{ endif }%{ endfor }${a}\"\n",
            "",
            Ok("x = \"%{ for it in b }${it}%{ if it }c%{ endif }%{ endfor }${a}\"\n"),
        ),
        (
            "d {\n  dynamic \"b\" {\n    for_each = c\n    iterator = n▮\n    content {\n      e = n.value\n    }\n  }\n}\n",
            "",
            Ok(
                "d {\n  dynamic \"b\" {\n    for_each = c\n    iterator = it\n    content {\n      e = it.value\n    }\n  }\n}\n",
            ),
        ),
        (
            DYNAMIC,
            "",
            Err("\"b\" is the type of the generated blocks: set the attribute \"iterator\" to a name"),
        ),
        (
            "x = [for k in y : k▮ + it]\n",
            "",
            Err("\"it\" is used in the expression already, or is no name of a variable"),
        ),
    ] {
        let (mut client, name, offset) = open(Server::new(), &[("a.tf", text)]);
        let mut params = client.at(&name, offset);
        let definition = client.request("textDocument/definition", params.clone());
        let found = client.request("textDocument/documentHighlight", params.clone());
        let found = found.as_array().expect("it is a list");
        assert_eq!(definition[0]["range"], found[0]["range"], "{text:?}");
        params["context"] = json!({ "includeDeclaration": true });
        let references = client.request("textDocument/references", params.clone());
        assert_eq!(references.as_array().map(Vec::len), Some(found.len()), "{text:?}");
        if !expected.is_empty() {
            let place = |it: &Value| {
                format!("{}:{}", it["range"]["start"]["character"], client.slice(&name, &it["range"]))
            };
            assert_eq!(found.iter().map(place).collect::<Vec<_>>().join(" "), expected, "{text:?}");
        }
        params["newName"] = json!("it");
        match renamed {
            Ok(renamed) => {
                let edit = client.request("textDocument/rename", params);
                assert_eq!(client.edited(&name, &edit["changes"][client.uri(&name)]), renamed);
            }
            Err(expected) => assert_eq!(client.error("textDocument/rename", params), expected),
        }
    }
}

#[test]
fn a_rename_that_would_break_something_is_refused() {
    let cases: [(&Files, &str, &str); 6] = [
        (&[("a.tf", "x = ▮1\n")], "b", "there is no definition or reference at the cursor"),
        (
            &[("a.tf", "x = local▮\nlocals {\n  a = 1\n  b = 2\n}\n")],
            "c",
            "the expression refers to several definitions",
        ),
        (&[("a.tf", "locals {\n  a▮ = 1\n  b = 2\n}\n")], "b", "there is already a definition of local.b"),
        (
            &[("a.tf", "locals {\n  a▮ = 1\n}\n")],
            "b c",
            "\"b c\" is not a name: use letters, digits, _ and -, and begin with a letter",
        ),
        (
            &[("a.tf", "locals {\n  a▮ = 1\n}\n"), ("b.tf", "x = [\n")],
            "b",
            "b.tf has syntax errors, so that references in it may be missed: correct them first",
        ),
        (&[("a.tf", "terraform▮ {}\n")], "b", "terraform has no name that can be changed"),
    ];
    for (files, new_name, expected) in cases {
        let (mut client, name, offset) = open(Server::new(), files);
        let mut params = client.at(&name, offset);
        params["newName"] = json!(new_name);
        assert_eq!(client.error("textDocument/rename", params), expected, "{files:?}");
    }
}

#[test]
fn the_name_that_is_renamed_is_selected() {
    let cases: [(&Files, Option<&str>); 4] = [
        (&[("a.tf", "x = lo▮cal.name\n"), ("b.tf", LOCALS)], Some("name")),
        (&[("a.tf", "▮variable \"region\" {}\n")], Some("region")),
        (&[("a.tf", "x = var[\"▮r\"]\nvariable \"r\" {}\n")], Some("r")),
        (&[("a.tf", "x = ▮1\n")], None),
    ];
    for (files, expected) in cases {
        let (mut client, name, offset) = open(Server::new(), files);
        let params = client.at(&name, offset);
        let found = client.request("textDocument/prepareRename", params);
        let selected = (!found.is_null()).then(|| client.slice(&name, &found["range"]));
        assert_eq!(selected, expected, "{files:?}");
        assert_eq!(found["placeholder"].as_str(), expected, "{files:?}");
    }
}

#[test]
fn an_application_has_references_of_its_own() {
    let roots = Roots::new().blocks("task", "task", ["name"]);
    let files: &Files = &[("a.hcl", "task \"build\" {}\ntask \"test\" {\n  after = task.bu▮ild\n}\n")];
    let (mut client, name, offset) = open(Server::new().roots(roots), files);
    let mut params = client.at(&name, offset);
    params["newName"] = json!("compile");
    let edit = client.request("textDocument/rename", params);
    assert_eq!(
        client.edited(&name, &edit["changes"][client.uri(&name)]),
        "task \"compile\" {}\ntask \"test\" {\n  after = task.compile\n}\n"
    );
}
