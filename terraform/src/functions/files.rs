//! Functions that read files, which an application supplies.

use std::fmt;
use std::io;
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};
use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type, Value};

use super::path::joined;
use super::support::{any, builder, define, string, text, text_refused};
use super::template::{Context, render};
use super::{encoding, hash};

/// The files that functions such as `file` and `fileset` may read. Paths have slashes between their
/// parts, and are relative to a folder of the application's choice, or absolute.
///
/// [`Folder`](super::Folder) reads them from a folder of the file system.
///
/// ```
/// use std::collections::HashMap;
/// use std::io;
///
/// use serde_hcl::{EvalContext, Expression};
/// use serde_hcl_terraform::{FileKind, Files, Functions};
///
/// /// Files in memory, without folders.
/// struct Memory(HashMap<&'static str, &'static str>);
///
/// impl Files for Memory {
///     fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
///         let text = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
///         if text.len() as u64 > limit {
///             return Err(io::ErrorKind::FileTooLarge.into());
///         }
///         Ok(text.as_bytes().to_vec())
///     }
///
///     fn kind(&self, path: &str) -> io::Result<FileKind> {
///         self.0.get(path).map(|_| FileKind::File).ok_or(io::ErrorKind::NotFound.into())
///     }
///
///     fn names(&self, _path: &str, limit: usize) -> io::Result<Vec<String>> {
///         Ok(self.0.keys().take(limit).map(|it| (*it).to_owned()).collect())
///     }
/// }
///
/// let files = Memory(HashMap::from([("motd", "Welcome")]));
/// let mut context = EvalContext::new();
/// Functions::new().files(files).register(&mut context);
/// let expression: Expression = "file(\"motd\")".parse()?;
/// assert_eq!(expression.evaluate(&context)?, "Welcome");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
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

    /// Returns the names of the files in a folder; of a larger folder, `limit` names.
    ///
    /// # Errors
    /// Returns an error if there is no such folder, or it must not be read.
    fn names(&self, path: &str, limit: usize) -> io::Result<Vec<String>>;

    /// Returns the path of a file without the links in it. `fileset` enters no folder by a link
    /// that leads back to a folder around it. By default, files have no links.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it must not be read.
    fn real(&self, path: &str) -> io::Result<String> {
        Ok(path.to_owned())
    }
}

/// The kind of a file, see [`Files::kind`].
///
/// ```
/// use serde_hcl_terraform::{FileKind, Files, Folder};
///
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
/// assert_eq!(folder.kind("Cargo.toml")?, FileKind::File);
/// assert_eq!(folder.kind("src")?, FileKind::Folder);
/// # Ok::<(), std::io::Error>(())
/// ```
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
        budget.take_steps(REQUEST)?;
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
            budget.take_steps(REQUEST)?;
            tests.exists(text(path)).map(Value::from)
        });
        let ty = Type::set(Type::String);
        let fileset = define([string("path"), string("pattern")], ty, move |[path, pattern], budget| {
            let paths = sets.matching(text(path), text(pattern), budget)?;
            Value::set(Type::String, paths.into_iter().map(Value::from))
        });
        let templatefile =
            builder([string("path"), any("vars")]).implement_within(move |arguments, _, budget| {
                let path = text(&arguments[0]);
                let content = templates.read_text(path, budget)?;
                render(path, &content, &arguments[1], &context, budget)
            });
        let hash = |(name, hash, description): (&'static str, hash::Hash, &'static str)| {
            (name, self.function(hash).describe(description))
        };
        let base64 = self.function(encoding::encode);
        let functions = [
            ("file", file.describe("Returns the text of a file in UTF-8.")),
            ("fileexists", fileexists.describe("Returns whether a file exists at a path.")),
            ("fileset", fileset.describe("Returns the paths of files in a folder that match a pattern.")),
            ("filebase64", base64.describe("Returns the content of a file in Base64.")),
            (
                "templatefile",
                templatefile.describe("Renders the template in a file with the variables of an object."),
            ),
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
        budget.take_parts((pattern.len() as u64).saturating_mul(400))?;
        budget.take_bytes((pattern.len() as u64).saturating_mul(1000))?;
        let glob = GlobBuilder::new(pattern.trim_start_matches("./")).literal_separator(true).build();
        let glob = glob.map_err(|error| {
            text_refused(pattern, "this is not a pattern of paths", &format!(": {}", error.kind()))
                .with_argument(1)
        })?;
        let depth = if pattern.contains("**") { usize::MAX } else { pattern.matches('/').count() };
        let glob = glob.compile_matcher();
        let mut search = Search { files, folder, glob, depth, budget, around: Vec::new(), found: Vec::new() };
        search.below("")?;
        Ok(search.found)
    }
}

/// The steps of a request to the system about a file, and for each part of its path.
const REQUEST: u64 = 100;
const PART: u64 = 10;

/// A search for the files that match a pattern.
struct Search<'s> {
    files: &'s dyn Files,
    folder: &'s str,
    glob: GlobMatcher,
    /// The maximum number of folders around a match.
    depth: usize,
    budget: &'s Budget,
    /// The folders around the current path, without links.
    around: Vec<String>,
    found: Vec<String>,
}

impl Search<'_> {
    /// Searches a folder, unless it is one of those around it.
    fn below(&mut self, path: &str) -> Result<(), ValueError> {
        let folder = joined(self.folder, path);
        self.charge(&folder)?;
        // One name more than the steps allow exceeds the limit.
        let limit = usize::try_from(self.budget.left().steps / REQUEST).unwrap_or(usize::MAX);
        let real = self.files.real(&folder);
        if real.as_ref().is_ok_and(|real| self.around.contains(real)) {
            return Ok(());
        }
        let found = real.and_then(|real| Ok((real, self.files.names(&folder, limit.saturating_add(1))?)));
        let (real, mut names) = match found {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(unreadable(&folder, error)),
        };
        self.around.push(real);
        names.sort_unstable();
        for name in names {
            let path = if path.is_empty() { name } else { format!("{path}/{name}") };
            self.budget.take_bytes(path.len())?;
            let whole = joined(self.folder, &path);
            self.charge(&whole)?;
            let depth = self.depth.min(self.budget.limits().depth as usize);
            match self.files.kind(&whole) {
                Ok(FileKind::File) if self.glob.is_match(&path) => self.found.push(path),
                Ok(FileKind::Folder) if self.around.len() <= depth => self.below(&path)?,
                // A link may lead nowhere, or out of the folder.
                _ => {}
            }
        }
        self.around.pop();
        Ok(())
    }

    /// Charges a request to the system, which follows each part of the path.
    fn charge(&self, path: &str) -> Result<(), ValueError> {
        let parts = path.matches('/').count() as u64;
        self.budget.take_steps(REQUEST + PART * parts)
    }
}
