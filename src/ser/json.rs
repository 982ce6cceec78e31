//! Nodes as HCL JSON.

use super::expression;
use super::json_writer::{JsonWriter, Style, TemplateSequences};
use super::node::{
    Entries, Label, NodeKind, Property, PropertyBlock, TapeNode, block_in_value, labels_without_type,
};
use super::tape::Tape;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::util::ordered::OrderedMap;

/// Writes a body as the text of a file, anything else as a JSON value.
pub(super) fn text(tape: &Tape, style: Style) -> Result<String> {
    // For each token: quotes, a colon and a comma.
    let mut writer = JsonWriter::new(tape.length(5), style);
    match TapeNode::root(tape).kind() {
        NodeKind::Tuple(elements) => writer.array(elements.enumerate(), |writer, (index, element)| {
            match element.variant_name() {
                // A block of the variant, with an empty body.
                Some(name) => writer.bracketed(['{', '}'], |writer| {
                    writer.key(name, TemplateSequences::Escaped);
                    writer.bracketed(['{', '}'], |_| Ok(()))
                }),
                None => writer.body_or_value(element).map_err(|error| error.under_index(index)),
            }
        })?,
        _ => writer.body_or_value(TapeNode::root(tape))?,
    }
    Ok(writer.finish())
}

impl JsonWriter {
    fn body_or_value(&mut self, node: TapeNode<'_>) -> Result<()> {
        match node.kind() {
            NodeKind::Block(labels, _) if !labels.is_empty() => Err(labels_without_type()),
            NodeKind::Object(entries) | NodeKind::Block(_, entries) | NodeKind::Body(entries) => {
                self.body(entries)
            }
            _ => self.node(node),
        }
    }

    fn node(&mut self, node: TapeNode<'_>) -> Result<()> {
        match node.kind() {
            NodeKind::Absent | NodeKind::Null => self.word("null"),
            NodeKind::Bool(value) => self.word(if value { "true" } else { "false" }),
            NodeKind::Number(text) => self.word(text),
            NodeKind::String(text) => self.string(text, TemplateSequences::Escaped),
            NodeKind::Expression(expression) => expression::write_json(expression, self)?,
            NodeKind::Tuple(elements) => self.array(elements.enumerate(), |writer, (index, element)| {
                writer.node(element).map_err(|error| error.under_index(index))
            })?,
            NodeKind::Object(entries) => self.bracketed(['{', '}'], |writer| {
                for (key, node) in entries {
                    writer.key(key, TemplateSequences::Escaped);
                    writer.node(node).map_err(|error| error.under(key))?;
                }
                Ok(())
            })?,
            NodeKind::Block(..) | NodeKind::Body(_) => return Err(block_in_value()),
        }
        Ok(())
    }

    fn body(&mut self, entries: Entries<'_>) -> Result<()> {
        let names =
            if entries.has_literal_names { TemplateSequences::Kept } else { TemplateSequences::Escaped };
        let properties = entries.by_name(ambiguous)?;
        self.bracketed(['{', '}'], |writer| {
            properties.into_iter().try_for_each(|(name, property)| {
                writer.key(name, names);
                let written = match property {
                    Property::Attribute(_) if name == "//" => Err(Error::coded(
                        Code::AmbiguousName,
                        "A property named \"//\" is a comment in JSON. Use another name.",
                    )),
                    Property::Attribute(node) => writer.node(node),
                    Property::Blocks(blocks) => writer.blocks(&blocks, 0),
                };
                written.map_err(|error| error.under(name))
            })
        })
    }

    /// Writes blocks of one type, of whose labels `level` are written already. They keep their
    /// order: a label that comes back after another one needs an array.
    fn blocks(&mut self, blocks: &[PropertyBlock<'_>], level: usize) -> Result<()> {
        if let [block] = blocks
            && block.labels.len() <= level
        {
            return self.body(block.entries);
        }
        if blocks.iter().all(|block| block.labels.len() <= level) {
            return self.array(blocks, |writer, block| writer.body(block.entries));
        }
        // Adjacent blocks with the same label, or without a label.
        let groups = blocks.chunk_by(|one, next| {
            let label = one.labels.get(level);
            label == next.labels.get(level) && !label.is_some_and(|label| label.is_variant)
        });
        let mut groups = groups.map(|group| (group[0].labels.get(level), group));
        let mut seen = OrderedMap::new();
        if groups.clone().all(|(label, _)| label.is_some_and(|label| seen.insert(label, ()).is_none())) {
            return self.bracketed(['{', '}'], |writer| {
                groups.try_for_each(|(label, group)| match label {
                    Some(label) => writer.labeled(label, group, level),
                    None => Ok(()),
                })
            });
        }
        self.array(groups, |writer, (label, group)| match label {
            Some(label) => writer.bracketed(['{', '}'], |writer| writer.labeled(label, group, level)),
            None => writer.blocks(group, level + 1),
        })
    }

    /// Writes blocks with the same next label, which is their key.
    fn labeled(&mut self, label: &Label<'_>, blocks: &[PropertyBlock<'_>], level: usize) -> Result<()> {
        self.key(
            label.text,
            if label.is_template { TemplateSequences::Escaped } else { TemplateSequences::Kept },
        );
        self.blocks(blocks, level + 1)
    }
}

fn ambiguous(name: &str) -> Error {
    let detail = format!(
        "{name:?} is the name of two attributes, or of an attribute and a block, which are the same in JSON. Rename \
         one of them."
    );
    Error::coded(Code::AmbiguousName, detail)
}
