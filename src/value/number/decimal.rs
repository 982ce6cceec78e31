//! Decimals of any size: an integer times a power of ten, and exact arithmetic on them.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use super::NumberError;

/// The number of significant digits an exact result may have. Four times the default limit on a
/// number's text, so that every number that can be written down can also be multiplied by another
/// one.
pub(super) const MAX_DIGITS: u64 = 16_384;

/// The number of significant digits of a result whose decimal expansion does not end or is too
/// long. These are [`SIGNIFICANT_DIGITS`] and some more, so that the errors of many operations do
/// not show.
pub(super) const WORKING_DIGITS: u64 = 175;

/// The number of significant digits that count in such a result: in comparisons, in text, in
/// conversions.
pub(super) const SIGNIFICANT_DIGITS: u64 = 155;

/// The largest magnitude of an exponent. The Go implementation has about the same range, and sums
/// of a few exponents cannot overflow.
const MAX_EXPONENT: u64 = i32::MAX as u64;

/// `mantissa` times ten to the power of `exponent`.
///
/// The mantissa never ends in a zero digit, and zero has the exponent 0, so equal numbers have
/// equal fields.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    pub(super) mantissa: BigInt,
    pub(super) exponent: i64,
    /// The number of decimal digits of the mantissa; 0 for zero.
    pub(super) digits: u64,
}

impl Decimal {
    /// Brings any pair into the one normal form. 1200 with the exponent 0 becomes 12 with the
    /// exponent 2.
    pub(super) fn new(mut mantissa: BigInt, exponent: i64) -> Result<Self, NumberError> {
        if mantissa.sign() == Sign::NoSign {
            return Ok(Self::default());
        }
        // A number with trailing decimal zeros is even, which is cheap to check.
        let may_end_in_zero = !mantissa.bit(0) && (&mantissa % 10_u8).sign() == Sign::NoSign;
        let zeros = if may_end_in_zero { divide_out(&mut mantissa, &BigInt::from(10), 1) } else { 0 };
        match exponent.checked_add_unsigned(zeros) {
            Some(exponent) if exponent.unsigned_abs() <= MAX_EXPONENT => Ok(Self::normal(mantissa, exponent)),
            _ => Err(NumberError::TooLarge),
        }
    }

    /// Creates a number from a mantissa without trailing zeros.
    pub(super) fn normal(mantissa: BigInt, exponent: i64) -> Self {
        Self { digits: count_digits(&mantissa), mantissa, exponent }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits == 0
    }

    /// Returns the exponent of the first digit, counted so that 1 to 9 have 1. Not meaningful for
    /// zero. That of 250 is 3.
    pub(super) fn top(&self) -> i64 {
        self.exponent + self.digits as i64
    }

    /// Returns the mantissa at a smaller exponent. The caller has made sure that the difference is
    /// reasonable.
    fn mantissa_at(&self, exponent: i64) -> BigInt {
        match (self.exponent - exponent).unsigned_abs() {
            0 => self.mantissa.clone(),
            zeros => &self.mantissa * power_of_ten(zeros),
        }
    }

    /// Returns the sum, or `None` if it has more than [`MAX_DIGITS`] digits.
    pub(super) fn add(&self, other: &Self) -> Result<Option<Self>, NumberError> {
        if self.is_zero() || other.is_zero() {
            return Ok(Some(if self.is_zero() { other } else { self }.clone()));
        }
        let bottom = self.exponent.min(other.exponent);
        if (self.top().max(other.top()) - bottom).unsigned_abs() > MAX_DIGITS {
            return Ok(None);
        }
        Self::new(self.mantissa_at(bottom) + other.mantissa_at(bottom), bottom).map(Some)
    }

    /// Returns the product.
    pub(super) fn multiply(&self, other: &Self) -> Result<Self, NumberError> {
        if self.digits + other.digits > MAX_DIGITS {
            return Err(NumberError::TooLarge);
        }
        Self::new(&self.mantissa * &other.mantissa, self.exponent + other.exponent)
    }

    /// Returns the quotient and whether it is exact; otherwise it is rounded to [`WORKING_DIGITS`].
    /// The divisor is not zero.
    pub(super) fn divide(&self, divisor: &Self) -> Result<(Self, bool), NumberError> {
        if self.is_zero() {
            return Ok((Self::default(), true));
        }
        let exponent = self.exponent - divisor.exponent;
        if let Some((mantissa, places)) = exact_quotient(&self.mantissa, &divisor.mantissa) {
            let quotient = Self::new(mantissa, exponent - places)?;
            if quotient.digits <= MAX_DIGITS {
                return Ok((quotient, true));
            }
        }
        let places = (WORKING_DIGITS + 1 + divisor.digits).saturating_sub(self.digits);
        let dividend = &self.mantissa * power_of_ten(places);
        let quotient = &dividend / &divisor.mantissa;
        // A nonzero digit replaces all digits that were cut off, so that rounding takes them into
        // account.
        let rest = dividend - &quotient * &divisor.mantissa;
        let sticky = one(rest.sign() * divisor.mantissa.sign());
        let quotient = Self::new(quotient * 10_u8 + sticky, exponent - places as i64 - 1)?;
        Ok((quotient.rounded(WORKING_DIGITS)?, false))
    }

    /// Returns the remainder of a division by `divisor`, which is not zero. It has the sign of
    /// `self`, is always exact and never longer than the operands.
    pub(super) fn remainder(&self, divisor: &Self) -> Result<Self, NumberError> {
        if self.is_zero() || self.cmp_magnitude(divisor) == Ordering::Less {
            return Ok(self.clone());
        }
        if self.exponent <= divisor.exponent {
            // The divisor is at most as large as `self`, so it has fewer trailing zeros than `self`
            // has digits.
            let divisor = divisor.mantissa_at(self.exponent);
            return Self::new(&self.mantissa % divisor, self.exponent);
        }
        let zeros = BigInt::from(self.exponent - divisor.exponent);
        let modulus = BigInt::from(divisor.mantissa.magnitude().clone());
        let power = BigInt::from(10).modpow(&zeros, &modulus);
        Self::new((&self.mantissa * power) % modulus, divisor.exponent)
    }

    /// Returns the nearest number with this many significant digits; of two equally near ones, the
    /// even one.
    pub(super) fn rounded(&self, digits: u64) -> Result<Self, NumberError> {
        self.rounded_at(self.exponent + self.digits.saturating_sub(digits) as i64)
    }

    /// Returns the nearest multiple of this power of ten; of two equally near ones, the even one.
    pub(super) fn rounded_at(&self, exponent: i64) -> Result<Self, NumberError> {
        let Some(cut @ 1..) = exponent.checked_sub(self.exponent) else { return Ok(self.clone()) };
        if cut as u64 > self.digits {
            return Ok(Self::default());
        }
        Self::new(divide_to_nearest(&self.mantissa, &power_of_ten(cut as u64)), exponent)
    }

    /// Compares the numbers without their signs.
    pub(super) fn cmp_magnitude(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return self.digits.cmp(&other.digits);
        }
        self.top().cmp(&other.top()).then_with(|| {
            // The first digits have the same position, so the exponents differ by a number of
            // digits.
            if self.exponent == other.exponent {
                return self.mantissa.magnitude().cmp(other.mantissa.magnitude());
            }
            let bottom = self.exponent.min(other.exponent);
            self.mantissa_at(bottom).magnitude().cmp(other.mantissa_at(bottom).magnitude())
        })
    }
}

/// Returns one with a sign, or zero.
fn one(sign: Sign) -> BigInt {
    BigInt::from_biguint(sign, 1_u8.into())
}

/// Returns ten to a power that the caller has bounded by a number of digits.
pub(super) fn power_of_ten(exponent: u64) -> BigInt {
    match u32::try_from(exponent) {
        Ok(exponent) if exponent < 20 => BigInt::from(10_u64.pow(exponent)),
        Ok(exponent) => BigInt::from(10).pow(exponent),
        Err(_) => unreachable!("exponents are bounded by the number of digits"),
    }
}

fn count_digits(mantissa: &BigInt) -> u64 {
    if let Ok(small) = i128::try_from(mantissa) {
        return u64::from(small.unsigned_abs().checked_ilog10().map_or(0, |log| log + 1));
    }
    // log10(2) is rounded down, so ten to this power is at most the mantissa. Of the next two
    // powers, at most one is.
    let estimate = (mantissa.bits() - 1).saturating_mul(30_102_999_566) / 100_000_000_000;
    let next = power_of_ten(estimate + 1);
    estimate + 1 + u64::from(mantissa.magnitude() >= next.magnitude())
}

/// Divides by a power of a base as often as it divides evenly. Returns the number of divisions by
/// the base. The power is squared until it does not divide, so that there are few divisions by
/// powers of many digits.
fn divide_out(number: &mut BigInt, power: &BigInt, times: u64) -> u64 {
    let divide = |number: &mut BigInt| {
        let divides = number.bits() >= power.bits() && (&*number % power).sign() == Sign::NoSign;
        if divides {
            *number /= power;
        }
        if divides { times } else { 0 }
    };
    match divide(number) {
        0 => 0,
        _ => times + divide_out(number, &(power * power), 2 * times) + divide(number),
    }
}

/// Returns the quotient as a mantissa and the number of digits after the point, if it is finite.
fn exact_quotient(dividend: &BigInt, divisor: &BigInt) -> Option<(BigInt, i64)> {
    let twos = divisor.trailing_zeros().unwrap_or(0);
    let mut rest = divisor >> twos;
    let fives = divide_out(&mut rest, &BigInt::from(5), 1);
    let whole = dividend / &rest;
    if &whole * &rest != *dividend {
        return None;
    }
    let places = twos.max(fives);
    if places > MAX_DIGITS {
        return None;
    }
    let by_fives = BigInt::from(5).pow(u32::try_from(places - fives).ok()?);
    Some(((whole << (places - twos)) * by_fives, places as i64))
}

/// Divides integers and rounds to the nearest, ties to even; the divisor is positive.
fn divide_to_nearest(dividend: &BigInt, divisor: &BigInt) -> BigInt {
    let quotient = dividend / divisor;
    let rest = dividend - &quotient * divisor;
    let twice = rest.magnitude() << 1_u8;
    let is_away = match twice.cmp(divisor.magnitude()) {
        Ordering::Equal => quotient.bit(0),
        order => order.is_gt(),
    };
    if is_away { quotient + one(dividend.sign()) } else { quotient }
}
