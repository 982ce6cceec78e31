//! Several changes at once.

use serde_hcl::edit::{Document, NodeId, Position};

use super::{edited, refused};

#[test]
fn a_batch_reads_its_own_changes() {
    let found = edited("a = 1\n", |document| {
        document.edit(|document| {
            document.root().append_block("b", ["x"])?;
            document.block("b", ["x"]).expect("it was inserted").set("n", 1)?;
            document.root().rename("a", "c")
        })
    });
    assert_eq!(found, "c = 1\n\nb \"x\" {\n  n = 1\n}\n");
}

#[test]
fn a_batch_that_fails_changes_nothing() {
    refused("a = 1\n", |document| {
        document.edit(|document| {
            document.root().set("a", 2)?;
            document.root().append_raw("a = 3\n")
        })
    });
}

#[test]
fn a_document_is_printed_as_it_was_read() {
    for text in
        ["", "\u{feff}", "\u{feff}a = 1", "a=1\r\n\r\n\tb {\r\n}   \r\n  ", "# only\n/* a\r\ncomment */"]
    {
        let document: Document = text.parse().expect("it is valid");
        assert_eq!(document.to_string(), text);
    }
    assert!("a = ".parse::<Document>().is_err());
}

#[test]
fn identities_stay_valid_while_other_parts_change() {
    let mut document: Document =
        "a = [1, 2, { k = 3 }] # a\nb {\n  # x\n  x = 1\n}\n".parse().expect("it is valid");
    let mut root = document.root();
    let mut a = root.value("a").expect("it exists");
    let ids: Vec<_> = (0..3).map(|index| a.get(index).expect("it exists").id()).collect();
    let x = document.block("b", ()).expect("it exists").body().attribute("x").expect("it exists").id();
    document.attribute_at(x).expect("it exists").move_to(NodeId::default()).expect("it is moved");
    assert!(document.root().value("a").expect("it exists").remove(0).expect("it is removed"));
    document.value_at(ids[2]).expect("it exists").insert("l", 4).expect("it is set");
    document.value_at(ids[1]).expect("it exists").set("two").expect("it is set");
    document.attribute_at(x).expect("it exists").set(5).expect("it is set");
    assert!(document.value_at(ids[0]).is_none(), "it was removed");
    assert_eq!(document.to_string(), "a = [\"two\", { k = 3, l = 4 }] # a\n# x\nx = 5\nb {\n}\n");
    // A new element does not get the identity of the old one.
    document.root().value("a").expect("it exists").push(0).expect("it is added");
    assert!(document.value_at(ids[0]).is_none());
    document.root().value("a").expect("it exists").set(0).expect("it is set");
    assert!(document.value_at(ids[1]).is_none(), "it was in the old value");
}

#[test]
fn all_parts_change_with_the_byte_order_mark_in_place() {
    let found = edited("\u{feff}a = 1\nb {\n  c = 2\n}\n", |document| {
        document.root().set("a", [1])?;
        document.root().value("a").expect("it exists").push(2)?;
        document.root().insert_attribute(Position::First, "first", 0)?;
        document.block("b", ()).expect("it exists").set("d", 3)?;
        document.root().remove("a").map(drop)
    });
    assert_eq!(found, "\u{feff}first = 0\nb {\n  c = 2\n  d = 3\n}\n");
}

/// The end of a heredoc is a line of its own, so an element that ends in one is in parentheses.
#[test]
fn an_element_can_end_in_a_heredoc() {
    type Change = fn(&mut Document, serde_hcl::Expression) -> serde_hcl::Result<()>;
    let heredoc = || serde_hcl::parse_expression("<<E\nx\nE\n").into_result().expect("it is valid");
    let table: [(&str, &str, Change); 4] = [
        ("a = [1, 2]\n", "a = [(<<E\nx\nE\n), 2]\n", |document, new| {
            document.value("a").expect("it exists").get(0).expect("it exists").set(new)
        }),
        ("a = { k = 1 }\n", "a = { k = (<<E\nx\nE\n) }\n", |document, new| {
            let mut value = document.value("a").expect("it exists");
            value.get("k").expect("it exists").set(new)
        }),
        ("a = [1]\n", "a = [1, (<<E\nx\nE\n)]\n", |document, new| {
            document.value("a").expect("it exists").push(new)
        }),
        ("a = { k = 1 }\n", "a = { k = 1, l = (<<E\nx\nE\n) }\n", |document, new| {
            document.value("a").expect("it exists").insert("l", new).map(drop)
        }),
    ];
    for (text, expected, change) in table {
        let mut document: Document = text.parse().expect("it is valid");
        let changed = change(&mut document, heredoc()).map(|()| document.to_string());
        assert_eq!(changed.map_err(|error| error.to_string()), Ok(expected.to_owned()), "{text}");
    }
}

/// The lines of the source are not aligned. If the text is read after the removal, it has one line
/// only, which is aligned with the next one that is added.
#[test]
fn lines_become_aligned_when_the_text_is_read_in_between() {
    for (is_read, expected) in [(false, "a = 1\nnew = 3\n"), (true, "a   = 1\nnew = 3\n")] {
        let found = edited("a = 1\nlong = 2\n", |document| {
            document.root().remove("long")?;
            if is_read {
                assert_eq!(document.to_string(), "a = 1\n");
            }
            document.root().set("new", 3)
        });
        assert_eq!(found, expected);
    }
}
