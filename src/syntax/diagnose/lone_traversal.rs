//! Single traversals: names and constant indexes.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::TokenKind;

impl Checker<'_> {
    /// Checks a single traversal up to the first mistake.
    pub(super) fn lone_traversal(&mut self, allow_splats: bool) {
        let root = self.read();
        if root.kind != TokenKind::Identifier {
            let detail = "The name of a variable is expected first.";
            self.invalid(root.span, detail);
            return;
        }
        let mark = self.mark();
        while !self.failed_since(mark) {
            let next = self.peek();
            match next.kind {
                TokenKind::End => return,
                TokenKind::Dot => {
                    self.read();
                    let name = self.read();
                    let detail = match name.kind {
                        TokenKind::Identifier => continue,
                        TokenKind::Star => {
                            "A splat (.*) cannot be part of this. The name of an attribute is expected after the point."
                        }
                        _ => {
                            "The name of an attribute is expected after the point. An index is written in brackets."
                        }
                    };
                    self.invalid(name.span, detail);
                }
                TokenKind::OpenBracket => self.constant_index(allow_splats),
                _ => {
                    let detail = "An attribute (.name) or an index ([0], [\"key\"]) is expected here.";
                    self.invalid(next.span, detail);
                }
            }
        }
    }

    fn constant_index(&mut self, allow_splats: bool) {
        self.read();
        let key = self.peek();
        match key.kind {
            TokenKind::Number => {
                self.read();
            }
            TokenKind::OpenQuote => {
                self.string_literal("A key");
            }
            TokenKind::Star if allow_splats => {
                self.read();
            }
            TokenKind::Star => {
                let detail =
                    "A splat ([*]) cannot be part of this. A number or a string is expected as the key.";
                self.invalid(key.span, detail);
                return;
            }
            _ => {
                let detail = "The key between the brackets must be a number or a string in double quotes.";
                self.invalid(key.span, detail);
                return;
            }
        }
        let close = self.read();
        if close.kind != TokenKind::CloseBracket {
            let detail = "The closing \"]\" is expected right after the key.";
            self.invalid(close.span, detail);
        }
    }

    fn invalid(&mut self, span: Span, detail: &'static str) {
        self.push(Diagnostic::new(Code::InvalidTraversal, detail).at(span));
    }
}
