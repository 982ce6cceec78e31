//! Attributes, indexes and splats.

use crate::support::{errors, values};

#[test]
fn valid_traversals_have_values() {
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
        // If the value turns out to be null, the result is an empty tuple.
        ("any[*][{}.b]", "unknown(dynamic)"),
        ("none[*][{}.b]", "[]"),
        ("any[*][{}.b][0]", "unknown(dynamic)"),
        ("strings[0]", "unknown(string)"),
        ("object[string]", "unknown(dynamic)"),
        ("[1, 2][number]", "unknown(dynamic)"),
        ("{a = 1}.a", "1"),
    ]);
}

#[test]
fn invalid_traversals_have_errors() {
    errors(&[
        (
            r#"map[upper("k")]"#,
            "Invalid index",
            r#"[upper("k")]"#,
            r#"This map has no element with the key "K". Did you mean "k"?"#,
        ),
        (
            "object.nam",
            "Unsupported attribute",
            ".nam",
            r#"This object has no attribute named "nam". Did you mean "name"?"#,
        ),
        (
            r#"object["nam"]"#,
            "Invalid index",
            r#"["nam"]"#,
            r#"This object has no attribute named "nam". Did you mean "name"?"#,
        ),
        ("object.ports[5]", "Invalid index", "[5]", "Index 5 is out of range: 2 elements (0 and 1)."),
        (
            "list[-1]",
            "Invalid index",
            "[-1]",
            "An index cannot be negative, but this is -1. The first element has the index 0.",
        ),
        ("list[1.5]", "Invalid index", "[1.5]", "An index must be a whole number, but this is 1.5."),
        (
            r#"list["x"]"#,
            "Invalid index",
            r#"["x"]"#,
            r#"This cannot be an index: expected a number, found the string "x"."#,
        ),
        ("list[none]", "Invalid index", "[none]", "An index must be a number or a string, but this is null."),
        (
            r#"map["z"]"#,
            "Invalid index",
            r#"["z"]"#,
            r#"This map has no element with the key "z". Expected "k"."#,
        ),
        ("map.z", "Missing map element", ".z", r#"This map has no element with the key "z". Expected "k"."#),
        ("n.x", "Unsupported attribute", ".x", "A number has no attributes."),
        ("n[0]", "Invalid index", "[0]", "A number has no elements."),
        (
            "none.x",
            "Attempt to get attribute from null value",
            ".x",
            "This value is null, so it has no attributes.",
        ),
        ("none[0]", "Attempt to index null value", "[0]", "This value is null, so it has no elements."),
        (
            "thing.zone",
            "Unsupported attribute",
            ".zone",
            r#"This object has no attribute named "zone". Expected "id"."#,
        ),
        (
            "set[0]",
            "Invalid index",
            "[0]",
            "The elements of a set have no index. Use tolist or a 'for' expression.",
        ),
        ("missing.x", "Unknown variable", "missing", r#"There is no variable named "missing"."#),
    ]);
}
