//! Bodies, attributes and blocks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Checker, tokens, words};
use crate::diag::{Code, Diagnostic};
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
    /// Checks the body of a file.
    pub(super) fn file(&mut self) -> Outline {
        let mut outline = Outline::default();
        if self.descend(Span::at(0)) {
            self.items(&mut outline);
            self.ascend();
        }
        outline
    }

    /// Checks the items of a body, up to its end.
    fn items(&mut self, outline: &mut Outline) {
        let mut names: HashMap<&str, Span> = HashMap::new();
        loop {
            let next = self.peek();
            match next.kind {
                kind if kind.closes() || kind == TokenKind::End => return,
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => {
                    let item = self.item();
                    if let Some(name) = item.attribute {
                        match names.entry(self.slice(name)) {
                            Entry::Vacant(entry) => _ = entry.insert(name),
                            Entry::Occupied(first) => {
                                let first = *first.get();
                                self.redefined(name, first);
                                continue;
                            }
                        }
                    }
                    outline.items.extend(item.outline);
                }
                _ => {
                    self.recovering = false;
                    self.misplaced(next);
                    self.skip_item();
                    if next.kind.continues_value() {
                        self.skip_continued_lines();
                    }
                }
            }
        }
    }

    fn redefined(&mut self, name: Span, first: Span) {
        let text = self.slice(name);
        let detail = format!("The attribute {text:?} is already set in this body. Remove one of the two.");
        let diagnostic = Diagnostic::new(Code::DuplicateAttribute, detail)
            .at(name)
            .with_label(first, format!("{text:?} is set here first"));
        self.push(diagnostic);
    }

    /// Reports a token that begins neither an attribute nor a block.
    fn misplaced(&mut self, token: Token) {
        if token.kind == TokenKind::Broken {
            return self.start_recovery();
        }
        let found = self.not_an_item(token);
        self.push(found);
    }

    fn item(&mut self) -> Item {
        // Recovery ends with the item before.
        self.recovering = false;
        let (mark, recoveries) = (self.mark(), self.recoveries);
        let name = self.read();
        let (attribute, broken) = match self.peek_kind() {
            TokenKind::Equals => {
                self.attribute(name);
                (Some(name.span), None)
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier | TokenKind::Broken => {
                (None, self.block(name))
            }
            _ if self.is_block_header() => (None, self.block(name)),
            _ => {
                self.no_item(name);
                (None, None)
            }
        };
        let span = name.span.to(self.previous());
        let is_valid = !self.failed_since(mark) && self.recoveries == recoveries && self.is_intact(span);
        let outline = if is_valid { Some(OutlineItem::Valid(span)) } else { broken };
        Item { attribute, outline }
    }

    /// Reports a name that begins neither an attribute nor a block because of the next token.
    fn no_item(&mut self, name: Token) {
        let found = self.not_an_item_after_name(name, self.peek());
        self.push(found);
        self.skip_item();
    }

    /// Checks an attribute after its name.
    fn attribute(&mut self, name: Token) {
        self.read();
        if self.expression_before(&[TokenKind::Newline]).is_none() {
            return self.skip_item();
        }
        let end = self.peek();
        if matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
            return;
        }
        if !self.recovering {
            let found = self.no_end_of_attribute(name, end);
            self.push(found);
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
                TokenKind::Identifier | TokenKind::Broken => labels.push(self.read().span),
                _ => {
                    self.bad_header(name, &labels, token);
                    match self.brace_of_header(token) {
                        Some(open) => break open,
                        None => {
                            self.skip_item();
                            return None;
                        }
                    }
                }
            }
        };
        let header_is_valid = !self.failed_since(mark);
        let level = self.level();
        self.recovering = false;
        let mut body = Outline::default();
        if self.descend(open.span) {
            match self.peek_kind() {
                TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace => self.items(&mut body),
                _ => self.single_line_body(&mut body),
            }
            self.ascend();
        }
        self.leave(level - 1);
        let braces = open.span.to(self.previous());
        let end = self.peek();
        if matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
        } else {
            let found = self.no_end_of_block(end);
            self.push(found);
            self.skip_item();
        }
        header_is_valid.then_some(OutlineItem::Block { name: name.span, labels, braces, body })
    }

    fn bad_header(&mut self, name: Token, labels: &[Span], token: Token) {
        let is_reported = labels.last().is_some_and(|label| tokens::is_covered(&self.covered, *label));
        if !(is_reported && matches!(token.kind, TokenKind::Newline | TokenKind::End)) {
            let found = self.bad_block_header(name, labels, token);
            self.push(found);
        }
    }

    /// Returns whether the rest of the line is that of the header of a block.
    fn is_block_header(&self) -> bool {
        let line = words::rest_of_line(self.text, self.peek().span.start as usize);
        line.trim_end().ends_with('{') && !line.contains('=')
    }

    /// Reads the brace of a block after a mistake in its header. With an equals sign, braces are
    /// those of an object.
    fn brace_of_header(&mut self, mistake: Token) -> Option<Token> {
        if mistake.kind == TokenKind::Newline {
            let before = self.next;
            while self.peek_kind() == TokenKind::Newline {
                self.read();
            }
            if self.peek_kind() != TokenKind::OpenBrace {
                self.next = before;
                return None;
            }
            return Some(self.read());
        }
        self.skip_to(|kind| matches!(kind, TokenKind::OpenBrace | TokenKind::Newline));
        (mistake.kind != TokenKind::Equals && self.peek_kind() == TokenKind::OpenBrace).then(|| self.read())
    }

    /// Checks the body of a one-line block, which has at most one attribute.
    fn single_line_body(&mut self, outline: &mut Outline) {
        let mark = self.mark();
        self.single_line_attribute();
        if self.failed_since(mark) && self.peek_kind() != TokenKind::Newline {
            return;
        }
        let next = self.peek();
        match next.kind {
            TokenKind::CloseBrace | TokenKind::End => {}
            TokenKind::Newline => {
                if !self.failed_since(mark) {
                    self.push(one_line_block(
                        next.span,
                        "This block has an attribute on the line of its \"{\", but its \"}\" is on another line.",
                        "Put the attribute on a line of its own, or the \"}\" on this line.",
                    ));
                }
                self.items(outline);
            }
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::Identifier => self.push(one_line_block(
                next.span,
                "A block on one line has only one attribute.",
                "Put the braces and each attribute on lines of their own.",
            )),
            _ => self.push(one_line_block(
                next.span,
                "The closing \"}\" is expected after the only attribute of a block on one line.",
                "Put the attribute on a line of its own.",
            )),
        }
    }

    fn single_line_attribute(&mut self) {
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            let found = self.not_an_item(name);
            self.push(found);
            return self.skip_to(|kind| kind == TokenKind::Newline);
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Equals => {
                self.read();
                let ends =
                    [TokenKind::CloseBrace, TokenKind::Comma, TokenKind::Semicolon, TokenKind::Newline];
                if self.expression_before(&ends).is_none() {
                    self.skip_to(|kind| kind == TokenKind::Newline);
                }
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                self.push(one_line_block(
                    name.span,
                    "A block on one line has only an attribute in it, not another block.",
                    "Put the inner block on lines of its own, or write an equals sign after the name of an attribute.",
                ));
                self.skip_to(|kind| kind == TokenKind::Newline);
            }
            _ => self.no_item(name),
        }
    }
}

fn one_line_block(span: Span, detail: &'static str, help: &'static str) -> Diagnostic {
    Diagnostic::new(Code::InvalidOneLineBlock, detail).at(span).with_help(help)
}
