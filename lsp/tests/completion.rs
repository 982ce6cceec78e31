//! Completion of names and values, in valid texts and while they are being typed.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{EvalContext, value};
use serde_hcl_lsp::Server;
use serde_json::{Value, json};

use crate::client::{Client, marked};

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Config {
    region: String,
    level: Option<Level>,
    #[serde(default)]
    levels: Vec<Level>,
    debug: Option<bool>,
    owner: Option<Owner>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    High,
    Low,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Owner {
    name: String,
    contact: (String, u8),
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Service {
    port: u16,
    image: Option<String>,
    check: Check,
    #[serde(default)]
    mount: Vec<Check>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Check {
    path: String,
}

fn server() -> Server {
    let spec = Spec::of::<Config>().describe([("region", "The region."), ("service.port", "The port.")]);
    let mut context = EvalContext::new();
    context.set("site", value!({ "name": "web", "tags": { "a": 1, "b c": 2 } }));
    context.set("secret", value!({ "k": "hidden" }).mark(serde_hcl::value::Mark::new("sensitive")));
    serde_hcl_terraform::register(&mut context);
    Server::for_spec(spec.expect("the paths exist")).context(context)
}

fn client(server: Server, snippets: bool) -> Client {
    let item = json!({ "snippetSupport": snippets });
    let hover = json!({ "contentFormat": ["markdown"] });
    let document = json!({ "completion": { "completionItem": item }, "hover": hover });
    let params = json!({ "capabilities": { "textDocument": document } });
    Client::start(server, "file:///test/".to_owned(), params)
}

/// Returns the completions at the cursor, and whether there are more.
fn list(client: &mut Client, name: &str, text: &str) -> (Vec<Value>, bool) {
    let (text, marks) = marked(text);
    client.open(name, &text);
    let params = client.at(name, marks[0]);
    let result = client.request("textDocument/completion", params);
    let items = result["items"].as_array().expect("it is a list").clone();
    (items, result["isIncomplete"] == true)
}

/// Returns all completions at the cursor, by their ranks.
fn items(client: &mut Client, name: &str, text: &str) -> Vec<Value> {
    let (mut items, is_incomplete) = list(client, name, text);
    assert!(!is_incomplete, "{text:?}");
    items.sort_by_key(|item| item["sortText"].as_str().map(str::to_owned));
    items
}

/// Returns the labels of the completions but for functions and keywords.
fn names(items: &[Value]) -> String {
    let is_name = |item: &&Value| item["kind"] != 3 && item["kind"] != 14;
    let labels = items.iter().filter(is_name).filter_map(|item| item["label"].as_str());
    labels.collect::<Vec<_>>().join(" ")
}

/// Checks the names of the completions in texts of a file.
fn check(server: Server, name: &str, cases: &[(&str, &str)]) {
    let mut client = client(server, true);
    for (text, expected) in cases {
        let found = items(&mut client, name, text);
        assert_eq!(names(&found), *expected, "{text:?}");
    }
}

/// Returns a text after the completion of a label is applied at the cursor.
fn applied(client: &mut Client, name: &str, text: &str, label: &str) -> String {
    let items = items(client, name, text);
    let item = items.iter().find(|item| item["label"] == label);
    let item = item.unwrap_or_else(|| panic!("{label:?} is not among {}: {text:?}", names(&items)));
    client.edited(name, &json!([item["textEdit"]]))
}

const ALL: &str = "region debug level levels owner service";
const SERVICE: &str = "check port image mount";

#[test]
fn names_of_a_body_are_completed() {
    check(
        server(),
        "a.hcl",
        &[
            ("▮", ALL),
            ("regi▮", ALL),
            ("reg▮ion = 1\n", ALL),
            ("reg▮ = 1\nregion = 2\n", "debug level levels owner service"),
            ("region = \"a\"\n▮", "debug level levels owner service"),
            ("▮\nowner {}\nregion = 1\n", "debug level levels service"),
            ("service \"a\" {\n  port = 1\n}\n▮", ALL),
            ("service \"a\" {\n  image {\n    x = [1\n  }\n  ▮\n}\n", "check port mount"),
            ("service \"a\" {\n  po▮\n}\n", SERVICE),
            ("service \"a\" { po▮", SERVICE),
            ("service \"a\" {\n  ▮\n  port = 1\n}\n", "check image mount"),
            ("service \"a\" {\n  mount {}\n  ▮\n}\n", SERVICE),
            ("owner {\n  ▮", "contact name"),
            ("service \"a\" {\n  dynamic \"mount\" {\n    ▮\n  }\n}\n", "content for_each iterator"),
            (
                "service \"a\" {\n  dynamic \"mount\" {\n    for_each = x\n    content {\n      ▮\n    }\n  }\n}\n",
                "path",
            ),
            // Mistakes before and after the cursor.
            ("levels = [\nregion = 1\n▮", "debug level owner service"),
            ("region = \"a\n▮\nlevel = \"low\"\n", "debug levels owner service"),
            ("region = \"${upper(\nservice \"a\" {\n  ▮\n}\n", SERVICE),
            ("unknown \"x\" {\n  ▮\n}\n", ""),
            // Places without names.
            ("# regi▮", ""),
            ("/* regi▮ */", ""),
            ("region = 1▮", ""),
            ("owner ▮", ""),
            ("region ▮", ""),
            ("region = <<E\nre▮\nE\n", ""),
        ],
    );
}

#[test]
fn names_of_json_are_completed() {
    check(
        server(),
        "a.hcl.json",
        &[
            ("▮", ""),
            ("{▮", ALL),
            ("{\"regi▮", ALL),
            ("{\"▮\"}", ALL),
            ("{\"reg▮ion\": 1}", ALL),
            ("{\"region\": \"a\", \"▮\"}", "debug level levels owner service"),
            ("{\"▮\", \"owner\": {\"name\": 1}}", "region debug level levels service"),
            ("{\"owner\": {\"▮", "contact name"),
            ("{\"service\": {\"▮", ""),
            ("{\"service\": {\"a\": {\"▮", SERVICE),
            ("{\"service\": [{\"a\": [{\"▮", SERVICE),
            ("{\"service\": {\"a\": {\"mount\": [{\"path\": 1}, {▮", "path"),
            ("{\"level\": \"▮\"}", "high low"),
            ("{\"level\": ▮}", "\"high\" \"low\""),
            ("{\"levels\": [\"low\", \"▮", "high low"),
            ("{\"region\": \"▮\"}", ""),
            ("{\"region\": \"${si▮", "secret site"),
            ("{\"region\": \"${site.▮}\"}", "name tags"),
        ],
    );
}

#[test]
fn values_are_completed() {
    check(
        server(),
        "a.hcl",
        &[
            ("region = ▮", "secret site"),
            ("region = \"▮", ""),
            ("region = \"${si▮", "secret site"),
            ("region = \"x${si▮}\"\nlevel = \"low\"\n", "secret site"),
            ("level = ▮\n", "\"high\" \"low\" secret site"),
            ("level = \"▮\"\n", "high low"),
            ("level = \"l▮\nregion = 1\n", "high low"),
            ("level = true ? \"high\" : ▮", "\"high\" \"low\" secret site"),
            ("levels = [▮", "\"high\" \"low\" secret site"),
            ("levels = [\"low\", \"▮\"]", "high low"),
            ("region = site.▮", "name tags"),
            ("region = site.na▮me\n", "name tags"),
            ("region = site.tags.▮", "a"),
            ("region = site[0].▮", ""),
            ("region = upper(\"a\").▮", ""),
            ("region = upper(site.▮", "name tags"),
            ("region = [\nlevel = ▮", "\"high\" \"low\" secret site"),
            ("region = secret.▮", ""),
            ("region = \"a\" ▮", ""),
            ("region = site ▮", ""),
            ("levels = [for ▮", ""),
            ("levels = [for k in ▮", "secret site"),
            ("levels = [for k in site.tags : ▮", "k secret site"),
            ("levels = [for k in site.tags : k.▮", ""),
            ("levels = [for k, v in { a = site } : v.▮", "name tags"),
            ("levels = [for v in [site] : [for t in [v.tags] : t.▮", "a"),
            ("region = \"%{ for k in si▮", "secret site"),
            ("region = \"%{ for k in site.tags }${▮}%{ endfor }\"\n", "k secret site"),
            ("region = \"%{ for k in site.tags }%{ endfor }${▮}\"\n", "secret site"),
            ("region = <<E\n%{ for k in site.tags }\n%{ if ▮ }", "k secret site"),
            ("service \"a\" {\n  dynamic \"mount\" {\n    content {\n      path = ▮", "mount secret site"),
            (
                "service \"a\" {\n  dynamic \"mount\" {\n    iterator = it\n    content {\n      path = it.▮\n",
                "key value",
            ),
            ("service \"a\" {\n  dynamic \"mount\" {\n    for_each = ▮", "secret site"),
            ("service \"x\" {}\nservice \"▮", "x"),
            ("service \"x\" {}\nservice ▮", "x"),
            ("service \"▮\" {}", ""),
        ],
    );
}

#[test]
fn keywords_and_functions_are_completed() {
    let mut client = client(server(), true);
    for (text, expected) in [
        ("debug = ▮", "false true null"),
        ("region = ▮", "false null true"),
        ("levels = [▮", "for false null true"),
        ("levels = [for k ▮", "in"),
        ("levels = [for k in site.tags : k ▮", "if"),
        ("region = \"a\" ▮", ""),
    ] {
        let found = items(&mut client, "a.hcl", text);
        let keywords =
            found.iter().filter(|item| item["kind"] == 14).filter_map(|item| item["label"].as_str());
        assert_eq!(keywords.collect::<Vec<_>>().join(" "), expected, "{text:?}");
    }
    let found = items(&mut client, "a.hcl", "region = upp▮");
    let upper = found.iter().find(|item| item["label"] == "upper").expect("there is one");
    assert_eq!(upper["detail"], "upper(str: string) -> string");
    assert_eq!(upper["documentation"]["value"], "Returns a string in upper case.");
}

#[test]
fn a_completion_has_its_type_and_its_description() {
    let mut client = client(server(), true);
    let found = items(&mut client, "a.hcl", "▮");
    let shown = |label: &str| {
        let item = found.iter().find(|item| item["label"] == label).expect(label);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&item["detail"]), text(&item["documentation"]["value"]))
    };
    for (label, detail, description) in [
        ("region", "string, required", "The region."),
        ("level", "string", "Possible values: `\"high\"`, `\"low\"`"),
        ("levels", "list(string)", "Possible values: `\"high\"`, `\"low\"`"),
        ("owner", "block, optional", "Content: `name` (required), `contact` (required)"),
        (
            "service",
            "block, any number, labels \"name\"",
            "Content: `port` (required), `check` (required), `image`, `mount`",
        ),
    ] {
        assert_eq!(shown(label), (detail.to_owned(), description.to_owned()), "{label}");
    }
}

#[test]
fn a_completion_replaces_the_word() {
    let service = "service \"${1:name}\" {\n  port = ${2:0}\n  check {\n    path = \"${3}\"\n  }\n  $0\n}";
    let json_service = "{\"service\": {\"${1:name}\": {\n  \"port\": ${2:0},\n  \"check\": {\n    \"path\": \"${3}\"\n  }$0\n}}";
    let mut client = client(server(), true);
    for (name, text, label, expected) in [
        ("a.hcl", "regi▮", "region", "region = \"${1}\""),
        ("a.hcl", "▮", "debug", "debug = ${1|false,true|}"),
        ("a.hcl", "le▮\n", "level", "level = \"${1|high,low|}\"\n"),
        ("a.hcl", "reg▮ = 1\n", "region", "region = 1\n"),
        ("a.hcl", "re▮gi = 1\n", "region", "region = 1\n"),
        ("a.hcl", "serv▮", "service", service),
        ("a.hcl", "serv▮ \"a\" {\n}\n", "service", "service \"a\" {\n}\n"),
        ("a.hcl", "region = upp▮(1)\n", "upper", "region = upper(1)\n"),
        ("a.hcl", "region = upp▮\n", "upper", "region = upper(${1})\n"),
        ("a.hcl", "region = \"é👍${si▮}\"\n", "site", "region = \"é👍${site}\"\n"),
        ("a.hcl", "region = site.n▮\n", "name", "region = site.name\n"),
        ("a.hcl", "level = \"l▮ow\"\n", "high", "level = \"high\"\n"),
        ("a.hcl", "level = h▮", "\"high\"", "level = \"high\""),
        ("a.hcl", "levels = [▮]", "for", "levels = [for ${1:value} in ${2:collection} : ${3:value}]"),
        ("a.hcl.json", "{\"regi▮", "region", "{\"region\": \"${1}\""),
        ("a.hcl.json", "{\"regi▮\"}", "region", "{\"region\": \"${1}\"}"),
        ("a.hcl.json", "{\"regi▮\": 1}", "region", "{\"region\": 1}"),
        ("a.hcl.json", "{▮}", "debug", "{\"debug\": ${1|false,true|}}"),
        ("a.hcl.json", "{\"▮", "service", json_service),
    ] {
        assert_eq!(applied(&mut client, name, text, label), expected, "{text:?}");
    }
}

#[test]
fn an_editor_without_snippets_gets_plain_text() {
    let mut client = client(server(), false);
    for (name, text, label, expected) in [
        ("a.hcl", "regi▮", "region", "region = \"\""),
        ("a.hcl", "lev▮", "level", "level = \"high\""),
        ("a.hcl", "serv▮", "service", "service \"name\" {\n  port = 0\n  check {\n    path = \"\"\n  }\n}"),
        ("a.hcl", "region = upp▮\n", "upper", "region = upper()\n"),
        ("a.hcl", "levels = [▮]", "for", "levels = [for value in collection : value]"),
        ("a.hcl.json", "{\"regi▮", "region", "{\"region\": \"\""),
    ] {
        assert_eq!(applied(&mut client, name, text, label), expected, "{text:?}");
    }
    let found = items(&mut client, "b.hcl", "▮");
    assert!(found.iter().all(|item| item["insertTextFormat"] == 1));
}

#[test]
fn references_to_definitions_of_the_folder_are_completed() {
    let mut client = client(Server::new(), true);
    client.open(
        "b.tf",
        r#"
locals {
  tags = { team = "a", "x y" = 1 }
}
variable "region" {
  description = "The region."
  default     = { name = "eu", zone = 1 }
}
variable "password" {
  sensitive = true
  default   = { hidden = 1 }
}
resource "aws_instance" "web" {
  ami = "x"
}
data "aws_ami" "image" {}
output "o" {}
"#,
    );
    for (text, expected) in [
        ("x = ▮", "aws_instance count data each local path self terraform var"),
        ("x = var.▮", "password region"),
        ("x = var.re▮\ny = 1\n", "password region"),
        ("x = \"${var.▮", "password region"),
        ("x = var.region.▮", "name zone"),
        ("x = var.password.▮", ""),
        ("x = local.▮", "tags"),
        ("x = local.tags.▮", "team"),
        ("x = aws_instance.▮", "web"),
        ("x = aws_instance.web.▮", "ami"),
        ("x = aws_instance.web[0].▮", "ami"),
        ("x = aws_instance.web[0].ami.▮", ""),
        ("x = data.▮", "aws_ami"),
        ("x = data.aws_ami.▮", "image"),
        ("x = path.▮", "cwd module root"),
        ("x = output.▮", ""),
        (
            "variable \"r\" {\n  default = 1\n  de▮\n}\n",
            "const deprecated description ephemeral nullable sensitive type validation",
        ),
        ("resource \"▮", "aws_instance"),
        ("resource \"aws_instance\" \"▮", "web"),
        (
            "res▮",
            "action check data ephemeral import locals module moved output provider removed resource terraform variable",
        ),
    ] {
        let found = items(&mut client, "a.tf", text);
        assert_eq!(names(&found), expected, "{text:?}");
    }
    let found = items(&mut client, "a.tf", "x = var.▮");
    let region = found.iter().find(|item| item["label"] == "region").expect("there is one");
    assert_eq!(
        (&region["detail"], &region["documentation"]["value"]),
        (&json!("variable"), &json!("The region."))
    );
}

#[test]
fn references_are_completed_inside_of_values() {
    let mut client = client(Server::new(), true);
    client.open(
        "b.tf",
        r#"
variable "region" {}
variable "zone" {}
resource "t" "a" {
  tags  = { Name = "a", "Team" = "b" }
  sizes = [{ cpu = 1, disk = { iops = 2 } }]
}
resource "t" "b" {}
"#,
    );
    for (text, expected) in [
        ("resource \"u\" \"c\" {\n  depends_on = [t.▮]\n}\n", "a b"),
        ("resource \"u\" \"c\" {\n  depends_on = [t.a, t.▮\n", "a b"),
        ("locals {\n  y = [var.▮]\n}\n", "region zone"),
        ("locals {\n  y = { a = var.▮ }\n}\n", "region zone"),
        ("locals {\n  y = { a = [{ b = var.▮\n", "region zone"),
        ("resource \"u\" \"c\" {\n  tags = { Name = var.▮ }\n}\n", "region zone"),
        ("resource \"u\" \"c\" {\n  tags = {\n    Name = \"${var.▮}\"\n  }\n}\n", "region zone"),
        ("locals {\n  y = (var.▮)\n}\n", "region zone"),
        ("locals {\n  y = (true ? [var.▮\n", "region zone"),
        ("x {\n  y = f({ (var.▮\n", "region zone"),
        ("provider \"p\" {\n  alias = [▮]\n}\n", "count each path self t terraform var"),
        // Keys are those of the same object in other blocks of the type.
        ("resource \"t\" \"c\" {\n  tags = { ▮ }\n}\n", "Name"),
        ("resource \"t\" \"c\" {\n  tags = { Na▮\n", "Name"),
        ("resource \"t\" \"c\" {\n  tags = { Name = 1, ▮\n", ""),
        ("resource \"t\" \"c\" {\n  sizes = [{ ▮", "cpu disk"),
        ("resource \"t\" \"c\" {\n  sizes = [{ disk = { ▮", "iops"),
        (
            "resource \"t\" \"c\" {\n  ▮\n}\n",
            "connection count depends_on for_each lifecycle provider provisioner sizes tags",
        ),
        ("resource \"u\" \"c\" {\n  tags = { ▮ }\n}\n", ""),
        (
            "resource \"u\" \"c\" {\n  ▮\n}\n",
            "connection count depends_on for_each lifecycle provider provisioner",
        ),
    ] {
        let found = items(&mut client, "a.tf", text);
        assert_eq!(names(&found), expected, "{text:?}");
    }
}

#[test]
fn members_of_values_behind_names_are_completed() {
    let mut client = client(Server::new(), true);
    client.open(
        "b.tf",
        r#"
variable "subnets" {
  type = map(object({
    cidr = string
    zone = optional(object({ name = string, id = number }))
  }))
}
variable "names" {
  type = list(object({ first = string }))
}
variable "password" {
  sensitive = true
  type      = object({ user = string })
  default   = { user = "hidden", other = 1 }
}
variable "sized" {
  type    = object({ size = optional(number, 3) })
  default = {}
}
locals {
  m = { a = { x = 1, y = 2 }, b = { x = 3, z = [{ w = 1 }] } }
  l = [{ p = 1 }, { p = 2, q = 3 }]
}
"#,
    );
    for (text, expected) in [
        ("x = var.subnets[\"a\"].▮", "cidr zone"),
        ("x = var.subnets[each.key].zone.▮", "id name"),
        ("x = var.subnets.a.▮", "cidr zone"),
        ("x = var.names[0].▮", "first"),
        ("x = var.names[*].▮", "first"),
        ("x = var.sized.▮", "size"),
        ("x = var.password.▮", "user"),
        ("x = local.m[\"b\"].▮", "x z"),
        ("x = local.m[each.key].▮", "x y z"),
        ("x = local.m.b.z[0].▮", "w"),
        ("x = local.l[1].▮", "p q"),
        ("x = local.l[count.index].▮", "p q"),
        ("x = [for s in local.m : s.▮]", "x y z"),
        ("x = [for k, s in var.subnets : s.▮]", "cidr zone"),
        ("x = [for k, s in var.subnets : k.▮]", ""),
        ("x = { for k, s in var.subnets : k => s.zone.▮ }", "id name"),
        ("x = [for s in var.subnets : s.▮ if s.zone != null]", "cidr zone"),
        ("x = [for s in local.m : [for t in s.z : t.▮]]", "w"),
        ("x = [for s in values(var.subnets) : s.▮]", "cidr zone"),
        ("x = \"%{ for s in var.names }${s.▮}%{ endfor }\"", "first"),
        ("resource \"t\" \"a\" {\n  for_each = var.subnets\n  x = each.value.▮\n}\n", "cidr zone"),
        ("resource \"t\" \"a\" {\n  x = each.value.▮\n  for_each = var.subnets\n}\n", "cidr zone"),
        ("resource \"t\" \"a\" {\n  for_each = var.subnets\n  x = each.▮\n}\n", "key value"),
        ("resource \"t\" \"a\" {\n  for_each = var.subnets\n  b {\n    x = each.value.▮\n", "cidr zone"),
        ("resource \"t\" \"a\" {\n  x = each.▮\n}\n", "key value"),
        (
            "resource \"t\" \"a\" {\n  dynamic \"b\" {\n    for_each = var.names\n    content {\n      x = b.value.▮",
            "first",
        ),
        (
            "resource \"t\" \"a\" {\n  for_each = var.subnets\n  dynamic \"b\" {\n    for_each = [each.value.zone]\n    iterator = it\n    content {\n      x = it.value.▮",
            "id name",
        ),
    ] {
        let found = items(&mut client, "a.tf", text);
        assert_eq!(names(&found), expected, "{text:?}");
    }
}

#[test]
fn no_position_of_any_text_is_a_failure() {
    let texts = [
        "a = \"${[for x in y : \"%{if z}${w.q[0].r}\"]}\"\nb \"c\" d {\n  e = f(<<E\n x${g}\nE\n, [1, {h = i, (j) = 2}])\n}\n",
        "x = [\"a\n}}}]]]))) = = { \"\" \\ ' %{ ${ é👍 <<\nservice \"a\" \"b {\n",
    ];
    let mut client = client(server(), true);
    for (at, text) in texts.iter().enumerate() {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            for (kind, text) in [("cut", text[..end].to_owned()), ("whole", (*text).to_owned())] {
                for extension in ["hcl", "hcl.json"] {
                    let name = format!("{kind}{at}.{extension}");
                    client.open(&name, &text);
                    for method in ["completion", "hover", "signatureHelp"] {
                        let params = client.at(&name, end);
                        client.request(&format!("textDocument/{method}"), params);
                    }
                }
            }
        }
    }
}

#[test]
fn of_many_names_those_that_fit_are_returned() {
    let definitions: String = (0..3_000).map(|n| format!("variable \"item_{n}\" {{}}\n")).collect();
    let mut client = client(Server::new(), true);
    for (typed, count, is_incomplete, first) in [
        ("", 1_000, true, "item_0"),
        ("im_", 1_000, true, "item_0"),
        ("Item_29", 327, true, "item_1029"),
        ("item_2999", 1, true, "item_2999"),
        ("other", 0, true, ""),
    ] {
        let text = format!("{definitions}locals {{\n  a = var.{typed}▮\n}}\n");
        let (items, more) = list(&mut client, "main.tf", &text);
        let label = items.first().map_or("", |item| item["label"].as_str().expect("it is text"));
        assert_eq!((items.len(), more, label), (count, is_incomplete, first), "{typed:?}");
    }
}
