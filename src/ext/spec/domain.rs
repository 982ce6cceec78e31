//! The possible values of an attribute, or of the elements of its collection.

use std::ops::{Bound, RangeBounds};

use crate::diag::name_hint;
use crate::util::words;
use crate::value::{Number, Type, Value, ValueKind};

/// The possible values of a type.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    /// The possible values; none if all are possible.
    pub(super) values: Vec<Value>,
    pub(super) range: (Bound<Number>, Bound<Number>),
    pub(super) is_whole: bool,
    /// Whether a string is one character.
    pub(super) is_character: bool,
}

impl Default for Domain {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            range: (Bound::Unbounded, Bound::Unbounded),
            is_whole: false,
            is_character: false,
        }
    }
}

impl Domain {
    /// Returns whether all values are possible.
    pub(super) fn is_everything(&self) -> bool {
        let is_unbounded = self.range == (Bound::Unbounded, Bound::Unbounded);
        self.values.is_empty() && !self.is_whole && !self.is_character && is_unbounded
    }

    /// Returns the error about a value or one of its elements that is not possible. Marked values
    /// have no marks here, and are not shown if they had some.
    pub(super) fn refusal(&self, value: &Value, is_marked: bool) -> Option<String> {
        if self.is_everything() {
            return None;
        }
        if let Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) = value.ty() {
            let is_present = value.is_known() && !value.is_null();
            let mut elements = is_present.then(|| value.iter()).into_iter().flatten();
            return elements.find_map(|(_, element)| self.refusal(element, is_marked));
        }
        if value.is_null() || !value.is_known() || self.has(value) {
            return None;
        }
        let found =
            if is_marked { "This value".to_owned() } else { words::shortened(&value.to_string()).into() };
        Some(format!("{found} is not possible here.{}", self.hint(value, is_marked)))
    }

    fn has(&self, value: &Value) -> bool {
        if !self.values.is_empty() && !self.values.contains(value) {
            return false;
        }
        match value.kind() {
            ValueKind::Number(number) => {
                (!self.is_whole || number.is_integer()) && self.range.contains(number)
            }
            ValueKind::String(text) => !self.is_character || text.chars().count() == 1,
            _ => true,
        }
    }

    /// Returns a sentence about the values that are possible in place of one, with a leading space.
    fn hint(&self, wrong: &Value, is_marked: bool) -> String {
        let texts: Vec<&str> = self.values.iter().filter_map(Value::as_str).collect();
        match wrong.as_str() {
            _ if self.values.is_empty() => format!(" Expected {}.", self.in_words().unwrap_or_default()),
            _ if texts.len() < self.values.len() => {
                format!(" Expected {}.", words::list(&self.values, "or"))
            }
            Some(text) if !is_marked => name_hint(text, texts),
            _ => format!(" Expected {}.", words::names(texts, "or")),
        }
    }

    /// Returns the possible numbers or strings in words, unless all are possible or they are
    /// listed.
    pub(super) fn in_words(&self) -> Option<String> {
        if self.is_character {
            return Some("a single character".to_owned());
        }
        let noun = if self.is_whole { "a whole number" } else { "a number" };
        Some(match &self.range {
            (Bound::Unbounded, Bound::Unbounded) if !self.is_whole => return None,
            (Bound::Included(least), Bound::Included(most)) => format!("{noun} from {least} to {most}"),
            (least, most) => {
                let limit = |bound: &Bound<Number>, [included, excluded]: [&str; 2]| match bound {
                    Bound::Included(number) => Some(format!("{included} {number}")),
                    Bound::Excluded(number) => Some(format!("{excluded} {number}")),
                    Bound::Unbounded => None,
                };
                let least = limit(least, ["of at least", "greater than"]);
                let limits: Vec<String> =
                    least.into_iter().chain(limit(most, ["of at most", "less than"])).collect();
                format!("{noun} {}", limits.join(" and ")).trim_end().to_owned()
            }
        })
    }
}
