//! Reads a whole folder as one configuration, shows its progress, and reports all errors in all
//! files.
//!
//! Run it with `cargo run --example folder`, or name another folder:
//! `cargo run --example folder -- FOLDER`.

use std::error::Error;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

use serde_hcl::{
    Body, Source,
    body::{BlockSchema, BodySchema},
    diag::Diagnostics,
    json, parse_file,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/module")),
        PathBuf::from,
    );
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".tf") || name.ends_with(".tf.json")
    });
    // The order of the files determines the order of the messages.
    paths.sort();

    let mut bodies = Vec::new();
    let mut problems = Diagnostics::new();
    for (index, path) in paths.iter().enumerate() {
        progress(index, paths.len(), &path.display().to_string())?;
        let source = Source::read(path)?;
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let parsed = if is_json { json::parse_file(source) } else { parse_file(source) };
        problems.extend(parsed.diagnostics);
        bodies.push(parsed.value.body().clone());
    }
    progress(paths.len(), paths.len(), "")?;

    // From here on, files and their syntaxes make no difference.
    let module = Body::merge(bodies);
    let schema = BodySchema::new(
        [],
        [
            BlockSchema::new("resource", ["type", "name"]),
            BlockSchema::new("data", ["type", "name"]),
            BlockSchema::new("variable", ["name"]),
            BlockSchema::new("locals", [""; 0]),
        ],
    )?;
    let content = module.content(&schema);
    problems.extend(content.diagnostics);
    for block in content.value.blocks() {
        let labels = block.labels().iter().map(|label| label.text());
        println!("{}", std::iter::once(block.block_type()).chain(labels).collect::<Vec<_>>().join("."));
    }
    println!("{} files, {} errors", paths.len(), problems.errors().count());
    if problems.has_errors() {
        eprintln!("{problems:#}");
        std::process::exit(1);
    }
    Ok(())
}

/// Rewrites a progress line in place on a terminal.
fn progress(done: usize, all: usize, name: &str) -> std::io::Result<()> {
    let mut stderr = stderr();
    if !stderr.is_terminal() {
        return Ok(());
    }
    let width = (done * 30).checked_div(all).unwrap_or(30);
    let end = if done == all { "\n" } else { "" };
    write!(stderr, "\r\x1b[K[{:30}] {done}/{all} {name}{end}", "#".repeat(width))?;
    stderr.flush()
}
