//! Inserting and removing the items of a body.

use super::document::Document;
use super::gap::{Gap, is_blank};
use super::lines::shift;
use super::node::{Added, Kind, NodeId, ROOT, Text};
use super::position::Position;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::ast::Body;
use crate::syntax::parse_body;

/// The kind of new lines, for the blank lines around them.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Content {
    Attribute,
    Block,
    /// Comments, or text that is inserted as it is.
    Raw,
}

/// The numbers of blank lines around an item that was taken out of a body, which it keeps where it
/// is inserted: not at the ends of a body, and not beside other blank lines. Without a number, the
/// blank lines are those of a new item.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct BlankLines {
    pub(super) before: Option<usize>,
    pub(super) after: Option<usize>,
}

/// New lines for a body, without the last line ending.
pub(super) struct NewLines<'l> {
    pub(super) text: &'l str,
    pub(super) content: Content,
    pub(super) blank: BlankLines,
    /// The node that the only item in them becomes, if there is one already.
    pub(super) node: Option<NodeId>,
}

impl<'l> NewLines<'l> {
    pub(super) fn new(text: &'l str, content: Content) -> Self {
        Self { text, content, blank: BlankLines::default(), node: None }
    }
}

/// Inserting.
impl Document {
    /// Inserts lines into a body. Returns the index of the first new item.
    pub(super) fn insert_lines(
        &mut self,
        body: NodeId,
        position: Position,
        new: NewLines<'_>,
    ) -> Result<usize> {
        self.split(body);
        position.check(self.node(body).children.len(), "body", "attributes and blocks")?;
        if new.node.is_none() && !self.are_valid_items(body, new.text)? {
            let otherwise = Error::coded(Code::InvalidValue, "The text is not valid in this body.");
            let new = NewLines { blank: new.blank, ..NewLines::new(new.text, new.content) };
            return Err(self.error_after(|document| _ = document.put_lines(body, position, new), otherwise));
        }
        Ok(self.put_lines(body, position, new))
    }

    /// Inserts lines that are valid.
    pub(super) fn put_lines(&mut self, body: NodeId, position: Position, new: NewLines<'_>) -> usize {
        self.spread(body);
        let separates = new.content != Content::Raw && self.separates_blocks(body);
        let ending = self.ending();
        let count = self.node(body).children.len();
        let (index, at) = self.place_of_lines(body, position);
        let gap = self.gap(body, index);
        let is_block = new.content == Content::Block;
        let is_wide = |index: Option<usize>| index.is_some_and(|index| self.is_wide(body, index));
        let floor = self.first_line(body, index, &gap).min(at);
        let is_after_text = index > 0 || !is_blank(&gap.text[floor..at]);
        let before = match is_after_text && gap.blank_before(at, 0).is_empty() {
            true => {
                // Comments above need a blank line before a new block, or they would belong to it.
                let is_beside_block = is_block || is_wide(index.checked_sub(1));
                new.blank.before.unwrap_or(usize::from(separates && is_beside_block))
            }
            false => 0,
        };
        let is_before_text = index < count || !is_blank(&gap.text[at..gap.end]);
        let after = match is_before_text && gap.blank_after(at).is_empty() {
            true => {
                let is_beside_block = index < count && (is_block || is_wide(Some(index)));
                new.blank.after.unwrap_or(usize::from(separates && is_beside_block))
            }
            false => 0,
        };
        let comments = match new.content {
            Content::Raw => 0,
            _ => match gap.leading(at) {
                [first, ..] if !gap.begins_line(first.start) => 0,
                above => above.len(),
            },
        };
        let before = before.max(usize::from(comments > 0 && self.layout().separate_comments));
        let (old_before, old_after) = gap.text.split_at(at);
        let is_open = (index > 0 || !old_before.is_empty()) && !old_before.ends_with('\n');
        let start = [if is_open { ending } else { "" }, &ending.repeat(before)].concat();
        let rest = if body == ROOT && is_blank(old_after) && !old_after.contains('\n') && index == count {
            ""
        } else {
            old_after
        };
        let end = [ending, &ending.repeat(after), rest].concat();
        let place = (index, at);
        let added = self.add_lines(body, place, &start, new.text, &end, new.node);
        if new.content != Content::Raw
            && let Some(id) = added.first()
        {
            let foreign = if before > 0 { 0 } else { comments as u32 };
            let added = Added { foreign, before: before as u16, after: after as u16 };
            let is_needed = self.gap_without(body, index, None) != self.gap_without(body, index, Some(added));
            self.nodes[id.at()].added = is_needed.then_some(added);
        }
        index
    }

    /// Returns the index of the gap that a position is in, and the offset of new lines in it.
    fn place_of_lines(&self, body: NodeId, position: Position) -> (usize, usize) {
        let count = self.node(body).children.len();
        let found = match position {
            Position::Before(index) => self.lines_of(body, index).map(|lines| (index, lines.0)),
            Position::First if count > 0 => self.lines_of(body, 0).map(|lines| (0, lines.0)),
            Position::After(index) => self.lines_of(body, index).map(|lines| (index + 1, lines.1)),
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

    /// Returns the start and the end of the lines of an item with its comments, in the gaps around
    /// it; none if it shares a line with other text.
    fn lines_of(&self, body: NodeId, index: usize) -> Option<(usize, usize)> {
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let (start, end) = (before.lead_start(0), after.trail_end(0));
        let is_alone = before.begins_line(start) && after.ends_line(end);
        is_alone.then(|| (before.line_start(start), after.line_end(end)))
    }

    /// Returns the start of the first line of a body, in the first gap. The rest of the line after
    /// an opening brace is none, and a comment in it does not belong to the first item.
    pub(super) fn first_line(&self, body: NodeId, index: usize, gap: &Gap<'_>) -> usize {
        if index == 0 && body != ROOT { gap.line_end(0) } else { 0 }
    }

    /// Adds the items of lines that replace a gap together with the text before and after them.
    fn add_lines(
        &mut self,
        body: NodeId,
        (index, at): (usize, usize),
        before: &str,
        lines: &str,
        after: &str,
        node: Option<NodeId>,
    ) -> Vec<NodeId> {
        let old_votes = self.vote(body, index);
        // The start of the new lines, and that of the text from the gap before them.
        let gap = self.gap_text(body, index);
        let kept = gap.part(0..at);
        let start = if gap.start as usize >= self.base && gap.end as usize == self.buffer.len() {
            self.buffer.truncate(kept.end as usize);
            kept.start as usize
        } else {
            let kept = self.slice(kept).to_owned();
            self.store(&kept)
        };
        self.store(before);
        let first = self.store(lines);
        self.store(after);
        // A heredoc needs the line ending after it.
        let parsed = parse_body(Source::from([lines, "\n"].concat()), &Limits::PARSING);
        let items = Body::new(&parsed.tree, parsed.root);
        let (children, end) = match node {
            Some(id) => {
                let span = items.item(0).map_or(0..0, |item| item.span().range());
                self.replace_spaces(id, &lines[span.clone()]);
                self.texts[id.at()].lead = Text::new(start..first + span.start);
                self.nodes[id.at()].parent = body;
                (vec![id], span.end)
            }
            None => {
                let (children, end) = self.add_items(body, items, first as isize, 0);
                if let Some(child) = children.first() {
                    // The text before the lines is right before them in the buffer.
                    self.texts[child.at()].lead.start = start as u32;
                }
                (children, end)
            }
        };
        let rest = Text::new(first + end..first + lines.len() + after.len());
        let rest = if children.is_empty() { Text { start: start as u32, ..rest } } else { rest };
        self.set_gap(body, index, rest);
        for (place, id) in (index..).zip(&children) {
            self.nodes[body.at()].children.insert(place, *id);
        }
        for (place, id) in (index..).zip(&children) {
            self.nodes[id.at()].hint = place as u32;
            self.add_names(*id);
        }
        let new_votes = (index..=index + children.len()).map(|index| self.vote(body, index)).sum::<isize>();
        self.add_votes(body, new_votes - old_votes);
        children
    }

    /// Inserts text at the end of a body.
    pub(super) fn append_raw(&mut self, body: NodeId, text: &str) -> Result<()> {
        self.split(body);
        let ending = self.ending();
        let breaks = text.len() - text.trim_end_matches('\n').len();
        // The last line ending belongs to the last line; more line endings are blank lines.
        let more = ending.repeat(breaks.saturating_sub(1));
        let lines = [self.body_lines(body, text), more].concat();
        let count = self.node(body).children.len();
        let gap = self.gap(body, count);
        let inside = &gap.text[..gap.end];
        let begins_item = !text.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', '#', '/']);
        let is_open = match body == ROOT {
            true => (count > 0 || !inside.is_empty()) && !inside.ends_with('\n'),
            false => count == 0 && inside.trim_matches([' ', '\t']).is_empty(),
        };
        let is_after_comment = || {
            let is_last = gap.comments().last().is_some_and(|last| is_blank(&inside[last.end..]));
            is_last && !lines.starts_with(['\r', '\n']) && !lines.is_empty()
        };
        if !is_open || begins_item || is_after_comment() {
            return self.insert_lines(body, Position::Last, NewLines::new(&lines, Content::Raw)).map(drop);
        }
        if !self.are_valid_items(body, &lines)? {
            return Err(Error::coded(Code::InvalidValue, "The text is not valid in this body."));
        }
        // The text continues the current line.
        let lines = lines.trim_start_matches([' ', '\t']);
        let space = if lines.is_empty() || lines.starts_with(['\r', '\n']) { "" } else { " " };
        let (at, after) = match body == ROOT {
            true => (inside.len(), ending.to_owned()),
            false => (0, [ending, &self.line_indent(body), "}"].concat()),
        };
        self.add_lines(body, (count, at), space, lines, &after, None);
        Ok(())
    }

    /// Puts the content of a block and its closing brace on separate lines.
    pub(super) fn spread(&mut self, body: NodeId) {
        self.split(body);
        let count = self.node(body).children.len();
        let last = self.gap(body, count);
        let line = last.line_start(last.end);
        if body == ROOT || (line > 0 && is_blank(&last.text[line..last.end])) {
            return;
        }
        let content = last.text[..last.end].to_owned();
        let (outer, ending) = (self.line_indent(body), self.ending());
        let end = [content.trim_end(), ending, &outer, "}"].concat();
        let parent = self.node(body).parent;
        let around = self.votes_around(body);
        let first = self.gap(body, 0).text.to_owned();
        if count > 0 && !first.contains('\n') {
            let indent = self.item_indent(body);
            let lead = [ending, &indent, first.trim_start()].concat();
            let item = self.node(body).children[0];
            if self.has_lines(item) {
                let text = shift(&(outer.clone() + &self.text_of(item)), &outer, &indent);
                self.replace_spaces(item, text.trim_start_matches([' ', '\t']));
            }
            self.write_gap(body, 0, &lead);
        }
        if count == 0 && !first.contains('\n') && !is_blank(&content) {
            let indent = self.item_indent(body);
            self.write_gap(body, 0, &[ending, &indent, content.trim(), ending, &outer, "}"].concat());
        } else {
            self.write_gap(body, count, &end);
        }
        let now = self.votes_around(body);
        self.add_votes(parent, now - around);
    }
}

/// Removing.
impl Document {
    /// Returns the text that remains between the neighbors of an item that is removed with its
    /// comments. If the item was `added`, nothing else is removed.
    fn gap_without(&self, body: NodeId, index: usize, added: Option<Added>) -> String {
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let count = self.node(body).children.len();
        let start = before.lead_start(added.map_or(0, |added| added.foreign as usize));
        let end = after.trail_end(0);
        let (head, tail) = (&before.text[..start], &after.text[end..]);
        if !before.begins_line(start) || !after.ends_line(end) {
            // The item is in the same line as its block, so the spaces around it go as well.
            let is_alone = count == 1 && is_blank(head) && is_blank(&after.text[end..after.end]);
            let rest = if is_alone { &after.text[after.end..] } else { tail };
            return [head.trim_end(), rest].concat();
        }
        let (start, end) = (before.line_start(start), after.line_end(end));
        let floor = self.first_line(body, index, &before).min(start);
        let (blank, blank_after) = (before.blank_before(start, floor), after.blank_after(end));
        let (start, end) = match added {
            Some(added) => {
                let (mut from, mut to) = (start, end);
                for _ in 0..added.before {
                    if from > blank.start {
                        from = before.line_start(from - 1);
                    }
                }
                for _ in 0..added.after {
                    if to < blank_after.end {
                        to = after.line_end(to);
                    }
                }
                (from, to)
            }
            None => {
                let is_first = index == 0 && is_blank(&before.text[floor..start]);
                let is_last = index + 1 == count && is_blank(&after.text[end..after.end]);
                if !self.layout().merge_blank_lines {
                    (start, end)
                } else if is_last && !blank.is_empty() {
                    (blank.start, end)
                } else if !blank_after.is_empty() && (is_first || !blank.is_empty()) {
                    (start, blank_after.end)
                } else {
                    (start, end)
                }
            }
        };
        [&before.text[..start], &after.text[end..]].concat()
    }

    /// Removes an item with its comments from its body. The node stays.
    pub(super) fn detach(&mut self, id: NodeId) {
        let (body, index) = (self.node(id).parent, self.find_index(id));
        let gap = self.gap_without(body, index, self.node(id).added);
        self.unlink(id, index, &gap);
    }

    /// Removes a node from the children of its parent, and sets the text that remains in its place.
    pub(super) fn unlink(&mut self, id: NodeId, index: usize, gap: &str) {
        let parent = self.node(id).parent;
        self.remove_names(id);
        let old_votes = self.vote(parent, index) + self.vote(parent, index + 1);
        self.nodes[parent.at()].children.remove(index);
        self.write_gap(parent, index, gap);
        let votes = self.vote(parent, index);
        self.add_votes(parent, votes - old_votes);
        self.nodes[id.at()].added = None;
        self.ending = None;
    }

    /// Removes an item with its comments.
    pub(super) fn remove_item(&mut self, id: NodeId) {
        self.change();
        self.detach(id);
        self.drop_node(id);
    }

    /// Removes everything in a body.
    pub(super) fn clear(&mut self, body: NodeId) {
        self.change();
        self.split(body);
        let (parent, around) = (self.node(body).parent, self.votes_around(body));
        self.drop_children(body);
        self.write_gap(body, 0, if body == ROOT { "" } else { "}" });
        self.nodes[body.at()].votes = None;
        let now = self.votes_around(body);
        self.add_votes(parent, now - around);
        self.ending = None;
    }
}

/// Blank lines between blocks.
impl Document {
    pub(super) fn is_wide(&self, body: NodeId, index: usize) -> bool {
        let child = self.node(body).children.get(index);
        child.is_some_and(|child| self.node(*child).kind == Kind::Block && self.has_lines(*child))
    }

    /// Returns 1 if a gap separates a block of several lines from the item beside it by a blank
    /// line, -1 if it does not, or 0 if it is not beside such a block.
    fn vote(&self, body: NodeId, index: usize) -> isize {
        let is_inner = index > 0 && index < self.node(body).children.len();
        if !is_inner
            || !self.node(body).kind.is_body()
            || !(self.is_wide(body, index - 1) || self.is_wide(body, index))
        {
            return 0;
        }
        let gap = self.gap(body, index);
        let (start, end) = (gap.trail_end(0), gap.lead_start(0));
        let breaks = gap.text.get(start..end).map_or(0, |text| text.matches('\n').count());
        if breaks > 1 { 1 } else { -1 }
    }

    /// Returns the votes of the gaps around an item.
    pub(super) fn votes_around(&self, id: NodeId) -> isize {
        if id == ROOT {
            return 0;
        }
        let (parent, index) = (self.node(id).parent, self.index_of(id));
        self.vote(parent, index) + self.vote(parent, index + 1)
    }

    /// Adds to the votes of a body, if they are known.
    pub(super) fn add_votes(&mut self, body: NodeId, votes: isize) {
        if let Some(known) = &mut self.nodes[body.at()].votes {
            *known += votes;
        }
    }

    /// Returns how many of the blocks of a body are separated by blank lines, minus those that are
    /// not.
    fn votes(&mut self, body: NodeId) -> isize {
        if let Some(votes) = self.node(body).votes {
            return votes;
        }
        let votes = (0..=self.children(body).len()).map(|index| self.vote(body, index)).sum();
        self.nodes[body.at()].votes = Some(votes);
        votes
    }

    /// Returns whether blocks of a body are separated by blank lines. Most blocks of the body
    /// decide, or if it has none, most blocks of the file. The default is used if the file has none
    /// either.
    fn separates_blocks(&mut self, body: NodeId) -> bool {
        if !self.layout().separate_blocks {
            return false;
        }
        match self.votes(body) {
            0 if body == ROOT => true,
            0 => self.votes(ROOT) >= 0,
            votes => votes > 0,
        }
    }
}
