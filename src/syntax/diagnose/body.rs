//! Bodies, attributes and blocks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Checker;
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
        match token.kind {
            TokenKind::Broken => self.start_recovery(),
            TokenKind::OpenQuote => {
                let detail = "The name of an argument and the type of a block are written without quotes.";
                self.error(token.span, "Invalid argument name", detail);
            }
            TokenKind::OpenBrace => {
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
        let kind = self.peek_kind();
        let (attribute, broken) = match kind {
            TokenKind::Equals => {
                self.attribute(name);
                (Some(name.span), None)
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier | TokenKind::Broken => {
                (None, self.block(name))
            }
            _ => {
                self.no_item(name, kind);
                (None, None)
            }
        };
        let span = name.span.to(self.previous());
        let is_valid = !self.failed_since(mark) && self.recoveries == recoveries && self.is_intact(span);
        let outline = if is_valid { Some(OutlineItem::Valid(span)) } else { broken };
        Item { attribute, outline }
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
        self.error(name.span, "Argument or block definition required", detail);
        self.skip_item();
    }

    /// Checks an attribute after its name.
    fn attribute(&mut self, name: Token) {
        self.read();
        if self.valid_expression().is_none() {
            return self.skip_item();
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
                TokenKind::Identifier | TokenKind::Broken => labels.push(self.read().span),
                _ => {
                    self.bad_header(name, token);
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
            let detail = "The block ends before this. Begin a new line here.";
            self.error_within(
                end.span,
                name.span.to(end.span),
                "Missing newline after block definition",
                detail,
            );
            self.skip_item();
        }
        header_is_valid.then_some(OutlineItem::Block { name: name.span, labels, braces, body })
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
    fn single_line_body(&mut self, outline: &mut Outline) {
        let mark = self.mark();
        self.single_line_attribute();
        if self.failed_since(mark) && self.peek_kind() != TokenKind::Newline {
            return;
        }
        let next = self.peek();
        let summary = "Invalid single-argument block definition";
        match next.kind {
            TokenKind::CloseBrace | TokenKind::End => {}
            TokenKind::Comma => {
                let detail =
                    "A block on one line can hold only one argument. Put each argument on a line of its own.";
                self.error(next.span, summary, detail);
            }
            TokenKind::Newline => {
                let detail = "A block that has an argument on the line of its \"{\" must have its \"}\" there too. Put the \
                              argument on a line of its own, or the \"}\" right behind it.";
                if !self.failed_since(mark) {
                    self.error(next.span, summary, detail);
                }
                self.items(outline);
            }
            _ => {
                let detail = "The closing \"}\" of the block is expected right after its only argument.";
                self.error(next.span, summary, detail);
            }
        }
    }

    fn single_line_attribute(&mut self) {
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            let detail = "An argument (name = value) is expected here.";
            self.error(name.span, "Argument or block definition required", detail);
            return self.skip_to(|kind| kind == TokenKind::Newline);
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Equals => {
                self.read();
                if self.valid_expression().is_none() {
                    self.skip_to(|kind| kind == TokenKind::Newline);
                }
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let detail = format!(
                    "A block on one line can hold only one argument. For the argument {:?} write \"=\" after it; put a block on \
                     a line of its own.",
                    self.slice(name.span)
                );
                self.error(name.span.to(next.span), "Argument definition required", detail);
                self.skip_to(|kind| kind == TokenKind::Newline);
            }
            kind => {
                self.no_item(name, kind);
            }
        }
    }
}
