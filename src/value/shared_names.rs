//! Names that occur often, each as one text.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use crate::util::ordered::OrderedMap;
use crate::util::rare::Rare;

/// The names that the objects of one decode have. Most names of a file occur often, so their texts
/// are shared (`benches/peers`). The map is created with the first name: most single expressions
/// have none (`evaluate a variable`).
#[derive(Default)]
pub(crate) struct SharedNames(RefCell<Rare<OrderedMap<Arc<str>, ()>>>);

/// The maximum length of names that are shared, in bytes. Longer ones are rarely repeated.
const MAX_LENGTH: usize = 32;

impl SharedNames {
    /// Returns the text of a name. Returns `None` if the name is not shared: if it is long, or not
    /// in ASCII, so that it need not be in normal form.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<str>> {
        if name.len() > MAX_LENGTH {
            return None;
        }
        let mut names = self.0.borrow_mut();
        let names = names.get_or_insert_default();
        if let Some((shared, ())) = names.get_key_value(name) {
            return Some(shared.clone());
        }
        if !name.is_ascii() {
            return None;
        }
        let shared: Arc<str> = name.into();
        names.push(shared.clone(), ());
        Some(shared)
    }
}

impl fmt::Debug for SharedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedNames").finish_non_exhaustive()
    }
}
