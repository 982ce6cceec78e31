//! The language of Terraform: its blocks, modules that call each other, and values of variables.

use std::fs;

use serde_hcl_lsp::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, marked};

/// The files of a module that calls another one.
const FILES: [(&str, &str); 4] = [
    (
        "main.tf",
        "module \"net\" {\n  source = \"./net\"\n  cidr   = \"10.0.0.0/8\"\n}\noutput \"id\" {\n  value = module.net.id\n}\n",
    ),
    ("variables.tf", "variable \"region\" {\n  type        = string\n  description = \"The region.\"\n}\n"),
    (
        "net/main.tf",
        "variable \"cidr\" {\n  type        = string\n  description = \"The range.\"\n}\nvariable \"zones\" {\n  type    = list(object({ name = string }))\n  default = []\n}\n",
    ),
    (
        "net/outputs.tf",
        "output \"id\" {\n  value       = [var.cidr, var.zones]\n  description = \"The identifier.\"\n}\n",
    ),
];

fn workspace() -> (TempDir, Client) {
    let folder = tempfile::tempdir().expect("there is a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it is created");
        fs::write(path, text).expect("it is written");
    }
    let client = Client::in_folder(Server::new(), folder.path());
    (folder, client)
}

/// Opens all files of the workspace, so that all are known.
fn opened() -> (TempDir, Client) {
    let (folder, mut client) = workspace();
    FILES.iter().for_each(|(name, text)| client.open(name, text));
    (folder, client)
}

/// Returns the labels of the completions at the cursor but for functions and keywords.
fn completed(client: &mut Client, name: &str, text: &str) -> String {
    let (text, marks) = marked(text);
    client.open(name, &text);
    let found = client.request("textDocument/completion", client.at(name, marks[0]));
    let mut items = found["items"].as_array().expect("it is a list").clone();
    items.sort_by_key(|item| item["sortText"].as_str().map(str::to_owned));
    let is_name = |item: &&Value| item["kind"] != 3 && (item["kind"] != 14 || text.contains("type"));
    let labels = items.iter().filter(is_name).filter_map(|item| item["label"].as_str());
    labels.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_blocks_and_arguments_of_the_language_are_completed() {
    let mut client = Client::new(Server::new());
    for (text, expected) in [
        (
            "▮",
            "action check data ephemeral import locals module moved output provider removed resource terraform variable",
        ),
        (
            "variable \"a\" {\n  ▮\n}\n",
            "const default deprecated description ephemeral nullable sensitive type validation",
        ),
        (
            "output \"a\" {\n  val▮\n}\n",
            "value depends_on deprecated description ephemeral precondition sensitive type",
        ),
        (
            "resource \"a\" \"b\" {\n  ▮\n}\n",
            "connection count depends_on for_each lifecycle provider provisioner",
        ),
        (
            "resource \"a\" \"c\" {\n  size = 1\n}\nresource \"a\" \"b\" {\n  count = 1\n  ▮\n}\nresource \"d\" \"e\" {\n  other = 1\n}\n",
            "connection depends_on for_each lifecycle provider provisioner size",
        ),
        (
            "resource \"a\" \"b\" {\n  lifecycle {\n    pre▮\n  }\n}\n",
            "action_trigger create_before_destroy destroy enabled ignore_changes postcondition precondition prevent_destroy replace_triggered_by",
        ),
        ("variable \"a\" {\n  type = ▮\n}\n", "any bool number string list map object optional set tuple"),
        (
            "variable \"a\" {\n  type = map(object({ b = ▮ }))\n}\n",
            "any bool number string list map object optional set tuple",
        ),
        ("variable \"a\" {\n  type = map(object({ ▮ }))\n}\n", ""),
        ("module \"a\" {\n  ▮\n}\n", "source count depends_on for_each providers version"),
    ] {
        assert_eq!(completed(&mut client, "a.tf", text), expected, "{text:?}");
    }
}

#[test]
fn the_arguments_and_outputs_of_a_module_are_completed() {
    let (_folder, mut client) = opened();
    for (text, expected) in [
        (
            "module \"net\" {\n  source = \"./net\"\n  ▮\n}\n",
            "cidr count depends_on for_each providers version zones",
        ),
        ("module \"net\" {\n  source = \"./net\"\n  zones = [{ ▮ }]\n}\n", "name"),
        ("module \"net\" {\n  source = \"./net\"\n}\nlocals {\n  a = module.net.▮\n}\n", "id"),
        (
            "module \"net\" {\n  source = \"./net\"\n  count = 2\n}\nlocals {\n  a = module.net[0].▮\n}\n",
            "id",
        ),
        ("module \"net\" {\n  source = \"./none\"\n}\nlocals {\n  a = module.net.▮\n}\n", "source"),
    ] {
        assert_eq!(completed(&mut client, "main.tf", text), expected, "{text:?}");
    }
}

#[test]
fn the_arguments_and_outputs_of_a_module_are_described_and_found() {
    let (_folder, mut client) = opened();
    for (place, hover, definition) in [
        ("ci▮dr ", "cidr = string, required\nThe range.", Some(("net/main.tf", "variable \"cidr\""))),
        ("net.i▮d", "module.net.id (output)\nThe identifier.", Some(("net/outputs.tf", "output \"id\""))),
        ("module.n▮et", "module.net (module)", Some(("main.tf", "module \"net\""))),
    ] {
        let (word, marks) = marked(place);
        let at = client.text("main.tf").find(&word).expect("it is there") + marks[0];
        let params = client.at("main.tf", at);
        let found = client.request("textDocument/hover", params.clone());
        let text = found["contents"]["value"].as_str().unwrap_or_default();
        assert_eq!(text.trim().replace("\n\n", "\n"), hover, "{place}");
        let found = client.request("textDocument/definition", params);
        let found = found[0]["uri"].as_str().map(|uri| {
            let name = uri.strip_prefix(&client.uri("")).expect("it is in the folder").to_owned();
            let text = client.slice(&name, &found[0]["range"]).to_owned();
            (name, text)
        });
        let found = found.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
        assert_eq!(found, definition, "{place}");
    }
}

/// Returns the diagnostics of a document as the text that is marked and the message.
fn report(client: &mut Client, name: &str) -> Vec<String> {
    let found = client.diagnostics(name);
    let found = found.as_array().expect("it is a list").iter();
    let line = |it: &Value| {
        format!("`{}` {}", client.slice(name, &it["range"]), it["message"].as_str().unwrap_or_default())
    };
    found.map(line).collect()
}

#[test]
fn the_arguments_and_outputs_of_a_module_are_checked() {
    let (_folder, mut client) = opened();
    assert_eq!(report(&mut client, "main.tf"), [""; 0]);
    client.open("main.tf", "module \"net\" {\n  source = \"./net\"\n  cdir = 1\n}\noutput \"id\" {\n  value = module.net.ids\n}\n");
    assert_eq!(
        report(&mut client, "main.tf"),
        [
            "`module \"net\"` Missing attribute or block: The module \"net\" needs a value for its variable \"cidr\".",
            "`cdir` Unexpected attribute: The module \"net\" has no variable \"cdir\". Did you mean \"cidr\"?",
            "`.ids` Unsupported attribute: The module \"net\" has no output \"ids\". Did you mean \"id\"?",
        ]
    );
    // A change of the module that is called is followed.
    let text = client.text("main.tf").replace("cdir", "cidr").replace("ids", "id");
    client.open("main.tf", &text);
    assert_eq!(report(&mut client, "main.tf"), [""; 0]);
    client.open("net/outputs.tf", "output \"ids\" {\n  value = [var.cidr, var.zones]\n}\n");
    client.diagnostics("net/outputs.tf");
    assert_eq!(
        report(&mut client, "main.tf"),
        ["`.id` Unsupported attribute: The module \"net\" has no output \"id\". Did you mean \"ids\"?"]
    );
}

#[test]
fn values_of_variables_are_completed_described_and_checked() {
    let (_folder, mut client) = opened();
    client.open("variables.tf", "variable \"region\" {\n  type        = string\n  description = \"The region.\"\n}\nvariable \"size\" {\n  type = object({ cpu = number, disk = optional(string) })\n}\n");
    assert_eq!(completed(&mut client, "a.tfvars", "▮"), "region size");
    assert_eq!(completed(&mut client, "a.tfvars", "region = \"eu\"\n▮"), "size");
    assert_eq!(completed(&mut client, "a.tfvars", "size = { ▮ }\n"), "cpu disk");
    client.open("a.tfvars", "region = \"eu\"\nsize = { cpu = 1 }\n");
    let found = client.request("textDocument/hover", client.at("a.tfvars", 1));
    assert_eq!(found["contents"]["value"].as_str().map(str::trim), Some("region = string\n\nThe region."));
    assert_eq!(report(&mut client, "a.tfvars"), [""; 0]);
    client.open("a.tfvars", "regoin = \"eu\"\nsize = { cpu = \"x\" }\n");
    assert_eq!(
        report(&mut client, "a.tfvars"),
        [
            "`regoin` Value of an unknown variable: There is no variable named \"regoin\". Did you mean \"region\"?",
            "`{ cpu = \"x\" }` Wrong type: The value of \"size\" is unsuitable: cpu: expected a number, found the string \"x\".",
        ]
    );
    assert_eq!(client.diagnostics("a.tfvars")[0]["severity"], json!(2));
    // Without variables, the values are those of another module.
    client.open("envs/b.tfvars", "other = 1\n");
    assert_eq!(report(&mut client, "envs/b.tfvars"), [""; 0]);
}

#[test]
fn repeated_outputs_and_default_providers_are_reported() {
    let mut client = Client::new(Server::new());
    client.open("a.tf", "output \"a\" {\n  value = 1\n}\nprovider \"aws\" {}\n");
    client.open(
        "b.tf",
        "output \"a\" {\n  value = 2\n}\nprovider \"aws\" {}\nprovider \"aws\" {\n  alias = \"eu\"\n}\n",
    );
    assert_eq!(
        report(&mut client, "b.tf"),
        [
            "`output \"a\"` Duplicate definition: \"output.a\" is defined already. Remove or rename one of the two.",
            "`provider \"aws\"` Duplicate definition: \"provider.aws\" is defined already. Remove or rename one of the two.",
        ]
    );
}

#[test]
fn a_variable_or_an_output_is_renamed_in_the_modules_that_call_its_module() {
    let (_folder, mut client) = opened();
    for (file, place, from, to) in [
        ("net/main.tf", "\"ci▮dr\"", "cidr", "range"),
        ("net/main.tf", "\"zo▮nes\"", "zones", "places"),
        ("net/outputs.tf", "\"i▮d\"", "\"id\"", "\"net_id\""),
    ] {
        let (word, marks) = marked(place);
        let at = client.text(file).find(&word).expect("it is there") + marks[0];
        let mut params = client.at(file, at);
        params["context"] = json!({ "includeDeclaration": true });
        let references = client.request("textDocument/references", params.clone());
        params["newName"] = json!(to.trim_matches('"'));
        let edit = client.request("textDocument/rename", params);
        let mut count = 0;
        for (name, text) in FILES {
            let edits = &edit["changes"][client.uri(name)];
            count += edits.as_array().map_or(0, Vec::len);
            let expected = match name {
                "main.tf" if from == "\"id\"" => text.replace("net.id", "net.net_id"),
                "main.tf" => text.replace("cidr   =", if from == "cidr" { "range   =" } else { "cidr   =" }),
                _ => text.replace(from, to),
            };
            assert_eq!(client.edited(name, edits), expected, "{name}: {from}");
        }
        assert_eq!(references.as_array().map(Vec::len), Some(count), "{from}");
    }
}

/// The schema of a provider, as `terraform providers schema -json` writes it.
const PROVIDERS: &str = r#"{
  "format_version": "1.0",
  "provider_schemas": {
    "registry.terraform.io/example/cloud": {
      "provider": { "version": 0, "block": { "attributes": {
        "region": { "type": "string", "description": "The region.", "required": true }
      } } },
      "resource_schemas": {
        "cloud_server": { "version": 1, "block": {
          "attributes": {
            "id": { "type": "string", "computed": true },
            "image": { "type": "string", "description": "The image.", "required": true },
            "tags": { "type": ["map", "string"], "optional": true },
            "sizes": { "type": ["list", ["object", { "cpu": "number", "disk": "string" }]], "optional": true }
          },
          "block_types": {
            "disk": { "nesting_mode": "list", "min_items": 1, "block": {
              "attributes": { "size": { "type": "number", "required": true } }
            } }
          }
        } }
      },
      "data_source_schemas": {
        "cloud_image": { "version": 0, "block": { "attributes": { "name": { "type": "string", "optional": true } } } }
      }
    }
  }
}"#;

#[test]
fn the_schemas_of_providers_describe_their_blocks() {
    let (folder, mut client) = workspace();
    fs::write(folder.path().join(".terraform-providers.json"), PROVIDERS).expect("it is written");
    let meta = "connection count depends_on for_each lifecycle provider provisioner";
    for (text, expected) in [
        ("resource \"▮\" {}\n", "cloud_server".to_owned()),
        ("data \"▮\"\n", "cloud_image".to_owned()),
        ("provider \"▮", "cloud".to_owned()),
        ("resource \"cloud_server\" \"a\" {\n  ▮\n}\n", format!("disk image {meta} sizes tags")),
        ("resource \"cloud_server\" \"a\" {\n  disk {\n    ▮\n  }\n}\n", "size".to_owned()),
        ("resource \"cloud_server\" \"a\" {\n  sizes = [{ ▮ }]\n}\n", "cpu disk".to_owned()),
        ("provider \"cloud\" {\n  ▮\n}\n", "region alias for_each version".to_owned()),
        ("resource \"cloud_server\" \"a\" {\n  lifecycle {\n    prev▮\n  }\n}\n", "action_trigger create_before_destroy destroy enabled ignore_changes postcondition precondition prevent_destroy replace_triggered_by".to_owned()),
    ] {
        assert_eq!(completed(&mut client, "a.tf", text), expected, "{text:?}");
    }
    client.open(
        "a.tf",
        "resource \"cloud_server\" \"a\" {\n  imag = \"x\"\n  id = 1\n  tags = { a = var.region }\n  count = 2\n  disk {\n    size = \"big\"\n  }\n  lifecycle {\n    ignore_changes = [tags]\n  }\n}\nresource \"other\" \"a\" {\n  any = 1\n}\n",
    );
    assert_eq!(
        report(&mut client, "a.tf"),
        [
            "`imag` Unexpected attribute: No attribute named \"imag\" is expected here. Did you mean \"image\"?",
            "`id` Unexpected attribute: No attribute named \"id\" is expected here. Expected \"for_each\", \"provider\", \"depends_on\", \"image\" or \"sizes\".",
            "`\"big\"` Wrong type: The value of \"size\" is unsuitable: expected a number, found the string \"big\".",
        ]
    );
    let found = client.request(
        "textDocument/hover",
        client.at("a.tf", client.text("a.tf").find("tags").expect("it is there")),
    );
    assert_eq!(found["contents"]["value"].as_str().map(str::trim), Some("tags = map(string)"));
    let found = client.request(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": client.uri("a.tf") },
            "range": client.range("a.tf", 34..34),
            "context": { "diagnostics": [] },
        }),
    );
    assert_eq!(found[0]["title"], "Replace `imag` with `image`");
    // A file that is no such schema is shown as a problem.
    fs::write(folder.path().join(".terraform-providers.json"), "{}").expect("it is written");
    let change = json!({ "uri": client.uri(".terraform-providers.json"), "type": 2 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert_eq!(report(&mut client, "a.tf"), [""; 0]);
    let shown = client.wait_for("window/showMessage").0["message"].clone();
    assert!(
        shown.as_str().is_some_and(|it| it
            .ends_with(".terraform-providers.json: missing field `provider_schemas` at line 1 column 2")),
        "{shown}"
    );
}

#[test]
fn a_setting_names_the_schemas_of_providers() {
    let (folder, mut client) = workspace();
    fs::create_dir(folder.path().join("schemas")).expect("it is created");
    fs::write(folder.path().join("schemas/all.json"), PROVIDERS).expect("it is written");
    client.open("a.tf", "resource \"cloud_server\" \"a\" {\n  imag = 1\n  disk {\n    size = 1\n  }\n}\n");
    let unexpected = "`imag` Unexpected attribute: No attribute named \"imag\" is expected here. \
                      Did you mean \"image\"?";
    for (settings, expected) in [
        (json!({ "providerSchemas": "schemas/all.json" }), vec![unexpected]),
        (json!({ "providerSchemas": null }), vec![]),
        (json!({ "providerSchemas": "/etc/passwd" }), vec![]),
    ] {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": { "hcl": settings } }));
        assert_eq!(report(&mut client, "a.tf"), expected, "{settings}");
    }
    let shown = client.wait_for("window/showMessage").0["message"].clone();
    assert_eq!(shown, "there is no file \"/etc/passwd\" in the workspace");
}

#[test]
fn the_number_of_references_is_above_each_definition() {
    let (_folder, mut client) = opened();
    client.open("locals.tf", "locals {\n  a = var.region\n  b = [local.a, local.a]\n}\n");
    for (name, expected) in [
        ("locals.tf", "1: 2 references, 2: 0 references"),
        ("variables.tf", "0: 1 reference"),
        ("main.tf", "0: 1 reference"),
        // Those in the module that calls it.
        ("net/main.tf", "0: 2 references, 4: 1 reference"),
        ("net/outputs.tf", "0: 1 reference"),
    ] {
        let document = json!({ "uri": client.uri(name) });
        let found = client.request("textDocument/codeLens", json!({ "textDocument": document }));
        let lenses = found.as_array().expect("it is a list").iter();
        let line = |it: &Value| {
            format!(
                "{}: {}",
                it["range"]["start"]["line"],
                it["command"]["title"].as_str().unwrap_or_default()
            )
        };
        assert_eq!(lenses.map(line).collect::<Vec<_>>().join(", "), expected, "{name}");
    }
}
