//! Equality of handles by content.

use super::by_syntax::BySyntax;
use super::expression::Expression;
use super::label::Label;
use super::structure::{Attribute, Block, Body};

/// Compares the content: spans, comments and the layout do not count, nor whether a text is in
/// quotes or a heredoc. An expression in native syntax does not equal one in HCL JSON.
///
/// ```
/// use serde_hcl::parse_expression;
///
/// let expression = |text: &str| parse_expression(text).into_result();
/// assert_eq!(expression("{ a = 1 + 2 }")?, expression("{\n  \"a\": 1+2, # three\n}")?);
/// assert_ne!(expression("1 + 2")?, expression("3")?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (self.view().syntax(), other.view().syntax()) {
            (BySyntax::Native(a), BySyntax::Native(b)) => a == b,
            (BySyntax::Json(a), BySyntax::Json(b)) => a == b,
            _ => false,
        };
        is_same && self.iteration == other.iteration
    }
}

/// Compares the attributes and blocks in their order, by content. The properties of HCL JSON are
/// compared as attributes.
///
/// ```
/// use serde_hcl::parse_file;
///
/// let body = |text: &str| parse_file(text).into_result().map(|file| file.body().clone());
/// assert_eq!(body("a=1 # one\nb x {}\n")?, body("a = 1\n\nb \"x\" {\n}\n")?);
/// assert_ne!(body("a = 1\n")?, body("a = 2\n")?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.items().eq(other.items())
    }
}

/// Compares the name and the value, by content.
impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.expression() == other.expression()
    }
}

/// Compares the type, the labels and the body, by content.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        self.block_type() == other.block_type()
            && self.labels() == other.labels()
            && self.body() == other.body()
    }
}

/// Compares the texts and the marks.
impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}
