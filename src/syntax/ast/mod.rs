//! The syntax tree of the native syntax, as views into the arena.
//!
//! A view is a reference to the parsed text and an index: it is `Copy`, and everything that it
//! returns borrows from the parsed text, not from the view.
//!
//! # Printing
//! Views are printed in canonical style, which [`format`](crate::format()) does not change:
//!
//! - Items are indented by two spaces a level. The `=` of adjacent lines are aligned, and so are
//!   the comments at the ends of adjacent lines.
//! - A block's labels are quoted. Its body has a line for each item, unless it is a single
//!   attribute that is written on the block's line. A block of several lines has an empty line
//!   before and after it; other empty lines are kept, several as one.
//! - There is one space around operators and after commas, none inside of parentheses and square
//!   brackets, one inside of braces.
//! - Line breaks inside of brackets are kept. If the content of brackets has a line break outside
//!   of inner brackets, the opening bracket ends its line, and the closing one begins a line. An
//!   object then has a line for each item, without commas, and a tuple has a comma after its last
//!   element.
//! - Comments stay before the same item or token.
//! - Numbers, strings and the text of templates are printed as they are written: escapes, markers
//!   and indentation have a meaning. A standalone template is printed as it is written.
//!
//! Printed text is read back as the same tree, and printing that gives the same text.
//!
//! For debugging, `{:#?}` prints the tree itself: a line for each node, with its bytes, its kind,
//! and the start of its text.

mod collection;
pub(crate) mod comments;
mod debug;
pub(crate) mod display;
mod equality;
mod expression;
pub(crate) mod lookup;
mod name;
mod nodes;
mod operation;
mod structure;
mod template;
pub(crate) mod tree;

pub use super::tokens::{Token, TokenKind, tokens};
pub use super::visit;
pub use collection::{ObjectItem, ObjectKey};
pub use expression::{
    Binary, Conditional, Expression, ExpressionKind, For, FunctionCall, NumberLiteral, Object, Postfix, Step,
    StepKind, Template, Tuple, Unary,
};
pub use name::Name;
pub(in crate::syntax) use nodes::SyntaxNode;
pub use structure::{Attribute, Block, Body, BodyItem, Label};
pub use template::{TemplateFor, TemplateIf, TemplatePart};
pub use tree::{BinaryOperator, TemplateForm, UnaryOperator};
