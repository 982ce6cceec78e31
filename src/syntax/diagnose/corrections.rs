//! Corrections that a program can apply.
//!
//! Where a construct has one meaning only, its row or function marks the correction as applicable.
//! Here each of them is applied, and the result is diagnosed: a correction that does not remove
//! exactly its mistake, or that changes a letter or a digit, becomes a guess.

use crate::diag::{Applicability, Diagnostic, apply, are_disjoint, sorted_edits};

/// The number of times that a text is diagnosed again, and of bytes of a short text.
const MAX_READS: usize = 16;
const MAX_BYTES: usize = 1 << 18;

/// Checks the applicable corrections among the diagnostics of a text. Each is applied alone.
pub(crate) fn verify(text: &str, found: &mut [Diagnostic], diagnose: impl Fn(String) -> Vec<Diagnostic>) {
    let codes: Vec<_> = found.iter().map(Diagnostic::code).collect();
    let mut reads = MAX_READS.max(MAX_BYTES / text.len().max(1));
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
