//! From any type that serde can serialize to a [`Tape`].

use std::any::type_name;
use std::borrow::Cow;
use std::fmt::Display;

use serde::ser::{self, Serialize, Serializer};

use super::node::TapeNode;
use super::tape::{Tape, TextRange, TokenKind, check_depth};
use crate::body::{Body, BodyItem, Expression, parse_expression};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{
    self, BLOCK, BODY, EXPRESSION, LABELED, LABELED_BLOCKS, LabelField, NULL, NUMBER, REMAIN, WHOLE_BLOCK,
};
use crate::util::distinct::are_distinct;
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;
use crate::value::{Number, equal_in_normal_form, normalize};

/// The name of a field for all labels of a block.
const ALL_LABELS: &str = "$labels";

/// A tape to which a value is written, and the action when the value is complete.
pub trait Sink {
    /// Returns the tape.
    fn tape(&mut self) -> &mut Tape;

    /// Takes the complete value.
    fn finish(self) -> Result<()>;
}

/// The tape of a value that this one is part of.
impl Sink for &mut Tape {
    #[inline]
    fn tape(&mut self) -> &mut Tape {
        self
    }

    #[inline]
    fn finish(self) -> Result<()> {
        Ok(())
    }
}

/// Puts a value at the end of a tape.
#[derive(Debug)]
pub struct TapeSerializer<S> {
    sink: S,
    /// The key of the value, if it is in an object.
    key: TextRange,
    depth: u32,
    /// The name of the newtype struct directly around the value, if this serializer gives values in
    /// it another form than others do, see [`protocol`](crate::protocol).
    newtype: &'static str,
}

impl<S: Sink> TapeSerializer<S> {
    /// Creates the serializer of a whole value. It removes the remains of an earlier one after an
    /// error.
    pub(super) fn new(mut sink: S) -> Self {
        sink.tape().clear();
        Self { sink, key: TextRange::default(), depth: 0, newtype: "" }
    }

    fn tape(&mut self) -> &mut Tape {
        self.sink.tape()
    }

    fn deeper(self) -> Result<Self> {
        check_depth(self.depth as usize + 1)?;
        Ok(Self { depth: self.depth + 1, ..self })
    }

    fn push(mut self, kind: TokenKind) -> Result<()> {
        let key = self.key;
        self.tape().push(key, kind);
        self.sink.finish()
    }

    fn string(mut self, text: &str) -> Result<()> {
        let text = self.tape().add(text);
        self.push(TokenKind::String(text))
    }

    fn number(mut self, number: impl Display) -> Result<()> {
        let text = self.tape().add_display(number);
        self.push(TokenKind::Number(text))
    }

    fn float(self, float: f64, shortest: impl Display) -> Result<()> {
        if !float.is_finite() {
            // A number of this crate can be infinite. Other floats are null, as in serde_json.
            return match (self.newtype, float > 0.0) {
                (NUMBER, true) => self.expression(parse_expression("1 / 0").into_result()?),
                (NUMBER, false) => self.expression(parse_expression("-1 / 0").into_result()?),
                _ => self.push(TokenKind::Null),
            };
        }
        // HCL has no negative zero.
        if float == 0.0 { self.number(0) } else { self.number(shortest) }
    }

    fn expression(mut self, expression: Expression) -> Result<()> {
        let key = self.key;
        self.tape().push_expression(key, expression);
        self.sink.finish()
    }

    /// Writes the attributes and blocks of a body into the container that is open.
    fn items(&mut self, body: &Body) -> Result<()> {
        for item in body.items() {
            match item {
                BodyItem::Attribute(attribute) => {
                    let tape = self.tape();
                    let key = tape.add(attribute.name());
                    tape.push_expression(key, attribute.expression().clone());
                }
                BodyItem::Block(block) => {
                    let key = self.tape().add(block.block_type());
                    let (start, mut inner) = self.inner(key).open(TokenKind::Block)?;
                    for label in block.labels() {
                        let text = inner.tape().add(label.text());
                        inner.tape().push(key, TokenKind::Label(text));
                    }
                    inner.items(block.body()).map_err(|error| error.under(block.block_type()))?;
                    inner.tape().close(start);
                }
            }
        }
        Ok(())
    }

    /// Returns the serializer of an inner value.
    fn inner(&mut self, key: TextRange) -> TapeSerializer<&mut Tape> {
        TapeSerializer { depth: self.depth, key, newtype: "", sink: self.tape() }
    }

    /// Opens the object of an enum variant. Returns the serializer of its content.
    fn variant(self, name: &'static str) -> Result<Self> {
        let (_, mut inner) = self.open(TokenKind::Variant)?;
        let key = inner.tape().add(name);
        Ok(Self { key, ..inner })
    }

    /// Opens a container. Returns its index in the tape and the serializer of its elements.
    fn open(self, kind: TokenKind) -> Result<(usize, Self)> {
        let mut inner = self.deeper()?;
        let key = inner.key;
        let tape = inner.tape();
        let start = tape.end();
        tape.push(key, kind);
        Ok((start, Self { key: TextRange::default(), ..inner }))
    }

    /// Opens a container for serde.
    fn container(self, kind: TokenKind) -> Result<ContainerSerializer<S>> {
        let (start, inner) = self.open(kind)?;
        let is_struct = matches!(kind, TokenKind::Struct);
        Ok(ContainerSerializer {
            inner,
            start,
            count: 0,
            key: None,
            is_struct,
            labels: None,
            is_body: false,
            has_fields: false,
            has_blocks: false,
            has_labels: false,
        })
    }
}

macro_rules! integers {
    ($($method:ident: $ty:ty),*) => {
        $(fn $method(self, value: $ty) -> Result<()> {
            self.number(value)
        })*
    };
}

impl<S: Sink> Serializer for TapeSerializer<S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ContainerSerializer<S>;
    type SerializeTuple = ContainerSerializer<S>;
    type SerializeTupleStruct = ContainerSerializer<S>;
    type SerializeTupleVariant = ContainerSerializer<S>;
    type SerializeMap = ContainerSerializer<S>;
    type SerializeStruct = ContainerSerializer<S>;
    type SerializeStructVariant = ContainerSerializer<S>;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.push(TokenKind::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        self.float(value.into(), value)
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        self.float(value, value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }

    /// Returns `false` directly in a newtype struct of the protocol, by which values recognize this
    /// serializer.
    fn is_human_readable(&self) -> bool {
        matches!(self.newtype, "" | LABELED | ALL_LABELS)
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        match self.newtype {
            NUMBER => self.number(Number::parse(value).map_err(Error::message)?),
            EXPRESSION => self.expression(parse_expression(value).into_result()?),
            _ => self.string(value),
        }
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<()> {
        self.push(TokenKind::Absent)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        if self.newtype == EXPRESSION
            && let Some(expression) = protocol::take()
        {
            return self.expression(expression);
        }
        if self.newtype == BODY
            && let Some(body) = protocol::take()
        {
            let (start, mut inner) = self.open(TokenKind::Body)?;
            inner.items(&body)?;
            inner.tape().close(start);
            return inner.sink.finish();
        }
        self.push(TokenKind::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.push(TokenKind::Null)
    }

    fn serialize_unit_variant(mut self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        let name = self.tape().add(variant);
        self.push(TokenKind::VariantName(name))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        let newtype =
            if matches!(name, NUMBER | NULL | EXPRESSION | BODY | LABELED | WHOLE_BLOCK) { name } else { "" };
        if matches!(newtype, "" | LABELED) && !matches!(name, BLOCK | LABELED_BLOCKS) {
            self = self.deeper()?;
        }
        let (start, key) = (self.tape().end(), self.key);
        value.serialize(TapeSerializer { newtype, ..self.inner(key) })?;
        let tape = self.tape();
        match name {
            LABELED => tape.make_labeled(start)?,
            BLOCK => tape.make_block(start)?,
            LABELED_BLOCKS => tape.make_labeled_blocks(start)?,
            _ => {}
        }
        self.sink.finish()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        let mut content = self.variant(name)?;
        let (start, key) = (content.tape().end() - 1, content.key);
        let written = value.serialize(content.inner(key)).and_then(|()| content.tape().close_variant(start));
        written.map_err(|error| error.under(name))?;
        content.sink.finish()
    }

    fn serialize_seq(mut self, _: Option<usize>) -> Result<ContainerSerializer<S>> {
        if self.newtype == ALL_LABELS && self.tape().is_json() {
            return Err(Error::message(
                "the number of labels is not part of the type, so they cannot be read from HCL JSON. Use a tuple or an \
                 array of labels",
            ));
        }
        self.container(TokenKind::Tuple)
    }

    fn serialize_tuple(self, _: usize) -> Result<ContainerSerializer<S>> {
        let has_labels = self.newtype == LABELED;
        Ok(ContainerSerializer { has_labels, ..self.container(TokenKind::Tuple)? })
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<ContainerSerializer<S>> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<ContainerSerializer<S>> {
        self.variant(variant)?.serialize_tuple(length)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<ContainerSerializer<S>> {
        // The derived code for a struct with flattened fields gives no length.
        Ok(ContainerSerializer { is_struct: length.is_none(), ..self.container(TokenKind::Map)? })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ContainerSerializer<S>> {
        self.container(TokenKind::Struct)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ContainerSerializer<S>> {
        self.variant(variant)?.container(TokenKind::Struct)
    }
}

container! { [<S: Sink>] ContainerSerializer<S>, (), Error }

/// The elements of a sequence, the entries of a map or the fields of a struct.
#[derive(Debug)]
pub struct ContainerSerializer<S> {
    inner: TapeSerializer<S>,
    /// Where the container begins.
    start: usize,
    /// The number of elements of a sequence.
    count: usize,
    key: Option<TextRange>,
    /// Whether it may be a struct, whose fields can take labels and the rest of a body.
    is_struct: bool,
    /// The labels of each label field, if there is one.
    labels: Option<Vec<(LabelField, TextRange)>>,
    /// Whether it has the field of the rest of a body.
    is_body: bool,
    /// Whether an entry is a field.
    has_fields: bool,
    /// Whether a field is written as blocks.
    has_blocks: bool,
    /// Whether the first element contains the labels of a block.
    has_labels: bool,
}

impl<S: Sink> ContainerSerializer<S> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let start = self.inner.tape().end();
        let newtype = if self.has_labels && self.count == 0 { ALL_LABELS } else { "" };
        let element = TapeSerializer { newtype, ..self.inner.inner(TextRange::default()) };
        value.serialize(element).map_err(|error| {
            self.inner.tape().truncate(start);
            error.under_index(self.count)
        })?;
        self.count += 1;
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let name = self.inner.tape().add(name);
        self.insert(name, value, true)
    }

    /// Adds an entry, which is a field of a struct or data.
    fn insert<T: Serialize + ?Sized>(&mut self, key: TextRange, value: &T, is_field: bool) -> Result<()> {
        let start = self.inner.tape().end();
        let is_special = is_field && self.inner.tape().text(key).starts_with('$');
        let is_all_labels = is_special && self.inner.tape().text(key) == ALL_LABELS;
        let newtype = if is_all_labels { ALL_LABELS } else { "" };
        let inserted = value.serialize(TapeSerializer { newtype, ..self.inner.inner(key) });
        self.finish_entry(inserted, key, start, is_field, is_special)
    }

    /// Completes the entry at `start`, whose value was serialized.
    fn finish_entry(
        &mut self,
        mut inserted: Result<()>,
        key: TextRange,
        start: usize,
        is_field: bool,
        is_special: bool,
    ) -> Result<()> {
        self.has_fields |= is_field;
        if is_special {
            inserted = inserted.and_then(|()| self.take_special(key, start));
        } else if inserted.is_ok() && !is_field {
            self.inner.tape().keep_null(start);
        } else if inserted.is_ok() && self.inner.tape().has_blocks() {
            let tape = self.inner.tape();
            self.has_blocks |=
                matches!(tape.kind(start), TokenKind::NoBlocks) || TapeNode::new(tape, start).needs_blocks();
        }
        inserted.map_err(|error| {
            let tape = self.inner.tape();
            tape.truncate(start);
            error.under(tape.text(key))
        })
    }

    /// Moves the value of a field for labels or for the rest of the body, which is at the end of
    /// the tape.
    #[cold]
    fn take_special(&mut self, key: TextRange, start: usize) -> Result<()> {
        let tape = self.inner.tape();
        let name = tape.text(key);
        if let Some(field) = LabelField::parse(name) {
            let labels = tape.labels(start)?;
            tape.truncate(start);
            self.labels.get_or_insert_default().extend(labels.into_iter().map(|label| (field, label)));
        } else if name == REMAIN {
            tape.take_out_items(start)?;
            self.is_body = true;
        }
        Ok(())
    }

    /// Marks a struct or map with fields for labels, or for the rest of a body, as a block.
    fn finish(mut self) -> Result<()> {
        if self.labels.is_some() {
            check_names(self.inner.tape(), self.start)?;
        }
        let tape = self.inner.tape();
        match self.labels {
            None => tape.close_object(self.start, self.has_fields, self.is_body, self.has_blocks),
            Some(mut labels) => {
                sort_by_position(&mut labels, |(field, _)| field.rank());
                check_labels(&labels)?;
                tape.close_block(self.start, self.start, labels.into_iter().map(|(_, label)| label));
            }
        }
        self.inner.sink.finish()
    }
}

/// Reports keys of a map that are one key when they are read. Blocks of one type may come one by
/// one.
fn check_keys(tape: &Tape, start: usize) -> Result<()> {
    let keys = tape.entries(start).map(|(key, _)| key);
    if keys.clone().all(str::is_ascii) && are_distinct(keys.map(str::as_bytes)) {
        return Ok(());
    }
    let holds_blocks = |at: usize| TapeNode::new(tape, at).holds_blocks();
    let mut seen = OrderedMap::<Cow<'_, str>, (&str, usize)>::new();
    for (key, at) in tape.entries(start) {
        let (other, first) = *seen.entry(normalize(key)).or_insert((key, at));
        if other != key {
            return Err(ambiguous_key(other, key));
        }
        if first != at && !(holds_blocks(first) && holds_blocks(at)) {
            let detail = format!("A map has two keys {key:?}. Remove one of them.");
            return Err(Error::coded(Code::RepeatedEntry, detail));
        }
    }
    Ok(())
}

/// Checks that no label is left out before another one.
fn check_labels(labels: &[(LabelField, TextRange)]) -> Result<()> {
    let mut expected = 0;
    for (field, _) in labels {
        let index = match field {
            LabelField::First => 0,
            LabelField::Indexed(index) => *index,
            LabelField::All => continue,
        };
        if index > expected {
            let before = if expected == 0 { "$label".to_owned() } else { format!("$label.{expected}") };
            return Err(Error::message(format_args!(
                "the label `$label.{index}` needs the label `{before}` before it"
            )));
        }
        expected = index + 1;
    }
    Ok(())
}

/// Reports an entry with the name of a field that takes labels, beside such fields: it would be
/// read as that field.
#[cold]
fn check_names(tape: &Tape, start: usize) -> Result<()> {
    let mut names = tape.entries(start).map(|(name, _)| name);
    names.find(|name| LabelField::parse(name).is_some()).map_or(Ok(()), |name| {
        let detail = format!("{name:?} is the name of a field for labels, so no other entry can have it.");
        Err(Error::coded(Code::RepeatedEntry, detail).under(name))
    })
}

/// Returns the error about two keys that are the same text when they are read.
pub(super) fn ambiguous_key(first: &str, second: &str) -> Error {
    let detail = equal_in_normal_form(first, second);
    Error::coded(Code::EqualKeys, format!("In this map {detail}. Rename one of them."))
}

impl<S: Sink> ser::SerializeMap for ContainerSerializer<S> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let start = self.inner.tape().end();
        let result = key.serialize(self.inner.inner(TextRange::default()));
        let tape = self.inner.tape();
        let kind = result.map(|()| tape.kind(start));
        tape.truncate(start);
        let text = match kind? {
            TokenKind::String(text) | TokenKind::VariantName(text) | TokenKind::Number(text) => text,
            TokenKind::Bool(value) => tape.add_display(value),
            _ => {
                return Err(Error::coded(
                    Code::UnwritableKey,
                    "A key of a map must be a string, a number, a bool or a variant without content.",
                ));
            }
        };
        self.key = Some(text);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self.key.take() {
            Some(key) => self.insert(key, value, false),
            None => Err(Error::message("a value was given before its key")),
        }
    }

    /// Writes a field of a struct with flattened fields, or an entry of a map. Derived code passes
    /// the names of fields as `str`, and maps pass their keys by reference.
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<()> {
        self.serialize_key(key)?;
        if self.is_struct
            && type_name::<K>() == "str"
            && let Some(name) = self.key.take()
        {
            return self.insert(name, value, true);
        }
        self.serialize_value(value)
    }

    fn end(mut self) -> Result<()> {
        check_keys(self.inner.tape(), self.start)?;
        self.finish()
    }
}
