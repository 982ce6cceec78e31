//! The form of numbers.

/// Returns the integer at the start of a text and its length in bytes, if the text starts with an
/// integer of at most 18 digits, which fit into 64 bits. Of `-12, 3` these are -12 and 3.
pub(super) fn short_integer(text: &[u8]) -> Option<(i64, usize)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let mut integer = 0;
    let mut end = sign;
    while let Some(digit @ b'0'..=b'9') = text.get(end)
        && end < sign + 18
    {
        integer = integer * 10 + i64::from(digit - b'0');
        end += 1;
    }
    let is_whole = end == sign + 1 || end > sign && text[sign] != b'0';
    if !is_whole || matches!(text.get(end), Some(b'0'..=b'9' | b'.' | b'e' | b'E')) {
        return None;
    }
    Some((if sign == 0 { integer } else { -integer }, end))
}

/// Returns the length in bytes of the number at the start of a text. In `1.5e3, 2` it is 5.
pub(super) fn length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(text.first() == Some(&b'-'));
    let whole = digits(sign);
    if whole == 0 || whole > 1 && text[sign] == b'0' {
        return None;
    }
    let mut end = sign + whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent == 0 {
            return None;
        }
        end += 1 + sign + exponent;
    }
    Some(end)
}

/// Returns whether a text is a number.
pub(super) fn is_valid(text: &str) -> bool {
    length(text.as_bytes()) == Some(text.len())
}
