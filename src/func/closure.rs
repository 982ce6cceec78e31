//! Rust closures as functions.

use std::any::Any;
use std::fmt;

use super::native::sealed;
use super::{Argument, Function, RustType};
use crate::value::{Type, Value, ValueError};

/// A result type of a closure: a [`RustType`] or `&str`, or a `Result` of a [`RustType`]. The error
/// of a `Result` is a [`ValueError`] or any other type whose text is the message.
///
/// ```
/// use serde_hcl::{EvalContext, parse_expression};
///
/// let mut context = EvalContext::new();
/// context
///     .set_function("half", |n: f64| n / 2.0)
///     .set_function("port", |text: String| text.parse::<u16>());
/// assert_eq!(parse_expression("half(3)").into_result()?.evaluate(&context)?, 1.5);
/// let error = parse_expression("port(\"99999\")").into_result()?.evaluate(&context).unwrap_err();
/// assert!(error.to_string().contains("number too large to fit in target type"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub trait FunctionResult: sealed::FunctionResult {
    /// Returns the type of the value.
    #[doc(hidden)]
    fn ty() -> Type;

    /// Returns whether the value can be null.
    #[doc(hidden)]
    fn can_be_null() -> bool {
        true
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Returns the error of the closure.
    #[doc(hidden)]
    fn into_result(self) -> Result<Value, ValueError>;
}

impl<T: RustType> sealed::FunctionResult for T {}
impl sealed::FunctionResult for &str {}
impl<T: RustType, E: fmt::Display + 'static> sealed::FunctionResult for Result<T, E> {}

impl<T: RustType> FunctionResult for T {
    fn ty() -> Type {
        <T as RustType>::ty()
    }

    fn can_be_null() -> bool {
        can_be_null::<T>()
    }

    fn into_result(self) -> Result<Value, ValueError> {
        self.into_value()
    }
}

impl FunctionResult for &str {
    fn ty() -> Type {
        Type::String
    }

    fn can_be_null() -> bool {
        false
    }

    fn into_result(self) -> Result<Value, ValueError> {
        Ok(Value::from(self))
    }
}

impl<T: RustType, E: fmt::Display + 'static> FunctionResult for Result<T, E> {
    fn ty() -> Type {
        <T as RustType>::ty()
    }

    fn can_be_null() -> bool {
        can_be_null::<T>()
    }

    fn into_result(self) -> Result<Value, ValueError> {
        self.map_err(value_error)?.into_value()
    }
}

/// Returns the error of a closure as one about values. It is a message, unless it is such an error.
fn value_error<E: fmt::Display + 'static>(error: E) -> ValueError {
    let any: &dyn Any = &error;
    if let Some(error) = any.downcast_ref::<ValueError>() {
        error.clone()
    } else if let Some(message) = any.downcast_ref::<&'static str>() {
        (*message).into()
    } else {
        error.to_string().into()
    }
}

/// Returns whether a value made from a Rust type can be null. A value of any type can.
fn can_be_null<T: RustType>() -> bool {
    T::accepts_null() || <T as RustType>::ty() == Type::Dynamic
}

/// A [`Function`], or a closure that can be one, see [`Function::from_fn`].
///
/// ```
/// use serde_hcl::func::IntoFunction;
/// use serde_hcl::{Function, Value, value};
///
/// /// Calls a function, or a closure, with two numbers.
/// fn with_numbers<Args>(function: impl IntoFunction<Args>) -> Value {
///     let function = Function::from_fn(function);
///     function.call(&[value!(6), value!(7)]).expect("it takes two numbers")
/// }
///
/// assert_eq!(with_numbers(|a: i64, b: i64| a * b), 42);
/// assert_eq!(with_numbers(serde_hcl::stdlib::function("max").expect("it is known")), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "this closure cannot be a function of expressions",
    label = "its arguments or its result are of types that have no counterpart in HCL",
    note = "arguments can be numbers, `bool`, `String` (not `&str`), `Vec`, maps, `Option`, `Value`, and at the end `func::Rest`",
    note = "results can be those, `&str`, or a `Result` whose error implements `Display`",
    note = "the types of all arguments have to be written: `|text: String| …`"
)]
pub trait IntoFunction<Args>: sealed::IntoFunction<Args> {
    /// Returns the function.
    #[doc(hidden)]
    fn into_function(self) -> Function;
}

impl sealed::IntoFunction<Function> for Function {}

impl IntoFunction<Self> for Function {
    fn into_function(self) -> Self {
        self
    }
}

/// Returns whether an argument has an unknown part that the closure takes as a Rust value. Parts of
/// any type are passed as they are.
fn has_unknown_part(arguments: &[Value], accept_unknown: &[bool]) -> bool {
    let accepts = |index: usize| accept_unknown.get(index).or(accept_unknown.last()) == Some(&true);
    arguments.iter().enumerate().any(|(index, value)| !value.is_wholly_known() && !accepts(index))
}

macro_rules! closures {
    ($($argument:ident $name:literal),*) => {
        impl<F, R, $($argument,)*> sealed::IntoFunction<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R + Send + Sync + 'static,
            R: FunctionResult,
            $($argument: Argument,)*
        {
        }

        impl<F, R, $($argument,)*> IntoFunction<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R + Send + Sync + 'static,
            R: FunctionResult,
            $($argument: Argument,)*
        {
            fn into_function(self) -> Function {
                let builder = Function::builder().returns(R::ty());
                let builder = if R::can_be_null() { builder } else { builder.never_null() };
                $(
                    let parameter = $argument::parameter().renamed($name);
                    let builder =
                        if $argument::VARIADIC { builder.variadic(parameter) } else { builder.parameter(parameter) };
                )*
                let accept_unknown = [$($argument::parameter().ty().has_dynamic()),*];
                builder.implement(move |arguments, ty| {
                    if has_unknown_part(arguments, &accept_unknown) {
                        return Ok(Value::unknown(ty.clone()));
                    }
                    #[allow(unused_mut, unused_variables)]
                    let mut arguments = arguments.iter().enumerate();
                    self($($argument::take(&mut arguments)?),*).into_result()
                })
            }
        }
    };
}

closures!();
closures!(A "first");
closures!(A "first", B "second");
closures!(A "first", B "second", C "third");
closures!(A "first", B "second", C "third", D "fourth");
closures!(A "first", B "second", C "third", D "fourth", E "fifth");
closures!(A "first", B "second", C "third", D "fourth", E "fifth", G "sixth");

impl Function {
    /// Creates a function from a Rust closure with up to six parameters.
    ///
    /// The types of its arguments define the parameters: numbers, `bool`, `String`, `Vec`, maps,
    /// `Option` for an argument that may be null, [`Value`] for any type, and
    /// [`Rest`](crate::func::Rest) as the last one for a variadic function. The closure can return
    /// a `Result`, whose error is any type that can be displayed.
    ///
    /// ```
    /// use serde_hcl::func::Rest;
    /// use serde_hcl::{Function, value};
    ///
    /// let join = Function::from_fn(|glue: String, parts: Rest<String>| parts.join(&glue));
    /// assert_eq!(join.call(&[value!("-"), value!("a"), value!(1)])?, value!("a-1"));
    ///
    /// let half = Function::from_fn(|number: i64| match number % 2 {
    ///     0 => Ok(number / 2),
    ///     _ => Err("the number is odd"),
    /// });
    /// assert_eq!(half.call(&[value!(3)]).unwrap_err().to_string(), "the number is odd");
    ///
    /// let address = Function::from_fn(|text: String| {
    ///     Ok::<_, std::net::AddrParseError>(text.parse::<std::net::IpAddr>()?.to_string())
    /// });
    /// assert_eq!(address.call(&[value!("::0")])?, value!("::"));
    /// assert_eq!(address.call(&[value!("a")]).unwrap_err().to_string(), "invalid IP address syntax");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn from_fn<Args>(closure: impl IntoFunction<Args>) -> Self {
        closure.into_function()
    }
}
