//! Dynamic blocks: blocks that generate a block for each element of a collection.

use std::sync::Arc;

use crate::body::dynamic::{self, LABELS};
use crate::body::{AttributeSchema, Body, BodySchema, Expression};
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::syntax::scope::{DYNAMIC, FOR_EACH, ITERATOR};
use crate::syntax::traversal::Traversal;
use crate::value::Value;

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
    body.expand(context, None)
}

/// Expands dynamic blocks like [`expand_dynamic_blocks`], and checks each value of `for_each`. The
/// diagnostics of the check are reported together with all others.
///
/// ```
/// use serde_hcl::{
///     Diagnostic, EvalContext,
///     body::{BlockSchema, BodySchema},
///     diag::{Category, Diagnostics},
/// };
/// use serde_hcl::{ext, parse_file, value};
///
/// let mut context = EvalContext::new();
/// context.set("secrets", value!(["x"]).mark(serde_hcl::value::Mark::new("sensitive")));
/// let file =
///     parse_file("dynamic \"key\" {\n  for_each = secrets\n  content {}\n}\n").into_result()?;
/// let body = ext::expand_dynamic_blocks_checked(file.body(), &context, |value, expression| {
///     let detail = "How many secrets there are is a secret too.";
///     let veto = Diagnostic::error(Category::Data, "Sensitive for_each value", detail);
///     let veto = veto.at(expression.span()).in_source(expression.source());
///     if value.is_marked() { Diagnostics::from(vec![veto]) } else { Diagnostics::new() }
/// });
/// let schema = BodySchema::new([], [BlockSchema::new("key", [] as [&str; 0])])?;
/// let error = body.content(&schema).into_result().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2:14: Sensitive for_each value: How many secrets there are is a secret too."
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn expand_dynamic_blocks_checked(
    body: &Body,
    context: &EvalContext,
    check: impl Fn(&Value, &Expression) -> Diagnostics + Send + Sync + 'static,
) -> Body {
    body.expand(context, Some(Arc::new(check)))
}

/// A body in a walk over all variables that it needs. The walk goes body by body, since each body
/// needs a schema.
///
/// ```
/// use serde_hcl::{
///     body::{AttributeSchema, BlockSchema, BodySchema},
///     ext::VariablesWalk,
///     parse_file,
/// };
///
/// let text = r#"
/// dynamic "open" {
///   for_each = ports
///   content {
///     port = open.value + offset
///   }
/// }
/// "#;
/// let file = parse_file(text).into_result()?;
/// let root = BodySchema::new([], [BlockSchema::new("open", [] as [&str; 0])])?;
/// let open = BodySchema::new([AttributeSchema::optional("port")], [])?;
///
/// // Before expansion `ports` must be known, for the content `offset` too.
/// let found = VariablesWalk::of_expansion(file.body()).visit(&root);
/// assert_eq!(found.variables[0].to_string(), "ports");
/// assert!(found.blocks[0].visit(&open).variables.is_empty());
///
/// let found = VariablesWalk::new(file.body()).visit(&root);
/// assert_eq!(found.blocks[0].block_type(), "open");
/// assert_eq!(found.blocks[0].visit(&open).variables[0].to_string(), "offset");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariablesWalk {
    body: Body,
    block_type: String,
    iterators: Vec<String>,
    with_content: bool,
}

/// The variables of one body, and the blocks in it: a step of a [`VariablesWalk`].
///
/// ```
/// use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
/// use serde_hcl::ext::VariablesWalk;
///
/// let file = serde_hcl::parse_file("zone = region\ndisk {\n  size = n\n}\n").into_result()?;
/// let root = BodySchema::new(
///     [AttributeSchema::required("zone")],
///     [BlockSchema::new("disk", [] as [&str; 0])],
/// )?;
/// let found = VariablesWalk::new(file.body()).visit(&root);
/// assert_eq!(found.variables[0].to_string(), "region");
/// assert_eq!(found.blocks[0].block_type(), "disk");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BodyVariables {
    /// The required variables, including repeated ones. Iterators are not included.
    pub variables: Vec<Traversal>,
    /// The walks of the nested blocks; for dynamic blocks, of their content.
    pub blocks: Vec<VariablesWalk>,
}

impl VariablesWalk {
    /// Returns a walk over all variables of a body.
    pub fn new(body: &Body) -> Self {
        let (block_type, iterators) = (String::new(), Vec::new());
        Self { body: body.clone(), block_type, iterators, with_content: true }
    }

    /// Returns a walk over the variables that [`expand_dynamic_blocks`] needs, without those that
    /// only the content needs.
    pub fn of_expansion(body: &Body) -> Self {
        Self { with_content: false, ..Self::new(body) }
    }

    /// Returns the type of the block that contains the body, which determines the schema. It is
    /// empty for the outermost body.
    pub fn block_type(&self) -> &str {
        &self.block_type
    }

    /// Returns the body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the variables of the body, and the walks through its blocks. Errors are not reported
    /// here, but with the content.
    pub fn visit(&self, schema: &BodySchema) -> BodyVariables {
        let mut found = BodyVariables { variables: Vec::new(), blocks: Vec::new() };
        let extended = dynamic::with_dynamic_blocks(schema);
        let (content, _) = self.body.partial_content(extended.as_ref().unwrap_or(schema)).value;
        if self.with_content {
            for attribute in content.attributes() {
                found.needs(attribute.expression(), &self.iterators);
            }
        }
        for block in content.blocks() {
            match block.labels() {
                [label] if extended.is_some() && block.block_type() == DYNAMIC => {
                    self.visit_dynamic(label.text(), block.body(), &mut found);
                }
                _ => {
                    found.blocks.push(self.below(block.block_type(), block.body(), self.iterators.clone()));
                }
            }
        }
        found
    }

    fn visit_dynamic(&self, block_type: &str, body: &Body, found: &mut BodyVariables) {
        let schema = dynamic::body_schema(Some(AttributeSchema::optional(LABELS)));
        let (content, _) = body.partial_content(&schema).value;
        let iterator = match content.attribute(ITERATOR) {
            None => Some(block_type.to_owned()),
            Some(attribute) => attribute
                .expression()
                .static_reference()
                .ok()
                .and_then(|it| it.root_name().map(str::to_owned)),
        };
        let mut inner = self.iterators.clone();
        inner.extend(iterator);
        if let Some(attribute) = content.attribute(FOR_EACH) {
            found.needs(attribute.expression(), &self.iterators);
        }
        if let Some(attribute) = content.attribute(LABELS) {
            found.needs(attribute.expression(), &inner);
        }
        let bodies = content.blocks().iter().map(|block| self.below(block_type, block.body(), inner.clone()));
        found.blocks.extend(bodies);
    }

    fn below(&self, block_type: &str, body: &Body, iterators: Vec<String>) -> Self {
        let (body, block_type) = (body.clone(), block_type.to_owned());
        Self { body, block_type, iterators, with_content: self.with_content }
    }
}

impl BodyVariables {
    fn needs(&mut self, expression: &Expression, iterators: &[String]) {
        let is_iterator = |variable: &Traversal| {
            variable.root_name().is_some_and(|name| iterators.iter().any(|iterator| iterator == name))
        };
        self.variables.extend(expression.variables().into_iter().filter(|variable| !is_iterator(variable)));
    }
}
