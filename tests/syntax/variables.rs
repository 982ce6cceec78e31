//! The references of expressions. Specification: information model, "Static Analysis".

use std::collections::{BTreeMap, BTreeSet};

use serde_hcl::TraversalStep;
use serde_hcl::ast::visit::Visitor;
use serde_hcl::ast::{Attribute, Expression};
use serde_hcl::{Source, Traversal, ValueKind};
use serde_json::{Value, json};

use crate::corpus;
use crate::support::expression;
use test_support::rows::check_each;

/// The references of an expression, each in the notation of the source.
fn references(text: &str) -> Vec<String> {
    let expression = expression(text);
    let slice = |traversal: &Traversal| {
        let steps = traversal.steps().iter().map(|step| expression.source().slice(step.span()));
        steps.collect::<String>()
    };
    expression.variables().iter().map(slice).collect()
}

#[test]
fn references_are_in_the_order_of_the_walk() {
    let table: &[(&str, &[&str])] = &[
        ("1", &[]),
        ("null.a + true[b]", &["b"]),
        ("a + b * a", &["a", "b", "a"]),
        ("a.b[0][\"k\"].c", &["a.b[0][\"k\"].c"]),
        ("a.0.b", &["a.0.b"]),
        ("a[true][null][1.5]", &["a[true][null][1.5]"]),
        ("(a).b", &["a"]),
        ("a.b[*].c[d].e", &["a.b", "d"]),
        ("a.*.b", &["a"]),
        ("a[b.c].d[e]", &["a", "b.c", "e"]),
        ("a[-1]", &["a"]),
        ("a[\"${b}\"]", &["a", "b"]),
        ("a ? b : c ? d : e", &["a", "b", "c", "d", "e"]),
        ("f(a, g(b)...)", &["a", "b"]),
        ("[a, {b = c, (d) = e, f.g = h, \"${i}\" = j}]", &["a", "c", "d", "e", "f.g", "h", "i", "j"]),
        ("\"${a}%{ if b }${c}%{ else }${d}%{ endif }\"", &["a", "b", "c", "d"]),
        ("<<X\n${a.b}\nX\n", &["a.b"]),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(references(text), *expected, "in {text:?}");
    });
}

#[test]
fn names_that_a_for_binds_are_no_references() {
    let table: &[(&str, &[&str])] = &[
        ("[for x in x : x.y + z]", &["x", "z"]),
        ("{for k, v in a : k => v if v == w}", &["a", "w"]),
        ("[for x in a : [for y in x : x + y + z] if y]", &["a", "z", "y"]),
        ("[for k, v in k : 1][v]", &["k", "v"]),
        ("[for x in a : {x = x, (x) = y}]", &["a", "y"]),
        ("\"%{ for k, v in a }${k}${v}${w}%{ endfor }${v}\"", &["a", "w", "v"]),
        ("[for x in a : b[x]]", &["a", "b"]),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(references(text), *expected, "in {text:?}");
    });
}

#[test]
fn calls_are_in_source_order() {
    let expression = expression("f(ns :: g(), [for x in h(f()) : x]) + \"${i(1)}\"");
    let calls = expression.calls();
    let names: Vec<_> = calls.iter().filter_map(|call| call.root_name()).collect();
    assert_eq!(names, ["f", "ns::g", "h", "f", "i"]);
    assert_eq!(expression.source().slice(calls[1].span()), "ns :: g");
}

#[test]
fn a_traversal_has_the_span_of_its_steps() {
    let expression = expression("1 + a . b[ 0 ]");
    let [traversal] = &expression.variables()[..] else { panic!("there is one reference") };
    assert_eq!(traversal.root_name(), Some("a"));
    assert_eq!(expression.source().slice(traversal.span()), "a . b[ 0 ]");
    let steps: Vec<_> = traversal.steps().iter().map(|step| expression.source().slice(step.span())).collect();
    assert_eq!(steps, ["a", ". b", "[ 0 ]"]);
}

#[test]
fn conformance_cases_have_the_references_of_go() {
    let path = corpus::shared().join("conformance/static.jsonl");
    let Ok(rows) = std::fs::read_to_string(path) else { return };
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row is JSON"));
    for row in rows.filter(|row| row["op"] == "variables" && row["syntax"] == "native") {
        let text = row["expr"].as_str().expect("a case has a text");
        let Ok(expression) = serde_hcl::parse_expression(text).into_result() else {
            assert_eq!(row["expect"]["stage"], "parse", "{text:?}");
            continue;
        };
        let traversals: Vec<_> =
            expression.variables().iter().map(|traversal| encode(expression.source(), traversal)).collect();
        let empty = json!([]);
        let expected = row["expect"].get("traversals").unwrap_or(&empty);
        assert_eq!(json!(traversals), *expected, "{text:?}");
    }
}

/// A traversal as the cases encode it.
fn encode(source: &Source, traversal: &Traversal) -> Value {
    let steps = traversal.steps().iter().map(|step| {
        let range = source.range(step.span());
        let [start, end] = [range.start, range.end].map(|pos| json!([pos.line, pos.column, pos.byte]));
        let mut row = match step {
            TraversalStep::Root { name, .. } => json!({ "root": name }),
            TraversalStep::Attr { name, .. } => json!({ "attr": name }),
            TraversalStep::Index { key, .. } => match key.kind() {
                ValueKind::Number(key) => json!({ "index": { "number": key.to_string() } }),
                ValueKind::String(key) => json!({ "index": { "string": key } }),
                other => panic!("the cases have no {other:?}"),
            },
            other => panic!("the cases have no {other:?}"),
        };
        row["range"] = json!({ "start": start, "end": end });
        row
    });
    steps.collect()
}

/// The names of variables and functions in each attribute, by the location of its name.
#[derive(Default)]
struct References(BTreeMap<u32, (BTreeSet<String>, BTreeSet<String>)>);

impl<'t> Visitor<'t> for References {
    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        self.0.insert(attribute.name_span().start, names(attribute.expression()));
    }
}

fn names(expression: Expression<'_>) -> (BTreeSet<String>, BTreeSet<String>) {
    let expression = serde_hcl::Expression::from(expression);
    let variables =
        expression.variables().into_iter().filter_map(|it| it.root_name().map(str::to_owned)).collect();
    (variables, expression.calls().iter().map(ToString::to_string).collect())
}

impl References {
    fn expect(&mut self, body: &Value) {
        for row in body["attrs"].as_array().into_iter().flatten() {
            let at = row["name_range"][2].as_u64().and_then(|at| u32::try_from(at).ok());
            self.0.insert(at.expect("a place is a number"), expected_names(row));
        }
        for block in body["blocks"].as_array().into_iter().flatten() {
            self.expect(&block["body"]);
        }
    }
}

fn expected_names(row: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let [variables, calls] = ["vars", "calls"].map(|key| {
        row[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    });
    (variables, calls)
}

#[test]
fn files_and_templates_have_the_references_of_go() {
    for case in corpus::valid_cases("native", 2) {
        let (mut actual, mut expected) = (References::default(), References::default());
        actual.visit_body(serde_hcl::parse_file(case.source).value.ast().expect("it is native"));
        expected.expect(&case.expected["body"]);
        let difference = actual.0.iter().zip(&expected.0).find(|(actual, expected)| actual != expected);
        assert_eq!(difference, None, "{}", case.name);
        assert_eq!(actual.0.len(), expected.0.len(), "{}", case.name);
    }
    for case in corpus::valid_cases("template", 1) {
        let template = serde_hcl::parse_template(case.source).into_result().expect("it is sound");
        assert_eq!(
            names(template.expression().ast().expect("it is native")),
            expected_names(&case.expected["template"]),
            "{}",
            case.name
        );
    }
}

#[test]
fn traversals_are_equal_wherever_they_are_written() {
    let traversal = |text: &str| text.parse::<serde_hcl::Traversal>().expect("it is valid");
    assert_eq!(traversal("a.b[0]"), traversal(" a . b [ 0 ]"));
    assert_ne!(traversal("a.b"), traversal("a[\"b\"]"));
    let mut sorted = ["b", "a.b", "a", "a[1]", "a[0]"].map(traversal);
    sorted.sort();
    assert_eq!(sorted.map(|traversal| traversal.to_string()), ["a", "a.b", "a[0]", "a[1]", "b"]);
    let error = "a.".parse::<serde_hcl::Traversal>().expect_err("it is invalid");
    assert_eq!(error.category(), serde_hcl::diag::Category::Syntax);
}

#[test]
fn expressions_and_templates_are_parsed_from_text() {
    let context = serde_hcl::EvalContext::new();
    let expression: serde_hcl::Expression = "1 + 1".parse().expect("it is valid");
    assert_eq!(expression.evaluate(&context).expect("it has a value"), 2);
    let template = serde_hcl::Template::try_from("n is ${1 + 1}").expect("it is valid");
    assert_eq!(template.render(&context).expect("it is text"), "n is 2");
}
