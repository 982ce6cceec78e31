//! Source texts.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::line_index::LineIndex;
use super::{Escaped, INVALID, Pos, PosRange, Span, Utf16Pos};
use crate::redaction;

/// A named text that spans point into: a file, or a string given by the application.
///
/// Cloning is cheap; all clones share the text and the line index, which is computed on first use.
///
/// ```
/// use serde_hcl::{Source, Span};
///
/// let source = Source::new("main.hcl", "a = 1\nname = \"é\" # x\n");
/// let range = source.range(Span::new(18, 19));
/// assert_eq!((range.start.line, range.start.column, range.start.byte), (2, 12, 18));
/// ```
#[derive(Clone)]
pub struct Source(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    name: Box<str>,
    text: Box<str>,
    /// The offset of the first byte that is not UTF-8, and the bytes.
    invalid_utf8: Option<(u32, Box<[u8]>)>,
    lines: OnceLock<LineIndex>,
    /// The number of columns a tab takes.
    tab_width: u32,
    /// The location from which lines, columns and bytes are counted.
    start: (Pos, Utf16Pos),
    /// The sources that the text was made from, in which locations are shown, in the order of the
    /// parts of the text.
    outer: Vec<Outer>,
    /// Its text may contain a marked value, so that messages do not show it.
    is_secret: bool,
}

impl Inner {
    fn new(name: String, text: String) -> Self {
        Self {
            name: name.into_boxed_str(),
            text: text.into_boxed_str(),
            invalid_utf8: None,
            lines: OnceLock::new(),
            tab_width: 1,
            start: (Pos { line: 1, column: 1, byte: 0 }, Utf16Pos { line: 0, character: 0 }),
            outer: Vec::new(),
            is_secret: redaction::in_scope(),
        }
    }

    /// Creates the content of a source for a text that was taken from another source.
    fn taken_from(source: &Source, text: String) -> Self {
        Self { is_secret: source.0.is_secret, ..Self::new(source.name().to_owned(), text) }
    }
}

/// The source of a part of a text, from an offset on.
#[derive(Clone)]
struct Outer {
    from: u32,
    source: Source,
    /// An offset in the text and the offset in the source with the same characters, in ascending
    /// order.
    pieces: Vec<(u32, u32)>,
}

/// The number of columns of a tab in JSON.
const JSON_TAB_WIDTH: u32 = 2;

/// Returns the offset in the outer source for an offset in the text. With the pieces `(0, 10)` and
/// `(4, 20)`, the offset 5 is 21 there.
fn outer_offset(pieces: &[(u32, u32)], offset: u32) -> u32 {
    let next = pieces.partition_point(|piece| piece.0 <= offset);
    match next.checked_sub(1).and_then(|at| pieces.get(at)) {
        Some((from, to)) => {
            // The next piece can be from an earlier part of the outer source.
            let end = pieces.get(next).map(|piece| piece.1).filter(|end| end >= to);
            to.saturating_add(offset - from).min(end.unwrap_or(u32::MAX))
        }
        None => offset,
    }
}

/// Returns the offset in the outer source at which a span ends. Where text was removed after the
/// span, the span ends before that text.
fn outer_end(pieces: &[(u32, u32)], span: Span) -> u32 {
    let next = pieces.partition_point(|piece| piece.0 < span.end);
    match pieces.get(next) {
        Some((from, to)) if *from == span.end && !span.is_empty() => *to,
        _ => outer_offset(pieces, span.end),
    }
}

impl Source {
    /// Creates a source with a name, shown in front of line and column in messages, and its text.
    ///
    /// ```
    /// use serde_hcl::{Source, parse_file};
    ///
    /// let parsed = parse_file(Source::new("main.hcl", "port = \n"));
    /// assert!(parsed.diagnostics.to_string().starts_with("main.hcl:1:8: "));
    /// ```
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self(Arc::new(Inner::new(name.into(), text.into())))
    }

    /// Creates a source from bytes that should be UTF-8.
    ///
    /// Each byte that is not UTF-8 is replaced by another byte, so that offsets in the text are
    /// offsets in the bytes. Parsing such a source reports "Invalid character encoding" at the
    /// first of them.
    ///
    /// ```
    /// use serde_hcl::Source;
    ///
    /// let source = Source::from_bytes("main.hcl", b"a = \"\xff\"\n".to_vec());
    /// assert_eq!(source.invalid_utf8(), Some(5));
    /// ```
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(name, text),
            Err(error) => {
                let first = u32::try_from(error.utf8_error().valid_up_to()).unwrap_or(u32::MAX - 1);
                let bytes = error.into_bytes().into_boxed_slice();
                let mut text = String::with_capacity(bytes.len());
                for chunk in bytes.utf8_chunks() {
                    text.push_str(chunk.valid());
                    text.extend(chunk.invalid().iter().map(|_| INVALID));
                }
                let invalid_utf8 = Some((first, bytes));
                Self(Arc::new(Inner { invalid_utf8, ..Inner::new(name.into(), text) }))
            }
        }
    }

    /// Reads a file, at most the first 2 GiB of it. Parsing rejects a text of this length. The name
    /// of the source is the given path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    ///
    /// ```
    /// # let path = std::env::temp_dir().join("serde_hcl_source_read.hcl");
    /// # std::fs::write(&path, "port = 80\n")?;
    /// // A file with the line `port = 80`.
    /// let source = serde_hcl::Source::read(&path)?;
    /// assert_eq!(source.text(), "port = 80\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(path: impl AsRef<Path>) -> std::io::Result<Self> {
        let path = path.as_ref();
        let mut bytes = Vec::new();
        // Parsing rejects a longer text. A device may have no end.
        File::open(path)?.take(1 << 31).read_to_end(&mut bytes)?;
        Ok(Self::from_bytes(path.display().to_string(), bytes))
    }

    /// Creates a source of a text that was made from another source, such as HCL JSON made from
    /// YAML. All locations are shown in that source. The pieces are pairs of an offset in the text
    /// and an offset in that source; the characters after both are the same, up to the next piece.
    /// They are in ascending order of the offsets in the text.
    ///
    /// ```
    /// use serde_hcl::{Source, json};
    ///
    /// let yaml = Source::new("main.yaml", "name: web\nport: ${1 + true}\n");
    /// let text = r#"{ "name": "web", "port": "${1 + true}" }"#.to_owned();
    /// let pieces = vec![(2, 0), (10, 6), (17, 10), (26, 16)];
    /// let file = json::parse_file(Source::embedded(&yaml, text, pieces)).into_result()?;
    /// let port = file.body().attributes().last().expect("it exists");
    /// let error = port.expression().evaluate(&Default::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("main.yaml:2:13: Invalid operand"), "{error}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn embedded(source: &Source, text: String, pieces: Vec<(u32, u32)>) -> Self {
        let outer = vec![Outer { from: 0, source: source.clone(), pieces }];
        Self(Arc::new(Inner { outer, ..Inner::taken_from(source, text) }))
    }

    /// Creates a source of parts of other sources, one after the other.
    pub(crate) fn joined(parts: &[(Self, Span)]) -> Self {
        let mut text = String::new();
        let mut outer: Vec<Outer> = Vec::new();
        for (source, span) in parts {
            let from = text.len() as u32;
            source.each_origin(*span, &mut |offset, origin, to| {
                let from = from + offset;
                match outer.last_mut() {
                    Some(last) if Arc::ptr_eq(&last.source.0, &origin.0) => last.pieces.push((from, to)),
                    _ => outer.push(Outer { from, source: origin.clone(), pieces: vec![(from, to)] }),
                }
            });
            text.push_str(source.slice(*span));
        }
        let name = parts.first().map_or_else(String::new, |(source, _)| source.name().to_owned());
        let is_secret = parts.iter().any(|(source, _)| source.is_secret());
        Self(Arc::new(Inner { outer, is_secret, ..Inner::new(name, text) }))
    }

    /// Passes the sources of the parts of a span to a function, with the offsets in the span and in
    /// those sources. Parts of parts are resolved, so that no source contains a chain of others.
    fn each_origin(&self, span: Span, add: &mut dyn FnMut(u32, &Self, u32)) {
        if self.0.outer.is_empty() {
            return add(0, self, span.start);
        }
        for (index, Outer { source, pieces, from }) in self.0.outer.iter().enumerate() {
            let end = self.0.outer.get(index + 1).map_or(u32::MAX, |next| next.from).min(span.end);
            let start = span.start.max(*from);
            if start >= end {
                continue;
            }
            add(start - span.start, source, outer_offset(pieces, start));
            let first = pieces.partition_point(|piece| piece.0 <= start);
            let inside = pieces[first..].iter().take_while(|piece| piece.0 < end);
            inside.for_each(|(from, to)| add(from - span.start, source, *to));
        }
    }

    /// Returns a text as a source whose spans count from an offset of another source.
    pub(crate) fn starting_at(source: &Source, start: u32, text: String) -> Self {
        let start = (source.pos(start), source.utf16_pos(start));
        Self(Arc::new(Inner { start, ..Inner::taken_from(source, text) }))
    }

    /// Returns whether messages do not show it: it was made while marked values were in use, and
    /// may contain one.
    pub(crate) fn is_secret(&self) -> bool {
        self.0.is_secret
    }

    /// Returns the source in which locations are shown, and the span in it.
    pub(crate) fn outer(&self, span: Span) -> (&Source, Span) {
        match self.outer_at(span.start) {
            None => (self, span),
            Some((source, pieces)) => {
                let start = outer_offset(pieces, span.start);
                source.outer(Span::new(start, outer_end(pieces, span).max(start)))
            }
        }
    }

    /// Returns the source of the text at an offset, and the pieces of that source.
    fn outer_at(&self, offset: u32) -> Option<(&Self, &[(u32, u32)])> {
        let next = self.0.outer.partition_point(|outer| outer.from <= offset);
        let Outer { source, pieces, .. } = self.0.outer.get(next.checked_sub(1)?)?;
        Some((source, pieces))
    }

    /// Returns whether the text was made from another source.
    pub(crate) fn is_embedded(&self) -> bool {
        !self.0.outer.is_empty()
    }

    /// Returns whether the text was made from a JSON text.
    pub(crate) fn is_in_json(&self) -> bool {
        self.0.outer.first().is_some_and(|outer| outer.source.0.tab_width == JSON_TAB_WIDTH)
    }

    /// Returns the text as JSON, in which a tab takes two columns, as in other tools.
    pub(crate) fn into_json(self) -> Self {
        let inner = Arc::unwrap_or_clone(self.0);
        Self(Arc::new(Inner { lines: OnceLock::new(), tab_width: JSON_TAB_WIDTH, ..inner }))
    }

    /// Returns the name: a path, or the name that the application chose. It is empty by default.
    /// Messages show it with control characters escaped.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the whole text.
    #[inline]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the offset of the first byte that was not UTF-8, if there was one.
    pub fn invalid_utf8(&self) -> Option<u32> {
        self.0.invalid_utf8.as_ref().map(|(first, _)| *first)
    }

    /// Returns the byte at an offset, if it was not UTF-8.
    pub(crate) fn invalid_byte(&self, offset: u32) -> Option<u8> {
        let (first, bytes) = self.0.invalid_utf8.as_ref()?;
        bytes.get(offset as usize).copied().filter(|byte| offset >= *first && !byte.is_ascii())
    }

    /// Returns the text of a span, widened to whole characters. It is empty if the span ends after
    /// the text.
    #[inline]
    pub fn slice(&self, span: Span) -> &str {
        self.0.text.get(span.range()).unwrap_or_else(|| self.slice_characters(span))
    }

    #[cold]
    fn slice_characters(&self, span: Span) -> &str {
        if span.start > span.end || span.end as usize > self.text().len() {
            return "";
        }
        &self.text()[self.characters(span).range()]
    }

    /// Returns a span widened to whole characters, and cut to the text.
    pub(crate) fn characters(&self, span: Span) -> Span {
        let text = self.placed_text();
        let start = (span.start as usize).min(text.len());
        let end = (span.end as usize).clamp(start, text.len());
        let start = (0..=start).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(start);
        let end = (end..).find(|at| text.is_char_boundary(*at)).unwrap_or(end);
        Span::new(start as u32, end as u32)
    }

    /// Returns the line, column and byte of an offset. Lines and columns count from 1, columns in
    /// grapheme clusters; a byte order mark at the start takes no column.
    ///
    /// ```
    /// let source = serde_hcl::Source::new("main.hcl", "a = 1\nb = 2\n");
    /// let pos = source.pos(10);
    /// assert_eq!((pos.line, pos.column, pos.byte), (2, 5, 10));
    /// ```
    pub fn pos(&self, offset: u32) -> Pos {
        match self.outer_at(offset) {
            Some((source, pieces)) => source.pos(outer_offset(pieces, offset)),
            None => {
                let (line, column) = self.lines().line_and_column(self.placed_text(), offset);
                Pos { line, column, byte: self.0.start.0.byte.saturating_add(offset) }
            }
        }
    }

    /// Returns the line and character of an offset, as the Language Server Protocol counts them.
    ///
    /// ```
    /// use serde_hcl::Source;
    ///
    /// let source = Source::new("main.hcl", "a = 1\nb = \"👍\" # x\n");
    /// let pos = source.utf16_pos(19);
    /// assert_eq!((pos.line, pos.character), (1, 11));
    /// ```
    pub fn utf16_pos(&self, offset: u32) -> Utf16Pos {
        match self.outer_at(offset) {
            Some((source, pieces)) => source.utf16_pos(outer_offset(pieces, offset)),
            None => self.lines().utf16_pos(self.placed_text(), offset),
        }
    }

    /// Returns the offset of a line and a column, counted as [`pos`](Self::pos) counts them; `None`
    /// if there is no such line. A column after the end of its line is the end of the line.
    ///
    /// ```
    /// use serde_hcl::Source;
    ///
    /// let source = Source::new("main.hcl", "a = 1\nname = \"é\" # x\n");
    /// assert_eq!(source.offset(2, 12), Some(18));
    /// assert_eq!(source.offset(1, 100), Some(5));
    /// assert_eq!(source.offset(4, 1), None);
    /// ```
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let of = |offset| {
            let pos = self.pos(offset);
            (pos.line, pos.column)
        };
        self.last_offset((line, column), of)
    }

    /// Returns the offset of a line and a number of UTF-16 code units in it, both counted from 0,
    /// see [`utf16_pos`](Self::utf16_pos); `None` if there is no such line. A character after the
    /// end of its line is the end of the line.
    ///
    /// ```
    /// use serde_hcl::Source;
    ///
    /// let source = Source::new("main.hcl", "a = 1\nb = \"👍\" # x\n");
    /// assert_eq!(source.utf16_offset(1, 11), Some(19));
    /// ```
    pub fn utf16_offset(&self, line: u32, character: u32) -> Option<u32> {
        let of = |offset| {
            let pos = self.utf16_pos(offset);
            (pos.line, pos.character)
        };
        self.last_offset((line, character), of)
    }

    /// Returns the last offset whose location is not after this one, if it is in the same line.
    /// Locations ascend with offsets.
    fn last_offset(&self, location: (u32, u32), of: impl Fn(u32) -> (u32, u32)) -> Option<u32> {
        let text = self.placed_text();
        let (mut low, mut high) = (0, text.len() as u32 + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if of(middle) <= location { low = middle + 1 } else { high = middle }
        }
        let mut offset = low.checked_sub(1).filter(|offset| of(*offset).0 == location.0)?;
        // No location is inside of a CRLF line ending.
        if text[..offset as usize].ends_with('\r') && text[offset as usize..].starts_with('\n') {
            offset -= 1;
        }
        Some(offset)
    }

    /// Returns both ends of a span as lines and columns.
    pub fn range(&self, span: Span) -> PosRange {
        PosRange { start: self.pos(span.start), end: self.pos(span.end) }
    }

    /// Returns the start of a span for messages: `main.hcl:3:7`.
    pub(crate) fn location(&self, span: Span) -> String {
        let pos = self.pos(span.start);
        if self.name().is_empty() { pos.to_string() } else { format!("{}:{pos}", Escaped(self.name())) }
    }

    /// Returns the text of a line, counted from 1, without its line ending.
    pub fn line(&self, line: u32) -> &str {
        match self.outer_at(0) {
            Some((source, _)) => source.line(line),
            None => self.slice(self.line_span(line)),
        }
    }

    /// Returns the span of a line, counted from 1, without its line ending. It is empty where there
    /// is no such line.
    pub(crate) fn line_span(&self, line: u32) -> Span {
        self.lines().line_span(self.placed_text(), line)
    }

    /// Returns the text, unless it is too long for spans in it.
    fn placed_text(&self) -> &str {
        if u32::try_from(self.text().len()).is_ok() { self.text() } else { "" }
    }

    fn lines(&self) -> &LineIndex {
        self.0.lines.get_or_init(|| LineIndex::new(self.placed_text(), self.0.tab_width, self.0.start))
    }
}

/// The rewriting of expressions.
#[cfg(feature = "analysis")]
impl Source {
    /// Returns a part of the text with replacements, which are in ascending order and do not
    /// overlap. Locations in the rest are those in this source, and locations in the text of a
    /// replacement are in the text that it replaces.
    pub(crate) fn rewritten(&self, part: Span, replacements: &[(Span, String)]) -> Self {
        let mut text = String::with_capacity(part.len() as usize);
        let mut pieces = Vec::with_capacity(2 * replacements.len() + 1);
        let mut at = part.start;
        for (span, new) in replacements {
            self.push_piece(Span::new(at, span.start), &mut text, &mut pieces);
            pieces.push((text.len() as u32, self.offset_outside(span.start)));
            text.push_str(new);
            at = span.end;
        }
        self.push_piece(Span::new(at, part.end), &mut text, &mut pieces);
        Self::embedded(self.single_outer().map_or(self, |outer| &outer.source), text, pieces)
    }

    /// Appends a part of the text, with its offsets in the outer source.
    fn push_piece(&self, part: Span, text: &mut String, pieces: &mut Vec<(u32, u32)>) {
        let start = text.len() as u32;
        pieces.push((start, self.offset_outside(part.start)));
        if let Some(Outer { pieces: own, .. }) = self.single_outer() {
            let first = own.partition_point(|piece| piece.0 <= part.start);
            let inside = own[first..].iter().take_while(|piece| piece.0 < part.end);
            pieces.extend(inside.map(|(from, to)| (start + from - part.start, *to)));
        }
        text.push_str(self.slice(part));
    }

    /// Returns the offset in the source that this text was made from, if it was.
    fn offset_outside(&self, offset: u32) -> u32 {
        self.single_outer().map_or(offset, |outer| outer_offset(&outer.pieces, offset))
    }

    /// Returns the source that this text was made from, if there is one.
    fn single_outer(&self) -> Option<&Outer> {
        if let [outer] = &*self.0.outer { Some(outer) } else { None }
    }
}

impl Default for Source {
    fn default() -> Self {
        Self::new("", "")
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        Self::new("", text)
    }
}

impl From<&String> for Source {
    fn from(text: &String) -> Self {
        Self::new("", text.as_str())
    }
}

impl From<Cow<'_, str>> for Source {
    fn from(text: Cow<'_, str>) -> Self {
        Self::new("", text)
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        Self::new("", text)
    }
}

/// Two sources are equal when name and text are.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.name() == other.name() && self.text() == other.text())
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name()).field("bytes", &self.text().len()).finish()
    }
}
