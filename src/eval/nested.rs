//! Expressions that functions evaluate in a call.

use crate::diag::{Category, Code, Diagnostic};
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::value::{ErrorKind, Value, ValueError};

/// Returns the value of an expression that a function has evaluated within the budget of its call.
///
/// # Errors
/// Returns the first error of the evaluation as an error of the function.
pub(crate) fn value_in_function(outcome: Outcome<Value>, budget: &Budget) -> Result<Value, ValueError> {
    let mut errors = outcome.diagnostics.errors();
    let Some(first) = errors.next() else { return Ok(outcome.value) };
    // The diagnostics contain no marked value.
    let describe = || describe(first, errors.count());
    Err(if budget.is_stopped() {
        ValueError::public(ErrorKind::Limit, budget.stopped_by(describe))
    } else {
        let kind = if first.category() == Category::Limit { ErrorKind::Limit } else { ErrorKind::Domain };
        ValueError::public(kind, describe())
    })
}

/// Returns an error as the end of a sentence. The summary of a failed call repeats its detail and
/// is left out.
fn describe(error: &Diagnostic, more: usize) -> String {
    let mut text = String::new();
    if let Some((source, span)) = error.source().zip(error.span()) {
        text = format!("{}: ", source.location(span));
    }
    if error.code() != Some(Code::FunctionCallFailed) {
        text.push_str(error.summary());
        text.push_str(": ");
    }
    text.push_str(error.detail().trim_end_matches('.'));
    match more {
        0 => text,
        1 => text + " (and one more error)",
        _ => format!("{text} (and {more} more errors)"),
    }
}
