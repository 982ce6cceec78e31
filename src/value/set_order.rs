//! The order in which sets hold and iterate their elements.
//!
//! The order of elements with parts is that of the Go implementation. There, each element has a
//! text, and the bytes of these texts are compared: `<80;"a";>` for a tuple or an object, `["a";]`
//! for a list or a set, `{"k":1;}` for a map, `~` for null, `?` for an unknown value, `«?»` for a
//! capsule. The texts can be far longer than the values, whose parts are shared, so they are
//! compared without being written.

use std::cmp::Ordering;

use super::display::is_printable;
use super::{Value, ValueKind};

/// Compares two elements: strings bytewise, numbers ascending, false before true, elements with
/// parts by their texts. Unknown elements are after known ones, and nulls are the last. Values that
/// differ are never equal in this order, except for capsules.
///
/// Recurses: the elements of sets are checked for their depth.
pub(crate) fn order(left: &Value, right: &Value) -> Ordering {
    match (left.kind(), right.kind()) {
        (ValueKind::Bool(a), ValueKind::Bool(b)) => a.cmp(&b),
        (ValueKind::Number(a), ValueKind::Number(b)) => a.cmp(b),
        (ValueKind::String(a), ValueKind::String(b)) => a.cmp(b),
        (a, b) => {
            let mut tie = Ordering::Equal;
            rank(a).cmp(&rank(b)).then_with(|| by_text(left, right, &mut tie)).then(tie)
        }
    }
}

fn rank(kind: ValueKind<'_>) -> u8 {
    match kind {
        ValueKind::Null(_) => 2,
        ValueKind::Unknown(_) => 1,
        _ => 0,
    }
}

/// Compares the texts of two values, each with the byte that follows it. Different values can have
/// equal texts; `tie` becomes the order of the first parts with which they differ.
fn by_text(left: &Value, right: &Value, tie: &mut Ordering) -> Ordering {
    match (left.kind(), right.kind()) {
        (ValueKind::Bool(a), ValueKind::Bool(b)) => a.cmp(&b),
        (ValueKind::Number(a), ValueKind::Number(b)) => {
            if a == b {
                return Ordering::Equal;
            }
            *tie = tie.then_with(|| a.cmp(b));
            a.ten_digits().cmp(&b.ten_digits())
        }
        (ValueKind::String(a), ValueKind::String(b)) => quoted(a, b),
        (ValueKind::Unknown(_), ValueKind::Unknown(_)) => {
            *tie = tie.then_with(|| left.refinement().cmp(right.refinement()));
            Ordering::Equal
        }
        (ValueKind::Tuple(a), ValueKind::Tuple(b)) => items(a, b, b'>', tie),
        (ValueKind::List(a) | ValueKind::Set(a), ValueKind::List(b) | ValueKind::Set(b)) => {
            items(a, b, b']', tie)
        }
        (ValueKind::Object(a), ValueKind::Object(b)) | (ValueKind::Map(a), ValueKind::Map(b)) => {
            let is_map = matches!(left.kind(), ValueKind::Map(_));
            let (a, b) = (a.sorted_shared(), b.sorted_shared());
            for ((key, value), (other_key, other)) in a.iter().zip(&b) {
                let mut order = Ordering::Equal;
                if is_map {
                    order = quoted(key, other_key);
                } else {
                    // The names of attributes are not part of the text.
                    *tie = tie.then_with(|| key.cmp(other_key));
                }
                match order.then_with(|| by_text(value, other, tie)) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                }
            }
            // The closing brace is compared with the quote of a key.
            if is_map { b.len().cmp(&a.len()) } else { a.len().cmp(&b.len()) }
        }
        (a, b) => lead(a).cmp(&lead(b)),
    }
}

/// Compares the texts of sequences, which end with `close`.
fn items(left: &[Value], right: &[Value], close: u8, tie: &mut Ordering) -> Ordering {
    for (a, b) in left.iter().zip(right) {
        match by_text(a, b, tie) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
    }
    let next =
        |items: &[Value], from: usize| items.get(from).map_or(close, |item: &Value| lead(item.kind()).0);
    next(left, right.len()).cmp(&next(right, left.len()))
}

/// Returns the first byte of the text of a value, and a number that distinguishes objects from
/// tuples, whose texts begin with the same byte.
fn lead(kind: ValueKind<'_>) -> (u8, u8) {
    let byte = match kind {
        ValueKind::Null(_) => b'~',
        ValueKind::Unknown(_) => b'?',
        ValueKind::Bool(true) => b'T',
        ValueKind::Bool(false) => b'F',
        ValueKind::Number(number) => number.ten_digits().as_bytes()[0],
        ValueKind::String(_) => b'"',
        ValueKind::List(_) | ValueKind::Set(_) => b'[',
        ValueKind::Map(_) => b'{',
        ValueKind::Tuple(_) => b'<',
        ValueKind::Object(_) => return (b'<', 1),
        ValueKind::Capsule(_) => 0xc2,
    };
    (byte, 0)
}

/// Compares strings as quoted strings of the language Go.
fn quoted(left: &str, right: &str) -> Ordering {
    if left == right {
        return Ordering::Equal;
    }
    // The first part of the texts that differs, in chunks and then in bytes.
    let chunks = left.as_bytes().chunks(CHUNK).zip(right.as_bytes().chunks(CHUNK));
    let same = CHUNK * chunks.take_while(|(a, b)| a == b).count();
    let same = same.min(left.len()).min(right.len());
    let bytes = left.as_bytes()[same..].iter().zip(&right.as_bytes()[same..]);
    let mut same = same + bytes.take_while(|(a, b)| a == b).count();
    while !left.is_char_boundary(same) {
        same -= 1;
    }
    let next = [left, right].map(|text| text[same..].chars().next());
    if next.iter().all(|it| it.is_some_and(|character| character.is_ascii_alphanumeric())) {
        return next[0].cmp(&next[1]);
    }
    quoted_character(next[0]).cmp(&quoted_character(next[1]))
}

const CHUNK: usize = 64;

/// Returns a character in quotes, or the closing quote after the last one. None is the start of
/// another one.
fn quoted_character(character: Option<char>) -> String {
    const ESCAPED: &str = "\"\\\u{7}\u{8}\t\n\u{b}\u{c}\r";
    const LETTERS: &str = "\"\\abtnvfr";
    let Some(character) = character else { return "\"".to_owned() };
    let code = u32::from(character);
    match ESCAPED.chars().zip(LETTERS.chars()).find(|(escaped, _)| *escaped == character) {
        Some((_, letter)) => format!("\\{letter}"),
        None if is_printable(character) => character.to_string(),
        None if code < 0x80 => format!("\\x{code:02x}"),
        None if code <= 0xffff => format!("\\u{code:04x}"),
        None => format!("\\U{code:08x}"),
    }
}
