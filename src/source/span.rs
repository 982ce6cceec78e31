//! Byte spans, and their lines and columns.

use std::fmt;

/// A range of bytes in a [`Source`](crate::Source): from `start` up to, not including, `end`.
///
/// ```
/// use serde_hcl::Span;
///
/// assert_eq!(&"a = 1"[Span::new(4, 5).range()], "1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from `start` up to, not including, `end`.
    ///
    /// ```
    /// let span = serde_hcl::Span::new(4, 6);
    /// assert_eq!(&"a = 42"[span.range()], "42");
    /// ```
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the empty span at an offset.
    pub const fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns the span as a standard range, to slice a text with.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the span is empty.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the span from the start of this one to the end of another.
    #[must_use]
    pub const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }

    /// Returns whether `other` lies entirely within this span.
    ///
    /// ```
    /// use serde_hcl::Span;
    ///
    /// assert!(Span::new(0, 9).contains(Span::new(2, 4)));
    /// assert!(!Span::new(0, 3).contains(Span::new(2, 4)) && Span::new(3, 3).is_empty());
    /// ```
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Converts a standard range, such as that of a `serde_spanned::Spanned`. Offsets beyond the 4 GiB
/// that a source can have become the last possible offset.
///
/// ```
/// assert_eq!(serde_hcl::Span::from(4..5), serde_hcl::Span::new(4, 5));
/// ```
impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: offset(range.start), end: offset(range.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

/// A location in a source as editors count it: see [`Source::utf16_pos`](super::Source::utf16_pos).
///
/// ```
/// use serde_hcl::Source;
///
/// let source = Source::new("main.hcl", "a = 1\nb = 2\n");
/// let pos = source.utf16_pos(10);
/// assert_eq!((pos.line, pos.character), (1, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Utf16Pos {
    /// The line, counted from 0.
    pub line: u32,
    /// The number of UTF-16 code units from the start of the line.
    pub character: u32,
}

/// A location in a source: line and column from 1, byte from 0.
///
/// ```
/// let source = serde_hcl::Source::new("main.hcl", "a = 1\nb = 2\n");
/// let pos = source.pos(10);
/// assert_eq!((pos.line, pos.column, pos.byte), (2, 5, 10));
/// assert_eq!(pos.to_string(), "2:5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Pos {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in grapheme clusters.
    pub column: u32,
    /// The offset in bytes, counted from 0.
    pub byte: u32,
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Both ends of a [`Span`] as lines and columns.
///
/// ```
/// use serde_hcl::{Source, Span};
///
/// let source = Source::from("a = 1\nb = 2\n");
/// let range = source.range(Span::from(6..11));
/// assert_eq!((range.start.line, range.start.column, range.end.column), (2, 1, 6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct PosRange {
    /// The start.
    pub start: Pos,
    /// The end: the position after its last character.
    pub end: Pos,
}

impl fmt::Display for PosRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start.line == self.end.line {
            write!(f, "{}:{}-{}", self.start.line, self.start.column, self.end.column)
        } else {
            write!(f, "{}-{}", self.start, self.end)
        }
    }
}
