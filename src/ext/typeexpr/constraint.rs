//! A type with default values, and how it is written.

use std::fmt;

use super::TypeDefaults;
use crate::value::{Notation, Type, Value, ValueError, convert, write_structure};

/// The number of levels of a type that are written out; deeper ones are an ellipsis.
const SHOWN_DEPTH: usize = 128;

/// A type to convert values to, and the default values of optional attributes.
///
/// `Display` writes it as an expression that
/// [`type_constraint`](super::type_constraint) reads back equal. This
/// holds for types without capsules and with identifiers as names of attributes; no expression
/// represents others.
///
/// ```
/// use serde_hcl::{Type, ext::TypeConstraint};
///
/// let ty = Type::object_with_optional(
///     [("ports", Type::list(Type::Number)), ("tags", Type::Dynamic)],
///     ["tags"],
/// );
/// let constraint = TypeConstraint::from(ty);
/// assert_eq!(constraint.to_string(), "object({ ports = list(number), tags = optional(any) })");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TypeConstraint {
    pub(super) ty: Type,
    pub(super) defaults: TypeDefaults,
}

impl TypeConstraint {
    /// Returns the type; the dynamic pseudo-type is any type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Fills in the default values of missing attributes, and converts the value to the type.
    ///
    /// # Errors
    /// Returns the same errors as [`convert`](crate::value::convert()).
    pub fn convert(&self, value: &Value) -> Result<Value, ValueError> {
        convert(&self.defaults.apply(value)?, &self.ty)
    }
}

/// A type without default values.
impl From<Type> for TypeConstraint {
    fn from(ty: Type) -> Self {
        Self { ty, defaults: TypeDefaults::default() }
    }
}

impl fmt::Display for TypeConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_structure(&self.ty, Some(&self.defaults), SHOWN_DEPTH, f)
    }
}

impl Notation for Option<&TypeDefaults> {
    const DYNAMIC: &'static str = "any";

    fn of_element(self, index: usize) -> Self {
        self?.of_element(index)
    }

    fn of_attribute(self, name: &str) -> Self {
        self?.of_attribute(name)
    }

    fn default_of(&self, name: &str) -> Option<&Value> {
        self.as_ref()?.get(name)
    }
}
