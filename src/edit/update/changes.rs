//! What an update of a document changed.

use std::fmt;

/// The changes that [`Document::modify`](super::super::Document::modify) or
/// [`Document::update`](super::super::Document::update) made, in the order of the fields.
///
/// `Display` prints a line for each.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde_hcl::edit::{ChangeKind, Document};
///
/// let mut document: Document = "retries = 1 + 2\nport = 80\n".parse()?;
/// let changes = document.modify(|config: &mut BTreeMap<String, u16>| {
///     config.insert("retries".to_owned(), 5);
/// })?;
/// let change = changes.iter().next().expect("one value was changed");
/// assert_eq!(change.path, "retries");
/// assert_eq!(change.kind, ChangeKind::Replaced { expression: "1 + 2".to_owned() });
/// assert_eq!(changes.to_string(), "retries: replaced the expression 1 + 2\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes(pub(super) Vec<Change>);

/// A change of a document.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "port = 80\n".parse()?;
/// let settings = BTreeMap::from([("port".to_owned(), 443)]);
/// for change in document.update(&settings)? {
///     assert_eq!((change.path.as_str(), change.to_string().as_str()), ("port", "port: set"));
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The path of the attribute, block or element, as in errors: `service.web.ports[1]`.
    pub path: String,
    /// The kind of the change.
    pub kind: ChangeKind,
}

/// The kind of a [`Change`].
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde_hcl::edit::{ChangeKind, Document};
///
/// let mut document: Document = "port = 80\nsize = 1\n".parse()?;
/// let settings = BTreeMap::from([("port".to_owned(), 80), ("zone".to_owned(), 2)]);
/// let changes = document.update(&settings)?;
/// let kinds: Vec<_> = changes.iter().map(|it| (it.path.as_str(), &it.kind)).collect();
/// assert_eq!(kinds, [("size", &ChangeKind::Removed), ("zone", &ChangeKind::Added)]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A value was replaced by another.
    Set,
    /// An expression that is more than a literal was replaced by a value.
    Replaced {
        /// The text of the expression.
        expression: String,
    },
    /// An attribute, a block or an element was added.
    Added,
    /// An attribute, a block or an element was removed.
    Removed,
    /// A block got other labels.
    Renamed {
        /// The path of the block before.
        from: String,
    },
    /// Blocks or items were put into another order.
    Moved,
}

impl Changes {
    /// Returns the changes.
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.0.iter()
    }

    /// Returns the number of changes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether nothing was changed.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "replicas = 1 + 1\n".parse()?;
    /// let settings = std::collections::BTreeMap::from([("replicas".to_owned(), 2)]);
    /// assert!(document.update(&settings)?.is_empty());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'c> IntoIterator for &'c Changes {
    type Item = &'c Change;
    type IntoIter = std::slice::Iter<'c, Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Changes {
    type Item = Change;
    type IntoIter = std::vec::IntoIter<Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|change| writeln!(f, "{change}"))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.kind {
            ChangeKind::Set => "set",
            ChangeKind::Replaced { expression } => {
                return write!(f, "{}: replaced the expression {expression}", self.path);
            }
            ChangeKind::Renamed { from } => return write!(f, "{}: renamed from {from}", self.path),
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Moved => "moved",
        };
        write!(f, "{}: {kind}", self.path)
    }
}
