//! The types that bodies, objects and blocks are decoded into, and the facts about them that serde
//! does not expose.

use std::any::type_name;

use super::findings::{Findings, Slot};
use super::flat;
use super::forms::HiddenLabels;
use super::record::{OnError, Record, TypeShape};
use crate::error::{Error, Reported, Result};
use crate::protocol::{LabelField, is_special_field};

/// The fields of a type that a body or an object is decoded into.
pub(super) struct Target<'c> {
    /// `None` if there is a single pass.
    record: Option<&'c Record>,
    /// The record, if reading a key or value as an identifier determines the shape of the type.
    observer: Option<&'c Record>,
    /// The name of the type of the visitor, which identifies the decoded type.
    type_name: &'static str,
    request: Request,
}

/// The kind of value that a type requests.
#[derive(Clone, Copy)]
pub(super) enum Request {
    Any,
    Unit,
    /// A sequence with at least this many elements.
    Elements(usize),
    Map,
    /// A struct with these fields.
    Struct(&'static [&'static str]),
}

impl<'c> Target<'c> {
    /// Creates the target of a visitor.
    #[inline]
    pub(super) fn new<V>(record: Option<&'c Record>, request: Request) -> Self {
        let target = Self::of_type(type_name::<V>(), record, request);
        if let (Some(record), Request::Any) = (target.observer, request)
            && target.is_tagged()
        {
            record.tagged.set(Some(target.type_name));
            record.lacks_tag.set(false);
        }
        target
    }

    fn of_type(type_name: &'static str, record: Option<&'c Record>, request: Request) -> Self {
        // A trait object has the same type name for every type behind it.
        let record = record.filter(|_| !type_name.starts_with("&mut dyn "));
        let observer = record.filter(|_| !matches!(request, Request::Struct(_)));
        Self { record, observer, type_name, request }
    }

    /// Returns the shape of a type with this request, if it has fields whose names serde does not
    /// give.
    fn hidden_shape(&self) -> Option<TypeShape> {
        match self.request {
            Request::Struct(_) => None,
            Request::Map => Some(TypeShape::Flattened),
            Request::Any | Request::Unit | Request::Elements(_) => Some(TypeShape::Tagged),
        }
    }

    pub(super) fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// Returns the number of flattened fields that are decoded from the same body.
    pub(super) fn flat_count(&self) -> usize {
        self.observer.map_or(0, |record| record.flat_count(self.type_name))
    }

    /// Records a flattened field that requested the body, if there is one. Returns the error with
    /// which the visit ends.
    #[cold]
    pub(super) fn record_flat(&self) -> Option<Error> {
        self.observer.filter(|_| flat::take_request()).map(|record| record.record_flat(self.type_name))
    }

    /// Returns the internally tagged enum that was decoded last, whose error is examined now.
    #[cold]
    pub(super) fn of_tagged(record: &'c Record) -> Option<Self> {
        let type_name = record.tagged.take()?;
        Some(Self::of_type(type_name, Some(record), Request::Any))
    }

    /// Forgets the internally tagged enum that was decoded last, unless it is this type.
    pub(super) fn forget_tagged(&self) {
        if let (Some(record), Request::Map | Request::Struct(_)) = (self.record, self.request) {
            record.tagged.set(None);
        }
    }

    /// Returns the names of the fields, where serde names them.
    pub(super) fn names(&self) -> &'static [&'static str] {
        match self.request {
            Request::Struct(names) => names,
            _ => &[],
        }
    }

    /// Returns whether a name is that of a field for labels or for the rest of a body.
    pub(super) fn has_special(&self, name: &str) -> bool {
        is_special_field(name) && self.names().contains(&name)
    }

    /// Returns whether serde names the fields, so that the members may come in any order.
    pub(super) fn is_struct(&self) -> bool {
        matches!(self.request, Request::Struct(_))
    }

    /// Returns whether a field counts as absent when it is null and its type rejects null.
    pub(super) fn may_omit(&self, name: &str) -> bool {
        self.names().contains(&name) || self.is_hidden()
    }

    /// Returns whether the type may have a field itself, and not only a type that is decoded from a
    /// buffer in it.
    pub(super) fn may_have(&self, field: &str) -> bool {
        matches!(self.request, Request::Map) || self.names().contains(&field)
    }

    /// Returns the shape of a type whose field names serde does not give, if it is known.
    fn shape(&self) -> Option<TypeShape> {
        self.observer?.shape(self.type_name)
    }

    /// Returns whether it is the target of a map, as far as that is known.
    pub(super) fn is_map(&self) -> bool {
        matches!(self.request, Request::Map) && !self.is_hidden()
    }

    /// Records that the tag of an enum is missing, if a field of this type is: its variants are
    /// decoded later, from a buffer.
    #[cold]
    pub(super) fn record_lack_of_tag(&self) {
        if let (Some(record), Request::Any) = (self.record, self.request) {
            record.lacks_tag.set(true);
        }
    }

    /// Returns whether it is the target of a map whose keys were decoded.
    pub(super) fn is_seen_map(&self) -> bool {
        self.observer.is_some() && self.is_map()
    }

    pub(super) fn is_tagged(&self) -> bool {
        self.shape() == Some(TypeShape::Tagged)
    }

    /// Returns whether the type is a struct with flattened fields.
    pub(super) fn is_flattened(&self) -> bool {
        self.shape() == Some(TypeShape::Flattened)
    }

    /// Returns whether the type has fields whose names serde does not give.
    pub(super) fn is_hidden(&self) -> bool {
        matches!(self.shape(), Some(TypeShape::Flattened | TypeShape::Tagged))
    }

    #[cold]
    fn record_shape(&self, shape: TypeShape) {
        self.observer.inspect(|record| record.record_shape(self.type_name, shape));
    }

    /// Returns the record that notes whether the next key or value is read as an identifier, if
    /// that determines the shape of the type.
    #[inline]
    pub(super) fn observer(&self) -> Option<&'c Record> {
        self.observer.inspect(|record| record.identifier.set(false))
    }

    /// Records whether a key was read as an identifier, as the keys of a struct are.
    #[inline]
    pub(super) fn record_key(&self) {
        if self.takes_identifier() {
            self.record_shape(match self.request {
                Request::Map => TypeShape::Flattened,
                _ => TypeShape::Other,
            });
        }
    }

    /// Records whether a value was read as an identifier, as the tag of an enum is.
    #[inline]
    pub(super) fn record_value(&self) {
        if self.takes_identifier() {
            self.record_tag();
        }
    }

    /// Returns whether an identifier was read since the call of [`observer`](Self::observer) or of
    /// this function.
    #[inline]
    fn takes_identifier(&self) -> bool {
        self.observer.is_some_and(|record| record.identifier.take())
    }

    #[cold]
    fn record_tag(&self) {
        if self.hidden_shape() == Some(TypeShape::Tagged) {
            self.record_shape(TypeShape::Tagged);
            if let Some(record) = self.record.filter(|_| self.is_tagged()) {
                record.tagged.set(Some(self.type_name));
            }
        }
    }

    /// Requests that the type is decoded again, and returns the error with which its visitor is
    /// given up.
    #[cold]
    pub(super) fn repeat(&self) -> Error {
        self.record.map_or_else(|| Error::message("the value cannot be decoded"), Record::repeat)
    }

    /// Begins the visit of a value in a form that is unsuitable for types whose field names serde
    /// does not give.
    pub(super) fn attempt(&self) -> Attempt<'_, 'c> {
        let was_hidden = self.is_hidden();
        self.observer();
        Attempt { target: self, was_hidden }
    }

    /// Returns whether the form was suitable in which a value was visited with this error.
    #[inline(never)]
    fn is_suitable(&self, error: Option<&Error>, was_hidden: bool, slot: Option<&Slot>) -> bool {
        // In this form, only an enum whose tag is missing reports a missing field.
        if let Some(Reported::Missing(_)) = error.and_then(Error::own_reported) {
            self.record_tag();
        }
        let is_suitable = was_hidden || !self.is_hidden();
        if !is_suitable {
            slot.inspect(|slot| slot.clear());
        }
        is_suitable
    }

    /// Records that the type rejects sequences, if an error shows it.
    #[cold]
    pub(super) fn record_refused_sequence(&self, error: &Error) {
        let is_about_it = error.own_reported() == Some(&Reported::Sequence) && !error.is_placed();
        if is_about_it && matches!(self.shape(), None | Some(TypeShape::Other)) {
            self.record_shape(TypeShape::Object);
            self.repeat();
        }
    }

    /// Returns whether the type rejects sequences.
    pub(super) fn is_object(&self) -> bool {
        self.shape() == Some(TypeShape::Object)
    }

    /// Records that an internally tagged enum in JSON has its tag below labels, if it is missing
    /// and may be there, and the number of the levels.
    #[cold]
    pub(super) fn record_missing_tag(&self, error: &Error, levels: &dyn Fn() -> usize) {
        let Some(Reported::Missing(_)) = error.own_reported() else { return };
        self.record_tag();
        let mut labels = self.labels().unwrap_or_default();
        if self.is_tagged() && !labels.is_complete && labels.assumed == 0 {
            labels.assumed = levels();
            if labels.assumed > 0 {
                self.record_labels(labels);
            }
        }
    }

    /// Converts the values in buffers, if that may prevent an error. Returns the error with which
    /// the visit ends.
    #[cold]
    pub(super) fn convert(&self, error: &Error) -> Option<Error> {
        self.record.filter(|record| record.learns_to_convert(error)).map(Record::repeat)
    }

    /// Leaves out the fields that are null, if an error of a type whose fields are hidden shows
    /// that one of them rejects null. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn omit_nulls(
        &self,
        error: &Error,
        slot: Option<&Slot>,
        has_null: impl FnOnce() -> bool,
    ) -> Option<Error> {
        let is_about_null = error.own_reported() == Some(&Reported::Null) && !error.is_placed();
        if !is_about_null || !self.is_hidden() {
            return None;
        }
        let (record, slot) = (self.record?, slot?);
        let is_new = has_null() && slot.update(record, Findings::omit_nulls);
        is_new.then(|| record.repeat_early())
    }

    /// Returns whether an error may be about a stand-in that serde has buffered.
    #[cold]
    pub(super) fn is_of_stand_in(&self, error: &Error, slot: Option<&Slot>) -> bool {
        let found = self.record.zip(slot.filter(|slot| !slot.is_empty()));
        found.is_some_and(|(record, slot)| slot.update(record, |found| found.is_of_stand_in(error)))
    }

    /// Searches for the other fields that are missing in an internally tagged enum, if an error is
    /// about one. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn seek(&self, error: Error, slot: Option<&Slot>) -> Error {
        let is_possible = |record: &&Record| {
            record.on_error == OnError::Recover && !record.is_requested() && self.is_tagged()
        };
        let is_assumed = self.labels().is_some_and(|labels| labels.assumed > 0 && !labels.is_complete);
        let record = self.record.filter(is_possible);
        // The fields for labels are searched for by markers, except those of a stand-in.
        let is_label = match error.own_reported() {
            Some(Reported::Missing(field)) => {
                LabelField::parse(field).is_some() && !self.is_of_stand_in(&error, slot)
            }
            Some(Reported::Field(field)) => LabelField::parse(field).is_some(),
            _ => false,
        };
        let is_final = !is_label && !error.is_repeated() && !error.is_of_part();
        let (Some(record), Some(slot), true) = (record, slot, is_final) else { return error };
        if record.lacks_tag.take() || !record.takes_visits(1) {
            return error;
        }
        match slot
            .update(record, |findings| findings.seek(error, is_assumed, |count| record.takes_visits(count)))
        {
            Ok(()) => record.repeat_early(),
            Err(error) => error,
        }
    }

    /// Decodes a field that is null again, if it was left out and an error shows that it is
    /// required. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn require_null(
        &self,
        field: &'static str,
        slot: Option<&Slot>,
        is_written: impl FnOnce() -> bool,
    ) -> Option<Error> {
        let (record, slot) = (self.record?, slot?);
        let is_new = is_written() && slot.update(record, |findings| findings.require_null(field));
        is_new.then(|| record.repeat_early())
    }

    /// Returns the known label fields of a type whose fields are hidden.
    #[inline]
    pub(super) fn labels(&self) -> Option<HiddenLabels> {
        self.observer?.labels(self.type_name)
    }

    /// Records a hidden label field that is missing, or that was found; `has` is whether there is a
    /// label for it.
    #[cold]
    pub(super) fn record_label(&self, error: &Error, has: &dyn Fn(LabelField) -> bool) {
        let Some(candidate) = self.hidden_shape() else { return };
        if self.shape() == Some(TypeShape::Other) {
            return;
        }
        let mut labels = self.labels().unwrap_or_default();
        let undecided = |name: &str| LabelField::parse(name).filter(|field| !labels.decides(*field));
        let (field, exists) = match error.own_reported() {
            Some(Reported::Probe(field)) => (Some(*field), true),
            Some(Reported::Missing(name)) => {
                let field = undecided(name).filter(|field| has(*field));
                field.inspect(|_| self.record_shape(candidate));
                (field, true)
            }
            Some(Reported::Field(name)) => (undecided(name), false),
            _ => return,
        };
        let Some(field) = field else { return };
        if exists {
            labels.fields.push(field)
        } else {
            labels.excluded.push(field)
        }
        self.record_labels(labels);
    }

    /// Records that label fields were searched for, and those that took their labels. Returns
    /// whether there are any, so that the type has to be decoded again.
    #[cold]
    pub(super) fn record_search(&self, taken: impl Iterator<Item = LabelField>) -> bool {
        let mut hidden = self.labels().unwrap_or_default();
        let before = hidden.fields.len();
        hidden.fields.extend(taken);
        let is_new = hidden.fields.len() > before;
        if is_new {
            self.record_labels(hidden);
        } else if let Some(record) = self.record {
            record.record_search(self.type_name);
        }
        is_new
    }

    /// Records label fields, with which the type is decoded again.
    #[cold]
    pub(super) fn record_labels(&self, labels: HiddenLabels) {
        if let Some(record) = self.record {
            record.record_labels(self.type_name, labels);
            self.repeat();
        }
    }
}

/// The visit of a value in a form that may be unsuitable, see [`Target::attempt`].
pub(super) struct Attempt<'t, 'c> {
    target: &'t Target<'c>,
    was_hidden: bool,
}

impl Attempt<'_, '_> {
    /// Returns the result of the visit. If the form was unsuitable, the value is visited again in
    /// another form.
    pub(super) fn end<T>(self, slot: Option<&Slot>, result: Result<T>) -> Result<T> {
        match self.target.is_suitable(result.as_ref().err(), self.was_hidden, slot) {
            true => result,
            false => Err(self.target.repeat()),
        }
    }
}
