//! The operators of the language, on values.
//!
//! Operands are converted to the type that the operator needs. Unknown operands give unknown
//! results, which are never null, unless their refinements decide. The marks of all operands are on
//! the result. An error about one operand has its index, see
//! [`ValueError::argument`].

mod access;
mod arithmetic;
mod equality;
mod logic;

use super::{Marks, Type, Value, ValueError, convert};
use crate::diag::Code;
use crate::redaction;

pub(crate) use access::{attribute_of, element_of};
pub use access::{get_attr, index};
pub(crate) use arithmetic::{
    add, divide, greater, greater_or_equal, less, less_or_equal, modulo, multiply, negate, subtract,
};
pub(crate) use equality::{equal, not_equal};
pub(crate) use logic::{and, not, or};

/// Which operand of how many; their names are for messages.
struct Operand {
    name: &'static str,
    null: &'static str,
    index: usize,
}

const ONLY: Operand = Operand { name: "unary", null: "the operand is null", index: 0 };
const LEFT: Operand = Operand { name: "left", null: "the left operand is null", index: 0 };
const RIGHT: Operand = Operand { name: "right", null: "the right operand is null", index: 1 };

impl Operand {
    /// Returns the operand as a value of the type that the operator needs. Its marks go where the
    /// others are.
    fn convert(&self, value: &Value, ty: &Type, marks: &mut Marks) -> Result<Value, ValueError> {
        marks.add(value.marks());
        let _scope = redaction::scope(value.is_marked());
        convert(value.unmarked(), ty).map_err(|error| {
            error
                .with_context(format_args!("unsuitable value for {} operand", self.name))
                .with_code(Code::InvalidOperand)
                .with_argument(self.index)
        })
    }

    fn is_null(&self) -> ValueError {
        ValueError::null(self.null).with_code(Code::OperationFailed).with_argument(self.index)
    }
}

/// Evaluates an operation on a value of a type, whose result has the same type.
fn unary(operand: &Value, ty: Type, known: fn(&Value) -> Option<Value>) -> Result<Value, ValueError> {
    let mut marks = Marks::NONE;
    let operand = ONLY.convert(operand, &ty, &mut marks)?;
    if operand.is_null() {
        return Err(ONLY.is_null());
    }
    Ok(known(&operand).unwrap_or_else(|| Value::unknown_not_null(ty)).with_marks(&marks))
}

/// Evaluates an operation on two values of a type. The result has the marks of both.
fn binary(
    left: &Value,
    right: &Value,
    ty: &Type,
    operation: &dyn Fn(&Value, &Value) -> Result<Value, ValueError>,
) -> Result<Value, ValueError> {
    let mut marks = Marks::NONE;
    let left = LEFT.convert(left, ty, &mut marks)?;
    let right = RIGHT.convert(right, ty, &mut marks)?;
    Ok(operation(&left, &right)?.with_marks(&marks))
}
