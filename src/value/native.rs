//! Values from and to the types of Rust.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use num_bigint::BigInt;

use super::{ErrorKind, Map, Number, NumberError, Repr, Type, Value, ValueError};

macro_rules! from_number {
    ($($ty:ty),*) => {
        $(impl From<$ty> for Value {
            fn from(number: $ty) -> Self {
                Self(Repr::Number(number.into()))
            }
        })*
    };
}

from_number!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, BigInt, Number);

macro_rules! try_from_number {
    ($($ty:ty),*) => {
        $(
            /// A finite number. An infinity is a value only as [`Number::INFINITY`].
            impl TryFrom<$ty> for Value {
                type Error = NumberError;

                fn try_from(number: $ty) -> Result<Self, NumberError> {
                    let number = Number::try_from(number)?;
                    if number.is_finite() { Ok(Self::from(number)) } else { Err(NumberError::Infinite) }
                }
            }
        )*
    };
}

try_from_number!(f32, f64);
#[cfg(feature = "bigdecimal")]
try_from_number!(bigdecimal::BigDecimal);

impl From<bool> for Value {
    fn from(bool: bool) -> Self {
        Self(Repr::Bool(bool))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::string(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::string(text.as_str())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::string(text)
    }
}

impl From<Arc<str>> for Value {
    fn from(text: Arc<str>) -> Self {
        Self::string(text)
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::string(text)
    }
}

impl From<char> for Value {
    fn from(character: char) -> Self {
        Self::string(&*character.encode_utf8(&mut [0; 4]))
    }
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

/// An object.
impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::object(map)
    }
}

/// An object.
impl<K: AsRef<str> + Into<Arc<str>>, V: Into<Self>> From<BTreeMap<K, V>> for Value {
    fn from(map: BTreeMap<K, V>) -> Self {
        Self::object(map.into_iter().collect())
    }
}

/// An object, with its attributes in the order of their names.
impl<K: AsRef<str> + Into<Arc<str>> + Ord, V: Into<Self>, S> From<HashMap<K, V, S>> for Value {
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

macro_rules! to_integer {
    ($($ty:ident $as_ty:ident),*) => {
        $(
            #[doc = concat!("A number that is an integer and fits `", stringify!($ty), "`; nothing is converted.")]
            impl TryFrom<&Value> for $ty {
                type Error = ValueError;

                fn try_from(value: &Value) -> Result<Self, ValueError> {
                    let number = value.as_number().ok_or_else(|| mismatch(value, &Type::Number))?;
                    number.$as_ty().ok_or_else(|| {
                        if number.is_integer() {
                            let message = format!("a number from {} to {} is required", $ty::MIN, $ty::MAX);
                            ValueError::public(ErrorKind::Domain, message)
                        } else {
                            ValueError::domain("a whole number is required")
                        }
                    })
                }
            }
        )*
    };
}

to_integer!(
    i8 as_i8, i16 as_i16, i32 as_i32, i64 as_i64, i128 as_i128,
    u8 as_u8, u16 as_u16, u32 as_u32, u64 as_u64, u128 as_u128, usize as_usize
);

macro_rules! to_float {
    ($($ty:ident $as_ty:ident),*) => {
        $(
            #[doc = concat!("The nearest `", stringify!($ty), "`.")]
            impl TryFrom<&Value> for $ty {
                type Error = ValueError;

                /// # Errors
                /// Returns an error if the value is not a number, or one beyond the range of the
                /// type.
                fn try_from(value: &Value) -> Result<Self, ValueError> {
                    let number = value.as_number().ok_or_else(|| mismatch(value, &Type::Number))?;
                    number.$as_ty().ok_or_else(|| {
                        ValueError::domain(format!("a number from {:e} to {:e} is required", $ty::MIN, $ty::MAX))
                    })
                }
            }
        )*
    };
}

to_float!(f32 as_f32, f64 as_f64);

impl TryFrom<&Value> for bool {
    type Error = ValueError;

    fn try_from(value: &Value) -> Result<Self, ValueError> {
        value.as_bool().ok_or_else(|| mismatch(value, &Type::Bool))
    }
}

impl TryFrom<&Value> for String {
    type Error = ValueError;

    fn try_from(value: &Value) -> Result<Self, ValueError> {
        value.as_str().map(Self::from).ok_or_else(|| mismatch(value, &Type::String))
    }
}

impl TryFrom<&Value> for Number {
    type Error = ValueError;

    fn try_from(value: &Value) -> Result<Self, ValueError> {
        value.as_number().cloned().ok_or_else(|| mismatch(value, &Type::Number))
    }
}

fn mismatch(value: &Value, want: &Type) -> ValueError {
    let (kind, found) = if value.is_null() {
        (ErrorKind::Null, "found null".to_owned())
    } else if value.is_unknown() {
        (ErrorKind::Type, "but the value is not known yet".to_owned())
    } else {
        (ErrorKind::Type, format!("found {}", value.ty().with_article()))
    };
    ValueError::public(kind, format!("expected {}, {found}", want.with_article()))
}

macro_rules! equals_number {
    ($($ty:ty),*) => {
        $(
            /// Equal if the value is this number, with any marks.
            impl PartialEq<$ty> for Value {
                fn eq(&self, other: &$ty) -> bool {
                    self.as_number().is_some_and(|number| *number == Number::from(*other))
                }
            }
        )*
    };
}

equals_number!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// Equal if the value is the number that the shortest decimal text of this one stands for.
impl PartialEq<f64> for Value {
    fn eq(&self, other: &f64) -> bool {
        self.as_number().is_some_and(|number| Number::try_from(*other).as_ref() == Ok(number))
    }
}

/// Equal if the value is this bool, with any marks.
impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

/// Equal if the value is this string, with any marks.
///
/// ```
/// use serde_hcl::value;
///
/// let server = value!({ "host": "localhost", "port": 80 });
/// assert!(server["host"] == "localhost" && server["port"] == 80);
/// ```
impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str().is_some_and(|text| text == other)
    }
}

/// Equal if the value is this string, with any marks.
impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// Equal if the value is this string, with any marks.
impl PartialEq<String> for Value {
    fn eq(&self, other: &String) -> bool {
        *self == **other
    }
}
