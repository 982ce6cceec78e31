//! Decodes in attempts: an attempt that fails for lack of a fact about a user type records it for the next one.
//!
//! Serde names the fields of a struct, but not which of them take null; and `flatten` and `tag` hide the names, those of the
//! fields that take labels too. Which it is turns out when a value is taken or refused, and then it is too late for that
//! attempt. There are at most as many attempts as there are such fields in the types.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::{self, Write};

use serde::de::Visitor;

use super::key::{LABEL_NAMES, is_label_field};
use super::value::Expected;
use crate::error::{Clue, Error, Result};

/// The facts about user types that earlier attempts recorded.
#[derive(Default)]
pub(crate) struct TypeFacts {
    /// What fields do with null, each with the type that has it.
    nulls: RefCell<HashMap<(&'static str, String), NullHandling>>,
    /// The label fields of types whose fields are hidden.
    labels: RefCell<HashMap<&'static str, HiddenLabels>>,
    /// The types whose label fields are searched for in this attempt.
    searched: RefCell<Vec<&'static str>>,
    /// The internally tagged enum that was looked at last. Serde decodes it after that, from what it kept.
    tagged: Cell<Option<&'static str>>,
    is_new: Cell<bool>,
}

/// How a field handles null.
#[derive(Clone, Copy, PartialEq)]
enum NullHandling {
    /// It does not take null, which counts as absent therefore.
    Rejected,
    /// It takes null, unlike others of its type that are hidden.
    Accepted,
}

/// The known label fields of a type whose field names serde does not give.
#[derive(Clone, Default)]
pub(super) struct HiddenLabels {
    /// Those that it has.
    pub(super) names: Vec<&'static str>,
    /// Those that it certainly does not have.
    excluded: Vec<&'static str>,
    /// Whether it has no others.
    pub(super) is_complete: bool,
}

impl HiddenLabels {
    /// All that there are.
    pub(super) fn complete(names: Vec<&'static str>) -> Self {
        Self { names, excluded: Vec::new(), is_complete: true }
    }

    /// Whether it is known that there is such a field, or that there is none.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.names.contains(&name) || self.excluded.contains(&name)
    }
}

/// Decodes until an attempt records no new fact.
pub(super) fn until_complete<T>(mut attempt: impl FnMut(&TypeFacts) -> Result<T>) -> Result<T> {
    let facts = TypeFacts::default();
    loop {
        let result = attempt(&facts);
        let searched = facts.searched.take();
        if facts.is_new.take() {
            continue;
        }
        if searched.is_empty() {
            return result;
        }
        // What was searched for and not found is not there.
        let mut labels = facts.labels.borrow_mut();
        searched.into_iter().for_each(|ty| labels.entry(ty).or_default().is_complete = true);
    }
}

/// The fields of a type that a body or an object is decoded into.
#[derive(Clone, Copy)]
pub(super) struct Target<'c> {
    /// Nothing where there is one attempt only.
    facts: Option<&'c TypeFacts>,
    /// The name of the visitor, which stands for the type.
    type_name: &'static str,
    fields: FieldNames,
    /// Whether an earlier attempt found out something about null.
    has_null_facts: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum FieldNames {
    Named(&'static [&'static str]),
    /// Of a struct with flattened fields.
    Flattened,
    /// Of an internally tagged enum.
    Tagged,
    /// It is a map, or takes anything.
    None,
}

/// Any field of a type whose fields are hidden.
const ANY_FIELD: &str = "";

impl<'c> Target<'c> {
    fn new<V>(facts: Option<&'c TypeFacts>, fields: FieldNames) -> Self {
        let has_null_facts = facts.is_some_and(|facts| !facts.nulls.borrow().is_empty());
        Self { facts, type_name: type_name::<V>(), fields, has_null_facts }
    }

    /// A struct.
    pub(super) fn named<'de, V: Visitor<'de>>(
        facts: impl Into<Option<&'c TypeFacts>>,
        fields: &'static [&'static str],
    ) -> Self {
        Self::new::<V>(facts.into(), FieldNames::Named(fields))
    }

    /// What asks for a map, or for anything.
    pub(super) fn of<'de, V: Visitor<'de>>(facts: impl Into<Option<&'c TypeFacts>>, visitor: &V) -> Self {
        let fields = match () {
            () if is_of_serde::<V>() => FieldNames::None,
            () if expects(visitor, "struct ") => FieldNames::Flattened,
            () if expects(visitor, "internally tagged enum ") => FieldNames::Tagged,
            () => FieldNames::None,
        };
        let target = Self::new::<V>(facts.into(), fields);
        if let Some(facts) = target.facts.filter(|_| target.is_tagged()) {
            facts.tagged.set(Some(target.type_name));
        }
        target
    }

    /// Returns the internally tagged enum that was decoded last, whose error is examined now.
    #[cold]
    pub(super) fn of_tagged(facts: &'c TypeFacts) -> Option<Self> {
        let type_name = facts.tagged.take()?;
        Some(Self { type_name, ..Self::new::<()>(Some(facts), FieldNames::Tagged) })
    }

    /// The names of the fields, where serde names them.
    pub(super) fn names(&self) -> &'static [&'static str] {
        match self.fields {
            FieldNames::Named(names) => names,
            FieldNames::Flattened | FieldNames::Tagged | FieldNames::None => &[],
        }
    }

    pub(super) fn is_flattened(&self) -> bool {
        self.fields == FieldNames::Flattened
    }

    pub(super) fn is_tagged(&self) -> bool {
        self.fields == FieldNames::Tagged
    }

    /// Whether serde does not name the fields.
    pub(super) fn is_hidden(&self) -> bool {
        self.is_flattened() || self.is_tagged()
    }

    /// Whether a field counts as absent when it is null, as an earlier attempt found out.
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

    /// Records that a field does not take null.
    #[cold]
    pub(super) fn record_rejected_null(&self, name: &str) {
        let has_field = match self.fields {
            FieldNames::Named(names) => names.contains(&name),
            FieldNames::Flattened | FieldNames::Tagged => true,
            FieldNames::None => false,
        };
        if has_field {
            self.record_null(name, NullHandling::Rejected);
        }
    }

    /// Records that a hidden field does not take null.
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

    /// What is known about the label fields, where the fields are hidden.
    pub(super) fn labels(&self) -> Option<HiddenLabels> {
        self.facts.filter(|_| self.is_hidden())?.labels.borrow().get(self.type_name).cloned()
    }

    /// Records a hidden label field that is missing, or that was found; `has` tells whether there is such a label.
    #[cold]
    pub(super) fn record_label(&self, error: &Error, has: impl FnOnce(&str) -> bool) {
        if !self.is_hidden() || !error.path().is_empty() {
            return;
        }
        let mut labels = self.labels().unwrap_or_default();
        let known = |name: &str| LABEL_NAMES.iter().copied().find(|known| *known == name);
        match error.clue() {
            Some(Clue::Missing(field)) if is_label_field(field) && !labels.knows(field) && has(field) => {
                labels.names.push(field);
            }
            Some(Clue::Probe(number)) => labels.names.push(LABEL_NAMES[usize::from(*number)]),
            Some(Clue::Field(field)) => match known(field).filter(|field| !labels.knows(field)) {
                Some(field) => labels.excluded.push(field),
                None => return,
            },
            _ => return,
        }
        self.record_labels(labels);
    }

    /// Records that label fields were searched for, and those that took their labels at once.
    #[cold]
    pub(super) fn record_search(&self, mut hidden: HiddenLabels, taken: impl Iterator<Item = &'static str>) {
        let before = hidden.names.len();
        hidden.names.extend(taken);
        if hidden.names.len() > before {
            self.record_labels(hidden);
        } else if let Some(facts) = self.facts {
            facts.searched.borrow_mut().push(self.type_name);
        }
    }

    #[cold]
    pub(super) fn record_labels(&self, labels: HiddenLabels) {
        if let Some(facts) = self.facts {
            facts.labels.borrow_mut().insert(self.type_name, labels);
            facts.is_new.set(true);
        }
    }

    /// Whether an error is about a field that is missing since it is set to null, which it does not take.
    #[cold]
    pub(super) fn missing_null(&self, error: &Error) -> Option<&'static str> {
        match error.clue() {
            Some(Clue::Missing(field)) if error.path().is_empty() && self.rejects_null(field) => Some(field),
            _ => None,
        }
    }

    /// The error about a field that is required, but set to null.
    #[cold]
    pub(super) fn null_error(&self, field: &'static str) -> Error {
        let is_known = self
            .facts
            .is_some_and(|facts| facts.nulls.borrow().contains_key(&(self.type_name, field.to_owned())));
        if !is_known {
            // It was not this field that refused null.
            self.record_null(field, NullHandling::Accepted);
        }
        Error::null_field(field).under(field)
    }

    /// Whether an error is about a hidden field that is null, which is new.
    #[cold]
    pub(super) fn is_about_hidden_null(&self, error: &Error) -> bool {
        let is_known =
            |facts: &TypeFacts| facts.nulls.borrow().contains_key(&(self.type_name, ANY_FIELD.to_owned()));
        self.is_hidden()
            && !error.is_placed()
            && error.path().is_empty()
            && error.clue() == Some(&Clue::Null)
            && self.facts.is_some_and(|facts| !is_known(facts))
    }
}

/// Whether a visitor is that of a map or another type that serde itself decodes, which takes less time to see than what it
/// expects.
fn is_of_serde<'de, V: Visitor<'de>>() -> bool {
    let name = type_name::<V>();
    name.starts_with("serde_core::de::impls::") || name.starts_with("serde::de::impls::")
}

/// Whether what a visitor says that it expects begins with some words.
pub(super) fn expects<'de, V: Visitor<'de>>(visitor: &V, words: &str) -> bool {
    struct Prefix<'w>(&'w str);

    // Stops as soon as it is known, and allocates nothing.
    impl Write for Prefix<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let (wanted, given) = (self.0, text);
            match (wanted.strip_prefix(given), given.starts_with(wanted)) {
                (Some(rest), _) => self.0 = rest,
                (None, true) => self.0 = "",
                (None, false) => return Err(fmt::Error),
            }
            Ok(())
        }
    }

    let mut prefix = Prefix(words);
    write!(prefix, "{}", Expected(visitor)).is_ok() && prefix.0.is_empty()
}
