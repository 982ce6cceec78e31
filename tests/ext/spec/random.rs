//! Any specification on any body: no panic, and a value of the implied type, with any errors.

use std::fmt::Write;

use proptest::prelude::*;
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::{Function, Type, Value, diag::Diagnostics, value};

use super::{context, in_json, native};

fn types() -> impl Strategy<Value = Type> + Clone {
    prop_oneof![
        Just(Type::Dynamic),
        Just(Type::Number),
        Just(Type::String),
        Just(Type::list(Type::Dynamic)),
        Just(Type::map(Type::Number)),
        Just(Type::object_with_optional([("a", Type::Number)], ["a"])),
    ]
}

fn names() -> impl Strategy<Value = &'static str> + Clone {
    prop_oneof![Just("a"), Just("b"), Just("c")]
}

fn specs() -> impl Strategy<Value = Spec> {
    let leaf = prop_oneof![
        4 => (names(), types()).prop_map(|(name, ty)| Spec::attribute(name, ty)),
        1 => (0_usize..3).prop_map(|index| Spec::label(index, "label")),
        1 => Just(Spec::literal(value!(["x", 1]))),
        1 => (names(), types()).prop_map(|(name, ty)| Spec::block_attributes(name, ty)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let labels = prop::collection::vec(names(), 0..3);
        prop_oneof![
            prop::collection::vec((names(), inner.clone()), 0..4).prop_map(Spec::object),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Spec::tuple),
            (names(), inner.clone()).prop_map(|(name, nested)| Spec::block(name, nested)),
            (names(), inner.clone(), 0_usize..3).prop_map(|(name, nested, least)| Spec::block_list(
                name,
                least..,
                nested
            )),
            (names(), inner.clone(), 0_usize..3).prop_map(|(name, nested, most)| Spec::block_set(
                name,
                ..=most,
                nested
            )),
            (names(), inner.clone()).prop_map(|(name, nested)| Spec::block_tuple(name, .., nested)),
            (names(), labels.clone(), inner.clone())
                .prop_map(|(name, labels, nested)| Spec::block_map(name, labels, nested)),
            (names(), labels, inner.clone())
                .prop_map(|(name, labels, nested)| Spec::block_object(name, labels, nested)),
            (inner.clone(), inner.clone()).prop_map(|(primary, default)| primary.or(default)),
            inner.clone().prop_map(Spec::required),
            inner.clone().prop_map(|wrapped| wrapped.validate(|_| Diagnostics::new())),
            inner.prop_map(|wrapped| wrapped.transform(Function::from_fn(|value: Value| value))),
        ]
    })
}

/// Attributes and blocks, each block with labels and its content.
#[derive(Clone, Debug)]
enum Item {
    Attribute(&'static str, &'static str),
    Block(&'static str, Vec<&'static str>, Vec<Item>),
    Dynamic(&'static str, &'static str, Vec<Item>),
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let values = prop_oneof![
        Just("1"),
        Just("\"x\""),
        Just("null"),
        Just("[1, \"x\"]"),
        Just("{ a = 1 }"),
        Just("later"),
        Just("nobody"),
    ];
    let leaf = (names(), values).prop_map(|(name, value)| Item::Attribute(name, value));
    let item = leaf.prop_recursive(3, 16, 4, |inner| {
        let items = || prop::collection::vec(inner.clone(), 0..4);
        let collections = prop_oneof![Just("[1, 2]"), Just("[]"), Just("unknown")];
        prop_oneof![
            3 => (names(), prop::collection::vec(names(), 0..3), items())
                .prop_map(|(name, labels, items)| Item::Block(name, labels, items)),
            1 => (names(), collections, items()).prop_map(|(name, each, items)| Item::Dynamic(name, each, items)),
        ]
    });
    prop::collection::vec(item, 0..6)
}

fn write_native(items: &[Item], out: &mut String) {
    let mut seen = Vec::new();
    for item in items {
        match item {
            Item::Attribute(name, value) if !seen.contains(name) => {
                seen.push(name);
                _ = writeln!(out, "{name} = {value}");
            }
            Item::Attribute(..) => {}
            Item::Block(name, labels, items) => {
                let labels: String = labels.iter().map(|label| format!(" \"{label}\"")).collect();
                _ = writeln!(out, "{name}{labels} {{");
                write_native(items, out);
                out.push_str("}\n");
            }
            Item::Dynamic(name, each, items) => {
                _ = writeln!(out, "dynamic \"{name}\" {{\nfor_each = {each}\ncontent {{");
                write_native(items, out);
                out.push_str("}\n}\n");
            }
        }
    }
}

proptest! {
    #[test]
    fn decoded_values_have_the_implied_type(spec in specs(), items in items()) {
        let mut text = String::new();
        write_native(&items, &mut text);
        let body = native(&text);
        // Some bodies have no JSON form.
        let json = serde_hcl::json::to_string(&body).ok().map(|text| in_json(&text));
        let mut context = context();
        context.set("unknown", Value::unknown(Type::list(Type::Number)));
        let implied = spec.implied_type();
        for body in [ext::expand_dynamic_blocks(&body, &context), body].into_iter().chain(json) {
            let outcome = spec.decode(&body, &context);
            prop_assert!(outcome.value.ty().matches(&implied), "{:?} is no {implied:?}", outcome.value);
            let partial = spec.partial_decode(&body, &context);
            let partial = partial.map(|(value, _)| value);
            prop_assert!(partial.value.ty().matches(&implied));
            prop_assert!(partial.diagnostics.len() <= outcome.diagnostics.len());
            let problems = outcome.diagnostics.iter();
            let is_placed = |it: &serde_hcl::Diagnostic| it.range().is_some() || it.summary() == "Invalid specification";
            prop_assert!(problems.clone().all(is_placed), "{}", outcome.diagnostics);
            spec.variables(&body);
            spec.span(&body);
        }
    }
}
