//! Writes a reference page and a JSON Schema for the configuration that a type is decoded from.
//!
//! Run it with `cargo run --example reference --features analysis`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{Result, json};

/// The configuration of a program.
#[allow(dead_code, reason = "the types are only described")]
#[derive(Deserialize)]
struct Config {
    region: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    log: Option<Log>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[allow(dead_code, reason = "the types are only described")]
#[derive(Deserialize)]
struct Log {
    level: Level,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
}

#[allow(dead_code, reason = "the types are only described")]
#[derive(Deserialize)]
struct Service {
    image: String,
    ports: Option<Vec<u16>>,
}

fn main() -> Result<()> {
    let spec = Spec::of::<Config>();
    println!("# Configuration\n\n{}", spec.to_markdown());
    println!("{}", json::to_string_pretty(&spec.to_json_schema())?);
    Ok(())
}
