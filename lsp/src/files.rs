//! The files of configurations: their names, and finding them in a folder.

use std::collections::HashSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use globset::{Glob, GlobSet, GlobSetBuilder};
use ignore::WalkBuilder;

/// The extensions of files in a folder that are read, alone or followed by `.json`.
pub(crate) const EXTENSIONS: [&str; 5] = ["hcl", "tf", "tofu", "tfvars", "nomad"];

/// A file with the patterns of files and folders that are skipped, in the form of `.gitignore`.
const IGNORE_FILE: &str = ".hclfmtignore";

/// Returns whether a file in a folder is a configuration by its name: one with the extension
/// `.hcl`, `.tf`, `.tofu`, `.tfvars` or `.nomad`, alone or followed by `.json`.
///
/// ```
/// use serde_hcl_lsp::files::is_configuration;
///
/// assert!(is_configuration("main.tf") && is_configuration("main.tf.json"));
/// assert!(!is_configuration("package.json"));
/// ```
pub fn is_configuration(name: &str) -> bool {
    let name = name.strip_suffix(".json").unwrap_or(name);
    name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

/// Returns whether a file of this name is in HCL JSON.
///
/// ```
/// assert!(serde_hcl_lsp::files::is_json("main.tf.JSON"));
/// ```
pub fn is_json(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".json")
}

/// Returns whether a file is one of Terraform by its name: `.tf` or `.tofu`.
///
/// ```
/// use serde_hcl_lsp::files::is_terraform;
///
/// assert!(is_terraform("main.tf.json"));
/// assert!(!is_terraform("main.hcl"));
/// ```
pub fn is_terraform(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".json").unwrap_or(&name);
    let extension = Path::new(name).extension();
    extension.is_some_and(|it| it == "tf" || it == "tofu")
}

/// Returns whether a file has the values of variables by its name: `.tfvars`.
///
/// ```
/// assert!(serde_hcl_lsp::files::is_of_variables("prod.tfvars.json"));
/// ```
pub fn is_of_variables(name: &str) -> bool {
    let name = name.strip_suffix(".json").unwrap_or(name);
    name.ends_with(".tfvars")
}

/// The names of configurations.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileNames {
    /// The extensions of configurations, beside the common ones.
    pub(crate) extensions: Vec<String>,
    /// The patterns of the names, if not all files with these extensions are configurations.
    pub(crate) patterns: Vec<String>,
    matcher: GlobSet,
}

impl FileNames {
    /// Creates the names with extensions, or the names that fit patterns.
    ///
    /// # Errors
    /// Returns an error if a pattern is invalid.
    pub(crate) fn new(extensions: Vec<String>, patterns: Vec<String>) -> io::Result<Self> {
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        let mut set = GlobSetBuilder::new();
        for pattern in &patterns {
            set.add(Glob::new(pattern).map_err(invalid)?);
        }
        Ok(Self { extensions, matcher: set.build().map_err(invalid)?, patterns })
    }

    /// Returns whether a file is a configuration by its name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let is_own = |extension: &String| {
            name.strip_suffix(extension.as_str()).is_some_and(|stem| stem.ends_with('.'))
        };
        if self.patterns.is_empty() {
            !name.starts_with('.') && (is_configuration(name) || self.extensions.iter().any(is_own))
        } else {
            self.matcher.is_match(name) || self.extensions.iter().any(is_own)
        }
    }

    /// Returns whether a document in an editor is a configuration by its path. Without patterns,
    /// all are.
    pub(crate) fn has_document(&self, path: &Path) -> bool {
        let name =
            path.file_name().map_or_else(|| path.as_os_str().to_string_lossy(), |it| it.to_string_lossy());
        self.patterns.is_empty() || self.has(&name)
    }

    /// Returns the patterns of the files for an editor.
    pub(crate) fn globs(&self) -> impl Iterator<Item = String> {
        let patterns = self.patterns.iter().map(|pattern| format!("**/{pattern}"));
        let common = EXTENSIONS.into_iter().filter(|_| self.patterns.is_empty());
        let extensions = common.chain(self.extensions.iter().map(String::as_str));
        patterns.chain(extensions.map(|it| format!("**/*.{{{it},{it}.json}}")))
    }
}

/// Returns the wanted files in a folder and below it, by name. Hidden files and folders such as
/// `.terraform`, links to folders, and files that git and `.hclfmtignore` files ignore are left
/// out.
///
/// # Errors
/// Returns an error for each folder that cannot be read.
pub fn walk(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Result<PathBuf, ignore::Error>> {
    found_by(&builder(folder), is_wanted)
}

/// Returns the wanted files in a folder, but not those below it, as [`walk`] does.
pub(crate) fn entries(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Result<PathBuf, ignore::Error>> {
    found_by(builder(folder).max_depth(Some(1)), is_wanted)
}

/// Returns those of some paths that [`walk`] returns.
pub(crate) fn found(
    folder: &Path,
    paths: &HashSet<PathBuf>,
    is_wanted: impl Fn(&str) -> bool,
) -> HashSet<PathBuf> {
    let around: HashSet<PathBuf> = paths.iter().flat_map(|it| it.ancestors()).map(Path::to_owned).collect();
    let mut walk = builder(folder);
    walk.filter_entry(move |entry| around.contains(entry.path()));
    found_by(&walk, is_wanted).flatten().collect()
}

fn builder(folder: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(folder);
    walk.ignore(false).add_custom_ignore_filename(IGNORE_FILE).sort_by_file_name(Ord::cmp);
    walk
}

fn found_by<F: Fn(&str) -> bool>(
    walk: &WalkBuilder,
    is_wanted: F,
) -> impl Iterator<Item = Result<PathBuf, ignore::Error>> + use<F> {
    walk.build().filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        let is_link = entry.path_is_symlink();
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let is_wanted = is_wanted(&entry.file_name().to_string_lossy());
        let is_found = is_wanted && (is_file || is_link && entry.path().is_file());
        is_found.then(|| Ok(entry.into_path()))
    })
}

/// Returns a path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            _ => plain.push(component),
        }
    }
    plain
}
