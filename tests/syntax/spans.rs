//! Spans of nodes, asserted by slicing the text.

use serde_hcl::Span;
use serde_hcl::ast::{BodyItem, Expression, ExpressionKind, ObjectKey, TemplatePart};

use crate::support::{expression, file};
use test_support::rows::check_each;

/// The text of an expression and of everything in it, outermost and leftmost first.
fn texts(expression: Expression<'_>) -> Vec<&str> {
    let mut texts = Vec::new();
    collect(expression, &mut texts);
    texts
}

fn collect<'t>(expression: Expression<'t>, texts: &mut Vec<&'t str>) {
    let slice = |span: Span| expression.source().slice(span);
    texts.push(slice(expression.span()));
    let mut inner = Vec::new();
    match expression.kind() {
        ExpressionKind::Postfix(traversal) => {
            collect(traversal.operand(), texts);
            return texts.extend(traversal.steps().map(|step| slice(step.span())));
        }
        ExpressionKind::FunctionCall(call) => {
            texts.extend([slice(call.name_span()), slice(call.arguments_span())]);
            inner.extend(call.arguments());
        }
        ExpressionKind::Tuple(tuple) => inner.extend(tuple.elements()),
        ExpressionKind::Object(object) => {
            for item in object.items() {
                inner.drain(..).for_each(|value| collect(value, texts));
                match item.key {
                    ObjectKey::Name(name) => texts.push(slice(name.span)),
                    ObjectKey::Expression(key) => collect(key, texts),
                }
                inner.push(item.value);
            }
        }
        ExpressionKind::For(node) => {
            assert_eq!(node.span(), expression.span());
            inner.extend(
                [Some(node.collection()), node.key(), Some(node.value()), node.condition()]
                    .into_iter()
                    .flatten(),
            );
        }
        ExpressionKind::Unary(unary) => {
            texts.extend(unary.operators().map(|(_, span)| slice(span)));
            inner.push(unary.operand());
        }
        ExpressionKind::Binary(binary) => {
            inner.push(binary.first());
            inner.extend(binary.rest().map(|(_, operand)| operand));
        }
        ExpressionKind::Conditional(conditional) => {
            inner.extend(conditional.arms().flat_map(|(predicate, result)| [predicate, result]));
            inner.push(conditional.otherwise());
        }
        ExpressionKind::Parentheses(parenthesized) => inner.push(parenthesized),
        ExpressionKind::Template(template) => {
            for (span, part) in template.parts() {
                texts.push(slice(span));
                match part {
                    TemplatePart::Interpolation(interpolated) => collect(interpolated, texts),
                    TemplatePart::If(node) => {
                        texts.push(&slice(span)[..format!("{node:?}").len()]);
                        collect(node.condition(), texts);
                    }
                    TemplatePart::For(node) => {
                        texts.push(&slice(span)[..format!("{node:?}").len()]);
                        collect(node.collection(), texts);
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
    inner.into_iter().for_each(|expression| collect(expression, texts));
}

#[test]
fn every_node_of_an_expression_has_the_span_of_its_text() {
    let table: &[(&str, &[&str])] = &[
        ("  abc  ", &["abc"]),
        (" 1 + /* x */ 22 * é ", &["1 + /* x */ 22 * é", "1", "22 * é", "22", "é"]),
        ("a + b - c", &["a + b - c", "a", "b", "c"]),
        ("a <= b", &["a <= b", "a", "b"]),
        ("! -a", &["! -a", "!", "-", "a"]),
        ("a ? b : c ? d : e", &["a ? b : c ? d : e", "a", "b", "c", "d", "e"]),
        ("( a )", &["( a )", "a"]),
        ("(a) + (b)", &["(a) + (b)", "(a)", "a", "(b)", "b"]),
        ("a.b . c[ 0 ].*.d", &["a.b . c[ 0 ].*.d", "a", ".b", ". c", "[ 0 ]", ".*", ".d"]),
        ("a[*][ * ].0", &["a[*][ * ].0", "a", "[*]", "[ * ]", ".0"]),
        ("ns :: f ( a, b... ) ", &["ns :: f ( a, b... )", "ns :: f", "( a, b... )", "a", "b"]),
        ("[ 1 , two ]", &["[ 1 , two ]", "1", "two"]),
        ("{ a = 1, \"b\" : 2 }", &["{ a = 1, \"b\" : 2 }", "a", "1", "\"b\"", "2"]),
        ("[for k, v in xs : v if c ]", &["[for k, v in xs : v if c ]", "xs", "v", "c"]),
        ("{for v in xs : k => v... }", &["{for v in xs : k => v... }", "xs", "k", "v"]),
        ("\"a\\n\"", &["\"a\\n\""]),
        ("\"é${ b }c\"", &["\"é${ b }c\"", "é", "${ b }", "b", "c"]),
        ("<<X\na ${b}\n X\n", &["<<X\na ${b}\n X", "a ", "${b}", "b", "\n"]),
        ("<<X\r\na\r\nX\r\n", &["<<X\r\na\r\nX"]),
        (
            "\"%{ if a }x%{ endif }%{ for v in b }%{ endfor }\"",
            &[
                "\"%{ if a }x%{ endif }%{ for v in b }%{ endfor }\"",
                "%{ if a }x%{ endif }",
                "%{ if a }",
                "a",
                "%{ for v in b }%{ endfor }",
                "%{ for v in b }",
                "b",
            ],
        ),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(texts(expression(text).ast().expect("it is native")), *expected, "in {text:?}");
    });
}

#[test]
fn every_item_of_a_body_has_the_span_of_its_text() {
    let file = file("a = 1 + 2 # x\n\nb \"l 1\" l2 {\n  c = [\n    3\n  ]\n}\n");
    let slice = |span: Span| file.body().source().slice(span);
    let items: Vec<_> = file.ast().expect("it is native").items().collect();
    let [BodyItem::Attribute(attribute), BodyItem::Block(block)] = items[..] else { panic!("{items:?}") };
    assert_eq!(slice(attribute.span()), "a = 1 + 2");
    assert_eq!(slice(attribute.name_span()), "a");
    assert_eq!(slice(attribute.expression().span()), "1 + 2");
    assert_eq!(slice(block.span()), "b \"l 1\" l2 {\n  c = [\n    3\n  ]\n}");
    assert_eq!(slice(block.type_span()), "b");
    assert_eq!(block.labels().map(|label| slice(label.span())).collect::<Vec<_>>(), ["\"l 1\"", "l2"]);
    assert_eq!(slice(block.body().span()), "{\n  c = [\n    3\n  ]\n}");
    let inner = block.body().attribute("c").expect("there is an attribute");
    assert_eq!(slice(inner.span()), "c = [\n    3\n  ]");
    assert_eq!(slice(file.body().span()), file.body().source().text());
}

#[test]
fn handles_have_the_locations_of_their_views() {
    let expression = expression(" [1] ");
    assert_eq!(expression.span(), expression.ast().expect("it is native").span());
    assert_eq!(expression.source().slice(expression.span()), "[1]");
    let file = file("a = 1\n");
    assert_eq!(file.body().source(), file.body().source());
    assert_eq!(file.body().span(), file.ast().expect("it is native").span());
}
