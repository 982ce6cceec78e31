//! Finds the location of a value that serde buffered without its location.
//!
//! Types under `flatten`, `untagged` and `tag` are decoded from values that serde buffers. An error
//! about such a value has no location, so the body or expression is searched for a value that fits
//! the error's [`Reported`]. If exactly one fits, the error gets its location.

mod search;

use super::block::no_label;
use super::target::Target;
use super::{Context, message};
use crate::body::{BlockView, BodyView, ExpressionView, ItemView, Literal, NameView, PropertyView};
use crate::diag::{Code, may_mean};
use crate::error::{Error, Reported};
use crate::protocol::LabelField;
use crate::source::{Source, Span};
use crate::util::words;

use search::Search;

/// The number of matches after which the search for the location of an error ends.
const MAX_MATCHES: usize = 1000;

/// Adds to an error its location in a value and the path to it, or else the location of the value.
#[cold]
pub(super) fn in_expression<'c>(error: Error, value: ExpressionView<'c>, context: Context<'_, 'c>) -> Error {
    let error = error.about_form(|| described(value));
    if !value.is_collection() {
        return error.at(value.span(), value.source());
    }
    let (error, _) = in_buffer(error, context, &|search, tagged| match tagged {
        // An internally tagged enum is an object, so an error about one is about a part of it.
        Some(_) => _ = search.parts(value),
        None => search.expression(value),
    });
    error.at(value.span(), value.source())
}

/// Adds to an error its location in a property and the path to it, or else the location of the
/// property. The owner has the property as a field, or the sequence that it is an element of.
#[cold]
pub(super) fn in_property<'c>(
    error: Error,
    property: &PropertyView<'c>,
    owner: &'static str,
    is_element: bool,
    context: Context<'_, 'c>,
) -> Error {
    let Ok(value) = property.expression() else { return error.at(property.span(), property.source()) };
    let error = error.about_form(|| described(value));
    let (error, _) = in_buffer(error, context, &|search, tagged| match tagged {
        Some(tagged) => search.tagged_property(property, tagged),
        None => search.property(property, Some(Owner::new(owner, context)), is_element),
    });
    error.at(property.span(), property.source())
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

/// Adds to an error its location in blocks of one type and the path to it, or else the location of
/// the first header. The owner has the blocks as a field, or as an element of one.
#[cold]
pub(super) fn in_blocks<'c>(
    error: Error,
    blocks: &[BlockView<'c>],
    level: usize,
    owner: &'static str,
    is_element: bool,
    context: Context<'_, 'c>,
) -> Error {
    let [block, ..] = blocks else { return error };
    let items = block.body().items();
    in_body_of(error, block, &items, context, &|search, tagged| match tagged {
        Some(_) => search.in_block(block, &items, tagged),
        None => search.blocks(blocks, level, Some(Owner::new(owner, context)), is_element),
    })
}

/// Adds to an error its location in a block whose labels were decoded before, and the path to it,
/// or else the location of the header.
#[cold]
pub(super) fn in_block<'c>(error: Error, block: &BlockView<'c>, context: Context<'_, 'c>) -> Error {
    let items = block.body().items();
    in_body_of(error, block, &items, context, &|search, tagged| {
        search.in_block(block, &items, tagged.or(Some(Owner::new("", context))));
    })
}

fn in_body_of<'c>(
    error: Error,
    block: &BlockView<'c>,
    items: &[ItemView<'c>],
    context: Context<'_, 'c>,
    look: Look<'_, 'c>,
) -> Error {
    if !error.is_placed()
        && block.label_count() == 0
        && error.own_reported().is_some_and(Reported::is_missing_label)
    {
        return no_label(block).with_reported(error.reported().cloned());
    }
    let error = error.about_form(|| with_names("a block", items));
    let error = with_similar(error, items, &[]);
    let (error, _) = in_buffer(error, context, look);
    error.at(block.header(), block.source())
}

/// Adds to an error its location in a body that is not part of a block, and the path to it.
#[cold]
pub(super) fn in_body<'c>(error: Error, body: BodyView<'c>, context: Context<'_, 'c>) -> Error {
    let items = body.items();
    let error = with_similar(error, &items, &[]);
    let (error, is_tagged) = in_buffer(error, context, &|search, tagged| {
        search.items(&items, tagged.or(Some(Owner::new("", context))));
    });
    // The error is about the whole body, or about a part of it that is not known.
    let has_file = matches!(body, BodyView::Single(_));
    match error.reported() {
        Some(_) if !(is_tagged && has_file) => error,
        _ => error.at(Span::at(0), &body.whole_source()),
    }
}

/// Adds to the error about a missing field the name of an item that is perhaps meant for it. The
/// names of the other fields have their own items.
pub(super) fn with_similar(error: Error, items: &[ItemView<'_>], fields: &[&str]) -> Error {
    let Some(Reported::Missing(field)) = error.own_reported().filter(|_| !error.is_placed()) else {
        return error;
    };
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
    owner: &'static str,
    context: Context<'_, 'c>,
) -> Error {
    let owner = Some(Owner::new(owner, context));
    search(error, context, &|search| match block {
        Some(block) => search.in_block(block, items, owner),
        None => search.items(items, owner),
    })
}

/// Returns whether an item could be the struct without the field, as well as the body itself.
pub(super) fn may_lack<'c>(field: &str, items: &[ItemView<'c>], context: Context<'_, 'c>) -> bool {
    if LabelField::parse(field).is_some() {
        return false;
    }
    let mut search = Search::new(&Reported::Missing(""), context);
    search.lacking = Some(field);
    search.items(items, None);
    !search.found.is_empty()
}

/// Adds to an error about a member its location in the member and the path to it, or else the
/// location of the member.
#[cold]
pub(super) fn in_member<'c>(
    error: Error,
    item: &ItemView<'c>,
    owner: &'static str,
    context: Context<'_, 'c>,
) -> Error {
    let owner = Some(Owner::new(owner, context));
    let error = search(error, context, &|search| search.group(item, &[], owner));
    error.at(item.value_span(), item.source())
}

/// Searches a part, with the owner of its blocks if that is an internally tagged enum.
type Look<'l, 'c> = &'l dyn Fn(&mut Search<'_, '_, 'c>, Option<Owner>);

/// Adds to an error about a value in a buffer its location and the path to it. Handles the error of
/// an internally tagged enum, and returns whether it is one: the facts about the type are recorded.
/// The search gets such an enum as the owner of the blocks in its body.
fn in_buffer<'c>(error: Error, context: Context<'_, 'c>, look: Look<'_, 'c>) -> (Error, bool) {
    if error.is_placed() {
        return (error, false);
    }
    let tagged = context.record.and_then(Target::of_tagged);
    // The list with elements that are left is no error of the type of its last element.
    let is_of_list = error.reported().is_none() && error.code() == Some(Code::WrongLength);
    let Some(target) = tagged.filter(|_| !is_of_list) else {
        return (search(error, context, &|search| look(search, None)), false);
    };
    let look = &|search: &mut Search<'_, '_, 'c>| look(search, Some(Owner::new(target.type_name(), context)));
    // The trial, if it was one, has failed.
    if let (Some(slot), Some(record)) = (context.slot.filter(|it| !it.is_empty()), context.record) {
        slot.update(record, |found| found.is_trial = false);
    }
    if let Some(repeated) = target.convert(&error) {
        return (repeated, true);
    }
    if !target.is_of_stand_in(&error, context.slot) {
        target.record_label(&error, &|_| true);
    }
    let find = |reported: &Reported| {
        let mut search = Search::new(reported, context);
        look(&mut search);
        search.found.pop()
    };
    if let Some(repeated) = target.omit_nulls(&error, context.slot, || find(&Reported::Null).is_some()) {
        return (repeated, true);
    }
    if let Some(Reported::Missing(field)) = error.own_reported()
        && let Some(repeated) =
            target.require_null(field, context.slot, || find(&Reported::Field((*field).to_owned())).is_some())
    {
        return (repeated, true);
    }
    let error = search(error, context, look);
    (target.seek(error, context.slot), true)
}

fn search<'c>(error: Error, context: Context<'_, 'c>, look: &dyn Fn(&mut Search<'_, '_, 'c>)) -> Error {
    let is_of_value = |reported: &&Reported| match reported {
        Reported::Missing(_) => reported.is_missing_label(),
        Reported::Probe(_) => false,
        _ => true,
    };
    let Some(reported) = error.reported().filter(is_of_value).filter(|_| !error.is_placed()).cloned() else {
        return error;
    };
    let mut search = Search::new(&reported, context);
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
        let common = trail.iter().zip(&other.trail).take_while(|(one, other)| one == other);
        trail.truncate(common.count());
        place = None;
    }
    if place.is_none() {
        trail.truncate(trail.iter().rposition(|step| step.span.is_some()).map_or(0, |last| last + 1));
        place = trail.last().and_then(|last| Some((last.span?, last.source)));
    }
    let Some((span, source)) = place else { return error };
    let error = error.at(span, source);
    trail.into_iter().rev().fold(error, |error, step| error.under_step(&step.text))
}

/// A step of the path to a value, and the location of the value or the header of the block.
#[derive(Clone)]
struct Step<'c> {
    text: String,
    /// `None` for several blocks.
    span: Option<Span>,
    source: &'c Source,
}

/// The values that match what was reported.
struct Found<'c> {
    span: Span,
    source: &'c Source,
    trail: Vec<Step<'c>>,
}

impl Owner {
    /// Creates the type with a name that is decoded in a context.
    fn new(type_name: &'static str, context: Context<'_, '_>) -> Self {
        Self { type_name, block: context.buffered }
    }
}

impl PartialEq for Step<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.span == other.span
    }
}

/// The type that has blocks as its fields.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// The name of the type.
    pub(super) type_name: &'static str,
    /// The number of the block that it is decoded from, if that is in a buffer, or 0.
    pub(super) block: u32,
}
