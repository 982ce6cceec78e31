//! The folders of the workspace.

use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::uri;

/// The maximum length of a file that is read, in bytes.
const MAX_LENGTH: u64 = 16 << 20;

/// The folders of the workspace, each as the editor names it, and without symbolic links.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roots(Vec<(PathBuf, PathBuf)>);

impl Roots {
    /// Adds a folder, if it exists.
    pub(crate) fn add(&mut self, root: &Path) {
        self.0.extend(root.canonicalize().ok().map(|real| (root.to_owned(), real)));
    }

    pub(crate) fn remove(&mut self, root: &Path) {
        self.0.retain(|(other, _)| other != root);
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, _)| path.as_path())
    }

    /// Returns the path of an existing file or folder without symbolic links, if it is in one of
    /// the folders.
    pub(crate) fn real(&self, path: &Path) -> Option<PathBuf> {
        let real = path.canonicalize().ok()?;
        self.0.iter().any(|(_, root)| real.starts_with(root)).then_some(real)
    }

    /// Reads a file in one of the folders. A file that a symbolic link leads to is in one of them
    /// too.
    pub(crate) fn read(&self, path: &Path) -> Option<Document> {
        let real = self.real(path)?;
        let metadata = real.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > MAX_LENGTH {
            return None;
        }
        let bytes = std::fs::read(&real).ok()?;
        // Editors leave out a byte order mark, and show replacements for bytes that are not UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Some(Document::new(uri::uri(path)?, path.to_owned(), None, text.to_owned()))
    }
}
