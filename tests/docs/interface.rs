//! The names and traits of the public interface.

use std::collections::BTreeSet;

use serde_hcl::analysis::{References, Roots, Scope};
use serde_hcl::edit::{Document, Expr, Item};
use serde_hcl::ext::Spec;
use serde_hcl::{
    Attribute, Block, Body, Diagnostic, Error, EvalContext, Expression, Function, Limits, Map, Number,
    Options, Outcome, Source, Template, Traversal, Value, WriteOptions, body, diag,
};

use super::read;

/// Returns the names that a text re-exports.
pub(super) fn exported(text: &str) -> BTreeSet<&str> {
    let declarations = text.split("\npub use ").skip(1).filter_map(|rest| Some(rest.split_once(';')?.0));
    let names = declarations.flat_map(|declaration| {
        declaration.rsplit_once("::").map_or(declaration, |(_, names)| names).split(',')
    });
    names.map(|name| name.trim_matches(['{', '}', ' ', '\n'])).filter(|name| !name.is_empty()).collect()
}

#[test]
#[ignore = ".ci/run checks counts"]
fn the_root_has_the_names_that_most_programs_need() {
    let text = read("src/lib.rs");
    let root = exported(&text);
    assert!((35..=45).contains(&root.len()), "{root:#?}");
    for name in ["from_str", "to_string", "Value", "Body", "Error", "Options"] {
        assert!(root.contains(name), "{name}");
    }
}

#[test]
fn no_public_name_has_two_paths() {
    let text = read("src/lib.rs");
    let root = exported(&text);
    for module in ["body", "de", "diag", "eval", "func", "ser", "source", "value"] {
        let text = read(format!("src/{module}/mod.rs"));
        let names = exported(&text);
        let both: Vec<_> = names.intersection(&root).collect();
        assert!(both.is_empty(), "{module} exports {both:?}, as the root does");
    }
}

#[test]
fn types_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<(Attribute, Block, Body, body::File, Expression, Template, Traversal)>();
    shared::<(Diagnostic, diag::Diagnostics, Error, Source, Outcome<Body>)>();
    shared::<(EvalContext, Function, Limits, Options, WriteOptions)>();
    shared::<(Map, Number, Value, serde_hcl::Type)>();
    shared::<(Document, Expr, Item)>();
    shared::<(References, Roots, Scope, Spec)>();
}
