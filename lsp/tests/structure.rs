//! Symbols, folding, selections, semantic tokens and links.

use std::fs;

use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

fn request(client: &mut Client, method: &str, name: &str) -> Value {
    let document = json!({ "uri": client.uri(name) });
    client.request(method, json!({ "textDocument": document }))
}

/// Returns symbols as lines: the name, and the text that is selected.
fn outline(client: &Client, name: &str, symbols: &Value, depth: usize) -> String {
    let mut lines = String::new();
    for symbol in symbols.as_array().into_iter().flatten() {
        let title = symbol["name"].as_str().expect("it has a name");
        let selected = client.slice(name, &symbol["selectionRange"]);
        let whole = client.slice(name, &symbol["range"]);
        assert!(whole.contains(selected), "{whole}");
        lines.push_str(&format!("{:1$}{title} `{selected}`\n", "", 2 * depth));
        lines.push_str(&outline(client, name, &symbol["children"], depth + 1));
    }
    lines
}

#[test]
fn the_symbols_of_a_document_are_its_blocks_and_attributes() {
    for (name, text, expected) in [
        (
            "main.tf",
            "resource \"a\" b {\n  tags = {\n    x = 1\n    \"y z\" = { w = 2 }\n  }\n}\nname = 1\n",
            "resource \"a\" \"b\" `resource \"a\" b`\n  tags `tags`\n    x `x`\n    y z `\"y z\"`\n      w `w`\nname `name`\n",
        ),
        ("main.hcl", "a = \nb {\n  c = 1\n", "a `a`\nb `b`\n  c `c`\n"),
        ("main.hcl", "", ""),
        ("main.hcl.json", "{\"a\": {\"b\": [1], \"\": {}}}", "a `\"a\"`\n  b `\"b\"`\n  \"\" `\"\"`\n"),
        ("main.hcl.json", "{\"a\": 1, \"b\"}", ""),
    ] {
        let mut client = Client::new(Server::new());
        client.open(name, text);
        let symbols = request(&mut client, "textDocument/documentSymbol", name);
        assert_eq!(outline(&client, name, &symbols, 0), expected, "{text}");
    }
}

#[test]
fn an_editor_without_nested_symbols_gets_a_list() {
    let params = json!({ "capabilities": {} });
    let mut client = Client::start(Server::new(), "file:///test/".to_owned(), params);
    client.open("main.hcl", "a {\n  b = { c = 1 }\n}\nd = 2\n");
    let symbols = request(&mut client, "textDocument/documentSymbol", "main.hcl");
    let symbols = symbols.as_array().expect("it is a list").iter().map(|symbol| {
        let (name, container) = (symbol["name"].as_str(), symbol["containerName"].as_str());
        let text = client.slice("main.hcl", &symbol["location"]["range"]);
        (name.unwrap_or_default(), container.unwrap_or_default(), text)
    });
    assert_eq!(
        symbols.collect::<Vec<_>>(),
        [
            ("a", "", "a {\n  b = { c = 1 }\n}"),
            ("b", "a", "b = { c = 1 }"),
            ("c", "b", "c = 1"),
            ("d", "", "d = 2")
        ]
    );
}

#[test]
fn brackets_heredocs_and_comments_fold() {
    for (name, text, expected) in [
        ("main.hcl", "a {\n  b = [\n    1,\n  ]\n}\n", "0-3 1-2"),
        ("main.hcl", "a = [1, 2]\nb {}\n", ""),
        ("main.hcl", "a = <<EOT\n{\n}\nEOT\n", "0-2"),
        ("main.hcl", "# a\n# b\n\n# c\nx = 1 # d\n# e\n# f\n", "0-1comment 5-6comment"),
        ("main.hcl", "/* a\nb\n*/\nx = 1\n", "0-2comment"),
        ("main.hcl", "a = foo(\n  1,\n  {\n    b = 2\n  }\n)\n", "0-4 2-3"),
        // Broken texts.
        ("main.hcl", "a {\n  b = [\n}\nc {\n  d = 1\n}\n", "0-1 3-4"),
        ("main.hcl", "}\n]\na {\n  b = 1\n}\n", "2-3"),
        ("main.hcl.json", "{\n  \"a\": [\n    1\n  ]\n}\n", "0-3 1-2"),
    ] {
        let mut client = Client::new(Server::new());
        client.open(name, text);
        let ranges = request(&mut client, "textDocument/foldingRange", name);
        let ranges = ranges.as_array().expect("it is a list").iter();
        let ranges: Vec<_> = ranges
            .map(|it| {
                format!("{}-{}{}", it["startLine"], it["endLine"], it["kind"].as_str().unwrap_or_default())
            })
            .collect();
        assert_eq!(ranges.join(" "), expected, "{text}");
    }
}

#[test]
fn a_selection_grows_with_the_syntax_tree() {
    for (name, text, expected) in [
        (
            "main.hcl",
            "a {\n  b = x.y▮z + 1\n}\n",
            &[
                "yz",
                ".yz",
                "x.yz",
                "x.yz + 1",
                "b = x.yz + 1",
                "\n  b = x.yz + 1\n",
                "{\n  b = x.yz + 1\n}",
                "a {\n  b = x.yz + 1\n}",
            ][..],
        ),
        ("main.hcl", "a = \"b c▮\"\n", &["b c", "\"b c\"", "a = \"b c\""]),
        ("main.hcl", "a▮ = 1\n", &["a", "a = 1"]),
        ("main.hcl", "a = [b▮,\n", &["b", "[b,", "a = [b,"]),
        ("main.hcl.json", "{\"a\": [1▮, 2]}", &["1", "1, 2", "[1, 2]", "\"a\": [1, 2]"]),
    ] {
        let (text, marks) = marked(text);
        let mut client = Client::new(Server::new());
        client.open(name, &text);
        let position = client.at(name, marks[0])["position"].clone();
        let document = json!({ "uri": client.uri(name) });
        let params = json!({ "textDocument": document, "positions": [position] });
        let result = client.request("textDocument/selectionRange", params);
        let mut found = Vec::new();
        let mut at = &result[0];
        while !at.is_null() {
            found.push(client.slice(name, &at["range"]));
            at = &at["parent"];
        }
        // The last one is the whole text.
        assert_eq!(found.pop(), Some(&*text));
        assert_eq!(found, expected, "{text}");
    }
}

/// Returns semantic tokens as words with their types.
fn words(client: &Client, name: &str, result: &Value) -> String {
    let types = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let lines: Vec<&str> = client.text(name).split('\n').collect();
    let data: Vec<usize> = result["data"]
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|it| it.as_u64().expect("it is a number") as usize)
        .collect();
    let (mut line, mut character, mut words) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        character = if token[0] == 0 { character + token[1] } else { token[1] };
        line += token[0];
        let units: Vec<u16> = lines[line].encode_utf16().collect();
        let text = String::from_utf16_lossy(&units[character..character + token[2]]);
        words.push(format!("{text}:{}", types[token[3]].as_str().expect("it has a name")));
    }
    words.join(" ")
}

#[test]
fn semantic_tokens_have_the_meaning_of_each_word() {
    for (text, expected) in [
        ("a = 1 # é\n", "a:property =? 1:number # é:comment"),
        ("b \"x\" y {}\n", "b:type \":enumMember x:enumMember \":enumMember y:enumMember"),
        ("a = var.x[0]\n", "a:property var:variable x:property 0:number"),
        (
            "a = f::g(true) + -1\n",
            "a:property f:function ::? g:function true:keyword +:operator -:operator 1:number",
        ),
        (
            "a = [for k, v in m : v if k]\n",
            "a:property for:keyword k:parameter v:parameter in:keyword m:variable :? v:parameter if:keyword k:parameter",
        ),
        ("a = [for m in m : m]\n", "a:property for:keyword m:parameter in:keyword m:variable :? m:parameter"),
        ("a = { b = c, (d) = 1 }\n", "a:property b:property c:variable d:variable 1:number"),
        ("a = \"👍${b}\"\n", "a:property \":string 👍:string ${:keyword b:variable }:keyword \":string"),
        ("a = <<E\nx\n  y\nE\n", "a:property <<E:keyword x:string   y:string E:keyword"),
        ("/* a\nb */\n", "/* a:comment b */:comment"),
        ("a = \nb {\n", "a:property b:type"),
    ] {
        let mut client = Client::new(Server::new());
        client.open("main.hcl", text);
        let result = request(&mut client, "textDocument/semanticTokens/full", "main.hcl");
        let found = words(&client, "main.hcl", &result);
        // Punctuation has no meaning of its own, and may or may not be an operator.
        let is_counted =
            |word: &&str| !word.ends_with('?') && !word.starts_with(":") && !word.starts_with("=:");
        let expected: Vec<_> = expected.split(' ').filter(is_counted).collect();
        let found: Vec<_> = found.split(' ').filter(is_counted).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn the_tokens_of_a_range_are_those_of_the_document_in_it() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "a = 1\nb = x\nc = 3\n");
    let range = client.range("main.hcl", 6..12);
    let document = json!({ "uri": client.uri("main.hcl") });
    let params = json!({ "textDocument": document, "range": range });
    let result = client.request("textDocument/semanticTokens/range", params);
    assert_eq!(words(&client, "main.hcl", &result), "b:property x:variable");
}

#[test]
fn strings_that_name_files_of_the_workspace_are_links() {
    let folder = tempfile::tempdir().expect("there is a folder");
    let outside = tempfile::tempdir().expect("there is a folder");
    fs::write(outside.path().join("secret.txt"), "x").expect("it is written");
    fs::create_dir_all(folder.path().join("modules/net")).expect("it is created");
    fs::write(folder.path().join("modules/net/main.tf"), "").expect("it is written");
    fs::write(folder.path().join("a.tpl"), "x").expect("it is written");
    let link = format!("../{}/secret.txt", outside.path().file_name().expect("it has one").display());
    let text = format!(
        "a = file(\"a.tpl\")\nsource = \"./modules/net\"\nb = \"c.tpl\"\nd = \"{link}\"\ne = \"a${{x}}.tpl\"\n"
    );
    let mut client = Client::in_folder(Server::new(), folder.path());
    client.open("modules/net/main.tf", "");
    client.open("main.tf", &text);
    let links = request(&mut client, "textDocument/documentLink", "main.tf");
    let links = links.as_array().expect("it is a list").iter();
    let links: Vec<_> = links
        .map(|it| (client.slice("main.tf", &it["range"]), it["target"].as_str().unwrap_or_default()))
        .collect();
    let (template, module) = (client.uri("a.tpl"), client.uri("modules/net/main.tf"));
    assert_eq!(links, [("a.tpl", template.as_str()), ("./modules/net", module.as_str())]);
}
