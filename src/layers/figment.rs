//! Files as a provider of the crate `figment`.
//!
//! [`Hcl`] is a [`Provider`] of that crate. Attributes become values, blocks become dictionaries
//! with their labels as keys, and several blocks with the same type and labels become an array. For
//! a field of one or more blocks, use [`with::many`](crate::with::many), or set
//! [`Options::single_blocks`], which puts every block into an array.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use figment::{Figment, providers::Serialized};
//! use serde_hcl::figment::Hcl;
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     region: String,
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Service {
//!     port: u16,
//! }
//!
//! let config: Config = Figment::new()
//!     .merge(Serialized::default("region", "eu"))
//!     .merge(Hcl::string("service \"web\" {\n  port = 40 * 2\n}\n"))
//!     .merge(Serialized::default("service.web.port", 8080))
//!     .extract()?;
//! assert_eq!((config.region.as_str(), config.service["web"].port), ("eu", 8080));
//! # Ok::<(), figment::Error>(())
//! ```
//!
//! Errors have the line, also if the error is found after the file is read:
//!
//! ```
//! # use {figment::Figment, serde_hcl::figment::Hcl};
//! let figment = Figment::from(Hcl::string("service \"web\" {\n  port = \"none\"\n}\n"));
//! let error = figment.extract_inner::<u16>("service.web.port").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid type: found string \"none\", expected u16 for key \"service.web.port at line \
//!      2\" in HCL text"
//! );
//! ```
//!
//! [`Provider`]: https://docs.rs/figment/0.10/figment/trait.Provider.html

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ::figment::error::Kind;
use ::figment::value::{Dict, Map, Value};
use ::figment::{Error, Metadata, Profile, Provider};

use super::{Layer, LayerContent};
use crate::de::Options;
use crate::de::parsed::from_value;
use crate::source::Source;

/// A configuration in HCL, native syntax or HCL JSON, from a file or a text.
///
/// ```no_run
/// use figment::Figment;
/// use serde_hcl::figment::Hcl;
/// use serde_hcl::{EvalContext, Options};
///
/// let mut context = EvalContext::new();
/// context.set("region", "eu");
/// let figment = Figment::new()
///     .merge(Hcl::file("defaults.hcl"))
///     .merge(Hcl::file("site.hcl").options(Options::new().context(context)))
///     .merge(Hcl::file("profiles.hcl").nested());
/// ```
#[derive(Clone, Debug)]
pub struct Hcl {
    origin: Origin,
    options: Options,
    profile: Option<Profile>,
    /// Read once, for the data and for the locations in the metadata.
    read: OnceLock<Result<Layer, String>>,
}

#[derive(Clone, Debug)]
enum Origin {
    File(PathBuf),
    /// An optional file that does not exist.
    Nothing,
    Text(String),
}

impl Hcl {
    /// Returns a provider for an optional file. As with figment's own providers, a relative path is
    /// searched for in the working directory and its parents.
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let folders = std::env::current_dir().unwrap_or_default();
        let found = folders.ancestors().map(|folder| folder.join(path)).find(|path| path.is_file());
        Self::new(found.map_or(Origin::Nothing, Origin::File))
    }

    /// Returns a provider for a required file.
    pub fn file_exact(path: impl AsRef<Path>) -> Self {
        Self::new(Origin::File(path.as_ref().to_owned()))
    }

    /// Returns a provider for a string.
    pub fn string(text: impl Into<String>) -> Self {
        Self::new(Origin::Text(text.into()))
    }

    fn new(origin: Origin) -> Self {
        Self { origin, options: Options::new(), profile: Some(Profile::Default), read: OnceLock::new() }
    }

    /// Evaluates with variables and functions, and reads within limits. [`Options::json`] reads a
    /// text as HCL JSON; a file is in HCL JSON when its name ends in `.json`.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self.read = OnceLock::new();
        self
    }

    /// Puts all values into a profile.
    #[must_use]
    pub fn profile(mut self, profile: impl Into<Profile>) -> Self {
        self.profile = Some(profile.into());
        self
    }

    /// Uses the outermost keys as profiles.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.profile = None;
        self
    }

    fn read(&self) -> &Result<Layer, String> {
        self.read.get_or_init(|| self.read_origin().map_err(|error| error.to_string()))
    }

    fn read_origin(&self) -> crate::Result<Layer> {
        let (source, json) = match &self.origin {
            Origin::File(path) => self.options.read(path)?,
            Origin::Text(text) => (Source::from(text.as_str()), self.options.is_json()),
            Origin::Nothing => (Source::from(""), false),
        };
        super::read(&self.options, source, json)
    }
}

impl Provider for Hcl {
    fn metadata(&self) -> Metadata {
        let metadata = match &self.origin {
            Origin::File(path) => Metadata::from("HCL file", path.as_path()),
            Origin::Nothing => Metadata::named("HCL file"),
            Origin::Text(_) => Metadata::named("HCL text"),
        };
        let layer = self.read().clone();
        let is_nested = self.profile.is_none();
        metadata.interpolater(move |profile, keys| {
            let (profile, shown) = (profile.to_string(), keys.join("."));
            let path = is_nested.then_some(profile.as_str()).into_iter().chain(keys.iter().copied());
            match layer.as_ref().ok().and_then(|layer| nearest(layer, path)) {
                Some(Layer { location, .. }) => {
                    format!("{shown} at line {}", location.source.pos(location.span.start).line)
                }
                None => shown,
            }
        })
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let layer = self.read().as_ref().map_err(|message| Error::from(message.clone()))?;
        let value = value(layer).map_err(|error| error.to_string())?;
        let Value::Dict(_, dict) = value else { return Ok(Map::new()) };
        let Some(profile) = &self.profile else { return profiles(dict) };
        Ok(Map::from([(profile.clone(), dict)]))
    }
}

/// Returns the outermost keys as profiles.
#[allow(clippy::result_large_err, reason = "the error of figment")]
fn profiles(dict: Dict) -> Result<Map<Profile, Dict>, Error> {
    let mut profiles = Map::new();
    for (name, value) in dict {
        match value {
            Value::Dict(_, values) => profiles.insert(Profile::from(name), values),
            other => {
                let expected = format!("the values of the profile {name:?}");
                return Err(Kind::InvalidType(other.to_actual(), expected).into());
            }
        };
    }
    Ok(profiles)
}

fn value(layer: &Layer) -> crate::Result<Value> {
    match &layer.content {
        LayerContent::Value(value) => {
            from_value(value).map_err(|error| error.at(layer.location.span, &layer.location.source))
        }
        LayerContent::List(elements) => {
            Ok(Value::from(elements.iter().map(value).collect::<crate::Result<Vec<_>>>()?))
        }
        LayerContent::Table(entries) => {
            let entries = entries.iter().map(|(key, layer)| Ok((key.clone(), value(layer)?)));
            Ok(Value::from(entries.collect::<crate::Result<Dict>>()?))
        }
    }
}

/// Returns the part of a layer at a path. All parts of a computed value have the location of its
/// expression.
fn nearest<'l, 'k>(mut layer: &'l Layer, path: impl Iterator<Item = &'k str>) -> Option<&'l Layer> {
    let mut found = None;
    for key in path {
        let part = match &layer.content {
            LayerContent::Value(_) => None,
            LayerContent::List(elements) => key.parse().ok().and_then(|index: usize| elements.get(index)),
            LayerContent::Table(entries) => entries.get(key),
        };
        let Some(part) = part else { break };
        (layer, found) = (part, Some(part));
    }
    found
}
