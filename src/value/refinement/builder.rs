//! The builder that adds refinements to a value.

use std::fmt;
use std::ops::RangeBounds;

use super::Refinement;
use super::range::Range;
use crate::util::count_range::least_and_most;
use crate::value::{Marks, Number, Type, Value, ValueError, text};

/// Adds refinements to a value, see [`Value::refine`].
///
/// ```
/// use serde_hcl::{Type, Value};
///
/// let value = Value::unknown(Type::String).refine().not_null().build()?;
/// assert!(value.refinement().is_not_null());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
#[must_use = "`build` returns the refined value"]
#[derive(Clone)]
pub struct RefinementBuilder {
    pub(super) value: Value,
    pub(super) marks: Marks,
    pub(super) refinement: Refinement,
    pub(super) error: Option<ValueError>,
}

impl RefinementBuilder {
    /// Refines the value as not null.
    pub fn not_null(self) -> Self {
        self.with(&Refinement::NOT_NULL)
    }

    /// Sets the range of a number.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let port = Value::unknown(Type::Number).refine().range(1024..=65535).build()?;
    /// assert_eq!(port.refinement().to_string(), ">= 1024, <= 65535");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn range<N: Into<Number> + Clone>(self, range: impl RangeBounds<N>) -> Self {
        self.within(Range::of_numbers(&range))
    }

    /// Sets the prefix of a string.
    ///
    /// A string is in Unicode's normal form C, in which a character can change when a combining
    /// character follows. If the prefix is cut from a longer text, or more text is appended to it,
    /// use [`partial_prefix`](Self::partial_prefix).
    pub fn prefix(self, text: &str) -> Self {
        self.within(Range::prefix(text))
    }

    /// Sets the prefix of a string that unknown text follows. Its end is left out where following
    /// characters can change it.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let prefix = |text| {
    ///     let value = Value::unknown(Type::String).refine().partial_prefix(text).build();
    ///     value.map(|value| value.refinement().prefix().to_owned())
    /// };
    /// assert_eq!(prefix("https://")?, "https://");
    /// assert_eq!(prefix("https://cafe")?, "https://caf");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn partial_prefix(self, text: &str) -> Self {
        self.prefix(text::lasting_prefix(&text::normalize(text)))
    }

    /// Sets the range of the length of a list, set or map.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let hosts = Value::unknown(Type::list(Type::String)).refine().length(1..).build()?;
    /// assert_eq!(hosts.refinement().length(), (1, None));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn length(self, range: impl RangeBounds<usize>) -> Self {
        let (least, most) = least_and_most(&range);
        // `usize::MAX` means that there is no limit.
        self.within(Range::length(least, most.unwrap_or(usize::MAX)))
    }

    /// Adds all facts of another refinement.
    pub(crate) fn with(mut self, other: &Refinement) -> Self {
        if self.error.is_some() || *self.value.ty() == Type::Dynamic {
            return self;
        }
        if !other.range.suits(self.value.ty()) {
            let ty = self.value.ty();
            self.error =
                Some(ValueError::ty(format!("a value of type {ty} cannot be refined to be {other}")));
        } else if let Some(refinement) =
            self.refinement.and(other).filter(|refinement| refinement.range.is_possible())
        {
            self.refinement = refinement;
        } else {
            let message = match &self.refinement.range {
                Range::Any => format!("no value satisfies {other}"),
                own => format!("no value satisfies both {own} and {}", other.range),
            };
            self.error = Some(ValueError::domain(message));
        }
        self
    }

    fn within(self, range: Range) -> Self {
        self.with(&Refinement { not_null: false, range })
    }

    /// Returns the refined value.
    ///
    /// # Errors
    /// Returns an error if a refinement does not apply to the type of the value, if no value
    /// satisfies the refinements, or if a known value does not satisfy them.
    pub fn build(self) -> Result<Value, ValueError> {
        let Self { value, marks, refinement, error } = self;
        if let Some(error) = error {
            return Err(error);
        }
        if value.is_dynamic() && value.is_unknown() {
            return Ok(value.with_marks(&marks));
        }
        if value.is_unknown() {
            return Ok(Value::refined(value.ty().clone(), refinement).with_marks(&marks));
        }
        if !refinement.allows(&value) {
            // The message does not show the value, which may be secret.
            let what = if value.is_null() { "null" } else { "known" };
            return Err(ValueError::domain(format!(
                "the value is {what} and does not satisfy: {refinement}"
            )));
        }
        Ok(value.with_marks(&marks))
    }
}

impl fmt::Debug for RefinementBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RefinementBuilder").field("refinement", &self.refinement).finish_non_exhaustive()
    }
}
