//! Changes of documents at addresses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_hcl::analysis::{References, Roots};
use serde_hcl::body::BodyItem;
use serde_hcl::edit::{Document, NodeId, ValueMut};
use serde_hcl::{Body, Diagnostic, Expression, Source, Traversal, Value, diag::Category, parse_expression};
use serde_hcl_terraform::Role;

use crate::edited::{Edited, Names};
use crate::target::{Address, Index, Place, Step, Target, each_value, keys};
use crate::{Result, input, unfollowed};

/// A change of all documents with something at its address.
pub enum Operation {
    Set {
        address: Address,
        value: NewValue,
    },
    Remove {
        address: Address,
    },
    /// With names, references to the definition are renamed, too.
    Rename {
        from: Address,
        to: Address,
        names: Option<Box<Names>>,
    },
    Add {
        address: Address,
        is_repeated: bool,
    },
}

/// The value to set.
pub struct NewValue {
    expression: Expression,
    /// A name that the files have to define, and the option that makes it a text.
    name: Option<(String, &'static str)>,
}

impl NewValue {
    /// Returns the string with a text.
    pub fn text(text: &str) -> Result<Self> {
        let expression = parse_expression(Value::from(text).to_string()).into_result()?;
        Ok(Self { expression, name: None })
    }

    /// Parses an expression. If it is a bare name, the files have to define that, unless the option
    /// for texts is missing.
    pub fn parse(source: Source, text_option: Option<&'static str>) -> Result<Self> {
        let expression = parse_expression(source).into_result()?;
        let is_keyword = |name: &String| KEYWORDS.contains(&name.as_str());
        let name =
            expression.static_keyword().filter(|it| !is_keyword(it) && !expression.variables().is_empty());
        Ok(Self { name: name.zip(text_option), expression })
    }

    /// Returns an error if the value is a name that no file defines.
    fn check(&self, files: &[Edited]) -> Result<()> {
        let Some((name, option)) = &self.name else { return Ok(()) };
        let is_defined = |file: &Edited| {
            let body = file.document.file().body();
            body.attribute(name).is_some() || is_used(body, name)
        };
        if files.iter().any(is_defined) {
            return Ok(());
        }
        let detail = format!(
            "No attribute of the file has the name {name:?}. For this text, use {option}; for a name that is \
             defined elsewhere, use --expression."
        );
        let error = Diagnostic::error(Category::Data, "Unknown name", detail);
        Err(error.at(self.expression.span()).in_source(self.expression.source()).into())
    }
}

/// Names that Terraform gives a meaning as they are: types, and `ignore_changes = all`.
const KEYWORDS: [&str; 5] = ["all", "any", "bool", "number", "string"];

/// Returns whether an expression of a body is or contains a bare name.
fn is_used(body: &Body, name: &str) -> bool {
    let is_name = |it: &Traversal| it.steps().len() == 1 && it.root_name() == Some(name);
    body.items().any(|item| match item {
        BodyItem::Attribute(attribute) => attribute.expression().variables().iter().any(is_name),
        BodyItem::Block(block) => is_used(block.body(), name),
    })
}

impl Operation {
    pub fn address(&self) -> &Address {
        match self {
            Self::Set { address, .. } | Self::Remove { address } | Self::Add { address, .. } => address,
            Self::Rename { from, .. } => from,
        }
    }

    /// Returns whether the change of a file depends on others.
    pub fn needs_all_files(&self) -> bool {
        matches!(self, Self::Rename { names: Some(_), .. })
    }

    /// Checks the value to set.
    ///
    /// # Errors
    /// Returns an error if it is a name that no file defines.
    pub fn check(&self, files: &[Edited]) -> Result<()> {
        match self {
            Self::Set { value, .. } => value.check(files),
            _ => Ok(()),
        }
    }

    /// Makes the change at the places in each file, and returns for each file whether something is
    /// there. After an error, the documents can contain a part of the change.
    pub fn apply(&self, files: &mut [Edited], places: &[Vec<Place>]) -> Result<Vec<bool>> {
        match self {
            Self::Set { address, value } => {
                // An attribute at the top is set in the files that have it. It is not added to the
                // others.
                let is_top = address.steps.len() == 1 && files.len() > 1;
                let is_there =
                    |file: &mut Edited| Ok(!is_top || !address.find(&mut file.document)?.is_empty());
                let is_there = files.iter_mut().map(is_there).collect::<Result<Vec<bool>>>()?;
                if is_top && !is_there.contains(&true) {
                    let detail = "Name the file that gets the new attribute.";
                    return Err(address.error("More than one file", detail));
                }
                let set_in = |((file, places), is_there): ((&mut Edited, &Vec<Place>), bool)| {
                    let places = if is_there { places.as_slice() } else { &[] };
                    set(file, places, &value.expression)
                };
                files.iter_mut().zip(places).zip(is_there).map(set_in).collect()
            }
            Self::Remove { .. } => {
                let remove_in =
                    |(file, places): (&mut Edited, &Vec<Place>)| remove(&mut file.document, places);
                files.iter_mut().zip(places).map(remove_in).collect()
            }
            Self::Rename { from, to, names } => {
                let before = names.as_ref().map(|names| addresses(files, names));
                let rename_in =
                    |(file, places): (&mut Edited, &Vec<Place>)| rename(&mut file.document, places, to);
                let found = files.iter_mut().zip(places).map(rename_in).collect::<Result<Vec<_>>>()?;
                if let (Some(names), Some(before), true) = (names, before, found.contains(&true)) {
                    rename_references(files, names, before, from)?;
                }
                Ok(found)
            }
            Self::Add { address, is_repeated } => add(files, places, address, *is_repeated),
        }
    }
}

/// Sets the values at the places in a file. Where there are none, adds an attribute or a key to the
/// value or body at the address before the last step.
fn set(file: &mut Edited, places: &[Place], value: &Expression) -> Result<bool> {
    let document = &mut file.document;
    let mut index = Index::default();
    let mut changes = Vec::new();
    for Place { address, .. } in places {
        let targets = address.find_with(document, &mut index)?;
        for target in &targets {
            let Target::Value(attribute, steps) = target else {
                return Err(address.error("Not a value", "A block has no value. Name an attribute in it."));
            };
            let count = changes.len();
            each_value(document, *attribute, steps, &mut |it| changes.push((address, Change::Set(it.id()))));
            if count == changes.len()
                && let Some((Step::Name(key), parents)) = steps.split_last()
            {
                let mut insert = |it: &mut ValueMut<'_>| {
                    changes.push((address, Change::Insert(it.id(), key.clone())));
                };
                each_value(document, *attribute, parents, &mut insert);
            }
        }
        let (parent, last) = address.parent();
        if let (true, Some(Step::Name(name))) = (targets.is_empty(), last) {
            let bodies = parent.find_with(document, &mut index)?.into_iter().filter_map(|it| it.body());
            changes.extend(bodies.map(|id| (address, Change::Add(id, name.clone()))));
        }
    }
    for (address, change) in &changes {
        change.make(document, value).map_err(|failure| {
            let source = Source::new(file.before.name(), document.to_string());
            address.not_an_object_in(source).unwrap_or_else(|| failure.into())
        })?;
    }
    Ok(!changes.is_empty())
}

/// A change of a value.
enum Change {
    /// Replaces a value.
    Set(NodeId),
    /// Adds an entry to an object.
    Insert(NodeId, String),
    /// Adds an attribute to a body.
    Add(NodeId, String),
}

impl Change {
    fn make(&self, document: &mut Document, value: &Expression) -> serde_hcl::Result<()> {
        match self {
            Self::Set(id) => document.value_at(*id).map_or(Ok(()), |mut it| it.set(value)),
            Self::Insert(id, key) => {
                document.value_at(*id).map_or(Ok(()), |mut it| it.insert(key.as_str(), value).map(|_| ()))
            }
            Self::Add(id, name) => document.body_at(*id).map_or(Ok(()), |mut it| it.set(name, value)),
        }
    }
}

/// Removes everything at the places in a document.
fn remove(document: &mut Document, places: &[Place]) -> Result<bool> {
    let (mut index, mut targets) = (Index::default(), Vec::new());
    for place in places {
        targets.extend(place.address.find_with(document, &mut index)?);
    }
    let mut is_found = false;
    // From the end, since the indexes after a removed element change.
    for target in targets.iter().rev() {
        match target {
            Target::Body(_) => {}
            Target::Block(id) => {
                document.block_at(*id).map(|block| block.remove()).transpose()?;
                is_found = true;
            }
            Target::Value(attribute, steps) => {
                let Some((last, parents)) = steps.split_last() else {
                    document.attribute_at(*attribute).map(|it| it.remove()).transpose()?;
                    is_found = true;
                    continue;
                };
                let mut result = Ok(());
                each_value(document, *attribute, parents, &mut |parent| {
                    for key in keys(parent, last).into_iter().rev() {
                        match parent.remove(key) {
                            Ok(is_removed) => is_found |= is_removed,
                            Err(error) => result = Err(error),
                        }
                    }
                });
                result?;
            }
        }
    }
    Ok(is_found)
}

/// Moves the element at each place in a document.
fn rename(document: &mut Document, places: &[Place], to: &Address) -> Result<bool> {
    let (mut index, mut is_found) = (Index::default(), false);
    for Place { address: from, to: own } in places.iter().rev() {
        let to = own.as_ref().unwrap_or(to);
        match from.find_with(document, &mut index)?.as_slice() {
            [] => continue,
            [Target::Block(id)] => {
                move_block(document, *id, to)?;
                index = Index::default();
            }
            [Target::Value(id, steps)] if steps.is_empty() => {
                move_attribute(document, &mut index, from, *id, to)?;
            }
            [_] => return Err(from.error("Not an attribute or a block", "Only those can be moved.")),
            _ => return Err(from.several()),
        }
        is_found = true;
    }
    Ok(is_found)
}

fn move_block(document: &mut Document, id: NodeId, to: &Address) -> Result<()> {
    let (parent, names) = place(document, &mut Index::default(), to)?;
    let [block_type, labels @ ..] = names.as_slice() else { return Err(to.nothing()) };
    let is_there = document.body_at(parent).is_some_and(|mut body| body.ids().contains(&id));
    if let Some(mut block) = document.block_at(id) {
        block.set_type(block_type)?;
        block.set_labels(labels)?;
        if !is_there {
            block.move_to(parent)?;
        }
    }
    Ok(())
}

fn move_attribute(
    document: &mut Document,
    index: &mut Index,
    from: &Address,
    id: NodeId,
    to: &Address,
) -> Result<()> {
    let (parent, last) = to.parent();
    let Some(Step::Name(new)) = last else {
        return Err(to.error("Invalid name", "The new address ends with the name of an attribute."));
    };
    let target = match parent.find_with(document, index)?.as_slice() {
        [target @ (Target::Body(_) | Target::Block(_))] => target.body().ok_or_else(|| parent.nothing())?,
        _ => return Err(parent.nothing()),
    };
    let Some(name) = document.attribute_at(id).map(|it| it.name().to_owned()) else {
        return Err(from.nothing());
    };
    let is_there = document.body_at(target).is_some_and(|mut body| body.ids().contains(&id));
    let used = |document: &mut Document, name: &str| {
        document.body_at(target).and_then(|mut body| body.attribute(name).map(|it| it.id()))
    };
    if used(document, new).is_some_and(|other| other != id) {
        let detail = format!("The body has an attribute {new:?} already. Remove it first, with hcl rm.");
        return Err(to.error("Name in use", detail));
    }
    let rename = |document: &mut Document, name: &str| {
        document.attribute_at(id).map_or(Ok(()), |mut it| it.rename(name))
    };
    if !is_there {
        // In between, the attribute has a name that neither body uses.
        let mut between = name + "_";
        while used(document, &between).is_some() || rename(document, &between).is_err() {
            between.push('_');
        }
        document.attribute_at(id).map_or(Ok(()), |it| it.move_to(target))?;
    }
    Ok(rename(document, new)?)
}

/// The addresses of the definitions in each configuration.
type Addresses = BTreeMap<PathBuf, BTreeSet<String>>;

fn addresses(files: &[Edited], names: &Names) -> Addresses {
    let mut bodies: BTreeMap<PathBuf, Vec<Body>> = BTreeMap::new();
    for file in files {
        bodies.entry(names.scope(file)).or_default().push(file.document.file().body().clone());
    }
    let addresses = |bodies: Vec<Body>| {
        let references = References::new(&names.roots, bodies);
        references.definitions().map(|it| it.address().to_owned()).collect()
    };
    bodies.into_iter().map(|(folder, bodies)| (folder, addresses(bodies))).collect()
}

/// Renames the references to a definition that had another address before, in each configuration.
fn rename_references(files: &mut [Edited], names: &Names, before: Addresses, from: &Address) -> Result<()> {
    let mut is_definition = false;
    for (folder, after) in addresses(files, names) {
        let old = before.get(&folder).into_iter().flatten().filter(|it| !after.contains(*it));
        let is_new = |address: &&String| before.get(&folder).is_none_or(|before| !before.contains(*address));
        let new: Vec<_> = after.iter().filter(is_new).collect();
        match (old.collect::<Vec<_>>().as_slice(), new.as_slice()) {
            ([], []) => continue,
            ([old], [new]) => {
                let (old, new) = (old.parse()?, new.parse()?);
                let uses = unfollowed::uses(files, names, &folder, &old)?;
                if !uses.is_empty() {
                    let detail = format!(
                        "{}. This is not changed. Change it first, or leave out --references.",
                        uses.join(", ")
                    );
                    return Err(from.error("The name is used elsewhere", detail));
                }
                for file in files.iter_mut().filter(|it| names.scope(it) == folder) {
                    rename_in(&mut file.document, &names.roots, &old, &new)?;
                }
                is_definition = true;
            }
            _ => {
                let detail = "References cannot follow: the move changes several addresses, or a name without a reference.";
                return Err(from.error("No single definition", detail));
            }
        }
    }
    if is_definition {
        return Ok(());
    }
    let detail =
        "References cannot name it. Describe the names of languages other than Terraform's with --root.";
    Err(from.error("Not a definition", detail))
}

/// Renames references in a document, except in items such as `moved`, which have other names.
fn rename_in(document: &mut Document, roots: &Roots, from: &Traversal, to: &Traversal) -> Result<()> {
    for id in document.root().ids() {
        if let Some(block) = document.block_at(id) {
            if !roots.is_ignored(&[block.block_type()]) {
                block.into_body().rename_references(from, to)?;
            }
        } else if let Some(mut attribute) = document.attribute_at(id) {
            attribute.rename_references(from, to)?;
        }
    }
    Ok(())
}

/// Adds a block to each body that the first steps of its address lead to, or to the only file. A
/// block that override files change gets it where it is defined.
fn add(
    files: &mut [Edited],
    places: &[Vec<Place>],
    address: &Address,
    is_repeated: bool,
) -> Result<Vec<bool>> {
    let mut bodies = Vec::new();
    for (file, places) in files.iter_mut().zip(places) {
        let mut index = Index::default();
        let bodies_of_file = places.iter().map(|it| place(&mut file.document, &mut index, &it.address));
        bodies.push(bodies_of_file.collect::<Result<Vec<_>>>()?);
    }
    let root = NodeId::default();
    let is_nested = bodies.iter().flatten().any(|(parent, _)| *parent != root);
    if !is_nested && bodies.iter().flatten().count() > 1 {
        return Err(address.error("More than one file", "Name the file that gets the new block."));
    }
    let is_override = |file: &Edited| input::role(&file.path) == Role::Override;
    let has_nested = |bodies: &[(NodeId, Vec<String>)]| bodies.iter().any(|(parent, _)| *parent != root);
    let is_defined = files.iter().zip(&bodies).any(|(file, it)| has_nested(it) && !is_override(file));
    let mut found = Vec::new();
    for (file, bodies) in files.iter_mut().zip(&bodies) {
        let mut is_found = false;
        if is_defined && is_override(file) {
            found.push(false);
            continue;
        }
        for (parent, names) in bodies.iter().filter(|(parent, _)| (*parent != root) == is_nested) {
            let [block_type, labels @ ..] = names.as_slice() else { continue };
            let Some(mut body) = file.document.body_at(*parent) else { continue };
            if !is_repeated && body.block(block_type, labels).is_some() {
                let detail =
                    "There is a block with this type and these labels. Add another one with --repeat.";
                return Err(address.error("Block exists already", detail));
            }
            body.append_block(block_type, labels)?;
            is_found = true;
        }
        found.push(is_found);
    }
    Ok(found)
}

/// Returns the body that the first steps of an address lead to, and the remaining names: the type
/// and the labels of a block in it.
fn place(document: &mut Document, index: &mut Index, address: &Address) -> Result<(NodeId, Vec<String>)> {
    let name = |step: &Step| match step {
        Step::Name(name) => Ok(name.clone()),
        _ => Err(address.error("Invalid name", "A new block has a type and labels, and no index.")),
    };
    let names = |steps: &[Step]| steps.iter().map(name).collect::<Result<Vec<String>>>();
    let steps = address.steps_in(document);
    let (mut parent, mut last) = address.parent();
    while last.is_some() && !parent.steps.is_empty() {
        if let [Target::Block(id)] = parent.find_with(document, index)?.as_slice() {
            return Ok((*id, names(&steps[parent.steps.len()..])?));
        }
        let shorter = parent.parent();
        last = shorter.1.and(last);
        parent = shorter.0;
    }
    Ok((NodeId::default(), names(&steps)?))
}
