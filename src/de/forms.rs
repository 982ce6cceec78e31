//! The forms of blocks in the buffers of serde.
//!
//! Serde decodes types under `flatten`, `tag` and `untagged` from a buffer, which it fills before
//! the type of a value is known. A block can be a body or a sequence of bodies, and its labels can
//! be fields, keys, or a part of their own. So a block is first passed as a marker, a byte string
//! that no such type takes. The visitor that rejects it describes what it expects. This is reported
//! here, also if an untagged enum ignores the error. Then the value is decoded again with the form
//! that the visitor expects, which is kept for all blocks of the field:
//!
//! ```text
//! tls { a = 1 }   "struct Tls" rejects the marker -> {a: 1}
//! rule "x" {}     "a sequence" -> [marker], "struct Rule" -> [{"$label": marker}], "a string"
//!                 -> [{"$label": "x"}]
//! ```
//!
//! The fields for labels are found likewise: each possible field gets a marker, and those that
//! reject it exist. Each visit after a marker has a new fact about a field, so there is an end.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Write};

use serde::de::Expected;

use super::message::{counted, number_in_words};
use crate::diag::Code;
use crate::error::{Error, Reported};
use crate::protocol::LabelField;
use crate::source::{Source, Span};
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;
use crate::value::{Number, Type, Value, ValueKind, convert};

/// The form in which a block is passed to a buffer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// As for self-describing types.
    Any,
    /// The body of the only block, whose labels are fields.
    Struct,
    /// An object: the next labels are keys, or the names of the only body.
    Map,
    /// A sequence of blocks, and the number of its elements if the type has one.
    Sequence(Option<usize>),
    /// A sequence of the labels and the body of the only block.
    Labeled,
    /// A string, a number or a bool, to which a value is converted.
    Text,
    Number,
    Bool,
}

impl Form {
    /// Returns the form that a visitor expects, by its description.
    pub(super) fn expected(description: &str) -> Self {
        let begins = |starts: &[&str]| starts.iter().any(|start| description.starts_with(start));
        match description {
            LABELED => Self::Labeled,
            "a string" => Self::Text,
            "a boolean" => Self::Bool,
            "f32" | "f64" | "a number" => Self::Number,
            _ if number_in_words(description).is_some() => Self::Number,
            "a map" | "an object" | "string or map" => Self::Map,
            // The content of a unit variant is an empty body.
            _ if begins(&["unit"]) => Self::Map,
            _ if begins(&["a sequence", "a tuple", "tuple ", "an array", "an empty array"]) => {
                Self::Sequence(counted(description))
            }
            _ if begins(&["struct ", "internally tagged enum ", "adjacently tagged enum "]) => Self::Struct,
            _ => Self::Any,
        }
    }

    /// Returns the number of labels that a type with this form takes, if it has one.
    pub(super) fn label_count(self) -> Option<usize> {
        match self {
            Self::Sequence(count) => count,
            _ => Some(1),
        }
    }

    /// Returns a value as the form requires it, if that is another type.
    pub(super) fn convert(self, value: &Value) -> Option<Value> {
        let ty = match self {
            Self::Text => Type::String,
            Self::Number => Type::Number,
            Self::Bool => Type::Bool,
            _ => return None,
        };
        (*value.ty() != ty).then(|| convert(value, &ty).ok())?
    }
}

/// Returns whether a value is converted where its type requires another one.
pub(super) fn is_convertible(value: &Value) -> bool {
    let is_convertible = match value.kind() {
        ValueKind::String(text) => is_convertible_text(text),
        ValueKind::Number(_) | ValueKind::Bool(_) => true,
        _ => false,
    };
    is_convertible && !value.is_marked()
}

pub(super) fn is_convertible_text(text: &str) -> bool {
    matches!(text, "true" | "false") || Number::parse(text).is_ok()
}

/// Returns whether an error may be a consequence of values in a buffer that are not converted.
pub(super) fn may_be_conversion(error: &Error) -> bool {
    match (error.code(), error.own_reported()) {
        (Some(Code::NoMatchingForm), _) => true,
        (Some(Code::TypeMismatch), Some(Reported::Text(text))) => is_convertible_text(text),
        (Some(Code::TypeMismatch), Some(reported)) => {
            matches!(
                reported,
                Reported::Bool(_) | Reported::Integer(_) | Reported::Unsigned(_) | Reported::Float(_)
            )
        }
        _ => false,
    }
}

/// Returns whether a visitor fills a buffer of serde.
pub(super) fn is_buffer(visitor: &dyn Expected) -> bool {
    let mut rest = Rest("any value");
    write!(rest, "{visitor}").is_ok() && rest.0.is_empty()
}

/// Returns whether a type with this name is a buffer of serde.
#[cold]
pub(super) fn is_buffer_type(type_name: &str) -> bool {
    type_name.rsplit("::").next().is_some_and(|name| name.starts_with("Content"))
}

/// The rest of a text that is compared with a written one. This is called for each block of a
/// self-describing type, and takes less than half of the instructions that it takes to make a text
/// (`benches/peers`, decoding to a value).
struct Rest(&'static str);

impl Write for Rest {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(written).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// The expectation of a [`Labeled`](super::Labeled) block.
pub(super) const LABELED: &str = "a block with labels";

/// A part of a configuration that a buffer takes.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The blocks of a field of a type, by their names.
    Field { type_name: &'static str, name: String, is_element: bool },
    /// Blocks in the block with a number, which is in a buffer itself, by their name.
    Inner { block: u32, name: String, is_element: bool },
    /// The field for all labels of the block with a number.
    Labels { block: u32 },
    /// A value, by the addresses of its source and its offset in it.
    Value { source: usize, start: u32 },
}

impl Part {
    /// Returns the part for a value. The same offset in another file is another place.
    pub(super) fn of_value(source: &Source, span: Span) -> Self {
        Self::Value { source: std::ptr::from_ref(source).addr(), start: span.start }
    }

    /// Returns the part for blocks of a type that is decoded from the block with a number, if that
    /// is in a buffer, or 0. The name of the buffer of a whole body is no name of a type.
    pub(super) fn of_blocks(type_name: &'static str, block: u32, name: &str, is_element: bool) -> Self {
        let name = name.to_owned();
        match block {
            0 if is_buffer_type(type_name) => Self::Field { type_name: "", name, is_element },
            0 => Self::Field { type_name, name, is_element },
            _ => Self::Inner { block, name, is_element },
        }
    }
}

/// The known label fields of a type whose field names serde does not give.
#[derive(Clone, Default)]
pub(super) struct HiddenLabels {
    pub(super) fields: Vec<LabelField>,
    /// Fields that the type does not have.
    pub(super) excluded: Vec<LabelField>,
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
    pub(super) fn decides(&self, field: LabelField) -> bool {
        self.fields.contains(&field) || self.excluded.contains(&field)
    }

    /// Returns whether the type may have another field. Label fields leave out no index, which
    /// bounds the number of passes.
    pub(super) fn may_have(&self, field: LabelField) -> bool {
        let is_before =
            |other: &LabelField| matches!(other, LabelField::Indexed(1..)) && other.rank() < field.rank();
        let is_beyond = field != LabelField::All && self.excluded.iter().any(is_before);
        !self.decides(field) && !is_beyond
    }
}

/// The blocks that were passed to buffers, by numbers from 1.
#[derive(Default)]
pub(super) struct Forms {
    numbers: RefCell<OrderedMap<Part, u32>>,
    states: RefCell<Vec<State>>,
    /// The blocks with a marker that was not examined yet, and their number.
    marked: RefCell<Vec<u32>>,
    marked_count: Cell<usize>,
    /// The name of the type of the buffer that has the markers.
    buffer: Cell<&'static str>,
    /// The number of the decode, which is part of the markers.
    decode: Cell<u32>,
}

#[derive(Default)]
struct State {
    form: Option<Form>,
    /// Whether it is written as a list, which is a sequence for a type that takes one.
    is_list: bool,
    /// Whether it may be that no field takes it.
    is_optional: bool,
    labels: HiddenLabels,
}

/// What the error about a marker shows about the block with a number, in a decode.
struct Report {
    decode: u32,
    number: u32,
    shows: Shows,
}

enum Shows {
    Expects(Form),
    Has(LabelField),
}

thread_local! {
    static REPORTS: RefCell<Vec<Report>> = const { RefCell::new(Vec::new()) };
    /// The names of fields for labels that types do not have.
    static EXCLUDED: RefCell<Vec<LabelField>> = const { RefCell::new(Vec::new()) };
    static DECODES: Cell<u32> = const { Cell::new(0) };
}

/// Reports a rejected byte string, if it is a marker.
#[cold]
pub(super) fn report(bytes: &[u8], expected: &str) {
    let Some(text) =
        bytes.strip_prefix(&[Reported::PROBE, Reported::PROBE]).and_then(|it| std::str::from_utf8(it).ok())
    else {
        return;
    };
    report_text(text, expected);
}

/// Reports a variant that an enum does not have, if it is a marker. Serde makes a text of it.
#[cold]
pub(super) fn report_variant(variant: &str) {
    if let Some(text) = variant.strip_prefix("\u{fffd}\u{fffd}") {
        report_text(text, "");
    }
}

/// Reports the text of a marker: the numbers of the decode and of the block, and a field.
fn report_text(text: &str, expected: &str) {
    let hex = |at: usize| u32::from_str_radix(text.get(at..at + 8)?, 16).ok();
    let (Some(decode), Some(number)) = (hex(0), hex(8)) else { return };
    let shows = match text.get(16..).and_then(LabelField::parse) {
        Some(field) => Shows::Has(field),
        None => Shows::Expects(Form::expected(expected)),
    };
    REPORTS.with_borrow_mut(|reports| reports.push(Report { decode, number, shows }));
}

/// Reports a field that a type does not have.
#[cold]
pub(super) fn report_excluded(field: &str) {
    if let Some(field) = LabelField::parse(field) {
        EXCLUDED.with_borrow_mut(|excluded| excluded.push(field));
    }
}

impl Forms {
    /// A field that no type has. Only a map takes it, with the other fields.
    pub(super) const OTHERS: LabelField = LabelField::Indexed(u32::MAX);

    /// Returns the number of a part.
    pub(super) fn number(&self, part: Part) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len() as u32 + 1;
        let number = *numbers.entry(part).or_insert(next);
        if number == next {
            self.states.borrow_mut().push(State::default());
        }
        number
    }

    /// Returns the number of a part that was passed to a buffer.
    pub(super) fn existing(&self, part: &Part) -> Option<u32> {
        self.numbers.borrow().get(part).copied()
    }

    /// Returns the form of a block, if it is known.
    pub(super) fn form(&self, number: u32) -> Option<Form> {
        self.states.borrow()[number as usize - 1].form
    }

    /// Records that the value of a property is written as a list.
    pub(super) fn record_list(&self, number: u32) {
        self.states.borrow_mut()[number as usize - 1].is_list = true;
    }

    /// Records that it may be that no field takes the value. A form that was found before was
    /// assumed.
    pub(super) fn record_optional(&self, number: u32) {
        let state = &mut self.states.borrow_mut()[number as usize - 1];
        if !std::mem::replace(&mut state.is_optional, true) {
            state.form = None;
        }
    }

    /// Returns the known fields for labels of a block.
    pub(super) fn labels(&self, number: u32) -> HiddenLabels {
        self.states.borrow()[number as usize - 1].labels.clone()
    }

    /// Returns the marker of a block, or of a field for its labels, for a buffer that is a type
    /// with this name. `Record::marker` calls it.
    pub(super) fn marker(&self, buffer: &'static str, number: u32, field: Option<LabelField>) -> Vec<u8> {
        self.buffer.set(buffer);
        if self.decode.get() == 0 {
            DECODES.set(DECODES.get().wrapping_add(1).max(1));
            self.decode.set(DECODES.get());
        }
        self.marked.borrow_mut().push(number);
        self.marked_count.set(self.marked_count.get() + 1);
        let mut marker = vec![Reported::PROBE, Reported::PROBE];
        marker.extend(format!("{:08x}{number:08x}", self.decode.get()).into_bytes());
        marker.extend(field.iter().flat_map(|field| field.name().as_bytes().to_vec()));
        marker
    }

    /// Returns whether a marker was rejected that was not examined yet.
    pub(super) fn is_rejected(&self) -> bool {
        self.marked_count.get() > 0
            && REPORTS.with_borrow(|reports| reports.iter().any(|report| report.decode == self.decode.get()))
    }

    /// Returns the number of markers that were not examined yet.
    #[inline]
    pub(super) fn marked_count(&self) -> usize {
        self.marked_count.get()
    }

    /// Forgets the markers after the first ones.
    pub(super) fn forget_marked(&self, first: usize) {
        self.marked.borrow_mut().truncate(first);
        self.marked_count.set(first.min(self.marked_count.get()));
    }

    /// Records what the markers after the first ones show, after a value of the type with this name
    /// was decoded, unless it is the buffer. Returns whether they show anything.
    pub(super) fn examine(&self, type_name: &str, first: usize) -> bool {
        self.marked_count.get() > first && type_name != self.buffer.get() && self.examine_from(first)
    }

    #[cold]
    fn examine_from(&self, first: usize) -> bool {
        let mut marked = self.marked.borrow_mut().split_off(first);
        self.marked_count.set(first);
        let excluded = EXCLUDED.take();
        let mut states = self.states.borrow_mut();
        let rejecting = rejecting(&marked, &excluded, &states);
        sort_by_position(&mut marked, |number| (*number as usize, 0));
        marked.dedup();
        let decode = self.decode.get();
        let is_shown =
            |report: &mut Report| report.decode == decode && marked.binary_search(&report.number).is_ok();
        let reports: Vec<_> = REPORTS.with_borrow_mut(|reports| reports.extract_if(.., is_shown).collect());
        let mut has_shown = false;
        for number in marked {
            let state = &mut states[number as usize - 1];
            let shown: Vec<_> = reports.iter().filter(|report| report.number == number).collect();
            if shown.is_empty() && state.is_optional && state.form.is_none() {
                continue;
            }
            has_shown = true;
            // The visitor of a type ends with the first marker that it rejects.
            let has_ended = shown.is_empty() && rejecting.map_or(!reports.is_empty(), |it| it != number);
            if state.form.is_none() && !has_ended {
                let mut forms = shown.iter().filter_map(|report| match report.shows {
                    Shows::Expects(form) => Some(form),
                    Shows::Has(_) => None,
                });
                let sequence = forms.clone().find(|form| state.is_list && matches!(form, Form::Sequence(_)));
                state.form = Some(sequence.or_else(|| forms.next()).unwrap_or(Form::Any));
                continue;
            }
            let labels = &mut state.labels;
            if shown.iter().any(|report| matches!(report.shows, Shows::Has(Self::OTHERS))) {
                labels.is_complete = true;
                continue;
            }
            let before = labels.fields.len() + labels.excluded.len();
            for report in shown {
                if let Shows::Has(field) = report.shows
                    && !labels.decides(field)
                {
                    labels.fields.push(field);
                }
            }
            if rejecting == Some(number) {
                let excluded = excluded.iter().copied().filter(|field| !labels.decides(*field));
                labels.excluded.extend(excluded.collect::<Vec<_>>());
            }
            labels.is_complete = !has_ended && labels.fields.len() + labels.excluded.len() == before;
        }
        has_shown
    }
}

/// Returns the number of the block whose type rejects fields for labels. An error about a field
/// does not show the type, and it ends the visit. So no block before that one in the visit has such
/// a field either, and the first one is a safe choice. Flattened types are decoded last.
fn rejecting(marked: &[u32], excluded: &[LabelField], states: &[State]) -> Option<u32> {
    let state = |number: &u32| &states[*number as usize - 1];
    let is_possible = |number: &&u32| {
        let State { form, labels, .. } = state(number);
        form.is_some() && !labels.is_complete && excluded.iter().any(|field| !labels.decides(*field))
    };
    let possible = marked.iter().filter(is_possible);
    possible.min_by_key(|number| state(number).is_optional).copied()
}
