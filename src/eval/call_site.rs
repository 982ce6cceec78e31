//! The arguments of a call, and its location.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Expression, FunctionCall};
use crate::value::{ErrorKind, Value, ValueError};

/// An argument: an expression, or a value that an expanded argument held.
pub(super) enum Argument<'t> {
    Expression(Expression<'t>),
    Expanded(Value, Span),
}

impl Argument<'_> {
    /// Returns the location for messages about the argument.
    pub(super) fn subject(&self) -> Span {
        match self {
            Self::Expression(expression) => expression.span(),
            Self::Expanded(_, span) => *span,
        }
    }
}

/// The arguments of a call.
pub(super) struct Arguments<'t, 'v> {
    call: FunctionCall<'t>,
    /// The number of arguments before the expanded one.
    written: usize,
    /// The elements of the expanded one.
    elements: &'v [Value],
}

impl<'t, 'v> Arguments<'t, 'v> {
    /// Returns the arguments as they are written.
    pub(super) fn written(call: FunctionCall<'t>) -> Self {
        Self { call, written: call.arguments().len(), elements: &[] }
    }

    /// Returns the arguments with these values in place of the last one.
    pub(super) fn expanded(call: FunctionCall<'t>, elements: &'v [Value]) -> Self {
        Self { call, written: call.arguments().len() - 1, elements }
    }

    pub(super) fn len(&self) -> usize {
        self.written + self.elements.len()
    }

    /// Returns the arguments before an expanded one.
    pub(super) fn expressions(&self) -> impl Iterator<Item = Expression<'t>> {
        self.call.arguments().take(self.written)
    }

    /// Returns the argument, if there is only one, and it is not expanded.
    pub(super) fn only(&self) -> Option<Expression<'t>> {
        if self.len() == 1 { self.expressions().next() } else { None }
    }

    /// Returns the elements of an expanded argument.
    pub(super) fn elements(&self) -> &'v [Value] {
        self.elements
    }

    /// Returns the location for messages about the argument at an index.
    pub(super) fn subject(&self, index: usize) -> Option<Span> {
        let written = self.call.arguments().nth(index.min(self.written));
        written.filter(|_| index < self.len()).map(Expression::span)
    }

    /// Returns all arguments.
    pub(super) fn all(&self) -> Vec<Argument<'t>> {
        let written = self.expressions().map(Argument::Expression);
        let expanded = self.call.arguments().nth(self.written).into_iter().flat_map(|last| {
            self.elements.iter().map(move |value| Argument::Expanded(value.clone(), last.span()))
        });
        written.chain(expanded).collect()
    }
}

/// The name and the location of a call, for diagnostics.
pub(super) struct CallSite<'c> {
    pub(super) name: &'c str,
    pub(super) whole: Span,
    /// The closing parenthesis.
    pub(super) closing: Span,
}

impl CallSite<'_> {
    /// Returns the diagnostic about an error that is not about one of the arguments.
    pub(super) fn failed(&self, error: &ValueError) -> Diagnostic {
        let mut detail = format!("Call to function {:?} failed: {error}", self.name);
        // The error may end with "Did you mean …?".
        if !detail.ends_with('?') {
            detail.push('.');
        }
        let is_limit = error.kind() == ErrorKind::Limit;
        let code = if is_limit { Code::CallExceedsLimit } else { Code::FunctionCallFailed };
        Diagnostic::new_public(code, detail).at(self.whole)
    }
}
