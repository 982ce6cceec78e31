//! `{:?}` of a view is the text it was parsed from, on one line where it is short. `{:#?}` is the
//! tree: a line for each node, with its kind, its bytes and its text.

use std::fmt;

use super::{
    Attribute, Block, Body, BodyItem, Expression, ExpressionKind, Label, Step, StepKind, TemplatePart,
};
use crate::source::Span;

/// Writes a tree, a node a line, children two columns further in.
struct Dump<'f, 'b> {
    f: &'f mut fmt::Formatter<'b>,
    depth: usize,
    is_first: bool,
}

impl<'f, 'b> Dump<'f, 'b> {
    fn new(f: &'f mut fmt::Formatter<'b>) -> Self {
        Self { f, depth: 0, is_first: true }
    }

    /// Writes the line of a node. A node that is one of several kinds of children has a role, such
    /// as `key`.
    fn node(&mut self, role: &str, kind: &str, span: Span, text: Option<&dyn fmt::Debug>) -> fmt::Result {
        self.indent()?;
        let separator = if role.is_empty() { "" } else { ": " };
        write!(self.f, "{role}{separator}{kind}@{}..{}", span.start, span.end)?;
        match text {
            Some(text) => write!(self.f, " {text:?}"),
            None => Ok(()),
        }
    }

    /// Begins a line.
    fn indent(&mut self) -> fmt::Result {
        if !std::mem::take(&mut self.is_first) {
            self.f.write_str("\n")?;
        }
        write!(self.f, "{:width$}", "", width = 2 * self.depth)
    }

    /// Writes the children of the last node.
    fn children(&mut self, write: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.depth += 1;
        let result = write(self);
        self.depth -= 1;
        result
    }

    fn body(&mut self, body: Body<'_>) -> fmt::Result {
        self.node("", "Body", body.span(), None)?;
        self.children(|dump| {
            body.items().try_for_each(|item| match item {
                BodyItem::Attribute(attribute) => dump.attribute(attribute),
                BodyItem::Block(block) => dump.block(block),
            })
        })
    }

    fn attribute(&mut self, attribute: Attribute<'_>) -> fmt::Result {
        self.node("", "Attribute", attribute.span(), Some(&attribute.name()))?;
        self.children(|dump| dump.expression("", attribute.expression()))
    }

    fn block(&mut self, block: Block<'_>) -> fmt::Result {
        self.node("", "Block", block.span(), Some(&block.block_type()))?;
        self.children(|dump| {
            block.labels().try_for_each(|label| dump.node("", "Label", label.span(), Some(&label.text())))?;
            dump.body(block.body())
        })
    }

    fn expression(&mut self, role: &str, expression: Expression<'_>) -> fmt::Result {
        let span = expression.span();
        match expression.kind() {
            ExpressionKind::Null => self.node(role, "Null", span, None),
            ExpressionKind::Bool(value) => self.node(role, "Bool", span, Some(&value)),
            ExpressionKind::Number(value) => self.node(role, "Number", span, Some(&value)),
            ExpressionKind::String(text) => self.node(role, "String", span, Some(&text)),
            ExpressionKind::Variable(name) => self.node(role, "Variable", span, Some(&name)),
            ExpressionKind::Template(template) => {
                self.node(role, "Template", span, Some(&template.form()))?;
                self.children(|dump| dump.parts(template.parts()))
            }
            ExpressionKind::Postfix(postfix) => {
                self.node(role, "Postfix", span, None)?;
                self.children(|dump| {
                    dump.expression("", postfix.operand())?;
                    postfix.steps().try_for_each(|step| dump.step(step))
                })
            }
            ExpressionKind::FunctionCall(call) => {
                self.node(role, "FunctionCall", span, Some(&call.name()))?;
                let last = call.arguments().len().checked_sub(1).filter(|_| call.expands_last());
                self.children(|dump| {
                    call.arguments().enumerate().try_for_each(|(index, argument)| {
                        dump.expression(if last == Some(index) { "expanded" } else { "" }, argument)
                    })
                })
            }
            ExpressionKind::Tuple(tuple) => {
                self.node(role, "Tuple", span, None)?;
                self.children(|dump| tuple.elements().try_for_each(|element| dump.expression("", element)))
            }
            ExpressionKind::Object(object) => {
                self.node(role, "Object", span, None)?;
                self.children(|dump| {
                    object.items().try_for_each(|item| {
                        dump.expression("key", item.key)?;
                        dump.expression("value", item.value)
                    })
                })
            }
            ExpressionKind::For(node) => {
                let names = (node.key_name(), node.value_name(), if node.groups() { "..." } else { "" });
                self.node(role, "For", span, Some(&ForNames(names.0, names.1, names.2)))?;
                self.children(|dump| {
                    dump.expression("collection", node.collection())?;
                    node.key().map_or(Ok(()), |key| dump.expression("key", key))?;
                    dump.expression("value", node.value())?;
                    node.condition().map_or(Ok(()), |condition| dump.expression("condition", condition))
                })
            }
            ExpressionKind::Unary(unary) => {
                self.node(role, "Unary", span, None)?;
                self.children(|dump| {
                    unary.operators().try_for_each(|(operator, span)| {
                        dump.node("", "Operator", span, Some(&operator.symbol()))
                    })?;
                    dump.expression("", unary.operand())
                })
            }
            ExpressionKind::Binary(binary) => {
                self.node(role, "Binary", span, None)?;
                self.children(|dump| {
                    dump.expression("", binary.first())?;
                    binary.rest().zip(binary.operator_spans()).try_for_each(|((operator, operand), span)| {
                        dump.node("", "Operator", span, Some(&operator.symbol()))?;
                        dump.expression("", operand)
                    })
                })
            }
            ExpressionKind::Conditional(conditional) => {
                self.node(role, "Conditional", span, None)?;
                self.children(|dump| {
                    conditional.arms().try_for_each(|(predicate, result)| {
                        dump.expression("predicate", predicate)?;
                        dump.expression("result", result)
                    })?;
                    dump.expression("otherwise", conditional.otherwise())
                })
            }
            ExpressionKind::Parentheses(inner) => {
                self.node(role, "Parentheses", span, None)?;
                self.children(|dump| dump.expression("", inner))
            }
            ExpressionKind::Error(inner) => {
                let text = expression.source().slice(span);
                self.node(role, "Error", span, Some(&text))?;
                self.children(|dump| inner.map_or(Ok(()), |inner| dump.expression("", inner)))
            }
        }
    }

    fn step(&mut self, step: Step<'_>) -> fmt::Result {
        let span = step.span();
        match step.kind() {
            StepKind::GetAttr(name) => self.node("", "GetAttr", span, Some(&name)),
            StepKind::AttrSplat => self.node("", "AttrSplat", span, None),
            StepKind::FullSplat => self.node("", "FullSplat", span, None),
            StepKind::LegacyIndex(key) => {
                self.node("", "LegacyIndex", span, None)?;
                self.children(|dump| dump.expression("", key))
            }
            StepKind::Index(key) => {
                self.node("", "Index", span, None)?;
                self.children(|dump| dump.expression("", key))
            }
        }
    }

    fn parts<'t>(&mut self, mut parts: impl Iterator<Item = (Span, TemplatePart<'t>)>) -> fmt::Result {
        parts.try_for_each(|(span, part)| match part {
            TemplatePart::Literal(text) => self.node("", "Literal", span, Some(&text)),
            TemplatePart::Interpolation(inner) => {
                self.node("", "Interpolation", span, None)?;
                self.children(|dump| dump.expression("", inner))
            }
            TemplatePart::If(node) => {
                self.node("", "If", span, None)?;
                self.children(|dump| {
                    dump.expression("condition", node.condition())?;
                    dump.parts(node.then())
                })?;
                if node.has_else() {
                    self.indent()?;
                    self.f.write_str("Else")?;
                    self.children(|dump| dump.parts(node.otherwise()))?;
                }
                Ok(())
            }
            TemplatePart::For(node) => {
                self.node("", "For", span, Some(&ForNames(node.key_name(), node.value_name(), "")))?;
                self.children(|dump| {
                    dump.expression("collection", node.collection())?;
                    dump.parts(node.parts())
                })
            }
        })
    }
}

/// The names of a `for`, and `...` where it groups: `k, v...`
struct ForNames<'t>(Option<&'t str>, &'t str, &'static str);

impl fmt::Debug for ForNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key, value, ellipsis) = self;
        match key {
            Some(key) => write!(f, "{key}, {value}{ellipsis}"),
            None => write!(f, "{value}{ellipsis}"),
        }
    }
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return Dump::new(f).body(*self);
        }
        f.debug_list().entries(self.items()).finish()
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return Dump::new(f).attribute(*self);
        }
        write!(f, "{} = {:?}", self.name(), self.expression())
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return Dump::new(f).block(*self);
        }
        f.write_str(self.block_type())?;
        self.labels().try_for_each(|label| write!(f, " {label:?}"))?;
        write!(f, " {:?}", self.body())
    }
}

impl fmt::Debug for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

impl fmt::Debug for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return Dump::new(f).expression("", *self);
        }
        f.write_str(self.source().slice(self.span()))
    }
}
