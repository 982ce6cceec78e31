//! Content by a schema.

use serde_hcl::{
    Body, EvalContext, Outcome, Source,
    body::{AttributeSchema, BlockSchema, BodyContent, BodySchema},
    diag::Diagnostics,
    json, parse_file,
};

#[track_caller]
fn native(text: &str) -> Body {
    let file = parse_file(Source::new("x.hcl", text)).into_result();
    file.unwrap_or_else(|error| panic!("{error:#}")).body().clone()
}

#[track_caller]
fn in_json(text: &str) -> Body {
    let file = json::parse_file(Source::new("x.json", text)).into_result();
    file.unwrap_or_else(|error| panic!("{error:#}")).body().clone()
}

/// `a!` is a required attribute, `b` an optional one, `c{}` a block type, `d{x y}` one with labels.
fn schema(text: &str) -> BodySchema {
    let (mut attributes, mut blocks) = (Vec::new(), Vec::new());
    for word in text.split(", ").filter(|word| !word.is_empty()) {
        if let Some((block_type, labels)) = word.split_once('{') {
            blocks.push(BlockSchema::new(block_type, labels.trim_end_matches('}').split_whitespace()));
        } else if let Some(name) = word.strip_suffix('!') {
            attributes.push(AttributeSchema::required(name));
        } else {
            attributes.push(AttributeSchema::optional(word));
        }
    }
    BodySchema::new(attributes, blocks).expect("names differ")
}

/// The content: `name=value` for attributes, `type.label…` for blocks.
fn found(content: &BodyContent) -> String {
    let attributes = content.attributes().map(|attribute| {
        let value = attribute.expression().evaluate(&EvalContext::new()).expect("it has a value");
        format!("{}={value}", attribute.name())
    });
    let blocks = content.blocks().iter().map(|block| {
        let labels = block.labels().iter().map(|label| format!(".{}", label.text()));
        format!("{}{}", block.block_type(), labels.collect::<String>())
    });
    attributes.chain(blocks).collect::<Vec<_>>().join(" ")
}

/// Each error as its location, its summary and the text of its span.
fn problems(diagnostics: &Diagnostics) -> Vec<String> {
    let problem = |it: &serde_hcl::Diagnostic| {
        let (source, span) = (it.source().expect("a source"), it.span().expect("a place"));
        let start = source.pos(span.start);
        format!("{}:{} {:?} {}", start.line, start.column, source.slice(span), it.summary())
    };
    diagnostics.iter().map(problem).collect()
}

#[track_caller]
fn check(outcome: &Outcome<BodyContent>, expected: &str, expected_problems: &[&str]) {
    assert_eq!(found(&outcome.value), expected);
    assert_eq!(problems(&outcome.diagnostics), expected_problems);
}

#[test]
fn a_schema_selects_the_content_of_a_native_body() {
    let body = native("a = 1\nx {}\nb = 2\ny \"l\" {}\nx {}\n");
    check(&body.content(&schema("a!, b, x{}, y{name}")), "a=1 b=2 x y.l x", &[]);
    check(
        &body.content(&schema("a, c!, y{}, z{}")),
        "a=1",
        &[
            "1:1 \"\" Missing attribute or block",
            "2:1 \"x\" Unexpected block",
            "3:1 \"b\" Unexpected attribute",
            "4:3 \"\\\"l\\\"\" Unexpected block label",
            "5:1 \"x\" Unexpected block",
        ],
    );
    check(
        &body.content(&schema("a, b, x{p}, y{p q}")),
        "a=1 b=2",
        &["2:3 \"{\" Missing block label", "4:7 \"{\" Missing block label", "5:3 \"{\" Missing block label"],
    );
}

#[test]
fn messages_suggest_the_intended_text() {
    let details = |text: &str, names: &str| -> Vec<String> {
        let outcome = native(text).content(&schema(names));
        outcome.diagnostics.iter().map(|it| it.detail().to_owned()).collect()
    };
    assert_eq!(
        details("prot = 1\n", "port"),
        ["No attribute named \"prot\" is expected here. Did you mean \"port\"?"]
    );
    assert_eq!(
        details("service = 1\n", "service{}"),
        ["\"service\" is a block, not an attribute: write service { … }."]
    );
    assert_eq!(details("port {}\n", "port"), ["\"port\" is an attribute, not a block: write port = …."]);
    assert_eq!(
        details("servce {}\n", "service{}"),
        ["No blocks of type \"servce\" are expected here. Did you mean \"service\"?"]
    );
    assert_eq!(
        details("s \"a\" \"b\" {}\n", "s{name}"),
        ["\"s\" blocks have 1 label (name). Remove \
                                                           this label."]
    );
    assert_eq!(
        details("s {}\n", "s{name kind}"),
        ["\"s\" blocks have 2 labels (name, kind). The label \
                                                    \"name\" is missing here."]
    );
}

#[test]
fn a_schema_selects_the_content_of_a_json_body() {
    let body = in_json(r#"{"a": 1, "//": "note", "x": [{}, {}], "b": [2], "y": {"l": {}, "m": [{}, {}]}}"#);
    check(&body.content(&schema("a!, b, x{}, y{name}")), "a=1 b=[2] x x y.l y.m y.m", &[]);
    check(
        &body.content(&schema("a, c!, b, x{}")),
        "a=1 b=[2] x x",
        &["1:49 \"\\\"y\\\"\" Unexpected name", "1:78 \"}\" Missing attribute or block"],
    );
    // A missing label, and a value that should be an object.
    let body = in_json(r#"{"p": {}, "q": 1, "r": {"l": 1}, "s": [1], "t": null}"#);
    check(
        &body.content(&schema("p{name}, q{}, r{name}, s{name}, t{}")),
        "",
        &[
            "1:7 \"{\" Missing block label",
            "1:16 \"1\" JSON object expected",
            "1:30 \"1\" JSON object expected",
            "1:39 \"[\" Missing block label",
            "1:40 \"1\" JSON object expected",
        ],
    );
}

#[test]
fn arrays_of_objects_are_one_body_and_one_level_of_labels() {
    let body = in_json(r#"[{"a": 1}, {"x": [{"l": {}}, {"m": {}}, {"l": {}}]}]"#);
    check(&body.content(&schema("a, x{name}")), "a=1 x.l x.m x.l", &[]);
    let body = in_json(r#"[{"a": 1}, {"a": 2}, 3]"#);
    check(
        &body.content(&schema("a")),
        "a=1",
        &["1:13 \"\\\"a\\\"\" Attribute set more than once", "1:22 \"3\" JSON object expected"],
    );
}

#[test]
fn partial_content_leaves_the_rest() {
    for body in [native("a = 1\nb = 2\nx {}\ny {}\n"), in_json(r#"{"a": 1, "b": 2, "x": {}, "y": {}}"#)] {
        let (content, rest) = body.partial_content(&schema("a, x{}")).into_result().expect("it fits");
        assert_eq!(found(&content), "a=1 x");
        check(&rest.content(&schema("b, y{}")), "b=2 y", &[]);
        // The rest does not contain content that was taken.
        let outcome = rest.content(&schema("a!, b, y{}"));
        assert_eq!(found(&outcome.value), "b=2 y");
        assert_eq!(outcome.diagnostics.len(), 1);
        let (_, nothing) = rest.partial_content(&schema("b, y{}")).into_result().expect("it fits");
        check(&nothing.content(&schema("")), "", &[]);
    }
}

#[test]
fn just_attributes_takes_all_of_them() {
    let names = |outcome: &Outcome<Vec<serde_hcl::Attribute>>| -> Vec<String> {
        outcome.value.iter().map(|it| it.name().to_owned()).collect()
    };
    let outcome = native("b = 1\na = 2\nx {}\ny {}\n").just_attributes();
    assert_eq!(names(&outcome), ["b", "a"]);
    assert_eq!(problems(&outcome.diagnostics), ["3:1 \"x\" Unexpected block"]);
    let outcome = in_json(r#"{"b": 1, "//": 0, "a": {}, "b": 3}"#).just_attributes();
    assert_eq!(names(&outcome), ["b", "a"]);
    assert_eq!(problems(&outcome.diagnostics), ["1:28 \"\\\"b\\\"\" Attribute set more than once"]);
    let outcome = in_json("[]").just_attributes();
    assert_eq!(problems(&outcome.diagnostics), ["1:1 \"[\" JSON object expected"]);
}

/// The rest of a body has none of the items that were taken, for any query.
#[test]
fn items_that_were_taken_are_in_no_query() {
    let dynamic = "dynamic \"x\" {\n  for_each = [1]\n  content {}\n}\n";
    let dynamic_json = r#""dynamic": {"x": {"for_each": [1], "content": {}}}"#;
    let expand = |body: Body| serde_hcl::ext::expand_dynamic_blocks(&body, &EvalContext::new());
    let bodies = [
        native("a = 1\nx {}\nb = 2\n"),
        in_json(r#"{"a": 1, "x": {}, "b": 2}"#),
        expand(native(&format!("a = 1\n{dynamic}b = 2\n"))),
        expand(in_json(&format!(r#"{{"a": 1, {dynamic_json}, "b": 2}}"#))),
        Body::merge([native("a = 1\nx {}\n"), in_json(r#"{"x": {}, "b": 2}"#)]),
        Body::overlay([native("a = 1\nx {}\n"), native("b = 2\nx {}\n")]),
    ];
    for body in bodies {
        let (content, rest) = body.partial_content(&schema("a, x{}")).into_result().expect("it fits");
        assert_eq!(content.attributes().len(), 1, "{body}");
        assert!(!content.blocks().is_empty(), "{body}");
        let attributes = rest.just_attributes().into_result().expect("nothing else is left");
        assert_eq!(attributes.iter().map(|it| it.name()).collect::<Vec<_>>(), ["b"], "{body}");
        assert_eq!(rest.attributes().map(|it| it.name().to_owned()).collect::<Vec<_>>(), ["b"], "{body}");
        assert_eq!((rest.blocks().count(), rest.items().count()), (0, 1), "{body}");
        check(&rest.content(&schema("b")), "b=2", &[]);
        check(&rest.content(&schema("a, b, x{}")), "b=2", &[]);
        let map = serde_hcl::from_body::<serde_hcl::Map>(&rest, &EvalContext::new()).expect("it is sound");
        assert_eq!(map.keys().collect::<Vec<_>>(), ["b"], "{body}");
    }
}

/// A dynamic block is evaluated when its blocks are taken, and not again.
#[test]
fn dynamic_blocks_that_were_taken_are_not_expanded_again() {
    let text = "dynamic \"x\" {\n  for_each = missing\n  content {}\n}\nb = 2\n";
    let body = serde_hcl::ext::expand_dynamic_blocks(&native(text), &EvalContext::new());
    let outcome = body.partial_content(&schema("x{}"));
    assert_eq!(outcome.diagnostics.len(), 1);
    let rest = serde_hcl::from_body::<serde_hcl::Map>(&outcome.value.1, &EvalContext::new());
    assert_eq!(rest.expect("the rest is sound").len(), 1);
}

#[test]
fn merged_bodies_are_one_of_both_syntaxes() {
    let body =
        Body::merge([native("a = 1\nx {}\n"), in_json(r#"{"b": 2, "x": {}}"#), Body::merge([] as [Body; 0])]);
    check(&body.content(&schema("a!, b!, x{}")), "a=1 b=2 x x", &[]);
    let (content, rest) = body.partial_content(&schema("a")).into_result().expect("it fits");
    assert_eq!(found(&content), "a=1");
    check(&rest.content(&schema("b, x{}")), "b=2 x x", &[]);

    let body = Body::merge([native("a = 1\n"), in_json(r#"{"a": 2}"#)]);
    let outcome = body.content(&schema("a, c!"));
    check(
        &outcome,
        "a=1",
        &["1:2 \"\\\"a\\\"\" Attribute set more than once", "1:1 \"\" Missing attribute or block"],
    );
    let detail = outcome.diagnostics.iter().next().map(|it| it.detail().to_owned());
    assert_eq!(detail.as_deref(), Some("The attribute \"a\" is already set. Remove one of the two."));
    assert_eq!(
        problems(&body.just_attributes().diagnostics),
        ["1:2 \"\\\"a\\\"\" Attribute set more than once"]
    );
    check(&Body::merge([] as [Body; 0]).content(&schema("a")), "", &[]);
}

#[test]
fn remaining_and_merged_bodies_decode() {
    #[derive(serde::Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Rest {
        b: u8,
        #[serde(default)]
        x: Vec<Block>,
    }
    #[derive(serde::Deserialize, PartialEq, Debug)]
    struct Block {
        n: u8,
    }
    let body = Body::merge([native("a = 1\nx { n = 1 }\n"), in_json(r#"{"b": 2, "x": {"n": 2}}"#)]);
    let (_, rest) = body.partial_content(&schema("a")).into_result().expect("it fits");
    let decoded: Rest =
        serde_hcl::from_body(&rest, &EvalContext::new()).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(decoded, Rest { b: 2, x: vec![Block { n: 1 }, Block { n: 2 }] });
}
