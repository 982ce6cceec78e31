//! The parts of a document that an editor can fold.

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::brackets;
use crate::document::Document;

/// Returns the brackets, heredocs and comments of several lines.
pub(crate) fn folding_ranges(document: &Document) -> Vec<FoldingRange> {
    let (pairs, comments) = brackets::pairs(document.text());
    let line = |offset| document.lines.line(offset);
    let mut ranges = Vec::new();
    for pair in pairs {
        // The line of the closing bracket stays visible.
        let (first, last) = (line(pair.open.start), line(pair.close.start).saturating_sub(1));
        ranges.push((first, last, None));
    }
    let mut comments = comments.into_iter().peekable();
    while let Some(comment) = comments.next() {
        let first = line(comment.start);
        let is_alone = |start: u32| {
            let before =
                &document.text()[document.lines.start(document.text(), line(start)) as usize..start as usize];
            before.trim().is_empty()
        };
        // The line ending can be a part of the comment.
        let mut last = line(comment.end.saturating_sub(1).max(comment.start));
        while is_alone(comment.start)
            && comments.next_if(|next| line(next.start) == last + 1 && is_alone(next.start)).is_some_and(
                |next| {
                    last = line(next.end.saturating_sub(1).max(next.start));
                    true
                },
            )
        {}
        ranges.push((first, last, Some(FoldingRangeKind::Comment)));
    }
    // Of several ranges that begin in a line, an editor shows one: the largest.
    ranges.sort_by_key(|(first, last, _)| (*first, std::cmp::Reverse(*last)));
    ranges.dedup_by_key(|(first, ..)| *first);
    let range =
        |(start_line, end_line, kind)| FoldingRange { start_line, end_line, kind, ..Default::default() };
    ranges.into_iter().filter(|(first, last, _)| first < last).map(range).collect()
}
