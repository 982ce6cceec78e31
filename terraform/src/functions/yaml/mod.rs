//! YAML.

pub mod document;
mod encode;
mod scalar;
mod words;

use std::collections::HashMap;
use std::slice;

use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, ValueError, convert};
use serde_hcl::{Function, Map, Type, Value, ValueKind};

use super::Table;
use super::support::{any, builder, define, known, quoted, string, take_table, text};
use document::{Build, Entry, Mistake, Place, Scalar};

pub(super) const TABLE: &Table = table! {
    yamlencode: "Encodes a value as YAML text.",
    yamldecode: "Decodes a value from YAML text.",
};

/// `yamlencode(value: any) -> string`: the value as a document of YAML in block style, with the
/// keys in order and all texts in quotes. Texts of several lines are literal.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encoded = function("yamlencode")
///     .unwrap()
///     .call(&[value!({ "foo": [1, 2], "bar": "baz" })])?;
/// assert_eq!(encoded, value!("\"bar\": \"baz\"\n\"foo\":\n- 1\n- 2\n"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no YAML for it: a capsule.
pub(super) fn yamlencode() -> Function {
    define([any("value").allow_null().allow_dynamic()], Type::String, |[value], budget| {
        encode::document(value, budget).map(Value::from)
    })
}

/// `yamldecode(src: string) -> any`: the value of a document of YAML, sequences as tuples, mappings
/// as objects, times as texts in the form of RFC 3339. Of a repeated key the last one counts.
///
/// A scalar without quotes and without a tag is null, a bool, a number or a time where its form is
/// that of one, and a text otherwise. `yes`, `no`, `on`, `off`, `y` and `n` are bools. Aliases and
/// merge keys (`<<`) are resolved.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let decoded = function("yamldecode").unwrap().call(&[value!("a: 1\nb: [x, ~]\n")])?;
/// assert_eq!(decoded, value!({ "a": 1, "b": ["x", null] }));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not YAML, has no document or several, keys that are not scalars,
/// tags beyond those of the core schema, or is nested too deep.
pub(super) fn yamldecode() -> Function {
    builder([string("src")]).implement_within(known(|[string], budget| {
        let text = text(string);
        budget.take_steps(8_u64)?;
        budget.take_parts((text.len() as u64).saturating_mul(4))?;
        budget.take_bytes(text.len())?;
        document::read(text, budget.limits().depth, &mut Decoder(budget))?
            .ok_or_else(|| "the text has no document of YAML. Write null for a null".into())
    }))
}

/// Values that are charged to a budget.
struct Decoder<'b>(&'b Budget);

impl Build for Decoder<'_> {
    type Node = Value;
    /// The entries, and the keys that are not written in Unicode's normal form C.
    type Entries = (Map, HashMap<String, String>);
    type Error = ValueError;

    fn scalar(&mut self, scalar: &Scalar<'_>) -> Result<Value, ValueError> {
        self.0.take_steps(1_u64)?;
        self.0.take_elements(1_u64)?;
        let value = scalar
            .value()
            .map_err(|reason| scalar.mistake(format!("the scalar {} {reason}", quoted(scalar.text))))?;
        if scalar.is_key && value.is_null() {
            return Err(scalar.mistake("a key must not be null").into());
        }
        Ok(value)
    }

    fn sequence(&mut self, items: Vec<Value>, _: Place) -> Result<Value, ValueError> {
        self.0.take_steps(2_u64)?;
        take_table(0, self.0)?;
        self.0.take_elements(items.len() as u64)?;
        Ok(Value::tuple(items))
    }

    fn entry(&mut self, entries: &mut Self::Entries, entry: Entry<Value>) -> Result<(), ValueError> {
        self.0.take_elements(2_u64)?;
        let Entry { key, value, place } = entry;
        match key {
            Some((key, text)) => {
                let key = convert(&key, &Type::String)?;
                let key = key.as_str().unwrap_or_default();
                // Two keys that are equal in normal form differ as they are written.
                let written = if Some(key) == Value::from(text.as_str()).as_str() { &text } else { key };
                insert(entries, written, value)
            }
            None if merge(&mut entries.0, &value, self.0)? => Ok(()),
            None => {
                let message = "only a mapping, or a sequence of mappings, can be merged".to_owned();
                Err(Mistake { place, is_limit: false, message }.into())
            }
        }
    }

    fn mapping(&mut self, (map, _): Self::Entries, _: Place) -> Result<Value, ValueError> {
        self.0.take_steps(2_u64)?;
        take_table(0, self.0)?;
        Ok(Value::object(map))
    }

    /// In Terraform, it is one in quotes too.
    fn is_merge_key(&self, scalar: &Scalar<'_>) -> bool {
        scalar.tag.as_deref().map_or(scalar.text == "<<", |tag| tag == "merge")
    }
}

impl From<Mistake> for ValueError {
    fn from(mistake: Mistake) -> Self {
        let Mistake { place: Place { line, column, .. }, is_limit, message } = mistake;
        let kind = if is_limit { ErrorKind::Limit } else { ErrorKind::Domain };
        let message = format!("line {line}, column {column}: {message}");
        Self::with_value(kind, "the text is not YAML that has a value here", message)
    }
}

/// Adds an entry. `spellings` has the keys that are not written in Unicode's normal form C.
///
/// # Errors
/// Returns an error if a key that is written differently has the same normal form.
fn insert(
    (map, spellings): &mut (Map, HashMap<String, String>),
    written: &str,
    value: Value,
) -> Result<(), ValueError> {
    let normal = Value::from(written);
    let key = normal.as_str().unwrap_or_default();
    if map.contains_key(key) {
        let first = spellings.get(key).map_or(key, String::as_str);
        if first != written {
            return Err(format!(
                "the keys {first:?} and {written:?} are the same text in Unicode's normal form C"
            )
            .into());
        }
    } else if key != written {
        spellings.insert(key.to_owned(), written.to_owned());
    }
    map.insert(key, value);
    Ok(())
}

/// Adds the entries of a mapping, or of all mappings of a sequence. Returns false for other values.
fn merge(map: &mut Map, value: &Value, budget: &Budget) -> Result<bool, ValueError> {
    let mappings = match value.kind() {
        ValueKind::Tuple(mappings) => mappings,
        _ => slice::from_ref(value),
    };
    for mapping in mappings {
        let ValueKind::Object(entries) = mapping.kind() else { return Ok(false) };
        take_table(entries.len(), budget)?;
        budget.take_parts((entries.len() as u64).saturating_mul(4))?;
        for (key, value) in entries.iter() {
            budget.take_bytes(key.len())?;
            map.insert(key, value.clone());
        }
    }
    Ok(true)
}
