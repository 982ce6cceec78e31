//! Any standard function with any arguments: a value of the type it promises, or an error.

#![no_main]

#[path = "../support/context.rs"]
mod context;
#[path = "../support/values.rs"]
mod values;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use serde_hcl::func::Budget;
use serde_hcl::{Function, Value, stdlib};

fuzz_target!(|bytes: &[u8]| {
    static FUNCTIONS: OnceLock<Vec<(&str, Function)>> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(|| stdlib::functions().collect());
    let Some((choice, mut bytes)) = bytes.split_first() else { return };
    let (name, function) = &functions[usize::from(*choice) % functions.len()];
    let mut arguments = Vec::new();
    while !bytes.is_empty() && arguments.len() < 5 {
        arguments.push(values::take(&mut bytes, 4));
    }
    if function.check_arity(arguments.len()).is_err() {
        return;
    }
    let converted =
        arguments.iter().enumerate().map(|(index, value)| function.convert_argument(index, value));
    let Ok(arguments) = converted.collect::<Result<Vec<_>, _>>() else { return };
    let result = function.invoke(arguments.clone(), &Budget::new(&context::limits()));
    match &result {
        Ok(value) => _ = format!("{value} {:?}", value.ty()),
        Err(error) => _ = format!("{error} {}", error.detail()),
    }
    // What is not known yet makes no result of another type. Nulls and empty collections have less in them than their type tells.
    if arguments.iter().any(|value| value.is_null() || value.ty().has_dynamic()) {
        return;
    }
    let unknown: Vec<_> = arguments.iter().map(|value| Value::unknown(value.ty().clone())).collect();
    if let (Ok(known), Ok(unknown)) = (result, function.invoke(unknown, &Budget::default()))
        && unknown.is_unknown()
    {
        assert!(known.ty().matches(unknown.ty()), "{name}: {:?} for {:?}", known.ty(), unknown.ty());
    }
});
