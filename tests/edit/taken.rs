//! Taking items, moving them, and inserting them elsewhere.

use serde_hcl::edit::{Document, Item, NodeId, Position};

use super::{edited, refused};

/// Returns the texts of two documents after the item of an index moved from the first to the end of
/// the second.
fn passed(from: &str, index: usize, to: &str) -> (String, String) {
    let mut from: Document = from.parse().expect("it is valid");
    let mut to: Document = to.parse().expect("it is valid");
    let name = from.ast().attributes().next().map(|it| it.name().to_owned());
    let item = match from.root().block_at(index) {
        Some(block) => block.take(),
        None => from.root().attribute(&name.expect("it is an attribute")).expect("it exists").take(),
    };
    to.root().insert(Position::Last, item.expect("it is taken")).expect("it is inserted");
    (from.to_string(), to.to_string())
}

#[test]
fn an_item_gets_the_layout_of_the_other_document_and_keeps_its_content() {
    let block = "x = 1\n\n# Lead.\nb \"l\" { # open\n  n   = 1 # one\n  h = <<-E\n    text\n  E\n} # close\n\ny = 2\n";
    let rest = "x = 1\n\ny = 2\n";
    let same = "# Lead.\nb \"l\" { # open\n  n = 1 # one\n  h = <<-E\n    text\n  E\n} # close\n";
    assert_eq!(passed(block, 1, ""), (rest.to_owned(), same.to_owned()));
    let tabs = "a {\n\tc = 1\n}\n";
    let with_tabs = "# Lead.\nb \"l\" { # open\n\tn = 1  # one\n\th = <<-E\n    text\n  E\n} # close\n";
    assert_eq!(passed(block, 1, tabs), (rest.to_owned(), format!("{tabs}\n{with_tabs}")));
    let heredoc = "a = <<E\n  text\nE\n";
    assert_eq!(passed(heredoc, 0, "b = 1\r\n").1, "b = 1\r\na = <<E\r\n  text\nE\r\n");
    assert_eq!(passed("a {\r\n  b = 1\r\n}\r\n", 0, "c = 1\n").1, "c = 1\n\na {\n  b = 1\n}\n");
    assert_eq!(passed("a = 1", 0, "b = 1"), (String::new(), "b = 1\na = 1\n".to_owned()));
}

#[test]
fn an_item_is_parsed_from_text() {
    let insert = |text: &str, item: &str| {
        edited(text, |document| document.root().insert(Position::First, item.parse::<Item>()?))
    };
    assert_eq!(insert("b = 1\n", "# one\na=1 # two"), "# one\na = 1 # two\nb = 1\n");
    assert_eq!(insert("b {\n\tc = 1\n}\n", "a {\n  b = 1\n}\n"), "a {\n\tb = 1\n}\n\nb {\n\tc = 1\n}\n");
    for (text, expected) in [
        ("", "The text has 0 attributes and blocks. An item is exactly one."),
        ("a = 1\nb = 2\n", "The text has 2 attributes and blocks. An item is exactly one."),
    ] {
        let error = text.parse::<Item>().expect_err("it is not one item");
        assert_eq!(error.to_string(), format!("Unsuitable value: {expected}"));
    }
    assert!("a = ".parse::<Item>().is_err());
}

#[test]
fn an_item_is_not_inserted_beside_one_of_its_name() {
    let text = "a = 1\nb {\n}\n";
    for (item, expected) in [
        ("a = 2", "The body has an attribute \"a\" already. Choose another name, or set its value."),
        ("b = 2", "The body has blocks of the type \"b\" already. Choose another name for the attribute."),
        ("a {}", "The body has an attribute \"a\" already. Choose another type for the block."),
    ] {
        let error = refused(text, |it| it.root().insert(Position::Last, item.parse::<Item>()?));
        assert_eq!(error, format!("Repeated entry: {expected}"));
    }
    let error = refused(text, |it| it.root().insert(Position::After(2), "c = 1".parse::<Item>()?));
    assert_eq!(error, "Unsuitable value: There is no item 2: the body has 2 attributes and blocks.");
}

#[test]
fn items_move_before_and_after_others() {
    let text = "# one\na = 1 # a\nb = 2\n\n# two\nc {\n  d = 3\n}\n\ne {\n}\n";
    type Move = fn(&mut Document) -> serde_hcl::Result<()>;
    let cases: [(Move, &str); 6] = [
        (
            |it| {
                let b = it.root().attribute("b").expect("it exists").id();
                it.root().attribute("a").expect("it exists").move_after(b)
            },
            "b = 2\n# one\na = 1 # a\n\n# two\nc {\n  d = 3\n}\n\ne {\n}\n",
        ),
        (
            |it| {
                let c = it.block("c", ()).expect("it exists").id();
                it.block("e", ()).expect("it exists").move_before(c)
            },
            "# one\na = 1 # a\nb = 2\n\ne {\n}\n\n# two\nc {\n  d = 3\n}\n",
        ),
        (
            |it| {
                let c = it.block("c", ()).expect("it exists").id();
                it.block("e", ()).expect("it exists").move_after(c)
            },
            text,
        ),
        (
            |it| {
                let own = it.block("c", ()).expect("it exists").id();
                it.block("c", ()).expect("it exists").move_before(own)
            },
            text,
        ),
        (
            |it| {
                let mut c = it.block("c", ()).expect("it exists");
                let d = c.body().attribute("d").expect("it exists").id();
                it.root().attribute("a").expect("it exists").move_before(d)
            },
            "b = 2\n\n# two\nc {\n  # one\n  a = 1 # a\n  d = 3\n}\n\ne {\n}\n",
        ),
        (
            |it| {
                let mut c = it.block("c", ()).expect("it exists");
                c.body().attribute("d").expect("it exists").move_to(NodeId::default())
            },
            "# one\na = 1 # a\nb = 2\nd = 3\n\n# two\nc {\n}\n\ne {\n}\n",
        ),
    ];
    for (number, (edit, expected)) in cases.into_iter().enumerate() {
        assert_eq!(edited(text, edit), expected, "{number}");
    }
    let error = refused("a = [1]\nb {\n}\n", |document| {
        let mut a = document.value("a").expect("it exists");
        let element = a.get(0).expect("it exists").id();
        document.block("b", ()).expect("it exists").move_before(element)
    });
    assert_eq!(error, "Unsuitable value: There is no attribute or block with this identity.");
}

#[test]
fn a_new_attribute_comes_before_the_blocks_at_the_end() {
    for (text, expected) in [
        ("a = 1\nb {\n}\n", "a = 1\nc = 2\nb {\n}\n"),
        ("a = 1\n\n# Lead.\nb {\n}\n", "a = 1\nc = 2\n\n# Lead.\nb {\n}\n"),
        ("# Lead.\nb {\n}\n", "c = 2\n\n# Lead.\nb {\n}\n"),
        ("b {\n}\n\na = 1\n", "b {\n}\n\na = 1\nc = 2\n"),
        ("a = 1\n\n# End.\n", "a = 1\n\n# End.\n\nc = 2\n"),
    ] {
        assert_eq!(edited(text, |document| document.root().set("c", 2)), expected, "{text:?}");
    }
}
