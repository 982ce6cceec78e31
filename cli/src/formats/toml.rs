//! TOML.

use std::io::{self, Write};
use std::ops::Range;

use serde_hcl::{Map, Number, Value, ValueKind};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Content, Entry, Key, Node, Parsed, problem};
use super::{elements, entries, quoted};

/// Reads a document.
pub fn read(text: &str) -> Parsed {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        problem("Invalid TOML".to_owned(), format!("{}.", capitalized(error.message())), span)
    })?;
    let span = table.span();
    self::table(table.into_inner(), span)
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

fn table(table: DeTable<'_>, span: Range<usize>) -> Parsed {
    let entry = |(key, value): (Spanned<_>, _)| {
        let span = key.span();
        let key: std::borrow::Cow<'_, str> = key.into_inner();
        Ok(Entry { key: Key::Text(key.into_owned(), span), value: node(value)? })
    };
    let entries = table.into_iter().map(entry).collect::<Result<_, _>>()?;
    Ok(Node { span, content: Content::Mapping(entries) })
}

fn node(value: Spanned<DeValue<'_>>) -> Parsed {
    let span = value.span();
    let content = match value.into_inner() {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Datetime(time) => Content::Text(time.to_string()),
        DeValue::Boolean(value) => Content::Plain(value.to_string()),
        DeValue::Integer(integer) => plain(integer.as_str(), integer.radix(), &span)?,
        DeValue::Float(float) => plain(float.as_str(), 10, &span)?,
        DeValue::Array(items) => Content::Sequence(items.into_iter().map(node).collect::<Result<_, _>>()?),
        DeValue::Table(entries) => return table(entries, span),
    };
    Ok(Node { span, content })
}

/// Returns a number. TOML has integers of 64 bits.
fn plain(text: &str, radix: u32, span: &Range<usize>) -> Result<Content, serde_hcl::Diagnostic> {
    let number = match radix {
        10 => text.parse::<Number>().map_err(|_| "Infinities and NaN have no value here."),
        _ => i64::from_str_radix(text, radix)
            .map(Number::from)
            .map_err(|_| "Integers with a prefix have at most 64 bits here."),
    };
    let number =
        number.map_err(|reason| problem("Unsupported number".to_owned(), reason.to_owned(), span.clone()))?;
    Ok(Content::Plain(number.to_string()))
}

/// Returns a number in TOML, if a reader gets the same number back.
pub fn number(number: &Number) -> Option<String> {
    if let Some(integer) = number.as_i64() {
        return Some(integer.to_string());
    }
    let float = number.as_f64()?;
    let is_same = float.is_finite() && Number::try_from(float).is_ok_and(|it| it == *number);
    is_same.then(|| format!("{float:?}"))
}

/// Writes an object as a document.
pub fn write(value: &Value, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer { out, is_empty: true };
    entries(value).map_or(Ok(()), |map| writer.table(map, &mut Vec::new()))
}

struct Writer<'w> {
    out: &'w mut dyn Write,
    is_empty: bool,
}

/// The form of the value of a key.
#[derive(PartialEq)]
enum Form {
    /// After the key.
    Inline,
    Table,
    Tables,
}

fn form(value: &Value) -> Form {
    let is_table = |it: &Value| entries(it).is_some();
    match elements(value) {
        Some(items) if !items.is_empty() && items.iter().all(is_table) => Form::Tables,
        _ if is_table(value) => Form::Table,
        _ => Form::Inline,
    }
}

impl Writer<'_> {
    /// Writes the entries of a table: those with a header come last.
    fn table<'v>(&mut self, map: &'v Map, path: &mut Vec<&'v str>) -> io::Result<()> {
        for (name, value) in map.iter().filter(|(_, value)| form(value) == Form::Inline) {
            self.key(name)?;
            self.out.write_all(b" = ")?;
            self.inline(value)?;
            self.out.write_all(b"\n")?;
            self.is_empty = false;
        }
        for (name, value) in map.iter() {
            path.push(name);
            match form(value) {
                Form::Inline => {}
                Form::Table => {
                    let table = entries(value).into_iter();
                    for map in table {
                        // The header of an inner table defines this one, too.
                        if map.is_empty() || map.iter().any(|(_, it)| form(it) == Form::Inline) {
                            self.header(path, "[", "]")?;
                        }
                        self.table(map, path)?;
                    }
                }
                Form::Tables => {
                    for map in elements(value).into_iter().flatten().filter_map(entries) {
                        self.header(path, "[[", "]]")?;
                        self.table(map, path)?;
                    }
                }
            }
            path.pop();
        }
        Ok(())
    }

    fn header(&mut self, path: &[&str], open: &str, close: &str) -> io::Result<()> {
        write!(self.out, "{}{open}", if self.is_empty { "" } else { "\n" })?;
        for (index, name) in path.iter().enumerate() {
            self.out.write_all(if index > 0 { b"." } else { b"" })?;
            self.key(name)?;
        }
        self.is_empty = false;
        writeln!(self.out, "{close}")
    }

    fn key(&mut self, name: &str) -> io::Result<()> {
        let is_bare = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-');
        if !name.is_empty() && name.bytes().all(is_bare) {
            return self.out.write_all(name.as_bytes());
        }
        quoted(name, self.out)
    }

    fn inline(&mut self, value: &Value) -> io::Result<()> {
        if let Some(items) = elements(value) {
            self.out.write_all(b"[")?;
            for (index, item) in items.iter().enumerate() {
                self.out.write_all(if index > 0 { b", " } else { b"" })?;
                self.inline(item)?;
            }
            return self.out.write_all(b"]");
        }
        match value.kind() {
            ValueKind::Map(map) | ValueKind::Object(map) => {
                self.out.write_all(b"{")?;
                for (index, (name, value)) in map.iter().enumerate() {
                    self.out.write_all(if index > 0 { b", " } else { b" " })?;
                    self.key(name)?;
                    self.out.write_all(b" = ")?;
                    self.inline(value)?;
                }
                self.out.write_all(if map.is_empty() { b"}" } else { b" }" })
            }
            ValueKind::String(text) => quoted(text, self.out),
            ValueKind::Number(it) => self.out.write_all(number(it).unwrap_or_default().as_bytes()),
            ValueKind::Bool(bool) => write!(self.out, "{bool}"),
            // The value was checked.
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}
