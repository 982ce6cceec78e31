//! Modules of Terraform, in folders that the tests write.

mod content;
mod diagnostics;
mod evaluation;
mod functions;
mod hostile;
mod overrides;
mod rename;
mod roles;
mod values;

use std::fs;

use serde_hcl::Outcome;
use serde_hcl_terraform::{Loader, Module};

/// A folder with files, which are removed at the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("it can be made"));
        for (name, text) in files {
            let path = folder.0.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        folder
    }

    fn load(&self) -> Outcome<Module> {
        self.load_with(&Loader::new())
    }

    fn load_with(&self, loader: &Loader) -> Outcome<Module> {
        loader.load(self.0.path())
    }

    /// Returns diagnostics without the path of the folder.
    fn shown<T>(&self, outcome: &Outcome<T>) -> Vec<String> {
        let path = format!("{}/", self.0.path().display());
        outcome.diagnostics.iter().map(|it| it.to_string().replace(&path, "")).collect()
    }
}

/// Returns the lines of diagnostics.
fn lines<T>(outcome: &Outcome<T>) -> Vec<String> {
    outcome.diagnostics.iter().map(ToString::to_string).collect()
}

/// Returns a module of files without mistakes.
fn module(files: &[(&str, &str)]) -> Module {
    Module::from_files(files.iter().copied()).into_result().expect("the files are valid")
}
