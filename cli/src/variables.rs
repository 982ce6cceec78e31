//! Variables from the command line and from files.

use std::collections::HashMap;
use std::env;
use std::time::SystemTime;

use serde_hcl::stdlib::terraform::{Folder, Functions};
use serde_hcl::{EvalContext, Map, Value, ext::tryfunc, stdlib, traversal::TraversalStep};

use crate::options::{FunctionTable, Variables};
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

/// Returns a context with the functions of a table.
pub fn functions(table: FunctionTable) -> EvalContext {
    let mut context = EvalContext::new();
    match table {
        FunctionTable::Terraform => terraform().register(&mut context),
        FunctionTable::Cty => stdlib::register(&mut context),
    }
    context.set_special_form("try", tryfunc::try_form()).set_special_form("can", tryfunc::can_form());
    context.allow_variables();
    context
}

/// Returns the names of the functions of a table.
pub fn function_names(table: FunctionTable) -> Vec<&'static str> {
    match table {
        FunctionTable::Terraform => terraform().iter().map(|(name, _)| name).collect(),
        FunctionTable::Cty => stdlib::functions().map(|(name, _)| name).collect(),
    }
}

/// Returns the functions of Terraform, with the files of the current folder.
fn terraform() -> Functions {
    let functions = Functions::new().clock(SystemTime::now);
    let Ok(folder) = env::current_dir() else { return functions };
    let functions = functions.current_folder(folder.to_string_lossy());
    match Folder::new(folder) {
        Ok(folder) => functions.files(folder),
        Err(_) => functions,
    }
}

/// Returns a context with functions and variables. Expressions refer to a variable as `var.NAME`,
/// and as `NAME` unless they are in Terraform's files.
pub fn context(values: &[(String, Value)], table: FunctionTable, is_terraform: bool) -> EvalContext {
    let mut context = functions(table);
    if !is_terraform {
        for (name, value) in values {
            context.set(name, value.clone());
        }
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
