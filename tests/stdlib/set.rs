//! Operations on sets.

use crate::support::{failing, refused, values};

#[test]
fn setunion_returns_all_elements() {
    values(&[
        (r#"setunion(["b", "a"], ["c", "a"])"#, r#"set(string)["a", "b", "c"]"#),
        (r#"setunion(["a"])"#, r#"set(string)["a"]"#),
        (r#"setunion([], ["a"])"#, r#"set(string)["a"]"#),
        ("setunion([], [])", "set(dynamic)[]"),
        (r#"setunion(number_set, ["x"])"#, r#"set(string)["1", "2", "x"]"#),
        ("setunion([null], [null])", "set(dynamic)[null]"),
        ("setunion(part_set, set)", r#"set(string)["a", "x", "y", unknown]"#),
        ("setunion(some_set, set)", "unknown(set(string), not null)"),
        ("setunion(set, any)", "unknown(set(string), not null)"),
        ("setunion([[1]], [[2], [1]])", "set(tuple([number]))[[1], [2]]"),
    ]);
}

#[test]
fn setintersection_returns_the_elements_of_all_sets() {
    values(&[
        (r#"setintersection(["a", "b", "c"], ["b", "c"], ["c", "d"])"#, r#"set(string)["c"]"#),
        (r#"setintersection([1, 2], ["2", "x"])"#, r#"set(string)["2"]"#),
        ("setintersection(set)", r#"set(string)["x", "y"]"#),
        (r#"setintersection([], ["a"])"#, "set(string)[]"),
        ("setintersection(part_set, set)", "unknown(set(string), not null)"),
        ("setintersection(empty_set, some_set)", "unknown(set(string), not null)"),
        ("setintersection(set, any)", "unknown(set(string), not null)"),
    ]);
}

#[test]
fn setsubtract_returns_the_elements_only_in_the_first_set() {
    values(&[
        (r#"setsubtract(["a", "b", "b"], ["b", "c"])"#, r#"set(string)["a"]"#),
        (r#"setsubtract([1], ["1"])"#, "set(string)[]"),
        ("setsubtract(set, [])", r#"set(string)["x", "y"]"#),
        ("setsubtract([{ a = 1 }, { a = 2 }], [{ a = 2 }])", "set(object({ a = number }))[{ a = 1 }]"),
        ("setsubtract(part_set, set)", "unknown(set(string), not null)"),
        ("setsubtract(set, some_set)", "unknown(set(string), not null)"),
    ]);
}

#[test]
fn setsymmetricdifference_returns_the_elements_of_an_odd_number_of_sets() {
    values(&[
        (r#"setsymmetricdifference(["a", "b"], ["b", "c"])"#, r#"set(string)["a", "c"]"#),
        (
            r#"setsymmetricdifference(["a", "b"], ["b", "c"], ["b", "d"])"#,
            r#"set(string)["a", "b", "c", "d"]"#,
        ),
        (r#"setsymmetricdifference(["e\u0301"], ["é"])"#, "set(string)[]"),
        ("setsymmetricdifference(set, set)", "set(string)[]"),
        ("setsymmetricdifference(set, part_set)", "unknown(set(string), not null)"),
    ]);
}

#[test]
fn sets_need_a_common_type() {
    failing(&[
        ("setunion(bools, numbers)", "the elements of the sets must have a type in common"),
        (r#"setintersection(["a"], [[]])"#, "the elements of the sets must have a type in common"),
        ("setsubtract([null], [[1]])", "the elements of the sets must have a type in common"),
    ]);
    refused(&[
        (
            r#"setunion(set, "a")"#,
            r#""a""#,
            "other_sets",
            "expected a set of any single type, found a string",
        ),
        ("setunion(set, null)", "null", "other_sets", "argument must not be null"),
        ("setsubtract(no_set, set)", "no_set", "a", "argument must not be null"),
        ("setintersection([1, true])", "[1, true]", "first_set", "all set elements must have the same type"),
    ]);
}

#[test]
fn sethaselement_converts_nothing() {
    values(&[
        (r#"sethaselement(set, "x")"#, "true"),
        (r#"sethaselement(["a", "b"], "c")"#, "false"),
        (r#"sethaselement(number_set, "1")"#, "false"),
        ("sethaselement([[1], [2]], [2])", "true"),
        (r#"sethaselement([], "a")"#, "false"),
        (r#"sethaselement(part_set, "a")"#, "true"),
        (r#"sethaselement(part_set, "z")"#, "unknown(bool, not null)"),
        ("sethaselement(part_set, 1)", "false"),
        ("sethaselement(set, some_string)", "unknown(bool, not null)"),
        (r#"sethaselement(any, "a")"#, "unknown(bool, not null)"),
    ]);
}

#[test]
fn sethaselement_needs_a_set() {
    refused(&[
        (r#"sethaselement("a", "a")"#, r#""a""#, "set", "expected a set of any single type, found a string"),
        ("sethaselement(set, null)", "null", "elem", "argument must not be null"),
    ]);
}

#[test]
fn setproduct_combines_all_with_all() {
    values(&[
        (
            r#"setproduct(["a", "b"], [1, 2])"#,
            r#"list(tuple([string, number]))[["a", 1], ["a", 2], ["b", 1], ["b", 2]]"#,
        ),
        (
            r#"setproduct(["a"], [1], [true, false])"#,
            r#"list(tuple([string, number, bool]))[["a", 1, true], ["a", 1, false]]"#,
        ),
        (
            "setproduct(set, numbers)",
            r#"set(tuple([string, number]))[["x", 10], ["x", 20], ["y", 10], ["y", 20]]"#,
        ),
        (r#"setproduct(["a", 1], ["x"])"#, r#"list(tuple([string, string]))[["a", "x"], ["1", "x"]]"#),
        (r#"setproduct([], ["a"])"#, "list(tuple([dynamic, string]))[]"),
        ("setproduct(set, [])", "set(tuple([string, dynamic]))[]"),
        (r#"setproduct(part_list, ["x"])"#, r#"list(tuple([string, string]))[["a", "x"], [unknown, "x"]]"#),
        (r#"setproduct(part_set, ["x"])"#, "unknown(set(tuple([string, string])), not null)"),
        ("setproduct(some_list, list)", "unknown(list(tuple([string, string])), not null)"),
        ("setproduct(some_list, set)", "unknown(set(tuple([string, string])), not null)"),
        ("setproduct(some_tuple, [])", "list(tuple([string, dynamic]))[]"),
        ("setproduct(slice(some_tuple, 0, 1), [1])", "list(tuple([string, number]))[unknown]"),
        ("setproduct(some_tuple, [1])", "unknown(list(tuple([string, number])), not null, length 1 to 2)"),
        ("setproduct(any, list)", "unknown(dynamic)"),
    ]);
}

#[test]
fn setproduct_takes_two_lists_or_sets() {
    failing(&[
        ("setproduct(list)", "at least two arguments are required"),
        ("setproduct()", "at least two arguments are required"),
    ]);
    refused(&[
        ("setproduct(list, {})", "{}", "sets", "a list or set is required, not an object"),
        ("setproduct(list, [1, true])", "[1, true]", "sets", "all elements must have a type in common"),
        ("setproduct(null, list)", "null", "sets", "argument must not be null"),
    ]);
}
