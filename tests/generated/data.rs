//! Values of the types, and their form in the data model of serde.

use serde_json::{Map as JsonMap, Value as Json, json};

use super::model::{CONTENT, Content, DefKind, Field, Form, Model, SORT, TAG, Tagging, Ty};
use super::random::Random;

/// A value of a type.
#[derive(Clone, PartialEq, Debug)]
pub enum Data {
    Number(u64),
    Integer(i64),
    Float(f64),
    Bool(bool),
    Text(String),
    None,
    Some(Box<Data>),
    /// Also the elements of a tuple.
    Seq(Vec<Data>),
    Map(Vec<(String, Data)>),
    Labeled(Vec<Data>, Box<Data>),
    /// The fields of a struct.
    Struct(Vec<Data>),
    /// A field that gets its default.
    Absent,
    /// A variant of an enum, with its content: nothing, a value, elements or fields.
    Variant(usize, Vec<Data>),
}

/// The range of the values of scalars.
#[derive(Clone, Copy, PartialEq)]
pub enum Values {
    /// Short texts and small numbers.
    Simple,
    /// Also those that are hard to write.
    Extreme,
}

/// Makes the values of a file.
pub struct Sampler<'m> {
    pub model: &'m Model,
    pub random: Random,
    pub values: Values,
    counted: u64,
}

const KEYS: &[&str] = &[
    "größe",
    "é",
    "a\nb",
    "null",
    "true",
    "plain",
    "k k",
    "dash-ed",
    "for",
    "1a",
    "a.b",
    "_x",
    "Ω\t",
    "q\"q",
    "two words",
];
const TEXTS: &[&str] = &["one", "two", "größe", "a b", "q\"q", "line\nline", "null", "x80"];
const EXTREME_TEXTS: &[&str] = &[
    "",
    " ",
    "${x}",
    "%{ if x }",
    "$${x}",
    "$",
    "%",
    "\\",
    "\\n",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{7f}",
    "\u{feff}",
    "80",
    "true",
    "-1",
    "1e3",
    "EOT",
    "a\n",
    "\n",
    "/* c */",
    "# c",
    "\u{1f600}",
    "\u{200d}",
];

impl<'m> Sampler<'m> {
    pub fn new(model: &'m Model, random: Random, values: Values) -> Self {
        Self { model, random, values, counted: 1000 }
    }

    fn text(&mut self) -> String {
        let texts =
            if self.values == Values::Extreme && self.random.one_in(2) { EXTREME_TEXTS } else { TEXTS };
        (*self.random.pick(texts)).to_owned()
    }

    fn keys(&mut self, count: usize) -> Vec<String> {
        let mut keys = Vec::new();
        while keys.len() < count {
            let key = match self.values == Values::Extreme && self.random.one_in(2) {
                true => self.random.pick(EXTREME_TEXTS),
                false => self.random.pick(KEYS),
            };
            if !keys.contains(&(*key).to_owned()) {
                keys.push((*key).to_owned());
            }
        }
        keys
    }

    pub fn value(&mut self, ty: &Ty) -> Data {
        let is_extreme = self.values == Values::Extreme;
        match ty {
            Ty::U8 if is_extreme => Data::Number(*self.random.pick(&[0, 1, 127, 128, 255])),
            Ty::U8 => Data::Number(self.random.below(256) as u64),
            Ty::Even => Data::Number(2 * self.random.below(128) as u64),
            Ty::Counted => {
                self.counted += 1;
                Data::Number(self.counted)
            }
            Ty::I64 if is_extreme => Data::Integer(*self.random.pick(&[0, -1, i64::MAX, i64::MIN, 1 << 53])),
            Ty::I64 => Data::Integer(self.random.below(2000) as i64 - 1000),
            Ty::F64 if is_extreme => {
                let numbers = [
                    0.0,
                    1.0,
                    -1.5,
                    0.1,
                    1e21,
                    1e19,
                    -1e19,
                    1e300,
                    -1e300,
                    f64::MAX,
                    f64::MIN_POSITIVE,
                    5e-324,
                    18446744073709551616.0,
                    1e38,
                    123456789.125,
                ];
                Data::Float(*self.random.pick(&numbers))
            }
            Ty::F64 => Data::Float(self.random.below(200) as f64 / 4.0 - 10.0),
            Ty::Char if is_extreme => Data::Text(
                self.random.pick(&['a', '"', '$', '\\', '\n', '\u{0}', 'é', '\u{10ffff}', '5']).to_string(),
            ),
            Ty::Char => Data::Text(self.random.pick(&['a', 'z', 'é', '"']).to_string()),
            Ty::Bool => Data::Bool(self.random.one_in(2)),
            Ty::Text => Data::Text(self.text()),
            Ty::Address => {
                self.counted += 1;
                Data::Text(format!("10.0.{}.{}", self.counted / 250 % 250, self.counted % 250))
            }
            Ty::Word => {
                let letter = |sampler: &mut Self| char::from(b'a' + sampler.random.below(26) as u8);
                Data::Text((0..6).map(|_| letter(self)).collect())
            }
            Ty::Option(inner) => match self.random.one_in(3) {
                true => Data::None,
                false => Data::Some(Box::new(self.value(inner))),
            },
            Ty::Seq(inner) => {
                let count = *self.random.pick(&[0, 1, 2, 2, 3]);
                Data::Seq((0..count).map(|_| self.value(inner)).collect())
            }
            Ty::Map(inner) => {
                let count = *self.random.pick(&[0, 1, 2, 2]);
                let keys = self.keys(count);
                Data::Map(keys.into_iter().map(|key| (key, self.value(inner))).collect())
            }
            Ty::Tuple(types) => Data::Seq(types.iter().map(|ty| self.value(ty)).collect()),
            Ty::Labeled(labels, body) => {
                let labels = labels.iter().map(|ty| self.value(ty)).collect();
                Data::Labeled(labels, Box::new(self.value(body)))
            }
            Ty::Def(index) => match &self.model.defs[*index].kind {
                DefKind::Struct { fields, .. } => Data::Struct(self.fields(fields)),
                DefKind::Enum { variants, .. } => {
                    let index = self.random.below(variants.len());
                    let content = match &variants[index].content {
                        Content::Unit => Vec::new(),
                        Content::Newtype(ty) => vec![self.value(ty)],
                        Content::Tuple(types) => types.iter().map(|ty| self.value(ty)).collect(),
                        Content::Struct(fields) => self.fields(fields),
                    };
                    Data::Variant(index, content)
                }
            },
        }
    }

    fn fields(&mut self, fields: &[Field]) -> Vec<Data> {
        let of = |field: &Field| match field.has_default && self.random.one_in(4) {
            true => Data::Absent,
            false => self.value(&field.ty),
        };
        let mut values: Vec<_> = fields.iter().map(of).collect();
        // A map that collects the other fields has names that no field has, and identifiers.
        for (field, value) in fields.iter().zip(&mut values) {
            if field.form == Form::Flatten
                && let Data::Map(entries) = value
            {
                for (index, (key, _)) in entries.iter_mut().enumerate() {
                    *key = format!("extra{index}");
                }
            }
        }
        values
    }
}

impl Model {
    /// Returns a value in the data model of serde.
    pub fn json(&self, ty: &Ty, data: &Data) -> Json {
        match (ty, data) {
            (_, Data::Number(number)) => json!(number),
            (_, Data::Integer(number)) => json!(number),
            (_, Data::Float(number)) => json!(number),
            (_, Data::Bool(bool)) => json!(bool),
            (_, Data::Text(text)) => json!(text),
            (_, Data::None) => Json::Null,
            (Ty::Option(ty), Data::Some(data)) => self.json(ty, data),
            (Ty::Seq(ty), Data::Seq(items)) => items.iter().map(|item| self.json(ty, item)).collect(),
            (Ty::Tuple(types), Data::Seq(items)) => {
                types.iter().zip(items).map(|(ty, item)| self.json(ty, item)).collect()
            }
            (Ty::Map(ty), Data::Map(entries)) => {
                entries.iter().map(|(key, value)| (key.clone(), self.json(ty, value))).collect()
            }
            (Ty::Labeled(types, ty), Data::Labeled(labels, body)) => {
                let mut labels: Vec<_> =
                    types.iter().zip(labels).map(|(ty, label)| self.json(ty, label)).collect();
                let body = self.json(ty, body);
                match labels.len() {
                    1 => json!([labels.remove(0), body]),
                    _ => json!([labels, body]),
                }
            }
            (Ty::Def(index), data) => match (&self.defs[*index].kind, data) {
                (DefKind::Struct { fields, .. }, Data::Struct(values)) => {
                    Json::Object(self.json_fields(fields, values))
                }
                (DefKind::Enum { tagging, variants }, Data::Variant(variant, values)) => {
                    let variant = &variants[*variant];
                    let content = match &variant.content {
                        Content::Unit => None,
                        Content::Newtype(ty) => Some(self.json(ty, &values[0])),
                        Content::Tuple(types) => {
                            Some(types.iter().zip(values).map(|(ty, value)| self.json(ty, value)).collect())
                        }
                        Content::Struct(fields) => Some(Json::Object(self.json_fields(fields, values))),
                    };
                    match (tagging, content) {
                        (Tagging::External, None) => json!(variant.name),
                        (Tagging::External, Some(content)) => json!({ variant.name: content }),
                        (Tagging::Internal | Tagging::Label, content) => {
                            let tag = if *tagging == Tagging::Internal { TAG } else { "$label" };
                            let mut object = JsonMap::from_iter([(tag.to_owned(), json!(variant.name))]);
                            if let Some(Json::Object(content)) = content {
                                object.extend(content);
                            }
                            Json::Object(object)
                        }
                        (Tagging::Adjacent, None) => json!({ SORT: variant.name }),
                        (Tagging::Adjacent, Some(content)) => json!({ SORT: variant.name, CONTENT: content }),
                        (Tagging::Untagged, content) => content.unwrap_or_default(),
                    }
                }
                (_, data) => unreachable!("{ty:?} {data:?}"),
            },
            (ty, data) => unreachable!("{ty:?} {data:?}"),
        }
    }

    fn json_fields(&self, fields: &[Field], values: &[Data]) -> JsonMap<String, Json> {
        let mut object = JsonMap::new();
        for (field, value) in fields.iter().zip(values) {
            match value {
                Data::Absent => {}
                value if field.form == Form::Flatten => {
                    if let Json::Object(content) = self.json(&field.ty, value) {
                        object.extend(content);
                    }
                }
                value => {
                    object.insert(field.name.clone(), self.json(&field.ty, value));
                }
            }
        }
        object
    }
}
