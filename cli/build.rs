//! Sets `HCL_VERSION`: the version of the package, with the commit if it is built from a clone.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = commit().map(|commit| format!(" (commit {commit})")).unwrap_or_default();
    println!("cargo::rustc-env=HCL_VERSION={version}{commit}");
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Returns the commit, unless the sources are in the repository of another project.
fn commit() -> Option<String> {
    let root = git(&["rev-parse", "--show-toplevel"])?;
    let package = env::var("CARGO_MANIFEST_DIR").ok()?;
    let is_own =
        Path::new(&package).parent()?.canonicalize().ok()? == Path::new(&root).canonicalize().ok()?;
    if is_own { git(&["rev-parse", "--short", "HEAD"]) } else { None }
}

/// Returns what git prints, if it is there and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|it| it.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
