//! Numbers from and to the numbers of Rust.

use std::str::FromStr;

use num_bigint::BigInt;

use super::decimal::{Decimal, power_of_ten};
use super::{Number, NumberError, Repr};
use crate::value::ValueError;

macro_rules! integers {
    ($($ty:ident),*) => {
        $(impl From<$ty> for Number {
            fn from(int: $ty) -> Self {
                i64::try_from(int).map_or_else(|_| Self::from(BigInt::from(int)), |int| Self(Repr::Int(int)))
            }
        })*
    };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! to_integers {
    ($($ty:ident)*) => {
        $(
            /// An integer within the range of the type.
            impl TryFrom<&Number> for $ty {
                type Error = ValueError;

                /// # Errors
                /// Returns an error for any other number.
                fn try_from(number: &Number) -> Result<Self, ValueError> {
                    let int = number.as_i128().and_then(|int| int.try_into().ok());
                    int.ok_or_else(|| NumberError::OutOfRange.into())
                }
            }
        )*
    };
}

to_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize }

/// An integer within the range of the type.
impl TryFrom<&Number> for u128 {
    type Error = ValueError;

    /// # Errors
    /// Returns an error for any other number.
    fn try_from(number: &Number) -> Result<Self, ValueError> {
        number.as_u128().ok_or_else(|| NumberError::OutOfRange.into())
    }
}

impl From<BigInt> for Number {
    fn from(int: BigInt) -> Self {
        // An integer that fits into memory has an exponent within the bounds.
        Decimal::new(int, 0).and_then(Self::from_decimal).unwrap_or_default()
    }
}

macro_rules! floats {
    ($($ty:ty),*) => {
        $(
            /// The shortest decimal that reads back as the same float, so that `0.1` is one tenth.
            impl TryFrom<$ty> for Number {
                type Error = ValueError;

                /// # Errors
                /// Returns an error for NaN.
                fn try_from(float: $ty) -> Result<Self, ValueError> {
                    /// Returns the decimal of a float that has few digits and few of them after the
                    /// point. The benchmark `rule` measures it.
                    fn short_decimal(float: $ty) -> Option<Number> {
                        const POWERS: [$ty; 7] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
                        // All decimals of so few digits are different floats. Mantissa and power
                        // are exact, so their quotient is the float nearest to the decimal.
                        const END: i64 = 10_i64.pow(<$ty>::DIGITS);
                        let half = <$ty>::copysign(0.5, float);
                        for (exponent, power) in (0..).zip(POWERS) {
                            let mantissa = (float * power + half) as i64;
                            if !(-END..END).contains(&mantissa) {
                                return None;
                            }
                            if mantissa as $ty / power == float {
                                let is_integer = exponent == 0;
                                let scaled = || Repr::Scaled(-exponent, mantissa);
                                return Some(Number(if is_integer { Repr::Int(mantissa) } else { scaled() }));
                            }
                        }
                        None
                    }
                    if float.is_nan() {
                        Err(NumberError::NotANumber.into())
                    } else if float.is_infinite() {
                        Ok(if float > 0.0 { Self::INFINITY } else { Self::NEG_INFINITY })
                    } else {
                        short_decimal(float).map_or_else(|| Ok(Self::parse(&format!("{float:e}"))?), Ok)
                    }
                }
            }
        )*
    };
}

floats!(f32, f64);

impl Number {
    /// Returns the number as `i64` if it is an integer in this range.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!("1e3".parse::<Number>()?.as_i64(), Some(1000));
    /// assert_eq!("1.5".parse::<Number>()?.as_i64(), None);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        let Repr::Int(int) = self.exact().0 else { return None };
        Some(int)
    }

    /// Returns the number as `i128` if it is an integer in this range.
    pub(crate) fn as_i128(&self) -> Option<i128> {
        match self.as_i64() {
            Some(int) => Some(i128::from(int)),
            None => i128::try_from(&self.as_big_integer()?).ok(),
        }
    }

    /// Returns the number as `u64` if it is an integer in this range.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128()?.try_into().ok()
    }

    /// Returns the number as `u128` if it is an integer in this range.
    pub(crate) fn as_u128(&self) -> Option<u128> {
        u128::try_from(&self.as_big_integer()?).ok()
    }

    /// Returns the integer, if it has no more than 39 digits, as `u128` and `i128` do.
    fn as_big_integer(&self) -> Option<BigInt> {
        let decimal = self.exact().working()?;
        let fits = decimal.exponent >= 0 && decimal.top() <= 39;
        fits.then(|| decimal.mantissa * power_of_ten(decimal.exponent.unsigned_abs()))
    }

    /// Returns the nearest `f64`; beyond its range an infinity or zero.
    pub(crate) fn to_f64(&self) -> f64 {
        match self.exact().0 {
            Repr::Int(int) => int as f64,
            Repr::Scaled(exponent, mantissa)
                if mantissa.unsigned_abs() < 1 << f64::MANTISSA_DIGITS && (-19..0).contains(&exponent) =>
            {
                // Both operands are exact, so the quotient is the nearest float.
                mantissa as f64 / 10_u64.pow(exponent.unsigned_abs()) as f64
            }
            _ => self.nearest().unwrap_or(f64::NAN),
        }
    }

    /// Returns the nearest `f64`, unless the number is finite and beyond the range of `f64`.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!("0.1".parse::<Number>()?.as_f64(), Some(0.1));
    /// assert_eq!("1e999".parse::<Number>()?.as_f64(), None);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        let float = self.to_f64();
        (float.is_finite() || !self.is_finite()).then_some(float)
    }

    /// Returns the nearest `f32`, unless the number is finite and beyond the range of `f32`.
    pub(crate) fn as_f32(&self) -> Option<f32> {
        let float = match self.exact().0 {
            Repr::Int(int) => int as f32,
            // Converting by way of `f64` would round twice.
            _ => self.nearest().unwrap_or(f32::NAN),
        };
        (float.is_finite() || !self.is_finite()).then_some(float)
    }

    /// Returns the `f64` whose shortest decimal form is exactly this number.
    pub(crate) fn exact_f64(&self) -> Option<f64> {
        let float = self.to_f64();
        Self::try_from(float).is_ok_and(|exact| exact == *self).then_some(float)
    }

    /// Returns the nearest float. The standard library reads any such text, to the nearest one.
    fn nearest<F: FromStr>(&self) -> Option<F> {
        let (mantissa, exponent) = self.written();
        if self.is_finite() { format!("{mantissa}e{exponent}") } else { mantissa }.parse().ok()
    }
}
