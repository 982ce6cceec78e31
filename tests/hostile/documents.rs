//! The memory of documents, and of changes of them.

use serde_hcl::edit::Document;

use crate::work::{Memory, is_full, measure_memory};

fn text(bytes: usize) -> String {
    let block = |n| {
        format!(
            "resource \"kind\" \"name_{n}\" {{\n  name  = \"resource {n}\"\n  count = {n}\n\n  tags = {{\n    \
             Team = \"web\" # kept\n  }}\n}}\n\n"
        )
    };
    (0..).map(block).take(bytes / block(1_000).len()).collect()
}

/// Returns a document, and the memory that it holds.
fn document(text: &str) -> (Document, u64) {
    let mut document = None;
    let memory = measure_memory(|| document = text.parse().ok());
    (document.expect("the text is valid"), memory.retained)
}

fn set(document: &mut Document, index: usize) {
    let id = document.root().ids()[index];
    document.block_at(id).expect("it is a block").set("count", 7).expect("it is set");
}

#[test]
fn a_document_holds_at_most_three_times_its_text() {
    let text = text(if is_full() { 10_000_000 } else { 1_000_000 });
    let (mut document, parsed) = document(&text);
    let changed = measure_memory(|| {
        let mut block = document.block("resource", ["kind", "name_7"]).expect("it exists");
        block.set("count", 8).expect("it is set");
        document.root().set("new", 1).expect("it is set");
        assert!(document.to_string().contains("new = 1"));
        // The next change drops the text before the last one.
        document.root().set("new", 2).expect("it is set");
    });
    let length = text.len() as u64;
    assert!(parsed < 2 * length && parsed + changed.retained < 3 * length, "{length} {parsed} {changed:?}");
}

#[test]
fn a_document_of_short_items_holds_at_most_three_times_its_text() {
    let count = if is_full() { 800_000 } else { 80_000 };
    let text: String = (0..count).map(|n| format!("a{n:06} = 1\n")).collect();
    let (_, parsed) = document(&text);
    assert!(parsed < 3 * text.len() as u64, "{} {parsed}", text.len());
}

#[test]
fn a_document_of_which_all_blocks_are_changed_holds_at_most_four_times_its_text() {
    let text = text(if is_full() { 10_000_000 } else { 1_000_000 });
    let (mut document, parsed) = document(&text);
    let changed = measure_memory(|| {
        for id in document.root().ids() {
            document.block_at(id).expect("it is a block").set("count", 7).expect("it is set");
        }
        assert!(document.to_string().contains("count = 7"));
        document.root().set("new", 1).expect("it is set");
    });
    let length = text.len() as u64;
    assert!(parsed + changed.retained < 4 * length, "{length} {parsed} {changed:?}");
}

#[test]
fn a_change_of_a_large_document_takes_as_much_memory_as_that_of_a_small_one() {
    let [small, large] = [1_000, 1_000_000].map(|bytes| {
        let (mut document, _) = document(&text(bytes));
        let ids = measure_memory(|| drop(document.root().ids())).allocated;
        let Memory { allocated, .. } = measure_memory(|| set(&mut document, 3));
        allocated - ids
    });
    assert!(large <= small + 100, "{small} {large}");
}
