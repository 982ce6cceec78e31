//! Unknown values whose elements are known in part.

use std::sync::Arc;

use super::refinement::{Elements, Refined, Refinement};
use super::{Repr, Type, Value};

impl Value {
    /// Returns the unknown tuple with elements of which each is an instance of a value, or the
    /// object with such attributes. It has the marks of the value.
    pub(crate) fn unknown_of(element: Self, are_named: bool) -> Self {
        let (element, marks) = element.unmark_deep();
        let elements = Some(Elements { element, are_named });
        let refined = Refined { ty: Type::Dynamic, refinement: Refinement::NOT_NULL, elements };
        Self(Repr::Refined(Arc::new(refined))).with_marks(&marks)
    }

    /// Returns an unknown key and an unknown element of an unknown collection, with the types that
    /// its type gives them.
    pub(crate) fn unknown_entry(&self) -> (Self, Self) {
        if let Some(elements) = self.elements() {
            let key = if elements.are_named { Type::String } else { Type::Number };
            return (Self::unknown_not_null(key), elements.element.clone());
        }
        let key = match self.ty() {
            Type::List(_) => Self::unknown_not_null(Type::Number),
            Type::Map(_) => Self::unknown_not_null(Type::String),
            Type::Set(element) => Self::unknown(Type::clone(element)),
            _ => Self::UNKNOWN,
        };
        (key, self.ty().element().map_or(Self::UNKNOWN, |element| Self::unknown(element.clone())))
    }

    /// Returns the known facts about the elements.
    pub(crate) fn elements(&self) -> Option<&Elements> {
        let Repr::Refined(refined) = &self.unmarked().0 else { return None };
        refined.elements.as_ref()
    }
}
