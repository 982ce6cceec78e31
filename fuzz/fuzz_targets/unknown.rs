//! Any expression with unknown and marked variables: no assignment of values contradicts its
//! result.

#![no_main]

use std::sync::OnceLock;

use test_support::expressions;
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
