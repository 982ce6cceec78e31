//! Files of cases: texts, each with its output.
//!
//! The first line of a file describes its cases. A case begins with a line `===`. Its
//! text ends before the next line `---`, which is followed by its output. `UPDATE_CASES=1`
//! rewrites the outputs, to be reviewed.

use std::fs;

/// Compares the output for each text of a file in `tests/` with the expected output in the file,
/// and reports all differences.
#[track_caller]
pub fn check_file(name: &str, print: impl Fn(&str) -> String) {
    let path = crate::root().join("tests").join(name);
    let written = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut shown = written.lines().next().expect("a line above the cases").to_owned() + "\n";
    let mut differences = String::new();
    for (text, expected) in split(&written) {
        let found = print(text);
        if found != expected {
            differences += &format!("===\n{text}\n--- expected\n{expected}\n--- found\n{found}\n\n");
        }
        shown += &format!("\n===\n{text}\n---\n{found}\n");
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(&path, shown).expect("it can be written");
    } else {
        assert!(differences.is_empty(), "{name}:\n{differences}");
        assert_eq!(shown, written, "{name} is not in the form of UPDATE_CASES=1");
    }
}

/// The cases of a file: each text, and the output below it.
pub fn split(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let cases = file.trim_end_matches('\n').split("\n\n===\n").skip(1);
    cases.map(|case| case.split_once("\n---\n").expect("a line `---`"))
}
