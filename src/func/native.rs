//! Rust types as arguments and results of functions.

use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;

use super::Parameter;
use crate::value::{Map, Number, Type, Value, ValueError, convert, unsuitable};

/// A Rust type that corresponds to a type of values.
///
/// ```
/// use std::collections::BTreeMap;
/// use serde_hcl::func::RustType;
/// use serde_hcl::{Type, value};
///
/// assert_eq!(<BTreeMap<String, Vec<u8>>>::ty(), Type::map(Type::list(Type::Number)));
/// assert_eq!(Option::<String>::from_value(&value!(null))?, None);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub trait RustType: Sized {
    /// Returns the type of values.
    fn ty() -> Type;

    /// Converts from a value of that type.
    ///
    /// # Errors
    /// Returns an error if the value has no counterpart in Rust: null, unknown, a number that is
    /// out of range.
    fn from_value(value: &Value) -> Result<Self, ValueError>;

    /// Converts into a value of that type.
    ///
    /// # Errors
    /// Returns an error if there is no such value: NaN.
    fn into_value(self) -> Result<Value, ValueError>;

    /// Returns whether null has a counterpart.
    fn accepts_null() -> bool {
        false
    }
}

macro_rules! native {
    ($variant:ident $into_value:expr => $($ty:ty),*) => {
        $(impl RustType for $ty {
            fn ty() -> Type {
                Type::$variant
            }

            fn from_value(value: &Value) -> Result<Self, ValueError> {
                Self::try_from(value)
            }

            fn into_value(self) -> Result<Value, ValueError> {
                let into_value: fn(Self) -> Result<Value, ValueError> = $into_value;
                into_value(self)
            }
        })*
    };
}

native!(String |text| Ok(Value::from(text)) => String);
native!(Bool |bool| Ok(Value::from(bool)) => bool);
native!(Number |number| Ok(Value::from(number)) =>
    Number, i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, usize);
native!(Number |number| Ok(Value::from(Number::try_from(number)?)) => f32, f64);

impl RustType for Value {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        Ok(value.clone())
    }

    fn into_value(self) -> Result<Value, ValueError> {
        Ok(self)
    }
}

impl<T: RustType> RustType for Option<T> {
    fn ty() -> Type {
        T::ty()
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        if value.is_null() { Ok(None) } else { T::from_value(value).map(Some) }
    }

    fn into_value(self) -> Result<Value, ValueError> {
        self.map_or_else(|| Ok(Value::null(T::ty())), T::into_value)
    }

    fn accepts_null() -> bool {
        true
    }
}

impl<T: RustType> RustType for Vec<T> {
    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let items = value.as_array().ok_or_else(|| unsuitable(value, &Self::ty()))?.iter().enumerate();
        items.map(|(index, item)| T::from_value(item).map_err(|error| error.at_index(index))).collect()
    }

    fn into_value(self) -> Result<Value, ValueError> {
        let items = self.into_iter().map(T::into_value).collect::<Result<Vec<_>, _>>()?;
        convert(&Value::tuple(items), &Self::ty())
    }
}

macro_rules! native_map {
    ($($map:ident),*) => {
        $(impl<T: RustType> RustType for $map<String, T> {
            fn ty() -> Type {
                Type::map(T::ty())
            }

            fn from_value(value: &Value) -> Result<Self, ValueError> {
                let map = value.as_object().ok_or_else(|| unsuitable(value, &Self::ty()))?;
                map.iter_shared()
                    .map(|(key, value)| {
                        Ok((String::from(&**key), T::from_value(value).map_err(|error| error.at_key(key))?))
                    })
                    .collect()
            }

            fn into_value(self) -> Result<Value, ValueError> {
                let mut entries: Vec<_> = self.into_iter().collect();
                entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
                let entries = entries.into_iter().map(|(key, value)| Ok((key, value.into_value()?)));
                convert(&Value::object(entries.collect::<Result<Map, ValueError>>()?), &Self::ty())
            }
        })*
    };
}

native_map!(BTreeMap, HashMap);

/// All further arguments, as the last argument of a closure; see
/// [`Function::from_fn`](super::Function::from_fn). It dereferences to the `Vec`.
///
/// ```
/// use serde_hcl::func::Rest;
/// use serde_hcl::{EvalContext, parse_expression};
///
/// let mut context = EvalContext::new();
/// context.set_function("join", |separator: String, parts: Rest<String>| parts.join(&separator));
/// let expression = parse_expression("join(\"-\", \"a\", \"b\")").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, "a-b");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rest<T>(
    /// The arguments.
    pub Vec<T>,
);

impl<T> Deref for Rest<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> IntoIterator for Rest<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A type of an argument of a closure: a [`RustType`], or [`Rest`] of one as its last argument.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde_hcl::func::Rest;
/// use serde_hcl::{EvalContext, parse_expression};
///
/// let mut context = EvalContext::new();
/// context.set_function("sizes", |by_name: BTreeMap<String, u64>, names: Rest<String>| {
///     names.iter().filter_map(|name| by_name.get(name).copied()).collect::<Vec<u64>>()
/// });
/// let expression = parse_expression("sizes({ a = 1, b = 2 }, \"b\", \"a\")").into_result()?;
/// assert_eq!(expression.evaluate(&context)?.to_string(), "[2, 1]");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub trait Argument: Sized + sealed::Argument {
    /// Whether it takes all further arguments.
    #[doc(hidden)]
    const VARIADIC: bool = false;

    /// Returns the parameter for it, without a name yet.
    #[doc(hidden)]
    fn parameter() -> Parameter;

    /// Takes the argument, with its index, from the remaining arguments.
    ///
    /// # Errors
    /// Returns an error if a value has no counterpart in Rust.
    #[doc(hidden)]
    fn take<'a>(arguments: &mut impl Iterator<Item = (usize, &'a Value)>) -> Result<Self, ValueError>;
}

/// Traits that only this crate implements.
pub(super) mod sealed {
    pub trait Argument {}
    pub trait FunctionResult {}
    pub trait IntoFunction<Args> {}
}

impl<T: RustType> sealed::Argument for T {}
impl<T: RustType> sealed::Argument for Rest<T> {}

impl<T: RustType> Argument for T {
    fn parameter() -> Parameter {
        let parameter = Parameter::new("", T::ty());
        // A literal `null` has no type.
        if T::accepts_null() { parameter.allow_null().allow_dynamic() } else { parameter }
    }

    fn take<'a>(arguments: &mut impl Iterator<Item = (usize, &'a Value)>) -> Result<Self, ValueError> {
        let (index, value) = arguments.next().ok_or_else(|| ValueError::ty("an argument is missing"))?;
        T::from_value(value).map_err(|error| error.with_argument(index))
    }
}

impl<T: RustType> Argument for Rest<T> {
    const VARIADIC: bool = true;

    fn parameter() -> Parameter {
        <T as Argument>::parameter()
    }

    fn take<'a>(arguments: &mut impl Iterator<Item = (usize, &'a Value)>) -> Result<Self, ValueError> {
        let read = |(index, value)| T::from_value(value).map_err(|error| error.with_argument(index));
        arguments.map(read).collect::<Result<_, _>>().map(Self)
    }
}
