//! HCL files as layers of configuration: trees whose nodes have locations, for crates that merge
//! such trees.

#[cfg(feature = "config-0_15")]
pub mod config;
#[cfg(feature = "figment-0_10")]
pub mod figment;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::body::{Block, Body, Expression};
use crate::de::Options;
use crate::de::rules::SingleBlocks;
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::source::{Source, Span};
use crate::util::ordered::OrderedMap;
use crate::value::Value;

/// A part of a configuration, with its location.
#[derive(Clone, Debug)]
struct Layer {
    location: Location,
    content: LayerContent,
}

type Entries = OrderedMap<String, Layer>;

#[derive(Clone, Debug)]
enum LayerContent {
    /// The value of an expression.
    Value(Value),
    List(Vec<Layer>),
    Table(Entries),
}

#[derive(Clone, Debug)]
struct Location {
    source: Source,
    span: Span,
}

impl Location {
    fn new(source: &Source, span: Span) -> Self {
        Self { source: source.clone(), span }
    }

    fn error(&self, code: Code, detail: impl Into<Cow<'static, str>>) -> Error {
        Diagnostic::new(code, detail).at(self.span).in_source(&self.source).into()
    }
}

/// Reads a file as a layer.
fn read(options: &Options, source: Source, json: bool) -> Result<Layer> {
    let body = options.parse(source, json).into_result()?.body().clone();
    let context = options.evaluation_context();
    let single_blocks = options.rules().single_blocks.unwrap_or(SingleBlocks::Object);
    let content = Evaluation { context, budget: context.budget(), single_blocks }.table(&body)?;
    Ok(Layer { location: Location::new(body.source(), body.span()), content })
}

/// The context and the budget with which all expressions of a file are evaluated.
struct Evaluation<'c> {
    context: &'c EvalContext,
    budget: Budget,
    single_blocks: SingleBlocks,
}

impl Evaluation<'_> {
    fn value(&self, expression: &Expression) -> Result<Value> {
        expression.evaluate_within(self.context, &self.budget).into_result()
    }

    fn table(&self, body: &Body) -> Result<LayerContent> {
        let mut entries = Entries::new();
        for attribute in body.attributes() {
            let value = self.value(attribute.expression())?;
            let layer = self.layer(attribute.expression(), value)?;
            if entries.insert(attribute.name().to_owned(), layer).is_some() {
                let location = Location::new(attribute.source(), attribute.name_span());
                return Err(clash(attribute.name(), &location));
            }
        }
        let attributes = entries.len();
        for block in body.blocks() {
            let content = self.table(block.body())?;
            if entries.get_index_of(block.block_type()).is_some_and(|index| index < attributes) {
                let location = Location::new(block.source(), block.type_span());
                return Err(clash(block.block_type(), &location));
            }
            add(&mut entries, &block, content)?;
        }
        if self.single_blocks == SingleBlocks::Object {
            entries.values_mut().skip(attributes).for_each(unwrap_single);
        }
        Ok(LayerContent::Table(entries))
    }

    /// Creates the layer of a value. Parts that are written out in the expression have locations
    /// of their own.
    ///
    /// # Errors
    /// Returns an error if the value is marked. The crates that use layers do not support marks,
    /// and show values in their messages.
    fn layer(&self, expression: &Expression, value: Value) -> Result<Layer> {
        let location = Location::new(expression.source(), expression.span());
        let parts = if value.is_marked() { None } else { self.parts(expression, &value) };
        let content = match parts {
            Some(parts) => parts?,
            None if value.contains_marks() => {
                return Err(location.error(
                    Code::UnsuitableLayer,
                    "The value is sensitive. It cannot be part of a configuration layer, since errors about layers \
                     show their values.",
                ));
            }
            None => LayerContent::Value(value),
        };
        Ok(Layer { location, content })
    }

    /// Returns the parts of a value; `None` if they are not written out.
    fn parts(&self, expression: &Expression, value: &Value) -> Option<Result<LayerContent>> {
        if let Ok(elements) = expression.static_list() {
            let values = value.as_array().filter(|values| values.len() == elements.len())?;
            let parts = elements.iter().zip(values).map(|(part, value)| self.layer(part, value.clone()));
            return Some(parts.collect::<Result<_>>().map(LayerContent::List));
        }
        let mut written = HashMap::new();
        for (key, part) in expression.static_map().ok()? {
            let name = match key.static_keyword() {
                Some(keyword) => keyword,
                None => self.value(&key).ok()?.as_str()?.to_owned(),
            };
            // If a name is repeated, the last one counts.
            written.insert(name, part);
        }
        let parts = value.as_object()?.iter().map(|(key, value)| {
            let layer = self.layer(written.get(key)?, value.clone());
            Some(layer.map(|layer| (key.to_owned(), layer)))
        });
        Some(parts.collect::<Option<Result<_>>>()?.map(LayerContent::Table))
    }
}

/// Adds the content of a block to the list at its type and labels.
fn add(entries: &mut Entries, block: &Block, content: LayerContent) -> Result<()> {
    let labels = block.labels().iter().map(|label| (label.text(), label.span()));
    let mut path = std::iter::once((block.block_type(), block.type_span())).chain(labels).peekable();
    let mut entries = entries;
    while let Some((name, span)) = path.next() {
        let location = Location::new(block.source(), span);
        let is_last = path.peek().is_none();
        let entry = entries.entry(name.to_owned()).or_insert_with(|| {
            let empty =
                if is_last { LayerContent::List(Vec::new()) } else { LayerContent::Table(Entries::new()) };
            Layer { location: location.clone(), content: empty }
        });
        match &mut entry.content {
            LayerContent::Table(inner) if !is_last => entries = inner,
            LayerContent::List(bodies) if is_last => {
                bodies.push(Layer { location, content });
                break;
            }
            _ => return Err(clash(name, &location)),
        }
    }
    Ok(())
}

/// Replaces each list of one block, by its type and labels, by the block.
fn unwrap_single(layer: &mut Layer) {
    match &mut layer.content {
        LayerContent::List(bodies) if bodies.len() == 1 => *layer = bodies.swap_remove(0),
        LayerContent::Table(entries) => entries.values_mut().for_each(unwrap_single),
        _ => {}
    }
}

fn clash(name: &str, location: &Location) -> Error {
    let detail = format!(
        "{name:?} is the name of an attribute and a block, or of blocks with different numbers of labels. A layer \
         has one key for all of them. Rename one of them."
    );
    location.error(Code::AmbiguousName, detail)
}
