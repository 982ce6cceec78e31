//! Tools that have no part of the language in them.

pub(crate) mod count_range;
pub(crate) mod distinct;
pub(crate) mod lazy_map;
pub(crate) mod name_index;
pub(crate) mod order;
pub(crate) mod ordered;
pub(crate) mod rare;
pub(crate) mod samples;
pub(crate) mod words;
