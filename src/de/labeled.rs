//! `Labeled`: the labels and the body of a block.

use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::block::no_label;
use super::body::BodyDeserializer;
use super::expression::decode_stand_in;
use super::findings::Slot;
use super::forms;
use super::forward::again;
use super::key::{LabelDeserializer, LabelValue};
use super::progress::{Next, Progress};
use super::property::PropertyDeserializer;
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
pub(super) struct LabeledBlock<'a, 'de, 'c, 'm> {
    /// In JSON, the property. The number of labels is known after they were decoded.
    property: Option<PropertyDeserializer<'a, 'de, 'c>>,
    block: Option<BlockView<'c>>,
    level: usize,
    context: Context<'de, 'c>,
    part: usize,
    is_tuple: bool,
    progress: Progress<'m>,
}

impl<'a, 'de, 'c: 'm, 'm> LabeledBlock<'a, 'de, 'c, 'm> {
    pub(super) fn new(block: BlockView<'c>, level: usize, context: Context<'de, 'c>, slot: &'m Slot) -> Self {
        let progress = context.progress(slot);
        Self { property: None, block: Some(block), level, context, part: 0, is_tuple: true, progress }
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>, slot: &'m Slot) -> Self {
        let (context, progress) = (property.context, property.context.progress(slot));
        let property = Some(property);
        Self { property, block: None, level: 0, context, part: 0, is_tuple: true, progress }
    }

    /// Passes the labels and the body to a visitor.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let result = visitor.visit_seq(&mut self);
        self.progress.finish(result)
    }

    fn step_back(&mut self) {
        self.part -= 1;
    }

    /// Decodes a stand-in.
    fn stand_in<T: Deserialize<'de>>(&self) -> Result<T> {
        decode_stand_in(self.context)
    }
}

impl<'de, 'c: 'm, 'm> SeqAccess<'de> for LabeledBlock<'_, 'de, 'c, 'm> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.progress.begin(self.part);
        self.part += 1;
        let context = self.context.with_slot(self.progress.member);
        let is_unlabeled = |block: &BlockView<'c>| block.label_count() <= self.level;
        let result = match (self.part, &self.property, &self.block) {
            (1, Some(property), _) => {
                seed.deserialize(LabelDeserializer::OfProperty(property, &mut self.block))
            }
            (1, None, Some(block)) => {
                let labels = LabelValue::rest(block, self.level).convertible(self.context.settings.record);
                seed.deserialize(LabelDeserializer::Known(&labels, Some(self.context.settings)))
            }
            // The labels that failed may be the content.
            (2, Some(_), Some(block)) if self.progress.has_failed() && block.body().check().is_err() => {
                return Ok(None);
            }
            (2, _, Some(block)) => {
                let level = block.label_count();
                seed.deserialize(BodyDeserializer::of_block(block.clone(), level, context))
            }
            _ => return Ok(None),
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let error = match &self.block {
                    Some(block) if self.property.is_none() && self.part == 1 && is_unlabeled(block) => {
                        let is_about_count = error.code() == Some(Code::MissingLabel);
                        if is_about_count { error } else { no_label(block) }
                    }
                    Some(block) if self.property.is_none() => locate::in_block(error, block, context),
                    _ => error,
                };
                Err(self.progress.fail(error))
            }
        }
    }
}
