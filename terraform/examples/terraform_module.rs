//! Loads a Terraform module with its variables and override files, and prints the planned arguments
//! of each resource and the outputs. Values that a provider computes are unknown.
//!
//! Run it with `cargo run --package serde_hcl_terraform --example terraform_module`.

use std::env;

use serde_hcl_terraform::{Module, Values};

fn main() -> Result<(), serde_hcl::Error> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/terraform");
    let folder = env::args().nth(1).unwrap_or_else(|| default.to_owned());
    let module = Module::load(folder).into_result()?;
    module.check().into_result()?;
    let mut values = Values::new();
    // As if the environment had this variable.
    values.environment("TF_VAR_", [("TF_VAR_password", "hunter2")]);
    let evaluation = module.evaluate(&module.context(), &values).into_result()?;
    for (address, value) in &evaluation.resources {
        println!("{address} = {value}");
    }
    for (name, value) in &evaluation.outputs {
        println!("output.{name} = {value}");
    }
    Ok(())
}
