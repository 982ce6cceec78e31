//! The extensions of the language, each on bodies of both syntaxes. One file an extension.

mod dynblock;
mod spec;
mod tryfunc;
mod typeexpr;
mod userfunc;

use serde_hcl::{Body, Source, json, parse_file};

fn native(text: &str) -> Body {
    parse_file(Source::new("main.hcl", text)).into_result().expect("no error").body().clone()
}

fn in_json(text: &str) -> Body {
    let file = json::parse_file(Source::new("main.json", text)).into_result().expect("no error");
    file.body().clone()
}
