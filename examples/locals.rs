//! Evaluates the 50 local values of a Terraform module that depend on each other, each after those
//! that it uses.
//!
//! Run it with `cargo run --example locals --features analysis,terraform-functions`.

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::stdlib::terraform;
use serde_hcl::{EvalContext, Result, Source, parse_file};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/network");

fn main() -> Result<()> {
    let locals = parse_file(Source::read(format!("{FOLDER}/locals.tf"))?).into_result()?;
    let variables = parse_file(Source::read(format!("{FOLDER}/variables.tf"))?).into_result()?;
    let mut context = EvalContext::new();
    terraform::register(&mut context);

    let mut scope = Scope::new(&Roots::terraform(), [locals.body(), variables.body()], &context)?;
    scope.set("var.region", "eu-central-1")?;
    for definition in scope.references().order()? {
        println!("{} = {}", definition.address(), scope.value(definition.address())?);
    }
    Ok(())
}
