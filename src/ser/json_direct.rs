//! JSON that is written while a value is serialized.
//!
//! Whether a struct is a block may only be known at its end, so blocks need a [tape](super::tape).
//! Most values have none. The benchmark `json_to_string_struct` measures the difference.

use std::any::type_name;
use std::fmt::{self, Display};
use std::ops::Range;

use serde::ser::{self, Serialize, Serializer};

use super::json_writer::{JsonWriter, Position, Style, TemplateSequences};
use super::tape::check_depth;
use crate::protocol::{BLOCK, BODY, EXPRESSION, LABELED, LABELED_BLOCKS, NULL, NUMBER, WHOLE_BLOCK};
use crate::util::distinct::are_distinct;
use crate::util::ordered::OrderedMap;
use crate::value::{Number, normalize};

/// Returns the text of a value. `None` if it needs a tape: for blocks, expressions and errors.
pub(super) fn text<T: Serialize + ?Sized>(value: &T, style: Style) -> Option<String> {
    let mut output = Output { writer: JsonWriter::new(1024, style), keys: Vec::new() };
    value.serialize(Direct { output: &mut output, depth: 0, is_root: true, is_number: false }).ok()?;
    Some(output.writer.finish())
}

/// The value needs a tape, which also finds the error if there is one.
#[derive(Debug)]
struct Declined;

impl Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value needs a tape")
    }
}

impl std::error::Error for Declined {}

impl ser::Error for Declined {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Result<T> = std::result::Result<T, Declined>;

struct Output {
    writer: JsonWriter,
    /// Where the keys of the open objects are in the text, with their quotes.
    keys: Vec<Range<usize>>,
}

/// Whether a value was written, or a `None`, which a body omits.
#[derive(PartialEq)]
enum Written {
    Value,
    None,
}

struct Direct<'o> {
    output: &'o mut Output,
    depth: usize,
    /// Whether the value is the whole of the text. An object is a body then.
    is_root: bool,
    /// Whether the value is the text of a [`Number`].
    is_number: bool,
}

impl<'o> Direct<'o> {
    fn word(self, word: impl Display) -> Result<Written> {
        self.output.writer.display(word);
        Ok(Written::Value)
    }

    fn string(self, text: &str, sequences: TemplateSequences) -> Result<Written> {
        self.output.writer.string(text, sequences);
        Ok(Written::Value)
    }

    fn float(self, float: f64, shortest: impl Display) -> Result<Written> {
        match float {
            f64::INFINITY if self.is_number => self.string("${1 / 0}", TemplateSequences::Kept),
            f64::NEG_INFINITY if self.is_number => self.string("${-1 / 0}", TemplateSequences::Kept),
            _ if !float.is_finite() => self.word("null"),
            // HCL has no negative zero.
            0.0 => self.word(0),
            _ => self.word(shortest),
        }
    }

    fn deeper(self) -> Result<Self> {
        check_depth(self.depth + 1).map_err(|_| Declined)?;
        Ok(Self { depth: self.depth + 1, ..self })
    }

    /// Begins a container.
    fn open(self, brackets: [char; 2], is_struct: bool) -> Result<Container<'o>> {
        let Self { output, depth, is_root, .. } = self.deeper()?;
        output.writer.open(brackets[0]);
        Ok(Container {
            depth,
            brackets,
            first_key: output.keys.len(),
            before: output.writer.position(),
            is_body: is_root,
            is_struct,
            in_variant: false,
            output,
        })
    }

    /// Begins the object of an enum variant.
    fn variant(self, name: &str) -> Result<Self> {
        if self.is_root {
            return Err(Declined);
        }
        let inner = self.deeper()?;
        inner.output.writer.open('{');
        inner.output.writer.key(name, TemplateSequences::Escaped);
        Ok(inner)
    }
}

macro_rules! words {
    ($($method:ident: $ty:ty),*) => {
        $(fn $method(self, value: $ty) -> Result<Written> {
            self.word(value)
        })*
    };
}

impl<'o> Serializer for Direct<'o> {
    type Ok = Written;
    type Error = Declined;
    type SerializeSeq = Container<'o>;
    type SerializeTuple = Container<'o>;
    type SerializeTupleStruct = Container<'o>;
    type SerializeTupleVariant = Container<'o>;
    type SerializeMap = Container<'o>;
    type SerializeStruct = Container<'o>;
    type SerializeStructVariant = Container<'o>;

    words! {
        serialize_bool: bool,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }

    fn serialize_f32(self, value: f32) -> Result<Written> {
        self.float(value.into(), value)
    }

    fn serialize_f64(self, value: f64) -> Result<Written> {
        self.float(value, value)
    }

    fn serialize_char(self, value: char) -> Result<Written> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn is_human_readable(&self) -> bool {
        !self.is_number
    }

    fn serialize_str(self, value: &str) -> Result<Written> {
        if self.is_number {
            let number = Number::parse(value).map_err(|_| Declined)?;
            return self.word(number);
        }
        self.string(value, TemplateSequences::Escaped)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Written> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<Written> {
        self.output.writer.word("null");
        Ok(Written::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Written> {
        self.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Written> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Written> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Written> {
        match name {
            NUMBER => value.serialize(Self { is_number: true, ..self }),
            NULL => self.serialize_none(),
            BLOCK | BODY | EXPRESSION | LABELED | LABELED_BLOCKS | WHOLE_BLOCK => Err(Declined),
            _ => value.serialize(self.deeper()?),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Written> {
        let Self { output, depth, .. } = self.variant(name)?;
        value.serialize(Direct { output, depth, is_root: false, is_number: false })?;
        output.writer.close('}');
        Ok(Written::Value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Container<'o>> {
        // Its elements may be the items of a body.
        if self.is_root {
            return Err(Declined);
        }
        self.open(['[', ']'], false)
    }

    fn serialize_tuple(self, length: usize) -> Result<Container<'o>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Container<'o>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Container<'o>> {
        Ok(Container { in_variant: true, ..self.variant(variant)?.serialize_seq(Some(length))? })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Container<'o>> {
        // The derived code for a struct with flattened fields gives no length.
        self.open(['{', '}'], length.is_none())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Container<'o>> {
        self.open(['{', '}'], true)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Container<'o>> {
        Ok(Container { in_variant: true, ..self.variant(variant)?.serialize_struct(name, length)? })
    }
}

/// An array or object that is open.
struct Container<'o> {
    output: &'o mut Output,
    depth: usize,
    brackets: [char; 2],
    /// The number of keys of the objects around it.
    first_key: usize,
    /// The end of the text before the last key.
    before: Position,
    is_body: bool,
    /// Whether it may be a struct, whose fields can take labels and the rest of a body.
    is_struct: bool,
    /// Whether it is the content of an enum variant.
    in_variant: bool,
}

impl Container<'_> {
    /// Returns the serializer of a value in it.
    fn inner(&mut self) -> Direct<'_> {
        Direct { output: self.output, depth: self.depth, is_root: false, is_number: false }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.output.writer.entry();
        value.serialize(self.inner()).map(drop)
    }

    /// Begins an entry.
    fn key<K: Serialize + ?Sized>(&mut self, is_field: bool, key: &K) -> Result<()> {
        self.before = self.output.writer.position();
        self.output.writer.entry();
        let start = self.output.writer.text().len();
        key.serialize(self.inner())?;
        self.output.writer.quote_since(start);
        if !self.output.writer.text().as_bytes()[start..].starts_with(b"\"") {
            return Err(Declined);
        }
        self.end_key(start, is_field)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        self.name(name)?;
        self.value(value, true)
    }

    /// Begins the entry of a field.
    fn name(&mut self, name: &str) -> Result<()> {
        self.before = self.output.writer.position();
        self.output.writer.entry();
        let start = self.output.writer.text().len();
        self.output.writer.string(name, TemplateSequences::Escaped);
        self.end_key(start, true)
    }

    /// Ends the key that begins here.
    #[inline]
    fn end_key(&mut self, start: usize, is_field: bool) -> Result<()> {
        let Output { writer, keys } = &mut *self.output;
        let key = &writer.text().as_bytes()[start..];
        if is_field && key.starts_with(b"\"$") || self.is_body && key == b"\"//\"" {
            return Err(Declined);
        }
        keys.push(start..start + key.len());
        writer.colon();
        Ok(())
    }

    /// Writes the value of the entry that was begun.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T, is_field: bool) -> Result<()> {
        if value.serialize(self.inner())? == Written::None && self.is_body && is_field {
            self.output.writer.return_to(self.before);
            self.output.keys.pop();
        }
        Ok(())
    }

    /// Ends a container whose keys differ, if it has any.
    fn finish(self) -> Result<Written> {
        self.close(true)
    }

    fn close(self, has_distinct_keys: bool) -> Result<Written> {
        if !(has_distinct_keys && !self.is_body || self.has_distinct_keys()) {
            return Err(Declined);
        }
        self.output.keys.truncate(self.first_key);
        self.output.writer.close(self.brackets[1]);
        if self.in_variant {
            self.output.writer.close('}');
        }
        Ok(Written::Value)
    }

    /// Returns whether all keys differ when they are read.
    fn has_distinct_keys(&self) -> bool {
        let text = self.output.writer.text();
        let keys = self.output.keys[self.first_key..].iter().map(|key| &text[key.clone()]);
        if keys.clone().all(str::is_ascii) && are_distinct(keys.clone().map(str::as_bytes)) {
            return true;
        }
        let mut seen = OrderedMap::new();
        keys.map(normalize).all(|key| seen.insert(key, ()).is_none())
    }
}

container! { [] Container<'_>, Written, Declined }

impl ser::SerializeMap for Container<'_> {
    type Ok = Written;
    type Error = Declined;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key(false, key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value, false)
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<()> {
        // Derived code passes the names of fields as `str`, and maps pass their keys by reference.
        let is_field = self.is_struct && type_name::<K>() == "str";
        self.key(is_field, key)?;
        self.value(value, is_field)
    }

    fn end(self) -> Result<Written> {
        self.close(false)
    }
}
