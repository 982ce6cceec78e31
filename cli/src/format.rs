//! `hcl fmt`

use serde_hcl::{Source, fmt::format_terraform, parse_file};

use crate::arguments::FormatArguments;
use crate::options::is_standard;
use crate::output::Output;
use crate::{Failure, Result, input, replace, report};

pub fn run(arguments: &FormatArguments, output: &Output) -> Result<()> {
    let paths = input::find(&arguments.paths, |name| !input::is_json(name))?;
    if let Some(path) = paths.iter().find(|path| input::is_json(&path.to_string_lossy())) {
        let path = report::name(path);
        return Err(Failure::Command(format!("{path} is HCL JSON: hcl fmt formats native syntax")));
    }
    let writes = !arguments.check && !arguments.diff;
    // A file is formatted even if another one has mistakes.
    let results = input::for_each(&paths, |path| {
        Ok(input::read(path).and_then(|before| {
            let after = formatted(&before, arguments.terraform)?;
            if writes && !is_standard(path) && before.text() != after {
                replace::replace(path, &before, &after, |now| formatted(&now, arguments.terraform))?;
            }
            Ok((before, after))
        }))
    })?;
    let mut code = 0;
    for (path, result) in paths.iter().zip(results) {
        let is_changed = result.as_ref().is_ok_and(|(before, after)| before.text() != after);
        code = code.max(u8::from(is_changed && arguments.check));
        match result {
            Ok((before, after)) if arguments.diff => output.diff(path, &before, &after)?,
            Ok((_, after)) if is_standard(path) && !arguments.check => output.write(&after)?,
            Ok(_) if is_changed => output.line(&report::name(path))?,
            Ok(_) => {}
            Err(failure) => code = failure.report(output).max(code),
        }
    }
    if code == 0 { Ok(()) } else { Err(Failure::Reported(code)) }
}

fn formatted(source: &Source, terraform: bool) -> Result<String> {
    if terraform {
        return Ok(format_terraform(source.clone())?);
    }
    parse_file(source.clone()).into_result()?;
    Ok(serde_hcl::format(source.text()))
}
