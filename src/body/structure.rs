//! Attributes and blocks of a body.

use std::fmt;
use std::sync::Arc;

use super::{Body, BodyKind, Expression, json};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;
use crate::value::{Marks, Value};

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

    /// The source it stands in.
    pub fn source(&self) -> &Source {
        self.expression.source()
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

    /// The bytes it covers, from its type to its closing brace; in HCL JSON its body.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Its type and labels, where messages about it point; in HCL JSON, where they do not stand side by side, the start of
    /// its body; of a block that a dynamic block makes its type.
    pub fn header_span(&self) -> Span {
        let is_written_out = self.span.start == self.type_span.start;
        match (&self.body.kind, self.labels.last()) {
            (BodyKind::Json { tree, node }, _) => tree.node(*node).start_span(),
            (_, Some(label)) if is_written_out => self.type_span.to(label.span),
            _ => self.type_span,
        }
    }

    /// The source it stands in.
    pub fn source(&self) -> &Source {
        self.body.source()
    }

    /// What stands between its braces.
    pub fn body(&self) -> &Body {
        &self.body
    }
}

/// A label of a block.
#[derive(Clone)]
pub struct Label {
    pub(super) text: Box<str>,
    pub(super) span: Span,
    pub(super) marks: Marks,
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

    /// The marks of the collection that it was computed from, where a [dynamic block](crate::ext::dynblock) made the block. A
    /// label with marks is not in messages.
    ///
    /// ```
    /// use serde_hcl::value::Mark;
    /// use serde_hcl::{BlockSchema, BodySchema, EvalContext, ext::dynblock, parse_file, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("users", value!(["eve"]).mark(Mark::new("sensitive")));
    /// let file = parse_file(r#"
    /// dynamic "user" {
    ///   for_each = users
    ///   labels   = [user.value]
    ///   content {}
    /// }
    /// "#).into_result()?;
    /// let body = dynblock::expand(&file.body(), &context);
    /// let content = body.content(&BodySchema::new([], [BlockSchema::new("user", ["name"])])?).into_result()?;
    /// let label = &content.blocks()[0].labels()[0];
    /// assert_eq!(label.text(), "eve");
    /// assert!(label.marks().contains("sensitive"));
    /// assert!(format!("{label:?}").contains("(marked sensitive)"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Its text with its marks.
    pub(crate) fn value(&self) -> Value {
        Value::from(&*self.text).with_marks(&self.marks)
    }
}

/// With the marks in place of a text that has some.
impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Label").field("text", &self.value()).field("span", &self.span).finish()
    }
}

impl Attribute {
    pub(super) fn native(tree: &Arc<Tree>, attribute: ast::Attribute<'_>) -> Self {
        Self {
            name: attribute.name().into(),
            name_span: attribute.name_span(),
            span: attribute.span(),
            expression: Expression::native(tree.clone(), attribute.expression().id()),
        }
    }
}

impl Block {
    pub(super) fn native(tree: &Arc<Tree>, block: ast::Block<'_>) -> Self {
        let label = |label: ast::Label<'_>| Label {
            text: label.text().into(),
            span: label.span(),
            marks: Marks::NONE,
        };
        Self {
            block_type: block.block_type().into(),
            type_span: block.type_span(),
            labels: block.labels().map(label).collect(),
            span: block.span(),
            body: Body::native(tree.clone(), block.body().id()),
        }
    }
}

/// Without a schema. In HCL JSON each property is then an attribute: only a schema tells which of them are blocks.
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
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + use<> {
        let all: Vec<Attribute> = match &self.kind {
            BodyKind::Native { tree, id } => {
                let attributes = ast::Body::new(tree, *id).attributes();
                attributes.map(|attribute| Attribute::native(tree, attribute)).collect()
            }
            BodyKind::Json { .. } => json::attributes(self),
            BodyKind::Merged { bodies, .. } => bodies.iter().flat_map(Self::attributes).collect(),
        };
        let (hidden, iteration) = (self.hidden.clone(), self.iteration().cloned());
        let all = all.into_iter().map(move |attribute| match &iteration {
            None => attribute,
            Some(_) => {
                let expression = attribute.expression.within(iteration.as_ref());
                Attribute { expression, ..attribute }
            }
        });
        all.filter(move |attribute| {
            hidden.as_ref().is_none_or(|hidden| !hidden.attributes.contains(attribute.name()))
        })
    }

    /// Its blocks in source order. Dynamic blocks are as they are written, also where they are
    /// [expanded](crate::ext::dynblock): to do that takes a schema, or decoding.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("rule \"a\" {\n}\nrule b {}\n").into_result()?;
    /// let body = file.body();
    /// let labels: Vec<_> = body.blocks().map(|block| block.labels()[0].text().to_owned()).collect();
    /// assert_eq!(labels, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        let all: Vec<Block> = match &self.kind {
            BodyKind::Native { tree, id } => {
                ast::Body::new(tree, *id).blocks().map(|block| Block::native(tree, block)).collect()
            }
            BodyKind::Json { .. } => Vec::new(),
            BodyKind::Merged { bodies, .. } => bodies.iter().flat_map(Self::blocks).collect(),
        };
        let body = self.clone();
        let all = all.into_iter().filter(move |block| {
            let label = block.labels().first().map(Label::text);
            !body.hides_written_block(block.block_type(), label)
        });
        let expansion = self.expansion.clone();
        all.map(move |mut block| {
            if let Some(expansion) = &expansion {
                block.body.expansion = Some(expansion.of_inner_body());
            }
            block
        })
    }
}
