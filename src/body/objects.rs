//! The merging of objects in attributes that override each other.

use super::by_syntax::BySyntax;
use super::structure::Attribute;
use super::{Body, ExpressionView, parse_file_with};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax::ast::ObjectKey;
use crate::util::ordered::OrderedMap;

/// Returns a body in which the objects of attributes have the entries of those that they override
/// too. The attributes of the bodies before it are given, and those of the result are added.
pub(super) fn with_objects(attributes: &mut OrderedMap<String, Attribute>, body: &Body) -> Body {
    let (mut names, mut merged) = (Vec::new(), Vec::new());
    for attribute in body.attributes() {
        let replaced = attributes.get(attribute.name()).and_then(|first| joined(first, &attribute));
        match replaced {
            Some(body) => {
                names.push(attribute.name().to_owned());
                merged.push(body);
            }
            None => _ = attributes.insert(attribute.name().to_owned(), attribute),
        }
    }
    if names.is_empty() {
        return body.clone();
    }
    for attribute in merged.iter().flat_map(Body::attributes) {
        attributes.insert(attribute.name().to_owned(), attribute);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Body::merge([body.view().without(&names)].into_iter().chain(merged))
}

/// Parts of sources, one after the other.
type Parts = Vec<(Source, Span)>;

/// Returns a text as a part of its own.
fn part(text: &str) -> (Source, Span) {
    (Source::from(text), Span::from(0..text.len()))
}

/// Returns the body of an attribute that overrides another one, if both are objects that are
/// merged. Two in JSON are merged as blocks are.
fn joined(first: &Attribute, second: &Attribute) -> Option<Body> {
    let (old, new) = (first.expression().view(), second.expression().view());
    // A name in JSON is in quotes.
    let named = [second, first].into_iter().find(|attribute| attribute.ast().is_some())?;
    if old.iteration.is_some() || new.iteration.is_some() {
        return None;
    }
    let name = (named.source().clone(), named.name_span());
    let parts = [&[name, part(" = ")], &*joined_objects(old, new)?, &[part("\n")]].concat();
    let file = parse_file_with(Source::joined(&parts), &Limits::default());
    (!file.diagnostics.has_errors()).then(|| file.value.body().clone())
}

fn joined_objects(first: ExpressionView<'_>, second: ExpressionView<'_>) -> Option<Parts> {
    let (old, new) = (entries(first)?, entries(second)?);
    // An error about the whole object has the location of the later one.
    let Span { start, end } = second.span();
    let mut parts = vec![(second.source().clone(), Span::new(start, start + 1)), part("\n")];
    let whole = |value: ExpressionView<'_>| vec![(value.source().clone(), value.span())];
    let mut add = |entry: &Entry<'_>, value: Parts| {
        parts.extend([(entry.key.source().clone(), entry.key.span()), part(" = ")]);
        parts.extend(value);
        parts.push(part("\n"));
    };
    for (name, entry) in old.iter() {
        match new.get(name) {
            None => add(entry, whole(entry.value)),
            Some(other) => {
                let merged = joined_objects(entry.value, other.value);
                add(other, merged.unwrap_or_else(|| whole(other.value)));
            }
        }
    }
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    added.for_each(|(_, entry)| add(entry, whole(entry.value)));
    parts.push((second.source().clone(), Span::new(end - 1, end)));
    Some(parts)
}

struct Entry<'t> {
    key: ExpressionView<'t>,
    value: ExpressionView<'t>,
}

/// Returns the entries of an object whose keys are different names and strings.
fn entries(object: ExpressionView<'_>) -> Option<OrderedMap<&str, Entry<'_>>> {
    let items = object.items()?;
    let count = items.len();
    let entries: Option<OrderedMap<_, _>> =
        items.map(|(key, value)| Some((name_of_key(key)?, Entry { key, value }))).collect();
    entries.filter(|entries| entries.len() == count)
}

fn name_of_key(key: ExpressionView<'_>) -> Option<&str> {
    match key.syntax() {
        BySyntax::Native(key) => ObjectKey::new(key).as_str(),
        BySyntax::Json(_) => key.key().map(|name| name.text),
    }
}
