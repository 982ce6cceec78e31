//! Static analysis of whole configurations.

mod check;
mod corpus;
#[allow(dead_code, reason = "not all tests look at whole cases")]
#[path = "../support/expressions.rs"]
mod expressions;
mod generated;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod references;
#[path = "../support/rows.rs"]
mod rows;
mod scope;
#[path = "../support/simplified.rs"]
mod simplified;
mod simplify;
#[allow(dead_code, reason = "the other tests call functions too")]
#[path = "../support/soundness.rs"]
mod soundness;

use serde_hcl::{Body, Source, json, parse_file};

fn native(text: &str) -> Body {
    named("main.tf", text)
}

fn named(name: &str, text: &str) -> Body {
    parse_file(Source::new(name, text)).into_result().expect("the text is valid").body()
}

fn in_json(text: &str) -> Body {
    json::parse_file(Source::new("main.tf.json", text)).into_result().expect("the text is valid").body()
}
