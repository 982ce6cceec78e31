//! Templates: interpolations, directives, and the pairing of directives with their ends.

use super::expected::role;
use super::reader::is_explained;
use super::value::LITERAL;
use super::{Checker, characters, other_languages};
use crate::diag::{Code, Diagnostic, name_suggestion};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The first words of directives.
const DIRECTIVES: [&str; 5] = ["if", "for", "else", "endif", "endfor"];

/// The first word of a directive, and its span.
type Word = Option<(&'static str, Span)>;

/// An `if` or `for` directive without its end so far.
struct OpenDirective {
    word: &'static str,
    span: Span,
    first_else: Option<Span>,
}

impl OpenDirective {
    /// Returns the first word of the directive that ends it.
    fn end(&self) -> &'static str {
        if self.word == "for" { "endfor" } else { "endif" }
    }
}

impl Checker<'_> {
    /// Checks a template and reads the token that ends it.
    pub(super) fn template(&mut self, end: TokenKind) {
        let mut directives = Vec::new();
        let mut all_known = true;
        let last = loop {
            let token = self.read();
            match token.kind {
                kind if kind == end => break token.span,
                TokenKind::StringLiteral => {}
                TokenKind::QuotedLiteral => {
                    let mark = self.failures;
                    self.escapes(token);
                    if self.failures > mark {
                        self.broken_part(token);
                    }
                }
                TokenKind::Broken => self.broken_part(token),
                TokenKind::Interpolation => {
                    let span = token.span.to(self.tokens[self.pairs[self.next - 1] as usize].span);
                    if end == TokenKind::CloseHeredoc && !is_explained(&self.interpolations, span) {
                        self.interpolations.push(span);
                    }
                    self.sequence(token, Self::interpolation);
                }
                TokenKind::Control => match self.sequence(token, Self::directive) {
                    Some(directive) => directives.push(directive),
                    None => (all_known, self.is_broken) = (false, true),
                },
                _ => {
                    self.push_first(characters::message(token, self.text).unwrap_or_else(|| {
                        let detail = "This cannot be a part of a template.";
                        Diagnostic::new(Code::UnexpectedText, detail).at(token.span)
                    }));
                    break if token.kind == TokenKind::End { token.span } else { self.skip_past(end).span };
                }
            }
        };
        // An unknown directive may be a misspelled start or end of any other, so nothing is paired.
        if all_known {
            self.pair(directives, last);
        }
    }

    /// Writes a part of a template that was read as an interpolation of broken text.
    fn broken_part(&mut self, part: Token) {
        self.out.pop();
        self.out.push(Token { kind: TokenKind::Interpolation, span: Span::at(part.span.start) });
        self.out.push(Token { kind: TokenKind::Broken, ..part });
        self.out.push(Token { kind: TokenKind::SequenceEnd, span: Span::at(part.span.end) });
    }

    /// Checks the content of a sequence, one nesting level deeper.
    fn sequence(&mut self, open: Token, check: fn(&mut Self, Token) -> Word) -> Word {
        if !self.descend(open.span) {
            return None;
        }
        let result = check(self, open);
        self.depth -= 1;
        result
    }

    fn interpolation(&mut self, open: Token) -> Word {
        let found = self.expression_until(role::INTERPOLATION, TokenKind::SequenceEnd, "");
        if let Some(found) = found {
            self.push(found.with_label(open.span, "the interpolation begins here").with_help(LITERAL));
        } else if self.peek().span.is_empty() {
            self.add_broken();
        }
        self.close_past();
        None
    }

    /// Checks a directive. Returns nothing if its first word is unknown.
    fn directive(&mut self, open: Token) -> Word {
        let keyword = self.peek();
        let Some(word) = DIRECTIVES.into_iter().find(|word| self.at_keyword(word)) else {
            self.push_first(self.unknown_directive(keyword));
            self.skip_past(TokenKind::SequenceEnd);
            return None;
        };
        self.read();
        let found = match word {
            "if" => self.expression_until(role::DIRECTIVE, TokenKind::SequenceEnd, word),
            "for" => self
                .for_names(&other_languages::DIRECTIVE_IN)
                .and_then(|()| self.expression_until(role::DIRECTIVE, TokenKind::SequenceEnd, word)),
            _ => Some(self.no_end(role::DIRECTIVE, self.peek(), word)),
        };
        let close = self.peek();
        if close.kind == TokenKind::SequenceEnd {
            self.read();
        } else {
            found.into_iter().for_each(|found| self.push_first(found));
            self.skip_past(TokenKind::SequenceEnd);
        }
        Some((word, open.span.to(close.span)))
    }

    fn unknown_directive(&self, keyword: Token) -> Diagnostic {
        const LITERAL: &str = "For the text \"%{\" itself, write \"%%{\".";
        if keyword.kind != TokenKind::Identifier {
            let detail = "A directive begins with one of the words if, else, endif, for and endfor.";
            return Diagnostic::new(Code::InvalidDirective, detail).at(keyword.span).with_help(LITERAL);
        }
        let found = self.unexpected(&other_languages::DIRECTIVE_WORD, keyword, "");
        if found.help().len() > 0 {
            return found;
        }
        match name_suggestion(self.slice(keyword.span), DIRECTIVES) {
            Some(name) => {
                found.with_replacement(keyword.span, name).with_help(format!("Did you mean {name:?}?"))
            }
            None => found.with_help(LITERAL),
        }
    }

    /// Reports directives without their end, and ends without their directive.
    fn pair(&mut self, directives: Vec<(&'static str, Span)>, end: Span) {
        let mark = self.failures;
        let mut open: Vec<OpenDirective> = Vec::new();
        for (word, span) in directives {
            if matches!(word, "if" | "for") {
                open.push(OpenDirective { word, span, first_else: None });
                continue;
            }
            let (detail, label) = match open.last_mut() {
                Some(last) if last.end() == word => {
                    open.pop();
                    continue;
                }
                Some(last) if word == "else" && last.word == "if" => {
                    let Some(first) = last.first_else.replace(span) else { continue };
                    let label = (first, "the first else".to_owned());
                    ("An if directive has only one else.".to_owned(), Some(label))
                }
                Some(last) => {
                    let (begun, wanted) = (last.word, last.end());
                    let label = (last.span, format!("the {begun} directive begins here"));
                    let detail = if word == "else" {
                        "A for directive has no else.".to_owned()
                    } else {
                        open.pop();
                        format!("This {word} ends a {begun} directive, which needs {wanted}.")
                    };
                    (detail, Some(label))
                }
                None if word == "endfor" => {
                    (format!("There is no for directive that this {word} ends."), None)
                }
                None => (format!("There is no if directive that this {word} belongs to."), None),
            };
            let found = Diagnostic::new(Code::MisplacedDirective, detail).at(span);
            self.push(label.into_iter().fold(found, |found, (at, text)| found.with_label(at, text)));
        }
        for unclosed in open {
            let (word, wanted) = (unclosed.word, unclosed.end());
            let found =
                Diagnostic::new(Code::UnclosedDirective, format!("The {word} directive has no {wanted}."))
                    .at(unclosed.span)
                    .with_label(end, format!("{wanted} is expected before this"))
                    .with_help(format!("Write %{{ {wanted} }} after its text."));
            self.push(found);
        }
        self.is_broken |= self.failures > mark;
    }
}
