//! Static analysis of whole configurations.

mod blocks;
mod check;
mod corpus;
mod generated;
mod properties;
mod references;
mod scope;
mod simplify;

use serde_hcl::{Body, Source, json, parse_file};

fn native(text: &str) -> Body {
    named("main.tf", text)
}

fn named(name: &str, text: &str) -> Body {
    parse_file(Source::new(name, text)).into_result().expect("the text is valid").body().clone()
}

fn in_json(text: &str) -> Body {
    json::parse_file(Source::new("main.tf.json", text))
        .into_result()
        .expect("the text is valid")
        .body()
        .clone()
}
