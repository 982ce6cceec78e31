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
mod support;
mod terraform;
mod unknown;
mod yaml;

/// The table of the module's page lists all functions, under their names, and nothing else but the
/// special forms.
#[test]
fn the_page_lists_all_functions() {
    let mut page = include_str!("../../src/stdlib/functions.md").to_owned();
    page += include_str!("../../src/stdlib/terraform/functions.md");
    let row = |line| str::split(line, "[`").nth(1)?.split('`').next();
    let mut listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).filter_map(row).collect();
    let mut known: Vec<&str> = serde_hcl::stdlib::functions().map(|(name, _)| name).collect();
    known.extend(["try", "can", "convert"]);
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}
