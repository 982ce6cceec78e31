//! `hcl to-json`, `hcl from-json`, and the same commands for other formats

use serde_hcl::{Body, Value, diag::Diagnostics, from_body, json, stdlib::encoding::jsondecode, to_string};

use crate::arguments::{FromArguments, ToArguments};
use crate::definitions::{Definitions, several_folders, warn_undeclared};
use crate::formats;
use crate::options::{self, Format, Syntax};
use crate::output::Output;
use crate::schema::{Strings, Types};
use crate::{Failure, Result, input};

pub fn to(format: Format, arguments: &ToArguments, compact: bool, output: &Output) -> Result<()> {
    if arguments.values {
        let mut folders = input::folders(&arguments.files, arguments.roots.one_scope)?.into_values();
        let (Some(bodies), None) = (folders.next(), folders.next()) else { return Err(several_folders()) };
        let body = input::merge(bodies.clone());
        warn_undeclared([&bodies], &arguments.variables, output)?;
        let definitions = Definitions::of(bodies, &arguments.roots, &arguments.variables)?;
        let value: Value = from_body(&body, &definitions.scope.context())?;
        value.check_size()?;
        if !value.is_wholly_known() {
            output.value_of(definitions.check(""))?;
        }
        return output.line(&formats::write(&value, format, compact)?);
    }
    let body = input::body(&arguments.files)?;
    if format != Format::Json {
        let json = json::to_string(&body)?;
        let value = jsondecode().call(&[Value::from(json)]);
        let value = value.map_err(|error| Failure::Command(error.to_string()))?;
        return output.line(&formats::write(&value, format, compact)?);
    }
    output.line(&if compact { json::to_string(&body)? } else { json::to_string_pretty(&body)? })
}

/// The block types of Terraform's language. Those of providers are not among them.
const TERRAFORM: &str = "check:1,check.assert,check.data:2,data:2,data.lifecycle,\
    data.lifecycle.postcondition,data.lifecycle.precondition,ephemeral:2,import,locals,module:1,moved,\
    output:1,output.precondition,provider:1,removed,removed.lifecycle,resource:2,resource.connection,\
    resource.lifecycle,resource.lifecycle.postcondition,resource.lifecycle.precondition,\
    resource.provisioner:1,resource.provisioner.connection,terraform,terraform.backend:1,\
    terraform.cloud,terraform.cloud.workspaces,terraform.provider_meta:1,\
    terraform.required_providers,variable:1,variable.validation";

/// Writes a file in native syntax. The blocks are those of the schema, and those of Terraform if
/// that is requested, or without a schema if all files are Terraform's by their names.
pub fn from(format: Format, arguments: &FromArguments, output: &Output) -> Result<()> {
    let FromArguments { paths, schema, terraform, values } = arguments;
    let paths = input::find(paths, |name| format.is_of(name))?;
    let bodies = input::load_all(&paths, Syntax::Other(format)).and_then(input::valid)?;
    let is_terraform =
        |body: &Body| [".tf.json", ".tofu.json"].iter().any(|end| body.source().name().ends_with(end));
    let mut types = Vec::new();
    if *terraform || schema.is_empty() && bodies.iter().all(is_terraform) {
        let blocks = TERRAFORM.split(',').map(options::schema);
        types = blocks.collect::<Result<Vec<_>, _>>().map_err(Failure::Command)?;
    }
    types.extend_from_slice(schema);
    let names = bodies.iter().map(|body| body.source().name().to_owned());
    let positions = names.zip(0..).collect();
    let strings = if *values { Strings::Text } else { Strings::Templates };
    let mut problems = Diagnostics::new();
    let items = Types::new(&types).apply(&input::merge(bodies), strings, &positions, &mut problems)?;
    if problems.has_errors() {
        return Err(problems.into());
    }
    output.write(&to_string(&items)?)
}
