//! Every function that `stdlib` registers, with marked values in every position.

use serde_hcl::{EvalContext, Value, parse_expression, value};

use crate::support::{check, check_outcome, check_value_error, context, mark, object, secrets};

/// The arguments beside the marked one.
fn others() -> Vec<Value> {
    let texts = ["", "a", "%d %s", "[", "2031-07-04T21:08:07Z", "1h", "YYYY"];
    let mut others: Vec<Value> = texts.into_iter().map(Value::from).collect();
    others.extend([
        value!(0),
        value!(37),
        value!(["a", "b"]),
        value!({ "a": 1 }),
        value!([["a"], [1]]),
        value!([]),
    ]);
    others
}

/// Marked arguments that are wrong for functions in ways of their own.
fn wrong() -> Vec<(&'static str, Value)> {
    let texts = [
        "hunter2",
        "[hunter2",
        "{\"hunter2\": hunter2}",
        "hunter2,hunter2\n1,2\n",
        "hunter2,b\n1\n",
        "\"hunter2",
        "%hunter2 %z",
        "hunter2-07-04T21:08:07Z",
        "2031-07-04T21:08:07hunter2",
        "1h hunter2",
        "'hunter2",
        "YYYY hunter2 QQ",
        "(?<hunter2",
        "hunter2{2,1}",
        "%[9]hunter2",
        "hunter2==",
        "{\"type\":\"hunter2\",\"value\":1}",
    ];
    let mut all: Vec<_> = texts.into_iter().map(|text| ("wrong text", mark(text))).collect();
    all.extend(secrets());
    all.push(("strings", mark(value!(["hunter2", "hunter2", null]))));
    all.push(("part of list", value!([(mark("hunter2")), (mark("hunter2"))])));
    let objects = Value::list(object().ty().clone(), [mark(object())]).expect("they are of one type");
    all.push(("list of objects", objects));
    all
}

/// Calls with a marked argument in each position.
fn calls() -> impl Iterator<Item = (&'static str, serde_hcl::Function, Vec<Value>)> {
    // The purpose of `nonsensitive` is to remove the mark.
    let functions = test_support::functions::all().filter(|(name, _)| *name != "nonsensitive");
    let (others, wrong) = (others(), wrong());
    functions.flat_map(move |(name, function)| {
        let least = function.parameters().len();
        let most = if function.variadic().is_some() { least + 2 } else { least };
        let mut calls = Vec::new();
        for count in least..=most {
            for position in 0..count {
                for (_, secret) in &wrong {
                    for (index, first) in others.iter().enumerate() {
                        // The other arguments differ and alternate.
                        let mut arguments = vec![first.clone(); count];
                        for (place, argument) in arguments.iter_mut().enumerate().skip(1) {
                            *argument = others[(index + 5 * place) % others.len()].clone();
                        }
                        arguments[position] = secret.clone();
                        calls.push((name, function.clone(), arguments));
                        if count == 1 {
                            break;
                        }
                    }
                    calls.push((name, function.clone(), vec![secret.clone(); count]));
                }
            }
        }
        calls
    })
}

#[test]
fn functions_show_no_marked_argument() {
    let mut failures = 0;
    let budget = serde_hcl::func::Budget::default;
    let step = test_support::step(19);
    for (name, function, arguments) in calls().step_by(step) {
        let what = format!("{name}{arguments:?}");
        match function.call(&arguments) {
            Ok(value) => check(&format!("{value} {value:?}"), &what),
            Err(error) => {
                check_value_error(&error, &what);
                failures += 1;
            }
        }
        if let Err(error) = function.invoke(arguments, &budget()) {
            check_value_error(&error, &what);
        }
    }
    assert!(failures > 1000 / step, "{failures} failures");
}

#[test]
fn functions_in_expressions_show_no_marked_argument() {
    let mut context: EvalContext = context();
    for (name, function, arguments) in calls().step_by(if test_support::is_full() { 23 } else { 307 }) {
        let names: Vec<String> = (0..arguments.len()).map(|index| format!("a{index}")).collect();
        for (variable, argument) in names.iter().zip(arguments) {
            context.set(variable, argument);
        }
        let call = format!("{name}({})", names.join(", "));
        for text in [
            call.clone(),
            format!("try({call})"),
            format!("\"a ${{{call}}} b\""),
            format!("[for a{} in [{}] : {call}]", names.len().max(1) - 1, names.join(", ")),
            format!("loud({call})"),
        ] {
            let expression = parse_expression(text.as_str()).into_result().expect("it is sound");
            check_outcome(&expression.evaluate_with_diagnostics(&context), &text);
        }
        assert!(function.parameters().len() <= names.len());
    }
}
