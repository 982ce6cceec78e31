//! Tuple and object constructors.

use crate::support::{errors, values};

#[test]
fn valid_collections_have_values() {
    values(&[
        ("[]", "[]"),
        (r#"[1, "a", null]"#, r#"[1, "a", null(dynamic)]"#),
        ("{}", "{}"),
        (r#"{a = 1, "b" = 2, (s) = 3}"#, "{ a = 1, b = 2, text = 3 }"),
        (r#"{"${s}x" = 1}"#, "{ textx = 1 }"),
        (r#"{1 = "one"}"#, r#"{ "1" = "one" }"#),
        ("{true = 1, null = 2}", "{ true = 1, null = 2 }"),
        ("{for_ = 1}", "{ for_ = 1 }"),
        ("{(string) = 1}", "unknown(dynamic)"),
        ("{a = number}", "{ a = unknown(number) }"),
    ]);
}

#[test]
fn invalid_collections_have_errors() {
    errors(&[
        (
            "{(none) = 1}",
            "Invalid object key",
            "(none)",
            "The key of an object must be a string, but this is null.",
        ),
        (
            "{([]) = 1}",
            "Invalid object key",
            "([])",
            "This value cannot be a key: expected a string, found a list.",
        ),
        (
            "{object.name = 1}",
            "Ambiguous attribute key",
            "object.name",
            "A key with dots or brackets could be a reference or a name. Put it in parentheses to refer to a value, or in quotes to write a name.",
        ),
    ]);
}
