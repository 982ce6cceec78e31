//! From rejected text to tokens, with the diagnostics of characters, comments and quotes.
//!
//! Strings end at the end of their line at the latest, so a missing quote has no effect on the
//! lines after it.

use std::cell::Cell;

use super::quotes;
use super::token::{Bracket, Kind, Token};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{MAX_PROBLEMS, confusable};

/// A lexer, its position, and its output.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The start of the current line.
    pub(super) line: usize,
    /// Where the search for the end of a line began, and the end.
    known_line: Cell<(usize, usize)>,
    /// Whether a token of the line was read.
    in_line: bool,
    /// The brackets that are open, and where each was opened.
    pub(super) open: Vec<(Bracket, usize)>,
    /// The end of the last comment, if only space followed it.
    comment: Option<usize>,
    is_cut: bool,
    /// Whether a merge conflict was reported of which the end was not read.
    in_conflict: bool,
}

/// The tokens of a text, and the diagnostics of them.
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The text has no tokens from some offset on: it has too many mistakes, or a comment that is
    /// not closed.
    pub(super) is_cut: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            tokens: Vec::new(),
            diagnostics: Vec::new(),
            line: 0,
            known_line: Cell::new((1, 0)),
            in_line: false,
            open: Vec::new(),
            comment: None,
            is_cut: false,
            in_conflict: false,
        }
    }

    /// Reads the whole text. The last token is [`Kind::End`].
    pub(super) fn run(mut self) -> Lexed {
        while let Some(character) = self.peek() {
            if self.diagnostics.len() >= MAX_PROBLEMS {
                self.is_cut = true;
                break;
            }
            self.token(character);
        }
        self.push(Kind::End, self.at, self.at);
        Lexed { tokens: self.tokens, diagnostics: self.diagnostics, is_cut: self.is_cut }
    }

    fn token(&mut self, character: char) {
        let start = self.at;
        match character {
            '\n' => self.new_line(),
            ' ' | '\t' | '\r' => self.at += 1,
            '<' | '=' | '>' if !self.in_line && self.is_conflict_marker() => self.merge_conflict(),
            '{' => self.bracket(Kind::Open(Bracket::Brace)),
            '[' => self.bracket(Kind::Open(Bracket::Square)),
            '}' => self.bracket(Kind::Close(Bracket::Brace)),
            ']' => self.bracket(Kind::Close(Bracket::Square)),
            ':' => self.symbol(Kind::Colon, 1),
            ',' => self.symbol(Kind::Comma, 1),
            '"' => quotes::string(self),
            '\'' | '`' => quotes::wrong_quotes(self, character),
            '/' if self.rest().starts_with("//") || self.rest().starts_with("/*") => self.comment(),
            '#' => self.comment(),
            '=' | '<' | '>' | '!' | '&' | '|' => {
                let length = self.rest().bytes().take_while(|byte| b"=<>!&|".contains(byte)).count();
                self.symbol(Kind::Symbol, length);
            }
            '-' if self.rest().starts_with("->") => self.symbol(Kind::Symbol, 2),
            '(' | ')' | ';' => self.symbol(Kind::Symbol, 1),
            '\u{feff}' if start == 0 => {
                let detail = "The file begins with a byte order mark, which JSON does not allow.";
                let span = self.span(start, start + character.len_utf8());
                self.diagnostics.push(
                    Diagnostic::new(Code::ByteOrderMark, detail)
                        .at(span)
                        .with_help("Save the file as UTF-8 without a byte order mark.")
                        .with_replacement(span, ""),
                );
                self.at += character.len_utf8();
                self.line = self.at;
            }
            _ if character.is_ascii() && !character.is_control() => self.bare(),
            _ => self.unusual(character),
        }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start as u32, end as u32)
    }

    fn new_line(&mut self) {
        self.at += 1;
        self.line = self.at;
        self.in_line = false;
    }

    /// Adds a token, and continues after it.
    pub(super) fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let indent = (!self.in_line).then(|| self.text[self.line..start].chars().count() as u32);
        self.in_line = true;
        self.comment = None;
        let span = self.span(start, end);
        self.tokens.push(Token { kind, span, indent, is_guess: false, is_added: false });
        self.at = end;
    }

    fn symbol(&mut self, kind: Kind, length: usize) {
        self.push(kind, self.at, self.at + length);
    }

    fn bracket(&mut self, kind: Kind) {
        match kind {
            Kind::Open(bracket) => self.open.push((bracket, self.at)),
            _ => drop(self.open.pop()),
        }
        self.symbol(kind, 1);
    }

    pub(super) fn last_kind(&self) -> Option<Kind> {
        self.tokens.last().map(|token| token.kind)
    }

    /// Returns whether the name of a property comes next, as far as the tokens so far show.
    pub(super) fn is_at_name(&self) -> bool {
        self.open.last().is_some_and(|open| open.0 == Bracket::Brace)
            && !matches!(self.last_kind(), Some(Kind::Colon | Kind::Symbol))
    }

    /// Returns the end of the line that contains an offset. Each line is searched once, since a
    /// line can be as long as the text.
    pub(super) fn line_end(&self, from: usize) -> usize {
        let (start, end) = self.known_line.get();
        if (start..=end).contains(&from) {
            return end;
        }
        let rest = self.text[from..].find(['\n', '\r']);
        let end = rest.map_or(self.text.len(), |length| from + length);
        self.known_line.set((from, end));
        end
    }

    /// Reports a comment. Comments that follow each other are one.
    fn comment(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let end = match rest.strip_prefix("/*") {
            Some(inner) => match inner.find("*/") {
                Some(length) => start + length + 4,
                None => {
                    self.is_cut = true;
                    self.text.len()
                }
            },
            None => self.line_end(start),
        };
        let breaks = self.text[start..end].rfind('\n');
        if let Some(last) = breaks {
            self.line = start + last + 1;
        }
        self.at = end;
        if self.comment.replace(end).is_some() {
            return;
        }
        let detail = "JSON has no comments.";
        self.diagnostics.push(
            Diagnostic::new(Code::CommentInJson, detail)
                .at(self.span(start, end))
                .with_help("Remove the comment, or make it the value of a property named \"//\"."),
        );
    }

    /// Reads a number, a word, or other text without quotes.
    fn bare(&mut self) {
        let start = self.at;
        let mut end = start;
        let is_value = !self.is_at_name();
        for (offset, character) in self.rest().char_indices() {
            let rest = &self.text[start + offset..];
            let is_inside = match character {
                ':' if rest.starts_with("://") => true,
                ':' => is_value && rest[1..].starts_with(|next: char| next.is_ascii_alphanumeric()),
                '/' => {
                    !rest.starts_with("//") && !rest.starts_with("/*") || self.text[start..end].contains(':')
                }
                '"' | ',' | '{' | '}' | '[' | ']' | '(' | ')' | ';' | '=' | '<' | '>' | '!' | '&' | '|' => {
                    false
                }
                _ if character.is_ascii() => !character.is_whitespace() && !character.is_control(),
                _ => !character.is_whitespace() && !is_punctuation(rest),
            };
            // At the start of a text, the character cannot have another meaning.
            if !is_inside && offset > 0 {
                break;
            }
            end = start + offset + character.len_utf8();
        }
        if quotes::missing_opening_quote(self, start, end) {
            return;
        }
        self.push(Kind::Bare, start, end);
    }

    /// Returns whether the line begins with a marker of a merge conflict.
    fn is_conflict_marker(&self) -> bool {
        let line = &self.text[self.at..self.line_end(self.at)];
        ["<<<<<<<", "=======", ">>>>>>>"]
            .iter()
            .any(|mark| line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    }

    /// Reports a merge conflict, of which the first side is read and the other skipped.
    fn merge_conflict(&mut self) {
        let (start, end) = (self.at, self.line_end(self.at));
        if self.rest().starts_with('<') || !self.in_conflict {
            self.in_conflict = true;
            let detail = "This is a marker of a merge conflict that is not resolved.";
            self.diagnostics.push(
                Diagnostic::new(Code::MergeConflict, detail)
                    .at(self.span(start, end))
                    .with_help("Keep one of the two sides, and remove the three lines with markers."),
            );
            self.at = end;
            return;
        }
        let last = self.rest().find("\n>>>>>>>").map_or(start, |offset| start + offset + 1);
        self.in_conflict = false;
        self.line = last;
        self.at = self.line_end(last);
    }

    /// Reads a character that looks like a character of JSON, a control character, or text.
    fn unusual(&mut self, character: char) {
        let start = self.at;
        let Some(confusable) = confusable(self.rest()) else {
            if !character.is_control() {
                return self.bare();
            }
            let span = self.span(start, start + character.len_utf8());
            let detail = format!("The control character U+{:04X} has no meaning here.", u32::from(character));
            self.diagnostics.push(
                Diagnostic::new(Code::InvalidCharacter, detail)
                    .at(span)
                    .with_help("Remove the character.")
                    .with_replacement(span, ""),
            );
            self.at = span.end as usize;
            return;
        };
        if confusable.meant == "\"" {
            return quotes::wrong_quotes(self, character);
        }
        let end = start + character.len_utf8();
        let kind = match confusable.meant {
            "" | " " | "\n" => None,
            ":" => Some(Kind::Colon),
            "," | "、" => Some(Kind::Comma),
            "{" => Some(Kind::Open(Bracket::Brace)),
            "}" => Some(Kind::Close(Bracket::Brace)),
            "[" => Some(Kind::Open(Bracket::Square)),
            "]" => Some(Kind::Close(Bracket::Square)),
            _ => return self.bare(),
        };
        let span = self.span(start, end);
        let meant = if confusable.meant == "\n" { " " } else { confusable.meant };
        self.diagnostics.push(confusable.diagnostic(span, meant));
        match kind {
            None => self.at = end,
            Some(kind) => {
                match kind {
                    Kind::Open(bracket) => self.open.push((bracket, start)),
                    Kind::Close(_) => drop(self.open.pop()),
                    _ => {}
                }
                self.push(kind, start, end);
            }
        }
    }
}

/// Returns whether the first character of a text looks like a space, a quote or a bracket.
fn is_punctuation(text: &str) -> bool {
    confusable(text)
        .is_some_and(|it| matches!(it.meant, "" | " " | "\n" | "\"" | ":" | "," | "{" | "}" | "[" | "]"))
}
