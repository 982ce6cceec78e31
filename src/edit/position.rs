//! Positions among the items of a body.

use crate::error::{Error, Result};

/// A position among the items of a body.
///
/// ```
/// use serde_hcl::edit::{Document, Position};
///
/// let mut document: Document = "a = 1\n".parse()?;
/// document.root().insert_attribute(Position::First, "b", 2)?;
/// assert_eq!(document.to_string(), "b = 2\na = 1\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Position {
    /// Before the first item and its comments.
    First,
    /// At the end of the body, after comments that belong to no item.
    #[default]
    Last,
    /// Before the item of an index, and its comments.
    Before(usize),
    /// After the item of an index.
    After(usize),
}

impl Position {
    /// Returns the index that a new item will have.
    pub(super) fn index(self, count: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Last => count,
            Self::Before(index) => index,
            Self::After(index) => index + 1,
        }
    }

    /// Returns the position after the item of an index was removed.
    pub(super) fn without(self, removed: usize) -> Self {
        let kept = |index: usize| index - usize::from(index > removed);
        match self {
            Self::Before(index) => Self::Before(kept(index)),
            Self::After(index) => Self::After(kept(index)),
            Self::First | Self::Last => self,
        }
    }

    pub(super) fn check(self, count: usize, parent: &str, items: &str) -> Result<()> {
        match self {
            Self::Before(index) | Self::After(index) if index >= count => {
                let detail = format!("There is no item {index}: the {parent} has {count} {items}.");
                Err(Error::message(detail))
            }
            _ => Ok(()),
        }
    }
}
