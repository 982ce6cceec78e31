//! Numbers from and to those of the `bigdecimal` crate.

use bigdecimal::BigDecimal;

use super::decimal::Decimal;
use super::{Number, NumberError};

impl TryFrom<BigDecimal> for Number {
    type Error = NumberError;

    /// # Errors
    /// Returns [`NumberError::TooLarge`] if the scale is too large for an exponent.
    fn try_from(decimal: BigDecimal) -> Result<Self, NumberError> {
        let (mantissa, scale) = decimal.into_bigint_and_scale();
        Self::from_decimal(Decimal::new(mantissa, scale.checked_neg().ok_or(NumberError::TooLarge)?)?)
    }
}

impl Number {
    /// Returns the number as a decimal of the `bigdecimal` crate, at full precision; `None` for the
    /// infinities.
    pub fn to_decimal(&self) -> Option<BigDecimal> {
        let decimal = self.exact().working()?;
        Some(BigDecimal::new(decimal.mantissa, -decimal.exponent))
    }
}
