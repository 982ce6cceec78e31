//! Dynamic blocks: each text in native syntax and in its JSON form.

use serde::Deserialize;
use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{
    Body, EvalContext, Limits, Type, Value,
    body::{AttributeSchema, BlockSchema, BodyContent, BodySchema},
    diag::Category,
    from_body, json, parse_file, value,
};

use test_support::rows::check_each;

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context
        .set("list", value!(["x", "y"]))
        .set("set", Value::set(Type::Number, [2, 1].map(Value::from)).expect("a set"))
        .set("map", value!({ "b": 2, "a": 1 }))
        .set("none", value!([]))
        .set("unknown", Value::unknown(Type::list(Type::String)))
        .set("secret", value!(["s"]).mark(Mark::new("sensitive")))
        .set("later", Value::unknown(Type::list(Type::String)).mark(Mark::new("sensitive")))
        // One element or two.
        .set("partly", Value::set(Type::Number, [1.into(), Value::unknown(Type::Number)]).expect("a set"))
        .set("text", "t");
    context
}

/// A text in both syntaxes.
#[track_caller]
fn bodies(text: &str) -> [Body; 2] {
    let native = parse_file(text).into_result().unwrap_or_else(|error| panic!("{error:#}")).body().clone();
    let written = json::to_string(&native).expect("a body has a JSON form");
    let json = json::parse_file(written).into_result().expect("it is sound").body().clone();
    [native, json]
}

/// Attribute `v`, blocks `b` without labels, `named` with one, `pair` with two.
fn schema() -> BodySchema {
    let blocks = [("b", &[][..]), ("named", &["name"]), ("pair", &["one", "two"])];
    let blocks = blocks.map(|(block_type, labels)| BlockSchema::new(block_type, labels.iter().copied()));
    BodySchema::new([AttributeSchema::optional("v")], blocks).expect("names differ")
}

/// The content of a body, level by level: `v=1 b{…} named.x{…}`; `?` after a block whose body is
/// unknown.
#[track_caller]
fn show(body: &Body, context: &EvalContext) -> String {
    let content = body.content(&schema()).into_result().unwrap_or_else(|error| panic!("{error:#}"));
    show_content(&content, context)
}

#[track_caller]
fn show_content(content: &BodyContent, context: &EvalContext) -> String {
    let mut parts = Vec::new();
    for attribute in content.attributes() {
        let value = attribute.expression().evaluate(context).unwrap_or_else(|error| panic!("{error:#}"));
        let marked = if value.is_marked() { "!" } else { "" };
        parts.push(format!("{}={:?}{marked}", attribute.name(), value.unmark().0));
    }
    for block in content.blocks() {
        let labels = block.labels().iter().map(|label| format!(".{}", label.text())).collect::<String>();
        let unknown = if block.body().is_unknown() { "?" } else { "" };
        parts.push(format!("{}{labels}{{{}}}{unknown}", block.block_type(), show(block.body(), context)));
    }
    parts.join(" ")
}

#[track_caller]
fn expands(table: &[(&str, &str)]) {
    let context = context();
    check_each(table, |(text, expected)| {
        for body in bodies(text) {
            let body = ext::expand_dynamic_blocks(&body, &context);
            assert_eq!(show(&body, &context), *expected, "for {text}");
        }
    });
}

#[test]
fn one_block_for_each_element() {
    expands(&[
        ("dynamic \"b\" {\n for_each = list\n content {\n v = b.value\n }\n}", "b{v=\"x\"} b{v=\"y\"}"),
        ("dynamic \"b\" {\n for_each = [1, \"y\"]\n content {\n v = b.key\n }\n}", "b{v=0} b{v=1}"),
        (
            "dynamic \"b\" {\n for_each = set\n content {\n v = [b.key, b.value]\n }\n}",
            "b{v=[1, 1]} b{v=[2, 2]}",
        ),
        (
            "dynamic \"b\" {\n for_each = map\n content {\n v = \"${b.key}${b.value}\"\n }\n}",
            "b{v=\"a1\"} b{v=\"b2\"}",
        ),
        ("dynamic \"b\" {\n for_each = none\n content {\n v = b.nothing\n }\n}", ""),
        ("dynamic \"b\" {\n for_each = list\n content {}\n}", "b{} b{}"),
    ]);
}

#[test]
fn static_blocks_keep_their_position() {
    let text =
        "b {\n v = 1\n}\ndynamic \"b\" {\n for_each = [2]\n content {\n v = b.value\n }\n}\nb {\n v = 3\n}\n";
    let body = ext::expand_dynamic_blocks(
        &parse_file(text).into_result().expect("it is sound").body().clone(),
        &context(),
    );
    assert_eq!(show(&body, &context()), "b{v=1} b{v=2} b{v=3}");
}

#[test]
fn iterators_have_names() {
    expands(&[
        (
            "dynamic \"b\" {\n for_each = list\n iterator = it\n content {\n v = it.value\n }\n}",
            "b{v=\"x\"} b{v=\"y\"}",
        ),
        // The iterator hides a variable.
        ("dynamic \"b\" {\n for_each = [1]\n iterator = text\n content {\n v = text.value\n }\n}", "b{v=1}"),
        // Other names stay unchanged.
        ("dynamic \"b\" {\n for_each = [1]\n content {\n v = text\n }\n}", "b{v=\"t\"}"),
    ]);
}

#[test]
fn labels_are_computed() {
    expands(&[
        (
            "dynamic \"named\" {\n for_each = list\n labels = [\"${named.value}!\"]\n content {}\n}",
            "named.x!{} named.y!{}",
        ),
        (
            "dynamic \"pair\" {\n for_each = map\n labels = [pair.key, pair.value]\n content {}\n}",
            "pair.a.1{} pair.b.2{}",
        ),
    ]);
}

#[test]
fn dynamic_blocks_in_content_see_the_iterators_around_them() {
    expands(&[
        (
            "dynamic \"b\" {\n for_each = list\n iterator = one\n content {\n v = one.value\n dynamic \"named\" {\n \
             for_each = [one.key]\n labels = [\"${one.value}${named.value}\"]\n content {\n v = [one.key, named.value]\n }\n }\n }\n}",
            "b{v=\"x\" named.x0{v=[0, 0]}} b{v=\"y\" named.y1{v=[1, 1]}}",
        ),
        // Through a static block, too.
        (
            "dynamic \"b\" {\n for_each = [7]\n content {\n named \"n\" {\n v = b.value\n }\n }\n}",
            "b{named.n{v=7}}",
        ),
        // The inner iterator hides the outer one.
        (
            "dynamic \"b\" {\n for_each = [[1], [2]]\n content {\n dynamic \"b\" {\n for_each = b.value\n content {\n v = b.value\n }\n }\n }\n}",
            "b{b{v=1}} b{b{v=2}}",
        ),
        // A static block may contain a dynamic block too.
        ("b {\n dynamic \"b\" {\n for_each = [1]\n content {\n v = b.value\n }\n }\n}", "b{b{v=1}}"),
    ]);
}

#[test]
fn of_an_unknown_collection_comes_one_unknown_block() {
    expands(&[
        (
            "dynamic \"b\" {\n for_each = unknown\n content {\n v = 1\n }\n}\nnamed \"s\" {\n v = 2\n}",
            "b{v=unknown(dynamic)}? named.s{v=2}",
        ),
        (
            "dynamic \"b\" {\n for_each = unknown\n content {\n named \"x\" {\n v = b.value\n }\n }\n}",
            "b{named.x{v=unknown(dynamic)}?}?",
        ),
        (
            "dynamic \"b\" {\n for_each = unknown\n content {\n dynamic \"b\" {\n for_each = [1, 2]\n content {\n v = 3\n }\n }\n }\n}",
            "b{b{v=unknown(dynamic)}? b{v=unknown(dynamic)}?}?",
        ),
        ("dynamic \"named\" {\n for_each = unknown\n labels = [\"fixed\"]\n content {}\n}", "named.fixed{}?"),
    ]);
}

#[test]
fn marks_of_the_collection_are_on_all_values() {
    expands(&[
        ("dynamic \"b\" {\n for_each = secret\n content {\n v = b.value\n }\n}", "b{v=\"s\"!}"),
        ("dynamic \"b\" {\n for_each = secret\n content {\n v = 1\n }\n}", "b{v=1!}"),
        (
            "dynamic \"b\" {\n for_each = secret\n content {\n dynamic \"b\" {\n for_each = [1]\n content {\n v = 1\n }\n }\n }\n}",
            "b{b{v=1!}}",
        ),
        // If the number of blocks is not known, the values of each such block have the marks.
        ("dynamic \"b\" {\n for_each = later\n content {\n v = b.value\n }\n}", "b{v=unknown(dynamic)!}?"),
        ("dynamic \"b\" {\n for_each = unknown\n content {\n v = secret\n }\n}", "b{v=unknown(dynamic)!}?"),
        ("dynamic \"b\" {\n for_each = partly\n content {\n v = 1\n }\n}", "b{v=unknown(dynamic)}?"),
    ]);
}

/// Each text has one error: summary, text of the span, detail. In JSON summary and detail are the
/// same.
#[track_caller]
fn refused(table: &[(&str, &str, &str, &str)]) {
    check_each(table, |(text, summary, subject, detail)| {
        let [native, json] = bodies(text).map(|body| {
            let body = ext::expand_dynamic_blocks(&body, &context());
            let diagnostics = body.content(&schema()).diagnostics;
            let errors: Vec<_> = diagnostics.errors().collect();
            let [error] = errors[..] else { panic!("{} errors for {text}: {diagnostics}", errors.len()) };
            let place = error.span().expect("a place");
            let place = error.source().expect("a source").text()[place.range()].to_owned();
            (error.summary().to_owned(), place, error.detail().to_owned())
        });
        assert_eq!(
            (native.0.as_str(), native.1.as_str(), native.2.as_str()),
            (*summary, *subject, *detail),
            "{text}"
        );
        assert_eq!((json.0, json.2), (native.0, native.2), "{text}");
    });
}

#[test]
fn errors_of_the_header_are_reported() {
    let missing = "A dynamic block has one block of type \"content\", which is the body of the blocks.";
    refused(&[
        (
            "dynamic \"b\" {\n for_each = text\n content {}\n}",
            "Invalid value of for_each",
            "text",
            "A value of type string cannot be iterated over. A list, set, map or object is required here.",
        ),
        (
            "dynamic \"b\" {\n for_each = null\n content {}\n}",
            "Invalid value of for_each",
            "null",
            "A null value cannot be iterated over. A list, set, map or object is required here.",
        ),
        (
            "dynamic \"b\" {\n for_each = list.0.x.y\n content {}\n}",
            "Unsupported attribute",
            ".x",
            "A string has no attributes.",
        ),
        (
            "dynamic \"b\" {\n for_each = list\n iterator = a.b\n content {}\n}",
            "Invalid name of an iterator",
            "a.b",
            "The iterator is a single name, without anything after it.",
        ),
        (
            "dynamic \"named\" {\n for_each = list\n labels = [\"a\", \"b\"]\n content {}\n}",
            "Invalid label of a dynamic block",
            "\"b\"",
            "\"named\" blocks have 1 label (name). Remove this label.",
        ),
        (
            "dynamic \"pair\" {\n for_each = list\n labels = [\"a\"]\n content {}\n}",
            "Invalid label of a dynamic block",
            "[\"a\"]",
            "\"pair\" blocks have 2 labels (one, two). The label \"two\" is missing here.",
        ),
        ("dynamic \"b\" {\n for_each = list\n}", "Invalid content of a dynamic block", "", missing),
        (
            "dynamic \"other\" {\n for_each = list\n content {}\n}",
            "Unexpected block",
            "\"other\"",
            "No blocks of type \"other\" are expected here. Expected \"b\", \"named\" or \"pair\".",
        ),
        (
            "dynamic \"name\" {\n for_each = list\n content {}\n}",
            "Unexpected block",
            "\"name\"",
            "No blocks of type \"name\" are expected here. Did you mean \"named\"?",
        ),
    ]);
}

#[test]
fn errors_of_labels_are_reported() {
    let summary = "Invalid label of a dynamic block";
    refused(&[
        (
            "dynamic \"named\" {\n for_each = [1]\n labels = [[]]\n content {}\n}",
            summary,
            "[]",
            "This cannot be a label: expected a string, found a list.",
        ),
        (
            "dynamic \"named\" {\n for_each = [1]\n labels = [null]\n content {}\n}",
            summary,
            "null",
            "A null value cannot be a label.",
        ),
        (
            "dynamic \"named\" {\n for_each = unknown\n labels = [named.value]\n content {}\n}",
            summary,
            "named.value",
            "This value is not known yet. Labels must be known at once.",
        ),
        (
            "dynamic \"named\" {\n for_each = [1]\n labels = [secret[0]]\n content {}\n}",
            summary,
            "secret[0]",
            "A value with marks, such as a sensitive one, cannot be a label: labels are shown to everybody.",
        ),
    ]);
}

#[test]
fn content_of_an_unknown_collection_is_checked() {
    let [native, _] = bodies("dynamic \"b\" {\n for_each = unknown\n content {\n w = 1\n }\n}");
    let content = ext::expand_dynamic_blocks(&native, &context())
        .content(&schema())
        .into_result()
        .expect("it is sound");
    let error = content.blocks()[0].body().content(&schema()).into_result().expect_err("there is no w");
    assert_eq!(
        error.to_string(),
        "4:2: Unexpected attribute: No attribute named \"w\" is expected here. Expected \"v\"."
    );
}

#[test]
fn partial_content_leaves_dynamic_blocks_of_other_types() {
    let text = "v = 1\ndynamic \"b\" {\n for_each = [1]\n content {}\n}\ndynamic \"named\" {\n for_each = [2]\n labels = [\"n\"]\n content {}\n}\n";
    let only_b = BodySchema::new([], [BlockSchema::new("b", [] as [&str; 0])]).expect("names differ");
    for body in bodies(text) {
        let body = ext::expand_dynamic_blocks(&body, &context());
        let (content, rest) = body.partial_content(&only_b).into_result().expect("it is sound");
        assert_eq!(show_content(&content, &context()), "b{}");
        assert_eq!(show(&rest, &context()), "v=1 named.n{}");
    }
}

#[test]
fn the_rest_is_expanded_without_the_types_that_were_taken_out() {
    let text = "v = 1\ndynamic \"b\" {\n for_each = [1]\n content {}\n}\ndynamic \"named\" {\n for_each = [2]\n labels = [\"n\"]\n content {}\n}\n";
    let only_b = BodySchema::new([], [BlockSchema::new("b", [] as [&str; 0])]).expect("names differ");
    for body in bodies(text) {
        let (_, rest) = body.partial_content(&only_b).into_result().expect("it is sound");
        assert_eq!(show(&ext::expand_dynamic_blocks(&rest, &context()), &context()), "v=1 named.n{}");
    }
}

#[test]
fn merged_bodies_are_expanded() {
    let text = "dynamic \"b\" {\n for_each = [1]\n content {\n v = b.value\n }\n}";
    let body = ext::expand_dynamic_blocks(&Body::merge(bodies(text)), &context());
    assert_eq!(show(&body, &context()), "b{v=1} b{v=1}");
    let merged = Body::merge(bodies(text).map(|body| ext::expand_dynamic_blocks(&body, &context())));
    assert_eq!(show(&merged, &context()), "b{v=1} b{v=1}");
}

#[test]
fn attributes_alone_see_the_iterators() {
    for body in bodies("dynamic \"b\" {\n for_each = [1]\n content {\n x = b.value\n }\n}") {
        let content = ext::expand_dynamic_blocks(&body, &context())
            .content(&schema())
            .into_result()
            .expect("it is sound");
        let attributes = content.blocks()[0].body().just_attributes().into_result().expect("it is sound");
        assert_eq!(
            attributes[0].expression().evaluate(&EvalContext::new()).expect("it has a value"),
            value!(1)
        );
    }
}

#[test]
fn expressions_can_use_their_iterators() {
    for body in bodies("dynamic \"b\" {\n for_each = [1]\n content {\n v = [b.value, other]\n }\n}") {
        let content = ext::expand_dynamic_blocks(&body, &context())
            .content(&schema())
            .into_result()
            .expect("it is sound");
        let inner = content.blocks()[0].body().content(&schema()).into_result().expect("it is sound");
        let v = inner.attribute("v").expect("it is there").expression();
        let variables: Vec<_> = v.variables().iter().map(ToString::to_string).collect();
        assert_eq!(variables, ["other"]);
        let elements = v.static_list().expect("it is a list");
        assert_eq!(elements[0].evaluate(&EvalContext::new()).expect("it has a value"), value!(1));
        assert!(elements[0].variables().is_empty());
    }
}

#[derive(Deserialize, PartialEq, Debug, Default)]
struct Tree {
    v: Option<u32>,
    #[serde(default)]
    b: Vec<Tree>,
    #[serde(default)]
    named: Vec<Named>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    v: u32,
}

#[test]
fn decoding_reads_expanded_blocks() {
    let text = "b {\n v = 1\n}\ndynamic \"b\" {\n for_each = [2, 3]\n content {\n v = b.value\n dynamic \"named\" {\n for_each = map\n \
                labels = [named.key]\n content {\n v = named.value + 10 * b.value\n }\n }\n }\n}\n";
    let leaf = |name: &str, v| Named { name: name.to_owned(), v };
    let branch = |v| {
        let named = vec![leaf("a", 10 * v + 1), leaf("b", 10 * v + 2)];
        Tree { v: Some(v), b: Vec::new(), named }
    };
    let one = Tree { v: Some(1), b: Vec::new(), named: Vec::new() };
    let expected = Tree { v: None, b: vec![one, branch(2), branch(3)], named: Vec::new() };
    let [native, json] = bodies(text);
    for body in [native, json] {
        let body = ext::expand_dynamic_blocks(&body, &context());
        let mut tree: Tree = from_body(&body, &context()).unwrap_or_else(|error| panic!("{error:#}"));
        // JSON does not define the order of properties.
        tree.b.sort_by_key(|tree| tree.v);
        assert_eq!(tree, expected);
    }
}

/// The header of a block that a dynamic block generates is its type in both syntaxes.
#[test]
fn the_header_of_a_generated_block_is_its_type() {
    let text = "dynamic \"named\" {\n for_each = [1]\n labels = [\"x\"]\n content {}\n}\n";
    for body in bodies(text) {
        let expanded = ext::expand_dynamic_blocks(&body, &context());
        let content = expanded.content(&schema()).into_result().expect("it is valid");
        let block = &content.blocks()[0];
        assert_eq!(block.header_span(), block.type_span());
        assert_eq!(block.source().slice(block.header_span()), "\"named\"");
    }
}

#[test]
fn decoding_reports_errors() {
    let table = [
        (
            "dynamic \"b\" {\n for_each = unknown\n content {}\n}",
            "Unknown value of for_each: The value of for_each is not known yet, so the number of blocks is unknown.",
        ),
        (
            "dynamic \"b\" {\n for_each = text\n content {}\n}",
            "Invalid value of for_each: A value of type string cannot be iterated over. A list, set, map or \
             object is required here.",
        ),
        (
            "b {\n dynamic \"b\" {\n for_each = []\n }\n}",
            "Invalid content of a dynamic block: A dynamic block has one block of type \"content\", which is the body of \
             the blocks.",
        ),
    ];
    check_each(table, |(text, message)| {
        for body in bodies(text) {
            let body = ext::expand_dynamic_blocks(&body, &context());
            let error = from_body::<Tree>(&body, &context()).expect_err(text);
            assert!(error.to_string().contains(message), "{error}");
        }
    });
}

#[test]
fn blocks_of_blocks_are_limited() {
    let mut text = "v = 1\n".to_owned();
    for _ in 0..9 {
        text = format!("dynamic \"b\" {{\n for_each = ten\n content {{\n {text}}}\n}}\n");
    }
    let mut context = EvalContext::new();
    let mut limits = Limits::default();
    limits.elements = 1000;
    context.set("ten", Value::from((0..10).map(Value::from).collect::<Vec<_>>())).set_limits(limits);
    let mut body = ext::expand_dynamic_blocks(&bodies(&text)[0], &context);
    for _ in 0..3 {
        let content = body.content(&schema()).into_result().expect("it is within the limit");
        body = content.blocks()[0].body().clone();
    }
    let error = body.content(&schema()).into_result().expect_err("that is too many");
    assert_eq!(error.category(), Category::Limit);
    assert!(error.to_string().contains("Too many dynamic blocks"), "{error}");
    assert_eq!(
        from_body::<Tree>(&ext::expand_dynamic_blocks(&bodies(&text)[0], &context), &context)
            .expect_err("too many")
            .category(),
        Category::Limit
    );
}

#[test]
fn blocks_that_were_taken_do_not_come_back_in_the_rest() {
    for body in bodies("dynamic \"b\" {\n for_each = list\n content {\n v = 1\n }\n}") {
        let (content, rest) = ext::expand_dynamic_blocks(&body, &context()).partial_content(&schema()).value;
        assert_eq!(content.blocks().len(), 2);
        let tree: Tree = from_body(&rest, &context()).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(tree, Tree::default());
    }
}

/// A schema may define a block type `dynamic`. Such blocks are not expanded.
#[test]
fn a_schema_can_name_dynamic_itself() {
    let text =
        "dynamic \"b\" {\n for_each = list\n content {\n dynamic \"x\" {\n b {\n v = b.value\n }\n }\n }\n}";
    let own = BodySchema::new([], [BlockSchema::new("dynamic", ["type"])]).expect("names differ");
    for body in bodies(text) {
        let outer = ext::expand_dynamic_blocks(&body, &context())
            .content(&schema())
            .into_result()
            .expect("it is sound");
        let inner = outer.blocks()[0].body().content(&own).into_result().expect("it is sound");
        assert_eq!(inner.blocks()[0].labels()[0].text(), "x");
        // The content can use the iterator of the enclosing block.
        assert_eq!(show(inner.blocks()[0].body(), &context()), "b{v=\"x\"}");
    }
}

#[test]
fn options_expand_dynamic_blocks_in_both_syntaxes() {
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Config {
        listen: Vec<Listen>,
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Listen {
        port: u16,
    }
    let native =
        "dynamic \"listen\" {\n  for_each = [80, 443]\n  content {\n    port = listen.value\n  }\n}\n";
    let json = r#"{"dynamic": {"listen": {"for_each": [80, 443], "content": {"port": "${listen.value}"}}}}"#;
    let options = serde_hcl::Options::new().dynamic_blocks(true);
    let expected = Config { listen: vec![Listen { port: 80 }, Listen { port: 443 }] };
    assert_eq!(options.clone().from_str::<Config>(native).expect("it is decoded"), expected);
    assert_eq!(options.json(true).from_str::<Config>(json).expect("it is decoded"), expected);
}
