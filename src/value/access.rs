//! Looking into values.

use std::ops::Index;
use std::sync::Arc;
use std::{fmt, mem};

use super::{Map, Number, Repr, Value, ValueKind};

impl Value {
    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        let ValueKind::String(string) = self.kind() else { return None };
        Some(string)
    }

    /// Returns a bool.
    pub fn as_bool(&self) -> Option<bool> {
        let ValueKind::Bool(bool) = self.kind() else { return None };
        Some(bool)
    }

    /// Returns a number.
    pub fn as_number(&self) -> Option<&Number> {
        let ValueKind::Number(number) = self.kind() else { return None };
        Some(number)
    }

    /// Returns a number, if it is an integer in the range of the type.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// Returns a number, if it is an integer in the range of the type.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// Returns the `f64` that is nearest to a number, unless the number is beyond the range of
    /// `f64`.
    ///
    /// ```
    /// use serde_hcl::{Number, Value, value};
    ///
    /// assert_eq!(value!(0.1).as_f64(), Some(0.1));
    /// assert_eq!(Value::from("1e999".parse::<Number>()?).as_f64(), None);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// Returns the elements of a list, set or tuple.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the elements of a map, the attributes of an object.
    pub fn as_object(&self) -> Option<&Map> {
        let (ValueKind::Map(map) | ValueKind::Object(map)) = self.kind() else { return None };
        Some(map)
    }

    /// Returns the elements of a list, set or tuple, which are copied unless this is the only clone
    /// of the value. A value of another type, and a marked one, is returned as the error.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// assert_eq!(value!([80, 443]).into_array()?.pop(), Some(443.into()));
    /// assert_eq!(value!("text").into_array(), Err("text".into()));
    /// # Ok::<(), Value>(())
    /// ```
    pub fn into_array(self) -> Result<Vec<Self>, Self> {
        match self.0 {
            Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => Ok(match Arc::try_unwrap(node) {
                Ok(mut node) => mem::take(&mut node.items),
                Err(node) => node.items.clone(),
            }),
            other => Err(Self(other)),
        }
    }

    /// Returns the elements of a map, the attributes of an object, which are copied unless this is
    /// the only clone of the value. A value of another type, and a marked one, is returned as the
    /// error.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let mut server = value!({ "host": "a", "port": 80 }).into_object()?;
    /// server.insert("port", 443);
    /// assert_eq!(Value::from(server), value!({ "host": "a", "port": 443 }));
    /// # Ok::<(), Value>(())
    /// ```
    pub fn into_object(self) -> Result<Map, Self> {
        match self.0 {
            Repr::Map(node) | Repr::Object(node) => Ok(match Arc::try_unwrap(node) {
                Ok(mut node) => mem::take(&mut node.map),
                Err(node) => node.map.clone(),
            }),
            other => Err(Self(other)),
        }
    }

    /// Returns the number of elements or attributes, or `None` for a value that cannot have any.
    ///
    /// A set that has unknown elements may turn out to have fewer.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert_eq!(value!([80, 443]).len(), Some(2));
    /// assert_eq!(value!("text").len(), None);
    /// ```
    #[allow(clippy::len_without_is_empty, reason = "values without elements are neither empty nor not")]
    pub fn len(&self) -> Option<usize> {
        self.as_array().map(<[Self]>::len).or_else(|| self.as_object().map(Map::len))
    }

    /// Returns the element or attribute under an index or a key.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let server = value!({ "ports": [80, 443] });
    /// assert_eq!(server.get("ports").and_then(|ports| ports.get(0)), Some(&80.into()));
    /// assert_eq!(server.get("host"), None);
    /// ```
    pub fn get(&self, index: impl ValueIndex) -> Option<&Self> {
        index.find(self)
    }

    /// Returns the part at a JSON pointer (RFC 6901).
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// let server = value!({ "ports": [80, 443] });
    /// assert_eq!(server.pointer("/ports/1"), Some(&443.into()));
    /// assert_eq!(server.pointer("/ports/x"), None);
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, token| {
            if value.as_object().is_some() {
                return value.get(&*token.replace("~1", "/").replace("~0", "~"));
            }
            let plain = token == "0" || !token.starts_with(['0', '+']);
            value.get(token.parse::<usize>().ok().filter(|_| plain)?)
        })
    }

    /// Returns the keys and values in the order of the language: lists and tuples by index, maps
    /// and objects by key, bytewise, sets with every element as its own key. Any other value has no
    /// elements.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let keys: Vec<Value> = value!({ "b": 1, "a": 2 }).iter().map(|(key, _)| key).collect();
    /// assert_eq!(keys, ["a", "b"].map(Value::from));
    /// ```
    pub fn iter(&self) -> Iter<'_> {
        let items = self.as_array().unwrap_or_default();
        Iter {
            items: items.iter().enumerate(),
            is_set: matches!(self.kind(), ValueKind::Set(_)),
            entries: self.as_object().map(|map| map.sorted_shared().into_iter()),
        }
    }
}

/// Iterator over the keys and values of a [`Value`], see [`Value::iter`].
///
/// ```
/// use serde_hcl::value;
///
/// let zones = value!(["a", "b"]);
/// for (index, zone) in &zones {
///     assert_eq!(zones.get(index.as_u64().expect("it is a number") as usize), Some(zone));
/// }
/// assert_eq!(zones.iter().len(), 2);
/// ```
#[derive(Clone)]
pub struct Iter<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
    is_set: bool,
    entries: Option<std::vec::IntoIter<(&'a Arc<str>, &'a Value)>>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entries) = &mut self.entries {
            return entries.next().map(|(key, value)| (Value::normal_string(key.clone()), value));
        }
        let (index, value) = self.items.next()?;
        Some((if self.is_set { value.clone() } else { Value::from(index) }, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.as_ref().map_or_else(|| self.items.size_hint(), |entries| entries.size_hint())
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl fmt::Debug for Iter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> IntoIterator for &'a Value {
    type Item = (Value, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// An index of a part of a value: any string for an attribute or an element of a map, a number for
/// an element of a list, set or tuple.
///
/// ```
/// use serde_hcl::value::ValueIndex;
/// use serde_hcl::{Value, value};
///
/// /// Returns the text of a part of a value.
/// fn text(value: &Value, index: impl ValueIndex) -> Option<&str> {
///     value.get(index)?.as_str()
/// }
///
/// let server = value!({ "zones": ["a", "b"], "host": "c" });
/// assert_eq!((text(&server, "host"), text(&server["zones"], 1)), (Some("c"), Some("b")));
/// ```
pub trait ValueIndex: sealed::Sealed {
    #[doc(hidden)]
    fn find(self, value: &Value) -> Option<&Value>;
}

impl<S: AsRef<str> + ?Sized> ValueIndex for &S {
    fn find(self, value: &Value) -> Option<&Value> {
        value.as_object()?.get(self.as_ref())
    }
}

impl ValueIndex for String {
    fn find(self, value: &Value) -> Option<&Value> {
        value.get(&self)
    }
}

impl ValueIndex for usize {
    fn find(self, value: &Value) -> Option<&Value> {
        value.as_array()?.get(self)
    }
}

mod sealed {
    pub trait Sealed {}
    impl<S: AsRef<str> + ?Sized> Sealed for &S {}
    impl Sealed for String {}
    impl Sealed for usize {}
}

/// Returns the same as [`get`](Value::get), or null if there is no such part.
impl<I: ValueIndex> Index<I> for Value {
    type Output = Self;

    fn index(&self, index: I) -> &Self {
        self.get(index).unwrap_or(&Self::NULL)
    }
}
