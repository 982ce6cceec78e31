//! Decodes in attempts: where a fact about a user type is not known, an attempt records it for the
//! next one.
//!
//! Serde provides the names of the fields of a struct, but not which of them accept null. `flatten`
//! and `tag` hide the names, including those of the fields that take labels. The fact is known only
//! when a value is accepted or rejected, which is too late for the type around it. Then:
//!
//! - In place of a null that a field rejects, a stand-in is decoded, so that one attempt finds all
//!   such fields. The next attempt leaves them out.
//! - If a fact is missing for a part, only the innermost part around it that can be decoded again
//!   is: an element of a sequence or the value of an entry. A part of which only a seed is known,
//!   as other crates pass them, cannot, nor can the whole; these need another attempt for each
//!   fact.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use serde::de::Visitor;

use super::repair::Repairs;
use crate::error::{Clue, Error, Result};
use crate::protocol::{LabelField, is_special_field};

/// The facts about user types that earlier attempts recorded.
#[derive(Default)]
pub(crate) struct TypeFacts {
    /// How fields handle null, each with its type.
    nulls: RefCell<HashMap<(&'static str, String), NullHandling>>,
    /// The types with a field that rejects null and has no stand-in. Their nulls come first in the
    /// next attempts, so that an attempt for each costs little.
    null_first: RefCell<Vec<&'static str>>,
    /// The label fields of types whose fields are hidden.
    labels: RefCell<HashMap<&'static str, HiddenLabels>>,
    /// The types whose label fields are searched for in this attempt.
    searched: RefCell<Vec<&'static str>>,
    /// The shapes of the types whose field names serde does not give. They are few.
    shapes: RefCell<Vec<(&'static str, Shape)>>,
    /// The last internally tagged enum. Serde decodes it later, from its buffer.
    tagged: Cell<Option<&'static str>>,
    /// Whether a key or value was read as an identifier.
    identifier: Cell<bool>,
    /// Whether a fact was recorded by which the value that failed can be decoded.
    is_new: Cell<bool>,
    /// The number of values of this attempt that are stand-ins, or not in their final form.
    provisional: Cell<usize>,
}

impl TypeFacts {
    /// Returns whether a fact was recorded for a value that failed, so that it can be decoded
    /// again.
    #[cold]
    pub(super) fn take_new(&self) -> bool {
        self.is_new.take()
    }

    /// Records that there is a new fact about a value that failed, or that is decoded in another
    /// form by it.
    fn note(&self, has_failed: bool) {
        match has_failed {
            true => self.is_new.set(true),
            false => self.provisional.set(self.provisional.get() + 1),
        }
    }

    /// Records that a stand-in is decoded in place of a null that its type rejects.
    #[cold]
    pub(super) fn record_stand_in(&self) {
        self.is_new.set(false);
        self.note(false);
        self.null_first.borrow_mut().pop();
    }

    /// Records that a key or value is read as an identifier.
    pub(super) fn note_identifier(&self) {
        self.identifier.set(true);
    }
}

/// The shape of a type whose field names serde does not give. It follows from the calls of its
/// visitor.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
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

/// The handling of null by a field.
#[derive(Clone, Copy, PartialEq)]
enum NullHandling {
    /// The field rejects null, which therefore counts as absent.
    Rejected,
    /// The field accepts null, unlike other hidden fields of its type.
    Accepted,
}

/// The known label fields of a type whose field names serde does not give.
#[derive(Clone, Default)]
pub(super) struct HiddenLabels {
    pub(super) fields: Vec<LabelField>,
    /// Fields that the type does not have.
    excluded: Vec<LabelField>,
    /// Whether it has no others.
    pub(super) is_complete: bool,
    /// In JSON, the number of labels of the blocks of an internally tagged enum, if the tag is
    /// below labels. Until the tag is found, nothing shows which fields there are.
    pub(super) assumed: usize,
}

impl HiddenLabels {
    /// Creates the label fields of a type that are all known.
    pub(super) fn complete(fields: Vec<LabelField>) -> Self {
        Self { fields, is_complete: true, ..Self::default() }
    }

    /// Returns whether it is known that there is such a field, or that there is none.
    fn decides(&self, field: LabelField) -> bool {
        self.fields.contains(&field) || self.excluded.contains(&field)
    }

    /// Returns whether the type may have another field. Label fields leave out no index, which
    /// bounds the number of attempts.
    pub(super) fn may_have(&self, field: LabelField) -> bool {
        let is_before = |other: &LabelField| matches!(other, LabelField::Indexed(1..)) && *other < field;
        let is_beyond = field != LabelField::All && self.excluded.iter().any(is_before);
        !self.decides(field) && !is_beyond
    }
}

/// Decodes until an attempt records no new fact, and has no new error.
pub(super) fn until_complete(
    repairs: &Repairs<'_>,
    mut attempt: impl FnMut(&TypeFacts) -> Result<()>,
) -> Result<()> {
    let facts = TypeFacts::default();
    loop {
        let result = attempt(&facts);
        if !facts.are_complete() {
            continue;
        }
        match result {
            Ok(()) if repairs.state().is_none() => return Ok(()),
            result => {
                if let Some(error) = repairs.next(result.err()) {
                    return Err(error);
                }
            }
        }
    }
}

/// Decodes until an attempt records no new fact.
pub(super) fn until_found<T>(mut attempt: impl FnMut(&TypeFacts) -> Result<T>) -> Result<T> {
    let facts = TypeFacts::default();
    loop {
        let result = attempt(&facts);
        if facts.are_complete() {
            return result;
        }
    }
}

impl TypeFacts {
    /// Returns whether the last attempt recorded no new fact.
    pub(super) fn are_complete(&self) -> bool {
        let searched = self.searched.take();
        if self.is_new.take() | (self.provisional.take() > 0) {
            return false;
        }
        // The search is complete, so a field that was not found does not exist.
        let mut labels = self.labels.borrow_mut();
        let is_complete = searched.is_empty();
        searched.into_iter().for_each(|ty| labels.entry(ty).or_default().is_complete = true);
        is_complete
    }
}

/// Moves the members that are null before the others.
#[cold]
pub(super) fn nulls_first<T>(members: Vec<T>, is_null: impl Fn(&T) -> bool) -> Vec<T> {
    let (mut nulls, others): (Vec<T>, Vec<T>) = members.into_iter().partition(is_null);
    nulls.extend(others);
    nulls
}

/// The fields of a type that a body or an object is decoded into.
pub(super) struct Target<'c> {
    /// `None` if there is a single attempt.
    facts: Option<&'c TypeFacts>,
    /// The facts, if reading a key or value as an identifier determines the shape of the type.
    observer: Option<&'c TypeFacts>,
    /// The name of the type of the visitor, which identifies the decoded type.
    type_name: &'static str,
    fields: FieldNames,
    /// Whether an earlier attempt recorded a fact about null.
    has_null_facts: bool,
}

#[derive(Clone, Copy)]
enum FieldNames {
    Named(&'static [&'static str]),
    /// Serde does not give them, or the type is a map or accepts anything. If it has fields, it has
    /// this shape.
    Unnamed(Shape),
}

/// Any field of a type whose fields are hidden.
const ANY_FIELD: &str = "";

impl<'c> Target<'c> {
    #[inline]
    fn new<V>(facts: Option<&'c TypeFacts>, fields: FieldNames) -> Self {
        Self::of_type(type_name::<V>(), facts, fields)
    }

    fn of_type(type_name: &'static str, facts: Option<&'c TypeFacts>, fields: FieldNames) -> Self {
        // A trait object has the same type name for every type behind it.
        let facts = facts.filter(|_| !type_name.starts_with("&mut dyn "));
        let has_null_facts = facts.is_some_and(|facts| !facts.nulls.borrow().is_empty());
        let observer = facts.filter(|_| matches!(fields, FieldNames::Unnamed(_)));
        Self { facts, observer, type_name, fields, has_null_facts }
    }

    /// Creates the target of a struct.
    pub(super) fn named<'de, V: Visitor<'de>>(
        facts: impl Into<Option<&'c TypeFacts>>,
        fields: &'static [&'static str],
    ) -> Self {
        Self::new::<V>(facts.into(), FieldNames::Named(fields))
    }

    /// Returns the target of a visitor that requests a map.
    pub(super) fn map<V>(facts: impl Into<Option<&'c TypeFacts>>) -> Self {
        Self::new::<V>(facts.into(), FieldNames::Unnamed(Shape::Flattened))
    }

    /// Returns the target of a visitor for `deserialize_any`.
    pub(super) fn any<V>(facts: impl Into<Option<&'c TypeFacts>>) -> Self {
        let target = Self::new::<V>(facts.into(), FieldNames::Unnamed(Shape::Tagged));
        if let Some(facts) = target.facts.filter(|_| target.is_tagged()) {
            facts.tagged.set(Some(target.type_name));
        }
        target
    }

    /// Returns the internally tagged enum that was decoded last, whose error is examined now.
    #[cold]
    pub(super) fn of_tagged(facts: &'c TypeFacts) -> Option<Self> {
        let type_name = facts.tagged.take()?;
        Some(Self { type_name, ..Self::new::<()>(Some(facts), FieldNames::Unnamed(Shape::Tagged)) })
    }

    /// Returns the names of the fields, where serde names them.
    pub(super) fn names(&self) -> &'static [&'static str] {
        match self.fields {
            FieldNames::Named(names) => names,
            FieldNames::Unnamed(_) => &[],
        }
    }

    /// Returns whether a name is that of a field for labels or for the rest of a body.
    pub(super) fn has_special(&self, name: &str) -> bool {
        is_special_field(name) && self.names().contains(&name)
    }

    /// Returns whether serde names the fields.
    pub(super) fn is_named(&self) -> bool {
        matches!(self.fields, FieldNames::Named(_))
    }

    /// Returns whether the type may have a field itself, and not only a type that is decoded from a
    /// buffer in it.
    pub(super) fn may_have(&self, field: &str) -> bool {
        match self.fields {
            FieldNames::Named(names) => names.contains(&field),
            FieldNames::Unnamed(_) => true,
        }
    }

    /// Returns the shape of a type whose field names serde does not give, if it is known.
    fn shape(&self) -> Option<Shape> {
        let shapes = self.observer?.shapes.borrow();
        shapes.iter().find(|(ty, _)| *ty == self.type_name).map(|(_, shape)| *shape)
    }

    /// Returns whether it is the target of a map, as far as that is known.
    pub(super) fn is_map(&self) -> bool {
        matches!(self.fields, FieldNames::Unnamed(Shape::Flattened)) && !self.is_hidden()
    }

    /// Returns whether it is the target of a map whose keys were decoded.
    pub(super) fn is_seen_map(&self) -> bool {
        self.observer.is_some() && self.is_map()
    }

    pub(super) fn is_tagged(&self) -> bool {
        self.shape() == Some(Shape::Tagged)
    }

    /// Returns whether the type has fields whose names serde does not give.
    pub(super) fn is_hidden(&self) -> bool {
        matches!(self.shape(), Some(Shape::Flattened | Shape::Tagged))
    }

    #[cold]
    fn record_shape(&self, shape: Shape) {
        if let Some(facts) = self.facts
            && self.shape().is_none()
        {
            facts.shapes.borrow_mut().push((self.type_name, shape));
        }
    }

    /// Returns the facts that record whether the next key or value is read as an identifier, if
    /// that determines the shape of the type.
    #[inline]
    pub(super) fn observer(&self) -> Option<&'c TypeFacts> {
        self.observer.inspect(|facts| facts.identifier.set(false))
    }

    /// Records whether a key was read as an identifier, as the keys of a struct are.
    #[inline]
    pub(super) fn record_key(&self) {
        if self.takes_identifier() {
            self.record_shape(match self.fields {
                FieldNames::Unnamed(Shape::Flattened) => Shape::Flattened,
                _ => Shape::Other,
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
        self.observer.is_some_and(|facts| facts.identifier.take())
    }

    #[cold]
    fn record_tag(&self) {
        if let FieldNames::Unnamed(Shape::Tagged) = self.fields {
            self.record_shape(Shape::Tagged);
            if let Some(facts) = self.facts.filter(|_| self.is_tagged()) {
                facts.tagged.set(Some(self.type_name));
            }
        }
    }

    /// Visits a value in a form that is unsuitable for types whose field names serde does not give.
    /// If the visitor is that of such a type, the next attempt visits it in another form.
    pub(super) fn attempt<T>(&self, visit: impl FnOnce() -> Result<T>) -> Result<T> {
        let was_hidden = self.is_hidden();
        self.observer();
        let result = visit();
        self.record_attempt(result.as_ref().err(), was_hidden);
        result
    }

    fn record_attempt(&self, error: Option<&Error>, was_hidden: bool) {
        // In this form, only an enum whose tag is missing reports a missing field.
        if let Some(error) = error
            && let Some(Clue::Missing(_)) = error.clue()
            && error.path().is_empty()
        {
            self.record_tag();
        }
        if let Some(facts) = self.facts.filter(|_| !was_hidden && self.is_hidden()) {
            facts.note(error.is_some());
        }
    }

    /// Records that the type rejects sequences, if an error shows it.
    #[cold]
    pub(super) fn record_refused_sequence(&self, error: &Error) {
        let is_about_it = error.clue() == Some(&Clue::Sequence) && !error.is_placed();
        if is_about_it && error.path().is_empty() && self.shape().is_none() {
            self.record_shape(Shape::Object);
            self.observer.inspect(|facts| facts.is_new.set(true));
        }
    }

    /// Returns whether the type rejects sequences.
    pub(super) fn is_object(&self) -> bool {
        self.shape() == Some(Shape::Object)
    }

    /// Records that an internally tagged enum in JSON has its tag below labels, if it is missing
    /// and may be there, and the number of the levels.
    #[cold]
    pub(super) fn record_missing_tag(&self, error: &Error, levels: impl FnOnce() -> usize) {
        if !matches!(error.clue(), Some(Clue::Missing(_))) || !error.path().is_empty() {
            return;
        }
        self.record_tag();
        let mut labels = self.labels().unwrap_or_default();
        if self.is_tagged() && !labels.is_complete && labels.assumed == 0 {
            labels.assumed = levels();
            if labels.assumed > 0 {
                self.record_labels(labels, true);
            }
        }
    }

    /// Returns whether an earlier attempt found that a field counts as absent when it is null.
    #[inline]
    pub(super) fn rejects_null(&self, name: &str) -> bool {
        self.has_null_facts && self.has_rejected_null(name)
    }

    #[cold]
    fn has_rejected_null(&self, name: &str) -> bool {
        let Some(facts) = self.facts else { return false };
        let nulls = facts.nulls.borrow();
        let known = |name: &str| nulls.get(&(self.type_name, name.to_owned()));
        known(name).or_else(|| known(ANY_FIELD)) == Some(&NullHandling::Rejected)
    }

    /// Returns the facts if a field rejects null, so that a stand-in can be decoded for it. The
    /// field is left out of the next attempt.
    #[cold]
    pub(super) fn rejected_null(&self, name: &str) -> Option<&'c TypeFacts> {
        self.facts.filter(|_| self.has_rejected_null(name))
    }

    /// Records that the type rejects the stand-in for a null too.
    #[cold]
    pub(super) fn record_rejected_stand_in(&self) {
        if let Some(facts) = self.facts {
            facts.note(true);
            facts.provisional.set(facts.provisional.get() - 1);
            facts.null_first.borrow_mut().push(self.type_name);
        }
    }

    /// Returns whether nulls come before other members.
    #[inline]
    pub(super) fn is_null_first(&self) -> bool {
        self.has_null_facts && self.has_null_first()
    }

    #[cold]
    fn has_null_first(&self) -> bool {
        self.facts.is_some_and(|facts| facts.null_first.borrow().contains(&self.type_name))
    }

    /// Records that a field rejects null.
    #[cold]
    pub(super) fn record_rejected_null(&self, name: &str) {
        let has_field = match self.fields {
            FieldNames::Named(names) => names.contains(&name),
            FieldNames::Unnamed(_) => self.is_hidden(),
        };
        if has_field {
            self.record_null(name, NullHandling::Rejected);
            // Decoding a stand-in reverts this. Seeds, by which other crates decode, have none.
            self.facts.inspect(|facts| facts.null_first.borrow_mut().push(self.type_name));
        }
    }

    /// Records that a hidden field rejects null.
    #[cold]
    pub(super) fn record_hidden_null(&self) {
        self.record_null(ANY_FIELD, NullHandling::Rejected);
    }

    fn record_null(&self, name: &str, null: NullHandling) {
        if let Some(facts) = self.facts {
            let before = facts.nulls.borrow_mut().insert((self.type_name, name.to_owned()), null);
            facts.is_new.set(facts.is_new.get() || before != Some(null));
        }
    }

    /// Returns the known label fields of a type whose fields are hidden.
    #[inline]
    pub(super) fn labels(&self) -> Option<HiddenLabels> {
        self.observer?.labels.borrow().get(self.type_name).cloned()
    }

    /// Records a hidden label field that is missing, or that was found; `has` is whether there is a
    /// label for it.
    #[cold]
    pub(super) fn record_label(&self, error: &Error, has: impl FnOnce(LabelField) -> bool) {
        let FieldNames::Unnamed(candidate) = self.fields else { return };
        if self.shape() == Some(Shape::Other) || !error.path().is_empty() {
            return;
        }
        let mut labels = self.labels().unwrap_or_default();
        let undecided = |name: &str| LabelField::parse(name).filter(|field| !labels.decides(*field));
        let (field, exists) = match error.clue() {
            Some(Clue::Probe(field)) => (Some(*field), true),
            Some(Clue::Missing(name)) => {
                let field = undecided(name).filter(|field| has(*field));
                field.inspect(|_| self.record_shape(candidate));
                (field, true)
            }
            Some(Clue::Field(name)) => (undecided(name), false),
            _ => return,
        };
        let Some(field) = field else { return };
        if exists {
            labels.fields.push(field)
        } else {
            labels.excluded.push(field)
        }
        self.record_labels(labels, true);
    }

    /// Records that label fields were searched for, and those that took their labels at once.
    #[cold]
    pub(super) fn record_search(
        &self,
        mut hidden: HiddenLabels,
        taken: impl Iterator<Item = LabelField>,
        has_failed: bool,
    ) {
        let before = hidden.fields.len();
        hidden.fields.extend(taken);
        if hidden.fields.len() > before {
            self.record_labels(hidden, has_failed);
        } else if let Some(facts) = self.facts {
            facts.searched.borrow_mut().push(self.type_name);
        }
    }

    /// Records label fields, which an attempt that failed or one that succeeded without them shows.
    #[cold]
    pub(super) fn record_labels(&self, labels: HiddenLabels, has_failed: bool) {
        if let Some(facts) = self.facts {
            facts.labels.borrow_mut().insert(self.type_name, labels);
            facts.note(has_failed);
        }
    }

    /// Returns whether an error is about a field that counts as missing because it is set to null,
    /// which it rejects.
    #[cold]
    pub(super) fn missing_null(&self, error: &Error) -> Option<&'static str> {
        match error.clue() {
            Some(Clue::Missing(field)) if error.path().is_empty() && self.rejects_null(field) => Some(field),
            _ => None,
        }
    }

    /// Returns the error about a field that is required, but set to null.
    #[cold]
    pub(super) fn null_error(&self, field: &'static str) -> Error {
        let is_known = self
            .facts
            .is_some_and(|facts| facts.nulls.borrow().contains_key(&(self.type_name, field.to_owned())));
        if !is_known {
            // Only hidden fields are known to reject null, so this field is recorded as accepting
            // it.
            self.record_null(field, NullHandling::Accepted);
        }
        Error::null_field(field).under(field)
    }

    /// Returns whether an error is about a hidden field that is null, which is new.
    #[cold]
    pub(super) fn is_about_hidden_null(&self, error: &Error) -> bool {
        let is_known =
            |facts: &TypeFacts| facts.nulls.borrow().contains_key(&(self.type_name, ANY_FIELD.to_owned()));
        error.clue() == Some(&Clue::Null)
            && !error.is_placed()
            && error.path().is_empty()
            && self.is_hidden()
            && self.facts.is_some_and(|facts| !is_known(facts))
    }
}
