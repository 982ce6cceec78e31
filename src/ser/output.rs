//! Serializers of whole texts, for crates that work with any serializer.

use std::fmt;
use std::io::Write;

use serde::Serialize;
use serde::ser;

use super::json;
use super::json_writer::Style;
use super::native;
use super::options::WriteOptions;
use super::serializer::{ContainerSerializer, Sink, TapeSerializer};
use super::tape::Tape;
use crate::error::{Error, Result};

/// A [`serde::Serializer`] that writes the text of a configuration file, for crates that wrap or
/// drive one, such as `serde_path_to_error`, `erased_serde` and `serde_transcode`. To write a value
/// without such a crate, use [`to_string`](crate::to_string), whose errors it has.
///
/// The text is written when the value is complete. A reference to the serializer can be used for
/// several values, whose texts follow each other.
///
/// ```
/// use serde_hcl::ser::Serializer;
///
/// let mut out = Vec::new();
/// let mut json = serde_json::Deserializer::from_str(r#"{ "region": "eu", "ports": [80, 443] }"#);
/// serde_transcode::transcode(&mut json, Serializer::new(&mut out))?;
/// assert_eq!(out, b"region = \"eu\"\nports  = [80, 443]\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Serializer<W> {
    writer: W,
    tape: Tape,
    width: Option<usize>,
}

impl<W: Write> Serializer<W> {
    /// Creates a serializer that writes to a writer.
    pub fn new(writer: W) -> Self {
        Self::with_options(writer, WriteOptions::new())
    }

    /// Creates a serializer with options.
    pub fn with_options(writer: W, options: WriteOptions) -> Self {
        Self { writer, tape: options.tape(), width: options.width }
    }

    /// Returns the writer.
    pub fn into_inner(self) -> W {
        self.writer
    }
}

/// A [`serde::Serializer`] that writes HCL JSON; like the one of the [native
/// syntax](crate::ser::Serializer), with the errors of [`to_string`](crate::json::to_string).
///
/// ```
/// use serde::Serialize;
/// use serde_hcl::json;
///
/// let mut out = Vec::new();
/// std::collections::BTreeMap::from([("price", "${5}")])
///     .serialize(json::Serializer::new(&mut out))?;
/// assert_eq!(out, br#"{"price":"$${5}"}"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct JsonSerializer<W> {
    writer: W,
    tape: Tape,
    style: Style,
}

impl<W: Write> JsonSerializer<W> {
    /// Creates a serializer that writes to a writer, without spaces.
    pub fn new(writer: W) -> Self {
        Self { writer, tape: Tape::for_json(), style: Style::Compact }
    }

    /// Creates a serializer that writes a line for each property and element, indented by two
    /// spaces a level.
    pub fn pretty(writer: W) -> Self {
        Self { writer, tape: Tape::for_json(), style: Style::Pretty }
    }

    /// Returns the writer.
    pub fn into_inner(self) -> W {
        self.writer
    }
}

/// Methods that pass a value to the serializer of a tape.
macro_rules! methods {
    ($($method:ident $(<$t:ident>)? ($($argument:ident: $ty:ty),*) -> $ok:ty;)*) => {
        $(fn $method $(<$t: Serialize + ?Sized>)? (self, $($argument: $ty),*) -> Result<$ok> {
            TapeSerializer::new(self).$method($($argument),*)
        })*
    };
    ($($method:ident: $ty:ty),*) => {
        methods! { $($method(value: $ty) -> ();)* }
    };
}

macro_rules! serializer {
    ($ty:ident, |$serializer:ident| $text:expr) => {
        impl<W> fmt::Debug for $ty<W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct("Serializer").finish_non_exhaustive()
            }
        }

        serializer! { @ $ty<W>, |$serializer| $text }
        serializer! { @ &mut $ty<W>, |$serializer| $text }
    };
    (@ $ty:ty, |$serializer:ident| $text:expr) => {
        impl<W: Write> Sink for $ty {
            fn tape(&mut self) -> &mut Tape {
                &mut self.tape
            }

            #[allow(unused_mut, reason = "one of the two is a mutable reference already")]
            fn finish(mut self) -> Result<()> {
                let $serializer = &mut self;
                let text = $text?;
                Ok(self.writer.write_all(text.as_bytes())?)
            }
        }

        impl<W: Write> ser::Serializer for $ty {
            type Ok = ();
            type Error = Error;
            type SerializeSeq = ContainerSerializer<Self>;
            type SerializeTuple = ContainerSerializer<Self>;
            type SerializeTupleStruct = ContainerSerializer<Self>;
            type SerializeTupleVariant = ContainerSerializer<Self>;
            type SerializeMap = ContainerSerializer<Self>;
            type SerializeStruct = ContainerSerializer<Self>;
            type SerializeStructVariant = ContainerSerializer<Self>;

            methods! {
                serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
                serialize_i64: i64, serialize_i128: i128, serialize_u8: u8, serialize_u16: u16,
                serialize_u32: u32, serialize_u64: u64, serialize_u128: u128, serialize_f32: f32,
                serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
                serialize_unit_struct: &'static str
            }

            methods! {
                serialize_none() -> ();
                serialize_some<T>(value: &T) -> ();
                serialize_unit() -> ();
                serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> ();
                serialize_newtype_struct<T>(name: &'static str, value: &T) -> ();
                serialize_newtype_variant<T>(
                    name: &'static str, index: u32, variant: &'static str, value: &T
                ) -> ();
                serialize_seq(length: Option<usize>) -> ContainerSerializer<Self>;
                serialize_tuple(length: usize) -> ContainerSerializer<Self>;
                serialize_tuple_struct(name: &'static str, length: usize) -> ContainerSerializer<Self>;
                serialize_tuple_variant(
                    name: &'static str, index: u32, variant: &'static str, length: usize
                ) -> ContainerSerializer<Self>;
                serialize_map(length: Option<usize>) -> ContainerSerializer<Self>;
                serialize_struct(name: &'static str, length: usize) -> ContainerSerializer<Self>;
                serialize_struct_variant(
                    name: &'static str, index: u32, variant: &'static str, length: usize
                ) -> ContainerSerializer<Self>;
            }
        }
    };
}

serializer! { Serializer, |serializer| native::file(&mut serializer.tape, serializer.width) }
serializer! { JsonSerializer, |serializer| json::text(&serializer.tape, serializer.style) }
