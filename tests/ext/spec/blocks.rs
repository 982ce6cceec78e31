//! Blocks as one value, lists, sets, tuples, maps and objects.

use serde_hcl::Type;
use serde_hcl::ext::Spec;

use super::{any, gives, nothing, number, string};

use test_support::rows::check_each;

fn label() -> Spec {
    Spec::label(0, "name")
}

#[test]
fn a_single_block_is_its_content() {
    let labels = Spec::tuple([Spec::label(1, "name"), Spec::label(0, "type")]);
    let table = [
        (Spec::block("b", nothing()), "b {}", r#"{"b": {}}"#, "{}"),
        (Spec::block("b", nothing()), "", "{}", "null(object({}))"),
        (Spec::block("b", nothing()), "", r#"{"b": null}"#, "null(object({}))"),
        (Spec::block("b", label()).required(), "b \"x\" {}", r#"{"b": {"x": {}}}"#, r#""x""#),
        (Spec::block("b", labels), "b \"t\" \"n\" {}", r#"{"b": {"t": {"n": {}}}}"#, r#"["n", "t"]"#),
        (
            Spec::block("b", Spec::block("c", number("a"))),
            "b {\n  c {\n    a = n\n  }\n}",
            r#"{"b": {"c": {"a": "${n}"}}}"#,
            "2",
        ),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn attributes_of_a_block_are_a_map() {
    let strings = || Spec::block_attributes("b", Type::String);
    let anything = || Spec::block_attributes("b", Type::Dynamic);
    let table = [
        (strings(), "b {}", r#"{"b": {}}"#, "map(string){}"),
        (strings(), "", "{}", "null(map(string))"),
        (
            strings().required(),
            "b {\n  x = true\n  y = n\n}",
            r#"{"b": {"x": true, "y": "${n}"}}"#,
            r#"map(string){ x = "true", y = "2" }"#,
        ),
        (anything(), "b {\n  x = 1\n  y = 2\n}", r#"{"b": {"x": 1, "y": 2}}"#, "map(number){ x = 1, y = 2 }"),
        (
            anything(),
            "b {\n  x = 1\n  y = \"t\"\n}",
            r#"{"b": {"x": 1, "y": "t"}}"#,
            r#"map(string){ x = "1", y = "t" }"#,
        ),
        (anything(), "b {}", r#"{"b": {}}"#, "map(dynamic){}"),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn blocks_are_lists_sets_and_tuples() {
    let none = ("", "{}");
    let labels = ("b \"x\" {}\nb \"y\" {}\nb \"x\" {}", r#"{"b": [{"x": {}}, {"y": {}}, {"x": {}}]}"#);
    let alike = ("b {\n  a = 1\n}\nb {\n  a = 2\n}", r#"{"b": [{"a": 1}, {"a": 2}]}"#);
    let mixed = ("b {\n  a = true\n}\nb {\n  a = \"x\"\n}", r#"{"b": [{"a": true}, {"a": "x"}]}"#);
    let nulls = ("b {}\nb {\n  a = 1\n}", r#"{"b": [{}, {"a": 1}]}"#);
    let table = [
        (Spec::block_list("b", .., number("a")), none, "list(number)[]"),
        (Spec::block_set("b", .., number("a")), none, "set(number)[]"),
        (Spec::block_tuple("b", .., number("a")), none, "[]"),
        (Spec::block_list("b", .., label()), labels, r#"list(string)["x", "y", "x"]"#),
        (Spec::block_set("b", .., label()), labels, r#"set(string)["x", "y"]"#),
        (Spec::block_tuple("b", .., label()), labels, r#"["x", "y", "x"]"#),
        (Spec::block_list("b", 2..=2, any("a")), alike, "list(number)[1, 2]"),
        (Spec::block_list("b", .., any("a")).required(), mixed, r#"list(string)["true", "x"]"#),
        (Spec::block_set("b", 1..3, any("a")), mixed, r#"set(string)["true", "x"]"#),
        (Spec::block_tuple("b", .., any("a")), mixed, r#"[true, "x"]"#),
        (Spec::block_list("b", .., any("a")), nulls, "list(number)[null, 1]"),
    ];
    check_each(table, |(spec, (native, json), expected)| {
        gives(&spec, native, json, expected);
    });
    let objects = Spec::block_list("b", .., Spec::object([("a", any("a"))]));
    gives(&objects, mixed.0, mixed.1, r#"list(object({ a = string }))[{ a = "true" }, { a = "x" }]"#);
}

#[test]
fn blocks_are_maps_and_objects_by_label() {
    let none = ("", "{}");
    let one = ("b \"x\" {\n  a = 1\n}\nb \"y\" {\n  a = 2\n}", r#"{"b": {"x": {"a": 1}, "y": {"a": 2}}}"#);
    let two = (
        "b \"x\" \"1\" {\n  a = 1\n}\nb \"y\" \"2\" {\n  a = true\n}\nb \"x\" \"3\" {\n  a = \"t\"\n}",
        r#"{"b": {"x": {"1": {"a": 1}, "3": {"a": "t"}}, "y": {"2": {"a": true}}}}"#,
    );
    let table = [
        (Spec::block_map("b", ["k"], number("a")), none, "map(number){}"),
        (Spec::block_map("b", ["k", "l"], number("a")), none, "map(map(number)){}"),
        (Spec::block_object("b", ["k"], number("a")), none, "{}"),
        (Spec::block_map("b", ["k"], string("a")), one, r#"map(string){ x = "1", y = "2" }"#),
        (Spec::block_map("b", ["k"], any("a")).required(), one, "map(number){ x = 1, y = 2 }"),
        (Spec::block_object("b", ["k"], any("a")), one, "{ x = 1, y = 2 }"),
        (
            Spec::block_map("b", ["k", "l"], string("a")),
            two,
            r#"map(map(string)){ x = { "1" = "1", "3" = "t" }, y = { "2" = "true" } }"#,
        ),
        (
            Spec::block_object("b", ["k", "l"], any("a")),
            two,
            r#"{ x = { "1" = 1, "3" = "t" }, y = { "2" = true } }"#,
        ),
    ];
    check_each(table, |(spec, (native, json), expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn labels_after_those_of_a_map_are_in_the_content() {
    let nested = Spec::tuple([Spec::label(0, "name"), number("a")]);
    let (native, json) = ("b \"x\" \"y\" {\n  a = 1\n}", r#"{"b": {"x": {"y": {"a": 1}}}}"#);
    let map = Spec::block_map("b", ["kind"], nested.clone());
    gives(&map, native, json, r#"map(tuple([string, number])){ x = ["y", 1] }"#);
    gives(&Spec::block_object("b", ["kind"], nested), native, json, r#"{ x = ["y", 1] }"#);
}
