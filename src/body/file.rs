//! Parsing: from a text to a file, an expression or a template.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::expression::Expression;
use super::structure::Body;
use super::template::Template;
use super::view::ExpressionView;
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::json_syntax::{self, ExpressionId};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{ExprId, Tree};
use crate::syntax::traversal::Traversal;
use crate::syntax::{self, ast};

/// A parsed configuration file, in either syntax.
///
/// Cloning is cheap.
///
/// ```
/// let outcome = serde_hcl::parse_file("a = 1\nb = \nc = 3\n");
/// assert_eq!(outcome.diagnostics.len(), 1);
/// // The valid part of a broken file can be used.
/// assert!(outcome.value.body().attribute("c").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct File {
    body: Body,
}

impl File {
    /// Returns the body.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("port = 80\n").into_result()?;
    /// assert_eq!(file.body().attributes().count(), 1);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the body in the syntax tree of the native syntax; `None` for a file in JSON syntax.
    pub fn ast(&self) -> Option<ast::Body<'_>> {
        self.body.ast()
    }

    /// Returns the spans of its comments in order, with their marks and without line endings. A
    /// file in JSON syntax has none.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("# one\na = 1 // two\n").into_result()?;
    /// let comments: Vec<_> = file.comments().map(|span| file.body().source().slice(span)).collect();
    /// assert_eq!(comments, ["# one", "// two"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn comments(&self) -> impl ExactSizeIterator<Item = Span> + '_ {
        self.ast().map_or(&[][..], |body| &body.tree().comments).iter().copied()
    }
}

/// Prints a native file in canonical style, with its comments, and a JSON file as it is written.
impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ast() {
            Some(body) => fmt::Display::fmt(&body, f),
            None => fmt::Display::fmt(&self.body, f),
        }
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut file = f.debug_struct("File");
        file.field("source", self.body.source());
        match self.ast() {
            Some(body) => file.field("body", &body),
            None => file.field("body", &self.body),
        };
        file.finish()
    }
}

/// Parses a file of the native syntax.
///
/// If the text has errors, the outcome has diagnostics for all of them and a body with the valid
/// attributes and blocks. Specification: native syntax, "Structural Elements".
///
/// ```
/// let file = serde_hcl::parse_file("service \"web\" {\n  port = 80\n}\n").into_result()?;
/// let block = file.body().blocks().next().expect("there is a block");
/// assert_eq!(block.block_type(), "service");
/// assert_eq!(block.labels()[0].text(), "web");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_file(source: impl Into<Source>) -> Outcome<File> {
    parse_file_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_file_with(source: Source, limits: &Limits) -> Outcome<File> {
    let parsed = syntax::parse_body(source, limits);
    let body = Body::of_node(BySyntax::Native((&parsed.tree.share(), parsed.root)));
    Outcome { value: File { body }, diagnostics: parsed.diagnostics }
}

/// Parses a standalone expression. Newlines in it are ignored, as in brackets.
///
/// If the text has errors, the value is an expression that cannot be evaluated. Specification:
/// native syntax, "Expressions".
///
/// ```
/// let expression = serde_hcl::parse_expression("1 +\n  2").into_result()?;
/// assert_eq!(expression.to_string(), "1 + 2");
///
/// let error = serde_hcl::parse_expression("1 +").into_result().unwrap_err();
/// assert_eq!(error.column(), Some(4));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_expression(source: impl Into<Source>) -> Outcome<Expression> {
    parse_expression_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_expression_with(source: Source, limits: &Limits) -> Outcome<Expression> {
    native_expression(syntax::parse_expression(source, limits))
}

/// Parses a standalone template, such as a template file.
///
/// If the text has errors, the value is a template that cannot be evaluated. Specification: native
/// syntax, "Templates".
///
/// ```
/// use serde_hcl::{EvalContext, parse_template};
///
/// let template = parse_template("Hello, ${name}!\n").into_result()?;
/// let mut context = EvalContext::new();
/// context.set("name", "Eve");
/// assert_eq!(template.render(&context)?, "Hello, Eve!\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_template(source: impl Into<Source>) -> Outcome<Template> {
    parse_template_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_template_with(source: Source, limits: &Limits) -> Outcome<Template> {
    native_expression(syntax::parse_template(source, limits)).map(Template)
}

/// Parses a configuration file in JSON syntax. The schema or type with which the body is read
/// determines which properties are attributes and which are blocks.
///
/// If the text has errors, the outcome has diagnostics for all of them and an empty body.
/// Specification: JSON syntax, "Structural Elements".
///
/// ```
/// use serde_hcl::{
///     body::{BlockSchema, BodySchema},
///     json,
/// };
///
/// let file =
///     json::parse_file(r#"{ "service": { "web": { "port": 80 }, "db": { "port": 5432 } } }"#)
///         .into_result()?;
/// let schema = BodySchema::new([], [BlockSchema::new("service", ["name"])])?;
/// let content = file.body().content(&schema).into_result()?;
/// let names: Vec<_> = content.blocks().iter().map(|block| block.labels()[0].text()).collect();
/// assert_eq!(names, ["web", "db"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_json_file(source: impl Into<Source>) -> Outcome<File> {
    parse_json_file_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_json_file_with(source: Source, limits: &Limits) -> Outcome<File> {
    let mut parsed = json_syntax::parse(source, limits);
    if let Some(root) = parsed.root
        && !parsed.tree.node(root).is_collection()
    {
        let detail = "A configuration in JSON is an object, or an array of objects.";
        let diagnostic = Diagnostic::new(Code::InvalidJsonRoot, detail);
        let diagnostic = diagnostic.at(parsed.tree.node(root).span());
        parsed.diagnostics.push(diagnostic.in_source(&parsed.tree.source));
        parsed.root = None;
    }
    let root = parsed.root.unwrap_or_else(|| parsed.tree.add_empty_root());
    let body = Body::of_node(BySyntax::Json((&Arc::new(parsed.tree), root)));
    Outcome { value: File { body }, diagnostics: parsed.diagnostics }
}

/// Parses an expression in JSON syntax: any JSON value.
///
/// If the text has errors, the value is an expression that cannot be evaluated. Specification: JSON
/// syntax, "Expressions".
///
/// ```
/// use serde_hcl::{EvalContext, json, value};
///
/// let expression = json::parse_expression(r#"["n is ${n}", "${n}"]"#).into_result()?;
/// let mut context = EvalContext::new();
/// context.set("n", 3);
/// assert_eq!(expression.evaluate(&context)?, value!(["n is 3", 3]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_json_expression(source: impl Into<Source>) -> Outcome<Expression> {
    parse_json_expression_with(source.into(), &Limits::PARSING)
}

pub(crate) fn parse_json_expression_with(source: Source, limits: &Limits) -> Outcome<Expression> {
    let parsed = json_syntax::parse(source, limits);
    match parsed.root {
        Some(root) => {
            let node = BySyntax::Json((&Arc::new(parsed.tree), ExpressionId::Value(root)));
            let value = ExpressionView { node, iteration: None }.handle();
            Outcome { value, diagnostics: parsed.diagnostics }
        }
        None => {
            let tree = Tree::new(parsed.tree.source);
            native_expression(syntax::Parsed { tree, root: None, diagnostics: parsed.diagnostics })
        }
    }
}

/// Parses a standalone traversal: a name, with attributes and constant indexes after it, as in
/// `aws_instance.web[0]`.
///
/// If the text has errors, the value is a traversal without steps. Specification: information
/// model, "Static Analysis".
///
/// ```
/// let traversal = serde_hcl::parse_traversal("a.b[\"key\"]").into_result()?;
/// assert_eq!(traversal.steps().len(), 3);
///
/// let error = serde_hcl::parse_traversal("a.b[i]").into_result().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "1:5: Invalid attribute or index: The key between the brackets must be a number or a \
///      string in double quotes."
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal(source: impl Into<Source>) -> Outcome<Traversal> {
    parse_traversal_with(source.into(), &Limits::PARSING, false)
}

/// Parses a standalone traversal that may contain splats (`[*]`).
///
/// ```
/// use serde_hcl::TraversalStep;
///
/// let traversal = serde_hcl::parse_traversal_partial("a[*].b").into_result()?;
/// assert!(matches!(traversal.steps()[1], TraversalStep::Splat { .. }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn parse_traversal_partial(source: impl Into<Source>) -> Outcome<Traversal> {
    parse_traversal_with(source.into(), &Limits::PARSING, true)
}

fn parse_traversal_with(source: Source, limits: &Limits, allow_splats: bool) -> Outcome<Traversal> {
    let parsed = syntax::parse_traversal(source, limits, allow_splats);
    let value = parsed.root.unwrap_or_else(|| Traversal::new(Vec::new(), &parsed.tree.source));
    Outcome { value, diagnostics: parsed.diagnostics }
}

/// Returns the expression of a parsed text, or one that is an error and covers all of the text.
fn native_expression(parsed: syntax::Parsed<Option<ExprId>>) -> Outcome<Expression> {
    let mut tree = parsed.tree;
    let id = parsed.root.unwrap_or_else(|| {
        let span = Span::from(0..tree.source.text().len());
        tree.add_error(span, None)
    });
    let node = BySyntax::Native((&tree.share(), id));
    let value = ExpressionView { node, iteration: None }.handle();
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
        |text| parse_expression(text).into_result();
    Template: "Parses a template, as [`parse_template`] does.",
        |text| parse_template(text).into_result();
    Traversal: "Parses a traversal, as [`parse_traversal`] does.",
        |text| parse_traversal(text).into_result();
    File: "Parses a file in native syntax, as [`parse_file`] does.",
        |text| parse_file(text).into_result();
    Body: "Parses a file in native syntax, as [`parse_file`] does, and returns its body.",
        |text| parse_file(text).into_result().map(|file| file.body().clone());
}

/// An empty file in native syntax.
impl Default for File {
    fn default() -> Self {
        parse_file("").value
    }
}

/// An empty body in native syntax.
impl Default for Body {
    fn default() -> Self {
        File::default().body().clone()
    }
}
