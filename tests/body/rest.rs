//! The rest of a body after content was taken from it.

use serde_hcl::{
    Body, EvalContext, Source,
    body::{AttributeSchema, BlockSchema, BodySchema},
    ext, json, parse_file, to_string,
};

use test_support::rows::check_each;

fn native(text: &str) -> Body {
    parse_file(text).into_result().expect("it is sound").body().clone()
}

fn in_json(text: &str) -> Body {
    json::parse_file(text).into_result().expect("it is sound").body().clone()
}

/// The rest of a body of which the attribute `taken` and the blocks `taken_block` were taken.
fn rest(body: &Body) -> Body {
    let attributes = [AttributeSchema::optional("taken")];
    let schema =
        BodySchema::new(attributes, [BlockSchema::new("taken_block", ["name"])]).expect("it is sound");
    body.partial_content(&schema).into_result().expect("it fits").1
}

#[test]
fn native_syntax_is_printed_without_the_items_that_were_taken() {
    let table = [
        ("a = 1\ntaken = 2\nb = 3\n", "a = 1\nb = 3\n"),
        ("taken = 2\n", ""),
        ("taken = 2\na = 1\n", "a = 1\n"),
        ("a = 1\ntaken = 2\n", "a = 1\n"),
        ("a = 1 // one\ntaken = 2 // two\nb = 3 // three\n", "a = 1 // one\nb = 3 // three\n"),
        ("# on top\n\n# of it\n# too\ntaken = 2\n# of b\nb = 3\n", "# on top\n\n# of b\nb = 3\n"),
        ("# of it\ntaken = 2\n\n# at the end\n", "# at the end\n"),
        ("# of it\n/* too */ taken = 2\nb = 3\n", "b = 3\n"),
        ("a = 1 # one\n# of it\ntaken = 2 /* two */ # and more\nb = 3\n", "a = 1 # one\nb = 3\n"),
        ("taken_block \"x\" {\n  # in it\n  c = 1\n}\nb {\n  taken = 1\n}\n", "b {\n  taken = 1\n}\n"),
        ("a = 1\n\ntaken_block \"x\" {}\n\nb = 2\n", "a = 1\n\nb = 2\n"),
        ("taken = <<EOT\ntext\nEOT\nb = 2\n", "b = 2\n"),
    ];
    check_each(table, |(text, expected)| {
        let left = rest(&native(text));
        assert_eq!(left.to_string(), expected, "{text}");
        assert_eq!(rest(&left).to_string(), expected, "taken twice: {text}");
        let written = to_string(&left).expect("it can be written");
        assert_eq!(written, to_string(&native(expected)).expect("it can be written"), "{text}");
        assert_eq!(format!("{left:?}"), format!("{:?}", native(expected)), "{text}");
        assert!(left.ast().is_none(), "{text}");
    });
    let body = native("a = 1\n");
    assert_eq!(body.ast().map(|ast| ast.items().len()), Some(1));
}

#[test]
fn json_is_printed_without_the_items_that_were_taken() {
    let table = [
        (r#"{ "a": 1, "taken": 2, "b": [ 3 ] }"#, r#"{ "a": 1, "b": [ 3 ] }"#),
        (r#"{ "taken": 2 }"#, "{ }"),
        (r#"{ "taken_block": { "x": {} }, "a": { "taken": 1 } }"#, r#"{ "a": { "taken": 1 } }"#),
        (r#"[{ "a": 1 }, { "taken": 2, "b": 3 }]"#, r#"{ "a": 1, "b": 3 }"#),
    ];
    check_each(table, |(text, expected)| {
        let left = rest(&in_json(text));
        assert_eq!(left.to_string(), expected, "{text}");
        assert_eq!(format!("{left:?}"), expected, "{text}");
        let written = json::to_string(&left).expect("it can be written");
        assert_eq!(written, json::to_string(&in_json(expected)).expect("it can be written"), "{text}");
    });
}

#[test]
fn merged_bodies_are_printed_without_the_items_that_were_taken() {
    let one = parse_file(Source::new("one.hcl", "taken = 1\na = 1\n")).into_result().expect("it is sound");
    let body =
        Body::merge([one.body().clone(), native("b = 2\ntaken_block x {}\n"), in_json(r#"{ "c": 3 }"#)]);
    let left = rest(&body);
    assert_eq!(left.to_string(), "a = 1\nb = 2\n{ \"c\": 3 }");
    assert_eq!(format!("{left:?}"), "[[Attribute(a = 1)], [Attribute(b = 2)], { \"c\": 3 }]");
    assert_eq!(to_string(&left).expect("it can be written"), "a = 1\nb = 2\nc = 3\n");
}

#[test]
fn expanded_bodies_are_printed_without_the_items_that_were_taken() {
    let dynamic = |ty: &str| {
        format!("dynamic \"{ty}\" {{\n  for_each = []\n  labels   = [\"x\"]\n  content {{}}\n}}\n")
    };
    let text = format!("{}{}", dynamic("taken_block"), dynamic("other"));
    let left = rest(&ext::expand_dynamic_blocks(&native(&text), &EvalContext::new()));
    assert_eq!(left.to_string(), dynamic("other"));
    let labels: Vec<_> = left.blocks().map(|block| block.labels()[0].text().to_owned()).collect();
    assert_eq!(labels, ["other"]);
    // Without expansion, they are blocks of the type `dynamic`.
    let left = rest(&native(&text));
    assert_eq!(left.blocks().count(), 2);

    let content = r#"{ "for_each": [], "labels": ["x"], "content": {} }"#;
    let text = format!(r#"{{ "dynamic": {{ "taken_block": {content} }}, "a": 1 }}"#);
    let left = rest(&ext::expand_dynamic_blocks(&in_json(&text), &EvalContext::new()));
    assert_eq!(left.to_string(), r#"{ "a": 1 }"#);
    let text = format!(r#"{{ "dynamic": {{ "taken_block": {content}, "other": {content} }} }}"#);
    let left = rest(&ext::expand_dynamic_blocks(&in_json(&text), &EvalContext::new()));
    assert_eq!(left.to_string(), text);
}
