//! Any expression with unknown and marked variables: no assignment of values contradicts its
//! result.

#![no_main]

#[path = "../../tests/support/expressions.rs"]
mod expressions;
#[allow(dead_code, reason = "the types of variables stay")]
#[path = "../../tests/support/soundness.rs"]
mod soundness;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use serde_hcl::ext::tryfunc;
use serde_hcl::{EvalContext, stdlib};

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<EvalContext> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(|| {
        let mut context = EvalContext::new();
        stdlib::register(&mut context);
        context.set_special_form("try", tryfunc::try_form()).set_special_form("can", tryfunc::can_form());
        context
    });
    if let Err(contradiction) = expressions::check(bytes, functions) {
        panic!("{contradiction}");
    }
});
