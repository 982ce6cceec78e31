//! The passes that read the text before the grammar agree with it: on the depth of nesting, and on
//! the texts that are valid.

#![no_main]

#[path = "../support/nesting.rs"]
mod nesting;

use libfuzzer_sys::fuzz_target;
use nesting::Nesting;
use serde_hcl::ast::visit::Visitor;
use serde_hcl::{__fuzzing, Source, parse_expression, parse_file, parse_template};

fuzz_target!(|text: &str| {
    let file = parse_file(text);
    if !file.diagnostics.has_errors() {
        assert_eq!(__fuzzing::mistakes_in_file(&Source::new("", text)), [""; 0], "{text:?}");
        let mut nesting = Nesting::default();
        nesting.visit_body(file.value.ast().expect("it is native"));
        nesting.check(__fuzzing::scanned_depth(text, false), text);
    }
    if let Ok(expression) = parse_expression(text).into_result() {
        assert_eq!(__fuzzing::mistakes_in_expression(&Source::new("", text)), [""; 0], "{text:?}");
        let mut nesting = Nesting::default();
        nesting.visit_expression(expression.ast().expect("it is native"));
        nesting.check(__fuzzing::scanned_depth(text, false), text);
    }
    if let Ok(template) = parse_template(text).into_result() {
        assert_eq!(__fuzzing::mistakes_in_template(&Source::new("", text)), [""; 0], "{text:?}");
        let mut nesting = Nesting::default();
        nesting.visit_expression(template.expression().ast().expect("it is native"));
        nesting.check(__fuzzing::scanned_depth(text, true), text);
    }
});
