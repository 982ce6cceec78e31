//! Static analysis: lists all that the expressions of a Terraform module refer to, without
//! evaluating anything.
//!
//! Run it with `cargo run --example references`, or name another folder:
//! `cargo run --example references -- FOLDER`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;

use serde_hcl::{Body, Source, parse_file};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/module")),
        PathBuf::from,
    );
    let mut references = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tf") {
            let parsed = parse_file(Source::read(&path)?);
            // A broken file is listed as far as it is sound.
            if parsed.diagnostics.has_errors() {
                eprintln!("{:#}", parsed.diagnostics);
            }
            collect(&parsed.value.body(), &mut references);
        }
    }
    for (reference, places) in references {
        println!("{reference}");
        for (file, line) in places {
            println!("  {file}:{line}");
        }
    }
    Ok(())
}

/// Where each thing is referred to.
type References = BTreeMap<String, BTreeSet<(String, u32)>>;

fn collect(body: &Body, references: &mut References) {
    for attribute in body.attributes() {
        // The names that a `for` binds are none of the references.
        for traversal in attribute.expression().variables() {
            let source = traversal.source();
            let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            let line = source.pos(traversal.span().start).line;
            references.entry(traversal.to_string()).or_default().insert((name, line));
        }
    }
    for block in body.blocks() {
        collect(block.body(), references);
    }
}
