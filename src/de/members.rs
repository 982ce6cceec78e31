//! The members of a body or an object by name, for the fields of a struct or the entries of a map.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::de::{self, Visitor};

use super::Context;
use super::expression;
use super::findings::{Reason, Slot};
use super::flat;
use super::key::LabelEntry;
use super::locate;
use super::member_access::{MemberAccess, Once, Visit};
use super::target::Target;
use crate::body::{
    Body, ExpressionView, ItemView, ItemViewKind, Level, NameView, OneOrMany, PropertyView, WrittenItems,
};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Reported, Result};
use crate::protocol::{LabelField, is_special_field};
use crate::source::{Source, Span};
use crate::util::rare::Rare;
use crate::value::Value;

/// The members of a body or an object for a struct or a map.
pub(super) struct Members<'c> {
    pub(super) items: Items<'c>,
    /// The body or object.
    pub(super) span: Span,
    pub(super) source: &'c Source,
    pub(super) kind: Kind,
    pub(super) others: Rare<OtherMembers<'c>>,
}

/// The members that are not items, and the items that are no members.
#[derive(Default)]
pub(super) struct OtherMembers<'c> {
    /// The fields that take labels, and their labels.
    pub(super) labels: Vec<LabelEntry<'c>>,
    /// Whether they include labels for fields that the type may have.
    pub(super) are_probed: bool,
    /// The rest of the body after the other fields, if a field takes it.
    pub(super) remain: Option<Body>,
    /// Whether the labels include bodies for flattened fields.
    pub(super) has_flat: bool,
    /// The errors about items that are no members, such as a repeated attribute.
    pub(super) errors: Vec<Diagnostic>,
}

impl OtherMembers<'_> {
    fn is_empty(&self) -> bool {
        let Self { labels, are_probed, remain, has_flat, errors } = self;
        labels.is_empty() && !are_probed && remain.is_none() && !has_flat && errors.is_empty()
    }

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
    /// The entries of a value, which is marked or not.
    Value { is_secret: bool },
    /// The parts of a stand-in.
    StandIn,
    /// The span of a value, and the value.
    Spanned,
}

/// The items of a body, or the entries of an object, for a struct or a map.
pub(super) enum Items<'c> {
    /// The items of a body as they are written, with different names.
    Written(WrittenItems<'c>),
    /// All items of a body, grouped by name, or the entries of an object.
    Listed(OneOrMany<ItemView<'c>>),
    /// The entries of a value.
    Computed(Vec<(&'c str, &'c Value)>),
}

impl<'c> Items<'c> {
    /// Returns all items, for errors about them.
    #[cold]
    pub(super) fn list(&self) -> Cow<'_, [ItemView<'c>]> {
        match self {
            Self::Written(items) => Cow::Owned(items.clone().map(ItemView::from).collect()),
            Self::Listed(items) => Cow::Borrowed(items),
            Self::Computed(_) => Cow::Borrowed(&[]),
        }
    }
}

impl<'c> Members<'c> {
    /// Returns the members that are all items.
    pub(super) fn of_items(items: Items<'c>, span: Span, source: &'c Source, kind: Kind) -> Self {
        Self { items, span, source, kind, others: Rare::default() }
    }

    /// Returns the entries of a value, which has no location.
    pub(super) fn of_value(entries: Vec<(&'c str, &'c Value)>, kind: Kind) -> Self {
        static SOURCE: LazyLock<Source> = LazyLock::new(Source::default);
        Self::of_items(Items::Computed(entries), Span::default(), &SOURCE, kind)
    }

    /// Adds members that are not items, if there are any.
    pub(super) fn with_others(self, others: OtherMembers<'c>) -> Self {
        match others.is_empty() {
            true => self,
            false => Self { others: Some(Box::new(others)).into(), ..self },
        }
    }

    /// Adds the errors about items that are no members.
    pub(super) fn with_errors(self, errors: Vec<Diagnostic>) -> Self {
        self.with_others(OtherMembers { errors, ..OtherMembers::default() })
    }

    /// Returns the fields for labels that took theirs.
    pub(super) fn taken_fields(&self) -> Vec<LabelField> {
        let labels = self.others.iter().flat_map(|others| &others.labels);
        labels.filter_map(|(_, label)| label.taken_field()).collect()
    }

    fn errors(&self) -> &[Diagnostic] {
        self.others.as_deref().map_or(&[], |others| &others.errors)
    }

    /// Returns the properties below one, by label or key.
    pub(super) fn of_level(property: &PropertyView<'c>) -> Option<Self> {
        let items = match property.level()? {
            Level::Written(properties) => Items::Written(properties.into()),
            Level::Grouped(entries) => {
                let item = |(name, entry)| ItemView { name, kind: ItemViewKind::Property(entry) };
                Items::Listed(OneOrMany::Many(entries.map(item).collect()))
            }
        };
        Some(Self::of_items(items, property.span(), property.source(), Kind::Level))
    }

    /// Returns the entries of an object. It is not generic, unlike the function that visits them.
    pub(super) fn of_object(
        object: ExpressionView<'c>,
        mut entries: Vec<ItemView<'c>>,
        target: &Target<'c>,
        context: Context<'_, 'c>,
    ) -> Result<Self> {
        let mut errors = Vec::new();
        without_special(&mut entries, target, context, &mut errors)?;
        let items = Items::Listed(OneOrMany::Many(entries));
        let members = Self::of_items(items, object.span(), object.source(), Kind::Object);
        Ok(members.with_errors(errors))
    }

    /// Returns whether an attribute or an entry is null.
    pub(super) fn has_null(&self, context: Context<'_, 'c>) -> bool {
        match &self.items {
            Items::Computed(entries) => entries.iter().any(|(_, value)| value.is_null()),
            items => items.list().iter().any(|item| is_null(item, context)),
        }
    }

    /// Visits the members.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        &self,
        target: &Target<'c>,
        context: Context<'de, 'c>,
        visitor: V,
        explain: &dyn Fn(Error) -> Error,
    ) -> Result<V::Value> {
        let mut visit = Once::new(visitor);
        self.visit_by(target, context, explain, &mut visit)?;
        visit.decoded()
    }

    /// Visits the members by a visitor.
    fn visit_by<'de>(
        &self,
        target: &Target<'c>,
        context: Context<'de, 'c>,
        explain: &dyn Fn(Error) -> Error,
        visit: &mut dyn Visit<'de>,
    ) -> Result<()> {
        let slot = Slot::default();
        let has_flat = self.others.as_ref().is_some_and(|others| others.has_flat);
        let _bodies = has_flat.then(flat::bodies);
        let is_inside = matches!(self.kind, Kind::Object | Kind::Level);
        let context = Context { has_flat: has_flat || is_inside && context.has_flat, ..context };
        let mut access = MemberAccess::new(self, target, context, &slot);
        access.begin();
        let result = visit.visit(&mut access);
        if self.others.as_ref().is_some_and(|others| others.record_probes(target)) {
            access.progress.forget_unexamined();
            return Err(target.repeat());
        }
        match result {
            Ok(()) if self.errors().is_empty() && access.progress.is_clean() => Ok(()),
            Ok(()) => self.conclude(None, &mut access, explain).map_or(Ok(()), Err),
            Err(error) => {
                let error = self.conclude(Some(error), &mut access, explain);
                Err(error.unwrap_or_else(Error::repeated))
            }
        }
    }

    /// Returns the error of the members, if there is any.
    #[cold]
    fn conclude(
        &self,
        error: Option<Error>,
        access: &mut MemberAccess<'_, '_, '_>,
        explain: &dyn Fn(Error) -> Error,
    ) -> Option<Error> {
        if self.kind == Kind::StandIn {
            return error;
        }
        let is_value = access.is_value();
        // The error is not that of an internally tagged enum among the members.
        if !is_value {
            access.target.forget_tagged();
        }
        let is_result = !is_value
            && access.progress.is_excluding()
            && !access.progress.is_pending()
            && !error.as_ref().is_some_and(|error| error.is_repeated() || error.is_of_part())
            && !access.progress.is_repeat_requested();
        let error = match error {
            None if access.target.is_tagged() && !is_value => {
                access.progress.search_all();
                None
            }
            error if is_result => Some(access.search_next(error.as_ref())),
            Some(_) if access.omits_rejected_null() => Some(access.progress.abandon(Reason::Null)),
            Some(error) if is_value && access.progress.is_own() => Some(own_error_of_value(error, access)),
            Some(error) if is_value => Some(access.progress.leave_out_failed(error, access.mode)),
            Some(error) if access.progress.is_own() => Some(self.own_error(error, access, explain)),
            Some(error) => Some(access.leave_out_failed(explain(error))),
            None => None,
        };
        access.progress.conclude(error, self.errors())
    }

    /// Explains the error of a visitor, and requests another visit if it can find more errors.
    fn own_error(
        &self,
        error: Error,
        access: &mut MemberAccess<'_, '_, '_>,
        explain: &dyn Fn(Error) -> Error,
    ) -> Error {
        let (target, items) = (access.target, &*self.items.list());
        if let Some(error) = target.record_flat() {
            // The next visit has one member more.
            access.progress.restart();
            return error;
        }
        // The errors of a flattened type that was decoded by itself.
        if error.is_of_part() {
            return access.progress.fail(error);
        }
        if access.progress.converts(&error) {
            return Error::repeated();
        }
        if access.omits_nulls(&error) {
            return Error::repeated();
        }
        let message = error.first().map_or_else(String::new, |first| first.detail().to_owned());
        if let Some(error) = access.supply_other(&error).or_else(|| access.search_repeated(&error)) {
            return error;
        }
        let Some(Reported::Missing(field)) = error.own_reported().cloned() else {
            let error = explain(access.set_twice(error));
            return match error.path().is_empty() {
                true => access.search(error, message),
                false => access.leave_out_located(error),
            };
        };
        target.record_lack_of_tag();
        // The names of the blocks are not the members of such a type, so their errors are none.
        if matches!(self.kind, Kind::Labels(_)) && !target.may_have(field) {
            access.progress.forget();
            return explain(error);
        }
        let error = match access.absence(field) {
            Absence::Failed if target.is_flattened() => {
                return access.progress.supply_failed(field).unwrap_or(error);
            }
            Absence::Failed => return error,
            Absence::Omitted if access.progress.learn_of_nulls(|found| found.require_null(field)) => {
                return Error::repeated();
            }
            Absence::Omitted => return explain(error),
            Absence::Null(Some((span, source))) => null_error(field).at(span, source),
            Absence::Null(None) | Absence::Written => return explain(access.search(error, message)),
            Absence::Missing => {
                let supplied = access.progress.findings().map_or(&[][..], |findings| &findings.supplied);
                explain(locate::with_similar(error, items, &[target.names(), supplied].concat()))
            }
        };
        let is_label = LabelField::parse(field).is_some();
        if access.progress.is_repeat_requested() || !target.may_have(field) && !is_label {
            return error;
        }
        if is_label {
            // A block without its label may be another one than is meant, so its content is not
            // checked.
            access.progress.forget();
            return error;
        }
        access.supply(field, error)
    }
}

/// Explains the error of a visitor of the entries of a value, and requests another visit if it can
/// find more errors.
fn own_error_of_value(error: Error, access: &mut MemberAccess<'_, '_, '_>) -> Error {
    if access.omits_nulls(&error) {
        return Error::repeated();
    }
    if let Some(error) = access.supply_other(&error) {
        return error;
    }
    let Some(Reported::Missing(field)) = error.own_reported().cloned() else { return error };
    let error = match access.absence(field) {
        Absence::Missing => error,
        Absence::Null(_) => null_error(field),
        Absence::Omitted if access.progress.learn_of_nulls(|found| found.require_null(field)) => {
            return Error::repeated();
        }
        Absence::Failed | Absence::Omitted | Absence::Written => return error,
    };
    match access.target.may_have(field) && !access.progress.is_repeat_requested() {
        true => access.progress.supply(field, error),
        false => error,
    }
}

/// The reason why a field has no value.
pub(super) enum Absence<'c> {
    /// Its value failed.
    Failed,
    /// Its value is null, which its type rejects; its location, unless it was computed.
    Null(Option<(Span, &'c Source)>),
    /// Its value is null, and the type hides whether it takes null.
    Omitted,
    /// It has a value. The field of another type is meant.
    Written,
    /// There is no item of its name.
    Missing,
}

/// Returns the error about a field that is required, but set to null.
#[cold]
pub(super) fn null_error(field: &str) -> Error {
    let detail = format!("{field:?} is required here, but it is null, which counts as not set.");
    Error::coded(Code::MissingItem, detail).under(field)
}

/// Adds its location to the error about a name.
#[cold]
pub(super) fn key_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source)
}

/// Takes out the items whose name is that of a field for labels or for the rest of a body, and
/// reports them: such a field takes no item of its name.
pub(super) fn without_special(
    items: &mut Vec<ItemView<'_>>,
    target: &Target<'_>,
    context: Context<'_, '_>,
    errors: &mut Vec<Diagnostic>,
) -> Result<()> {
    if !target.names().iter().any(|name| is_special_field(name)) {
        return Ok(());
    }
    for item in items.extract_if(.., |item| target.has_special(item.name.text)) {
        let error = de::Error::unknown_field(item.name.text, target.names());
        context.note(key_error(error, item.name, item.source()), errors)?;
    }
    Ok(())
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
        && match (kind, error.reported()) {
            (Kind::Body { is_block: true }, Some(Reported::Missing(field))) => is_item(field),
            (Kind::Body { is_block: true }, _) => {
                error.is_object_expected() || error.code() == Some(Code::UnexpectedLabel)
            }
            (Kind::Level, _) => error.expects_field(error.path()),
            _ => false,
        }
}
