//! The content of a body by a schema, and the errors about it that the syntaxes share.

use std::borrow::Cow;

use indexmap::IndexMap;

use super::hidden::Hidden;
use super::schema::BodySchema;
use super::structure::{Attribute, Block};
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::source::{Source, Span};

/// The attributes and blocks that a [`BodySchema`] found in a [`Body`](super::Body).
#[derive(Clone, Debug)]
pub struct BodyContent {
    pub(super) attributes: IndexMap<String, Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) missing: (Source, Span),
}

impl BodyContent {
    /// Returns the attributes in source order.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.values()
    }

    /// Returns the attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// Returns the blocks of all types in source order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the blocks of one type in source order.
    pub fn blocks_of<'c>(&'c self, block_type: &'c str) -> impl Iterator<Item = &'c Block> {
        self.blocks.iter().filter(move |block| block.block_type() == block_type)
    }

    /// Returns the location for messages about missing items of the body.
    pub fn missing_span(&self) -> Span {
        self.missing.1
    }

    /// Returns the source of [`missing_span`](Self::missing_span).
    pub fn source(&self) -> &Source {
        &self.missing.0
    }
}

/// The content that was found, and the names that were taken, those hidden before included.
pub(super) struct Partial {
    pub(super) content: BodyContent,
    pub(super) hidden: Hidden,
    pub(super) diagnostics: Diagnostics,
}

impl Partial {
    pub(super) fn new(missing: (Source, Span)) -> Self {
        let content = BodyContent { attributes: IndexMap::new(), blocks: Vec::new(), missing };
        Self { content, hidden: Hidden::default(), diagnostics: Diagnostics::new() }
    }

    pub(super) fn error(&mut self, subject: Span, summary: impl Into<Cow<'static, str>>, detail: String) {
        let diagnostic = Diagnostic::error(Category::Data, summary, detail).at(subject);
        self.diagnostics.push(diagnostic.in_source(&self.content.missing.0));
    }

    /// Reports the required attributes that were not found.
    pub(super) fn check_required(&mut self, schema: &BodySchema) {
        for attribute in schema.attributes() {
            if attribute.is_required() && !self.content.attributes.contains_key(attribute.name()) {
                let name = attribute.name();
                let detail = format!("The argument {name:?} is required, but no definition was found.");
                self.error(self.content.missing.1, "Missing required argument", detail);
            }
        }
    }

    /// Adds an attribute, or reports it where the content has one of its name.
    pub(super) fn add_attribute(&mut self, attribute: Attribute) {
        match self.content.attributes.get(attribute.name()) {
            Some(first) => {
                let place = first.source().place(first.name_span());
                let diagnostic = set_before(attribute.name(), attribute.name_span(), &place);
                self.diagnostics.push(diagnostic.within(attribute.span()).in_source(attribute.source()));
            }
            None => _ = self.content.attributes.insert(attribute.name().to_owned(), attribute),
        }
    }
}

/// Returns the error about an argument that was set before, at a location as messages show it.
pub(crate) fn set_before(name: &str, span: Span, place: &str) -> Diagnostic {
    let detail = format!("The argument {name:?} was set before, at {place}.");
    Diagnostic::error(Category::Data, "Duplicate argument", detail).at(span)
}
