//! Numbers into targets that cannot hold them are errors; nothing becomes an infinity or another
//! number.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{EvalContext, Function, Number, Value, from_str, from_value, json, parse_expression};

#[derive(Deserialize, Debug)]
struct Of<T> {
    v: T,
}

/// The message for a number that is refused: the same in native syntax, JSON, and as a value.
#[track_caller]
fn refused<T: DeserializeOwned + Debug>(number: &str, expected: &str) {
    let detail = |error: serde_hcl::Error| {
        let text = error.to_string();
        let start = text.find("Expected").unwrap_or_default();
        text[start..].trim_end_matches(" (in v)").to_owned()
    };
    let native = from_str::<Of<T>>(&format!("v = {number}\n")).map(|it| it.v).map_err(detail);
    assert_eq!(native.expect_err("it does not fit"), expected, "{number}");
    let computed = from_str::<Of<T>>(&format!("v = true ? {number} : 0\n")).map(|it| it.v).map_err(detail);
    assert_eq!(computed.expect_err("it does not fit"), expected, "{number}");
    let text = json::from_str::<Of<T>>(&format!("{{\"v\": {number}}}")).map(|it| it.v).map_err(detail);
    assert_eq!(text.expect_err("it does not fit"), expected, "{number}");
    let value = Value::from(number.parse::<Number>().expect("a number"));
    assert_eq!(from_value::<T>(&value).map_err(detail).expect_err("it does not fit"), expected, "{number}");
}

#[test]
fn numbers_out_of_range_are_refused() {
    refused::<f32>(
        "1e39",
        "Expected a number from -3.4028235e38 to 3.4028235e38, found 1000000000000000000000000000000000000000.",
    );
    refused::<f32>(
        "-1e39",
        "Expected a number from -3.4028235e38 to 3.4028235e38, found -1000000000000000000… (41 characters).",
    );
    refused::<f64>(
        "1e309",
        "Expected a number from -1.7976931348623157e308 to 1.7976931348623157e308, found 10000000000000000000… (310 \
         characters).",
    );
    refused::<u128>(
        "340282366920938463463374607431768211456",
        "Expected a whole number from 0 to 340282366920938463463374607431768211455, found \
         340282366920938463463374607431768211456.",
    );
    refused::<i128>(
        "-170141183460469231731687303715884105729",
        "Expected a whole number from -170141183460469231731687303715884105728 to \
         170141183460469231731687303715884105727, found -170141183460469231731687303715884105729.",
    );
    refused::<u8>("1.5", "Expected a whole number from 0 to 255, found 1.5.");
    refused::<serde_json::Value>(
        "340282366920938463463374607431768211457",
        "Expected a whole number of at most 128 bits, found 340282366920938463463374607431768211457.",
    );
}

#[test]
fn numbers_in_range_are_exact() {
    assert_eq!(from_str::<Of<f32>>("v = 3.4028235e38\n").map(|it| it.v).ok(), Some(f32::MAX));
    // Converting by way of `f64` would round twice.
    assert_eq!(
        from_str::<Of<f32>>("v = 1.00000017881393432617187499\n").map(|it| it.v).ok(),
        Some(1.000_000_1)
    );
    assert_eq!(from_str::<Of<f32>>("v = 1 / 0\n").map(|it| it.v).ok(), Some(f32::INFINITY));
    let any = from_str::<Of<serde_json::Value>>("v = 1e39\n").map(|it| it.v).ok();
    assert_eq!(any, Some(serde_json::json!(1e39)));
}

/// A JSON value would turn infinity into null.
#[test]
fn infinities_need_a_float() {
    let error = from_str::<BTreeMap<String, serde_json::Value>>("v = 1 / 0\n").expect_err("JSON has none");
    assert_eq!(error.to_string(), "1:5: Unsuitable value: Expected a finite number, found +Inf. (in v)");
}

#[test]
fn values_and_arguments_have_the_ranges_of_their_types() {
    let large = Value::from("1e39".parse::<Number>().expect("a number"));
    assert_eq!(
        f32::try_from(&large).map_err(|error| error.to_string()),
        Err("a number from -3.4028235e38 to 3.4028235e38 is required".to_owned())
    );
    assert_eq!(f64::try_from(&large).ok(), Some(1e39));
    let larger = Value::from("1e309".parse::<Number>().expect("a number"));
    assert_eq!(larger.as_f64(), None);
    assert_eq!(
        f64::try_from(&larger).map_err(|error| error.to_string()),
        Err("a number from -1.7976931348623157e308 to 1.7976931348623157e308 is required".to_owned())
    );
    let mut context = EvalContext::new();
    context.set_function("half", Function::from_fn(|number: f32| number / 2.0));
    let evaluate = |text: &str| {
        let expression = parse_expression(text).into_result().expect("it is sound");
        expression.evaluate(&context).map_err(|error| error.to_string())
    };
    assert_eq!(evaluate("half(5)"), Ok(serde_hcl::value!(2.5)));
    assert_eq!(
        evaluate("half(1e39)"),
        Err("1:6: Invalid function argument: Invalid value for \"first\" parameter: a number from -3.4028235e38 to 3.4028235e38 is required."
            .to_owned())
    );
}

/// The same limits apply wherever a number is read.
#[test]
fn exponents_out_of_range_are_refused() {
    let detail =
        "This number cannot be read: the number has too many digits, or its exponent is out of range.";
    for text in ["1231e5678901234567890", "1e2147483648", "1e-2147483648", "9e99999999999999999999"] {
        let error =
            parse_expression(format!("[{text}]")).into_result().map(|_| ()).expect_err("it is too large");
        assert_eq!(error.to_string(), format!("1:2: Number out of range: {detail}"));
        assert_eq!(error.category(), serde_hcl::diag::Category::Limit);
        let error =
            parse_expression(format!("a.{text}")).into_result().map(|_| ()).expect_err("it is too large");
        assert_eq!(error.to_string(), format!("1:3: Number out of range: {detail}"));
        let error =
            json::parse_expression(format!("[{text}]")).into_result().map(|_| ()).expect_err("too large");
        assert_eq!(error.to_string(), format!("1:2: Number out of range: {detail}"));
        assert_eq!(error.category(), serde_hcl::diag::Category::Limit);
        let kind = text.parse::<Number>().map_err(|error| error.kind());
        assert_eq!(kind, Err(serde_hcl::value::ErrorKind::Limit));
        let converted = serde_hcl::value::convert(&Value::from(text), &serde_hcl::Type::Number);
        assert_eq!(
            converted.map_err(|error| error.to_string()),
            Err("the number has too many digits, or its exponent is out of range".to_owned())
        );
    }
    let largest = "1e2147483647".parse::<Number>().expect("it is in range");
    assert_eq!(largest.to_string(), "1e2147483647");
    assert!((&largest * &largest).is_err());
}
