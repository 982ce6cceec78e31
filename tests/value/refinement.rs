//! Refinements of unknown values: building them, the values that they allow, and the operations
//! that keep them.

use std::collections::HashSet;

use std::ops::Bound;

use serde_hcl::value::{Mark, Refinement, RefinementBuilder};
use serde_hcl::{Function, Map, Number, Type, Value, func::Parameter, value};

fn list() -> Type {
    Type::list(Type::String)
}

/// The refinement of an unknown value.
type Refine = fn(RefinementBuilder) -> RefinementBuilder;

fn refine(ty: Type, with: Refine) -> Value {
    with(Value::unknown(ty).refine()).build().expect("the refinement can hold")
}

#[test]
fn a_refinement_is_kept_and_shown() {
    let cases: [(Type, Refine, &str); 14] = [
        (Type::Bool, |it| it, "unknown"),
        (Type::Bool, |it| it.not_null(), "unknown(not null)"),
        (Type::Number, |it| it.range(1..), "unknown(>= 1)"),
        (
            Type::Number,
            |it| it.not_null().range((Bound::Excluded(1), Bound::Excluded(2))),
            "unknown(not null, > 1, < 2)",
        ),
        (
            Type::Number,
            |it| it.range(1..).range((Bound::Excluded(1), Bound::Unbounded)).range(0..=3).range(..=4),
            "unknown(> 1, <= 3)",
        ),
        (Type::Number, |it| it.range(Number::NEG_INFINITY..=Number::INFINITY), "unknown"),
        (Type::String, |it| it.prefix("ab"), "unknown(begins with \"ab\")"),
        (Type::String, |it| it.prefix("ab").prefix("abc").prefix("a"), "unknown(begins with \"abc\")"),
        (Type::String, |it| it.prefix(""), "unknown"),
        (list(), |it| it.length(2..), "unknown(length >= 2)"),
        (list(), |it| it.not_null().length(..=2), "unknown(not null, length <= 2)"),
        (Type::set(Type::Bool), |it| it.length(1..=3), "unknown(length 1 to 3)"),
        (Type::tuple([Type::Bool]), |it| it.not_null(), "unknown(not null)"),
        // The dynamic pseudo-type has no content to refine.
        (Type::Dynamic, |it| it.not_null().range(1..).prefix("a"), "unknown"),
    ];
    for (ty, with, shown) in cases {
        let value = refine(ty.clone(), with);
        assert_eq!((value.to_string().as_str(), value.ty()), (shown, &ty));
        assert!(value.is_unknown());
    }
    let port = refine(Type::Number, |it| it.not_null().range(1..));
    assert_eq!(format!("{port:?}"), "unknown(number, not null, >= 1)");
    assert_eq!(port.refinement().range(), (Bound::Included(&Number::from(1)), Bound::Unbounded));
    assert!(Value::from(1).refinement() == &Refinement::default());
}

#[test]
fn a_refinement_that_leaves_one_value_is_that_value() {
    let set = Type::set(Type::String);
    let map = Type::map(Type::String);
    let cases = [
        (refine(Type::Number, |it| it.not_null().range(4..=4)), value!(4)),
        (refine(Type::Number, |it| it.range(4..=4).not_null()), value!(4)),
        (refine(Type::Number, |it| it.not_null().range(Number::INFINITY..)), Value::from(Number::INFINITY)),
        (
            refine(list(), |it| it.not_null().length(2..=2)),
            Value::list(Type::String, vec![Value::unknown(Type::String); 2]).expect("a list"),
        ),
        (refine(set.clone(), |it| it.not_null().length(..=0)), Value::set(Type::String, []).expect("a set")),
        (
            refine(set, |it| it.not_null().length(1..=1)),
            Value::set(Type::String, [Value::unknown(Type::String)]).expect("a set"),
        ),
        (refine(map, |it| it.not_null().length(..=0)), Value::map(Type::String, Map::new()).expect("a map")),
    ];
    for (value, only) in cases {
        assert_eq!(value, only);
    }
    // A list of this length would take too much memory.
    assert!(refine(list(), |it| it.not_null().length(1 << 40..=1 << 40)).is_unknown());
    assert!(refine(Type::Number, |it| it.range(4..=4)).is_unknown());
}

#[test]
fn contradictions_are_errors() {
    let cases: [(Value, Refine, &str); 9] = [
        (
            Value::unknown(Type::Number),
            |it| it.range(3..).range(..=2),
            "no value satisfies both >= 3 and <= 2",
        ),
        (Value::unknown(Type::Number), |it| it.range(3..).range(..3), "no value satisfies both >= 3 and < 3"),
        (
            Value::unknown(Type::Number),
            |it| it.range((Bound::Excluded(Number::INFINITY), Bound::Unbounded)),
            "no value satisfies > +Inf",
        ),
        (
            Value::unknown(Type::String),
            |it| it.prefix("ab").prefix("b"),
            r#"no value satisfies both begins with "ab" and begins with "b""#,
        ),
        (
            Value::unknown(list()),
            |it| it.length(2..).length(..=1),
            "no value satisfies both length >= 2 and length <= 1",
        ),
        (Value::unknown(Type::Bool), |it| it.range(2..), "a value of type bool cannot be refined to be >= 2"),
        (
            Value::unknown(Type::tuple([])),
            |it| it.length(2..),
            "a value of type tuple cannot be refined to be length >= 2",
        ),
        (Value::null(Type::Bool), |it| it.not_null(), "the value is null and does not satisfy: not null"),
        (
            Value::from("hunter2"),
            |it| it.prefix("b"),
            r#"the value is known and does not satisfy: begins with "b""#,
        ),
    ];
    for (value, with, message) in cases {
        let error = with(value.refine()).build().expect_err("no value satisfies it");
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(value!(3).refine().not_null().range(3..).build(), Ok(value!(3)));
}

#[test]
fn an_appended_text_cannot_change_a_partial_prefix() {
    let cases = [
        ("", ""),
        ("https://", "https://"),
        ("ab-", "ab-"),
        ("ab", "a"),
        ("a\n", "a"),
        ("a\nb", "a\n"),
        ("#!/bin/sh\nexport X", "#!/bin/sh\nexport "),
        ("a\n\ne\u{301}", "a\n\n"),
        ("a\nが", "a\n"),
        ("a\r\n-", "a\r\n-"),
        // As in the Go implementation, a line ending is the end if the last character does not
        // compose with others.
        ("a\nb-", "a"),
        ("a\nq", "a"),
        ("a\r1", "a"),
        ("cafe\u{301}", "caf"),
        ("x\u{301}", ""),
        ("flag: \u{1f1e9}", "flag: "),
        ("가", ""),
    ];
    for (text, kept) in cases {
        let value = Value::unknown(Type::String).refine().partial_prefix(text).build().expect("a prefix");
        assert_eq!(value.refinement().prefix(), kept, "{text:?}");
        for appended in ["\u{301}", "\u{308}x", "\u{1f1ea}", "\u{11a8}", "b"] {
            let whole = Value::from(format!("{text}{appended}"));
            assert!(value.refinement().allows(&whole), "{text:?} {appended:?}");
        }
    }
}

// Cached properties of a value do not change how it compares.
#[allow(clippy::mutable_key_type)]
#[test]
fn identity_hash_and_order_depend_on_refinements() {
    let make = |min: i32| Value::unknown(Type::Number).refine().range(min..).build().expect("a bound");
    assert_eq!(make(1), make(1));
    assert_ne!(make(1), make(2));
    assert_ne!(make(1), Value::unknown(Type::Number));
    let distinct: HashSet<Value> = [make(1), make(2), make(1)].into_iter().collect();
    assert_eq!(distinct.len(), 2);
    let set = |items: [Value; 2]| Value::set(Type::Number, items).expect("a set");
    assert_eq!(set([make(1), make(2)]), set([make(2), make(1)]));
}

#[test]
fn marks_stay_beside_refinements() {
    let secret = Value::unknown(Type::Number).mark(Mark::new("secret"));
    let refined = secret.refine().not_null().build().expect("it can hold");
    assert!(refined.marks().contains("secret") && refined.refinement().is_not_null());
    assert_eq!(refined.to_string(), "(marked secret)");
    assert!(refined.unmark_deep().0.refinement().is_not_null());
}

#[test]
fn a_refinement_allows_the_values_in_its_bounds() {
    let between = refine(Type::Number, |it| it.not_null().range(1..).range(..5)).refinement().clone();
    let cases = [
        (value!(1), true),
        (value!(0), false),
        (value!(5), false),
        (Value::NULL, false),
        (Value::unknown(Type::Number), true),
        (refine(Type::Number, |it| it.range(4..)), true),
        (refine(Type::Number, |it| it.range(5..)), false),
    ];
    for (value, allowed) in cases {
        assert_eq!(between.allows(&value), allowed, "{value}");
    }
    let one = refine(Type::set(Type::Bool), |it| it.length(..=1)).refinement().clone();
    let bools = |items: &[Value]| Value::set(Type::Bool, items.to_vec()).expect("a set");
    assert!(!one.allows(&bools(&[Value::from(true), Value::from(false)])));
    // The elements can turn out to be equal.
    assert!(one.allows(&bools(&[Value::from(true), Value::unknown(Type::Bool)])));
    assert!(Refinement::default().allows(&Value::NULL));
}

#[test]
fn functions_refine_their_unknown_results() {
    let never_null = Function::builder()
        .parameter(Parameter::new("value", Type::Bool))
        .returns(Type::Bool)
        .never_null()
        .implement(|arguments, _| Ok(arguments[0].clone()));
    let result = never_null.call(&[Value::unknown(Type::Bool).mark(Mark::new("secret"))]).expect("a bool");
    assert!(result.refinement().is_not_null() && result.is_marked());
    assert_eq!(Function::from_fn(|it: Value| it).call(&[Value::UNKNOWN]), Ok(Value::UNKNOWN));
    assert_eq!(never_null.call(&[Value::from(true)]), Ok(Value::from(true)));

    let plain = Function::builder()
        .parameter(Parameter::new("value", Type::Bool))
        .returns(Type::Bool)
        .implement(|arguments, _| Ok(arguments[0].clone()));
    assert_eq!(plain.call(&[Value::unknown(Type::Bool)]), Ok(Value::unknown(Type::Bool)));

    // A closure returns null only if its result is an `Option`.
    let closure = Function::from_fn(|text: String| text.len());
    assert!(closure.call(&[Value::unknown(Type::String)]).expect("a number").refinement().is_not_null());
    let optional = Function::from_fn(|text: String| Some(text.len()));
    assert!(
        optional.call(&[Value::unknown(Type::String)]).expect("a number").refinement()
            == &Refinement::default()
    );
    let anything = Function::from_fn(|text: String| Value::from(text));
    assert!(
        anything.call(&[Value::unknown(Type::String)]).expect("a value").refinement()
            == &Refinement::default()
    );
}
