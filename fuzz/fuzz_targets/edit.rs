//! Any valid text through a series of edits: it stays valid, a failed edit changes nothing, a
//! formatted text stays formatted, and comments outside of removed items stay. An item that is
//! added and removed takes no comments with it, and a value that is set is that of a document that
//! is parsed again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_hcl::edit::{Document, NodeId, Position};

fuzz_target!(|input: (&str, Vec<(u8, u8, &str)>)| {
    let (text, edits) = input;
    let Ok(mut document) = text.parse::<Document>() else { return };
    assert_eq!(document.to_string(), text);
    for (kind, at, text) in edits.into_iter().take(8) {
        let before = document.to_string();
        let comments = document.file().comments().len();
        let is_formatted = serde_hcl::format(&before) == before;
        let outcome = edit(&mut document, kind, at, text);
        let after = document.to_string();
        if outcome.is_err() {
            assert_eq!(after, before);
        }
        let file = serde_hcl::parse_file(after.as_str()).into_result().expect("it is still valid");
        assert_eq!(file.comments().len(), document.file().comments().len());
        if outcome == Ok(true) {
            assert!(document.file().comments().len() >= comments, "{before:?} {after:?}");
        }
        // The formatter joins a number and the point after it, and heredocs mislead its
        // indentation.
        if is_formatted && !before.contains(['.', '\t']) && !before.contains("<<") && !after.contains(['.', '\t']) && !after.contains("<<") {
            assert_eq!(serde_hcl::format(&after), after, "{before:?}");
        }
    }
});

/// Applies an edit of a kind. Returns whether it keeps all comments.
fn edit(document: &mut Document, kind: u8, at: u8, text: &str) -> Result<bool, ()> {
    let id = body_of(document, at);
    let before = document.to_string();
    let mut body = document.body_at(id).expect("there is a body");
    let count = body.ast().items().len();
    let index = usize::from(at) % count.max(1);
    let name = body.ast().attributes().nth(index).map(|attribute| attribute.name().to_owned());
    let label = [text];
    let keeps = match kind % 14 {
        0 => body.set("fuzz", text).map(|()| false),
        1 => body.append_block("fuzz", label).map(|_| true),
        2 if count > 0 => body.insert_block(Position::Before(index), "fuzz", label).map(|_| true),
        3 if count > 0 => body.insert_attribute(Position::After(index), "fuzz", text).map(|()| true),
        4 => body.append_raw(text).map(|()| true),
        5 => body.append_comment(text).map(|()| true),
        6 => body.remove(name.as_deref().unwrap_or_default()).map(|_| false),
        7 => body.rename(name.as_deref().unwrap_or_default(), text).map(|_| true),
        8 => match body.block_at(index) {
            Some(mut block) => block.set_labels([text, "two"]).map(|()| true),
            None => Ok(true),
        },
        9 => match name.and_then(|name| body.value(&name)) {
            Some(mut value) if at % 2 == 0 => value.insert(text, 1).map(|()| false),
            Some(mut value) => value.insert(index, 1).map(|()| true),
            None => Ok(true),
        },
        12 => {
            let position = if at % 2 == 0 || count == 0 { Position::Last } else { Position::Before(index) };
            let added = body.insert_attribute(position, "added", text);
            added.and_then(|()| body.remove("added")).map(|_| true)
        }
        13 => match name {
            Some(name) => {
                let number = usize::from(at) * 7;
                body.set(&name, number).expect("it exists");
                let mut anew: Document = before.parse().expect("it was valid");
                let id = body_of(&mut anew, at);
                anew.body_at(id).expect("there is a body").set(&name, number).expect("it exists");
                assert_eq!(document.to_string(), anew.to_string(), "{before:?}");
                Ok(false)
            }
            None => Ok(true),
        },
        10 => match serde_hcl::parse_expression(text).into_result() {
            Ok(expression) => body.set("fuzz", expression).map(|()| false),
            Err(error) => Err(error),
        },
        _ => match body.block_at(index) {
            Some(block) => block.move_to(NodeId::default()).map(|()| true),
            None => body.clear().map(|()| false),
        },
    };
    keeps.map_err(drop)
}

/// Returns one of the bodies.
fn body_of(document: &mut Document, at: u8) -> NodeId {
    let mut found = NodeId::default();
    for level in 0..at % 4 {
        let mut blocks = document.body_at(found).expect("it is a body").ids();
        blocks.retain(|id| document.block_at(*id).is_some());
        let Some(block) = blocks.get(usize::from(at >> level) % blocks.len().max(1)) else { break };
        found = *block;
    }
    found
}
