//! Expressions: literals, elements and entries without evaluating them.

use std::sync::Arc;

use super::{Either, NameView};
use crate::body::expression::View;
use crate::body::named::group_by_name;
use crate::body::{Expansion, Expression, Iteration};
use crate::error::Error;
use crate::eval::{self, EvalContext};
use crate::json_syntax::{self, ExpressionId};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{ExprId, Tree};
use crate::syntax::ast::{self, ExpressionKind};
use crate::value::{Number, Value};

#[derive(Clone, Copy)]
pub(crate) struct ExpressionView<'b> {
    kind: ExpressionViewKind<'b>,
    iteration: Option<&'b Arc<Iteration>>,
}

#[derive(Clone, Copy)]
pub(super) enum ExpressionViewKind<'b> {
    Native(&'b Arc<Tree>, ExprId),
    Json(&'b Arc<json_syntax::Tree>, ExpressionId),
}

/// A constant that needs no evaluation.
pub(crate) enum Literal<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'b Number),
    String(NameView<'b>),
}

impl<'b> ExpressionView<'b> {
    pub(super) fn new(kind: ExpressionViewKind<'b>, expansion: Option<&'b Arc<Expansion>>) -> Self {
        Self { kind, iteration: expansion.and_then(|expansion| expansion.iteration.as_ref()) }
    }

    fn view(self) -> View<'b> {
        match self.kind {
            ExpressionViewKind::Native(tree, id) => View::Native(ast::Expression::new(tree, id)),
            ExpressionViewKind::Json(tree, id) => View::Json(tree.expression(id)),
        }
    }

    /// A part of it, which sees what it sees.
    fn part(self, kind: ExpressionViewKind<'b>) -> Self {
        Self { kind, ..self }
    }

    /// A handle to it.
    pub(crate) fn handle(self) -> Expression {
        let expression = match self.kind {
            ExpressionViewKind::Native(tree, id) => Expression::native(tree.clone(), id),
            ExpressionViewKind::Json(tree, id) => Expression::json(tree.clone(), id),
        };
        expression.within(self.iteration)
    }

    pub(crate) fn span(self) -> Span {
        match self.view() {
            View::Native(expression) => expression.span(),
            View::Json(expression) => expression.span(),
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
        let evaluate = |context: &EvalContext| match self.view() {
            View::Native(expression) => eval::evaluate(expression, context),
            View::Json(expression) => expression.evaluate(context),
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
        match self.view() {
            View::Native(expression) => native_literal(expression),
            View::Json(expression) => json_literal(expression),
        }
    }

    /// The elements of a tuple constructor or an array.
    pub(crate) fn elements(self) -> Option<impl ExactSizeIterator<Item = Self>> {
        Some(match self.kind {
            ExpressionViewKind::Native(tree, id) => match ast::Expression::new(tree, id).kind() {
                ExpressionKind::Tuple(tuple) => {
                    let element = move |element: ast::Expression<'b>| {
                        self.part(ExpressionViewKind::Native(tree, element.id()))
                    };
                    Either::Left(tuple.elements().map(element))
                }
                _ => return None,
            },
            ExpressionViewKind::Json(tree, id) => {
                let element = move |node: json_syntax::Node<'b>| {
                    self.part(ExpressionViewKind::Json(tree, ExpressionId::Value(node.id())))
                };
                Either::Right(tree.expression(id).as_array()?.elements().map(element))
            }
        })
    }

    /// Whether it is a name and nothing else.
    pub(crate) fn is_word(self) -> bool {
        match self.view() {
            View::Native(expression) => matches!(expression.kind(), ExpressionKind::Variable(_)),
            View::Json(_) => false,
        }
    }

    /// Whether it is a tuple or object constructor, and so no null.
    pub(crate) fn is_collection(self) -> bool {
        match self.view() {
            View::Native(expression) => {
                matches!(expression.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
            }
            View::Json(expression) => expression.as_array().is_some() || expression.as_object().is_some(),
        }
    }

    /// Keys and values of an object constructor whose keys are names or plain strings, and all different.
    pub(crate) fn entries(self) -> Option<Vec<(NameView<'b>, Self)>> {
        let mut entries = match self.kind {
            ExpressionViewKind::Native(tree, id) => self.native_entries(tree, id)?,
            ExpressionViewKind::Json(tree, id) => {
                let members = tree.expression(id).as_object()?.members();
                let entry = |member: json_syntax::Member<'b>| {
                    let name = member.name();
                    let is_plain = name.text().is_ascii() && !json_syntax::has_template(name.text());
                    let value = ExpressionId::Value(member.value().id());
                    let value = self.part(ExpressionViewKind::Json(tree, value));
                    is_plain.then(|| (NameView::json(name), value))
                };
                members.map(entry).collect::<Option<Vec<_>>>()?
            }
        };
        group_by_name(&mut entries, |(name, _)| name.text, |_, _| Err(())).ok()?;
        Some(entries)
    }

    fn native_entries(self, tree: &'b Arc<Tree>, id: ExprId) -> Option<Vec<(NameView<'b>, Self)>> {
        let ExpressionKind::Object(object) = ast::Expression::new(tree, id).kind() else { return None };
        let mut entries = Vec::with_capacity(object.items().len());
        for item in object.items() {
            let name = match item.key.kind() {
                ExpressionKind::Variable(text) if text.is_ascii() => {
                    NameView::identifier(text, item.key.span())
                }
                ExpressionKind::String(text) if text.is_ascii() => native_string(item.key, text),
                _ => return None,
            };
            entries.push((name, self.part(ExpressionViewKind::Native(tree, item.value.id()))));
        }
        Some(entries)
    }
}

fn native_string<'b>(expression: ast::Expression<'b>, text: &'b str) -> NameView<'b> {
    let verbatim = expression.verbatim_string().map(|span| span.start);
    NameView { text, span: expression.span(), verbatim }
}

fn native_literal(expression: ast::Expression<'_>) -> Option<Literal<'_>> {
    Some(match expression.kind() {
        ExpressionKind::Null => Literal::Null,
        ExpressionKind::Bool(value) => Literal::Bool(value),
        ExpressionKind::Integer(value) => Literal::Integer(value),
        ExpressionKind::Number(number) => Literal::Number(number),
        // Other text has to be normalised first.
        ExpressionKind::String(text) if text.is_ascii() => Literal::String(native_string(expression, text)),
        _ => return None,
    })
}

fn json_literal(expression: json_syntax::Expression<'_>) -> Option<Literal<'_>> {
    if let Some(string) = expression.as_string() {
        let name = NameView::json(string);
        let is_plain = name.text.is_ascii() && !json_syntax::has_template(name.text);
        return is_plain.then_some(Literal::String(name));
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
