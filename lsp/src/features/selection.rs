//! Selections that grow with the syntax tree.

use lsp_types::SelectionRange;
use serde_hcl::Span;
use serde_hcl::ast::visit::{Node, Visitor, walk};
use serde_hcl::ast::{Attribute, Block, Body, Expression, Label, ObjectKey, Step, TokenKind, tokens};

use super::brackets;
use crate::document::Document;
use crate::position::Encoding;

/// Returns the parts of the text around an offset, from the innermost to the whole text.
pub(crate) fn selection_range(document: &Document, offset: u32, encoding: Encoding) -> SelectionRange {
    let text = document.text();
    let mut spans = vec![Span::new(0, text.len() as u32)];
    for pair in brackets::pairs(text).0 {
        spans.extend([pair.span(), pair.inside()]);
    }
    if let Some(body) = document.file().ast() {
        // A cursor behind a name or a bracket is at it too.
        for at in [offset.checked_sub(1), Some(offset)].into_iter().flatten() {
            let mut nodes = NodesAt { offset: at as usize, spans: &mut spans };
            nodes.visit_body(body);
        }
    }
    let is_word = |kind| !matches!(kind, TokenKind::Newline | TokenKind::Punctuation);
    spans.extend(tokens(text).filter(|token| is_word(token.kind)).map(|token| token.span));
    spans.retain(|span| span.start <= offset && offset <= span.end && !span.is_empty());
    spans.sort_by_key(|span| (std::cmp::Reverse(span.len()), span.start));
    spans.dedup();
    let mut selection: Option<(Span, SelectionRange)> = None;
    for span in spans {
        // Of two parts that meet at the offset, the first one is selected.
        if selection.as_ref().is_none_or(|(outer, _)| outer.contains(span)) {
            let parent = selection.take().map(|(_, range)| Box::new(range));
            selection = Some((span, SelectionRange { range: document.range(span, encoding), parent }));
        }
    }
    let at = || document.range(Span::at(offset), encoding);
    selection.map_or_else(|| SelectionRange { range: at(), parent: None }, |(_, range)| range)
}

/// Collects the spans of the nodes that cover the byte at an offset.
struct NodesAt<'s> {
    offset: usize,
    spans: &'s mut Vec<Span>,
}

impl NodesAt<'_> {
    /// Returns whether a node covers the byte, and collects its span then.
    fn covers(&mut self, span: Span) -> bool {
        let covers = span.range().contains(&self.offset);
        self.spans.extend(covers.then_some(span));
        covers
    }

    fn visit<'t>(&mut self, span: Span, node: impl Node<'t>) {
        if self.covers(span) {
            walk(self, node);
        }
    }
}

impl<'t> Visitor<'t> for NodesAt<'_> {
    fn visit_body(&mut self, body: Body<'t>) {
        self.visit(body.span(), body);
    }

    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        self.visit(attribute.span(), attribute);
    }

    fn visit_block(&mut self, block: Block<'t>) {
        self.visit(block.span(), block);
    }

    fn visit_label(&mut self, label: Label<'t>) {
        self.covers(label.span());
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.visit(expression.span(), expression);
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        match key {
            ObjectKey::Expression(expression) => self.visit_expression(expression),
            name => _ = self.covers(name.span()),
        }
    }

    fn visit_step(&mut self, step: Step<'t>) {
        self.visit(step.span(), step);
    }
}
