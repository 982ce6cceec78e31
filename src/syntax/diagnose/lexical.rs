//! Diagnostics for characters and tokens that are not part of the language.

use super::confusables;
use super::quotes::wrong_string;
use super::tokens::Repaired;
use crate::diag::{Code, Diagnostic};
use crate::order::sort_by_position;
use crate::source::is_disruptive;
use crate::syntax::token::{Token, TokenKind};

/// Reports text in wrong quotes and confusable characters, and replaces them. Other invalid tokens
/// stay, and the walk reports them.
pub(super) fn repair(text: &str, repaired: &mut Repaired) {
    let tokens = std::mem::take(&mut repaired.tokens);
    let mut characters = Line::default();
    let mut quotes = Line::default();
    // The offset where a word continues after an invisible character.
    let mut word_goes_on = None;
    for token in tokens {
        let written = &text[token.span.range()];
        if token.kind == TokenKind::WrongString {
            repaired.diagnostics.extend(quotes.add(text, wrong_string(written, token.span)));
            repaired.tokens.push(Token { kind: TokenKind::Broken, ..token });
            continue;
        }
        let confusable = confusables::of(written)
            .filter(|found| token.kind == TokenKind::Invalid && found.replacement != "\"");
        let Some(found) = confusable else {
            match repaired.tokens.last_mut() {
                Some(word) if word_goes_on == Some(token.span.start) && word.kind == token.kind => {
                    word.span = word.span.to(token.span);
                }
                _ => repaired.tokens.push(token),
            }
            continue;
        };
        let is_equals = found.replacement == ":" && follows_name_of_item(&repaired.tokens);
        let meant = if is_equals { "=" } else { found.replacement };
        repaired.diagnostics.extend(characters.add(text, found.diagnostic(token.span, meant)));
        repaired.covered.push(token.span);
        match (found.kind(), repaired.tokens.last_mut()) {
            (None, Some(last)) if meant.is_empty() && last.kind == TokenKind::Identifier => {
                word_goes_on = Some(token.span.end);
            }
            (None, _) => {}
            (Some(_), _) if is_equals => {
                repaired.tokens.push(Token { kind: TokenKind::Equals, ..token });
            }
            (Some(TokenKind::Broken), Some(last))
                if last.kind == TokenKind::Broken && last.span.end == token.span.start =>
            {
                last.span = last.span.to(token.span);
            }
            (Some(kind), _) => repaired.tokens.push(Token { kind, ..token }),
        }
    }
    repaired.diagnostics.extend([characters.found, quotes.found].into_iter().flatten());
    sort_by_position(&mut repaired.covered, |part| (part.start as usize, 0));
}

/// The number of mistakes of one kind in a line that are shown.
const MAX_IN_LINE: u32 = 20;

/// The mistakes of one kind in a line, which are reported together, since they probably have the
/// same cause.
#[derive(Default)]
struct Line {
    found: Option<Diagnostic>,
    count: u32,
    end: u32,
}

impl Line {
    /// Adds a mistake, and returns the diagnostic for an earlier line, if this is the first one of
    /// its line.
    fn add(&mut self, text: &str, mistake: Diagnostic) -> Option<Diagnostic> {
        let span = mistake.subject().unwrap_or_default();
        let is_same_line = !text[self.end as usize..span.start as usize].contains('\n');
        self.end = span.end;
        match self.found.take() {
            Some(mut found) if is_same_line => {
                self.count += 1;
                if self.count < MAX_IN_LINE {
                    found = found.with_label(span, "and here");
                    for edit in mistake.replacements() {
                        found = found.with_replacement(edit.span, edit.text.clone());
                    }
                }
                self.found = Some(found);
                None
            }
            before => {
                self.count = 1;
                self.found = Some(mistake);
                before
            }
        }
    }
}

/// Returns whether some tokens end with a name or a key that begins an item.
fn follows_name_of_item(tokens: &[Token]) -> bool {
    let is_start = |kind| matches!(kind, TokenKind::Newline | TokenKind::OpenBrace | TokenKind::Comma);
    match tokens {
        [name] => name.kind == TokenKind::Identifier,
        [.., before, name] => name.kind == TokenKind::Identifier && is_start(before.kind),
        [] => false,
    }
}

/// Returns the diagnostic for bytes that are not UTF-8.
pub(super) fn invalid_encoding() -> Diagnostic {
    let detail = "This is not valid UTF-8. Save the file in the encoding UTF-8.";
    Diagnostic::new(Code::InvalidEncoding, detail)
}

/// Returns the diagnostic for a token that is not in the language, or `None` for any other token.
pub(super) fn message(token: Token, text: &str) -> Option<Diagnostic> {
    let written = &text[token.span.range()];
    let character = |detail: &'static str| Diagnostic::new(Code::InvalidCharacter, detail);
    let quotes = |detail: &'static str| Diagnostic::new(Code::WrongQuotes, detail);
    let diagnostic = match token.kind {
        TokenKind::BadUtf8 => invalid_encoding(),
        TokenKind::Bitwise => character("There are no operators on bits."),
        TokenKind::Backtick => quotes("Text is written in straight double quotes (\"), not in backquotes."),
        TokenKind::Apostrophe => {
            quotes("Text is written in straight double quotes (\"), not in single quotes.")
        }
        TokenKind::Semicolon => character("A semicolon ends and separates nothing.")
            .with_help("Put each attribute on a line of its own, and commas between elements."),
        TokenKind::Invalid => confusables::of(written).map_or_else(
            || invalid_character(written),
            |found| found.diagnostic(token.span, found.replacement),
        ),
        _ => return None,
    };
    Some(diagnostic.at(token.span))
}

fn invalid_character(written: &str) -> Diagnostic {
    let character = written.chars().next().unwrap_or_default();
    let code = u32::from(character);
    let detail = match character {
        '\0' => "The file contains the NUL character (U+0000). It may be a binary file, or be in the encoding UTF-16.".to_owned(),
        '\r' => "A carriage return is valid only before a newline.".to_owned(),
        _ if character.is_control() => format!("The control character U+{code:04X} is not part of the language."),
        _ if is_disruptive(character) => format!("The invisible character U+{code:04X} is not part of the language."),
        _ => format!("The character \"{character}\" is not used in the language."),
    };
    let help = if character.is_control() || is_disruptive(character) {
        "Remove it."
    } else {
        "Remove it, or put text into double quotes."
    };
    Diagnostic::new(Code::InvalidCharacter, detail).with_help(help)
}
