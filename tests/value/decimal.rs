//! Conversion from and to `bigdecimal::BigDecimal`, and arithmetic compared with that of the crate
//! `bigdecimal`.

use bigdecimal::{BigDecimal, RoundingMode};
use proptest::prelude::*;
use serde_hcl::Number;

use crate::number::number;

#[test]
fn decimals_of_the_crate_convert_to_numbers() {
    assert_eq!(Number::try_from(BigDecimal::from(5) / 2), Ok(number("2.5")));
    assert_eq!(Number::INFINITY.to_decimal(), None);
}

fn decimals() -> impl Strategy<Value = (Number, BigDecimal)> {
    let mantissa = prop_oneof![any::<i128>(), any::<i64>().prop_map(i128::from), -1000..1000_i128];
    (mantissa, -40..40_i64).prop_map(|(mantissa, exponent)| {
        (
            number(&format!("{mantissa}e{exponent}")),
            BigDecimal::from(mantissa) * BigDecimal::new(1.into(), -exponent),
        )
    })
}

proptest! {
    #[test]
    fn exact_operations_agree_with_bigdecimal((a, x) in decimals(), (b, y) in decimals()) {
        prop_assert_eq!(a.to_decimal(), Some(x.clone()));
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a == b, x == y);
        prop_assert_eq!(a.add(&b).map(|sum| sum.to_decimal()), Ok(Some(&x + &y)));
        prop_assert_eq!(a.subtract(&b).map(|difference| difference.to_decimal()), Ok(Some(&x - &y)));
        prop_assert_eq!(a.multiply(&b).map(|product| product.to_decimal()), Ok(Some(&x * &y)));
        prop_assert_eq!(a.negate().to_decimal(), Some(-&x));
        prop_assert_eq!(a.floor().to_decimal(), Some(x.with_scale_round(0, RoundingMode::Floor)));
        prop_assert_eq!(a.ceil().to_decimal(), Some(x.with_scale_round(0, RoundingMode::Ceiling)));
        prop_assert_eq!(a.is_integer(), x.is_integer());
    }

    #[test]
    fn rounding_agrees_with_bigdecimal((a, x) in decimals(), places in -80..80_i64) {
        let rounded = x.with_scale_round(places, RoundingMode::HalfEven);
        prop_assert_eq!(a.rounded(places).to_decimal(), Some(rounded), "{} to {} places", a, places);
    }

    #[test]
    fn quotients_and_remainders_agree_with_bigdecimal((a, x) in decimals(), (b, y) in decimals()) {
        prop_assume!(!b.is_zero());
        let quotient = a.divide(&b).expect("a quotient");
        let rounded = quotient.to_decimal().expect("finite");
        let error = (&rounded * &y - &x).abs();
        // Half a unit of the last of 155 digits.
        prop_assert!(error <= x.abs() * BigDecimal::new(5.into(), 155), "{a} / {b} = {quotient}");
        let rest = a.remainder(&b).expect("a remainder").to_decimal().expect("finite");
        let whole = ((&x - &rest) * BigDecimal::from(1)).normalized();
        prop_assert!(rest.abs() < y.abs());
        prop_assert!(rest == 0 || rest.sign() == x.sign());
        // A whole multiple of the divisor, found without an inexact division.
        let (multiple, scale) = whole.as_bigint_and_exponent();
        let (divisor, divisor_scale) = y.as_bigint_and_exponent();
        let common = scale.max(divisor_scale);
        let scaled = |int: &num_bigint::BigInt, from: i64| int * num_bigint::BigInt::from(10).pow((common - from) as u32);
        prop_assert_eq!(scaled(&multiple, scale) % scaled(&divisor, divisor_scale), num_bigint::BigInt::ZERO);
    }

    #[test]
    fn the_text_form_reads_back_as_the_same_number((a, _) in decimals()) {
        prop_assert_eq!(a.to_string().parse::<Number>(), Ok(a.clone()));
        prop_assert_eq!(Number::try_from(a.to_decimal().expect("finite")), Ok(a));
    }
}
