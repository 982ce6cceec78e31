//! Collections.

use std::collections::BTreeMap;

use serde_hcl::ast::BinaryOperator;
use serde_hcl::func::{Budget, Parameter};
use serde_hcl::value::{ErrorKind, Marks, ValueError};
use serde_hcl::{Function, Map, Type, Value, ValueKind, stdlib};

use super::Table;
use super::support::{
    self, OuterType, any, builder, define, element_type, items, refused, standard, text_refused, type_error,
};

pub(super) const TABLE: &Table = table! {
    length: "Returns the number of elements of a collection, or of characters of a string.",
    index: "Returns the position of the first element of a list that equals a value.",
    lookup: "Returns the element of a map with a key, or a default value.",
    coalesce: "Returns the first argument that is neither null nor an empty string.",
    alltrue: "Returns whether all elements of a list are true. It is true for an empty list.",
    anytrue: "Returns whether an element of a list is true. It is false for an empty list.",
    sum: "Returns the sum of the numbers in a list or a set.",
    one: "Returns the only element of a collection, or null if it is empty.",
    matchkeys: "Returns the values of a list whose keys, at the same positions, are in a set.",
    transpose: "Swaps the keys and the values of a map of lists of strings.",
    list: "Returns a list of its arguments. Obsolete: write `tolist([…])`.",
    map: "Returns a map of its arguments. Obsolete: write `tomap({…})`.",
};

/// `length(value: string | list | set | map | tuple | object) -> number`: the number of characters,
/// elements or attributes.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let length = function("length").unwrap();
/// assert_eq!(length.call(&[value!("abc")])?, value!(3));
/// assert_eq!(length.call(&[value!({ "a": 1 })])?, value!(1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is null, a number or a bool.
pub(super) fn length() -> Function {
    let (of_text, of_collection) = (standard("strlen"), standard("length"));
    builder([any("value").allow_unknown().allow_dynamic().allow_marked()])
        .returns_with(|arguments, _| match arguments[0].ty() {
            ty @ (Type::Number | Type::Bool | Type::Capsule(_)) => Err(type_error(format!(
                "the value must be a string, collection or object, not {}",
                ty.with_article()
            ))),
            _ => Ok(Type::Number),
        })
        .never_null()
        .implement_within(move |arguments, _, budget| match arguments[0].ty() {
            Type::String => of_text.invoke(arguments.to_vec(), budget),
            Type::Object(object) => Ok(Value::from(object.len()).with_marks(arguments[0].marks())),
            _ => of_collection.invoke(arguments.to_vec(), budget),
        })
}

/// `index(list: list | tuple, value: any) -> number`: the index of the first element that is equal
/// to a value.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// assert_eq!(
///     function("index").unwrap().call(&[value!(["a", "b"]), value!("b")])?,
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
            if !matches!(OuterType::from_value(list), OuterType::List | OuterType::Tuple) {
                return Err(type_error(format!(
                    "the value must be a list, not {}",
                    list.ty().with_article()
                ))
                .with_argument(0));
            }
            budget.take_parts(items(list).len())?;
            for (index, item) in items(list).iter().enumerate() {
                match BinaryOperator::Equal.apply(item, &arguments[1])?.as_bool() {
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
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let lookup = function("lookup").unwrap();
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("a")])?, value!(1));
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("b"), value!(0)])?, value!(0));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a map or object, the default does not convert, or
/// there is neither an element nor a default.
pub(super) fn lookup() -> Function {
    builder([any("map").allow_marked(), support::string("key").allow_marked()])
        .variadic(any("default").allow_null().allow_unknown().allow_dynamic().allow_marked())
        // The conversion of the default charges its cost.
        .constant_time()
        .returns_with(lookup_type)
        .implement_within(|arguments, ty, budget| {
            let (map, key, default) = (&arguments[0], &arguments[1], arguments.get(2));
            let element = map.as_object().and_then(|map| map.get(key.as_str()?));
            let found = match (element, default) {
                _ if map.is_unknown() => {
                    let marked = element.or(default).filter(|it| it.contains_marks());
                    let marks = marked.map_or(Marks::default(), |it| it.clone().unmark_deep().1);
                    Value::unknown(ty.clone()).with_marks(&marks)
                }
                (Some(element), _) => element.clone(),
                (None, Some(default)) => {
                    let converted = budget.convert(default.clone(), ty)?;
                    budget.take_value(&converted)?;
                    converted
                }
                (None, None) => return Err(no_element(key)),
            };
            Ok(found.with_marks(map.marks()).with_marks(key.marks()))
        })
}

/// Returns the type of a looked up element, or of the default.
fn lookup_type(arguments: &[Value], budget: &Budget) -> Result<Type, ValueError> {
    let [map, key, default @ ..] = arguments else { return Ok(Type::Dynamic) };
    if default.len() > 1 {
        return Err(refused(3, type_error("there are at most three arguments")));
    }
    let default = default.first();
    let ty = match (OuterType::from_value(map), map.kind(), key.as_str()) {
        (OuterType::Map, ..) => {
            let element = element_type(map);
            if map.is_unknown() && element.has_dynamic() && element != Type::Dynamic {
                // The type of the default is checked once the map is known.
                return Ok(Type::Dynamic);
            }
            if let Some(default) = default {
                budget.convert(default.clone(), &element).map_err(|error| {
                    let wanted = "the default value must be of the type of the map's elements";
                    let message = format!("{wanted}: {error}");
                    ValueError::with_value(error.kind(), wanted, message).with_argument(2)
                })?;
            }
            return Ok(element);
        }
        (_, ValueKind::Unknown(Type::Object(object)), Some(key)) => object.get(key),
        (_, ValueKind::Object(object), Some(key)) => object.get(key).map(Value::ty),
        (OuterType::Object, ..) => return Ok(Type::Dynamic),
        _ => {
            let found = map.ty().with_article();
            return Err(refused(0, type_error(format!("a map or object is required, not {found}"))));
        }
    };
    ty.or(default.map(Value::ty)).cloned().ok_or_else(|| no_element(key))
}

fn no_element(key: &Value) -> ValueError {
    let public = "this is not a key of the map";
    text_refused(support::text(key), public, ", and there is no default").with_argument(1)
}

/// `coalesce(vals...: any) -> any`: the first argument that is neither null nor an empty text,
/// converted to the common type of all.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let coalesce = function("coalesce").unwrap();
/// assert_eq!(coalesce.call(&[value!(null), value!(""), value!("x")])?, value!("x"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the arguments have no type in common, or if all of them are null or empty.
pub(super) fn coalesce() -> Function {
    let (coalesce, to_string) = (standard("coalesce"), stdlib::converter(Type::String));
    Function::builder()
        // The functions that this one calls charge their own cost.
        .constant_time()
        .variadic(any("vals").allow_null().allow_unknown().allow_dynamic())
        .never_null()
        .implement_within(move |arguments, _, budget| {
            let none = "there is no argument that is neither null nor an empty text";
            let is_known_null = |argument: &Value| argument.is_null();
            if !arguments.is_empty() && arguments.iter().all(is_known_null) {
                return Err(ValueError::new(ErrorKind::Null, none));
            }
            let first = coalesce.invoke(arguments.to_vec(), budget)?;
            if first.as_str() != Some("") {
                return Ok(first);
            }
            // The common type is that of strings.
            for argument in arguments.iter().filter(|argument| !argument.is_null()) {
                let text = to_string.invoke(vec![argument.clone()], budget)?;
                if text.as_str() != Some("") {
                    return Ok(text);
                }
            }
            Err(ValueError::new(ErrorKind::Null, none))
        })
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
        .returns_with(move |_, _| Err(ValueError::from(message)))
        .implement(move |_, _| Err(ValueError::from(message)))
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
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let alltrue = function("alltrue").unwrap();
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
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let anytrue = function("anytrue").unwrap();
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
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// assert_eq!(
///     function("sum").unwrap().call(&[value!([10, 13, 6, 4.5])])?,
///     value!(33.5)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is empty or of another type, or if an element is null or not a
/// number.
pub(super) fn sum() -> Function {
    let add = standard("add");
    builder([any("list")])
        .returns_with(|arguments, _| match OuterType::from_value(&arguments[0]) {
            OuterType::List | OuterType::Set | OuterType::Tuple => Ok(Type::Number),
            _ => {
                let ty = arguments[0].ty();
                Err(type_error(format!("a list or set is required, not {}", ty.with_article()))
                    .with_argument(0))
            }
        })
        .never_null()
        .implement_within(move |arguments, ty, budget| {
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
            rest.iter().try_fold(number(first)?, |sum, item| add.invoke(vec![sum, number(item)?], budget))
        })
}

/// `one(list: list | set | tuple) -> any`: the only element, or null if there is none.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let one = function("one").unwrap();
/// assert_eq!(one.call(&[value!(["a"])])?, value!("a"));
/// assert!(one.call(&[value!([])])?.is_null());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument has several elements, or is of another type.
pub(super) fn one() -> Function {
    builder([any("list")])
        .returns_with(|arguments, _| {
            // The length of a tuple, and the type of its first element.
            let (length, first) = match (OuterType::from_value(&arguments[0]), arguments[0].kind()) {
                (OuterType::List | OuterType::Set, _) => return Ok(element_type(&arguments[0])),
                (_, ValueKind::Unknown(Type::Tuple(types)) | ValueKind::Null(Type::Tuple(types))) => {
                    (types.len(), types.first())
                }
                (_, ValueKind::Tuple(items)) => (items.len(), items.first().map(Value::ty)),
                _ => (usize::MAX, None),
            };
            if length > 1 {
                let message = "a list or set with at most one element is required";
                return Err(type_error(message).with_argument(0));
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

/// Returns the final number of elements of a value, if it is known: of a tuple always, of a set
/// unless unknown elements may turn out to be equal to others.
fn known_length(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Unknown(Type::Tuple(elements)) => Some(elements.len()),
        ValueKind::Set(items) if items.len() > 1 && !value.is_wholly_known() => None,
        _ => value.len(),
    }
}

/// `matchkeys(values: list(any), keys: list(any), searchset: list(any)) -> list(any)`: the values
/// whose keys, at the same indexes, are among those that are searched for.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let matchkeys = function("matchkeys").unwrap();
/// let found =
///     matchkeys.call(&[value!(["i-1", "i-2", "i-3"]), value!(["w", "e", "e"]), value!(["e"])])?;
/// assert_eq!(found.to_string(), r#"["i-2", "i-3"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are not as many keys as values, or if keys have no type in common.
pub(super) fn matchkeys() -> Function {
    let (concat, contains) = (standard("concat"), standard("sethaselement"));
    // The keys and those that are searched for, as one list with their common type.
    let joined = move |arguments: &[Value], budget: &Budget| {
        let joined = concat.invoke(vec![arguments[1].clone(), arguments[2].clone()], budget)?;
        match OuterType::from_value(&joined) {
            OuterType::Tuple | OuterType::Object => {
                Err(refused(2, type_error("keys and searchset must have a type in common")))
            }
            _ => Ok(joined),
        }
    };
    let check = joined.clone();
    builder(["values", "keys", "searchset"].map(|name| Parameter::new(name, Type::list(Type::Dynamic))))
        .returns_with(move |arguments, budget| {
            check(arguments, budget)?;
            Ok(arguments[0].ty().clone())
        })
        .never_null()
        .implement_within(move |arguments, ty, budget| {
            let (values, wanted) = (items(&arguments[0]), items(&arguments[2]));
            let count = items(&arguments[1]).len();
            if count != values.len() {
                let message = format!("there must be as many keys as values, {}, not {count}", values.len());
                return Err(refused(1, message));
            }
            if wanted.is_empty() {
                return Value::list(element_type(&arguments[0]), Vec::new());
            }
            if !arguments.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(ty.clone()));
            }
            let joined = joined(arguments, budget)?;
            let (keys, wanted) = items(&joined).split_at(count);
            let wants_null = wanted.iter().any(Value::is_null);
            let wanted = Value::list(element_type(&joined), wanted.to_vec())?;
            let wanted = budget.convert(wanted, &Type::set(element_type(&joined)))?;
            let mut found = Vec::new();
            for (key, value) in keys.iter().zip(values) {
                let is_wanted = match key.is_null() {
                    true => wants_null,
                    false => contains.invoke(vec![wanted.clone(), key.clone()], budget)? == true,
                };
                if is_wanted {
                    found.push(value.clone());
                }
            }
            let found = Value::list(element_type(&arguments[0]), found)?;
            budget.take_value(&found)?;
            Ok(found)
        })
}

/// `transpose(values: map(list(string))) -> map(list(string))`: the texts of the lists as keys,
/// each with the list of the keys that had it.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let transposed = function("transpose")
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
        let entries = map.len().unwrap_or_default() as u64;
        budget.take_parts(entries.saturating_mul(8 + u64::from(entries.max(1).ilog2())))?;
        let mut transposed: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for (key, list) in map.iter() {
            let list = list.as_array().ok_or_else(|| refused(0, "a list must not be null"))?;
            budget.take_elements((list.len() as u64).saturating_mul(8))?;
            for text in list {
                let text = text.as_str().ok_or_else(|| refused(0, "a text must not be null"))?;
                budget.take_parts(32 + text.len() as u64 / 4)?;
                transposed.entry(text).or_default().push(key.clone());
            }
        }
        let list = |(text, keys)| Ok((text, Value::list(Type::String, keys)?));
        let lists = transposed.into_iter().map(list).collect::<Result<Map, ValueError>>()?;
        Value::map(Type::list(Type::String), lists)
    })
}
