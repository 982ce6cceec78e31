//! How types are written: by name in messages, by structure in debug output.

use std::fmt;

use super::Type;

/// How many levels of a type are written out.
const NAMED_DEPTH: usize = 32;

/// The name that messages use.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self, "dynamic", f)
    }
}

/// The name of a type as a specification, where the dynamic pseudo-type stands for any type.
pub(crate) struct Constraint<'a>(pub(crate) &'a Type);

impl fmt::Display for Constraint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Dynamic => f.write_str("any type"),
            ty => write_name(ty, "any single type", f),
        }
    }
}

fn write_name(mut ty: &Type, dynamic: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for _ in 0..NAMED_DEPTH {
        ty = match ty {
            Type::Dynamic => return f.write_str(dynamic),
            Type::String => return f.write_str("string"),
            Type::Number => return f.write_str("number"),
            Type::Bool => return f.write_str("bool"),
            Type::Tuple(_) => return f.write_str("tuple"),
            Type::Object(_) => return f.write_str("object"),
            Type::Capsule(capsule) => return f.write_str(capsule.name()),
            Type::List(element) => {
                f.write_str("list of ")?;
                element
            }
            Type::Set(element) => {
                f.write_str("set of ")?;
                element
            }
            Type::Map(element) => {
                f.write_str("map of ")?;
                element
            }
        };
    }
    f.write_str("…")
}

/// Like type constraints are written: `object({ a = string, b = optional(number) })`.
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_structure(self, NAMED_DEPTH, f)
    }
}

fn write_structure(ty: &Type, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(depth) = depth.checked_sub(1) else { return f.write_str("…") };
    let (name, element) = match ty {
        Type::List(element) => ("list", element),
        Type::Set(element) => ("set", element),
        Type::Map(element) => ("map", element),
        Type::Tuple(elements) => {
            f.write_str("tuple([")?;
            for (index, element) in elements.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { ", " })?;
                write_structure(element, depth, f)?;
            }
            return f.write_str("])");
        }
        Type::Object(object) => {
            f.write_str("object({")?;
            for (index, (name, ty)) in object.iter().enumerate() {
                let optional = object.is_optional(name);
                f.write_str(if index == 0 { " " } else { ", " })?;
                write!(f, "{name} = {}", if optional { "optional(" } else { "" })?;
                write_structure(ty, depth, f)?;
                f.write_str(if optional { ")" } else { "" })?;
            }
            return f.write_str(if object.is_empty() { "})" } else { " })" });
        }
        _ => return fmt::Display::fmt(ty, f),
    };
    write!(f, "{name}(")?;
    write_structure(element, depth, f)?;
    f.write_str(")")
}
