//! The record of a decode: the facts about types that serde does not expose.
//!
//! `flatten` and `tag` hide the names of the fields of a type, including those of the fields that
//! take labels. Such a fact is known only when the type requested a field, which is too late for
//! that visit. It is recorded by the name of the type, the part is decoded again, and further
//! values of the type are decoded with it at once.

use std::any::type_name;
use std::cell::{Cell, RefCell};

use serde::de::Visitor;

use super::findings::Slot;
use super::forms::{Forms, HiddenLabels, may_be_conversion};
use super::sample::{Parts, Subject};
use crate::error::{Error, Result};
use crate::protocol::LabelField;
use crate::util::ordered::OrderedMap;

/// The number of facts that are found at most, in addition to one for each byte of the text: a fact
/// is about a member, a missing field, or the fields of a type.
const MIN_FACTS: usize = 256;

/// The maximum number of visits without single members, of a decode.
const MAX_VISITS: usize = 256;

/// The maximum number of changes of the label fields of one type.
const MAX_CHANGES: usize = 64;

/// The shape of a type whose field names serde does not give. It follows from the calls of its
/// visitor.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TypeShape {
    /// A struct with flattened fields: it requests a map and reads the keys as identifiers.
    Flattened,
    /// An internally tagged enum: it calls `deserialize_any` and reads one of the values, its tag,
    /// as an identifier.
    Tagged,
    /// A type that calls `deserialize_any` and rejects sequences, such as the content of an
    /// adjacently tagged enum.
    Object,
    /// As another type.
    Other,
}

/// How decoding continues after an error.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) enum OnError {
    /// It ends.
    #[default]
    End,
    /// It goes on, to find the other errors.
    Recover,
    /// It goes on without the member that failed, so that the result is the valid part.
    Omit,
}

/// What a decode records.
#[derive(Default)]
pub(crate) struct Record {
    pub(super) on_error: OnError,
    /// The number of facts that were found in this decode, about types and about parts. A part is
    /// decoded again only with a new fact, and there are at most `max_facts`.
    facts: Cell<usize>,
    max_facts: usize,
    /// The label fields of types whose fields are hidden, and how often they changed.
    labels: RefCell<OrderedMap<&'static str, (HiddenLabels, usize)>>,
    /// The types whose label fields are searched for in this pass.
    searched: RefCell<Vec<&'static str>>,
    /// The shapes of the types whose field names serde does not give. They are few.
    shapes: RefCell<Vec<(&'static str, TypeShape)>>,
    /// The types of options whose content cannot be null, so that null is `None`. They are few.
    options: RefCell<Vec<&'static str>>,
    /// The stand-ins that types accept, or the last one for those that reject all.
    stand_ins: RefCell<OrderedMap<Subject, Parts>>,
    /// The numbers of labels of blocks in JSON, by the types that show them only after their labels
    /// were decoded.
    label_counts: RefCell<OrderedMap<&'static str, usize>>,
    /// The number of labels of the struct in JSON that was decoded last.
    pub(super) label_count: Cell<usize>,
    /// The types with flattened fields that are decoded from the same body, one name for each
    /// field.
    flat: RefCell<Vec<&'static str>>,
    /// The forms of blocks in buffers.
    pub(super) forms: Forms,
    /// Whether values in buffers are converted.
    converts: Cell<bool>,
    /// The last internally tagged enum. Serde decodes it later, from its buffer.
    pub(super) tagged: Cell<Option<&'static str>>,
    /// Whether it has no tag, so that no variant was decoded.
    pub(super) lacks_tag: Cell<bool>,
    /// Whether the last visit ended with an error, so that markers after it were not examined.
    pub(super) ended_early: Cell<bool>,
    /// Whether a key or value was read as an identifier.
    pub(super) identifier: Cell<bool>,
    /// Whether there were findings about a part, or markers. Most decodes have neither.
    pub(super) has_found: Cell<bool>,
    /// Whether a part is to be decoded again.
    is_requested: Cell<bool>,
    /// The number of visits without single members.
    visits: Cell<usize>,
}

impl Record {
    /// Creates the record of a decode of a text of this many bytes.
    pub(super) fn new(length: usize, on_error: OnError) -> Self {
        Self { on_error, max_facts: MIN_FACTS.saturating_add(length), ..Self::default() }
    }

    #[inline]
    pub(super) fn has_found(&self) -> bool {
        self.has_found.get()
    }

    /// Passes a marker to a buffer, for a block or for a field for labels that its type may have.
    pub(super) fn visit_marker<'de, V: Visitor<'de>>(
        &self,
        number: u32,
        field: Option<LabelField>,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_bytes(&self.marker(type_name::<V::Value>(), number, field))
    }

    /// Returns the marker for a type with this name.
    pub(super) fn marker(&self, type_name: &'static str, number: u32, field: Option<LabelField>) -> Vec<u8> {
        self.has_found.set(true);
        self.forms.marker(type_name, number, field)
    }

    /// Returns the number of facts that were found.
    #[inline]
    pub(super) fn facts(&self) -> usize {
        self.facts.get()
    }

    /// Counts a new fact.
    pub(super) fn learn(&self) {
        self.facts.set(self.max_facts.min(self.facts.get() + 1));
    }

    /// Returns whether this many visits without single members are possible, and counts them.
    pub(super) fn takes_visits(&self, count: usize) -> bool {
        let visits = self.visits.get() + count;
        let is_possible = visits <= MAX_VISITS && self.facts.get() + count < self.max_facts;
        if is_possible {
            self.visits.set(visits);
        }
        is_possible
    }

    /// Requests that a part is decoded again with a new fact, and returns the error with which it
    /// is given up.
    #[cold]
    pub(super) fn repeat(&self) -> Error {
        self.is_requested.set(true);
        Error::repeated()
    }

    /// Requests that a part is decoded again with a new fact, after a visit that ended before its
    /// markers were examined.
    #[cold]
    pub(super) fn repeat_early(&self) -> Error {
        self.learn();
        self.ended_early.set(true);
        self.repeat()
    }

    /// Returns whether a part is to be decoded again, and takes the request.
    pub(super) fn take_request(&self) -> bool {
        self.is_requested.take()
    }

    /// Returns whether a part is to be decoded again.
    pub(super) fn is_requested(&self) -> bool {
        self.is_requested.get() || self.forms.is_rejected()
    }

    /// Returns whether a value of the type with this name contains markers in place of blocks,
    /// those after the first ones, so that it is decoded again with what they show.
    pub(super) fn has_markers(&self, type_name: &str, first: usize) -> bool {
        if self.ended_early.take() && !self.forms.is_rejected() {
            self.forms.forget_marked(first);
            return false;
        }
        let has_markers = self.forms.examine(type_name, first);
        if has_markers {
            self.learn();
        }
        has_markers
    }

    /// Records that a key or value is read as an identifier.
    pub(super) fn note_identifier(&self) {
        self.identifier.set(true);
    }

    /// Returns the shape of a type, if it is known.
    pub(super) fn shape(&self, type_name: &str) -> Option<TypeShape> {
        let shapes = self.shapes.borrow();
        shapes.iter().find(|(ty, _)| *ty == type_name).map(|(_, shape)| *shape)
    }

    /// Records the shape of a type, unless it is known. That a type rejects sequences shows when it
    /// is visited with one, maybe after objects.
    pub(super) fn record_shape(&self, type_name: &'static str, shape: TypeShape) {
        let mut shapes = self.shapes.borrow_mut();
        match shapes.iter_mut().find(|(ty, _)| *ty == type_name) {
            None => shapes.push((type_name, shape)),
            Some((_, known @ TypeShape::Other)) if shape == TypeShape::Object => *known = shape,
            Some(_) => return,
        }
        self.learn();
    }

    /// Returns whether null is `None` for a type of options.
    pub(super) fn has_none(&self, type_name: &str) -> bool {
        self.options.borrow().contains(&type_name)
    }

    /// Records that null is `None` for a type of options, with which the option is decoded again.
    #[cold]
    pub(super) fn record_none(&self, type_name: &'static str) -> Error {
        if !self.has_none(type_name) {
            self.options.borrow_mut().push(type_name);
            self.learn();
        }
        self.repeat()
    }

    /// Returns the parts of a stand-in that its type accepts, as far as they are known.
    #[cold]
    pub(super) fn stand_in_parts(&self, subject: Subject) -> Parts {
        self.stand_ins.borrow().get(&subject).cloned().unwrap_or_default()
    }

    /// Records the parts of a stand-in that its type accepts, or those of the last attempt.
    #[cold]
    pub(super) fn record_stand_in(&self, subject: Subject, parts: Parts) {
        self.stand_ins.borrow_mut().insert(subject, parts);
    }

    /// Returns the number of flattened fields of a type that are decoded from the same body.
    pub(super) fn flat_count(&self, type_name: &str) -> usize {
        self.flat.borrow().iter().filter(|ty| **ty == type_name).count()
    }

    /// Records such a field, with which the type is decoded again.
    #[cold]
    pub(super) fn record_flat(&self, type_name: &'static str) -> Error {
        self.flat.borrow_mut().push(type_name);
        self.learn();
        self.repeat()
    }

    /// Returns whether values in buffers are converted.
    #[inline]
    pub(super) fn converts(&self) -> bool {
        self.converts.get()
    }

    /// Records that values in buffers are converted, if that may prevent an error. Returns whether
    /// that is new.
    #[cold]
    pub(super) fn learns_to_convert(&self, error: &Error) -> bool {
        let is_new = !self.converts.get() && may_be_conversion(error);
        if is_new {
            self.converts.set(true);
            self.ended_early.set(true);
            self.learn();
        }
        is_new
    }

    /// Returns the number of labels of the blocks of a type in JSON, if it was recorded.
    pub(super) fn label_count(&self, type_name: &str) -> Option<usize> {
        self.label_counts.borrow().get(type_name).copied()
    }

    /// Records the number of labels of a type, with which it is decoded again.
    #[cold]
    pub(super) fn record_label_count(&self, type_name: &'static str, count: usize) -> Error {
        if self.label_counts.borrow_mut().insert(type_name, count) != Some(count) {
            self.learn();
        }
        self.repeat()
    }

    /// Returns the known label fields of a type.
    pub(super) fn labels(&self, type_name: &str) -> Option<HiddenLabels> {
        self.labels.borrow().get(type_name).map(|(labels, _)| labels.clone())
    }

    /// Records the label fields of a type.
    pub(super) fn record_labels(&self, type_name: &'static str, labels: HiddenLabels) {
        let mut all = self.labels.borrow_mut();
        let (known, changes) = all.entry(type_name).or_default();
        if *changes < MAX_CHANGES.max(labels.fields.len() + labels.excluded.len()) {
            *known = labels;
            *changes += 1;
            self.learn();
        }
    }

    /// Records that the label fields of a type are searched for.
    pub(super) fn record_search(&self, type_name: &'static str) {
        self.searched.borrow_mut().push(type_name);
    }

    /// Returns whether a pass has to be repeated with what was recorded in it. What was found in
    /// the slot of the whole is forgotten, if the levels of objects that are labels change.
    pub(super) fn needs_pass(&self, slot: &Slot) -> bool {
        let searched = self.searched.take();
        if self.take_request() | self.has_markers("", 0) {
            return true;
        }
        // The search is complete, so a field that was not found does not exist.
        let needs_pass = !searched.is_empty();
        for ty in searched {
            let mut labels = self.labels(ty).unwrap_or_default();
            if !std::mem::replace(&mut labels.is_complete, true) {
                if labels.assumed > 0 {
                    slot.clear();
                }
                self.record_labels(ty, labels);
            }
        }
        needs_pass
    }
}
