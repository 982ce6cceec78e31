//! Numbers: exact decimals of any size, and the two infinities.

// First, in the order of their methods in the documentation.
mod text;

mod native;

mod arithmetic;
#[cfg(feature = "bigdecimal-0_4")]
mod bigdecimal;
mod decimal;
#[cfg(feature = "stdlib")]
mod rounding;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::{BigInt, Sign};

use decimal::{Decimal, MAX_DIGITS};

/// A number: an exact decimal of any size, or an infinity. There is no "not a number" and no
/// negative zero.
///
/// Nothing is rounded to binary: `0.1 + 0.2` is `0.3`. A quotient without a finite decimal
/// expansion, such as `1 / 3`, has 155 significant digits. Further operations use 20 more digits,
/// which are not shown, so that `1 / 3 * 3` is 1.
///
/// The operators of Rust compute with numbers. Standard functions, such as `floor`, round them
/// ([`stdlib`](crate::stdlib)).
///
/// Numbers are cheap to make and to clone: small ones do not allocate, and an exponent is not
/// expanded before the digits are needed.
///
/// Implements "Primitive Types" of the information model.
///
/// ```
/// use serde_hcl::Number;
///
/// let (tenth, fifth): (Number, Number) = ("0.1".parse()?, "0.2".parse()?);
/// let sum = (&tenth + &fifth)?;
/// assert_eq!(sum, "0.30".parse()?);
/// assert_eq!(sum.to_string(), "0.3");
/// assert_eq!(u16::try_from(&"1e3".parse::<Number>()?)?, 1000);
/// assert!("1e999999999".parse::<Number>()? > Number::from(u64::MAX));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// Each number that is not inexact has exactly one representation, so that equality and hashing are
/// the derived ones.
// The tag and the exponent fill a whole word, which lets the compiler move numbers by words.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(u32)]
enum Repr {
    /// Every integer that fits.
    Int(i64),
    /// A power of ten, times a mantissa without trailing zeros.
    Scaled(i32, i64),
    /// Any other number.
    Big(Arc<Decimal>),
    /// The rounded result of a division that does not end, or of arithmetic with such a result.
    Inexact(Arc<Inexact>),
    Infinity {
        negative: bool,
    },
}

#[derive(PartialEq, Eq, Hash)]
struct Inexact {
    /// With the hidden digits, for further arithmetic.
    working: Decimal,
    /// Without the hidden digits, for everything else. It is never inexact itself.
    rounded: Number,
}

/// The reason why a text is not a number, or an operation on numbers has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberError {
    /// The text is not a number: decimal digits, at most one point, one sign, one exponent.
    Syntax,
    /// The number has more than 16,384 significant digits, or an exponent beyond ±2,147,483,647.
    TooLarge,
    /// The operation has no result: a remainder of a division by zero, zero divided by zero, or two
    /// infinities that cancel out.
    Undefined,
    /// The given float is NaN.
    NotANumber,
    /// The number is not an integer within the range of the type.
    OutOfRange,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "a number is required",
            Self::TooLarge => "the number has too many digits, or its exponent is out of range",
            Self::Undefined => "the result is not a number",
            Self::NotANumber => "NaN is not a number",
            Self::OutOfRange => "the number is not an integer within the range of the type",
        })
    }
}

impl Number {
    /// Returns the number of machine words of its digits, beyond the first ones.
    #[inline]
    pub(crate) fn words(&self) -> u64 {
        self.long().map_or(0, |decimal| decimal.digits / 19)
    }

    /// Returns the integer, if the number is one and has no other digits, kept or dropped.
    #[inline]
    pub(crate) fn as_word(&self) -> Option<i64> {
        let Repr::Int(int) = self.0 else { return None };
        Some(int)
    }

    /// Returns whether its digits take more than a word.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.long().is_some()
    }

    /// Returns whether arithmetic on two such numbers takes only a few words.
    #[inline]
    pub(crate) fn is_short(&self) -> bool {
        match self.0 {
            Repr::Int(_) | Repr::Infinity { .. } => true,
            Repr::Scaled(exponent, _) => exponent.unsigned_abs() <= 38,
            Repr::Big(_) | Repr::Inexact(_) => false,
        }
    }

    /// Returns the number of parts of a value that its digits count as, beyond the first ones.
    /// Comparing or writing a number takes more time than its number of digits.
    #[inline]
    pub(crate) fn parts(&self) -> u64 {
        let words = self.words();
        words + words * words / 256
    }

    /// Returns the cost of an operation with another number, in parts of values: one for some
    /// thirty pairs of words. Numbers of few digits cost nothing.
    #[inline]
    pub(crate) fn work(&self, other: &Self) -> u64 {
        let words = self.words() + other.words();
        words * words / 32
    }

    /// Returns the cost of making the number from its digits, in parts of values. Those of an
    /// inexact number are rounded twice.
    pub(crate) fn copy_work(&self) -> u64 {
        self.words() + if self.is_inexact() { 64 } else { 0 }
    }

    /// Returns the cost of a sum, in parts of values. The digits of both numbers are aligned.
    pub(crate) fn sum_work(&self, other: &Self) -> u64 {
        let top = |number: &Self| number.exponent().saturating_add(19 * (number.words() as i64 + 1));
        let bottom = self.exponent().min(other.exponent());
        let digits = top(self).max(top(other)).saturating_sub(bottom).unsigned_abs();
        // A sum with more digits is an error, or is rounded first.
        let words = if digits <= MAX_DIGITS + 38 { digits / 19 } else { 0 };
        self.work(other).max(words * words / 24)
    }

    /// Returns the cost of a quotient, in parts of values. It has up to as many digits as a number
    /// can have.
    pub(crate) fn quotient_work(&self, divisor: &Self) -> u64 {
        let digits = if self.is_long() || divisor.is_long() { 160 } else { 0 };
        2 * self.work(divisor) + digits
    }

    /// Returns the cost of a remainder, in parts of values. The remainder of a number with a large
    /// exponent is computed from a power, in a step for each bit of the exponent.
    pub(crate) fn remainder_work(&self, divisor: &Self) -> u64 {
        let gap = self.exponent().saturating_sub(divisor.exponent()).max(0);
        let steps = u64::from(i64::BITS - gap.leading_zeros());
        let words = divisor.words();
        if words == 0 {
            return self.work(divisor) + steps * 12;
        }
        self.work(divisor) * 8 + steps * (words * words + 300)
    }

    /// Returns the maximum number of zeros of its text that are not among its digits.
    pub(crate) fn zeros(&self) -> u64 {
        self.exponent().unsigned_abs()
    }

    /// Returns the power of ten of its last digit.
    fn exponent(&self) -> i64 {
        let exact = self.exact();
        match exact.long() {
            Some(decimal) => decimal.exponent,
            None => exact.small().map_or(0, |(_, exponent)| i64::from(exponent)),
        }
    }

    /// Greater than every other number.
    pub const INFINITY: Self = Self(Repr::Infinity { negative: false });
    /// Less than every other number.
    pub const NEG_INFINITY: Self = Self(Repr::Infinity { negative: true });
    /// Zero.
    pub const ZERO: Self = Self(Repr::Int(0));

    /// Creates a number from a mantissa and a power of ten, in the smallest representation.
    fn from_parts(mantissa: i128, mut exponent: i64) -> Result<Self, NumberError> {
        let Ok(mut mantissa) = i64::try_from(mantissa) else {
            return Self::from_decimal(Decimal::new(BigInt::from(mantissa), exponent)?);
        };
        while exponent != 0 && mantissa % 10 == 0 {
            if mantissa == 0 {
                return Ok(Self::ZERO);
            }
            (mantissa, exponent) = (mantissa / 10, exponent + 1);
        }
        Self::scaled(exponent, mantissa)
    }

    fn from_decimal(decimal: Decimal) -> Result<Self, NumberError> {
        match i64::try_from(&decimal.mantissa) {
            Ok(mantissa) => Self::scaled(decimal.exponent, mantissa),
            Err(_) => Ok(Self(Repr::Big(Arc::new(decimal)))),
        }
    }

    /// Creates a number from a mantissa without trailing zeros and its exponent.
    fn scaled(exponent: i64, mantissa: i64) -> Result<Self, NumberError> {
        let power = u32::try_from(exponent).ok().and_then(|exponent| 10_i64.checked_pow(exponent));
        if let Some(int) = power.and_then(|power| mantissa.checked_mul(power)) {
            return Ok(Self(Repr::Int(int)));
        }
        match i32::try_from(exponent) {
            Ok(i32::MIN) | Err(_) => Err(NumberError::TooLarge),
            Ok(exponent) => Ok(Self(Repr::Scaled(exponent, mantissa))),
        }
    }

    /// Returns the number without the hidden digits, for all operations but arithmetic.
    fn exact(&self) -> &Self {
        let Repr::Inexact(inexact) = &self.0 else { return self };
        &inexact.rounded
    }

    /// Returns the mantissa and the exponent, with the hidden digits; `None` for the infinities.
    fn working(&self) -> Option<Decimal> {
        match &self.0 {
            Repr::Int(int) => Decimal::new(BigInt::from(*int), 0).ok(),
            Repr::Scaled(exponent, mantissa) => {
                Some(Decimal::normal(BigInt::from(*mantissa), i64::from(*exponent)))
            }
            _ => self.long().cloned(),
        }
    }

    /// Returns the digits of a number that is not small, with the hidden ones.
    #[inline]
    fn long(&self) -> Option<&Decimal> {
        match &self.0 {
            Repr::Big(decimal) => Some(decimal),
            Repr::Inexact(inexact) => Some(&inexact.working),
            _ => None,
        }
    }

    fn is_inexact(&self) -> bool {
        matches!(self.0, Repr::Inexact(_))
    }

    /// Returns whether it is neither infinity.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert!(Number::from(1).is_finite() && !Number::INFINITY.is_finite());
    /// ```
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Infinity { .. })
    }

    /// Returns whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Returns whether it is less than zero.
    pub(crate) fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// Returns whether it is finite and has no fractional part.
    pub(crate) fn is_integer(&self) -> bool {
        self.is_finite() && self.exponent() >= 0
    }

    /// Compares the number with zero.
    pub(crate) fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Int(mantissa) | Repr::Scaled(_, mantissa) => mantissa.cmp(&0),
            Repr::Infinity { negative } => {
                if *negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            _ => self.long().map_or(Ordering::Equal, |decimal| decimal.mantissa.sign().cmp(&Sign::NoSign)),
        }
    }
}

/// Numerical equality: `1.0` equals `1`.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.exact().0 == other.exact().0
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.exact().0.hash(state);
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0) {
            return left.cmp(right);
        }
        let (left, right) = (self.exact(), other.exact());
        if let (Some(left), Some(right)) = (left.small(), right.small()) {
            return cmp_small(left, right);
        }
        left.sign().cmp(&right.sign()).then_with(|| {
            let magnitude = match (left.working(), right.working()) {
                (Some(left), Some(right)) => left.cmp_magnitude(&right),
                (left, right) => right.is_some().cmp(&left.is_some()),
            };
            if left.is_negative() { magnitude.reverse() } else { magnitude }
        })
    }
}

/// Compares numbers of a small mantissa and an exponent.
fn cmp_small((left, left_exponent): (i64, i32), (right, right_exponent): (i64, i32)) -> Ordering {
    let (left, right) = (i128::from(left), i128::from(right));
    let lift = |mantissa: i128, gap: u32| {
        // By more than this, every mantissa but zero becomes greater than all others.
        const MAX_GAP: u32 = 19;
        mantissa * 10_i128.pow(gap.min(MAX_GAP))
    };
    match left_exponent.cmp(&right_exponent) {
        Ordering::Less => left.cmp(&lift(right, left_exponent.abs_diff(right_exponent))),
        Ordering::Equal => left.cmp(&right),
        Ordering::Greater => lift(left, left_exponent.abs_diff(right_exponent)).cmp(&right),
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

/// Like [`Display`](fmt::Display).
impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
