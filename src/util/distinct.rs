//! Names that all differ.

/// The maximum number of items among which comparing names is faster than hashing them.
pub(crate) const FEW: usize = 12;

/// A set of names that keeps one bit of each.
#[derive(Clone, Copy, Default)]
pub(crate) struct NameFilter(u64);

impl NameFilter {
    /// Adds a name. Returns whether it differs from all names that were added before. It may return
    /// `false` for a new name.
    #[inline]
    pub(crate) fn insert(&mut self, name: &[u8]) -> bool {
        let bit = 1 << ((name.last().map_or(0, |byte| usize::from(*byte)) + 7 * name.len()) % 64);
        let is_new = self.0 & bit == 0;
        self.0 |= bit;
        is_new
    }
}

/// Returns whether all names differ. For many names it may return `false` although they do, unless
/// they are in ascending order. It is `true` for `a b c`, `false` for `a b a`.
pub(crate) fn are_distinct<'b>(names: impl Iterator<Item = &'b [u8]> + Clone) -> bool {
    let mut seen = NameFilter::default();
    for (index, name) in names.clone().enumerate() {
        if !seen.insert(name) && (index >= FEW || names.clone().take(index).any(|other| other == name)) {
            return names.is_sorted_by(|name, next| name < next);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        for count in [0, 1, 2, FEW, FEW + 1, 50] {
            let names: Vec<String> = (0..count).map(|n| format!("name{n:02}")).collect();
            assert!(are_distinct(names.iter().map(String::as_bytes)), "{count}");
            for (first, again) in (0..count).flat_map(|again| (0..again).map(move |first| (first, again))) {
                let mut names = names.clone();
                names[again] = names[first].clone();
                assert!(!are_distinct(names.iter().map(String::as_bytes)), "{first} and {again} of {count}");
            }
        }
    }
}
