//! Which types convert to which.

use std::cell::Cell;

use super::super::{Matching, Type, ValueError};
use super::Conversion;

/// The maximum number of comparisons in one conversion. Real types need few. Types made for an
/// attack can need a number that is exponential in their depth, since each level can be a tuple or
/// a list.
const FUEL: u32 = 1 << 24;

/// A search for conversions that always ends, see [`check`](Self::check).
pub(super) struct Search<'p> {
    fuel: Cell<u32>,
    /// The number of parts of values and types that may still be processed.
    parts: &'p Cell<u64>,
}

impl<'p> Search<'p> {
    /// Returns a search that counts down the parts that it may process.
    pub(super) fn counted(parts: &'p Cell<u64>) -> Self {
        Self { fuel: Cell::new(FUEL), parts }
    }

    /// Returns whether the search may continue.
    pub(super) fn step(&self) -> bool {
        let left = self.fuel.get().saturating_sub(1);
        self.fuel.set(left);
        self.take(1) && left > 0
    }

    /// Counts parts that are looked at. Returns false when there are no more.
    fn take(&self, count: u64) -> bool {
        let left = self.parts.get();
        self.parts.set(left.saturating_sub(count));
        left >= count
    }

    /// Counts parts of a value.
    pub(super) fn count(&self, count: u64) -> Result<(), ValueError> {
        if self.take(count) { Ok(()) } else { Err(too_much()) }
    }

    /// Returns an error if the search was cut off, so that a negative result is not reliable.
    pub(super) fn check(&self) -> Result<(), ValueError> {
        if self.fuel.get() == 0 {
            return Err(ValueError::limit("the types are too complicated to be converted"));
        }
        if self.parts.get() == 0 { Err(too_much()) } else { Ok(()) }
    }

    /// Returns whether two types are the same.
    pub(super) fn same(&self, left: &Type, right: &Type) -> bool {
        let (same, looked_at) = left.compare_counted(right, Matching::Identical);
        self.take(looked_at + 1);
        same
    }

    /// Returns whether the types are the same or a conversion exists.
    pub(super) fn fits(&self, from: &Type, to: &Type, conversion: Conversion) -> bool {
        self.same(from, to) || self.converts(from, to, conversion)
    }

    /// Returns whether there is a conversion. The types are different.
    pub(super) fn converts(&self, from: &Type, to: &Type, conversion: Conversion) -> bool {
        let lossy = conversion == Conversion::Lossy;
        match (from, to) {
            (_, Type::Dynamic) | (Type::Number | Type::Bool, Type::String) => true,
            (Type::Dynamic, _) | (Type::String, Type::Number | Type::Bool) => lossy,
            _ if !self.step() => false,
            (Type::Object(from), Type::Object(to)) => to.iter().all(|(name, to_type)| match from.get(name) {
                Some(from_type) => self.fits(from_type, to_type, conversion),
                None => to.is_optional(name),
            }),
            (Type::Tuple(from), Type::Tuple(to)) => {
                from.len() == to.len()
                    && from.iter().zip(to.iter()).all(|(from, to)| self.fits(from, to, conversion))
            }
            // A set loses the order and repeated elements.
            (Type::List(_), Type::Set(_)) if !lossy => false,
            (Type::List(from) | Type::Set(from), Type::List(to) | Type::Set(to))
            | (Type::Map(from), Type::Map(to)) => self.fits(from, to, conversion),
            (Type::Tuple(_), Type::List(to) | Type::Set(to)) | (Type::Object(_), Type::Map(to)) => {
                from.parts().next().is_none()
                    || self.element_type(&mut from.parts(), to, conversion).is_some_and(|common| {
                        // Elements of different known types cannot turn out to have one type.
                        let is_tuple = matches!(from, Type::Tuple(_));
                        let mixed = is_tuple && common == Type::Dynamic && **to == Type::Dynamic;
                        from.parts().all(|from| {
                            (!mixed || *from == Type::Dynamic) && self.fits(from, &common, conversion)
                        })
                    })
            }
            // Only the value determines whether the keys exist.
            (Type::Map(from), Type::Object(to)) => {
                lossy
                    && to
                        .iter()
                        .all(|(name, to_type)| self.fits(from, to_type, conversion) || to.is_optional(name))
            }
            _ => false,
        }
    }

    /// Returns the element type of a structural type in a collection: the requested one, or the
    /// common type of all elements if any type is valid.
    pub(super) fn element_type(
        &self,
        elements: &mut dyn Iterator<Item = &Type>,
        wanted: &Type,
        conversion: Conversion,
    ) -> Option<Type> {
        match wanted {
            Type::Dynamic => self.unify(elements, conversion),
            wanted => Some(wanted.clone()),
        }
    }
}

fn too_much() -> ValueError {
    ValueError::limit("converting this takes more steps than are left of the limit")
}
