//! Ranges of unknown values: bounds of numbers, prefixes of strings, lengths of collections.

use std::fmt;
use std::ops::{self, RangeBounds};
use std::sync::Arc;

use crate::value::{Number, Type, Value, display, text};

/// The range of the content. Ranges without a restriction are [`Any`](Range::Any), so that equal
/// refinements are equal in Rust.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) enum Range {
    #[default]
    Any,
    Number {
        min: Option<Bound>,
        max: Option<Bound>,
    },
    Prefix(Arc<str>),
    /// Without an upper limit, `max` is the largest number there is.
    Length {
        min: usize,
        max: usize,
    },
}

/// A lower or upper bound of an unknown number. Unlike [`std::ops::Bound`], it has an order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bound {
    pub(super) number: Number,
    pub(super) inclusive: bool,
}

impl Bound {
    fn new(bound: ops::Bound<&(impl Into<Number> + Clone)>) -> Option<Self> {
        let (number, inclusive) = match bound {
            ops::Bound::Included(number) => (number, true),
            ops::Bound::Excluded(number) => (number, false),
            ops::Bound::Unbounded => return None,
        };
        Some(Self { number: number.clone().into(), inclusive })
    }

    fn shown(bound: &Option<Self>) -> ops::Bound<&Number> {
        match bound {
            Some(Self { number, inclusive: true }) => ops::Bound::Included(number),
            Some(Self { number, inclusive: false }) => ops::Bound::Excluded(number),
            None => ops::Bound::Unbounded,
        }
    }
}

impl Range {
    pub(super) fn number(min: Option<Bound>, max: Option<Bound>) -> Self {
        // A lower bound of negative infinity, or an upper bound of infinity, excludes nothing.
        let min = min.filter(|bound| bound.number != Number::NEG_INFINITY);
        let max = max.filter(|bound| bound.number != Number::INFINITY);
        if min.is_none() && max.is_none() { Self::Any } else { Self::Number { min, max } }
    }

    /// Returns the range of the numbers in a range of Rust.
    pub(super) fn of_numbers<N: Into<Number> + Clone>(range: &impl RangeBounds<N>) -> Self {
        Self::number(Bound::new(range.start_bound()), Bound::new(range.end_bound()))
    }

    /// Returns the bounds of a number.
    pub(super) fn numbers(&self) -> (ops::Bound<&Number>, ops::Bound<&Number>) {
        match self {
            Self::Number { min, max } => (Bound::shown(min), Bound::shown(max)),
            _ => (ops::Bound::Unbounded, ops::Bound::Unbounded),
        }
    }

    /// Returns the range of one number.
    pub(super) fn exactly(number: &Number) -> Self {
        let bound = Some(Bound { number: number.clone(), inclusive: true });
        Self::number(bound.clone(), bound)
    }

    pub(super) fn prefix(text: &str) -> Self {
        if text.is_empty() { Self::Any } else { Self::Prefix(text::shared(text)) }
    }

    pub(super) fn length(min: usize, max: usize) -> Self {
        if min == 0 && max == usize::MAX { Self::Any } else { Self::Length { min, max } }
    }

    /// Returns whether there are values of the type that it can restrict.
    pub(super) fn suits(&self, ty: &Type) -> bool {
        match self {
            Self::Any => true,
            Self::Number { .. } => *ty == Type::Number,
            Self::Prefix(_) => *ty == Type::String,
            Self::Length { .. } => ty.is_collection(),
        }
    }

    /// Returns whether there is a value in it.
    pub(super) fn is_possible(&self) -> bool {
        match self {
            Self::Any | Self::Prefix(_) => true,
            Self::Number { min, max } => {
                let (min, max) = bounds(min, max);
                min.number < max.number || (min.number == max.number && min.inclusive && max.inclusive)
            }
            Self::Length { min, max } => min <= max,
        }
    }

    /// Returns whether a known value that is not null is in it.
    pub(super) fn contains(&self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Number { .. } => value
                .as_number()
                .and_then(|number| self.and(&Self::exactly(number)))
                .is_some_and(|range| range.is_possible()),
            Self::Prefix(prefix) => value.as_str().is_some_and(|text| text.starts_with(&**prefix)),
            Self::Length { min, max } => {
                let (least, most) = value.length_range();
                least <= *max && most.is_none_or(|most| *min <= most)
            }
        }
    }

    /// Returns the intersection; `None` if they are for different types or different prefixes.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Any, range) | (range, Self::Any) => range.clone(),
            (Self::Number { min: a, max: b }, Self::Number { min: c, max: d }) => {
                Self::number(select(a, c, true, true), select(b, d, false, true))
            }
            (Self::Prefix(a), Self::Prefix(b)) if a.starts_with(&**b) => Self::Prefix(a.clone()),
            (Self::Prefix(a), Self::Prefix(b)) if b.starts_with(&**a) => Self::Prefix(b.clone()),
            (Self::Length { min: a, max: b }, Self::Length { min: c, max: d }) => {
                Self::length(*a.max(c), *b.min(d))
            }
            _ => return None,
        })
    }
}

/// Returns the bounds of a number. Without one, it is an infinity, which no number is beyond.
pub(super) fn bounds<'b>(min: &'b Option<Bound>, max: &'b Option<Bound>) -> (&'b Bound, &'b Bound) {
    const LEAST: &Bound = &Bound { number: Number::NEG_INFINITY, inclusive: true };
    const GREATEST: &Bound = &Bound { number: Number::INFINITY, inclusive: true };
    (min.as_ref().unwrap_or(LEAST), max.as_ref().unwrap_or(GREATEST))
}

/// Returns the tighter of two lower or upper bounds, or the looser one. No bound is the loosest.
pub(super) fn select(
    one: &Option<Bound>,
    other: &Option<Bound>,
    is_lower: bool,
    tighter: bool,
) -> Option<Bound> {
    match (one, other) {
        (Some(a), Some(b)) => {
            let is_tighter =
                if a.number == b.number { !a.inclusive } else { (a.number > b.number) == is_lower };
            Some(if is_tighter == tighter { a } else { b }.clone())
        }
        (a, b) if tighter => a.clone().or_else(|| b.clone()),
        _ => None,
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => Ok(()),
            Self::Number { min, max } => {
                if let Some(Bound { number, inclusive }) = min {
                    write!(f, "{} {number}", if *inclusive { ">=" } else { ">" })?;
                }
                if min.is_some() && max.is_some() {
                    f.write_str(", ")?;
                }
                if let Some(Bound { number, inclusive }) = max {
                    write!(f, "{} {number}", if *inclusive { "<=" } else { "<" })?;
                }
                Ok(())
            }
            Self::Prefix(prefix) => write!(f, "begins with {}", display::quoted(prefix)),
            Self::Length { min, max: usize::MAX } => write!(f, "length >= {min}"),
            Self::Length { min: 0, max } => write!(f, "length <= {max}"),
            Self::Length { min, max } if min == max => write!(f, "length {min}"),
            Self::Length { min, max } => write!(f, "length {min} to {max}"),
        }
    }
}
