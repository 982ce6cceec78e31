//! The values of modules.

use serde_hcl::value;
use serde_hcl_terraform::{Module, Values};
use test_support::rows::check_each;

use super::{Folder, lines, module};

const FILES: [(&str, &str); 4] = [
    (
        "main.tf",
        r#"
variable "region" {
  type = string
}
variable "key" {
  type      = string
  default   = "hunter2"
  sensitive = true
}
locals {
  name  = "x-${var.region}"
  zones = { a = 1, b = 2 }
}
resource "cloud_server" "one" {
  name = local.name
  net {
    id = 1
  }
}
resource "cloud_server" "many" {
  count = 2
  name  = "${local.name}-${count.index}"
}
resource "cloud_server" "each" {
  for_each = local.zones
  name     = "${each.key}-${each.value}"
}
data "cloud_image" "base" {
  owner = cloud_server.one.name
}
module "one" {
  source = "./child"
  name   = cloud_server.one.name
}
module "many" {
  source = "./child"
  count  = 2
  name   = "m${count.index}"
}
module "remote" {
  source = "example/remote/cloud"
}
"#,
    ),
    (
        "child/main.tf",
        "variable \"name\" {}\nmodule \"inner\" {\n  source = \"./inner\"\n  text   = upper(var.name)\n}\noutput \"text\" {\n  value = module.inner.text\n}\noutput \"path\" {\n  value = path.module\n}\n",
    ),
    (
        "child/inner/main.tf",
        "variable \"text\" {\n  type = string\n}\noutput \"text\" {\n  value = \"<${var.text}>\"\n}\n",
    ),
    ("child/terraform.tfvars", "name = \"not used in a call\"\n"),
];

#[test]
fn expressions_have_the_values_of_definitions() {
    let folder = Folder::new(&FILES);
    let module = folder.load().into_result().expect("it is valid");
    let mut values = Values::new();
    values.set("region", "eu");
    let scope = module.scope(&module.context(), &values).into_result().expect("they fit");
    let rows = [
        ("local.name", Some("\"x-eu\"")),
        ("cloud_server.one.name", Some("\"x-eu\"")),
        ("cloud_server.one.id", None),
        ("cloud_server.one.net[0].id", Some("1")),
        ("cloud_server.many[1].name", Some("\"x-eu-1\"")),
        ("cloud_server.many[*].name", Some("[\"x-eu-0\", \"x-eu-1\"]")),
        ("length(cloud_server.many)", Some("2")),
        ("cloud_server.each[\"b\"].name", Some("\"b-2\"")),
        ("keys(cloud_server.each)", Some("[\"a\", \"b\"]")),
        ("[for it in cloud_server.each : it.name]", Some("[\"a-1\", \"b-2\"]")),
        ("data.cloud_image.base.owner", Some("\"x-eu\"")),
        ("module.one.text", Some("\"<X-EU>\"")),
        ("module.one.path", Some("\"child\"")),
        ("module.many[1].text", Some("\"<M1>\"")),
        ("module.remote.anything", None),
        ("path.module", Some("\".\"")),
        ("terraform.workspace", Some("\"default\"")),
        ("var.key", None),
    ];
    check_each(&rows, |(text, expected)| {
        let value =
            scope.evaluate(&text.parse().expect("it is valid")).into_result().expect("it has a value");
        let is_shown = value.is_wholly_known() && value.marks().is_empty();
        assert_eq!(is_shown.then(|| value.to_string()).as_deref(), *expected);
    });
    assert!(scope.value("var.key").expect("it has a value").marks().contains("sensitive"));
}

#[test]
fn a_module_is_evaluated_as_a_whole() {
    let module = module(&[(
        "main.tf",
        "resource \"a_b\" \"c\" {\n  count = 2\n  x     = count.index\n}\noutput \"x\" {\n  value     = a_b.c[*].x\n  sensitive = true\n}\noutput \"y\" {\n  value = a_b.c[0].y\n}\n",
    )]);
    let evaluation = module.evaluate(&module.context(), &Values::new()).into_result().expect("it is valid");
    assert_eq!(evaluation.resources, [("a_b.c".to_owned(), value!([{ "x": 0 }, { "x": 1 }]))]);
    assert!(evaluation.outputs["x"].marks().contains("sensitive"));
    assert!(!evaluation.outputs["y"].is_known());
}

#[test]
fn mistakes_in_expressions_are_reported_once() {
    let rows = [
        (
            "locals {\n  a = 1 + true\n  b = local.a\n}\noutput \"c\" {\n  value = local.a\n}\n",
            "2:11: Invalid operand: Unsuitable value for right operand: expected a number, found a bool.",
        ),
        (
            "resource \"a\" \"b\" {\n  count = -1\n}\n",
            "2:11: Unsuitable value: The value of \"count\" is unsuitable: expected a whole number that is not negative.",
        ),
        (
            "resource \"a\" \"b\" {\n  for_each = [\"x\"]\n}\n",
            "2:14: Invalid value of for_each: The value of \"for_each\" is unsuitable: expected a map or a set of strings, found a list; toset makes a set of a list.",
        ),
        (
            "resource \"a\" \"b\" {\n  count = 10001\n}\n",
            "2:11: Too many dynamic blocks: There are more than 10000 instances.",
        ),
        (
            "variable \"a\" {\n  default = 1\n  validation {\n    condition     = var.a > 1\n    error_message = \"It is ${var.a}.\"\n  }\n}\n",
            "4:21: Unsuitable value: It is 1.",
        ),
        (
            "variable \"a\" {\n  default   = \"hunter2\"\n  sensitive = true\n  validation {\n    condition     = var.a == \"\"\n    error_message = \"It is ${var.a}.\"\n  }\n}\n",
            "5:21: Unsuitable value: The condition is not met.",
        ),
        (
            "output \"a\" {\n  value = 1\n  precondition {\n    condition     = false\n    error_message = \"Never.\"\n  }\n}\n",
            "4:21: Unsuitable value: Never.",
        ),
        (
            "provider \"a\" {\n  x = -\"y\"\n}\n",
            "2:8: Invalid operand: Unsuitable value for unary operand: expected a number, found the string \"y\".",
        ),
        (
            "resource \"a\" \"b\" {\n  x = a.c.x\n}\nresource \"a\" \"c\" {\n  x = a.b.x\n}\n",
            "1:1: Cycle of references: \"a.b\" refers to itself: a.b -> a.c -> a.b. Remove one of these references.",
        ),
    ];
    check_each(&rows, |(text, expected)| {
        let module = Module::from_files([("main.tf", *text)]).value;
        assert_eq!(
            lines(&module.evaluate(&module.context(), &Values::new())),
            [format!("main.tf:{expected}")]
        );
    });
}

#[test]
fn modules_can_depend_on_each_others_outputs_both_ways() {
    let folder = Folder::new(&[
        (
            "main.tf",
            "module \"a\" {\n  source = \"./m\"\n  in     = module.b.fixed\n}\nmodule \"b\" {\n  source = \"./m\"\n  in     = module.a.out\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"in\" {}\noutput \"out\" {\n  value = var.in\n}\noutput \"fixed\" {\n  value = 1\n}\n",
        ),
    ]);
    let module = folder.load().into_result().expect("it is valid");
    assert_eq!(lines(&module.check()), [""; 0]);
    let evaluated = module.evaluate(&module.context(), &Values::new());
    assert_eq!(lines(&evaluated), [""; 0]);
}

#[test]
fn functions_read_the_files_of_the_module() {
    let folder = Folder::new(&[
        ("main.tf", "output \"a\" {\n  value = file(\"${path.module}/a.txt\")\n}\n"),
        ("a.txt", "text"),
    ]);
    let module = folder.load().into_result().expect("it is valid");
    let evaluation = module.evaluate(&module.context(), &Values::new()).into_result().expect("it is valid");
    assert_eq!(evaluation.outputs["a"], "text");
}
