//! `hcl get`

use serde_hcl::{Block, json, parse_file};

use crate::address::{self, Found};
use crate::arguments::GetArguments;
use crate::definitions::Definitions;
use crate::options::ValueFormat;
use crate::output::Output;
use crate::{Failure, Result, input, print, unknown};

pub fn run(arguments: &GetArguments, output: &Output) -> Result<()> {
    let bodies = input::bodies(&arguments.files)?;
    let body = input::merge(bodies.clone());
    match address::find(&body, &arguments.address)? {
        Found::Expression(expression, rest) if arguments.expression => {
            if !rest.is_empty() {
                let message = format!("{} is a part of a value, not an expression", arguments.address);
                return Err(Failure::Command(message));
            }
            output.line(expression.source().slice(expression.span()))
        }
        Found::Expression(expression, rest) => {
            let scope = Definitions::of(bodies, &arguments.roots, &arguments.variables)?.scope;
            let value = rest.follow(output.value_of(scope.evaluate(&expression))?)?;
            print::value(&unknown::reject(value, &expression, &scope)?, &arguments.printing, output)
        }
        Found::Blocks(blocks) => blocks.iter().try_for_each(|block| print_block(block, arguments, output)),
    }
}

/// Returns a single block: as it is written in JSON, in canonical style otherwise; or its body as
/// HCL JSON.
fn print_block(block: &Block, arguments: &GetArguments, output: &Output) -> Result<()> {
    match arguments.printing.format {
        ValueFormat::Hcl => {
            let written = block.source().slice(block.span());
            match parse_file(written).into_result() {
                Ok(file) => output.line(file.to_string().trim_end()),
                Err(_) => output.line(written),
            }
        }
        ValueFormat::Json => output.line(&json::to_string_pretty(block.body())?),
    }
}
