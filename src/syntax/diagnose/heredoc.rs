//! Heredocs whose first or last line is not written as one.

use super::reader::Reader;
use super::{extent, lines};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::ordered::OrderedMap;

/// Returns the offsets of the lines that consist of one name, by their names.
fn marker_lines(text: &str) -> OrderedMap<&str, Vec<usize>> {
    let mut lines = OrderedMap::<_, Vec<_>>::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let name = line.trim();
        if line.ends_with('\n') && !name.is_empty() && name_at_start(name) == name {
            lines.entry(name).or_default().push(at);
        }
        at += line.len();
    }
    lines
}

/// Returns the name at the start of a text.
fn name_at_start(text: &str) -> &str {
    &text[..extent::name_length(text)]
}

impl<'t> Reader<'t> {
    /// Returns the start of the first line after an offset that consists of a marker.
    fn marker_line(&mut self, marker: &str, offset: usize) -> Option<usize> {
        let lines = self.marker_lines.get_or_insert_with(|| marker_lines(self.text));
        let offsets = lines.get(marker)?;
        offsets.get(offsets.partition_point(|at| *at < offset)).copied()
    }

    /// Returns the name between the opening mark of a heredoc and the end of its line.
    fn marker(&self, open: Token) -> &'t str {
        self.text[open.span.range()].trim_start_matches(['<', '-']).trim_end()
    }

    /// Returns whether a name in a sequence is the last line of the heredoc around the sequence.
    pub(super) fn is_marker_line(&self, name: Token) -> bool {
        let text = &self.text[name.span.range()];
        self.heredocs.last().is_some_and(|open| self.marker(*open) == text)
            && lines::indentation(self.text, name.span.start).is_some()
            && self.text[name.span.end as usize..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
    }

    /// Reads the first line of a heredoc, and the rest of it if no line ends it.
    pub(super) fn heredoc(&mut self, open: Token) {
        let body = open.span.end as usize;
        let marker = self.marker(open);
        if self.marker_line(marker, body).is_some() {
            self.heredocs.push(open);
            return self.out.tokens.push(open);
        }
        let subject = Span::new(open.span.start, self.end_of_line(open.span.start as usize) as u32);
        let depth = self.lexer.depth() - 1;
        self.out.tokens.push(open);
        let (close, found) = self.near_miss(marker, body).unwrap_or_else(|| {
            let end = self.next_item(open.span.start as usize);
            (Span::at(end as u32), unclosed(marker))
        });
        if open.span.end < close.start {
            self.push(TokenKind::StringLiteral, Span::new(open.span.end, close.start));
        }
        self.push(TokenKind::CloseHeredoc, close);
        self.report(found.at(subject));
        if close.is_empty() {
            self.push(TokenKind::Newline, close);
            self.out.explained.push(open.span.to(close));
            self.out.is_cut |= close.end as usize == self.text.len();
        } else {
            let line_end = self.end_of_line(close.end as usize) as u32;
            self.out.explained.push(Span::new(close.end, line_end));
        }
        self.lexer.resume(close.end as usize, depth);
    }

    /// Reports the heredocs that are open at the end of the text.
    pub(super) fn end_heredocs(&mut self) {
        let end = Span::at(self.text.len() as u32);
        while let Some(open) = self.heredocs.pop() {
            let line_end = lines::end_of_line(self.text, open.span.start as usize);
            self.report(unclosed(self.marker(open)).at(Span::new(open.span.start, line_end as u32)));
            self.push(TokenKind::CloseHeredoc, end);
            self.push(TokenKind::Newline, end);
            self.out.is_cut = true;
        }
    }

    /// Returns the marker that ends a heredoc if it has no proper last line, and the diagnostic:
    /// one with text after it, or another marker.
    fn near_miss(&mut self, marker: &str, body: usize) -> Option<(Span, Diagnostic)> {
        let mut at = body;
        while at < self.text.len() && self.may_search() {
            let next = lines::next_line(self.text, at);
            let line = self.text[at..next].trim_start();
            let start = next - line.len();
            let written = name_at_start(line);
            let rest = line[written.len()..].trim();
            let no_line = "This heredoc has no line that consists of its marker";
            let (detail, label) = if written == marker && rest.is_empty() {
                let detail = format!("The last line of this heredoc, {marker}, has no newline after it.");
                (detail, "a newline is expected after this".to_owned())
            } else if written == marker {
                let detail = format!("{no_line} {marker} alone: other text follows it.");
                (detail, format!("{marker} must be alone on its line"))
            } else if rest.is_empty() && is_similar(written, marker) && !self.opens_heredoc(body, at, written)
            {
                (format!("{no_line} {marker}."), format!("{marker} is expected here"))
            } else {
                self.wasted += next - at;
                at = next;
                continue;
            };
            let span = Span::new(start as u32, (start + written.len()) as u32);
            let help = format!("Write {marker} on a line of its own, with a newline after it.");
            let found = Diagnostic::new(Code::UnclosedHeredoc, detail);
            return Some((span, found.with_label(span, label).with_help(help)));
        }
        None
    }

    /// Returns whether a part of the text opens a heredoc with a marker.
    fn opens_heredoc(&mut self, from: usize, to: usize, marker: &str) -> bool {
        self.wasted += to - from;
        let text = &self.text[from..to];
        text.match_indices("<<").any(|(at, _)| {
            name_at_start(text[at + 2..].trim_start_matches(['-', '~', ' ', '\'', '"'])) == marker
        })
    }

    /// Reports a token that was meant to begin a heredoc: `<<~EOT`, `<< EOT`, `<<EOT text`.
    pub(super) fn heredoc_mark(&mut self, token: Token) -> bool {
        let start = token.span.start as usize;
        let before = self.out.tokens.last().map_or(TokenKind::End, |last| last.kind);
        let is_operand = before == TokenKind::Operator
            || before.opens()
            || before.separates() && before != TokenKind::Semicolon;
        if !is_operand || !self.text[start..].starts_with("<<") {
            return false;
        }
        let line_end = self.end_of_line(start);
        let line = &self.text[start..line_end];
        let mark = line.trim_start_matches(['<', '-', '~', ' ', '\t', '"', '\'']);
        let marker = name_at_start(mark);
        let prefix = &line[..line.len() - mark.len()];
        let after = mark[marker.len()..].trim_start_matches(['"', '\'']);
        let header = Span::new(token.span.start, (line_end - after.len()) as u32);
        let has = |signs: &[char]| prefix.contains(signs);
        let detail = if marker.is_empty() {
            "The marker of this heredoc is missing: a name is expected after \"<<\".".to_owned()
        } else if has(&['~']) {
            format!(
                "A heredoc begins with \"<<\" and a name, or with \"<<-\" to remove the indentation, not with {prefix:?}."
            )
        } else if has(&['"', '\'']) {
            format!("The marker of a heredoc is a name without quotes: <<{marker}")
        } else if prefix.contains("<<<") {
            format!("A heredoc begins with two \"<\" and a name: <<{marker}")
        } else if has(&[' ', '\t']) {
            format!("The marker of a heredoc follows right after \"<<\", without a space: <<{marker}")
        } else {
            format!(
                "The first line of a heredoc ends after its marker {marker}. The text begins on the next line."
            )
        };
        let mut diagnostic = Diagnostic::new(Code::InvalidHeredoc, detail).at(header);
        if marker.is_empty() {
            diagnostic =
                diagnostic.with_help("Write the text between \"<<EOT\" and a line with \"EOT\" alone.");
        } else if after.trim().is_empty() {
            let hyphen = if prefix.contains(['~', '-']) { "-" } else { "" };
            let whole = Span::new(header.start, line_end as u32);
            let correction = format!("<<{hyphen}{marker}");
            // In other languages, text after a marker in quotes has no templates.
            diagnostic = match has(&['"', '\'']) {
                true => diagnostic.with_replacement(whole, correction),
                false => diagnostic.with_correction(whole, correction),
            };
        }
        let end = self.marker_line(marker, line_end).map(|line| {
            let text = &self.text[line..];
            line + text.len() - text.trim_start().len() + marker.len()
        });
        let span = Span::new(token.span.start, end.unwrap_or(line_end) as u32);
        self.out.explained.push(span);
        self.broken(diagnostic, span, self.lexer.depth());
        true
    }
}

fn unclosed(marker: &str) -> Diagnostic {
    let detail = format!("This heredoc has no end: no line after it consists of its marker {marker}.");
    let help = format!("Write {marker} on a line of its own after the text.");
    Diagnostic::new(Code::UnclosedHeredoc, detail).with_help(help)
}

/// Returns whether a name alone on its line is probably a misspelled marker.
fn is_similar(written: &str, marker: &str) -> bool {
    let is_upper = |text: &str| text.len() > 1 && !text.contains(|character: char| character.is_lowercase());
    written.eq_ignore_ascii_case(marker)
        || is_upper(written) && is_upper(marker) && written.len().abs_diff(marker.len()) <= 2
}
