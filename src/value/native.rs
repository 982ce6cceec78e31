//! Values from and to the types of Rust.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use super::{ErrorKind, Map, Number, Repr, Type, Value, ValueError};
use crate::value::Name;

macro_rules! from {
    ($make:expr => $($ty:ty),*) => {
        $(impl From<$ty> for Value {
            fn from(content: $ty) -> Self {
                let make: fn($ty) -> Self = $make;
                make(content)
            }
        })*
    };
}

from!(|bool| Self(Repr::Bool(bool)) => bool);
from!(|number| Self(Repr::Number(number.into())) =>
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, BigInt);
from!(|number| Self(Repr::Number(number)) => Number);
from!(|text| Self::string(text) => &str, String, Arc<str>, Cow<'_, str>);
from!(|text| Self::string(text.as_str()) => &String);
from!(|character| Self::string(&*character.encode_utf8(&mut [0; 4])) => char);
from!(Self::object => Map);
from!(|()| Self::NULL => ());

/// A finite number. An infinity is a value only as [`Number::INFINITY`].
#[cfg(feature = "bigdecimal-0_4")]
impl TryFrom<bigdecimal::BigDecimal> for Value {
    type Error = ValueError;

    fn try_from(number: bigdecimal::BigDecimal) -> Result<Self, Self::Error> {
        Number::try_from(number).map(Self::from)
    }
}

/// A number, or null if it is not finite, as in serde_json. [`Number::try_from`] is the conversion
/// with an error.
impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Number::try_from(number).map_or(Self::NULL, finite)
    }
}

/// As from `f64`, with the digits that identify the `f32`.
impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Number::try_from(number).map_or(Self::NULL, finite)
    }
}

/// Returns a number that is finite, or null.
fn finite(number: Number) -> Value {
    if number.is_finite() { Value::from(number) } else { Value::NULL }
}

/// `None` becomes null.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Self {
        option.map_or(Self::NULL, T::into)
    }
}

/// A tuple.
impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

/// A tuple.
impl<T: Into<Self> + Clone> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        items.iter().cloned().collect()
    }
}

/// A tuple.
impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

/// A tuple.
impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::tuple(items.into_iter().map(T::into))
    }
}

/// An object. Of entries with equal keys the last one counts.
impl<K: Name, V: Into<Self>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::object(entries.into_iter().collect())
    }
}

/// An object.
impl<K: Name, V: Into<Self>> From<BTreeMap<K, V>> for Value {
    fn from(map: BTreeMap<K, V>) -> Self {
        Self::object(map.into_iter().collect())
    }
}

/// An object, with its attributes in the order of their names.
impl<K: Name + Ord, V: Into<Self>, S> From<HashMap<K, V, S>> for Value {
    fn from(map: HashMap<K, V, S>) -> Self {
        let mut entries: Vec<_> = map.into_iter().collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Self::object(entries.into_iter().collect())
    }
}

/// Null.
impl Default for Value {
    fn default() -> Self {
        Self::NULL
    }
}

macro_rules! to_number {
    ($doc:literal $convert:expr, $out_of_range:ident => $($ty:ident)*) => {
        $(
            #[doc = concat!($doc, " `", stringify!($ty), "`.")]
            impl TryFrom<&Value> for $ty {
                type Error = ValueError;

                /// # Errors
                /// Returns an error if the value is not a number, or one beyond the range of the
                /// type.
                fn try_from(value: &Value) -> Result<Self, ValueError> {
                    let number = value.as_number().ok_or_else(|| unsuitable(value, &Type::Number))?;
                    let convert: fn(&Number) -> Option<Self> = $convert;
                    convert(number).ok_or_else(|| $out_of_range(number, &$ty::MIN, &$ty::MAX))
                }
            }
        )*
    };
}

to_number!(
    "A number that is an integer within the range of" |number| Self::try_from(number).ok(), no_such_integer =>
    i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 usize
);
to_number!("The nearest" Number::as_f32, no_such_float => f32);
to_number!("The nearest" Number::as_f64, no_such_float => f64);

fn no_such_integer(number: &Number, least: &dyn fmt::Display, greatest: &dyn fmt::Display) -> ValueError {
    if !number.is_integer() {
        return ValueError::domain("a whole number is required");
    }
    ValueError::public(ErrorKind::Domain, format!("a number from {least} to {greatest} is required"))
}

fn no_such_float(_: &Number, least: &dyn fmt::LowerExp, greatest: &dyn fmt::LowerExp) -> ValueError {
    ValueError::domain(format!("a number from {least:e} to {greatest:e} is required"))
}

macro_rules! to_content {
    ($variant:ident $content:expr => $ty:ty) => {
        impl TryFrom<&Value> for $ty {
            type Error = ValueError;

            fn try_from(value: &Value) -> Result<Self, ValueError> {
                let content: fn(&Value) -> Option<Self> = $content;
                content(value).ok_or_else(|| unsuitable(value, &Type::$variant))
            }
        }
    };
}

to_content!(Bool Value::as_bool => bool);
to_content!(String |value| value.as_str().map(Self::from) => String);
to_content!(Number |value| value.as_number().cloned() => Number);

macro_rules! to_content_by_value {
    ($($ty:ty),*) => {
        $(
            /// As for a reference to the value.
            ///
            impl TryFrom<Value> for $ty {
                type Error = ValueError;

                fn try_from(value: Value) -> Result<Self, ValueError> {
                    Self::try_from(&value)
                }
            }
        )*
    };
}

to_content_by_value!(bool, String, Number, i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, usize, f32, f64);

/// Returns the error about a value of another type than the one that a Rust type needs.
pub(crate) fn unsuitable(value: &Value, want: &Type) -> ValueError {
    let (kind, found) = if value.is_null() {
        (ErrorKind::Null, "found null".to_owned())
    } else if value.is_unknown() {
        (ErrorKind::Type, "but the value is not known yet".to_owned())
    } else {
        (ErrorKind::Type, format!("found {}", value.ty().with_article()))
    };
    ValueError::public(kind, format!("expected {}, {found}", want.with_article()))
}

macro_rules! equals {
    ($doc:literal $equals:expr => $($ty:ty),*) => {
        $(
            #[doc = $doc]
            impl PartialEq<$ty> for Value {
                fn eq(&self, other: &$ty) -> bool {
                    let equals: fn(&Self, &$ty) -> bool = $equals;
                    equals(self, other)
                }
            }
        )*
    };
}

equals!("Equal if the value is this number, with any marks."
    |value, other| value.as_number().is_some_and(|number| *number == Number::from(*other)) =>
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
equals!("Equal if the value is the number that the shortest decimal text of the float represents, with any marks."
    |value, other| Number::try_from(*other).is_ok_and(|number| value.as_number() == Some(&number)) => f64);
equals!("Equal if the value is this bool, with any marks."
    |value, other| value.as_bool() == Some(*other) => bool);
equals!("Equal if the value is this string, with any marks."
    |value, other| value.as_str() == Some(AsRef::as_ref(other)) => str, &str, String);
