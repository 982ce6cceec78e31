//! Diagnostics as data, for editors, continuous integration and other programs.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Category, Diagnostic, Diagnostics, Severity};
use crate::source::{Pos, PosRange, Source, Span, Utf16Pos};

/// Serializes a diagnostic, or several, with the positions of the Language Server Protocol: lines
/// and characters are counted from 0, characters in UTF-16 code units.
///
/// ```
/// use serde_hcl::{Utf16, parse_file};
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
/// use serde_hcl::{Category, Diagnostic, Source, Span};
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
        WithText { range: self.location(source, span), text }
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagnostic = self.diagnostic;
        let source = diagnostic.source();
        let mut map = serializer.serialize_map(None)?;
        let severity = match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        map.serialize_entry("severity", severity)?;
        if let Some(code) = diagnostic.code() {
            map.serialize_entry("code", code.as_str())?;
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
        if let Some(range) = diagnostic.subject().and_then(|span| self.location(source, span)) {
            map.serialize_entry("range", &range)?;
        }
        let labels = diagnostic.labels().iter();
        let labels = labels.map(|label| self.with_text(label.source(), label.span(), label.text()));
        entries(&mut map, "labels", labels)?;
        entries(&mut map, "help", diagnostic.help())?;
        entries(&mut map, "notes", diagnostic.notes())?;
        let replacements = diagnostic.replacements().iter();
        let replacements = replacements.map(|it| self.with_text(source, it.span, &it.text));
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
}

impl Serialize for WithText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(range) = &self.range {
            map.serialize_entry("range", range)?;
        }
        map.serialize_entry("text", self.text)?;
        map.end()
    }
}

/// A map with `line`, `column` and `byte`.
impl Serialize for Pos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("line", &self.line)?;
        map.serialize_entry("column", &self.column)?;
        map.serialize_entry("byte", &self.byte)?;
        map.end()
    }
}

/// A map with `start` and `end`, which are positions.
impl Serialize for PosRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("end", &self.end)?;
        map.end()
    }
}

/// A map with `start` and `end`, which are offsets in bytes.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("end", &self.end)?;
        map.end()
    }
}

/// A map with `line` and `character`.
impl Serialize for Utf16Pos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("line", &self.line)?;
        map.serialize_entry("character", &self.character)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Utf16;
    use crate::diag::Code;
    use crate::{Diagnostic, Diagnostics, Source, Span};

    #[test]
    fn all_parts_are_serialized() {
        let source = Source::new("main.hcl", "é = \"👍\" x\n");
        let other = Source::new("other.hcl", "\na = 1\n");
        let diagnostic = Diagnostic::new(Code::TypeMismatch, "Found a string.")
            .at(Span::new(12, 13))
            .with_label(Span::new(5, 11), "opened here")
            .with_label_in(&other, Span::new(1, 2), "other definition")
            .with_help("Remove it.")
            .with_note("Use Option.")
            .with_replacement(Span::new(11, 13), "")
            .under("web")
            .in_source(&source);
        let range = |name, start, end| json!({ "filename": name, "start": start, "end": end });
        let pos = |line: u32, column: u32, byte: u32| json!({ "line": line, "column": column, "byte": byte });
        let expected = json!({
            "severity": "error",
            "code": "type-mismatch",
            "category": "data",
            "summary": Code::TypeMismatch.summary(),
            "detail": "Found a string.",
            "path": "web",
            "file": "main.hcl",
            "range": range("main.hcl", pos(1, 9, 12), pos(1, 10, 13)),
            "labels": [
                { "range": range("main.hcl", pos(1, 5, 5), pos(1, 8, 11)), "text": "opened here" },
                { "range": range("other.hcl", pos(2, 1, 1), pos(2, 2, 2)), "text": "other definition" },
            ],
            "help": ["Remove it."],
            "notes": ["Use Option."],
            "replacements": [{ "range": range("main.hcl", pos(1, 8, 11), pos(1, 10, 13)), "text": "" }],
        });
        let list = Diagnostics::from(diagnostic.clone());
        assert_eq!(serde_json::to_value(&diagnostic).expect("it is JSON"), expected);
        assert_eq!(serde_json::to_value(&list).expect("it is JSON"), json!([expected]));

        let utf16 = serde_json::to_value(Utf16(&list)).expect("it is JSON");
        let pos = |line: u32, character: u32| json!({ "line": line, "character": character });
        assert_eq!(utf16[0]["range"], range("main.hcl", pos(0, 9), pos(0, 10)));
        assert_eq!(utf16[0]["labels"][0]["range"], range("main.hcl", pos(0, 4), pos(0, 8)));
        assert_eq!(utf16[0]["labels"][1]["range"], range("other.hcl", pos(1, 0), pos(1, 1)));
    }
}
