//! The crate's error: small, with a category, a location, a path to the field, and all diagnostics.

use std::borrow::Cow;
use std::fmt;
use std::io;

use serde::de::{Expected, Unexpected};

use crate::diag::{Category, Code, Diagnostic, Diagnostics, Severity, name_hint};
use crate::protocol::LabelField;
use crate::redaction;
use crate::source::{Pos, Source, Span};
use crate::value::{ErrorKind, ValueError};

/// The end of the expectation of a visitor that captures expressions or bodies. Serde passes
/// nothing but this text from a visitor to an error, so the hint for such a visitor depends on it.
pub(crate) const TO_CAPTURE: &str = " to capture";

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
/// assert_eq!(error.category(), serde_hcl::Category::Data);
/// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
/// assert_eq!(error.path(), "port");
/// ```
pub struct Error(Box<Inner>);

// Boxed, so that a `Result` on the hot path is one word wider than its value.
struct Inner {
    category: Category,
    diagnostics: Diagnostics,
    clue: Option<Clue>,
    io: Option<io::Error>,
}

/// The value or field that an error from serde is about. Serde buffers some values without their
/// locations; the location of such a value is found by this.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Clue {
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
}

impl Clue {
    /// The first byte of a probe, before the name of the label field. No text begins with it.
    pub(crate) const PROBE: u8 = 0xff;

    fn of(unexpected: Unexpected<'_>) -> Option<Self> {
        Some(match unexpected {
            Unexpected::Unit | Unexpected::Option => Self::Null,
            Unexpected::Bool(value) => Self::Bool(value),
            Unexpected::Signed(value) => Self::Integer(value),
            Unexpected::Unsigned(value) => Self::Unsigned(value),
            Unexpected::Float(value) => Self::Float(value),
            Unexpected::Str(text) => Self::Text(text.to_owned()),
            Unexpected::Char(character) => Self::Text(character.to_string()),
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
    pub(crate) fn new(diagnostic: Diagnostic) -> Self {
        Self::from(Diagnostics::from(diagnostic))
    }

    /// Returns an error of serde's: a message, to which the location is added where it is known.
    #[cold]
    pub(crate) fn message(message: impl fmt::Display) -> Self {
        Self::new(Diagnostic::error(Category::Data, "Unsuitable value", message.to_string()))
    }

    /// Returns the category of the problem.
    pub fn category(&self) -> Category {
        self.0.category
    }

    /// Returns every problem that was found, in order; the first error among them is the one that
    /// `{}` shows.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.0.diagnostics
    }

    /// Returns the bytes of the source that the error is about.
    pub fn span(&self) -> Option<Span> {
        self.first()?.subject()
    }

    /// Returns the line it is about, counted from 1.
    pub fn line(&self) -> Option<u32> {
        self.pos().map(|pos| pos.line)
    }

    /// Returns the column it is about, counted from 1 in grapheme clusters.
    pub fn column(&self) -> Option<u32> {
        self.pos().map(|pos| pos.column)
    }

    /// Returns the name of the file or text it is about, where it has one.
    pub fn file(&self) -> Option<&str> {
        self.first()?.source().map(Source::name).filter(|name| !name.is_empty())
    }

    /// Returns the path from the outermost type to the field that the first error is about, as in
    /// `service.web.ports[2]`. A name that is not an identifier is in quotes and brackets, as in
    /// `service["my web"].port`.
    pub fn path(&self) -> &str {
        self.first().map_or("", Diagnostic::path)
    }

    pub(crate) fn first(&self) -> Option<&Diagnostic> {
        self.0.diagnostics.errors().next()
    }

    fn pos(&self) -> Option<Pos> {
        Some(self.first()?.range()?.start)
    }

    /// Names a value, in an error about the text that it was converted to.
    #[cold]
    pub(crate) fn about_converted(mut self, kind: &str, text: &str) -> Self {
        if matches!(&self.0.clue, Some(Clue::Text(found)) if found == text) {
            let (converted, value) = (format!("found string {text:?}"), format!("found {kind} {text}"));
            self.map_diagnostics(|diagnostic| diagnostic.with_words(&converted, &value));
        }
        self
    }

    /// Returns the clue to the location, if serde provides one.
    pub(crate) fn clue(&self) -> Option<&Clue> {
        self.0.clue.as_ref()
    }

    fn with_clue(mut self, clue: impl Into<Option<Clue>>) -> Self {
        self.0.clue = clue.into();
        self
    }

    /// Returns whether it has a location, or none could be found.
    pub(crate) fn is_placed(&self) -> bool {
        self.first().is_some_and(|first| first.subject().is_some() || first.source().is_some())
    }

    /// Returns the error about a field that has to have a value.
    #[cold]
    pub(crate) fn null_field(field: &str) -> Self {
        let detail = format!(
            "{field:?} is required here, but it is set to null, which counts as not set. Set it to a value."
        );
        Self::data("Missing required argument", detail)
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
            let is_placed = diagnostic.subject().is_some() || diagnostic.source().is_some();
            if !is_placed && diagnostic.severity() == Severity::Error {
                diagnostic.at(span).in_source(source)
            } else {
                diagnostic
            }
        });
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

/// Returns the category of an error about values, which is another one where it is about their
/// size.
pub(crate) fn category_of(error: &ValueError, otherwise: Category) -> Category {
    match error.kind() {
        ErrorKind::Limit => Category::Limit,
        _ => otherwise,
    }
}

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Self {
        let category = diagnostics.errors().next().map_or(Category::Data, Diagnostic::category);
        Self(Box::new(Inner { category, diagnostics, clue: None, io: None }))
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(diagnostic)
    }
}

impl From<io::Error> for Error {
    fn from(io: io::Error) -> Self {
        let diagnostic = Diagnostic::error(Category::Io, "Cannot read or write", io.to_string());
        let mut error = Self::new(diagnostic);
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

/// The same text as `{:#}`, since `unwrap` and a `main` that returns the error print this form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
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

    /// Converts the error to that of a visitor that expects an object.
    #[cold]
    pub(crate) fn expecting_object(mut self) -> Self {
        if self.code() == Some(Code::TypeMismatch) && self.path().is_empty() {
            self.map_diagnostics(|diagnostic| diagnostic.with_code(Code::ObjectExpected));
        }
        self
    }

    fn code(&self) -> Option<Code> {
        self.first()?.code()
    }

    fn map_diagnostics(&mut self, change: impl Fn(Diagnostic) -> Diagnostic) {
        let list = std::mem::take(&mut self.0.diagnostics).into_iter();
        self.0.diagnostics = list.map(change).collect::<Vec<_>>().into();
    }

    /// Adds a hint to the detail.
    #[cold]
    pub(crate) fn with_hint(mut self, hint: &str) -> Self {
        self.map_diagnostics(|diagnostic| diagnostic.with_hint(hint));
        self
    }

    #[cold]
    pub(crate) fn limit(summary: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Diagnostic::error(Category::Limit, summary, detail))
    }

    /// Returns an error about a value, without a location.
    #[cold]
    pub(crate) fn of_value(error: &ValueError) -> Self {
        Self::new(Diagnostic::error(category_of(error, Category::Data), "Unsuitable value", error.detail()))
    }

    #[cold]
    pub(crate) fn data(summary: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Diagnostic::error(Category::Data, summary, detail))
    }
}

impl Error {
    /// Returns an error about a marked value.
    #[cold]
    pub(crate) fn sensitive(expected: Option<&str>) -> Self {
        let detail = "The value is sensitive, so it is not shown";
        let detail = match expected {
            Some(expected) => format!("{detail}; expected {expected}."),
            None => format!("{detail}."),
        };
        Self::data("Unsuitable value", detail)
    }

    /// Returns an error of a visitor that a marked value was passed to. Its expectation is shown if
    /// it was the same before.
    #[cold]
    fn sensitive_for(expected: &dyn Expected) -> Self {
        let text = expected.to_string();
        let is_public = number_in_words(&text).is_some() || redaction::was_expected(&text);
        Self::sensitive(is_public.then(|| in_words(expected)).as_deref())
    }
}

/// Describes the expectation in terms of configurations instead of Rust.
fn in_words(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        // Under flatten and untagged, serde buffers values without their locations.
        "a spanned value" => {
            "a value whose place is known, which Spanned under flatten or untagged never is".to_owned()
        }
        _ if text.starts_with("struct ") => format!("an object ({text})"),
        _ => number_in_words(&text).unwrap_or(text),
    }
}

/// Returns a Rust type of numbers in words.
fn number_in_words(ty: &str) -> Option<String> {
    let range =
        |least: &dyn fmt::Display, most: &dyn fmt::Display| format!("a whole number from {least} to {most}");
    Some(match ty {
        "u8" => range(&0, &u8::MAX),
        "u16" => range(&0, &u16::MAX),
        "u32" => range(&0, &u32::MAX),
        "u64" | "usize" => range(&0, &u64::MAX),
        "u128" => range(&0, &u128::MAX),
        "i8" => range(&i8::MIN, &i8::MAX),
        "i16" => range(&i16::MIN, &i16::MAX),
        "i32" => range(&i32::MIN, &i32::MAX),
        "i64" | "isize" => range(&i64::MIN, &i64::MAX),
        "i128" => range(&i128::MIN, &i128::MAX),
        _ => return None,
    })
}

/// Describes the found value in terms of configurations instead of Rust.
fn found(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a sequence".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// Returns the names that were expected, all of them.
fn one_of(expected: &[&str]) -> String {
    match expected {
        [] => "nothing".to_owned(),
        names => format!("one of: {}", names.join(", ")),
    }
}

/// Returns the names that were expected, as the end of a message: the nearest one, or all if
/// they are few.
fn expected_names(given: &str, expected: &'static [&'static str]) -> String {
    // Fields that take labels are no names that could be written.
    let names = || expected.iter().copied().filter(|name| !name.starts_with('$'));
    match names().count() {
        0 => " Remove it.".to_owned(),
        _ => name_hint(given, names()),
    }
}

/// After a marked value was passed to a visitor, its errors show only static text.
impl serde::de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        if redaction::is_handed_out() { Self::sensitive(None) } else { Self::message(message) }
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if redaction::is_handed_out() {
            return Self::sensitive_for(expected).with_clue(Clue::of(unexpected));
        }
        let (expected, found) = (in_words(expected), found(unexpected));
        let hint = match unexpected {
            _ if expected.ends_with(TO_CAPTURE) => {
                " Fields with flatten and types that are untagged or internally tagged get values only, not expressions or \
                 bodies. Take the field out of that type, give it the type Value, or name it \"$remain\" if it is the rest of a \
                 body."
            }
            Unexpected::Seq | Unexpected::Map | Unexpected::Unit | Unexpected::Option => "",
            _ if expected == "a sequence" => " Put a single element into brackets: [ … ].",
            _ => "",
        };
        let detail = format!("Expected {expected}, found {found}.{hint}");
        let diagnostic = Diagnostic::error(Category::Data, "Unsuitable value type", detail);
        Self::new(diagnostic.with_code(Code::TypeMismatch)).with_clue(Clue::of(unexpected))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if redaction::is_handed_out() {
            return Self::sensitive_for(expected).with_clue(Clue::of(unexpected));
        }
        let detail = format!("Expected {}, found {}.", in_words(expected), found(unexpected));
        Self::data("Unsuitable value", detail).with_clue(Clue::of(unexpected))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        if redaction::is_handed_out() {
            return Self::sensitive_for(expected).with_clue(Clue::Length(length));
        }
        let plural = if length == 1 { "element" } else { "elements" };
        let detail = format!("Expected {expected}, found {length} {plural}.");
        Self::data("Unsuitable value", detail).with_clue(Clue::Length(length))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        if redaction::is_handed_out() {
            return Self::sensitive(Some(&one_of(expected))).with_clue(Clue::Text(variant.to_owned()));
        }
        let detail = format!("There is no variant {variant:?} here.{}", expected_names(variant, expected));
        Self::data("Unsuitable value", detail).with_clue(Clue::Text(variant.to_owned()))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        if redaction::is_handed_out() {
            return Self::sensitive(Some(&one_of(expected))).with_clue(Clue::Field(field.to_owned()));
        }
        let names = expected_names(field, expected);
        let detail = format!("Nothing named {field:?} is expected here.{names}");
        Self::data("Unsupported argument", detail).with_clue(Clue::Field(field.to_owned()))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        if LabelField::parse(field).is_some() {
            let detail = "A label is required after the block's type, but this block has none, or too few.";
            return Self::data("Missing block label", detail).with_clue(Clue::Missing(field));
        }
        let detail =
            format!("{field:?} is required here, but it is not set and there is no block of that type.");
        Self::data("Missing required argument", detail).with_clue(Clue::Missing(field))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::data("Duplicate argument", format!("{field:?} is set more than once here. Remove all but one."))
    }
}

impl serde::ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::message(message)
    }
}
