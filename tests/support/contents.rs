//! The law of marks: what is not marked in a result does not depend on the content of marked
//! values.

use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, Mark};
use serde_hcl::{EvalContext, Expression, Function, Limits, Map, Outcome, Type, Value, ValueKind};
use serde_hcl::{parse_expression, parse_template};

use crate::arguments::{self, arguments_for, converted};
use crate::expressions;
use crate::soundness::Choices;

/// Makes an expression and two contents of its marked variables from bytes, and compares the
/// results. Returns whether there are two.
///
/// # Errors
/// The case, if the results differ where they are not marked.
pub fn check(bytes: &[u8], functions: &EvalContext) -> Result<bool, String> {
    let mut choices = Choices::new(bytes);
    let (mut one, mut other) = (functions.child(), functions.child());
    let mut described = String::new();
    for (name, ty) in expressions::variables() {
        let value = with_marks(content(&ty, &mut choices), &mut choices, name);
        let second = with_other_content(&value, &mut |ty| content(ty, &mut choices));
        described.push_str(&format!("{name}: {} | {}\n", plain(&value), plain(&second)));
        one.set(name, value);
        other.set(name, second);
    }
    let is_template = choices.once_in(8);
    let text = if is_template { expressions::template(&mut choices, 3) } else { any(&mut choices, 3) };
    let parsed = if is_template {
        parse_template(text.as_str()).map(Expression::from)
    } else {
        parse_expression(text.as_str())
    };
    let expression = parsed.into_result().expect("it is written correctly");
    let results = (expression.evaluate_with_diagnostics(&one), expression.evaluate_with_diagnostics(&other));
    let has_errors = |outcome: &Outcome<Value>| outcome.diagnostics.has_errors();
    if has_errors(&results.0) || has_errors(&results.1) {
        return Ok(false);
    }
    compare(&results.0.value, &results.1.value).map_err(|problem| format!("{problem}: {text}\n{described}"))
}

/// Calls a function with two contents of marked arguments, and compares the results.
///
/// # Errors
/// The case, if the results differ where they are not marked.
pub fn check_call(name: &str, function: &Function, choices: &mut Choices<'_>) -> Result<bool, String> {
    let arguments = arguments_for(function, choices);
    let mut second = |value| with_other_content(value, &mut |ty| arguments::value_of(ty, choices, 2));
    let others: Vec<_> = arguments.iter().map(&mut second).collect();
    let call = |arguments: &[Value]| {
        let arguments = arguments.iter().enumerate();
        let arguments = arguments.map(|(index, argument)| converted(function, index, argument));
        function.invoke(arguments.collect::<Result<_, _>>()?, &Budget::new(&Limits::DEFAULT))
    };
    match (call(&arguments), call(&others)) {
        (Ok(one), Ok(other)) => compare(&one, &other).map_err(|problem| {
            let shown = |values: &[Value]| values.iter().map(plain).collect::<Vec<_>>().join(", ");
            format!("{problem}:\n  {name}({})\n  {name}({})", shown(&arguments), shown(&others))
        }),
        (Err(error), _) | (_, Err(error)) if error.kind() == ErrorKind::Limit => Ok(false),
        _ => Ok(false),
    }
}

/// Returns a value of a type. A text can be the JSON of values of several types.
fn content(ty: &Type, choices: &mut Choices<'_>) -> Value {
    match ty {
        Type::String if choices.once_in(2) => {
            Value::from(*choices.one_of(&["[1]", "{\"a\": 1}", "\"a\"", "null", "[\"x\", 2]", "true"]))
        }
        _ => expressions::value(ty, choices, 2),
    }
}

fn compare(one: &Value, other: &Value) -> Result<bool, String> {
    let (shown, also) = (public(one), public(other));
    if shown == also { Ok(true) } else { Err(format!("{shown} is not {also}")) }
}

/// A value with its content shown and its marks behind it.
fn plain(value: &Value) -> String {
    let (plain, marks) = value.clone().unmark_deep();
    format!("{plain:?} {marks:?}")
}

/// Returns what can be seen of a value without its marked parts.
fn public(value: &Value) -> String {
    if value.is_marked() {
        return "(marked)".to_owned();
    }
    let all = |items: &[Value]| items.iter().map(public).collect::<Vec<_>>().join(", ");
    let entries = |map: &Map| {
        let entries = map.sorted().into_iter().map(|(key, value)| format!("{key:?} = {}", public(value)));
        entries.collect::<Vec<_>>().join(", ")
    };
    match value.kind() {
        ValueKind::List(items) => format!("list[{}]", all(items)),
        ValueKind::Set(items) => format!("set[{}]", all(items)),
        ValueKind::Tuple(items) => format!("[{}]", all(items)),
        ValueKind::Map(map) => format!("map{{{}}}", entries(map)),
        ValueKind::Object(map) => format!("{{{}}}", entries(map)),
        _ => format!("{value:?}"),
    }
}

/// Returns a value with marks on all of it, on some of its parts, or without marks.
fn with_marks(value: Value, choices: &mut Choices<'_>, name: &'static str) -> Value {
    if choices.once_in(3) {
        return value.mark(Mark::new(name));
    }
    with_parts(&value, &mut |part| with_marks(part.clone(), choices, name))
}

/// Returns the value with other content in its marked parts, of the same types.
fn with_other_content(value: &Value, make: &mut impl FnMut(&Type) -> Value) -> Value {
    // An untyped null has no other content of its type.
    if value.is_marked() && *value.ty() != Type::Dynamic {
        return make(value.ty()).unmark_deep().0.with_marks(value.marks());
    }
    with_parts(value, &mut |part| with_other_content(part, make))
}

fn with_parts(value: &Value, part: &mut dyn FnMut(&Value) -> Value) -> Value {
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let mut all = |items: &[Value]| items.iter().map(&mut *part).collect::<Vec<_>>();
    let result = match value.kind() {
        ValueKind::List(items) => Value::list(element(), all(items)),
        ValueKind::Tuple(items) => Ok(Value::tuple(all(items))),
        ValueKind::Map(map) => Value::map(element(), entries(map, part)),
        ValueKind::Object(map) => Ok(Value::object(entries(map, part))),
        // A mark of an element is on the whole set.
        _ => Ok(value.clone()),
    };
    result.expect("parts of the same types")
}

fn entries(map: &Map, part: &mut dyn FnMut(&Value) -> Value) -> Map {
    map.sorted().into_iter().map(|(key, value)| (key, part(value))).collect()
}

/// Returns an expression with parts whose failure or value can be dropped.
fn any(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return expressions::any(choices, 2);
    }
    let depth = depth - 1;
    match choices.below(17) {
        0..=1 => format!("try({}, {})", any(choices, depth), any(choices, depth)),
        2..=3 => format!("can({})", any(choices, depth)),
        4 => format!("({} && {})", expressions::bool(choices, 2), any(choices, depth)),
        5 => format!("({} || {})", any(choices, depth), expressions::bool(choices, 2)),
        6 => {
            let (constant, operator) = *choices.one_of(&[("false", "&&"), ("true", "||")]);
            let operand = any(choices, depth);
            if choices.once_in(2) {
                format!("({constant} {operator} {operand})")
            } else {
                format!("({operand} {operator} {constant})")
            }
        }
        7 => {
            format!("({} ? {} : {})", expressions::bool(choices, 1), any(choices, depth), any(choices, depth))
        }
        8 => {
            let condition = *choices.one_of(&["true", "false"]);
            format!("({condition} ? {} : {})", any(choices, depth), any(choices, depth))
        }
        9 => format!("{{a = {}, b = {}}}.b", any(choices, depth), any(choices, depth)),
        10 => format!("[{}, {}][1]", any(choices, depth), any(choices, depth)),
        11 => format!("[for x in [{}] : {}]", any(choices, depth), any(choices, depth)),
        12 => {
            let condition = *choices.one_of(&["true", "false", "b"]);
            let (then, otherwise) = (any(choices, depth), any(choices, depth));
            format!("\"%{{ if {condition} }}${{{then}}}%{{ else }}${{{otherwise}}}x%{{ endif }}\"")
        }
        13 => {
            let name = choices
                .one_of(&["length", "keys", "tolist", "toset", "tomap", "values", "tostring", "tonumber"]);
            format!("{name}([{}, {}])", any(choices, depth), any(choices, depth))
        }
        14 => match choices.below(3) {
            0 => format!("keys(tomap({{a = {}, b = {}}}))", any(choices, depth), any(choices, depth)),
            1 => format!("jsondecode({})", choices.one_of(&["s", "r", "o.b"])),
            _ => format!("chunklist([{}, {}], 1)", any(choices, depth), any(choices, depth)),
        },
        15 => format!("[{}, {}][*]", any(choices, depth), any(choices, depth)),
        _ => expressions::any(choices, 3),
    }
}
