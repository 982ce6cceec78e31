//! Changes of many places of a document in one step.

use serde::Serialize;

use super::super::document::Document;
use super::super::insert::InsertedKind;
use super::super::names::{Name, attribute_conflict};
use super::super::part::Excerpt;
use super::super::path::{Path, Position, Site, Target};
use super::super::text::{check_name, element_text, key_text, not_a};
use super::batch::Insertion;
use super::plan::Plan;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;

/// Changes that are collected, and then made together; see [`Document::edit_many`].
pub struct Edits<'d> {
    part: &'d Excerpt<'d>,
    plan: Plan,
}

impl Document {
    /// Makes many changes in one step. The function collects them, for places in the document
    /// before all of them. The time is linear in the length of the document and in the number of
    /// changes, also in text that is not formatted, where a single removal or insertion takes time
    /// for the text around it.
    ///
    /// If a place gets two new values, the first one is used. If one place contains the other, the
    /// value of the outer place is used. If the function returns an error, or the result would not
    /// be valid, nothing is changed.
    ///
    /// # Errors
    /// Returns the error that the function returns, or the error of a change.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "ports = [80, 81, 82]\nservice {\n}\n".parse()?;
    /// let mut ports = document.root().into_value("ports").expect("it exists");
    /// let sites: Vec<_> = (0..3).filter_map(|index| Some(ports.get(index)?.site())).collect();
    /// let service = document.block(["service"]).expect("it exists").body().path().clone();
    /// document.edit_many(|edits| {
    ///     edits.set(&sites[0], 8080)?;
    ///     sites[1..].iter().for_each(|site| edits.remove(site));
    ///     edits.insert_attribute(&service, "replicas", 3)
    /// })?;
    /// assert_eq!(document.to_string(), "ports = [8080]\nservice {\n  replicas = 3\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn edit_many<T>(&mut self, collect: impl FnOnce(&mut Edits<'_>) -> Result<T>) -> Result<T> {
        self.change_all(|part| {
            let mut edits = Edits { part, plan: Plan::default() };
            let result = collect(&mut edits)?;
            let plan = edits.plan;
            plan.execute(part)?;
            Ok(result)
        })
    }
}

impl std::fmt::Debug for Edits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Edits").finish_non_exhaustive()
    }
}

impl Edits<'_> {
    /// Sets a value, as [`ValueMut::set`](super::super::ValueMut::set) does.
    ///
    /// # Errors
    /// Returns an error if there is no value at the place, or if the new one has no form as an
    /// expression.
    pub fn set(&mut self, site: &Site, value: impl Serialize) -> Result<()> {
        let target = self.part.target(&site.0).filter(|target| target.value().is_some());
        let is_item = target.ok_or_else(no_value)?.item().is_some();
        let text = match is_item {
            true => expression_text(&value, self.part.ending() == "\n")?,
            false => element_text(&value)?,
        };
        self.plan.values.entry(site.0.clone()).or_insert(text);
        Ok(())
    }

    /// Removes an attribute, a block or an element with its comments. Nothing happens if it does
    /// not exist.
    pub fn remove(&mut self, site: &Site) {
        let target = self.part.target(&site.0);
        self.plan.removals.extend(target.map(|_| site.0.clone()));
    }

    /// Adds an attribute to a body, as [`BodyMut::set`](super::super::BodyMut::set) does.
    ///
    /// # Errors
    /// Returns the same errors as [`BodyMut::set`](super::super::BodyMut::set), and an error if
    /// there is no body at the path.
    pub fn insert_attribute(&mut self, path: &Path, name: &str, value: impl Serialize) -> Result<()> {
        check_name(name)?;
        let body = path.body(self.part.ast()).ok_or_else(no_value)?;
        attribute_conflict(name, |name: Name<'_>| body.items().position(|item| name.is_of(item)))?;
        let value = expression_text(&value, self.part.ending() == "\n")?;
        let position = Position::of_new_attribute(body.items(), body.items().len());
        let (into, content) = (path.clone(), InsertedKind::Attribute);
        let text = format!("{name} = {value}");
        self.plan.insertions.push(Insertion { into, position, text, content });
        Ok(())
    }

    /// Adds an item with a new key to an object, as
    /// [`ValueMut::insert`](super::super::ValueMut::insert) does.
    ///
    /// # Errors
    /// Returns an error if the value at the place is not an object that is written out, or if the
    /// new value has no form as an expression.
    pub fn insert(&mut self, site: &Site, key: &str, value: impl Serialize) -> Result<()> {
        let object = self.part.target(&site.0).and_then(Target::collection);
        let object = object.filter(|it| it.is_object).ok_or_else(|| not_a("an object"))?;
        let text = format!("{} = {}", key_text(key), element_text(&value)?);
        self.plan.insertions.push(Insertion::element(&site.0, object.len, text));
        Ok(())
    }
}

fn no_value() -> Error {
    Error::coded(Code::InvalidValue, "There is no such value or body in the document.")
}
