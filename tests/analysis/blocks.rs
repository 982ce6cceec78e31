//! Blocks whose values are objects of their attributes, blocks with variables of their own, and
//! functions that configurations define.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_hcl::analysis::{References, Roots, Scope};
use serde_hcl::ext::{self, FunctionNames};
use serde_hcl::value::Mark;
use serde_hcl::{Block, Body, EvalContext, Function, Limits, Type, Value, diag::Category, from_body, value};

use crate::{in_json, named, native};
use test_support::rows::check_each;

fn roots() -> Roots {
    Roots::new()
        .attributes("local", "locals")
        .blocks("target", "target", ["name"])
        .values("target", ["name", "args", "tags"])
        .ignore("target.type")
        .functions(FunctionNames::new("function"))
}

fn scope(bodies: impl IntoIterator<Item = Body>) -> Scope {
    scope_of(&roots(), bodies, &EvalContext::new())
}

fn scope_of(roots: &Roots, bodies: impl IntoIterator<Item = Body>, context: &EvalContext) -> Scope {
    Scope::new(roots, bodies, context).expect("no variable hides a root")
}

const TARGETS: &str = r#"
target "a" {
  type    = string
  context = target.b.context
  tags    = [target.b.tags[0], "${target.a.name}:1"]
  nested {
    url = local.url
  }
}
target "b" {
  context = "."
  tags    = ["${target.a.context}/b"]
}
locals {
  url = target.b.args
}
"#;

const TARGETS_IN_JSON: &str = r#"{
    "target": {
        "a": {
            "type": "string",
            "context": "${target.b.context}",
            "tags": ["${target.b.tags[0]}", "${target.a.name}:1"],
            "dynamic": { "nested": { "for_each": [], "content": { "url": "${nested.key}" } } }
        },
        "b": { "context": ".", "tags": ["${target.a.context}/b"] }
    },
    "locals": { "url": "${target.b.args}" }
}"#;

#[test]
fn blocks_refer_to_attributes_of_each_other() {
    for body in [native(TARGETS), in_json(TARGETS_IN_JSON)] {
        let scope = scope([body]);
        check_each(
            &[
                ("target.a.context", value!(".")),
                ("target.a.tags", value!(["./b", "a:1"])),
                ("target.a.args", Value::NULL),
                ("target[\"b\"].name", value!("b")),
                ("local.url", Value::NULL),
                ("target.b", value!({ "context": ".", "tags": ["./b"], "name": "b", "args": null })),
                ("[for name, it in target : it.tags[0]]", value!(["./b", "./b"])),
                ("target.a.tags[1]", value!("a:1")),
            ],
            |(expression, expected)| {
                let value = scope.value(expression).map_err(|error| error.to_string());
                assert_eq!(value, Ok(expected.clone()), "{expression}");
            },
        );
        assert_eq!(scope.check().to_string(), "");
        assert_eq!(scope.references().check(&EvalContext::new()).to_string(), "");
    }
}

#[test]
fn attributes_are_definitions_before_their_block() {
    let references = References::new(&roots(), [native(TARGETS)]);
    let order: Vec<_> =
        references.order().expect("no cycle").iter().map(|it| it.address().to_owned()).collect();
    assert_eq!(
        order,
        [
            "target.b.context",
            "target.a.context",
            "target.b.tags",
            "target.a.tags",
            "local.url",
            "target.a",
            "target.b"
        ],
    );
    let block = references.definition("target.a").expect("it is defined");
    assert!(block.block_of_type("target").is_some() && block.block_of_type("locals").is_none());
    let of_block: Vec<_> = references.of(block).map(|it| it.traversal().to_string()).collect();
    assert_eq!(of_block, ["local.url"]);
}

#[test]
fn an_attribute_is_evaluated_only_when_it_is_needed() {
    let calls = Arc::new(AtomicUsize::new(0));
    let (mut context, counter) = (EvalContext::new(), calls.clone());
    let count = move |value: Value| {
        counter.fetch_add(1, Ordering::Relaxed);
        value
    };
    context.set_function("count", Function::from_fn(count));
    let body = native("target \"a\" {\n  x = count(1)\n  y = target.a.x\n  z = count(target.a.zz)\n}\n");
    let scope = scope_of(&roots(), [body], &context);
    for _ in 0..2 {
        assert_eq!(scope.value("[target.a.x, target.a.y]").ok(), Some(value!([1, 1])));
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1);
}

#[test]
fn errors_in_attributes_are_reported_once_at_their_location() {
    check_each(
        &[
            (
                "target \"a\" {\n  x = target.a.y\n  y = [target.a.x]\n  z = 1\n}\n",
                "main.tf:2:3: Cycle of references: \"target.a.x\" refers to itself: target.a.x -> target.a.y -> \
                 target.a.x. Remove one of these references.",
            ),
            (
                "target \"a\" {\n  x = target.a.tag\n  y = target.a.x\n}\n",
                "main.tf:2:7: Unknown reference: There is no definition of \"target.a.tag\". Did you mean \"tags\"?",
            ),
            (
                "target \"a\" {\n  x = target.b.tags\n}\ntarget \"bb\" {}\n",
                "main.tf:2:7: Unknown reference: There is no definition of \"target.b\". Expected \"a\" or \"bb\".",
            ),
            (
                "target \"a\" {\n  x = -\"1x\"\n}\nlocals {\n  y = target.a.x\n  z = target.a\n}\n",
                "main.tf:2:8: Invalid operand: Unsuitable value for unary operand: expected a number, found the \
                 string \"1x\".",
            ),
            (
                "target \"a\" {\n  x = target.a\n}\n",
                "main.tf:2:3: Cycle of references: \"target.a.x\" refers to itself. Remove the reference.",
            ),
        ],
        |(text, expected)| {
            assert_eq!(scope([native(text)]).check().to_string(), *expected);
        },
    );
}

#[test]
fn a_later_definition_replaces_an_earlier_one() {
    let one = named("one.tf", "target \"a\" {\n  x = 1\n  y = 2\n}\nlocals {\n  z = 1\n}\n");
    let two = named("two.tf", "target \"a\" {\n  y = 3\n  tags = target.a.x\n}\nlocals {\n  z = 2\n}\n");
    let mut scope = scope([one, two.clone(), two]);
    assert_eq!(
        scope.value("target.a").ok(),
        Some(value!({ "x": 1, "y": 3, "tags": 1, "name": "a", "args": null }))
    );
    assert_eq!(scope.value("local.z").ok(), Some(value!(2)));
    let detail = "is defined already. Remove or rename one of the two.";
    assert_eq!(
        scope.references().check(&EvalContext::new()).to_string(),
        format!(
            "two.tf:1:1: Duplicate definition: \"target.a\" {detail}\n\
             two.tf:1:1: Duplicate definition: \"target.a\" {detail}\n\
             two.tf:6:3: Duplicate definition: \"local.z\" {detail}\n\
             two.tf:6:3: Duplicate definition: \"local.z\" {detail}"
        ),
    );
    for diagnostic in &scope.references().check(&EvalContext::new()) {
        assert_eq!(diagnostic.labels()[0].source().map(|source| source.name()), Some("one.tf"));
    }
    scope.set("local.z", 5).expect("it is defined").set("target.a.y", 6).expect("it is defined");
    assert_eq!(scope.value("[local.z, target.a.y]").ok(), Some(value!([5, 6])));
}

/// Returns a block for each element of its attribute `each`.
fn for_each(block: &Block) -> serde_hcl::Result<Vec<Block>> {
    let Some(each) = block.body().attribute("each") else { return Ok(vec![block.clone()]) };
    let each = each.expression().evaluate(&EvalContext::new())?;
    let name = block.labels()[0].text();
    let instance = |(key, value): (Value, &Value)| {
        let label = format!("{name}-{}", key.as_u64().unwrap_or_default());
        block.with_labels([label]).with_variables([("item", value.clone()), ("key", key)])
    };
    Ok(each.iter().map(instance).collect())
}

#[test]
fn blocks_have_variables_of_their_own() {
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Target {
        context: String,
        rule: Vec<Rule>,
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Rule {
        port: u16,
    }
    let native = native(
        r#"
target "a" {
  each    = ["x", "y"]
  context = "${local.folder}/${item}"
  tags    = ["${target["a-0"].context}-${key}"]
  rule {
    port = 80 + key
  }
  dynamic "rule" {
    for_each = [key]
    content {
      port = 90 + rule.value + key
    }
  }
}
locals {
  folder = "src"
  item   = 1
}
"#,
    );
    let json = in_json(
        r#"{
            "target": { "a": {
                "each": ["x", "y"],
                "context": "${local.folder}/${item}",
                "tags": ["${target[\"a-0\"].context}-${key}"],
                "rule": { "port": "${80 + key}" },
                "dynamic": { "rule": { "for_each": ["${key}"], "content": { "port": "${90 + rule.value + key}" } } }
            } },
            "locals": { "folder": "src" }
        }"#,
    );
    let roots = roots().ignore("target.each").ignore("target.rule").instances("target", for_each);
    for body in [native, json] {
        let scope = scope_of(&roots, [body], &EvalContext::new());
        assert_eq!(scope.check().to_string(), "");
        assert_eq!(scope.references().check(&EvalContext::new()).to_string(), "");
        assert_eq!(scope.value("target[\"a-1\"].tags").ok(), Some(value!(["src/x-1"])));
        let blocks = scope.references().definitions().filter_map(|it| it.block_of_type("target"));
        let context = scope.context();
        let decoded: Vec<Target> = blocks
            .map(|it| from_body(&ext::expand_dynamic_blocks(it.body(), &context), &context).expect("it fits"))
            .collect();
        let target = |context: &str, ports: [u16; 2]| Target {
            context: context.to_owned(),
            rule: ports.map(|port| Rule { port }).into(),
        };
        assert_eq!(decoded, [target("src/x", [80, 90]), target("src/y", [81, 92])]);
    }
}

#[test]
fn variables_of_a_body_hide_others_and_keep_dynamic_blocks() {
    let body = native("a = x\nb = [x, y, z]\ndynamic \"c\" {\n  for_each = [1]\n  content {}\n}\n");
    let body = body.with_variables([("x", value!(1)), ("y", value!(2))]).with_variables([("x", value!(3))]);
    let mut context = EvalContext::new();
    context.set("y", 0).set("z", 4);
    let b = body.attribute("b").expect("it exists");
    assert_eq!(b.expression().evaluate(&context).ok(), Some(value!([3, 2, 4])));
    assert_eq!(b.expression().variables().iter().map(|it| it.to_string()).collect::<Vec<_>>(), ["z"]);
    assert_eq!(body.blocks().map(|block| block.block_type().to_owned()).collect::<Vec<_>>(), ["dynamic"]);
    let value: Value =
        from_body(&body.with_variables([("z", value!(5))]), &EvalContext::new()).expect("it fits");
    assert_eq!(value["b"], value!([3, 2, 5]));
    assert!(value["dynamic"].is_object());
}

#[test]
fn errors_of_instances_are_reported() {
    let roots = roots().ignore("target.each").instances("target", for_each);
    let scope = scope_of(
        &roots,
        [native("target \"a\" {\n  each = [x]\n}\nlocals {\n  b = 1\n}\n")],
        &EvalContext::new(),
    );
    let expected = "main.tf:2:11: Variables not allowed: ";
    assert!(scope.check().to_string().starts_with(expected), "{}", scope.check());
    assert!(scope.references().check(&EvalContext::new()).to_string().starts_with(expected));
    assert_eq!(scope.value("local.b").ok(), Some(value!(1)));
}

#[test]
fn unknown_and_marked_values_are_passed_on_by_attributes() {
    let body = native(
        "target \"a\" {\n  secret = item\n  id = local.id\n  tags = [\"${target.a.secret}-${local.id}\", upper(item)]\n  \
         bad = target.a.secret + 1\n}\nlocals {\n  id = 1\n}\n",
    );
    let secret = || Value::from("hunter2").mark(Mark::new("secret"));
    let roots =
        roots().instances("target", move |block| Ok(vec![block.with_variables([("item", secret())])]));
    let mut context = EvalContext::new();
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    let mut scope = scope_of(&roots, [body], &context);
    scope.set("local.id", Value::unknown(Type::String)).expect("it is defined");
    let value = scope.value("target.a.tags").expect("it has a value");
    assert!(!value[0].is_wholly_known() && value[0].is_marked() && value[1].is_marked());
    assert_eq!(value[1].clone().unmark().0, value!("HUNTER2"));
    let error = scope.value("target.a.bad").expect_err("it is no number");
    let text = format!("{error:#} {error:?} {:?}", scope.check());
    assert!(!text.to_lowercase().contains("hunter2"), "{text}");
}

#[test]
fn limits_hold_for_all_attributes_together() {
    let lines: String = (0..1000).map(|n| format!("  a{n} = [for x in [1, 2, 3] : x * 2]\n")).collect();
    let mut limits = Limits::default();
    limits.steps = 5000;
    let mut context = EvalContext::new();
    context.set_limits(limits);
    let scope = scope_of(&roots(), [native(&format!("target \"a\" {{\n{lines}}}\n"))], &context);
    let found = scope.check();
    assert_eq!(found.len(), 1);
    assert!(found.iter().all(|it| it.category() == Category::Limit));
}

#[test]
fn functions_refer_to_definitions() {
    let text = r#"
function "url" {
  params         = [host]
  variadic_param = path
  result         = "${local.scheme}://${host}/${join(path)}${slash()}"
}
function "slash" {
  params = []
  result = target.a.end
}
locals {
  scheme = local.base
  base   = "https"
  home   = url("a.org")
  page   = url(local.name, "x", "y")
  name   = "b.org"
}
target "a" {
  end  = "/"
  tags = [for host in ["c.org"] : url(host)]
}
"#;
    let json = r#"{
        "function": {
            "url": {
                "params": ["host"], "variadic_param": "path",
                "result": "${local.scheme}://${host}/${join(path)}${slash()}"
            },
            "slash": { "params": [], "result": "${target.a.end}" }
        },
        "locals": {
            "scheme": "${local.base}", "base": "https", "home": "${url(\"a.org\")}",
            "page": "${url(local.name, \"x\", \"y\")}", "name": "b.org"
        },
        "target": { "a": { "end": "/", "tags": "${[for host in [\"c.org\"] : url(host)]}" } }
    }"#;
    let mut context = EvalContext::new();
    context.set_function("join", Function::from_fn(|texts: Vec<String>| texts.join("/")));
    for body in [native(text), in_json(json)] {
        let new = || scope_of(&roots(), [body.clone()], &context);
        let mut scope = new();
        assert_eq!(scope.check().to_string(), "");
        assert_eq!(scope.references().check(&EvalContext::new()).to_string(), "");
        check_each(
            &[
                ("local.home", value!("https://a.org//")),
                ("local.page", value!("https://b.org/x/y/")),
                ("target.a.tags", value!(["https://c.org//"])),
                ("url(\"d.org\")", value!("https://d.org//")),
            ],
            |(expression, expected)| {
                assert_eq!(new().value(expression).map_err(|error| error.to_string()), Ok(expected.clone()));
                let expression: serde_hcl::Expression = expression.parse().expect("it is valid");
                let value = expression.evaluate(&new().context());
                assert_eq!(value.map_err(|error| error.to_string()), Ok(expected.clone()));
            },
        );
        scope.set("local.base", "http").expect("it is defined");
        let context = scope.context();
        drop(scope);
        let url: serde_hcl::Expression = "url(\"e.org\")".parse().expect("it is valid");
        assert_eq!(url.evaluate(&context).map_err(|error| error.to_string()), Ok(value!("http://e.org//")));
    }
}

#[test]
fn errors_in_functions_are_reported_once() {
    check_each(
        &[
            (
                "function \"f\" {\n  params = []\n  result = local.a\n}\nlocals {\n  a = f()\n}\n",
                "main.tf:1:1: Cycle of references: \"function.f\" refers to itself: function.f -> local.a -> function.f. \
                 Remove one of these references.",
            ),
            (
                "function \"f\" {\n  params = [n]\n  result = f(n)\n}\nlocals {\n  a = f(1)\n  b = local.a\n}\n",
                "main.tf:1:1: Cycle of references: \"function.f\" refers to itself. Remove the reference.",
            ),
            (
                "function \"f\" {\n  params = []\n  result = local.b\n}\nlocals {\n  a = [f()]\n  b = -\"x\"\n}\n",
                "main.tf:7:8: Invalid operand: Unsuitable value for unary operand: expected a number, found the \
                 string \"x\".",
            ),
            (
                "function \"f\" {\n  params = [1]\n  result = 1\n}\nlocals {\n  a = 1\n}\n",
                "main.tf:2:13: Invalid parameter: The name of a parameter is expected here, without quotes. \
                 The result refers to the argument by it.",
            ),
        ],
        |(text, expected)| assert_eq!(scope([native(text)]).check().to_string(), *expected),
    );
}

#[test]
fn a_check_finds_unknown_functions_and_parameters_in_all_parts_once() {
    let mut context = EvalContext::new();
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    let check = |text: &str| -> Vec<String> {
        let roots = Roots::terraform().functions(FunctionNames::new("function"));
        let references = References::new(&roots, [native(text)]);
        let found: Vec<_> = references.check(&context).iter().map(|it| it.to_string()).collect();
        let scope = Scope::of(references, &context).expect("no variable hides a root");
        assert!(scope.check().len() >= found.len(), "{text}");
        scope.check().iter().map(|it| it.to_string()).collect()
    };
    let unknown_function = "Call to unknown function: There is no function named";
    let unknown_reference = "Unknown reference: There is no definition of";
    check_each(
        &[
            (
                "resource \"a\" \"b\" {\n  c = uper(\"x\")\n}\n",
                vec![format!("main.tf:2:7: {unknown_function} \"uper\". Did you mean \"upper\"?")],
            ),
            (
                "locals {\n  c = uper(\"x\")\n}\n",
                vec![format!("main.tf:2:7: {unknown_function} \"uper\". Did you mean \"upper\"?")],
            ),
            (
                "function \"greet\" {\n  params = [name]\n  result = \"Hi ${nam}\"\n}\nx = gret(1)\n",
                vec![
                    format!("main.tf:3:18: {unknown_reference} \"nam\". Did you mean \"name\"?"),
                    format!("main.tf:5:5: {unknown_function} \"gret\". Did you mean \"greet\"?"),
                ],
            ),
            // A function of a plugin.
            ("resource \"a\" \"b\" {\n  c = provider::d::e(1)\n}\n", vec![]),
            (
                "locals {\n  a = local.b\n  b = local.a\n}\nresource \"a\" \"b\" {\n  c = local.d\n}\n",
                vec![
                    "main.tf:2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. \
                     Remove one of these references."
                        .to_owned(),
                    format!("main.tf:6:7: {unknown_reference} \"local.d\". Expected \"a\" or \"b\"."),
                ],
            ),
        ],
        |(text, expected)| assert_eq!(check(text), *expected),
    );
}
