//! Printing: the text of the tree, with the lines that were changed laid out.
//!
//! The texts of nodes that were not changed are those of the text that was laid out last, in its
//! order. All others are changes of that text. So printing compares offsets, and no operation
//! records its changes.

use std::ops::Range;

use super::document::{Document, unit_of};
use super::layout::{Change, lay_out};
use super::node::{Kind, NodeId, ROOT, Text, Texts};
use crate::error::Result;
use crate::syntax::format::{Style, format_with};

/// A position between items of the file where the layout of the lines before it does not depend on
/// that of the lines after it: no bracket is open, and the formatter aligns no lines across it.
struct Boundary {
    /// Blank lines, or nothing.
    lines: Range<usize>,
    /// It is a boundary as long as the text from this offset to its end stays.
    kept_from: usize,
}

impl Document {
    /// Formats the whole document, as [`format()`](crate::format()) does.
    ///
    /// # Errors
    /// Returns an error if the document became too long.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "a=1\nlonger   = 2\n".parse()?;
    /// document.format()?;
    /// assert_eq!(document.to_string(), "a      = 1\nlonger = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn format(&mut self) -> Result<()> {
        self.check_length("")?;
        let (mark, text) = self.text().split_at(self.texts(ROOT).head.len());
        let text = [mark, &format_with(text, Style::Corrected)].concat();
        self.change();
        // The text was laid out as a whole.
        _ = self.printed.set(text);
        self.adopt();
        self.unit = unit_of(self.ast());
        Ok(())
    }

    /// Returns the text of the changed tree, laid out.
    pub(super) fn print(&self) -> String {
        let base = self.base.as_str();
        let mut raw = String::with_capacity(base.len() + base.len() / 16);
        let mut changes = Vec::new();
        // The end of the unchanged text so far, and the start of a change.
        let (mut done, mut pending) = (0, None);
        for piece in self.pieces(ROOT).filter(|piece| piece.len() > 0) {
            let range = piece.range();
            if range.end <= base.len() && range.start >= done {
                if range.start > done || pending.is_some() {
                    let new = pending.take().unwrap_or(raw.len())..raw.len();
                    changes.push(Change { old: done..range.start, new });
                }
                done = range.end;
            } else {
                pending.get_or_insert(raw.len());
            }
            raw.push_str(self.slice(piece));
        }
        if done < base.len() || pending.is_some() {
            changes.push(Change { old: done..base.len(), new: pending.unwrap_or(raw.len())..raw.len() });
        }
        changes.iter_mut().for_each(|change| change.trim(base, &raw));
        changes.retain(|change| base[change.old.clone()] != raw[change.new.clone()]);
        self.laid_out(&raw, &changes)
    }

    /// Returns a text with the regions of changes laid out.
    fn laid_out(&self, raw: &str, changes: &[Change]) -> String {
        let mut begin = self.texts(ROOT).head.len();
        let mut text = String::with_capacity(raw.len() + raw.len() / 16) + &raw[..begin];
        let mut rest = changes;
        let end = Boundary { lines: raw.len()..raw.len(), kept_from: raw.len() };
        for Boundary { lines, kept_from } in self.boundaries(changes).into_iter().chain([end]) {
            let count = |end| rest.partition_point(|it| it.new.end <= end);
            // A change at the end of a region belongs to it if others do.
            let count = if count(kept_from) > 0 { count(lines.start) } else { 0 };
            let (inside, after) = rest.split_at(count);
            if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
                let new = begin..lines.start;
                let old =
                    first.old.start - (first.new.start - new.start)..last.old.end + (new.end - last.new.end);
                let moved = |change: &Change| Change {
                    old: change.old.start - old.start..change.old.end - old.start,
                    new: change.new.start - new.start..change.new.end - new.start,
                };
                let inside: Vec<Change> = inside.iter().map(moved).collect();
                text.push_str(&lay_out(&self.base[old.clone()], &raw[new.clone()], &inside, self.unit()));
                begin = lines.start;
            }
            text.push_str(&raw[begin..lines.end]);
            (begin, rest) = (lines.end, after);
        }
        text
    }

    /// Returns the boundaries between the items of the file that no change touches.
    fn boundaries(&self, changes: &[Change]) -> Vec<Boundary> {
        let mut found = Vec::new();
        let mut at = self.texts(ROOT).head.len();
        let mut is_after_block = false;
        for index in 0..=self.count(ROOT) {
            let gap = self.gap(ROOT, index);
            if is_after_block && gap.ends_line(0) && gap.text.contains('\n') {
                let end = at + gap.line_end(0);
                found.push(Boundary { lines: end..end, kept_from: at - 1 });
            }
            found.extend(gap.blank_lines().map(|lines| Boundary {
                lines: at + lines.start..at + lines.end,
                kept_from: at + lines.start,
            }));
            at += gap.text.len();
            if let Some(child) = self.child(ROOT, index) {
                at += self.pieces(child).map(Text::len).sum::<usize>();
                is_after_block = self.kind(child) == Kind::Block && self.has_lines(child);
            }
        }
        found.retain(|boundary| {
            let next = changes.partition_point(|change| change.new.end <= boundary.kept_from);
            changes.get(next).is_none_or(|change| change.new.start >= boundary.lines.end)
        });
        found
    }

    /// Moves the texts of all nodes to a text that has other white space.
    pub(super) fn move_all_texts(&mut self, out: &str) {
        self.move_texts(ROOT, Text::default(), &mut Mover { out, at: 0, start: 0 });
        self.content_mut(ROOT).close.end = out.len() as u32;
    }

    /// Moves the texts of a node and of those in it, after that before it.
    fn move_texts(&mut self, id: NodeId, lead: Text, mover: &mut Mover<'_>) {
        let Texts { head, comments, content, .. } = self.texts(id);
        let is_value = self.kind(id).is_value();
        let [head, comments] = [head, comments].map(|text| mover.next(self.slice(text), is_value));
        let head = Text { end: comments.end, ..head };
        let end = head.part(head.len()..head.len());
        let content = match self.content(id).map(|content| (content.open, content.close)) {
            None => mover.next(self.slice(content), false),
            Some((open, close)) => {
                let open = mover.next(self.slice(open), false);
                for index in 0..self.count(id) {
                    let Some(child) = self.child(id, index) else { break };
                    let lead = mover.next(self.slice(self.texts(child).lead), true);
                    self.move_texts(child, lead, mover);
                }
                let close = mover.next(self.slice(close), false);
                let content = self.content_mut(id);
                (content.open, content.close) = (open, close);
                end
            }
        };
        self.set_texts(id, Texts { lead, head, content, ..Texts::default() });
    }

    /// Replaces the text of a node by one that has other white space.
    pub(super) fn replace_spaces(&mut self, id: NodeId, out: &str) {
        let start = self.store(out).start as usize;
        self.move_texts(id, self.texts(id).lead, &mut Mover { out, at: 0, start });
    }
}

impl Change {
    /// Removes lines that are the same at the start and at the end.
    fn trim(&mut self, old: &str, new: &str) {
        let (old, new) = (&old[self.old.clone()], &new[self.new.clone()]);
        let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
        let start = old.as_bytes()[..same].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (old, new) = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
        let same = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
        // The first start of a line, in both texts, from which on they are the same.
        let begins = |text: &[u8], length: usize| match text.len() - length {
            0 => start > 0,
            at => text[at - 1] == b'\n',
        };
        let end = (0..=same).rev().find(|length| begins(old, *length) && begins(new, *length)).unwrap_or(0);
        self.old = self.old.start + start..self.old.end - end;
        self.new = self.new.start + start..self.new.end - end;
    }
}

/// Finds texts that follow each other in another text, which has other white space.
struct Mover<'t> {
    out: &'t str,
    /// The end of the last text.
    at: usize,
    /// The offset of the other text in the buffer.
    start: usize,
}

impl Mover<'_> {
    /// Returns the place of the next text, which ends before the next token or after the last one.
    fn next(&mut self, text: &str, is_before_token: bool) -> Text {
        let (start, rest) = (self.at, &self.out.as_bytes()[self.at..]);
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let spaces = |at: usize| rest[at..].iter().take_while(|byte| is_space(byte)).count();
        let mut length = 0;
        if rest.starts_with(text.as_bytes()) {
            length = text.len();
        } else {
            for _ in text.bytes().filter(|byte| !is_space(byte)) {
                length += spaces(length) + 1;
            }
        }
        self.at = start + length + if is_before_token { spaces(length) } else { 0 };
        Text::new(self.start + start..self.start + self.at)
    }
}
