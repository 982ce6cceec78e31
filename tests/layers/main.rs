//! HCL among the sources of figment and config.

mod config;
mod figment;

use std::fs;
use std::path::PathBuf;

/// What an application reads through both crates.
#[derive(serde::Deserialize, Debug, PartialEq)]
struct Site {
    region: String,
    service: std::collections::BTreeMap<String, Service>,
    #[serde(default, deserialize_with = "serde_hcl::with::many")]
    listen: Vec<Listen>,
}

#[derive(serde::Deserialize, Debug, PartialEq)]
struct Service {
    port: u16,
    #[serde(default)]
    hosts: Vec<String>,
}

#[derive(serde::Deserialize, Debug, PartialEq)]
struct Listen {
    port: u16,
}

const SITE: &str = r#"
region = "eu"

service "web" {
  port  = 40 * 2
  hosts = ["a", "b"]
}

service "db" {
  port = 5432
}

listen {
  port = 1
}
"#;

/// The content of `SITE`.
fn site() -> Site {
    Site {
        region: "eu".to_owned(),
        service: [
            ("web".to_owned(), Service { port: 80, hosts: vec!["a".to_owned(), "b".to_owned()] }),
            ("db".to_owned(), Service { port: 5432, hosts: Vec::new() }),
        ]
        .into(),
        listen: vec![Listen { port: 1 }],
    }
}

/// A file for one test, in a folder of this binary's own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("layers");
    fs::create_dir_all(&folder).expect("it can be made");
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path
}
