//! Static analysis: prints the definitions of a Terraform module in the order of evaluation, the
//! references in each, and all errors. Nothing is evaluated.
//!
//! Run it with `cargo run --example references --features analysis`, or name another folder:
//! `cargo run --example references --features analysis -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use serde_hcl::analysis::{References, Roots};
use serde_hcl::{EvalContext, Source, parse_file};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/module")),
        PathBuf::from,
    );
    let mut bodies = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tf") {
            let parsed = parse_file(Source::read(&path)?);
            // The valid part of a file with errors is analyzed.
            if parsed.diagnostics.has_errors() {
                eprintln!("{:#}", parsed.diagnostics);
            }
            bodies.push(parsed.value.body().clone());
        }
    }
    let references = References::new(&Roots::terraform(), bodies);
    for definition in references.order()? {
        println!("{}", definition.address());
        for reference in references.of(definition) {
            let traversal = reference.traversal();
            let range = traversal.source().range(traversal.span());
            println!("  {traversal} in line {}", range.start.line);
        }
    }
    for diagnostic in references.check(&EvalContext::new()).iter().chain(&references.unused(["local", "var"]))
    {
        println!("{diagnostic:#}");
    }
    Ok(())
}
