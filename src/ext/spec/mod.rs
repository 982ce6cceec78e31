//! Decoding specifications: the expected content of a body and its conversion to a value.

mod blocks;
mod build;
mod check;
mod decode;
mod describe;
mod document;
mod domain;
mod file;
mod form_of_block;
mod from_json_schema;
mod inspect;
mod json_schema;
mod node;
mod of;
mod shape;
mod shaped;
mod written;

use std::fmt;
use std::sync::Arc;

use crate::body::{Body, BodySchema, Expression};
use crate::diag::Diagnostics;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::func::Function;
use crate::outcome::Outcome;
use crate::value::{Type, Value};
use domain::Domain;
pub use file::SpecFile;
use inspect::SpecScope;
pub use inspect::{ChildAttribute, ChildBlocks};
use node::SpecNode;
use shape::{Shape, Variant};

/// The expected content of a body, and its conversion to a value.
///
/// Cloning is cheap. A specification can be built, cloned, printed and dropped at any depth, but
/// one of more than 128 levels or 1,048,576 parts is invalid: it decodes nothing and describes
/// nothing.
///
/// An application whose configuration is known only when it runs, such as one with plug-ins, has no
/// Rust types to decode into. It describes each body with a [`Spec`]. Decoding returns a [`Value`]
/// and all errors with their locations. The type of the value, the schema and the block types are
/// available without a body, for example for documentation.
///
/// | specification | value | reads |
/// |---|---|---|
/// | [`Spec::object`] | an object of the values of other specifications | the same body |
/// | [`Spec::tuple`] | a tuple of the values of other specifications | the same body |
/// | [`Spec::attribute`] | the value of an attribute, converted to a type; null without it | an attribute |
/// | [`Spec::block`] | the value of another specification for the body of the only block of a type; null without it | a block |
/// | [`Spec::block_list`], [`block_set`](Spec::block_set), [`block_tuple`](Spec::block_tuple) | the same for each block of a type, in a list, set or tuple | blocks |
/// | [`Spec::block_map`], [`block_object`](Spec::block_object) | the same, in a map or object with the labels as keys | blocks with labels |
/// | [`Spec::block_attributes`] | a map of the attributes of the only block of a type; null without it | a block without a schema |
/// | [`Spec::label`] | a label of the enclosing block | nothing more |
/// | [`Spec::literal`] | a value that does not depend on the body | nothing |
/// | [`Spec::opaque`], [`Spec::opaque_rest`] | unknown | attributes and blocks of any form |
/// | [`or`](Spec::or), [`transform`](Spec::transform), [`validate`](Spec::validate) | the value of another specification, with a default, transformed or checked | the same as the other specification |
///
/// [`Spec::of`] derives the specification of a Rust type, and [`Spec::from_file`] reads one from a
/// file. [`Spec::to_markdown`] and [`Spec::to_json_schema`] describe it for people and for editors,
/// with the texts of [`Spec::describe`] or [`Spec::description`].
///
/// Items of a body that the specification does not read are errors. Several parts of it may read
/// the same attribute or blocks.
///
/// ```
/// use serde_hcl::ext::Spec;
/// use serde_hcl::{EvalContext, Type, parse_file, value};
///
/// let service = Spec::object([
///     ("name", Spec::label(0, "name")),
///     ("port", Spec::attribute("port", Type::Number).or(Spec::literal(80))),
///     ("hosts", Spec::attribute("hosts", Type::list(Type::String)).required()),
/// ]);
/// let spec = Spec::object([("services", Spec::block_list("service", .., service))]);
///
/// let file = parse_file("service \"web\" {\n  hosts = [\"a\", \"b\"]\n}\n").into_result()?;
/// let value = spec.decode(file.body(), &EvalContext::new()).into_result()?;
/// assert_eq!(value["services"][0]["port"], value!(80));
/// assert_eq!(value.ty(), &spec.implied_type());
///
/// let file = parse_file("service \"web\" {\n  prot = 80\n}\n").into_result()?;
/// let error = spec.decode(file.body(), &EvalContext::new()).into_result().unwrap_err();
/// let problems: Vec<_> = error.diagnostics().iter().map(|it| it.to_string()).collect();
/// assert_eq!(
///     problems,
///     [
///         "1:15: Missing attribute or block: The attribute \"hosts\" is required here, but it \
///          is not set.",
///         "2:3: Unexpected attribute: No attribute named \"prot\" is expected here. Did you \
///          mean \"port\"?",
///     ]
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Spec(Arc<SpecNode>);

#[derive(Clone, Debug)]
enum SpecKind {
    Object(Vec<(String, Spec)>),
    Tuple(Vec<Spec>),
    Attribute {
        name: String,
        ty: Type,
        is_required: bool,
        /// The possible values of it or of its elements.
        domain: Domain,
        /// The form of the value, if the type describes it in part.
        shape: Option<Arc<Shape>>,
        /// Whether it can be written as blocks, which are not read.
        may_be_blocks: bool,
    },
    Blocks(Blocks),
    Label {
        index: usize,
        name: String,
    },
    Literal(Value),
    /// Attributes and blocks that are not read: of a name, or all that nothing else reads.
    Opaque {
        name: Option<String>,
        is_required: bool,
        /// The forms of its attributes and blocks that are known.
        form: Option<OpaqueForm>,
        /// Whether there can be other names of required attributes and blocks.
        hides_names: bool,
    },
    Or {
        primary: Spec,
        default: Spec,
    },
    Transform {
        wrapped: Spec,
        with: Transformation,
    },
    Validate {
        wrapped: Spec,
        check: Check,
    },
}

/// The form of an attribute or of blocks that are not read but checked.
#[derive(Clone, Debug)]
struct OpaqueForm {
    attribute: Arc<Shape>,
    /// The variants that the first label of a block selects; `None` if blocks have the form of the
    /// attribute.
    variants: Option<Arc<[Variant]>>,
    /// Whether there can be several attributes or blocks of the name, where one has the form.
    may_repeat: bool,
}

/// The blocks of a type.
#[derive(Clone, Debug)]
struct Blocks {
    block_type: String,
    shape: BlocksShape,
    count: Count,
    content: BlocksContent,
    /// The form of an attribute that they can be written as.
    attribute: Option<Arc<Shape>>,
}

/// The collection of the values of blocks.
#[derive(Clone, Debug)]
enum BlocksShape {
    One,
    List,
    Set,
    Tuple,
    /// By labels of these names.
    Map(Vec<String>),
    /// By labels of these names.
    Object(Vec<String>),
}

/// The number of blocks there may be.
#[derive(Clone, Copy, Debug)]
struct Count {
    least: usize,
    most: Option<usize>,
}

/// The content of a block.
#[derive(Clone, Debug)]
enum BlocksContent {
    Spec(Spec),
    /// A map of its attributes, with elements of a type.
    Attributes(Type),
}

#[derive(Clone, Debug)]
enum Transformation {
    Function(Function),
    Expression { variable: String, expression: Expression, context: Arc<EvalContext> },
}

#[derive(Clone)]
struct Check(Arc<dyn Fn(&Value) -> Diagnostics + Send + Sync>);

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Check")
    }
}

/// Decoding. The documentation of the module describes the value of each part of a specification.
///
/// The error of a specification that contradicts itself, for any body, has the code
/// [`invalid-specification`](crate::guide::codes#invalid-specification) and no location.
impl Spec {
    /// Decodes a body into a value.
    ///
    /// The value contains the valid parts, and unknown values in place of others. The diagnostics
    /// are those of [`Body::content`] and of evaluation, and have the codes of extensions of
    /// [`Code`](crate::diag::Code) otherwise:
    /// [`wrong-block-count`](crate::guide::codes#wrong-block-count),
    /// [`duplicate-labels`](crate::guide::codes#duplicate-labels) and others.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, json, value};
    ///
    /// let disk = Spec::attribute("size", Type::Number);
    /// let spec = Spec::block_map("disk", ["name"], disk);
    /// let file = json::parse_file(r#"{"disk": {"root": {"size": "${2 * n}"}}}"#).into_result()?;
    /// let mut context = EvalContext::new();
    /// context.set("n", 4);
    /// assert_eq!(spec.decode(file.body(), &context).into_result()?["root"], value!(8));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn decode(&self, body: &Body, context: &EvalContext) -> Outcome<Value> {
        if let Err(error) = self.schema() {
            return self.refused(&error);
        }
        let (body, budget) = body.within_one_budget(context);
        decode::decode(self, self.content(&body, None, &[]), context, &budget)
    }

    /// Decodes a body that may contain other items, and returns a body with the rest.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, parse_file, value};
    ///
    /// let file = parse_file("kind = \"disk\"\nsize = 10\n").into_result()?;
    /// let spec = Spec::attribute("kind", Type::String).required();
    /// let (kind, rest) = spec.partial_decode(file.body(), &EvalContext::new()).into_result()?;
    /// assert_eq!(kind, value!("disk"));
    /// assert_eq!(rest.attributes().next().expect("it is left").name(), "size");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn partial_decode(&self, body: &Body, context: &EvalContext) -> Outcome<(Value, Body)> {
        if let Err(error) = self.schema() {
            return self.refused(&error).map(|value| (value, body.clone()));
        }
        let (body, budget) = body.within_one_budget(context);
        let Outcome { value: (found, rest), diagnostics } = body.partial_content(&self.schema_of(&body));
        let content = Outcome { value: SpecScope::new(found, None, &[]), diagnostics };
        decode::decode(self, content, context, &budget).map(|value| (value, rest))
    }

    /// Returns the attributes and block types that it reads.
    ///
    /// # Errors
    /// Returns the error "Invalid specification" if the specification contradicts itself: blocks of
    /// one type with different labels, labels that are left out or have no block, a default of
    /// another type, or more than 128 levels.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{
    ///     Type,
    ///     body::{AttributeSchema, BodySchema},
    /// };
    ///
    /// let spec = Spec::attribute("a", Type::String).or(Spec::attribute("b", Type::String).required());
    /// let schema =
    ///     BodySchema::new([AttributeSchema::optional("a"), AttributeSchema::required("b")], [])?;
    /// assert_eq!(spec.schema()?, schema);
    ///
    /// let error = Spec::label(0, "name").schema().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Invalid specification: The label \"name\" is outside of any block."
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn schema(&self) -> Result<BodySchema> {
        if let Some(fault) = self.too_large() {
            return Err(Error::from(fault));
        }
        let faults = check::faults(self);
        if faults.is_empty() { Ok(self.body_schema()) } else { Err(Error::from(faults)) }
    }

    fn refused(&self, error: &Error) -> Outcome<Value> {
        Outcome { value: Value::unknown(self.implied_type()), diagnostics: error.diagnostics().clone() }
    }
}

/// Returns the name of a label for messages.
fn label_name(index: usize) -> String {
    if index == 0 { "name".to_owned() } else { format!("label {}", index + 1) }
}
