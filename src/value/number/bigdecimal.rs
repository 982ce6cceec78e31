//! Numbers from and to those of the `bigdecimal` crate.

use bigdecimal::BigDecimal;

use super::decimal::Decimal;
use super::{Number, NumberError};
use crate::value::ValueError;

impl TryFrom<BigDecimal> for Number {
    type Error = ValueError;

    /// # Errors
    /// Returns an error if the scale is too large for an exponent.
    fn try_from(decimal: BigDecimal) -> Result<Self, ValueError> {
        let (mantissa, scale) = decimal.into_bigint_and_scale();
        let exponent = scale.checked_neg().ok_or(NumberError::TooLarge)?;
        Ok(Self::from_decimal(Decimal::new(mantissa, exponent)?)?)
    }
}

/// The number at full precision.
impl TryFrom<&Number> for BigDecimal {
    type Error = ValueError;

    /// # Errors
    /// Returns an error for an infinity.
    fn try_from(number: &Number) -> Result<Self, ValueError> {
        let decimal = number.exact().working().ok_or("the number is infinite")?;
        Ok(Self::new(decimal.mantissa, -decimal.exponent))
    }
}
