//! Sessions of the language server in editors.
//!
//! A session runs an editor with a copy of `lsp/tests/editors/workspace` as its folder, and the
//! configuration in `lsp/README.md`. What the editor shows is compared with a file beside the
//! script. `UPDATE_CASES=1` rewrites the file, to be reviewed. The files are those of Neovim 0.7.2,
//! and of Emacs 28.2 with Eglot 1.9.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An editor.
#[derive(Clone, Copy, Debug)]
pub enum Editor {
    Neovim,
    Emacs,
}

/// Runs the session of a script in an editor, with a server that is a program and the argument
/// `lsp`. `folder` is an empty one.
pub fn check_session(editor: Editor, script: &str, server: &Path, folder: &Path) {
    let scripts = crate::root().join("lsp/tests/editors");
    let work = folder.join("work");
    copy(&scripts.join("workspace"), &work);
    let program = server.file_stem().and_then(|name| name.to_str()).expect("it has a name");
    let mut command = match editor {
        Editor::Neovim => {
            let command = |program| format!("{{ {program:?}, \"lsp\" }}");
            let configuration = block("lua", "start_client").replace(&command("hcl"), &command(program));
            fs::write(folder.join("config.lua"), configuration).expect("it can be written");
            let mut command = Command::new("nvim");
            command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"]);
            command.arg(format!("luafile {}", scripts.join("run.lua").display()));
            command
        }
        Editor::Emacs => {
            fs::write(folder.join("config.el"), block("elisp", "eglot")).expect("it can be written");
            let mut command = Command::new("emacs");
            command.args(["-Q", "--batch"]);
            // Packages of Debian are not loaded in a batch.
            let packages = fs::read_dir("/usr/share/emacs/site-lisp/elpa").into_iter().flatten();
            for package in packages.flatten() {
                command.arg("-L").arg(package.path());
            }
            command.arg("-l").arg(folder.join("config.el")).arg("-l").arg(scripts.join(script));
            command
        }
    };
    let mut path = OsString::from(server.parent().expect("it is in a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    command.current_dir(&work).env("PATH", path).env("SESSION", scripts.join(script)).env("HOME", folder);
    command.env("LC_ALL", "C.UTF-8");
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env(name, folder);
    }
    let output = command.output().unwrap_or_else(|error| panic!("{editor:?} cannot be run: {error}"));
    let shown = String::from_utf8(output.stdout).expect("it is text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shown}\n{errors}");
    let shown = format!("{}\n", shown.replace("\r\n", "\n").trim());
    let expected = scripts.join(script).with_extension("txt");
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(expected, shown).expect("it can be written");
    } else {
        assert_eq!(shown, fs::read_to_string(expected).expect("it is there"), "{errors}");
    }
}

/// Returns the block of code of `lsp/README.md` in a language that has a word.
fn block(language: &str, word: &str) -> String {
    let page = fs::read_to_string(crate::root().join("lsp/README.md")).expect("it can be read");
    let opening = format!("```{language}\n");
    let mut blocks = page.split(&opening).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.find(|block| block.contains(word)).expect("the page has the block").to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("it can be read") {
        let path: PathBuf = entry.expect("it can be read").path();
        let target = to.join(path.file_name().expect("it has a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => _ = fs::copy(&path, target).expect("it can be copied"),
        }
    }
}
