//! The parameters of functions.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::value::Name;
use crate::value::{Constraint, Type};

/// A parameter of a [`Function`](super::Function): a name for messages, a type that arguments are
/// converted to, and whether it accepts nulls, unknown values, values of the dynamic pseudo-type
/// and marks. By default it accepts none of them.
///
/// Implements the parameters of "Functions and Function Calls".
///
/// ```
/// use serde_hcl::{Function, Type, Value, func::Parameter, value};
///
/// let is_null = Function::builder()
///     .parameter(Parameter::new("value", Type::Dynamic).allow_null().allow_dynamic())
///     .returns(Type::Bool)
///     .implement(|arguments, _| Ok(Value::from(arguments[0].is_null())));
/// assert_eq!(is_null.call(&[Value::NULL])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
#[derive(Clone)]
pub struct Parameter {
    name: Arc<str>,
    /// The description; empty without one.
    description: Cow<'static, str>,
    ty: Type,
    null: bool,
    unknown: bool,
    dynamic: bool,
    marks: bool,
}

impl Parameter {
    /// Creates a parameter for arguments that convert to a type. [`Type::Dynamic`], also inside of
    /// another type, is any type.
    pub fn new(name: impl Name, ty: Type) -> Self {
        Self {
            name: name.into_shared(),
            description: Cow::Borrowed(""),
            ty,
            null: false,
            unknown: false,
            dynamic: false,
            marks: false,
        }
    }

    /// Sets the description of the parameter for the users of the function, see
    /// [`Function::describe`](super::Function::describe).
    #[must_use]
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = text.into();
        self
    }

    /// Accepts null; without it a null argument is an error.
    #[must_use]
    pub fn allow_null(mut self) -> Self {
        self.null = true;
        self
    }

    /// Accepts unknown values; without it an unknown argument makes the result unknown.
    #[must_use]
    pub fn allow_unknown(mut self) -> Self {
        self.unknown = true;
        self
    }

    /// Accepts values of the dynamic pseudo-type; without it such an argument makes the result
    /// dynamic.
    #[must_use]
    pub fn allow_dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    /// Accepts marked values; without it, the marks are moved from the argument to the
    /// result.
    #[must_use]
    pub fn allow_marked(mut self) -> Self {
        self.marks = true;
        self
    }

    pub(super) fn renamed(mut self, name: impl Name) -> Self {
        self.name = name.into_shared();
        self
    }

    /// Returns the name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the description, if there is one.
    pub fn description(&self) -> Option<&str> {
        Some(&*self.description).filter(|text| !text.is_empty())
    }

    /// Returns the type that arguments are converted to.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Returns whether it accepts null.
    pub(crate) fn accepts_null(&self) -> bool {
        self.null
    }

    /// Returns whether it accepts unknown values.
    pub(crate) fn accepts_unknown(&self) -> bool {
        self.unknown
    }

    /// Returns whether it accepts values of the dynamic pseudo-type.
    pub(crate) fn accepts_dynamic(&self) -> bool {
        self.dynamic
    }

    /// Returns whether it accepts marked values.
    pub(crate) fn accepts_marked(&self) -> bool {
        self.marks
    }
}

impl fmt::Debug for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, Constraint(&self.ty))
    }
}
