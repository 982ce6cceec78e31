//! Variables from the command line and from files.

use std::collections::HashMap;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde_hcl::{
    EvalContext, Map, Number, Traversal, TraversalStep, Value, ext::tryfunc, parse_expression, stdlib,
};

use crate::Result;
use crate::input::{self, Files, Syntax};

/// Variables for expressions.
#[derive(Args)]
pub struct Variables {
    /// A variable. VALUE is a number, true, false, null, a collection or a string in double quotes
    /// as in a configuration; anything else is text
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub variables: Vec<Variable>,

    /// A file whose arguments are variables; later ones and --var win
    #[arg(long = "var-file", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// `NAME=VALUE`
#[derive(Clone)]
pub struct Variable {
    name: String,
    value: Value,
}

impl FromStr for Variable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
        let is_name = name.parse::<Traversal>().is_ok_and(|name| name.steps.len() == 1);
        if !is_name {
            return Err(format!("{name:?} is no name of a variable"));
        }
        Ok(Self { name: name.to_owned(), value: literal(value)? })
    }
}

/// Parses a literal; any other text is a string.
fn literal(text: &str) -> Result<Value, String> {
    match text {
        "true" => Ok(Value::TRUE),
        "false" => Ok(Value::FALSE),
        "null" => Ok(Value::NULL),
        _ if text.starts_with(['[', '{', '"']) => {
            let value = parse_expression(text).into_result().and_then(|it| it.evaluate(&EvalContext::new()));
            value.map_err(|error| error.to_string())
        }
        _ => Ok(text.parse::<Number>().map_or_else(|_| Value::from(text), Value::from)),
    }
}

/// Returns the variables with their values, in the order in which they are set.
pub fn values(variables: &Variables) -> Result<Vec<(String, Value)>> {
    let mut values = Vec::new();
    for path in &variables.files {
        let body = input::body(&Files { paths: vec![path.clone()], syntax: Syntax::Auto })?;
        for attribute in body.just_attributes().into_result()? {
            let value = attribute.expression().evaluate(&EvalContext::new())?;
            values.push((attribute.name().to_owned(), value));
        }
    }
    values.extend(variables.variables.iter().map(|it| (it.name.clone(), it.value.clone())));
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
