//! Files that are changed together.

use std::path::PathBuf;

use serde_hcl::Source;
use serde_hcl::analysis::Roots;
use serde_hcl::edit::Document;

use crate::input;

/// A file that is changed.
pub struct Edited {
    pub path: PathBuf,
    pub before: Source,
    pub document: Document,
}

/// What the names in references mean.
pub struct Names {
    pub roots: Roots,
    /// All files are one configuration, and not those of each folder.
    pub one_scope: bool,
    /// The folders whose files are all changed, except those in HCL JSON.
    pub folders: Vec<PathBuf>,
}

impl Names {
    /// Returns the folder for the configuration that a file belongs to.
    pub fn scope(&self, file: &Edited) -> PathBuf {
        if self.one_scope { PathBuf::new() } else { input::folder(&file.path) }
    }
}
