//! Quoted strings that do not end on their line.

use super::extent;
use super::multiline::ends_item;
use super::reader::{Reader, unclosed_sequence};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::lexer::Lexer;
use crate::syntax::token::{Token, TokenKind};

/// The maximum number of words of a text whose start is looked for.
const MAX_WORDS: usize = 64;

impl Reader<'_> {
    /// Reports a string that does not end in its line, at its start, at its end or in a sequence.
    pub(super) fn string_in_line(&mut self, open: Token, mark: usize, lexer: &Lexer<'_>, depth: usize) {
        // The quote that seems to open a string in a sequence closes the outer string.
        let open_since = self.open_since(mark + 1);
        let is_quote = |index: &usize| self.out.tokens[*index].kind == TokenKind::OpenQuote;
        let is_last = lexer.depth() > 1 && lexer.is_in_quotes();
        if let Some(at) = open_since.iter().position(is_quote).filter(|at| is_last && *at > 0)
            && !open_since[at + 1..].iter().any(is_quote)
        {
            let (sequence, quote) = (self.out.tokens[open_since[at - 1]], open_since[at]);
            let closing = self.out.tokens[quote].span;
            self.out.tokens.truncate(quote);
            let expected = Span::at(self.out.tokens[quote - 1].span.end);
            self.report(unclosed_sequence(sequence, expected));
            self.out.explained.push(open.span.to(closing));
            self.push(TokenKind::SequenceEnd, expected);
            self.push(TokenKind::CloseQuote, closing);
            return self.lexer.resume(closing.end as usize, depth);
        }
        self.out.tokens.truncate(mark);
        self.unclosed_string(open, lexer.offset(), depth);
    }

    /// Reports a string without a quote, at its end, at its start or on another line.
    fn unclosed_string(&mut self, open: Token, end: usize, depth: usize) {
        let start = open.span.end as usize;
        let content = &self.text[start..end];
        if self.missing_opening_quote(open, content) {
            self.cover_line(end);
            return self.lexer.resume(start, depth);
        }
        let unclosed = |code, detail: &'static str| Diagnostic::new(code, detail).at(open.span);
        if let Some(to) = self.later_lines.end_of_string(self.text, end) {
            let help = "Write \\n for a line break, or use a heredoc for several lines: \"<<EOT\", the lines, and \"EOT\" on a line of its own.";
            let detail = "A quoted string ends on the line where it begins, but this one goes on.";
            let found = unclosed(Code::MultilineString, detail)
                .with_label(Span::at(end as u32), "the line ends here")
                .with_help(help);
            return self.broken(found, Span::new(open.span.start, to as u32), depth);
        }
        self.cover_line(end);
        let to = (start + text_of_unclosed(content).len()) as u32;
        let found = if content.ends_with("\\\"") {
            let detail = "The closing quote is missing on this line: the backslash makes the last quote a part of the text.";
            unclosed(Code::UnclosedString, detail).with_help("Write \\\\ for a backslash.")
        } else if let Some(quote) =
            self.text[..to as usize].chars().next_back().filter(|it| "“”„‟″".contains(*it))
        {
            let detail =
                format!("This string ends with the typographic quote \"{quote}\", which does not close it.");
            let quote = Span::new(to - quote.len_utf8() as u32, to);
            Diagnostic::new(Code::UnclosedString, detail).at(open.span).with_replacement(quote, "\"")
        } else {
            unclosed(Code::UnclosedString, "The closing quote is missing on this line.")
        };
        let found = found.with_label(Span::at(to), "a closing quote is expected here or earlier");
        self.broken(found, Span::new(open.span.start, to), depth);
    }

    /// Reports a string without its closing quote in a sequence, which has its closing brace before
    /// the end of the line.
    pub(super) fn unclosed_string_in_sequence(&mut self, open: Token, end: usize, depth: usize) {
        let content = &self.text[open.span.end as usize..end];
        let content = content.split('}').next().unwrap_or(content);
        let to = open.span.end + text_of_unclosed(content).len() as u32;
        let detail = "The closing quote is missing before the end of the template sequence.";
        let found = Diagnostic::new(Code::UnclosedString, detail).at(open.span);
        self.report(found.with_label(Span::at(to), "a closing quote is expected here or earlier"));
        let string = Span::new(open.span.start, to);
        self.push(TokenKind::Broken, string);
        let lexer = self.rest_of_line(Token { kind: TokenKind::Interpolation, span: string });
        let end = lexer.offset();
        if lexer.depth() > 0 {
            self.push(TokenKind::SequenceEnd, Span::at(end as u32));
        }
        self.out.explained.push(Span::new(open.span.start, end as u32));
        self.lexer.resume(end, depth);
    }

    /// Covers the line that ends at an offset: if a quote is missing, the lexer reads text as code.
    fn cover_line(&mut self, end: usize) {
        let start = self.text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        // An operand may be missing at the end of the line.
        self.out.explained.push(Span::new(start as u32, end as u32 + 1));
    }

    /// Reports a quote that closes a string rather than opening one, if the text after it is the
    /// end of an item, and a word is right before it: `name = web"`.
    fn missing_opening_quote(&mut self, quote: Token, after: &str) -> bool {
        if !ends_item(after) {
            return false;
        }
        let tokens = &self.out.tokens;
        let mut first = tokens.len();
        let mut at = quote.span.start;
        while let Some(token) = first.checked_sub(1).map(|before| tokens[before])
            && token.span.end == at
            && (token.kind.is_text()
                || matches!(token.kind, TokenKind::Colon | TokenKind::Operator | TokenKind::Star))
        {
            (first, at) = (first - 1, token.span.start);
        }
        if at == quote.span.start {
            return false;
        }
        if let Some((begun, start)) = self.start_of_text(first) {
            (first, at) = (begun, start);
        }
        let mut subject = Span::new(at, quote.span.end);
        let detail = "The text ends with a quote, but does not begin with one.";
        let found = Diagnostic::new(Code::MissingOpeningQuote, detail).at(subject);
        let text = &self.text[at as usize..quote.span.start as usize];
        let mut found = if is_reference(text) {
            let detail = "This reference ends with a quote, but does not begin with one.";
            let found = Diagnostic::new(Code::MissingOpeningQuote, detail).at(subject);
            found.with_help("References have no quotes.").with_replacement(quote.span, "")
        } else {
            found.with_replacement(Span::at(at), "\"")
        };
        // In `["a, "b"]`, the first string has no closing quote, so the content of the second is
        // read as code.
        while let Some((open, expected)) = self.string_with_separator(first, at) {
            (first, at) = (first - 3, open.span.start);
            subject = open.span.to(subject);
            found = Diagnostic::new(Code::UnclosedString, "The closing quote of this string is missing.")
                .with_label(expected, "a closing quote is expected here")
                .at(open.span);
        }
        if let Some(close) = tokens[..first].last().filter(|last| last.span.end == at)
            && close.kind == TokenKind::CloseQuote
        {
            found = unescaped_quote(close.span);
        }
        self.report(found);
        self.out.tokens.truncate(first);
        self.push(TokenKind::Broken, subject);
        true
    }

    /// Returns the index and the offset of the first word of a text of several words after an
    /// equals sign, whose last word has an index.
    fn start_of_text(&self, last: usize) -> Option<(usize, u32)> {
        let is_word = |token: &Token| {
            token.kind.is_text() || matches!(token.kind, TokenKind::WrongString | TokenKind::Colon)
        };
        let before = &self.out.tokens[..last];
        let words = before.iter().rev().take(MAX_WORDS).take_while(|token| is_word(token)).count();
        let first = last - words;
        let sign = before.get(first.checked_sub(1)?)?;
        (words > 0 && sign.kind == TokenKind::Equals).then(|| (first, before[first].span.start))
    }

    /// Returns the opening quote of the string that ends at an offset, and where it should end, if
    /// its text ends with a sign that was meant to follow it.
    fn string_with_separator(&self, tokens: usize, end: u32) -> Option<(Token, Span)> {
        let [.., open, literal, close] = &self.out.tokens[..tokens] else { return None };
        let kinds = [open.kind, literal.kind, close.kind];
        let is_string = kinds == [TokenKind::OpenQuote, TokenKind::QuotedLiteral, TokenKind::CloseQuote];
        if !is_string || close.span.end != end {
            return None;
        }
        let text = self.text[literal.span.range()].trim_end();
        let text = text.strip_suffix([',', '=', ':', '(', '[', '{'])?;
        Some((*open, Span::at(literal.span.start + text.trim_end().len() as u32)))
    }
}

/// Returns whether a text refers to a variable that many applications have.
fn is_reference(text: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && extent::name_length(part) == part.len();
    let root = text.split('.').next().unwrap_or_default();
    matches!(root, "var" | "local" | "module" | "data" | "each" | "self" | "path" | "count" | "env")
        && text.contains('.')
        && text.split('.').all(is_name)
}

/// Returns the diagnostic for a quote inside of a string.
pub(super) fn unescaped_quote(quote: Span) -> Diagnostic {
    let help = "Write a backslash before a quote inside of a string: \\\"";
    let detail = "The string ends at this quote, but text follows it.";
    Diagnostic::new(Code::UnescapedQuote, detail).at(quote).with_help(help)
}

/// Returns the text of a string without its closing quote: the content of the line without the
/// brackets at its end that close or open something outside of the string.
pub(crate) fn text_of_unclosed(content: &str) -> &str {
    let mut text = content.trim_end();
    if let Some(header) = text.strip_suffix('{') {
        return header.trim_end();
    }
    // For each kind of bracket, the number of closing ones without an opening one.
    let mut surplus = [('(', ')'), ('[', ']'), ('{', '}')]
        .map(|(open, close)| text.matches(close).count().saturating_sub(text.matches(open).count()));
    while let Some(last) = text.chars().next_back() {
        match ")]}".find(last) {
            Some(kind) if surplus[kind] > 0 => surplus[kind] -= 1,
            None if matches!(last, ',' | ';') => {}
            _ => break,
        }
        text = text[..text.len() - 1].trim_end();
    }
    text
}
