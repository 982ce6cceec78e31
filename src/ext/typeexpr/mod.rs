//! Type constraint expressions: types written in configurations, as in `type = list(string)`.

mod constraint;
mod defaults;
mod read;

pub use constraint::TypeConstraint;
use defaults::TypeDefaults;

use crate::body::Expression;
use crate::eval::SpecialForm;
use crate::outcome::Outcome;
use crate::value::{self, ErrorKind, Value, ValueError};
use read::{Reader, TypeSyntax};

/// Returns the type of an expression; `any` is the dynamic pseudo-type, and attributes of objects
/// may be optional and have default values.
///
/// Each error is a diagnostic with the code [`invalid-type`](crate::guide::codes#invalid-type), or
/// with [`InvalidDefault`](crate::diag::Code::InvalidDefault) where a default value is not of its
/// type. An invalid part is the dynamic pseudo-type.
///
/// ```
/// use serde_hcl::{Type, ext, json};
///
/// let expression = json::parse_expression(r#""tuple([string, any])""#).into_result()?;
/// let constraint = ext::type_constraint(&expression).into_result()?;
/// assert_eq!(*constraint.ty(), Type::tuple([Type::String, Type::Dynamic]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// | expression | type |
/// |---|---|
/// | `string`, `number`, `bool` | the primitive types |
/// | `list(T)`, `set(T)`, `map(T)` | collections with elements of type `T` |
/// | `tuple([T, U])` | a tuple with elements of these types |
/// | `object({ name = T, other = optional(U) })` | an object with these attributes, of which a converted value may lack the optional ones |
/// | `object({ name = optional(T, value) })` | the same, with a default value for a missing attribute |
/// | `any` | any type |
///
/// In HCL JSON, a type is a string that contains such an expression. Only default values are
/// evaluated, and they can use neither variables nor functions. Specification: information model,
/// "Static Analysis" and "Type Specifications".
///
/// ```
/// use serde_hcl::{ext, parse_file, value};
///
/// let file = parse_file("type = object({ host = string, port = optional(number, 80) })")
///     .into_result()?;
/// let attribute = file.body().attributes().next().expect("it is there");
/// let constraint = ext::type_constraint(attribute.expression()).into_result()?;
///
/// let server = constraint.convert(&value!({ "host": "example.org" }))?;
/// assert_eq!(server, value!({ "host": "example.org", "port": 80 }));
/// let error = constraint.convert(&value!({ "port": 80 })).unwrap_err();
/// assert_eq!(error.to_string(), "attribute \"host\" is required");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn type_constraint(expression: &Expression) -> Outcome<TypeConstraint> {
    read(expression, TypeSyntax::ConstraintWithDefaults)
}

/// Returns the type of an expression, in which attributes cannot have default values.
#[cfg(feature = "analysis")]
pub(crate) fn without_defaults(expression: &Expression) -> Outcome<value::Type> {
    read(expression, TypeSyntax::Constraint).map(|constraint| constraint.ty)
}

fn read(expression: &Expression, syntax: TypeSyntax) -> Outcome<TypeConstraint> {
    let mut reader = Reader::new(syntax);
    let (ty, defaults) = reader.handle(expression);
    Outcome { value: TypeConstraint { ty, defaults }, diagnostics: reader.diagnostics }
}

/// `convert(value, type)`: the value converted to a [type constraint](type_constraint). Optional
/// attributes of an object type are required here.
///
/// If the value cannot be converted, the error has the location of the value.
///
/// ```
/// use serde_hcl::{EvalContext, ext, parse_expression, value};
///
/// let mut context = EvalContext::new();
/// context.set_special_form("convert", ext::convert_form());
/// let expression = parse_expression(r#"convert(["1", 2], list(number))[0]"#).into_result()?;
/// assert_eq!(expression.evaluate(&context)?, value!(1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn convert_form() -> SpecialForm {
    SpecialForm::new(["value", "type"], None, |call| {
        let value = call.evaluate(0);
        let mut reader = Reader::new(TypeSyntax::Constraint);
        let Some(expression) = call.expression(1) else {
            let error = ValueError::new(ErrorKind::Type, "a type is required, written out in the call");
            return Err(call.refuse(&error.with_argument(1)));
        };
        let (ty, _) = reader.expression(expression);
        let mut diagnostics = value.diagnostics;
        diagnostics.extend(reader.diagnostics);
        if diagnostics.has_errors() {
            return Err(diagnostics.into());
        }
        // As with any function, the result has all marks of the argument. For an unknown value,
        // only the type of the result is known.
        let (plain, marks) = value.value.unmark_deep();
        let converted = value::convert(&plain, &ty.without_optional())
            .map_err(|error| call.refuse(&error.with_argument(0)))?;
        let result = if plain.is_unknown() { Value::unknown(converted.ty().clone()) } else { converted };
        Ok(result.with_marks(&marks))
    })
    .describe("Converts a value to a type constraint.")
}
