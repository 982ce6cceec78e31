//! A result that can be partly valid.

use crate::diag::Diagnostics;
use crate::error::{Error, Result};

/// A value and the diagnostics of its computation.
///
/// Parsing and decoding continue after a mistake, so that all mistakes are reported at once. The
/// value then contains the valid parts.
///
/// ```
/// let outcome = serde_hcl::parse_file("a = 1\nb = \nc = 3\n");
/// assert_eq!(outcome.diagnostics.len(), 1);
/// let names: Vec<_> =
///     outcome.value.body().attributes().map(|attribute| attribute.name().to_owned()).collect();
/// assert_eq!(names, ["a", "b", "c"]);
/// assert!(outcome.into_result().is_err());
/// ```
#[derive(Clone, Debug)]
#[must_use = "it can have errors beside its value"]
pub struct Outcome<T> {
    /// The value. It is complete if the diagnostics have no errors.
    pub value: T,
    /// The errors and warnings, in the order in which they were found.
    pub diagnostics: Diagnostics,
}

impl<T> Outcome<T> {
    /// Returns the value, unless there are errors. Warnings are dropped.
    ///
    /// # Errors
    /// Returns all diagnostics if at least one is an error.
    ///
    /// ```
    /// let outcome = serde_hcl::parse_file("a = \nb = 2\n");
    /// // The value has the valid part of the text.
    /// assert_eq!(outcome.value.body().attributes().count(), 2);
    /// assert!(outcome.into_result().is_err());
    /// ```
    pub fn into_result(self) -> Result<T> {
        if self.diagnostics.has_errors() { Err(Error::from(self.diagnostics)) } else { Ok(self.value) }
    }

    /// Converts the value with a function, and keeps the diagnostics.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("a = 1\n").map(|file| file.body().clone()).into_result()?;
    /// assert!(body.attribute("a").is_some());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn map<U>(self, function: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: function(self.value), diagnostics: self.diagnostics }
    }

    /// Returns the value, and adds the diagnostics to others.
    pub(crate) fn keep_in(self, diagnostics: &mut Diagnostics) -> T {
        diagnostics.extend(self.diagnostics);
        self.value
    }
}

impl<T> From<T> for Outcome<T> {
    fn from(value: T) -> Self {
        Self { value, diagnostics: Diagnostics::new() }
    }
}
