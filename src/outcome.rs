//! A result that can be good in part.

use crate::diag::Diagnostics;
use crate::error::{Error, Result};

/// A value and what was found wrong on the way to it.
///
/// Parsing and decoding go on after a mistake, so that all mistakes come out at once; the value then holds what is
/// sound.
///
/// ```
/// let outcome = serde_hcl::parse_file("a = 1\nb = \nc = 3\n");
/// assert_eq!(outcome.diagnostics.len(), 1);
/// let names: Vec<_> = outcome.value.ast().attributes().map(|attribute| attribute.name()).collect();
/// assert_eq!(names, ["a", "c"]);
/// assert!(outcome.into_result().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// What came out; whole when there are no errors among the diagnostics.
    pub value: T,
    /// Errors and warnings in the order they were found.
    pub diagnostics: Diagnostics,
}

impl<T> Outcome<T> {
    /// The value, unless there are errors. Warnings are dropped.
    ///
    /// # Errors
    /// All diagnostics, when at least one is an error.
    pub fn into_result(self) -> Result<T> {
        if self.diagnostics.has_errors() { Err(Error::from(self.diagnostics)) } else { Ok(self.value) }
    }

    /// The same diagnostics beside what a function makes of the value.
    pub fn map<U>(self, function: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: function(self.value), diagnostics: self.diagnostics }
    }
}

impl<T> From<T> for Outcome<T> {
    fn from(value: T) -> Self {
        Self { value, diagnostics: Diagnostics::new() }
    }
}
