//! An index of the names in long lists.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::lazy_map::LazyMap;
use super::order::order_by_name;

/// The number of items up to which the names of a list are compared one by one.
pub(crate) const FEW: usize = 32;

/// For each list of a tree, the positions of its items in the order of their names. The index of a
/// list is made by the first look-up in it.
#[derive(Default)]
pub(crate) struct NameIndex(OnceLock<Box<LazyMap<Box<[u32]>>>>);

/// A copy of a tree can change.
impl Clone for NameIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for NameIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NameIndex")
    }
}

impl NameIndex {
    /// Returns the positions of the items of a list in the order of their names. Items of one name
    /// are in the order of the list.
    pub(crate) fn order<'t>(&self, list: u32, length: usize, name_at: impl Fn(usize) -> &'t str) -> &[u32] {
        self.0.get_or_init(Box::default).get_or_init(list, || {
            let names = (0..length).map(|position| name_at(position).as_bytes());
            order_by_name(names).into_iter().map(|position| position as u32).collect()
        })
    }
}

/// Returns the part of an order whose items have a name.
pub(crate) fn range_of<'t>(order: &[u32], name_at: impl Fn(usize) -> &'t str, name: &str) -> Range<usize> {
    let start = order.partition_point(|position| name_at(*position as usize) < name);
    let length = order[start..].partition_point(|position| name_at(*position as usize) == name);
    start..start + length
}
