//! A value that can be edited inside.

use serde::Serialize;

use super::handles::ValueMut;
use super::node::{Form, NodeId};
use super::position::Position;
use super::text::{element_text, not_a};
use crate::body::{Expression, parse_expression};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::{expression_text, key_text};
use crate::syntax::ast;

/// The key of a part of a value.
///
/// ```
/// use serde_hcl::edit::{Document, Key};
///
/// let mut document: Document = "disk = { sizes = [1, 2] }\n".parse()?;
/// let mut value = document.value("disk").expect("it exists");
/// for key in [Key::Name("sizes"), Key::Index(0)] {
///     value = value.into_get(key).expect("it exists");
/// }
/// value.set(5)?;
/// assert_eq!(document.to_string(), "disk = { sizes = [5, 2] }\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key<'k> {
    /// The index of an element of a tuple, of an argument of a call, or of a result of a
    /// conditional.
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
    /// Returns the value in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Expression<'_> {
        self.document.value_ast(self.id).unwrap_or_else(|| unreachable!("the handle is of a value"))
    }

    /// Returns the expression, without parsing the rest of the document.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = [var.x, 2]\n".parse()?;
    /// let mut a = document.value("a").expect("it exists");
    /// assert_eq!(a.get(0).expect("there are two").expression().to_string(), "var.x");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(&self) -> Expression {
        parse_expression(self.document.source(&self.document.content_text(self.id))).value
    }

    /// Returns whether it is an object with its items, not a reference to one.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "tags = {}\nlabels = local.tags\n".parse()?;
    /// let mut tags = document.value("tags").expect("it exists");
    /// assert!(tags.is_object() && tags.is_empty());
    /// assert!(!document.value("labels").expect("it exists").is_object());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_object(&mut self) -> bool {
        self.document.collection(self.id).is_some_and(|id| self.document.form(id) == Form::Object)
    }

    /// Returns the number of elements of a tuple, items of an object, arguments of a call, or
    /// results of a conditional. Other values have no parts.
    pub fn len(&mut self) -> Option<usize> {
        let id = self.document.collection(self.id)?;
        Some(self.document.element_count(id))
    }

    /// Returns whether it is a tuple, an object or a call without elements.
    pub fn is_empty(&mut self) -> bool {
        self.len() == Some(0)
    }

    /// Returns the element, the argument or the result at an index, or the value of an object under
    /// a key.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = [{ n = 1 }, { n = 2 }]\n".parse()?;
    /// let mut a = document.value("a").expect("it exists");
    /// let mut second = a.get(1).expect("there are two");
    /// second.get("n").expect("it has the key").set(3)?;
    /// assert_eq!(document.to_string(), "a = [{ n = 1 }, { n = 3 }]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn get<'k>(&mut self, key: impl Into<Key<'k>>) -> Option<ValueMut<'_>> {
        self.find(key.into()).map(|id| ValueMut::new(self.document, id))
    }

    /// Returns the node of a part.
    fn find(&mut self, key: Key<'_>) -> Option<NodeId> {
        let id = self.document.collection(self.id)?;
        let is_object = self.document.form(id) == Form::Object;
        match key {
            Key::Name(name) if is_object => self.document.find(id, name),
            Key::Index(index) if !is_object => self.document.element(id, index),
            _ => None,
        }
    }

    /// Returns the same as [`get`](Self::get), for as long as the document is borrowed.
    pub fn into_get<'k>(mut self, key: impl Into<Key<'k>>) -> Option<Self> {
        self.find(key.into()).map(|id| Self::new(self.document, id))
    }

    /// Replaces the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        let text = self.document.value_text(self.id, |heredocs| expression_text(&value, heredocs))?;
        self.document.set_text(self.id, &text)
    }

    /// Appends an element to a tuple, or an argument to a call.
    ///
    /// # Errors
    /// Returns an error if it is not a tuple or a call, if the last argument of the call is
    /// followed by `...`, or if the value has no form as an expression.
    pub fn push(&mut self, value: impl Serialize) -> Result<()> {
        let end = self.len().unwrap_or_default();
        self.insert(end, value)
    }

    /// Inserts an element into a tuple or a call before the one at an index, or sets the value of a
    /// key in an object. A new key is added after the other items.
    ///
    /// # Errors
    /// Returns an error if it is not a tuple, a call or an object that is written out, or if the
    /// index is beyond the end.
    pub fn insert<'k>(&mut self, key: impl Into<Key<'k>>, value: impl Serialize) -> Result<()> {
        let index = match key.into() {
            Key::Index(index) => index,
            Key::Name(name) => {
                return match self.get(name) {
                    Some(mut present) => present.set(value),
                    None => self.insert_entry(Position::Last, name, value),
                };
            }
        };
        let list = self.document.collection(self.id).ok_or_else(|| not_a("a tuple or an object"))?;
        self.document.check_list(list)?;
        let count = self.document.count(list);
        if self.document.form(list) == Form::Object {
            return Err(not_a("a tuple"));
        }
        if index > count {
            let detail = format!("There is no element {index}: the tuple has {count} elements.");
            return Err(Error::message(detail));
        }
        self.document.insert_element(list, Position::Before(index), &element_text(&value)?).map(drop)
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
    /// let mut tags = document.value("tags").expect("it exists");
    /// tags.insert_entry(Position::First, "Name", "web")?;
    /// assert_eq!(
    ///     document.to_string(),
    ///     "tags = {\n  Name = \"web\"\n  # The environment.\n  Env = \"dev\"\n}\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_entry(&mut self, position: Position, key: &str, value: impl Serialize) -> Result<()> {
        let object = self.object()?;
        self.document.check_key(object, key, "Set its value instead.")?;
        position.check(self.document.count(object), "object", "items")?;
        let text = format!("{} = {}", key_text(key), element_text(&value)?);
        self.document.insert_element(object, position, &text).map(drop)
    }

    /// Returns the node if it is an object that is written out.
    fn object(&mut self) -> Result<NodeId> {
        let object = self.document.collection(self.id);
        object.filter(|id| self.document.form(*id) == Form::Object).ok_or_else(|| not_a("an object"))
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
    /// let mut document: Document =
    ///     "tags = {\n  Env  = \"dev\" # to be changed\n  Name = \"web\"\n}\n".parse()?;
    /// let mut tags = document.value("tags").expect("it exists");
    /// tags.rename("Env", "stage")?;
    /// assert!(tags.rename("Name", "stage").is_err());
    /// assert_eq!(
    ///     document.to_string(),
    ///     "tags = {\n  stage = \"dev\" # to be changed\n  Name  = \"web\"\n}\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&mut self, key: &str, to: &str) -> Result<()> {
        let object = self.object()?;
        let missing = || Error::coded(Code::MissingItem, format!("The object has no key {key:?}."));
        let item = self.document.find(object, key).ok_or_else(missing)?;
        if self.document.find(object, to) != Some(item) {
            self.document.check_key(object, to, "Choose another key.")?;
        }
        self.document.rename_entry(item, to)
    }

    /// Removes an element with its comments. Returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if it is a result of a conditional, or an argument of a call whose last one
    /// is followed by `...`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document =
    ///     "a = [\n  1, // one\n  2, // two\n]\nb = { c = 1, d = 2 }\n".parse()?;
    /// assert!(document.value("a").expect("it exists").remove(0)?);
    /// assert!(document.value("b").expect("it exists").remove("d")?);
    /// assert_eq!(document.to_string(), "a = [\n  2, // two\n]\nb = { c = 1 }\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove<'k>(&mut self, key: impl Into<Key<'k>>) -> Result<bool> {
        let Some(element) = self.find(key.into()) else { return Ok(false) };
        self.document.check_list(self.document.parent(element))?;
        self.document.remove_node(element);
        Ok(true)
    }
}
