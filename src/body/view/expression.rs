//! Expressions: literals, elements and entries without evaluating them.

use std::sync::Arc;

use super::{Either, NameView};
use crate::body::{Expansion, Expression, Iteration};
use crate::error::Error;
use crate::eval::{self, EvalContext};
use crate::json_syntax;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::Tree;
use crate::syntax::ast::{self, ExpressionKind};
use crate::value::{Number, Value};

#[derive(Clone, Copy)]
pub(crate) struct ExpressionView<'b> {
    kind: ExpressionViewKind<'b>,
    iteration: Option<&'b Arc<Iteration>>,
}

#[derive(Clone, Copy)]
pub(super) enum ExpressionViewKind<'b> {
    Native(&'b Arc<Tree>, ast::Expression<'b>),
    Json(&'b Arc<json_syntax::Tree>, json_syntax::Expression<'b>),
}
/// A constant that needs no evaluation.
pub(crate) enum Literal<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'b Number),
    String { text: &'b str, verbatim: Option<Span> },
}
impl<'b> ExpressionView<'b> {
    pub(super) fn new(kind: ExpressionViewKind<'b>, expansion: Option<&'b Arc<Expansion>>) -> Self {
        Self { kind, iteration: expansion.and_then(|expansion| expansion.iteration.as_ref()) }
    }

    /// A part of it, which sees what it sees.
    fn part(self, kind: ExpressionViewKind<'b>) -> Self {
        Self { kind, ..self }
    }

    /// A handle to it.
    pub(crate) fn handle(self) -> Expression {
        let expression = match self.kind {
            ExpressionViewKind::Native(tree, expression) => Expression::native(tree.clone(), expression.id()),
            ExpressionViewKind::Json(tree, expression) => Expression::json(tree.clone(), expression.id()),
        };
        expression.within(self.iteration)
    }

    pub(crate) fn span(self) -> Span {
        match self.kind {
            ExpressionViewKind::Native(_, expression) => expression.span(),
            ExpressionViewKind::Json(_, expression) => expression.span(),
        }
    }

    pub(crate) fn source(self) -> &'b Source {
        match self.kind {
            ExpressionViewKind::Native(tree, _) => &tree.source,
            ExpressionViewKind::Json(tree, _) => &tree.source,
        }
    }

    /// The value, if there are no errors.
    pub(crate) fn evaluate(self, context: &EvalContext) -> Result<Value, Error> {
        let evaluate = |context: &EvalContext| match self.kind {
            ExpressionViewKind::Native(_, expression) => eval::evaluate(expression, context),
            ExpressionViewKind::Json(_, expression) => expression.evaluate(context),
        };
        match self.iteration {
            None => evaluate(context),
            Some(iteration) => iteration.evaluate(context, evaluate),
        }
        .into_result()
    }

    pub(crate) fn literal(self) -> Option<Literal<'b>> {
        if self.iteration.is_some_and(|iteration| !iteration.is_plain()) {
            return None;
        }
        match self.kind {
            ExpressionViewKind::Native(_, expression) => native_literal(expression),
            ExpressionViewKind::Json(_, expression) => json_literal(expression),
        }
    }

    /// The elements of a tuple constructor or an array.
    pub(crate) fn elements(self) -> Option<impl ExactSizeIterator<Item = Self>> {
        Some(match self.kind {
            ExpressionViewKind::Native(tree, expression) => match expression.kind() {
                ExpressionKind::Tuple(tuple) => {
                    let element = move |element| self.part(ExpressionViewKind::Native(tree, element));
                    Either::Left(tuple.elements().map(element))
                }
                _ => return None,
            },
            ExpressionViewKind::Json(tree, expression) => {
                let element = move |node| {
                    self.part(ExpressionViewKind::Json(tree, json_syntax::Expression::Value(node)))
                };
                Either::Right(expression.as_array()?.elements().map(element))
            }
        })
    }

    /// Whether it is a name and nothing else.
    pub(crate) fn is_word(self) -> bool {
        match self.kind {
            ExpressionViewKind::Native(_, expression) => {
                matches!(expression.kind(), ExpressionKind::Variable(_))
            }
            ExpressionViewKind::Json(..) => false,
        }
    }

    /// Whether it is a tuple or object constructor, and so no null.
    pub(crate) fn is_collection(self) -> bool {
        match self.kind {
            ExpressionViewKind::Native(_, expression) => {
                matches!(expression.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
            }
            ExpressionViewKind::Json(_, expression) => {
                expression.as_array().is_some() || expression.as_object().is_some()
            }
        }
    }

    /// Keys and values of an object constructor whose keys are names or plain strings, and all different.
    pub(crate) fn entries(self) -> Option<Vec<(NameView<'b>, Self)>> {
        let entries = match self.kind {
            ExpressionViewKind::Native(tree, expression) => self.native_entries(tree, expression)?,
            ExpressionViewKind::Json(tree, expression) => {
                let members = expression.as_object()?.members();
                let entry = |member: json_syntax::Member<'b>| {
                    let name = member.name();
                    let is_plain = name.text().is_ascii() && !json_syntax::has_template(name.text());
                    let value = json_syntax::Expression::Value(member.value());
                    let value = self.part(ExpressionViewKind::Json(tree, value));
                    is_plain.then(|| (NameView::json(name), value))
                };
                members.map(entry).collect::<Option<Vec<_>>>()?
            }
        };
        has_no_repeats(&entries).then_some(entries)
    }

    fn native_entries(
        self,
        tree: &'b Arc<Tree>,
        expression: ast::Expression<'b>,
    ) -> Option<Vec<(NameView<'b>, Self)>> {
        let ExpressionKind::Object(object) = expression.kind() else { return None };
        let mut entries = Vec::with_capacity(object.items().len());
        for item in object.items() {
            let span = item.key.span();
            let name = match item.key.kind() {
                ExpressionKind::Variable(text) if text.is_ascii() => {
                    NameView { text, span, verbatim: Some(span) }
                }
                ExpressionKind::String(text) if text.is_ascii() => {
                    NameView { text, span, verbatim: item.key.verbatim_string() }
                }
                _ => return None,
            };
            entries.push((name, self.part(ExpressionViewKind::Native(tree, item.value))));
        }
        Some(entries)
    }
}

fn native_literal(expression: ast::Expression<'_>) -> Option<Literal<'_>> {
    Some(match expression.kind() {
        ExpressionKind::Null => Literal::Null,
        ExpressionKind::Bool(value) => Literal::Bool(value),
        ExpressionKind::Integer(value) => Literal::Integer(value),
        ExpressionKind::Number(number) => Literal::Number(number),
        // Other text has to be normalised first.
        ExpressionKind::String(text) if text.is_ascii() => {
            Literal::String { text, verbatim: expression.verbatim_string() }
        }
        _ => return None,
    })
}

fn json_literal(expression: json_syntax::Expression<'_>) -> Option<Literal<'_>> {
    if let Some(string) = expression.as_string() {
        let text = string.text();
        let is_plain = text.is_ascii() && !json_syntax::has_template(text);
        return is_plain.then(|| Literal::String { text, verbatim: string.verbatim() });
    }
    let json_syntax::Expression::Value(node) = expression else { return None };
    Some(match node.kind() {
        json_syntax::Kind::Null => Literal::Null,
        json_syntax::Kind::Bool(value) => Literal::Bool(value),
        json_syntax::Kind::Integer(value) => Literal::Integer(value),
        json_syntax::Kind::Number(number) => Literal::Number(number),
        _ => return None,
    })
}

fn has_no_repeats(entries: &[(NameView<'_>, ExpressionView<'_>)]) -> bool {
    if entries.len() <= 8 {
        return (1..entries.len())
            .all(|at| entries[..at].iter().all(|(name, _)| name.text != entries[at].0.text));
    }
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    entries.iter().all(|(name, _)| seen.insert(name.text))
}
