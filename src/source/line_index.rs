//! Lines and columns of byte offsets, found in logarithmic time after one linear pass.

use unicode_segmentation::UnicodeSegmentation;

use super::{Pos, Span};

/// The distance in bytes between the known columns of a long line.
const STRIDE: u32 = 256;

const BOM: &str = "\u{feff}";

/// Offsets with a known line and column: the start of each line, and every [`STRIDE`] bytes in long
/// lines, so that many lookups in one long line stay cheap.
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
    pub(super) fn new(text: &str, tab_width: u32) -> Self {
        let mut marks = Vec::new();
        let (mut start, mut line) = (0, 1);
        for content in text.split_inclusive('\n') {
            mark_line(content, start, line, tab_width, &mut marks);
            start += content.len() as u32;
            line += u32::from(content.ends_with('\n'));
        }
        if text.is_empty() || text.ends_with('\n') {
            marks.push(Mark { byte: start, line, column: 1, character: 0, in_cluster: false });
        }
        Self { marks, tab_width }
    }

    pub(super) fn pos(&self, text: &str, offset: u32) -> Pos {
        let (Mark { byte, line, column: start, in_cluster, .. }, between, behind) = self.before(text, offset);
        let between = if self.tab_width == 1 { without_bom(between, byte) } else { between };
        let columns = if in_cluster { 0 } else { columns(between, self.tab_width) };
        let column = (start + columns).saturating_add(behind);
        Pos { line, column, byte: offset }
    }

    /// Returns the line of an offset, and the UTF-16 code units between its start and the offset.
    pub(super) fn utf16_pos(&self, text: &str, offset: u32) -> (u32, u32) {
        let (mark, between, behind) = self.before(text, offset);
        let units = utf16_length(without_bom(between, mark.byte));
        (mark.line, (mark.character + units).saturating_add(behind))
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

    /// Returns the span of the line of an offset, with its ending.
    #[cfg(feature = "edit")]
    pub(super) fn line_around(&self, text: &str, offset: u32) -> Span {
        let line = self.marks[self.marks.partition_point(|mark| mark.byte <= offset) - 1].line;
        Span::new(self.line_start(text, line), self.line_start(text, line + 1))
    }

    /// Returns the offset of the start of a line, or the end of the text after the last line.
    fn line_start(&self, text: &str, line: u32) -> u32 {
        let first_mark = self.marks.partition_point(|mark| mark.line < line);
        self.marks.get(first_mark).map_or(text.len() as u32, |mark| mark.byte)
    }
}

fn mark_line(content: &str, start: u32, line: u32, tab_width: u32, marks: &mut Vec<Mark>) {
    let mark =
        |at, column, character, in_cluster| Mark { byte: start + at, line, column, character, in_cluster };
    marks.push(mark(0, 1, 0, false));
    if content.len() as u32 <= STRIDE {
        return;
    }
    if content.is_ascii() && (tab_width == 1 || !content.contains('\t')) {
        let inner = (STRIDE..content.len() as u32).step_by(STRIDE as usize);
        marks.extend(inner.map(|at| mark(at, 1 + at, at, false)));
        return;
    }
    let skipped = (content.len() - without_bom(content, start).len()) as u32;
    let mut next = STRIDE;
    let (mut column, mut character) = (1, 0);
    for (at, cluster) in content[skipped as usize..].grapheme_indices(true) {
        let at = at as u32 + skipped;
        if at >= next {
            marks.push(mark(at, column, character, false));
            next = at + STRIDE;
        }
        column += columns_of_cluster(cluster, tab_width);
        if cluster.len() as u32 > STRIDE {
            // Marks from after the first character of the cluster to its end.
            next = at + 1;
            for (offset, letter) in cluster.char_indices() {
                if at + offset as u32 >= next {
                    marks.push(mark(at + offset as u32, column, character, true));
                    next = at + offset as u32 + STRIDE;
                }
                character += letter.len_utf16() as u32;
            }
            next = at + cluster.len() as u32;
        } else {
            character += utf16_length(cluster);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, at: &str, line: u32, column: u32) {
        let offset = text.find(at).expect("the marked text is there") as u32;
        let pos = LineIndex::new(text, 1).pos(text, offset);
        assert_eq!((pos.line, pos.column, pos.byte), (line, column, offset), "{at:?} in {text:?}");
    }

    #[test]
    fn columns_count_grapheme_clusters() {
        check("a = 1 x", "x", 1, 7);
        check("é = é x", "x", 1, 7);
        check("ab\u{301} = 1 x", "x", 1, 8);
        check("a = \"👨\u{200d}👩\u{200d}👧\" x", "x", 1, 9);
        check("a\r\nb x", "x", 2, 3);
        check("\tx", "x", 1, 2);
        check("\u{feff}a = x", "x", 1, 5);
        check("\"नमस्ते\" x", "x", 1, 8);
    }

    #[test]
    fn the_end_of_the_text_has_a_location() {
        for (text, line, column) in [("", 1, 1), ("a", 1, 2), ("a\n", 2, 1), ("a\n\n", 3, 1), ("a\r\n", 2, 1)]
        {
            let pos = LineIndex::new(text, 1).pos(text, text.len() as u32);
            assert_eq!((pos.line, pos.column), (line, column), "{text:?}");
        }
    }

    #[test]
    fn long_lines_have_the_columns_that_counting_gives() {
        let ascii = "x".repeat(1000);
        let wide = "é👍🏽".repeat(200);
        for text in [format!("a\n{ascii}!"), format!("{wide}!"), format!("\u{feff}{wide}!\n")] {
            let offset = text.find('!').expect("a mark");
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let expected = text[start..offset].trim_start_matches(BOM).graphemes(true).count() as u32 + 1;
            assert_eq!(LineIndex::new(&text, 1).pos(&text, offset as u32).column, expected);
        }
    }

    #[test]
    fn a_cluster_of_any_length_is_one_column() {
        let text = format!("ab{}c\n", "\u{20dd}".repeat(500));
        let index = LineIndex::new(&text, 1);
        for (offset, column) in [(1, 2), (2, 3), (5, 3), (900, 3), (1499, 3), (1502, 3), (1503, 4)] {
            assert_eq!(index.pos(&text, offset).column, column, "{offset}");
        }
    }

    #[test]
    fn a_line_is_found_without_its_ending() {
        let long = "y".repeat(600);
        let text = format!("one\r\n{long}\n\nlast");
        let index = LineIndex::new(&text, 1);
        for (line, expected) in [(1, "one"), (2, &long[..]), (3, ""), (4, "last"), (0, ""), (9, "")] {
            assert_eq!(&text[index.line_span(&text, line).range()], expected, "line {line}");
        }
    }

    #[test]
    fn characters_count_utf16_code_units() {
        let cluster = format!("ab{}x", "\u{20dd}".repeat(500));
        let wide = format!("{}x", "é👍🏽".repeat(200));
        for (text, at, expected) in [
            ("a = 1\nb x", "x", (2, 2)),
            ("é👍🏽x", "x", (1, 5)),
            ("\u{feff}ax", "x", (1, 1)),
            ("a\r\nx", "x", (2, 0)),
            (&cluster, "x", (1, 502)),
            (&wide, "x", (1, 1000)),
        ] {
            let offset = text.find(at).expect("the text contains it") as u32;
            assert_eq!(LineIndex::new(text, 1).utf16_pos(text, offset), expected, "{text:?}");
        }
        assert_eq!(LineIndex::new(&cluster, 1).utf16_pos(&cluster, 2 + 3 * 400), (1, 402));
    }

    #[test]
    fn an_offset_beyond_the_text_has_a_location() {
        let pos = LineIndex::new("a\nb", 1).pos("a\nb", u32::MAX);
        assert_eq!((pos.line, pos.column, pos.byte), (2, u32::MAX - 1, u32::MAX));
        assert_eq!(LineIndex::new("", 1).pos("", u32::MAX).column, u32::MAX);
    }
}
