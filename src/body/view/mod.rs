//! What decoding sees of bodies and expressions: borrowed, and the same for both syntaxes.

mod body;
mod expression;
mod property;

pub(crate) use body::{BlockView, BodyView, ItemView, ItemViewKind};
pub(crate) use expression::{ExpressionView, Literal};
pub(crate) use property::PropertyView;
