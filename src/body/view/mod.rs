//! Borrowed bodies and expressions, the same for both syntaxes. Decoding uses them.

mod block;
mod body;
mod expression;
mod property;

pub(crate) use block::BlockView;
pub(crate) use body::{BodyView, ItemView, ItemViewKind, WrittenItem, WrittenItems};
pub(crate) use expression::{ComputedEntry, ExpressionView, Literal};
pub(crate) use property::{Level, PropertyView};
