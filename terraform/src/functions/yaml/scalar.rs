//! The values of scalars of YAML, by their tag or by their form.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_hcl::func::Budget;
use serde_hcl::value::BigInt;
use serde_hcl::{Number, Value};

use crate::functions::time::normal;

/// Returns the value of a scalar with a tag of the core schema or without one. A scalar without a
/// tag that `is_plain` has the type that its form shows. The error completes the sentence "the
/// scalar …".
pub(super) fn value(text: &str, tag: Option<&str>, is_plain: bool) -> Result<Value, &'static str> {
    match tag {
        None if is_plain => plain(text),
        None | Some("str") => Ok(Value::from(text)),
        Some("binary") => match STANDARD.decode(text) {
            Ok(_) => Ok(Value::from(text)),
            Err(_) => Err("is not base64"),
        },
        Some("bool") => boolean(text).map(Value::from).ok_or("is not a bool"),
        Some("int" | "float") => {
            let number = infinity(text).or_else(|| number(&text.replace('_', ""), true));
            number.map(Value::from).ok_or("is not a number")
        }
        Some("null") => Ok(Value::NULL),
        Some("timestamp") => timestamp(text).ok_or("is not a time"),
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
    if let Some(number) = infinity(text).or_else(|| number(text, false)) {
        return Ok(Value::from(number));
    }
    Ok(timestamp(text).unwrap_or_else(|| Value::from(text)))
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

/// Returns a number in one of the forms of the core schema of YAML 1.2. A number that is tagged as
/// one can also have other prefixes, and signs before them.
fn number(text: &str, is_tagged: bool) -> Option<Number> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let is_plain = is_tagged || unsigned.len() == text.len();
    let radix = match unsigned.get(..2) {
        Some("0x") if is_plain => 16,
        Some("0o") if is_plain => 8,
        Some("0X") if is_tagged => 16,
        Some("0O") if is_tagged => 8,
        Some("0b" | "0B") if is_tagged => 2,
        _ => 10,
    };
    let are_digits = |digits: &str| digits.chars().all(|digit| digit.is_digit(radix));
    if radix != 10 {
        let digits = Some(&unsigned[2..]).filter(|digits| !digits.is_empty() && are_digits(digits))?;
        return BigInt::parse_bytes(format!("{sign}{digits}").as_bytes(), radix).map(Number::from);
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    if before.len() + after.len() == 0
        || power.is_empty()
        || ![before, after, power].into_iter().all(are_digits)
    {
        return None;
    }
    format!("{sign}0{before}.{after}0e{exponent}").parse::<Number>().ok()
}

/// Returns a date or a time in the form of RFC 3339, without a fraction of the second. The parts
/// may have a single digit, and a time after a space is in UTC.
fn timestamp(text: &str) -> Option<Value> {
    let year_end = text.find(|character: char| !character.is_ascii_digit());
    year_end.filter(|end| *end == 4 && text[4..].starts_with('-'))?;
    let (date, rest) = text.split_at(text.find(['T', 't', ' ']).unwrap_or(text.len()));
    let (clock, offset) = match rest.split_at_checked(1) {
        None => ("0:0:0", "Z"),
        Some((" ", clock)) => (clock, "Z"),
        Some((_, clock)) => clock.split_at(clock.find(['Z', '+', '-'])?),
    };
    let (clock, fraction) = clock.split_at(clock.find('.').unwrap_or(clock.len()));
    let padded = |text: &str, separator: char| {
        let mut parts = text.split(separator);
        let mut part =
            || parts.next().filter(|it| (1..=4).contains(&it.len())).map(|part| format!("{part:0>2}"));
        let all = [part()?, part()?, part().unwrap_or_default()];
        parts.next().is_none().then_some(all)
    };
    let [year, month, day] = padded(date, '-')?;
    let [hour, minute, second] = padded(clock, ':')?;
    let time = format!("{year}-{month}-{day}T{hour}:{minute}:{second}{fraction}{offset}");
    normal(Value::from(time), &Budget::default()).ok()
}
