//! The members of a body by name, for the fields of a struct or the entries of a map.

use std::borrow::Cow;

use serde::de::{self, DeserializeSeed, MapAccess};

use super::attempt::Target;
use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::{self, ExpressionDeserializer};
use super::forward::again;
use super::key::{LabelEntry, LabelValue};
use super::property::{self, PropertyDeserializer};
use super::{Context, locate};
use crate::body::{
    BlockView, Body, BodyView, ExpressionView, Few, ItemView, ItemViewKind, Literal, NameView, NativeBlock,
    PropertyView, WrittenItem, WrittenItems, WrittenProperty, take_group,
};
use crate::error::{Error, Node, Part, Result};
use crate::protocol::REMAIN;
use crate::redaction;
use crate::source::Source;

/// The members of a body for a struct or a map.
pub(super) struct Members<'c> {
    /// The fields that take labels, and their labels.
    pub(super) labels: Vec<LabelEntry<'c>>,
    /// Whether they include labels for fields that the type may have.
    pub(super) are_probed: bool,
    pub(super) items: Items<'c>,
    /// The rest of the body after the other fields, if a field takes it.
    pub(super) remain: Option<Box<Body>>,
}

/// The items of a body for a struct or a map.
pub(super) enum Items<'c> {
    /// As they are written, with different names.
    Written(WrittenItems<'c>),
    /// All items, grouped by name.
    Listed {
        items: Vec<ItemView<'c>>,
        /// Whether some items have the same name.
        has_groups: bool,
    },
}

impl<'c> Items<'c> {
    /// Returns all items, for errors about them.
    #[cold]
    pub(super) fn list(&self) -> Cow<'_, [ItemView<'c>]> {
        match self {
            Self::Written(items) => Cow::Owned(items.clone().map(ItemView::from).collect()),
            Self::Listed { items, .. } => Cow::Borrowed(items),
        }
    }

    fn left(&self) -> ItemsLeft<'_, 'c> {
        match self {
            Self::Written(items) => ItemsLeft::Written(items.clone()),
            Self::Listed { items, has_groups } => ItemsLeft::Listed(items, *has_groups),
        }
    }
}

/// The items that are not decoded yet.
enum ItemsLeft<'a, 'c> {
    Written(WrittenItems<'c>),
    Listed(&'a [ItemView<'c>], bool),
}

impl<'c> Members<'c> {
    /// Returns the members of a body that are all its items.
    pub(super) fn written(items: WrittenItems<'c>) -> Self {
        Self { labels: Vec::new(), are_probed: false, items: Items::Written(items), remain: None }
    }

    /// Records which of the labels that there may be fields for were taken.
    #[cold]
    pub(super) fn record_probes(&self, target: &Target<'c>, has_failed: bool) {
        let taken = self.labels.iter().filter_map(|(_, label)| label.taken_field());
        target.record_search(target.labels().unwrap_or_default(), taken, has_failed);
    }

    pub(super) fn access<'a, 'de>(
        &'a self,
        body: &'a BodyView<'c>,
        target: &'a Target<'c>,
        context: Context<'de, 'c>,
    ) -> MemberAccess<'a, 'de, 'c> {
        let Self { labels, items, remain, .. } = self;
        let (items, remain) = (items.left(), remain.as_deref());
        let name = NameView::of_field("");
        MemberAccess { labels, items, remain, name, pending: None, body, target, context }
    }
}

pub(super) struct MemberAccess<'a, 'de, 'c> {
    labels: &'a [LabelEntry<'c>],
    items: ItemsLeft<'a, 'c>,
    remain: Option<&'a Body>,
    /// The name of the current member.
    name: NameView<'a>,
    /// Its value.
    pending: Option<Pending<'a, 'c>>,
    body: &'a BodyView<'c>,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    /// Continues with the next member. Returns `false` if there is none. It is not generic, unlike
    /// the functions that decode keys and values.
    fn advance(&mut self) -> bool {
        if let Some((name, value)) = self.labels.split_off_first() {
            self.name = NameView::of_field(name);
            self.pending = Some(Pending::Label(value));
            return true;
        }
        loop {
            match &mut self.items {
                ItemsLeft::Written(items) => match items.next() {
                    Some((name, WrittenItem::Attribute(value))) => {
                        self.name = name;
                        self.pending = Some(Pending::Attribute(value));
                    }
                    Some((name, WrittenItem::Block(block))) => {
                        self.name = name;
                        self.pending = Some(Pending::Block(block));
                    }
                    Some((name, WrittenItem::Property(property))) => {
                        self.name = name;
                        self.pending = Some(Pending::Property(property));
                    }
                    None => return self.advance_to_remain(),
                },
                ItemsLeft::Listed(items, has_groups) => {
                    let group = match has_groups {
                        true => take_group(items, |item| item.name.text),
                        false => items.split_off_first().map(|first| (first, &[][..])),
                    };
                    let Some((first, others)) = group else { return self.advance_to_remain() };
                    self.name = first.name;
                    self.pending = Some(match &first.kind {
                        ItemViewKind::Attribute(value) => Pending::Attribute(*value),
                        ItemViewKind::Block(_) | ItemViewKind::Property(_) => Pending::Group(first, others),
                    });
                }
            }
            if !self.target.rejects_null(self.name.text) || !self.is_null() {
                return true;
            }
        }
    }

    #[cold]
    fn advance_to_remain(&mut self) -> bool {
        let Some(remain) = self.remain.take() else { return false };
        self.name = NameView::of_field(REMAIN);
        self.pending = Some(Pending::Remain(remain));
        true
    }

    /// Returns whether the current member is an attribute that is null.
    #[cold]
    fn is_null(&self) -> bool {
        match self.pending {
            Some(Pending::Attribute(value)) => expression::is_null(value, self.context),
            Some(Pending::Property(property)) => {
                property::is_null_property(&PropertyView::from(property), self.context)
            }
            Some(Pending::Group(item, [])) => is_null(item, self.context),
            _ => false,
        }
    }

    /// Returns the source of the current member, if it is an item of the body.
    fn item_source(&self) -> Option<&'c Source> {
        match self.pending? {
            Pending::Attribute(value) => Some(value.source()),
            Pending::Block(block) => Some(BlockView::from(block).source()),
            Pending::Property(property) => Some(property.source()),
            Pending::Group(first, _) => Some(first.source()),
            Pending::Label(_) | Pending::Remain(_) => None,
        }
    }

    /// Handles the error of the current member. Returns `Ok` if it is to be decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<()> {
        let value = match self.pending {
            Some(Pending::Attribute(value)) => Some(value),
            Some(Pending::Property(property)) => PropertyView::from(property).expression().ok(),
            Some(Pending::Group(item, [])) => match &item.kind {
                ItemViewKind::Attribute(value) => Some(*value),
                ItemViewKind::Property(property) => property.expression().ok(),
                ItemViewKind::Block(_) => None,
            },
            _ => None,
        };
        if let Some(stand_in) = self.context.field_again(error, self.name.text, self.target, value)? {
            self.pending = Some(Pending::Attribute(stand_in));
        }
        Ok(())
    }

    /// Adds the location to the error about the name of the current member.
    #[cold]
    fn key_error(&self, error: Error) -> Error {
        match self.item_source() {
            Some(source) => key_error(error, self.name, source),
            None => error,
        }
    }

    /// Adds to the error about an attribute its location, and the reason if it is null.
    #[cold]
    fn attribute_error(&self, error: Error, value: ExpressionView<'c>) -> Error {
        self.item_error(locate::in_expression(error.about_attribute(self.name.text), value, self.context))
    }

    /// Adds to the error about a value its location, and the reason if the value is null.
    #[cold]
    fn item_error(&self, error: Error) -> Error {
        let (name, Some(source)) = (self.name, self.item_source()) else { return error };
        if error.path().is_empty() && self.is_null() {
            self.target.record_rejected_null(name.text);
        }
        error.under(name.text).in_part(Part::Value(Node::new(source, name.span)))
    }
}

/// Adds its location to the error about a name.
#[cold]
pub(super) fn key_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source).in_part(Part::Extra(Node::new(source, name.span)))
}

/// Rejects a written name that is one of a field for labels or for the rest of a body: such a field
/// takes no item of its name.
pub(super) fn check_written(name: NameView<'_>, source: &Source, target: &Target<'_>) -> Result<()> {
    match target.has_special(name.text) {
        true => Err(key_error(de::Error::unknown_field(name.text, target.names()), name, source)),
        false => Ok(()),
    }
}

/// Returns whether an item is an attribute that is written as null.
#[cold]
pub(super) fn is_literal_null(item: &ItemView<'_>) -> bool {
    let is_null = |value: ExpressionView<'_>| matches!(value.literal(), Some(Literal::Null));
    match &item.kind {
        ItemViewKind::Attribute(value) => is_null(*value),
        ItemViewKind::Block(_) => false,
        ItemViewKind::Property(property) => property.is_null(),
    }
}

/// Returns whether an item is an attribute that is null.
pub(super) fn is_null(item: &ItemView<'_>, context: Context<'_, '_>) -> bool {
    match &item.kind {
        ItemViewKind::Attribute(value) => expression::is_null(*value, context),
        ItemViewKind::Block(_) => false,
        ItemViewKind::Property(property) => property::is_null_property(property, context),
    }
}

/// The next value.
#[derive(Clone, Copy)]
enum Pending<'a, 'c> {
    Attribute(ExpressionView<'c>),
    /// A block of the native syntax, the only one of its type.
    Block(NativeBlock<'c>),
    /// A property of a JSON object, the only one of its name.
    Property(WrittenProperty<'c>),
    /// A block or a property, and the other items of its name.
    Group(&'a ItemView<'c>, &'a [ItemView<'c>]),
    Label(&'a LabelValue<'c>),
    Remain(&'a Body),
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    again! { value }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.advance() {
            return Ok(None);
        }
        let key = self.context.key(self.name).observed_by(self.target.observer());
        let key = seed.deserialize(key);
        self.target.record_key();
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.key_error(error)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let _apart = redaction::apart();
        let Some(Pending::Attribute(value)) = self.pending else { return self.other_value(seed) };
        let result = seed.deserialize(ExpressionDeserializer::new(value, self.context));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.attribute_error(error, value)),
        }
    }
}

impl<'de> MemberAccess<'_, 'de, '_> {
    /// Decodes a value that is not an attribute. Attributes are the most frequent members. A
    /// separate function keeps the code for them small.
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value> {
        let structure = self.structure()?;
        let is_item = matches!(structure, Structure::Blocks(_) | Structure::Property(_));
        let result = match structure {
            Structure::Label(label) => seed.deserialize(label.deserializer(self.context.input())),
            Structure::Remain(body) => seed.deserialize(BodyDeserializer::new(body.view(), self.context)),
            Structure::Blocks(blocks) => seed.deserialize(BlocksDeserializer::new(blocks, 0, self.context)),
            Structure::Property(property) => {
                seed.deserialize(PropertyDeserializer::new(&property, self.context))
            }
        };
        if is_item {
            self.target.record_value();
        }
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.structure_error(error)),
        }
    }
}

impl<'a, 'c> MemberAccess<'a, '_, 'c> {
    /// Returns the current member, which is not an attribute.
    fn structure(&self) -> Result<Structure<'a, 'c>> {
        match self.pending {
            // Attributes have their own function for values.
            None | Some(Pending::Attribute(_)) => Err(Error::value_before_key()),
            Some(Pending::Label(label)) => Ok(Structure::Label(label)),
            Some(Pending::Remain(body)) => Ok(Structure::Remain(body)),
            Some(Pending::Block(block)) => Ok(Structure::Blocks(Few::One(block.into()))),
            Some(Pending::Property(property)) => Ok(Structure::Property(Cow::Owned(property.into()))),
            Some(Pending::Group(first, others)) => {
                Structure::of(first, others).map_err(|error| self.item_error(error))
            }
        }
    }

    /// Adds its location to the error about a member that is not an attribute.
    #[cold]
    fn structure_error(&self, error: Error) -> Error {
        match self.structure() {
            Ok(Structure::Label(label)) => {
                let source = self.body.source();
                error.at(label.span(), source).in_part(Part::Value(Node::new(source, label.span())))
            }
            Ok(Structure::Remain(_)) => error.at(self.body.span(), self.body.source()),
            Ok(Structure::Blocks(blocks)) => {
                let error = locate::in_blocks(error, &blocks[0], blocks.len() == 1, self.context);
                self.item_error(error)
            }
            Ok(Structure::Property(property)) => {
                self.item_error(property::located(error, &property, self.context))
            }
            Err(_) => error,
        }
    }
}

/// A member that is not an attribute.
enum Structure<'a, 'c> {
    Label(&'a LabelValue<'c>),
    Remain(&'a Body),
    Blocks(Few<BlockView<'c>>),
    Property(Cow<'a, PropertyView<'c>>),
}

impl<'a, 'c> Structure<'a, 'c> {
    /// Returns the items of one name. Properties of one name are one property with all their
    /// values. In merged bodies, a property with the name of a native block is blocks too.
    fn of(first: &'a ItemView<'c>, others: &[ItemView<'c>]) -> Result<Self> {
        match (&first.kind, others) {
            (ItemViewKind::Block(block), []) => return Ok(Self::Blocks(Few::One(block.clone()))),
            (ItemViewKind::Property(property), []) => return Ok(Self::Property(Cow::Borrowed(property))),
            _ => {}
        }
        let items = std::iter::once(first).chain(others);
        let labels = items.clone().find_map(|item| match &item.kind {
            ItemViewKind::Block(block) => Some(block.label_count()),
            _ => None,
        });
        match (&first.kind, labels) {
            (ItemViewKind::Property(property), None) => {
                let mut property = Cow::Borrowed(property);
                for other in others {
                    if let ItemViewKind::Property(other) = &other.kind {
                        property.to_mut().join(other);
                    }
                }
                Ok(Self::Property(property))
            }
            (_, labels) => {
                let mut blocks = Few::new();
                for item in items {
                    match &item.kind {
                        ItemViewKind::Block(block) => blocks.push(block.clone()),
                        ItemViewKind::Property(property) => {
                            let more = property.blocks(labels.unwrap_or_default())?;
                            more.iter().for_each(|block| blocks.push(block.clone()));
                        }
                        ItemViewKind::Attribute(_) => {}
                    }
                }
                Ok(Self::Blocks(blocks))
            }
        }
    }
}
