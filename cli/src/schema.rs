//! Which properties of HCL JSON are blocks.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_hcl::{Attribute, Block, BlockSchema, Body, BodySchema, Diagnostics, Labeled};

use crate::Result;

/// `TYPE[:LABELS]`, where a type in blocks of another one is written after it and a dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    path: Vec<String>,
    labels: usize,
}

impl FromStr for Schema {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, labels) = match text.split_once(':') {
            None => (text, 0),
            Some((path, count)) => {
                (path, count.parse().map_err(|_| format!("{count:?} is no number of labels"))?)
            }
        };
        let path: Vec<String> = path.split('.').map(str::to_owned).collect();
        if path.iter().any(String::is_empty) {
            return Err("write it as TYPE:LABELS, for instance service:1".to_owned());
        }
        Ok(Self { path, labels })
    }
}

/// The block types of a body.
#[derive(Default)]
pub struct Types(BTreeMap<String, Type>);

#[derive(Default)]
struct Type {
    labels: usize,
    inner: Types,
}

impl Types {
    pub fn new(schemas: &[Schema]) -> Self {
        let mut root = Self::default();
        for schema in schemas {
            let mut types = &mut root;
            for (index, name) in schema.path.iter().enumerate() {
                let entry = types.0.entry(name.clone()).or_default();
                if index + 1 == schema.path.len() {
                    entry.labels = schema.labels;
                }
                types = &mut entry.inner;
            }
        }
        root
    }

    /// Distinguishes blocks from arguments, in the order of the files and of their texts.
    pub fn apply(
        &self,
        body: &Body,
        files: &HashMap<String, usize>,
        problems: &mut Diagnostics,
    ) -> Result<Items> {
        let label = |index: usize| format!("label {}", index + 1);
        let blocks = self.0.iter().map(|(name, ty)| BlockSchema::new(name, (0..ty.labels).map(label)));
        let outcome = body.partial_content(&BodySchema::new([], blocks)?);
        problems.extend(outcome.diagnostics);
        let (content, rest) = outcome.value;
        let attributes = rest.just_attributes();
        problems.extend(attributes.diagnostics);

        let mut items: Vec<_> = attributes.value.into_iter().map(Item::Attribute).collect();
        for block in content.blocks() {
            let none = Self::default();
            let types = self.0.get(block.block_type()).map_or(&none, |ty| &ty.inner);
            items.push(Item::Block(block.clone(), types.apply(block.body(), files, problems)?));
        }
        items.sort_by_key(|item| {
            let (source, span) = match item {
                Item::Attribute(attribute) => (attribute.source(), attribute.span()),
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
    Attribute(Attribute),
    Block(Block, Items),
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for item in &self.0 {
            match item {
                Item::Attribute(attribute) => {
                    map.serialize_entry(attribute.name(), attribute.expression())?
                }
                Item::Block(block, body) => {
                    let labels: Vec<_> = block.labels().iter().map(|label| label.text()).collect();
                    map.serialize_entry(block.block_type(), &[Labeled { labels, body }])?;
                }
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::Schema;

    #[test]
    fn a_schema_is_a_path_and_a_count() {
        let schema =
            |path: &[&str], labels| Schema { path: path.iter().map(|it| it.to_string()).collect(), labels };
        assert_eq!("a".parse(), Ok(schema(&["a"], 0)));
        assert_eq!("a.b:2".parse(), Ok(schema(&["a", "b"], 2)));
        assert_eq!("a:x".parse::<Schema>(), Err("\"x\" is no number of labels".to_owned()));
        assert_eq!(
            "a..b".parse::<Schema>(),
            Err("write it as TYPE:LABELS, for instance service:1".to_owned())
        );
    }
}
