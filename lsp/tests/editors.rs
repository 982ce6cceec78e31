//! The server of an application in an editor.

use test_support::editors::{Editor, check_session};

#[test]
#[ignore = "it runs Neovim, which .ci/full installs"]
fn neovim_edits_the_configuration_of_an_application() {
    let test = std::env::current_exe().expect("it has a path");
    let built = test.parent().and_then(|folder| folder.parent()).expect("it is in a folder");
    let server = built.join("examples/myapp");
    let folder = tempfile::tempdir().expect("it can be made");
    check_session(Editor::Neovim, "myapp.lua", &server, folder.path());
}
