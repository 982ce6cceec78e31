//! A value that can be edited inside.

use serde::Serialize;

use super::collection::Collection;
use super::document::Document;
use super::path::{Path, Site, Target};
use super::text::{key_text, not_a};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::ast;

/// The value of an attribute of a [`Document`], or an element in it, for editing.
///
/// Tuples and objects that are written out can be edited inside, so that the other elements and
/// their comments stay. Other expressions, such as calls, can only be set as a whole.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "\
/// tags = {
///   Name = var.name
///   Env  = \"dev\" // to be changed
/// }
/// ports = [80, 443]
/// ".parse()?;
/// let mut root = document.root();
/// let mut tags = root.value("tags").expect("it exists");
/// tags.insert("Env", "prod")?;
/// tags.insert("Team", "web")?;
/// root.value("ports").expect("it exists").push(8080)?;
/// assert_eq!(document.to_string(), "\
/// tags = {
///   Name = var.name
///   Env  = \"prod\" // to be changed
///   Team = \"web\"
/// }
/// ports = [80, 443, 8080]
/// ");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct ValueMut<'d> {
    document: &'d mut Document,
    site: Path,
}

/// The key of an element: an index of a tuple, or a key of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key<'k> {
    /// The index of an element of a tuple.
    Index(usize),
    /// The key of an item of an object.
    Name(&'k str),
}

impl From<usize> for Key<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl<'k> From<&'k str> for Key<'k> {
    fn from(name: &'k str) -> Self {
        Self::Name(name)
    }
}

impl<'d> ValueMut<'d> {
    pub(super) fn new(document: &'d mut Document, site: Path) -> Self {
        Self { document, site }
    }

    /// Returns the value in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Expression<'_> {
        match self.site.target(self.document.ast()).and_then(Target::value) {
            Some(value) => value,
            None => unreachable!("the handle is of the value of an attribute"),
        }
    }

    /// Returns the value if it is a tuple or an object that is written out.
    fn elements(&self) -> Option<Collection<'_>> {
        self.document.target(&self.site)?.collection()
    }

    /// Returns the number of elements of a tuple constructor or items of an object constructor.
    pub fn len(&self) -> Option<usize> {
        self.elements().map(|collection| collection.len)
    }

    /// Returns whether it is a tuple or an object without elements.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns the element of a tuple at an index, or the value of an object under a key.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = [{ n = 1 }, { n = 2 }]\n".parse()?;
    /// let mut a = document.root().into_value("a").expect("it exists");
    /// let mut second = a.get(1).expect("there are two");
    /// second.get("n").expect("it has the key").set(3)?;
    /// assert_eq!(document.to_string(), "a = [{ n = 1 }, { n = 3 }]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn get<'k>(&mut self, key: impl Into<Key<'k>>) -> Option<ValueMut<'_>> {
        let site = self.find(key.into())?;
        Some(ValueMut::new(self.document, site))
    }

    /// Returns the place of an element.
    fn find(&mut self, key: Key<'_>) -> Option<Path> {
        let index = match key {
            Key::Name(name) => self.document.find_key(&self.site, name)?,
            Key::Index(index) => {
                self.elements().filter(|it| !it.is_object && index < it.len)?;
                index
            }
        };
        Some(self.site.child(index))
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site(self.site.clone())
    }

    /// Returns the same as [`get`](Self::get), for as long as the document is borrowed.
    pub fn into_get<'k>(mut self, key: impl Into<Key<'k>>) -> Option<Self> {
        let site = self.find(key.into())?;
        Some(Self { site, ..self })
    }

    /// Replaces the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        self.document.set_value(&self.site, &value)
    }

    /// Appends an element to a tuple.
    ///
    /// # Errors
    /// Returns an error if it is not a tuple that is written out, or if the value has no form as an
    /// expression.
    pub fn push(&mut self, value: impl Serialize) -> Result<()> {
        let end = self.len().unwrap_or_default();
        self.insert(end, value)
    }

    /// Inserts an element into a tuple before the element at an index, or sets the value of a key
    /// in an object. A new key is added after the other items.
    ///
    /// # Errors
    /// Returns an error if it is not a tuple or an object that is written out, or if the index is
    /// beyond the end.
    pub fn insert<'k>(&mut self, key: impl Into<Key<'k>>, value: impl Serialize) -> Result<()> {
        let key = key.into();
        if let Key::Name(_) = key
            && let Some(mut present) = self.get(key)
        {
            return present.set(value);
        }
        let Collection { is_object, len, .. } =
            self.elements().ok_or_else(|| not_a("a tuple or an object"))?;
        let (index, name) = match key {
            Key::Name(_) if !is_object => return Err(not_a("an object")),
            Key::Index(_) if is_object => return Err(not_a("a tuple")),
            Key::Index(index) if index > len => {
                let detail = format!("There is no element {index}: the tuple has {len} elements.");
                return Err(Error::coded(Code::InvalidValue, detail));
            }
            Key::Index(index) => (index, String::new()),
            Key::Name(name) => (len, key_text(name) + " = "),
        };
        let text = name + &expression_text(&value, false)?;
        self.document.change_item(&self.site, |part, site| {
            let collection = part.collection(site);
            let edits = collection.map(|it| part.element_insertion(&it, index, [&text].into_iter()));
            part.apply(edits.unwrap_or_default())
        })
    }

    /// Removes an element with its comments. Returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the rest would not be valid, which is not expected.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = [\n  1, // one\n  2, // two\n]\nb = { c = 1, d = 2 }\n".parse()?;
    /// assert!(document.root().into_value("a").expect("it exists").remove(0)?);
    /// assert!(document.root().into_value("b").expect("it exists").remove("d")?);
    /// assert_eq!(document.to_string(), "a = [\n  2, // two\n]\nb = { c = 1 }\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove<'k>(&mut self, key: impl Into<Key<'k>>) -> Result<bool> {
        let Some(element) = self.find(key.into()) else { return Ok(false) };
        self.document.change_item(&element, |part, element| part.remove_item(element, None))?;
        Ok(true)
    }
}
