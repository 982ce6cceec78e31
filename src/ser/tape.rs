//! The tape: a serialized value before it is written in a syntax.

use std::fmt::{Display, Write as _};
use std::iter::once;

use crate::body::Expression;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::value::is_identifier;

/// The maximum depth of values. Written text has to be readable again.
const MAX_DEPTH: u32 = Limits::DEFAULT.depth;

/// A value with all its parts, flat: a container is one token, followed by its content.
///
/// All text is in one buffer, so the number of allocations does not depend on the content.
#[derive(Debug)]
pub struct Tape {
    tokens: Vec<Token>,
    text: String,
    expressions: Vec<Expression>,
    /// Whether structs are blocks if possible.
    structs_are_blocks: bool,
    /// Whether it is written as HCL JSON.
    is_json: bool,
    /// Whether it has blocks.
    has_blocks: bool,
}

/// A range of the text of a tape.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TextRange {
    start: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    /// Its key, if it is in an object.
    key: TextRange,
    kind: TokenKind,
    /// The number of tokens that are in it.
    length: usize,
    /// Whether the keys in it are labels or names in HCL JSON, not templates.
    has_literal_keys: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TokenKind {
    /// Nothing: left out of a body, null elsewhere.
    Absent,
    /// Nothing, as the value of a field that is written as blocks.
    NoBlocks,
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(TextRange),
    String(TextRange),
    /// The index of a captured expression.
    Expression(usize),
    Tuple,
    /// A tuple that is not written as blocks.
    List,
    Map,
    Struct,
    /// A struct that is a block in a body, and an object in a value.
    StructBlock,
    /// An enum variant with content: an object with one entry.
    Variant,
    /// An enum variant without content, as a string.
    VariantName(TextRange),
    /// An enum variant without content, as a block with the name as its label and an empty body.
    VariantBlock(TextRange),
    /// A block whose type is not known yet: its labels, then its entries.
    Block,
    /// The items of a body in their order; names may repeat.
    Body,
    Label(TextRange),
}

impl Tape {
    /// Creates a tape with capacity for a small value. Its structs can be blocks if possible.
    pub(super) fn new(structs_are_blocks: bool) -> Self {
        let (tokens, text) = (Vec::with_capacity(128), String::with_capacity(1024));
        Self { tokens, text, expressions: Vec::new(), structs_are_blocks, is_json: false, has_blocks: false }
    }

    /// Creates a tape of a value that is written as HCL JSON.
    pub(super) fn for_json() -> Self {
        Self { is_json: true, ..Self::new(false) }
    }

    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Returns whether a value may be or contain a block.
    pub(super) fn has_blocks(&self) -> bool {
        self.has_blocks
    }

    /// Removes the value of the tape.
    pub(super) fn clear(&mut self) {
        self.tokens.clear();
        self.text.clear();
        self.expressions.clear();
        self.has_blocks = false;
    }

    /// Returns the number of bytes of its text, plus this many for each token.
    pub(super) fn length(&self, around: usize) -> usize {
        self.text.len() + around * self.tokens.len()
    }

    /// Returns whether it has expressions, which are more than data.
    pub(super) fn has_expressions(&self) -> bool {
        !self.expressions.is_empty()
    }

    pub(super) fn push(&mut self, key: TextRange, kind: TokenKind) {
        self.has_blocks |= matches!(kind, TokenKind::Block | TokenKind::Body);
        self.tokens.push(Token { key, kind, length: 0, has_literal_keys: false });
    }

    pub(super) fn push_expression(&mut self, key: TextRange, expression: Expression) {
        self.push(key, TokenKind::Expression(self.expressions.len()));
        self.expressions.push(expression);
    }

    pub(super) fn expression(&self, index: usize) -> &Expression {
        &self.expressions[index]
    }

    /// Returns the position of the next token.
    pub(super) fn end(&self) -> usize {
        self.tokens.len()
    }

    #[inline]
    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens[at].kind
    }

    #[inline]
    pub(super) fn key(&self, at: usize) -> &str {
        self.text(self.tokens[at].key)
    }

    /// Returns whether the keys of an object are labels or names in HCL JSON, not templates.
    pub(super) fn has_literal_keys(&self, at: usize) -> bool {
        self.tokens[at].has_literal_keys
    }

    /// Sets the absent value of an entry of a map to null: all keys of a map are written.
    pub(super) fn keep_null(&mut self, at: usize) {
        if let TokenKind::Absent = self.kind(at) {
            self.tokens[at].kind = TokenKind::Null;
        }
    }

    /// Removes the tokens that were pushed from a position on.
    pub(super) fn truncate(&mut self, at: usize) {
        self.tokens.truncate(at);
    }

    /// Closes the container at a position, with the tokens since then as its content. If it is the
    /// content of an enum variant, that is closed too.
    pub(super) fn close(&mut self, at: usize) {
        self.tokens[at].length = self.end() - at - 1;
        if at > 0 && matches!(self.kind(at - 1), TokenKind::Variant) {
            self.tokens[at - 1].length = self.end() - at;
        }
    }

    /// Closes the enum variant at a position, whose content is the last value. A body would omit an
    /// absent value, and the variant with it.
    pub(super) fn close_variant(&mut self, at: usize) -> Result<()> {
        match self.kind(at + 1) {
            TokenKind::Absent => self.tokens[at + 1].kind = TokenKind::Null,
            TokenKind::NoBlocks => return Err(no_block()),
            _ => {}
        }
        self.close(at);
        Ok(())
    }

    /// Closes the object at a position. A map with fields is a struct with flattened fields, an
    /// object with the rest of a body is a body, and a struct with blocks is a block.
    #[inline]
    pub(super) fn close_object(&mut self, at: usize, is_struct: bool, is_body: bool, has_blocks: bool) {
        if is_struct && matches!(self.kind(at), TokenKind::Map) {
            self.tokens[at].kind = TokenKind::Struct;
        }
        if is_body {
            self.set_block(at, TokenKind::Body);
        } else if has_blocks {
            self.set_block(at, TokenKind::Block);
        } else if self.structs_are_blocks && matches!(self.kind(at), TokenKind::Struct) {
            self.set_block(at, TokenKind::StructBlock);
        }
        self.close(at);
    }

    /// Sets the kind of a token to one of a block.
    fn set_block(&mut self, at: usize, kind: TokenKind) {
        self.tokens[at].kind = kind;
        self.has_blocks = true;
    }

    /// Closes a block with labels at a position. It replaces the tokens up to `head`, the head of
    /// its body.
    pub(super) fn close_block(
        &mut self,
        at: usize,
        head: usize,
        labels: impl IntoIterator<Item = TextRange>,
    ) {
        let key = self.tokens[at].key;
        let kinds = labels.into_iter().map(TokenKind::Label);
        let kinds = once(TokenKind::Block).chain(kinds);
        self.has_blocks = true;
        self.tokens
            .splice(at..=head, kinds.map(|kind| Token { key, kind, length: 0, has_literal_keys: false }));
        self.close(at);
    }

    /// Adds text to the buffer.
    pub(super) fn add(&mut self, text: &str) -> TextRange {
        let start = self.text.len();
        self.text.push_str(text);
        TextRange { start, end: self.text.len() }
    }

    /// Adds the text form of something to the buffer.
    pub(super) fn add_display(&mut self, thing: impl Display) -> TextRange {
        let start = self.text.len();
        let _ = write!(self.text, "{thing}");
        TextRange { start, end: self.text.len() }
    }

    #[inline]
    pub(super) fn text(&self, text: TextRange) -> &str {
        &self.text[text.start..text.end]
    }

    /// Returns the position after the value at a position.
    #[inline]
    pub(super) fn after(&self, at: usize) -> usize {
        at + 1 + self.tokens[at].length
    }

    /// Returns the keys of the open container at a position with the positions of their values.
    /// Absent values are left out.
    pub(super) fn entries(&self, start: usize) -> impl Iterator<Item = (&str, usize)> + Clone {
        let values = self.values(start, self.end());
        values
            .filter(|at| !matches!(self.kind(*at), TokenKind::Absent | TokenKind::NoBlocks))
            .map(|at| (self.key(at), at))
    }

    /// Returns the positions of the values in the container at a position, up to its end.
    fn values(&self, at: usize, end: usize) -> impl Iterator<Item = usize> + Clone {
        let next = move |at: usize| (at < end).then_some(at);
        std::iter::successors(next(at + 1), move |at| next(self.after(*at)))
    }

    /// Returns the positions of the values in a container.
    fn inside(&self, at: usize) -> Vec<usize> {
        self.values(at, self.after(at)).collect()
    }

    /// Returns the labels of a value, in any number of sequences.
    pub(super) fn labels(&mut self, at: usize) -> Result<Vec<TextRange>> {
        let mut labels = Vec::new();
        for index in at..self.after(at) {
            match self.kind(index) {
                TokenKind::String(text) | TokenKind::VariantName(text) | TokenKind::Number(text) => {
                    labels.push(text);
                }
                TokenKind::Bool(value) => labels.push(self.add_display(value)),
                TokenKind::Absent | TokenKind::Null | TokenKind::Tuple => {}
                _ => return Err(Error::message("a label must be a string, a number or a bool")),
            }
        }
        Ok(labels)
    }

    /// Makes a block of a pair of labels and a body, which ends the tape.
    pub(super) fn make_labeled(&mut self, at: usize) -> Result<()> {
        let (TokenKind::Tuple, &[labels, body]) = (self.kind(at), self.inside(at).as_slice()) else {
            return Err(Error::message("labels and a body are expected"));
        };
        let labels = self.labels(labels)?;
        self.make_block(body)?;
        if !matches!(self.kind(body), TokenKind::Block | TokenKind::Body) {
            return Err(Error::message("the body of a labeled block must be a struct or a map"));
        }
        self.close_block(at, body, labels);
        Ok(())
    }

    /// Makes blocks of objects: blocks without labels, except for an enum variant, whose name is a
    /// label. A sequence makes repeated blocks.
    pub(super) fn make_block(&mut self, at: usize) -> Result<()> {
        match self.kind(at) {
            TokenKind::Absent | TokenKind::NoBlocks | TokenKind::Null => {
                self.set_block(at, TokenKind::NoBlocks)
            }
            TokenKind::Tuple if self.inside(at).is_empty() => self.set_block(at, TokenKind::NoBlocks),
            TokenKind::Tuple => {
                for (index, element) in self.inside(at).into_iter().enumerate() {
                    self.make_one_block(element).map_err(|error| error.under_index(index))?;
                }
            }
            _ => self.make_one_block(at)?,
        }
        Ok(())
    }

    /// Makes a block of an object or an enum variant.
    fn make_one_block(&mut self, at: usize) -> Result<()> {
        self.tokens[at].has_literal_keys = true;
        match self.kind(at) {
            TokenKind::Map | TokenKind::Struct | TokenKind::StructBlock => {
                self.set_block(at, TokenKind::Block)
            }
            TokenKind::VariantName(name) => self.set_block(at, TokenKind::VariantBlock(name)),
            TokenKind::Variant => match self.kind(at + 1) {
                TokenKind::Tuple => {
                    return Err(Error::message("a variant with a sequence cannot be written as a block"));
                }
                TokenKind::Absent | TokenKind::NoBlocks | TokenKind::Null => {
                    return Err(Error::message("a variant with null cannot be written as a block"));
                }
                _ => self.make_one_block(at + 1)?,
            },
            TokenKind::Block | TokenKind::Body | TokenKind::VariantBlock(_) => {}
            TokenKind::Tuple => {
                return Err(Error::message(
                    "a sequence in a sequence cannot be written as blocks, since blocks have one order. Use a struct \
                     with a field for the inner sequence",
                ));
            }
            TokenKind::Absent | TokenKind::NoBlocks | TokenKind::Null => return Err(no_block()),
            _ => return Err(Error::message("only a struct, a map or an enum can be written as a block")),
        }
        Ok(())
    }

    /// Makes blocks of the values of a map, whose keys are their labels, or several of sequences of
    /// them. The keys of a map of maps are labels too, if all the innermost values are blocks by
    /// themselves.
    pub(super) fn make_labeled_blocks(&mut self, at: usize) -> Result<()> {
        if !matches!(self.kind(at), TokenKind::Map | TokenKind::Struct) {
            return Err(Error::message("only a map can be written as labeled blocks"));
        }
        self.tokens[at].has_literal_keys = true;
        let entries = self.inside(at);
        if entries.is_empty() {
            self.set_block(at, TokenKind::NoBlocks);
        }
        let has_levels = entries.iter().any(|value| self.is_level_of_labels(*value));
        for value in entries {
            let made = match self.kind(value) {
                TokenKind::Absent | TokenKind::NoBlocks | TokenKind::Null => Err(no_block()),
                TokenKind::Tuple | TokenKind::Map
                    if self.inside(value).is_empty() && !self.is_body(value, has_levels) =>
                {
                    Err(no_block())
                }
                TokenKind::Map if has_levels => self.make_labeled_blocks(value),
                _ => self.make_block(value),
            };
            made.map_err(|error| error.under(self.key(value)))?;
        }
        Ok(())
    }

    /// Returns whether an empty value is the body of a block, and not a level of labels.
    fn is_body(&self, at: usize, has_levels: bool) -> bool {
        matches!(self.kind(at), TokenKind::Map) && !has_levels
    }

    /// Returns whether a map has structs or other blocks only, or maps that do.
    fn is_level_of_labels(&self, at: usize) -> bool {
        let is_block = |value: &usize| match self.kind(*value) {
            TokenKind::Struct
            | TokenKind::StructBlock
            | TokenKind::Block
            | TokenKind::Body
            | TokenKind::Variant => true,
            TokenKind::Tuple => {
                let elements = self.inside(*value);
                let is_struct = |element: &usize| {
                    matches!(
                        self.kind(*element),
                        TokenKind::Struct | TokenKind::StructBlock | TokenKind::Block | TokenKind::Body
                    )
                };
                !elements.is_empty() && elements.iter().all(is_struct)
            }
            _ => self.is_level_of_labels(*value),
        };
        let values = if let TokenKind::Map = self.kind(at) { self.inside(at) } else { Vec::new() };
        !values.is_empty() && values.iter().all(is_block)
    }

    /// Makes a body of a sequence that ends the tape and contains enum variants, or objects with a
    /// single entry each, of which those with an object are blocks, if its keys can be names. The
    /// error is the index of another element.
    pub(super) fn make_body(&mut self, at: usize) -> Result<(), usize> {
        let elements = self.tokens.split_off(at + 1);
        let mut rest = elements.as_slice();
        let mut index = 0;
        while let [element, inside @ ..] = rest {
            let (content, after) = inside.split_at(element.length);
            match (element.kind, content) {
                (
                    TokenKind::Map
                    | TokenKind::Struct
                    | TokenKind::StructBlock
                    | TokenKind::Variant
                    | TokenKind::Block,
                    [value, parts @ ..],
                ) if value.length == parts.len() && !matches!(value.kind, TokenKind::Label(_)) => {
                    let is_object =
                        matches!(value.kind, TokenKind::Map | TokenKind::Struct | TokenKind::StructBlock);
                    let kind = match value.kind {
                        _ if is_object && self.has_names(parts) => TokenKind::Block,
                        // Each block would be a variant.
                        TokenKind::Tuple if matches!(element.kind, TokenKind::Variant) => TokenKind::List,
                        other => other,
                    };
                    self.tokens.push(Token { kind, ..*value });
                    self.tokens.extend_from_slice(parts);
                }
                (TokenKind::VariantName(key), _) => {
                    self.push(key, TokenKind::Block);
                }
                _ => return Err(index),
            }
            (rest, index) = (after, index + 1);
        }
        self.set_block(at, TokenKind::Body);
        self.close(at);
        Ok(())
    }

    /// Returns whether the keys of the entries of an object can be names in a body.
    fn has_names(&self, entries: &[Token]) -> bool {
        let mut rest = entries;
        while let [entry, inside @ ..] = rest {
            if !matches!(entry.kind, TokenKind::Label(_)) && !is_identifier(self.text(entry.key)) {
                return false;
            }
            rest = &inside[entry.length..];
        }
        true
    }

    /// Puts the items of a body, which ends the tape, in place of it.
    pub(super) fn take_out_items(&mut self, at: usize) -> Result<()> {
        match self.kind(at) {
            TokenKind::Absent | TokenKind::NoBlocks | TokenKind::Null => {}
            TokenKind::Map | TokenKind::Struct | TokenKind::StructBlock | TokenKind::Body => {}
            TokenKind::Block
                if self.tokens.get(at + 1).is_none_or(|token| !matches!(token.kind, TokenKind::Label(_))) => {
            }
            TokenKind::Tuple if self.make_body(at).is_ok() => {}
            _ => {
                return Err(Error::message(
                    "only a body, a struct, a map or a sequence of enum variants can be the rest of a body",
                ));
            }
        }
        self.tokens.remove(at);
        Ok(())
    }
}

/// Returns the error for an entry or an element that has no block.
fn no_block() -> Error {
    Error::message(
        "an entry without a block cannot be written as blocks. Remove it, or write the field as an attribute",
    )
}

/// Reports a value that is too deep to be readable again.
pub(super) fn check_depth(depth: usize) -> Result<()> {
    if depth > MAX_DEPTH as usize {
        return Err(Error::coded(
            Code::NestingTooDeep,
            format!("The value has more than {MAX_DEPTH} levels. It could not be read again."),
        ));
    }
    Ok(())
}
