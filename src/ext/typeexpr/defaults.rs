//! Values for optional attributes that are left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::{Map, Value, ValueError, ValueKind};

/// The default values of the optional attributes in a type, at any depth.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct TypeDefaults {
    /// Of the attributes of the object that this is about.
    values: Map,
    /// The default values in parts of the value.
    inner: BTreeMap<TypePart, TypeDefaults>,
}

/// A part of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum TypePart {
    /// Every element of a collection.
    Elements,
    /// An element of a tuple.
    Element(usize),
    Attribute(Box<str>),
}

impl TypeDefaults {
    /// Sets the default value of an attribute, whose name is in normal form.
    pub(super) fn set(&mut self, attribute: &Arc<str>, value: Value) {
        self.values.insert_shared(attribute.clone(), value);
    }

    /// Sets the defaults of a part, unless there are none.
    pub(super) fn set_inner(&mut self, part: impl FnOnce() -> TypePart, defaults: Self) {
        if !defaults.is_empty() {
            self.inner.insert(part(), defaults);
        }
    }

    /// Returns whether no attribute has a default value.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.inner.is_empty()
    }

    /// Returns the default value of an attribute of the object itself.
    pub(crate) fn get(&self, attribute: &str) -> Option<&Value> {
        self.values.get(attribute)
    }

    /// Returns the defaults in an element of a collection or tuple.
    pub(crate) fn of_element(&self, index: usize) -> Option<&Self> {
        self.inner.get(&TypePart::Elements).or_else(|| self.inner.get(&TypePart::Element(index)))
    }

    /// Returns the defaults in an attribute of an object, or in an element of a map.
    pub(crate) fn of_attribute(&self, name: &str) -> Option<&Self> {
        if self.inner.is_empty() {
            return None;
        }
        self.inner.get(&TypePart::Elements).or_else(|| self.inner.get(&TypePart::Attribute(name.into())))
    }

    /// Returns a value with default values in place of attributes that are missing or null, at any
    /// depth.
    ///
    /// Null and unknown objects do not change. If a default was added, collections become tuples
    /// and objects, since their elements may have several types. Convert the result.
    ///
    /// # Errors
    /// Returns an error if the value nests too deep to be read.
    pub(super) fn apply(&self, value: &Value) -> Result<Value, ValueError> {
        if self.is_empty() {
            return Ok(value.clone());
        }
        let (value, marks) = value.clone().unmark();
        let filled = match value.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let items = items.iter().enumerate().map(|(index, item)| match self.of_element(index) {
                    Some(inner) => inner.apply(item),
                    None => Ok(item.clone()),
                });
                Value::tuple(items.collect::<Result<Vec<_>, _>>()?)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => Value::object(self.fill(map)?),
            _ => value,
        };
        Ok(filled.with_marks(&marks))
    }

    fn fill(&self, map: &Map) -> Result<Map, ValueError> {
        let is_missing = |name: &str| map.get(name).is_none_or(Value::is_null);
        let present = map.iter_shared().filter(|(name, value)| !value.is_null() || self.get(name).is_none());
        let absent = self.values.iter_shared().filter(|(name, _)| is_missing(name));
        present
            .chain(absent)
            .map(|(name, value)| {
                let value = match self.of_attribute(name) {
                    Some(inner) => inner.apply(value)?,
                    None => value.clone(),
                };
                Ok((name.clone(), value))
            })
            .collect()
    }
}
