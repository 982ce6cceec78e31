//! `hcl inspect`

use serde_hcl_terraform::{Dialect, Loader, Overrides};

use crate::arguments::InspectArguments;
use crate::failure::Status;
use crate::options::{DialectName, OverrideRule};
use crate::output::Output;
use crate::{Failure, Result, report};

pub fn run(arguments: &InspectArguments, output: &Output) -> Result<()> {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Err(Failure::Command(format!("there is no folder {}", folder.display())));
    }
    let loader = Loader::new().calls(false).overrides(match arguments.overrides {
        OverrideRule::Merge => Overrides::Merge,
        OverrideRule::Replace => Overrides::Replace,
        OverrideRule::Keep => Overrides::Keep,
    });
    let loader = match arguments.dialect {
        Some(DialectName::Terraform) => loader.dialect(Dialect::Terraform),
        Some(DialectName::Opentofu) => loader.dialect(Dialect::OpenTofu),
        None => loader,
    };
    let loaded = loader.load(folder);
    let data = loaded.value.inspect();
    let json =
        if arguments.compact { serde_json::to_string(&data) } else { serde_json::to_string_pretty(&data) };
    let json = json.map_err(|error| Failure::Command(error.to_string()))?;
    output.line(&report::escaped_json(&json))?;
    if loaded.diagnostics.has_errors() { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) }
}
