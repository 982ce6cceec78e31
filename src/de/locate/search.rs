//! The search for the values that fit what an error shows.

use std::convert::Infallible;
use std::iter::once;

use super::{Found, MAX_MATCHES, Owner, Step};
use crate::body::{
    BlockView, ExpressionView, ItemView, ItemViewKind, Literal, NameView, OneOrMany, PropertyView,
    group_by_name, take_group,
};
use crate::de::Context;
use crate::de::forms::{Form, Part};
use crate::de::key::LabelFields;
use crate::de::record::Record;
use crate::de::structure::Structure;
use crate::error::{Reported, path_step};
use crate::source::{Source, Span};
use crate::value::{Number, Value, ValueKind};

/// Walks through the values of a part as they were passed to the buffer, and keeps those that fit.
pub(super) struct Search<'e, 'de, 'c> {
    reported: &'e Reported,
    /// If set, the search is for objects and blocks without this field.
    pub(super) lacking: Option<&'e str>,
    context: Context<'de, 'c>,
    trail: Vec<Step<'c>>,
    pub(super) found: Vec<Found<'c>>,
}

impl<'e, 'de, 'c> Search<'e, 'de, 'c> {
    pub(super) fn new(reported: &'e Reported, context: Context<'de, 'c>) -> Self {
        Self { reported, lacking: None, context, trail: Vec::new(), found: Vec::new() }
    }

    /// Adds a match. The search ends at the first that has no part in common with those before.
    fn add(&mut self, span: Span, source: &'c Source) {
        if !self.is_over() {
            self.found.push(Found { span, source, trail: self.trail.clone() });
        }
    }

    fn is_over(&self) -> bool {
        match &*self.found {
            [] | [_] => false,
            [first, .., last] => {
                self.found.len() >= MAX_MATCHES
                    || first.trail.first() != last.trail.first()
                    || last.trail.is_empty()
            }
        }
    }

    fn below(&mut self, text: String, span: Option<Span>, source: &'c Source, look: impl FnOnce(&mut Self)) {
        if !self.is_over() {
            self.trail.push(Step { text, span, source });
            look(self);
            self.trail.pop();
        }
    }

    fn name(&mut self, name: NameView<'c>, source: &'c Source) {
        if matches!(self.reported, Reported::Field(field) if field == name.text) {
            self.add(name.span, source);
        }
    }

    /// Searches the items of a body or the entries of an object, which the owner has as fields.
    pub(super) fn items(&mut self, items: &[ItemView<'c>], owner: Option<Owner>) {
        let mut items = items.to_vec();
        // No name is refused.
        _ = group_by_name(&mut items, |item| item.name.text, |_, _| Ok::<_, Infallible>(()));
        let mut rest = &*items;
        while let Some((first, others)) = take_group(&mut rest, |item| item.name.text) {
            for item in once(first).chain(others) {
                self.name(item.name, item.source());
            }
            let span = others.is_empty().then(|| first.value_span());
            self.below(path_step(first.name.text).into_owned(), span, first.source(), |search| {
                search.group(first, others, owner);
            });
        }
    }

    /// Searches the items of one name.
    pub(super) fn group(&mut self, first: &ItemView<'c>, others: &[ItemView<'c>], owner: Option<Owner>) {
        if let ItemViewKind::Attribute(value) = first.kind {
            return self.expression(value);
        }
        match Structure::of(first, others) {
            Ok(Structure::Blocks(blocks)) => self.blocks(&blocks, 0, owner, false),
            Ok(Structure::Property(property)) => self.property(&property, owner, false),
            Err(_) => {}
        }
    }

    /// Returns the form in which the owner takes blocks, and the blocks as the owner of their
    /// items.
    fn form(&self, owner: Option<Owner>, name: &str, is_element: bool) -> (Option<Form>, Option<Owner>) {
        let known = || {
            let (owner, forms) = (owner?, &self.context.record?.forms);
            let number = forms.existing(&Part::of_blocks(owner.type_name, owner.block, name, is_element))?;
            Some((forms.form(number), Owner { block: number, ..owner }))
        };
        known().map_or((None, None), |(form, owner)| (form, Some(owner)))
    }

    /// Searches blocks of one type, of whose labels the first `level` are part of the path, in the
    /// form in which the owner takes them.
    pub(super) fn blocks(
        &mut self,
        blocks: &[BlockView<'c>],
        level: usize,
        owner: Option<Owner>,
        is_element: bool,
    ) {
        let [first, others @ ..] = blocks else { return };
        let (form, inner) = self.form(owner, first.block_type().text, is_element);
        let has_label = |block: &BlockView<'_>| block.label_count() > level;
        let is_list = match form {
            Some(Form::Sequence(_)) => !is_element || has_label(first),
            Some(Form::Struct | Form::Labeled) => return self.block(first, inner),
            Some(Form::Map) => false,
            _ => !is_element && !blocks.iter().all(has_label),
        };
        if is_list && self.fits_list(blocks.len()) {
            self.add(first.header(), first.source());
        }
        // A self-describing type can have a single block in place of a list.
        if is_list && (matches!(form, Some(Form::Sequence(_))) || !others.is_empty()) {
            for (index, block) in blocks.iter().enumerate() {
                let (step, source) = (format!("[{index}]"), block.source());
                self.below(step, Some(block.header()), source, |search| {
                    search.blocks(std::slice::from_ref(block), level, inner.or(owner), true);
                });
            }
        } else if has_label(first) {
            self.labeled_blocks(blocks, level, inner);
        } else {
            self.block(first, inner);
        }
    }

    /// Searches blocks whose next labels are keys.
    fn labeled_blocks(&mut self, blocks: &[BlockView<'c>], level: usize, owner: Option<Owner>) {
        let mut blocks: Vec<_> =
            blocks.iter().filter_map(|block| Some((block.label(level)?, block.clone()))).collect();
        // No name is refused.
        _ = group_by_name(&mut blocks, |(label, _)| label.text, |_, _| Ok::<_, Infallible>(()));
        for group in blocks.chunk_by(|one, next| one.0.text == next.0.text) {
            let [(label, first), others @ ..] = group else { continue };
            self.name(*label, first.source());
            let blocks: Vec<_> = group.iter().map(|(_, block)| block.clone()).collect();
            let look = |search: &mut Self| search.blocks(&blocks, level + 1, owner, false);
            if label.is_secret() {
                look(self);
                continue;
            }
            let span = others.is_empty().then(|| first.header());
            self.below(path_step(label.text).into_owned(), span, first.source(), look);
        }
    }

    /// Searches a block, and whether it is meant itself.
    fn block(&mut self, block: &BlockView<'c>, owner: Option<Owner>) {
        let items = block.body().items();
        let has = |field: &str| items.iter().any(|item| item.name.text == field);
        // The other missing fields have an empty name.
        let lacks_label = block.label_count() == 0 && self.reported.is_missing_label();
        if lacks_label || self.fits_object(has) {
            self.add(block.header(), block.source());
        }
        self.in_block(block, &items, owner);
    }

    /// Searches the labels and the items of a block.
    pub(super) fn in_block(&mut self, block: &BlockView<'c>, items: &[ItemView<'c>], owner: Option<Owner>) {
        for label in block.labels() {
            if matches!(self.reported, Reported::Text(text) if text == label.text) {
                self.add(label.span, block.source());
            }
        }
        self.items(items, owner);
    }

    /// Searches a property in the form in which the owner takes it.
    pub(super) fn property(&mut self, property: &PropertyView<'c>, owner: Option<Owner>, is_element: bool) {
        let (form, inner) = self.form(owner, property.name().text, is_element);
        match (form, inner) {
            (Some(Form::Map), _) => {
                let has =
                    |field: &str| property.level().into_iter().flatten().any(|(it, _)| it.text == field);
                if self.fits_object(has) {
                    self.add(property.span(), property.source());
                }
                for (name, entry) in property.level().into_iter().flatten() {
                    self.name(name, entry.source());
                    let (step, span) = (path_step(name.text).into_owned(), entry.span());
                    self.below(step, Some(span), entry.source(), |search| {
                        search.property(&entry, inner, false)
                    });
                }
            }
            (Some(Form::Sequence(_)), _) => self.elements(property, inner),
            _ => match (self.blocks_of(property, form, inner), property.expression()) {
                (Some(OneOrMany::One(block)), _) => self.block(&block, inner),
                (_, Ok(value)) => self.expression(value),
                (_, Err(_)) => {}
            },
        }
    }

    /// Searches a property that is a sequence.
    fn elements(&mut self, property: &PropertyView<'c>, owner: Option<Owner>) {
        let (form, inner) = self.form(owner, property.name().text, true);
        let blocks = self.blocks_of(property, form, inner);
        let count =
            blocks.as_ref().map_or_else(|| property.element_count().unwrap_or(1), |blocks| blocks.len());
        if self.fits_list(count) {
            self.add(property.span(), property.source());
        }
        for index in 0..count {
            let (step, element) = (format!("[{index}]"), property.element(index));
            let element = element.as_ref().unwrap_or(property);
            match blocks.as_ref().map(|blocks| &blocks[index]) {
                Some(block) => {
                    let (span, source) = (block.header(), block.source());
                    self.below(step, Some(span), source, |search| search.block(block, inner));
                }
                None => {
                    let (span, source) = (element.span(), element.source());
                    self.below(step, Some(span), source, |search| search.property(element, owner, true));
                }
            }
        }
    }

    /// Returns the blocks that a property is, if their labels are fields or a part of their own.
    fn blocks_of(
        &self,
        property: &PropertyView<'c>,
        form: Option<Form>,
        owner: Option<Owner>,
    ) -> Option<OneOrMany<BlockView<'c>>> {
        let owner = owner?;
        let forms = &self.context.record?.forms;
        let of_type = || forms.form(forms.existing(&Part::Labels { block: owner.block })?)?.label_count();
        let count = match form? {
            Form::Struct => {
                let fields = forms.labels(owner.block).fields;
                LabelFields::new(fields.into_iter()).count().or_else(of_type)
            }
            Form::Labeled => of_type(),
            _ => None,
        };
        property.blocks(count?).ok()
    }

    /// Searches the body that an internally tagged enum in JSON was decoded from, below its labels.
    pub(super) fn tagged_property(&mut self, property: &PropertyView<'c>, owner: Owner) {
        let labels = self.context.record.and_then(|record| record.labels(owner.type_name));
        let labels = labels.unwrap_or_default();
        let count = match labels.is_complete {
            false if labels.assumed > 0 => labels.assumed,
            _ => LabelFields::new(labels.fields.iter().copied()).count().unwrap_or(labels.fields.len()),
        };
        let blocks = property.blocks(count);
        match (blocks.as_deref(), property.expression()) {
            (Ok([block]), _) => self.in_block(block, &block.body().items(), Some(owner)),
            (_, Ok(value)) => _ = self.parts(value),
            _ => {}
        }
    }

    pub(super) fn expression(&mut self, value: ExpressionView<'c>) {
        let fits = match value.literal() {
            Some(literal) => self.fits_literal(&literal),
            None => self.parts(value),
        };
        if fits {
            self.add(value.span(), value.source());
        }
    }

    /// Searches the parts of a value that is not a literal. Returns whether the value itself
    /// matches.
    pub(super) fn parts(&mut self, value: ExpressionView<'c>) -> bool {
        match (value.elements(), value.entries()) {
            (Some(elements), _) => {
                let length = elements.len();
                for (index, element) in elements.enumerate() {
                    let step = format!("[{index}]");
                    self.below(step, Some(element.span()), element.source(), |search| {
                        search.expression(element)
                    });
                }
                self.fits_list(length)
            }
            (None, Some(entries)) => {
                self.items(&entries, None);
                self.fits_object(|field| entries.iter().any(|item| item.name.text == field))
            }
            (None, None) if value.is_object() => self.computed_entries(value),
            (None, None) => {
                let value = value.evaluate(self.context.settings.context, &self.context.settings.budget);
                value.is_ok_and(|value| self.fits_in_value(&value))
            }
        }
    }

    /// Searches an object with keys that are evaluated. Returns whether the object matches.
    fn computed_entries(&mut self, object: ExpressionView<'c>) -> bool {
        let settings = self.context.settings;
        let Ok(Some(entries)) = object.computed_entries(settings.context, &settings.budget) else {
            return false;
        };
        for (name, span, value) in &entries {
            if matches!(self.reported, Reported::Field(field) if field == name) {
                self.add(*span, object.source());
            }
            let text = path_step(name).into_owned();
            self.below(text, Some(value.span()), value.source(), |search| search.expression(*value));
        }
        self.fits_object(|field| entries.iter().any(|(name, ..)| name == field))
    }

    /// Returns whether a list of this length fits.
    fn fits_list(&self, length: usize) -> bool {
        *self.reported == Reported::Sequence || *self.reported == Reported::Length(length)
    }

    /// Returns whether an object fits that has some fields.
    fn fits_object(&self, has: impl Fn(&str) -> bool) -> bool {
        *self.reported == Reported::Object || self.lacking.is_some_and(|field| !has(field))
    }

    fn fits_literal(&self, literal: &Literal<'_>) -> bool {
        match literal {
            Literal::Null => *self.reported == Reported::Null,
            Literal::Bool(value) => *self.reported == Reported::Bool(*value),
            Literal::Integer(value) => self.fits_number(&Number::from(*value)),
            Literal::Number(number) => self.fits_number(number),
            Literal::String(text) => self.fits_text(text.text),
        }
    }

    fn fits_number(&self, number: &Number) -> bool {
        match self.reported {
            Reported::Integer(value) => number.as_i64() == Some(*value),
            Reported::Unsigned(value) => number.as_u64() == Some(*value),
            Reported::Float(value) => number.to_f64() == *value,
            Reported::Text(text) => self.converts() && number.to_string() == *text,
            _ => false,
        }
    }

    fn fits_text(&self, text: &str) -> bool {
        match self.reported {
            Reported::Text(wanted) => wanted == text,
            Reported::Bool(value) => self.converts() && text.parse() == Ok(*value),
            _ => self.converts() && Number::parse(text).is_ok_and(|number| self.fits_number(&number)),
        }
    }

    /// Returns whether the error may be about a value that was converted.
    fn converts(&self) -> bool {
        self.context.record.is_some_and(Record::converts)
    }

    /// Returns whether a value that was computed, or something in it, fits.
    fn fits_in_value(&self, value: &Value) -> bool {
        let (value, _) = value.clone().unmark();
        match value.kind() {
            ValueKind::Null(_) => *self.reported == Reported::Null,
            ValueKind::Bool(value) => *self.reported == Reported::Bool(value),
            ValueKind::Number(number) => self.fits_number(number),
            ValueKind::String(text) => self.fits_text(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                self.fits_list(items.len())
                    || value.check_size().is_ok() && items.iter().any(|item| self.fits_in_value(item))
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                self.fits_object(|field| map.get(field).is_some())
                    || matches!(self.reported, Reported::Field(field) if map.get(field).is_some())
                    || value.check_size().is_ok() && map.iter().any(|(_, item)| self.fits_in_value(item))
            }
            ValueKind::Unknown(_) | ValueKind::Capsule(_) => false,
        }
    }
}
