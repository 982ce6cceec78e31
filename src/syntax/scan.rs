//! A fast pass over the text before the grammar runs: how deep does it nest, and where do heredocs end?
//!
//! The grammar's parser recurses once a nesting level and knows no limit, so the limit has to hold before it starts; and it
//! cannot remember the marker of a heredoc. This pass follows strings, heredocs and comments as the lexer's modes do
//! (spec: lexer modes). It never counts fewer levels than the grammar would recurse into.

use std::borrow::Cow;

use crate::source::Span;

/// What stands for the newline before the marker that ends a heredoc, in the text that the grammar sees.
const HEREDOC_END: char = '\u{1d}';

/// What stands there for a character of the text that looks like [`HEREDOC_END`]: one that is as invalid, and as harmless
/// in literals and comments.
const STAND_IN: &str = "\u{1c}";

/// The text as the grammar is to see it: of the same length, with the ends of heredocs marked.
///
/// # Errors
/// The opening mark that nests deeper than the limit.
pub(super) fn scan(text: &str, limit: u32, template: bool) -> Result<Cow<'_, str>, Span> {
    let mut scan =
        Scan { bytes: text.as_bytes(), at: 0, modes: Vec::new(), limit: limit as usize, ends: Vec::new() };
    if template {
        scan.modes.push(Mode::File);
    }
    if let Some(too_deep) = scan.run() {
        return Err(too_deep);
    }
    Ok(mark(text, &scan.ends))
}

fn mark<'t>(text: &'t str, ends: &[usize]) -> Cow<'t, str> {
    let has_lookalike = text.contains(HEREDOC_END);
    if ends.is_empty() && !has_lookalike {
        return Cow::Borrowed(text);
    }
    let mut marked = String::with_capacity(text.len());
    let mut start = 0;
    for end in ends.iter().copied().chain([text.len()]) {
        let piece = &text[start..end];
        if has_lookalike {
            marked.push_str(&piece.replace(HEREDOC_END, STAND_IN));
        } else {
            marked.push_str(piece);
        }
        if end < text.len() {
            marked.push(HEREDOC_END);
        }
        start = end + 1;
    }
    Cow::Owned(marked)
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// `(`, `[` or `{`
    Bracket,
    /// The middle of a conditional.
    Conditional,
    /// `${` or `%{`
    Sequence,
    Quoted,
    /// A heredoc, with its marker's place.
    Heredoc(Span),
    /// A template that stands alone.
    File,
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    modes: Vec<Mode>,
    limit: usize,
    /// The newlines before the markers that end heredocs.
    ends: Vec<usize>,
}

/// The bytes that mean something outside of strings and comments.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut index = 0;
    while index < b"([{}])?:\"#/<".len() {
        special[b"([{}])?:\"#/<"[index] as usize] = true;
        index += 1;
    }
    special
};

impl Scan<'_> {
    fn run(&mut self) -> Option<Span> {
        while self.at < self.bytes.len() {
            match self.modes.last() {
                Some(Mode::Quoted) => self.quoted(),
                Some(Mode::Heredoc(marker)) => self.heredoc(*marker),
                Some(Mode::File) => self.literal(),
                _ => self.code(),
            }
            if self.modes.len() > self.limit {
                return Some(Span::new(self.at as u32 - 1, self.at as u32));
            }
        }
        None
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Up to and over the next byte that opens or closes something.
    fn code(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !SPECIAL[byte as usize] {
                self.at += 1;
                continue;
            }
            self.at += 1;
            match byte {
                b'(' | b'[' | b'{' => return self.modes.push(Mode::Bracket),
                b')' | b']' | b'}' => return self.close(),
                b'?' => return self.modes.push(Mode::Conditional),
                b':' if self.modes.last() == Some(&Mode::Conditional) => {
                    self.modes.pop();
                }
                b'"' => return self.modes.push(Mode::Quoted),
                b'#' => self.skip_line(),
                b'/' if self.peek(0) == Some(b'/') => self.skip_line(),
                b'/' if self.peek(0) == Some(b'*') => self.skip_comment(),
                b'<' if self.peek(0) == Some(b'<') => {
                    if let Some(marker) = self.heredoc_header() {
                        return self.modes.push(Mode::Heredoc(marker));
                    }
                }
                _ => {}
            }
        }
    }

    /// Leaves the innermost bracket or sequence, and the conditionals left open in it.
    fn close(&mut self) {
        while self.modes.last() == Some(&Mode::Conditional) {
            self.modes.pop();
        }
        if let Some(Mode::Bracket | Mode::Sequence) = self.modes.last() {
            self.modes.pop();
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    fn skip_comment(&mut self) {
        let rest = &self.bytes[self.at + 1..];
        let end = rest.windows(2).position(|pair| pair == b"*/");
        self.at += end.map_or(rest.len() + 1, |end| end + 3);
    }

    /// The marker after `<<`, when this is the header of a heredoc.
    fn heredoc_header(&mut self) -> Option<Span> {
        let start = self.at + 1 + usize::from(self.peek(1) == Some(b'-'));
        let rest = self.bytes.get(start..)?;
        let in_marker = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 0x80..);
        let end = rest.iter().position(|byte| !in_marker(byte))?;
        let newline = rest[end] == b'\n' || rest[end..].starts_with(b"\r\n");
        if end == 0 || !newline {
            return None;
        }
        // Before the newline, so that a marker in the first line is found.
        self.at = start + end;
        Some(Span::new(start as u32, (start + end) as u32))
    }

    /// A `$` or `%` at the current place: opens a sequence, or is text.
    fn sequence(&mut self) -> bool {
        let mark = self.peek(0);
        if self.peek(1) == mark && self.peek(2) == Some(b'{') {
            self.at += 3;
            return false;
        }
        if self.peek(1) != Some(b'{') {
            self.at += 1;
            return false;
        }
        self.at += 2;
        if mark == Some(b'%') {
            self.directive();
        }
        self.modes.push(Mode::Sequence);
        true
    }

    /// After `%{`: what stands between a directive and its end nests. The mode of a template is on the stack once more for
    /// each directive that is open in it.
    fn directive(&mut self) {
        let start = self.at;
        self.at += usize::from(self.peek(0) == Some(b'~'));
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b' ' | b'\t' | b'\r' | b'\n'), _) => self.at += 1,
                (Some(b'#'), _) | (Some(b'/'), Some(b'/')) => self.skip_line(),
                (Some(b'/'), Some(b'*')) => {
                    self.at += 1;
                    self.skip_comment();
                }
                _ => break,
            }
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        match &rest[..rest.iter().take(7).take_while(is_word).count()] {
            b"if" | b"for" => self.modes.extend(self.modes.last().copied()),
            b"endif" | b"endfor" if self.is_in_directive() => _ = self.modes.pop(),
            _ => {}
        }
        self.at = start;
    }

    fn is_in_directive(&self) -> bool {
        matches!(self.modes.as_slice(), [.., outer, inner] if outer == inner)
    }

    /// Leaves a template, with the directives left open in it.
    fn close_template(&mut self) {
        while self.is_in_directive() {
            self.modes.pop();
        }
        self.modes.pop();
    }

    fn quoted(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return self.close_template();
                }
                b'\\' => self.at += 2,
                b'$' | b'%' => {
                    if self.sequence() {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    fn heredoc(&mut self, marker: Span) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    let rest = &self.bytes[self.at..];
                    let Some(length) = rest.iter().position(|byte| *byte == b'\n') else { continue };
                    if trim(&rest[..length]) == &self.bytes[marker.range()] {
                        self.ends.push(self.at - 1);
                        self.at += length;
                        return self.close_template();
                    }
                }
                b'$' | b'%' => {
                    if self.sequence() {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    fn literal(&mut self) {
        while let Some(byte) = self.peek(0) {
            if byte != b'$' && byte != b'%' {
                self.at += 1;
                continue;
            }
            if self.sequence() {
                return;
            }
        }
    }
}

/// Without the white space around it, Unicode's included.
fn trim(line: &[u8]) -> &[u8] {
    std::str::from_utf8(line).map_or(line, |line| line.trim().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn depth(text: &str, template: bool) -> u32 {
        (0..20).find(|limit| scan(text, *limit, template).is_ok()).expect("less than twenty levels")
    }

    #[test]
    fn nesting_is_counted_where_the_grammar_recurses() {
        for (text, expected) in [
            ("a = 1 + 2 * 3 - -4", 0),
            ("a = [1, (2), {b = [3]}]", 3),
            ("a { b { c = 1 } }", 2),
            ("a = \"x (((( ${f(\"y\")} ))))\"", 4),
            ("a = \"$${ ((( %%{ \"", 1),
            ("a = \"\\\"(((\" + (1)", 1),
            ("a = 1 ? 2 : 3 ? 4 : 5 ? 6 : 7", 1),
            ("a = 1 ? 2 ? 3 : 4 : 5", 2),
            ("a = (1 ? 2) # (((\n// [[[\n/* {{{ */ b = (1)", 2),
            ("a = <<EOT\n(((( ${[1]}\n  EOT\nb = (2)", 3),
            ("a = <<-EOT\nEOT\nb = ((2))", 2),
            ("a = <<EOT\nEOT", 1),
            ("a = 1 << ((2))", 2),
            ("a = \"%{ if b }%{~ for\nc in d }${e}%{ endfor }%{ endif }\"", 4),
            ("a = \"%{ if b }%{ endif }%{ if b }%{ endif }\" + (1)", 3),
            ("a = \"%{ if b }%{ if b }\" + ((((1))))", 4),
            ("a = \"%{ # if\n/* if */ for b in c }%{ iffy }\"", 3),
            ("a = <<E\n%{ if b }\nE\nb = ((1))", 3),
        ] {
            assert_eq!(depth(text, false), expected, "{text}");
        }
        assert_eq!(depth("((( ${(1)} \" %{ if (x) }", true), 4);
        assert_eq!(depth("%{ if x }%{ else }%{ endif }%{ endif }%{ endif }${((1))}", true), 4);
    }

    #[test]
    fn the_mark_that_is_too_deep_is_shown() {
        let text = "a = [[[]]]";
        let span = scan(text, 2, false).expect_err("three levels");
        assert_eq!((span, &text[span.range()]), (Span::new(6, 7), "["));
    }

    #[test]
    fn the_ends_of_heredocs_are_marked() {
        for (text, expected) in [
            ("a = 1\n", "a = 1\n"),
            ("a = <<E\nx\n  E \nb = 1\n", "a = <<E\nx\u{1d}  E \nb = 1\n"),
            ("a = <<E\nE\n", "a = <<E\u{1d}E\n"),
            ("a = <<E\n${\"E\"}\nEE\nE\n", "a = <<E\n${\"E\"}\nEE\u{1d}E\n"),
            ("a = <<E\nx\nE", "a = <<E\nx\nE"),
            ("# <<E\nE\n", "# <<E\nE\n"),
            ("a = <<E\n\u{1d}\nE\n", "a = <<E\n\u{1c}\u{1d}E\n"),
            ("a = \"\u{1d}\"\n", "a = \"\u{1c}\"\n"),
        ] {
            assert_eq!(scan(text, 9, false).expect("it is shallow"), expected, "{text:?}");
        }
    }
}
