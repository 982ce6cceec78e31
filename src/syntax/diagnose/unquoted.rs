//! Text without quotes in the place of a value.

use super::words;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Returns the diagnostic for text without quotes.
pub(crate) fn unquoted(text: &str, span: Span) -> Diagnostic {
    let kind = kind(text);
    let quoted = words::quoted(text);
    Diagnostic::new(
        Code::UnquotedText,
        format!("{kind} is written in double quotes, but {} has none.", words::excerpt(text)),
    )
    .at(span)
    .with_replacement(span, quoted)
}

/// Returns the kind of a text, for a message.
fn kind(text: &str) -> &'static str {
    let only = |allowed: &str| {
        text.chars().all(|character| character.is_ascii_digit() || allowed.contains(character))
    };
    let points = text.matches('.').count();
    if text.contains("://") {
        "A URL"
    } else if ["/", "./", "../", "~/", "\\"].iter().any(|start| text.starts_with(start))
        || text.contains(":\\")
    {
        "A path"
    } else if only("./") && points == 3 {
        "An IP address"
    } else if points > 1 && text.trim_start_matches('v').starts_with(|first: char| first.is_ascii_digit()) {
        "A version"
    } else if only(":-TZ.+") && text.contains([':', '-']) {
        "A date or a time"
    } else {
        "Text"
    }
}
