//! Any expression and any call of a function with two contents of marked values: the results are
//! the same where they are not marked.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use test_support::{contents, soundness};
use serde_hcl::{EvalContext, Function};

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<EvalContext> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(test_support::functions);
    if let Err(problem) = contents::check(bytes, functions) {
        panic!("{problem}");
    }
    static ALL: OnceLock<Vec<(&str, Function)>> = OnceLock::new();
    let all = ALL.get_or_init(|| test_support::functions::all().collect());
    let Some((choice, bytes)) = bytes.split_first() else { return };
    let (name, function) = &all[usize::from(*choice) % all.len()];
    if let Err(problem) = contents::check_call(name, function, &mut soundness::Choices::new(bytes)) {
        panic!("{problem}");
    }
});
