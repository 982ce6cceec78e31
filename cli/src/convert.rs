//! `hcl to-json` and `hcl from-json`

use serde_hcl::{Body, Value, diag::Diagnostics, from_body, json, to_string};

use crate::definitions::{Definitions, several_folders};
use crate::options::{self, Files, RootArguments, Schema, Syntax, Variables};
use crate::output::Output;
use crate::schema::Types;
use crate::{Failure, Result, input, print};

pub fn to_json(
    files: &Files,
    compact: bool,
    values: Option<(&RootArguments, &Variables)>,
    output: &Output,
) -> Result<()> {
    if let Some((roots, variables)) = values {
        let mut folders = input::folders(files, roots.one_scope)?.into_values();
        let (Some(bodies), None) = (folders.next(), folders.next()) else { return Err(several_folders()) };
        let body = input::merge(bodies.clone());
        let definitions = Definitions::of(bodies, roots, variables)?;
        let value: Value = from_body(&body, &definitions.scope.context())?;
        value.check_size()?;
        if !value.is_wholly_known() {
            output.value_of(definitions.check(""))?;
        }
        return output.line(&print::plain_json(&value, compact)?);
    }
    let body = input::body(files)?;
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

/// Writes HCL JSON in native syntax. The blocks are those of the schema, and those of Terraform if
/// that is requested, or without a schema if all files are Terraform's by their names.
pub fn from_json(mut files: Files, schema: &[Schema], terraform: bool, output: &Output) -> Result<()> {
    if files.syntax == Syntax::Auto {
        files.syntax = Syntax::Json;
    }
    let bodies = input::bodies(&files)?;
    let is_terraform =
        |body: &Body| [".tf.json", ".tofu.json"].iter().any(|end| body.source().name().ends_with(end));
    let mut types = Vec::new();
    if terraform || schema.is_empty() && bodies.iter().all(is_terraform) {
        let blocks = TERRAFORM.split(',').map(options::schema);
        types = blocks.collect::<Result<Vec<_>, _>>().map_err(Failure::Command)?;
    }
    types.extend_from_slice(schema);
    let names = bodies.iter().map(|body| body.source().name().to_owned());
    let positions = names.zip(0..).collect();
    let mut problems = Diagnostics::new();
    let items = Types::new(&types).apply(&input::merge(bodies), &positions, &mut problems)?;
    if problems.has_errors() {
        return Err(problems.into());
    }
    output.write(&to_string(&items)?)
}
