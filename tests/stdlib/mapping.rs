//! Keys, values, lookups, and maps made of others.

use crate::support::{failing, refused, values};

#[test]
fn keys_are_sorted() {
    values(&[
        ("keys({ b = 1, a = 2 })", r#"["a", "b"]"#),
        ("keys(map)", r#"list(string)["a", "b"]"#),
        ("keys({})", "[]"),
        ("keys(empty_map)", "list(string)[]"),
        ("keys(some_map)", "unknown(list(string), not null)"),
        ("keys(some_object)", r#"["id", "name"]"#),
        ("keys(part_object)", r#"["a", "b", "c"]"#),
        ("keys(any)", "unknown(dynamic)"),
        (r#"keys({ "e\u0301" = 1, "f" = 2 })"#, r#"["f", "é"]"#),
    ]);
}

#[test]
fn values_are_in_the_order_of_keys() {
    values(&[
        (r#"values({ b = 1, a = "x" })"#, r#"["x", 1]"#),
        ("values(map)", r#"list(string)["apple", "banana"]"#),
        ("values(part_map)", r#"list(string)["apple", unknown]"#),
        ("values({})", "[]"),
        ("values(empty_map)", "list(string)[]"),
        ("values(some_map)", "unknown(list(number), not null)"),
        ("values(some_object)", "unknown(tuple([number, string]), not null)"),
    ]);
}

#[test]
fn keys_and_values_are_of_maps_and_objects() {
    failing(&[
        ("values(list)", "a map or object is required, not a list of strings"),
        (r#"values("zz")"#, "a map or object is required, not a string"),
    ]);
    refused(&[
        ("keys([])", "[]", "map", "a map or object is required, not a list"),
        ("keys(some_string)", "some_string", "map", "a map or object is required, not a string"),
        ("keys(no_map)", "no_map", "map", "argument must not be null"),
        ("values(null)", "null", "map", "argument must not be null"),
    ]);
}

#[test]
fn lookup_falls_back_on_the_default() {
    values(&[
        (r#"lookup({ a = 1 }, "a", "x")"#, "1"),
        (r#"lookup({ a = 1 }, "b", "x")"#, r#""x""#),
        (r#"lookup(map, "a", "z")"#, r#""apple""#),
        (r#"lookup(map, "q", 5)"#, r#""5""#),
        (r#"lookup(map, 1, "x")"#, r#""x""#),
        (r#"lookup({ a = [1] }, "b", [])"#, "[]"),
        (r#"lookup(some_object, "id", "x")"#, "unknown(number)"),
        (r#"lookup(some_object, "zone", "x")"#, "unknown(string)"),
        (r#"lookup(some_map, "a", 0)"#, "unknown(number)"),
        (r#"lookup(part_map, "a", "x")"#, "unknown(string)"),
        (r#"lookup(map, some_string, "x")"#, "unknown(string)"),
        (r#"lookup({ a = 1 }, some_string, "x")"#, "unknown(dynamic)"),
        (r#"lookup({ a = 1 }, "a", some_string)"#, "unknown(number)"),
        (r#"lookup({ a = 1 }, "b", some_string)"#, "unknown(string)"),
        (r#"lookup(any, "a", 1)"#, "unknown(dynamic)"),
    ]);
}

#[test]
fn lookup_needs_a_map_and_a_default_that_fits() {
    refused(&[
        (
            r#"lookup(map, "q", [])"#,
            "[]",
            "default",
            "the default value must be of the type of the map's elements: expected a string, found a list",
        ),
        (
            r#"lookup(some_map, "q", "x")"#,
            r#""x""#,
            "default",
            r#"the default value must be of the type of the map's elements: expected a number, found the string "x""#,
        ),
        (r#"lookup(map, "q", null)"#, "null", "default", "argument must not be null"),
        (r#"lookup(no_map, "a", "x")"#, "no_map", "map", "argument must not be null"),
        (r#"lookup(list, "a", "x")"#, "list", "map", "a map or object is required, not a list of strings"),
    ]);
}

#[test]
fn merge_lets_the_last_one_count() {
    values(&[
        ("merge()", "{}"),
        (r#"merge({ a = 1, b = 2 }, { b = "x", c = 3 })"#, r#"{ a = 1, b = "x", c = 3 }"#),
        ("merge({ a = { b = 1 } }, { a = { c = 2 } })", "{ a = { c = 2 } }"),
        ("merge(map, { a = 1 })", r#"{ b = "banana", a = 1 }"#),
        ("merge(empty_map, map)", r#"map(string){ b = "banana", a = "apple" }"#),
        ("merge(map, null)", r#"{ b = "banana", a = "apple" }"#),
        ("merge(no_map, no_map)", "map(string){}"),
        ("merge(no_object, no_object)", "{}"),
        ("merge(no_object, { a = 1 })", "{ a = 1 }"),
        ("merge(map, some_map)", "unknown(dynamic)"),
        ("merge(some_map, some_map)", "unknown(map(number), not null)"),
        (
            r#"merge(assertnotnull(some_object), { id = "x", zone = 1 })"#,
            "unknown(object({ id = string, name = string, zone = number }), not null)",
        ),
        (
            "merge(assertnotnull(some_object), map)",
            "unknown(object({ id = number, name = string, b = string, a = string }), not null)",
        ),
        // An object that is null has no attributes.
        ("merge(some_object, { a = 1 })", "unknown(dynamic)"),
        ("merge(some_object)", "unknown(dynamic)"),
        ("merge(some_map, { a = 1 })", "unknown(dynamic)"),
        ("merge({ a = some_number }, { b = 1 })", "{ a = unknown(number), b = 1 }"),
        ("merge(any, [])", "unknown(dynamic)"),
    ]);
}

#[test]
fn merge_takes_maps_and_objects() {
    failing(&[
        ("merge([], {})", "a map or object is required, not a list"),
        (r#"merge({}, "a")"#, "a map or object is required, not a string"),
        ("merge(no_string)", "a map or object is required, not a string"),
        ("merge(null, list)", "a map or object is required, not a list of strings"),
    ]);
}

#[test]
fn zipmap_pairs_keys_with_values() {
    values(&[
        (r#"zipmap(["a", "b"], [1, true])"#, "{ a = 1, b = true }"),
        ("zipmap(list, list)", r#"map(string){ a = "a", b = "b", c = "c" }"#),
        (r#"zipmap([1, 2], ["x", "y"])"#, r#"{ "1" = "x", "2" = "y" }"#),
        (r#"zipmap(["a", "a"], [1, 2])"#, "{ a = 2 }"),
        ("zipmap([], [])", "{}"),
        ("zipmap(empty, empty)", "map(string){}"),
        (r#"zipmap(["a"], [null])"#, "{ a = null(dynamic) }"),
        (r#"zipmap(["a", "b"], some_tuple)"#, "unknown(object({ a = string, b = number }), not null)"),
        ("zipmap(part_list, list)", "unknown(map(string), not null)"),
        ("zipmap(part_list, [1, 2])", "unknown(dynamic)"),
        ("zipmap(list, some_list)", "unknown(map(string), not null)"),
        (r#"zipmap(["a"], any)"#, "unknown(dynamic)"),
    ]);
}

#[test]
fn zipmap_needs_as_many_keys_as_values() {
    failing(&[
        (r#"zipmap(["a"], [1, 2])"#, "the number of keys (1) does not match the number of values (2)"),
        ("zipmap(list, numbers)", "the number of keys (3) does not match the number of values (2)"),
        ("zipmap(list, some_tuple)", "the number of keys (3) does not match the number of values (2)"),
        ("zipmap(gap, numbers)", "the key at index 1 is null"),
        ("zipmap(gap, [1, 2])", "the key at index 1 is null"),
        ("zipmap(gap, some_tuple)", "the key at index 1 is null"),
        ("zipmap(list, {})", "the values must be a list, not an object"),
    ]);
    refused(&[("zipmap(null, [1])", "null", "keys", "argument must not be null")]);
}
