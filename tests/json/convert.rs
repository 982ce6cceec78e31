//! Native files written as JSON and read again: the same content.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_hcl::{
    Body, EvalContext, Expression, Function, Source, Type, Value, func::Parameter, json, parse_file,
};
use test_support::meaning;

use test_support::rows::check_each;

use test_support::meaning::Item;

/// The native files of the corpus, if it is next to the project, and the project's own.
fn native_files() -> Vec<PathBuf> {
    let root = test_support::root();
    let mut files: Vec<_> = fs::read_dir(root.join("examples"))
        .expect("there are examples")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "hcl"))
        .collect();
    let corpus = root.join("../shared/corpus");
    let rows = fs::read_to_string(corpus.join("expected.jsonl")).unwrap_or_default();
    for line in rows.lines().step_by(test_support::step(4)) {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row is JSON");
        if row["kind"] == "native" && row["ok"] == true {
            files.push(corpus.join(row["file"].as_str().expect("a name")));
        }
    }
    files
}

/// A context in which every variable is unknown, and every function returns an unknown value.
fn unknown_context(expression: &Expression) -> EvalContext {
    let mut context = EvalContext::new();
    context.allow_variables().allow_functions();
    for name in expression.variables().iter().filter_map(|it| it.root_name()) {
        context.set(name, Value::UNKNOWN);
    }
    for name in expression.calls().iter().filter_map(|it| it.root_name()) {
        let anything = Parameter::new("v", Type::Dynamic).allow_null().allow_unknown().allow_dynamic();
        let function = Function::builder().variadic(anything).implement(|_, _| Ok(Value::UNKNOWN));
        context.set_function(name, function);
    }
    context
}

/// The content of a native text, and that of its JSON form.
fn both(native: &Body) -> Option<(Vec<Item>, Vec<Item>)> {
    let shape = meaning::shape(std::slice::from_ref(native))?;
    let text = json::to_string_pretty(native).unwrap_or_else(|error| panic!("{error:#}"));
    let file = json::parse_file(Source::new("x.json", text)).into_result();
    let file = file.unwrap_or_else(|error| panic!("{error:#}"));
    let content = |body: &Body| meaning::content(body, &shape, &unknown_context);
    Some((content(native), content(file.body())))
}

#[test]
fn files_have_the_same_content_as_their_json_form() {
    let mut skipped = 0;
    let files = native_files();
    for path in &files {
        let Ok(source) = Source::read(path) else { panic!("{} cannot be read", path.display()) };
        let native = parse_file(source).into_result().expect("it is sound").body().clone();
        let Some((from_native, from_json)) = both(&native) else {
            skipped += 1;
            continue;
        };
        let difference = from_native.iter().zip(&from_json).find(|(native, json)| native != json);
        assert_eq!(difference, None, "{}", path.display());
        assert_eq!(from_native.len(), from_json.len(), "{}", path.display());
    }
    assert!(skipped * 20 <= files.len(), "{skipped} of {} files cannot be JSON", files.len());
}

#[test]
fn expressions_become_values_or_templates() {
    let table = [
        ("null", "null"),
        ("true", "true"),
        ("-1.50", "-1.5"),
        ("1e5000", "1e5000"),
        ("\"a\\n\\\"b\\\"\"", r#""a\n\"b\"""#),
        ("\"$${x} %%{y} $x\"", r#""$${x} %%{y} $x""#),
        ("\"${x}\"", r#""${x}""#),
        ("\"a ${x} b\"", r#""a ${x} b""#),
        ("\"$${a}${x}\"", r#""$${a}${x}""#),
        ("\"cost: $${\"", r#""cost: $${""#),
        ("\"a$\\u0024${x}\"", r#""a${\"$$\"}${x}""#),
        ("\"100\\u0025%{ if x }a%{ endif }\"", r#""100${\"%\"}%{ if x }a%{ endif }""#),
        ("x", r#""${x}""#),
        ("a.b[0]", r#""${a.b[0]}""#),
        ("f(1, \"q\")", r#""${f(1, \"q\")}""#),
        ("1 + 2", r#""${1 + 2}""#),
        ("[1, x, [\"a\"]]", r#"[1,"${x}",["a"]]"#),
        ("{ a = 1, \"b c\" = x, null = 2 }", r#"{"a":1,"b c":"${x}","null":2}"#),
        ("{ (k) = 1 }", r#"{"${k}":1}"#),
        (
            "{ (\"k\") = 1, (\"la${x}\") = 2, f(x) = 3 }",
            r#""${{ (\"k\") = 1, (\"la${x}\") = 2, f(x) = 3 }}""#,
        ),
        ("{ (\"k\") = 1, (\"la${x}\") = 2 }", r#"{"k":1,"la${x}":2}"#),
        ("{ f(x) = 1 }", r#"{"${f(x)}":1}"#),
        ("{ 22 = 1, 1.50 = 2, \"22a\" = 3 }", r#"{"22":1,"1.5":2,"22a":3}"#),
        ("{ a.b = 1 }", r#""${{ a.b = 1 }}""#),
        ("{ \"${k}\" = { \"$${a}${b.c[0]}\" = -1 } }", r#"{"${k}":{"$${a}${b.c[0]}":-1}}"#),
        ("{ \"a/${k}\" = 1, \"ab\" = 2, b = 3 }", r#"{"a/${k}":1,"ab":2,"b":3}"#),
        ("{ \"${k}-a\" = 1, \"${k}-b\" = 2, b = 3 }", r#"{"${k}-a":1,"${k}-b":2,"b":3}"#),
        // Keys that may be equal, of which the last one counts.
        ("{ a = 1, a = 2 }", r#""${{ a = 1, a = 2 }}""#),
        ("{ é = 1, \"e\\u0301\" = 2 }", r#""${{ é = 1, \"e\\u0301\" = 2 }}""#),
        ("{ (k) = 1, a = 2 }", r#""${{ (k) = 1, a = 2 }}""#),
        ("{ \"a${k}\" = 1, a = 2 }", r#""${{ \"a${k}\" = 1, a = 2 }}""#),
        ("{ \"a${k}\" = 1, \"${k}b\" = 2 }", r#""${{ \"a${k}\" = 1, \"${k}b\" = 2 }}""#),
        ("{ \"ae${k}\" = 1, \"aé\" = 2 }", r#""${{ \"ae${k}\" = 1, \"aé\" = 2 }}""#),
        ("{ \"$${x}\" = 1 }", r#"{"$${x}":1}"#),
        ("<<EOT\n  a ${x}\nEOT", r#""  a ${x}\n""#),
        ("<<-EOT\n    a\n      ${x}\n    EOT", r#""a\n  ${x}\n""#),
        ("\"%{ if a }x%{ else }y%{ endif }\"", r#""%{ if a }x%{ else }y%{ endif }""#),
        ("\"%{ for k, v in m ~}  ${v}%{ endfor }\"", r#""%{ for k, v in m }${v}%{ endfor }""#),
        ("f(<<EOT\nx\nEOT\n)", r#""${f(<<EOT\nx\nEOT\n)}""#),
    ];
    check_each(table, |(native, expected)| {
        let file =
            parse_file(format!("v = {native}\n")).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let written = json::to_string(file.body()).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(written, format!(r#"{{"v":{expected}}}"#), "{native}");
        let (from_native, from_json) = both(file.body()).expect("it can be JSON");
        assert_eq!(from_native, from_json, "{native}");
    });
}

#[test]
fn blocks_nest_by_type_and_labels_and_keep_their_order() {
    let table = [
        ("b {}", r#"{"b":{}}"#),
        ("b {}\nb {}", r#"{"b":[{},{}]}"#),
        ("b x {}\nb y {}", r#"{"b":{"x":{},"y":{}}}"#),
        ("b x {}\nb x {}", r#"{"b":{"x":[{},{}]}}"#),
        ("b x {}\nb y {}\nb x {}", r#"{"b":[{"x":{}},{"y":{}},{"x":{}}]}"#),
        ("b x p {}\nb x q {}\nb y p {}", r#"{"b":{"x":{"p":{},"q":{}},"y":{"p":{}}}}"#),
        ("b x p {}\nb x q {}\nb x p {}", r#"{"b":{"x":[{"p":{}},{"q":{}},{"p":{}}]}}"#),
        ("a = 1\nb {\n  c {\n    d = 2\n  }\n}", r#"{"a":1,"b":{"c":{"d":2}}}"#),
    ];
    check_each(table, |(native, expected)| {
        let file = parse_file(format!("{native}\n")).into_result().expect("it is sound");
        assert_eq!(json::to_string(file.body()).ok().as_deref(), Some(expected), "{native}");
        let (from_native, from_json) = both(file.body()).expect("it can be JSON");
        assert_eq!(from_native, from_json, "{native}");
    });
}

#[test]
fn items_without_a_json_form_are_errors() {
    let file = parse_file("a = 1\na {}\n").into_result().expect("it is sound");
    let error = json::to_string(file.body()).expect_err("it cannot be written");
    assert_eq!(
        error.to_string(),
        "Ambiguous name: \"a\" is the name of two attributes, or of an attribute and a block, which are the same in JSON. Rename one of them. (in a)"
    );
}

/// An object with any keys has the same value in both forms, whether keys are equal or not.
fn objects() -> impl Strategy<Value = String> {
    let keys = [
        "a",
        "ab",
        "\"a${k}\"",
        "\"${k}b\"",
        "\"a-${k}\"",
        "(k)",
        "(\"a\")",
        "\"$${k}\"",
        "\"$\\u007bk}\"",
        "é",
        "\"e${k}\"",
        "\"e\\u0301\"",
        "1",
        "\"1\"",
        "1.0",
        "true",
        "null",
        "k.a",
        "\"%{ if k == \"a\" }x%{ endif }\"",
    ];
    let value = prop_oneof![
        Just("1".to_owned()),
        Just("-1".to_owned()),
        Just("k".to_owned()),
        Just("{ (k) = 2 }".to_owned())
    ];
    let item =
        (prop::sample::select(keys.to_vec()), value).prop_map(|(key, value)| format!("{key} = {value}"));
    prop::collection::vec(item, 0..5).prop_map(|items| format!("{{ {} }}", items.join(", ")))
}

proptest! {
    #[test]
    fn objects_have_the_same_value_in_json(object in objects(), k in prop::sample::select(vec!["a", "b", "", "é", "\u{301}", "-a", "1"])) {
        let mut context = EvalContext::new();
        context.set("k", k);
        let file = parse_file(format!("v = {object}\n")).into_result().expect("it is sound");
        let written = json::to_string(file.body()).expect("it can be written");
        let value = |body: &Body| body.attribute("v").and_then(|it| it.expression().evaluate(&context).ok());
        let read = json::parse_file(written.as_str()).into_result().expect("it is sound");
        prop_assert_eq!(value(file.body()), value(read.body()), "{} with {:?} is {}", object, k, written);
        let strings = serde_hcl::Options::new().expressions_as_strings(true).from_body::<serde_json::Value>(file.body());
        let expected: serde_json::Value = serde_json::from_str(&written).expect("it is JSON");
        prop_assert_eq!(strings.expect("it is sound"), expected, "{}", object);
    }
}
