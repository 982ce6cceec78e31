//! The README: its length, its program, its picture, and the figures it shares with other pages.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{Error, Options, diag::Renderer};

use test_support::picture::terminal;

use super::{read, root};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    service: BTreeMap<String, Service>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    image: String,
    #[serde(default)]
    ports: Vec<u16>,
}

/// The blocks of code in a language, in order.
fn code<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let opening = format!("\n```{language}\n");
    page.split(&opening).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

fn decode(text: &str) -> Result<Config, Error> {
    Options::new().file_name("site.hcl").from_str(text)
}

/// Definitions of links are not shown.
#[test]
#[ignore = ".ci/run checks counts"]
fn the_readme_shows_at_most_200_lines() {
    let readme = read("README.md");
    let is_definition = |line: &&str| line.starts_with('[') && line.contains("]: ");
    assert!(readme.lines().filter(|line| !is_definition(line)).count() <= 200);
}

/// Other renderers show the lines that rustdoc hides.
#[test]
fn no_page_has_hidden_lines() {
    for page in ["README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", "benches/README.md"] {
        for block in code(&read(page), "rust") {
            assert!(!block.lines().any(|line| line.trim_start().starts_with("# ")), "{page}: {block}");
        }
    }
}

#[test]
fn the_program_prints_the_output_in_the_readme() {
    let readme = read("README.md");
    let program = code(&readme, "rust,no_run")[0];
    // The types above are those of the program.
    for line in
        ["service: BTreeMap<String, Service>,", "image: String,", "ports: Vec<u16>,", "deny_unknown_fields"]
    {
        assert!(program.contains(line), "the program has no {line}");
    }
    let text = code(&readme, "hcl")[0];
    for (name, Service { image, ports }) in decode(text).expect("the file is valid").service {
        let line = format!("{name}: {image} on {ports:?}");
        assert!(program.contains(&format!("; // {line}\n")), "{line}");
    }
    let error = decode(&text.replace("ports", "prots")).expect_err("the name is unknown");
    assert_eq!(format!("{error:#}"), code(&readme, "text")[0]);
}

#[test]
fn the_test_command_of_the_readme_is_that_of_the_checks() {
    let command = "cargo test --all-features";
    assert!(read("README.md").contains(&format!("`{command}`")));
    assert!(read(".ci/run").lines().any(|line| line == command));
}

#[test]
fn the_json_of_the_readme_is_decoded_to_the_same_type() {
    let readme = read("README.md");
    let text = readme.split('`').find(|text| text.starts_with("{\"service\"")).expect("it has JSON");
    let config: Config = serde_hcl::json::from_str(text).expect("it is valid");
    assert_eq!(config.service["web"].image, "web:2");
}

/// The rows of the table whose first line begins so, as cells.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let rows = page.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let cells = |row: &str| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    rows.take_while(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn the_comparison_is_part_of_the_full_one() {
    let full = table(&read("docs/comparison.md"), "| | serde_hcl |");
    let rows = table(&read("README.md"), "| | serde_hcl |");
    assert_eq!(rows.len(), 5);
    for row in rows {
        assert!(full.iter().any(|other| other[..4] == row[..]), "docs/comparison.md has no row {row:?}");
    }
}

#[test]
fn the_figures_of_speed_are_those_of_the_benchmarks() {
    let full = table(&read("benches/README.md"), "| work | size |");
    let rows = table(&read("README.md"), "| work | serde_hcl |");
    assert_eq!(rows.len(), 5);
    for row in rows {
        let [work, ours, theirs, ratio] = &row[..] else { panic!("{row:?} has not four cells") };
        let expected = [work, "100 KB", ours, "hcl-rs", theirs, ratio];
        let is_listed = full.iter().any(|other| other[..6] == expected);
        assert!(is_listed, "benches/README.md has no row {expected:?}: run benches/peers/run");
    }
}

#[test]
fn the_table_of_the_benchmarks_has_the_measurements() {
    let table = table(&read("benches/README.md"), "| work | size |");
    let text = read("benches/results.csv");
    let lines = text.lines().filter(|line| line.starts_with("release,") && !line.contains(",serde_hcl,"));
    assert_eq!(table.len(), lines.clone().count());
    assert!(table.len() > 40, "only {} measurements", table.len());
    for (row, line) in table.iter().zip(lines) {
        // The last fields are the length, the time in nanoseconds, the lowest and the highest
        // ratio, the instructions, the peak and the allocations.
        let fields: Vec<_> = line.rsplitn(8, ',').collect();
        let nanoseconds: f64 = fields[5].parse().expect("the time is a number");
        let time = match nanoseconds {
            ..1e3 => format!("{nanoseconds:.0} ns"),
            1e3..1e6 => format!("{:.1} µs", nanoseconds / 1e3),
            1e6..1e9 => format!("{:.1} ms", nanoseconds / 1e6),
            _ => format!("{:.2} s", nanoseconds / 1e9),
        };
        let work = fields[7].replace("\"\"", "\"");
        assert!(work.contains(&row[0]), "{line}: {row:?} is about other work");
        assert_eq!(row[4], time, "{line}");
    }
}

#[test]
fn the_table_of_costs_has_the_measurements() {
    let text = read("benches/cost.csv");
    let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(table(&read("benches/README.md"), "| crate | crates it depends on |"), lines);
    assert_eq!(lines.len(), 3);
    let seconds: Vec<f64> = lines.iter().map(|line| line[2].parse().expect("it is a number")).collect();
    let [ours, hcl_rs, toml] = seconds[..] else { panic!("{seconds:?} has not three crates") };
    let readme = read("README.md").replace('\n', " ");
    let sentence = format!("takes {ours:.0} CPU seconds (hcl-rs: {hcl_rs:.0}, toml: {toml:.0})");
    assert!(readme.contains(&sentence), "the README does not have {sentence:?}");
}

/// The versions that the pages name are those that the measurements use.
#[test]
fn the_compared_versions_are_those_of_the_benchmarks() {
    // The manifest is not part of the package.
    let Ok(manifest) = std::fs::read_to_string(root().join("benches/peers/Cargo.toml")) else { return };
    let version = |name: &str| {
        let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")));
        line.expect("it is a dependency").trim_end_matches('"').to_owned()
    };
    let sentence = format!("hcl-rs {} with hcl-edit {}", version("hcl-rs"), version("hcl-edit"));
    assert!(read("docs/comparison.md").contains(&sentence), "{sentence:?}");
}

const PICTURE: &str = "docs/images/error.svg";

const PICTURED: &str = "\
service \"web\" {
  image = \"web:1.2\"
  prots = [80, 443]
}

service \"db\" {
  ports = [5432, 65536]
}
";

/// `UPDATE_CASES=1` rewrites the picture.
#[test]
fn the_picture_shows_the_errors_of_this_version() {
    let error = decode(PICTURED).expect_err("the file has errors");
    let picture = terminal(&Renderer::new().color(true).render(error.diagnostics()));
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(root().join(PICTURE), picture).expect("it can be written");
    } else {
        assert_eq!(picture, read(PICTURE), "{PICTURE} is out of date");
    }
}
