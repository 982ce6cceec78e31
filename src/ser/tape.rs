//! What is to be written, before it is known in which syntax.

use std::fmt::{Display, Write as _};

use crate::error::{Error, Result};

/// A value with all that is in it, flat: a container is one token, and what is in it stands right behind.
///
/// All text stands in one buffer, so a tape costs a handful of allocations whatever it holds.
#[derive(Default)]
pub(super) struct Tape {
    tokens: Vec<Token>,
    text: String,
}

/// A place in the text of a tape.
#[derive(Clone, Copy)]
pub(super) struct Text {
    start: usize,
    end: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Token {
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
    /// A struct or a map: keys, each before its value.
    Object(usize),
    /// A block whose type is not known yet: its labels, then keys and values.
    Block(usize),
    /// The items of a body in their order, each an object with one key; names may repeat.
    Body(usize),
    Key(Text),
    Label(Text),
}

impl Token {
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
    pub(super) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// Where the next token comes to stand.
    pub(super) fn end(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn token(&self, at: usize) -> Token {
        self.tokens[at]
    }

    /// Takes back what was pushed from there on.
    pub(super) fn truncate(&mut self, at: usize) {
        self.tokens.truncate(at);
    }

    /// Closes the container there: what was pushed since is in it.
    pub(super) fn close(&mut self, at: usize) {
        self.tokens[at] = self.tokens[at].holding(self.end() - at - 1);
    }

    /// Closes a block with labels there, in place of what stands up to `head`, the head of its body.
    pub(super) fn close_block(&mut self, at: usize, head: usize, labels: impl IntoIterator<Item = Text>) {
        let labels = labels.into_iter().map(Token::Label);
        self.tokens.splice(at..=head, std::iter::once(Token::Block(0)).chain(labels));
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

    /// Where what follows the node there begins.
    fn after(&self, at: usize) -> usize {
        match self.tokens[at] {
            Token::Tuple(length) | Token::Object(length) | Token::Block(length) | Token::Body(length) => {
                at + 1 + length
            }
            _ => at + 1,
        }
    }

    /// The labels that a value stands for, in any number of sequences.
    pub(super) fn labels(&mut self, at: usize) -> Result<Vec<Text>> {
        let mut labels = Vec::new();
        for index in at..self.after(at) {
            match self.tokens[index] {
                Token::String(text) | Token::Number(text) => labels.push(text),
                Token::Bool(value) => labels.push(self.add_display(value)),
                Token::Absent | Token::Null | Token::Tuple(_) => {}
                _ => return Err(Error::message("a label must be a string, a number or a bool")),
            }
        }
        Ok(labels)
    }

    /// Makes a block of a pair of labels and a body, which ends the tape.
    pub(super) fn make_labeled(&mut self, at: usize) -> Result<()> {
        let body = match self.tokens[at] {
            Token::Tuple(1..) => self.after(at + 1),
            _ => self.end(),
        };
        if body == self.end() || self.after(body) != self.end() {
            return Err(Error::message("labels and a body are expected"));
        }
        let labels = self.labels(at + 1)?;
        self.make_block(body)?;
        if !matches!(self.tokens[body], Token::Block(_)) {
            return Err(Error::message("the body of a labelled block must be a struct or a map"));
        }
        self.close_block(at, body, labels);
        Ok(())
    }

    /// Makes unlabelled blocks of objects.
    pub(super) fn make_block(&mut self, at: usize) -> Result<()> {
        match self.tokens[at] {
            Token::Object(length) | Token::Body(length) => self.tokens[at] = Token::Block(length),
            Token::Tuple(_) => {
                let (mut element, end) = (at + 1, self.after(at));
                while element < end {
                    self.make_block(element)?;
                    element = self.after(element);
                }
            }
            Token::Block(_) | Token::Absent | Token::Null => {}
            _ => return Err(Error::message("only a struct or a map can be written as a block")),
        }
        Ok(())
    }

    /// Makes blocks of the values of a map, or several of sequences of them.
    pub(super) fn make_labeled_blocks(&mut self, at: usize) -> Result<()> {
        let Token::Object(_) = self.tokens[at] else {
            return Err(Error::message("only a map can be written as labelled blocks"));
        };
        let (mut key, end) = (at + 1, self.after(at));
        while key < end {
            self.make_block(key + 1)?;
            key = self.after(key + 1);
        }
        Ok(())
    }

    /// Makes an expression of its text.
    pub(super) fn make_expression(&mut self, at: usize) -> Result<()> {
        let Token::String(text) = self.tokens[at] else {
            return Err(Error::message("an expression is written as its text"));
        };
        self.tokens[at] = Token::Expression(text);
        Ok(())
    }

    /// Makes a body of a sequence of items, each its name and what it holds.
    pub(super) fn make_body(&mut self, at: usize) -> Result<()> {
        let Token::Tuple(length) = self.tokens[at] else {
            return Err(Error::message("a body is written as its items"));
        };
        let (mut item, end) = (at + 1, self.after(at));
        while item < end {
            if !self.is_item(item) {
                return Err(Error::message("an item of a body is written as its name and what it holds"));
            }
            item = self.after(item);
        }
        self.tokens[at] = Token::Body(length);
        Ok(())
    }

    /// Whether there is an object with a single key.
    fn is_item(&self, at: usize) -> bool {
        matches!(self.tokens[at], Token::Object(1..)) && self.after(at + 2) == self.after(at)
    }

    /// The body that the whole is: a struct or map, or a sequence of enum variants, one of which with a struct is a block.
    pub(super) fn body(&mut self) -> Result<Entries<'_>> {
        if let Some(Token::Tuple(_)) = self.tokens.first() {
            let (mut item, mut index) = (1, 0);
            while item < self.end() {
                if !self.is_item(item) {
                    return Err(no_body().under(format_args!("[{index}]")));
                }
                if let Token::Object(length) = self.tokens[item + 2] {
                    self.tokens[item + 2] = Token::Block(length);
                }
                (item, index) = (self.after(item), index + 1);
            }
            self.tokens[0] = Token::Body(self.end() - 1);
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
        let elements = |length| Elements { tape, at: self.at + 1, end: self.at + 1 + length };
        match tape.tokens[self.at] {
            Token::Absent => Kind::Absent,
            Token::Null => Kind::Null,
            Token::Bool(value) => Kind::Bool(value),
            Token::Number(text) => Kind::Number(tape.text(text)),
            Token::String(text) | Token::Key(text) | Token::Label(text) => Kind::String(tape.text(text)),
            Token::Expression(text) => Kind::Expression(tape.text(text)),
            Token::Tuple(length) => Kind::Tuple(elements(length)),
            Token::Object(length) => Kind::Object(Entries(elements(length))),
            Token::Block(length) => {
                let mut inside = elements(length);
                let labels = Labels(inside);
                inside.at += labels.count();
                Kind::Block(labels, Entries(inside))
            }
            Token::Body(length) => Kind::Body(Entries(elements(length))),
        }
    }

    /// Whether there is a block at the end of every way through tuples and objects.
    pub(super) fn holds_blocks(self) -> bool {
        match self.kind() {
            Kind::Block(..) => true,
            Kind::Tuple(mut elements) => !elements.is_empty() && elements.all(Self::holds_blocks),
            Kind::Object(mut entries) => !entries.is_empty() && entries.all(|(_, node)| node.holds_blocks()),
            _ => false,
        }
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
        match tape.tokens[at..end].first() {
            Some(Token::Label(text)) => {
                self.0.at += 1;
                Some(tape.text(*text))
            }
            _ => None,
        }
    }
}

/// The entries of an object, or the items of a body.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t>(Elements<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t str, Node<'t>);

    fn next(&mut self) -> Option<(&'t str, Node<'t>)> {
        let Elements { tape, mut at, end } = self.0;
        // The object that an item of a body stands in.
        at += usize::from(matches!(tape.tokens[at..end].first(), Some(Token::Object(_))));
        let Some(Token::Key(key)) = tape.tokens[at..end].first() else { return None };
        self.0.at = tape.after(at + 1);
        Some((tape.text(*key), Node { tape, at: at + 1 }))
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
        self.any(|(_, node)| node.holds_blocks())
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
