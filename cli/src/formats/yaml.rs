//! YAML.

use std::io::{self, Write};
use std::rc::Rc;

use serde_hcl::{Limits, Value, ValueKind};
use serde_hcl_terraform::yaml::{self, Build, Mistake, Scalar};

use super::document::{Content, Entry, Key, Node, Parsed, problem};
use super::{elements, entries, is_printable, quoted};

/// Reads a document. Scalars have the values that `yamldecode` gives them, but times stay as they
/// are written.
pub fn read(text: &str) -> Parsed {
    let root = yaml::read(text, Limits::DEFAULT.depth, &mut Nodes).map_err(|mistake| {
        problem("Invalid YAML".to_owned(), sentence(&mistake.message), mistake.place.span)
    })?;
    // A file without a document has no arguments.
    Ok(root.unwrap_or(Node { span: 0..0, content: Content::Mapping(Vec::new()) }))
}

/// Returns a message as a sentence.
fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters.as_str().chars()).chain(".".chars()).collect()
}

/// The nodes of a document.
struct Nodes;

impl Build for Nodes {
    type Node = Node;
    type Entries = Vec<Entry>;
    type Error = Mistake;

    fn scalar(&mut self, scalar: &Scalar<'_>) -> Result<Node, Mistake> {
        let text = || Content::Text(scalar.text.to_owned());
        let node = |content| Node { span: scalar.place.span.clone(), content };
        if scalar.is_key {
            return Ok(node(text()));
        }
        let unsupported = |detail: &str| Err(scalar.mistake(format!("{:?} {detail}", scalar.text)));
        let Ok(value) = scalar.value() else {
            return unsupported("has no value here. For a text, write quotes");
        };
        Ok(node(match value.kind() {
            ValueKind::String(_) => text(),
            ValueKind::Number(number) if number.is_finite() => Content::Plain(number.to_string()),
            ValueKind::Bool(bool) => Content::Plain(bool.to_string()),
            ValueKind::Null(_) => Content::Plain("null".to_owned()),
            _ => return unsupported("is infinite, which has no value here. For a text, write quotes"),
        }))
    }

    fn sequence(&mut self, items: Vec<Node>, place: yaml::Place) -> Result<Node, Mistake> {
        Ok(Node { span: place.span, content: Content::Sequence(items) })
    }

    fn entry(&mut self, entries: &mut Vec<Entry>, entry: yaml::Entry<Node>) -> Result<(), Mistake> {
        let key = entry.key.map_or(Key::Merge, |(key, text)| Key::Text(text, key.span));
        entries.push(Entry { key, value: entry.value });
        Ok(())
    }

    fn mapping(&mut self, entries: Vec<Entry>, place: yaml::Place) -> Result<Node, Mistake> {
        Ok(Node { span: place.span, content: Content::Mapping(entries) })
    }

    fn anchored(&mut self, node: Node) -> Node {
        Node { span: node.span.clone(), content: Content::Alias(Rc::new(node)) }
    }

    fn alias(&mut self, target: &Node, place: yaml::Place) -> Node {
        Node { span: place.span, content: target.content.clone() }
    }
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
