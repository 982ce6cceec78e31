//! The settings of a server.

use std::path::PathBuf;

use crate::language::Language;

/// The settings of an application, or of the program `hcl lsp`.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) language: Language,
    /// The extensions of configurations, beside the common ones.
    pub(super) extensions: Vec<String>,
    /// The patterns of the names of configurations; without any, all documents are configurations.
    pub(super) files: Vec<String>,
    /// The identifiers of the language in editors, by which documents of other names are
    /// configurations.
    pub(super) language_ids: Vec<String>,
    /// The specification file of all configurations.
    pub(super) schema: Option<PathBuf>,
    /// Whether folders can have a specification file.
    pub(super) looks_beside: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "hcl".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: Language::default(),
            extensions: Vec::new(),
            files: Vec::new(),
            language_ids: Vec::new(),
            schema: None,
            looks_beside: true,
        }
    }
}
