//! `hcl lsp` in editors.

use std::path::Path;

use test_support::editors::{Editor, check_session};

use crate::Folder;

fn check(editor: Editor, script: &str) {
    let folder = Folder::new([]);
    check_session(editor, script, Path::new(env!("CARGO_BIN_EXE_hcl")), &folder.path(""));
}

#[test]
#[ignore = "it runs Neovim, which .ci/full installs"]
fn neovim_edits_configurations() {
    check(Editor::Neovim, "hcl.lua");
}

#[test]
#[ignore = "it runs Emacs with Eglot, which .ci/full installs"]
fn emacs_edits_configurations() {
    check(Editor::Emacs, "emacs.el");
}
