//! Functions that the files of standard functions share.

use std::cmp::Ordering;

use crate::func::{Budget, Function, FunctionBuilder, Parameter};
use crate::util::words::quoted;
use crate::value::{
    Conversion, ErrorKind, MAX_SIZE, Map, Spellings, Type, Value, ValueError, ValueKind,
    equal_in_normal_form, order,
};

/// Returns a parameter for a string.
pub(super) fn string(name: &'static str) -> Parameter {
    Parameter::new(name, Type::String)
}

/// Returns a parameter for a number.
pub(super) fn number(name: &'static str) -> Parameter {
    Parameter::new(name, Type::Number)
}

/// Returns a parameter for a value of any type.
pub(super) fn any(name: &'static str) -> Parameter {
    Parameter::new(name, Type::Dynamic)
}

/// Returns the text of an argument that is known and not null.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the elements of an argument that is a list, set or tuple.
pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_default()
}

/// Creates the builder of a function with parameters.
pub(super) fn builder<const N: usize>(parameters: [Parameter; N]) -> FunctionBuilder {
    parameters.into_iter().fold(Function::builder(), FunctionBuilder::parameter)
}

/// Returns a function with parameters and the type of its result, which is never null, and is known
/// if all arguments are wholly known.
pub(super) fn define<const N: usize>(
    parameters: [Parameter; N],
    result: Type,
    implementation: impl Fn(&[Value; N], &Budget) -> Result<Value, ValueError> + Send + Sync + 'static,
) -> Function {
    builder(parameters).returns(result).never_null().implement_within(known(implementation))
}

/// Returns a function of strings with the type of its result, which is never null.
pub(super) fn define_texts<const N: usize, R: Into<Value>>(
    names: [&'static str; N],
    result: Type,
    implementation: impl Fn([&str; N], &Budget) -> Result<R, ValueError> + Send + Sync + 'static,
) -> Function {
    define(names.map(string), result, move |arguments, budget| {
        implementation(arguments.each_ref().map(text), budget).map(Into::into)
    })
}

/// Returns the implementation of a function whose result is unknown unless all arguments are wholly
/// known.
pub(super) fn known<const N: usize>(
    implementation: impl Fn(&[Value; N], &Budget) -> Result<Value, ValueError> + Send + Sync + 'static,
) -> impl Fn(&[Value], &Type, &Budget) -> Result<Value, ValueError> + Send + Sync + 'static {
    move |arguments, ty, budget| match arguments.first_chunk() {
        Some(arguments) if arguments.iter().all(Value::is_wholly_known) => implementation(arguments, budget),
        _ => Ok(Value::unknown(ty.clone())),
    }
}

/// Returns a result, whose size is charged.
pub(super) fn charged(result: impl Into<Value>, budget: &Budget) -> Result<Value, ValueError> {
    let result = result.into();
    budget.take_value(&result)?;
    Ok(result)
}

/// Returns the error about a value of another type than the expected one.
pub(super) fn wrong_type(expected: &str, value: &Value) -> ValueError {
    ValueError::ty(format!("{expected} {}", value.ty().with_article()))
}

/// Returns an error about an argument.
pub(super) fn refused(argument: usize, message: impl Into<ValueError>) -> ValueError {
    message.into().with_argument(argument)
}

/// Returns an error about a text. `public`, which begins with `the text` or `this`, is the message
/// if the text is marked. Otherwise the text takes the place of these words, and `detail` follows.
pub(super) fn text_refused(text: &str, public: &'static str, detail: &str) -> ValueError {
    let words = public.trim_start_matches("the text ").trim_start_matches("this ");
    ValueError::with_value(ErrorKind::Domain, public, format!("{} {words}{detail}", quoted(text)))
}

/// The outermost type of a value. It does not compute the whole type, whose size is that of the
/// value for tuples and objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OuterType {
    List,
    Set,
    Map,
    Tuple,
    Object,
    Dynamic,
    Other,
}

impl OuterType {
    pub(super) fn from_value(value: &Value) -> Self {
        use ValueKind::{Null, Unknown};

        match value.kind() {
            ValueKind::List(_) | Null(Type::List(_)) | Unknown(Type::List(_)) => Self::List,
            ValueKind::Set(_) | Null(Type::Set(_)) | Unknown(Type::Set(_)) => Self::Set,
            ValueKind::Map(_) | Null(Type::Map(_)) | Unknown(Type::Map(_)) => Self::Map,
            ValueKind::Tuple(_) | Null(Type::Tuple(_)) | Unknown(Type::Tuple(_)) => Self::Tuple,
            ValueKind::Object(_) | Null(Type::Object(_)) | Unknown(Type::Object(_)) => Self::Object,
            Null(Type::Dynamic) | Unknown(Type::Dynamic) => Self::Dynamic,
            _ => Self::Other,
        }
    }
}

/// Returns the element type of a list, set or map.
pub(super) fn element_type(collection: &Value) -> Type {
    collection.ty().element().cloned().unwrap_or(Type::Dynamic)
}

/// Returns the number of an argument that has to be an integer.
pub(super) fn whole_number(number: &Value) -> Result<i64, ValueError> {
    number.as_i64().ok_or_else(|| "a whole number within 64 bits is required".into())
}

/// Returns the final number of elements of a value, if it is known: of a tuple always, of a set
/// unless unknown elements may turn out to be equal to others.
pub(super) fn known_length(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Unknown(Type::Tuple(elements)) => Some(elements.len()),
        ValueKind::Set(items) if items.len() > 1 && !value.is_wholly_known() => None,
        _ => value.len(),
    }
}

/// Returns the type that all types have in common, if there is one.
pub(super) fn common_type(types: &[Type], budget: &Budget) -> Result<Option<Type>, ValueError> {
    match budget.unify(types, Conversion::Lossy) {
        Ok(unified) => Ok(Some(unified.ty().clone())),
        Err(error) if error.kind() == ErrorKind::Limit => Err(error),
        Err(_) => Ok(None),
    }
}

/// Returns the type that values have in common by their types, if there is one. It is the dynamic
/// pseudo-type where it depends on unknown parts of the values.
pub(super) fn common_type_of(
    values: &[Value],
    types: &[Type],
    budget: &Budget,
) -> Result<Option<Type>, ValueError> {
    let common = common_type(types, budget)?;
    let is_decided = match common {
        // Next to a string, an unknown value becomes a string too, unless there is also an untyped
        // null: then all values stay as they are.
        Some(Type::String) => types.iter().filter(|ty| **ty == Type::Dynamic).count() < 2,
        None if are_of_different_forms(types) => true,
        _ => types.len() < 2 || !is_open(values),
    };
    Ok(if is_decided { common } else { Some(Type::Dynamic) })
}

/// Returns whether types have nothing in common for any types of their unknown parts: a primitive
/// type and one with parts, or one of sequences and one with names.
fn are_of_different_forms(types: &[Type]) -> bool {
    let form = |ty: &Type| match ty {
        Type::Dynamic => None,
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => Some(0),
        Type::Map(_) | Type::Object(_) => Some(1),
        _ => Some(2),
    };
    let mut forms = types.iter().filter_map(form);
    let first = forms.next();
    forms.any(|form| Some(form) != first)
}

/// Returns a list of items that have its element type, or a tuple if the type is not a list type.
pub(super) fn sequence(ty: &Type, items: impl Iterator<Item = Value>) -> Value {
    match ty {
        Type::List(element) => Value::list_of(Type::clone(element), items.collect()),
        _ => Value::tuple(items),
    }
}

/// Returns whether several collections that are all lists, or all maps, may have another type in
/// common, or none, once their elements are known.
pub(super) fn are_open(collections: &[Value], outer: OuterType) -> bool {
    collections.len() > 1
        && is_open(collections)
        && collections.iter().all(|collection| OuterType::from_value(collection) == outer)
}

/// Returns whether the types of values depend on their unknown parts.
pub(super) fn is_open(values: &[Value]) -> bool {
    values.iter().any(|value| value.facts().dynamic)
}

/// Returns a list, a set or a tuple of items that were converted to an element type, which may
/// leave types open.
pub(super) fn collected(ty: &Type, items: Vec<Value>) -> Result<Value, ValueError> {
    match ty {
        Type::List(element) if element.has_dynamic() => Value::list(closed(element, &items), items),
        Type::List(element) => Ok(Value::list_of(Type::clone(element), items)),
        Type::Set(element) if element.has_dynamic() => Value::set(closed(element, &items), items),
        Type::Set(element) => Value::set_of(Type::clone(element), items),
        _ => Ok(Value::tuple(items)),
    }
}

/// Returns the element type, or the one that the items have where it leaves types open.
fn closed(element: &Type, items: &[Value]) -> Type {
    items.iter().map(Value::ty).find(|ty| **ty != Type::Dynamic).unwrap_or(element).clone()
}

/// Adds an entry whose key is not in normal form yet. Returns the value that it replaces.
///
/// # Errors
/// Returns an error if another key has the same normal form.
pub(super) fn insert(
    map: &mut Map,
    spellings: &mut Spellings,
    written: &str,
    value: Value,
) -> Result<Option<Value>, ValueError> {
    let key = Value::from(written);
    let Some(key) = key.shared_str() else { return Ok(None) };
    match spellings.clash(map, key, written) {
        Some(first) => Err(equal_in_normal_form(&first, written).into()),
        None => Ok(map.insert_shared(key.clone(), value)),
    }
}

/// A value that occurs among others.
pub(super) struct Occurrence<'v> {
    pub(super) value: &'v Value,
    /// The tag of the first one that is equal to it.
    pub(super) first: usize,
    /// The number of values that are equal to it, itself included.
    pub(super) count: usize,
}

/// Returns the distinct values among known values without marks, in the order of sets. Every value
/// has a tag.
///
/// # Errors
/// Returns an error if values are nested too deep, or are too large together, to be compared.
pub(super) fn occurrences<'v>(
    values: impl Iterator<Item = (usize, &'v Value)>,
    budget: &Budget,
) -> Result<Vec<Occurrence<'v>>, ValueError> {
    let mut values: Vec<_> = values.collect();
    let mut size = 0_u64;
    for (_, value) in &values {
        value.check_size()?;
        size = size.saturating_add(value.size());
    }
    if size > MAX_SIZE {
        return Err(ValueError::too_large());
    }
    let unordered = values.iter().filter(|(_, value)| value.facts().capsule).count();
    budget.take_parts((unordered as u64).saturating_pow(2))?;
    budget.take_sorting(size, values.len())?;
    values.sort_by(|(_, left), (_, right)| order(left, right));
    let mut found: Vec<Occurrence<'v>> = Vec::new();
    for run in values.chunk_by(|(_, left), (_, right)| order(left, right) == Ordering::Equal) {
        // Only capsules can differ without having an order, so most often all values of a run are
        // equal.
        let before = found.len();
        for (tag, value) in run {
            match found.iter_mut().skip(before).find(|known| known.value == *value) {
                Some(known) => known.count += 1,
                None => found.push(Occurrence { value, first: *tag, count: 1 }),
            }
        }
    }
    Ok(found)
}
