//! The speed of each part of the crate, at three sizes.
//!
//! Run it with `cargo bench --all-features --bench speed`, followed by `-- TEXT` to run only the
//! benches whose name contains a text.

mod inputs;
mod service;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use serde_hcl::{EvalContext, Value};
use service::Config;

const SIZES: [usize; 3] = [1_000, 100_000, 10_000_000];

/// The number of terms, elements or parts of an expression.
const COUNTS: [usize; 3] = [100, 10_000, 1_000_000];

fn main() {
    divan::main();
}

/// Runs the work on a text.
fn bench<T>(bencher: Bencher<'_, '_>, text: String, work: impl Fn(&str) -> T + Sync) {
    bencher.counter(BytesCount::of_str(&text)).bench(|| work(&text));
}

#[divan::bench(args = SIZES)]
fn parse_terraform(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::terraform(bytes), |text| serde_hcl::parse_file(text));
}

/// The fixed part of a parse.
#[divan::bench(args = ["", "# A comment.\n", "a = 1\n"])]
fn parse_tiny(bencher: Bencher<'_, '_>, text: &str) {
    bencher.bench(|| serde_hcl::parse_file(text));
}

#[divan::bench(args = SIZES)]
fn parse_service(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::service(bytes), |text| serde_hcl::parse_file(text));
}

#[divan::bench(args = SIZES)]
fn parse_expressions(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::expressions(bytes), |text| serde_hcl::parse_file(text));
}

/// Every hundredth line has a mistake, which is reported and repaired.
#[divan::bench(args = SIZES)]
fn parse_broken(bencher: Bencher<'_, '_>, bytes: usize) {
    let mut text = String::new();
    for (number, line) in inputs::service(bytes).lines().enumerate() {
        text += line;
        text += match number % 400 {
            0 => "\na = = 1\n",
            100 => "\nb = \"c\n\n",
            200 => "\nd = [1, 2\n",
            300 => "\ne 1\n",
            _ => "\n",
        };
    }
    bench(bencher, text, |text| serde_hcl::parse_file(text));
}

#[divan::bench(args = SIZES)]
fn from_str_struct(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::service(bytes), |text| {
        serde_hcl::from_str::<Config>(text).expect("the text fits the type")
    });
}

/// Without the parsing.
#[divan::bench(args = SIZES)]
fn from_body_struct(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = inputs::service(bytes);
    let body = serde_hcl::parse_file(text.as_str()).value.body().clone();
    let context = EvalContext::new();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench_local(|| serde_hcl::from_body::<Config>(&body, &context).expect("the text fits the type"));
}

#[divan::bench(args = SIZES)]
fn from_str_value(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::constants(bytes), |text| {
        serde_hcl::from_str::<Value>(text).expect("the text is constant")
    });
}

#[divan::bench(args = SIZES)]
fn json_from_str_struct(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = serde_json::to_string_pretty(&config(bytes)).expect("the type fits JSON");
    bench(bencher, text, |text| serde_hcl::json::from_str::<Config>(text).expect("the text fits the type"));
}

#[divan::bench(args = SIZES)]
fn to_string_struct(bencher: Bencher<'_, '_>, bytes: usize) {
    let config = config(bytes);
    let text = serde_hcl::to_string(&config).expect("the type fits");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| serde_hcl::to_string(&config).expect("the type fits"));
}

#[divan::bench(args = SIZES)]
fn json_to_string_struct(bencher: Bencher<'_, '_>, bytes: usize) {
    let config = config(bytes);
    let text = serde_hcl::json::to_string(&config).expect("the type fits");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| serde_hcl::json::to_string(&config).expect("the type fits"));
}

#[divan::bench(args = SIZES)]
fn to_string_file(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = inputs::terraform(bytes);
    let file = serde_hcl::parse_file(text.as_str()).value;
    bencher.counter(BytesCount::of_str(&text)).bench(|| file.to_string());
}

#[divan::bench(args = SIZES)]
fn format_terraform(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::terraform(bytes), serde_hcl::format);
}

#[divan::bench(args = SIZES)]
fn format_service(bencher: Bencher<'_, '_>, bytes: usize) {
    bench(bencher, inputs::service(bytes), serde_hcl::format);
}

#[divan::bench(args = COUNTS)]
fn evaluate_sum(bencher: Bencher<'_, '_>, terms: usize) {
    evaluate(bencher, terms, &format!("1{}", " + 1".repeat(terms - 1)));
}

#[divan::bench(args = COUNTS)]
fn evaluate_for(bencher: Bencher<'_, '_>, elements: usize) {
    evaluate(bencher, elements, "[for x in items : x * 2 if x != 7]");
}

#[divan::bench(args = COUNTS)]
fn evaluate_template(bencher: Bencher<'_, '_>, parts: usize) {
    evaluate(bencher, parts, &format!("\"{}\"", "${x} y ".repeat(parts / 2)));
}

/// Expressions that take little more time than an evaluation itself.
#[divan::bench(args = ["x", "b ? 1 : 2", "upper(x)", "max(1, n, 3)"])]
fn evaluate_short(bencher: Bencher<'_, '_>, text: &str) {
    evaluate(bencher, 1, text);
}

fn evaluate(bencher: Bencher<'_, '_>, count: usize, text: &str) {
    let mut context = EvalContext::new();
    serde_hcl::stdlib::register(&mut context);
    context.set("items", (0..count).collect::<Vec<_>>()).set("x", "abc").set("n", 5).set("b", true);
    let expression = serde_hcl::parse_expression(text).into_result().expect("it is sound");
    bencher.counter(ItemsCount::new(count)).bench(|| expression.evaluate(&context).expect("it has a value"));
}

/// The variables are set for each evaluation.
#[divan::bench(args = ["n > 3", "name == \"web\"", "price * n > 1000 && name == \"web\"", "\"${name}-${n}-x\""])]
fn rule(bencher: Bencher<'_, '_>, text: &str) {
    let mut context = EvalContext::new();
    let expression = serde_hcl::parse_expression(text).into_result().expect("it is valid");
    bencher.bench_local(|| {
        context.set("n", 7).set("price", 19.99).set("name", "web");
        expression.evaluate(&context).expect("it has a value")
    });
}

fn config(bytes: usize) -> Config {
    serde_hcl::from_str(&inputs::service(bytes)).expect("the text fits the type")
}

/// One expression and one context for all threads.
#[divan::bench(threads = [1, 2])]
fn evaluate_shared(bencher: Bencher<'_, '_>) {
    let mut context = EvalContext::new();
    serde_hcl::stdlib::register(&mut context);
    context.set("var", serde_hcl::value!({ "name": "web", "region": "eu-central-1" }));
    context.set("ports", vec![80, 443, 8080]);
    let text = r#"{ name = "${var.name}-${upper(var.region)}", ports = [for port in ports : port + 1] }"#;
    let expression = serde_hcl::parse_expression(text).into_result().expect("the text is valid");
    bencher.bench(|| expression.evaluate(&context).expect("it has a value"));
}
