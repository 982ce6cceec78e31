//! Collections.

use std::cmp::Ordering;

use crate::func::{Budget, Function, Parameter};
use crate::stdlib::support::{
    self, OuterType, any, builder, charged, common_type, define, element_type, items, known_length, refused,
};
use crate::stdlib::{Table, collection, mapping, string};
use crate::value::{ErrorKind, Map, Type, Value, ValueError, ValueKind, ops, order};

pub(in crate::stdlib) const TABLE: &Table = table! {
    length index lookup coalesce alltrue anytrue sum one matchkeys transpose list map
};

/// `length(value: string | list | set | map | tuple | object) -> number`: the number of characters,
/// elements or attributes.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let length = terraform::function("length").unwrap();
/// assert_eq!(length.call(&[value!("abc")])?, value!(3));
/// assert_eq!(length.call(&[value!({ "a": 1 })])?, value!(1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is null, a number or a bool.
pub(super) fn length() -> Function {
    let (of_text, of_collection) = (string::strlen(), collection::length());
    builder([any("value").allow_unknown().allow_dynamic().allow_marked()])
        .returns_with(|arguments| match arguments[0].ty() {
            ty @ (Type::Number | Type::Bool | Type::Capsule(_)) => Err(ValueError::ty(format!(
                "the value must be a string, collection or object, not {}",
                ty.with_article()
            ))),
            _ => Ok(Type::Number),
        })
        .never_null()
        .implement_within(move |arguments, _, budget| match arguments[0].ty() {
            Type::String => of_text.call_within(arguments, budget),
            Type::Object(object) => Ok(Value::from(object.len()).with_marks(arguments[0].marks())),
            _ => of_collection.call_within(arguments, budget),
        })
}

/// `index(list: list | tuple, value: any) -> number`: the index of the first element that is equal
/// to a value.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// assert_eq!(
///     terraform::function("index").unwrap().call(&[value!(["a", "b"]), value!("b")])?,
///     value!(1)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list or tuple, or has no such element.
pub(super) fn index() -> Function {
    builder([any("list"), any("value")]).returns(Type::Number).never_null().implement_within(
        |arguments, ty, budget| {
            let list = &arguments[0];
            if !matches!(OuterType::of(list), OuterType::List | OuterType::Tuple) {
                return Err(ValueError::ty(format!(
                    "the value must be a list, not {}",
                    list.ty().with_article()
                ))
                .with_argument(0));
            }
            budget.take_parts(items(list).len())?;
            for (index, item) in items(list).iter().enumerate() {
                match ops::equal(item, &arguments[1])?.as_bool() {
                    Some(true) => return Ok(Value::from(index)),
                    Some(false) => {}
                    None => return Ok(Value::unknown(ty.clone())),
                }
            }
            Err(refused(1, "the list has no element that is equal to this"))
        },
    )
}

/// `lookup(map: map | object, key: string, default: any) -> any`: the element under a key, or the
/// default where there is none. The default for a map is converted to the type of its elements. It
/// can be left out if the key exists.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let lookup = terraform::function("lookup").unwrap();
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("a")])?, value!(1));
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("b"), value!(0)])?, value!(0));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a map or object, the default does not convert, or
/// there is neither an element nor a default.
pub(super) fn lookup() -> Function {
    let default = any("default").allow_null().allow_unknown().allow_dynamic().allow_marked();
    let builder = builder([any("map").allow_marked(), support::string("key").allow_marked()]);
    mapping::lookup_with(builder.variadic(default), Value::is_known)
}

/// `coalesce(vals...: any) -> any`: the first argument that is neither null nor an empty text,
/// converted to the common type of all.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let coalesce = terraform::function("coalesce").unwrap();
/// assert_eq!(coalesce.call(&[value!(null), value!(""), value!("x")])?, value!("x"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the arguments have no type in common, or if all of them are null or empty.
pub(super) fn coalesce() -> Function {
    collection::coalesce_unless(
        |value| value.as_str() == Some(""),
        "there is no argument that is neither null nor an empty text",
    )
}

/// `list(vals...: any)`: an error. Terraform has removed the function.
///
/// # Errors
/// Returns an error in any case.
pub(super) fn list() -> Function {
    removed("the function has been removed; write tolist([ … ]), or the brackets alone")
}

/// `map(vals...: any)`: an error. Terraform has removed the function.
///
/// # Errors
/// Returns an error in any case.
pub(super) fn map() -> Function {
    removed("the function has been removed; write tomap({ … }), or the braces alone")
}

fn removed(message: &'static str) -> Function {
    Function::builder()
        .variadic(any("vals").allow_null().allow_unknown().allow_dynamic())
        .returns_with(move |_| Err(ValueError::domain(message)))
        .implement(move |_, _| Err(ValueError::domain(message)))
}

/// Builds a function of a list of bools that is decided by one element of a value.
fn decided_by(decides: fn(&Value) -> bool, decision: bool) -> Function {
    builder([Parameter::new("list", Type::list(Type::Bool))])
        .returns(Type::Bool)
        .never_null()
        .implement_within(move |arguments, ty, budget| {
            let items = items(&arguments[0]);
            budget.take_parts(items.len())?;
            let is_decided = items.iter().any(|item| item.is_known() && decides(item));
            let is_open = !is_decided && items.iter().any(Value::is_unknown);
            Ok(if is_open { Value::unknown(ty.clone()) } else { Value::from(is_decided == decision) })
        })
}

/// `alltrue(list: list(bool)) -> bool`: whether all elements are true, none of them null. An empty
/// list gives true.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let alltrue = terraform::function("alltrue").unwrap();
/// assert_eq!(alltrue.call(&[value!([true, "true"])])?, value!(true));
/// assert_eq!(alltrue.call(&[value!([true, false])])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a list of bools.
pub(super) fn alltrue() -> Function {
    decided_by(|item| item.as_bool() != Some(true), false)
}

/// `anytrue(list: list(bool)) -> bool`: whether at least one element is true. An empty list gives
/// false.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let anytrue = terraform::function("anytrue").unwrap();
/// assert_eq!(anytrue.call(&[value!([false, "true"])])?, value!(true));
/// assert_eq!(anytrue.call(&[value!([])])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a list of bools.
pub(super) fn anytrue() -> Function {
    decided_by(|item| item.as_bool() == Some(true), true)
}

/// `sum(list: list | set | tuple) -> number`: the sum of the elements, which are numbers.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// assert_eq!(
///     terraform::function("sum").unwrap().call(&[value!([10, 13, 6, 4.5])])?,
///     value!(33.5)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is empty or of another type, or if an element is null or not a
/// number.
pub(super) fn sum() -> Function {
    builder([any("list")])
        .returns_with(|arguments| match OuterType::of(&arguments[0]) {
            OuterType::List | OuterType::Set | OuterType::Tuple => Ok(Type::Number),
            _ => {
                let ty = arguments[0].ty();
                Err(ValueError::ty(format!("a list or set is required, not {}", ty.with_article()))
                    .with_argument(0))
            }
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let Some((first, rest)) = items(&arguments[0]).split_first() else {
                return Err(refused(0, "an empty list has no sum"));
            };
            if !arguments[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let number = |item: &Value| match budget.convert(item.clone(), &Type::Number) {
                Err(error) if error.kind() == ErrorKind::Limit => Err(error),
                Ok(number) if !number.is_null() => Ok(number),
                _ => Err(refused(0, "every element must be a number")),
            };
            rest.iter().try_fold(number(first)?, |sum, item| added(&sum, &number(item)?, budget))
        })
}

fn added(left: &Value, right: &Value, budget: &Budget) -> Result<Value, ValueError> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        budget.take_parts(left.work(right))?;
    }
    budget.take_parts(2_u64)?;
    charged(ops::add(left, right)?, budget)
}

/// `one(list: list | set | tuple) -> any`: the only element, or null if there is none.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let one = terraform::function("one").unwrap();
/// assert_eq!(one.call(&[value!(["a"])])?, value!("a"));
/// assert!(one.call(&[value!([])])?.is_null());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument has several elements, or is of another type.
pub(super) fn one() -> Function {
    builder([any("list")])
        .returns_with(|arguments| {
            // The length of a tuple, and the type of its first element.
            let (length, first) = match (OuterType::of(&arguments[0]), arguments[0].kind()) {
                (OuterType::List | OuterType::Set, _) => return Ok(element_type(&arguments[0])),
                (_, ValueKind::Unknown(Type::Tuple(types)) | ValueKind::Null(Type::Tuple(types))) => {
                    (types.len(), types.first())
                }
                (_, ValueKind::Tuple(items)) => (items.len(), items.first().map(Value::ty)),
                _ => (usize::MAX, None),
            };
            if length > 1 {
                let message = "a list or set with at most one element is required";
                return Err(ValueError::ty(message).with_argument(0));
            }
            Ok(first.unwrap_or(&Type::Dynamic).clone())
        })
        .implement(|arguments, ty| {
            let items = items(&arguments[0]);
            match (known_length(&arguments[0]), items) {
                (Some(0), _) => Ok(Value::null(ty.clone())),
                (Some(1), [only]) => Ok(only.clone()),
                (Some(_), _) => {
                    Err(refused(0, format!("only one element is possible here, not {}", items.len())))
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
/// let matchkeys = terraform::function("matchkeys").unwrap();
/// let found =
///     matchkeys.call(&[value!(["i-1", "i-2", "i-3"]), value!(["w", "e", "e"]), value!(["e"])])?;
/// assert_eq!(found.to_string(), r#"["i-2", "i-3"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are not as many keys as values, or if keys have no type in common.
pub(super) fn matchkeys() -> Function {
    builder(["values", "keys", "searchset"].map(|name| Parameter::new(name, Type::list(Type::Dynamic))))
        .returns_within(|arguments, budget| {
            keys_type(arguments, budget)?;
            Ok(arguments[0].ty().clone())
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let (values, keys, wanted) = (items(&arguments[0]), &arguments[1], &arguments[2]);
            let count = items(keys).len();
            if count != values.len() {
                let message = format!("there must be as many keys as values, {}, not {count}", values.len());
                return Err(refused(1, message));
            }
            let keys_type = keys_type(arguments, budget)?;
            let element = element_type(&arguments[0]);
            if items(wanted).is_empty() {
                return Ok(Value::list_of(element, Vec::new()));
            }
            if !arguments.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(ty.clone()));
            }
            let keys = budget.convert(keys.clone(), &keys_type)?;
            let wanted = budget.convert(wanted.clone(), &keys_type)?;
            keys.check_size()?;
            wanted.check_size()?;
            let mut sorted: Vec<&Value> = items(&wanted).iter().collect();
            let parts = keys.facts().size.saturating_add(wanted.facts().size);
            budget.take_sorting(parts, sorted.len())?;
            budget.take_parts(parts)?;
            sorted.sort_by(|left, right| order(left, right));
            let mut found = Vec::new();
            for (key, value) in items(&keys).iter().zip(values) {
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
            Ok(Value::list_of(element, found))
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
/// let transposed = terraform::function("transpose")
///     .unwrap()
///     .call(&[value!({ "a": ["1", "2"], "b": ["2", "3"] })])?;
/// assert_eq!(transposed.to_string(), r#"{ "1" = ["a"], "2" = ["a", "b"], "3" = ["b"] }"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if a list or a text is null.
pub(super) fn transpose() -> Function {
    let ty = || Type::map(Type::list(Type::String));
    define([Parameter::new("values", ty())], ty(), |[map], budget| {
        let size = map.facts().size;
        budget.take_sorting(size, map.len().unwrap_or_default())?;
        budget.take_parts(size.saturating_mul(4))?;
        budget.take_elements(size.saturating_mul(4))?;
        let mut transposed: indexmap::IndexMap<&str, Vec<Value>> = indexmap::IndexMap::new();
        for (key, list) in map.iter() {
            for text in list.as_array().ok_or_else(|| refused(0, "a list must not be null"))? {
                let text = text.as_str().ok_or_else(|| refused(0, "a text must not be null"))?;
                transposed.entry(text).or_default().push(key.clone());
            }
        }
        let lists = transposed.into_iter().map(|(text, keys)| (text, Value::list_of(Type::String, keys)));
        Ok(Value::map_of(Type::list(Type::String), lists.collect::<Map>()))
    })
}
