//! Rounding, for the standard functions.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::Number;
use super::decimal::{Decimal, power_of_ten};

impl Number {
    /// Returns the number without its sign.
    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() { self.negate() } else { self.clone() }
    }

    /// Returns the greatest integer that is at most this number.
    pub(crate) fn floor(&self) -> Self {
        self.to_integer(Ordering::Less, -1)
    }

    /// Returns the least integer that is at least this number.
    pub(crate) fn ceil(&self) -> Self {
        self.to_integer(Ordering::Greater, 1)
    }

    /// Returns the number rounded towards zero to an integer.
    pub(crate) fn trunc(&self) -> Self {
        self.to_integer(Ordering::Equal, 0)
    }

    /// Returns the nearest multiple of `10^-places`, and of two equally near ones that with an even
    /// last digit. A negative number of places rounds to tens, hundreds and so on.
    pub(crate) fn rounded(&self, places: i64) -> Self {
        let exact = self.exact();
        let rounded = exact.working().map(|decimal| decimal.rounded_at(places.saturating_neg()));
        // A number that would be too large by rounding up is near enough to itself.
        rounded.and_then(|decimal| decimal.and_then(Self::from_decimal).ok()).unwrap_or_else(|| exact.clone())
    }

    /// Cuts the fraction off, then takes a step where the number has that sign.
    fn to_integer(&self, sign: Ordering, step: i8) -> Self {
        let exact = self.exact();
        let decimal = if exact.is_integer() { None } else { exact.working() };
        let Some(decimal) = decimal else { return exact.clone() };
        let step = if exact.sign() == sign { step } else { 0 };
        let truncated = match decimal.top() {
            ..=0 => BigInt::ZERO,
            _ => decimal.mantissa / power_of_ten(decimal.exponent.unsigned_abs()),
        };
        let integer = Decimal::new(truncated + step, 0).and_then(Self::from_decimal);
        // An integer part has no more digits than the number itself.
        integer.unwrap_or_default()
    }
}
