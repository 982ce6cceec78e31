//! Which properties of HCL JSON are blocks.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::ser::{Serialize, SerializeMap, SerializeTuple, Serializer};
use serde_hcl::{
    Attribute, Block, Body, Diagnostic, EvalContext, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    de::Labeled,
    diag::{Category, Diagnostics},
};

use crate::Result;
use crate::options::Schema;

/// The meaning of strings.
#[derive(Clone, Copy)]
pub enum Strings {
    Templates,
    Text,
}

/// The blocks of a type, or the body of a file.
#[derive(Default)]
pub struct Types {
    labels: usize,
    inner: BTreeMap<String, Self>,
}

impl Types {
    pub fn new(schemas: &[Schema]) -> Self {
        let mut root = Self::default();
        for (path, labels) in schemas {
            let entry =
                path.iter().fold(&mut root, |types, name| types.inner.entry(name.clone()).or_default());
            entry.labels = *labels;
        }
        root
    }

    /// Distinguishes blocks from arguments, in the order of the files and of their texts. Strings
    /// are templates, or text.
    pub fn apply(
        &self,
        body: &Body,
        strings: Strings,
        files: &HashMap<String, usize>,
        problems: &mut Diagnostics,
    ) -> Result<Items> {
        let label = |index: usize| format!("label {}", index + 1);
        let blocks = self.inner.iter().map(|(name, ty)| BlockSchema::new(name, (0..ty.labels).map(label)));
        let outcome = body.partial_content(&BodySchema::new([], blocks)?);
        problems.extend(outcome.diagnostics);
        let (content, rest) = outcome.value;
        // The file can be an array of objects, whose properties are those of one body.
        let names: BTreeSet<String> = rest.attributes().map(|it| it.name().to_owned()).collect();
        let attributes = BodySchema::new(names.iter().map(AttributeSchema::optional), [])?;
        let outcome = rest.partial_content(&attributes);
        let is_object = |it: &Diagnostic| {
            let mut attributes = rest.attributes().filter(|other| Some(other.name_span()) == it.span());
            attributes.any(|it| it.expression().static_map().is_ok())
        };
        problems.extend(outcome.diagnostics.into_iter().map(|it| match it.code() {
            Some(code) if code.as_str() == "attribute-set-twice" && is_object(&it) => it.with_help(
                "If it is the type of a block, name it with --schema, or with --terraform those of Terraform.",
            ),
            _ => it,
        }));

        let mut items = Vec::new();
        for attribute in outcome.value.0.attributes().cloned() {
            let expression = attribute.expression();
            let value = match strings {
                Strings::Text => Some(expression.evaluate(&EvalContext::literal_only())?),
                Strings::Templates => {
                    // Only the syntax of templates counts: their names have no meaning here.
                    let found = expression.evaluate_with_diagnostics(&EvalContext::new()).diagnostics;
                    problems.extend(found.into_iter().filter(|it| it.category() == Category::Syntax));
                    None
                }
            };
            items.push(Item::Attribute(attribute, value));
        }
        for block in content.blocks() {
            if let Some(types) = self.inner.get(block.block_type()) {
                items.push(Item::Block(block.clone(), types.apply(block.body(), strings, files, problems)?));
            }
        }
        items.sort_by_key(|item| {
            let (source, span) = match item {
                Item::Attribute(attribute, _) => (attribute.source(), attribute.span()),
                Item::Block(block, _) => {
                    (block.source(), block.labels().first().map_or(block.span(), |label| label.span()))
                }
            };
            (files.get(source.name()).copied(), span.start)
        });
        Ok(Items(items))
    }
}

/// A body whose blocks are known.
pub struct Items(Vec<Item>);

enum Item {
    /// With its value, if that is no expression.
    Attribute(Attribute, Option<Value>),
    Block(Block, Items),
}

/// The labels of a block, whose number is known.
struct Labels<'b>(&'b Block);

impl Serialize for Labels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let labels = self.0.labels();
        let mut tuple = serializer.serialize_tuple(labels.len())?;
        labels.iter().try_for_each(|label| tuple.serialize_element(label.text()))?;
        tuple.end()
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for item in &self.0 {
            match item {
                Item::Attribute(attribute, None) => {
                    map.serialize_entry(attribute.name(), attribute.expression())?;
                }
                Item::Attribute(attribute, Some(value)) => map.serialize_entry(attribute.name(), value)?,
                Item::Block(block, body) => {
                    let labels = Labels(block);
                    map.serialize_entry(block.block_type(), &[Labeled { labels, body }])?;
                }
            }
        }
        map.end()
    }
}
