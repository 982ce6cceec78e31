//! A type with default values, and how it is written.

use std::fmt;

use super::Defaults;
use crate::value::{Type, Value, ValueError, convert, is_identifier, quoted};

/// How many levels of a type are written out; deeper ones are an ellipsis.
const SHOWN_DEPTH: u32 = 128;

/// A type to convert values to, and the values of optional attributes that are left out.
///
/// `Display` writes it as an expression, which [`type_constraint_with_defaults`](super::type_constraint_with_defaults)
/// reads back equal. That holds for types without capsules and with identifiers as names of attributes; no expression stands
/// for others.
///
/// ```
/// use serde_hcl::{Type, ext::typeexpr::TypeConstraint};
///
/// let ty = Type::object_with_optional([("ports", Type::list(Type::Number)), ("tags", Type::Dynamic)], ["tags"]);
/// let constraint = TypeConstraint::from(ty);
/// assert_eq!(constraint.to_string(), "object({ ports = list(number), tags = optional(any) })");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TypeConstraint {
    ty: Type,
    defaults: Defaults,
}

impl TypeConstraint {
    pub(super) fn new(ty: Type, defaults: Defaults) -> Self {
        Self { ty, defaults }
    }

    /// The type; the dynamic pseudo-type stands for any type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The values of optional attributes that are left out.
    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// A value with default values where it has none, converted to the type.
    ///
    /// # Errors
    /// Those of [`convert`](crate::value::convert()).
    pub fn convert(&self, value: &Value) -> Result<Value, ValueError> {
        convert(&self.defaults.apply(value)?, &self.ty)
    }
}

/// A type without default values.
impl From<Type> for TypeConstraint {
    fn from(ty: Type) -> Self {
        Self::new(ty, Defaults::default())
    }
}

impl fmt::Display for TypeConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.ty, Some(&self.defaults), SHOWN_DEPTH, f)
    }
}

fn write(ty: &Type, defaults: Option<&Defaults>, depth: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(depth) = depth.checked_sub(1) else { return f.write_str("…") };
    let (name, element) = match ty {
        Type::Dynamic => return f.write_str("any"),
        Type::List(element) => ("list", element),
        Type::Set(element) => ("set", element),
        Type::Map(element) => ("map", element),
        Type::Tuple(elements) => {
            f.write_str("tuple([")?;
            for (index, element) in elements.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { ", " })?;
                write(element, defaults.and_then(|defaults| defaults.of_element(index)), depth, f)?;
            }
            return f.write_str("])");
        }
        Type::Object(object) => {
            f.write_str("object({")?;
            for (index, (name, ty)) in object.iter().enumerate() {
                f.write_str(if index == 0 { " " } else { ", " })?;
                match is_identifier(name) {
                    true => f.write_str(name)?,
                    false => write!(f, "{}", quoted(name))?,
                }
                f.write_str(" = ")?;
                let inner = defaults.and_then(|defaults| defaults.of_attribute(name));
                if !object.is_optional(name) {
                    write(ty, inner, depth, f)?;
                    continue;
                }
                f.write_str("optional(")?;
                write(ty, inner, depth, f)?;
                if let Some(value) = defaults.and_then(|defaults| defaults.get(name)) {
                    write!(f, ", {value}")?;
                }
                f.write_str(")")?;
            }
            return f.write_str(if object.is_empty() { "})" } else { " })" });
        }
        _ => return write!(f, "{ty}"),
    };
    write!(f, "{name}(")?;
    write(element, defaults.and_then(|defaults| defaults.of_element(0)), depth, f)?;
    f.write_str(")")
}
