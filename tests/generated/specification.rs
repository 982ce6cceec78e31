//! The laws of `Spec::of`: a file that a type wrote and reads has no error in the specification of
//! the type, and a file that the type rejects has one.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_hcl::ext::Spec;
use serde_hcl::{Error, EvalContext, json, parse_file};

use super::codec::Codec;
use super::data::{Sampler, Values};
use super::file::{json as json_text, native};
use super::model::{Model, Ty};
use super::random::Random;
use super::report::{Failure, Report};
use super::round_trips::message;
use super::write::write;

/// A type, and what is checked with it.
pub struct Checker<'a> {
    pub model: &'a Model,
    pub ty: &'a Ty,
    pub codec: &'static dyn Codec,
    pub spec: &'a Spec,
    /// The JSON Schema of the specification.
    pub schema: &'a jsonschema::Validator,
    /// The specification that is read from that schema.
    pub read: &'a Spec,
    pub report: &'a mut Report,
}

/// Returns the specification that a JSON Schema describes.
pub fn read(schema: &str) -> Spec {
    let schema = serde_json::from_str(schema).expect("it is JSON");
    Spec::from_json_schema(&schema).expect("it is valid")
}

impl Checker<'_> {
    fn fail(&mut self, law: &'static str, kind: &str, feature: String, text: &str, found: &str) {
        self.report.add(Failure {
            law,
            kind: kind.to_owned(),
            feature,
            source: self.model.whole_source(self.ty),
            text: text.to_owned(),
            expected: law.to_owned(),
            found: found.to_owned(),
        });
    }

    /// Checks that a specification that is read from a schema and written again stays the same.
    pub fn schema_is_stable(&mut self) {
        let written = |spec: &Spec| json::to_string(&spec.to_json_schema()).expect("it is JSON");
        let first = written(self.read);
        let second = written(&read(&first));
        self.report.checks += 1;
        if first != second {
            self.fail("a schema is stable", "JSON Schema", "root".to_owned(), &first, &second);
        }
    }

    /// Checks the forms of a random value, and mistakes in them.
    pub fn value(&mut self, seed: u64, mut watch: impl FnMut(String)) {
        let random = Random::new(seed);
        let values = if seed.is_multiple_of(3) { Values::Simple } else { Values::Extreme };
        let data = Sampler::new(self.model, random.clone(), values).value(self.ty);
        let source = self.model.json(self.ty, &data).to_string();
        watch(source.clone());
        let value = self.codec.reference(&source).unwrap_or_else(|error| panic!("{source}\n{error}"));
        let result = catch_unwind(AssertUnwindSafe(|| {
            for text in [value.to_native(), value.to_blocks()].into_iter().flatten() {
                self.accepts(&text, false);
            }
            for text in [value.to_json()].into_iter().flatten() {
                self.accepts(&text, true);
            }
            let Some(written) = write(self.model, self.ty, &data, random) else { return };
            watch(native(&written.body).text);
            self.accepts(&native(&written.body).text, false);
            if written.has_json {
                self.accepts(&json_text(&written.body).text, true);
            }
            for mistake in &written.mistakes {
                let text = native(&written.body.with(&[&mistake.edit])).text;
                watch(text.clone());
                self.rejects(&text, &format!("{:?}", mistake.kind), mistake.features.last());
            }
        }));
        if let Err(panic) = result {
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            self.fail("no panic", "any", message.clone(), &source, &message);
        }
    }

    /// Returns the errors of the specification.
    fn errors(spec: &Spec, text: &str, is_json: bool) -> Result<(), Error> {
        let file = if is_json { json::parse_file(text) } else { parse_file(text) };
        let outcome = spec.decode(file.into_result()?.body(), &EvalContext::new());
        match outcome.diagnostics.errors().next() {
            Some(error) => Err(error.clone().into()),
            None => Ok(()),
        }
    }

    /// Checks that the specification accepts a text, if the type reads it.
    fn accepts(&mut self, text: &str, is_json: bool) {
        let read = if is_json { self.codec.from_json(text) } else { self.codec.from_str(text) };
        if read.is_err() {
            return;
        }
        self.report.checks += 1;
        if is_json {
            let document = serde_json::from_str(text).expect("it is JSON");
            if let Err(error) = self.schema.validate(&document) {
                let path = error.schema_path().to_string();
                let keyword = path.rsplit('/').next().unwrap_or_default().to_owned();
                self.fail("no false error", "JSON Schema", keyword, text, &format!("{error}"));
            }
        }
        let form = if is_json { "JSON" } else { "native" };
        if let Err(error) = Self::errors(self.spec, text, is_json) {
            self.fail("no false error", form, message(&error), text, &format!("{error:#}"));
        }
        if let Err(error) = Self::errors(self.read, text, is_json) {
            self.fail("no false error by the schema", form, message(&error), text, &format!("{error:#}"));
        }
    }

    /// Checks that the specification rejects a text, if the type does.
    fn rejects(&mut self, text: &str, kind: &str, feature: Option<&&str>) {
        let Err(error) = self.codec.from_str(text) else { return };
        self.report.checks += 1;
        if Self::errors(self.spec, text, false).is_ok() {
            let feature = feature.map_or("root", |feature| feature).to_owned();
            self.fail("no error is missed", kind, feature, text, &format!("{error:#}"));
        }
    }
}
