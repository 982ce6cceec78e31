//! Bodies, attributes and blocks.

use std::collections::HashMap;

use super::Checker;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The valid parts of a body.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) items: Vec<OutlineItem>,
}

/// An attribute or a block that can be used although other parts of the file are invalid.
#[derive(Debug)]
pub(crate) enum OutlineItem {
    /// The grammar accepts it.
    Valid(Span),
    /// A block with something invalid between its braces.
    Block { name: Span, labels: Vec<Span>, braces: Span, body: Outline },
}

/// An attribute or block that was checked.
struct Item {
    /// The name of an attribute, valid or not.
    attribute: Option<Span>,
    outline: Option<OutlineItem>,
}

impl Checker<'_> {
    /// Checks a body up to `end`, which is a brace or the end of the file.
    pub(super) fn body(&mut self, end: TokenKind) -> Outline {
        let opening = self.previous();
        let mut outline = Outline::default();
        if !self.descend(opening) {
            return outline;
        }
        let mut names: HashMap<&str, Span> = HashMap::new();
        loop {
            let next = self.peek();
            match next.kind {
                kind if kind == end => {
                    self.read();
                    break;
                }
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => {
                    let item = self.item();
                    let Some(name) = item.attribute else {
                        outline.items.extend(item.outline);
                        continue;
                    };
                    let text = self.slice(name);
                    match names.get(text) {
                        None => {
                            names.insert(text, name);
                            outline.items.extend(item.outline);
                        }
                        Some(first) => {
                            let line = self.line_of(*first);
                            let detail = format!(
                                "The argument {text:?} was already set in line {line}. Each argument may be set only once."
                            );
                            self.error(name, "Attribute redefined", detail);
                        }
                    }
                }
                _ => {
                    self.read();
                    self.misplaced(next, end, opening);
                    self.skip_past(end);
                    break;
                }
            }
        }
        self.ascend();
        outline
    }

    /// Reports a token that begins neither an attribute nor a block.
    fn misplaced(&mut self, token: Token, end: TokenKind, opening: Span) {
        if self.recovering {
            return;
        }
        match token.kind {
            TokenKind::OpenQuote => {
                let detail = "The name of an argument and the type of a block are written without quotes.";
                self.error(token.span, "Invalid argument name", detail);
            }
            TokenKind::End if end == TokenKind::CloseBrace => {
                let detail = "This block is not closed before the end of the file. Add the missing \"}\"; it may be missing \
                              from a block further inside.";
                self.error(opening, "Unclosed configuration block", detail);
            }
            TokenKind::OpenBrace if end == TokenKind::End => {
                let detail = "An argument (name = value) or a block (type { … }) is expected here. HCL JSON is read from files \
                              whose names end in .json.";
                self.error(token.span, "Argument or block definition required", detail);
            }
            _ => {
                let detail = "An argument (name = value) or a block (type { … }) is expected here.";
                self.error(token.span, "Argument or block definition required", detail);
            }
        }
    }

    fn item(&mut self) -> Item {
        // Recovery ends with the item before.
        self.recovering = false;
        let (mark, recoveries) = (self.mark(), self.recoveries);
        let name = self.read();
        match self.peek_kind() {
            TokenKind::Equals => {
                self.attribute(name, false);
                let is_valid = !self.failed_since(mark) && self.recoveries == recoveries;
                let span = name.span.to(self.previous());
                let outline = is_valid.then_some(OutlineItem::Valid(span));
                Item { attribute: Some(name.span), outline }
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let broken = self.block(name);
                let is_valid = !self.failed_since(mark) && self.recoveries == recoveries;
                let span = name.span.to(self.previous());
                let outline = if is_valid { Some(OutlineItem::Valid(span)) } else { broken };
                Item { attribute: None, outline }
            }
            kind => {
                self.no_item(name, kind);
                Item { attribute: None, outline: None }
            }
        }
    }

    /// Reports a name that begins neither an attribute nor a block because of the next token.
    fn no_item(&mut self, name: Token, next: TokenKind) {
        let text = self.slice(name.span);
        let detail = if next == TokenKind::Colon {
            format!("Use an equals sign, not a colon, to set an argument: {text} = …")
        } else {
            format!(
                "To set the argument {text:?}, write \"=\" and its value after it; for a block, write \"{{\"."
            )
        };
        self.skip_item();
        self.error(name.span, "Argument or block definition required", detail);
    }

    /// Checks an attribute after its name. In a one-line block, its end is not checked here.
    fn attribute(&mut self, name: Token, single_line: bool) {
        self.read();
        if self.valid_expression().is_none() {
            return self.skip_item();
        }
        if single_line {
            return;
        }
        let end = self.peek();
        if matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
            return;
        }
        if !self.recovering {
            let context = name.span.to(end.span);
            if end.kind == TokenKind::Comma {
                let detail = "Arguments are separated by newlines, not by commas. Put the next one on a line of its own.";
                self.error_within(end.span, context, "Unexpected comma after argument", detail);
            } else {
                let detail =
                    "The value ends before this. Begin a new line here, or connect it by an operator.";
                self.error_within(end.span, context, "Missing newline after argument", detail);
            }
        }
        self.skip_item();
    }

    /// Checks a block after its type. Returns the block if its header is valid, even if its body is
    /// not.
    fn block(&mut self, name: Token) -> Option<OutlineItem> {
        let mut labels = Vec::new();
        let mark = self.mark();
        let open = loop {
            let token = self.peek();
            match token.kind {
                TokenKind::OpenBrace => break self.read(),
                TokenKind::OpenQuote => labels.push(self.string_literal("A label")),
                TokenKind::Identifier => labels.push(self.read().span),
                _ => {
                    self.bad_header(name, token);
                    self.skip_item();
                    return None;
                }
            }
        };
        let header_is_valid = !self.failed_since(mark);
        let body = match self.peek_kind() {
            TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace => self.body(TokenKind::CloseBrace),
            _ => {
                self.single_line_body(name, open);
                Outline::default()
            }
        };
        let braces = open.span.to(self.previous());
        let end = self.peek();
        if matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
        } else {
            if !self.recovering {
                let detail = "The block ends before this. Begin a new line here.";
                self.error_within(
                    end.span,
                    name.span.to(end.span),
                    "Missing newline after block definition",
                    detail,
                );
            }
            self.skip_item();
        }
        header_is_valid.then_some(OutlineItem::Block { name: name.span, labels, braces, body })
    }

    fn bad_header(&mut self, name: Token, token: Token) {
        let detail = match token.kind {
            TokenKind::Equals => {
                "With \"=\" this is an argument, which has one name and no labels. Remove the \"=\" for a block, or the other \
                 words for an argument."
            }
            TokenKind::Newline => "A block needs its opening \"{\" on the line of its type and labels.",
            _ if self.recovering => return,
            _ => {
                "A label (a name, or a string in quotes) or the opening \"{\" of the block is expected here."
            }
        };
        self.error_within(token.span, name.span.to(token.span), "Invalid block definition", detail);
    }

    /// Checks the body of a one-line block, which has at most one attribute.
    fn single_line_body(&mut self, block: Token, open: Token) {
        let mark = self.mark();
        self.single_line_attribute();
        let inner = self.diagnostics.split_off(mark);
        let next = self.peek();
        let summary = "Invalid single-argument block definition";
        match next.kind {
            TokenKind::CloseBrace => {
                self.read();
            }
            TokenKind::Comma => {
                let detail =
                    "A block on one line can hold only one argument. Put each argument on a line of its own.";
                self.error(next.span, summary, detail);
                self.skip_past(TokenKind::CloseBrace);
            }
            TokenKind::Newline => {
                let detail = "A block that has an argument on the line of its \"{\" must have its \"}\" there too. Put the \
                              argument on a line of its own, or the \"}\" right behind it.";
                self.error(next.span, summary, detail);
                self.skip_past(TokenKind::CloseBrace);
            }
            kind => {
                if !self.recovering {
                    if kind == TokenKind::End {
                        let detail =
                            "This block is not closed before the end of the file. Add the missing \"}\".";
                        let context = block.span.to(open.span);
                        self.error_within(open.span, context, "Unclosed configuration block", detail);
                    } else {
                        let detail =
                            "The closing \"}\" of the block is expected right after its only argument.";
                        self.error(next.span, summary, detail);
                    }
                }
                self.skip_past(TokenKind::CloseBrace);
            }
        }
        self.diagnostics.extend(inner);
    }

    fn single_line_attribute(&mut self) {
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            self.skip_item();
            let detail = "An argument (name = value) is expected here.";
            return self.error(name.span, "Argument or block definition required", detail);
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Equals => self.attribute(name, true),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                self.skip_item();
                let detail = format!(
                    "A block on one line can hold only one argument. For the argument {:?} write \"=\" after it; put a block on \
                     a line of its own.",
                    self.slice(name.span)
                );
                self.error(name.span.to(next.span), "Argument definition required", detail);
            }
            kind => self.no_item(name, kind),
        }
    }
}
