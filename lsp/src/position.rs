//! Positions of the protocol: lines, and characters in the encoding that the client and the server
//! agreed on.

use lsp_types::{Position, PositionEncodingKind, Range};
use serde_hcl::Span;

/// The unit of [`Position::character`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the first encoding of the client that the server has. Each client has UTF-16.
    pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        let known = offered.unwrap_or_default().iter().find_map(|kind| match kind.as_str() {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            _ => None,
        });
        known.unwrap_or_default()
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The distance in bytes between offsets with a known number of UTF-16 code units.
const STRIDE: usize = 1024;

/// The lines of a text. As in the protocol, `\n`, `\r\n` and `\r` end a line. The crate
/// `line-index` has no lines that end with `\r`.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The offset of the start of each line.
    starts: Vec<u32>,
    /// For a text that is not ASCII: every [`STRIDE`] bytes an offset, and the number of UTF-16
    /// code units before it.
    marks: Vec<(u32, u32)>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|(at, byte)| **byte == b'\n' || **byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = [0].into_iter().chain(ends.map(|(at, _)| at as u32 + 1)).collect();
        let mut marks = Vec::new();
        if !text.is_ascii() {
            let (mut units, mut next) = (0, 0);
            for (at, letter) in text.char_indices() {
                if at >= next {
                    marks.push((at as u32, units));
                    next = at + STRIDE;
                }
                units += letter.len_utf16() as u32;
            }
        }
        Self { starts, marks }
    }

    /// Returns the number of a line, from 0, that has an offset.
    pub(crate) fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// Returns the offset of the start of a line, or the end of the text after the last line.
    pub(crate) fn start(&self, text: &str, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(text.len() as u32)
    }

    /// Returns the offset of the end of a line, before its line ending.
    pub(crate) fn end(&self, text: &str, line: u32) -> u32 {
        let (start, next) = (self.start(text, line), self.start(text, line.saturating_add(1)));
        let content = &text[start as usize..next as usize];
        let content = content.strip_suffix('\n').unwrap_or(content);
        start + content.strip_suffix('\r').unwrap_or(content).len() as u32
    }

    /// Returns the number of UTF-16 code units before an offset.
    fn units(&self, text: &str, offset: u32) -> u32 {
        let Some(at) = self.marks.partition_point(|(byte, _)| *byte <= offset).checked_sub(1) else {
            return offset;
        };
        let (byte, units) = self.marks[at];
        units + text[byte as usize..offset as usize].chars().map(|it| it.len_utf16() as u32).sum::<u32>()
    }

    pub(crate) fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let offset = text.floor_char_boundary_at(offset);
        let line = self.line(offset);
        let start = self.starts[line as usize];
        let character = match encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 => self.units(text, offset) - self.units(text, start),
        };
        Position { line, character }
    }

    pub(crate) fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        let start = self.position(text, span.start, encoding);
        Range { start, end: self.position(text, span.end.max(span.start), encoding) }
    }

    /// Returns the offset of a position. A character after the end of its line is the end of the
    /// line, and a line after the last one the end of the text.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let Position { line, character } = position;
        if line as usize >= self.starts.len() {
            return text.len() as u32;
        }
        let (start, end) = (self.start(text, line), self.end(text, line));
        match encoding {
            Encoding::Utf16 if !self.marks.is_empty() => {
                let wanted = self.units(text, start).saturating_add(character);
                let after = self.marks.partition_point(|(_, units)| *units <= wanted);
                let (mut offset, mut units) = self.marks[after.saturating_sub(1)];
                if offset < start {
                    (offset, units) = (start, self.units(text, start));
                }
                for letter in text[offset as usize..end.max(offset) as usize].chars() {
                    units += letter.len_utf16() as u32;
                    if units > wanted {
                        break;
                    }
                    offset += letter.len_utf8() as u32;
                }
                offset.min(end)
            }
            _ => text.floor_char_boundary_at(start.saturating_add(character).min(end)),
        }
    }
}

/// The last offset of a whole character that is not after another one.
trait FloorCharBoundary {
    fn floor_char_boundary_at(&self, offset: u32) -> u32;
}

impl FloorCharBoundary for str {
    fn floor_char_boundary_at(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.len());
        (0..=offset).rev().find(|at| self.is_char_boundary(*at)).unwrap_or_default() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines, Position};

    #[test]
    fn an_offset_and_its_position_are_converted_into_each_other() {
        let long = "é𝄞x".repeat(700);
        let texts =
            ["", "a", "a\nb\r\nc\rd\n", "é👍\n\u{feff}x\n\r\n", &format!("a = \"{long}\" # {long}\nb\n")];
        for text in texts {
            let lines = Lines::new(text);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                // No position is inside of a line ending.
                if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
                    continue;
                }
                for encoding in [Encoding::Utf8, Encoding::Utf16] {
                    let position = lines.position(text, offset as u32, encoding);
                    assert_eq!(lines.offset(text, position, encoding), offset as u32, "{position:?}");
                    let before = &text[..offset];
                    let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end + 1..]);
                    let character = match encoding {
                        Encoding::Utf8 => line.len(),
                        Encoding::Utf16 => line.encode_utf16().count(),
                    };
                    assert_eq!(position.character, character as u32, "{position:?}");
                }
            }
        }
    }

    #[test]
    fn a_position_outside_of_the_text_is_the_nearest_one() {
        let text = "é = 1\r\nb\n";
        let lines = Lines::new(text);
        let cases = [((0, 100), 6), ((1, 9), 9), ((2, 0), 10), ((7, 3), 10)];
        for ((line, character), offset) in cases {
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                assert_eq!(lines.offset(text, Position { line, character }, encoding), offset);
            }
        }
        // Inside of a character of two bytes, and inside of one of two code units.
        assert_eq!(lines.offset(text, Position { line: 0, character: 1 }, Encoding::Utf8), 0);
        let lines = Lines::new("👍");
        assert_eq!(lines.offset("👍", Position { line: 0, character: 1 }, Encoding::Utf16), 0);
    }
}
