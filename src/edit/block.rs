//! A block that can be edited.

use serde::Serialize;

use super::body::BodyMut;
use super::document::Document;
use super::insert::InsertedKind;
use super::layout::{Edit, shift};
use super::lines::is_blank;
use super::names::Name;
use super::part::Excerpt;
use super::path::{Path, Position, Site, Target};
use super::text::check_name;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::{self, BodyItem};
use crate::value::quoted;

impl Document {
    /// Returns the first block of a body with a type and labels, which are the elements of `name`.
    pub(super) fn find_block<S: AsRef<str>>(
        &mut self,
        path: &Path,
        name: impl IntoIterator<Item = S>,
    ) -> Option<BlockMut<'_>> {
        let name: Vec<S> = name.into_iter().collect();
        let (block_type, labels) = name.split_first()?;
        let labels: Vec<&str> = labels.iter().map(AsRef::as_ref).collect();
        let index = self.find_again(path, Name::Block(block_type.as_ref(), &labels))?;
        Some(BlockMut::new(self, path.child(index)))
    }
}

impl Excerpt<'_> {
    /// Replaces the labels of a block.
    fn set_labels(&mut self, site: &Path, labels: &[&str]) -> Result<()> {
        let Some(Target::Item(BodyItem::Block(block))) = self.target(site) else { return Ok(()) };
        let text = self.text().text;
        let mut spans = block.labels().map(|label| label.span().range());
        let mut end = block.type_span().end as usize;
        let mut edits = Vec::new();
        let mut new = String::new();
        for label in labels {
            let label = quoted(label).to_string();
            if let Some(span) = spans.next() {
                end = span.end;
                edits.push(Edit::new(span, label));
            } else {
                new = new + " " + &label;
            }
        }
        edits.extend(spans.map(|span| {
            let before = text[..span.start].trim_end_matches([' ', '\t']).len();
            Edit::new(before..span.end, "")
        }));
        if !new.is_empty() {
            edits.push(Edit::new(end..end, new));
        }
        self.apply(edits)
    }
}

/// A block of a [`Document`], for editing.
#[derive(Debug)]
pub struct BlockMut<'d> {
    document: &'d mut Document,
    site: Path,
}

impl<'d> BlockMut<'d> {
    pub(super) fn new(document: &'d mut Document, site: Path) -> Self {
        Self { document, site }
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site(self.site.clone())
    }

    /// Returns the block in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Block<'_> {
        match self.site.target(self.document.ast()) {
            Some(Target::Item(BodyItem::Block(block))) => block,
            _ => unreachable!("the handle is of a block"),
        }
    }

    /// Returns the body.
    pub fn body(&mut self) -> BodyMut<'_> {
        BodyMut::new(self.document, self.site.clone())
    }

    /// Returns the body, for as long as the document is borrowed.
    pub fn into_body(self) -> BodyMut<'d> {
        BodyMut::new(self.document, self.site)
    }

    /// Sets an attribute of its body, see [`BodyMut::set`].
    ///
    /// # Errors
    /// Those of [`BodyMut::set`].
    pub fn set(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        self.body().set(name, value)
    }

    /// Changes the type.
    ///
    /// # Errors
    /// Returns an error if the type is not an identifier, or if the body that the block is in has
    /// an attribute of the name.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a x {}\n".parse()?;
    /// let mut block = document.block(["a", "x"]).expect("the block exists");
    /// block.set_type("b")?;
    /// block.set_labels(&["y", "z"])?;
    /// assert_eq!(document.to_string(), "b \"y\" \"z\" {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_type(&mut self, block_type: &str) -> Result<()> {
        check_name(block_type)?;
        if let Some((body, _)) = self.site.parent() {
            self.document.check_block(&body, block_type)?;
        }
        self.document.change_item(&self.site, |part, site| part.rename(site, block_type))
    }

    /// Replaces the labels. They are written in quotes. Comments between them stay.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_labels(&mut self, labels: &[&str]) -> Result<()> {
        self.document.change_item(&self.site, |part, site| part.set_labels(site, labels))
    }

    /// Removes the block with its comments.
    ///
    /// # Errors
    /// Returns an error if the rest would not be valid, which is not expected.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\n# The block.\nb {\n}\n\nc = 2\n".parse()?;
    /// document.block(["b"]).expect("the block exists").remove()?;
    /// assert_eq!(document.to_string(), "a = 1\n\nc = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(&self.site)
    }

    /// Moves the block with its comments to the end of another body.
    ///
    /// # Errors
    /// Returns an error if there is no body at the path, if it is within the block, or if it has an
    /// attribute with the name of the block's type.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Path};
    ///
    /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// a.body().block(["b"]).expect("the block exists").move_to(&Path::default())?;
    /// assert_eq!(document.to_string(), "a {\n}\n\n# The block.\nb {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_to(self, path: &Path) -> Result<()> {
        let (document, own) = (self.document, self.site);
        if !document.has_body(path) || path.0.starts_with(&own.0) {
            return Err(Error::coded(
                Code::InvalidValue,
                "A block can be moved to a body outside of it only.",
            ));
        }
        let Some((body, index)) = own.parent() else { return Ok(()) };
        if let Some(Target::Item(BodyItem::Block(block))) = document.target(&own) {
            let block_type = block.block_type().to_owned();
            document.check_block(path, &block_type)?;
        }
        let is_last = *path == body && path.0.is_empty() && index + 1 == document.item_count(path);
        let to = document.change_at(path, Position::Last, |part, path, _| Ok(part.item_indent(path)))?;
        let added = document.additions.of(&own);
        // The path of the target after the block is removed.
        let mut target = path.clone();
        if path.0.starts_with(&body.0)
            && let Some(other) = target.0.get_mut(body.0.len())
            && *other > index
        {
            *other -= 1;
        }
        document.edit(|document| {
            let lines = document.change_item(&own, |part, own| {
                let foreign = added.map_or(0, |added| added.foreign);
                let Some((extent, _)) = part.extent(own, foreign) else { return Ok(None) };
                let text = part.text();
                // The block is the last item already. Appending it again would need a line ending
                // after it.
                let stays = is_last && is_blank(&text.text[extent.end..]);
                if stays && (part.layout().separate_blocks || !text.text.ends_with('\n')) {
                    return Ok(None);
                }
                let from = text.indent(extent.start);
                // The extent begins after the indentation of its first line.
                let lines = shift(&[from, &text.text[extent]].concat(), from, &to);
                part.remove_item(own, added)?;
                Ok(Some(lines))
            })?;
            let Some(lines) = lines else { return Ok(()) };
            document.additions.remove(&own);
            document.insert(&target, Position::Last, InsertedKind::Block, |_, _| lines)
        })
    }

    /// Returns the comments before the block, see
    /// [`AttributeMut::lead_comments`](super::AttributeMut::lead_comments).
    pub fn lead_comments(&self) -> Vec<&str> {
        self.document.lead_comments(&self.site)
    }

    /// Replaces the comments before the block, see
    /// [`AttributeMut::set_lead_comments`](super::AttributeMut::set_lead_comments).
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_lead_comments<S: AsRef<str>>(&mut self, comments: impl IntoIterator<Item = S>) -> Result<()> {
        self.document.set_lead_comments(&self.site, comments)
    }

    /// Returns the comment after its closing brace.
    pub fn line_comment(&self) -> Option<&str> {
        self.document.line_comment(&self.site)
    }

    /// Replaces the comment after its closing brace.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_line_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_line_comment(&self.site, comment)
    }
}

/// An iterator over the blocks of one type in a body.
#[derive(Debug)]
pub struct BlocksMut<'d> {
    document: &'d mut Document,
    path: Path,
    /// The indexes of the blocks that come next, in reverse.
    indexes: Vec<usize>,
    /// The number of items of the body when the indexes were right.
    count: usize,
}

impl<'d> BlocksMut<'d> {
    pub(super) fn new(document: &'d mut Document, path: Path, mut indexes: Vec<usize>) -> Self {
        indexes.reverse();
        let count = document.item_count(&path);
        Self { document, path, indexes, count }
    }

    /// Returns the next block. The previous block may have been removed.
    pub fn next_block(&mut self) -> Option<BlockMut<'_>> {
        let count = self.document.item_count(&self.path);
        let index = self.indexes.pop()?.checked_sub(self.count.saturating_sub(count))?;
        self.document.block_at(&self.path, index)
    }
}
