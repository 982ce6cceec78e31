//! The standard functions, called from expressions. One file an area.

mod collection;
mod conversion;
mod datetime;
mod encoding;
mod format;
mod hostile;
mod limits;
mod mapping;
mod marks;
mod number;
mod operator;
mod regex;
mod sequence;
mod set;
mod string;
mod unknown;

use serde_hcl::{Function, ext, stdlib};
use test_support::calls as support;

/// Returns the rows of the table on a page: the cells of each, with the names of functions.
fn rows(page: &'static str) -> Vec<Vec<&'static str>> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let cells = |row: &'static str| row.trim_matches('|').split(" | ").map(cell).collect();
    rows.map(cells).collect()
}

fn cell(text: &'static str) -> &'static str {
    let text = text.split('`').nth(1).unwrap_or(text.trim_matches([' ', '|']));
    text.split('(').next().unwrap_or_default()
}

fn sorted(mut names: Vec<&'static str>) -> Vec<&'static str> {
    names.sort_unstable();
    names
}

#[test]
fn each_function_has_a_description() {
    let own = stdlib::functions().map(|(name, function)| ("stdlib", name, function));
    let terraform = serde_hcl_terraform::functions().map(|(name, function)| ("terraform", name, function));
    for (package, name, function) in own.chain(terraform) {
        let text = function.description().unwrap_or_default();
        let verb = text.split(' ').next().unwrap_or_default();
        assert!(verb.ends_with('s') && text.ends_with('.'), "{package} {name}: {text:?}");
    }
    for form in [ext::try_form(), ext::can_form(), ext::convert_form()] {
        assert!(form.description().is_some(), "{form:?}");
    }
    let length =
        |function: Option<Function>| function.expect("it is a function").description().map(str::to_owned);
    assert_ne!(length(stdlib::function("length")), length(serde_hcl_terraform::function("length")));
}

/// The tables of the pages list all functions under their names, and nothing else but the special
/// forms.
#[test]
fn the_pages_list_all_functions() {
    let mut known: Vec<&str> = stdlib::functions().map(|(name, _)| name).collect();
    known.extend(["try", "can", "convert"]);
    let page = rows(include_str!("../../src/stdlib/functions.md"));
    assert_eq!(sorted(page.iter().map(|row| row[1]).collect()), sorted(known));

    let own = rows(include_str!("../../terraform/src/functions/functions.md"));
    let shared = page.iter().filter(|row| row[3] == "same").map(|row| row[1]);
    let all = own.iter().map(|row| row[0]).chain(shared).collect();
    let mut known: Vec<&str> = serde_hcl_terraform::functions().map(|(name, _)| name).collect();
    known.extend(["try", "can", "convert"]);
    assert_eq!(sorted(all), sorted(known));
    let other: Vec<&str> = page.iter().filter(|row| row[3] == "other").map(|row| row[1]).collect();
    assert_eq!(sorted(other), test_support::functions::DIFFERENT.map(|(name, _)| name));
}
