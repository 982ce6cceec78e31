//! The progress of a visitor through the members of a part.

mod search;

use super::findings::{Findings, Mode, Reason, Slot};
use super::forms::is_buffer_type;
use super::record::{OnError, Record};
use super::sample;
use crate::diag::{Category, Code, Diagnostic};
use crate::error::{Error, Result};
use crate::util::rare::Rare;

/// How decoding continues after the error of a member.
pub(super) enum Next {
    /// The member is decoded again.
    Again,
    /// A stand-in is decoded in place of the member, or it is left out.
    StandIn,
    /// The member is left out.
    Omit,
}

/// The progress of a visitor through the members of a part.
pub(super) struct Progress<'c> {
    record: Option<&'c Record>,
    /// In a marked value, the number of errors is as secret as the content, so the visit does not
    /// go on to find others.
    on_error: OnError,
    /// The slot of the part.
    outer: Option<&'c Slot>,
    /// The slot of the current member.
    pub(super) member: &'c Slot,
    findings: Rare<Findings>,
    /// The index of the current member.
    pub(super) index: usize,
    /// The index of the member in place of which a stand-in was decoded, or the greatest number.
    replaced: usize,
    /// The number of markers before it, and before the part.
    marked_before: usize,
    marked_first: usize,
    /// The number of facts that were known when a member was last decoded again. Since it grows
    /// with each repetition, there is an end.
    facts: usize,
    /// Whether the last error is one of a member, which was not handled.
    has_failed_member: bool,
    /// Whether it is that the member is null.
    pub(super) is_rejected_null: bool,
    /// Whether the visitor ends here, with the errors that were found.
    is_over: bool,
}

impl<'c> Progress<'c> {
    /// Takes the findings of a part. The slot of its members is empty.
    #[inline]
    pub(super) fn new(record: Option<&'c Record>, outer: Option<&'c Slot>, member: &'c Slot) -> Self {
        Self {
            record,
            on_error: record.map_or(OnError::End, |record| record.on_error),
            outer,
            member,
            findings: outer.map(Slot::take).unwrap_or_default(),
            index: usize::MAX,
            replaced: usize::MAX,
            marked_before: record.map_or(0, |record| record.forms.marked_count()),
            marked_first: record.map_or(0, |record| record.forms.marked_count()),
            facts: record.map_or(0, Record::facts),
            has_failed_member: false,
            is_rejected_null: false,
            is_over: false,
        }
    }

    /// Ends the visit at the next error, if a part is marked that failed.
    pub(super) fn report_only_first(&mut self, is_secret: bool) {
        if is_secret && self.recovers() {
            self.on_error = OnError::End;
        }
    }

    fn recovers(&self) -> bool {
        self.on_error == OnError::Recover
    }

    /// Returns what earlier visits found.
    #[inline]
    pub(super) fn findings(&self) -> Option<&Findings> {
        self.findings.as_deref()
    }

    #[cold]
    pub(super) fn findings_mut(&mut self) -> &mut Findings {
        self.record.inspect(|record| record.has_found.set(true));
        self.findings.get_or_insert_default()
    }

    /// Begins a member.
    #[inline]
    pub(super) fn begin(&mut self, index: usize) {
        if self.record.is_some_and(Record::has_found) {
            self.begin_again(index);
        }
        self.index = index;
    }

    #[cold]
    fn begin_again(&mut self, index: usize) {
        if !self.member.is_empty() || self.findings.is_some() {
            self.exchange(index);
        }
        self.marked_before = self.record.map_or(0, |record| record.forms.marked_count());
    }

    /// Keeps the findings of the current member, and puts those of the next one into the slot.
    #[cold]
    fn exchange(&mut self, next: usize) {
        let index = self.index;
        if index == next {
            return;
        }
        // Those of a member that failed are of no use.
        let found = self.member.take().into_inner().filter(|found| !found.has_failed() || found.is_pending);
        if let Some(found) = found {
            self.findings_mut().inner.insert(index, Some(found).into());
        }
        if let Some(findings) = &mut *self.findings {
            self.member.set(findings.inner.get_mut(&next).and_then(|found| found.take()));
        }
    }

    /// Returns whether the current member, a value of the type with this name, is decoded again
    /// although there is no error: one did not get here, or it contains markers.
    #[inline]
    pub(super) fn is_requested(&mut self, type_name: &str) -> bool {
        self.record.is_some_and(Record::has_found) && self.is_decoded_again(type_name)
    }

    #[cold]
    fn is_decoded_again(&mut self, type_name: &str) -> bool {
        let is_marked = self.record.is_some_and(|record| record.forms.marked_count() > self.marked_before);
        if !is_marked && self.member.is_empty() {
            return false;
        }
        let has_markers = self.has_markers(type_name);
        (has_markers | self.member.take_request()) && self.has_learned()
    }

    /// Returns whether the current member, a value of the type with this name, contains markers.
    fn has_markers(&self, type_name: &str) -> bool {
        self.record.is_some_and(|record| record.has_markers(type_name, self.marked_before))
    }

    /// Returns whether there are new facts.
    fn has_learned(&mut self) -> bool {
        let facts = self.record.map_or(0, Record::facts);
        facts > std::mem::replace(&mut self.facts, facts)
    }

    /// Records that the current member failed, and returns the error.
    #[cold]
    pub(super) fn fail(&mut self, error: Error) -> Error {
        self.has_failed_member = true;
        error
    }

    /// Returns whether the current member, a value of the type with this name, is to be decoded
    /// again with new facts.
    #[cold]
    pub(super) fn repeats(&mut self, type_name: &str) -> bool {
        let is_requested = self.record.is_some_and(Record::take_request)
            | self.has_markers(type_name)
            | self.member.take_request();
        let repeats = is_requested && self.has_learned();
        self.has_failed_member &= !repeats;
        self.is_rejected_null &= !repeats;
        repeats
    }

    /// Returns whether the current member, which has no form that its type takes, is to be decoded
    /// again with conversions.
    fn learns_to_convert(&mut self, error: &Error, type_name: &str) -> bool {
        let converts = error.code() == Some(Code::NoMatchingForm)
            && self
                .record
                .is_some_and(|record| !record.forms.is_rejected() && record.learns_to_convert(error))
            && self.has_learned();
        if converts {
            // The forms of the blocks after the value are not known.
            self.has_markers(type_name);
            self.member.take_request();
        }
        self.has_failed_member &= !converts;
        converts
    }

    /// Handles the error of the current member, a value of the type with this name.
    #[cold]
    pub(super) fn recover(&mut self, error: Error, type_name: &str) -> Result<Next> {
        if self.learns_to_convert(&error, type_name) || self.repeats(type_name) {
            return Ok(Next::Again);
        }
        match self.on_error {
            OnError::Omit if error.category() != Category::Limit => {
                self.has_failed_member = false;
                self.member.clear();
                return Ok(Next::Omit);
            }
            OnError::Omit | OnError::End => return Err(error),
            OnError::Recover => self.has_failed_member = false,
        }
        self.member.clear();
        if error.code() == Some(Code::MissingLabel) && error.path().is_empty() {
            // The block may be another one than is meant, so its content is not checked.
            self.findings_mut().record(error);
            return Err(self.end());
        }
        let findings = self.findings_mut();
        let is_limit = findings.has_failed() && error.category() == Category::Limit;
        if !is_limit {
            findings.record(error);
        }
        let is_over = is_limit || findings.is_full();
        self.leave_out(Reason::Replaced);
        if is_over { Err(self.end()) } else { Ok(Next::StandIn) }
    }

    /// Returns whether a member failed.
    pub(super) fn has_failed(&self) -> bool {
        self.findings().is_some_and(Findings::has_failed)
    }

    /// Begins the decoding of a stand-in of the type with this name.
    #[cold]
    pub(super) fn begin_stand_in(&mut self, type_name: &'static str) {
        if self.replaced != self.index {
            self.replaced = self.index;
            sample::begin(self.record, (type_name, None));
        }
    }

    /// Handles the error of a stand-in. Returns how the member is decoded then: by the next
    /// stand-in, or as it is, if that is possible.
    #[cold]
    pub(super) fn reject_stand_in(&mut self, mode: Mode) -> Option<Mode> {
        self.has_failed_member = false;
        if mode == Mode::StandIn && sample::next() {
            return Some(Mode::StandIn);
        }
        self.replaced = usize::MAX;
        sample::end(self.record);
        (mode == Mode::Again).then_some(Mode::Decode)
    }

    /// Leaves out the current member of further visits.
    #[cold]
    pub(super) fn leave_out(&mut self, reason: Reason) {
        let index = self.index;
        let left_out = &mut self.findings_mut().left_out;
        let is_new = match left_out.get(&index) {
            Some(Reason::Null | Reason::Failed) => false,
            known => known != Some(&reason),
        };
        if is_new {
            left_out.insert(index, reason);
            self.record.inspect(|record| record.learn());
        }
    }

    /// Forgets the errors of the members, since an error about the part explains them.
    #[cold]
    pub(super) fn forget(&mut self) {
        *self.findings = None;
        self.is_over = true;
    }

    /// Forgets what was found, since the members change.
    #[cold]
    pub(super) fn restart(&mut self) {
        *self.findings = None;
        self.member.clear();
    }

    /// Handles the error of the key of the current member, which is not expected if the name is
    /// given. Returns `Ok` if the visitor goes on after the member.
    #[cold]
    pub(super) fn skip_key(&mut self, error: Error, name: Option<&str>) -> Result<()> {
        match (self.recover(error, "")?, self.record) {
            (Next::Again, Some(record)) => Err(record.repeat()),
            _ => {
                let findings = self.findings_mut();
                let index = findings.errors.len().saturating_sub(1);
                findings.unexpected.extend(name.map(|name| (name.to_owned(), index)));
                self.leave_out(Reason::Failed);
                Ok(())
            }
        }
    }

    /// Handles the error of the current member, which only a seed decodes, so that it cannot be
    /// replaced: the part is decoded again without it. Returns the error with which the visitor
    /// ends.
    #[cold]
    pub(super) fn leave_out_failed(&mut self, error: Error, mode: Mode) -> Error {
        let is_repeated = self.is_over
            || self.is_repeat_requested()
            || self.member.is_requested()
            || self.findings().is_some_and(|findings| findings.is_pending);
        if is_repeated || self.on_error == OnError::End {
            return error;
        }
        let recovers = self.recovers();
        let is_limit = error.category() == Category::Limit;
        let findings = self.findings_mut();
        if is_limit || findings.is_full() {
            return error;
        }
        if recovers && !mode.is_replaced() {
            findings.record(error);
        }
        self.has_failed_member = false;
        self.abandon(Reason::Failed)
    }

    /// Records that the current element failed, and returns the error with its path.
    #[cold]
    pub(super) fn fail_element(&mut self, error: Error) -> Error {
        self.fail(error.under_index(self.index))
    }

    /// Records that the current element failed, a value of the type with this name, and returns the
    /// error with its path. If serde buffers it, the next visit begins after it.
    #[cold]
    pub(super) fn fail_or_leave_out(&mut self, error: Error, type_name: &str) -> Error {
        let error = self.fail_element(error);
        // The number of errors bounds the visits, unless the result is the valid part.
        let is_possible = || self.on_error != OnError::Omit || self.takes_visits(1);
        match is_buffer_type(type_name) && is_possible() {
            true => self.leave_out_failed(error, Mode::Decode),
            false => error,
        }
    }

    /// Returns whether an element is not decoded again, since it failed in a buffer. Those before
    /// one that failed are skipped too, unless they are in the valid part.
    #[inline]
    pub(super) fn skips(&self, index: usize) -> bool {
        self.findings().is_some_and(|findings| match self.on_error {
            OnError::Omit => findings.reason(index) == Some(Reason::Failed),
            OnError::Recover | OnError::End => index < findings.first,
        })
    }

    /// Leaves out the current member of the next visit, since it is null, which its type rejects.
    /// The visitor goes on with a stand-in, to find the others.
    #[cold]
    pub(super) fn omit(&mut self) -> Next {
        self.has_failed_member = false;
        self.leave_out(Reason::Null);
        self.request();
        Next::StandIn
    }

    /// Ends the visitor with the errors that were found.
    #[cold]
    pub(super) fn end(&mut self) -> Error {
        self.is_over = true;
        Error::repeated()
    }

    /// Abandons the visitor at the current member, which is left out of the next visit.
    #[cold]
    pub(super) fn abandon(&mut self, reason: Reason) -> Error {
        self.leave_out(reason);
        let index = self.index;
        let findings = self.findings_mut();
        findings.is_complete |= index < findings.first;
        findings.first = index + 1;
        self.request()
    }

    /// Requests that the part is decoded again, and returns the error with which its visitor ends.
    #[cold]
    fn request(&mut self) -> Error {
        self.findings_mut().is_pending = true;
        Error::repeated()
    }

    /// Returns whether the part is to be decoded again.
    pub(super) fn is_pending(&self) -> bool {
        self.findings().is_some_and(|findings| findings.is_pending)
    }

    /// Returns whether the part is to be decoded again with conversions of the values in buffers.
    #[cold]
    pub(super) fn converts(&mut self, error: &Error) -> bool {
        let converts = self.record.is_some_and(|record| record.learns_to_convert(error));
        if converts {
            self.request();
        }
        converts
    }

    /// Returns whether the type of the part is to be decoded again with new facts about it.
    pub(super) fn is_repeat_requested(&self) -> bool {
        self.record.is_some_and(Record::is_requested)
    }

    /// Forgets the markers in the part, if its visitor ended before it rejected any. The next visit
    /// has them again.
    fn forget_markers(&self) {
        if let Some(record) = self.record.filter(|record| !record.is_requested()) {
            record.forms.forget_marked(self.marked_first);
        }
    }

    /// Forgets the markers in the part, unless one was rejected. Its visit searched for fields for
    /// labels, so what it buffered may not have been decoded: the markers show nothing.
    #[cold]
    pub(super) fn forget_unexamined(&self) {
        if let Some(record) = self.record.filter(|record| !record.forms.is_rejected()) {
            record.forms.forget_marked(self.marked_first);
        }
    }

    /// Returns whether nothing was found, so that the result of the visitor is that of the part.
    #[inline]
    pub(super) fn is_clean(&self) -> bool {
        !self.record.is_some_and(Record::has_found) || self.findings.is_none() && self.member.is_empty()
    }

    /// Returns whether the error of the visitor is about the part itself, not about a member.
    pub(super) fn is_own(&self) -> bool {
        !(self.is_over || self.has_failed_member || self.findings().is_some_and(|it| it.is_pending))
    }

    /// Returns the result of a part whose visitor ended.
    #[inline]
    pub(super) fn finish<T>(&mut self, result: Result<T>) -> Result<T> {
        if self.is_clean() {
            return result;
        }
        match result {
            Ok(value) => self.conclude(None, &[]).map_or(Ok(value), Err),
            Err(error) => Err(self.conclude(Some(error), &[]).unwrap_or_else(Error::repeated)),
        }
    }

    /// Returns the error of a part whose visitor ended, if it has any, and keeps what was found.
    /// The part may have more errors, which each visit finds.
    #[cold]
    pub(super) fn conclude(&mut self, error: Option<Error>, more: &[Diagnostic]) -> Option<Error> {
        let is_own = self.is_own();
        self.exchange(usize::MAX);
        let mut findings = self.findings.take().unwrap_or_default();
        // A value with stand-ins is no result.
        findings.is_pending |=
            findings.inner.values().any(|inner| inner.as_ref().is_some_and(|inner| inner.is_trial));
        // The seed of a member cannot decode it again, so the part is decoded again.
        if let Some(member) = findings.inner.get_mut(&self.index).and_then(|member| member.as_mut())
            && std::mem::take(&mut member.is_pending)
            && error.is_some()
        {
            findings.is_pending = true;
        }
        if findings.is_pending || error.is_some() && self.is_repeat_requested() {
            if error.is_some() {
                self.forget_markers();
            }
            self.keep(findings);
            return Some(error.unwrap_or_else(Error::repeated));
        }
        // After an error that explains all others, they are not reported.
        let is_alone = self.is_over && !findings.has_failed();
        if self.on_error != OnError::Omit {
            // Without the variant that the first label is, the number of labels is not known.
            let is_variant =
                |it: &Diagnostic| it.code() == Some(Code::UnexpectedValue) && it.path().is_empty();
            let lacks_variant = findings.errors.iter().any(is_variant);
            let is_known = |it: &&Diagnostic| !lacks_variant || it.code() != Some(Code::UnexpectedLabel);
            findings.errors.extend(more.iter().filter(is_known).cloned());
        }
        match error {
            Some(error) if is_alone || !findings.has_failed() => Some(error),
            // An error about the part itself may be a consequence of those of its members.
            Some(error) if !is_own && !self.is_over => {
                findings.record(error);
                Some(Error::of_part(findings.into_errors()))
            }
            None if findings.is_search && self.takes_visits(1) => {
                (findings.is_trial, findings.is_pending) = (true, true);
                self.record.inspect(|record| record.learn());
                self.keep(findings);
                None
            }
            _ => {
                findings.end_trials();
                if findings.has_failed() {
                    return Some(Error::of_part(findings.into_errors()));
                }
                self.keep(findings);
                None
            }
        }
    }

    fn keep(&self, findings: Box<Findings>) {
        self.record.inspect(|record| record.has_found.set(true));
        self.outer.inspect(|slot| slot.set(Some(findings)));
    }
}
