//! Any expression with unknown and marked variables: no assignment of values contradicts its
//! result.

#![no_main]

use std::sync::OnceLock;

use test_support::expressions;
use libfuzzer_sys::fuzz_target;
use serde_hcl::EvalContext;

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<EvalContext> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(test_support::functions);
    if let Err(contradiction) = expressions::check(bytes, functions) {
        panic!("{contradiction}");
    }
});
