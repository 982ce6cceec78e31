//! Mistakes at the start of an attribute or a block, and in the header of a block.

use super::{Checker, foreign, lexical, pasted, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Returns the diagnostic for a token that begins neither an attribute nor a block.
    pub(super) fn not_an_item(&self, token: Token) -> Diagnostic {
        let start = token.span.start as usize;
        let line = words::rest_of_line(self.text, start);
        if let Some(found) = pasted::other_format(self.text, start) {
            return found;
        }
        let invalid_name = |detail: String| Diagnostic::new(Code::InvalidName, detail).at(token.span);
        let quotes = "The name of an attribute and the type of a block have no quotes.";
        match token.kind {
            TokenKind::OpenQuote => {
                let found = invalid_name(quotes.to_owned());
                let Some((name, _)) = line[1..].split_once('"') else { return found };
                if name.is_empty() || words::name_length(name) < name.len() {
                    let help = "A name consists of letters, digits, \"_\" and \"-\". Other keys are possible in an object: tags = { \"a b\" = 1 }";
                    return found.with_help(help);
                }
                let span = Span::new(token.span.start, token.span.start + name.len() as u32 + 2);
                let found = found.at(span).with_replacement(span, name.to_owned());
                if line[name.len() + 2..].starts_with(':') {
                    found.with_replacement(Span::new(span.end, span.end + 1), " =")
                } else {
                    found
                }
            }
            TokenKind::Number => {
                invalid_name("A name begins with a letter or \"_\", not with a digit.".to_owned())
            }
            kind if kind.continues_value() && self.continues_value(token) => {
                let detail = format!(
                    "This line begins with {:?}, but the value of the attribute before it has ended.",
                    self.slice(token.span)
                );
                Diagnostic::new(Code::InvalidItem, detail)
                    .at(token.span)
                    .with_help("Put parentheses around an expression of several lines.")
            }
            TokenKind::Comma => {
                Diagnostic::new(Code::UnexpectedSeparator, "A comma does not separate attributes and blocks.")
                    .at(token.span)
                    .with_replacement(token.span, "")
            }
            TokenKind::Semicolon => Diagnostic::new(
                Code::UnexpectedSeparator,
                "A semicolon does not end or separate attributes and blocks.",
            )
            .at(token.span)
            .with_replacement(token.span, ""),
            TokenKind::Equals => {
                invalid_name("The name of the attribute is missing before \"=\".".to_owned())
            }
            _ => {
                let sign = line.chars().next().unwrap_or_default();
                let name = words::name_length(line.get(sign.len_utf8()..).unwrap_or_default());
                if name > 0 && !sign.is_alphanumeric() && !sign.is_control() && !is_bracket(token.kind) {
                    let detail = format!("A name begins with a letter or \"_\", not with \"{sign}\".");
                    return invalid_name(detail).with_replacement(token.span, "");
                }
                lexical::message(token, self.text).unwrap_or_else(|| {
                    let detail = format!(
                        "An attribute (name = value) or a block (type {{ … }}) is expected here, not {:?}.",
                        self.slice(token.span)
                    );
                    Diagnostic::new(Code::InvalidItem, detail).at(token.span)
                })
            }
        }
    }

    /// Returns whether a token at the start of a line continues the value on the line before.
    fn continues_value(&self, token: Token) -> bool {
        let before = &self.text[..token.span.start as usize];
        let line = before.trim_end().rsplit('\n').next().unwrap_or(before).trim_start();
        before.trim_end_matches([' ', '\t']).ends_with('\n') && words::is_item(line) && !line.ends_with('{')
    }

    /// Skips the lines that begin with an operator. They continue a value that was reported.
    pub(super) fn skip_continued_lines(&mut self) {
        while self.peek_kind().continues_value() {
            self.drop_item(self.out.len());
        }
    }

    /// Returns the diagnostic for a name that begins neither an attribute nor a block because of
    /// the next token.
    pub(super) fn not_an_item_after_name(&self, name: Token, next: Token) -> Diagnostic {
        let written = self.slice(name.span);
        let line = words::rest_of_line(self.text, next.span.start as usize);
        let wrong_sign = |sign: &str| {
            let span = Span::new(next.span.start, next.span.start + sign.len() as u32);
            let detail = format!("An attribute is set with \"=\", not with \"{sign}\".");
            Diagnostic::new(Code::WrongEquals, detail).at(span)
        };
        if let Some(help) = foreign::statement(written)
            && !matches!(next.kind, TokenKind::Newline | TokenKind::End | TokenKind::Colon)
        {
            return statement(written, name.span, help);
        }
        if let Some(sign) = SIGNS.iter().find(|sign| line.starts_with(**sign)) {
            let found = wrong_sign(sign);
            let span = found.subject().unwrap_or(next.span);
            return match *sign {
                ":" if self.is_type(line) => {
                    found.with_help(format!("An attribute has no type. Write {written} = …"))
                }
                "+=" | "-=" | "*=" | "/=" | "%=" | "||=" | "&&=" | "??=" | ".=" => {
                    found.with_help("An attribute is set once, to its whole value; it cannot be changed.")
                }
                _ => found.with_replacement(span, replacement(sign, line)),
            };
        }
        let invalid_name = |detail: &'static str| Diagnostic::new(Code::InvalidName, detail).at(next.span);
        match next.kind {
            TokenKind::Dot => invalid_name("A name has no dots in it.")
                .with_help("Write an object or a block for several levels: a = { b = 1 }"),
            TokenKind::OpenBracket => invalid_name("An element cannot be set by an index in brackets.")
                .with_help("Write the whole object or tuple: a = { b = 1 }"),
            TokenKind::OpenParen => Diagnostic::new(
                Code::Statement,
                "A function call with parentheses is not an attribute or a block.",
            )
            .at(name.span)
            .with_help(format!("To set an attribute to the result, write name = {written}(…)")),
            TokenKind::Newline | TokenKind::End | TokenKind::Comma | TokenKind::Semicolon => {
                let detail = format!("The name {written:?} is neither an attribute nor a block.");
                Diagnostic::new(Code::MissingEquals, detail)
                    .at(name.span)
                    .with_help(format!("An attribute needs \"=\" and a value: {written} = …; a block needs braces: {written} {{ … }}"))
            }
            kind if begins_value(kind) => {
                let detail = format!("The equals sign is missing between {written:?} and its value.");
                Diagnostic::new(Code::MissingEquals, detail)
                    .at(next.span)
                    .with_replacement(Span::at(next.span.start), "= ")
            }
            _ if name.span.end == next.span.start => {
                let sign = line.chars().next().unwrap_or_default();
                let detail =
                    format!("A name consists of letters, digits, \"_\" and \"-\", but here is \"{sign}\".");
                Diagnostic::new(Code::InvalidName, detail).at(next.span)
            }
            _ => {
                let detail = format!("An equals sign or the body of a block is expected after {written:?}.");
                Diagnostic::new(Code::MissingEquals, detail)
                    .at(next.span)
                    .with_help(format!("Write {written} = … for an attribute."))
            }
        }
    }

    /// Returns whether a colon begins the type of an attribute, as in `name: string = "x"`.
    fn is_type(&self, line: &str) -> bool {
        let after = line[1..].trim_start();
        let name = words::name_length(after);
        name > 0 && words::is_rest_of_item(&after[name..]) && after[name..].trim_start().starts_with('=')
    }

    /// Returns the diagnostic for a token in the header of a block, after its type and labels.
    pub(super) fn bad_block_header(&self, name: Token, labels: &[Span], token: Token) -> Diagnostic {
        let block_type = self.slice(name.span);
        let invalid = |detail: &'static str| Diagnostic::new(Code::InvalidBlockHeader, detail).at(token.span);
        let after = words::rest_of_line(self.text, token.span.end as usize).trim_start();
        let is_cut = matches!(token.kind, TokenKind::Newline | TokenKind::End);
        if let Some(help) = foreign::statement(block_type).filter(|_| !is_cut) {
            return statement(block_type, name.span, help);
        }
        if let Some(found) = lexical::message(token, self.text) {
            return found;
        }
        match token.kind {
            TokenKind::Newline | TokenKind::End => {
                let detail = format!("The opening \"{{\" of the block {block_type:?} is missing.");
                let found = Diagnostic::new(Code::MissingOpeningBrace, detail)
                    .at(token.span)
                    .with_help("Write it on the line of the type and the labels.");
                match labels {
                    [label] => found.with_help(format!(
                        "For an attribute, write an equals sign: {block_type} = {}",
                        words::excerpt(self.slice(*label))
                    )),
                    _ => found,
                }
            }
            TokenKind::Equals if after.starts_with('{') => {
                invalid("A block has no \"=\" before its brace.").with_replacement(token.span, "")
            }
            TokenKind::Equals if after.starts_with('>') => invalid("An attribute is set with \"=\"."),
            TokenKind::Equals => {
                let found = invalid("With \"=\" this is an attribute, which has one name and no labels.");
                let is_quoted = labels.iter().any(|label| self.slice(*label).starts_with('"'));
                if is_quoted {
                    found.with_help("Remove the labels for an attribute, or the \"=\" for a block.")
                } else {
                    found.with_help("Write only one name before the equals sign; a name has no spaces.")
                }
            }
            TokenKind::Comma => {
                invalid("Labels are separated by spaces, not by commas.").with_replacement(token.span, "")
            }
            TokenKind::Colon if after.starts_with('{') => {
                invalid("The opening \"{\" of a block follows its type and labels without a colon.")
                    .with_replacement(token.span, "")
            }
            TokenKind::Colon => invalid(
                "An equals sign is expected after the name of an attribute, or \"{\" after the labels of a block.",
            ),
            TokenKind::Number => {
                let label = words::quoted(self.slice(token.span));
                invalid("A label is a name, or text in double quotes, but here is a number.")
                    .with_replacement(token.span, label)
            }
            TokenKind::Minus if after.starts_with('>') => {
                invalid("The opening \"{\" of a block follows its type and labels without an arrow.")
            }
            TokenKind::OpenBracket => {
                invalid("A label is a name, or text in double quotes, without brackets.")
            }
            TokenKind::OpenParen => {
                invalid("A label is a name, or text in double quotes, without parentheses.")
            }
            TokenKind::Dot if name.span.end == token.span.start => {
                invalid("The type of a block has no dots in it.")
                    .with_help("Write the other words as labels.")
            }
            TokenKind::Dot | TokenKind::Operator
                if labels.last().is_some_and(|label| label.end == token.span.start) =>
            {
                invalid(
                    "A label with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.",
                )
            }
            _ => invalid(
                "A label, which is a name or text in double quotes, or the opening \"{\" of the block is expected here.",
            ),
        }
    }
}

impl Checker<'_> {
    /// Returns the diagnostic for a token on the line of an attribute after its value.
    pub(super) fn no_end_of_attribute(&self, name: Token, next: Token) -> Diagnostic {
        let written = self.slice(next.span);
        let found = |code, detail: String| Diagnostic::new(code, detail).at(next.span);
        match next.kind {
            TokenKind::Semicolon => {
                found(Code::UnexpectedSeparator, "An attribute ends without a semicolon.".to_owned())
                    .with_help("Remove the semicolon, and put the next attribute on a line of its own.")
                    .with_replacement(next.span, "")
            }
            TokenKind::CloseBrace => found(
                Code::MissingNewline,
                "The closing \"}\" of a block of several lines begins its line.".to_owned(),
            )
            .with_help("Put it on a line of its own."),
            TokenKind::Identifier => {
                let detail = format!("The value of {:?} ends before {written:?}.", self.slice(name.span));
                found(Code::MissingNewline, detail)
                    .with_help("Put the next attribute or block on a line of its own.")
            }
            _ => {
                let detail = format!("The value of {:?} ends before {written:?}.", self.slice(name.span));
                lexical::message(next, self.text).unwrap_or_else(|| {
                    found(Code::UnexpectedText, detail)
                        .with_help("An operator or the end of the line is expected after a value.")
                })
            }
        }
    }

    /// Returns the diagnostic for a token on the line of the closing brace of a block.
    pub(super) fn no_end_of_block(&self, next: Token) -> Diagnostic {
        let (code, detail) = match next.kind {
            TokenKind::Comma => (Code::UnexpectedSeparator, "A block ends without a comma."),
            TokenKind::Semicolon => (Code::UnexpectedSeparator, "A block ends without a semicolon."),
            _ => {
                let detail = "A block ends at its closing \"}\".";
                return Diagnostic::new(Code::MissingNewline, detail)
                    .at(next.span)
                    .with_help("Put the next attribute or block on a line of its own.");
            }
        };
        Diagnostic::new(code, detail).at(next.span).with_replacement(next.span, "")
    }
}

fn statement(word: &str, span: Span, help: &'static str) -> Diagnostic {
    let detail = format!("A configuration has no statements such as {word:?}.");
    Diagnostic::new(Code::Statement, detail).at(span).with_help(help)
}

/// Signs that people write instead of an equals sign. Longer ones are before those that they begin
/// with.
const SIGNS: &[&str] = &[
    "===", "==", "=>", "||=", "&&=", "??=", "+=", "-=", "*=", "/=", "%=", ".=", "?=", ":=", "->", "<-", "=~",
    ":",
];

/// Returns the text for a wrong sign before the rest of the line.
fn replacement(sign: &str, line: &str) -> &'static str {
    if sign == ":" && line.starts_with(": ") { " =" } else { "=" }
}

fn begins_value(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Number
            | TokenKind::OpenQuote
            | TokenKind::OpenHeredoc
            | TokenKind::Minus
            | TokenKind::Apostrophe
            | TokenKind::Backtick
    )
}

fn is_bracket(kind: TokenKind) -> bool {
    kind.opposite().is_some()
}
