//! Finds the location of a value that serde buffered without its location.
//!
//! Types under `flatten`, `untagged` and `tag` are decoded from values that serde buffers. An error
//! about such a value has no location, so the body or expression is searched for a value that fits
//! the error's [`Clue`]. If exactly one fits, the error gets its location.

use std::collections::HashMap;

use super::block::no_label;
use super::record::Record;
use super::target::Target;
use super::{Context, message};
use crate::body::{BlockView, BodyView, ExpressionView, ItemView, ItemViewKind, Literal, NameView};
use crate::diag::may_mean;
use crate::error::{Clue, Error, path_step};
use crate::protocol::LabelField;
use crate::source::{Source, Span};
use crate::util::words;
use crate::value::{Number, Value, ValueKind};

/// The number of matches after which the search for the location of an error ends.
const MAX_MATCHES: usize = 1000;

/// Adds to an error its location in a value and the path to it, or else the location of the value.
#[cold]
pub(super) fn in_expression<'c>(error: Error, value: ExpressionView<'c>, context: Context<'_, 'c>) -> Error {
    let error = error.about_form(|| described(value));
    if !value.is_collection() {
        return error.at(value.span(), value.source());
    }
    // An internally tagged enum is an object, so an error about an object is about a part of it.
    let in_parts = &|search: &mut Search<'_, '_, 'c>| _ = search.parts(value);
    let (error, is_tagged) = after_tagged(error, context, in_parts);
    let look = &|search: &mut Search<'_, '_, 'c>| search.expression(value);
    search(error, context, if is_tagged { in_parts } else { look }).at(value.span(), value.source())
}

/// Describes a value by its kind, an object by its names.
fn described(value: ExpressionView<'_>) -> String {
    match (value.literal(), value.elements(), value.entries()) {
        (Some(Literal::Null), ..) => "null".to_owned(),
        (Some(Literal::Bool(value)), ..) => value.to_string(),
        (Some(Literal::Integer(value)), ..) => value.to_string(),
        (Some(Literal::Number(number)), ..) => number.abbreviated(),
        (Some(Literal::String(text)), ..) => message::string(text.text),
        (None, Some(elements), _) => format!("a list of {}", words::count(elements.len(), "element")),
        (None, None, Some(entries)) => with_names("an object", &entries),
        (None, None, None) => "the value of this expression".to_owned(),
    }
}

/// Describes a kind of value with the names of its parts, if they are few.
fn with_names(kind: &str, items: &[ItemView<'_>]) -> String {
    match items.len() {
        0 => format!("an empty {}", kind.split(' ').next_back().unwrap_or_default()),
        9.. => kind.to_owned(),
        _ => format!("{kind} with {}", words::names(items.iter().map(|item| item.name.text), "and")),
    }
}

/// Adds to an error its location in a block and the path to it, or else the location of the header.
#[cold]
pub(super) fn in_block<'c>(error: Error, block: &BlockView<'c>, context: Context<'_, 'c>) -> Error {
    let items = block.body().items();
    if !error.is_placed()
        && block.label_count() == 0
        && matches!(error.own_clue(), Some(Clue::Missing(field)) if LabelField::parse(field).is_some())
    {
        return no_label(block).with_clue(error.clue().cloned());
    }
    let error = error.about_form(|| with_names("a block", &items));
    let error = with_similar(error, &items, &[]);
    let look = &|search: &mut Search<'_, '_, 'c>| search.in_block(block, &items);
    let (error, _) = after_tagged(error, context, look);
    let error = search(error, context, look);
    error.at(block.header(), block.source())
}

/// Adds to an error its location in a body that is not part of a block, and the path to it.
#[cold]
pub(super) fn in_body<'c>(error: Error, body: BodyView<'c>, context: Context<'_, 'c>) -> Error {
    let items = body.items();
    let error = with_similar(error, &items, &[]);
    let look = &|search: &mut Search<'_, '_, 'c>| search.items(&items);
    let (error, is_tagged) = after_tagged(error, context, look);
    let error = search(error, context, look);
    // The error is about the whole body, or about a part of it that is not known.
    let has_file = matches!(body, BodyView::Single(_));
    match error.clue() {
        Some(_) if !(is_tagged && has_file) => error,
        _ => error.at(Span::at(0), &body.whole_source()),
    }
}

/// Adds to the error about a missing field the name of an item that is perhaps meant for it. The
/// names of the other fields have their own items.
pub(super) fn with_similar(error: Error, items: &[ItemView<'_>], fields: &[&str]) -> Error {
    let Some(Clue::Missing(field)) = error.own_clue().filter(|_| !error.is_placed()) else { return error };
    let field = *field;
    let is_other = |name: &str| name != field && !fields.contains(&name);
    let may_be_meant =
        |name: &NameView<'_>| !name.is_secret() && is_other(name.text) && may_mean(name.text, field);
    match items.iter().map(|item| item.name).find(may_be_meant) {
        Some(name) if LabelField::parse(field).is_none() => error.with_similar(field, name.text),
        _ => error,
    }
}

/// Adds to an error its location in the items of a body, or in the labels of its block, and the
/// path to it, if it is found.
pub(super) fn in_items<'c>(
    error: Error,
    block: Option<&BlockView<'c>>,
    items: &[ItemView<'c>],
    context: Context<'_, 'c>,
) -> Error {
    search(error, context, &|search| match block {
        Some(block) => search.in_block(block, items),
        None => search.items(items),
    })
}

/// Returns whether an item could be the struct without the field, as well as the body itself.
pub(super) fn may_lack<'c>(field: &str, items: &[ItemView<'c>], context: Context<'_, 'c>) -> bool {
    if LabelField::parse(field).is_some() {
        return false;
    }
    let mut search = Search { lacking: Some(field), ..Search::new(&Clue::Missing(""), context) };
    search.items(items);
    !search.found.is_empty()
}

/// Adds to an error about a member its location in the member and the path to it, or else the
/// location of the member.
#[cold]
pub(super) fn in_member<'c>(error: Error, item: &ItemView<'c>, context: Context<'_, 'c>) -> Error {
    let error = match &item.kind {
        ItemViewKind::Attribute(value) => search(error, context, &|search| search.expression(*value)),
        ItemViewKind::Property(property) => match property.expression() {
            Ok(value) => search(error, context, &|search| search.expression(value)),
            Err(_) => error,
        },
        ItemViewKind::Block(block) => search(error, context, &|search| search.block(block)),
    };
    error.at(item.value_span(), item.source())
}

/// Handles the error of an internally tagged enum, which serde decodes from its buffer. Records the
/// facts about the type, and returns whether it is such an enum.
fn after_tagged<'c>(
    error: Error,
    context: Context<'_, 'c>,
    look: &dyn Fn(&mut Search<'_, '_, 'c>),
) -> (Error, bool) {
    if error.is_placed() {
        return (error, false);
    }
    let Some(target) = context.settings.record.and_then(Target::of_tagged) else { return (error, false) };
    // The trial, if it was one, has failed.
    context.slot.filter(|slot| !slot.is_empty()).inspect(|slot| slot.update(|found| found.is_trial = false));
    if let Some(repeated) = target.convert(&error) {
        return (repeated, true);
    }
    target.record_label(&error, |_| true);
    let find = |clue: &Clue| {
        let mut search = Search::new(clue, context);
        look(&mut search);
        search.found.pop()
    };
    if let Some(repeated) = target.omit_nulls(&error, context.slot, || find(&Clue::Null).is_some()) {
        return (repeated, true);
    }
    if let Some(Clue::Missing(field)) = error.own_clue()
        && let Some(repeated) =
            target.require_null(field, context.slot, || find(&Clue::Field((*field).to_owned())).is_some())
    {
        return (repeated, true);
    }
    let error = search(error, context, look);
    (target.seek(error, context.slot), true)
}

fn search<'c>(error: Error, context: Context<'_, 'c>, look: &dyn Fn(&mut Search<'_, '_, 'c>)) -> Error {
    let is_of_value = |clue: &&Clue| match clue {
        Clue::Missing(field) => LabelField::parse(field).is_some(),
        Clue::Probe(_) => false,
        _ => true,
    };
    let Some(clue) = error.clue().filter(is_of_value).filter(|_| !error.is_placed()).cloned() else {
        return error;
    };
    let mut search = Search::new(&clue, context);
    look(&mut search);
    placed(error, search.found)
}

/// Adds to an error the location of the only match, and the path to it. Of several matches, the
/// smallest part that contains all is certain.
fn placed(error: Error, found: Vec<Found<'_>>) -> Error {
    let mut found = found.into_iter();
    let Some(first) = found.next() else { return error };
    let (mut trail, mut place) = (first.trail, Some((first.span, first.source)));
    for other in found {
        let common = trail.iter().zip(&other.trail).take_while(|(one, other)| one.span == other.span);
        trail.truncate(common.count());
        place = None;
    }
    let Some((span, source)) = place.or_else(|| trail.last().map(|last| (last.span, last.source))) else {
        return error;
    };
    let error = error.at(span, source);
    trail.into_iter().rev().fold(error, |error, step| error.under_step(&step.text))
}

/// A step of the path to a value, and the location of the value or the header of the block.
#[derive(Clone)]
struct Step<'c> {
    text: String,
    span: Span,
    source: &'c Source,
}

/// The matches of a clue.
struct Found<'c> {
    span: Span,
    source: &'c Source,
    trail: Vec<Step<'c>>,
}

struct Search<'e, 'de, 'c> {
    clue: &'e Clue,
    /// If set, the search is for objects and blocks without this field.
    lacking: Option<&'e str>,
    context: Context<'de, 'c>,
    trail: Vec<Step<'c>>,
    found: Vec<Found<'c>>,
}

impl<'e, 'de, 'c> Search<'e, 'de, 'c> {
    fn new(clue: &'e Clue, context: Context<'de, 'c>) -> Self {
        Self { clue, lacking: None, context, trail: Vec::new(), found: Vec::new() }
    }

    /// Adds a match. The search ends at the first that has no part in common with those before.
    fn add(&mut self, span: Span, source: &'c Source) {
        if !self.is_over() {
            self.found.push(Found { span, source, trail: self.trail.clone() });
        }
    }

    fn is_over(&self) -> bool {
        let first_step = |found: &Found<'_>| found.trail.first().map(|step| step.span);
        match &*self.found {
            [] | [_] => false,
            [first, .., last] => {
                self.found.len() >= MAX_MATCHES
                    || first_step(first) != first_step(last)
                    || last.trail.is_empty()
            }
        }
    }

    fn below(&mut self, text: String, span: Span, source: &'c Source, look: impl FnOnce(&mut Self)) {
        if !self.is_over() {
            self.trail.push(Step { text, span, source });
            look(self);
            self.trail.pop();
        }
    }

    fn name(&mut self, name: NameView<'c>, source: &'c Source) {
        if matches!(self.clue, Clue::Field(field) if field == name.text) {
            self.add(name.span, source);
        }
    }

    fn items(&mut self, items: &[ItemView<'c>]) {
        // Several blocks with a type and without labels are a list.
        let is_element = |item: &ItemView<'_>| match &item.kind {
            ItemViewKind::Block(block) => block.label_count() == 0,
            _ => false,
        };
        let mut elements: HashMap<&str, (usize, usize)> = HashMap::new();
        for item in items.iter().filter(|item| is_element(item)) {
            elements.entry(item.name.text).or_default().1 += 1;
        }
        for item in items {
            self.name(item.name, item.source());
            let mut text = path_step(item.name.text).into_owned();
            if is_element(item)
                && let Some((index, 2..)) = elements.get_mut(item.name.text)
            {
                text += &format!("[{index}]");
                *index += 1;
            }
            self.below(text, item.value_span(), item.source(), |search| match &item.kind {
                ItemViewKind::Attribute(value) => search.expression(*value),
                ItemViewKind::Block(block) => search.block(block),
                ItemViewKind::Property(property) => {
                    if let Ok(value) = property.expression() {
                        search.expression(value);
                    }
                }
            });
        }
    }

    /// Returns the labels and the content of a block.
    fn in_block(&mut self, block: &BlockView<'c>, items: &[ItemView<'c>]) {
        for label in block.labels() {
            if matches!(self.clue, Clue::Text(text) if text == label.text) {
                self.add(label.span, block.source());
            }
        }
        self.items(items);
    }

    fn block(&mut self, block: &BlockView<'c>) {
        let (source, items) = (block.source(), block.body().items());
        let lacks = |field: &str| !items.iter().any(|item| item.name.text == field);
        // Blocks of one type can be a list in the buffer.
        let is_list = matches!(self.clue, Clue::Sequence | Clue::Length(_));
        // The other missing fields have an empty clue.
        let lacks_label = block.label_count() == 0
            && matches!(self.clue, Clue::Missing(field) if LabelField::parse(field).is_some());
        if is_list || lacks_label || *self.clue == Clue::Object || self.lacking.is_some_and(lacks) {
            self.add(block.header(), source);
        }
        let depth = self.trail.len();
        let labels = block.labels().filter(|label| !label.is_secret());
        let step = |label: NameView<'_>| Step {
            text: path_step(label.text).into_owned(),
            span: block.header(),
            source,
        };
        self.trail.extend(labels.map(step));
        self.in_block(block, &items);
        self.trail.truncate(depth);
    }

    fn expression(&mut self, value: ExpressionView<'c>) {
        let fits = match value.literal() {
            Some(literal) => self.fits_literal(&literal),
            None => self.parts(value),
        };
        if fits {
            self.add(value.span(), value.source());
        }
    }

    /// Searches the parts of a value that is not a literal. Returns whether the value itself
    /// matches.
    fn parts(&mut self, value: ExpressionView<'c>) -> bool {
        match (value.elements(), value.entries()) {
            (Some(elements), _) => {
                let length = elements.len();
                for (index, element) in elements.enumerate() {
                    let step = format!("[{index}]");
                    self.below(step, element.span(), element.source(), |search| search.expression(element));
                }
                *self.clue == Clue::Sequence || *self.clue == Clue::Length(length)
            }
            (None, Some(entries)) => {
                self.items(&entries);
                let lacks = |field: &str| !entries.iter().any(|item| item.name.text == field);
                *self.clue == Clue::Object || self.lacking.is_some_and(lacks)
            }
            (None, None) if value.is_object() => self.computed_entries(value),
            (None, None) => {
                let value = value.evaluate(self.context.settings.context, &self.context.settings.budget);
                value.is_ok_and(|value| self.fits_in_value(&value))
            }
        }
    }

    /// Searches an object with keys that are evaluated. Returns whether the object matches.
    fn computed_entries(&mut self, object: ExpressionView<'c>) -> bool {
        let settings = self.context.settings;
        let Ok(Some(entries)) = object.computed_entries(settings.context, &settings.budget) else {
            return false;
        };
        for (name, span, value) in &entries {
            if matches!(self.clue, Clue::Field(field) if field == name) {
                self.add(*span, object.source());
            }
            let text = path_step(name).into_owned();
            self.below(text, value.span(), value.source(), |search| search.expression(*value));
        }
        let lacks = |field: &str| !entries.iter().any(|(name, ..)| name == field);
        *self.clue == Clue::Object || self.lacking.is_some_and(lacks)
    }

    fn fits_literal(&self, literal: &Literal<'_>) -> bool {
        match literal {
            Literal::Null => *self.clue == Clue::Null,
            Literal::Bool(value) => *self.clue == Clue::Bool(*value),
            Literal::Integer(value) => self.fits_number(&Number::from(*value)),
            Literal::Number(number) => self.fits_number(number),
            Literal::String(text) => self.fits_text(text.text),
        }
    }

    fn fits_number(&self, number: &Number) -> bool {
        match self.clue {
            Clue::Integer(value) => number.as_i64() == Some(*value),
            Clue::Unsigned(value) => number.as_u64() == Some(*value),
            Clue::Float(value) => number.to_f64() == *value,
            Clue::Text(text) => self.converts() && number.to_string() == *text,
            _ => false,
        }
    }

    fn fits_text(&self, text: &str) -> bool {
        match self.clue {
            Clue::Text(wanted) => wanted == text,
            Clue::Bool(value) => self.converts() && text.parse() == Ok(*value),
            _ => self.converts() && Number::parse(text).is_ok_and(|number| self.fits_number(&number)),
        }
    }

    /// Returns whether the error may be about a value that was converted.
    fn converts(&self) -> bool {
        self.context.settings.record.is_some_and(Record::converts)
    }

    /// Returns whether a value that was computed, or something in it, fits.
    fn fits_in_value(&self, value: &Value) -> bool {
        let (value, _) = value.clone().unmark();
        match value.kind() {
            ValueKind::Null(_) => *self.clue == Clue::Null,
            ValueKind::Bool(value) => *self.clue == Clue::Bool(value),
            ValueKind::Number(number) => self.fits_number(number),
            ValueKind::String(text) => self.fits_text(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                *self.clue == Clue::Sequence
                    || *self.clue == Clue::Length(items.len())
                    || value.check_size().is_ok() && items.iter().any(|item| self.fits_in_value(item))
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                let lacks = |field: &str| map.get(field).is_none();
                *self.clue == Clue::Object
                    || self.lacking.is_some_and(lacks)
                    || matches!(self.clue, Clue::Field(field) if map.get(field).is_some())
                    || value.check_size().is_ok() && map.iter().any(|(_, item)| self.fits_in_value(item))
            }
            ValueKind::Unknown(_) | ValueKind::Capsule(_) => false,
        }
    }
}
