//! Bodies, attributes and blocks. Specification: native syntax, "Structural Elements".

use crate::support::{file, files_are_refused, files_have_shapes};

#[test]
fn bodies_have_attributes_and_blocks() {
    files_have_shapes(&[
        ("", "{}"),
        ("\n\n", "{}"),
        (" \t\n", "{}"),
        ("# only a comment", "{}"),
        ("a = 1\n", "{a = 1}"),
        ("a = 1", "{a = 1}"),
        ("  a=1  \n", "{a = 1}"),
        ("a = 1\n\n\nb = 2\n", "{a = 1; b = 2}"),
        ("a = 1\nb {}\nc = 3\nb {}\n", "{a = 1; b {}; c = 3; b {}}"),
        ("for = in\nif = true\nnull = null\n", "{for = in; if = true; null = null}"),
        // An attribute and a block may have the same name; only the schema determines which is
        // meant.
        ("a = 1\na {}\n", "{a = 1; a {}}"),
        ("a = b == c\n", "{a = (b == c)}"),
    ]);
    files_are_refused(&[
        "a",
        "a =",
        "= 1",
        "a = 1 b = 2",
        "a = 1, b = 2",
        "a = 1;",
        "a == 1",
        "a : 1",
        "a => 1",
        "\"a\" = 1",
        "1 = 2",
        "a.b = 1",
        "a[0] = 1",
        "(a) = 1",
        "a = 1\na = 2\n",
        "b {\n  a = 1\n  a = 2\n}\n",
        "a = 1 }",
        "{}",
        "[]",
        "a -= 1",
    ]);
}

#[test]
fn blocks_have_names_or_strings_as_labels() {
    files_have_shapes(&[
        ("b {}", "{b {}}"),
        ("b{}", "{b {}}"),
        ("b {\n}\n", "{b {}}"),
        ("b \"x\" {}", r#"{b "x" {}}"#),
        ("b x {}", r#"{b "x" {}}"#),
        ("b \"x\" y \"z\" {}", r#"{b "x" "y" "z" {}}"#),
        ("b\"x\"\"y\"{}", r#"{b "x" "y" {}}"#),
        ("b \"\" {}", r#"{b "" {}}"#),
        (r#"b "a \"q\" \u00e9" {}"#, r#"{b "a \"q\" é" {}}"#),
        (r#"b "$${a}" {}"#, r#"{b "${a}" {}}"#),
        ("b /* x */ \"y\" /* z */ {}", r#"{b "y" {}}"#),
        ("b {\n  c {\n    d = 1\n  }\n}\n", "{b {c {d = 1}}}"),
        ("b { # one\n  a = 1 # two\n} # three\n", "{b {a = 1}}"),
        ("b {\n\n  a = 1\n\n}\n", "{b {a = 1}}"),
    ]);
    files_are_refused(&[
        "b {",
        "b }",
        "b \"x\"",
        "b x",
        "b \"x\" = 1",
        "b x = 1",
        "b \"${a}\" {}",
        "b \"%{if a}\" {}",
        "b \"x {}",
        "b 1 {}",
        "b (x) {}",
        "b\n{}",
        "b \"x\"\n{}",
        "b {} c {}",
        "b {}}",
        "b { a = 1\n}",
        "b {\n a = 1 }",
        "b {\n a = 1\n",
        "b <<X\nx\nX\n {}",
        "b, c {}",
    ]);
}

#[test]
fn one_line_blocks_have_at_most_one_attribute() {
    files_have_shapes(&[
        ("b { a = 1 }", "{b {a = 1}}"),
        ("b {a=1}", "{b {a = 1}}"),
        ("b { a = [\n1,\n2\n] }", "{b {a = [1 2]}}"),
        ("b { /* c */ a = 1 /* d */ }", "{b {a = 1}}"),
        ("b { a = {} }", "{b {a = {}}}"),
    ]);
    files_are_refused(&[
        "b { a = 1, c = 2 }",
        "b { a = 1 c = 2 }",
        "b { c {} }",
        "b { a = 1 # x }",
        "b { a }",
        "b { a = }",
        "b { a = 1",
        "b { a = <<X\nx\nX\n}",
    ]);
}

#[test]
fn labels_have_the_form_in_which_they_are_written() {
    let file = file("b \"x\" y \"a\\tb\" {}\n");
    let block = file.ast().expect("it is native").blocks().next().expect("there is a block");
    let labels: Vec<_> = block.labels().map(|label| (label.text(), label.is_quoted())).collect();
    assert_eq!(labels, [("x", true), ("y", false), ("a\tb", true)]);
}

#[test]
fn bodies_are_searched_by_name() {
    let file = file("a = 1\nb {}\nc = 2\nb \"x\" {}\n");
    let body = file.ast().expect("it is native");
    assert_eq!(body.items().len(), 4);
    assert_eq!(body.attributes().map(|attribute| attribute.name()).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(body.blocks().map(|block| block.labels().len()).collect::<Vec<_>>(), [0, 1]);
    assert!(body.attribute("c").is_some());
    assert!(body.attribute("b").is_none());
}
