//! Conversion and unification beyond the conformance cases.

use proptest::prelude::*;
use serde_hcl::ast::BinaryOperator;
use serde_hcl::value::{CapsuleType, Conversion, ErrorKind, Mark, PathStep, can_convert, convert, unify};
use serde_hcl::{Map, Type, Value, value};

fn message(value: &Value, ty: &Type) -> String {
    convert(value, ty).expect_err("no conversion").to_string()
}

#[test]
fn errors_have_the_reason() {
    let object = |attributes: &[(&'static str, Type)]| Type::object(attributes.to_vec());
    let numbers = Type::list(Type::Number);
    let cases = [
        (value!("x"), Type::Number, r#"expected a number, found the string "x""#),
        (
            value!("TRUE"),
            Type::Bool,
            r#"expected true or false, found the string "TRUE". Write true in lower case"#,
        ),
        (value!(1), Type::Bool, "expected a bool, found a number"),
        (value!(1), Type::list(Type::Dynamic), "expected a list of any single type, found a number"),
        (value!(["80", "http"]), numbers.clone(), r#"[1]: expected a number, found the string "http""#),
        (value!([1, true]), numbers.clone(), "element 1: expected a number, found a bool"),
        (value!([1, []]), Type::list(Type::Dynamic), "all list elements must have the same type"),
        (value!([1, []]), Type::set(Type::Dynamic), "all set elements must have the same type"),
        (value!({ "a": 1, "b": [] }), Type::map(Type::Dynamic), "all map elements must have the same type"),
        (
            value!({ "a": 1, "b": [] }),
            Type::map(Type::String),
            "element \"b\": expected a string, found a list",
        ),
        (
            value!({ "a": { "b": "x" } }),
            object(&[("a", object(&[("b", Type::Number)]))]),
            r#"a.b: expected a number, found the string "x""#,
        ),
        (
            value!({ "b": "y", "a": "x" }),
            Type::map(Type::Number),
            r#"["a"]: expected a number, found the string "x""#,
        ),
        (value!({}), object(&[("a", Type::Bool)]), "attribute \"a\" is required"),
        (
            value!({}),
            object(&[("b", Type::Bool), ("a", Type::Bool)]),
            "attributes \"a\" and \"b\" are required",
        ),
        (
            value!({}),
            object(&[("c", Type::Bool), ("a", Type::Bool), ("b", Type::Bool)]),
            "attributes \"a\", \"b\", and \"c\" are required",
        ),
        (value!({ "a": [] }), object(&[("a", Type::Bool)]), "attribute \"a\": expected a bool, found a list"),
        (value!([1]), Type::tuple([]), "expected a list of 0 elements, found a list of 1 element"),
        (
            value!([1, 2]),
            Type::tuple([Type::Number, Type::Bool]),
            "element 1: expected a bool, found a number",
        ),
    ];
    for (value, ty, want) in cases {
        assert_eq!(message(&value, &ty), want, "{value} to {ty}");
    }
    let lists = Value::list(numbers.clone(), []).expect("a list");
    assert_eq!(
        message(&lists, &numbers),
        "incorrect list element type: expected a number, found a list of numbers"
    );
    let map = Value::map(Type::String, [("a", value!("x"))].into_iter().collect::<Map>()).expect("a map");
    assert_eq!(
        message(&map, &object(&[("b", Type::String)])),
        "map has no element for required attribute \"b\""
    );
    assert_eq!(
        message(&map, &object(&[("a", Type::Number)])),
        "[\"a\"]: expected a number, found the string \"x\""
    );
    assert_eq!(
        message(&map, &object(&[("a", numbers.clone())])),
        "the map's element type does not fit attribute \"a\": expected a list of numbers, found a string",
    );
    let error = convert(&value!({ "a": ["x"] }), &object(&[("a", numbers)])).expect_err("no number");
    assert_eq!(error.path(), [PathStep::Attribute("a".into()), PathStep::Index(value!(0))]);
}

#[test]
fn missing_optional_attributes_become_null() {
    let ty = Type::object_with_optional(
        [("a", Type::Number), ("b", Type::list(Type::object_with_optional([("c", Type::Bool)], ["c"])))],
        ["b", "no such"],
    );
    let plain = Type::list(Type::object([("c", Type::Bool)]));
    let converted = convert(&value!({ "x": 0, "a": "1" }), &ty).expect("b is optional");
    assert_eq!(converted, value!({ "a": 1, "b": (Value::null(plain.clone())) }));
    let converted = convert(&value!({ "a": 1, "b": [{}] }), &ty).expect("c is optional");
    assert_eq!(converted["b"].ty(), &plain);
    assert_eq!(converted["b"][0], value!({ "c": (Value::null(Type::Bool)) }));
    assert_eq!(Value::unknown(ty.clone()).ty(), &Type::object([("a", Type::Number), ("b", plain)]));
    assert_eq!(
        convert(&value!({}), &ty).map_err(|error| error.to_string()),
        Err("attribute \"a\" is required".to_owned())
    );
    assert_ne!(
        ty,
        Type::object_with_optional([("a", Type::Number), ("b", Type::list(Type::Dynamic))], ["b"])
    );
}

#[test]
fn marks_stay_where_they_are() {
    let secret = value!("1").mark(Mark::new("m"));
    let list = convert(&value!([(secret.clone()), "2"]), &Type::list(Type::Number)).expect("numbers");
    assert_eq!(list[0], value!(1).mark(Mark::new("m")));
    assert_eq!(list[1], value!(2));
    assert!(!list.is_marked());
    let set = convert(&value!([secret, "2"]), &Type::set(Type::Number)).expect("numbers");
    assert!(set.is_marked());
}

#[test]
fn numbers_that_are_too_long_are_refused() {
    let error = convert(&value!("1e999999999"), &Type::Number).and_then(|huge| convert(&huge, &Type::String));
    assert_eq!(error.map_err(|error| error.kind()), Err(ErrorKind::Limit));
    let digits = "9".repeat(4096);
    assert_eq!(
        convert(&value!(digits.as_str()), &Type::Number).and_then(|long| convert(&long, &Type::String)),
        Ok(value!(digits))
    );
}

#[test]
fn capsules_convert_to_nothing_but_themselves() {
    let ty = CapsuleType::new("handle");
    let capsule = Value::capsule(&ty, 1);
    assert_eq!(convert(&capsule, &Type::Capsule(ty.clone())), Ok(capsule.clone()));
    assert_eq!(
        convert(&value!([(capsule.clone())]), &Type::list(Type::Dynamic)).map(|list| list[0].clone()),
        Ok(capsule.clone())
    );
    assert_eq!(message(&capsule, &Type::String), "expected a string, found a handle");
    assert_eq!(message(&value!(1), &Type::Capsule(ty)), "expected a handle, found a number");
}

#[test]
fn values_convert_to_the_unified_type() {
    let unified = unify(&[value!([1]).ty().clone(), value!(["a", "b"]).ty().clone()], Conversion::Lossy)
        .expect("a list");
    assert_eq!(unified, Type::list(Type::String));
    assert_eq!(convert(&value!([1]), &unified).map(|list| list[0].clone()), Ok(value!("1")));
    // The type of an unknown value determines the type of the other one.
    let undecided = unify(&[value!([1]).ty().clone(), Type::Dynamic], Conversion::Lossy);
    assert_eq!(undecided, Ok(Type::Dynamic));
    let error = unify(&[Type::Number, Type::Bool], Conversion::Lossy).expect_err("nothing in common");
    assert_eq!(
        (error.kind(), error.to_string()),
        (ErrorKind::Type, "the types have no type in common".to_owned())
    );
    assert!(unify(&[], Conversion::Safe).is_err());
}

/// The number of elements is not known, but the type is that of the target.
#[test]
fn a_set_with_unknown_elements_becomes_an_unknown_list() {
    let set = Value::set(Type::Number, [1.into(), Value::unknown(Type::Number)]).expect("a set");
    for (to, expected) in [(Type::String, Type::String), (Type::Dynamic, Type::Number)] {
        assert_eq!(convert(&set, &Type::list(to)), Ok(Value::unknown(Type::list(expected))));
    }
    convert(&set, &Type::list(Type::list(Type::Number))).expect_err("no conversion of the elements");
}

#[test]
fn wide_values_take_linear_time() {
    let objects: Value = (0..20_000).map(|index| value!({ (format!("key{index}")): index })).collect();
    let list = convert(&objects, &Type::list(Type::Dynamic)).expect("a list of maps");
    assert_eq!(list.ty(), &Type::list(Type::map(Type::Number)));
    let mixed: Value =
        (0..50_000).map(|index| if index % 2 == 0 { value!(index) } else { value!("x") }).collect();
    assert_eq!(convert(&mixed, &Type::set(Type::Dynamic)).map(|set| set.len()), Ok(Some(25_001)));
    // Types that differ only in deep parts.
    let deep = |index: usize| (0..20).fold(value!({ (format!("k{index}")): 1 }), |inner, _| value!([inner]));
    let many: Value = (0..3_000).map(deep).collect();
    assert!(convert(&many, &Type::list(Type::Dynamic)).is_ok());
    assert_eq!(BinaryOperator::Equal.apply(&many, &many.clone()), Ok(Value::from(true)));
}

fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![Just(Type::String), Just(Type::Number), Just(Type::Bool), Just(Type::Dynamic)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Type::tuple),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(Type::object),
        ]
    })
}

pub fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::NULL),
        Just(Value::UNKNOWN),
        types().prop_map(Value::null),
        types().prop_map(Value::unknown),
        any::<bool>().prop_map(Value::from),
        (-3..4).prop_map(Value::from),
        "[a1é]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::tuple),
            prop::collection::btree_map("[abc]", inner.clone(), 0..3).prop_map(Value::from),
            inner
                .clone()
                .prop_map(|item| Value::list(item.ty().clone(), [item.clone(), item]).expect("a list")),
            inner.clone().prop_map(|item| Value::set(item.ty().clone(), [item]).expect("a set")),
            inner.prop_map(|item| {
                Value::map(item.ty().clone(), [("k", item)].into_iter().collect::<Map>()).expect("a map")
            }),
        ]
    })
}

proptest! {
    #[test]
    fn a_converted_value_is_of_the_type(value in values(), ty in types()) {
        let possible = can_convert(value.ty(), &ty, Conversion::Lossy);
        match convert(&value, &ty) {
            Ok(converted) => {
                prop_assert!(possible);
                // The number of elements that an unknown part leaves is not always known, and then
                // neither is the type.
                prop_assert!(
                    converted.ty().matches(&ty) || !value.is_wholly_known(),
                    "{value:?} to {ty:?} is {converted:?}",
                );
                prop_assert_eq!(convert(&converted, converted.ty()), Ok(converted.clone()));
                prop_assert!(!value.is_wholly_known() || converted.is_wholly_known());
            }
            // If the types alone do not fit, the error is about the whole value, otherwise about a
            // part of it.
            Err(error) => prop_assert!(possible || error.path().is_empty()),
        }
        if !value.ty().has_dynamic()
            && can_convert(value.ty(), &ty, Conversion::Safe)
            && let Err(error) = convert(&value, &ty)
        {
            // With an open element type, elements can become values of types without a common one.
            let is_open = ty.has_dynamic() && error.kind() == ErrorKind::Type;
            prop_assert!(is_open, "{value:?} to {ty:?} is safe: {error}");
        }
    }

    #[test]
    fn every_type_converts_to_the_unified_one(types in prop::collection::vec(types(), 1..4)) {
        for conversion in [Conversion::Safe, Conversion::Lossy] {
            // Next to an untyped part, only the value decides whether a tuple converts to a list,
            // or an object to a map whose elements can be of any type.
            let has_dynamic = types.iter().any(Type::has_dynamic);
            if let Ok(unified) = unify(&types, conversion) {
                let is_open = has_dynamic && (conversion == Conversion::Lossy || unified.has_dynamic());
                for ty in types.iter().filter(|_| !is_open) {
                    prop_assert!(unified == Type::Dynamic || can_convert(ty, &unified, Conversion::Lossy));
                }
            }
        }
    }

    /// The order of the types does not matter.
    #[test]
    fn unification_does_not_depend_on_the_order(a in types(), b in types()) {
        for conversion in [Conversion::Safe, Conversion::Lossy] {
            let unified = |types: &[Type]| unify(types, conversion).ok();
            prop_assert_eq!(unified(&[a.clone(), b.clone()]), unified(&[b.clone(), a.clone()]), "{:?} {:?}", a, b);
        }
    }

    #[test]
    fn identity_is_an_equivalence(a in values(), b in values(), c in values()) {
        prop_assert_eq!(&a, &a.clone());
        prop_assert_eq!(a == b, b == a);
        if a == b && b == c {
            prop_assert_eq!(&a, &c);
        }
        if a == b {
            prop_assert_eq!(a.ty(), b.ty());
        }
        prop_assert_eq!(BinaryOperator::Equal.apply(&a, &b), BinaryOperator::Equal.apply(&b, &a));
        if a.is_wholly_known() && a == b {
            prop_assert_eq!(BinaryOperator::Equal.apply(&a, &b), Ok(Value::from(true)));
        }
    }

    #[test]
    fn sets_do_not_depend_on_the_order_of_their_making(items in prop::collection::vec(values(), 0..5)) {
        let wrapped: Vec<Value> = items.iter().map(|item| convert(item, &Type::String)).filter_map(Result::ok).collect();
        let reversed: Vec<Value> = wrapped.iter().rev().cloned().collect();
        prop_assert_eq!(Value::set(Type::String, wrapped), Value::set(Type::String, reversed));
    }
}
