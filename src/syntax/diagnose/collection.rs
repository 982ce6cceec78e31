//! Tuples, objects, and the arguments of functions.

use super::expected::role;
use super::lone_brackets::doubled_brace;
use super::quotes::closing_quote;
use super::{Checker, extent, lines, number};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The number of tokens of an object in which a block is looked for that is written as an object.
const NEAR: usize = 4096;

impl Checker<'_> {
    pub(super) fn tuple(&mut self, open: Token) {
        self.read();
        if self.at_keyword("for") {
            return self.for_expr(open);
        }
        self.elements(open, role::ELEMENT);
    }

    /// Checks the arguments of a function, after its name.
    pub(super) fn function_call(&mut self, name: Token) {
        while self.peek_kind() == TokenKind::DoubleColon {
            self.read();
            let next = self.peek();
            // `fe80::1`
            if next.kind == TokenKind::Number && self.previous().end == next.span.start {
                let end = extent::word_end(self.text, name.span.start as usize) as u32;
                let word = Span::new(name.span.start, end);
                self.push(number::unquoted(self.slice(word), word));
                self.skip_text(end);
                self.is_broken = true;
                return;
            }
            if next.kind != TokenKind::Identifier {
                return self.no_call("The name of a function is expected after \"::\".");
            }
            self.read();
        }
        let open = self.peek();
        if open.kind != TokenKind::OpenParen {
            return self.no_call("The arguments of the function are expected here, in parentheses.");
        }
        self.read();
        self.elements(open, role::ARGUMENT);
    }

    fn no_call(&mut self, detail: &'static str) {
        self.report(Code::InvalidFunctionCall, self.peek().span, detail);
        self.start_recovery();
    }

    /// Checks the elements of a list up to its closing bracket, and returns that.
    fn elements(&mut self, open: Token, role: u16) -> Token {
        let end = open.kind.opposite().unwrap_or(TokenKind::End);
        // A wrong separator, or a name, is often repeated, so it is reported once for each list.
        let list = self.diagnostics.len();
        loop {
            if self.peek_kind() == end {
                return self.read();
            }
            let mark = self.diagnostics.len();
            if self.expression_in(role).is_none() {
                let sign = self.peek();
                let is_name = matches!(sign.kind, TokenKind::Equals | TokenKind::Colon)
                    && self.diagnostics.get(mark).is_some_and(|found| found.span() == Some(sign.span));
                if is_name {
                    self.join_repeated(list, mark);
                }
                self.skip_element();
            }
            let next = self.peek();
            match next.kind {
                kind if kind == end => return self.read(),
                TokenKind::Comma => _ = self.read(),
                kind if kind.closes() || kind == TokenKind::End => return next,
                TokenKind::Ellipsis if role == role::ARGUMENT => {
                    self.read();
                    if self.peek_kind() != end {
                        let detail = "Only the last argument of a function can be expanded by \"...\".";
                        self.report(Code::InvalidFunctionCall, next.span, detail);
                        return self.skip_past(end);
                    }
                }
                _ => self.missing_separator(open, list),
            }
        }
    }

    /// Reports that a separator is missing. The first one of its list is reported, with the others
    /// as labels. Moves to the next element, unless the next token begins one.
    fn missing_separator(&mut self, open: Token, list: usize) {
        let (detail, label) = match open.kind {
            TokenKind::OpenBracket => {
                ("A comma is expected between the elements of a list.", "the list begins here")
            }
            TokenKind::OpenParen => {
                ("A comma is expected between the arguments of a function.", "the list begins here")
            }
            _ => {
                let detail = "A comma or a line break is expected between the items of an object.";
                (detail, "the object begins here")
            }
        };
        let next = self.peek();
        let mut found = self.no_end(role::ELEMENT, next, detail);
        let between = &self.text[self.previous().end as usize..next.span.start as usize];
        // Within a line, names and numbers may be parts of one text: `[0 3 * * *]`.
        let is_enclosed = |span: Span| self.slice(span).starts_with(['"', ')', ']', '}', '(', '[', '{']);
        let is_text = |span: Span| self.is_name(span);
        if between.contains('\n')
            || is_enclosed(self.previous()) && !is_text(next.span)
            || is_enclosed(next.span) && !is_text(self.previous())
        {
            found.set_machine_applicable(true);
        }
        if is_text(next.span) && is_text(self.previous()) && !between.contains('\n') {
            found = found.with_help("Text of several words is one string in double quotes.");
        }
        let mark = self.diagnostics.len();
        self.push(found.with_label(open.span, label));
        self.join_repeated(list, mark);
        if next.kind == TokenKind::Semicolon {
            self.read();
            self.out.pop();
        } else if !next.kind.begins_term() {
            if next.kind == TokenKind::Newline {
                // A bracket that was opened in a text without quotes has lines.
                self.next = self.look().1;
            }
            return self.skip_element();
        }
        self.add(TokenKind::Comma);
    }

    pub(super) fn object(&mut self, open: Token) {
        self.read();
        self.set_newlines(false);
        if self.at_keyword("for") {
            return self.for_expr(open);
        }
        self.set_newlines(true);
        if let Some(found) = self.double_braces().or_else(|| self.braces_in_sequence(open)) {
            self.push(found);
            self.skip_past(TokenKind::CloseBrace);
            return;
        }
        let list = self.diagnostics.len();
        while !self.peek_kind().closes() && self.peek_kind() != TokenKind::End {
            if self.peek_kind() == TokenKind::Newline {
                self.read();
            } else {
                let mark = self.diagnostics.len();
                let after_key = self.object_item(open, list);
                use TokenKind::{CloseBrace, Comma, FatArrow, OpenBrace};
                if matches!(after_key, FatArrow | Comma | CloseBrace | OpenBrace) {
                    self.join_repeated(list, mark);
                }
            }
        }
        if self.peek_kind() == TokenKind::CloseBrace {
            self.read();
        }
    }

    /// Recognizes `{{ name }}`.
    fn double_braces(&self) -> Option<Diagnostic> {
        let [outer, inner] = self.tokens.get(self.next - 1..=self.next)? else { return None };
        let closing = |at: usize| self.tokens[self.pairs[at] as usize].span;
        let is_double = inner.kind == TokenKind::OpenBrace
            && outer.span.end == inner.span.start
            && closing(self.next).end == closing(self.next - 1).start
            && !closing(self.next).is_empty();
        if is_double && extent::is_item(self.text[inner.span.end as usize..].trim_start()) {
            let found = doubled_brace(inner.span).with_replacement(inner.span, "");
            return Some(found.with_replacement(closing(self.next), ""));
        }
        let detail = "Two braces, \"{{\", do not begin a value. They are a template of another language.";
        let help = "Write the expression without braces, or a template in quotes: \"${a}\"";
        let found = Diagnostic::new(Code::UnsupportedSyntax, detail).at(outer.span.to(inner.span));
        is_double.then(|| found.with_help(help))
    }

    /// Recognizes `${{ name }}`.
    fn braces_in_sequence(&self, open: Token) -> Option<Diagnostic> {
        let at = self.next - 1;
        let before = self.tokens[at.checked_sub(1)?];
        let after = self.text[open.span.end as usize..].trim_start();
        let is_object = extent::is_item(after) || after.starts_with(['"', '(', '}']);
        let is_template =
            before.kind == TokenKind::Interpolation && before.span.end == open.span.start && !is_object;
        let detail = "\"${{\" begins a template of another language, such as that of GitHub Actions.";
        let help = "Write an expression as \"${a}\". For the text \"${{\" itself, write \"$${{\".";
        let found = Diagnostic::new(Code::UnsupportedSyntax, detail).at(before.span.to(open.span));
        is_template.then(|| found.with_help(help))
    }

    /// Checks a key, a value and the separator after them. Returns the kind of the token after the
    /// key.
    fn object_item(&mut self, open: Token, list: usize) -> TokenKind {
        let mark = self.failures;
        let key = self.expression_in(role::KEY);
        let next = self.peek();
        let mut after_key = next.kind;
        if key.is_some() && matches!(next.kind, TokenKind::Equals | TokenKind::Colon) {
            self.read();
            self.recovering |= self.expression_in(role::ITEM_VALUE).is_none();
        } else {
            if let Some(key) = key {
                let is_cut = next.kind.closes() && next.span.is_empty();
                if self.failures == mark && !is_cut {
                    let found = self.block_in_object(open, list, key);
                    after_key = if found.is_some() { TokenKind::OpenBrace } else { after_key };
                    self.push(found.unwrap_or_else(|| self.missing_value(key, next)));
                }
                self.recovering = true;
            } else {
                self.skip_to(&[TokenKind::Comma, TokenKind::Newline]);
            }
            self.add(TokenKind::Equals);
            self.add_broken();
        }
        if self.recovering {
            self.skip_element();
        }
        let end = self.peek_kind();
        match end {
            TokenKind::Comma | TokenKind::Newline => _ = self.read(),
            kind if kind.closes() || kind == TokenKind::End => {}
            _ => self.missing_separator(open, list),
        }
        after_key
    }

    /// Returns the span of the dash with spaces around it that follows the first name or string of
    /// a key.
    fn dash_after_key(&self, key: Span) -> Option<Span> {
        let text = self.slice(key);
        let length = match text.strip_prefix('"') {
            Some(inner) => closing_quote(inner)? + 2,
            None => extent::name_length(text),
        };
        let rest = text[length..].trim_start();
        let start = key.end - rest.len() as u32;
        (length > 0 && rest.starts_with("- ") && rest.len() < text.len() - length)
            .then(|| Span::new(start, start + 1))
    }

    /// Recognizes a block in an object that is probably a block too: `a = { b { } }`.
    fn block_in_object(&self, open: Token, list: usize, key: Span) -> Option<Diagnostic> {
        let brace = self.tokens.partition_point(|token| token.span.start < open.span.start);
        let equals = *self.tokens.get(brace.checked_sub(1)?)?;
        if self.role != role::ATTRIBUTE || equals.kind != TokenKind::Equals || !self.is_name(key) {
            return None;
        }
        let inner = self.tokens[self.brace_after_labels(self.look().1 - 1)?];
        let detail = self.no_end(role::KEY, inner, "").detail().to_owned();
        let found = Diagnostic::new(Code::InvalidObjectItem, detail).at(inner.span);
        let is_repeated = |first: &&Diagnostic| first.detail() == found.detail();
        if let Some(first) = self.diagnostics[list..].iter().find(is_repeated) {
            let is_of_object = first.replacements().iter().any(|edit| edit.span.start == equals.span.start);
            return is_of_object.then_some(found);
        }
        let before = &self.tokens[brace + 1..self.next];
        let has_lines = before.first().is_some_and(|first| lines::ends_line(self.text, *first));
        let is_body = |token: &Token| !matches!(token.kind, TokenKind::Comma | TokenKind::Colon);
        (has_lines && before.len() <= NEAR && before.iter().all(is_body)).then(|| {
            let help = format!("If it is an object, write {} = {{ … }} in it.", self.slice(key));
            found
                .with_label(equals.span, "a block has no equals sign here")
                .with_help(help)
                .with_replacement(Span::new(equals.span.start, open.span.start), "")
        })
    }

    /// Returns the diagnostic for a key without an equals sign and a value.
    fn missing_value(&self, key: Span, next: Token) -> Diagnostic {
        let invalid = |detail: &'static str, at| Diagnostic::new(Code::InvalidObjectItem, detail).at(at);
        let is_end = matches!(next.kind, TokenKind::Newline | TokenKind::Comma | TokenKind::CloseBrace);
        if is_end && let Some((before, _)) = self.slice(key).split_once("==") {
            // `a == 1` is a valid expression, so the operator is found in the key.
            let start = key.start + before.len() as u32;
            let detail = "The value of a key follows one equals sign, not two.";
            let sign = Span::new(start, start + 2);
            return invalid(detail, sign).with_correction(sign, "=");
        }
        if is_end && let Some(sign) = self.dash_after_key(key) {
            let detail = "The value of a key follows \"=\", not \"-\".";
            return invalid(detail, sign).with_replacement(sign, "=");
        }
        let is_adjacent = next.span.start == key.end && next.kind != TokenKind::OpenBrace;
        if !is_end && is_adjacent && next.kind != TokenKind::FatArrow {
            let end = extent::word_end(self.text, key.start as usize) as u32;
            let word = Span::new(key.start, end.max(next.span.end));
            let detail = "A key with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.";
            return invalid(detail, word).with_replacement(word, extent::as_string(self.slice(word)));
        }
        let found = self.no_end(role::KEY, next, "");
        if is_end && next.kind != TokenKind::Comma { found.at(key) } else { found }
    }
}
