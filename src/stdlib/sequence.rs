//! Lists and tuples, and sets in place of lists.

use super::Table;
use super::support::{
    OuterType, any, are_open, builder, charged, collected, common_type, define, element_type, items, known,
    known_length, number, occurrences, refused, sequence, whole_number, wrong_type,
};
use crate::func::{Budget, Function, Parameter};
use crate::value::{Marks, Number, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = table! {
    concat: "Returns one list of the elements of several lists.",
    flatten: "Returns one list of the elements of lists in a list, at all levels.",
    reverse: "Returns a list in the opposite order.",
    slice: "Returns the elements of a list from an index up to another one, which is left out.",
    chunklist: "Splits a list into lists of a length. The last one can be shorter.",
    sort: "Returns a list of strings in lexical order.",
    distinct: "Returns a list without repeated elements. The first of each remains.",
    compact: "Returns a list without its empty strings and nulls.",
    range: "Returns a list of numbers from a start to a limit, which is left out, by steps.",
};

/// `concat(seqs...: list | tuple) -> list | tuple`: the elements of all arguments, one after the
/// other; a list if all arguments are lists whose elements have a common type, otherwise a tuple.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("concat").unwrap().call(&[value!([1]), value!(["a"])])?,
///     value!([1, "a"])
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are no arguments, or if one is not a list or tuple.
pub(super) fn concat() -> Function {
    Function::builder()
        .variadic(any("seqs").allow_marked())
        .returns_with(joined_type)
        .never_null()
        .implement_within(|arguments, ty, budget| {
            if are_open(arguments, OuterType::List) {
                return Ok(Value::UNKNOWN.with_marks(&budget.all_marks(arguments)?));
            }
            let mut joined = Vec::new();
            let mut marks = Marks::NONE;
            for (index, argument) in arguments.iter().enumerate() {
                budget.take_elements(argument.len().unwrap_or_default())?;
                let mut sequence = argument.clone();
                if matches!(ty, Type::List(_)) {
                    sequence = budget.convert(sequence, ty).map_err(|error| error.with_argument(index))?;
                }
                marks = marks.union(sequence.marks());
                joined.extend_from_slice(items(&sequence));
            }
            Ok(collected(ty, joined)?.with_marks(&marks))
        })
}

/// Returns the type of a list, or of a tuple, whose type is computed only if an argument is
/// unknown.
fn joined_type(arguments: &[Value], budget: &Budget) -> Result<Type, ValueError> {
    if arguments.is_empty() {
        return Err(ValueError::ty("at least one argument is required"));
    }
    if are_open(arguments, OuterType::List) {
        return Ok(Type::Dynamic);
    }
    if arguments.iter().all(|argument| OuterType::from_value(argument) == OuterType::List) {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty().clone()).collect();
        if let Some(common) = common_type(&types, budget)? {
            return Ok(common);
        }
    }
    let mut unknown = false;
    for (index, argument) in arguments.iter().enumerate() {
        match (OuterType::from_value(argument), argument.is_unknown()) {
            (OuterType::Tuple, is_unknown) => unknown |= is_unknown,
            (OuterType::List, false) => {}
            // An unknown list can have any number of elements.
            (OuterType::List, true) => return Ok(Type::Dynamic),
            _ => {
                return Err(wrong_type("all arguments must be lists, found", argument).with_argument(index));
            }
        }
    }
    if !unknown {
        return Ok(Type::Dynamic);
    }
    let mut types = Vec::new();
    for argument in arguments {
        match argument.ty() {
            Type::Tuple(elements) => types.extend_from_slice(elements),
            ty => types.extend(items(argument).iter().filter_map(|_| ty.element().cloned())),
        }
    }
    Ok(Type::tuple(types))
}

/// `flatten(list: list | set | tuple) -> tuple`: the elements, with every list, set or tuple among
/// them replaced by its own elements, recursively.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("flatten").unwrap().call(&[value!([1, [2, [3]]])])?,
///     value!([1, 2, 3])
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a list, set or tuple.
pub(super) fn flatten() -> Function {
    builder([any("list").allow_marked()])
        .returns_with(|arguments, _| match arguments[0].kind() {
            ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Tuple(_) | ValueKind::Unknown(_) => {
                Ok(Type::Dynamic)
            }
            _ => Err(wrong_type("can only flatten lists and sets, not", &arguments[0])),
        })
        .implement_within(|arguments, _, budget| {
            let (mut flat, mut marks) = (Vec::new(), Marks::NONE);
            // There is no recursion, since values can have any depth. Shared parts are visited each
            // time, so all of them are charged.
            let mut pending = vec![arguments.iter()];
            while let Some(rest) = pending.last_mut() {
                let Some(item) = rest.next() else {
                    pending.pop();
                    continue;
                };
                match item.kind() {
                    ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items)
                        if known_length(item).is_some() =>
                    {
                        marks = marks.union(item.marks());
                        budget.take_elements(items.len())?;
                        pending.push(items.iter());
                    }
                    // The elements or their number are not known.
                    ValueKind::Set(_)
                    | ValueKind::Unknown(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                        return Ok(Value::UNKNOWN.with_marks(&budget.all_marks(arguments)?));
                    }
                    kind => {
                        // A sequence in place of null would give its marks to the result.
                        if let ValueKind::Null(Type::List(_) | Type::Set(_) | Type::Tuple(_)) = kind {
                            marks = marks.union(item.marks());
                        }
                        flat.push(item.clone());
                    }
                }
            }
            Ok(Value::tuple(flat).with_marks(&marks))
        })
}

/// `reverse(list: list | set | tuple) -> list | tuple`: the elements in the opposite order.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("reverse").unwrap().call(&[value!([1, "a"])])?, value!(["a", 1]));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a list, set or tuple.
pub(super) fn reverse() -> Function {
    builder([any("list").allow_marked()])
        .returns_with(|arguments, _| match (OuterType::from_value(&arguments[0]), arguments[0].kind()) {
            (_, ValueKind::Unknown(Type::Tuple(types))) => Ok(Type::tuple(types.iter().rev().cloned())),
            (OuterType::Tuple, _) => Ok(Type::Dynamic),
            (OuterType::List | OuterType::Set, _) => Ok(Type::list(element_type(&arguments[0]))),
            _ => Err(wrong_type("can only reverse lists and sets, not", &arguments[0]).with_argument(0)),
        })
        .never_null()
        .implement(|arguments, ty| {
            let reversed = match known_length(&arguments[0]) {
                Some(_) => sequence(ty, items(&arguments[0]).iter().rev().cloned()),
                // The order of a set depends on all of its elements.
                None => Value::unknown(ty.clone()),
            };
            Ok(reversed.with_marks(arguments[0].marks()))
        })
}

/// `slice(list: list | tuple, start_index: number, end_index: number) -> list | tuple`: the
/// elements from the start index up to, not including, the end index.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let slice = stdlib::function("slice").unwrap();
/// assert_eq!(slice.call(&[value!(["a", "b", "c"]), value!(1), value!(3)])?, value!(["b", "c"]));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list or tuple, or if the indices are not whole
/// numbers, negative, in the wrong order or beyond the end.
pub(super) fn slice() -> Function {
    builder([any("list").allow_marked(), number("start_index"), number("end_index")])
        .returns_with(|arguments, _| {
            let list = &arguments[0];
            match (OuterType::from_value(list), list.kind()) {
                (OuterType::List, _) => slice_bounds(arguments).map(|_| list.ty().clone()),
                (OuterType::Tuple, ValueKind::Unknown(Type::Tuple(types))) => {
                    Ok(match slice_bounds(arguments)? {
                        (Some(start), Some(end)) => {
                            Type::tuple(types.get(start..end).unwrap_or_default().iter().cloned())
                        }
                        _ => Type::Dynamic,
                    })
                }
                (OuterType::Tuple, _) => slice_bounds(arguments).map(|_| Type::Dynamic),
                (OuterType::Set, _) => Err(ValueError::ty(
                    "cannot slice a set, because its elements do not have indices; convert it to a list \
                     if the order of the elements is not important",
                )
                .with_argument(0)),
                _ => Err(wrong_type("a list is required, not", list).with_argument(0)),
            }
        })
        .never_null()
        .implement(|arguments, ty| {
            let (Some(start), Some(end)) = slice_bounds(arguments)? else {
                return Ok(Value::unknown(ty.clone()));
            };
            let items = items(&arguments[0]).get(start..end).unwrap_or_default();
            Ok(sequence(ty, items.iter().cloned()).with_marks(arguments[0].marks()))
        })
}

/// Returns start and end, if they are known. Known ones are in order and within the list.
fn slice_bounds(arguments: &[Value]) -> Result<(Option<usize>, Option<usize>), ValueError> {
    let length = known_length(&arguments[0]);
    let bound = |argument: usize, name: &str| {
        let index = &arguments[argument];
        if index.is_unknown() {
            return Ok(None);
        }
        let position =
            whole_number(index).map_err(|error| error.with_context(format_args!("invalid {name} index")));
        match usize::try_from(position.map_err(|error| error.with_argument(argument))?) {
            Ok(position) if length.is_some_and(|length| position > length) => {
                let message = format!("the {name} index must not be greater than the length of the list");
                Err(refused(argument, message))
            }
            Ok(position) => Ok(Some(position)),
            Err(_) => Err(refused(argument, format!("the {name} index must not be less than zero"))),
        }
    };
    match (bound(1, "start")?, bound(2, "end")?) {
        (Some(start), Some(end)) if start > end => {
            Err(refused(1, "the start index must not be greater than the end index"))
        }
        bounds => Ok(bounds),
    }
}

/// `chunklist(list: list(any), size: number) -> list(list(any))`: lists of `size` elements each;
/// the last one may have fewer. Size 0 gives one list of all elements.
///
/// ```
/// use serde_hcl::{Type, Value, stdlib, value};
///
/// let chunks = stdlib::function("chunklist").unwrap().call(&[value!([1, 2, 3]), value!(2)])?;
/// assert_eq!(chunks.to_string(), "[[1, 2], [3]]");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the size is not a whole number or is negative.
pub(super) fn chunklist() -> Function {
    builder([Parameter::new("list", Type::list(Type::Dynamic)).allow_marked(), number("size").allow_marked()])
        .returns_with(|arguments, _| Ok(Type::list(arguments[0].ty().clone())))
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let (all, size) = (&arguments[0], &arguments[1]);
            let marks = all.marks().union(size.marks());
            let size = whole_number(size).map_err(|error| error.with_context("invalid size"))?;
            let size =
                usize::try_from(size).map_err(|_| ValueError::from("the size must not be negative"))?;
            let count = items(all).len();
            budget.take_elements(count)?;
            if size > 0 {
                budget.take_elements(count.div_ceil(size))?;
            }
            let size = if size == 0 { count.max(1) } else { size };
            let element = element_type(all);
            let chunks = items(all).chunks(size).map(|items| Value::list_of(element.clone(), items.to_vec()));
            Ok(sequence(ty, chunks).with_marks(&marks))
        })
}

/// `sort(list: list(string)) -> list(string)`: the strings in the order of their bytes. An unknown
/// result has the length of the list, or the bounds of it that are known.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let sorted = stdlib::function("sort").unwrap().call(&[value!(["b", "a", "B"])])?;
/// assert_eq!(sorted.to_string(), r#"["B", "a", "b"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an element is null.
pub(super) fn sort() -> Function {
    builder([Parameter::new("list", Type::list(Type::String)).allow_unknown()])
        .returns(Type::list(Type::String))
        .refine_result(|arguments, sorted| {
            let (min, max) = arguments[0].length_range();
            sorted.not_null().length(min..=max.unwrap_or(usize::MAX))
        })
        // If an element is unknown, only the number of elements is known.
        .implement_within(known(|[list], budget| {
            if let Some(index) = items(list).iter().position(Value::is_null) {
                let message = format!("element {index} of the list is null; a null string cannot be sorted");
                return Err(ValueError::null(message));
            }
            let mut sorted = items(list).to_vec();
            sorted.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
            charged(Value::list_of(Type::String, sorted), budget)
        }))
}

/// `distinct(list: list(any)) -> list(any)`: the elements without repeats, in the order of their
/// first appearances.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let distinct = stdlib::function("distinct").unwrap().call(&[value!(["b", "a", "b"])])?;
/// assert_eq!(distinct.to_string(), r#"["b", "a"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if elements are nested too deep or are too large to be compared.
pub(super) fn distinct() -> Function {
    builder([Parameter::new("list", Type::list(Type::Dynamic))])
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
        .never_null()
        .implement_within(known(|[list], budget| {
            let mut kept = occurrences(items(list).iter().enumerate(), budget)?;
            budget.take_elements(kept.len())?;
            kept.sort_unstable_by_key(|item| item.first);
            let kept = kept.into_iter().map(|item| item.value.clone()).collect();
            Ok(Value::list_of(element_type(list), kept))
        }))
}

/// `compact(list: list(string)) -> list(string)`: the strings that are neither empty nor null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let compact = stdlib::function("compact").unwrap().call(&[value!(["a", "", null])])?;
/// assert_eq!(compact.to_string(), r#"["a"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// A call fails only if the argument has the wrong type.
pub(super) fn compact() -> Function {
    define([Parameter::new("list", Type::list(Type::String))], Type::list(Type::String), |[list], budget| {
        let kept = items(list).iter().filter(|item| item.as_str().is_some_and(|text| !text.is_empty()));
        charged(Value::list_of(Type::String, kept.cloned().collect()), budget)
    })
}

/// The maximum number of elements that `range` returns.
const LONGEST_RANGE: usize = 1024;

/// `range(end)`, `range(start, end)`, `range(start, end, step)`, all numbers, `-> list(number)`:
/// the numbers from the start on in equal steps, up to but without the end. The start is 0 unless
/// given, the step 1 or -1, towards the end.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let range = stdlib::function("range").unwrap();
/// assert_eq!(range.call(&[value!(3)])?.to_string(), "[0, 1, 2]");
/// assert_eq!(range.call(&[value!(1), value!(0), value!(-0.5)])?.to_string(), "[1, 0.5]");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// A call fails if it has more than three arguments or none, if the step has the wrong sign, or if
/// the result would have more than 1,024 numbers.
pub(super) fn range() -> Function {
    Function::builder()
        .variadic(number("params"))
        .returns(Type::list(Type::Number))
        .never_null()
        .implement_within(|arguments, _, budget| {
            let numbers: Vec<&Number> = arguments.iter().filter_map(Value::as_number).collect();
            let (start, end) = match *numbers {
                [end] => (&Number::ZERO, end),
                [start, end] | [start, end, _] => (start, end),
                _ => return Err("there must be one, two or three arguments".into()),
            };
            let default = Number::from(if end < start { -1 } else { 1 });
            let step = numbers.get(2).copied().unwrap_or(&default);
            let down = step.is_negative();
            if down && end > start {
                return Err(refused(1, "the end must not be greater than the start when the step is negative"));
            }
            if !down && end < start {
                return Err(refused(1, "the end must not be less than the start when the step is positive"));
            }
            if step.is_zero() && start != end {
                return Err("the step must not be zero".into());
            }
            let mut items = Vec::new();
            let mut number = start.clone();
            while if down { number > *end } else { number < *end } {
                if items.len() == LONGEST_RANGE {
                    return Err(ValueError::limit(format!(
                        "this would give more than {LONGEST_RANGE} numbers; decrease the difference between start and \
                         end or use a larger step"
                    )));
                }
                budget.take_elements(1_u64)?;
                budget.take_bytes(8 * number.words())?;
                budget.take_parts(64_u64)?;
                budget.take_parts(number.work(step).saturating_add(number.work(end)))?;
                let next = number.sum(step)?;
                items.push(Value::from(number));
                number = next;
            }
            Ok(Value::list_of(Type::Number, items))
        })
}
