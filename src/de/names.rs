//! Errors about the names in a part: one error for several missing fields, and one for a name that
//! is not expected and the missing field that it is meant for.

use crate::diag::{Code, Diagnostic, did_you_mean, foreign_letter, may_mean};
use crate::error::Error;
use crate::source::{Source, Span};
use crate::util::words;

/// The error about a missing field.
pub(super) struct Missing {
    field: &'static str,
    /// The text after the sentence that names the field.
    hint: String,
    place: Option<(Span, Source)>,
}

impl Missing {
    /// Returns whether it is about a field.
    pub(super) fn is(&self, field: &str) -> bool {
        self.field == field
    }

    /// Returns the error about the field alone.
    pub(super) fn to_error(&self) -> Error {
        Error::new(Diagnostic::new(Code::MissingItem, missing(&[self.field]) + &self.hint))
    }

    /// Returns whether the field is perhaps meant by a name.
    pub(super) fn is_meant_by(&self, name: &str) -> bool {
        may_mean(name, self.field)
    }

    /// Returns the field that an error is about, or the error if it cannot be combined with others.
    pub(super) fn of(field: &'static str, error: Error) -> Result<Self, Error> {
        let hint = match error.first() {
            Some(first) if error.path().is_empty() && first.code() == Some(Code::MissingItem) => {
                first.detail().strip_prefix(&missing(&[field])).map(str::to_owned)
            }
            _ => None,
        };
        let Some(hint) = hint else { return Err(error) };
        let place = error.first().and_then(|first| first.span().zip(first.source().cloned()));
        Ok(Self { field, hint, place })
    }
}

/// Returns the sentence about missing fields.
pub(super) fn missing(fields: &[&str]) -> String {
    match fields {
        [field] => {
            format!("{field:?} is required here, but it is missing.")
        }
        _ => {
            let names = words::names(fields.iter().copied(), "and");
            format!("{names} are required here, but they are missing.")
        }
    }
}

/// Combines the errors about names. A name that is not expected and a missing field are one error
/// if the names are similar, or if there are no others. All other missing fields are one error.
pub(super) fn combine(
    errors: &mut Vec<Diagnostic>,
    unexpected: &[(String, usize)],
    mut missing: Vec<Missing>,
) {
    let mut unexplained = Vec::new();
    for (name, index) in unexpected {
        let Some(error) = errors.get_mut(*index) else { continue };
        let meant = missing.iter().position(|it| may_mean(name, it.field));
        match meant.map(|meant| missing.remove(meant).field) {
            Some(field) => {
                reword(error, name, &(foreign_letter(name, field) + &did_you_mean(field, [field])));
            }
            None if error.suggestion().is_none() => unexplained.push((name, *index)),
            None => {}
        }
    }
    if let ([(name, index)], [only]) = (&*unexplained, &*missing)
        && let Some(error) = errors.get_mut(*index)
    {
        let field = only.field;
        reword(
            error,
            name,
            &format!(" {field:?} is required, but it is missing.{}", did_you_mean(field, [field])),
        );
        missing.clear();
    }
    let Some(first) = missing.first() else { return };
    let fields: Vec<&str> = missing.iter().map(|it| it.field).collect();
    let hints: String = missing.iter().map(|it| &*it.hint).collect();
    let error = Diagnostic::new(Code::MissingItem, self::missing(&fields) + &hints);
    errors.push(match &first.place {
        Some((span, source)) => error.at(*span).in_source(source),
        None => error,
    });
}

/// Replaces the text after the first sentence of the error about a name that is not expected.
fn reword(error: &mut Diagnostic, name: &str, hint: &str) {
    let sentence = unexpected(name);
    if error.detail().starts_with(&sentence) {
        let detail = error.detail().to_owned();
        *error = error.clone().with_words(&detail, &(sentence + hint));
    }
}

/// Returns the sentence about a name that is not expected.
pub(super) fn unexpected(name: &str) -> String {
    format!("Nothing named {name:?} is expected here.")
}
