//! Inserting lines into a body.

use super::added::Added;
use super::document::Document;
use super::layout::{Edit, shift};
use super::lines::is_blank;
use super::part::Excerpt;
use super::path::{Path, Position};
use crate::error::Result;

/// The kind of new lines, for the blank lines around them.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum InsertedKind {
    Attribute,
    Block,
    /// Comments, or text that is inserted as it is.
    Raw,
    /// An element of a tuple or an object.
    Element,
}

/// The numbers of blank lines around an item that was taken out of a body, which it keeps where it
/// is inserted: not at the ends of a body, and not beside other blank lines. Without a number, the
/// blank lines are those of a new item.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct BlankLines {
    pub(super) before: Option<usize>,
    pub(super) after: Option<usize>,
}

impl Document {
    /// Inserts lines into a body, which are made in the part that is changed.
    pub(super) fn insert(
        &mut self,
        path: &Path,
        position: Position,
        content: InsertedKind,
        blank: BlankLines,
        lines: impl Fn(&Excerpt<'_>, &Path) -> String,
    ) -> Result<()> {
        let count = self.item_count(path);
        position.check_in_body(count)?;
        let index = position.index(count);
        let item = path.child(index);
        let insert = |part: &mut Excerpt<'_>, path: &Path, position| {
            let lines = lines(part, path);
            part.insert(path, position, lines, content, blank)
        };
        let added = self.change_in_group(path, Some(index), |part, path, shift| {
            insert(part, path, position.map(|index| index - shift))
        });
        let added = match added {
            Some(added) => added,
            None => self.change_at(path, position, insert)?,
        };
        if content != InsertedKind::Raw {
            self.additions.insert(item, added);
        }
        Ok(())
    }
}

impl Excerpt<'_> {
    /// Inserts lines, without the last line ending, into a body. Returns the facts that are needed
    /// to remove them again, if this differs from the removal of any other item.
    pub(super) fn insert(
        &mut self,
        path: &Path,
        position: Position,
        lines: String,
        content: InsertedKind,
        blank: BlankLines,
    ) -> Result<Option<Added>> {
        self.spread(path)?;
        let separates = content != InsertedKind::Raw && self.separates_blocks(path);
        let index = position.index(path.body(self.ast()).map_or(0, |body| body.items().len()));
        let (edit, added) = self.insertion(path, position, &[(lines, content)], separates, blank)?;
        self.apply(vec![edit])?;
        let removal = |added| self.removal(path, index..index + 1, added).map(|edit| edit.span);
        let is_needed = content != InsertedKind::Raw && removal(None) != removal(Some(added));
        Ok(is_needed.then_some(added))
    }

    /// Returns the edit that inserts items at one position of a body that is
    /// [spread](Self::spread), and the lines that it adds around them. Each item is lines without
    /// the last line ending. `separates` is [`separates_blocks`](Self::separates_blocks) of the
    /// body; it is `false` for text that is not an item. The blank lines are those to keep around
    /// the items.
    pub(super) fn insertion(
        &self,
        path: &Path,
        position: Position,
        items: &[(String, InsertedKind)],
        separates: bool,
        blank: BlankLines,
    ) -> Result<(Edit, Added)> {
        let body = path.body(self.ast());
        let (Some(body), Some((_, front)), Some((_, back))) = (body, items.first(), items.last()) else {
            return Ok((Edit::new(0..0, ""), Added::default()));
        };
        let count = body.items().len();
        position.check_in_body(count)?;
        let (text, ending) = (self.text(), self.ending());
        let inside = text.inside(body);
        let extent = |index| text.extent(body, index, 0).lines;
        let at = match position {
            Position::Before(index) => extent(index).map(|lines| lines.start),
            Position::After(index) => extent(index).map(|lines| lines.end),
            Position::First if count > 0 => extent(0).map(|lines| lines.start),
            Position::First | Position::Last => None,
        };
        // White space in the last line: before a closing brace or the end of the text.
        let last = text.line_start(inside.end);
        let at = at.unwrap_or(if is_blank(&text.text[last..inside.end]) { last } else { inside.end });
        let index = position.index(count);
        let (is_root, is_block) = (text.is_root(body), |content| content == InsertedKind::Block);
        let is_after_text = index > 0 || !text.comments(text.first_line(body).min(at)..at).is_empty();
        let before = match is_after_text && text.blank_before(at, inside.start).is_empty() {
            true => {
                // Comments above need a blank line before a new block, or they would belong to it.
                let after_wide = index.checked_sub(1).is_some_and(|before| text.is_wide_item(body, before));
                blank.before.unwrap_or(usize::from(separates && (is_block(*front) || after_wide)))
            }
            false => 0,
        };
        let is_before_text = index < count || !is_blank(&text.text[at..inside.end]);
        let after = match is_before_text && text.blank_after(at, inside.end).is_empty() {
            true => {
                let is_before_wide = index < count && (is_block(*back) || text.is_wide_item(body, index));
                blank.after.unwrap_or(usize::from(separates && is_before_wide))
            }
            false => 0,
        };
        let comments = if *front == InsertedKind::Raw { 0 } else { text.comments_above(at) };
        let before = before.max(usize::from(comments > 0 && self.layout().separate_comments));
        let above = &text.text[inside.start..at];
        let mut new = String::new();
        if !above.is_empty() && !above.ends_with('\n') {
            new.push_str(ending);
        }
        let mut previous = None;
        for (lines, content) in items {
            let blank = match previous.replace(*content) {
                Some(previous) => usize::from(separates && (is_block(previous) || is_block(*content))),
                None => before,
            };
            new.extend([ending.repeat(blank).as_str(), lines.as_str(), ending]);
        }
        new.push_str(&ending.repeat(after));
        let rest = &text.text[at..];
        let end = if is_root && is_blank(rest) && !rest.contains('\n') { inside.end } else { at };
        Ok((Edit::new(at..end, new), Added { foreign: if before > 0 { 0 } else { comments }, before, after }))
    }

    /// Puts the content of a block and its closing brace on separate lines.
    pub(super) fn spread(&mut self, path: &Path) -> Result<()> {
        let edit = self.spreading(path);
        self.apply(edit.into_iter().collect())
    }

    /// Returns the edit that [spreads](Self::spread) a body, if it is not.
    pub(super) fn spreading(&self, path: &Path) -> Option<Edit> {
        let text = self.text();
        let body = path.body(self.ast()).filter(|body| !text.is_root(*body))?;
        let inside = text.inside(body);
        let line = text.line_start(inside.end);
        if line > inside.start && is_blank(&text.text[line..inside.end]) {
            return None;
        }
        let (ending, outer) = (self.ending(), text.indent(inside.start));
        let content = &text.text[inside.clone()];
        let spread = if text.text[inside.start..text.item(body, 0).start].contains('\n') {
            [content.trim_end(), ending, outer].concat()
        } else if is_blank(content) {
            [ending, outer].concat()
        } else {
            [ending, &shift(content.trim(), outer, &self.item_indent(path)), ending, outer].concat()
        };
        Some(Edit::new(inside, spread))
    }

    /// Returns whether blocks of a body are separated by blank lines. Most blocks of the body
    /// decide, or if it has none, most blocks of the file. The default is used if the file has none
    /// either.
    pub(super) fn separates_blocks(&self, path: &Path) -> bool {
        match path.body(self.ast()).filter(|_| !path.0.is_empty() && self.layout().separate_blocks) {
            Some(body) => {
                let votes = self.gap_votes(path, body);
                votes > 0 || (votes == 0 && self.separates_blocks(&Path::default()))
            }
            None => self.layout().separate_blocks && self.root_gap_votes() >= 0,
        }
    }
}
