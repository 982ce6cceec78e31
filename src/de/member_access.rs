//! The access of a visitor to members, one by one.

use std::borrow::Cow;
use std::vec;

use serde::de::{DeserializeSeed, MapAccess};

use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::ExpressionDeserializer;
use super::findings::{Mode, Next, Progress, Reason, Slot};
use super::forward::again;
use super::key::{KeyDeserializer, LabelDeserializer, LabelValue};
use super::members::{Absence, Items, Kind, Members, is_about_label, is_null, key_error};
use super::property::{self, PropertyDeserializer};
use super::stand_in::stand_in;
use super::target::Target;
use super::{Context, locate};
use crate::body::{
    BlockView, Body, ExpressionView, Few, ItemView, ItemViewKind, NameView, PropertyView, Spelling,
    WrittenItem, WrittenItems, take_group,
};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::REMAIN;
use crate::redaction;
use crate::value::{Type, Value, convert};

pub(super) struct MemberAccess<'a, 'de, 'c> {
    members: &'a Members<'c>,
    next: Natural<'a, 'c>,
    /// The members that are left, if the order is another one, or some are left out.
    plan: Option<vec::IntoIter<Planned<'a, 'c>>>,
    /// The name of the current member.
    name: NameView<'a>,
    /// Its value.
    pending: Option<Pending<'a, 'c>>,
    pub(super) mode: Mode,
    /// Whether the value has a type, so that a stand-in of it can be decoded.
    is_typed: bool,
    pub(super) target: &'a Target<'c>,
    pub(super) context: Context<'de, 'c>,
    pub(super) progress: Progress<'c>,
}

/// A member: its index, its name and its value, and how it is decoded.
type Planned<'a, 'c> = (usize, NameView<'a>, Pending<'a, 'c>, Mode);

/// The members in the order of the text.
struct Natural<'a, 'c> {
    members: &'a Members<'c>,
    /// The items that are not decoded yet.
    written: Option<WrittenItems<'c>>,
    listed: &'a [ItemView<'c>],
    /// The number of members taken that are not items.
    others_taken: usize,
    /// The number of members taken.
    taken: usize,
}

impl<'a, 'c> Natural<'a, 'c> {
    #[inline]
    fn new(members: &'a Members<'c>) -> Self {
        let (written, listed) = match &members.items {
            Items::Written(items) => (Some(items.clone()), &[][..]),
            Items::Listed(items) => (None, &**items),
        };
        Self { members, written, listed, others_taken: 0, taken: 0 }
    }

    #[inline]
    fn next(&mut self) -> Option<(NameView<'a>, Pending<'a, 'c>)> {
        self.taken += 1;
        if let Some(others) = &self.members.others
            && let Some((name, value)) = others.labels.get(self.others_taken)
        {
            self.others_taken += 1;
            return Some((NameView::of_field(name), Pending::Label(value)));
        }
        let Some(items) = &mut self.written else { return self.next_in_list() };
        match items.next() {
            Some((name, item)) => Some((name, Pending::Written(item))),
            None => self.remain(),
        }
    }

    #[inline(never)]
    fn next_in_list(&mut self) -> Option<(NameView<'a>, Pending<'a, 'c>)> {
        let group = match self.members.kind {
            Kind::Object | Kind::Level => self.listed.split_off_first().map(|first| (first, &[][..])),
            Kind::Body { .. } | Kind::Labels(_) => take_group(&mut self.listed, |item| item.name.text),
        };
        let Some((first, others)) = group else { return self.remain() };
        let pending = match &first.kind {
            ItemViewKind::Attribute(value) => Pending::Written(WrittenItem::Attribute(*value)),
            ItemViewKind::Block(_) | ItemViewKind::Property(_) => Pending::Group(first, others),
        };
        Some((first.name, pending))
    }

    /// Returns the rest of the body, which follows the items.
    #[cold]
    fn remain(&mut self) -> Option<(NameView<'a>, Pending<'a, 'c>)> {
        let others = self.members.others.as_deref()?;
        let remain = others.remain.as_ref().filter(|_| self.others_taken == others.labels.len())?;
        self.others_taken += 1;
        Some((NameView::of_field(REMAIN), Pending::Remain(remain)))
    }
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    #[inline]
    pub(super) fn new(
        members: &'a Members<'c>,
        target: &'a Target<'c>,
        context: Context<'de, 'c>,
        slot: &'c Slot,
    ) -> Self {
        let mut access = Self {
            members,
            next: Natural::new(members),
            plan: None,
            name: NameView::of_field(""),
            pending: None,
            mode: Mode::Decode,
            is_typed: false,
            target,
            context,
            progress: context.progress(slot),
        };
        if access.progress.findings().is_some() {
            access.plan();
        }
        access
    }

    /// Plans a visit of members about which something was found.
    #[cold]
    fn plan(&mut self) {
        let mut members = Vec::new();
        let mut natural = Natural::new(self.members);
        while let Some(member) = natural.next() {
            members.push(Some(member));
        }
        let Some(findings) = self.progress.findings() else { return };
        let mut plan: Vec<Planned<'a, 'c>> = Vec::with_capacity(members.len());
        for (index, mode) in findings.plan(members.len(), self.target.is_struct()) {
            if let Some((name, pending)) = members[index].take()
                && !(findings.omits_null(name.text) && self.is_null(&pending))
            {
                plan.push((index, name, pending, mode));
            }
        }
        for (index, field) in findings.supplied(members.len()) {
            plan.push((index, NameView::of_field(field), Pending::Missing, Mode::StandIn));
        }
        self.plan = Some(plan.into_iter());
    }

    /// Continues with the next member that is decoded. Returns `false` if there is none. It is not
    /// generic, unlike the functions that decode keys and values.
    fn advance(&mut self) -> bool {
        let next = match &mut self.plan {
            None => self.next.next().map(|(name, pending)| (self.next.taken, name, pending, Mode::Decode)),
            Some(plan) => plan.next().map(|(index, name, pending, mode)| (index + 1, name, pending, mode)),
        };
        let Some((number, name, pending, mode)) = next else { return false };
        self.progress.begin(number - 1);
        (self.name, self.pending, self.mode) = (name, Some(pending), mode);
        true
    }

    /// Returns the item that a member is; the first, if several have its name.
    fn item_of(&self, name: NameView<'a>, pending: &Pending<'a, 'c>) -> Option<ItemView<'a>> {
        match pending {
            Pending::Written(item) => Some(ItemView::from((name, *item))),
            Pending::Group(first, _) => Some((*first).clone()),
            Pending::Label(_) | Pending::Remain(_) | Pending::Missing => None,
        }
    }

    /// Returns the current item; the first, if several have its name.
    fn item(&self) -> Option<ItemView<'a>> {
        self.item_of(self.name, self.pending.as_ref()?)
    }

    /// Returns whether a member is an attribute that is null.
    fn is_null(&self, pending: &Pending<'a, 'c>) -> bool {
        let is_group = matches!(pending, Pending::Group(_, [_, ..]));
        !is_group && self.item_of(self.name, pending).is_some_and(|item| is_null(&item, self.context))
    }

    /// Returns whether the current member failed since it is null, so that it is left out.
    #[cold]
    pub(super) fn omits_rejected_null(&mut self) -> bool {
        std::mem::take(&mut self.progress.is_rejected_null)
            && self.context.settings.record.is_some()
            && self.target.may_omit(self.name.text)
    }

    /// Returns the reason why a field of the type has no value.
    #[cold]
    pub(super) fn absence(&self, field: &str) -> Absence<'c> {
        let mut natural = Natural::new(self.members);
        let Some(findings) = self.progress.findings() else {
            return match std::iter::from_fn(|| natural.next()).any(|(name, _)| name.text == field) {
                true => Absence::Written,
                false => Absence::Missing,
            };
        };
        while let Some((name, pending)) = natural.next() {
            if name.text != field {
                continue;
            }
            return match findings.reason(natural.taken - 1) {
                Some(Reason::Failed | Reason::Replaced) => Absence::Failed,
                None if findings.omits_null(field) && self.is_null(&pending) => Absence::Omitted,
                None => Absence::Written,
                Some(Reason::Null) => match self.item_of(name, &pending) {
                    Some(item) => Absence::Null(item.value_span(), self.members.source),
                    None => Absence::Written,
                },
            };
        }
        Absence::Missing
    }

    /// Leaves out the member that an error about a value from a buffer is about, so that the next
    /// visit finds the errors of others. Returns the error with which the visit ends.
    #[cold]
    pub(super) fn leave_out_located(&mut self, error: Error) -> Error {
        if !self.target.is_hidden() || error.path().is_empty() || self.progress.is_repeat_requested() {
            return error;
        }
        let Some(span) = error.span() else { return error };
        let mut natural = Natural::new(self.members);
        let contains = |item: &ItemView<'_>| match &item.kind {
            ItemViewKind::Attribute(value) => value.span().contains(span),
            ItemViewKind::Block(block) => block.span().contains(span),
            ItemViewKind::Property(property) => property.span().contains(span),
        };
        let index = std::iter::from_fn(|| natural.next()).position(|(name, pending)| match pending {
            Pending::Group(first, others) => std::iter::once(first).chain(others).any(contains),
            Pending::Written(item) => contains(&ItemView::from((name, item))),
            Pending::Label(_) | Pending::Remain(_) | Pending::Missing => false,
        });
        match index {
            Some(index) => self.progress.leave_out_at(index, error),
            None => error,
        }
    }

    /// Handles the error of the current value.
    #[cold]
    fn again(&mut self, error: Error) -> Result<Next> {
        let (kind, items) = (self.members.kind, &*self.members.items.list());
        if self.mode == Mode::Decode && is_about_label(&error, self.target, kind, items) {
            self.progress.forget();
            return Err(error);
        }
        if self.progress.repeats() {
            return Ok(Next::Again);
        }
        if self.omits_rejected_null() {
            return Ok(self.progress.omit());
        }
        self.progress.again(error)
    }

    /// Handles the error of the key. Returns `Ok` if decoding continues after the member.
    #[cold]
    fn skip_key(&mut self, error: Error) -> Result<()> {
        if !self.name.is_secret() {
            self.progress.unexpect(self.name.text);
        }
        self.progress.skip_key(error)
    }

    /// Adds the location to the error about the name of the current member.
    #[cold]
    fn key_error(&mut self, error: Error) -> Error {
        let error = match self.item() {
            Some(item) => key_error(error, self.name, item.source()),
            None => error,
        };
        self.progress.fail(error)
    }

    /// Adds to the error about an attribute its location, and the reason if it is null.
    #[cold]
    fn attribute_error(&mut self, error: Error, value: ExpressionView<'c>) -> Error {
        let error = match self.members.kind {
            Kind::Object => error,
            _ => error.about_attribute(self.name.text),
        };
        let error = locate::in_expression(error, value, self.context.with_slot(self.progress.member));
        self.item_error(error)
    }

    /// Adds to the error about a value its path, and notes if the value is null.
    #[cold]
    fn item_error(&mut self, error: Error) -> Error {
        self.progress.is_rejected_null = error.path().is_empty()
            && self.mode == Mode::Decode
            && self.pending.as_ref().is_some_and(|pending| self.is_null(pending));
        let error = if self.name.is_secret() { error } else { error.under(self.name.text) };
        self.progress.fail(error)
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
    Missing,
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    again! { key }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.advance() {
            return Ok(None);
        }
        let observer = self.target.observer();
        let key = if self.name.spelling == Spelling::Template
            && self.members.kind == Kind::Level
            && !self.context.is_literal()
        {
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
        let is_typed = std::mem::take(&mut self.is_typed);
        let value = match self.pending {
            _ if self.mode == Mode::StandIn && !is_typed => {
                return Err(self.progress.fail(Error::repeated()));
            }
            _ if self.mode == Mode::StandIn => stand_in(),
            Some(Pending::Written(WrittenItem::Attribute(value))) => value,
            _ => return self.other_value(seed),
        };
        let context = self.context.with_slot(self.progress.member);
        let result = seed.deserialize(ExpressionDeserializer::new(value, context));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.attribute_error(error, value)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.next.written {
            Some(items) => items.size_hint().1,
            None if matches!(self.members.kind, Kind::Body { .. }) => None,
            None => Some(self.next.listed.chunk_by(|one, next| one.name.text == next.name.text).count()),
        }
    }
}

impl<'de> MemberAccess<'_, 'de, '_> {
    /// Decodes a value that is not an attribute. Attributes are the most frequent members. A
    /// separate function keeps the code for them small.
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let mut context = self.context.with_slot(self.progress.member);
        // The names in the members of a body are not literal. The first key shows that a map is a
        // struct with flattened fields, and so a body.
        let is_level = matches!(self.members.kind, Kind::Level | Kind::Labels(_));
        context.has_literal_names = context.has_literal_names && is_level && !self.target.is_hidden();
        let owner = self.target.owner(context);
        let result = match self.pending {
            Some(Pending::Label(label)) => {
                seed.deserialize(LabelDeserializer::Known(label, context.settings.input))
            }
            Some(Pending::Remain(body)) => seed.deserialize(BodyDeserializer::new(body.view(), context)),
            _ => match self.structure() {
                Err(error) => Err(error),
                Ok(Structure::Blocks(blocks)) => {
                    let level = match self.members.kind {
                        Kind::Labels(level) => level + 1,
                        _ => 0,
                    };
                    seed.deserialize(BlocksDeserializer::new(blocks, level, context, owner))
                }
                Ok(Structure::Property(property)) => {
                    seed.deserialize(PropertyDeserializer::of_owner(&property, context, owner))
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
    fn template_key(&mut self) -> Result<(String, Spelling)> {
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
            Some(Pending::Group(first, others)) => Structure::of(first, others),
            _ => Err(Error::value_before_key()),
        }
    }

    /// Adds its location to the error about a member that is not an attribute.
    #[cold]
    fn other_error(&mut self, error: Error) -> Error {
        let context = self.context.with_slot(self.progress.member);
        let error = match (self.pending, self.structure()) {
            (Some(Pending::Label(label)), _) => {
                let error = error.at(label.span(), self.members.source);
                return self.progress.fail(error);
            }
            (Some(Pending::Remain(_)), _) => {
                let error = error.at(self.members.span, self.members.source);
                return self.progress.fail(error);
            }
            (_, Ok(Structure::Blocks(blocks))) => locate::in_block(error, &blocks[0], context),
            (_, Ok(Structure::Property(property))) => property::located(error, &property, context),
            (_, Err(_)) => error,
        };
        self.item_error(error)
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
