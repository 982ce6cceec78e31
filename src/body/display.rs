//! Bodies as text.

use std::fmt;

use super::by_syntax::BySyntax;
use super::label::Label;
use super::structure::{Attribute, Block, Body, BodyItem, BodyKind, BodyPartView};
use crate::json_syntax::Node;
use crate::syntax::{ast, format::format};
use crate::value::quoted;

/// Prints a native body in canonical style with its comments, a JSON body as it is written, and
/// merged bodies one after the other, also where one [overrides](Body::overlay) another:
/// [`to_string`](crate::to_string) writes the result of that. The rest that
/// [`partial_content`](Body::partial_content) leaves is printed without the items that were taken
/// and their comments.
///
/// ```
/// let file = serde_hcl::parse_file("b x {\n# why\na=1 // one\nlong   = 2\n}").into_result()?;
/// assert_eq!(file.body().to_string(), "b \"x\" {\n  # why\n  a    = 1 // one\n  long = 2\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().try_for_each(|part| match part.node {
            BySyntax::Native((tree, id)) => {
                ast::display::print_items(ast::Body::new(tree, id), |item| !part.hides_item(item), f)
            }
            BySyntax::Json((tree, id)) => print_json(part, tree.node(id), f),
        })
    }
}

/// Prints an attribute of the native syntax in canonical style, one of JSON as it is written.
///
/// ```
/// let body = serde_hcl::parse_file("port=80\n").into_result()?.body().clone();
/// assert_eq!(body.attribute("port").expect("it exists").to_string(), "port = 80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ast() {
            Some(attribute) => attribute.fmt(f),
            None => f.write_str(self.source().slice(self.span())),
        }
    }
}

/// Prints a block of the native syntax in canonical style, and one of JSON as a property whose body
/// is as it is written. A block that a [dynamic block](crate::ext::expand_dynamic_blocks) generated
/// is printed with its labels, and with the expressions of the `content` block.
///
/// ```
/// let body = serde_hcl::parse_file("service web {\nport=80\n}\n").into_result()?.body().clone();
/// let block = body.blocks().next().expect("it exists");
/// assert_eq!(block.to_string(), "service \"web\" {\n  port = 80\n}");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(block) = self.ast() {
            return block.fmt(f);
        }
        let body = self.body().to_string();
        if self.body().is_native() {
            let labels = self.labels().iter().map(|label| format!("{label} "));
            let header = format!("{} {}", self.block_type(), labels.collect::<String>());
            return f.write_str(format(&format!("{header}{{\n{body}}}\n")).trim_end());
        }
        write!(f, "{}", quoted(self.block_type()))?;
        self.labels().iter().try_for_each(|label| write!(f, ": {{ {label}"))?;
        write!(f, ": {body}")?;
        self.labels().iter().try_for_each(|_| f.write_str(" }"))
    }
}

/// Prints the label in quotes. A label with marks is not shown.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.marks().is_empty() {
            true => quoted(self.text()).fmt(f),
            false => quoted(&self.value().to_string()).fmt(f),
        }
    }
}

impl fmt::Display for BodyItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(attribute) => attribute.fmt(f),
            Self::Block(block) => block.fmt(f),
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BodyKind::Single(part) = &self.kind else {
            return f.debug_list().entries(self.single_bodies()).finish();
        };
        let part = part.view();
        match part.node {
            BySyntax::Native((tree, id)) => {
                let items = ast::Body::new(tree, id).items().filter(|item| !part.hides_item(*item));
                f.debug_list().entries(items).finish()
            }
            BySyntax::Json((tree, id)) => print_json(part, tree.node(id), f),
        }
    }
}

/// Prints a JSON body as it is written; the rest of one as one object.
fn print_json(part: BodyPartView<'_>, node: Node<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let source = part.source();
    if part.consumed.is_none() {
        return f.write_str(source.slice(node.span()));
    }
    f.write_str("{")?;
    let mut separator = " ";
    for member in node.members().filter(|member| !part.hides_member(*member)) {
        write!(f, "{separator}{}", source.slice(member.span()))?;
        separator = ", ";
    }
    f.write_str(" }")
}
