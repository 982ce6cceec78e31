//! Documents of other formats as HCL JSON, in which each part has its location in the document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_hcl::{Diagnostic, Limits, Source, diag::Diagnostics};

use super::document::{Content, Entry, Key, Node, problem};
use super::{toml, yaml};
use crate::options::Format;

/// Returns a document of another format as HCL JSON. All locations in that are shown in the
/// document.
///
/// # Errors
/// Returns an error for a mistake in the syntax, a repeated key, or a document that is not a
/// mapping.
pub fn to_json(source: &Source, format: Format) -> Result<Source, Diagnostics> {
    let failed = |error: Diagnostic| Diagnostics::from(vec![error]).in_source(source);
    if let Some(offset) = source.invalid_utf8() {
        let offset = offset as usize;
        let detail = "The text is not valid UTF-8 here. Save the file as UTF-8.".to_owned();
        return Err(failed(problem("Invalid character encoding".to_owned(), detail, offset..offset + 1)));
    }
    let node = match format {
        Format::Toml => toml::read(source.text()),
        _ => yaml::read(source.text()),
    };
    let node = node.map_err(failed)?;
    let is_mapping = match &node.content {
        Content::Alias(target) => matches!(target.content, Content::Mapping(_)),
        content => matches!(content, Content::Mapping(_)),
    };
    if !is_mapping {
        let detail = "A mapping is expected here, from the names of arguments and blocks to their values.";
        return Err(failed(problem("Mapping expected".to_owned(), detail.to_owned(), node.span)));
    }
    let mut writer = Writer { source, json: String::new(), pieces: Vec::new(), place: None, work: 0 };
    writer.node(&node, 0).map_err(failed)?;
    Ok(Source::embedded(source, writer.json, writer.pieces))
}

/// The maximum number of bytes of the JSON.
const LIMIT: u64 = Limits::DEFAULT.input;

struct Writer<'s> {
    source: &'s Source,
    json: String,
    /// Offsets in the JSON and in the document.
    pieces: Vec<(u32, u32)>,
    /// The location of all parts, in the content of an alias.
    place: Option<Range<usize>>,
    /// The number of entries that were read.
    work: u64,
}

impl Writer<'_> {
    /// Adds the location of the next written text.
    fn place(&mut self, offset: usize) {
        let offset = self.place.as_ref().map_or(offset, |place| place.start);
        let (own, outer) = (self.json.len() as u32, offset as u32);
        let follows = |(last, place): &(u32, u32)| own - last == outer.wrapping_sub(*place);
        if !self.pieces.last().is_some_and(follows) {
            self.pieces.push((own, outer));
        }
    }

    fn node(&mut self, node: &Node, depth: u32) -> Result<(), Diagnostic> {
        let limit = Limits::DEFAULT.depth;
        if depth > limit {
            let detail = format!("This is nested deeper than the limit of {limit}.");
            return Err(problem("Nested too deep".to_owned(), detail, node.span.clone()));
        }
        self.work += 1;
        if self.json.len() as u64 + self.work > LIMIT {
            let detail = format!("With its aliases, it has more than the limit of {LIMIT} bytes.");
            return Err(problem("Text too long".to_owned(), detail, node.span.clone()));
        }
        self.place(node.span.start);
        match &node.content {
            Content::Plain(text) => self.json.push_str(text),
            Content::Text(text) => self.text(text, &node.span),
            Content::Sequence(items) => {
                self.json.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.json.push(',');
                    }
                    self.node(item, depth + 1)?;
                }
                self.place(node.span.end);
                self.json.push(']');
            }
            Content::Mapping(entries) => {
                self.json.push('{');
                let mut seen = HashMap::new();
                for entry in entries {
                    let Key::Text(key, span) = &entry.key else { continue };
                    if let Some(first) = seen.insert(key.as_str(), span.clone()) {
                        let line = self.source.pos(first.start as u32).line;
                        let detail =
                            format!("{key:?} is a key in line {line} already. Remove one of the two.");
                        return Err(problem("Duplicate key".to_owned(), detail, span.clone()));
                    }
                }
                let mut keys = seen.into_keys().collect();
                self.entries(entries, &mut keys, depth)?;
                self.place(node.span.end);
                self.json.push('}');
            }
            Content::Alias(target) => {
                let outer = self.place.clone();
                self.place.get_or_insert(node.span.clone());
                self.node(target, depth + 1)?;
                self.place = outer;
            }
        }
        Ok(())
    }

    /// Writes entries, and those that are merged, unless they have one of the keys.
    fn entries<'n>(
        &mut self,
        entries: &'n [Entry],
        keys: &mut HashSet<&'n str>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        for Entry { key, value } in entries {
            match key {
                Key::Text(key, span) => self.entry(key, span, value, depth)?,
                Key::Merge => self.merge(value, keys, depth + 1)?,
            }
        }
        Ok(())
    }

    fn entry(&mut self, key: &str, span: &Range<usize>, value: &Node, depth: u32) -> Result<(), Diagnostic> {
        if !self.json.ends_with('{') {
            self.json.push(',');
        }
        self.text(key, span);
        self.json.push(':');
        self.node(value, depth + 1)
    }

    /// Writes the entries of a mapping, or of several. The first one with a key counts.
    fn merge<'n>(
        &mut self,
        node: &'n Node,
        keys: &mut HashSet<&'n str>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        let limit = Limits::DEFAULT.depth;
        self.work += 1;
        match &node.content {
            _ if depth > limit || self.work > LIMIT => {
                let detail = format!("The mappings are merged more than {limit} levels deep, or too often.");
                Err(problem("Text too long".to_owned(), detail, node.span.clone()))
            }
            Content::Alias(target) => {
                let outer = self.place.clone();
                self.place.get_or_insert(node.span.clone());
                self.merge(target, keys, depth + 1)?;
                self.place = outer;
                Ok(())
            }
            Content::Sequence(items) => items.iter().try_for_each(|it| self.merge(it, keys, depth + 1)),
            Content::Mapping(entries) => entries.iter().try_for_each(|Entry { key, value }| {
                self.work += 1;
                match key {
                    Key::Text(key, span) if keys.insert(key) => self.entry(key, span, value, depth),
                    Key::Text(..) => Ok(()),
                    Key::Merge => self.merge(value, keys, depth + 1),
                }
            }),
            _ => {
                let detail = "Only a mapping, or a sequence of mappings, can be merged.".to_owned();
                Err(problem("Invalid merge".to_owned(), detail, node.span.clone()))
            }
        }
    }

    /// Writes a text. Its characters have their locations in the document, as far as they are
    /// there in the same order.
    fn text(&mut self, text: &str, span: &Range<usize>) {
        /// The number of quotes, indicators and spaces that are skipped in the document.
        const SKIPPED: usize = 200;
        let source = self.source;
        let raw = &source.text()[span.clone()];
        let mut at = 0;
        self.place(span.start);
        self.json.push('"');
        for character in text.chars() {
            let rest = &raw[at..];
            if !rest.starts_with(character) {
                let is_skipped = |it: char| it.is_whitespace() || "\"'|>+-\\123456789".contains(it);
                let next =
                    rest.char_indices().take(SKIPPED).find(|(_, it)| *it == character || !is_skipped(*it));
                at += next.filter(|(_, it)| *it == character).map_or(0, |(index, _)| index);
            }
            if raw[at..].starts_with(character) {
                self.place(span.start + at);
                at += character.len_utf8();
            }
            match character {
                '"' | '\\' => self.json.extend(['\\', character]),
                '\n' => self.json.push_str("\\n"),
                ..' ' => self.json.push_str(&format!("\\u{:04x}", u32::from(character))),
                _ => self.json.push(character),
            }
        }
        self.place((span.start + at).max(span.end.saturating_sub(1)));
        self.json.push('"');
        self.place(span.end);
    }
}
