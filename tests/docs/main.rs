//! The documents agree with the code: the tests and items they name exist, links have targets,
//! every section of the specification is covered, and the core needs nothing that a sandbox does
//! not provide.

mod circles;
mod codes;
#[allow(dead_code, reason = "decoded for the errors")]
mod config;
mod examples;
mod functions;
mod guesses;
mod guide;
mod interface;
mod language;
mod links;
mod programs;
mod readme;
mod traits;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_hcl::Limits;
use test_support::root;

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder whose names end so, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The pages of the documentation, by name.
fn pages() -> BTreeMap<String, String> {
    let top = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "cli/README.md",
        "lsp/README.md",
        "terraform/README.md",
    ];
    // The package has no other packages.
    let top = top.map(|name| root().join(name)).into_iter().filter(|path| path.exists());
    let folders = ["src", "docs", "examples", "benches"];
    let pages = top.chain(folders.iter().flat_map(|folder| files(folder, ".md")));
    pages
        .map(|path| (path.strip_prefix(root()).expect("it is below the root").to_owned(), path))
        .map(|(name, path)| (name.display().to_string(), read(&path)))
        .collect()
}

/// The texts in backquotes.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn tests_that_are_named_exist() {
    let mut named = 0;
    for (name, page) in pages() {
        for reference in quoted(&page) {
            let Some((path, function)) = reference.split_once(".rs::") else { continue };
            let source = read(format!("{path}.rs"));
            assert!(source.contains(&format!("fn {function}(")), "{name} names {reference}");
            named += 1;
        }
    }
    assert!(named > 80, "only {named} tests are named");
}

/// The functions and rules that the steps for a new construct name.
#[test]
fn functions_that_contributing_names_exist() {
    let sources = [("src", ".rs"), ("tests", ".rs"), ("grammar", ".pest")];
    let sources = sources.into_iter().filter(|(folder, _)| root().join(folder).is_dir());
    let paths = sources.flat_map(|(folder, ending)| files(folder, ending));
    let manifests = ["Cargo.toml", "cli/Cargo.toml"].map(read);
    let code: String = paths.map(read).chain(manifests).collect();
    let page = read("CONTRIBUTING.md");
    let is_name =
        |text: &&str| text.contains('_') && text.chars().all(|it| it.is_ascii_lowercase() || it == '_');
    let names: Vec<&str> = quoted(&page).filter(is_name).collect();
    let missing: Vec<_> = names.iter().filter(|name| !code.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(names.len() > 3, "{names:?}");
}

/// The tables of limits have the values of the limits.
#[test]
fn limits_are_those_of_the_tables() {
    let columns = [Limits::DEFAULT, Limits::strict()].map(|limits| {
        let Limits { input, depth, digits, steps, bytes, elements, .. } = limits;
        [
            ("input", input),
            ("depth", depth.into()),
            ("digits", digits.into()),
            ("steps", steps),
            ("bytes", bytes),
            ("elements", elements),
        ]
    });
    for page in ["SECURITY.md", "src/guide/security.md"] {
        let text = read(page);
        for ((name, default), (_, strict)) in columns[0].into_iter().zip(columns[1]) {
            let row = format!("| `{name}` | {} | {} |", grouped(default), grouped(strict));
            assert!(text.contains(&row), "{page} has no row {row}");
        }
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The modules of the architecture in the order of its table, each once: `value` for `src/value/`.
fn modules() -> Vec<String> {
    let page = read("docs/architecture.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `src/")?.split('`').next());
    let mut modules: Vec<String> =
        rows.filter_map(|path| Some(path.split(['/', '.']).next()?.to_owned())).collect();
    modules.dedup();
    modules
}

#[test]
fn the_architecture_names_each_module_and_has_its_headings() {
    let page = read("docs/architecture.md");
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, ["Overview", "Data flow", "Modules", "Invariants", "How to add a construct"]);
    for path in quoted(&page).filter(|name| name.starts_with("src/")) {
        assert!(root().join(path).exists(), "architecture.md names {path}");
    }
    for path in files("src", "") {
        let path = path.strip_prefix(root()).expect("it is below the root");
        let folder = path.parent().expect("it is in a folder");
        let name = if folder == Path::new("src") {
            path.display().to_string()
        } else {
            format!("{}/", folder.display())
        };
        assert!(page.contains(&format!("| `{name}` |")), "architecture.md does not name {name}");
    }
}

#[test]
fn every_rule_of_the_grammar_quotes_an_example() {
    for path in files("grammar", ".pest") {
        let mut comment = String::new();
        for line in read(path).lines() {
            match line.strip_prefix("/// ") {
                Some(text) => comment += text,
                None if line.is_empty() => comment.clear(),
                None if line.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    assert!(comment.contains('`'), "{line}");
                }
                None => {}
            }
        }
    }
}

#[test]
fn imports_go_to_modules_above() {
    let modules = modules();
    for (position, module) in modules.iter().enumerate().filter(|(_, name)| *name != "lib") {
        let folder = root().join("src").join(module);
        for path in files("src", ".rs") {
            let is_exception = path.ends_with("diag/miette.rs");
            if is_exception || !(path.starts_with(&folder) || path == folder.with_extension("rs")) {
                continue;
            }
            let source = fs::read_to_string(&path).expect("it can be read");
            let imports =
                source.lines().filter_map(|line| line.split_once("use crate::")?.1.split([':', ';']).next());
            for import in imports {
                let below =
                    modules.iter().position(|other| other == import).is_some_and(|other| other > position);
                assert!(!below, "{} imports {import}", path.display());
            }
        }
    }
}

#[test]
fn each_row_of_the_comparison_names_a_test() {
    let page = read("docs/comparison.md");
    let mut tables = 0;
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, subject, ours, .., test, _] = cells[..] else { panic!("{line} has too few cells") };
        if subject.is_empty() {
            tables += 1;
            assert_eq!(test, "test", "{line}");
            continue;
        }
        rows += 1;
        assert!(test.contains(".rs::") || ours == "no", "{line}");
    }
    assert_eq!(tables, 3);
    assert!(rows > 60, "only {rows} rows");
}

#[test]
fn every_example_is_listed_and_has_its_command() {
    let page = read("examples/README.md");
    for path in files("examples", ".rs") {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        assert!(page.contains(&format!("`{name}`")), "examples/README.md does not list {name}");
        let source = read(&path);
        assert!(source.contains(&format!("cargo run --example {name}")), "{name} does not say it");
    }
}

#[test]
fn the_table_of_the_specification_has_all_sections() {
    let page = read("src/guide/specification.md");
    let folder = root().join("../shared/spec");
    // The specification is not part of the package.
    if !folder.is_dir() {
        return;
    }
    // These pages describe the documentation itself.
    let meta = [
        "Syntax Notation",
        "Lexical Elements",
        "Static Analysis",
        "Implementation Considerations",
        "Language-agnosticism",
    ];
    for (part, file) in [
        ("# Native syntax", "native-syntax.md"),
        ("# Information model", "information-model.md"),
        ("# JSON syntax", "json-syntax.md"),
    ] {
        let (_, rows) = page.split_once(part).expect("the page has the part");
        let rows = rows.split("\n# ").next().unwrap_or_default();
        let text = fs::read_to_string(folder.join(file)).expect("it can be read");
        let headings = text.lines().filter(|line| line.starts_with("## ") || line.starts_with("### "));
        for heading in headings {
            let heading = heading.trim_start_matches('#').trim().replace('_', "");
            let is_listed =
                rows.contains(&format!("| {heading} |")) || rows.contains(&format!(": {heading} |"));
            assert!(is_listed || meta.contains(&heading.as_str()), "{part}: {heading}");
        }
    }
}

#[test]
fn the_core_needs_no_threads_clocks_processes_network_or_environment() {
    for path in files("src", ".rs") {
        let source = read(&path);
        let (source, _) = source.split_once("\n#[cfg(test)]\nmod tests {").unwrap_or((&source, ""));
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let source = code.collect::<Vec<_>>().join("\n");
        let words = ["std::thread::", "SystemTime::now", "Instant", "std::process", "std::net", "env::var"];
        for word in words {
            assert!(!source.contains(word), "{} has {word}", path.display());
        }
    }
}

#[test]
fn features_are_documented() {
    let manifest = read("Cargo.toml");
    let readme = read("README.md");
    let library = read("src/lib.rs");
    let (_, features) = manifest.split_once("[features]\n").expect("there are features");
    let features = features.split("\n[").next().unwrap_or_default();
    let names = features.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    for name in names.filter(|name| !name.starts_with([' ', '#']) && *name != "default") {
        for (page, text) in [("README.md", &readme), ("src/lib.rs", &library)] {
            let lines = text.lines().map(|line| line.trim_start_matches("//! "));
            let cells = lines.filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
            let is_listed = cells.flat_map(|cell| cell.split(", ")).any(|it| it == format!("`{name}`"));
            assert!(is_listed, "{page} does not list the feature {name}");
        }
    }
}

#[test]
fn dependencies_are_reviewed() {
    let library = read("Cargo.toml");
    dependencies_are_listed("Cargo.toml", |_| false);
    dependencies_are_listed("lsp/Cargo.toml", |name| library.contains(&format!("\n{name} = ")));
    dependencies_are_listed("terraform/Cargo.toml", |name| library.contains(&format!("\n{name} = ")));
    dependencies_are_listed("cli/Cargo.toml", |name| library.contains(&format!("\n{name} = ")));
}

/// Checks that `SECURITY.md` lists each dependency of a manifest, with its feature.
fn dependencies_are_listed(manifest: &str, is_shared: impl Fn(&str) -> bool) {
    let manifest = read(manifest);
    // Some are those of a platform.
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("]\n"));
    let is_own = |name: &str| name == "dependencies" || name.ends_with(".dependencies");
    let dependencies: String =
        sections.filter(|(name, _)| is_own(name)).map(|(_, entries)| format!("{entries}\n")).collect();
    assert!(!dependencies.is_empty(), "there are dependencies");
    let policy = read("SECURITY.md");
    let rows: Vec<&str> = policy.lines().filter(|line| line.starts_with("| ")).collect();
    let cell_of = |name: &str| {
        let mut cells = rows.iter().filter_map(|row| row.split('|').nth(1));
        cells.find(|cell| {
            cell.split(" (`").next().is_some_and(|names| names.trim().split(", ").any(|it| it == name))
        })
    };
    let mut entries: Vec<String> = Vec::new();
    for line in dependencies.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match entries.last_mut() {
            Some(entry) if line.starts_with([' ', ']']) => entry.push_str(line),
            _ => entries.push(line.to_owned()),
        }
    }
    for (name, settings) in entries.iter().filter_map(|entry| entry.split_once(" = ")) {
        if ["serde_hcl", "serde_hcl_lsp", "serde_hcl_terraform"].contains(&name) {
            continue;
        }
        let cell = cell_of(name).unwrap_or_else(|| panic!("SECURITY.md does not list {name}"));
        // A dependency of both packages has the feature of the library.
        if !is_shared(name) {
            assert_eq!(cell.contains("(`"), settings.contains("optional = true"), "the feature of {name}");
        }
    }
}

/// The version that the README and the guide name is that of the manifest.
#[test]
fn the_minimum_rust_version_is_that_of_the_manifest() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("it is set");
    let version = version.trim_matches('"');
    let readme = read("README.md");
    assert!(readme.contains(&format!("minimum supported Rust version is {version}.")), "{version}");
    assert!(readme.contains(&format!("rust-{version}%2B")), "{version}");
}

/// The table of the parts of a type that a specification does not describe, without links.
#[test]
fn the_table_of_opaque_parts_is_the_same_on_each_page() {
    let tables = ["src/ext/spec/of/mod.rs", "src/guide/schemas.md", "lsp/README.md"].map(|page| {
        // The package has no other packages.
        let text = std::fs::read_to_string(root().join(page)).ok()?;
        let lines = text.lines().map(|line| line.trim_start().trim_start_matches("///").trim_start());
        let table =
            lines.skip_while(|line| *line != "| field | reason |").take_while(|line| line.starts_with('|'));
        let table: Vec<String> = table.map(without_links).collect();
        assert!(table.len() > 7, "{page} has no table of opaque parts");
        Some(table)
    });
    for table in tables[1..].iter().flatten() {
        assert_eq!(Some(table), tables[0].as_ref());
    }
}

/// Returns a line with the text of each link in place of it.
fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    text.replace("[`", "`")
}
