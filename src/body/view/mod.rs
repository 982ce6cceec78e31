//! What decoding sees of bodies and expressions: borrowed, and the same for both syntaxes.

mod block;
mod body;
mod expression;
mod property;

pub(crate) use block::BlockView;
pub(crate) use body::{BodyView, ItemView, ItemViewKind};
pub(crate) use expression::{ExpressionView, Literal};
pub(crate) use property::PropertyView;
