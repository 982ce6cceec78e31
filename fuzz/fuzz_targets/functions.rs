//! Any standard function with any arguments: a value of the declared type, or an error.

#![no_main]

#[path = "../support/context.rs"]
mod context;
#[path = "../support/values.rs"]
mod values;
#[path = "../support/work.rs"]
mod work;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use test_support::soundness;
use serde_hcl::func::Budget;
use serde_hcl::value::convert;
use serde_hcl::{Function, Value};

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<Vec<(&str, Function)>> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(|| test_support::functions::all().collect());
    let input = bytes;
    let Some((choice, bytes)) = bytes.split_first() else { return };
    let (mut bytes, choices) = bytes.split_at(bytes.len() / 4 * 3);
    let (name, function) = &functions[usize::from(*choice) % functions.len()];
    let mut arguments = Vec::new();
    while !bytes.is_empty() && arguments.len() < 5 {
        arguments.push(values::take(&mut bytes, 4));
    }
    let required = function.parameters().len();
    if arguments.len() < required || arguments.len() > required && function.variadic().is_none() {
        return;
    }
    let parameter = |index| function.parameters().get(index).or(function.variadic());
    let converted = arguments.iter().enumerate().map(|(index, value)| match parameter(index) {
        Some(parameter) => convert(value, parameter.ty()),
        None => Ok(value.clone()),
    });
    let Ok(arguments) = converted.collect::<Result<Vec<_>, _>>() else { return };
    let result = function.invoke(arguments.clone(), &Budget::new(&context::limits()));
    // Caches for later calls, such as compiled patterns, are filled now.
    let budget = Budget::new(&context::limits());
    let _ = work::of_a_budget(&budget, || function.invoke(arguments.clone(), &budget));
    match &result {
        Ok(value) => {
            context::check_secrets(&format!("{value} {value:?}"), input);
            let _ = format!("{:?}", value.ty());
        }
        Err(error) => {
            context::check_secrets(
                &format!("{error} {error:?} {} {:?}", error.detail(), error.path()),
                input,
            );
        }
    }
    // Results for unknown values never contradict those for known ones.
    if arguments.iter().all(Value::is_wholly_known) {
        let mut choices = soundness::Choices::new(choices);
        if let Err(problem) =
            soundness::check_call(name, function, &arguments, &context::limits(), &mut choices)
        {
            panic!("{problem}");
        }
    }
});
