//! Decoding of the valid part of a configuration.

use serde::de::DeserializeOwned;

use super::record::OnError;
use super::{Options, decode};
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::outcome::Outcome;

/// The valid part of invalid configurations.
impl Options {
    /// Decodes the valid part of a configuration, for tools that go on after errors, such as
    /// editors and programs that list what a folder has.
    ///
    /// The diagnostics are those of the error that [`from_str`](Self::from_str) returns. The value
    /// is that of the configuration without the attributes and blocks that have errors, as if they
    /// were not written: an optional field has its default, a sequence and a map lack the element.
    /// A block that lacks a required field is left out as a whole. The value is `None` if a
    /// required field of `T` itself is missing or invalid, and after an error about a limit.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::Options;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: Option<String>,
    ///     service: BTreeMap<String, Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     port: u16,
    ///     #[serde(default)]
    ///     replicas: u8,
    /// }
    ///
    /// let text = "
    /// region = \"eu\"
    /// service \"web\" {
    ///   port     = 80
    ///   replicas = \"many\"
    /// }
    /// service \"db\" {
    ///   port = \"tcp\"
    /// }
    /// ";
    /// let outcome = Options::new().from_str_partial::<Config>(text);
    /// let lines = outcome.diagnostics.iter().filter_map(|it| Some(it.range()?.start.line));
    /// assert_eq!(lines.collect::<Vec<_>>(), [5, 8]);
    ///
    /// let config = outcome.value.expect("no required field of the root is missing");
    /// assert_eq!(config.region.as_deref(), Some("eu"));
    /// // The port of "db" is required, so only "web" is left, with the default for the replicas.
    /// assert_eq!(config.service.keys().collect::<Vec<_>>(), ["web"]);
    /// assert_eq!((config.service["web"].port, config.service["web"].replicas), (80, 0));
    /// ```
    pub fn from_str_partial<T: DeserializeOwned>(&self, text: &str) -> Outcome<Option<T>> {
        let Outcome { value: file, diagnostics } = self.parse_file(text);
        if diagnostics.has_errors() {
            return Outcome { value: self.valid_part(file.body()), diagnostics };
        }
        self.from_body_partial(file.body())
    }

    /// Decodes the valid part of a body, as [`from_str_partial`](Self::from_str_partial) decodes
    /// that of a text.
    ///
    /// ```
    /// use serde_hcl::{Map, Options, parse_file};
    ///
    /// let file = parse_file("a = 1\nb = nope\n").into_result()?;
    /// let outcome = Options::new().from_body_partial::<Map>(file.body());
    /// assert_eq!(outcome.value.map(|map| map.len()), Some(1));
    /// assert_eq!(outcome.diagnostics.len(), 1);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body_partial<T: DeserializeOwned>(&self, body: &Body) -> Outcome<Option<T>> {
        match self.from_body(body) {
            Ok(value) => Outcome { value: Some(value), diagnostics: Diagnostics::new() },
            Err(error) => {
                let diagnostics = error.into_diagnostics().into_iter().collect();
                Outcome { value: self.valid_part(body), diagnostics }
            }
        }
    }

    fn valid_part<T: DeserializeOwned>(&self, body: &Body) -> Option<T> {
        decode(body, &self.context, self.rules, OnError::Omit, None).ok()
    }
}
