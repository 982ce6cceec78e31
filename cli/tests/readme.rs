//! The `README.md` of the package. Blocks of the language `console` are terminal sessions in
//! `data/`, blocks with the name of a file after the language are files there, and rows of tables
//! that begin with a command have the exit code and a part of the error. `UPDATE_CASES=1` rewrites
//! the blocks.

use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use test_support::picture::terminal;
use test_support::rows::check_each;

use crate::run;

/// Returns the name of the page, its text, and the folder in which its commands run.
fn page() -> (std::path::PathBuf, String, std::path::PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("README.md");
    let text = fs::read_to_string(&path).expect("it can be read");
    (path, text, root.join("tests/data"))
}

/// Returns what a terminal shows for the commands of a session.
fn session(commands: &[&str], folder: &Path) -> String {
    let mut shown = String::new();
    for (number, command) in commands.iter().enumerate() {
        let space = if number == 0 { "" } else { "\n" };
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
    let (path, written, folder) = page();
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
            Some((_, file)) => shown += &fs::read_to_string(folder.join(file)).expect("the file is there"),
            None if language == "console" => {
                sessions += 1;
                let commands: Vec<&str> =
                    block.iter().filter_map(|line| line.strip_prefix("$ hcl")).collect();
                shown += &session(&commands, &folder);
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
fn the_pictures_of_the_readme_are_real() {
    let (path, _, folder) = page();
    let in_color = |command: &str| {
        let shown = session(&[&format!(" --color always{command}")], &folder);
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
    let (_, written, folder) = page();
    let rows: Vec<&str> = written.lines().filter(|line| line.starts_with("| `hcl ")).collect();
    assert!(rows.len() >= 20, "only {} rows were found", rows.len());
    check_each(&rows, |row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [command, code, message] = cells[..] else { panic!("{row} has no three cells") };
        let command = command.trim_matches('`').strip_prefix("hcl").expect("it is a command");
        let shown = run(command, &folder);
        assert!(shown.starts_with(&format!("? {code}\n")), "{row}\n{shown}");
        assert!(shown.contains(message.trim_matches('`')), "{row}\n{shown}");
    });
}
