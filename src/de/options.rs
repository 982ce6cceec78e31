//! Options, and decoding of a text in one call.

use std::io::Read;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::deserializer::Deserializer;
use super::record::OnError;
use super::rules::Rules;
use crate::body::{
    Block, Body, Expression, File, Template, parse_expression_with, parse_file_with,
    parse_json_expression_with, parse_json_file_with, parse_template_with,
};
use crate::error::Result;
use crate::eval::EvalContext;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::source::Source;

/// Decodes a configuration: attributes and blocks become the fields of `T`.
///
/// # Errors
/// Returns an error with all syntax errors, or else with all values that do not match the type,
/// their locations and the paths of their fields; see [`de`](crate::de#errors).
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     region: String,
///     #[serde(default)]
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let config: Config =
///     serde_hcl::from_str("region = \"eu\"\n\nservice \"web\" {\n  port = 80\n}\n")?;
/// assert_eq!(config.region, "eu");
/// assert_eq!(config.service["web"].port, 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    Options::new().from_str(text)
}

/// Decodes a configuration from bytes, which must be UTF-8; see [`from_str`].
///
/// # Errors
/// Returns the same errors as [`from_str`]. Bytes that are not UTF-8 are a syntax error.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     port: u16,
/// }
///
/// let config: Config = serde_hcl::from_slice(b"port = 80\n")?;
/// assert_eq!(config.port, 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    Options::new().from_slice(bytes)
}

/// Decodes a configuration from a reader, which is read to its end; see [`from_str`].
///
/// # Errors
/// Returns the same errors as [`from_slice`], and an error if the reader fails.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     port: u16,
/// }
///
/// let file = std::io::Cursor::new("port = 80\n");
/// let config: Config = serde_hcl::from_reader(file)?;
/// assert_eq!(config.port, 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> Result<T> {
    Options::new().from_reader(reader)
}

/// Options for decoding and parsing: variables, functions, the name of the source, its syntax, and
/// limits. The order in which they are set does not matter.
///
/// ```
/// use serde_hcl::{EvalContext, Options};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     url: String,
/// }
///
/// let options =
///     Options::new().context(EvalContext::new().set("host", "example.org")).file_name("main.hcl");
/// let config: Config = options.from_str("url = \"https://${host}/\"\n")?;
/// assert_eq!(config.url, "https://example.org/");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(super) context: Arc<EvalContext>,
    pub(super) file_name: String,
    limits: Option<Limits>,
    pub(super) json: bool,
    pub(super) rules: Rules,
}

impl Options {
    /// Creates options with no variables, no functions, no name, and the default limits.
    ///
    /// ```
    /// use serde_hcl::{Map, Options};
    ///
    /// let config: Map = Options::new().from_str("port = 80\n")?;
    /// assert_eq!(config["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates expressions with the variables, functions and limits of a context.
    /// [`limits`](Self::limits) takes precedence over the limits of the context.
    ///
    /// The context is passed by value, by reference, as the result of [`set`](EvalContext::set), or
    /// in an [`Arc`] that several options share.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use serde_hcl::{EvalContext, Map, Options};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("host", "example.org");
    /// let context = Arc::new(context);
    /// for name in ["a.hcl", "b.hcl"] {
    ///     let options = Options::new().context(context.clone()).file_name(name);
    ///     assert!(options.from_str::<Map>("url = \"https://${host}/\"\n").is_ok());
    /// }
    /// ```
    #[must_use]
    pub fn context(mut self, context: impl Into<Arc<EvalContext>>) -> Self {
        self.context = context.into();
        match self.limits {
            Some(limits) => self.limits(limits),
            None => self,
        }
    }

    /// Sets the name of the source, which messages show.
    ///
    /// ```
    /// use serde_hcl::{Map, Options};
    ///
    /// let error = Options::new().file_name("main.hcl").from_str::<Map>("port = \n").unwrap_err();
    /// assert_eq!(error.file(), Some("main.hcl"));
    /// ```
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    /// Limits the resources of parsing and evaluation. These limits take precedence over those of a
    /// [`context`](Self::context), whichever is set first.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Limits, Options};
    ///
    /// let mut limits = Limits::default();
    /// limits.steps = 2;
    /// let options = Options::new().limits(limits).context(EvalContext::new());
    /// let error =
    ///     options.from_str::<std::collections::BTreeMap<String, u8>>("n = 1 + 2 + 3\n").unwrap_err();
    /// assert_eq!(error.category(), serde_hcl::diag::Category::Limit);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        if *self.context.limits() != limits {
            Arc::make_mut(&mut self.context).set_limits(limits);
        }
        self
    }

    /// Reads JSON syntax, or native syntax, which is the default.
    ///
    /// ```
    /// let options = serde_hcl::Options::new().json(true);
    /// let ports: std::collections::BTreeMap<String, u16> = options.from_str(r#"{ "http": 80 }"#)?;
    /// assert_eq!(ports["http"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn json(mut self, is_json: bool) -> Self {
        self.json = is_json;
        self
    }

    /// Decodes like [`from_str`](crate::from_str), with these options.
    ///
    /// # Errors
    /// Returns the same errors as [`from_str`](crate::from_str).
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Map, Options};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("base", 8000);
    /// let config: Map = Options::new().context(context).from_str("port = base + 80\n")?;
    /// assert_eq!(config["port"], 8080);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_str<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T> {
        self.decode(self.source(text), Some(text))
    }

    /// Decodes like [`from_slice`](crate::from_slice), with these options.
    ///
    /// # Errors
    /// Returns the same errors as [`from_slice`](crate::from_slice).
    ///
    /// ```
    /// use serde_hcl::{Map, Options};
    ///
    /// let error =
    ///     Options::new().file_name("main.hcl").from_slice::<Map>(b"name = \"\xff\"\n").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(1), Some(9)));
    /// ```
    pub fn from_slice<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T> {
        let (source, input) = self.source_of_slice(bytes);
        self.decode(source, input)
    }

    /// Decodes like [`from_reader`](crate::from_reader), with these options.
    ///
    /// # Errors
    /// Returns the same errors as [`from_reader`](crate::from_reader).
    ///
    /// ```
    /// use serde_hcl::{Map, Options};
    ///
    /// let config: Map =
    ///     Options::new().json(true).from_reader(std::io::Cursor::new(r#"{ "port": 80 }"#))?;
    /// assert_eq!(config["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_reader<T: DeserializeOwned>(&self, mut reader: impl Read) -> Result<T> {
        let mut bytes = Vec::new();
        self.read_up_to_the_limit(&mut reader, &mut bytes)?;
        self.decode(Source::from_bytes(self.file_name.as_str(), bytes), None)
    }

    /// Decodes like [`from_body`](crate::from_body), with the context and the rules of these
    /// options.
    ///
    /// # Errors
    /// Returns the same errors as [`from_body`](crate::from_body).
    ///
    /// ```
    /// use serde_hcl::{Map, Options, parse_file};
    ///
    /// let file = parse_file("port = 80\n").into_result()?;
    /// let config: Map = Options::new().from_body(file.body())?;
    /// assert_eq!(config["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body<T: DeserializeOwned>(&self, body: &Body) -> Result<T> {
        super::decode(body, &self.context, self.rules, OnError::Recover, None)
    }

    /// Decodes like [`from_block`](crate::from_block), with the context and the rules of these
    /// options.
    ///
    /// # Errors
    /// Returns the same errors as [`from_block`](crate::from_block).
    pub fn from_block<T: DeserializeOwned>(&self, block: &Block) -> Result<T> {
        super::parsed::decode_block(block, &self.context, self.rules)
    }

    /// Parses a configuration in the syntax of these options, and returns its deserializer with the
    /// context of these options.
    ///
    /// # Errors
    /// Returns an error with all syntax errors.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::Options;
    ///
    /// let deserializer = Options::new().file_name("main.hcl").deserializer("port = true\n")?;
    /// let error =
    ///     serde_path_to_error::deserialize::<_, BTreeMap<String, u16>>(deserializer).unwrap_err();
    /// assert_eq!(error.path().to_string(), "port");
    /// assert_eq!(
    ///     error.into_inner().to_string(),
    ///     "main.hcl:1:8: Wrong type: Expected a whole number from 0 to 65535, found true. (in port)"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn deserializer<'de>(&self, text: &'de str) -> Result<Deserializer<'de>> {
        self.deserializer_of(self.source(text), Some(text))
    }

    pub(super) fn deserializer_of_slice<'de>(&self, bytes: &'de [u8]) -> Result<Deserializer<'de>> {
        let (source, input) = self.source_of_slice(bytes);
        self.deserializer_of(source, input)
    }

    fn deserializer_of<'de>(&self, source: Source, input: Option<&'de str>) -> Result<Deserializer<'de>> {
        let body = self.parse(source, self.json).into_result()?.body().clone();
        Ok(Deserializer::new(body, &self.context, self.rules, input))
    }

    /// Parses a file, with the name, the syntax and the limits of these options; see
    /// [`parse_file`](crate::parse_file).
    ///
    /// ```
    /// use serde_hcl::{Limits, Options};
    ///
    /// let mut limits = Limits::default();
    /// limits.depth = 8;
    /// let options = Options::new().file_name("main.hcl").limits(limits);
    /// let parsed = options.parse_file("a = [[[[[[[[[[]]]]]]]]]]\n");
    /// assert!(parsed.diagnostics.to_string().starts_with("main.hcl:1:"));
    /// ```
    pub fn parse_file(&self, text: &str) -> Outcome<File> {
        self.parse(self.source(text), self.json)
    }

    /// Parses an expression, with the name, the syntax and the limits of these options; see
    /// [`parse_expression`](crate::parse_expression).
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Options};
    ///
    /// let expression = Options::new().file_name("rule").parse_expression("1 + 2").into_result()?;
    /// assert_eq!(expression.evaluate(&EvalContext::new())?, 3);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn parse_expression(&self, text: &str) -> Outcome<Expression> {
        let parse = if self.json { parse_json_expression_with } else { parse_expression_with };
        parse(self.source(text), self.context.limits())
    }

    /// Parses a template, with the name and the limits of these options; see
    /// [`parse_template`](crate::parse_template).
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Options};
    ///
    /// let template =
    ///     Options::new().file_name("motd").parse_template("${1 + 2} users\n").into_result()?;
    /// assert_eq!(template.render(&EvalContext::new())?, "3 users\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn parse_template(&self, text: &str) -> Outcome<Template> {
        parse_template_with(self.source(text), self.context.limits())
    }

    fn source(&self, text: &str) -> Source {
        Source::new(self.file_name.as_str(), text)
    }

    /// Returns bytes as a source, and the text that strings may be borrowed from.
    fn source_of_slice<'de>(&self, bytes: &'de [u8]) -> (Source, Option<&'de str>) {
        match std::str::from_utf8(bytes) {
            Ok(text) => (self.source(text), Some(text)),
            Err(_) => (Source::from_bytes(self.file_name.as_str(), bytes.to_vec()), None),
        }
    }

    /// Reads up to one byte more than the limit, so that a longer text is detected.
    pub(super) fn read_up_to_the_limit(
        &self,
        reader: &mut impl Read,
        bytes: &mut Vec<u8>,
    ) -> std::io::Result<usize> {
        let limit = self.context.limits().input.saturating_add(1);
        reader.take(limit).read_to_end(bytes)
    }

    fn decode<'de, T: Deserialize<'de>>(&self, source: Source, input: Option<&'de str>) -> Result<T> {
        let body = self.parse(source, self.json).into_result()?.body().clone();
        super::decode(&body, &self.context, self.rules, OnError::Recover, input)
    }

    /// Parses a text in one of the syntaxes.
    pub(crate) fn parse(&self, source: Source, json: bool) -> Outcome<File> {
        let parse = if json { parse_json_file_with } else { parse_file_with };
        parse(source, self.context.limits())
    }

    /// Returns the context of evaluation.
    #[cfg(any(feature = "config-0_15", feature = "edit", feature = "figment-0_10"))]
    pub(crate) fn evaluation_context(&self) -> &EvalContext {
        &self.context
    }

    /// Returns the rules of decoding.
    #[cfg(any(feature = "config-0_15", feature = "edit", feature = "figment-0_10"))]
    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whether texts are in JSON syntax.
    #[cfg(any(feature = "figment-0_10", feature = "config-0_15"))]
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }
}
