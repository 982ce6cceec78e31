//! Strings: the text between two quotes.

use crate::source::Span;

/// A string that was read.
pub(super) struct Scanned {
    /// The bytes it covers, quotes included.
    pub(super) span: Span,
    /// Whether there are escapes to resolve.
    pub(super) has_escapes: bool,
    /// Whether all of its characters are plain.
    pub(super) is_plain: bool,
    pub(super) problem: Option<Problem>,
}

/// The problem of an invalid string, and its location.
pub(super) struct Problem {
    pub(super) at: Span,
    pub(super) detail: String,
}

/// Which bytes mean nothing in a string, nor in a template: ASCII but for quotes, backslashes,
/// braces and control characters.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte < 0x80 {
        plain[byte as usize] = !matches!(byte, b'"' | b'\\' | b'{');
        byte += 1;
    }
    plain
};

/// Reads a string whose opening quote is at `start`, up to its closing quote or where it breaks
/// off.
pub(super) fn scan(text: &str, start: usize) -> Scanned {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let (mut has_escapes, mut is_plain) = (false, true);
    let mut problem = None;
    loop {
        at += bytes[at..].iter().take_while(|byte| PLAIN[usize::from(**byte)]).count();
        match bytes.get(at) {
            Some(b'"') => {
                let span = Span::new(start as u32, at as u32 + 1);
                return Scanned { span, has_escapes, is_plain, problem };
            }
            Some(b'\\') => {
                has_escapes = true;
                if problem.is_none() {
                    problem = check_escape(text, at);
                }
                at += 1 + usize::from(at + 1 < bytes.len());
                while !text.is_char_boundary(at) {
                    at += 1;
                }
            }
            Some(0x20..) => {
                is_plain = false;
                at += 1;
            }
            end => {
                let detail = match end {
                    None => "The closing quote is missing before the end of the text.".to_owned(),
                    Some(b'\n' | b'\r') => "A string cannot go on in the next line. Close it with a quote, or write a line break as \\n.".to_owned(),
                    Some(b'\t') => "A tab in a string must be written as \\t.".to_owned(),
                    Some(control) => format!("A control character in a string must be written as \\u{control:04x}."),
                };
                let here = Problem { at: Span::new(at as u32, at as u32 + 1), detail };
                let span = Span::new(start as u32, at as u32);
                return Scanned { span, has_escapes, is_plain, problem: problem.or(Some(here)) };
            }
        }
    }
}

/// Returns the problem of the escape at `at`, if there is one. The location is after the invalid
/// character.
fn check_escape(text: &str, at: usize) -> Option<Problem> {
    let selector = text[at + 1..].chars().next();
    let problem =
        |end: usize, detail: String| Some(Problem { at: Span::new(end as u32, end as u32 + 1), detail });
    match selector {
        Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => None,
        Some('u') => {
            let digits = &text.as_bytes()[at + 2..];
            let have = digits.iter().take(4).take_while(|digit| digit.is_ascii_hexdigit()).count();
            if have == 4 {
                return None;
            }
            let end = (at + 3 + have).min(text.len());
            problem(end, format!("\\u must be followed by four hexadecimal digits; here are {have}."))
        }
        Some(other) => problem(
            at + 1 + other.len_utf8(),
            format!(
                "There is no escape sequence \\{other}. Write \\\\ for a backslash; the others are \\\", \\/, \\b, \\f, \\n, \\r, \
                 \\t and \\uNNNN."
            ),
        ),
        None => problem(
            text.len(),
            "A backslash at the end of the text escapes nothing, and the closing quote is missing."
                .to_owned(),
        ),
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
/// pair is no character.
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
