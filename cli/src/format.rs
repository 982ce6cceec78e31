//! `hcl fmt`

use std::borrow::Cow;
use std::path::Path;

use serde_hcl::{
    Source,
    fmt::{format_terraform, format_with},
    parse_file,
};

use crate::arguments::FormatArguments;
use crate::failure::Status;
use crate::options::is_standard;
use crate::output::Output;
use crate::replace::Writing;
use crate::{Failure, Result, input, replace, report};

/// The result for a file.
enum Formatted {
    Unchanged,
    Changed { before: Source, after: String },
    Failed(Failure),
}

pub fn run(arguments: &FormatArguments, output: &Output) -> Result<()> {
    let paths = input::find_to_change(&arguments.paths)?;
    if arguments.stdin_filename.is_some() && !paths.iter().all(|path| is_standard(path)) {
        return Err(Failure::command("--stdin-filename is the name of standard input: name no file, or -"));
    }
    let standard_name = arguments.stdin_filename.as_deref().unwrap_or("<stdin>");
    let name = |path: &Path| match is_standard(path) {
        true => report::printable(standard_name),
        false => report::name(path),
    };
    if let Some(name) = paths.iter().map(|path| name(path)).find(|name| input::is_json(name)) {
        return Err(Failure::Command(format!("{name} is HCL JSON: hcl fmt formats native syntax")));
    }
    let writes = !arguments.check && !arguments.diff;
    let format = |path: &Path| -> Result<Formatted> {
        let before = input::read_with(path, standard_name)?;
        let after = formatted(&before, arguments)?;
        if before.text() == after {
            if writes && is_standard(path) {
                output.write(&after)?;
            }
            return Ok(Formatted::Unchanged);
        }
        if writes && is_standard(path) {
            output.write(&after)?;
        } else if writes {
            replace::replace(path, &before, &after, Writing::Over, |now| formatted(&now, arguments))?;
        }
        Ok(Formatted::Changed { before, after })
    };
    // A file is formatted even if another one has mistakes.
    let results = input::for_each(&paths, |path| Ok(format(path).unwrap_or_else(Formatted::Failed)))?;
    let (mut status, mut changed, mut failed) = (None, 0, 0);
    for (path, result) in paths.iter().zip(results) {
        match result {
            Formatted::Unchanged => {}
            Formatted::Changed { before, after } => {
                changed += 1;
                status = status.max(arguments.check.then_some(Status::Configuration));
                if arguments.diff {
                    output.diff(&before, &after)?;
                } else if arguments.check || !is_standard(path) {
                    output.line(&name(path))?;
                }
            }
            Formatted::Failed(failure) => {
                failed += 1;
                status = status.max(Some(output.report(&failure)));
            }
        }
    }
    if paths.len() > 1 {
        let changed = format!("{changed} {}", if writes { "formatted" } else { "not formatted" });
        let failed = if failed > 0 { format!(", {failed} with errors") } else { String::new() };
        output.note(&format!("{}: {changed}{failed}", report::count(paths.len(), "file")));
    }
    status.map_or(Ok(()), |status| Err(Failure::Reported(status)))
}

fn formatted(source: &Source, arguments: &FormatArguments) -> Result<String> {
    let text = match arguments.terraform {
        true => Cow::Owned(format_terraform(source.clone())?),
        false => {
            parse_file(source.clone()).into_result()?;
            Cow::Borrowed(source.text())
        }
    };
    Ok(format_with(&text, arguments.style.into()))
}
