//! Marks: annotations of the application's own that follow values through operations.

use std::fmt;
use std::sync::Arc;

use super::Name;
use crate::util::order::sort_by_name;

/// An annotation that an application puts on a value, such as "sensitive", and that every value
/// computed from it has too.
///
/// ```
/// use serde_hcl::Value;
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::value::Mark;
///
/// let secret = Value::from(41).mark(Mark::new("sensitive"));
/// let sum = BinaryOperator::Add.apply(&secret, &Value::from(1))?;
/// let (sum, marks) = sum.unmark();
/// assert_eq!(sum, Value::from(42));
/// assert!(marks.contains("sensitive"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(Arc<str>);

impl Mark {
    /// Creates a mark of a name; marks of equal names are equal.
    pub fn new(name: impl Name) -> Self {
        Self(name.into_shared())
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The marks of a value. Most values have none.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::Mark;
///
/// let secret = value!("s3cr3t").mark(Mark::new("sensitive"));
/// assert!(secret.marks().contains("sensitive"));
/// assert_eq!(secret.to_string(), "(marked sensitive)");
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Marks(
    /// In ascending order, at least one.
    Option<Arc<[Mark]>>,
);

impl Marks {
    /// No marks.
    pub(crate) const NONE: Self = Self(None);

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns whether there is a mark with a name.
    ///
    /// ```
    /// use serde_hcl::{Value, value::Mark};
    ///
    /// let value = Value::from(1).mark(Mark::new("secret"));
    /// assert!(value.marks().contains("secret") && !value.marks().contains("public"));
    /// ```
    pub fn contains(&self, name: &str) -> bool {
        self.iter().any(|mark| mark.name() == name)
    }

    /// Returns the marks in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter().flat_map(|marks| marks.iter())
    }

    /// Returns the union of both.
    #[must_use]
    pub(crate) fn union(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if a == b => self.clone(),
            (Some(a), Some(b)) => a.iter().chain(b.iter()).cloned().collect(),
        }
    }

    /// Returns the marks except the one of a name.
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// let secret = Value::from("x").mark(Mark::new("sensitive"));
    /// assert!(secret.marks().without("sensitive").is_empty());
    /// ```
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        self.iter().filter(|mark| mark.name() != name).cloned().collect()
    }

    /// Adds other marks.
    pub(crate) fn add(&mut self, other: &Self) {
        if !other.is_empty() {
            *self = self.union(other);
        }
    }
}

impl From<Mark> for Marks {
    fn from(mark: Mark) -> Self {
        Self(Some(Arc::new([mark])))
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        let mut marks: Vec<_> = marks.into_iter().collect();
        sort_by_name(&mut marks, |mark| mark.name().as_bytes());
        marks.dedup();
        Self((!marks.is_empty()).then(|| marks.into()))
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
