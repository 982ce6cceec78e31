//! Folders with the files of modules, on the disk or supplied by an application.

use std::io;
#[cfg(any(unix, windows))]
use std::path::{Path, PathBuf};

use crate::{FileKind, Files};

/// The maximum number of names in a folder.
const MAX_NAMES: usize = 100_000;

/// A folder.
pub(super) enum Place<'f> {
    #[cfg(any(unix, windows))]
    Disk(PathBuf),
    Given(&'f dyn Files, String),
}

/// A folder whose files can be read.
pub(super) enum Opened<'f> {
    #[cfg(any(unix, windows))]
    Disk(crate::Folder),
    Given(&'f dyn Files, &'f str),
}

impl<'f> Place<'f> {
    pub(super) fn name(&self) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.display().to_string(),
            Self::Given(_, path) => path.clone(),
        }
    }

    pub(super) fn path_of(&self, name: &str) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.join(name).display().to_string(),
            Self::Given(_, path) => joined(path, name),
        }
    }

    /// Returns the folder at a path that begins here.
    pub(super) fn join(&self, source: &str) -> Self {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => Self::Disk(cleaned(&path.join(source))),
            Self::Given(files, path) => Self::Given(*files, normalized(&joined(path, source))),
        }
    }

    /// Returns a path without links, by which the folder is recognized.
    pub(super) fn identity(&self) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
            Self::Given(files, path) => files.real(or_here(path)).unwrap_or_else(|_| path.clone()),
        }
    }

    pub(super) fn is_folder(&self) -> bool {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.is_dir(),
            Self::Given(files, path) => matches!(files.kind(or_here(path)), Ok(FileKind::Folder)),
        }
    }

    pub(super) fn open(&self) -> io::Result<Opened<'_>> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => {
                // The empty path is the current folder.
                let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
                Ok(Opened::Disk(crate::Folder::new(path)?))
            }
            Self::Given(files, path) => Ok(Opened::Given(*files, path)),
        }
    }
}

impl Opened<'_> {
    /// Returns the names of the files in their order.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.names(".", MAX_NAMES)?,
            Self::Given(files, path) => files.names(or_here(path), MAX_NAMES)?,
        };
        names.sort_unstable();
        Ok(names)
    }

    pub(super) fn kind(&self, name: &str) -> io::Result<FileKind> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.kind(name),
            Self::Given(files, path) => files.kind(&joined(path, name)),
        }
    }

    pub(super) fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.read(name, limit),
            Self::Given(files, path) => files.read(&joined(path, name), limit),
        }
    }
}

/// Returns the path of a module that one with a path calls.
pub(crate) fn below(path: &str, source: &str) -> String {
    or_here(&normalized(&joined(path, source))).to_owned()
}

fn or_here(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns a path with slashes, without `.` and names before `..`.
pub(super) fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// Returns a path without `.` and names before `..`, so that nested calls have short paths.
#[cfg(any(unix, windows))]
fn cleaned(path: &Path) -> PathBuf {
    use std::path::Component;

    let mut parts = PathBuf::new();
    for part in path.components() {
        let is_name = matches!(parts.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_name => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts
}
