//! Expressions that functions evaluate in a call.

use crate::diag::{Category, Code, Diagnostic};
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::redaction;
use crate::value::{ErrorKind, Value, ValueError};

impl Outcome<Value> {
    /// Returns the value of an expression or template that a function has evaluated within the
    /// budget of its call.
    ///
    /// # Errors
    /// Returns the first error of the evaluation, with its location, as an error of the function.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Expression, Function, Type, func::Parameter, value};
    ///
    /// let rule: Expression = "[\"low\", \"high\"][level]".parse()?;
    /// let name = Function::builder()
    ///     .parameter(Parameter::new("level", Type::Number))
    ///     .implement_within(move |arguments, _, budget| {
    ///         let mut context = EvalContext::new();
    ///         context.set("level", arguments[0].clone());
    ///         rule.evaluate_within(&context, budget).into_function_result(budget)
    ///     });
    /// assert_eq!(name.call(&[value!(1)])?, value!("high"));
    /// assert!(name.call(&[value!(2)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_function_result(self, budget: &Budget) -> Result<Value, ValueError> {
        let mut errors = self.diagnostics.errors();
        let Some(first) = errors.next() else { return Ok(self.value) };
        // The diagnostics contain no marked value.
        let describe = || describe(first, errors.count());
        Err(if budget.is_stopped() {
            ValueError::public(ErrorKind::Limit, budget.stopped_by(describe))
        } else {
            let kind = if first.category() == Category::Limit { ErrorKind::Limit } else { ErrorKind::Domain };
            ValueError::public(kind, describe())
        })
    }
}

/// Returns an error as the end of a sentence. The summary of a failed call repeats its detail and
/// is left out.
fn describe(error: &Diagnostic, more: usize) -> String {
    let mut text = String::new();
    // The name of a source can be a marked argument.
    if let Some((source, span)) = error.source().zip(error.span())
        && !redaction::in_scope()
    {
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
