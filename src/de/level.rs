//! Properties of JSON objects as maps: by label, or by key.

use serde::de::{DeserializeSeed, MapAccess};

use super::Context;
use super::expression::ExpressionDeserializer;
use super::forward::again;
use super::key::KeyDeserializer;
use super::members::key_error;
use super::property::{PropertyDeserializer, is_null_property, located};
use super::record::{Next, stand_in};
use super::target::Target;
use crate::body::{Level, NameView, PropertyView, Spelling};
use crate::diag::Code;
use crate::error::{Error, Node, Part, Result};
use crate::redaction;
use crate::value::{Type, Value, convert};

/// The labels or keys of one level as a map.
pub(super) struct LevelAccess<'a, 'de, 'c> {
    entries: Level<'c>,
    pending: Option<(NameView<'c>, PropertyView<'c>)>,
    /// Whether a stand-in is decoded in place of null.
    is_replaced: bool,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
    depth: usize,
}

impl<'a, 'de, 'c> LevelAccess<'a, 'de, 'c> {
    pub(super) fn new(entries: Level<'c>, target: &'a Target<'c>, context: Context<'de, 'c>) -> Self {
        Self { entries, pending: None, is_replaced: false, target, context, depth: context.depth() }
    }

    /// Handles the error of the current value. Returns whether it is decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<bool> {
        let Some((name, entry)) = &self.pending else { return Err(error) };
        if self.target.has_rejected_null(name.text) && is_null_property(entry, self.context) {
            let is_new = !self.is_replaced;
            self.target.record_stand_in();
            self.is_replaced = true;
            return Ok(is_new);
        }
        Ok(matches!(self.context.again(error, self.depth)?, Next::Again))
    }

    #[cold]
    fn abandon(&self) -> Error {
        self.target.repeat()
    }

    #[cold]
    fn skip_key(&self, error: Error) -> Result<()> {
        self.context.skip_key(error, self.depth)
    }
}

impl<'de> MapAccess<'de> for LevelAccess<'_, 'de, '_> {
    type Error = Error;

    again! { key }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.is_replaced = false;
        let (name, entry) = loop {
            self.pending = self.entries.next();
            let Some((name, entry)) = &self.pending else { return Ok(None) };
            let is_left = self.context.enters_member(self.depth, *name, Node::new(entry.source(), name.span));
            if is_left && (!self.target.rejects_null(name.text) || !is_null_property(entry, self.context)) {
                break (name, entry);
            }
        };
        let _apart = redaction::apart();
        let template = match name.spelling {
            Spelling::Template => Some(template_key(*name, entry, self.context)?),
            _ => None,
        };
        let key = match &template {
            Some((text, spelling)) => {
                KeyDeserializer::new(NameView { text, spelling: *spelling, ..*name }, None)
            }
            None => self.context.key(*name),
        };
        let key = key.observed_by(self.target.observer());
        let key = seed.deserialize(key);
        self.target.record_key();
        key.map(Some).map_err(|error| key_error(error, *name, entry.source()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((name, entry)) = &self.pending else {
            return Err(Error::value_before_key());
        };
        let _apart = redaction::apart();
        if self.is_replaced {
            return seed.deserialize(ExpressionDeserializer::new(stand_in(), self.context));
        }
        let property = PropertyDeserializer::new(entry, self.context);
        let result = seed.deserialize(property);
        self.target.record_value();
        result.map_err(|error| {
            if error.path().is_empty() && is_null_property(entry, self.context) {
                self.target.record_rejected_null(name.text);
            }
            let part = Part::Extra(Node::new(entry.source(), name.span));
            located(error, entry, self.context).under(name.text).in_part(part)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Returns the text of a key that is a template.
#[cold]
fn template_key(
    name: NameView<'_>,
    entry: &PropertyView<'_>,
    context: Context<'_, '_>,
) -> Result<(String, Spelling)> {
    let value = entry.name_expression().evaluate(context.eval_context(), context.budget())?;
    let spelling = if value.is_marked() { Spelling::Secret } else { Spelling::Other };
    let text = convert(&value, &Type::String).ok();
    match text.as_ref().and_then(Value::as_str) {
        Some(text) => Ok((text.to_owned(), spelling)),
        None => {
            let detail = "A key must be a string whose value is known.";
            Err(Error::coded(Code::InvalidValue, detail).at(name.span, entry.source()))
        }
    }
}
