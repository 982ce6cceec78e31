//! The access of a visitor to members, one by one.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess};

use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::ExpressionDeserializer;
use super::forward::again;
use super::key::{KeyDeserializer, LabelDeserializer, LabelValue};
use super::members::{Items, Kind, Members, is_about_label, is_null, item_node, key_error};
use super::property::{self, PropertyDeserializer};
use super::record::{Next, Recovery, Repair, stand_in};
use super::target::Target;
use super::{Context, locate};
use crate::body::{
    BlockView, Body, ExpressionView, Few, ItemView, ItemViewKind, NameView, PropertyView, Spelling,
    WrittenItem, WrittenItems, take_group,
};
use crate::diag::Code;
use crate::error::{Error, ErrorPart, Result, TextNode};
use crate::protocol::REMAIN;
use crate::redaction;
use crate::value::{Type, Value, convert};

pub(super) struct MemberAccess<'a, 'de, 'c> {
    members: &'a Members<'c>,
    /// The items that are not decoded yet.
    written: Option<WrittenItems<'c>>,
    listed: &'a [ItemView<'c>],
    /// The number of members taken that are not items.
    others_taken: usize,
    /// The name of the current member.
    name: NameView<'a>,
    /// Its value.
    pending: Option<Pending<'a, 'c>>,
    /// Whether a stand-in is decoded in place of the value.
    is_replaced: bool,
    /// Whether members may be left out or replaced.
    is_checked: bool,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
    depth: usize,
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    pub(super) fn new(members: &'a Members<'c>, target: &'a Target<'c>, context: Context<'de, 'c>) -> Self {
        let (written, listed) = match &members.items {
            Items::Written(items) => (Some(items.clone()), &[][..]),
            Items::Listed(items) => (None, &**items),
        };
        Self {
            members,
            written,
            listed,
            others_taken: 0,
            name: NameView::of_field(""),
            pending: None,
            is_replaced: false,
            is_checked: context.recovery().is_some() || target.has_null_facts(),
            target,
            context,
            depth: context.depth(),
        }
    }

    /// Continues with the next member that is decoded. Returns `false` if there is none. It is not
    /// generic, unlike the functions that decode keys and values.
    fn advance(&mut self) -> bool {
        loop {
            self.is_replaced = false;
            if !self.advance_to_next() {
                return false;
            }
            if !self.is_checked || self.is_decoded() {
                return true;
            }
        }
    }

    #[inline]
    fn advance_to_next(&mut self) -> bool {
        if let Some(others) = &self.members.others
            && let Some((name, value)) = others.labels.get(self.others_taken)
        {
            self.others_taken += 1;
            self.name = NameView::of_field(name);
            self.pending = Some(Pending::Label(value));
            return true;
        }
        let Some(items) = &mut self.written else { return self.advance_in_list() };
        let Some((name, item)) = items.next() else { return self.advance_to_other() };
        self.name = name;
        self.pending = Some(Pending::Written(item));
        true
    }

    #[inline(never)]
    fn advance_in_list(&mut self) -> bool {
        let group = match self.members.kind {
            Kind::Object | Kind::Level => self.listed.split_off_first().map(|first| (first, &[][..])),
            Kind::Body { .. } | Kind::Labels(_) => take_group(&mut self.listed, |item| item.name.text),
        };
        let Some((first, others)) = group else { return self.advance_to_other() };
        self.name = first.name;
        self.pending = Some(match &first.kind {
            ItemViewKind::Attribute(value) => Pending::Written(WrittenItem::Attribute(*value)),
            ItemViewKind::Block(_) | ItemViewKind::Property(_) => Pending::Group(first, others),
        });
        true
    }

    /// Continues with a member after the items, which is not in the text.
    #[cold]
    fn advance_to_other(&mut self) -> bool {
        let Some(others) = &self.members.others else { return false };
        let index = self.others_taken - others.labels.len();
        let (name, pending) = match &others.remain {
            Some(remain) if index == 0 => (REMAIN, Pending::Remain(remain)),
            remain => match others.missing.get(index - usize::from(remain.is_some())) {
                Some(field) => (*field, Pending::Missing(field)),
                None => return false,
            },
        };
        self.others_taken += 1;
        (self.name, self.pending) = (NameView::of_field(name), Some(pending));
        true
    }

    /// Returns whether the current member is decoded, also by a stand-in.
    #[cold]
    fn is_decoded(&mut self) -> bool {
        self.context.recovery().is_none_or(|recovery| self.recover(recovery))
            && !(self.target.rejects_null(self.name.text) && self.is_null())
    }

    /// Replaces the current member as its repair requires. Returns `false` if it is left out.
    fn recover(&mut self, recovery: &Recovery) -> bool {
        let Some(part) = self.part() else { return true };
        let is_item = matches!(self.pending, Some(Pending::Written(_) | Pending::Group(..)));
        // Labels and missing fields are not steps of the path.
        let spelling = if is_item { self.name.spelling } else { Spelling::Secret };
        let body = ErrorPart::Body(self.members.node(), self.members.kind != Kind::Object);
        recovery.enter_member(self.depth, NameView { spelling, ..self.name }, Some(part), Some(body));
        self.is_replaced = match part {
            ErrorPart::Value(node) => match recovery.repair_of(node) {
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
            _ if self.members.others.as_ref().is_some_and(|others| !others.missing.is_empty()) => true,
            Some(Pending::Group(first, others)) => std::iter::once(first).chain(others).all(is_left_out),
            _ => false,
        }
    }

    /// Returns the current item; the first, if several have its name.
    fn item(&self) -> Option<ItemView<'a>> {
        match self.pending? {
            Pending::Written(item) => Some(ItemView::from((self.name, item))),
            Pending::Group(first, _) => Some(first.clone()),
            Pending::Label(_) | Pending::Remain(_) | Pending::Missing(_) => None,
        }
    }

    /// Returns the current member as a part of errors.
    fn part(&self) -> Option<ErrorPart> {
        let node = match self.pending? {
            Pending::Missing(field) => return Some(ErrorPart::Missing(self.members.node(), field)),
            Pending::Label(label) => TextNode::new(self.members.source, label.span()),
            _ => item_node(&self.item()?),
        };
        Some(ErrorPart::Value(node))
    }

    /// Returns whether the current member is an attribute that is null.
    fn is_null(&self) -> bool {
        let is_group = matches!(self.pending, Some(Pending::Group(_, [_, ..])));
        !is_group && self.item().is_some_and(|item| is_null(&item, self.context))
    }

    /// Handles the error of the current value. Returns whether it is decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<bool> {
        if self.is_null() && self.target.has_rejected_null(self.name.text) {
            if self.is_replaced {
                return Err(self.abandon());
            }
            self.target.record_stand_in();
            self.is_replaced = true;
            return Ok(true);
        }
        let (kind, items) = (self.members.kind, &*self.members.items.list());
        if !self.is_replaced && is_about_label(&error, self.target, kind, items) {
            return Err(error);
        }
        let next = self.context.again(error, self.depth)?;
        self.is_replaced = matches!(next, Next::StandIn);
        Ok(!matches!(next, Next::Skip))
    }

    #[cold]
    fn abandon(&self) -> Error {
        self.target.abandon(self.name.text)
    }

    /// Handles the error of the key. Returns `Ok` if decoding continues after the member.
    #[cold]
    fn skip_key(&self, error: Error) -> Result<()> {
        match self.context.again(error, self.depth)? {
            Next::Again => Err(self.target.repeat()),
            Next::StandIn | Next::Skip => Ok(()),
        }
    }

    /// Adds the location to the error about the name of the current member.
    #[cold]
    fn key_error(&self, error: Error) -> Error {
        match self.item() {
            Some(item) => key_error(error, self.name, item.source()),
            None => error,
        }
    }

    /// Adds to the error about an attribute its location, and the reason if it is null.
    #[cold]
    fn attribute_error(&self, error: Error, value: ExpressionView<'c>) -> Error {
        let error = match self.members.kind {
            Kind::Object => error,
            _ => error.about_attribute(self.name.text),
        };
        self.item_error(locate::in_expression(error, value, self.context))
    }

    /// Adds to the error about a value its location, and the reason if the value is null.
    #[cold]
    fn item_error(&self, error: Error) -> Error {
        if error.path().is_empty() && !self.is_replaced && self.is_null() {
            self.target.record_rejected_null(self.name.text);
        }
        let error = if self.name.is_secret() { error } else { error.under(self.name.text) };
        self.part().into_iter().fold(error, Error::in_part)
    }
}

/// The next value.
#[derive(Clone, Copy)]
enum Pending<'a, 'c> {
    /// An attribute, or a block or a property that is the only one of its name.
    Written(WrittenItem<'c>),
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
        let observer = self.target.observer();
        let key = if self.name.spelling == Spelling::Template && self.members.kind == Kind::Level {
            let (text, spelling) = self.template_key()?;
            let name = NameView { text: &text, spelling, ..self.name };
            seed.deserialize(KeyDeserializer { name, input: None, observer })
        } else {
            seed.deserialize(KeyDeserializer { observer, ..self.context.key(self.name) })
        };
        self.target.record_key();
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.key_error(error)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let _separate = redaction::separate();
        let value = match self.pending {
            _ if self.is_replaced => stand_in(),
            Some(Pending::Written(WrittenItem::Attribute(value))) => value,
            _ => return self.other_value(seed),
        };
        let result = seed.deserialize(ExpressionDeserializer::new(value, self.context));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.attribute_error(error, value)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.written {
            Some(items) => items.size_hint().1,
            None if matches!(self.members.kind, Kind::Body { .. }) => None,
            None => Some(self.listed.chunk_by(|one, next| one.name.text == next.name.text).count()),
        }
    }
}

impl<'de> MemberAccess<'_, 'de, '_> {
    /// Decodes a value that is not an attribute. Attributes are the most frequent members. A
    /// separate function keeps the code for them small.
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value> {
        let context = self.context;
        let result = match self.pending {
            Some(Pending::Label(label)) => {
                seed.deserialize(LabelDeserializer::Known(label, context.settings.input))
            }
            Some(Pending::Remain(body)) => seed.deserialize(BodyDeserializer::new(body.view(), context)),
            _ => match self.structure()? {
                Structure::Blocks(blocks) => {
                    let level = match self.members.kind {
                        Kind::Labels(level) => level + 1,
                        _ => 0,
                    };
                    seed.deserialize(BlocksDeserializer::new(blocks, level, context))
                }
                Structure::Property(property) => {
                    seed.deserialize(PropertyDeserializer::new(&property, context))
                }
            },
        };
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.other_error(error)),
        }
    }
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    /// Returns the text of a key that is a template.
    #[cold]
    fn template_key(&self) -> Result<(String, Spelling)> {
        let Some(ItemViewKind::Property(property)) = self.item().map(|item| item.kind) else {
            return Err(Error::value_before_key());
        };
        let name = property.name_expression();
        let value = name.evaluate(self.context.settings.context, &self.context.settings.budget)?;
        let spelling = if value.is_marked() { Spelling::Secret } else { Spelling::Other };
        let text = convert(&value, &Type::String).ok();
        match text.as_ref().and_then(Value::as_str) {
            Some(text) => Ok((text.to_owned(), spelling)),
            None => {
                let detail = "A key must be a string whose value is known.";
                Err(self.key_error(Error::coded(Code::InvalidValue, detail)))
            }
        }
    }

    /// Returns the current items, which are not an attribute.
    #[inline]
    fn structure(&self) -> Result<Structure<'a, 'c>> {
        match self.pending {
            Some(Pending::Written(WrittenItem::Block(block))) => {
                Ok(Structure::Blocks(Few::One(block.into())))
            }
            Some(Pending::Written(WrittenItem::Property(property))) => {
                Ok(Structure::Property(Cow::Owned(property.into())))
            }
            Some(Pending::Group(first, others)) => {
                Structure::of(first, others).map_err(|error| self.item_error(error))
            }
            _ => Err(Error::value_before_key()),
        }
    }

    /// Adds its location to the error about a member that is not an attribute.
    #[cold]
    fn other_error(&self, error: Error) -> Error {
        let source = self.members.source;
        match (self.pending, self.structure()) {
            (Some(Pending::Label(label)), _) => {
                error.at(label.span(), source).in_part(ErrorPart::Value(TextNode::new(source, label.span())))
            }
            (Some(Pending::Remain(_)), _) => error.at(self.members.span, source),
            (_, Ok(Structure::Blocks(blocks))) => {
                let error = locate::in_block(error, &blocks[0], blocks.len() == 1, self.context);
                self.item_error(error)
            }
            (_, Ok(Structure::Property(property))) => {
                self.item_error(property::located(error, &property, self.context))
            }
            (_, Err(_)) => error,
        }
    }
}

/// The items of one name that are not an attribute.
enum Structure<'a, 'c> {
    Blocks(Few<BlockView<'c>>),
    Property(Cow<'a, PropertyView<'c>>),
}

impl<'a, 'c> Structure<'a, 'c> {
    /// Returns the items of one name. Properties of one name are one property with all their
    /// values. In merged bodies, a property with the name of a native block is blocks too.
    fn of(first: &'a ItemView<'c>, others: &[ItemView<'c>]) -> Result<Self> {
        if let (ItemViewKind::Block(block), []) = (&first.kind, others) {
            return Ok(Self::Blocks(Few::One(block.clone())));
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
