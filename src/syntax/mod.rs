//! The native syntax: from text to the syntax tree.
//!
//! `scan` checks the nesting depth, the grammar recognises the text, `lower` builds the tree. When the
//! grammar refuses, `recover` explains why and finds what is sound.

pub mod ast;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod grammar;
mod lower;
mod prepared;
mod recover;
mod scan;
mod static_expr;
pub(crate) mod traversal;
pub(crate) mod variables;
pub mod visit;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pairs;

use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::limits::Limits;
use crate::source::{Source, Span};
use ast::tree::{BodyId, BodyNode, ExprId, ItemKind, ItemNode, LabelNode, Tree};
use grammar::{Grammar, Rule};
use lower::{Lowering, Refused};
use prepared::Prepared;
use recover::{Outline, OutlineItem};
use scan::Form;
use traversal::Traversal;

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
    let refusal =
        match prepare(Form::Body, &source, limits).and_then(|prepared| read_file(prepared, &mut tree)) {
            Ok(root) => return Parsed { tree, root, diagnostics: Diagnostics::new() },
            Err(refusal) => refusal,
        };
    tree = Tree::new(source.clone());
    let mut found = Vec::new();
    let mut items = Vec::new();
    if let Refusal::Syntax(_) = &refusal {
        let (diagnostics, outline) = recover::file(&source, limits);
        found = diagnostics;
        items = sound_items(&outline, limits, &mut tree);
    }
    let span = Span::new(0, source.text().len() as u32);
    let root = add_body(span, items, &mut tree);
    Parsed { tree, root, diagnostics: explain(refusal, found, &source) }
}

/// Reads a file piece by piece.
fn read_file(mut prepared: Prepared<'_>, tree: &mut Tree) -> Result<BodyId, Refusal> {
    let source = tree.source.clone();
    tree.comments = std::mem::take(&mut prepared.comments);
    let mut lowering = Lowering::new(source.text(), tree);
    for chunk in prepared.chunks() {
        let text = &prepared.text[chunk.clone()];
        lowering.take(recognise(Rule::file, text)?, text, chunk.start as u32);
        lowering.file_items()?;
    }
    Ok(lowering.file()?)
}

/// Parses an expression that stands alone, as if in brackets.
pub(crate) fn parse_expression(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone(
        source,
        limits,
        Form::Expression,
        Rule::lone_expression,
        |lowering| lowering.lone_expression(),
        recover::expression,
    )
}

/// Parses a template that stands alone.
pub(crate) fn parse_template(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone_template(source, limits, Rule::template_file)
}

/// Parses a template that is a string of HCL JSON, where a byte order mark is text.
pub(crate) fn parse_template_string(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone_template(source, limits, Rule::template_string)
}

fn parse_lone_template(source: Source, limits: &Limits, rule: Rule) -> Parsed<Option<ExprId>> {
    parse_lone(
        source,
        limits,
        Form::Template,
        rule,
        |lowering| lowering.lone_template(rule),
        recover::template,
    )
}

/// Parses a text that is a traversal and nothing else.
pub(crate) fn parse_traversal(
    source: Source,
    limits: &Limits,
    allow_splats: bool,
) -> Parsed<Option<Traversal>> {
    let parsed = parse_expression(source, limits);
    let source = parsed.tree.source.clone();
    let traversal =
        parsed.root.and_then(|root| ast::Expression::new(&parsed.tree, root).as_lone_traversal(allow_splats));
    let diagnostics = match traversal {
        Some(_) => Diagnostics::new(),
        None => {
            let found = recover::traversal(&source, limits, allow_splats);
            explain(Refusal::Syntax(0), found, &source)
        }
    };
    Parsed { tree: parsed.tree, root: traversal, diagnostics }
}

fn parse_lone(
    source: Source,
    limits: &Limits,
    form: Form,
    rule: Rule,
    lower: impl FnOnce(&mut Lowering<'_, '_>) -> Result<ExprId, Refused>,
    recover: impl FnOnce(&Source, &Limits) -> Vec<Diagnostic>,
) -> Parsed<Option<ExprId>> {
    let mut tree = Tree::new(source);
    let source = tree.source.clone();
    let root = prepare(form, &source, limits).and_then(|prepared| {
        tree.comments = prepared.comments;
        let mut lowering = Lowering::new(source.text(), &mut tree);
        lowering.take(recognise(rule, &prepared.text)?, &prepared.text, 0);
        Ok(lower(&mut lowering)?)
    });
    let refusal = match root {
        Ok(root) => return Parsed { tree, root: Some(root), diagnostics: Diagnostics::new() },
        Err(refusal) => refusal,
    };
    let found = match &refusal {
        Refusal::Limit(_) => Vec::new(),
        Refusal::Syntax(_) => recover(&source, limits),
    };
    Parsed { tree, root: None, diagnostics: explain(refusal, found, &source) }
}

/// Why a text was refused, before anybody knows the mistake.
enum Refusal {
    /// It nests too deep.
    Limit(Diagnostic),
    /// It is not in the language; the offset is where that was seen.
    Syntax(u32),
}

impl From<Refused> for Refusal {
    fn from(Refused(at): Refused) -> Self {
        Self::Syntax(at)
    }
}

/// The text as the grammar is to see it, once it is known not to nest too deep.
fn prepare<'t>(form: Form, source: &'t Source, limits: &Limits) -> Result<Prepared<'t>, Refusal> {
    if let Some(diagnostic) = text_too_long(source) {
        return Err(Refusal::Limit(diagnostic));
    }
    let prepared = scan::scan(source.text(), limits.depth, form)
        .map_err(|span| Refusal::Limit(nesting_too_deep(span, limits.depth)))?;
    match source.invalid_utf8().or(prepared.refused) {
        Some(at) => Err(Refusal::Syntax(at)),
        None => Ok(prepared),
    }
}

/// Runs the grammar.
fn recognise(rule: Rule, prepared: &str) -> Result<Pairs<'_, Rule>, Refusal> {
    Grammar::parse(rule, prepared).map_err(|error| match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => Refusal::Syntax(at as u32),
    })
}

/// The diagnostics of a refused text. There is always one, even for what the walk over the tokens takes.
fn explain(refusal: Refusal, mut found: Vec<Diagnostic>, source: &Source) -> Diagnostics {
    match refusal {
        Refusal::Limit(diagnostic) => found.insert(0, diagnostic),
        Refusal::Syntax(at) if found.is_empty() => {
            let detail = "The text is not valid from here on.";
            found.push(Diagnostic::error(Category::Syntax, "Invalid expression", detail).at(Span::at(at)));
        }
        Refusal::Syntax(_) => {}
    }
    if source.invalid_utf8().is_some() {
        // What was put in the place of such bytes breaks what is around them.
        found.retain(|diagnostic| {
            diagnostic.category() == Category::Limit || diagnostic.summary() == "Invalid character encoding"
        });
    }
    Diagnostics::from(found).in_source(source)
}

/// Reads the sound attributes and blocks of an outline one by one.
fn sound_items(outline: &Outline, limits: &Limits, tree: &mut Tree) -> Vec<ItemNode> {
    outline.items.iter().filter_map(|item| sound_item(item, limits, tree)).collect()
}

fn sound_item(item: &OutlineItem, limits: &Limits, tree: &mut Tree) -> Option<ItemNode> {
    let source = tree.source.clone();
    match item {
        OutlineItem::Sound(span) => {
            let prepared = scan::scan(source.slice(*span), limits.depth, Form::Body).ok()?;
            let comments = prepared.comments.iter();
            tree.comments.extend(comments.map(|comment| comment.shifted(span.start)));
            let mut lowering = Lowering::new(source.text(), tree);
            lowering.take(recognise(Rule::lone_item, &prepared.text).ok()?, &prepared.text, span.start);
            lowering.lone_item().ok()
        }
        OutlineItem::Block { name, labels, braces, body } => {
            let items = sound_items(body, limits, tree);
            let body = add_body(*braces, items, tree);
            let mut stack: Vec<LabelNode> =
                labels.iter().map(|span| lower::label(*span, source.slice(*span), tree)).collect();
            let labels = tree.add_labels(&mut stack, 0);
            let kind = ItemKind::Block { labels, body };
            Some(ItemNode { span: name.to(*braces), name: *name, kind })
        }
    }
}

fn add_body(span: Span, mut items: Vec<ItemNode>, tree: &mut Tree) -> BodyId {
    let items = tree.add_items(&mut items, 0);
    tree.add_body(BodyNode { span, items })
}

/// Offsets have 32 bits, one of which is kept for sums.
pub(crate) fn text_too_long(source: &Source) -> Option<Diagnostic> {
    let detail = "Texts of more than 2 GiB cannot be read. Split it into several files.";
    let diagnostic = || Diagnostic::error(Category::Limit, "Text too long", detail).at(Span::at(0));
    i32::try_from(source.text().len()).is_err().then(diagnostic)
}

pub(crate) fn nesting_too_deep(span: Span, limit: u32) -> Diagnostic {
    let detail = format!(
        "This opens a nesting level beyond the limit of {limit}. Flatten the configuration, or raise Limits::depth."
    );
    Diagnostic::error(Category::Limit, "Nesting too deep", detail).at(span)
}
