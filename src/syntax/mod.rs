//! The native syntax: from text to the syntax tree.
//!
//! `scan` checks the nesting depth, the grammar recognises the text, `lower` builds the tree. When the
//! grammar refuses, `recover` explains why and finds what is sound.

pub mod ast;
mod grammar;
mod lower;
mod scan;
pub(crate) mod traversal;
pub(crate) mod variables;
pub mod visit;

use pest::Parser;

use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::limits::Limits;
use crate::source::{Source, Span};
use ast::tree::{BodyId, BodyNode, ExprId, Tree};
use grammar::{Grammar, Rule};
use lower::Lowering;

/// A tree, where its root is, and what was wrong with the text.
pub(crate) struct Parsed<R> {
    pub(crate) tree: Tree,
    pub(crate) root: R,
    pub(crate) diagnostics: Diagnostics,
}

/// Parses a configuration file. When something is wrong with it, the body holds what is sound.
pub(crate) fn parse_body(source: Source, limits: &Limits) -> Parsed<BodyId> {
    let mut tree = Tree::new(source);
    let source = tree.source.clone();
    let text = source.text();
    let whole = Span::new(0, text.len() as u32);
    match recognise(Rule::file, text, source.invalid_utf8(), limits) {
        Ok(pairs) => match Lowering::new(pairs, text, 0, &mut tree).file() {
            Ok(root) => return Parsed { tree, root, diagnostics: Diagnostics::new() },
            Err(refused) => {
                let diagnostics = generic(refused.0).into();
                let root = tree.add_body(BodyNode { span: whole, items: Default::default() });
                Parsed { tree, root, diagnostics }
            }
        },
        Err(diagnostic) => {
            let root = tree.add_body(BodyNode { span: whole, items: Default::default() });
            Parsed { tree, root, diagnostics: diagnostic.in_source(&source).into() }
        }
    }
}

/// Parses an expression that stands alone, as if in brackets.
pub(crate) fn parse_expression(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    let mut tree = Tree::new(source);
    let source = tree.source.clone();
    let text = source.text();
    let result = recognise(Rule::lone_expression, text, source.invalid_utf8(), limits).and_then(|pairs| {
        Lowering::new(pairs, text, 0, &mut tree).lone_expression().map_err(|refused| generic(refused.0))
    });
    finish(tree, result)
}

/// Parses a template that stands alone.
pub(crate) fn parse_template(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    let mut tree = Tree::new(source);
    let source = tree.source.clone();
    let text = source.text();
    let result = recognise(Rule::template_file, text, source.invalid_utf8(), limits).and_then(|pairs| {
        Lowering::new(pairs, text, 0, &mut tree).template_file().map_err(|refused| generic(refused.0))
    });
    finish(tree, result)
}

fn finish(tree: Tree, result: Result<ExprId, Diagnostic>) -> Parsed<Option<ExprId>> {
    let source = tree.source.clone();
    match result {
        Ok(root) => Parsed { tree, root: Some(root), diagnostics: Diagnostics::new() },
        Err(diagnostic) => Parsed { tree, root: None, diagnostics: diagnostic.in_source(&source).into() },
    }
}

/// Runs the grammar once the text is known not to nest too deep.
fn recognise<'t>(
    rule: Rule,
    text: &'t str,
    invalid_utf8: Option<u32>,
    limits: &Limits,
) -> Result<pest::iterators::Pairs<'t, Rule>, Diagnostic> {
    if let Some(at) = invalid_utf8 {
        return Err(generic(at));
    }
    if let Some(span) = scan::too_deep(text, limits.depth, rule == Rule::template_file) {
        return Err(nesting_too_deep(span, limits));
    }
    Grammar::parse(rule, text).map_err(|error| {
        generic(match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at as u32,
        })
    })
}

fn nesting_too_deep(span: Span, limits: &Limits) -> Diagnostic {
    let detail = format!(
        "This opens a nesting level beyond the limit of {}. Flatten the configuration, or raise Limits::depth.",
        limits.depth
    );
    Diagnostic::error(Category::Limit, "Nesting too deep", detail).at(span)
}

fn generic(at: u32) -> Diagnostic {
    Diagnostic::error(Category::Syntax, "Invalid expression", "This is not valid here.").at(Span::at(at))
}
