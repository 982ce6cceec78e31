//! Bodies, attributes and blocks.

use super::expected::role;
use super::item::missing_equals;
use super::{Checker, extent, lines, other_formats, other_languages, reader};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::ordered::OrderedMap;

impl Checker<'_> {
    /// Checks the body of a file.
    pub(super) fn file(&mut self) {
        if self.descend(Span::at(0)) {
            self.items(None);
            self.depth -= 1;
        }
    }

    /// Checks the items of a body, up to its end. The first attribute may be checked already.
    fn items(&mut self, first: Option<Span>) {
        let mut names: OrderedMap<&str, Span> =
            first.map(|name| (self.slice(name), name)).into_iter().collect();
        loop {
            let next = self.peek();
            let mark = self.out.len();
            match next.kind {
                // The last item of a body may have no newline.
                kind if kind.closes() || kind == TokenKind::End => return self.add(TokenKind::Newline),
                TokenKind::Newline => _ = self.read(),
                TokenKind::Identifier => {
                    let Some(name) = self.item() else { continue };
                    let text = self.slice(name);
                    let first = *names.entry(text).or_insert(name);
                    if first == name {
                        continue;
                    }
                    if self.is_set(name) && self.is_set(first) {
                        let detail = format!(
                            "The attribute {text:?} is already set in this body. Remove one of the two."
                        );
                        let found = Diagnostic::new(Code::DuplicateAttribute, detail).at(name);
                        self.push(found.with_label(first, format!("{text:?} is set here first")));
                    }
                    self.out.truncate(mark);
                }
                _ => {
                    self.recovering = false;
                    if next.kind != TokenKind::Broken {
                        self.push_line(self.not_an_item(next));
                    }
                    self.drop_item(mark);
                    // The next lines continue a value that was reported.
                    while next.kind.continues_value() && self.peek_kind().continues_value() {
                        self.drop_item(self.out.len());
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

    /// Checks an attribute or a block, and returns the name of an attribute.
    fn item(&mut self) -> Option<Span> {
        // Recovery from an earlier item ends here.
        (self.recovering, self.is_broken) = (false, false);
        let name = self.read();
        match self.peek_kind() {
            TokenKind::Equals => {
                self.other_format = None;
                self.attribute(name);
            }
            _ if other_formats::is_directive(self.text, name.span.start as usize) => {
                let found = Diagnostic::new(Code::OtherFormat, DIRECTIVE).at(self.peek().span);
                let help = format!("Write {} = value, without a semicolon.", self.slice(name.span));
                self.push_line(found.with_help(help));
                self.add(TokenKind::Equals);
                self.add_broken();
                self.skip_item();
            }
            TokenKind::OpenBrace if self.has_quoted_keys() => {
                self.other_format = None;
                let brace = self.peek().span.start;
                self.push(missing_equals(self.slice(name.span), brace));
                self.add(TokenKind::Equals);
                self.value(name, self.out.len() - 2);
            }
            kind if BLOCK.contains(&kind) || kind == TokenKind::Broken || self.is_block_header() => {
                self.other_format = None;
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
        self.push_line(self.not_an_item_after_name(name, self.peek()));
        self.add(TokenKind::Equals);
        self.add_broken();
    }

    /// Reports a line that is not an item. Adjacent lines of another format, such as YAML, are one
    /// mistake.
    fn push_line(&mut self, found: Diagnostic) {
        let is_colon =
            found.code() == Some(Code::WrongEquals) && self.slice(found.span().unwrap_or_default()) == ":";
        let is_other_format = is_colon || found.code() == Some(Code::OtherFormat);
        // Tags of a template language are repeated in the whole file.
        let repeated = || {
            let is_known = |index: &&usize| {
                self.diagnostics.get(**index).is_some_and(|first| first.detail() == found.detail())
            };
            self.tags.iter().find(is_known).copied()
        };
        let first = self.other_format.or_else(repeated).filter(|_| is_other_format && !self.recovering);
        let index = first.unwrap_or(self.diagnostics.len());
        self.other_format = is_other_format.then_some(index);
        let is_tag =
            found.code() == Some(Code::OtherFormat) && found.detail().ends_with(other_languages::TAG);
        match self.diagnostics.get_mut(index) {
            Some(first) => first.add_repeated(&found),
            None => self.push(found),
        }
        if first.is_none() && is_tag && index < self.diagnostics.len() {
            self.tags.push(index);
        }
    }

    /// Checks an attribute after its name.
    fn attribute(&mut self, name: Token) {
        let item = self.out.len() - 1;
        self.read();
        self.value(name, item);
    }

    /// Checks the value of an attribute, which begins at an index of the output.
    fn value(&mut self, name: Token, item: usize) {
        let written = self.slice(name.span);
        let found = self.expression_until(role::ATTRIBUTE, TokenKind::Newline, written);
        let is_dropped =
            found.is_some() && matches!(self.peek_kind(), TokenKind::Comma | TokenKind::Semicolon);
        found.into_iter().for_each(|found| self.push(found));
        if is_dropped {
            self.drop_item(self.out.len());
        } else {
            self.skip_item();
        }
        self.check_written(item);
    }

    /// Returns whether the first item in the braces that follow has a quoted key.
    fn has_quoted_keys(&self) -> bool {
        let brace = self.look().1;
        let is_line_end =
            |at: &usize| matches!(self.tokens[*at].kind, TokenKind::Newline | TokenKind::Comment);
        let first = (brace..self.tokens.len()).find(|at| !is_line_end(at)).unwrap_or(brace);
        let Some(quote) = self.tokens.get(first).filter(|token| token.kind == TokenKind::OpenQuote) else {
            return false;
        };
        let after = self.tokens.get(self.pairs[first] as usize + 1).map(|token| token.kind);
        !quote.span.is_empty() && matches!(after, Some(TokenKind::Equals | TokenKind::Colon))
    }

    /// Checks a block after its type.
    fn block(&mut self, name: Token) {
        if !self.header(name) {
            self.add(TokenKind::OpenBrace);
            self.add(TokenKind::CloseBrace);
            return self.drop_item(self.out.len());
        }
        let level = self.level();
        if self.descend(self.previous()) {
            match self.peek_kind() {
                TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace => self.items(None),
                _ => self.single_line_body(),
            }
            self.depth -= 1;
        }
        self.leave(level);
        let mark = self.out.len();
        self.skip_to(&[]);
        self.out.truncate(mark);
        self.read();
        let end = self.peek();
        if !matches!(end.kind, TokenKind::Newline | TokenKind::End) {
            self.push(self.unexpected(&other_languages::BLOCK_END, end, ""));
        }
        self.drop_item(self.out.len());
    }

    /// Checks the labels and the brace of a block. Returns whether there is a brace.
    fn header(&mut self, name: Token) -> bool {
        let mut labels = Vec::new();
        loop {
            let token = self.peek();
            let (failures, mark) = (self.failures, self.out.len());
            match token.kind {
                TokenKind::OpenBrace => {
                    self.read();
                    if self.slice(token.span) == ":" {
                        let is_at = |found: &Diagnostic| found.span() == Some(token.span);
                        self.other_format = self.diagnostics.iter().position(is_at);
                    }
                    return true;
                }
                // `name "${var.project}-vpc"`
                TokenKind::OpenQuote if labels.is_empty() && self.is_template_of_attribute() => {
                    self.push(missing_equals(self.slice(name.span), token.span.start));
                    self.skip_to(&[TokenKind::Newline]);
                    self.out.truncate(mark);
                    return false;
                }
                TokenKind::OpenQuote => {
                    labels.push(self.string_literal("A label"));
                    if self.failures > failures {
                        self.patch(mark, token.span.start);
                    }
                }
                TokenKind::Identifier | TokenKind::Broken => labels.push(self.read().span),
                _ => {
                    let is_line_end = matches!(token.kind, TokenKind::Newline | TokenKind::End);
                    let is_reported =
                        labels.last().is_some_and(|it| reader::is_explained(&self.explained, *it));
                    if !(is_reported && is_line_end) {
                        self.push(self.bad_block_header(name, &labels, token));
                    }
                    if let Some(brace) = self.brace_after_next_labels(token) {
                        self.next = brace;
                        self.out.truncate(mark);
                        self.recovering = false;
                        self.read();
                        return true;
                    }
                    if let Some(end) = self.end_of_statement(name) {
                        self.skip_text(end);
                        self.out.truncate(mark);
                        return false;
                    }
                    self.skip_to_brace(token);
                    self.out.truncate(mark);
                    let is_open = self.peek_kind() == TokenKind::OpenBrace && token.kind != TokenKind::Equals;
                    if is_open {
                        self.recovering = false;
                        self.read();
                    }
                    return is_open;
                }
            }
        }
    }

    /// Returns whether the next token begins a template that ends the line of a name, which is that
    /// of an attribute.
    fn is_template_of_attribute(&self) -> bool {
        let open = self.look().1 - 1;
        let close = self.pairs[open] as usize;
        let Some(next) = self.tokens.get(close + 1) else { return false };
        self.slice(self.tokens[open].span.to(self.tokens[close].span)).contains("${")
            && (next.kind == TokenKind::End || lines::ends_line(self.text, *next))
            && !self.text[next.span.start as usize..].trim_start().starts_with('{')
    }

    /// Returns whether the rest of the line is that of the header of a block, or the brace or the
    /// labels of a block begin the next line.
    fn is_block_header(&self) -> bool {
        let start = self.peek().span.start as usize;
        let line = extent::rest_of_line(self.text, start).trim_end();
        line.ends_with('{') && !line.contains('=')
            || line.is_empty() && self.text[start..].trim_start().starts_with('{')
            || self.brace_after_next_labels(self.peek()).is_some()
    }

    /// Returns the index of the brace of a block that has labels on the line after a newline.
    pub(super) fn brace_after_next_labels(&self, newline: Token) -> Option<usize> {
        let next = self.tokens.partition_point(|token| token.span.start < newline.span.end);
        let first = self.tokens.get(next).filter(|_| newline.kind == TokenKind::Newline)?;
        if first.kind == TokenKind::OpenQuote { self.brace_after_labels(next) } else { None }
    }

    /// Returns the index of the brace after the labels that begin at a token, if any.
    pub(super) fn brace_after_labels(&self, mut at: usize) -> Option<usize> {
        loop {
            match self.tokens.get(at)?.kind {
                TokenKind::OpenBrace => return Some(at),
                TokenKind::OpenQuote => at = self.pairs[at] as usize + 1,
                TokenKind::Identifier => at += 1,
                _ => return None,
            }
        }
    }

    /// Returns the end of a statement of Python, which has a colon at the end of its line and the
    /// indented lines after it.
    fn end_of_statement(&self, name: Token) -> Option<u32> {
        let line = extent::rest_of_line(self.text, name.span.start as usize);
        line.trim_end().strip_suffix(':')?;
        self.recognize(&other_languages::STATEMENT, name, "")?;
        Some(lines::end_of_indented(self.text, name.span.start as usize) as u32)
    }

    /// Skips to the brace of a block after a mistake in its header, which may be on the next line.
    fn skip_to_brace(&mut self, mistake: Token) {
        self.skip_to(&[TokenKind::OpenBrace, TokenKind::Newline]);
        let before = self.next;
        while mistake.kind == TokenKind::Newline && self.peek_kind() == TokenKind::Newline {
            self.read();
        }
        if self.peek_kind() != TokenKind::OpenBrace {
            self.next = before;
        }
    }

    /// Checks the body of a one-line block, which has at most one attribute.
    fn single_line_body(&mut self) {
        let (mark, out) = (self.failures, self.out.len());
        let name = self.single_line_attribute();
        let next = self.peek();
        if matches!(next.kind, TokenKind::CloseBrace | TokenKind::End) {
            return;
        }
        if self.failures == mark {
            self.push(self.no_end(role::ONE_LINE, next, ""));
        }
        if next.kind == TokenKind::Newline {
            let before = self.out.get(out).map_or(next.span, |token| token.span).start;
            self.out.insert(out, Token { kind: TokenKind::Newline, span: Span::at(before) });
            self.items(name);
        }
    }

    /// Checks the attribute of a one-line block, and returns its name.
    fn single_line_attribute(&mut self) -> Option<Span> {
        let out = self.out.len();
        let name = self.read();
        let found = match self.peek_kind() {
            _ if name.kind != TokenKind::Identifier => self.not_an_item(name),
            TokenKind::Equals => {
                self.read();
                if self.expression_in(role::ONE_LINE).is_none() {
                    self.skip_line();
                }
                self.check_written(out);
                return Some(name.span);
            }
            kind if BLOCK.contains(&kind) => {
                let detail = "A block on one line has only an attribute in it, not another block.";
                let help = "Put the inner block on lines of its own, or write an equals sign after the name of an attribute.";
                Diagnostic::new(Code::InvalidOneLineBlock, detail).at(name.span).with_help(help)
            }
            _ => {
                self.no_item(name);
                self.skip_line();
                return Some(name.span);
            }
        };
        self.push(found);
        self.skip_line();
        self.out.truncate(out);
        None
    }
}

const DIRECTIVE: &str =
    "A line without \"=\" that ends with \";\" is in another format, such as that of nginx.";

/// The tokens after the name of a block.
const BLOCK: &[TokenKind] = &[TokenKind::OpenQuote, TokenKind::OpenBrace, TokenKind::Identifier];
