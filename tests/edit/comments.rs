//! The comments of items.

use serde_hcl::edit::{Document, Layout, Position};

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
        let attribute = document.attribute("a").expect("it exists");
        assert_eq!(attribute.leading_comments(), lead, "{text:?}");
        assert_eq!(attribute.trailing_comment(), line, "{text:?}");
    }
}

#[test]
fn comments_are_set_and_removed() {
    let set = |text: &str, lead: &[&str], line: Option<&str>| {
        edited(text, |document| {
            let mut attribute = document.attribute("a").expect("it exists");
            attribute.set_leading_comments(lead)?;
            attribute.set_trailing_comment(line)
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
        (
            "a = 1\n",
            &["/* one\n two */", "/*/"],
            Some("/* a */ // b"),
            "/* one\n two */\n# /*/\na = 1 /* a */ // b\n",
        ),
        ("a = 1\n", &["/* a */ b", "# c\nd"], Some("/*/"), "# /* a */ b\n# c\n# d\na = 1 # /*/\n"),
        ("a = 1\n", &["", "\n"], Some(""), "#\na = 1 #\n"),
        ("/* x\n y */\na = <<E\nx\nE\n", &["/* x\n y */"], Some("z"), "/* x\n y */\n# z\na = <<E\nx\nE\n"),
    ] {
        assert_eq!(set(text, lead, line), expected, "{text:?}");
    }
    let found = edited("b { a = 1 }\n", |document| {
        let mut block = document.block("b", ()).expect("it exists");
        block.set_leading_comments(["the block"])?;
        block.set_trailing_comment(Some("its end"))?;
        block.body().attribute("a").expect("it exists").set_trailing_comment(Some("one"))
    });
    assert_eq!(found, "# the block\nb {\n  a = 1 # one\n}       # its end\n");
}

#[test]
fn comments_that_are_set_again_change_nothing() {
    for text in [
        "/* one\n two */\n/* three */ /* four */\n# five\na = 1 /* six */ // seven\n",
        "b {\r\n  // one\r\n  /* two\r\n  three */\r\n  a = 1\r\n}\r\n",
    ] {
        let found = edited(text, |document| {
            let has_block = document.block("b", ()).is_some();
            let mut body = if has_block {
                document.block("b", ()).expect("it exists").into_body()
            } else {
                document.root()
            };
            let mut attribute = body.attribute("a").expect("it exists");
            let lead: Vec<String> = attribute.leading_comments().into_iter().map(str::to_owned).collect();
            let line = attribute.trailing_comment().map(str::to_owned);
            attribute.set_leading_comments(lead)?;
            attribute.set_trailing_comment(line.as_deref())
        });
        // Each comment has a line of its own.
        assert_eq!(found, text.replace("*/ /* four", "*/\n/* four"), "{text:?}");
    }
}

#[test]
fn a_line_comment_has_one_line_and_a_comment_is_closed() {
    let error = refused("a = 1\n", |document| {
        document.attribute("a").expect("it exists").set_trailing_comment(Some("x\ny"))
    });
    assert!(error.contains("is one line"), "{error}");
    let found = edited("a = 1\n", |document| {
        document.attribute("a").expect("it exists").set_leading_comments(["/* open", "a */ b = 2"])
    });
    assert_eq!(found, "# /* open\n# a */ b = 2\na = 1\n");
}

/// Nothing closes a conditional, so the comment after it is outside of it.
#[test]
fn the_comment_after_the_last_result_of_a_conditional_moves_with_the_attribute() {
    let mut document: Document = "a = x ? 1 : y ? 2 : 3\nb = (x ? 1 : 2)\n".parse().expect("it is valid");
    for (name, last) in [("a", 2), ("b", 1)] {
        let mut value = document.value(name).expect("it exists");
        let mut last = value.get(last).expect("it exists");
        last.set_trailing_comment(Some("last")).expect("it is set");
        assert!(last.trailing_comment().is_some());
    }
    assert_eq!(document.to_string(), "a = x ? 1 : y ? 2 : 3 # last\nb = (x ? 1 : 2 /* last */)\n");
    let b = document.attribute("b").expect("it exists").id();
    document.attribute("a").expect("it exists").move_after(b).expect("it is moved");
    assert_eq!(document.to_string(), "b = (x ? 1 : 2 /* last */)\na = x ? 1 : y ? 2 : 3 # last\n");
}

#[test]
fn an_item_below_comments_of_no_item_does_not_take_them() {
    for (text, with_attribute, with_block) in [
        ("# keep\n", "# keep\n\nz = 1\n", "# keep\n\nx {\n}\n"),
        ("# keep", "# keep\n\nz = 1\n", "# keep\n\nx {\n}\n"),
        ("a = 1\n# keep\n", "a = 1\n# keep\n\nz = 1\n", "a = 1\n# keep\n\nx {\n}\n"),
        ("a = 1 # one\n", "a = 1 # one\nz = 1\n", "a = 1 # one\n\nx {\n}\n"),
        ("a = 1 # one", "a = 1 # one\nz = 1\n", "a = 1 # one\n\nx {\n}\n"),
        ("a = 1\n\n# keep\n\n", "a = 1\n\n# keep\n\nz = 1\n", "a = 1\n\n# keep\n\nx {\n}\n"),
        ("a {\n}\nb {\n}\n/* keep */\n", "}\n/* keep */\n\nz = 1\n", "}\n/* keep */\n\nx {\n}\n"),
        ("a = 1\r\n// keep\r\n", "// keep\r\n\r\nz = 1\r\n", "// keep\r\n\r\nx {\r\n}\r\n"),
    ] {
        let found = edited(text, |document| document.root().insert_attribute(Position::Last, "z", 1));
        assert!(found.ends_with(with_attribute), "{text:?}: {found:?}");
        let found = edited(text, |document| document.root().append_block("x", ()).map(drop));
        assert!(found.ends_with(with_block), "{text:?}: {found:?}");
    }
    let found = edited("b { # open\n  # keep\n}\n", |document| {
        document.block("b", ()).expect("it exists").set("z", 1)
    });
    assert_eq!(found, "b { # open\n  # keep\n\n  z = 1\n}\n");
    let found = edited("b { # open\n}\n", |document| document.block("b", ()).expect("it exists").set("z", 1));
    assert_eq!(found, "b { # open\n  z = 1\n}\n");
}

#[test]
fn an_item_that_was_inserted_is_removed_with_nothing_else() {
    let layouts = [
        Layout::default(),
        Layout::default().separate_comments(false),
        Layout::default().separate_blocks(false).separate_comments(false),
        Layout::default().merge_blank_lines(false),
    ];
    for text in [
        "# keep\n",
        "a = 1\n# keep\n",
        "a = 1\n\n# keep\n",
        "a = 1\n\n",
        "\n\na = 1\nb = 2\n",
        "# one\na = 1\n\n\n# two\nb {\n  c = 1\n}\n# end\n\n",
        "a {\n}\nb {\n}\n# keep",
    ] {
        for layout in layouts {
            let count = text.parse::<Document>().expect("it is valid").ast().items().len();
            let positions = (0..count).flat_map(|index| [Position::Before(index), Position::After(index)]);
            for position in positions.chain([Position::First, Position::Last]) {
                let found = edited(text, |document| {
                    document.set_layout(layout);
                    let mut root = document.root();
                    root.insert_attribute(position, "z", 1)?;
                    assert_eq!(root.attribute("z").expect("it was inserted").leading_comments(), [""; 0]);
                    root.remove("z").map(drop)
                });
                // An item after a last line without a line ending adds one.
                let expected = if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
                let ended = |text: String| if text.ends_with('\n') { text } else { text + "\n" };
                assert_eq!(ended(found), expected, "{position:?} {layout:?}");
                let found = edited(text, |document| {
                    document.set_layout(layout);
                    document.root().insert_block(position, "x", ["y"])?.set("n", 1)?;
                    document.block("x", ["y"]).expect("it was inserted").remove()
                });
                assert_eq!(ended(found), expected, "{position:?} {layout:?}");
            }
        }
    }
}

#[test]
fn comments_above_an_inserted_item_stay_where_they_were() {
    let layout = Layout::default().separate_blocks(false).separate_comments(false);
    let found = edited("a {\n  # keep\n}\n", |document| {
        document.set_layout(layout);
        let mut root = document.root();
        root.block("a", ()).expect("it exists").body().append_block("b", ())?;
        root.insert_attribute(Position::First, "first", 1)?;
        let mut a = root.block("a", ()).expect("it exists");
        let mut body = a.body();
        let mut b = body.block("b", ()).expect("it exists");
        b.set_leading_comments(["own"])?;
        assert_eq!(b.leading_comments(), ["# own"]);
        b.move_to(serde_hcl::edit::NodeId::default())
    });
    assert_eq!(found, "first = 1\na {\n  # keep\n}\n# own\nb {\n}\n");
}

#[test]
fn an_item_that_was_added_to_a_file_is_removed_from_it_with_nothing_else() {
    for text in [
        "# keep\n",
        "a = 1\n\n# keep\n",
        "b {\n  a = 1\n  # keep\n}\n",
        "b { # open\n  /* keep\n  me */\n}\n",
        "b {\r\n  # keep\r\n}\r\n",
        "b {\n  c {\n  }\n  # keep\n}\nd {\n}\n# end\n",
        "a = 1 # one\n",
    ] {
        let has_block = text.starts_with("b {");
        let change = |text: &str, edit: fn(serde_hcl::edit::BodyMut<'_>) -> serde_hcl::Result<()>| {
            edited(text, |document| match has_block {
                true => edit(document.block("b", ()).expect("it exists").into_body()),
                false => edit(document.root()),
            })
        };
        let added = change(text, |mut body| body.set("zz", 1));
        assert_eq!(change(&added, |mut body| body.remove("zz").map(drop)), text, "{added}");
        let added = change(text, |mut body| body.append_block("zz", ()).map(drop));
        let remove =
            |mut body: serde_hcl::edit::BodyMut<'_>| body.block("zz", ()).expect("it exists").remove();
        assert_eq!(change(&added, remove), text, "{added}");
    }
}
