//! Turns the text into the terminals of the grammar. It checks the depth of the nesting, and
//! removes the newlines that end nothing.
//!
//! The parser of the grammar recurses once for each nesting level and has no limit, so the limit is
//! checked here. The count is never lower than the recursion of the grammar.

use super::lexer::{
    IN_QUOTES, LEADS, Lead, Lexer, SourceKind, is_whole, name_end, number_length, plain_length,
};
use super::terminals::{self, Terminals};
use super::token::{Token, TokenKind};
use crate::source::Span;

/// The number of terminals that the grammar parses at a time. Its tokens take much more memory,
/// which should fit into the cache of the processor.
const CHUNK: usize = 2 * 1024;

/// The result of the scan of a text.
pub(super) struct Scanned {
    pub(super) terminals: Terminals,
    /// The spans of comments, without the ends of their lines.
    pub(super) comments: Vec<Span>,
    /// The position of the first token that is not in the language.
    pub(super) rejected: Option<u32>,
    /// The depth of the nesting.
    pub(super) depth: u32,
}

/// Scans a text.
///
/// # Errors
/// Returns the span of the opening mark that nests deeper than the limit.
pub(super) fn scan(text: &str, limit: u32, form: SourceKind) -> Result<Scanned, Span> {
    // The tokens of short expressions are shorter than those of files.
    let mut scanner = Scanner::new(form, limit, text.len() / 4 + 16);
    // Text with invalid UTF-8 is rejected in any case, so the lexer need not handle it.
    let mut lexer = Lexer::new(text, form, false);
    loop {
        if lexer.is_in_code() {
            let depth = lexer.depth();
            let at = scanner.frequent(text.as_bytes(), lexer.offset(), depth == 0)?;
            lexer.resume(at, depth);
        }
        let Some(token) = lexer.next() else { break };
        if token.kind == TokenKind::OpenQuote
            && let Some(rest) = lexer.rest_of_string()
        {
            scanner.out.terminals.push_escaped(token.span.to(rest));
            continue;
        }
        scanner.token(token, text)?;
    }
    Ok(scanner.finish(text))
}

/// Scans tokens of a text, which need not be those of the lexer.
///
/// # Errors
/// Returns the span of the opening mark that nests deeper than the limit.
pub(super) fn scan_tokens(text: &str, tokens: &[Token], limit: u32) -> Result<Scanned, Span> {
    let mut scanner = Scanner::new(SourceKind::Body, limit, tokens.len());
    let mut left = tokens;
    while let [token, rest @ ..] = left {
        let after = match rest {
            [literal, after @ ..] if literal.kind == TokenKind::QuotedLiteral => after,
            _ => rest,
        };
        left = match after {
            [close, after @ ..]
                if (token.kind, close.kind) == (TokenKind::OpenQuote, TokenKind::CloseQuote) =>
            {
                scanner.out.terminals.push_escaped(token.span.to(close.span));
                after
            }
            _ => {
                scanner.token(*token, text)?;
                rest
            }
        };
    }
    Ok(scanner.finish(text))
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
    out: Scanned,
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
        let terminals = Terminals::with_capacity(expected);
        let out = Scanned { terminals, comments: Vec::new(), rejected: None, depth };
        Self { nesting, outer, limit, form, in_value: false, out }
    }

    fn finish(mut self, text: &str) -> Scanned {
        if self.form == SourceKind::Body && self.out.terminals.last().is_some_and(|last| last != b'\n') {
            // The end of the file ends the last line.
            self.out.terminals.push(b'\n', Span::at(text.len() as u32));
        }
        self.out
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
                        self.out.terminals.push_name(terminals::NAME, span);
                    } else {
                        self.out.terminals.push(terminals::NAME, span);
                    }
                    while let [b'.', b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] = bytes[at..]
                        && let Some(end) = name_end(bytes, at + 2)
                    {
                        at = end;
                        self.out.terminals.extend_path(end as u32);
                    }
                    continue;
                }
                Lead::Digit => {
                    at = start + number_length(&bytes[start..]);
                    self.out.terminals.push(terminals::NUMBER, Span::new(start as u32, at as u32));
                    continue;
                }
                Lead::Quote => {
                    at += plain_length(&bytes[at..], &IN_QUOTES);
                    if bytes.get(at) != Some(&b'"') {
                        return Ok(start);
                    }
                    at += 1;
                    self.out.terminals.push(terminals::STRING, Span::new(start as u32, at as u32));
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
            self.out.terminals.push(*first, span);
            if self.out.depth > self.limit {
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
                self.out.terminals.push_name(name, span);
            }
            TokenKind::Newline => self.newline(span),
            TokenKind::Comment => self.comment(span, &text.as_bytes()[span.range()]),
            TokenKind::QuotedLiteral | TokenKind::StringLiteral => self.out.terminals.push_literal(span),
            _ => {
                self.symbol(kind);
                match terminals::of(kind) {
                    Some(terminal) => self.out.terminals.push(terminal, span),
                    None => _ = self.out.rejected.get_or_insert(span.start),
                }
            }
        }
        if self.out.depth > self.limit {
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
        self.out.depth = self.out.depth.max(self.outer.len() as u32);
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
    fn newline(&mut self, span: Span) {
        if !self.has_lines() {
            return;
        }
        let ends_something = match self.out.terminals.last() {
            None | Some(b'\n') => false,
            Some(b'{' | b',') => self.nesting != Nesting::Object,
            Some(_) => true,
        };
        if ends_something {
            self.out.terminals.push(b'\n', span);
        }
        if self.is_in_body() {
            self.in_value = false;
            if self.outer.is_empty() {
                self.out.terminals.cut(CHUNK);
            }
        }
    }

    /// Adds a comment. A line comment is also the newline at its end.
    fn comment(&mut self, span: Span, text: &[u8]) {
        let line = text.strip_suffix(b"\n");
        let written = line.unwrap_or(text);
        let trailing = written.iter().rev().take_while(|byte| **byte == b'\r').count();
        let end = span.start + (written.len() - trailing) as u32;
        self.out.comments.push(Span::new(span.start, end));
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
        match (name, self.out.terminals.last()) {
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
        (0..20).find(|limit| scan(text, *limit, form).is_ok()).expect("less than twenty levels")
    }

    fn terminals(scanned: &Scanned) -> String {
        scanned.terminals.chunks().map(|chunk| scanned.terminals.text(chunk)).collect()
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
            let span = scan(text, 2, SourceKind::Body).err().expect("three levels");
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
                let [scanned, expected] =
                    [scan(&text, 99, SourceKind::Body), scan_tokens(&text, &tokens, 99)].map(|it| {
                        let it = it.expect("it is shallow");
                        (terminals(&it), it.terminals.spans.clone(), it.comments, it.rejected, it.depth)
                    });
                assert_eq!(scanned, expected, "{text}");
            }
        }
    }

    #[test]
    fn chunks_end_between_items() {
        let item = format!("a {{\n  b = [{}]\n}}\n", "1, ".repeat(CHUNK / 6));
        let scanned = scan(&item.repeat(10), 9, SourceKind::Body).expect("it is shallow");
        let item = format!("i{{\ni=[{}]\n}}\n", "n,".repeat(CHUNK / 6));
        let chunks: Vec<&str> =
            scanned.terminals.chunks().map(|chunk| scanned.terminals.text(chunk)).collect();
        assert_eq!(chunks.concat(), item.repeat(10));
        assert_eq!(chunks.len(), 4);
        assert!(chunks.iter().all(|chunk| chunk.len() % item.len() == 0), "{chunks:?}");
    }
}
