//! Decoding of bodies that are parsed already, and of values.

use std::borrow::Borrow;

use serde::de::DeserializeOwned;

use super::expression::ExpressionDeserializer;
use super::findings::{Slot, until_complete};
use super::record::Record;
use super::rules::Rules;
use super::value::ValueDeserializer;
use super::{Context, Settings, decode, locate};
use crate::body::{Body, Expression};
use crate::error::Result;
use crate::eval::EvalContext;
use crate::redaction;
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
    decode(body, context, Rules::default(), None)
}

/// The number of facts that are found at most about a value, whose size is not known.
const MAX_FACTS_OF_VALUE: usize = 1 << 20;

/// Decodes a value, which is passed by reference or by value.
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
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: impl Borrow<Value>) -> Result<T> {
    let _decoding = redaction::decoding();
    let value = value.borrow();
    let (record, slot) = (Record::of_all_errors(MAX_FACTS_OF_VALUE), Slot::default());
    until_complete(&record, &slot, || {
        let mut deserializer = ValueDeserializer::new(value);
        (deserializer.record, deserializer.slot) = (Some(&record), Some(&slot));
        T::deserialize(deserializer)
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
    /// let error = parse_expression("[base, \"x\"]").into_result()?.decode::<Vec<u16>>(&context).unwrap_err();
    /// assert_eq!(error.to_string(), "1:8: Wrong type: Expected a whole number from 0 to 65535, found the string \"x\". (in [1])");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode<T: DeserializeOwned>(&self, context: &EvalContext) -> Result<T> {
        let _decoding = redaction::decoding();
        let (record, slot) = (Record::of_all_errors(self.view().source().text().len()), Slot::default());
        until_complete(&record, &slot, || {
            let (budget, rules) = (context.budget(), Rules::default());
            let settings =
                Settings { context, rules, budget, record: Some(&record), slot: &slot, input: None };
            let (view, context) = (self.view(), Context::new(&settings));
            T::deserialize(ExpressionDeserializer::new(view, context))
                .map_err(|error| locate::in_expression(error, view, context))
        })
    }
}
