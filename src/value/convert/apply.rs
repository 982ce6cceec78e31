//! Conversion of values whose types are known to convert.

use std::slice;
use std::sync::Arc;

use super::super::refinement::Elements;
use super::super::{Map, ObjectType, PathStep, Type, Value, ValueError, ValueKind};
use super::search::Search;
use super::{Conversion, each_item, mismatch, primitive};
use crate::redaction;
use crate::value::ErrorKind;

type Result<T> = std::result::Result<T, ValueError>;

/// A conversion in progress. It recurses: loops in place of iterators keep the stack of each level
/// small.
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
        self.search.count(COPIED_PARTS)?;
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
                self.search.count(primitive::parts(value, self.digits))?;
                primitive::convert(value, to, self.digits).unwrap_or_else(|| self.mismatch(value, to))
            }
            ValueKind::List(items) | ValueKind::Set(items) => self.items(value, items, false, to),
            ValueKind::Tuple(items) => with_marks_of_type(self.items(value, items, true, to)?, value, to),
            ValueKind::Map(entries) => self.entries(value, entries, false, to),
            ValueKind::Object(entries) => {
                with_marks_of_type(self.entries(value, entries, true, to)?, value, to)
            }
        }
    }

    fn marked(&self, value: &Value, to: &Type) -> Result<Value> {
        let _scope = redaction::scope(true);
        Ok(self.apply(value.unmarked(), to)?.with_marks(value.marks()))
    }

    /// Returns the type of a null or unknown value after its conversion.
    fn open_type(&self, from: &Type, to: &Type) -> Result<Type> {
        if to.facts().optional || to.has_dynamic() {
            self.search.count(to.size())?;
        }
        Ok(fill_in(from, &to.without_optional(), self.search))
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
            Type::Tuple(to) if !are_named => to.iter().enumerate().try_for_each(|(index, to)| {
                self.check_element(element, to).map_err(|error| error.at_index(index))
            }),
            Type::Object(to) if *are_named => {
                to.iter().filter(|(name, _)| !to.is_optional(name)).try_for_each(|(name, ty)| {
                    let located = |error: ValueError| error.at(PathStep::Attribute(name.into()));
                    self.check_element(element, ty).map_err(located)
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

    /// Converts a list, set or tuple.
    fn items(&self, value: &Value, items: &[Value], is_tuple: bool, to: &Type) -> Result<Value> {
        let element = match to {
            Type::Tuple(types) if is_tuple && types.len() == items.len() => {
                return self.each_item(items, types).map(Value::tuple);
            }
            // The number of elements of the result is known only if all elements of the set are
            // known.
            Type::List(_)
                if matches!(value.kind(), ValueKind::Set([_, _, ..])) && !value.is_wholly_known() =>
            {
                return Ok(Value::unknown(self.open_type(value.ty(), to)?));
            }
            Type::List(element) | Type::Set(element) => element,
            _ => return self.mismatch(value, to),
        };
        let unifies = is_tuple && !items.is_empty();
        let mut common = Type::clone(element);
        if unifies {
            common = self.common_type(&mut items.iter(), element)?;
        }
        let mut items = self.each_item(items, slice::from_ref(&common))?;
        if matches!(to, Type::Set(_)) {
            self.search.count(Value::pairs_without_order(&items))?;
            return Value::set(element_type(&mut items.iter(), value, &common)?, items);
        }
        if unifies && common.has_dynamic() {
            // Conversion to a partly dynamic type can give elements of different types.
            common = self.common_type(&mut items.iter(), &Type::Dynamic)?;
            items = self.each_item(&items, slice::from_ref(&common))?;
        }
        Value::list(element_type(&mut items.iter(), value, &common)?, items)
    }

    /// Converts a map or object.
    fn entries(&self, value: &Value, entries: &Map, is_object: bool, to: &Type) -> Result<Value> {
        let element = match to {
            Type::Map(element) => element,
            Type::Object(to) => return self.to_object(value, entries, is_object, to),
            _ => return self.mismatch(value, to),
        };
        let mut common = Type::clone(element);
        if is_object && !entries.is_empty() {
            common = self.common_type(&mut entries.values(), element)?;
        }
        let mut elements = self.each_entry(entries, |_| Some(&common), ValueError::at_key)?;
        // Conversion to a partly dynamic type can give elements of different types.
        let has_parts = common.is_collection() || matches!(common, Type::Object(_));
        if !elements.is_empty() && common.has_dynamic() && has_parts {
            let conversion = if is_object { self.conversion } else { Conversion::Safe };
            let converter = Converter { conversion, ..*self };
            let same = converter.common_type(&mut elements.values(), &Type::Dynamic)?;
            elements = converter.each_entry(&elements, |_| Some(&same), ValueError::at_key)?;
        }
        let element = element_type(&mut elements.values(), value, &common)?;
        Value::map(element, elements)
    }

    fn to_object(&self, value: &Value, entries: &Map, is_object: bool, to: &ObjectType) -> Result<Value> {
        self.search.count(to.len() as u64)?;
        let mut locate: fn(ValueError, &Arc<str>) -> ValueError =
            |error, name| error.at(PathStep::Attribute(name.to_string()));
        if !is_object {
            locate = ValueError::at_key;
            // An optional attribute of an unsuitable type is an error only if the map has its key.
            let from = value.ty().element().unwrap_or(&Type::Dynamic);
            for (key, _) in entries.sorted() {
                if let Some(to) = to.get(key).filter(|to| !self.search.fits(from, to, Conversion::Lossy)) {
                    let message = mismatch::attribute(key, from, to, self.search);
                    return Err(ValueError::public(ErrorKind::Type, message));
                }
            }
        }
        let mut converted = self.each_entry(entries, |name| to.get(name), locate)?;
        if !is_object {
            let names = to.iter().map(|(name, _)| name);
            let missing = names.filter(|name| !to.is_optional(name) && !converted.contains_key(name)).min();
            if let Some(name) = missing {
                let message = format!("map has no element for required attribute {name:?}");
                return Err(ValueError::public(ErrorKind::Type, message));
            }
        }
        for name in to.optional() {
            if let Some(ty) = to.get(name).filter(|_| !converted.contains_key(name)) {
                converted.insert(name, Value::null(ty.clone()));
            }
        }
        Ok(Value::object(converted))
    }

    fn each_item(&self, items: &[Value], types: &[Type]) -> Result<Vec<Value>> {
        each_item(items, types, &|item, to| self.apply(item, to))
    }

    /// Converts entries to their types, and drops those without one. Of several errors, it returns
    /// the one with the least key, so that the error does not depend on the order of the entries.
    fn each_entry<'t>(
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
    fn common_type(&self, values: &mut dyn Iterator<Item = &Value>, wanted: &Type) -> Result<Type> {
        let common = self.search.element_type(&mut values.map(Value::ty), wanted, self.conversion);
        self.search.check()?;
        common.ok_or_else(|| ValueError::ty("cannot find a common base type for all elements"))
    }
}

/// Returns a type with the dynamic parts replaced by those that a value of another type has after
/// its conversion, as far as they are known.
fn fill_in(from: &Type, to: &Type, search: &Search<'_>) -> Type {
    if !to.has_dynamic() || *from == Type::Dynamic {
        return to.clone();
    }
    match (from, to) {
        (_, Type::Dynamic) => from.clone(),
        (Type::Tuple(from), Type::Tuple(to)) => {
            Type::tuple(from.iter().zip(to.iter()).map(|(from, to)| fill_in(from, to, search)))
        }
        (Type::Map(from), Type::Object(to)) => to.map_types(|_, to| fill_in(from, to, search)),
        (Type::Object(from), Type::Object(to)) => to.map_types(|name, to| {
            from.get(name).map_or_else(|| to.clone(), |from| fill_in(from, to, search))
        }),
        _ => {
            let element = to.element().and_then(|element| {
                let common = match from {
                    Type::Tuple(_) | Type::Object(_) => search.unify(&mut from.parts(), Conversion::Lossy)?,
                    _ => from.element()?.clone(),
                };
                Some(fill_in(&common, element, search))
            });
            element.map_or_else(|| to.clone(), |element| to.with_element(element))
        }
    }
}

/// Adds the marks of all parts to a collection whose elements have the type that the parts have in
/// common: a marked part determines the type of the others.
fn with_marks_of_type(result: Value, parts: &Value, to: &Type) -> Result<Value> {
    let is_open = parts.contains_marks() && to.element().is_some_and(Type::has_dynamic);
    Ok(if is_open { result.with_marks(&parts.all_marks()) } else { result })
}

/// Returns the common type of all elements. Elements without a type of their own do not count. If
/// there are no others, it is the requested type, or that of the elements before the conversion if
/// any type is valid.
fn element_type(items: &mut dyn Iterator<Item = &Value>, before: &Value, wanted: &Type) -> Result<Type> {
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
