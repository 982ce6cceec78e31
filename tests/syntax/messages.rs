//! The messages for mistakes that people make: text, location, help and correction.

use serde_hcl::parse_file;

use test_support::cases;

use crate::recovery;

/// All of every diagnostic, and the text with the corrections of each.
fn with_corrections(text: &str) -> String {
    let mut told = recovery::told(text);
    for corrected in corrections(text) {
        told += &format!("\n  corrected: {corrected}");
    }
    told
}

/// The line of each correction after it.
fn corrections(text: &str) -> Vec<String> {
    let text = format!("{text}\n");
    let mut lines = Vec::new();
    for diagnostic in &parse_file(&*text).diagnostics {
        let mut edits: Vec<_> = diagnostic.replacements().iter().collect();
        edits.sort_by_key(|edit| edit.span.start);
        let Some(first) = edits.first().map(|edit| edit.span.start as usize) else { continue };
        let mut corrected = text.clone();
        for edit in edits.into_iter().rev() {
            corrected.replace_range(edit.span.range(), &edit.text);
        }
        let start = corrected[..first].rfind('\n').map_or(0, |newline| newline + 1);
        lines.extend(corrected[start..].lines().next().map(str::to_owned));
    }
    lines
}

#[test]
fn each_mistake_has_a_correction() {
    cases::check_file("syntax/cases/messages.cases", with_corrections);
}

#[test]
fn control_characters_are_named() {
    let told = recovery::told("name = \"x\"\0\n\u{7}");
    assert_eq!(
        told,
        "1:11 invalid-character: The file contains the NUL character (U+0000). It may be a binary file, or be in the \
         encoding UTF-16.\n  help: Remove it.\n2:1 invalid-character: The control character U+0007 is not part of the \
         language.\n  help: Remove it."
    );
}
