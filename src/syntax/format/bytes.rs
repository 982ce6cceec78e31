//! Texts with bytes that are not UTF-8.

use crate::source::INVALID;

/// The character in place of a sequence that has the form of a UTF-8 character but is not one, such
/// as half of a surrogate pair. The Go implementation treats these sequences as characters.
const MALFORMED: char = char::REPLACEMENT_CHARACTER;

/// A text in which characters take the place of bytes that are not UTF-8.
pub(super) struct Replaced<'b> {
    pub(super) text: String,
    /// The bytes in place of each `INVALID` and `MALFORMED` of the text, in order.
    bytes: Vec<&'b [u8]>,
}

impl<'b> Replaced<'b> {
    pub(super) fn new(mut rest: &'b [u8]) -> Self {
        let mut replaced = Self { text: String::with_capacity(rest.len()), bytes: Vec::new() };
        while let Err(error) = std::str::from_utf8(rest) {
            let (valid, after) = rest.split_at(error.valid_up_to());
            replaced.push_valid(valid);
            let length = sequence_length(after);
            replaced.text.push(if length > 1 { MALFORMED } else { INVALID });
            let (invalid, after) = after.split_at(length);
            replaced.bytes.push(invalid);
            rest = after;
        }
        replaced.push_valid(rest);
        replaced
    }

    fn push_valid(&mut self, bytes: &'b [u8]) {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        self.text.push_str(text);
        self.bytes.extend(text.matches([INVALID, MALFORMED]).map(str::as_bytes));
    }

    /// Returns a text that has the same characters, except for white space, with the bytes in their
    /// places.
    pub(super) fn restore(&self, text: &str) -> Vec<u8> {
        let mut restored = Vec::with_capacity(text.len());
        let mut bytes = self.bytes.iter();
        let mut done = 0;
        for (at, character) in text.match_indices([INVALID, MALFORMED]) {
            restored.extend_from_slice(&text.as_bytes()[done..at]);
            restored.extend(bytes.next().copied().unwrap_or_default());
            done = at + character.len();
        }
        restored.extend_from_slice(&text.as_bytes()[done..]);
        restored
    }
}

/// Returns the length of the sequence at the start of bytes that has the form of a character, or 1.
fn sequence_length(bytes: &[u8]) -> usize {
    let length = match bytes.first() {
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf7) => 4,
        _ => 1,
    };
    let is_whole = bytes.get(1..length).is_some_and(|rest| rest.iter().all(|byte| byte & 0xc0 == 0x80));
    if is_whole { length } else { 1 }
}
