//! Numbers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::Table;
use super::support::{any, builder, charged, define, known, number, refused, text};
use crate::func::{Budget, Function};
use crate::util::words::quoted;
use crate::value::{ErrorKind, Number, Type, Value, ValueError, ops};

pub(super) const TABLE: &Table = table! {
    abs: "Returns the absolute value of a number.",
    ceil: "Rounds a number up to a whole number.",
    floor: "Rounds a number down to a whole number.",
    int: "Returns a number without its fraction.",
    max: "Returns the greatest of some numbers.",
    min: "Returns the least of some numbers.",
    signum: "Returns the sign of a number: -1, 0 or 1.",
    pow: "Raises a number to a power.",
    log: "Returns the logarithm of a number to a base.",
    parseint: "Converts the digits of an integer in a base from 2 to 62 to a number.",
    add: "Returns the sum of two numbers.",
    subtract: "Returns the difference of two numbers.",
    multiply: "Returns the product of two numbers.",
    divide: "Returns the quotient of two numbers.",
    modulo: "Returns the remainder of a division.",
    negate: "Returns a number with the opposite sign.",
};

/// Returns a function of one number.
fn unary(function: fn(&Number) -> Result<Number, ValueError>) -> Function {
    define([number("num")], Type::Number, move |[argument], budget| {
        let number = as_number(argument)?;
        budget.take_parts(number.work(number))?;
        charged(function(number)?, budget)
    })
}

/// Returns the number of an argument.
fn as_number(value: &Value) -> Result<&Number, ValueError> {
    value.as_number().ok_or_else(|| "a number is required".into())
}

/// `abs(num: number) -> number`: the number without its sign.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("abs").unwrap().call(&[value!(-5.5)])?, value!(5.5));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a number.
pub(super) fn abs() -> Function {
    unary(|number| Ok(number.abs()))
}

/// `ceil(num: number) -> number`: the least whole number that is not less; an infinity is itself.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("ceil").unwrap().call(&[value!(1.2)])?, value!(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a number.
pub(super) fn ceil() -> Function {
    unary(|number| Ok(number.ceil()))
}

/// `floor(num: number) -> number`: the greatest whole number that is not greater; an infinity is
/// itself.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("floor").unwrap().call(&[value!(-1.5)])?, value!(-2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a number.
pub(super) fn floor() -> Function {
    unary(|number| Ok(number.floor()))
}

/// `int(num: number) -> number`: the number without its fraction; an infinity is itself.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("int").unwrap().call(&[value!(-1.5)])?, value!(-1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a number.
pub(super) fn int() -> Function {
    unary(|number| Ok(number.trunc()))
}

/// `signum(num: number) -> number`: -1, 0 or 1, as the number is negative, zero or positive.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("signum").unwrap().call(&[value!(-4)])?, value!(-1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the number has a fraction or does not fit into 64 bits.
pub(super) fn signum() -> Function {
    unary(|number| match number.as_i64() {
        Some(number) => Ok(Number::from(number.signum())),
        None => Err("a whole number within 64 bits is required".into()),
    })
}

/// `max(numbers: number...) -> number`: the greatest of the numbers.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("max").unwrap().call(&[value!(3), value!(1), value!(2)])?,
///     value!(3)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is none.
pub(super) fn max() -> Function {
    extreme(Ordering::Greater)
}

/// `min(numbers: number...) -> number`: the least of the numbers.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("min").unwrap().call(&[value!(3), value!(1), value!(2)])?,
///     value!(1)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is none.
pub(super) fn min() -> Function {
    extreme(Ordering::Less)
}

/// Returns a function of the number that compares like this with all others.
fn extreme(order: Ordering) -> Function {
    let function = Function::builder().variadic(number("numbers")).returns(Type::Number).never_null();
    function.implement_within(move |arguments, _, budget| {
        let mut best: Option<&Number> = None;
        for argument in arguments {
            let number = as_number(argument)?;
            if let Some(best) = best {
                budget.take_parts(number.work(best))?;
                if number.cmp(best) != order {
                    continue;
                }
            }
            best = Some(number);
        }
        best.cloned().map(Value::from).ok_or_else(|| "at least one number is required".into())
    })
}

/// `pow(num: number, power: number) -> number`: the number raised to a power, as floating-point
/// numbers have it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("pow").unwrap().call(&[value!(2), value!(10)])?, value!(1024));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no such number.
pub(super) fn pow() -> Function {
    float("power", f64::powf)
}

/// `log(num: number, base: number) -> number`: the logarithm of the number, as floating-point
/// numbers have it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("log").unwrap().call(&[value!(8), value!(2)])?, value!(3));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no such number.
pub(super) fn log() -> Function {
    float("base", |number, base| number.ln() / base.ln())
}

/// The cost of converting a decimal number to a floating-point number, in parts of values.
const FLOAT_PARTS: u64 = 32;

/// Returns a function of two floating-point numbers.
fn float(second: &'static str, function: fn(f64, f64) -> f64) -> Function {
    define([number("num"), number(second)], Type::Number, move |[left, right], budget| {
        // A result can have 309 digits.
        let work = as_number(left)?.work(as_number(right)?);
        budget.take_parts(work.saturating_add(FLOAT_PARTS))?;
        let left = f64::try_from(left).map_err(|error| error.with_argument(0))?;
        let right = f64::try_from(right).map_err(|error| error.with_argument(1))?;
        let result = Number::try_from(function(left, right));
        charged(result.map_err(|_| ValueError::from("there is no such number"))?, budget)
    })
}

/// `parseint(number: string, base: number) -> number`: the whole number of a text in a base of 2 to
/// 62. Beyond base 36, lower-case letters come before upper-case ones; otherwise case is ignored.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("parseint").unwrap().call(&[value!("c0ffee"), value!(16)])?,
///     value!(12648430)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a string, or not the digits of such a number, or
/// if the base is out of range, or if there are more digits than
/// [`Limits::digits`](crate::Limits::digits).
pub(super) fn parseint() -> Function {
    builder([any("number"), number("base")])
        .returns_with(|arguments, _| match arguments[0].ty() {
            Type::String => Ok(Type::Number),
            other => Err(refused(0, format!("expected a string, found {}", other.with_article()))),
        })
        .never_null()
        .implement_within(known(|[string, base], budget| {
            let base = u32::try_from(as_number(base)?).ok().filter(|base| (2..=62).contains(base));
            let base = base.ok_or_else(|| refused(1, "the base must be a whole number from 2 to 62"))?;
            charged(parse_integer(text(string), base, budget)?, budget)
        }))
}

fn parse_integer(text: &str, base: u32, budget: &Budget) -> Result<Number, ValueError> {
    let (sign, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (Sign::Minus, digits),
        [b'+', digits @ ..] => (Sign::Plus, digits),
        digits => (Sign::Plus, digits),
    };
    if digits.len() > budget.limits().digits as usize {
        let message = format!("the number has more than {} digits", budget.limits().digits);
        return Err(ValueError::new(ErrorKind::Limit, message).with_argument(0));
    }
    let digit = |byte: &u8| {
        let value = match byte {
            b'A'..=b'Z' if base > 36 => byte - b'A' + 36,
            _ => char::from(*byte).to_digit(36)? as u8,
        };
        (u32::from(value) < base).then_some(value)
    };
    budget.take_parts((digits.len() as u64 / 16).pow(2) / 16)?;
    let digits: Option<Vec<u8>> = digits.iter().map(digit).collect();
    let magnitude = digits.filter(|digits| !digits.is_empty());
    let magnitude = magnitude.and_then(|digits| BigUint::from_radix_be(&digits, base));
    match magnitude {
        Some(magnitude) => Ok(Number::from(BigInt::from_biguint(sign, magnitude))),
        None => {
            let message = format!("{} is not a whole number of base {base}", quoted(text));
            let public = "the text is not a whole number of this base";
            Err(ValueError::with_value(ErrorKind::Domain, public, message).with_argument(0))
        }
    }
}

/// `add(a: number, b: number) -> number`: the result of `a + b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("add").unwrap().call(&[value!(1), value!("2")])?, value!(3));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::add`].
pub(super) fn add() -> Function {
    operator(ops::add, Number::sum_work)
}

/// `subtract(a: number, b: number) -> number`: the result of `a - b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("subtract").unwrap().call(&[value!(3), value!(1)])?, value!(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::subtract`].
pub(super) fn subtract() -> Function {
    operator(ops::subtract, Number::sum_work)
}

/// `multiply(a: number, b: number) -> number`: the result of `a * b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("multiply").unwrap().call(&[value!(2), value!(3)])?, value!(6));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::multiply`].
pub(super) fn multiply() -> Function {
    operator(ops::multiply, Number::work)
}

/// `divide(a: number, b: number) -> number`: the result of `a / b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("divide").unwrap().call(&[value!(3), value!(2)])?, value!(1.5));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::divide`].
pub(super) fn divide() -> Function {
    operator(ops::divide, Number::quotient_work)
}

/// `modulo(a: number, b: number) -> number`: the result of `a % b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("modulo").unwrap().call(&[value!(7), value!(4)])?, value!(3));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::modulo`].
pub(super) fn modulo() -> Function {
    operator(ops::modulo, Number::remainder_work)
}

/// `negate(num: number) -> number`: the result of `-num`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("negate").unwrap().call(&[value!(3)])?, value!(-3));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a number.
pub(super) fn negate() -> Function {
    define([number("num").allow_dynamic()], Type::Number, |[number], budget| {
        budget.take_value(number)?;
        ops::negate(number)
    })
}

/// Returns an operator on two numbers as a function.
fn operator(
    operator: fn(&Value, &Value) -> Result<Value, ValueError>,
    work: fn(&Number, &Number) -> u64,
) -> Function {
    define([number("a").allow_dynamic(), number("b").allow_dynamic()], Type::Number, move |[a, b], budget| {
        if let (Some(left), Some(right)) = (a.as_number(), b.as_number()) {
            budget.take_parts(work(left, right))?;
        }
        charged(operator(a, b)?, budget)
    })
}
