//! The marks of arguments are on the result, or on the parts of it that come from marked parts.

use crate::support::values;

#[test]
fn elements_of_a_marked_collection_are_marked() {
    values(&[
        ("length(secret_list)", "(marked whole)"),
        (r#"contains(secret_list, "a")"#, "(marked whole)"),
        ("contains(list, secret)", "(marked whole)"),
        ("element(secret_list, 0)", "(marked whole)"),
        ("element(list, secret_number)", "(marked whole)"),
        ("hasindex(secret_list, 0)", "(marked whole)"),
        ("index(list, secret_number)", "(marked whole)"),
        ("keys(secret_map)", "(marked whole)"),
        ("values(secret_map)", "(marked whole)"),
        (r#"lookup(secret_map, "a", "x")"#, "(marked whole)"),
        (r#"lookup(map, secret, "x")"#, "(marked whole)"),
        (r#"lookup(map, "q", secret)"#, "(marked whole)"),
        (r#"coalesce(null, "a", secret)"#, "(marked whole)"),
        ("coalescelist(list, secret_list)", "(marked whole)"),
    ]);
}

#[test]
fn marked_parts_keep_their_marks() {
    values(&[
        ("length(inner_list)", "2"),
        ("element(inner_list, 0)", r#""a""#),
        ("element(inner_list, 1)", "(marked part)"),
        ("keys(inner_map)", r#"list(string)["a", "b"]"#),
        ("values(inner_map)", r#"list(string)[(marked part), "banana"]"#),
        (r#"lookup(inner_map, "b", "x")"#, r#""banana""#),
        (r#"lookup(inner_map, "a", "x")"#, "(marked part)"),
        ("merge(inner_map, { c = secret })", r#"{ a = (marked part), b = "banana", c = (marked whole) }"#),
        ("merge(inner_map, secret_map)", "(marked whole)"),
        ("zipmap(list, [secret, 1, 2])", "{ a = (marked whole), b = 1, c = 2 }"),
        ("concat(inner_list, list)", r#"list(string)["a", (marked part), "a", "b", "c"]"#),
        ("concat(inner_list, [1])", r#"["a", (marked part), 1]"#),
        ("concat(secret_list, list)", "(marked whole)"),
        ("reverse(inner_list)", r#"list(string)[(marked part), "a"]"#),
        ("reverse(secret_list)", "(marked whole)"),
        ("slice(inner_list, 0, 1)", r#"list(string)["a"]"#),
        ("slice(secret_list, 0, 1)", "(marked whole)"),
        ("slice(list, secret_number, 2)", "(marked whole)"),
        ("chunklist(inner_list, 1)", r#"list(list(string))[["a"], [(marked part)]]"#),
        ("chunklist(list, secret_number)", "(marked whole)"),
        ("flatten([inner_list, [secret]])", r#"["a", (marked part), (marked whole)]"#),
        ("flatten([1, secret_list])", "(marked whole)"),
        ("setproduct(inner_list, [1])", r#"list(tuple([string, number]))[["a", 1], [(marked part), 1]]"#),
        ("setproduct(secret_list, [1])", "(marked whole)"),
    ]);
}

#[test]
fn results_that_depend_on_marked_parts_are_marked() {
    values(&[
        (r#"contains(inner_list, "a")"#, "(marked part)"),
        ("zipmap(inner_list, [1, 2])", "(marked part)"),
        ("sort(inner_list)", "(marked part)"),
        ("distinct(inner_list)", "(marked part)"),
        ("compact(inner_list)", "(marked part)"),
        ("range(secret_number)", "(marked whole)"),
        (r#"setunion(inner_list, ["z"])"#, "(marked part)"),
        (r#"setunion(secret_list, ["z"])"#, "(marked whole)"),
        ("setintersection(inner_list, secret_list)", "(marked part, whole)"),
        ("sethaselement(list, secret)", "(marked whole)"),
        ("equal(inner_list, 1)", "(marked part)"),
        ("lessthan(secret_number, 2)", "(marked whole)"),
        ("not(secret_bool)", "(marked whole)"),
        ("and(secret_bool, some_bool)", "(marked whole)"),
        ("tostring(secret_number)", "(marked whole)"),
        ("toset(inner_list)", "(marked part)"),
        ("assertnotnull(secret)", "(marked whole)"),
        // Other content would be part of the result.
        ("chunklist([secret, \"a\"], 1)", "(marked whole)"),
        ("setproduct([secret, \"a\"], [1])", "(marked whole)"),
        ("merge({ a = 1 }, secret_null_map)", "(marked whole)"),
        ("flatten([1, secret_null_list])", "(marked whole)"),
    ]);
}
