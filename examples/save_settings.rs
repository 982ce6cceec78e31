//! Loads settings into a struct, changes them, and saves them without losing comments and
//! expressions.
//!
//! Run it with `cargo run --example save_settings --features edit`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::edit::Document;
use serde_hcl::{EvalContext, Options, Result};

const FILE: &str = r#"
# The settings of the deployment. Ask the team before you change them.
region = "eu-west-1"
name   = "web-${env}" # one for each environment

tags = {
  Env  = env
  Team = "web" # pays for it
}

// The public server.
service "web" {
  image    = "web:1.0"
  replicas = 1 + 1
  ports    = [80, 443]
}

service "old" {
  image    = "old:0.9"
  replicas = 1
}
"#;

#[derive(Deserialize, Serialize)]
struct Settings {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    tags: BTreeMap<String, String>,
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, Serialize)]
struct Service {
    image: String,
    replicas: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ports: Vec<u16>,
}

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    context.set("env", "dev");
    let options = Options::new().context(context);

    let mut document: Document = FILE.parse()?;
    let changes = document.modify_with(&options, |settings: &mut Settings| {
        settings.owner = Some("eve".to_owned());
        settings.tags.insert("Team".to_owned(), "platform".to_owned());
        settings.service.remove("old");
        if let Some(web) = settings.service.get_mut("web") {
            web.image = "web:1.1".to_owned();
            web.ports.push(8080);
        }
    })?;
    // The text that a program would write back to the file.
    println!("{document}");
    for change in changes {
        println!("{change}");
    }

    // The second time, nothing changes.
    let settings: Settings = options.from_body(document.file().body())?;
    assert!(document.update_with(&options, &settings)?.is_empty());
    Ok(())
}
