//! Variables from the command line and from files.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::time::SystemTime;

use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Map, TraversalStep, Value, ext, stdlib};
use serde_hcl_terraform::{EPHEMERAL, SENSITIVE};
use serde_hcl_terraform::{Folder, Functions};
use serde_hcl_terraform::{Module, Values, Variable};

use crate::options::{self, Declared, Files, Format, FunctionTable, Syntax, Variables};
use crate::{Failure, Result, input};

/// Returns the variables with their values, in the order in which they are set: those of the
/// environment, of files, and of the command line. Texts have the types of their variables, and all
/// values have the marks.
pub fn values(variables: &Variables, declared: impl Fn(&str) -> Declared) -> Result<Vec<(String, Value)>> {
    let mut values = of_environment(variables, &declared)?;
    values.extend(of_command(variables, &declared)?);
    Ok(values)
}

/// Returns the variables of the environment.
fn of_environment(
    variables: &Variables,
    declared: &impl Fn(&str) -> Declared,
) -> Result<Vec<(String, Value)>> {
    let mut values = Vec::new();
    for (name, text, place) in variables.env_prefix.iter().flat_map(|prefix| environment(prefix)) {
        let text = text.ok_or_else(|| Failure::Command(format!("{place}: it is not valid Unicode")))?;
        options::variable(&format!("{name}="))
            .map_err(|reason| Failure::Command(format!("{place}: {reason}")))?;
        let value = value(&name, &text, &place, declared)?;
        values.push((name, value));
    }
    Ok(values)
}

/// Returns the variables of files and of the command line.
fn of_command(variables: &Variables, declared: &impl Fn(&str) -> Declared) -> Result<Vec<(String, Value)>> {
    let mut values = Vec::new();
    for path in &variables.files {
        let is_of = |format: &Format| path.to_str().is_some_and(|name| format.is_of(name));
        let format = [Format::Yaml, Format::Toml].into_iter().find(is_of);
        let syntax = format.map_or(Syntax::Auto, Syntax::Other);
        let body = input::body(&Files { paths: vec![path.clone()], syntax })?;
        for attribute in body.just_attributes().into_result()? {
            // In JSON, all strings are values, as in Terraform's files of variables.
            let value = attribute.expression().evaluate(&EvalContext::literal_only())?;
            let marks = declared(attribute.name()).marks;
            values.push((attribute.name().to_owned(), value.with_marks(&marks)));
        }
    }
    for (name, text) in &variables.variables {
        values.push((name.clone(), value(name, text, &format!("--var {name}"), declared)?));
    }
    Ok(values)
}

/// Returns the value of a text for a variable.
fn value(name: &str, text: &str, place: &str, declared: &impl Fn(&str) -> Declared) -> Result<Value> {
    let value = options::value(text, &declared(name));
    value.map_err(|reason| Failure::Command(format!("{place}: {}", reason.trim_end_matches('.'))))
}

/// Returns the values for the variables of a module, and those for variables that it does not
/// declare.
pub fn of_module(variables: &Variables, module: &Module) -> Result<(Values, Vec<(String, Value)>)> {
    let declared = |name: &str| {
        let declaration = |it: &Variable| {
            let marks = [(it.sensitive, SENSITIVE), (it.ephemeral, EPHEMERAL)];
            let marks = marks.into_iter().filter(|(is_marked, _)| *is_marked);
            Declared { constraint: it.ty.clone(), marks: marks.map(|(_, name)| Mark::new(name)).collect() }
        };
        module.variable(name).map(declaration).unwrap_or_default()
    };
    let (mut values, mut others) = (Values::new(), Vec::new());
    for (name, value) in of_environment(variables, &declared)? {
        match module.variable(&name) {
            Some(_) => _ = values.set_fallback(name, value),
            None => others.push((name, value)),
        }
    }
    for (name, value) in of_command(variables, &declared)? {
        match module.variable(&name) {
            Some(_) => _ = values.set(name, value),
            None => others.push((name, value)),
        }
    }
    Ok((values, others))
}

/// Returns the variables in the environment whose names have a prefix, by name: their names
/// without it, their texts, and how messages name them.
fn environment(prefix: &str) -> Vec<(String, Option<String>, String)> {
    let variable = |(name, text): (OsString, OsString)| {
        let name = name.to_str()?;
        let variable = name.strip_prefix(prefix)?.to_owned();
        Some((variable, text.into_string().ok(), format!("environment variable {name:?}")))
    };
    let mut found: Vec<_> = env::vars_os().filter_map(variable).collect();
    found.sort();
    found
}

/// Returns a context with the functions of a table.
pub fn functions(table: FunctionTable) -> EvalContext {
    let mut context = EvalContext::new();
    match table {
        FunctionTable::Terraform => terraform().register(&mut context),
        FunctionTable::Cty => stdlib::register(&mut context),
    }
    context.set_special_form("try", ext::try_form()).set_special_form("can", ext::can_form());
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
        Ok(match traversal.steps() {
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
