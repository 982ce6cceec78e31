//! `hcl eval`, and how values are printed.

use std::path::Path;

use serde_hcl::{Source, Value, parse_expression, parse_template};

use crate::arguments::{EvalArguments, Printing, ValueFormat};
use crate::output::Output;
use crate::{Failure, Result, input, variables};

pub fn run(arguments: &EvalArguments, output: &Output) -> Result<()> {
    let source = match arguments.expression.as_str() {
        input::STANDARD_INPUT => input::read(Path::new(input::STANDARD_INPUT))?,
        text => Source::new("EXPR", text),
    };
    let parsed = if arguments.template { parse_template(source) } else { parse_expression(source) };
    let context = variables::context(&arguments.variables)?;
    print(&parsed.into_value()?.evaluate(&context)?, &arguments.printing, output)
}

/// Writes a value as the command line asks for.
pub fn print(value: &Value, printing: &Printing, output: &Output) -> Result<()> {
    if printing.raw {
        return match value.as_str() {
            Some(text) => output.write(text),
            None => output.line(&value.to_string()),
        };
    }
    match printing.format {
        ValueFormat::Hcl => output.line(&value.to_string()),
        ValueFormat::Json => output.line(&plain_json(value)?),
    }
}

/// A value as JSON that any program reads.
pub fn plain_json(value: &Value) -> Result<String> {
    serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Command(format!("there is no JSON for it: {error}")))
}
