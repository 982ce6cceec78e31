//! Paths as texts. No file is read.

use serde_hcl::{Function, Type};

use super::Table;
use super::support::define_texts;

pub(super) const TABLE: &Table = table! {
    basename: "Returns the last part of a path.",
    dirname: "Returns a path without its last part.",
};

/// `basename(path: string) -> string`: the last part of a path.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// assert_eq!(
///     function("basename").unwrap().call(&[value!("modules/web/main.tf")])?,
///     value!("main.tf")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn basename() -> Function {
    define_texts(["path"], Type::String, |[path], budget| {
        budget.take_parts(path.len())?;
        budget.take_bytes(path.len())?;
        let last = path.trim_end_matches('/').rsplit('/').next();
        Ok(match last.filter(|last| !last.is_empty()) {
            Some(last) => last.to_owned(),
            None if path.is_empty() => ".".to_owned(),
            None => "/".to_owned(),
        })
    })
}

/// `dirname(path: string) -> string`: a path without its last part.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// assert_eq!(
///     function("dirname").unwrap().call(&[value!("modules/web/main.tf")])?,
///     value!("modules/web")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn dirname() -> Function {
    define_texts(["path"], Type::String, |[path], budget| {
        budget.take_parts(path.len())?;
        budget.take_bytes(path.len().saturating_mul(4))?;
        Ok(clean(&path[..path.rfind('/').map_or(0, |slash| slash + 1)]))
    })
}

/// Returns the shortest path that is the same without regard to links: without `.` and empty parts,
/// and without `..` where there is a part before it.
pub(super) fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            ".." if is_absolute => {}
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Returns a path that begins at a folder, unless it is absolute.
pub(super) fn joined(folder: &str, path: &str) -> String {
    if path.starts_with('/') { clean(path) } else { clean(&format!("{folder}/{path}")) }
}
