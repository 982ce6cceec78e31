//! The instances of resources and modules: `count` and `for_each`.

use serde_hcl::diag::{Code, Diagnostics};
use serde_hcl::value::{Marks, convert};
use serde_hcl::{Diagnostic, EvalContext, Expression, Map, Outcome, Type, Value, value};

/// The maximum number of instances of a resource or a module.
const MAX_INSTANCES: usize = 10_000;

/// The value of `count` or `for_each`.
#[derive(Clone, Copy)]
pub(super) struct Repetition<'r> {
    pub(super) count: Option<&'r Expression>,
    pub(super) for_each: Option<&'r Expression>,
}

impl Repetition<'_> {
    /// Returns the value of all instances: that of one by itself, or a tuple or an object of those
    /// that the expressions ask for. The function gets the context of an instance. Without a known
    /// number of instances, the value is unknown.
    pub(super) fn value(
        self,
        context: &EvalContext,
        mut instance: impl FnMut(&EvalContext, &mut Diagnostics) -> Value,
    ) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let value = match (self.count, self.for_each) {
            (Some(count), _) => match number(count, context, &mut diagnostics) {
                Some((number, marks)) => {
                    let mut of = |index| {
                        let mut context = context.child();
                        context.set("count", value!({ "index": index }));
                        instance(&context, &mut diagnostics)
                    };
                    Value::tuple((0..number).map(&mut of).collect::<Vec<_>>()).with_marks(&marks)
                }
                None => Value::UNKNOWN,
            },
            (None, Some(for_each)) => match elements(for_each, context, &mut diagnostics) {
                Some(elements) => {
                    let mut instances = Map::new();
                    for (key, element) in elements {
                        let mut context = context.child();
                        context.set("each", value!({ "key": (key.as_str()), "value": element }));
                        instances.insert(key.as_str(), instance(&context, &mut diagnostics));
                    }
                    Value::object(instances)
                }
                None => Value::UNKNOWN,
            },
            (None, None) => instance(context, &mut diagnostics),
        };
        Outcome { value, diagnostics }
    }
}

/// Returns the number of instances, if it is known.
fn number(count: &Expression, context: &EvalContext, found: &mut Diagnostics) -> Option<(u64, Marks)> {
    let outcome = count.evaluate_with_diagnostics(context);
    let is_valid = !outcome.diagnostics.has_errors();
    found.extend(outcome.diagnostics);
    let (value, marks) = outcome.value.unmark();
    if !is_valid || !value.is_known() {
        return None;
    }
    let number = convert(&value, &Type::Number).ok().and_then(|it| it.as_u64());
    let Some(number) = number else {
        let detail = "The value of \"count\" is unsuitable: expected a whole number that is not negative.";
        found.push(error(count, Code::InvalidValue, detail.to_owned()));
        return None;
    };
    if number > MAX_INSTANCES as u64 {
        found.push(too_many(count));
        return None;
    }
    Some((number, marks))
}

/// Returns the keys and values of the instances, if the keys are known.
fn elements(
    for_each: &Expression,
    context: &EvalContext,
    found: &mut Diagnostics,
) -> Option<Vec<(String, Value)>> {
    let outcome = for_each.evaluate_with_diagnostics(context);
    let is_valid = !outcome.diagnostics.has_errors();
    found.extend(outcome.diagnostics);
    if !is_valid {
        return None;
    }
    let (value, marks) = outcome.value.unmark();
    let mut unsuitable = |reason: &str| {
        let detail = format!("The value of \"for_each\" is unsuitable: {reason}.");
        found.push(error(for_each, Code::InvalidForEach, detail));
        None
    };
    if !marks.is_empty() {
        return unsuitable("it is sensitive, but its keys are the addresses of the instances");
    }
    if value.is_null() {
        return unsuitable("it is null");
    }
    let is_set = matches!(value.ty(), Type::Set(_));
    if !is_set && !matches!(value.ty(), Type::Map(_) | Type::Object(_) | Type::Dynamic) {
        let found = match value.ty() {
            Type::Tuple(_) | Type::List(_) => "a list; toset makes a set of a list".to_owned(),
            other => format!("a {other}"),
        };
        return unsuitable(&format!("expected a map or a set of strings, found {found}"));
    }
    if !value.is_known() {
        return None;
    }
    let mut elements = Vec::new();
    for (index, element) in value.iter() {
        // The key of an element of a set is the element itself.
        let key = if is_set { element.clone() } else { index };
        if !key.is_known() {
            return None;
        }
        let Some(name) = key.as_str() else {
            return unsuitable("the elements of a set have to be strings");
        };
        if elements.len() == MAX_INSTANCES {
            found.push(too_many(for_each));
            return None;
        }
        elements.push((name.to_owned(), element.clone()));
    }
    Some(elements)
}

fn too_many(expression: &Expression) -> Diagnostic {
    let detail = format!("There are more than {MAX_INSTANCES} instances.");
    error(expression, Code::TooManyBlocks, detail)
}

pub(super) fn error(expression: &Expression, code: Code, detail: String) -> Diagnostic {
    let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
    error.at(expression.span()).in_source(expression.source())
}
