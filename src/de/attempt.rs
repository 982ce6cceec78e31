//! Decoding in attempts: what one attempt finds out about the types of the user, the next one makes use of.
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

/// What earlier attempts found out.
#[derive(Default)]
pub(crate) struct Lessons {
    /// What fields do with null, each with the type that has it.
    nulls: RefCell<HashMap<(&'static str, String), Null>>,
    /// The label fields of types whose fields are hidden.
    labels: RefCell<HashMap<&'static str, HiddenLabels>>,
    /// The types whose label fields are searched for in this attempt.
    searched: RefCell<Vec<&'static str>>,
    /// The internally tagged enum that was looked at last. Serde decodes it after that, from what it kept.
    tagged: Cell<Option<&'static str>>,
    is_new: Cell<bool>,
}

/// What a field does with null.
#[derive(Clone, Copy, PartialEq)]
enum Null {
    /// It does not take null, which counts as absent therefore.
    Refuses,
    /// It takes null, unlike others of its type that are hidden.
    Takes,
}

/// What is known about the label fields of a type whose fields are hidden.
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

/// Decodes, as often as something new is found out by it.
pub(super) fn repeat<T>(mut attempt: impl FnMut(&Lessons) -> Result<T>) -> Result<T> {
    let lessons = Lessons::default();
    loop {
        let result = attempt(&lessons);
        let searched = lessons.searched.take();
        if lessons.is_new.take() {
            continue;
        }
        if searched.is_empty() {
            return result;
        }
        // What was searched for and not found is not there.
        let mut labels = lessons.labels.borrow_mut();
        searched.into_iter().for_each(|ty| labels.entry(ty).or_default().is_complete = true);
    }
}

/// The fields of a type that a body or an object is decoded into.
#[derive(Clone, Copy)]
pub(super) struct Frame<'c> {
    /// Nothing where there is one attempt only.
    lessons: Option<&'c Lessons>,
    /// The name of the visitor, which stands for the type.
    type_name: &'static str,
    fields: Fields,
    /// Whether an earlier attempt found out something about null.
    knows_nulls: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Fields {
    Named(&'static [&'static str]),
    /// Of a struct with flattened fields.
    Flattened,
    /// Of an internally tagged enum.
    Tagged,
    /// It is a map, or takes anything.
    None,
}

/// Any field of a type whose fields are hidden.
const ANY: &str = "";

impl<'c> Frame<'c> {
    fn new<V>(lessons: Option<&'c Lessons>, fields: Fields) -> Self {
        let knows_nulls = lessons.is_some_and(|lessons| !lessons.nulls.borrow().is_empty());
        Self { lessons, type_name: type_name::<V>(), fields, knows_nulls }
    }

    /// A struct.
    pub(super) fn named<'de, V: Visitor<'de>>(
        lessons: impl Into<Option<&'c Lessons>>,
        fields: &'static [&'static str],
    ) -> Self {
        Self::new::<V>(lessons.into(), Fields::Named(fields))
    }

    /// What asks for a map, or for anything.
    pub(super) fn of<'de, V: Visitor<'de>>(lessons: impl Into<Option<&'c Lessons>>, visitor: &V) -> Self {
        let fields = match () {
            () if is_of_serde::<V>() => Fields::None,
            () if expects(visitor, "struct ") => Fields::Flattened,
            () if expects(visitor, "internally tagged enum ") => Fields::Tagged,
            () => Fields::None,
        };
        let frame = Self::new::<V>(lessons.into(), fields);
        if let Some(lessons) = frame.lessons.filter(|_| frame.is_tagged()) {
            lessons.tagged.set(Some(frame.type_name));
        }
        frame
    }

    /// Returns the internally tagged enum that was decoded last, whose error is examined now.
    #[cold]
    pub(super) fn of_tagged(lessons: &'c Lessons) -> Option<Self> {
        let type_name = lessons.tagged.take()?;
        Some(Self { type_name, ..Self::new::<()>(Some(lessons), Fields::Tagged) })
    }

    /// The names of the fields, where serde names them.
    pub(super) fn names(&self) -> &'static [&'static str] {
        match self.fields {
            Fields::Named(names) => names,
            Fields::Flattened | Fields::Tagged | Fields::None => &[],
        }
    }

    pub(super) fn is_flattened(&self) -> bool {
        self.fields == Fields::Flattened
    }

    pub(super) fn is_tagged(&self) -> bool {
        self.fields == Fields::Tagged
    }

    /// Whether serde does not name the fields.
    pub(super) fn is_hidden(&self) -> bool {
        self.is_flattened() || self.is_tagged()
    }

    /// Whether a field counts as absent when it is null, as an earlier attempt found out.
    #[inline]
    pub(super) fn refuses_null(&self, name: &str) -> bool {
        self.knows_nulls && self.is_known_to_refuse_null(name)
    }

    #[cold]
    fn is_known_to_refuse_null(&self, name: &str) -> bool {
        let Some(lessons) = self.lessons else { return false };
        let nulls = lessons.nulls.borrow();
        let known = |name: &str| nulls.get(&(self.type_name, name.to_owned()));
        known(name).or_else(|| known(ANY)) == Some(&Null::Refuses)
    }

    /// Notes that a field does not take null.
    #[cold]
    pub(super) fn learn_refused_null(&self, name: &str) {
        let has_field = match self.fields {
            Fields::Named(names) => names.contains(&name),
            Fields::Flattened | Fields::Tagged => true,
            Fields::None => false,
        };
        if has_field {
            self.learn_null(name, Null::Refuses);
        }
    }

    /// Notes that a hidden field does not take null.
    #[cold]
    pub(super) fn learn_hidden_null(&self) {
        self.learn_null(ANY, Null::Refuses);
    }

    fn learn_null(&self, name: &str, null: Null) {
        if let Some(lessons) = self.lessons {
            let before = lessons.nulls.borrow_mut().insert((self.type_name, name.to_owned()), null);
            lessons.is_new.set(lessons.is_new.get() || before != Some(null));
        }
    }

    /// What is known about the label fields, where the fields are hidden.
    pub(super) fn labels(&self) -> Option<HiddenLabels> {
        self.lessons.filter(|_| self.is_hidden())?.labels.borrow().get(self.type_name).cloned()
    }

    /// Notes a hidden label field that is missing, or that was found; `has` tells whether there is such a label.
    #[cold]
    pub(super) fn learn_label(&self, error: &Error, has: impl FnOnce(&str) -> bool) {
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
        self.learn_labels(labels);
    }

    /// Notes that label fields were searched for, and those that took their labels at once.
    #[cold]
    pub(super) fn learn_search(&self, mut hidden: HiddenLabels, taken: impl Iterator<Item = &'static str>) {
        let before = hidden.names.len();
        hidden.names.extend(taken);
        if hidden.names.len() > before {
            self.learn_labels(hidden);
        } else if let Some(lessons) = self.lessons {
            lessons.searched.borrow_mut().push(self.type_name);
        }
    }

    #[cold]
    pub(super) fn learn_labels(&self, labels: HiddenLabels) {
        if let Some(lessons) = self.lessons {
            lessons.labels.borrow_mut().insert(self.type_name, labels);
            lessons.is_new.set(true);
        }
    }

    /// Whether an error is about a field that is missing since it is set to null, which it does not take.
    #[cold]
    pub(super) fn lacks_null(&self, error: &Error) -> Option<&'static str> {
        match error.clue() {
            Some(Clue::Missing(field)) if error.path().is_empty() && self.refuses_null(field) => Some(field),
            _ => None,
        }
    }

    /// The error about a field that is required, but set to null.
    #[cold]
    pub(super) fn required(&self, field: &'static str) -> Error {
        let is_known = self
            .lessons
            .is_some_and(|lessons| lessons.nulls.borrow().contains_key(&(self.type_name, field.to_owned())));
        if !is_known {
            // It was not this field that refused null.
            self.learn_null(field, Null::Takes);
        }
        Error::null_field(field).under(field)
    }

    /// Whether an error is about a hidden field that is null, which is new.
    #[cold]
    pub(super) fn is_about_hidden_null(&self, error: &Error) -> bool {
        let is_known =
            |lessons: &Lessons| lessons.nulls.borrow().contains_key(&(self.type_name, ANY.to_owned()));
        self.is_hidden()
            && !error.is_placed()
            && error.path().is_empty()
            && error.clue() == Some(&Clue::Null)
            && self.lessons.is_some_and(|lessons| !is_known(lessons))
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
