//! Text.

use super::Table;
use crate::func::Function;

pub(super) const TABLE: &Table = &[("upper", upper)];

/// `upper(text: string) -> string`: every letter in upper case.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::string::upper().call(&[value!("straße")])?, value!("STRASSE"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub fn upper() -> Function {
    Function::from_fn(|text: String| text.to_uppercase())
}
