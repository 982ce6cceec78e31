//! The search for more errors of a part, by further visits of it: without a member, or with
//! stand-ins of the fields that are missing.

use super::Progress;
use crate::de::exclusion::Exclusion;
use crate::de::findings::{Findings, Reason};
use crate::de::names::Missing;
use crate::de::record::OnError;
use crate::de::sample;
use crate::error::Error;

impl Progress<'_> {
    /// Continues the search for the errors of an internally tagged enum after a visit without one.
    #[cold]
    pub(in crate::de) fn end_trial(&mut self) {
        let Some(findings) = self.findings.as_deref_mut() else { return };
        if std::mem::take(&mut findings.is_trial) {
            match &mut findings.exclusion {
                Some(exclusion) => _ = exclusion.examine(None),
                None => findings.end_trials(),
            }
        }
    }

    /// Searches for the errors of an internally tagged enum in its buffer too, if a member failed
    /// before. The tag is the only member with a type.
    #[cold]
    pub(in crate::de) fn search_all(&mut self) {
        let recovers = self.recovers();
        let Some(findings) = self.findings.as_deref_mut().filter(|findings| findings.has_failed()) else {
            return;
        };
        if !findings.left_out.values().any(|reason| *reason == Reason::Replaced) {
            let has_searched = std::mem::replace(&mut findings.has_searched, true);
            findings.is_search |= recovers && !has_searched;
        }
    }

    /// Records the error of a member that the visitor took without an error, and leaves it out of
    /// the next visit. Returns the error with which the visit ends.
    #[cold]
    pub(in crate::de) fn leave_out_at(&mut self, index: usize, name: &str, error: Error) -> Error {
        let recovers = self.recovers();
        if self.on_error == OnError::End {
            return error;
        }
        let findings = self.findings_mut();
        if findings.reason(index).is_some() || findings.is_full() {
            return error;
        }
        // A member with the wrong name can be in a map that takes the other members.
        if recovers && !findings.missing.iter().any(|missing| missing.is_meant_by(name)) {
            findings.record(error);
        }
        findings.failed.push(name.to_owned());
        findings.is_complete = true;
        self.begin(index);
        self.leave_out(Reason::Failed);
        self.request()
    }

    /// Supplies a field of a hidden type, whose member failed, in the next visit. Returns the error
    /// with which the visit ends, if it is possible.
    #[cold]
    pub(in crate::de) fn supply_failed(&mut self, field: &'static str) -> Option<Error> {
        let record = self.record.filter(|record| self.recovers() && record.takes_visits(1))?;
        let supplied = &mut self.findings_mut().supplied;
        if supplied.contains(&field) {
            return None;
        }
        supplied.push(field);
        record.learn();
        Some(self.request())
    }

    /// Records the error about a missing field, and supplies the field in the next visit. Returns
    /// the error with which the visit ends.
    #[cold]
    pub(in crate::de) fn supply(&mut self, field: &'static str, error: Error) -> Error {
        let Some(record) = self.record.filter(|_| self.recovers()) else { return error };
        let findings = self.findings_mut();
        if findings.supplied.contains(&field) || findings.is_full() {
            return error;
        }
        match Missing::of(field, error) {
            Ok(missing) => findings.missing.push(missing),
            Err(error) => findings.record(error),
        }
        findings.supplied.push(field);
        findings.is_complete = true;
        record.learn();
        self.request()
    }

    /// Supplies the last field that is missing by another stand-in, after an error that is probably
    /// about the one that serde has buffered. If there is none, the field is left out of the next
    /// visit of the part with this many members. Returns the error with which the visit ends.
    #[cold]
    pub(in crate::de) fn supply_other(&mut self, length: usize, error: &Error) -> Option<Error> {
        let record = self.record.filter(|_| self.recovers() && !error.is_placed())?;
        let findings = self.findings.as_deref()?;
        let at = (length + findings.supplied.len()).saturating_sub(1);
        if !findings.is_of_stand_in(error) || !record.takes_visits(1) {
            return None;
        }
        if !sample::next() {
            self.findings_mut().left_out.insert(at, Reason::Failed);
        }
        record.learn();
        Some(self.request())
    }

    /// Begins the search for the member that an error is about. Returns the error with which the
    /// visit ends.
    #[cold]
    pub(in crate::de) fn exclude(&mut self, exclusion: Exclusion) -> Error {
        let is_possible = self.recovers() && self.findings().is_none_or(|it| !it.is_full());
        if !is_possible || exclusion.is_over() {
            return exclusion.finish().0;
        }
        self.findings_mut().exclusion = Some(exclusion);
        self.record.inspect(|record| record.learn());
        self.request()
    }

    /// Continues the search for the member that an error is about, after a visit without one of
    /// them. Returns the search if it has ended.
    #[cold]
    pub(in crate::de) fn exclude_next(&mut self, error: Option<&Error>) -> Option<Exclusion> {
        let mut exclusion = self.findings.as_mut()?.exclusion.take()?;
        if !exclusion.advance(error, |count| self.takes_visits(count)) {
            return Some(exclusion);
        }
        self.findings_mut().exclusion = Some(exclusion);
        self.record.inspect(|record| record.learn());
        self.request();
        None
    }

    /// Returns whether this many visits without single members are possible, and counts them.
    pub(in crate::de) fn takes_visits(&self, count: usize) -> bool {
        self.record.is_some_and(|record| record.takes_visits(count))
    }

    /// Returns whether the part was visited without a member that an error may be about.
    #[inline]
    pub(in crate::de) fn is_excluding(&self) -> bool {
        self.findings().is_some_and(|findings| findings.exclusion.is_some())
    }

    /// Changes the findings about nulls. If that is new, the part is decoded again.
    #[cold]
    pub(in crate::de) fn learn_of_nulls(&mut self, change: impl FnOnce(&mut Findings) -> bool) -> bool {
        let Some(record) = self.record else { return false };
        let is_new = change(self.findings_mut());
        if is_new {
            record.learn();
            self.request();
        }
        is_new
    }
}
