//! `hcl check`

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_hcl::ext::Spec;
use serde_hcl::ext::type_constraint;
use serde_hcl::{
    Diagnostic, EvalContext, Source, Value, analysis,
    diag::{Category, Diagnostics, Severity},
};
use serde_hcl_terraform::{Module, ProviderSchemas};
use serde_json::json;

use crate::arguments::CheckArguments;
use crate::failure::Status;
use crate::input::Loaded;
use crate::options::{Declared, ReportFormat, Syntax, is_standard};
use crate::output::Output;
use crate::replace::Writing;
use crate::report::count;
use crate::{Failure, Result, annotations, input, replace, report, variables};

pub fn run(arguments: &CheckArguments, output: &Output) -> Result<()> {
    let paths = input::find(&arguments.files.paths, input::is_configuration)?;
    if arguments.fix {
        fix(&paths, arguments, output)?;
    }
    let files = input::load_all(&paths, arguments.files.syntax)?;
    let mut all: Vec<_> = files.iter().flat_map(|file| &file.diagnostics).collect();
    let found = match &arguments.schema {
        // A file with syntax errors lacks items, so a schema would report them as missing.
        Some(schema) if all.iter().all(|diagnostic| diagnostic.severity() != Severity::Error) => {
            by_schema(&files, schema, arguments)?
        }
        None if arguments.files.syntax == Syntax::Auto => {
            let schemas = arguments.provider_schemas.as_deref().map(provider_schemas).transpose()?;
            of_modules(&paths, &arguments.files.paths, schemas.as_ref())
        }
        _ => Diagnostics::new(),
    };
    all.extend(&found);
    let errors = all.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).count();
    let warnings = all.len() - errors;
    match arguments.format {
        ReportFormat::Json => {
            let report = json!({
                "valid": errors == 0,
                "error_count": errors,
                "warning_count": warnings,
                "diagnostics": all,
            });
            output.line(&report::escaped_json(&format!("{report:#}")))?;
        }
        ReportFormat::Sarif => {
            output.line(&report::escaped_json(&format!("{:#}", annotations::sarif(&all))))?;
        }
        ReportFormat::Github => output.write(&annotations::github(&all))?,
        ReportFormat::Text => {
            if !all.is_empty() {
                let renderer =
                    report::renderer(report::Stream::Results).max_diagnostics(arguments.max_errors);
                output.findings(&renderer.render(all.iter().copied()))?;
            }
            let warnings =
                if warnings > 0 { format!(", {}", count(warnings, "warning")) } else { String::new() };
            let (files, errors) = (count(files.len(), "file"), count(errors, "error"));
            output.summary(&format!("{files}: {errors}{warnings}"))?;
            if let Some(advice) = advice(&all) {
                output.summary(&advice)?;
            }
        }
    }
    if errors == 0 { Ok(()) } else { Err(Failure::Reported(Status::Configuration)) }
}

/// Returns a sentence about the commands that correct errors and explain them.
fn advice(found: &[&Diagnostic]) -> Option<String> {
    let code = found.iter().find_map(|it| it.code())?.as_str();
    let explain = format!("hcl explain {code}");
    let is_corrected = |it: &&&Diagnostic| it.category() == Category::Syntax && it.is_machine_applicable();
    Some(match found.iter().filter(is_corrected).count() {
        0 => format!("Run {explain} for an explanation."),
        number => {
            let errors = count(number, "error");
            format!("Run hcl check --fix to correct {errors}, or {explain} for an explanation.")
        }
    })
}

/// Reads a file with the schemas of Terraform's providers.
fn provider_schemas(path: &Path) -> Result<ProviderSchemas> {
    let content = input::read(path)?;
    ProviderSchemas::read(content.text().as_bytes()).map_err(|error| {
        Failure::command(format!(
            "{} has no schemas of providers as \"terraform providers schema -json\" writes them: {error}",
            path.display()
        ))
    })
}

/// Checks the modules of Terraform in the folders that are named. Mistakes in the syntax of their
/// files are found with those of all files.
fn of_modules(paths: &[PathBuf], named: &[PathBuf], schemas: Option<&ProviderSchemas>) -> Diagnostics {
    let mut folders: BTreeMap<&Path, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        folders.entry(path.parent().unwrap_or(Path::new("."))).or_default().push(path.clone());
    }
    let folders = folders.into_iter().filter(|(_, found)| input::is_module(found, named));
    let found = folders.flat_map(|(folder, _)| {
        let loaded = Module::load(folder);
        let module = loaded.value;
        let mut found = module.check().diagnostics;
        found.extend(loaded.diagnostics.into_iter().filter(input::is_of_call));
        found.extend(schemas.into_iter().flat_map(|schemas| schemas.check(&module)));
        found
    });
    let is_new = |it: &Diagnostic| match it.category() {
        _ if input::is_of_call(it) => true,
        Category::Syntax | Category::Limit => false,
        // Files that cannot be read are those of the command, too.
        Category::Io => it.span().is_some(),
        _ => true,
    };
    let mut seen = HashSet::new();
    found.filter(is_new).filter(|it| seen.insert(it.to_string())).collect()
}

/// Applies the corrections of mistakes in the syntax that have one meaning only, or prints them.
fn fix(paths: &[PathBuf], arguments: &CheckArguments, output: &Output) -> Result<()> {
    let syntax = arguments.files.syntax;
    for path in paths {
        if is_standard(path) {
            return Err(Failure::command("--fix changes files: name a file"));
        }
        let before = input::read(path)?;
        let (after, count) = corrected(before.clone(), syntax);
        if count == 0 {
            continue;
        } else if arguments.diff {
            output.diff(&before, &after)?;
        } else {
            replace::replace(path, &before, &after, Writing::Whole, |now| Ok(corrected(now, syntax).0))?;
            if arguments.format == ReportFormat::Text {
                output.summary(&format!(
                    "{}: {} corrected",
                    report::name(path),
                    report::count(count, "error")
                ))?;
            }
        }
    }
    Ok(())
}

/// Returns a text with all corrections, and the number of errors that they remove.
fn corrected(source: Source, syntax: Syntax) -> (String, usize) {
    serde_hcl_lsp::fix_all(source, |source| input::parse(source, syntax).diagnostics)
}

/// Reads a specification file, whose functions and variables are defined in a context, or a JSON
/// Schema in a file of JSON.
fn specification(path: &Path, context: &mut EvalContext) -> Result<Spec> {
    if input::is_json(&path.to_string_lossy()) {
        return json_schema(path);
    }
    let file = Spec::from_file(&input::single(path)?, context).into_result()?;
    file.define(context);
    Ok(file.spec)
}

fn json_schema(path: &Path) -> Result<Spec> {
    let content = input::read(path)?;
    let invalid = |error: &dyn std::fmt::Display| {
        Failure::command(format!("{} has no JSON Schema: {error}", path.display()))
    };
    let schema: Value = serde_json::from_str(content.text()).map_err(|error| invalid(&error))?;
    Spec::from_json_schema(&schema).map_err(|error| invalid(&error))
}

/// Checks files as one configuration by a specification file, or by those in a folder. Variables
/// without a value can have any, or any of their types.
fn by_schema(files: &[Loaded], schema: &Path, arguments: &CheckArguments) -> Result<Diagnostics> {
    let mut context = variables::functions(arguments.variables.functions);
    let mut specs = Vec::new();
    for path in input::find(&[schema.to_owned()], input::is_configuration)? {
        specs.push((path.display().to_string(), specification(&path, &mut context)?));
    }
    // The files of a folder each describe a part of the configuration.
    let spec = if specs.len() == 1 { specs.remove(0).1 } else { Spec::object(specs) };
    let mut types_of = HashMap::new();
    match &arguments.types {
        Some(types) => {
            for attribute in input::single(types)?.just_attributes().into_result()? {
                let constraint = type_constraint(attribute.expression()).into_result()?;
                context.set(attribute.name(), Value::unknown(constraint.ty().clone()));
                types_of.insert(attribute.name().to_owned(), constraint);
            }
            context.allow_variables();
        }
        None => _ = context.set_resolver(|_| Ok(Some(Value::UNKNOWN))),
    }
    let declared = |name: &str| Declared { constraint: types_of.get(name).cloned(), ..Declared::default() };
    for (name, value) in variables::values(&arguments.variables, declared)? {
        context.set(name, value);
    }
    let bodies: Option<Vec<_>> = files.iter().map(|file| file.body.clone()).collect();
    let bodies = bodies.ok_or_else(|| Failure::command("a template has no arguments and blocks"))?;
    Ok(analysis::check(&input::merge(bodies), &spec, &context))
}
