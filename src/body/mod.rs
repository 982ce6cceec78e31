//! Bodies and expressions of either syntax, as applications use them.

// First, in the order of their methods in the documentation.
pub(crate) mod expression;

mod query;

pub(crate) mod structure;

mod by_syntax;
mod consumed;
mod content;
mod display;
mod equality;
mod expansion;
pub(crate) mod file;
mod grouping;
mod handles;
mod iteration;
mod json;
pub(crate) mod label;
mod name;
mod native;
mod nodes;
mod objects;
mod overlay;
mod part;
#[cfg(feature = "analysis")]
mod rewrite;
mod schema;
mod static_expr;
pub(crate) mod template;
mod view;
pub use content::BodyContent;
pub(crate) use content::set_before;
pub(crate) use expression::Expression;
pub use file::File;
pub(crate) use file::{
    parse_expression, parse_expression_with, parse_file, parse_file_with, parse_json_expression_with,
    parse_json_file, parse_json_file_with, parse_template_with, parse_traversal,
};
pub(crate) use grouping::{OneOrMany, group_by_name, take_group};
pub use label::Label;
pub(crate) use name::{NameView, Spelling};
#[cfg(feature = "analysis")]
pub(crate) use rewrite::{Replacements, Rewrite};
pub use schema::{AttributeSchema, BlockSchema, BodySchema};
pub use static_expr::StaticCall;
#[cfg(feature = "analysis")]
pub(crate) use structure::Attribute;
pub use structure::BodyItem;
pub(crate) use structure::{Block, Body};
pub(crate) use template::Template;
pub(crate) use view::{
    BlockView, BodyView, ComputedEntry, ExpressionView, ItemView, ItemViewKind, Level, Literal, PropertyView,
    WrittenItem, WrittenItems,
};
