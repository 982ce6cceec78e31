//! `hcl check`

use serde_hcl::Severity;
use serde_json::json;

use crate::arguments::{CheckArguments, ReportFormat};
use crate::output::Output;
use crate::{Failure, Result, input, report};

pub fn run(arguments: &CheckArguments, output: &Output) -> Result<()> {
    let files = input::load(&arguments.files)?;
    let all: Vec<_> = files.iter().flat_map(|file| &file.diagnostics).collect();
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
                output.line(&format!("{}\n\n", renderer.render(all.iter().copied())))?;
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
    if errors == 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// Returns a number with the word for what is counted.
pub fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
