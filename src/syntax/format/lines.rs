//! Formatting parts of a text: line by line, with other indentations than the formatter's own.

use std::ops::Range;

use super::formatter::{Indents, Style, run};
use crate::syntax::lexer::{Lexer, SourceKind};
use crate::syntax::token::TokenKind;

/// A formatted text, and the range of each line in it and in its source.
pub(crate) struct FormattedLines {
    pub(crate) text: String,
    pub(crate) lines: Vec<FormattedLine>,
}

/// A line as the formatter has it: line breaks within strings, heredocs and comments do not end it.
pub(crate) struct FormattedLine {
    pub(crate) source: Range<usize>,
    pub(crate) output: Range<usize>,
    /// Whether it has a `=` or a comment that is aligned with those of the lines around it.
    pub(crate) is_aligned: bool,
}

/// Formats a text that is part of a configuration, and returns its lines.
pub(crate) fn format_lines(source: &str, indents: Indents<'_>) -> FormattedLines {
    let mut lines = Vec::new();
    let mut start = 0;
    let text = run(source, indents, Style::Corrected, false, &mut |end, is_aligned| {
        lines.push(FormattedLine { source: start..end, output: 0..0, is_aligned });
        start = end;
    });
    // Formatting keeps the number of line breaks in each line.
    let mut at = 0;
    for line in &mut lines {
        let breaks = source[line.source.clone()].matches('\n').count();
        let end = text[at..].match_indices('\n').nth(breaks.wrapping_sub(1));
        let end = end.map_or(text.len(), |(offset, _)| at + offset + 1);
        line.output = at..end;
        at = end;
    }
    FormattedLines { text, lines }
}

/// Returns a text with these line endings. The text of heredocs stays as it is, since the line
/// endings in it are part of its value.
pub(crate) fn with_line_endings(text: &str, ending: &str) -> String {
    let with_endings = |text: &str| text.replace("\r\n", "\n").replace('\n', ending);
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut done = 0;
    for token in Lexer::new(text, SourceKind::Body, false) {
        let span = token.span.range();
        if token.kind == TokenKind::StringLiteral {
            out.push_str(&with_endings(&text[done..span.start]));
            out.push_str(&text[span.clone()]);
            done = span.end;
        }
    }
    out.push_str(&with_endings(&text[done..]));
    out
}

/// Returns whether the last token of an expression is the end of a heredoc, after which its line
/// has to end.
pub(crate) fn ends_in_heredoc(text: &str) -> bool {
    // The closing marker of a heredoc has to be followed by a newline.
    let text = format!("{text}\n");
    let tokens = Lexer::new(&text, SourceKind::Body, false);
    let last = tokens.filter(|token| token.kind != TokenKind::Newline).last();
    last.is_some_and(|token| token.kind == TokenKind::CloseHeredoc)
}
