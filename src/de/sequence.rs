//! Properties of JSON objects as sequences: of blocks, or of the elements of an array.

use std::borrow::Cow;
use std::cell::OnceCell;

use serde::de::{DeserializeSeed, SeqAccess};

use super::Context;
use super::forward::again;
use super::property::{PropertyDeserializer, block_expected, located};
use super::record::Next;
use crate::body::{BlockView, Few, NameView, PropertyView};
use crate::error::{Error, Node, Part, Result};
use crate::redaction;
use crate::source::Source;

/// A property as a sequence. The number of its elements depends on the number of labels, which is
/// known when the first element is decoded.
pub(super) struct PropertySequence<'a, 'c> {
    property: &'a PropertyView<'c>,
    blocks: OnceCell<Few<BlockView<'c>>>,
    /// The variants named after the first label, if the type requests variants.
    variants: OnceCell<Option<Vec<PropertyView<'c>>>>,
    /// Whether an element that is not a block is the property itself, or an element of its array.
    is_whole: bool,
    /// The number of elements that are not blocks.
    values: usize,
}

impl<'a, 'c> PropertySequence<'a, 'c> {
    /// Returns the elements of a property.
    pub(super) fn new(property: &'a PropertyView<'c>) -> Self {
        let values = if property.is_null() { 0 } else { property.element_count().unwrap_or(1) };
        Self { property, blocks: OnceCell::new(), variants: OnceCell::new(), is_whole: false, values }
    }

    /// Creates the items of a body: blocks if the type requests them, otherwise the property is one
    /// item.
    pub(super) fn of_item(property: &'a PropertyView<'c>) -> Self {
        Self { property, blocks: OnceCell::new(), variants: OnceCell::new(), is_whole: true, values: 1 }
    }

    /// Returns the number of elements, if it is known.
    pub(super) fn len(&self) -> usize {
        let known = self.blocks.get().map(|blocks| blocks.len());
        let known = known.or_else(|| self.variants.get()?.as_ref().map(Vec::len));
        known.unwrap_or(self.values)
    }

    pub(super) fn name(&self) -> NameView<'c> {
        self.property.name()
    }

    pub(super) fn source(&self) -> &'c Source {
        self.property.source()
    }

    /// Returns the element as a variant, if the variants are named after the first label.
    pub(super) fn variant(&self, index: usize) -> Option<PropertyView<'c>> {
        if self.is_whole {
            return None;
        }
        self.variants.get_or_init(|| self.property.variants()).as_ref()?.get(index).cloned()
    }

    pub(super) fn block(&self, index: usize, labels: usize) -> Result<BlockView<'c>> {
        if self.blocks.get().is_none() {
            let blocks = self.property.blocks(labels)?;
            self.blocks.get_or_init(|| blocks);
        }
        self.blocks
            .get()
            .and_then(|blocks| blocks.get(index))
            .cloned()
            .ok_or_else(|| block_expected(self.property))
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
        PropertyDeserializer { property: self.property, context, within: Some((self, index)) }
    }
}

/// The elements of a [`PropertySequence`].
pub(super) struct ElementAccess<'a, 'de, 'c> {
    sequence: &'a PropertySequence<'a, 'c>,
    index: usize,
    context: Context<'de, 'c>,
    depth: usize,
}

impl<'a, 'de, 'c> ElementAccess<'a, 'de, 'c> {
    pub(super) fn new(sequence: &'a PropertySequence<'a, 'c>, context: Context<'de, 'c>) -> Self {
        Self { sequence, index: 0, context, depth: context.depth() }
    }

    /// Handles the error of the last element. Returns `Ok` if decoding continues.
    #[cold]
    fn again(&mut self, error: Error) -> Result<()> {
        if let Next::Again = self.context.again(error, self.depth)? {
            self.index -= 1;
        }
        Ok(())
    }

    /// Returns the number of elements that were taken.
    pub(super) fn index(&self) -> usize {
        self.index
    }
}

impl<'de> SeqAccess<'de> for ElementAccess<'_, 'de, '_> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let (index, property) = loop {
            let index = self.index;
            if index >= self.sequence.len() {
                return Ok(None);
            }
            self.index += 1;
            let property = self.sequence.property_of(index);
            let node = Node::new(property.source(), property.span());
            if self.context.enters_element(self.depth, index, node) {
                break (index, property);
            }
        };
        let within = Some((self.sequence, index));
        let element = PropertyDeserializer { property: &property, context: self.context, within };
        let _apart = redaction::apart();
        let result = seed.deserialize(element).map(Some);
        result.map_err(|error| {
            let part = Part::Extra(Node::new(property.source(), property.span()));
            located(error, &property, self.context).under_index(index).in_part(part)
        })
    }
}
