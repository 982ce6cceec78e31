//! YAML.

use std::borrow::Cow;
use std::collections::HashMap;
use std::slice;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput, Tag};
use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, ValueError, convert};
use serde_hcl::{Function, Map, Type, Value, ValueKind};

use super::Table;
use super::support::{any, builder, define, known, quoted, string, take_table, text};
use super::{yaml_resolve, yaml_words, yaml_write};

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
        yaml_write::document(value, budget).map(Value::from)
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
        budget.take_steps(4_u64)?;
        budget.take_parts((text.len() as u64).saturating_mul(4))?;
        budget.take_bytes(text.len())?;
        Decoder { budget, open: Vec::new(), anchors: HashMap::new(), root: None }.document(text)
    }))
}

/// A sequence or a mapping whose end has not been read yet.
enum OpenContent {
    Sequence(Vec<Value>),
    Mapping(Map, HashMap<String, String>, Option<Key>),
}

/// The key of the next value.
enum Key {
    Text(String),
    /// `<<`
    Merge,
}

struct Decoder<'b> {
    budget: &'b Budget,
    /// Each with its anchor.
    open: Vec<(usize, OpenContent)>,
    anchors: HashMap<usize, Value>,
    root: Option<Value>,
}

impl Decoder<'_> {
    fn document(mut self, text: &str) -> Result<Value, ValueError> {
        check_indentation(text)?;
        let length = text.chars().count();
        let mut documents = 0;
        for event in Parser::new(StrInput::new(text)) {
            let (event, span) = event.map_err(|error| not_yaml(text, &error))?;
            let place = span.start;
            self.budget.take_steps(1_u64)?;
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        return Err(problem(place, "a second document begins here, but one is possible"));
                    }
                }
                Event::Scalar(text, style, anchor, tag) => {
                    let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                    let text = match text.strip_suffix('\n') {
                        // The parser adds a line ending to a last line that has none.
                        Some(rest) if is_block && span.end.index() == length && span.end.col() > 0 => rest,
                        _ => &text,
                    };
                    self.scalar(text, style, anchor, tag, place)?;
                }
                Event::Alias(anchor) => {
                    let value = self.anchors.get(&anchor).cloned();
                    let inside = "an alias is inside of what it stands for";
                    self.value(value.ok_or_else(|| problem(place, inside))?, 0, place)?;
                }
                Event::SequenceStart(anchor, ref tag) | Event::MappingStart(anchor, ref tag) => {
                    let (expected, content) = match event {
                        Event::SequenceStart(..) => ("seq", OpenContent::Sequence(Vec::new())),
                        _ => ("map", OpenContent::Mapping(Map::new(), HashMap::new(), None)),
                    };
                    if tag.as_ref().is_some_and(|tag| tag_name(tag) != expected) {
                        return Err(problem(place, "the tag is not supported"));
                    }
                    self.begin(anchor, content, place)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.end(place)?,
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            }
        }
        if documents == 0 {
            return Err("the text has no document of YAML. Write null for a null".into());
        }
        Ok(self.root.unwrap_or(Value::NULL))
    }

    /// Returns whether a key comes next.
    fn expects_key(&self) -> bool {
        matches!(self.open.last(), Some((_, OpenContent::Mapping(.., None))))
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Cow<'_, Tag>>,
        place: Marker,
    ) -> Result<(), ValueError> {
        let tag = tag.as_deref().map(tag_name);
        let tag = tag.as_deref();
        if self.expects_key() && (tag == Some("merge") || (tag.is_none() && text == "<<")) {
            return self.key(Key::Merge);
        }
        self.budget.take_elements(1_u64)?;
        let value = yaml_resolve::scalar(text, tag, style == ScalarStyle::Plain);
        let value =
            value.map_err(|reason| problem(place, &format!("the scalar {} {reason}", quoted(text))))?;
        if !self.expects_key() {
            return self.value(value, anchor, place);
        }
        if value.is_null() {
            return Err(problem(place, "a key must not be null"));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        let key = convert(&value, &Type::String)?;
        let key = key.as_str().unwrap_or_default();
        // Two keys that are equal in normal form differ as they are written.
        let written = if Some(key) == Value::from(text).as_str() { text } else { key };
        self.key(Key::Text(written.to_owned()))
    }

    fn key(&mut self, next: Key) -> Result<(), ValueError> {
        self.budget.take_elements(2_u64)?;
        if let Some((_, OpenContent::Mapping(.., key))) = self.open.last_mut() {
            *key = Some(next);
        }
        Ok(())
    }

    fn begin(&mut self, anchor: usize, content: OpenContent, place: Marker) -> Result<(), ValueError> {
        if self.expects_key() {
            return Err(problem(place, "a key must be a scalar"));
        }
        let limit = self.budget.limits().depth;
        if self.open.len() >= limit as usize {
            let message = format!("{}: this is nested deeper than the limit of {limit}", at(place));
            return Err(ValueError::with_value(ErrorKind::Limit, NOT_YAML, message));
        }
        take_table(0, self.budget)?;
        self.open.push((anchor, content));
        Ok(())
    }

    fn end(&mut self, place: Marker) -> Result<(), ValueError> {
        let Some((anchor, content)) = self.open.pop() else { return Ok(()) };
        let value = match content {
            OpenContent::Sequence(items) => Value::tuple(items),
            OpenContent::Mapping(map, ..) => Value::object(map),
        };
        self.value(value, anchor, place)
    }

    /// Adds a complete value to its container.
    fn value(&mut self, value: Value, anchor: usize, place: Marker) -> Result<(), ValueError> {
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        let Some((_, content)) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match content {
            OpenContent::Sequence(items) => {
                self.budget.take_elements(1_u64)?;
                items.push(value);
            }
            OpenContent::Mapping(map, spellings, key) => match key.take() {
                Some(Key::Text(key)) => insert(map, spellings, key, value)?,
                Some(Key::Merge) if merge(map, &value, self.budget)? => {}
                Some(Key::Merge) => {
                    return Err(problem(place, "only a mapping, or a sequence of mappings, can be merged"));
                }
                None => return Err(problem(place, "a key must be a scalar")),
            },
        }
        Ok(())
    }
}

/// Adds an entry. `spellings` has the keys that are not written in Unicode's normal form C.
///
/// # Errors
/// Returns an error if a key that is written differently has the same normal form.
fn insert(
    map: &mut Map,
    spellings: &mut HashMap<String, String>,
    written: String,
    value: Value,
) -> Result<(), ValueError> {
    let normal = Value::from(written.as_str());
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
        spellings.insert(key.to_owned(), written.clone());
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

/// Reports a tab that indents the first line with a value. The parser reports those of other lines.
fn check_indentation(text: &str) -> Result<(), ValueError> {
    let has_value = |line: &str| {
        let is_comment = line.trim().is_empty() || line.trim_start().starts_with('#');
        !is_comment && !line.starts_with('%') && line.trim_end() != "---"
    };
    let Some((index, line)) = text.lines().enumerate().find(|(_, line)| has_value(line)) else {
        return Ok(());
    };
    let indent = line.len() - line.trim_start_matches(' ').len();
    if !line[indent..].starts_with('\t') {
        return Ok(());
    }
    let message = format!("line {}, column {}: a tab cannot indent a line", index + 1, indent + 1);
    Err(ValueError::with_value(ErrorKind::Domain, NOT_YAML, message))
}

/// Returns the name of a tag of the core schema, or `other`.
fn tag_name(tag: &Tag) -> String {
    let tag = format!("{}{}", tag.handle, tag.suffix);
    tag.strip_prefix("tag:yaml.org,2002:").unwrap_or("other").to_owned()
}

const NOT_YAML: &str = "the text is not YAML that has a value here";

fn at(place: Marker) -> String {
    format!("line {}, column {}", place.line(), place.col() + 1)
}

/// Returns the error about a mistake in the syntax. The parser finds some only at the end of the
/// text; the last line with text is their place.
fn not_yaml(text: &str, error: &ScanError) -> ValueError {
    let (marker, words) = (error.marker(), yaml_words::words(error.info()));
    let (last, line) = text.trim_end().lines().enumerate().last().unwrap_or_default();
    let (line, column) = match marker.line() > last + 1 {
        true => (last + 1, line.chars().count() + 1),
        false => (marker.line(), marker.col() + 1),
    };
    ValueError::with_value(ErrorKind::Domain, NOT_YAML, format!("line {line}, column {column}: {words}"))
}

/// Returns an error with its location in the text.
fn problem(place: Marker, problem: &str) -> ValueError {
    ValueError::with_value(ErrorKind::Domain, NOT_YAML, format!("{}: {problem}", at(place)))
}
