//! The schema of dynamic blocks.

use crate::body::schema::{AttributeSchema, BlockSchema, BodySchema};
use crate::syntax::scope::{DYNAMIC, FOR_EACH, ITERATOR};

/// The labels of the generated blocks.
pub(crate) const LABELS: &str = "labels";

/// The type of the block that contains the body of the generated blocks.
const CONTENT: &str = "content";

const NO_LABELS: [&str; 0] = [];

/// Returns a schema with dynamic blocks added. There are none where the schema uses their name
/// itself.
pub(crate) fn with_dynamic_blocks(schema: &BodySchema) -> Option<BodySchema> {
    if schema.names().any(|name| name == DYNAMIC) {
        return None;
    }
    let mut extended = schema.clone();
    extended.add_block(BlockSchema::new(DYNAMIC, ["type"]));
    Some(extended)
}

/// Returns the schema of the body of a dynamic block, with the attribute for labels, if it may have
/// one.
pub(crate) fn body_schema(labels: Option<AttributeSchema>) -> BodySchema {
    let mut schema = BodySchema::default();
    schema.add_attribute(AttributeSchema::required(FOR_EACH));
    schema.add_attribute(AttributeSchema::optional(ITERATOR));
    labels.into_iter().for_each(|labels| schema.add_attribute(labels));
    schema.add_block(BlockSchema::new(CONTENT, NO_LABELS));
    schema
}
