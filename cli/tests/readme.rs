//! The `README.md` of the package. Blocks of the language `console` are terminal sessions, which
//! are followed in their order from an empty folder on. Blocks with the name of a file after the
//! language are files there, and rows of tables that begin with a command have the exit code and a
//! part of the error. `UPDATE_CASES=1` rewrites the blocks.

use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use test_support::picture::terminal;
use test_support::rows::check_each;

use crate::{Folder, run};

/// Returns the name of the page, and its text.
fn page() -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&path).expect("it can be read");
    (path, text)
}

/// Returns an empty folder with the files of the examples.
fn examples() -> Folder {
    let folder = Folder::new([]);
    assert!(folder.run(" examples .").starts_with(".: "));
    folder
}

/// Returns what a terminal shows for the commands of a session that begins in a folder. The folder
/// is then the one of the next session.
fn session(commands: &[&str], folder: &mut PathBuf) -> String {
    let mut shown = String::new();
    let mut is_first = true;
    for command in commands {
        let space = if std::mem::take(&mut is_first) { "" } else { "\n" };
        let Some(command) = command.strip_prefix("hcl") else {
            let inner = command.strip_prefix("cd ").expect("it changes the folder");
            folder.push(inner);
            assert!(folder.is_dir(), "there is no folder {inner}");
            writeln!(shown, "$ {command}").expect("strings take all");
            continue;
        };
        writeln!(shown, "{space}$ hcl{command}").expect("strings take all");
        let output = run(command, folder);
        let lines = output.lines().filter(|line| !line.starts_with("? "));
        for line in lines.map(|line| line.strip_prefix("! ").unwrap_or(line.trim_start_matches('!'))) {
            writeln!(shown, "{}", line.trim_end()).expect("strings take all");
        }
    }
    shown
}

#[test]
fn sessions_and_files_of_the_readme_are_real() {
    let (path, written) = page();
    // The page is followed in an empty folder: a file that it does not write is not there.
    let empty = Folder::new([]);
    let mut folder = empty.path("");
    let mut shown = String::new();
    let mut lines = written.lines();
    let mut sessions = 0;
    while let Some(line) = lines.next() {
        writeln!(shown, "{line}").expect("strings take all");
        let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match language.split_once(' ') {
            Some((_, file)) => shown += &fs::read_to_string(folder.join(file)).expect("the file is written"),
            None if language == "console" => {
                sessions += 1;
                let commands: Vec<&str> = block.iter().filter_map(|line| line.strip_prefix("$ ")).collect();
                shown += &session(&commands, &mut folder);
            }
            None => block.iter().for_each(|line| writeln!(shown, "{line}").expect("strings take all")),
        }
        shown.push_str("```\n");
    }
    assert!(sessions >= 4, "only {sessions} sessions were run");
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(path, shown).expect("it can be written");
    } else {
        assert_eq!(shown, written);
    }
}

/// The README of the library checks them.
#[test]
fn the_examples_of_the_library_have_no_mistakes() {
    let shown = run(" check examples", test_support::root());
    assert!(shown.contains("files: no errors"), "{shown}");
}

/// Returns what `hcl console` shows for lines that are typed one after the other.
fn console(lines: &[&str]) -> String {
    let output = |count: usize| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_hcl"))
            .args(["console", "--color", "always"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut input = process.stdin.take().expect("it is piped");
        input.write_all(lines[..count].join("\n").as_bytes()).expect("it reads all lines");
        drop(input);
        let output = process.wait_with_output().expect("it ends");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it is text"))
    };
    let mut shown = String::new();
    let mut before = output(0);
    for (line, count) in lines.iter().zip(1..) {
        let after = output(count);
        writeln!(shown, "> {line}").expect("strings take all");
        for (before, after) in before.iter().zip(&after) {
            shown += after.strip_prefix(before.as_str()).expect("earlier lines show the same");
        }
        before = after;
    }
    shown
}

#[test]
fn the_files_of_the_examples_replace_no_files() {
    let folder = Folder::new([("site.hcl", "a = 1\n")]);
    let exists = "? 2\n! error: cannot write ./site.hcl: File exists (os error 17)\n";
    assert_eq!(folder.run(" examples ."), exists);
    assert_eq!(folder.text("site.hcl"), "a = 1\n");
}

#[test]
fn the_pictures_of_the_readme_are_real() {
    let (path, _) = page();
    let folder = examples();
    let in_color = |command: &str| {
        let shown = session(&[&format!("hcl --color always{command}")], &mut folder.path(""));
        shown.replace("ESC", "\u{1b}").replace(" --color always", "")
    };
    let lines = [
        r#"servers = [{ name = "web", port = 80 }, { name = "db", port = 5432 }]"#,
        "servers[*].name",
        "{ for s in servers : s.name => s.port + 8000 if s.port < 1024 }",
        ":type servers[0]",
        "upper(servers[0].nmae)",
    ];
    for (file, shown) in [
        ("check.svg", in_color(" check broken.hcl")),
        ("edit.svg", in_color(" set --diff service.web.image '\"web:2\"' site.hcl")),
        ("console.svg", console(&lines)),
    ] {
        let path = path.with_file_name("images").join(file);
        let picture = terminal(&shown);
        if std::env::var_os("UPDATE_CASES").is_some() {
            fs::write(path, picture).expect("it can be written");
        } else {
            assert_eq!(picture, fs::read_to_string(path).expect("it can be read"), "{file}");
        }
    }
}

#[test]
fn errors_in_the_tables_of_the_readme_are_real() {
    let (_, written) = page();
    let folder = examples();
    let rows: Vec<&str> = written.lines().filter(|line| line.starts_with("| `hcl ")).collect();
    assert!(rows.len() >= 20, "only {} rows were found", rows.len());
    check_each(&rows, |row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [command, code, message] = cells[..] else { panic!("{row} has no three cells") };
        let command = command.trim_matches('`').strip_prefix("hcl").expect("it is a command");
        let shown = folder.run(command);
        assert!(shown.starts_with(&format!("? {code}\n")), "{row}\n{shown}");
        assert!(shown.contains(message.trim_matches('`')), "{row}\n{shown}");
    });
}
