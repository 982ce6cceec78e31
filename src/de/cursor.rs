//! The members of a body, an object or a value in the order of the text.

use std::slice;

use super::key::{LabelEntry, LabelValue};
use super::members::{Items, Kind, Members};
use crate::body::{
    BlockView, Body, ItemView, ItemViewKind, NameView, Spelling, WrittenItem, WrittenItems, take_group,
};
use crate::protocol::REMAIN;
use crate::value::Value;

/// A member among all of them, which it takes in the order of the text.
pub(super) struct Cursor<'a, 'c> {
    members: &'a Members<'c>,
    /// The items that are not decoded yet.
    written: Option<WrittenItems<'c>>,
    listed: &'a [ItemView<'c>],
    /// The labels and the rest of the body that are not taken yet.
    labels: slice::Iter<'a, LabelEntry<'c>>,
    remain: Option<&'a Body>,
    /// The number of members taken.
    pub(super) taken: usize,
    pub(super) name: NameView<'a>,
    pub(super) value: Option<Pending<'a, 'c>>,
}

impl<'a, 'c> Cursor<'a, 'c> {
    #[inline]
    pub(super) fn new(members: &'a Members<'c>) -> Self {
        let (written, listed) = match &members.items {
            Items::Written(items) => (Some(items.clone()), &[][..]),
            Items::Listed(items) => (None, &**items),
            Items::Computed(_) => (None, &[][..]),
        };
        let name = NameView::of_field("");
        let others = members.others.as_deref();
        let labels = others.map_or(&[][..], |others| &others.labels).iter();
        let remain = others.and_then(|others| others.remain.as_ref());
        Self { members, written, listed, labels, remain, taken: 0, name, value: None }
    }

    /// Returns the names and values of all members.
    #[cold]
    pub(super) fn list(members: &'a Members<'c>) -> Vec<(NameView<'a>, Pending<'a, 'c>)> {
        let mut cursor = Self::new(members);
        std::iter::from_fn(|| cursor.advance().then_some((cursor.name, cursor.value?))).collect()
    }

    #[inline(always)]
    pub(super) fn set(&mut self, name: NameView<'a>, value: Pending<'a, 'c>) -> bool {
        (self.name, self.value) = (name, Some(value));
        true
    }

    /// Continues with the next member. Returns `false` if there is none. It is inlined, since it is
    /// called for each member of all structs (`benches/peers`).
    #[inline(always)]
    pub(super) fn advance(&mut self) -> bool {
        self.taken += 1;
        if let Some((name, value)) = self.labels.next() {
            return self.set(NameView::of_field(name), Pending::Label(value));
        }
        let Some(items) = &mut self.written else { return self.advance_in_list() };
        match items.next() {
            Some((name, item)) => self.set(name, Pending::Written(item)),
            None => self.advance_to_remain(),
        }
    }

    #[inline(never)]
    fn advance_in_list(&mut self) -> bool {
        let group = match self.members.kind {
            Kind::Object | Kind::Level | Kind::Value { .. } | Kind::StandIn | Kind::Spanned => {
                self.listed.split_off_first().map(|first| (first, &[][..]))
            }
            Kind::Body { .. } | Kind::Labels(_) => take_group(&mut self.listed, |item| item.name.text),
        };
        let Some((first, others)) = group else { return self.advance_in_value() };
        self.set(
            first.name,
            match &first.kind {
                ItemViewKind::Attribute(value) => Pending::Written(WrittenItem::Attribute(*value)),
                ItemViewKind::Block(BlockView::Native(block)) if others.is_empty() => {
                    Pending::Written(WrittenItem::Block(*block))
                }
                ItemViewKind::Block(_) | ItemViewKind::Property(_) => Pending::Group(first, others),
            },
        )
    }

    /// Continues with the next entry of a value.
    fn advance_in_value(&mut self) -> bool {
        let Items::Computed(entries) = &self.members.items else { return self.advance_to_remain() };
        let Some((text, value)) = entries.get(self.taken - 1) else { return false };
        let mut name = NameView::of_field(text);
        if self.members.kind == (Kind::Value { is_secret: true }) {
            name.spelling = Spelling::Secret;
        }
        self.set(name, Pending::Value(value))
    }

    /// Returns the number of members that are left, if it is known.
    pub(super) fn size_hint(&self) -> Option<usize> {
        match (&self.written, &self.members.items) {
            (Some(items), _) => items.size_hint().1,
            (None, Items::Computed(entries)) => Some(entries.len().saturating_sub(self.taken)),
            _ if matches!(self.members.kind, Kind::Body { .. }) => None,
            _ => Some(self.listed.chunk_by(|one, next| one.name.text == next.name.text).count()),
        }
    }

    /// Continues with the rest of the body, which follows the items.
    #[cold]
    fn advance_to_remain(&mut self) -> bool {
        match self.remain.take() {
            Some(remain) => self.set(NameView::of_field(REMAIN), Pending::Remain(remain)),
            None => false,
        }
    }
}

/// The next value.
#[derive(Clone, Copy)]
pub(super) enum Pending<'a, 'c> {
    /// An attribute, or a block or a property that is the only one of its name.
    Written(WrittenItem<'c>),
    /// A block or a property, and the other items of its name.
    Group(&'a ItemView<'c>, &'a [ItemView<'c>]),
    /// An entry of a value.
    Value(&'c Value),
    Label(&'a LabelValue<'c>),
    Remain(&'a Body),
    /// A field that is missing.
    Missing(&'static str),
    /// The member with this index of a value and its span.
    Spanned(usize),
}
