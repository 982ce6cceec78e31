//! Handles and the views of the syntax tree that they convert to and from.

use serde_hcl::ast::visit::{self, Visitor};
use serde_hcl::body::{BlockSchema, BodyItem, BodySchema};
use serde_hcl::{
    Attribute, Block, Body, EvalContext, Expression, Value, ast, ext, json, parse_expression, parse_file,
    value, value::Mark,
};
use test_support::rows::check_each;

/// All expressions of a tree, from the outermost to the innermost.
struct Parts<'t>(Vec<ast::Expression<'t>>);

impl<'t> Visitor<'t> for Parts<'t> {
    fn visit_expression(&mut self, expression: ast::Expression<'t>) {
        self.0.push(expression);
        visit::walk(self, expression);
    }
}

const EXPRESSIONS: &[(&str, &[&str])] = &[
    ("a ? b : c", &["a ? b : c", "a", "b", "c"]),
    ("\"${x}-${y + 1}\"", &["\"${x}-${y + 1}\"", "x", "y + 1", "y", "1"]),
    ("[f(1), {k = v}]", &["[f(1), {k = v}]", "f(1)", "1", "{k = v}", "v"]),
    ("a.b[c].d", &["a.b[c].d", "a", "c"]),
    ("!(a && b)", &["!(a && b)", "(a && b)", "a && b", "a", "b"]),
];

#[test]
fn each_part_of_an_expression_is_an_expression() {
    check_each(EXPRESSIONS, |(text, expected)| {
        let whole = parse_expression(*text).into_result().expect("it is sound");
        let view = whole.ast().expect("it is in native syntax");
        let mut parts = Parts(Vec::new());
        parts.visit_expression(view);
        let texts: Vec<_> = parts
            .0
            .iter()
            .map(|part| {
                let handle = Expression::from(*part);
                assert_eq!(handle.source(), whole.source());
                assert_eq!(handle.to_string(), part.to_string());
                assert_eq!(whole.part(*part).span(), part.span());
                whole.source().slice(handle.span())
            })
            .collect();
        assert_eq!(texts, *expected);
    });
}

#[test]
fn a_part_outlives_the_expression_it_was_taken_from() {
    let part = {
        let whole = parse_expression("n > 1 ? \"many\" : f(n)").into_result().expect("it is sound");
        let ast::ExpressionKind::Conditional(conditional) = whole.ast().expect("native").kind() else {
            panic!("it is a conditional");
        };
        let (predicate, _) = conditional.arms().next().expect("there is an arm");
        Expression::from(predicate)
    };
    assert_eq!(part.evaluate(EvalContext::new().set("n", 2)).expect("it has a value"), true);
    let error = part.evaluate(EvalContext::new().set("n", value!([]))).expect_err("it has an error");
    assert_eq!(error.line().zip(error.column()), Some((1, 1)), "{error}");
}

/// The bodies, blocks and attributes of a body, with their text.
fn check_body(body: &Body, view: ast::Body<'_>) {
    assert_eq!(Body::from(view).to_string(), view.to_string());
    assert_eq!(body.span(), view.span());
    for (item, view) in body.items().zip(view.items()) {
        assert_eq!(item.to_string(), view.to_string());
        assert_eq!(BodyItem::from(view).to_string(), view.to_string());
        match (item, view) {
            (BodyItem::Attribute(attribute), ast::BodyItem::Attribute(view)) => {
                assert_eq!(attribute.ast().map(ast::Attribute::span), Some(view.span()));
                assert_eq!(Attribute::from(view).name_span(), attribute.name_span());
                assert_eq!(
                    Attribute::from(view).expression().to_string(),
                    attribute.expression().to_string()
                );
            }
            (BodyItem::Block(block), ast::BodyItem::Block(view)) => {
                assert_eq!(block.ast().map(ast::Block::span), Some(view.span()));
                assert_eq!(Block::from(view).header_span(), block.header_span());
                check_body(block.body(), view.body());
            }
            (item, view) => panic!("{item:?} and {view:?}"),
        }
    }
}

#[test]
fn handles_and_views_convert_to_each_other() {
    let texts = [
        "",
        "a = 1\nb = [for x in y : x]\n",
        "a \"x\" y {\n  b {\n    c = <<E\ntext\nE\n  }\n  d = 1 # one\n}\ne {}\n",
    ];
    for text in texts {
        let file = parse_file(text).into_result().expect("it is sound");
        check_body(file.body(), file.ast().expect("it is in native syntax"));
    }
}

#[test]
fn items_in_json_are_printed_as_they_are_written() {
    let text = r#"{ "port":  80, "service": { "web": { "db": { "size": 1 } } } }"#;
    let body = json::parse_file(text).into_result().expect("it is sound").body().clone();
    let attribute = body.attribute("port").expect("it exists");
    assert_eq!(attribute.to_string(), "\"port\":  80");
    assert!(attribute.ast().is_none());
    let schema = BodySchema::new([], [BlockSchema::new("service", ["a", "b"])]).expect("one name");
    let (content, _) = body.partial_content(&schema).into_result().expect("it fits");
    let block = &content.blocks()[0];
    assert!(block.ast().is_none());
    assert_eq!(block.to_string(), r#""service": { "web": { "db": { "size": 1 } } }"#);
    let again = json::parse_file(format!("{{ {block} }}")).into_result().expect("it is sound").body().clone();
    assert_eq!(again.content(&schema).into_result().expect("it fits").blocks().len(), 1);
}

#[test]
fn generated_blocks_are_printed_with_their_labels() {
    let text = "dynamic \"user\" {\n  for_each = names\n  labels = [user.value]\n  content {\n    id = \"u-${user.key}\"\n  }\n}\n";
    let body = parse_file(text).into_result().expect("it is sound").body().clone();
    let schema = BodySchema::new([], [BlockSchema::new("user", ["name"])]).expect("one name");
    let blocks = |names: Value| {
        let body = ext::expand_dynamic_blocks(&body, EvalContext::new().set("names", names));
        body.content(&schema).into_result().expect("it fits").blocks().to_vec()
    };
    let block = &blocks(value!(["eve"]))[0];
    assert_eq!(block.to_string(), "user \"eve\" {\n  id = \"u-${user.key}\"\n}");
    assert!(block.ast().is_none());
    // A part of an expression has the iterators too.
    let id = block.body().attribute("id").expect("it exists").expression().clone();
    let Some(ast::ExpressionKind::Template(template)) = id.ast().map(ast::Expression::kind) else {
        panic!("it is a template");
    };
    let key = template.parts().find_map(|(_, part)| match part {
        ast::TemplatePart::Interpolation(part) => Some(id.part(part)),
        _ => None,
    });
    assert_eq!(key.expect("it exists").evaluate(&EvalContext::new()).expect("it has a value"), 0);
    let secret = &blocks(value!(["eve"]).mark(Mark::new("sensitive")))[0];
    assert_eq!(secret.to_string(), "user \"(marked sensitive)\" {\n  id = \"u-${user.key}\"\n}");
}

#[test]
fn blocks_with_other_labels_are_printed_with_them() {
    let body = parse_file("task \"a\" {\n  n = 1\n}\n").into_result().expect("it is sound").body().clone();
    let block = body.blocks().next().expect("it exists").with_labels(["b", "c"]);
    assert_eq!(block.to_string(), "task \"b\" \"c\" {\n  n = 1\n}");
    let block = block.with_variables([("x", Value::from(1))]);
    assert_eq!(block.to_string(), "task \"b\" \"c\" {\n  n = 1\n}");
}

#[test]
fn the_variables_of_a_body_are_those_of_all_its_expressions() {
    let native = "a = x.y\nb {\n  c = [for z in w : z + x.y]\n  d {\n    e = \"${v[0]}\"\n  }\n}\nf = u\n";
    let in_json = r#"{ "a": "${x.y}", "b": { "c": "${[for z in w : z + x.y]}", "d": { "e": "${v[0]}" } }, "f": "${u}" }"#;
    for file in [parse_file(native), json::parse_file(in_json)] {
        let file = file.into_result().expect("it is sound");
        let names: Vec<_> = file.body().variables().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["x.y", "w", "x.y", "v[0]", "u"], "{file}");
    }
}

#[test]
fn strings_of_all_forms_have_a_text() {
    let rows: &[(&str, Option<&str>)] = &[
        ("\"a\\n\"", Some("a\n")),
        ("\"\"", Some("")),
        ("<<E\na\nb\nE\n", Some("a\nb\n")),
        ("<<-E\n  a\n    b\n  E\n", Some("a\n  b\n")),
        ("<<E\nE\n", Some("")),
        ("\"${a}\"", None),
        ("<<E\n${a}\nE\n", None),
        ("a", None),
        ("(\"a\")", None),
    ];
    check_each(rows, |(text, expected)| {
        let expression = parse_expression(*text).into_result().expect("it is sound");
        assert_eq!(expression.ast().expect("native").as_str(), *expected);
    });
}
