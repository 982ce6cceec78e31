//! Several changes at once.

use serde_hcl::edit::Document;

use super::{edited, refused};

#[test]
fn a_batch_reads_its_own_changes() {
    let found = edited("a = 1\n", |document| {
        document.edit(|document| {
            document.root().append_block("b", &["x"])?;
            document.block(["b", "x"]).expect("it was inserted").set("n", 1)?;
            document.root().rename("a", "c").map(|renamed| assert!(renamed))
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
