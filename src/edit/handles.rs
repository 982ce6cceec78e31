//! The handles of nodes, and their views in the syntax tree.

use std::marker::PhantomData;

use super::document::Document;
use super::labels::Labels;
use super::names::block_name;
use super::node::{Kind, NodeId, ROOT};
use super::tree::parts_of;
use crate::syntax::ast::{self, BodyItem, Expression};

/// The body of a [`Document`] or of a block, for editing.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "a = 1\n".parse()?;
/// let mut body = document.root();
/// body.set("a", 2)?;
/// body.append_block("b", ["x"])?.set("c", true)?;
/// assert_eq!(document.to_string(), "a = 2\n\nb \"x\" {\n  c = true\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct BodyMut<'d> {
    pub(super) document: &'d mut Document,
    pub(super) id: NodeId,
}

/// An attribute, a block or a value of a [`Document`], for editing: an [`AttributeMut`], a
/// [`BlockMut`] or a [`ValueMut`].
///
/// `Display` prints an attribute or a block with its comments, without indentation.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
/// let mut a = document.block("a", ()).expect("the block exists");
/// let text = a.body().block("b", ()).expect("the block exists").to_string();
/// assert_eq!(text, "# The block.\nb {\n  n = 1\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct NodeMut<'d, K> {
    pub(super) document: &'d mut Document,
    pub(super) id: NodeId,
    kind: PhantomData<K>,
}

/// The kinds of the items of a body. Other crates cannot implement it, since its path is private.
pub trait ItemKind {}

impl ItemKind for ast::Attribute<'_> {}
impl ItemKind for ast::Block<'_> {}

impl<'d, K> NodeMut<'d, K> {
    pub(super) fn new(document: &'d mut Document, id: NodeId) -> Self {
        Self { document, id, kind: PhantomData }
    }
}

/// A block of a [`Document`], for editing.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "b \"x\" {}\n".parse()?;
/// let mut block = document.block("b", ["x"]).expect("it exists");
/// block.set_labels(["y"])?;
/// block.set("c", 1)?;
/// assert_eq!(document.to_string(), "b \"y\" {\n  c = 1\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub type BlockMut<'d> = NodeMut<'d, ast::Block<'static>>;

/// An attribute of a [`Document`], for editing.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "a = 1 # one\n".parse()?;
/// let mut root = document.root();
/// let mut a = root.attribute("a").expect("it exists");
/// a.set(2)?;
/// a.rename("b")?;
/// assert_eq!(document.to_string(), "b = 2 # one\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub type AttributeMut<'d> = NodeMut<'d, ast::Attribute<'static>>;

/// The value of an attribute of a [`Document`], or a part of it, for editing.
///
/// The parts are the elements of a tuple, the values of an object, the arguments of a call, and the
/// results of a conditional, at any depth, also in parentheses. The rest of the value and its
/// comments stay when a part changes. Other expressions can only be set as a whole.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "\
/// tags = merge(var.tags, {
///   Name = var.name
///   Env  = \"dev\" // to be changed
/// })
/// ports = [80, 443]
/// ".parse()?;
/// let mut root = document.root();
/// let mut tags = root.value("tags").expect("it exists");
/// let mut own = tags.get(1).expect("there are two arguments");
/// own.insert("Env", "prod")?;
/// own.insert("Team", "web")?;
/// root.value("ports").expect("it exists").push(8080)?;
/// assert_eq!(document.to_string(), "\
/// tags = merge(var.tags, {
///   Name = var.name
///   Env  = \"prod\" // to be changed
///   Team = \"web\"
/// })
/// ports = [80, 443, 8080]
/// ");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub type ValueMut<'d> = NodeMut<'d, ast::Expression<'static>>;

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
        BodyMut { document: self, id: ROOT }
    }

    /// Returns the first block of the file with a type and these labels; `()` is no label.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service web {\n}\n".parse()?;
    /// assert!(document.block("service", ["web"]).is_some());
    /// assert!(document.block("service", ["db"]).is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<K>(&mut self, block_type: &str, labels: impl Labels<K>) -> Option<BlockMut<'_>> {
        let id = self.find(ROOT, &block_name(block_type, &labels.texts()))?;
        self.block_at(id)
    }

    /// Returns the body of the file or of a block by its identity, if it still exists.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service {\n}\n".parse()?;
    /// let service = document.block("service", ()).expect("it exists").id();
    /// document.root().append_block("check", ())?;
    /// document.body_at(service).expect("it still exists").set("port", 80)?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body_at(&mut self, id: NodeId) -> Option<BodyMut<'_>> {
        self.kind(id).is_body().then_some(BodyMut { document: self, id })
    }

    /// Returns a block by its identity, if it still exists.
    pub fn block_at(&mut self, id: NodeId) -> Option<BlockMut<'_>> {
        (self.kind(id) == Kind::Block).then(|| NodeMut::new(self, id))
    }

    /// Returns an attribute by its identity, if it still exists.
    pub fn attribute_at(&mut self, id: NodeId) -> Option<AttributeMut<'_>> {
        (self.kind(id) == Kind::Attribute).then(|| NodeMut::new(self, id))
    }

    /// Returns a value by its identity, if it still exists. That of the value of an attribute is
    /// the identity of the attribute.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "ports = [80, 443]\n".parse()?;
    /// let mut ports = document.value("ports").expect("it exists");
    /// let last = ports.get(1).expect("there are two").id();
    /// ports.insert(0, 22)?;
    /// document.value_at(last).expect("it still exists").set(8443)?;
    /// assert_eq!(document.to_string(), "ports = [22, 80, 8443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value_at(&mut self, id: NodeId) -> Option<ValueMut<'_>> {
        self.kind(id).is_value().then(|| NodeMut::new(self, id))
    }

    /// Returns the child of an index, after splitting the text.
    pub(super) fn nth(&mut self, id: NodeId, index: usize) -> Option<NodeId> {
        self.split(id);
        self.child(id, index)
    }

    /// Returns the children of a node, after splitting its text.
    pub(super) fn ids(&mut self, id: NodeId) -> Vec<NodeId> {
        self.split(id);
        self.range(id, 0..self.count(id)).collect()
    }
}

/// Views in the syntax tree of the whole file.
impl Document {
    pub(super) fn body_ast(&self, id: NodeId) -> ast::Body<'_> {
        match self.item_ast(id) {
            Some(BodyItem::Block(block)) => block.body(),
            _ => self.ast(),
        }
    }

    /// Returns an attribute or a block.
    pub(super) fn item_ast(&self, id: NodeId) -> Option<BodyItem<'_>> {
        if id == ROOT {
            return None;
        }
        self.body_ast(self.parent(id)).item(self.index_of(id))
    }

    /// Returns a value.
    pub(super) fn value_ast(&self, id: NodeId) -> Option<Expression<'_>> {
        if self.kind(id) == Kind::Attribute {
            return match self.item_ast(id)? {
                BodyItem::Attribute(attribute) => Some(attribute.expression()),
                BodyItem::Block(_) => None,
            };
        }
        let (_, _, outer) = parts_of(self.value_ast(self.parent(id))?);
        outer.get(self.index_of(id)).map(|(_, value)| *value)
    }
}
