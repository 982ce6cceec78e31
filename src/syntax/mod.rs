//! The native syntax: from text to the syntax tree.
//!
//! `lexer` returns the tokens, `scan` checks their nesting and turns them into the terminals of the
//! grammar, the grammar parses those, and `build` builds the tree. For text that the grammar
//! rejects, `diagnose` reports the mistakes and repairs the tokens, so that the grammar accepts
//! them.

pub mod ast;
mod build;
mod diagnose;
pub(crate) mod format;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod grammar;
mod lexer;
mod scan;
pub(crate) mod scope;
mod static_expr;
mod token;
mod tokens;
pub(crate) mod traversal;
pub(crate) mod variables;
pub mod visit;

use crate::diag::{Category, Code, Diagnostic, Diagnostics};
use crate::limits::Limits;
use crate::source::{Source, Span};
use ast::tree::{BodyId, BodyNode, ExprId, List, Tree};
use build::{Builder, Rejected};
pub(crate) use diagnose::{
    Conflicts, Confusable, LaterLines, balance_values, closing_quote, closing_quotes, confusable,
    end_of_known_line, escape_sequence, indentation, not_a_number, text_of_unclosed, triple_quotes, unquoted,
    verify_corrections, with_commas, with_spaces, words_end, wrong_string,
};
use lexer::{Lexer, SourceKind};
use scan::Scan;
use scan::terminals::Terminals;
use token::Token;
pub(crate) use token::{Token as NativeToken, TokenKind};
use traversal::Traversal;

/// A tree, its root, and the diagnostics of the text.
pub(crate) struct Parsed<R, T = Tree> {
    pub(crate) tree: T,
    pub(crate) root: R,
    pub(crate) diagnostics: Diagnostics,
}

/// Parses a configuration file. In the tree of an invalid file, broken text is a separate node.
pub(crate) fn parse_body(source: Source, limits: &Limits) -> Parsed<BodyId> {
    let mut tree = Tree::new(source.clone());
    let root = begin_scan(&source, SourceKind::Body, limits)
        .and_then(|scan| read_file(scan, limits, source.invalid_utf8(), &mut tree));
    let rejection = match root {
        Ok(root) => return Parsed { tree, root, diagnostics: Diagnostics::new() },
        Err(rejection) => rejection,
    };
    drop(tree);
    let (found, tokens) = match &rejection {
        Rejection::Syntax(_) if is_diagnosed(SourceKind::Body, &source, limits) => {
            diagnose::file(&source, limits)
        }
        _ => Default::default(),
    };
    let mut tree = Tree::new(source.clone());
    let root = read_repaired(&tokens, limits, &mut tree).unwrap_or_else(|_| {
        tree = Tree::new(source.clone());
        let span = Span::new(0, source.text().len() as u32);
        tree.add_body(BodyNode { span, items: List::default(), has_distinct_names: true })
    });
    Parsed { tree, root, diagnostics: explain(rejection, found, &source) }
}

/// Parses the repaired tokens of a rejected file.
fn read_repaired(tokens: &[Token], limits: &Limits, tree: &mut Tree) -> Result<BodyId, Rejection> {
    let source = tree.source.clone();
    read_file(Scan::of_tokens(source.text(), tokens, limits.depth), limits, None, tree)
}

/// Parses the chunks of a file. The offset of invalid UTF-8 is where it is rejected at the latest.
fn read_file(
    mut scan: Scan,
    limits: &Limits,
    invalid: Option<u32>,
    tree: &mut Tree,
) -> Result<BodyId, Rejection> {
    let source = tree.source.clone();
    let (mut items, mut rejected) = (Vec::new(), invalid);
    // The rest of a text that is rejected is only scanned, since it may exceed a limit.
    while advance(&mut scan, limits)? {
        rejected = rejected.or(scan.rejected());
        if rejected.is_none() {
            if items.is_empty() {
                reserve(tree, scan.terminals(), limits);
            }
            match Builder::new(source.text(), scan.terminals(), tree, std::mem::take(&mut items)).file_items()
            {
                Ok(all) => items = all,
                Err(Rejected(at)) => rejected = Some(at),
            }
        }
    }
    if let Some(at) = rejected.or(scan.rejected()) {
        return Err(Rejection::Syntax(at));
    }
    (tree.depth, tree.comments) = (scan.depth(), scan.into_comments());
    Ok(Builder::new(source.text(), &Terminals::default(), tree, items).file()?)
}

/// The number of terminals up to which capacity is reserved in advance, about that of the default
/// limits. With a quarter of a million, a parse of 10 MB takes half longer (bench `parse_service`).
const MAX_ESTIMATE: usize = 1 << 22;

/// Reserves capacity for the tree of a text, after its first chunk was scanned. The rest of the
/// text is expected to be like that chunk. With too little capacity, a parse takes a twentieth
/// longer (bench `parse_expressions`).
fn reserve(tree: &mut Tree, terminals: &Terminals, limits: &Limits) {
    let chunks = tree.source.text().len() as f64 / terminals.end().max(1) as f64;
    let most = limits.parts().min(MAX_ESTIMATE) as f64 / terminals.len().max(1) as f64;
    let chunks = chunks.min(most).max(1.0);
    let (expressions, items) = terminals.counts();
    tree.reserve((expressions as f64 * chunks) as usize, (items as f64 * chunks) as usize);
}

/// Parses a single expression. Newlines have no meaning in it, as between brackets.
pub(crate) fn parse_expression(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone(source, limits, SourceKind::Expression)
}

/// Parses a single template.
pub(crate) fn parse_template(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone(source, limits, SourceKind::Template)
}

/// Parses a template that is a string of HCL JSON, where a byte order mark is text.
pub(crate) fn parse_template_string(source: Source, limits: &Limits) -> Parsed<Option<ExprId>> {
    parse_lone(source, limits, SourceKind::TemplateString)
}

/// Parses a single traversal.
pub(crate) fn parse_traversal(source: Source, limits: &Limits, splats: bool) -> Parsed<Option<Traversal>> {
    let parsed = parse_expression(source, limits);
    let source = parsed.tree.source.clone();
    let traversal =
        parsed.root.and_then(|root| ast::Expression::new(&parsed.tree, root).lone_traversal(splats));
    let diagnostics = if traversal.is_some() {
        Diagnostics::new()
    } else if parsed.diagnostics.iter().any(|it| it.category() == Category::Limit) {
        parsed.diagnostics
    } else {
        let is_diagnosed = is_diagnosed(SourceKind::Expression, &source, limits);
        let found = is_diagnosed.then(|| diagnose::traversal(&source, limits, splats));
        explain(Rejection::Syntax(0), found.unwrap_or_default(), &source)
    };
    Parsed { tree: parsed.tree, root: traversal, diagnostics }
}

/// Parses a single expression or a single template.
fn parse_lone(source: Source, limits: &Limits, form: SourceKind) -> Parsed<Option<ExprId>> {
    let mut tree = Tree::new(source);
    let source = tree.source.clone();
    let is_expression = form == SourceKind::Expression;
    let root = begin_scan(&source, form, limits).and_then(|mut scan| {
        advance(&mut scan, limits)?;
        if let Some(at) = source.invalid_utf8().or(scan.rejected()) {
            return Err(Rejection::Syntax(at));
        }
        reserve(&mut tree, scan.terminals(), limits);
        let builder = Builder::new(source.text(), scan.terminals(), &mut tree, Vec::new());
        let root = if is_expression { builder.lone_expression()? } else { builder.lone_template()? };
        (tree.depth, tree.comments) = (scan.depth(), scan.into_comments());
        Ok(root)
    });
    let rejection = match root {
        Ok(root) => return Parsed { tree, root: Some(root), diagnostics: Diagnostics::new() },
        Err(rejection) => rejection,
    };
    let found = match &rejection {
        Rejection::Syntax(_) if !is_diagnosed(form, &source, limits) => Vec::new(),
        Rejection::Syntax(_) if is_expression => diagnose::expression(&source, limits),
        Rejection::Syntax(_) => diagnose::template(&source, limits, form),
        Rejection::Limit(_) => Vec::new(),
    };
    Parsed { tree, root: None, diagnostics: explain(rejection, found, &source) }
}

/// The reason for the rejection of a text.
enum Rejection {
    /// It exceeds a limit.
    Limit(Diagnostic),
    /// It is not in the language. The offset is where that was found.
    Syntax(u32),
}

impl From<Rejected> for Rejection {
    fn from(Rejected(at): Rejected) -> Self {
        Self::Syntax(at)
    }
}

/// Returns whether a rejected text has at most a quarter of the tokens that a valid one may have,
/// since diagnosing takes four times the memory of parsing. For a longer text, only the location of
/// the first mistake is shown.
fn is_diagnosed(form: SourceKind, source: &Source, limits: &Limits) -> bool {
    let most = limits.parts() / 4;
    source.invalid_utf8().is_some() || Lexer::new(source.text(), form, false).count() <= most
}

/// Creates a scan of a text, after its length was checked.
fn begin_scan<'s>(source: &'s Source, form: SourceKind, limits: &Limits) -> Result<Scan<'s>, Rejection> {
    match text_too_long(source, limits) {
        Some(diagnostic) => Err(Rejection::Limit(diagnostic)),
        None => Ok(Scan::new(source.text(), form, limits.depth)),
    }
}

/// Scans the next chunk of a text, and checks its nesting and the number of its terminals. Returns
/// whether there is one.
fn advance(scan: &mut Scan, limits: &Limits) -> Result<bool, Rejection> {
    let has_more = scan.advance().map_err(|span| Rejection::Limit(nesting_too_deep(span, limits.depth)))?;
    match scan.terminals().excess(limits.parts()) {
        Some(excess) => Err(Rejection::Limit(too_many_parts(excess, "tokens", limits))),
        None => Ok(has_more),
    }
}

/// Returns the diagnostics of a rejected text. There is at least one.
fn explain(rejection: Rejection, mut found: Vec<Diagnostic>, source: &Source) -> Diagnostics {
    match rejection {
        Rejection::Limit(diagnostic) => found.insert(0, diagnostic),
        Rejection::Syntax(at) if found.is_empty() => {
            let detail = "The text is not valid from here on.";
            found.push(Diagnostic::new(Code::UnexpectedText, detail).at(Span::at(at)));
        }
        Rejection::Syntax(_) => {}
    }
    if source.invalid_utf8().is_some() {
        // Invalid bytes were replaced, and the replacements cause more syntax errors.
        found.retain(|diagnostic| {
            diagnostic.category() == Category::Limit || diagnostic.code() == Some(Code::InvalidEncoding)
        });
        // In a string, the first invalid byte is found twice.
        found.dedup_by_key(|diagnostic| diagnostic.span());
    }
    Diagnostics::from(found).in_source(source)
}

/// The number of mistakes that are reported in one text.
pub(crate) const MAX_PROBLEMS: usize = 2_000;

/// Returns a diagnostic that a text has more mistakes than are reported.
pub(crate) fn too_many_problems(at: Span) -> Diagnostic {
    let detail = format!(
        "There are more than {MAX_PROBLEMS} mistakes. Those after this are not looked for; correct the first ones."
    );
    Diagnostic::new(Code::TooManyProblems, detail).at(at)
}

pub(crate) fn text_too_long(source: &Source, limits: &Limits) -> Option<Diagnostic> {
    let length = source.text().len();
    // Offsets have 32 bits, one of which is reserved for sums.
    let detail = if i32::try_from(length).is_err() {
        "Texts of more than 2 GiB cannot be read. Split it into several files.".to_owned()
    } else if length as u64 > limits.input {
        let limit = limits.input;
        format!(
            "The text has more than the limit of {limit} bytes. Split it into several files, or raise Limits::input."
        )
    } else {
        return None;
    };
    Some(Diagnostic::new(Code::TextTooLong, detail).at(Span::at(0)))
}

pub(crate) fn too_many_parts(at: Span, parts: &str, limits: &Limits) -> Diagnostic {
    let limit = limits.parts();
    let detail = format!(
        "The text has more than {limit} {parts}. Split it into several files, or raise Limits::input, which allows one for each eight bytes."
    );
    Diagnostic::new(Code::TextTooLong, detail).at(at)
}

pub(crate) fn nesting_too_deep(span: Span, limit: u32) -> Diagnostic {
    let detail = format!(
        "This opens a nesting level beyond the limit of {limit}. Flatten the configuration, or raise Limits::depth."
    );
    Diagnostic::new(Code::NestingTooDeep, detail).at(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text as one that was rejected, and returns whether the grammar accepts its repaired
    /// tokens.
    fn is_repaired(text: &str) -> bool {
        let (limits, source) = (Limits::default(), Source::new("", text));
        let (_, tokens) = diagnose::file(&source, &limits);
        read_repaired(&tokens, &limits, &mut Tree::new(source)).is_ok()
    }

    #[test]
    fn repaired_tokens_are_accepted() {
        const TEXT: &str = r#"a = [1, "b${c.d[0]}", { e = f, (g) : !h }]
service "web" x {
  i = j ? [for k, v in l : k if v] : {for v in m : v.n => v...}
  o { p = q.*.r[*].s - -1.5e3 }

  t = <<-EOT
    u ${upper("v", w...)} %{ if x ~}y%{ else }z%{ endif }
  EOT
  a1 = "%{ for b1 in c1 }\n${b1}%{ endfor }" # d1
  e1 = (ns::f1(2) || true) /* g1 */
}
"#;
        let marks = [
            "", "\"", "}", "{", "(", "]", ",", "=", "\n", "'", " x", "${", "%{ if", "<<A", "/*", ".", "é",
            ":",
        ];
        // At each place some of the marks, or all of them.
        let step = if std::env::var_os("FULL_TESTS").is_some() { 1 } else { 5 };
        for (at, character) in TEXT.char_indices() {
            for mark in marks.iter().skip(at % step).step_by(step) {
                for end in [at, at + character.len_utf8()] {
                    let text = format!("{}{mark}{}", &TEXT[..at], &TEXT[end..]);
                    assert!(is_repaired(&text), "{text}");
                }
            }
            assert!(is_repaired(&TEXT[..at]), "{}", &TEXT[..at]);
        }
    }
}
