//! Serialization of parsed bodies and expressions.

use serde::ser::{Error as _, Serialize, Serializer};

use super::expression;
use crate::body::{Block, Body, Expression, Label, Template};
use crate::de::Labeled;
use crate::error;
use crate::protocol::{self, BODY, EXPRESSION, LABELED, WHOLE_BLOCK};
use crate::syntax::traversal::Traversal;

/// Serializes the expression without evaluation: in native syntax in canonical style, in HCL JSON
/// as a value with templates. Other formats get a string with the native text.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let expression = serde_hcl::parse_expression("a+1").into_result()?;
/// let map = BTreeMap::from([("n", expression)]);
/// assert_eq!(serde_hcl::to_string(&map)?, "n = a + 1\n");
/// assert_eq!(serde_hcl::json::to_string(&map)?, r#"{"n":"${a + 1}"}"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::serialize(
            EXPRESSION,
            &protocol::Handle(self),
            &LazyText(|| expression::native_text(self)),
            serializer,
        )
    }
}

/// A text that is made when it is serialized.
struct LazyText<F>(F);

impl<F: Fn() -> error::Result<String>> Serialize for LazyText<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0().map_err(S::Error::custom)?)
    }
}

/// Serializes the template as an expression: in quotes or as a heredoc.
impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.expression().serialize(serializer)
    }
}

/// Serializes the traversal as an expression.
impl Serialize for Traversal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(EXPRESSION, &self.to_string())
    }
}

/// Serializes the attributes and blocks in their order, without evaluation. Comments are not
/// written; printing the body keeps them. Other formats get a string: the native text of a body in
/// native syntax, otherwise the text of HCL JSON.
///
/// ```
/// let file = serde_hcl::parse_file("port = 40 * 2\ncheck \"alive\" {}\n").into_result()?;
/// let json = serde_hcl::json::to_string(file.body())?;
/// assert_eq!(json, r#"{"port":"${40 * 2}","check":{"alive":{}}}"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A text that is read back as the same body. In native syntax the properties of HCL JSON
        // would be attributes, while they can be read as blocks too.
        let text = || match self.json_text() {
            Some(text) => Ok(text.to_owned()),
            None if self.is_native() => super::functions::to_string(self),
            None => super::functions::to_json_string(self),
        };
        protocol::serialize(BODY, &protocol::Handle(self), &LazyText(text), serializer)
    }
}

/// Serializes the labels and the body; the type of the block is the name of the field. Other
/// formats get a string: the native text of the block.
///
/// ```
/// use serde_hcl::{Block, parse_file, to_string};
/// use std::collections::BTreeMap;
///
/// let body = parse_file("plugin \"disk\" {\n  size = 5 * 2\n}\n").into_result()?.body().clone();
/// let blocks: Vec<Block> = body.blocks().collect();
/// assert_eq!(to_string(&BTreeMap::from([("plugin", blocks)]))?, body.to_string());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let labels = self.labels().iter().map(Label::text).collect::<Vec<_>>();
        protocol::serialize(
            WHOLE_BLOCK,
            &Labeled { labels, body: self.body() },
            &self.to_string(),
            serializer,
        )
    }
}

/// A block with its labels; other formats get a pair.
impl<L: Serialize, T: Serialize> Serialize for Labeled<L, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(LABELED, &(&self.labels, &self.body))
    }
}
