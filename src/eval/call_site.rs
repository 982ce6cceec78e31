//! A call with its arguments.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Expression, FunctionCall};
use crate::value::{ErrorKind, Value, ValueError};

/// A call with its arguments.
pub(super) struct Call<'t> {
    pub(super) node: FunctionCall<'t>,
    pub(super) span: Span,
    /// The number of arguments before the expanded one.
    pub(super) written: usize,
    /// The elements of the expanded one.
    pub(super) elements: Vec<Value>,
}

impl<'t> Call<'t> {
    /// Returns the number of arguments.
    pub(super) fn len(&self) -> usize {
        self.written + self.elements.len()
    }

    /// Returns the argument at an index: its expression, or an element of the one that is expanded.
    #[inline]
    pub(super) fn argument(&self, index: usize) -> Option<(Expression<'t>, Option<&Value>)> {
        if index < self.written {
            return Some((self.node.argument(index)?, None));
        }
        let element = self.elements.get(index - self.written)?;
        Some((self.node.argument(self.written)?, Some(element)))
    }

    /// Returns the location for messages about the argument at an index.
    pub(super) fn subject(&self, index: usize) -> Span {
        self.argument(index).map_or(self.span, |(expression, _)| expression.span())
    }

    /// Returns the diagnostic about an error that is not about one of the arguments.
    pub(super) fn failed(&self, error: &ValueError) -> Diagnostic {
        let mut detail = format!("Call to function {:?} failed: {error}", self.node.name());
        // The error may end with "Did you mean …?".
        if !detail.ends_with('?') {
            detail.push('.');
        }
        let is_limit = error.kind() == ErrorKind::Limit;
        let code = if is_limit { Code::CallExceedsLimit } else { Code::FunctionCallFailed };
        Diagnostic::new_public(code, detail).at(self.span)
    }
}
