//! Suggestions for unknown names. Each search reads all names of the schema, which is work that no
//! limit of an evaluation bounds.

use serde_hcl::ext;
use serde_hcl::{
    Body, EvalContext,
    body::{AttributeSchema, BlockSchema, BodySchema},
    json, parse_file,
};

/// The number of unknown names in a file, and the number of those with a suggestion.
const UNKNOWN: usize = 5_000;
const SUGGESTIONS: usize = 100;

/// Long names that differ little, which take the longest to compare.
fn name(index: usize) -> String {
    format!("{}{index:04}", "a".repeat(55))
}

/// A text for each unknown name, which is near a name of the schema.
fn unknown(text: impl Fn(&str) -> String) -> String {
    (0..UNKNOWN).map(|index| text(&format!("{}x", name(index)))).collect()
}

#[test]
fn the_first_unknown_names_of_a_body_have_suggestions() {
    let names = || (0..1_000 / test_support::step(4)).map(name);
    let attributes = BodySchema::new(names().map(AttributeSchema::optional), []).expect("no name is twice");
    let blocks = BodySchema::new([], names().map(|name| BlockSchema::new(name, [] as [&str; 0])));
    let blocks = blocks.expect("no name is twice");
    let native = |text: String| parse_file(text).into_result().expect("it is sound").body().clone();
    let in_json = format!("{{{}\"//\": 1}}", unknown(|name| format!("\"{name}\": 1,\n")));
    let in_json = json::parse_file(in_json).into_result().expect("it is sound").body().clone();
    let dynamic = native(unknown(|name| format!("dynamic \"{name}\" {{\nfor_each = []\ncontent {{}}\n}}\n")));
    let check = |what: &str, body: Body, schema: &BodySchema| {
        let diagnostics = body.content(schema).diagnostics;
        let suggestions = diagnostics.iter().filter(|it| it.detail().contains("Did you mean")).count();
        assert_eq!((diagnostics.len(), suggestions), (UNKNOWN, SUGGESTIONS), "{what}");
    };
    check("attributes", native(unknown(|name| format!("{name} = 1\n"))), &attributes);
    check("blocks", native(unknown(|name| format!("{name} {{}}\n"))), &blocks);
    check("properties", in_json, &attributes);
    check("dynamic blocks", ext::expand_dynamic_blocks(&dynamic, &EvalContext::new()), &blocks);
}
