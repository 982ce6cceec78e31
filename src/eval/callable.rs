//! The functions and special forms of a context.

use super::special::SpecialForm;
use crate::func::{Function, Parameter};

/// A function or a special form.
#[derive(Clone)]
pub(super) enum Callable {
    Function(Function),
    SpecialForm(SpecialForm),
}

impl Callable {
    /// Returns the number of positional parameters, and whether another one takes all further
    /// arguments.
    pub(super) fn arity(&self) -> (usize, bool) {
        match self {
            Self::Function(function) => (function.parameters().len(), function.variadic().is_some()),
            Self::SpecialForm(form) => form.arity(),
        }
    }

    /// Returns the name of the parameter that takes the argument at an index.
    pub(super) fn parameter_name(&self, index: usize) -> Option<&str> {
        match self {
            Self::Function(function) => function.parameter(index).map(Parameter::name),
            Self::SpecialForm(form) => form.parameter_name(index),
        }
    }
}
