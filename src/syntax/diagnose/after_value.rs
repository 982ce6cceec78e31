//! Mistakes after a value: tokens that can neither continue nor end it.
//!
//! Each function returns the diagnostic for one kind of mistake, or `None` if the text does not
//! look like that.

use super::{Checker, foreign, number, unquoted, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// A mistake after a value.
struct Mistake {
    diagnostic: Diagnostic,
    /// The end of the text that was meant as the value. Without it, the rest of the item is
    /// skipped.
    value_end: Option<u32>,
}

impl Mistake {
    fn new(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, value_end: None }
    }

    /// Creates a mistake whose value ends at the end of the diagnostic.
    fn covered(diagnostic: Diagnostic) -> Self {
        let value_end = diagnostic.subject().map(|subject| subject.end);
        Self { diagnostic, value_end }
    }
}

/// A value and the token after it.
struct Boundary {
    value: Span,
    /// The last token of the value.
    last: Token,
    next: Token,
    is_adjacent: bool,
}

impl Checker<'_> {
    /// Checks an expression after which one of some tokens is valid. Reports another token if it
    /// is one that people often write there. Returns nothing if tokens have to be skipped because
    /// of a mistake.
    pub(super) fn expression_before(&mut self, ends: &[TokenKind]) -> Option<Span> {
        let value = self.valid_expression()?;
        let next = self.peek();
        if self.recovering || next.kind == TokenKind::End || ends.contains(&next.kind) {
            return Some(value);
        }
        let Some(Mistake { diagnostic, value_end }) = self.after_value(value, next) else {
            return Some(value);
        };
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

    pub(super) fn is_in_brackets(&self) -> bool {
        self.newlines.len() > 1
    }

    /// Returns the diagnostic for a token that cannot follow a value, if it is a common mistake.
    pub(super) fn specific_after_value(&self, value: Span, next: Token) -> Option<Diagnostic> {
        self.after_value(value, next).map(|mistake| mistake.diagnostic)
    }

    fn after_value(&self, value: Span, next: Token) -> Option<Mistake> {
        let last = self.tokens.get(self.next.checked_sub(1)?).copied()?;
        let is_adjacent = last.span.end == next.span.start;
        let boundary = Boundary { value, last, next, is_adjacent };
        if self.begins_item(&boundary) {
            return None;
        }
        self.after_foreign_word(&boundary)
            .or_else(|| self.after_number(&boundary))
            .or_else(|| self.near_quote(&boundary))
            .or_else(|| self.word_after(&boundary))
            .or_else(|| self.sign_after(&boundary))
            .or_else(|| self.comma_after(&boundary))
            .or_else(|| self.text_after(&boundary))
    }

    /// Returns the rest of the line after the next token.
    fn after_next(&self, boundary: &Boundary) -> &str {
        words::rest_of_line(self.text, boundary.next.span.end as usize)
    }

    /// Returns whether the next token begins an attribute, a block or an item of an object, on the
    /// line of another one.
    fn begins_item(&self, boundary: &Boundary) -> bool {
        let has_items = !self.is_in_brackets() || self.counts_newlines();
        if boundary.next.kind != TokenKind::Identifier || boundary.is_adjacent || !has_items {
            return false;
        }
        let rest = self.after_next(boundary).trim_start();
        words::is_rest_of_item(rest) || self.is_in_brackets() && rest.starts_with(':')
    }

    /// Recognizes `if a then b`, `lambda a`, `function(a) { … }`.
    fn after_foreign_word(&self, boundary: &Boundary) -> Option<Mistake> {
        let value = self.slice(boundary.value);
        let (word, rest) = value.split_at(words::name_length(value));
        let help = foreign::leading_word(word)?;
        if !(rest.is_empty() || rest.trim_start().starts_with('(')) {
            return None;
        }
        let start = boundary.value.start;
        let detail = format!("The word {word:?} does not begin an expression.");
        let found = Diagnostic::new(Code::UnsupportedSyntax, detail)
            .at(Span::new(start, start + word.len() as u32))
            .with_help(help);
        Some(Mistake::new(found))
    }

    /// Recognizes `10MB`, `10 MB`, `1_000`, `1,000`, `1,5`, `1 000`.
    fn after_number(&self, boundary: &Boundary) -> Option<Mistake> {
        if boundary.last.kind != TokenKind::Number {
            return None;
        }
        let start = boundary.last.span.start;
        let (text, span) = (self.text, |end: usize| Span::new(start, end as u32));
        let word = |end: usize| &text[start as usize..end];
        match boundary.next.kind {
            TokenKind::Identifier | TokenKind::Apostrophe if boundary.is_adjacent => {
                let start = words::word_start(text, start as usize, boundary.value.start as usize);
                let end = words::word_end(text, start);
                let span = Span::new(start as u32, end as u32);
                Some(Mistake::covered(number::not_a_number(&text[start..end], span)))
            }
            TokenKind::Identifier if conjunction(self.slice(boundary.next.span)).is_none() => {
                let end = boundary.next.span.end as usize;
                let unit = self.slice(boundary.next.span);
                Some(Mistake::covered(number::with_unit(word(end), unit, span(end))))
            }
            TokenKind::Comma if boundary.is_adjacent && !self.is_in_brackets() => {
                let rest = &text[start as usize..];
                let length = rest
                    .find(|character: char| !(character.is_ascii_digit() || ",.".contains(character)))
                    .unwrap_or(rest.len());
                let end = start as usize + rest[..length].trim_end_matches([',', '.']).len();
                let digits_follow = self.after_next(boundary).starts_with(|next: char| next.is_ascii_digit());
                digits_follow.then(|| Mistake::covered(number::with_commas(word(end), span(end))))
            }
            TokenKind::Number if !self.is_in_brackets() => {
                let end = boundary.next.span.end as usize;
                Some(Mistake::new(number::with_spaces(span(end))))
            }
            _ => None,
        }
    }

    /// Recognizes quotes inside of a string, adjacent strings, strings with a prefix, and calls
    /// without parentheses.
    fn near_quote(&self, boundary: &Boundary) -> Option<Mistake> {
        let opens = boundary.next.kind == TokenKind::OpenQuote;
        let closed = boundary.last.kind == TokenKind::CloseQuote;
        let is_text = match boundary.next.kind {
            TokenKind::Identifier
            | TokenKind::Number
            | TokenKind::OpenQuote
            | TokenKind::Dot
            | TokenKind::Bang
            | TokenKind::Bitwise
            | TokenKind::Apostrophe
            | TokenKind::Backtick
            | TokenKind::Broken => true,
            TokenKind::Invalid => !self.slice(boundary.next.span).contains(char::is_control),
            _ => false,
        };
        let value = self.slice(boundary.value);
        if boundary.is_adjacent && (closed && is_text || opens && value.starts_with('"')) {
            let quote = if closed { boundary.last } else { boundary.next };
            let found =
                Diagnostic::new(Code::UnescapedQuote, "The string ends at this quote, but text follows it.")
                    .at(quote.span)
                    .with_label(
                        Span::new(boundary.value.start, boundary.value.start + 1),
                        "the string begins here",
                    )
                    .with_help("Write a backslash before a quote inside of a string: \\\"");
            return Some(Mistake::new(found));
        }
        if !opens || self.is_in_brackets() {
            return None;
        }
        if closed {
            let found = Diagnostic::new(Code::UnexpectedText, "One string ends before another one begins.")
                .at(boundary.next.span)
                .with_help(
                    "Join strings in a template, \"${a}${b}\", or write several in brackets: [\"a\", \"b\"]",
                );
            return Some(Mistake::new(found));
        }
        if boundary.last.kind != TokenKind::Identifier || boundary.last.span.start != boundary.value.start {
            return None;
        }
        let found = if boundary.is_adjacent {
            Diagnostic::new(Code::UnsupportedSyntax, "A string has no letters before its opening quote.")
                .at(boundary.last.span)
                .with_replacement(boundary.last.span, "")
        } else {
            Diagnostic::new(
                Code::InvalidFunctionCall,
                "The arguments of a function are written in parentheses.",
            )
            .at(boundary.next.span)
            .with_help(format!("Write a function call as {value}(…), and text in quotes."))
        };
        Some(Mistake::new(found))
    }

    /// Recognizes `a if b else c`, `a for a in b`, `my web server`.
    fn word_after(&self, boundary: &Boundary) -> Option<Mistake> {
        if boundary.next.kind != TokenKind::Identifier {
            return None;
        }
        let word = self.slice(boundary.next.span);
        if let Some(help) = conjunction(word) {
            let detail = format!("The word {word:?} cannot follow a value here.");
            let found =
                Diagnostic::new(Code::UnsupportedSyntax, detail).at(boundary.next.span).with_help(help);
            return Some(Mistake::new(found));
        }
        self.text_of_words(boundary)
    }

    /// Recognizes `a = b`, `f(a = b)`, `a => b`, `a... `, `a {`.
    fn sign_after(&self, boundary: &Boundary) -> Option<Mistake> {
        let (code, detail, help) = match boundary.next.kind {
            TokenKind::Equals if self.is_in_brackets() && self.counts_newlines() => (
                Code::InvalidObjectItem,
                "An item of an object has one equals sign or colon, between its key and its value.",
                "A key with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.",
            ),
            TokenKind::Colon if self.is_in_brackets() && self.after_next(boundary).starts_with(' ') => (
                Code::UnexpectedText,
                "A colon cannot follow this value.",
                "An object with names is written in braces: { a = 1 }",
            ),
            TokenKind::Equals => (
                Code::UnsupportedOperator,
                "A value is not set inside of an expression.",
                "Equality is written \"==\". An object with names is written in braces: { a = 1 }",
            ),
            TokenKind::FatArrow => (
                Code::UnsupportedOperator,
                "The arrow \"=>\" is valid only in a for expression in braces.",
                "An item of an object is written with an equals sign: { a = 1 }",
            ),
            TokenKind::Ellipsis => (
                Code::UnsupportedOperator,
                "Three points are valid only after the last argument of a function.",
                "For a sequence of numbers, use a function such as range, if the application has one.",
            ),
            TokenKind::OpenBrace if !self.is_in_brackets() => (
                Code::InvalidItem,
                "With \"=\" this is an attribute, whose value ends before the brace.",
                "Remove the equals sign for a block, or the text before the brace for an object.",
            ),
            _ => return None,
        };
        Some(Mistake::new(Diagnostic::new(code, detail).at(boundary.next.span).with_help(help)))
    }

    /// Recognizes a comma after the value of an attribute.
    fn comma_after(&self, boundary: &Boundary) -> Option<Mistake> {
        if boundary.next.kind != TokenKind::Comma || self.is_in_brackets() {
            return None;
        }
        let rest = self.after_next(boundary).trim_start();
        let found = Diagnostic::new(Code::UnexpectedSeparator, "An attribute ends without a comma.")
            .at(boundary.next.span);
        let found = if rest.is_empty() || rest.starts_with('#') || rest.starts_with("//") {
            found.with_help("Remove the comma.").with_replacement(boundary.next.span, "")
        } else if words::is_item(rest) {
            found.with_help("Put the next attribute on a line of its own.")
        } else {
            found.with_help("Write several values in brackets, [a, b], and text in quotes.")
        };
        Some(Mistake::new(found))
    }

    /// Recognizes `https://example.org`, `10:30`, `it's`, `a@b.c`.
    fn text_after(&self, boundary: &Boundary) -> Option<Mistake> {
        let rest = self.after_next(boundary);
        let begins_text = match boundary.next.kind {
            TokenKind::Colon | TokenKind::DoubleColon | TokenKind::Question => {
                rest.starts_with(|next: char| !next.is_whitespace())
            }
            TokenKind::Invalid => !self.slice(boundary.next.span).contains(char::is_control),
            TokenKind::Bitwise
            | TokenKind::Bang
            | TokenKind::Dot
            | TokenKind::Apostrophe
            | TokenKind::Backtick
            | TokenKind::Broken
            | TokenKind::Identifier
            | TokenKind::Number => true,
            _ => false,
        };
        if !begins_text || !boundary.is_adjacent {
            return None;
        }
        let start =
            words::word_start(self.text, boundary.next.span.start as usize, boundary.value.start as usize);
        self.text_of_words(&Boundary { value: Span::new(start as u32, boundary.value.end), ..*boundary })
            .or_else(|| Some(self.unquoted(start, words::word_end(self.text, start))))
    }

    /// Recognizes text of several words, which continues to the end of the line of an attribute.
    fn text_of_words(&self, boundary: &Boundary) -> Option<Mistake> {
        let value = self.slice(boundary.value);
        let begins_text = value.starts_with(|first: char| first.is_alphanumeric() || "./~".contains(first));
        let start = boundary.value.start as usize;
        (begins_text && !self.is_in_brackets() && !value.contains(['"', '(', '[', '{']))
            .then(|| self.unquoted(start, words::words_end(self.text, start)))
    }

    fn unquoted(&self, start: usize, end: usize) -> Mistake {
        let span = Span::new(start as u32, end as u32);
        Mistake::covered(unquoted::unquoted(&self.text[start..end], span))
    }
}

/// Returns the correct form of an expression with a word after its first value.
fn conjunction(word: &str) -> Option<&'static str> {
    match word {
        "if" | "else" | "unless" | "then" | "when" | "otherwise" => {
            Some("Write a conditional: condition ? value if true : value if false")
        }
        "for" | "where" => Some("Write a for expression: [for a in list : a + 1 if a > 0]"),
        _ => None,
    }
}
