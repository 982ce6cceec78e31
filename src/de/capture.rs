//! Captures: expressions, templates, traversals and bodies that a type keeps unevaluated.
//!
//! Serde has no type for them, so the deserializers of this crate pass them outside of serde. Other
//! deserializers give the text.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};

use super::message::TO_CAPTURE;
use crate::body::{
    Body, Expression, Template, parse_expression, parse_file, parse_json_file, parse_traversal,
};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{self, BODY, EXPRESSION, TEMPLATE, TRAVERSAL};
use crate::source::Source;
use crate::syntax::traversal::Traversal;

/// A type of captures, with the name under which it requests them from the deserializers of this
/// crate.
pub(super) trait Capture: Sized + 'static {
    const NAME: &'static str;
    const EXPECTED: &'static str;

    /// Parses the text in other formats.
    fn parse(text: &str) -> Result<Self>;
}

impl Capture for Expression {
    const NAME: &'static str = EXPRESSION;
    const EXPECTED: &'static str = "an expression";

    fn parse(text: &str) -> Result<Self> {
        parse_expression(text).into_result()
    }
}

impl Capture for Template {
    const NAME: &'static str = TEMPLATE;
    const EXPECTED: &'static str = "a template";

    fn parse(text: &str) -> Result<Self> {
        Self::try_from(Expression::parse(text)?)
    }
}

impl Capture for Traversal {
    const NAME: &'static str = TRAVERSAL;
    const EXPECTED: &'static str = "a reference to a variable";

    fn parse(text: &str) -> Result<Self> {
        parse_traversal(text).into_result()
    }
}

impl Capture for Body {
    const NAME: &'static str = BODY;
    const EXPECTED: &'static str = "a body";

    fn parse(text: &str) -> Result<Self> {
        // A body in native syntax cannot begin with a bracket.
        if text.trim_start().starts_with(['{', '[']) {
            return parse_json_file(text).into_result().map(|file| file.body());
        }
        parse_file(Source::from(text)).into_result().map(|file| file.body())
    }
}

/// Returns whether a name requests an expression, a template or a traversal.
pub(super) fn is_expression(name: &str) -> bool {
    matches!(name, EXPRESSION | TEMPLATE | TRAVERSAL)
}

/// Returns whether a name requests a body.
pub(super) fn is_body(name: &str) -> bool {
    name == BODY
}

/// Passes an expression to a visitor in the form that a name requests.
pub(super) fn give_expression<'de, V: Visitor<'de>>(
    name: &str,
    expression: Expression,
    visitor: V,
) -> Result<V::Value> {
    match name {
        TEMPLATE => protocol::give(Template::try_from(expression)?, visitor),
        TRAVERSAL => protocol::give(expression.static_reference()?, visitor),
        _ => protocol::give(expression, visitor),
    }
}

/// Returns the error about a capture of an expression where there is a body, or the other way
/// round.
pub(super) fn refused(name: &str) -> Error {
    if is_body(name) {
        return Error::attribute_for_block();
    }
    let detail = "An attribute is expected here, not a block. Write an equals sign and a value.";
    Error::coded(Code::BlockForAttribute, detail)
}

/// Returns whether an error type is that of the deserializers of this crate, which pass captures.
/// Any other input from them is data that serde buffered, or a name, and is never parsed as code.
fn is_of_this_crate<E>() -> bool {
    type_name::<E>() == type_name::<Error>()
}

/// Rejects any input in place of a capture.
struct Refusing<T>(PhantomData<T>);

impl<T: Capture> Visitor<'_> for Refusing<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{TO_CAPTURE}", T::EXPECTED)
    }
}

struct CaptureVisitor<T>(PhantomData<T>);

impl<'de, T: Capture> Visitor<'de> for CaptureVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        protocol::take().ok_or_else(|| E::invalid_type(serde::de::Unexpected::Unit, &self))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        if is_of_this_crate::<E>() {
            return Refusing(PhantomData).visit_str(text);
        }
        T::parse(text).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if is_of_this_crate::<D::Error>() {
            return deserializer.deserialize_any(Refusing(PhantomData));
        }
        let text = String::deserialize(deserializer)?;
        T::parse(&text).map_err(D::Error::custom)
    }
}

macro_rules! captured {
    ($($(#[$doc:meta])* $ty:ident)*) => {
        $($(#[$doc])*
        impl<'de> Deserialize<'de> for $ty {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct(Self::NAME, CaptureVisitor(PhantomData))
            }
        })*
    };
}

captured! {
    /// Keeps the expression of an argument and its span, to evaluate it later.
    /// Other formats hold the text of an expression.
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
    Expression

    /// A quoted text or heredoc is kept as it is, to be rendered later. Other formats hold its text
    /// with the quotes.
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
    Template

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
    Traversal

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
    Body
}
