//! Lists and tuples: put together, taken apart, put in order.

use crate::support::{failing, refused, values};

#[test]
fn concat_joins_lists_and_tuples() {
    values(&[
        ("concat([1], [2])", "[1, 2]"),
        ("concat(list, list)", r#"list(string)["a", "b", "c", "a", "b", "c"]"#),
        ("concat(list, numbers)", r#"list(string)["a", "b", "c", "10", "20"]"#),
        ("concat(empty, empty)", "list(string)[]"),
        (r#"concat(list, ["x"])"#, r#"["a", "b", "c", "x"]"#),
        ("concat([1], list)", r#"[1, "a", "b", "c"]"#),
        ("concat(bools, numbers)", "[true, 10, 20]"),
        ("concat(part_list, list)", r#"list(string)["a", unknown, "a", "b", "c"]"#),
        ("concat([any], list)", r#"[unknown(dynamic), "a", "b", "c"]"#),
        ("concat(some_list, list)", "unknown(list(string), not null)"),
        (r#"concat(some_list, ["x"])"#, "unknown(dynamic)"),
        (
            r#"concat(some_tuple, ["x"], list)"#,
            "unknown(tuple([string, number, string, string, string, string]), not null)",
        ),
        ("concat(some_tuple, some_list, 5)", "unknown(dynamic)"),
        ("concat(any, list)", "unknown(dynamic)"),
        (r#"concat([], [[1], ["a"]]...)"#, r#"[1, "a"]"#),
    ]);
}

#[test]
fn concat_takes_lists_and_tuples() {
    failing(&[("concat()", "at least one argument is required")]);
    refused(&[
        ("concat(list, set)", "set", "seqs", "all arguments must be lists, found a set of strings"),
        ("concat([1], 5)", "5", "seqs", "all arguments must be lists, found a number"),
        ("concat({})", "{}", "seqs", "all arguments must be lists, found an object"),
        ("concat(no_list, list)", "no_list", "seqs", "argument must not be null"),
    ]);
}

#[test]
fn flatten_resolves_all_levels() {
    values(&[
        ("flatten([1, [2, [3, [4, []]]]])", "[1, 2, 3, 4]"),
        ("flatten([])", "[]"),
        ("flatten(set)", r#"["x", "y"]"#),
        ("flatten([list, [set, numbers]])", r#"["a", "b", "c", "x", "y", 10, 20]"#),
        ("flatten([null, no_list])", "[null(dynamic), null(list(string))]"),
        ("flatten([{ a = [1] }])", "[{ a = [1] }]"),
        ("flatten(part_list)", r#"["a", unknown(string)]"#),
        ("flatten([some_string, [some_number]])", "[unknown(string), unknown(number)]"),
        ("flatten([1, some_list])", "unknown(dynamic)"),
        ("flatten([some_tuple])", "unknown(dynamic)"),
        ("flatten([any])", "unknown(dynamic)"),
        ("flatten([part_set])", "unknown(dynamic)"),
        ("flatten(some_string)", "unknown(dynamic)"),
    ]);
}

#[test]
fn flatten_takes_sequences() {
    failing(&[
        ("flatten({})", "can only flatten lists and sets, not an object"),
        (r#"flatten("zz")"#, "can only flatten lists and sets, not a string"),
        ("flatten(part_object)", "can only flatten lists and sets, not an object"),
    ]);
    refused(&[("flatten(no_list)", "no_list", "list", "argument must not be null")]);
}

#[test]
fn reverse_turns_around() {
    values(&[
        (r#"reverse([1, "a"])"#, r#"["a", 1]"#),
        ("reverse(list)", r#"list(string)["c", "b", "a"]"#),
        ("reverse(set)", r#"list(string)["y", "x"]"#),
        ("reverse(part_list)", r#"list(string)[unknown, "a"]"#),
        ("reverse([])", "[]"),
        ("reverse(empty)", "list(string)[]"),
        ("reverse(some_tuple)", "unknown(tuple([number, string]), not null)"),
        ("reverse(some_set)", "unknown(list(string), not null)"),
        ("reverse(any)", "unknown(dynamic)"),
    ]);
}

#[test]
fn reverse_takes_sequences() {
    refused(&[
        ("reverse({})", "{}", "list", "can only reverse lists and sets, not an object"),
        (r#"reverse("abc")"#, r#""abc""#, "list", "can only reverse lists and sets, not a string"),
        ("reverse(null)", "null", "list", "argument must not be null"),
    ]);
}

#[test]
fn slice_cuts_between_indices() {
    values(&[
        (r#"slice(["a", "b", "c"], 1, 3)"#, r#"["b", "c"]"#),
        (r#"slice([1, "b"], 1, 1)"#, "[]"),
        ("slice(list, 0, 2)", r#"list(string)["a", "b"]"#),
        ("slice(list, 3, 3)", "list(string)[]"),
        (r#"slice(list, "1", "2")"#, r#"list(string)["b"]"#),
        ("slice(part_list, 1, 2)", "list(string)[unknown]"),
        ("slice(some_tuple, 1, 2)", "unknown(tuple([number]), not null)"),
        ("slice(some_list, 1, 5)", "unknown(list(string), not null)"),
        ("slice(list, some_number, 1)", "unknown(list(string), not null)"),
        ("slice([1, 2], some_number, 1)", "unknown(dynamic)"),
        ("slice(any, -1, 0)", "unknown(dynamic)"),
    ]);
}

#[test]
fn slice_needs_indices_in_order_and_within_the_list() {
    refused(&[
        (
            "slice(list, 0, 4)",
            "4",
            "end_index",
            "the end index must not be greater than the length of the list",
        ),
        (
            "slice(list, 4, 5)",
            "4",
            "start_index",
            "the start index must not be greater than the length of the list",
        ),
        ("slice(list, 2, 1)", "2", "start_index", "the start index must not be greater than the end index"),
        (
            "slice(some_list, 2, 1)",
            "2",
            "start_index",
            "the start index must not be greater than the end index",
        ),
        ("slice(list, -1, 1)", "-1", "start_index", "the start index must not be less than zero"),
        ("slice(list, some_number, -1)", "-1", "end_index", "the end index must not be less than zero"),
        (
            "slice(list, 0, 1.5)",
            "1.5",
            "end_index",
            "invalid end index: a whole number within 64 bits is required",
        ),
        (
            "slice(list, infinity, 1)",
            "infinity",
            "start_index",
            "invalid start index: a whole number within 64 bits is required",
        ),
        (
            "slice(some_tuple, 0, 3)",
            "3",
            "end_index",
            "the end index must not be greater than the length of the list",
        ),
        (
            "slice(set, 0, 1)",
            "set",
            "list",
            "cannot slice a set, because its elements do not have indices; convert it to a list if the order of the elements is not important",
        ),
        (r#"slice("abc", 0, 1)"#, r#""abc""#, "list", "a list is required, not a string"),
        ("slice(no_list, 0, 1)", "no_list", "list", "argument must not be null"),
        ("slice(list, null, 1)", "null", "start_index", "argument must not be null"),
    ]);
}

#[test]
fn chunklist_cuts_into_lists() {
    values(&[
        (r#"chunklist(["p", "q", "r"], 2)"#, r#"list(list(string))[["p", "q"], ["r"]]"#),
        ("chunklist(list, 3)", r#"list(list(string))[["a", "b", "c"]]"#),
        ("chunklist(list, 9223372036854775807)", r#"list(list(string))[["a", "b", "c"]]"#),
        ("chunklist(list, 0)", r#"list(list(string))[["a", "b", "c"]]"#),
        ("chunklist([], 2)", "list(list(dynamic))[]"),
        ("chunklist([], 0)", "list(list(dynamic))[]"),
        (r#"chunklist([1, "a", true], 2)"#, r#"list(list(string))[["1", "a"], ["true"]]"#),
        ("chunklist(part_list, 1)", r#"list(list(string))[["a"], [unknown]]"#),
        ("chunklist(some_list, -1)", "unknown(list(list(string)), not null)"),
        ("chunklist(list, some_number)", "unknown(list(list(string)), not null)"),
    ]);
}

#[test]
fn chunklist_needs_a_size() {
    failing(&[
        ("chunklist(list, -1)", "the size must not be negative"),
        ("chunklist(list, 0.5)", "invalid size: a whole number within 64 bits is required"),
        ("chunklist(list, 9223372036854775808)", "invalid size: a whole number within 64 bits is required"),
    ]);
    refused(&[
        ("chunklist(list, null)", "null", "size", "argument must not be null"),
        ("chunklist(map, 1)", "map", "list", "expected a list of any single type, found a map of strings"),
    ]);
}

#[test]
fn sort_goes_by_bytes() {
    values(&[
        (r#"sort(["c", "a", "b"])"#, r#"list(string)["a", "b", "c"]"#),
        (
            r#"sort(["B", "a", "_", "é", "z", "10", "9"])"#,
            r#"list(string)["10", "9", "B", "_", "a", "z", "é"]"#,
        ),
        (r#"sort([true, "a", 1])"#, r#"list(string)["1", "a", "true"]"#),
        (r#"sort(["b", "a", "b"])"#, r#"list(string)["a", "b", "b"]"#),
        ("sort(set)", r#"list(string)["x", "y"]"#),
        ("sort([])", "list(string)[]"),
        ("sort(part_list)", "list(string)[unknown, unknown]"),
        ("sort(some_list)", "unknown(list(string), not null)"),
    ]);
}

#[test]
fn sort_refuses_nulls() {
    failing(&[("sort(gap)", "element 1 of the list is null; a null string cannot be sorted")]);
    refused(&[
        ("sort(null)", "null", "list", "argument must not be null"),
        (r#"sort("b")"#, r#""b""#, "list", "expected a list of strings, found a string"),
        ("sort([[]])", "[[]]", "list", "element 0: expected a string, found a list"),
    ]);
}

#[test]
fn distinct_keeps_first_appearances() {
    values(&[
        (r#"distinct(["b", "a", "b", "a"])"#, r#"list(string)["b", "a"]"#),
        (r#"distinct([1, "1"])"#, r#"list(string)["1"]"#),
        ("distinct([null, null])", "list(dynamic)[null]"),
        (
            "distinct([{ a = [1] }, { a = [1] }, { a = [2] }])",
            "list(object({ a = tuple([number]) }))[{ a = [1] }, { a = [2] }]",
        ),
        (r#"distinct(["e\u0301", "é"])"#, r#"list(string)["é"]"#),
        ("distinct(set)", r#"list(string)["x", "y"]"#),
        ("distinct(empty)", "list(string)[]"),
        ("distinct(part_list)", "unknown(list(string), not null)"),
        ("distinct(some_list)", "unknown(list(string), not null)"),
        ("distinct(any)", "unknown(list(dynamic), not null)"),
    ]);
}

#[test]
fn compact_drops_empty_strings_and_nulls() {
    values(&[
        (r#"compact(["a", "", null, "b"])"#, r#"list(string)["a", "b"]"#),
        ("compact(gap)", r#"list(string)["a"]"#),
        ("compact([1, true])", r#"list(string)["1", "true"]"#),
        ("compact([])", "list(string)[]"),
        ("compact(part_list)", "unknown(list(string), not null)"),
        ("compact(some_list)", "unknown(list(string), not null)"),
    ]);
}

#[test]
fn distinct_and_compact_take_lists() {
    refused(&[
        ("distinct({})", "{}", "list", "expected a list of any single type, found an object"),
        (r#"distinct("a")"#, r#""a""#, "list", "expected a list of any single type, found a string"),
        ("distinct([1, true])", "[1, true]", "list", "all list elements must have the same type"),
        ("compact([[]])", "[[]]", "list", "element 0: expected a string, found a list"),
        ("compact(no_list)", "no_list", "list", "argument must not be null"),
    ]);
}

#[test]
fn range_counts_towards_the_end() {
    values(&[
        ("range(3)", "list(number)[0, 1, 2]"),
        ("range(0)", "list(number)[]"),
        ("range(-2)", "list(number)[0, -1]"),
        ("range(2.5)", "list(number)[0, 1, 2]"),
        (r#"range("2")"#, "list(number)[0, 1]"),
        ("range(2, 5)", "list(number)[2, 3, 4]"),
        ("range(3, 1)", "list(number)[3, 2]"),
        ("range(0, 10, 4)", "list(number)[0, 4, 8]"),
        ("range(10, 0, -4)", "list(number)[10, 6, 2]"),
        ("range(0, 1, 0.3)", "list(number)[0, 0.3, 0.6, 0.9]"),
        ("range(0, infinity, infinity)", "list(number)[0]"),
        ("range(1, 1, 0)", "list(number)[]"),
        ("range(some_number, 2)", "unknown(list(number), not null)"),
        ("length(range(1024))", "1024"),
    ]);
}

#[test]
fn range_has_limits() {
    failing(&[
        ("range()", "there must be one, two or three arguments"),
        ("range(1, 2, 3, 4)", "there must be one, two or three arguments"),
        (
            "range(1025)",
            "this would give more than 1024 numbers; decrease the difference between start and end or use a larger step",
        ),
        ("range(0, 5, 0)", "the step must not be zero"),
        (
            "range(infinity)",
            "this would give more than 1024 numbers; decrease the difference between start and end or use a larger step",
        ),
        ("range(-infinity, infinity, infinity)", "the result is not a number"),
    ]);
    refused(&[
        (
            "range(0, 5, -1)",
            "5",
            "params",
            "the end must not be greater than the start when the step is negative",
        ),
        (
            "range(0, -5, 0)",
            "-5",
            "params",
            "the end must not be less than the start when the step is positive",
        ),
        (r#"range("x")"#, r#""x""#, "params", r#"expected a number, found the string "x""#),
        ("range(1, null)", "null", "params", "argument must not be null"),
    ]);
}
