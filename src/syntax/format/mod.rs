//! The formatter: changes the white space between tokens, and nothing else.
//!
//! It works on the tokens of the lexer, so it accepts any text, and keeps all lines. A line has up
//! to three cells: its start, the `=` of an attribute with its value, and the comment at its end.
//! Adjacent lines that have the same cell have it in the same column.

mod align;
mod bytes;
mod formatter;
#[cfg(feature = "edit")]
mod lines;
mod printed;
mod spacing;
mod terraform;

#[cfg(feature = "edit")]
pub(crate) use formatter::Indents;
pub use formatter::{Style, format, format_bytes, format_with};
#[cfg(feature = "edit")]
pub(crate) use lines::{FormattedLine, FormattedLines, ends_in_heredoc, format_lines, with_line_endings};
pub(crate) use printed::Lines;
pub use terraform::format_terraform;
