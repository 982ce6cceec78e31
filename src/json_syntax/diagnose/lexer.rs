//! From rejected text to tokens, with the diagnostics of characters, comments and quotes.
//!
//! Strings end at the end of their line at the latest, so a missing quote has no effect on the
//! lines after it.

use std::ops::Range;

use super::token::{BARE, SYMBOL, Token, span};
use crate::diag::{Code, Diagnostic};
use crate::syntax::{
    Conflicts, Confusable, LaterLines, MAX_PROBLEMS, TokenKind, confusable, end_of_known_line,
};

/// A lexer, its position, and its output.
#[derive(Default)]
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
    open: Vec<TokenKind>,
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
        let mut lexer = Self { text, line: usize::MAX..usize::MAX, ..Self::default() };
        while lexer.diagnostics.len() < MAX_PROBLEMS {
            lexer.at = text.len() - lexer.rest().trim_start_matches(['\n', ' ', '\t', '\r']).len();
            let Some(character) = lexer.rest().chars().next() else { return lexer };
            lexer.token(character);
        }
        lexer.is_cut = true;
        lexer
    }

    fn token(&mut self, character: char) {
        let (start, rest, length) = (self.at, self.rest(), character.len_utf8());
        if let Some((end, found)) = self.conflicts.marker(self.text, start) {
            self.diagnostics.extend(found);
            self.at = end;
            return;
        }
        match character {
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
                self.removed(Diagnostic::new(Code::ByteOrderMark, detail).with_help(help), length);
            }
            _ => match punctuation(rest) {
                Some(it) if it.meant == "\"" => self.wrong_quotes(character),
                Some(it) => {
                    let meant = if it.meant == "\n" { " " } else { it.meant };
                    self.diagnostics.push(it.diagnostic(span(start, start + length), meant));
                    match mark(meant) {
                        Some(kind) => self.push(kind, length),
                        None => self.at += length,
                    }
                }
                None if character.is_control() => {
                    let code = u32::from(character);
                    let detail = format!("The control character U+{code:04X} has no meaning here.");
                    let found = Diagnostic::new(Code::InvalidCharacter, detail);
                    self.removed(found.with_help("Remove the character."), length);
                }
                None => match mark(&rest[..length]) {
                    Some(kind) => self.push(kind, length),
                    None => self.bare(),
                },
            },
        }
    }

    /// Reports a character that has to be removed, and skips it.
    fn removed(&mut self, found: Diagnostic, length: usize) {
        let span = span(self.at, self.at + length);
        self.diagnostics.push(found.at(span).with_correction(span, ""));
        self.at += length;
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Adds a token of a length, and continues after it.
    pub(super) fn push(&mut self, kind: TokenKind, length: usize) {
        if kind.opens() {
            self.open.push(kind);
        } else if kind.closes() {
            self.open.pop();
        }
        self.in_comment = false;
        self.tokens.push(Token { kind, span: span(self.at, self.at + length) });
        self.at += length;
    }

    pub(super) fn last_kind(&self) -> Option<TokenKind> {
        self.tokens.last().map(|token| token.kind)
    }

    /// Returns whether the name of a property comes next, as far as the tokens so far show.
    pub(super) fn is_at_name(&self) -> bool {
        self.open.last() == Some(&TokenKind::OpenBrace)
            && !matches!(self.last_kind(), Some(TokenKind::Colon | SYMBOL))
    }

    /// Returns the end of the line that contains an offset.
    pub(super) fn line_end(&mut self, from: usize) -> usize {
        end_of_known_line(&mut self.line, self.text, from)
    }

    /// Reports a comment. Comments that follow each other are one.
    fn comment(&mut self) {
        let start = self.at;
        let end = match self.rest().strip_prefix("/*") {
            Some(inner) => inner.find("*/").map(|length| start + length + 4),
            None => Some(self.line_end(start)),
        };
        self.is_cut |= end.is_none();
        self.at = end.unwrap_or(self.text.len());
        if !std::mem::replace(&mut self.in_comment, true) {
            let help = "Remove the comment, or make it the value of a property named \"//\".";
            let found = Diagnostic::new(Code::CommentInJson, "JSON has no comments.").with_help(help);
            self.diagnostics.push(found.at(span(start, self.at)));
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
                _ if "\",{}[]();=<>!&|".contains(character) => false,
                _ => {
                    !character.is_whitespace() && !character.is_ascii_control() && punctuation(rest).is_none()
                }
            }
        };
        let end = text.char_indices().find(|next| !is_inside(*next));
        let length = end.map_or(text.len(), |(offset, _)| offset);
        if !self.missing_opening_quote(self.at + length) {
            self.push(BARE, length);
        }
    }
}

/// Returns the character at the start of a text that looks like a space, a quote or a mark.
fn punctuation(text: &str) -> Option<Confusable> {
    confusable(text).filter(|it| matches!(it.meant, "" | " " | "\n" | "\"") || mark(it.meant).is_some())
}

/// Returns the kind of a mark of JSON.
fn mark(written: &str) -> Option<TokenKind> {
    Some(match written {
        "{" => TokenKind::OpenBrace,
        "}" => TokenKind::CloseBrace,
        "[" => TokenKind::OpenBracket,
        "]" => TokenKind::CloseBracket,
        ":" => TokenKind::Colon,
        "," => TokenKind::Comma,
        _ => return None,
    })
}
