//! Formatting by verbs, as `printf` does it.

use num_bigint::{BigInt, Sign};
use unicode_segmentation::UnicodeSegmentation;

use super::Table;
use super::encoding::json_text;
use super::string::{charge_characters, charge_clusters, text};
use super::support::known_length;
use crate::func::{Budget, Function, Parameter};
use crate::value::{Number, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = &[("format", format), ("formatlist", formatlist)];

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
/// let format = stdlib::format::format();
/// assert_eq!(format.call(&[value!("%s-%03d"), value!("web"), value!(7)])?, value!("web-007"));
/// assert_eq!(format.call(&[value!("%.2f %[1]v"), value!("1.5")])?, value!("1.50 1.5"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text has a broken verb, arguments are missing or too many, or one does
/// not fit its verb.
pub fn format() -> Function {
    Function::builder()
        .parameter(Parameter::new("format", Type::String))
        .variadic(Parameter::new("args", Type::Dynamic).allow_null().allow_unknown().allow_dynamic())
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
/// let texts = stdlib::format::formatlist().call(&[value!("%s:%d"), value!(["a", "b"]), value!(80)])?;
/// assert_eq!(texts[1], value!("b:80"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// The errors of [`format()`], and where the lengths differ.
pub fn formatlist() -> Function {
    Function::builder()
        .parameter(Parameter::new("format", Type::String))
        .variadic(Parameter::new("args", Type::Dynamic).allow_null().allow_unknown().allow_dynamic())
        .returns(Type::list(Type::String))
        .never_null()
        .implement_within(|arguments, _, budget| format_list(text(&arguments[0]), &arguments[1..], budget))
}

fn format_list(format: &str, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
    let unknown = || Ok(Value::unknown(Type::list(Type::String)));
    // The number of rounds, and the argument that it comes from.
    let mut rounds: Option<(usize, usize)> = None;
    let mut is_unknown = false;
    for (index, argument) in arguments.iter().enumerate() {
        let length = match argument.kind() {
            // Unknown elements may turn out to be equal, and their order is unknown.
            ValueKind::Set(_) if known_length(argument).is_none() => {
                is_unknown = true;
                continue;
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => items.len(),
            // A tuple that may be null is excluded: null is one value, used in each round.
            ValueKind::Unknown(Type::Tuple(elements)) if argument.is_never_null() => {
                is_unknown = true;
                elements.len()
            }
            ValueKind::Unknown(Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic) => {
                is_unknown = true;
                continue;
            }
            _ => continue,
        };
        match rounds {
            Some((first, before)) if before != length => {
                let message = format!(
                    "argument {} has {length} elements, but argument {} has {before}",
                    index + 1,
                    first + 1
                );
                return Err(ValueError::from(message).with_argument(index + 1));
            }
            Some(_) => {}
            None => rounds = Some((index, length)),
        }
    }
    if is_unknown {
        return unknown();
    }
    let rounds = rounds.map_or(1, |(_, length)| length);
    budget.take_elements(rounds as u64)?;
    let mut texts = Vec::new();
    for round in 0..rounds {
        budget.take_parts(arguments.len())?;
        let each = |argument| item(argument, round);
        let values: Vec<&Value> = arguments.iter().map(each).collect();
        if values.iter().all(|value| value.is_wholly_known()) {
            let text = formatted(format, &values, budget);
            // The message names the round instead of the argument.
            texts.push(
                text.map_err(|error| ValueError::new(error.kind(), format!("in round {round}: {error}")))?,
            );
        } else {
            texts.push(Value::unknown_not_null(Type::String));
        }
    }
    Value::list(Type::String, texts)
}

/// Returns an element of a sequence, or the value that is the same in each round.
fn item(argument: &Value, round: usize) -> &Value {
    argument.as_array().and_then(|items| items.get(round)).unwrap_or(argument)
}

/// A verb with its modifiers.
#[derive(Default)]
struct Verb {
    /// How it is written, for messages.
    raw: String,
    minus: bool,
    zero: bool,
    plus: bool,
    space: bool,
    sharp: bool,
    width: u64,
    precision: Option<u64>,
    letter: char,
}

fn formatted(format: &str, arguments: &[&Value], budget: &Budget) -> Result<Value, ValueError> {
    charge_characters(format, budget)?;
    let mut out = Output { text: String::new(), budget };
    let mut rest = format;
    let mut next = 0;
    let mut used = 0;
    while let Some(at) = rest.find('%') {
        out.push(&rest[..at])?;
        rest = &rest[at..];
        budget.take_parts(VERB_PARTS)?;
        if let Some(after) = rest.strip_prefix("%%") {
            out.push("%")?;
            rest = after;
            continue;
        }
        let (verb, index, length) = verb(rest, format.len() - rest.len())?;
        rest = &rest[length..];
        let index = index.unwrap_or(next);
        next = index + 1;
        used = used.max(next);
        let Some(argument) = arguments.get(index) else {
            let message =
                format!("{:?} needs argument {}, but there are {}", verb.raw, index + 1, arguments.len());
            return Err(message.into());
        };
        budget.take_bytes(verb.width.max(verb.precision.unwrap_or(0)))?;
        out.push(&verb.write(argument, budget)?)?;
    }
    out.push(rest)?;
    if used < arguments.len() {
        let message = match used {
            0 => "there are too many arguments: the format has no verbs".to_owned(),
            _ => format!("there are too many arguments: the format uses {used} only"),
        };
        return Err(ValueError::from(message).with_argument(used + 1));
    }
    Ok(Value::from(out.text))
}

/// The resulting text, which is charged to the budget piece by piece.
struct Output<'b> {
    text: String,
    budget: &'b Budget,
}

impl Output<'_> {
    fn push(&mut self, piece: &str) -> Result<(), ValueError> {
        self.budget.take_bytes(piece.len())?;
        self.text.push_str(piece);
        Ok(())
    }
}

/// The number of parts a verb counts as, its argument aside.
const VERB_PARTS: u64 = 8;

/// Returns the verb at the start of a text, the index of its argument where that is given, and its
/// length.
fn verb(text: &str, offset: usize) -> Result<(Verb, Option<usize>, usize), ValueError> {
    let mut verb = Verb::default();
    let mut at = 1;
    let byte = |at: usize| text.as_bytes().get(at).copied();
    loop {
        match byte(at) {
            Some(b'-') => verb.minus = true,
            Some(b'0') => verb.zero = true,
            Some(b'+') => verb.plus = true,
            Some(b' ') => verb.space = true,
            Some(b'#') => verb.sharp = true,
            _ => break,
        }
        at += 1;
    }
    let number = |at: &mut usize| {
        let mut number = 0_u64;
        while let Some(digit @ b'0'..=b'9') = byte(*at) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            *at += 1;
        }
        number
    };
    verb.width = number(&mut at);
    if byte(at) == Some(b'.') {
        at += 1;
        verb.precision = Some(number(&mut at));
    }
    let mut index = None;
    if byte(at) == Some(b'[') {
        at += 1;
        let given = number(&mut at);
        if given == 0 || byte(at) != Some(b']') {
            return Err(
                format!("an argument's number from 1 on is expected after \"[\" at offset {offset}").into()
            );
        }
        at += 1;
        index = Some(usize::try_from(given - 1).unwrap_or(usize::MAX - 1).min(usize::MAX - 1));
    }
    match text[at..].chars().next() {
        Some(
            letter @ ('s' | 'q' | 'd' | 'b' | 'o' | 'x' | 'X' | 'f' | 'e' | 'E' | 'g' | 'G' | 't' | 'v'),
        ) => {
            verb.letter = letter;
            at += 1;
            verb.raw = text[..at].to_owned();
            Ok((verb, index, at))
        }
        Some(other) => {
            Err(format!("there is no verb {other:?}, which follows \"%\" at offset {offset}").into())
        }
        None => Err(format!("the format ends within the verb at offset {offset}").into()),
    }
}

impl Verb {
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
                    ValueKind::String(text) if !self.sharp => text.to_owned(),
                    ValueKind::Number(number) if !self.sharp => self.general(number, None, budget)?,
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
                let Some(number) = value.as_number() else {
                    return Err(unsuitable("a number is required".into()));
                };
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
        let padding = if self.zero { "0" } else { " " }.repeat(padding);
        Ok(if self.minus { written + &padding } else { padding + &written })
    }

    /// Pads a number to the width, with zeros after its sign and prefix.
    fn pad_number(&self, negative: bool, prefix: &str, digits: &str) -> String {
        let sign = match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        };
        let length = (sign.len() + prefix.len() + digits.len()) as u64;
        let padding = usize::try_from(self.width.saturating_sub(length)).unwrap_or(0);
        match (self.minus, self.zero) {
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
        let plain = Self { zero: self.zero && self.precision.is_none(), ..self.modifiers() };
        Ok(plain.pad_number(integer.sign() == Sign::Minus, if self.sharp { prefix } else { "" }, &digits))
    }

    fn float(&self, number: &Number, budget: &Budget) -> Result<String, ValueError> {
        if !number.is_finite() {
            let plain = Self { zero: false, plus: true, ..self.modifiers() };
            return Ok(plain.pad_number(number.is_negative(), "", "Inf"));
        }
        let precision = self.precision;
        let written = match self.letter {
            'f' => fixed(number, precision.unwrap_or(6), budget)?,
            'e' | 'E' => exponential(number, Some(precision.unwrap_or(6).saturating_add(1)), budget)?,
            _ => self.general(&number.abs(), precision, budget)?,
        };
        let written = if self.letter.is_ascii_uppercase() { written.to_uppercase() } else { written };
        Ok(self.pad_number(number.is_negative(), "", written.trim_start_matches('-')))
    }

    /// Returns the shorter of the two forms with this number of significant digits, or with all of
    /// them.
    fn general(
        &self,
        number: &Number,
        precision: Option<u64>,
        budget: &Budget,
    ) -> Result<String, ValueError> {
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

    /// Returns the flags and the width alone.
    fn modifiers(&self) -> Self {
        Self {
            raw: String::new(),
            letter: self.letter,
            precision: None,
            minus: self.minus,
            zero: self.zero,
            plus: self.plus,
            space: self.space,
            sharp: self.sharp,
            width: self.width,
        }
    }
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
