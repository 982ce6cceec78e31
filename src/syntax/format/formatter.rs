//! The layout of the tokens of a text.

use super::align::{Alignment, Indentation, Stop, ascii_width, push_spaces, width};
use super::bytes::Replaced;
use super::spacing::{bracket_change, space_between};
use crate::syntax::lexer::{Lexer, SourceKind};
use crate::syntax::token::{Token, TokenKind};

/// A style of formatted text.
///
/// ```
/// use serde_hcl::fmt::{Style, format_with};
///
/// assert_eq!(format_with("a = b.0 .e1\n", Style::Compatible), "a = b.0.e1\n");
/// assert_eq!(format_with("a = b.0 .e1\n", Style::Corrected), "a = b.0 .e1\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Style {
    /// That of the Go implementation and of `terraform fmt`, byte for byte.
    #[default]
    Compatible,
    /// That of the text which this crate writes. It differs from the other one in two places:
    ///
    /// - The lines after a heredoc keep their indentation if an interpolation in the heredoc spans
    ///   several lines.
    /// - A space stays where the text after a number would be read as a part of it, as in
    ///   `a.0 .e1`.
    Corrected,
}

/// Formats a configuration in native syntax: indentation, the spaces between tokens, and the
/// columns of `=` and of comments at the ends of lines. This is the style of `terraform fmt` and of
/// the other tools that are built on the Go implementation; the result is the same, byte for byte,
/// except for lines of more than 1,000 columns and more than 128 levels of brackets.
///
/// Line breaks, empty lines and the text of comments, strings and heredocs stay as they are. Any
/// text can be formatted, even if it has syntax errors. The time is linear in the length of the
/// text.
///
/// ```
/// let text = "server \"web\" {\nport=80 # public\n  hostname  =  \"a.example\"  # for ${x}\n}\n";
/// assert_eq!(serde_hcl::format(text), r#"server "web" {
///   port     = 80          # public
///   hostname = "a.example" # for ${x}
/// }
/// "#);
/// ```
///
/// Specification: the style is defined by the `Format` function of the package `hclwrite`, not by
/// the specification of the native syntax.
pub fn format(text: &str) -> String {
    format_with(text, Style::Compatible)
}

/// Formats a configuration in native syntax in a style, see [`format()`].
///
/// ```
/// use serde_hcl::fmt::{Style, format_with};
///
/// let text = r#"
/// server {
///   start = <<EOT
/// ${
///   local.command
/// }
/// EOT
///   port = 80
/// }
/// "#;
/// assert_eq!(format_with(text, Style::Corrected), r#"
/// server {
///   start = <<EOT
/// ${
///     local.command
///   }
/// EOT
///   port = 80
/// }
/// "#);
/// ```
pub fn format_with(text: &str, style: Style) -> String {
    formatted(text, false, style)
}

/// Formats a configuration whose text may contain bytes that are not UTF-8, as [`format()`] does.
/// Such bytes are kept.
///
/// ```
/// assert_eq!(serde_hcl::fmt::format_bytes(b"a=1 # \xff\n"), b"a = 1 # \xff\n");
/// ```
pub fn format_bytes(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => format(text).into_bytes(),
        Err(_) => {
            let replaced = Replaced::new(bytes);
            replaced.restore(&formatted(&replaced.text, true, Style::Compatible))
        }
    }
}

fn formatted(text: &str, has_bad_utf8: bool, style: Style) -> String {
    run(text, Indents::Levels, style, has_bad_utf8, &mut |_, _| {})
}

/// Returns a formatted text. Each line is reported with the end of its source, and whether it has a
/// cell that is aligned with those of the lines around it.
pub(super) fn run(
    text: &str,
    indents: Indents<'_>,
    style: Style,
    has_bad_utf8: bool,
    report: &mut dyn FnMut(usize, bool),
) -> String {
    let mut layout = Layout::default();
    layout.out.reserve(text.len() + text.len() / 8);
    let end = Formatter { text, indents, style, layout: &mut layout }.lines(has_bad_utf8, report);
    layout.end_line(false);
    // Spaces before the end of the text are kept, as in the Go implementation.
    push_spaces(&mut layout.out, text.len() - end);
    layout.out
}

/// Returns whether a token has the end of its line in it, as comments to the end of a line do.
fn ends_line(text: &str, token: Token) -> bool {
    match token.kind {
        TokenKind::Newline => true,
        TokenKind::Comment => text.as_bytes()[token.span.end as usize - 1] == b'\n',
        _ => false,
    }
}

/// Joins a closing brace with a `~` right before it. Returns whether it did.
///
/// Like the Go implementation, the formatter regards `~}` as the end of a sequence everywhere. The
/// lexer does so only in a sequence, so that the parser reports the `~` elsewhere.
fn closes_with_tilde(text: &str, line: &mut [Token], token: Token) -> bool {
    let Some(tilde) = line.last_mut() else { return false };
    let closes = (tilde.kind, token.kind) == (TokenKind::Bitwise, TokenKind::CloseBrace)
        && tilde.span.end == token.span.start
        && &text[tilde.span.range()] == "~";
    if closes {
        *tilde = Token { kind: TokenKind::SequenceEnd, span: tilde.span.to(token.span) };
    }
    closes
}

/// Returns whether the last token of a text is a `$` or a `%` in a literal without an end. For the
/// Go implementation it is not part of the literal.
fn is_unfinished_sign(text: &str, token: Token) -> bool {
    matches!(token.kind, TokenKind::QuotedLiteral | TokenKind::StringLiteral)
        && matches!(&text[token.span.range()], "$" | "%")
}

/// Returns the number of brackets that a line opens, minus those that it closes, and the index of
/// the `=` that is aligned. The tokens are those before a comment at the end of the line.
fn brackets_and_equals(tokens: &[Token], style: Style) -> (isize, Option<usize>) {
    let mut opened = 0;
    // The index of the first `=`, and the brackets opened before and after it.
    let mut equals: Option<(usize, isize, isize)> = None;
    let mut in_heredoc = false;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Equals if index > 0 && equals.is_none() => equals = Some((index, opened, 0)),
            // The Go implementation does not count the brackets that an interpolation opens in the
            // first line of a heredoc, but those that it closes in another line.
            TokenKind::OpenHeredoc => in_heredoc = style == Style::Compatible,
            kind => {
                let change = bracket_change(kind);
                opened += if in_heredoc { 0 } else { change };
                if let Some((.., after)) = &mut equals {
                    *after += change;
                }
            }
        }
    }
    match equals {
        Some((index, before, 0)) => (before, Some(index)),
        // A value that continues in the next line is not aligned.
        _ => (opened, None),
    }
}

/// The indentation of formatted lines.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "edit"), expect(dead_code, reason = "documents keep indentations"))]
pub(crate) enum Indents<'t> {
    /// Two spaces for each level of brackets.
    Levels,
    /// Each line keeps its own.
    Kept,
    /// An indentation for all lines, and one more for each level of brackets.
    Based { base: &'t str, unit: &'t str },
}

/// A text with the indentation of its lines, and the positions that are aligned.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) out: String,
    pub(super) indentation: Indentation,
    pub(super) alignment: Alignment,
}

impl Layout {
    /// Ends a line, and aligns the lines before it if it has no cell that is aligned.
    #[inline]
    pub(super) fn end_line(&mut self, is_aligned: bool) {
        if self.alignment.end_line(is_aligned) {
            self.alignment.move_stops(&mut self.out);
        }
    }
}

pub(super) struct Formatter<'t> {
    pub(super) text: &'t str,
    pub(super) indents: Indents<'t>,
    pub(super) style: Style,
    pub(super) layout: &'t mut Layout,
}

impl<'t> Formatter<'t> {
    /// Writes all lines. Returns the end of the last token.
    pub(super) fn lines(&mut self, has_bad_utf8: bool, report: &mut dyn FnMut(usize, bool)) -> usize {
        let mut line = Vec::new();
        let mut end = 0;
        for mut token in Lexer::new(self.text, SourceKind::Body, has_bad_utf8) {
            end = token.span.end as usize;
            if end == self.text.len() && is_unfinished_sign(self.text, token) {
                token.kind = TokenKind::Invalid;
            }
            if !closes_with_tilde(self.text, &mut line, token) {
                line.push(token);
            }
            if ends_line(self.text, token) {
                report(end, self.line(&line));
                line.clear();
            }
        }
        if !line.is_empty() {
            report(end, self.line(&line));
        }
        end
    }

    /// Writes the indentation of a line that opens this many more brackets than it closes.
    fn indent(&mut self, first: Token, opened: isize) {
        let spaces = self.layout.indentation.next(opened);
        match self.indents {
            Indents::Levels => push_spaces(&mut self.layout.out, spaces),
            Indents::Kept => {
                let before = &self.text[..first.span.start as usize];
                let content = before.trim_end_matches([' ', '\t']).len();
                self.layout.out.push_str(&before[content..]);
            }
            Indents::Based { base, unit } => {
                self.layout.out.push_str(base);
                self.layout.out.extend(std::iter::repeat_n(unit, spaces / 2));
            }
        }
    }

    /// Writes a line. Returns whether it has a cell that is aligned.
    fn line(&mut self, tokens: &[Token]) -> bool {
        let Some(first) = tokens.first() else { return false };
        let start = self.layout.out.len();
        let (lead, comment) = match tokens {
            [lead @ .., comment] if comment.kind == TokenKind::Comment && !lead.is_empty() => {
                (lead, Some(*comment))
            }
            _ => (tokens, None),
        };
        let (opened, equals) = brackets_and_equals(lead, self.style);
        let (lead, assign) = equals.map_or((lead, &[][..]), |at| lead.split_at(at));
        if first.kind != TokenKind::Newline {
            self.indent(*first, opened);
        }
        self.cell(lead);
        let mut column = 0;
        let mut rest = (start, lead);
        if !assign.is_empty() {
            column = self.width(start, lead);
            rest = (self.layout.out.len(), assign);
            self.layout.alignment.equals(Stop::new(self.layout.out.len(), column, 0));
            self.layout.out.push(' ');
            self.cell(assign);
        }
        if let Some(comment) = comment {
            column += self.width(rest.0, rest.1);
            self.layout.alignment.comment(Stop::new(self.layout.out.len(), column, 0));
            self.layout.out.push(' ');
            self.layout.out.push_str(&self.text[comment.span.range()]);
        }
        let is_aligned = !assign.is_empty() || comment.is_some();
        self.layout.end_line(is_aligned);
        is_aligned
    }

    /// Returns the width of the tokens that were written from an offset on, with the spaces between
    /// them, in grapheme clusters. Those at the borders of tokens are not joined.
    fn width(&self, start: usize, tokens: &[Token]) -> usize {
        let written = &self.layout.out[start..];
        let split = if written.contains('\r') { self.split_line_endings(tokens) } else { 0 };
        if written.is_ascii() {
            return ascii_width(written) + split;
        }
        let texts = tokens.iter().map(|token| &self.text[token.span.range()]);
        let (bytes, clusters) =
            texts.fold((0, 0), |(bytes, clusters), text| (bytes + text.len(), clusters + width(text)));
        written.len() - bytes + clusters + split
    }

    /// Returns the number of line endings of which the Go implementation counts both characters:
    /// those of heredocs after a single `$` or `%`, where a token ends.
    fn split_line_endings(&self, tokens: &[Token]) -> usize {
        let literals = tokens.iter().filter(|token| token.kind == TokenKind::StringLiteral);
        let texts = literals.map(|token| &self.text[token.span.range()]);
        let lines = texts.filter_map(|text| text.strip_suffix("\r\n"));
        lines.filter(|line| line.len() - line.trim_end_matches(['$', '%']).len() == 1).count()
    }

    /// Writes tokens with the spaces between them.
    fn cell(&mut self, tokens: &[Token]) {
        let Some((first, rest)) = tokens.split_first() else { return };
        let (mut before, mut token) = (None, *first);
        // Runs of tokens that are already formatted are copied in one step.
        let mut same = first.span.range();
        for after in rest {
            let between = &self.text.as_bytes()[same.end..after.span.start as usize];
            let is_number = (token.kind, after.kind) == (TokenKind::Number, TokenKind::Dot);
            let is_spaced = space_between(self.text, before, token, *after)
                || self.style == Style::Corrected && is_number && !between.is_empty();
            let is_same = match between {
                [] => !is_spaced,
                [b' '] => is_spaced,
                _ => false,
            };
            if !is_same {
                self.layout.out.push_str(&self.text[same]);
                self.layout.out.push_str(if is_spaced { " " } else { "" });
                same = after.span.range();
            }
            same.end = after.span.end as usize;
            (before, token) = (Some(token), *after);
        }
        self.layout.out.push_str(&self.text[same]);
    }
}
