//! Captures: expressions, templates, traversals and bodies that a type keeps unevaluated.
//!
//! Serde has no type for them, so the deserializers of this crate pass them outside of serde. Other
//! deserializers give the text.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected, Visitor};

use super::message::TO_CAPTURE;
use crate::body::{
    Block, Body, BodyItem, Expression, Template, parse_expression, parse_file, parse_json_file,
    parse_traversal,
};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{self, BODY, EXPRESSION, TEMPLATE, TRAVERSAL, WHOLE_BLOCK, is_of_this_crate};
use crate::source::Source;
use crate::syntax::traversal::Traversal;

/// A request for a capture, under a name that the deserializers of this crate recognize.
struct Capture<T> {
    expected: &'static str,
    /// Parses the text that other formats have.
    parse: fn(&str) -> Result<T>,
    /// Whether any input in place of the capture is rejected.
    is_refusing: bool,
}

fn body(text: &str) -> Result<Body> {
    // A body in native syntax cannot begin with a bracket.
    let file = match text.trim_start().starts_with(['{', '[']) {
        true => parse_json_file(text),
        false => parse_file(Source::from(text)),
    };
    file.into_result().map(|file| file.body().clone())
}

fn block(text: &str) -> Result<Block> {
    let body = body(text)?;
    let mut items = body.items();
    match (items.next(), items.next()) {
        (Some(BodyItem::Block(block)), None) => Ok(block),
        _ => Err(Error::coded(Code::InvalidValue, "The text of a block is expected here, and nothing else.")),
    }
}

impl<'de, T: 'static> Visitor<'de> for Capture<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)?;
        f.write_str(if self.is_refusing { TO_CAPTURE } else { "" })
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        let given = if self.is_refusing { None } else { protocol::take() };
        given.ok_or_else(|| E::invalid_type(Unexpected::Unit, &self))
    }

    fn visit_str<E: serde::de::Error>(mut self, text: &str) -> Result<T, E> {
        // Text from this crate is data in a buffer, or a name, and is never parsed as code.
        self.is_refusing = is_of_this_crate::<E>();
        if self.is_refusing {
            return Err(E::invalid_type(Unexpected::Str(text), &self));
        }
        (self.parse)(text).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<T, D::Error> {
        self.is_refusing = is_of_this_crate::<D::Error>();
        if self.is_refusing {
            return deserializer.deserialize_any(self);
        }
        let text = String::deserialize(deserializer)?;
        (self.parse)(&text).map_err(D::Error::custom)
    }
}

macro_rules! captured {
    ($($(#[$doc:meta])* $ty:ident = $name:ident, $expected:literal, $parse:expr;)*) => {
        $($(#[$doc])*
        impl<'de> Deserialize<'de> for $ty {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let capture = Capture { expected: $expected, parse: $parse, is_refusing: false };
                deserializer.deserialize_newtype_struct($name, capture)
            }
        })*
    };
}

captured! {
    /// Keeps the expression of an argument and its span, to evaluate it later. Other formats
    /// contain the text of an expression.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Expression, value};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Rule {
    ///     condition: Expression,
    /// }
    ///
    /// let rule: Rule = serde_hcl::from_str("condition = load > 90\n")?;
    /// let mut context = EvalContext::new();
    /// context.set("load", 95);
    /// assert_eq!(rule.condition.evaluate(&context)?, value!(true));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Expression = EXPRESSION, "an expression", |text| parse_expression(text).into_result();

    /// A quoted text or heredoc is kept as it is, to be rendered later. Other formats contain its
    /// text with the quotes.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Template};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Greeting {
    ///     text: Template,
    /// }
    ///
    /// let greeting: Greeting = serde_hcl::from_str("text = \"Hello, ${name}!\"\n")?;
    /// let mut context = EvalContext::new();
    /// context.set("name", "HCL");
    /// assert_eq!(greeting.text.render(&context)?, "Hello, HCL!");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Template = TEMPLATE, "a template", |text| parse_expression(text).into_result()?.try_into();

    /// A reference that is not evaluated. In HCL JSON it is a string with the reference itself or
    /// with a template of it. Other formats contain its text.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Resource {
    ///     depends_on: Vec<serde_hcl::Traversal>,
    /// }
    ///
    /// let resource: Resource = serde_hcl::from_str("depends_on = [network.main, disk.data[0]]\n")?;
    /// assert_eq!(resource.depends_on[1].to_string(), "disk.data[0]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Traversal = TRAVERSAL, "a reference to a variable", |text| parse_traversal(text).into_result();

    /// The body of a block that is not decoded; with the name `$remain` the rest of a body after
    /// the other fields of its struct. Other formats contain the text of a body, in native syntax
    /// or in HCL JSON.
    ///
    /// ```
    /// use serde_hcl::{Body, EvalContext, from_body};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Plugin {
    ///     kind: String,
    ///     #[serde(rename = "$remain")]
    ///     settings: Body,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// #[serde(deny_unknown_fields)]
    /// struct Disk {
    ///     size: u32,
    /// }
    ///
    /// let plugin: Plugin = serde_hcl::from_str("kind = \"disk\"\nsize = 10\n")?;
    /// assert_eq!(plugin.kind, "disk");
    /// let disk: Disk = from_body(&plugin.settings, &EvalContext::new())?;
    /// assert_eq!(disk.size, 10);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Body = BODY, "a body", body;

    /// The whole block, with its type, its labels and its body, which is not decoded. In HCL JSON
    /// it has no labels: objects below its type are a part of its body. Other formats contain the
    /// text of a block, in native syntax.
    ///
    /// ```
    /// use serde_hcl::{Block, EvalContext, from_body};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     plugin: Vec<Block>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Disk {
    ///     size: u32,
    /// }
    ///
    /// let config: Config = serde_hcl::from_str("plugin \"disk\" \"a\" {\n  size = 10\n}\n")?;
    /// let plugin = &config.plugin[0];
    /// assert_eq!(plugin.labels(), ["disk", "a"]);
    /// let disk: Disk = from_body(plugin.body(), &EvalContext::new())?;
    /// assert_eq!(disk.size, 10);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    Block = WHOLE_BLOCK, "a block", block;
}
