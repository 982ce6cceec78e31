//! A fast pass over the text before the grammar runs: how deep does it nest, and what in it is no structure?
//!
//! The grammar's parser recurses once a nesting level and knows no limit, so the limit has to hold before it starts. It cannot
//! remember the marker of a heredoc either, or in which bracket it is. This pass follows strings, heredocs and comments as
//! the lexer's modes do (spec: lexer modes), and hands the grammar a text of the same length in which
//! - comments are white space, and so are newlines where they mean nothing,
//! - literals have no `$`, `%` or quote that only looks as if it began or ended something,
//! - the ends of heredocs are marked.
//!
//! It never counts fewer levels than the grammar would recurse into.

use std::borrow::Cow;

use super::prepared::{Output, Prepared};
use crate::source::Span;

/// What stands for the line of the marker that ends a heredoc, and for the newline before it.
const HEREDOC_END: char = '\u{1d}';

/// What stands for a character that is not what it looks like: one that is as harmless in literals.
const STAND_IN: char = '\u{1c}';

const BOM: &str = "\u{feff}";

/// How much text the grammar is given at a time: its tokens take ten times as much, and are to stay in the processor's cache.
const CHUNK: usize = 8 * 1024;

/// What stands alone.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// Attributes and blocks.
    Body,
    Expression,
    Template,
}

/// Prepares a text for the grammar.
///
/// # Errors
/// The opening mark that nests deeper than the limit.
pub(super) fn scan(text: &str, limit: u32, form: Form) -> Result<Prepared<'_>, Span> {
    if text.contains(HEREDOC_END) {
        let replaced = text.replace(HEREDOC_END, STAND_IN.encode_utf8(&mut [0]));
        let Prepared { text, comments, refused, cuts } = scan(&replaced, limit, form)?;
        return Ok(Prepared { text: Cow::Owned(text.into_owned()), comments, refused, cuts });
    }
    let mut scan = Scan {
        bytes: text.as_bytes(),
        at: 0,
        modes: Vec::new(),
        limit: limit as usize,
        form,
        in_value: false,
        output: Output::new(text),
        comments: Vec::new(),
        refused: None,
        cuts: Vec::new(),
    };
    match form {
        Form::Template => scan.modes.push(Mode::File),
        Form::Body | Form::Expression if text.starts_with(BOM) => scan.replace(BOM.len(), ' '),
        Form::Body | Form::Expression => {}
    }
    match scan.run() {
        Some(too_deep) => Err(too_deep),
        None => Ok(Prepared {
            text: scan.output.finish(),
            comments: scan.comments,
            refused: scan.refused,
            cuts: scan.cuts,
        }),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// The body of a block.
    Body,
    /// An object constructor, unless a `for` expression makes it.
    Object,
    /// Any other bracket.
    Bracket,
    /// The middle of a conditional; newlines mean what they do around it.
    Conditional {
        has_lines: bool,
    },
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
    form: Form,
    /// Whether the `=` of an attribute was passed, so that a brace does not open a block.
    in_value: bool,
    output: Output<'t>,
    comments: Vec<Span>,
    refused: Option<u32>,
    cuts: Vec<usize>,
}

/// The bytes that mean something outside of strings and comments.
const IN_CODE: [bool; 256] = table(b"([{}])?:=\"#/<\t\r\n");
const IN_QUOTES: [bool; 256] = table(b"\"\\$%\r\n");
const IN_HEREDOC: [bool; 256] = table(b"$%\n");
const IN_FILE: [bool; 256] = table(b"$%");

const fn table(special: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < special.len() {
        table[special[index] as usize] = true;
        index += 1;
    }
    table
}

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

    /// Goes on to the next of some bytes, if there is one.
    fn skip_to(&mut self, special: &[bool; 256]) -> Option<u8> {
        let mut at = self.at;
        let found = loop {
            match self.bytes.get(at) {
                Some(byte) if !special[*byte as usize] => at += 1,
                found => break found.copied(),
            }
        };
        self.at = at;
        found
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Puts a character in the place of the next bytes, and passes them.
    fn replace(&mut self, length: usize, stand_in: char) {
        self.output.replace(self.at, self.at + length, stand_in);
        self.at += length;
    }

    /// Whether newlines end something here.
    fn has_lines(&self) -> bool {
        match self.modes.last() {
            None => self.form == Form::Body,
            Some(Mode::Body | Mode::Object) => true,
            Some(Mode::Conditional { has_lines }) => *has_lines,
            Some(_) => false,
        }
    }

    /// Whether attributes and blocks stand here.
    fn is_in_body(&self) -> bool {
        match self.modes.last() {
            None => self.form == Form::Body,
            mode => matches!(mode, Some(Mode::Body)),
        }
    }

    /// Up to and over the next byte that opens or closes something.
    fn code(&mut self) {
        while let Some(byte) = self.skip_to(&IN_CODE) {
            match byte {
                b'\n' => self.newline(1),
                b'\r' if self.peek(1) == Some(b'\n') => self.newline(2),
                b'\t' => self.replace(1, ' '),
                b'#' => self.line_comment(),
                b'/' if self.peek(1) == Some(b'/') => self.line_comment(),
                b'/' if self.peek(1) == Some(b'*') => self.inline_comment(),
                _ => {
                    self.at += 1;
                    let open = self.modes.len();
                    self.mark(byte);
                    if self.modes.len() != open {
                        return;
                    }
                }
            }
        }
    }

    /// A mark that was just passed: what opens or closes, and what tells what it opens.
    fn mark(&mut self, mark: u8) {
        match mark {
            b'(' | b'[' => self.modes.push(Mode::Bracket),
            b'{' if self.is_in_body() && !self.in_value => self.modes.push(Mode::Body),
            b'{' if self.is_before_for() => self.modes.push(Mode::Bracket),
            b'{' => self.modes.push(Mode::Object),
            b')' | b']' | b'}' => self.close(),
            b'?' => self.modes.push(Mode::Conditional { has_lines: self.has_lines() }),
            // The colons of a namespace end no conditional.
            b':' if self.peek(0) == Some(b':') => self.at += 1,
            b':' => {
                if let Some(Mode::Conditional { .. }) = self.modes.last() {
                    self.modes.pop();
                }
            }
            b'=' => self.in_value |= self.is_in_body(),
            b'"' => self.modes.push(Mode::Quoted),
            b'<' if self.peek(0) == Some(b'<') => {
                if let Some(marker) = self.heredoc_header() {
                    self.modes.push(Mode::Heredoc(marker));
                }
            }
            _ => {}
        }
    }

    /// Leaves the innermost bracket or sequence, and the conditionals left open in it.
    fn close(&mut self) {
        while let Some(Mode::Conditional { .. }) = self.modes.last() {
            self.modes.pop();
        }
        match self.modes.last() {
            Some(Mode::Bracket | Mode::Object | Mode::Sequence) => {
                self.modes.pop();
            }
            Some(Mode::Body) => {
                self.modes.pop();
                self.in_value = false;
            }
            _ => {}
        }
    }

    /// A line ending of one or two bytes.
    fn newline(&mut self, length: usize) {
        if !self.has_lines() {
            return self.replace(length, ' ');
        }
        if length == 1 {
            self.at += 1;
        } else {
            self.replace(length, '\n');
        }
        if self.is_in_body() {
            self.in_value = false;
            if self.modes.is_empty() && self.at - self.cuts.last().unwrap_or(&0) >= CHUNK {
                self.cuts.push(self.at);
            }
        }
    }

    /// A comment up to the end of its line, which ends with it.
    fn line_comment(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let trailing = rest[..length].iter().rev().take_while(|byte| **byte == b'\r').count();
        let start = self.at;
        self.comments.push(Span::new(start as u32, (start + length - trailing) as u32));
        if self.has_lines() {
            // Nothing after it counts, so the grammar need not look for more blanks before the end of the line.
            self.replace(1, '\n');
        }
        self.replace(start + length - self.at, ' ');
    }

    fn inline_comment(&mut self) {
        let rest = &self.bytes[self.at..];
        match rest[2..].windows(2).position(|pair| pair == b"*/") {
            Some(inside) => {
                let start = self.at;
                self.replace(inside + 4, ' ');
                self.comments.push(Span::new(start as u32, self.at as u32));
            }
            // The grammar refuses what is left unclosed.
            None => self.at = self.bytes.len(),
        }
    }

    /// Whether the word `for` comes next, which makes an object of its brace by a `for` expression.
    fn is_before_for(&self) -> bool {
        self.word_after(0) == b"for"
    }

    /// The word that comes after so many bytes, blanks and comments, as far as a keyword could go.
    fn word_after(&self, skipped: usize) -> &[u8] {
        let mut rest = self.bytes.get(self.at + skipped..).unwrap_or_default();
        loop {
            rest = rest.trim_ascii_start();
            let comment = match rest {
                [b'#', ..] | [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n'),
                [b'/', b'*', inside @ ..] => {
                    inside.windows(2).position(|pair| pair == b"*/").map(|at| at + 4)
                }
                _ => break,
            };
            let Some(comment) = comment else { return &[] };
            rest = &rest[comment..];
        }
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 0x80..);
        &rest[..rest.iter().take(7).take_while(is_word).count()]
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

    /// A `$` or `%` in a literal: opens a sequence, which is told, or is text.
    fn sequence(&mut self) -> bool {
        let mark = self.peek(0);
        if self.peek(1) == Some(b'{') {
            self.at += 2;
            if mark == Some(b'%') {
                self.directive();
            }
            self.modes.push(Mode::Sequence);
            return true;
        }
        let is_escape = self.peek(1) == mark && self.peek(2) == Some(b'{');
        self.replace(if is_escape { 3 } else { 1 }, STAND_IN);
        false
    }

    /// After `%{`: what stands between a directive and its end nests. The mode of a template is on the stack once more for
    /// each directive that is open in it.
    fn directive(&mut self) {
        match self.word_after(usize::from(self.peek(0) == Some(b'~'))) {
            b"if" | b"for" => self.modes.extend(self.modes.last().copied()),
            b"endif" | b"endfor" if self.is_in_directive() => _ = self.modes.pop(),
            _ => {}
        }
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
        while let Some(byte) = self.skip_to(&IN_QUOTES) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return self.close_template();
                }
                b'\\' => {
                    self.at += 1;
                    if let Some(b'"' | b'$' | b'%') = self.peek(0) {
                        self.replace(1, STAND_IN);
                    } else {
                        self.at += 1;
                    }
                }
                b'$' | b'%' => {
                    if self.sequence() {
                        return;
                    }
                }
                _ => {
                    self.refused.get_or_insert(self.at as u32);
                    self.at += 1;
                }
            }
        }
    }

    fn heredoc(&mut self, marker: Span) {
        while let Some(byte) = self.skip_to(&IN_HEREDOC) {
            if byte != b'\n' {
                if self.sequence() {
                    return;
                }
                continue;
            }
            let rest = &self.bytes[self.at + 1..];
            match rest.iter().position(|byte| *byte == b'\n') {
                Some(length) if trim(&rest[..length]) == &self.bytes[marker.range()] => {
                    self.replace(1 + length, HEREDOC_END);
                    return self.close_template();
                }
                _ => self.at += 1,
            }
        }
    }

    fn literal(&mut self) {
        while self.skip_to(&IN_FILE).is_some() {
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
    fn depth(text: &str, form: Form) -> u32 {
        (0..20).find(|limit| scan(text, *limit, form).is_ok()).expect("less than twenty levels")
    }

    #[track_caller]
    fn prepared(text: &str) -> Prepared<'_> {
        let prepared = scan(text, 9, Form::Body).expect("it is shallow");
        assert_eq!(prepared.text.len(), text.len(), "{text:?}");
        prepared
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
            ("a = \"\\${[[(\" + (1)", 1),
            ("a = 1 ? 2 : 3 ? 4 : 5 ? 6 : 7", 1),
            ("a = 1 ? 2 ? 3 : 4 : 5", 2),
            ("a = 1 ? n::f() ? n::g() ? 3 : 4 : 5 : 6", 3),
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
            assert_eq!(depth(text, Form::Body), expected, "{text}");
        }
        assert_eq!(depth("((( ${(1)} \" %{ if (x) }", Form::Template), 4);
        assert_eq!(depth("%{ if x }%{ else }%{ endif }%{ endif }%{ endif }${((1))}", Form::Template), 4);
    }

    #[test]
    fn the_mark_that_is_too_deep_is_shown() {
        let text = "a = [[[]]]";
        let span = scan(text, 2, Form::Body).err().expect("three levels");
        assert_eq!((span, &text[span.range()]), (Span::new(6, 7), "["));
    }

    #[test]
    fn comments_and_newlines_that_mean_nothing_are_white_space() {
        for (text, expected) in [
            ("a = 1\n", "a = 1\n"),
            ("a\t= 1\r\n", "a = 1\n\n"),
            ("a = 1 # x\n// y\nb /* z */ = 2", "a = 1 \n  \n\n   \nb         = 2"),
            ("a = (\n1 # x\n)", "a = ( 1     )"),
            ("a = [\r\n{\nb = 1\n}]", "a = [  {\nb = 1\n}]"),
            ("a = { # x\n for k in\nv : k => k\n}\n", "a = {      for k in v : k => k }\n"),
            ("a {\n for = 1\n}\nb = {\n form = 1\n}\n", "a {\n for = 1\n}\nb = {\n form = 1\n}\n"),
            ("a = x ? y\n: f(\n)", "a = x ? y\n: f( )"),
            ("a = \"${\nb\n}\"", "a = \"${ b }\""),
            ("a = 1 /* x", "a = 1 /* x"),
            ("\u{feff}a = 1", "   a = 1"),
        ] {
            assert_eq!(prepared(text).text, expected, "{text:?}");
        }
        let prepared = scan("a\n+ b # x", 9, Form::Expression).expect("it is shallow");
        assert_eq!(prepared.text, "a + b    ");
    }

    #[test]
    fn comments_are_found() {
        let text = "# a\r\nb = 1 // c\n/* d\n*/ e = \"# f\" # g";
        let comments: Vec<&str> = prepared(text).comments.iter().map(|span| &text[span.range()]).collect();
        assert_eq!(comments, ["# a", "// c", "/* d\n*/", "# g"]);
    }

    #[test]
    fn literals_keep_only_the_marks_that_mean_something() {
        for (text, expected) in [
            (r#""$a ${b} 5% %{ if c }""#, "\"\u{1c}a ${b} 5\u{1c} %{ if c }\""),
            (
                r#""$${a} $$${b} %%{c""#,
                "\"\u{1c}\u{1c}\u{1c}a} \u{1c}\u{1c}\u{1c}\u{1c}b} \u{1c}\u{1c}\u{1c}c\"",
            ),
            (r#""\"\\" + "\${""#, "\"\\\u{1c}\\\\\" + \"\\\u{1c}{\""),
            ("<<E\n$a ${b} \"\nE\n", "<<E\n\u{1c}a ${b} \"\u{1d}\u{1d}\n"),
        ] {
            assert_eq!(prepared(text).text, expected, "{text:?}");
        }
    }

    #[test]
    fn the_ends_of_heredocs_are_marked() {
        for (text, expected) in [
            ("a = <<E\nx\n  E \nb = 1\n", "a = <<E\nx\u{1d}\u{1d}\u{1d}\u{1d}\u{1d}\nb = 1\n"),
            ("a = <<E\nE\n", "a = <<E\u{1d}\u{1d}\n"),
            ("a = <<E\n${\"E\"}\nEE\nE\n", "a = <<E\n${\"E\"}\nEE\u{1d}\u{1d}\n"),
            ("f(<<E\nx\nE\n)", "f(<<E\nx\u{1d}\u{1d} )"),
            ("a = <<E\nx\nE", "a = <<E\nx\nE"),
            ("a = <<E\n\u{1d}\nE\n", "a = <<E\n\u{1c}\u{1d}\u{1d}\n"),
            ("a = \"\u{1d}\"\n", "a = \"\u{1c}\"\n"),
        ] {
            assert_eq!(prepared(text).text, expected, "{text:?}");
        }
    }

    #[test]
    fn a_newline_between_quotes_is_refused() {
        for (text, expected) in
            [("a = \"b\nc\"", Some(6)), ("a = \"b${\nc}\"", None), ("a = \"\r\"", Some(5))]
        {
            assert_eq!(prepared(text).refused, expected, "{text:?}");
        }
    }

    #[test]
    fn chunks_end_between_items() {
        let item = format!("a {{\n  b = \"{}\"\n}}\n", "x".repeat(CHUNK / 3));
        let text = item.repeat(10);
        let prepared = prepared(&text);
        let chunks: Vec<&str> = prepared.chunks().map(|chunk| &text[chunk]).collect();
        assert_eq!(chunks.concat(), text);
        assert_eq!(chunks.len(), 4);
        assert!(chunks.iter().all(|chunk| chunk.len() % item.len() == 0), "{chunks:?}");
    }
}
