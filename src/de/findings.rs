//! What decoding finds in a part of a configuration, for the next visit of the part.
//!
//! Serde passes one visitor for a body, an object or a list, which stops at the first error, and
//! only the visitor can make a value of the type. So if a member fails, one of three things
//! follows, and the first that is possible:
//!
//! 1. A stand-in of the type of the member is decoded, and the visitor goes on.
//! 2. The visitor goes on with the next element or entry, in a list or a map.
//! 3. The visitor is abandoned, and the part is decoded again without the member. The new visitor
//!    begins with the members after it, so each member is visited twice, however many fail.
//!
//! A null that the type of a field rejects is such a member too, without an error: it counts as
//! absent. A missing field is supplied by a stand-in, so that the next visitor finds the others.
//!
//! A part can be decoded again where its type is known: as the value of an entry, as an element, or
//! as the whole. There, a [`Slot`] holds the [`Findings`] between two visits. The access of the
//! visitor takes them, and returns them with what is new. They contain those of the members, so
//! that nothing is found twice if a part around it is decoded again.
//!
//! The errors of a part are among its findings, with paths that begin at the part, until its last
//! visit, which returns all of them as one error. Each level that the error passes adds its step to
//! the paths.

use std::cell::Cell;

use super::exclusion::Exclusion;
use super::names::{self, Missing};
use super::record::{OnError, Record};
use super::sample;
use crate::diag::{Diagnostic, Severity};
use crate::error::{Error, Reported, Result};
use crate::util::ordered::OrderedMap;
use crate::util::rare::Rare;

/// The maximum number of errors.
pub(super) const MAX_ERRORS: usize = 100;

/// The reason why a member is not decoded again.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reason {
    /// It failed, and a stand-in was decoded.
    Replaced,
    /// It failed, and its type rejects the stand-in.
    Failed,
    /// It is null, which its type rejects.
    Null,
}

/// What the visits of a part found.
#[derive(Default)]
pub(super) struct Findings {
    /// The diagnostics of the errors, which can include warnings, and the number of errors.
    pub(super) errors: Vec<Diagnostic>,
    pub(super) error_count: usize,
    /// The members that are not decoded again.
    pub(super) left_out: OrderedMap<usize, Reason>,
    /// Whether all members are left out that are null, and those that are required all the same.
    pub(super) omits_nulls: bool,
    pub(super) required_nulls: Vec<&'static str>,
    /// The names that are not expected, with the indexes of their errors.
    pub(super) unexpected: Vec<(String, usize)>,
    /// The fields that are missing, whose errors are combined in the end.
    pub(super) missing: Vec<Missing>,
    /// The fields that are missing, in place of which stand-ins are decoded.
    pub(super) supplied: Vec<&'static str>,
    /// Whether the errors of an internally tagged enum are searched for, which is decoded from a
    /// buffer after the visit, whether they were, and whether the last visit found none.
    pub(super) is_search: bool,
    pub(super) has_searched: bool,
    pub(super) is_trial: bool,
    /// Its fields that are missing, in place of which stand-ins are tried.
    pub(super) sought: Vec<Missing>,
    /// The names of the members that an error was about, which count as missing.
    pub(super) failed: Vec<String>,
    /// The search for the member that the last error is about.
    pub(super) exclusion: Option<Exclusion>,
    /// The member with which the next visitor begins.
    pub(super) first: usize,
    /// Whether all members have been visited.
    pub(super) is_complete: bool,
    /// Whether the part is to be decoded again.
    pub(super) is_pending: bool,
    /// The findings of the members, except the current one.
    pub(super) inner: OrderedMap<usize, Rare<Findings>>,
}

/// How a member is decoded.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// As it is.
    Decode,
    /// As it is, and an error may be about it.
    Observe,
    /// By a stand-in, since its value has no effect. If the type rejects the stand-in, it is
    /// decoded as it is.
    Again,
    /// By a stand-in, since it failed.
    StandIn,
}

impl Mode {
    /// Returns whether a stand-in is decoded in place of the member.
    #[inline]
    pub(super) fn is_replaced(self) -> bool {
        matches!(self, Self::Again | Self::StandIn)
    }
}

impl Findings {
    /// Returns whether the part cannot be decoded.
    pub(super) fn has_failed(&self) -> bool {
        !(self.errors.is_empty() && self.missing.is_empty())
    }

    /// Returns the fields that are missing, in place of which stand-ins are decoded, with indexes
    /// after those of this many members.
    pub(super) fn supplied(&self, length: usize) -> impl Iterator<Item = (usize, &'static str)> {
        let supplied = (length..).zip(self.supplied.iter().copied());
        supplied.filter(|(index, _)| self.reason(*index).is_none())
    }

    /// Examines the error of an internally tagged enum, which is decoded from a buffer after the
    /// visit. The next visit leaves out a member to find the one that the error is about, supplies
    /// the field that is missing, or the last one by its next stand-in, or returns the errors about
    /// all of them. Returns the error if it ends the search and there are no others.
    ///
    /// If the number of labels above the enum is assumed, other fields may be missing, so no object
    /// is tried as a stand-in.
    pub(super) fn seek(
        &mut self,
        error: Error,
        is_assumed: bool,
        takes_visits: impl FnOnce(usize) -> bool,
    ) -> Result<()> {
        if let Some(mut exclusion) = self.exclusion.take() {
            let goes_on = !exclusion.is_over()
                && (exclusion.advance(Some(&error), takes_visits) || exclusion.only().is_some());
            if !goes_on {
                return self.end_search(exclusion.finish().0);
            }
            self.exclusion = Some(exclusion);
            return Ok(());
        }
        let missing = match error.own_reported() {
            Some(Reported::Missing(field)) => Some(*field),
            _ => None,
        };
        let is_of_stand_in = self.is_of_stand_in(&error);
        if let Some(field) = missing.filter(|field| !is_of_stand_in && !self.supplied.contains(field)) {
            if !self.failed.iter().any(|failed| failed == field) {
                match Missing::of(field, error) {
                    Ok(missing) => self.sought.push(missing),
                    Err(error) => return self.end_search(error),
                }
            }
            self.supplied.push(field);
        } else if is_of_stand_in {
            if !sample::next() || is_assumed && !self.has_failed() && sample::is_object() {
                return self.end_search(error);
            }
        } else if self.is_full() {
            return self.end_search(error);
        } else {
            missing.inspect(|field| self.withdraw(field));
            self.exclusion = Some(Exclusion::of(error));
        }
        self.is_search = true;
        Ok(())
    }

    /// Returns whether an error may be about the stand-in of the field that was supplied last.
    pub(super) fn is_of_stand_in(&self, error: &Error) -> bool {
        self.supplied.last().is_some_and(|field| sample::is_about(error, field))
    }

    /// Forgets that a field is missing, since it is a field of a type inside the part.
    pub(super) fn withdraw(&mut self, field: &str) {
        self.sought.retain(|missing| !missing.is(field));
        self.missing.retain(|missing| !missing.is(field));
        self.supplied.retain(|supplied| *supplied != field);
    }

    /// Forgets that the last field is missing, if an error shows that the part has it. Returns the
    /// error about the field, which is one of a type inside the part.
    pub(super) fn withdraw_repeated(&mut self, error: &Error) -> Option<Error> {
        let field = *self.supplied.last().filter(|field| error.is_about_repeated(field))?;
        let missing = self.sought.iter().find(|missing| missing.is(field)).map(Missing::to_error);
        self.withdraw(field);
        missing
    }

    /// Ends the search for the errors of an internally tagged enum. Returns the last error if there
    /// are no others: it may be a consequence of those.
    fn end_search(&mut self, error: Error) -> Result<()> {
        self.end_trials();
        if self.has_failed() { Ok(()) } else { Err(error) }
    }

    /// Ends the search for the errors of an internally tagged enum.
    pub(super) fn end_trials(&mut self) {
        (self.is_search, self.is_trial, self.exclusion) = (false, false, None);
        self.missing.append(&mut self.sought);
    }

    /// Returns the reason for which a member is left out, if it is.
    pub(super) fn reason(&self, index: usize) -> Option<Reason> {
        self.left_out.get(&index).copied()
    }

    /// Returns whether no more errors are searched for.
    pub(super) fn is_full(&self) -> bool {
        self.error_count >= MAX_ERRORS
    }

    pub(super) fn record(&mut self, error: Error) {
        let is_known = |other: &Diagnostic| {
            let is_same = |it: &Diagnostic| it.span() == other.span() && it.detail() == other.detail();
            other.span().is_some() && self.errors.iter().any(is_same)
        };
        let diagnostics = error.into_diagnostics();
        let diagnostics: Vec<_> = diagnostics.into_iter().filter(|other| !is_known(other)).collect();
        self.error_count += diagnostics.iter().filter(|it| it.severity() == Severity::Error).count();
        self.errors.extend(diagnostics);
    }

    /// Returns the errors of the part. Those about names are combined.
    pub(super) fn into_errors(mut self) -> Vec<Diagnostic> {
        names::combine(&mut self.errors, &self.unexpected, self.missing);
        self.errors
    }

    /// Returns whether a member is left out if it is null.
    pub(super) fn omits_null(&self, name: &str) -> bool {
        self.omits_nulls && !self.required_nulls.contains(&name)
    }

    /// Leaves out the members that are null. Returns whether that is new.
    pub(super) fn omit_nulls(&mut self) -> bool {
        !std::mem::replace(&mut self.omits_nulls, true)
    }

    /// Decodes a member also if it is null. Returns whether that is new.
    pub(super) fn require_null(&mut self, field: &'static str) -> bool {
        let is_new = self.omits_null(field);
        self.required_nulls.extend(is_new.then_some(field));
        is_new
    }

    /// Returns the members that are decoded of a number of them, in their order: in that of the
    /// text, or after the one at which the last visitor was abandoned.
    pub(super) fn plan(&self, length: usize, may_rotate: bool) -> Vec<(usize, Mode)> {
        let first = if may_rotate { self.first.min(length) } else { 0 };
        let decoded = (first..length).chain(0..first);
        decoded
            .filter_map(|index| match self.reason(index) {
                Some(Reason::Failed | Reason::Null) => None,
                Some(Reason::Replaced) => Some((index, Mode::StandIn)),
                None if self.has_failed() && (self.is_complete || index < self.first) => {
                    Some((index, Mode::Again))
                }
                None => Some((index, Mode::Decode)),
            })
            .collect()
    }
}

/// The place of the findings of a part between two visits of it.
#[derive(Default)]
pub(super) struct Slot(Cell<Rare<Findings>>);

impl Slot {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let findings = self.0.take();
        let is_empty = findings.is_none();
        self.0.set(findings);
        is_empty
    }

    /// Changes the findings.
    pub(super) fn update<T>(&self, record: &Record, change: impl FnOnce(&mut Findings) -> T) -> T {
        record.has_found.set(true);
        self.change(change)
    }

    #[cold]
    fn change<T>(&self, change: impl FnOnce(&mut Findings) -> T) -> T {
        let mut findings = self.0.take();
        let result = change(findings.get_or_insert_default());
        self.0.set(findings);
        result
    }

    #[inline]
    pub(super) fn take(&self) -> Rare<Findings> {
        self.0.take()
    }

    #[cold]
    pub(super) fn set(&self, findings: Option<Box<Findings>>) {
        self.0.set(findings.into());
    }

    /// Forgets the findings.
    pub(super) fn clear(&self) {
        self.0.take();
    }

    /// Returns whether the part is to be decoded again.
    pub(super) fn is_requested(&self) -> bool {
        !self.is_empty() && self.change(|findings| findings.is_pending)
    }

    /// Returns whether the part is to be decoded again, and takes the request.
    #[cold]
    pub(super) fn take_request(&self) -> bool {
        !self.is_empty() && self.change(|findings| std::mem::take(&mut findings.is_pending))
    }
}

/// Decodes the whole, a text of this many bytes, and again as long as there are new facts.
pub(super) fn until_complete<T>(
    length: usize,
    on_error: OnError,
    mut pass: impl FnMut(Option<(&Record, &Slot)>) -> Result<T>,
) -> Result<T> {
    let (record, slot) = (&Record::new(length, on_error), &Slot::default());
    let mut facts = record.facts();
    loop {
        let result = pass(Some((record, slot)));
        let converts = result.as_ref().is_err_and(|error| record.learns_to_convert(error));
        let is_requested = record.needs_pass(slot) | slot.take_request() | converts;
        if !is_requested || record.facts() == facts {
            sample::end(None);
            return result;
        }
        facts = record.facts();
    }
}
