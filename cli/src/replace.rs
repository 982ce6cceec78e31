//! Replacing the text of a file that other programs may change at the same time.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_hcl::{Source, parse_file};

use crate::{Failure, Result, input, report};

/// The time to wait for another program that changes the same file.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a file is written.
#[derive(Clone, Copy, PartialEq)]
pub enum Writing {
    /// As a whole: after a power failure the file has the old text or the new one. This takes
    /// milliseconds for each file.
    Whole,
    /// Over the old text, as other formatters do. Until that is complete, all of the new text is in
    /// the file beside it.
    Over,
}

/// Replaces the text `before` of a file by `after`. If the file was changed since it was read,
/// `reapply` returns the new text from its present one. A file that did not exist has no text
/// before, and is created.
///
/// The owner, the permissions and the links of the file stay. Only this program takes part in the
/// locking; a change by another program is found if it is complete before this one is written. A
/// text that is not a valid configuration is not written.
pub fn replace(
    path: &Path,
    before: &Source,
    after: &str,
    writing: Writing,
    reapply: impl FnOnce(Source) -> Result<String>,
) -> Result<()> {
    let failed = |error: io::Error| Failure::Write(path.display().to_string(), error);
    if before.text().is_empty() && !path.exists() {
        check_text(path, "", after)?;
        return File::create_new(path).and_then(|mut file| file.write_all(after.as_bytes())).map_err(failed);
    }
    let target = fs::canonicalize(path).map_err(failed)?;
    check_permission(&target).map_err(failed)?;
    let new = NewFile::create(target).map_err(failed)?;
    let now = input::read(path)?;
    let text = if now.text() == before.text() { after.to_owned() } else { reapply(now.clone())? };
    if text == now.text() {
        return Ok(());
    }
    check_text(path, now.text(), &text)?;
    new.put(&text, writing).map_err(failed)
}

/// Returns an error if a valid file in native syntax would no longer be valid, which is a mistake
/// of this program. A file whose mistakes are corrected one by one is not valid before.
fn check_text(path: &Path, before: &str, text: &str) -> Result<()> {
    let parsed = parse_file(text);
    let Some(error) = parsed.diagnostics.errors().next() else { return Ok(()) };
    if parse_file(before).diagnostics.has_errors() {
        return Ok(());
    }
    Err(Failure::Command(format!(
        "{} is not changed, since its new text would not be valid: {error} This is a mistake in hcl. Please report it with \
         the file.",
        report::name(path)
    )))
}

/// Returns an error if a file cannot be written as it is, though it could be replaced.
fn check_permission(target: &Path) -> io::Result<()> {
    let metadata = fs::metadata(target)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    // The administrator can write any file.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
    }
    OpenOptions::new().write(true).open(target).map(drop)
}

/// The future content of a file, in a file next to it. Since only one program can create it, it is
/// also the lock on the file.
struct NewFile {
    path: PathBuf,
    file: File,
    target: PathBuf,
    is_renamed: bool,
}

impl NewFile {
    /// Creates the file, as soon as no other program has it.
    fn create(target: PathBuf) -> io::Result<Self> {
        let path = target.with_file_name(lock_name(target.file_name().unwrap_or_default()));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // Others may not read it, as long as it does not have the permissions of the target.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let start = Instant::now();
        loop {
            match options.open(&path) {
                Ok(file) => return Ok(Self { path, file, target, is_renamed: false }),
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(io::Error::new(
                        error.kind(),
                        format!("cannot create {}: {error}", path.display()),
                    ));
                }
                Err(_) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(10)),
                Err(_) => {
                    let message =
                        format!("another program is changing it; if none is, delete {}", path.display());
                    return Err(io::Error::other(message));
                }
            }
        }
    }

    /// Puts the text in place of that of the target. Where possible, the new file becomes the
    /// target, so that a reader finds the old text or the new one.
    fn put(mut self, text: &str, writing: Writing) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        if writing == Writing::Over {
            return overwrite(&self.target, text.as_bytes(), writing);
        }
        let metadata = fs::metadata(&self.target)?;
        if has_same_identity(&self.file, &metadata).unwrap_or(false) {
            self.file.sync_all()?;
            self.is_renamed = fs::rename(&self.path, &self.target).is_ok();
        }
        if self.is_renamed { Ok(()) } else { overwrite(&self.target, text.as_bytes(), writing) }
    }
}

/// Returns the name of the new file. File systems limit the length of names, most to 255 bytes, so
/// a hash is in place of the end of a long name.
fn lock_name(target: &OsStr) -> String {
    const MAX_LENGTH: usize = 100;
    let name = target.to_string_lossy();
    if name.len() <= MAX_LENGTH {
        return format!(".{name}.hcl-lock");
    }
    let mut hasher = DefaultHasher::new();
    target.hash(&mut hasher);
    let end = (0..=MAX_LENGTH).rfind(|end| name.is_char_boundary(*end)).unwrap_or(0);
    format!(".{}-{:016x}.hcl-lock", &name[..end], hasher.finish())
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After the renaming, a file of this name is that of another program.
        if !self.is_renamed {
            _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives a new file the owner and the permissions of another one. Returns whether it can replace
/// that, which has no other names then.
#[cfg(unix)]
fn has_same_identity(file: &File, target: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (target.uid(), target.gid()) {
        fchown(file, Some(target.uid()), Some(target.gid()))?;
    }
    file.set_permissions(target.permissions())?;
    Ok(target.nlink() == 1 && file.metadata()?.mode() == target.mode())
}

#[cfg(not(unix))]
fn has_same_identity(file: &File, target: &Metadata) -> io::Result<bool> {
    file.set_permissions(target.permissions())?;
    Ok(true)
}

/// Replaces the content of a file. If that fails, as on a full disk, the old content is restored.
fn overwrite(target: &Path, text: &[u8], writing: Writing) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(target)?;
    let mut before = Vec::new();
    file.read_to_end(&mut before)?;
    let mut write = |bytes: &[u8]| {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        if writing == Writing::Whole { file.sync_all() } else { Ok(()) }
    };
    write(text).inspect_err(|_| _ = write(&before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_valid_is_not_written() {
        let path = std::env::temp_dir().join(format!("hcl-replace-{}.hcl", std::process::id()));
        fs::write(&path, "a = 1\n").expect("it is written");
        let before = Source::new("", "a = 1\n");
        for (text, now) in [("a = 2\n", "a = 2\n"), ("a = <<E\nx\nE # c\n", "a = 2\n")] {
            let before = if text == now { &before } else { &Source::new("", now) };
            let result = replace(&path, before, text, Writing::Over, |_| unreachable!("no one changes it"));
            let message = match result {
                Err(Failure::Command(message)) => message,
                Err(_) => unreachable!("the command fails"),
                Ok(()) => String::new(),
            };
            let expected = format!(
                "{} is not changed, since its new text would not be valid: 1:5: Unclosed heredoc: This heredoc has no \
                 line that consists of its marker E alone: other text follows it. This is a mistake in hcl. Please \
                 report it with the file.",
                path.display()
            );
            assert_eq!(message, if text == now { "" } else { &expected });
            assert_eq!(fs::read_to_string(&path).expect("it is read"), now);
        }
        fs::remove_file(&path).expect("it is removed");
    }
}
