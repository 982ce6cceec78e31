//! Mistakes at the start of a value and after its end: text without quotes, numbers, misplaced
//! strings, and the constructs of the tables of `foreign`.

use super::expected::role;
use super::unclosed::unescaped_quote;
use super::{Checker, extent, foreign, number};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The help for text that was meant for another program, such as a shell script.
pub(super) const LITERAL: &str = "For the text \"${\" itself, as in a shell script, write \"$${\".";

/// The text in the place of a value.
enum Instead {
    /// Only this text has to be removed: the value follows.
    Before(u32),
    /// A value, which ends here.
    Value(u32),
    /// Anything else.
    Other,
}

/// A mistake after a value, and the end of the text that was meant as the value. Without it, the
/// rest of the item is skipped.
type AfterValue = (Diagnostic, Option<u32>);

/// A value and the token after it.
#[derive(Clone, Copy)]
struct Boundary {
    value: Span,
    /// The last token of the value.
    last: Token,
    next: Token,
    is_adjacent: bool,
}

/// Returns the tokens that end an expression with a role.
fn ends(role: u16) -> &'static [TokenKind] {
    match role {
        role::ATTRIBUTE => &[TokenKind::Newline],
        role::ONE_LINE => {
            &[TokenKind::CloseBrace, TokenKind::Comma, TokenKind::Semicolon, TokenKind::Newline]
        }
        role::PARENTHESES => &[TokenKind::CloseParen],
        role::ARGUMENT => {
            &[TokenKind::CloseParen, TokenKind::Comma, TokenKind::Semicolon, TokenKind::Ellipsis]
        }
        role::ELEMENT => &[TokenKind::CloseBracket, TokenKind::Comma, TokenKind::Semicolon],
        role::KEY => &[TokenKind::Equals, TokenKind::Colon, TokenKind::OpenBrace],
        role::ITEM_VALUE => {
            &[TokenKind::Comma, TokenKind::Newline, TokenKind::CloseBrace, TokenKind::Semicolon]
        }
        role::INDEX => &[TokenKind::CloseBracket, TokenKind::Comma, TokenKind::Colon],
        role::COLLECTION => &[TokenKind::Colon, TokenKind::FatArrow, TokenKind::Equals],
        role::INTERPOLATION | role::DIRECTIVE => &[TokenKind::SequenceEnd],
        _ => &[],
    }
}

impl Checker<'_> {
    /// Checks an expression with a role. Reports the token after it if it is one that people often
    /// write there. Returns nothing if tokens have to be skipped because of a mistake.
    pub(super) fn expression_in(&mut self, role: u16) -> Option<Span> {
        let outer = std::mem::replace(&mut self.role, role);
        let span = self.expression_before(ends(role));
        self.role = outer;
        span
    }

    fn expression_before(&mut self, ends: &[TokenKind]) -> Option<Span> {
        let value = self.valid_expression()?;
        let next = self.peek();
        if self.recovering || next.kind == TokenKind::End || ends.contains(&next.kind) {
            return Some(value);
        }
        let Some((diagnostic, value_end)) = self.after_value(value, next) else { return Some(value) };
        self.push(diagnostic);
        let outer = self.torn;
        let is_skipped = value_end.is_some_and(|end| self.skip_text(end));
        // The tokens before the skipped ones form a complete expression.
        self.add_broken();
        self.torn = outer;
        if is_skipped && ends.contains(&self.peek_kind()) {
            return Some(value);
        }
        self.recovering = true;
        None
    }

    /// Returns the diagnostic for a token that does not end an expression with a role.
    pub(super) fn no_end(&self, role: u16, token: Token, name: &str) -> Diagnostic {
        self.unexpected(foreign::end(role), token, name)
    }

    /// Skips the tokens before an offset. Returns false if a token extends beyond it. A line
    /// comment is kept, since it is a newline too.
    pub(super) fn skip_text(&mut self, end: u32) -> bool {
        self.torn = true;
        let level = self.level();
        while let Some(token) = self.tokens.get(self.next).copied()
            && token.span.start < end
        {
            // Skipping stops at the bracket that encloses the value.
            if token.kind.closes() && self.level() <= level {
                return false;
            }
            if token.span.end > end {
                return token.kind == TokenKind::Comment;
            }
            self.next += 1;
            self.enter_or_leave(token.kind);
        }
        true
    }

    fn is_in_brackets(&self) -> bool {
        self.role & (role::ATTRIBUTE | role::ONE_LINE) == 0
    }

    /// Reports a token that does not begin a value. Returns the span of the value if the walk can
    /// continue after it.
    pub(super) fn no_value(&mut self, token: Token) -> Option<Span> {
        // An empty closing token was added by a repair, which has its own diagnostic.
        if self.recovering || token.kind.closes() && token.span.is_empty() {
            return None;
        }
        if self.is_at_reported(token.span) {
            self.failures += 1;
            return None;
        }
        let (diagnostic, instead) = self.instead_of_value(token);
        self.push(diagnostic);
        match instead {
            Instead::Before(end) => {
                self.skip_text(end);
                self.peek_kind().begins_term().then(|| self.term())
            }
            Instead::Value(end) => self.skip_text(end).then_some(Span::new(token.span.start, end)),
            Instead::Other => None,
        }
    }

    fn instead_of_value(&self, token: Token) -> (Diagnostic, Instead) {
        if matches!(token.kind, TokenKind::Newline | TokenKind::End) {
            return self.value_before_end(token);
        }
        let start = token.span.start;
        let line = extent::rest_of_line(self.text, start as usize);
        let fraction = line.strip_prefix('.').unwrap_or_default();
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count() as u32;
        if digits > 0 {
            let span = Span::new(start, start + 1 + digits);
            let found = Diagnostic::new(Code::InvalidNumber, "A number has a digit before its point.")
                .at(span)
                .with_help(format!("Write 0{}.", self.slice(span)))
                .with_replacement(Span::at(start), "0");
            return (found, Instead::Value(span.end));
        }
        if let Some(found) = self.recognize(&foreign::VALUE, token, "") {
            let end = line.find('}').map(|at| start + at as u32 + 1);
            return match self.slice(found.span) {
                "${" => (found.diagnostic, end.map_or(Instead::Other, Instead::Value)),
                "%{" | "|" => (found.diagnostic, Instead::Other),
                _ if token.kind.closes() || token.kind == TokenKind::Comma => {
                    (self.percentage().unwrap_or(found.diagnostic), Instead::Other)
                }
                _ => (found.diagnostic, Instead::Before(found.span.end)),
            };
        }
        let mut characters = line.chars();
        let begins_text = match (characters.next().unwrap_or_default(), characters.next()) {
            ('-' | '=', Some('>')) | ('<' | ':', Some('=')) => false,
            (sign, Some(next)) if "/.~^*:<?\\|&%#$@".contains(sign) => {
                !next.is_whitespace() && !",;)]}\"".contains(next)
            }
            (first, _) => token.kind == TokenKind::Invalid && !first.is_control() && !first.is_ascii(),
        };
        if !begins_text {
            // `${arr[@]}`
            if self.templates > 0 && token.kind == TokenKind::Invalid && self.is_printed(token) {
                let found = self.message(foreign::VALUE.code, foreign::VALUE.detail, token.span, "");
                return (found.with_help(LITERAL), Instead::Other);
            }
            return (self.unexpected(&foreign::VALUE, token, ""), Instead::Other);
        }
        let start = start as usize;
        let end = if self.is_in_brackets() {
            extent::word_end(self.text, start)
        } else {
            extent::words_end(self.text, start)
        };
        (self.unquoted(start, end), Instead::Value(end as u32))
    }

    /// Returns the diagnostic for the end of a line or of the text in the place of a value.
    fn value_before_end(&self, token: Token) -> (Diagnostic, Instead) {
        let start = token.span.start;
        let missing = |at: Span, detail: String| Diagnostic::new(Code::MissingValue, detail).at(at);
        let text = extent::rest_of_line(self.text, start as usize);
        if text.starts_with(['#', '/']) {
            let mark = if text.starts_with('#') { "#" } else { "//" };
            let detail = format!("A value is expected here, but {mark:?} begins a comment.");
            let found = missing(Span::new(start, start + mark.len() as u32), detail);
            let is_text = text[mark.len()..].starts_with(char::is_alphanumeric);
            return (
                if is_text { found.with_help("Put text into double quotes.") } else { found },
                Instead::Other,
            );
        }
        if let Some(found) = self.percentage() {
            return (found, Instead::Other);
        }
        let end = if token.kind == TokenKind::End { "text" } else { "line" };
        let detail = format!("A value is expected before the end of the {end}");
        let Some(value) = self.value_on_next_line(token) else {
            return (missing(Span::at(start), detail + "."), Instead::Other);
        };
        let found = missing(Span::at(start), detail + ", but it is on the next line.")
            .with_label(value.span, "the value is here")
            .with_help(
                "Write it on the same line, or put parentheses around an expression of several lines.",
            );
        (found, Instead::Before(token.span.end))
    }

    /// Returns the diagnostic for a percentage, whose sign is read as an operator without its
    /// second operand.
    fn percentage(&self) -> Option<Diagnostic> {
        let [.., number, sign] = self.tokens.get(..self.next)? else { return None };
        let span = number.span.to(sign.span);
        let is_percentage = number.kind == TokenKind::Number
            && number.span.end == sign.span.start
            && self.slice(sign.span) == "%";
        is_percentage.then(|| number::with_unit(self.slice(span), "%", span))
    }

    /// Returns the first token of the line after a newline, if it begins a value and no item.
    fn value_on_next_line(&self, newline: Token) -> Option<Token> {
        let at = self.tokens.partition_point(|token| token.span.start < newline.span.end);
        let next = *self.tokens.get(at).filter(|_| newline.kind == TokenKind::Newline)?;
        let line = extent::rest_of_line(self.text, next.span.start as usize);
        let is_value = match next.kind {
            TokenKind::Identifier => line[extent::name_length(line)..].starts_with(['(', '.', '[']),
            kind => kind.begins_term(),
        };
        is_value.then_some(next)
    }

    /// Returns the mistake of a token that cannot follow a value, if it is a common one.
    fn after_value(&self, value: Span, next: Token) -> Option<AfterValue> {
        let last = self.tokens.get(self.next.checked_sub(1)?).copied()?;
        let is_adjacent = last.span.end == next.span.start;
        let boundary = Boundary { value, last, next, is_adjacent };
        let is_sign = matches!(next.kind, TokenKind::Colon | TokenKind::Bitwise | TokenKind::Invalid);
        // `${HOME:-/root}`, `${name@Q}`
        let is_literal = self.role == role::INTERPOLATION && is_sign;
        if self.role == role::KEY || is_literal || self.begins_item(&boundary) {
            return None;
        }
        let construct = || self.recognize(&foreign::AFTER_VALUE, next, "").map(|it| (it.diagnostic, None));
        self.after_first_word(&boundary)
            .or_else(|| self.after_number(&boundary))
            .or_else(|| self.near_quote(&boundary).map(|found| (found, None)))
            .or_else(construct)
            .or_else(|| self.words_after(&boundary))
            .or_else(|| self.text_after(&boundary))
    }

    /// Returns the rest of the line after the next token.
    fn after_next(&self, boundary: &Boundary) -> &str {
        extent::rest_of_line(self.text, boundary.next.span.end as usize)
    }

    /// Returns whether the next token begins an attribute, a block or an item of an object, on the
    /// line of another one.
    fn begins_item(&self, boundary: &Boundary) -> bool {
        let has_items = !self.is_in_brackets() || self.counts_newlines();
        if boundary.next.kind != TokenKind::Identifier || boundary.is_adjacent || !has_items {
            return false;
        }
        let rest = self.after_next(boundary).trim_start();
        extent::is_rest_of_item(rest) || self.is_in_brackets() && rest.starts_with(':')
    }

    /// Recognizes `if a then b`, `lambda a`, `function(a) { … }`.
    fn after_first_word(&self, boundary: &Boundary) -> Option<AfterValue> {
        let value = self.slice(boundary.value);
        let rest = &value[extent::name_length(value)..];
        let span = Span::new(boundary.value.start, boundary.value.end - rest.len() as u32);
        let is_word = rest.is_empty() || rest.trim_start().starts_with('(');
        let word = Token { kind: TokenKind::Identifier, span };
        let found = self.recognize(&foreign::FIRST_WORD, word, "").filter(|_| is_word)?;
        Some((found.diagnostic, None))
    }

    /// Recognizes `10MB`, `10 MB`, `1_000`, `1,000`, `1,5`, `1 000`.
    fn after_number(&self, boundary: &Boundary) -> Option<AfterValue> {
        let &Boundary { value, last, next, is_adjacent } = boundary;
        if last.kind != TokenKind::Number {
            return None;
        }
        let covered = |found: fn(&str, Span) -> Diagnostic, start: usize, end: usize| {
            Some((found(&self.text[start..end], Span::new(start as u32, end as u32)), Some(end as u32)))
        };
        let start = last.span.start as usize;
        match next.kind {
            TokenKind::Identifier | TokenKind::Apostrophe if is_adjacent => {
                let start = extent::word_start(self.text, start, value.start as usize);
                covered(number::not_a_number, start, extent::word_end(self.text, start))
            }
            TokenKind::Identifier if self.recognize(&foreign::AFTER_VALUE, next, "").is_none() => {
                let span = last.span.to(next.span);
                Some((number::with_unit(self.slice(span), self.slice(next.span), span), Some(span.end)))
            }
            TokenKind::Comma if is_adjacent && !self.is_in_brackets() => {
                let is_number = |character: char| character.is_ascii_digit() || ",.".contains(character);
                let line = extent::rest_of_line(self.text, start);
                let length = line.find(|next: char| !is_number(next)).unwrap_or(line.len());
                let end = start + line[..length].trim_end_matches([',', '.']).len();
                let digits_follow = self.after_next(boundary).starts_with(|next: char| next.is_ascii_digit());
                digits_follow.then(|| covered(number::with_commas, start, end)).flatten()
            }
            TokenKind::Number if !self.is_in_brackets() => {
                Some((number::with_spaces(last.span.to(next.span)), None))
            }
            _ => None,
        }
    }

    /// Recognizes quotes inside of a string, adjacent strings, strings with a prefix, and calls
    /// without parentheses.
    fn near_quote(&self, boundary: &Boundary) -> Option<Diagnostic> {
        let &Boundary { value, last, next, is_adjacent } = boundary;
        let opens = next.kind == TokenKind::OpenQuote;
        let closed = last.kind == TokenKind::CloseQuote;
        let is_text =
            next.kind.is_text() || opens || next.kind == TokenKind::Invalid && self.is_printed(next);
        let text = self.slice(value);
        if is_adjacent && (closed && is_text || opens && text.starts_with('"')) {
            let found = unescaped_quote(if closed { last.span } else { next.span });
            let open = Span::new(value.start, value.start + 1);
            return Some(found.with_label(open, "the string begins here"));
        }
        let is_name = last.kind == TokenKind::Identifier && last.span.start == value.start;
        if !opens || self.is_in_brackets() && !(is_adjacent && is_name) {
            return None;
        }
        if closed {
            let detail = "One string ends before another one begins.";
            let help =
                "Join strings in a template, \"${a}${b}\", or write several in brackets: [\"a\", \"b\"]";
            return Some(Diagnostic::new(Code::UnexpectedText, detail).at(next.span).with_help(help));
        }
        if !is_name {
            return None;
        }
        let close = self.tokens[self.pairs[self.look().1 - 1] as usize].span;
        let string = self.slice(next.span.to(close));
        if is_adjacent && text.len() <= 2 && text.bytes().all(|letter| b"fFrRbBuUL".contains(&letter)) {
            let detail = format!("A string has no prefix such as {text:?} before its opening quote.");
            let found = Diagnostic::new(Code::UnsupportedSyntax, detail).at(last.span);
            return Some(match string.contains(['{', '\\']) {
                false => found.with_replacement(last.span, ""),
                true => {
                    found.with_help("Write a template, \"${a}\", and \\\\ for each backslash of the text.")
                }
            });
        }
        let detail = "The arguments of a function are written in parentheses.";
        let found = Diagnostic::new(Code::InvalidFunctionCall, detail)
            .at(next.span)
            .with_help(format!("Write a function call as {text}(…), and text in quotes."));
        let ends = extent::rest_of_line(self.text, close.end as usize).trim().is_empty();
        Some(match ends && !close.is_empty() {
            true => found
                .with_replacement(Span::new(last.span.end, next.span.start), "(")
                .with_replacement(Span::at(close.end), ")"),
            false => found,
        })
    }

    /// Returns whether a token that is not in the language is text.
    fn is_printed(&self, token: Token) -> bool {
        !self.slice(token.span).contains(char::is_control)
    }

    /// Recognizes `my web server`: words up to the end of the line of an attribute.
    fn words_after(&self, boundary: &Boundary) -> Option<AfterValue> {
        let is_word = boundary.next.kind == TokenKind::Identifier;
        is_word.then(|| self.text_of_words(boundary)).flatten()
    }

    /// Recognizes `https://example.org`, `10:30`, `it's`, `a@b.c`.
    fn text_after(&self, boundary: &Boundary) -> Option<AfterValue> {
        let Boundary { value, next, .. } = *boundary;
        let is_text = match next.kind {
            TokenKind::Colon | TokenKind::DoubleColon | TokenKind::Question => {
                self.after_next(boundary).starts_with(|next: char| !next.is_whitespace())
            }
            TokenKind::Invalid => self.is_printed(next),
            kind => kind.is_text(),
        };
        let start = extent::word_start(self.text, next.span.start as usize, value.start as usize);
        let word = &self.text[start..next.span.start as usize];
        if !is_text || !boundary.is_adjacent || word.is_empty() || word.ends_with([')', ']', '}', '"']) {
            return None;
        }
        let value = Span::new(start as u32, value.end);
        self.text_of_words(&Boundary { value, ..*boundary }).or_else(|| {
            let end = extent::word_end(self.text, start);
            Some((self.unquoted(start, end), Some(end as u32)))
        })
    }

    /// Recognizes text of several words, which continues to the end of the line of an attribute.
    fn text_of_words(&self, boundary: &Boundary) -> Option<AfterValue> {
        let value = self.slice(boundary.value);
        let begins_text = value.starts_with(|first: char| first.is_alphanumeric() || "./~".contains(first));
        if !begins_text || self.is_in_brackets() || value.contains(['"', '(', '[', '{']) {
            return None;
        }
        let start = boundary.value.start as usize;
        let end = extent::words_end(self.text, start);
        let found = if self.recognize(&foreign::OPERATOR, boundary.next, "").is_some() {
            number::text_without_quotes(&self.text[start..end], Span::new(start as u32, end as u32))
        } else {
            self.unquoted(start, end)
        };
        Some((found, Some(end as u32)))
    }

    /// Returns the diagnostic for text without quotes. In a sequence of a template, it may be that
    /// of another program.
    fn unquoted(&self, start: usize, end: usize) -> Diagnostic {
        let span = Span::new(start as u32, end as u32);
        if self.role & (role::INTERPOLATION | role::INDEX) != 0 && self.templates > 0 {
            return number::text_without_quotes(self.slice(span), span).with_help(LITERAL);
        }
        number::unquoted(self.slice(span), span)
    }

    /// Returns whether the words from an offset to the end of the line of an attribute are text
    /// rather than operands and operators.
    pub(super) fn is_prose(&self, start: u32) -> bool {
        let line = extent::rest_of_line(self.text, start as usize);
        let words = || line.split(' ').filter(|word| !word.is_empty());
        let is_word = |word: &str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_alphabetic());
        !self.is_in_brackets()
            && words().all(|word| is_word(word) && !matches!(word, "true" | "false" | "null" | "not"))
    }
}
