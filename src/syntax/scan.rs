//! A fast pass over the text before the grammar runs: how deep does it nest?
//!
//! The grammar's parser recurses once a nesting level and knows no limit, so the limit has to hold before it starts.
//! This pass follows strings, heredocs and comments as the lexer's modes do (spec: lexer modes) and counts what is open.
//! It never undercounts what the grammar would recurse into.

use crate::source::Span;

/// Where the text nests deeper than the limit, if it does: the span of the opening mark.
pub(super) fn too_deep(text: &str, limit: u32, template: bool) -> Option<Span> {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0, modes: Vec::new(), limit: limit as usize };
    if template {
        scan.modes.push(Mode::File);
    }
    scan.run()
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
    fn run(mut self) -> Option<Span> {
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
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r' | b' ' | b'\t' | b'"'))?;
        let newline = rest[end] == b'\n' || rest[end..].starts_with(b"\r\n");
        if end == 0 || !newline {
            return None;
        }
        // Before the newline, so that a marker in the first line is found.
        self.at = start + end;
        Some(Span::new(start as u32, (start + end) as u32))
    }

    /// A `$` or `%` at the current place: opens a sequence, or is text.
    fn sequence(&mut self) {
        let mark = self.peek(0);
        if self.peek(1) == mark && self.peek(2) == Some(b'{') {
            self.at += 3;
        } else if self.peek(1) == Some(b'{') {
            self.at += 2;
            self.modes.push(Mode::Sequence);
        } else {
            self.at += 1;
        }
    }

    fn quoted(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'"' => {
                    self.at += 1;
                    self.modes.pop();
                    return;
                }
                b'\\' => self.at += 2,
                b'$' | b'%' => {
                    let open = self.modes.len();
                    self.sequence();
                    if self.modes.len() > open {
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
                    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or(rest);
                    // Only the length of a marker's line is looked at in full.
                    if trim(line) == &self.bytes[marker.range()] {
                        self.at += line.len();
                        self.modes.pop();
                        return;
                    }
                }
                b'$' | b'%' => {
                    let open = self.modes.len();
                    self.sequence();
                    if self.modes.len() > open {
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
            let open = self.modes.len();
            self.sequence();
            if self.modes.len() > open {
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
        (0..20).find(|limit| too_deep(text, *limit, template).is_none()).expect("less than twenty levels")
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
        ] {
            assert_eq!(depth(text, false), expected, "{text}");
        }
        assert_eq!(depth("((( ${(1)} \" %{ if (x) }", true), 3);
    }

    #[test]
    fn the_mark_that_is_too_deep_is_shown() {
        let text = "a = [[[]]]";
        let span = too_deep(text, 2, false).expect("three levels");
        assert_eq!((span, &text[span.range()]), (Span::new(6, 7), "["));
    }
}
