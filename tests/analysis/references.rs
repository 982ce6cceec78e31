use serde_hcl::analysis::{References, Roots};
use serde_hcl::{
    EvalContext,
    body::BodyItem,
    diag::{Code, Severity},
};

use crate::{in_json, named, native};
use test_support::rows::check_each;

fn terraform(text: &str) -> References {
    References::new(&Roots::terraform(), [native(text)])
}

/// Returns the edges as `from -> to`, or as `from -> [to, …]` for references to several
/// definitions.
fn edges(references: &References) -> Vec<String> {
    let edges = references.iter().map(|reference| {
        let targets: Vec<_> = references.targets(reference).map(|target| target.address()).collect();
        let from = references.origin(reference).address();
        match targets.as_slice() {
            [target] => format!("{from} -> {target}"),
            targets => format!("{from} -> [{}]", targets.join(", ")),
        }
    });
    edges.collect()
}

/// The definitions that the texts of `references_in_expressions` refer to.
const DEFINITIONS: &str = r#"
locals {
  a = 1
  b = 2
}
variable "v" {}
variable "my var" {}
data "t" "n" {}
module "m" {}
resource "t" "r" {}
resource "t" "s" {}
"#;

#[test]
fn references_in_expressions_are_found() {
    check_each(
        &[
            ("1", ""),
            ("local.a", "local.a"),
            ("local.a.x[0]", "local.a"),
            ("local[\"a\"]", "local.a"),
            ("local[\"${\"a\"}\"]", "local.a local.b"),
            ("local", "local.a local.b"),
            ("local[*]", "local.a local.b"),
            ("local[var.v]", "local.a local.b, var.v"),
            ("local.*.x", "local.a local.b"),
            ("\"${local.a}-%{ if local.b }x%{ endif }\"", "local.a, local.b"),
            ("var[\"my var\"]", "var[\"my var\"]"),
            ("data.t.n.id", "data.t.n"),
            ("data.t", "data.t.n"),
            ("data", "data.t.n"),
            ("data.t[\"n\"]", "data.t.n"),
            ("module.m.out", "module.m"),
            ("t.r[0].id", "t.r"),
            ("t.r[*].id", "t.r"),
            ("t", "t.r t.s"),
            ("t[local.a]", "t.r t.s, local.a"),
            ("[for a in local.a : a + local.b]", "local.a, local.b"),
            ("[for local in [1] : local.a]", ""),
            ("{ local = local.a, (local.b) = 1 }", "local.a, local.b"),
            ("upper(local.a)", "local.a"),
            ("each.key + count.index + self.id", ""),
            ("\"${path.module}/${terraform.workspace}\"", ""),
        ],
        |(expression, expected)| {
            let text = format!("{DEFINITIONS}\noutput \"o\" {{\n  value = {expression}\n}}\n");
            let references = terraform(&text);
            let output = references.definition("output.o").expect("it is there");
            let found: Vec<_> = references
                .of(output)
                .map(|reference| {
                    let targets = references.targets(reference).map(|target| target.address());
                    targets.collect::<Vec<_>>().join(" ")
                })
                .collect();
            assert_eq!(found.join(", "), *expected);
            assert_eq!(references.check(&EvalContext::new()).to_string(), "");
        },
    );
}

#[test]
fn references_have_spans() {
    let text = "locals {\n  a = \"${ local . b [ 0 ] } ${var.c}\"\n  b = [1]\n}\nvariable \"c\" {}\n";
    let references = terraform(text);
    let found: Vec<_> = references.iter().map(|it| &text[it.traversal().span().range()]).collect();
    assert_eq!(found, ["local . b [ 0 ]", "var.c"]);
    let names: Vec<_> = references.definitions().map(|it| &text[it.span().range()]).collect();
    assert_eq!(names, ["a", "b", "variable \"c\""]);
}

#[test]
fn references_in_blocks_are_those_of_the_outermost_block() {
    let references = terraform(
        r#"
resource "a" "b" {
  x = local.a
  c {
    y = local.b
    d "label" {
      z = [local.a]
    }
  }
}
locals {
  a = 1
  b = 2
}
"#,
    );
    assert_eq!(edges(&references), ["a.b -> local.a", "a.b -> local.b", "a.b -> local.a"]);
}

#[test]
fn iterators_of_dynamic_blocks_are_no_references() {
    let native = r#"
resource "a" "b" {
  dynamic "c" {
    for_each = local.list
    labels   = [c.key]
    content {
      x = c.value
      dynamic "d" {
        for_each = c.value.items
        iterator = it
        content {
          x = [it.value, c.value, local.x, d.y]
        }
      }
    }
  }
}
resource "d" "y" {}
locals {
  list = [1]
  x    = 1
}
"#;
    let json = r#"{
        "resource": { "a": { "b": {
            "dynamic": { "c": [{
                "for_each": "${local.list}",
                "labels": ["${c.key}"],
                "content": {
                    "x": "${c.value}",
                    "dynamic": { "d": {
                        "for_each": "${c.value.items}",
                        "iterator": "it",
                        "content": { "x": ["${it.value}", "${c.value}", "${local.x}", "${d.y}"] }
                    } }
                }
            }] }
        } }, "d": { "y": {} } },
        "locals": { "list": [1], "x": 1 }
    }"#;
    for body in [crate::native(native), in_json(json)] {
        let references = References::new(&Roots::terraform(), [body]);
        assert_eq!(edges(&references), ["a.b -> local.list", "a.b -> local.x", "a.b -> d.y"]);
        assert_eq!(references.check(&EvalContext::new()).to_string(), "");
    }
}

#[test]
fn arguments_that_are_not_evaluated_have_no_references() {
    let references = terraform(
        r#"
terraform {
  required_providers {
    aws = { configuration_aliases = [aws.west] }
  }
}
variable "list" {
  type = list(string)
}
resource "aws_instance" "web" {
  provider = aws.west
  lifecycle {
    ignore_changes       = [tags, user_data]
    replace_triggered_by = [aws_instance.db]
  }
}
resource "aws_instance" "db" {}
module "vpc" {
  providers = { aws = aws.west }
}
moved {
  from = aws_instance.old
  to   = aws_instance.web
}
"#,
    );
    assert_eq!(edges(&references), ["aws_instance.web -> aws_instance.db"]);
    assert_eq!(references.check(&EvalContext::new()).to_string(), "");
}

#[test]
fn native_syntax_and_json_are_one_graph() {
    let one = named("one.tf", "locals {\n  a = local.b\n}\nresource \"x\" \"y\" {\n  a = local.a\n}\n");
    let two = in_json(
        r#"{
            "//": "a comment",
            "locals": [{ "b": "${var.c} ${x.y.id}" }, { "//": "a comment", "d": { "${local.a}": ["${local.b}"] } }],
            "variable": { "c": { "type": "string", "default": "${1}" } },
            "output": { "o": { "value": "${local.d}", "depends_on": ["x.y"] } }
        }"#,
    );
    let references = References::new(&Roots::terraform(), [one.clone(), two.clone()]);
    let expected = [
        "local.a -> local.b",
        "x.y -> local.a",
        "local.b -> var.c",
        "local.b -> x.y",
        "local.d -> local.a",
        "local.d -> local.b",
        "output.o -> local.d",
    ];
    assert_eq!(edges(&references), expected);
    let reference = references.iter().nth(4).expect("there are seven");
    let traversal = reference.traversal();
    assert_eq!(traversal.source().slice(traversal.span()), "local.a");

    // The bodies can also be merged first.
    let merged = References::new(&Roots::terraform(), [serde_hcl::Body::merge([one, two])]);
    assert_eq!(edges(&merged), expected);
}

#[test]
fn definitions_are_the_items_at_the_top_in_source_order() {
    let references = terraform(
        "a = 1\nresource \"t\" \"n\" {\n  x = 1\n}\nlocals {\n  b = 2\n}\nlocals {\n  c = 3\n}\nother \"x y\" z {}\n",
    );
    let found: Vec<_> = references
        .definitions()
        .map(|definition| {
            let kind = match definition.item() {
                BodyItem::Attribute(_) => "attribute",
                BodyItem::Block(_) => "block",
            };
            format!("{kind} {}", definition.address())
        })
        .collect();
    assert_eq!(
        found,
        ["attribute a", "block t.n", "attribute local.b", "attribute local.c", "block other[\"x y\"].z",]
    );
    assert!(references.definition("local.b").is_some_and(|it| it.value().is_some()));
    assert!(references.definition("t.n").is_some_and(|it| it.value().is_none()));
    assert!(references.definition("local.d").is_none());
}

#[test]
fn attributes_at_the_top_can_be_definitions() {
    let body = || native("a = b + c\nb = 1\n");
    let references = References::new(&Roots::new().top_level(), [body()]);
    assert_eq!(edges(&references), ["a -> b"]);
    assert_eq!(
        references.check(&EvalContext::new()).to_string(),
        "main.tf:1:9: Unknown reference: There is no definition of \"c\". Expected \"a\" or \"b\"."
    );
    let references = References::new(&Roots::new(), [body()]);
    assert_eq!(edges(&references), [""; 0]);
}

#[test]
fn order_puts_each_definition_after_those_that_it_refers_to() {
    let references = terraform(
        r#"
output "o" {
  value = [local.b, local]
}
locals {
  c = local.a
  a = 1
  b = local.c
}
"#,
    );
    let order = references.order().expect("there is no cycle");
    let order: Vec<_> = order.into_iter().map(|it| it.address()).collect();
    assert_eq!(order, ["local.a", "local.c", "local.b", "output.o"]);
}

#[test]
fn a_cycle_has_a_label_at_every_step() {
    let one = named("one.tf", "locals {\n  a = local.b\n  x = local.a\n}\n");
    let two =
        named("two.tf", "locals {\n  b = [var.c.d]\n}\nvariable \"c\" {\n  default = \"${local.a}\"\n}\n");
    let references = References::new(&Roots::terraform(), [one, two]);
    let error = references.order().expect_err("there is a cycle");
    let diagnostics: Vec<_> = error.diagnostics().iter().collect();
    let [diagnostic] = diagnostics[..] else { panic!("{error:#}") };
    assert_eq!(
        diagnostic.to_string(),
        "one.tf:2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> var.c -> local.a. \
         Remove one of these references.",
    );
    assert_eq!(diagnostic.code(), Some(Code::ReferenceCycle));
    let labels: Vec<_> = diagnostic
        .labels()
        .iter()
        .map(|label| {
            let source = label.source().expect("it has a source");
            format!("{} {}: {}", source.name(), source.slice(label.span()), label.text())
        })
        .collect();
    assert_eq!(
        labels,
        [
            "one.tf local.b: \"local.a\" refers to \"local.b\"",
            "two.tf var.c.d: \"local.b\" refers to \"var.c\"",
            "two.tf local.a: \"var.c\" refers to \"local.a\"",
        ]
    );
}

#[test]
fn each_group_of_cycles_is_one_diagnostic() {
    check_each(
        &[
            ("a = local.a", &["\"local.a\" refers to itself. Remove the reference."][..]),
            (
                "a = local.b\n  b = local.a\n  c = local.d\n  d = [local.c, local.a]",
                &[
                    "\"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one of these references.",
                    "\"local.c\" refers to itself: local.c -> local.d -> local.c. Remove one of these references.",
                ],
            ),
            // A reference to all local values.
            ("a = local[var.x]\n  b = 1", &["\"local.a\" refers to itself. Remove the reference."]),
            (
                "a = local.b\n  b = keys(local)",
                &[
                    "\"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one of these references.",
                ],
            ),
            // The shortest cycle.
            (
                "a = [local.b, local.c]\n  b = local.c\n  c = local.a",
                &[
                    "\"local.a\" refers to itself: local.a -> local.c -> local.a. Remove one of these references.",
                ],
            ),
        ],
        |(locals, expected)| {
            let references = terraform(&format!("locals {{\n  {locals}\n}}\nvariable \"x\" {{}}\n"));
            let error = references.order().expect_err("there is a cycle");
            let details: Vec<_> = error.diagnostics().iter().map(|it| it.detail().to_owned()).collect();
            assert_eq!(details, *expected);
            let checked: Vec<_> =
                references.check(&EvalContext::new()).iter().map(|it| it.detail().to_owned()).collect();
            assert_eq!(checked, *expected);
        },
    );
}

#[test]
fn a_long_cycle_is_shortened() {
    let lines: String = (0..1000).map(|n| format!("  a{n} = local.a{}\n", (n + 1) % 1000)).collect();
    let references = terraform(&format!("locals {{\n{lines}}}\n"));
    let error = references.order().expect_err("there is a cycle");
    let diagnostic = error.diagnostics().iter().next().expect("there is one");
    assert_eq!(diagnostic.labels().len(), 100);
    assert!(diagnostic.detail().ends_with("local.a100, and 900 more. Remove one of these references."));
}

#[test]
fn soft_references_make_no_cycle() {
    let references = terraform(
        "variable \"a\" {\n  validation {\n    condition     = var.a > var.b\n    error_message = \"no\"\n  }\n}\nvariable \
         \"b\" {}\n",
    );
    assert_eq!(edges(&references), ["var.a -> var.a", "var.a -> var.b"]);
    assert_eq!(references.check(&EvalContext::new()).to_string(), "");
    assert_eq!(references.order().expect("there is no cycle").len(), 2);
    let unused = references.unused(["var"]).to_string();
    assert_eq!(unused, "main.tf:1:1: warning: Unused definition: Nothing refers to \"var.a\".");
}

#[test]
fn soft_references_decide_the_order_where_they_can() {
    let roots = Roots::new().blocks("step", "step", ["name"]).soft("step.late");
    let references = References::new(
        &roots,
        [native(
            r#"
step "a" {
  late = step.b.x
}
step "b" {
  late = [step.c.x, step.d.x]
}
step "c" {
  x = step.b.x
}
step "d" {}
"#,
        )],
    );
    assert!(references.check(&EvalContext::new()).is_empty());
    let order: Vec<_> =
        references.order().expect("there is no cycle").into_iter().map(|it| it.address()).collect();
    assert_eq!(order, ["step.d", "step.b", "step.c", "step.a"]);

    // In Terraform, each argument of a module is evaluated separately.
    let references = terraform(
        "module \"bucket\" {\n  source = \"./bucket\"\n  policy = data.policy.this.json\n}\ndata \"policy\" \"this\" {\n  \
         arn = module.bucket.arn\n}\n",
    );
    assert!(references.check(&EvalContext::new()).is_empty());
}

#[test]
fn unknown_references_have_suggestions() {
    check_each(
        &[
            ("local.nmae", "2:7", "There is no definition of \"local.nmae\". Did you mean \"name\"?"),
            ("local.zzz.x[0]", "2:7", "There is no definition of \"local.zzz\". Expected \"name\"."),
            ("locl.name", "2:7", "There is no definition of \"locl\". Did you mean \"local\"?"),
            (
                "aws_instance.wbe.id",
                "2:7",
                "There is no definition of \"aws_instance.wbe\". Did you mean \"web\"?",
            ),
            ("data.aws_ami.x", "2:7", "There is no definition of \"data.aws_ami\"."),
            ("1 + var[\"a b\"].c", "2:11", "There is no definition of \"var[\\\"a b\\\"]\"."),
        ],
        |(expression, position, detail)| {
            let references = terraform(&format!(
                "other {{\n  x = {expression}\n}}\nlocals {{\n  name = 1\n}}\nresource \"aws_instance\" \"web\" {{}}\n"
            ));
            let found = references.check(&EvalContext::new());
            assert_eq!(found.to_string(), format!("main.tf:{position}: Unknown reference: {detail}"));
        },
    );
}

#[test]
fn scoped_blocks_have_names_in_the_block_around_them() {
    let check = |condition: &str| {
        format!(
            "check \"c\" {{\n  data \"t\" \"n\" {{\n    provider = p.west\n    x = var.v\n  }}\n  assert {{\n    condition = \
             {condition}\n  }}\n}}\nvariable \"v\" {{}}\ndata \"t\" \"m\" {{}}\n"
        )
    };
    check_each(
        &[
            ("data.t.n.x", "check.c -> var.v", ""),
            ("data.t[\"n\"].x + data.t.m.x", "check.c -> var.v, check.c -> data.t.m", ""),
            ("data.t", "check.c -> var.v, check.c -> data.t.m", ""),
            (
                "data.t.o.x",
                "check.c -> var.v",
                "main.tf:7:17: Unknown reference: There is no definition of \"data.t.o\". Expected \"m\".",
            ),
        ],
        |(condition, expected, problems)| {
            let references = terraform(&check(condition));
            assert_eq!(edges(&references).join(", "), *expected);
            assert_eq!(references.check(&EvalContext::new()).to_string(), *problems);
        },
    );
    // If no other block has the type, a prefix of the names is valid too.
    let alone = check("data.t").replace("data \"t\" \"m\" {}", "");
    assert_eq!(terraform(&alone).check(&EvalContext::new()).to_string(), "");
    // Other blocks cannot refer to it.
    let other = format!("{}output \"o\" {{\n  value = data.t.n.x\n}}\n", check("true"));
    assert_eq!(
        terraform(&other).check(&EvalContext::new()).to_string(),
        "main.tf:13:11: Unknown reference: There is no definition of \"data.t.n\". Expected \"m\"."
    );
    let json =
        r#"{"check": {"c": {"data": {"t": {"n": {"x": 1}}}, "assert": {"condition": "${data.t.n.x}"}}}}"#;
    assert_eq!(
        References::new(&Roots::terraform(), [in_json(json)]).check(&EvalContext::new()).to_string(),
        ""
    );
}

#[test]
fn names_are_defined_once() {
    let one = named("one.tf", "locals {\n  a = 1\n}\nvariable \"v\" {}\n");
    let two = named("two.tf", "locals {\n  a = 2\n}\nvariable \"v\" {}\n");
    let references = References::new(&Roots::terraform(), [one, two]);
    let found = references.check(&EvalContext::new());
    assert_eq!(
        found.to_string(),
        "two.tf:2:3: Duplicate definition: \"local.a\" is defined already. Remove or rename one of the two.\n\
         two.tf:4:1: Duplicate definition: \"var.v\" is defined already. Remove or rename one of the two."
    );
    let first = found.iter().next().expect("there are two");
    let label = &first.labels()[0];
    assert_eq!(label.source().map(|it| it.name()), Some("one.tf"));
    assert_eq!(label.text(), "first defined here");
}

#[test]
fn unused_definitions_are_warnings() {
    let text = "locals {\n  a = local.b\n  b = 1\n  c = local.c\n}\nvariable \"v\" {}\nresource \"x\" \"y\" {\n  \
                z = var.v\n}\n";
    let references = terraform(text);
    let unused = references.unused(["local", "var", "nothing"]);
    let found: Vec<_> = unused.iter().map(|it| &text[it.span().expect("it has a span").range()]).collect();
    assert_eq!(found, ["a", "c"]);
    assert!(unused.iter().all(|it| it.severity() == Severity::Warning));
    // A reference to all definitions counts as a use of each.
    let references = terraform("locals {\n  a = 1\n  b = 2\n}\noutput \"o\" {\n  value = local\n}\n");
    assert!(references.unused(["local"]).is_empty());
}

#[test]
fn problems_of_labels_are_reported() {
    let references = terraform("resource \"a\" {}\n");
    assert_eq!(
        references.check(&EvalContext::new()).to_string(),
        "main.tf:1:14: Missing block label: \"resource\" blocks have 2 labels (type, name). The \
         label \"name\" is missing here."
    );
}

#[test]
fn the_graph_is_exported_as_dot() {
    let references = terraform(
        "locals {\n  a = [var[\"x \\\"y\\\"\"], local.b, local.b]\n  b = 1\n}\nvariable \"x \\\"y\\\"\" {}\noutput \"o\" \
         {\n  value = local\n}\n",
    );
    assert_eq!(
        references.to_dot(),
        r#"digraph {
  rankdir = LR
  "local.a"
  "local.b"
  "var[\"x \\\"y\\\"\"]" [shape = box]
  "output.o" [shape = box]
  "local[*]" [shape = diamond]
  "local.a" -> "var[\"x \\\"y\\\"\"]"
  "local.a" -> "local.b"
  "output.o" -> "local[*]"
  "local[*]" -> "local.a"
  "local[*]" -> "local.b"
}
"#
    );
}
