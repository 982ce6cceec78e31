//! The items of a body that are written in another form than the one that a specification has
//! first: blocks as an attribute, and an attribute as blocks.

use std::collections::{HashMap, HashSet};

use super::inspect::SpecScope;
use super::shape::Shape;
use super::{Spec, SpecKind};
use crate::body::{
    AttributeSchema, Block, BlockSchema, Body, BodyContent, BodyItem, BodySchema, ItemViewKind, Label,
};
use crate::diag::{Code, Diagnostic, Diagnostics, name_suggestion};
use crate::eval::EvalContext;
use crate::outcome::Outcome;
use crate::source::Span;

/// The names of the items of a body that are not in the first form.
#[derive(Default)]
struct Written<'s> {
    /// The types of blocks that are written as an attribute.
    attributes: HashSet<&'s str>,
    /// The attributes that are written as blocks.
    blocks: HashSet<&'s str>,
}

impl<'s> Written<'s> {
    fn new(spec: &'s Spec, body: &Body) -> Self {
        let mut written = Self::default();
        let mut labels: HashMap<&str, usize> = HashMap::new();
        let mut attributes: HashSet<&str> = HashSet::new();
        spec.walk(&mut |part| match part.kind() {
            SpecKind::Blocks(blocks) if blocks.attribute.is_some() => {
                labels.insert(&blocks.block_type, blocks.labels().len());
            }
            SpecKind::Attribute { name, may_be_blocks: true, .. } => _ = attributes.insert(name),
            _ => {}
        });
        if labels.is_empty() && attributes.is_empty() {
            return written;
        }
        for item in body.view().items() {
            let name = item.name.text;
            match &item.kind {
                ItemViewKind::Attribute(_) => {
                    written.attributes.extend(labels.get_key_value(name).map(|(name, _)| *name));
                }
                ItemViewKind::Property(property) => {
                    if let Some((name, count)) = labels.get_key_value(name)
                        && (!property.may_be_blocks()
                            || property.blocks(*count).map_or(true, |blocks| blocks.is_empty()))
                    {
                        written.attributes.insert(name);
                    }
                }
                ItemViewKind::Block(_) => written.blocks.extend(attributes.get(name)),
            }
        }
        written
    }

    fn schema(&self, spec: &Spec) -> BodySchema {
        let mut schema = BodySchema::default();
        spec.walk(&mut |part| match part.kind() {
            SpecKind::Attribute { name, .. } if self.blocks.contains(name.as_str()) => {}
            SpecKind::Attribute { name, is_required: true, .. } => {
                schema.add_attribute(AttributeSchema::required(name));
            }
            SpecKind::Attribute { name, .. } => schema.add_attribute(AttributeSchema::optional(name)),
            SpecKind::Blocks(blocks) => {
                let block_type = &blocks.block_type;
                if self.attributes.contains(block_type.as_str()) {
                    schema.add_attribute(AttributeSchema::optional(block_type));
                }
                schema.add_block(BlockSchema::new(block_type, blocks.labels()));
            }
            _ => {}
        });
        schema
    }
}

impl Spec {
    /// Returns the attributes and block types in their first forms.
    pub(super) fn body_schema(&self) -> BodySchema {
        Written::default().schema(self)
    }

    /// Returns the attributes and block types in the forms in which a body has them.
    pub(super) fn schema_of(&self, body: &Body) -> BodySchema {
        Written::new(self, body).schema(self)
    }

    /// Returns the content of a body. Items of opaque names are not errors, and unknown names are
    /// warnings where they are ignored.
    pub(super) fn content<'b>(
        &self,
        body: &Body,
        block: Option<&'b Block>,
        labels: &'b [Label],
    ) -> Outcome<SpecScope<'b>> {
        let written = Written::new(self, body);
        let schema = written.schema(self);
        let Outcome { value: found, diagnostics } = body.content(&schema);
        let unlabeled = self.unlabeled(body, &diagnostics);
        let mut names = self.opaque_names();
        names.extend(written.blocks.iter().copied());
        // The items are read again only if there are errors.
        let items = if diagnostics.is_empty() { Vec::new() } else { body.view().items() };
        let mut checked = Checked {
            spec: self,
            schema: &schema,
            names,
            by_span: items.iter().map(|item| (item.name.span, item.name.text)).collect(),
            missing: self.missing_names(&found, &schema),
            diagnostics: Diagnostics::new(),
        };
        let is_entry = |diagnostic: &Diagnostic| {
            diagnostic.code() == Some(Code::MissingLabel)
                && unlabeled.iter().any(|block| {
                    let is_in = diagnostic.span().is_some_and(|span| block.span().contains(span));
                    is_in && diagnostic.source() == Some(block.source())
                })
        };
        diagnostics.into_iter().filter(|it| !is_entry(it)).for_each(|it| checked.push(it));
        checked.require_opaque(body, &found);
        let mut diagnostics = checked.diagnostics;
        if self.hides_names_of(body) {
            // An unknown name can be that of a required item.
            diagnostics = diagnostics.into_iter().filter(|it| it.code() != Some(Code::MissingItem)).collect();
        }
        let opaque = self.opaque_items(body);
        Outcome { value: SpecScope { content: found, unlabeled, opaque, block, labels }, diagnostics }
    }

    /// Returns whether a body has names that the specification does not know, and that can be other
    /// names of required items.
    pub(super) fn hides_names_of(&self, body: &Body) -> bool {
        let hides =
            |part: &SpecKind| matches!(part, SpecKind::Opaque { hides_names: true, .. }).then_some(());
        if self.select(hides).is_empty() {
            return false;
        }
        let mut known = HashSet::new();
        self.walk(&mut |part| known.extend(part.kind().name()));
        body.view().items().iter().any(|item| !known.contains(item.name.text))
    }

    /// Returns the blocks without labels in which the entries of a map are items. A block with an
    /// item that is no such entry lacks a label.
    fn unlabeled(&self, body: &Body, diagnostics: &Diagnostics) -> Vec<Block> {
        if !diagnostics.iter().any(|it| it.code() == Some(Code::MissingLabel)) {
            return Vec::new();
        }
        let mut elements: HashMap<&str, &Shape> = HashMap::new();
        self.walk(&mut |part| {
            if let SpecKind::Blocks(blocks) = part.kind()
                && let Some(element) = blocks.attribute.as_deref().and_then(Shape::element_of_map)
            {
                elements.insert(&blocks.block_type, element);
            }
        });
        let literals = EvalContext::literal_only();
        let has_entries = |block: &Block| {
            let element = elements.get(block.block_type()).filter(|_| block.labels().is_empty());
            element.is_some_and(|element| {
                let mut values = block.body().attributes().map(|it| it.expression().evaluate(&literals));
                values.all(|value| value.map_or(true, |value| element.misfit(&value).is_none()))
            })
        };
        body.blocks().filter(has_entries).collect()
    }

    /// Returns the items of opaque names whose forms are known.
    fn opaque_items(&self, body: &Body) -> Vec<BodyItem> {
        let names: HashSet<&str> = self
            .select(|part| match part {
                SpecKind::Opaque { name, form: Some(_), .. } => Some(name.as_deref().unwrap_or_default()),
                _ => None,
            })
            .into_iter()
            .collect();
        if names.is_empty() {
            return Vec::new();
        }
        if names.contains("") {
            return body.items().collect();
        }
        body.items().filter(|item| names.contains(item.name().0)).collect()
    }

    /// Returns the opaque names that are required.
    pub(super) fn required_opaque_names(&self) -> Vec<&str> {
        self.select(|part| match part {
            SpecKind::Opaque { name: Some(name), is_required: true, .. } => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the names of required attributes that are not there.
    fn missing_names(&self, found: &BodyContent, schema: &BodySchema) -> Vec<&str> {
        self.select(|part| match part {
            SpecKind::Attribute { name, is_required: true, .. }
                if schema.attribute(name).is_some() && found.attribute(name).is_none() =>
            {
                Some(name.as_str())
            }
            _ => None,
        })
    }
}

/// The diagnostics about the names of a body.
struct Checked<'s> {
    spec: &'s Spec,
    schema: &'s BodySchema,
    /// The names of any form.
    names: Vec<&'s str>,
    /// The names of the items by their spans.
    by_span: HashMap<Span, &'s str>,
    /// The required names that are not there.
    missing: Vec<&'s str>,
    diagnostics: Diagnostics,
}

impl Checked<'_> {
    fn push(&mut self, diagnostic: Diagnostic) {
        let is_about_name = matches!(
            diagnostic.code(),
            Some(Code::UnexpectedAttribute | Code::UnexpectedBlock | Code::UnexpectedName)
        );
        let place = diagnostic.span().zip(diagnostic.source()).filter(|_| is_about_name);
        let Some((span, source)) = place else { return self.diagnostics.push(diagnostic) };
        let written = source.slice(span).trim_matches('"');
        // Items of merged bodies can have equal spans.
        let unescaped = self.by_span.get(&span).filter(|_| written.contains('\\'));
        let name = unescaped.map_or(written, |name| name).to_owned();
        let is_read = self.schema.attribute(&name).is_some() || self.schema.block(&name).is_some();
        if self.names.contains(&name.as_str()) || self.spec.is_open() && !is_read {
            return;
        }
        // If it is meant for a missing name, it is the only error about that one.
        let is_ignored = self.spec.is_lenient()
            && !is_read
            && name_suggestion(&name, self.missing.iter().copied()).is_none();
        self.diagnostics.push(match is_ignored {
            true => diagnostic.into_warning(),
            false => diagnostic,
        });
    }

    /// Reports the required names of any form that are not there.
    fn require_opaque(&mut self, body: &Body, found: &BodyContent) {
        let required = self.spec.required_opaque_names();
        if required.is_empty() {
            return;
        }
        let items = body.view().items();
        let names: HashSet<&str> = items.iter().map(|item| item.name.text).collect();
        for name in required.into_iter().filter(|name| !names.contains(name)) {
            let detail = format!("{name:?} is required here, but it is missing.");
            let diagnostic = Diagnostic::new(Code::MissingItem, detail);
            self.diagnostics.push(diagnostic.at(found.missing_span()).in_source(found.source()));
        }
    }
}
