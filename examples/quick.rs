//! Reads a configuration with labeled blocks, templates and expressions into structs.
//!
//! Run it with `cargo run --example quick`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{EvalContext, Function, Options, de::Labeled};

/// The whole file.
#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Platform {
    region: String,
    environment: String,
    owner: String,
    /// Exactly one block.
    defaults: Defaults,
    /// Any number of blocks, each under its label.
    service: BTreeMap<String, Service>,
    /// Any number of blocks in their order, with both labels beside the body.
    database: Vec<Labeled<(String, Engine), Database>>,
    /// Any number of blocks, the label in a field of the struct.
    #[serde(default)]
    alert: Vec<Alert>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Defaults {
    memory: String,
    replicas: u32,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Service {
    image: String,
    port: Option<u16>,
    replicas: Option<u32>,
    #[serde(default)]
    hosts: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    check: Vec<Check>,
    startup: Option<String>,
}

/// The label of a `check` block selects the variant.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "printed, not read")]
enum Check {
    Http { path: String, interval: u32 },
    Tcp { interval: u32 },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Engine {
    Postgres,
    Redis,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Database {
    version: f64,
    storage: u64,
    /// At most one block.
    backup: Option<Backup>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Backup {
    schedule: String,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed, not read")]
struct Alert {
    #[serde(rename = "$label")]
    name: String,
    condition: String,
    notify: BTreeMap<String, String>,
}

fn main() {
    let mut context = EvalContext::new();
    context.set("domain", "example.org").set("environment", "staging").set("cores", 4);
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quick.hcl");
    match Options::new().context(context).file_name("quick.hcl").from_path::<Platform>(path) {
        Ok(platform) => println!("{platform:#?}"),
        Err(error) => {
            eprintln!("{error:#}");
            std::process::exit(1);
        }
    }
}
