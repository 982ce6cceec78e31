//! Values of any depth, on a thread with a stack of 1 MiB.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::thread;

use serde_hcl::ast::BinaryOperator;
use serde_hcl::value::{Conversion, ErrorKind, Mark, Typed, can_convert, convert, index, unify};
use serde_hcl::{Function, Map, Type, Value, value};

use serde::de::DeserializeSeed;

/// A depth that no recursive function reaches with this stack.
const ENDLESS: usize = 50_000;

/// A depth that every function supports.
const DEEP: usize = 250;

fn on_a_small_stack(test: fn()) {
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(test).expect("a thread");
    assert!(thread.join().is_ok(), "it panicked");
}

fn tuples(levels: usize, innermost: Value) -> Value {
    (0..levels).fold(innermost, |inner, _| Value::tuple([inner]))
}

fn objects(levels: usize, innermost: Value) -> Value {
    (0..levels).fold(innermost, |inner, _| Value::object([("a", inner)].into_iter().collect::<Map>()))
}

fn lists(levels: usize, innermost: Value) -> Value {
    (0..levels).fold(innermost, |inner, _| Value::list(inner.ty().clone(), [inner]).expect("one type"))
}

fn list_types(levels: usize, innermost: Type) -> Type {
    (0..levels).fold(innermost, |inner, _| Type::list(inner))
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn endless_values_can_be_made_cloned_compared_and_dropped() {
    on_a_small_stack(|| {
        for make in [tuples, objects] {
            let value = make(ENDLESS, value!(1));
            assert_eq!(value.clone(), make(ENDLESS, value!(1)));
            assert_ne!(value, make(ENDLESS, value!(2)));
            assert_ne!(value, make(ENDLESS - 1, value!(1)));
            assert_eq!(value.ty(), make(ENDLESS, value!(2)).ty());
            assert_eq!(hash(&value), hash(make(ENDLESS, value!(1))));
            assert!(value.is_wholly_known());
        }
        let value = tuples(ENDLESS, Value::from("x").mark(Mark::new("m")));
        let (plain, marks) = value.unmark_deep();
        assert!(marks.contains("m"));
        assert_eq!(plain, tuples(ENDLESS, value!("x")));
    });
}

#[test]
fn endless_lists_can_be_made_cloned_compared_and_dropped() {
    on_a_small_stack(|| {
        // Every level compares its type with that of the one below.
        let value = lists(3_000, value!(1));
        assert_eq!(value, lists(3_000, value!(1)));
        let ty = list_types(ENDLESS, Type::String);
        assert_eq!(ty, list_types(ENDLESS, Type::String));
        assert_ne!(ty, list_types(ENDLESS, Type::Number));
        assert!(ty.matches(&list_types(ENDLESS, Type::Dynamic)));
        assert_eq!(hash(&ty), hash(list_types(ENDLESS, Type::String)));
    });
}

#[test]
fn endless_values_are_written_with_an_ellipsis() {
    on_a_small_stack(|| {
        for value in [tuples(ENDLESS, value!(1)), objects(ENDLESS, value!(1)), lists(3_000, value!(1))] {
            for text in [
                format!("{value}"),
                format!("{value:?}"),
                format!("{:?}", value.ty()),
                value.ty().to_string(),
            ] {
                assert!(text.len() < 10_000, "{} bytes", text.len());
            }
            assert!(value.to_string().contains('…'));
        }
    });
}

#[test]
fn endless_values_are_refused_by_recursive_operations() {
    on_a_small_stack(|| {
        let value = tuples(ENDLESS, value!(1));
        let list = list_types(ENDLESS, Type::Number);
        let identity = Function::from_fn(|value: Value| value);
        let errors = [
            convert(&value, &list),
            convert(&value!(null), &list),
            BinaryOperator::Equal.apply(&value, &tuples(ENDLESS, Value::UNKNOWN)),
            index(&value!({ "a": 1 }), &value),
            Value::set(value.ty().clone(), [value.clone()]),
            unify(&[value.ty().clone(), list.clone()], Conversion::Lossy).map(|_| Value::NULL),
        ];
        for error in errors {
            assert_eq!(error.map_err(|error| error.kind()), Err(ErrorKind::Limit));
        }
        assert!(!can_convert(value.ty(), &list, Conversion::Lossy));
        assert!(serde_json::to_string(&value).is_err());
        assert!(serde_json::to_string(&list).is_err());
        assert!(serde_json::to_string(&Typed::new(&value, value.ty())).is_err());
        assert!(list.deserialize(serde_json::json!([])).is_err());
        // Conversion to the dynamic type does not visit the parts.
        assert_eq!(convert(&value, &Type::Dynamic), Ok(value.clone()));
        assert_eq!(identity.call(std::slice::from_ref(&value)), Ok(value.clone()));
        assert_eq!(BinaryOperator::Equal.apply(&value, &tuples(ENDLESS, value!(1))), Ok(Value::from(true)));
        assert_eq!(index(&value, &value!(0)), Ok(tuples(ENDLESS - 1, value!(1))));
    });
}

#[test]
fn deep_values_are_supported() {
    on_a_small_stack(|| {
        let value = tuples(DEEP, value!(1));
        let lists_of_strings = list_types(DEEP, Type::String);
        assert_eq!(
            convert(&value, &lists_of_strings).map(|list| list.ty().clone()),
            Ok(lists_of_strings.clone())
        );
        let open = list_types(DEEP, Type::Dynamic);
        assert_eq!(convert(&value, &open).map(|list| list.ty().clone()), Ok(list_types(DEEP, Type::Number)));
        let unknown = Value::unknown(value.ty().clone());
        let list = Value::unknown(list_types(DEEP, Type::Number));
        assert_eq!(convert(&unknown, &open), list.refine().length(1..=1).build());
        assert!(convert(&tuples(DEEP, value!("x")), &list_types(DEEP, Type::Number)).is_err());
        assert!(convert(&value, &list_types(DEEP, Type::Bool)).is_err());
        assert_eq!(BinaryOperator::Equal.apply(&value, &tuples(DEEP, value!(1))), Ok(Value::from(true)));
        let open = tuples(DEEP, Value::unknown(Type::Number));
        assert_eq!(
            BinaryOperator::Equal.apply(&value, &open),
            Value::unknown(Type::Bool).refine().not_null().build()
        );
        assert!(Value::set(value.ty().clone(), [value.clone(), value.clone()]).is_ok());

        let objects = objects(DEEP, value!(1));
        let other = (0..DEEP).fold(Type::String, |inner, _| Type::object([("a", inner)]));
        let common = unify(&[objects.ty().clone(), other.clone()], Conversion::Safe).expect("a common type");
        assert_eq!(common, other);
        assert!(serde_json::to_string(&objects).is_ok());
        let text = serde_json::to_string(&Typed::new(&objects, objects.ty())).expect("it can be written");
        let mut json = serde_json::Deserializer::from_str(&text);
        json.disable_recursion_limit();
        assert_eq!(objects.ty().deserialize(&mut json).ok(), Some(objects));
    });
}

/// A value with shared parts: visiting each occurrence takes 2^levels steps.
fn doubled(levels: usize, innermost: Value) -> Value {
    (0..levels).fold(innermost, |inner, _| Value::tuple([inner.clone(), inner]))
}

#[test]
fn shared_parts_are_visited_once() {
    let value = doubled(200, value!(1));
    assert_eq!(value, doubled(200, value!(1)));
    assert_ne!(value, doubled(200, value!(2)));
    assert_eq!(value.ty(), doubled(200, value!(2)).ty());
    assert_ne!(value.ty(), doubled(200, value!("a")).ty());
    assert_eq!(hash(&value), hash(doubled(200, value!(1))));
    let (plain, marks) = doubled(200, Value::from(1).mark(Mark::new("m"))).unmark_deep();
    assert!(marks.contains("m"));
    assert_eq!(plain, value);
    assert_eq!(value.to_string(), "…");
    assert_eq!(format!("{:?}", value.ty()), "…");
    for (levels, least) in [(8, 1 << 8), (14, 1 << 14), (40, 1)] {
        let text = format!(
            "{:?} {:?}",
            doubled(levels, value!(1)).ty(),
            Value::null(doubled(levels, value!(1)).ty().clone())
        );
        assert!((least..1 << 21).contains(&text.len()), "{levels} levels: {} bytes", text.len());
    }
    assert_eq!(BinaryOperator::Equal.apply(&value, &doubled(200, value!(1))), Ok(Value::from(true)));

    let list = list_types(200, Type::Number);
    let errors = [
        convert(&value, &list),
        BinaryOperator::Equal.apply(&value, &doubled(200, Value::UNKNOWN)),
        Value::set(value.ty().clone(), [value.clone()]),
        unify(&[value.ty().clone(), list], Conversion::Lossy).map(|_| Value::NULL),
    ];
    for error in errors {
        assert_eq!(error.map_err(|error| error.kind()), Err(ErrorKind::Limit));
    }
    assert!(serde_json::to_string(&value).is_err());
}

#[test]
fn unification_that_would_take_exponential_time_ends() {
    // A list next to a tuple needs several comparisons at each level.
    let mixed = |innermost: Type| {
        (0..120).fold(innermost, |inner, _| Type::tuple([Type::list(inner), Type::tuple([])]))
    };
    let result = unify(&[mixed(Type::Dynamic), mixed(Type::Number), mixed(Type::Bool)], Conversion::Lossy);
    assert!(matches!(result.map_err(|error| error.kind()), Ok(_) | Err(ErrorKind::Limit | ErrorKind::Type)));
    let open = list_types(120, Type::Dynamic);
    let value = (0..120).fold(value!(1), |inner, _| Value::tuple([Value::tuple([inner]), value!([])]));
    assert!(matches!(
        convert(&value, &open).map_err(|error| error.kind()),
        Ok(_) | Err(ErrorKind::Limit | ErrorKind::Type)
    ));
}
