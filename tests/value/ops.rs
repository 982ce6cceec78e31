//! The operators, on known, unknown, null and marked values.

use std::ops::Bound;

use serde_hcl::ast::{BinaryOperator, UnaryOperator};
use serde_hcl::value::{CapsuleType, ErrorKind, Mark, RefinementBuilder, ValueError, get_attr, index};
use serde_hcl::{Map, Type, Value, value};

fn unknown(ty: Type) -> Value {
    Value::unknown(ty)
}

fn not_null(ty: Type) -> Value {
    unknown(ty).refine().not_null().build().expect("an unknown value can be refined")
}

fn null(ty: Type) -> Value {
    Value::null(ty)
}

fn equal(left: &Value, right: &Value) -> Result<Value, ValueError> {
    BinaryOperator::Equal.apply(left, right)
}

/// Summary, text and operand of an error.
fn failure(result: Result<Value, ValueError>) -> (&'static str, String, Option<usize>) {
    let error = result.expect_err("an error");
    (error.summary(), error.to_string(), error.argument())
}

const ARITHMETIC: [BinaryOperator; 5] = [
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
];
const ORDER: [BinaryOperator; 4] = [
    BinaryOperator::Less,
    BinaryOperator::LessOrEqual,
    BinaryOperator::Greater,
    BinaryOperator::GreaterOrEqual,
];

#[test]
fn operations_on_known_values_have_results() {
    let cases: [(BinaryOperator, Value, Value, Value); 11] = [
        (BinaryOperator::Add, value!(1), value!("2"), value!(3)),
        (BinaryOperator::Subtract, value!(1), value!(2), value!(-1)),
        (BinaryOperator::Multiply, value!(1.5), value!(2), value!(3)),
        (BinaryOperator::Divide, value!(3), value!(2), value!(1.5)),
        (BinaryOperator::Modulo, value!(7), value!(-3), value!(1)),
        (BinaryOperator::Less, value!("9"), value!(10), value!(true)),
        (BinaryOperator::LessOrEqual, value!(10), value!(10.0), value!(true)),
        (BinaryOperator::Greater, value!(9), value!(10), value!(false)),
        (BinaryOperator::GreaterOrEqual, value!(9), value!(10), value!(false)),
        (BinaryOperator::And, value!(true), value!("true"), value!(true)),
        (BinaryOperator::Or, value!(false), value!(false), value!(false)),
    ];
    for (operation, left, right, want) in cases {
        assert_eq!(operation.apply(&left, &right), Ok(want), "{left}, {right}");
    }
    assert_eq!(UnaryOperator::Negate.apply(&value!("1.5")), Ok(value!(-1.5)));
    assert_eq!(UnaryOperator::Not.apply(&value!("false")), Ok(value!(true)));
}

#[test]
fn unknown_operands_give_unknown_results_of_the_right_type() {
    for (operations, ty) in [(&ARITHMETIC[..], Type::Number), (&ORDER[..], Type::Bool)] {
        for operation in operations {
            for operand in [Value::UNKNOWN, unknown(Type::Number), unknown(Type::String)] {
                assert_eq!(operation.apply(&operand, &value!(0)), Ok(not_null(ty.clone())));
                assert_eq!(operation.apply(&value!(0), &operand), Ok(not_null(ty.clone())));
            }
            assert!(operation.apply(&unknown(Type::Bool), &value!(0)).is_err());
        }
    }
    assert_eq!(UnaryOperator::Negate.apply(&Value::UNKNOWN), Ok(not_null(Type::Number)));
    assert_eq!(UnaryOperator::Not.apply(&Value::UNKNOWN), Ok(not_null(Type::Bool)));
}

#[test]
fn unsuitable_operands_are_errors() {
    let left = "unsuitable value for left operand: expected a number, found a bool";
    let right = r#"unsuitable value for right operand: expected a number, found the string "x""#;
    for operation in ARITHMETIC.into_iter().chain(ORDER) {
        let result = operation.apply(&value!(true), &value!(1));
        assert_eq!(failure(result), ("Invalid operand", left.to_owned(), Some(0)));
        let result = operation.apply(&value!(1), &value!("x"));
        assert_eq!(failure(result), ("Invalid operand", right.to_owned(), Some(1)));
        let result = operation.apply(&Value::NULL, &value!(1));
        assert_eq!(failure(result), ("Operation failed", "the left operand is null".to_owned(), Some(0)));
        let result = operation.apply(&Value::UNKNOWN, &Value::NULL);
        assert_eq!(failure(result), ("Operation failed", "the right operand is null".to_owned(), Some(1)));
    }
    let result = UnaryOperator::Negate.apply(&value!([]));
    let unary = "unsuitable value for unary operand: expected a number, found a list";
    assert_eq!(failure(result), ("Invalid operand", unary.to_owned(), Some(0)));
    assert_eq!(failure(UnaryOperator::Not.apply(&Value::NULL)).1, "the operand is null");
}

#[test]
fn operations_without_a_result_are_errors() {
    let zero = value!(0);
    let undefined = BinaryOperator::Divide.apply(&zero, &zero).expect_err("undefined");
    assert_eq!((undefined.kind(), undefined.summary()), (ErrorKind::Domain, "Operation failed"));
    assert_eq!(
        BinaryOperator::Modulo.apply(&value!(1), &zero).map_err(|error| error.kind()),
        Err(ErrorKind::Domain)
    );
    let huge = value!("1e999999999");
    assert_eq!(
        BinaryOperator::Add.apply(&huge, &value!(1)).map_err(|error| error.kind()),
        Err(ErrorKind::Limit)
    );
}

#[test]
fn logic_with_unknown_or_null_is_decided_by_known_operands() {
    let (t, f, u, n) = (value!(true), value!(false), not_null(Type::Bool), null(Type::Bool));
    let error = "the right operand is null";
    let cases: [(&Value, &Value, &Value, Result<&Value, &str>); 16] = [
        (&t, &t, &t, Ok(&t)),
        (&t, &f, &f, Ok(&t)),
        (&t, &u, &u, Ok(&t)),
        (&t, &n, &f, Ok(&t)),
        (&f, &t, &f, Ok(&t)),
        (&f, &f, &f, Ok(&f)),
        (&f, &u, &f, Ok(&u)),
        (&f, &n, &f, Err(error)),
        (&u, &t, &u, Ok(&t)),
        (&u, &f, &f, Ok(&u)),
        (&u, &u, &u, Ok(&u)),
        (&u, &n, &f, Ok(&u)),
        (&n, &t, &f, Ok(&t)),
        (&n, &f, &f, Err("the left operand is null")),
        (&n, &u, &f, Ok(&u)),
        (&n, &n, &f, Err("the left operand is null")),
    ];
    for (left, right, conjunction, disjunction) in cases {
        assert_eq!(BinaryOperator::And.apply(left, right).as_ref(), Ok(conjunction), "{left:?} && {right:?}");
        let got = BinaryOperator::Or.apply(left, right).map_err(|error| error.to_string());
        assert_eq!(got.as_ref().map_err(String::as_str), disjunction, "{left:?} || {right:?}");
    }
    assert_eq!(BinaryOperator::And.apply(&Value::UNKNOWN, &f), Ok(f.clone()));
    assert_eq!(failure(BinaryOperator::And.apply(&value!(1), &f)).2, Some(0));
}

#[test]
fn equality_compares_content_and_types() {
    let (yes, no, open) = (Value::from(true), Value::from(false), not_null(Type::Bool));
    let numbers = |items: &[Value]| Value::list(Type::Number, items.to_vec()).expect("a list");
    let set = |items: &[Value]| Value::set(Type::Number, items.to_vec()).expect("a set");
    let lists = |items: &[&[Value]]| {
        Value::set(Type::list(Type::Number), items.iter().map(|items| numbers(items))).expect("a set")
    };
    let one_unknown = unknown(Type::Number);
    let unknowns = std::slice::from_ref(&one_unknown);
    let cases = [
        (value!(1), value!(1.0), &yes),
        (value!(1), value!("1"), &no),
        (value!("é"), value!("e\u{301}"), &yes),
        (value!([1, "a"]), value!([1, "a"]), &yes),
        (value!([1, "a"]), value!([1, 2]), &no),
        (value!({ "a": 1, "b": 2 }), value!({ "b": 2, "a": 1 }), &yes),
        (value!({ "a": 1 }), value!({ "a": 2 }), &no),
        (value!({ "a": 1 }), value!({ "b": 1 }), &no),
        (value!([1]), numbers(&[value!(1)]), &no),
        (numbers(&[]), Value::list(Type::String, []).expect("a list"), &no),
        (set(&[value!(1), value!(2)]), set(&[value!(2), value!(1)]), &yes),
        // Nulls are equal at the top level; inside of values, the types matter.
        (Value::NULL, null(Type::String), &yes),
        (value!([null]), value!([(null(Type::String))]), &no),
        (Value::NULL, value!([(Value::UNKNOWN)]), &no),
        // Unknown values: false if the known parts decide.
        (Value::NULL, Value::UNKNOWN, &open),
        (value!(1), Value::UNKNOWN, &open),
        (value!(1), unknown(Type::Number), &open),
        (value!(1), unknown(Type::String), &no),
        (unknown(Type::Number), unknown(Type::String), &open),
        (value!([1, (one_unknown.clone())]), value!([2, 3]), &no),
        (value!([(one_unknown.clone()), 1]), value!([3, 2]), &open),
        (value!([(one_unknown.clone())]), value!([1]), &open),
        (value!([(one_unknown.clone())]), value!(["1"]), &no),
        (value!([(Value::UNKNOWN)]), value!(["1"]), &open),
        (value!([(Value::UNKNOWN)]), value!(["1", 2]), &no),
        (value!({ "a": (one_unknown.clone()), "b": 1 }), value!({ "a": 1, "b": 2 }), &no),
        (set(&[value!(1), one_unknown.clone()]), set(&[value!(1), value!(2)]), &open),
        (numbers(unknowns), numbers(&[]), &no),
        // Sets: false if they cannot have the same number of elements.
        (set(&[]), set(unknowns), &open),
        (lists(&[]), lists(&[&[one_unknown.clone(), value!(1)]]), &no),
        (lists(&[&[value!(1)]]), lists(&[&[one_unknown.clone(), value!(1)]]), &open),
        (lists(&[&[value!(1)], &[value!(2)]]), lists(&[&[one_unknown.clone(), value!(1)]]), &no),
        (lists(&[&[value!(1)]]), lists(&[unknowns, unknowns]), &open),
        (lists(&[&[value!(1)], unknowns]), lists(&[&[value!(1)], &[value!(2)], &[value!(3)]]), &no),
    ];
    for (left, right, want) in cases {
        assert_eq!(equal(&left, &right).as_ref(), Ok(want), "{left:?} == {right:?}");
        assert_eq!(equal(&right, &left).as_ref(), Ok(want), "{right:?} == {left:?}");
        assert_eq!(BinaryOperator::NotEqual.apply(&left, &right), UnaryOperator::Not.apply(want));
    }
}

#[test]
fn the_application_defines_the_equality_of_capsules() {
    let ty = CapsuleType::new("version");
    let other = CapsuleType::new("version");
    let one = Value::capsule(&ty, (1, 0));
    assert_eq!(equal(&one, &Value::capsule(&ty, (1, 0))), Ok(Value::from(true)));
    assert_eq!(equal(&one, &Value::capsule(&ty, (2, 0))), Ok(Value::from(false)));
    assert_eq!(equal(&one, &Value::capsule(&other, (1, 0))), Ok(Value::from(false)));
    assert_eq!(one, Value::capsule(&ty, (1, 0)));
    let set = |numbers: [i32; 3]| {
        let capsules = numbers.map(|number| Value::capsule(&ty, (number, 0)));
        Value::set(Type::Capsule(ty.clone()), capsules).expect("a set")
    };
    assert_eq!(set([1, 2, 1]).len(), Some(2));
    assert_eq!(set([1, 2, 1]), set([2, 1, 2]));
    assert_ne!(set([1, 2, 1]), set([2, 3, 2]));
}

#[test]
fn results_have_the_marks_of_the_operands() {
    let mark = |value: Value, name: &'static str| value.mark(Mark::new(name));
    let names = |value: &Value| value.marks().iter().map(|mark| mark.name().to_owned()).collect::<Vec<_>>();
    let (a, b) = (mark(value!(1), "a"), mark(value!(2), "b"));
    for operation in ARITHMETIC.into_iter().chain(ORDER).chain([BinaryOperator::Equal]) {
        assert_eq!(
            operation.apply(&a, &b).map(|result| names(&result)),
            Ok(vec!["a".to_owned(), "b".to_owned()])
        );
        assert_eq!(
            operation.apply(&a, &Value::UNKNOWN).map(|result| names(&result)),
            Ok(vec!["a".to_owned()])
        );
    }
    let list = value!([(a.clone()), 2]);
    assert!(!list.is_marked() && list.contains_marks());
    assert_eq!(index(&list, &value!(0)), Ok(a.clone()));
    assert_eq!(index(&list, &value!(1)), Ok(value!(2)));
    assert_eq!(
        index(&mark(list.clone(), "b"), &value!(0)).map(|element| names(&element)),
        Ok(vec!["a".to_owned(), "b".to_owned()])
    );
    assert_eq!(get_attr(&mark(value!({ "x": 1 }), "a"), "x"), Ok(a.clone()));
    assert_eq!(equal(&list, &value!([1, 2])).map(|result| names(&result)), Ok(vec!["a".to_owned()]));
    assert_eq!(equal(&list, &Value::NULL), Ok(Value::from(false)));
    let set = Value::set(Type::Number, [a.clone(), value!(2)]).expect("a set");
    assert_eq!((names(&set), set.unmark().0.contains_marks()), (vec!["a".to_owned()], false));
    assert_ne!(a, value!(1));
    assert_eq!(a.to_string(), "(marked a)");
    assert!(serde_json::to_string(&list).is_err());
}

#[test]
fn elements_are_found_by_index() {
    let map = Value::map(Type::Number, [("a", value!(1))].into_iter().collect::<Map>()).expect("a map");
    let list = Value::list(Type::Number, [value!(1), value!(2)]).expect("a list");
    let cases = [
        (list.clone(), value!(1), value!(2)),
        (list.clone(), value!("0"), value!(1)),
        (value!([1, "x"]), value!(1), value!("x")),
        (map.clone(), value!("a"), value!(1)),
        (value!({ "a": 1, "5": 2 }), value!("a"), value!(1)),
        (value!({ "a": 1, "5": 2 }), value!(5), value!(2)),
        (list.clone(), unknown(Type::Number), unknown(Type::Number)),
        (list.clone(), Value::UNKNOWN, Value::UNKNOWN),
        (value!([1, "x"]), unknown(Type::Number), Value::UNKNOWN),
        (map.clone(), unknown(Type::String), unknown(Type::Number)),
        (value!({ "a": 1 }), unknown(Type::String), Value::UNKNOWN),
        (Value::UNKNOWN, value!(0), Value::UNKNOWN),
        (unknown(Type::list(Type::Bool)), value!(9), unknown(Type::Bool)),
        (unknown(Type::tuple([Type::Bool])), value!(0), unknown(Type::Bool)),
        (unknown(Type::object([("a", Type::Bool)])), value!("a"), unknown(Type::Bool)),
    ];
    for (value, key, want) in cases {
        assert_eq!(index(&value, &key), Ok(want), "{value:?}[{key:?}]");
    }
    let failures = [
        (Value::NULL, value!(0), "this value is null, so it has no elements".to_owned()),
        (list.clone(), Value::NULL, "an index must be a number or a string, but this is null".to_owned()),
        (list.clone(), value!(2), "index 2 is out of range: 2 elements (0 and 1)".to_owned()),
        (value!([]), value!(0), "index 0 is out of range: there are no elements".to_owned()),
        (
            list.clone(),
            value!(-1),
            "an index cannot be negative, but this is -1. The first element has the index 0".to_owned(),
        ),
        (list.clone(), value!(0.5), "an index must be a whole number, but this is 0.5".to_owned()),
        (list.clone(), value!("1e999999999"), "the index is out of range: 2 elements (0 and 1)".to_owned()),
        (list, value!("x"), "this cannot be an index: expected a number, found the string \"x\"".to_owned()),
        (map, value!("b"), "this map has no element with the key \"b\"".to_owned()),
        (
            value!({ "a": 1 }),
            value!(0),
            "an object has attributes with names, but this index is a number".to_owned(),
        ),
        (value!(1), value!(0), "a number has no elements".to_owned()),
        (unknown(Type::tuple([Type::Bool])), value!(1), "index 1 is out of range: 1 element (0)".to_owned()),
    ];
    for (value, key, want) in failures {
        let (summary, message, _) = failure(index(&value, &key));
        assert_eq!(message, want, "{value:?}[{key:?}]");
        assert_eq!(summary, if value.is_null() { "Attempt to index null value" } else { "Invalid index" });
    }
    let set = Value::set(Type::Number, [value!(1)]).expect("a set");
    assert!(failure(index(&set, &value!(0))).1.starts_with("the elements of a set have no index"));
}

#[test]
fn attributes_are_found_by_name() {
    let map = Value::map(Type::Number, [("a", value!(1))].into_iter().collect::<Map>()).expect("a map");
    let object = Type::object([("a", Type::Bool)]);
    let cases = [
        (value!({ "a": 1 }), value!(1)),
        (map.clone(), value!(1)),
        (Value::UNKNOWN, Value::UNKNOWN),
        (unknown(object.clone()), unknown(Type::Bool)),
        (unknown(Type::map(Type::Bool)), unknown(Type::Bool)),
    ];
    for (value, want) in cases {
        assert_eq!(get_attr(&value, "a"), Ok(want), "{value:?}.a");
    }
    let objects = Value::list(object.clone(), []).expect("a list");
    let failures = [
        (
            Value::NULL,
            "Attempt to get attribute from null value",
            "this value is null, so it has no attributes",
        ),
        (value!({}), "Unsupported attribute", r#"this object has no attribute named "a""#),
        (
            unknown(Type::object([("b", Type::Bool)])),
            "Unsupported attribute",
            r#"this object has no attribute named "a""#,
        ),
        (
            Value::map(Type::Number, Map::new()).expect("a map"),
            "Missing map element",
            r#"this map has no element with the key "a""#,
        ),
        (value!(1), "Unsupported attribute", "a number has no attributes"),
        (
            value!([]),
            "Unsupported attribute",
            "a list has no attributes, but its elements can have them: [0].a or [*].a",
        ),
        (
            objects,
            "Unsupported attribute",
            "a list has no attributes, but its elements can have them: [0].a or [*].a",
        ),
    ];
    for (value, summary, message) in failures {
        assert_eq!(failure(get_attr(&value, "a")), (summary, message.to_owned(), None), "{value:?}.a");
    }
}

#[test]
fn a_detail_is_a_sentence() {
    let error = BinaryOperator::Add.apply(&value!(true), &value!(1)).expect_err("an error");
    assert_eq!(error.detail(), "Unsuitable value for left operand: expected a number, found a bool.");
}

#[test]
fn bounds_decide_order() {
    let number = |with: fn(RefinementBuilder) -> RefinementBuilder| {
        with(unknown(Type::Number).refine()).build().expect("it can hold")
    };
    let open = not_null(Type::Bool);
    let (yes, no) = (Value::from(true), Value::from(false));
    let cases = [
        (number(|it| it.range(10..)), value!(5), [&no, &no, &yes, &yes]),
        (number(|it| it.range(..=-1)), number(|it| it.not_null().range(0..)), [&yes, &yes, &no, &no]),
        (value!(7), number(|it| it.range(..=6)), [&no, &no, &yes, &yes]),
        (number(|it| it.range(10..)), Value::unknown(Type::Number), [&open; 4]),
        // The bound itself may or may not be reached, so the result is unknown.
        (number(|it| it.range(0..=5)), value!(5), [&open; 4]),
        (value!("3"), number(|it| it.range((Bound::Excluded(3), Bound::Unbounded))), [&open; 4]),
    ];
    for (left, right, expected) in cases {
        let results = ORDER.map(|compare| compare.apply(&left, &right).expect("two numbers"));
        assert_eq!(results.each_ref(), expected, "{left} {right}");
    }
}

#[test]
fn refinements_decide_equality() {
    let list = |items: &[Value]| Value::list(Type::String, items.to_vec()).expect("a list");
    let some_list = |min| not_null(Type::list(Type::String)).refine().length(min..).build().expect("a list");
    let prefixed = unknown(Type::String).refine().prefix("ab-").build().expect("a string");
    let above = unknown(Type::Number)
        .refine()
        .range((Bound::Excluded(0), Bound::Unbounded))
        .build()
        .expect("a number");
    let open = not_null(Type::Bool);
    let cases = [
        (not_null(Type::Bool), Value::NULL, &Value::from(false)),
        (unknown(Type::Bool), Value::NULL, &open),
        (prefixed.clone(), value!("ab"), &Value::from(false)),
        (prefixed.clone(), value!("ab-c"), &open),
        (prefixed.clone(), Value::NULL, &open),
        (above.clone(), value!(0), &Value::from(false)),
        (above.clone(), value!(1), &open),
        (some_list(2), list(&["a".into()]), &Value::from(false)),
        (some_list(1), list(&["a".into()]), &open),
        (list(std::slice::from_ref(&prefixed)), list(&["x".into()]), &Value::from(false)),
        (list(&[not_null(Type::String)]), list(&[null(Type::String)]), &Value::from(false)),
        // Two unknown values can be equal.
        (above, unknown(Type::Number).refine().range(..=-1).build().expect("a number"), &open),
    ];
    for (left, right, expected) in cases {
        assert_eq!(equal(&left, &right).as_ref(), Ok(expected), "{left} == {right}");
        assert_eq!(equal(&right, &left).as_ref(), Ok(expected), "{right} == {left}");
    }
}
