//! The diagnostics of an evaluation: each problem once, within the budget.

use std::borrow::Cow;
use std::collections::HashMap;

use indexmap::IndexMap;

use super::Evaluator;
use crate::diag::{Code, Diagnostic, Diagnostics, Severity, did_you_mean, name_hint};
use crate::func::PartsLeft;
use crate::source::{Source, Span};
use crate::value::{ErrorKind, ValueError};

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
    pub(super) fn is_error(&self) -> bool {
        !self.is_possible && self.diagnostic.severity() == Severity::Error
    }

    pub(super) fn is_possible(&self) -> bool {
        self.is_possible
    }

    pub(super) fn into_diagnostic(self) -> Diagnostic {
        self.diagnostic
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
    /// The reports of the enclosing loops that have some, outermost first, each with the number of
    /// its loop.
    reported: Vec<(u32, Reported)>,
    /// The possible diagnostics of the enclosing loops, in a static check.
    possible: Vec<PossibleInLoop>,
}

impl Found {
    #[cold]
    fn into_diagnostics(self) -> Diagnostics {
        Diagnostics::from(self.all.into_iter().map(Finding::into_diagnostic).collect::<Vec<_>>())
    }
}

impl Findings {
    fn found(&mut self) -> &mut Found {
        self.0.get_or_insert_default()
    }

    #[inline]
    fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |found| found.all.len())
    }

    fn push(&mut self, finding: Finding) {
        let found = self.found();
        if finding.is_error() {
            found.errors.push(found.all.len());
        }
        found.all.push(finding);
    }

    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
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
        match self.0 {
            Some(found) => (*found).into_diagnostics(),
            None => Diagnostics::new(),
        }
    }

    pub(super) fn split_off(&mut self, mark: usize) -> Vec<Finding> {
        let found = self.found();
        found.errors.truncate(found.errors.partition_point(|index| *index < mark));
        found.all.split_off(mark)
    }

    #[inline]
    fn has_errors_since(&self, mark: usize) -> bool {
        self.0.as_ref().is_some_and(|found| found.errors.last().is_some_and(|index| *index >= mark))
    }

    /// Removes and returns the reports of a loop.
    fn take_reported(&mut self, of: u32) -> Option<Reported> {
        let (_, reported) = self.0.as_mut()?.reported.pop_if(|(number, _)| *number == of)?;
        Some(reported)
    }

    /// Removes and returns the possible diagnostics of the innermost loop.
    fn take_possible(&mut self) -> Option<PossibleInLoop> {
        self.0.as_mut()?.possible.pop()
    }
}

/// Returns a diagnostic about an error of an operation on values, of which the detail contains no
/// marked value. An exceeded limit has a code of its own.
pub(super) fn about(error: &ValueError, code: Code, detail: String) -> Diagnostic {
    let code = if error.kind() == ErrorKind::Limit { Code::ValueTooLarge } else { code };
    Diagnostic::new_public(code, detail)
}

/// The spans and summaries of the diagnostics of earlier rounds of a loop.
#[derive(Default)]
pub(super) struct Reported(HashMap<Option<Span>, Vec<String>>);

impl Reported {
    fn contains(&self, span: Option<Span>, summary: &str) -> bool {
        self.0.get(&span).is_some_and(|summaries| summaries.iter().any(|known| known == summary))
    }

    fn insert(&mut self, span: Option<Span>, summary: &str) -> bool {
        let is_new = !self.contains(span, summary);
        if is_new {
            self.0.entry(span).or_default().push(summary.to_owned());
        }
        is_new
    }
}

/// The diagnostics of the rounds of a loop that are only possible.
#[derive(Default)]
pub(super) struct PossibleInLoop {
    rounds: usize,
    findings: IndexMap<(Option<Span>, String), PossibleInRounds>,
}

/// A possible diagnostic, the last round that has it, and the number of rounds that have it.
struct PossibleInRounds {
    finding: Finding,
    last: usize,
    count: usize,
}

impl PossibleInLoop {
    fn insert(&mut self, finding: Finding) {
        let key = (finding.diagnostic.subject(), finding.diagnostic.summary().to_owned());
        let found = self.findings.entry(key).or_insert(PossibleInRounds { finding, last: 0, count: 0 });
        if found.last < self.rounds {
            found.last = self.rounds;
            found.count += 1;
        }
    }

    /// Returns the diagnostics that every round has.
    fn of_all_rounds(self) -> impl Iterator<Item = Finding> {
        let rounds = self.rounds;
        self.findings.into_values().filter(move |it| it.count == rounds).map(|it| it.finding)
    }
}

impl Evaluator<'_> {
    /// Reports something, unless the budget is used up.
    pub(crate) fn push(&mut self, mut diagnostic: Diagnostic) {
        let text = diagnostic.detail().len();
        let subject = diagnostic.subject().unwrap_or_default();
        if self.is_reported(subject, diagnostic.summary()) {
            // This diagnostic only marks the round as failed and is dropped at the end of the
            // round.
            diagnostic = diagnostic.without_detail();
        } else if self.budget.take_bytes(BYTES + text).is_err() {
            let limit = self.budget.limits().bytes;
            self.stop(subject, Code::TooManyProblems, || {
                format!(
                    "The messages about this take more than what is left of the limit of {limit} bytes. Correct some of the \
                     mistakes, or raise Limits::bytes."
                )
            });
            return;
        }
        self.found.push(Finding { diagnostic, is_possible: false });
        self.look_at_parts((PARTS + text / 4) as u64, subject);
    }

    /// Reports that a limit was exceeded, unless another limit was exceeded before. After that,
    /// nothing more is evaluated.
    pub(super) fn stop(&mut self, span: Span, code: Code, detail: impl FnOnce() -> String) {
        self.stop_with(|| Diagnostic::new_public(code, detail()).at(span));
    }

    pub(super) fn stop_with(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
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

    pub(super) fn error(&mut self, subject: Span, code: Code, detail: impl Into<Cow<'static, str>>) {
        self.push(Diagnostic::new(code, detail).at(subject));
    }

    /// Reports the same as [`error`](Self::error), with a detail that contains only names from the
    /// source and no value.
    pub(super) fn public_error(&mut self, subject: Span, code: Code, detail: String) {
        self.push(Diagnostic::new_public(code, detail).at(subject));
    }

    /// Reports an error of an operation on values. The error contains no marked value.
    pub(super) fn refused(&mut self, subject: Span, code: Code, intro: &str, error: &ValueError) {
        let detail = if intro.is_empty() { error.detail() } else { format!("{intro}: {error}.") };
        self.push(about(error, code, detail).at(subject));
    }

    /// Returns the sentence that suggests the most similar name, for a report about a span with a
    /// code. A loop computes it only once, since it takes time for each candidate.
    pub(super) fn suggestion<'n>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'n str>,
        span: Span,
        code: Code,
    ) -> String {
        self.hint(candidates, span, code, |candidates| did_you_mean(name, candidates))
    }

    /// Returns the same as [`suggestion`](Self::suggestion), or the list of all names if they are
    /// few and none is similar.
    pub(super) fn names_hint<'n>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'n str>,
        span: Span,
        code: Code,
    ) -> String {
        self.hint(candidates, span, code, |candidates| name_hint(name, candidates))
    }

    fn hint<'n>(
        &mut self,
        candidates: impl IntoIterator<Item = &'n str>,
        span: Span,
        code: Code,
        hint: impl FnOnce(&mut dyn Iterator<Item = &'n str>) -> String,
    ) -> String {
        if self.is_reported(span, code.summary()) {
            return String::new();
        }
        let mut parts = 0;
        let mut candidates = candidates.into_iter().inspect(|candidate| parts += 4 + candidate.len().min(64));
        let hint = hint(&mut candidates);
        self.look_at_parts(parts as u64, span);
        hint
    }

    /// Adds diagnostics that were [taken](Self::take_since) before.
    #[inline]
    pub(super) fn give_back(&mut self, findings: Vec<Finding>) {
        if !findings.is_empty() {
            self.give_back_some(findings);
        }
    }

    #[cold]
    fn give_back_some(&mut self, findings: Vec<Finding>) {
        self.moved(findings.len());
        self.found.extend(findings);
    }

    /// Counts the time to move diagnostics.
    fn moved(&mut self, count: usize) {
        self.look_at_parts(count as u64, Span::default());
    }

    /// Returns the number of diagnostics, to check later for new errors, or to drop the new
    /// diagnostics.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.found.count()
    }

    #[inline]
    pub(super) fn failed_since(&self, mark: usize) -> bool {
        self.found.has_errors_since(mark)
    }

    /// Removes and returns the diagnostics since a mark, except those about exceeded limits.
    #[inline]
    pub(super) fn take_since(&mut self, mark: usize) -> Vec<Finding> {
        if mark == self.mark() || self.is_stopped() { Vec::new() } else { self.found.split_off(mark) }
    }

    /// Keeps diagnostics about expressions that are not part of every evaluation: a static check
    /// reports them, anything else does not.
    pub(super) fn keep_possible(&mut self, findings: Vec<Finding>) {
        if self.is_check() && !findings.is_empty() {
            self.moved(findings.len());
            let possible = |finding: Finding| Finding { is_possible: true, ..finding };
            self.found.extend(findings.into_iter().map(possible));
        }
    }

    /// Does the same as [`keep_possible`](Self::keep_possible) for the diagnostics since a mark.
    pub(super) fn only_possible_since(&mut self, mark: usize) {
        let findings = self.take_since(mark);
        self.keep_possible(findings);
    }

    /// Makes the diagnostics since a mark possible ones in a static check.
    pub(super) fn weaken_since(&mut self, mark: usize) {
        if self.is_check() {
            self.only_possible_since(mark);
        }
    }

    /// Puts the diagnostics since `moved` in front of those since `mark`.
    pub(super) fn move_to(&mut self, mark: usize, moved: usize) {
        if !self.is_stopped() && mark < moved {
            self.moved(self.mark() - mark);
            let last = self.found.split_off(moved);
            let rest = self.found.split_off(mark);
            self.found.extend(last);
            self.found.extend(rest);
        }
    }

    /// Drops the diagnostics from one mark to another.
    pub(super) fn drop_between(&mut self, mark: usize, end: usize) {
        if !self.is_stopped() && mark < end {
            self.moved(self.mark() - mark);
            let rest = self.found.split_off(end);
            self.found.split_off(mark);
            self.found.extend(rest);
        }
    }

    /// Begins a loop, whose rounds report the same things once.
    pub(super) fn begin_loop(&mut self) {
        self.loops += 1;
        if self.is_check() {
            self.found.found().possible.push(PossibleInLoop::default());
        }
    }

    /// Ends a round: drops the diagnostics since its mark that an earlier round gave too.
    #[inline]
    pub(super) fn end_round(&mut self, mark: usize) {
        if self.is_check() {
            self.set_possible_aside(mark);
        }
        if mark < self.mark() {
            self.drop_repeated(mark);
        }
    }

    /// Takes the possible diagnostics of a round: another round can show that the same expression
    /// is right for other elements.
    #[cold]
    fn set_possible_aside(&mut self, mark: usize) {
        let findings = self.take_since(mark);
        let Some(mut in_loop) = self.found.take_possible() else { return };
        in_loop.rounds += 1;
        for finding in findings {
            if finding.is_possible {
                in_loop.insert(finding);
            } else {
                self.found.push(finding);
            }
        }
        self.found.found().possible.push(in_loop);
    }

    /// Ends a round in which the condition of the loop is false.
    pub(super) fn skip_round(&mut self, mark: usize) {
        if self.is_check() {
            let findings = self.take_since(mark);
            self.found.extend(findings.into_iter().filter(|finding| !finding.is_possible));
        }
        if mark < self.mark() {
            self.drop_repeated(mark);
        }
    }

    #[cold]
    fn drop_repeated(&mut self, mark: usize) {
        let mut reported = self.found.take_reported(self.loops).unwrap_or_default();
        for new in self.take_since(mark) {
            if reported.insert(new.diagnostic.subject(), new.diagnostic.summary()) {
                self.found.push(new);
            }
        }
        self.found.found().reported.push((self.loops, reported));
    }

    /// Ends a loop.
    pub(super) fn end_loop(&mut self) {
        self.found.take_reported(self.loops);
        self.loops -= 1;
        if self.is_check()
            && let Some(in_loop) = self.found.take_possible()
        {
            self.found.extend(in_loop.of_all_rounds());
        }
    }

    /// Returns whether an earlier round of an enclosing loop reported the same.
    fn is_reported(&self, span: Span, summary: &str) -> bool {
        let Findings(Some(found)) = &self.found else { return false };
        found.reported.iter().any(|(_, reported)| reported.contains(Some(span), summary))
    }
}
