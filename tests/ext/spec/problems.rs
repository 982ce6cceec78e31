//! Errors in bodies: all of them together, each with its location, beside the valid part of the
//! value.

use serde_hcl::ext::Spec;
use serde_hcl::{
    Body, Diagnostic, Function, Type, Value,
    diag::{Category, Diagnostics},
    value,
};

use super::{any, in_json, lacks, native, nothing, number, string};

#[test]
fn errors_in_attributes_are_reported() {
    lacks(
        &Spec::tuple([number("a"), number("b").required(), Spec::attribute("c", Type::list(Type::Bool))]),
        &native("a = true\nc = [true, \"x\"]\nd = 1\n"),
        "[unknown(number), null(number), unknown(list(bool))]",
        &[
            " | 1:1: Missing attribute or block: The attribute \"b\" is required here, but it is not set.",
            "d | 3:1: Unexpected attribute: No attribute named \"d\" is expected here. Expected \"b\".",
            "true | 1:5: Wrong type: The value of \"a\" is unsuitable: expected a number, found a bool.",
            r#"[true, "x"] | 2:5: Wrong type: The value of "c" is unsuitable: [1]: expected true or false, found the string "x"."#,
        ],
    );
    lacks(
        &Spec::tuple([number("a"), number("b")]),
        &in_json(r#"{"a": "${nobody}", "b": {}}"#),
        "[unknown(number), unknown(number)]",
        &[
            r#"nobody | 1:10: Unknown variable: There is no variable named "nobody"."#,
            "{} | 1:25: Wrong type: The value of \"b\" is unsuitable: expected a number, found an object.",
        ],
    );
}

#[test]
fn a_failure_of_an_evaluated_expression_is_reported_once() {
    lacks(
        &Spec::object([("a", number("a").or(Spec::literal(1)))]),
        &native("a = site.port\n"),
        "{ a = unknown(number) }",
        &[
            r#".port | 1:9: Unsupported attribute: This object has no attribute named "port". Expected "name"."#,
        ],
    );
}

#[test]
fn defaults_of_the_wrong_type_are_reported() {
    lacks(
        &number("a").or(string("b")),
        &native("b = \"x\"\n"),
        "unknown(number)",
        &[
            r#""x" | 1:5: Wrong type: The default value is unsuitable: expected a number, found the string "x"."#,
        ],
    );
    lacks(
        &Spec::block("b", number("a").or(Spec::literal("x"))),
        &native("b {}\n"),
        "unknown(number)",
        &[
            r#"b | 1:1: Wrong type: The default value is unsuitable: expected a number, found the string "x"."#,
        ],
    );
}

#[test]
fn missing_and_repeated_single_blocks_are_reported() {
    lacks(
        &Spec::block("b", number("a")).required(),
        &native("c {}\n"),
        "null(number)",
        &[
            "c | 1:1: Unexpected block: No blocks of type \"c\" are expected here. Expected \"b\".",
            " | 1:1: Wrong number of blocks: A \"b\" block is required here, but there is none.",
        ],
    );
    lacks(
        &Spec::block("b", number("a")),
        &native("b {\n  a = 1\n}\nb {}\nb {}\n"),
        "1",
        &[
            "b | 4:1: Wrong number of blocks: Only one \"b\" block is allowed here. Remove the others.",
            "b | 5:1: Wrong number of blocks: Only one \"b\" block is allowed here. Remove the others.",
        ],
    );
    lacks(
        &Spec::block("b", number("a")),
        &in_json(r#"{"b": [{"a": 1}, {}]}"#),
        "1",
        &["{ | 1:18: Wrong number of blocks: Only one \"b\" block is allowed here. Remove the others."],
    );
    lacks(
        &Spec::block("b", Spec::label(0, "name")),
        &native("b {}\n"),
        "null(string)",
        &["{ | 1:3: Missing block label: \"b\" blocks have 1 label (name). The label \"name\" is \
           missing here."],
    );
    lacks(
        &Spec::block(
            "b",
            Spec::object([("a", number("a").required()), ("c", Spec::block("c", nothing()).required())]),
        ),
        &native("b {\n  x = 1\n}\n"),
        "{ a = null(number), c = null(object({})) }",
        &[
            " | 1:3: Missing attribute or block: The attribute \"a\" is required here, but it is not set.",
            "x | 2:3: Unexpected attribute: No attribute named \"x\" is expected here. Expected \"a\".",
            " | 1:3: Wrong number of blocks: A \"c\" block is required here, but there is none.",
        ],
    );
}

#[test]
fn errors_in_attributes_of_a_block_are_reported() {
    lacks(
        &Spec::block_attributes("b", Type::Number).required(),
        &native(""),
        "null(map(number))",
        &[" | 1:1: Wrong number of blocks: A \"b\" block is required here, but there is none."],
    );
    lacks(
        &Spec::block_attributes("b", Type::Number),
        &native("b {\n  x = 1\n  y = \"t\"\n  c {}\n}\nb {}\n"),
        "map(number){ x = 1, y = unknown }",
        &[
            "b | 6:1: Wrong number of blocks: Only one \"b\" block is allowed here. Remove the others.",
            "c | 4:3: Unexpected block: Only attributes are expected here, but \"c\" is a block.",
            r#""t" | 3:7: Wrong type: The value of "y" in the b block is unsuitable: expected a number, found the string "t"."#,
        ],
    );
    lacks(
        &Spec::block_attributes("b", Type::Dynamic),
        &in_json(r#"{"b": {"x": 1, "y": true, "z": 2}}"#),
        "unknown(map(dynamic))",
        &[
            "true | 1:21: Inconsistent types: All attributes of this block must have one type: the types have no type in common.",
        ],
    );
}

#[test]
fn wrong_numbers_of_blocks_are_reported() {
    let three: [(Body, [&str; 2]); 2] = [
        (native("b {}\nb {}\nb {}\n"), ["b | 2:1", "b | 3:1"]),
        (in_json(r#"{"b": [{}, {}, {}]}"#), ["{ | 1:12", "{ | 1:16"]),
    ];
    for (body, [second, third]) in three {
        let many = "null, null, null]";
        for (spec, value, problem) in [
            (
                Spec::block_list("b", ..=2, number("a")),
                format!("list(number)[{many}"),
                format!("{third}: Wrong number of blocks: At most 2 \"b\" blocks are allowed here, found 3."),
            ),
            (
                Spec::block_tuple("b", ..2, number("a")),
                "[null(number), null(number), null(number)]".to_owned(),
                format!("{second}: Wrong number of blocks: At most 1 \"b\" block is allowed here, found 3."),
            ),
            (
                Spec::block_set("b", 0..=1, number("a")),
                "set(number)[null]".to_owned(),
                format!("{second}: Wrong number of blocks: At most 1 \"b\" block is allowed here, found 3."),
            ),
        ] {
            lacks(&spec, &body, &value, &[&problem]);
        }
    }
    lacks(
        &Spec::block_list("b", 2.., number("a")),
        &native("b {}\n"),
        "list(number)[null]",
        &[" | 1:1: Wrong number of blocks: At least 2 \"b\" blocks are required here, found 1."],
    );
    lacks(
        &Spec::block_map("b", ["k"], number("a")).required(),
        &in_json("{}"),
        "map(number){}",
        &["} | 1:2: Wrong number of blocks: At least 1 \"b\" block is required here, found 0."],
    );
}

#[test]
fn blocks_of_different_types_are_reported() {
    let native_text = "b \"1\" {\n  a = 1\n}\nb \"2\" {\n  a = 2\n}\nb \"3\" {\n  a = true\n}\n";
    let json_text = r#"{"b": {"1": {"a": 1}, "2": {"a": 2}, "3": {"a": true}}}"#;
    let message = "Inconsistent types: The attributes of all \"b\" blocks must have the same types, but this block differs from those before it: the types have no type in common.";
    for (body, place) in [(native(native_text), "b \"3\" | 7:1"), (in_json(json_text), "{ | 1:43")] {
        let problem = format!("{place}: {message}");
        let nested = || Spec::tuple([Spec::label(0, "name"), any("a")]);
        for (spec, value) in [
            (Spec::block_list("b", .., nested()), "unknown(list(tuple([string, dynamic])))"),
            (Spec::block_set("b", .., nested()), "unknown(set(tuple([string, dynamic])))"),
            (Spec::block_map("b", ["k"], any("a")), "unknown(map(dynamic))"),
        ] {
            lacks(&spec, &body, value, &[&problem]);
        }
    }
}

#[test]
fn repeated_labels_are_reported() {
    let spec = || number("a");
    lacks(
        &Spec::block_map("b", ["k", "l"], spec()),
        &native("b \"x\" \"y\" {\n  a = 1\n}\nb \"x\" \"z\" {}\nb \"x\" \"y\" {\n  a = 2\n}\n"),
        "map(map(number)){ x = { y = 1, z = null } }",
        &[
            "b \"x\" \"y\" | 5:1: Blocks with the same labels: There is another block b \"x\" \"y\". The labels of \"b\" blocks must be unique.",
        ],
    );
    lacks(
        &Spec::block_object("b", ["k"], spec()),
        &in_json(r#"{"b": {"x": [{"a": 1}, {"a": 2}]}}"#),
        "{ x = 1 }",
        &[
            "{ | 1:24: Blocks with the same labels: There is another block b \"x\". The labels of \"b\" blocks must be unique.",
        ],
    );
    lacks(
        &Spec::block_object("b", ["k", "l"], spec()),
        &native("b \"x\" {}\nb \"x\" \"y\" \"z\" {}\n"),
        "{}",
        &[
            "{ | 1:7: Missing block label: \"b\" blocks have 2 labels (k, l). The label \"l\" is \
             missing here.",
            "\"z\" | 2:11: Unexpected block label: \"b\" blocks have 2 labels (k, l). Remove this label.",
        ],
    );
}

#[test]
fn errors_of_transformations_are_reported() {
    let half = Function::from_fn(|number: i64| match number % 2 {
        0 => Ok(number / 2),
        _ => Err("the number is odd"),
    });
    lacks(
        &number("a").transform(half.clone()),
        &native("a = 3\n"),
        "unknown(number)",
        &["3 | 1:5: Error in a transformation: The number is odd."],
    );
    // A function is not called with an invalid value.
    lacks(
        &Spec::tuple([number("a"), string("b")]).transform(Function::from_fn(
            |_: Value| -> Result<bool, String> { Err("it was called".to_owned()) },
        )),
        &native("a = \"x\"\n"),
        "unknown(bool)",
        &[
            r#""x" | 1:5: Wrong type: The value of "a" is unsuitable: expected a number, found the string "x"."#,
        ],
    );
    lacks(
        &Spec::block_list("b", .., Spec::literal(3).transform(half)),
        &native("b {}\n"),
        "list(number)[unknown]",
        &["b | 1:1: Error in a transformation: The number is odd."],
    );
}

#[test]
fn errors_of_validations_are_reported() {
    let positive = |spec: Spec| {
        spec.validate(|value| match i64::try_from(value) {
            Ok(1..) => Diagnostics::new(),
            _ => Diagnostics::from(vec![
                Diagnostic::error(Category::Data, "Invalid number", "It must be positive."),
                Diagnostic::warning(Category::Data, "Odd", "Why?"),
            ]),
        })
    };
    lacks(&positive(number("a")), &native("a = 1\n"), "1", &[]);
    lacks(
        &positive(number("a")),
        &native("a = -1\n"),
        "-1",
        &["-1 | 1:5: Invalid number: It must be positive.", "-1 | 1:5: warning: Odd: Why?"],
    );
    lacks(
        &positive(Spec::block("b", positive(Spec::literal(value!(0))))),
        &in_json(r#"{"b": {}}"#),
        "0",
        &["{ | 1:7: Invalid number: It must be positive.", "{ | 1:7: warning: Odd: Why?"],
    );
    // An invalid value is not checked again.
    lacks(
        &positive(number("a")),
        &native("a = true\n"),
        "unknown(number)",
        &["true | 1:5: Wrong type: The value of \"a\" is unsuitable: expected a number, found a bool."],
    );
}
