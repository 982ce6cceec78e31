//! Bodies as text.

use std::fmt;

use super::either::Either;
use super::structure::{Body, BodyKind, BodyPartView};
use crate::json_syntax::Node;
use crate::syntax::ast;

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
            Either::Native((tree, id)) => {
                ast::display::print_items(ast::Body::new(tree, id), |item| !part.hides_item(item), f)
            }
            Either::Json((tree, id)) => print_json(part, tree.node(id), f),
        })
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BodyKind::Single(part) = &self.kind else {
            return f.debug_list().entries(self.single_bodies()).finish();
        };
        let part = part.view();
        match part.node {
            Either::Native((tree, id)) => {
                let items = ast::Body::new(tree, id).items().filter(|item| !part.hides_item(*item));
                f.debug_list().entries(items).finish()
            }
            Either::Json((tree, id)) => print_json(part, tree.node(id), f),
        }
    }
}

/// Prints a JSON body as it is written; the rest of one as one object.
fn print_json(part: BodyPartView<'_>, node: Node<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let source = part.source();
    if part.hidden.is_none() {
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
