//! Turns the text into the terminals of the grammar. It checks the depth of the nesting, and
//! removes the newlines that end nothing.
//!
//! The terminals of `a = b.c + [1,\n2]\n` are `i=l+[n,n];`: a name, a path, an operator, two
//! numbers, and one of the two newlines.
//!
//! The parser of the grammar recurses once for each nesting level and has no limit, so the limit is
//! checked here. The count is never lower than the recursion of the grammar.

pub(super) mod terminals;

use super::lexer::{
    IN_QUOTES, LEADS, Lead, Lexer, SourceKind, is_whole, name_end, number_length, plain_length,
};
use super::token::{Token, TokenKind};
use crate::source::Span;
use terminals::Terminals;

/// The number of terminals that the grammar parses at a time. They and the tokens of the grammar
/// should fit into the cache of the processor.
const CHUNK: usize = 1024;

/// A scan of a text, which returns the terminals in chunks.
pub(super) struct Scan<'t> {
    text: &'t str,
    input: Input<'t>,
    scanner: Scanner,
}

enum Input<'t> {
    Text(Lexer<'t>),
    /// Tokens of the text, which need not be those of the lexer.
    Tokens(&'t [Token]),
}

impl<'t> Scan<'t> {
    /// Creates a scan of a text, which may nest as deep as a limit.
    pub(super) fn new(text: &'t str, form: SourceKind, limit: u32) -> Self {
        // Text with invalid UTF-8 is rejected in any case, so the lexer need not handle it.
        let input = Input::Text(Lexer::new(text, form, false));
        // The tokens of short expressions are shorter than those of files.
        Self { text, input, scanner: Scanner::new(form, limit, text.len() / 4 + 16) }
    }

    /// Creates a scan of tokens of a text, which need not be those of the lexer.
    pub(super) fn of_tokens(text: &'t str, tokens: &'t [Token], limit: u32) -> Self {
        let scanner = Scanner::new(SourceKind::Body, limit, tokens.len());
        Self { text, input: Input::Tokens(tokens), scanner }
    }

    /// Scans the next chunk: whole attributes and blocks of the outermost body. Returns whether
    /// there is one. A text without tokens has none, which halves the time of its parse (bench
    /// `parse_tiny`).
    ///
    /// # Errors
    /// Returns the span of the opening mark that nests deeper than the limit.
    pub(super) fn advance(&mut self) -> Result<bool, Span> {
        self.scanner.terminals.clear();
        self.scanner.is_full = false;
        match &mut self.input {
            Input::Text(lexer) => self.scanner.text(self.text, lexer)?,
            Input::Tokens(tokens) => self.scanner.tokens(self.text, tokens)?,
        }
        Ok(self.terminals().last().is_some())
    }

    /// Returns the terminals of the chunk.
    pub(super) fn terminals(&self) -> &Terminals {
        &self.scanner.terminals
    }

    /// Returns the position of the first token so far that is not in the language.
    pub(super) fn rejected(&self) -> Option<u32> {
        self.scanner.rejected
    }

    /// Returns the depth of the nesting so far.
    pub(super) fn depth(&self) -> u32 {
        self.scanner.depth
    }

    /// Returns the spans of the comments so far, without the ends of their lines.
    pub(super) fn into_comments(self) -> Vec<Span> {
        self.scanner.comments
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    /// The body of a block.
    Body,
    /// An object constructor, unless a `for` expression makes it.
    Object,
    /// Other brackets.
    Bracket,
    /// The middle of a conditional. Newlines have the same meaning as around it.
    Conditional { has_lines: bool },
    /// `${` or `%{`
    Sequence,
    /// A template of any form, and once more for each open directive in it.
    Template,
}

struct Scanner {
    /// The innermost nesting, and those around it.
    nesting: Nesting,
    outer: Vec<Nesting>,
    form: SourceKind,
    /// Whether the next token is after the `=` of an attribute, where a brace does not open a
    /// block.
    in_value: bool,
    /// The greatest length of `outer`.
    limit: u32,
    /// Whether the chunk ends here.
    is_full: bool,
    terminals: Terminals,
    comments: Vec<Span>,
    rejected: Option<u32>,
    depth: u32,
}

impl Scanner {
    fn new(form: SourceKind, limit: u32, expected: usize) -> Self {
        let (nesting, outer) = match form {
            SourceKind::Body => (Nesting::Body, Vec::new()),
            SourceKind::Expression => (Nesting::Bracket, Vec::new()),
            // The template counts as one level.
            SourceKind::Template | SourceKind::TemplateString => (Nesting::Template, vec![Nesting::Bracket]),
        };
        let depth = outer.len() as u32;
        let terminals = Terminals::with_capacity(expected.min(CHUNK + CHUNK / 2));
        let (comments, rejected) = (Vec::new(), None);
        let (in_value, is_full) = (false, false);
        Self { nesting, outer, form, in_value, limit, is_full, terminals, comments, rejected, depth }
    }

    /// Adds the tokens of a chunk.
    fn text(&mut self, text: &str, lexer: &mut Lexer) -> Result<(), Span> {
        while !self.is_full {
            if lexer.is_in_code() {
                let depth = lexer.depth();
                let at = self.frequent(text.as_bytes(), lexer.offset(), depth == 0)?;
                lexer.resume(at, depth);
                if self.is_full {
                    break;
                }
            }
            let Some(token) = lexer.next() else {
                self.finish(text);
                break;
            };
            if token.kind == TokenKind::OpenQuote
                && let Some(rest) = lexer.rest_of_string()
            {
                self.terminals.push_escaped(token.span.to(rest));
                continue;
            }
            self.token(token, text)?;
        }
        Ok(())
    }

    /// Adds a chunk of the tokens, and removes them from the list.
    fn tokens(&mut self, text: &str, tokens: &mut &[Token]) -> Result<(), Span> {
        while !self.is_full {
            let [token, rest @ ..] = *tokens else {
                self.finish(text);
                break;
            };
            let after = match rest {
                [literal, after @ ..] if literal.kind == TokenKind::QuotedLiteral => after,
                _ => rest,
            };
            *tokens = match after {
                [close, after @ ..]
                    if (token.kind, close.kind) == (TokenKind::OpenQuote, TokenKind::CloseQuote) =>
                {
                    self.terminals.push_escaped(token.span.to(close.span));
                    after
                }
                _ => {
                    self.token(*token, text)?;
                    rest
                }
            };
        }
        Ok(())
    }

    /// Adds the end of the last line, where the file ends without one.
    fn finish(&mut self, text: &str) {
        if self.form == SourceKind::Body
            && self.terminals.last().is_some_and(|last| last != terminals::NEWLINE)
        {
            self.terminals.push(terminals::NEWLINE, Span::at(text.len() as u32));
        }
    }

    /// Adds the tokens from an offset on that their first byte determines, without the state of the
    /// lexer. Returns the offset of the first other token: keywords, comments, heredocs, templates,
    /// operators of two characters, and names beyond ASCII. With the tokens of the
    /// lexer, a parse takes a tenth longer (bench `parse_service`).
    fn frequent(&mut self, bytes: &[u8], mut at: usize, is_outermost: bool) -> Result<usize, Span> {
        while let Some(first) = bytes.get(at) {
            let start = at;
            at += 1;
            let kind = match LEADS[usize::from(*first)] {
                Lead::Blank => {
                    while let Some(b' ' | b'\t') = bytes.get(at) {
                        at += 1;
                    }
                    continue;
                }
                Lead::Newline => {
                    self.newline(Span::new(start as u32, at as u32));
                    if self.is_full {
                        break;
                    }
                    continue;
                }
                Lead::Name => {
                    let Some(end) = name_end(bytes, at) else { return Ok(start) };
                    at = end;
                    if terminals::name(&bytes[start..at]) != terminals::NAME {
                        return Ok(start);
                    }
                    let span = Span::new(start as u32, at as u32);
                    if start > 0 && bytes[start - 1] == b'.' {
                        self.terminals.push_name(terminals::NAME, span);
                    } else {
                        self.terminals.push(terminals::NAME, span);
                    }
                    while let [b'.', b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] = bytes[at..]
                        && let Some(end) = name_end(bytes, at + 2)
                    {
                        at = end;
                        self.terminals.extend_path(end as u32);
                    }
                    continue;
                }
                Lead::Digit => {
                    at = start + number_length(&bytes[start..]);
                    self.terminals.push(terminals::NUMBER, Span::new(start as u32, at as u32));
                    continue;
                }
                Lead::Quote => {
                    at += plain_length(&bytes[at..], &IN_QUOTES);
                    if bytes.get(at) != Some(&b'"') {
                        return Ok(start);
                    }
                    at += 1;
                    self.terminals.push(terminals::STRING, Span::new(start as u32, at as u32));
                    continue;
                }
                Lead::Whole(kind) => kind,
                Lead::Prefix(kind) if is_whole(&bytes[start..]) => kind,
                Lead::Brace(kind) if is_outermost => kind,
                Lead::Prefix(_) | Lead::Brace(_) | Lead::Other => return Ok(start),
            };
            self.symbol(kind);
            let span = Span::new(start as u32, at as u32);
            // The byte of such a token is its terminal.
            self.terminals.push(*first, span);
            if self.depth > self.limit {
                return Err(span);
            }
        }
        Ok(at)
    }

    /// Adds a token, unless it nests deeper than the limit.
    #[inline(always)]
    fn token(&mut self, Token { kind, span }: Token, text: &str) -> Result<(), Span> {
        match kind {
            TokenKind::Identifier => {
                let name = terminals::name(&text.as_bytes()[span.range()]);
                if name != terminals::NAME {
                    self.keyword(name);
                }
                self.terminals.push_name(name, span);
            }
            TokenKind::Newline => self.newline(span),
            TokenKind::Comment => self.comment(span, &text.as_bytes()[span.range()]),
            TokenKind::QuotedLiteral | TokenKind::StringLiteral => self.terminals.push_literal(span),
            _ => {
                self.symbol(kind);
                match terminals::of_kind(kind) {
                    Some(terminal) => self.terminals.push(terminal, span),
                    None => _ = self.rejected.get_or_insert(span.start),
                }
            }
        }
        if self.depth > self.limit {
            // The newline that ends the header of a heredoc is not part of the span.
            let length = text[span.range()].trim_end().len();
            return Err(Span::new(span.start, span.start + length as u32));
        }
        Ok(())
    }

    /// Updates the nesting for a token that is no name, literal, newline or comment.
    #[inline(always)]
    fn symbol(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::OpenParen | TokenKind::OpenBracket => self.enter(Nesting::Bracket),
            TokenKind::OpenBrace if self.is_in_body() && !self.in_value => self.enter(Nesting::Body),
            TokenKind::OpenBrace => self.enter(Nesting::Object),
            TokenKind::CloseParen
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::SequenceEnd => self.close(),
            TokenKind::Question => self.enter(Nesting::Conditional { has_lines: self.has_lines() }),
            TokenKind::Colon => {
                if let Nesting::Conditional { .. } = self.nesting {
                    self.leave();
                }
            }
            TokenKind::Equals => self.in_value |= self.is_in_body(),
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => self.enter(Nesting::Template),
            // The directives left open in a template end with it.
            TokenKind::CloseQuote | TokenKind::CloseHeredoc => {
                while let Nesting::Template = self.nesting {
                    self.leave();
                }
            }
            TokenKind::Interpolation | TokenKind::Control => self.enter(Nesting::Sequence),
            _ => {}
        }
    }

    fn enter(&mut self, nesting: Nesting) {
        self.outer.push(std::mem::replace(&mut self.nesting, nesting));
        self.depth = self.depth.max(self.outer.len() as u32);
    }

    /// Leaves the innermost nesting. The outermost one does not end.
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.nesting = outer;
        }
    }

    /// Returns whether newlines have a meaning here.
    fn has_lines(&self) -> bool {
        matches!(self.nesting, Nesting::Body | Nesting::Object | Nesting::Conditional { has_lines: true })
    }

    /// Returns whether this is a body.
    fn is_in_body(&self) -> bool {
        self.nesting == Nesting::Body
    }

    /// Adds a newline, unless it has no effect.
    #[inline]
    fn newline(&mut self, span: Span) {
        if !self.has_lines() {
            return;
        }
        let ends_something = match self.terminals.last() {
            None | Some(terminals::NEWLINE) => false,
            Some(b'{' | b',') => self.nesting != Nesting::Object,
            Some(_) => true,
        };
        if ends_something {
            self.terminals.push(terminals::NEWLINE, span);
        }
        if self.is_in_body() {
            self.in_value = false;
            self.is_full = self.outer.is_empty() && self.terminals.len() >= CHUNK;
        }
    }

    /// Adds a comment. A line comment is also the newline at its end.
    fn comment(&mut self, span: Span, text: &[u8]) {
        let line = text.strip_suffix(b"\n");
        let written = line.unwrap_or(text);
        let trailing = written.iter().rev().take_while(|byte| **byte == b'\r').count();
        let end = span.start + (written.len() - trailing) as u32;
        self.comments.push(Span::new(span.start, end));
        if line.is_some() {
            self.newline(Span::new(end, span.end));
        }
    }

    /// Leaves the innermost bracket, interpolation or directive, and the conditionals left open in
    /// it.
    fn close(&mut self) {
        while let Nesting::Conditional { .. } = self.nesting {
            self.leave();
        }
        if self.nesting != Nesting::Template {
            self.in_value &= !self.is_in_body();
            self.leave();
        }
    }

    /// Updates the nesting for a keyword: `for` after a brace begins a `for` expression, where
    /// newlines have no meaning, and the parts between a directive and its end nest.
    #[cold]
    fn keyword(&mut self, name: u8) {
        match (name, self.terminals.last()) {
            (terminals::FOR, Some(b'{')) if self.nesting == Nesting::Object => {
                self.nesting = Nesting::Bracket;
            }
            (terminals::FOR | terminals::IF, Some(b'%')) => {
                self.nesting = Nesting::Template;
                self.enter(Nesting::Sequence);
            }
            (terminals::ENDFOR | terminals::ENDIF, Some(b'%')) => {
                if let [.., Nesting::Template, Nesting::Template] = self.outer.as_slice()
                    && self.nesting == Nesting::Sequence
                {
                    self.outer.pop();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn depth(text: &str, form: SourceKind) -> u32 {
        let is_within = |limit: &u32| chunks(Scan::new(text, form, *limit)).is_ok();
        (0..20).find(is_within).expect("less than twenty levels")
    }

    /// Returns the terminals of each chunk.
    fn chunks(mut scan: Scan) -> Result<Vec<String>, Span> {
        let mut all = Vec::new();
        while scan.advance()? {
            all.push(scan.terminals().text().to_owned());
        }
        Ok(all)
    }

    #[test]
    fn nesting_is_counted_where_the_grammar_recurses() {
        for (text, expected) in [
            ("a = 1 + 2 * 3 - -4", 0),
            ("a = [1, (2), {b = [3]}]", 3),
            ("a { b { c = 1 } }", 2),
            ("a = \"x (((( ${f(\"y\")} ))))\"", 3),
            ("a = \"$${ ((( %%{ \"", 0),
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
            assert_eq!(depth(text, SourceKind::Body), expected, "{text}");
        }
        assert_eq!(depth("((( ${(1)} \" %{ if (x) }", SourceKind::Template), 4);
        assert_eq!(
            depth("%{ if x }%{ else }%{ endif }%{ endif }%{ endif }${((1))}", SourceKind::Template),
            4
        );
    }

    #[test]
    fn the_mark_that_is_too_deep_is_shown() {
        for (text, expected) in [
            ("a = [[[]]]", "["),
            ("a = [[\"${b}\"]]", "\""),
            ("a = [\"b${c}\"]", "${"),
            ("a = [[<<E\nE\n]]", "<<E"),
        ] {
            let span = chunks(Scan::new(text, SourceKind::Body, 2)).expect_err("three levels");
            assert_eq!(&text[span.range()], expected, "{text}");
        }
    }

    /// The tokens that are scanned without the lexer are those of the lexer.
    #[test]
    fn frequent_tokens_are_those_of_the_lexer() {
        const TEXT: &str = r#"a = [1, "b${c.d[0]}", { e = f.g.for, (g) : !h }] # i
for "web" x-1 {
  i = j ? [for k, v in l.if : k if v] : {for v in m : v.n => v...}
  o { p = q.*.r[*].s - -1.5e3 == 12 }
  é.ü = t.é.u - n::f() + a.0.b
  t = <<-EOT
    u ${upper("v\n", {w = x}...)} %{ if x ~}y%{ endif }
  EOT
}
"#;
        let marks = [
            "", "\"", "}", "{", "(", "]", ".", "..", "=", ">", "\n", "é", "1", "e", "for", "${", "#", "\r",
            "\u{1a}",
        ];
        for (at, _) in TEXT.char_indices() {
            for mark in marks {
                let text = format!("{}{mark}{}", &TEXT[..at], &TEXT[at..]);
                let tokens: Vec<Token> = Lexer::new(&text, SourceKind::Body, false).collect();
                let scans = [Scan::new(&text, SourceKind::Body, 99), Scan::of_tokens(&text, &tokens, 99)];
                let [scanned, expected] = scans.map(|mut scan| {
                    scan.advance().expect("it is shallow");
                    let terminals = scan.terminals();
                    let spans: Vec<_> = (0..terminals.len()).map(|index| terminals.span(index)).collect();
                    let text = terminals.text().to_owned();
                    (text, spans, scan.rejected(), scan.depth(), scan.into_comments())
                });
                assert_eq!(scanned, expected, "{text}");
            }
        }
    }

    #[test]
    fn chunks_end_between_items() {
        let item = format!("a {{\n  b = [{}]\n}}\n", "1, ".repeat(CHUNK / 6));
        let text = item.repeat(10);
        let chunks = chunks(Scan::new(&text, SourceKind::Body, 9)).expect("it is shallow");
        let item = format!("i{{;i=[{}];}};", "n,".repeat(CHUNK / 6));
        assert_eq!(chunks.concat(), item.repeat(10));
        assert_eq!(chunks.len(), 4);
        assert!(chunks.iter().all(|chunk| chunk.len() % item.len() == 0), "{chunks:?}");
    }
}
