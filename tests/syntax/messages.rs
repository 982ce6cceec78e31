//! The messages for mistakes that people make: text, location, help and correction.

use serde_hcl::parse_file;

use test_support::cases;

use crate::{corrections, recovery};

/// All of every diagnostic, and the text with the corrections of each.
fn with_corrections(text: &str) -> String {
    let mut told = recovery::told(text);
    for corrected in corrections(text) {
        told += &format!("\n  {corrected}");
    }
    told
}

/// The line of each correction after it. A program can apply those that are "corrected".
fn corrections(text: &str) -> Vec<String> {
    let text = format!("{text}\n");
    corrections::check(corrections::NATIVE, &text);
    let mut lines = Vec::new();
    for diagnostic in &parse_file(&*text).diagnostics {
        let starts = diagnostic.replacements().iter().map(|edit| edit.span.start as usize);
        let Some(first) = starts.min() else { continue };
        let corrected = corrections::corrected(&text, diagnostic);
        let start = corrected[..first].rfind('\n').map_or(0, |newline| newline + 1);
        let name = if diagnostic.is_machine_applicable() { "corrected" } else { "perhaps" };
        lines.extend(corrected[start..].lines().next().map(|line| format!("{name}: {line}")));
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
