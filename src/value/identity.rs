//! Identity and hash of values for `==` in Rust, which differs from that of the language.

use std::hash::{Hash, Hasher};
use std::mem;
use std::sync::Arc;

use super::pending::{Pairs, compare, pair_entries};
use super::{Repr, Value};

/// The number of levels, and of parts, of a value that take part in its hash.
const HASHED_DEPTH: u32 = 16;
const HASHED_PARTS: u32 = 1 << 12;

/// Equal type, equal content and equal marks.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        compare(self, other, Self::same_kind).0
    }
}

impl Eq for Value {}

impl Value {
    /// Returns whether both are equal except for their parts, which are to be compared next.
    fn same_kind<'a>(&'a self, other: &'a Self, next: &mut Pairs<'a, Self>) -> bool {
        match (&self.0, &other.0) {
            (Repr::Null(a), Repr::Null(b)) | (Repr::Unknown(a), Repr::Unknown(b)) => a == b,
            (Repr::Refined(a), Repr::Refined(b)) => {
                a.ty == b.ty && a.refinement == b.refinement && a.elements == b.elements
            }
            (Repr::Bool(a), Repr::Bool(b)) => a == b,
            (Repr::Number(a), Repr::Number(b)) => a == b,
            (Repr::String(a), Repr::String(b)) => a == b,
            (Repr::Tuple(a), Repr::Tuple(b)) => Arc::ptr_eq(a, b) || same_items(&a.items, &b.items, next),
            (Repr::List(a), Repr::List(b)) => {
                Arc::ptr_eq(a, b) || (a.ty() == b.ty() && same_items(&a.items, &b.items, next))
            }
            (Repr::Set(a), Repr::Set(b)) => {
                Arc::ptr_eq(a, b)
                    || (a.ty() == b.ty()
                        && if a.facts.capsule {
                            // Sets of capsules have no order. Elements of sets are not nested deep.
                            a.items.len() == b.items.len()
                                && a.items.iter().all(|item| b.items.contains(item))
                        } else {
                            same_items(&a.items, &b.items, next)
                        })
            }
            (Repr::Object(a), Repr::Object(b)) => Arc::ptr_eq(a, b) || pair_entries(&a.map.0, &b.map.0, next),
            (Repr::Map(a), Repr::Map(b)) => {
                Arc::ptr_eq(a, b) || (a.ty() == b.ty() && pair_entries(&a.map.0, &b.map.0, next))
            }
            (Repr::Capsule(a), Repr::Capsule(b)) => a == b,
            (Repr::Marked(a), Repr::Marked(b)) => {
                next.push((&a.value, &b.value));
                a.marks == b.marks
            }
            _ => false,
        }
    }
}

fn same_items<'a>(a: &'a [Value], b: &'a [Value], next: &mut Pairs<'a, Value>) -> bool {
    next.extend(a.iter().zip(b));
    a.len() == b.len()
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut parts = HASHED_PARTS;
        hash(self, HASHED_DEPTH, &mut parts, state);
    }
}

fn hash<H: Hasher>(value: &Value, depth: u32, parts: &mut u32, state: &mut H) {
    mem::discriminant(&value.0).hash(state);
    let (Some(depth), Some(left)) = (depth.checked_sub(1), parts.checked_sub(1)) else { return };
    *parts = left;
    match &value.0 {
        Repr::Null(ty) | Repr::Unknown(ty) => ty.hash(state),
        Repr::Refined(node) => {
            node.ty.hash(state);
            node.refinement.hash(state);
        }
        Repr::Bool(bool) => bool.hash(state),
        Repr::Number(number) => number.hash(state),
        Repr::String(string) => string.hash(state),
        // Equal sets of capsules can have different orders, so only the length is hashed.
        Repr::Set(node) if node.facts.capsule => node.items.len().hash(state),
        Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => {
            node.items.len().hash(state);
            node.items.iter().for_each(|item| hash(item, depth, parts, state));
        }
        Repr::Map(node) | Repr::Object(node) => {
            node.map.len().hash(state);
            for (key, value) in node.map.sorted_shared() {
                key.hash(state);
                hash(value, depth, parts, state);
            }
        }
        Repr::Capsule(capsule) => capsule.ty().hash(state),
        Repr::Marked(node) => hash(&node.value, depth, parts, state),
    }
}
