//! Decodes labels, and fields that take one block, at most one, or many.
//!
//! Run it with `cargo run --example labels`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::de::Labeled;

const TEXT: &str = r#"
defaults {
  port = 80
}

service "web" {
  port = 443
}

service "db" {
  port = 5432
}

route "web" "/api" {
  port = 8080
}

listen {
  port = 1
}

listen {
  port = 2
}

rule allow tcp {
  port = 22
}
"#;

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "printed, not read")]
struct Config {
    /// Exactly one: none or two are an error that shows both.
    defaults: Port,
    /// At most one.
    admin: Option<Port>,
    /// Any number, in the order of the file.
    #[serde(default)]
    listen: Vec<Port>,
    /// By label; the same label twice is an error.
    service: BTreeMap<String, Port>,
    /// By two labels, one level each.
    route: BTreeMap<String, BTreeMap<String, Port>>,
    /// The labels as fields.
    rule: Vec<Rule>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "printed, not read")]
struct Port {
    port: u16,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "printed, not read")]
struct Rule {
    #[serde(rename = "$label")]
    action: Action,
    #[serde(rename = "$label.1")]
    protocol: String,
    port: u16,
}

/// A label that is one of a few words.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "not in this file")]
enum Action {
    Allow,
    Deny,
}

/// The same file, with the labels beside the bodies.
#[derive(Deserialize)]
struct Pairs {
    rule: Vec<Labeled<(Action, String), Port>>,
}

fn main() -> serde_hcl::Result<()> {
    println!("{:#?}\n", serde_hcl::from_str::<Config>(TEXT)?);

    for rule in serde_hcl::from_str::<Pairs>(TEXT)?.rule {
        let (action, protocol) = rule.labels;
        println!("{action:?} {protocol} at port {}", rule.body.port);
    }

    let wrong = "rule refuse tcp {\n  port = 22\n}\n";
    println!("\n{:#}", serde_hcl::from_str::<Pairs>(wrong).err().expect("there is no such action"));
    Ok(())
}
