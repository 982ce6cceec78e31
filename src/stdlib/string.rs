//! Text.

use unicode_segmentation::UnicodeSegmentation;

use super::Table;
use crate::func::{Function, Parameter};
use crate::value::{Type, Value};

pub(super) const TABLE: &Table = &[("upper", upper), ("strlen", strlen)];

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

/// `strlen(text: string) -> number`: how many characters the text has, as people count them (grapheme clusters).
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::string::strlen().call(&[value!("e\u{301}!")])?, value!(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub fn strlen() -> Function {
    Function::builder()
        .parameter(Parameter::new("str", Type::String).allow_dynamic())
        .returns(Type::Number)
        .implement(|arguments, _| {
            Ok(Value::from(arguments[0].as_str().map_or(0, |text| text.graphemes(true).count())))
        })
}
