//! Variables, local values and typed blocks in one configuration: evaluates 50 local values that
//! depend on each other, and decodes blocks that refer to them and to each other.
//!
//! Run it with `cargo run --example locals --features analysis,stdlib`.

use serde::Deserialize;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::{EvalContext, Result, Source, from_body, parse_file, stdlib};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/network");

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "printed, not read")]
struct Alarm {
    minutes: u32,
    notify: Vec<String>,
}

fn main() -> Result<()> {
    let mut bodies = Vec::new();
    for name in ["variables.hcl", "locals.hcl", "alarms.hcl"] {
        bodies.push(parse_file(Source::read(format!("{FOLDER}/{name}"))?).into_result()?.body().clone());
    }
    let mut context = EvalContext::new();
    stdlib::register(&mut context);

    // alarm.NAME is an object of the attributes of the block.
    let roots = Roots::terraform().blocks("alarm", "alarm", ["name"]).values("alarm", ["minutes", "notify"]);
    let mut scope = Scope::new(&roots, bodies, &context)?;
    scope.set("var.region", "eu-central-1")?;
    for definition in scope.references().order()? {
        if let Some(block) = definition.block_of_type("alarm") {
            let alarm: Alarm = from_body(block.body(), &scope.context())?;
            println!("{}: {alarm:?}", definition.address());
        } else {
            println!("{} = {}", definition.address(), scope.value(definition.address())?);
        }
    }
    Ok(())
}
