//! Parsing: from a text to a file, an expression or a template.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::expression::Expression;
use super::structure::Body;
use super::template::Template;
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::json_syntax::{self, ExpressionId, NodeId};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{BodyId, Tree};
use crate::syntax::traversal::Traversal;
use crate::syntax::{self, ast};

/// A parsed configuration file.
#[derive(Clone)]
pub struct File {
    tree: Arc<Tree>,
    root: BodyId,
}

impl File {
    /// Its body.
    pub fn body(&self) -> Body {
        Body::native(self.tree.clone(), self.root)
    }

    /// Its body in the syntax tree.
    pub fn ast(&self) -> ast::Body<'_> {
        ast::Body::new(&self.tree, self.root)
    }

    /// Its name and text.
    pub fn source(&self) -> &Source {
        &self.tree.source
    }

    /// Returns the spans of its comments in order, with their marks and without line endings.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("# one\na = 1 // two\n").value;
    /// let comments: Vec<_> = file.comments().map(|span| file.source().slice(span)).collect();
    /// assert_eq!(comments, ["# one", "// two"]);
    /// ```
    pub fn comments(&self) -> impl ExactSizeIterator<Item = Span> + '_ {
        self.tree.comments.iter().copied()
    }
}

/// Prints the file in canonical style, with its comments.
impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.ast(), f)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("source", self.source()).field("body", &self.ast()).finish()
    }
}

/// Parses a file of the native syntax.
///
/// If the text has errors, the outcome has diagnostics for all of them and a body with the valid
/// attributes and blocks. Specification: native syntax, "Structural Elements".
///
/// ```
/// let file = serde_hcl::parse_file("service \"web\" {\n  port = 80\n}\n").into_result()?;
/// let block = file.ast().blocks().next().expect("there is a block");
/// assert_eq!(block.block_type(), "service");
/// assert_eq!(block.labels().next().map(|label| label.text()), Some("web"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_file(source: impl Into<Source>) -> Outcome<File> {
    parse_file_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_file_with(source: Source, limits: &Limits) -> Outcome<File> {
    let parsed = syntax::parse_body(source, limits);
    let file = File { tree: Arc::new(parsed.tree), root: parsed.root };
    Outcome { value: file, diagnostics: parsed.diagnostics }
}

/// Parses a standalone expression. Newlines in it are ignored, as in brackets. Specification:
/// native syntax, "Expressions".
///
/// ```
/// let expression = serde_hcl::parse_expression("1 +\n  2").into_result()?;
/// assert!(serde_hcl::parse_expression("1 +").value.is_none());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_expression(source: impl Into<Source>) -> Outcome<Option<Expression>> {
    parse_expression_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_expression_with(source: Source, limits: &Limits) -> Outcome<Option<Expression>> {
    expression(syntax::parse_expression(source, limits))
}

/// Parses a standalone template, such as a template file. Specification: native syntax,
/// "Templates".
///
/// ```
/// let template = serde_hcl::parse_template("Hello, ${name}!\n");
/// assert!(template.value.is_some());
/// ```
pub fn parse_template(source: impl Into<Source>) -> Outcome<Option<Expression>> {
    parse_template_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_template_with(source: Source, limits: &Limits) -> Outcome<Option<Expression>> {
    expression(syntax::parse_template(source, limits))
}

/// A parsed configuration file in JSON syntax.
#[derive(Clone)]
pub struct JsonFile {
    tree: Arc<json_syntax::Tree>,
    root: NodeId,
}

impl JsonFile {
    /// Its body: an object, or an array of objects that are read as one.
    pub fn body(&self) -> Body {
        Body::json(self.tree.clone(), self.root)
    }

    /// Its name and text.
    pub fn source(&self) -> &Source {
        &self.tree.source
    }
}

impl fmt::Debug for JsonFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("source", self.source())
            .field("body", &self.tree.node(self.root))
            .finish()
    }
}

/// Parses a configuration file in JSON syntax. Which properties are attributes and which are blocks
/// is decided when content is taken of its body.
///
/// There is no file when something is wrong with the text.
/// Specification: JSON syntax, "Structural Elements".
///
/// ```
/// use serde_hcl::{BlockSchema, BodySchema, json};
///
/// let file = json::parse_file(r#"{ "service": { "web": { "port": 80 }, "db": { "port": 5432 } } }"#).into_result()?;
/// let schema = BodySchema::new([], [BlockSchema::new("service", ["name"])])?;
/// let content = file.expect("it parsed").body().content(&schema).into_result()?;
/// let names: Vec<_> = content.blocks().iter().map(|block| block.labels()[0].text()).collect();
/// assert_eq!(names, ["web", "db"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_json_file(source: impl Into<Source>) -> Outcome<Option<JsonFile>> {
    parse_json_file_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_json_file_with(source: Source, limits: &Limits) -> Outcome<Option<JsonFile>> {
    let mut parsed = json_syntax::parse(source, limits);
    if let Some(root) = parsed.root
        && !matches!(
            parsed.tree.node(root).kind(),
            json_syntax::Kind::Object(_) | json_syntax::Kind::Array(_)
        )
    {
        let detail = "A configuration in JSON is an object, or an array of objects.";
        let diagnostic = Diagnostic::new(Code::InvalidJsonRoot, detail);
        let diagnostic = diagnostic.at(parsed.tree.node(root).span());
        parsed.diagnostics.push(diagnostic.in_source(&parsed.tree.source));
        parsed.root = None;
    }
    let tree = Arc::new(parsed.tree);
    Outcome { value: parsed.root.map(|root| JsonFile { tree, root }), diagnostics: parsed.diagnostics }
}

/// Parses an expression in JSON syntax: any JSON value.
/// Specification: JSON syntax, "Expressions".
///
/// ```
/// use serde_hcl::{EvalContext, json, value};
///
/// let expression = json::parse_expression(r#"["n is ${n}", "${n}"]"#).into_value()?;
/// let mut context = EvalContext::new();
/// context.set("n", 3);
/// assert_eq!(expression.evaluate(&context)?, value!(["n is 3", 3]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_json_expression(source: impl Into<Source>) -> Outcome<Option<Expression>> {
    let parsed = json_syntax::parse(source.into(), &Limits::PARSING);
    let tree = Arc::new(parsed.tree);
    let value = parsed.root.map(|root| Expression::json(tree, ExpressionId::Value(root)));
    Outcome { value, diagnostics: parsed.diagnostics }
}

/// Parses a standalone traversal: a name, with attributes and constant indexes after it, as in
/// `aws_instance.web[0]`. Specification: information model, "Static Analysis".
///
/// ```
/// let traversal = serde_hcl::parse_traversal("a.b[\"key\"]").into_value()?;
/// assert_eq!(traversal.steps.len(), 3);
///
/// let error = serde_hcl::parse_traversal("a.b[i]").into_result().unwrap_err();
/// assert_eq!(error.to_string(), "1:5: Invalid attribute or index: The key between the brackets must be a number or a string in double quotes.");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal(source: impl Into<Source>) -> Outcome<Option<Traversal>> {
    parse_traversal_with(source.into(), &Limits::PARSING, false)
}

/// Parses a standalone traversal that may contain splats (`[*]`).
///
/// ```
/// use serde_hcl::TraversalStep;
///
/// let traversal = serde_hcl::parse_traversal_partial("a[*].b").into_value()?;
/// assert!(matches!(traversal.steps[1], TraversalStep::Splat { .. }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal_partial(source: impl Into<Source>) -> Outcome<Option<Traversal>> {
    parse_traversal_with(source.into(), &Limits::PARSING, true)
}

pub(crate) fn parse_traversal_with(
    source: Source,
    limits: &Limits,
    allow_splats: bool,
) -> Outcome<Option<Traversal>> {
    let parsed = syntax::parse_traversal(source, limits, allow_splats);
    Outcome { value: parsed.root, diagnostics: parsed.diagnostics }
}

fn expression(
    parsed: syntax::Parsed<Option<crate::syntax::ast::tree::ExprId>>,
) -> Outcome<Option<Expression>> {
    let tree = Arc::new(parsed.tree);
    let value = parsed.root.map(|id| Expression::native(tree, id));
    Outcome { value, diagnostics: parsed.diagnostics }
}

/// Implements parsing from a text for a type.
macro_rules! from_text {
    ($($ty:ident: $doc:literal, $parse:expr;)+) => {
        $(
            #[doc = $doc]
            impl FromStr for $ty {
                type Err = Error;

                fn from_str(text: &str) -> Result<Self> {
                    $parse(text)
                }
            }

            #[doc = $doc]
            impl TryFrom<&str> for $ty {
                type Error = Error;

                fn try_from(text: &str) -> Result<Self> {
                    text.parse()
                }
            }
        )+
    };
}

from_text! {
    Expression: "Parses an expression in native syntax, as [`parse_expression`] does.",
        |text| parse_expression(text).into_value();
    Template: "Parses a template, as [`parse_template`] does.",
        |text| Template::try_from(parse_template(text).into_value()?);
    Traversal: "Parses a traversal, as [`parse_traversal`] does.",
        |text| parse_traversal(text).into_value();
}
