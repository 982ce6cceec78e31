//! Bodies, attributes and blocks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::expected::role;
use super::{Checker, extent, foreign, reader};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Checks the body of a file.
    pub(super) fn file(&mut self) {
        if self.descend(Span::at(0)) {
            self.items(None);
            self.ascend();
        }
    }

    /// Checks the items of a body, up to its end. The first attribute may be checked already.
    fn items(&mut self, first: Option<Span>) {
        let mut names: HashMap<&str, Span> = HashMap::new();
        names.extend(first.map(|name| (self.slice(name), name)));
        loop {
            let next = self.peek();
            let mark = self.out.len();
            match next.kind {
                kind if kind.closes() || kind == TokenKind::End => {
                    // The last item of a body may have no newline.
                    return self.add(TokenKind::Newline);
                }
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => {
                    let Some(name) = self.item() else { continue };
                    match names.entry(self.slice(name)) {
                        Entry::Vacant(entry) => _ = entry.insert(name),
                        Entry::Occupied(first) => {
                            let first = *first.get();
                            if self.is_set(name) && self.is_set(first) {
                                self.redefined(name, first);
                            }
                            self.out.truncate(mark);
                        }
                    }
                }
                _ => {
                    self.recovering = false;
                    self.misplaced(next);
                    self.drop_item(mark);
                    if next.kind.continues_value() {
                        self.skip_continued_lines();
                    }
                }
            }
        }
    }

    /// Returns whether an equals sign follows a name, so that it is that of an attribute.
    fn is_set(&self, name: Span) -> bool {
        let after = self.text[name.end as usize..].trim_start_matches([' ', '\t']);
        after.starts_with('=') && !after.starts_with("==")
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
        if token.kind != TokenKind::Broken {
            let found = self.not_an_item(token);
            self.push(found);
        }
    }

    /// Checks an attribute or a block, and returns the name of an attribute.
    fn item(&mut self) -> Option<Span> {
        // Recovery from an earlier item ends here.
        (self.recovering, self.torn) = (false, false);
        let name = self.read();
        match self.peek_kind() {
            TokenKind::Equals => self.attribute(name),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier | TokenKind::Broken => {
                self.block(name);
                return None;
            }
            _ if self.is_block_header() => {
                self.block(name);
                return None;
            }
            _ => {
                self.no_item(name);
                self.skip_item();
            }
        }
        Some(name.span)
    }

    /// Reports a name that begins neither an attribute nor a block because of the next token. It is
    /// written as an attribute.
    fn no_item(&mut self, name: Token) {
        let found = self.not_an_item_after_name(name, self.peek());
        self.push(found);
        self.add(TokenKind::Equals);
        self.add_broken();
    }

    /// Checks an attribute after its name.
    fn attribute(&mut self, name: Token) {
        let (mark, item) = (self.mark(), self.out.len() - 1);
        self.read();
        let is_valid = self.expression_in(role::ATTRIBUTE).is_some();
        let end = self.peek();
        if is_valid && !matches!(end.kind, TokenKind::Newline | TokenKind::End) && !self.recovering {
            let written = format!("{:?}", self.slice(name.span));
            let found = self.no_end(role::ATTRIBUTE, end, &written);
            self.push(found);
        }
        if is_valid && matches!(end.kind, TokenKind::Comma | TokenKind::Semicolon) {
            self.drop_item(self.out.len());
        } else {
            self.skip_item();
        }
        self.check_attribute(name, mark, item);
    }

    /// Makes sure that an attribute with a mistake is written as the grammar accepts it.
    fn check_attribute(&mut self, name: Token, mark: usize, item: usize) {
        let span = name.span.to(self.previous());
        if self.failed_since(mark) || !self.is_intact(span) {
            self.check_written(item, item + 2);
        }
    }

    /// Checks a block after its type.
    fn block(&mut self, name: Token) {
        let is_open = self.header(name);
        let level = self.level();
        if is_open && self.descend(self.previous()) {
            match self.peek_kind() {
                TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace => self.items(None),
                _ => self.single_line_body(),
            }
            self.ascend();
        }
        if is_open {
            self.leave(level);
            let mark = self.out.len();
            self.skip_to(|_| false);
            self.out.truncate(mark);
            self.read();
        } else {
            self.add(TokenKind::OpenBrace);
            self.add(TokenKind::CloseBrace);
        }
        let end = self.peek();
        if is_open && !matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            let found = self.unexpected(&foreign::BLOCK_END, end, "");
            self.push(found);
        }
        self.drop_item(self.out.len());
    }

    /// Checks the labels and the brace of a block. Returns whether there is a brace.
    fn header(&mut self, name: Token) -> bool {
        let mut labels = Vec::new();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::OpenBrace => {
                    self.read();
                    return true;
                }
                TokenKind::OpenQuote => labels.push(self.label()),
                TokenKind::Identifier | TokenKind::Broken => labels.push(self.read().span),
                _ => {
                    let mark = self.out.len();
                    self.bad_header(name, &labels, token);
                    self.skip_to_brace(token);
                    self.out.truncate(mark);
                    if self.peek_kind() == TokenKind::OpenBrace && token.kind != TokenKind::Equals {
                        self.recovering = false;
                        self.read();
                        return true;
                    }
                    return false;
                }
            }
        }
    }

    /// Checks a label in quotes.
    fn label(&mut self) -> Span {
        let (mark, out) = (self.mark(), self.out.len());
        let span = self.string_literal("A label");
        if self.failed_since(mark) {
            self.patch(out, span.start);
        }
        span
    }

    fn bad_header(&mut self, name: Token, labels: &[Span], token: Token) {
        let is_reported = labels.last().is_some_and(|label| reader::is_covered(&self.covered, *label));
        if !(is_reported && matches!(token.kind, TokenKind::Newline | TokenKind::End)) {
            let found = self.bad_block_header(name, labels, token);
            self.push(found);
        }
    }

    /// Returns whether the rest of the line is that of the header of a block, or the brace of a
    /// block begins the next line.
    fn is_block_header(&self) -> bool {
        let start = self.peek().span.start as usize;
        let line = extent::rest_of_line(self.text, start).trim_end();
        line.ends_with('{') && !line.contains('=')
            || line.is_empty() && self.text[start..].trim_start().starts_with('{')
    }

    /// Skips to the brace of a block after a mistake in its header, which may be on the next line.
    fn skip_to_brace(&mut self, mistake: Token) {
        self.skip_to(|kind| matches!(kind, TokenKind::OpenBrace | TokenKind::Newline));
        if mistake.kind == TokenKind::Newline {
            let before = self.next;
            while self.peek_kind() == TokenKind::Newline {
                self.read();
            }
            if self.peek_kind() != TokenKind::OpenBrace {
                self.next = before;
            }
        }
    }

    /// Checks the body of a one-line block, which has at most one attribute.
    fn single_line_body(&mut self) {
        let (mark, out) = (self.mark(), self.out.len());
        let name = self.single_line_attribute();
        if self.failed_since(mark) && self.peek_kind() != TokenKind::Newline {
            return;
        }
        let next = self.peek();
        match next.kind {
            TokenKind::CloseBrace | TokenKind::End => {}
            TokenKind::Newline => {
                if !self.failed_since(mark) {
                    let found = self.no_end(role::ONE_LINE, next, "");
                    self.push(found);
                }
                let before = self.out.get(out).map_or(next.span, |token| token.span).start;
                self.out.insert(out, Token { kind: TokenKind::Newline, span: Span::at(before) });
                self.items(name);
            }
            _ => {
                let found = self.no_end(role::ONE_LINE, next, "");
                self.push(found);
            }
        }
    }

    /// Checks the attribute of a one-line block, and returns its name.
    fn single_line_attribute(&mut self) -> Option<Span> {
        let (mark, out) = (self.mark(), self.out.len());
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            let found = self.not_an_item(name);
            self.push(found);
            self.skip_to(|kind| kind == TokenKind::Newline);
            self.out.truncate(out);
            return None;
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Equals => {
                self.read();
                if self.expression_in(role::ONE_LINE).is_none() {
                    self.skip_to(|kind| kind == TokenKind::Newline);
                }
                self.check_attribute(name, mark, out);
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let detail = "A block on one line has only an attribute in it, not another block.";
                let help = "Put the inner block on lines of its own, or write an equals sign after the name of an attribute.";
                self.push(Diagnostic::new(Code::InvalidOneLineBlock, detail).at(name.span).with_help(help));
                self.skip_to(|kind| kind == TokenKind::Newline);
                self.out.truncate(out);
                return None;
            }
            _ => {
                self.no_item(name);
                self.skip_to(|kind| kind == TokenKind::Newline);
            }
        }
        Some(name.span)
    }
}
