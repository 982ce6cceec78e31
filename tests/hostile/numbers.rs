//! Numbers of a billion digits, in every position of a number.

use serde::Deserialize;
use serde_hcl::{EvalContext, parse_expression};
use serde_hcl::{Options, Value, json, parse_file, value};

use crate::entry_points;
use crate::work::{measure, on_a_small_stack};

const NUMBERS: [&str; 6] = [
    "1e999999999",
    "1e-999999999",
    "-1e999999999",
    "9e99999999999999999999",
    "0e999999999",
    "123456789e999999990",
];

/// The positions of a number, as `N`.
const PLACES: [&str; 38] = [
    "N",
    "-N",
    "!N",
    "N + 1",
    "N + N",
    "1 - N",
    "N * N",
    "N / N",
    "1 / N",
    "N % 7",
    "7 % N",
    "N == N",
    "N != 1",
    "N < 1",
    "1 >= N",
    "N && true",
    "N ? 1 : 2",
    "true ? N : 1",
    "true ? N : \"x\"",
    "[N]",
    "[N][0]",
    "{ N = N }",
    "{ (N) = 1 }",
    "a[N]",
    "a.b[N]",
    "[1, 2][N]",
    "a.0",
    "f(N)",
    "f(N...)",
    "[for x in N : x]",
    "[for x in [N] : x if x > 1]",
    "{ for x in [N] : x => x... }",
    "{ for x in [N] : \"a\" => x }",
    "\"${N}\"",
    "\"x${N}y\"",
    "\"%{ if N }x%{ endif }\"",
    "\"%{ for x in [N] }${x}%{ endfor }\"",
    "N[*]",
];

#[derive(Deserialize)]
#[serde(untagged)]
enum Untagged {
    Byte(u8),
    Float(f64),
    Text(String),
    Any(Value),
}

/// Into every type that takes numbers.
fn decoded(options: &Options, text: &str) {
    #[derive(Deserialize)]
    struct Of<T> {
        a: T,
    }
    macro_rules! into {
        ($($ty:ty),*) => {
            $(let _ = options.from_str::<Of<$ty>>(text).map(|it| it.a).map_err(|error| format!("{error:#}")).is_ok();)*
        };
    }
    into!(
        u8,
        i64,
        u64,
        i128,
        u128,
        f32,
        f64,
        String,
        bool,
        char,
        Vec<u64>,
        Option<i32>,
        serde_json::Value,
        serde_hcl::Number
    );
    if let Ok(of) = options.from_str::<Of<Untagged>>(text) {
        let text = match of.a {
            Untagged::Byte(byte) => byte.to_string(),
            Untagged::Float(float) => float.to_string(),
            Untagged::Text(text) => text,
            Untagged::Any(value) => value.to_string(),
        };
        assert!(text.len() < 100_000);
    }
}

#[test]
fn numbers_without_end_are_cheap_everywhere() {
    on_a_small_stack(|| {
        for number in NUMBERS {
            for place in PLACES.into_iter().step_by(test_support::step(3)) {
                let expression = place.replace('N', number);
                let work = measure(|| {
                    let file = format!("a = {expression}\nb {{\n  c = {expression}\n}}\n");
                    entry_points::native(&file);
                    entry_points::native(&expression);
                    decoded(&Options::new(), &file);
                    let quoted =
                        serde_json::to_string(&format!("${{{expression}}}")).expect("it is a string");
                    let file = format!("{{\"a\":{quoted},\"b\":{{\"c\":{number},\"{number}\":[{number}]}}}}");
                    assert!(entry_points::json(&file) || number.len() > 20, "{file}");
                    decoded(&Options::new().json(true), &file);
                    decoded(&Options::new().json(true), &format!("{{\"a\":{number}}}"));
                });
                assert!(work.bytes < 30_000_000, "{expression}: {work:?}");
            }
        }
    });
}

#[test]
fn numbers_without_end_are_cheap_in_programs() {
    on_a_small_stack(|| {
        for number in NUMBERS {
            let Ok(number) = number.parse::<serde_hcl::Number>() else { continue };
            let work = measure(|| {
                let value = value!({ "a": (Value::from(number.clone())) });
                assert!(format!("{number} {number:?} {value}").len() < 100_000);
                let _ = serde_hcl::to_string(&value).map(|text| parse_file(text).diagnostics.len());
                let _ = json::to_string(&value).map(|text| json::parse_file(text).diagnostics.len());
                let _ = serde_json::to_string(&value).map(|text| text.len());
            });
            assert!(work.bytes < 30_000_000, "{number}: {work:?}");
        }
    });
}

#[test]
fn functions_take_numbers_without_end() {
    on_a_small_stack(|| {
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        let names: Vec<String> = test_support::functions::all().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            for arguments in [
                "N",
                "N, N",
                "1, N",
                "N, 1",
                "\"%d%f%e%g%s%v%b%x\", N, N, N, N, N, N, N, N",
                "[N]",
                "[N], N",
                "[1], N, N",
                "\"a\", N, N",
            ] {
                for number in ["1e999999999", "1e-999999999", "-1e999999999"] {
                    let text = format!("{name}({})", arguments.replace('N', number));
                    let expression = parse_expression(text.as_str()).into_result().expect("it is sound");
                    let work = measure(|| {
                        assert!(
                            expression.evaluate_with_diagnostics(&context).value.to_string().len() < 1 << 20
                        )
                    });
                    assert!(work.bytes < 100_000_000, "{text}: {work:?}");
                }
            }
        }
    });
}
