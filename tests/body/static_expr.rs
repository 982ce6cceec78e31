//! Static analysis of expressions, in both syntaxes.

use serde_hcl::{EvalContext, Expression, json, parse_expression, parse_traversal, parse_traversal_partial};

use test_support::rows::check_each;

#[track_caller]
fn native(text: &str) -> Expression {
    parse_expression(text).into_result().unwrap_or_else(|error| panic!("{error:#}"))
}

#[track_caller]
fn in_json(text: &str) -> Expression {
    json::parse_expression(text).into_result().unwrap_or_else(|error| panic!("{error:#}"))
}

fn texts<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> Vec<String> {
    expressions.into_iter().map(|it| it.source().slice(it.span()).to_owned()).collect()
}

#[test]
fn lists_and_maps_are_split_without_evaluation() {
    assert_eq!(texts(&native("[a.b, 1 + 1, []]").static_list().expect("a list")), ["a.b", "1 + 1", "[]"]);
    assert_eq!(texts(&in_json(r#"["${a}", 1]"#).static_list().expect("a list")), ["\"${a}\"", "1"]);
    let entries = native("{ a = 1, \"b\" = x, (c) = 2 }").static_map().expect("a map");
    assert_eq!(texts(entries.iter().map(|(key, _)| key)), ["a", "\"b\"", "(c)"]);
    assert_eq!(texts(entries.iter().map(|(_, value)| value)), ["1", "x", "2"]);
    let keywords: Vec<_> = entries.iter().map(|(key, _)| key.static_keyword()).collect();
    assert_eq!(keywords, [Some("a".to_owned()), None, None]);
    // The value of a bare name is the name, also that of a word with another meaning.
    let mut context = EvalContext::new();
    context.set("c", "other");
    let values: Vec<_> = entries.iter().map(|(key, _)| key.evaluate(&context).expect("a value")).collect();
    assert_eq!(values, ["a", "b", "other"]);
    assert_eq!(entries[0].0.evaluate_with_diagnostics(&context).value, "a");
    assert_eq!(entries[0].0.decode::<String>(&context).expect("a string"), "a");
    let variables: Vec<_> = entries.iter().map(|(key, _)| key.variables().len()).collect();
    assert_eq!(variables, [0, 0, 1]);
    let entries = native("{ null = 1, true = 2 }").static_map().expect("a map");
    let values: Vec<_> = entries.iter().map(|(key, _)| key.evaluate(&context).expect("a value")).collect();
    assert_eq!(values, ["null", "true"]);
    let entries = in_json(r#"{"a": 1, "b c": []}"#).static_map().expect("a map");
    let keywords: Vec<_> = entries.iter().map(|(key, _)| key.static_keyword()).collect();
    assert_eq!(keywords, [Some("a".to_owned()), None]);
    assert_eq!(texts(entries.iter().map(|(_, value)| value)), ["1", "[]"]);
}

#[test]
fn calls_are_split_without_evaluation() {
    for expression in [native("ns::f(a, 1...)"), in_json(r#""ns::f(a, 1...)""#)] {
        let call = expression.static_call().expect("a call");
        assert_eq!((call.name.as_str(), call.expands_last), ("ns::f", true));
        assert_eq!(texts(&call.arguments), ["a", "1"]);
        assert_eq!(call.source.slice(call.name_span), "ns::f");
        assert_eq!(call.source.slice(call.arguments_span), "(a, 1...)");
    }
}

#[test]
fn traversals_and_keywords_are_read_without_evaluation() {
    let table = [
        ("a", "a", Some("a")),
        ("true", "true", Some("true")),
        ("a.b[0][\"k\"]", "a.b[0][\"k\"]", None),
        ("a . b", "a.b", None),
    ];
    check_each(table, |(text, expected, keyword)| {
        let quoted = serde_json::to_string(text).expect("it is a string");
        for expression in [native(text), in_json(&quoted)] {
            let traversal = expression.static_traversal().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(traversal.to_string(), expected);
            assert_eq!(traversal.source().slice(traversal.span()), text);
            assert_eq!(expression.static_keyword().as_deref(), keyword);
        }
    });
}

#[test]
fn other_expressions_are_errors() {
    let detail = |what: &str, how: &str| {
        format!(
            "Unsuitable expression: A {what} as it is written is required here, not an expression that has to be evaluated: {how}."
        )
    };
    let list = detail("list", "write its elements between [ and ]");
    let map = detail("map", "write its items between { and }");
    let call = detail("function call", "write a name and arguments in parentheses");
    let reference = "Unsuitable expression: A reference to one variable is required here: a name, with attributes and constant \
                     indexes after it. Calculations, function calls and templates are not possible.";
    for (text, place) in [("{}", "1:1"), ("x", "1:1"), ("([1])", "1:2"), ("[for x in y : x]", "1:1")] {
        assert_eq!(native(text).static_list().expect_err(text).to_string(), format!("{place}: {list}"));
    }
    assert_eq!(in_json("\"[1]\"").static_list().expect_err("a string").to_string(), format!("1:1: {list}"));
    assert_eq!(native("[]").static_map().expect_err("a list").to_string(), format!("1:1: {map}"));
    assert_eq!(native("f(1).x").static_call().expect_err("a step").to_string(), format!("1:1: {call}"));
    assert_eq!(in_json("\"f(1) + 1\"").static_call().expect_err("a sum").to_string(), format!("1:1: {call}"));
    for text in ["a[b]", "a[*]", "f()", "\"a\"", "(a)", "a[0 + 1]"] {
        assert_eq!(native(text).static_traversal().expect_err(text).to_string(), format!("1:1: {reference}"));
        assert_eq!(native(text).static_keyword(), None);
    }
    assert_eq!(
        in_json("\"${a.b}\"").static_traversal().expect_err("a template").to_string(),
        format!("1:1: {reference}")
    );
}

#[test]
fn variables_and_calls_in_an_expression_are_found() {
    let names = |expression: &Expression| -> Vec<String> {
        expression.variables().iter().map(ToString::to_string).collect()
    };
    assert_eq!(names(&native("[for x in a.b : x + c[d.e]]")), ["a.b", "c", "d.e"]);
    let expression = in_json(r#"{"${k}": ["${f(a.b)}", "x ${c} \n${d[0]}"], "plain": 1}"#);
    assert_eq!(names(&expression), ["k", "a.b", "c", "d[0]"]);
    for variable in expression.variables() {
        assert_eq!(variable.source().slice(variable.span()), variable.to_string(), "it stands in the file");
    }
    let calls = expression.calls();
    assert_eq!(calls.len(), 1);
    assert_eq!(expression.source().slice(calls[0].span()), "f");
}

#[test]
fn standalone_traversals_are_parsed() {
    for text in ["a", "a.b", "a[0].b[\"x y\"]", "true.false"] {
        let traversal = parse_traversal(text).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(traversal.to_string(), text);
    }
    let partial = parse_traversal_partial("a[*].b").into_result().expect("it is sound");
    assert_eq!(partial.to_string(), "a[*].b");
    let table = [
        ("", "1:1: Invalid attribute or index: The name of a variable is expected first."),
        ("1", "1:1: Invalid attribute or index: The name of a variable is expected first."),
        (
            "a.",
            "1:3: Invalid attribute or index: The name of an attribute is expected after the dot. An index is written in brackets.",
        ),
        (
            "a.0",
            "1:3: Invalid attribute or index: The name of an attribute is expected after the dot. An index is written in brackets.",
        ),
        (
            "a[b]",
            "1:3: Invalid attribute or index: The key between the brackets must be a number or a string in double quotes.",
        ),
        (
            "a[*]",
            "1:3: Invalid attribute or index: A splat cannot be part of this. The key between the brackets must be a number or a string in double quotes.",
        ),
        ("a[0", "1:2: Unclosed bracket: This \"[\" has no closing \"]\"."),
        (
            "a + b",
            "1:3: Invalid attribute or index: An attribute (.name) or an index ([0], [\"key\"]) is expected here.",
        ),
        (
            "a[\"${b}\"]",
            "1:4: Template sequence not allowed: A key is fixed text, without template sequences.",
        ),
    ];
    check_each(table, |(text, expected)| {
        let error = parse_traversal(text).into_result().expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    });
}
