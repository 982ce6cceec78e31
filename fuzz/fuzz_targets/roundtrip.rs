//! Printed and written text is read back as the same text and the same values, in both syntaxes.

#![no_main]

#[path = "../support/context.rs"]
mod context;

use context::context;
use libfuzzer_sys::fuzz_target;
use test_support::meaning;
use serde_hcl::{Options, Value, json, parse_file};

fuzz_target!(|text: &str| {
    if let Ok(file) = json::parse_file(text).into_result() {
        meaning::check(file.body(), &|_| context().clone());
    }
    let Ok(file) = parse_file(text).into_result() else { return };
    // Printing a printed text changes nothing.
    let printed = file.to_string();
    let again = parse_file(printed.as_str()).into_result().expect("what is printed can be read");
    assert_eq!(again.to_string(), printed, "from {text:?}");

    // The body without evaluation, in native syntax and in JSON.
    meaning::check(file.body(), &|_| context().clone());

    // Its value.
    let options = || Options::new().context(context().clone()).limits(context::limits());
    let Ok(value) = options().from_str::<Value>(text) else { return };
    let printed_value = options().from_str::<Value>(&printed);
    assert_eq!(printed_value.as_ref().ok(), Some(&value), "from {text:?} by {printed:?}");
    if !value.is_wholly_known() || value.contains_marks() {
        return;
    }
    let Ok(plain) = serde_hcl::to_value(&value) else { return };
    if let Ok(written) = serde_hcl::to_string(&value) {
        let read = Options::new().from_str::<Value>(&written).map(|value| serde_hcl::to_value(&value));
        assert_eq!(read.ok().and_then(Result::ok).as_ref(), Some(&plain), "{written}");
    }
    if let Ok(written) = json::to_string(&value) {
        let read = json::parse_expression(written.as_str()).into_result();
        let read = read.expect("what is written can be read").evaluate(&serde_hcl::EvalContext::new());
        assert_eq!(read.ok().as_ref(), Some(&plain), "{written}");
    }
});
