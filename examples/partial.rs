//! Partially evaluates a configuration with the known values, and evaluates the rest later.
//!
//! Run it with `cargo run --example partial --features analysis`.

use serde_hcl::{EvalContext, Result, Source, parse_file, value};

const TEXT: &str = r#"# Buckets of all stages
bucket "logs" {
  name     = "${region}-${stage}-logs"
  replicas = region == "eu" ? sizes.large * 2 : sizes.small
  owner    = team == null ? "nobody" : team
}
"#;

fn main() -> Result<()> {
    let file = parse_file(Source::new("buckets.hcl", TEXT)).into_result()?;

    let mut known = EvalContext::new();
    known.set("region", "eu").set("sizes", value!({ "small": 1, "large": 3 }));
    let simplified = file.body().simplify(&known);
    println!("{}", simplified.source().text());

    // The other variables are enough to evaluate the result.
    let mut missing = EvalContext::new();
    missing.set("stage", "test").set("team", "web");
    for block in simplified.blocks() {
        for attribute in block.body().attributes() {
            println!("{} = {}", attribute.name(), attribute.expression().evaluate(&missing)?);
        }
    }
    Ok(())
}
