//! A body that can be edited.

use serde::Serialize;

use super::attribute::AttributeMut;
use super::block::{BlockMut, BlocksMut};
use super::document::Document;
use super::expr::Expr;
use super::insert::{BlankLines, InsertedKind};
use super::item::comment_lines;
use super::labels::Labels;
use super::layout::Edit;
use super::names::Name;
use super::part::Excerpt;
use super::path::{Path, Position};
use super::text::{block_header, block_of_name, check_name};
use super::value::ValueMut;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::ast;
use crate::syntax::traversal::Traversal;

/// The parts of a document, for editing.
impl Document {
    /// Returns the body of the file.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "port = 80\n".parse()?;
    /// document.root().set("port", 8080)?;
    /// assert_eq!(document.to_string(), "port = 8080\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn root(&mut self) -> BodyMut<'_> {
        BodyMut::new(self, Path::default())
    }

    /// Returns the first block of the file with a type and labels, which are the elements of
    /// `name`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service web {\n}\n".parse()?;
    /// assert!(document.block(["service", "web"]).is_some());
    /// assert!(document.block(["service", "db"]).is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<S: AsRef<str>>(&mut self, name: impl IntoIterator<Item = S>) -> Option<BlockMut<'_>> {
        self.find_block(&Path::default(), name)
    }

    /// Returns the body at a path, if there is one.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service {\n}\n".parse()?;
    /// let path = document.block(["service"]).expect("it exists").body().path().clone();
    /// document.root().append_block("check", ())?;
    /// document.body_at(&path).expect("it still exists").set("port", 80)?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body_at(&mut self, path: &Path) -> Option<BodyMut<'_>> {
        self.has_body(path).then(|| BodyMut::new(self, path.clone()))
    }

    /// Returns the block that is the item of an index of the body at a path, if there is one.
    pub fn block_at(&mut self, path: &Path, index: usize) -> Option<BlockMut<'_>> {
        let site = path.child(index);
        self.target(&site)?.body()?;
        Some(BlockMut::new(self, site))
    }
}

/// The body of a [`Document`] or of a block, for editing.
#[derive(Debug)]
pub struct BodyMut<'d> {
    document: &'d mut Document,
    path: Path,
}

impl<'d> BodyMut<'d> {
    pub(super) fn new(document: &'d mut Document, path: Path) -> Self {
        Self { document, path }
    }

    /// Returns the body in the syntax tree, for reading.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\nb {}\n".parse()?;
    /// assert_eq!(document.root().ast().items().len(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ast(&self) -> ast::Body<'_> {
        // A path without its items leads to the root. Handles are created only for existing paths.
        self.path.body(self.document.ast()).unwrap_or_else(|| self.document.ast())
    }

    /// Returns the path of the body, for [`Document::body_at`] and [`BlockMut::move_to`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sets the value of an attribute. A new attribute is added at the end of the body, but before
    /// blocks at its end.
    ///
    /// The value is anything that serde can serialize, also a [`Value`](crate::Value), or an
    /// [`Expression`](crate::Expression) or a [`Traversal`](crate::Traversal), which keeps its
    /// notation. Comments of the attribute stay.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, if it is the type of blocks in the body,
    /// or if the value has no form as an expression.
    ///
    /// ```
    /// use serde_hcl::{edit::Document, parse_expression};
    ///
    /// let mut document: Document = "a = 1 # one\n".parse()?;
    /// document.root().set("a", "one")?;
    /// document.root().set("b", parse_expression("upper(var.x)").into_result()?)?;
    /// assert_eq!(document.to_string(), "a = \"one\" # one\nb = upper(var.x)\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        match self.find(name) {
            Some(site) => self.document.set_value(&site, &value),
            None => {
                let count = self.document.item_count(&self.path);
                let position = Position::of_new_attribute(self.document.items(&self.path), count);
                self.insert_attribute(position, name, value)
            }
        }
    }

    /// Inserts an attribute at a position.
    ///
    /// # Errors
    /// Returns the same errors as [`set`](Self::set), and an error if the body has an attribute of
    /// this name, or if there is no item at the position.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// let mut document: Document = "b = 2\n".parse()?;
    /// document.root().insert_attribute(Position::First, "a", 1)?;
    /// assert_eq!(document.to_string(), "a = 1\nb = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_attribute(&mut self, position: Position, name: &str, value: impl Serialize) -> Result<()> {
        check_name(name)?;
        self.document.check_attribute(&self.path, name)?;
        let value = expression_text(&value, self.document.chunks.ending() == "\n")?;
        let text = format!("{name} = {value}");
        self.document.insert(
            &self.path,
            position,
            InsertedKind::Attribute,
            BlankLines::default(),
            |part, path| part.body_lines(path, &text),
        )
    }

    /// Inserts an empty block at the end of the body. Its labels are `()`, or anything that
    /// iterates over texts.
    ///
    /// # Errors
    /// Returns an error if the type is not an identifier, or if it is the name of an attribute of
    /// the body.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "region = \"eu\"\n".parse()?;
    /// document.root().append_block("service", ["web"])?;
    /// assert_eq!(document.to_string(), "region = \"eu\"\n\nservice \"web\" {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_block<K>(&mut self, block_type: &str, labels: impl Labels<K>) -> Result<BlockMut<'_>> {
        self.insert_block(Position::Last, block_type, labels)
    }

    /// Inserts an empty block at a position.
    ///
    /// # Errors
    /// Returns the same errors as [`append_block`](Self::append_block), and an error if there is no
    /// item at the position.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// let mut document: Document = "a {\n}\n".parse()?;
    /// document.root().insert_block(Position::Before(0), "b", ["x"])?.set("n", 1)?;
    /// assert_eq!(document.to_string(), "b \"x\" {\n  n = 1\n}\n\na {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_block<K>(
        &mut self,
        position: Position,
        block_type: &str,
        labels: impl Labels<K>,
    ) -> Result<BlockMut<'_>> {
        let block = block_header(block_type, &labels.texts())? + "\n}";
        self.document.check_block(&self.path, block_type)?;
        let index = position.index(self.document.item_count(&self.path));
        self.document.insert(
            &self.path,
            position,
            InsertedKind::Block,
            BlankLines::default(),
            |part, path| part.body_lines(path, &block),
        )?;
        Ok(BlockMut::new(self.document, self.path.child(index)))
    }

    /// Removes an attribute with its comments. Returns whether it existed.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "# The first.\na = 1\nb = 2\n".parse()?;
    /// assert!(document.root().remove("a")?);
    /// assert_eq!(document.to_string(), "b = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove(&mut self, name: &str) -> Result<bool> {
        match self.attribute(name) {
            Some(attribute) => attribute.remove().map(|()| true),
            None => Ok(false),
        }
    }

    /// Renames an attribute.
    ///
    /// # Errors
    /// Returns an error with the code [`MissingItem`](Code::MissingItem) if the attribute does not
    /// exist, with [`RepeatedEntry`](Code::RepeatedEntry) if the body has an attribute or blocks of
    /// the new name, and with [`UnwritableName`](Code::UnwritableName) if that is not an
    /// identifier.
    ///
    /// ```
    /// use serde_hcl::{diag::Code, edit::Document};
    ///
    /// let mut document: Document = "a = 1\nb = 2\n".parse()?;
    /// document.root().rename("a", "long")?;
    /// let code = |error: serde_hcl::Error| error.diagnostics().iter().next().and_then(|it| it.code());
    /// assert_eq!(document.root().rename("b", "long").map_err(code), Err(Some(Code::RepeatedEntry)));
    /// assert_eq!(document.root().rename("c", "d").map_err(code), Err(Some(Code::MissingItem)));
    /// assert_eq!(document.to_string(), "long = 1\nb    = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&mut self, name: &str, to: &str) -> Result<()> {
        match self.attribute(name) {
            Some(mut attribute) => attribute.rename(to),
            None => {
                let detail = format!("The body has no attribute {name:?}.");
                Err(Error::coded(Code::MissingItem, detail))
            }
        }
    }

    /// Renames references in all expressions of the body, see [`Document::rename_references`].
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rename_references`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.change_body(&self.path, |part, path| part.rename_references(path, from, to))
    }

    /// Replaces expressions in the body, see [`Document::rewrite_expressions`].
    ///
    /// The spans of the expressions are not those in the document: only lines around the body are
    /// read.
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rewrite_expressions`].
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(ast::Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.document.change_body(&self.path, |part, path| part.rewrite_expressions(path, rewrite))
    }

    pub(super) fn document_mut(&mut self) -> &mut Document {
        self.document
    }

    /// Returns the place of an attribute, and prepares for more searches.
    fn find(&mut self, name: &str) -> Option<Path> {
        let index = self.document.find_again(&self.path, Name::Attribute(name))?;
        Some(self.path.child(index))
    }

    /// Returns the index of an attribute among the items of the body.
    pub fn index_of_attribute(&self, name: &str) -> Option<usize> {
        self.document.find(&self.path, Name::Attribute(name))
    }

    /// Returns an attribute.
    pub fn attribute(&mut self, name: &str) -> Option<AttributeMut<'_>> {
        BodyMut::new(self.document, self.path.clone()).into_attribute(name)
    }

    /// Returns an attribute, for as long as the document is borrowed.
    pub fn into_attribute(mut self, name: &str) -> Option<AttributeMut<'d>> {
        let site = self.find(name)?;
        Some(AttributeMut::new(self.document, site))
    }

    /// Returns the value of an attribute, to edit its elements.
    pub fn value(&mut self, name: &str) -> Option<ValueMut<'_>> {
        BodyMut::new(self.document, self.path.clone()).into_value(name)
    }

    /// Returns the same as [`value`](Self::value), for as long as the document is borrowed.
    pub fn into_value(mut self, name: &str) -> Option<ValueMut<'d>> {
        let site = self.find(name)?;
        Some(ValueMut::new(self.document, site))
    }

    /// Returns the first block with a type and labels, which are the elements of `name`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a {\n  b \"x\" {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// a.body().block(["b", "x"]).expect("the block exists").set("n", 2)?;
    /// assert_eq!(document.to_string(), "a {\n  b \"x\" {\n    n = 2\n  }\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<S: AsRef<str>>(&mut self, name: impl IntoIterator<Item = S>) -> Option<BlockMut<'_>> {
        self.document.find_block(&self.path, name)
    }

    /// Returns the block at an index among the items of the body.
    pub fn block_at(&mut self, index: usize) -> Option<BlockMut<'_>> {
        self.document.block_at(&self.path, index)
    }

    /// Returns an iterator over all blocks of a type.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "rule {\n}\nother {\n}\nrule {\n}\n".parse()?;
    /// let mut root = document.root();
    /// let mut rules = root.blocks("rule");
    /// while let Some(mut rule) = rules.next_block() {
    ///     rule.set("n", 1)?;
    /// }
    /// assert_eq!(document.to_string(), "rule {\n  n = 1\n}\nother {\n}\nrule {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&mut self, block_type: &str) -> BlocksMut<'_> {
        let items = self.document.items(&self.path).enumerate();
        let indexes = items.filter_map(|(index, item)| match item {
            ast::BodyItem::Block(block) if block.block_type() == block_type => Some(index),
            _ => None,
        });
        let indexes = indexes.collect();
        BlocksMut::new(self.document, self.path.clone(), indexes)
    }

    /// Inserts text at the end of the body: attributes, blocks, comments and line breaks. A line
    /// break is added only where the text before it would continue into it, so a comment becomes
    /// the line comment of a last line without line ending. The text is formatted by itself.
    ///
    /// # Errors
    /// Returns an error if the text is not a sequence of items and comments, or if an attribute and
    /// blocks would have the same name.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n".parse()?;
    /// document.root().append_raw("\n# the rest\nb = [1,2]\n")?;
    /// assert_eq!(document.to_string(), "a = 1\n\n# the rest\nb = [1, 2]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_raw(&mut self, text: &str) -> Result<()> {
        let new = Document::parse(text)?;
        for item in new.items(&Path::default()) {
            match item {
                ast::BodyItem::Attribute(attribute) => {
                    let name = attribute.name();
                    if self.document.find_again(&self.path, Name::Type(name)).is_some() {
                        return Err(block_of_name(name));
                    }
                }
                ast::BodyItem::Block(block) => self.document.check_block(&self.path, block.block_type())?,
            }
        }
        self.document.change_at(&self.path, Position::Last, |part, path, _| part.append_raw(path, text))
    }

    /// Inserts a comment on separate lines at the end of the body. Lines of the text that are not
    /// comments get a `#`.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a {\n  n = 1\n}\n".parse()?;
    /// document.block(["a"]).expect("the block exists").body().append_comment("two\nlines")?;
    /// assert_eq!(document.to_string(), "a {\n  n = 1\n  # two\n  # lines\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_comment(&mut self, text: &str) -> Result<()> {
        let comment = comment_lines([text]).join("\n");
        self.document.insert(
            &self.path,
            Position::Last,
            InsertedKind::Raw,
            BlankLines::default(),
            |part, path| part.body_lines(path, &comment),
        )
    }

    /// Removes everything in the body, including comments.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a {\n  n = 1 # one\n}\n".parse()?;
    /// document.block(["a"]).expect("the block exists").body().clear()?;
    /// assert_eq!(document.to_string(), "a {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn clear(&mut self) -> Result<()> {
        self.document.change_body(&self.path, |part, path| {
            let Some(body) = path.body(part.ast()) else { return Ok(()) };
            let inside = part.text().inside(body);
            part.apply(vec![Edit::new(inside, "")])
        })?;
        self.document.additions.clear(&self.path);
        Ok(())
    }
}

impl Excerpt<'_> {
    /// Inserts text at the end of a body.
    fn append_raw(&mut self, path: &Path, text: &str) -> Result<()> {
        let own = self.text();
        let Some(body) = path.body(self.ast()).filter(|_| !text.is_empty()) else { return Ok(()) };
        let inside = own.inside(body);
        let ending = self.ending();
        let breaks = text.len() - text.trim_end_matches('\n').len();
        // The last line ending belongs to the last line; more line endings are blank lines.
        let more = ending.repeat(breaks.saturating_sub(1));
        let lines = [self.body_lines(path, text), more].concat();
        let content = &own.text[inside.clone()];
        let last = own.comments(inside.clone()).last();
        let after_comment =
            last.is_some_and(|last| own.text[last.end as usize..inside.end].trim().is_empty());
        let begins_item = !text.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', '#', '/']);
        let is_open = match path.0.is_empty() {
            true => !content.is_empty() && !content.ends_with('\n'),
            false => content.trim_matches([' ', '\t']).is_empty(),
        };
        if !is_open || begins_item || (after_comment && !lines.starts_with(['\r', '\n']) && !lines.is_empty())
        {
            return self
                .insert(path, Position::Last, lines, InsertedKind::Raw, BlankLines::default())
                .map(drop);
        }
        // The text continues the current line.
        let lines = lines.trim_start_matches([' ', '\t']);
        let space = if lines.is_empty() || lines.starts_with(['\r', '\n']) { "" } else { " " };
        let edit = match path.0.is_empty() {
            true => Edit::new(inside.end..inside.end, [space, lines, ending].concat()),
            false => Edit::new(inside.clone(), [space, lines, ending, own.indent(inside.start)].concat()),
        };
        self.apply(vec![edit])
    }
}
