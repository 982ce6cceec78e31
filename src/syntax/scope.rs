//! The constructs that define variables.

use super::ast::{Block, ExpressionKind, For, Name, TemplateFor};
use crate::source::Span;

/// The type of dynamic blocks. Their label is the type of the blocks that they generate.
pub(crate) const DYNAMIC: &str = "dynamic";

/// The attribute of a dynamic block with the collection.
pub(crate) const FOR_EACH: &str = "for_each";

/// The attribute of a dynamic block with the name of the iterator, optional.
pub(crate) const ITERATOR: &str = "iterator";

/// A construct that defines variables in a part of it, see [`Visitor`](super::visit::Visitor).
///
/// ```
/// use serde_hcl::ast::visit::{Scope, Visitor};
///
/// /// Collects the names that the constructs of a body define.
/// #[derive(Default)]
/// struct Defined<'t>(Vec<&'t str>);
///
/// impl<'t> Visitor<'t> for Defined<'t> {
///     fn enter_scope(&mut self, scope: Scope<'t>) {
///         self.0.extend(scope.names().map(|name| name.text));
///     }
/// }
///
/// let file = serde_hcl::parse_file("a = [for k, v in b : v]\n").into_result()?;
/// let mut defined = Defined::default();
/// defined.visit_body(file.ast().expect("it is in native syntax"));
/// assert_eq!(defined.0, ["k", "v"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Scope<'t> {
    /// `[for k, v in …]` or `{for k, v in …}`: the variables are `k` and `v`.
    For(For<'t>),
    /// `%{for k, v in …}…%{endfor}`: the variables are `k` and `v`.
    TemplateFor(TemplateFor<'t>),
    /// `dynamic "port" { … }`: the variable is `port`, or the name in its attribute `iterator`.
    DynamicBlock(Block<'t>),
}

impl<'t> Scope<'t> {
    /// Returns the bytes of the construct. The end of a template's `for` is that of its last part.
    pub fn span(self) -> Span {
        match self {
            Self::For(node) => node.span(),
            Self::TemplateFor(node) => {
                let intro = node.intro_span();
                node.parts().last().map_or(intro, |(last, _)| intro.to(last))
            }
            Self::DynamicBlock(block) => block.span(),
        }
    }

    /// Returns the names of the variables where they are defined. The name of a dynamic block's
    /// iterator can be its label, whose quotes are not part of the name.
    pub fn names(self) -> impl Iterator<Item = Name<'t>> + 't {
        let names = match self {
            Self::For(node) => node.names(),
            Self::TemplateFor(node) => node.names(),
            Self::DynamicBlock(block) => [iterator(block), None],
        };
        names.into_iter().flatten()
    }
}

/// Returns the name of the iterator of a dynamic block.
fn iterator(block: Block<'_>) -> Option<Name<'_>> {
    let name = block.body().attribute(ITERATOR).map(|attribute| attribute.expression());
    if let Some(name) = name
        && let ExpressionKind::Variable(text) = name.kind()
    {
        return Some(Name { text, span: name.span() });
    }
    let label = block.labels().next()?;
    let Span { start, end } = label.span();
    let quote = u32::from(label.is_quoted());
    Some(Name { text: label.text(), span: Span::new(start + quote, end - quote) })
}
