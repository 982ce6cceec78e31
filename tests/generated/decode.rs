//! The laws of decoding: each mistake is one error, at its place and with its path.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_hcl::{Error, json, parse_file};

use super::codec::{Codec, Decoded};
use super::data::{Sampler, Values};
use super::file::{Edit, ExprKind, Id, Text, json as json_text, native};
use super::leaves::{Endless, Visits, visits};
use super::model::{Model, Ty};
use super::random::Random;
use super::report::{Failure, Report};
use super::write::{Mistake, Written, write};

/// The number of visits after which a decode of a small file is taken for one that does not end.
const LIMIT: usize = 2_000;

/// The number of times that a value may be visited: 8 times, and once for each of at most 32
/// members that are left out to find the one that an error is about.
const VISITS: usize = 8 + 32;

/// The number of pairs of mistakes that are checked in a file.
const PAIRS: usize = 24;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Syntax {
    Native,
    Json,
}

impl Syntax {
    fn text(self, written: &Written, mistakes: &[&Mistake]) -> Text {
        let edits: Vec<_> = mistakes.iter().map(|mistake| &mistake.edit).collect();
        let body = written.body.with(&edits);
        match self {
            Self::Native => native(&body),
            Self::Json => json_text(&body),
        }
    }

    fn decode(self, codec: &dyn Codec, text: &str) -> Result<Box<dyn Decoded>, Error> {
        match self {
            Self::Native => codec.from_str(text),
            Self::Json => codec.from_json(text),
        }
    }
}

/// An error that was found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    /// The innermost part at the location, and whether the part begins there.
    part: Option<(Id, bool)>,
    start: Option<usize>,
    path: String,
    detail: String,
    shown: String,
}

impl Found {
    /// Returns what is the same if other mistakes are added.
    fn identity(&self) -> (Option<(Id, bool)>, &str, &str) {
        (self.part, &self.path, &self.detail)
    }
}

/// Returns the details of an error: the fields that are missing in a body are one error, which
/// counts as one for each of them, with the hint about its name.
fn details(detail: &str) -> Vec<String> {
    let Some((names, rest)) = detail.split_once(" are required here") else { return vec![detail.to_owned()] };
    let hints: Vec<&str> = rest.split(" If ").skip(1).collect();
    let each = names.split('"').skip(1).step_by(2).map(|name| {
        let end = format!("its name is {name:?}.");
        let hint = hints.iter().find(|hint| hint.ends_with(&end));
        let hint = hint.map_or_else(String::new, |hint| format!(" If {hint}"));
        format!("{name:?} is required here, but it is missing.{hint}")
    });
    each.collect()
}

fn found(error: &Error, text: &Text) -> Vec<Found> {
    let of = |diagnostic: &serde_hcl::Diagnostic| {
        let start = diagnostic.span().map(|span| span.start as usize);
        let position = diagnostic.range().map(|range| range.start.to_string());
        let code = diagnostic.code().map(serde_hcl::diag::Code::as_str).unwrap_or("-");
        let path = diagnostic.path().to_owned();
        let position = position.unwrap_or_else(|| "no location".to_owned());
        // The location of what is missing is that of the body, which can begin with any item.
        let part = start.filter(|_| code != "missing-item").and_then(|start| text.part_at(start));
        let each = details(diagnostic.detail()).into_iter().map(move |detail| {
            let shown = format!("{position} {code} {path:?} {detail}");
            Found { part, start, path: path.clone(), detail, shown }
        });
        each.collect::<Vec<_>>()
    };
    error.diagnostics().iter().flat_map(of).collect()
}

fn shown(errors: &[Found]) -> String {
    errors.iter().map(|error| format!("{}\n", error.shown)).collect()
}

/// The result of a decode: the errors, or a value, or no end.
enum Outcome {
    Value(Box<dyn Decoded>),
    Errors(Vec<Found>),
    Endless,
    Panic(String),
}

fn decode(syntax: Syntax, codec: &dyn Codec, text: &Text) -> (Outcome, Visits) {
    let result = catch_unwind(AssertUnwindSafe(|| visits(LIMIT, || syntax.decode(codec, &text.text))));
    match result {
        Ok((Ok(value), visits)) => (Outcome::Value(value), visits),
        Ok((Err(error), visits)) => (Outcome::Errors(found(&error, text)), visits),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            let outcome = if panic.is::<Endless>() {
                Outcome::Endless
            } else {
                Outcome::Panic(message.unwrap_or_default())
            };
            (outcome, Visits::default())
        }
    }
}

/// The features of types and files that matter for all that is below them.
const OUTER: &[&str] = &[
    "untagged",
    "label tag",
    "flatten",
    "internal",
    "content first",
    "buffered block",
    "beside flatten",
    "odd key",
];

/// Returns the features of a mistake, as a part of the name of a group.
fn feature(mistake: &Mistake) -> String {
    let inner = mistake.features.iter().rev().find(|feature| !OUTER.contains(feature)).unwrap_or(&"root");
    match outer(mistake) {
        Some(outer) => format!("{inner} below {outer}"),
        None => (*inner).to_owned(),
    }
}

fn outer(mistake: &Mistake) -> Option<&'static str> {
    OUTER.iter().copied().find(|outer| mistake.features.contains(outer))
}

/// A type, and what is checked with it.
pub struct Checker<'a> {
    pub model: &'a Model,
    pub ty: &'a Ty,
    pub codec: &'static dyn Codec,
    pub report: &'a mut Report,
}

impl Checker<'_> {
    fn fail(
        &mut self,
        law: &'static str,
        kind: &str,
        feature: &str,
        text: &Text,
        expected: &str,
        found: &str,
    ) {
        let source = self.model.whole_source(self.ty);
        let failure = Failure {
            law,
            kind: kind.to_owned(),
            feature: feature.to_owned(),
            source,
            text: text.text.clone(),
            expected: expected.to_owned(),
            found: found.to_owned(),
        };
        self.report.add(failure);
    }

    /// Checks a file of a random value.
    pub fn file(&mut self, seed: u64, mut watch: impl FnMut(String)) {
        let random = Random::new(seed);
        let mut sampler = Sampler::new(self.model, random.clone(), Values::Simple);
        let data = sampler.value(self.ty);
        let Some(written) = write(self.model, self.ty, &data, random) else { return };
        let source = self.model.json(self.ty, &data).to_string();
        let reference = self.codec.reference(&source).unwrap_or_else(|error| {
            panic!(
                "{source}
{error}"
            )
        });
        let mut random = Random::new(seed + 1);
        let mut both = [None, None];
        let syntaxes = if written.has_json { &[Syntax::Native, Syntax::Json][..] } else { &[Syntax::Native] };
        for (index, syntax) in syntaxes.iter().enumerate() {
            let text = syntax.text(&written, &[]);
            watch(text.text.clone());
            self.report.checks += 1;
            let kind = format!("{syntax:?}");
            let features = written.features.join(", ");
            match decode(*syntax, self.codec, &text) {
                (Outcome::Value(value), visits) => {
                    if !value.equals(&*reference) {
                        self.fail(
                            "valid: other value",
                            &kind,
                            &features,
                            &text,
                            &format!("{reference:?}"),
                            &format!("{value:?}"),
                        );
                        continue;
                    }
                    self.visits("valid", &features, &text, &visits);
                }
                (Outcome::Errors(errors), _) => {
                    self.fail(
                        "valid: rejected",
                        &kind,
                        &features,
                        &text,
                        &format!("{reference:?}"),
                        &shown(&errors),
                    );
                    continue;
                }
                (outcome, _) => {
                    self.endless(&outcome, "valid", &features, &text);
                    continue;
                }
            }
            let singles: Vec<_> = written
                .mistakes
                .iter()
                .map(|mistake| self.single(*syntax, &written, mistake, &mut watch))
                .collect();
            self.pairs(*syntax, &written, &singles, &mut random, &mut watch);
            both[index] = Some(singles);
        }
        if let [Some(native), Some(in_json)] = both {
            for ((mistake, native), in_json) in written.mistakes.iter().zip(native).zip(in_json) {
                let (Some(native), Some(in_json)) = (native, in_json) else { continue };
                let paths =
                    |errors: &[Found]| errors.iter().map(|error| error.path.clone()).collect::<Vec<_>>();
                if paths(&native) != paths(&in_json) {
                    let text = Syntax::Json.text(&written, &[mistake]);
                    let kind = format!("{:?}", mistake.kind);
                    let expected = format!("as in native syntax:\n{}", shown(&native));
                    self.fail("syntaxes agree", &kind, &feature(mistake), &text, &expected, &shown(&in_json));
                }
            }
        }
    }

    fn visits(&mut self, kind: &str, feature: &str, text: &Text, visits: &Visits) {
        if let Some((value, count)) = visits.each.iter().max_by_key(|(_, count)| **count)
            && *count > VISITS
        {
            let found = format!("{count} visits of {value}");
            self.fail("visits", kind, feature, text, &format!("at most {VISITS}"), &found);
        }
    }

    fn endless(&mut self, outcome: &Outcome, kind: &str, feature: &str, text: &Text) {
        match outcome {
            Outcome::Endless => {
                self.fail("the decode ends", kind, feature, text, "an end", "more than 2,000 visits")
            }
            Outcome::Panic(message) => self.fail("no panic", kind, feature, text, "no panic", message),
            _ => {}
        }
    }

    /// Checks a file with one mistake. Returns the errors, if the next checks can use them.
    fn single(
        &mut self,
        syntax: Syntax,
        written: &Written,
        mistake: &Mistake,
        watch: &mut impl FnMut(String),
    ) -> Option<Vec<Found>> {
        if mistake.is_native && syntax == Syntax::Json {
            return None;
        }
        let text = syntax.text(written, &[mistake]);
        watch(text.text.clone());
        self.report.checks += 1;
        let kind = format!("{:?}", mistake.kind);
        let feature = feature(mistake);
        let place = match text.spans.get(&mistake.place) {
            Some(span) => {
                let line = |end: usize| 1 + text.text[..end].matches('\n').count();
                format!("lines {} to {}", line(span.start), line(span.end))
            }
            None => format!("part {}", mistake.place),
        };
        let expected = format!("one error in {place}, {:?}", mistake.paths);
        let (errors, visits) = match decode(syntax, self.codec, &text) {
            (Outcome::Errors(errors), visits) => (errors, visits),
            (Outcome::Value(value), _) => {
                self.fail(
                    "one error",
                    &format!("{kind} (none)"),
                    &feature,
                    &text,
                    &expected,
                    &format!("{value:?}"),
                );
                return None;
            }
            (outcome, _) => {
                self.endless(&outcome, &kind, &feature, &text);
                return None;
            }
        };
        self.visits(&kind, &feature, &text, &visits);
        let shown = shown(&errors);
        self.entry_points(syntax, &text, &errors, &kind, &feature);
        self.valid_part(syntax, written, mistake, &text, &errors);
        let [error] = errors.as_slice() else {
            self.fail("one error", &format!("{kind} (several)"), &feature, &text, &expected, &shown);
            return None;
        };
        let is_inside = match (error.start, text.spans.get(&mistake.place)) {
            (Some(start), Some(span)) => span.start <= start && start <= span.end,
            _ => false,
        };
        let is_nowhere = error.start.is_none();
        if is_nowhere {
            self.fail("location", &format!("{kind} (none)"), &feature, &text, &expected, &shown);
        } else if !is_inside {
            self.fail("location", &kind, &feature, &text, &expected, &shown);
        }
        if !mistake.paths.contains(&error.path) {
            self.fail("path", &kind, &feature, &text, &expected, &shown);
        }
        Some(errors)
    }

    /// Checks that the other functions that decode return the same errors.
    fn entry_points(&mut self, syntax: Syntax, text: &Text, errors: &[Found], kind: &str, feature: &str) {
        let is_json = syntax == Syntax::Json;
        let parsed = match syntax {
            Syntax::Native => parse_file(&*text.text).into_result(),
            Syntax::Json => json::parse_file(&*text.text).into_result(),
        };
        let parsed = parsed.unwrap_or_else(|error| panic!("{}\n{error:#}", text.text));
        let body = parsed.body().clone();
        let results = [
            ("from_reader", self.codec.from_reader(&text.text, is_json)),
            ("from_slice", self.codec.from_slice(&text.text, is_json)),
            ("from_body", self.codec.from_body(&body)),
        ];
        for (name, result) in results {
            let found = result.map_or_else(|error| found(&error, text), |_| Vec::new());
            if found != errors {
                self.fail(
                    "entry points agree",
                    &format!("{name}, {kind}"),
                    feature,
                    text,
                    &shown(errors),
                    &shown(&found),
                );
            }
        }
    }

    /// Checks that the valid part of a file with a mistake has the same errors, and that it is the
    /// value of the file without the innermost part around the mistake that can be left out.
    fn valid_part(
        &mut self,
        syntax: Syntax,
        written: &Written,
        mistake: &Mistake,
        text: &Text,
        errors: &[Found],
    ) {
        let (kind, feature) = (format!("{:?}", mistake.kind), feature(mistake));
        let decode = || visits(LIMIT, || self.codec.valid_part(&text.text, syntax == Syntax::Json));
        let Ok(((value, diagnostics), _)) = catch_unwind(AssertUnwindSafe(decode)) else {
            return self.fail("valid part: it ends", &kind, &feature, text, "an end", "a panic");
        };
        let found = found(&Error::from(diagnostics), text);
        if found != errors {
            self.fail("valid part: errors", &kind, &feature, text, &shown(errors), &shown(&found));
        }
        let text_of = |body: &_| if syntax == Syntax::Json { json_text(body) } else { native(body) }.text;
        let whole = text_of(&written.body);
        let decode = |edit: Edit| {
            let without = text_of(&written.body.with(&[&edit]));
            (without != whole).then(|| syntax.decode(self.codec, &without).ok())?
        };
        // Without its only block, a sequence is empty, unless the mistake is its name.
        let is_about = |part| matches!(mistake.edit, Edit::Remove(id) | Edit::Rename(id, _) | Edit::ToAttribute(id, _) if id == part);
        let empty =
            |part| (!is_about(part)).then(|| decode(Edit::ToAttribute(part, ExprKind::List(Vec::new()))))?;
        let parts = written.body.around(mistake.covers());
        let expected = parts.into_iter().find_map(|part| decode(Edit::Remove(part)).or_else(|| empty(part)));
        // Serde hides the parts of some types. Without its last block, a label has an empty
        // sequence in the valid part, and is not in the file.
        let is_exact = outer(mistake).is_none() && !mistake.features.contains(&"labeled");
        let Some(expected) = expected.filter(|_| is_exact) else { return };
        if value.as_ref().is_none_or(|value| !value.equals(&*expected)) {
            let (expected, found) = (format!("{expected:?}"), format!("{value:?}"));
            self.fail("valid part: value", &kind, &feature, text, &expected, &found);
        }
    }

    /// Checks that the errors of two mistakes are those of each.
    fn pairs(
        &mut self,
        syntax: Syntax,
        written: &Written,
        singles: &[Option<Vec<Found>>],
        random: &mut Random,
        watch: &mut impl FnMut(String),
    ) {
        let usable: Vec<_> = (0..singles.len()).filter(|index| singles[*index].is_some()).collect();
        if usable.is_empty() {
            return;
        }
        for _ in 0..PAIRS {
            let (one, two) = (*random.pick(&usable), *random.pick(&usable));
            let (first, second) = (&written.mistakes[one], &written.mistakes[two]);
            if one == two || !first.is_independent_of(second) {
                continue;
            }
            let text = syntax.text(written, &[first, second]);
            watch(text.text.clone());
            self.report.checks += 1;
            let features = match (outer(first), outer(second)) {
                (None, None) => "plain".to_owned(),
                (one, two) => {
                    let mut names = [one.unwrap_or("plain"), two.unwrap_or("plain")];
                    names.sort_unstable();
                    names.join(" / ")
                }
            };
            let kind = format!("{:?} with {:?}", first.kind.min(second.kind), first.kind.max(second.kind));
            let (errors, visits) = match decode(syntax, self.codec, &text) {
                (Outcome::Errors(errors), visits) => (errors, visits),
                (Outcome::Value(_), _) => (Vec::new(), Visits::default()),
                (outcome, _) => {
                    self.endless(&outcome, &kind, &features, &text);
                    continue;
                }
            };
            self.visits(&kind, &features, &text, &visits);
            let mut alone: Vec<_> = singles[one].iter().chain(&singles[two]).flatten().collect();
            let mut together: Vec<_> = errors.iter().collect();
            alone.sort();
            together.sort();
            let identities = |errors: &[&Found]| {
                let mut all: Vec<_> = errors.iter().map(|error| format!("{:?}", error.identity())).collect();
                all.sort();
                all
            };
            if identities(&alone) != identities(&together) {
                let law = match errors.len() {
                    2 => "two mistakes: other errors",
                    0 | 1 => "two mistakes: an error is lost",
                    _ => "two mistakes: false errors",
                };
                let is_lost = |single: &Option<Vec<Found>>| {
                    let lost =
                        |error: &Found| together.iter().all(|other| other.identity() != error.identity());
                    single.iter().flatten().any(lost)
                };
                let kind = match (is_lost(&singles[one]), is_lost(&singles[two])) {
                    (true, true) => "both".to_owned(),
                    (true, false) => format!("{:?}", first.kind),
                    (false, true) => format!("{:?}", second.kind),
                    (false, false) => "none".to_owned(),
                };
                let expected: Vec<_> = alone.into_iter().cloned().collect();
                self.fail(
                    law,
                    &kind,
                    &features,
                    &text,
                    &format!("as each alone:\n{}", shown(&expected)),
                    &shown(&errors),
                );
            }
        }
    }
}
