//! The members of a body by name, for the fields of a struct or the entries of a map.

use std::borrow::Cow;

use serde::de::{self, DeserializeSeed, MapAccess, Visitor};

use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::{self, ExpressionDeserializer};
use super::forward::again;
use super::key::{LabelEntry, LabelValue};
use super::property::{self, PropertyDeserializer};
use super::record::{Next, Recovery, Repair, stand_in};
use super::target::Target;
use super::{Context, locate};
use crate::body::{
    BlockView, Body, ExpressionView, Few, ItemView, ItemViewKind, NameView, NativeBlock, PropertyView,
    WrittenItem, WrittenItems, WrittenProperty, take_group,
};
use crate::error::{Clue, Error, Node, Part, Result};
use crate::protocol::REMAIN;
use crate::redaction;
use crate::source::{Source, Span};

/// The members of a body or an object for a struct or a map.
pub(super) struct Members<'c> {
    /// The fields that take labels, and their labels.
    pub(super) labels: Vec<LabelEntry<'c>>,
    /// Whether they include labels for fields that the type may have.
    pub(super) are_probed: bool,
    pub(super) items: Items<'c>,
    /// The rest of the body after the other fields, if a field takes it.
    pub(super) remain: Option<Box<Body>>,
    /// The fields that are missing. If there are any, stand-ins are decoded for all members.
    pub(super) missing: Vec<&'static str>,
    /// The body or object.
    pub(super) span: Span,
    pub(super) source: &'c Source,
    /// Whether it is the body of a block.
    pub(super) is_block: bool,
}

/// The items of a body, or the entries of an object, for a struct or a map.
pub(super) enum Items<'c> {
    /// The items of a body as they are written, with different names.
    Written(WrittenItems<'c>),
    /// All items of a body, grouped by name.
    Listed {
        items: Vec<ItemView<'c>>,
        /// Whether some items have the same name.
        has_groups: bool,
    },
    /// The entries of an object.
    Entries(Vec<Entry<'c>>),
}

/// The key and the value of an object.
pub(super) type Entry<'c> = (NameView<'c>, ExpressionView<'c>);

impl<'c> Items<'c> {
    /// Returns all items, for errors about them.
    #[cold]
    pub(super) fn list(&self) -> Cow<'_, [ItemView<'c>]> {
        match self {
            Self::Written(items) => Cow::Owned(items.clone().map(ItemView::from).collect()),
            Self::Listed { items, .. } => Cow::Borrowed(items),
            Self::Entries(entries) => {
                let item = |(name, value): &Entry<'c>| ItemView {
                    name: *name,
                    kind: ItemViewKind::Attribute(*value),
                };
                Cow::Owned(entries.iter().map(item).collect())
            }
        }
    }

    fn left(&self) -> ItemsLeft<'_, 'c> {
        match self {
            Self::Written(items) => ItemsLeft::Written(items.clone()),
            Self::Listed { items, has_groups } => ItemsLeft::Listed(items, *has_groups),
            Self::Entries(entries) => ItemsLeft::Entries(entries.iter()),
        }
    }
}

/// The items that are not decoded yet.
enum ItemsLeft<'a, 'c> {
    Written(WrittenItems<'c>),
    Listed(&'a [ItemView<'c>], bool),
    Entries(std::slice::Iter<'a, Entry<'c>>),
}

impl<'c> Members<'c> {
    /// Returns the members that are all items of a body or an object.
    pub(super) fn of_items(items: Items<'c>, span: Span, source: &'c Source) -> Self {
        let (labels, missing) = (Vec::new(), Vec::new());
        Self { labels, are_probed: false, items, remain: None, missing, span, source, is_block: false }
    }

    /// Returns the entries of an object as they are decoded. It is not generic, unlike the function
    /// that visits them.
    pub(super) fn of_object(
        object: ExpressionView<'c>,
        mut entries: Vec<Entry<'c>>,
        target: &Target<'c>,
        context: Context<'_, 'c>,
    ) -> Result<Self> {
        let (span, source) = (object.span(), object.source());
        let mut missing = Vec::new();
        if let Some(recovery) = context.recovery() {
            missing = recovery.missing(Node::new(source, span));
            entries.retain(|(name, _)| !recovery.leaves_out(Node::new(source, name.span)));
        }
        entries.iter().try_for_each(|(name, _)| check_written(*name, source, target))?;
        if target.has_null_facts() || context.recovery().is_some() {
            target.resume(&mut entries, |(name, _)| name.text);
        }
        Ok(Self { missing, ..Self::of_items(Items::Entries(entries), span, source) })
    }

    /// Returns the body or object as a part of errors.
    fn node(&self) -> Node {
        Node::new(self.source, self.span)
    }

    /// Visits the members.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        &self,
        target: &Target<'c>,
        context: Context<'de, 'c>,
        visitor: V,
        explain: impl FnOnce(Error) -> Error,
    ) -> Result<V::Value> {
        let access = MemberAccess {
            members: self,
            labels: &self.labels,
            items: self.items.left(),
            remain: self.remain.as_deref(),
            missing: &self.missing,
            name: NameView::of_field(""),
            pending: None,
            replaced: None,
            target,
            context,
            depth: context.depth(),
        };
        let result = visitor.visit_map(access);
        if self.are_probed && self.record_probes(target) || target.is_provisional() {
            return Err(target.repeat());
        }
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.explained(error, target, context, explain)),
        }
    }

    /// Records which of the labels that there may be fields for were taken.
    #[cold]
    fn record_probes(&self, target: &Target<'c>) -> bool {
        target.record_search(self.labels.iter().filter_map(|(_, label)| label.taken_field()))
    }

    /// Adds to the error of a visitor the reason if it is about a field that is null, the part that
    /// is missing, and the body. Other errors are explained by a function.
    #[cold]
    fn explained(
        &self,
        error: Error,
        target: &Target<'c>,
        context: Context<'_, 'c>,
        explain: impl FnOnce(Error) -> Error,
    ) -> Error {
        let (node, items) = (self.node(), &*self.items.list());
        let body = Part::Body(node, !matches!(self.items, Items::Entries(_)));
        if target.is_about_hidden_null(&error) && items.iter().any(|item| is_null(item, context)) {
            target.record_hidden_null();
        }
        if let Some(field) = target.missing_null(&error)
            && let Some(item) = items.iter().find(|item| item.name.text == field)
        {
            let error = target.null_error(field).at(item.value_span(), item.source());
            return error.in_part(Part::Missing(node, field)).in_part(body);
        }
        let is_own = error.parts().is_empty();
        let error = explain(error);
        // A field whose value failed is not missing in the text.
        let lacks_value = || {
            let is_left_out = |recovery: &Recovery, item: &ItemView<'_>| {
                recovery.repair_of(Node::new(item.source(), item.name.span)) == Some(Repair::LeftOut)
            };
            context.recovery().is_some_and(|recovery| items.iter().any(|item| is_left_out(recovery, item)))
        };
        let error = match error.clue() {
            Some(Clue::Missing(field))
                if is_own && error.parts().is_empty() && target.may_have(field) && !lacks_value() =>
            {
                let part = Part::Missing(node, field);
                error.in_part(part)
            }
            _ => error,
        };
        error.in_part(body)
    }
}

pub(super) struct MemberAccess<'a, 'de, 'c> {
    members: &'a Members<'c>,
    labels: &'a [LabelEntry<'c>],
    items: ItemsLeft<'a, 'c>,
    remain: Option<&'a Body>,
    missing: &'a [&'static str],
    /// The name of the current member.
    name: NameView<'a>,
    /// Its value.
    pending: Option<Pending<'a, 'c>>,
    /// The value in place of which a stand-in is decoded.
    replaced: Option<Pending<'a, 'c>>,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
    depth: usize,
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    /// Continues with the next member that is decoded. Returns `false` if there is none. It is not
    /// generic, unlike the functions that decode keys and values.
    fn advance(&mut self) -> bool {
        loop {
            self.replaced = None;
            if !self.advance_to_next() {
                return false;
            }
            let is_left = self.context.recovery().is_none_or(|recovery| self.recover(recovery));
            if is_left && (!self.target.rejects_null(self.name.text) || !self.is_null(self.pending)) {
                return true;
            }
        }
    }

    fn advance_to_next(&mut self) -> bool {
        if let Some((name, value)) = self.labels.split_off_first() {
            self.name = NameView::of_field(name);
            self.pending = Some(Pending::Label(value));
            return true;
        }
        let next = match &mut self.items {
            ItemsLeft::Written(items) => items.next().map(|(name, item)| match item {
                WrittenItem::Attribute(value) => (name, Pending::Attribute(value)),
                WrittenItem::Block(block) => (name, Pending::Block(block)),
                WrittenItem::Property(property) => (name, Pending::Property(property)),
            }),
            ItemsLeft::Listed(items, has_groups) => {
                let group = match has_groups {
                    true => take_group(items, |item| item.name.text),
                    false => items.split_off_first().map(|first| (first, &[][..])),
                };
                group.map(|(first, others)| match &first.kind {
                    ItemViewKind::Attribute(value) => (first.name, Pending::Attribute(*value)),
                    ItemViewKind::Block(_) | ItemViewKind::Property(_) => {
                        (first.name, Pending::Group(first, others))
                    }
                })
            }
            ItemsLeft::Entries(entries) => {
                entries.next().map(|(name, value)| (*name, Pending::Attribute(*value)))
            }
        };
        match next {
            Some((name, value)) => {
                self.name = name;
                self.pending = Some(value);
                true
            }
            None => self.advance_to_other(),
        }
    }

    /// Continues with a member that is not in the text.
    #[cold]
    fn advance_to_other(&mut self) -> bool {
        if let Some(remain) = self.remain.take() {
            self.name = NameView::of_field(REMAIN);
            self.pending = Some(Pending::Remain(remain));
        } else if let Some(field) = self.missing.split_off_first() {
            self.name = NameView::of_field(field);
            self.pending = Some(Pending::Missing(field));
        } else {
            return false;
        }
        true
    }

    /// Replaces the current member as its repair requires. Returns `false` if it is left out.
    #[cold]
    fn recover(&mut self, recovery: &Recovery) -> bool {
        let Some(part) = self.part() else { return true };
        let name = matches!(part, Part::Value(_)) && !matches!(self.pending, Some(Pending::Label(_)));
        let body = Part::Body(self.members.node(), !matches!(self.items, ItemsLeft::Entries(_)));
        recovery.enter_member(self.depth, name.then_some(self.name.text), part, Some(body));
        let is_replaced = match part {
            Part::Value(node) => match recovery.repair_of(node) {
                Some(Repair::LeftOut | Repair::Removed) => return false,
                Some(Repair::Replaced | Repair::StoodIn) => true,
                Some(Repair::Kept) => false,
                None => {
                    let lacks_value = self.lacks_value(recovery);
                    if lacks_value {
                        recovery.stand_in_for(node);
                    }
                    lacks_value
                }
            },
            _ => true,
        };
        if is_replaced {
            self.stand_in();
        }
        true
    }

    /// Returns whether a stand-in is decoded for the current member, which did not fail: in a body
    /// that lacks fields, or if all its blocks are left out.
    fn lacks_value(&self, recovery: &Recovery) -> bool {
        let is_left_out = |item: &ItemView<'_>| match &item.kind {
            ItemViewKind::Block(block) => recovery.leaves_out_block(block),
            _ => false,
        };
        match self.pending {
            Some(Pending::Label(_)) => false,
            _ if !self.members.missing.is_empty() => true,
            Some(Pending::Group(first, others)) => std::iter::once(first).chain(others).all(is_left_out),
            _ => false,
        }
    }

    /// Replaces the current member by a stand-in.
    #[cold]
    fn stand_in(&mut self) {
        self.replaced = self.pending;
        self.pending = Some(Pending::Attribute(stand_in()));
    }

    /// Returns the current member as a part of errors.
    #[cold]
    fn part(&self) -> Option<Part> {
        let node = |source: &Source, span| Some(Part::Value(Node::new(source, span)));
        match self.replaced.or(self.pending)? {
            Pending::Attribute(value) => node(value.source(), self.name.span),
            Pending::Block(block) => node(BlockView::from(block).source(), self.name.span),
            Pending::Property(property) => node(property.source(), self.name.span),
            Pending::Group(first, _) => node(first.source(), self.name.span),
            Pending::Label(label) => node(self.members.source, label.span()),
            Pending::Missing(field) => Some(Part::Missing(self.members.node(), field)),
            Pending::Remain(_) => None,
        }
    }

    /// Returns whether a member is an attribute that is null.
    #[cold]
    fn is_null(&self, member: Option<Pending<'a, 'c>>) -> bool {
        match member {
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
            Pending::Label(_) | Pending::Remain(_) | Pending::Missing(_) => None,
        }
    }

    /// Handles the error of the current value. Returns whether it is decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<bool> {
        let is_rejected_null = |member| self.is_null(member) && self.target.has_rejected_null(self.name.text);
        match self.replaced {
            None if is_rejected_null(self.pending) => {
                self.target.record_stand_in();
                self.stand_in();
                return Ok(true);
            }
            Some(_) if is_rejected_null(self.replaced) => return Err(self.abandon()),
            // The error is that the block needs a label.
            None if self.members.is_block && is_about_label(&error, self.target) => return Err(error),
            _ => {}
        }
        Ok(match self.context.again(error, self.depth)? {
            Next::Again => {
                self.pending = self.replaced.take().or(self.pending);
                true
            }
            Next::StandIn => {
                self.stand_in();
                true
            }
            Next::Skip => false,
        })
    }

    #[cold]
    fn abandon(&self) -> Error {
        self.target.abandon(self.name.text)
    }

    #[cold]
    fn skip_key(&self, error: Error) -> Result<()> {
        self.context.skip_key(error, self.depth)
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
        let error = match self.items {
            ItemsLeft::Entries(_) => error,
            _ => error.about_attribute(self.name.text),
        };
        self.item_error(locate::in_expression(error, value, self.context))
    }

    /// Adds to the error about a value its location, and the reason if the value is null.
    #[cold]
    fn item_error(&self, error: Error) -> Error {
        if error.path().is_empty() && self.is_null(self.pending) {
            self.target.record_rejected_null(self.name.text);
        }
        self.part().into_iter().fold(error.under(self.name.text), Error::in_part)
    }
}

/// Returns whether an error about a member of a block shows that the block needs a label: its
/// members are decoded as blocks.
pub(super) fn is_about_label(error: &Error, target: &Target<'_>) -> bool {
    let is_of_member = !error.path().is_empty() && !error.path().contains(['.', '[']);
    is_of_member && error.is_object_expected() && target.is_map()
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
    /// A field that is missing.
    Missing(&'static str),
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    again! { key }

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

    fn size_hint(&self) -> Option<usize> {
        match &self.items {
            ItemsLeft::Entries(entries) => Some(entries.len()),
            _ => None,
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
            None | Some(Pending::Attribute(_) | Pending::Missing(_)) => Err(Error::value_before_key()),
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
                let source = self.members.source;
                error.at(label.span(), source).in_part(Part::Value(Node::new(source, label.span())))
            }
            Ok(Structure::Remain(_)) => error.at(self.members.span, self.members.source),
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
