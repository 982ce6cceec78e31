//! The type of the configurations that [`inputs::service`](super::inputs::service) writes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub struct Config {
    service: BTreeMap<String, Service>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Service {
    image: String,
    port: u16,
    replicas: u8,
    enabled: bool,
    hosts: Vec<String>,
    env: BTreeMap<String, String>,
    check: BTreeMap<String, Check>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Check {
    path: String,
    interval: u32,
    timeout: f64,
}
