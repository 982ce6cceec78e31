//! Corrections that a program can apply.
//!
//! Where a construct has one meaning only, its row or function marks the correction as applicable.
//! Here each of them is applied, and the result is diagnosed: a correction that does not remove
//! exactly its mistake, or that changes a letter or a digit, becomes a guess.

use super::extent;
use crate::diag::{Code, Diagnostic, apply, are_disjoint, sorted_edits};

/// The number of bytes that are diagnosed again, where each diagnostic counts as many as it takes.
/// In longer texts no correction is checked, and all are guesses.
const MAX_BYTES: usize = 1 << 18;
const DIAGNOSTIC_BYTES: usize = 512;

/// Checks the applicable corrections among the diagnostics of a text. Each is applied alone.
pub(crate) fn verify(text: &str, found: &mut [Diagnostic], diagnose: impl Fn(String) -> Vec<Diagnostic>) {
    if has_open_half(found) {
        return found.iter_mut().for_each(|it| it.set_machine_applicable(false));
    }
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
            diagnostic.set_machine_applicable(false);
        }
    }
}

/// Returns whether a bracket or a quote lacks its other half, without a certain correction. That
/// concerns the whole text.
fn has_open_half(found: &[Diagnostic]) -> bool {
    let is_half = |code| {
        matches!(
            code,
            Code::UnclosedBracket
                | Code::UnclosedBlock
                | Code::UnopenedBracket
                | Code::MismatchedBracket
                | Code::MissingOpeningBrace
                | Code::UnclosedString
                | Code::MissingOpeningQuote
                | Code::UnclosedHeredoc
        )
    };
    found.iter().any(|it| !it.is_machine_applicable() && it.code().is_some_and(is_half))
}

/// Makes the corrections of an item guesses if another mistake in it has no certain one: its
/// consequences may look like other mistakes.
pub(super) fn doubt_by_items(text: &str, found: &mut [Diagnostic]) {
    if found.iter().all(|it| !it.is_machine_applicable()) {
        return;
    }
    let mut starts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if extent::is_item(line) {
            starts.push(at);
        }
        at += line.len();
    }
    let item = |it: &Diagnostic| {
        let offset = it.span().map_or(0, |span| span.start as usize);
        starts.partition_point(|start| *start <= offset)
    };
    let mut is_doubtful = vec![false; starts.len() + 1];
    found.iter().filter(|it| !it.is_machine_applicable()).for_each(|it| is_doubtful[item(it)] = true);
    // Several commas at the ends of lines show that a block is meant as an object.
    let is_comma = |it: &&Diagnostic| it.code() == Some(Code::UnexpectedSeparator);
    let with_comma: Vec<_> = found.iter().filter(is_comma).map(item).collect();
    with_comma.windows(2).filter(|pair| pair[0] == pair[1]).for_each(|pair| is_doubtful[pair[0]] = true);
    for diagnostic in found.iter_mut().filter(|it| it.is_machine_applicable()) {
        if is_doubtful[item(diagnostic)] {
            diagnostic.set_machine_applicable(false);
        }
    }
}

/// Returns whether the letters and digits of a text are in another one, in the same order.
fn keeps_letters(text: &str, other: &str) -> bool {
    let mut letters = other.chars();
    text.chars().filter(|letter| letter.is_alphanumeric()).all(|letter| letters.any(|other| other == letter))
}
