//! The members of a body or an object by name, for the fields of a struct or the entries of a map.

use std::borrow::Cow;

use serde::de::{self, Visitor};

use super::Context;
use super::expression;
use super::key::LabelEntry;
use super::member_access::MemberAccess;
use super::record::{Recovery, Repair};
use super::target::Target;
use crate::body::{
    Body, ExpressionView, Few, ItemView, ItemViewKind, Level, NameView, PropertyView, WrittenItems,
};
use crate::diag::Code;
use crate::error::{Clue, Error, ErrorPart, Result, TextNode};
use crate::source::{Source, Span};

/// The members of a body or an object for a struct or a map.
pub(super) struct Members<'c> {
    pub(super) items: Items<'c>,
    /// The body or object.
    pub(super) span: Span,
    pub(super) source: &'c Source,
    pub(super) kind: Kind,
    /// Boxed, since few types have any.
    pub(super) others: Option<Box<OtherMembers<'c>>>,
}

/// The members that are not items.
#[derive(Default)]
pub(super) struct OtherMembers<'c> {
    /// The fields that take labels, and their labels.
    pub(super) labels: Vec<LabelEntry<'c>>,
    /// Whether they include labels for fields that the type may have.
    pub(super) are_probed: bool,
    /// The rest of the body after the other fields, if a field takes it.
    pub(super) remain: Option<Body>,
    /// The fields that are missing. If there are any, stand-ins are decoded for all members.
    pub(super) missing: Vec<&'static str>,
}

impl OtherMembers<'_> {
    /// Records which of the labels that there may be fields for were taken. Returns whether there
    /// are any.
    #[cold]
    fn record_probes(&self, target: &Target<'_>) -> bool {
        self.are_probed
            && target.record_search(self.labels.iter().filter_map(|(_, label)| label.taken_field()))
    }
}

/// The source of the members.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// The items of a body, which may be that of a block.
    Body { is_block: bool },
    /// The entries of an object, which are expressions.
    Object,
    /// The properties of a JSON object, whose names are labels or keys.
    Level,
    /// The blocks of one type by the label after this many others.
    Labels(usize),
}

/// The items of a body, or the entries of an object, for a struct or a map.
pub(super) enum Items<'c> {
    /// The items of a body as they are written, with different names.
    Written(WrittenItems<'c>),
    /// All items of a body, grouped by name, or the entries of an object.
    Listed(Few<ItemView<'c>>),
}

impl<'c> Items<'c> {
    /// Returns all items, for errors about them.
    #[cold]
    pub(super) fn list(&self) -> Cow<'_, [ItemView<'c>]> {
        match self {
            Self::Written(items) => Cow::Owned(items.clone().map(ItemView::from).collect()),
            Self::Listed(items) => Cow::Borrowed(items),
        }
    }
}

impl<'c> Members<'c> {
    /// Returns the members that are all items.
    pub(super) fn of_items(items: Items<'c>, span: Span, source: &'c Source, kind: Kind) -> Self {
        Self { items, span, source, kind, others: None }
    }

    /// Adds members that are not items, if there are any.
    pub(super) fn with_others(self, others: OtherMembers<'c>) -> Self {
        let has_others = others.are_probed
            || others.remain.is_some()
            || !(others.labels.is_empty() && others.missing.is_empty());
        Self { others: has_others.then(|| Box::new(others)), ..self }
    }

    /// Returns the properties below one, by label or key.
    pub(super) fn of_level(property: &PropertyView<'c>) -> Option<Self> {
        let items = match property.level()? {
            Level::Written(properties) => Items::Written(properties.into()),
            Level::Grouped(entries) => {
                let item = |(name, entry)| ItemView { name, kind: ItemViewKind::Property(entry) };
                Items::Listed(Few::More(entries.map(item).collect()))
            }
        };
        Some(Self::of_items(items, property.span(), property.source(), Kind::Level))
    }

    /// Returns the entries of an object as they are decoded. It is not generic, unlike the function
    /// that visits them.
    pub(super) fn of_object(
        object: ExpressionView<'c>,
        mut entries: Vec<ItemView<'c>>,
        target: &Target<'c>,
        context: Context<'_, 'c>,
    ) -> Result<Self> {
        let (span, source) = (object.span(), object.source());
        let mut missing = Vec::new();
        if let Some(recovery) = context.recovery() {
            missing = recovery.missing(TextNode::new(source, span));
            entries.retain(|item| !recovery.leaves_out(item_node(item)));
        }
        entries.iter().try_for_each(|item| check_written(item.name, source, target))?;
        target.resume(&mut entries, |item| item.name.text);
        let others = OtherMembers { missing, ..OtherMembers::default() };
        Ok(Self::of_items(Items::Listed(Few::More(entries)), span, source, Kind::Object).with_others(others))
    }

    /// Returns the body or object as a part of errors.
    pub(super) fn node(&self) -> TextNode {
        TextNode::new(self.source, self.span)
    }

    /// Visits the members.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        &self,
        target: &Target<'c>,
        context: Context<'de, 'c>,
        visitor: V,
        explain: &dyn Fn(Error) -> Error,
    ) -> Result<V::Value> {
        // A reference is cheaper to pass on than the access.
        let result = visitor.visit_map(&mut MemberAccess::new(self, target, context));
        if self.others.as_ref().is_some_and(|others| others.record_probes(target)) || target.is_provisional()
        {
            return Err(target.repeat());
        }
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.explained(error, target, context, explain)),
        }
    }

    /// Adds to the error of a visitor the reason if it is about a field that is null, the part that
    /// is missing, and the body. Other errors are explained by a function.
    #[cold]
    fn explained(
        &self,
        error: Error,
        target: &Target<'c>,
        context: Context<'_, 'c>,
        explain: &dyn Fn(Error) -> Error,
    ) -> Error {
        let (node, items) = (self.node(), &*self.items.list());
        let body = ErrorPart::Body(node, self.kind != Kind::Object);
        target.record_hidden_null(&error, || items.iter().any(|item| is_null(item, context)));
        if let Some(field) = target.missing_null(&error)
            && let Some(item) = items.iter().find(|item| item.name.text == field)
        {
            let error = target.null_error(field).at(item.value_span(), item.source());
            return error.in_part(ErrorPart::Missing(node, field)).in_part(body);
        }
        let is_own = error.parts().is_empty();
        let error = explain(error);
        // A field whose value failed is not missing in the text.
        let lacks_value = || {
            let is_left_out = |recovery: &Recovery, item: &ItemView<'_>| {
                recovery.repair_of(item_node(item)) == Some(Repair::LeftOut)
            };
            context.recovery().is_some_and(|recovery| items.iter().any(|item| is_left_out(recovery, item)))
        };
        let error = match error.clue() {
            Some(Clue::Missing(field))
                if is_own && error.parts().is_empty() && target.may_have(field) && !lacks_value() =>
            {
                let part = ErrorPart::Missing(node, field);
                error.in_part(part)
            }
            _ => error,
        };
        error.in_part(body)
    }
}

/// Returns the part of the text that identifies an item.
pub(super) fn item_node(item: &ItemView<'_>) -> TextNode {
    TextNode::new(item.source(), item.name.span)
}

/// Adds its location to the error about a name.
#[cold]
pub(super) fn key_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source).in_part(ErrorPart::Extra(TextNode::new(source, name.span)))
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
        ItemViewKind::Property(property) => {
            property.expression().is_ok_and(|value| expression::is_null(value, context))
        }
    }
}

/// Returns whether an error about a member of a block shows that the block needs a label: its
/// members are decoded as blocks, or are those that a block with the label has.
pub(super) fn is_about_label(error: &Error, target: &Target<'_>, kind: Kind, items: &[ItemView<'_>]) -> bool {
    let is_of_member = !error.path().is_empty() && !error.path().contains(['.', '[']);
    let is_item = |field: &str| items.iter().any(|item| item.name.text == field);
    is_of_member
        && target.is_map()
        && match (kind, error.clue()) {
            (Kind::Body { is_block: true }, Some(Clue::Missing(field))) => is_item(field),
            (Kind::Body { is_block: true }, _) => {
                error.is_object_expected() || error.code() == Some(Code::UnexpectedLabel)
            }
            (Kind::Level, _) => error.expects_field(error.path()),
            _ => false,
        }
}
