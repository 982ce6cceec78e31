//! The shape of a tree as a short text, so that tables can state it. Two trees have equal shapes
//! exactly when they differ in nothing but their layout.
//!
//! - a name, number, keyword or `"string"` stands for itself;
//! - `(a + b - c)` is one node with three operands, `(-! x)` one with two signs,
//!   `(cond p r p r otherwise)` one conditional with two arms, `(paren x)` are parentheses;
//! - `(get a .b [0] .0 .* [*])` is a postfix expression, `(call f a b...)` a call whose last
//!   argument is expanded;
//! - `[a b]`, `{k: v}`, `[for k, v in xs: v if c]`, `{for v in xs: k => v...}` build collections;
//! - `(template "text" ${x} (if c ["a"] ["b"]) (for k, v in xs ["a"]))` are the parts of a
//!   template.

use serde_hcl::ast::{
    Body, BodyItem, Expression, ExpressionKind, For, FunctionCall, ObjectKey, Postfix, StepKind, TemplatePart,
};

pub fn of_body(body: Body<'_>) -> String {
    let items = body.items().map(|item| match item {
        BodyItem::Attribute(attribute) => format!("{} = {}", attribute.name(), of(attribute.expression())),
        BodyItem::Block(block) => {
            let labels: String = block.labels().map(|label| format!(" {:?}", label.text())).collect();
            format!("{}{labels} {}", block.block_type(), of_body(block.body()))
        }
    });
    format!("{{{}}}", join(items, "; "))
}

pub fn of(expression: Expression<'_>) -> String {
    match expression.kind() {
        ExpressionKind::Null => "null".into(),
        ExpressionKind::Bool(value) => value.to_string(),
        ExpressionKind::Number(_) => expression.source().slice(expression.span()).into(),
        ExpressionKind::String(text) => format!("{text:?}"),
        ExpressionKind::Template(template) => format!("(template {})", parts(template.parts())),
        ExpressionKind::Variable(name) => name.into(),
        ExpressionKind::Postfix(postfix) => of_postfix(postfix),
        ExpressionKind::FunctionCall(call) => of_call(call),
        ExpressionKind::Tuple(tuple) => format!("[{}]", join(tuple.elements().map(of), " ")),
        ExpressionKind::Object(object) => {
            let key = |key: ObjectKey<'_>| match key {
                ObjectKey::Name(name) => name.text.to_owned(),
                ObjectKey::Expression(key) => of(key),
            };
            let items = object.items().map(|item| format!("{}: {}", key(item.key), of(item.value)));
            format!("{{{}}}", join(items, ", "))
        }
        ExpressionKind::For(node) => of_for(node),
        ExpressionKind::Unary(unary) => {
            let signs: String = unary.operators().map(|(operator, _)| operator.symbol()).collect();
            format!("({signs} {})", of(unary.operand()))
        }
        ExpressionKind::Binary(binary) => {
            let rest =
                binary.rest().map(|(operator, operand)| format!(" {} {}", operator.symbol(), of(operand)));
            format!("({}{})", of(binary.first()), rest.collect::<String>())
        }
        ExpressionKind::Conditional(conditional) => {
            let arms =
                conditional.arms().map(|(predicate, result)| format!("{} {}", of(predicate), of(result)));
            format!("(cond {} {})", join(arms, " "), of(conditional.otherwise()))
        }
        ExpressionKind::Parentheses(inner) => format!("(paren {})", of(inner)),
        ExpressionKind::Error(inner) => format!("(error {})", inner.map(of).unwrap_or_default()),
        _ => panic!("a kind of expression that this test does not know: {expression:?}"),
    }
}

fn of_postfix(postfix: Postfix<'_>) -> String {
    let steps = postfix.steps().map(|step| match step.kind() {
        StepKind::GetAttr(name) => format!(" .{name}"),
        StepKind::LegacyIndex(key) => format!(" .{}", of(key)),
        StepKind::Index(key) => format!(" [{}]", of(key)),
        StepKind::AttrSplat => " .*".into(),
        StepKind::FullSplat => " [*]".into(),
        other => panic!("an unknown step: {other:?}"),
    });
    format!("(get {}{})", of(postfix.operand()), steps.collect::<String>())
}

fn of_call(call: FunctionCall<'_>) -> String {
    let arguments: String = call.arguments().map(|argument| format!(" {}", of(argument))).collect();
    let ellipsis = if call.expands_last() { "..." } else { "" };
    format!("(call {}{arguments}{ellipsis})", call.name())
}

fn of_for(node: For<'_>) -> String {
    let names = names(node.key_name(), node.value_name());
    let key = node.key().map_or(String::new(), |key| format!("{} => ", of(key)));
    let ellipsis = if node.groups() { "..." } else { "" };
    let condition = node.condition().map_or(String::new(), |condition| format!(" if {}", of(condition)));
    let (open, close) = if node.key().is_some() { ('{', '}') } else { ('[', ']') };
    let (collection, value) = (of(node.collection()), of(node.value()));
    format!("{open}for {names} in {collection}: {key}{value}{ellipsis}{condition}{close}")
}

fn parts<'t>(parts: impl Iterator<Item = (serde_hcl::Span, TemplatePart<'t>)>) -> String {
    join(parts.map(|(_, part)| of_part(part)), " ")
}

fn of_part(part: TemplatePart<'_>) -> String {
    match part {
        TemplatePart::Literal(text) => format!("{text:?}"),
        TemplatePart::Interpolation(inner) => format!("${{{}}}", of(inner)),
        TemplatePart::If(node) => {
            let otherwise = parts(node.otherwise());
            let otherwise = if otherwise.is_empty() { otherwise } else { format!(" [{otherwise}]") };
            format!("(if {} [{}]{otherwise})", of(node.condition()), parts(node.then()))
        }
        TemplatePart::For(node) => {
            let names = names(node.key_name(), node.value_name());
            format!("(for {names} in {} [{}])", of(node.collection()), parts(node.parts()))
        }
        other => panic!("an unknown part: {other:?}"),
    }
}

fn names(key: Option<&str>, value: &str) -> String {
    key.map_or(value.into(), |key| format!("{key}, {value}"))
}

fn join(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}
