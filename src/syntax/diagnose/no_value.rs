//! Mistakes at the start of a value: tokens that begin none.

use super::{Checker, lexical, number, unquoted, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The text in the place of a value.
enum Instead {
    /// Only this text has to be removed: the value follows.
    Before(u32),
    /// A value, which ends here.
    Value(u32),
    /// Anything else.
    Other,
}

impl Checker<'_> {
    /// Reports a token that does not begin a value. Returns the span of the value if the walk can
    /// continue after it.
    pub(super) fn no_value(&mut self, token: Token) -> Option<Span> {
        // An empty closing token was added by a repair, which has its own diagnostic.
        if self.recovering || token.kind.closes() && token.span.is_empty() {
            return None;
        }
        if self.is_at_missing_close(token.span) {
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
        let start = token.span.start;
        let text = &self.text[start as usize..];
        let to = |length: usize| Span::new(start, start + length as u32);
        if matches!(token.kind, TokenKind::Newline | TokenKind::End) {
            return self.value_before_end(token);
        }
        if let Some(found) = self.variable_mark(text, to(1)) {
            return found;
        }
        let mut characters = text.chars();
        match (characters.next().unwrap_or_default(), characters.next().unwrap_or_default()) {
            ('.', '0'..='9') => {
                let length = 1 + text[1..].bytes().take_while(u8::is_ascii_digit).count();
                let written = &text[..length];
                let found = Diagnostic::new(Code::InvalidNumber, "A number has a digit before its point.")
                    .at(to(length))
                    .with_help(format!("Write 0{written}."))
                    .with_replacement(to(0), "0");
                return (found, Instead::Value(to(length).end));
            }
            ('~', 'a'..='z' | 'A'..='Z') => {
                let found = Diagnostic::new(Code::UnsupportedOperator, "There is no operator \"~\".")
                    .at(to(1))
                    .with_help("The logical NOT is written \"!\"; there are no operators on bits.");
                return (found, Instead::Before(to(1).end));
            }
            ('+', '0'..='9' | 'a'..='z' | 'A'..='Z' | '(') => {
                let found =
                    Diagnostic::new(Code::UnsupportedOperator, "There is no sign \"+\" before a value.")
                        .at(to(1))
                        .with_replacement(to(1), "");
                return (found, Instead::Before(to(1).end));
            }
            ('=', _) if token.kind == TokenKind::Equals => {
                let found = Diagnostic::new(
                    Code::MissingValue,
                    "A value is expected here, but there is a second \"=\".",
                )
                .at(to(1))
                .with_replacement(to(text.len() - text[1..].trim_start_matches(' ').len()), "");
                return (found, Instead::Before(to(1).end));
            }
            ('=' | '-', '>') | ('<', '=') | (':', '=') => {}
            ('/' | '.' | '~' | '^' | '*' | ':' | '<' | '?' | '\\' | '|' | '&' | '%' | '#', next)
                if !next.is_whitespace() && !",;)]}\"".contains(next) =>
            {
                return self.text_instead(token);
            }
            (first, _) if token.kind == TokenKind::Invalid && !first.is_control() && !first.is_ascii() => {
                return self.text_instead(token);
            }
            _ => {}
        }
        if let Some(diagnostic) = lexical::message(token, self.text) {
            return (diagnostic, Instead::Other);
        }
        let written = self.slice(token.span);
        let missing = |detail: String| Diagnostic::new(Code::MissingValue, detail).at(token.span);
        let found = match token.kind {
            TokenKind::Comma
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::CloseParen
            | TokenKind::SequenceEnd => {
                let percentage = self.percentage();
                percentage.unwrap_or_else(|| missing(format!("A value is expected before {written:?}.")))
            }
            _ => missing(format!("A value is expected here, but {written:?} does not begin one.")),
        };
        (found, Instead::Other)
    }

    /// Returns the diagnostic for the end of a line or of the text in the place of a value.
    fn value_before_end(&self, token: Token) -> (Diagnostic, Instead) {
        let missing = |detail| Diagnostic::new(Code::MissingValue, detail);
        let text = words::rest_of_line(self.text, token.span.start as usize);
        if text.starts_with(['#', '/']) {
            let mark = if text.starts_with('#') { "#" } else { "//" };
            let span = Span::new(token.span.start, token.span.start + mark.len() as u32);
            let detail = format!("A value is expected here, but {mark:?} begins a comment.");
            let mut found = missing(detail).at(span);
            if text[mark.len()..].starts_with(|next: char| next.is_alphanumeric()) {
                found = found.with_help("Put text into double quotes.");
            }
            return (found, Instead::Other);
        }
        if let Some(found) = self.percentage() {
            return (found, Instead::Other);
        }
        if token.kind == TokenKind::End {
            return (
                missing("A value is expected before the end of the text.".to_owned()).at(token.span),
                Instead::Other,
            );
        }
        let at = Span::at(token.span.start);
        let Some(value) = self.value_on_next_line(token) else {
            let detail = "A value is expected before the end of the line.".to_owned();
            return (missing(detail).at(at), Instead::Other);
        };
        let detail = "A value is expected before the end of the line, but it is on the next line.";
        let found = missing(detail.to_owned()).at(at).with_label(value.span, "the value is here").with_help(
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
        let next = *self.tokens.get(at)?;
        let line = words::rest_of_line(self.text, next.span.start as usize);
        let is_value = match next.kind {
            TokenKind::Identifier => words::is_name_with_steps(line),
            kind => kind.begins_term(),
        };
        is_value.then_some(next)
    }

    /// Returns the diagnostic for `$name`, `${name}`, `@name`, `%{ if a }`.
    fn variable_mark(&self, text: &str, mark: Span) -> Option<(Diagnostic, Instead)> {
        let mut characters = text.chars();
        let (sign, next) = (characters.next()?, characters.next()?);
        let diagnostic = |detail: &'static str| Diagnostic::new(Code::VariableMark, detail).at(mark);
        let is_name = next.is_alphabetic() || next == '_';
        Some(match (sign, next) {
            ('$', '{') => {
                let found = diagnostic("\"${\" is valid only inside of a string.").with_help(
                    "Write the expression without \"${\" and \"}\", or put all of it into double quotes.",
                );
                let end = words::rest_of_line(text, 0).find('}').map(|at| mark.start + at as u32 + 1);
                (found, end.map_or(Instead::Other, Instead::Value))
            }
            ('%', '{') => {
                let found = diagnostic("\"%{\" is valid only inside of a string.").with_help(
                    "Write a conditional, condition ? value if true : value if false, or put the text into double quotes.",
                );
                (found, Instead::Other)
            }
            ('$', _) if is_name => {
                let found = diagnostic("A variable is written without \"$\".").with_replacement(mark, "");
                (found, Instead::Before(mark.end))
            }
            ('@', _) if is_name => {
                let found = diagnostic("A name does not begin with \"@\".")
                    .with_help("Write a variable without it, and text in double quotes.");
                (found, Instead::Before(mark.end))
            }
            ('$' | '@', _) if !next.is_whitespace() => {
                let end = words::word_end(self.text, mark.start as usize);
                return Some(self.text_up_to(mark.start, end));
            }
            _ => return None,
        })
    }

    /// Returns the diagnostic for text without quotes, such as `/etc/hosts` or `./a`.
    fn text_instead(&self, token: Token) -> (Diagnostic, Instead) {
        let start = token.span.start as usize;
        let end = if self.is_in_brackets() {
            words::word_end(self.text, start)
        } else {
            words::words_end(self.text, start)
        };
        self.text_up_to(token.span.start, end)
    }

    fn text_up_to(&self, start: u32, end: usize) -> (Diagnostic, Instead) {
        let span = Span::new(start, end as u32);
        (unquoted::unquoted(self.slice(span), span), Instead::Value(span.end))
    }
}
