//! The search of an access for the member that an error is about, and for fields that are missing.

use super::cursor::{Cursor, Pending};
use super::exclusion::Exclusion;
use super::findings::Mode;
use super::forms::is_buffer_type;
use super::locate;
use super::member_access::MemberAccess;
use crate::body::{ItemView, ItemViewKind, NameView};
use crate::diag::Code;
use crate::error::{Error, Reported};
use crate::protocol::LabelField;

impl<'a, 'c> MemberAccess<'a, '_, 'c> {
    /// Searches for the member that an error of the visitor with this message is about. If a field
    /// is set twice, that is the other item, which comes first. Returns the error with which the
    /// visit ends.
    #[cold]
    pub(super) fn search(&mut self, error: Error, message: String) -> Error {
        let is_set_twice = error.code() == Some(Code::AttributeSetTwice);
        let is_of_label =
            matches!(error.reported(), Some(Reported::Field(name)) if LabelField::parse(name).is_some());
        let is_possible = is_set_twice || self.target.is_flattened() && !is_of_label;
        if self.progress.is_repeat_requested() || !is_possible {
            return error;
        }
        let mut exclusion = Exclusion::new(error, message);
        if is_set_twice {
            let members = Cursor::list(self.members).into_iter().enumerate().take(self.progress.index);
            members.for_each(|(index, (name, _))| exclusion.add(index, name.text));
            exclusion.begin(|count| self.progress.takes_visits(count));
        }
        self.progress.exclude(exclusion)
    }

    /// Leaves out the current member of the next visit, since it failed. Returns the error with
    /// which the visit ends.
    #[cold]
    pub(super) fn leave_out_failed(&mut self, error: Error) -> Error {
        if self.target.is_tagged() {
            let name = self.current.name.text.to_owned();
            self.progress.findings_mut().failed.push(name);
        }
        self.progress.leave_out_failed(error, self.mode)
    }

    /// Continues the search for the member that the error of an internally tagged enum is about:
    /// records the error about the member that was found.
    #[cold]
    pub(super) fn search_buffer(&mut self) {
        let Some(exclusion) = self.progress.findings_mut().exclusion.take() else { return };
        let is_placed = !exclusion.is_begun() && exclusion.error().is_placed();
        if !is_placed && !exclusion.is_over() {
            self.progress.findings_mut().exclusion = Some(exclusion);
            return;
        }
        let members = Cursor::list(self.members);
        let error = match exclusion.finish() {
            (error, Some(index)) => self.leave_out_found(error, index, &members[index]),
            (error, None) if is_placed => self.leave_out_located(error),
            (error, None) => error,
        };
        let findings = self.progress.findings_mut();
        findings.is_pending = false;
        findings.exclusion = (!error.is_repeated()).then(|| Exclusion::over(error));
    }

    /// Adds the current member to those that an error may be about, if it is observed and serde
    /// buffers it. The type is that of the buffer then.
    pub(super) fn observe(&mut self, type_name: &str) {
        let is_buffer = self.mode == Mode::Observe && is_buffer_type(type_name);
        let (index, name) = (self.progress.index, self.current.name.text);
        let findings = self.progress.findings_mut();
        let has_failed = findings.has_failed();
        if let Some(exclusion) = &mut findings.exclusion
            && is_buffer
            // Without such a member, the same field is missing. After another error, that is no
            // sign of an error about the member.
            && !(has_failed && exclusion.is_about_missing(name))
        {
            exclusion.add(index, name);
        }
    }

    /// Adds to an error about a member its location and its path.
    #[cold]
    fn error_about(&self, error: Error, name: NameView<'a>, pending: &Pending<'a, 'c>) -> Error {
        match (self.item_of(name, pending), pending) {
            (Some(item), _) if !name.is_secret() => {
                locate::in_member(error.unplaced(), &item, self.target.type_name(), self.context)
                    .under(name.text)
            }
            (_, Pending::Label(label)) => error.at(label.span(), self.members.source),
            _ => error,
        }
    }

    /// Supplies the field that was supplied last by another stand-in, after an error that is
    /// probably about it. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn supply_other(&mut self, error: &Error) -> Option<Error> {
        self.progress.supply_other(Cursor::list(self.members).len(), error)
    }

    /// Searches for the member with a type that lacks a field, if the part has the field, which was
    /// supplied again. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn search_repeated(&mut self, error: &Error) -> Option<Error> {
        self.progress.findings()?;
        let missing = self.progress.findings_mut().withdraw_repeated(error)?;
        Some(self.progress.exclude(Exclusion::of(missing)))
    }

    /// Supplies a field that is missing in the next visit. Returns the error with which the visit
    /// ends.
    #[cold]
    pub(super) fn supply(&mut self, field: &'static str, error: Error) -> Error {
        let length = Cursor::list(self.members).len();
        let is_supplied = self.progress.findings().is_some_and(|findings| {
            let mut supplied = findings.supplied(length);
            supplied.any(|(_, supplied)| supplied == field)
        });
        if is_supplied && self.target.is_hidden() {
            // The field is one of a type inside the part.
            self.progress.findings_mut().withdraw(field);
            return self.progress.exclude(Exclusion::of(error));
        }
        self.progress.supply(field, error)
    }

    /// Continues such a search after a visit. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn search_next(&mut self, error: Option<&Error>) -> Error {
        let Some(exclusion) = self.progress.exclude_next(error) else { return Error::repeated() };

        let members = Cursor::list(self.members);
        let (error, found) = exclusion.finish();
        let found = found.and_then(|index| Some((index, members.get(index)?)));
        let Some((index, member @ (name, pending))) = found else { return error };
        if error.code() == Some(Code::AttributeSetTwice) {
            let item = self.item_of(*name, pending).filter(|_| !name.is_secret());
            return match item {
                Some(item) => error.set_first_by(*name, item.source()),
                None => error,
            };
        }
        if self.item_of(*name, pending).is_none() || name.is_secret() {
            return error;
        }
        self.leave_out_found(error, index, member)
    }

    /// Leaves out the member that an error is about of the next visit. Returns the error with which
    /// the visit ends.
    fn leave_out_found(
        &mut self,
        error: Error,
        index: usize,
        (name, pending): &(NameView<'a>, Pending<'a, 'c>),
    ) -> Error {
        let error = self.error_about(error, *name, pending);
        self.progress.leave_out_at(index, name.text, error)
    }

    /// Leaves out the member that an error about a value from a buffer is about, so that the next
    /// visit finds the errors of others. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn leave_out_located(&mut self, error: Error) -> Error {
        if !self.target.is_hidden() || error.path().is_empty() || self.progress.is_repeat_requested() {
            return error;
        }
        let Some(span) = error.span() else { return error };
        let contains = |item: &ItemView<'_>| match &item.kind {
            ItemViewKind::Attribute(value) => value.span().contains(span),
            ItemViewKind::Block(block) => block.span().contains(span),
            ItemViewKind::Property(property) => property.span().contains(span),
        };
        let members = Cursor::list(self.members);
        let index = members.iter().position(|(name, pending)| match pending {
            Pending::Group(first, others) => std::iter::once(*first).chain(*others).any(contains),
            Pending::Written(item) => contains(&ItemView::from((*name, *item))),
            Pending::Value(_)
            | Pending::Label(_)
            | Pending::Remain(_)
            | Pending::Missing(_)
            | Pending::Spanned(_) => false,
        });
        match index {
            Some(index) => self.progress.leave_out_at(index, members[index].0.text, error),
            None => error,
        }
    }
}
