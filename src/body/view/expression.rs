//! Borrowed expressions, and their analysis without evaluation.

use std::sync::Arc;

use crate::body::by_syntax::BySyntax;
use crate::body::iteration::Iteration;
use crate::body::name::NameView;
use crate::diag::Category;
use crate::error::Error;
use crate::eval::{self, EvalContext};
use crate::func::Budget;
use crate::json_syntax::{self, ExpressionId};
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{ExprId, ExprKind, Tree};
use crate::syntax::ast::{self, ExpressionKind};
use crate::util::distinct::are_distinct;
use crate::value::{Number, Type, Value, convert, normalize};

/// An expression, borrowed from its text.
#[derive(Clone, Copy)]
pub(crate) struct ExpressionView<'b> {
    pub(in crate::body) node: ExpressionNode<'b>,
    pub(in crate::body) iteration: Option<&'b Arc<Iteration>>,
}

/// A tree and the index of an expression in it.
pub(in crate::body) type ExpressionNode<'b> =
    BySyntax<(&'b Arc<Tree>, ExprId), (&'b Arc<json_syntax::Tree>, ExpressionId)>;

/// A constant that needs no evaluation.
pub(crate) enum Literal<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'b Number),
    String(NameView<'b>),
}

/// An item of an object whose key was evaluated: the key, its span, and the value.
pub(crate) type ComputedEntry<'b> = (String, Span, ExpressionView<'b>);

impl<'b> ExpressionView<'b> {
    /// Returns the node of the tree.
    pub(in crate::body) fn syntax(self) -> BySyntax<ast::Expression<'b>, json_syntax::Expression<'b>> {
        match self.node {
            BySyntax::Native((tree, id)) => BySyntax::Native(ast::Expression::new(tree, id)),
            BySyntax::Json((tree, id)) => BySyntax::Json(tree.expression(id)),
        }
    }

    /// Returns whether it is a part of a value, and not of a text.
    pub(crate) fn is_value(self) -> bool {
        matches!(self.node, BySyntax::Json((tree, _)) if tree.is_value())
    }

    /// Returns a part of the expression, in the same scope.
    fn part(self, node: ExpressionNode<'b>) -> Self {
        Self { node, ..self }
    }

    pub(crate) fn source(self) -> &'b Source {
        match self.node {
            BySyntax::Native((tree, _)) => &tree.source,
            BySyntax::Json((tree, _)) => &tree.source,
        }
    }

    pub(crate) fn span(self) -> Span {
        match self.syntax() {
            BySyntax::Native(expression) => expression.span(),
            BySyntax::Json(expression) => expression.span(),
        }
    }

    /// Returns the span of the start of the expression, for messages that show only the start.
    pub(in crate::body) fn start_span(self) -> Span {
        match self.syntax() {
            BySyntax::Native(expression) => expression.start_span(),
            BySyntax::Json(expression) => expression.start_span(),
        }
    }

    /// Returns the known part of the value, with all diagnostics.
    #[inline(always)]
    pub(in crate::body) fn evaluate_with_diagnostics(
        self,
        context: &EvalContext,
        budget: &Budget,
    ) -> Outcome<Value> {
        let mut outcome = match self.iteration {
            None => self.evaluate_syntax(context, budget),
            Some(iteration) => self.evaluate_in(iteration, context, budget),
        };
        if !outcome.diagnostics.is_empty() {
            outcome.diagnostics.sort_by_position();
        }
        outcome
    }

    #[inline(always)]
    fn evaluate_syntax(self, context: &EvalContext, budget: &Budget) -> Outcome<Value> {
        match self.syntax() {
            BySyntax::Native(expression) => eval::evaluate_within(expression, context, budget),
            BySyntax::Json(expression) => expression.evaluate_within(context, budget),
        }
    }

    #[inline(never)]
    fn evaluate_in(self, iteration: &Iteration, context: &EvalContext, budget: &Budget) -> Outcome<Value> {
        iteration.evaluate(context, budget, |context| self.evaluate_syntax(context, budget))
    }

    /// Returns the value, if there are no errors.
    pub(crate) fn evaluate(self, context: &EvalContext, budget: &Budget) -> Result<Value, Error> {
        let outcome = self.evaluate_with_diagnostics(context, budget);
        if outcome.diagnostics.is_empty() { Ok(outcome.value) } else { outcome.into_result() }
    }

    pub(crate) fn literal(self) -> Option<Literal<'b>> {
        if self.iteration.is_some_and(|iteration| !iteration.is_plain()) {
            return None;
        }
        match self.node {
            BySyntax::Native((tree, id)) => native_literal(tree, id),
            BySyntax::Json((tree, id)) => json_literal(tree.expression(id)),
        }
    }

    /// Returns the text of a string in the native syntax that needs no evaluation, as part of the
    /// input that is being decoded, or on its own. It is faster than [`literal`](Self::literal),
    /// which takes all of them (bench `from_str_struct`).
    pub(crate) fn native_text<'de>(self, input: Option<&'de str>) -> Option<Result<&'de str, &'b str>> {
        let (BySyntax::Native((tree, id)), None) = (self.node, self.iteration) else { return None };
        let ExprKind::String(text, _) = tree.expr(id).kind else { return None };
        let borrowed = input.zip(text.verbatim_span()).and_then(|(input, span)| input.get(span.range()));
        match borrowed {
            Some(text) => is_ascii(text).then_some(Ok(text)),
            None => Some(tree.text(text)).filter(|text| is_ascii(text)).map(Err),
        }
    }

    /// Returns the integer in the native syntax that it is, likewise.
    #[inline]
    pub(crate) fn native_integer(self) -> Option<i64> {
        let (BySyntax::Native((tree, id)), None) = (self.node, self.iteration) else { return None };
        match tree.expr(id).kind {
            ExprKind::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the elements of a tuple constructor or an array.
    pub(crate) fn elements(self) -> Option<impl ExactSizeIterator<Item = Self> + Clone> {
        Some(match self.node {
            BySyntax::Native((tree, id)) => {
                let ExpressionKind::Tuple(tuple) = ast::Expression::new(tree, id).kind() else { return None };
                BySyntax::Native(
                    tuple.elements().map(move |element| self.part(BySyntax::Native((tree, element.id())))),
                )
            }
            BySyntax::Json((tree, id)) => {
                let elements = tree.expression(id).as_array()?.elements();
                let element = move |id| self.part(BySyntax::Json((tree, ExpressionId::Value(id))));
                BySyntax::Json(elements.map(move |node| element(node.id())))
            }
        })
    }

    /// Returns the keys and values of an object constructor or a JSON object.
    pub(in crate::body) fn items(self) -> Option<impl ExactSizeIterator<Item = (Self, Self)>> {
        Some(match self.node {
            BySyntax::Native((tree, id)) => {
                let ExpressionKind::Object(object) = ast::Expression::new(tree, id).kind() else {
                    return None;
                };
                let part = move |id| self.part(BySyntax::Native((tree, id)));
                let items = object.expressions();
                BySyntax::Native(items.map(move |(key, value)| (part(key.id()), part(value.id()))))
            }
            BySyntax::Json((tree, id)) => {
                let part = move |id| self.part(BySyntax::Json((tree, id)));
                let item = move |member: json_syntax::Member<'b>| {
                    let value = ExpressionId::Value(member.value().id());
                    (part(ExpressionId::Name(member.index())), part(value))
                };
                BySyntax::Json(tree.expression(id).as_object()?.members().map(item))
            }
        })
    }

    /// Returns the text of a key of an object, where that needs no evaluation.
    pub(in crate::body) fn key(self) -> Option<NameView<'b>> {
        match self.node {
            BySyntax::Native((tree, id)) => {
                let key = tree.expr(id);
                let name = match key.kind {
                    ExprKind::Variable | ExprKind::Bool(_) => {
                        NameView::identifier(tree.source.slice(key.span), key.span)
                    }
                    // As many digits as the integer has.
                    ExprKind::Integer(number) if number.checked_ilog10() == key.span.len().checked_sub(1) => {
                        NameView::identifier(tree.source.slice(key.span), key.span)
                    }
                    ExprKind::String(text, _) => NameView::native(tree, text, key.span),
                    _ => return None,
                };
                name.text.is_ascii().then_some(name)
            }
            BySyntax::Json((tree, id)) => {
                tree.expression(id).as_string().filter(|name| name.is_plain()).map(NameView::json)
            }
        }
    }

    /// Returns the items of an object constructor or a JSON object with their keys as templates, as
    /// [`as_template`](Self::as_template) returns them, and the spans of the keys. There are none
    /// where two keys may be equal.
    pub(crate) fn template_entries(self, is_literal_only: bool) -> Option<Vec<(String, Span, Self)>> {
        if self.iteration.is_some() {
            return None;
        }
        match self.node {
            BySyntax::Native((tree, id)) => {
                let part = move |id| self.part(BySyntax::Native((tree, id)));
                let entries = ast::display::template_entries(ast::Expression::new(tree, id))?;
                Some(entries.map(|(text, key, value)| (text, key.span(), part(value.id()))).collect())
            }
            BySyntax::Json(_) => {
                let items = self.items()?;
                let entries =
                    items.map(|(key, value)| Some((key.as_template(is_literal_only)?, key.span(), value)));
                let entries: Vec<_> = entries.collect::<Option<_>>()?;
                are_distinct(entries.iter().map(|(key, ..)| key.as_bytes())).then_some(entries)
            }
        }
    }

    /// Returns the items of an object constructor or a JSON object with their keys, which are
    /// evaluated, and the spans of the keys. Returns `None` if a key fails, has a mark, or is
    /// repeated.
    ///
    /// # Errors
    /// Returns an error if a key exceeds a limit.
    pub(crate) fn computed_entries(
        self,
        context: &EvalContext,
        budget: &Budget,
    ) -> Result<Option<Vec<ComputedEntry<'b>>>, Error> {
        let mut entries = Vec::new();
        for (key, value) in self.items().into_iter().flatten() {
            let text = match key.key() {
                Some(name) => name.text.to_owned(),
                None => {
                    let Outcome { value, diagnostics } = key.evaluate_key(context, budget);
                    if diagnostics.iter().any(|it| it.category() == Category::Limit) {
                        return Err(diagnostics.into());
                    }
                    let is_valid = diagnostics.is_empty() && !value.is_marked();
                    let text = convert(&value, &Type::String).ok().filter(|_| is_valid);
                    match text.as_ref().and_then(Value::as_str) {
                        Some(text) => text.to_owned(),
                        None => return Ok(None),
                    }
                }
            };
            entries.push((text, key.span(), value));
        }
        Ok(are_distinct(entries.iter().map(|(key, ..)| key.as_bytes())).then_some(entries))
    }

    /// Evaluates the key of an object.
    fn evaluate_key(self, context: &EvalContext, budget: &Budget) -> Outcome<Value> {
        let evaluate = |context: &EvalContext| match self.syntax() {
            BySyntax::Native(expression) => eval::evaluate_key_within(expression, context, budget),
            BySyntax::Json(expression) => expression.evaluate_within(context, budget),
        };
        match self.iteration {
            None => evaluate(context),
            Some(iteration) => iteration.evaluate(context, budget, evaluate),
        }
    }

    /// Returns whether it is an object constructor or a JSON object.
    pub(crate) fn is_object(self) -> bool {
        match self.syntax() {
            BySyntax::Native(expression) => matches!(expression.kind(), ExpressionKind::Object(_)),
            BySyntax::Json(expression) => expression.as_object().is_some(),
        }
    }

    /// Returns whether it is a number with a minus sign.
    pub(crate) fn is_negative_number(self) -> bool {
        let BySyntax::Native(expression) = self.syntax() else { return false };
        matches!(expression.kind(), ExpressionKind::Unary(unary) if unary.is_negative_number())
    }

    /// Returns the text of a template that has the value of the expression: a JSON string as it is
    /// written, unless strings are literals. An expression of a block that a dynamic block
    /// generates has none, since its iterator is not defined anywhere else.
    pub(crate) fn as_template(self, is_literal_only: bool) -> Option<String> {
        if self.iteration.is_some() {
            return None;
        }
        match self.syntax() {
            BySyntax::Native(expression) => Some(match expression.kind() {
                ExpressionKind::String(text) => ast::display::escaped(&normalize(text)),
                _ => ast::display::as_template(expression),
            }),
            BySyntax::Json(expression) => {
                let text = expression.as_string()?.text();
                Some(if is_literal_only { ast::display::escaped(text) } else { text.to_owned() })
            }
        }
    }

    /// Returns whether it is a name and nothing else.
    pub(crate) fn is_word(self) -> bool {
        let BySyntax::Native(expression) = self.syntax() else { return false };
        matches!(expression.kind(), ExpressionKind::Variable(_))
    }

    /// Returns whether it is a tuple or object constructor, and so no null.
    pub(crate) fn is_collection(self) -> bool {
        match self.syntax() {
            BySyntax::Native(expression) => {
                matches!(expression.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
            }
            BySyntax::Json(expression) => expression.as_array().is_some() || expression.as_object().is_some(),
        }
    }

    /// Returns whether it is a template: in the native syntax a quoted string or a heredoc.
    pub(in crate::body) fn is_template(self) -> bool {
        match self.syntax() {
            BySyntax::Native(expression) => {
                matches!(expression.kind(), ExpressionKind::String(_) | ExpressionKind::Template(_))
            }
            BySyntax::Json(expression) => expression.as_string().is_some(),
        }
    }

    /// Calls a function with the expression, or in HCL JSON with each template in it.
    pub(in crate::body) fn each_template(self, visit: &mut impl FnMut(ast::Expression<'_>)) {
        match self.syntax() {
            BySyntax::Native(expression) => visit(expression),
            BySyntax::Json(expression) => expression.each_template(visit),
        }
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
            // Text that is not ASCII has to be normalized first.
            return is_ascii(name.text).then_some(Literal::String(name));
        }
        _ => return None,
    })
}

/// Returns whether a text is ASCII, without a loop over the last few bytes of most texts.
#[inline]
fn is_ascii(text: &str) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    let (words, _) = text.as_bytes().as_chunks::<8>();
    match text.as_bytes().last_chunk::<8>() {
        Some(last) => words.iter().chain([last]).all(|word| u64::from_ne_bytes(*word) & HIGH_BITS == 0),
        None => text.is_ascii(),
    }
}

#[inline(never)]
fn json_literal<'t>(expression: json_syntax::Expression<'t>) -> Option<Literal<'t>> {
    let text =
        |string: json_syntax::Str<'t>| string.is_plain().then(|| Literal::String(NameView::json(string)));
    match expression {
        json_syntax::Expression::Name(member) => text(member.name()),
        json_syntax::Expression::Value(node) => match node.kind() {
            json_syntax::Kind::Null => Some(Literal::Null),
            json_syntax::Kind::Bool(value) => Some(Literal::Bool(value)),
            json_syntax::Kind::Integer(value) => Some(Literal::Integer(value)),
            json_syntax::Kind::Number(number) => Some(Literal::Number(number)),
            json_syntax::Kind::String(string) => text(string),
            json_syntax::Kind::Array(_) | json_syntax::Kind::Object(_) => None,
        },
    }
}
