//! Dynamic blocks: blocks that generate a block for each element of a collection.

use crate::body::Body;
use crate::eval::EvalContext;

/// Returns the same body with its dynamic blocks expanded. `for_each` and `labels` are evaluated in
/// the given context, the other expressions in a child of the context that they are evaluated with.
/// Nothing is evaluated until the content of the body is read.
///
/// Errors are reported with the content: "Invalid value of for_each", "Invalid name of an
/// iterator", "Invalid content of a dynamic block", "Invalid label of a dynamic block", and
/// "Too many dynamic blocks" beyond [`Limits::elements`](crate::Limits::elements).
///
/// ```
/// use serde_hcl::{
///     EvalContext,
///     body::{BlockSchema, BodySchema},
///     ext, json, value,
/// };
///
/// let text = r#"{
///   "dynamic": {
///     "disk": { "for_each": { "a": 1, "b": 2 }, "labels": ["${disk.key}"], "content": {} }
///   }
/// }"#;
/// let file = json::parse_file(text).into_result()?;
/// let body = ext::expand_dynamic_blocks(file.body(), &EvalContext::new());
/// let content =
///     body.content(&BodySchema::new([], [BlockSchema::new("disk", ["name"])])?).into_result()?;
/// let labels: Vec<_> = content.blocks().iter().map(|block| block.labels()[0].text()).collect();
/// assert_eq!(labels, ["a", "b"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// ```hcl
/// dynamic "ingress" {
///   for_each = [80, 443]          # a list, set, map, tuple or object
///   iterator = port               # optional; otherwise the name of the block type, here ingress
///   labels   = ["p${port.value}"] # for block types that have labels
///   content {
///     port = port.value           # .key is the index or key, of a set the element again
///   }
/// }
/// ```
///
/// [`expand_dynamic_blocks`] returns a body as if the blocks had been written out, in either
/// syntax, for content by a schema and for decoding. The content of dynamic blocks can have dynamic
/// blocks. A collection that is not known yet generates one block whose body [is
/// unknown](Body::is_unknown): all its values are unknown. All values in the blocks have the marks
/// of the collection.
///
/// Decoding has no schema with the labels of a block type, so `labels` may have any number of them.
/// It needs the number of blocks, so an unknown collection is an error.
///
/// In HCL JSON a dynamic block is `"dynamic": { "ingress": { "for_each": …, "content": { … } } }`.
///
/// ```
/// use serde::Deserialize;
/// use serde_hcl::{EvalContext, ext, parse_file};
///
/// #[derive(Deserialize)]
/// struct Firewall {
///     ingress: Vec<Ingress>,
/// }
///
/// #[derive(Deserialize, Debug, PartialEq)]
/// struct Ingress {
///     port: u16,
/// }
///
/// let file = parse_file(r#"
/// ingress {
///   port = 22
/// }
/// dynamic "ingress" {
///   for_each = [80, 443]
///   content {
///     port = ingress.value
///   }
/// }
/// "#).into_result()?;
/// let context = EvalContext::new();
/// let body = ext::expand_dynamic_blocks(file.body(), &context);
/// let firewall: Firewall = serde_hcl::from_body(&body, &context)?;
/// assert_eq!(firewall.ingress, [22, 80, 443].map(|port| Ingress { port }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn expand_dynamic_blocks(body: &Body, context: &EvalContext) -> Body {
    body.expand(context)
}
