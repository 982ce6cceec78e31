//! Values as YAML, in the layout that Terraform gives them.

use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Number, Type, Value, ValueKind};

/// Quoted texts are folded at the first space beyond this column.
const WIDTH: usize = 80;

/// The maximum length in bytes of a key that is written in one line, without `?`.
const SHORT_KEY: usize = 128;

/// Returns a known value as a document.
pub(super) fn document(value: &Value, budget: &Budget) -> Result<String, ValueError> {
    value.check_size()?;
    let mut writer = Writer { out: String::new(), budget, column: 0 };
    writer.node(value, 0, Place::Root)?;
    writer.line(0)?;
    if matches!(value.kind(), ValueKind::Null(_) | ValueKind::Bool(_) | ValueKind::Number(_)) {
        writer.push("...\n")?;
    }
    Ok(writer.out)
}

/// The position of a node.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// After the indicator of an element, or of the key or value of an entry with a long key. A
    /// collection begins in the same line.
    Inline,
    /// After a short key and its colon. A collection begins in the next line.
    Below,
}

/// A writer that charges its output to the budget piece by piece.
struct Writer<'b> {
    out: String,
    budget: &'b Budget,
    column: usize,
}

impl Writer<'_> {
    fn push(&mut self, piece: &str) -> Result<(), ValueError> {
        self.budget.take_bytes(piece.len())?;
        self.column += piece.chars().count();
        self.out.push_str(piece);
        Ok(())
    }

    /// Begins a line, unless it has begun already, and indents it.
    fn line(&mut self, indent: usize) -> Result<(), ValueError> {
        if !self.out.ends_with(is_break) {
            self.push("\n")?;
        }
        self.column = 0;
        self.push(&" ".repeat(indent))
    }

    /// Begins an element or an entry of a collection.
    fn item(&mut self, index: usize, indent: usize, place: Place) -> Result<(), ValueError> {
        match place {
            Place::Root if index == 0 => Ok(()),
            Place::Inline if index == 0 => self.push(" "),
            _ => self.line(indent),
        }
    }

    /// Writes a node in a collection whose lines have an indentation.
    fn node(&mut self, value: &Value, indent: usize, place: Place) -> Result<(), ValueError> {
        self.budget.take_parts(6_u64)?;
        match value.kind() {
            ValueKind::Null(_) | ValueKind::Unknown(_) => self.plain("null", place),
            ValueKind::Bool(bool) => self.plain(if bool { "true" } else { "false" }, place),
            ValueKind::Number(number) if number.is_finite() => {
                let text = self.budget.convert(value.clone(), &Type::String)?;
                self.plain(text.as_str().unwrap_or_default(), place)
            }
            ValueKind::Number(number) => {
                self.plain(if *number < Number::ZERO { "-Inf" } else { "+Inf" }, place)
            }
            ValueKind::String(text) => {
                self.plain("", place)?;
                self.text(text, indent + 2, false)
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                // In a mapping, elements have the same indentation as the key.
                let indent = if place == Place::Inline { indent + 2 } else { indent };
                for (index, item) in items.iter().enumerate() {
                    self.item(index, indent, place)?;
                    self.push("-")?;
                    self.node(item, indent, Place::Inline)?;
                }
                if items.is_empty() { self.plain("[]", place) } else { Ok(()) }
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                let indent = if place == Place::Root { 0 } else { indent + 2 };
                for (index, (key, value)) in map.sorted().into_iter().enumerate() {
                    self.item(index, indent, place)?;
                    let is_short = key.len() <= SHORT_KEY && !key.contains(is_break);
                    if !is_short {
                        self.push("? ")?;
                    }
                    self.text(key, indent + 2, is_short)?;
                    if !is_short {
                        self.line(indent)?;
                    }
                    self.push(":")?;
                    self.node(value, indent, if is_short { Place::Below } else { Place::Inline })?;
                }
                if map.is_empty() { self.plain("{}", place) } else { Ok(()) }
            }
            _ => Err(format!("a value of type {} has no YAML form", value.ty()).into()),
        }
    }

    /// Writes a text after the space that separates it from an indicator.
    fn plain(&mut self, text: &str, place: Place) -> Result<(), ValueError> {
        self.push(if place == Place::Root { "" } else { " " })?;
        self.push(text)
    }

    /// Writes a text whose further lines have an indentation. A short key has one line.
    fn text(&mut self, text: &str, indent: usize, is_short_key: bool) -> Result<(), ValueError> {
        self.budget.take_parts((text.len() as u64).saturating_mul(9) / 8)?;
        if !is_short_key && text.contains('\n') && may_be_literal(text) {
            self.literal(text, indent)
        } else {
            self.quoted(text, indent, !is_short_key)
        }
    }

    /// Writes a text line by line.
    fn literal(&mut self, text: &str, indent: usize) -> Result<(), ValueError> {
        self.push("|")?;
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.push("2")?;
        }
        let mut last = text.chars().rev();
        match (last.next().is_some_and(is_break), last.next()) {
            (false, _) => self.push("-\n")?,
            (true, Some(before)) if !is_break(before) => self.push("\n")?,
            (true, _) => self.push("+\n")?,
        }
        for line in text.split_inclusive(is_break) {
            if !line.starts_with(is_break) {
                self.line(indent)?;
            }
            self.push(line)?;
        }
        Ok(())
    }

    /// Writes a text in quotes. A text that `may_fold` is continued in another line where it is
    /// long.
    fn quoted(&mut self, text: &str, indent: usize, may_fold: bool) -> Result<(), ValueError> {
        self.push("\"")?;
        let mut after_space = false;
        let mut buffer = [0; 4];
        for (at, character) in text.char_indices() {
            let is_space = character == ' ';
            let is_inside = at > 0 && at + 1 < text.len();
            if is_space && may_fold && !after_space && self.column > WIDTH && is_inside {
                self.line(indent)?;
                if text[at + 1..].starts_with(' ') {
                    self.push("\\")?;
                }
            } else {
                match escape(character) {
                    Some(escaped) => self.push(&escaped)?,
                    None => self.push(character.encode_utf8(&mut buffer))?,
                }
            }
            after_space = is_space;
        }
        self.push("\"")
    }
}

fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether a character is written as it is.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

/// Returns whether a reader of a literal text gets all of it back.
fn may_be_literal(text: &str) -> bool {
    let has_space_at_end = |line: &str| line.ends_with(' ');
    text.chars().all(is_printable) && !text.split(is_break).any(has_space_at_end)
}

/// The characters that have an escape sequence of one letter, and their letters.
const ESCAPED: &str = "\0\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1b}\"\\\u{85}\u{2028}\u{2029}";
const LETTERS: &str = "0abtnvfre\"\\NLP";

/// Returns the escape sequence of a character that has one.
fn escape(character: char) -> Option<String> {
    if is_printable(character) && !is_break(character) && !matches!(character, '"' | '\\') {
        return None;
    }
    let mut letters = ESCAPED.chars().zip(LETTERS.chars());
    Some(match (letters.find(|(escaped, _)| *escaped == character), u32::from(character)) {
        (Some((_, letter)), _) => format!("\\{letter}"),
        (None, code @ ..=0xff) => format!("\\x{code:02X}"),
        (None, code @ ..=0xffff) => format!("\\u{code:04X}"),
        (None, code) => format!("\\U{code:08X}"),
    })
}
