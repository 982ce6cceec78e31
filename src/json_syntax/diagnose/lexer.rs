//! From rejected text to tokens, with the diagnostics of characters, comments and quotes.
//!
//! Strings end at the end of their line at the latest, so a missing quote has no effect on the
//! lines after it.

use std::ops::Range;

use super::token::{BARE, SYMBOL, Token, span};
use crate::diag::{Code, Diagnostic};
use crate::syntax::{Conflicts, LaterLines, MAX_PROBLEMS, TokenKind, confusable, end_of_known_line};

/// A lexer, its position, and its output.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The line whose end was searched last.
    line: Range<usize>,
    /// The lines that were searched last for the end of a string.
    pub(super) later_lines: LaterLines,
    /// The brackets that are open.
    pub(super) open: Vec<Token>,
    /// Whether only comments and space were read since a reported comment.
    in_comment: bool,
    /// The text has no tokens from some offset on: it has too many mistakes, or a comment that is
    /// not closed.
    pub(super) is_cut: bool,
    conflicts: Conflicts,
}

impl<'t> Lexer<'t> {
    /// Reads a text.
    pub(super) fn read(text: &'t str) -> Self {
        let mut lexer = Self {
            text,
            at: 0,
            tokens: Vec::new(),
            diagnostics: Vec::new(),
            line: usize::MAX..usize::MAX,
            later_lines: LaterLines::default(),
            open: Vec::new(),
            in_comment: false,
            is_cut: false,
            conflicts: Conflicts::default(),
        };
        while let Some(character) = lexer.rest().chars().next() {
            if lexer.diagnostics.len() >= MAX_PROBLEMS {
                lexer.is_cut = true;
                break;
            }
            lexer.token(character);
        }
        lexer
    }

    fn token(&mut self, character: char) {
        let (start, rest) = (self.at, self.rest());
        if let Some((end, found)) = self.conflicts.marker(self.text, start) {
            self.diagnostics.extend(found);
            self.at = end;
            return;
        }
        match character {
            '\n' | ' ' | '\t' | '\r' => self.at += 1,
            '{' => self.push(TokenKind::OpenBrace, 1),
            '[' => self.push(TokenKind::OpenBracket, 1),
            '}' => self.push(TokenKind::CloseBrace, 1),
            ']' => self.push(TokenKind::CloseBracket, 1),
            ':' => self.push(TokenKind::Colon, 1),
            ',' => self.push(TokenKind::Comma, 1),
            '"' => self.string(),
            '\'' | '`' => self.wrong_quotes(character),
            '#' => self.comment(),
            '/' if rest.starts_with("//") || rest.starts_with("/*") => self.comment(),
            '=' | '<' | '>' | '!' | '&' | '|' => {
                self.push(SYMBOL, rest.bytes().take_while(|byte| b"=<>!&|".contains(byte)).count());
            }
            '-' if rest.starts_with("->") => self.push(SYMBOL, 2),
            ')' if !matches!(self.last_kind(), Some(BARE | SYMBOL)) => self.push(TokenKind::CloseParen, 1),
            '(' | ')' | ';' => self.push(SYMBOL, 1),
            '\u{feff}' if start == 0 => {
                let detail = "The file begins with a byte order mark, which JSON does not allow.";
                let help = "Save the file as UTF-8 without a byte order mark.";
                self.removed(Code::ByteOrderMark, character, detail.to_owned(), help);
            }
            _ if character.is_ascii() && !character.is_control() => self.bare(),
            _ => self.unusual(character),
        }
    }

    /// Reports a character that has to be removed, and skips it.
    fn removed(&mut self, code: Code, character: char, detail: String, help: &'static str) {
        let span = span(self.at, self.at + character.len_utf8());
        let found = Diagnostic::new(code, detail).at(span).with_help(help);
        self.diagnostics.push(found.with_correction(span, ""));
        self.at = span.end as usize;
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Adds a token of a length, and continues after it.
    pub(super) fn push(&mut self, kind: TokenKind, length: usize) {
        let token = Token { kind, span: span(self.at, self.at + length) };
        if kind.opens() {
            self.open.push(token);
        } else if kind.closes() {
            self.open.pop();
        }
        self.in_comment = false;
        self.tokens.push(token);
        self.at += length;
    }

    pub(super) fn last_kind(&self) -> Option<TokenKind> {
        self.tokens.last().map(|token| token.kind)
    }

    /// Returns whether the name of a property comes next, as far as the tokens so far show.
    pub(super) fn is_at_name(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind == TokenKind::OpenBrace)
            && !matches!(self.last_kind(), Some(TokenKind::Colon | SYMBOL))
    }

    /// Returns the end of the line that contains an offset.
    pub(super) fn line_end(&mut self, from: usize) -> usize {
        end_of_known_line(&mut self.line, self.text, from)
    }

    /// Reports a comment. Comments that follow each other are one.
    fn comment(&mut self) {
        let start = self.at;
        self.at = match self.rest().strip_prefix("/*") {
            Some(inner) => match inner.find("*/") {
                Some(length) => start + length + 4,
                None => {
                    self.is_cut = true;
                    self.text.len()
                }
            },
            None => self.line_end(start),
        };
        if !std::mem::replace(&mut self.in_comment, true) {
            let found =
                Diagnostic::new(Code::CommentInJson, "JSON has no comments.").at(span(start, self.at));
            let help = "Remove the comment, or make it the value of a property named \"//\".";
            self.diagnostics.push(found.with_help(help));
        }
    }

    /// Reads a number, a word, or other text without quotes.
    fn bare(&mut self) {
        let text = self.rest();
        let is_value = !self.is_at_name();
        let is_inside = |(offset, character): (usize, char)| {
            let rest = &text[offset..];
            match character {
                // At the start of a text, the character cannot have another meaning.
                _ if offset == 0 => true,
                ':' if rest.starts_with("://") => true,
                ':' => is_value && rest[1..].starts_with(|next: char| next.is_ascii_alphanumeric()),
                '/' => !rest.starts_with("//") && !rest.starts_with("/*") || text[..offset].contains(':'),
                _ if character.is_ascii() => {
                    !character.is_whitespace()
                        && !character.is_control()
                        && !"\",{}[]();=<>!&|".contains(character)
                }
                _ => !character.is_whitespace() && !is_punctuation(rest),
            }
        };
        let end = text.char_indices().find(|next| !is_inside(*next));
        let length = end.map_or(text.len(), |(offset, _)| offset);
        if !self.missing_opening_quote(self.at + length) {
            self.push(BARE, length);
        }
    }

    /// Reports a character that looks like a character of JSON, a control character, or text.
    fn unusual(&mut self, character: char) {
        let length = character.len_utf8();
        let Some(confusable) = confusable(self.rest()) else {
            if !character.is_control() {
                return self.bare();
            }
            let code = u32::from(character);
            let detail = format!("The control character U+{code:04X} has no meaning here.");
            return self.removed(Code::InvalidCharacter, character, detail, "Remove the character.");
        };
        let kind = match confusable.meant {
            "\"" => return self.wrong_quotes(character),
            "" | " " | "\n" => None,
            ":" => Some(TokenKind::Colon),
            "," => Some(TokenKind::Comma),
            "{" => Some(TokenKind::OpenBrace),
            "}" => Some(TokenKind::CloseBrace),
            "[" => Some(TokenKind::OpenBracket),
            "]" => Some(TokenKind::CloseBracket),
            _ => return self.bare(),
        };
        let meant = if confusable.meant == "\n" { " " } else { confusable.meant };
        self.diagnostics.push(confusable.diagnostic(span(self.at, self.at + length), meant));
        match kind {
            None => self.at += length,
            Some(kind) => self.push(kind, length),
        }
    }
}

/// Returns whether the first character of a text looks like a space, a quote or a bracket.
fn is_punctuation(text: &str) -> bool {
    confusable(text)
        .is_some_and(|it| matches!(it.meant, "" | " " | "\n" | "\"" | ":" | "," | "{" | "}" | "[" | "]"))
}
