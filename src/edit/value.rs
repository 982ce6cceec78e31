//! A value that can be edited inside.

use serde::Serialize;

use super::document::{Document, Elements};
use super::part::Excerpt;
use super::path::{Path, Position, Site, Target};
use super::text::{element_text, key_of_object, key_text, not_a};
use crate::diag::Code;
use crate::error::{Error, Result};
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

    /// Returns the kind and the length of a tuple or an object that is written out.
    fn elements(&self) -> Option<Elements> {
        self.document.elements(&self.site)
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
        if let Key::Name(name) = key {
            return match self.get(key) {
                Some(mut present) => present.set(value),
                None => self.insert_entry(Position::Last, name, value),
            };
        }
        let Elements { is_object, len } = self.elements().ok_or_else(|| not_a("a tuple or an object"))?;
        match key {
            Key::Index(index) if !is_object && index > len => {
                let detail = format!("There is no element {index}: the tuple has {len} elements.");
                Err(Error::coded(Code::InvalidValue, detail))
            }
            Key::Index(index) if !is_object => self.insert_text(index, &element_text(&value)?),
            _ => Err(not_a("a tuple")),
        }
    }

    /// Inserts an item with a new key into an object at a position.
    ///
    /// # Errors
    /// Returns an error if it is not an object that is written out, if it has the key already, or
    /// if there is no item at the position.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// let mut document: Document = "tags = {\n  # The environment.\n  Env = \"dev\"\n}\n".parse()?;
    /// let mut tags = document.root().into_value("tags").expect("it exists");
    /// tags.insert_entry(Position::First, "Name", "web")?;
    /// assert_eq!(
    ///     document.to_string(),
    ///     "tags = {\n  Name = \"web\"\n  # The environment.\n  Env = \"dev\"\n}\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_entry(&mut self, position: Position, key: &str, value: impl Serialize) -> Result<()> {
        let len = self.object()?.len;
        if self.find(Key::Name(key)).is_some() {
            return Err(key_of_object(key, "Set its value instead."));
        }
        position.check(len, "object", "items")?;
        let text = format!("{} = {}", key_text(key), element_text(&value)?);
        self.insert_text(position.index(len), &text)
    }

    /// Returns the value if it is an object that is written out.
    fn object(&self) -> Result<Elements> {
        self.elements().filter(|it| it.is_object).ok_or_else(|| not_a("an object"))
    }

    /// Inserts the text of an element or an item.
    fn insert_text(&mut self, index: usize, text: &str) -> Result<()> {
        let insert = |part: &mut Excerpt<'_>, site: &Path, index| {
            let collection = part.collection(site);
            let edits = collection.map(|it| part.element_insertion(&it, index, [text].into_iter()));
            part.apply(edits.unwrap_or_default())
        };
        let shifted = |part: &mut Excerpt<'_>, site: &Path, shift| insert(part, site, index - shift);
        match self.document.change_in_group(&self.site, Some(index), shifted) {
            Some(()) => Ok(()),
            None => self.document.change_once(&self.site, |part, site| insert(part, site, index)),
        }
    }

    /// Renames a key of an object. A key in quotes keeps them.
    ///
    /// # Errors
    /// Returns an error if it is not an object that is written out. The code of the error is
    /// [`MissingItem`](Code::MissingItem) if it does not have the key, and
    /// [`RepeatedEntry`](Code::RepeatedEntry) if it has the new key already.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "tags = {\n  Env  = \"dev\" # to be changed\n  Name = \"web\"\n}\n".parse()?;
    /// let mut tags = document.root().into_value("tags").expect("it exists");
    /// tags.rename("Env", "stage")?;
    /// assert!(tags.rename("Name", "stage").is_err());
    /// assert_eq!(
    ///     document.to_string(),
    ///     "tags = {\n  stage = \"dev\" # to be changed\n  Name  = \"web\"\n}\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&mut self, key: &str, to: &str) -> Result<()> {
        self.object()?;
        let Some(item) = self.find(Key::Name(key)) else {
            return Err(Error::coded(Code::MissingItem, format!("The object has no key {key:?}.")));
        };
        if self.find(Key::Name(to)).is_some_and(|other| other != item) {
            return Err(key_of_object(to, "Choose another key."));
        }
        self.document.change_item(&item, |part, item| part.rename(item, to))
    }

    /// Returns the comments before the element, or before the item of the object: those in the
    /// lines directly above it, and before it on its line. For the value of an attribute, these are
    /// the comments before the attribute.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "tags = {\n  # The environment.\n  Env = \"dev\"\n}\n".parse()?;
    /// let mut tags = document.root().into_value("tags").expect("it exists");
    /// let mut env = tags.get("Env").expect("it has the key");
    /// assert_eq!(env.leading_comments(), ["# The environment."]);
    /// env.set_leading_comments(["dev or prod"])?;
    /// env.set_trailing_comment(Some("to be changed"))?;
    /// assert_eq!(
    ///     document.to_string(),
    ///     "tags = {\n  # dev or prod\n  Env = \"dev\" # to be changed\n}\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn leading_comments(&self) -> Vec<&str> {
        self.document.leading_comments(&self.site)
    }

    /// Replaces the comments before the element or the item. An element that is not the first in
    /// its line gets them in its line, as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if such a comment contains `*/`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "ports = [80, 443]\n".parse()?;
    /// let mut ports = document.root().into_value("ports").expect("it exists");
    /// ports.get(1).expect("there are two").set_leading_comments(["TLS"])?;
    /// assert_eq!(document.to_string(), "ports = [80, /* TLS */ 443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        self.document.set_leading_comments(&self.site, comments)
    }

    /// Returns the comment after the element or the item on its line.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(&self.site)
    }

    /// Replaces the comment after the element or the item on its line, see
    /// [`AttributeMut::set_trailing_comment`](super::AttributeMut::set_trailing_comment). Before
    /// other text in the line, it is written as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines, or if it is written as `/* … */` and
    /// contains `*/`.
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_trailing_comment(&self.site, comment)
    }

    /// Removes an element with its comments. Returns whether it existed.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
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
