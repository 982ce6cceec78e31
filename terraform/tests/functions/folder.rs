//! The files of a folder, which functions read: links, pipes, and paths that leave the folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_hcl::diag::Category;
use serde_hcl::{EvalContext, Limits};
use serde_hcl_terraform::{Files, Folder, Functions};
use tempfile::TempDir;
use test_support::rows::check_each;

use super::support::evaluate_in;

/// A folder with the folder `inside` that functions read, and a file beside that.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("it can be made"));
        fs::create_dir_all(place.inside().join("sub/deep")).expect("it can be made");
        for (path, text) in [
            ("secret.txt", "secret"),
            ("inside/a.txt", "a"),
            ("inside/sub/b.txt", "b"),
            ("inside/sub/deep/c.txt", "c"),
        ] {
            fs::write(place.0.path().join(path), text).expect("it can be written");
        }
        place
    }

    fn inside(&self) -> PathBuf {
        self.0.path().join("inside")
    }

    fn link(&self, target: impl AsRef<Path>, path: &str) {
        symlink(target, self.inside().join(path)).expect("it can be made");
    }

    /// Returns a context whose functions read the files of the inner folder.
    fn context(&self) -> EvalContext {
        let mut context = EvalContext::new();
        let folder = Folder::new(self.inside()).expect("it is there");
        Functions::new().files(folder).register(&mut context);
        context.set("here", self.inside().to_str().expect("it is text"));
        context
    }

    /// Evaluates an expression, and returns its value or the text of its error.
    fn result(&self, text: &str) -> String {
        match evaluate_in(&self.context(), text).into_result() {
            Ok(value) => value.to_string(),
            Err(error) => {
                let details: Vec<_> = error.diagnostics().iter().map(|it| it.detail().to_owned()).collect();
                details.join("\n")
            }
        }
    }
}

#[test]
fn files_in_the_folder_are_read() {
    let place = Place::new();
    place.link("sub/b.txt", "link.txt");
    place.link("../a.txt", "sub/back.txt");
    place.link("sub", "other");
    check_each(
        &[
            (r#"file("a.txt")"#, r#""a""#),
            (r#"file("./sub/../a.txt")"#, r#""a""#),
            (r#"file("link.txt")"#, r#""b""#),
            (r#"file("sub/back.txt")"#, r#""a""#),
            (r#"file("other/deep/c.txt")"#, r#""c""#),
            (r#"file("${here}/sub/b.txt")"#, r#""b""#),
            (
                r#"[fileexists("a.txt"), fileexists("none"), fileexists("${here}/none/a")]"#,
                "[true, false, false]",
            ),
            (
                r#"fileset(".", "**/*.txt")"#,
                r#"["a.txt", "link.txt", "other/b.txt", "other/back.txt", "other/deep/c.txt", "sub/b.txt", "sub/back.txt", "sub/deep/c.txt"]"#,
            ),
            (r#"fileset(here, "*")"#, r#"["a.txt", "link.txt"]"#),
            (r#"fileset("none", "*")"#, "[]"),
        ],
        |(text, expected)| assert_eq!(&place.result(text), expected, "{text}"),
    );
}

#[test]
fn nothing_outside_of_the_folder_can_be_seen() {
    let place = Place::new();
    let outside = place.0.path().join("secret.txt");
    place.link("../secret.txt", "relative");
    place.link(&outside, "absolute");
    place.link("../none.txt", "dangling");
    place.link("..", "above");
    place.link("/proc/self/environ", "environment");
    place.link(place.inside().join("a.txt"), "absolute_inside");
    let mut paths = vec!["/etc/passwd", "/etc/none", "/etc/passwd/none", "../secret.txt", "../none.txt"];
    paths.extend(["sub/../../secret.txt", "sub/../../none.txt", "../secret.txt/none", "..", "/"]);
    paths.extend(["relative", "relative/none", "absolute", "absolute/none", "dangling", "above/secret.txt"]);
    paths.extend(["above/none.txt", "above", "environment", "absolute_inside"]);
    check_each(&paths, |path| {
        let expected = format!(
            "\"{path}\" is not a file that can be read: the path leaves the folder of the configuration"
        );
        for call in
            ["file(PATH)", "filebase64(PATH)", "fileexists(PATH)", "filemd5(PATH)", "templatefile(PATH, {})"]
        {
            let shown = place.result(&call.replace("PATH", &format!("{path:?}")));
            assert!(shown.contains(&expected), "{call} of {path}: {shown}");
        }
    });
    check_each(&["/etc", "/none", "..", "../none", "above"], |path| {
        let shown = place.result(&format!("fileset({path:?}, \"*\")"));
        assert!(shown.contains("the path leaves the folder of the configuration"), "{path}: {shown}");
    });
    // Links that leave the folder are left out, whether their targets exist or not.
    let expected = r#"["a.txt", "sub/b.txt", "sub/deep/c.txt"]"#;
    assert_eq!(place.result(r#"fileset(".", "**")"#), expected);
}

#[test]
fn only_regular_files_are_read() {
    let place = Place::new();
    let made = Command::new("mkfifo").arg(place.inside().join("pipe")).status().expect("it runs");
    assert!(made.success());
    check_each(
        &[
            ("pipe", "it is not a regular file"),
            ("sub", "it is a folder"),
            ("none", "No such file or directory (os error 2)"),
        ],
        |(path, reason)| {
            let expected = format!("{path:?} is not a file that can be read: {reason}");
            for call in ["file(PATH)", "filebase64(PATH)", "filesha1(PATH)", "templatefile(PATH, {})"] {
                let shown = place.result(&call.replace("PATH", &format!("{path:?}")));
                assert!(shown.contains(&expected), "{call} of {path}: {shown}");
            }
        },
    );
    let shown = place.result(r#"fileexists("pipe")"#);
    assert!(shown.contains("\"pipe\" is not a file that can be read: it is not a regular file"), "{shown}");
    assert_eq!(place.result(r#"fileset(".", "*")"#), r#"["a.txt"]"#);
}

#[test]
fn a_link_that_changes_meanwhile_never_leads_out_of_the_folder() {
    let place = Place::new();
    let folder = Folder::new(place.inside()).expect("it is there");
    let (link, new) = (place.inside().join("link"), place.inside().join("new"));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for target in ["a.txt", "../secret.txt"] {
                    symlink(target, &new).expect("it can be made");
                    fs::rename(&new, &link).expect("it can be renamed");
                }
            }
        });
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(300) {
            if let Ok(content) = folder.read("link", 100) {
                assert_eq!(content, b"a");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_search_enters_no_folder_again_by_a_link() {
    let place = Place::new();
    place.link(".", "sub/deep/x");
    place.link("../../sub", "sub/deep/y");
    place.link("..", "sub/z");
    place.link("sub/deep", "w");
    let expected = r#"["a.txt", "sub/b.txt", "sub/deep/c.txt", "w/c.txt", "w/y/b.txt"]"#;
    assert_eq!(place.result(r#"fileset(".", "**/*.txt")"#), expected);
}

#[test]
fn a_search_is_charged_for_each_request_to_the_system() {
    let place = Place::new();
    // Each folder has two links to the next one, so there are 2^40 paths.
    for level in 0..40 {
        let folder = place.inside().join(format!("l{level}"));
        fs::create_dir(&folder).expect("it can be made");
        for name in ["a", "b"] {
            symlink(format!("../l{}", level + 1), folder.join(name)).expect("it can be made");
        }
    }
    let many = place.inside().join("many");
    fs::create_dir(&many).expect("it can be made");
    (0..2_000).for_each(|number| fs::write(many.join(number.to_string()), "").expect("it can be written"));
    let mut context = place.context();
    for (limits, expression) in [
        (Limits::DEFAULT, r#"fileset("l0", "**")"#),
        (Limits::strict(), r#"fileset("l0", "**")"#),
        (Limits::strict(), r#"fileset("many", "*")"#),
    ] {
        context.set_limits(limits);
        let start = Instant::now();
        let error = evaluate_in(&context, expression).into_result().expect_err("it exceeds a limit");
        assert_eq!(error.category(), Category::Limit, "{error}");
        assert!(start.elapsed() < Duration::from_secs(10), "{expression}: {:?}", start.elapsed());
    }
}
