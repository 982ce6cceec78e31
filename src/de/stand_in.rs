//! The stand-in: a value of any type that is requested, in place of one that cannot be decoded, so
//! that the visitor around it goes on to the other members.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;

use crate::body::{Expression, ExpressionView, parse_expression};
use crate::error::{self, Clue, Error};
use crate::util::samples::{NUMBERS, TEXTS};
use crate::value::{CapsuleType, Map, Type, Value, ValueKind};

/// Returns the stand-in as an expression. Its evaluation fails, so that every use of it is
/// detected.
#[cold]
pub(super) fn stand_in<'c>() -> ExpressionView<'c> {
    static STAND_IN: LazyLock<Expression> = LazyLock::new(|| parse_expression("0 / 0").value);
    STAND_IN.view()
}

/// The stand-ins of a field whose type is not known, since serde buffers its value: the stand-in
/// itself, and literals that are tried one after the other. The text is written with an escape
/// sequence, since a text without one is borrowed from the input at its offset.
pub(super) const FORMS: [&str; 5] = ["0 / 0", r#""\u0061""#, "1", "true", "[]"];

/// Returns whether an error may be about the stand-in with an index.
#[cold]
pub(super) fn is_about_form(error: &Error, form: usize) -> bool {
    match (error.own_clue(), form) {
        (None, _) | (Some(Clue::Integer(1) | Clue::Unsigned(1)), 2) | (Some(Clue::Bool(true)), 3) => true,
        (Some(Clue::Text(text)), 1) => text == "a",
        (Some(Clue::Sequence | Clue::Length(0) | Clue::Missing(_)), 4) => true,
        _ => false,
    }
}

/// Returns a stand-in of a field whose type is not known, by its index.
#[cold]
pub(super) fn stand_in_of_form<'c>(form: usize) -> ExpressionView<'c> {
    static EXPRESSIONS: LazyLock<Vec<Expression>> =
        LazyLock::new(|| FORMS[1..].iter().map(|text| parse_expression(*text).value).collect());
    let literal = form.checked_sub(1).and_then(|index| EXPRESSIONS.get(index));
    literal.map_or_else(stand_in, Expression::view)
}

/// Returns whether an expression is the stand-in.
#[cold]
pub(super) fn is_stand_in(expression: ExpressionView<'_>) -> bool {
    std::ptr::eq(expression.source().text().as_ptr(), stand_in().source().text().as_ptr())
}

/// What the errors about a stand-in show about its type.
#[derive(Default)]
struct Learned {
    fields: Vec<&'static str>,
    variant: Option<&'static str>,
    is_new: bool,
}

thread_local! {
    /// The index of the text and the number of the stand-in.
    static ATTEMPT: Cell<usize> = const { Cell::new(0) };
    /// `None` unless a stand-in is decoded.
    static LEARNED: RefCell<Option<Learned>> = const { RefCell::new(None) };
    /// Whether the stand-in is a member of an object of learned fields.
    static IS_MEMBER: Cell<bool> = const { Cell::new(false) };
}

/// Begins with the text and the number that have an index.
#[cold]
pub(super) fn begin_attempts(first: usize) {
    ATTEMPT.set(first);
    LEARNED.set(Some(Learned::default()));
    IS_MEMBER.set(false);
}

/// Ends with the text and the number of the last attempt, and returns their index, unless more was
/// learned about the type.
#[cold]
pub(super) fn end_attempts() -> Option<usize> {
    let is_simple =
        LEARNED.take().is_none_or(|learned| learned.fields.is_empty() && learned.variant.is_none());
    let attempt = ATTEMPT.take();
    (is_simple || attempt + 1 == TEXTS.len()).then_some(attempt)
}

/// Continues after a type rejected a stand-in: with what was learned, or with the next text and
/// number. Returns `false` if there is none.
#[cold]
pub(super) fn next_attempt() -> bool {
    let has_learned = LEARNED.with_borrow_mut(|learned| {
        learned.as_mut().is_some_and(|learned| std::mem::take(&mut learned.is_new))
    });
    let next = ATTEMPT.get() + 1;
    let has_next = next < TEXTS.len();
    if has_next && !has_learned {
        ATTEMPT.set(next);
    }
    has_learned || has_next
}

/// Learns the name of a field of a type that accepts any value, such as the tag of an enum.
#[cold]
pub(super) fn learn_field(field: &'static str) {
    LEARNED.with_borrow_mut(|learned| {
        if let Some(learned) = learned.as_mut().filter(|learned| !learned.fields.contains(&field)) {
            learned.fields.push(field);
            learned.is_new = true;
        }
    });
}

/// Learns the first variant of an enum.
#[cold]
pub(super) fn learn_variant(variants: &[&'static str]) {
    LEARNED.with_borrow_mut(|learned| {
        if let Some(learned) = learned.as_mut().filter(|learned| learned.variant.is_none()) {
            learned.variant = variants.first().copied();
            learned.is_new = learned.variant.is_some();
        }
    });
}

/// Returns the learned variant of an enum.
#[cold]
pub(super) fn variant() -> Option<&'static str> {
    LEARNED.with_borrow(|learned| learned.as_ref()?.variant)
}

/// Calls a function with the learned names of fields, if there are any.
#[cold]
pub(super) fn with_fields<T, A>(argument: A, visit: impl FnOnce(&[&'static str], A) -> T) -> Result<T, A> {
    let fields =
        LEARNED.with_borrow(|learned| learned.as_ref().map(|it| it.fields.clone())).unwrap_or_default();
    if fields.is_empty() || IS_MEMBER.get() {
        return Err(argument);
    }
    IS_MEMBER.set(true);
    let result = visit(&fields, argument);
    IS_MEMBER.set(false);
    Ok(result)
}

/// Decodes a stand-in by the first text and number that the type accepts.
#[cold]
pub(super) fn attempt<T>(mut decode: impl FnMut() -> error::Result<T>) -> error::Result<T> {
    begin_attempts(0);
    loop {
        let result = decode();
        if result.is_ok() || !next_attempt() {
            end_attempts();
            return result;
        }
    }
}

/// Returns the value of the stand-in for a primitive type.
#[cold]
pub(super) fn primitive(ty: &Type) -> Value {
    let attempt = ATTEMPT.get();
    match ty {
        Type::Bool => Value::from(attempt % 2 == 1),
        Type::Number => Value::from(i64::from(NUMBERS[attempt % NUMBERS.len()])),
        _ => Value::from(TEXTS[attempt]),
    }
}

/// Returns the value of the stand-in for a type that accepts any, if there is one.
#[cold]
pub(super) fn any() -> Option<Value> {
    match ATTEMPT.get() {
        0 if IS_MEMBER.get() => Some(Value::from(TEXTS[1])),
        0 => None,
        1 => Some(Value::TRUE),
        2 => Some(Value::from(1)),
        3 => Some(Value::tuple([])),
        4 => Some(Value::object(Map::new())),
        attempt => Some(Value::from(TEXTS[attempt - 4])),
    }
}

/// The content of the value of the stand-in: the number of enums around it.
#[derive(PartialEq, Eq)]
struct StandIn(usize);

/// The greatest number of enums inside each other for which a stand-in is decoded. A variant may
/// contain its own enum, so there may be no end.
const MAX_ENUMS: usize = 16;

/// Returns the value of the stand-in.
pub(super) fn stand_in_value() -> &'static Value {
    &stand_in_values()[0]
}

/// Returns the values of the stand-in, by the number of enums around them.
fn stand_in_values() -> &'static [Value] {
    static VALUES: LazyLock<Vec<Value>> = LazyLock::new(|| {
        let ty = CapsuleType::new("stand-in");
        (0..MAX_ENUMS).map(|depth| Value::capsule(&ty, StandIn(depth))).collect()
    });
    &VALUES
}

/// Returns the number of enums around a value, if it is that of the stand-in.
fn depth(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Capsule(capsule) => capsule.downcast_ref::<StandIn>().map(|stand_in| stand_in.0),
        _ => None,
    }
}

/// Returns whether a value is that of the stand-in.
pub(super) fn is_stand_in_value(value: &Value) -> bool {
    depth(value).is_some()
}

/// Returns the variant of an enum that stands in for a value of it, and the content: the first
/// variant, and below it another one for an enum that contains itself.
pub(super) fn stand_in_variant(
    value: &Value,
    variants: &[&'static str],
) -> Option<(&'static str, &'static Value)> {
    let depth = depth(value)?;
    let variant = variants.get(depth % variants.len().max(1))?;
    Some((variant, stand_in_values().get(depth + 1)?))
}
