//! Files of the workspace.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_hcl_lsp::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

/// Creates a folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is a folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("it is created");
    fs::write(path, text).expect("it is written");
}

/// Returns the names of the symbols of the workspace with their files, sorted, when there are as
/// many as expected, or after some seconds.
fn symbols(client: &mut Client, query: &str, count: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let found = client.request("workspace/symbol", json!({ "query": query }));
        let mut names: Vec<_> = found
            .as_array()
            .expect("it is a list")
            .iter()
            .map(|symbol| {
                let uri = symbol["location"]["uri"].as_str().expect("it has a URI");
                let file = uri.strip_prefix(&client.uri("")).unwrap_or(uri);
                format!("{file} {}", symbol["name"].as_str().expect("it has a name"))
            })
            .collect();
        names.sort();
        if names.len() == count || start.elapsed() > Duration::from_secs(5) {
            return names;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_symbols_of_all_files_of_the_workspace_are_found() {
    let folder = folder(&[
        ("main.tf", "variable \"region\" {}\nresource \"a\" \"web\" {}\nlocals {\n  name = 1\n}\n"),
        ("modules/x/main.tf", "output \"url\" {}\n"),
        ("app.hcl", "service \"web\" {\n}\n"),
        ("app.hcl.json", "{\"locals\": {\"json\": 1}}"),
        ("broken.tf", "variable \"b\" {\n"),
        // These are no files of the workspace.
        (".terraform/modules/y/main.tf", "variable \"hidden\" {}\n"),
        (".gitignore", "ignored\n"),
        (".git/HEAD", ""),
        ("ignored/main.tf", "variable \"ignored\" {}\n"),
        ("package.json", "{\"locals\": {\"package\": 1}}"),
    ]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    let all = [
        "app.hcl service.web",
        "app.hcl.json local.json",
        "broken.tf var.b",
        "main.tf a.web",
        "main.tf local.name",
        "main.tf var.region",
        "modules/x/main.tf output.url",
    ];
    assert_eq!(symbols(&mut client, "", all.len()), all);
    assert_eq!(symbols(&mut client, "WEB", 2), ["app.hcl service.web", "main.tf a.web"]);
    assert_eq!(symbols(&mut client, "vrg", 1), ["main.tf var.region"]);
}

#[test]
fn the_other_files_of_the_folder_are_read_when_a_document_is_opened() {
    let folder = folder(&[("b.tf", "variable \"x\" {}\n"), ("sub/c.tf", "x = var.x\n")]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    client.open("a.tf", "output \"o\" {\n  value = var.x\n}\n");
    assert_eq!(client.diagnostics("a.tf"), json!([]));
    let params = client.at("a.tf", 26);
    let found = client.request("textDocument/definition", params);
    assert_eq!(found[0]["uri"], client.uri("b.tf"));
}

#[test]
fn changes_of_files_are_followed() {
    let folder = folder(&[("b.tf", "variable \"x\" {}\n")]);
    let params = json!({
        "capabilities": { "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } },
        "rootUri": format!("file://{}", folder.path().display()),
    });
    let uri = format!("file://{}/", folder.path().display());
    let mut client = Client::start(Server::new(), uri, params);
    client.open("a.tf", "output \"o\" {\n  value = var.x\n}\n");
    assert_eq!(client.diagnostics("a.tf"), json!([]));
    assert!(client.received.iter().any(|it| it["method"] == "client/registerCapability"));

    let changed = |client: &mut Client, name: &str, text: Option<&str>, count: usize| {
        match text {
            Some(text) => write(folder.path(), name, text),
            None => fs::remove_file(folder.path().join(name)).expect("it is removed"),
        }
        let change = json!({ "uri": client.uri(name), "type": if text.is_some() { 2 } else { 3 } });
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
        // The version is new, so that the diagnostics are those after the change.
        client.change("a.tf", 0..0, "\n");
        assert_eq!(client.diagnostics("a.tf").as_array().map(Vec::len), Some(count), "{name}: {text:?}");
    };
    changed(&mut client, "b.tf", None, 1);
    changed(&mut client, "c.tf", Some("variable \"x\" {}\n"), 0);
    changed(&mut client, "c.tf", Some("variable \"y\" {}\n"), 1);
    changed(&mut client, ".terraform/d.tf", Some("variable \"x\" {}\n"), 1);
    // The text of an open document counts, not that of its file.
    client.open("c.tf", "variable \"x\" {}\n");
    changed(&mut client, "c.tf", Some("variable \"z\" {}\n"), 0);
    let document = json!({ "uri": client.uri("c.tf") });
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    changed(&mut client, "e.tf", Some(""), 1);
}

#[cfg(unix)]
#[test]
fn files_outside_of_the_workspace_are_not_read() {
    let outside = folder(&[("main.tf", "variable \"outside\" {}\n"), ("b.tf", "variable \"x\" {}\n")]);
    let inside = folder(&[("a.tf", "variable \"inside\" {}\n"), ("real/c.tf", "variable \"linked\" {}\n")]);
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, inside.path().join(name)).expect("it is linked")
    };
    link(&outside.path().join("main.tf"), "link.tf");
    link(outside.path(), "folder");
    link(&inside.path().join("real/c.tf"), "c.tf");
    let mut client = Client::in_folder(Server::new(), inside.path());
    let expected = ["a.tf var.inside", "c.tf var.linked", "real/c.tf var.linked"];
    assert_eq!(symbols(&mut client, "", 3), expected);
    // A document outside has itself only. A name can be defined in another file, unless there is
    // none.
    for (folder, count) in [(outside.path(), 0), (Path::new("/none"), 1)] {
        let other = format!("file://{}/a.tf", folder.display());
        client.open(&other, "output \"o\" {\n  value = var.x\n}\n");
        assert_eq!(client.diagnostics(&other).as_array().map(Vec::len), Some(count));
    }
    let params =
        json!({ "changes": [{ "uri": format!("file://{}/b.tf", outside.path().display()), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", params);
    assert_eq!(symbols(&mut client, "var", 3), expected);
}

#[test]
fn files_that_the_walk_skips_are_not_read() {
    let text = "variable \"x\" {}\n";
    let skipped = [".hidden/a.tf", "ignored/sub/a.tf", "own.tf", "formatted/a.tf", "a.txt", ".a.tf"];
    let rules = [(".git/HEAD", ""), (".gitignore", "ignored\nown.tf\n"), (".hclfmtignore", "formatted\n")];
    let folder = folder(&rules);
    let mut client = Client::in_folder(Server::new(), folder.path());
    let write_all = |names: &[&str], client: &mut Client| {
        names.iter().for_each(|name| write(folder.path(), name, text));
        let change = |name: &&str| json!({ "uri": client.uri(name), "type": 1 });
        let changes: Vec<_> = names.iter().map(change).collect();
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    };
    write_all(&skipped, &mut client);
    write_all(&["sub/b.tf"], &mut client);
    assert_eq!(symbols(&mut client, "", 1), ["sub/b.tf var.x"]);
    // Nor are those beside an open document, which can have the definitions of its names, and a
    // document that is closed.
    client.open("main.tf", "output \"o\" {\n  value = var.x\n}\n");
    assert_eq!(client.diagnostics("main.tf"), json!([]));
    fs::remove_file(folder.path().join("own.tf")).expect("it is removed");
    let change = json!({ "uri": client.uri("own.tf"), "type": 3 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert_eq!(client.diagnostics("main.tf").as_array().map(Vec::len), Some(1));
    write_all(&["own.tf"], &mut client);
    client.open("ignored/sub/a.tf", text);
    assert_eq!(symbols(&mut client, "var", 2), ["ignored/sub/a.tf var.x", "sub/b.tf var.x"]);
    let document = json!({ "uri": client.uri("own.tf") });
    client.open("own.tf", text);
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(symbols(&mut client, "var", 2), ["ignored/sub/a.tf var.x", "sub/b.tf var.x"]);
}

#[test]
fn folders_of_the_workspace_are_added_and_removed() {
    let first = folder(&[("a.tf", "variable \"a\" {}\n")]);
    let second = folder(&[("b.tf", "variable \"b\" {}\n")]);
    let mut client = Client::in_folder(Server::new(), first.path());
    assert_eq!(symbols(&mut client, "", 1), ["a.tf var.a"]);
    let uri = |folder: &TempDir| format!("file://{}", folder.path().display());
    let event = json!({
        "added": [{ "uri": uri(&second), "name": "b" }],
        "removed": [{ "uri": uri(&first), "name": "a" }],
    });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let found = symbols(&mut client, "b", 1);
    assert_eq!(found, [format!("{}/b.tf var.b", uri(&second))]);
    assert_eq!(symbols(&mut client, "", 1), found);
}

const SCHEMA: &str = "object {\n  attr \"port\" {\n    type = number\n  }\n}\n";

/// Returns the messages of the diagnostics of a document.
fn messages(client: &mut Client, name: &str) -> Vec<String> {
    let diagnostics = client.diagnostics(name);
    let messages = diagnostics.as_array().expect("it is a list").iter();
    messages.map(|it| it["message"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_json_schema_describes_the_files_in_its_folder() {
    let schema = |name: &str| {
        format!(r#"{{"properties": {{"{name}": {{"type": "number"}}}}, "additionalProperties": false}}"#)
    };
    let folder = folder(&[(".hcl-schema.json", &schema("port"))]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    client.open("a.hcl", "prot = 80\n");
    let expected =
        "Unexpected attribute: No attribute named \"prot\" is expected here. Did you mean \"port\"?";
    assert_eq!(messages(&mut client, "a.hcl"), [expected]);
    // The schema is no configuration, and mistakes in it are shown.
    client.open(".hcl-schema.json", &schema("port"));
    assert_eq!(messages(&mut client, ".hcl-schema.json"), [""; 0]);
    write(folder.path(), ".hcl-schema.json", "{");
    let change = json!({ "uri": client.uri(".hcl-schema.json"), "type": 2 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    client.change("a.hcl", 0..0, "\n");
    assert_eq!(messages(&mut client, "a.hcl"), [""; 0]);
    let shown = client.received.iter().find(|message| message["method"] == "window/showMessage");
    let shown = shown.and_then(|message| message["params"]["message"].as_str()).expect("there is one");
    assert!(shown.contains(".hcl-schema.json: EOF while parsing an object at line 1 column 1"), "{shown}");
}

#[test]
fn a_schema_describes_the_files_in_its_folder_and_below_it() {
    let folder = folder(&[("app/.hcl-schema.hcl", SCHEMA)]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    for (name, count) in [("app/a.hcl", 1), ("app/sub/b.hcl", 1), ("other.hcl", 0)] {
        client.open(name, "prot = 80\n");
        assert_eq!(messages(&mut client, name).len(), count, "{name}");
    }
    // A change of the schema is followed, and mistakes in it are shown in it.
    write(folder.path(), "app/.hcl-schema.hcl", &SCHEMA.replace("port", "prot"));
    let change = json!({ "uri": client.uri("app/.hcl-schema.hcl"), "type": 2 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    client.change("app/a.hcl", 0..0, "\n");
    assert_eq!(messages(&mut client, "app/a.hcl"), [""; 0]);
    client.open("app/.hcl-schema.hcl", "object {\n  atr \"x\" {}\n}\n");
    assert_eq!(
        messages(&mut client, "app/.hcl-schema.hcl"),
        ["Invalid specification: There is no kind of specification named \"atr\". Did you mean \"attr\"?"]
    );
}

#[test]
fn a_schema_can_be_named_by_the_program_or_by_the_editor() {
    let outside = folder(&[("schema.hcl", SCHEMA)]);
    let inside = folder(&[("schemas/app.hcl", SCHEMA)]);
    let cases: [(Option<&str>, Value, usize, Option<&str>); 4] = [
        (Some("schema.hcl"), Value::Null, 1, None),
        (None, json!({ "schema": "schemas/app.hcl" }), 1, None),
        (
            None,
            json!({ "schema": "missing.hcl" }),
            0,
            Some("there is no file \"missing.hcl\" in the workspace"),
        ),
        (None, json!({ "schema": outside.path().join("schema.hcl") }), 0, Some("")),
    ];
    for (of_program, options, count, problem) in cases {
        let server = match of_program {
            Some(name) => Server::new().schema(outside.path().join(name)),
            None => Server::new(),
        };
        let root = format!("file://{}", inside.path().display());
        let params = json!({ "capabilities": {}, "rootUri": root, "initializationOptions": options });
        let mut client = Client::start(server, format!("{root}/"), params);
        client.open("a.hcl", "prot = 80\n");
        assert_eq!(messages(&mut client, "a.hcl").len(), count, "{options}");
        let shown = client.received.iter().find(|it| it["method"] == "window/showMessage");
        let shown = shown.and_then(|it| it["params"]["message"].as_str());
        assert_eq!(shown.is_some(), problem.is_some(), "{shown:?}");
        if let Some(problem) = problem {
            assert!(shown.is_some_and(|shown| shown.contains(problem)), "{shown:?}");
        }
    }
}

#[test]
fn a_change_of_the_settings_is_followed() {
    let folder = folder(&[("schemas/app.hcl", SCHEMA)]);
    for settings in
        [json!({ "hcl": { "schema": "schemas/app.hcl" } }), json!({ "schema": "schemas/app.hcl" })]
    {
        let mut client = Client::in_folder(Server::new(), folder.path());
        client.open("a.hcl", "prot = 80\n");
        assert_eq!(messages(&mut client, "a.hcl").len(), 0);
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
        client.change("a.hcl", 0..0, "\n");
        assert_eq!(messages(&mut client, "a.hcl").len(), 1, "{settings}");
        // Settings of other programs change nothing.
        client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
        client.notify("workspace/didChangeConfiguration", json!({ "settings": { "other": 1 } }));
        assert_eq!(messages(&mut client, "a.hcl").len(), 1, "{settings}");
        // A setting can be unset.
        client.notify("workspace/didChangeConfiguration", json!({ "settings": { "hcl": {} } }));
        assert_eq!(messages(&mut client, "a.hcl").len(), 0, "{settings}");
    }
}

#[test]
fn an_application_can_have_an_extension_of_its_own() {
    let folder = folder(&[("a.conf", "service \"web\" {}\n"), ("b.txt", "x {}\n")]);
    let mut client = Client::in_folder(Server::new().extension("conf"), folder.path());
    assert_eq!(symbols(&mut client, "", 1), ["a.conf service.web"]);
}

#[test]
fn a_server_for_an_application_has_its_own_files_only() {
    let folder = folder(&[("a.myapp.hcl", "service \"web\" {}\n"), ("b.hcl", "x {}\n"), ("c.tf", "y {}\n")]);
    let spec = serde_hcl::ext::Spec::attribute("port", serde_hcl::Type::Number).required();
    let server = || Server::for_spec(spec.clone()).files(["myapp.hcl", "*.myapp.hcl"]).language_id("myapp");
    let mut client = Client::in_folder(server(), folder.path());
    assert_eq!(symbols(&mut client, "", 1), ["a.myapp.hcl service.web"]);
    for (name, language, count) in [
        ("b.myapp.hcl", "hcl", 1),
        ("myapp.hcl", "hcl", 1),
        ("other.hcl", "myapp", 1),
        ("other.hcl", "hcl", 0),
        (".terraform.lock.hcl", "hcl", 0),
        ("main.tf", "terraform", 0),
    ] {
        client.open_as(name, language, "prot = 80\n");
        let found = client.request("textDocument/completion", client.at(name, 0));
        assert_eq!(found.is_null(), count == 0, "{name}: {found}");
        if count > 0 {
            let expected =
                "Unexpected attribute: No attribute named \"prot\" is expected here. Did you mean \"port\"?";
            assert_eq!(messages(&mut client, name), [expected], "{name}");
        }
        client.change(name, 0..0, "\n");
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri(name) } }));
    }
    client.end().expect("it ends well");
    let error = Server::for_spec(spec).files(["["]).run(std::io::empty(), std::io::sink());
    assert_eq!(error.map_err(|it| it.kind()), Err(std::io::ErrorKind::InvalidInput));
}

#[test]
fn the_settings_of_the_editor_are_requested() {
    let folder = folder(&[("schemas/app.hcl", SCHEMA)]);
    let root = format!("file://{}", folder.path().display());
    let capabilities = json!({
        "workspace": { "configuration": true, "didChangeConfiguration": { "dynamicRegistration": true } },
    });
    let params = json!({ "capabilities": capabilities, "rootUri": root });
    let mut client = Client::start(Server::new(), format!("{root}/"), params);
    let registered = client.wait_for("client/registerCapability").0;
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeConfiguration");
    client.open("a.hcl", "prot = 80\n");
    for (schema, count) in [(json!("schemas/app.hcl"), 1), (Value::Null, 0), (json!("schemas/app.hcl"), 1)] {
        let (params, id) = client.wait_for("workspace/configuration");
        assert_eq!(params["items"], json!([{ "section": "hcl" }]));
        client.reply(&id, json!([{ "schema": schema }]));
        assert_eq!(messages(&mut client, "a.hcl").len(), count, "{schema}");
        client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    }
    // An answer without settings changes nothing.
    let id = client.wait_for("workspace/configuration").1;
    client.send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": 1, "message": "none" } }));
    assert_eq!(messages(&mut client, "a.hcl").len(), 1);
}

#[test]
fn a_folder_that_is_removed_or_added_is_followed() {
    let folder = folder(&[("a.tf", "variable \"a\" {}\n"), ("sub/x/b.tf", "variable \"b\" {}\n")]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    assert_eq!(symbols(&mut client, "", 2), ["a.tf var.a", "sub/x/b.tf var.b"]);
    let changed = |client: &mut Client, kind: u32| {
        let change = json!({ "uri": client.uri("sub"), "type": kind });
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    };
    fs::rename(folder.path().join("sub"), folder.path().join(".moved")).expect("it is moved");
    changed(&mut client, 3);
    assert_eq!(symbols(&mut client, "", 1), ["a.tf var.a"]);
    fs::rename(folder.path().join(".moved"), folder.path().join("sub")).expect("it is moved");
    changed(&mut client, 1);
    assert_eq!(symbols(&mut client, "", 2), ["a.tf var.a", "sub/x/b.tf var.b"]);
}

#[test]
fn the_progress_of_reading_is_shown() {
    let folder = folder(&[("a.tf", "variable \"a\" {}\n")]);
    let root = format!("file://{}", folder.path().display());
    let params = json!({ "capabilities": { "window": { "workDoneProgress": true } }, "rootUri": root });
    let mut client = Client::start(Server::new(), format!("{root}/"), params);
    let token = client.wait_for("window/workDoneProgress/create").0["token"].clone();
    for value in [json!({ "kind": "begin", "title": "Reading configurations" }), json!({ "kind": "end" })] {
        assert_eq!(client.wait_for("$/progress").0, json!({ "token": token, "value": value }));
    }
}

#[test]
fn a_document_can_name_its_schema_in_a_comment() {
    let schema = r#"{"properties": {"port": {"type": "number"}}, "additionalProperties": false}"#;
    let folder = folder(&[("schemas/app.json", schema), ("app/other.hcl", "")]);
    let mut client = Client::in_folder(Server::new(), folder.path());
    let unexpected =
        "Unexpected attribute: No attribute named \"prot\" is expected here. Did you mean \"port\"?";
    let missing = |path: &str| {
        format!(
            "Cannot read or write: cannot read {}/{path}: No such file or directory (os error 2)",
            folder.path().canonicalize().expect("it exists").display()
        )
    };
    for (text, expected) in [
        ("# hcl-schema: ../schemas/app.json\nprot = 80\n", vec![unexpected.to_owned()]),
        ("// About.\n\n//hcl-schema:../schemas/app.json\nprot = 80\n", vec![unexpected.to_owned()]),
        ("# hcl-schema: ../schemas/app.json\nport = 80\n", vec![]),
        ("# hcl-schema: none.json\nprot = 80\n", vec![missing("app/none.json")]),
        ("# hcl-schema:\nprot = 80\n", vec![]),
        ("prot = 80\n# hcl-schema: ../schemas/app.json\n", vec![]),
        ("prot = 80\n", vec![]),
    ] {
        client.open("app/a.hcl", text);
        assert_eq!(messages(&mut client, "app/a.hcl"), expected, "{text}");
    }
    // Other documents of the folder have none.
    client.open("app/b.hcl", "# hcl-schema: ../schemas/app.json\n");
    client.open("app/other.hcl", "prot = 80\n");
    assert_eq!(messages(&mut client, "app/other.hcl"), [""; 0]);
    // A change of the schema is followed.
    client.open("app/a.hcl", "# hcl-schema: ../schemas/app.json\nprot = 80\n");
    write(folder.path(), "schemas/app.json", &schema.replace("port", "prot"));
    let change = json!({ "uri": client.uri("schemas/app.json"), "type": 2 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert_eq!(messages(&mut client, "app/a.hcl"), [""; 0]);
}

#[test]
fn settings_give_schemas_to_files() {
    let folder = folder(&[("schemas/app.hcl", SCHEMA)]);
    let root = format!("file://{}", folder.path().canonicalize().expect("it exists").display());
    let schemas = json!({ "schemas/app.hcl": ["*.app.hcl", "conf/**/*.hcl"] });
    let capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let params = json!({ "capabilities": capabilities, "rootUri": root, "initializationOptions": { "schemas": schemas } });
    let mut client = Client::start(Server::new(), format!("{root}/"), params);
    for (name, count) in [
        ("a.app.hcl", 1),
        ("x/b.app.hcl", 1),
        ("conf/c.hcl", 1),
        ("conf/x/d.hcl", 1),
        ("x/conf/e.hcl", 0),
        ("a.hcl", 0),
    ] {
        client.open(name, "prot = 80\n");
        assert_eq!(messages(&mut client, name).len(), count, "{name}");
    }
    let watched = |it: &Value| it["params"]["registrations"][0]["registerOptions"]["watchers"].clone();
    let watched: Vec<_> = client.received.iter().map(watched).filter(|it| it.is_array()).collect();
    let path = folder.path().canonicalize().expect("it exists").join("schemas/app.hcl");
    assert_eq!(watched.last(), Some(&json!([{ "globPattern": path }])));
    // An invalid pattern is shown, and unset settings are those of the start.
    for (settings, count) in
        [(json!({ "schemas": { "schemas/app.hcl": "[" } }), 0), (json!({ "schema": null }), 1)]
    {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
        assert_eq!(messages(&mut client, "a.app.hcl").len(), count, "{settings}");
    }
    let shown = client.wait_for("window/showMessage").0["message"].clone();
    assert_eq!(
        shown,
        "the setting \"schemas\" has an invalid pattern: error parsing glob '[': unclosed character class; missing ']'"
    );
}
