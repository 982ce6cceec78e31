//! Single traversals: names and constant indexes.

use super::Checker;
use crate::syntax::token::TokenKind;

impl Checker<'_> {
    /// Checks a single traversal up to the first mistake.
    pub(super) fn lone_traversal(&mut self, allow_splats: bool) {
        let root = self.read();
        if root.kind != TokenKind::Identifier {
            let detail = "A traversal begins with the name of a variable.";
            self.error(root.span, "Variable name required", detail);
            return;
        }
        let mark = self.mark();
        while !self.failed_since(mark) {
            let next = self.peek();
            let context = root.span.to(next.span);
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
                    let context = root.span.to(name.span);
                    self.error_within(name.span, context, "Attribute name required", detail);
                }
                TokenKind::OpenBracket => self.constant_index(allow_splats),
                _ => {
                    let detail = "Only attributes (\".name\") and constant indexes (\"[0]\", \"[\\\"key\\\"]\") can follow here.";
                    self.error_within(next.span, context, "Invalid character", detail);
                }
            }
        }
    }

    fn constant_index(&mut self, allow_splats: bool) {
        let open = self.read();
        let key = self.peek();
        let context = open.span.to(key.span);
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
                self.error_within(key.span, context, "Attribute name required", detail);
                return;
            }
            _ => {
                let detail = "The key between the brackets must be a number or a string in double quotes.";
                self.error_within(key.span, context, "Index value required", detail);
                return;
            }
        }
        let close = self.read();
        if close.kind != TokenKind::CloseBracket {
            let context = open.span.to(close.span);
            let detail = "The closing \"]\" is expected right after the key.";
            self.error_within(close.span, context, "Unclosed index brackets", detail);
        }
    }
}
