//! Finds the definitions of bodies, and the references in them.

use std::borrow::Borrow;

use crate::analysis::roots::{Kind, Names, Roots};
use crate::body::{Attribute, Block, BlockSchema, Body, BodyItem, BodySchema, Expression, Label};
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::ext::userfunc;
use crate::syntax::scope::{DYNAMIC, FOR_EACH, ITERATOR};
use crate::syntax::traversal::Traversal;
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;

use super::names::{Meaning, NameTree, address};
use super::{Definition, Role};

/// The definitions, the names that refer to them, and the problems of their form.
pub(super) struct Collected {
    pub(super) definitions: Vec<Definition>,
    /// The functions, which are the first definitions.
    pub(super) functions: Vec<userfunc::Definition>,
    pub(super) names: NameTree,
    /// Each definition of a name that has one already, with the first one.
    pub(super) repeated: OrderedMap<u32, u32>,
    pub(super) diagnostics: Diagnostics,
}

/// Finds all definitions of bodies in their order.
pub(super) fn definitions(roots: &Roots, bodies: impl IntoIterator<Item: Borrow<Body>>) -> Collected {
    let mut collected = Collected {
        definitions: Vec::new(),
        functions: Vec::new(),
        names: names(roots),
        repeated: OrderedMap::new(),
        diagnostics: Diagnostics::new(),
    };
    let schema = schema(&roots.kinds);
    let mut body = Body::merge(bodies);
    if let Some(names) = &roots.functions {
        (collected.functions, body) = names.definitions(&body).keep_in(&mut collected.diagnostics);
        collected.definitions.extend(collected.functions.iter().map(of_function));
    }
    for body in body.single_bodies() {
        let (content, rest) = body.partial_content(&schema).keep_in(&mut collected.diagnostics);
        let mut items: Vec<BodyItem> = content.blocks().iter().cloned().map(BodyItem::Block).collect();
        items.extend(rest.items());
        sort_by_position(&mut items, |item| (item.span().start as usize, 0));
        items.into_iter().for_each(|item| collected.item(roots, item));
    }
    collected
}

fn of_function(function: &userfunc::Definition) -> Definition {
    let (item, value) = (BodyItem::Block(function.block.clone()), Some(function.result.clone()));
    let parameters = Some(function.parameters().cloned().collect());
    let address = address(["function", function.name.as_str()]).into();
    Definition { address, item, value, around: None, parameters, is_named: false, references: 0..0 }
}

/// Returns the roots, before there are definitions.
fn names(roots: &Roots) -> NameTree {
    let mut names = NameTree::new();
    for kind in &roots.kinds {
        if let Names::Attributes(root) | Names::Blocks(root) = &kind.names {
            names.add([root.as_str()]);
        }
    }
    for root in &roots.given {
        let id = names.add([root.as_str()]);
        names.set_meaning(id, Meaning::Given);
    }
    names
}

/// Returns the schema of the blocks that the roots describe.
fn schema<'k>(kinds: impl IntoIterator<Item = &'k Kind>) -> BodySchema {
    let mut schema = BodySchema::default();
    for kind in kinds {
        schema.add_block(BlockSchema::new(kind.block_type.as_str(), kind.labels.iter().map(String::as_str)));
    }
    schema
}

/// Returns the names that only a definition refers to: those of [scoped](Roots::scoped) blocks in
/// it.
pub(super) fn scoped(roots: &Roots, definition: &Definition) -> Option<NameTree> {
    let BodyItem::Block(block) = &definition.item else { return None };
    let inner = roots.scoped.iter().filter(|(outer, _)| outer == block.block_type());
    let kinds = inner.filter_map(|(_, inner)| roots.kinds.iter().find(|kind| kind.block_type == *inner));
    let kinds: Vec<&Kind> = kinds.collect();
    if kinds.is_empty() {
        return None;
    }
    let mut names = NameTree::new();
    let (content, _) = block.body().partial_content(&schema(kinds.iter().copied())).value;
    for block in content.blocks() {
        let root = kinds.iter().find(|kind| kind.block_type == block.block_type());
        let root = match root.map(|kind| &kind.names) {
            Some(Names::Blocks(root)) => Some(root.as_str()),
            Some(Names::Labels) => None,
            _ => continue,
        };
        let id = names.add(root.into_iter().chain(block.labels().iter().map(|label| label.text())));
        names.set_meaning(id, Meaning::Given);
    }
    Some(names)
}

impl Collected {
    fn item(&mut self, roots: &Roots, item: BodyItem) {
        let block = match &item {
            BodyItem::Attribute(attribute) => {
                let (value, path) = (attribute.expression().clone(), [attribute.name().to_owned()]);
                let meaning = roots.has_top_level.then_some(Meaning::Definition as _);
                return self.define(&path, item, Some(value), None, meaning);
            }
            BodyItem::Block(block) => block,
        };
        let Some((_, instances)) = roots.instances.iter().find(|(ty, _)| ty == block.block_type()) else {
            return self.block(roots, block);
        };
        match instances.0(block) {
            Ok(blocks) => blocks.iter().for_each(|block| self.block(roots, block)),
            Err(error) => self.diagnostics.extend(error.diagnostics().clone()),
        }
    }

    fn block(&mut self, roots: &Roots, block: &Block) {
        let kind = roots.kinds.iter().find(|kind| kind.block_type == block.block_type());
        let names = kind.map_or(&Names::Nothing, |kind| &kind.names);
        if let Names::Attributes(root) = names {
            for attribute in block.body().attributes() {
                let value = attribute.expression().clone();
                let path = [root.clone(), attribute.name().to_owned()];
                let around = Some(block.block_type());
                let meaning = Some(Meaning::Definition as _);
                self.define(&path, BodyItem::Attribute(attribute), Some(value), around, meaning);
            }
            return;
        }
        let first = match names {
            Names::Blocks(root) => Some(root.as_str()),
            Names::Labels => None,
            _ => Some(block.block_type()),
        };
        let path = first.into_iter().chain(block.labels().iter().map(|label| label.text()));
        let mut path: Vec<String> = path.map(str::to_owned).collect();
        let item = BodyItem::Block(block.clone());
        if let (Some(kind), Some(listed)) = (kind, kind.and_then(values_of)) {
            // The block follows its attributes, so that it does in the order of definitions too.
            for attribute in block.body().attributes().filter(is_value) {
                if !roots.is_ignored(&[block.block_type(), attribute.name()]) {
                    path.push(attribute.name().to_owned());
                    let (value, around) = (attribute.expression().clone(), Some(block.block_type()));
                    let meaning = Some(Meaning::Definition as _);
                    self.define(&path, BodyItem::Attribute(attribute), Some(value), around, meaning);
                    path.pop();
                }
            }
            let id = self.names.add(path.iter().map(String::as_str));
            for name in listed {
                let label = kind.labels.iter().position(|label| label == name);
                let label = label.and_then(|index| block.labels().get(index));
                self.names.add_constant(id, name, label.map(Label::value));
            }
            return self.define(&path, item, None, None, Some(Meaning::Block));
        }
        let value = kind.and_then(|kind| block.body().attribute(kind.value.as_deref()?));
        let value = value.map(|attribute| attribute.expression().clone());
        let meaning = (*names != Names::Nothing).then_some(Meaning::Definition as _);
        self.define(&path, item, value, None, meaning);
    }

    /// Adds a definition with a path of names, by which references may name it.
    fn define(
        &mut self,
        path: &[String],
        item: BodyItem,
        value: Option<Expression>,
        around: Option<&str>,
        meaning: Option<fn(u32) -> Meaning>,
    ) {
        let number = self.definitions.len() as u32;
        let names = path.iter().map(String::as_str);
        let (address, around) = (address(names.clone()).into(), around.map(Box::from));
        let meaning = meaning.map(|meaning| meaning(number));
        let is_named = matches!(meaning, Some(Meaning::Definition(_)));
        let parameters = None;
        self.definitions.push(Definition {
            address,
            item,
            value,
            around,
            parameters,
            is_named,
            references: 0..0,
        });
        if let Some(meaning) = meaning {
            let id = self.names.add(names);
            match self.names.meaning(id) {
                // Of a repeated block, only the block itself is reported.
                Meaning::Definition(_) if self.is_in_block(path) => {}
                Meaning::Definition(last) | Meaning::Block(last) => {
                    let first = self.repeated.get(&last).copied().unwrap_or(last);
                    self.repeated.insert(number, first);
                }
                _ => {}
            }
            self.names.set_meaning(id, meaning);
        }
    }
}

impl Collected {
    /// Returns whether a path is that of an attribute of a block that is defined already.
    fn is_in_block(&mut self, path: &[String]) -> bool {
        let Some((_, around)) = path.split_last() else { return false };
        let id = self.names.add(around.iter().map(String::as_str));
        matches!(self.names.meaning(id), Meaning::Block(_))
    }
}

/// Returns the attributes that blocks always have, if the value of a block is an object of its
/// attributes.
fn values_of(kind: &Kind) -> Option<&Vec<String>> {
    kind.values.as_ref().filter(|_| kind.names != Names::Nothing)
}

/// Returns whether an attribute can have a value: in HCL JSON, it may be dynamic blocks.
fn is_value(attribute: &Attribute) -> bool {
    attribute.name() != DYNAMIC || attribute.expression().ast().is_some()
}

/// Visits all references in a definition, in source order, with their roles. The last argument of
/// `visit` is whether the reference is a call of a function.
pub(super) fn references(
    roots: &Roots,
    definition: &Definition,
    visit: &mut dyn FnMut(Traversal, Role, bool),
) {
    let mut walk = Walk { roots, path: Vec::new(), bound: Vec::new(), role: Role::Value, visit };
    if let (Some(parameters), Some(result)) = (&definition.parameters, &definition.value) {
        walk.bound.clone_from(parameters);
        return walk.expression(result);
    }
    let block = match &definition.item {
        BodyItem::Attribute(attribute) => {
            walk.path.extend(definition.around.as_ref().map(|it| it.to_string()));
            return walk.property(attribute.name(), attribute.expression());
        }
        BodyItem::Block(block) => block,
    };
    let kind = roots.kinds.iter().find(|kind| kind.block_type == block.block_type());
    let value = kind.and_then(|kind| kind.value.as_deref());
    walk.role = Role::Content;
    walk.named(block.block_type(), |walk| {
        let role = walk.role;
        let is_definition = |item: &BodyItem| matches!(item, BodyItem::Attribute(it) if is_value(it));
        let has_values = kind.and_then(values_of).is_some();
        for item in block.body().items().filter(|item| !(has_values && is_definition(item))) {
            let is_value = matches!(&item, BodyItem::Attribute(it) if value == Some(it.name()));
            walk.role = if is_value { Role::Value } else { role };
            walk.item(&item);
        }
    });
}

/// The references of one definition. Blocks nest no deeper than the limit of parsing.
struct Walk<'r> {
    roots: &'r Roots,
    /// The types of the enclosing blocks.
    path: Vec<String>,
    /// The iterators of the enclosing dynamic blocks.
    bound: Vec<String>,
    role: Role,
    visit: &'r mut dyn FnMut(Traversal, Role, bool),
}

impl Walk<'_> {
    /// Visits a part by its name, unless it is not evaluated.
    fn named(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        let role = self.role;
        self.path.push(name.to_owned());
        if !self.roots.ignored.contains(&self.path) {
            if self.roots.soft.contains(&self.path) {
                self.role = Role::Soft;
            }
            inside(self);
        }
        self.path.pop();
        self.role = role;
    }

    fn item(&mut self, item: &BodyItem) {
        match item {
            BodyItem::Attribute(attribute) => self.property(attribute.name(), attribute.expression()),
            BodyItem::Block(block) => match block.labels() {
                [label] if block.block_type() == DYNAMIC => {
                    let iterator = block.body().attribute(ITERATOR);
                    let name = iterator.and_then(|it| it.expression().static_keyword());
                    self.dynamic(label.text(), name.as_deref().unwrap_or(label.text()), block.body());
                }
                _ => self.block(block.block_type(), block.body()),
            },
        }
    }

    fn block(&mut self, block_type: &str, body: &Body) {
        self.named(block_type, |walk| body.items().for_each(|item| walk.item(&item)));
    }

    /// Visits the body of a dynamic block, whose content has an iterator.
    fn dynamic(&mut self, block_type: &str, iterator: &str, body: &Body) {
        for item in body.items() {
            match &item {
                BodyItem::Attribute(attribute) if attribute.name() == FOR_EACH => self.item(&item),
                BodyItem::Attribute(attribute) if attribute.name() == ITERATOR => {}
                BodyItem::Attribute(attribute) => {
                    self.with_bound(iterator, |walk| walk.expression(attribute.expression()));
                }
                BodyItem::Block(block) => {
                    self.with_bound(iterator, |walk| walk.block(block_type, block.body()));
                }
            }
        }
    }

    fn with_bound(&mut self, iterator: &str, inside: impl FnOnce(&mut Self)) {
        self.bound.push(iterator.to_owned());
        inside(self);
        self.bound.pop();
    }

    /// Visits an attribute. In HCL JSON it may be dynamic blocks.
    fn property(&mut self, name: &str, value: &Expression) {
        let blocks = if name == DYNAMIC && value.ast().is_none() { value.static_map().ok() } else { None };
        match blocks {
            Some(blocks) => {
                for (label, block) in blocks {
                    self.json_dynamic(&text(&label).unwrap_or_default(), &block);
                }
            }
            None => self.named(name, |walk| walk.expression(value)),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        // In HCL JSON, a property may be a block, with dynamic blocks in it.
        if expression.ast().is_none() && expression.view().is_collection() {
            return self.json(expression);
        }
        for traversal in expression.variables() {
            if !traversal.root_name().is_some_and(|name| self.bound.iter().any(|bound| bound == name)) {
                (self.visit)(traversal, self.role, false);
            }
        }
        for call in expression.calls() {
            (self.visit)(call, self.role, true);
        }
    }

    fn json(&mut self, expression: &Expression) {
        if let Ok(elements) = expression.static_list() {
            elements.iter().for_each(|element| self.expression(element));
        }
        for (key, value) in expression.static_map().unwrap_or_default() {
            self.expression(&key);
            self.property(&text(&key).unwrap_or_default(), &value);
        }
    }

    /// Visits a dynamic block, or several of one type, in HCL JSON.
    fn json_dynamic(&mut self, block_type: &str, block: &Expression) {
        if let Ok(blocks) = block.static_list() {
            return blocks.iter().for_each(|block| self.json_dynamic(block_type, block));
        }
        let parts = block.static_map().unwrap_or_default();
        let parts: Vec<_> = parts.iter().map(|(key, value)| (text(key).unwrap_or_default(), value)).collect();
        let iterator = parts.iter().find(|(name, _)| name == ITERATOR);
        let iterator = iterator.and_then(|(_, value)| value.static_keyword());
        let iterator = iterator.unwrap_or_else(|| block_type.to_owned());
        for (name, value) in parts {
            match name.as_str() {
                ITERATOR => {}
                FOR_EACH => self.expression(value),
                _ => self.with_bound(&iterator, |walk| {
                    walk.named(block_type, |walk| walk.expression(value));
                }),
            }
        }
    }
}

/// Returns the text of a key in HCL JSON as it is written.
fn text(key: &Expression) -> Option<String> {
    key.evaluate(&EvalContext::literal_only()).ok()?.as_str().map(str::to_owned)
}
