//! Any bytes as HCL JSON. Text that serde_json accepts is accepted here too.

#![no_main]

#[path = "../support/context.rs"]
mod context;
#[path = "../support/work.rs"]
mod work;

use context::context;
use libfuzzer_sys::fuzz_target;
use serde_hcl::{EvalContext, Source, Value, body::{BlockSchema, BodySchema}, diag::Category, json};

fuzz_target!(|bytes: &[u8]| {
    let source = || Source::from_bytes("t.json", bytes.to_vec());
    work::of_a_text(bytes.len(), || {
        let file = json::parse_file(source());
        let _ = format!("{} {:#}", file.diagnostics, file.diagnostics);
    });
    let outcome = json::parse_expression(source());
    let _ = format!("{} {:#}", outcome.diagnostics, outcome.diagnostics);
    // This crate rejects numbers of thousands of digits.
    if serde_json::from_slice::<serde_json::Value>(bytes).is_ok() {
        let within_limits = outcome.diagnostics.iter().all(|it| it.category() != Category::Limit);
        assert!(!outcome.diagnostics.has_errors() || !within_limits, "{}", outcome.diagnostics);
    }
    let expression = outcome.value;
    let _ = format!("{expression} {expression:?}");
    let _ = (expression.variables(), expression.calls());
    let _ = (expression.static_list().is_ok(), expression.static_map().is_ok());
    let _ = expression.static_traversal().is_ok();
    let literal = expression.evaluate_with_diagnostics(&EvalContext::literal_only());
    let _ = format!("{} {}", literal.value, literal.diagnostics);
    let full = expression.evaluate_with_diagnostics(context());
    let _ = format!("{} {:#}", full.value, full.diagnostics);
    let file = json::parse_file(source()).value;
    let schema = BodySchema::new([], [BlockSchema::new("b", ["l"]), BlockSchema::new("a", [] as [&str; 0])]);
    let schema = schema.expect("the schema has no name twice");
    let content = file.body().content(&schema);
    let _ = format!("{:#}", content.diagnostics);
    for block in content.value.blocks() {
        let _ = format!("{:#}", block.body().just_attributes().diagnostics);
    }
    let _ = serde_hcl::from_body::<Value>(file.body(), context()).map(|value| value.to_string());
});
