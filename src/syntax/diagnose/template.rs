//! Templates: interpolations, directives, and the pairing of directives with their ends.

use super::expected::role;
use super::value::LITERAL;
use super::{Checker, characters, foreign};
use crate::diag::{Code, Diagnostic, name_suggestion};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The kind of a directive.
#[derive(Clone, Copy, PartialEq)]
enum Directive {
    If,
    Else,
    EndIf,
    For,
    EndFor,
}

use Directive::{Else, EndFor, EndIf, For, If};

/// An `if` or `for` directive without its end so far.
struct OpenDirective {
    directive: Directive,
    span: Span,
    first_else: Option<Span>,
}

impl Directive {
    const ALL: [Self; 5] = [If, For, Else, EndIf, EndFor];

    fn name(self) -> &'static str {
        match self {
            If => "if",
            Else => "else",
            EndIf => "endif",
            For => "for",
            EndFor => "endfor",
        }
    }

    /// Returns the directive that ends another one.
    fn end(self) -> Self {
        if self == For { EndFor } else { EndIf }
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
                    let mark = self.mark();
                    self.escapes(token);
                    if self.failed_since(mark) {
                        self.broken_part(token);
                    }
                }
                TokenKind::Broken => self.broken_part(token),
                TokenKind::Interpolation => _ = self.sequence(token, Self::interpolation),
                TokenKind::Control => match self.sequence(token, Self::directive) {
                    Some(directive) => directives.push(directive),
                    None => (all_known, self.torn) = (false, true),
                },
                _ => {
                    if !self.recovering {
                        let found = characters::message(token, self.text).unwrap_or_else(|| {
                            Diagnostic::new(Code::UnexpectedText, "This cannot be a part of a template.")
                        });
                        self.push(found.at(token.span));
                    }
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
    fn sequence<R>(&mut self, open: Token, check: fn(&mut Self, Token) -> Option<R>) -> Option<R> {
        if !self.descend(open.span) {
            return None;
        }
        self.newlines.push(false);
        self.templates += 1;
        let result = check(self, open);
        self.templates -= 1;
        self.newlines.pop();
        self.ascend();
        result
    }

    fn interpolation(&mut self, open: Token) -> Option<()> {
        let is_valid = self.expression_in(role::INTERPOLATION).is_some();
        let close = self.peek();
        if is_valid && close.kind != TokenKind::SequenceEnd && !self.recovering {
            let found = self.no_end(role::INTERPOLATION, close, "");
            self.push(found.with_label(open.span, "the interpolation begins here").with_help(LITERAL));
        } else if close.span.is_empty() {
            self.add_broken();
        }
        self.close_past();
        None
    }

    /// Checks a directive. Returns nothing if its kind is unknown.
    fn directive(&mut self, open: Token) -> Option<(Directive, Span)> {
        let keyword = self.peek();
        let word = self.slice(keyword.span);
        let Some(directive) = Directive::ALL.into_iter().find(|directive| directive.name() == word) else {
            if !self.recovering {
                let found = self.unknown_directive(keyword);
                self.push(found);
            }
            self.skip_past(TokenKind::SequenceEnd);
            return None;
        };
        self.read();
        let is_valid = match directive {
            If => self.expression_in(role::DIRECTIVE).is_some(),
            For => {
                let names = self.for_names(&foreign::DIRECTIVE_IN);
                names.and_then(|()| self.expression_in(role::DIRECTIVE)).is_some()
            }
            _ => true,
        };
        let close = self.peek();
        if is_valid && close.kind == TokenKind::SequenceEnd {
            self.read();
        } else {
            if is_valid && !self.recovering {
                let found = self.no_end(role::DIRECTIVE, close, word);
                self.push(found);
            }
            self.skip_past(TokenKind::SequenceEnd);
        }
        Some((directive, open.span.to(close.span)))
    }

    fn unknown_directive(&self, keyword: Token) -> Diagnostic {
        const LITERAL: &str = "For the text \"%{\" itself, write \"%%{\".";
        if keyword.kind != TokenKind::Identifier {
            let detail = "A directive begins with one of the words if, else, endif, for and endfor.";
            return Diagnostic::new(Code::InvalidDirective, detail).at(keyword.span).with_help(LITERAL);
        }
        let found = self.unexpected(&foreign::DIRECTIVE_WORD, keyword, "");
        if found.help().len() > 0 {
            return found;
        }
        match name_suggestion(self.slice(keyword.span), Directive::ALL.map(Directive::name)) {
            Some(name) => {
                found.with_replacement(keyword.span, name).with_help(format!("Did you mean {name:?}?"))
            }
            None => found.with_help(LITERAL),
        }
    }

    /// Reports directives without their end, and ends without their directive.
    fn pair(&mut self, directives: Vec<(Directive, Span)>, end: Span) {
        let mark = self.mark();
        let mut open: Vec<OpenDirective> = Vec::new();
        for (directive, span) in directives {
            if matches!(directive, If | For) {
                open.push(OpenDirective { directive, span, first_else: None });
                continue;
            }
            let name = directive.name();
            let (detail, label) = match open.last_mut() {
                Some(last) if last.directive == If && directive == Else => {
                    let Some(first) = last.first_else.replace(span) else { continue };
                    let label = (first, "the first else".to_owned());
                    ("An if directive has only one else.".to_owned(), Some(label))
                }
                Some(last) if last.directive.end() == directive => {
                    open.pop();
                    continue;
                }
                Some(last) => {
                    let (begun, wanted) = (last.directive.name(), last.directive.end().name());
                    let label = (last.span, format!("the {begun} directive begins here"));
                    if directive == Else {
                        ("A for directive has no else.".to_owned(), Some(label))
                    } else {
                        open.pop();
                        (format!("This {name} ends a {begun} directive, which needs {wanted}."), Some(label))
                    }
                }
                None if directive == EndFor => {
                    (format!("There is no for directive that this {name} ends."), None)
                }
                None => (format!("There is no if directive that this {name} belongs to."), None),
            };
            let mut found = Diagnostic::new(Code::MisplacedDirective, detail).at(span);
            if let Some((at, text)) = label {
                found = found.with_label(at, text);
            }
            self.push(found);
        }
        for unclosed in open {
            let (name, wanted) = (unclosed.directive.name(), unclosed.directive.end().name());
            let detail = format!("The {name} directive has no {wanted}.");
            let found = Diagnostic::new(Code::UnclosedDirective, detail)
                .at(unclosed.span)
                .with_label(end, format!("{wanted} is expected before this"))
                .with_help(format!("Write %{{ {wanted} }} after its text."));
            self.push(found);
        }
        self.torn |= self.failed_since(mark);
    }
}
