//! The access of a visitor to members, one by one.

use std::any::type_name;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::vec;

use serde::de::{Deserialize, DeserializeSeed, MapAccess, Visitor};

use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::cursor::{Cursor, Pending};
use super::expression::ExpressionDeserializer;
use super::findings::{Findings, Mode, Reason, Slot};
use super::forms::is_buffer_type;
use super::key::{KeyDeserializer, LabelDeserializer};
use super::members::{Absence, Kind, Members, is_about_label, is_null, key_error};
use super::progress::{Next, Progress};
use super::property::PropertyDeserializer;
use super::sample;
use super::spanned::SpannedValue;
use super::stand_in::{stand_in, stand_in_value};
use super::structure::Structure;
use super::target::Target;
use super::value::ValueDeserializer;
use super::{Context, locate};
use crate::body::{
    BlockView, ExpressionView, ItemView, ItemViewKind, NameView, OneOrMany, PropertyView, Spelling,
    WrittenItem,
};
use crate::diag::Code;
use crate::error::{Error, Reported, Result};
use crate::redaction;
use crate::util::rare::Rare;
use crate::value::{Type, Value, convert};

pub(super) struct MemberAccess<'a, 'de, 'c> {
    pub(super) members: &'a Members<'c>,
    pub(super) current: Cursor<'a, 'c>,
    /// The members that are left, if the order is another one, or some are left out.
    plan: Option<vec::IntoIter<Planned<'a, 'c>>>,
    pub(super) mode: Mode,
    /// Whether the value has a type, so that a stand-in of it can be decoded.
    is_typed: bool,
    pub(super) target: &'a Target<'c>,
    pub(super) context: Context<'de, 'c>,
    pub(super) progress: Progress<'c>,
    /// The text of the current key, if it is a template.
    evaluated: Option<Value>,
    /// The value whose span is visited with it.
    pub(super) spanned: Rare<SpannedValue<'a, 'de, 'c>>,
}

/// A member: its index, its name and its value, and how it is decoded.
type Planned<'a, 'c> = (usize, NameView<'a>, Pending<'a, 'c>, Mode);

/// A visit of members by a visitor of any type. The functions that create the access are not
/// generic, so that the code for each visitor is small. For the same reason, functions that are
/// generic over visitors and seeds have few closures: each is two more functions for each type.
pub(super) trait Visit<'de> {
    /// Passes the members to the visitor, once.
    fn visit(&mut self, access: &mut MemberAccess<'_, 'de, '_>) -> Result<()>;
}

/// A visitor, until the members were passed to it, and the value that it returns.
pub(super) struct Once<V, T> {
    visitor: Option<V>,
    decoded: Option<T>,
}

impl<'de, V: Visitor<'de>> Once<V, V::Value> {
    pub(super) fn new(visitor: V) -> Self {
        Self { visitor: Some(visitor), decoded: None }
    }

    /// Returns the value after a visit.
    pub(super) fn decoded(self) -> Result<V::Value> {
        match self.decoded {
            Some(value) => Ok(value),
            None => Err(Error::repeated()),
        }
    }
}

impl<'de, V: Visitor<'de>> Visit<'de> for Once<V, V::Value> {
    #[inline(never)]
    fn visit(&mut self, access: &mut MemberAccess<'_, 'de, '_>) -> Result<()> {
        let Some(visitor) = self.visitor.take() else { return Err(Error::repeated()) };
        self.decoded = Some(visitor.visit_map(access)?);
        Ok(())
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
        Self {
            members,
            current: Cursor::new(members),
            plan: None,
            mode: Mode::Decode,
            is_typed: false,
            target,
            context,
            progress: context.progress(slot),
            evaluated: None,
            spanned: Rare::default(),
        }
    }

    /// Begins the visit.
    #[inline]
    pub(super) fn begin(&mut self) {
        if self.members.kind == (Kind::Value { is_secret: true }) {
            self.progress.report_only_first(true);
        }
        if self.progress.findings().is_some() && self.members.kind != Kind::StandIn {
            if !self.is_value() {
                self.progress.end_trial();
                if self.target.is_tagged() {
                    self.search_buffer();
                }
            }
            self.plan();
        }
    }

    /// Returns whether the members are the entries of a value.
    pub(super) fn is_value(&self) -> bool {
        matches!(self.members.kind, Kind::Value { .. } | Kind::StandIn)
    }

    /// Plans a visit of members about which something was found.
    #[cold]
    fn plan(&mut self) {
        let members = Cursor::list(self.members);
        let Some(findings) = self.progress.findings() else { return };
        let mut plan: Vec<Planned<'a, 'c>> = Vec::with_capacity(members.len());
        let exclusion = findings.exclusion.as_ref().filter(|_| !self.is_value());
        let is_observed = exclusion.is_some_and(|exclusion| !exclusion.is_begun());
        for (index, mode) in findings.plan(members.len(), self.target.is_struct()) {
            let (name, pending) = members[index];
            if exclusion.is_some_and(|exclusion| exclusion.omits(index)) {
                continue;
            }
            let mode = match mode {
                Mode::Decode | Mode::Again if is_observed => Mode::Observe,
                // A stand-in of the tag would be another variant.
                Mode::Again if self.target.is_tagged() => Mode::Decode,
                mode => mode,
            };
            if !(findings.omits_null(name.text) && self.is_null(&pending)) {
                plan.push((index, name, pending, mode));
            }
        }
        for (index, field) in findings.supplied(members.len()) {
            plan.push((index, NameView::of_field(field), Pending::Missing(field), Mode::StandIn));
        }
        self.plan = Some(plan.into_iter());
    }

    /// Continues with the next member that is decoded. Returns `false` if there is none. It is not
    /// generic, unlike the functions that decode keys and values.
    fn advance(&mut self) -> bool {
        if self.plan.is_some() {
            return self.advance_in_plan();
        }
        if !self.current.advance() && !self.advance_in_spanned() {
            return false;
        }
        self.mode = Mode::Decode;
        self.progress.begin(self.current.taken - 1);
        true
    }

    #[cold]
    fn advance_in_plan(&mut self) -> bool {
        let Some((index, name, pending, mode)) = self.plan.as_mut().and_then(Iterator::next) else {
            return false;
        };
        self.mode = mode;
        self.progress.begin(index);
        self.current.set(name, pending)
    }

    /// Returns the item that a member is; the first, if several have its name.
    pub(super) fn item_of(&self, name: NameView<'a>, pending: &Pending<'a, 'c>) -> Option<ItemView<'a>> {
        match pending {
            Pending::Written(item) => Some(ItemView::from((name, *item))),
            Pending::Group(first, _) => Some((*first).clone()),
            Pending::Value(_)
            | Pending::Label(_)
            | Pending::Remain(_)
            | Pending::Missing(_)
            | Pending::Spanned(_) => None,
        }
    }

    /// Returns the current item; the first, if several have its name.
    pub(super) fn item(&self) -> Option<ItemView<'a>> {
        self.item_of(self.current.name, self.current.value.as_ref()?)
    }

    /// Returns whether a member is an attribute that is null.
    fn is_null(&self, pending: &Pending<'a, 'c>) -> bool {
        if let Pending::Value(value) = pending {
            return value.is_null();
        }
        let is_group = matches!(pending, Pending::Group(_, [_, ..]));
        !is_group && self.item_of(self.current.name, pending).is_some_and(|item| is_null(&item, self.context))
    }

    /// Returns whether the current member failed since it is null, so that it is left out.
    #[cold]
    pub(super) fn omits_rejected_null(&mut self) -> bool {
        std::mem::take(&mut self.progress.is_rejected_null)
            && self.context.record.is_some()
            && self.target.may_omit(self.current.name.text)
    }

    /// Returns whether the members are decoded again without those that are null, since an error
    /// of a type whose fields are hidden shows that one of them rejects null.
    #[cold]
    pub(super) fn omits_nulls(&mut self, error: &Error) -> bool {
        error.own_reported() == Some(&Reported::Null)
            && !error.is_placed()
            && self.target.is_hidden()
            && self.members.has_null(self.context)
            && self.progress.learn_of_nulls(Findings::omit_nulls)
    }

    /// Returns the reason why a field of the type has no value.
    #[cold]
    pub(super) fn absence(&self, field: &str) -> Absence<'c> {
        let members = Cursor::list(self.members);
        let Some(index) = members.iter().position(|(name, _)| name.text == field) else {
            return Absence::Missing;
        };
        let (name, pending) = &members[index];
        let Some(findings) = self.progress.findings() else { return Absence::Written };
        match findings.reason(index) {
            Some(Reason::Failed | Reason::Replaced) => Absence::Failed,
            None if findings.omits_null(field) && self.is_null(pending) => Absence::Omitted,
            None => Absence::Written,
            Some(Reason::Null) => {
                let item = self.item_of(*name, pending);
                Absence::Null(item.map(|item| (item.value_span(), self.members.source)))
            }
        }
    }

    /// Adds the name and the location of the current member to an error about a field that it sets
    /// again.
    #[cold]
    pub(super) fn set_twice(&self, error: Error) -> Error {
        match self.item() {
            Some(item) => error.set_twice_by(item.name, item.source()),
            None => error,
        }
    }

    /// Returns the stand-in that is decoded in place of the current member, if one is.
    #[cold]
    fn replaced(&mut self, type_name: &str) -> Result<Option<ExpressionView<'c>>> {
        if self.mode != Mode::StandIn {
            self.observe(type_name);
            return Ok(None);
        }
        match (std::mem::take(&mut self.is_typed), self.current.value) {
            (true, _) => Ok(Some(stand_in())),
            (false, Some(Pending::Missing(field))) if is_buffer_type(type_name) => {
                sample::begin(self.context.record, (self.target.type_name(), Some(field)));
                Ok(Some(stand_in()))
            }
            (false, _) => Err(self.progress.fail(Error::repeated())),
        }
    }

    /// Handles the error of the current value, which was decoded in this mode. Returns whether it
    /// is decoded again.
    #[cold]
    fn recover(&mut self, error: Error, mode: Mode, type_name: &str) -> Result<bool> {
        if mode.is_replaced() {
            let next = self.progress.reject_stand_in(mode);
            self.mode = next.unwrap_or(self.mode);
            return Ok(next.is_some());
        }
        let (kind, items) = (self.members.kind, &*self.members.items.list());
        if is_about_label(&error, self.target, kind, items) {
            self.progress.forget();
            return Err(error);
        }
        if self.progress.repeats(type_name) {
            return Ok(true);
        }
        let next = match self.omits_rejected_null() {
            true => self.progress.omit(),
            false => self.progress.recover(error, type_name)?,
        };
        if let Next::StandIn = next {
            self.mode = Mode::StandIn;
        }
        Ok(!matches!(next, Next::Omit))
    }

    /// Handles the error of the key. Returns `Ok` if decoding continues after the member.
    #[cold]
    fn skip_key(&mut self, error: Error) -> Result<()> {
        let name = Some(self.current.name).filter(|name| !name.is_secret());
        self.progress.skip_key(error, name.map(|name| name.text))
    }

    /// Adds the location to the error about the name of the current member.
    #[cold]
    fn key_error(&mut self, error: Error) -> Error {
        let error = match self.item() {
            Some(item) => key_error(error, self.current.name, item.source()),
            None => error,
        };
        self.progress.fail(error)
    }

    /// Adds to the error about an attribute its location, and the reason if it is null.
    #[cold]
    fn attribute_error(&mut self, error: Error, value: ExpressionView<'c>, type_name: &str) -> Error {
        let error = match self.members.kind {
            Kind::Object => error,
            // A map is no block then, and a struct nothing else.
            _ if self.context.is_strict && error.is_object_expected() => error,
            _ => error.about_attribute(self.current.name.text, type_name),
        };
        let error = locate::in_expression(error, value, self.context.with_slot(self.progress.member));
        self.item_error(error)
    }

    /// Adds to the error about a value its path, and notes if the value is null.
    #[cold]
    fn item_error(&mut self, error: Error) -> Error {
        self.progress.is_rejected_null = error.path().is_empty()
            && !self.mode.is_replaced()
            && self.current.value.as_ref().is_some_and(|pending| self.is_null(pending));
        let error = if self.current.name.is_secret() { error } else { error.under(self.current.name.text) };
        self.progress.fail(error)
    }
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    // A member of a known type is decoded again as `recover` determines. The methods that take a
    // seed cannot do that: a seed decodes one value.

    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>> {
        let mut key = self.next_key_seed(PhantomData);
        while let Err(error) = key {
            self.skip_key(error)?;
            key = self.next_key_seed(PhantomData);
        }
        key
    }

    fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        match self.value()? {
            Some(value) => Ok(value),
            None => Err(self.progress.abandon(Reason::Failed)),
        }
    }

    fn next_entry<K: Deserialize<'de>, T: Deserialize<'de>>(&mut self) -> Result<Option<(K, T)>> {
        while let Some(key) = self.next_key()? {
            match self.value()? {
                Some(value) => return Ok(Some((key, value))),
                None => self.progress.leave_out(Reason::Failed),
            }
        }
        Ok(None)
    }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.advance() {
            return Ok(None);
        }
        let _separate = self.is_value().then(redaction::separate);
        let key = seed.deserialize(self.key()?);
        self.target.record_key();
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.key_error(error)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let _separate = redaction::separate();
        let Some(value) = self.expression(type_name::<S::Value>())? else {
            return match self.current.value {
                Some(Pending::Written(WrittenItem::Property(property))) => {
                    self.property(seed, &property.into())
                }
                Some(Pending::Written(WrittenItem::Block(block))) => {
                    self.blocks(seed, OneOrMany::One(block.into()))
                }
                _ => self.other_value(seed),
            };
        };
        let context = self.context.with_slot(self.progress.member);
        let result = seed.deserialize(ExpressionDeserializer::new(value, context));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.attribute_error(error, value, type_name::<S::Value>())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.current.size_hint()
    }
}

impl<'de, 'c> MemberAccess<'_, 'de, 'c> {
    /// Returns the value of the current member, or `None` if it failed and is left out.
    #[inline(always)]
    fn value<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        loop {
            let mode = self.mode;
            if mode.is_replaced() {
                self.progress.begin_stand_in(type_name::<T>());
                (self.mode, self.is_typed) = (Mode::StandIn, true);
            }
            match self.next_value_seed(PhantomData) {
                Ok(value) if !self.progress.is_requested(type_name::<T>()) => return Ok(Some(value)),
                Ok(_) => {}
                Err(error) => {
                    if !self.recover(error, mode, type_name::<T>())? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Decodes a value that is neither an attribute nor a property. Most members are one of the
    /// two, and separate functions keep the code for them small.
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if let Some(value) = self.entry() {
            let (is_secret, context) = (self.current.name.is_secret(), self.inner_context());
            let result = seed.deserialize(ValueDeserializer::of_part(value, is_secret, context));
            return self.end_other(result);
        }
        if self.spanned.is_some() {
            return self.spanned_value(seed);
        }
        let result = match self.other() {
            Ok(Other::Label(label)) => seed.deserialize(label),
            Ok(Other::Body(body)) => seed.deserialize(body),
            Ok(Other::Blocks(blocks)) => return self.blocks(seed, blocks),
            Ok(Other::Property(property)) => return self.property(seed, &property),
            Err(error) => Err(error),
        };
        self.end_other(result)
    }

    /// Decodes a value that is a property.
    #[inline(never)]
    fn property<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
        property: &PropertyView<'c>,
    ) -> Result<S::Value> {
        let (context, owner) = (self.inner_context(), self.target.type_name());
        let result = seed.deserialize(PropertyDeserializer::of_owner(property, context, owner));
        self.end_other(result)
    }

    /// Decodes a value that is blocks. The frames of the functions that nest with blocks are kept
    /// small.
    #[inline(never)]
    fn blocks<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
        blocks: OneOrMany<BlockView<'c>>,
    ) -> Result<S::Value> {
        let (context, owner) = (self.inner_context(), self.target.type_name());
        let result = seed.deserialize(BlocksDeserializer::new(blocks, self.level(), context, owner));
        self.end_other(result)
    }

    #[inline]
    fn end_other<T>(&mut self, result: Result<T>) -> Result<T> {
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.other_error(error)),
        }
    }
}

/// A value that is neither an attribute nor an entry of a value.
enum Other<'a, 'de, 'c> {
    Label(LabelDeserializer<'a, 'de, 'c>),
    Body(BodyDeserializer<'de, 'a>),
    Blocks(OneOrMany<BlockView<'c>>),
    Property(Cow<'a, PropertyView<'c>>),
}

impl<'a, 'de, 'c> MemberAccess<'a, 'de, 'c> {
    /// Returns the current value, if it is an attribute, or the stand-in for it.
    #[inline]
    fn expression(&mut self, type_name: &str) -> Result<Option<ExpressionView<'c>>> {
        let stand_in = match self.mode {
            Mode::Decode => None,
            _ => self.replaced(type_name)?,
        };
        Ok(match (stand_in, self.current.value) {
            (Some(_), _) if self.is_value() => None,
            (None, Some(Pending::Written(WrittenItem::Attribute(value)))) => Some(value),
            (stand_in, _) => stand_in,
        })
    }

    /// Returns the current value, which is neither an attribute nor an entry of a value.
    #[inline(never)]
    fn other(&self) -> Result<Other<'a, 'de, 'c>> {
        let context = self.inner_context();
        Ok(match self.current.value {
            Some(Pending::Label(label)) => Other::Label(LabelDeserializer::Known(label, context.settings)),
            Some(Pending::Remain(body)) => Other::Body(BodyDeserializer::new(body.view(), context)),
            _ => match self.structure()? {
                Structure::Blocks(blocks) => Other::Blocks(blocks),
                Structure::Property(property) => Other::Property(property),
            },
        })
    }

    /// Returns the current key.
    #[inline]
    fn key(&mut self) -> Result<KeyDeserializer<'de, '_>> {
        let key = KeyDeserializer { observer: self.target.observer(), ..self.context.key(self.current.name) };
        match self.members.kind {
            Kind::Level if key.name.spelling == Spelling::Template => self.template_key(),
            Kind::Spanned => Ok(self.spanned_key(key)),
            _ => Ok(key),
        }
    }

    /// Returns the current key, which is a template, with its text.
    #[cold]
    fn template_key(&mut self) -> Result<KeyDeserializer<'de, '_>> {
        let Some(ItemViewKind::Property(property)) = self.item().map(|item| item.kind) else {
            return Err(Error::value_before_key());
        };
        let name = property.name_expression();
        let value = name.evaluate(self.context.settings.context, &self.context.settings.budget)?;
        let spelling = if value.is_marked() { Spelling::Secret } else { Spelling::Other };
        let text = convert(&value, &Type::String).ok().filter(|text| text.as_str().is_some());
        let Some(text) = text else {
            let detail = "A key must be a string whose value is known.";
            return Err(self.key_error(Error::coded(Code::InvalidValue, detail)));
        };
        let text = self.evaluated.insert(text).as_str().unwrap_or_default();
        let name = NameView { text, spelling, ..self.current.name };
        Ok(KeyDeserializer { observer: self.target.observer(), ..self.context.key(name) })
    }

    /// Returns the current entry of a value, or the stand-in for it.
    #[inline]
    fn entry(&self) -> Option<&'c Value> {
        match self.current.value? {
            Pending::Value(value) if self.mode != Mode::StandIn => Some(value),
            Pending::Value(_) => Some(stand_in_value()),
            Pending::Missing(_) if self.is_value() => Some(stand_in_value()),
            _ => None,
        }
    }

    /// Returns the context of the current value, which is not an attribute. The names in the
    /// members of a body are not literal. The first key shows that a map is a struct with flattened
    /// fields, and so a body.
    #[inline]
    fn inner_context(&self) -> Context<'de, 'c> {
        let context = self.context.with_slot(self.progress.member);
        if !context.has_literal_names {
            return context;
        }
        let is_level = matches!(self.members.kind, Kind::Level | Kind::Labels(_));
        Context { has_literal_names: is_level && !self.target.is_hidden(), ..context }
    }

    /// Returns the number of labels of the current blocks that were taken.
    fn level(&self) -> usize {
        match self.members.kind {
            Kind::Labels(level) => level + 1,
            _ => 0,
        }
    }

    /// Returns the current items, which are not an attribute.
    #[inline]
    fn structure(&self) -> Result<Structure<'a, 'c>> {
        match self.current.value {
            Some(Pending::Written(WrittenItem::Block(block))) => {
                Ok(Structure::Blocks(OneOrMany::One(block.into())))
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
        let error = match (self.current.value, self.structure()) {
            (Some(Pending::Label(label)), _) => {
                let error = error.at(label.span(), self.members.source);
                return self.progress.fail(error);
            }
            (Some(Pending::Remain(_)), _) => {
                let error = error.at(self.members.span, self.members.source);
                return self.progress.fail(error);
            }
            (_, Ok(Structure::Blocks(blocks))) => {
                locate::in_blocks(error, &blocks, self.level(), self.target.type_name(), false, context)
            }
            (_, Ok(Structure::Property(property))) => {
                locate::in_property(error, &property, self.target.type_name(), false, context)
            }
            (_, Err(_)) => error,
        };
        if let Some(value) = self.entry() {
            self.progress.report_only_first(!value.all_marks().is_empty());
        }
        self.item_error(error)
    }
}
