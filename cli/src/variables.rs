//! Variables from the command line and from files.

use std::collections::HashMap;

use serde_hcl::{EvalContext, Map, TraversalStep, Value, ext::tryfunc, stdlib};

use crate::options::Variables;
use crate::{Result, input};

/// Returns the variables with their values, in the order in which they are set.
pub fn values(variables: &Variables) -> Result<Vec<(String, Value)>> {
    let mut values = Vec::new();
    for path in &variables.files {
        let body = input::single(path)?;
        for attribute in body.just_attributes().into_result()? {
            let value = attribute.expression().evaluate(&EvalContext::new())?;
            values.push((attribute.name().to_owned(), value));
        }
    }
    values.extend_from_slice(&variables.variables);
    Ok(values)
}

/// Returns a context with the standard functions.
pub fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    stdlib::register(&mut context);
    context.set_special_form("try", tryfunc::try_form()).set_special_form("can", tryfunc::can_form());
    context.allow_variables();
    context
}

/// Returns a context with the standard functions and these variables.
pub fn context(variables: &Variables) -> Result<EvalContext> {
    let mut context = functions();
    for (name, value) in values(variables)? {
        context.set(name, value);
    }
    Ok(context)
}

/// Returns a context for files of which not all variables are known. Terraform's files refer to
/// them as `var.NAME`.
pub fn context_of_files(values: &[(String, Value)], is_terraform: bool) -> EvalContext {
    let mut context = functions();
    if !is_terraform {
        for (name, value) in values {
            context.set(name, value.clone());
        }
        return context;
    }
    let values: HashMap<String, Value> = values.iter().cloned().collect();
    context.set_resolver(move |traversal| {
        Ok(match traversal.steps.as_slice() {
            [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, ..]
                if root == "var" =>
            {
                let value = values.get(name).map(|value| [(name.as_str(), value.clone())]);
                value.map(|value| Value::from(value.into_iter().collect::<Map>()))
            }
            _ => None,
        })
    });
    context
}
