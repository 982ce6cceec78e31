//! HCL files as layers of configuration: trees whose nodes have locations, for crates that merge
//! such trees.

#[cfg(feature = "config")]
pub mod config;
#[cfg(feature = "figment")]
pub mod figment;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use indexmap::IndexMap;

use crate::body::{Block, Body, Expression};
use crate::de::Options;
use crate::de::rules::SingleBlocks;
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::source::{Source, Span};
use crate::value::Value;

/// A part of a configuration, with its location.
#[derive(Clone, Debug)]
struct Layer {
    location: Location,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// The value of an expression.
    Value(Value),
    List(Vec<Layer>),
    Table(Vec<(String, Layer)>),
}

#[derive(Clone, Debug)]
struct Location {
    source: Source,
    span: Span,
}

impl Location {
    fn of(source: &Source, span: Span) -> Self {
        Self { source: source.clone(), span }
    }

    /// Returns an error about the value at the location.
    fn refuse(&self, detail: impl Into<Cow<'static, str>>) -> Error {
        let diagnostic = Diagnostic::new(Code::UnsuitableLayer, detail);
        diagnostic.at(self.span).in_source(&self.source).into()
    }

    #[cfg(feature = "figment")]
    fn pos(&self) -> crate::source::Pos {
        self.source.pos(self.span.start)
    }
}

/// Name, line and column.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source.location(self.span))
    }
}

/// Reads a file as a layer.
fn read(options: &Options, source: Source, json: bool) -> Result<Layer> {
    let body = options.parse(source, json).into_result()?.body();
    let location = Location::of(body.source(), body.span());
    let context = options.evaluation_context();
    let single_blocks = options.rules().single_blocks.unwrap_or(SingleBlocks::Object);
    Ok(Layer {
        location,
        content: table(&body, &Evaluation { context, budget: context.budget(), single_blocks })?,
    })
}

/// The context and the budget with which all expressions of a file are evaluated.
struct Evaluation<'c> {
    context: &'c EvalContext,
    budget: Budget,
    single_blocks: SingleBlocks,
}

impl Evaluation<'_> {
    fn evaluate(&self, expression: &Expression) -> Result<Value> {
        expression.evaluate_within(self.context, &self.budget).into_result()
    }
}

fn table(body: &Body, evaluation: &Evaluation<'_>) -> Result<Content> {
    let mut entries = Entries::default();
    for attribute in body.attributes() {
        let expression = attribute.expression();
        let value = evaluation.evaluate(expression)?;
        let entry = Entry::Value(layer(expression, value, evaluation)?);
        if entries.0.insert(attribute.name().to_owned(), entry).is_some() {
            return Err(clash(attribute.name(), &Location::of(attribute.source(), attribute.name_span())));
        }
    }
    for block in body.blocks() {
        let content = table(block.body(), evaluation)?;
        entries.add(&block, content)?;
    }
    Ok(entries.finish(evaluation.single_blocks))
}

/// Creates the layer of a value. Parts that are written out in the expression have locations of
/// their own.
///
/// # Errors
/// The value is marked. The crates that use layers do not support marks, and show values in their
/// messages.
fn layer(expression: &Expression, value: Value, evaluation: &Evaluation<'_>) -> Result<Layer> {
    let location = Location::of(expression.source(), expression.span());
    if value.is_marked() {
        return Err(sensitive(&location));
    }
    let content = match parts(expression, &value, evaluation) {
        Some(parts) => parts?,
        None if value.contains_marks() => return Err(sensitive(&location)),
        None => Content::Value(value),
    };
    Ok(Layer { location, content })
}

fn sensitive(location: &Location) -> Error {
    location.refuse(
        "The value is sensitive. It cannot be part of a configuration layer, since errors about layers show their values.",
    )
}

/// Returns the parts of a value; `None` if they are not written out.
fn parts(expression: &Expression, value: &Value, evaluation: &Evaluation<'_>) -> Option<Result<Content>> {
    if let Ok(elements) = expression.static_list() {
        let values = value.as_array().filter(|values| values.len() == elements.len())?;
        let parts = elements.iter().zip(values).map(|(part, value)| layer(part, value.clone(), evaluation));
        return Some(parts.collect::<Result<_>>().map(Content::List));
    }
    let mut written = HashMap::new();
    for (key, part) in expression.static_map().ok()? {
        // If a name is repeated, the last one counts.
        written.insert(key_text(&key, evaluation)?, part);
    }
    let parts = value.as_object()?.iter().map(|(key, value)| {
        let part = written.get(key)?;
        Some(layer(part, value.clone(), evaluation).map(|layer| (key.to_owned(), layer)))
    });
    Some(parts.collect::<Option<Result<_>>>()?.map(Content::Table))
}

fn key_text(key: &Expression, evaluation: &Evaluation<'_>) -> Option<String> {
    match key.static_keyword() {
        Some(keyword) => Some(keyword),
        None => evaluation.evaluate(key).ok()?.as_str().map(str::to_owned),
    }
}

/// The members of a body, by name.
#[derive(Default)]
struct Entries(IndexMap<String, Entry>);

enum Entry {
    Value(Layer),
    /// Blocks, by the next label.
    Labels(Location, Entries),
    /// The bodies of blocks that have the same type and labels.
    Bodies(Location, Vec<Layer>),
}

impl Entries {
    /// Puts a block under its type and labels.
    fn add(&mut self, block: &Block, content: Content) -> Result<()> {
        let labels = block.labels().iter().map(|label| (label.text(), label.span()));
        let mut path = std::iter::once((block.block_type(), block.type_span())).chain(labels).peekable();
        let mut entries = self;
        while let Some((name, span)) = path.next() {
            let location = Location::of(block.source(), span);
            let is_last = path.peek().is_none();
            let entry = entries.0.entry(name.to_owned()).or_insert_with(|| match is_last {
                true => Entry::Bodies(location.clone(), Vec::new()),
                false => Entry::Labels(location.clone(), Self::default()),
            });
            match entry {
                Entry::Labels(_, inner) if !is_last => entries = inner,
                Entry::Bodies(_, bodies) if is_last => {
                    bodies.push(Layer { location, content });
                    break;
                }
                _ => return Err(clash(name, &location)),
            }
        }
        Ok(())
    }

    /// Converts bodies: one body is a table, or a list with one table, several are a list of
    /// tables.
    fn finish(self, single_blocks: SingleBlocks) -> Content {
        let is_table = |bodies: &[Layer]| bodies.len() == 1 && single_blocks == SingleBlocks::Object;
        let entries = self.0.into_iter().map(|(name, entry)| {
            let layer = match entry {
                Entry::Value(layer) => layer,
                Entry::Labels(location, inner) => Layer { location, content: inner.finish(single_blocks) },
                Entry::Bodies(_, mut bodies) if is_table(&bodies) => bodies.swap_remove(0),
                Entry::Bodies(location, bodies) => Layer { location, content: Content::List(bodies) },
            };
            (name, layer)
        });
        Content::Table(entries.collect())
    }
}

fn clash(name: &str, location: &Location) -> Error {
    let detail = format!(
        "{name:?} is the name of an attribute and a block, or of blocks with different numbers of labels. A layer \
         has one key for all of them. Rename one of them."
    );
    Diagnostic::new(Code::AmbiguousName, detail).at(location.span).in_source(&location.source).into()
}
