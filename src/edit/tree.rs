//! The tree: its texts, its nodes, and splitting a text into nodes.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::Range;

use super::document::Document;
use super::gap::{Gap, find_outside, indent_of};
use super::node::{Kind, Node, NodeId, ROOT, Text, Texts};
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem, Expression, ExpressionKind, ObjectItem};
use crate::syntax::{parse_body, parse_expression};

/// Reading nodes.
impl Document {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.at()]
    }

    /// Returns whether a node with this identity exists.
    pub(super) fn has(&self, id: NodeId) -> bool {
        let node = self.nodes.get(id.at());
        node.is_some_and(|node| node.generation == id.generation && node.kind != Kind::Free)
    }

    pub(super) fn slice(&self, text: Text) -> &str {
        &self.buffer[text.range()]
    }

    pub(super) fn head(&self, id: NodeId) -> &str {
        self.slice(self.texts[id.at()].head)
    }

    /// Returns the whole text of a node, without that before it.
    pub(super) fn text_of(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.visit_texts(id, &mut |piece| text.push_str(self.slice(piece)));
        text
    }

    /// Calls a function with each piece of the text of a node.
    pub(super) fn visit_texts(&self, id: NodeId, visit: &mut dyn FnMut(Text)) {
        let Texts { head, tail, .. } = self.texts[id.at()];
        visit(head);
        for child in &self.node(id).children {
            visit(self.texts[child.at()].lead);
            self.visit_texts(*child, visit);
        }
        visit(tail);
    }

    /// Returns whether the text of a node has several lines.
    pub(super) fn has_lines(&self, id: NodeId) -> bool {
        let Texts { head, tail, .. } = self.texts[id.at()];
        let children = &self.node(id).children;
        let lead = |child: &NodeId| self.texts[child.at()].lead;
        [head, tail].into_iter().chain(children.iter().map(lead)).any(|text| self.slice(text).contains('\n'))
            || children.iter().any(|child| self.has_lines(*child))
    }

    /// Returns the index of a node among the children of its parent.
    pub(super) fn index_of(&self, id: NodeId) -> usize {
        let node = self.node(id);
        let Node { children: siblings, cursor, .. } = self.node(node.parent);
        // Siblings that were removed or inserted before it have moved it.
        let starts = [node.hint, *cursor].map(|start| start as usize);
        let near = (0..siblings.len()).flat_map(|distance| {
            starts.into_iter().flat_map(move |start| [Some(start + distance), start.checked_sub(distance)])
        });
        near.flatten().find(|index| siblings.get(*index) == Some(&id)).unwrap_or_default()
    }

    /// Works like [`index_of`](Self::index_of), and finds the node faster the next time.
    pub(super) fn find_index(&mut self, id: NodeId) -> usize {
        let index = self.index_of(id);
        let parent = self.node(id).parent;
        self.nodes[id.at()].hint = index as u32;
        self.nodes[parent.at()].cursor = index as u32;
        index
    }

    /// Returns the text before the child of an index, or after the last one.
    pub(super) fn gap(&self, parent: NodeId, index: usize) -> Gap<'_> {
        let node = self.node(parent);
        let child = node.children.get(index);
        let text = self.slice(self.gap_text(parent, index));
        let has_bracket = child.is_none() && parent != ROOT && node.kind != Kind::Conditional;
        Gap {
            text,
            comments: OnceCell::new(),
            end: text.len() - usize::from(has_bracket && !text.is_empty()),
            is_start: parent == ROOT && index == 0,
            is_end: parent == ROOT && child.is_none(),
        }
    }

    /// Returns the place of the text before the child of an index, or after the last one.
    pub(super) fn gap_text(&self, parent: NodeId, index: usize) -> Text {
        match self.node(parent).children.get(index) {
            Some(child) => self.texts[child.at()].lead,
            None => self.texts[parent.at()].tail,
        }
    }

    /// Replaces the text before the child of an index, or after the last one.
    pub(super) fn set_gap(&mut self, parent: NodeId, index: usize, text: Text) {
        match self.node(parent).children.get(index).copied() {
            Some(child) => self.texts[child.at()].lead = text,
            None => self.texts[parent.at()].tail = text,
        }
    }

    /// Stores a text, and replaces that before the child of an index by it.
    pub(super) fn write_gap(&mut self, parent: NodeId, index: usize, text: &str) {
        let start = self.store(text);
        self.set_gap(parent, index, Text::new(start..start + text.len()));
    }

    /// Returns the indentation of the line in which a node begins.
    pub(super) fn line_indent(&self, id: NodeId) -> String {
        // The pieces of the line before the node, the nearest first.
        let mut line: Vec<&str> = Vec::new();
        let mut at = id;
        loop {
            if self.push_line(self.texts[at.at()].lead, &mut line) {
                break;
            }
            if at == ROOT {
                break;
            }
            let parent = self.node(at).parent;
            match self.index_of(at).checked_sub(1) {
                Some(before) => {
                    at = self.node(parent).children[before];
                    if self.push_lines(at, &mut line) {
                        break;
                    }
                }
                None => {
                    if self.push_line(self.texts[parent.at()].head, &mut line) {
                        break;
                    }
                    at = parent;
                }
            }
        }
        let line: String = line.into_iter().rev().collect();
        indent_of(line.strip_prefix('\u{feff}').unwrap_or(&line)).to_owned()
    }

    /// Adds the last line of a text. Returns whether the line begins in it.
    fn push_line<'t>(&'t self, text: Text, line: &mut Vec<&'t str>) -> bool {
        let text = self.slice(text);
        let start = text.rfind('\n');
        line.push(&text[start.map_or(0, |start| start + 1)..]);
        start.is_some()
    }

    /// Adds the last line of a node.
    fn push_lines<'t>(&'t self, id: NodeId, line: &mut Vec<&'t str>) -> bool {
        self.push_line(self.texts[id.at()].tail, line)
            || self.node(id).children.iter().rev().any(|child| {
                self.push_lines(*child, line) || self.push_line(self.texts[child.at()].lead, line)
            })
            || self.push_line(self.texts[id.at()].head, line)
    }

    /// Returns the line ending of the document, which is that of its first line.
    pub(super) fn ending(&mut self) -> &'static str {
        if self.ending.is_none() {
            self.ending = self.first_ending(ROOT, &mut 0).or(Some("\n"));
        }
        self.ending.unwrap_or("\n")
    }

    /// Returns the first line ending of a node and the character before it.
    fn first_ending(&self, id: NodeId, last: &mut u8) -> Option<&'static str> {
        let of = |text: Text, last: &mut u8| {
            let bytes = &self.buffer.as_bytes()[text.range()];
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let line = &bytes[..end.unwrap_or(bytes.len())];
            *last = line.last().copied().unwrap_or(*last);
            end.map(|_| if *last == b'\r' { "\r\n" } else { "\n" })
        };
        let Texts { head, tail, .. } = self.texts[id.at()];
        if let Some(found) = of(head, last) {
            return Some(found);
        }
        for child in &self.node(id).children {
            let lead = of(self.texts[child.at()].lead, last);
            if let Some(found) = lead.or_else(|| self.first_ending(*child, last)) {
                return Some(found);
            }
        }
        of(tail, last)
    }
}

/// Adding and removing nodes.
impl Document {
    /// Adds a node without its place among the children of the parent.
    pub(super) fn add(&mut self, parent: NodeId, kind: Kind, texts: Texts) -> NodeId {
        let node = |generation| Node {
            kind,
            is_split: false,
            generation,
            parent,
            hint: 0,
            cursor: 0,
            children: VecDeque::new(),
            names: None,
            votes: None,
            added: None,
        };
        match self.free.pop() {
            Some(index) => {
                let generation = self.nodes[index as usize].generation;
                self.nodes[index as usize] = node(generation);
                self.texts[index as usize] = texts;
                NodeId { index, generation }
            }
            None => {
                self.nodes.push(node(0));
                self.texts.push(texts);
                NodeId { index: self.nodes.len() as u32 - 1, generation: 0 }
            }
        }
    }

    /// Removes a node that is not a child any more, and those in it.
    pub(super) fn drop_node(&mut self, id: NodeId) {
        self.drop_children(id);
        let node = &mut self.nodes[id.at()];
        (node.kind, node.names) = (Kind::Free, None);
        node.generation = node.generation.wrapping_add(1);
        self.free.push(id.index);
    }

    /// Removes the nodes in a node.
    pub(super) fn drop_children(&mut self, id: NodeId) {
        self.nodes[id.at()].names = None;
        for child in std::mem::take(&mut self.nodes[id.at()].children) {
            self.drop_node(child);
        }
    }

    /// Adds the body of the file.
    pub(super) fn add_root(&mut self, body: ast::Body<'_>) {
        let text = body.tree().source.text();
        let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        let head = Text::new(0..start);
        let root = self.add(ROOT, Kind::Root, Texts { head, ..Texts::default() });
        self.nodes[root.at()].is_split = true;
        let (children, end) = self.add_items(root, body, 0, start);
        self.nodes[root.at()].children = children.into();
        self.texts[root.at()].tail = Text::new(end..text.len());
    }

    /// Adds the items of a body, whose offsets differ from those in the buffer by a shift. The
    /// first gap begins at an offset. Returns the nodes, and the end of the last.
    pub(super) fn add_items(
        &mut self,
        parent: NodeId,
        body: ast::Body<'_>,
        shift: isize,
        mut from: usize,
    ) -> (Vec<NodeId>, usize) {
        let place = |range: Range<usize>| Text::new(range).shifted(shift);
        let mut children = Vec::with_capacity(body.items().len());
        for (hint, item) in (0..).zip(body.items()) {
            let span = item.span().range();
            let (kind, head) = match item {
                BodyItem::Attribute(attribute) => (Kind::Attribute, head_end(attribute)),
                BodyItem::Block(block) => (Kind::Block, block.body().span().start as usize + 1),
            };
            let texts = Texts {
                lead: place(from..span.start),
                head: place(span.start..head),
                tail: place(head..span.end),
            };
            let id = self.add(parent, kind, texts);
            self.nodes[id.at()].hint = hint;
            children.push(id);
            from = span.end;
        }
        (children, from)
    }
}

/// Splitting nodes into their children.
impl Document {
    /// Returns the children of a node, after splitting its text.
    pub(super) fn children(&mut self, id: NodeId) -> &VecDeque<NodeId> {
        self.split(id);
        &self.node(id).children
    }

    /// Splits the text of a node, if it is not split.
    pub(super) fn split(&mut self, id: NodeId) {
        let kind = self.node(id).kind;
        if self.node(id).is_split && kind != Kind::Pieces {
            return;
        }
        self.adopt();
        if kind == Kind::Pieces {
            self.join(id);
        }
        self.nodes[id.at()].is_split = true;
        let text = self.text_of(id);
        let head_length = self.texts[id.at()].head.len();
        match self.node(id).kind {
            Kind::Block => {
                let parsed = parse_body(Source::from(text.as_str()), &Limits::PARSING);
                let body = ast::Body::new(&parsed.tree, parsed.root);
                let Some(block) = body.block_at(0) else { return };
                // The head can be at another place of the buffer than the tail.
                let shift = self.texts[id.at()].tail.start as isize - head_length as isize;
                let (children, end) = self.add_items(id, block.body(), shift, head_length);
                self.texts[id.at()].tail = Text::new(end..text.len()).shifted(shift);
                self.nodes[id.at()].children = children.into();
            }
            Kind::Attribute | Kind::Entry => {
                // Comments between the `=` and the value belong to neither.
                let tail = self.texts[id.at()].tail;
                let start = value_start(&text[head_length..]);
                let texts = Texts {
                    lead: tail.part(0..start),
                    head: tail.part(start..tail.len()),
                    tail: tail.part(tail.len()..tail.len()),
                };
                let child = self.add(id, Kind::Value, texts);
                self.texts[id.at()].tail = texts.tail;
                self.nodes[id.at()].children = VecDeque::from([child]);
            }
            Kind::Value => {
                let parsed = parse_expression(Source::from(text.as_str()), &Limits::PARSING);
                if let Some(expression) = parsed.root {
                    self.split_value(id, Expression::new(&parsed.tree, expression));
                }
            }
            _ => {}
        }
    }

    /// Splits a value whose text is the head.
    fn split_value(&mut self, id: NodeId, expression: Expression<'_>) {
        let whole = self.texts[id.at()].head;
        let span = expression.span().range();
        let (kind, parts): (Kind, Vec<(usize, usize, usize)>) = match expression.kind() {
            ExpressionKind::Tuple(tuple) => (Kind::Tuple, tuple.elements().map(whole_value).collect()),
            ExpressionKind::FunctionCall(call) => (Kind::Call, call.arguments().map(whole_value).collect()),
            ExpressionKind::Parentheses(inner) => (Kind::Parentheses, vec![whole_value(inner)]),
            ExpressionKind::Conditional(conditional) => {
                let arms = conditional.arms().flat_map(|(predicate, result)| [predicate, result]);
                (Kind::Conditional, arms.chain([conditional.otherwise()]).map(whole_value).collect())
            }
            ExpressionKind::Object(object) => {
                let items = object.items();
                let items = items.map(|item| {
                    let (key, value) = (item.key.span().range(), item.value.span().range());
                    (key.start, sign_end(item), value.end)
                });
                (Kind::Object, items.collect())
            }
            _ => return,
        };
        let head = match expression.kind() {
            ExpressionKind::FunctionCall(call) => call.arguments_span().start as usize + 1,
            ExpressionKind::Conditional(_) => span.start,
            _ => span.start + 1,
        };
        let child_kind = if kind == Kind::Object { Kind::Entry } else { Kind::Value };
        let mut from = head;
        let mut children = Vec::with_capacity(parts.len());
        for (hint, (start, head, end)) in (0..).zip(parts) {
            let texts = Texts {
                lead: whole.part(from..start),
                head: whole.part(start..head),
                tail: whole.part(head..end),
            };
            let child = self.add(id, child_kind, texts);
            self.nodes[child.at()].hint = hint;
            children.push(child);
            from = end;
        }
        let texts = &mut self.texts[id.at()];
        (texts.head, texts.tail) = (whole.part(0..head), whole.part(from..whole.len()));
        let node = &mut self.nodes[id.at()];
        (node.kind, node.children) = (kind, children.into());
    }

    /// Joins the text of a value, and removes the nodes in it.
    pub(super) fn join(&mut self, id: NodeId) {
        let mut whole: Option<Text> = None;
        let mut is_one = true;
        self.visit_texts(id, &mut |piece| match &mut whole {
            _ if piece.len() == 0 => {}
            Some(whole) if whole.end == piece.start => whole.end = piece.end,
            Some(_) => is_one = false,
            None => whole = Some(piece),
        });
        let text = match whole.filter(|_| is_one) {
            Some(text) => text,
            None => {
                let text = self.text_of(id);
                let start = self.store(&text);
                Text::new(start..start + text.len())
            }
        };
        self.replace_value(id, text);
    }

    /// Replaces the text of a value, and removes the nodes in it.
    pub(super) fn replace_value(&mut self, id: NodeId, text: Text) {
        self.drop_children(id);
        let node = &mut self.nodes[id.at()];
        (node.kind, node.is_split) = (Kind::Value, false);
        let texts = &mut self.texts[id.at()];
        (texts.head, texts.tail) = (text, text.part(text.len()..text.len()));
    }
}

/// Returns the end of `key =` or `key :`.
pub(super) fn sign_end(item: ObjectItem<'_>) -> usize {
    let (key, value) = (item.key.span().range(), item.value.span().range());
    let between = &item.value.source().text()[key.end..value.start];
    let sign = find_outside(between, |character| matches!(character, '=' | ':'));
    key.end + sign.map_or(between.len(), |sign| sign + 1)
}

/// Returns the start, the end of the head and the end of a value.
fn whole_value(value: Expression<'_>) -> (usize, usize, usize) {
    let span = value.span().range();
    (span.start, span.end, span.end)
}

/// Returns the offset of a value after the white space and the comments before it.
pub(super) fn value_start(text: &str) -> usize {
    let mut rest = text.trim_start();
    while rest.starts_with("/*") || rest.starts_with("//") || rest.starts_with('#') {
        let end = match rest.strip_prefix("/*") {
            Some(inside) => inside.find("*/").map(|end| end + 4),
            None => rest.find('\n'),
        };
        rest = rest[end.unwrap_or(rest.len())..].trim_start();
    }
    text.len() - rest.len()
}

/// Returns the end of `name =`.
fn head_end(attribute: ast::Attribute<'_>) -> usize {
    let (name, value) = (attribute.name_span().range(), attribute.expression().span().range());
    let between = &attribute.expression().source().text()[name.end..value.start];
    let equals = find_outside(between, |character| character == '=');
    name.end + equals.map_or(between.len(), |equals| equals + 1)
}
