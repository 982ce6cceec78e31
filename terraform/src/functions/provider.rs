//! The functions of the provider that is a part of Terraform, `provider::terraform`.

use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, ValueError};
use serde_hcl::{EvalContext, Function, Map, Options, Outcome, Type, Value, ValueKind, is_identifier};

use super::Table;
use super::support::{OuterType, any, builder, known, refused, string, take_table, text, type_error};

pub(super) const TABLE: &Table = &[
    ("provider::terraform::decode_tfvars", || {
        decode_tfvars().describe("Decodes the values of a file of variables.")
    }),
    ("provider::terraform::encode_expr", || encode_expr().describe("Encodes a value as an expression.")),
    ("provider::terraform::encode_tfvars", || {
        encode_tfvars().describe("Encodes the values of an object as a file of variables.")
    }),
];

/// `decode_tfvars(src: string) -> object`: the values of a file of variables, by their names. They
/// are expressions without variables and calls.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let decode = function("provider::terraform::decode_tfvars").unwrap();
/// let values = decode.call(&[value!("region = \"eu\"\ncount = 2\n")])?;
/// assert_eq!(values, value!({ "region": "eu", "count": 2 }));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text has mistakes or blocks, or if a value cannot be evaluated.
pub(super) fn decode_tfvars() -> Function {
    builder([string("src")]).never_null().implement_within(known(|[source], budget| {
        let length = text(source).len() as u64;
        budget.take_parts(length.saturating_mul(20))?;
        budget.take_bytes(length.saturating_mul(100))?;
        let file = Options::new().limits(*budget.limits()).parse_file(text(source));
        let valid = |diagnostics| Outcome { value: Value::NULL, diagnostics }.into_function_result(budget);
        valid(file.diagnostics)?;
        let attributes = file.value.body().just_attributes();
        valid(attributes.diagnostics)?;
        take_table(attributes.value.len(), budget)?;
        let context = EvalContext::literal_only();
        let mut values = Map::new();
        for attribute in &attributes.value {
            let value = attribute.expression().evaluate_within(&context, budget);
            values.insert(attribute.name(), value.into_function_result(budget)?);
        }
        Ok(Value::object(values))
    }))
}

/// `encode_expr(expr: any) -> string`: the text of an expression whose value is the argument.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encode = function("provider::terraform::encode_expr").unwrap();
/// assert_eq!(encode.call(&[value!([1, "${a}"])])?, value!("[1, \"$${a}\"]"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no such expression: for a capsule and for an infinite number.
pub(super) fn encode_expr() -> Function {
    builder([any("expr").allow_null().allow_unknown().allow_dynamic()])
        .returns(Type::String)
        .refine_result(|arguments, result| {
            // The first character of the text follows from the type of a value that is not null.
            let is_null = arguments[0].is_unknown() && !arguments[0].refinement().is_not_null();
            let start = match OuterType::from_value(&arguments[0]) {
                _ if is_null => "",
                OuterType::List | OuterType::Set | OuterType::Tuple => "[",
                OuterType::Map | OuterType::Object => "{",
                OuterType::Other if *arguments[0].ty() == Type::String => "\"",
                OuterType::Other => "",
            };
            result.not_null().prefix(start)
        })
        .implement_within(known(|[value], budget| {
            let name = "value = ";
            let mut text = name.to_owned();
            write(value, &mut text, budget)?;
            Ok(Value::from(aligned(text, budget)?.trim_start_matches(name)))
        }))
}

/// `encode_tfvars(value: map | object) -> string`: the text of a file of variables, with the
/// attributes as their values.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encode = function("provider::terraform::encode_tfvars").unwrap();
/// let text = encode.call(&[value!({ "region": "eu", "count": 2 })])?;
/// assert_eq!(text, value!("count  = 2\nregion = \"eu\"\n"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a map or object, or if a key is not an identifier.
pub(super) fn encode_tfvars() -> Function {
    builder([any("value").allow_dynamic()])
        .returns_with(|arguments, _| match OuterType::from_value(&arguments[0]) {
            OuterType::Map | OuterType::Object => Ok(Type::String),
            _ if *arguments[0].ty() == Type::Dynamic => Ok(Type::String),
            _ => {
                let found = arguments[0].ty().with_article();
                Err(refused(0, type_error(format!("a map or object is required, not {found}"))))
            }
        })
        .never_null()
        .implement_within(known(|[value], budget| {
            let mut text = String::new();
            for (name, value) in value.as_object().map(Map::sorted).unwrap_or_default() {
                if !is_identifier(name) {
                    let public = "a key is not a name of a variable: it must be an identifier";
                    let message = format!("{name:?} is not a name of a variable: it must be an identifier");
                    return Err(refused(0, ValueError::with_value(ErrorKind::Domain, public, message)));
                }
                push(name, &mut text, budget)?;
                push(" = ", &mut text, budget)?;
                write(value, &mut text, budget)?;
                push("\n", &mut text, budget)?;
            }
            Ok(Value::from(aligned(text, budget)?))
        }))
}

fn push(piece: &str, text: &mut String, budget: &Budget) -> Result<(), ValueError> {
    budget.take_bytes(piece.len())?;
    text.push_str(piece);
    Ok(())
}

/// Writes a known value as an expression. The attributes of maps and objects have lines of their
/// own.
fn write(value: &Value, text: &mut String, budget: &Budget) -> Result<(), ValueError> {
    value.check_size()?;
    budget.take_parts(2_u64)?;
    match value.kind() {
        ValueKind::Null(_) | ValueKind::Unknown(_) => push("null", text, budget),
        ValueKind::Bool(bool) => push(if bool { "true" } else { "false" }, text, budget),
        ValueKind::Number(number) if number.is_finite() => {
            let number = budget.convert(value.clone(), &Type::String)?;
            push(self::text(&number), text, budget)
        }
        ValueKind::Number(_) => Err("an infinite number has no expression".into()),
        ValueKind::String(string) => {
            budget.take_parts(string.len())?;
            push(&value.to_string(), text, budget)
        }
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            for (index, item) in items.iter().enumerate() {
                push(if index == 0 { "[" } else { ", " }, text, budget)?;
                write(item, text, budget)?;
            }
            push(if items.is_empty() { "[]" } else { "]" }, text, budget)
        }
        ValueKind::Map(map) | ValueKind::Object(map) if !map.is_empty() => {
            push("{\n", text, budget)?;
            for (key, value) in map.sorted() {
                // `{ for` begins a loop.
                if is_identifier(key) && key != "for" {
                    push(key, text, budget)?;
                } else {
                    budget.take_parts(key.len())?;
                    push(&Value::from(key).to_string(), text, budget)?;
                }
                push(" = ", text, budget)?;
                write(value, text, budget)?;
                push("\n", text, budget)?;
            }
            push("}", text, budget)
        }
        ValueKind::Map(_) | ValueKind::Object(_) => push("{}", text, budget),
        _ => Err(format!("a value of type {} has no expression", value.ty()).into()),
    }
}

/// Returns the text with its lines indented and aligned.
fn aligned(text: String, budget: &Budget) -> Result<String, ValueError> {
    budget.take_parts((text.len() as u64).saturating_mul(4))?;
    let aligned = serde_hcl::format(&text);
    budget.take_bytes(aligned.len())?;
    Ok(aligned)
}
