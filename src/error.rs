//! The crate's error: small, with a category, a location, a path to the field, and all diagnostics.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::io;

use serde::de::Unexpected;

use crate::diag::{Category, Code, Diagnostic, Diagnostics, Renderer, Severity};
use crate::protocol::LabelField;
use crate::source::{Pos, Source, Span};
use crate::value::ValueError;

/// The result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a configuration could not be read, evaluated, decoded or written.
///
/// `{}` prints one line with file, line and column; `{:#}` prints every problem with its source
/// line and a caret.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let error = serde_hcl::from_str::<BTreeMap<String, u8>>("port = 300\n").unwrap_err();
/// assert_eq!(error.category(), serde_hcl::diag::Category::Data);
/// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
/// assert_eq!(error.path(), "port");
/// ```
pub struct Error(Box<Inner>);

// Boxed, so that a `Result` on the hot path is only one word larger than its value.
struct Inner {
    category: Category,
    diagnostics: Diagnostics,
    reported: Option<Reported>,
    /// The fields of the struct that is expected in place of another value.
    fields: &'static [&'static str],
    /// Whether it consists of all errors of a body, an object or a list.
    is_of_part: bool,
    /// Whether it is about a value that cannot be a block.
    is_of_attribute: bool,
    io: Option<io::Error>,
}

/// The message of an error that is not reported.
const REPEATED: &str = "the value is decoded again";

/// The value or field that serde reported in an error. Serde buffers some values without their
/// locations; the location of such a value is found by this.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reported {
    Null,
    Bool(bool),
    Integer(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    Sequence,
    Object,
    /// A sequence with this many elements.
    Length(usize),
    /// A field that is not expected.
    Field(String),
    /// A field that is not there.
    Missing(&'static str),
    /// A probe for a label field, which the type has.
    Probe(LabelField),
    /// A marker in place of a block.
    Marker(Vec<u8>),
}

impl Reported {
    /// The first byte of a probe, before the name of the label field, and the first two bytes of a
    /// marker. No text begins with it.
    pub(crate) const PROBE: u8 = 0xff;

    /// Returns whether it is a field for labels that is missing.
    pub(crate) fn is_missing_label(&self) -> bool {
        matches!(self, Self::Missing(field) if LabelField::parse(field).is_some())
    }

    pub(crate) fn from_unexpected(unexpected: Unexpected<'_>) -> Option<Self> {
        Some(match unexpected {
            Unexpected::Unit | Unexpected::Option => Self::Null,
            Unexpected::Bool(value) => Self::Bool(value),
            Unexpected::Signed(value) => Self::Integer(value),
            Unexpected::Unsigned(value) => Self::Unsigned(value),
            Unexpected::Float(value) => Self::Float(value),
            Unexpected::Str(text) => Self::Text(text.to_owned()),
            Unexpected::Char(character) => Self::Text(character.to_string()),
            Unexpected::Bytes(bytes @ [Self::PROBE, Self::PROBE, ..]) => Self::Marker(bytes.to_vec()),
            Unexpected::Bytes([Self::PROBE, name @ ..]) => {
                Self::Probe(LabelField::parse(std::str::from_utf8(name).ok()?)?)
            }
            Unexpected::Seq => Self::Sequence,
            Unexpected::Map => Self::Object,
            _ => return None,
        })
    }
}

impl Error {
    #[cold]
    pub(crate) fn coded(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Diagnostic::new(code, detail))
    }

    #[cold]
    pub(crate) fn new(diagnostic: Diagnostic) -> Self {
        Self::from(Diagnostics::from(diagnostic))
    }

    /// Returns an error of serde's: a message, to which the location is added where it is known.
    #[cold]
    pub(crate) fn message(message: impl fmt::Display) -> Self {
        Self::coded(Code::InvalidValue, message.to_string())
    }

    /// Returns the error about a visitor that requests the value of an entry before its key.
    #[cold]
    pub(crate) fn value_before_key() -> Self {
        Self::message("a value was requested before its key")
    }

    /// Returns the category of the problem.
    ///
    /// ```
    /// use serde_hcl::{Map, diag::Category};
    ///
    /// let syntax = serde_hcl::from_str::<Map>("port = \n").unwrap_err();
    /// assert_eq!(syntax.category(), Category::Syntax);
    /// let evaluation = serde_hcl::from_str::<Map>("port = base\n").unwrap_err();
    /// assert_eq!(evaluation.category(), Category::Eval);
    /// ```
    pub fn category(&self) -> Category {
        self.0.category
    }

    /// Returns every problem that was found, in order; the first error among them is the one that
    /// `{}` shows.
    ///
    /// ```
    /// let error = serde_hcl::from_str::<serde_hcl::Map>("a = \nb = \n").unwrap_err();
    /// let lines: Vec<_> =
    ///     error.diagnostics().iter().filter_map(|it| Some(it.range()?.start.line)).collect();
    /// assert_eq!(lines, [1, 2]);
    /// ```
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.0.diagnostics
    }

    /// Returns the bytes of the source that the error is about.
    ///
    /// ```
    /// let text = "a = 1\nb = c\n";
    /// let error = serde_hcl::from_str::<serde_hcl::Map>(text).unwrap_err();
    /// assert_eq!(&text[error.span().expect("it has a location").range()], "c");
    /// ```
    pub fn span(&self) -> Option<Span> {
        self.first()?.span()
    }

    /// Returns the line it is about, counted from 1.
    ///
    /// ```
    /// let error = serde_hcl::from_str::<serde_hcl::Map>("a = 1\nb = c\n").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(2), Some(5)));
    /// ```
    pub fn line(&self) -> Option<u32> {
        self.pos().map(|pos| pos.line)
    }

    /// Returns the column it is about, counted from 1 in grapheme clusters.
    pub fn column(&self) -> Option<u32> {
        self.pos().map(|pos| pos.column)
    }

    /// Returns the name of the file or text it is about, if it has one.
    pub fn file(&self) -> Option<&str> {
        self.first()?.source().map(Source::name).filter(|name| !name.is_empty())
    }

    /// Returns the path from the outermost type to the field that the first error is about, as in
    /// `service.web.ports[2]`. A name that is not an identifier is in quotes and brackets, as in
    /// `service["my web"].port`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let text = "limits {\n  cpu = \"many\"\n}\n";
    /// let error = serde_hcl::from_str::<BTreeMap<String, BTreeMap<String, u8>>>(text).unwrap_err();
    /// assert_eq!(error.path(), "limits.cpu");
    /// ```
    pub fn path(&self) -> &str {
        self.first().map_or("", Diagnostic::path)
    }

    pub(crate) fn first(&self) -> Option<&Diagnostic> {
        self.0.diagnostics.errors().next()
    }

    fn pos(&self) -> Option<Pos> {
        Some(self.first()?.range()?.start)
    }

    /// Returns the error that consists of all errors of a body, an object or a list.
    #[cold]
    pub(crate) fn of_part(diagnostics: Vec<Diagnostic>) -> Self {
        let mut error = Self::from(Diagnostics::from(diagnostics));
        error.0.is_of_part = true;
        error
    }

    /// Returns whether it consists of all errors of a body, an object or a list.
    pub(crate) fn is_of_part(&self) -> bool {
        self.0.is_of_part
    }

    /// Marks an error as one about a value that cannot be a block.
    #[cold]
    pub(crate) fn of_attribute(mut self) -> Self {
        self.0.is_of_attribute = true;
        self
    }

    /// Returns whether it is about a value that cannot be a block.
    pub(crate) fn is_of_attribute(&self) -> bool {
        self.0.is_of_attribute
    }

    /// Returns the error with which a visitor ends whose value is decoded again.
    #[cold]
    pub(crate) fn repeated() -> Self {
        Self::message(REPEATED)
    }

    /// Returns whether it is that error.
    pub(crate) fn is_repeated(&self) -> bool {
        self.first().is_some_and(|first| first.detail() == REPEATED)
    }

    /// Returns the diagnostics.
    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        self.0.diagnostics
    }

    /// Returns the value or field that serde reported, if it reported one.
    pub(crate) fn reported(&self) -> Option<&Reported> {
        self.0.reported.as_ref()
    }

    /// Returns the same, if the error is about a value itself and not a part of it.
    pub(crate) fn own_reported(&self) -> Option<&Reported> {
        self.reported().filter(|_| self.path().is_empty())
    }

    pub(crate) fn with_reported(mut self, reported: impl Into<Option<Reported>>) -> Self {
        self.0.reported = reported.into();
        self
    }

    /// Returns whether it has a location, or none could be found.
    pub(crate) fn is_placed(&self) -> bool {
        self.first().is_some_and(|first| first.span().is_some() || first.source().is_some())
    }

    /// Sets the source of the error, unless it has a location already.
    #[cold]
    pub(crate) fn within(mut self, source: &Source) -> Self {
        self.map_diagnostics(|diagnostic| diagnostic.in_source(source));
        self
    }

    /// Sets the location, unless an inner level has set one.
    #[cold]
    pub(crate) fn at(mut self, span: Span, source: &Source) -> Self {
        self.map_diagnostics(|diagnostic| {
            let is_placed = diagnostic.span().is_some() || diagnostic.source().is_some();
            if !is_placed && diagnostic.severity() == Severity::Error {
                diagnostic.at(span).in_source(source)
            } else {
                diagnostic
            }
        });
        self
    }

    /// Removes the location, for one that is more exact.
    #[cold]
    pub(crate) fn unplaced(mut self) -> Self {
        self.map_diagnostics(Diagnostic::without_location);
        self
    }

    /// Puts the name of a field in front of the path while unwinding.
    #[cold]
    pub(crate) fn under(self, name: &str) -> Self {
        self.under_step(&path_step(name))
    }

    /// Puts the index of an element in front of the path while unwinding.
    #[cold]
    pub(crate) fn under_index(self, index: usize) -> Self {
        self.under_step(&format!("[{index}]"))
    }

    /// Puts a step in front of the path.
    #[cold]
    pub(crate) fn under_step(mut self, step: &str) -> Self {
        self.map_diagnostics(|diagnostic| diagnostic.under(step));
        self
    }
}

/// Returns a name as a step of a path: in quotes and brackets, unless it is an identifier.
pub(crate) fn path_step(name: &str) -> Cow<'_, str> {
    let is_start = |character: char| character.is_alphabetic() || character == '_';
    let is_part = |character: char| is_start(character) || character.is_numeric() || character == '-';
    match name.starts_with(is_start) && name.chars().all(is_part) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(format!("[{name:?}]")),
    }
}

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Self {
        let category = diagnostics.errors().next().map_or(Category::Data, Diagnostic::category);
        Self(Box::new(Inner {
            category,
            diagnostics,
            reported: None,
            fields: &[],
            is_of_part: false,
            is_of_attribute: false,
            io: None,
        }))
    }
}

/// The diagnostics of the error, so that `?` passes it on where diagnostics are returned.
impl From<Error> for Diagnostics {
    fn from(error: Error) -> Self {
        error.0.diagnostics
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(diagnostic)
    }
}

/// An error about a value, without a location.
impl From<ValueError> for Error {
    fn from(error: ValueError) -> Self {
        Self::of_value(&error)
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<io::Error> for Error {
    fn from(io: io::Error) -> Self {
        let mut error = Self::coded(Code::Io, io.to_string());
        error.0.io = Some(io);
        error
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error.0.io {
            Some(io) => io,
            None => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.0.diagnostics.fmt(f);
        }
        let Some(first) = self.first() else { return f.write_str("unknown error") };
        first.fmt(f)?;
        match self.0.diagnostics.errors().count() {
            0 | 1 => Ok(()),
            2 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {} more errors)", more - 1),
        }
    }
}

/// The text of `{:#}`, since `unwrap` and a `main` that returns the error print this form. Debug
/// builds add the notes for developers.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Renderer::new().notes(cfg!(debug_assertions)).render(&self.0.diagnostics))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.io.as_ref().map(|io| io as _)
    }
}

impl Error {
    /// Returns whether an object is expected where there is another value.
    pub(crate) fn is_object_expected(&self) -> bool {
        self.code() == Some(Code::ObjectExpected)
    }

    /// Returns whether an object is expected that has a field.
    pub(crate) fn expects_field(&self, name: &str) -> bool {
        self.0.fields.contains(&name)
    }

    /// Converts the error to that of a visitor that expects an object with some fields.
    #[cold]
    pub(crate) fn expecting_object(mut self, fields: &'static [&'static str]) -> Self {
        if self.code() == Some(Code::TypeMismatch) && self.path().is_empty() {
            self.map_diagnostics(|diagnostic| diagnostic.with_code(Code::ObjectExpected));
            self.0.fields = fields;
        }
        self
    }

    /// Returns the code, unless it consists of several errors.
    pub(crate) fn code(&self) -> Option<Code> {
        self.first().filter(|_| !self.0.is_of_part)?.code()
    }

    /// Changes each diagnostic.
    pub(crate) fn map_diagnostics(&mut self, change: impl Fn(Diagnostic) -> Diagnostic) {
        let list = std::mem::take(&mut self.0.diagnostics).into_iter();
        self.0.diagnostics = list.map(change).collect::<Vec<_>>().into();
    }

    /// Adds a hint to the detail.
    #[cold]
    pub(crate) fn with_hint(mut self, hint: &str) -> Self {
        self.map_diagnostics(|diagnostic| diagnostic.with_hint(hint));
        self
    }

    /// Returns an error about a value, without a location.
    #[cold]
    pub(crate) fn of_value(error: &ValueError) -> Self {
        Self::coded(error.code_or(Code::InvalidValue), error.detail())
    }
}

impl serde::ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::message(message)
    }
}
