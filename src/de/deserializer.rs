//! Deserializers of whole texts and bodies, for crates that work with any deserializer.

use std::fmt;

use serde::de::Visitor;

use super::body::BodyDeserializer;
use super::findings::Slot;
use super::forward::every_method;
use super::options::Options;
use super::record::{OnError, Record};
use super::rules::Rules;
use super::{Settings, json};
use crate::body::Body;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::redaction;

/// A [`serde::Deserializer`] of a configuration, for crates that wrap or drive one, such as
/// `serde_path_to_error`, `serde_ignored`, `erased_serde` and `serde_transcode`. Errors have their
/// locations and paths. To decode a type without such a crate, use [`from_str`](crate::from_str).
///
/// ```
/// use serde_hcl::de::Deserializer;
///
/// #[derive(serde::Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let text = "port = 80\nhost = \"a\"\n";
/// let mut unused = Vec::new();
/// let service: Service = serde_ignored::deserialize(Deserializer::from_str(text)?, |path| {
///     unused.push(path.to_string())
/// })?;
/// assert_eq!((service.port, unused), (80, vec!["host".to_owned()]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// # One pass
/// Serde passes a type to a deserializer once, and it does not provide all that decoding depends
/// on: which fields take null, which fields a flattened or internally tagged type has, and in which
/// form a type in a buffer takes a block. The
/// functions that decode a type determine both by decoding again, which a deserializer cannot do. A
/// deserializer by itself differs from these functions:
///
/// - The first error is the only one.
/// - Null is an error for a field whose type does not take it, with a default or without.
/// - A field named `$label` is not found in types with flattened fields, and in internally tagged
///   ones.
/// - An internally tagged enum, and a type in a buffer of serde, do not take a single block, unless
///   [`Options::single_blocks`](crate::Options::single_blocks) makes an object of it.
///
/// With [`decode_with`](Self::decode_with) only the first of these differences is left.
pub struct Deserializer<'de> {
    body: Body,
    context: EvalContext,
    rules: Rules,
    /// The text, when strings may be borrowed from it.
    input: Option<&'de str>,
    /// The facts from earlier passes, during a call of `decode_with`.
    record: Option<Record>,
    slot: Slot,
}

impl<'de> Deserializer<'de> {
    /// Parses a text in native syntax. [`Options::deserializer`](crate::Options::deserializer) does
    /// it with variables, limits and a name, and for both syntaxes.
    ///
    /// # Errors
    /// Returns an error with all syntax errors.
    // Like `from_str` of this crate, and unlike the trait `FromStr`, it borrows from the text.
    #[allow(clippy::should_implement_trait, reason = "the trait cannot borrow from the text")]
    pub fn from_str(text: &'de str) -> Result<Self> {
        Options::new().deserializer(text)
    }

    /// Parses bytes in native syntax, which must be UTF-8.
    ///
    /// # Errors
    /// Returns an error with all syntax errors. Bytes that are not UTF-8 are one.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self> {
        Options::new().deserializer_of_slice(bytes)
    }

    /// Creates the deserializer of a body, whose expressions are evaluated in a context.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde::Deserialize;
    /// use serde_hcl::{EvalContext, de::Deserializer};
    ///
    /// let file = serde_hcl::parse_file("port = 40 * n\n").into_result()?;
    /// let mut context = EvalContext::new();
    /// context.set("n", 2);
    /// let ports =
    ///     BTreeMap::<String, u16>::deserialize(Deserializer::from_body(file.body(), &context))?;
    /// assert_eq!(ports["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body(body: &Body, context: &EvalContext) -> Self {
        Self::new(body.clone(), context, Rules::default(), None)
    }

    pub(super) fn new(body: Body, context: &EvalContext, rules: Rules, input: Option<&'de str>) -> Self {
        let body = rules.expanded(&body, context).into_owned();
        Self { body, context: context.clone(), rules, input, record: None, slot: Slot::default() }
    }

    /// Decodes by a function that passes the deserializer to another crate. The function is called
    /// again until it is known which fields take null and labels, so that the result is that of
    /// [`from_str`](crate::from_str); see [One pass](Self#one-pass). A crate that decodes values by
    /// seeds of its own is called once more for each field that rejects a null.
    ///
    /// # Errors
    /// Returns the error of the last call.
    ///
    /// ```
    /// use serde_hcl::de::Deserializer;
    ///
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Service {
    ///     #[serde(default)]
    ///     weight: u8,
    ///     port: u16,
    /// }
    ///
    /// let mut deserializer = Deserializer::from_str("weight = null\nport = 80\nhost = \"a\"\n")?;
    /// let (service, unused): (Service, _) = deserializer.decode_with(|deserializer| {
    ///     let mut unused = Vec::new();
    ///     serde_ignored::deserialize(deserializer, |path| unused.push(path.to_string()))
    ///         .map(|service| (service, unused))
    /// })?;
    /// assert_eq!((service.weight, service.port, unused), (0, 80, vec!["host".to_owned()]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode_with<T, E>(&mut self, mut decode: impl FnMut(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let length = self.body.single_bodies().map(|body| body.source().text().len()).sum();
        self.record = Some(Record::new(length, OnError::End));
        let mut facts = 0;
        loop {
            let result = decode(self);
            let is_repeated = self.record.as_ref().is_some_and(|record| {
                let is_requested = record.needs_pass(&self.slot) | self.slot.take_request();
                is_requested && record.facts() > std::mem::replace(&mut facts, record.facts())
            });
            if !is_repeated {
                (self.record, self.slot) = (None, Slot::default());
                return result;
            }
        }
    }

    /// Decodes in one pass.
    pub(super) fn visit<T>(&self, visit: impl FnOnce(BodyDeserializer<'de, '_>) -> Result<T>) -> Result<T> {
        let _decoding = redaction::decoding();
        let (body, budget) = self.body.within_one_budget(&self.context);
        let (context, rules, input) = (&self.context, self.rules, self.input);
        let record = self.record.as_ref().map(|record| (record, &self.slot));
        Settings::new(context, rules, budget, input).visit(record, &body, visit)
    }
}

impl fmt::Debug for Deserializer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").field("body", &self.body).finish_non_exhaustive()
    }
}

macro_rules! by_body {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        by_body! { @ Deserializer<'de>; $($method($($argument: $ty),*);)* }
        by_body! { @ &mut Deserializer<'de>; $($method($($argument: $ty),*);)* }
        by_body! { @ json::Deserializer<'de>; $($method($($argument: $ty),*);)* }
        by_body! { @ &mut json::Deserializer<'de>; $($method($($argument: $ty),*);)* }
    };
    (@ $deserializer:ty; $($method:ident($($argument:ident: $ty:ty),*);)*) => {
        impl<'de> serde::Deserializer<'de> for $deserializer {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                self.visit(|body| body.$method($($argument,)* visitor))
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.visit(|body| body.deserialize_str(visitor))
            }
        }
    };
}

every_method! { by_body }
