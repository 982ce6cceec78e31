//! Tokens of rejected text.
//!
//! The lexer accepts any text, but after a missing quote or marker it takes code for text and text
//! for code. Here a string without its closing quote ends at the end of its line, and so does a
//! template sequence without its brace. A heredoc or a comment without its end stops before the
//! next line that begins an attribute or a block. Each of them is reported once, at its opening
//! mark. A closing mark that is added has an empty span.
//!
//! A string may contain line breaks between the braces of its sequences. So a string or a sequence
//! is read as the lexer does first; only one without its end is read again up to the end of its
//! line.

use std::ops::Range;

use super::multiline::LaterLines;
use super::other_formats::Conflicts;
use super::{extent, lines, number, other_formats, quotes};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::lexer::{Lexer, SourceKind};
use crate::syntax::token::{Token, TokenKind};
use crate::util::ordered::OrderedMap;

/// The tokens of a rejected text, and the reported mistakes.
#[derive(Default)]
pub(super) struct Repaired {
    /// Whether the text is a file, which has attributes and blocks.
    pub(super) is_file: bool,
    pub(super) tokens: Vec<Token>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The parts of the text in which other mistakes would only follow from a reported one.
    pub(super) explained: Vec<Span>,
    /// Whether the text ends in a comment or a heredoc without an end, which may contain the
    /// closing marks of open brackets.
    pub(super) is_cut: bool,
    /// The end of a comment without its mark, which may contain the opening marks of later
    /// brackets.
    pub(super) commented: Option<u32>,
}

/// Names before `://` in URLs.
const SCHEMES: &[&str] = &[
    "http", "https", "ftp", "sftp", "ssh", "git", "file", "ws", "wss", "s3", "gs", "tcp", "udp", "unix",
    "oci", "docker",
];

/// Reads the tokens of a rejected text.
pub(super) fn tokens(text: &str, form: SourceKind, has_bad_utf8: bool) -> Repaired {
    let mut reader = Reader {
        text,
        has_bad_utf8,
        lexer: Lexer::new(text, form, has_bad_utf8),
        line: 0..lines::end_of_line(text, 0),
        later_lines: LaterLines::default(),
        wasted: 0,
        marker_lines: None,
        heredocs: Vec::new(),
        conflicts: Conflicts::default(),
        out: Repaired { is_file: form == SourceKind::Body, ..Repaired::default() },
    };
    while let Some(token) = next_token(text, &mut reader.lexer) {
        reader.token(token);
    }
    reader.end_heredocs();
    reader.out
}

/// Returns the next token. Text in wrong quotes is one token.
fn next_token(text: &str, lexer: &mut Lexer) -> Option<Token> {
    let mut token = lexer.next()?;
    if matches!(token.kind, TokenKind::Apostrophe | TokenKind::Backtick | TokenKind::Invalid) {
        let start = token.span.start as usize;
        let before = text[..start].chars().next_back();
        let is_in_word = before.is_some_and(|before| before.is_alphanumeric() || before == '`');
        if let Some(length) = quotes::length(&text[start..]).filter(|_| !is_in_word) {
            lexer.resume(start + length, lexer.depth());
            token.kind = TokenKind::WrongString;
            token.span.end = (start + length) as u32;
        }
    }
    Some(token)
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) has_bad_utf8: bool,
    pub(super) lexer: Lexer<'t>,
    /// The line whose end was searched last.
    line: Range<usize>,
    /// The lines that were searched last for the end of a string.
    pub(super) later_lines: LaterLines,
    /// The number of bytes that were read without a result. Beyond the length of the text, strings
    /// with sequences of several lines are not searched, so that the time stays linear.
    pub(super) wasted: usize,
    /// The offsets of the lines that consist of one name, by their names.
    pub(super) marker_lines: Option<OrderedMap<&'t str, Vec<usize>>>,
    /// The opening marks of the heredocs that are being read.
    pub(super) heredocs: Vec<Token>,
    conflicts: Conflicts,
    pub(super) out: Repaired,
}

impl<'t> Reader<'t> {
    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::OpenQuote | TokenKind::Interpolation | TokenKind::Control => self.enclosed(token),
            TokenKind::Comment if self.url(token) => {}
            TokenKind::OpenHeredoc => self.heredoc(token),
            TokenKind::CloseHeredoc => {
                self.heredocs.pop();
                self.out.tokens.push(token);
            }
            TokenKind::Operator | TokenKind::Bitwise | TokenKind::Star => {
                if !self.conflict(token) && !self.comment_mark(token) && !self.heredoc_mark(token) {
                    self.out.tokens.push(token);
                }
            }
            _ => self.out.tokens.push(token),
        }
    }

    /// Reports a token that begins a line with the marker of a merge conflict.
    fn conflict(&mut self, token: Token) -> bool {
        let start = token.span.start as usize;
        let Some((end, found)) = self.conflicts.marker(self.text, start) else { return false };
        self.out.diagnostics.extend(found);
        self.lexer.resume(end, self.lexer.depth());
        true
    }

    pub(super) fn push(&mut self, kind: TokenKind, span: Span) {
        self.out.tokens.push(Token { kind, span });
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.out.diagnostics.push(diagnostic);
    }

    /// Returns the offset of the end of the line of an offset, without its newline.
    pub(super) fn end_of_line(&mut self, offset: usize) -> usize {
        lines::end_of_known_line(&mut self.line, self.text, offset)
    }

    /// Returns the offset of the next line that begins an item, or the end of the text.
    pub(super) fn next_item(&self, offset: usize) -> usize {
        let mut at = lines::next_line(self.text, offset);
        while at < self.text.len() && !lines::begins_item(lines::line_at(self.text, at)) {
            at = lines::next_line(self.text, at);
        }
        at
    }

    /// Reports a URL without quotes, of which the lexer read the rest as a comment.
    fn url(&mut self, comment: Token) -> bool {
        let [.., scheme, colon] = self.out.tokens.as_slice() else { return false };
        let start = scheme.span.start;
        let text = &self.text[start as usize..];
        let is_url = colon.kind == TokenKind::Colon
            && colon.span.end == comment.span.start
            && SCHEMES.contains(&&self.text[start as usize..colon.span.start as usize])
            && text[(comment.span.start - start) as usize..]
                .strip_prefix("//")
                .is_some_and(|rest| rest.starts_with(|next: char| next.is_alphanumeric()));
        let line = lines::first_in_line(self.text, start as usize);
        if is_url && other_formats::is_directive(self.text, line) {
            // The walk reports the line.
            let end = extent::word_end(self.text, start as usize);
            self.out.tokens.truncate(self.out.tokens.len() - 2);
            self.push(TokenKind::Broken, Span::new(start, end as u32));
            self.lexer.resume(end, self.lexer.depth());
            return true;
        }
        if is_url {
            let span = Span::new(start, extent::word_end(self.text, start as usize) as u32);
            self.out.tokens.truncate(self.out.tokens.len() - 2);
            self.broken(number::unquoted(&self.text[span.range()], span), span, self.lexer.depth());
        }
        is_url
    }

    /// Reports broken text, and continues after it at a depth.
    pub(super) fn broken(&mut self, found: Diagnostic, span: Span, depth: usize) {
        self.report(found);
        self.push(TokenKind::Broken, span);
        self.lexer.resume(span.end as usize, depth);
    }

    /// Reads a string or a sequence.
    fn enclosed(&mut self, open: Token) {
        let is_string = open.kind == TokenKind::OpenQuote;
        let depth = self.lexer.depth() - 1;
        let triple = || quotes::triple_quotes(self.text, open.span.start as usize, quotes::HEREDOC);
        if let Some((end, found)) = is_string.then(triple).flatten() {
            return self.broken(found, Span::new(open.span.start, end as u32), depth);
        }
        let mark = self.out.tokens.len();
        self.out.tokens.push(open);
        if self.closes(depth) {
            return;
        }
        // It does not end, or not in a plausible way. It is read up to the end of its line.
        self.out.tokens.truncate(mark + 1);
        let lexer = self.rest_of_line(open);
        match lexer.depth() {
            0 => self.lexer.resume(lexer.offset(), depth),
            _ if is_string => self.string_in_line(open, mark, &lexer, depth),
            _ => self.sequence_in_line(open, mark, lexer.offset(), depth),
        }
    }

    /// Reads the tokens up to the end of the innermost string or sequence. Returns whether they are
    /// plausible: there is an end, brackets match, and no line in a sequence has the form of an
    /// attribute. Otherwise the tokens that were read are of no use.
    fn closes(&mut self, depth: usize) -> bool {
        let start = self.lexer.offset();
        let mut open = Vec::new();
        let mut is_plausible = self.may_search();
        while is_plausible && self.lexer.depth() > depth {
            let end = Token { kind: TokenKind::QuotedNewline, span: Span::default() };
            let token = next_token(self.text, &mut self.lexer).unwrap_or(end);
            is_plausible = match token.kind {
                TokenKind::QuotedNewline => false,
                TokenKind::Identifier => !self.is_marker_line(token),
                // Within brackets, an equals sign follows only the key of an object.
                TokenKind::Equals => open.last() == Some(&TokenKind::OpenBrace),
                kind if kind.opens() => {
                    open.push(kind);
                    true
                }
                kind if kind.closes() => match open.pop() {
                    Some(opening) => opening.opposite() == Some(kind),
                    None => self.lexer.depth() == depth,
                },
                _ => true,
            };
            self.out.tokens.push(token);
        }
        if !is_plausible {
            self.wasted += self.lexer.offset() - start;
        }
        is_plausible
    }

    /// Returns whether the search for the end of an unclosed construct may go on. All searches
    /// together read at most twice the text.
    pub(super) fn may_search(&self) -> bool {
        self.wasted <= 2 * self.text.len()
    }

    /// Reads the tokens after an opening mark up to its end, or to the end of the line. Returns
    /// the lexer at that point.
    pub(super) fn rest_of_line(&mut self, open: Token) -> Lexer<'t> {
        let end = self.end_of_line(open.span.end as usize);
        let text = &self.text[..end];
        let mut lexer = Lexer::after(text, open, self.has_bad_utf8);
        if !self.may_search() {
            lexer.resume(end, 1);
        }
        while lexer.depth() > 0
            && let Some(token) = next_token(text, &mut lexer)
        {
            self.out.tokens.push(token);
        }
        self.wasted += lexer.offset() - open.span.end as usize;
        lexer
    }

    /// Reports a sequence that does not end in its line.
    fn sequence_in_line(&mut self, open: Token, mark: usize, end: usize, depth: usize) {
        let open_since = self.open_since(mark + 1);
        let quote = open_since.into_iter().find(|index| self.out.tokens[*index].kind == TokenKind::OpenQuote);
        if let Some(index) = quote {
            let quote = self.out.tokens[index];
            self.out.tokens.truncate(index);
            if self.text[quote.span.end as usize..end].contains('}') {
                return self.unclosed_string_in_sequence(quote, end, depth);
            }
        }
        let expected = Span::at(self.out.tokens.last().map_or(open.span, |token| token.span).end);
        self.report(unclosed_sequence(open, expected));
        self.push(TokenKind::SequenceEnd, expected);
        self.out.explained.push(Span::new(open.span.start, end as u32));
        self.lexer.resume(end, depth);
    }

    /// Returns the indexes of the tokens since a mark that open a string or a sequence without its
    /// end.
    pub(super) fn open_since(&self, mark: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for (index, token) in self.out.tokens.iter().enumerate().skip(mark) {
            match token.kind {
                TokenKind::OpenQuote | TokenKind::Interpolation | TokenKind::Control => open.push(index),
                TokenKind::CloseQuote | TokenKind::SequenceEnd => _ = open.pop(),
                _ => {}
            }
        }
        open
    }

    /// Returns whether the mark of a comment at an offset is in a path that a quote ends:
    /// `secret/*"`.
    fn is_in_path(&mut self, at: usize) -> bool {
        let end = self.end_of_line(at);
        let is_adjacent = self.text[..at].ends_with(char::is_alphanumeric);
        is_adjacent && self.text[at + 2..end].trim_start_matches(['*', '/', '.']).starts_with('"')
    }

    /// Reports a comment without its end, or the end of none, if the token begins one.
    fn comment_mark(&mut self, token: Token) -> bool {
        let at = token.span.start as usize;
        let text = &self.text[at..];
        let mark = Span::new(token.span.start, token.span.start + 2);
        let mut end = at + 2;
        if text.starts_with("/*") && self.is_in_path(at) {
            return false;
        } else if text.starts_with("/*") {
            end = self.next_item(at);
            self.out.is_cut |= end == self.text.len();
            self.out.commented.get_or_insert(end as u32);
            let detail = "This comment has no end: \"*/\" is missing.";
            let help = "Write \"*/\" after the comment. A comment of one line can begin with \"#\".";
            self.report(Diagnostic::new(Code::UnclosedComment, detail).at(mark).with_help(help));
            self.push(TokenKind::Comment, Span::new(token.span.start, end as u32));
        } else if text.starts_with("*/")
            && !text.starts_with("*//")
            // `*/5 * * * *`
            && !text[2..].starts_with(|next: char| next.is_ascii_digit())
            && self.out.tokens.last().is_none_or(|last| last.kind != TokenKind::Dot)
        {
            let detail = "This \"*/\" ends no comment. Remove it, or write \"/*\" where the comment begins.";
            self.report(Diagnostic::new(Code::UnopenedComment, detail).at(mark).with_replacement(mark, ""));
        } else {
            return false;
        }
        self.lexer.resume(end, self.lexer.depth());
        true
    }
}

pub(super) fn unclosed_sequence(open: Token, expected: Span) -> Diagnostic {
    let (mark, doubled) = match open.kind {
        TokenKind::Control => ("%{", "%%{"),
        _ => ("${", "$${"),
    };
    let detail = format!("This \"{mark}\" has no closing \"}}\".");
    let help = format!("Write \"}}\" after the expression, or {doubled:?} for the text {mark:?} itself.");
    let found = Diagnostic::new(Code::UnclosedSequence, detail).at(open.span).with_help(help);
    found.with_label(expected, "\"}\" is expected here")
}

/// Returns whether a span begins in one of some parts of a text, which are sorted.
pub(super) fn is_explained(parts: &[Span], span: Span) -> bool {
    let after = parts.partition_point(|part| part.start <= span.start);
    after.checked_sub(1).is_some_and(|last| span.start < parts[last].end)
}
