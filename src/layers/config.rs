//! Files as a format of the crate `config`.
//!
//! [`Hcl`] is a [`Format`] of that crate. Attributes become values, blocks become tables with their
//! labels as keys, and several blocks with the same type and labels become an array. For a field of
//! one or more blocks, use [`with::many`](crate::with::many), or set [`Options::single_blocks`],
//! which puts every block into an array.
//!
//! ```
//! use config::{Config, File};
//! use serde_hcl::config::Hcl;
//!
//! let config = Config::builder()
//!     .set_default("region", "eu")?
//!     .add_source(File::from_str("service \"web\" {\n  port = 40 * 2\n}\n", Hcl::new()))
//!     .build()?;
//! assert_eq!(config.get_int("service.web.port")?, 80);
//! assert_eq!(config.get_string("region")?, "eu");
//! # Ok::<(), config::ConfigError>(())
//! ```
//!
//! Errors have the file, the line and the column, also if the error is found after the file is
//! read:
//!
//! ```
//! # use {config::{Config, File}, serde_hcl::config::Hcl};
//! let text = "service \"web\" {\n  port = \"none\"\n}\n";
//! let config = Config::builder().add_source(File::from_str(text, Hcl::new())).build()?;
//! let error = config.get_int("service.web.port").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid type: string \"none\", expected an integer for key `service.web.port` in 2:10"
//! );
//! # Ok::<(), config::ConfigError>(())
//! ```
//!
//! [`Format`]: https://docs.rs/config/0.15/config/trait.Format.html

use std::error::Error;

use ::config::{FileStoredFormat, Format, Map, Value, ValueKind};

use super::{Layer, LayerContent};
use crate::de::Options;
use crate::diag::Code;
use crate::source::Source;
use crate::value::{self, Number};

/// The format HCL: native syntax, or HCL JSON if the name of the file ends in `.json`.
///
/// ```no_run
/// use config::{Config, File};
/// use serde_hcl::config::Hcl;
/// use serde_hcl::{EvalContext, Options};
///
/// let mut context = EvalContext::new();
/// context.set("region", "eu");
/// let config = Config::builder()
///     .add_source(File::new("defaults", Hcl::new())) // defaults.hcl or defaults.hcl.json
///     .add_source(File::new("site.hcl", Hcl::with(Options::new().context(context))))
///     .build()?;
/// # Ok::<(), config::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hcl {
    options: Options,
}

impl Hcl {
    /// Creates a format without variables and functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a format with variables, functions and limits. [`Options::json`] reads HCL JSON,
    /// for any name of the file.
    pub fn with(options: Options) -> Self {
        Self { options }
    }
}

impl Format for Hcl {
    fn parse(
        &self,
        uri: Option<&String>,
        text: &str,
    ) -> Result<Map<String, Value>, Box<dyn Error + Send + Sync>> {
        let name = uri.map_or("", String::as_str);
        let json = self.options.is_json() || name.to_ascii_lowercase().ends_with(".json");
        let layer = super::read(&self.options, Source::new(name, text), json)?;
        Ok(with_places(&layer)?.into_table()?)
    }
}

impl FileStoredFormat for Hcl {
    fn file_extensions(&self) -> &'static [&'static str] {
        &["hcl", "hcl.json"]
    }
}

fn with_places(layer: &Layer) -> crate::Result<Value> {
    let origin = layer.location.source.location(layer.location.span);
    let kind = match &layer.content {
        LayerContent::Value(value) => {
            // A value that the application built can nest to any depth.
            let sized = value.check_size().map_err(|error| error.to_string());
            let computed = sized.and_then(|()| computed(value, &origin));
            return computed.map_err(|detail| layer.location.error(Code::UnsuitableLayer, detail));
        }
        LayerContent::List(elements) => {
            ValueKind::Array(elements.iter().map(with_places).collect::<crate::Result<_>>()?)
        }
        LayerContent::Table(entries) => {
            let entries = entries.iter().map(|(key, layer)| Ok((key.clone(), with_places(layer)?)));
            ValueKind::Table(entries.collect::<crate::Result<_>>()?)
        }
    };
    Ok(Value::new(Some(&origin), kind))
}

/// Returns a value that was computed: all its parts have the location of the expression.
fn computed(value: &value::Value, origin: &String) -> std::result::Result<Value, String> {
    use value::ValueKind as Kind;

    let kind = match value.kind() {
        Kind::Null(_) => ValueKind::Nil,
        Kind::Bool(bool) => ValueKind::Boolean(bool),
        Kind::Number(number) => numeric(number)?,
        Kind::String(text) => ValueKind::String(text.to_owned()),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            ValueKind::Array(items.iter().map(|item| computed(item, origin)).collect::<Result<_, _>>()?)
        }
        Kind::Map(map) | Kind::Object(map) => {
            let entries = map.iter().map(|(key, value)| Ok((key.to_owned(), computed(value, origin)?)));
            ValueKind::Table(entries.collect::<Result<_, String>>()?)
        }
        Kind::Unknown(ty) => {
            return Err(format!("A known value is needed here, but this {ty} value is not known yet."));
        }
        Kind::Capsule(_) => return Err(format!("Expected data, found a value of type {}.", value.ty())),
    };
    Ok(Value::new(Some(origin), kind))
}

/// Returns the smallest integer type that holds the number, or the nearest float.
fn numeric(number: &Number) -> Result<ValueKind, String> {
    let kind = number.as_i64().map(ValueKind::I64);
    let kind = kind.or_else(|| number.as_u64().map(ValueKind::U64));
    let kind = kind.or_else(|| number.as_i128().map(ValueKind::I128));
    let kind = kind.or_else(|| number.as_u128().map(ValueKind::U128));
    let float = || if number.is_integer() { number.exact_f64() } else { number.as_f64() };
    kind.or_else(|| float().map(ValueKind::Float)).ok_or_else(|| {
        format!("The number {} is outside the range of all number types.", number.abbreviated())
    })
}
