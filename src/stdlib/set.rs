//! Operations on sets.

use std::cmp::Ordering;
use std::slice;

use super::Table;
use super::support::{
    Occurrence, OuterType, any, builder, collected, common_type_of, element_type, is_open, items,
    known_length, occurrences, wrong_type,
};
use crate::func::{Budget, Function, FunctionBuilder, Parameter};
use crate::value::{Marks, Type, Value, ValueError, order};

pub(super) const TABLE: &Table = table! {
    setunion: "Returns the set of the elements that any of some sets contains.",
    setintersection: "Returns the set of the elements that all sets contain.",
    setsubtract: "Returns the set of the elements of the first set that the second lacks.",
    setsymmetricdifference: "Returns the set of the elements that only one of some sets contains.",
    setproduct: "Returns all combinations of an element of each collection.",
    sethaselement: "Returns whether a set contains a value.",
};

/// `setunion(first_set: set(any), other_sets...: set(any)) -> set(any)`: the elements of all sets,
/// converted to their common type.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let union =
///     stdlib::function("setunion").unwrap().call(&[value!(["a", "b"]), value!(["b", 1])])?;
/// assert_eq!(union.to_string(), r#"["1", "a", "b"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the elements have no type in common.
pub(super) fn setunion() -> Function {
    of_sets().returns_with(common_set_type).never_null().implement_within(|arguments, ty, budget| {
        // Unknown elements are allowed, since a union leaves out no element.
        let sets = converted(arguments, ty, budget)?;
        if ty.element() == Some(&Type::Dynamic) && arguments.len() > 1 && is_open(arguments) {
            return Ok(Value::unknown(ty.clone()));
        }
        let elements: Vec<Value> = sets.iter().flat_map(items).cloned().collect();
        budget.take_parts(Value::pairs_without_order(&elements))?;
        budget.take_sorting(elements.iter().map(|element| element.size()).sum(), elements.len())?;
        Value::set_of(common_element(&sets)?, elements)
    })
}

/// `setintersection(first_set: set(any), other_sets...: set(any)) -> set(any)`: the elements that
/// are in each of the sets. Unknown while an element is.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let intersection = stdlib::function("setintersection")
///     .unwrap()
///     .call(&[value!(["a", "b"]), value!(["b", "c"])])?;
/// assert_eq!(intersection.to_string(), r#"["b"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the elements have no type in common.
pub(super) fn setintersection() -> Function {
    operation(of_sets(), |element, sets| element.count == sets)
}

/// `setsubtract(a: set(any), b: set(any)) -> set(any)`: the elements of the first set that are not
/// in the second. Unknown while an element is.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let difference =
///     stdlib::function("setsubtract").unwrap().call(&[value!(["a", "b"]), value!(["b", "c"])])?;
/// assert_eq!(difference.to_string(), r#"["a"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the elements have no type in common.
pub(super) fn setsubtract() -> Function {
    operation(builder([set_parameter("a"), set_parameter("b")]), |element, _| {
        element.first == 0 && element.count == 1
    })
}

/// `setsymmetricdifference(first_set: set(any), other_sets...: set(any)) -> set(any)`: the elements
/// that are in one of two sets but not in both; of more sets, in an odd number of them. Unknown
/// while an element is.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let difference = stdlib::function("setsymmetricdifference")
///     .unwrap()
///     .call(&[value!(["a", "b"]), value!(["b", "c"])])?;
/// assert_eq!(difference.to_string(), r#"["a", "c"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the elements have no type in common.
pub(super) fn setsymmetricdifference() -> Function {
    operation(of_sets(), |element, _| element.count % 2 == 1)
}

const NOTHING_IN_COMMON: &str = "the elements of the sets must have a type in common";

fn set_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, Type::set(Type::Dynamic)).allow_dynamic()
}

/// Returns the start of a function of at least one set.
fn of_sets() -> FunctionBuilder {
    builder([set_parameter("first_set")]).variadic(set_parameter("other_sets"))
}

/// Builds an operation that keeps the elements for which a test holds. The test gets the sets that
/// an element is in, and the number of sets.
fn operation(builder: FunctionBuilder, keeps: fn(&Occurrence<'_>, usize) -> bool) -> Function {
    builder.returns_with(common_set_type).never_null().implement_within(move |arguments, ty, budget| {
        let sets = converted(arguments, ty, budget)?;
        if !sets.iter().all(Value::is_wholly_known) {
            return Ok(Value::unknown(ty.clone()));
        }
        let element = common_element(&sets)?;
        let elements = sets.iter().map(items).enumerate();
        let elements = elements.flat_map(|(tag, items)| items.iter().map(move |item| (tag, item)));
        let found = occurrences(elements, budget)?;
        let kept = found.iter().filter(|element| keeps(element, sets.len()));
        Value::set_of(element, kept.map(|element| element.value.clone()).collect())
    })
}

/// Returns the arguments as sets of one type, and charges their elements.
fn converted(arguments: &[Value], ty: &Type, budget: &Budget) -> Result<Vec<Value>, ValueError> {
    let sets = arguments.iter().enumerate().map(|(index, argument)| {
        budget.take_value(argument)?;
        budget.convert(argument.clone(), ty).map_err(|error| error.with_argument(index))
    });
    sets.collect()
}

/// Returns the type of the elements of all sets. Conversion to sets of any type leaves elements as
/// they are, so their types may differ.
fn common_element(sets: &[Value]) -> Result<Type, ValueError> {
    let ty = sets.first().map_or(&Type::Dynamic, Value::ty);
    let element = ty.element().filter(|_| sets.iter().all(|set| set.ty() == ty));
    element.cloned().ok_or_else(|| ValueError::ty(NOTHING_IN_COMMON))
}

fn common_set_type(arguments: &[Value], budget: &Budget) -> Result<Type, ValueError> {
    let mut types = Vec::new();
    for argument in arguments {
        let element = element_type(argument);
        // An empty set without an element type converts to any set.
        if argument.len() != Some(0) || element != Type::Dynamic {
            types.push(element);
        }
    }
    if types.is_empty() {
        return Ok(Type::set(Type::Dynamic));
    }
    let common = common_type_of(arguments, &types, budget)?;
    common.map(Type::set).ok_or_else(|| ValueError::ty(NOTHING_IN_COMMON))
}

/// `setproduct(sets...: list | set | tuple) -> list(tuple) | set(tuple)`: all combinations of an
/// element of each argument; a list in order if no argument is a set. The elements of a tuple are
/// converted to their common type. The length of an unknown result is limited by the lengths of the
/// arguments, unless the limit is large.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let product =
///     stdlib::function("setproduct").unwrap().call(&[value!(["a", "b"]), value!([1, 2])])?;
/// assert_eq!(product.to_string(), r#"[["a", 1], ["a", 2], ["b", 1], ["b", 2]]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are fewer than two arguments, or if one is not a list, set or tuple,
/// or if the elements of a tuple have no type in common.
pub(super) fn setproduct() -> Function {
    Function::builder()
        .variadic(any("sets").allow_unknown().allow_marked())
        .returns_with(product_type)
        .refine_result(|arguments, product| match product_range(arguments) {
            Some((min, max)) => product.not_null().length(min..=max),
            None => product.not_null(),
        })
        .implement_within(|arguments, ty, budget| {
            let mut marks = Marks::NONE;
            for argument in arguments {
                marks.add(argument.marks());
                // The elements of a tuple get a common type, which each of them determines.
                if matches!(argument.ty(), Type::Tuple(_)) {
                    marks.add(&budget.all_marks(slice::from_ref(argument))?);
                }
            }
            let combination = ty.element().unwrap_or(&Type::Dynamic);
            // `None` if a length is unknown.
            let count = arguments.iter().try_fold(1_u64, |count, argument| {
                Some(count.saturating_mul(known_length(argument)? as u64))
            });
            let combined = match count {
                Some(0) => Vec::new(),
                Some(count)
                    if arguments.iter().all(Value::is_known) && !is_open_product(combination, arguments) =>
                {
                    let elements = count.saturating_mul((arguments.len() as u64).saturating_add(2));
                    budget.take_elements(elements)?;
                    budget.take_parts(elements.saturating_mul(2))?;
                    // The combinations are sorted, which compares all their parts.
                    let compared = arguments.iter().fold(0, |sum: u64, argument| {
                        let length = argument.len().unwrap_or(1).max(1) as u64;
                        sum.saturating_add(argument.size().saturating_mul(count / length))
                    });
                    budget.take_parts(compared.saturating_mul(u64::from(count.ilog2()) / 2))?;
                    combinations(arguments, combination, budget)?
                }
                _ => {
                    let unknown = Value::unknown(ty.clone()).with_marks(&budget.all_marks(arguments)?);
                    return Ok(unknown.with_marks(&marks));
                }
            };
            Ok(collected(ty, combined)?.with_marks(&marks))
        })
}

/// The greatest upper limits of the length of an argument and of the product that are worth
/// keeping.
const MAX_LENGTH: usize = 1024;
const MAX_PRODUCT: usize = 2048;

/// Returns the minimum and the maximum number of combinations, if there is a limit.
fn product_range(arguments: &[Value]) -> Option<(usize, usize)> {
    arguments.iter().try_fold((1, 1), |(least, most), argument| {
        let (min, max) = match known_length(argument) {
            Some(length) => (length, Some(length)),
            None if argument.is_known() => return None,
            None => argument.length_range(),
        };
        let most = max.filter(|max| *max <= MAX_LENGTH)?.checked_mul(most)?;
        // Combinations that turn out to be equal are one element of the set.
        (most <= MAX_PRODUCT).then_some((least.min(min), most))
    })
}

fn product_type(arguments: &[Value], budget: &Budget) -> Result<Type, ValueError> {
    if arguments.len() < 2 {
        return Err(ValueError::ty("at least two arguments are required"));
    }
    let mut elements = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        let common = match argument.ty() {
            Type::List(element) | Type::Set(element) => Ok(Type::clone(element)),
            Type::Tuple(types) if types.is_empty() => Ok(Type::Dynamic),
            Type::Tuple(types) => {
                common_type_of(slice::from_ref(argument), types, budget).and_then(|common| {
                    common.ok_or_else(|| ValueError::ty("all elements must have a type in common"))
                })
            }
            _ => Err(wrong_type("a list or set is required, not", argument)),
        };
        elements.push(common.map_err(|error| error.with_argument(index))?);
    }
    let has_order = arguments.iter().all(|argument| OuterType::from_value(argument) != OuterType::Set);
    Ok(if has_order { Type::list(Type::tuple(elements)) } else { Type::set(Type::tuple(elements)) })
}

/// Returns whether the common type of the elements of a tuple depends on unknown values.
fn is_open_product(combination: &Type, arguments: &[Value]) -> bool {
    let Type::Tuple(types) = combination else { return false };
    arguments.iter().zip(types.iter()).any(|(argument, ty)| {
        let is_converted = OuterType::from_value(argument) == OuterType::Tuple && argument.len() > Some(1);
        is_converted && *ty == Type::Dynamic && argument.facts().dynamic
    })
}

/// Returns all combinations of elements, where those of the last argument change fastest.
fn combinations(arguments: &[Value], ty: &Type, budget: &Budget) -> Result<Vec<Value>, ValueError> {
    let Type::Tuple(types) = ty else { return Ok(Vec::new()) };
    let mut choices = Vec::with_capacity(arguments.len());
    for (argument, ty) in arguments.iter().zip(types.iter()) {
        let converted = items(argument).iter().map(|item| budget.convert(item.clone(), ty));
        choices.push(converted.collect::<Result<Vec<_>, _>>()?);
    }
    let mut indexes = vec![0; choices.len()];
    let mut combinations = Vec::new();
    loop {
        let chosen = choices.iter().zip(&indexes).filter_map(|(items, index)| items.get(*index));
        combinations.push(Value::tuple(chosen.cloned()));
        // Advances the last position that has a next element, and resets those after it.
        let next = choices.iter().zip(&mut indexes).rev().find_map(|(items, index)| {
            *index = if *index + 1 < items.len() { *index + 1 } else { 0 };
            (*index > 0).then_some(())
        });
        if next.is_none() {
            return Ok(combinations);
        }
    }
}

/// `sethaselement(set: set(any), elem: any) -> bool`: whether a value is an element of the set.
/// Nothing is converted.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let sethaselement = stdlib::function("sethaselement").unwrap();
/// assert_eq!(sethaselement.call(&[value!(["a", "b"]), value!("a")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// A call fails only if an argument has the wrong type.
pub(super) fn sethaselement() -> Function {
    builder([set_parameter("set"), any("elem").allow_dynamic()])
        .returns(Type::Bool)
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let (set, element) = (&arguments[0], &arguments[1]);
            element.check_size()?;
            let is_of_its_type = set.ty().element() == Some(element.ty()) || element.facts().dynamic;
            // Elements of another type differ, and need no search.
            let items = if is_of_its_type { items(set) } else { &[] };
            budget.take_sorting(element.size(), items.len())?;
            let candidates = &items[items.partition_point(|item| order(item, element) == Ordering::Less)..];
            let found = candidates
                .iter()
                .take_while(|item| order(item, element) == Ordering::Equal)
                .any(|item| item == element && item.is_wholly_known());
            let may_become_equal = is_of_its_type && !(set.is_wholly_known() && element.is_wholly_known());
            Ok(if may_become_equal && !found { Value::unknown(ty.clone()) } else { Value::from(found) })
        })
}
