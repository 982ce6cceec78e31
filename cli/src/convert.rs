//! `hcl to-json` and `hcl from-json`

use serde_hcl::{Diagnostics, Value, from_body, json, to_string};

use crate::arguments::{FromJsonArguments, ToJsonArguments};
use crate::input::{self, Syntax};
use crate::output::Output;
use crate::schema::Types;
use crate::{Result, print, variables};

pub fn to_json(arguments: &ToJsonArguments, output: &Output) -> Result<()> {
    let body = input::body(&arguments.files)?;
    if arguments.values {
        let value: Value = from_body(&body, &variables::context(&arguments.variables)?)?;
        return output.line(&print::plain_json(&value, arguments.compact)?);
    }
    output.line(&if arguments.compact { json::to_string(&body)? } else { json::to_string_pretty(&body)? })
}

pub fn from_json(arguments: &FromJsonArguments, output: &Output) -> Result<()> {
    let mut files = arguments.files.clone();
    if files.syntax == Syntax::Auto {
        files.syntax = Syntax::Json;
    }
    let bodies = input::bodies(&files)?;
    let names = bodies.iter().map(|body| body.source().name().to_owned());
    let positions = names.zip(0..).collect();
    let mut problems = Diagnostics::new();
    let items = Types::new(&arguments.schema).apply(&input::merge(bodies), &positions, &mut problems)?;
    if problems.has_errors() {
        return Err(serde_hcl::Error::from(problems).into());
    }
    output.write(&to_string(&items)?)
}
