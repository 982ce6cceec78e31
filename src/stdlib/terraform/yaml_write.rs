//! Values as YAML, in the layout that Terraform gives them.

use crate::func::Budget;
use crate::stdlib::string::charge_characters;
use crate::value::{Value, ValueError, ValueKind};

/// Quoted texts are folded at the first space beyond this column.
const WIDTH: usize = 80;

/// The maximum length in bytes of a key that is written in one line, without `?`.
const SHORT_KEY: usize = 128;

/// Returns a known value as a document.
pub(super) fn document(value: &Value, budget: &Budget) -> Result<String, ValueError> {
    value.check_size()?;
    let mut writer = Writer {
        out: String::new(),
        budget,
        column: 0,
        indent: -1,
        after_space: true,
        at_indent: true,
        is_open: false,
    };
    writer.node(value, Place::Root)?;
    writer.line()?;
    if writer.is_open {
        writer.indicator("...", true, false, false)?;
        writer.line()?;
    }
    Ok(writer.out)
}

/// The position of a node.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// An element of a sequence.
    Element,
    /// A key that is written in front of its colon.
    ShortKey,
    /// Another key, or the value of a mapping.
    Entry,
}

/// A writer that charges its output to the budget piece by piece.
struct Writer<'b> {
    out: String,
    budget: &'b Budget,
    column: usize,
    /// The column at which the lines of the current collection begin, -1 outside of all.
    indent: i32,
    /// Whether the last character is a separator.
    after_space: bool,
    /// Whether the line has nothing but spaces and indicators yet.
    at_indent: bool,
    /// Whether the end of the document needs a marker.
    is_open: bool,
}

impl Writer<'_> {
    fn push(&mut self, piece: &str) -> Result<(), ValueError> {
        self.budget.take_bytes(piece.len())?;
        self.column += piece.chars().count();
        self.out.push_str(piece);
        Ok(())
    }

    fn line_break(&mut self) -> Result<(), ValueError> {
        self.push("\n")?;
        self.column = 0;
        Ok(())
    }

    /// Goes to the column of the current collection, in a new line unless it is there already.
    fn line(&mut self) -> Result<(), ValueError> {
        let indent = usize::try_from(self.indent).unwrap_or(0);
        if !self.at_indent || self.column > indent || (self.column == indent && !self.after_space) {
            self.line_break()?;
        }
        let missing = indent.saturating_sub(self.column);
        self.push(&" ".repeat(missing))?;
        (self.after_space, self.at_indent) = (true, true);
        Ok(())
    }

    /// Writes an indicator. `ends_in_space`: it is followed by a space of its own. `keeps_indent`:
    /// the line may still be one of a collection inside.
    fn indicator(
        &mut self,
        text: &str,
        needs_space: bool,
        ends_in_space: bool,
        keeps_indent: bool,
    ) -> Result<(), ValueError> {
        if needs_space && !self.after_space {
            self.push(" ")?;
        }
        self.push(text)?;
        self.after_space = ends_in_space;
        self.at_indent &= keeps_indent;
        self.is_open = false;
        Ok(())
    }

    /// Writes something with a greater indentation.
    fn deeper(
        &mut self,
        indent: i32,
        write: impl FnOnce(&mut Self) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        let outer = std::mem::replace(&mut self.indent, indent);
        write(self)?;
        self.indent = outer;
        Ok(())
    }

    fn node(&mut self, value: &Value, place: Place) -> Result<(), ValueError> {
        self.budget.take_parts(6_u64)?;
        match value.kind() {
            ValueKind::Null(_) | ValueKind::Unknown(_) => self.plain("null", place),
            ValueKind::Bool(bool) => self.plain(if bool { "true" } else { "false" }, place),
            ValueKind::Number(number) if number.is_finite() => {
                self.budget.take_parts(number.work(number))?;
                let text = number.to_text(self.budget.limits().digits)?;
                self.plain(&text, place)
            }
            ValueKind::Number(number) => {
                self.plain(if number.is_negative() { "-Inf" } else { "+Inf" }, place)
            }
            ValueKind::String(text) => self.text(text, place),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                if items.is_empty() {
                    return self.empty("[", "]");
                }
                // In a mapping, elements have the same indentation as the key.
                let is_below = place == Place::Entry && !self.at_indent;
                let indent = match self.indent {
                    ..0 => 0,
                    indent if is_below => indent,
                    indent => indent + 2,
                };
                self.deeper(indent, |inside| {
                    items.iter().try_for_each(|item| {
                        inside.line()?;
                        inside.indicator("-", true, false, true)?;
                        inside.node(item, Place::Element)
                    })
                })
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                if map.is_empty() {
                    return self.empty("{", "}");
                }
                let indent = if self.indent < 0 { 0 } else { self.indent + 2 };
                self.deeper(indent, |inside| {
                    map.sorted().into_iter().try_for_each(|(key, value)| inside.entry(key, value))
                })
            }
            ValueKind::Capsule(_) => Err(format!("a value of type {} has no YAML form", value.ty()).into()),
        }
    }

    fn entry(&mut self, key: &str, value: &Value) -> Result<(), ValueError> {
        self.line()?;
        if key.len() <= SHORT_KEY && !key.contains(is_break) {
            self.text(key, Place::ShortKey)?;
            self.indicator(":", false, false, false)?;
        } else {
            self.indicator("?", true, false, true)?;
            self.text(key, Place::Entry)?;
            self.line()?;
            self.indicator(":", true, false, true)?;
        }
        self.node(value, Place::Entry)
    }

    fn empty(&mut self, open: &str, close: &str) -> Result<(), ValueError> {
        self.indicator(open, true, true, false)?;
        self.indicator(close, false, false, false)
    }

    fn plain(&mut self, text: &str, place: Place) -> Result<(), ValueError> {
        if !self.after_space {
            self.push(" ")?;
        }
        self.push(text)?;
        (self.after_space, self.at_indent) = (false, false);
        if place == Place::Root {
            self.is_open = true;
        }
        Ok(())
    }

    fn text(&mut self, text: &str, place: Place) -> Result<(), ValueError> {
        charge_characters(text, self.budget)?;
        self.budget.take_parts(text.len())?;
        let indent = self.indent.max(0) + 2;
        let indent = if place == Place::Root { 2 } else { indent };
        self.deeper(indent, |inside| {
            if place != Place::ShortKey && text.contains('\n') && may_be_literal(text) {
                inside.literal(text)
            } else {
                inside.quoted(text, place != Place::ShortKey)
            }
        })
    }

    /// Writes a text line by line.
    fn literal(&mut self, text: &str) -> Result<(), ValueError> {
        self.indicator("|", true, false, false)?;
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator("2", false, false, false)?;
        }
        let mut last = text.chars().rev();
        match (last.next().is_some_and(is_break), last.next()) {
            (false, _) => self.indicator("-", false, false, false)?,
            (true, Some(before)) if !is_break(before) => {}
            (true, _) => self.indicator("+", false, false, false)?,
        }
        self.line_break()?;
        (self.after_space, self.at_indent) = (true, true);
        let mut at_start = true;
        for piece in text.split_inclusive(is_break) {
            let line = piece.trim_end_matches(is_break);
            if !line.is_empty() {
                if at_start {
                    self.line()?;
                }
                self.push(line)?;
                (self.at_indent, at_start) = (false, false);
            }
            if line.len() < piece.len() {
                self.push(&piece[line.len()..])?;
                self.column = 0;
                (self.at_indent, at_start) = (true, true);
            }
        }
        Ok(())
    }

    /// Writes a text in quotes. A text that `may_fold` is continued in another line where it is
    /// long.
    fn quoted(&mut self, text: &str, may_fold: bool) -> Result<(), ValueError> {
        self.indicator("\"", true, false, false)?;
        let mut after_space = false;
        let mut buffer = [0; 4];
        for (at, character) in text.char_indices() {
            if character == ' ' {
                if may_fold && !after_space && self.column > WIDTH && at > 0 && at + 1 < text.len() {
                    self.line()?;
                    if text[at + 1..].starts_with(' ') {
                        self.push("\\")?;
                    }
                } else {
                    self.push(" ")?;
                }
                after_space = true;
                continue;
            }
            match escape(character) {
                Some(escaped) => self.push(&escaped)?,
                None => self.push(character.encode_utf8(&mut buffer))?,
            }
            after_space = false;
        }
        self.indicator("\"", false, false, false)?;
        (self.after_space, self.at_indent) = (false, false);
        Ok(())
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

/// Returns the escape sequence of a character that has one.
fn escape(character: char) -> Option<String> {
    Some(match character {
        '\0' => "\\0".to_owned(),
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\u{b}' => "\\v".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{1b}' => "\\e".to_owned(),
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\u{85}' => "\\N".to_owned(),
        '\u{2028}' => "\\L".to_owned(),
        '\u{2029}' => "\\P".to_owned(),
        printable if is_printable(printable) => return None,
        other => match u32::from(other) {
            code @ ..=0xff => format!("\\x{code:02X}"),
            code @ ..=0xffff => format!("\\u{code:04X}"),
            code => format!("\\U{code:08X}"),
        },
    })
}
