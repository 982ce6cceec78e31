//! The folders of the workspace.

use std::io;
use std::path::{Path, PathBuf};

use serde_hcl_terraform::{Files, Folder};

use crate::document::Document;
use crate::uri;

/// The maximum length of a file that is read, in bytes.
const MAX_LENGTH: u64 = 16 << 20;

/// The folders of the workspace.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roots(Vec<Root>);

#[derive(Clone, Debug)]
struct Root {
    /// The path by which the editor names the folder.
    path: PathBuf,
    /// The path without symbolic links.
    real: PathBuf,
    files: Folder,
}

impl Roots {
    /// Adds a folder, if it exists.
    pub(crate) fn add(&mut self, root: &Path) {
        if let (Ok(real), Ok(files)) = (root.canonicalize(), Folder::new(root)) {
            self.0.push(Root { path: root.to_owned(), real, files });
        }
    }

    pub(crate) fn remove(&mut self, root: &Path) {
        self.0.retain(|other| other.path != root);
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|root| root.path.as_path())
    }

    /// Returns the path of an existing file or folder without symbolic links, if it is in one of
    /// the folders.
    pub(crate) fn real(&self, path: &Path) -> Option<PathBuf> {
        let real = path.canonicalize().ok()?;
        self.around(&real).is_some().then_some(real)
    }

    /// Returns the folder that contains a path without symbolic links.
    fn around(&self, real: &Path) -> Option<&Root> {
        self.0.iter().find(|root| real.starts_with(&root.real))
    }

    /// Reads a file in one of the folders. A file that a symbolic link leads to is in one of them
    /// too, also if the link changes meanwhile.
    pub(crate) fn content(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.long_content(path, MAX_LENGTH)
    }

    /// Reads a file of at most some bytes, as [`content`](Self::content) does.
    pub(crate) fn long_content(&self, path: &Path, length: u64) -> io::Result<Vec<u8>> {
        let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "it is not in the workspace");
        let real = path.canonicalize()?;
        let root = self.around(&real).ok_or_else(outside)?;
        root.files.read(real.to_str().ok_or(io::ErrorKind::InvalidFilename)?, length)
    }

    /// Reads a document in one of the folders.
    pub(crate) fn read(&self, path: &Path) -> Option<Document> {
        let bytes = self.content(path).ok()?;
        // Editors leave out a byte order mark, and show replacements for bytes that are not UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Some(Document::new(uri::uri(path)?, path.to_owned(), None, text.to_owned()))
    }
}
