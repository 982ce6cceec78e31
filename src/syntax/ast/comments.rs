//! The comments that belong to an attribute or a block.

use super::tree::Tree;
use super::{Attribute, Block};
use crate::source::Span;

/// A text and its comments.
#[derive(Clone, Copy)]
pub(crate) struct Comments<'t> {
    pub(crate) text: &'t str,
    pub(crate) spans: &'t [Span],
    /// Whether a line begins with the text.
    pub(crate) begins_line: bool,
}

impl<'t> Comments<'t> {
    /// Returns the comments before an offset: those in its line, and whole lines right above it.
    pub(crate) fn leading(self, offset: u32) -> &'t [Span] {
        let end = self.spans.partition_point(|comment| comment.start < offset);
        let before = &self.spans[..end];
        let (mut start, mut taken) = (offset, end);
        while let Some(last) = taken.checked_sub(1) {
            // Finds all comments of the last line.
            let mut first = last;
            while first > 0 && self.newlines(before[first - 1].end, before[first].start) == Some(0) {
                first -= 1;
            }
            match self.newlines(before[last].end, start) {
                Some(0) => {}
                Some(1) if self.begins_line(before[first].start) => {}
                _ => break,
            }
            (start, taken) = (before[first].start, first);
        }
        &before[taken..]
    }

    /// Returns the span of the comments after an offset in its line.
    pub(crate) fn trailing(self, offset: u32) -> Option<Span> {
        let first = self.spans.partition_point(|comment| comment.start < offset);
        let mut found: Option<Span> = None;
        for comment in &self.spans[first..] {
            let end = found.map_or(offset, |found| found.end);
            if self.newlines(end, comment.start) != Some(0) {
                break;
            }
            found = Some(found.unwrap_or(*comment).to(*comment));
        }
        found
    }

    /// Returns the number of line endings between two offsets, if only white space is there.
    fn newlines(self, start: u32, end: u32) -> Option<usize> {
        let between = &self.text[start as usize..end as usize];
        is_blank(between).then(|| between.bytes().filter(|byte| *byte == b'\n').count())
    }

    /// Returns whether only white space comes before an offset in its line.
    pub(crate) fn begins_line(self, offset: u32) -> bool {
        match self.text[..offset as usize].trim_end_matches([' ', '\t', '\r']) {
            "" | "\u{feff}" => self.begins_line,
            before => before.ends_with('\n'),
        }
    }
}

impl Tree {
    fn all_comments(&self) -> Comments<'_> {
        Comments { text: self.source.text(), spans: &self.comments, begins_line: true }
    }

    /// Returns the comments before an offset: those in its line, and whole lines right above it.
    pub(crate) fn leading_comments(&self, offset: u32) -> &[Span] {
        self.all_comments().leading(offset)
    }

    /// Returns the span of the comments after an offset in its line.
    pub(crate) fn trailing_comment(&self, offset: u32) -> Option<Span> {
        self.all_comments().trailing(offset)
    }

    /// Returns whether only white space comes before an offset in its line.
    #[cfg(feature = "edit")]
    pub(crate) fn begins_line(&self, offset: u32) -> bool {
        self.all_comments().begins_line(offset)
    }
}

pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

macro_rules! comments {
    ($($ty:ident: |$item:ident| $tree:expr;)*) => {
        $(impl<'t> $ty<'t> {
            /// Returns the comments before the item that belong to it, with their marks: those in
            /// the lines right above it, and those before it in its line.
            ///
            /// ```
            /// let text = "# other\n\n# one\n// two\na = 1 # three\n";
            /// let file = serde_hcl::parse_file(text).into_result()?;
            /// let body = file.ast().expect("it is in native syntax");
            /// let item = body.attribute("a").expect("it exists");
            /// assert_eq!(item.leading_comments().collect::<Vec<_>>(), ["# one", "// two"]);
            /// assert_eq!(item.trailing_comment(), Some("# three"));
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn leading_comments(self) -> impl ExactSizeIterator<Item = &'t str> + Clone + 't {
                let $item = self;
                let tree = $tree;
                tree.leading_comments(self.span().start).iter().map(|span| tree.source.slice(*span))
            }

            /// Returns the comment after the item in its last line, with its marks.
            pub fn trailing_comment(self) -> Option<&'t str> {
                let $item = self;
                let tree = $tree;
                tree.trailing_comment(self.span().end).map(|span| tree.source.slice(span))
            }
        })*
    };
}

comments! {
    Attribute: |item| item.tree;
    Block: |item| item.tree;
}
