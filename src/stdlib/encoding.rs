//! JSON and CSV.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Table;
use super::string::{charge_characters, size};
use super::support::{OuterType, any, builder, insert, known, string, text};
use crate::diag::Category;
use crate::func::{Budget, Function};
use crate::json_syntax::{self, Kind, Node};
use crate::source::Source;
use crate::util::words::quoted;
use crate::value::{ErrorKind, Map, Spellings, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = table! {
    jsonencode: "Encodes a value as JSON text.",
    jsondecode: "Decodes a value from JSON text.",
    csvdecode: "Decodes CSV text with a header to a list of objects of strings.",
};

/// `jsonencode(val: any) -> string`: the value as JSON, the keys of objects in order. Special
/// characters of HTML are escaped.
///
/// A result that is unknown begins with `{`, `[` or `"` where the type of the value decides it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let encoded =
///     stdlib::function("jsonencode").unwrap().call(&[value!({ "b": [1, null], "a": "<" })])?;
/// assert_eq!(encoded, value!("{\"a\":\"\\u003c\",\"b\":[1,null]}"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value has no form in JSON: an infinity or a capsule.
pub(super) fn jsonencode() -> Function {
    builder([any("val").allow_null().allow_dynamic()])
        .returns(Type::String)
        .refine_result(|arguments, encoded| {
            let prefix = match OuterType::from_value(&arguments[0]) {
                _ if !arguments[0].is_never_null() => "",
                OuterType::Map | OuterType::Object => "{",
                OuterType::List | OuterType::Set | OuterType::Tuple => "[",
                _ if *arguments[0].ty() == Type::String => "\"",
                _ => "",
            };
            encoded.not_null().prefix(prefix)
        })
        .implement_within(known(|[value], budget| json_text(value, budget).map(Value::from)))
}

/// Returns a known value as JSON.
pub(super) fn json_text(value: &Value, budget: &Budget) -> Result<String, ValueError> {
    value.check_size()?;
    let mut writer = Writer { out: String::new(), budget };
    writer.value(value)?;
    Ok(writer.out)
}

/// A JSON writer that charges its output to the budget piece by piece.
struct Writer<'b> {
    out: String,
    budget: &'b Budget,
}

impl Writer<'_> {
    fn push(&mut self, piece: &str) -> Result<(), ValueError> {
        self.budget.take_bytes(piece.len() as u64)?;
        self.out.push_str(piece);
        Ok(())
    }

    fn value(&mut self, value: &Value) -> Result<(), ValueError> {
        self.budget.take_parts(2_u64)?;
        match value.kind() {
            ValueKind::Null(_) | ValueKind::Unknown(_) => self.push("null"),
            ValueKind::Bool(bool) => self.push(if bool { "true" } else { "false" }),
            ValueKind::Number(number) if number.is_finite() => {
                let digits = self.budget.limits().digits;
                self.budget.take_parts(number.work(number))?;
                self.push(&number.to_text(digits)?)
            }
            ValueKind::Number(_) => Err("an infinity has no JSON form".into()),
            ValueKind::String(text) => self.string(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                self.push("[")?;
                for (index, item) in items.iter().enumerate() {
                    self.push(if index == 0 { "" } else { "," })?;
                    self.value(item)?;
                }
                self.push("]")
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                self.push("{")?;
                for (index, (key, value)) in map.sorted().into_iter().enumerate() {
                    self.budget.take_parts(2_u64)?;
                    self.push(if index == 0 { "" } else { "," })?;
                    self.string(key)?;
                    self.push(":")?;
                    self.value(value)?;
                }
                self.push("}")
            }
            ValueKind::Capsule(_) => Err(format!("a value of type {} has no JSON form", value.ty()).into()),
        }
    }

    fn string(&mut self, text: &str) -> Result<(), ValueError> {
        charge_characters(text, self.budget)?;
        self.push("\"")?;
        let mut from = 0;
        for (at, character) in text.char_indices() {
            let escaped = match character {
                '"' => "\\\"",
                '\\' => "\\\\",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                '\u{8}' => "\\b",
                '\u{c}' => "\\f",
                '<' => "\\u003c",
                '>' => "\\u003e",
                '&' => "\\u0026",
                '\0'..'\u{20}' | '\u{2028}' | '\u{2029}' => &format!("\\u{:04x}", u32::from(character)),
                _ => continue,
            };
            self.push(&text[from..at])?;
            self.push(escaped)?;
            from = at + character.len_utf8();
        }
        self.push(&text[from..])?;
        self.push("\"")
    }
}

/// `jsondecode(str: string) -> any`: the value of a JSON text, arrays as tuples. Of a repeated name
/// with values of one type the last one counts.
///
/// The first character of a text decides the type of strings, numbers and bools, so the known
/// prefix of an unknown text does too.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let decoded = stdlib::function("jsondecode").unwrap().call(&[value!("{\"a\": [1, \"x\"]}")])?;
/// assert_eq!(decoded, value!({ "a": [1, "x"] }));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not JSON, if a name of an object is repeated with values of
/// different types, or if two names are the same text in Unicode's normal form C.
pub(super) fn jsondecode() -> Function {
    builder([string("str")])
        .returns_with(|arguments, _| match arguments[0].is_unknown() {
            true => type_after(arguments[0].refinement().prefix()),
            false => Ok(Type::Dynamic),
        })
        .implement_within(known(|[string], budget| {
            let text = text(string);
            // A value has no more text than its source.
            budget.take_bytes(text.len())?;
            budget.take_elements(elements_of_json(text))?;
            budget.take_parts(text.len())?;
            let parsed = json_syntax::parse(Source::from(text), budget.limits());
            if let Some(root) = parsed.root {
                return value_of(parsed.tree.node(root), budget);
            }
            // The search for the mistakes reads the whole text.
            budget.take_parts(20 * text.len())?;
            let first = parsed.diagnostics.errors().next();
            let problem = first.map(ToString::to_string).unwrap_or_default();
            let is_limit = first.is_some_and(|first| first.category() == Category::Limit);
            let message = format!("the text is not valid JSON: {}", problem.trim_end_matches('.'));
            let kind = if is_limit { ErrorKind::Limit } else { ErrorKind::Domain };
            Err(ValueError::with_value(kind, "the text is not valid JSON", message))
        }))
}

/// Returns the type of the value of a JSON text that begins with a prefix. The first character
/// decides it, except for the types of objects and arrays, which depend on all of the text.
fn type_after(prefix: &str) -> Result<Type, ValueError> {
    match prefix.trim_start_matches([' ', '\t', '\r', '\n']).bytes().next() {
        None | Some(b'{' | b'[' | b'n') => Ok(Type::Dynamic),
        Some(b'"') => Ok(Type::String),
        Some(b't' | b'f') => Ok(Type::Bool),
        Some(b'-' | b'.' | b'0'..=b'9') => Ok(Type::Number),
        // The message does not show the character, which may be secret.
        Some(_) => Err(ValueError::from("no JSON text begins like this string").with_argument(0)),
    }
}

/// Returns the maximum number of elements in the value of a JSON text. Brackets and commas in
/// strings are counted too.
fn elements_of_json(text: &str) -> u64 {
    let elements = text.bytes().map(|byte| match byte {
        b'{' => 5,
        b'[' => 3,
        b',' | b':' => 1,
        _ => 0,
    });
    elements.sum()
}

fn value_of(node: Node<'_>, budget: &Budget) -> Result<Value, ValueError> {
    Ok(match node.kind() {
        Kind::Null => Value::NULL,
        Kind::Bool(value) => Value::from(value),
        Kind::Integer(value) => Value::from(value),
        Kind::Number(number) => Value::from(number.clone()),
        Kind::String(string) => Value::from(string.text()),
        Kind::Array(array) => {
            let elements = array.elements().map(|element| value_of(element, budget));
            Value::tuple(elements.collect::<Result<Vec<_>, _>>()?)
        }
        Kind::Object(object) => {
            let mut map = Map::with_capacity(object.members().len());
            let mut spellings = Spellings::default();
            for member in object.members() {
                let written = member.name().text();
                let value = value_of(member.value(), budget)?;
                if let Some(earlier) = insert(&mut map, &mut spellings, written, value.clone())?
                    && !budget.same_types(earlier.ty(), value.ty())?
                {
                    let name = quoted(written);
                    let message = format!(
                        "the property {name} is repeated in an object, with values of different types"
                    );
                    let public = "a property is repeated in an object, with values of different types";
                    return Err(ValueError::with_value(ErrorKind::Domain, public, message));
                }
            }
            Value::object(map)
        }
    })
}

/// `csvdecode(str: string) -> list(object)`: an object for each line but the first, which has the
/// names of the columns.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let rows = stdlib::function("csvdecode").unwrap().call(&[value!("name,n\na,1\n")])?;
/// assert_eq!(rows[0]["name"], value!("a"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no first line, a name is repeated, a line has another number of
/// fields, or quotes are wrong (RFC 4180).
pub(super) fn csvdecode() -> Function {
    builder([string("str")]).implement_within(known(|[string], budget| {
        let text = text(string);
        // Reading has a constant cost.
        budget.take_steps(100_u64)?;
        budget.take_bytes(text.len())?;
        budget.take_parts(text.len() / 2)?;
        let text = text.replace("\r\n", "\n");
        let mut reader = CsvReader { rest: text.strip_prefix('\u{feff}').unwrap_or(&text), line: 1 };
        let (_, names) = reader.next_line()?.ok_or("the line with the names of the columns is missing")?;
        let mut seen = HashSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
            let message = format!("the column name {} is repeated", quoted(twice));
            let public = "the name of a column is repeated";
            return Err(ValueError::with_value(ErrorKind::Domain, public, message));
        }
        budget.take_table(names.len())?;
        let ty = Type::object(names.iter().map(|name| (&**name, Type::String)));
        let mut rows = Vec::new();
        while let Some((line, fields)) = reader.next_line()? {
            let (expected, found) = (names.len(), fields.len());
            if found != expected {
                let message = format!("line {line} has {found} fields, but the first line has {expected}");
                return Err(message.into());
            }
            budget.take_table(expected)?;
            budget.take_parts(size(0, expected, 8))?;
            let fields =
                names.iter().map(|name| &**name).zip(fields.iter().map(|field| Value::from(&**field)));
            rows.push(Value::object(fields.collect::<Map>()));
        }
        Value::list(ty, rows)
    }))
}

/// The number of a line and its fields.
type CsvLine<'t> = (usize, Vec<Cow<'t, str>>);

/// The lines of a CSV text. Fields in quotes can have line ends; blank lines are skipped.
struct CsvReader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> CsvReader<'t> {
    /// Returns the next line that is not blank.
    fn next_line(&mut self) -> Result<Option<CsvLine<'t>>, ValueError> {
        let text = self.rest.trim_start_matches('\n');
        self.line += self.rest.len() - text.len();
        self.rest = text;
        if text.is_empty() {
            return Ok(None);
        }
        let line = self.line;
        let mut fields = vec![self.field()?];
        while let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            fields.push(self.field()?);
        }
        Ok(Some((line, fields)))
    }

    fn field(&mut self) -> Result<Cow<'t, str>, ValueError> {
        let Some(mut inside) = self.rest.strip_prefix('"') else {
            let end = self.rest.find([',', '\n']).unwrap_or(self.rest.len());
            let (field, rest) = self.rest.split_at(end);
            if field.contains('"') {
                let place = format!("in line {}", self.line);
                return Err(format!("{place} a quote is in a field without quotes around it").into());
            }
            self.rest = rest;
            return Ok(field.into());
        };
        let opened = self.line;
        let mut field = String::new();
        loop {
            let Some((piece, rest)) = inside.split_once('"') else {
                return Err(format!("a quote in line {opened} is not closed").into());
            };
            field.push_str(piece);
            self.line += piece.matches('\n').count();
            self.rest = rest;
            let Some(quote) = rest.strip_prefix('"') else { break };
            field.push('"');
            inside = quote;
        }
        if !self.rest.is_empty() && !self.rest.starts_with([',', '\n']) {
            let line = self.line;
            return Err(format!("in line {line} something follows the closing quote of a field").into());
        }
        Ok(field.into())
    }
}
