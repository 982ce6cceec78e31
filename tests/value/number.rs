//! Numbers: text, arithmetic, order, conversion to the numbers of Rust, and hostile inputs.

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use serde_hcl::Number;
use serde_hcl::value::{ErrorKind, ValueError};

use test_support::functions::rounded;
use test_support::rows::check_each;

pub fn number(text: &str) -> Number {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The result, or the kind of its error.
fn result<T>(result: Result<T, ValueError>) -> Result<T, ErrorKind> {
    result.map_err(|error| error.kind())
}

#[test]
fn numbers_have_a_decimal_text_form() {
    let cases = [
        ("0", "0"),
        ("-0", "0"),
        ("+1", "1"),
        ("007", "7"),
        ("1.", "1"),
        (".5", "0.5"),
        ("-.5", "-0.5"),
        ("1.500", "1.5"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("1.e3", "1000"),
        ("12.5e-3", "0.0125"),
        ("125e-3", "0.125"),
        ("-125e-2", "-1.25"),
        ("0e999999999999999999999", "0"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("9223372036854775808", "9223372036854775808"),
        ("123456789012345678901234567890.0123", "123456789012345678901234567890.0123"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("92233720368547758080", "92233720368547758080"),
        ("0.1000", "0.1"),
    ];
    for (input, want) in cases {
        assert_eq!(number(input).to_string(), want, "{input}");
    }
}

#[test]
fn texts_that_are_not_numbers_are_refused() {
    let cases = [
        "", "+", "-", ".", "e3", "1e", "1e+", "--1", "+-1", "1..2", "1.2.3", "1e2e3", "1e2.5", " 1", "1 ",
        "1_000", "0x10", "inf", "Inf", "-inf", "nan", "NaN", "1p4", "٣", "１", "1,5", "1e٣",
    ];
    for input in cases {
        assert_eq!(result(input.parse::<Number>()), Err(ErrorKind::Type), "{input:?}");
    }
}

#[test]
fn arithmetic_is_exact() {
    let cases = [
        ("0.1", '+', "0.2", "0.3"),
        ("1", '-', "1.0", "0"),
        ("9223372036854775807", '+', "1", "9223372036854775808"),
        ("-9223372036854775808", '-', "1", "-9223372036854775809"),
        ("9223372036854775807", '*', "9223372036854775807", "85070591730234615847396907784232501249"),
        ("1e-30", '+', "1e30", "1000000000000000000000000000000.000000000000000000000000000001"),
        ("1.5", '*', "2", "3"),
        ("0", '*', "1e999", "0"),
        ("1", '/', "8", "0.125"),
        ("10", '/', "2", "5"),
        ("-7", '/', "2", "-3.5"),
        ("1e3", '/', "1e-3", "1000000"),
        ("-9223372036854775808", '/', "-1", "9223372036854775808"),
        ("7", '%', "3", "1"),
        ("-7", '%', "3", "-1"),
        ("7", '%', "-3", "1"),
        ("5.5", '%', "0.1", "0"),
        ("7.5", '%', "2", "1.5"),
        ("-9223372036854775808", '%', "-1", "0"),
        ("1e30", '%', "7", "1"),
        ("1", '%', "1e30", "1"),
        ("1e999999999", '%', "7", "6"),
    ];
    for (left, operator, right, want) in cases {
        let got = calculate(&number(left), operator, &number(right)).map(|number| number.to_string());
        assert_eq!(got.as_deref(), Ok(want), "{left} {operator} {right}");
    }
}

fn calculate(left: &Number, operator: char, right: &Number) -> Result<Number, ErrorKind> {
    result(match operator {
        '+' => left + right,
        '-' => left - right,
        '*' => left * right,
        '/' => left / right,
        '%' => left % right,
        _ => panic!("no operator {operator}"),
    })
}

#[test]
fn infinities_and_zeros_have_results_or_errors() {
    let infinity = Number::INFINITY;
    let negative = Number::NEG_INFINITY;
    let (zero, one) = (Number::ZERO, number("1"));
    let cases = [
        (&one, '/', &zero, Ok(&infinity)),
        (&number("-1"), '/', &zero, Ok(&negative)),
        (&infinity, '/', &zero, Ok(&infinity)),
        (&negative, '/', &number("-2"), Ok(&infinity)),
        (&one, '/', &infinity, Ok(&zero)),
        (&zero, '/', &zero, Err(ErrorKind::Domain)),
        (&infinity, '/', &negative, Err(ErrorKind::Domain)),
        (&infinity, '+', &one, Ok(&infinity)),
        (&infinity, '+', &infinity, Ok(&infinity)),
        (&infinity, '-', &infinity, Err(ErrorKind::Domain)),
        (&infinity, '+', &negative, Err(ErrorKind::Domain)),
        (&infinity, '*', &negative, Ok(&negative)),
        (&infinity, '*', &zero, Err(ErrorKind::Domain)),
        (&one, '%', &zero, Err(ErrorKind::Domain)),
        (&number("1.5"), '%', &zero, Err(ErrorKind::Domain)),
        (&infinity, '%', &zero, Err(ErrorKind::Domain)),
        (&one, '%', &infinity, Ok(&infinity)),
        (&infinity, '%', &number("-3"), Ok(&negative)),
    ];
    for (left, operator, right, want) in cases {
        assert_eq!(
            calculate(left, operator, right).as_ref(),
            want.as_ref().copied(),
            "{left} {operator} {right}"
        );
    }
    assert!(negative < number("-1e999999999") && number("1e999999999") < infinity);
    assert_eq!(-&infinity, negative);
    assert_eq!((infinity.to_string(), negative.to_string()), ("+Inf".to_owned(), "-Inf".to_owned()));
}

#[test]
fn divisions_without_an_end_keep_155_digits_and_come_back() {
    let third = (&number("1") / &number("3")).expect("a third");
    assert_eq!(third.to_string(), format!("0.{}", "3".repeat(155)));
    let two_thirds = (&number("-2") / &number("3")).expect("two thirds");
    assert_eq!(two_thirds.to_string(), format!("-0.{}7", "6".repeat(154)));
    let one = number("1");
    for divisor in ["3", "7", "9", "49", "0.3", "1e30", "123456789", "-11"] {
        let divisor = number(divisor);
        let quotient = (&one / &divisor).expect("a quotient");
        assert_eq!(&quotient * &divisor, Ok(one.clone()), "1 / {divisor} * {divisor}");
        assert_eq!(quotient, -&-&quotient);
    }
    let sum = (&third + &third).and_then(|sum| &sum + &third).expect("a sum");
    assert_eq!(sum, one);
    assert_eq!(sum.cmp(&one), Ordering::Equal);
    let (floor, ceil) = (rounded("floor", &sum), rounded("ceil", &sum));
    assert_eq!((floor, ceil, sum.as_i64()), (one.clone(), one.clone(), Some(1)));
    assert_eq!(&sum % &one, Ok(Number::ZERO));
    assert_eq!(third, (&number("2") / &number("6")).expect("a third"));
    // The same number with more digits in its text.
    assert_eq!((&number("1") / &number("1024")).map(|it| it.to_string()).as_deref(), Ok("0.0009765625"));
}

#[test]
fn numbers_are_rounded_to_integers() {
    let cases = [
        ("1.5", "1", "2", "1"),
        ("-1.5", "-2", "-1", "-1"),
        ("0.001", "0", "1", "0"),
        ("-1e-999999", "-1", "0", "0"),
        ("3", "3", "3", "3"),
        ("1e999999", "1e999999", "1e999999", "1e999999"),
        (
            "12345678901234567890123456789012345678901234567890.5",
            "12345678901234567890123456789012345678901234567890",
            "12345678901234567890123456789012345678901234567891",
            "12345678901234567890123456789012345678901234567890",
        ),
    ];
    for (input, floor, ceil, trunc) in cases {
        let input = number(input);
        assert_eq!(
            (rounded("floor", &input), rounded("ceil", &input), rounded("int", &input)),
            (number(floor), number(ceil), number(trunc)),
            "{input}"
        );
    }
}

#[test]
fn numbers_convert_from_and_to_rust_numbers() {
    let largest = number("340282366920938463463374607431768211455");
    assert_eq!(u128::try_from(&largest), Ok(u128::MAX));
    assert!(i128::try_from(&largest).is_err() && largest.as_u64().is_none());
    let least = number("-170141183460469231731687303715884105728");
    assert_eq!(i128::try_from(&least), Ok(i128::MIN));
    assert!(u128::try_from(&least).is_err() && least.as_i64().is_none());
    assert_eq!(number("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(["256", "255", "-1"].map(|it| u8::try_from(&number(it)).ok()), [None, Some(255), None]);
    assert!(number("1.5").as_i64().is_none() && i128::try_from(&number("1.5")).is_err());
    assert!(u128::try_from(&number("1e999999999")).is_err());

    assert_eq!(Number::try_from(0.1), Ok(number("0.1")));
    assert_eq!(Number::try_from(1e300), Ok(number("1e300")));
    assert_eq!(Number::try_from(-0.0), Ok(Number::ZERO));
    assert_eq!(Number::try_from(0.1_f32), Ok(number("0.1")));
    assert_eq!(result(Number::try_from(f64::NAN)), Err(ErrorKind::Domain));
    assert_eq!(Number::try_from(f64::NEG_INFINITY), Ok(Number::NEG_INFINITY));
    let floats = [
        ("0.1", 0.1),
        ("1e308", 1e308),
        ("4.9e-324", 5e-324),
        ("1e-999999999", 0.0),
        ("9007199254740993", 9_007_199_254_740_992.0),
    ];
    for (input, want) in floats {
        assert_eq!(number(input).as_f64().map(f64::to_bits), Some(f64::to_bits(want)), "{input}");
    }
    assert_eq!(["1e309", "-1e999999999"].map(|it| number(it).as_f64()), [None; 2]);
    assert_eq!(Number::from(i128::MIN), least);
}

#[test]
fn enormous_exponents_are_cheap_or_refused() {
    let huge = number("1e999999999");
    assert_eq!(huge, number("10e999999998"));
    assert_eq!(result(&huge + &number("1")), Err(ErrorKind::Limit));
    assert_eq!(&huge - &huge, Ok(Number::ZERO));
    assert_eq!(&huge + &Number::ZERO, Ok(huge.clone()));
    assert_eq!(&huge * &huge, Ok(number("1e1999999998")));
    assert_eq!(&huge / &number("1e-999999999"), Ok(number("1e1999999998")));
    assert_eq!(&huge / &huge, Ok(number("1")));
    assert_eq!((&huge / &number("3")).map(|third| third < huge), Ok(true));
    assert_eq!((&huge % &number("0.7")).map(|rest| rest < number("0.7")), Ok(true));
    assert_eq!(&number("1e-999999999") % &huge, Ok(number("1e-999999999")));
    assert!(number("1e999999998") < huge && number("-1e999999999") < number("1e-999999999"));
    assert_eq!(huge.to_string(), "1e999999999");
    assert_eq!(number("1e-999999999").to_string(), "1e-999999999");
    assert_eq!((rounded("floor", &huge), huge.as_i64()), (huge.clone(), None));
    assert_eq!(rounded("ceil", &number("1e-999999999")), number("1"));

    let table = [
        "9999999999999999999",
        "5678901234567890",
        "-9999999999999999999",
        "9223372036854775807",
        "2147483648",
    ];
    check_each(table, |exponent| {
        assert_eq!(result(format!("1e{exponent}").parse::<Number>()), Err(ErrorKind::Limit), "{exponent}");
    });
    let edge = number("1e2147483647");
    assert_eq!(result(&edge * &edge), Err(ErrorKind::Limit));
    assert_eq!(result((&number("1") / &edge).and_then(|small| &small / &edge)), Err(ErrorKind::Limit));
    assert_eq!((&edge % &number("7")).map(|rest| rest.as_i64().is_some()), Ok(true));

    // Long numbers: with as many digits as can be multiplied, and with more.
    let long = number(&"7".repeat(2048));
    assert_eq!((&long * &long).map(|square| square.to_string().len()), Ok(4096));
    assert_eq!(result("7".repeat(20_000).parse::<Number>()), Err(ErrorKind::Limit));
    assert!(format!("{}7", "0".repeat(1_000_000)).parse::<Number>().is_ok());
    assert!(format!("7{}", "0".repeat(1_000_000)).parse::<Number>().is_ok());
    assert_eq!(result("7".repeat(1_000_000).parse::<Number>()), Err(ErrorKind::Limit));
    let square = |number: Number| result(&number * &number);
    let grown = (0..5).try_fold(number("1.000000000000000000000000000001"), |number, _| square(number));
    assert!(grown.is_ok());
    assert_eq!(
        (0..20).try_fold(number("1.0000000000000000000000001"), |number, _| square(number)),
        Err(ErrorKind::Limit)
    );
    // Inexact results are rounded instead.
    let third = (&number("1") / &number("3")).expect("a third");
    assert!((0..30).try_fold(third.clone(), |number, _| square(number)).is_ok());
    assert_eq!(&third + &huge, Ok(huge));
}

#[test]
fn equal_numbers_have_equal_hashes() {
    let hash = |number: &Number| {
        let mut hasher = DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    };
    let third = || (&number("1") / &number("3")).expect("a third");
    let one = (&third() * &number("3")).expect("three thirds");
    let table = [
        (number("1.0"), number("1")),
        (number("1e3"), number("1000")),
        (number("10000000000000000000000e-22"), number("1")),
        (one, number("1")),
        (number("1e400"), number("10e399")),
    ];
    check_each(table, |(left, right)| {
        assert_eq!(left, right);
        assert_eq!(hash(&left), hash(&right), "{left}");
    });
}

proptest! {
    #[test]
    fn floats_convert_back_to_the_same_float(float in any::<f64>().prop_filter("a number", |float| !float.is_nan())) {
        let number = Number::try_from(float).expect("a number");
        prop_assert_eq!(number.as_f64(), Some(float));
    }

    #[test]
    fn a_float_is_its_shortest_decimal(mantissa in any::<i32>(), exponent in -12..12, any in any::<f64>()) {
        let short: f64 = format!("{mantissa}e{exponent}").parse().expect("a float");
        for float in [short, short * 3.0, short + 0.1, any].into_iter().filter(|float| float.is_finite()) {
            prop_assert_eq!(Number::try_from(float), format!("{float:e}").parse::<Number>(), "{}", float);
            let float = float as f32;
            if float.is_finite() {
                prop_assert_eq!(Number::try_from(float), format!("{float:e}").parse::<Number>(), "{}", float);
            }
        }
    }

    #[test]
    fn the_order_of_numbers_is_the_sign_of_their_difference(
        left in any::<i64>(), right in any::<i64>(), shift in 0..64_u32, exponents in (-40..40, -40..40),
    ) {
        let left = number(&format!("{}e{}", left >> shift, exponents.0));
        let right = number(&format!("{}e{}", right >> shift, exponents.1));
        let difference = (&left - &right).expect("both are small");
        prop_assert_eq!(left.cmp(&right), difference.cmp(&Number::ZERO), "{} {}", left, right);
        prop_assert_eq!(right.cmp(&left), left.cmp(&right).reverse());
        prop_assert_eq!(left.cmp(&left.clone()), Ordering::Equal);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+]?[0-9.eE+-]{0,30}") {
        if let Ok(number) = text.parse::<Number>() {
            prop_assert_eq!(number.to_string().parse::<Number>(), Ok(number));
        }
    }
}
