//! Functions that show how calls treat their arguments; conformance cases use them.

use serde_hcl::value::{ErrorKind, ValueError};
use serde_hcl::{Function, Type, Value, func::Parameter};

/// The probe of a name.
pub fn probe(name: &str) -> Option<Function> {
    let object = || Type::object([("a", Type::String), ("b", Type::Number)]);
    Some(match name {
        "p_str" => echo(Type::String),
        "p_num" => echo(Type::Number),
        "p_bool" => echo(Type::Bool),
        "p_any" => echo(Type::Dynamic),
        "p_list" => echo(Type::list(Type::String)),
        "p_set" => echo(Type::set(Type::Number)),
        "p_map" => echo(Type::map(Type::Bool)),
        "p_obj" => echo(object()),
        "p_listany" => echo(Type::list(Type::Dynamic)),
        "p_mapany" => echo(Type::map(Type::Dynamic)),
        "p_null" => describe(Parameter::new("v", Type::String).allow_null(), |value| {
            if value.is_null() { "was null".into() } else { value.clone() }
        }),
        "p_unk" => describe(Parameter::new("v", Type::String).allow_unknown(), |value| {
            if value.is_unknown() { "was unknown".into() } else { value.clone() }
        }),
        "p_dyn" => describe(Parameter::new("v", Type::Dynamic).allow_dynamic(), |_| "known".into()),
        "p_dynunk" => describe(
            Parameter::new("v", Type::Dynamic).allow_null().allow_unknown().allow_dynamic(),
            |value| {
                let state = if value.is_null() {
                    "null "
                } else if value.is_unknown() {
                    "unknown "
                } else {
                    ""
                };
                format!("{state}{}", value.ty()).into()
            },
        ),
        "p_none" => Function::builder().returns(Type::String).implement(|_, _| Ok("called".into())),
        "p_rest" => Function::builder()
            .parameter(Parameter::new("first", Type::String))
            .variadic(Parameter::new("rest", Type::Number))
            .returns(Type::String)
            .implement(|arguments, _| Ok(texts(arguments).join("/").into())),
        "p_vars" => Function::builder()
            .variadic(Parameter::new("items", Type::String))
            .returns(Type::String)
            .implement(|arguments, _| Ok(format!("[{}]", texts(arguments).join("|")).into())),
        "p_fail" => Function::builder()
            .parameter(Parameter::new("v", Type::String))
            .returns(Type::String)
            .implement(|_, _| Err(ValueError::new(ErrorKind::Domain, "synthetic failure"))),
        "p_failarg" => Function::builder()
            .parameter(Parameter::new("one", Type::String))
            .parameter(Parameter::new("two", Type::String))
            .returns(Type::String)
            .implement(|_, _| {
                Err(ValueError::new(ErrorKind::Domain, "synthetic argument failure").with_argument(1))
            }),
        _ => return None,
    })
}

/// A function that returns its argument.
fn echo(ty: Type) -> Function {
    Function::builder()
        .parameter(Parameter::new("v", ty))
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
        .implement(|arguments, _| Ok(arguments[0].clone()))
}

fn describe(parameter: Parameter, answer: impl Fn(&Value) -> Value + Send + Sync + 'static) -> Function {
    Function::builder()
        .parameter(parameter)
        .returns(Type::String)
        .implement(move |arguments, _| Ok(answer(&arguments[0])))
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
}
