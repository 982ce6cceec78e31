//! Decoding of bodies that are parsed already, and of values.

use std::borrow::Borrow;
use std::slice;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::expression::ExpressionDeserializer;
use super::findings::until_complete;
use super::property::PropertyDeserializer;
use super::record::OnError;
use super::rules::Rules;
use super::value::ValueDeserializer;
use super::visitor::{AnySeed, Typed};
use super::{Context, Settings, decode, last, locate};
use crate::body::{Block, BlockView, Body, Expression, PropertyView};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::json_syntax::Tree;
use crate::redaction;
use crate::util::order::sort_by_position;
use crate::value::Value;

/// Decodes a parsed body.
///
/// Strings cannot be borrowed from it; types that borrow need [`from_str`](crate::from_str).
///
/// # Errors
/// Returns an error with all values that do not match the type, their locations and the paths of
/// their fields; see [`de`](crate::de#errors).
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let file = serde_hcl::parse_file("port = 40 * 2\n").into_result()?;
/// let service: Service = serde_hcl::from_body(file.body(), &serde_hcl::EvalContext::new())?;
/// assert_eq!(service.port, 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_body<T: DeserializeOwned>(body: &Body, context: &EvalContext) -> Result<T> {
    decode(body, context, Rules::default(), OnError::Recover, None)
}

/// Decodes a block with its labels, as an element of a sequence of such blocks is decoded: into a
/// struct with `$label` fields, a [`Labeled`](crate::de::Labeled), an enum whose variant is the
/// first label, or a map by labels.
///
/// # Errors
/// Returns an error with all labels and values that do not match the type, their locations and the
/// paths of their fields; see [`de`](crate::de#errors).
///
/// ```
/// use serde_hcl::{EvalContext, from_block, parse_file};
///
/// #[derive(serde::Deserialize)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
///     port: u16,
/// }
///
/// let file = parse_file("service \"web\" {\n  port = 80\n}\ntask {}\n").into_result()?;
/// for block in file.body().blocks() {
///     match block.block_type() {
///         "service" => {
///             let service: Service = from_block(&block, &EvalContext::new())?;
///             assert_eq!((service.name.as_str(), service.port), ("web", 80));
///         }
///         other => assert_eq!(other, "task"),
///     }
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_block<T: DeserializeOwned>(block: &Block, context: &EvalContext) -> Result<T> {
    decode_block(block, context, Rules::default())
}

pub(super) fn decode_block<T: DeserializeOwned>(
    block: &Block,
    context: &EvalContext,
    rules: Rules,
) -> Result<T> {
    let mut seed = Typed(None);
    decode_block_seed(block, context, rules, &mut seed)?;
    Ok(last(seed))
}

/// Decodes a block, and again as long as facts are found.
fn decode_block_seed(
    block: &Block,
    context: &EvalContext,
    rules: Rules,
    seed: &mut dyn AnySeed<'static>,
) -> Result<()> {
    let body = rules.expanded(block.body(), context);
    let result = until_complete(block.source().text().len(), OnError::Recover, |record| {
        let _decoding = redaction::decoding();
        let (body, budget) = body.within_one_budget(context);
        let settings = Settings::new(context, rules, budget, None);
        let context = Context::new(&settings, record);
        let block = block.with_body(body.into_owned());
        let block = BlockView::Made(&block);
        let part = BlocksDeserializer::of_element(block.clone(), 0, context, "");
        seed.deserialize(AnyDeserializer::Blocks(part))
            .map_err(|error| locate::in_blocks(error, slice::from_ref(&block), 0, "", true, context))
    });
    result.map_err(|error| error.in_order_of(&body))
}

/// Decodes a value, which is passed by reference or by value, into the types that the configuration
/// it was decoded from can be decoded into. An object is decoded as an object of HCL JSON whose
/// expressions were evaluated: as an attribute, a block or several, with labels as keys, as the
/// type requests; see [`json::from_str`](crate::json::from_str).
///
/// # Errors
/// Returns an error with all parts that are unknown or do not match the type, with the paths to the
/// fields. Of a marked value, only the first error is reported.
///
/// ```
/// use serde_hcl::value;
///
/// let server = value!({ "ports": ["80", 443] });
/// let ports: Vec<u16> = serde_hcl::from_value(&server["ports"])?;
/// assert_eq!(ports, [80, 443]);
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     service: Vec<Service>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
/// }
///
/// let value: serde_hcl::Value = serde_hcl::from_str("service \"web\" {}\n")?;
/// let config: Config = serde_hcl::from_value(value)?;
/// assert_eq!(config.service[0].name, "web");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: impl Borrow<Value>) -> Result<T> {
    let mut seed = Typed(None);
    decode_value_seed(value.borrow(), &mut seed)?;
    Ok(last(seed))
}

/// Decodes a value as the property that it would be in HCL JSON, and again as long as facts are
/// found.
fn decode_value_seed(value: &Value, seed: &mut dyn AnySeed<'static>) -> Result<()> {
    let (tree, root) =
        Tree::of_value(value).map_err(|error| Error::coded(Code::ValueTooLarge, error.detail()))?;
    let (tree, context) = (Arc::new(tree), EvalContext::literal_only());
    let property = PropertyView::of_value(&tree, root);
    let result = until_complete(tree.source.text().len(), OnError::Recover, |record| {
        let _decoding = redaction::decoding();
        let settings = Settings::of_value(&context);
        let context = Context::new(&settings, record);
        seed.deserialize(AnyDeserializer::Property(PropertyDeserializer::new(&property, context)))
            .map_err(|error| locate::in_property(error, &property, "", false, context))
    });
    // The order of the locations is that of the parts.
    result.map_err(|error| {
        let mut diagnostics = Vec::from_iter(error.into_diagnostics());
        sort_by_position(&mut diagnostics, |diagnostic| (diagnostic.position(), 0));
        let diagnostics = diagnostics.into_iter().map(Diagnostic::without_location);
        Error::from(diagnostics.collect::<Diagnostics>())
    })
}

impl Expression {
    /// Evaluates the expression and decodes its value.
    ///
    /// # Errors
    /// Returns an error with all parts that have no value, or a value that does not match the type,
    /// with their locations and the paths to them. [`evaluate`](Self::evaluate) reports all errors
    /// of the evaluation.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("base", 8000);
    /// let ports = parse_expression("[base, base + 1]").into_result()?.decode::<Vec<u16>>(&context)?;
    /// assert_eq!(ports, [8000, 8001]);
    ///
    /// let error =
    ///     parse_expression("[base, \"x\"]").into_result()?.decode::<Vec<u16>>(&context).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:8: Wrong type: Expected a whole number from 0 to 65535, found the string \"x\". (in [1])"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<T: DeserializeOwned>(&self, context: &EvalContext) -> Result<T> {
        let _decoding = redaction::decoding();
        if let Some(name) = self.name_of_key() {
            let settings = Settings::of_value(context);
            let context = Context::new(&settings, None);
            let decoded =
                T::deserialize(AnyDeserializer::Value(ValueDeserializer::new(&Value::from(name), context)));
            return decoded.map_err(|error| error.at(self.span(), self.source()));
        }
        let length = self.view().source().text().len();
        until_complete(length, OnError::Recover, |record| {
            let settings = Settings::of_value(context);
            let (view, context) = (self.view(), Context::new(&settings, record));
            T::deserialize(AnyDeserializer::Expression(ExpressionDeserializer::new(view, context)))
                .map_err(|error| locate::in_expression(error, view, context))
        })
    }
}
