//! Templates: interpolations, directives, and the pairing of directives with their ends.

use super::Checker;
use crate::diag::name_hint;
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
    in_else: bool,
}

impl Checker<'_> {
    /// Checks a template and reads the token that ends it.
    pub(super) fn template(&mut self, end: TokenKind) {
        let start = self.peek().span;
        let mut directives = Vec::new();
        let last = loop {
            let token = self.read();
            match token.kind {
                kind if kind == end => break token.span,
                TokenKind::StringLiteral => {}
                TokenKind::QuotedLiteral => self.escapes(token),
                TokenKind::Interpolation => self.interpolation(start, end),
                TokenKind::Control => directives.extend(self.control(token, start)),
                _ => {
                    if !self.recovering {
                        let detail = match end {
                            TokenKind::CloseHeredoc => {
                                "The marker that ends this heredoc is missing. It must stand on a line of its own, with a newline \
                                 after it."
                            }
                            _ => "The closing quote of this string is missing.",
                        };
                        self.error_within(
                            token.span,
                            start.to(token.span),
                            "Unterminated template string",
                            detail,
                        );
                    }
                    break if token.kind == TokenKind::End { token.span } else { self.skip_past(end).span };
                }
            }
        };
        self.pair(&directives, last);
    }

    fn interpolation(&mut self, start: Span, end: TokenKind) {
        let opening = self.previous();
        if !self.descend(opening) {
            return;
        }
        self.newlines.push(false);
        self.expression();
        let close = self.peek();
        if close.kind == TokenKind::SequenceEnd {
            self.read();
        } else {
            if !self.recovering {
                self.unclosed_interpolation(close, start, end);
            }
            self.skip_past(TokenKind::SequenceEnd);
        }
        self.newlines.pop();
        self.ascend();
    }

    fn unclosed_interpolation(&mut self, close: Token, start: Span, end: TokenKind) {
        const EXTRA: &str = "Extra characters after interpolation expression";
        const UNCLOSED: &str = "Unclosed template interpolation sequence";
        let context = start.to(close.span);
        match close.kind {
            TokenKind::End => {
                self.error(
                    start,
                    UNCLOSED,
                    "The \"}\" that closes an interpolation is missing before the end of the text.",
                );
            }
            TokenKind::Colon => {
                let detail = "The expression ends before this colon. If \"${\" is meant for another language, write \"$${\".";
                self.error_within(close.span, context, EXTRA, detail);
            }
            TokenKind::OpenQuote | TokenKind::CloseQuote if end == TokenKind::CloseQuote => {
                self.error(
                    start,
                    UNCLOSED,
                    "The \"}\" that closes an interpolation is missing before the end of the string.",
                );
            }
            _ => {
                let detail = "The expression ends before this; the closing \"}\" is expected. If \"${\" is meant for another language, \
                              as in a shell script, write \"$${\".";
                self.error_within(close.span, context, EXTRA, detail);
            }
        }
    }

    /// Checks a directive. Returns nothing if its kind is unknown.
    fn control(&mut self, open: Token, start: Span) -> Option<(Directive, Span)> {
        if !self.descend(open.span) {
            return None;
        }
        self.newlines.push(false);
        let directive = self.directive(open, start);
        self.newlines.pop();
        self.ascend();
        directive
    }

    fn directive(&mut self, open: Token, start: Span) -> Option<(Directive, Span)> {
        let keyword = self.peek();
        if keyword.kind != TokenKind::Identifier {
            if !self.recovering {
                let detail = "A directive begins with one of the keywords if, else, endif, for and endfor. If \"%{\" is meant for \
                              another language, write \"%%{\".";
                self.error_within(
                    keyword.span,
                    open.span.to(keyword.span),
                    "Invalid template directive",
                    detail,
                );
            }
            self.skip_past(TokenKind::SequenceEnd);
            return None;
        }
        self.read();
        let (directive, extra) = match self.slice(keyword.span) {
            "if" => {
                self.expression();
                (Directive::If, "Extra characters in if marker")
            }
            "else" => (Directive::Else, "Extra characters in else marker"),
            "endif" => (Directive::EndIf, "Extra characters in endif marker"),
            "for" => {
                self.for_directive()?;
                (Directive::For, "Extra characters in for marker")
            }
            "endfor" => (Directive::EndFor, "Extra characters in endfor marker"),
            other => {
                if !self.recovering {
                    let hint = name_hint(other, ["if", "for", "else", "endif", "endfor"]);
                    let detail = format!("{other:?} is no directive.{hint}");
                    let context = open.span.to(keyword.span);
                    self.error_within(keyword.span, context, "Invalid template control keyword", detail);
                }
                self.skip_past(TokenKind::SequenceEnd);
                return None;
            }
        };
        let close = self.peek();
        let span = open.span.to(close.span);
        if close.kind == TokenKind::SequenceEnd {
            self.read();
        } else {
            if !self.recovering {
                let detail = "The closing \"}\" of the directive is expected here.";
                self.error_within(close.span, start.to(close.span), extra, detail);
            }
            self.skip_past(TokenKind::SequenceEnd);
        }
        Some((directive, span))
    }

    /// Checks the names and the collection of a `for` directive.
    fn for_directive(&mut self) -> Option<()> {
        self.for_directive_name("The name of a variable is expected after 'for'.")?;
        if self.peek_kind() == TokenKind::Comma {
            self.read();
            self.for_directive_name(
                "The name of a second variable, for the value, is expected after the comma.",
            )?;
        }
        if !self.at_keyword("in") {
            return self
                .for_directive_mistake("The keyword 'in' and a collection are expected after the names.");
        }
        self.read();
        self.expression();
        Some(())
    }

    fn for_directive_name(&mut self, detail: &str) -> Option<()> {
        if self.peek_kind() != TokenKind::Identifier {
            return self.for_directive_mistake(detail);
        }
        self.read();
        Some(())
    }

    fn for_directive_mistake(&mut self, detail: &str) -> Option<()> {
        if !self.recovering {
            let next = self.peek();
            self.error(next.span, "Invalid 'for' directive", detail);
        }
        self.skip_past(TokenKind::SequenceEnd);
        None
    }

    /// Reports directives without their end, and ends without their directive.
    fn pair(&mut self, directives: &[(Directive, Span)], end: Span) {
        let mut open: Vec<OpenDirective> = Vec::new();
        for &(directive, span) in directives {
            let Some(innermost) =
                open.last_mut().filter(|_| !matches!(directive, Directive::If | Directive::For))
            else {
                if matches!(directive, Directive::If | Directive::For) {
                    open.push(OpenDirective { directive, span, in_else: false });
                } else {
                    let detail = "There is no directive before this that it could belong to.";
                    self.error(span, unexpected(directive), detail);
                }
                continue;
            };
            let detail = match (innermost.directive, directive) {
                (Directive::If, Directive::EndIf) | (Directive::For, Directive::EndFor) => None,
                (Directive::If, Directive::Else) if !innermost.in_else => {
                    innermost.in_else = true;
                    continue;
                }
                (Directive::If, Directive::Else) => {
                    Some("The if directive that this would belong to has an else already.")
                }
                (Directive::If, _) => {
                    Some("The directive that is open here is an if; its endif is expected first.")
                }
                (_, Directive::Else) => Some("A for directive has no else."),
                (..) => Some("The directive that is open here is a for; its endfor is expected first."),
            };
            open.pop();
            if let Some(detail) = detail {
                self.error(span, unexpected(directive), detail);
            }
        }
        while let Some(unclosed) = open.pop() {
            let line = self.line_of(unclosed.span);
            let (name, wanted) = match unclosed.directive {
                Directive::For => ("for", "endfor"),
                _ => ("if", "endif"),
            };
            let detail = format!("The {name} directive in line {line} is not ended. Add %{{ {wanted} }}.");
            self.error(end, "Unexpected end of template", detail);
        }
    }
}

fn unexpected(directive: Directive) -> &'static str {
    match directive {
        Directive::Else => "Unexpected else directive",
        Directive::EndIf => "Unexpected endif directive",
        _ => "Unexpected endfor directive",
    }
}
