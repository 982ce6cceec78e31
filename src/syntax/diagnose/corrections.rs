//! Corrections that a program can apply.
//!
//! Where a construct has one meaning only, its row or function marks the correction as applicable.
//! Here each of them is applied, and the result is diagnosed: a correction that does not remove
//! exactly its mistake, or that changes a letter or a digit, becomes a guess.

use crate::diag::{Applicability, Diagnostic, apply, are_disjoint, sorted_edits};

/// The number of bytes that are diagnosed again, where each diagnostic counts as many as it takes.
/// In longer texts no correction is checked, and all are guesses.
const MAX_BYTES: usize = 1 << 18;
const DIAGNOSTIC_BYTES: usize = 512;

/// Checks the applicable corrections among the diagnostics of a text. Each is applied alone.
pub(crate) fn verify(text: &str, found: &mut [Diagnostic], diagnose: impl Fn(String) -> Vec<Diagnostic>) {
    let codes: Vec<_> = found.iter().map(Diagnostic::code).collect();
    let mut reads = MAX_BYTES / (text.len() + DIAGNOSTIC_BYTES * found.len()).max(1);
    for (at, diagnostic) in found.iter_mut().enumerate().filter(|(_, it)| it.is_machine_applicable()) {
        let edits = sorted_edits(diagnostic);
        let is_exact = reads > 0
            && are_disjoint(&edits)
            && edits.iter().all(|edit| keeps_letters(&text[edit.span.range()], &edit.text))
            && {
                reads -= 1;
                let left = diagnose(apply(text, &edits));
                let (before, after) = (&codes[..at], &codes[at + 1..]);
                left.iter().map(Diagnostic::code).eq(before.iter().chain(after).copied())
            };
        if !is_exact {
            diagnostic.set_applicability(Applicability::MaybeIncorrect);
        }
    }
}

/// Returns whether the letters and digits of a text are in another one, in the same order.
fn keeps_letters(text: &str, other: &str) -> bool {
    let mut letters = other.chars();
    text.chars().filter(|letter| letter.is_alphanumeric()).all(|letter| letters.any(|other| other == letter))
}
