//! The arguments of a call, and its location.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Expression;
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
        // The error may end with a question that suggests a name.
        if !detail.ends_with('?') {
            detail.push('.');
        }
        let is_limit = error.kind() == ErrorKind::Limit;
        let code = if is_limit { Code::CallExceedsLimit } else { Code::FunctionCallFailed };
        Diagnostic::new_public(code, detail).at(self.whole)
    }
}
