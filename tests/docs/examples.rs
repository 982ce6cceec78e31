//! Every public type has an example.

use std::collections::BTreeSet;

use super::interface::exported;
use super::{files, read, root};

/// Returns the types and traits that a source defines, each with whether its documentation has an
/// example.
fn types(source: &str) -> Vec<(&str, bool)> {
    let mut has_example = false;
    let mut found = Vec::new();
    for line in source.lines() {
        let definition = ["pub struct ", "pub enum ", "pub trait "];
        if let Some(rest) = definition.iter().find_map(|start| line.strip_prefix(start)) {
            let name = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            found.push((name, has_example));
        }
        // An attribute can be between a comment and its type.
        has_example = match line.strip_prefix("///") {
            Some(text) => has_example || text == " ```",
            None => has_example && (line.starts_with(['#', ' ', ')', ']'])),
        };
    }
    found
}

/// Returns the names of the types and traits of the library.
fn public(interface: &str) -> BTreeSet<&str> {
    let lines = interface.lines().filter_map(|line| line.split_once(' '));
    let types = lines.filter(|(kind, _)| ["struct", "enum", "trait"].contains(kind));
    types.filter_map(|(_, path)| path.rsplit("::").next()).collect()
}

#[test]
fn public_types_have_an_example() {
    let source = "/// One.\n///\n/// ```\n/// one();\n/// ```\n#[derive(Clone)]\npub struct One<T>(T);\n\n\
                  /// Two.\npub enum Two {\n}\npub(crate) trait Three {}\n";
    assert_eq!(types(source), [("One", true), ("Two", false)]);
    let (interface, terraform) = (read("docs/interface.txt"), "terraform/src");
    let mut packages = vec![("src", public(&interface))];
    // The package has no other packages.
    let text = if root().join(terraform).is_dir() { read("terraform/src/lib.rs") } else { String::new() };
    if !text.is_empty() {
        packages.push((terraform, exported(&text)));
    }
    let mut missing = Vec::new();
    for (folder, names) in packages {
        let mut documented = BTreeSet::new();
        for path in files(folder, ".rs") {
            let source = read(&path);
            for (name, has_example) in types(&source).into_iter().filter(|(name, _)| names.contains(name)) {
                if !has_example {
                    missing.push(format!("{}: {name}", path.display()));
                }
                documented.insert(name.to_owned());
            }
        }
        assert!(documented.len() > 20, "{folder}: {documented:?}");
    }
    assert!(missing.is_empty(), "{} types without an example:\n{}", missing.len(), missing.join("\n"));
}
