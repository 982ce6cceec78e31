//! Values as text.

use std::borrow::Cow;
use std::fmt;

use pest::unicode::{ID_CONTINUE, ID_START};

use super::{MAX_DEPTH, MAX_SIZE, Map, Type, Value, ValueKind};

/// The number of types that are searched for objects.
const MAX_TYPES: u32 = 1000;

/// Writes the value in the syntax of expressions. Sets and lists are written like tuples, maps like
/// objects. An unknown value is `unknown`, with its refinement in parentheses if it has one. The
/// content of a marked value is not shown. An ellipsis replaces parts that are too deep or too
/// large, see [`check_size`](Value::check_size). With `{:#}`, each part is on a line of its own.
///
/// ```
/// use serde_hcl::value;
///
/// let value = value!({ "a b": ["x\n", null], "c": 0.5 });
/// assert_eq!(value.to_string(), r#"{ "a b" = ["x\n", null], c = 0.5 }"#);
/// assert_eq!(format!("{value:#}"), r#"{
///   "a b" = [
///     "x\n",
///     null,
///   ]
///   c = 0.5
/// }"#);
/// ```
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Style { depth: MAX_DEPTH + 1, types: false, level: f.alternate().then_some(0) }, f)
    }
}

/// Like `Display`, with the types of values that are neither tuples nor objects.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Style { depth: MAX_DEPTH + 1, types: true, level: None }, f)
    }
}

/// How a value is written.
#[derive(Clone, Copy)]
struct Style {
    /// The number of levels that are written.
    depth: u32,
    types: bool,
    /// The number of values around the current one, if each part is on a line of its own.
    level: Option<usize>,
}

impl Style {
    /// Begins the line of a part, if it has one of its own.
    fn begin_line(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "\n{:1$}", "", level * 2),
            None => Ok(()),
        }
    }

    /// Returns the style of the parts of a value.
    fn inner(self) -> Self {
        Self { level: self.level.map(|level| level + 1), ..self }
    }
}

fn write(value: &Value, mut style: Style, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if value.is_marked() {
        f.write_str("(marked")?;
        for (index, mark) in value.marks().iter().enumerate() {
            write!(f, "{} {}", if index == 0 { "" } else { "," }, mark.name())?;
        }
        return f.write_str(")");
    }
    let Some(depth) = style.depth.checked_sub(1).filter(|_| value.size() <= MAX_SIZE) else {
        return f.write_str("…");
    };
    style.depth = depth;
    if style.types && matches!(value.kind(), ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Map(_)) {
        // The type of the collection includes the types of its elements. In that of one with marked
        // elements, names of attributes may come from those.
        style.types = false;
        let ty = value.ty();
        if value.contains_marks() && has_attributes(ty) { write!(f, "{ty}")? } else { write!(f, "{ty:?}")? }
    }
    match value.kind() {
        ValueKind::Null(ty) if style.types => write!(f, "null({ty:?})"),
        ValueKind::Null(_) => f.write_str("null"),
        ValueKind::Unknown(ty) => {
            let refinement = value.refinement();
            let ty = style.types.then(|| format!("{ty:?}"));
            let refinement = (!refinement.is_none()).then(|| refinement.to_string());
            let facts: Vec<_> = ty.into_iter().chain(refinement).collect();
            if facts.is_empty() { f.write_str("unknown") } else { write!(f, "unknown({})", facts.join(", ")) }
        }
        ValueKind::Bool(bool) => write!(f, "{bool}"),
        ValueKind::Number(number) => write!(f, "{number}"),
        ValueKind::String(string) => write_string(string, f),
        ValueKind::Capsule(capsule) => write!(f, "{capsule:?}"),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            write_items(items, style, f)
        }
        ValueKind::Map(map) | ValueKind::Object(map) => write_entries(map, style, f),
    }
}

/// Returns whether there are objects with attributes in a type, if that can be determined quickly.
pub(crate) fn has_attributes(ty: &Type) -> bool {
    let mut left = vec![ty];
    for _ in 0..MAX_TYPES {
        match left.pop() {
            None => return false,
            Some(Type::Object(object)) if !object.is_empty() => return true,
            Some(ty) => left.extend(ty.parts()),
        }
    }
    true
}

fn write_items(items: &[Value], style: Style, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if items.is_empty() {
        return f.write_str("[]");
    }
    let is_one_line = style.level.is_none();
    f.write_str("[")?;
    for (index, item) in items.iter().enumerate() {
        f.write_str(if is_one_line && index > 0 { ", " } else { "" })?;
        style.inner().begin_line(f)?;
        write(item, style.inner(), f)?;
        f.write_str(if is_one_line { "" } else { "," })?;
    }
    style.begin_line(f)?;
    f.write_str("]")
}

fn write_entries(map: &Map, style: Style, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if map.is_empty() {
        return f.write_str("{}");
    }
    let is_one_line = style.level.is_none();
    f.write_str(if is_one_line { "{ " } else { "{" })?;
    for (index, (key, value)) in map.iter().enumerate() {
        f.write_str(if is_one_line && index > 0 { ", " } else { "" })?;
        style.inner().begin_line(f)?;
        if is_identifier(key) {
            f.write_str(key)?;
        } else {
            write_string(key, f)?;
        }
        f.write_str(" = ")?;
        write(value, style.inner(), f)?;
    }
    style.begin_line(f)?;
    f.write_str(if is_one_line { " }" } else { "}" })
}

/// Returns a text as a quoted string of the native syntax.
pub(crate) fn quoted(text: &str) -> impl fmt::Display {
    Quoted(text)
}

/// Returns a text as it is written in quotes.
pub(crate) fn quoted_content(text: &str) -> String {
    let quoted = quoted(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_string(self.0, f)
    }
}

/// Returns whether a text can be a name: of an attribute, a block, a variable or a function.
///
/// ```
/// use serde_hcl::is_identifier;
///
/// assert!(is_identifier("instance-type"));
/// assert!(!is_identifier("instance type") && !is_identifier("2nd"));
/// ```
pub fn is_identifier(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.first().is_some_and(|first| *first == b'_' || first.is_ascii_alphabetic())
        && bytes.iter().all(|byte| NAME_BYTES[usize::from(*byte)])
    {
        return true;
    }
    let mut characters = text.chars();
    characters.next().is_some_and(begins_identifier) && characters.all(continues_identifier)
}

/// Returns a text as a name: each character that a name cannot have becomes `_`, which also
/// precedes a text that begins with a digit or `-`. The name of an empty text is `_`.
///
/// ```
/// use serde_hcl::to_identifier;
///
/// assert_eq!(to_identifier("instance type"), "instance_type");
/// assert_eq!(to_identifier("2nd"), "_2nd");
/// assert_eq!(to_identifier("größe"), "größe");
/// ```
pub fn to_identifier(text: &str) -> Cow<'_, str> {
    if is_identifier(text) {
        return Cow::Borrowed(text);
    }
    let needs_start =
        text.chars().next().is_none_or(|first| !begins_identifier(first) && continues_identifier(first));
    let characters = text.chars().map(|it| if continues_identifier(it) { it } else { '_' });
    Cow::Owned(needs_start.then_some('_').into_iter().chain(characters).collect())
}

/// Returns whether a character can be the first one of a name.
pub(crate) fn begins_identifier(character: char) -> bool {
    character == '_' || ID_START(character)
}

/// Returns whether a character can be in a name after the first one. Joiners are invisible, so
/// names with and without them would look the same.
pub(crate) fn continues_identifier(character: char) -> bool {
    character == '-' || ID_CONTINUE(character) && !matches!(character, '\u{200c}' | '\u{200d}')
}

/// The ASCII bytes that can continue a name.
pub(crate) static NAME_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || matches!(character, b'_' | b'-');
        byte += 1;
    }
    table
};

/// Returns a quoted string, with escapes for special characters.
pub(crate) fn write_string(text: &str, f: &mut impl fmt::Write) -> fmt::Result {
    write_escaped(text, f, true, is_printable)
}

/// Returns a quoted string, with escapes for characters that are not plain, and perhaps for
/// template sequences.
pub(crate) fn write_escaped(
    text: &str,
    f: &mut impl fmt::Write,
    escapes_templates: bool,
    is_plain: fn(char) -> bool,
) -> fmt::Result {
    f.write_str("\"")?;
    // `rest` is not written yet. Most of it needs no escape.
    let mut rest = text;
    while let Some((plain, escaped)) = find_special(rest).and_then(|at| rest.split_at_checked(at)) {
        f.write_str(plain)?;
        let mut characters = escaped.chars();
        match characters.next() {
            Some('"') => f.write_str("\\\"")?,
            Some('\\') => f.write_str("\\\\")?,
            Some('\n') => f.write_str("\\n")?,
            Some('\r') => f.write_str("\\r")?,
            Some('\t') => f.write_str("\\t")?,
            Some(sign @ ('$' | '%')) if escapes_templates && characters.as_str().starts_with('{') => {
                write!(f, "{sign}{sign}")?;
            }
            Some(other) if is_plain(other) => f.write_char(other)?,
            Some(other) if u32::from(other) > 0xffff => write!(f, "\\U{:08x}", u32::from(other))?,
            Some(other) => write!(f, "\\u{:04x}", u32::from(other))?,
            None => {}
        }
        rest = characters.as_str();
    }
    f.write_str(rest)?;
    f.write_str("\"")
}

/// Returns whether a character is a letter, a mark, a number, a sign or a space, as
/// `unicode.IsPrint` of Go does. All others are escaped: control characters, those that have no
/// width or change the direction of text, spaces of other widths, and those without a meaning.
pub(super) fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    // The escapes for debugging have the same rule, except for marks at the start of a text.
    let mut buffer = [b'_'; 5];
    let length = character.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..=length]).unwrap_or_default();
    text.escape_debug().nth(1) == Some(character)
}

/// Returns whether no character needs an escape in a string. Without branches for each byte, JSON
/// is written faster (bench `json_to_string_struct`).
pub(crate) fn is_plain(text: &str) -> bool {
    let is_special =
        |bytes: &[u8]| bytes.iter().fold(false, |found, byte| found | SPECIAL_BYTES[usize::from(*byte)]);
    let mut chunks = text.as_bytes().chunks_exact(8);
    !chunks.by_ref().any(is_special) && !is_special(chunks.remainder())
}

/// Returns the offset of the first character that may need an escape in a string.
fn find_special(text: &str) -> Option<usize> {
    text.bytes().position(|byte| SPECIAL_BYTES[usize::from(byte)])
}

/// The first bytes of such characters.
static SPECIAL_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        table[byte] =
            matches!(character, b'"' | b'\\' | b'$' | b'%' | 0xc2..) || character.is_ascii_control();
        byte += 1;
    }
    table
};
