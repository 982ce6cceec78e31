//! The rewrites of `terraform fmt` beyond white space.

use std::borrow::Cow;

use super::formatter::format;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast::{Attribute, Body, BodyItem, ExpressionKind, Label, TemplateForm, TemplatePart};
use crate::syntax::lexer::{Lexer, SourceKind};
use crate::syntax::parse_body;
use crate::syntax::token::{Token, TokenKind};
use crate::value::quoted;

/// Formats a configuration as `terraform fmt` does: as [`format`](crate::format()) does it, after
/// three rewrites that replace old forms of Terraform's language.
///
/// - Labels of blocks are quoted: `resource a b {` becomes `resource "a" "b" {`.
/// - The value of an attribute that is one interpolation in quotes loses both: `"${x}"` becomes
///   `x`.
/// - The `type` in a `variable` block at the root: `"string"`, `"list"` and `"map"` become
///   `string`, `list(string)` and `map(string)`; `list`, `map` and `set` become `list(any)`,
///   `map(any)` and `set(any)`.
///
/// ```
/// let text = "variable region {\n  type = \"string\"\n  default=\"${local.region}\"\n}\n";
/// assert_eq!(serde_hcl::fmt::format_terraform(text)?, r#"variable "region" {
///   type    = string
///   default = local.region
/// }
/// "#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// # Errors
/// Returns an error with all syntax errors. A text with syntax errors is not formatted.
pub fn format_terraform(source: impl Into<Source>) -> crate::Result<String> {
    let parsed = parse_body(source.into(), &Limits::DEFAULT);
    Outcome { value: (), diagnostics: parsed.diagnostics }.into_result()?;
    let body = Body::new(&parsed.tree, parsed.root);
    let mut rewriter = Rewriter { source: &parsed.tree.source, out: String::new(), done: 0 };
    rewriter.body(body, Enclosing::Root);
    Ok(format(&rewriter.finish()))
}

/// The block that a body belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Enclosing {
    Root,
    /// A `variable` block at the root.
    Variable,
    Other,
}

/// Copies a text, with other text in place of some spans.
struct Rewriter<'t> {
    source: &'t Source,
    out: String,
    /// The offset up to which the text is copied.
    done: u32,
}

impl<'t> Rewriter<'t> {
    fn replace(&mut self, span: Span, text: &str) {
        self.out.push_str(self.source.slice(Span::new(self.done, span.start)));
        self.out.push_str(text);
        self.done = span.end;
    }

    fn finish(mut self) -> String {
        self.replace(Span::at(self.source.text().len() as u32), "");
        self.out
    }

    fn body(&mut self, body: Body<'t>, enclosing: Enclosing) {
        for item in body.items() {
            match item {
                BodyItem::Attribute(attribute) => self.attribute(attribute, enclosing),
                BodyItem::Block(block) => {
                    block.labels().for_each(|label| self.label(label));
                    let is_variable = enclosing == Enclosing::Root && block.block_type() == "variable";
                    self.body(block.body(), if is_variable { Enclosing::Variable } else { Enclosing::Other });
                }
            }
        }
    }

    fn label(&mut self, label: Label<'t>) {
        // `$` and `%` are literal text in labels, so only labels with escape sequences are
        // rewritten.
        if !label.is_quoted() || self.source.slice(label.span()).contains('\\') {
            self.replace(label.span(), &quoted(label.text()).to_string());
        }
    }

    fn attribute(&mut self, attribute: Attribute<'t>, enclosing: Enclosing) {
        let span = attribute.expression().span();
        let text = self.source.slice(span);
        if enclosing == Enclosing::Variable && attribute.name() == "type" {
            if let Some(ty) = type_constraint(text) {
                self.replace(span, ty);
            }
        } else if let ExpressionKind::Template(template) = attribute.expression().kind()
            && template.form() == TemplateForm::Quoted
            && let mut parts = template.parts()
            && let (Some((_, TemplatePart::Interpolation(_))), None) = (parts.next(), parts.next())
            && let after = &self.source.text()[span.end as usize..]
            && let Some(inner) = unwrapped(&text[1..text.len() - 1], after)
        {
            self.replace(span, &inner);
        }
    }
}

/// Returns the constraint that replaces an old form.
fn type_constraint(text: &str) -> Option<&'static str> {
    Some(match text {
        "list" => "list(any)",
        "map" => "map(any)",
        "set" => "set(any)",
        r#""string""# => "string",
        r#""list""# => "list(string)",
        r#""map""# => "map(string)",
        _ => return None,
    })
}

/// Returns the expression in an interpolation, in parentheses if it has several lines, or `None` if
/// the interpolation stays:
///
/// - if it begins with a comment, since the value would be in the next line;
/// - if a heredoc in it has sequences, as in `terraform fmt`;
/// - if the expression ends with a heredoc or a comment to the end of a line, and other text
///   follows in the same line.
fn unwrapped<'t>(interpolation: &'t str, after: &str) -> Option<Cow<'t, str>> {
    let inside = interpolation.strip_prefix("${")?.strip_suffix('}')?;
    let inside = inside.strip_prefix('~').unwrap_or(inside);
    let inside = inside.strip_suffix('~').unwrap_or(inside);
    let tokens: Vec<_> = Lexer::new(inside, SourceKind::Expression, false).collect();
    let is_content = |kind: TokenKind| kind != TokenKind::Newline;
    let first = tokens.iter().position(|token| is_content(token.kind))?;
    let last = tokens.iter().rposition(|token| is_content(token.kind))?;
    let tokens = &tokens[first..=last];
    let ends_line = |kind, span: Span| kind == TokenKind::Comment && inside[span.range()].ends_with('\n');
    let [first, .., last] = tokens else { return Some(Cow::Borrowed(inside.trim())) };
    if ends_line(first.kind, first.span) || has_sequences(tokens) {
        return None;
    }
    let text = &inside[first.span.start as usize..last.span.end as usize];
    let is_long = tokens[..tokens.len() - 1]
        .iter()
        .any(|token| token.kind == TokenKind::Newline || ends_line(token.kind, token.span));
    let has_parentheses = (first.kind, last.kind) == (TokenKind::OpenParen, TokenKind::CloseParen);
    let is_wrapped = is_long && !has_parentheses;
    let is_last = !is_wrapped && after.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    match last.kind {
        TokenKind::CloseHeredoc if !is_last => None,
        TokenKind::Comment if ends_line(last.kind, last.span) && !is_last && !is_wrapped => None,
        _ if is_wrapped => Some(format!("({text})").into()),
        _ => Some(text.into()),
    }
}

/// Returns whether there are template sequences outside of quotes. In an interpolation, only
/// heredocs have them there.
fn has_sequences(tokens: &[Token]) -> bool {
    let mut quotes = 0_usize;
    tokens.iter().any(|token| {
        match token.kind {
            TokenKind::OpenQuote => quotes += 1,
            TokenKind::CloseQuote => quotes -= 1,
            _ => {}
        }
        let is_sequence = matches!(token.kind, TokenKind::Interpolation | TokenKind::Control);
        quotes == 0 && is_sequence
    })
}
