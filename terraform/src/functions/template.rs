//! Templates in texts and files, with variables of their own.

use std::sync::Arc;

use serde_hcl::diag::{Code, Diagnostics};
use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, ValueError};
use serde_hcl::{EvalContext, Function, Options, Value, is_identifier};

use super::support::{any, builder, refused, string, take_table, text};

/// Returns the context with the functions that templates call.
pub(super) type Context = Arc<dyn Fn() -> Arc<EvalContext> + Send + Sync>;

/// `templatestring(data: string, vars: map | object) -> any`: the value of a template. Its
/// variables are the attributes or elements of `vars`, and its functions those of Terraform.
pub(super) fn templatestring(context: Context) -> Function {
    builder([string("data"), any("vars")]).implement_within(move |arguments, _, budget| {
        render("", text(&arguments[0]), &arguments[1], &context, budget)
    })
}

/// Returns the value of a template with variables. A file has a name.
pub(super) fn render(
    name: &str,
    text: &str,
    variables: &Value,
    context: &Context,
    budget: &Budget,
) -> Result<Value, ValueError> {
    let length = text.len() as u64;
    budget.take_parts(length.saturating_mul(20))?;
    budget.take_bytes(length.saturating_mul(100))?;
    // The table of functions has a constant cost.
    budget.take_steps(1000_u64)?;
    let Some(map) = variables.as_object() else {
        return Err(refused(
            1,
            format!("a map or object is required, not {}", variables.ty().with_article()),
        ));
    };
    take_table(map.len(), budget)?;
    let mut context = context().child();
    context.allow_variables();
    for (name, value) in map {
        if !is_identifier(name) {
            let message = "a name of a variable must be a letter or _, followed by letters, digits, _ and -";
            return Err(refused(1, message));
        }
        context.set(name, value.clone());
    }
    let template = Options::new().file_name(name).limits(*budget.limits()).parse_template(text);
    let mut outcome = template.value.expression().evaluate_within(&context, budget);
    if template.diagnostics.has_errors() {
        outcome.diagnostics = template.diagnostics;
    }
    let missing = missing(text, &outcome.diagnostics);
    // The error can quote the template, which can be marked.
    let failed = |kind, message| ValueError::with_value(kind, "the template cannot be rendered", message);
    if let Some(message) = missing {
        return Err(failed(ErrorKind::Domain, message));
    }
    outcome.into_function_result(budget).map_err(|error| failed(error.kind(), error.to_string()))
}

/// Returns the message about several errors that are all about variables that do not exist: the
/// names of all, with the location of the first.
fn missing(text: &str, diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.errors();
    let (first, second) = (errors.next()?, errors.next()?);
    let mut names = Vec::new();
    for error in [first, second].into_iter().chain(errors) {
        let name = error.span().filter(|_| error.code() == Some(Code::UnknownVariable))?;
        let name = text.get(name.range())?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let place = first.to_string();
    let place = place.split_once(": ").map_or("", |(place, _)| place);
    let words = match &*names {
        [name] => format!("there is no variable named {name:?}"),
        [names @ .., last] => {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            format!("there are no variables named {} and {last:?}", names.join(", "))
        }
        [] => return None,
    };
    Some(format!("{place}: {words}"))
}
