//! The elements that a change is for: those at its address, or those that meet a condition.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::{Block, Body, Error};
use serde_hcl_terraform::language;

use crate::address::{self, Match};
use crate::definitions::Definitions;
use crate::edited::Edited;
use crate::filter::{Answer, Content, Filter};
use crate::operation::Operation;
use crate::options::{Changed, Files, Syntax};
use crate::output::Output;
use crate::target::{Address, Place, Step};
use crate::{Failure, Result, graph, input, report};

/// The elements that an operation changes.
pub struct Selection {
    /// The places in each file.
    pub places: Vec<Vec<Place>>,
    /// Whether there are elements at the address, none of which meets the condition.
    pub is_empty: bool,
}

/// A condition for the elements that are changed.
pub struct Condition<'c> {
    filter: Filter,
    roots: Roots,
    files: &'c Changed,
    output: &'c Output,
}

impl<'c> Condition<'c> {
    pub fn parse(text: &str, files: &'c Changed, output: &'c Output) -> Result<Self> {
        Ok(Self { filter: Filter::parse(text)?, roots: graph::roots(&files.roots), files, output })
    }

    /// Returns the definitions of each configuration, with the changes that were made.
    fn scopes(&self, files: &[Edited]) -> Result<BTreeMap<PathBuf, Scope>> {
        let Changed { paths, roots, variables, .. } = self.files;
        let found = input::find(paths, input::is_configuration)?;
        let found: Vec<PathBuf> = files.iter().map(|it| it.path.clone()).chain(found).collect();
        let edited: HashMap<_, _> = files.iter().map(|it| (&it.path, it)).collect();
        let mut seen = HashSet::new();
        let found = found.into_iter().filter(|path| seen.insert(path.clone())).collect();
        let named = Files { paths: paths.clone(), syntax: Syntax::Auto };
        let load = |paths: &[PathBuf]| {
            let body = |path: &PathBuf| match edited.get(path) {
                Some(file) => Ok(vec![file.document.file().body().clone()]),
                None => input::valid(input::load_all(std::slice::from_ref(path), Syntax::Auto)?),
            };
            Ok(paths.iter().map(body).collect::<Result<Vec<_>>>()?.concat())
        };
        let configurations = input::configurations_of(found, &named, roots, load)?;
        let scope = |it: input::Configuration| {
            let folder = it.folder.clone();
            Ok((folder, Definitions::of_configuration(it, roots, variables, self.output)?.scope))
        };
        configurations.into_iter().map(scope).collect()
    }
}

/// An element that can be changed.
struct Candidate {
    address: String,
    content: Content,
    block: Option<Block>,
}

/// Returns the elements that an operation changes.
///
/// # Errors
/// Returns the errors of the condition, and the error that an element lacks a part that it refers
/// to, if that is so for all of them.
pub fn select(
    operation: &Operation,
    files: &[Edited],
    condition: Option<&Condition<'_>>,
) -> Result<Selection> {
    let (address, to) = match operation {
        Operation::Rename { from, to, .. } => (from, Some(to)),
        _ => (operation.address(), None),
    };
    let is_single = matches!(operation, Operation::Rename { .. } | Operation::Add { .. });
    if condition.is_none() && !(is_single && address.is_pattern()) {
        let place = Place { address: address.clone(), to: to.cloned() };
        return Ok(Selection { places: vec![vec![place]; files.len()], is_empty: false });
    }
    let scopes = condition.map(|it| it.scopes(files)).transpose()?.unwrap_or_default();
    let (mut places, mut lacking, mut count, mut lacks) = (Vec::new(), None::<Error>, 0, 0);
    for file in files {
        let mut selected = Vec::new();
        let body = file.document.file().body();
        for Candidate { address: precise, content, block } in candidates(operation, address, body)? {
            count += 1;
            if let Some(condition) = condition {
                let scope = scopes.get(&input::scope_folder(&file.path, &condition.files.roots));
                let scope = scope.ok_or_else(|| address.nothing())?;
                match condition.filter.ask(&content, block.as_ref(), scope, &condition.roots)? {
                    Answer::Yes => {}
                    Answer::No => continue,
                    Answer::Lacking(error) => {
                        lacks += 1;
                        lacking.get_or_insert(error);
                        continue;
                    }
                }
            }
            let precise = Address::parse(&precise)?;
            let to = to.map(|to| new_address(address, to, &precise)).transpose()?;
            selected.push(Place { address: precise, to });
        }
        places.push(selected);
    }
    if let Some(error) = lacking.filter(|_| lacks == count) {
        return Err(error.into());
    }
    let selected: usize = places.iter().map(Vec::len).sum();
    if selected > 1 && to.is_some_and(|to| !to.is_pattern()) {
        return Err(address.several());
    }
    Ok(Selection { places, is_empty: count > 0 && selected == 0 })
}

/// Checks that an operation changes nothing in files in HCL JSON.
///
/// # Errors
/// Returns an error that names the file, if one has an element at the address, or the block that a
/// new element belongs in.
pub fn check_json(
    operation: &Operation,
    files: &[Edited],
    json: &[(PathBuf, Body)],
    condition: Option<&Condition<'_>>,
) -> Result<()> {
    let address = operation.address();
    let find = |address: &Address, body: &Body| {
        Ok::<_, crate::Failure>(address.located()?.find(std::slice::from_ref(body)).unwrap_or_default())
    };
    let is_new = matches!(operation, Operation::Set { .. } | Operation::Add { .. });
    let block = block_of(address).filter(|_| is_new);
    let has_block = |file: &Edited| match &block {
        Some(block) => Ok(!find(block, file.document.file().body())?.is_empty()),
        None => Ok(false),
    };
    let in_native = files.iter().map(has_block).collect::<Result<Vec<bool>>>()?.contains(&true);
    for (path, body) in json {
        let (mut at, mut found) = (address, find(address, body)?);
        if let Some(block) =
            block.as_ref().filter(|_| found.is_empty() && (address.is_pattern() || !in_native))
        {
            (at, found) = (block, find(block, body)?);
        }
        let scopes = match condition {
            Some(condition) if !found.is_empty() => condition.scopes(files)?,
            _ => BTreeMap::new(),
        };
        for Candidate { address, content, block } in found.into_iter().map(|it| candidate(it, at)) {
            if let Some(condition) = condition
                && let Some(scope) = scopes.get(&input::scope_folder(path, &condition.files.roots))
                && !matches!(
                    condition.filter.ask(&content, block.as_ref(), scope, &condition.roots)?,
                    Answer::Yes
                )
            {
                continue;
            }
            let name = report::name(path);
            return Err(Failure::Command(format!(
                "{name} has {address}, and is HCL JSON: this command changes native syntax. Change {name} by hand, \
                 or write it in native syntax first, with hcl from-json"
            )));
        }
    }
    Ok(())
}

/// Returns the address of the block that an address is in, by the labels of Terraform's blocks.
fn block_of(address: &Address) -> Option<Address> {
    let Some(Step::Name(block_type)) = address.steps.first() else { return None };
    let language = language();
    let blocks = language.child_blocks();
    let labels = blocks.iter().find(|it| it.block_type == block_type)?.labels.len();
    let mut block = address.clone();
    block.steps.truncate(labels + 1);
    (block.steps.len() < address.steps.len()).then_some(block)
}

/// Returns the elements of a file at the address of an operation, and for a new part those that it
/// is added to.
fn candidates(operation: &Operation, address: &Address, body: &Body) -> Result<Vec<Candidate>> {
    let bodies = [body.clone()];
    let find = |address: &Address| {
        let found = address.located()?.find(&bodies).unwrap_or_default();
        Ok::<_, crate::Failure>(found.into_iter().filter(|it| it.is_whole).collect::<Vec<_>>())
    };
    if let Operation::Add { .. } = operation {
        return places_of_block(address, &find);
    }
    let mut found: Vec<Candidate> = find(address)?.into_iter().map(|it| candidate(it, address)).collect();
    if let (Operation::Set { .. }, (parent, Some(last @ Step::Name(_)))) = (operation, address.parent()) {
        let absent = |around: &str, block: Option<Block>| Candidate {
            address: address::extended(around, last),
            content: Content::Absent,
            block,
        };
        let parents = find(&parent)?.into_iter().map(|it| {
            let block = it.block.clone();
            absent(&candidate(it, &parent).address, block)
        });
        let parents: Vec<_> =
            if parent.steps.is_empty() { vec![absent("", None)] } else { parents.collect() };
        let known: HashSet<_> = found.iter().map(|it| it.address.clone()).collect();
        found.extend(parents.into_iter().filter(|it| !known.contains(&it.address)));
    }
    Ok(found)
}

/// Returns the places of a new block: in the blocks that the first steps of its address lead to, or
/// at the top of the file.
fn places_of_block(
    address: &Address,
    find: &dyn Fn(&Address) -> Result<Vec<Match>>,
) -> Result<Vec<Candidate>> {
    let mut parent = address.parent().0;
    while !parent.steps.is_empty() {
        let blocks: Vec<_> = find(&parent)?
            .into_iter()
            .filter_map(|it| match it.target {
                address::Target::Block(block) => Some((it.address, block)),
                address::Target::Expression(..) => None,
            })
            .collect();
        if !blocks.is_empty() {
            let rest = &address.steps[parent.steps.len()..];
            let place = |(around, block): (String, Block)| Candidate {
                address: rest.iter().fold(around, |address, step| address::extended(&address, step)),
                content: Content::Block(block.clone()),
                block: Some(block),
            };
            return Ok(blocks.into_iter().map(place).collect());
        }
        parent = parent.parent().0;
    }
    let address = address.steps.iter().fold(String::new(), |it, step| address::extended(&it, step));
    Ok(vec![Candidate { address, content: Content::Absent, block: None }])
}

/// Returns an element that was found. The last steps of an address can be those into the arguments
/// of a call, which is no value of its own.
fn candidate(found: Match, at: &Address) -> Candidate {
    let Match { address, block, target, .. } = found;
    let (content, rest) = match target {
        address::Target::Block(block) => (Content::Block(block), 0),
        address::Target::Expression(expression, 0) => (Content::Expression(expression), 0),
        address::Target::Expression(_, rest) => (Content::Absent, rest),
    };
    let rest = at.steps[at.steps.len() - rest..].iter();
    let address = rest.fold(address, |address, step| address::extended(&address, step));
    Candidate { address, content, block }
}

/// Returns the new address of an element: the given one, or with a pattern the old one with another
/// last name.
fn new_address(from: &Address, to: &Address, precise: &Address) -> Result<Address> {
    if !to.is_pattern() {
        return Ok(to.clone());
    }
    let (old, new) = (from.parent(), to.parent());
    let (true, Some(Step::Name(_)), Some(last @ Step::Name(_))) = (old.0.steps == new.0.steps, old.1, new.1)
    else {
        let detail = "With [*], only the last name of the new address differs from that of the old one.";
        return Err(to.error("Invalid new address", detail));
    };
    let mut steps = precise.steps.as_slice();
    while let Some((Step::Index(_), rest)) = steps.split_last() {
        steps = rest;
    }
    let around = &steps[..steps.len().saturating_sub(1)];
    let address = around.iter().chain([last]).fold(String::new(), |it, step| address::extended(&it, step));
    Address::parse(&address)
}
