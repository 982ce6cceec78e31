//! The meaning of a body: the values of its attributes and the blocks in it. Bodies with different
//! notations can be compared by it.

#![allow(dead_code, reason = "each test and fuzz target uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};

use serde_hcl::{
    Body, EvalContext, Expression, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    diag::Category,
    json, parse_file,
};

use crate::written::written_json;

/// The block types of a native body with the number of their labels, and the names of its
/// attributes.
pub struct Shape {
    schema: BodySchema,
    blocks: BTreeMap<String, Shape>,
}

/// The schema that takes all of the bodies; nothing where JSON cannot hold them: an attribute and a
/// block, or blocks with different numbers of labels, under one name.
pub fn shape(bodies: &[Body]) -> Option<Shape> {
    let attributes: BTreeSet<String> =
        bodies.iter().flat_map(|body| body.attributes()).map(|it| it.name().to_owned()).collect();
    let mut labels: BTreeMap<String, usize> = BTreeMap::new();
    let mut inner: BTreeMap<String, Vec<Body>> = BTreeMap::new();
    for block in bodies.iter().flat_map(|body| body.blocks()) {
        let name = block.block_type().to_owned();
        let count = block.labels().len();
        if *labels.entry(name.clone()).or_insert(count) != count || attributes.contains(&name) {
            return None;
        }
        inner.entry(name).or_default().push(block.body().clone());
    }
    let schema = BodySchema::new(
        attributes.into_iter().map(AttributeSchema::optional),
        labels.into_iter().map(|(name, count)| BlockSchema::new(name, (0..count).map(|it| format!("l{it}")))),
    );
    let blocks = inner.into_iter().map(|(name, bodies)| Some((name, shape(&bodies)?)));
    Some(Shape { schema: schema.expect("names differ"), blocks: blocks.collect::<Option<_>>()? })
}

/// An attribute or a block.
#[derive(PartialEq, Debug)]
pub enum Item {
    /// With its value, or nothing if there is an error in it.
    Attribute(String, Result<Value, Failure>),
    Block(String, Vec<String>, Vec<Item>),
}

/// Why an attribute has no value. Expressions take more steps and levels in one syntax than in the
/// other, so a limit that is reached is equal to anything.
#[derive(Debug)]
pub enum Failure {
    Error,
    Limit,
}

impl PartialEq for Failure {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Item {
    fn of(name: &str, expression: &Expression, context: &EvalContext) -> Self {
        let outcome = expression.evaluate_with_diagnostics(context);
        let value = if outcome.diagnostics.errors().any(|error| error.category() == Category::Limit) {
            Err(Failure::Limit)
        } else if outcome.diagnostics.has_errors() {
            Err(Failure::Error)
        } else {
            Ok(outcome.value)
        };
        Self::Attribute(name.to_owned(), value)
    }

    fn reaches_limit(&self) -> bool {
        match self {
            Self::Attribute(_, value) => matches!(value, Err(Failure::Limit)),
            Self::Block(_, _, items) => items.iter().any(Self::reaches_limit),
        }
    }
}

/// The content of a body by a schema: attributes by name, then blocks by type in source order.
pub fn content(body: &Body, shape: &Shape, context: &dyn Fn(&Expression) -> EvalContext) -> Vec<Item> {
    let content = body.content(&shape.schema).into_result().unwrap_or_else(|error| panic!("{error:#}"));
    let mut attributes: Vec<_> = content.attributes().collect();
    attributes.sort_by_key(|attribute| attribute.name());
    let mut items: Vec<_> = attributes
        .into_iter()
        .map(|it| Item::of(it.name(), it.expression(), &context(it.expression())))
        .collect();
    for (block_type, inner) in &shape.blocks {
        for block in content.blocks_of_type(block_type) {
            let labels = block.labels().iter().map(|label| label.text().to_owned()).collect();
            items.push(Item::Block(block_type.clone(), labels, self::content(block.body(), inner, context)));
        }
    }
    items
}

/// The items of a body without a schema, in source order apart for attributes and blocks.
fn items(body: &Body, context: &dyn Fn(&Expression) -> EvalContext) -> Vec<Item> {
    let attributes =
        body.attributes().map(|it| Item::of(it.name(), it.expression(), &context(it.expression())));
    let blocks = body.blocks().map(|block| {
        let labels = block.labels().iter().map(|label| label.text().to_owned()).collect();
        Item::Block(block.block_type().to_owned(), labels, items(block.body(), context))
    });
    attributes.chain(blocks).collect()
}

/// Asserts that a body means the same written in native syntax and in HCL JSON, where it can be
/// written.
#[track_caller]
pub fn check(body: &Body, context: &dyn Fn(&Expression) -> EvalContext) {
    if let Ok(written) = serde_hcl::to_string(body) {
        let file = parse_file(written.as_str()).into_result();
        let file = file.unwrap_or_else(|error| panic!("{error:#}\nin {written}"));
        same(&items(body, context), &items(file.body(), context), &written);
    }
    if let Ok(written) = written_json(body) {
        let file = json::parse_file(written.as_str()).into_result();
        let file = file.unwrap_or_else(|error| panic!("{error:#}\nin {written}"));
        match (shape(std::slice::from_ref(body)), body.ast()) {
            (Some(shape), Some(_)) => {
                let (before, after) = (content(body, &shape, context), content(file.body(), &shape, context));
                same(&before, &after, &written);
            }
            // Without a schema, a JSON body has only attributes.
            (_, None) => same(&items(body, context), &items(file.body(), context), &written),
            (None, Some(_)) => {}
        }
    }
}

#[track_caller]
fn same(before: &[Item], after: &[Item], written: &str) {
    if !before.iter().chain(after).any(Item::reaches_limit) {
        assert_eq!(before, after, "written as {written}");
    }
}
