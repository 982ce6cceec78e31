//! Bodies whose dynamic blocks are expanded.

use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::{Body, Outcome, Type, Value};

use super::{any, context, in_json, lacks, native, number, problems};

use test_support::rows::check_each;

/// The same collection of blocks in both syntaxes, generated from the given collection.
fn expanded(for_each: &str) -> [Body; 2] {
    let native_text = format!(
        "b \"x\" {{\n  a = 1\n}}\ndynamic \"b\" {{\n  for_each = {for_each}\n  labels = [\"l${{b.key}}\"]\n  content {{\n    a = b.value\n  }}\n}}\n"
    );
    let json_text = format!(
        r#"{{"b": {{"x": {{"a": 1}}}}, "dynamic": {{"b": {{"for_each": "${{{for_each}}}", "labels": ["l${{b.key}}"],
            "content": {{"a": "${{b.value}}"}}}}}}}}"#
    );
    let mut context = context();
    context.set("unknown", Value::unknown(Type::list(Type::Number)));
    [native(&native_text), in_json(&json_text)].map(|body| ext::expand_dynamic_blocks(&body, &context))
}

fn label() -> Spec {
    Spec::label(0, "name")
}

#[test]
fn generated_blocks_are_decoded() {
    for body in expanded("[n, 3]") {
        let labeled = Spec::tuple([label(), any("a")]);
        let table = [
            (
                Spec::block_list("b", 3..=3, labeled),
                r#"list(tuple([string, number]))[["x", 1], ["l0", 2], ["l1", 3]]"#,
            ),
            (Spec::block_map("b", ["name"], number("a")), "map(number){ x = 1, l0 = 2, l1 = 3 }"),
            (Spec::block_object("b", ["name"], any("a")), "{ x = 1, l0 = 2, l1 = 3 }"),
        ];
        for (spec, expected) in table {
            lacks(&spec, &body, expected, &[]);
        }
    }
}

#[test]
fn blocks_of_unknown_collections_are_unknown() {
    let nested = || Spec::object([("name", label()), ("a", number("a"))]);
    let table = [
        // The number of blocks is unknown, so it may exceed the maximum.
        (Spec::block_list("b", ..=1, nested()), "unknown(list(object({ name = string, a = number })))"),
        (Spec::block_set("b", 9.., nested()), "unknown(set(object({ name = string, a = number })))"),
        (Spec::block_tuple("b", .., nested()), "unknown(dynamic)"),
    ];
    let mut context = context();
    context.set("unknown", Value::unknown(Type::list(Type::Number)));
    let text = "b \"x\" {}\ndynamic \"b\" {\n  for_each = unknown\n  labels = [\"l\"]\n  content {\n    a = b.value\n  }\n}\n";
    let body = ext::expand_dynamic_blocks(&native(text), &context);
    check_each(table, |(spec, expected)| {
        let Outcome { value, diagnostics } = spec.decode(&body, &context);
        assert_eq!(problems(&diagnostics), [""; 0]);
        assert_eq!(format!("{value:?}"), expected);
    });
    let keyed = [
        (Spec::block_map("b", ["name"], number("a")), "unknown(map(number))"),
        (Spec::block_object("b", ["name"], number("a")), "unknown(dynamic)"),
    ];
    for (spec, expected) in keyed {
        let Outcome { value, diagnostics } = spec.decode(&body, &context);
        assert_eq!(problems(&diagnostics), [""; 0]);
        assert_eq!(format!("{value:?}"), expected);
    }
    // The unknown blocks may not exist, so one block in total is possible.
    let one = Spec::block("b", Spec::tuple([label(), number("a")])).required();
    lacks(&one, &body, r#"["x", null(number)]"#, &[]);
    let alone = ext::expand_dynamic_blocks(&native(text.trim_start_matches("b \"x\" {}\n")), &context);
    lacks(&one, &alone, "unknown(tuple([string, number]))", &[]);
    // A written block next to it is still reported.
    let wrong = ext::expand_dynamic_blocks(&native(&text.replace("{}", "{ a = true }")), &context);
    lacks(
        &Spec::block_map("b", ["name"], number("a")),
        &wrong,
        "unknown(map(number))",
        &["true | 1:13: Wrong type: The value of \"a\" is unsuitable: expected a number, found a bool."],
    );
}

#[test]
fn errors_in_generated_blocks_have_locations() {
    let [body, _] = expanded("[true, n]");
    lacks(
        &Spec::block_map("b", ["name"], number("a")),
        &body,
        "map(number){ x = 1, l0 = unknown, l1 = 2 }",
        &["b.value | 8:9: Wrong type: The value of \"a\" is unsuitable: expected a number, found a bool."],
    );
    let [body, _] = expanded("[1]");
    lacks(
        &Spec::block_list("b", ..=1, Spec::tuple([label(), any("a")])),
        &body,
        "list(tuple([string, number]))[[\"x\", 1], [\"l0\", 1]]",
        &["\"b\" | 4:9: Wrong number of blocks: At most 1 \"b\" block is allowed here, found 2."],
    );
}
