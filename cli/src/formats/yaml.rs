//! YAML.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};
use serde_hcl::{Diagnostic, Function, Limits, Value, ValueKind};
use serde_hcl_terraform as terraform;

use super::document::{Content, Entry, Key, Node, Parsed, problem};
use super::{elements, entries, is_printable, quoted};

fn invalid(detail: impl Into<String>, span: Range<usize>) -> Diagnostic {
    problem("Invalid YAML".to_owned(), detail.into(), span)
}

/// Returns words as a sentence.
fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters.as_str().chars()).chain(".".chars()).collect()
}

/// Reads a document. Scalars have the values that `yamldecode` gives them, but times stay as they
/// are written.
pub fn read(text: &str) -> Parsed {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.len() - content.len();
    // The parser counts characters. In ASCII, those are bytes.
    let bytes: Option<Vec<usize>> =
        (!content.is_ascii()).then(|| content.char_indices().map(|(index, _)| index).collect());
    let offset = |marker: Marker| {
        let index = marker.index();
        let byte = bytes.as_ref().map_or(Some(index), |bytes| bytes.get(index).copied());
        start + byte.unwrap_or(content.len()).min(content.len())
    };
    let decode = terraform::function("yamldecode").expect("it is in the table");
    // The function describes a mistake in the syntax after the line and the column.
    let words = || {
        let error = decode.call(&[Value::from(content)]).err()?;
        error.message().split_once(": ").map(|(_, words)| words.to_owned())
    };
    let mut reader = Reader { decode: decode.clone(), open: Vec::new(), anchors: HashMap::new(), root: None };
    let mut documents = 0;
    for event in Parser::new_from_str(content) {
        let (event, span) = event.map_err(|error| {
            // Some mistakes are found only at the end, after the last line with text.
            let at = offset(*error.marker()).min(start + content.trim_end().len());
            let words = words().unwrap_or_else(|| error.info().to_owned());
            invalid(sentence(&words), at..at)
        })?;
        let span = offset(span.start)..offset(span.end);
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    let detail = "A second document begins here. Write each in a file of its own.";
                    return Err(invalid(detail, span));
                }
            }
            Event::Scalar(scalar, style, anchor, tag) => {
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                // The parser adds a line ending to a last line that has none.
                let is_added = is_block && span.end == text.len() && !text.ends_with('\n');
                let scalar = if is_added { scalar.strip_suffix('\n').unwrap_or(&scalar) } else { &scalar };
                reader.scalar(scalar, style, anchor, tag.as_deref(), span)?;
            }
            Event::Alias(anchor) => {
                let target = reader.anchors.get(&anchor).cloned();
                let target = target
                    .ok_or_else(|| invalid("This alias is inside of what it stands for.", span.clone()))?;
                reader.value(Node { span, content: Content::Alias(target) }, 0)?;
            }
            Event::SequenceStart(anchor, tag) => {
                reader.begin(Open::Sequence(Vec::new()), "seq", tag.as_deref(), anchor, span)?;
            }
            Event::MappingStart(anchor, tag) => {
                reader.begin(Open::Mapping(Vec::new(), None), "map", tag.as_deref(), anchor, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => reader.end(span.end)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    // A file without a document has no arguments.
    Ok(reader.root.unwrap_or(Node { span: 0..0, content: Content::Mapping(Vec::new()) }))
}

/// A sequence or a mapping whose end has not been read yet.
enum Open {
    Sequence(Vec<Node>),
    /// With the key of the next value.
    Mapping(Vec<Entry>, Option<Key>),
}

struct Reader {
    decode: Function,
    /// Each with its anchor and its start.
    open: Vec<(Open, usize, usize)>,
    anchors: HashMap<usize, Rc<Node>>,
    root: Option<Node>,
}

impl Reader {
    /// Returns whether a key comes next.
    fn expects_key(&self) -> bool {
        matches!(self.open.last(), Some((Open::Mapping(_, None), ..)))
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let tag = tag.map(name);
        let is_plain = style == ScalarStyle::Plain && tag.is_none();
        if self.expects_key() && (is_plain && text == "<<" || tag.as_deref() == Some("merge")) {
            self.key(Key::Merge);
            return Ok(());
        }
        let is_key = self.expects_key();
        let content = match &tag {
            // A key is a text.
            _ if is_key => Content::Text(text.to_owned()),
            None if !is_plain || text.contains('\n') => Content::Text(text.to_owned()),
            None => self.content(text, text, &span)?,
            Some(tag) => {
                let mut document = format!("!!{tag} ").into_bytes();
                quoted(text, &mut document).map_err(|error| invalid(error.to_string(), span.clone()))?;
                self.content(&String::from_utf8_lossy(&document), text, &span)?
            }
        };
        if !is_key {
            return self.value(Node { span, content }, anchor);
        }
        if anchor > 0 {
            self.anchors.insert(anchor, Rc::new(Node { span: span.clone(), content }));
        }
        self.key(Key::Text(text.to_owned(), span));
        Ok(())
    }

    /// Returns the value of a scalar that is not in quotes.
    fn content(&self, scalar: &str, text: &str, span: &Range<usize>) -> Result<Content, Diagnostic> {
        // As an element, the text is no mark of a document.
        let decoded = self.decode.call(&[Value::from(format!("- {scalar}\n"))]);
        let value = decoded.ok().and_then(|it| elements(&it)?.first().cloned());
        let unsupported = |detail: &str| Err(invalid(format!("{text:?} {detail}"), span.clone()));
        let Some(value) = value else { return unsupported("has no value here. For a text, write quotes.") };
        Ok(match value.kind() {
            ValueKind::String(_) => Content::Text(text.to_owned()),
            ValueKind::Number(number) if number.is_finite() => Content::Plain(number.to_string()),
            ValueKind::Bool(bool) => Content::Plain(bool.to_string()),
            ValueKind::Null(_) => Content::Plain("null".to_owned()),
            _ => return unsupported("is infinite, which has no value here. For a text, write quotes."),
        })
    }

    fn key(&mut self, next: Key) {
        if let Some((Open::Mapping(_, key), ..)) = self.open.last_mut() {
            *key = Some(next);
        }
    }

    fn begin(
        &mut self,
        content: Open,
        expected: &str,
        tag: Option<&Tag>,
        anchor: usize,
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let limit = Limits::DEFAULT.depth as usize;
        if self.expects_key() {
            return Err(invalid("A key must be a scalar.", span));
        }
        if self.open.len() >= limit {
            return Err(invalid(format!("This is nested deeper than the limit of {limit}."), span));
        }
        if tag.is_some_and(|tag| name(tag) != expected) {
            return Err(invalid("This tag is not supported. Remove it.", span));
        }
        self.open.push((content, anchor, span.start));
        Ok(())
    }

    fn end(&mut self, end: usize) -> Result<(), Diagnostic> {
        let Some((content, anchor, start)) = self.open.pop() else { return Ok(()) };
        let content = match content {
            Open::Sequence(items) => Content::Sequence(items),
            Open::Mapping(entries, _) => Content::Mapping(entries),
        };
        self.value(Node { span: start..end.max(start), content }, anchor)
    }

    /// Adds a complete value to its container.
    fn value(&mut self, node: Node, anchor: usize) -> Result<(), Diagnostic> {
        let mut value = node;
        if anchor > 0 {
            let shared = Rc::new(value);
            self.anchors.insert(anchor, shared.clone());
            value = Node { span: shared.span.clone(), content: Content::Alias(shared) };
        }
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some((Open::Sequence(items), ..)) => items.push(value),
            Some((Open::Mapping(entries, key), ..)) => match key.take() {
                Some(key) => entries.push(Entry { key, value }),
                None => return Err(invalid("A key must be a scalar.", value.span)),
            },
        }
        Ok(())
    }
}

/// Returns the name of a tag of the core schema, or one that is not supported.
fn name(tag: &Tag) -> String {
    let tag = format!("{}{}", tag.handle, tag.suffix);
    let name =
        tag.strip_prefix("tag:yaml.org,2002:").filter(|it| it.bytes().all(|it| it.is_ascii_lowercase()));
    name.unwrap_or("other").to_owned()
}

/// Writes a value as a document in block style. A text is in quotes if a reader may take it for
/// something else.
pub fn write(value: &Value, out: &mut dyn Write) -> io::Result<()> {
    Writer(out).node(value, 0, Place::Root)?;
    out.write_all(b"\n")
}

/// The position of a node.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// After `-`. A collection begins in the same line.
    Item,
    /// After a key. A collection begins in the next line.
    Key,
}

struct Writer<'w>(&'w mut dyn Write);

impl Writer<'_> {
    /// Begins an element or an entry of a collection.
    fn item(&mut self, index: usize, indent: usize, place: Place) -> io::Result<()> {
        match place {
            Place::Root if index == 0 => Ok(()),
            Place::Item if index == 0 => self.0.write_all(b" "),
            _ => self.line(indent),
        }
    }

    fn line(&mut self, indent: usize) -> io::Result<()> {
        write!(self.0, "\n{:indent$}", "")
    }

    /// Writes a node whose further lines have an indentation.
    fn node(&mut self, value: &Value, indent: usize, place: Place) -> io::Result<()> {
        if let Some(items) = elements(value).filter(|it| !it.is_empty()) {
            return items.iter().enumerate().try_for_each(|(index, item)| {
                self.item(index, indent, place)?;
                self.0.write_all(b"-")?;
                self.node(item, indent + 2, Place::Item)
            });
        }
        if let Some(map) = entries(value).filter(|it| !it.is_empty()) {
            return map.iter().enumerate().try_for_each(|(index, (key, value))| {
                self.item(index, indent, place)?;
                // A longer key is possible with an indicator only.
                if key.chars().count() > 500 {
                    self.0.write_all(b"? ")?;
                    quoted(key, self.0)?;
                    self.line(indent)?;
                } else {
                    self.line_of(key)?;
                }
                self.0.write_all(b":")?;
                self.node(value, indent + 2, Place::Key)
            });
        }
        self.0.write_all(if place == Place::Root { b"" } else { b" " })?;
        match value.kind() {
            ValueKind::String(text) if is_literal(text) => self.literal(text, indent.max(2)),
            ValueKind::String(text) => self.line_of(text),
            ValueKind::Bool(bool) => write!(self.0, "{bool}"),
            ValueKind::Number(number) => write!(self.0, "{number}"),
            _ if elements(value).is_some() => self.0.write_all(b"[]"),
            _ if entries(value).is_some() => self.0.write_all(b"{}"),
            _ => self.0.write_all(b"null"),
        }
    }

    /// Writes a text on one line.
    fn line_of(&mut self, text: &str) -> io::Result<()> {
        if is_plain(text) { self.0.write_all(text.as_bytes()) } else { quoted(text, self.0) }
    }

    /// Writes a text line by line.
    fn literal(&mut self, text: &str, indent: usize) -> io::Result<()> {
        let content = text.strip_suffix('\n');
        self.0.write_all(match content {
            None => b"|-",
            Some(content) if content.ends_with('\n') => b"|+",
            Some(_) => b"|",
        })?;
        content.unwrap_or(text).split('\n').try_for_each(|line| {
            self.line(if line.is_empty() { 0 } else { indent })?;
            self.0.write_all(line.as_bytes())
        })
    }
}

/// Returns whether a text has several lines that a reader gets back as they are.
fn is_literal(text: &str) -> bool {
    let is_kept = |line: &str| line.trim_end() == line && line.chars().all(is_printable);
    text.contains('\n') && !text.starts_with(char::is_whitespace) && text.split('\n').all(is_kept)
}

/// Words that are values of other types in YAML 1.1 or 1.2.
const WORDS: [&str; 11] = ["y", "yes", "n", "no", "true", "false", "on", "off", "null", "nan", "inf"];

/// Returns whether a text without quotes is that text for all readers.
fn is_plain(text: &str) -> bool {
    let is_inside = |it: char| it.is_alphanumeric() || "_-./+@:,()=% ".contains(it);
    text.starts_with(|it: char| it.is_alphabetic() || "_/".contains(it))
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && text.chars().all(|it| is_inside(it) && is_printable(it))
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}
