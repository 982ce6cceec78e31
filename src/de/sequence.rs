//! Sequences of blocks of one type, and properties of JSON objects as sequences: of blocks, or of
//! the elements of an array.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::slice;

use serde::de::{Deserialize, DeserializeSeed, SeqAccess, Visitor};

use super::block::BlocksDeserializer;
use super::expression::decode_stand_in;
use super::findings::Slot;
use super::forward::again;
use super::progress::{Next, Progress};
use super::property::{PropertyDeserializer, block_expected};
use super::target::Target;
use super::{Context, locate, too_many_elements};
use crate::body::{BlockView, OneOrMany, PropertyView};
use crate::error::{Error, Result};
use crate::redaction;

/// A property as a sequence. The number of its elements depends on the number of labels, which is
/// known when the first element is decoded.
pub(super) struct PropertySequence<'a, 'c> {
    pub(super) property: &'a PropertyView<'c>,
    blocks: OnceCell<OneOrMany<BlockView<'c>>>,
    /// The variants named after the first label, if the type requests variants.
    variants: OnceCell<Option<Vec<PropertyView<'c>>>>,
    /// Whether an element that is not a block is the property itself, or an element of its array.
    is_whole: bool,
    /// The number of elements that are not blocks.
    values: usize,
}

impl<'a, 'c> PropertySequence<'a, 'c> {
    /// Creates the elements of a property for a tuple, which are those of an array.
    pub(super) fn of_tuple(property: &'a PropertyView<'c>) -> Self {
        let sequence = Self::new(property, false);
        if sequence.values > 1 {
            sequence.variants.get_or_init(|| None);
        }
        sequence
    }

    /// Creates the elements of a property. If it `is_whole`, it is an item of a body: blocks if the
    /// type requests them, otherwise one element.
    pub(super) fn new(property: &'a PropertyView<'c>, is_whole: bool) -> Self {
        let values = match property.element_count() {
            _ if is_whole => 1,
            _ if property.is_null() => 0,
            count => count.unwrap_or(1),
        };
        Self { property, blocks: OnceCell::new(), variants: OnceCell::new(), is_whole, values }
    }

    /// Returns the number of elements, if it is known.
    #[inline]
    pub(super) fn len(&self) -> usize {
        let known = self.blocks.get().map(|blocks| blocks.len());
        let known = known.or_else(|| self.variants.get()?.as_ref().map(Vec::len));
        known.unwrap_or(self.values)
    }

    /// Returns the element as a variant, if the variants are named after the first label.
    pub(super) fn variant(&self, index: usize) -> Option<PropertyView<'c>> {
        if self.is_whole {
            return None;
        }
        self.variants.get_or_init(|| self.property.variants()).as_ref()?.get(index).cloned()
    }

    pub(super) fn block(&self, index: usize, labels: usize) -> Result<BlockView<'c>> {
        let blocks = match self.blocks.get() {
            Some(blocks) => blocks,
            None => {
                let blocks = self.property.blocks(labels)?;
                self.blocks.get_or_init(|| blocks)
            }
        };
        blocks.get(index).cloned().ok_or_else(|| block_expected(self.property))
    }

    /// Returns the property of an element.
    fn property_of(&self, index: usize) -> Cow<'a, PropertyView<'c>> {
        self.property.element(index).map_or(Cow::Borrowed(self.property), Cow::Owned)
    }

    /// Returns the property, which is whole, as an element.
    pub(super) fn element<'s, 'de>(
        &'s self,
        index: usize,
        context: Context<'de, 'c>,
    ) -> PropertyDeserializer<'s, 'de, 'c> {
        PropertyDeserializer { property: self.property, context, within: Some((self, index)), owner: "" }
    }
}

/// The elements of a sequence.
pub(super) enum Elements<'a, 'c> {
    /// Blocks of one type, of whose labels this many were taken.
    Blocks(OneOrMany<BlockView<'c>>, usize),
    Property(&'a PropertySequence<'a, 'c>),
}

struct ElementAccess<'a, 'de, 'c> {
    elements: Elements<'a, 'c>,
    /// The target of blocks, if it is one that calls `deserialize_any`.
    target: Option<&'a Target<'c>>,
    owner: &'static str,
    next: usize,
    /// Whether the type requests a number of elements, whose types may differ.
    is_tuple: bool,
    context: Context<'de, 'c>,
    progress: Progress<'c>,
}

/// Passes the elements to a visitor, each with a slot, and reports those that it did not take.
pub(super) fn visit_elements<'de, 'c, V: Visitor<'de>>(
    elements: Elements<'_, 'c>,
    target: Option<&Target<'c>>,
    owner: &'static str,
    is_tuple: bool,
    context: Context<'de, 'c>,
    slot: &'c Slot,
    visitor: V,
) -> Result<V::Value> {
    let progress = context.progress(slot);
    let mut access = ElementAccess { elements, target, owner, next: 0, is_tuple, context, progress };
    let result = visitor.visit_seq(&mut access);
    let result = result.and_then(|value| match access.len().saturating_sub(access.next) {
        0 => Ok(value),
        left => Err(too_many_elements(access.next, left)),
    });
    access.progress.finish(result)
}

impl ElementAccess<'_, '_, '_> {
    fn len(&self) -> usize {
        match &self.elements {
            Elements::Blocks(blocks, _) => blocks.len(),
            Elements::Property(sequence) => sequence.len(),
        }
    }

    fn step_back(&mut self) {
        self.next -= 1;
    }
}

impl<'de> ElementAccess<'_, 'de, '_> {
    /// Decodes a stand-in.
    fn stand_in<T: Deserialize<'de>>(&self) -> Result<T> {
        decode_stand_in(self.context)
    }
}

impl<'de> SeqAccess<'de> for ElementAccess<'_, 'de, '_> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.next;
        if index >= self.len() {
            return Ok(None);
        }
        self.next += 1;
        self.progress.begin(index);
        let context = self.context.with_slot(self.progress.member);
        let owner = self.owner;
        let _separate = redaction::separate();
        let result = match &self.elements {
            Elements::Blocks(blocks, level) => {
                let block = &blocks[index];
                let element = BlocksDeserializer::of_element(block.clone(), *level, context, owner);
                let result = seed.deserialize(element);
                if let Some(target) = self.target {
                    target.record_value();
                }
                result.map_err(|error| {
                    locate::in_blocks(error, slice::from_ref(block), *level, owner, true, context)
                })
            }
            Elements::Property(sequence) => {
                let (property, within) = (&*sequence.property_of(index), Some((*sequence, index)));
                let result = seed.deserialize(PropertyDeserializer { property, context, within, owner });
                result.map_err(|error| locate::in_property(error, property, owner, true, context))
            }
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.progress.fail(error.under_index(index))),
        }
    }

    /// Returns no number for a property, which may change with its first block.
    fn size_hint(&self) -> Option<usize> {
        match &self.elements {
            Elements::Blocks(blocks, _) => Some(blocks.len() - self.next),
            Elements::Property(_) => None,
        }
    }
}
