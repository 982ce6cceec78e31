//! Functions that read files, which an application supplies.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs};

use globset::{GlobBuilder, GlobMatcher};

use super::path::joined;
use super::template::{Context, render};
use super::{encoding, hash};
use crate::func::{Budget, Function};
use crate::redaction;
use crate::source::Source;
use crate::stdlib::support::{any, builder, define, string, text, text_refused};
use crate::value::{Type, Value, ValueError};

/// The files that functions such as `file` and `fileset` may read. Paths have slashes between their
/// parts, and are relative to a folder of the application's choice, or absolute.
///
/// [`Folder`] reads them from a folder of the file system.
pub trait Files: Send + Sync {
    /// Reads a file of at most `limit` bytes.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it is longer, or it must not be read.
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>>;

    /// Returns the kind of a file.
    ///
    /// # Errors
    /// Returns an error of the kind [`NotFound`](io::ErrorKind::NotFound) if there is no such file,
    /// or another one if it must not be read.
    fn kind(&self, path: &str) -> io::Result<FileKind>;

    /// Returns the names of the files in a folder.
    ///
    /// # Errors
    /// Returns an error if there is no such folder, or it must not be read.
    fn names(&self, path: &str) -> io::Result<Vec<String>>;
}

/// The kind of a file, see [`Files::kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// Another kind of file, such as a device.
    Other,
}

/// The files in a folder of the file system. Paths that leave it are errors, also by links.
///
/// ```
/// use serde_hcl::stdlib::terraform::{Files, Folder};
///
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
/// assert!(folder.read("Cargo.toml", 1 << 20)?.starts_with(b"["));
/// assert!(folder.read("../Cargo.toml", 1 << 20).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the files of a folder.
    ///
    /// # Errors
    /// Returns an error if there is no such folder.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        fs::canonicalize(path).map(Self)
    }

    /// Returns the path in the file system.
    fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        let path = fs::canonicalize(self.0.join(path))?;
        if path.starts_with(&self.0) {
            return Ok(path);
        }
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the path leaves the folder of the configuration",
        ))
    }
}

impl Files for Folder {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        fs::File::open(self.resolve(path)?)?.take(limit.saturating_add(1)).read_to_end(&mut content)?;
        if content.len() as u64 > limit {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file exceeds the limits"));
        }
        Ok(content)
    }

    fn kind(&self, path: &str) -> io::Result<FileKind> {
        let metadata = fs::metadata(self.resolve(path)?)?;
        Ok(match metadata.is_file() {
            true => FileKind::File,
            false if metadata.is_dir() => FileKind::Folder,
            false => FileKind::Other,
        })
    }

    fn names(&self, path: &str) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(self.resolve(path)?)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}

/// The files of an application, if it supplies any.
#[derive(Clone, Default)]
pub(super) struct Supplied(pub(super) Option<Arc<dyn Files>>);

/// Returns an input that an application supplies.
///
/// # Errors
/// Returns an error if the application does not supply it.
pub(super) fn supplied<'s, T: ?Sized>(supplied: Option<&'s T>, name: &str) -> Result<&'s T, ValueError> {
    supplied.ok_or_else(|| format!("this application gives functions no {name}").into())
}

/// Returns an error about a path.
fn unreadable(path: &str, error: impl fmt::Display) -> ValueError {
    text_refused(path, "this is not a file that can be read", &format!(": {error}")).with_argument(0)
}

impl Supplied {
    fn files(&self) -> Result<&dyn Files, ValueError> {
        supplied(self.0.as_deref(), "files to read")
    }

    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, ValueError> {
        budget.take_steps(100_u64)?;
        let content =
            self.files()?.read(path, budget.left().bytes).map_err(|error| unreadable(path, error))?;
        budget.take_bytes(content.len())?;
        budget.take_parts(content.len())?;
        Ok(content)
    }

    fn read_text(&self, path: &str, budget: &Budget) -> Result<String, ValueError> {
        let content = self.read(path, budget)?;
        String::from_utf8(content).map_err(|_| {
            unreadable(
                path,
                "its content is not valid UTF-8; filebase64 and the functions of hashes read any",
            )
        })
    }

    /// Returns a function of the content of a file.
    fn function(
        &self,
        result: impl Fn(&[u8], &Budget) -> Result<String, ValueError> + Send + Sync + 'static,
    ) -> Function {
        let files = self.clone();
        define([string("path")], Type::String, move |[path], budget| {
            result(&files.read(text(path), budget)?, budget).map(Value::from)
        })
    }

    /// Returns the functions under their names.
    pub(super) fn functions(&self, context: Context) -> Vec<(&'static str, Function)> {
        let [texts, tests, sets, templates] = [(); 4].map(|()| self.clone());
        let file = define([string("path")], Type::String, move |[path], budget| {
            texts.read_text(text(path), budget).map(Value::from)
        });
        let fileexists = define([string("path")], Type::Bool, move |[path], budget| {
            budget.take_steps(100_u64)?;
            tests.exists(text(path)).map(Value::from)
        });
        let ty = Type::set(Type::String);
        let fileset = define([string("path"), string("pattern")], ty, move |[path, pattern], budget| {
            let paths = sets.matching(text(path), text(pattern), budget)?;
            Value::set_of(Type::String, paths.into_iter().map(Value::from).collect())
        });
        let templatefile =
            builder([string("path"), any("vars")]).implement_within(move |arguments, _, budget| {
                let path = text(&arguments[0]);
                let content = templates.read_text(path, budget)?;
                let name = if redaction::in_scope() { "" } else { path };
                render(Source::new(name, content), &arguments[1], &context, budget)
            });
        let hash = |(name, hash): (&'static str, hash::Hash)| (name, self.function(hash));
        let base64 = self.function(encoding::encode);
        let functions = [
            ("file", file),
            ("fileexists", fileexists),
            ("fileset", fileset),
            ("filebase64", base64),
            ("templatefile", templatefile),
        ];
        functions.into_iter().chain(hash::OF_FILES.map(hash)).collect()
    }

    fn exists(&self, path: &str) -> Result<bool, ValueError> {
        match self.files()?.kind(path) {
            Ok(FileKind::File) => Ok(true),
            Ok(FileKind::Folder) => Err(unreadable(path, "it is a folder")),
            Ok(FileKind::Other) => Err(unreadable(path, "it is not a regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(unreadable(path, error)),
        }
    }

    /// Returns the paths of the files below a folder that match a pattern.
    fn matching(&self, folder: &str, pattern: &str, budget: &Budget) -> Result<Vec<String>, ValueError> {
        let files = self.files()?;
        budget.take_steps(100_u64)?;
        budget.take_parts((pattern.len() as u64).saturating_mul(400))?;
        budget.take_bytes((pattern.len() as u64).saturating_mul(1000))?;
        let glob = GlobBuilder::new(pattern.trim_start_matches("./")).literal_separator(true).build();
        let glob = glob.map_err(|error| {
            text_refused(pattern, "this is not a pattern of paths", &format!(": {}", error.kind()))
                .with_argument(1)
        })?;
        let depth = if pattern.contains("**") { usize::MAX } else { pattern.matches('/').count() };
        let mut search =
            Search { files, folder, glob: glob.compile_matcher(), depth, budget, found: Vec::new() };
        search.below("", 0)?;
        Ok(search.found)
    }
}

/// A search for the files that match a pattern.
struct Search<'s> {
    files: &'s dyn Files,
    folder: &'s str,
    glob: GlobMatcher,
    /// The maximum number of folders around a match.
    depth: usize,
    budget: &'s Budget,
    found: Vec<String>,
}

impl Search<'_> {
    fn below(&mut self, path: &str, depth: usize) -> Result<(), ValueError> {
        let folder = joined(self.folder, path);
        let mut names = match self.files.names(&folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(unreadable(&folder, error)),
        };
        names.sort_unstable();
        for name in names {
            self.budget.take_steps(100_u64)?;
            let path = if path.is_empty() { name } else { format!("{path}/{name}") };
            self.budget.take_bytes(path.len())?;
            match self.files.kind(&joined(self.folder, &path)) {
                Ok(FileKind::File) if self.glob.is_match(&path) => self.found.push(path),
                Ok(FileKind::Folder) if depth < self.depth.min(self.budget.limits().depth as usize) => {
                    self.below(&path, depth + 1)?;
                }
                // A link may lead nowhere, or out of the folder.
                _ => {}
            }
        }
        Ok(())
    }
}
