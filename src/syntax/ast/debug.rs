//! `{:?}` of a view is its text, without the layout of bodies. `{:#?}` is its tree: a line for each
//! node, with its bytes, its kind, and the start of its text.

use std::fmt;

use super::{
    Attribute, Binary, Block, Body, Conditional, Expression, For, FunctionCall, Label, Object, Postfix, Step,
    SyntaxNode, Template, TemplateFor, TemplateIf, Tuple, Unary,
};
use crate::source::Span;

/// The number of characters of a node that a line shows.
const SHOWN: usize = 60;

/// Writes the lines of a tree, children two columns further in.
fn write_tree(root: SyntaxNode<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut result = Ok(());
    root.walk(|node, depth| {
        let text = match node {
            SyntaxNode::Body(_) => "Body".to_owned(),
            SyntaxNode::Expression(expression) => format!("{:?}", expression.kind()),
            SyntaxNode::Name(name) => format!("Name({:?})", name.text),
            SyntaxNode::Step(step) => format!("{:?}", step.kind()),
            _ => format!("{node:?}"),
        };
        let Span { start, end } = node.span();
        let (line, width) = (if depth > 0 { "\n" } else { "" }, 2 * depth);
        let text: String = text.lines().next().unwrap_or_default().chars().take(SHOWN).collect();
        result = result.and_then(|()| write!(f, "{line}{:width$}{start}..{end} {}", "", text.trim_end()));
        result.is_ok()
    });
    result
}

macro_rules! debug {
    ($($ty:ident: $span:expr;)*) => {
        $(impl fmt::Debug for $ty<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let span: fn(Self) -> Span = $span;
                f.write_str(self.tree.source.slice(span(*self)))
            }
        })*
    };
}

debug! {
    Postfix: |it| it.span();
    Step: |it| it.span();
    FunctionCall: |it| it.name_span().to(it.arguments_span());
    Tuple: |it| it.span;
    Object: |it| it.span;
    For: |it| it.span();
    Unary: |it| it.operators().rev().fold(it.operand().span(), |operand, (_, span)| span.to(operand));
    Binary: |it| it.rest().fold(it.first().span(), |first, (_, operand)| first.to(operand.span()));
    Conditional: |it| {
        it.arms().rev().fold(it.otherwise().span(), |last, (predicate, _)| predicate.span().to(last))
    };
    Template: |it| it.span();
    TemplateIf: |it| it.intro_span();
    TemplateFor: |it| it.intro_span();
}

macro_rules! debug_tree {
    ($($ty:ident: |$it:ident, $f:ident| $short:expr;)*) => {
        $(impl fmt::Debug for $ty<'_> {
            fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $it = *self;
                if $f.alternate() { write_tree(SyntaxNode::$ty($it), $f) } else { $short }
            }
        })*
    };
}

debug_tree! {
    Body: |it, f| f.debug_list().entries(it.items()).finish();
    Attribute: |it, f| write!(f, "{} = {:?}", it.name(), it.expression());
    Block: |it, f| {
        f.write_str(it.block_type())?;
        it.labels().try_for_each(|label| write!(f, " {label:?}"))?;
        write!(f, " {:?}", it.body())
    };
    Label: |it, f| write!(f, "{:?}", it.text());
    Expression: |it, f| f.write_str(it.source().slice(it.span()));
}
