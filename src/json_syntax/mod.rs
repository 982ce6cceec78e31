//! HCL JSON: from text to a tree with spans, and from its strings to templates.

mod diagnose;
mod expression;
mod lookup;
mod number;
mod parse;
mod string;
mod template;
mod tree;
mod value;

pub(crate) use expression::{
    Expression, ExpressionId, literal_text, native_expression, traversal, with_template,
};
pub(crate) use parse::parse;
pub(crate) use template::has_template;
pub(crate) use tree::{Array, Kind, Member, Members, Node, NodeId, Str, Tree};
