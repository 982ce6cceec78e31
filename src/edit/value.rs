//! A value that can be edited inside.

use std::ops::Range;

use serde::Serialize;

use super::document::Document;
use super::layout::Edit;
use super::lines::{Text, is_blank};
use super::literal::{Literal, is_literal};
use super::part::Part;
use super::path::Path;
use super::text::key_text;
use super::update::Site;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::{self, BodyItem, ExpressionKind};
use crate::syntax::format::ends_in_heredoc;

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
    /// The body of the attribute, and the index of the attribute in it.
    path: Path,
    index: usize,
    /// The indexes of the elements from the value of the attribute on.
    steps: Vec<usize>,
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
    pub(super) fn new(document: &'d mut Document, path: Path, index: usize) -> Self {
        Self { document, path, index, steps: Vec::new() }
    }

    /// Returns the value in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Expression<'_> {
        let item = self.path.body(self.document.ast()).and_then(|body| body.item(self.index));
        match value_in(item, &self.steps) {
            Some(value) => value,
            None => unreachable!("the handle is of the value of an attribute"),
        }
    }

    /// Returns the value if it is a tuple or an object that is written out.
    fn elements(&self) -> Option<Collection<'_>> {
        Collection::of(value_in(self.document.item(&self.path, self.index), &self.steps)?)
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
        let index = self.find(key.into())?;
        let steps = self.steps.iter().copied().chain([index]).collect();
        Some(ValueMut { document: self.document, path: self.path.clone(), index: self.index, steps })
    }

    fn find(&mut self, key: Key<'_>) -> Option<usize> {
        match key {
            Key::Name(name) => self.document.find_key(&self.site(), name),
            Key::Index(_) => self.elements()?.find(key),
        }
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site { path: self.path.clone(), index: self.index, steps: self.steps.clone() }
    }

    /// Returns the same as [`get`](Self::get), for as long as the document is borrowed.
    pub fn into_get<'k>(mut self, key: impl Into<Key<'k>>) -> Option<Self> {
        let index = self.find(key.into())?;
        self.steps.push(index);
        Some(self)
    }

    /// Replaces the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        if self.steps.is_empty() {
            let value = self.document.value_text(&value)?;
            return self.document.set_expression(&self.path, self.index, &value);
        }
        let value = self.document.element_value_text(&value)?;
        if self.document.set_literal(&self.path, self.index, &self.steps, &value) {
            return Ok(());
        }
        let steps = &self.steps;
        self.document.change_item(&self.path, self.index, |part, path, index| {
            let Some(old) = value_in(part.item(path, index), steps) else { return Ok(()) };
            let span = old.span().range();
            let text = part.expression(&value, part.text().indent(span.start));
            part.apply(vec![Edit::new(span, text)])
        })
    }

    /// Appends an element to a tuple.
    ///
    /// # Errors
    /// Returns an error if it is not a tuple that is written out, or if the value has no form as an
    /// expression.
    pub fn push(&mut self, value: impl Serialize) -> Result<()> {
        let collection = self.collection()?;
        if collection.is_object {
            return Err(not_a("a tuple"));
        }
        let index = collection.len;
        self.insert(index, value)
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
        let collection = self.collection()?;
        let index = match key {
            Key::Name(_) if !collection.is_object => return Err(not_a("an object")),
            Key::Index(_) if collection.is_object => return Err(not_a("a tuple")),
            Key::Index(index) if index > collection.len => {
                let count = collection.len;
                let detail = format!("There is no element {index}: the tuple has {count} elements.");
                return Err(Error::coded(Code::InvalidValue, detail));
            }
            Key::Index(index) => index,
            Key::Name(_) => collection.len,
        };
        let text = self.document.element_value_text(&value)?;
        let name = if let Key::Name(name) = key { Some(name) } else { None };
        let steps = &self.steps;
        self.document.change_item(&self.path, self.index, |part, path, item| {
            let value = value_in(part.item(path, item), steps);
            let Some(collection) = value.and_then(Collection::of) else { return Ok(()) };
            let edits = collection.insertion(part, index, &[(name, &text)]);
            part.apply(edits)
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
        let key = key.into();
        let steps = &self.steps;
        self.document.change_item(&self.path, self.index, |part, path, index| {
            let value = value_in(part.item(path, index), steps);
            let Some(collection) = value.and_then(Collection::of) else { return Ok(false) };
            let Some(index) = collection.find(key) else { return Ok(false) };
            let edit = collection.removal(part.text(), index..index + 1);
            part.apply(vec![edit])?;
            Ok(true)
        })
    }

    fn collection(&self) -> Result<Collection<'_>> {
        self.elements().ok_or_else(|| not_a("a tuple or an object"))
    }
}

pub(super) fn not_a(kind: &str) -> Error {
    let detail =
        format!("The value is not {kind} that is written out. Other expressions can only be set as a whole.");
    Error::coded(Code::InvalidValue, detail)
}

/// Returns the value of an attribute, or an element in it, at the end of the indexes of elements.
pub(super) fn value_in<'t>(item: Option<BodyItem<'t>>, steps: &[usize]) -> Option<ast::Expression<'t>> {
    let BodyItem::Attribute(attribute) = item? else { return None };
    steps.iter().try_fold(attribute.expression(), |value, index| Collection::of(value)?.value(*index))
}

/// Returns a literal that is the value of an attribute or an element in it.
pub(super) fn literal_in(item: Option<BodyItem<'_>>, steps: &[usize]) -> Option<Literal> {
    let value = value_in(item, steps).filter(|value| is_literal(*value))?;
    let is_assigned = match steps.split_last() {
        Some((index, parents)) => Collection::of(value_in(item, parents)?)?.is_assigned(*index),
        None => true,
    };
    Some(Literal { span: value.span().range(), is_assigned })
}

/// A tuple or an object that is written out.
pub(super) struct Collection<'t> {
    expression: ast::Expression<'t>,
    pub(super) is_object: bool,
    /// With its brackets.
    span: Range<usize>,
    pub(super) len: usize,
}

impl<'t> Collection<'t> {
    pub(super) fn of(expression: ast::Expression<'t>) -> Option<Self> {
        let (is_object, len) = match expression.kind() {
            ExpressionKind::Tuple(tuple) => (false, tuple.elements().len()),
            ExpressionKind::Object(object) => (true, object.items().len()),
            ExpressionKind::Parentheses(inner) => return Self::of(inner),
            _ => return None,
        };
        Some(Self { expression, is_object, span: expression.span().range(), len })
    }

    /// Returns the span of an element, or of an item with its key.
    fn get(&self, index: usize) -> Option<Range<usize>> {
        match self.expression.kind() {
            ExpressionKind::Tuple(tuple) => tuple.element(index).map(|element| element.span().range()),
            ExpressionKind::Object(object) => {
                let item = object.item(index)?;
                Some(item.key.span().range().start..item.value.span().range().end)
            }
            _ => None,
        }
    }

    /// Works like [`get`](Self::get), and returns the position before the closing bracket for a
    /// missing element.
    fn element(&self, index: usize) -> Range<usize> {
        let end = self.inside().end;
        self.get(index).unwrap_or(end..end)
    }

    /// Returns the keys of an object that are names or strings, with the indexes of their items.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&'t str, usize)> + use<'t> {
        let object =
            if let ExpressionKind::Object(object) = self.expression.kind() { Some(object) } else { None };
        let items = object.into_iter().flat_map(ast::Object::items).enumerate();
        items.flat_map(|(index, item)| {
            let keys = [item.key.static_keyword(), item.key.as_str()];
            keys.into_iter().flatten().map(move |key| (key, index))
        })
    }

    /// Returns the index of the element of a key. Of items with equal keys, the last counts.
    pub(super) fn find(&self, key: Key<'_>) -> Option<usize> {
        match (self.expression.kind(), key) {
            (ExpressionKind::Tuple(_), Key::Index(index)) => (index < self.len).then_some(index),
            (ExpressionKind::Object(object), Key::Name(name)) => object
                .items()
                .rposition(|item| item.key.static_keyword() == Some(name) || item.key.as_str() == Some(name)),
            _ => None,
        }
    }

    /// Returns the value of an element.
    fn value(&self, index: usize) -> Option<ast::Expression<'t>> {
        match self.expression.kind() {
            ExpressionKind::Tuple(tuple) => tuple.element(index),
            ExpressionKind::Object(object) => object.item(index).map(|item| item.value),
            _ => None,
        }
    }

    /// Returns whether an element is the value of a key before a `=`.
    fn is_assigned(&self, index: usize) -> bool {
        let ExpressionKind::Object(object) = self.expression.kind() else { return false };
        let between =
            |item: ast::ObjectItem<'_>| item.key.span().range().end..item.value.span().range().start;
        let text = self.expression.source().text();
        object.item(index).is_some_and(|item| text[between(item)].trim() == "=")
    }

    fn inside(&self) -> Range<usize> {
        self.span.start + 1..self.span.end - 1
    }

    /// Returns the offset of the comma after an element.
    fn comma(&self, text: Text<'_>, index: usize) -> Option<usize> {
        let mut from = self.element(index).end;
        let to = self.get(index + 1).map_or(self.inside().end, |next| next.start);
        for comment in text.comments(from..to) {
            let found = text.text[from..comment.start as usize].find(',');
            if found.is_some() {
                return found.map(|at| from + at);
            }
            from = comment.end as usize;
        }
        text.text[from..to].find(',').map(|at| from + at)
    }

    /// Returns whether the elements are separated by commas.
    fn has_commas(&self, text: Text<'_>) -> bool {
        !self.is_object || (self.len > 0 && self.comma(text, 0).is_some())
    }

    /// Returns the end of an element with its comma.
    fn end(&self, text: Text<'_>, index: usize) -> usize {
        self.comma(text, index).map_or(self.element(index).end, |comma| comma + 1)
    }

    /// Returns the text from the element before an index to the one after some elements from it on.
    pub(super) fn between(&self, elements: &Range<usize>) -> Range<usize> {
        let inside = self.inside();
        let start = elements.start.checked_sub(1).map_or(inside.start, |before| self.element(before).end);
        start..self.get(elements.end).map_or(inside.end, |next| next.start)
    }

    /// Returns the edits that insert elements before the one of an index: texts, with keys in an
    /// object.
    pub(super) fn insertion(
        &self,
        document: &Part<'_>,
        index: usize,
        new: &[(Option<&str>, &str)],
    ) -> Vec<Edit> {
        let text = document.text();
        let ending = document.ending();
        let inside = self.inside();
        let near = self.get(index).or_else(|| self.get(self.len.checked_sub(1)?));
        let near = near.map_or(self.span.start, |near| near.start);
        let values = new.iter().map(|(key, value)| {
            let value = document.expression(value, text.indent(near));
            match key {
                Some(key) => format!("{} = {value}", key_text(key)),
                None => value,
            }
        });
        let values: Vec<String> = values.collect();
        let Some(first) = self.get(0) else {
            let content = text.text[inside.clone()].trim();
            if content.is_empty() && !self.is_object {
                return vec![Edit::new(inside, values.join(", "))];
            }
            let outer = text.indent(self.span.start);
            let indent = [outer, document.unit()].concat();
            let mut lines =
                if content.is_empty() { String::new() } else { [ending, &indent, content].concat() };
            for (number, value) in values.iter().enumerate() {
                let is_last = self.is_object || number + 1 == values.len();
                lines.push_str(ending);
                lines.push_str(&super::layout::shift(value, outer, &indent));
                lines.push_str(if is_last { "" } else { "," });
            }
            return vec![Edit::new(inside, [&lines, ending, outer].concat())];
        };
        let is_broken = text.text[inside.start..first.start].contains('\n');
        let indent = text.indent(first.start);
        if let Some(next) = self.get(index) {
            let lead = text.lead_start(next.start);
            let comma = if self.has_commas(text) { "," } else { "" };
            return vec![if is_broken && text.begins_line(lead) {
                let lines = values.iter().flat_map(|value| [indent, value, comma, ending]);
                let line = text.line_start(lead);
                Edit::new(line..line, lines.collect::<String>())
            } else {
                Edit::new(lead..lead, values.iter().flat_map(|value| [value, ", "]).collect::<String>())
            }];
        }
        let last = self.len - 1;
        let end = self.element(last).end;
        let comma = self.comma(text, last);
        let tail = text.tail_end(self.end(text, last));
        if is_broken && text.ends_line(tail) && text.line_end(tail) <= inside.end {
            let line = text.line_end(tail);
            let has_commas = self.has_commas(text);
            let mut edits = Vec::new();
            if comma.is_none() && has_commas {
                let is_heredoc = ends_in_heredoc(&text.text[self.element(last)]);
                let comma = if is_heredoc { [ending, indent, ","].concat() } else { ",".to_owned() };
                edits.push(Edit::new(end..end, comma));
            }
            let mut lines = String::new();
            for (number, value) in values.iter().enumerate() {
                let is_followed = comma.is_some() || (has_commas && number + 1 < values.len());
                lines.extend([indent, value, if is_followed { "," } else { "" }, ending]);
            }
            edits.push(Edit::new(line..line, lines));
            return edits;
        }
        vec![match comma {
            Some(comma) => {
                let values = values.iter().flat_map(|value| [" ", value, ","]);
                Edit::new(comma + 1..comma + 1, values.collect::<String>())
            }
            None => Edit::new(end..end, values.iter().flat_map(|value| [", ", value]).collect::<String>()),
        }]
    }

    /// Returns whether no comment is between an element with its own comments and the next one with
    /// its own, so that they can be removed together.
    pub(super) fn is_next_to_following(&self, text: Text<'_>, index: usize) -> bool {
        let Some(next) = self.get(index + 1) else { return false };
        let tail = text.tail_end(self.end(text, index));
        text.comments(tail..text.lead_start(next.start).max(tail)).is_empty()
    }

    /// Returns the edit that removes elements that are
    /// [next to each other](Self::is_next_to_following), with their commas and comments.
    pub(super) fn removal(&self, text: Text<'_>, elements: Range<usize>) -> Edit {
        let inside = self.inside();
        let (first, last) = (elements.start, elements.end - 1);
        let next = self.get(elements.end).map(|next| next.start);
        let lead = text.lead_start(self.element(first).start);
        let tail = text.tail_end(self.end(text, last));
        let span = if text.begins_line(lead) && text.ends_line(tail) && text.line_end(tail) <= inside.end {
            text.line_start(lead)..text.line_end(tail)
        } else if elements.len() == self.len {
            let is_alone = is_blank(&text.text[inside.start..lead]) && is_blank(&text.text[tail..inside.end]);
            if is_alone { inside } else { lead..tail }
        } else if let Some(next) = next {
            lead..text.lead_start(next)
        } else {
            let before = first - 1;
            let start = self.comma(text, before);
            let start = start.unwrap_or_else(|| text.tail_end(self.element(before).end));
            start..self.element(last).end
        };
        Edit::new(span, "")
    }
}
