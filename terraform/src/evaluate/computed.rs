//! The names of the attributes that providers may compute.

use std::collections::{BTreeSet, HashSet};

use crate::Module;

/// The maximum length of such a name.
const MAX_NAME: usize = 64;

/// The roots of references to values that are no attributes of resources.
const OTHERS: [&str; 8] = ["var", "local", "path", "terraform", "count", "module", "self", "ephemeral"];

/// Returns the names that the files of a module write after dots, where these can be attributes of
/// resources. Values of resources pass through loops, splats and functions, so that the names can
/// be anywhere, also in templates of JSON strings.
pub(super) fn names(module: &Module) -> BTreeSet<String> {
    let types: HashSet<&str> = module.resources.iter().map(|it| it.ty.as_str()).collect();
    let mut names = BTreeSet::from(["id".to_owned()]);
    for file in &module.files {
        scan(file.source.text(), &types, &mut names);
    }
    names
}

fn scan(text: &str, types: &HashSet<&str>, names: &mut BTreeSet<String>) {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
    let is_start = |it: char| it.is_alphabetic() || it == '_';
    // The names of the current chain: of `a.b.c`, or of `.b.c` after a bracket.
    let mut chain: Vec<&str> = Vec::new();
    let (mut rest, mut before) = (text, ' ');
    let mut is_open = false;
    while let Some(first) = rest.chars().next() {
        if is_start(first) && !is_part(before) {
            let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
            let name = &rest[..end];
            if before != '.' || !is_open {
                end_of_chain(&chain, types, names);
                chain.clear();
            }
            chain.push(name);
            is_open = true;
            (rest, before) = (&rest[end..], 'a');
            continue;
        }
        if first.is_ascii_digit() && before == '.' && is_open {
            // An old form of an index: `a.b.0.c`.
            rest = rest.trim_start_matches(|it: char| it.is_ascii_digit());
            before = ']';
            continue;
        }
        if first == '.' && matches!(before, ']' | ')' | '*') {
            end_of_chain(&chain, types, names);
            // A chain without a root.
            chain = vec![""];
            is_open = true;
        } else if first != '.' {
            is_open = false;
        }
        before = first;
        rest = &rest[first.len_utf8()..];
    }
    end_of_chain(&chain, types, names);
}

/// Adds the names of a chain that can be attributes of a resource.
fn end_of_chain(chain: &[&str], types: &HashSet<&str>, names: &mut BTreeSet<String>) {
    let Some((root, after)) = chain.split_first() else { return };
    let skipped = match *root {
        root if OTHERS.contains(&root) => return,
        "data" => 2,
        // The value of an element follows its key.
        "each" => 1,
        root if types.contains(root) => 1,
        _ => 0,
    };
    let names_of = after.iter().skip(skipped).take(1).filter(|it| it.len() <= MAX_NAME);
    names.extend(names_of.map(|it| (*it).to_owned()));
}
