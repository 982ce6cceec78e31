//! Lengths, elements, indices, the first of several values.

use crate::support::{failing, refused, values};

#[test]
fn length_counts_elements() {
    values(&[
        ("length([])", "0"),
        ("length(list)", "3"),
        ("length(set)", "2"),
        ("length(map)", "2"),
        (r#"length([1, "a", null])"#, "3"),
        ("length(some_tuple)", "2"),
        ("length(some_list)", "unknown(number, not null, >= 0)"),
        ("length(part_list)", "2"),
        ("length(part_set)", "unknown(number, not null, >= 1, <= 2)"),
        ("length(toset([some_string]))", "1"),
        ("length(any)", "unknown(number, not null, >= 0)"),
    ]);
}

#[test]
fn length_is_of_collections_and_tuples_only() {
    failing(&[
        ("length({})", "the collection must be a list, set or map, not an object"),
        (r#"length("zz")"#, "the collection must be a list, set or map, not a string"),
        ("length(some_string)", "the collection must be a list, set or map, not a string"),
    ]);
    refused(&[("length(null)", "null", "collection", "argument must not be null")]);
}

#[test]
fn contains_compares_without_conversion() {
    values(&[
        (r#"contains(list, "b")"#, "true"),
        (r#"contains(set, "z")"#, "false"),
        (r#"contains([1, "a"], 1)"#, "true"),
        (r#"contains(numbers, "10")"#, "false"),
        ("contains([], 1)", "false"),
        ("contains([[1], { a = 2 }], { a = 2 })", "true"),
        ("contains(gap, no_string)", "true"),
        ("contains(list, no_string)", "false"),
        (r#"contains(part_list, "a")"#, "true"),
        (r#"contains(part_list, "z")"#, "unknown(bool, not null)"),
        ("contains([some_string], 1)", "false"),
        (r#"contains(some_list, "a")"#, "unknown(bool, not null)"),
        ("contains(list, some_string)", "unknown(bool, not null)"),
        ("contains(list, null)", "unknown(dynamic)"),
        (r#"contains(any, "a")"#, "unknown(dynamic)"),
    ]);
}

#[test]
fn contains_looks_into_lists_sets_and_tuples() {
    failing(&[
        (r#"contains(map, "apple")"#, "the first argument must be a list or set, not a map of strings"),
        (r#"contains("abc", "a")"#, "the first argument must be a list or set, not a string"),
    ]);
    refused(&[(r#"contains(null, "a")"#, "null", "list", "argument must not be null")]);
}

#[test]
fn element_wraps_around_in_both_directions() {
    values(&[
        ("element(list, 1)", r#""b""#),
        ("element(list, 3)", r#""a""#),
        ("element(list, -1)", r#""c""#),
        (r#"element(list, "2")"#, r#""c""#),
        (r#"element([1, "a"], 5)"#, r#""a""#),
        (r#"element([1, "a"], -3)"#, r#""a""#),
        ("element(part_list, 1)", "unknown(string)"),
        ("element(some_list, 0)", "unknown(string)"),
        ("element(some_tuple, -1)", "unknown(number)"),
        ("element(list, some_number)", "unknown(string)"),
        (r#"element([1, "a"], some_number)"#, "unknown(dynamic)"),
        ("element(any, 0)", "unknown(dynamic)"),
    ]);
}

#[test]
fn element_needs_a_list_with_elements_and_a_whole_number() {
    let empty = "an empty list has no elements to choose from";
    let fraction = "invalid index: a whole number within 64 bits is required";
    refused(&[
        ("element([], 0)", "[]", "list", empty),
        ("element(empty, 0)", "empty", "list", empty),
        ("element(list, 0.5)", "0.5", "index", fraction),
        ("element(list, 9223372036854775808)", "9223372036854775808", "index", fraction),
        ("element([1], infinity)", "infinity", "index", fraction),
        ("element(some_tuple, 1.5)", "1.5", "index", fraction),
    ]);
    failing(&[
        ("element({}, 0)", "cannot read elements from an object"),
        ("element(set, 0)", "cannot read elements from a set of strings"),
    ]);
    refused(&[
        ("element(no_list, 0)", "no_list", "list", "argument must not be null"),
        ("element(list, null)", "null", "index", "argument must not be null"),
        (r#"element(list, "x")"#, r#""x""#, "index", r#"expected a number, found the string "x""#),
    ]);
}

#[test]
fn hasindex_is_true_if_index_has_a_result() {
    values(&[
        ("hasindex(list, 2)", "true"),
        ("hasindex(list, 3)", "false"),
        ("hasindex(list, -1)", "false"),
        ("hasindex(list, 0.5)", "false"),
        (r#"hasindex(list, "0")"#, "false"),
        ("hasindex([1, 2], 1)", "true"),
        (r#"hasindex(map, "a")"#, "true"),
        (r#"hasindex(map, "q")"#, "false"),
        ("hasindex(map, 0)", "false"),
        (r#"hasindex(some_map, "a")"#, "unknown(bool, not null)"),
        ("hasindex(list, any)", "unknown(bool, not null)"),
        ("hasindex(any, 0)", "unknown(bool, not null)"),
    ]);
}

#[test]
fn index_finds_elements_by_keys_of_the_right_type() {
    values(&[
        ("index(list, 1)", r#""b""#),
        (r#"index([1, "a"], 1)"#, r#""a""#),
        (r#"index(map, "a")"#, r#""apple""#),
        ("index(some_list, 9)", "unknown(string)"),
        (r#"index(some_map, "a")"#, "unknown(number)"),
        ("index(some_tuple, 1)", "unknown(number)"),
        (r#"index([1, "a"], some_number)"#, "unknown(dynamic)"),
        ("index(list, any)", "unknown(string)"),
        ("index(any, 0)", "unknown(dynamic)"),
    ]);
}

#[test]
fn index_converts_nothing() {
    failing(&[
        (r#"index(list, "1")"#, "the key for this collection must be a number, not a string"),
        ("index(map, 0)", "the key for this collection must be a string, not a number"),
        ("index([1], true)", "the key for this collection must be a number, not a bool"),
        ("index(some_tuple, some_string)", "the key for this collection must be a number, not a string"),
        ("index(list, 3)", "the collection has no element under this key"),
        ("index(list, 1.5)", "the collection has no element under this key"),
        ("index([1], 1)", "the collection has no element under this key"),
        ("index([1], -1)", "the collection has no element under this key"),
        ("index([1], infinity)", "the collection has no element under this key"),
        ("index(some_tuple, 9)", "the collection has no element under this key"),
        (r#"index(map, "q")"#, "the collection has no element under this key"),
        (r#"index({ a = 1 }, "a")"#, "the collection must be a list or map, not an object"),
        (r#"index(set, "x")"#, "the collection must be a list or map, not a set of strings"),
        (r#"hasindex({ a = 1 }, "a")"#, "the collection must be a list or map, not an object"),
        (r#"hasindex("a", 0)"#, "the collection must be a list or map, not a string"),
    ]);
    refused(&[("index(list, null)", "null", "key", "argument must not be null")]);
}

#[test]
fn coalesce_takes_the_first_that_is_not_null() {
    values(&[
        (r#"coalesce(null, "b")"#, r#""b""#),
        (r#"coalesce("", "b")"#, r#""""#),
        (r#"coalesce(no_string, "b")"#, r#""b""#),
        (r#"coalesce(null, 1, "x")"#, r#""1""#),
        (r#"coalesce([1], [2, "a"])"#, r#"list(string)["1"]"#),
        (r#"coalesce(no_list, ["a"])"#, r#"list(string)["a"]"#),
        (r#"coalesce(some_string, "b")"#, "unknown(string, not null)"),
        (r#"coalesce("a", some_string)"#, r#""a""#),
        (r#"coalesce(any, "b")"#, "unknown(string, not null)"),
        // With an untyped null, all keep their types.
        (r#"coalesce(any, "b", null)"#, "unknown(dynamic)"),
        (r#"coalesce(any, ["a"])"#, "unknown(dynamic)"),
    ]);
}

#[test]
fn coalesce_needs_a_common_type_and_a_value() {
    failing(&[
        ("coalesce()", "at least one argument is required"),
        ("coalesce(null, no_string)", "there is no argument that is not null"),
        ("coalesce(true, 1)", "the arguments must have a type in common"),
        // No type of the unknown part is a common one.
        ("coalesce(1, { a = any })", "the arguments must have a type in common"),
        ("coalesce([any], { a = any })", "the arguments must have a type in common"),
        (r#"coalesce([], "a")"#, "the arguments must have a type in common"),
    ]);
}

#[test]
fn coalescelist_takes_the_first_that_has_elements() {
    values(&[
        ("coalescelist([], list)", r#"list(string)["a", "b", "c"]"#),
        ("coalescelist(no_list, [1])", "[1]"),
        ("coalescelist(list, some_list)", r#"list(string)["a", "b", "c"]"#),
        ("coalescelist(list, numbers)", r#"list(string)["a", "b", "c"]"#),
        ("coalescelist(empty, some_list, list)", "unknown(dynamic)"),
        ("coalescelist(any, {})", "unknown(dynamic)"),
    ]);
}

#[test]
fn coalescelist_needs_lists_or_tuples() {
    failing(&[
        ("coalescelist()", "at least one argument is required"),
        ("coalescelist([], null)", "all arguments must be lists, found a value of unknown type"),
        ("coalescelist(empty, no_list)", "all arguments are null or empty"),
        ("coalescelist(list, {})", "all arguments must be lists, found an object"),
        ("coalescelist(set)", "all arguments must be lists, found a set of strings"),
    ]);
}
