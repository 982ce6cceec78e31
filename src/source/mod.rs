//! Sources: byte spans, source texts, and the lines and columns of a byte offset.

mod escape;
mod line_index;
pub(crate) mod span;
pub(crate) mod text;

pub(crate) use escape::Escaped;
pub use escape::is_disruptive;
pub(crate) use span::Span;
pub use span::{Pos, PosRange, Utf16Pos};
pub(crate) use text::Source;

/// The replacement of a byte that is not UTF-8. No rule of the grammar accepts it, so a text with
/// it is always rejected.
pub(crate) const INVALID: char = '\u{1a}';
