//! Making values with parts.

use std::any::Any;
use std::cmp::Ordering;
use std::ptr;
use std::sync::Arc;

use super::node::{Sequence, Table};
use super::{
    Capsule, CapsuleType, ErrorKind, MAX_SIZE, Map, Marks, Repr, Type, Value, ValueError, ValueKind,
    set_order, text,
};
use crate::util::ordered::OrderedMap;
use crate::value::Name;

impl Value {
    /// The null value of the dynamic pseudo-type, as `null` in an expression.
    pub const NULL: Self = Self(Repr::Null(Type::Dynamic));
    /// The unknown value of the dynamic pseudo-type, also called the dynamic value.
    pub const UNKNOWN: Self = Self(Repr::Unknown(Type::Dynamic));
    /// The bool true.
    pub(crate) const TRUE: Self = Self(Repr::Bool(true));
    /// The bool false.
    pub(crate) const FALSE: Self = Self(Repr::Bool(false));

    /// Returns the null value of a type.
    pub fn null(ty: Type) -> Self {
        Self(Repr::Null(ty.without_optional()))
    }

    /// Returns the unknown value of a type.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let later = Value::unknown(Type::Number);
    /// assert!(later.is_unknown());
    /// assert_eq!(later.ty(), &Type::Number);
    /// ```
    pub fn unknown(ty: Type) -> Self {
        Self(Repr::Unknown(ty.without_optional()))
    }

    /// Creates a string in normal form.
    pub(crate) fn string(text: impl Name) -> Self {
        Self(Repr::String(text::shared(text)))
    }
    /// Returns a string from text that is in normal form already.
    pub(crate) fn normal_string(text: Arc<str>) -> Self {
        Self(Repr::String(text))
    }

    /// Returns a tuple of these elements.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// assert_eq!(Value::tuple([Value::from(1), Value::from("a")]), value!([1, "a"]));
    /// ```
    pub fn tuple(items: impl IntoIterator<Item = Self>) -> Self {
        Self(Repr::Tuple(Sequence::tuple(items.into_iter().collect())))
    }

    /// Returns an object with these attributes.
    ///
    /// ```
    /// use serde_hcl::{Map, Value, value};
    ///
    /// let mut attributes = Map::new();
    /// attributes.insert("a", Value::from(1));
    /// assert_eq!(Value::object(attributes), value!({ "a": 1 }));
    /// ```
    pub fn object(attributes: Map) -> Self {
        Self(Repr::Object(Table::object(attributes)))
    }

    /// Returns a list of elements of one type.
    ///
    /// Null and unknown elements of the dynamic pseudo-type become ones of the element type.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let list = Value::list(Type::String, [Value::from("a"), Value::NULL])?;
    /// assert_eq!(list[1], Value::null(Type::String));
    /// assert!(Value::list(Type::String, [Value::from(1)]).is_err());
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an element is of another type. Elements are not converted;
    /// [`convert`](super::convert()) converts values.
    pub fn list(element: Type, items: impl IntoIterator<Item = Self>) -> Result<Self, ValueError> {
        let element = element.without_optional();
        let items = checked(&element, items)?;
        Ok(Self::list_of(element, items))
    }

    /// Returns a set of elements of one type. Repeated elements are dropped, and marks on elements
    /// become marks on the set.
    ///
    /// The elements are sorted: strings bytewise, numbers ascending, false before true. Elements
    /// with parts have the order of the Go implementation, which compares texts of them: 10 is
    /// before 1 there, and "a b" before "a". Unknown elements and nulls are the last.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let set = Value::set(Type::Number, [2, 1, 2].map(Value::from))?;
    /// assert_eq!(set.to_string(), "[1, 2]");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an element is of another type, or if elements are nested too deep to be
    /// compared.
    pub fn set(element: Type, items: impl IntoIterator<Item = Self>) -> Result<Self, ValueError> {
        let element = element.without_optional();
        let items = checked(&element, items)?;
        Self::set_of(element, items)
    }

    /// Returns a map with elements of one type.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let map = Value::map(Type::Number, [("a", Value::from(1))].into_iter().collect())?;
    /// assert_eq!(map.ty(), &Type::map(Type::Number));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an element is of another type.
    pub fn map(element: Type, elements: Map) -> Result<Self, ValueError> {
        let element = element.without_optional();
        let elements = elements
            .try_map(|key, value| admit(&element, value.clone()).map_err(|error| error.at_key(key)))?;
        Ok(Self::map_of(element, elements))
    }

    /// Returns a value of a capsule type.
    pub fn capsule(ty: &CapsuleType, content: impl Any + Eq + Send + Sync) -> Self {
        Self(Repr::Capsule(Capsule::new(ty, content)))
    }

    /// Returns a list of items that are known to be of the type.
    pub(crate) fn list_of(element: Type, items: Vec<Self>) -> Self {
        Self(Repr::List(Sequence::typed(items, Type::list(element))))
    }

    /// Returns a map of elements that are known to be of the type.
    pub(crate) fn map_of(element: Type, elements: Map) -> Self {
        Self(Repr::Map(Table::typed(elements, Type::map(element))))
    }

    /// Returns the maximum number of pairs that a set of items without an order, such as capsules,
    /// compares.
    pub(crate) fn pairs_without_order(items: &[Self]) -> u64 {
        let count = items.iter().filter(|item| item.facts().capsule).count() as u64;
        count.saturating_mul(count) / 2
    }

    /// Returns a set of items that are known to be of the type.
    pub(crate) fn set_of(element: Type, mut items: Vec<Self>) -> Result<Self, ValueError> {
        let mut marks = Marks::NONE;
        let mut size = 0_u64;
        for item in &mut items {
            item.check_size()?;
            size = size.saturating_add(item.size());
            if item.contains_marks() {
                let (plain, own) = std::mem::replace(item, Self::NULL).unmark_deep();
                marks.add(&own);
                *item = plain;
            }
        }
        if size.saturating_add(Self::pairs_without_order(&items)) > MAX_SIZE {
            return Err(ValueError::too_large());
        }
        items.sort_by(set_order::order);
        let items = distinct(items);
        Ok(Self(Repr::Set(Sequence::set(items, Type::set(element)))).with_marks(&marks))
    }
}

/// Drops repeats from sorted items. Unknown items may turn out to be different, so they are never
/// repeats.
fn distinct(items: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::with_capacity(items.len());
    for item in items {
        // Only capsules can differ without having an order, so most searches end at the first item.
        let repeat = item.is_wholly_known()
            && kept
                .iter()
                .rev()
                .take_while(|other| set_order::order(other, &item) == Ordering::Equal)
                .any(|other| *other == item);
        if !repeat {
            kept.push(item);
        }
    }
    kept
}

fn checked(element: &Type, items: impl IntoIterator<Item = Value>) -> Result<Vec<Value>, ValueError> {
    let items = items.into_iter().enumerate();
    items.map(|(index, item)| admit(element, item).map_err(|error| error.at_index(index))).collect()
}

/// Returns an element as it is, or as one of the element type where it has no type of its own.
fn admit(element: &Type, item: Value) -> Result<Value, ValueError> {
    if item.ty() == element {
        return Ok(item);
    }
    let typed = match item.kind() {
        ValueKind::Null(Type::Dynamic) => Value::null(element.clone()),
        ValueKind::Unknown(Type::Dynamic) => Value::unknown(element.clone()),
        _ => {
            let message = format!("expected {}, found {}", element.with_article(), item.ty().with_article());
            return Err(ValueError::public(ErrorKind::Type, message));
        }
    };
    Ok(typed.with_marks(item.marks()))
}

/// Returns the value without any marks, and those marks.
pub(super) fn without_marks(value: Value) -> (Value, Marks) {
    let mut marks = Marks::NONE;
    let value = rewrite(value, Value::contains_marks, |value| {
        let (value, own) = value.unmark();
        marks.add(&own);
        (value, Marks::NONE)
    });
    (value, marks)
}

/// Returns the value with some of its parts replaced, the outer ones first. `concerns` returns
/// whether a value or a part of it is to be replaced. `replace` returns a value without marks on
/// it, and those that it gets in the end. Works without recursion, since values nest to any depth.
pub(super) fn rewrite(
    value: Value,
    concerns: impl Fn(&Value) -> bool,
    mut replace: impl FnMut(Value) -> (Value, Marks),
) -> Value {
    // The values around the current one, each with its marks and its first parts.
    let mut frames: Vec<(Value, Marks, Vec<Value>)> = Vec::new();
    // The results by the address of the first part, so that shared parts stay shared. The outermost
    // frame keeps all parts at their addresses.
    let mut results = OrderedMap::<_, Value>::new();
    let mut next = Some(value);
    loop {
        let result = if let Some(value) = next.take() {
            let (value, marks) = if concerns(&value) { replace(value) } else { (value, Marks::NONE) };
            if value.part(0).is_none() || !concerns(&value) {
                value.with_marks(&marks)
            } else if let Some(result) = results.get(&value.part(0).map(ptr::from_ref)) {
                result.clone().with_marks(&marks)
            } else {
                next = value.part(0).cloned();
                frames.push((value, marks, Vec::new()));
                continue;
            }
        } else {
            let Some((value, marks, parts)) = frames.pop() else { return Value::NULL };
            let first = value.part(0).map(ptr::from_ref);
            let result = value.with_parts(parts);
            results.insert(first, result.clone());
            result.with_marks(&marks)
        };
        let Some((value, _, parts)) = frames.last_mut() else { return result };
        parts.push(result);
        next = value.part(parts.len()).cloned();
    }
}

impl Value {
    /// Returns the part at an index, in the order in which they are stored.
    pub(crate) fn part(&self, index: usize) -> Option<&Self> {
        match &self.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => node.items.get(index),
            Repr::Map(node) | Repr::Object(node) => node.map.get_index(index).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the value with other parts of the same types, in the order in which they are stored.
    pub(crate) fn with_parts(self, parts: Vec<Self>) -> Self {
        let keyed = |map: &Map, parts| map.iter_shared().map(|(key, _)| key.clone()).zip(parts).collect();
        Self(match &self.0 {
            Repr::List(node) => Repr::List(Sequence::typed(parts, node.ty().clone())),
            Repr::Set(node) => Repr::Set(Sequence::set(parts, node.ty().clone())),
            Repr::Tuple(_) => Repr::Tuple(Sequence::tuple(parts)),
            Repr::Map(node) => Repr::Map(Table::typed(keyed(&node.map, parts), node.ty().clone())),
            Repr::Object(node) => Repr::Object(Table::object(keyed(&node.map, parts))),
            _ => return self,
        })
    }
}
