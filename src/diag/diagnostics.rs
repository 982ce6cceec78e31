//! The diagnostics of an operation.

use std::collections::BTreeMap;

use super::{Diagnostic, Severity};
use crate::source::Source;
use crate::util::order::sort_by_positions;

/// The diagnostics of an operation, in the order in which they were found.
///
/// ```
/// let outcome = serde_hcl::parse_file("a = \nb = 1 +\n");
/// assert!(outcome.diagnostics.has_errors());
/// for diagnostic in &outcome.diagnostics {
///     eprintln!("{diagnostic:#}");
/// }
/// assert_eq!(outcome.diagnostics.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Diagnostics {
    pub(super) list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Appends a diagnostic.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, diag::{Category, Diagnostics}};
    ///
    /// let mut problems = Diagnostics::new();
    /// problems.push(Diagnostic::error(Category::Data, "Port in use", "Use another one."));
    /// assert_eq!(problems.len(), 1);
    /// assert!(problems.has_errors());
    /// ```
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Returns whether at least one is an error.
    ///
    /// ```
    /// assert!(!serde_hcl::parse_file("a = 1\n").diagnostics.has_errors());
    /// assert!(serde_hcl::parse_file("a = \n").diagnostics.has_errors());
    /// ```
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns an iterator over the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the first diagnostic.
    ///
    /// ```
    /// let diagnostics = serde_hcl::parse_file("a = \n").diagnostics;
    /// assert_eq!(diagnostics.first().map(|it| it.summary()), Some("Missing value"));
    /// ```
    pub fn first(&self) -> Option<&Diagnostic> {
        self.list.first()
    }

    /// Returns an iterator over all diagnostics, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Sorts the diagnostics by source and start. Sources are in the order of their first
    /// diagnostic, and diagnostics without a subject come first.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, Span, diag::{Category, Diagnostics}};
    ///
    /// let at = |start| Diagnostic::error(Category::Data, "Error", "").at(Span::new(start, start + 1));
    /// let mut diagnostics = Diagnostics::from(vec![at(5), at(2)]);
    /// diagnostics.sort_by_position();
    /// assert_eq!(diagnostics, Diagnostics::from(vec![at(2), at(5)]));
    /// ```
    pub fn sort_by_position(&mut self) {
        if self.list.len() < 2 {
            return;
        }
        let mut ranks = BTreeMap::new();
        let positions = self.list.iter().map(|diagnostic| {
            let next = ranks.len();
            let rank = *ranks.entry(diagnostic.source().map_or("", Source::name)).or_insert(next);
            (rank, diagnostic.position())
        });
        let positions = positions.collect();
        sort_by_positions(&mut self.list, positions);
    }

    /// Removes the diagnostics for which a function returns false.
    #[cfg(feature = "analysis")]
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Sets the source of all diagnostics that have none.
    #[must_use]
    pub fn in_source(mut self, source: &Source) -> Self {
        for diagnostic in &mut self.list {
            diagnostic.place_in(source);
        }
        self
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic] }
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(list: Vec<Diagnostic>) -> Self {
        Self { list }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self { list: diagnostics.into_iter().collect() }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
