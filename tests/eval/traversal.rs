//! Attributes, indexes and splats.

use crate::support::{errors, values};

#[test]
fn have_values() {
    values(&[
        ("object.name", r#""web""#),
        (r#"object["name"]"#, r#""web""#),
        ("object.ports[1]", "443"),
        ("object.ports.1", "443"),
        ("list[0]", r#""a""#),
        (r#"list["1"]"#, r#""b""#),
        ("tuple[1]", r#""two""#),
        ("map.k", r#""v""#),
        (r#"map["k"]"#, r#""v""#),
        ("objects[*].id", "[1, 2]"),
        ("objects.*.id", "[1, 2]"),
        ("list[*]", r#"list(string)["a", "b", "c"]"#),
        ("set[*]", r#"list(string)["x", "y"]"#),
        ("object[*].name", r#"["web"]"#),
        ("none[*]", "[]"),
        ("none.*.id", "[]"),
        ("n[*]", "[3]"),
        ("strings[*]", "unknown(list(string), not null)"),
        ("thing.id", "unknown(number)"),
        ("thing[*].id", "unknown(dynamic)"),
        ("any.x.y[0]", "unknown(dynamic)"),
        ("any[*].x", "unknown(dynamic)"),
        ("strings[0]", "unknown(string)"),
        ("object[string]", "unknown(dynamic)"),
        ("[1, 2][number]", "unknown(dynamic)"),
        ("{a = 1}.a", "1"),
    ]);
}

#[test]
fn have_errors() {
    errors(&[
        (
            r#"map[upper("k")]"#,
            "Invalid index",
            r#"[upper("k")]"#,
            r#"The given key does not identify an element in this collection value. Did you mean "k"?"#,
        ),
        (
            "object.nam",
            "Unsupported attribute",
            ".nam",
            r#"This object does not have an attribute named "nam". Did you mean "name"?"#,
        ),
        (
            r#"object["nam"]"#,
            "Invalid index",
            r#"["nam"]"#,
            r#"The given key does not identify an element in this collection value. Did you mean "name"?"#,
        ),
        (
            "object.ports[5]",
            "Invalid index",
            "[5]",
            "The given key does not identify an element in this collection value: the given index is greater than or equal to the length of the collection.",
        ),
        (
            "list[-1]",
            "Invalid index",
            "[-1]",
            "The given key does not identify an element in this collection value: a negative number is not a valid index for a sequence.",
        ),
        (
            "list[1.5]",
            "Invalid index",
            "[1.5]",
            "The given key does not identify an element in this collection value: indexing a sequence requires a whole number, but the given index has a fractional part.",
        ),
        (
            r#"list["x"]"#,
            "Invalid index",
            r#"["x"]"#,
            "The given key does not identify an element in this collection value: a number is required.",
        ),
        ("list[none]", "Invalid index", "[none]", "A null value cannot be an index."),
        (
            r#"map["z"]"#,
            "Invalid index",
            r#"["z"]"#,
            r#"The given key does not identify an element in this collection value. Expected "k"."#,
        ),
        (
            "map.z",
            "Missing map element",
            ".z",
            r#"This map does not have an element with the key "z". Expected "k"."#,
        ),
        ("n.x", "Unsupported attribute", ".x", "A number does not have any attributes."),
        ("n[0]", "Invalid index", "[0]", "This value does not have any indices."),
        (
            "none.x",
            "Attempt to get attribute from null value",
            ".x",
            "This value is null, so it does not have any attributes.",
        ),
        (
            "none[0]",
            "Attempt to index null value",
            "[0]",
            "This value is null, so it does not have any indices.",
        ),
        (
            "thing.zone",
            "Unsupported attribute",
            ".zone",
            r#"This object does not have an attribute named "zone". Expected "id"."#,
        ),
        (
            "set[0]",
            "Invalid index",
            "[0]",
            "Elements of a set are identified only by their value and have no index or key to select them with, so only operations across all elements of the set are possible.",
        ),
        ("missing.x", "Unknown variable", "missing", r#"There is no variable named "missing"."#),
    ]);
}
