//! The content of bodies, by a schema and without one.

use super::content::{BodyContent, Partial};
use super::handles::Handles;
use super::schema::BodySchema;
use super::structure::{Attribute, Block, Body, BodyItem, BodyKind, BodyPart, BodyPartView, Named};
use crate::outcome::Outcome;
use crate::syntax::traversal::Traversal;
use crate::util::ordered::OrderedMap;

impl BodyPart {
    /// Returns the part without the consumed names.
    fn rest(&self, partial: &mut Partial) -> Self {
        let consumed = partial.consumed.take().filter(|it| !it.is_empty());
        let Self { node, expansion, overlaid, .. } = self;
        Self { node: node.clone(), consumed, expansion: expansion.clone(), overlaid: overlaid.clone() }
    }
}

/// Specification: information model, "Body Content".
impl Body {
    /// Returns the attributes and blocks of a schema. Other items of the body are errors.
    ///
    /// The content contains the valid parts, also if there are errors. The diagnostics are "Missing
    /// attribute or block", "Unexpected attribute", "Unexpected block", and missing and unexpected
    /// labels, with the most similar name of the schema.
    ///
    /// ```
    /// use serde_hcl::{
    ///     body::{AttributeSchema, BlockSchema, BodySchema},
    ///     parse_file,
    /// };
    ///
    /// let schema = BodySchema::new(
    ///     [AttributeSchema::required("port")],
    ///     [BlockSchema::new("check", ["name"])],
    /// )?;
    /// let file = parse_file("prot = 80\ncheck \"alive\" {}\n").into_result()?;
    /// let outcome = file.body().content(&schema);
    /// assert_eq!(outcome.value.blocks()[0].labels()[0].text(), "alive");
    /// let problems: Vec<_> = outcome.diagnostics.iter().map(|it| it.to_string()).collect();
    /// assert_eq!(
    ///     problems,
    ///     [
    ///         "1:1: Unexpected attribute: No attribute named \"prot\" is expected here. Did you \
    ///          mean \"port\"?",
    ///     ]
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let Partial { content, diagnostics, .. } = self.by_schema(schema, true, &mut Vec::new());
        Outcome { value: content, diagnostics }
    }

    /// Returns the attributes and blocks that a schema names, and a body with the rest.
    ///
    /// ```
    /// use serde_hcl::{body::{AttributeSchema, BodySchema}, parse_file};
    ///
    /// let schema = BodySchema::new([AttributeSchema::required("kind")], [])?;
    /// let file = parse_file("kind = \"disk\"\nsize = 10\n").into_result()?;
    /// let (content, rest) = file.body().partial_content(&schema).into_result()?;
    /// assert!(content.attribute("kind").is_some());
    /// let rest = rest.just_attributes().into_result()?;
    /// assert_eq!(rest[0].name(), "size");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn partial_content(&self, schema: &BodySchema) -> Outcome<(BodyContent, Self)> {
        let mut rests = Vec::new();
        let mut partial = self.by_schema(schema, false, &mut rests);
        let rest = match &self.kind {
            BodyKind::Single(part) => Self::from(part.rest(&mut partial)),
            BodyKind::Merged { .. } => Self::of_parts(rests),
        };
        let Partial { content, diagnostics, .. } = partial;
        Outcome { value: (content, rest), diagnostics }
    }

    /// Returns the content by a schema, and adds the rest of each part of a merged body to a list.
    fn by_schema(&self, schema: &BodySchema, all: bool, rests: &mut Vec<BodyPart>) -> Partial {
        // A required attribute may be in any of the bodies.
        let relaxed = matches!(self.kind, BodyKind::Merged { .. }).then(|| schema.relaxed());
        let mut partial = self.read(rests, |part| part.content(relaxed.as_ref().unwrap_or(schema), all));
        if relaxed.is_some() {
            partial.check_required(schema);
        }
        partial.diagnostics.sort_by_position();
        partial
    }

    /// Returns the content of all parts, and adds the rest of each part of a merged body to a list.
    fn read(&self, rests: &mut Vec<BodyPart>, content: impl Fn(BodyPartView<'_>) -> Partial) -> Partial {
        let parts = match &self.kind {
            BodyKind::Single(part) => return content(part.view()),
            BodyKind::Merged { parts, .. } => parts,
        };
        let mut merged = Partial::new((self.source().clone(), self.missing_span()));
        for part in &**parts {
            let mut partial = content(part.view());
            rests.push(part.rest(&mut partial));
            merged.diagnostics.extend(partial.diagnostics);
            merged.meant.extend(partial.meant);
            for Named(attribute) in partial.content.attributes.into_keys() {
                if part.view().overrides() {
                    merged.content.attributes.replace(Named(attribute));
                } else {
                    merged.add_attribute(attribute);
                }
            }
            merged.content.blocks.extend(partial.content.blocks);
        }
        merged
    }

    /// Returns all attributes of a body that must not contain blocks ("dynamic attributes mode").
    ///
    /// Blocks are reported; in HCL JSON each property is an attribute.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("a = 1\nb = 2\n").into_result()?;
    /// let attributes = file.body().just_attributes().into_result()?;
    /// let names: Vec<_> = attributes.iter().map(|attribute| attribute.name()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn just_attributes(&self) -> Outcome<Vec<Attribute>> {
        let Partial { content, diagnostics, .. } = self.read(&mut Vec::new(), |part| part.just_attributes());
        Outcome { value: content.attributes.into_keys().map(|it| it.0).collect(), diagnostics }
    }
}

/// Without a schema. In HCL JSON each property is then an attribute: only a schema defines which of
/// them are blocks.
impl Body {
    /// Returns the attributes in source order.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("a = 1\nb = 2\n").into_result()?;
    /// let body = file.body();
    /// let names: Vec<_> = body.attributes().map(|attribute| attribute.name().to_owned()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attributes(
        &self,
    ) -> impl ExactSizeIterator<Item = Attribute> + DoubleEndedIterator + Clone + use<> {
        Handles::new(self, None, || self.collect_attributes())
    }

    fn collect_attributes(&self) -> Vec<Attribute> {
        let all = self.parts().flat_map(BodyPartView::attributes);
        if !self.is_overlay() {
            return all.collect();
        }
        // A JSON property that may be blocks is replaced only as an attribute.
        let mut last = OrderedMap::new();
        all.for_each(|attribute| last.replace(Named(attribute)));
        last.into_keys().map(|it| it.0).collect()
    }

    /// Returns whether later parts of it override earlier ones.
    pub(crate) fn is_overlay(&self) -> bool {
        self.parts().any(BodyPartView::overrides)
    }

    /// Returns the blocks in source order. Dynamic blocks are included as they are written, even if
    /// they are [expanded](crate::ext::expand_dynamic_blocks): expansion needs a schema, or
    /// decoding.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("rule \"a\" {\n}\nrule b {}\n").into_result()?;
    /// let body = file.body();
    /// let labels: Vec<_> = body.blocks().map(|block| block.labels()[0].text().to_owned()).collect();
    /// assert_eq!(labels, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        Handles::new(self, None, || self.parts().flat_map(|part| part.blocks(None)).collect())
    }

    /// Returns the attribute with a name.
    ///
    /// The first look-up in a body of more than 32 items makes an index of the names, so that the
    /// time of the next ones hardly depends on the number of items. In native syntax, no other
    /// memory is allocated.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("a = 1\nb = 1 + 1\n").into_result()?.body().clone();
    /// assert_eq!(body.attribute("b").map(|it| it.expression().to_string()).as_deref(), Some("1 + 1"));
    /// assert!(body.attribute("c").is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let is_overlay = self.is_overlay();
        let mut attributes = self.parts().filter_map(|part| part.attribute(name, is_overlay));
        if is_overlay { attributes.next_back() } else { attributes.next() }
    }

    /// Returns the blocks of a type in source order. They are found like an
    /// [attribute](Self::attribute), and each is made when the iterator reaches it.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("rule \"a\" {\n}\nzone {}\nrule b {}\n").into_result()?;
    /// assert_eq!(file.body().blocks_of_type("rule").count(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_of_type(
        &self,
        block_type: &str,
    ) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        let collect = || self.parts().flat_map(|part| part.blocks(Some(block_type))).collect();
        Handles::new(self, Some(block_type), collect)
    }

    /// Returns the attributes and blocks in source order. Those of merged bodies are in the order
    /// of the bodies, and the attributes of an [overlay](Self::overlay) come before its blocks.
    ///
    /// ```
    /// use serde_hcl::{body::BodyItem, parse_file};
    ///
    /// let body = parse_file("rule \"a\" {\n}\nsize = 1\n").into_result()?.body().clone();
    /// let names = body.items().map(|item| match item {
    ///     BodyItem::Block(block) => block.block_type().to_owned(),
    ///     BodyItem::Attribute(attribute) => attribute.name().to_owned(),
    /// });
    /// assert_eq!(names.collect::<Vec<_>>(), ["rule", "size"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn items(&self) -> impl Iterator<Item = BodyItem> + use<> {
        if self.is_overlay() {
            let attributes = self.attributes().map(BodyItem::Attribute);
            return attributes.chain(self.blocks().map(BodyItem::Block)).collect::<Vec<_>>().into_iter();
        }
        self.parts().flat_map(BodyPartView::items).collect::<Vec<_>>().into_iter()
    }

    /// Returns the variables that its expressions refer to, also those in its blocks, as
    /// [`Expression::variables`](crate::Expression::variables) does for one. Those of a
    /// [dynamic block](crate::ext::expand_dynamic_blocks) include its iterator.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("a = var.x\nb {\n  c = \"${local.y}-${var.x}\"\n}\n")
    ///     .into_result()?
    ///     .body().clone();
    /// let names: Vec<_> = body.variables().iter().map(|it| it.to_string()).collect();
    /// assert_eq!(names, ["var.x", "local.y", "var.x"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        let mut left = vec![self.items()];
        while let Some(items) = left.last_mut() {
            match items.next() {
                Some(BodyItem::Attribute(attribute)) => found.extend(attribute.expression().variables()),
                Some(BodyItem::Block(block)) => left.push(block.body().items()),
                None => _ = left.pop(),
            }
        }
        found
    }
}
