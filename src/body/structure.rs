//! Attributes and blocks of a body.

use super::{Body, Expression};
use crate::source::Span;

/// An attribute: a name and a value.
///
/// Specification: information model, "Structural Elements".
#[derive(Clone, Debug)]
pub struct Attribute {
    pub(super) name: Box<str>,
    pub(super) name_span: Span,
    pub(super) span: Span,
    pub(super) expression: Expression,
}

impl Attribute {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its name stands.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// The bytes it covers, from its name to the end of its value.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Its value, not evaluated yet.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }
}

/// A block: a type, labels and a body.
///
/// Specification: information model, "Structural Elements".
#[derive(Clone, Debug)]
pub struct Block {
    pub(super) block_type: Box<str>,
    pub(super) type_span: Span,
    pub(super) labels: Vec<Label>,
    pub(super) span: Span,
    pub(super) body: Body,
}

impl Block {
    /// Its type.
    pub fn block_type(&self) -> &str {
        &self.block_type
    }

    /// Where its type stands.
    pub fn type_span(&self) -> Span {
        self.type_span
    }

    /// Its labels in order.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The bytes it covers, from its type to its closing brace.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What stands between its braces.
    pub fn body(&self) -> &Body {
        &self.body
    }
}

/// A label of a block.
#[derive(Clone, Debug)]
pub struct Label {
    pub(super) text: Box<str>,
    pub(super) span: Span,
}

impl Label {
    /// Its text, with escapes resolved.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes it covers, quotes included.
    pub fn span(&self) -> Span {
        self.span
    }
}

impl Body {
    /// Its attributes in source order.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("a = 1\nb = 2\n").into_result()?;
    /// let body = file.body();
    /// let names: Vec<_> = body.attributes().map(|attribute| attribute.name().to_owned()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + '_ {
        self.ast().attributes().map(|attribute| Attribute {
            name: attribute.name().into(),
            name_span: attribute.name_span(),
            span: attribute.span(),
            expression: self.expression(attribute.expression()),
        })
    }

    /// Its blocks in source order.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("rule \"a\" {\n}\nrule b {}\n").into_result()?;
    /// let body = file.body();
    /// let labels: Vec<_> = body.blocks().map(|block| block.labels()[0].text().to_owned()).collect();
    /// assert_eq!(labels, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.ast().blocks().map(|block| Block {
            block_type: block.block_type().into(),
            type_span: block.type_span(),
            labels: block
                .labels()
                .map(|label| Label { text: label.text().into(), span: label.span() })
                .collect(),
            span: block.span(),
            body: self.sibling(block.body()),
        })
    }
}
