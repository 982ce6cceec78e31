//! Inputs without an end, and small ones with large values: each command ends, in little memory.

use std::fs;
use std::process::{Command, Stdio};

use crate::{Folder, words};
use test_support::rows::check_each;

/// The address space of a command, in kilobytes.
const MEMORY: u64 = 1_000_000;

/// Returns an expression whose value has another one twice, at a number of levels.
fn doubled(levels: usize, innermost: &str, pair: &str) -> String {
    (0..levels).fold(innermost.to_owned(), |inner, _| format!("[for x in [{inner}] : {pair}][0]"))
}

/// Runs a command with little memory. Returns the exit code, the length of the result, and the
/// errors.
fn run(command: &str, folder: &Folder) -> (Option<i32>, usize, String) {
    let (arguments, input) = command.split_once(" < ").unwrap_or((command, "/dev/null"));
    let mut process = Command::new("sh");
    process.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_hcl")]);
    let stdin = fs::File::open(folder.path(input)).expect("the input is there");
    let output = process
        .args(words(arguments))
        .current_dir(folder.path(""))
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::from(stdin))
        .output()
        .expect("it runs");
    let errors = String::from_utf8(output.stderr).expect("it is text");
    (output.status.code(), output.stdout.len(), errors)
}

#[test]
fn a_source_without_an_end_is_an_error() {
    let folder = Folder::new([("a.hcl", "a = 1\n")]);
    // A file that takes no space, but has more bytes than memory.
    let long = fs::File::create(folder.path("long")).expect("it can be made");
    long.set_len(1 << 40).expect("it can be made");
    let with_files = "check|check a.hcl --schema|check a.hcl --schema a.hcl --types|fmt|to-json|from-json|from-yaml|from-toml|eval 1|eval 1 --var-file|\
         graph|console --var-file|get a|set a 1|set a 1 -i|mv a b|add a";
    let with_input = "check|fmt --check -|to-json -|from-yaml -|eval -|console|rm a -";
    let with_files = with_files.split('|').map(|command| format!("{command} long"));
    let with_input = with_input.split('|').map(|command| format!("{command} < /dev/zero"));
    let commands: Vec<String> = with_files.chain(with_input).collect();
    check_each(&commands, |command| {
        let name = if command.contains(" < ") { "<stdin>" } else { "long" };
        let error = format!(
            "error: Text too long\n --> {name}\n  = It has more than the limit of 33554432 bytes. Split it into several \
             files.\n"
        );
        let (code, length, shown) = run(command, &folder);
        assert_eq!(code, Some(1), "{command}");
        if !command.contains("--types") {
            assert_eq!((length, shown), (0, error), "{command}");
        }
    });
}

#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let folder = Folder::new([("a.hcl", "a = 1\n")]);
    let commands = "--help|--version|help|help check|check --help|check a.hcl|get a a.hcl|eval 1|explain|man|completions bash|\
         fmt - < a.hcl|set a 2 a.hcl --diff|man check";
    check_each(&commands.split('|').collect::<Vec<_>>(), |command| {
        let (arguments, input) = command.split_once(" < ").unwrap_or((command, "a.hcl"));
        let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
            .args(words(arguments))
            .current_dir(folder.path(""))
            .stdin(fs::File::open(folder.path(input)).expect("it is there"))
            .stdout(fs::File::options().write(true).open("/dev/full").expect("it is there"))
            .output()
            .expect("it runs");
        let error = "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!(String::from_utf8_lossy(&output.stderr), error, "{command}");
        assert_eq!(output.status.code(), Some(2), "{command}");
    });
}

#[test]
fn a_language_server_ends_at_input_without_an_end() {
    let folder = Folder::new([("a.hcl", "a = 1\n")]);
    let (code, length, errors) = run("lsp < /dev/zero", &folder);
    assert_eq!((code, length, errors.as_str()), (Some(1), 0, "error: a header has no end\n"));
}

#[test]
fn aliases_of_yaml_that_multiply_a_text_are_an_error() {
    let folder = Folder::new([]);
    let level = |number: usize, form: &str| {
        form.replace("N", &number.to_string()).replace('P', &(number - 1).to_string())
    };
    let many = |first: &str, form: &str| -> String {
        std::iter::once(first.to_owned()).chain((1..40).map(|number| level(number, form))).collect()
    };
    folder.write("lists", &many("a0: &a0 [x, y]\n", "aN: &aN [*aP, *aP]\n"));
    folder.write("merges", &many("a0: &a0 {x: 1}\n", "aN: &aN {<<: [*aP, *aP]}\n"));
    for file in ["lists", "merges"].into_iter().step_by(test_support::step(2)) {
        let (code, length, error) = run(&format!("from-yaml < {file}"), &folder);
        assert_eq!((code, length), (Some(1), 0), "{error}");
        assert!(error.starts_with("error: Text too long\n --> <stdin>:"), "{error}");
    }
    let deep: String = (0..300).map(|it| format!("{}a:\n", " ".repeat(it))).collect();
    folder.write("deep", &deep);
    folder.write("dotted", &format!("{}a = 1\n", "a.".repeat(100_000)));
    for (command, message) in [
        ("from-yaml < deep", "error: Invalid YAML\n --> <stdin>:129:129\n"),
        ("from-toml < dotted", "error: Invalid TOML\n --> <stdin>:1:1\n"),
    ] {
        let (code, length, error) = run(command, &folder);
        assert_eq!((code, length), (Some(1), 0), "{error}");
        assert!(error.replace("   -->", " -->").starts_with(message), "{error}");
    }
}

#[test]
fn a_value_that_is_too_large_as_text_is_an_error() {
    let folder = Folder::new([]);
    let name = "k".repeat(1_000);
    let tuple = "[x, x]";
    for (file, expression) in [
        ("numbers", doubled(24, "1", tuple)),
        ("names", doubled(19, "1", &format!("{{ {name}a = x, {name}b = x }}"))),
        ("texts", doubled(19, &format!("\"{}\"", "\\u0001".repeat(60)), tuple)),
    ] {
        folder.write(file, &expression);
        folder.write(&format!("{file}.hcl"), &format!("a = {expression}\n"));
    }
    let chain: String = (1..2_000).map(|it| format!("  l{it} = [local.l{}]\n", it - 1)).collect();
    let chain = format!("locals {{\n  l0 = 1\n{chain}}}\n");
    folder.write("chain.tf", &chain);

    let parts = "The value is nested more than 256 levels deep or has more than 4194304 parts.";
    let bytes = "As text, it has more than the limit of 134217728 bytes.";
    let mut commands = vec![
        ("eval local.l1999 chain.tf".to_owned(), parts),
        ("eval --format json local.l1999 chain.tf".to_owned(), parts),
    ];
    for file in ["numbers", "names"] {
        commands.extend([
            (format!("eval - < {file}"), parts),
            (format!("eval --format json - < {file}"), parts),
            (format!("eval --raw - < {file}"), parts),
            (format!("console < {file}"), parts),
            (format!("get a {file}.hcl"), parts),
            (format!("get --format json a {file}.hcl"), parts),
            (format!("to-json --values {file}.hcl"), parts),
            (format!("to-json --values --compact {file}.hcl"), parts),
            (format!("to-yaml --values {file}.hcl"), parts),
            (format!("to-toml --values {file}.hcl"), parts),
        ]);
    }
    // Such texts are written up to the limit, which takes seconds.
    let long = [
        "get --format json a texts.hcl",
        "console < texts",
        "to-yaml --values texts.hcl",
        "to-toml --values texts.hcl",
    ];
    let long = long.into_iter().step_by(test_support::step(4));
    commands.extend(long.map(|command| (command.to_owned(), bytes)));
    for file in ["numbers", "names"] {
        let (status, length, error) = run(&format!("eval {file}.hcl"), &folder);
        assert_eq!((status, length), (Some(1), 0), "{error}");
        assert!(
            error.starts_with(&format!("error[value-too-large]: Value too large\n --> {file}.hcl:1:5\n")),
            "{error}"
        );
    }
    check_each(&commands, |(command, problem)| {
        // The program limits the length of texts, and its diagnostics have no code.
        let code = if *problem == bytes { "" } else { "[value-too-large]" };
        let error = format!("error{code}: Value too large\n  = {problem}\n");
        assert_eq!(run(command, &folder), (Some(1), 0, error), "{command}");
    });
}
