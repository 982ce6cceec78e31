//! Unary and binary operations.

use std::borrow::Cow;
use std::mem;

use super::{Evaluator, Locals, SHORT_TEXT};
use crate::diag::Code;
use crate::source::Span;
use crate::syntax::ast::{Binary, BinaryOperator, Expression, ExpressionKind, Unary, UnaryOperator};
use crate::value::{Number, Type, Value, ValueError, ops};

/// The cost of a division that does not end, in parts of values.
const PARTS_OF_A_QUOTIENT: u64 = 400;

/// The number of bytes that a number takes for each word of its digits. Some numbers keep them
/// twice.
const BYTES_OF_A_WORD: u64 = 24;

/// One side of a binary operator: its value, its location, and the mark since which the diagnostics
/// are its own.
type Operand = (Value, Span, usize);

impl Evaluator<'_> {
    pub(super) fn unary(&mut self, unary: Unary<'_>, whole: Span, scope: &Locals<'_>) -> Value {
        let operand = unary.operand();
        let mut span = operand.span();
        let mark = self.mark();
        let mut value = self.evaluate(operand, scope);
        for (operator, at) in unary.operators().rev() {
            if !self.step(at) {
                return Value::UNKNOWN;
            }
            let ty = match operator {
                UnaryOperator::Negate => Type::Number,
                UnaryOperator::Not => Type::Bool,
            };
            let outer = Span::new(at.start, whole.end);
            self.doubt(&value);
            let given = self.operand(value, &ty, span, "unary");
            value = if self.failed_since(mark) {
                Value::unknown(ty)
            } else if !self.charge_digits(&given, outer) {
                return Value::UNKNOWN;
            } else {
                self.operation(operator.apply(&given), ty, outer, &[span])
            };
            span = outer;
        }
        value
    }

    /// Operators of one level, from left to right.
    pub(super) fn binary(&mut self, binary: Binary<'_>, scope: &Locals<'_>) -> Value {
        let outer = mem::take(&mut self.failure_marks);
        let value = self.operators(binary, scope);
        self.failure_marks.add(&outer);
        value
    }

    fn operators(&mut self, binary: Binary<'_>, scope: &Locals<'_>) -> Value {
        let first = binary.first();
        let mut span = first.span();
        let mark = self.mark();
        let mut left = self.evaluate_to_read(first, scope);
        for (operator, right) in binary.rest() {
            if !self.step(right.span()) {
                return Value::UNKNOWN;
            }
            let is_plain = self.mark() == mark && self.failure_marks.is_empty();
            if is_plain && let Some(is_equal) = is_short_text(operator, &left, right) {
                if !self.step(right.span()) {
                    return Value::UNKNOWN;
                }
                left = Cow::Owned(Value::from(is_equal == (operator == BinaryOperator::Equal)));
                span = span.to(right.span());
                continue;
            }
            // The right operand is evaluated here, where the stack frame is small, since operators
            // nest.
            let right_mark = self.mark();
            let right_value = self.evaluate_to_read(right, scope);
            if self.mark() == mark
                && self.failure_marks.is_empty()
                && let Some(result) = on_plain_operands(operator, &left, &right_value)
            {
                left = Cow::Owned(result);
                span = span.to(right.span());
                continue;
            }
            let right_operand = (right_value.into_owned(), right.span(), right_mark);
            let result = self.binary_step(operator, (left.into_owned(), span, mark), right_operand);
            span = span.to(right.span());
            if !self.charge_result(operator, &result, span) {
                return Value::UNKNOWN;
            }
            left = Cow::Owned(result);
        }
        left.into_owned()
    }

    /// Charges the digits of a result. Returns `false` if there are too many.
    fn charge_result(&mut self, operator: BinaryOperator, result: &Value, span: Span) -> bool {
        if operator == BinaryOperator::Divide && result.as_number().is_some_and(|it| it.words() > 0) {
            // Most quotients have the maximum number of digits.
            self.count_parts(PARTS_OF_A_QUOTIENT, span);
        }
        self.charge_digits(result, span)
    }

    /// Charges a copy of the digits of a number. Returns `false` if there are too many.
    fn charge_digits(&mut self, number: &Value, span: Span) -> bool {
        let Some(number) = number.as_number().filter(|number| number.words() > 0) else { return true };
        let words = number.words();
        self.count_parts(number.copy_work(), span)
            && self.produce(span, self.budget.take_bytes(BYTES_OF_A_WORD * words))
    }

    /// Evaluates one operator.
    #[inline(never)]
    fn binary_step(
        &mut self,
        operator: BinaryOperator,
        (left, left_span, mark): Operand,
        (right_value, right_span, right_mark): Operand,
    ) -> Value {
        if !self.count_values([&left, &right_value], left_span.to(right_span)) {
            return Value::UNKNOWN;
        }
        let (operand_type, result_type) = operator_types(operator);
        if operand_type != Type::Dynamic {
            self.doubt(&left);
            self.doubt(&right_value);
        }
        let is_text = |value: &Value| value.is_string() && !value.is_marked();
        let joins_texts = operator == BinaryOperator::Add && (is_text(&left) || is_text(&right_value));
        let conversion_mark = self.mark();
        let left = self.operand(left, &operand_type, left_span, "left");
        let right_value = self.operand(right_value, &operand_type, right_span, "right");
        if self.failed_since(conversion_mark) {
            let help = "Texts are joined in a template: \"${a}${b}\"";
            self.join_since(conversion_mark, joins_texts.then_some(help));
            // Conversion errors are reported before the errors of the operands.
            self.move_to_end(mark, conversion_mark);
            return Value::unknown(result_type);
        }
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or)
            && let Some(result) =
                self.short_circuit(&left, &right_value, operator == BinaryOperator::Or, mark, right_mark)
        {
            // If the errors of an operand are dropped, its value has no effect.
            let marks = left.marks().union(right_value.marks()).union(&self.failure_marks);
            return result.with_marks(&marks);
        }
        if self.failed_since(mark) {
            return Value::unknown(result_type).with_marks(left.marks()).with_marks(right_value.marks());
        }
        let work = digits_work(operator, left.as_number(), right_value.as_number());
        if work > 0 && !self.count_parts(work, left_span.to(right_span)) {
            return Value::UNKNOWN;
        }
        let result = operator.apply(&left, &right_value);
        self.operation(result, result_type, left_span.to(right_span), &[left_span, right_span])
    }

    /// Returns the result of `||` or `&&` if one operand decides it or is unknown. The diagnostics
    /// of the other operand are dropped.
    fn short_circuit(
        &mut self,
        left: &Value,
        right: &Value,
        is_or: bool,
        mark: usize,
        right_mark: usize,
    ) -> Option<Value> {
        // Null counts as false here. If it does not decide the result, the operation itself rejects
        // it.
        let truth = |value: &Value| value.is_known().then(|| value.as_bool().unwrap_or(false));
        let left_failed = mark < right_mark;
        let (is_decided, drops_left) = match (truth(left), truth(right)) {
            (Some(left), _) if left == is_or => (true, false),
            (_, Some(right)) if right == is_or => (true, true),
            (None, Some(_)) => (false, false),
            (Some(_), None) => (false, true),
            (None, None) if !left_failed => (false, false),
            // Some values of the right operand make the left one irrelevant, so its errors are only
            // possible.
            (None, None) if self.is_check() => {
                self.only_possible_since(mark);
                return Some(Value::unknown_not_null(Type::Bool));
            }
            (None, None) | (Some(_), Some(_)) => return None,
        };
        if drops_left {
            self.take_between(mark, right_mark);
        } else if is_decided {
            self.take_since(right_mark);
        } else {
            self.only_possible_since(right_mark);
        }
        Some(if is_decided { Value::from(is_or) } else { Value::unknown_not_null(Type::Bool) })
    }

    /// Converts an operand to the type that the operator requires.
    fn operand(&mut self, value: Value, ty: &Type, span: Span, which: &str) -> Value {
        self.convert(value, ty).unwrap_or_else(|error| {
            let intro = format!("Unsuitable value for {which} operand");
            self.refused(span, Code::InvalidOperand, &intro, &error);
            Value::unknown(ty.clone())
        })
    }

    /// Returns the result of an operation. An error about one of the operands has its span.
    fn operation(
        &mut self,
        result: Result<Value, ValueError>,
        ty: Type,
        span: Span,
        operands: &[Span],
    ) -> Value {
        result.unwrap_or_else(|error| {
            match error.argument().and_then(|index| operands.get(index)) {
                Some(operand) => self.refused(*operand, Code::OperationFailed, "", &error),
                None => self.refused(span, Code::OperationFailed, "This has no result", &error),
            }
            Value::unknown(ty)
        })
    }
}

/// Returns the parts that an operation counts as for the digits of its operands. Most operands have
/// few digits.
#[inline]
fn digits_work(operator: BinaryOperator, left: Option<&Number>, right: Option<&Number>) -> u64 {
    match (left, right, operator) {
        (Some(left), Some(right), _) if left.is_short() && right.is_short() => 0,
        (Some(left), Some(right), BinaryOperator::Modulo) => left.remainder_work(right),
        (Some(left), Some(right), BinaryOperator::Divide) => left.quotient_work(right),
        (Some(left), Some(right), BinaryOperator::Add | BinaryOperator::Subtract) => left.sum_work(right),
        (Some(left), Some(right), _) => left.work(right),
        _ => 0,
    }
}

/// Returns whether a string without marks equals a short literal, which needs no value for that.
/// The benchmark `rule` measures it.
fn is_short_text(operator: BinaryOperator, left: &Value, right: Expression<'_>) -> Option<bool> {
    if !matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual) {
        return None;
    }
    let text = left.plain_str()?;
    let ExpressionKind::String(literal) = right.kind() else { return None };
    // Values hold text in normal form.
    (literal.len() <= SHORT_TEXT && literal.is_ascii()).then(|| text == literal)
}

/// Returns the result for two plain numbers or booleans, if all numbers fit a word. This is the
/// common case, in which digits cost nothing.
fn on_plain_operands(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    match (left.plain_number(), right.plain_number()) {
        (Some(number), Some(other)) => match (number.as_word(), other.as_word()) {
            (Some(left), Some(right)) => on_integers(operator, left, right),
            _ if !number.is_short() || !other.is_short() => None,
            _ => {
                let result = operator.apply(left, right).ok();
                result.filter(|result| !result.as_number().is_some_and(Number::is_long))
            }
        },
        (None, None) => match (operator, left.plain_bool(), right.plain_bool()) {
            (BinaryOperator::And, Some(left), Some(right)) => Some(Value::from(left && right)),
            (BinaryOperator::Or, Some(left), Some(right)) => Some(Value::from(left || right)),
            _ => on_texts(operator, left.plain_str()?, right.plain_str()?),
        },
        _ => None,
    }
}

/// Returns the result for two texts, if it takes no more than a step.
fn on_texts(operator: BinaryOperator, left: &str, right: &str) -> Option<Value> {
    let is_equal = (left.len() <= SHORT_TEXT).then(|| left == right)?;
    match operator {
        BinaryOperator::Equal => Some(Value::from(is_equal)),
        BinaryOperator::NotEqual => Some(Value::from(!is_equal)),
        _ => None,
    }
}

/// Returns the result for two integers, if it is an integer or a boolean too.
#[inline]
fn on_integers(operator: BinaryOperator, left: i64, right: i64) -> Option<Value> {
    let result = match operator {
        BinaryOperator::Or | BinaryOperator::And => return None,
        BinaryOperator::Equal => return Some(Value::from(left == right)),
        BinaryOperator::NotEqual => return Some(Value::from(left != right)),
        BinaryOperator::Less => return Some(Value::from(left < right)),
        BinaryOperator::LessOrEqual => return Some(Value::from(left <= right)),
        BinaryOperator::Greater => return Some(Value::from(left > right)),
        BinaryOperator::GreaterOrEqual => return Some(Value::from(left >= right)),
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide if left.checked_rem(right) == Some(0) => left.checked_div(right),
        BinaryOperator::Divide => None,
        BinaryOperator::Modulo => left.checked_rem(right),
    };
    result.map(Value::from)
}

/// Returns the types of the operands and of the result.
pub(crate) fn operator_types(operator: BinaryOperator) -> (Type, Type) {
    use BinaryOperator::*;
    match operator {
        Or | And => (Type::Bool, Type::Bool),
        Equal | NotEqual => (Type::Dynamic, Type::Bool),
        Less | LessOrEqual | Greater | GreaterOrEqual => (Type::Number, Type::Bool),
        Add | Subtract | Multiply | Divide | Modulo => (Type::Number, Type::Number),
    }
}

impl BinaryOperator {
    /// Returns the result of the operator for two values.
    ///
    /// The operands are converted to the type that the operator needs. Unknown operands give an
    /// unknown result, which is never null, unless their refinements decide. The marks of both
    /// operands are on the result.
    ///
    /// Implements "Operations" of the native syntax and "Unknown Values and the Dynamic
    /// Pseudo-type" of the information model.
    ///
    /// ```
    /// use serde_hcl::ast::BinaryOperator;
    /// use serde_hcl::{Value, value};
    ///
    /// assert_eq!(BinaryOperator::Add.apply(&value!(1), &value!("2"))?, value!(3));
    /// let sum = BinaryOperator::Add.apply(&value!(1), &Value::UNKNOWN)?;
    /// assert_eq!(format!("{sum:?}"), "unknown(number, not null)");
    /// let error = BinaryOperator::Add.apply(&value!(1), &value!(true)).unwrap_err();
    /// assert_eq!(error.argument(), Some(1));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an operand cannot be converted or is null where a value is needed, and
    /// if the operation has no result, such as `0 / 0`. An error about one operand has its index,
    /// see [`ValueError::argument`].
    pub fn apply(self, left: &Value, right: &Value) -> Result<Value, ValueError> {
        match self {
            Self::Or => ops::or(left, right),
            Self::And => ops::and(left, right),
            Self::Equal => ops::equal(left, right),
            Self::NotEqual => ops::not_equal(left, right),
            Self::Less => ops::less(left, right),
            Self::LessOrEqual => ops::less_or_equal(left, right),
            Self::Greater => ops::greater(left, right),
            Self::GreaterOrEqual => ops::greater_or_equal(left, right),
            Self::Add => ops::add(left, right),
            Self::Subtract => ops::subtract(left, right),
            Self::Multiply => ops::multiply(left, right),
            Self::Divide => ops::divide(left, right),
            Self::Modulo => ops::modulo(left, right),
        }
    }
}

impl UnaryOperator {
    /// Returns the result of the operator for a value, with the rules of [`BinaryOperator::apply`].
    ///
    /// ```
    /// use serde_hcl::ast::UnaryOperator;
    /// use serde_hcl::value;
    ///
    /// assert_eq!(UnaryOperator::Negate.apply(&value!("1.5"))?, value!(-1.5));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the operand cannot be converted or is null.
    pub fn apply(self, operand: &Value) -> Result<Value, ValueError> {
        match self {
            Self::Negate => ops::negate(operand),
            Self::Not => ops::not(operand),
        }
    }
}
