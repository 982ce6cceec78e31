//! The laws of round trips: what is written is read back, and a value decodes as its file.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_hcl::{Body, Error, Value, json, parse_file};

use super::codec::{Codec, Decoded};
use super::data::{Sampler, Values};
use super::file::{json as json_text, native};
use super::model::{DefKind, Form, Model, Tagging, Ty};
use super::random::Random;
use super::report::{Failure, Report};
use super::write::write;

/// A type, and what is checked with it.
pub struct Checker<'a> {
    pub model: &'a Model,
    pub ty: &'a Ty,
    pub codec: &'static dyn Codec,
    pub report: &'a mut Report,
}

type Read = Result<Box<dyn Decoded>, Error>;

impl Checker<'_> {
    fn fail(
        &mut self,
        law: &'static str,
        form: &str,
        feature: String,
        text: &str,
        expected: &dyn Decoded,
        found: &str,
    ) {
        self.report.add(Failure {
            law,
            kind: form.to_owned(),
            feature,
            source: self.model.whole_source(self.ty),
            text: text.to_owned(),
            expected: format!("{expected:?}"),
            found: found.to_owned(),
        });
    }

    /// Checks a random value.
    pub fn value(&mut self, seed: u64, mut watch: impl FnMut(String)) {
        let random = Random::new(seed);
        let values = if seed.is_multiple_of(3) { Values::Simple } else { Values::Extreme };
        let mut sampler = Sampler::new(self.model, random.clone(), values);
        let data = sampler.value(self.ty);
        let other = sampler.value(self.ty);
        let source = self.model.json(self.ty, &data).to_string();
        watch(source.clone());
        let read =
            |source: &str| self.codec.reference(source).unwrap_or_else(|error| panic!("{source}\n{error}"));
        let value = read(&source);
        let other = read(&self.model.json(self.ty, &other).to_string());
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.forms(&*value);
            self.other_formats(&*value, values);
            self.updates(&*value, &*other);
            if let Some(written) = write(self.model, self.ty, &data, random) {
                let text = native(&written.body).text;
                if self.is_read("native", &*value, &text, self.codec.from_str(&text)) {
                    self.values(&text, false);
                    self.update("update of a file", &*value, &text, &text);
                    self.update("update of a file to another value", &*other, &text, "");
                }
                if written.has_json {
                    let text = json_text(&written.body).text;
                    // A label in JSON is not a template, but the key of a map without labels is.
                    let has_one_meaning =
                        !has_template_names(&serde_json::from_str(&text).expect("it is JSON"));
                    if has_one_meaning && self.is_read("JSON", &*value, &text, self.codec.from_json(&text)) {
                        self.values(&text, true);
                    }
                }
            }
        }));
        if let Err(panic) = result {
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            self.fail("no panic", "any", message.clone(), &source, &*value, &message);
        }
    }

    /// Checks that a file is read as its value, if it is valid: `decode` lists those that are
    /// rejected.
    fn is_read(&mut self, form: &str, value: &dyn Decoded, text: &str, read: Read) -> bool {
        self.report.checks += 1;
        match read {
            Ok(decoded) if decoded.equals(value) => true,
            Ok(decoded) => {
                self.fail("a file is its value", form, self.features(), text, value, &format!("{decoded:?}"));
                false
            }
            Err(_) => false,
        }
    }

    /// Checks all forms in which a value is written.
    fn forms(&mut self, value: &dyn Decoded) {
        let codec = self.codec;
        let text = self.written("to_string", value, value.to_native(), |text| codec.from_str(text));
        if let Some(text) = &text {
            self.report.checks += 1;
            if value.to_vec().ok().as_deref() != Some(text.as_bytes()) {
                self.fail("one form", "to_vec", String::new(), text, value, "another text");
            }
            if !text.contains("<<") {
                let text = text.replace('\n', "\r\n");
                self.written("CRLF", value, Ok(text), |text| codec.from_str(text));
            }
            self.values(text, false);
            // A body in JSON has no order of blocks of different types.
            if let Ok(file) = parse_file(text.as_str()).into_result()
                && !matches!(self.ty, Ty::Seq(_))
            {
                let converted = json::to_string(file.body());
                self.written("json::to_string of the body", value, converted, |text| codec.from_json(text));
            }
        }
        let in_json = self.written("json::to_string", value, value.to_json(), |text| codec.from_json(text));
        if let Some(text) = &in_json {
            self.values(text, true);
        }
        self.written("json::to_string_pretty", value, value.to_json_pretty(), |text| codec.from_json(text));
        self.written("structs_as_blocks", value, value.to_blocks(), |text| codec.from_str(text));
        self.written("structs_as_blocks, strict", value, value.to_blocks(), |text| codec.from_strict(text));
        let body = value.to_body();
        let shown = body.as_ref().map_or_else(|_| String::new(), |body| format!("{body}"));
        let read = body.as_ref().ok().map(|body| codec.from_body(body));
        self.read("to_body", value, body.map(|_| shown), read);
        let converted = value.to_value();
        let shown = converted.as_ref().map_or_else(|_| String::new(), |value| format!("{value:?}"));
        let read = converted.as_ref().ok().map(|value| codec.from_value(value));
        self.read("to_value", value, converted.map(|_| shown), read);
    }

    /// Checks that a written text is read back. Returns the text.
    fn written(
        &mut self,
        form: &str,
        value: &dyn Decoded,
        text: Result<String, Error>,
        read: impl Fn(&str) -> Read,
    ) -> Option<String> {
        let result = text.as_ref().ok().map(|text| read(text));
        self.read(form, value, text, result)
    }

    fn read(
        &mut self,
        form: &str,
        value: &dyn Decoded,
        text: Result<String, Error>,
        read: Option<Read>,
    ) -> Option<String> {
        self.report.checks += 1;
        let text = match text {
            Ok(text) => text,
            Err(error) if is_documented(&error) => return None,
            Err(error) => {
                self.fail("written", form, message(&error), "", value, &format!("{error:#}"));
                return None;
            }
        };
        match read? {
            Err(error) if is_documented(&error) => None,
            Ok(decoded) if value.equals(&*decoded) => Some(text),
            Ok(decoded) => {
                self.fail("same value", form, self.features(), &text, value, &format!("{decoded:?}"));
                None
            }
            Err(error) => {
                self.fail("read back", form, message(&error), &text, value, &format!("{error:#}"));
                None
            }
        }
    }

    /// Checks that serde_json reads the same value, if the type has no attributes of this crate.
    fn other_formats(&mut self, value: &dyn Decoded, values: Values) {
        let features = self.features();
        let is_plain = ["$", "block", "Labeled"].iter().all(|feature| !features.contains(feature));
        let Ok(text) = value.to_json() else { return };
        // A sequence is a body here, and a string with `${` is a template.
        if !is_plain || values == Values::Extreme || matches!(self.ty, Ty::Seq(_)) {
            return;
        }
        self.report.checks += 1;
        match self.codec.reference(&text) {
            Ok(decoded) if value.equals(&*decoded) => {}
            Ok(decoded) => {
                self.fail("serde_json", "other value", features, &text, value, &format!("{decoded:?}"))
            }
            Err(error) => self.fail("serde_json", "error", features, &text, value, &error.to_string()),
        }
    }

    fn updates(&mut self, value: &dyn Decoded, other: &dyn Decoded) {
        self.update("update of an empty document", value, "", "");
        if let Ok(text) = value.to_native()
            && self.codec.from_str(&text).is_ok_and(|decoded| decoded.equals(value))
        {
            self.update("update of the same text", value, &text, &text);
            self.update("update of the text of another value", other, &text, "");
        }
    }

    /// Checks that an updated document has the value, and the expected text if it is not empty.
    fn update(&mut self, form: &str, value: &dyn Decoded, text: &str, expected: &str) {
        self.report.checks += 1;
        // A value that cannot be written cannot be written into a document either.
        if value.to_native().is_err() {
            return;
        }
        match value.update(text) {
            Err(error) => self.fail("update", form, message(&error), text, value, &format!("{error:#}")),
            Ok(updated) => match self.codec.from_str(&updated) {
                Err(error) => {
                    self.fail(
                        "update: read back",
                        form,
                        message(&error),
                        text,
                        value,
                        &format!("{updated}\n{error:#}"),
                    );
                }
                Ok(decoded) if !decoded.equals(value) => {
                    self.fail(
                        "update: same value",
                        form,
                        self.features(),
                        text,
                        value,
                        &format!("{updated}\n{decoded:?}"),
                    );
                }
                Ok(_) if !expected.is_empty() && updated != expected => {
                    self.fail("update: same text", form, self.features(), text, value, &updated);
                }
                Ok(_) => {}
            },
        }
    }

    /// Checks that a text decodes as its value does.
    fn values(&mut self, text: &str, is_json: bool) {
        let (form, decoded, value) = match is_json {
            true => ("JSON", self.codec.from_json(text), json::from_str::<Value>(text)),
            false => ("native", self.codec.from_str(text), serde_hcl::from_str::<Value>(text)),
        };
        let Ok(decoded) = decoded else { return };
        // A value has no order of blocks with different types or labels, and a name in JSON is a
        // template for a value, also if it is a label for the type.
        let is_equal = match is_json {
            true => !has_template_names(&serde_json::from_str(text).expect("it is JSON")),
            false => parse_file(text).into_result().is_ok_and(|file| have_order_in_value(file.body())),
        };
        if matches!(self.ty, Ty::Seq(_)) || !is_equal {
            return;
        }
        self.report.checks += 1;
        match value {
            Err(error) => {
                self.fail("a file is a value", form, message(&error), text, &*decoded, &format!("{error:#}"))
            }
            Ok(value) => match self.codec.from_value(&value) {
                Ok(other) if decoded.equals(&*other) => {}
                Err(error) if is_documented(&error) => {}
                Ok(other) => self.fail(
                    "a value is a file",
                    form,
                    self.features(),
                    text,
                    &*decoded,
                    &format!("{other:?}"),
                ),
                Err(error) => {
                    self.fail(
                        "a value is a file",
                        form,
                        message(&error),
                        text,
                        &*decoded,
                        &format!("{error:#}"),
                    );
                }
            },
        }
    }

    /// Returns the features of the type.
    fn features(&self) -> String {
        let mut features = Vec::new();
        for index in self.model.parts(self.ty) {
            match &self.model.defs[index].kind {
                DefKind::Struct { fields, .. } => {
                    for field in fields {
                        features.push(match field.form {
                            Form::Plain if is_labeled(&field.ty) => "Labeled",
                            Form::Plain => continue,
                            Form::Flatten => "flatten",
                            Form::Blocks => "blocks",
                            Form::LabeledBlocks => "labeled_blocks",
                            Form::Label(_) => "$label",
                            Form::Labels => "$labels",
                        });
                    }
                }
                DefKind::Enum { tagging, .. } => features.push(match tagging {
                    Tagging::External => "enum",
                    Tagging::Internal => "tag",
                    Tagging::Label => "tag $label",
                    Tagging::Adjacent => "content",
                    Tagging::Untagged => "untagged",
                }),
            }
        }
        features.sort_unstable();
        features.dedup();
        features.join(", ")
    }
}

/// Returns whether a name in a JSON text has a template in it, or an escape sequence.
fn has_template_names(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Array(elements) => elements.iter().any(has_template_names),
        serde_json::Value::Object(members) => members
            .iter()
            .any(|(name, value)| name.contains("${") || name.contains("%{") || has_template_names(value)),
        _ => false,
    }
}

/// Returns whether no label of the blocks of a body comes back after another one.
fn have_order_in_value(body: &Body) -> bool {
    let mut types: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for block in body.blocks() {
        let labels = block.labels().iter().map(|label| label.text().to_owned()).collect();
        types.entry(block.block_type().to_owned()).or_default().push(labels);
    }
    let have_order = |blocks: &Vec<Vec<String>>| {
        let most = blocks.iter().map(Vec::len).max().unwrap_or_default();
        (1..=most).all(|count| {
            let mut labels: Vec<_> = blocks.iter().map(|labels| labels.get(..count)).collect();
            labels.dedup();
            labels.iter().collect::<BTreeSet<_>>().len() == labels.len()
        })
    };
    types.values().all(have_order) && body.blocks().all(|block| have_order_in_value(block.body()))
}

/// Returns whether the values of a type are written as blocks with labels.
fn is_labeled(ty: &Ty) -> bool {
    match ty {
        Ty::Labeled(..) => true,
        Ty::Option(ty) | Ty::Seq(ty) => is_labeled(ty),
        _ => false,
    }
}

/// Returns whether an error is about a value that has no form, as the documentation says.
fn is_documented(error: &Error) -> bool {
    let documented = [
        "an entry without a block cannot be written as blocks.",
        "the number of labels is not part of the type,",
        "in JSON is not defined.",
        "A body has two attributes",
    ];
    let is_documented = |it: &serde_hcl::Diagnostic| documented.iter().any(|text| it.detail().contains(text));
    error.diagnostics().iter().all(is_documented)
}

/// Returns the message of an error without names and numbers, as the name of a group.
pub fn message(error: &Error) -> String {
    let detail = error.diagnostics().iter().next().map(|it| it.detail().to_owned()).unwrap_or_default();
    let mut message = String::new();
    let mut is_quoted = false;
    for character in detail.lines().next().unwrap_or_default().chars() {
        match character {
            '"' => {
                if !is_quoted {
                    message.push('…');
                }
                is_quoted = !is_quoted;
            }
            _ if is_quoted => {}
            digit if digit.is_ascii_digit() => {
                if !message.ends_with('0') {
                    message.push('0');
                }
            }
            other => message.push(other),
        }
    }
    message
}
