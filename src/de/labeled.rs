//! `Labeled`: the labels and the body of a block.

use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::block::no_label;
use super::body::BodyDeserializer;
use super::findings::Slot;
use super::forms;
use super::key::{LabelDeserializer, LabelValue};
use super::progress::Progress;
use super::property::PropertyDeserializer;
use super::sequence::{Elements, SequenceAccess};
use super::{Context, locate};
use crate::body::BlockView;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::LABELED;

/// A block as its labels and its body.
///
/// `L` is the type of the labels: a `String` or number for one label, a tuple, an array or a `Vec`
/// for several.
///
/// ```
/// use serde_hcl::de::Labeled;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     rule: Vec<Labeled<(String, u16), Rule>>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Rule {
///     allow: bool,
/// }
///
/// let config: Config = serde_hcl::from_str("rule \"tcp\" \"80\" {\n  allow = true\n}\n")?;
/// assert_eq!(config.rule[0].labels, ("tcp".to_owned(), 80));
/// assert!(config.rule[0].body.allow);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Labeled<L, T> {
    /// The block's labels.
    pub labels: L,
    /// The body of the block.
    pub body: T,
}

impl<'de, L: Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for Labeled<L, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(LABELED, LabeledVisitor(PhantomData))
    }
}

struct LabeledVisitor<L, T>(PhantomData<(L, T)>);

impl<'de, L: Deserialize<'de>, T: Deserialize<'de>> Visitor<'de> for LabeledVisitor<L, T> {
    type Value = Labeled<L, T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(forms::LABELED)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let labels = parts.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let body = parts.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
        Ok(Labeled { labels, body })
    }

    /// Deserializes the pair that other formats have.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

/// A block as the two parts of a [`Labeled`].
pub(super) struct LabeledBlock<'a, 'de, 'c> {
    /// In JSON, the property. The number of labels is known after they were decoded.
    property: Option<PropertyDeserializer<'a, 'de, 'c>>,
    block: Option<BlockView<'c>>,
    level: usize,
    context: Context<'de, 'c>,
}

impl<'a, 'de, 'c> LabeledBlock<'a, 'de, 'c> {
    pub(super) fn new(block: BlockView<'c>, level: usize, context: Context<'de, 'c>) -> Self {
        Self { property: None, block: Some(block), level, context }
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        let context = property.context;
        Self { property: Some(property), block: None, level: 0, context }
    }

    /// Passes the labels and the body to a visitor.
    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let context = self.context;
        SequenceAccess::new(self, true, context, &Slot::default()).visit(visitor)
    }
}

impl<'de, 'c> LabeledBlock<'_, 'de, 'c> {
    /// Adds the location to the error about the labels or the body.
    #[cold]
    fn failed<'m>(&self, error: Error, context: Context<'de, 'm>, progress: &mut Progress<'m>) -> Error {
        let error = match &self.block {
            Some(block)
                if self.property.is_none() && progress.index == 0 && block.label_count() <= self.level =>
            {
                let is_about_count = error.code() == Some(Code::MissingLabel);
                if is_about_count { error } else { no_label(block) }
            }
            Some(block) if self.property.is_none() => locate::in_block(error, block, context),
            _ => error,
        };
        progress.fail(error)
    }
}

impl<'de, 'c: 'm, 'm> Elements<'de, 'm> for LabeledBlock<'_, 'de, 'c> {
    fn left(&self, taken: usize) -> usize {
        2 - taken
    }

    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'm>,
        progress: &mut Progress<'m>,
    ) -> Result<Option<T::Value>> {
        let result = match (progress.index, &self.property, &self.block) {
            (0, Some(property), _) => {
                seed.deserialize(LabelDeserializer::OfProperty(property, &mut self.block))
            }
            (0, None, Some(block)) => {
                let labels = LabelValue::rest(block, self.level).convertible(self.context.record);
                seed.deserialize(LabelDeserializer::Known(&labels, self.context.settings))
            }
            // The labels that failed may be the content.
            (_, Some(_), Some(block)) if progress.has_failed() && block.body().check().is_err() => {
                return Ok(None);
            }
            (_, _, Some(block)) => {
                let level = block.label_count();
                seed.deserialize(BodyDeserializer::of_block(block.clone(), level, context))
            }
            _ => return Ok(None),
        };
        match result {
            Ok(element) => Ok(Some(element)),
            Err(error) => Err(self.failed(error, context, progress)),
        }
    }
}
