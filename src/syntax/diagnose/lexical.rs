//! Diagnostics for characters and tokens that are not part of the language.

use super::tokens::Repaired;
use crate::diag::{Category, Code, Diagnostic};
use crate::syntax::MAX_PROBLEMS;
use crate::syntax::token::{Token, TokenKind};

/// Reports invalid tokens, and replaces them by tokens of the language where their meaning is clear.
pub(super) fn repair(text: &str, repaired: &mut Repaired) {
    repaired.diagnostics.extend(invalid_tokens(text, &repaired.tokens));
    let tokens = std::mem::take(&mut repaired.tokens);
    let mut tokens = tokens.into_iter().peekable();
    let out = &mut repaired.tokens;
    let mut open = Vec::new();
    while let Some(token) = tokens.next() {
        match token.kind {
            kind if kind.opens() => open.push(kind),
            kind if kind.closes() => _ = open.pop(),
            _ => {}
        }
        match token.kind {
            TokenKind::Semicolon
                if matches!(open.last(), Some(TokenKind::OpenBracket | TokenKind::OpenParen)) =>
            {
                out.push(Token { kind: TokenKind::Comma, ..token });
            }
            TokenKind::Bitwise => out.push(Token { kind: TokenKind::Operator, ..token }),
            TokenKind::Semicolon => out.push(Token { kind: TokenKind::Newline, ..token }),
            TokenKind::Apostrophe | TokenKind::Backtick | TokenKind::Invalid | TokenKind::BadUtf8 => {
                let mut span = token.span;
                while let Some(next) = tokens.next_if(|next| {
                    next.span.start == span.end && !matches!(next.kind, TokenKind::Newline | TokenKind::Comma)
                }) {
                    span = span.to(next.span);
                }
                out.push(Token { kind: TokenKind::Broken, span });
            }
            _ => out.push(token),
        }
    }
}

/// Returns the diagnostics for the invalid tokens of a text.
fn invalid_tokens(text: &str, tokens: &[Token]) -> Vec<Diagnostic> {
    let mut counts: Vec<(TokenKind, u32)> = Vec::new();
    let diagnostics = tokens.iter().filter_map(|token| {
        if !is_reported(token.kind, &mut counts) {
            return None;
        }
        let diagnostic = match token.kind {
            TokenKind::BadUtf8 => invalid_encoding(),
            kind => {
                let (summary, detail) = message(kind, &text[token.span.range()])?;
                Diagnostic::error(Category::Syntax, summary, detail)
            }
        };
        Some(diagnostic.at(token.span))
    });
    diagnostics.take(MAX_PROBLEMS).collect()
}

/// Returns whether a token is reported, if it is invalid. Habits from other languages repeat the
/// same mistake, so only some tokens of such a kind are reported.
fn is_reported(kind: TokenKind, counts: &mut Vec<(TokenKind, u32)>) -> bool {
    match kind {
        TokenKind::Bitwise => increment(counts, kind) <= 4,
        // Opening and closing marks come in pairs: one diagnostic for each of the first two pairs.
        TokenKind::Backtick | TokenKind::Apostrophe => matches!(increment(counts, kind), 1 | 3),
        TokenKind::Semicolon | TokenKind::BadUtf8 => increment(counts, kind) == 1,
        _ => true,
    }
}

/// Counts a token and returns how many of its kind came so far.
fn increment(counts: &mut Vec<(TokenKind, u32)>, kind: TokenKind) -> u32 {
    match counts.iter_mut().find(|(counted, _)| *counted == kind) {
        Some((_, count)) => {
            *count += 1;
            *count
        }
        None => {
            counts.push((kind, 1));
            1
        }
    }
}

/// Returns the diagnostic for bytes that are not UTF-8.
pub(super) fn invalid_encoding() -> Diagnostic {
    let detail = "This is not valid UTF-8. Save the file in the encoding UTF-8.";
    Diagnostic::new(Code::InvalidEncoding, detail)
}

/// Returns the summary and the detail for any other invalid token, or nothing for a valid one.
fn message(kind: TokenKind, written: &str) -> Option<(&'static str, String)> {
    let (summary, detail) = match kind {
        TokenKind::Bitwise => {
            let hint = match written {
                "&" => " Did you mean the logical AND (\"&&\")?",
                "|" => " Did you mean the logical OR (\"||\")?",
                "~" => " Did you mean the logical NOT (\"!\")?",
                _ => "",
            };
            return Some(("Unsupported operator", format!("There are no operators on bits.{hint}")));
        }
        TokenKind::Backtick => (
            "Invalid character",
            "Backquotes are not valid here. For text of several lines use a heredoc: \"<<EOT\", the lines, \"EOT\".",
        ),
        TokenKind::Apostrophe => {
            ("Invalid character", "Single quotes are not valid here. Put text into double quotes (\").")
        }
        TokenKind::Semicolon => (
            "Invalid character",
            "Semicolons separate nothing here. Put arguments and blocks on lines of their own, and commas \
             between the elements of collections.",
        ),
        TokenKind::QuotedNewline => (
            "Invalid multi-line string",
            "A quoted string must end in the line in which it begins. Write \\n for a line ending, or use a \
             heredoc (\"<<EOT\") for text of several lines.",
        ),
        TokenKind::Invalid => return Some(("Invalid character", invalid_character(written))),
        _ => return None,
    };
    Some((summary, detail.to_owned()))
}

fn invalid_character(written: &str) -> String {
    let mut characters = written.chars();
    match (characters.next(), characters.next()) {
        (Some('“' | '”'), None) => {
            "These are not quotes of the language. Replace them with straight quotes (\").".to_owned()
        }
        (Some(character), None) if !character.is_control() => {
            format!(
                "The character {character:?} is not used in the language. Remove it, or put it into a string."
            )
        }
        (Some('\r'), _) => "A carriage return is valid only before a newline.".to_owned(),
        _ => "This character is not used in the language.".to_owned(),
    }
}
