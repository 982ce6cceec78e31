//! `try` and `can`: special forms that recover from errors of their arguments.

use crate::diag::Diagnostic;
use crate::eval::SpecialForm;
use crate::outcome::Outcome;
use crate::value::{ErrorKind, Marks, Type, Value, ValueError};

/// `try(expressions...)`: the value of the first argument that has one.
///
/// It is unknown when that value is not wholly known, since the argument may turn out to fail. If
/// none of the arguments has a value, the error describes the failure of each. The result has the
/// marks of the values that decide which argument it is.
pub fn try_form() -> SpecialForm {
    SpecialForm::new([], Some("expressions"), |call| {
        let mut problems = String::new();
        let mut marks = Marks::NONE;
        let mut is_undecided = false;
        for index in 0..call.len() {
            let Outcome { value, diagnostics } = call.evaluate(index);
            let failed = diagnostics.has_errors();
            if failed || is_undecided || index + 1 < call.len() {
                // If all others failed, the failure of the last argument is an error of the call.
                marks = marks.union(&call.deciding_marks(index));
            }
            if !failed && value.is_wholly_known() && !is_undecided {
                return Ok(value.with_marks(&marks));
            }
            if !failed {
                // The result will be this value, or the value of a later argument.
                is_undecided = true;
                marks = marks.union(&value.all_marks());
                if value.is_wholly_known() {
                    break;
                }
                continue;
            }
            for diagnostic in diagnostics.errors() {
                problems.push_str("; ");
                describe(diagnostic, &mut problems);
            }
        }
        if is_undecided {
            return Ok(Value::UNKNOWN.with_marks(&marks));
        }
        let message = match problems.strip_prefix("; ") {
            None => "at least one argument is required".to_owned(),
            Some(problems) => {
                format!("none of the arguments has a value: {}", problems)
            }
        };
        // The diagnostics contain no marked value.
        Err(call.refuse(&ValueError::public(ErrorKind::Domain, message)))
    })
    .describe("Returns the value of the first expression that is evaluated without an error.")
}

/// `can(expression)`: whether the argument has a value. Unknown when the value is not wholly known.
/// The result has the marks of the values that decide it.
pub fn can_form() -> SpecialForm {
    SpecialForm::new(["expression"], None, |call| {
        let Outcome { value, diagnostics } = call.evaluate(0);
        let failed = diagnostics.has_errors();
        let deciding = call.deciding_marks(0);
        if !failed && !value.is_wholly_known() {
            return Ok(Value::unknown(Type::Bool).with_marks(&value.all_marks()).with_marks(&deciding));
        }
        Ok(Value::from(!failed).with_marks(&deciding))
    })
    .describe("Returns whether an expression is evaluated without an error.")
}

fn describe(diagnostic: &Diagnostic, out: &mut String) {
    if let Some((source, span)) = diagnostic.source().zip(diagnostic.span()) {
        let start = source.pos(span.start);
        out.push_str(&format!("{}:{}: ", start.line, start.column));
    }
    out.push_str(diagnostic.summary());
    out.push_str(": ");
    out.push_str(diagnostic.detail().trim_end_matches('.'));
}
