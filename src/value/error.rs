//! Errors of operations on values: a kind, a message, and the path to the part of the value.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use super::number::NumberError;
use super::{MAX_DEPTH, MAX_SIZE, Value};
use crate::diag::Code;
use crate::redaction;

/// An error of an operation on values, a conversion or a function.
///
/// It has no location in a source; evaluation adds it. `Display` is one line with the path in
/// front, as in `[2].name: expected a number`.
///
/// ```
/// use serde_hcl::value::{ErrorKind, convert};
/// use serde_hcl::{Type, value};
///
/// let ports = Type::list(Type::Number);
/// let error = convert(&value!(["80", "http"]), &ports).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: expected a number, found the string \"http\"");
/// assert_eq!(error.kind(), ErrorKind::Type);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ValueError(Box<ErrorParts>);

#[derive(Clone, PartialEq, Eq)]
struct ErrorParts {
    kind: ErrorKind,
    code: Code,
    message: Cow<'static, str>,
    path: Vec<PathStep>,
    argument: Option<usize>,
}

/// The kind of a [`ValueError`].
///
/// ```
/// use serde_hcl::value::{ErrorKind, convert};
/// use serde_hcl::{Type, Value};
///
/// let error = convert(&Value::from("many"), &Type::Number).expect_err("it is no number");
/// assert_eq!(error.kind(), ErrorKind::Type);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value of another type was needed.
    Type,
    /// A value was needed and this one is null.
    Null,
    /// The operation has no result for these values: a division of zero by zero, an index that is
    /// out of range.
    Domain,
    /// The result would be too large or is nested too deep, see [`Limits`](crate::Limits).
    Limit,
}

/// A step from a value to a part of it.
///
/// ```
/// use serde_hcl::value::{PathStep, convert};
/// use serde_hcl::{Type, value};
///
/// let ports = Type::object([("ports", Type::list(Type::Number))]);
/// let error = convert(&value!({ "ports": ["http"] }), &ports).expect_err("it is no number");
/// let expected = [PathStep::Attribute("ports".to_owned()), PathStep::Index(value!(0))];
/// assert_eq!(error.path(), expected);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathStep {
    /// An attribute of an object.
    Attribute(String),
    /// An element of a list, tuple or set by number, of a map by string.
    Index(Value),
}

impl ValueError {
    /// Creates an error of a kind, with a message that has no capital letter and no full stop, so
    /// that it can be part of a sentence.
    ///
    /// During a call with marked arguments, a message that is not static is replaced by a general
    /// one, since it may contain them.
    ///
    /// ```
    /// use serde_hcl::value::{ErrorKind, ValueError};
    ///
    /// let error = ValueError::new(ErrorKind::Domain, "there is no such zone");
    /// assert_eq!(error.detail(), "There is no such zone.");
    /// ```
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self::public(kind, redaction::message(message.into()))
    }

    /// Returns an error whose message contains no value, but only types, limits and names from the
    /// source.
    pub(crate) fn public(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self(Box::new(ErrorParts {
            kind,
            code: Code::UnsuitableValue,
            message,
            path: Vec::new(),
            argument: None,
        }))
    }

    /// Creates an error with two messages: `message` contains a value, and `public` replaces it in
    /// a call with marked arguments. See [`new`](Self::new) for the form of both.
    ///
    /// ```
    /// use serde_hcl::value::{ErrorKind, ValueError};
    ///
    /// let error = |zone: &str| {
    ///     let message = format!("there is no zone named {zone:?}");
    ///     ValueError::with_value(ErrorKind::Domain, "there is no such zone", message)
    /// };
    /// assert_eq!(error("eu").message(), "there is no zone named \"eu\"");
    /// ```
    pub fn with_value(kind: ErrorKind, public: &'static str, message: String) -> Self {
        let message = if redaction::in_scope() { Cow::Borrowed(public) } else { Cow::Owned(message) };
        Self::public(kind, message)
    }

    pub(crate) fn ty(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Type, message)
    }

    pub(crate) fn domain(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Domain, message)
    }

    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    pub(crate) fn null(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Null, message)
    }

    /// Returns the error about a value or type that is too large for recursion.
    pub(crate) fn too_large() -> Self {
        let message = format!(
            "the value is nested more than {MAX_DEPTH} levels deep or has more than {MAX_SIZE} parts"
        );
        Self::public(ErrorKind::Limit, message)
    }

    /// Returns the kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns a few words that name the problem, as the summary of a diagnostic does.
    pub fn summary(&self) -> &'static str {
        self.0.code.summary()
    }

    /// Returns the code of a diagnostic about it.
    pub(crate) fn code(&self) -> Code {
        self.code_or(self.0.code)
    }

    /// Returns the code of a diagnostic about it, which is another one for an exceeded limit.
    pub(crate) fn code_or(&self, code: Code) -> Code {
        if self.0.kind == ErrorKind::Limit { Code::ValueTooLarge } else { code }
    }

    /// Returns the message, without the path.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the path and the message as a sentence, as the detail of a diagnostic.
    pub fn detail(&self) -> String {
        let text = self.to_string();
        let mut characters = text.chars();
        let first = characters.next().into_iter().flat_map(char::to_uppercase);
        let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
        first.chain(characters.as_str().chars()).chain(stop.chars()).collect()
    }

    /// Returns the path from the given value to the part that caused the error.
    pub fn path(&self) -> &[PathStep] {
        &self.0.path
    }

    /// Returns the index of the operand or argument that it is about, counted from 0; `None` if it
    /// is about all of them.
    pub fn argument(&self) -> Option<usize> {
        self.0.argument
    }

    /// Sets the operand or argument that it is about.
    #[must_use]
    pub fn with_argument(mut self, index: usize) -> Self {
        self.0.argument = Some(index);
        self
    }

    pub(crate) fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// Puts words that contain no value in front of the message, of which the path becomes a part.
    pub(crate) fn with_context(mut self, context: impl fmt::Display) -> Self {
        self.0.message = format!("{context}: {self}").into();
        self.0.path.clear();
        self
    }

    /// Puts a step in front of the path, while unwinding. The keys of a marked value are as secret
    /// as its parts.
    pub(crate) fn at(mut self, step: PathStep) -> Self {
        let is_number = matches!(&step, PathStep::Index(key) if key.as_number().is_some());
        if is_number || !redaction::in_scope() {
            self.0.path.insert(0, step);
        }
        self
    }

    pub(crate) fn at_index(self, index: usize) -> Self {
        self.at(PathStep::Index(Value::from(index)))
    }

    pub(crate) fn at_key(self, key: &Arc<str>) -> Self {
        self.at(PathStep::Index(Value::from(key.clone())))
    }
}

/// An error of kind [`ErrorKind::Domain`].
impl From<String> for ValueError {
    fn from(message: String) -> Self {
        Self::domain(message)
    }
}

/// An error of kind [`ErrorKind::Domain`].
impl From<&'static str> for ValueError {
    fn from(message: &'static str) -> Self {
        Self::domain(message)
    }
}

/// No error, for conversions that cannot fail.
impl From<Infallible> for ValueError {
    fn from(error: Infallible) -> Self {
        match error {}
    }
}

impl From<NumberError> for ValueError {
    fn from(error: NumberError) -> Self {
        let kind = match error {
            NumberError::TooLarge => ErrorKind::Limit,
            NumberError::Syntax => ErrorKind::Type,
            NumberError::Undefined | NumberError::NotANumber | NumberError::OutOfRange => ErrorKind::Domain,
        };
        Self::public(kind, error.to_string())
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.path.iter().enumerate() {
            match step {
                PathStep::Attribute(name) if index == 0 => f.write_str(name)?,
                PathStep::Attribute(name) => write!(f, ".{name}")?,
                PathStep::Index(key) => write!(f, "[{key}]")?,
            }
        }
        let colon = if self.0.path.is_empty() { "" } else { ": " };
        write!(f, "{colon}{}", self.0.message)
    }
}

impl fmt::Debug for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueError({:?}, {self})", self.0.kind)
    }
}

impl std::error::Error for ValueError {}
