//! The syntax tree of the native syntax, as views into the arena.
//!
//! A view is a reference to the parsed text and an index: it is `Copy`, and everything it gives borrows from the
//! parsed text, not from the view.

mod display;
mod expression;
mod structure;
mod template;
pub(crate) mod tree;

pub use expression::{
    Binary, Conditional, Expression, ExpressionKind, For, FunctionCall, Object, ObjectItem, Step, StepKind,
    Traversal, Tuple, Unary,
};
pub use structure::{Attribute, Block, Body, BodyItem, Label};
pub use template::{Template, TemplateFor, TemplateIf, TemplatePart};
pub use tree::{BinaryOperator, UnaryOperator};
