//! Any expression and template, evaluated: a value or an error, soon and within the limits.

#![no_main]

#[path = "../support/context.rs"]
mod context;
#[path = "../support/work.rs"]
mod work;

use context::{check_secrets, context};
use libfuzzer_sys::fuzz_target;
use serde_hcl::{EvalContext, parse_expression, parse_template};

fuzz_target!(|text: &str| {
    let template = parse_template(text).value;
    for expression in [&parse_expression(text).value, template.expression()] {
        let _ = expression.evaluate_with_diagnostics(&EvalContext::new()).diagnostics.to_string();
        let outcome = expression.evaluate_with_diagnostics(context());
        let shown = format!("{:#} {:?}", outcome.diagnostics, outcome.diagnostics);
        check_secrets(&shown, text.as_bytes());
        check_secrets(&format!("{} {:?}", outcome.value, outcome.value), text.as_bytes());
        let _ = format!("{:?}", outcome.value.ty());
        // A second evaluation has the same result. Caches for later evaluations, such as compiled
        // patterns, are filled by now.
        let budget = context().budget();
        let again = work::of_a_budget(&budget, || expression.evaluate_within(context(), &budget)).value;
        let pure = ["timestamp", "uuid", "plantimestamp"].iter().all(|name| !text.contains(name));
        assert!(!pure || again == outcome.value, "{again} after {}", outcome.value);
        if outcome.diagnostics.has_errors() || outcome.value.contains_marks() {
            continue;
        }
        let _ = serde_json::to_string(&outcome.value);
        let _ = serde_hcl::from_value::<serde_json::Value>(&outcome.value);
        let _ = serde_hcl::json::to_string(&outcome.value);
    }
});
