//! Writing values into documents.

mod blocks;
mod changes;
mod compare;
mod difference;
mod value;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::document::Document;
use super::node::ROOT;
use crate::de::Options;
use crate::error::{Error, Result};
use crate::ser::options::WriteOptions;
use crate::ser::{NodeKind, Tape, TapeNode, make_body};
pub use changes::{Change, ChangeKind};
use compare::{Entry, canonical, canonical_body, entries};
use difference::Difference;

/// The number of times that a document is changed and decoded again. A second time is needed if the
/// document did not match the type, if it does not after the removal of all blocks of a name, or if
/// a removed attribute has a default.
const ROUNDS: usize = 8;

/// Values of serde types.
impl Document {
    /// Decodes the document, changes the value by a function, and writes the differences into the
    /// document.
    ///
    /// Everything else stays as it is:
    ///
    /// - Attributes, blocks and keys that the type does not have stay, and so do the notation of
    ///   values and the expressions whose value does not change. If a value differs, the smallest
    ///   literal part is replaced, such as an element of a tuple or an object, or the text between
    ///   interpolations. Expressions such as references and calls are replaced as a whole;
    ///   the returned changes list them.
    /// - Blocks are matched by type and labels. If several blocks have the same type and labels,
    ///   those with equal content are matched first, then those that have the most in common. The
    ///   elements of tuples are matched in the same way. A block whose labels changed is matched by
    ///   its content, if this is unambiguous: no other block has the same content, or at least half
    ///   of it is the same.
    /// - A new attribute or block comes after the nearest preceding field of the type that is in
    ///   the document. If a field is written as blocks in the document, it gets another block; any
    ///   other field is written as [`to_string`](crate::to_string) writes it.
    /// - A field that is `None`, or left out by `skip_serializing_if`, is removed if it existed. A
    ///   sequence without elements that the type requires becomes an attribute if its blocks are
    ///   removed.
    /// - Texts are compared in Unicode's normal form C, in which they are read.
    ///
    /// Afterwards the document is decoded again, and the value must be equal as far as it is
    /// serialized.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the document cannot be decoded, if the value
    /// cannot be represented in HCL, or if the document would not be decoded to the value. Data
    /// that a type omits when it is serialized cannot be written.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::edit::Document;
    ///
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Config {
    ///     replicas: u8,
    ///     tags: BTreeMap<String, String>,
    ///     #[serde(skip_serializing_if = "Option::is_none")]
    ///     owner: Option<String>,
    /// }
    ///
    /// let mut document: Document = "\
    /// // How many there are.
    /// replicas = 1 + 1
    /// tags = {
    ///   Name = upper(\"web\")
    ///   Env  = \"dev\" # to be changed
    /// }
    /// other = var.unknown
    /// ".parse()?;
    /// let mut context = serde_hcl::EvalContext::new();
    /// serde_hcl::stdlib::register(&mut context);
    /// let options = serde_hcl::Options::new().context(context);
    /// let changes = document.modify_with(&options, |config: &mut Config| {
    ///     config.tags.insert("Env".to_owned(), "prod".to_owned());
    ///     config.owner = Some("eve".to_owned());
    /// })?;
    /// assert_eq!(document.to_string(), "\
    /// // How many there are.
    /// replicas = 1 + 1
    /// tags = {
    ///   Name = upper(\"web\")
    ///   Env  = \"prod\" # to be changed
    /// }
    /// owner = \"eve\"
    /// other = var.unknown
    /// ");
    /// let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    /// assert_eq!(changes, ["tags.Env: set", "owner: added"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn modify<T: Serialize + DeserializeOwned>(
        &mut self,
        change: impl FnOnce(&mut T),
    ) -> Result<Vec<Change>> {
        self.modify_with(&Options::new(), change)
    }

    /// Works like [`modify`](Self::modify), with the variables, the functions, the limits and the
    /// rules of options. With [`Options::dynamic_blocks`], the blocks that dynamic blocks generate
    /// are part of the value, and a change of them is an error. With [`Options::strict`], structs
    /// are written as blocks, see
    /// [`WriteOptions::structs_as_blocks`](crate::WriteOptions::structs_as_blocks).
    ///
    /// # Errors
    /// Returns the same errors as [`modify`](Self::modify).
    pub fn modify_with<T: Serialize + DeserializeOwned>(
        &mut self,
        options: &Options,
        change: impl FnOnce(&mut T),
    ) -> Result<Vec<Change>> {
        let mut value: T = options.from_body(self.file().body())?;
        let before = Snapshot::of(&value, options)?;
        change(&mut value);
        let after = Snapshot::of(&value, options)?;
        self.write::<T>(options, Ok(before), &after)
    }

    /// Writes the differences between the value of the document and a new value into the document,
    /// as [`modify`](Self::modify) does.
    ///
    /// If the document cannot be decoded to the type, for example because it is empty, the fields
    /// of the value are compared with the values of expressions.
    ///
    /// # Errors
    /// Returns the same errors as [`modify`](Self::modify), except that the document need not match
    /// the type before the update.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Config {
    ///     region: String,
    ///     port: u16,
    /// }
    ///
    /// let mut document: Document = "# The settings.\n\nport = 80 # of the server\n".parse()?;
    /// document.update(&Config { region: "eu".to_owned(), port: 8080 })?;
    /// assert_eq!(
    ///     document.to_string(),
    ///     "# The settings.\n\nregion = \"eu\"\nport   = 8080 # of the server\n"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn update<T: Serialize + DeserializeOwned>(&mut self, value: &T) -> Result<Vec<Change>> {
        self.update_with(&Options::new(), value)
    }

    /// Works like [`update`](Self::update), with options; see [`modify_with`](Self::modify_with).
    ///
    /// # Errors
    /// Returns the same errors as [`update`](Self::update).
    pub fn update_with<T: Serialize + DeserializeOwned>(
        &mut self,
        options: &Options,
        value: &T,
    ) -> Result<Vec<Change>> {
        let after = Snapshot::of(value, options)?;
        let before = self.snapshot::<T>(options);
        self.write::<T>(options, before, &after)
    }

    fn snapshot<T: Serialize + DeserializeOwned>(&self, options: &Options) -> Result<Snapshot> {
        Snapshot::of(&options.from_body::<T>(self.file().body())?, options)
    }

    /// Writes the differences between two values. The old one is an error if the document has
    /// another form than the type.
    fn write<T: Serialize + DeserializeOwned>(
        &mut self,
        options: &Options,
        mut before: Result<Snapshot>,
        after: &Snapshot,
    ) -> Result<Vec<Change>> {
        self.edit(|document| {
            let mut changes = Vec::new();
            for _ in 0..ROUNDS {
                if before.as_ref().is_ok_and(|before| before.text() == after.text()) {
                    return Ok(changes);
                }
                let file = document.file().clone();
                document.adopt();
                let Some(root) = file.ast() else { break };
                let context = options.evaluation_context();
                let body = options.rules().expanded(file.body(), context);
                let mut difference = Difference {
                    document,
                    context,
                    is_decoded: before.is_ok(),
                    is_sequence: after.is_sequence,
                    changes: Vec::new(),
                    at: String::new(),
                };
                let old = before.as_ref().map_or_else(|_| Vec::new(), Snapshot::entries);
                difference.body(body.view(), root, ROOT, &old, &after.entries())?;
                let mut made = difference.changes;
                if made.is_empty() {
                    break;
                }
                made.sort_by_key(|change| change.kind != ChangeKind::Moved);
                changes.append(&mut made);
                before = document.snapshot::<T>(options);
            }
            let detail = "The value cannot be written so that it is read back. Check that its type is serialized to what \
                          it is deserialized from.";
            Err(under_first_difference(&before?.entries(), &after.entries(), Error::message(detail)))
        })
    }
}

/// A serialized value.
struct Snapshot {
    tape: Tape,
    /// Whether it is a sequence of the items of a body.
    is_sequence: bool,
}

impl Snapshot {
    fn of<T: Serialize>(value: &T, options: &Options) -> Result<Self> {
        let write_options = WriteOptions::new().structs_as_blocks(options.rules().is_strict);
        let mut tape = write_options.tape_of(value)?;
        let is_sequence = matches!(TapeNode::root(&tape).kind(), NodeKind::Tuple(_));
        make_body(&mut tape)?;
        Ok(Self { tape, is_sequence })
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        entries(TapeNode::root(&self.tape), true).collect()
    }

    fn text(&self) -> String {
        canonical_body(&self.entries(), self.is_sequence)
    }
}

/// Adds the path to the first entry that differs to an error.
fn under_first_difference<'t>(found: &[Entry<'t>], expected: &[Entry<'t>], error: Error) -> Error {
    for (name, _) in expected.iter().chain(found) {
        let [found, expected] = [found, expected]
            .map(|entries| entries.iter().filter(|(other, _)| other == name).find_map(|(_, node)| *node));
        if found.map(canonical) == expected.map(canonical) {
            continue;
        }
        let inside = |node: Option<TapeNode<'t>>| {
            let node = node.filter(|node| node.body_entries().is_some())?;
            Some(entries(node, false).collect::<Vec<_>>())
        };
        let error = match (inside(found), inside(expected)) {
            (Some(found), Some(expected)) => under_first_difference(&found, &expected, error),
            _ => error,
        };
        return error.under(name);
    }
    error
}
