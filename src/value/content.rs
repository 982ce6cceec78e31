//! Values and their content.

use std::sync::Arc;

use super::node::{Facts, Marked, Sequence, Table};
use super::refinement::Refined;
use super::*;

/// A value: the result of an expression.
///
/// Every value has a [`Type`]; null and unknown values have one too. [`kind`](Self::kind) is for
/// pattern matching. Values are immutable and cheap to clone. The macro [`value!`](crate::value!)
/// writes them as literals.
///
/// Values can carry [marks](Mark), which the operations of this crate pass on. Methods that return
/// the content of a value (`kind`, `as_str`, `get`, …) ignore its marks, so an application that
/// uses marks has to [`unmark`](Self::unmark) first.
///
/// `==` is identity: equal type, equal content and equal marks, where unknown values of one type
/// and refinement are equal. The operator of the language, for which they are not, is
/// [`BinaryOperator::Equal`](crate::ast::BinaryOperator::Equal).
///
/// Implements "Values and Value Types" of the information model.
///
/// ```
/// use serde_hcl::{Type, Value, ValueKind, value};
///
/// let server = value!({ "host": "localhost", "ports": [80, 443] });
/// assert_eq!(server["ports"][1].as_i64(), Some(443));
/// assert!(server["host"] == "localhost" && server["ports"][0] == 80);
/// assert_eq!(server.to_string(), r#"{ host = "localhost", ports = [80, 443] }"#);
/// match server["host"].kind() {
///     ValueKind::String(host) => assert_eq!(host, "localhost"),
///     _ => unreachable!(),
/// }
/// assert_eq!(Value::unknown(Type::String).ty(), &Type::String);
/// ```
///
/// # Changes
/// A list, a map or an object is one allocation that all clones share, so a value has no methods
/// that change it in place. [`into_object`](Self::into_object) and
/// [`into_array`](Self::into_array) return the parts, to be changed and made a value again. They
/// move the parts if the value has no clone, and copy this level otherwise. The parts stay shared:
///
/// ```
/// use serde_hcl::value;
///
/// let server = value!({ "host": "localhost", "tls": { "cert": "a.pem" } });
/// let mut changed = server.clone().into_object().expect("it is an object");
/// let mut tls =
///     changed.remove("tls").and_then(|tls| tls.into_object().ok()).expect("it is an object");
/// tls.insert("cert", "b.pem");
/// changed.insert("tls", tls);
/// assert_eq!(value!(changed), value!({ "host": "localhost", "tls": { "cert": "b.pem" } }));
/// assert_eq!(server["tls"]["cert"], value!("a.pem"));
/// ```
#[derive(Clone)]
pub struct Value(pub(super) Repr);

// A tag of a whole word lets the compiler move values by words.
#[derive(Clone)]
#[repr(u64)]
pub(super) enum Repr {
    Null(Type),
    Unknown(Type),
    /// Unknown, but known in part.
    Refined(Arc<Refined>),
    Bool(bool),
    Number(Number),
    String(Arc<str>),
    List(Arc<Sequence>),
    /// Sorted, and without repeats.
    Set(Arc<Sequence>),
    Map(Arc<Table>),
    Tuple(Arc<Sequence>),
    Object(Arc<Table>),
    Capsule(Capsule),
    Marked(Arc<Marked>),
}

/// The content of a [`Value`], for pattern matching.
///
/// ```
/// use serde_hcl::{ValueKind, value};
///
/// let value = value!({ "ports": [80, 443] });
/// let ValueKind::Object(object) = value.kind() else { panic!("it is an object") };
/// let ports = match object["ports"].kind() {
///     ValueKind::Tuple(ports) => ports.len(),
///     _ => 0,
/// };
/// assert_eq!(ports, 2);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueKind<'a> {
    /// The absence of a value of a type.
    Null(&'a Type),
    /// A value of a type that is not known yet. [`Value::refinement`] returns further facts about
    /// it.
    Unknown(&'a Type),
    /// True or false.
    Bool(bool),
    /// A number.
    Number(&'a Number),
    /// Text, in Unicode's normal form C.
    String(&'a str),
    /// The elements of a list.
    List(&'a [Value]),
    /// The elements of a set, in the order of their iteration.
    Set(&'a [Value]),
    /// The elements of a map.
    Map(&'a Map),
    /// The elements of a tuple.
    Tuple(&'a [Value]),
    /// The attributes of an object.
    Object(&'a Map),
    /// A value of the application's own.
    Capsule(&'a Capsule),
}

impl Value {
    /// Returns its content without marks.
    #[inline]
    pub fn kind(&self) -> ValueKind<'_> {
        match &self.0 {
            Repr::Null(ty) => ValueKind::Null(ty),
            Repr::Unknown(ty) => ValueKind::Unknown(ty),
            Repr::Refined(node) => ValueKind::Unknown(&node.ty),
            Repr::Bool(bool) => ValueKind::Bool(*bool),
            Repr::Number(number) => ValueKind::Number(number),
            Repr::String(string) => ValueKind::String(string),
            Repr::List(node) => ValueKind::List(&node.items),
            Repr::Set(node) => ValueKind::Set(&node.items),
            Repr::Map(node) => ValueKind::Map(&node.map),
            Repr::Tuple(node) => ValueKind::Tuple(&node.items),
            Repr::Object(node) => ValueKind::Object(&node.map),
            Repr::Capsule(capsule) => ValueKind::Capsule(capsule),
            Repr::Marked(node) => node.value.kind(),
        }
    }

    /// Returns the type.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// assert_eq!(value!([1, "a"]).ty(), &Type::tuple([Type::Number, Type::String]));
    /// ```
    #[inline]
    pub fn ty(&self) -> &Type {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty) => ty,
            Repr::Refined(node) => &node.ty,
            Repr::Bool(_) => &Type::Bool,
            Repr::Number(_) => &Type::Number,
            Repr::String(_) => &Type::String,
            Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => node.ty(),
            Repr::Map(node) | Repr::Object(node) => node.ty(),
            Repr::Capsule(capsule) => capsule.ty(),
            Repr::Marked(node) => node.value.ty(),
        }
    }

    /// Returns the number of its parts.
    #[inline]
    pub(crate) fn size(&self) -> u64 {
        match &self.0 {
            Repr::Bool(_) => Facts::LEAF.size,
            Repr::Number(number) => Facts::LEAF.size + number.parts(),
            Repr::String(text) => Facts::LEAF.size + text.len() as u64 / BYTES_IN_A_PART,
            _ => self.facts().size,
        }
    }

    pub(crate) fn facts(&self) -> Facts {
        match &self.0 {
            Repr::Null(ty) => Facts { depth: ty.facts().depth, size: ty.size(), ..Facts::LEAF },
            Repr::Unknown(ty) => Facts::unknown(ty),
            Repr::Refined(node) => node.facts(),
            Repr::Bool(_) | Repr::Number(_) | Repr::String(_) => Facts { size: self.size(), ..Facts::LEAF },
            Repr::List(node) | Repr::Set(node) | Repr::Tuple(node) => node.facts,
            Repr::Map(node) | Repr::Object(node) => node.facts,
            Repr::Capsule(_) => Facts { capsule: true, ..Facts::LEAF },
            Repr::Marked(node) => Facts { marked: true, ..node.value.facts() },
        }
    }

    /// Returns an error if the value is nested more than 256 levels deep, or has more than
    /// 4,194,304 parts. Equal parts can be shared, so a short expression can have such a value. It
    /// can be cloned, compared and dropped, but conversion and serialization reject it, and
    /// `Display` and `Debug` write an ellipsis in place of parts that are too deep or too large.
    /// This takes constant time.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let doubled = (0..30).fold(value!(1), |inner, _| Value::tuple([inner.clone(), inner]));
    /// assert_eq!(doubled.to_string(), "…");
    /// let error = doubled.check_size().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the value is nested more than 256 levels deep or has more than 4194304 parts"
    /// );
    /// ```
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`].
    pub fn check_size(&self) -> Result<(), ValueError> {
        let facts = self.facts();
        if facts.depth > MAX_DEPTH || facts.size > MAX_SIZE { Err(ValueError::too_large()) } else { Ok(()) }
    }

    /// Returns whether it is null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// assert!(value!(null).is_null() && Value::null(Type::String).is_null());
    /// assert!(!value!("").is_null() && !Value::UNKNOWN.is_null());
    /// ```
    pub fn is_null(&self) -> bool {
        matches!(self.kind(), ValueKind::Null(_))
    }

    /// Returns whether it is unknown, not only a part of it.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// assert!(Value::unknown(Type::Number).is_unknown());
    /// // A known list with an unknown element.
    /// let list = value!([1, (Value::UNKNOWN)]);
    /// assert!(list.is_known() && list[1].is_unknown());
    /// ```
    pub fn is_unknown(&self) -> bool {
        matches!(self.kind(), ValueKind::Unknown(_))
    }

    /// Returns whether it is a known string.
    ///
    /// ```
    /// use serde_hcl::value;
    ///
    /// assert!(value!("web").is_string() && !value!(80).is_string());
    /// assert!(value!([80, 443]).is_array() && value!({ "port": 80 }).is_object());
    /// ```
    pub fn is_string(&self) -> bool {
        matches!(self.kind(), ValueKind::String(_))
    }

    /// Returns whether it is a known number.
    pub fn is_number(&self) -> bool {
        matches!(self.kind(), ValueKind::Number(_))
    }

    /// Returns whether it is a known bool.
    pub fn is_bool(&self) -> bool {
        matches!(self.kind(), ValueKind::Bool(_))
    }

    /// Returns whether it is a known list, set or tuple, whose elements
    /// [`as_array`](Self::as_array) returns.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// assert!(value!([80, 443]).is_array());
    /// assert!(!value!({ "port": 80 }).is_array());
    /// assert!(!Value::unknown(Type::list(Type::Number)).is_array());
    /// ```
    pub fn is_array(&self) -> bool {
        self.as_array().is_some()
    }

    /// Returns whether it is a known map or object, whose entries [`as_object`](Self::as_object)
    /// returns.
    pub fn is_object(&self) -> bool {
        self.as_object().is_some()
    }

    /// Returns whether it is of the dynamic pseudo-type; it is null or unknown then.
    pub(crate) fn is_dynamic(&self) -> bool {
        matches!(self.kind(), ValueKind::Null(Type::Dynamic) | ValueKind::Unknown(Type::Dynamic))
    }

    /// Returns whether it is known, though parts of it may be unknown.
    pub fn is_known(&self) -> bool {
        !self.is_unknown()
    }

    /// Returns whether it is neither null nor unknown.
    #[inline]
    pub(crate) fn has_content(&self) -> bool {
        !matches!(self.unmarked().0, Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_))
    }

    /// Returns whether it is known with all its parts.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let list = value!([1, (Value::UNKNOWN)]);
    /// assert!(list.is_known() && !list.is_wholly_known());
    /// ```
    pub fn is_wholly_known(&self) -> bool {
        !self.facts().unknown
    }

    /// Returns the value with an additional mark.
    ///
    /// ```
    /// use serde_hcl::{Value, value::Mark};
    ///
    /// let password = Value::from("hunter2").mark(Mark::new("secret"));
    /// assert!(password.is_marked());
    /// assert!(!format!("{password:?}").contains("hunter2"));
    /// ```
    #[must_use]
    pub fn mark(self, mark: Mark) -> Self {
        self.with_marks(&Marks::from(mark))
    }

    /// Returns the value with additional marks.
    #[must_use]
    #[inline]
    pub fn with_marks(self, marks: &Marks) -> Self {
        if marks.is_empty() { self } else { self.with_more_marks(marks) }
    }

    pub(super) fn with_more_marks(self, marks: &Marks) -> Self {
        let (value, own) = self.unmark();
        Self(Repr::Marked(Arc::new(Marked { value, marks: own.union(marks) })))
    }

    /// Returns the value without the marks on it, and those marks. Marks on its parts stay.
    #[inline]
    pub fn unmark(self) -> (Self, Marks) {
        match self.0 {
            Repr::Marked(node) => match Arc::try_unwrap(node) {
                Ok(node) => (node.value, node.marks),
                Err(node) => (node.value.clone(), node.marks.clone()),
            },
            _ => (self, Marks::NONE),
        }
    }

    /// Returns the value without any marks on it or in it, and all those marks.
    ///
    /// ```
    /// use serde_hcl::value::Mark;
    /// use serde_hcl::{Value, value};
    ///
    /// let secret = Value::from("x").mark(Mark::new("sensitive"));
    /// let (plain, marks) = value!({ "password": secret }).unmark_deep();
    /// assert_eq!(plain, value!({ "password": "x" }));
    /// assert!(marks.contains("sensitive"));
    /// ```
    pub fn unmark_deep(self) -> (Self, Marks) {
        if !self.contains_marks() {
            return (self, Marks::NONE);
        }
        build::without_marks(self)
    }

    /// Returns the marks on it and on its parts.
    pub(crate) fn all_marks(&self) -> Marks {
        if self.contains_marks() { self.clone().unmark_deep().1 } else { Marks::NONE }
    }

    /// Returns the marks on it. Marks on its parts are not among them.
    pub fn marks(&self) -> &Marks {
        let Repr::Marked(node) = &self.0 else { return &Marks::NONE };
        &node.marks
    }

    /// Returns whether there are marks on it.
    pub fn is_marked(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// Returns whether there are marks on it or on any part of it.
    ///
    /// ```
    /// use serde_hcl::{Value, value, value::Mark};
    ///
    /// let secret = Value::from("hunter2").mark(Mark::new("secret"));
    /// let user = value!({ "name": "eve", "password": (secret.clone()) });
    /// assert!(secret.is_marked() && !user.is_marked());
    /// assert!(user.contains_marks() && user.marks().is_empty());
    /// ```
    #[inline]
    pub fn contains_marks(&self) -> bool {
        self.primitive().is_none() && self.facts().marked
    }

    /// Returns the number that it is, if there are no marks on it.
    pub(crate) fn plain_number(&self) -> Option<&Number> {
        let Repr::Number(number) = &self.0 else { return None };
        Some(number)
    }

    /// Returns the type of a known number, string or bool without marks.
    #[inline]
    pub(crate) fn primitive(&self) -> Option<&'static Type> {
        match self.0 {
            Repr::Bool(_) => Some(&Type::Bool),
            Repr::Number(_) => Some(&Type::Number),
            Repr::String(_) => Some(&Type::String),
            _ => None,
        }
    }

    /// Returns the boolean that it is, if there are no marks on it.
    #[inline]
    pub(crate) fn plain_bool(&self) -> Option<bool> {
        let Repr::Bool(value) = self.0 else { return None };
        Some(value)
    }

    /// Returns the text that it is, if there are no marks on it.
    #[inline]
    pub(crate) fn plain_str(&self) -> Option<&str> {
        let Repr::String(text) = &self.0 else { return None };
        Some(text)
    }

    /// Returns the text of a string, to be shared.
    pub(crate) fn shared_str(&self) -> Option<&Arc<str>> {
        let Repr::String(text) = &self.unmarked().0 else { return None };
        Some(text)
    }

    /// Returns the same as [`shared_str`](Self::shared_str), and consumes the value.
    pub(crate) fn into_shared_str(self) -> Option<Arc<str>> {
        let Repr::String(text) = self.0 else { return self.shared_str().cloned() };
        Some(text)
    }

    /// Returns the value under its marks.
    #[inline]
    pub(crate) fn unmarked(&self) -> &Self {
        let Repr::Marked(node) = &self.0 else { return self };
        &node.value
    }
}
