//! The syntax tree as text, in the style that the documentation of [`ast`](super) describes.

mod expression;
mod key;
mod printer;
mod template;

use std::fmt;

use super::tree::Tree;
use super::{
    Attribute, BinaryOperator, Block, Body, BodyItem, Expression, FunctionCall, Label, Postfix, Template,
    TemplateForm, TemplatePart, UnaryOperator,
};
use crate::source::Span;
use crate::syntax::format::Lines;
use crate::value::is_identifier;
pub(crate) use key::template_entries;
use printer::{Gap, Printer};
pub(crate) use template::{as_template, escaped, quoted_template};

impl<'t> Printer<'t> {
    /// Prints the items of a body that are shown, up to `end`, without the others and their
    /// comments.
    fn items(&mut self, body: Body<'t>, end: u32, is_shown: &dyn Fn(BodyItem<'t>) -> bool) {
        let outer = std::mem::replace(&mut self.keeps_breaks, true);
        let mut is_first = true;
        let mut after_block = false;
        for item in body.items() {
            if !is_shown(item) {
                self.skip(item.span());
                continue;
            }
            let is_block = matches!(item, BodyItem::Block(block) if self.is_broken_body(block.body()));
            let has_blank_before = !is_first && (is_block || after_block);
            self.gap(item.span().start, if has_blank_before { Gap::BlankLine } else { Gap::Line });
            self.item(item);
            is_first = false;
            after_block = is_block;
        }
        self.gap(end, Gap::Line);
        self.keeps_breaks = outer;
    }

    /// Skips an item with its comments.
    fn skip(&mut self, item: Span) {
        let above = self.tree.leading_comments(item.start).first().map_or(item.start, |first| first.start);
        self.gap(above.max(self.at), Gap::Line);
        self.pass(self.tree.trailing_comment(item.end).unwrap_or(item));
    }

    fn item(&mut self, item: BodyItem<'t>) {
        match item {
            BodyItem::Attribute(attribute) => self.attribute(attribute),
            BodyItem::Block(block) => self.block(block),
        }
    }

    fn attribute(&mut self, attribute: Attribute<'t>) {
        let outer = std::mem::replace(&mut self.keeps_breaks, false);
        self.verbatim(attribute.name_span());
        self.equals(attribute.expression().span().start);
        self.whole_expression(attribute.expression());
        self.keeps_breaks = outer;
    }

    /// Prints the `=` between the current position and `to`, and the space after it.
    fn equals(&mut self, to: u32) {
        // In most sources, the columns of `=` are those of the layout.
        self.lines.equals((to - self.at).saturating_sub(3) as usize);
        self.gap(to, Gap::Tight);
    }

    fn block(&mut self, block: Block<'t>) {
        let outer = std::mem::replace(&mut self.keeps_breaks, false);
        self.verbatim(block.type_span());
        for label in block.labels() {
            self.gap(label.span().start, Gap::Space);
            self.label(label);
        }
        let body = block.body();
        let (span, inside) = (body.span(), body.inside());
        self.gap(span.start, Gap::Space);
        self.lines.open('{');
        self.at = inside.start;
        if self.is_broken_body(body) {
            self.items(body, inside.end, &|_| true);
        } else {
            for item in body.items() {
                self.gap(item.span().start, Gap::Space);
                self.item(item);
            }
            self.gap(inside.end, if body.items().len() == 0 { Gap::Tight } else { Gap::Space });
        }
        self.lines.close('}');
        self.at = span.end;
        self.keeps_breaks = outer;
    }

    fn label(&mut self, label: Label<'t>) {
        let text = self.slice(label.span());
        let is_plain = if label.is_quoted() {
            let is_special = |byte| matches!(byte, b'$' | b'%' | b'\n' | b'\r');
            text.len() > 1 && text.ends_with('"') && !text.bytes().any(is_special)
        } else {
            is_identifier(text)
        };
        if !is_plain {
            self.lines.leave_to_formatter();
        }
        let quote = if label.is_quoted() { "" } else { "\"" };
        self.lines.push(quote);
        self.verbatim(label.span());
        self.lines.push(quote);
    }

    /// Returns whether the body of a block has its own lines.
    fn is_broken_body(&self, body: Body<'_>) -> bool {
        let mut items = body.items();
        let only = match (items.next(), items.next()) {
            (only @ (None | Some(BodyItem::Attribute(_))), None) => only.map(BodyItem::span),
            _ => return true,
        };
        let Span { start, end } = body.inside();
        match only {
            None => !self.comments_in(start, end).is_empty() && self.breaks_between(start, end),
            Some(only) => self.breaks_between(start, only.start) || self.breaks_between(only.end, end),
        }
    }

    /// Prints a string or a template as it is, with the spaces of the formatter in its sequences.
    fn template(&mut self, expression: Expression<'t>, template: Option<Template<'t>>) {
        let (span, form) = (expression.span(), expression.template_form());
        let text = self.slice(span);
        let is_plain = template.is_none_or(|template| self.has_plain_sequences(template));
        if !is_plain || form == Some(TemplateForm::Standalone) {
            self.lines.leave_to_formatter();
        }
        match form {
            Some(TemplateForm::Heredoc) => self.lines.heredoc(text),
            _ => self.lines.push(text),
        }
        self.pass(span);
    }

    /// Returns whether the formatter keeps the spaces in a template: all sequences are
    /// interpolations of only names with steps.
    fn has_plain_sequences(&self, template: Template<'t>) -> bool {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'[' | b']');
        template.parts().all(|(span, part)| match (part, self.slice(span).as_bytes()) {
            (TemplatePart::Literal(_), _) => true,
            (TemplatePart::Interpolation(_), [b'$', b'{', inside @ .., b'}']) => inside.iter().all(is_plain),
            _ => false,
        })
    }
}

/// Prints an expression after the existing text of the lines.
pub(crate) fn print_in(lines: &mut Lines, expression: Expression<'_>) {
    let mut printer = Printer::new(std::mem::take(lines), expression.tree(), expression.span());
    printer.whole_expression(expression);
    *lines = printer.lines;
}

/// Prints a part of the source.
fn print<'t>(
    f: &mut fmt::Formatter<'_>,
    tree: &'t Tree,
    part: Span,
    content: &mut dyn FnMut(&mut Printer<'t>),
) -> fmt::Result {
    let mut printer = Printer::new(Lines::for_text(tree.source.slice(part)), tree, part);
    content(&mut printer);
    f.write_str(&printer.lines.finish())
}

/// Prints the attributes and blocks, each in lines of its own, without the braces around them.
impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_items(*self, |_| true, f)
    }
}

/// Prints those attributes and blocks that are shown.
pub(crate) fn print_items<'t>(
    body: Body<'t>,
    is_shown: impl Fn(BodyItem<'t>) -> bool,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let span = body.span();
    // Only the body of a file can start at offset 0: the body of a block follows its type.
    let inside = if span.start == 0 { span } else { body.inside() };
    print(f, body.tree(), inside, &mut |printer| printer.items(body, inside.end, &is_shown))
}

impl fmt::Display for BodyItem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(attribute) => fmt::Display::fmt(attribute, f),
            Self::Block(block) => fmt::Display::fmt(block, f),
        }
    }
}

impl fmt::Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.tree, self.span(), &mut |printer| printer.attribute(*self))
    }
}

impl fmt::Display for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.tree, self.span(), &mut |printer| printer.block(*self))
    }
}

/// Prints the label in quotes.
impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.tree, self.span(), &mut |printer| printer.label(*self))
    }
}

/// Prints the expression, in one line except for the content of brackets. A heredoc at its end is
/// followed by the line ending that it needs.
impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.template_form() == Some(TemplateForm::Standalone) {
            return f.write_str(self.tree().source.slice(self.span()));
        }
        print(f, self.tree, self.span(), &mut |printer| printer.whole_expression(*self))
    }
}

impl fmt::Display for Postfix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, self.tree, self.span(), &mut |printer| printer.postfix(*self))
    }
}

impl fmt::Display for FunctionCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.name_span().to(self.arguments_span());
        print(f, self.tree, span, &mut |printer| printer.call(*self))
    }
}

/// Prints the template as it is written.
impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tree().source.slice(self.span()))?;
        // A heredoc needs a newline after its closing marker.
        f.write_str(if self.form() == TemplateForm::Heredoc { "\n" } else { "" })
    }
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl fmt::Display for BinaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}
