//! Inserting and removing attributes and blocks.

use serde_hcl::edit::{Document, NodeId, Position};

use super::{at, edited, refused};

#[test]
fn removing_takes_the_comments_of_an_item_and_one_group_of_blank_lines() {
    for (text, name, expected) in [
        ("a = 1\n", "a", ""),
        ("a = 1", "a", ""),
        ("\u{feff}a = 1\nb = 2\n", "a", "\u{feff}b = 2\n"),
        ("# lead\na = 1 # line\nb = 2\n", "a", "b = 2\n"),
        ("# other\n\n# lead\n// more\n/* and\nmore */\na = 1\nb = 2\n", "a", "# other\n\nb = 2\n"),
        ("b = 2 # b\na = 1\n", "a", "b = 2 # b\n"),
        ("/* x */ a = 1 /* y */ // z\nb = 2\n", "a", "b = 2\n"),
        ("b = 2\n\na = 1\n\n\nc = 3\n", "a", "b = 2\n\nc = 3\n"),
        ("b = 2\n\n\na = 1\n\nc = 3\n", "a", "b = 2\n\n\nc = 3\n"),
        ("b = 2\n\na = 1\n", "a", "b = 2\n"),
        ("b = 2\n\na = 1\nc = 3\n", "a", "b = 2\n\nc = 3\n"),
        ("a = 1\n\nb = 2\n", "a", "b = 2\n"),
        ("b = 2\r\n\r\na = 1\r\n\r\n# c\r\n", "a", "b = 2\r\n\r\n# c\r\n"),
        ("longer = 1\na      = 2\nb      = 3 # c\n", "longer", "a = 2\nb = 3 # c\n"),
        ("longer = 1\na = 2\nb  =3\n", "longer", "a = 2\nb  =3\n"),
        ("a = <<E\nx\n\n\nE\n\nb = 1\n", "a", "b = 1\n"),
    ] {
        let found = edited(text, |document| document.root().remove(name).map(|removed| assert!(removed)));
        assert_eq!(found, expected, "{text:?}");
    }
    let found = edited("a = 1\n", |document| document.root().remove("b").map(|removed| assert!(!removed)));
    assert_eq!(found, "a = 1\n");
}

#[test]
fn a_block_is_appended_after_a_last_line_of_any_characters() {
    let found = edited("a = \"vӕ߇\"", |document| document.root().append_block("b", ()).map(drop));
    assert_eq!(found, "a = \"vӕ߇\"\n\nb {\n}\n");
}

#[test]
fn removing_from_blocks_leaves_their_braces() {
    for (text, expected) in [
        ("b { a = 1 }\n", "b {}\n"),
        ("b { /* x */ a = 1 /* y */ }\n", "b {}\n"),
        ("b {\n  a = 1\n}\n", "b {\n}\n"),
        ("b { # note\n  a = 1\n}\n", "b { # note\n}\n"),
        ("b {\n\n  a = 1\n\n  c = 2\n}\n", "b {\n\n  c = 2\n}\n"),
        ("b {\n  c = 2\n\n  a = 1\n}\n", "b {\n  c = 2\n}\n"),
        ("b {\n  a = 1\n\n  # rest\n}\n", "b {\n  # rest\n}\n"),
    ] {
        let found = edited(text, |document| {
            document.block("b", ()).expect("it exists").body().remove("a").map(|removed| assert!(removed))
        });
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn attributes_and_blocks_go_to_a_position() {
    let text = "# head\n\n# one\na = 1 # a\n\nb {\n  c = 2\n}\n\n# end\n";
    for (position, attribute, block) in [
        (Position::First, "# head\n\nx = 0\n# one\n", "# head\n\nx {\n}\n\n# one\n"),
        (Position::Before(1), "# a\n\nx = 0\n\nb {", "# a\n\nx {\n}\n\nb {"),
        (Position::After(0), "# a\nx = 0\n\nb {", "# a\n\nx {\n}\n\nb {"),
        (Position::After(1), "}\n\nx = 0\n\n# end\n", "}\n\nx {\n}\n\n# end\n"),
        (Position::Last, "\n# end\n\nx = 0\n", "\n# end\n\nx {\n}\n"),
    ] {
        let found = edited(text, |document| document.root().insert_attribute(position, "x", 0));
        assert!(found.contains(attribute), "{position:?}: {found}");
        let found = edited(text, |document| document.root().insert_block(position, "x", ()).map(drop));
        assert!(found.contains(block), "{position:?}: {found}");
    }
    let found = edited("b { a = 1 }\n", |document| {
        document.block("b", ()).expect("it exists").body().insert_attribute(Position::First, "x", 0)
    });
    assert_eq!(found, "b {\n  x = 0\n  a = 1\n}\n");
    let error = refused("a = 1\n", |document| document.root().insert_attribute(Position::After(1), "x", 0));
    assert_eq!(error, "Unsuitable value: There is no item 1: the body has 1 attributes and blocks.");
    let error = refused("a = 1\n", |document| document.root().insert_attribute(Position::First, "a", 0));
    assert!(error.contains("has an attribute \"a\" already"), "{error}");
}

#[test]
fn blocks_have_blank_lines_where_the_document_has_them() {
    let append = |document: &mut Document| document.root().append_block("x", ["y"])?.set("n", 1);
    for (text, expected) in [
        ("", "x \"y\" {\n  n = 1\n}\n"),
        ("a = 1\n", "a = 1\n\nx \"y\" {\n  n = 1\n}\n"),
        ("# head\n", "# head\n\nx \"y\" {\n  n = 1\n}\n"),
        ("a {\n}\n", "a {\n}\n\nx \"y\" {\n  n = 1\n}\n"),
        ("a {\n}\nb {\n}\n", "a {\n}\nb {\n}\nx \"y\" {\n  n = 1\n}\n"),
        ("a {\n}\n\n", "a {\n}\n\nx \"y\" {\n  n = 1\n}\n"),
    ] {
        assert_eq!(edited(text, append), expected, "{text:?}");
    }
}

#[test]
fn all_blocks_of_a_type_are_visited_also_when_some_are_removed() {
    let text = "r a {\n}\ns {\n}\nr b {\n}\nr a {\n  n = 1\n}\n";
    let found = edited(text, |document| {
        let mut count = 0;
        for id in document.blocks("r") {
            let mut block = document.block_at(id).expect("it exists");
            count += 1;
            if block.ast().labels().any(|label| label.text() == "a") {
                block.remove()?;
            } else {
                block.set("kept", true)?;
            }
        }
        assert_eq!(count, 3);
        Ok(())
    });
    assert_eq!(found, "s {\n}\nr b {\n  kept = true\n}\n");
}

#[test]
fn types_and_labels_change_in_place() {
    for (labels, expected) in [
        (&["x"][..], "b /* 1 */ \"x\" /* 2 */ /* 3 */ { # 4\n}\n"),
        (&["x", "y"], "b /* 1 */ \"x\" /* 2 */ \"y\" /* 3 */ { # 4\n}\n"),
        (&["x", "y", "z"], "b /* 1 */ \"x\" /* 2 */ \"y\" \"z\" /* 3 */ { # 4\n}\n"),
        (&["${a}\"\n", "y"], "b /* 1 */ \"$${a}\\\"\\n\" /* 2 */ \"y\" /* 3 */ { # 4\n}\n"),
    ] {
        let text = "b /* 1 */ k /* 2 */ \"l\" /* 3 */ { # 4\n}\n";
        let found =
            edited(text, |document| document.block("b", ["k", "l"]).expect("it exists").set_labels(labels));
        assert_eq!(found, expected);
    }
    assert_eq!(edited("b {}\n", |it| it.block("b", ()).expect("it exists").set_type("c")), "c {}\n");
    let error = refused("b {}\n", |it| it.block("b", ()).expect("it exists").set_type("1c"));
    assert!(error.contains("\"1c\" cannot be the name"), "{error}");
}

#[test]
fn raw_text_continues_the_last_line_only_where_it_can() {
    for (text, raw, expected) in [
        ("a = 1\n", "b   =  2\n", "a = 1\nb = 2\n"),
        ("a = 1", "b = 2\n", "a = 1\nb = 2\n"),
        ("a = 1", "# c\nb = 2", "a = 1 # c\nb = 2\n"),
        ("a = 1 # c", "# d\n", "a = 1 # c\n# d\n"),
        ("a = 1", "\n", "a = 1\n"),
        ("a = 1\n", "\n\n", "a = 1\n\n\n"),
        ("a = 1\r\n", "# b\nb {\nc=<<E\nx\nE\n}\n", "a = 1\r\n# b\r\nb {\r\n  c = <<E\r\nx\nE\r\n}\r\n"),
        ("", "# b", "# b\n"),
        ("a = 1\n", "", "a = 1\n"),
    ] {
        assert_eq!(edited(text, |document| document.root().append_raw(raw)), expected, "{text:?} {raw:?}");
    }
    refused("a = 1\n", |document| document.root().append_raw("b = \n"));
    let error = refused("a = 1\n", |document| document.root().append_raw("a = 2\n"));
    assert!(error.contains("Duplicate attribute"), "{error}");
}

#[test]
fn identities_lead_to_bodies() {
    let mut document: Document = "a {\n  b {\n  }\n}\n".parse().expect("it is valid");
    let inner = at(&mut document, &[0, 0]);
    document.body_at(inner).expect("the body exists").set("n", 1).expect("it can be set");
    assert_eq!(document.to_string(), "a {\n  b {\n    n = 1\n  }\n}\n");
    let attribute = at(&mut document, &[0, 0, 0]);
    assert!(document.body_at(attribute).is_none(), "the item is an attribute");
    assert!(document.block_at(NodeId::default()).is_none(), "the body of the file has no block");
    document.block_at(inner).expect("it is a block").remove().expect("it is removed");
    assert!(document.body_at(inner).is_none() && document.attribute_at(attribute).is_none());
    assert!(document.block("a", ["x"]).is_none());
}

#[test]
fn an_attribute_and_blocks_of_one_body_have_different_names() {
    let of_blocks = "Repeated entry: The body has blocks of the type \"service\" already. Choose another \
                     name for the attribute.";
    let of_attribute = "Repeated entry: The body has an attribute \"port\" already. Choose another type for \
                        the block.";
    let text = "port = 80\nname = 1\nservice \"a\" {\n}\nservice \"b\" {\n  port {\n  }\n}\n";
    type Edit = fn(&mut Document) -> serde_hcl::Result<()>;
    let edits: [(Edit, &str); 10] = [
        (|it| it.root().set("service", 1), of_blocks),
        (|it| it.root().insert_attribute(Position::First, "service", 1), of_blocks),
        (|it| it.root().rename("name", "service"), of_blocks),
        (|it| it.root().attribute("name").expect("it exists").rename("service"), of_blocks),
        (|it| it.root().append_raw("service = 1\n"), of_blocks),
        (|it| it.root().append_block("port", ["x"]).map(drop), of_attribute),
        (|it| it.root().insert_block(Position::Before(1), "port", ()).map(drop), of_attribute),
        (|it| it.root().append_raw("port {\n}\n"), of_attribute),
        (|it| it.block("service", ["a"]).expect("it exists").set_type("port"), of_attribute),
        (
            |it| {
                let mut service = it.block("service", ["b"]).expect("it exists");
                service.body().block("port", ()).expect("it exists").move_to(NodeId::default())
            },
            of_attribute,
        ),
    ];
    for (number, (edit, expected)) in edits.into_iter().enumerate() {
        assert_eq!(refused(text, edit), expected, "{number}");
    }
    // The same names in other bodies do not matter.
    let found = edited(text, |document| {
        let mut block = document.block("service", ["a"]).expect("it exists");
        block.set("service", 1)?;
        block.body().append_block("port", ()).map(drop)
    });
    assert!(found.contains("service \"a\" {\n  service = 1\n  port {\n  }\n}\n"), "{found}");
}
