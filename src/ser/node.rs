//! A tape as it is read.

use super::tape::{Tape, TokenKind};
use crate::body::{Expression, group_by_name};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::json_syntax::has_template;

/// A value, blocks, or an expression on a tape.
#[derive(Clone, Copy)]
pub(crate) struct TapeNode<'t> {
    tape: &'t Tape,
    at: usize,
}

/// The kind of a [`TapeNode`]; [`TokenKind`] describes each.
pub(crate) enum NodeKind<'t> {
    Absent,
    Null,
    Bool(bool),
    Number(&'t str),
    String(&'t str),
    Expression(&'t Expression),
    Tuple(Elements<'t>),
    Object(Entries<'t>),
    /// With the labels that are not the keys of objects around it, see [`TapeNode::label`].
    Block(Elements<'t>, Entries<'t>),
    Body(Entries<'t>),
}

impl<'t> TapeNode<'t> {
    pub(super) fn new(tape: &'t Tape, at: usize) -> Self {
        Self { tape, at }
    }

    /// Returns the whole of a tape.
    pub(crate) fn root(tape: &'t Tape) -> Self {
        Self::new(tape, 0)
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> NodeKind<'t> {
        let tape = self.tape;
        match tape.kind(self.at) {
            TokenKind::Absent | TokenKind::NoBlocks => NodeKind::Absent,
            TokenKind::Null => NodeKind::Null,
            TokenKind::Bool(value) => NodeKind::Bool(value),
            TokenKind::Number(text) => NodeKind::Number(tape.text(text)),
            TokenKind::String(text) | TokenKind::Label(text) | TokenKind::VariantName(text) => {
                NodeKind::String(tape.text(text))
            }
            TokenKind::Expression(index) => NodeKind::Expression(tape.expression(index)),
            TokenKind::Tuple | TokenKind::List => NodeKind::Tuple(self.elements()),
            TokenKind::Map | TokenKind::Struct | TokenKind::StructBlock | TokenKind::Variant => {
                NodeKind::Object(self.entries())
            }
            // The name of the variant is the label.
            TokenKind::VariantBlock(_) => {
                let label = Elements { tape, at: self.at, end: self.at + 1 };
                NodeKind::Block(label, self.entries())
            }
            TokenKind::Block => {
                let Elements { at, end, .. } = self.elements();
                let is_label = |at: &usize| matches!(tape.kind(*at), TokenKind::Label(_));
                let first = at + (at..end).take_while(is_label).count();
                let elements = Elements { tape, at: first, end };
                let labels = Elements { tape, at, end: first };
                NodeKind::Block(labels, Entries { elements, ..self.entries() })
            }
            TokenKind::Body => NodeKind::Body(Entries { has_literal_names: true, ..self.entries() }),
        }
    }

    /// Returns the text of a label.
    pub(crate) fn label(self) -> &'t str {
        match self.tape.kind(self.at) {
            TokenKind::Label(text) | TokenKind::VariantBlock(text) => self.tape.text(text),
            _ => "",
        }
    }

    /// Returns whether it is written as blocks in a body.
    #[inline]
    pub(crate) fn holds_blocks(self) -> bool {
        self.tape.has_blocks() && self.blocks() >= Blocks::Preferred
    }

    /// Returns whether it can only be written as blocks.
    pub(super) fn needs_blocks(self) -> bool {
        self.blocks() == Blocks::Needed
    }

    /// Returns the name of an enum variant without content.
    pub(super) fn variant_name(self) -> Option<&'t str> {
        match self.tape.kind(self.at) {
            TokenKind::VariantName(name) => Some(self.tape.text(name)),
            _ => None,
        }
    }

    /// Returns whether it is or has blocks. The keys of maps are their labels, and a sequence has
    /// one block for each element, since the order of blocks is all that is left of it.
    fn blocks(self) -> Blocks {
        match self.tape.kind(self.at) {
            TokenKind::Block | TokenKind::Body | TokenKind::VariantBlock(_) => Blocks::Needed,
            TokenKind::StructBlock => Blocks::Preferred,
            TokenKind::Struct => Blocks::Possible,
            TokenKind::Map => all_blocks(self.elements().map(Self::blocks)),
            TokenKind::Variant => all_blocks(self.elements().map(Self::one_block)),
            TokenKind::Tuple => all_blocks(self.elements().map(Self::one_block)),
            _ => Blocks::None,
        }
    }

    /// Returns whether it is one block.
    fn one_block(self) -> Blocks {
        match self.tape.kind(self.at) {
            TokenKind::Map | TokenKind::Variant => {
                let mut elements = self.elements();
                match (elements.next(), elements.next()) {
                    (Some(only), None) => only.one_block(),
                    _ => Blocks::None,
                }
            }
            TokenKind::Tuple => Blocks::None,
            _ => self.blocks(),
        }
    }

    /// Returns whether its entries are complete: those of a map, or the one of an enum variant. An
    /// absent value in it is null.
    #[cfg(feature = "edit")]
    pub(crate) fn is_complete(self) -> bool {
        matches!(self.tape.kind(self.at), TokenKind::Map | TokenKind::Variant)
    }

    /// Returns whether it is an enum variant with content.
    #[cfg(feature = "edit")]
    pub(crate) fn is_variant(self) -> bool {
        matches!(self.tape.kind(self.at), TokenKind::Variant)
    }

    /// Returns the content of a block, of a body or of an object.
    #[cfg(feature = "edit")]
    pub(crate) fn body_entries(self) -> Option<Entries<'t>> {
        match self.kind() {
            NodeKind::Object(entries) | NodeKind::Block(_, entries) | NodeKind::Body(entries) => {
                Some(entries)
            }
            _ => None,
        }
    }

    fn entries(self) -> Entries<'t> {
        Entries { elements: self.elements(), has_literal_names: self.tape.has_literal_keys(self.at) }
    }

    /// Returns its elements.
    fn elements(self) -> Elements<'t> {
        Elements { tape: self.tape, at: self.at + 1, end: self.tape.after(self.at) }
    }
}

/// Whether values are written as blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Blocks {
    /// They have no form as blocks.
    None,
    /// They are structs, which are blocks if others beside them are.
    Possible,
    /// They are blocks in a body.
    Preferred,
    /// They have no other form.
    Needed,
}

/// Returns whether several values are written as blocks.
fn all_blocks(mut values: impl Iterator<Item = Blocks>) -> Blocks {
    let first = values.next().filter(|first| *first != Blocks::None);
    let all = first
        .and_then(|first| values.try_fold(first, |all, next| (next != Blocks::None).then(|| all.max(next))));
    all.unwrap_or(Blocks::None)
}

/// The elements of a tuple.
#[derive(Clone, Copy)]
pub(crate) struct Elements<'t> {
    tape: &'t Tape,
    at: usize,
    end: usize,
}

impl Elements<'_> {
    pub(crate) fn is_empty(self) -> bool {
        self.at == self.end
    }
}

impl<'t> Iterator for Elements<'t> {
    type Item = TapeNode<'t>;

    fn next(&mut self) -> Option<TapeNode<'t>> {
        let node = (self.at < self.end).then_some(TapeNode { tape: self.tape, at: self.at })?;
        self.at = self.tape.after(self.at);
        Some(node)
    }
}

/// The entries of an object, or the items of a body.
#[derive(Clone, Copy)]
pub(crate) struct Entries<'t> {
    elements: Elements<'t>,
    /// Whether their names are not templates in HCL JSON, or are those of a parsed body.
    pub(super) has_literal_names: bool,
}

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t str, TapeNode<'t>);

    fn next(&mut self) -> Option<(&'t str, TapeNode<'t>)> {
        let node = self.elements.next()?;
        Some((node.tape.key(node.at), node))
    }
}

/// The attribute or the blocks of one name in a body.
pub(super) enum Property<'t> {
    Attribute(TapeNode<'t>),
    Blocks(Vec<PropertyBlock<'t>>),
}

pub(super) struct PropertyBlock<'t> {
    pub(super) labels: Vec<Label<'t>>,
    pub(super) entries: Entries<'t>,
}

/// An attribute or a block of a body.
pub(crate) enum Item<'i, 't> {
    Attribute(&'t str, TapeNode<'t>),
    /// With its type and its labels.
    Block(&'t str, &'i [Label<'t>], Entries<'t>),
}

/// A label of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Label<'t> {
    pub(super) text: &'t str,
    /// Whether it is the key of a map around the block, and has `${` or `%{` in it. In HCL JSON
    /// keys of maps are templates, and labels are not.
    pub(super) is_template: bool,
    /// Whether it is the name of an enum variant. In HCL JSON each has an object of its own, since
    /// the type of its content decides whether an array is that content, or several blocks.
    pub(super) is_variant: bool,
}

impl<'t> Entries<'t> {
    pub(crate) fn is_empty(self) -> bool {
        self.elements.is_empty()
    }

    /// Returns whether one of them makes a body of these.
    pub(crate) fn hold_blocks(mut self) -> bool {
        self.elements.any(TapeNode::holds_blocks)
    }

    /// Visits the attributes and blocks of a body.
    pub(crate) fn each_item(self, mut visit: impl FnMut(Item<'_, 't>) -> Result<()>) -> Result<()> {
        let mut labels = Vec::new();
        for (name, node) in self {
            each_item_of(name, node, &mut labels, &mut visit)?;
        }
        Ok(())
    }
}

impl<'t> Entries<'t> {
    /// Returns the attributes and blocks of a body by their names. The function makes the error
    /// about a name of an attribute and other items.
    pub(super) fn by_name(self, ambiguous: fn(&str) -> Error) -> Result<Vec<(&'t str, Property<'t>)>> {
        let mut items = Vec::new();
        self.each_item(|item| {
            items.push(match item {
                Item::Attribute(name, node) => (name, Property::Attribute(node)),
                Item::Block(block_type, labels, entries) => {
                    let block = PropertyBlock { labels: labels.to_vec(), entries };
                    (block_type, Property::Blocks(vec![block]))
                }
            });
            Ok(())
        })?;
        group_by_name(
            &mut items,
            |item| item.0,
            |first, again| match (&first.1, &again.1) {
                (Property::Blocks(_), Property::Blocks(_)) => Ok(()),
                _ => Err(ambiguous(again.0).under(again.0)),
            },
        )?;
        items.dedup_by(|next, first| match (&mut first.1, &mut next.1) {
            (Property::Blocks(blocks), Property::Blocks(next_blocks)) if first.0 == next.0 => {
                blocks.append(next_blocks);
                true
            }
            _ => false,
        });
        Ok(items)
    }
}

/// Visits the attribute or the blocks of an entry of a body.
pub(super) fn each_item_of<'t>(
    name: &'t str,
    node: TapeNode<'t>,
    labels: &mut Vec<Label<'t>>,
    visit: &mut impl FnMut(Item<'_, 't>) -> Result<()>,
) -> Result<()> {
    match node.kind() {
        NodeKind::Absent => Ok(()),
        _ if node.holds_blocks() => each_block(name, node, labels, visit),
        _ => visit(Item::Attribute(name, node)),
    }
}

/// Visits the blocks of an object, whose keys are their first labels.
fn each_block<'t>(
    block_type: &'t str,
    node: TapeNode<'t>,
    labels: &mut Vec<Label<'t>>,
    visit: &mut impl FnMut(Item<'_, 't>) -> Result<()>,
) -> Result<()> {
    let kind = node.tape.kind(node.at);
    match node.kind() {
        NodeKind::Block(own, entries) => {
            let keys = labels.len();
            let is_variant = matches!(kind, TokenKind::VariantBlock(_));
            labels.extend(own.map(|label| Label { text: label.label(), is_template: false, is_variant }));
            visit(Item::Block(block_type, labels, entries))?;
            labels.truncate(keys);
        }
        NodeKind::Body(entries) => visit(Item::Block(block_type, labels, entries))?,
        NodeKind::Object(entries) if matches!(kind, TokenKind::Struct | TokenKind::StructBlock) => {
            visit(Item::Block(block_type, labels, entries))?;
        }
        NodeKind::Tuple(mut elements) => {
            elements.try_for_each(|element| each_block(block_type, element, labels, visit))?;
        }
        NodeKind::Object(entries) => {
            let is_variant = matches!(kind, TokenKind::Variant);
            let has_literal_names = entries.has_literal_names;
            for (key, node) in entries {
                let is_template = !has_literal_names && has_template(key);
                labels.push(Label { text: key, is_template, is_variant });
                each_block(block_type, node, labels, visit)?;
                labels.pop();
            }
        }
        _ => {}
    }
    Ok(())
}

/// Returns the body that the whole of a tape is: a struct or map, or a sequence of enum variants.
pub(crate) fn body(tape: &mut Tape) -> Result<Entries<'_>> {
    if let TokenKind::Tuple = tape.kind(0) {
        tape.make_body(0).map_err(|index| not_a_body().under_index(index))?;
    }
    match TapeNode::root(tape).kind() {
        NodeKind::Block(labels, _) if !labels.is_empty() => Err(labels_without_type()),
        NodeKind::Object(entries) | NodeKind::Body(entries) | NodeKind::Block(_, entries) => Ok(entries),
        _ => Err(not_a_body()),
    }
}

/// Returns the error for a block in a value.
pub(super) fn block_in_value() -> Error {
    Error::coded(
        Code::BlockInValue,
        "A block can only be a part of a body, not of the value of an attribute.",
    )
}

/// Returns the error for a block with labels in a position where they would be lost.
pub(super) fn labels_without_type() -> Error {
    Error::coded(
        Code::BlockInValue,
        "A block with labels can only be written in a body, as a field that has the type of the block as its name.",
    )
}

fn not_a_body() -> Error {
    Error::coded(
        Code::NotABody,
        "A configuration is written from a struct or a map, or from a sequence of enum variants that are its attributes and blocks.",
    )
}
