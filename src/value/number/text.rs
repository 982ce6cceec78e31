//! Numbers from text and to text.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;

use super::decimal::{Decimal, MAX_DIGITS};
use super::{Number, NumberError, Repr};
use crate::limits::Limits;
use crate::value::ValueError;

impl Number {
    /// Parses a number, see the implementation of [`FromStr`].
    pub(crate) fn parse(text: &str) -> Result<Self, NumberError> {
        let negative = text.starts_with('-');
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        // Most numbers are short integers.
        if matches!(unsigned.len(), 1..=18) && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
            let int = unsigned.bytes().fold(0_i64, |int, digit| int * 10 + i64::from(digit - b'0'));
            return Ok(Self(Repr::Int(if negative { -int } else { int })));
        }
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, Some(0)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = || whole.bytes().chain(fraction.bytes());
        if (whole.is_empty() && fraction.is_empty()) || !digits().all(|byte| byte.is_ascii_digit()) {
            return Err(NumberError::Syntax);
        }
        let zeros = digits().rev().take_while(|digit| *digit == b'0').count();
        let length = whole.len() + fraction.len();
        if zeros == length {
            return Ok(Self::ZERO);
        }
        let significant = digits().take(length - zeros).skip_while(|digit| *digit == b'0');
        let count = significant.clone().count();
        let places = i64::try_from(fraction.len()).map_err(|_| NumberError::TooLarge)?;
        let exponent = exponent
            .and_then(|exponent| exponent.checked_sub(places)?.checked_add(i64::try_from(zeros).ok()?))
            .ok_or(NumberError::TooLarge)?;
        if count <= 18 {
            let value = significant.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
            return Self::scaled(exponent, if negative { -value } else { value });
        }
        if count as u64 > MAX_DIGITS {
            return Err(NumberError::TooLarge);
        }
        let value = BigInt::parse_bytes(&significant.collect::<Vec<_>>(), 10).ok_or(NumberError::Syntax)?;
        Self::from_decimal(Decimal::new(if negative { -value } else { value }, exponent)?)
    }

    /// Returns the text form: digits and, if there is a fraction, a point with more digits;
    /// never an exponent. An infinity is `+Inf` or `-Inf`.
    ///
    /// # Errors
    /// Returns [`NumberError::TooLarge`] if it would have more digits than `limit`.
    pub(crate) fn to_text(&self, limit: u32) -> Result<String, NumberError> {
        let exact = self.exact();
        if !exact.is_finite() {
            return Ok(exact.written().0);
        }
        // Checked first, since writing the digits takes longer than counting them.
        if let Repr::Big(decimal) = &exact.0
            && decimal.digits > u64::from(limit)
        {
            return Err(NumberError::TooLarge);
        }
        let (mantissa, exponent) = exact.written();
        let digits = mantissa.trim_start_matches('-');
        let sign = &mantissa[..mantissa.len() - digits.len()];
        let shift = usize::try_from(exponent.unsigned_abs()).map_err(|_| NumberError::TooLarge)?;
        let total = if exponent < 0 { shift.max(digits.len()) } else { digits.len().saturating_add(shift) };
        if total > limit as usize {
            return Err(NumberError::TooLarge);
        }
        if exponent == 0 {
            return Ok(mantissa);
        }
        if exponent >= 0 {
            return Ok(format!("{sign}{digits}{}", "0".repeat(shift)));
        }
        Ok(match digits.len().checked_sub(shift) {
            None | Some(0) => format!("{sign}0.{}{digits}", "0".repeat(shift - digits.len())),
            Some(point) => format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        })
    }

    /// Returns the text by which sets order elements with numbers in them: ten significant digits,
    /// with an exponent if the first digit is beyond 9 places before or 4 places after the point. A
    /// semicolon follows it.
    pub(crate) fn ten_digits(&self) -> String {
        if let Some(int) = self.as_i64().filter(|int| int.unsigned_abs() < 10_000_000_000) {
            return format!("{int};");
        }
        if let Some((mantissa, exponent)) = self.exact().small()
            && let Some(log) = mantissa.unsigned_abs().checked_ilog10().filter(|log| *log < 10)
            && (-4..10).contains(&(i64::from(log) + i64::from(exponent)))
        {
            return format!("{};", self.exact());
        }
        let Some(decimal) = self.exact().working() else { return format!("{};", self.written().0) };
        let short = decimal.rounded(SHORT_DIGITS);
        // If it was rounded up to a power of ten that is too large for a number, it is one there.
        let (mantissa, exponent) = match &short {
            Ok(short) => (short.mantissa.magnitude().to_string(), short.exponent),
            Err(_) => ("1".to_owned(), decimal.top()),
        };
        // The place of the first digit: 0 for ones.
        let first = mantissa.len() as i64 - 1 + exponent;
        if let Ok(number) = short.and_then(Self::from_decimal)
            && (-4..10).contains(&first)
        {
            return format!("{number};");
        }
        let sign = if self.is_negative() { "-" } else { "" };
        let (lead, rest) = mantissa.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{lead}{point}{rest}e{first:+03};")
    }

    /// Returns the number in a message: a long one by its first digits.
    pub(crate) fn abbreviated(&self) -> String {
        let text = self.to_string();
        match text.get(..20) {
            Some(start) if text.len() > 40 => format!("{start}… ({} characters)", text.len()),
            _ => text,
        }
    }

    /// Returns the mantissa's digits with its sign, and the exponent.
    pub(crate) fn written(&self) -> (String, i64) {
        let exact = self.exact();
        if let Some((mantissa, exponent)) = exact.small() {
            return (mantissa.to_string(), exponent.into());
        }
        match exact.working() {
            Some(decimal) => (decimal.mantissa.to_string(), decimal.exponent),
            None => (if exact.is_negative() { "-Inf" } else { "+Inf" }.to_owned(), 0),
        }
    }
}

/// The number of digits of [`Number::ten_digits`].
const SHORT_DIGITS: u64 = 10;

/// Returns the exponent, or `None` if it does not fit.
fn parse_exponent(text: &str) -> Result<Option<i64>, NumberError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Syntax);
    }
    Ok(text.parse().ok())
}

/// Parses a number: decimal digits with at most one point between or next to them, an optional
/// sign before and an optional exponent after them. An exponent is not expanded, so
/// `1e999999999` is as cheap as `1`.
///
/// ```
/// use serde_hcl::Number;
///
/// assert_eq!("+1.50e2".parse::<Number>(), Ok(Number::from(150)));
/// assert_eq!(".5".parse::<Number>(), "0.5".parse::<Number>());
/// assert!("0x10".parse::<Number>().is_err());
/// ```
///
/// # Errors
/// Returns an error for any other text, such as `inf` or hexadecimal digits, and one of
/// [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) for more than 16,384 significant digits, or
/// an exponent beyond ±2,147,483,647.
impl FromStr for Number {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Ok(Self::parse(text)?)
    }
}

/// Digits and, if there is a fraction, a point with more digits. A number of more than 4,096 digits
/// is written with an exponent. An infinity is `+Inf` or `-Inf`.
///
/// ```
/// use serde_hcl::Number;
///
/// assert_eq!("12.50e-3".parse::<Number>()?.to_string(), "0.0125");
/// assert_eq!("1e999999999".parse::<Number>()?.to_string(), "1e999999999");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Repr::Int(int) = self.0 {
            return write!(f, "{int}");
        }
        match self.to_text(Limits::DEFAULT.digits) {
            Ok(text) => f.write_str(&text),
            Err(_) => {
                let (mantissa, exponent) = self.written();
                write!(f, "{mantissa}e{exponent}")
            }
        }
    }
}
