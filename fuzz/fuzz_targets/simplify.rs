//! Partial evaluation of any expression: values and errors stay, the text shows nothing of marked
//! values, and the memory is bounded by the limits.

#![no_main]

#[path = "../support/context.rs"]
mod context;

use std::sync::OnceLock;

use allocation_counter::measure;
use libfuzzer_sys::fuzz_target;
use test_support::simplified;
use serde_hcl::{EvalContext, parse_expression};

/// The bytes on the heap that partial evaluation under these limits takes at most, besides those
/// for the text.
const MOST: u64 = 32 << 20;

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<EvalContext> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(test_support::functions);
    let law = simplified::check(bytes, functions).map(drop);
    if let Err(problem) = law.and_then(|()| simplified::check_contents(bytes, functions)) {
        panic!("{problem}");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let expression = parse_expression(text).value;
    let mut shown = String::new();
    let work = measure(|| shown = expression.simplify(context::context()).to_string());
    let most = MOST + 4_096 * bytes.len() as u64;
    assert!(work.bytes_max <= most, "{} bytes are allocated: {work:?}", work.bytes_max);
    context::check_secrets(&shown, bytes);
});
