//! Functions: the call protocol, and closures.

use std::collections::BTreeMap;

use serde_hcl::func::{Budget, Rest};
use serde_hcl::value::{ErrorKind, Mark, ValueError};
use serde_hcl::{Function, Number, Type, Value, func::Parameter, value};

/// A function of one parameter that returns its argument.
fn identity(parameter: Parameter) -> Function {
    Function::builder()
        .parameter(parameter)
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
        .implement(|arguments, _| Ok(arguments[0].clone()))
}

fn failure(result: Result<Value, ValueError>) -> (&'static str, String, Option<usize>) {
    let error = result.expect_err("an error");
    (error.summary(), error.to_string(), error.argument())
}

#[test]
fn arguments_are_converted_first() {
    let string = identity(Parameter::new("v", Type::String));
    assert_eq!(string.call(&[value!(5)]), Ok(value!("5")));
    assert_eq!(string.call(&[Value::UNKNOWN]), Ok(Value::unknown(Type::String)));
    let list = identity(Parameter::new("v", Type::list(Type::Dynamic)));
    assert_eq!(list.call(&[value!([1, "a"])]).map(|list| list.ty().clone()), Ok(Type::list(Type::String)));
    let message = "invalid value for \"v\" parameter: expected a list of any single type, found a bool";
    let want = ("Invalid function argument", message.to_owned(), Some(0));
    assert_eq!(failure(list.call(&[value!(true)])), want);
}

#[test]
fn nulls_unknowns_and_dynamic_values_are_accepted_by_request() {
    let plain = identity(Parameter::new("v", Type::Dynamic));
    let null = (
        "Invalid function argument",
        "invalid value for \"v\" parameter: argument must not be null".to_owned(),
        Some(0),
    );
    assert_eq!(failure(plain.call(&[Value::NULL])), null);
    assert_eq!(plain.call(&[Value::UNKNOWN]), Ok(Value::UNKNOWN));
    assert_eq!(plain.call(&[Value::unknown(Type::Bool)]), Ok(Value::unknown(Type::Bool)));
    // An argument with an unknown part is not unknown itself.
    assert_eq!(plain.call(&[value!([(Value::UNKNOWN)])]), Ok(value!([(Value::UNKNOWN)])));

    let known = |parameter: Parameter| {
        Function::builder()
            .parameter(parameter)
            .returns(Type::Bool)
            .implement(|arguments, _| Ok(Value::from(arguments[0].is_known())))
    };
    let call = |parameter: Parameter, argument: Value| known(parameter).call(&[argument]);
    let any = || Parameter::new("v", Type::Dynamic);
    assert_eq!(call(any(), Value::UNKNOWN), Ok(Value::UNKNOWN));
    assert_eq!(call(any().allow_dynamic(), Value::UNKNOWN), Ok(Value::unknown(Type::Bool)));
    assert_eq!(call(any().allow_dynamic().allow_unknown(), Value::UNKNOWN), Ok(Value::from(false)));
    assert_eq!(call(any().allow_unknown(), Value::unknown(Type::String)), Ok(Value::from(false)));
    assert_eq!(call(any().allow_null(), Value::NULL), Ok(Value::UNKNOWN));
    assert_eq!(call(any().allow_null().allow_dynamic(), Value::NULL), Ok(Value::from(true)));
    assert_eq!(call(any().allow_null(), Value::null(Type::String)), Ok(Value::from(true)));
}

#[test]
fn marks_are_removed_for_the_call_or_passed_on_request() {
    let secret = value!([(Value::from("x").mark(Mark::new("m")))]);
    let plain = identity(Parameter::new("v", Type::Dynamic));
    assert_eq!(plain.call(std::slice::from_ref(&secret)), Ok(value!(["x"]).mark(Mark::new("m"))));
    let aware = identity(Parameter::new("v", Type::Dynamic).allow_marked());
    assert_eq!(aware.call(std::slice::from_ref(&secret)), Ok(secret));
    let unknown = Value::unknown(Type::String).mark(Mark::new("m"));
    assert_eq!(plain.call(std::slice::from_ref(&unknown)), Ok(unknown));
}

#[test]
fn a_wrong_number_of_arguments_is_an_error() {
    let two = Function::from_fn(|a: i64, b: i64| a + b);
    let too_few = "the function expects 2 arguments; missing value for \"second\"";
    assert_eq!(failure(two.call(&[value!(1)])), ("Not enough function arguments", too_few.to_owned(), None));
    let too_many = "the function expects only 2 arguments";
    let three = [value!(1), value!(2), value!(3)];
    assert_eq!(failure(two.call(&three)), ("Too many function arguments", too_many.to_owned(), Some(2)));
    let rest = Function::from_fn(|_: String, _: Rest<i64>| true);
    let too_few = "the function expects at least 1 argument; missing value for \"first\"";
    assert_eq!(failure(rest.call(&[])), ("Not enough function arguments", too_few.to_owned(), None));
    assert_eq!(rest.call(&[value!("a")]), Ok(Value::from(true)));
    let argument = failure(rest.call(&[value!("a"), value!(1), value!("x")]));
    assert_eq!(
        argument.1,
        r#"invalid value for "second" parameter: expected a number, found the string "x""#
    );
    assert_eq!(argument.2, Some(2));
    assert_eq!(rest.variadic().map(Parameter::name), Some("second"));
}

#[test]
fn errors_name_the_parameter_or_the_call() {
    let fail = |error: fn() -> ValueError| {
        Function::builder()
            .parameter(Parameter::new("zone", Type::String))
            .implement(move |_, _| Err(error()))
    };
    let general = fail(|| ValueError::new(ErrorKind::Domain, "out of order"));
    assert_eq!(
        failure(general.call(&[value!("a")])),
        ("Error in function call", "out of order".to_owned(), None)
    );
    let argument = fail(|| ValueError::new(ErrorKind::Domain, "no such zone").with_argument(0));
    let want = (
        "Invalid function argument",
        "invalid value for \"zone\" parameter: no such zone".to_owned(),
        Some(0),
    );
    assert_eq!(failure(argument.call(&[value!("a")])), want);
    let liar = Function::builder().returns(Type::Bool).implement(|_, _| Ok(value!(1)));
    assert_eq!(failure(liar.call(&[])).1, "the function returned number although its result type is bool");
    let beyond = fail(|| ValueError::new(ErrorKind::Domain, "a bug").with_argument(9));
    assert_eq!(failure(beyond.call(&[value!("a")])).0, "Error in function call");
}

/// Messages of any type that can be displayed; an error about values keeps its kind.
#[test]
fn closures_have_errors_of_any_type() {
    let parse = Function::from_fn(|text: String| text.parse::<u8>());
    assert_eq!(parse.call(&[value!("7")]), Ok(value!(7)));
    assert_eq!(
        parse.call(&[value!("x")]).expect_err("no digits").to_string(),
        "invalid digit found in string"
    );
    let limit = Function::from_fn(|| Err::<u8, _>(ValueError::new(ErrorKind::Limit, "too many")));
    assert_eq!(limit.call(&[]).expect_err("it fails").kind(), ErrorKind::Limit);
    let number = Function::from_fn(|text: String| text.parse::<Number>());
    assert_eq!(number.call(&[value!("1e9999999999")]).expect_err("it is large").kind(), ErrorKind::Limit);
    let boxed = Function::from_fn(|| Err::<u8, Box<dyn std::error::Error>>("a reason".into()));
    assert_eq!(boxed.call(&[]).expect_err("it fails").to_string(), "a reason");
}

#[test]
fn closures_of_many_forms_are_functions() {
    let none = Function::from_fn(|| "called");
    assert_eq!(none.call(&[]), Ok(value!("called")));
    let greeting = Function::from_fn(|name: Option<String>| name.unwrap_or_else(|| "nobody".to_owned()));
    assert_eq!(greeting.call(&[Value::NULL]), Ok(value!("nobody")));
    let sum = Function::from_fn(|numbers: Vec<f64>| numbers.iter().sum::<f64>());
    assert_eq!(sum.call(&[value!(["1", 2.5])]), Ok(value!(3.5)));
    assert_eq!(sum.call(&[value!("x")]).map_err(|error| error.argument()), Err(Some(0)));
    let keys = Function::from_fn(|map: BTreeMap<String, Value>| map.into_keys().collect::<Vec<_>>());
    assert_eq!(
        keys.call(&[value!({ "b": 1, "a": 2 })]),
        Ok(Value::list(Type::String, ["a", "b"].map(Value::from)).expect("a list"))
    );
    let empty = Function::from_fn(Vec::<String>::new);
    assert_eq!(empty.call(&[]).map(|list| list.ty().clone()), Ok(Type::list(Type::String)));
    let exact = Function::from_fn(|number: Number| -&number);
    assert_eq!(
        exact.call(&[value!("1e400")]),
        Ok(Value::from("-1e400".parse::<Number>().expect("a number")))
    );
    let six = Function::from_fn(|a: i8, b: i16, c: i32, d: u8, e: u16, f: bool| {
        i64::from(a) + i64::from(b) + i64::from(c) + i64::from(d) + i64::from(e) + i64::from(f)
    });
    let ones = [value!(1), value!(1), value!(1), value!(1), value!(1), value!(true)];
    assert_eq!(six.call(&ones), Ok(value!(6)));
    let nan = Function::from_fn(|| f64::NAN);
    assert_eq!(failure(nan.call(&[])).1, "NaN is not a number");
}

#[test]
fn arguments_out_of_range_are_errors() {
    let byte = Function::from_fn(|byte: u8| byte);
    let out_of_range = "invalid value for \"first\" parameter: a number from 0 to 255 is required";
    assert_eq!(
        failure(byte.call(&[value!(256)])),
        ("Invalid function argument", out_of_range.to_owned(), Some(0))
    );
    assert_eq!(
        failure(byte.call(&[value!(1.5)])).1,
        "invalid value for \"first\" parameter: a whole number is required"
    );
    let bytes = Function::from_fn(|bytes: Vec<u8>| bytes.len());
    assert_eq!(
        failure(bytes.call(&[value!([1, 256])])).1,
        "invalid value for \"first\" parameter: [1]: a number from 0 to 255 is required"
    );
    let fallible = Function::from_fn(|a: i64, b: i64| a.checked_add(b).ok_or("the sum is too large"));
    assert_eq!(failure(fallible.call(&[value!(i64::MAX), value!(1)])).1, "the sum is too large");
    assert_eq!(
        fallible.call(&[value!(1), Value::UNKNOWN]),
        Value::unknown(Type::Number).refine().not_null().build()
    );
}

#[test]
fn functions_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Function>();
    shared::<Value>();
    shared::<Type>();
    assert_eq!(
        format!("{:?}", Function::from_fn(|_: String, _: Rest<Value>| true)),
        "Function(first: string, second: any type...)"
    );
}

/// The copy may be kept, so it counts like any collection that is produced.
#[test]
fn copies_of_arguments_without_their_marks_are_elements() {
    let echo = Function::builder()
        .parameter(Parameter::new("value", Type::Dynamic))
        .implement(|arguments, _| Ok(arguments[0].clone()));
    let elements = |argument: Value| {
        let budget = Budget::default();
        echo.invoke(vec![argument], &budget).expect("the budget suffices");
        budget.limits().elements - budget.left().elements
    };
    let mark = |value: Value| value.mark(Mark::new("sensitive"));
    let numbers = || (0..1_000).map(Value::from);
    // The result is charged too.
    assert_eq!(elements(mark(Value::tuple(numbers()))), 1_002);
    assert_eq!(elements(Value::tuple(numbers().map(mark))), 1_002 + 1_001);
}
