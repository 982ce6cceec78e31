//! The diagnostics of an evaluation: each problem once, within the budget.

use std::borrow::Cow;

use super::Evaluator;
use crate::diag::{Code, Diagnostic, Diagnostics, Severity, did_you_mean, name_hint};
use crate::func::PartsLeft;
use crate::source::{Source, Span};
use crate::util::ordered::OrderedMap;
use crate::value::ValueError;

/// The number of bytes one diagnostic takes besides its text.
const BYTES: usize = 256;

/// The cost of one diagnostic without its text, in parts of values.
const PARTS: usize = 32;

/// A diagnostic of an evaluation.
pub(super) struct Finding {
    diagnostic: Diagnostic,
    /// It occurs only if the expression that it is about is evaluated. A [static
    /// check](super::EvalContext::for_check) reports it, but the enclosing value is not invalid.
    is_possible: bool,
}

impl Finding {
    /// Returns whether it makes the enclosing value invalid.
    fn is_error(&self) -> bool {
        !self.is_possible && self.diagnostic.severity() == Severity::Error
    }
}

/// The diagnostics of an evaluation, in order. Boxed, since most evaluations find nothing.
#[derive(Default)]
pub(super) struct Findings(Option<Box<Found>>);

#[derive(Default)]
struct Found {
    all: Vec<Finding>,
    /// The indexes of the errors.
    errors: Vec<usize>,
    /// The diagnostics in earlier rounds of the enclosing loops, outermost first.
    loops: Vec<Rounds>,
}

/// The span and the summary of a diagnostic, and whether it is only possible.
type Key = (Option<Span>, String, bool);

/// The diagnostics in earlier rounds of a loop.
#[derive(Default)]
struct Rounds {
    /// The number of loops around this one, itself included.
    depth: u32,
    count: usize,
    found: OrderedMap<Key, InRounds>,
}

/// A diagnostic in some rounds of a loop.
struct InRounds {
    /// The possible diagnostic, which is reported at the end of the loop.
    possible: Option<Finding>,
    /// The last round that has it, and the number of rounds that have it.
    last: usize,
    count: usize,
}

impl Rounds {
    /// Adds a diagnostic of the current round. Returns it if no round before had it, unless it is
    /// only possible: another round can show that the same expression is right for other elements.
    fn add(&mut self, finding: Finding) -> Option<Finding> {
        let diagnostic = &finding.diagnostic;
        let key = (diagnostic.span(), diagnostic.summary().to_owned(), finding.is_possible);
        let entry = self.found.entry(key);
        if !entry.is_occupied() && !finding.is_possible {
            entry.or_insert(InRounds { possible: None, last: 0, count: 0 });
            return Some(finding);
        }
        let known = entry.or_insert_with(|| InRounds { possible: Some(finding), last: 0, count: 0 });
        if known.last < self.count {
            known.last = self.count;
            known.count += 1;
        }
        None
    }
}

impl Findings {
    fn found(&mut self) -> &mut Found {
        self.0.get_or_insert_default()
    }

    fn push(&mut self, finding: Finding) {
        let found = self.found();
        if finding.is_error() {
            found.errors.push(found.all.len());
        }
        found.all.push(finding);
    }

    fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }

    /// Sets the source of the diagnostics since a mark.
    #[cold]
    pub(super) fn place_since(&mut self, mark: usize, source: &Source) {
        for finding in self.found().all.iter_mut().skip(mark) {
            finding.diagnostic.place_in(source);
        }
    }

    /// Returns the diagnostics. Most evaluations have none.
    #[inline(always)]
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.0.map_or_else(Diagnostics::new, |found| diagnostics(found.all))
    }

    fn split_off(&mut self, mark: usize) -> Vec<Finding> {
        let found = self.found();
        found.errors.truncate(found.errors.partition_point(|index| *index < mark));
        found.all.split_off(mark)
    }

    /// Removes and returns the diagnostics in earlier rounds of a loop.
    fn take_rounds(&mut self, depth: u32) -> Option<Rounds> {
        self.0.as_mut()?.loops.pop_if(|rounds| rounds.depth == depth)
    }
}

#[cold]
fn diagnostics(findings: Vec<Finding>) -> Diagnostics {
    Diagnostics::from(findings.into_iter().map(|finding| finding.diagnostic).collect::<Vec<_>>())
}

/// Returns the diagnostics that make the value of a special form's argument invalid. The form may
/// recover from errors of its arguments, so possible errors are not reported.
pub(super) fn certain(mut findings: Vec<Finding>) -> Diagnostics {
    findings.retain(|finding| !finding.is_possible);
    diagnostics(findings)
}

/// Returns a diagnostic about an error of an operation on values, of which the detail contains no
/// marked value. An exceeded limit has a code of its own.
pub(super) fn about(error: &ValueError, code: Code, detail: String) -> Diagnostic {
    Diagnostic::new_public(error.code_or(code), detail)
}

impl Evaluator<'_> {
    /// Reports something, unless the budget is used up.
    pub(crate) fn push(&mut self, mut diagnostic: Diagnostic) {
        let text = diagnostic.detail().len();
        let subject = diagnostic.span().unwrap_or_default();
        if self.is_reported(subject, diagnostic.summary()) {
            // This diagnostic only marks the round as failed and is dropped at the end of the
            // round.
            diagnostic = diagnostic.without_detail();
        } else if self.budget.take_bytes(BYTES + text).is_err() {
            let limit = self.budget.limits().bytes;
            self.stop(|| {
                let detail = format!(
                    "The messages about this take more than what is left of the limit of {limit} bytes. Correct some of the \
                     mistakes, or raise Limits::bytes."
                );
                Diagnostic::new_public(Code::TooManyProblems, detail).at(subject)
            });
            return;
        }
        self.found.push(Finding { diagnostic, is_possible: false });
        self.count_parts((PARTS + text / 4) as u64, subject);
    }

    /// Reports that a limit was exceeded, unless another limit was exceeded before. After that,
    /// nothing more is evaluated.
    pub(super) fn stop(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.budget.stop() {
            self.found.push(Finding { diagnostic: diagnostic(), is_possible: false });
        }
        self.note_stop();
    }

    /// Records that this evaluation, or one inside of it, exceeded a limit.
    #[inline]
    pub(super) fn note_stop(&mut self) {
        if self.is_stopped() {
            self.parts = PartsLeft::none();
        }
    }

    /// Reports an error whose detail contains only names from the source and no value.
    pub(super) fn error(&mut self, subject: Span, code: Code, detail: impl Into<Cow<'static, str>>) {
        self.push(Diagnostic::new_public(code, detail).at(subject));
    }

    /// Reports an error of an operation on values. The error contains no marked value.
    pub(super) fn refused(&mut self, subject: Span, code: Code, intro: &str, error: &ValueError) {
        let detail = if intro.is_empty() { error.detail() } else { format!("{intro}: {error}.") };
        self.push(about(error, code, detail).at(subject));
    }

    /// Returns the sentence that suggests the most similar name, for a report about a span with a
    /// code. It can list all names if they are few and none is similar. A loop computes it only
    /// once, since it takes time for each candidate.
    pub(super) fn hint(
        &mut self,
        name: &str,
        candidates: &mut dyn Iterator<Item = &str>,
        lists_few: bool,
        (span, code): (Span, Code),
    ) -> String {
        if self.is_reported(span, code.summary()) {
            return String::new();
        }
        let mut parts = 0;
        let candidates = candidates.inspect(|candidate| parts += 4 + candidate.len().min(64));
        let hint = if lists_few { name_hint(name, candidates) } else { did_you_mean(name, candidates) };
        self.count_parts(parts as u64, span);
        hint
    }

    /// Returns the number of diagnostics, to check later for new errors, or to drop the new
    /// diagnostics.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.found.0.as_ref().map_or(0, |found| found.all.len())
    }

    #[inline]
    pub(super) fn failed_since(&self, mark: usize) -> bool {
        let last = self.found.0.as_ref().and_then(|found| found.errors.last());
        last.is_some_and(|index| *index >= mark)
    }

    /// Removes and returns the diagnostics since a mark, except those about exceeded limits.
    #[inline]
    pub(super) fn take_since(&mut self, mark: usize) -> Vec<Finding> {
        if mark == self.mark() || self.is_stopped() { Vec::new() } else { self.found.split_off(mark) }
    }

    /// Removes and returns the diagnostics from one mark to another.
    pub(super) fn take_between(&mut self, mark: usize, end: usize) -> Vec<Finding> {
        if mark == end || self.is_stopped() {
            return Vec::new();
        }
        self.count_parts((self.mark() - mark) as u64, Span::default());
        let rest = self.found.split_off(end);
        let taken = self.found.split_off(mark);
        self.found.extend(rest);
        taken
    }

    /// Moves the diagnostics from one mark to another behind those since then.
    pub(super) fn move_to_end(&mut self, mark: usize, end: usize) {
        let findings = self.take_between(mark, end);
        self.found.extend(findings);
    }

    /// Makes the diagnostics of both operands since a mark one, with a help text.
    pub(super) fn join_since(&mut self, mark: usize, help: Option<&'static str>) {
        let mut findings = self.take_since(mark);
        if let [first, second] = &mut *findings {
            first.diagnostic.add_repeated(&second.diagnostic);
            findings.truncate(1);
        }
        if let (Some(help), Some(first)) = (help, findings.first_mut()) {
            first.diagnostic = first.diagnostic.clone().with_help(help);
        }
        self.keep(findings, false);
    }

    /// Adds diagnostics that were [taken](Self::take_since) before. Possible ones are about
    /// expressions that are not part of every evaluation: a static check reports them, anything
    /// else does not.
    #[inline]
    pub(super) fn keep(&mut self, findings: Vec<Finding>, are_possible: bool) {
        if !findings.is_empty() && (self.is_check() || !are_possible) {
            self.keep_some(findings, are_possible);
        }
    }

    #[cold]
    fn keep_some(&mut self, findings: Vec<Finding>, are_possible: bool) {
        self.count_parts(findings.len() as u64, Span::default());
        let kept = |it: Finding| Finding { is_possible: are_possible || it.is_possible, ..it };
        self.found.extend(findings.into_iter().map(kept));
    }

    /// Makes the diagnostics since a mark possible ones.
    pub(super) fn only_possible_since(&mut self, mark: usize) {
        let findings = self.take_since(mark);
        self.keep(findings, true);
    }

    /// Begins a loop, whose rounds report the same things once.
    pub(super) fn begin_loop(&mut self) {
        self.loops += 1;
    }

    /// Ends a round: drops the diagnostics since its mark that an earlier round gave too. In a
    /// round that the condition of the loop skips, nothing is possible.
    #[inline]
    pub(super) fn end_round(&mut self, mark: usize, is_skipped: bool) {
        if mark < self.mark() || self.is_check() {
            self.add_round(mark, is_skipped);
        }
    }

    #[cold]
    fn add_round(&mut self, mark: usize, is_skipped: bool) {
        let findings = self.take_since(mark);
        let depth = self.loops;
        let rounds = self.found.take_rounds(depth);
        let mut rounds = rounds.unwrap_or_else(|| Rounds { depth, ..Rounds::default() });
        rounds.count += usize::from(!is_skipped);
        let findings = findings.into_iter().filter(|finding| !(is_skipped && finding.is_possible));
        self.found.extend(findings.filter_map(|finding| rounds.add(finding)));
        self.found.found().loops.push(rounds);
    }

    /// Ends a loop: reports the errors that are possible in every round.
    pub(super) fn end_loop(&mut self) {
        if let Some(rounds) = self.found.take_rounds(self.loops) {
            let in_all = rounds.found.into_values().filter(|it| it.count == rounds.count);
            self.found.extend(in_all.filter_map(|it| it.possible));
        }
        self.loops -= 1;
    }

    /// Returns whether an earlier round of an enclosing loop reported the same.
    fn is_reported(&self, span: Span, summary: &str) -> bool {
        let Findings(Some(found)) = &self.found else { return false };
        let key = || (Some(span), summary.to_owned(), false);
        !found.loops.is_empty() && found.loops.iter().any(|rounds| rounds.found.contains_key(&key()))
    }
}
