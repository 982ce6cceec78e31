//! `hcl to-json`, `hcl from-json`, and the same commands for other formats

use std::collections::{BTreeMap, HashSet};

use serde_hcl::{
    Body, Diagnostic, Error, Map, Value, analysis::Scope, diag::Diagnostics, from_body, json, stdlib,
    to_string,
};
use serde_hcl_terraform::Module;

use crate::arguments::{FromArguments, ToArguments};
use crate::definitions::{Definitions, several_folders, warn_undeclared};
use crate::formats;
use crate::options::{self, Format, Schema, Syntax};
use crate::output::Output;
use crate::schema::{Items, Strings, Types};
use crate::{Failure, Result, input};

pub fn to(format: Format, arguments: &ToArguments, compact: bool, output: &Output) -> Result<()> {
    if arguments.values {
        let mut configurations = input::configurations(&arguments.files, &arguments.roots)?.into_iter();
        let (Some(configuration), None) = (configurations.next(), configurations.next()) else {
            return Err(several_folders());
        };
        let body = input::merge(configuration.bodies.clone());
        let (roots, variables) = (&arguments.roots, &arguments.variables);
        warn_undeclared([&configuration.bodies], variables, output)?;
        let definitions = Definitions::of_configuration(configuration, roots, variables, output)?;
        let value = match &definitions.module {
            Some(module) => of_module(module, &definitions.scope, output)?,
            None => from_body(&body, &definitions.scope.context()).map_err(once)?,
        };
        value.check_size()?;
        if !value.is_wholly_known() {
            output.value_of(definitions.check(""))?;
        }
        return output.line(&formats::write(&value, format, compact)?);
    }
    let bodies = input::bodies(&arguments.files)?;
    let body = input::merge(bodies.clone());
    let mut names = HashSet::new();
    // An array of objects in HCL JSON can have several blocks of a type.
    let is_repeated = body.attributes().any(|it| !names.insert(it.name().to_owned()));
    let items = match is_repeated {
        true => Some(items(types(false, &repeated(&body), &bodies)?, bodies, Strings::Templates)?),
        false => None,
    };
    let written = |is_pretty: bool| match (&items, is_pretty) {
        (Some(items), true) => json::to_string_pretty(items),
        (Some(items), false) => json::to_string(items),
        (None, true) => json::to_string_pretty(&body),
        (None, false) => json::to_string(&body),
    };
    if format != Format::Json {
        let json = written(false)?;
        let value = stdlib::function("jsondecode").expect("it is in the table").call(&[Value::from(json)]);
        let value = value.map_err(|error| Failure::Command(error.to_string()))?;
        return output.line(&formats::write(&value, format, compact)?);
    }
    output.line(&written(!compact)?)
}

/// Returns the names of objects that an array of objects in HCL JSON has several times, as types of
/// blocks: an attribute is set once. The labels of the blocks stay in their bodies.
fn repeated(body: &Body) -> Vec<Schema> {
    let mut names = HashSet::new();
    let repeated = body.attributes().filter(|it| !names.insert(it.name().to_owned()));
    let repeated = repeated.filter(|it| it.expression().static_map().is_ok());
    repeated.map(|it| (vec![it.name().to_owned()], 0)).collect()
}

/// Returns the values of a module of Terraform as its blocks have them: local values, outputs, and
/// resources by their types.
fn of_module(module: &Module, scope: &Scope, output: &Output) -> Result<Value> {
    let mut values = Vec::new();
    for local in &module.locals {
        values.push((vec!["locals", &local.name], output.value_of(scope.evaluate(&local.value))?));
    }
    for resource in &module.resources {
        let value = scope.value(&resource.address())?;
        values.push((vec![resource.mode.block_type(), &resource.ty, &resource.name], value));
    }
    for (it, value) in module.outputs.iter().filter_map(|it| Some((it, it.value.as_ref()?))) {
        values.push((vec!["output", &it.name], output.value_of(scope.evaluate(value))?));
    }
    Ok(Value::from(nested(values)))
}

/// Returns a map of values by the first names of their paths.
fn nested(values: Vec<(Vec<&str>, Value)>) -> Map {
    let mut groups: BTreeMap<&str, Vec<(Vec<&str>, Value)>> = BTreeMap::new();
    let mut map = Map::new();
    for (path, value) in values {
        match path.split_first() {
            Some((name, [])) => _ = map.insert(*name, value),
            Some((name, rest)) => groups.entry(name).or_default().push((rest.to_vec(), value)),
            None => {}
        }
    }
    for (name, values) in groups {
        map.insert(name, Value::from(nested(values)));
    }
    map
}

/// Leaves out the errors that are at the same place as another one: an error of a definition is
/// that of each argument that depends on it.
fn once(error: Error) -> Diagnostics {
    let mut seen = HashSet::new();
    let place = |it: &Diagnostic| {
        let source = it.source().map(|source| source.name().to_owned());
        (
            it.summary().to_owned(),
            it.detail().to_owned(),
            source,
            it.span().map(|span| (span.start, span.end)),
        )
    };
    let is_new = |it: &Diagnostic| it.span().is_none() || seen.insert(place(it));
    Diagnostics::from(error).into_iter().filter(is_new).collect()
}

/// The block types of Terraform's language. Those of providers are not among them.
const TERRAFORM: &str = "check:1,check.assert,check.data:2,data:2,data.lifecycle,\
    data.lifecycle.postcondition,data.lifecycle.precondition,ephemeral:2,import,locals,module:1,moved,\
    output:1,output.precondition,provider:1,removed,removed.lifecycle,resource:2,resource.connection,\
    resource.lifecycle,resource.lifecycle.postcondition,resource.lifecycle.precondition,\
    resource.provisioner:1,resource.provisioner.connection,terraform,terraform.backend:1,\
    terraform.cloud,terraform.cloud.workspaces,terraform.provider_meta:1,\
    terraform.required_providers,variable:1,variable.validation";

/// Writes a file in native syntax.
pub fn from(format: Format, arguments: &FromArguments, output: &Output) -> Result<()> {
    let FromArguments { paths, schema, terraform, values } = arguments;
    let paths = input::find(paths, |name| format.is_of(name))?;
    let bodies = input::load_all(&paths, Syntax::Other(format)).and_then(input::valid)?;
    let types = types(*terraform, schema, &bodies)?;
    let items = items(types, bodies, if *values { Strings::Text } else { Strings::Templates })?;
    output.write(&to_string(&items)?)
}

/// Returns the block types of a schema, and those of Terraform if that is requested, or without a
/// schema if all files are Terraform's by their names.
fn types(terraform: bool, schema: &[Schema], bodies: &[Body]) -> Result<Types> {
    let is_terraform =
        |body: &Body| [".tf.json", ".tofu.json"].iter().any(|end| body.source().name().ends_with(end));
    let mut types = Vec::new();
    if terraform || schema.is_empty() && bodies.iter().all(is_terraform) {
        let blocks = TERRAFORM.split(',').map(options::schema);
        types = blocks.collect::<Result<Vec<_>, _>>().map_err(Failure::Command)?;
    }
    types.extend_from_slice(schema);
    Ok(Types::new(&types))
}

/// Distinguishes blocks from arguments in the order of the files.
fn items(types: Types, bodies: Vec<Body>, strings: Strings) -> Result<Items> {
    let names = bodies.iter().map(|body| body.source().name().to_owned());
    let positions = names.zip(0..).collect();
    let mut problems = Diagnostics::new();
    let items = types.apply(&input::merge(bodies), strings, &positions, &mut problems)?;
    if problems.has_errors() { Err(problems.into()) } else { Ok(items) }
}
