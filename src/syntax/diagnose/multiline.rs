//! The ends of quoted strings on later lines.

use std::ops::Range;

use super::lines;
use super::quotes::closing_quote;

/// The last search for a string that ends on a later line. A text can have many strings without
/// their closing quotes, and each is followed by the same lines, which are searched once.
#[derive(Default)]
pub(crate) struct LaterLines {
    /// The lines that were searched, up to the start of the line that ended the search.
    searched: Range<usize>,
    found: Option<usize>,
}

impl LaterLines {
    /// Returns the offset after the quote that closes a string whose line ends at an offset: no
    /// line before the quote has the form of an item, and the item ends after it.
    pub(crate) fn end_of_string(&mut self, text: &str, line_end: usize) -> Option<usize> {
        let start = lines::next_line(text, line_end);
        if !self.searched.contains(&start) {
            let (last, found) = search_lines(text, start);
            (self.searched, self.found) = (start..last + 1, found);
        }
        self.found
    }
}

/// Searches the lines from an offset on for the end of a string. Returns the start of the line that
/// ends the search, and the result. A line ends the search for any string that begins before it.
fn search_lines(text: &str, mut at: usize) -> (usize, Option<usize>) {
    while at < text.len() {
        let line = lines::line_at(text, at);
        let quote = closing_quote(line);
        let has_pairs = line.matches('"').count().is_multiple_of(2);
        if lines::begins_item(line) && has_pairs && quote.is_none_or(|quote| quote > 0) {
            return (at, None);
        }
        if let Some(quote) = quote {
            let rest = &line[quote + 1..];
            let is_element = !has_pairs && rest.trim_start().starts_with(',');
            return (at, (is_element || ends_item(rest)).then_some(at + quote + 1));
        }
        at += line.len();
    }
    (at, None)
}

/// Returns whether an item can end with this text after a string.
pub(super) fn ends_item(rest: &str) -> bool {
    let rest = rest.trim_start_matches([')', ']', '}', ',', ';', ' ', '\t']).trim();
    rest.is_empty() || rest == "{" || rest.starts_with('#') || rest.starts_with("//")
}
