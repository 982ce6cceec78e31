//! Inserting and removing the items of a body.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use super::document::Document;
use super::gap::{Gap, is_blank};
use super::node::{Added, Kind, NodeId, ROOT, Text, Texts, item};
use super::position::Position;
use super::text::{NOT_VALID, shift};
use crate::body::parse_file;
use crate::error::{Error, Result};

/// The numbers of blank lines before and after an item that was taken out of a body, which it keeps
/// where it is inserted: not at the ends of a body, and not beside other blank lines. Without a
/// number, the blank lines are those of a new item.
pub(super) type BlankLines = [Option<usize>; 2];

/// New lines for a body, without the last line ending.
#[derive(Default)]
pub(super) struct NewLines<'l> {
    pub(super) text: &'l str,
    /// The kind of the item, and nothing for comments and for text that is inserted as it is.
    pub(super) kind: Option<Kind>,
    pub(super) blank: BlankLines,
    /// The node that the only item in them becomes, if there is one already.
    pub(super) node: Option<NodeId>,
}

/// The lines of an item or an element with its comments.
pub(super) struct ItemLines {
    /// The offset in the gap before the item.
    start: usize,
    /// The offset in the gap after the item.
    end: usize,
    pub(super) blank_before: Range<usize>,
    pub(super) blank_after: Range<usize>,
    /// Whether nothing else comes before it.
    pub(super) is_first: bool,
    /// Whether nothing else comes after it.
    pub(super) is_last: bool,
}

impl Document {
    /// Inserts lines into a body. Returns the index of the first new item.
    pub(super) fn insert_lines(
        &mut self,
        body: NodeId,
        position: Position,
        new: NewLines<'_>,
    ) -> Result<usize> {
        position.check(self.count(body), "body", "attributes and blocks")?;
        let is_valid = self.are_valid_items(body, new.text)?;
        let put = |document: &mut Self| document.put_lines(body, position, new);
        self.change_valid(is_valid, || Error::message(NOT_VALID), put)
    }

    /// Inserts a text as lines of a body. Returns the index of the first new item.
    pub(super) fn insert_text(
        &mut self,
        body: NodeId,
        position: Position,
        text: &str,
        kind: Option<Kind>,
    ) -> Result<usize> {
        self.change();
        self.split(body);
        let lines = self.body_lines(body, text);
        self.insert_lines(body, position, NewLines { text: &lines, kind, ..NewLines::default() })
    }

    /// Inserts lines that are valid.
    pub(super) fn put_lines(&mut self, body: NodeId, position: Position, new: NewLines<'_>) -> usize {
        self.spread(body);
        let ending = self.ending();
        let count = self.count(body);
        let (index, at) = self.place_of_lines(body, position);
        let is_block = new.kind == Some(Kind::Block);
        let is_after_block = is_block || self.is_wide(body, index.checked_sub(1));
        let is_before_block = index < count && (is_block || self.is_wide(body, Some(index)));
        let is_beside_block = is_after_block || is_before_block;
        let separates = new.kind.is_some() && is_beside_block && self.separates_blocks(body);
        let gap = self.gap(body, index);
        let kept = if self.layout.separate_blocks { new.blank } else { [None; 2] };
        let floor = self.first_line(body, index, &gap).min(at);
        let is_after_text = index > 0 || !is_blank(&gap.text[floor..at]);
        let is_before_text = index < count || !is_blank(&gap.text[at..gap.end]);
        let blank_lines = |is_needed: bool, kept: Option<usize>, is_beside_block: bool| match is_needed {
            true => kept.unwrap_or(usize::from(separates && is_beside_block)),
            false => 0,
        };
        // Comments above need a blank line before a new block, or they would belong to it.
        let before =
            blank_lines(is_after_text && gap.blank_before(at, 0).is_empty(), kept[0], is_after_block);
        let after = blank_lines(is_before_text && gap.blank_after(at).is_empty(), kept[1], is_before_block);
        let comments = match gap.leading(at) {
            _ if new.kind.is_none() => 0,
            [first, ..] if !gap.begins_line(first.start as usize) => 0,
            above => above.len(),
        };
        let before = before.max(usize::from(comments > 0 && self.layout.separate_comments));
        let (old_before, old_after) = gap.text.split_at(at);
        let is_open = (index > 0 || !old_before.is_empty()) && !old_before.ends_with('\n');
        let is_at_end = body == ROOT && index == count;
        let rest = if is_at_end && is_blank(old_after) && !old_after.contains('\n') { "" } else { old_after };
        let start = [old_before, if is_open { ending } else { "" }, &ending.repeat(before)].concat();
        let end = [ending, &ending.repeat(after), rest].concat();
        self.add_lines(body, index, [&start, new.text, &end], new.node);
        if let Some(id) = self.child(body, index).filter(|_| new.kind.is_some()) {
            let earlier_comments = if before > 0 { 0 } else { comments as u32 };
            let added = Added { earlier_comments, before: before as u16, after: after as u16 };
            if self.gap_without(body, index, None) != self.gap_without(body, index, Some(added)) {
                self.added_lines.insert(id.index, added);
            }
        }
        index
    }

    /// Returns the index of the gap that a position is in, and the offset of new lines in it.
    fn place_of_lines(&self, body: NodeId, position: Position) -> (usize, usize) {
        let count = self.count(body);
        let found = match position {
            Position::Before(index) => self.lines_of(body, index, 0).map(|lines| (index, lines.start)),
            Position::First if count > 0 => self.lines_of(body, 0, 0).map(|lines| (0, lines.start)),
            Position::After(index) => self.lines_of(body, index, 0).map(|lines| (index + 1, lines.end)),
            Position::First | Position::Last => None,
        };
        found.unwrap_or_else(|| {
            // White space in the last line: before a closing brace or the end of the text.
            let gap = self.gap(body, count);
            let last = gap.line_start(gap.end);
            let is_line = last > 0 || gap.is_start;
            (count, if is_line && is_blank(&gap.text[last..gap.end]) { last } else { gap.end })
        })
    }

    /// Returns the lines of an item or an element with its comments, except for the first ones,
    /// which are `earlier_comments`; none if it shares a line with other text.
    pub(super) fn lines_of(&self, body: NodeId, index: usize, earlier_comments: usize) -> Option<ItemLines> {
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let (start, end) = (before.lead_start(earlier_comments), after.trail_end(after.after_comma()));
        if !before.begins_line(start) || !after.ends_line(end) {
            return None;
        }
        let (start, end) = (before.line_start(start), after.line_end(end));
        let floor = self.first_line(body, index, &before).min(start);
        let count = self.count(body);
        Some(ItemLines {
            start,
            end,
            blank_before: before.blank_before(start, floor),
            blank_after: after.blank_after(end),
            is_first: index == 0 && is_blank(&before.text[floor..start]),
            is_last: index + 1 == count && is_blank(&after.text[end..after.end.max(end)]),
        })
    }

    /// Returns the start of the first line of a body, in the first gap. The rest of the line after
    /// an opening brace is none, and a comment in it does not belong to the first item.
    fn first_line(&self, body: NodeId, index: usize, gap: &Gap<'_>) -> usize {
        if index == 0 && body != ROOT { gap.line_end(0) } else { 0 }
    }

    /// Replaces a gap by lines together with the text before and after them.
    fn add_lines(
        &mut self,
        body: NodeId,
        index: usize,
        [before, lines, after]: [&str; 3],
        node: Option<NodeId>,
    ) {
        let text = self.store(&[before, lines, after].concat());
        // A heredoc needs the line ending after it.
        let file = parse_file([before, lines, "\n"].concat()).value;
        let Some(items) = file.ast() else { return };
        let (children, rest) = match (node, items.item(0)) {
            (Some(id), Some(item)) => {
                let span = item.span().range();
                self.replace_spaces(id, file.body().source().slice(item.span()));
                self.set_texts(id, Texts { lead: text.part(0..span.start), ..self.texts(id) });
                self.nodes[id.index as usize].parent = body.index;
                ([id.index].into(), text.part(span.end..text.len()))
            }
            _ => self.add_parts(body, items.items().map(item), 0..text.len(), text.start as isize),
        };
        self.link(body, index, children, rest);
    }

    /// Inserts children before the one of an index, and sets the text after them.
    pub(super) fn link(&mut self, parent: NodeId, index: usize, children: VecDeque<u32>, gap: Text) {
        self.set_gap(parent, index, gap);
        let end = index + children.len() + 1;
        for (place, child) in (index..).zip(children) {
            self.content_mut(parent).children.list().insert(place, child);
            self.hints.insert(child, place);
            self.add_names(self.id(child));
        }
        self.count_votes(parent, index..end);
    }

    /// Inserts text at the end of a body.
    pub(super) fn append_raw(&mut self, body: NodeId, text: &str) -> Result<()> {
        self.split(body);
        let ending = self.ending();
        let breaks = text.len() - text.trim_end_matches('\n').len();
        // The last line ending belongs to the last line; more line endings are blank lines.
        let more = ending.repeat(breaks.saturating_sub(1));
        let lines = [self.body_lines(body, text), more].concat();
        let count = self.count(body);
        let gap = self.gap(body, count);
        let inside = &gap.text[..gap.end];
        let begins_item = !text.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', '#', '/']);
        let is_open = match body == ROOT {
            true => (count > 0 || !inside.is_empty()) && !inside.ends_with('\n'),
            false => count == 0 && inside.trim_matches([' ', '\t']).is_empty(),
        };
        let is_after_comment = || {
            let is_last = gap.spans.last().is_some_and(|last| is_blank(&inside[last.end as usize..]));
            is_last && !lines.starts_with(['\r', '\n']) && !lines.is_empty()
        };
        if !is_open || begins_item || is_after_comment() {
            let new = NewLines { text: &lines, ..NewLines::default() };
            return self.insert_lines(body, Position::Last, new).map(drop);
        }
        if !self.are_valid_items(body, &lines)? {
            return Err(Error::message(NOT_VALID));
        }
        // The text continues the current line.
        let lines = lines.trim_start_matches([' ', '\t']);
        let space = if lines.is_empty() || lines.starts_with(['\r', '\n']) { "" } else { " " };
        let (before, after) = match body == ROOT {
            true => (inside, ending.to_owned()),
            false => ("", [ending, &self.line_indent(body), "}"].concat()),
        };
        self.add_lines(body, count, [&[before, space].concat(), lines, &after], None);
        Ok(())
    }

    /// Puts the content of a block and its closing brace on separate lines.
    pub(super) fn spread(&mut self, block: NodeId) {
        self.split(block);
        let count = self.count(block);
        let last = self.gap(block, count);
        let line = last.line_start(last.end);
        if self.kind(block) != Kind::Block || (line > 0 && is_blank(&last.text[line..last.end])) {
            return;
        }
        let content = last.text[..last.end].trim_end().to_owned();
        let first = self.gap(block, 0).text.to_owned();
        let (outer, indent) = (self.line_indent(block), self.item_indent(block));
        let ending = self.ending();
        let is_open = !first.contains('\n');
        if let Some(item) = self.child(block, 0).filter(|_| is_open) {
            if self.has_lines(item) {
                let text = shift(&(outer.clone() + &self.text_of(item)), &outer, &indent);
                self.replace_spaces(item, text.trim_start_matches([' ', '\t']));
            }
            self.write_gap(block, 0, &[ending, &indent, first.trim_start()].concat());
        }
        let content = match count == 0 && is_open && !content.is_empty() {
            true => [ending, &indent, content.trim_start()].concat(),
            false => content,
        };
        self.write_gap(block, count, &[&content, ending, outer.as_str(), "}"].concat());
        self.count_votes_around(block);
    }

    /// Returns the text that remains between the neighbors of an item or an element that is removed
    /// with its comments and its comma. If an item was `added`, nothing else is removed.
    fn gap_without(&self, body: NodeId, index: usize, added: Option<Added>) -> String {
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let earlier_comments = added.map_or(0, |added| added.earlier_comments as usize);
        let is_body = self.kind(body).is_body();
        let Some(lines) = self.lines_of(body, index, earlier_comments) else {
            let (start, end) = (before.lead_start(earlier_comments), after.trail_end(after.after_comma()));
            let (head, tail) = (&before.text[..start], &after.text[end..]);
            let count = self.count(body);
            // Nothing else is in the line, so the spaces around it go as well.
            let is_alone = count == 1 && is_blank(head) && is_blank(&after.text[end..after.end]);
            let parts = match index + 1 < count {
                _ if is_alone => ["", &after.text[after.end..]],
                _ if is_body => [head.trim_end(), tail],
                _ if count == 1 => [head, tail],
                true => [head, &after.text[after.lead_start(0)..]],
                false => {
                    let start = before.comma().unwrap_or_else(|| before.trail_end(0));
                    [&before.text[..start], &after.text[after.trail_end(0)..]]
                }
            };
            return parts.concat();
        };
        let ItemLines { start, end, blank_before, blank_after, is_first, is_last } = lines;
        let (start, end) = match added {
            Some(added) => {
                let above = before.text[blank_before].split_inclusive('\n').rev().take(added.before.into());
                let below = after.text[blank_after].split_inclusive('\n').take(added.after.into());
                (start - above.map(str::len).sum::<usize>(), end + below.map(str::len).sum::<usize>())
            }
            None if !is_body || !self.layout.merge_blank_lines => (start, end),
            None if is_last && !blank_before.is_empty() => (blank_before.start, end),
            None if is_first || !blank_before.is_empty() => (start, blank_after.end),
            None => (start, end),
        };
        [&before.text[..start], &after.text[end..]].concat()
    }

    /// Removes an item or an element with its comments from its parent. The node stays.
    pub(super) fn detach(&mut self, id: NodeId) {
        let (parent, index) = (self.parent(id), self.find_index(id));
        let added = self.added_lines.remove(&id.index);
        let gap = self.gap_without(parent, index, added);
        if self.may_end_first_line(id, index) {
            self.ending.take();
        }
        self.remove_names(id);
        self.set_vote(id, 0);
        self.content_mut(parent).children.list().remove(index);
        self.write_gap(parent, index, &gap);
        self.count_votes(parent, index..index + 1);
    }

    /// Returns whether the first line of the document may end in a node or beside it.
    fn may_end_first_line(&self, id: NodeId, index: usize) -> bool {
        let has_line_ending = |index| self.gap(self.parent(id), index).text.contains('\n');
        self.ancestors(id).any(|at| self.child(ROOT, 0) == Some(at))
            && (has_line_ending(index) || has_line_ending(index + 1) || self.has_lines(id))
    }

    /// Removes an item or an element with its comments.
    pub(super) fn remove_node(&mut self, id: NodeId) {
        self.change();
        self.detach(id);
        self.drop_node(id);
    }

    pub(super) fn is_wide(&self, body: NodeId, index: Option<usize>) -> bool {
        let child = index.and_then(|index| self.child(body, index));
        child.is_some_and(|child| self.kind(child) == Kind::Block && self.has_lines(child))
    }

    /// Returns 1 if a gap separates a block of several lines from the item beside it by a blank
    /// line, -1 if it does not, or 0 if it is not beside such a block.
    fn vote(&self, body: NodeId, index: usize) -> i8 {
        let is_beside_block = self.is_wide(body, index.checked_sub(1)) || self.is_wide(body, Some(index));
        if index == 0 || index >= self.count(body) || !is_beside_block {
            return 0;
        }
        let gap = self.gap(body, index);
        let (start, end) = (gap.trail_end(0), gap.lead_start(0));
        let breaks = gap.text.get(start..end).map_or(0, |text| text.matches('\n').count());
        if breaks > 1 { 1 } else { -1 }
    }

    /// Sets the vote of the gap before a child.
    fn set_vote(&mut self, child: NodeId, vote: i8) {
        let old = mem::replace(&mut self.nodes[child.index as usize].vote, vote);
        if let Some(votes) = &mut self.content_mut(self.parent(child)).votes {
            *votes += i32::from(vote) - i32::from(old);
        }
    }

    /// Counts the votes of gaps again, if those of the body were counted.
    pub(super) fn count_votes(&mut self, body: NodeId, gaps: Range<usize>) {
        let is_counted = self.content(body).is_some_and(|content| content.votes.is_some());
        for index in gaps.filter(|_| is_counted) {
            if let Some(child) = self.child(body, index) {
                let vote = self.vote(body, index);
                self.set_vote(child, vote);
            }
        }
    }

    /// Counts the votes of the gaps around an item again.
    pub(super) fn count_votes_around(&mut self, item: NodeId) {
        if item != ROOT {
            let index = self.index_of(item);
            self.count_votes(self.parent(item), index..index + 2);
        }
    }

    /// Returns how many of the blocks of a body are separated by blank lines, minus those that are
    /// not.
    fn votes(&mut self, body: NodeId) -> i32 {
        self.split(body);
        if self.content_mut(body).votes.is_none() {
            self.content_mut(body).votes = Some(0);
            self.count_votes(body, 0..self.count(body));
        }
        self.content_mut(body).votes.unwrap_or_default()
    }

    /// Returns whether blocks of a body are separated by blank lines. Most blocks of the body
    /// decide, or if it has none, most blocks of the file. The default is used if the file has none
    /// either.
    fn separates_blocks(&mut self, body: NodeId) -> bool {
        if !self.layout.separate_blocks {
            return false;
        }
        match self.votes(body) {
            0 if body == ROOT => true,
            0 => self.votes(ROOT) >= 0,
            votes => votes > 0,
        }
    }
}
