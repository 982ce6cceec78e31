//! Parts of values as texts in native syntax, for the editing of documents.

use serde::Serialize;

use super::expression::native_text;
use super::functions::tape;
use super::native::{NativeWriter, write_key};
use super::node::{self, Entries, Item, NodeKind, TapeNode};
use crate::body::{self, parse_file};
use crate::error::Result;
use crate::syntax::ast::TemplateForm;
use crate::syntax::format::Lines;

/// Writes a value as the text of an expression. An expression that was parsed keeps its notation.
pub(crate) fn expression_text<T: Serialize + ?Sized>(value: &T, heredocs: bool) -> Result<String> {
    node_text(TapeNode::root(&tape(value)?), heredocs)
}

/// Writes a value as the text of an expression, without the line ending after a heredoc. An
/// expression that was parsed keeps its notation.
pub(crate) fn node_text(node: TapeNode<'_>, heredocs: bool) -> Result<String> {
    if let NodeKind::Expression(captured) = node.kind() {
        return notation(captured);
    }
    let mut part = writer(heredocs);
    part.root_value(node)?;
    Ok(finish(part))
}

/// Writes an entry of a body, each of its items separately. Returns their texts, and whether each
/// is a block.
pub(crate) fn entry_texts(name: &str, node: TapeNode<'_>, heredocs: bool) -> Result<Vec<(bool, String)>> {
    let mut texts = Vec::new();
    node::each_item_of(name, node, &mut Vec::new(), &mut |item| {
        let mut part = writer(heredocs);
        let is_block = matches!(item, Item::Block(..));
        part.item(item)?;
        texts.push((is_block, finish(part)));
        Ok(())
    })?;
    Ok(texts)
}

/// Writes a block.
pub(crate) fn block_text(
    block_type: &str,
    labels: &[&str],
    entries: Option<Entries<'_>>,
    heredocs: bool,
) -> Result<String> {
    let mut part = writer(heredocs);
    part.block(block_type, labels.iter().copied(), entries)?;
    Ok(finish(part))
}

/// Returns a key of an object, in quotes where it needs them.
pub(crate) fn key_text(key: &str) -> String {
    let mut text = String::new();
    write_key(key, &mut text);
    text
}

/// Returns an expression as it is written, if it can be the value of an attribute like that. A
/// standalone expression can have line breaks outside of brackets.
fn notation(expression: &body::Expression) -> Result<String> {
    if let Some(native) = expression.ast()
        && native.template_form() != Some(TemplateForm::Standalone)
    {
        // Comments before the expression belong to it if nothing else is before it.
        let source = native.source();
        let comment = native.tree().leading_comments(native.span().start).first();
        let comment = comment.filter(|it| source.text()[..it.start as usize].trim().is_empty());
        let text = source.slice(comment.map_or(native.span(), |comment| comment.to(native.span())));
        if !parse_file(format!("value = {text}\n")).diagnostics.has_errors() {
            return Ok(text.to_owned());
        }
    }
    Ok(native_text(expression)?.trim_end_matches('\n').to_owned())
}

fn writer(heredocs: bool) -> NativeWriter {
    NativeWriter { lines: Lines::default(), has_expressions: true, heredocs, width: None }
}

/// Returns the text of a writer, without the last line ending.
fn finish(writer: NativeWriter) -> String {
    let mut text = writer.lines.finish();
    text.truncate(text.trim_end_matches('\n').len());
    text
}
