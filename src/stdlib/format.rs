//! Formatting by verbs, as `printf` does it.

use num_bigint::{BigInt, Sign};
use unicode_segmentation::UnicodeSegmentation;

use super::Table;
use super::encoding::json_text;
use super::string::{charge_characters, charge_clusters};
use super::support::{any, builder, items, known_length, refused, string, text};
use crate::func::{Budget, Function};
use crate::value::{Number, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = table! {
    format: "Returns a string with values in place of the verbs of a format, such as `%s` and `%d`.",
    formatlist: "Formats each element of lists by a format, as `format` does.",
};

/// `format(format: string, args: any...) -> string`: the text, with arguments instead of its
/// verbs.
///
/// A verb is `%`, flags, a width, a precision, an argument's number and a letter: `%-8.3[2]f`. A
/// result that is unknown begins with the text before the first `%`.
///
/// | letter | output |
/// |---|---|
/// | `s`, `q` | text; text as a JSON string. The precision cuts it |
/// | `d`, `b`, `o`, `x`, `X` | a whole number, in base 10, 2, 8, 16 |
/// | `f`; `e`, `E`; `g`, `G` | a number with digits after the point; with an exponent; the shorter of the two |
/// | `t` | true or false |
/// | `v` | text and numbers as they are, anything else as JSON |
/// | `%` | a percent sign |
///
/// | flag | meaning |
/// |---|---|
/// | `-` | pad on the right |
/// | `0` | pad with zeros |
/// | `+`, space | a sign, or a space, before positive numbers |
/// | `#` | `0x` and the like before numbers; JSON for everything with `v` |
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let format = stdlib::function("format").unwrap();
/// assert_eq!(format.call(&[value!("%s-%03d"), value!("web"), value!(7)])?, value!("web-007"));
/// assert_eq!(format.call(&[value!("%.2f %[1]v"), value!("1.5")])?, value!("1.50 1.5"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text has a broken verb, arguments are missing or too many, or one does
/// not fit its verb.
pub(super) fn format() -> Function {
    builder([string("format")])
        .variadic(any("args").allow_null().allow_unknown().allow_dynamic())
        .returns(Type::String)
        .refine_result(|arguments, formatted| {
            formatted.not_null().partial_prefix(literal_prefix(text(&arguments[0])))
        })
        .implement_within(|arguments, _, budget| {
            if !arguments[1..].iter().all(Value::is_wholly_known) {
                // The result keeps its known prefix.
                let prefix = literal_prefix(text(&arguments[0]));
                charge_clusters(prefix, budget)?;
                budget.take_bytes(prefix.len())?;
                return Ok(Value::unknown(Type::String));
            }
            formatted(text(&arguments[0]), &arguments[1..].iter().collect::<Vec<_>>(), budget)
        })
}

/// Returns the text of a format before its first verb.
fn literal_prefix(format: &str) -> &str {
    format.split('%').next().unwrap_or_default()
}

/// `formatlist(format: string, args: any...) -> list(string)`: a text for each element of the
/// arguments that are lists, sets or tuples, which must be of one length; other arguments are the
/// same each time. See [`format()`].
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let texts = stdlib::function("formatlist").unwrap().call(&[
///     value!("%s:%d"),
///     value!(["a", "b"]),
///     value!(80),
/// ])?;
/// assert_eq!(texts[1], value!("b:80"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`format()`], and an error if the lengths differ.
pub(super) fn formatlist() -> Function {
    builder([string("format")])
        .variadic(any("args").allow_null().allow_unknown().allow_dynamic())
        .returns(Type::list(Type::String))
        .never_null()
        .implement_within(|arguments, _, budget| format_list(text(&arguments[0]), &arguments[1..], budget))
}

fn format_list(format: &str, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
    // The argument that determines the number of rounds, and this number.
    let mut rounds: Option<(usize, usize)> = None;
    let mut is_unknown = false;
    for (index, argument) in arguments.iter().enumerate() {
        let length = match argument.kind() {
            // Unknown elements of a set may turn out to be equal, and their order is unknown.
            ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Tuple(_) => known_length(argument),
            // A tuple that may be null is excluded: null is one value, used in each round.
            ValueKind::Unknown(Type::Tuple(elements)) if argument.is_never_null() => Some(elements.len()),
            ValueKind::Unknown(Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic) => None,
            _ => continue,
        };
        is_unknown |= length.is_none() || argument.is_unknown();
        match (rounds, length) {
            (Some((first, before)), Some(length)) if before != length => {
                let (number, first) = (index + 1, first + 1);
                let message =
                    format!("argument {number} has {length} elements, but argument {first} has {before}");
                return Err(refused(number, message));
            }
            (None, Some(length)) => rounds = Some((index, length)),
            _ => {}
        }
    }
    if is_unknown {
        return Ok(Value::unknown(Type::list(Type::String)));
    }
    let rounds = rounds.map_or(1, |(_, length)| length);
    budget.take_elements(rounds as u64)?;
    let mut texts = Vec::new();
    for round in 0..rounds {
        budget.take_parts(arguments.len())?;
        let each = |argument| items(argument).get(round).unwrap_or(argument);
        let values: Vec<&Value> = arguments.iter().map(each).collect();
        texts.push(if values.iter().all(|value| value.is_wholly_known()) {
            // The message names the round instead of the argument.
            formatted(format, &values, budget)
                .map_err(|error| ValueError::new(error.kind(), format!("in round {round}: {error}")))?
        } else {
            Value::unknown_not_null(Type::String)
        });
    }
    Ok(Value::list_of(Type::String, texts))
}

/// A verb with its modifiers.
struct Verb<'f> {
    /// How it is written.
    raw: &'f str,
    flags: &'f str,
    width: u64,
    precision: Option<u64>,
    letter: char,
}

/// Returns the number that a text begins with, or 0, and the text after it. Of `12.5f` these are 12
/// and `.5f`.
fn leading_number(text: &str) -> (u64, &str) {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    (if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) }, rest)
}

fn formatted(format: &str, arguments: &[&Value], budget: &Budget) -> Result<Value, ValueError> {
    charge_characters(format, budget)?;
    let mut out = String::new();
    let mut push = |piece: &str| {
        budget.take_bytes(piece.len())?;
        out.push_str(piece);
        Ok::<_, ValueError>(())
    };
    let mut rest = format;
    let mut next = 0;
    let mut used = 0;
    while let Some(at) = rest.find('%') {
        push(&rest[..at])?;
        rest = &rest[at..];
        budget.take_parts(VERB_PARTS)?;
        if let Some(after) = rest.strip_prefix("%%") {
            push("%")?;
            rest = after;
            continue;
        }
        let (verb, index) = Verb::parse(rest, format.len() - rest.len())?;
        rest = &rest[verb.raw.len()..];
        let index = index.unwrap_or(next);
        next = index + 1;
        used = used.max(next);
        let Some(argument) = arguments.get(index) else {
            let count = arguments.len();
            return Err(format!("{:?} needs argument {next}, but there are {count}", verb.raw).into());
        };
        budget.take_bytes(verb.width.max(verb.precision.unwrap_or(0)))?;
        push(&verb.write(argument, budget)?)?;
    }
    push(rest)?;
    if used < arguments.len() {
        let message = match used {
            0 => "there are too many arguments: the format has no verbs".to_owned(),
            _ => format!("there are too many arguments: the format uses {used} only"),
        };
        return Err(refused(used + 1, message));
    }
    Ok(Value::from(out))
}

/// The number of parts a verb counts as, its argument aside.
const VERB_PARTS: u64 = 8;

impl<'f> Verb<'f> {
    /// Returns the verb at the start of a text, and the index of its argument if it has one.
    fn parse(text: &'f str, offset: usize) -> Result<(Self, Option<usize>), ValueError> {
        let after_flags = text[1..].trim_start_matches(['-', '0', '+', ' ', '#']);
        let flags = &text[1..text.len() - after_flags.len()];
        let (width, mut rest) = leading_number(after_flags);
        let mut precision = None;
        if let Some(after) = rest.strip_prefix('.') {
            let (places, after) = leading_number(after);
            (precision, rest) = (Some(places), after);
        }
        let mut index = None;
        if let Some(after) = rest.strip_prefix('[') {
            let (number, after) = leading_number(after);
            rest = after.strip_prefix(']').filter(|_| number > 0).ok_or_else(|| {
                format!("an argument's number from 1 on is expected after \"[\" at offset {offset}")
            })?;
            index = Some(usize::try_from(number - 1).unwrap_or(usize::MAX - 1).min(usize::MAX - 1));
        }
        let Some(letter) = rest.chars().next() else {
            return Err(format!("the format ends within the verb at offset {offset}").into());
        };
        if !"sqdboxXfeEgGtv".contains(letter) {
            let message = format!("there is no verb {letter:?}, which follows \"%\" at offset {offset}");
            return Err(message.into());
        }
        let raw = &text[..text.len() - rest.len() + 1];
        Ok((Self { raw, flags, width, precision, letter }, index))
    }

    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    fn write(&self, argument: &Value, budget: &Budget) -> Result<String, ValueError> {
        let unsuitable = |error: ValueError| {
            ValueError::new(error.kind(), format!("the argument of {:?}: {error}", self.raw))
        };
        let converted = |ty: Type| budget.convert(argument.clone(), &ty).map_err(unsuitable);
        if argument.is_null() && self.letter != 'v' {
            return Err(unsuitable("null has no form".into()));
        }
        match self.letter {
            'v' => {
                let written = match argument.kind() {
                    ValueKind::String(text) if !self.has('#') => text.to_owned(),
                    ValueKind::Number(number) if !self.has('#') => general(number, None, budget)?,
                    _ => json_text(argument, budget)?,
                };
                self.pad(written, budget)
            }
            't' => Ok(converted(Type::Bool)?.as_bool().unwrap_or_default().to_string()),
            's' | 'q' => {
                let value = converted(Type::String)?;
                let cut: String = match self.precision {
                    Some(precision @ 1..) => {
                        let limit = usize::try_from(precision).unwrap_or(usize::MAX);
                        charge_clusters(text(&value), budget)?;
                        text(&value).graphemes(true).take(limit).collect()
                    }
                    _ => text(&value).to_owned(),
                };
                let written = if self.letter == 'q' { json_text(&Value::from(cut), budget)? } else { cut };
                self.pad(written, budget)
            }
            letter => {
                let value = converted(Type::Number)?;
                let number = value.as_number().ok_or_else(|| unsuitable("a number is required".into()))?;
                budget.take_parts(number.work(number).saturating_mul(4))?;
                match letter {
                    'd' | 'b' | 'o' | 'x' | 'X' => self.integer(number, budget).map_err(unsuitable),
                    _ => self.float(number, budget).map_err(unsuitable),
                }
            }
        }
    }

    /// Pads a text to the width, by characters.
    fn pad(&self, written: String, budget: &Budget) -> Result<String, ValueError> {
        if self.width == 0 {
            return Ok(written);
        }
        charge_clusters(&written, budget)?;
        let count = written.graphemes(true).count() as u64;
        let padding = usize::try_from(self.width.saturating_sub(count)).unwrap_or(0);
        let padding = if self.has('0') { "0" } else { " " }.repeat(padding);
        Ok(if self.has('-') { written + &padding } else { padding + &written })
    }

    /// Returns the sign of a number.
    fn sign(&self, negative: bool) -> &'static str {
        match negative {
            true => "-",
            false if self.has('+') => "+",
            false if self.has(' ') => " ",
            false => "",
        }
    }

    /// Pads a number to the width, with spaces, or with zeros after its sign and prefix.
    fn pad_number(&self, sign: &str, prefix: &str, digits: &str, zeros: bool) -> String {
        let length = (sign.len() + prefix.len() + digits.len()) as u64;
        let padding = usize::try_from(self.width.saturating_sub(length)).unwrap_or(0);
        match (self.has('-'), zeros) {
            (true, _) => format!("{sign}{prefix}{digits}{}", " ".repeat(padding)),
            (false, true) => format!("{sign}{prefix}{}{digits}", "0".repeat(padding)),
            (false, false) => format!("{}{sign}{prefix}{digits}", " ".repeat(padding)),
        }
    }

    fn integer(&self, number: &Number, budget: &Budget) -> Result<String, ValueError> {
        let written = number.to_text(budget.limits().digits)?;
        let integer: BigInt = written.parse().map_err(|_| ValueError::from("a whole number is required"))?;
        let (radix, prefix) = match self.letter {
            'b' => (2, "0b"),
            'o' => (8, "0"),
            'x' => (16, "0x"),
            'X' => (16, "0X"),
            _ => (10, ""),
        };
        let mut digits = integer.magnitude().to_str_radix(radix);
        if self.letter == 'X' {
            digits.make_ascii_uppercase();
        }
        let least = usize::try_from(self.precision.unwrap_or(0)).unwrap_or(0);
        digits.insert_str(0, &"0".repeat(least.saturating_sub(digits.len())));
        let prefix = if self.has('#') { prefix } else { "" };
        let zeros = self.has('0') && self.precision.is_none();
        Ok(self.pad_number(self.sign(integer.sign() == Sign::Minus), prefix, &digits, zeros))
    }

    fn float(&self, number: &Number, budget: &Budget) -> Result<String, ValueError> {
        if !number.is_finite() {
            let sign = if number.is_negative() { "-" } else { "+" };
            return Ok(self.pad_number(sign, "", "Inf", false));
        }
        let precision = self.precision;
        let written = match self.letter {
            'f' => fixed(number, precision.unwrap_or(6), budget)?,
            'e' | 'E' => exponential(number, Some(precision.unwrap_or(6).saturating_add(1)), budget)?,
            _ => general(&number.abs(), precision, budget)?,
        };
        let written = if self.letter.is_ascii_uppercase() { written.to_uppercase() } else { written };
        let digits = written.trim_start_matches('-');
        Ok(self.pad_number(self.sign(number.is_negative()), "", digits, self.has('0')))
    }
}

/// Returns the shorter of the two forms with this number of significant digits, or with all of
/// them.
fn general(number: &Number, precision: Option<u64>, budget: &Budget) -> Result<String, ValueError> {
    if !number.is_finite() {
        return Ok(number.to_string());
    }
    let digits = precision.map(|precision| precision.max(1));
    let (significant, exponent) = significant(number, digits, budget)?;
    let threshold = match digits {
        None => 6,
        Some(digits) if digits > significant.len() as u64 && significant.len() as i64 > exponent => {
            significant.len() as i64
        }
        Some(digits) => i64::try_from(digits).unwrap_or(i64::MAX),
    };
    if exponent < -4 || exponent >= threshold {
        return exponential(number, digits.map(|digits| digits.min(significant.len() as u64)), budget);
    }
    let places = (significant.len() as i64 - 1 - exponent).max(0) as u64;
    fixed(number, places, budget)
}

/// Formats a number with this many digits after the point.
fn fixed(number: &Number, places: u64, budget: &Budget) -> Result<String, ValueError> {
    budget.take_bytes(places)?;
    let limit = budget.limits().digits;
    number.to_text(limit)?;
    let mut text = number.rounded(i64::try_from(places).unwrap_or(i64::MAX)).to_text(limit)?;
    let written = text.find('.').map_or(0, |point| text.len() - point - 1);
    if written == 0 && places > 0 {
        text.push('.');
    }
    text.push_str(&"0".repeat(usize::try_from(places).unwrap_or(usize::MAX).saturating_sub(written)));
    Ok(text)
}

/// Returns the significant digits of a number, rounded to this number of digits, without zeros at
/// the end, and the exponent of the first one.
fn significant(number: &Number, digits: Option<u64>, budget: &Budget) -> Result<(String, i64), ValueError> {
    number.to_text(budget.limits().digits)?;
    let (text, exponent) = parts(number);
    match digits.map(|digits| i64::try_from(digits).unwrap_or(i64::MAX)) {
        Some(digits) if digits < text.len() as i64 => Ok(parts(&number.rounded(digits - 1 - exponent))),
        _ => Ok((text, exponent)),
    }
}

/// Returns the digits of a number from the first to the last that is not zero, and the exponent of
/// the first one.
fn parts(number: &Number) -> (String, i64) {
    let (mantissa, exponent) = number.written();
    let digits = mantissa.trim_start_matches('-');
    let first = digits.len() as i64 - 1 + exponent;
    match digits.trim_end_matches('0') {
        "" => ("0".to_owned(), 0),
        significant => (significant.to_owned(), first),
    }
}

/// Formats a number with one digit before the point, and an exponent of at least two digits.
fn exponential(number: &Number, digits: Option<u64>, budget: &Budget) -> Result<String, ValueError> {
    let (mut text, exponent) = significant(number, digits, budget)?;
    if let Some(digits) = digits {
        budget.take_bytes(digits)?;
        let digits = usize::try_from(digits).unwrap_or(usize::MAX);
        text.push_str(&"0".repeat(digits.saturating_sub(text.len())));
    }
    let (first, rest) = text.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let sign = if number.is_negative() { "-" } else { "" };
    let direction = if exponent < 0 { '-' } else { '+' };
    Ok(format!("{sign}{first}{point}{rest}e{direction}{:02}", exponent.unsigned_abs()))
}
