//! The types that cases of messages decode into. `with_type!` selects one by its name.
//!
//! The expected messages depend on the names and the order of fields, and on `deny_unknown_fields`.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU8;

use serde::{Deserialize, Deserializer, de};
use serde_hcl::de::Labeled;
use serde_spanned::Spanned;

/// Runs an expression with a type alias for the type of that name:
/// `with_type!(name, T => decode::<T>(text), else none())`.
#[macro_export]
macro_rules! with_type {
    ($name:expr, $alias:ident => $body:expr, else $other:expr) => {
        match $name {
            "Site" => {
                type $alias = $crate::types::Site;
                $body
            }
            "Numbers" => {
                type $alias = $crate::types::Numbers;
                $body
            }
            "Infra" => {
                type $alias = $crate::types::Infra;
                $body
            }
            "Users" => {
                type $alias = $crate::types::Users;
                $body
            }
            "Pipeline" => {
                type $alias = Vec<$crate::types::Step>;
                $body
            }
            "Job" => {
                type $alias = $crate::types::Job;
                $body
            }
            "Backend" => {
                type $alias = $crate::types::HasBackend;
                $body
            }
            "Storage" => {
                type $alias = $crate::types::HasStorage;
                $body
            }
            "Target" => {
                type $alias = $crate::types::HasTarget;
                $body
            }
            "Flat" => {
                type $alias = $crate::types::Flat;
                $body
            }
            "Shapes" => {
                type $alias = $crate::types::Shapes;
                $body
            }
            "Placed" => {
                type $alias = $crate::types::Placed;
                $body
            }
            "Custom" => {
                type $alias = $crate::types::Custom;
                $body
            }
            _ => $other,
        }
    };
}

// ---- Site: plain structs, labeled blocks, block lists, unknown fields refused
// -------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub region: String,
    pub debug: Option<bool>,
    pub hosts: Option<Vec<String>>,
    pub tags: Option<BTreeMap<String, String>>,
    /// At most one block, without labels.
    pub limits: Option<Limits>,
    /// Blocks with one label.
    #[serde(default)]
    pub service: BTreeMap<String, Service>,
    pub mode: Option<Mode>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub image: String,
    pub port: u16,
    pub replicas: Option<u8>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Any number of blocks, without labels.
    #[serde(default)]
    pub listen: Vec<Listen>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Listen {
    pub port: u16,
    pub host: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub cpu: u8,
    pub memory: u64,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Fast,
    Slow,
    Careful,
}

// ---- Numbers: all widths
// -------------------------------------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub a8: Option<u8>,
    pub a16: Option<u16>,
    pub a32: Option<u32>,
    pub a64: Option<u64>,
    pub a128: Option<u128>,
    pub s8: Option<i8>,
    pub s16: Option<i16>,
    pub s32: Option<i32>,
    pub s64: Option<i64>,
    pub s128: Option<i128>,
    pub float: Option<f64>,
    pub nonzero: Option<NonZeroU8>,
    pub letter: Option<char>,
    pub flag: Option<bool>,
}

// ---- Infra: blocks with two labels, by nested maps
// -----------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Infra {
    #[serde(default)]
    pub resource: BTreeMap<String, BTreeMap<String, Disk>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Disk {
    pub size: u32,
    pub encrypted: Option<bool>,
}

// ---- Users: labels as fields and in pairs
// --------------------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Users {
    /// Blocks with one label, the name.
    #[serde(default)]
    pub user: Vec<User>,
    /// Blocks with two labels, a name and a number.
    #[serde(default)]
    pub zone: Vec<Labeled<(String, u16), Zone>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct User {
    #[serde(rename = "$label")]
    pub name: String,
    pub email: String,
    pub admin: Option<bool>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub cidr: String,
}

// ---- Pipeline (Vec<Step>) and Job: an externally tagged enum as a body and as a value
// ------------------------------

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Step {
    Copy { from: String, to: String },
    Wait(u32),
    Done,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub name: String,
    pub step: Option<Step>,
    pub modes: Option<BTreeSet<Mode>>,
}

// ---- Backend, Storage, Target: the other taggings
// ------------------------------------------------------------------

#[derive(Deserialize, Debug)]
pub struct HasBackend {
    pub backend: Backend,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Backend {
    S3 { bucket: String, retries: Option<u8> },
    Local { path: String },
}

#[derive(Deserialize, Debug)]
pub struct HasStorage {
    pub storage: Storage,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Storage {
    Disk(u32),
    Bucket { name: String },
}

#[derive(Deserialize, Debug)]
pub struct HasTarget {
    pub target: Target,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum Target {
    Port(u16),
    Named { host: String, port: u16 },
}

// ---- Flat: flatten
// -------------------------------------------------------------------------------------------------

#[derive(Deserialize, Debug)]
pub struct Flat {
    pub name: String,
    #[serde(flatten)]
    pub address: Address,
}

#[derive(Deserialize, Debug)]
pub struct Address {
    pub host: String,
    pub port: u16,
}

// ---- Shapes: tuples, arrays, sets, keys
// ----------------------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Shapes {
    pub point: Option<(i32, i32)>,
    pub rgb: Option<[u8; 3]>,
    pub matrix: Option<Vec<Vec<u8>>>,
    pub ids: Option<BTreeSet<u8>>,
    pub names: Option<BTreeMap<u8, String>>,
    pub nested: Option<BTreeMap<String, Vec<BTreeMap<String, u8>>>>,
    pub rule: Option<Vec<(String, u16)>>,
    pub unit: Option<()>,
}

// ---- Placed: Spanned
// -----------------------------------------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub port: Spanned<u16>,
    pub names: Option<Vec<Spanned<String>>>,
}

// ---- Custom: errors of the type itself
// ---------------------------------------------------------------------

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    #[serde(default, deserialize_with = "seconds")]
    pub timeout: Option<u64>,
    pub address: Option<std::net::IpAddr>,
    pub version: Option<Version>,
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = text.strip_suffix('s').and_then(|digits| digits.parse().ok());
    number
        .map(Some)
        .ok_or_else(|| de::Error::custom(format!("invalid duration {text:?}, expected one such as \"30s\"")))
}

#[derive(Debug)]
pub struct Version(pub u32, pub u32);

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts =
            text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let (major, minor) = parts
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"a version such as 1.2"))?;
        Ok(Self(major, minor))
    }
}
