//! Strings of rejected text: missing, wrong and unescaped quotes, and the mistakes inside.

use super::lexer::Lexer;
use super::token::{BARE, GUESS, STRING, span};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{
    closing_quote, closing_quotes, confusable, escape_sequence, text_of_unclosed, triple_quotes, wrong_string,
};

/// The number of bytes around a quote that are searched for its counterpart.
const NEAR: usize = 1000;

impl Lexer<'_> {
    /// Reads a string that begins with a straight double quote.
    pub(super) fn string(&mut self) {
        let (text, start) = (self.text, self.at);
        let help = "Write the string in one pair of quotes, with \\n for each line break.";
        if let Some((end, found)) = triple_quotes(text, start, help) {
            self.diagnostics.push(found);
            return self.push(STRING, end - start);
        }
        let line_end = self.line_end(start);
        let Some(length) = closing_quote(&text[start + 1..line_end]) else {
            return self.unclosed(line_end);
        };
        let (quote, after) = (start + 1 + length, &text[start + length + 2..line_end]);
        let is_name = self.is_at_name();
        let is_adjacent =
            (is_name || !begins_property(after)) && after.starts_with(is_text) && confusable(after).is_none();
        if !is_adjacent {
            self.diagnostics.extend(escape_mistake(text, span(start + 1, quote)));
            return self.push(STRING, length + 2);
        }
        if lacks_quote(&text[start + 1..quote], is_name) {
            return self.unclosed(quote);
        }
        match end_of_value(after, is_name, "\"") {
            Some(end) => self.unescaped_quotes(length + 2 + end, quote),
            None => self.unclosed(line_end),
        }
    }

    /// Reports the quotes inside of a string that have no backslash. `quote` is the first one.
    fn unescaped_quotes(&mut self, length: usize, mut quote: usize) {
        let (start, end) = (self.at, self.at + length - 1);
        let detail = "A double quote inside of a string needs a backslash before it, or it ends the string.";
        let mut found = Diagnostic::new(Code::UnescapedQuote, detail)
            .at(span(quote, quote + 1))
            .with_label(span(start, start + 1), "the string begins here")
            .with_help("Write \\\" for each quote of the text.")
            .with_replacement(span(quote, quote), "\\");
        while let Some(offset) = closing_quote(&self.text[quote + 1..end]) {
            quote += 1 + offset;
            found = found.with_replacement(span(quote, quote), "\\");
        }
        self.diagnostics.push(found);
        self.push(STRING, length);
    }

    /// Reports a string without a closing quote, of which the text up to `limit` can be a part.
    fn unclosed(&mut self, limit: usize) {
        let (text, start) = (self.text, self.at);
        let at = |code, detail| Diagnostic::new(code, detail).at(span(start, start + 1));
        if limit < text.len()
            && self.line_end(start) == limit
            && let Some(end) = self.later_lines.end_of_string(text, limit)
        {
            let found = at(Code::MultilineString, "A string cannot go on in the next line.")
                .with_label(span(limit, limit), "the line ends here")
                .with_help("Write all of the string on one line, with \\n for each line break.");
            self.diagnostics.push(found);
            return self.push(STRING, end - start);
        }
        let length = self.probable_length(limit);
        // The backslash before the last quote may escape it.
        let mistake = escape_mistake(text, span(start + 1, start + length)).unwrap_or_else(|| {
            let detail = "The closing quote is missing on this line.";
            let end = span(start + length, start + length);
            at(Code::UnclosedString, detail)
                .with_label(end, "a closing quote is expected here or earlier")
                .with_help("Close the string with a double quote (\").")
        });
        self.diagnostics.push(mistake);
        self.push(GUESS, length);
    }

    /// Returns the length of a string that is not closed: up to the colon after a name, or to the
    /// comma and the brackets at the end of its line that are not opened in it.
    fn probable_length(&self, limit: usize) -> usize {
        let text = &self.text[self.at..limit];
        let colon = || text.find(": ").or_else(|| text.strip_suffix(':').map(str::len));
        if self.is_at_name()
            && let Some(colon) = colon().filter(|at| *at > 0)
        {
            return colon;
        }
        text_of_unclosed(text).len().max(1)
    }

    /// Reads a string in quotes of another form.
    pub(super) fn wrong_quotes(&mut self, open: char) {
        let (start, inner) = (self.at, open.len_utf8());
        let line_end = self.line_end(start);
        let line = &self.text[start + inner..line_end];
        let closing = closing_quotes(open).unwrap_or_default();
        let (length, kind) = match end_of_value(line, self.is_at_name(), closing) {
            Some(end) => (inner + end, STRING),
            None => (inner, GUESS),
        };
        let written = &self.rest()[..length];
        self.diagnostics.push(wrong_string(written, span(start, start + length)));
        self.push(kind, if kind == GUESS { self.probable_length(line_end) } else { length });
    }

    /// Reads a string without an opening quote, if the text up to an offset is one: it is followed
    /// by a quote that can close a string.
    pub(super) fn missing_opening_quote(&mut self, end: usize) -> bool {
        let (text, start) = (self.text, self.at);
        let is_name = self.is_at_name();
        if !is_name && matches!(self.last_kind(), Some(BARE | STRING | GUESS)) {
            return false;
        }
        let line = &text[end..self.line_end(end)];
        let mark = line.bytes().take(NEAR).position(|byte| b"\",:{}[];=".contains(&byte));
        let Some(quote) = mark.filter(|at| line[*at..].starts_with('"')) else { return false };
        if !can_end(&line[quote + 1..], is_name) {
            return false;
        }
        let length = end + quote + 1 - start;
        let detail = "The string that ends here has no opening quote.";
        let found = Diagnostic::new(Code::MissingOpeningQuote, detail)
            .at(span(start, start + length))
            .with_help("Write a double quote (\") before the text.");
        self.diagnostics.push(found.with_replacement(span(start, start), "\""));
        self.push(STRING, length);
        true
    }
}

/// Returns whether a character has no meaning of its own after a string.
fn is_text(character: char) -> bool {
    !character.is_whitespace() && !",:{}[]();=/#<>!&|+-*".contains(character)
}

/// Returns whether a text between two quotes ends as it would if the closing quote was missing, and
/// the other one opened the next string.
fn lacks_quote(inner: &str, is_name: bool) -> bool {
    let trimmed = inner.trim_end();
    trimmed.ends_with(',') && trimmed.len() < inner.len() || is_name && trimmed.ends_with(':')
}

/// Returns whether a text begins with a string and a colon, so that only the comma before them is
/// missing.
fn begins_property(text: &str) -> bool {
    let inner = text.strip_prefix('"').unwrap_or_default();
    closing_quote(inner).is_some_and(|quote| inner[quote + 1..].trim_start().starts_with(':'))
}

/// Returns the offset after the next of some quotes that is followed by the end of a name or a
/// value.
fn end_of_value(line: &str, is_name: bool, quotes: &str) -> Option<usize> {
    let near = line.char_indices().take_while(|(offset, _)| *offset < NEAR);
    near.filter(|(_, character)| quotes.contains(*character))
        .map(|(offset, character)| offset + character.len_utf8())
        .find(|end| can_end(&line[*end..], is_name))
}

/// Returns whether a string can end where this text begins.
fn can_end(rest: &str, is_name: bool) -> bool {
    match rest.trim_start().bytes().next() {
        None => !is_name,
        Some(b':') => is_name,
        Some(byte) => b",}]".contains(&byte),
    }
}

/// Returns the diagnostic for the first invalid escape sequence or control character between the
/// quotes of a string.
fn escape_mistake(text: &str, mut inner: Span) -> Option<Diagnostic> {
    loop {
        let part = &text[inner.range()];
        inner.start += part.find(|it| it == '\\' || it < ' ')? as u32;
        if text.as_bytes()[inner.start as usize] != b'\\' {
            return Some(control_character(text, inner.start as usize));
        }
        let (length, found) = escape_sequence(text, inner, true);
        if found.is_some() {
            return found;
        }
        inner.start += length;
    }
}

fn control_character(text: &str, at: usize) -> Diagnostic {
    let (name, escape) = match text.as_bytes()[at] {
        b'\t' => ("a tab".to_owned(), "\\t".to_owned()),
        b'\r' => ("a carriage return".to_owned(), "\\r".to_owned()),
        b'\n' => ("a line break".to_owned(), "\\n".to_owned()),
        control => (format!("the control character U+{control:04X}"), format!("\\u{control:04x}")),
    };
    let detail = format!("A string cannot contain {name} itself. Write the escape sequence {escape}.");
    let span = span(at, at + 1);
    Diagnostic::new(Code::InvalidCharacter, detail).at(span).with_correction(span, escape)
}
