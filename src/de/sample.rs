//! The search for values that a type accepts, for the parts of a stand-in.
//!
//! A type requests its parts one after the other, and ends at the first that it rejects. So the
//! parts before the last one are accepted. The error describes what the type expects in place of
//! the last part, or the name of a field that an object around it lacks. The next attempt gives
//! that:
//!
//! ```text
//! "a"                         an internally tagged enum is expected
//! {}                          the field `kind` is missing
//! {kind: "a"}                 the variants are `Ant` and `Beetle`
//! {kind: "Ant"}               the field `legs` is missing
//! {kind: "Ant", legs: "a"}    u8 is expected
//! {kind: "Ant", legs: 1}      accepted
//! ```
//!
//! Where an error shows nothing, texts, numbers and other values are tried.

use std::cell::RefCell;

use super::Names;
use super::forms::Form;
use super::record::Record;
use crate::error::{Error, Reported, Result};
use crate::util::samples::{NUMBERS, TEXTS};
use crate::value::{Type, Value};

/// The maximum numbers of attempts for one type, and for one field, where each attempt is a visit
/// of the part with the field.
const MAX_ATTEMPTS: usize = 400;
const MAX_FIELD_ATTEMPTS: usize = 32;

/// The maximum number of elements of a list.
const MAX_ELEMENTS: usize = 32;

/// The maximum number of events of one attempt that are examined.
const MAX_EVENTS: usize = 1000;

/// What is given for a part.
#[derive(Clone)]
pub(super) enum Sample {
    Text(usize),
    Number(usize),
    Bool(bool),
    /// One of several values, for a type whose errors show nothing.
    Other(usize),
    /// A variant: its name, or after all names an object with it.
    Variant(Names, usize),
    /// An object with these fields, each a part of its own.
    Object(Vec<&'static str>),
    /// A list of this many parts.
    List(usize),
}

/// What an error shows about a part.
pub(super) enum Event {
    /// It has another form.
    Expects(Form),
    /// It is a list with too few elements.
    IsShort,
    /// It is an object without this field.
    Lacks(&'static str),
    /// It is an object with a field that is not possible.
    Refuses(String),
    /// It is one of these variants.
    Has(Names),
    Other,
}

#[derive(Clone)]
struct Part {
    sample: Sample,
    /// The object or list around it.
    parent: Option<usize>,
    /// The number of events before it in an attempt.
    events_before: usize,
    /// Whether the type can take values of any form, and whether all forms were tried.
    takes_any: bool,
    has_tried_all: bool,
}

/// The parts of a stand-in that a type accepts, as far as they are known.
#[derive(Clone, Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
    /// The fields that an object refused.
    refused: Vec<&'static str>,
    attempts: usize,
}

/// What a stand-in is decoded for: a type by its name, or a field of it whose type is not known,
/// since serde buffers the value.
pub(super) type Subject = (&'static str, Option<&'static str>);

#[derive(Default)]
struct Search {
    subject: Subject,
    known: Parts,
    /// The number of parts that were requested in this attempt.
    taken: usize,
    /// The objects and lists around the next part.
    within: Vec<usize>,
    events: Vec<Event>,
    /// The number of events before a part that the last error led to.
    settled: usize,
}

thread_local! {
    /// `None` unless a stand-in is decoded.
    static SEARCH: RefCell<Option<Search>> = const { RefCell::new(None) };
}

/// Ends the last search, and begins with the known parts of a stand-in.
#[cold]
pub(super) fn begin(record: Option<&Record>, subject: Subject) {
    end(record);
    let known = record.map(|record| record.stand_in_parts(subject)).unwrap_or_default();
    SEARCH.set(Some(Search { subject, known, ..Search::default() }));
}

/// Ends the search, and records the parts of the last attempt.
#[cold]
pub(super) fn end(record: Option<&Record>) {
    if let (Some(Search { subject, known, .. }), Some(record)) = (SEARCH.take(), record) {
        record.record_stand_in(subject, known);
    }
}

/// Continues after a type rejected a stand-in. Returns `false` if there is no other one.
#[cold]
pub(super) fn next() -> bool {
    SEARCH.with_borrow_mut(|search| search.as_mut().is_some_and(Search::next))
}

/// Returns whether the stand-in is an object.
#[cold]
pub(super) fn is_object() -> bool {
    SEARCH.with_borrow(|search| {
        let whole = search.as_ref().and_then(|search| search.known.parts.first());
        whole.is_some_and(|part| part.sample.fields().is_some())
    })
}

/// Returns whether an error may be about the stand-in of a field, which serde has buffered.
#[cold]
pub(super) fn is_about(error: &Error, field: &'static str) -> bool {
    SEARCH.with_borrow(|search| {
        search.as_ref().is_some_and(|search| search.subject.1 == Some(field) && search.is_about(error))
    })
}

/// Decodes a stand-in by the first values that the type accepts.
#[cold]
pub(super) fn attempt<T>(record: Option<&Record>, mut decode: impl FnMut() -> Result<T>) -> Result<T> {
    begin(record, (std::any::type_name::<T>(), None));
    loop {
        let result = decode();
        if result.is_ok() || !next() {
            end(record);
            return result;
        }
    }
}

/// Records what an error shows, if a stand-in is decoded.
#[cold]
pub(super) fn observe(event: impl FnOnce() -> Event) {
    SEARCH.with_borrow_mut(|search| {
        if let Some(search) = search.as_mut().filter(|search| search.events.len() < MAX_EVENTS) {
            search.events.push(event());
        }
    });
}

/// Returns what is given for the next part; `first` in the first attempt.
#[cold]
pub(super) fn request(first: Sample) -> Sample {
    SEARCH.with_borrow_mut(|search| match search {
        Some(search) => search.request(first),
        None => first,
    })
}

/// The visit of the parts of a part, until it is dropped.
pub(super) struct Within;

/// Begins the visit of the parts of the part that was requested last.
#[cold]
pub(super) fn within() -> Within {
    change_search(|search| search.within.push(search.taken.saturating_sub(1)));
    Within
}

impl Drop for Within {
    fn drop(&mut self) {
        change_search(|search| _ = search.within.pop());
    }
}

fn change_search(change: fn(&mut Search)) {
    SEARCH.with_borrow_mut(|search| search.as_mut().map(change));
}

impl Sample {
    /// Returns the first one for a primitive type.
    pub(super) fn of(ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::Bool(false),
            Type::Number => Self::Number(0),
            _ => Self::Text(0),
        }
    }

    /// Returns the fields of an object.
    pub(super) fn fields(&self) -> Option<&[&'static str]> {
        match self {
            Self::Object(fields) => Some(fields),
            Self::Variant(names, index) => {
                index.checked_sub(names.len()).and_then(|at| names.get(at)).map(std::slice::from_ref)
            }
            _ => None,
        }
    }

    /// Returns the value, unless it is an object or a list of parts.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Text(index) => Value::from(TEXTS[*index]),
            Self::Number(index) => Value::from(i64::from(NUMBERS[*index])),
            Self::Bool(value) => Value::from(*value),
            Self::Other(0) => Value::from(TEXTS[1]),
            Self::Other(1) => Value::TRUE,
            Self::Other(index) => match index - 2 {
                index if index < NUMBERS.len() => Self::Number(index).value(),
                index => Self::Text(index - NUMBERS.len()).value(),
            },
            Self::Variant(names, index) => {
                Value::from(index.checked_rem(names.len()).map_or("", |at| names[at]))
            }
            Self::Object(_) | Self::List(_) => Value::NULL,
        }
    }

    /// Returns the next one of the same kind.
    fn next(&self) -> Option<Self> {
        let next = |index: usize, count| Some(index + 1).filter(|next| *next < count);
        match self {
            Self::Text(index) => next(*index, TEXTS.len()).map(Self::Text),
            Self::Number(index) => next(*index, NUMBERS.len()).map(Self::Number),
            Self::Bool(value) => (!value).then_some(Self::Bool(true)),
            Self::Other(index) => next(*index, 2 + NUMBERS.len() + TEXTS.len()).map(Self::Other),
            Self::Variant(names, index) => next(*index, 2 * names.len()).map(|it| Self::Variant(names, it)),
            Self::Object(_) | Self::List(_) => None,
        }
    }

    /// Returns the first one in a form, unless it has that form.
    fn in_form(&self, form: Form) -> Option<Self> {
        let first = match form {
            Form::Struct | Form::Map => Self::Object(Vec::new()),
            Form::Sequence(_) => Self::List(0),
            Form::Text => Self::Text(0),
            Form::Number => Self::Number(0),
            Form::Bool => Self::Bool(false),
            Form::Any | Form::Labeled => return None,
        };
        (std::mem::discriminant(self) != std::mem::discriminant(&first)).then_some(first)
    }
}

impl Search {
    fn request(&mut self, first: Sample) -> Sample {
        let index = self.taken;
        self.taken += 1;
        let parts = &mut self.known.parts;
        if index == parts.len() {
            parts.push(Part {
                takes_any: matches!(first, Sample::Other(_)),
                sample: first,
                parent: self.within.last().copied(),
                events_before: self.settled.max(self.events.len()),
                has_tried_all: false,
            });
        }
        parts[index].sample.clone()
    }

    /// Begins another attempt, if there is one.
    fn next(&mut self) -> bool {
        self.known.attempts += 1;
        let max_attempts = if self.subject.1.is_some() { MAX_FIELD_ATTEMPTS } else { MAX_ATTEMPTS };
        let has_next = self.known.attempts < max_attempts && self.change();
        if !has_next {
            self.known = Parts { attempts: MAX_ATTEMPTS, ..Parts::default() };
        }
        has_next
    }

    /// Changes the parts by what the last error shows.
    fn change(&mut self) -> bool {
        let mut events = std::mem::take(&mut self.events);
        self.known.parts.truncate(self.taken);
        (self.taken, self.settled) = (0, 0);
        self.within.clear();
        let Some(last) = self.known.parts.last() else { return false };
        // An untagged enum ignores the errors of its variants. Those before the part are of others.
        let first = last.events_before.min(events.len().saturating_sub(1));
        self.settled = match events.last() {
            Some(Event::Other) => first,
            _ => events.len().saturating_sub(1),
        };
        let event = if events.is_empty() { Event::Other } else { events.swap_remove(self.settled) };
        // The field may be the tag of an enum, and other fields are required by each variant.
        let may_be_tag = self.subject.1.is_some() && self.known.parts.len() == 1;
        match event {
            Event::Has(_) if may_be_tag => false,
            event => self.follow(event) || self.replace(Sample::next) || self.go_back(),
        }
    }

    /// Returns whether an error may be about the last part, or an object or a list around it.
    fn is_about(&self, error: &Error) -> bool {
        let Some(last) = self.known.parts.last() else { return false };
        let value = |is_it: &dyn Fn(&Value) -> bool| {
            !matches!(last.sample, Sample::Object(_) | Sample::List(_)) && is_it(&last.sample.value())
        };
        match error.own_reported() {
            None => true,
            Some(Reported::Text(text)) => value(&|it| it.as_str() == Some(text)),
            Some(Reported::Bool(is_true)) => value(&|it| it.as_bool() == Some(*is_true)),
            Some(Reported::Integer(number)) => value(&|it| it.as_i64() == Some(*number)),
            Some(Reported::Unsigned(number)) => value(&|it| it.as_u64() == Some(*number)),
            Some(Reported::Sequence) => matches!(last.sample, Sample::List(_)),
            Some(Reported::Length(length)) => self.around().any(|part| match part.sample {
                Sample::List(own) => own == *length,
                _ => false,
            }),
            Some(Reported::Object) => last.sample.fields().is_some(),
            Some(Reported::Missing(field)) => {
                !self.known.refused.contains(field)
                    && self.around().any(|part| match &part.sample {
                        Sample::Object(fields) => !fields.contains(field),
                        _ => false,
                    })
            }
            Some(Reported::Field(field)) => {
                self.around().any(|part| part.sample.fields().and_then(<[_]>::last) == Some(&&**field))
            }
            Some(Reported::Null | Reported::Float(_) | Reported::Probe(_) | Reported::Marker(_)) => false,
        }
    }

    /// Returns the last part, and the objects and lists around it.
    fn around(&self) -> impl Iterator<Item = &Part> {
        let parts = &self.known.parts;
        std::iter::successors(parts.last(), |part| part.parent.map(|parent| &parts[parent]))
    }

    /// Gives what an event shows that the type expects.
    fn follow(&mut self, event: Event) -> bool {
        match event {
            Event::Lacks(field) => self.add_field(self.known.parts.len().checked_sub(1), field),
            Event::Refuses(field) => self.move_field(&field),
            Event::IsShort => self.add(self.known.parts.len().checked_sub(1), |sample| match sample {
                Sample::List(length) if *length < MAX_ELEMENTS => {
                    *length += 1;
                    true
                }
                _ => false,
            }),
            Event::Has(names) => {
                let depth = self.depth(names);
                self.replace(|sample| match sample {
                    Sample::Variant(..) => None,
                    _ => depth.checked_rem(names.len()).map(|index| Sample::Variant(names, index)),
                })
            }
            Event::Expects(form) => {
                let is_possible =
                    self.known.parts.last().is_some_and(|last| last.takes_any && !last.has_tried_all);
                is_possible
                    && self.replace(|sample| match sample {
                        Sample::Variant(..) => None,
                        _ => sample.in_form(form),
                    })
            }
            Event::Other => false,
        }
    }

    /// Returns the number of enums with these variants around the last part. An enum may contain
    /// itself, so another variant is taken below each.
    fn depth(&self, names: Names) -> usize {
        let parts = &self.known.parts;
        let around = |index: usize| parts[index].parent;
        let ancestors = std::iter::successors(parts.len().checked_sub(1).and_then(around), |it| around(*it));
        let is_tag =
            |part: &&Part| matches!(part.sample, Sample::Variant(other, _) if std::ptr::eq(other, names));
        ancestors.filter(|at| parts.iter().filter(is_tag).any(|part| part.parent == Some(*at))).count()
    }

    /// Replaces what is given for the last part.
    fn replace(&mut self, change: impl FnOnce(&Sample) -> Option<Sample>) -> bool {
        let Some(last) = self.known.parts.last_mut() else { return false };
        change(&last.sample).map(|sample| last.sample = sample).is_some()
    }

    /// Adds a field to the first object without it, from a part outwards.
    fn add_field(&mut self, at: Option<usize>, field: &'static str) -> bool {
        self.add(at, |sample| match sample {
            Sample::Object(fields) if !fields.contains(&field) => {
                fields.push(field);
                true
            }
            _ => false,
        })
    }

    /// Adds a part to the first sample for which that is possible, from a part outwards.
    fn add(&mut self, mut at: Option<usize>, add: impl Fn(&mut Sample) -> bool) -> bool {
        while let Some(part) = at.map(|index| &mut self.known.parts[index]) {
            if add(&mut part.sample) {
                return true;
            }
            at = part.parent;
        }
        false
    }

    /// Moves the field that was added last to an object farther out.
    fn move_field(&mut self, field: &str) -> bool {
        let parts = &mut self.known.parts;
        let has_field = |part: &Part| part.sample.fields().and_then(<[_]>::last) == Some(&field);
        let Some(owner) = parts.iter().rposition(has_field) else { return false };
        let Sample::Object(fields) = &mut parts[owner].sample else { return false };
        let Some(field) = fields.pop() else { return false };
        self.known.refused.push(field);
        let member = parts.iter().rposition(|part| part.parent == Some(owner));
        let outer = parts[owner].parent;
        parts.truncate(member.unwrap_or(parts.len()));
        // A field of the part with the stand-in is supplied next to it.
        self.add_field(outer, field) || self.subject.1.is_some()
    }

    /// Gives something else for an earlier part, of which there is more: another variant, or values
    /// that do not follow from the errors.
    fn go_back(&mut self) -> bool {
        let parts = &mut self.known.parts;
        while let Some(last) = parts.last_mut() {
            let next = match &last.sample {
                Sample::Variant(..) => last.sample.next(),
                _ => None,
            };
            let other = || {
                let has_tried_all = std::mem::replace(&mut last.has_tried_all, true);
                (last.takes_any && !has_tried_all).then_some(Sample::Other(0))
            };
            if let Some(next) = next.or_else(other) {
                last.sample = next;
                self.settled = last.events_before;
                return true;
            }
            let parent = last.parent;
            parts.pop();
            match parent.map(|parent| &mut parts[parent].sample) {
                Some(Sample::Object(fields)) => _ = fields.pop(),
                Some(Sample::List(length)) => *length = length.saturating_sub(1),
                _ => {}
            }
        }
        false
    }
}
