//! The shared content of values with parts: their parts, their type, and facts about all parts.

use std::mem;
use std::sync::{Arc, OnceLock};

use super::{BYTES_IN_A_PART, Map, Marks, Repr, Type, Value};

/// Values nested deeper than this compute their type when they are created, which takes one step
/// then, and are dropped without recursion.
const SHALLOW: u32 = 64;

/// Facts about a value and all its parts, which are stored with it.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// The depth; 0 for a value without parts.
    pub(crate) depth: u32,
    /// The number of values that are in it, itself included. Values are shared, so this can be far
    /// more than there are in memory.
    pub(crate) size: u64,
    /// An unknown value is in it.
    pub(crate) unknown: bool,
    /// An unknown value whose type is not fully known is in it.
    pub(crate) dynamic: bool,
    /// A marked value is in it.
    pub(crate) marked: bool,
    /// A capsule is in it; those have no order.
    pub(crate) capsule: bool,
}

impl Facts {
    /// The facts about a value that has no parts.
    pub(crate) const LEAF: Self =
        Self { depth: 0, size: 1, unknown: false, dynamic: false, marked: false, capsule: false };

    /// Returns the facts about an unknown value of a type.
    pub(crate) fn unknown(ty: &Type) -> Self {
        Self {
            depth: ty.facts().depth,
            size: ty.size(),
            unknown: true,
            dynamic: ty.has_dynamic(),
            ..Self::LEAF
        }
    }

    /// Returns the facts about a value of a type of this depth from those of its parts.
    fn from_parts<'a>(depth: u32, parts: impl Iterator<Item = &'a Value>) -> Self {
        let mut all = Self { depth, ..Self::LEAF };
        for part in parts {
            // Most parts are of simple types.
            if part.primitive().is_some() {
                all.depth = all.depth.max(1);
                all.size = all.size.saturating_add(part.size());
                continue;
            }
            let part = part.facts();
            all.depth = all.depth.max(part.depth.saturating_add(1));
            all.size = all.size.saturating_add(part.size);
            all.unknown |= part.unknown;
            all.dynamic |= part.dynamic;
            all.marked |= part.marked;
            all.capsule |= part.capsule;
        }
        all
    }
}

/// Returns the facts about a map or object of a type of this depth. Long keys count as parts, as
/// long strings do.
fn of_entries(depth: u32, map: &Map) -> Facts {
    let keys: u64 = map.keys().map(|key| key.len() as u64 / BYTES_IN_A_PART).sum();
    let facts = Facts::from_parts(depth, map.values());
    Facts { size: facts.size.saturating_add(keys), ..facts }
}

/// The parts of a list, set or tuple.
pub(crate) struct Sequence {
    pub(crate) items: Vec<Value>,
    pub(crate) facts: Facts,
    ty: OnceLock<Type>,
}

impl Sequence {
    /// Creates the content of a set. Sets of items without an order are compared pair by pair,
    /// which counts as more parts than they have.
    pub(crate) fn set(items: Vec<Value>, ty: Type) -> Arc<Self> {
        let mut facts = Facts::from_parts(ty.facts().depth, items.iter());
        facts.size = facts.size.saturating_add(Value::pairs_without_order(&items));
        Arc::new(Self { facts, items, ty: OnceLock::from(ty) })
    }

    /// Creates the content of a list, whose type does not follow from its items.
    pub(crate) fn typed(items: Vec<Value>, ty: Type) -> Arc<Self> {
        Arc::new(Self {
            facts: Facts::from_parts(ty.facts().depth, items.iter()),
            items,
            ty: OnceLock::from(ty),
        })
    }

    /// Creates the content of a tuple, whose type is computed on demand.
    pub(crate) fn tuple(items: Vec<Value>) -> Arc<Self> {
        let sequence = Self { facts: Facts::from_parts(1, items.iter()), items, ty: OnceLock::new() };
        if sequence.facts.depth > SHALLOW {
            sequence.ty();
        }
        Arc::new(sequence)
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get_or_init(|| Type::tuple(self.items.iter().map(|item| item.ty().clone())))
    }
}

/// The entries of a map or object.
pub(crate) struct Table {
    pub(crate) map: Map,
    pub(crate) facts: Facts,
    ty: OnceLock<Type>,
}

impl Table {
    /// Creates the content of a map, whose type does not follow from its entries.
    pub(crate) fn typed(map: Map, ty: Type) -> Arc<Self> {
        Arc::new(Self { facts: of_entries(ty.facts().depth, &map), map, ty: OnceLock::from(ty) })
    }

    /// Creates the content of an object, whose type is computed on demand.
    pub(crate) fn object(map: Map) -> Arc<Self> {
        let table = Self { facts: of_entries(1, &map), map, ty: OnceLock::new() };
        if table.facts.depth > SHALLOW {
            table.ty();
        }
        Arc::new(table)
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get_or_init(|| {
            Type::object_of(self.map.iter_shared().map(|(name, value)| (name.clone(), value.ty().clone())))
        })
    }
}

/// A value with marks; never one inside the other.
pub(crate) struct Marked {
    pub(crate) value: Value,
    pub(crate) marks: Marks,
}

/// Drops values of any depth without recursion.
fn dismantle(mut pending: Vec<Value>) {
    while let Some(value) = pending.pop() {
        match value.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => {
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    pending.append(&mut node.items);
                }
            }
            Repr::Map(node) | Repr::Object(node) => {
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    pending.extend(mem::take(&mut node.map).into_values());
                }
            }
            Repr::Marked(node) => pending.extend(Arc::into_inner(node).map(|node| node.value)),
            _ => {}
        }
    }
}

impl Drop for Sequence {
    fn drop(&mut self) {
        if self.facts.depth > SHALLOW {
            dismantle(mem::take(&mut self.items));
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if self.facts.depth > SHALLOW {
            dismantle(mem::take(&mut self.map).into_values().collect());
        }
    }
}
