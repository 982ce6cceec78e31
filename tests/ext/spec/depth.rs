//! Specifications of any depth, on a thread with a stack of 1 MiB.

use std::thread;

use serde_hcl::diag::Category;

use super::*;

/// A depth that no recursive function reaches with this stack.
const ENDLESS: usize = 50_000;

fn on_a_small_stack(test: fn()) {
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(test).expect("a thread");
    assert!(thread.join().is_ok(), "it panicked");
}

/// A way to put one specification into another.
type Wrap = fn(Spec) -> Spec;

const WRAPPERS: &[(&str, Wrap)] = &[
    ("object", |inner| Spec::object([("a", inner)])),
    ("tuple", |inner| Spec::tuple([inner])),
    ("block", |inner| Spec::block("b", inner)),
    ("block_list", |inner| Spec::block_list("b", .., inner)),
    ("block_map", |inner| Spec::block_map("b", ["name"], inner)),
    ("or", |inner| inner.or(Spec::literal("x"))),
    ("default", |inner| Spec::literal("x").or(inner)),
    ("transform", |inner| inner.transform(Function::from_fn(|value: Value| value))),
    ("validate", |inner| inner.validate(|_| Diagnostics::new())),
];

fn nested(wrap: Wrap, levels: usize) -> Spec {
    (0..levels).fold(string("s"), |inner, _| wrap(inner))
}

#[test]
fn endless_specifications_are_refused_when_they_are_used() {
    on_a_small_stack(|| {
        for (name, wrap) in WRAPPERS {
            let spec = nested(*wrap, ENDLESS).clone().required();
            assert_eq!(format!("{spec:?}"), "Spec(…)", "{name}");
            let message = "Specification too large: The specification has more than 128 levels. Make it smaller, or decode some blocks by themselves.";
            let error = spec.schema().expect_err("it is deep");
            assert_eq!((error.category(), error.to_string().as_str()), (Category::Limit, message), "{name}");
            let body = native("s = \"x\"\n");
            let outcome = spec.decode(&body, &context());
            assert_eq!(problems(&outcome.diagnostics), [format!("nowhere | {message}")], "{name}");
            assert!(spec.partial_decode(&body, &context()).diagnostics.has_errors(), "{name}");
            assert_eq!(spec.implied_type(), Type::Dynamic, "{name}");
            assert!(spec.child_attributes().is_empty() && spec.child_blocks().is_empty(), "{name}");
            assert!(spec.variables(&body).is_empty() && spec.span(&body).is_none(), "{name}");
        }
    });
}

#[test]
fn deep_specifications_decode() {
    on_a_small_stack(|| {
        for (name, wrap) in WRAPPERS {
            let spec = nested(*wrap, 100);
            let _ = format!("{spec:?}");
            // Each level writes all of the text that is in it.
            if test_support::is_full() {
                let _ = format!("{spec:#?}");
            }
            let text = match *name {
                "block" | "block_list" => format!("{}s = \"x\"\n{}", "b {\n".repeat(100), "}\n".repeat(100)),
                "block_map" => format!("{}s = \"x\"\n{}", "b \"l\" {\n".repeat(100), "}\n".repeat(100)),
                _ => "s = \"x\"\n".to_owned(),
            };
            let outcome = spec.decode(&native(&text), &context());
            assert!(outcome.diagnostics.is_empty(), "{name}: {}", outcome.diagnostics);
            assert!(outcome.value.ty().matches(&spec.implied_type()), "{name}");
            assert!(spec.span(&native(&text)).is_some() || *name == "default", "{name}");
        }
    });
}

#[test]
fn shared_parts_are_counted_each_time() {
    let doubled =
        |levels: usize| (0..levels).fold(string("s"), |inner, _| Spec::tuple([inner.clone(), inner]));
    let value = doubled(10).decode(&native("s = \"x\"\n"), &context()).into_result();
    assert_eq!(value.map(|value| value.len()).expect("it is small"), Some(2));
    let error = doubled(60).schema().expect_err("it is large");
    assert_eq!(
        error.to_string(),
        "Specification too large: The specification has more than 1048576 parts. Make it smaller, or decode some blocks by themselves."
    );
}

#[test]
fn required_does_not_change_copies() {
    let optional = string("s").validate(|_| Diagnostics::new());
    let required = optional.clone().required();
    assert!(!optional.child_attributes()[0].is_required);
    assert!(required.child_attributes()[0].is_required);
}
