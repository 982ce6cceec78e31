//! The notation of types: by name in messages, by structure in debug output.

use std::fmt;

use super::Type;
use crate::util::words;
use crate::value::{Value, is_identifier, quoted};

/// The number of levels of a type that are written out.
const NAMED_DEPTH: usize = 32;

/// The number of types a type may have in it to be written out. Types are shared, so it can have
/// far more than there are in memory.
const NAMED_SIZE: u64 = 1 << 16;

/// The name, which has the form of the Go implementation: `list of string`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self, "dynamic", "", f)
    }
}

/// The name in the words of messages: `list of strings`.
struct Words<'a>(&'a Type);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self.0, "dynamic", "s", f)
    }
}

impl Type {
    /// Returns the name with an article, for messages. A tuple is a list for those who write it.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// assert_eq!(Type::list(Type::String).with_article(), "a list of strings");
    /// assert_eq!(value!({ "a": 1 }).ty().with_article(), "an object");
    /// ```
    pub fn with_article(&self) -> String {
        match self {
            Self::Dynamic => return "a value of unknown type".to_owned(),
            Self::Tuple(_) => return "a list".to_owned(),
            _ => {}
        }
        let name = Words(self).to_string();
        format!("{} {name}", words::article(&name).to_lowercase())
    }
}

/// The name of a type as a specification, in which the dynamic pseudo-type is `any`.
pub(crate) struct Constraint<'a>(pub(crate) &'a Type);

impl fmt::Display for Constraint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Dynamic => f.write_str("any type"),
            ty => write_name(ty, "any single type", "s", f),
        }
    }
}

/// Writes the name of a type. Those of elements have this ending.
fn write_name(mut ty: &Type, dynamic: &str, of_elements: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for level in 0..NAMED_DEPTH {
        let plural = if level == 0 { "" } else { of_elements };
        let Some((kind, element)) = ty.collection() else {
            let name = match ty {
                Type::Dynamic => return f.write_str(dynamic),
                Type::Capsule(capsule) => return f.write_str(capsule.name()),
                Type::String => "string",
                Type::Number => "number",
                Type::Bool => "bool",
                Type::Tuple(_) => "tuple",
                _ => "object",
            };
            return write!(f, "{name}{plural}");
        };
        write!(f, "{kind}{plural} of ")?;
        ty = element;
    }
    f.write_str("…")
}

/// The notation of type constraints: `object({ a = string, b = optional(number) })`.
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_structure(self, (), NAMED_DEPTH, f)
    }
}

/// Additional text in the notation of a type, and the name of the dynamic pseudo-type.
pub(crate) trait Notation: Copy {
    const DYNAMIC: &'static str = "dynamic";

    /// Returns the notation for the type of an element.
    fn of_element(self, _: usize) -> Self {
        self
    }

    /// Returns the notation for the type of an attribute.
    fn of_attribute(self, _: &str) -> Self {
        self
    }

    /// Returns the default value of an optional attribute.
    fn default_of(&self, _: &str) -> Option<&Value> {
        None
    }
}

/// The notation of a type without additional text.
impl Notation for () {}

/// Writes a type with all types in it, and an ellipsis for those that are too deep or too many.
pub(crate) fn write_structure<N: Notation>(
    ty: &Type,
    notation: N,
    depth: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let Some(depth) = depth.checked_sub(1).filter(|_| ty.size() <= NAMED_SIZE) else {
        return f.write_str("…");
    };
    let (name, element) = match ty {
        Type::Dynamic => return f.write_str(N::DYNAMIC),
        Type::Tuple(elements) => {
            f.write_str("tuple([")?;
            for (index, element) in elements.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { ", " })?;
                write_structure(element, notation.of_element(index), depth, f)?;
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
                let inner = notation.of_attribute(name);
                if !object.is_optional(name) {
                    write_structure(ty, inner, depth, f)?;
                    continue;
                }
                f.write_str("optional(")?;
                write_structure(ty, inner, depth, f)?;
                if let Some(value) = notation.default_of(name) {
                    write!(f, ", {value}")?;
                }
                f.write_str(")")?;
            }
            return f.write_str(if object.is_empty() { "})" } else { " })" });
        }
        _ => match ty.collection() {
            Some(collection) => collection,
            None => return fmt::Display::fmt(ty, f),
        },
    };
    write!(f, "{name}(")?;
    write_structure(element, notation.of_element(0), depth, f)?;
    f.write_str(")")
}
