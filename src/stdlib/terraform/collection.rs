//! Collections.

use std::cmp::Ordering;

use crate::func::{Budget, Function, Parameter};
use crate::stdlib::Table;
use crate::stdlib::support::{Shape, common_type, element_type, known_length};
use crate::value::{ErrorKind, Map, Type, Value, ValueError, ValueKind, ops, order};

pub(in crate::stdlib) const TABLE: &Table = &[
    ("alltrue", alltrue),
    ("anytrue", anytrue),
    ("sum", sum),
    ("one", one),
    ("matchkeys", matchkeys),
    ("transpose", transpose),
];

/// Builds a function of a list of bools that is decided by one element of a value.
fn decided_by(decides: fn(&Value) -> bool, decision: bool) -> Function {
    Function::builder()
        .parameter(Parameter::new("list", Type::list(Type::Bool)))
        .returns(Type::Bool)
        .never_null()
        .implement_within(move |arguments, ty, budget| {
            let items = arguments[0].as_array().unwrap_or_default();
            budget.take_parts(items.len())?;
            if items.iter().any(|item| item.is_known() && decides(item)) {
                return Ok(Value::from(decision));
            }
            let is_open = items.iter().any(Value::is_unknown);
            Ok(if is_open { Value::unknown(ty.clone()) } else { Value::from(!decision) })
        })
}

/// `alltrue(list: list(bool)) -> bool`: whether all elements are true, none of them null. An empty
/// list gives true.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let alltrue = terraform::collection::alltrue();
/// assert_eq!(alltrue.call(&[value!([true, "true"])])?, value!(true));
/// assert_eq!(alltrue.call(&[value!([true, false])])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a list of bools.
pub fn alltrue() -> Function {
    decided_by(|item| item.as_bool() != Some(true), false)
}

/// `anytrue(list: list(bool)) -> bool`: whether at least one element is true. An empty list gives
/// false.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let anytrue = terraform::collection::anytrue();
/// assert_eq!(anytrue.call(&[value!([false, "true"])])?, value!(true));
/// assert_eq!(anytrue.call(&[value!([])])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a list of bools.
pub fn anytrue() -> Function {
    decided_by(|item| item.as_bool() == Some(true), true)
}

/// `sum(list: list | set | tuple) -> number`: the sum of the elements, which are numbers.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// assert_eq!(terraform::collection::sum().call(&[value!([10, 13, 6, 4.5])])?, value!(33.5));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is empty or of another type, or if an element is null or not a
/// number.
pub fn sum() -> Function {
    Function::builder()
        .parameter(Parameter::new("list", Type::Dynamic))
        .returns_with(|arguments| match Shape::of(&arguments[0]) {
            Shape::List | Shape::Set | Shape::Tuple => Ok(Type::Number),
            _ => {
                let ty = arguments[0].ty();
                Err(ValueError::ty(format!("a list, set or tuple is required, not {ty}")).with_argument(0))
            }
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let problem = |message: &'static str| ValueError::from(message).with_argument(0);
            let items = arguments[0].as_array().unwrap_or_default();
            if items.is_empty() {
                return Err(problem("an empty list has no sum"));
            }
            if !arguments[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let mut sum: Option<Value> = None;
            for item in items {
                let number = budget.convert(item.clone(), &Type::Number);
                let number = match number {
                    Err(error) if error.kind() != ErrorKind::Limit => None,
                    converted => converted.map(|number| Some(number).filter(|number| !number.is_null()))?,
                };
                let number = number.ok_or_else(|| problem("every element must be a number"))?;
                sum = Some(match sum {
                    None => number,
                    Some(sum) => added(&sum, &number, budget)?,
                });
            }
            sum.ok_or_else(|| problem("an empty list has no sum"))
        })
}

fn added(left: &Value, right: &Value, budget: &Budget) -> Result<Value, ValueError> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        budget.take_parts(left.work(right))?;
    }
    budget.take_parts(2_u64)?;
    let sum = ops::add(left, right)?;
    budget.take_value(&sum)?;
    Ok(sum)
}

/// `one(list: list | set | tuple) -> any`: the only element, or null if there is none.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let one = terraform::collection::one();
/// assert_eq!(one.call(&[value!(["a"])])?, value!("a"));
/// assert!(one.call(&[value!([])])?.is_null());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument has several elements, or is of another type.
pub fn one() -> Function {
    Function::builder()
        .parameter(Parameter::new("list", Type::Dynamic))
        .returns_with(|arguments| {
            let problem = || {
                let message = "a list, set or tuple with at most one element is required";
                ValueError::ty(message).with_argument(0)
            };
            match (Shape::of(&arguments[0]), arguments[0].kind()) {
                (Shape::List | Shape::Set, _) => Ok(element_type(&arguments[0])),
                (_, ValueKind::Unknown(Type::Tuple(types)) | ValueKind::Null(Type::Tuple(types))) => {
                    match &types[..] {
                        [] => Ok(Type::Dynamic),
                        [only] => Ok(only.clone()),
                        _ => Err(problem()),
                    }
                }
                (Shape::Tuple, ValueKind::Tuple(items)) => match items {
                    [] => Ok(Type::Dynamic),
                    [only] => Ok(only.ty().clone()),
                    _ => Err(problem()),
                },
                _ => Err(problem()),
            }
        })
        .implement(|arguments, ty| {
            let items = arguments[0].as_array().unwrap_or_default();
            match (known_length(&arguments[0]), items) {
                (Some(0), _) => Ok(Value::null(ty.clone())),
                (Some(1), [only]) => Ok(only.clone()),
                (Some(_), _) => {
                    let message = format!("only one element is possible here, not {}", items.len());
                    Err(ValueError::from(message).with_argument(0))
                }
                (None, _) => Ok(Value::unknown(ty.clone())),
            }
        })
}

/// `matchkeys(values: list(any), keys: list(any), searchset: list(any)) -> list(any)`: the values
/// whose keys, at the same indexes, are among those that are searched for.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let matchkeys = terraform::collection::matchkeys();
/// let found = matchkeys.call(&[value!(["i-1", "i-2", "i-3"]), value!(["w", "e", "e"]), value!(["e"])])?;
/// assert_eq!(found.to_string(), r#"["i-2", "i-3"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are not as many keys as values, or if keys have no type in common.
pub fn matchkeys() -> Function {
    let list = |name| Parameter::new(name, Type::list(Type::Dynamic));
    Function::builder()
        .parameter(list("values"))
        .parameter(list("keys"))
        .parameter(list("searchset"))
        .returns_within(|arguments, budget| {
            keys_type(arguments, budget)?;
            Ok(arguments[0].ty().clone())
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let [values, keys, wanted] = arguments else { return Ok(Value::unknown(ty.clone())) };
            let values = values.as_array().unwrap_or_default();
            if keys.len() != Some(values.len()) {
                let found = keys.len().unwrap_or_default();
                let message = format!("there must be as many keys as values, {}, not {found}", values.len());
                return Err(ValueError::from(message).with_argument(1));
            }
            let keys_type = keys_type(arguments, budget)?;
            if wanted.len() == Some(0) {
                return Ok(Value::list_of(element_type(&arguments[0]), Vec::new()));
            }
            if !arguments.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(ty.clone()));
            }
            let keys = budget.convert(keys.clone(), &keys_type)?;
            let wanted = budget.convert(wanted.clone(), &keys_type)?;
            keys.check_size()?;
            wanted.check_size()?;
            let mut sorted: Vec<&Value> = wanted.as_array().unwrap_or_default().iter().collect();
            let parts = keys.facts().size.saturating_add(wanted.facts().size);
            budget.take_sorting(parts, sorted.len())?;
            budget.take_parts(parts)?;
            sorted.sort_by(|left, right| order(left, right));
            let mut found = Vec::new();
            for (key, value) in keys.as_array().unwrap_or_default().iter().zip(values) {
                let start = sorted.partition_point(|wanted| order(wanted, key) == Ordering::Less);
                // Only capsules can differ without having an order.
                let same = sorted[start..].iter().take_while(|wanted| order(wanted, key) == Ordering::Equal);
                for wanted in same {
                    budget.take_parts(1_u64)?;
                    if *wanted == key {
                        found.push(value.clone());
                        break;
                    }
                }
            }
            budget.take_sequence(found.len())?;
            Ok(Value::list_of(element_type(&arguments[0]), found))
        })
}

/// Returns the type that the keys and those that are searched for have in common.
fn keys_type(arguments: &[Value], budget: &Budget) -> Result<Type, ValueError> {
    let types = [arguments[1].ty().clone(), arguments[2].ty().clone()];
    common_type(&types, budget)?
        .ok_or_else(|| ValueError::ty("keys and searchset must have a type in common").with_argument(2))
}

/// `transpose(values: map(list(string))) -> map(list(string))`: the texts of the lists as keys,
/// each with the list of the keys that had it.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let transposed = terraform::collection::transpose().call(&[value!({ "a": ["1", "2"], "b": ["2", "3"] })])?;
/// assert_eq!(transposed.to_string(), r#"{ "1" = ["a"], "2" = ["a", "b"], "3" = ["b"] }"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if a list or a text is null.
pub fn transpose() -> Function {
    let ty = || Type::map(Type::list(Type::String));
    Function::builder().parameter(Parameter::new("values", ty())).returns(ty()).never_null().implement_within(
        move |arguments, ty, budget| {
            if !arguments[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let null = |what: &str| ValueError::from(format!("a {what} must not be null")).with_argument(0);
            let size = arguments[0].facts().size;
            budget.take_sorting(size, arguments[0].len().unwrap_or_default())?;
            budget.take_parts(size.saturating_mul(4))?;
            budget.take_elements(size.saturating_mul(4))?;
            let mut transposed: indexmap::IndexMap<&str, Vec<Value>> = indexmap::IndexMap::new();
            for (key, list) in arguments[0].iter() {
                let texts = list.as_array().ok_or_else(|| null("list"))?;
                for text in texts {
                    let text = text.as_str().ok_or_else(|| null("text"))?;
                    transposed.entry(text).or_default().push(key.clone());
                }
            }
            let lists = transposed.into_iter().map(|(text, keys)| (text, Value::list_of(Type::String, keys)));
            Value::map(Type::list(Type::String), lists.collect::<Map>())
        },
    )
}
