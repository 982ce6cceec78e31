//! Descriptions of the name or value at an offset.

use std::sync::Arc;

use lsp_types::{Hover, HoverContents};
use serde_hcl::Span;
use serde_hcl::body::BodyItem;

use super::bindings::Part;
use super::cursor::{Cursor, Kind, Step};
use super::definitions::{self, Member};
use super::expect::Expected;
use super::schema::Schema;
use super::text::is_part;
use super::values;
use super::{bindings, describe};
use crate::document::Document;
use crate::files;
use crate::workspace::View;

/// Returns the description of the name at an offset: of an attribute, a block, a reference or a
/// function.
pub(crate) fn hover(view: &View<'_>, offset: u32) -> Option<Hover> {
    let text = view.document.text();
    let word = word(text, offset)?;
    // The whole name is what was typed.
    let cursor = Cursor::new(view.document, word.end);
    if cursor.is_literal {
        return None;
    }
    let name = &text[word.range()];
    let schema = Schema::at(view, &cursor);
    let top = name_frame(&cursor)?;
    let is_item = top.header.is_empty() && !top.in_value && top.for_part.is_none();
    let (title, body) = if is_item && matches!(top.kind, Kind::Body | Kind::Object) {
        let Expected::Body(spec) = Expected::at(&cursor, &schema) else { return None };
        let (title, mut body) = describe::item(spec, name)?;
        append(&mut body, attribute_value(view, word));
        (title, body)
    } else if cursor.top() == Kind::Quote {
        return None;
    } else if text[word.end as usize..].starts_with('(') {
        let signature = view.language().signatures().get(name)?;
        (signature.label.clone(), describe::function(signature))
    } else {
        reference(view, &cursor, name)?
    };
    let mut markdown = format!("```hcl\n{title}\n```\n");
    if !body.is_empty() {
        markdown.push_str(&format!("\n{body}\n"));
    }
    let range = Some(view.document.range(word, view.encoding()));
    Some(Hover { contents: HoverContents::Markup(view.support().markup(markdown)), range })
}

/// Returns the frame of the names around a word: in HCL JSON, names are in quotes.
fn name_frame<'c, 't>(cursor: &'c Cursor<'t>) -> Option<&'c super::cursor::Frame<'t>> {
    let (top, outer) = cursor.frames.split_last()?;
    if top.kind == Kind::Quote { outer.last().filter(|outer| outer.kind == Kind::Object) } else { Some(top) }
}

/// Returns the word that touches an offset.
fn word(text: &str, offset: u32) -> Option<Span> {
    let (before, after) = text.split_at_checked(offset as usize)?;
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - after.trim_start_matches(is_part).len();
    (start < end).then(|| Span::new(start as u32, end as u32))
}

fn append(body: &mut String, part: Option<String>) {
    if let Some(part) = part.filter(|part| !part.is_empty()) {
        if !body.is_empty() {
            body.push_str("\n\n");
        }
        body.push_str(&part);
    }
}

/// Returns the value of the attribute whose name is at a span, if it is known, not a literal, and
/// no secret.
fn attribute_value(view: &View<'_>, name: Span) -> Option<String> {
    let expression = expressions(view.document).into_iter().find(|(span, _)| *span == name)?.1;
    let value = describe::value(&view.values().value(&expression)?)?;
    (value != view.document.source.slice(expression.span())).then(|| format!("Value: `{value}`"))
}

/// Returns the attributes of a document that are not in blocks whose values are secrets: the spans
/// of their names, and their expressions.
pub(super) fn expressions(document: &Document) -> Vec<(Span, serde_hcl::Expression)> {
    if document.is_json() {
        return json_templates(document);
    }
    let mut found = Vec::new();
    let mut pending = vec![document.body().clone()];
    while let Some(body) = pending.pop() {
        if !definitions::is_secret(&body) {
            let attributes = body.attributes().map(|it| (it.name_span(), it.expression().clone()));
            found.extend(attributes);
            pending.extend(body.blocks().map(|block| block.body().clone()));
        }
    }
    found
}

/// Returns the templates of HCL JSON that are not in objects whose values are secrets: the spans of
/// their names, without quotes, and their expressions. An element of an array has no name.
fn json_templates(document: &Document) -> Vec<(Span, serde_hcl::Expression)> {
    let slice = |it: &serde_hcl::Expression| document.source.slice(it.span());
    let is_secret = |(key, value): &(serde_hcl::Expression, serde_hcl::Expression)| {
        let name = serde_json::from_str::<String>(slice(key));
        name.is_ok_and(|name| name == definitions::SENSITIVE) && slice(value) != "false"
    };
    let mut found = Vec::new();
    let mut pending = Vec::new();
    if !definitions::is_secret(document.body()) {
        let attributes = document.body().attributes();
        pending.extend(attributes.map(|it| (it.name_span(), it.expression().clone())));
    }
    while let Some((name, value)) = pending.pop() {
        let written = slice(&value);
        if written.contains("${") && written.starts_with('"') {
            let end = name.end.saturating_sub(1).max(name.start);
            found.push((Span::new((name.start + 1).min(end), end), value));
            continue;
        }
        let elements = value.static_list().unwrap_or_default();
        pending.extend(elements.into_iter().map(|element| (Span::at(element.span().start), element)));
        let items = value.static_map().unwrap_or_default();
        if !items.iter().any(is_secret) {
            pending.extend(items.into_iter().map(|(key, value)| (key.span(), value)));
        }
    }
    found
}

/// Returns the declaration and the description of the definition that a reference refers to.
fn reference(view: &View<'_>, cursor: &Cursor<'_>, name: &str) -> Option<(String, String)> {
    let mut steps = cursor.steps.clone()?;
    let is_terraform = files::is_terraform(view.document.source.name());
    let bindings = bindings::bindings(view.document.text(), cursor, is_terraform);
    let root = steps.first().map_or(name, |step| match step {
        Step::Name(root) => root,
        Step::Index(_) => "",
    });
    let bound = bindings.iter().rposition(|binding| binding.name == root);
    if let Some(at) = bound.filter(|_| steps.is_empty() && root != "each") {
        let text = match bindings[at].part {
            Part::Both => "An element of the collection of a `dynamic` block.",
            Part::Key | Part::Value => "An element of the collection of a `for` expression.",
        };
        let ty = describe::ty(view.values().of_binding(&bindings[..=at]).ty());
        return Some((format!("{name} ({ty})"), text.to_owned()));
    }
    let member = values::members(view, &steps, &bindings).into_iter().find(|member| member.name == name);
    steps.push(Step::Name(name));
    let address: String = steps
        .iter()
        .map(|step| match step {
            Step::Name(name) => format!(".{name}"),
            Step::Index(text) => (*text).to_owned(),
        })
        .collect();
    let address = address.trim_start_matches('.');
    if bound.is_some() {
        let Member { detail, description, .. } = Arc::unwrap_or_clone(member?);
        return Some((format!("{address} ({detail})"), description));
    }
    let definition = view.folder.references().definition(address);
    let member = member?;
    let mut body = member.description.clone();
    let all = view.values();
    let value = match definition {
        Some(definition) => {
            let is_secret =
                matches!(definition.item(), BodyItem::Block(block) if definitions::is_secret(block.body()));
            (!is_secret).then(|| all.at(address)).flatten()
        }
        None => all.at(address).or_else(|| view.language().context.variable(address).cloned()),
    };
    append(
        &mut body,
        value.and_then(|value| describe::value(&value)).map(|value| format!("Value: `{value}`")),
    );
    let detail = if member.detail.is_empty() { String::new() } else { format!(" ({})", member.detail) };
    Some((format!("{address}{detail}"), body))
}
