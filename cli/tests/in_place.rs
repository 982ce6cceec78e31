//! Commands that write files.

use std::fs;
use std::process::{Command, Stdio};

use crate::run;

#[test]
fn files_are_formatted_in_place() {
    let folder = tempfile::tempdir().expect("it can be made");
    let path = |name: &str| folder.path().join(name);
    for (name, text) in [("a.tf", "a=1\n"), ("b.tf", "b = 1\n"), ("c.tf", "c=\n"), ("d.tf.json", "{ }")] {
        fs::write(path(name), text).expect("it can be written");
    }
    let before = fs::metadata(path("b.tf")).and_then(|it| it.modified()).expect("it is there");
    let shown = run(" fmt .", folder.path());
    assert!(shown.starts_with("? 1\n! error: ") && shown.ends_with("./a.tf\n"), "{shown}");
    let text = |name: &str| fs::read_to_string(path(name)).expect("it is there");
    assert_eq!([text("a.tf"), text("c.tf"), text("d.tf.json")], ["a = 1\n", "c=\n", "{ }"]);
    // A file that is already formatted is not written.
    assert_eq!(fs::metadata(path("b.tf")).and_then(|it| it.modified()).expect("it is there"), before);
    assert_eq!(run(" fmt a.tf b.tf", folder.path()), "");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 4);
}

#[test]
fn files_are_changed_in_place() {
    let folder = tempfile::tempdir().expect("it can be made");
    let path = |name: &str| folder.path().join(name);
    for (name, text) in
        [("a.tf", "b x {\r\n  n=1 # one\r\n}\r\n"), ("b.tf", "b y {\n  n = 1\n}\n"), ("c.tf", "c = 1\n")]
    {
        fs::write(path(name), text).expect("it can be written");
    }
    assert_eq!(run(" set 'b.*.n' 2 --in-place .", folder.path()), "./a.tf\n./b.tf\n");
    let text = |name: &str| fs::read_to_string(path(name)).expect("it is there");
    assert_eq!(
        [text("a.tf"), text("b.tf"), text("c.tf")],
        ["b x {\r\n  n=2 # one\r\n}\r\n", "b y {\n  n = 2\n}\n", "c = 1\n"]
    );
    // If one of the files has errors, nothing is written.
    fs::write(path("d.tf"), "d = \n").expect("it can be written");
    assert!(run(" rm b.y --in-place .", folder.path()).starts_with("? 1\n! error: "));
    assert_eq!(text("b.tf"), "b y {\n  n = 2\n}\n");
    assert_eq!(run(" rm b.y -i b.tf", folder.path()), "b.tf\n");
    assert_eq!(text("b.tf"), "");
}

#[test]
#[cfg(unix)]
fn permissions_and_links_stay_when_files_are_formatted() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().expect("it can be made");
    let (file, link) = (folder.path().join("a.tf"), folder.path().join("b.tf"));
    fs::write(&file, "a=1\n").expect("it can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is there");
    symlink("a.tf", &link).expect("it can be made");
    assert_eq!(run(" fmt b.tf", folder.path()), "b.tf\n");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "a = 1\n");
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
}

#[test]
#[cfg(unix)]
fn owner_permissions_and_links_stay_when_files_are_changed() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    let folder = tempfile::tempdir().expect("it can be made");
    let path = |name: &str| folder.path().join(name);
    let identity = |name: &str| {
        let it = fs::metadata(path(name)).expect("it is there");
        (it.uid(), it.gid(), it.mode(), it.nlink())
    };
    for (name, mode) in [("a.tf", 0o640), ("b.tf", 0o4755), ("c.tf", 0o600)] {
        fs::write(path(name), "a=1\n").expect("it can be written");
        // Only the administrator can give files away.
        _ = chown(path(name), Some(12_345), Some(54_321));
        fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).expect("it is there");
    }
    fs::hard_link(path("c.tf"), path("d.tf")).expect("it can be made");
    let before = ["a.tf", "b.tf", "c.tf", "d.tf"].map(identity);
    assert_eq!(run(" fmt a.tf b.tf c.tf", folder.path()), "a.tf\nb.tf\nc.tf\n");
    assert_eq!(run(" set a 123456 -i a.tf b.tf d.tf", folder.path()), "a.tf\nb.tf\nd.tf\n");
    assert_eq!(run(" set a 2 -i d.tf", folder.path()), "d.tf\n");
    for (name, text) in [("a.tf", "123456"), ("b.tf", "123456"), ("c.tf", "2"), ("d.tf", "2")] {
        assert_eq!(fs::read_to_string(path(name)).expect("it is there"), format!("a = {text}\n"), "{name}");
    }
    assert_eq!(["a.tf", "b.tf", "c.tf", "d.tf"].map(identity), before);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 4);
}

#[test]
fn a_write_protected_file_is_refused() {
    let folder = tempfile::tempdir().expect("it can be made");
    let file = folder.path().join("a.tf");
    fs::write(&file, "a=1\n").expect("it can be written");
    let mut permissions = fs::metadata(&file).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("it is there");
    let refused = "? 2\n! error: cannot write a.tf: it is write-protected\n";
    assert_eq!(run(" fmt a.tf", folder.path()), refused);
    assert_eq!(run(" set a 2 -i a.tf", folder.path()), refused);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "a=1\n");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

#[test]
fn changes_that_are_made_at_the_same_time_are_all_made() {
    const COMMANDS: usize = 20;
    let folder = tempfile::tempdir().expect("it can be made");
    let file = folder.path().join("a.tf");
    let numbers =
        |value: &str| -> String { (10..10 + COMMANDS).map(|it| format!("n{it} = {value}\n")).collect() };
    fs::write(&file, numbers("0")).expect("it can be written");
    let start = |index: usize| {
        let arguments = ["set".to_owned(), format!("n{}", 10 + index), "1".to_owned(), "-i".to_owned()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        command.args(arguments).arg(&file).stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().expect("it runs")
    };
    let running: Vec<_> = (0..COMMANDS).map(start).collect();
    for mut process in running {
        assert_eq!(process.wait().expect("it ends").code(), Some(0));
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), numbers("1"));
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

#[test]
fn a_file_that_another_program_changes_is_left_alone() {
    let folder = tempfile::tempdir().expect("it can be made");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.tf"), "a=1\n").expect("it can be written");
    fs::write(path(".a.tf.hcl-lock"), "").expect("it can be written");
    let lock = fs::canonicalize(path(".a.tf.hcl-lock")).expect("it is there");
    let message = format!("another program is changing it; if none is, delete {}", lock.display());
    assert_eq!(run(" fmt a.tf", folder.path()), format!("? 2\n! error: cannot write a.tf: {message}\n"));
    assert_eq!(fs::read_to_string(path("a.tf")).expect("it is there"), "a=1\n");
    assert!(lock.exists());
    // A file that needs no change is not locked.
    fs::write(path("a.tf"), "a = 1\n").expect("it can be written");
    assert_eq!(run(" fmt a.tf", folder.path()), "");
}

#[test]
fn results_keep_all_characters() {
    let folder = tempfile::tempdir().expect("it can be made");
    let text = "a = \"x\u{1b}[31my\u{7}\" # \u{1b}]0;title\u{7}\n\nb {\n  c = \"\u{1b}[0m\"\n}\n";
    fs::write(folder.path().join("a.hcl"), text).expect("it can be written");
    let shown = |text: &str| text.replace('\u{1b}', "ESC");
    for (command, expected) in [
        (" fmt - < a.hcl", text.to_owned()),
        (" set d 1 a.hcl", format!("{text}\nd = 1\n")),
        (" get b a.hcl", "b {\n  c = \"\u{1b}[0m\"\n}\n".to_owned()),
        (" get --expression b.c a.hcl", "\"\u{1b}[0m\"\n".to_owned()),
        (" get --raw b.c a.hcl", "\u{1b}[0m".to_owned()),
        (" eval a.hcl", text.to_owned()),
        (" eval --template --raw - < a.hcl", text.to_owned()),
        (" --color never eval --template --raw - < a.hcl", text.to_owned()),
    ] {
        assert_eq!(run(command, folder.path()), shown(&expected), "{command}");
    }
}
