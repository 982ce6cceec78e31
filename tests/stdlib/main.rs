//! The standard functions, called from expressions. One file an area.

#![cfg(feature = "stdlib")]

#[path = "../support/arguments.rs"]
mod arguments;
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
#[path = "../support/rows.rs"]
mod rows;
mod sequence;
mod set;
#[path = "../support/soundness.rs"]
mod soundness;
mod string;
mod support;
#[cfg(feature = "terraform-functions")]
mod terraform;
mod unknown;
#[cfg(feature = "terraform-functions")]
mod yaml;

/// The table of the module's page lists all functions, under their names, and nothing else but the
/// special forms.
#[test]
fn the_page_lists_all_functions() {
    let mut page = include_str!("../../src/stdlib/functions.md").to_owned();
    if cfg!(feature = "terraform-functions") {
        page += include_str!("../../src/stdlib/terraform/functions.md");
    }
    let row = |line| str::split(line, "[`").nth(1)?.split('`').next();
    let mut listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).filter_map(row).collect();
    let mut known: Vec<&str> = serde_hcl::stdlib::functions().map(|(name, _)| name).collect();
    known.extend(["try", "can", "convert"]);
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}
