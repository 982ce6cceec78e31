//! Several changes at once.

use serde_hcl::edit::{Document, Path, Site};

use super::{edited, refused};

#[test]
fn a_batch_reads_its_own_changes() {
    let found = edited("a = 1\n", |document| {
        document.edit(|document| {
            document.root().append_block("b", ["x"])?;
            document.block(["b", "x"]).expect("it was inserted").set("n", 1)?;
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

/// Returns the places of the elements of an attribute of the file.
fn elements(document: &mut Document, name: &str) -> Vec<Site> {
    let mut value = document.root().into_value(name).expect("it exists");
    let count = value.len().expect("it is a tuple or an object");
    (0..count).filter_map(|index| Some(value.get(index)?.site())).collect()
}

#[test]
fn many_places_change_in_one_step() {
    let text = "a = [1, 2, { k = 3 }] # a\nb {\n  # x\n  x = 1\n}\nb {\n}\n";
    let found = edited(text, |document| {
        let elements = elements(document, "a");
        let x = document.block(["b"]).expect("it exists").body().attribute("x").expect("it exists").site();
        document.edit_many(|edits| {
            edits.set(&elements[0], "one")?;
            edits.remove(&elements[1]);
            edits.insert(&elements[2], "l", 4)?;
            edits.remove(&x);
            edits.insert_attribute(&Path::default().child(2), "y", 2)
        })
    });
    assert_eq!(found, "a = [\"one\", { k = 3, l = 4 }] # a\nb {\n}\nb {\n  y = 2\n}\n");
}

#[test]
fn changes_of_one_place_do_not_collide() {
    let found = edited("a = [[1, 2], 3]\n", |document| {
        let all = elements(document, "a");
        let whole = document.root().attribute("a").expect("it exists").site();
        let mut value = document.root().into_value("a").expect("it exists");
        let inner = value.get(0).expect("it exists").get(1).expect("it exists").site();
        document.edit_many(|edits| {
            edits.set(&inner, 5)?;
            edits.set(&all[0], 4)?;
            edits.set(&all[0], 6)?;
            edits.remove(&inner);
            edits.remove(&all[1]);
            edits.remove(&all[1]);
            edits.insert(&whole, "k", 1).expect_err("it is a tuple");
            Ok(())
        })
    });
    assert_eq!(found, "a = [4]\n");
    let found = edited("a = [[1, 2], 3]\nb = 1\n", |document| {
        let all = elements(document, "a");
        let whole = document.root().attribute("a").expect("it exists").site();
        document.edit_many(|edits| {
            edits.set(&whole, [0])?;
            all.iter().for_each(|site| edits.remove(site));
            edits.remove(&document_end());
            Ok(())
        })
    });
    assert_eq!(found, "a = []\nb = 1\n");
    for (first, second, expected) in [
        ("1\n", "2\n", "# c\na = <<EOT\n1\nEOT\nb = 2\n"),
        ("1\n", "2", "# c\na = <<EOT\n1\nEOT\nb = 2\n"),
        ("1", "2\n", "a = \"1\" # c\nb = 2\n"),
    ] {
        let found = edited("a = 1 # c\nb = 2\n", |document| {
            let a = document.root().attribute("a").expect("it exists").site();
            document.edit_many(|edits| {
                edits.set(&a, first)?;
                edits.set(&a, second)
            })
        });
        assert_eq!(found, expected, "{first:?} and {second:?}");
    }
}

/// A place that does not exist.
fn document_end() -> Site {
    let mut other: Document = "a = 1\nb = 2\nc = 3\n".parse().expect("it is valid");
    other.root().attribute("c").expect("it exists").site()
}

#[test]
fn one_step_that_fails_changes_nothing() {
    let text = "a = 1\nb {\n}\n";
    let add = |name: &'static str| {
        refused(text, |document| {
            let a = document.root().attribute("a").expect("it exists").site();
            document.edit_many(|edits| {
                edits.set(&a, 2)?;
                edits.insert_attribute(&Path::default(), name, 1)
            })
        })
    };
    assert_eq!(
        add("a"),
        "Repeated entry: The body has an attribute \"a\" already. Choose another name, or set its value."
    );
    assert_eq!(
        add("b"),
        "Repeated entry: The body has blocks of the type \"b\" already. Choose another name for the attribute."
    );
    assert!(add("1").contains("\"1\" cannot be the name"));
    let error = refused(text, |document| document.edit_many(|edits| edits.set(&document_end(), 1)));
    assert_eq!(error, "Unsuitable value: There is no such value or body in the document.");
    refused(text, |document| {
        document.edit_many(|edits| {
            edits.insert_attribute(&Path::default(), "c", 1)?;
            edits.insert_attribute(&Path::default(), "c", 2)
        })
    });
}

/// The end of a heredoc is a line of its own, so an element that ends in one is in parentheses.
#[test]
fn an_element_can_end_in_a_heredoc() {
    type Change = fn(&mut Document, serde_hcl::Expression) -> serde_hcl::Result<()>;
    let heredoc = || serde_hcl::parse_expression("<<E\nx\nE\n").into_result().expect("it is valid");
    let table: [(&str, &str, Change); 6] = [
        ("a = [1, 2]\n", "a = [(<<E\nx\nE\n), 2]\n", |document, new| {
            document.root().into_value("a").expect("it exists").get(0).expect("it exists").set(new)
        }),
        ("a = [1, 2]\n", "a = [(<<E\nx\nE\n), 2]\n", |document, new| {
            let site = elements(document, "a").remove(0);
            document.edit_many(|edits| edits.set(&site, new))
        }),
        ("a = { k = 1 }\n", "a = { k = (<<E\nx\nE\n) }\n", |document, new| {
            let mut value = document.root().into_value("a").expect("it exists");
            let site = value.get("k").expect("it exists").site();
            document.edit_many(|edits| edits.set(&site, new))
        }),
        ("a = [1]\n", "a = [1, (<<E\nx\nE\n)]\n", |document, new| {
            document.root().into_value("a").expect("it exists").push(new)
        }),
        ("a = { k = 1 }\n", "a = { k = 1, l = (<<E\nx\nE\n) }\n", |document, new| {
            document.root().into_value("a").expect("it exists").insert("l", new).map(drop)
        }),
        ("a = { k = 1 }\n", "a = { k = 1, l = (<<E\nx\nE\n) }\n", |document, new| {
            let whole = document.root().attribute("a").expect("it exists").site();
            document.edit_many(|edits| edits.insert(&whole, "l", new))
        }),
    ];
    for (text, expected, change) in table {
        let mut document: Document = text.parse().expect("it is valid");
        let changed = change(&mut document, heredoc()).map(|()| document.to_string());
        assert_eq!(changed.map_err(|error| error.to_string()), Ok(expected.to_owned()), "{text}");
    }
}
