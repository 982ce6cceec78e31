//! The content of a body by a schema, and the errors about it that the syntaxes share.

use std::fmt;
use std::sync::Arc;

use super::consumed::Consumed;
use super::name::NameView;
use super::schema::{AttributeSchema, BlockSchema, BodySchema};
use super::structure::{Attribute, Block, Named};
use crate::diag::{Code, Diagnostic, Diagnostics, name_suggestion};
use crate::source::{Source, Span};
use crate::util::ordered::OrderedMap;

/// The attributes and blocks that a [`BodySchema`] found in a [`Body`](super::Body).
///
/// ```
/// use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
///
/// let blocks = [BlockSchema::new("rule", [] as [&str; 0])];
/// let schema = BodySchema::new([AttributeSchema::optional("size")], blocks)?;
/// let file = serde_hcl::parse_file("size = 1\nrule {}\nrule {}\n").into_result()?;
/// let content = file.body().content(&schema).into_result()?;
/// assert!(content.attribute("size").is_some());
/// assert_eq!(content.blocks().len(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct BodyContent {
    pub(super) attributes: OrderedMap<Named, ()>,
    pub(super) blocks: Vec<Block>,
    pub(super) missing: (Source, Span),
}

impl BodyContent {
    /// Returns the attributes in source order.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.keys().map(|it| &it.0)
    }

    /// Returns the attribute with a name.
    ///
    /// ```
    /// use serde_hcl::{
    ///     body::{AttributeSchema, BodySchema},
    ///     parse_file,
    /// };
    ///
    /// let schema = BodySchema::new([AttributeSchema::required("port")], [])?;
    /// let content =
    ///     parse_file("port = 80\n").into_result()?.body().content(&schema).into_result()?;
    /// assert!(content.attribute("port").is_some());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        let index = self.attributes.get_index_by(name, |it| it.0.is_named(name))?;
        self.attributes.get_index(index).map(|(it, ())| &it.0)
    }

    /// Returns the blocks of all types in source order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the blocks of one type in source order.
    ///
    /// ```
    /// use serde_hcl::{body::{BlockSchema, BodySchema}, parse_file};
    ///
    /// let schema = BodySchema::new([], [BlockSchema::new("service", ["name"])])?;
    /// let text = "service \"a\" {\n}\nservice \"b\" {\n}\n";
    /// let content = parse_file(text).into_result()?.body().content(&schema).into_result()?;
    /// let names: Vec<_> = content.blocks_of_type("service").map(|it| it.labels()[0].text()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_of_type<'c>(&'c self, block_type: &'c str) -> impl Iterator<Item = &'c Block> {
        self.blocks.iter().filter(move |block| block.block_type() == block_type)
    }

    /// Returns the location for messages about missing items of the body.
    pub(crate) fn missing_span(&self) -> Span {
        self.missing.1
    }

    /// Returns the source of [`missing_span`](Self::missing_span).
    pub(crate) fn source(&self) -> &Source {
        &self.missing.0
    }
}

impl fmt::Debug for BodyContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attributes: Vec<_> = self.attributes().collect();
        let mut content = f.debug_struct("BodyContent");
        content.field("attributes", &attributes).field("blocks", &self.blocks).finish_non_exhaustive()
    }
}

/// The number of unknown names for which a meant one is searched.
const MAX_MEANT: usize = 10;

/// The content that was found, and the names taken so far, including those consumed before.
pub(super) struct Partial {
    pub(super) content: BodyContent,
    pub(super) consumed: Option<Arc<Consumed>>,
    pub(super) diagnostics: Diagnostics,
    /// The names that may be meant by the first names that the schema does not have.
    pub(super) meant: Vec<String>,
}

impl Partial {
    pub(super) fn new(missing: (Source, Span)) -> Self {
        let content = BodyContent { attributes: OrderedMap::new(), blocks: Vec::new(), missing };
        Self { content, consumed: None, diagnostics: Diagnostics::new(), meant: Vec::new() }
    }

    pub(super) fn error(&mut self, subject: Span, code: Code, detail: String) {
        let diagnostic = Diagnostic::new(code, detail).at(subject);
        self.diagnostics.push(diagnostic.in_source(&self.content.missing.0));
    }

    /// Reports an attribute or block that the schema does not name.
    pub(super) fn unexpected(&mut self, name: &str, span: Span, code: Code, schema: &BodySchema) {
        let detail = match code {
            Code::UnexpectedAttribute if schema.block(name).is_some() => {
                format!("{name:?} is a block, not an attribute: write {name} {{ … }}.")
            }
            Code::UnexpectedAttribute => {
                let known = schema.attributes().map(AttributeSchema::name);
                let unused = known.filter(|name| !self.content.attributes.contains_key(*name));
                let hint = self.diagnostics.name_hint(name, unused);
                format!("No attribute named {name:?} is expected here.{hint}")
            }
            Code::UnexpectedBlock if schema.attribute(name).is_some() => {
                format!("{name:?} is an attribute, not a block: write {name} = ….")
            }
            Code::UnexpectedBlock => {
                let hint = self.diagnostics.name_hint(name, schema.blocks().map(BlockSchema::block_type));
                format!("No blocks of type {name:?} are expected here.{hint}")
            }
            _ => {
                let is_consumed =
                    |name: &str| self.consumed.as_ref().is_some_and(|it| it.attributes.contains(name));
                let is_left = |name: &&str| schema.block(name).is_some() || !is_consumed(name);
                let hint = self.diagnostics.name_hint(name, schema.names().filter(is_left));
                format!("Nothing named {name:?} is expected here.{hint}")
            }
        };
        self.error(span, code, detail);
        if self.meant.len() < MAX_MEANT {
            let is_left = |other: &&str| !self.content.attributes.contains_key(*other);
            let meant = name_suggestion(name, schema.names().filter(is_left));
            self.meant.extend(meant.map(str::to_owned));
        }
    }

    /// Reports the required attributes that were not found, unless an unknown name may be meant for
    /// one.
    pub(super) fn check_required(&mut self, schema: &BodySchema) {
        for attribute in schema.attributes().filter(|it| it.is_required()) {
            let name = attribute.name();
            if !self.content.attributes.contains_key(name) && !self.meant.iter().any(|meant| meant == name) {
                let detail = format!("The attribute {name:?} is required here, but it is not set.");
                self.error(self.content.missing.1, Code::MissingItem, detail);
            }
        }
    }

    /// Adds an attribute, or reports it where the content has one of its name.
    pub(super) fn add_attribute(&mut self, attribute: Attribute) {
        match self.content.attribute(attribute.name()) {
            Some(first) => {
                let [name, first_name] =
                    [&attribute, first].map(|it| NameView::identifier(it.name(), it.name_span()));
                let diagnostic = set_before(name, attribute.source(), first_name, first.source());
                self.diagnostics.push(diagnostic);
            }
            None => _ = self.content.attributes.insert(Named(attribute), ()),
        }
    }
}

/// Returns the error about an attribute that was set before.
pub(crate) fn set_before(
    name: NameView<'_>,
    source: &Source,
    first: NameView<'_>,
    first_source: &Source,
) -> Diagnostic {
    let detail = format!("The attribute {:?} is already set. Remove one of the two.", name.text);
    Diagnostic::new(Code::AttributeSetTwice, detail).at(name.span).in_source(source).with_label_in(
        first_source,
        first.span,
        "first set here",
    )
}
