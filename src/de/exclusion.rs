//! The search for the member that an error is about.
//!
//! Serde decodes types under `flatten` from a buffer without locations, and reports a field that is
//! set twice without the name of the other item. So the part is decoded again without each of its
//! members. If the error changes without one of them only, the error is about that member. That a
//! required member is missing without it shows nothing, unless it is the only one.

use crate::error::{Clue, Error};

/// The maximum number of members of a part for such a search.
pub(super) const MAX_MEMBERS: usize = 32;

/// The search for the member that an error is about.
pub(super) struct Exclusion {
    /// The error as it is reported if no member is found.
    error: Error,
    /// The message of the visitor.
    message: String,
    /// The members that are left to be examined, the current one last.
    candidates: Vec<usize>,
    /// The members without which the error changes.
    found: Vec<usize>,
    /// The members that are required, so that the error without them is that they are missing.
    required: Vec<usize>,
}

impl Exclusion {
    /// Begins a search among members.
    pub(super) fn new(error: Error, message: String, mut candidates: Vec<usize>) -> Self {
        candidates.reverse();
        Self { error, message, candidates, found: Vec::new(), required: Vec::new() }
    }

    /// Returns the member that is left out now.
    pub(super) fn omitted(&self) -> Option<usize> {
        self.candidates.last().copied()
    }

    /// Examines the result of a visit without the current member, which has a name. Returns whether
    /// another member has to be left out.
    pub(super) fn examine(&mut self, error: Option<&Error>, name: &str) -> bool {
        let Some(current) = self.candidates.pop() else { return false };
        if matches!(error.and_then(Error::own_clue), Some(Clue::Missing(field)) if *field == name) {
            self.required.push(current);
        } else if error.and_then(Error::first).is_none_or(|first| first.detail() != self.message) {
            self.found.push(current);
        }
        !self.candidates.is_empty() && self.found.len() < 2
    }

    /// Returns the error, and the member that it is about if it is the only one.
    pub(super) fn finish(self) -> (Error, Option<usize>) {
        let only = match (&*self.found, &*self.required) {
            ([only], _) | ([], [only]) => Some(*only),
            _ => None,
        };
        (self.error, only)
    }
}
