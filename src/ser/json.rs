//! Nodes as HCL JSON.

use std::collections::HashSet;
use std::fmt::{Display, Write as _};

use super::expression;
use super::node::{Entries, Item, Kind, Label, Node};
use super::serializer::check_depth;
use super::tape::Tape;
use crate::body::group_by_name;
use crate::error::{Error, Result};
use crate::value::find_special;

/// How a text is laid out.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Style {
    Compact,
    /// Two spaces a level.
    Pretty,
}

/// A body as the text of a file, anything else as a JSON value.
pub(super) fn text(tape: &Tape, style: Style) -> Result<String> {
    // Quotes, a colon and a comma.
    let out = String::with_capacity(tape.length(5));
    let mut writer = Writer { out, style, depth: 0, is_first: true };
    match tape.root().kind() {
        Kind::Object(entries) => writer.body(entries, Sequences::Escaped)?,
        _ => writer.node(tape.root())?,
    }
    Ok(writer.out)
}

/// Writes JSON values, each behind the one before.
pub(super) struct Writer {
    out: String,
    style: Style,
    /// How many brackets are open.
    depth: usize,
    /// Whether nothing is in the innermost bracket yet.
    is_first: bool,
}

/// What a name stands for in a body.
enum Property<'t> {
    Attribute(Node<'t>),
    Block(Block<'t>),
}

struct Block<'t> {
    labels: Vec<Label<'t>>,
    entries: Entries<'t>,
}

impl<'t> Block<'t> {
    fn label(&self, level: usize) -> Option<Label<'t>> {
        self.labels.get(level).copied()
    }
}

impl Writer {
    fn node(&mut self, node: Node<'_>) -> Result<()> {
        match node.kind() {
            Kind::Absent | Kind::Null => self.word("null"),
            Kind::Bool(value) => self.word(value),
            Kind::Number(text) => self.out.push_str(text),
            Kind::String(text) => self.string(text, Sequences::Escaped),
            Kind::Expression(text) => expression::write_json(text, self)?,
            Kind::Tuple(elements) => self.bracketed(['[', ']'], |writer| {
                for (index, element) in elements.enumerate() {
                    writer.entry();
                    writer.node(element).map_err(|error| error.under(format_args!("[{index}]")))?;
                }
                Ok(())
            })?,
            Kind::Object(entries) if !entries.hold_blocks() => self.bracketed(['{', '}'], |writer| {
                for (key, node) in entries {
                    writer.key(key, Sequences::Escaped);
                    writer.node(node).map_err(|error| error.under(key))?;
                }
                Ok(())
            })?,
            Kind::Object(entries) | Kind::Block(_, entries) => self.body(entries, Sequences::Escaped)?,
            // The names of what was parsed are no templates.
            Kind::Body(entries) => self.body(entries, Sequences::Kept)?,
        }
        Ok(())
    }

    fn body(&mut self, entries: Entries<'_>, names: Sequences) -> Result<()> {
        let mut properties = Vec::new();
        entries.each_item(|item| {
            properties.push(match item {
                Item::Attribute("//", _) => return Err(ambiguous("//")),
                Item::Attribute(name, node) => (name, Property::Attribute(node)),
                Item::Block(block_type, labels, entries) => {
                    (block_type, Property::Block(Block { labels: labels.to_vec(), entries }))
                }
            });
            Ok(())
        })?;
        group_by_name(
            &mut properties,
            |property| property.0,
            |first, again| match (&first.1, &again.1) {
                (Property::Block(_), Property::Block(_)) => Ok(()),
                _ => Err(ambiguous(again.0)),
            },
        )?;
        let mut properties = properties.into_iter().peekable();
        self.bracketed(['{', '}'], |writer| {
            while let Some((name, property)) = properties.next() {
                writer.key(name, names);
                let written = match property {
                    Property::Attribute(node) => writer.node(node),
                    Property::Block(block) => {
                        let mut blocks = vec![block];
                        while let Some((_, Property::Block(next))) = properties.next_if(|next| next.0 == name)
                        {
                            blocks.push(next);
                        }
                        writer.blocks(&blocks, 0)
                    }
                };
                written.map_err(|error| error.under(name))?;
            }
            Ok(())
        })
    }

    /// Blocks of one type, of whose labels `level` are written already. They keep their order: a label that comes back after
    /// another one needs an array.
    fn blocks(&mut self, blocks: &[Block<'_>], level: usize) -> Result<()> {
        if let [block] = blocks
            && block.labels.len() <= level
        {
            return self.body(block.entries, Sequences::Escaped);
        }
        if blocks.iter().all(|block| block.labels.len() <= level) {
            return self.bracketed(['[', ']'], |writer| {
                blocks.iter().try_for_each(|block| {
                    writer.entry();
                    writer.body(block.entries, Sequences::Escaped)
                })
            });
        }
        // Neighbours with the same label, or without one.
        let groups = blocks.chunk_by(|one, next| one.label(level) == next.label(level));
        let mut groups = groups.map(|group| (group[0].label(level), group));
        let mut seen = HashSet::new();
        if groups.clone().all(|(label, _)| label.is_some_and(|label| seen.insert(label))) {
            return self.bracketed(['{', '}'], |writer| {
                groups.try_for_each(|(label, group)| match label {
                    Some(label) => writer.labeled(label, group, level),
                    None => Ok(()),
                })
            });
        }
        self.bracketed(['[', ']'], |writer| {
            groups.try_for_each(|(label, group)| {
                writer.entry();
                match label {
                    Some(label) => writer.bracketed(['{', '}'], |writer| writer.labeled(label, group, level)),
                    None => writer.blocks(group, level + 1),
                }
            })
        })
    }

    /// Blocks with the same next label, which is their key.
    fn labeled(&mut self, label: Label<'_>, blocks: &[Block<'_>], level: usize) -> Result<()> {
        self.key(label.text, if label.is_template { Sequences::Escaped } else { Sequences::Kept });
        self.blocks(blocks, level + 1)
    }

    /// Brackets and what is in them.
    pub(super) fn bracketed(
        &mut self,
        [open, close]: [char; 2],
        content: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.depth += 1;
        check_depth(self.depth)?;
        self.out.push(open);
        self.is_first = true;
        content(self)?;
        self.depth -= 1;
        if !self.is_first {
            self.break_line();
        }
        self.out.push(close);
        self.is_first = false;
        Ok(())
    }

    /// Begins the next element.
    pub(super) fn entry(&mut self) {
        if !self.is_first {
            self.out.push(',');
        }
        self.is_first = false;
        self.break_line();
    }

    /// Begins the next property.
    pub(super) fn key(&mut self, key: &str, sequences: Sequences) {
        self.entry();
        self.string(key, sequences);
        self.out.push_str(if self.style == Style::Pretty { ": " } else { ":" });
    }

    fn break_line(&mut self) {
        if self.style == Style::Pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }

    /// A number, true, false or null.
    pub(super) fn word(&mut self, word: impl Display) {
        let _ = write!(self.out, "{word}");
    }

    pub(super) fn string(&mut self, text: &str, sequences: Sequences) {
        self.out.push('"');
        // From here on it is not written yet; most of it is written as it stands.
        let mut rest = text;
        while let Some(at) = find_special(rest) {
            let (plain, special) = rest.split_at(at);
            self.out.push_str(plain);
            let mut characters = special.chars();
            match characters.next() {
                Some('"') => self.out.push_str("\\\""),
                Some('\\') => self.out.push_str("\\\\"),
                Some('\n') => self.out.push_str("\\n"),
                Some('\r') => self.out.push_str("\\r"),
                Some('\t') => self.out.push_str("\\t"),
                Some(sign @ ('$' | '%')) => {
                    self.out.push(sign);
                    if sequences == Sequences::Escaped && characters.as_str().starts_with('{') {
                        self.out.push(sign);
                    }
                }
                Some(control @ ..'\u{20}') => _ = write!(self.out, "\\u{:04x}", u32::from(control)),
                Some(other) => self.out.push(other),
                None => {}
            }
            rest = characters.as_str();
        }
        self.out.push_str(rest);
        self.out.push('"');
    }
}

/// What becomes of `${` and `%{` in a string.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sequences {
    Escaped,
    Kept,
}

fn ambiguous(name: &str) -> Error {
    let detail = match name {
        "//" => "A property named \"//\" is a comment in JSON. Use another name.".to_owned(),
        _ => format!(
            "The name {name:?} is used twice, for an argument and a block or for two arguments, which JSON cannot tell apart. Rename \
             one of them."
        ),
    };
    Error::data("Ambiguous name", detail).under(name)
}
