//! Diagnostics: the problem, its location, and the fix.

// First, in the order of their methods in the documentation.
pub(crate) mod diagnostic;

mod additions;
mod code;
mod diagnostics;
mod excerpt;
mod fix;
mod label;
#[cfg(feature = "miette-7")]
mod miette;
mod render;
mod serialize;
mod snippet;
mod style;
mod suggest;

use std::fmt;

pub use code::Code;
pub(crate) use code::CodeKind;
pub(crate) use diagnostic::Diagnostic;
pub use diagnostics::Diagnostics;
pub(crate) use fix::{apply, are_disjoint, sorted_edits};
pub use label::{LabeledSpan, Replacement};
pub use render::Renderer;
pub use serialize::Utf16;
pub use suggest::name_suggestion;
pub(crate) use suggest::{did_you_mean, foreign_letter, may_mean, name_hint};

/// The severity of a [`Diagnostic`]. Errors precede warnings in order.
///
/// ```
/// use serde_hcl::diag::Severity;
///
/// assert!(Severity::Error < Severity::Warning);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The configuration cannot be used without a change.
    Error,
    /// The configuration can be used, but a part of it is probably a mistake.
    Warning,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The category of an error or a diagnostic.
///
/// ```
/// use serde_hcl::diag::Category;
/// use std::collections::BTreeMap;
///
/// let categories = ["a = ", "a = b", "a = \"x\""].map(|text| {
///     serde_hcl::from_str::<BTreeMap<String, u8>>(text).unwrap_err().category()
/// });
/// assert_eq!(categories, [Category::Syntax, Category::Eval, Category::Data]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Category {
    /// Reading or writing failed.
    Io,
    /// The text does not follow the syntax.
    Syntax,
    /// An expression has no value: an unknown variable, a type that does not fit, a failed
    /// function.
    Eval,
    /// The content does not match the expected content: a missing argument, a number out of range.
    Data,
    /// A limit was exceeded, see [`Limits`](crate::Limits).
    Limit,
}
