//! The tree: its texts, its nodes, and splitting a text into nodes.

use std::collections::VecDeque;
use std::ops::Range;

use super::document::Document;
use super::gap::{Gap, comments, indent_of};
use super::node::{Children, Content, Form, Kind, Node, NodeId, ROOT, Text, Texts};
use crate::body::{parse_expression, parse_file};
use crate::source::Span;
use crate::syntax::ast::{self, BodyItem, Expression, ExpressionKind};

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
        let texts = self.nodes[id.index as usize].texts();
        texts.or_else(|| self.texts.get(&id.index).copied()).unwrap_or_default()
    }

    pub(super) fn set_texts(&mut self, id: NodeId, texts: Texts) {
        match self.nodes[id.index as usize].set_texts(texts) {
            true => _ = self.texts.remove(&id.index),
            false => _ = self.texts.insert(id.index, texts),
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
        let mut text = String::new();
        self.visit_content(id, &mut |piece| {
            text.push_str(self.slice(piece));
            false
        });
        text
    }

    /// Calls a function with each piece of the text of a node, until it returns `true`. Returns
    /// whether it did.
    pub(super) fn visit(&self, id: NodeId, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let Texts { head, comments, .. } = self.texts(id);
        visit(head) || visit(comments) || self.visit_content(id, visit)
    }

    fn visit_content(&self, id: NodeId, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let Some(content) = self.content(id) else { return visit(self.texts(id).content) };
        visit(content.open)
            || self
                .range(id, 0..content.children.len())
                .any(|child| visit(self.texts(child).lead) || self.visit(child, visit))
            || visit(content.close)
    }

    /// Works like [`visit`](Self::visit), from the end.
    fn visit_back(&self, id: NodeId, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let end = self.content(id).map_or(self.texts(id).content, |content| content.close);
        visit(end) || self.visit_before(id, self.count(id), visit)
    }

    /// Does the same from the child before an index on.
    fn visit_before(&self, id: NodeId, index: usize, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let mut before = self.range(id, 0..index).rev();
        before.any(|child| self.visit_back(child, visit) || visit(self.texts(child).lead))
            || self.content(id).is_some_and(|content| visit(content.open))
            || visit(self.texts(id).comments)
            || visit(self.texts(id).head)
    }

    /// Returns whether the text of a node has several lines.
    pub(super) fn has_lines(&self, id: NodeId) -> bool {
        self.visit(id, &mut |piece| self.slice(piece).contains('\n'))
    }

    /// Returns the index of a node among the children of its parent.
    pub(super) fn index_of(&self, id: NodeId) -> usize {
        let Some(Content { children, cursor, .. }) = self.content(self.parent(id)) else { return 0 };
        // Siblings that were removed or inserted before it have moved it.
        let first = || id.index.saturating_sub(children.range.start) as usize;
        let starts = [self.hints.get(&id.index).copied().unwrap_or_else(first), *cursor];
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
            spans: comments(text).map(|it| Span::new(it.start as u32, it.end as u32)).collect(),
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

    /// Returns the indentation of the line in which a node begins.
    pub(super) fn line_indent(&self, id: NodeId) -> String {
        // The pieces of the line before the node, the nearest first.
        let mut line: Vec<&str> = Vec::new();
        let mut push = |piece: Text| {
            let text = self.slice(piece);
            let start = text.rfind('\n');
            line.push(&text[start.map_or(0, |start| start + 1)..]);
            start.is_some()
        };
        let mut at = id;
        while !push(self.texts(at).lead) && at != ROOT {
            let parent = self.parent(at);
            if self.visit_before(parent, self.index_of(at), &mut push) {
                break;
            }
            at = parent;
        }
        let line: String = line.into_iter().rev().collect();
        indent_of(line.strip_prefix('\u{feff}').unwrap_or(&line)).to_owned()
    }

    /// Returns the indentation of the line in which the content of a node begins.
    pub(super) fn content_indent(&self, id: NodeId) -> String {
        let line = self.head(id).rsplit_once('\n');
        line.map_or_else(|| self.line_indent(id), |(_, line)| indent_of(line).to_owned())
    }

    /// Returns the line ending of the document, which is that of its first line.
    pub(super) fn ending(&self) -> &'static str {
        self.ending.get_or_init(|| {
            let (mut last, mut ending) = (0, "\n");
            self.visit(ROOT, &mut |piece| {
                let text = self.slice(piece);
                let end = text.find('\n');
                last = text[..end.unwrap_or(text.len())].bytes().last().unwrap_or(last);
                if end.is_some() && last == b'\r' {
                    ending = "\r\n";
                }
                end.is_some()
            });
            ending
        })
    }
}

/// The kind of a child in a text, its start, the end of its head, and its end.
type Part = (Kind, usize, usize, usize);

/// Adding and removing nodes.
impl Document {
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
        (node.kind, node.parent) = (kind, parent.index);
        self.set_texts(id, texts);
        id
    }

    /// Removes a node that is not a child any more, and those in it.
    pub(super) fn drop_node(&mut self, id: NodeId) {
        self.drop_children(id);
        self.texts.remove(&id.index);
        self.added_lines.remove(&id.index);
        self.hints.remove(&id.index);
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

    /// Adds the body of the file.
    pub(super) fn add_root(&mut self, body: ast::Body<'_>) {
        let text = body.tree().source.text();
        let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        // Some changes need no other memory.
        self.nodes.reserve_exact(body.items().len() * 9 / 8 + 1);
        let root = self.add(ROOT, Kind::Root, Texts { head: Text::new(0..start), ..Texts::default() });
        self.split_into(root, Form::Body, start..start, body.items().map(item), 0, text.len());
    }

    /// Splits the content of a node into the text before its children, the children, and the text
    /// after them. The offsets differ from those in the texts of the document by a shift.
    fn split_into(
        &mut self,
        id: NodeId,
        form: Form,
        open: Range<usize>,
        parts: impl Iterator<Item = Part>,
        shift: isize,
        end: usize,
    ) {
        let place = |start, end| Text::new(start..end).shifted(shift);
        let open_text = place(open.start, open.end);
        let (children, last) = self.add_parts(id, parts, shift, open.end);
        let content = Content::new(form, open_text, Children::new(children), place(last, end));
        self.contents.insert(id.index, Box::new(content));
    }

    /// Adds children, whose offsets differ from those in the texts of the document by a shift. The
    /// text before the first one begins at an offset. Returns the nodes, and the end of the last.
    pub(super) fn add_parts(
        &mut self,
        parent: NodeId,
        parts: impl Iterator<Item = Part>,
        shift: isize,
        mut from: usize,
    ) -> (VecDeque<u32>, usize) {
        let place = |start, end| Text::new(start..end).shifted(shift);
        let children = parts.map(|(kind, start, head, end)| {
            let [lead, head, content] = [place(from, start), place(start, head), place(head, end)];
            let texts = Texts { lead, head, content, ..Texts::default() };
            from = end;
            self.add(parent, kind, texts).index
        });
        (children.collect(), from)
    }
}

/// Splitting nodes into their children.
impl Document {
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
                self.split_into(id, Form::Body, start..start, parts, shift, end);
            }
            Kind::Attribute | Kind::Entry | Kind::Element => {
                let parsed = parse_expression(self.content_text(id)).value;
                let Some(Parts { form, head, parts }) = parsed.ast().map(parts_of) else { return };
                let parts = parts.into_iter().map(|(key, value)| {
                    let span = value.span().range();
                    match key {
                        Some(key) => (Kind::Entry, key.span().start as usize, span.start, span.end),
                        None => (Kind::Element, span.start, span.start, span.end),
                    }
                });
                self.split_into(id, form, 0..head, parts, content.start as isize, content.len());
            }
            Kind::Root | Kind::Free => {}
        }
    }

    /// Puts the texts of a value together, so that it can be split again.
    pub(super) fn join(&mut self, id: NodeId) {
        let mut whole: Option<Text> = None;
        let is_several = self.visit_content(id, &mut |piece| {
            match &mut whole {
                _ if piece.len() == 0 => {}
                Some(whole) if whole.end == piece.start => whole.end = piece.end,
                Some(_) => return true,
                None => whole = Some(piece),
            }
            false
        });
        let text = match whole.filter(|_| !is_several) {
            Some(text) => text,
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

pub(super) fn item(item: BodyItem<'_>) -> Part {
    let span = item.span().range();
    let (kind, head) = match item {
        BodyItem::Attribute(attribute) => (Kind::Attribute, attribute.expression().span().start as usize),
        BodyItem::Block(block) => (Kind::Block, block.body().span().start as usize + 1),
    };
    (kind, span.start, head, span.end)
}

/// The parts of a value that can be edited.
pub(super) struct Parts<'t> {
    form: Form,
    /// The offset after the opening bracket.
    head: usize,
    /// With their keys in an object.
    pub(super) parts: Vec<(Option<Expression<'t>>, Expression<'t>)>,
}

/// Returns the parts of a value. One that can only be set as a whole has none.
pub(super) fn parts_of(expression: Expression<'_>) -> Parts<'_> {
    let part = |value| (None, value);
    let start = expression.span().start as usize;
    let (form, head, parts) = match expression.kind() {
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
    };
    Parts { form, head, parts }
}

/// Returns the start of a value after white space and comments.
pub(super) fn value_start(text: &str) -> usize {
    let after_spaces = |at: usize| text.len() - text[at..].trim_start().len();
    let mut start = after_spaces(0);
    for comment in comments(text) {
        if comment.start != start {
            break;
        }
        start = after_spaces(comment.end);
    }
    start
}
