//! Tuples, objects and `for` expressions.

use super::expression::{Expression, For, Object, Tuple, expressions};
use super::name::Name;
use super::template::TemplateFor;
use crate::source::Span;

impl<'t> Tuple<'t> {
    /// Returns the elements in order.
    pub fn elements(self) -> impl ExactSizeIterator<Item = Expression<'t>> + Clone + 't {
        expressions(self.tree, self.elements)
    }

    /// Returns the element of an index.
    #[cfg(feature = "edit")]
    pub(crate) fn element(self, index: usize) -> Option<Expression<'t>> {
        let id = self.elements.in_vec(&self.tree.expr_lists).get(index)?;
        Some(Expression::new(self.tree, *id))
    }
}

/// A key and a value of an [`Object`].
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("{ port = 80 }").into_result()?;
/// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let item = object.items().next().expect("there is one");
/// assert_eq!(item.key.as_str(), Some("port"));
/// assert_eq!(item.value.to_string(), "80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ObjectItem<'t> {
    /// The key.
    pub key: ObjectKey<'t>,
    /// The value.
    pub value: Expression<'t>,
}

/// The key of an item of an [`Object`].
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, ObjectKey};
///
/// let expression = serde_hcl::parse_expression("{ a = 1, (a) = 2, \"a\" = 3 }").into_result()?;
/// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let names: Vec<_> = object.items().map(|item| matches!(item.key, ObjectKey::Name(_))).collect();
/// assert_eq!(names, [true, false, false]);
/// let texts: Vec<_> = object.items().map(|item| item.key.as_str()).collect();
/// assert_eq!(texts, [Some("a"), None, Some("a")]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ObjectKey<'t> {
    /// A bare name, which is the key, as in `{ a = 1 }`. The words `true`, `false` and `null` are
    /// names here.
    Name(Name<'t>),
    /// An expression, whose value is the key, as in `{ (a) = 1 }` and `{ "a" = 1 }`.
    Expression(Expression<'t>),
}

impl<'t> ObjectKey<'t> {
    /// Returns an expression as a key.
    pub(crate) fn new(key: Expression<'t>) -> Self {
        match key.static_keyword() {
            Some(text) => Self::Name(Name { text, span: key.span() }),
            None => Self::Expression(key),
        }
    }

    /// Returns the bytes it covers.
    pub fn span(self) -> Span {
        match self {
            Self::Name(name) => name.span,
            Self::Expression(expression) => expression.span(),
        }
    }

    /// Returns the text of a name, or of a string without template sequences.
    pub fn as_str(self) -> Option<&'t str> {
        match self {
            Self::Name(name) => Some(name.text),
            Self::Expression(expression) => expression.as_str(),
        }
    }
}

impl<'t> Object<'t> {
    /// Returns the items in source order.
    pub fn items(self) -> impl ExactSizeIterator<Item = ObjectItem<'t>> + DoubleEndedIterator + Clone + 't {
        self.expressions().map(|(key, value)| ObjectItem { key: ObjectKey::new(key), value })
    }

    /// Returns the items with their keys as the expressions that they would be elsewhere: a name is
    /// a variable.
    pub(crate) fn expressions(
        self,
    ) -> impl ExactSizeIterator<Item = (Expression<'t>, Expression<'t>)> + DoubleEndedIterator + Clone + 't
    {
        let pairs = self.items.in_vec(&self.tree.expr_lists).chunks_exact(2);
        pairs.map(move |pair| (Expression::new(self.tree, pair[0]), Expression::new(self.tree, pair[1])))
    }
}

/// The methods that for expressions and for directives have in common.
macro_rules! loops {
    ($($ty:ident)+) => {
        $(impl<'t> $ty<'t> {
            /// Returns the name of the variable for the key or index, if there is one.
            pub fn key_name(self) -> Option<&'t str> {
                self.node.intro.key_name.map(|span| self.tree.source.slice(span))
            }

            /// Returns the name of the variable for the element.
            pub fn value_name(self) -> &'t str {
                self.tree.source.slice(self.node.intro.value_name)
            }

            /// Returns these names where they are defined.
            pub(in crate::syntax) fn names(self) -> [Option<Name<'t>>; 2] {
                self.node.intro.names(&self.tree.source)
            }

            /// Returns the collection.
            pub fn collection(self) -> Expression<'t> {
                Expression::new(self.tree, self.node.intro.collection)
            }
        })+
    };
}

loops! { For TemplateFor }

impl<'t> For<'t> {
    /// Returns the bytes it covers, brackets included.
    pub fn span(self) -> Span {
        self.span
    }

    /// Returns the key of each result, or `None` if the result is a tuple.
    pub fn key(self) -> Option<Expression<'t>> {
        self.node.key.map(|id| Expression::new(self.tree, id))
    }

    /// Returns the value of each result.
    pub fn value(self) -> Expression<'t> {
        Expression::new(self.tree, self.node.value)
    }

    /// Returns the condition that selects elements.
    pub fn condition(self) -> Option<Expression<'t>> {
        self.node.condition.map(|id| Expression::new(self.tree, id))
    }

    /// Returns whether values of equal keys are grouped into tuples (`...`).
    pub fn groups(self) -> bool {
        self.node.group
    }
}
