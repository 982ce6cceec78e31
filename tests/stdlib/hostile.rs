//! Arguments that could exhaust memory, time or the stack.

use serde_hcl::func::Budget;
use serde_hcl::value::ErrorKind;
use serde_hcl::{Limits, Map, Type, Value, stdlib, value};

use test_support::arguments::converted;
use test_support::rows::check_each;

/// Nested tuples with a number of levels.
fn deep(levels: usize) -> Value {
    (0..levels).fold(value!([]), |inner, _| Value::tuple([inner]))
}

/// A value of `2^n` elements that uses little memory.
fn shared(levels: usize, leaf: Value) -> Value {
    (0..levels).fold(leaf, |inner, _| Value::tuple([inner.clone(), inner]))
}

fn numbers(count: i64) -> Value {
    Value::list(Type::Number, (0..count).map(Value::from)).expect("a list")
}

fn call<'v>(name: &str, arguments: impl IntoIterator<Item = &'v Value>) -> Result<Value, ErrorKind> {
    let function = test_support::functions::function(name).expect("a function");
    let arguments: Vec<Value> = arguments.into_iter().cloned().collect();
    function.call(&arguments).map_err(|error| error.kind())
}

#[test]
fn results_are_within_the_limits() {
    let three = vec![numbers(1000); 3];
    let table = [
        ("setproduct", &three),
        ("flatten", &vec![shared(60, value!(1))]),
        ("flatten", &vec![shared(60, value!([]))]),
        ("distinct", &vec![Value::tuple([shared(60, value!(1)), shared(60, value!(1))])]),
        ("toset", &vec![shared(60, value!(1))]),
    ];
    check_each(table, |(name, arguments)| {
        assert_eq!(call(name, arguments).unwrap_err(), ErrorKind::Limit, "{name}");
    });
}

#[test]
fn the_budget_counts_all_that_is_produced() {
    let mut limits = Limits::default();
    limits.elements = 10;
    let six = numbers(6);
    let maps = Value::object((0..6).map(|index| (format!("k{index}"), index)).collect::<Map>());
    let two = value!(2);
    let table = [
        ("concat", vec![six.clone(), six.clone()]),
        ("chunklist", vec![numbers(10), two]),
        ("setproduct", vec![numbers(2), numbers(2)]),
        ("setunion", vec![numbers(6), numbers(6)]),
        ("setintersection", vec![numbers(6), numbers(6)]),
        ("merge", vec![maps.clone(), maps]),
        ("range", vec![value!(11)]),
        ("reverse", vec![numbers(11)]),
        ("sort", vec![numbers(11)]),
        ("tolist", vec![Value::from(vec![1; 11])]),
    ];
    check_each(table, |(name, arguments)| {
        let function = test_support::functions::function(name).expect("a function");
        let arguments: Result<Vec<_>, _> =
            arguments.iter().enumerate().map(|(index, value)| converted(&function, index, value)).collect();
        let result = function.invoke(arguments.expect("the right types"), &Budget::new(&limits));
        assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::Limit), "{name}");
    });
    // Passing on a value costs nothing.
    let lists = Value::list(Type::list(Type::Number), [numbers(11)]).expect("a list");
    let table = [
        ("element", vec![lists.clone(), value!(0)]),
        ("index", vec![lists, value!(0)]),
        ("coalescelist", vec![numbers(11)]),
        ("assertnotnull", vec![numbers(11)]),
    ];
    check_each(table, |(name, arguments)| {
        let function = test_support::functions::function(name).expect("a function");
        assert_eq!(function.invoke(arguments, &Budget::new(&limits)), Ok(numbers(11)), "{name}");
    });
}

#[test]
fn nesting_needs_no_stack() {
    let deep = deep(100_000);
    assert_eq!(call("flatten", [&deep]), Ok(value!([])));
    assert_eq!(call("length", [&deep]), Ok(value!(1)));
    assert_eq!(call("contains", [&Value::tuple([deep.clone()]), &deep]), Ok(Value::from(true)));
    for name in ["tolist", "toset", "distinct"] {
        assert_eq!(call(name, [&deep]), Err(ErrorKind::Limit), "{name}");
    }
}

/// Capsules have no order, so each is compared with all others of a set.
#[test]
fn sets_of_capsules_are_bounded() {
    let list = |count: u32| {
        let bytes = (0..count).map(|number| stdlib::bytes(number.to_be_bytes()));
        Value::list(stdlib::bytes([]).ty().clone(), bytes).expect("one type")
    };
    assert_eq!(call("toset", [&list(1_000)]).expect("a set").len(), Some(1_000));
    for (name, count) in
        [("toset", 10_000), ("setunion", 10_000), ("setintersection", 10_000), ("distinct", 100_000)]
    {
        let kind = call(name, [&list(count)]).map(|value| value.len());
        assert_eq!(kind, Err(ErrorKind::Limit), "{name} of {count}");
    }
}

#[test]
fn functions_have_a_value_or_an_error_for_any_arguments() {
    let values = [
        deep(1_000),
        shared(40, value!([])),
        shared(40, value!({ "a": 1 })),
        (0..300).fold(Value::from(1), |inner, _| Value::list(inner.ty().clone(), [inner]).expect("a list")),
        Value::unknown((0..300).fold(Type::String, |inner, _| Type::map(inner))),
        Value::from("1e999999999".parse::<serde_hcl::Number>().expect("a number")),
        value!(-1),
        Value::NULL,
        Value::UNKNOWN,
        value!({ "": [1, "a", true] }),
        value!("a"),
    ];
    for (_, function) in test_support::functions::all() {
        let _ = function.call(&[]).is_ok();
        let _ = function.invoke(Vec::new(), &Budget::default()).is_ok();
        for first in &values {
            let _ = function.call(std::slice::from_ref(first)).is_ok();
            let _ = function.invoke(vec![first.clone()], &Budget::default()).is_ok();
            for second in &values {
                let _ = function.call(&[first.clone(), second.clone()]).is_ok();
                let _ = function.call(&[first.clone(), second.clone(), value!(1)]).is_ok();
                // `invoke` does not convert, so arguments can have any types.
                let _ = function.invoke(vec![first.clone(), second.clone()], &Budget::default()).is_ok();
            }
        }
    }
}

/// Without linear algorithms, these calls would exceed the limits or take minutes.
#[test]
fn functions_of_large_sets_end_within_the_limits() {
    let count = 100_000;
    let list = numbers(count);
    assert_eq!(call("distinct", [&list]).expect("a list").len(), Some(100_000));
    assert_eq!(call("setunion", [&list, &list]).expect("a set").len(), Some(100_000));
    assert_eq!(call("setsubtract", [&list, &list]).expect("a set").len(), Some(0));
    let ones: Vec<Value> = (0..count).map(|number| Value::tuple([Value::from(number)])).collect();
    assert_eq!(call("setsymmetricdifference", &ones).expect("a set").len(), Some(100_000));
    assert_eq!(call("setproduct", &vec![value!([1]); 100_000]).expect("a list").len(), Some(1));
}
