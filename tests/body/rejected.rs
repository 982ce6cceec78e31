//! The values of texts with errors: they can be inspected and printed, and have no content.

use serde_hcl::ast::ExpressionKind;
use serde_hcl::{
    Body, EvalContext, Expression, Limits, Options, Outcome,
    body::{AttributeSchema, BodySchema},
    diag::Code,
    json, parse_expression, parse_template, parse_traversal,
};

use test_support::rows::check_each;

#[test]
fn a_rejected_expression_has_no_value() {
    type Parse = fn(&str) -> Outcome<Expression>;
    let parsers: [(Parse, &str); 4] = [
        (|text| parse_expression(text), "1 +"),
        (|text| parse_template(text).map(Expression::from), "é ${"),
        (|text| json::parse_expression(text), "[1,"),
        (|text| parse_expression(text), ""),
    ];
    check_each(parsers, |(parse, text)| {
        let parsed = parse(text);
        assert!(parsed.diagnostics.has_errors(), "{text}");
        let expression = parsed.value;
        assert_eq!(expression.source().slice(expression.span()), text);
        let kind = expression.ast().map(|expression| expression.kind());
        assert!(matches!(kind, Some(ExpressionKind::Error(None))), "{text}");
        assert!(expression.variables().is_empty() && expression.calls().is_empty(), "{text}");
        let error = expression.evaluate(&EvalContext::new()).expect_err(text);
        let codes: Vec<_> = error.diagnostics().iter().map(|diagnostic| diagnostic.code()).collect();
        assert_eq!(codes, [Some(Code::InvalidExpression)], "{text}");
    });
}

#[test]
fn a_rejected_traversal_has_no_steps() {
    for text in ["", "a.b[i]", "1"] {
        let traversal = parse_traversal(text).value;
        assert_eq!((traversal.steps().len(), traversal.to_string().as_str()), (0, ""), "{text}");
        assert_eq!(traversal.source().text(), text);
    }
}

#[test]
fn a_rejected_json_file_has_an_empty_body() {
    for text in ["", "{", "1", "{\"a\": 1} x", "[1, 2"] {
        let file = json::parse_file(text);
        assert!(file.diagnostics.has_errors(), "{text}");
        let body = file.value.body();
        assert_eq!((body.attributes().count(), body.blocks().count()), (0, 0), "{text}");
        assert!(file.value.ast().is_none() && file.value.comments().len() == 0, "{text}");
        let schema = BodySchema::new([AttributeSchema::required("a")], []).expect("one name");
        let content = body.content(&schema);
        assert_eq!(content.diagnostics.errors().count(), 1, "{text}: {}", content.diagnostics);
        let merged = Body::merge([body, body]);
        assert!(merged.content(&BodySchema::default()).into_result().is_ok(), "{text}");
    }
}

#[test]
fn options_apply_to_all_parsers() {
    let mut limits = Limits::default();
    limits.depth = 1;
    let options = Options::new().file_name("x").limits(limits);
    let messages = |options: &Options, text: &str| {
        [
            options.parse_expression(text).diagnostics,
            options.parse_template(&format!("${{{text}}}")).diagnostics,
            options.parse_file(&format!("a = {text}\n")).diagnostics,
        ]
        .map(|diagnostics| diagnostics.to_string())
    };
    for message in messages(&options, "[[[]]]") {
        assert!(message.starts_with("x:1:") && message.contains("Limits::depth"), "{message}");
    }
    let options = options.json(true);
    assert!(options.parse_expression("[[[]]]").diagnostics.to_string().contains("Limits::depth"));
    assert!(options.parse_file("{\"a\": [[[]]]}").diagnostics.to_string().contains("Limits::depth"));
    assert!(options.parse_file("{\"a\": 1}").into_result().is_ok());
}
