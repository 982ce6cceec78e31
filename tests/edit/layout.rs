//! The layout of touched lines.

use serde_hcl::edit::Layout;

use super::edited;

#[test]
fn new_lines_follow_the_indentation_of_the_document() {
    for (text, expected) in [
        ("b {\n\ta = 1\n}\n", "b {\n\ta = 1\n\tx = {\n\t\tk = 1\n\t}\n\tinner {\n\t\tn = 1\n\t}\n}\n"),
        (
            "b {\n    a = 1\n}\n",
            "b {\n    a = 1\n    x = {\n        k = 1\n    }\n    inner {\n        n = 1\n    }\n}\n",
        ),
        ("b {\n}\n", "b {\n  x = {\n    k = 1\n  }\n  inner {\n    n = 1\n  }\n}\n"),
        (
            "c {\n\td = 1\n}\nb {\n}\n",
            "c {\n\td = 1\n}\nb {\n\tx = {\n\t\tk = 1\n\t}\n\tinner {\n\t\tn = 1\n\t}\n}\n",
        ),
    ] {
        let found = edited(text, |document| {
            document.set_layout(Layout::default().separate_blocks(false));
            let mut block = document.block("b", ()).expect("it exists");
            block.set("x", std::collections::BTreeMap::from([("k", 1)]))?;
            block.body().append_block("inner", ())?.set("n", 1)
        });
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn aligned_groups_stay_aligned_and_others_stay_as_they_are() {
    for (text, expected) in [
        // The whole region is formatted.
        ("a  = 1\nbc = 2 # c\n", "a    = 1\nbc   = 2 # c\nlong = 0\n"),
        // An aligned group, in a document with other indentation.
        ("b {\n    a  = 1\n    bc = 2\n}\n", "b {\n    a    = 1\n    bc   = 2\n    long = 0\n}\n"),
        ("b {\n\ta  = 1 # x\n\tbc = 2 # y\n}\n", "b {\n\ta    = 1 # x\n\tbc   = 2 # y\n\tlong = 0\n}\n"),
        // A group that is not aligned.
        ("b {\n    a = 1\n    bc = 2\n}\n", "b {\n    a = 1\n    bc = 2\n    long = 0\n}\n"),
        ("b {\n  a       = 1\n  bc      = 2\n}\n", "b {\n  a       = 1\n  bc      = 2\n  long = 0\n}\n"),
        // A value, between lines that are not aligned.
        ("a = 1\r\nlong   = 2 # c\r\n", "a = 1\r\nlong   = 0 # c\r\n"),
        // Adjacent lines that are not formatted stay unchanged.
        ("x=1\n\nb {\n  a = 1\n}\n\ny   =2\n", "x=1\n\nb {\n  a    = 1\n  long = 0\n}\n\ny   =2\n"),
        ("x=1\nb {\n  a = 1\n}\ny   =2   \n", "x=1\nb {\n  a    = 1\n  long = 0\n}\ny   =2   \n"),
    ] {
        let found = edited(text, |document| match document.block("b", ()) {
            Some(mut block) => block.set("long", 0),
            None => document.root().set("long", 0),
        });
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn the_layout_can_keep_blank_lines() {
    let layout = Layout::default().separate_blocks(false).merge_blank_lines(false);
    let found = edited("a = 1\n\nb {\n}\n\nc = 3\n", |document| {
        document.set_layout(layout);
        document.block("b", ()).expect("it exists").remove()?;
        document.root().append_block("d", ["e"]).map(drop)
    });
    assert_eq!(found, "a = 1\n\n\nc = 3\nd \"e\" {\n}\n");
}

#[test]
fn a_formatted_document_has_the_indentation_of_the_formatter() {
    let found = edited("b {\n\ta=1\n}\n", |document| {
        document.format()?;
        document.root().append_block("c", ())?.set("d", std::collections::BTreeMap::from([("k", 1)]))
    });
    assert_eq!(found, "b {\n  a = 1\n}\n\nc {\n  d = {\n    k = 1\n  }\n}\n");
}

#[test]
fn a_document_can_be_formatted() {
    let found = edited("\u{feff}a=1\r\nlong  =  2\r\n", |document| document.format());
    assert_eq!(found, "\u{feff}a    = 1\r\nlong = 2\r\n");
}
