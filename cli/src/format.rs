//! `hcl fmt`

use std::path::Path;

use serde_hcl::{Source, format_terraform, parse_file};
use similar::TextDiff;

use crate::arguments::FormatArguments;
use crate::input::STANDARD_INPUT;
use crate::output::Output;
use crate::{Failure, Result, input, replace, report};

/// A file that was read.
enum Formatted {
    Unchanged(Source),
    Changed {
        before: Source,
        after: String,
    },
    /// It has mistakes, and is left as it is.
    Broken(serde_hcl::Error),
}

pub fn run(arguments: &FormatArguments, output: &Output) -> Result<()> {
    let paths = input::find(&arguments.paths, |name| !is_json(name))?;
    if let Some(path) = paths.iter().find(|path| is_json(&path.to_string_lossy())) {
        let path = report::printable(&path.display().to_string());
        return Err(Failure::Command(format!("{path} is HCL JSON: hcl fmt formats native syntax")));
    }
    let writes = !arguments.check && !arguments.diff;
    let results = input::for_each(&paths, |path| {
        Ok(input::read(path).and_then(|source| {
            let formatted = formatted(source, arguments.terraform);
            match &formatted {
                Formatted::Changed { before, after } if writes && !is_input(path) => {
                    replace::replace(path, before, after, |now| {
                        match self::formatted(now, arguments.terraform) {
                            Formatted::Unchanged(now) => Ok(now.text().to_owned()),
                            Formatted::Changed { after, .. } => Ok(after),
                            Formatted::Broken(error) => Err(error.into()),
                        }
                    })?;
                }
                _ => {}
            }
            Ok(formatted)
        }))
    })?;
    let mut outcome = Ok(());
    for (path, result) in paths.iter().zip(results) {
        match result {
            Ok(formatted) => {
                let is_failed = match &formatted {
                    Formatted::Broken(_) => true,
                    Formatted::Changed { .. } => arguments.check,
                    Formatted::Unchanged(_) => false,
                };
                show(path, &formatted, arguments, output)?;
                if is_failed && outcome.is_ok() {
                    outcome = Err(Failure::Reported);
                }
            }
            // The caller reports the last failure.
            Err(failure) => {
                if let Err(earlier) = std::mem::replace(&mut outcome, Err(failure)) {
                    earlier.report(output);
                }
            }
        }
    }
    outcome
}

fn is_json(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".json")
}

fn is_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

fn formatted(before: Source, terraform: bool) -> Formatted {
    let result = if terraform {
        format_terraform(before.clone())
    } else {
        parse_file(before.clone()).into_result().map(|_| serde_hcl::format(before.text()))
    };
    match result {
        Ok(after) if after == before.text() => Formatted::Unchanged(before),
        Ok(after) => Formatted::Changed { before, after },
        Err(error) => Formatted::Broken(error),
    }
}

/// Prints the changes, the text of standard input, or the name of a file.
fn show(path: &Path, formatted: &Formatted, arguments: &FormatArguments, output: &Output) -> Result<()> {
    let name = if is_input(path) { "<stdin>".into() } else { report::printable(&path.display().to_string()) };
    match formatted {
        Formatted::Broken(error) => output.complain(&report::renderer().render(error.diagnostics())),
        Formatted::Changed { before, after } if arguments.diff => {
            let diff = TextDiff::from_lines(before.text(), after);
            output.write(&diff.unified_diff().header(&name, &name).to_string())?;
        }
        Formatted::Changed { after, .. } if is_input(path) && !arguments.check => output.write(after)?,
        Formatted::Changed { .. } => output.line(&name)?,
        Formatted::Unchanged(text) if is_input(path) && !arguments.check && !arguments.diff => {
            output.write(text.text())?;
        }
        Formatted::Unchanged(_) => {}
    }
    Ok(())
}
