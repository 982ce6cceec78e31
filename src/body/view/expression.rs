//! Expressions: literals, elements and entries without evaluating them.

use std::sync::Arc;

use super::{Either, NameView};
use crate::body::expression::View;
use crate::body::named::group_by_name;
use crate::body::{Expansion, Expression, Iteration};
use crate::error::Error;
use crate::eval::{self, EvalContext};
use crate::func::Budget;
use crate::json_syntax::{self, ExpressionId};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{ExprId, ExprKind, Tree};
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
    pub(crate) fn evaluate(self, context: &EvalContext, budget: &Budget) -> Result<Value, Error> {
        let evaluate = |context: &EvalContext| match self.view() {
            View::Native(expression) => eval::evaluate_within(expression, context, budget),
            View::Json(expression) => expression.evaluate_within(context, budget),
        };
        match self.iteration {
            None => evaluate(context),
            Some(iteration) => iteration.evaluate(context, budget, evaluate),
        }
        .into_result()
    }

    pub(crate) fn literal(self) -> Option<Literal<'b>> {
        if self.iteration.is_some_and(|iteration| !iteration.is_plain()) {
            return None;
        }
        match self.kind {
            ExpressionViewKind::Native(tree, id) => native_literal(tree, id),
            ExpressionViewKind::Json(tree, id) => json_literal(tree.expression(id)),
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
                    let value = ExpressionId::Value(member.value().id());
                    let value = self.part(ExpressionViewKind::Json(tree, value));
                    name.is_plain().then(|| (NameView::json(name), value))
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
            let key = tree.expr(item.key.id());
            let name = match key.kind {
                ExprKind::Variable => NameView::identifier(tree.source.slice(key.span), key.span),
                ExprKind::String(text, _) => NameView::native(tree, text, key.span),
                _ => return None,
            };
            if !name.text.is_ascii() {
                return None;
            }
            entries.push((name, self.part(ExpressionViewKind::Native(tree, item.value.id()))));
        }
        Some(entries)
    }
}

fn native_literal(tree: &Tree, id: ExprId) -> Option<Literal<'_>> {
    let node = tree.expr(id);
    Some(match node.kind {
        ExprKind::Null => Literal::Null,
        ExprKind::Bool(value) => Literal::Bool(value),
        ExprKind::Integer(value) => Literal::Integer(value),
        ExprKind::Number(index) => Literal::Number(tree.number(index)),
        ExprKind::String(text, _) => {
            let name = NameView::native(tree, text, node.span);
            // Other text has to be normalised first.
            return name.text.is_ascii().then_some(Literal::String(name));
        }
        _ => return None,
    })
}

fn json_literal(expression: json_syntax::Expression<'_>) -> Option<Literal<'_>> {
    if let Some(string) = expression.as_string() {
        return string.is_plain().then(|| Literal::String(NameView::json(string)));
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
