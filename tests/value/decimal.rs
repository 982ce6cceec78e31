//! Conversion from and to `bigdecimal::BigDecimal`, and arithmetic compared with that of the crate
//! `bigdecimal`.

use bigdecimal::{BigDecimal, RoundingMode};
use proptest::prelude::*;
use serde_hcl::{Number, stdlib};

use crate::number::number;
use test_support::functions::rounded;

#[test]
fn decimals_of_the_crate_convert_to_numbers() {
    assert_eq!(Number::try_from(BigDecimal::from(5) / 2), Ok(number("2.5")));
    assert!(BigDecimal::try_from(&Number::INFINITY).is_err());
}

fn decimal(number: &Number) -> BigDecimal {
    BigDecimal::try_from(number).expect("it is finite")
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
        prop_assert_eq!(decimal(&a), x.clone());
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a == b, x == y);
        prop_assert_eq!((&a + &b).map(|sum| decimal(&sum)), Ok(&x + &y));
        prop_assert_eq!((&a - &b).map(|difference| decimal(&difference)), Ok(&x - &y));
        prop_assert_eq!((&a * &b).map(|product| decimal(&product)), Ok(&x * &y));
        prop_assert_eq!(decimal(&-&a), -&x);
        prop_assert_eq!(decimal(&rounded("floor", &a)), x.with_scale_round(0, RoundingMode::Floor));
        prop_assert_eq!(decimal(&rounded("ceil", &a)), x.with_scale_round(0, RoundingMode::Ceiling));
    }

    #[test]
    fn rounding_agrees_with_bigdecimal((a, x) in decimals(), places in 0..80_i64) {
        let rounded = x.with_scale_round(places, RoundingMode::HalfEven);
        let format = stdlib::function("format").expect("it is a standard function");
        let text = format.call(&[format!("%.{places}f").into(), a.clone().into()]).expect("it has a result");
        let result = number(text.as_str().expect("it is a string"));
        prop_assert_eq!(decimal(&result), rounded, "{} to {} places", a, places);
    }

    #[test]
    fn quotients_and_remainders_agree_with_bigdecimal((a, x) in decimals(), (b, y) in decimals()) {
        prop_assume!(b != Number::ZERO);
        let quotient = (&a / &b).expect("a quotient");
        let rounded = decimal(&quotient);
        let error = (&rounded * &y - &x).abs();
        // Half a unit of the last of 155 digits.
        prop_assert!(error <= x.abs() * BigDecimal::new(5.into(), 155), "{a} / {b} = {quotient}");
        let rest = decimal(&(&a % &b).expect("a remainder"));
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
        prop_assert_eq!(Number::try_from(decimal(&a)), Ok(a));
    }
}
