//! The tokens around an offset. They are read without the tree, so that the surroundings are known
//! while the text is being typed.

use serde_hcl::Span;
use serde_hcl::ast::{Token, TokenKind, tokens};

use super::cursor::{Bound, Cursor, ForPart, Frame, Kind, Name, Step};
use super::text::is_part;
use crate::document::Document;

impl<'t> Cursor<'t> {
    /// Returns the surroundings of an offset.
    pub(crate) fn new(document: &'t Document, offset: u32) -> Self {
        if document.is_json() {
            return Self::from(document, offset, 0, Frame::new(Kind::Document, 0));
        }
        let mut root = Frame::new(Kind::Body, 0);
        root.items = names(document);
        // The item around the offset. In a text with mistakes, a block of the tree can end too
        // early, but the rest of it is indented.
        let is_at_line = |start: u32| start == 0 || document.text().as_bytes()[start as usize - 1] == b'\n';
        let starts = root.items.iter().map(|name| name.span.start);
        let start = starts.rev().find(|start| *start < offset && is_at_line(*start));
        Self::from(document, offset, start.unwrap_or_default(), root)
    }

    /// Returns the surroundings of an offset by the tokens from the start of an item.
    fn from(document: &'t Document, offset: u32, start: u32, root: Frame<'t>) -> Self {
        Scan::new(document, offset, root).run(start)
    }
}

/// Returns the names of the items of a document, in their order.
fn names(document: &Document) -> Vec<Name<'_>> {
    let name = |span: Span| Name { text: document.source.slice(span), span };
    let body = document.body();
    let blocks = body.blocks().map(|it| name(it.type_span()));
    let mut found: Vec<_> = body.attributes().map(|it| name(it.name_span())).chain(blocks).collect();
    found.sort_by_key(|name| name.span.start);
    found
}

/// Reads the tokens up to an offset, and a part of those after it.
struct Scan<'t> {
    text: &'t str,
    is_json: bool,
    offset: u32,
    frames: Vec<Frame<'t>>,
    /// The tokens before, without comments.
    tokens: Vec<Token>,
    /// The index of the first token of the line.
    line: usize,
    /// What was found at the offset, and the index of the frame whose items are wanted.
    found: Option<(Cursor<'t>, usize)>,
}

impl<'t> Scan<'t> {
    fn new(document: &'t Document, offset: u32, root: Frame<'t>) -> Self {
        let (text, is_json) = (document.text(), document.is_json());
        Self { text, is_json, offset, frames: vec![root], tokens: Vec::new(), line: 0, found: None }
    }

    /// Returns the surroundings by the tokens from the start of an item.
    fn run(mut self, start: u32) -> Cursor<'t> {
        self.read_all(start);
        self.finish()
    }

    /// Reads the tokens until the items around the offset are complete. A string that is not closed
    /// ends with its line.
    fn read_all(&mut self, mut start: u32) {
        'restart: loop {
            for mut token in tokens(&self.text[start as usize..]) {
                token.span = Span::new(start + token.span.start, start + token.span.end);
                let line_end = self.slice(token.span).find('\n').map(|at| token.span.start + at as u32);
                let open_line = line_end.filter(|_| self.top() == Kind::Quote);
                if let Some(end) = open_line {
                    (token.kind, token.span.end) = (TokenKind::String, end);
                }
                self.look(token);
                if open_line.is_none() {
                    if let Some(line) = self.unclosed(token) {
                        start = line;
                        continue 'restart;
                    }
                    self.read(token);
                }
                if self.is_done() {
                    return;
                }
                if let Some(end) = open_line {
                    self.tokens.push(token);
                    self.end_string(token.span.end);
                    start = end;
                    continue 'restart;
                }
            }
            return;
        }
    }

    fn finish(mut self) -> Cursor<'t> {
        self.snapshot(None);
        let (mut cursor, frame) = self.found.expect("it was found at the end, or before");
        if let Some(frame) = self.frames.get_mut(frame) {
            cursor.items.append(&mut frame.items);
        }
        // The name at the offset is being typed.
        cursor.items.retain(|name| name.span.end < cursor.word.start || cursor.word.end < name.span.start);
        cursor
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    fn top(&self) -> Kind {
        self.frames.last().map_or(Kind::Document, |frame| frame.kind)
    }

    /// Returns whether the body or the object around the offset is closed. The items of the
    /// document are known before.
    fn is_done(&self) -> bool {
        self.found.as_ref().is_some_and(|(_, frame)| *frame == 0 || self.frames.len() <= *frame)
    }

    /// Records the surroundings when the first token at or after the offset is reached.
    fn look(&mut self, token: Token) {
        let Span { start, end } = token.span;
        if end < self.offset || self.found.is_some() {
            return;
        }
        let is_literal =
            self.top() == Kind::Quote && self.slice(token.span) != "\"" || self.top() == Kind::Heredoc;
        let is_comment = token.kind == TokenKind::Comment;
        let is_word = match token.kind {
            TokenKind::Identifier | TokenKind::Number => true,
            TokenKind::String => is_literal,
            _ => is_comment && (end > self.offset || !self.slice(token.span).ends_with('\n')),
        };
        if start >= self.offset || end > self.offset || is_word {
            self.snapshot(Some(token).filter(|_| start < self.offset && is_word));
        }
    }

    fn snapshot(&mut self, at: Option<Token>) {
        if self.found.is_some() {
            return;
        }
        let offset = self.offset;
        let before = self.tokens.last().map_or(0, |token| token.span.end);
        let word = match (self.top(), at) {
            (Kind::Quote, Some(token)) => token.span,
            (Kind::Quote, None) => Span::new(before, offset.max(before)),
            (_, Some(token)) if token.kind == TokenKind::Identifier => token.span,
            _ => Span::new(offset, offset),
        };
        let is_literal = match at {
            Some(token) if token.kind == TokenKind::String => self.top() != Kind::Quote,
            Some(token) => token.kind != TokenKind::Identifier,
            None => self.top() == Kind::Heredoc,
        };
        let (steps, rest) = self.steps();
        let is_after_operand = rest.checked_sub(1).is_some_and(|last| self.is_operand_end(last));
        let wanted = self.frames.iter().rposition(|it| matches!(it.kind, Kind::Body | Kind::Object));
        let cursor = Cursor {
            frames: self.frames.clone(),
            word,
            typed: self.slice(Span::new(word.start, offset.clamp(word.start, word.end))),
            steps,
            is_after_operand,
            is_first: self.frames.last().is_none_or(|frame| frame.first == self.tokens.len()),
            is_literal,
            items: Vec::new(),
        };
        self.found = Some((cursor, wanted.unwrap_or_default()));
    }

    /// Returns the steps of the traversal that ends with a dot at the last token, and the index of
    /// its first token.
    fn steps(&self) -> (Option<Vec<Step<'t>>>, usize) {
        let is = |at: usize, text: &str| self.tokens.get(at).is_some_and(|it| self.slice(it.span) == text);
        let first = self.frames.last().map_or(0, |frame| frame.first);
        let (mut steps, mut at) = (Vec::new(), self.tokens.len());
        let mut needs_dot = true;
        while at > first {
            let last = at - 1;
            if needs_dot {
                if !is(last, ".") {
                    break;
                }
                (needs_dot, at) = (false, last);
            } else if is(last, "]") {
                let mut depth = 0_usize;
                let Some(open) = (first..at).rev().find(|at| {
                    depth = if is(*at, "]") { depth + 1 } else { depth - usize::from(is(*at, "[")) };
                    depth == 0
                }) else {
                    return (None, at);
                };
                let span = self.tokens[open].span.to(self.tokens[last].span);
                steps.push(Step::Index(self.slice(span)));
                at = open;
            } else if matches!(self.tokens[last].kind, TokenKind::Identifier | TokenKind::Number)
                || is(last, "*")
            {
                let text = self.slice(self.tokens[last].span);
                let is_name = self.tokens[last].kind == TokenKind::Identifier;
                steps.push(if is_name { Step::Name(text) } else { Step::Index(text) });
                (needs_dot, at) = (true, last);
            } else {
                return (None, at);
            }
        }
        steps.reverse();
        (needs_dot.then_some(steps), at)
    }

    /// Returns whether a token is the end of an operand.
    fn is_operand_end(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let first = self.frames.last().map_or(0, |frame| frame.first);
        at >= first
            && match token.kind {
                TokenKind::Identifier => !["for", "in", "if", "else"].contains(&self.slice(token.span)),
                TokenKind::Number | TokenKind::String => true,
                TokenKind::TemplateMarker | TokenKind::Punctuation => {
                    matches!(self.slice(token.span), "}" | "]" | ")")
                }
                _ => false,
            }
    }

    /// Returns the start of the line of a token that begins an attribute or a block where an
    /// expression is open, after closing the open brackets.
    fn unclosed(&mut self, token: Token) -> Option<u32> {
        let is_block = match (token.kind, self.slice(token.span)) {
            _ if self.is_json => return None,
            (TokenKind::Punctuation, "=") => false,
            (TokenKind::Punctuation, "{") => true,
            _ => return None,
        };
        let ends_here = |kind: Kind| kind == Kind::Body || kind == Kind::Object && !is_block;
        if ends_here(self.top()) {
            return None;
        }
        let line = self.line;
        let header = &self.tokens[line..];
        let is_name = header.first().is_some_and(|it| it.kind == TokenKind::Identifier);
        let is_header = match is_block {
            false => header.len() == 1,
            true => header.len() > 1 && header[1..].iter().all(|it| it.kind == TokenKind::String),
        };
        if !is_name || !is_header {
            return None;
        }
        // The line is in what is closed.
        let open = self.frames.iter().rposition(|frame| ends_here(frame.kind))?;
        if self.frames.get(open + 1).is_none_or(|frame| frame.first > line) {
            return None;
        }
        let start = header[0].span.start;
        self.tokens.truncate(line);
        self.truncate(open + 1);
        self.frames[open].end_item();
        Some(start)
    }

    /// Closes the innermost part of a kind, and all in it.
    fn close(&mut self, is_it: impl Fn(Kind) -> bool) {
        if let Some(at) = self.frames.iter().rposition(|frame| is_it(frame.kind)).filter(|at| *at > 0) {
            self.truncate(at);
        }
    }

    /// Closes all but some outer parts, and keeps the wanted items.
    fn truncate(&mut self, length: usize) {
        if let Some((cursor, wanted)) = self.found.as_mut().filter(|(_, wanted)| length <= *wanted) {
            cursor.items.append(&mut self.frames[*wanted].items);
        }
        self.frames.truncate(length);
    }

    fn read(&mut self, token: Token) {
        let text = self.slice(token.span);
        let next = self.tokens.len() + 1;
        let is_json = self.is_json;
        let Some(top) = self.frames.last_mut() else { return };
        match token.kind {
            TokenKind::Comment | TokenKind::Newline => {
                let ends = token.kind == TokenKind::Newline || text.ends_with('\n');
                if ends
                    && (top.kind == Kind::Body
                        || top.kind == Kind::Object && top.for_part.is_none() && !is_json)
                {
                    top.end_item();
                }
                if ends {
                    self.line = if token.kind == TokenKind::Newline { next } else { next - 1 };
                }
                if token.kind == TokenKind::Comment {
                    return;
                }
            }
            TokenKind::Identifier => match (top.kind, top.for_part) {
                (Kind::Object | Kind::Tuple | Kind::Template, None)
                    if text == "for" && top.first == next - 1 =>
                {
                    top.for_part = Some(ForPart::Names);
                }
                (_, Some(ForPart::Names)) if text == "in" => {
                    top.for_part = Some(ForPart::Collection);
                    top.collection = token.span.end;
                }
                (_, Some(ForPart::Names)) => {
                    top.bound.iter_mut().for_each(|bound| bound.is_key = true);
                    top.bound.push(Bound { name: text, is_key: false, collection: "" });
                }
                (Kind::Body | Kind::Object, None) if !top.in_value => {
                    top.header.push(Name { text, span: token.span });
                }
                _ => {}
            },
            TokenKind::String if text == "\"" && top.kind == Kind::Quote => {
                self.tokens.push(token);
                return self.end_string(token.span.end);
            }
            TokenKind::String if text == "\"" => self.frames.push(Frame::new(Kind::Quote, next)),
            TokenKind::HeredocMarker if text.starts_with("<<") => {
                self.frames.push(Frame::new(Kind::Heredoc, next));
            }
            TokenKind::HeredocMarker => self.close(|kind| kind == Kind::Heredoc),
            TokenKind::TemplateMarker if text.ends_with('{') || text.ends_with("{~") => {
                self.frames.push(Frame::new(Kind::Template, next));
            }
            TokenKind::TemplateMarker => self.end_template(token.span.start),
            TokenKind::Punctuation | TokenKind::Operator => self.read_punctuation(token, text, next),
            _ => {}
        }
        self.tokens.push(token);
    }

    /// Closes `${` or `%{`. The names that a directive binds are known up to its `%{endfor}`.
    fn end_template(&mut self, end: u32) {
        let at = self.frames.iter().rposition(|frame| frame.kind == Kind::Template);
        let Some(mut directive) = at.map(|at| self.frames[at].clone()) else { return };
        directive.end_collection(self.text, end);
        self.close(|kind| kind == Kind::Template);
        let first = self.tokens.get(directive.first).map(|token| self.slice(token.span));
        let Some(top) = self.frames.last_mut() else { return };
        match first {
            Some("for") => {
                top.directives.push(top.bound.len());
                top.bound.extend(directive.bound);
            }
            Some("endfor") => top.bound.truncate(top.directives.pop().unwrap_or_default()),
            _ => {}
        }
    }

    fn read_punctuation(&mut self, token: Token, text: &'t str, next: usize) {
        let is_after_operand = next >= 2 && self.is_operand_end(next - 2);
        let Some(top) = self.frames.last_mut() else { return };
        match text {
            "{" if top.kind == Kind::Body && !top.in_value => {
                let mut body = Frame::new(Kind::Body, next);
                body.block = std::mem::take(&mut top.header);
                top.items.extend(body.block.first());
                self.frames.push(body);
            }
            "{" => self.frames.push(Frame::new(Kind::Object, next)),
            "[" => {
                let kind = if is_after_operand { Kind::Index } else { Kind::Tuple };
                self.frames.push(Frame::new(kind, next));
            }
            "(" => {
                let before = &self.text[..token.span.start as usize];
                let is_name = |letter: char| is_part(letter) || letter == ':';
                let start = before
                    .rfind(|letter| !is_name(letter))
                    .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
                let mut paren = Frame::new(Kind::Paren, next);
                paren.function = Some(&before[start..]).filter(|name| is_after_operand && !name.is_empty());
                self.frames.push(paren);
            }
            "}" => {
                self.close(|kind| matches!(kind, Kind::Body | Kind::Object));
                if let Some(top) =
                    self.frames.last_mut().filter(|top| top.kind == Kind::Body && !top.in_value)
                {
                    top.end_item();
                }
            }
            "]" => self.close(|kind| matches!(kind, Kind::Tuple | Kind::Index)),
            ")" => self.close(|kind| kind == Kind::Paren),
            "," if top.kind == Kind::Object && top.for_part.is_none() => {
                top.commas += 1;
                top.end_item();
            }
            "," => top.commas += 1,
            ":" if top.for_part == Some(ForPart::Collection) => {
                top.for_part = Some(ForPart::Result);
                top.end_collection(self.text, token.span.start);
            }
            "=" | ":" if matches!(top.kind, Kind::Body | Kind::Object) && !top.in_value => {
                top.in_value = true;
                top.header.truncate(1);
                top.items.extend(top.header.first());
            }
            _ => {}
        }
    }

    /// Closes a string, which is a label, a key or a value.
    fn end_string(&mut self, end: u32) {
        let first = self.frames.pop().map_or(1, |frame| frame.first);
        let start = self.tokens.get(first - 1).map_or(end, |quote| quote.span.start);
        let span = Span::new(start, end);
        let text = self.slice(span).trim_matches('"');
        if let Some(top) = self.frames.last_mut()
            && matches!(top.kind, Kind::Body | Kind::Object)
            && !top.in_value
            && top.for_part.is_none()
        {
            top.header.push(Name { text, span });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::{Cursor, Frame, Kind, Name, names};
    use crate::document::Document;

    /// Returns what is compared of the surroundings of an offset.
    fn shown(cursor: &Cursor<'_>) -> String {
        let texts = |names: &[Name<'_>]| names.iter().map(|it| it.text.to_owned()).collect::<Vec<_>>();
        let frame = |it: &Frame<'_>| format!("{:?} {:?} {:?}", it.kind, texts(&it.block), texts(&it.header));
        let frames: Vec<_> = cursor.frames.iter().map(frame).collect();
        let mut items = texts(&cursor.items);
        items.sort_unstable();
        items.dedup();
        format!("{frames:?} {:?} {:?} {items:?} {}", cursor.word, cursor.steps, cursor.is_literal)
    }

    /// The texts have no open bracket before an item at the start of a line: only the tree has the
    /// item while its first line is read.
    #[test]
    fn the_surroundings_from_the_item_are_those_from_the_start() {
        for text in [
            "a = 1\nb \"c\" {\n  d = [for e in f.g : e]\n  h {\n    i = \"${j}\" # k\n  }\n}\nl = <<E\nm\nE\nn = o(p, q)\n",
            "b \"o\" {\n  c = {\n    d = [1\n  }\n  e = f.\n}\ng \"h\" {\n  i = \"j\n}\nm \"n\" {}\n",
            "a {\n  b = 1\n  c {\n    d = 2\n  }\n}\ne = 1 2\nf =\nh \"i {\n}\n",
        ] {
            for end in (0..=text.len()).rev() {
                let uri = Uri::from_str("file:///a.hcl").expect("it is a URI");
                let document = Document::new(uri, PathBuf::from("/a.hcl"), None, text[..end].to_owned());
                let offsets = if end == text.len() { 0..=end } else { end..=end };
                for offset in offsets {
                    let mut root = Frame::new(Kind::Body, 0);
                    root.items = names(&document);
                    let whole = Cursor::from(&document, offset as u32, 0, root);
                    let found = Cursor::new(&document, offset as u32);
                    assert_eq!(shown(&found), shown(&whole), "{:?} at {offset}", document.text());
                }
            }
        }
    }
}
