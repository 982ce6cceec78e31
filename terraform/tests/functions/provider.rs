//! The functions of `provider::terraform`.

use serde_hcl::{Type, Value, value};
use serde_hcl_terraform::function;

use super::support::{failing, refused, values};

#[test]
fn values_are_encoded_as_files_of_variables() {
    values(&[
        ("provider::terraform::encode_tfvars({})", r#""""#),
        (
            r#"provider::terraform::encode_tfvars({ b = ["x", 1], a_long = null, c = { "k k" = true, l = {} } })"#,
            r#""a_long = null\nb      = [\"x\", 1]\nc = {\n  \"k k\" = true\n  l     = {}\n}\n""#,
        ),
        ("provider::terraform::encode_tfvars(map)", r#""a = \"apple\"\nb = \"banana\"\n""#),
        ("provider::terraform::encode_tfvars(part_map)", "unknown(string, not null)"),
        ("provider::terraform::encode_tfvars(some_object)", "unknown(string, not null)"),
        ("provider::terraform::encode_tfvars(secret_map)", "(marked whole)"),
    ]);
    refused(&[
        (
            "provider::terraform::encode_tfvars(list)",
            "list",
            "value",
            "a map or object is required, not a list of strings",
        ),
        ("provider::terraform::encode_tfvars(no_map)", "no_map", "value", "argument must not be null"),
        (
            r#"provider::terraform::encode_tfvars({ "a b" = 1 })"#,
            r#"{ "a b" = 1 }"#,
            "value",
            r#""a b" is not a name of a variable: it must be an identifier"#,
        ),
    ]);
}

#[test]
fn files_of_variables_are_decoded() {
    values(&[
        (r#"provider::terraform::decode_tfvars("")"#, "{}"),
        (
            r#"provider::terraform::decode_tfvars("a = \"x\"\nb = [1, { c = null }]\nd = 1 + 1\n")"#,
            r#"{ a = "x", b = [1, { c = null(dynamic) }], d = 2 }"#,
        ),
        ("provider::terraform::decode_tfvars(some_string)", "unknown(dynamic)"),
    ]);
    failing(&[
        (
            r#"provider::terraform::decode_tfvars("a = var.b\n")"#,
            "1:5: Variables not allowed: Variables may not be used here",
        ),
        (
            r#"provider::terraform::decode_tfvars("a = b()\n")"#,
            "1:5: Function calls not allowed: Functions may not be called here",
        ),
    ]);
}

#[test]
fn values_are_encoded_as_expressions() {
    values(&[
        (r#"provider::terraform::encode_expr("a\n$${b}%%{c}")"#, r#""\"a\\n$$${b}%%%{c}\"""#),
        ("provider::terraform::encode_expr(1.5)", r#""1.5""#),
        ("provider::terraform::encode_expr(null)", r#""null""#),
        ("provider::terraform::encode_expr([{ a = 1 }, []])", r#""[{\n  a = 1\n}, []]""#),
        ("provider::terraform::encode_expr(some_string)", "unknown(string, not null)"),
        ("provider::terraform::encode_expr([some_string])", "unknown(string, not null, begins with \"[\")"),
        ("provider::terraform::encode_expr(part_map)", "unknown(string, not null, begins with \"{\")"),
    ]);
    failing(&[("provider::terraform::encode_expr(infinity)", "an infinite number has no expression")]);
    let text = Value::unknown(Type::String).refine().not_null().build().expect("it is consistent");
    let encode = function("provider::terraform::encode_expr").expect("a function");
    let encoded = encode.call(&[text]).expect("it is a string");
    assert_eq!(encoded.refinement().prefix(), "\"");
}

/// A decoded text of values gives the values.
#[test]
fn encoding_and_decoding_are_inverse() {
    let [encode, decode] = ["encode_tfvars", "decode_tfvars"]
        .map(|name| function(&format!("provider::terraform::{name}")).expect("a function"));
    let object = value!({
        "empty": [{}, ""],
        "nested": { "a b": { "for": ["${x}", "%{y}", "\u{1F600}\t\"\\"] }, "n": -0.5 },
    });
    let text = encode.call(std::slice::from_ref(&object)).expect("it is an object");
    assert_eq!(decode.call(&[text]).expect("it is valid"), object);
}
