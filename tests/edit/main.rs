//! Editing documents: operations, layout, comments, and the invariants that hold for all of them.

mod batch;
mod comments;
mod entries;
mod expr;
mod items;
mod layout;
mod long;
mod move_to;
mod programs;
mod properties;
mod rename;
mod rewrite;
mod set;
mod taken;
mod update;
mod update_properties;
mod values;

use serde_hcl::edit::{Document, NodeId};

/// Returns the text of a document after an edit that succeeds.
fn edited(text: &str, edit: impl FnOnce(&mut Document) -> serde_hcl::Result<()>) -> String {
    let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    edit(&mut document).unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    document.to_string()
}

/// Returns the error of an edit, after which the text is as it was.
fn refused<T>(text: &str, edit: impl FnOnce(&mut Document) -> serde_hcl::Result<T>) -> String {
    let mut document: Document = text.parse().expect("the text is valid");
    let error = edit(&mut document).err().unwrap_or_else(|| panic!("{text:?} was changed to {document}"));
    assert_eq!(document.to_string(), text, "an error changes nothing");
    error.to_string()
}

/// Returns the attribute or block to which the indexes of items lead.
fn at(document: &mut Document, indexes: &[usize]) -> NodeId {
    let child = |id, index: &usize| document.body_at(id).expect("it is a body").ids()[*index];
    indexes.iter().fold(NodeId::default(), child)
}
