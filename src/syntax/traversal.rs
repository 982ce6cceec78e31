//! Traversals: paths to a value, without the text that they were read from.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::ast::{ExpressionKind, Step, StepKind};
use crate::source::{Source, Span};
use crate::value::{Value, is_identifier, order};

/// A path to a value: usually the name of a variable, then attributes and indexes taken from it.
/// Specification: information model, "Static Analysis".
///
/// ```
/// use serde_hcl::TraversalStep;
///
/// let expression = serde_hcl::parse_expression("a.b[0]").into_result()?;
/// let traversal = expression.variables().remove(0);
/// assert_eq!(traversal.root_name(), Some("a"));
/// assert!(matches!(&traversal.steps()[1], TraversalStep::Attr { name, .. } if name == "b"));
/// assert!(matches!(&traversal.steps()[2], TraversalStep::Index { key, .. } if *key == 0));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
/// Traversals are equal if their steps are, wherever they are written, so that sets of references
/// can be made of them:
///
/// ```
/// use std::collections::BTreeSet;
///
/// let file = serde_hcl::parse_file("a = var.x + var.x\nb = var.y\n").into_result()?;
/// let references: BTreeSet<_> =
///     file.body().attributes().flat_map(|attribute| attribute.expression().variables()).collect();
/// assert_eq!(references.len(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Traversal {
    pub(crate) steps: Vec<TraversalStep>,
    source: Source,
}

/// One step of a [`Traversal`]. Steps are equal if their names or keys are, wherever they are
/// written.
///
/// ```
/// use serde_hcl::parse_traversal;
/// use serde_hcl::TraversalStep;
///
/// let traversal = parse_traversal("disk.sizes[0]").into_result()?;
/// let names = traversal.steps().iter().filter_map(|step| match step {
///     TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name.as_str()),
///     _ => None,
/// });
/// assert_eq!(names.collect::<Vec<_>>(), ["disk", "sizes"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TraversalStep {
    /// The variable that the traversal starts at.
    #[non_exhaustive]
    Root {
        /// Its name.
        name: String,
        /// The location of the name.
        span: Span,
    },
    /// `.name`
    #[non_exhaustive]
    Attr {
        /// The name of the attribute.
        name: String,
        /// The location of the step, its dot included.
        span: Span,
    },
    /// `[key]`, or the older `.0`.
    #[non_exhaustive]
    Index {
        /// The key: a string, a number, a boolean or null.
        key: Value,
        /// The location of the step, its brackets or dot included.
        span: Span,
    },
    /// `[*]`
    #[non_exhaustive]
    Splat {
        /// The location of the step, its brackets included.
        span: Span,
    },
}

impl Traversal {
    /// Creates a traversal whose spans refer to the source that the application parsed.
    pub(crate) fn new(mut steps: Vec<TraversalStep>, source: &Source) -> Self {
        let start = steps.first().map_or_else(Span::default, TraversalStep::span);
        for step in &mut steps {
            let (TraversalStep::Root { span, .. }
            | TraversalStep::Attr { span, .. }
            | TraversalStep::Index { span, .. }
            | TraversalStep::Splat { span }) = step;
            *span = source.outer(*span).1;
        }
        Self { steps, source: source.outer(start).0.clone() }
    }

    /// Creates the traversal of a variable and of the steps after it, up to the first one that is a
    /// splat or has to be evaluated.
    pub(crate) fn of_variable<'t>(
        name: &str,
        span: Span,
        steps: impl Iterator<Item = Step<'t>>,
        source: &Source,
    ) -> Self {
        let root = TraversalStep::Root { name: name.into(), span };
        let steps = steps.map_while(TraversalStep::literal);
        Self::new(std::iter::once(root).chain(steps).collect(), source)
    }

    /// Returns the steps in order. An absolute traversal starts with its root, a relative one has
    /// none.
    pub fn steps(&self) -> &[TraversalStep] {
        &self.steps
    }

    /// Returns its source.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the name of the variable at the start, or `None` if the traversal is relative.
    pub fn root_name(&self) -> Option<&str> {
        if let Some(TraversalStep::Root { name, .. }) = self.steps.first() { Some(name) } else { None }
    }

    /// Returns the bytes from its first to its last step.
    pub fn span(&self) -> Span {
        match (self.steps.first(), self.steps.last()) {
            (Some(first), Some(last)) => first.span().to(last.span()),
            _ => Span::default(),
        }
    }
}

/// A step without its span.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
enum StepContent<'a> {
    Root(&'a str),
    Attr(&'a str),
    Index(Key<'a>),
    Splat,
}

#[derive(PartialEq, Eq, Hash)]
struct Key<'a>(&'a Value);

impl PartialOrd for Key<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        order(self.0, other.0)
    }
}

/// Compares and hashes by the content, without spans.
macro_rules! by_content {
    ($($ty:ident: |$it:ident| $content:expr;)+) => {
        $(
            impl $ty {
                fn content(&self) -> impl Ord + Hash {
                    let $it = self;
                    $content
                }
            }

            impl PartialEq for $ty {
                fn eq(&self, other: &Self) -> bool {
                    self.content() == other.content()
                }
            }

            impl Eq for $ty {}

            impl Hash for $ty {
                fn hash<H: Hasher>(&self, state: &mut H) {
                    self.content().hash(state);
                }
            }

            impl PartialOrd for $ty {
                fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                    Some(self.cmp(other))
                }
            }

            impl Ord for $ty {
                fn cmp(&self, other: &Self) -> Ordering {
                    self.content().cmp(&other.content())
                }
            }
        )+
    };
}

by_content! {
    Traversal: |it| &it.steps;
    TraversalStep: |it| match it {
        TraversalStep::Root { name, .. } => StepContent::Root(name),
        TraversalStep::Attr { name, .. } => StepContent::Attr(name),
        TraversalStep::Index { key, .. } => StepContent::Index(Key(key)),
        TraversalStep::Splat { .. } => StepContent::Splat,
    };
}

impl TraversalStep {
    /// Returns the bytes it covers.
    pub fn span(&self) -> Span {
        let (Self::Root { span, .. }
        | Self::Attr { span, .. }
        | Self::Index { span, .. }
        | Self::Splat { span }) = self;
        *span
    }

    /// Converts a step of the syntax tree that needs no evaluation.
    pub(crate) fn literal(step: Step<'_>) -> Option<Self> {
        let span = step.span();
        Some(match step.kind() {
            StepKind::GetAttr(name) => Self::Attr { name: name.into(), span },
            StepKind::Index(key) | StepKind::LegacyIndex(key) => {
                Self::Index { key: literal_value(key.kind())?, span }
            }
            StepKind::AttrSplat | StepKind::FullSplat => return None,
        })
    }
}

/// Returns the value of a key that is a literal.
fn literal_value(kind: ExpressionKind<'_>) -> Option<Value> {
    Some(match kind {
        ExpressionKind::Null => Value::NULL,
        ExpressionKind::Bool(value) => Value::from(value),
        ExpressionKind::Number(literal) => Value::from(literal.value()),
        ExpressionKind::String(value) => Value::from(value),
        _ => return None,
    })
}

/// Writes the traversal as it would be written in an expression. The name of an attribute that is
/// no identifier, as one from JSON may be, is written in brackets and quotes.
///
/// ```
/// let traversal = serde_hcl::parse_traversal("a . b [ \"k\" ]").into_result()?;
/// assert_eq!(traversal.to_string(), "a.b[\"k\"]");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Traversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| match step {
            TraversalStep::Root { name, .. } => f.write_str(name),
            TraversalStep::Attr { name, .. } if is_identifier(name) => write!(f, ".{name}"),
            TraversalStep::Attr { name, .. } => write!(f, "[{}]", Value::from(name.as_str())),
            TraversalStep::Index { key, .. } => write!(f, "[{key}]"),
            TraversalStep::Splat { .. } => f.write_str("[*]"),
        })
    }
}

/// As `Display`.
impl fmt::Debug for Traversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
