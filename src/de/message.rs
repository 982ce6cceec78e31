//! Errors of visitors in the words of configurations: serde's visitors describe values and types in
//! terms of Rust.

use std::fmt;

use serde::de::{Expected, Unexpected};

use super::forms::Form;
use super::sample::{self, Event};
use super::{flat, forms, names};
use crate::body::NameView;
use crate::diag::{Code, Diagnostic, foreign_letter, name_hint};
use crate::error::{Error, Reported};
use crate::protocol::{LabelField, REMAIN};
use crate::redaction;
use crate::source::Source;
use crate::util::words;
use crate::value::{Value, ValueKind};

/// The end of the expectation of a visitor that captures expressions or bodies. Serde passes only
/// this text from a visitor to an error, so the hint for such a visitor depends on it.
pub(super) const TO_CAPTURE: &str = " to capture";

/// The beginning of the message of an untagged enum, after which its name follows.
const UNTAGGED: &str = "data did not match any variant of untagged enum ";

/// The detail about the name of a variant that has content, which serde does not pass.
const NAME_ALONE: &str = "This name needs a value";

impl Error {
    /// Returns an error about a marked value.
    pub(super) fn sensitive(expected: Option<&str>) -> Self {
        let detail = "The value is sensitive, so it is not shown";
        let detail = match expected {
            Some(expected) => format!("{detail}; expected {expected}."),
            None => format!("{detail}."),
        };
        Self::coded(Code::InvalidValue, detail)
    }

    /// Returns an error of a visitor. After a marked value was passed to the visitor, the error
    /// does not show it, and shows the expectation only if that did not change.
    fn of_visitor(
        reported: Option<Reported>,
        expected: &dyn Expected,
        diagnostic: impl FnOnce(String) -> Diagnostic,
    ) -> Self {
        let text = expected.to_string();
        sample::observe(|| match &reported {
            Some(Reported::Length(_)) => Event::IsShort,
            _ => Event::Expects(Form::expected(&text)),
        });
        if let Some(Reported::Marker(bytes)) = &reported {
            forms::report(bytes, &text);
        }
        let error = if redaction::is_passed() {
            let is_public = number_in_words(&text).is_some() || redaction::was_expected(&text);
            Self::sensitive(is_public.then(|| in_words(&text)).as_deref())
        } else {
            Self::new(diagnostic(in_words(&text)))
        };
        error.with_reported(reported)
    }

    /// Returns the error about a name that is none of those that a visitor expects.
    fn of_name(
        reported: Reported,
        expected: &'static [&'static str],
        code: Code,
        detail: impl FnOnce() -> String,
    ) -> Self {
        let error = match redaction::is_passed() {
            true => Self::sensitive(Some(&words::names(expected.iter().copied(), "or"))),
            false => Self::coded(code, detail()),
        };
        error.with_reported(reported)
    }

    /// Returns the error about a value that has another type than expected.
    #[cold]
    pub(super) fn mismatch(value: &Value, expected: &dyn Expected) -> Self {
        let other;
        let unexpected = match value.kind() {
            ValueKind::Null(_) => Unexpected::Unit,
            ValueKind::Bool(value) => Unexpected::Bool(value),
            ValueKind::String(text) => Unexpected::Str(text),
            ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Tuple(_) => Unexpected::Seq,
            ValueKind::Map(_) | ValueKind::Object(_) => Unexpected::Map,
            ValueKind::Number(number) => {
                other = number.abbreviated();
                Unexpected::Other(&other)
            }
            ValueKind::Unknown(_) | ValueKind::Capsule(_) => {
                other = format!("a value of type {}", value.ty());
                Unexpected::Other(&other)
            }
        };
        serde::de::Error::invalid_type(unexpected, expected)
    }

    /// Returns whether it is that of serde about a field that is set again.
    pub(super) fn is_about_repeated(&self, field: &str) -> bool {
        self.code() == Some(Code::AttributeSetTwice)
            && self.first().is_some_and(|first| first.detail() == set_again(field))
    }

    /// Returns the error about a value that is not a variant of an enum: neither a name nor an
    /// object with one attribute.
    #[cold]
    pub(super) fn not_a_variant(value: &Value, variants: &[&str]) -> Self {
        let names = words::names(variants.iter().copied(), "or");
        Self::mismatch(value, &&*format!("one of {names}, as a string or as the only attribute of an object"))
    }

    /// Converts the error about a list for a struct, whose fields are otherwise the elements of a
    /// list: objects in it are meant for the struct itself.
    #[cold]
    pub(super) fn about_list(self, value: &Value, fields: &[&str]) -> Self {
        let elements = match value.kind() {
            ValueKind::List(elements) | ValueKind::Tuple(elements) if !fields.is_empty() => elements,
            _ => return self,
        };
        let is_object = |element: &Value| matches!(element.kind(), ValueKind::Object(_) | ValueKind::Map(_));
        match self.is_repeated() || !elements.iter().any(is_object) {
            true => self,
            false => serde::de::Error::invalid_type(Unexpected::Seq, &"an object"),
        }
    }

    /// Names a value, in an error about the text that it was converted to.
    #[cold]
    pub(super) fn about_converted(mut self, kind: &str, text: &str) -> Self {
        if matches!(self.reported(), Some(Reported::Text(found)) if found == text) {
            let converted = format!("found {}", string(text));
            let value =
                if kind == "bool" { format!("found {text}") } else { format!("found the {kind} {text}") };
            self.map_diagnostics(|diagnostic| diagnostic.with_words(&converted, &value));
        }
        self
    }

    /// Names a variant, in an error about its content.
    #[cold]
    pub(super) fn about_variant(mut self, name: &str) -> Self {
        if self.code() == Some(Code::TypeMismatch) {
            let named = format!("{name:?} needs a value: write {{ {name} = … }}");
            self.map_diagnostics(|diagnostic| diagnostic.with_words(NAME_ALONE, &named));
        }
        self
    }

    /// Adds the value that was found to an error about a value that has none of the possible forms.
    pub(super) fn about_form(mut self, found: impl FnOnce() -> String) -> Self {
        if self.code() == Some(Code::NoMatchingForm) && !self.is_placed() {
            let hint = format!(" Found {}.", found());
            self.map_diagnostics(|diagnostic| diagnostic.with_hint(&hint));
        }
        self
    }

    /// Converts the error of a visitor that expects the value of an attribute and got a block, or
    /// an element of a list.
    #[cold]
    pub(super) fn about_block(self, block_type: &str, is_element: bool, expected: &str) -> Self {
        if !self.path().is_empty() || !matches!(self.code(), Some(Code::TypeMismatch | Code::ListExpected)) {
            return self;
        }
        Self::block_for_attribute(block_type, is_element, &in_words(expected))
    }

    /// Returns the error about a block, or one of several, in place of an attribute.
    #[cold]
    pub(super) fn block_for_attribute(block_type: &str, is_element: bool, expected: &str) -> Self {
        let value = match expected {
            _ if is_element => "[ … ]",
            "an object" => "{ … }",
            _ => "…",
        };
        let detail = format!("{block_type:?} is an attribute, not a block. Expected {expected}.");
        let diagnostic = Diagnostic::new(Code::BlockForAttribute, detail);
        Self::new(diagnostic.with_help(format!("Write {block_type} = {value}.")))
    }

    /// Adds a name that is perhaps meant for a missing field, to the error about that.
    #[cold]
    pub(super) fn with_similar(self, field: &str, given: &str) -> Self {
        let letter = foreign_letter(given, field);
        self.with_hint(&format!(" If {given:?} is meant, its name is {field:?}.{letter}"))
    }

    /// Names the item in an error about a field that is set twice, if it has another name.
    #[cold]
    pub(super) fn set_twice_by(mut self, name: NameView<'_>, source: &Source) -> Self {
        if self.code() != Some(Code::AttributeSetTwice) || self.is_placed() || name.is_secret() {
            return self;
        }
        self.map_diagnostics(|diagnostic| with_other_name(diagnostic, name));
        self.at(name.span, source)
    }

    /// Names the first item in an error about a field that is set twice.
    #[cold]
    pub(super) fn set_first_by(mut self, name: NameView<'_>, source: &Source) -> Self {
        self.map_diagnostics(|diagnostic| {
            with_other_name(diagnostic, name).with_label_in(source, name.span, "first set here")
        });
        self
    }

    /// Returns the error about an attribute in place of a block.
    #[cold]
    pub(super) fn attribute_for_block() -> Self {
        Self::coded(Code::AttributeForBlock, "A block is expected here, not an attribute.")
    }

    /// Adds the form of a block to an error about the value of an attribute, if an object is
    /// expected, or a list, in place of which blocks can be written.
    pub(super) fn about_attribute(mut self, name: &str, type_name: &str) -> Self {
        let help = match self.code() {
            Some(Code::AttributeForBlock) => {
                format!("Write {name} {{ … }}, or {name} \"…\" {{ … }} where it has a label.")
            }
            _ if !self.path().is_empty() || self.is_of_attribute() => return self,
            Some(Code::ObjectExpected) => format!(
                "If {name:?} is a block, write {name} {{ … }}, or {name} \"…\" {{ … }} where it has a label."
            ),
            Some(Code::ListExpected) if !has_plain_elements(type_name) => {
                format!("If {name:?} is a block, write {name} {{ … }}.")
            }
            _ => return self,
        };
        self.map_diagnostics(|diagnostic| diagnostic.with_help(help.clone()));
        self
    }

    /// Returns whether it is the error about the name of a variant.
    pub(super) fn is_of_variant(&self, name: &str) -> bool {
        self.code() == Some(Code::UnexpectedValue)
            && matches!(self.own_reported(), Some(Reported::Text(given)) if given == name)
    }

    /// Puts the name of a variant in front of the path of an error about its content.
    #[cold]
    pub(super) fn in_variant(self, name: NameView<'_>) -> Self {
        let is_about_name = self.span() == Some(name.span) && self.path().is_empty();
        if is_about_name || name.is_secret() { self } else { self.under(name.text) }
    }
}

/// Names the item in a diagnostic about a field that is set twice, if it has another name.
fn with_other_name(diagnostic: Diagnostic, name: NameView<'_>) -> Diagnostic {
    if diagnostic.detail().starts_with(&format!("{:?}", name.text)) {
        return diagnostic;
    }
    let other = format!("is set more than once here: {:?} is another name for it.", name.text);
    diagnostic.with_words("is set more than once here.", &other)
}

/// Returns whether the innermost elements of a type of lists are texts, numbers or Boolean values,
/// which are no blocks.
fn has_plain_elements(type_name: &str) -> bool {
    let element = type_name.rsplit('<').next().unwrap_or(type_name).trim_end_matches('>');
    matches!(element, "alloc::string::String" | "bool" | "char" | "f32" | "f64")
        || number_in_words(element).is_some()
}

/// Describes the expectation of a visitor in terms of configurations instead of Rust.
pub(super) fn in_words(expected: &str) -> String {
    let words = match expected {
        // Under `flatten` and `untagged`, serde buffers values without their locations.
        "a spanned value" => "a value whose location is known",
        "a boolean" | "bool" => "true or false",
        "a sequence" | "an array" => "a list",
        "a character" | "char" => "a single character",
        "f32" | "f64" => "a number",
        "unit" | "()" | "unit variant" => "null",
        "a borrowed string" => "a string without escape sequences",
        "byte array" | "bytes" | "borrowed bytes" => "a string or a list of bytes",
        "path string" => "a path",
        "struct variant" => "an object",
        "string or map" => "a string or an object",
        "tuple variant" => "a list",
        _ => "",
    };
    if !words.is_empty() {
        return words.to_owned();
    }
    let is_kind = |prefixes: &[&str]| prefixes.iter().any(|prefix| expected.starts_with(prefix));
    if is_kind(&["struct ", "internally tagged enum ", "adjacently tagged enum "]) {
        return with_count("an object", "with", "attribute", expected);
    }
    if is_kind(&["tuple struct ", "tuple variant ", "a tuple of size ", "an array of length "]) {
        return with_count("a list", "of", "element", expected);
    }
    if is_kind(&["unit struct ", "unit variant "]) {
        return "null".to_owned();
    }
    number_in_words(expected).unwrap_or_else(|| expected.to_owned())
}

/// Returns a kind of values with the number of parts that an expectation ends with, if any.
fn with_count(kind: &str, preposition: &str, part: &str, expected: &str) -> String {
    match counted(expected) {
        None => kind.to_owned(),
        Some(count) => format!("{kind} {preposition} {}", words::count(count, part)),
    }
}

/// Returns the number that an expectation ends with: `a tuple of size 2` -> 2.
pub(super) fn counted(expected: &str) -> Option<usize> {
    let number = expected.trim_end_matches(" elements").trim_end_matches(" element").rsplit(' ').next();
    number.and_then(|number| number.parse().ok())
}

/// Returns a Rust type of numbers in words.
pub(super) fn number_in_words(ty: &str) -> Option<String> {
    let (ty, is_nonzero) = match ty.strip_prefix("a nonzero ") {
        Some(ty) => (ty, true),
        None => (ty, false),
    };
    let kind = ty.get(..1)?;
    let bits = match &ty[1..] {
        "size" => 64,
        bits => bits.parse::<u32>().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64 | 128))?,
    };
    match kind {
        "u" => {
            let most = u128::MAX >> (128 - bits);
            Some(format!("a whole number from {} to {most}", u8::from(is_nonzero)))
        }
        "i" => {
            let most = i128::MAX >> (128 - bits);
            let except = if is_nonzero { " other than 0" } else { "" };
            Some(format!("a whole number from {} to {most}{except}", !most))
        }
        _ => None,
    }
}

/// Describes the found value in terms of configurations instead of Rust.
fn found(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Float(value) => value.to_string(),
        Unexpected::Char(character) => string(&character.to_string()),
        Unexpected::Str(text) => string(text),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Other(other) => number_of_128_bits(other).unwrap_or(other).to_owned(),
        other => other.to_string(),
    }
}

/// Returns the digits of an integer that a visitor without a method for its type refuses.
fn number_of_128_bits(description: &str) -> Option<&str> {
    let number = description.strip_prefix("integer `")?;
    number.strip_suffix("` as i128").or_else(|| number.strip_suffix("` as u128"))
}

/// Returns a string as a message describes it.
pub(super) fn string(text: &str) -> String {
    format!("the string {}", words::quoted(text))
}

/// Returns the names that were expected, as the end of a message: the nearest one, or all if
/// they are few.
fn expected_names(given: &str, expected: &'static [&'static str]) -> String {
    // Names with `$` are fields for labels, which a configuration cannot contain.
    let names = || expected.iter().copied().filter(|name| !name.starts_with('$'));
    match names().count() {
        0 => " Remove it.".to_owned(),
        _ => name_hint(given, names()),
    }
}

/// Returns the help for a value of the wrong type.
fn help(unexpected: Unexpected<'_>, expected: &str) -> Option<&'static str> {
    match (expected, unexpected) {
        (_, Unexpected::Unit | Unexpected::Option | Unexpected::Seq) => None,
        ("a list", Unexpected::Map) => None,
        ("a list", _) => Some("Put a single element in brackets: [ … ]."),
        ("true or false", Unexpected::Str("yes" | "on" | "True" | "TRUE" | "1")) => Some("Write true."),
        ("true or false", Unexpected::Str("no" | "off" | "False" | "FALSE" | "0")) => Some("Write false."),
        _ => None,
    }
}

/// After a marked value was passed to a visitor, its errors show only static text.
impl serde::de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        if let Some(error) = flat::take_error() {
            return error;
        }
        sample::observe(|| Event::Other);
        if redaction::is_passed() {
            return Self::sensitive(None);
        }
        let message = message.to_string();
        if message.starts_with(UNTAGGED) {
            let detail = "The value has none of the forms that are possible here.";
            return Self::new(Diagnostic::new(Code::NoMatchingForm, detail).with_note(message));
        }
        Self::message(message)
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of_visitor(Reported::from_unexpected(unexpected), expected, |expected| {
            let detail = format!("Expected {expected}, found {}.", found(unexpected));
            match unexpected {
                _ if expected.ends_with(TO_CAPTURE) => Diagnostic::new(Code::TypeMismatch, detail).with_note(
                    "Fields with flatten and types that are untagged or internally tagged get values only, not \
                     expressions or bodies. Take the field out of that type, give it the type Value, or name it \
                     \"$remain\" if it is the rest of a body.",
                ),
                // The buffers of serde have no 128-bit integers.
                Unexpected::Other(other) if expected == "any value" && number_of_128_bits(other).is_some() => {
                    let number = number_of_128_bits(other).unwrap_or_default();
                    let detail = format!("Expected a whole number of at most 64 bits, found {number}.");
                    Diagnostic::new(Code::InvalidValue, detail)
                }
                // A variant with content was found as a name alone.
                Unexpected::UnitVariant => {
                    let detail = format!("{NAME_ALONE}. Expected {expected} as its value.");
                    Diagnostic::new(Code::TypeMismatch, detail)
                }
                _ => {
                    let code = if expected == "a list" { Code::ListExpected } else { Code::TypeMismatch };
                    let diagnostic = Diagnostic::new(code, detail);
                    match help(unexpected, &expected) {
                        Some(help) => diagnostic.with_help(help),
                        None => diagnostic,
                    }
                }
            }
        })
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of_visitor(Reported::from_unexpected(unexpected), expected, |expected| {
            let detail = format!("Expected {expected}, found {}.", found(unexpected));
            Diagnostic::new(Code::InvalidValue, detail)
        })
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::of_visitor(Some(Reported::Length(length)), expected, |expected| {
            if expected.starts_with("an object") {
                return Diagnostic::new(Code::TypeMismatch, "Expected an object, found a list.");
            }
            let found = words::count(length, "element");
            Diagnostic::new(Code::WrongLength, format!("Expected {expected}, found a list of {found}."))
        })
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        sample::observe(|| Event::Has(expected));
        forms::report_variant(variant);
        Self::of_name(Reported::Text(variant.to_owned()), expected, Code::UnexpectedValue, || {
            format!("{variant:?} is not possible here.{}", expected_names(variant, expected))
        })
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        forms::report_excluded(field);
        sample::observe(|| Event::Refuses(field.to_owned()));
        Self::of_name(Reported::Field(field.to_owned()), expected, Code::UnexpectedName, || {
            names::unexpected(field) + &expected_names(field, expected)
        })
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        sample::observe(|| Event::Lacks(field));
        if LabelField::parse(field).is_some() {
            let detail = "A label is required after the type of the block.";
            return Self::coded(Code::MissingLabel, detail).with_reported(Reported::Missing(field));
        }
        if field == REMAIN {
            let detail = "The rest of a body is required here, but this is not a body by itself.";
            let diagnostic = Diagnostic::new(Code::MissingItem, detail).with_note(
                "A field named \"$remain\" takes the rest of a block or a file, if its struct has no flattened fields \
                 and is not decoded from an attribute or from a buffer, as types under flatten, tag and untagged are. \
                 There, flatten a map instead.",
            );
            return Self::new(diagnostic).with_reported(Reported::Missing(field));
        }
        Self::coded(Code::MissingItem, names::missing(&[field])).with_reported(Reported::Missing(field))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::coded(Code::AttributeSetTwice, set_again(field))
    }
}

fn set_again(field: &str) -> String {
    format!("{field:?} is set more than once here. Remove all but one.")
}
