//! Lines and columns of byte offsets, found in logarithmic time after one linear pass.

use unicode_segmentation::UnicodeSegmentation;

use super::{Pos, Span, Utf16Pos};

/// The distance in bytes between the known columns of a long line.
const STRIDE: u32 = 256;

const BOM: &str = "\u{feff}";

/// Offsets with a known line and column: the start of each line, and every [`STRIDE`] bytes in long
/// lines, so that many lookups in one long line stay cheap.
#[derive(Clone)]
pub(super) struct LineIndex {
    /// Ascending by byte.
    marks: Vec<Mark>,
    tab_width: u32,
}

#[derive(Clone, Copy)]
struct Mark {
    byte: u32,
    line: u32,
    column: u32,
    /// In UTF-16 code units from the start of the line.
    character: u32,
    /// Within a cluster of hundreds of characters. Up to the next mark there are no more columns.
    in_cluster: bool,
}

impl LineIndex {
    /// Finds the lines of a text that begins at a location.
    pub(super) fn new(text: &str, tab_width: u32, (start, utf16): (Pos, Utf16Pos)) -> Self {
        let mut marks = Vec::new();
        let Pos { line, column, .. } = start;
        let mut from = Mark { byte: 0, line, column, character: utf16.character, in_cluster: false };
        for content in text.split_inclusive('\n') {
            mark_line(content, from, tab_width, &mut marks);
            let (byte, line) = (from.byte + content.len() as u32, from.line + 1);
            from = Mark { byte, line, column: 1, character: 0, in_cluster: false };
        }
        if text.is_empty() || text.ends_with('\n') {
            marks.push(from);
        }
        Self { marks, tab_width }
    }

    pub(super) fn line_and_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let (Mark { byte, line, column: start, in_cluster, .. }, between, behind) = self.before(text, offset);
        let between = if self.tab_width == 1 { without_bom(between, byte) } else { between };
        let columns = if in_cluster { 0 } else { columns(between, self.tab_width) };
        (line, (start + columns).saturating_add(behind))
    }

    /// Returns the line of an offset, and the UTF-16 code units between its start and the offset.
    pub(super) fn utf16_pos(&self, text: &str, offset: u32) -> Utf16Pos {
        let (mark, between, behind) = self.before(text, offset);
        let units = utf16_length(without_bom(between, mark.byte));
        Utf16Pos { line: mark.line - 1, character: (mark.character + units).saturating_add(behind) }
    }

    /// Returns the last mark before an offset, the text between them, and the number of bytes
    /// between the end of the text and the offset. Each of these bytes has a column.
    fn before<'t>(&self, text: &'t str, offset: u32) -> (Mark, &'t str, u32) {
        let mut end = offset.min(text.len() as u32) as usize;
        let behind = offset - end as u32;
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let at = self.marks.partition_point(|mark| mark.byte <= end as u32) - 1;
        let mark = self.marks[at];
        (mark, &text[mark.byte as usize..end], behind)
    }

    /// Returns the span of a line without its ending, or an empty span where there is no such line.
    pub(super) fn line_span(&self, text: &str, line: u32) -> Span {
        if self.marks.last().is_none_or(|last| last.line < line) {
            return Span::default();
        }
        let (start, end) = (self.line_start(text, line), self.line_start(text, line + 1));
        let content = &text[start as usize..end as usize];
        let content = content.strip_suffix('\n').unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        Span::new(start, start + content.len() as u32)
    }

    /// Returns the offset of the start of a line, or the end of the text after the last line.
    fn line_start(&self, text: &str, line: u32) -> u32 {
        let first_mark = self.marks.partition_point(|mark| mark.line < line);
        self.marks.get(first_mark).map_or(text.len() as u32, |mark| mark.byte)
    }
}

/// Marks a line that begins at `from`.
fn mark_line(content: &str, from: Mark, tab_width: u32, marks: &mut Vec<Mark>) {
    marks.push(from);
    let length = content.len() as u32;
    if length <= STRIDE {
        return;
    }
    let mark = |at, columns, units, in_cluster| {
        let (column, character) = (from.column + columns, from.character + units);
        Mark { byte: from.byte + at, column, character, in_cluster, ..from }
    };
    if content.is_ascii() && (tab_width == 1 || !content.contains('\t')) {
        marks.extend((STRIDE..length).step_by(STRIDE as usize).map(|at| mark(at, at, at, false)));
        return;
    }
    let skipped = length - without_bom(content, from.byte).len() as u32;
    let mut next = STRIDE;
    let (mut columns, mut units) = (0, 0);
    for (at, cluster) in content[skipped as usize..].grapheme_indices(true) {
        let at = at as u32 + skipped;
        if at >= next {
            marks.push(mark(at, columns, units, false));
            next = at + STRIDE;
        }
        columns += columns_of_cluster(cluster, tab_width);
        if cluster.len() as u32 > STRIDE {
            // Marks from after the first character of the cluster to its end.
            next = at + 1;
            for (offset, letter) in cluster.char_indices() {
                if at + offset as u32 >= next {
                    marks.push(mark(at + offset as u32, columns, units, true));
                    next = at + offset as u32 + STRIDE;
                }
                units += letter.len_utf16() as u32;
            }
            next = at + cluster.len() as u32;
        } else {
            units += utf16_length(cluster);
        }
    }
}

/// Skips a byte order mark at the start of the text, which is not a column.
fn without_bom(text: &str, offset: u32) -> &str {
    if offset == 0 { text.strip_prefix(BOM).unwrap_or(text) } else { text }
}

fn utf16_length(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.chars().map(|it| it.len_utf16() as u32).sum() }
}

fn columns(text: &str, tab_width: u32) -> u32 {
    if text.is_ascii() && !text.contains(['\r', '\t']) {
        text.len() as u32
    } else {
        text.graphemes(true).map(|cluster| columns_of_cluster(cluster, tab_width)).sum()
    }
}

/// Returns the columns of a grapheme cluster: one, except for Indic conjuncts. Their consonants
/// count one by one, as they did before Unicode 15.1 and still do in other tools that exchange
/// positions with this one.
fn columns_of_cluster(cluster: &str, tab_width: u32) -> u32 {
    if cluster.len() <= 4 {
        return if cluster == "\t" { tab_width } else { 1 };
    }
    let is_indic_letter = |c: &char| matches!(c, '\u{900}'..='\u{dff}') && pest::unicode::ID_START(*c);
    1 + cluster.chars().skip(1).filter(is_indic_letter).count() as u32
}
