//! Values as text. Values share parts, so a short expression can have a value of any size.

use std::io::{self, IsTerminal, Write};

use serde::ser::{Error as _, Serialize, Serializer};
use serde_hcl::{Diagnostic, Limits, Map, Type, Value, ValueKind, diag::Category};
use serde_json::value::RawValue;

use crate::options::{Printing, ValueFormat};
use crate::output::Output;
use crate::{Failure, Result};

/// The maximum number of bytes of a value as text.
const LIMIT: u64 = Limits::DEFAULT.bytes;

/// Writes a value in the requested format.
pub fn value(value: &Value, printing: &Printing, output: &Output) -> Result<()> {
    match printing.format {
        _ if printing.raw && value.contains_marks() => {
            Err(Failure::command("the value is sensitive: pass it to nonsensitive to write it"))
        }
        _ if printing.raw && value.as_str().is_some() => {
            let text = value.as_str().unwrap_or_default();
            if std::io::stdout().is_terminal() { output.line(text) } else { output.write(text) }
        }
        ValueFormat::Hcl => output.line(&hcl(value)?),
        ValueFormat::Json => output.line(&plain_json(value, false)?),
    }
}

/// Returns a value in the syntax of expressions.
pub fn hcl(value: &Value) -> Result<String> {
    text(value, |out| write!(out, "{value}"))
}

/// Returns the type of a value, without the names of attributes of marked parts.
pub fn type_of(value: &Value) -> Result<String> {
    value.check_size()?;
    Ok(format!("{:?}", without_secret_names(value).ty()))
}

/// Returns a value with an unknown one in place of each marked part whose type has names.
fn without_secret_names(value: &Value) -> Value {
    match value.kind() {
        _ if !value.contains_marks() => value.clone(),
        ValueKind::Object(map) if !value.is_marked() => {
            Value::from(map.iter().map(|(key, value)| (key, without_secret_names(value))).collect::<Map>())
        }
        ValueKind::Tuple(items) if !value.is_marked() => Value::tuple(items.iter().map(without_secret_names)),
        // All elements of a collection have its type.
        _ if has_names(value.ty()) => Value::UNKNOWN,
        _ => value.clone(),
    }
}

/// Returns whether a type has names of attributes.
fn has_names(ty: &Type) -> bool {
    match ty {
        Type::Object(_) => true,
        Type::Tuple(items) => items.iter().any(has_names),
        Type::List(element) | Type::Set(element) | Type::Map(element) => has_names(element),
        _ => false,
    }
}

/// Returns a value as JSON that any program reads, on one line or on several.
pub fn plain_json(value: &Value, compact: bool) -> Result<String> {
    let plain = Plain(value);
    text(value, |out| match compact {
        true => Ok(serde_json::to_writer(out, &plain)?),
        false => Ok(serde_json::to_writer_pretty(out, &plain)?),
    })
}

/// Returns the text that a function writes for a value, unless the value or the text is too large.
pub fn text(value: &Value, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<String> {
    value.check_size()?;
    let mut out = Bounded { bytes: Vec::new(), is_full: false };
    let written = write(&mut out);
    if out.is_full {
        check_length(LIMIT + 1)?;
    }
    written.map_err(|error| Failure::Command(format!("there is no JSON for it: {error}")))?;
    String::from_utf8(out.bytes).map_err(|error| Failure::Command(error.to_string()))
}

/// Checks the number of bytes of a value as text.
pub fn check_length(length: u64) -> Result<()> {
    if length <= LIMIT {
        return Ok(());
    }
    let detail = format!("As text, it has more than the limit of {LIMIT} bytes.");
    Err(Diagnostic::error(Category::Limit, "Value too large", detail).into())
}

/// A text of limited length.
struct Bounded {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_full = (self.bytes.len() + bytes.len()) as u64 > LIMIT;
        if self.is_full {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A value whose numbers are written with all their digits.
struct Plain<'v>(&'v Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.kind() {
            _ if self.0.is_marked() => self.0.serialize(serializer),
            ValueKind::Number(number) if number.is_finite() && number.as_i64().is_none() => {
                let text = RawValue::from_string(number.to_string()).map_err(S::Error::custom)?;
                text.serialize(serializer)
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                serializer.collect_seq(items.iter().map(Plain))
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                serializer.collect_map(map.iter().map(|(key, value)| (key, Plain(value))))
            }
            _ => self.0.serialize(serializer),
        }
    }
}
