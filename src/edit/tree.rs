//! The tree: its texts, its nodes, and splitting a text into nodes.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::{iter, mem};

use super::document::Document;
use super::gap::{Gap, comments, indent_of};
use super::node::{APART, Child, Children, Content, Form, Kind, Node, NodeId, ROOT, Text, Texts, item};
use crate::body::{parse_expression, parse_file};
use crate::syntax::ast::{Expression, ExpressionKind, TokenKind, tokens};

/// Reading nodes.
impl Document {
    /// Returns the identity of the node of an index.
    pub(super) fn id(&self, index: u32) -> NodeId {
        NodeId { index, generation: self.nodes[index as usize].generation }
    }

    pub(super) fn parent(&self, id: NodeId) -> NodeId {
        self.id(self.nodes[id.index as usize].parent)
    }

    /// Returns the content of a node, if it is split.
    pub(super) fn content(&self, id: NodeId) -> Option<&Content> {
        self.contents.get(&id.index).map(Box::as_ref)
    }

    /// Returns the content of a node that is split.
    pub(super) fn content_mut(&mut self, id: NodeId) -> &mut Content {
        self.contents.entry(id.index).or_default()
    }

    /// Returns the number of children.
    pub(super) fn count(&self, id: NodeId) -> usize {
        self.content(id).map_or(0, |content| content.children.len())
    }

    pub(super) fn child(&self, id: NodeId, index: usize) -> Option<NodeId> {
        self.content(id)?.children.get(index).map(|child| self.id(child))
    }

    /// Returns the children in a range.
    pub(super) fn range(&self, id: NodeId, range: Range<usize>) -> impl DoubleEndedIterator<Item = NodeId> {
        range.filter_map(move |index| self.child(id, index))
    }

    /// Returns the kind of the node with this identity. If it does not exist any more, that is
    /// [`Kind::Free`].
    pub(super) fn kind(&self, id: NodeId) -> Kind {
        let node = self.nodes.get(id.index as usize).filter(|node| node.generation == id.generation);
        node.map_or(Kind::Free, |node| node.kind)
    }

    /// Returns the form of the content, if it is split.
    pub(super) fn form(&self, id: NodeId) -> Form {
        self.content(id).map_or(Form::Plain, |content| content.form)
    }

    pub(super) fn texts(&self, id: NodeId) -> Texts {
        let Node { head, offsets: [lead, start, end], .. } = self.nodes[id.index as usize];
        if head == APART {
            return self.texts.get(&id.index).copied().unwrap_or_default();
        }
        let (middle, text) = (start + u32::from(head), |start, end| Text { start, end });
        let (lead, head) = (text(lead, start), text(start, middle));
        Texts { lead, head, comments: text(middle, middle), content: text(middle, end) }
    }

    pub(super) fn set_texts(&mut self, id: NodeId, texts: Texts) {
        let Texts { lead, head, comments, content } = texts;
        let follow = lead.end == head.start && head.end == content.start && comments.len() == 0;
        let length = u8::try_from(head.len()).ok().filter(|_| follow);
        let node = &mut self.nodes[id.index as usize];
        node.head = length.unwrap_or(APART);
        node.offsets = [lead.start, head.start, content.end];
        match node.head {
            APART => _ = self.texts.insert(id.index, texts),
            _ => _ = self.texts.remove(&id.index),
        }
    }

    pub(super) fn head(&self, id: NodeId) -> &str {
        self.slice(self.texts(id).head)
    }

    /// Returns the whole text of a node, without that before it.
    pub(super) fn text_of(&self, id: NodeId) -> String {
        [self.head(id), self.slice(self.texts(id).comments), &self.content_text(id)].concat()
    }

    /// Returns the text of the content of a node.
    pub(super) fn content_text(&self, id: NodeId) -> String {
        self.content_pieces(id).map(|piece| self.slice(piece)).collect()
    }

    /// Returns the pieces of the text of a node, in their order.
    pub(super) fn pieces(&self, id: NodeId) -> impl Iterator<Item = Text> {
        let Texts { head, comments, .. } = self.texts(id);
        [head, comments].into_iter().chain(self.content_pieces(id))
    }

    fn content_pieces(&self, id: NodeId) -> impl Iterator<Item = Text> {
        let content = self.content(id);
        let first = content.map_or_else(|| self.texts(id).content, |content| content.open);
        // The contents around the next piece, with the number of children that are done.
        let mut around = Vec::from_iter(content.map(|content| (content, 0)));
        let rest = iter::from_fn(move || {
            let (content, done) = around.last_mut()?;
            let Some(child) = content.children.get(*done).map(|child| self.id(child)) else {
                let none = Text::default();
                return around.pop().map(|(content, _)| [content.close, none, none, none]);
            };
            *done += 1;
            let (Texts { lead, head, comments, content }, inner) = (self.texts(child), self.content(child));
            around.extend(inner.map(|inner| (inner, 0)));
            Some([lead, head, comments, inner.map_or(content, |inner| inner.open)])
        });
        iter::once(first).chain(rest.flatten())
    }

    /// Returns whether the text of a node has several lines.
    pub(super) fn has_lines(&self, id: NodeId) -> bool {
        self.pieces(id).any(|piece| self.slice(piece).contains('\n'))
    }

    /// Returns the index of a node among the children of its parent.
    pub(super) fn index_of(&self, id: NodeId) -> usize {
        let Some(Content { children, cursor, .. }) = self.content(self.parent(id)) else { return 0 };
        // Siblings that were removed or inserted before it have moved it.
        let first = id.index.saturating_sub(children.range.start) as usize;
        let starts = [self.hints.get(&id.index).copied().unwrap_or(first), *cursor];
        let near = (0..children.len()).flat_map(|distance| {
            starts.into_iter().flat_map(move |start| [Some(start + distance), start.checked_sub(distance)])
        });
        near.flatten().find(|index| children.get(*index) == Some(id.index)).unwrap_or_default()
    }

    /// Works like [`index_of`](Self::index_of), and finds nodes near this one faster the next time.
    pub(super) fn find_index(&mut self, id: NodeId) -> usize {
        let index = self.index_of(id);
        let content = self.content_mut(self.parent(id));
        content.cursor = index;
        // Most nodes are where they were first.
        let is_moved = content.children.range.start + index as u32 != id.index;
        if is_moved || self.hints.contains_key(&id.index) {
            self.hints.insert(id.index, index);
        }
        index
    }

    /// Returns the text before the child of an index, or after the last one.
    pub(super) fn gap(&self, parent: NodeId, index: usize) -> Gap<'_> {
        let (text, is_last) = match (self.child(parent, index), self.content(parent)) {
            (Some(child), _) => (self.slice(self.texts(child).lead), false),
            (None, content) => (content.map_or("", |content| self.slice(content.close)), true),
        };
        let has_bracket = is_last && parent != ROOT && self.form(parent) != Form::Conditional;
        Gap {
            text,
            spans: comments(text),
            end: text.len() - usize::from(has_bracket && !text.is_empty()),
            is_start: parent == ROOT && index == 0,
            is_end: parent == ROOT && is_last,
        }
    }

    /// Replaces the text before the child of an index, or after the last one.
    pub(super) fn set_gap(&mut self, parent: NodeId, index: usize, text: Text) {
        match self.child(parent, index) {
            Some(child) => self.set_texts(child, Texts { lead: text, ..self.texts(child) }),
            None => self.content_mut(parent).close = text,
        }
    }

    /// Stores a text, and replaces that before the child of an index by it.
    pub(super) fn write_gap(&mut self, parent: NodeId, index: usize, text: &str) {
        let text = self.store(text);
        self.set_gap(parent, index, text);
    }

    /// Returns a node and those that it is in.
    pub(super) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(Some(id), |at| (*at != ROOT).then(|| self.parent(*at)))
    }

    /// Returns the indentation of the line in which a node begins.
    pub(super) fn line_indent(&self, id: NodeId) -> String {
        let lead = |id| Cow::Borrowed(self.slice(self.texts(id).lead));
        // The texts before the node, the nearest first.
        let before = self.ancestors(id).take_while(|at| *at != ROOT).flat_map(|at| {
            let parent = self.parent(at);
            let siblings = self.range(parent, 0..self.index_of(at)).rev();
            let siblings = siblings.flat_map(move |it| [Cow::Owned(self.text_of(it)), lead(it)]);
            let open = self.content(parent).map_or(Text::default(), |content| content.open);
            let ends = [open, self.texts(parent).comments, self.texts(parent).head];
            iter::once(lead(at)).chain(siblings).chain(ends.map(|text| Cow::Borrowed(self.slice(text))))
        });
        let mut is_in_line = true;
        let line = before.take_while(|text| mem::replace(&mut is_in_line, !text.contains('\n')));
        let line: Vec<Cow<'_, str>> = line.collect();
        indent_of(&line.into_iter().rev().collect::<String>()).to_owned()
    }

    /// Returns the indentation of the line in which the content of a node begins.
    pub(super) fn content_indent(&self, id: NodeId) -> String {
        let head = self.head(id);
        if head.contains('\n') { indent_of(head).to_owned() } else { self.line_indent(id) }
    }

    /// Returns the line ending of the document, which is that of its first line.
    pub(super) fn ending(&self) -> &'static str {
        self.ending.get_or_init(|| {
            let first = self.pieces(ROOT).find_map(|piece| self.slice(piece).split_once('\n'));
            if first.is_some_and(|(line, _)| line.ends_with('\r')) { "\r\n" } else { "\n" }
        })
    }

    /// Adds a node without its place among the children of the parent.
    pub(super) fn add(&mut self, parent: NodeId, kind: Kind, texts: Texts) -> NodeId {
        let id = match self.free.pop() {
            Some(index) => self.id(index),
            None => {
                self.nodes.push(Node::default());
                NodeId { index: self.nodes.len() as u32 - 1, generation: 0 }
            }
        };
        let node = &mut self.nodes[id.index as usize];
        (node.kind, node.parent, node.vote) = (kind, parent.index, 0);
        self.set_texts(id, texts);
        id
    }

    /// Removes a node that is not a child any more, and those in it.
    pub(super) fn drop_node(&mut self, id: NodeId) {
        self.drop_children(id);
        self.texts.remove(&id.index);
        self.hints.remove(&id.index);
        self.added_lines.remove(&id.index);
        let node = &mut self.nodes[id.index as usize];
        node.kind = Kind::Free;
        // A node that was used too often is not used again.
        if let Some(next) = node.generation.checked_add(1) {
            node.generation = next;
            self.free.push(id.index);
        }
    }

    /// Removes the nodes in a node.
    pub(super) fn drop_children(&mut self, id: NodeId) {
        self.names.remove(&id.index);
        if let Some(content) = self.contents.remove(&id.index) {
            for child in (0..content.children.len()).filter_map(|index| content.children.get(index)) {
                self.drop_node(self.id(child));
            }
        }
    }

    /// Splits the content of a node into the text before its children, the children, and the text
    /// after them. The offsets differ from those in the texts of the document by a shift.
    pub(super) fn split_into(
        &mut self,
        id: NodeId,
        form: Form,
        open: Range<usize>,
        parts: impl Iterator<Item = Child>,
        end: usize,
        shift: isize,
    ) {
        let (children, close) = self.add_parts(id, parts, open.end..end, shift);
        let (open, children) = (Text::new(open).shifted(shift), Children::new(children));
        self.set_content(id, Content { form, open, close, children, ..Content::default() });
    }

    pub(super) fn set_content(&mut self, id: NodeId, content: Content) {
        self.contents.insert(id.index, Box::new(content));
    }

    /// Adds the children in a range, whose offsets differ from those in the texts of the document
    /// by a shift. Returns them, and the text after the last one.
    pub(super) fn add_parts(
        &mut self,
        parent: NodeId,
        parts: impl Iterator<Item = Child>,
        range: Range<usize>,
        shift: isize,
    ) -> (VecDeque<u32>, Text) {
        let mut from = range.start;
        let place = |start, end| Text::new(start..end).shifted(shift);
        let children = parts.map(|(kind, start, head, end)| {
            let [lead, head, content] = [place(from, start), place(start, head), place(head, end)];
            let texts = Texts { lead, head, content, ..Texts::default() };
            from = end;
            self.add(parent, kind, texts).index
        });
        (children.collect(), place(from, range.end))
    }

    /// Splits the content of a node into its children, if it is not split.
    pub(super) fn split(&mut self, id: NodeId) {
        if self.contents.contains_key(&id.index) && self.form(id) != Form::Pieces {
            return;
        }
        self.adopt();
        if self.form(id) == Form::Pieces {
            self.join(id);
        }
        let Texts { head, content, .. } = self.texts(id);
        match self.kind(id) {
            Kind::Block => {
                let (file, start) = (parse_file(self.text_of(id)).value, head.len());
                let Some(block) = file.ast().and_then(|body| body.block_at(0)) else { return };
                // The head can be at another place of the buffer than the content.
                let (shift, end) = (content.start as isize - start as isize, start + content.len());
                let parts = block.body().items().map(item);
                self.split_into(id, Form::Body, start..start, parts, end, shift);
            }
            Kind::Attribute | Kind::Entry | Kind::Element => {
                let parsed = parse_expression(self.content_text(id)).value;
                let Some((form, head, parts)) = parsed.ast().map(parts_of) else { return };
                let parts = parts.into_iter().map(|(key, value)| {
                    let span = value.span().range();
                    match key {
                        Some(key) => (Kind::Entry, key.span().start as usize, span.start, span.end),
                        None => (Kind::Element, span.start, span.start, span.end),
                    }
                });
                self.split_into(id, form, 0..head, parts, content.len(), content.start as isize);
            }
            Kind::Root | Kind::Free => {}
        }
    }

    /// Puts the texts of a value together, so that it can be split again.
    pub(super) fn join(&mut self, id: NodeId) {
        let mut pieces = self.content_pieces(id).filter(|piece| piece.len() > 0).peekable();
        let first = pieces.peek().copied().unwrap_or_default();
        let end = pieces.try_fold(first.start, |end, piece| (piece.start == end).then_some(piece.end));
        drop(pieces);
        let text = match end {
            Some(end) => Text { end, ..first },
            None => self.store(&self.content_text(id)),
        };
        self.replace_content(id, text);
    }

    /// Replaces a value and its children.
    pub(super) fn replace_content(&mut self, id: NodeId, content: Text) {
        self.drop_children(id);
        self.set_texts(id, Texts { content, ..self.texts(id) });
    }
}

/// Returns the form of a value, the offset after its opening bracket, and the parts of it that can
/// be edited, with their keys in an object. One that can only be set as a whole has none.
pub(super) fn parts_of(
    expression: Expression<'_>,
) -> (Form, usize, Vec<(Option<Expression<'_>>, Expression<'_>)>) {
    let part = |value| (None, value);
    let start = expression.span().start as usize;
    match expression.kind() {
        ExpressionKind::Tuple(tuple) => (Form::Tuple, start + 1, tuple.elements().map(part).collect()),
        ExpressionKind::FunctionCall(call) => {
            let start = call.arguments_span().start as usize;
            (Form::Call, start + 1, call.arguments().map(part).collect())
        }
        ExpressionKind::Parentheses(inner) => (Form::Parentheses, start + 1, vec![part(inner)]),
        ExpressionKind::Conditional(conditional) => {
            let arms = conditional.arms().flat_map(|(predicate, result)| [predicate, result]);
            (Form::Conditional, start, arms.chain([conditional.otherwise()]).map(part).collect())
        }
        ExpressionKind::Object(object) => {
            (Form::Object, start + 1, object.expressions().map(|(key, value)| (Some(key), value)).collect())
        }
        _ => (Form::Plain, start, Vec::new()),
    }
}

/// Returns the start of a value after comments.
pub(super) fn value_start(text: &str) -> usize {
    let mut tokens = tokens(text);
    let first = tokens.find(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Newline));
    first.map_or(text.len(), |token| token.span.start as usize)
}
