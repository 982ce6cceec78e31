//! Strings: the text between two quotes.

use crate::source::Span;

/// Returns the offset of the first byte from `at` on that is not plain, or the length of the text.
/// Plain bytes are those of ASCII that have no meaning in strings and templates: all but quotes,
/// backslashes, braces and control characters. Eight bytes are checked together (benchmark:
/// `json::from_str` in `benches/peers`).
pub(super) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    let rest = loop {
        let rest = &bytes[at..];
        let Some(word) = rest.first_chunk() else { break rest };
        let others = others_than_plain(u64::from_le_bytes(*word));
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    };
    // The zeros after the text are not plain.
    let mut word = [0; 8];
    word[..rest.len()].copy_from_slice(rest);
    at + others_than_plain(u64::from_le_bytes(word)).trailing_zeros() as usize / 8
}

/// Returns a word whose lowest high bit is in the first of eight bytes that is not plain. The high
/// bits of later bytes are arbitrary. Returns zero if all bytes are plain.
fn others_than_plain(word: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word;
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (word | below(word, b' ') | is(b'"') | is(b'\\') | is(b'{')) & (ONES << 7)
}

/// Reads a string whose opening quote is at `start`, if it is valid. Returns the bytes it covers,
/// quotes included, and whether there are escapes to resolve.
pub(super) fn scan(text: &str, start: usize) -> Option<(Span, bool)> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let mut has_escapes = false;
    loop {
        at = plain_end(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some((Span::new(start as u32, at as u32 + 1), has_escapes)),
            b'\\' => {
                has_escapes = true;
                at += match bytes.get(at + 1)? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                    b'u' if bytes.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => 6,
                    _ => return None,
                };
            }
            0x80.. => at += bytes[at..].iter().take_while(|byte| !byte.is_ascii()).count(),
            0x20.. => at += 1,
            _ => return None,
        }
    }
}

/// Appends a text with valid escapes, which are resolved. Calls `piece` after each piece with its
/// end in `out` and its number of bytes in `raw`.
pub(super) fn unescape(raw: &str, out: &mut String, mut piece: impl FnMut(usize, usize)) {
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        piece(out.len(), raw.len() - rest.len() + at);
        let (character, length) = escape(&rest[at..]);
        out.push(character);
        rest = &rest[at + length..];
        piece(out.len(), raw.len() - rest.len());
    }
    out.push_str(rest);
}

/// Returns the character of the escape at the start of a text, and its length. Half of a surrogate
/// pair is not a character.
fn escape(text: &str) -> (char, usize) {
    match text.as_bytes().get(1) {
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'n') => ('\n', 2),
        Some(b'r') => ('\r', 2),
        Some(b't') => ('\t', 2),
        Some(b'u') => {
            let Some(first) = unit(text) else { return (char::REPLACEMENT_CHARACTER, text.len().min(6)) };
            if let Some(character) = char::from_u32(first) {
                return (character, 6);
            }
            let second = unit(&text[6..]).filter(|second| (0xdc00..0xe000).contains(second));
            match second.filter(|_| first < 0xdc00) {
                Some(second) => {
                    let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                None => (char::REPLACEMENT_CHARACTER, 6),
            }
        }
        Some(other) => (char::from(*other), 2),
        None => ('\\', 1),
    }
}

/// Returns the code unit of a `\uNNNN` at the start of a text.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}
