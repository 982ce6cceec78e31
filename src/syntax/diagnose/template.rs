//! Templates: interpolations, directives, and the pairing of directives with their ends.

use super::{Checker, lexical};
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

/// An `if` or `for` directive without its end so far.
struct OpenDirective {
    directive: Directive,
    span: Span,
    first_else: Option<Span>,
}

impl Directive {
    fn name(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Else => "else",
            Self::EndIf => "endif",
            Self::For => "for",
            Self::EndFor => "endfor",
        }
    }

    /// Returns the directive that ends another one.
    fn end(self) -> Self {
        if self == Self::For { Self::EndFor } else { Self::EndIf }
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
                TokenKind::Interpolation => self.interpolation(token),
                TokenKind::Control => match self.control(token) {
                    Some(directive) => directives.push(directive),
                    None => (all_known, self.torn) = (false, true),
                },
                _ => {
                    if !self.recovering {
                        let found = lexical::message(token, self.text).unwrap_or_else(|| {
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

    fn interpolation(&mut self, open: Token) {
        if !self.descend(open.span) {
            return;
        }
        self.newlines.push(false);
        let is_valid = self.valid_expression().is_some();
        let close = self.peek();
        if is_valid && close.kind != TokenKind::SequenceEnd && !self.recovering {
            let found = self.unended_interpolation(open, close);
            self.push(found);
        } else if close.span.is_empty() {
            self.add_broken();
        }
        self.close_past();
        self.newlines.pop();
        self.ascend();
    }

    /// Returns the diagnostic for a token in the place of the end of an interpolation.
    fn unended_interpolation(&self, open: Token, next: Token) -> Diagnostic {
        const LITERAL: &str = "For the text \"${\" itself, as in a shell script, write \"$${\".";
        // `${HOME:-/root}`, `${name%.txt}`, `${name^^}`
        let is_shell = matches!(next.kind, TokenKind::Colon | TokenKind::Bitwise | TokenKind::Invalid);
        if !is_shell && let Some(found) = self.specific_after_value(open.span, next) {
            return found;
        }
        let detail = "The closing \"}\" or an operator is expected after the expression.";
        Diagnostic::new(Code::InvalidInterpolation, detail)
            .at(next.span)
            .with_label(open.span, "the interpolation begins here")
            .with_help(LITERAL)
    }

    /// Checks a directive. Returns nothing if its kind is unknown.
    fn control(&mut self, open: Token) -> Option<(Directive, Span)> {
        if !self.descend(open.span) {
            return None;
        }
        self.newlines.push(false);
        let directive = self.directive(open);
        self.newlines.pop();
        self.ascend();
        directive
    }

    fn directive(&mut self, open: Token) -> Option<(Directive, Span)> {
        let keyword = self.peek();
        let (directive, is_valid) = match (keyword.kind, self.slice(keyword.span)) {
            (TokenKind::Identifier, "if") => {
                self.read();
                (Directive::If, self.expression_before(&[TokenKind::SequenceEnd]).is_some())
            }
            (TokenKind::Identifier, "for") => {
                self.read();
                let names = self.for_names(Code::InvalidDirective);
                let is_valid =
                    names.and_then(|()| self.expression_before(&[TokenKind::SequenceEnd])).is_some();
                (Directive::For, is_valid)
            }
            (TokenKind::Identifier, word @ ("else" | "endif" | "endfor")) => {
                self.read();
                let directive = match word {
                    "else" => Directive::Else,
                    "endif" => Directive::EndIf,
                    _ => Directive::EndFor,
                };
                (directive, true)
            }
            _ => {
                if !self.recovering {
                    let found = self.unknown_directive(keyword);
                    self.push(found);
                }
                self.skip_past(TokenKind::SequenceEnd);
                return None;
            }
        };
        let close = self.peek();
        let span = open.span.to(close.span);
        if is_valid && close.kind == TokenKind::SequenceEnd {
            self.read();
        } else {
            if is_valid && !self.recovering {
                let word = self.slice(keyword.span);
                let detail = format!("The closing \"}}\" of the directive {word:?} is expected here.");
                let mut found = Diagnostic::new(Code::InvalidDirective, detail).at(close.span);
                if directive == Directive::Else && self.at_keyword("if") {
                    found = found.with_help("Put another if directive, with its own endif, after the else.");
                }
                self.push(found);
            }
            self.skip_past(TokenKind::SequenceEnd);
        }
        Some((directive, span))
    }

    fn unknown_directive(&self, keyword: Token) -> Diagnostic {
        const LITERAL: &str = "For the text \"%{\" itself, write \"%%{\".";
        let written = self.slice(keyword.span);
        let at = |detail: String| Diagnostic::new(Code::InvalidDirective, detail).at(keyword.span);
        if keyword.kind != TokenKind::Identifier {
            let detail = "A directive begins with one of the words if, else, endif, for and endfor.";
            return at(detail.to_owned()).with_help(LITERAL);
        }
        let found = at(format!(
            "There is no directive {written:?}. The directives are if, else, endif, for and endfor."
        ));
        match written {
            "end" | "fi" | "done" => {
                found.with_help("An if directive ends with %{ endif }, a for directive with %{ endfor }.")
            }
            "elif" | "elsif" | "elseif" => {
                found.with_help("Put another if directive, with its own endif, after an else.")
            }
            _ => match name_suggestion(written, ["if", "for", "else", "endif", "endfor"]) {
                Some(name) => {
                    found.with_replacement(keyword.span, name).with_help(format!("Did you mean {name:?}?"))
                }
                None => found.with_help(LITERAL),
            },
        }
    }

    /// Reports directives without their end, and ends without their directive.
    fn pair(&mut self, directives: Vec<(Directive, Span)>, end: Span) {
        let mark = self.mark();
        let mut open: Vec<OpenDirective> = Vec::new();
        for (directive, span) in directives {
            if matches!(directive, Directive::If | Directive::For) {
                open.push(OpenDirective { directive, span, first_else: None });
                continue;
            }
            let misplaced = |detail: String| Diagnostic::new(Code::MisplacedDirective, detail).at(span);
            let name = directive.name();
            let found = match (open.last_mut(), directive) {
                (None, Directive::EndFor) => {
                    Some(misplaced(format!("There is no for directive that this {name} ends.")))
                }
                (None, _) => {
                    Some(misplaced(format!("There is no if directive that this {name} belongs to.")))
                }
                (Some(OpenDirective { directive: Directive::If, first_else, .. }), Directive::Else) => {
                    match first_else.replace(span) {
                        None => continue,
                        Some(first) => {
                            let detail = "An if directive has only one else.".to_owned();
                            self.push(misplaced(detail).with_label(first, "the first else"));
                            continue;
                        }
                    }
                }
                (Some(last), _) if last.directive.end() == directive => None,
                (Some(last), _) => {
                    let (begun, wanted) = (last.directive.name(), last.directive.end().name());
                    let detail = if directive == Directive::Else {
                        "A for directive has no else.".to_owned()
                    } else {
                        format!("This {name} ends a {begun} directive, which needs {wanted}.")
                    };
                    Some(
                        misplaced(detail).with_label(last.span, format!("the {begun} directive begins here")),
                    )
                }
            };
            if directive != Directive::Else {
                open.pop();
            }
            if let Some(found) = found {
                self.push(found);
            }
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
