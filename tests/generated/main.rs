//! Generated types, files and mistakes.
//!
//! `types.rs` contains the types of a seed. `write_types.rs` writes it, from `model.rs`, which also
//! describes the types while the tests run: values, files and mistakes are made from the
//! description. Without `FULL_TESTS=1`, some of the types are checked. Other types, with 20 files
//! of each: `GENERATED_SEED=7 cargo run --all-features --example types && FULL_TESTS=1
//! GENERATED_FILES=20 cargo test --all-features --test generated`.
//!
//! `known/` lists the groups of failures that are not corrected yet. A group that is not listed and
//! a listed group that no longer fails are errors. With `FULL_TESTS=1`, `UPDATE_KNOWN=1` writes the
//! lists. `GENERATED_FAILURES=/tmp/failures` writes the smallest example of each group to a file.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use serde::{Deserialize, Serialize};

mod codec;
mod data;
mod decode;
mod file;
mod leaves;
mod linear;
mod model;
mod random;
mod report;
mod round_trips;
mod specification;
mod write;

use codec::{Codec, Of};
use model::{Model, model};
use report::{Failure, Report};

/// Declares the types of a file.
macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(super::Serialize, super::Deserialize, PartialEq, Debug)] $item)*
    };
}

/// Lists the types that files are decoded into.
macro_rules! roots {
    ($($root:ty,)*) => {
        pub fn roots() -> Vec<&'static dyn super::Codec> {
            vec![$(&super::Of::<$root>(super::PhantomData)),*]
        }
    };
}

#[allow(clippy::large_enum_variant, reason = "the types are generated")]
mod types;

/// Returns the number of files of each type.
fn files() -> u64 {
    std::env::var("GENERATED_FILES").map_or(1, |count| count.parse().expect("a number"))
}

/// Checks a root with its codec. The last function takes each text before it is decoded.
type Check = fn(&Model, usize, &'static dyn Codec, &mut Report, &mut dyn FnMut(String));

/// Checks files of all types on a thread. A decode that does not end is reported with its text.
fn all_types(name: &'static str, check: Check) -> Report {
    let model = Arc::new(model(types::SEED));
    let report = Arc::new(Mutex::new(Report::default()));
    let mut next = 0;
    loop {
        let current = Arc::new(Mutex::new((next, String::new())));
        let (done, finished) = mpsc::channel();
        let state = (model.clone(), report.clone(), current.clone());
        std::thread::spawn(move || {
            let (model, report, current) = state;
            let step = test_support::step(8);
            let roots = types::roots().into_iter().enumerate().skip(next);
            for (index, codec) in roots.filter(|(index, _)| index % step == 0) {
                let mut own = Report::default();
                check(&model, index, codec, &mut own, &mut |text| {
                    *current.lock().expect("no panic") = (index, text)
                });
                let mut report = report.lock().expect("no panic");
                report.merge(own);
                report.write(name);
            }
            let _ = done.send(());
        });
        let mut last = (usize::MAX, String::new());
        let hung = loop {
            match finished.recv_timeout(Duration::from_secs(10)) {
                Ok(()) => break None,
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let (index, text) = current.lock().expect("no panic").clone();
                    panic!("a check panicked: {}\n{text}", model.whole_source(&model.roots[index]))
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let now = current.lock().expect("no panic").clone();
                    if now == last {
                        break Some(now);
                    }
                    last = now;
                }
            }
        };
        let Some((index, text)) = hung else { break };
        report.lock().expect("no panic").add(Failure {
            law: "the decode ends",
            kind: "any".to_owned(),
            feature: "no counted value".to_owned(),
            source: model.whole_source(&model.roots[index]),
            text,
            expected: "an end".to_owned(),
            found: "no end after 10 seconds".to_owned(),
        });
        next = index + 1;
    }
    Arc::try_unwrap(report).map_or_else(
        |shared| shared.lock().expect("no panic").clone(),
        |own| own.into_inner().expect("no panic"),
    )
}

#[test]
fn the_types_are_those_of_their_seed() {
    let written = include_str!("types.rs");
    assert!(
        model(types::SEED).file(types::SEED) == written,
        "run `cargo run --all-features --example types`"
    );
    assert_eq!(model(types::SEED).roots.len(), types::roots().len());
}

#[test]
fn each_mistake_is_one_error() {
    let report = all_types("decode", |model, index, codec, report, watch| {
        let mut checker = decode::Checker { model, ty: &model.roots[index], codec, report };
        for file in 0..files() {
            checker.file(index as u64 * 1000 + file, &mut *watch);
        }
    });
    report.check("decode", include_str!("known/decode.txt"));
}

#[test]
fn written_values_are_read_back() {
    let report = all_types("round_trips", |model, index, codec, report, watch| {
        let mut checker = round_trips::Checker { model, ty: &model.roots[index], codec, report };
        for file in 0..files() {
            checker.value(index as u64 * 1000 + file, &mut *watch);
        }
    });
    report.check("round_trips", include_str!("known/round_trips.txt"));
}

#[test]
fn specifications_agree_with_their_types() {
    let report = all_types("specification", |model, index, codec, report, watch| {
        let spec = codec.spec();
        let schema = serde_hcl::json::to_string(&spec.to_json_schema()).expect("it is JSON");
        let read = specification::read(&schema);
        let schema = serde_json::from_str(&schema).expect("it is JSON");
        let schema = jsonschema::validator_for(&schema).expect("it is a schema");
        let mut checker = specification::Checker {
            model,
            ty: &model.roots[index],
            codec,
            spec: &spec,
            schema: &schema,
            read: &read,
            report,
        };
        checker.schema_is_stable();
        for file in 0..files() {
            checker.value(index as u64 * 1000 + file, &mut *watch);
        }
    });
    report.check("specification", include_str!("known/specification.txt"));
}
