//! Documents of other formats.

use std::ops::Range;
use std::rc::Rc;

use serde_hcl::{Diagnostic, Span, diag::Category};

/// A value of a document.
#[derive(Clone)]
pub struct Node {
    pub span: Range<usize>,
    pub content: Content,
}

#[derive(Clone)]
pub enum Content {
    /// A null, a bool or a number, as JSON writes it.
    Plain(String),
    Text(String),
    Sequence(Vec<Node>),
    Mapping(Vec<Entry>),
    /// The same value as another one.
    Alias(Rc<Node>),
}

#[derive(Clone)]
pub struct Entry {
    pub key: Key,
    pub value: Node,
}

#[derive(Clone)]
pub enum Key {
    Text(String, Range<usize>),
    /// The value has further entries, except for those with the keys of other entries.
    Merge,
}

/// The part of a document that is read, or an error.
pub type Parsed = std::result::Result<Node, Diagnostic>;

/// Returns an error at a place of a document.
pub fn problem(summary: String, detail: String, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Category::Syntax, summary, detail).at(Span::new(span.start as u32, span.end as u32))
}
