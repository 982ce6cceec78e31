//! `try` and `can`: special forms that take an error for an answer.
//!
//! ```
//! use serde_hcl::{EvalContext, ext::tryfunc, parse_expression, value};
//!
//! let mut context = EvalContext::new();
//! context.set("site", value!({ "name": "web" }));
//! context.special_form("try", tryfunc::try_form()).special_form("can", tryfunc::can_form());
//!
//! let expression = parse_expression("[try(site.port, 80), can(site.port)]").into_value()?;
//! assert_eq!(expression.evaluate(&context)?, value!([80, false]));
//! # Ok::<(), serde_hcl::Error>(())
//! ```

use crate::diag::Diagnostic;
use crate::eval::SpecialForm;
use crate::value::{ErrorKind, Type, Value, ValueError};

/// `try(expressions...)`: the value of the first argument that has one.
///
/// It is unknown while an argument before that refers to something unknown, since that argument may turn out to have
/// a value. When none of the arguments has one, the error tells what is wrong with each.
pub fn try_form() -> SpecialForm {
    SpecialForm::new([], Some("expressions"), |call| {
        let mut problems = String::new();
        for index in 0..call.len() {
            if call.depends_on_unknown(index) {
                return Ok(Value::UNKNOWN);
            }
            let outcome = call.evaluate(index);
            if !outcome.diagnostics.has_errors() {
                return Ok(outcome.value);
            }
            for diagnostic in outcome.diagnostics.errors() {
                problems.push_str("; ");
                describe(diagnostic, &mut problems);
            }
        }
        let message = match problems.strip_prefix("; ") {
            None => "at least one argument is required".to_owned(),
            Some(problems) => {
                format!("none of the arguments has a value: {}", problems)
            }
        };
        Err(call.refuse(&ValueError::new(ErrorKind::Domain, message)))
    })
}

/// `can(expression)`: whether the argument has a value. Unknown while it refers to something unknown.
pub fn can_form() -> SpecialForm {
    SpecialForm::new(["expression"], None, |call| {
        if call.depends_on_unknown(0) {
            return Ok(Value::unknown(Type::Bool));
        }
        Ok(Value::from(!call.evaluate(0).diagnostics.has_errors()))
    })
}

fn describe(diagnostic: &Diagnostic, out: &mut String) {
    if let Some((source, span)) = diagnostic.source().zip(diagnostic.subject()) {
        let start = source.pos(span.start);
        out.push_str(&format!("{}:{}: ", start.line, start.column));
    }
    out.push_str(diagnostic.summary());
    out.push_str(": ");
    out.push_str(diagnostic.detail().trim_end_matches('.'));
}
