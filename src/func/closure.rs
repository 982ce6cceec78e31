//! Rust closures as functions.

use super::{Argument, Function, RustType};
use crate::value::{Type, Value, ValueError};

/// A result type of a closure: a [`RustType`] type or `&str`, or a `Result` of one whose error is a
/// [`ValueError`] or a message.
pub trait FunctionResult {
    /// Returns the type of the value.
    fn ty() -> Type;

    /// Returns whether the value can be null.
    fn can_be_null() -> bool {
        true
    }

    /// Returns the value.
    ///
    /// # Errors
    /// The closure's error.
    fn into_result(self) -> Result<Value, ValueError>;
}

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

impl<T: RustType, E: Into<ValueError>> FunctionResult for Result<T, E> {
    fn ty() -> Type {
        <T as RustType>::ty()
    }

    fn can_be_null() -> bool {
        can_be_null::<T>()
    }

    fn into_result(self) -> Result<Value, ValueError> {
        self.map_err(E::into)?.into_value()
    }
}

/// Returns whether a value made from a Rust type can be null. A value of any type can.
fn can_be_null<T: RustType>() -> bool {
    T::accepts_null() || <T as RustType>::ty() == Type::Dynamic
}

/// A closure that can be a [`Function`], see [`Function::from_fn`].
#[diagnostic::on_unimplemented(
    message = "this closure cannot be a function of expressions",
    label = "its arguments or its result are of types that have no counterpart in HCL",
    note = "arguments can be numbers, `bool`, `String` (not `&str`), `Vec`, maps, `Option`, `Value`, and at the end `func::Rest`",
    note = "results can be those, `&str`, or a `Result` of one whose error is a `ValueError`, a `String` or a `&'static str`",
    note = "the types of all arguments have to be written: `|text: String| …`"
)]
pub trait IntoFunction<Args> {
    /// Returns the function.
    fn into_function(self) -> Function;
}

macro_rules! closures {
    ($($argument:ident $name:literal),*) => {
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
                builder.implement(move |arguments, _| {
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
