//! Hover, signature help, and inlay hints.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::ext::{self, Spec};
use serde_hcl::func::Parameter;
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Function, Type, value};
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Config {
    region: String,
    service: BTreeMap<String, Service>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Service {
    port: Option<u16>,
}

fn server() -> Server {
    let spec = Spec::of::<Config>().describe([
        ("region", "Where it runs."),
        ("service", "A service."),
        ("service.port", "The port."),
    ]);
    let size = Spec::attribute("size", Type::Number).one_of([1, 2]).or(Spec::literal(1));
    let spec = Spec::tuple([spec.expect("the paths exist"), size]);
    let mut context = EvalContext::new();
    context.set("site", value!({ "name": "web" }));
    context.set("secret", value!("hidden").mark(Mark::new("sensitive")));
    serde_hcl_terraform::register(&mut context);
    Server::for_spec(spec).context(context)
}

fn client(server: Server) -> Client {
    let hover = json!({ "contentFormat": ["markdown", "plaintext"] });
    let params = json!({
        "capabilities": { "textDocument": { "hover": hover } },
        "initializationOptions": { "inlayHints": true },
    });
    Client::start(server, "file:///test/".to_owned(), params)
}

/// Returns the result of a request at the cursor.
fn request(client: &mut Client, method: &str, name: &str, text: &str) -> Value {
    let (text, marks) = marked(text);
    client.open(name, &text);
    let params = client.at(name, marks[0]);
    client.request(&format!("textDocument/{method}"), params)
}

/// Returns the hovered text and its description in one line.
fn hover(client: &mut Client, name: &str, text: &str) -> String {
    let result = request(client, "hover", name, text);
    if result.is_null() {
        return String::new();
    }
    let text = result["contents"]["value"].as_str().expect("it is a text");
    let text = text.replace("```hcl\n", "").replace("\n```", "").replace('\n', " ");
    let words: Vec<_> = text.split_whitespace().collect();
    format!("{}: {}", client.slice(name, &result["range"]), words.join(" "))
}

#[test]
fn hover_describes_names() {
    let mut client = client(server());
    for (text, expected) in [
        ("reg▮ion = 1\n", "region: region = string, required Where it runs."),
        ("▮region = \"a\"\n", "region: region = string, required Where it runs."),
        ("size = 1▮\n", ""),
        ("si▮ze", "size: size = number Possible values: `1`, `2` Default: `1`"),
        (
            "serv▮ice \"a\" {\n",
            "service: service \"name\" {} (block, at least 1, labels \"name\") A service. Content: `port`",
        ),
        ("service \"a\" {\n  port▮ = 1\n}\n", "port: port = number The port."),
        ("service \"a\" {\n  prot▮ = 1\n}\n", ""),
        // The value of an expression, unless it is a literal or a secret.
        (
            "region▮ = \"${site.name}-1\"\n",
            "region: region = string, required Where it runs. Value: `\"web-1\"`",
        ),
        ("region▮ = \"${secret}-1\"\n", "region: region = string, required Where it runs."),
        ("region▮ = sensitive(\"a\")\n", "region: region = string, required Where it runs."),
        ("region▮ = unknown\n", "region: region = string, required Where it runs."),
        ("region▮ = 1 +\n", "region: region = string, required Where it runs."),
        // References and functions.
        ("region = si▮te.name\n", "site: site (object({ name = string })) Value: `{ name = \"web\" }`"),
        ("region = site.na▮me\n", "name: site.name (string) Value: `\"web\"`"),
        ("region = sec▮ret\n", "secret: secret (any)"),
        ("region = nobody▮\n", ""),
        ("region = up▮per(\"a\")\n", "upper: upper(str: string) -> string Returns a string in upper case."),
        ("region = \"${up▮per(", "upper: upper(str: string) -> string Returns a string in upper case."),
        ("region = nothing▮(1)\n", ""),
        (
            "region = [for k in site : ▮k]\n",
            "k: k (string) An element of the collection of a `for` expression.",
        ),
        ("region = \"site▮\"\n", ""),
        ("# region▮\n", ""),
    ] {
        assert_eq!(hover(&mut client, "a.hcl", text), expected, "{text:?}");
    }
    for (text, expected) in [
        ("{\"reg▮ion\": 1}", "region: region = string, required Where it runs."),
        (
            "{\"reg▮ion\": \"${site.name}-1\"}",
            "region: region = string, required Where it runs. Value: `\"web-1\"`",
        ),
        ("{\"service\": {\"a\": {\"po▮rt\"", "port: port = number The port."),
        ("{\"service\": {\"po▮rt\": {}}}", ""),
        ("{\"region\": \"${site.na▮me}\"}", "name: site.name (string) Value: `\"web\"`"),
    ] {
        assert_eq!(hover(&mut client, "a.hcl.json", text), expected, "{text:?}");
    }
}

const DEFINITIONS: &str = r#"
locals {
  host  = "www.${var.domain}"
  token = "x-${var.password}"
}
variable "domain" {
  description = "The domain."
  default     = "example.org"
}
variable "password" {
  sensitive = true
  default   = "hidden"
}
output "o" {
  sensitive = true
  value     = upper(local.host)
}
x = upper(local.host)
y = upper(local.token)
z = upper(var.domain)
"#;

#[test]
fn hover_has_the_values_of_definitions_but_no_secrets() {
    let mut client = client(Server::new());
    client.open("b.tf", DEFINITIONS);
    for (text, expected) in [
        ("a = local.ho▮st\n", "host: local.host (attribute) Value: `\"www.example.org\"`"),
        ("a = var.doma▮in\n", "domain: var.domain (variable) The domain. Value: `\"example.org\"`"),
        ("a = var.pass▮word\n", "password: var.password (variable)"),
        ("a = local.tok▮en\n", "token: local.token (attribute)"),
    ] {
        assert_eq!(hover(&mut client, "a.tf", text), expected, "{text:?}");
    }
}

#[test]
fn inlay_hints_show_values_but_no_secrets() {
    let mut client = client(Server::new());
    client.open("b.tf", DEFINITIONS);
    let whole = client.range("b.tf", 0..DEFINITIONS.len());
    let part = client.range("b.tf", DEFINITIONS.find("\nz").expect("it is there")..DEFINITIONS.len());
    let document = json!({ "uri": client.uri("b.tf") });
    let mut hints = |range: Value| -> Vec<String> {
        let params = json!({ "textDocument": document, "range": range });
        let hints = client.request("textDocument/inlayHint", params);
        let hint = |hint: &Value| {
            let line = hint["position"]["line"].as_u64().expect("it is a number") as usize;
            let text = DEFINITIONS.lines().nth(line).expect("it is there").trim();
            format!("{text} {}", hint["label"].as_str().expect("it is a text"))
        };
        hints.as_array().expect("it is a list").iter().map(hint).collect()
    };
    let last = "z = upper(var.domain) = \"EXAMPLE.ORG\"";
    assert_eq!(hints(part), [last]);
    assert_eq!(
        hints(whole),
        [
            "host  = \"www.${var.domain}\" = \"www.example.org\"",
            "x = upper(local.host) = \"WWW.EXAMPLE.ORG\"",
            last
        ]
    );
}

#[test]
fn templates_of_json_have_values() {
    let mut client = client(Server::new());
    client.open("b.tf", DEFINITIONS);
    let text = r#"{"a": "${local.host}", "b": {"c": ["${upper(var.domain)}", "x"], "d": "${local.token}"},
        "e": {"sensitive": true, "value": "${local.host}"}, "f": "www.example.org"}"#;
    client.open("a.tf.json", text);
    let params = json!({
        "textDocument": { "uri": client.uri("a.tf.json") },
        "range": client.range("a.tf.json", 0..text.len()),
    });
    let hints = client.request("textDocument/inlayHint", params);
    let labels: Vec<_> =
        hints.as_array().expect("it is a list").iter().map(|hint| hint["label"].as_str()).collect();
    assert_eq!(labels, [Some("= \"www.example.org\""), Some("= \"EXAMPLE.ORG\"")]);
}

#[test]
fn inlay_hints_are_shown_if_the_settings_have_them() {
    let refresh = json!({ "inlayHint": { "refreshSupport": true } });
    let params = json!({ "capabilities": { "workspace": refresh } });
    let mut client = Client::start(Server::new(), "file:///test/".to_owned(), params);
    let text = "x = upper(\"a\")\n";
    client.open("a.tf", text);
    let document = json!({ "uri": client.uri("a.tf") });
    let params = json!({ "textDocument": document, "range": client.range("a.tf", 0..text.len()) });
    for (settings, expected) in [
        (json!({}), 0),
        (json!({ "hcl": { "inlayHints": true } }), 1),
        (json!({ "hcl": {} }), 0),
        (json!({ "inlayHints": false }), 0),
    ] {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
        let hints = client.request("textDocument/inlayHint", params.clone());
        assert_eq!(hints.as_array().map(Vec::len), Some(expected), "{settings}");
    }
    let refreshed = client.received.iter().filter(|it| it["method"] == "workspace/inlayHint/refresh");
    assert_eq!(refreshed.count(), 2);
}

#[test]
fn signature_help_shows_the_parameter_of_the_argument() {
    let mut client = client(server());
    for (text, expected) in [
        ("x = upper(▮", "upper([str: string]) -> string"),
        ("x = upper(\"a\"▮)\n", "upper([str: string]) -> string"),
        ("x = split(\",\", ▮", "split(separator: string, [str: string]) -> list(string)"),
        ("x = split(\",\", [1, f(2)], ▮", "split(separator: string, str: string) -> list(string)"),
        ("x = format(\"a\", 1, 2, ▮)\n", "format(format: string, [args...: any]) -> string"),
        ("x = upper(lower(▮", "lower([str: string]) -> string"),
        ("x = upper(lower(1), ▮", "upper(str: string) -> string"),
        ("x = \"${upper(▮", "upper([str: string]) -> string"),
        ("x = upper([{ a = ▮", "upper([str: string]) -> string"),
        ("x = upper(1) ▮", ""),
        ("x = (1 + ▮", ""),
        ("x = nothing(▮", ""),
        ("x = split(\n  \",\",\n  ▮\n)\n", "split(separator: string, [str: string]) -> list(string)"),
    ] {
        let result = request(&mut client, "signatureHelp", "a.hcl", text);
        let signature = &result["signatures"][0];
        let mut label = signature["label"].as_str().unwrap_or_default().to_owned();
        if let Some(active) = result["activeParameter"].as_u64() {
            let part = &signature["parameters"][active as usize]["label"];
            for (at, mark) in [(1, ']'), (0, '[')] {
                label.insert(part[at].as_u64().expect("it is a number") as usize, mark);
            }
        }
        assert_eq!(label, expected, "{text:?}");
    }
    let result = request(&mut client, "signatureHelp", "a.hcl", "x = upper(▮");
    assert_eq!(result["signatures"][0]["documentation"]["value"], "Returns a string in upper case.");
}

#[test]
fn the_descriptions_of_functions_are_shown() {
    let zone = Parameter::new("zone", Type::String).describe("The name of a zone.");
    let region =
        Function::builder().parameter(zone).returns(Type::String).implement(|zones, _| Ok(zones[0].clone()));
    let mut context = EvalContext::new();
    context.set_function("region", region.describe("Returns the region of a zone."));
    // One without a description, with the name of a function of Terraform.
    context.set_function("upper", Function::from_fn(|text: String| text));
    context.set_special_form("can", ext::can_form());
    let mut client = client(Server::new().context(context));
    let parameter = "- `zone: string`: The name of a zone.";
    for (text, expected) in [
        ("x = re▮gion(1)", format!("```hcl\nregion(zone: string) -> string\n```\n\nReturns the region of a zone.\n\n{parameter}\n")),
        ("x = up▮per(1)", "```hcl\nupper(first: string) -> string\n```\n".to_owned()),
        ("x = ca▮n(1)", "```hcl\ncan(expression) -> any\n```\n\nReturns whether an expression is evaluated without an error.\n".to_owned()),
    ] {
        let result = request(&mut client, "hover", "a.hcl", text);
        assert_eq!(result["contents"]["value"], expected, "{text:?}");
    }
    let result = request(&mut client, "signatureHelp", "a.hcl", "x = region(▮");
    let signature = &result["signatures"][0];
    assert_eq!(signature["documentation"]["value"], "Returns the region of a zone.");
    assert_eq!(signature["parameters"][0]["documentation"]["value"], "The name of a zone.");
    let result = request(&mut client, "completion", "a.hcl", "x = reg▮");
    let mut items = result["items"].as_array().expect("it is a list").iter();
    let item = items.find(|item| item["label"] == "region").expect("it is there");
    assert_eq!(item["documentation"]["value"], "Returns the region of a zone.");
}
