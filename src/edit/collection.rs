//! Tuples and objects that are written out.

use std::ops::Range;

use super::layout::Edit;
use super::lines::{TextView, is_blank};
use crate::syntax::ast::{Expression, ExpressionKind};

/// A tuple or an object that is written out.
pub(super) struct Collection<'t> {
    expression: Expression<'t>,
    pub(super) is_object: bool,
    pub(super) len: usize,
}

impl<'t> Collection<'t> {
    pub(super) fn of(expression: Expression<'t>) -> Option<Self> {
        let (is_object, len) = match expression.kind() {
            ExpressionKind::Tuple(tuple) => (false, tuple.elements().len()),
            ExpressionKind::Object(object) => (true, object.items().len()),
            ExpressionKind::Parentheses(inner) => return Self::of(inner),
            _ => return None,
        };
        Some(Self { expression, is_object, len })
    }

    /// Returns an element, with its key in an object.
    fn entry(&self, index: usize) -> Option<(Option<Expression<'t>>, Expression<'t>)> {
        match self.expression.kind() {
            ExpressionKind::Tuple(tuple) => Some((None, tuple.element(index)?)),
            ExpressionKind::Object(object) => object.item(index).map(|item| (Some(item.key), item.value)),
            _ => None,
        }
    }

    /// Returns the value of an element.
    pub(super) fn value(&self, index: usize) -> Option<Expression<'t>> {
        self.entry(index).map(|(_, value)| value)
    }

    /// Returns the span of an element, or of an item with its key.
    pub(super) fn get(&self, index: usize) -> Option<Range<usize>> {
        let (key, value) = self.entry(index)?;
        Some(key.unwrap_or(value).span().to(value.span()).range())
    }

    /// Works like [`get`](Self::get), and returns the position before the closing bracket for a
    /// missing element.
    pub(super) fn element(&self, index: usize) -> Range<usize> {
        let end = self.inside().end;
        self.get(index).unwrap_or(end..end)
    }

    /// Returns the keys of some items of an object that are names or strings, with their indexes.
    pub(super) fn keys(&self, items: Range<usize>) -> impl Iterator<Item = (&'t str, usize)> {
        items.flat_map(|index| {
            let keys = self.key(index).map_or([None; 2], |key| [key.static_keyword(), key.as_str()]);
            keys.into_iter().flatten().map(move |key| (key, index))
        })
    }

    /// Returns the index of the item of a key. Of items with equal keys, the last counts.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.keys(0..self.len).filter(|(other, _)| *other == key).last().map(|(_, index)| index)
    }

    pub(super) fn inside(&self) -> Range<usize> {
        let span = self.expression.span().range();
        span.start + 1..span.end - 1
    }

    pub(super) fn text(&self) -> TextView<'t> {
        TextView::of_tree(self.expression.tree())
    }

    /// Returns the key of an item.
    pub(super) fn key(&self, index: usize) -> Option<Expression<'t>> {
        self.entry(index).and_then(|(key, _)| key)
    }

    /// Returns the span of an element with its comments, and without them. Comments after it belong
    /// to it if they are in its last line, and no other element follows them there.
    pub(super) fn extent(&self, text: TextView<'_>, index: usize) -> Option<(Range<usize>, Range<usize>)> {
        let own = self.get(index)?;
        let tail = text.tail_end(self.end(text, index));
        let end = if text.ends_line(tail) { tail } else { text.tail_end(own.end) };
        Some((text.lead_start(own.start)..end, own))
    }

    /// Returns the offset of the comma after an element.
    pub(super) fn comma(&self, text: TextView<'_>, index: usize) -> Option<usize> {
        let mut from = self.element(index).end;
        let to = self.element(index + 1).start;
        for comment in text.comments(from..to) {
            let found = text.text[from..comment.start as usize].find(',');
            if found.is_some() {
                return found.map(|at| from + at);
            }
            from = comment.end as usize;
        }
        text.text[from..to].find(',').map(|at| from + at)
    }

    /// Returns whether the elements are separated by commas.
    pub(super) fn has_commas(&self, text: TextView<'_>) -> bool {
        !self.is_object || (self.len > 0 && self.comma(text, 0).is_some())
    }

    /// Returns the end of an element with its comma.
    pub(super) fn end(&self, text: TextView<'_>, index: usize) -> usize {
        self.comma(text, index).map_or(self.element(index).end, |comma| comma + 1)
    }

    /// Returns the text from the element before an index to the one after some elements from it on.
    pub(super) fn between(&self, elements: &Range<usize>) -> Range<usize> {
        let before = elements.start.checked_sub(1);
        let start = before.map_or(self.inside().start, |before| self.element(before).end);
        start..self.element(elements.end).start
    }

    /// Returns whether no comment is between an element with its own comments and the next one with
    /// its own, so that they can be removed together.
    pub(super) fn is_next_to_following(&self, text: TextView<'_>, index: usize) -> bool {
        let Some(next) = self.get(index + 1) else { return false };
        let tail = text.tail_end(self.end(text, index));
        text.comments(tail..text.lead_start(next.start).max(tail)).is_empty()
    }

    /// Returns the edit that removes elements that are
    /// [next to each other](Self::is_next_to_following), with their commas and comments.
    pub(super) fn removal(&self, text: TextView<'_>, elements: Range<usize>) -> Edit {
        let inside = self.inside();
        let (first, last) = (elements.start, elements.end - 1);
        let lead = text.lead_start(self.element(first).start);
        let tail = text.tail_end(self.end(text, last));
        let span = if text.begins_line(lead) && text.ends_line(tail) && text.line_end(tail) <= inside.end {
            text.line_start(lead)..text.line_end(tail)
        } else if elements.len() == self.len {
            let is_alone = is_blank(&text.text[inside.start..lead]) && is_blank(&text.text[tail..inside.end]);
            if is_alone { inside } else { lead..tail }
        } else if let Some(next) = self.get(elements.end) {
            lead..text.lead_start(next.start)
        } else {
            let start = self.comma(text, first - 1);
            let start = start.unwrap_or_else(|| text.tail_end(self.element(first - 1).end));
            start..self.element(last).end
        };
        Edit::new(span, "")
    }
}
