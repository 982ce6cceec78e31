//! Variables from the command line and from files.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde_hcl::{EvalContext, Number, Traversal, Value, ext::tryfunc, parse_expression, stdlib};

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

/// Returns a context with the standard functions and these variables.
pub fn context(variables: &Variables) -> Result<EvalContext> {
    let mut context = EvalContext::new();
    stdlib::register(&mut context);
    context.set_special_form("try", tryfunc::try_form()).set_special_form("can", tryfunc::can_form());
    context.allow_variables();
    for path in &variables.files {
        let body = input::body(&Files { paths: vec![path.clone()], syntax: Syntax::Auto })?;
        for attribute in body.just_attributes().into_result()? {
            let value = attribute.expression().evaluate(&EvalContext::new())?;
            context.set(attribute.name(), value);
        }
    }
    for variable in &variables.variables {
        context.set(variable.name.as_str(), variable.value.clone());
    }
    Ok(context)
}
