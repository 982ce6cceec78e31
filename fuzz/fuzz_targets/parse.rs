//! Any bytes as native syntax: a tree or diagnostics that can be shown, with locations within the
//! text.

#![no_main]

#[path = "../support/work.rs"]
mod work;

use libfuzzer_sys::fuzz_target;
use serde_hcl::{Expression, Source, diag::Diagnostics};

fuzz_target!(|bytes: &[u8]| {
    let source = || Source::from_bytes("t.hcl", bytes.to_vec());
    work::of_a_text(bytes.len(), || {
        let file = serde_hcl::parse_file(source());
        let _ = format!("{} {:#} {}", file.diagnostics, file.diagnostics, file.value);
    });
    let file = serde_hcl::parse_file(source());
    check(&file.diagnostics, bytes.len());
    let _ = format!("{:?}", file.value);
    // A broken file is printed with its errors.
    let printed = file.value.to_string();
    let again = serde_hcl::parse_file(printed.as_str());
    assert!(
        file.diagnostics.has_errors() || !again.diagnostics.has_errors(),
        "{printed:?}: {}",
        again.diagnostics
    );

    let template = serde_hcl::parse_template(source()).map(Expression::from);
    for outcome in [serde_hcl::parse_expression(source()), template] {
        check(&outcome.diagnostics, bytes.len());
        let expression = outcome.value;
        let _ = format!("{expression} {expression:?}");
        let _ = (expression.variables(), expression.calls(), expression.static_keyword());
        let _ = (expression.static_list().is_ok(), expression.static_map().is_ok());
        let _ = (expression.static_call().is_ok(), expression.static_traversal().is_ok());
    }
    for outcome in [serde_hcl::parse_traversal(source()), serde_hcl::parse_traversal_partial(source())] {
        check(&outcome.diagnostics, bytes.len());
    }
});

fn check(diagnostics: &Diagnostics, length: usize) {
    for diagnostic in diagnostics.iter() {
        if let Some(span) = diagnostic.span() {
            assert!(span.start <= span.end && span.start as usize <= length, "{diagnostic:?}");
        }
    }
    let _ = format!("{diagnostics} {diagnostics:#}");
}
