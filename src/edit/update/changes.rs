//! What an update of a document changed.

use std::fmt;

/// A change that [`Document::modify`](super::super::Document::modify) or
/// [`Document::update`](super::super::Document::update) made.
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

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match &self.kind {
            ChangeKind::Set => f.write_str("set"),
            ChangeKind::Replaced { expression } => write!(f, "replaced the expression {expression}"),
            ChangeKind::Renamed { from } => write!(f, "renamed from {from}"),
            ChangeKind::Added => f.write_str("added"),
            ChangeKind::Removed => f.write_str("removed"),
            ChangeKind::Moved => f.write_str("moved"),
        }
    }
}
