//! The schema of a body: the attributes and blocks that an application expects.

use std::sync::{Arc, OnceLock};

use super::consumed::Consumed;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::util::ordered::OrderedMap;
use crate::value::Name;

/// The attributes and block types that are expected in a body. A schema describes one level: the
/// bodies of blocks have separate schemas. Specification: information model, "Body Content".
///
/// ```
/// use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
///
/// let schema = BodySchema::new(
///     [AttributeSchema::required("region"), AttributeSchema::optional("owner")],
///     [BlockSchema::new("service", ["name"])],
/// )?;
/// assert_eq!(schema.block("service").map(|block| block.labels().len()), Some(1));
///
/// let twice =
///     BodySchema::new([AttributeSchema::optional("a"), AttributeSchema::required("a")], []);
/// assert_eq!(
///     twice.unwrap_err().to_string(),
///     "Invalid schema: The name \"a\" appears twice in the schema. Name each attribute and \
///      block type once."
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BodySchema {
    attributes: OrderedMap<Arc<str>, AttributeSchema>,
    blocks: OrderedMap<Arc<str>, BlockSchema>,
    /// All of these names, which the rests of bodies share.
    consumed: OnceLock<Arc<Consumed>>,
}

impl PartialEq for BodySchema {
    fn eq(&self, other: &Self) -> bool {
        self.attributes == other.attributes && self.blocks == other.blocks
    }
}

impl Eq for BodySchema {}

/// An attribute that is expected in a body.
///
/// ```
/// use serde_hcl::body::{AttributeSchema, BodySchema};
///
/// let schema = BodySchema::new([AttributeSchema::required("port")], [])?;
/// let file = serde_hcl::parse_file("prt = 80\n").into_result()?;
/// let error = file.body().content(&schema).into_result().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "1:1: Unexpected attribute: No attribute named \"prt\" is expected here. Did you mean \
///      \"port\"?"
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeSchema {
    /// Shared with the attributes that a body has.
    pub(super) name: Arc<str>,
    is_required: bool,
}

/// A type of blocks that is expected in a body.
///
/// ```
/// use serde_hcl::body::{BlockSchema, BodySchema};
///
/// let schema = BodySchema::new([], [BlockSchema::new("service", ["name"])])?;
/// let file = serde_hcl::json::parse_file(r#"{"service": {"web": {}, "db": {}}}"#).into_result()?;
/// let content = file.body().content(&schema).into_result()?;
/// assert_eq!(content.blocks()[1].labels(), ["db"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSchema {
    /// Shared with the blocks that a body has.
    pub(super) block_type: Arc<str>,
    labels: Vec<String>,
}

impl BodySchema {
    /// Creates a schema of attributes and block types.
    ///
    /// # Errors
    /// Returns the error "Invalid schema" if two attributes or two block types have the same name.
    /// An attribute and a block type may share one: the native syntax distinguishes them, and in
    /// JSON the property is the attribute.
    ///
    /// ```
    /// use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
    ///
    /// let schema = BodySchema::new(
    ///     [AttributeSchema::required("region"), AttributeSchema::optional("zone")],
    ///     [BlockSchema::new("service", ["name"])],
    /// )?;
    /// assert!(schema.attribute("region").is_some_and(|it| it.is_required()));
    ///
    /// let twice = [AttributeSchema::required("region"), AttributeSchema::optional("region")];
    /// assert!(BodySchema::new(twice, []).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new(
        attributes: impl IntoIterator<Item = AttributeSchema>,
        blocks: impl IntoIterator<Item = BlockSchema>,
    ) -> Result<Self> {
        let mut schema = Self::default();
        for attribute in attributes {
            if let Some(twice) = schema.attributes.insert(attribute.name.clone(), attribute) {
                return Err(ambiguous(&twice.name));
            }
        }
        for block in blocks {
            if let Some(twice) = schema.blocks.insert(block.block_type.clone(), block) {
                return Err(ambiguous(&twice.block_type));
            }
        }
        Ok(schema)
    }

    /// Adds an attribute. It is required when it was before.
    pub(crate) fn add_attribute(&mut self, attribute: AttributeSchema) {
        let known = self.attributes.entry(attribute.name.clone()).or_insert_with(|| attribute.clone());
        known.is_required |= attribute.is_required;
        self.consumed.take();
    }

    /// Adds a block type, unless there is one of that name.
    pub(crate) fn add_block(&mut self, block: BlockSchema) {
        self.blocks.entry(block.block_type.clone()).or_insert(block);
        self.consumed.take();
    }

    /// Returns the attributes.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &AttributeSchema> {
        self.attributes.values()
    }

    /// Returns the block types.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = &BlockSchema> {
        self.blocks.values()
    }

    /// Returns the attribute with a name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.get(name)
    }

    /// Returns the block type with a name.
    pub fn block(&self, block_type: &str) -> Option<&BlockSchema> {
        self.blocks.get(block_type)
    }

    /// Returns the names of attributes and block types.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.keys().chain(self.blocks.keys()).map(|name| &**name)
    }

    /// Returns the names that are consumed when the content of a body in native syntax is read.
    pub(super) fn consumed(&self) -> &Arc<Consumed> {
        self.consumed.get_or_init(|| {
            let mut consumed = Consumed::default();
            consumed.attributes.extend(self.attributes.keys().cloned());
            consumed.blocks.extend(self.blocks.keys().cloned());
            Arc::new(consumed)
        })
    }

    /// Returns the schema with no attribute required.
    pub(crate) fn relaxed(&self) -> Self {
        let relax = |name: &Arc<str>| (name.clone(), AttributeSchema::optional(name.clone()));
        let attributes = self.attributes.keys().map(relax).collect();
        Self { attributes, blocks: self.blocks.clone(), consumed: self.consumed.clone() }
    }
}

fn ambiguous(name: &str) -> Error {
    let detail =
        format!("The name {name:?} appears twice in the schema. Name each attribute and block type once.");
    Error::coded(Code::InvalidSchema, detail)
}

impl AttributeSchema {
    /// Creates a required attribute.
    pub fn required(name: impl Name) -> Self {
        Self { name: name.into_shared(), is_required: true }
    }

    /// Creates an optional attribute.
    pub fn optional(name: impl Name) -> Self {
        Self { name: name.into_shared(), is_required: false }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the attribute is required.
    ///
    /// ```
    /// use serde_hcl::body::AttributeSchema;
    ///
    /// assert!(AttributeSchema::required("port").is_required());
    /// assert!(!AttributeSchema::optional("host").is_required());
    /// ```
    pub fn is_required(&self) -> bool {
        self.is_required
    }
}

impl BlockSchema {
    /// Creates a type of blocks, with the names of their labels, which messages show.
    pub fn new<L: Name>(block_type: impl Name, labels: impl IntoIterator<Item = L>) -> Self {
        Self {
            block_type: block_type.into_shared(),
            labels: labels.into_iter().map(|it| it.into_string()).collect(),
        }
    }

    /// Returns the type.
    pub fn block_type(&self) -> &str {
        &self.block_type
    }

    /// Returns the names of its labels.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }
}
