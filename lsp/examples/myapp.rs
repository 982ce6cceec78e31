//! An application whose configuration editors can check: `myapp lsp` is its language server, and
//! `myapp FILE` reads the configuration.
//!
//! Run it with `cargo run -p serde_hcl_lsp --example myapp -- FILE`.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_hcl_lsp::Server;

#[derive(Deserialize, Debug)]
struct Config {
    region: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// `service "NAME" { … }`
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, Debug)]
struct Service {
    port: u16,
    protocol: Option<Protocol>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Protocol {
    Http,
    Https,
}

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("lsp") => Server::for_type::<Config>().name("myapp").run_stdio()?,
        Some(path) => {
            let Config { region, tags, service } = serde_hcl::from_path(path)?;
            println!("{region}: {} tags", tags.len());
            for (name, Service { port, protocol }) in service {
                println!("{name}: {port}, {protocol:?}");
            }
        }
        None => println!("usage: myapp FILE, or myapp lsp"),
    }
    Ok(())
}
