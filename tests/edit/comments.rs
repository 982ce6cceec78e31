//! The comments of items.

use serde_hcl::edit::Document;

use super::{edited, refused};

#[test]
fn comments_right_above_and_in_the_line_belong_to_an_item() {
    for (text, lead, line) in [
        ("a = 1\n", &[][..], None),
        ("# one\n// two\na = 1 # three\n", &["# one", "// two"], Some("# three")),
        ("# one\n\n# two\r\na = 1 // three\r\n", &["# two"], Some("// three")),
        (
            "/* one\n two */\n/* three */ a = 1 /* four */ /* five */\n",
            &["/* one\n two */", "/* three */"],
            Some("/* four */ /* five */"),
        ),
        ("b = 2 # b\na = 1 # a\n", &[], Some("# a")),
        ("b {} /* b */\na = 1", &[], None),
        ("a = <<E\n# x\nE\n# after\n", &[], None),
    ] {
        let mut document: Document = text.parse().expect("it is valid");
        let attribute = document.root().into_attribute("a").expect("it exists");
        assert_eq!(attribute.lead_comments(), lead, "{text:?}");
        assert_eq!(attribute.line_comment(), line, "{text:?}");
    }
}

#[test]
fn comments_are_set_and_removed() {
    let set = |text: &str, lead: &[&str], line: Option<&str>| {
        edited(text, |document| {
            let mut attribute = document.root().into_attribute("a").expect("it exists");
            attribute.set_lead_comments(lead)?;
            attribute.set_line_comment(line)
        })
    };
    for (text, lead, line, expected) in [
        ("a = 1\n", &["one", "// two"][..], Some("three"), "# one\n// two\na = 1 # three\n"),
        ("# x\na = 1 # y\n", &[], None, "a = 1\n"),
        ("# x\n/* y */ a = 1\n", &["z"], Some("/* w */"), "# z\na = 1 /* w */\n"),
        ("b=2\r\na = 1\r\n", &["one\n\ntwo"], None, "b=2\r\n# one\r\n#\r\n# two\r\na = 1\r\n"),
        ("a = <<E\nx\nE\n", &[], Some("late"), "# late\na = <<E\nx\nE\n"),
        ("a = 1 # x\nbc = 2\n", &[], Some("y"), "a = 1 # y\nbc = 2\n"),
        ("a  = 1 # x\nbc = 2\n", &[], Some("y"), "a  = 1 # y\nbc = 2\n"),
    ] {
        assert_eq!(set(text, lead, line), expected, "{text:?}");
    }
    let found = edited("b { a = 1 }\n", |document| {
        let mut block = document.block(["b"]).expect("it exists");
        block.set_lead_comments(["the block"])?;
        block.set_line_comment(Some("its end"))?;
        block.body().attribute("a").expect("it exists").set_line_comment(Some("one"))
    });
    assert_eq!(found, "# the block\nb {\n  a = 1 # one\n}       # its end\n");
}

#[test]
fn a_line_comment_has_one_line_and_a_comment_is_closed() {
    let error = refused("a = 1\n", |document| {
        document.root().into_attribute("a").expect("it exists").set_line_comment(Some("x\ny"))
    });
    assert!(error.contains("is one line"), "{error}");
    let found = edited("a = 1\n", |document| {
        document.root().into_attribute("a").expect("it exists").set_lead_comments(["/* open", "a */ b = 2"])
    });
    assert_eq!(found, "# /* open\n# a */ b = 2\na = 1\n");
}
