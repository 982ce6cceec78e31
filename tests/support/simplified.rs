//! The laws of partial evaluation: values, marks and errors stay, and the simplified text shows
//! nothing of marked values.

use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Expression};

use crate::expressions;
use crate::soundness::{Choices, obscured_with_types};

/// Makes an expression and its variables from bytes, of which some are missing for partial
/// evaluation. Returns whether parts of the expression were replaced.
///
/// # Errors
/// The case, if the simplified expression has another value or other errors.
pub fn check(bytes: &[u8], functions: &EvalContext) -> Result<bool, String> {
    let (expression, values) = expressions::case(&mut Choices::new(bytes));
    let mut choices = Choices::new(bytes);
    let (mut part, mut full) = (functions.child(), functions.child());
    let mut missing = Vec::new();
    for (name, value) in values {
        match choices.below(4) {
            0 => missing.push(name.to_owned()),
            1 => {
                part.set(name, obscured_with_types(&value, &mut choices));
                missing.push(format!("{name} in part"));
            }
            _ => _ = part.set(name, value.clone()),
        }
        full.set(name, value);
    }
    let simplified = expression.simplify(&part);
    let (found, expected) = (outcome(&simplified, &full), outcome(&expression, &full));
    if found != expected {
        return Err(format!(
            "{found}\n  of {simplified}\n{expected}\n  of {expression}\nwithout {missing:?}"
        ));
    }
    Ok(simplified.to_string() != expression.to_string())
}

/// Simplifies an expression with two contents of marked variables, and compares the texts.
///
/// # Errors
/// The case, if the texts differ.
pub fn check_contents(bytes: &[u8], functions: &EvalContext) -> Result<(), String> {
    let (expression, values) = expressions::case(&mut Choices::new(bytes));
    let mut choices = Choices::new(bytes);
    let (mut one, mut other) = (functions.child(), functions.child());
    for (name, value) in values {
        match choices.below(3) {
            0 => {}
            1 => _ = (one.set(name, value.clone()), other.set(name, value)),
            _ => {
                let content = expressions::value(value.ty(), &mut choices, 2);
                let is_of_type = content.ty() == value.ty();
                let content = if is_of_type { content } else { value.clone() };
                one.set(name, value.mark(Mark::new(name)));
                other.set(name, content.mark(Mark::new(name)));
            }
        }
    }
    let [one, other] = [one, other].map(|context| expression.simplify(&context).to_string());
    if one == other { Ok(()) } else { Err(format!("{one}\n{other}\nof {expression}")) }
}

/// The diagnostics of an evaluation with their locations, and without errors the value with its
/// content shown and its marks.
pub fn outcome(expression: &Expression, context: &EvalContext) -> String {
    let outcome = expression.evaluate_with_diagnostics(context);
    let diagnostics = outcome.diagnostics.iter().map(|it| format!("{:?} {it}\n", it.range()));
    let diagnostics: String = diagnostics.collect();
    if outcome.diagnostics.has_errors() {
        return diagnostics;
    }
    let (plain, marks) = outcome.value.unmark_deep();
    format!("{plain:?} {marks:?}\n{diagnostics}")
}
