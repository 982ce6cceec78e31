//! Refinements: facts about an unknown value in addition to its type.

mod builder;
mod range;

use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

use super::node::Facts;
use super::{Number, Repr, Type, Value, ValueKind};
pub use builder::RefinementBuilder;
use range::{Range, bounds, select};

/// The maximum length of a list of unknown elements that replaces an unknown list of known length.
const MAX_KNOWN_LENGTH: usize = 1 << 12;

/// Facts about an unknown value in addition to its type: whether it can be null, and the range of a
/// number, the prefix of a string or the range of the length of a collection.
///
/// Unless the value is [not null](Self::is_not_null), the range holds only if the value is not
/// null.
///
/// [`Value::refine`] adds refinements to a value, [`Value::refinement`] returns them. Operators,
/// conversions, templates and functions use the refinements of their operands and refine their
/// results.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::{Type, Value};
///
/// let port = Value::unknown(Type::Number).refine().not_null().range(1024..=65535).build()?;
/// assert_eq!(port.refinement().to_string(), "not null, >= 1024, <= 65535");
/// assert_eq!(BinaryOperator::Greater.apply(&port, &Value::from(80))?, Value::from(true));
/// assert_eq!(BinaryOperator::Equal.apply(&port, &Value::NULL)?, Value::from(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Refinement {
    not_null: bool,
    range: Range,
}

/// The known facts about each element of a tuple or object of unknown length, such as the result of
/// a `for` expression over an unknown list.
///
/// No type describes such a value, so its type is the dynamic pseudo-type. Operations that do not
/// use the elements treat it as any other unknown value.
#[derive(PartialEq, Eq)]
pub(crate) struct Elements {
    /// A value that describes every element.
    pub(crate) element: Value,
    /// The elements have names: it is an object, not a tuple.
    pub(crate) are_named: bool,
}

impl Elements {
    /// Returns an element that may not exist: it is not wholly known.
    pub(crate) fn any(&self) -> Value {
        match self.element.is_wholly_known() {
            true => Value::unknown(self.element.ty().clone()),
            false => self.element.clone(),
        }
    }

    /// Returns a type for messages, which only shows whether the value is a tuple or an object.
    pub(crate) fn ty(&self) -> Type {
        if self.are_named { Type::object::<&str>([]) } else { Type::tuple([]) }
    }
}

/// An unknown value that has refinements.
pub(super) struct Refined {
    pub(super) ty: Type,
    pub(super) refinement: Refinement,
    pub(super) elements: Option<Elements>,
}

impl Refined {
    pub(super) fn facts(&self) -> Facts {
        match &self.elements {
            Some(elements) => {
                let Facts { depth, size, .. } = elements.element.facts();
                let (depth, size) = (depth.saturating_add(1), size.saturating_add(1));
                Facts { depth, size, ..Facts::unknown(&self.ty) }
            }
            None => Facts::unknown(&self.ty),
        }
    }
}

impl Refinement {
    /// The refinement without facts.
    pub(crate) const NONE: Self = Self { not_null: false, range: Range::Any };
    pub(crate) const NOT_NULL: Self = Self { not_null: true, range: Range::Any };

    /// Returns whether there are no facts.
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Returns whether the value is known not to be null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let id = Value::unknown(Type::String).refine().not_null().build()?;
    /// assert!(id.refinement().is_not_null());
    /// assert!(!Value::unknown(Type::String).refinement().is_not_null());
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn is_not_null(&self) -> bool {
        self.not_null
    }

    /// Returns the range of a number.
    pub fn range(&self) -> (Bound<&Number>, Bound<&Number>) {
        self.range.numbers()
    }

    /// Returns the lower bound of a number, which may be possible or not.
    pub(crate) fn min(&self) -> Option<&Number> {
        let Range::Number { min: Some(min), .. } = &self.range else { return None };
        Some(&min.number)
    }

    /// Returns the upper bound of a number, which may be possible or not.
    pub(crate) fn max(&self) -> Option<&Number> {
        let Range::Number { max: Some(max), .. } = &self.range else { return None };
        Some(&max.number)
    }

    /// Returns the text that a string begins with. It is empty where none is known.
    pub fn prefix(&self) -> &str {
        let Range::Prefix(prefix) = &self.range else { return "" };
        prefix
    }

    /// Returns the least number of elements of a list, set or map, and the greatest one, if it is
    /// known.
    pub fn length(&self) -> (usize, Option<usize>) {
        match self.range {
            Range::Length { min, max } => (min, Some(max).filter(|max| *max < usize::MAX)),
            _ => (0, None),
        }
    }

    /// Returns whether an unknown value with this refinement can turn out to be this value. The
    /// type of the value does not matter. Another unknown value is allowed where both can turn out
    /// to be the same.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let host = Value::unknown(Type::String).refine().prefix("www.").build()?;
    /// assert!(host.refinement().allows(&Value::from("www.example.com")));
    /// assert!(host.refinement().allows(&Value::NULL));
    /// assert!(!host.refinement().allows(&Value::from("example.com")));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn allows(&self, value: &Value) -> bool {
        match value.kind() {
            ValueKind::Null(_) => !self.not_null,
            ValueKind::Unknown(_) => {
                let other = value.refinement();
                let both_can_be_null = !self.not_null && !other.not_null;
                both_can_be_null || self.range.and(&other.range).is_some_and(|range| range.is_possible())
            }
            _ => self.range.contains(value),
        }
    }

    /// Returns the refinement of a value for which both hold.
    fn and(&self, other: &Self) -> Option<Self> {
        let range = self.range.and(&other.range)?;
        Some(Self { not_null: self.not_null || other.not_null, range })
    }

    /// Returns the refinement of a value for which one of both holds. Prefixes are not compared.
    pub(crate) fn or(&self, other: &Self) -> Self {
        let range = match (&self.range, &other.range) {
            (Range::Number { min: a, max: b }, Range::Number { min: c, max: d }) => {
                Range::number(select(a, c, true, false), select(b, d, false, false))
            }
            (Range::Length { min: a, max: b }, Range::Length { min: c, max: d }) => {
                Range::length(*a.min(c), *b.max(d))
            }
            _ => Range::Any,
        };
        Self { not_null: self.not_null && other.not_null, range }
    }

    /// Returns whether the value is not null, and nothing more.
    pub(crate) fn nullness(&self) -> Self {
        Self { not_null: self.not_null, range: Range::Any }
    }

    /// Returns the refinement of a value of a type after its conversion to another type.
    pub(crate) fn converted(&self, from: &Type, to: &Type) -> Self {
        if from == to {
            return self.clone();
        }
        let (min, max) = match from {
            Type::Tuple(elements) => (elements.len(), elements.len()),
            Type::Object(attributes) => (attributes.len(), attributes.len()),
            _ => {
                let (min, max) = self.length();
                (min, max.unwrap_or(usize::MAX))
            }
        };
        let range = match to {
            // Elements that turn out to be equal are one element of a set.
            Type::Set(_) => Range::length(min.min(1), max),
            Type::List(_) | Type::Map(_) => Range::length(min, max),
            _ => Range::Any,
        };
        Self { not_null: self.not_null, range }
    }

    /// Returns the refinement of a known value, as far as a conditional keeps it.
    pub(crate) fn from_value(value: &Value) -> Self {
        let range = match value.kind() {
            ValueKind::Null(_) => return Self::NONE,
            ValueKind::Unknown(_) => return value.refinement().clone(),
            ValueKind::Number(number) => Range::exactly(number),
            ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Map(_) => {
                let (min, max) = value.length_range();
                Range::length(min, max.unwrap_or(usize::MAX))
            }
            _ => Range::Any,
        };
        Self { not_null: true, range }
    }

    /// Returns the one value of a type that it allows, where it allows only one.
    fn only_value(&self, ty: &Type) -> Option<Value> {
        if !self.not_null {
            return None;
        }
        match (&self.range, ty) {
            // Infinity as the lower bound, or negative infinity as the upper bound, leaves one
            // number.
            (Range::Number { min, max }, _) => {
                let (min, max) = bounds(min, max);
                (min.number == max.number).then(|| Value::from(min.number.clone()))
            }
            (Range::Length { min, max }, Type::List(element)) if min == max && *max <= MAX_KNOWN_LENGTH => {
                Some(Value::list_of(Type::clone(element), vec![Value::unknown(Type::clone(element)); *max]))
            }
            (Range::Length { max: 0, .. }, Type::Map(element)) => {
                Some(Value::map_of(Type::clone(element), super::Map::new()))
            }
            (Range::Length { min, max }, Type::Set(element)) if min == max && *max <= 1 => {
                let items = vec![Value::unknown(Type::clone(element)); *max];
                Value::set_of(Type::clone(element), items).ok()
            }
            _ => None,
        }
    }
}

impl Value {
    /// Returns the refinement of an unknown value. That of a known value is empty.
    pub fn refinement(&self) -> &Refinement {
        let Repr::Refined(refined) = &self.unmarked().0 else { return &Refinement::NONE };
        &refined.refinement
    }

    /// Refines an unknown value.
    ///
    /// The result is known if only one value remains possible, such as a number between equal
    /// bounds. Marks stay. A known value is not changed, provided that it satisfies the refinement;
    /// neither is the unknown value of the dynamic pseudo-type, which has no refinements.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let id = Value::unknown(Type::String).refine().not_null().prefix("ami-").build()?;
    /// assert_eq!(format!("{id:?}"), r#"unknown(string, not null, begins with "ami-")"#);
    ///
    /// let two = Value::unknown(Type::Number).refine().not_null().range(2..=2).build()?;
    /// assert_eq!(two, Value::from(2));
    ///
    /// let error = Value::unknown(Type::Number).refine().range(3..=2).build().unwrap_err();
    /// assert_eq!(error.to_string(), "no value satisfies >= 3, <= 2");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn refine(self) -> RefinementBuilder {
        let (value, marks) = self.unmark();
        let refinement = value.refinement().clone();
        RefinementBuilder { value, marks, refinement, error: None }
    }

    /// Returns the unknown value of a type that is not null.
    pub(crate) fn unknown_not_null(ty: Type) -> Self {
        Self::refined(ty.without_optional(), Refinement::NOT_NULL)
    }

    /// Returns the value, refined as not null if it is unknown.
    pub(crate) fn not_null(self) -> Self {
        if self.is_known() || self.refinement().not_null {
            return self;
        }
        let (value, marks) = self.unmark();
        let refinement = Refinement { not_null: true, range: value.refinement().range.clone() };
        Self::refined(value.ty().clone(), refinement).with_marks(&marks)
    }

    /// Returns the unknown value of a type with a refinement that suits it, or the one value that
    /// it leaves.
    pub(crate) fn refined(ty: Type, refinement: Refinement) -> Self {
        if ty == Type::Dynamic || refinement.is_none() {
            return Self(Repr::Unknown(ty));
        }
        if let Some(value) = refinement.only_value(&ty) {
            return value;
        }
        Self(Repr::Refined(Arc::new(Refined { ty, refinement, elements: None })))
    }

    /// Returns an unknown set in place of one whose elements may be equal, so that their number is
    /// not known; any other value as it is.
    pub(crate) fn countable(self) -> Self {
        if self.is_wholly_known() || !matches!(self.kind(), ValueKind::Set([_, _, ..])) {
            return self;
        }
        let (plain, marks) = self.unmark();
        Self::refined(plain.ty().clone(), Refinement::from_value(&plain)).with_marks(&marks)
    }

    /// Returns whether it is certain not to be null, known or unknown.
    pub(crate) fn is_never_null(&self) -> bool {
        self.has_content() || self.refinement().not_null
    }

    /// Returns the minimum and the maximum length of a list, set or map, provided that it is not
    /// null.
    pub(crate) fn length_range(&self) -> (usize, Option<usize>) {
        match self.kind() {
            ValueKind::Unknown(_) => self.refinement().length(),
            // Unknown elements may turn out to be equal to others.
            ValueKind::Set(items) if !self.is_wholly_known() => (1, Some(items.len())),
            _ => (self.len().unwrap_or(0), self.len()),
        }
    }
}

/// In words, separated by commas: `not null, >= 1`.
impl fmt::Display for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.not_null {
            f.write_str(if self.range == Range::Any { "not null" } else { "not null, " })?;
        }
        write!(f, "{}", self.range)
    }
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refinement({self})")
    }
}
