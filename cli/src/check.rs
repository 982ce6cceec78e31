//! `hcl check`

use serde_hcl::ext::spec::Spec;
use serde_hcl::ext::typeexpr::type_constraint;
use serde_hcl::{Diagnostics, Severity, Value, analysis};
use serde_json::json;

use crate::arguments::CheckArguments;
use crate::input::Loaded;
use crate::options::ReportFormat;
use crate::output::Output;
use crate::report::count;
use crate::{Failure, Result, input, report, variables};

pub fn run(arguments: &CheckArguments, output: &Output) -> Result<()> {
    let files = input::load(&arguments.files)?;
    let mut all: Vec<_> = files.iter().flat_map(|file| &file.diagnostics).collect();
    let found = match &arguments.schema {
        // A file with syntax errors lacks items, so a schema would report them as missing.
        Some(schema) if all.iter().all(|diagnostic| diagnostic.severity() != Severity::Error) => {
            by_schema(&files, schema, arguments)?
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
        ReportFormat::Text => {
            if !all.is_empty() {
                let renderer = report::renderer().max_diagnostics(arguments.max_errors);
                output.findings(&renderer.render(all.iter().copied()))?;
            }
            if !arguments.quiet || !all.is_empty() {
                let warnings =
                    if warnings > 0 { format!(", {}", count(warnings, "warning")) } else { String::new() };
                output.line(&format!(
                    "{}: {}{warnings}",
                    count(files.len(), "file"),
                    count(errors, "error")
                ))?;
            }
        }
    }
    if errors == 0 { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Checks files as one configuration by a specification file. Variables without a value can have
/// any, or any of their types.
fn by_schema(files: &[Loaded], schema: &std::path::Path, arguments: &CheckArguments) -> Result<Diagnostics> {
    let mut context = variables::functions();
    let file = Spec::from_file(&input::single(schema)?, &context).into_result()?;
    file.define(&mut context);
    match &arguments.types {
        Some(types) => {
            for attribute in input::single(types)?.just_attributes().into_result()? {
                let ty = type_constraint(attribute.expression()).into_result()?;
                context.set(attribute.name(), Value::unknown(ty));
            }
            context.allow_variables();
        }
        None => _ = context.set_resolver(|_| Ok(Some(Value::UNKNOWN))),
    }
    for (name, value) in variables::values(&arguments.variables)? {
        context.set(name, value);
    }
    let bodies: Option<Vec<_>> = files.iter().map(|file| file.body.clone()).collect();
    let bodies = bodies.ok_or_else(|| Failure::command("a template has no arguments and blocks"))?;
    Ok(analysis::check(&input::merge(bodies), &file.spec, &context))
}
