//! What is to be written, before it is known in which syntax.

use std::fmt::{Display, Write as _};

use crate::error::{Error, Result};

/// A value with all that is in it, flat: a container is one token, and what is in it stands right behind.
///
/// All text stands in one buffer, so a tape costs a handful of allocations whatever it holds.
pub(super) struct Tape {
    tokens: Vec<Token>,
    text: String,
}

/// A place in the text of a tape.
#[derive(Clone, Copy, Default)]
pub(super) struct Text {
    start: usize,
    end: usize,
}

#[derive(Clone, Copy)]
struct Token {
    /// Its key, if it is in an object.
    key: Text,
    kind: TokenKind,
}

#[derive(Clone, Copy)]
pub(super) enum TokenKind {
    /// Nothing: left out of a body, null elsewhere.
    Absent,
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(Text),
    String(Text),
    /// An expression of the native syntax as it is written.
    Expression(Text),
    /// A sequence of so many tokens, as are the following.
    Tuple(usize),
    /// A struct or a map.
    Object(usize),
    /// A block whose type is not known yet: its labels, then its entries.
    Block(usize),
    /// The items of a body in their order; names may repeat.
    Body(usize),
    Label(Text),
}

impl TokenKind {
    /// How many tokens are in it.
    fn length(self) -> usize {
        match self {
            Self::Tuple(length) | Self::Object(length) | Self::Block(length) | Self::Body(length) => length,
            _ => 0,
        }
    }

    /// A container of the same kind that holds so many tokens; what is no container stays what it is.
    fn holding(self, length: usize) -> Self {
        match self {
            Self::Tuple(_) => Self::Tuple(length),
            Self::Object(_) => Self::Object(length),
            Self::Block(_) => Self::Block(length),
            Self::Body(_) => Self::Body(length),
            leaf => leaf,
        }
    }
}

impl Tape {
    /// With room for what is small.
    pub(super) fn new() -> Self {
        Self { tokens: Vec::with_capacity(128), text: String::with_capacity(1024) }
    }

    /// How many bytes it takes written, with so many around each token.
    pub(super) fn length(&self, around: usize) -> usize {
        self.text.len() + around * self.tokens.len()
    }

    pub(super) fn push(&mut self, key: Text, kind: TokenKind) {
        self.tokens.push(Token { key, kind });
    }

    /// Where the next token comes to stand.
    pub(super) fn end(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens[at].kind
    }

    /// Takes back what was pushed from there on.
    pub(super) fn truncate(&mut self, at: usize) {
        self.tokens.truncate(at);
    }

    /// Closes the container there: what was pushed since is in it.
    pub(super) fn close(&mut self, at: usize) {
        let length = self.end() - at - 1;
        let kind = &mut self.tokens[at].kind;
        *kind = kind.holding(length);
    }

    /// Closes a block with labels there, in place of what stands up to `head`, the head of its body.
    pub(super) fn close_block(&mut self, at: usize, head: usize, labels: impl IntoIterator<Item = Text>) {
        let key = self.tokens[at].key;
        let kinds = labels.into_iter().map(TokenKind::Label);
        let kinds = std::iter::once(TokenKind::Block(0)).chain(kinds);
        self.tokens.splice(at..=head, kinds.map(|kind| Token { key, kind }));
        self.close(at);
    }

    /// Adds text to the buffer.
    pub(super) fn add(&mut self, text: &str) -> Text {
        let start = self.text.len();
        self.text.push_str(text);
        Text { start, end: self.text.len() }
    }

    /// Adds the text form of something to the buffer.
    pub(super) fn add_display(&mut self, thing: impl Display) -> Text {
        let start = self.text.len();
        let _ = write!(self.text, "{thing}");
        Text { start, end: self.text.len() }
    }

    pub(super) fn text(&self, text: Text) -> &str {
        &self.text[text.start..text.end]
    }

    /// Where what follows the value there begins.
    fn after(&self, at: usize) -> usize {
        at + 1 + self.kind(at).length()
    }

    /// The labels that a value stands for, in any number of sequences.
    pub(super) fn labels(&mut self, at: usize) -> Result<Vec<Text>> {
        let mut labels = Vec::new();
        for index in at..self.after(at) {
            match self.tokens[index].kind {
                TokenKind::String(text) | TokenKind::Number(text) => labels.push(text),
                TokenKind::Bool(value) => labels.push(self.add_display(value)),
                TokenKind::Absent | TokenKind::Null | TokenKind::Tuple(_) => {}
                _ => return Err(Error::message("a label must be a string, a number or a bool")),
            }
        }
        Ok(labels)
    }

    /// Makes a block of a pair of labels and a body, which ends the tape.
    pub(super) fn make_labeled(&mut self, at: usize) -> Result<()> {
        let body = match self.tokens[at].kind {
            TokenKind::Tuple(1..) => self.after(at + 1),
            _ => self.end(),
        };
        if body == self.end() || self.after(body) != self.end() {
            return Err(Error::message("labels and a body are expected"));
        }
        let labels = self.labels(at + 1)?;
        self.make_block(body)?;
        if !matches!(self.tokens[body].kind, TokenKind::Block(_)) {
            return Err(Error::message("the body of a labelled block must be a struct or a map"));
        }
        self.close_block(at, body, labels);
        Ok(())
    }

    /// Makes unlabelled blocks of objects.
    pub(super) fn make_block(&mut self, at: usize) -> Result<()> {
        match self.tokens[at].kind {
            TokenKind::Object(length) | TokenKind::Body(length) => {
                self.tokens[at].kind = TokenKind::Block(length)
            }
            TokenKind::Tuple(_) => {
                let (mut element, end) = (at + 1, self.after(at));
                while element < end {
                    self.make_block(element)?;
                    element = self.after(element);
                }
            }
            TokenKind::Block(_) | TokenKind::Absent | TokenKind::Null => {}
            _ => return Err(Error::message("only a struct or a map can be written as a block")),
        }
        Ok(())
    }

    /// Makes blocks of the values of a map, or several of sequences of them.
    pub(super) fn make_labeled_blocks(&mut self, at: usize) -> Result<()> {
        let TokenKind::Object(_) = self.tokens[at].kind else {
            return Err(Error::message("only a map can be written as labelled blocks"));
        };
        let (mut entry, end) = (at + 1, self.after(at));
        while entry < end {
            self.make_block(entry)?;
            entry = self.after(entry);
        }
        Ok(())
    }

    /// Makes an expression of its text.
    pub(super) fn make_expression(&mut self, at: usize) -> Result<()> {
        let TokenKind::String(text) = self.tokens[at].kind else {
            return Err(Error::message("an expression is written as its text"));
        };
        self.tokens[at].kind = TokenKind::Expression(text);
        Ok(())
    }

    /// Makes a body of a sequence of items, each its name and what it holds.
    pub(super) fn make_body(&mut self, at: usize) -> Result<()> {
        let TokenKind::Tuple(_) = self.kind(at) else {
            return Err(Error::message("a body is written as its items"));
        };
        self.take_items(at)
            .map_err(|_| Error::message("an item of a body is written as its name and what it holds"))
    }

    /// Makes a body of a sequence that ends the tape and holds objects of a single entry; otherwise tells which element is none.
    fn take_items(&mut self, at: usize) -> Result<(), usize> {
        let elements = self.tokens.split_off(at + 1);
        let mut rest = elements.as_slice();
        let mut index = 0;
        while let [Token { kind, .. }, inside @ ..] = rest {
            let (entry, after) = match kind {
                TokenKind::Object(length @ 1..) => inside.split_at(*length),
                _ => return Err(index),
            };
            if entry[0].kind.length() + 1 != entry.len() {
                return Err(index);
            }
            self.tokens.extend_from_slice(entry);
            (rest, index) = (after, index + 1);
        }
        self.tokens[at].kind = TokenKind::Body(0);
        self.close(at);
        Ok(())
    }

    /// The body that the whole is: a struct or map, or a sequence of enum variants, one of which with a struct is a block.
    pub(super) fn body(&mut self) -> Result<Entries<'_>> {
        if let TokenKind::Tuple(_) = self.kind(0) {
            self.take_items(0).map_err(|index| no_body().under(format_args!("[{index}]")))?;
            let mut item = 1;
            while item < self.end() {
                if let TokenKind::Object(length) = self.kind(item) {
                    self.tokens[item].kind = TokenKind::Block(length);
                }
                item = self.after(item);
            }
        }
        match self.root().kind() {
            Kind::Object(entries) | Kind::Body(entries) | Kind::Block(_, entries) => Ok(entries),
            _ => Err(no_body()),
        }
    }

    pub(super) fn root(&self) -> Node<'_> {
        Node { tape: self, at: 0 }
    }
}

fn no_body() -> Error {
    Error::data(
        "No body",
        "A configuration file is a struct or a map at its root, or a sequence of enum variants that are its arguments and blocks.",
    )
}

/// A value, blocks, or an expression on a tape.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    tape: &'t Tape,
    at: usize,
}

/// What a [`Node`] is; [`Token`] says what each is.
pub(super) enum Kind<'t> {
    Absent,
    Null,
    Bool(bool),
    Number(&'t str),
    String(&'t str),
    Expression(&'t str),
    Tuple(Elements<'t>),
    Object(Entries<'t>),
    Block(Labels<'t>, Entries<'t>),
    Body(Entries<'t>),
}

impl<'t> Node<'t> {
    pub(super) fn kind(self) -> Kind<'t> {
        let tape = self.tape;
        match tape.kind(self.at) {
            TokenKind::Absent => Kind::Absent,
            TokenKind::Null => Kind::Null,
            TokenKind::Bool(value) => Kind::Bool(value),
            TokenKind::Number(text) => Kind::Number(tape.text(text)),
            TokenKind::String(text) | TokenKind::Label(text) => Kind::String(tape.text(text)),
            TokenKind::Expression(text) => Kind::Expression(tape.text(text)),
            TokenKind::Tuple(length) => Kind::Tuple(self.elements(length)),
            TokenKind::Object(length) => Kind::Object(Entries(self.elements(length))),
            TokenKind::Block(length) => {
                let mut inside = self.elements(length);
                let labels = Labels(inside);
                inside.at += labels.count();
                Kind::Block(labels, Entries(inside))
            }
            TokenKind::Body(length) => Kind::Body(Entries(self.elements(length))),
        }
    }

    /// Whether there is a block at the end of every way through tuples and objects.
    pub(super) fn holds_blocks(self) -> bool {
        match self.tape.kind(self.at) {
            TokenKind::Block(_) => true,
            TokenKind::Tuple(length @ 1..) | TokenKind::Object(length @ 1..) => {
                self.elements(length).all(Self::holds_blocks)
            }
            _ => false,
        }
    }

    /// The so many tokens that are in it.
    fn elements(self, length: usize) -> Elements<'t> {
        Elements { tape: self.tape, at: self.at + 1, end: self.at + 1 + length }
    }
}

/// The elements of a tuple.
#[derive(Clone, Copy)]
pub(super) struct Elements<'t> {
    tape: &'t Tape,
    at: usize,
    end: usize,
}

impl Elements<'_> {
    pub(super) fn is_empty(self) -> bool {
        self.at == self.end
    }
}

impl<'t> Iterator for Elements<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let node = (self.at < self.end).then_some(Node { tape: self.tape, at: self.at })?;
        self.at = self.tape.after(self.at);
        Some(node)
    }
}

/// The labels of a block that are not the keys of objects around it.
#[derive(Clone, Copy)]
pub(super) struct Labels<'t>(Elements<'t>);

impl Labels<'_> {
    pub(super) fn is_empty(mut self) -> bool {
        self.next().is_none()
    }
}

impl<'t> Iterator for Labels<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let Elements { tape, at, end } = self.0;
        let TokenKind::Label(text) = tape.tokens[at..end].first()?.kind else { return None };
        self.0.at += 1;
        Some(tape.text(text))
    }
}

/// The entries of an object, or the items of a body.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t>(Elements<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t str, Node<'t>);

    fn next(&mut self) -> Option<(&'t str, Node<'t>)> {
        let node = self.0.next()?;
        Some((node.tape.text(node.tape.tokens[node.at].key), node))
    }
}

/// An attribute or a block of a body.
pub(super) enum Item<'i, 't> {
    Attribute(&'t str, Node<'t>),
    /// With its type and its labels.
    Block(&'t str, &'i [&'t str], Entries<'t>),
}

impl<'t> Entries<'t> {
    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them makes a body of these.
    pub(super) fn hold_blocks(mut self) -> bool {
        self.0.any(Node::holds_blocks)
    }

    /// Visits the attributes and blocks that these stand for as the entries of a body.
    pub(super) fn each_item(self, mut visit: impl FnMut(Item<'_, 't>) -> Result<()>) -> Result<()> {
        let mut labels = Vec::new();
        for (name, node) in self {
            match node.kind() {
                Kind::Absent => {}
                _ if node.holds_blocks() => each_block(name, node, &mut labels, &mut visit)?,
                _ => visit(Item::Attribute(name, node))?,
            }
        }
        Ok(())
    }
}

/// The keys of objects around a block are its first labels.
fn each_block<'t>(
    block_type: &'t str,
    node: Node<'t>,
    labels: &mut Vec<&'t str>,
    visit: &mut impl FnMut(Item<'_, 't>) -> Result<()>,
) -> Result<()> {
    match node.kind() {
        Kind::Block(own, entries) => {
            let keys = labels.len();
            labels.extend(own);
            visit(Item::Block(block_type, labels, entries))?;
            labels.truncate(keys);
        }
        Kind::Tuple(mut elements) => {
            elements.try_for_each(|element| each_block(block_type, element, labels, visit))?;
        }
        Kind::Object(entries) => {
            for (key, node) in entries {
                labels.push(key);
                each_block(block_type, node, labels, visit)?;
                labels.pop();
            }
        }
        _ => {}
    }
    Ok(())
}
