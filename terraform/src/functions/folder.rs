//! The files in a folder of the file system.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use super::{FileKind, Files};

/// The files in a folder of the file system, on Unix and Windows. The system opens each path below
/// the open folder, so nothing outside of it can be reached, also if files are moved or links
/// change in the meantime.
///
/// A path that leaves the folder is an error, whether the file exists or not: one with `..`, an
/// absolute path of another folder, and a link whose target is absolute or outside. Only regular
/// files are read.
///
/// ```
/// use serde_hcl_terraform::{Files, Folder};
///
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
/// assert!(folder.read("Cargo.toml", 1 << 20)?.starts_with(b"["));
/// assert!(folder.read("../Cargo.toml", 1 << 20).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    dir: Arc<Dir>,
    /// The absolute paths of the folder: as it was named, and without links.
    paths: [PathBuf; 2],
}

impl Folder {
    /// Creates the files of a folder, which stays open.
    ///
    /// # Errors
    /// Returns an error if there is no such folder.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let paths = [std::path::absolute(path)?, path.canonicalize()?];
        Ok(Self { dir: Arc::new(Dir::open_ambient_dir(path, ambient_authority())?), paths })
    }

    /// Returns a path relative to the folder, if it is an absolute one in it.
    fn relative<'p>(&self, path: &'p str) -> &'p Path {
        let path = Path::new(path);
        let inside = self.paths.iter().find_map(|folder| path.strip_prefix(folder).ok());
        match inside {
            Some(inside) if inside.as_os_str().is_empty() => Path::new("."),
            inside => inside.unwrap_or(path),
        }
    }
}

impl Files for Folder {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        // Another program may never write to a named pipe, so opening one must not wait for that.
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        let file = self.dir.open_with(self.relative(path), &options).map_err(outside)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        } else if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut content = Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut content)?;
        if content.len() as u64 > limit {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file exceeds the limits"));
        }
        Ok(content)
    }

    fn kind(&self, path: &str) -> io::Result<FileKind> {
        let metadata = self.dir.metadata(self.relative(path)).map_err(outside)?;
        Ok(match metadata.is_file() {
            true => FileKind::File,
            false if metadata.is_dir() => FileKind::Folder,
            false => FileKind::Other,
        })
    }

    fn names(&self, path: &str, limit: usize) -> io::Result<Vec<String>> {
        let entries = self.dir.read_dir(self.relative(path)).map_err(outside)?;
        let name =
            |entry: io::Result<cap_std::fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        entries.take(limit).map(name).collect()
    }

    fn real(&self, path: &str) -> io::Result<String> {
        let real = self.dir.canonicalize(self.relative(path)).map_err(outside)?;
        Ok(real.to_string_lossy().into_owned())
    }
}

/// Replaces the error about a path that leaves the folder, which does not come from the system.
fn outside(error: io::Error) -> io::Error {
    let is_outside = error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none();
    match is_outside {
        true => io::Error::new(error.kind(), "the path leaves the folder of the configuration"),
        false => error,
    }
}
