//! Static checks: errors of a configuration that occur for all values of its variables.

use std::collections::HashSet;

use crate::body::{AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema};
use crate::diag::{Diagnostic, Diagnostics};
use crate::eval::EvalContext;
use crate::ext::dynblock;
use crate::ext::spec::Spec;
use crate::func::Budget;
use crate::syntax::scope::DYNAMIC;

/// A description of the expected content of a body, for [`check`].
///
/// [`Spec`] describes blocks at all levels and the types of attributes. [`BodySchema`] describes
/// one level without types. In the bodies of its blocks, only expressions are checked. In HCL JSON,
/// these bodies are not checked, since any property in them can be a block.
///
/// ```
/// use serde_hcl::analysis::{Schema, check};
/// use serde_hcl::body::{AttributeSchema, BodySchema};
/// use serde_hcl::{Body, EvalContext};
///
/// /// Returns the number of errors that occur for all values of the variables.
/// fn count(body: &Body, schema: &impl Schema) -> usize {
///     check(body, schema, &EvalContext::new()).len()
/// }
///
/// let body: Body = "port = 80\nsize = \"x\" * 2\n".parse()?;
/// let attributes = ["port", "size"].map(AttributeSchema::required);
/// let schema = BodySchema::new(attributes, [])?;
/// assert_eq!(count(&body, &schema), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub trait Schema: sealed::Sealed {}

impl Schema for Spec {}
impl Schema for BodySchema {}

/// Returns the errors of a body that occur for all values of its variables.
///
/// `types` is the context of a later evaluation, with [`Value::unknown`](crate::Value::unknown) in
/// place of each value that is not known yet. Values that are known already can be defined as well,
/// and functions and special forms are those of the evaluation. The dynamic pseudo-type
/// [`Type::Dynamic`](crate::Type::Dynamic) means any type.
///
/// The diagnostics are those of an evaluation, each reported once. An expression is reported if it
/// fails whenever it is evaluated: with any values of the types, and for any element of a
/// collection. It can be in a part that some evaluations skip:
///
/// - the body of a `for` expression, of a splat or of a dynamic block, which is not evaluated for a
///   collection without elements
/// - a result of a conditional or template whose condition is not known
/// - the second operand of `&&` or `||`
///
/// A collection of unknown length is assumed to have elements.
///
/// An expression that is valid for some values is not reported: a string may contain a number, a
/// map may have any key, and any value may be null or not. Errors in the arguments of `try` and
/// `can` are not reported, nor errors in the result that a known condition does not select.
///
/// Dynamic blocks are [expanded](crate::ext::expand_dynamic_blocks). A check takes time
/// proportional to the length of the body, within the [`Limits`](crate::Limits) of the context.
///
/// ```
/// use serde_hcl::analysis::check;
/// use serde_hcl::ext::Spec;
/// use serde_hcl::{EvalContext, Type, Value, parse_file};
///
/// let server = Type::object([("id", Type::String), ("ports", Type::list(Type::Number))]);
/// let mut types = EvalContext::new();
/// types.set("servers", Value::unknown(Type::list(server)));
///
/// let spec = Spec::object([
///     ("ids", Spec::attribute("ids", Type::list(Type::String))),
///     ("ports", Spec::attribute("ports", Type::list(Type::Number))),
/// ]);
/// let file = parse_file(
///     r#"
/// ids   = [for server in servers : server.idd]
/// ports = [for server in servers : server.ports]
/// "#,
/// )
/// .into_result()?;
/// let problems: Vec<_> =
///     check(file.body(), &spec, &types).iter().map(|it| it.to_string()).collect();
/// assert_eq!(
///     problems,
///     [
///         "2:40: Unsupported attribute: This object has no attribute named \"idd\". Did you \
///          mean \"id\"?",
///         "3:9: Wrong type: The value of \"ports\" is unsuitable: [0]: expected a number, \
///          found a list of numbers.",
///     ]
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn check(body: &Body, schema: &impl Schema, types: &EvalContext) -> Diagnostics {
    let context = types.for_check();
    let body = dynblock::expand_dynamic_blocks(body, &context);
    let mut found = schema.diagnostics(&body, &context);
    found.sort_by_position();
    let mut reported = HashSet::new();
    let is_new = |it: &Diagnostic| {
        let source = it.source().map(|source| source.name().to_owned());
        reported.insert((source, it.span(), it.summary().to_owned(), it.detail().to_owned()))
    };
    found.into_iter().filter(is_new).collect::<Vec<_>>().into()
}

mod sealed {
    use super::{Body, Diagnostics, EvalContext};

    pub trait Sealed {
        /// Returns the diagnostics of the content of a body and of its expressions.
        fn diagnostics(&self, body: &Body, context: &EvalContext) -> Diagnostics;
    }
}

impl sealed::Sealed for Spec {
    fn diagnostics(&self, body: &Body, context: &EvalContext) -> Diagnostics {
        self.decode(body, context).diagnostics
    }
}

impl sealed::Sealed for BodySchema {
    fn diagnostics(&self, body: &Body, context: &EvalContext) -> Diagnostics {
        let (body, budget) = body.within_one_budget(context);
        let mut checker = Checker { context, budget, found: Diagnostics::new() };
        let content = body.content(self).keep_in(&mut checker.found);
        checker.content(&content);
        checker.found
    }
}

/// The check of expressions that have no expected type.
struct Checker<'c> {
    context: &'c EvalContext,
    budget: Budget,
    found: Diagnostics,
}

impl Checker<'_> {
    fn content(&mut self, content: &BodyContent) {
        for attribute in content.attributes() {
            let outcome = attribute.expression().evaluate_within(self.context, &self.budget);
            self.found.extend(outcome.diagnostics);
        }
        content.blocks().iter().for_each(|block| self.body(block.body()));
    }

    fn body(&mut self, body: &Body) {
        let Some(schema) = written_schema(body) else { return };
        self.content(&body.partial_content(&schema).value.0);
        // A schema has one number of labels for a block type, but the blocks of the body can
        // differ.
        let is_other = |block: &Block| {
            let described = schema.block(block.block_type());
            described.is_some_and(|described| described.labels().len() != block.labels().len())
        };
        body.blocks().filter(is_other).for_each(|block| self.body(block.body()));
    }
}

/// Returns a schema with all attributes and blocks of a body. In HCL JSON, nothing shows which
/// properties are blocks, so there is none.
fn written_schema(body: &Body) -> Option<BodySchema> {
    body.ast()?;
    let mut schema = BodySchema::default();
    for attribute in body.attributes() {
        schema.add_attribute(AttributeSchema::optional(attribute.name()));
    }
    for block in body.blocks() {
        let (block_type, count) = match (block.block_type(), block.labels()) {
            (DYNAMIC, [label]) => {
                let labels = block.body().attribute("labels");
                let labels = labels.and_then(|labels| labels.expression().static_list().ok());
                (label.text(), labels.map_or(0, |labels| labels.len()))
            }
            (block_type, labels) => (block_type, labels.len()),
        };
        let labels = (0..count).map(|index| format!("label {index}"));
        schema.add_block(BlockSchema::new(block_type, labels));
    }
    Some(schema)
}
