//! Complaints about characters and tokens that have no place anywhere in the language.

use crate::diag::{Category, Diagnostic};
use crate::syntax::MAX_PROBLEMS;
use crate::syntax::token::{Token, TokenKind};

/// One complaint a habit: somebody who writes single quotes writes many.
#[derive(Default)]
struct Told {
    bitwise: u32,
    backticks: u32,
    apostrophes: u32,
    semicolon: bool,
    bad_utf8: bool,
}

pub(super) fn complaints(text: &str, tokens: &[Token]) -> Vec<Diagnostic> {
    let mut told = Told::default();
    tokens.iter().filter_map(|token| complaint(text, *token, &mut told)).take(MAX_PROBLEMS).collect()
}

fn complaint(text: &str, token: Token, told: &mut Told) -> Option<Diagnostic> {
    let written = &text[token.span.range()];
    let (summary, detail) = match token.kind {
        TokenKind::Bitwise if told.bitwise < 4 => {
            told.bitwise += 1;
            let hint = match written {
                "&" => " Did you mean the logical AND (\"&&\")?",
                "|" => " Did you mean the logical OR (\"||\")?",
                "~" => " Did you mean the logical NOT (\"!\")?",
                _ => "",
            };
            ("Unsupported operator", format!("There are no operators on bits.{hint}"))
        }
        // Opening and closing marks come in pairs: one complaint for each of the first two pairs.
        TokenKind::Backtick => {
            told.backticks += 1;
            if !matches!(told.backticks, 1 | 3) {
                return None;
            }
            let detail = "Backquotes are not valid here. For text of several lines use a heredoc: \"<<EOT\", the lines, \"EOT\".";
            ("Invalid character", detail.to_owned())
        }
        TokenKind::Apostrophe => {
            told.apostrophes += 1;
            if !matches!(told.apostrophes, 1 | 3) {
                return None;
            }
            (
                "Invalid character",
                "Single quotes are not valid here. Put text into double quotes (\").".to_owned(),
            )
        }
        TokenKind::Semicolon if !told.semicolon => {
            told.semicolon = true;
            let detail = "Semicolons separate nothing here. Put arguments and blocks on lines of their own, and commas \
                          between the elements of collections.";
            ("Invalid character", detail.to_owned())
        }
        TokenKind::BadUtf8 if !told.bad_utf8 => {
            told.bad_utf8 = true;
            let detail = "This is not valid UTF-8. Save the file in the encoding UTF-8.";
            ("Invalid character encoding", detail.to_owned())
        }
        TokenKind::QuotedNewline => {
            let detail = "A quoted string must end in the line in which it begins. Write \\n for a line ending, or use a \
                          heredoc (\"<<EOT\") for text of several lines.";
            ("Invalid multi-line string", detail.to_owned())
        }
        TokenKind::Invalid if matches!(written, "“" | "”") => {
            let detail =
                "These are not the quotes that the language knows. Replace them by straight ones (\").";
            ("Invalid character", detail.to_owned())
        }
        TokenKind::Invalid => {
            let detail = match written.chars().next() {
                Some(character) if written.chars().count() == 1 && !character.is_control() => {
                    format!(
                        "The character {character:?} is not used in the language. Remove it, or put it into a string."
                    )
                }
                Some('\r') => "A carriage return is valid only before a newline.".to_owned(),
                _ => "This character is not used in the language.".to_owned(),
            };
            ("Invalid character", detail)
        }
        _ => return None,
    };
    Some(Diagnostic::error(Category::Syntax, summary, detail).at(token.span))
}
