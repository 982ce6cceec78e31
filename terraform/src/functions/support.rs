//! Functions that the files of functions share.

use serde_hcl::func::{Budget, FunctionBuilder, Parameter};
use serde_hcl::value::{ErrorKind, ValueError};
use serde_hcl::{Function, Type, Value, ValueKind, stdlib};

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

/// Returns a function of go-cty's table, which Terraform's function of another meaning calls.
pub(super) fn standard(name: &str) -> Function {
    stdlib::function(name).expect("a function of the standard table")
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

/// Takes the elements of a map or object.
pub(super) fn take_table(length: usize, budget: &Budget) -> Result<(), ValueError> {
    budget.take_elements((length as u64).saturating_mul(2).saturating_add(4))
}

/// Returns an error about the type of an argument.
pub(super) fn type_error(message: impl Into<String>) -> ValueError {
    ValueError::new(ErrorKind::Type, message.into())
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

/// The maximum number of characters of a text in a message.
const SHOWN: usize = 64;

/// Returns a text of any length in quotes, as messages show it.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
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
