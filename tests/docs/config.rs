use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{Traversal, de::Labeled};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub region: Option<String>,
    pub mode: Option<Mode>,
    pub zones: Option<(String, String)>,
    pub timeout: Option<Timeout>,
    pub tags: Option<BTreeMap<String, String>>,
    /// Only a block, not an attribute.
    #[serde(default, deserialize_with = "serde_hcl::with::blocks::deserialize")]
    pub logging: Option<Logging>,
    /// Blocks with one label.
    #[serde(default)]
    pub service: BTreeMap<String, Service>,
    /// Blocks with any number of labels.
    #[serde(default)]
    pub rule: Vec<Labeled<Vec<String>, Rule>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Development,
    Production,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Timeout {
    Seconds(u32),
    PerRequest { seconds: u32 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logging {
    pub level: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub image: String,
    #[serde(default)]
    pub ports: Vec<u16>,
    #[serde(default)]
    pub depends_on: Vec<Traversal>,
}

#[derive(Deserialize)]
pub struct Rule {
    pub allow: bool,
}
