//! The application of replacements to a text.

use super::{Diagnostic, Diagnostics, Replacement};
use crate::source::Source;
use crate::util::order::sort_by_position;

impl Diagnostics {
    /// Returns the text of a source with the replacements of these diagnostics that a program can
    /// apply. It is `None` if there are none. Of replacements that overlap, the first one is
    /// applied: parsing the result finds the others again.
    ///
    /// ```
    /// use serde_hcl::{Source, parse_file};
    ///
    /// let source = Source::new("main.hcl", "ports = [80, 443];\nhost = local host\n");
    /// let diagnostics = parse_file(source.clone()).diagnostics;
    /// assert_eq!(
    ///     diagnostics.fixed(&source).as_deref(),
    ///     Some("ports = [80, 443]\nhost = local host\n")
    /// );
    /// ```
    pub fn fixed(&self, source: &Source) -> Option<String> {
        let mut edits = Vec::new();
        for diagnostic in self.iter().filter(|it| it.is_machine_applicable() && it.source() == Some(source)) {
            let before = edits.len();
            edits.extend(sorted_edits(diagnostic));
            if !are_disjoint(&edits[before.saturating_sub(1)..]) {
                edits.truncate(before);
            }
        }
        (!edits.is_empty()).then(|| apply(source.text(), &edits))
    }
}

/// Returns the edits of a diagnostic in ascending order.
pub(crate) fn sorted_edits(diagnostic: &Diagnostic) -> Vec<&Replacement> {
    let mut edits: Vec<_> = diagnostic.replacements().iter().collect();
    sort_by_position(&mut edits, |edit| (edit.span.start as usize, 0));
    edits
}

/// Returns whether edits are in ascending order and do not overlap.
pub(crate) fn are_disjoint(edits: &[&Replacement]) -> bool {
    edits.is_sorted_by(|first, second| {
        first.span.end <= second.span.start && first.span.start < second.span.start
    })
}

/// Returns a text with edits that are in ascending order and do not overlap.
pub(crate) fn apply(text: &str, edits: &[&Replacement]) -> String {
    let mut applied = String::with_capacity(text.len() + edits.len());
    let mut end = 0;
    for edit in edits {
        applied.push_str(&text[end..edit.span.start as usize]);
        applied.push_str(&edit.text);
        end = edit.span.end as usize;
    }
    applied + &text[end..]
}
