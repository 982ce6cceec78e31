//! Text: comparison of parts, and escapes of URLs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type, Value};

use super::Table;
use super::support::{builder, define, define_texts, standard, string, text};

pub(super) const TABLE: &Table = table! {
    startswith: "Returns whether a string starts with a prefix.",
    endswith: "Returns whether a string ends with a suffix.",
    strcontains: "Returns whether a string contains a substring.",
    replace: "Replaces a substring everywhere; one between slashes is a regular expression.",
    urlencode: "Encodes a string for URLs.",
    urldecode: "Decodes a string from URL encoding.",
};

/// Charges a search for a text in another one.
fn charge_search(text: &str, wanted: &str, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts((text.len() as u64).saturating_add(wanted.len() as u64) / 3)
}

/// Builds a function that tests a text for a second one.
fn test(second: &'static str, test: fn(&str, &str) -> bool) -> Function {
    define_texts(["str", second], Type::Bool, move |[text, second], budget| {
        charge_search(text, second, budget)?;
        Ok(test(text, second))
    })
}

/// `startswith(str: string, prefix: string) -> bool`: whether a text begins with another one.
///
/// The known prefix of an unknown text may decide the result.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let startswith = function("startswith").unwrap();
/// assert_eq!(startswith.call(&[value!("web-1"), value!("web")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null, or is not a text.
pub(super) fn startswith() -> Function {
    builder([string("str").allow_unknown(), string("prefix")])
        .returns(Type::Bool)
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let prefix = text(&arguments[1]);
            budget.take_parts(prefix.len() / 8)?;
            if arguments[0].is_known() {
                return Ok(Value::from(text(&arguments[0]).starts_with(prefix)));
            }
            let refinement = arguments[0].refinement();
            let known = refinement.prefix();
            let is_open = prefix.starts_with(known) && known != prefix;
            Ok(if is_open { Value::unknown(ty.clone()) } else { Value::from(known.starts_with(prefix)) })
        })
}

/// `endswith(str: string, suffix: string) -> bool`: whether a text ends with another one.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let endswith = function("endswith").unwrap();
/// assert_eq!(endswith.call(&[value!("web-1"), value!("-1")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null, or is not a text.
pub(super) fn endswith() -> Function {
    test("suffix", |text, suffix| text.ends_with(suffix))
}

/// `strcontains(str: string, substr: string) -> bool`: whether a text contains another one.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let strcontains = function("strcontains").unwrap();
/// assert_eq!(strcontains.call(&[value!("web-1"), value!("b-")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null, or is not a text.
pub(super) fn strcontains() -> Function {
    test("substr", |text, part| text.contains(part))
}

/// `replace(str: string, substr: string, replace: string) -> string`: the text with each occurrence
/// of another text replaced. Between slashes, that is a regular expression, as of `regexreplace`.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let replace = function("replace").unwrap();
/// assert_eq!(replace.call(&[value!("1 + 2"), value!("+"), value!("-")])?, value!("1 - 2"));
/// assert_eq!(replace.call(&[value!("hello"), value!("/l+/"), value!("L")])?, value!("heLo"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is not a text, or if the text between slashes is not a regular
/// expression.
pub(super) fn replace() -> Function {
    let (plain, pattern) = (standard("replace"), standard("regexreplace"));
    define(["str", "substr", "replace"].map(string), Type::String, move |[text, from, to], budget| {
        let written = self::text(from);
        match written.strip_prefix('/').and_then(|written| written.strip_suffix('/')) {
            Some(source) => pattern.invoke(vec![text.clone(), source.into(), to.clone()], budget),
            None => plain.invoke(vec![text.clone(), from.clone(), to.clone()], budget),
        }
    })
}

/// The bytes that have a meaning in the query of a URL, or are not ASCII. Of the punctuation, the
/// unreserved characters of RFC 3986 have none.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// `urlencode(str: string) -> string`: the text as a part of the query of a URL: a space as `+`,
/// all other characters with a meaning in URLs as `%` and the hexadecimal numbers of their bytes.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let urlencode = function("urlencode").unwrap();
/// assert_eq!(urlencode.call(&[value!("a b&ü")])?, value!("a+b%26%C3%BC"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn urlencode() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        budget.take_parts(text.len())?;
        let escaped = text.bytes().filter(|byte| !byte.is_ascii_alphanumeric()).count() as u64;
        budget.take_bytes((text.len() as u64).saturating_add(escaped.saturating_mul(2)))?;
        // Only an escaped space gives `%20`, since a literal `%` becomes `%25`.
        Ok(utf8_percent_encode(text, RESERVED).to_string().replace("%20", "+"))
    })
}

/// `urldecode(str: string) -> string`: the text of a part of the query of a URL, the inverse of
/// [`urlencode`].
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let urldecode = function("urldecode").unwrap();
/// assert_eq!(urldecode.call(&[value!("a+b%26%C3%BC")])?, value!("a b&ü"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if two hexadecimal digits do not follow a `%`, or if the result is not UTF-8.
pub(super) fn urldecode() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        budget.take_parts(text.len() / 2)?;
        budget.take_bytes(text.len())?;
        for (at, _) in text.match_indices('%') {
            let digits = text.as_bytes().get(at + 1..at + 3);
            if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                return Err("two hexadecimal digits must follow every \"%\"".into());
            }
        }
        let spaced = text.replace('+', " ");
        let decoded = percent_decode_str(&spaced).decode_utf8();
        Ok(decoded.map_err(|_| ValueError::from("the result is not valid UTF-8"))?.into_owned())
    })
}
