//! The content of the files of a module, before it is put together.

use std::collections::BTreeMap;
use std::mem;

use serde_hcl::body::BodyContent;
use serde_hcl::diag::Diagnostics;
use serde_hcl::{Attribute, Block, Body};

use super::read::Reader;
use crate::content::{
    Check, Import, Local, ModuleCall, Moved, Output, Removed, Resource, ResourceMode, Variable,
};
use crate::language::{JSON_COMMENT, top_level};
use crate::{Module, ModuleFile};

/// The blocks that are read in the order of the files, since each can change those before it.
pub(super) const SETTINGS: &str = "terraform";
pub(super) const PROVIDER: &str = "provider";

const RESOURCE: &str = "resource";

/// Files of a module with their content.
#[derive(Default)]
pub(super) struct FilesRead {
    pub(super) files: Vec<ModuleFile>,
    /// The diagnostics of their syntax and about the language.
    pub(super) found: Diagnostics,
    pub(super) part: Part,
    /// The content of override files.
    pub(super) overriding: Part,
}

/// The content of some blocks of a module.
#[derive(Default)]
pub(super) struct Part {
    /// The blocks `terraform` and `provider`.
    pub(super) settings: Vec<Block>,
    variables: Vec<Variable>,
    outputs: Vec<Output>,
    locals: Vec<Local>,
    resources: Vec<Resource>,
    module_calls: Vec<ModuleCall>,
    moved: Vec<Moved>,
    removed: Vec<Removed>,
    imports: Vec<Import>,
    checks: Vec<Check>,
    pub(super) reader: Reader,
}

/// Returns the blocks of the language at the top of a body.
pub(super) fn content(body: &Body) -> BodyContent {
    body.partial_content(top_level()).value.0
}

pub(super) fn is_of_settings(block: &Block) -> bool {
    [SETTINGS, PROVIDER].contains(&block.block_type())
}

/// Returns the type of blocks whose content is in the same list.
fn kind(block: &Block) -> &str {
    match block.block_type() {
        SETTINGS | PROVIDER => SETTINGS,
        block_type if ResourceMode::of(block_type).is_some() => RESOURCE,
        block_type => block_type,
    }
}

impl Part {
    /// Adds the content of blocks, kind by kind: the code for all kinds together is larger than the
    /// instruction cache of a processor (`benches/load.rs`, one processor).
    pub(super) fn read<'b>(&mut self, blocks: impl IntoIterator<Item = &'b Block>) {
        let mut kinds: BTreeMap<&str, Vec<&Block>> = BTreeMap::new();
        blocks.into_iter().for_each(|block| kinds.entry(kind(block)).or_default().push(block));
        let reader = &mut self.reader;
        for (kind, blocks) in kinds {
            let blocks = blocks.into_iter();
            match kind {
                SETTINGS => self.settings.extend(blocks.cloned()),
                "variable" => self.variables.extend(reader.variables(blocks)),
                "output" => self.outputs.extend(blocks.map(|it| reader.output(it))),
                "locals" => {
                    self.locals.extend(blocks.flat_map(|it| it.body().attributes().filter_map(local)))
                }
                "module" => self.module_calls.extend(blocks.map(|it| reader.call(it))),
                "moved" => self.moved.extend(blocks.map(|it| reader.moved(it))),
                "removed" => self.removed.extend(blocks.map(|it| reader.removed(it))),
                "import" => self.imports.extend(blocks.map(|it| reader.import(it))),
                "check" => self.checks.extend(blocks.map(|it| reader.check(it))),
                RESOURCE => {
                    let modes = blocks.filter_map(|it| Some((ResourceMode::of(it.block_type())?, it)));
                    self.resources.extend(modes.map(|(mode, it)| reader.resource(mode, it)));
                }
                _ => {}
            }
        }
    }

    /// Moves the content of all parts to a module.
    pub(super) fn join(parts: &mut [Self], module: &mut Module) {
        join(&mut module.variables, parts, |it| &mut it.variables);
        join(&mut module.outputs, parts, |it| &mut it.outputs);
        join(&mut module.locals, parts, |it| &mut it.locals);
        join(&mut module.resources, parts, |it| &mut it.resources);
        join(&mut module.module_calls, parts, |it| &mut it.module_calls);
        join(&mut module.moved, parts, |it| &mut it.moved);
        join(&mut module.removed, parts, |it| &mut it.removed);
        join(&mut module.imports, parts, |it| &mut it.imports);
        join(&mut module.checks, parts, |it| &mut it.checks);
    }
}

/// Moves the lists of all parts to one. Its memory is allocated once, since the items are large.
fn join<T>(all: &mut Vec<T>, parts: &mut [Part], list: impl Fn(&mut Part) -> &mut Vec<T>) {
    let mut left: usize = parts.iter_mut().map(|part| list(part).len()).sum();
    for list in parts.iter_mut().map(list) {
        left -= list.len();
        if all.is_empty() {
            mem::swap(all, list);
            all.reserve_exact(left);
        } else {
            all.append(list);
        }
    }
}

/// Returns a local value; a comment in JSON is none.
fn local(attribute: Attribute) -> Option<Local> {
    if attribute.name() == JSON_COMMENT {
        return None;
    }
    let comments = attribute.ast().map(|it| it.leading_comments().map(str::to_owned).collect());
    Some(Local {
        name: attribute.name().to_owned(),
        at: (&attribute).into(),
        comments: comments.unwrap_or_default(),
        value: attribute.expression().clone(),
    })
}
