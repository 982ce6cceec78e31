//! The tree: its texts, its nodes, and splitting a text into nodes.

use std::collections::VecDeque;
use std::ops::Range;

use super::document::Document;
use super::gap::{Gap, comments, find_outside, indent_of};
use super::node::{Inner, Kind, Node, NodeId, ROOT, Text, Texts};
use crate::body::{parse_expression, parse_file};
use crate::source::Span;
use crate::syntax::ast::{self, BodyItem, Expression, ExpressionKind};

/// Reading nodes.
impl Document {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.at()]
    }

    pub(super) fn parent(&self, id: NodeId) -> NodeId {
        let index = self.node(id).parent;
        NodeId { index, generation: self.nodes[index as usize].generation }
    }

    pub(super) fn inner(&self, id: NodeId) -> &Inner {
        self.nodes[id.at()].inner()
    }

    pub(super) fn inner_mut(&mut self, id: NodeId) -> &mut Inner {
        self.nodes[id.at()].inner_mut()
    }

    /// Returns the kind of the node with this identity. If it does not exist any more, that is
    /// [`Kind::Free`].
    pub(super) fn kind(&self, id: NodeId) -> Kind {
        let node = self.nodes.get(id.at()).filter(|node| node.generation == id.generation);
        node.map_or(Kind::Free, |node| node.kind)
    }

    pub(super) fn head(&self, id: NodeId) -> &str {
        self.slice(self.texts[id.at()].head)
    }

    /// Returns the whole text of a node, without that before it.
    pub(super) fn text_of(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.visit(id, &mut |piece| {
            text.push_str(self.slice(piece));
            false
        });
        text
    }

    /// Calls a function with each piece of the text of a node, until it returns `true`. Returns
    /// whether it did.
    pub(super) fn visit(&self, id: NodeId, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let Texts { head, tail, .. } = self.texts[id.at()];
        let children = &self.inner(id).children;
        visit(head)
            || children.iter().any(|child| visit(self.texts[child.at()].lead) || self.visit(*child, visit))
            || visit(tail)
    }

    /// Works like [`visit`](Self::visit), from the end.
    fn visit_back(&self, id: NodeId, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        visit(self.texts[id.at()].tail) || self.visit_before(id, self.inner(id).children.len(), visit)
    }

    /// Does the same from the child before an index on.
    fn visit_before(&self, id: NodeId, index: usize, visit: &mut dyn FnMut(Text) -> bool) -> bool {
        let mut before = self.inner(id).children.range(..index).rev();
        before.any(|child| self.visit_back(*child, visit) || visit(self.texts[child.at()].lead))
            || visit(self.texts[id.at()].head)
    }

    /// Returns whether the text of a node has several lines.
    pub(super) fn has_lines(&self, id: NodeId) -> bool {
        self.visit(id, &mut |piece| self.slice(piece).contains('\n'))
    }

    /// Returns the index of a node among the children of its parent.
    pub(super) fn index_of(&self, id: NodeId) -> usize {
        let Inner { children: siblings, cursor, .. } = self.inner(self.parent(id));
        // Siblings that were removed or inserted before it have moved it.
        let starts = [self.node(id).hint, *cursor].map(|start| start as usize);
        let near = (0..siblings.len()).flat_map(|distance| {
            starts.into_iter().flat_map(move |start| [Some(start + distance), start.checked_sub(distance)])
        });
        near.flatten().find(|index| siblings.get(*index) == Some(&id)).unwrap_or_default()
    }

    /// Works like [`index_of`](Self::index_of), and finds the node faster the next time.
    pub(super) fn find_index(&mut self, id: NodeId) -> usize {
        let index = self.index_of(id);
        let parent = self.parent(id);
        self.nodes[id.at()].hint = index as u32;
        self.inner_mut(parent).cursor = index as u32;
        index
    }

    /// Returns the text before the child of an index, or after the last one.
    pub(super) fn gap(&self, parent: NodeId, index: usize) -> Gap<'_> {
        let is_last = index >= self.inner(parent).children.len();
        let text = self.slice(self.gap_text(parent, index));
        let has_bracket = is_last && parent != ROOT && self.kind(parent) != Kind::Conditional;
        Gap {
            text,
            spans: comments(text).map(|it| Span::new(it.start as u32, it.end as u32)).collect(),
            end: text.len() - usize::from(has_bracket && !text.is_empty()),
            is_start: parent == ROOT && index == 0,
            is_end: parent == ROOT && is_last,
        }
    }

    /// Returns the place of the text before the child of an index, or after the last one.
    pub(super) fn gap_text(&self, parent: NodeId, index: usize) -> Text {
        match self.inner(parent).children.get(index) {
            Some(child) => self.texts[child.at()].lead,
            None => self.texts[parent.at()].tail,
        }
    }

    /// Replaces the text before the child of an index, or after the last one.
    pub(super) fn set_gap(&mut self, parent: NodeId, index: usize, text: Text) {
        match self.inner(parent).children.get(index).copied() {
            Some(child) => self.texts[child.at()].lead = text,
            None => self.texts[parent.at()].tail = text,
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
        while !push(self.texts[at.at()].lead) && at != ROOT {
            let parent = self.parent(at);
            if self.visit_before(parent, self.index_of(at), &mut push) {
                break;
            }
            at = parent;
        }
        let line: String = line.into_iter().rev().collect();
        indent_of(line.strip_prefix('\u{feff}').unwrap_or(&line)).to_owned()
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
        let index = self.free.pop().unwrap_or(self.nodes.len() as u32);
        if index as usize == self.nodes.len() {
            self.nodes.push(Node::default());
            self.texts.push(texts);
        }
        let generation = self.nodes[index as usize].generation;
        self.nodes[index as usize] = Node { kind, generation, parent: parent.index, ..Node::default() };
        self.texts[index as usize] = texts;
        NodeId { index, generation }
    }

    /// Removes a node that is not a child any more, and those in it.
    pub(super) fn drop_node(&mut self, id: NodeId) {
        self.drop_children(id);
        let node = &mut self.nodes[id.at()];
        (node.kind, node.inner) = (Kind::Free, None);
        node.generation = node.generation.wrapping_add(1);
        self.free.push(id.index);
    }

    /// Removes the nodes in a node.
    pub(super) fn drop_children(&mut self, id: NodeId) {
        if let Some(inner) = self.nodes[id.at()].inner.take() {
            self.inner_mut(id).added = inner.added;
            inner.children.into_iter().for_each(|child| self.drop_node(child));
        }
    }

    /// Adds the body of the file.
    pub(super) fn add_root(&mut self, body: ast::Body<'_>) {
        let text = body.tree().source.text();
        let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        let head = Text::new(0..start);
        // Some changes need no other memory.
        let count = body.items().len() * 9 / 8 + 1;
        self.nodes.reserve_exact(count);
        self.texts.reserve_exact(count);
        let root = self.add(ROOT, Kind::Root, Texts { head, ..Texts::default() });
        self.nodes[root.at()].is_split = true;
        self.set_parts(root, body.items().map(item), 0, start..text.len());
    }

    /// Adds the children of a node that is split, in a range of its text.
    fn set_parts(
        &mut self,
        id: NodeId,
        parts: impl Iterator<Item = Part>,
        shift: isize,
        Range { start, end: length }: Range<usize>,
    ) {
        let (mut children, end) = self.add_parts(id, parts, shift, start);
        children.shrink_to_fit();
        self.inner_mut(id).children = children;
        self.texts[id.at()].tail = Text::new(end..length).shifted(shift);
    }

    /// Adds children, whose offsets differ from those in the texts of the document by a shift. The
    /// text before the first one begins at an offset. Returns the nodes, and the end of the last.
    pub(super) fn add_parts(
        &mut self,
        parent: NodeId,
        parts: impl Iterator<Item = Part>,
        shift: isize,
        mut from: usize,
    ) -> (VecDeque<NodeId>, usize) {
        let place = |start, end| Text::new(start..end).shifted(shift);
        let children = (0..).zip(parts).map(|(hint, (kind, start, head, end))| {
            let texts = Texts { lead: place(from, start), head: place(start, head), tail: place(head, end) };
            let id = self.add(parent, kind, texts);
            self.nodes[id.at()].hint = hint;
            from = end;
            id
        });
        (children.collect(), from)
    }
}

/// Splitting nodes into their children.
impl Document {
    /// Returns the children of a node, after splitting its text.
    pub(super) fn children(&mut self, id: NodeId) -> &VecDeque<NodeId> {
        self.split(id);
        &self.inner(id).children
    }

    /// Splits the text of a node, if it is not split.
    pub(super) fn split(&mut self, id: NodeId) {
        if self.node(id).is_split && self.kind(id) != Kind::Pieces {
            return;
        }
        self.adopt();
        if self.kind(id) == Kind::Pieces {
            self.join(id);
        }
        self.nodes[id.at()].is_split = true;
        let text = self.text_of(id);
        let Texts { head, tail, .. } = self.texts[id.at()];
        // The head can be at another place of the buffer than the tail.
        let shift = tail.start as isize - head.len() as isize;
        let inside = head.len()..text.len();
        match self.kind(id) {
            Kind::Block => {
                let file = parse_file(text).value;
                let Some(block) = file.ast().and_then(|body| body.block_at(0)) else { return };
                self.set_parts(id, block.body().items().map(item), shift, inside);
            }
            Kind::Attribute | Kind::Entry => {
                // Comments between the `=` and the value belong to neither.
                let start = inside.start + value_start(&text[inside.clone()]);
                let part = (Kind::Value, start, inside.end, inside.end);
                self.set_parts(id, [part].into_iter(), shift, inside);
            }
            Kind::Value => {
                let parsed = parse_expression(text).value;
                let Some(Children { kind, head: start, parts }) = parsed.ast().and_then(children_of) else {
                    return;
                };
                let parts = parts.into_iter().map(|(key, value)| {
                    let span = value.span().range();
                    match key {
                        Some(key) => {
                            (Kind::Entry, key.span().start as usize, sign_end(key.span(), value), span.end)
                        }
                        None => (Kind::Value, span.start, span.end, span.end),
                    }
                });
                self.nodes[id.at()].kind = kind;
                self.texts[id.at()].head = head.part(0..start);
                self.set_parts(id, parts, shift, start..inside.end);
            }
            _ => {}
        }
    }

    /// Puts the texts of a value together, so that it can be split again.
    pub(super) fn join(&mut self, id: NodeId) {
        let mut whole: Option<Text> = None;
        let is_several = self.visit(id, &mut |piece| {
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
            None => self.store(&self.text_of(id)),
        };
        self.replace_value(id, text);
    }

    /// Replaces a value and its children.
    pub(super) fn replace_value(&mut self, id: NodeId, text: Text) {
        self.drop_children(id);
        let node = &mut self.nodes[id.at()];
        (node.kind, node.is_split) = (Kind::Value, false);
        let texts = &mut self.texts[id.at()];
        (texts.head, texts.tail) = (text, text.part(text.len()..text.len()));
    }
}

pub(super) fn item(item: BodyItem<'_>) -> Part {
    let span = item.span().range();
    match item {
        BodyItem::Attribute(attribute) => {
            let head = sign_end(attribute.name_span(), attribute.expression());
            (Kind::Attribute, span.start, head, span.end)
        }
        BodyItem::Block(block) => (Kind::Block, span.start, block.body().span().start as usize + 1, span.end),
    }
}

/// The parts of a value that can be edited.
pub(super) struct Children<'t> {
    pub(super) kind: Kind,
    /// The offset after the opening bracket.
    head: usize,
    /// With their keys in an object.
    pub(super) parts: Vec<(Option<Expression<'t>>, Expression<'t>)>,
}

/// Returns the parts of a value, unless it can only be set as a whole.
pub(super) fn children_of(expression: Expression<'_>) -> Option<Children<'_>> {
    let part = |value| (None, value);
    let start = expression.span().start as usize;
    let (kind, head, parts) = match expression.kind() {
        ExpressionKind::Tuple(tuple) => (Kind::Tuple, start + 1, tuple.elements().map(part).collect()),
        ExpressionKind::FunctionCall(call) => {
            let start = call.arguments_span().start as usize;
            (Kind::Call, start + 1, call.arguments().map(part).collect())
        }
        ExpressionKind::Parentheses(inner) => (Kind::Parentheses, start + 1, vec![part(inner)]),
        ExpressionKind::Conditional(conditional) => {
            let arms = conditional.arms().flat_map(|(predicate, result)| [predicate, result]);
            (Kind::Conditional, start, arms.chain([conditional.otherwise()]).map(part).collect())
        }
        ExpressionKind::Object(object) => {
            (Kind::Object, start + 1, object.expressions().map(|(key, value)| (Some(key), value)).collect())
        }
        _ => return None,
    };
    Some(Children { kind, head, parts })
}

/// Returns the end of the `=` or `:` between a name or a key and its value.
pub(super) fn sign_end(name: Span, value: Expression<'_>) -> usize {
    let between = value.source().slice(Span::new(name.end, value.span().start));
    let sign = find_outside(between, |character| matches!(character, '=' | ':'));
    name.end as usize + sign.map_or(between.len(), |sign| sign + 1)
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
