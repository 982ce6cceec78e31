//! Attributes, blocks and labels.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::CompletionItemKind;
use serde_hcl::ext::{ChildAttribute, ChildBlocks, Spec};
use serde_hcl::{Body, Expression, Span, Type, Value};

use super::snippet::Snippet;
use super::{List, Shown};
use crate::features::cursor::{Kind, Name};
use crate::features::describe;

/// The levels of required blocks that a completion writes.
const MAX_DEPTH: usize = 4;

impl<'t> List<'_, 't> {
    /// Adds the attributes and blocks that the body does not have yet.
    pub(super) fn items(&mut self, spec: &Spec) {
        let is_terraform = self.view.language().is_terraform(self.view.document.source.name());
        let mut seen = Vec::new();
        for attribute in spec.child_attributes() {
            if !self.is_present(attribute.name) && !seen.contains(&attribute.name) {
                seen.push(attribute.name);
                let shown = Shown {
                    label: attribute.name.to_owned(),
                    detail: describe::attribute_detail(&attribute),
                    description: describe::attribute(&attribute),
                    rank: u8::from(!attribute.is_required),
                };
                let value = attribute_value(&attribute);
                self.push_name(CompletionItemKind::PROPERTY, shown, |is_json| {
                    entry(attribute.name, value, is_json)
                });
            }
        }
        for blocks in spec.child_blocks() {
            // Terraform merges blocks of any arguments, such as `locals`.
            let is_single = blocks.at_most == Some(1) && (blocks.nested.is_some() || !is_terraform);
            let is_full = self.is_present(blocks.block_type) && (is_single || self.is_json);
            if !is_full && !seen.contains(&blocks.block_type) {
                seen.push(blocks.block_type);
                let shown = Shown {
                    label: blocks.block_type.to_owned(),
                    detail: describe::blocks_detail(&blocks),
                    description: describe::blocks(&blocks),
                    rank: u8::from(blocks.at_least == 0),
                };
                self.push_name(CompletionItemKind::STRUCT, shown, |is_json| {
                    block(&blocks, is_json, "", MAX_DEPTH)
                });
            }
        }
        if spec.is_open() {
            self.written_items_but(&seen);
        }
        for name in spec.opaque_names() {
            if !seen.contains(&name) {
                let shown = Shown {
                    label: name.to_owned(),
                    detail: "attribute or block of any form".to_owned(),
                    description: spec.description_of(name).unwrap_or_default().to_owned(),
                    rank: 1,
                };
                self.push_name(CompletionItemKind::PROPERTY, shown, |is_json| match is_json {
                    true => Snippet::default().text(format!("\"{name}\": ")),
                    false => Snippet::default().text(format!("{name} ")),
                });
            }
        }
    }

    /// Adds the names that other blocks of the same types have, and no specification.
    pub(super) fn written_items(&mut self) {
        self.written_items_but(&[]);
    }

    fn written_items_but(&mut self, seen: &[&str]) {
        let path = self.blocks();
        let mut names = BTreeMap::new();
        let others = self.view.folder.documents.values().filter(|it| !it.is_json());
        for document in others {
            let without = (document.path == self.view.document.path).then_some(self.cursor.word);
            each_body(document.body(), &path, &mut |body| {
                for attribute in body.attributes().filter(|it| Some(it.name_span()) != without) {
                    names.entry(attribute.name().to_owned()).or_insert(false);
                }
                for block in body.blocks().filter(|it| Some(it.type_span()) != without) {
                    names.insert(block.block_type().to_owned(), true);
                }
            });
        }
        for (name, is_block) in names {
            if !seen.contains(&name.as_str()) && (is_block || !self.is_present(&name)) {
                let (kind, detail) = match is_block {
                    true => (CompletionItemKind::STRUCT, "block"),
                    false => (CompletionItemKind::PROPERTY, "attribute"),
                };
                let text = if is_block { format!("{name} ") } else { format!("{name} = ") };
                let shown = Shown { label: name, detail: detail.to_owned(), rank: 1, ..Default::default() };
                self.push_name(kind, shown, |_| Snippet::default().text(text));
            }
        }
    }

    /// Adds the keys that this object has in other blocks of the same types.
    fn written_keys(&mut self) {
        let path = self.blocks();
        let body = self.cursor.frames.iter().rposition(|frame| frame.kind == Kind::Body);
        let (around, objects) = self.cursor.frames.split_at(body.map_or(0, |at| at + 1));
        let Some(attribute) = around.last().and_then(|body| body.name()) else { return };
        let names: Vec<&str> = objects.iter().filter_map(|object| object.name()).collect();
        let mut keys = BTreeSet::new();
        let others = self.view.folder.documents.values().filter(|it| !it.is_json());
        for document in others {
            let without = (document.path == self.view.document.path).then_some(self.cursor.word);
            each_body(document.body(), &path, &mut |body| {
                if let Some(attribute) = body.attribute(attribute) {
                    collect_keys(attribute.expression(), &names, without, &mut keys);
                }
            });
        }
        keys.retain(|name| !self.is_present(name));
        for name in keys {
            let shown = Shown { label: name, detail: "key".to_owned(), rank: 1, ..Default::default() };
            let text = format!("{} = ", shown.label);
            self.push_name(CompletionItemKind::FIELD, shown, |_| Snippet::default().text(text));
        }
    }

    /// Returns the types and the labels of the blocks around.
    fn blocks(&self) -> Vec<&[Name<'t>]> {
        let bodies = self.cursor.frames.iter().filter(|frame| frame.kind == Kind::Body).skip(1);
        bodies.map(|frame| &frame.block[..]).collect()
    }

    /// Adds the items of a `dynamic` block.
    pub(super) fn dynamic(&mut self, blocks: Option<&ChildBlocks<'_>>) {
        let plain = |name: &str| Snippet::default().text(format!("{name} = ")).end();
        let content =
            blocks.and_then(|it| it.nested).map_or(Snippet::default(), |it| required(it, false, "  ", 1));
        let content = Snippet::default().text("content {").then(content).text("\n  ").end().text("\n}");
        let labels = blocks
            .is_none_or(|it| !it.labels.is_empty())
            .then(|| ("labels", "list(string)", "The labels of the generated blocks.", plain("labels")));
        let fixed = [
            ("for_each", "collection, required", "A block is generated for each element.", plain("for_each")),
            (
                "iterator",
                "name",
                "The name of the element in the expressions of the block.",
                plain("iterator"),
            ),
            ("content", "block, required", "The content of the generated blocks.", content),
        ];
        for (name, detail, description, snippet) in fixed.into_iter().chain(labels) {
            if !self.is_present(name) {
                let (detail, description) = (detail.to_owned(), description.to_owned());
                let shown = Shown { label: name.to_owned(), detail, description, rank: 0 };
                self.push_name(CompletionItemKind::PROPERTY, shown, |_| snippet);
            }
        }
    }

    /// Adds the keys of an object of a type.
    pub(super) fn keys(&mut self, ty: &Type) {
        let Type::Object(attributes) = ty else { return self.written_keys() };
        for (name, ty) in attributes.iter() {
            if self.is_present(name) {
                continue;
            }
            let is_required = !attributes.is_optional(name);
            let required = if is_required { ", required" } else { "" };
            let shown = Shown {
                label: name.to_owned(),
                detail: format!("{}{required}", describe::ty(ty)),
                rank: u8::from(!is_required),
                ..Default::default()
            };
            self.push_name(CompletionItemKind::FIELD, shown, |is_json| {
                entry(name, value(ty, &[], None), is_json)
            });
        }
    }

    /// Adds the labels that blocks of the type have in the folder, and the names of other labels
    /// as placeholders.
    pub(super) fn labels(&mut self, blocks: Option<&ChildBlocks<'_>>, index: usize) {
        let top = self.cursor.frames.iter().rev().find(|frame| frame.kind == Kind::Body);
        let Some((top, block_type)) = top.and_then(|top| Some((top, top.header.first()?))) else { return };
        // A space is between two labels.
        let is_closed = !self.is_in_quote() && self.before().ends_with('"');
        if is_closed || blocks.is_some_and(|blocks| index >= blocks.labels.len()) {
            return;
        }
        let before: Vec<&str> = top.header[1..].iter().map(|name| name.text).collect();
        let path = self.blocks();
        let mut texts = Vec::new();
        let documents = self.view.folder.documents.values().filter(|it| !it.is_json());
        for document in documents {
            let is_here = document.path == self.view.document.path;
            each_body(document.body(), &path, &mut |body| {
                for block in body.blocks_of_type(block_type.text) {
                    let labels = block.labels();
                    let is_it = is_here && block.type_span() == block_type.span;
                    let is_same = labels.iter().zip(&before).all(|(label, text)| label.text() == *text);
                    if let Some(label) = labels.get(index).filter(|_| is_same && !is_it) {
                        texts.push(label.text().to_owned());
                    }
                }
            });
        }
        let language = self.view.language();
        let is_terraform = language.is_terraform(self.view.document.source.name());
        if let Some(providers) =
            language.providers.as_ref().filter(|_| is_terraform && index == 0 && path.is_empty())
        {
            texts.extend(providers.labels(block_type.text).map(str::to_owned));
        }
        texts.sort();
        texts.dedup();
        let detail = blocks.and_then(|it| it.labels.get(index)).map_or("label", |name| name);
        for text in texts {
            let shown =
                Shown { label: text.clone(), detail: detail.to_owned(), rank: 0, ..Default::default() };
            let quoted = if self.is_in_quote() { text } else { format!("\"{text}\"") };
            self.push(CompletionItemKind::ENUM_MEMBER, shown, Snippet::default().text(quoted));
        }
    }

    fn is_present(&self, name: &str) -> bool {
        self.cursor.items.iter().any(|item| item.text == name)
    }

    /// Adds the name of an item. If its value or its body is there already, only the name is
    /// inserted.
    fn push_name(&mut self, kind: CompletionItemKind, shown: Shown, item: impl FnOnce(bool) -> Snippet) {
        let (word, rest) = (self.word(), self.rest());
        let (after, is_quoted) = match rest.strip_prefix('"').filter(|_| self.is_in_quote()) {
            Some(after) => (after, true),
            None => (rest, false),
        };
        let is_set = match self.is_json {
            true => after.trim_start().starts_with(':'),
            false => after.trim_start().starts_with(['=', '{', '"']),
        };
        if is_set {
            let name = match self.is_json && !self.is_in_quote() {
                true => format!("\"{}\"", shown.label),
                false => shown.label.clone(),
            };
            return self.push(kind, shown, Snippet::default().text(name));
        }
        if !self.is_in_quote() {
            return self.push(kind, shown, item(self.is_json));
        }
        // The item has quotes of its own.
        let span = Span::new(word.start - 1, word.end + u32::from(is_quoted));
        let label = shown.label.clone();
        self.push_at(span, kind, shown, item(self.is_json));
        if let Some(added) = self.found.last_mut() {
            added.filter_text = Some(format!("\"{label}\""));
        }
    }
}

/// Calls a function with the bodies of blocks in each other, of these types. Of several labels, all
/// but the last one are a part of the type.
fn each_body(body: &Body, path: &[&[Name<'_>]], visit: &mut impl FnMut(&Body)) {
    let Some((header, rest)) = path.split_first() else { return visit(body) };
    let Some((block_type, labels)) = header.split_first() else { return };
    let kind = &labels[..labels.len().saturating_sub(1)];
    for block in body.blocks_of_type(block_type.text) {
        let own = block.labels();
        let is_same = own.len() == labels.len();
        if is_same && own.iter().zip(kind).all(|(own, label)| own.text() == label.text) {
            each_body(block.body(), rest, visit);
        }
    }
}

/// Collects the keys of an object behind some keys, except for the one at a span. Elements of lists
/// have no keys of their own.
fn collect_keys(expression: &Expression, path: &[&str], without: Option<Span>, keys: &mut BTreeSet<String>) {
    for element in expression.static_list().unwrap_or_default() {
        collect_keys(&element, path, without, keys);
    }
    for (key, value) in expression.static_map().unwrap_or_default() {
        if Some(key.span()) == without {
            continue;
        }
        let Some(name) = key.static_keyword() else { continue };
        match path.split_first() {
            None => _ = keys.insert(name),
            Some((first, rest)) if *first == name => collect_keys(&value, rest, without, keys),
            Some(_) => {}
        }
    }
}

/// Returns an attribute or a property with its value.
fn entry(name: &str, value: Snippet, is_json: bool) -> Snippet {
    let name = if is_json { format!("\"{name}\": ") } else { format!("{name} = ") };
    Snippet::default().text(name).then(value)
}

fn attribute_value(attribute: &ChildAttribute<'_>) -> Snippet {
    value(attribute.ty, attribute.values, attribute.default)
}

/// Returns a value of a type to be completed.
fn value(ty: &Type, values: &[Value], default: Option<&Value>) -> Snippet {
    let snippet = Snippet::default();
    let default = default.filter(|value| !value.contains_marks());
    match ty {
        Type::String => {
            let texts: Vec<String> = values.iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect();
            let default = default.and_then(Value::as_str).unwrap_or_default();
            let snippet = snippet.text("\"");
            let is_plain = |text: &String| !text.contains(['"', '\\', '\n']) && !text.contains("${");
            let snippet = match !texts.is_empty() && texts.iter().all(is_plain) {
                true => snippet.choice(texts),
                false => snippet.stop(default),
            };
            snippet.text("\"")
        }
        Type::Bool => {
            let is_true = default.is_some_and(|value| value.as_bool() == Some(true));
            let texts = if is_true { ["true", "false"] } else { ["false", "true"] };
            snippet.choice(texts.map(str::to_owned).to_vec())
        }
        Type::Number if !values.is_empty() => snippet.choice(values.iter().map(Value::to_string).collect()),
        Type::Number => snippet.stop(default.map_or("0".to_owned(), Value::to_string)),
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => snippet.text("[").stop("").text("]"),
        Type::Map(_) | Type::Object(_) => snippet.text("{").stop("").text("}"),
        _ => snippet.stop(""),
    }
}

/// Returns a block with its labels and the required items in it.
fn block(blocks: &ChildBlocks<'_>, is_json: bool, indent: &str, depth: usize) -> Snippet {
    let mut snippet = Snippet::default();
    let inner = format!("{indent}  ");
    let content = |depth| blocks.nested.map_or(Snippet::default(), |it| required(it, is_json, &inner, depth));
    if is_json {
        snippet = snippet.text(format!("\"{}\": {{", blocks.block_type));
        for label in &blocks.labels {
            snippet = snippet.text("\"").stop(*label).text("\": {");
        }
        let end = if depth == MAX_DEPTH { Snippet::default().end() } else { Snippet::default() };
        let snippet = snippet.then(content(depth)).then(end);
        return snippet.text(format!("\n{indent}{}", "}".repeat(blocks.labels.len() + 1)));
    }
    snippet = snippet.text(format!("{} ", blocks.block_type));
    for label in &blocks.labels {
        snippet = snippet.text("\"").stop(*label).text("\" ");
    }
    snippet = snippet.text("{").then(content(depth));
    if depth == MAX_DEPTH {
        snippet = snippet.text(format!("\n{inner}")).end();
    }
    snippet.text(format!("\n{indent}}}"))
}

/// Returns the names and the texts of the required items that a body does not have. Lines of a text
/// after the first one have an indentation.
pub(crate) fn missing(spec: &Spec, body: &Body, indent: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for attribute in spec.child_attributes().iter().filter(|it| it.is_required) {
        if body.attribute(attribute.name).is_none() {
            let text = entry(attribute.name, attribute_value(attribute), false).plain();
            found.push((attribute.name.to_owned(), text));
        }
    }
    for blocks in spec.child_blocks() {
        if blocks.at_least > body.blocks_of_type(blocks.block_type).count() {
            found.push((blocks.block_type.to_owned(), block(&blocks, false, indent, MAX_DEPTH).plain()));
        }
    }
    let mut names = std::collections::HashSet::new();
    found.retain(|(name, _)| names.insert(name.clone()));
    found
}

/// Returns the required items of a body.
fn required(spec: &Spec, is_json: bool, indent: &str, depth: usize) -> Snippet {
    let mut items = Vec::new();
    let mut seen = Vec::new();
    for attribute in spec.child_attributes().iter().filter(|it| it.is_required) {
        if !seen.contains(&attribute.name) {
            seen.push(attribute.name);
            items.push(entry(attribute.name, attribute_value(attribute), is_json));
        }
    }
    for blocks in spec.child_blocks().iter().filter(|it| it.at_least > 0 && depth > 1) {
        if !seen.contains(&blocks.block_type) {
            seen.push(blocks.block_type);
            items.push(block(blocks, is_json, indent, depth - 1));
        }
    }
    let mut snippet = Snippet::default();
    for (at, item) in items.into_iter().enumerate() {
        let separator = if at > 0 && is_json { "," } else { "" };
        snippet = snippet.text(format!("{separator}\n{indent}")).then(item);
    }
    snippet
}
