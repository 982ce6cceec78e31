//! The search for the member that an error is about.
//!
//! Serde decodes types under `flatten` and internally tagged enums from a buffer without locations,
//! and reports a field that is set twice without the name of the other item. So the part is decoded
//! again without each of the members that serde buffers. If the error changes without one of them
//! only, the error is about that member.
//!
//! Without a required member, the error is that it is missing. Such a member is the one of the
//! error, or its absence is found before the error. So the part is decoded without all of them: the
//! member that is missing then is another one, and the last that is left is the one of the error.

use crate::error::{Error, Reported};

/// The maximum number of members of a part for such a search.
const MAX_MEMBERS: usize = 32;

/// The search for the member that an error is about.
pub(super) struct Exclusion {
    /// The error as it is reported if no member is found.
    error: Error,
    /// The message of the visitor.
    message: String,
    /// Whether the members are known. Otherwise, the next visit adds those that serde buffers.
    is_begun: bool,
    /// The members that are left to be examined with their names, the current one last.
    members: Vec<(usize, String)>,
    /// The members without which the error changes.
    found: Vec<usize>,
    /// The members that are missing then.
    required: Vec<(usize, String)>,
    /// The member with the name of the field that is missing. Without it, the error may be another
    /// one, about the member itself.
    namesake: Option<usize>,
}

impl Exclusion {
    /// Creates a search for the member that an error with this message is about.
    pub(super) fn new(error: Error, message: String) -> Self {
        let (members, found, required, namesake) = Default::default();
        Self { error, message, is_begun: false, members, found, required, namesake }
    }

    /// Creates a search for the member that the error of a visitor is about.
    pub(super) fn of(error: Error) -> Self {
        let message = error.first().map_or_else(String::new, |first| first.detail().to_owned());
        Self::new(error, message)
    }

    /// Creates a search that has found no member.
    pub(super) fn over(error: Error) -> Self {
        Self { is_begun: true, ..Self::new(error, String::new()) }
    }

    pub(super) fn error(&self) -> &Error {
        &self.error
    }

    /// Returns whether the members are known.
    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Adds a member that the error may be about.
    pub(super) fn add(&mut self, index: usize, name: &str) {
        self.members.push((index, name.to_owned()));
    }

    /// Returns whether the error is about a field with this name that is missing.
    pub(super) fn is_about_missing(&self, name: &str) -> bool {
        matches!(self.error.own_reported(), Some(Reported::Missing(field)) if *field == name)
    }

    /// Begins the search among the members, if this many visits are possible.
    pub(super) fn begin(&mut self, takes_visits: impl FnOnce(usize) -> bool) {
        self.is_begun = true;
        if self.members.len() > MAX_MEMBERS || !takes_visits(2 * self.members.len()) {
            self.members.clear();
        }
        self.members.reverse();
    }

    /// Returns whether a member is left out now.
    pub(super) fn omits(&self, index: usize) -> bool {
        match self.members.last() {
            _ if !self.is_begun || self.is_over() => false,
            Some((current, _)) => *current == index,
            None => self.required.iter().any(|(required, _)| *required == index),
        }
    }

    /// Continues the search after a visit: begins it, or examines the error. Returns whether there
    /// is another visit.
    pub(super) fn advance(
        &mut self,
        error: Option<&Error>,
        takes_visits: impl FnOnce(usize) -> bool,
    ) -> bool {
        if self.is_begun {
            return self.examine(error);
        }
        self.begin(takes_visits);
        !self.is_over()
    }

    /// Examines the result of a visit without members. Returns whether there is another visit.
    pub(super) fn examine(&mut self, error: Option<&Error>) -> bool {
        let missing = match error.and_then(Error::own_reported) {
            Some(Reported::Missing(field)) => Some(*field),
            _ => None,
        };
        if let Some(current) = self.members.pop() {
            if missing == Some(&*current.1) {
                if self.is_about_missing(&current.1) {
                    self.namesake = Some(current.0);
                } else {
                    self.required.push(current);
                }
            } else if error.and_then(Error::first).is_none_or(|first| first.detail() != self.message) {
                self.found.push(current.0);
            }
        } else if let Some(at) = self.required.iter().position(|(_, name)| missing == Some(name)) {
            self.required.remove(at);
        } else {
            self.required.clear();
        }
        !self.is_over()
    }

    /// Returns whether the search has ended.
    pub(super) fn is_over(&self) -> bool {
        let has_ended = self.members.is_empty() && (!self.found.is_empty() || self.required.len() < 2);
        self.is_begun && (has_ended || self.found.len() > 1)
    }

    /// Returns the member that the error is about, if it is the only one.
    pub(super) fn only(&self) -> Option<usize> {
        match (&*self.found, &*self.required) {
            ([only], _) | ([], [(only, _)]) if self.is_over() => Some(*only),
            ([], []) if self.is_over() => self.namesake,
            _ => None,
        }
    }

    /// Returns the error, and the member that it is about if it is the only one.
    pub(super) fn finish(self) -> (Error, Option<usize>) {
        let only = self.only();
        (self.error, only)
    }
}
