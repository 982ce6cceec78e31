//! Sequences: the access of a visitor to elements of any kind, blocks of one type, and properties
//! of JSON objects, which are blocks or the elements of an array.

use std::any::type_name;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::slice;

use serde::de::{Deserialize, DeserializeSeed, SeqAccess, Visitor};

use super::block::BlocksDeserializer;
use super::expression::decode_stand_in;
use super::findings::Slot;
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
    /// Creates the elements of a property; for a tuple, those of an array.
    pub(super) fn of_field(property: &'a PropertyView<'c>, is_tuple: bool) -> Self {
        let sequence = Self::new(property, false);
        if is_tuple && sequence.values > 1 {
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
pub(super) trait Elements<'de, 'c> {
    /// Returns the number of elements after this many, as far as it is known.
    fn left(&self, taken: usize) -> usize;

    /// Returns the number of elements that a visitor can expect after this many.
    fn size_hint(&self, taken: usize) -> Option<usize> {
        Some(self.left(taken))
    }

    /// Continues with the element after this many, and returns its index.
    #[inline]
    fn advance(&mut self, taken: usize, _progress: &Progress<'c>) -> Option<usize> {
        (self.left(taken) > 0).then_some(taken)
    }

    /// Decodes the current element, and adds to its error the location and the path.
    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'c>,
        progress: &mut Progress<'c>,
    ) -> Result<Option<T::Value>>;

    /// Goes back before the current element.
    fn step_back(&mut self) {}

    /// Decodes a stand-in.
    fn stand_in<T: Deserialize<'de>>(&self, context: Context<'de, 'c>) -> Result<T> {
        decode_stand_in(context)
    }
}

/// The access of a visitor to elements, one by one.
pub(super) struct SequenceAccess<'de, 'c, E> {
    elements: E,
    /// The number of elements that were taken.
    taken: usize,
    /// Whether the type requests a number of elements, whose types may differ.
    is_tuple: bool,
    context: Context<'de, 'c>,
    pub(super) progress: Progress<'c>,
}

impl<'de, 'c, E: Elements<'de, 'c>> SequenceAccess<'de, 'c, E> {
    pub(super) fn new(elements: E, is_tuple: bool, context: Context<'de, 'c>, slot: &'c Slot) -> Self {
        Self { elements, taken: 0, is_tuple, context, progress: context.progress(slot) }
    }

    /// Passes the elements to a visitor, and reports those that it did not take.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let result = match visitor.visit_seq(&mut self) {
            Ok(value) => match self.elements.left(self.taken) {
                0 => Ok(value),
                left => Err(too_many_elements(self.taken, left)),
            },
            Err(error) => Err(error),
        };
        self.progress.finish(result)
    }

    #[cold]
    fn step_back(&mut self) {
        self.taken -= 1;
        self.elements.step_back();
    }
}

impl<'de, 'c, E: Elements<'de, 'c>> SeqAccess<'de> for SequenceAccess<'de, 'c, E> {
    type Error = Error;

    /// Decodes an element of a type, so that it can be decoded again as `recover` determines. The
    /// method that takes a seed cannot do that: a seed decodes one value.
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        loop {
            match self.next_element_seed(PhantomData) {
                Ok(element) if !self.progress.is_requested(type_name::<T>()) => return Ok(element),
                Ok(_) => self.step_back(),
                Err(error) => match self.progress.recover(error, type_name::<T>())? {
                    Next::Again => self.step_back(),
                    Next::StandIn if self.is_tuple => {
                        return match self.elements.stand_in(self.context) {
                            Ok(element) => Ok(Some(element)),
                            Err(_) => Err(self.progress.end()),
                        };
                    }
                    Next::Omit if self.is_tuple => return Err(self.progress.end()),
                    Next::StandIn | Next::Omit => {}
                },
            }
        }
    }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(index) = self.elements.advance(self.taken, &self.progress) else { return Ok(None) };
        self.taken = index + 1;
        self.progress.begin(index);
        let _separate = redaction::separate();
        let context = self.context.with_slot(self.progress.member);
        self.elements.next(seed, context, &mut self.progress)
    }

    fn size_hint(&self) -> Option<usize> {
        self.elements.size_hint(self.taken)
    }
}

/// The elements of a field of the type with a name.
pub(super) struct EachElement<'a, 'c> {
    pub(super) field: Field<'a, 'c>,
    pub(super) owner: &'static str,
}

/// A field that is a sequence.
pub(super) enum Field<'a, 'c> {
    /// Blocks of one type, of whose labels this many were taken, for a target, if it is one that
    /// calls `deserialize_any`.
    Blocks(OneOrMany<BlockView<'c>>, usize, Option<&'a Target<'c>>),
    Property(&'a PropertySequence<'a, 'c>),
}

impl<'de, 'c> Elements<'de, 'c> for EachElement<'_, 'c> {
    fn left(&self, taken: usize) -> usize {
        match &self.field {
            Field::Blocks(blocks, ..) => blocks.len() - taken,
            Field::Property(sequence) => sequence.len().saturating_sub(taken),
        }
    }

    /// Returns no number for a property, which may change with its first block.
    fn size_hint(&self, taken: usize) -> Option<usize> {
        matches!(self.field, Field::Blocks(..)).then(|| self.left(taken))
    }

    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'c>,
        progress: &mut Progress<'c>,
    ) -> Result<Option<T::Value>> {
        let owner = self.owner;
        let error = match &self.field {
            Field::Blocks(blocks, level, target) => {
                let block = &blocks[progress.index];
                let element = BlocksDeserializer::of_element(block.clone(), *level, context, owner);
                let result = seed.deserialize(element);
                if let Some(target) = target {
                    target.record_value();
                }
                match result {
                    Ok(element) => return Ok(Some(element)),
                    Err(error) => {
                        locate::in_blocks(error, slice::from_ref(block), *level, owner, true, context)
                    }
                }
            }
            Field::Property(sequence) => {
                let property = &*sequence.property_of(progress.index);
                let within = Some((*sequence, progress.index));
                match seed.deserialize(PropertyDeserializer { property, context, within, owner }) {
                    Ok(element) => return Ok(Some(element)),
                    Err(error) => locate::in_property(error, property, owner, true, context),
                }
            }
        };
        Err(progress.fail_element(error))
    }
}
