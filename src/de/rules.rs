//! Options that select the constructs from which types are decoded.

use std::borrow::Cow;

use super::options::Options;
use crate::body::Body;
use crate::eval::EvalContext;

/// The rules of a decode that an application can change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// `None` for the form that decoding, or a layer, has by default.
    pub(crate) single_blocks: Option<SingleBlocks>,
    pub(crate) is_strict: bool,
    /// Whether dynamic blocks are expanded.
    pub(crate) expands_dynamic_blocks: bool,
    pub(super) expressions_are_strings: bool,
}

/// The form of a single block for self-describing types, if no other block has the same type and
/// labels; see [`Options::single_blocks`](crate::Options::single_blocks).
///
/// ```
/// use serde_hcl::Options;
/// use serde_hcl::de::SingleBlocks;
///
/// let options = Options::new().single_blocks(SingleBlocks::Object);
/// let config: serde_json::Value = options.from_str("tls {\n  port = 443\n}\n")?;
/// assert_eq!(config["tls"]["port"], 443);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SingleBlocks {
    /// A sequence with one object, so that the form does not depend on the number of blocks.
    /// Decoding does this by default.
    Sequence,
    /// An object, as an attribute with the same content. Layers for
    /// [figment](crate::figment) and [config](crate::config) do this by default.
    Object,
}

impl Options {
    /// Sets the form of a single block for self-describing types: [`Value`](crate::Value),
    /// `serde_json::Value`, and types that are decoded from serde's buffer, under `flatten`, `tag`
    /// and `untagged`. Several blocks with the same type and labels are always a sequence. This has
    /// no effect on other types, which request one block or several, nor in HCL JSON, where a block
    /// is an object or an array, as it is written.
    ///
    /// ```
    /// use serde_hcl::{Options, de::SingleBlocks};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     name: String,
    ///     #[serde(flatten)]
    ///     more: More,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct More {
    ///     limits: Limits,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Limits {
    ///     cpu: u8,
    /// }
    ///
    /// let options = Options::new().single_blocks(SingleBlocks::Object);
    /// let config: Config = options.from_str("name = \"x\"\nlimits {\n  cpu = 2\n}\n")?;
    /// assert_eq!(config.more.limits.cpu, 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn single_blocks(mut self, single_blocks: SingleBlocks) -> Self {
        self.rules.single_blocks = Some(single_blocks);
        self
    }

    /// Distinguishes blocks and attributes by the type of a field: a struct is a block, and so is a
    /// struct variant of an enum, in an option, a sequence or a map too; any other map is an
    /// attribute. Without it, a struct is decoded from an attribute as well, `server = { … }`, and
    /// a map from a block, `tags { … }`.
    ///
    /// [`with::attribute`](crate::with::attribute) and [`blocks`](crate::with::blocks) declare the
    /// opposite for one field. Types under `untagged` and types that decode any value accept both,
    /// and so do flattened and internally tagged types in a single pass of a
    /// [`Deserializer`](crate::de::Deserializer). A struct in a tuple is an object, since a tuple
    /// has no form as blocks. In HCL JSON, where both are objects, only expressions such as
    /// `"${…}"` are refused.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::Options;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     server: Server,
    ///     tags: BTreeMap<String, String>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let options = Options::new().strict(true);
    /// let config: Config = options.from_str("server {\n  port = 80\n}\ntags = { a = \"b\" }\n")?;
    /// assert_eq!((config.server.port, config.tags["a"].as_str()), (80, "b"));
    ///
    /// let error = options
    ///     .from_str::<Config>("server = { port = 80 }\ntags {}\n")
    ///     .err()
    ///     .expect("it is refused");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:10: Attribute in place of a block: A block is expected here, not an attribute. (in \
    ///      server)"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn strict(mut self, is_strict: bool) -> Self {
        self.rules.is_strict = is_strict;
        self
    }

    /// Decodes expressions into self-describing types, such as `serde_json::Value`, as strings with
    /// templates, without evaluating them: `a.b + 1` as `"${a.b + 1}"`. Literals and negative
    /// numbers keep their types, lists and objects are decoded part by part, and a literal `${` in
    /// a string or a key is `$${`. A computed key is a template too: `{ (k) = 1 }` has the key
    /// `"${k}"`. An object two of whose keys may be equal is a single string. The result equals
    /// that of [`json::to_string`](crate::json::to_string) for the same expressions. Types under
    /// `flatten`, `tag` and `untagged` also get such strings from serde's buffer. Fields of other
    /// types are evaluated, as are those of type [`Value`](crate::Value), and everything in the
    /// blocks that a [dynamic block](crate::ext::expand_dynamic_blocks) generates.
    ///
    /// ```
    /// use serde_hcl::{Options, de::SingleBlocks};
    ///
    /// let options = Options::new().expressions_as_strings(true).single_blocks(SingleBlocks::Object);
    /// let config: serde_json::Value =
    ///     options.from_str("port = var.port\nname = \"web-${var.env}\"\nlimits {\n  cpu = 2\n}\n")?;
    /// assert_eq!(
    ///     config,
    ///     serde_json::json!({
    ///         "port": "${var.port}",
    ///         "name": "web-${var.env}",
    ///         "limits": { "cpu": 2 },
    ///     })
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn expressions_as_strings(mut self, are_strings: bool) -> Self {
        self.rules.expressions_are_strings = are_strings;
        self
    }

    /// Expands [dynamic blocks](crate::ext::expand_dynamic_blocks), and decodes the blocks that
    /// they generate. Their `for_each` is evaluated with the variables and functions of the
    /// context.
    ///
    /// ```
    /// use serde_hcl::Options;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     listen: Vec<Listen>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Listen {
    ///     port: u16,
    /// }
    ///
    /// let text = "\
    /// dynamic \"listen\" {
    ///   for_each = [80, 443]
    ///   content {
    ///     port = listen.value
    ///   }
    /// }
    /// ";
    /// let config: Config = Options::new().dynamic_blocks(true).from_str(text)?;
    /// assert_eq!(config.listen[1].port, 443);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn dynamic_blocks(mut self, are_expanded: bool) -> Self {
        self.rules.expands_dynamic_blocks = are_expanded;
        self
    }
}

impl Rules {
    /// Returns a body with its dynamic blocks expanded, if they are.
    pub(crate) fn expanded<'b>(self, body: &'b Body, context: &EvalContext) -> Cow<'b, Body> {
        if self.expands_dynamic_blocks {
            return Cow::Owned(body.expand(context));
        }
        let _ = context;
        Cow::Borrowed(body)
    }
}
