//! Conversion of values whose types are known to convert.

use std::sync::Arc;

use super::super::elements::Elements;
use super::super::{Map, ObjectType, PathStep, Type, Value, ValueError, ValueKind};
use super::search::Search;
use super::{Conversion, dynamic, mismatch, primitive};
use crate::redaction;
use crate::value::ErrorKind;

type Result<T> = std::result::Result<T, ValueError>;

/// A conversion in progress. It recurses: separate functions for pairs of kinds, and loops in place
/// of iterators, keep the stack of each level small.
///
/// It recurses: a function for each pair of kinds, and loops in place of iterators, keep the stack
/// that a level takes small.
pub(super) struct Converter<'s> {
    pub(super) conversion: Conversion,
    pub(super) search: &'s Search<'s>,
    /// The number of digits a number may have as text.
    pub(super) digits: u32,
}

/// The number of parts that the conversion of one value counts as: its elements are compared,
/// copied and put together.
const COPIED_PARTS: u64 = 4;

impl Converter<'_> {
    /// Converts a value.
    pub(super) fn apply(&self, value: &Value, to: &Type) -> Result<Value> {
        if value.is_marked() {
            return self.marked(value, to);
        }
        if *to == Type::Dynamic || self.search.same(value.ty(), to) {
            return Ok(value.clone());
        }
        self.search.look_at(COPIED_PARTS)?;
        match value.kind() {
            ValueKind::Unknown(from) => {
                if let Some(elements) = value.elements() {
                    self.check_elements(elements, to)?;
                }
                let ty = self.open_type(from, to)?;
                let refinement = value.refinement().converted(from, &ty);
                Ok(Value::refined(ty, refinement))
            }
            ValueKind::Null(from) => Ok(Value::null(self.open_type(from, to)?)),
            ValueKind::Bool(_) | ValueKind::Number(_) | ValueKind::String(_) | ValueKind::Capsule(_) => {
                self.search.look_at(primitive::parts(value, self.digits))?;
                primitive::convert(value, to, self.digits).unwrap_or_else(|| self.mismatch(value, to))
            }
            ValueKind::List(items) => self.items(value, items, to),
            ValueKind::Set(items) => self.set(value, items, to),
            ValueKind::Tuple(items) => with_marks_of_type(self.tuple(value, items, to)?, value, to),
            ValueKind::Map(elements) => self.map(value, elements, to),
            ValueKind::Object(attributes) => {
                with_marks_of_type(self.object(value, attributes, to)?, value, to)
            }
        }
    }

    fn marked(&self, value: &Value, to: &Type) -> Result<Value> {
        let _scope = redaction::scope(true);
        Ok(self.apply(value.unmarked(), to)?.with_marks(value.marks()))
    }

    /// Returns the type of a null or unknown value after its conversion.
    fn open_type(&self, from: &Type, to: &Type) -> Result<Type> {
        if to.has_optional() || to.has_dynamic() {
            self.search.look_at(to.size())?;
        }
        Ok(dynamic::fill_in(from, &to.without_optional(), self.search))
    }

    /// Checks that the elements of a tuple or object of unknown length convert.
    fn check_elements(&self, elements: &Elements, to: &Type) -> Result<()> {
        let Elements { element, are_named } = elements;
        match to {
            Type::Dynamic => Ok(()),
            Type::List(to) | Type::Set(to) if !are_named => {
                self.check_element(element, to).map_err(|error| error.at_index(0))
            }
            Type::Map(to) if *are_named => {
                self.check_element(element, to).map_err(|error| error.with_context("each element"))
            }
            Type::Tuple(to) if !are_named => {
                let mut types = to.iter().enumerate();
                types.try_for_each(|(at, to)| self.check_element(element, to).map_err(|it| it.at_index(at)))
            }
            Type::Object(to) if *are_named => {
                let mut required = to.iter().filter(|(name, _)| !to.is_optional(name));
                required.try_for_each(|(name, ty)| {
                    self.check_element(element, ty).map_err(|it| it.at(PathStep::Attribute(name.into())))
                })
            }
            _ => Err(mismatch::error(&Value::unknown(elements.ty()), to, self.search)),
        }
    }

    fn check_element(&self, element: &Value, to: &Type) -> Result<()> {
        let fits = self.search.fits(element.ty(), to, self.conversion);
        self.search.check()?;
        if !fits {
            return Err(mismatch::error(element, to, self.search));
        }
        self.apply(element, to).map(drop)
    }

    fn mismatch(&self, value: &Value, to: &Type) -> Result<Value> {
        Err(mismatch::error(value, to, self.search))
    }

    /// Converts the elements of a list, or of a set if that is the same.
    fn items(&self, value: &Value, items: &[Value], to: &Type) -> Result<Value> {
        match to {
            Type::List(element) => list(self.each_item(items, element)?, value, element),
            Type::Set(element) => self.set_of(self.each_item(items, element)?, value, element),
            _ => self.mismatch(value, to),
        }
    }

    fn set(&self, value: &Value, items: &[Value], to: &Type) -> Result<Value> {
        if matches!(to, Type::List(_)) && items.len() > 1 && !value.is_wholly_known() {
            // The number of elements of the result is known only if all elements of the set are
            // known.
            return Ok(Value::unknown(self.open_type(value.ty(), to)?));
        }
        self.items(value, items, to)
    }

    fn tuple(&self, value: &Value, items: &[Value], to: &Type) -> Result<Value> {
        match to {
            Type::Tuple(elements) if elements.len() == items.len() => self.tuple_to_tuple(items, elements),
            Type::List(element) if items.is_empty() => {
                Ok(Value::list_of(element.without_optional(), Vec::new()))
            }
            Type::Set(element) if items.is_empty() => Value::set_of(element.without_optional(), Vec::new()),
            Type::List(element) => self.tuple_to_list(value, items, element),
            Type::Set(element) => {
                let common = self.common_type(items.iter(), element)?;
                self.set_of(self.each_item(items, &common)?, value, &common)
            }
            _ => self.mismatch(value, to),
        }
    }

    fn tuple_to_tuple(&self, items: &[Value], elements: &[Type]) -> Result<Value> {
        let mut converted = Vec::with_capacity(items.len());
        for (index, (item, to)) in items.iter().zip(elements).enumerate() {
            match self.apply(item, to) {
                Ok(item) => converted.push(item),
                Err(error) => return Err(error.at_index(index)),
            }
        }
        Ok(Value::tuple(converted))
    }

    fn tuple_to_list(&self, value: &Value, items: &[Value], element: &Type) -> Result<Value> {
        let common = self.common_type(items.iter(), element)?;
        let items = self.each_item(items, &common)?;
        if !common.has_dynamic() {
            return list(items, value, &common);
        }
        // Conversion to a partly dynamic type can give elements of different types.
        let common = self.common_type(items.iter(), &Type::Dynamic)?;
        list(self.each_item(&items, &common)?, value, &common)
    }

    fn map(&self, value: &Value, elements: &Map, to: &Type) -> Result<Value> {
        match to {
            Type::Map(element) => {
                let elements = self.each_element(elements, element)?;
                map(self.same_type(elements, element, Conversion::Safe)?, value, element)
            }
            Type::Object(object) => self.map_to_object(elements, value.ty(), object),
            _ => self.mismatch(value, to),
        }
    }

    fn object(&self, value: &Value, attributes: &Map, to: &Type) -> Result<Value> {
        match to {
            Type::Object(object) => {
                let locate = |error: ValueError, name: &Arc<str>| error.at(PathStep::Attribute(name.clone()));
                self.search.look_at(object.len() as u64)?;
                let mut converted = self.attributes(attributes, object, locate)?;
                fill_optional(&mut converted, object);
                Ok(Value::object(converted))
            }
            Type::Map(element) if attributes.is_empty() => {
                Ok(Value::map_of(element.without_optional(), Map::new()))
            }
            Type::Map(element) => {
                let common = self.common_type(attributes.values(), element)?;
                let elements = self.each_element(attributes, &common)?;
                map(self.same_type(elements, &common, self.conversion)?, value, &common)
            }
            _ => self.mismatch(value, to),
        }
    }

    fn map_to_object(&self, elements: &Map, from: &Type, to: &ObjectType) -> Result<Value> {
        self.search.look_at(to.len() as u64)?;
        // An optional attribute of an unsuitable type is an error only if the map has its key.
        let from = from.element().unwrap_or(&Type::Dynamic);
        for (key, _) in elements.sorted() {
            if let Some(to) = to.get(key).filter(|to| !self.search.fits(from, to, Conversion::Lossy)) {
                let message = mismatch::attribute(key, from, to, self.search);
                return Err(ValueError::public(ErrorKind::Type, message));
            }
        }
        let mut converted = self.attributes(elements, to, ValueError::at_key)?;
        let missing = to.iter().map(|(name, _)| name);
        let missing = missing.filter(|name| !to.is_optional(name) && !converted.contains_key(name)).min();
        if let Some(name) = missing {
            let message = format!("map has no element for required attribute {name:?}");
            return Err(ValueError::public(ErrorKind::Type, message));
        }
        fill_optional(&mut converted, to);
        Ok(Value::object(converted))
    }

    fn set_of(&self, items: Vec<Value>, before: &Value, wanted: &Type) -> Result<Value> {
        self.search.look_at(Value::pairs_without_order(&items))?;
        let element = element_type(items.iter(), before, wanted)?;
        Value::set(element, items)
    }

    fn each_item(&self, items: &[Value], to: &Type) -> Result<Vec<Value>> {
        let mut converted = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            match self.apply(item, to) {
                Ok(item) => converted.push(item),
                Err(error) => return Err(error.at_index(index)),
            }
        }
        Ok(converted)
    }

    fn each_element(&self, elements: &Map, to: &Type) -> Result<Map> {
        self.entries(elements, |_| Some(to), ValueError::at_key)
    }

    /// Returns the entries for which the object type has an attribute.
    fn attributes(
        &self,
        entries: &Map,
        to: &ObjectType,
        locate: fn(ValueError, &Arc<str>) -> ValueError,
    ) -> Result<Map> {
        self.entries(entries, |name| to.get(name), locate)
    }

    /// Converts entries to their target types, and drops those without one. Of several errors, it
    /// returns the one with the least key, so that the error does not depend on the order of the
    /// entries.
    fn entries<'t>(
        &self,
        entries: &Map,
        to: impl Fn(&str) -> Option<&'t Type>,
        locate: fn(ValueError, &Arc<str>) -> ValueError,
    ) -> Result<Map> {
        let mut converted = Map::with_capacity(entries.len());
        let mut failed: Option<(&Arc<str>, ValueError)> = None;
        for (key, value) in entries.iter_shared() {
            let Some(to) = to(key) else { continue };
            match self.apply(value, to) {
                Ok(value) => _ = converted.insert_shared(key.clone(), value),
                Err(error) if failed.as_ref().is_none_or(|(least, _)| key < *least) => {
                    failed = Some((key, error));
                }
                Err(_) => {}
            }
        }
        match failed {
            Some((key, error)) => Err(locate(error, key)),
            None => Ok(converted),
        }
    }

    /// Returns the requested element type, or the common type of all values if any type is valid.
    fn common_type<'v>(&self, values: impl Iterator<Item = &'v Value>, wanted: &Type) -> Result<Type> {
        let common = self.search.element_type(values.map(Value::ty), wanted, self.conversion);
        self.search.check()?;
        common.ok_or_else(|| ValueError::ty("cannot find a common base type for all elements"))
    }

    /// Brings elements to the type they have in common, where conversion to the element type can
    /// give different ones.
    fn same_type(&self, elements: Map, element: &Type, conversion: Conversion) -> Result<Map> {
        if elements.is_empty()
            || !element.has_dynamic()
            || !(element.is_collection() || matches!(element, Type::Object(_)))
        {
            return Ok(elements);
        }
        let converter = Converter { conversion, ..*self };
        let common = converter.common_type(elements.values(), &Type::Dynamic)?;
        converter.each_element(&elements, &common)
    }
}

/// Adds the marks of all parts to a collection whose elements have the type that the parts have in
/// common: a marked part determines the type of the others.
fn with_marks_of_type(result: Value, parts: &Value, to: &Type) -> Result<Value> {
    let is_open = parts.contains_marks() && to.element().is_some_and(Type::has_dynamic);
    Ok(if is_open { result.with_marks(&parts.all_marks()) } else { result })
}

/// Adds null for the optional attributes that are missing.
fn fill_optional(attributes: &mut Map, to: &ObjectType) {
    for name in to.optional() {
        if let Some(ty) = to.get(name).filter(|_| !attributes.contains_key(name)) {
            attributes.insert(name, Value::null(ty.clone()));
        }
    }
}

/// Returns the common type of all elements. Elements without a type of their own do not count. If
/// there are no others, it is the requested type, or that of the elements before the conversion if
/// any type is valid.
fn element_type<'a>(items: impl Iterator<Item = &'a Value>, before: &Value, wanted: &Type) -> Result<Type> {
    let mut found: Option<&Type> = None;
    let mut empty = true;
    for item in items {
        empty = false;
        match found {
            _ if item.is_dynamic() => {}
            None => found = Some(item.ty()),
            Some(found) if found == item.ty() => {}
            Some(_) => return Err(ValueError::ty("all elements must have the same type")),
        }
    }
    Ok(match found {
        Some(found) => found.clone(),
        None if empty && *wanted == Type::Dynamic => before.ty().element().cloned().unwrap_or(Type::Dynamic),
        None if empty => wanted.without_optional(),
        None => Type::Dynamic,
    })
}

fn list(items: Vec<Value>, before: &Value, wanted: &Type) -> Result<Value> {
    let element = element_type(items.iter(), before, wanted)?;
    Value::list(element, items)
}

fn map(elements: Map, before: &Value, wanted: &Type) -> Result<Value> {
    let element = element_type(elements.values(), before, wanted)?;
    Value::map(element, elements)
}
