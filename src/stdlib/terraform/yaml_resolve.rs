//! The values of scalars of YAML, by their tag or by their form.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigInt;

use crate::stdlib::datetime::{in_rfc_3339, parse_time};
use crate::value::{Number, Value};

/// Returns the value of a scalar with a tag of the core schema or without one. A scalar without a
/// tag that `is_plain` has the type that its form shows. The error completes the sentence "the
/// scalar …".
pub(super) fn scalar(text: &str, tag: Option<&str>, is_plain: bool) -> Result<Value, &'static str> {
    match tag {
        None if is_plain => plain(text),
        None | Some("str") => Ok(Value::from(text)),
        Some("binary") => match STANDARD.decode(text) {
            Ok(_) => Ok(Value::from(text)),
            Err(_) => Err("is not base64"),
        },
        Some("bool") => boolean(text).map(Value::from).ok_or("is not a bool"),
        Some("int" | "float") => {
            let number = infinity(text).or_else(|| tagged_number(&text.replace('_', "")));
            number.map(Value::from).ok_or("is not a number")
        }
        Some("null") => Ok(Value::NULL),
        Some("timestamp") => timestamp(text).map(Value::from).ok_or("is not a time"),
        Some(_) => Err("has a tag that is not supported"),
    }
}

fn plain(text: &str) -> Result<Value, &'static str> {
    if matches!(text, "" | "~" | "null" | "Null" | "NULL") {
        return Ok(Value::NULL);
    }
    if let Some(value) = boolean(text) {
        return Ok(Value::from(value));
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err("is not a number, which has no value here");
    }
    let number = infinity(text).or_else(|| plain_number(text));
    if let Some(number) = number {
        return Ok(Value::from(number));
    }
    Ok(timestamp(text).map_or_else(|| Value::from(text), Value::from))
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

fn infinity(text: &str) -> Option<Number> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(Number::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Some(Number::NEG_INFINITY),
        _ => None,
    }
}

/// Returns a number in one of the forms of the core schema of YAML 1.2.
fn plain_number(text: &str) -> Option<Number> {
    let digits = |digits: &str, radix: u32| !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix));
    if let Some(octal) = text.strip_prefix("0o") {
        return if digits(octal, 8) { whole(octal, 8) } else { None };
    }
    if let Some(hexadecimal) = text.strip_prefix("0x") {
        return if digits(hexadecimal, 16) { whole(hexadecimal, 16) } else { None };
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let all = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !before.is_empty() || !after.is_empty();
    if !(has_digits && all(before) && all(after) && exponent.is_none_or(|it| digits(it, 10))) {
        return None;
    }
    decimal(text)
}

/// Returns a number in decimal notation.
fn decimal(text: &str) -> Option<Number> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text),
    };
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => unsigned.split_at(at),
        None => (unsigned, ""),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    Number::parse(&format!("{sign}{}.{}{exponent}", zero(before), zero(after))).ok()
}

/// Returns a number that is tagged as one: also with other prefixes, and signs before them.
fn tagged_number(text: &str) -> Option<Number> {
    if let Some(number) = plain_number(text) {
        return Some(number);
    }
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = match unsigned.get(..2)? {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    let digits = &unsigned[2..];
    if digits.is_empty() || !digits.chars().all(|it| it.is_digit(radix)) {
        return None;
    }
    whole(&format!("{sign}{digits}"), radix)
}

fn whole(digits: &str, radix: u32) -> Option<Number> {
    Some(Number::from(BigInt::parse_bytes(digits.as_bytes(), radix)?))
}

/// Returns a date or a time in the form of RFC 3339, without a fraction of the second. The parts
/// may have a single digit, and a time after a space is in UTC.
fn timestamp(text: &str) -> Option<String> {
    let year_end = text.bytes().position(|byte| !byte.is_ascii_digit());
    if year_end != Some(4) || text.as_bytes().get(4) != Some(&b'-') {
        return None;
    }
    let at = text.find(['T', 't', ' ']);
    let (date, rest) = at.map_or((text, None), |at| (&text[..at], Some(text.split_at(at).1)));
    let (clock, offset) = match rest {
        None => ("0:0:0", "Z"),
        Some(rest) if rest.starts_with(' ') => (&rest[1..], "Z"),
        Some(rest) => rest[1..].split_at(rest[1..].find(['Z', '+', '-'])?),
    };
    let (clock, fraction) = clock.find('.').map_or((clock, ""), |at| clock.split_at(at));
    let padded = |text: &str, separator: char| {
        let mut parts = text.split(separator);
        let mut part =
            || parts.next().filter(|it| (1..=4).contains(&it.len())).map(|part| format!("{part:0>2}"));
        let all = [part()?, part()?, part().unwrap_or_default()];
        parts.next().is_none().then_some(all)
    };
    let [year, month, day] = padded(date, '-')?;
    let [hour, minute, second] = padded(clock, ':')?;
    let time =
        parse_time(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}{fraction}{offset}")).ok()?;
    in_rfc_3339(time).ok()
}
