//! The program on a terminal.

use std::process::Command;

use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

use crate::{Folder, words};

/// Starts a command on a terminal.
fn start(arguments: &str, folder: &Folder) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
    command.args(words(arguments)).current_dir(folder.path("")).env("TERM", "xterm").env("NO_COLOR", "1");
    let options = Options::new().timeout_ms(Some(20_000)).strip_ansi_escape_codes(true);
    spawn_with_options(command, options).expect("it starts")
}

/// The end of a line after which the input is continued.
const CONTINUED: &str = "\r\n";

/// The start of the next input.
const PROMPT: &str = "\r> ";

/// Types texts, and waits for the output after each, and for the prompt unless the input is
/// continued.
fn type_each<'t>(session: &mut PtySession, steps: impl IntoIterator<Item = (&'t str, &'t str)>) {
    session.exp_string(PROMPT).expect("it starts");
    for (typed, expected) in steps {
        session.send(typed).and_then(|_| session.flush()).expect("it can be typed");
        let mut shown = session.exp_string(expected);
        if expected != CONTINUED && !expected.ends_with(PROMPT) {
            shown = shown.and_then(|_| session.exp_string(PROMPT));
        }
        shown.unwrap_or_else(|error| panic!("{typed:?}: {error}"));
    }
}

#[test]
fn the_console_continues_open_inputs_completes_names_and_recalls_lines() {
    let folder = Folder::new([(
        "main.tf",
        "variable \"region\" {}\nlocals {\n  size = 4\n  site = \"${var.region}-1\"\n}\n",
    )]);
    let mut session = start("console . --var region=eu --history lines", &folder);
    type_each(
        &mut session,
        [
            ("local.size * 2\r", "8\r\n"),
            ("{\r", CONTINUED),
            ("a = [1,\r\r", CONTINUED),
            ("2] }\r", "{ a = [1, 2] }\r\n"),
            ("<<E\r", CONTINUED),
            ("one\r\rE\r", "\"one\\n\\n\"\r\n"),
            ("locals {\r", CONTINUED),
            ("extra = \"${local.site}!\"\r}\r", "}\r\n"),
            ("local.extra\r", "\"eu-1!\"\r\n"),
            // Tab completes the name of a function, and the attribute of a definition.
            ("uppe\t\"x\")\r", "\"X\"\r\n"),
            ("local.ex\t\r", "\"eu-1!\"\r\n"),
            ("count = local.size + 1\r", "+ 1\r\n"),
            ("cou\t * 2\r", "10\r\n"),
            (":type count\r", "number\r\n"),
            (":help\r", "Two empty lines end it.\r\n"),
            // An unfinished input is canceled with Ctrl-C, or ended with two empty lines.
            ("[1,\r", CONTINUED),
            ("\u{3}", "\r\n\r> "),
            ("[1,\r\r\r", "Unclosed bracket"),
            // The arrow recalls the input before.
            ("count * 3\r", "15\r\n"),
            ("\u{1b}[A\r", "15\r\n"),
            ("local.nothing\r", "there is no definition of \"local.nothing\""),
        ],
    );
    session.send("\u{4}").and_then(|_| session.flush()).expect("it can be typed");
    session.exp_eof().expect("it ends");
    assert!(folder.text("lines").contains("count * 3"));

    let mut session = start("console --history lines", &folder);
    type_each(&mut session, [("\u{1b}[A\r", "there is no definition of \"local.nothing\"")]);
    session.send("\u{4}").and_then(|_| session.flush()).expect("it can be typed");
    session.exp_eof().expect("it ends");
}

#[test]
fn lines_that_are_typed_before_the_prompt_are_evaluated() {
    let folder = Folder::new([]);
    let mut session = start("console --history lines", &folder);
    session.send("1 + 1\r2 + 2\r3 + 3").and_then(|_| session.flush()).expect("it can be typed");
    for expected in ["2\r\n", "4\r\n", "3 + 3"] {
        session.exp_string(PROMPT).and_then(|_| session.exp_string(expected)).expect("it is evaluated");
    }
    session.send("\r\u{4}").and_then(|_| session.flush()).expect("it can be typed");
    assert!(session.exp_eof().expect("it ends").contains("6\r\n"));
}

#[test]
fn raw_values_end_with_a_newline_on_a_terminal_only() {
    let folder = Folder::new([("a.hcl", "name = \"web\"\n")]);
    for command in ["eval --raw '\"web\"'", "get --raw name a.hcl"] {
        let shown = start(command, &folder).exp_eof().expect("it ends");
        assert_eq!(shown, "web\r\n", "{command}");
        assert_eq!(folder.run(&format!(" {command}")), "web", "{command}");
    }
}

#[test]
fn a_difference_on_a_terminal_has_no_control_characters_of_the_content() {
    let text = "a=\"\u{1b}[31mx\u{202e}\u{7}\u{85}\"\t# \u{1b}]0;title\u{7}\r\nb=1 # \u{1b}[2J\r\n";
    let folder = Folder::new([("a.tf", text)]);
    for command in ["fmt --diff a.tf", "set b 2 --diff a.tf"] {
        let mut session = start(command, &folder);
        let shown = session.exp_eof().expect("it ends");
        let content = r##""\u{1b}[31mx\u{202e}\u{7}\u{85}""##;
        assert!(shown.contains(content) && shown.contains(r"# \u{1b}]0;title\u{7}"), "{shown:?}");
        assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{85}']), "{shown:?}");
    }
    // Elsewhere, the differences can be applied.
    let shown = folder.run(" fmt --diff a.tf");
    assert!(shown.contains("+a = \"ESC[31mx\u{202e}\u{7}\u{85}\""), "{shown:?}");
}
