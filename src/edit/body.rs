//! A body that can be edited.

use serde::Serialize;

use super::comments::comment_lines;
use super::document::Document;
use super::expr::Expr;
use super::handles::{AttributeMut, BlockMut, BodyMut, ValueMut};
use super::labels::Labels;
use super::names::{attribute_name, block_name};
use super::node::{Content, Form, Kind, NodeId, ROOT};
use super::position::Position;
use super::text::{NOT_VALID, block_header, check_name};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::ast;
use crate::syntax::traversal::Traversal;

impl<'d> BodyMut<'d> {
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
        self.document.body_ast(self.id)
    }

    /// Returns the identity of the body, which is that of its block.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the identities of the attributes and blocks, in their order.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\nb {\n}\nc {\n}\n".parse()?;
    /// for id in document.root().ids() {
    ///     if let Some(mut block) = document.block_at(id) {
    ///         block.set("n", 1)?;
    ///     }
    /// }
    /// assert_eq!(document.to_string(), "a = 1\nb {\n  n = 1\n}\nc {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ids(&mut self) -> Vec<NodeId> {
        self.document.ids(self.id)
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
        if let Some(mut attribute) = self.attribute(name) {
            return attribute.set(value);
        }
        let position = self.document.position_of_attribute(self.id);
        self.insert_attribute(position, name, value)
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
        self.document.check_item(self.id, Kind::Attribute, name)?;
        let text = format!("{name} = {}", expression_text(&value, self.document.ending() == "\n")?);
        self.document.insert_text(self.id, position, &text, Some(Kind::Attribute)).map(drop)
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
        self.document.check_item(self.id, Kind::Block, block_type)?;
        let index = self.document.insert_text(self.id, position, &block, Some(Kind::Block))?;
        let id = self.document.child(self.id, index).unwrap_or_default();
        Ok(BlockMut::new(self.document, id))
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
        self.attribute(name).map(AttributeMut::remove).transpose().map(|removed| removed.is_some())
    }

    /// Renames an attribute.
    ///
    /// # Errors
    /// Returns an error with the code [`MissingItem`](Code::MissingItem) if the attribute does not
    /// exist, with [`RepeatedEntry`](Code::RepeatedEntry) if the body has an attribute or blocks of
    /// the new name, and with [`unwritable-name`](crate::guide::codes#unwritable-name) if that is
    /// not an identifier.
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
        let missing = || Error::coded(Code::MissingItem, format!("The body has no attribute {name:?}."));
        self.attribute(name).ok_or_else(missing)?.rename(to)
    }

    /// Renames references in all expressions of the body, see [`Document::rename_references`].
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rename_references`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.rename_in(self.id, from, to)
    }

    /// Replaces expressions in the body, see [`Document::rewrite_expressions`]. Their spans are not
    /// those in the document.
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rewrite_expressions`].
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(ast::Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.document.rewrite_in(self.id, rewrite)
    }

    /// Returns an attribute.
    pub fn attribute(&mut self, name: &str) -> Option<AttributeMut<'_>> {
        self.document.find(self.id, &attribute_name(name)).and_then(|id| self.document.attribute_at(id))
    }

    /// Returns the value of an attribute, to edit its parts.
    pub fn value(&mut self, name: &str) -> Option<ValueMut<'_>> {
        self.document.find(self.id, &attribute_name(name)).and_then(|id| self.document.value_at(id))
    }

    /// Returns the first block with a type and these labels; `()` is no label.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a {\n  b \"x\" {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block("a", ()).expect("the block exists");
    /// a.body().block("b", ["x"]).expect("the block exists").set("n", 2)?;
    /// assert_eq!(document.to_string(), "a {\n  b \"x\" {\n    n = 2\n  }\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<K>(&mut self, block_type: &str, labels: impl Labels<K>) -> Option<BlockMut<'_>> {
        let id = self.document.find(self.id, &block_name(block_type, &labels.texts()))?;
        self.document.block_at(id)
    }

    /// Returns the block at an index among the items of the body.
    pub fn block_at(&mut self, index: usize) -> Option<BlockMut<'_>> {
        self.document.nth(self.id, index).and_then(|id| self.document.block_at(id))
    }

    /// Returns the identities of all blocks of a type.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "rule {\n}\nother {\n}\nrule {\n}\n".parse()?;
    /// for id in document.root().blocks("rule") {
    ///     document.block_at(id).expect("it still exists").set("n", 1)?;
    /// }
    /// assert_eq!(document.to_string(), "rule {\n  n = 1\n}\nother {\n}\nrule {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&mut self, block_type: &str) -> Vec<NodeId> {
        let (mut ids, document) = (self.ids(), &*self.document);
        ids.retain(|id| document.kind(*id) == Kind::Block && document.name(*id) == block_type);
        ids
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
        let mut items = new.range(ROOT, 0..new.count(ROOT));
        let checked =
            items.try_for_each(|item| self.document.check_item(self.id, new.kind(item), new.name(item)));
        self.document.change();
        if text.is_empty() {
            return Ok(());
        }
        // The error has a location in the whole text.
        let is_valid = checked.is_ok();
        let otherwise = || checked.err().unwrap_or_else(|| Error::message(NOT_VALID));
        self.document.change_valid(is_valid, otherwise, |document| document.append_raw(self.id, text))?
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
    /// document.block("a", ()).expect("the block exists").body().append_comment("two\nlines")?;
    /// assert_eq!(document.to_string(), "a {\n  n = 1\n  # two\n  # lines\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_comment(&mut self, text: &str) -> Result<()> {
        let comment = comment_lines([text]).join("\n");
        self.document.insert_text(self.id, Position::Last, &comment, None).map(drop)
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
    /// document.block("a", ()).expect("the block exists").body().clear()?;
    /// assert_eq!(document.to_string(), "a {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn clear(&mut self) -> Result<()> {
        let (document, body) = (&mut *self.document, self.id);
        document.change();
        document.drop_children(body);
        let close = document.store(if body == ROOT { "" } else { "}" });
        let content = Content { form: Form::Body, open: close.part(0..0), close, ..Content::default() };
        document.set_content(body, content);
        document.count_votes_around(body);
        document.ending.take();
        Ok(())
    }
}

impl Document {
    /// Returns the position of a new attribute: at the end of a body, but before blocks at its end.
    pub(super) fn position_of_attribute(&mut self, body: NodeId) -> Position {
        self.split(body);
        let count = self.count(body);
        let is_attribute = |id| self.kind(id) == Kind::Attribute;
        match (0..count).rfind(|index| self.child(body, *index).is_some_and(is_attribute)) {
            Some(last) if last + 1 < count => Position::After(last),
            None if count > 0 => Position::Before(0),
            _ => Position::Last,
        }
    }
}

/// The body of the file, for editing.
impl Document {
    /// Returns the value of an attribute of the file.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "ports = [80]\n".parse()?;
    /// document.value("ports").expect("it exists").push(443)?;
    /// assert_eq!(document.to_string(), "ports = [80, 443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(&mut self, name: &str) -> Option<ValueMut<'_>> {
        self.find(ROOT, &attribute_name(name)).and_then(|id| self.value_at(id))
    }

    /// Returns an attribute of the file.
    pub fn attribute(&mut self, name: &str) -> Option<AttributeMut<'_>> {
        self.find(ROOT, &attribute_name(name)).and_then(|id| self.attribute_at(id))
    }

    /// Returns the identities of all blocks of the file with a type, see [`BodyMut::blocks`].
    pub fn blocks(&mut self, block_type: &str) -> Vec<NodeId> {
        self.root().blocks(block_type)
    }

    /// Sets an attribute of the file, see [`BodyMut::set`].
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::set`].
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "port = 80\n".parse()?;
    /// document.set("port", 8080)?;
    /// assert_eq!(document.to_string(), "port = 8080\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        self.root().set(name, value)
    }

    /// Removes an attribute of the file, see [`BodyMut::remove`].
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::remove`].
    pub fn remove(&mut self, name: &str) -> Result<bool> {
        self.root().remove(name)
    }

    /// Appends a block to the file, see [`BodyMut::append_block`].
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::append_block`].
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document = Document::new();
    /// document.append_block("service", ["web"])?.set("port", 80)?;
    /// assert_eq!(document.to_string(), "service \"web\" {\n  port = 80\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_block<K>(&mut self, block_type: &str, labels: impl Labels<K>) -> Result<BlockMut<'_>> {
        let id = self.root().append_block(block_type, labels)?.id();
        Ok(BlockMut::new(self, id))
    }
}
