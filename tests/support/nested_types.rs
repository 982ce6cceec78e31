//! Further types that cases of messages decode into: maps of blocks, options of options, enums in
//! all forms, and types that refuse values. `with_nested_type!` selects one by its name.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, de};
use serde_hcl::de::Labeled;
use serde_spanned::Spanned;

/// Runs an expression with a type alias for the type of that name.
#[macro_export]
macro_rules! with_nested_type {
    ($name:expr, $alias:ident => $body:expr, else $other:expr) => {
        match $name {
            "Compose" => {
                type $alias = $crate::nested_types::Compose;
                $body
            }
            "Nomad" => {
                type $alias = $crate::nested_types::Nomad;
                $body
            }
            "Rules" => {
                type $alias = $crate::nested_types::Rules;
                $body
            }
            "Sinks" => {
                type $alias = $crate::nested_types::Sinks;
                $body
            }
            "Plugins" => {
                type $alias = $crate::nested_types::Plugins;
                $body
            }
            "Odd" => {
                type $alias = $crate::nested_types::Odd;
                $body
            }
            "Checks" => {
                type $alias = $crate::nested_types::Checks;
                $body
            }
            "Tree" => {
                type $alias = $crate::nested_types::Tree;
                $body
            }
            _ => $other,
        }
    };
}

// ---- Compose: maps of blocks, options, aliases, nested option blocks

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Compose {
    pub project_name: String,
    #[serde(default)]
    pub service: HashMap<String, Container>,
    #[serde(default)]
    pub volume: Vec<Labeled<String, Volume>>,
    pub network: Option<Network>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Container {
    #[serde(alias = "img")]
    pub image: String,
    pub command: Option<Vec<String>>,
    #[serde(default)]
    pub ports: Vec<(u16, u16)>,
    pub restart: Option<Restart>,
    pub healthcheck: Option<Health>,
    pub user: Option<UserId>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    No,
    Always,
    OnFailure,
    UnlessStopped,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Health {
    pub test: Vec<String>,
    pub interval: Span,
    pub retries: u8,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub path: PathBuf,
    pub size: Option<ByteSize>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Network {
    pub driver: Driver,
    pub mtu: Option<u16>,
    pub subnets: Option<Vec<std::net::Ipv4Addr>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    Bridge,
    Overlay,
    MacVlan,
}

/// An id or a name.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum UserId {
    Id(u32),
    Name(String),
}

/// A duration such as "10s" or "5m".
#[derive(Debug)]
pub struct Span(pub u64);
impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl de::Visitor<'_> for V {
            type Value = Span;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a duration such as \"10s\"")
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Span, E> {
                let (n, unit) = v.split_at(v.find(|c: char| !c.is_ascii_digit()).unwrap_or(v.len()));
                let n: u64 = n.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(v), &self))?;
                match unit {
                    "s" => Ok(Span(n)),
                    "m" => Ok(Span(n * 60)),
                    _ => Err(E::custom(format_args!("unknown unit {unit:?}, expected s or m"))),
                }
            }
        }
        d.deserialize_str(V)
    }
}

/// A size such as "10MB", by try_from.
#[derive(Deserialize, Debug)]
#[serde(try_from = "String")]
pub struct ByteSize(pub u64);
impl TryFrom<String> for ByteSize {
    type Error = String;
    fn try_from(s: String) -> Result<Self, String> {
        s.strip_suffix("MB")
            .and_then(|n| n.parse().ok())
            .map(ByteSize)
            .ok_or_else(|| format!("invalid size: {s}"))
    }
}

// ---- Nomad: blocks in blocks, two labels, required blocks

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Nomad {
    pub job: Labeled<String, Job>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub datacenters: Vec<String>,
    #[serde(rename = "type", default)]
    pub kind: JobKind,
    pub priority: Option<u8>,
    pub group: BTreeMap<String, Group>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    #[default]
    Service,
    Batch,
    System,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Group {
    #[serde(default)]
    pub count: Option<u32>,
    pub task: Vec<Task>,
    pub network: Option<Net>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Net {
    pub mode: Option<String>,
    #[serde(default)]
    pub port: BTreeMap<String, Port>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Port {
    pub to: u16,
    #[serde(rename = "static")]
    pub fixed: Option<u16>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde(rename = "$label")]
    pub name: String,
    pub driver: String,
    pub config: BTreeMap<String, serde_hcl::Value>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    pub resources: Option<Resources>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    pub cpu: u32,
    pub memory: u32,
}

// ---- Rules: internally tagged enum in a list of blocks and in a list of values

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    #[serde(default)]
    pub rule: Vec<Rule>,
    pub fallback: Option<Rule>,
    #[serde(default)]
    pub inline: Vec<Rule>,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "action", rename_all = "lowercase", deny_unknown_fields)]
pub enum Rule {
    Allow {
        from: String,
        #[serde(default)]
        ports: Vec<u16>,
    },
    Deny {
        from: String,
        reason: Option<String>,
    },
    Redirect {
        to: String,
        status: u16,
    },
}

// ---- Sinks: enum by block type, flatten of common options, adjacent tagging

#[derive(Deserialize, Debug)]
pub struct Sinks {
    #[serde(default)]
    pub sink: BTreeMap<String, Sink>,
    pub format: Option<Format>,
}

#[derive(Deserialize, Debug)]
pub struct Sink {
    #[serde(flatten)]
    pub common: Common,
    pub path: Option<String>,
    #[serde(flatten)]
    pub extra: BTreeMap<String, bool>,
}

#[derive(Deserialize, Debug)]
pub struct Common {
    pub level: Level,
    pub buffer: usize,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    Debug,
    Info,
    Warn,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "name", content = "options", rename_all = "lowercase")]
pub enum Format {
    Json { pretty: bool },
    Text(String),
    Raw,
}

// ---- Plugins: Vec of blocks with an untagged body

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Plugins {
    #[serde(default)]
    pub plugin: Vec<Labeled<(String, String), Plugin>>,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum Plugin {
    Local { path: String },
    Remote { url: String, checksum: String },
    Inline { code: Vec<String> },
}

// ---- Odd: values of odd shapes

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Odd {
    pub sep: Option<char>,
    pub pair: Option<(String, bool)>,
    pub unit: Option<Empty>,
    pub new: Option<Wrapper>,
    pub tuple: Option<Two>,
    pub by_level: Option<BTreeMap<LevelKey, u8>>,
    pub by_number: Option<HashMap<u16, String>>,
    pub by_bool: Option<HashMap<bool, String>>,
    pub ratio: Option<f32>,
    pub place: Option<Spanned<Option<u8>>>,
    pub small: Option<i8>,
    pub big: Option<u64>,
    pub zone: Option<std::net::SocketAddr>,
    pub either: Option<Result<u8, String>>,
    pub bytes: Option<Vec<u8>>,
    pub nested: Option<Vec<Option<Vec<u8>>>>,
}

#[derive(Deserialize, Debug)]
pub struct Empty;
#[derive(Deserialize, Debug)]
pub struct Wrapper(pub u16);
#[derive(Deserialize, Debug)]
pub struct Two(pub u8, pub String);
#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum LevelKey {
    Low,
    Mid,
    High,
}

// ---- Checks: the type itself refuses combinations

#[derive(Deserialize, Debug)]
#[serde(try_from = "RawChecks")]
pub struct Checks {
    pub min: u32,
    pub max: u32,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct RawChecks {
    min: u32,
    max: u32,
    #[serde(default)]
    #[expect(dead_code)]
    check: Vec<Check>,
}

impl TryFrom<RawChecks> for Checks {
    type Error = String;
    fn try_from(r: RawChecks) -> Result<Self, String> {
        if r.min > r.max {
            return Err(format!("min {} is above max {}", r.min, r.max));
        }
        Ok(Self { min: r.min, max: r.max })
    }
}

#[derive(Deserialize, Debug)]
#[serde(try_from = "RawCheck")]
pub struct Check(pub String);
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct RawCheck {
    http: Option<String>,
    tcp: Option<String>,
}
impl TryFrom<RawCheck> for Check {
    type Error = &'static str;
    fn try_from(r: RawCheck) -> Result<Self, Self::Error> {
        match (r.http, r.tcp) {
            (Some(a), None) | (None, Some(a)) => Ok(Check(a)),
            (None, None) => Err("one of http and tcp is required"),
            _ => Err("only one of http and tcp is allowed"),
        }
    }
}

// ---- Tree: recursion

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    pub value: i64,
    #[serde(default)]
    pub node: BTreeMap<String, Tree>,
    pub left: Option<Box<Tree>>,
}
