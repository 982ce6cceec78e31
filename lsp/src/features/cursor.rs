//! The surroundings of an offset: the brackets, blocks, strings and calls that are open.

use serde_hcl::Span;

/// The kind of a part of the text that is open at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The value of a JSON document.
    Document,
    /// A body of native syntax: of the file, or of a block.
    Body,
    /// An object, in native syntax and in JSON.
    Object,
    Tuple,
    /// The brackets of an index or of a splat.
    Index,
    /// Parentheses: of a call, or around an expression.
    Paren,
    /// `${` or `%{`.
    Template,
    Quote,
    Heredoc,
}

/// The part of a `for` expression in which an offset is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForPart {
    Names,
    Collection,
    Result,
}

/// A name of an item of a body or of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// A name that a `for` expression or directive binds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'t> {
    pub(crate) name: &'t str,
    /// Whether it has the keys, and another name the values.
    pub(crate) is_key: bool,
    /// The expression with the collection, once it is complete.
    pub(crate) collection: &'t str,
}

/// A part of the text that is open.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'t> {
    pub(crate) kind: Kind,
    /// The index of the first token in it.
    pub(super) first: usize,
    /// The type and the labels of the block of a body.
    pub(crate) block: Vec<Name<'t>>,
    /// The type and the labels of a block whose body has not begun, or the name of an attribute.
    pub(crate) header: Vec<Name<'t>>,
    /// Whether the value of the attribute, of the key or of the call has begun.
    pub(crate) in_value: bool,
    /// The name of the function of a call.
    pub(crate) function: Option<&'t str>,
    /// The number of separators before the offset.
    pub(crate) commas: usize,
    pub(crate) for_part: Option<ForPart>,
    /// The names that `for` binds; in a template, those of its directives, which end in the
    /// reverse order.
    pub(crate) bound: Vec<Bound<'t>>,
    /// The offset of the collection of `for`.
    pub(super) collection: u32,
    /// The numbers of names that are bound before each open `%{for}` of a template.
    pub(super) directives: Vec<usize>,
    /// The names of the items.
    pub(crate) items: Vec<Name<'t>>,
}

impl<'t> Frame<'t> {
    pub(super) fn new(kind: Kind, first: usize) -> Self {
        Self {
            kind,
            first,
            block: Vec::new(),
            header: Vec::new(),
            in_value: false,
            function: None,
            commas: 0,
            for_part: None,
            bound: Vec::new(),
            collection: 0,
            directives: Vec::new(),
            items: Vec::new(),
        }
    }

    /// Returns the name of the attribute or the key whose value is open.
    pub(crate) fn name(&self) -> Option<&'t str> {
        self.header.first().filter(|_| self.in_value).map(|name| name.text)
    }

    /// Completes the collection of `for`, which ends at an offset of the text.
    pub(super) fn end_collection(&mut self, text: &'t str, end: u32) {
        let collection = text.get(self.collection as usize..end as usize).unwrap_or_default();
        self.bound.iter_mut().for_each(|bound| bound.collection = collection);
    }

    pub(super) fn end_item(&mut self) {
        self.header.clear();
        self.in_value = false;
    }
}

/// A step of a traversal before an offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step<'t> {
    Name(&'t str),
    /// An index or a splat, with its text.
    Index(&'t str),
}

/// The surroundings of an offset.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    pub(crate) frames: Vec<Frame<'t>>,
    /// The word at the offset, or the text of a string before it.
    pub(crate) word: Span,
    /// The part of the word before the offset.
    pub(crate) typed: &'t str,
    /// The steps of the traversal that the word continues; `None` if the word is after an operand
    /// without a name.
    pub(crate) steps: Option<Vec<Step<'t>>>,
    /// Whether an operand is before the word, so that only an operator can follow.
    pub(crate) is_after_operand: bool,
    /// Whether nothing is before the word in the innermost part.
    pub(crate) is_first: bool,
    /// Whether nothing can be completed: in a comment, a number or a heredoc.
    pub(crate) is_literal: bool,
    /// The items of the innermost body or object, also those after the offset.
    pub(crate) items: Vec<Name<'t>>,
}

impl<'t> Cursor<'t> {
    pub(crate) fn top(&self) -> Kind {
        self.frames.last().map_or(Kind::Document, |frame| frame.kind)
    }

    /// Returns the innermost call: the name of its function, and the index of the argument.
    pub(crate) fn call(&self) -> Option<(&'t str, usize)> {
        let calls = self.frames.iter().rev().filter_map(|frame| Some((frame.function?, frame.commas)));
        calls.take(1).next()
    }

    /// Returns the names that the `for` expressions and directives around bind, outer ones first.
    pub(crate) fn bound(&self) -> impl Iterator<Item = Bound<'t>> {
        let frames = self.frames.iter().filter(|frame| {
            frame.for_part == Some(ForPart::Result) || matches!(frame.kind, Kind::Quote | Kind::Heredoc)
        });
        frames.flat_map(|frame| frame.bound.iter().copied())
    }
}
