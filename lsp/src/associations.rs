//! The schemas that documents name, and those that settings give to files.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use serde_hcl::Span;
use serde_json::Value;

use crate::document::Document;
use crate::files::plain;
use crate::roots::Roots;

/// The comment that names a schema begins with this, after its mark.
const MARK: &str = "hcl-schema:";

/// The number of lines at the start of a document in which the comment can be.
const MAX_LINES: usize = 10;

/// Returns the path of the schema that a comment at the start of a document names, and the place of
/// the path: `# hcl-schema: ./schema.json`.
pub(crate) fn named_by(document: &Document) -> Option<(PathBuf, Span)> {
    let text = document.text();
    let mut start = 0;
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        let at = start;
        start += line.len();
        let comment = line.trim_start();
        let Some(content) = comment.strip_prefix('#').or_else(|| comment.strip_prefix("//")) else {
            if comment.is_empty() {
                continue;
            }
            return None;
        };
        let Some(name) = content.trim_start().strip_prefix(MARK).map(str::trim).filter(|it| !it.is_empty())
        else {
            continue;
        };
        let at = at + line.find(name)?;
        let span = Span::new(at as u32, (at + name.len()) as u32);
        return Some((plain(&document.folder().join(name)), span));
    }
    None
}

/// The schemas of files by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Associations(Vec<(String, Vec<GlobMatcher>)>);

impl Associations {
    /// Reads the setting: an object with a pattern, or a list of them, for each path of a schema.
    /// An invalid pattern is reported.
    pub(crate) fn new(setting: &Value, problems: &mut Vec<String>) -> Self {
        let schemas = setting.as_object().into_iter().flatten();
        let mut matchers = |patterns: &Value| {
            let list = std::slice::from_ref(patterns);
            let list = patterns.as_array().map_or(list, Vec::as_slice);
            let patterns = list.iter().filter_map(Value::as_str);
            let mut found = Vec::new();
            for pattern in patterns {
                match GlobBuilder::new(pattern.trim_start_matches("./")).literal_separator(true).build() {
                    Ok(glob) => found.push(glob.compile_matcher()),
                    Err(error) => {
                        problems.push(format!("the setting \"schemas\" has an invalid pattern: {error}"))
                    }
                }
            }
            found
        };
        Self(schemas.map(|(path, patterns)| (path.clone(), matchers(patterns))).collect())
    }

    /// Returns the path of the schema of a file. A pattern applies to the path in the folder of the
    /// workspace, and one without a slash to the name of the file.
    pub(crate) fn schema_path(&self, path: &Path, roots: &Roots) -> Option<PathBuf> {
        let name = path.file_name().map(Path::new);
        roots.paths().filter(|root| path.starts_with(root)).find_map(|root| {
            let inside = path.strip_prefix(root).ok()?;
            let is_match = |it: &GlobMatcher| {
                it.is_match(inside)
                    || !it.glob().glob().contains('/') && name.is_some_and(|name| it.is_match(name))
            };
            let (schema, _) = self.0.iter().find(|(_, globs)| globs.iter().any(is_match))?;
            Some(plain(&root.join(schema)))
        })
    }
}
