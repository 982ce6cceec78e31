//! The picture of an editor in the README of the library. `UPDATE_CASES=1` rewrites it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use serde_hcl_lsp::Server;
use serde_json::Value;
use test_support::picture::terminal;
use test_support::root;

use crate::client::Client;

const PICTURE: &str = "docs/images/editor.svg";

const TEXT: &str = "\
service \"web\" {
  image = \"web:1.2\"
  prots = [80, 443]
}

service \"db\" {
  image = \"db:16\"
  ports = [5432, 65536]
}
";

/// The types of the example in the README.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "nothing is decoded")]
struct Config {
    service: BTreeMap<String, Service>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "nothing is decoded")]
struct Service {
    image: String,
    #[serde(default)]
    ports: Vec<u16>,
}

/// Returns a line as editors show it: its number, the text with the part that a diagnostic is
/// about, and the message after it.
fn row(number: usize, line: &str, diagnostics: &[Value]) -> String {
    let mut row = format!("\u{1b}[90m{:>3}\u{1b}[0m  ", number + 1);
    let position = |it: &Value, end: &str, part: &str| {
        it["range"][end][part].as_u64().and_then(|it| usize::try_from(it).ok()).expect("it is a number")
    };
    match diagnostics.iter().find(|it| position(it, "start", "line") == number) {
        None => row += line,
        Some(it) => {
            assert_eq!(position(it, "end", "line"), number, "the part is in one line");
            let (start, end) = (position(it, "start", "character"), position(it, "end", "character"));
            let message = it["message"].as_str().expect("it is text");
            write!(
                row,
                "{}\u{1b}[91;4m{}\u{1b}[0m{}  \u{1b}[31m\u{25a0} {message}\u{1b}[0m",
                &line[..start],
                &line[start..end],
                &line[end..]
            )
            .expect("a string takes any text");
        }
    }
    row.push('\n');
    row
}

#[test]
fn the_picture_of_the_readme_shows_the_diagnostics_of_the_server() {
    let mut client = Client::new(Server::for_type::<Config>());
    client.open("site.hcl", TEXT);
    let diagnostics = client.diagnostics("site.hcl");
    let diagnostics = diagnostics.as_array().expect("it is a list");
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
    let rows = TEXT.lines().enumerate().map(|(number, line)| row(number, line, diagnostics));
    let picture = terminal(&rows.collect::<String>());
    let path = root().join(PICTURE);
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(path, picture).expect("it can be written");
    } else {
        assert_eq!(picture, fs::read_to_string(path).expect("it can be read"), "{PICTURE} is out of date");
    }
}
