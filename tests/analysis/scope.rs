use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_hcl::analysis::{References, Roots, Scope};
use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{Body, EvalContext, Function, Limits, Type, Value, diag::Category, parse_expression, value};

use crate::{in_json, named, native};
use test_support::rows::check_each;

fn scope(bodies: impl IntoIterator<Item = Body>) -> Scope {
    Scope::new(&Roots::terraform(), bodies, &context()).expect("no variable hides a root")
}

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase())).set_function(
        "keys",
        Function::from_fn(|object: std::collections::BTreeMap<String, Value>| {
            object.into_keys().collect::<Vec<String>>()
        }),
    );
    context
}

/// Returns a scope of local values.
fn locals(text: &str) -> Scope {
    scope([native(&format!("locals {{\n{text}\n}}\n"))])
}

#[test]
fn errors_of_sources_without_a_name_are_all_reported() {
    let first = "locals {\n  abcdefghi = local.e\n}\n";
    let second = "output \"d\" {\n  value = local.f\n}\n";
    assert_eq!(first.find("local.e"), second.find("local.f"));
    let found = scope([native(first), native(second)]).check();
    let sliced = found.iter().filter_map(|it| Some(it.source()?.slice(it.span()?)));
    assert_eq!(sliced.collect::<Vec<_>>(), ["local.e", "local.f"]);
}

#[test]
fn values_are_those_of_expressions_with_the_definitions() {
    let native = named(
        "one.tf",
        r#"
locals {
  all   = keys(local.parts)
  parts = { name = local.name, zone = var.zone }
  name  = "web-${upper(var.region)}"
  pick  = local.parts[var.key]
  type  = data.image.base.id
  host  = host.main.ip
}
variable "region" {
  type    = string
  default = "eu"
}
data "image" "base" {}
resource "host" "main" {}
"#,
    );
    let json = in_json(
        r#"{
            "variable": { "zone": { "default": "${upper(\"a\")}" }, "key": { "default": "zone" } },
            "locals": { "from_json": ["${local.name}", { "${var.key}": "${local.all}" }] }
        }"#,
    );
    let mut scope = scope([native, json]);
    scope.set("data.image.base", value!({ "id": "i-1" })).expect("it is defined");
    let keys = Value::list(Type::String, ["name", "zone"].map(Value::from)).expect("they are strings");
    check_each(
        &[
            ("local.name", value!("web-EU")),
            ("local.all", keys.clone()),
            ("local.pick", value!("A")),
            ("local.type", value!("i-1")),
            ("local.host", Value::UNKNOWN),
            ("local.from_json", value!(["web-EU", { "zone": keys }])),
            ("var", value!({ "region": "eu", "zone": "A", "key": "zone" })),
            ("local.parts.name", value!("web-EU")),
            ("[for key, part in local.parts : part if key == var.key]", value!(["A"])),
            ("data", value!({ "image": { "base": { "id": "i-1" } } })),
            ("path.module", Value::UNKNOWN),
        ],
        |(expression, expected)| {
            assert_eq!(scope.value(expression).map_err(|error| error.to_string()), Ok(expected.clone()));
        },
    );
    assert!(scope.check().is_empty());
}

#[test]
fn each_definition_is_evaluated_once_and_only_when_it_is_needed() {
    let calls = Arc::new(AtomicUsize::new(0));
    let mut context = EvalContext::new();
    let counter = calls.clone();
    context.set_function(
        "count",
        Function::from_fn(move |value: Value| {
            counter.fetch_add(1, Ordering::Relaxed);
            value
        }),
    );
    let body = native(
        "locals {\n  a = count(1)\n  b = [local.a, local.a]\n  c = [local.a, local.b, local[\"b\"]]\n  d = count(2)\n}\n",
    );
    let scope = Scope::new(&Roots::terraform(), [body], &context).expect("no variable hides a root");
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    for _ in 0..3 {
        assert_eq!(scope.value("local.c").ok(), Some(value!([1, [1, 1], [1, 1]])));
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    assert!(scope.check().is_empty());
    assert!(scope.value("local").is_ok());
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn an_error_is_reported_once_at_its_location() {
    let scope = locals("  a = [local.b, local.c]\n  b = local.c\n  c = -\"x\"\n  d = 1");
    let expected = "main.tf:4:8: Invalid operand: Unsuitable value for unary operand: expected a number, found the \
                    string \"x\".";
    for expression in ["local.a", "local.b", "local.c", "[local.a, local.b, local.c]", "local", "local[*]"] {
        let error = scope.value(expression).expect_err("there is an error");
        assert_eq!(error.to_string(), expected, "{expression}");
        assert_eq!(error.diagnostics().len(), 1, "{expression}");
    }
    assert_eq!(scope.check().to_string(), expected);
    assert_eq!(scope.value("local.d").ok(), Some(value!(1)));

    // The rest of a value that depends on the failed definition is known.
    let outcome = scope.evaluate(&"[local.b, local.d]".parse().expect("it is valid"));
    assert_eq!(outcome.value, value!([(Value::unknown(Type::Number)), 1]));

    // Errors of the expression follow those of the definitions.
    let outcome = scope.evaluate(&"[local.b, local.x]".parse().expect("it is valid"));
    let summaries: Vec<_> = outcome.diagnostics.iter().map(|it| it.summary().to_owned()).collect();
    assert_eq!(summaries, ["Invalid operand", "Unknown reference"]);
}

#[test]
fn errors_of_definitions_are_those_of_a_decode() {
    #[derive(serde::Deserialize, Debug)]
    struct Config {
        #[allow(dead_code, reason = "it is never decoded")]
        a: u8,
    }
    let scope = locals("  b = local.c + 1\n  c = \"x\"");
    let body = named("app.hcl", "a = local.b\n");
    let error = serde_hcl::from_body::<Config>(&body, &scope.context()).expect_err("there is an error");
    assert_eq!(
        error.to_string(),
        "main.tf:2:7: Invalid operand: Unsuitable value for left operand: expected a number, found the string \"x\". (in a)",
    );
}

#[test]
fn definitions_in_a_cycle_have_an_error() {
    let scope = locals("  c = local.b\n  a = local.b\n  b = [local.a]\n  d = 1\n  e = [local.c, local.d]");
    let expected = "main.tf:3:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. \
                    Remove one of these references.";
    for expression in ["local.a", "local.b", "local.c", "local.e", "local"] {
        let error = scope.value(expression).expect_err("there is a cycle");
        assert_eq!(error.to_string(), expected, "{expression}");
        assert_eq!(error.diagnostics().iter().next().map(|it| it.labels().len()), Some(2));
    }
    assert_eq!(scope.check().to_string(), expected);
    assert_eq!(scope.value("local.d").ok(), Some(value!(1)));

    let scope = locals("  a = local[\"a\"]");
    assert_eq!(
        scope.value("local.a").expect_err("there is a cycle").to_string(),
        "main.tf:2:3: Cycle of references: \"local.a\" refers to itself. Remove the reference.",
    );
    let scope = locals("  a = local.b\n  b = keys(local)");
    for expression in ["local.a", "local.b", "local"] {
        assert_eq!(
            scope.value(expression).expect_err("there is a cycle").to_string(),
            "main.tf:2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one \
             of these references.",
        );
    }
}

#[test]
fn a_block_without_a_value_ends_a_cycle() {
    // The content of the resource is not its value.
    let scope = scope([native("locals {\n  a = x.y.id\n}\nresource \"x\" \"y\" {\n  z = local.a\n}\n")]);
    assert_eq!(scope.value("local.a").ok(), Some(Value::UNKNOWN));
}

#[test]
fn values_that_are_set_replace_those_of_the_bodies() {
    let mut scope =
        scope([native("locals {\n  a = local.b\n  b = var.c\n}\nvariable \"c\" {\n  default = 1\n}\n")]);
    assert_eq!(scope.value("local.a").ok(), Some(value!(1)));
    let before = scope.clone();
    let context = scope.context();
    scope.set("var.c", 2).expect("it is defined");
    assert_eq!(scope.value("local.a").ok(), Some(value!(2)));
    scope.set("local.b", "x").expect("it is defined").set("var.c", 3).expect("it is defined");
    assert_eq!(scope.value("[local, var]").ok(), Some(value!([{ "a": "x", "b": "x" }, { "c": 3 }])));
    // A clone and a context keep their own values.
    assert_eq!(before.value("local.a").ok(), Some(value!(1)));
    let expression: serde_hcl::Expression = "local.a".parse().expect("it is valid");
    assert_eq!(expression.evaluate(&context).ok(), Some(value!(1)));

    // A value that is set breaks a cycle.
    let mut scope = locals("  a = local.b\n  b = local.a");
    scope.set("local.b", 1).expect("it is defined");
    assert_eq!(scope.value("local.a").ok(), Some(value!(1)));

    let error = scope.set("local.c", f64::NAN).expect_err("it is not defined");
    assert_eq!(
        error.to_string(),
        "Unknown reference: There is no definition of \"local.c\". Did you mean \"local.a\"?"
    );
    scope.set("local.a", f64::NAN).expect("a number that is not finite is null");
    assert_eq!(scope.value("local.a").ok(), Some(Value::NULL));
}

#[test]
fn unknown_and_marked_values_are_passed_on() {
    let mut scope = scope([native(
        "variable \"id\" {}\nvariable \"password\" {}\nlocals {\n  url = \"https://${var.id}\"\n  auth = \"user:${var.password}\"\n  \
         both = [local.url, local.auth]\n  port = upper(var.password) + 1\n}\n",
    )]);
    scope.set("var.id", Value::unknown(Type::String)).expect("it is defined");
    scope.set("var.password", Value::from("hunter2").mark(Mark::new("secret"))).expect("it is defined");
    let url = scope.value("local.url").expect("it has a value");
    assert!(url.is_unknown() && url.ty() == &Type::String);
    let auth = scope.value("local.both[1]").expect("it has a value");
    let (value, marks) = auth.unmark();
    assert_eq!(value, value!("user:hunter2"));
    assert!(marks.contains("secret"));
    let error = scope.value("local.port").expect_err("it is no number");
    assert!(!format!("{error:#} {error:?}").contains("HUNTER2"), "{error:#}");
}

#[test]
fn variables_of_the_context_hide_no_definitions() {
    let body = || native("variable \"a\" {\n  default = 1\n}\nlocals {\n  x = var.a + other\n}\n");
    let mut context = context();
    context.set("other", 5).set("each", 6);
    let scope = Scope::new(&Roots::terraform(), [body()], &context).expect("no variable hides a root");
    assert_eq!(scope.value("[local.x, each]").ok(), Some(value!([6, 6])));

    let detail = |name| {
        format!(
            "The application has a variable named {name:?}, which would hide this definition. Rename one of the two."
        )
    };
    check_each(
        &[
            ("var", "main.tf:1:1: Duplicate definition: "),
            ("local", "main.tf:5:3: Duplicate definition: "),
            ("module", "Duplicate definition: "),
        ],
        |(name, location)| {
            let mut context = context.child();
            context.set(*name, f64::NAN);
            let error =
                Scope::new(&Roots::terraform(), [body()], &context).expect_err("it hides definitions");
            assert_eq!(error.to_string(), format!("{location}{}", detail(name)));
        },
    );
}

#[test]
fn unknown_names_have_suggestions() {
    let scope = locals("  name = 1\n  x    = local.nmae\n  y    = locl.name\n  z    = uper(1)");
    check_each(
        &[
            (
                "local.x",
                "main.tf:3:10: Unknown reference: There is no definition of \"local.nmae\". Did you mean \"name\"?",
            ),
            (
                "local.y",
                "main.tf:4:10: Unknown reference: There is no definition of \"locl\". Did you mean \"local\"?",
            ),
            (
                "local.w",
                "1:1: Unknown reference: There is no definition of \"local.w\". Expected \"name\", \"x\", \"y\" or \"z\".",
            ),
            ("nothing", "1:1: Unknown variable: There is no variable named \"nothing\"."),
            (
                "local.z",
                "main.tf:5:10: Call to unknown function: There is no function named \"uper\". Did you mean \"upper\"?",
            ),
        ],
        |(expression, expected)| {
            assert_eq!(scope.value(expression).expect_err("it is unknown").to_string(), *expected);
        },
    );
}

#[test]
fn limits_hold_for_all_definitions_together() {
    let lines: String = (0..1000).map(|n| format!("  a{n} = [for x in [1, 2, 3] : x * 2]\n")).collect();
    let body = || native(&format!("locals {{\n{lines}}}\n"));
    let mut limits = Limits::default();
    limits.steps = 5000;
    let mut context = context();
    context.set_limits(limits);
    let scope = Scope::new(&Roots::terraform(), [body()], &context).expect("no variable hides a root");
    assert!(scope.value("local.a0").is_ok());
    let found = scope.check();
    assert_eq!(found.len(), 1, "one definition exceeds the limit, and the others are left out");
    assert!(found.iter().all(|it| it.category() == Category::Limit));
    assert_eq!(scope.value("local.a999").expect_err("it is left out").category(), Category::Limit);
    // The limits of the application's context are separate.
    assert!("1 + 1".parse::<serde_hcl::Expression>().and_then(|it| it.evaluate(&context)).is_ok());
    limits.steps = 50_000;
    context.set_limits(limits);
    assert!(
        Scope::new(&Roots::terraform(), [body()], &context)
            .expect("no variable hides a root")
            .check()
            .is_empty()
    );
}

#[test]
fn a_chain_of_definitions_needs_no_stack() {
    let chain = |ending: &str| -> String {
        let lines: String = (0..10_000).map(|n| format!("  a{n} = local.a{}\n", n + 1)).collect();
        format!("locals {{\n{lines}  a10000 = {ending}\n}}\n")
    };
    let (known, cyclic, broken) = (chain("1"), chain("local.a0"), chain("-\"x\""));
    let work = move || {
        let scope = scope([native(&known)]);
        assert_eq!(scope.value("local.a0").ok(), Some(value!(1)));
        assert_eq!(scope.references().order().map(|order| order.len()).ok(), Some(10_001));
        let scope = crate::scope::scope([native(&cyclic)]);
        assert!(scope.value("local.a5000").is_err() && scope.references().order().is_err());
        assert_eq!(scope.check().len(), 1);
        let scope = crate::scope::scope([native(&broken)]);
        assert_eq!(scope.check().len(), 1);
        assert!(scope.value("local.a0").is_err());
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread starts");
    thread.join().expect("the stack is large enough");
}

#[test]
fn threads_share_a_scope() {
    let scope = locals("  a = local.b\n  b = [for n in [1, 2, 3] : n * local.c]\n  c = 2");
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| assert_eq!(scope.value("local.a").ok(), Some(value!([2, 4, 6]))));
        }
    });
}

#[test]
fn a_scope_is_made_of_references_too() {
    let references = References::new(&Roots::terraform(), [native("locals {\n  a = 1\n}\n")]);
    assert!(references.check(&EvalContext::new()).is_empty());
    assert_eq!(
        Scope::of(references, &context()).expect("no variable hides a root").value("local.a").ok(),
        Some(value!(1))
    );
}

#[test]
fn recovery_from_errors_of_definitions_has_the_marks_that_cause_them() {
    let text = "variable \"pin\" {}\nlocals {\n  all   = { code = var.pin + 1, name = \"a\" }\n  again = local.all.name\n  other = 1\n}\n";
    for content in ["5", "x"] {
        let mut scope = Scope::new(&Roots::terraform(), [native(text)], &EvalContext::new())
            .expect("no variable hides a root");
        scope.set("var.pin", Value::from(content).mark(Mark::new("secret"))).expect("it is defined");
        let mut context = scope.context();
        context.set_special_form("try", ext::try_form());
        for (expression, is_marked) in
            [("try(local.all.name, 2)", true), ("try(local.again, 2)", true), ("try(local.other, 2)", false)]
        {
            let value = parse_expression(expression).into_result().expect("it is valid").evaluate(&context);
            assert_eq!(value.expect("it has a value").is_marked(), is_marked, "{expression} for {content}");
        }
    }
}
