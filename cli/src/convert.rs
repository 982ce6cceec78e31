//! `hcl to-json` and `hcl from-json`

use serde_hcl::{Value, diag::Diagnostics, from_body, json, to_string};

use crate::definitions::Definitions;
use crate::options::{Files, RootArguments, Schema, Syntax, Variables};
use crate::output::Output;
use crate::schema::Types;
use crate::{Result, input, print};

pub fn to_json(
    files: &Files,
    compact: bool,
    values: Option<(&RootArguments, &Variables)>,
    output: &Output,
) -> Result<()> {
    let bodies = input::bodies(files)?;
    let body = input::merge(bodies.clone());
    if let Some((roots, variables)) = values {
        let definitions = Definitions::of(bodies, roots, variables)?;
        let value: Value = from_body(&body, &definitions.scope.context())?;
        value.check_size()?;
        if !value.is_wholly_known() {
            output.value_of(definitions.check(""))?;
        }
        return output.line(&print::plain_json(&value, compact)?);
    }
    output.line(&if compact { json::to_string(&body)? } else { json::to_string_pretty(&body)? })
}

pub fn from_json(mut files: Files, schema: &[Schema], output: &Output) -> Result<()> {
    if files.syntax == Syntax::Auto {
        files.syntax = Syntax::Json;
    }
    let bodies = input::bodies(&files)?;
    let names = bodies.iter().map(|body| body.source().name().to_owned());
    let positions = names.zip(0..).collect();
    let mut problems = Diagnostics::new();
    let items = Types::new(schema).apply(&input::merge(bodies), &positions, &mut problems)?;
    if problems.has_errors() {
        return Err(problems.into());
    }
    output.write(&to_string(&items)?)
}
