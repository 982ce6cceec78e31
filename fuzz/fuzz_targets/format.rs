//! Any bytes through the formatter: all but white space stays, and valid text keeps its meaning and
//! is not changed again.

#![no_main]

#[path = "../../tests/syntax/shape.rs"]
mod shape;
#[path = "../support/work.rs"]
mod work;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    work::of_a_text(bytes.len(), || drop(serde_hcl::fmt::format_bytes(bytes)));
    let formatted = serde_hcl::fmt::format_bytes(bytes);
    let marks = |bytes: &[u8]| -> Vec<u8> {
        bytes.iter().copied().filter(|byte| !b" \t".contains(byte)).collect()
    };
    let without_mark = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    assert_eq!(marks(&formatted), marks(without_mark));

    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = serde_hcl::parse_file(text).into_result() else { return };
    let formatted = serde_hcl::format(text);
    let terraform = serde_hcl::fmt::format_terraform(text).expect("it is valid");
    // The formatter joins a number and a point after it.
    if joins_numbers(text) {
        return;
    }
    assert_eq!(serde_hcl::format(&formatted), formatted, "{text:?}");
    let again = serde_hcl::parse_file(formatted.as_str()).into_result().expect("it is still valid");
    assert_eq!(
        shape::of_body(again.ast().expect("it is native")),
        shape::of_body(file.ast().expect("it is native")),
        "{text:?}"
    );
    serde_hcl::parse_file(terraform.as_str()).into_result().expect("it is still valid");
});

/// Returns whether a digit and a point have white space or a comment between or after them.
fn joins_numbers(text: &str) -> bool {
    text.match_indices('.').any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        before.trim_end().ends_with(|last: char| last.is_ascii_digit() || last == '/')
            && (before.ends_with(|last: char| !last.is_ascii_digit())
                || after.starts_with(|first: char| !first.is_alphanumeric()))
    })
}
