//! One document: its text and its syntax tree.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lsp_types::{Position, Range, Uri};
use serde_hcl::diag::Diagnostics;
use serde_hcl::{Body, Outcome, Source, Span, body::File, json, parse_file};

use crate::files;
use crate::position::{Encoding, Lines};

/// A document that is open in the editor, or a file of the workspace.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// The path of the file; that of a document without one, such as a new one, is its URI.
    pub(crate) path: PathBuf,
    /// The version of an open document.
    pub(crate) version: Option<i32>,
    /// The text, whose name is the path.
    pub(crate) source: Source,
    pub(crate) lines: Lines,
    /// The tree, which is parsed on first use: several changes may follow each other.
    parsed: OnceLock<Outcome<File>>,
}

impl Document {
    /// Creates a document. Its syntax is that of its name.
    pub(crate) fn new(uri: Uri, path: PathBuf, version: Option<i32>, text: String) -> Self {
        let source = Source::new(path.display().to_string(), text);
        let lines = Lines::new(source.text());
        Self { uri, path, version, source, lines, parsed: OnceLock::new() }
    }

    /// Returns the tree with the mistakes in the syntax.
    pub(crate) fn parsed(&self) -> &Outcome<File> {
        let source = || self.source.clone();
        self.parsed
            .get_or_init(|| if self.is_json() { json::parse_file(source()) } else { parse_file(source()) })
    }

    /// Returns the tree. That of a text with mistakes has the items and expressions around them.
    pub(crate) fn file(&self) -> &File {
        &self.parsed().value
    }

    /// Returns the mistakes in the syntax.
    pub(crate) fn diagnostics(&self) -> &Diagnostics {
        &self.parsed().diagnostics
    }

    /// Returns whether the text has no mistakes in its syntax.
    pub(crate) fn is_valid(&self) -> bool {
        !self.diagnostics().has_errors()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.version.is_some()
    }

    pub(crate) fn text(&self) -> &str {
        self.source.text()
    }

    pub(crate) fn body(&self) -> &Body {
        self.file().body()
    }

    pub(crate) fn is_json(&self) -> bool {
        is_json(&self.path)
    }

    /// Returns the folder, whose files are one scope.
    pub(crate) fn folder(&self) -> &Path {
        folder(&self.path)
    }

    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> u32 {
        self.lines.offset(self.text(), position, encoding)
    }

    pub(crate) fn span(&self, range: Range, encoding: Encoding) -> Span {
        let start = self.offset(range.start, encoding);
        Span::new(start, self.offset(range.end, encoding).max(start))
    }

    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Range {
        self.lines.range(self.text(), span, encoding)
    }
}

fn is_json(path: &Path) -> bool {
    path.to_str().is_some_and(files::is_json)
}

/// Returns the folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}
