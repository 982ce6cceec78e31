//! Arithmetic on numbers: the small case in machine integers, the rest in decimals.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};
use std::sync::Arc;

use super::decimal::{Decimal, MAX_DIGITS, SIGNIFICANT_DIGITS, WORKING_DIGITS};
use super::{Inexact, Number, NumberError, Repr};
use crate::value::ValueError;

type Result<T> = std::result::Result<T, NumberError>;

impl Number {
    /// Returns the sum.
    pub(crate) fn sum(&self, other: &Self) -> Result<Self> {
        if let Some(sum) = self.with_integer(other, i64::checked_add) {
            return Ok(sum);
        }
        if let (Some((left, le)), Some((right, re))) = (self.small(), other.small()) {
            let bottom = le.min(re);
            let align = |mantissa: i64, exponent: i32| match (exponent.abs_diff(bottom), i128::from(mantissa))
            {
                (0, mantissa) => Some(mantissa),
                // The power fits a word, which is faster.
                (gap @ ..19, mantissa) => Some(mantissa * i128::from(10_i64.pow(gap))),
                (gap, mantissa) => mantissa.checked_mul(10_i128.checked_pow(gap)?),
            };
            let sum = align(left, le).zip(align(right, re)).and_then(|(left, right)| left.checked_add(right));
            if let Some(sum) = sum {
                return Self::from_parts(sum, bottom.into());
            }
        }
        let (left, right) = match (self.working(), other.working()) {
            (None, None) if self != other => return Err(NumberError::Undefined),
            (None, _) => return Ok(self.clone()),
            (_, None) => return Ok(other.clone()),
            (Some(left), Some(right)) => (left, right),
        };
        let inexact = self.is_inexact() || other.is_inexact();
        match left.add(&right)? {
            Some(sum) => finish(sum, inexact),
            // One operand is smaller than the last digit of the other.
            None if inexact => finish(if left.top() > right.top() { left } else { right }, true),
            None => Err(NumberError::TooLarge),
        }
    }

    /// Returns the difference.
    pub(crate) fn subtract(&self, other: &Self) -> Result<Self> {
        self.sum(&other.negate())
    }

    /// Returns the product.
    pub(crate) fn multiply(&self, other: &Self) -> Result<Self> {
        if let Some(product) = self.with_integer(other, i64::checked_mul) {
            return Ok(product);
        }
        if let (Some((left, le)), Some((right, re))) = (self.small(), other.small()) {
            return Self::from_parts(i128::from(left) * i128::from(right), i64::from(le) + i64::from(re));
        }
        let (Some(mut left), Some(mut right)) = (self.working(), other.working()) else {
            return infinite(self.sign(), other.sign());
        };
        let inexact = self.is_inexact() || other.is_inexact();
        if inexact {
            left = left.rounded(WORKING_DIGITS)?;
            right = right.rounded(WORKING_DIGITS)?;
        }
        finish(left.multiply(&right)?, inexact)
    }

    /// Returns the quotient.
    pub(crate) fn divide(&self, other: &Self) -> Result<Self> {
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && left.checked_rem(*right) == Some(0)
        {
            return Self::from_parts(i128::from(*left) / i128::from(*right), 0);
        }
        let (left, right) = match (self.working(), other.working()) {
            (None, None) => return Err(NumberError::Undefined),
            (Some(_), None) => return Ok(Self::ZERO),
            // HCL has no negative zero, so the sign of the divisor does not matter.
            (_, Some(right)) if right.is_zero() => return infinite(self.sign(), Ordering::Greater),
            (None, Some(_)) => return infinite(self.sign(), other.sign()),
            (Some(left), Some(right)) => (left, right),
        };
        let (quotient, exact) = left.divide(&right)?;
        finish(quotient, !exact || self.is_inexact() || other.is_inexact())
    }

    /// Returns the remainder.
    pub(crate) fn remainder(&self, other: &Self) -> Result<Self> {
        if let Some(rest) = self.with_integer(other, i64::checked_rem) {
            return Ok(rest);
        }
        if other.is_zero() {
            return Err(NumberError::Undefined);
        }
        // Inexact numbers have hidden digits, which must not appear in the remainder of a whole
        // multiple.
        match (self.exact().working(), other.exact().working()) {
            (Some(left), Some(right)) => {
                finish(left.remainder(&right)?, self.is_inexact() || other.is_inexact())
            }
            _ => infinite(self.sign(), other.sign()),
        }
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub(crate) fn negate(&self) -> Self {
        match &self.0 {
            Repr::Int(int) if *int != i64::MIN => Self(Repr::Int(-int)),
            Repr::Scaled(exponent, mantissa) if *mantissa != i64::MIN => {
                Self(Repr::Scaled(*exponent, -mantissa))
            }
            Repr::Infinity { negative } => Self(Repr::Infinity { negative: !negative }),
            _ => {
                let negated = self.working().map(|mut decimal| {
                    decimal.mantissa = -decimal.mantissa;
                    finish(decimal, self.is_inexact())
                });
                // Changing the sign changes neither digits nor exponent, so it cannot fail.
                negated.and_then(Result::ok).unwrap_or_default()
            }
        }
    }

    /// Returns the result of an operation on machine integers: nearly all there are.
    fn with_integer(&self, other: &Self, operation: fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0) else { return None };
        operation(*left, *right).map(|int| Self(Repr::Int(int)))
    }

    /// Returns the parts, where the mantissa is small and exact.
    pub(super) fn small(&self) -> Option<(i64, i32)> {
        match self.0 {
            Repr::Int(int) => Some((int, 0)),
            Repr::Scaled(exponent, mantissa) => Some((mantissa, exponent)),
            _ => None,
        }
    }
}

fn finish(result: Decimal, inexact: bool) -> Result<Number> {
    if inexact {
        let working = result.rounded(WORKING_DIGITS)?;
        let rounded = Number::from_decimal(working.rounded(SIGNIFICANT_DIGITS)?)?;
        return Ok(Number(Repr::Inexact(Arc::new(Inexact { working, rounded }))));
    }
    if result.digits > MAX_DIGITS {
        return Err(NumberError::TooLarge);
    }
    Number::from_decimal(result)
}

/// Returns the infinity whose sign is the product of two signs; a zero makes it undefined.
fn infinite(left: Ordering, right: Ordering) -> Result<Number> {
    match (left, right) {
        (Ordering::Equal, _) | (_, Ordering::Equal) => Err(NumberError::Undefined),
        (left, right) if left == right => Ok(Number::INFINITY),
        _ => Ok(Number::NEG_INFINITY),
    }
}

macro_rules! operators {
    ($($(#[$doc:meta])+ $trait:ident $method:ident: $operation:ident;)+) => {
        $(
            $(#[$doc])+
            impl $trait for &Number {
                type Output = std::result::Result<Number, ValueError>;

                fn $method(self, other: Self) -> Self::Output {
                    Ok(self.$operation(other)?)
                }
            }
        )+
    };
}

operators! {
    /// The sum. `∞ + -∞` is an error, and so is an exact sum of more than 16,384 significant
    /// digits, as that of `1e20000` and `1`.
    Add add: sum;
    /// The difference, with the same errors as a sum.
    Sub sub: subtract;
    /// The product. `0 * ∞` is an error, and so is an exact product of more than 16,384 significant
    /// digits or with an exponent beyond ±2,147,483,647.
    Mul mul: multiply;
    /// The quotient. It is exact if its decimal expansion is finite, and otherwise has at least 155
    /// significant digits, rounded half to even. `1 / 0` is `∞`, and `-1 / 0` is `-∞`. `0 / 0` and
    /// `∞ / ∞` are errors, and so is an exponent beyond ±2,147,483,647.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let (one, three) = (Number::from(1), Number::from(3));
    /// let third = (&one / &three)?;
    /// assert_eq!(third.to_string().len(), "0.".len() + 155);
    /// assert_eq!((&third * &three)?, one);
    /// assert_eq!((&one / &Number::ZERO)?, Number::INFINITY);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    Div div: divide;
    /// The remainder `a - b * trunc(a / b)`, which has the sign of `a`. If `a` or `b` is an
    /// infinity, the result is the infinity with the sign of `a * b`. `x % 0`, `0 % ∞` and `∞ % 0`
    /// are errors.
    Rem rem: remainder;
}

/// The number with the other sign.
impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        self.negate()
    }
}
