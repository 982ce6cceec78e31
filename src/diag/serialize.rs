//! Diagnostics as data, for editors, continuous integration and other programs.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Category, Diagnostic, Diagnostics};
use crate::source::{Pos, PosRange, Source, Span, Utf16Pos};

/// Serializes a diagnostic, or several, with the positions of the Language Server Protocol: lines
/// and characters are counted from 0, characters in UTF-16 code units.
///
/// ```
/// use serde_hcl::{diag::Utf16, parse_file};
///
/// let diagnostics = parse_file("a = 1\na = 2\n").diagnostics;
/// let json = serde_json::to_value(Utf16(&diagnostics))?;
/// assert_eq!(json[0]["range"]["start"], serde_json::json!({ "line": 1, "character": 0 }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Utf16<'d, T>(pub &'d T);

impl Serialize for Utf16<'_, Diagnostic> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report { diagnostic: self.0, form: Form::Utf16 }.serialize(serializer)
    }
}

impl Serialize for Utf16<'_, Diagnostics> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Utf16))
    }
}

/// A map with `severity`, `category`, `summary` and `detail`, and where they are present `code`,
/// `path`, `file`, `range`, `labels`, `help`, `notes` and `replacements`.
///
/// Lines and columns are counted from 1, columns in grapheme clusters, bytes from 0. [`Utf16`]
/// gives the positions that editors use.
///
/// ```
/// use serde_hcl::{Diagnostic, Source, Span, diag::Category};
///
/// let diagnostic = Diagnostic::error(Category::Data, "Port in use", "Choose another one.")
///     .at(Span::new(7, 9))
///     .in_source(&Source::new("main.hcl", "port = 80\n"));
/// assert_eq!(serde_json::to_value(&diagnostic)?, serde_json::json!({
///     "severity": "error",
///     "category": "data",
///     "summary": "Port in use",
///     "detail": "Choose another one.",
///     "file": "main.hcl",
///     "range": {
///         "filename": "main.hcl",
///         "start": { "line": 1, "column": 8, "byte": 7 },
///         "end": { "line": 1, "column": 10, "byte": 9 },
///     },
/// }));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report { diagnostic: self, form: Form::Columns }.serialize(serializer)
    }
}

impl Serialize for Diagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// The form of positions.
#[derive(Clone, Copy)]
enum Form {
    Columns,
    Utf16,
}

struct Report<'d> {
    diagnostic: &'d Diagnostic,
    form: Form,
}

impl Report<'_> {
    fn location<'d>(&self, source: Option<&'d Source>, span: Span) -> Option<Location<'d>> {
        Some(Location { source: source?, span, form: self.form })
    }

    fn with_text<'d>(&self, source: Option<&'d Source>, span: Span, text: &'d str) -> WithText<'d> {
        WithText { range: self.location(source, span), text, is_machine_applicable: None }
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostic = self.diagnostic;
        let source = diagnostic.source();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("severity", diagnostic.severity().name())?;
        if let Some(rule) = diagnostic.rule() {
            map.serialize_entry("code", rule)?;
        }
        let category = match diagnostic.category() {
            Category::Io => "io",
            Category::Syntax => "syntax",
            Category::Eval => "eval",
            Category::Data => "data",
            Category::Limit => "limit",
        };
        map.serialize_entry("category", category)?;
        map.serialize_entry("summary", diagnostic.summary())?;
        map.serialize_entry("detail", diagnostic.detail())?;
        if !diagnostic.path().is_empty() {
            map.serialize_entry("path", diagnostic.path())?;
        }
        if let Some(file) = source.map(Source::name).filter(|name| !name.is_empty()) {
            map.serialize_entry("file", file)?;
        }
        if let Some(range) = diagnostic.span().and_then(|span| self.location(source, span)) {
            map.serialize_entry("range", &range)?;
        }
        let labels = diagnostic.labels().iter();
        let labels = labels.map(|label| self.with_text(label.source(), label.span(), label.text()));
        entries(&mut map, "labels", labels)?;
        entries(&mut map, "help", diagnostic.help())?;
        entries(&mut map, "notes", diagnostic.notes())?;
        let replacements = diagnostic.replacements().iter();
        let replacements = replacements.map(|it| WithText {
            is_machine_applicable: Some(diagnostic.is_machine_applicable()),
            ..self.with_text(source, it.span, &it.text)
        });
        entries(&mut map, "replacements", replacements)?;
        map.end()
    }
}

/// Serializes a list, unless it is empty.
fn entries<M: SerializeMap>(
    map: &mut M,
    name: &str,
    values: impl ExactSizeIterator<Item: Serialize>,
) -> Result<(), M::Error> {
    if values.len() == 0 {
        return Ok(());
    }
    map.serialize_entry(name, &values.collect::<Vec<_>>())
}

/// A span of a source, as a range.
struct Location<'d> {
    source: &'d Source,
    span: Span,
    form: Form,
}

impl Serialize for Location<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("filename", self.source.name())?;
        for (name, offset) in [("start", self.span.start), ("end", self.span.end)] {
            match self.form {
                Form::Columns => map.serialize_entry(name, &self.source.pos(offset))?,
                Form::Utf16 => map.serialize_entry(name, &self.source.utf16_pos(offset))?,
            }
        }
        map.end()
    }
}

/// A range, if it is in a source, and its text.
struct WithText<'d> {
    range: Option<Location<'d>>,
    text: &'d str,
    is_machine_applicable: Option<bool>,
}

impl Serialize for WithText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(range) = &self.range {
            map.serialize_entry("range", range)?;
        }
        map.serialize_entry("text", self.text)?;
        if let Some(is_machine_applicable) = self.is_machine_applicable {
            let applicability = if is_machine_applicable { "machine-applicable" } else { "maybe-incorrect" };
            map.serialize_entry("applicability", applicability)?;
        }
        map.end()
    }
}

/// Implements `Serialize` as a map with the fields.
macro_rules! serialize_fields {
    ($($(#[$doc:meta])+ $ty:ident { $($field:ident),+ })+) => {
        $($(#[$doc])+
        impl Serialize for $ty {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map([$((stringify!($field), &self.$field)),+])
            }
        })+
    };
}

serialize_fields! {
    /// A map with `line`, `column` and `byte`.
    Pos { line, column, byte }
    /// A map with `start` and `end`, which are positions.
    PosRange { start, end }
    /// A map with `start` and `end`, which are offsets in bytes.
    Span { start, end }
    /// A map with `line` and `character`.
    Utf16Pos { line, character }
}
