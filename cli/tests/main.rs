//! The program `hcl`, as a process.
//!
//! Each file in `cases/` has the form of a terminal session. A line with `$` is a command, run in
//! `data/`, with environment variables before it. Below it are the exit code (`? 1`, unless it is
//! 0), the text on standard error (with `! ` before each line), and the text on standard output.
//! `UPDATE_CASES=1` rewrites the files, to be reviewed.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[cfg(unix)]
mod editors;
mod in_place;
mod lsp;
mod one_type;
mod readme;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod terminal;

use test_support::rows::check_each;

#[test]
fn commands_answer_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder.join("cases"))
        .expect("there are cases")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    cases.sort();
    let mut commands = 0;
    check_each(&cases, |case| {
        let written = fs::read_to_string(case).expect("it can be read");
        let mut shown = String::new();
        let lines: Vec<&str> = [""].into_iter().chain(written.lines()).chain([""]).collect();
        // A heading has blank lines around it. The output of a command can have comments, too.
        let is_kept = |around: &&[&str]| {
            around[1].starts_with("$ ")
                || around[1].starts_with('#') && around[0].is_empty() && around[2].is_empty()
        };
        for line in lines.windows(3).filter(is_kept).map(|around| around[1]) {
            let space = if shown.is_empty() { "" } else { "\n" };
            writeln!(shown, "{space}{line}").expect("strings take all");
            if let Some((variables, command)) = line.strip_prefix('$').and_then(|it| it.split_once(" hcl")) {
                commands += 1;
                shown.push_str(&run_with(variables, command, &folder.join("data")));
            }
        }
        let shown = tidy(&shown);
        if std::env::var_os("UPDATE_CASES").is_some() {
            fs::write(case, shown).expect("it can be written");
        } else {
            assert_eq!(shown, written, "{}", case.display());
        }
    });
    assert!(commands > 40, "only {commands} commands were run");
}

#[test]
fn completions_have_all_commands_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&format!(" completions {shell}"), Path::new("."));
        for name in [
            "check",
            "fmt",
            "to-json",
            "from-json",
            "eval",
            "get",
            "explain",
            "examples",
            "--var-file",
            "--if",
        ] {
            assert!(script.contains(name.trim_start_matches('-')), "{shell} has no {name}");
        }
    }
}

#[test]
fn all_commands_have_a_manual_page() {
    let folder = Folder::new([]);
    assert_eq!(folder.run(" man --folder ."), "");
    assert!(folder.text("hcl.1").contains("hcl\\-check(1)"), "{}", folder.text("hcl.1"));
    for command in ["check", "fmt", "to-json", "eval", "edit", "examples", "man"] {
        let page = folder.text(&format!("hcl-{command}.1"));
        assert_eq!(page, folder.run(&format!(" man {command}")), "{command}");
        assert!(page.contains(".SH OPTIONS"), "{page}");
    }
}

#[test]
fn the_version_has_the_commit_if_there_is_one() {
    let version = run(" --version", Path::new("."));
    let commit =
        version.strip_prefix(concat!("hcl ", env!("CARGO_PKG_VERSION"))).expect("it has the version");
    let is_commit = |text: &str| text.len() >= 7 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let named = commit.strip_prefix(" (commit ").and_then(|rest| rest.strip_suffix(")\n"));
    assert!(commit == "\n" || named.is_some_and(is_commit), "{version}");
}

#[test]
fn many_files_are_reported_in_order_and_without_a_bar_outside_of_a_terminal() {
    let folder = Folder::new([]);
    for number in 0..200 {
        let text = if number % 50 == 7 { "name = \n" } else { "name = \"web\"\n" };
        folder.write(&format!("{number:03}.hcl"), text);
    }
    let report = folder.run(" check .");
    let places: Vec<_> = report.lines().filter(|line| line.starts_with(" --> ")).collect();
    assert_eq!(places, ["007", "057", "107", "157"].map(|name| format!(" --> ./{name}.hcl:1:8")));
    let advice = "Run hcl explain missing-value for an explanation.\n";
    assert!(report.ends_with(&format!("200 files: 4 errors\n{advice}")), "{report}");
    assert!(!report.lines().any(|line| line.starts_with('!')), "{report}");
}

#[test]
#[cfg(target_os = "linux")]
fn files_with_any_name_are_read_and_shown_without_control_characters() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new([]);
    let names: [&[u8]; 4] = [b"a\xff.hcl", b"b\x1bm.hcl", "c\u{202e}x.hcl".as_bytes(), b"d\nerror: no.hcl"];
    for name in names {
        fs::write(folder.0.path().join(OsStr::from_bytes(name)), "name = \n").expect("it can be written");
    }
    let shown = ["a\u{fffd}.hcl", r"b\u{1b}m.hcl", r"c\u{202e}x.hcl", r"d\nerror: no.hcl"];
    let report = folder.run(" check .");
    let places: Vec<_> = report.lines().filter(|line| line.starts_with(" --> ")).collect();
    assert_eq!(places, shown.map(|name| format!(" --> ./{name}:1:8")));
    let advice = "Run hcl explain missing-value for an explanation.\n";
    assert!(report.ends_with(&format!("4 files: 4 errors\n{advice}")), "{report}");

    let report = folder.run(" check --format json .");
    for name in ["a\u{fffd}.hcl", r"b\u001bm.hcl", r"c\u202ex.hcl", r"d\nerror: no.hcl"] {
        assert!(report.contains(&format!("\"filename\": \"./{name}\"")), "{name} in {report}");
    }
    for command in ["check", "fmt", "to-json", "from-json", "get a", "eval a --var-file"] {
        let report = folder.run(&format!(" {command} b\u{1b}m.hcl"));
        assert!(report.contains(r" --> b\u{1b}m.hcl:1:"), "{report}");
        let report = folder.run(&format!(" {command} absent\u{1b}m.hcl"));
        let absent = "! error: cannot read absent\\u{1b}m.hcl: No such file or directory (os error 2)\n";
        assert_eq!(report, format!("? 2\n{absent}"));
    }
}

/// A temporary folder with files.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Self {
        let folder = Self(tempfile::tempdir().expect("it can be made"));
        files.into_iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    fn metadata(&self, name: &str) -> fs::Metadata {
        fs::metadata(self.path(name)).expect("it is there")
    }

    fn run(&self, command: &str) -> String {
        run(command, self.0.path())
    }

    /// The number of files.
    fn len(&self) -> usize {
        fs::read_dir(self.0.path()).expect("it is there").count()
    }
}

/// The results of a command, in the form of the cases.
fn run(command: &str, folder: &Path) -> String {
    run_with("", command, folder)
}

/// The results of a command with environment variables, each as NAME=VALUE.
fn run_with(variables: &str, command: &str, folder: &Path) -> String {
    let (arguments, input) = command.split_once(" < ").unwrap_or((command, ""));
    let stdin = match input.trim() {
        "" => Stdio::null(),
        file => File::open(folder.join(file)).expect("the input is there").into(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
        .args(words(arguments))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100")
        .envs(variables.split_whitespace().filter_map(|variable| variable.split_once('=')))
        .stdin(stdin)
        .output()
        .expect("it runs");
    let mut shown = String::new();
    match output.status.code() {
        Some(0) => {}
        code => writeln!(shown, "? {}", code.expect("no signal ends it")).expect("strings take all"),
    }
    let text = |bytes| String::from_utf8(bytes).expect("it is text").replace('\u{1b}', "ESC");
    for line in text(output.stderr).lines() {
        writeln!(shown, "{}", format!("! {line}").trim_end()).expect("strings take all");
    }
    shown + &text(output.stdout)
}

/// Splits a text into words as a shell does: with single and double quotes, without escapes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for char in text.chars() {
        match quote {
            Some(end) if char == end => quote = None,
            None if char == '\'' || char == '"' => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            None if char == ' ' => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

/// No spaces at the ends of lines, and one newline at the end.
fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}
