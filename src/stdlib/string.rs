//! Text. Characters are grapheme clusters, as people count them, where a function counts them.

use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::Table;
use super::support::{
    builder, charged, define, define_texts, items, known, number, refused, string, text, whole_number,
};
use crate::func::{Budget, Function, Parameter};
use crate::value::{Type, Value, ValueError};

pub(super) const TABLE: &Table = table! {
    upper: "Returns a string in upper case.",
    lower: "Returns a string in lower case.",
    title: "Returns a string with the first letter of each word in upper case.",
    strlen: "Returns the number of characters of a string.",
    strrev: "Returns the characters of a string in the opposite order.",
    substr: "Returns the part of a string from an offset, of a length in characters.",
    trim: "Removes the characters of a set from the start and the end of a string.",
    trimspace: "Removes white space from the start and the end of a string.",
    trimprefix: "Removes a prefix from a string, if it is there.",
    trimsuffix: "Removes a suffix from a string, if it is there.",
    chomp: "Removes line endings from the end of a string.",
    indent: "Adds spaces to the start of all lines of a string but the first.",
    join: "Returns one string of the elements of lists, with a separator between them.",
    split: "Splits a string at each separator into a list.",
    replace: "Replaces a substring everywhere in a string.",
};

/// Charges a pass over the characters of a text.
pub(super) fn charge_characters(text: &str, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts(text.len() / 8)
}

/// Charges a pass over the words of a text.
fn charge_words(text: &str, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts(text.len() / 4)
}

/// Charges a search for the grapheme clusters of a text.
pub(super) fn charge_clusters(text: &str, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts((text.len() as u64).saturating_mul(5) / 4)
}

/// Charges two searches for all occurrences of a text in another one.
pub(super) fn charge_search(text: &str, wanted: &str, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts(size(text.len(), 1, wanted.len()) / 3)
}

/// Builds a function from text to text whose result is at most a few times longer. `charge` takes
/// its steps.
fn unary(charge: fn(&str, &Budget) -> Result<(), ValueError>, function: fn(&str) -> Arc<str>) -> Function {
    define_texts(["str"], Type::String, move |[text], budget| {
        charge(text, budget)?;
        budget.take_bytes(text.len())?;
        let result = function(text);
        budget.take_bytes(result.len().saturating_sub(text.len()))?;
        Ok(result)
    })
}

/// Returns a function of a text and a second one, that gives a part of the first.
fn part(second: &'static str, function: for<'t> fn(&'t str, &str) -> &'t str) -> Function {
    define_texts(["str", second], Type::String, move |[text, second], budget| {
        charge_clusters(second, budget)?;
        charge_clusters(text, budget)?;
        charged(function(text, second), budget)
    })
}

/// Returns a text with each letter replaced. `ascii` replaces them in place in an ASCII text,
/// so that the result is the only allocation.
fn each_letter(text: &str, ascii: fn(&mut str), letter: fn(char) -> char) -> Arc<str> {
    if !text.is_ascii() {
        return text.chars().map(letter).collect::<String>().into();
    }
    let mut result = Arc::from(text);
    Arc::get_mut(&mut result).into_iter().for_each(ascii);
    result
}

/// Returns the upper-case form of a letter that is a single letter; `ß` has none.
fn upper_letter(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    match (upper.next(), upper.next(), letter) {
        (Some(upper), None, _) => upper,
        // Greek letters with an iota below have a form of one letter too.
        (.., '\u{1f80}'..='\u{1faf}') => char::from_u32(u32::from(letter) | 8).unwrap_or(letter),
        (.., 'ᾳ') => 'ᾼ',
        (.., 'ῃ') => 'ῌ',
        (.., 'ῳ') => 'ῼ',
        _ => letter,
    }
}

/// Returns the form of a letter at the start of a word: in upper case, but of a letter for two
/// letters only the first one. Georgian letters have no other form.
fn title_letter(letter: char) -> char {
    match letter {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        'ა'..='ჺ' | 'ჽ'..='ჿ' => letter,
        _ => upper_letter(letter),
    }
}

/// `upper(str: string) -> string`: every letter in upper case, one for one.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("upper").unwrap().call(&[value!("été")])?, value!("ÉTÉ"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn upper() -> Function {
    unary(charge_characters, |text| each_letter(text, str::make_ascii_uppercase, upper_letter))
}

/// `lower(str: string) -> string`: every letter in lower case, one for one.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("lower").unwrap().call(&[value!("ÉTÉ")])?, value!("été"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn lower() -> Function {
    // Where one letter becomes two, only the first is kept, as in the Go implementation.
    unary(charge_characters, |text| {
        let lower_letter = |letter: char| letter.to_lowercase().next().unwrap_or(letter);
        each_letter(text, str::make_ascii_lowercase, lower_letter)
    })
}

/// `title(str: string) -> string`: the first letter of each word in title case, which is upper case
/// for nearly all letters.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("title").unwrap().call(&[value!("low tide")])?, value!("Low Tide"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn title() -> Function {
    unary(charge_words, |text| {
        let mut previous = ' ';
        let capitalize = |letter: char| {
            let result = if is_separator(previous) { title_letter(letter) } else { letter };
            previous = letter;
            result
        };
        text.chars().map(capitalize).collect::<String>().into()
    })
}

/// Returns whether a word can begin after a character.
fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii() && !character.is_ascii_alphanumeric() && character != '_'
}

/// `strlen(str: string) -> number`: the number of characters. The result for an unknown text is at
/// least the length of its known prefix.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("strlen").unwrap().call(&[value!("e\u{301}!")])?, value!(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn strlen() -> Function {
    builder([string("str")])
        .returns(Type::Number)
        .refine_result(|arguments, length| {
            // Later text can extend the last character, but does not reduce their number.
            let known = arguments[0].refinement().prefix().graphemes(true).count();
            length.not_null().range(known..)
        })
        .implement_within(known(|[string], budget| {
            charge_clusters(text(string), budget)?;
            Ok(Value::from(text(string).graphemes(true).count()))
        }))
}

/// `strrev(str: string) -> string`: the characters in reverse order.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("strrev").unwrap().call(&[value!("abc")])?, value!("cba"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn strrev() -> Function {
    unary(charge_clusters, |text| text.graphemes(true).rev().collect::<String>().into())
}

/// `substr(str: string, offset: number, length: number) -> string`: a number of characters from an
/// offset on. A negative offset counts from the end; a negative length takes all characters.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("substr").unwrap().call(&[value!("hello"), value!(1), value!(3)])?,
///     value!("ell")
/// );
/// assert_eq!(
///     stdlib::function("substr").unwrap().call(&[value!("hello"), value!(-3), value!(-1)])?,
///     value!("llo")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if offset or length has a fraction.
pub(super) fn substr() -> Function {
    define(
        [string("str"), number("offset"), number("length")],
        Type::String,
        |[string, offset, length], budget| {
            let (offset, length) = (whole_number(offset)?, whole_number(length)?);
            charge_clusters(text(string), budget)?;
            charged(characters(text(string), offset, length), budget)
        },
    )
}

fn characters(text: &str, offset: i64, length: i64) -> &str {
    let start = if offset < 0 {
        let count = text.graphemes(true).count() as i64;
        offset.saturating_add(count).max(0)
    } else if length == 0 {
        return "";
    } else {
        offset
    };
    let mut ends = text.grapheme_indices(true).map(|(at, cluster)| at + cluster.len());
    let start = match usize::try_from(start) {
        Ok(0) => 0,
        Ok(start) => ends.nth(start - 1).unwrap_or(text.len()),
        Err(_) => text.len(),
    };
    // As in the Go implementation, a length of zero after a negative offset means no limit.
    let end = match usize::try_from(length) {
        Ok(0) | Err(_) => text.len(),
        Ok(length) => ends.nth(length - 1).unwrap_or(text.len()),
    };
    &text[start..end]
}

/// `trim(str: string, cutset: string) -> string`: the text without the characters of `cutset` at
/// its ends.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("trim").unwrap().call(&[value!("*-*mast*"), value!("-*")])?,
///     value!("mast")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn trim() -> Function {
    part("cutset", |text, cutset| {
        let mut cut: Vec<char> = cutset.chars().collect();
        cut.sort_unstable();
        text.trim_matches(|character| cut.binary_search(&character).is_ok())
    })
}

/// `trimspace(str: string) -> string`: the text without white space at its ends.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("trimspace").unwrap().call(&[value!(" a b\n")])?, value!("a b"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn trimspace() -> Function {
    unary(charge_characters, |text| text.trim().into())
}

/// `trimprefix(str: string, prefix: string) -> string`: the text without the prefix, if it has it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("trimprefix").unwrap().call(&[value!("seagull"), value!("sea")])?,
///     value!("gull")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn trimprefix() -> Function {
    part("prefix", |text, prefix| text.strip_prefix(prefix).unwrap_or(text))
}

/// `trimsuffix(str: string, suffix: string) -> string`: the text without the suffix, if it has it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("trimsuffix").unwrap().call(&[value!("seagull"), value!("gull")])?,
///     value!("sea")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn trimsuffix() -> Function {
    part("suffix", |text, suffix| text.strip_suffix(suffix).unwrap_or(text))
}

/// `chomp(str: string) -> string`: the text without line endings at its end.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("chomp").unwrap().call(&[value!("a\r\n\n")])?, value!("a"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn chomp() -> Function {
    unary(charge_characters, |text| text.trim_end_matches(['\r', '\n']).into())
}

/// `indent(spaces: number, str: string) -> string`: the text with spaces before each line but the
/// first.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("indent").unwrap().call(&[value!(2), value!("a\nb")])?,
///     value!("a\n  b")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the number of spaces is negative or has a fraction.
pub(super) fn indent() -> Function {
    define([number("spaces"), string("str")], Type::String, |[spaces, string], budget| {
        let Ok(spaces) = usize::try_from(whole_number(spaces)?) else {
            return Err(refused(0, "a number of spaces must not be negative"));
        };
        let text = text(string);
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        if lines == 0 {
            return Ok(string.clone());
        }
        budget.take_bytes(size(text.len(), lines, spaces))?;
        Ok(Value::from(text.replace('\n', &format!("\n{}", " ".repeat(spaces)))))
    })
}

/// Returns the size of a piece that is repeated `times` times, plus other bytes.
pub(super) fn size(bytes: usize, times: usize, piece: usize) -> u64 {
    (bytes as u64).saturating_add((times as u64).saturating_mul(piece as u64))
}

/// `join(separator: string, lists: list(string)...) -> string`: the elements of all lists with the
/// separator between them.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("join").unwrap().call(&[value!("-"), value!(["a", 1]), value!(["b"])])?,
///     value!("a-1-b")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no list, or if an element is null.
pub(super) fn join() -> Function {
    builder([string("separator")])
        .variadic(Parameter::new("lists", Type::list(Type::String)))
        .returns(Type::String)
        .never_null()
        .implement_within(|arguments, _, budget| {
            let (separator, lists) = (text(&arguments[0]), &arguments[1..]);
            if lists.is_empty() {
                return Err("at least one list is required".into());
            }
            if !lists.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(Type::String));
            }
            let mut pieces = Vec::new();
            for (number, list) in lists.iter().enumerate() {
                for (index, element) in items(list).iter().enumerate() {
                    let null = || format!("element {index} is null, which cannot be part of a text");
                    pieces.push(element.as_str().ok_or_else(|| refused(number + 1, null()))?);
                }
            }
            let bytes = pieces.iter().map(|piece| piece.len()).sum();
            budget.take_bytes(size(bytes, pieces.len().saturating_sub(1), separator.len()))?;
            let joined = pieces.join(separator);
            if !joined.is_ascii() {
                // Joined text has to be normalized.
                budget.take_parts(joined.len() / 4)?;
            }
            Ok(Value::from(joined))
        })
}

/// `split(separator: string, str: string) -> list(string)`: the pieces between the occurrences of a
/// separator. An empty separator splits between all code points.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("split").unwrap().call(&[value!(","), value!("a,b")])?.len(),
///     Some(2)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn split() -> Function {
    define_texts(["separator", "str"], Type::list(Type::String), |[separator, text], budget| {
        charge_search(text, separator, budget)?;
        let count = match separator {
            "" => text.chars().count(),
            _ => text.matches(separator).count() + 1,
        };
        budget.take_elements(count as u64)?;
        budget.take_bytes(text.len() as u64)?;
        // Each piece is a separate allocation.
        budget.take_parts(size(text.len() / 8, count, 2))?;
        let pieces: Vec<Value> = match separator {
            "" => text.chars().map(Value::from).collect(),
            _ => text.split(separator).map(Value::from).collect(),
        };
        Ok(Value::list_of(Type::String, pieces))
    })
}

/// `replace(str: string, substr: string, replace: string) -> string`: the text with each occurrence
/// of `substr` replaced. An empty one occurs between all code points.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("replace").unwrap().call(&[value!("hello"), value!("l"), value!("L")])?,
///     value!("heLLo")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn replace() -> Function {
    define_texts(["str", "substr", "replace"], Type::String, |[text, from, to], budget| {
        replaced(text, from, to, budget)
    })
}

/// Returns a text with each occurrence of another text replaced.
pub(super) fn replaced(text: &str, from: &str, to: &str, budget: &Budget) -> Result<String, ValueError> {
    charge_search(text, from, budget)?;
    budget.take_bytes(size(text.len(), text.matches(from).count(), to.len()))?;
    Ok(text.replace(from, to))
}
