//! The references between the definitions of a configuration, as a graph.

mod collect;
mod dot;
mod names;
mod order;
mod report;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use foldhash::fast::RandomState;

use super::roots::Roots;
use crate::body::{Body, BodyItem, Expression};
use crate::diag::{Diagnostics, name_suggestion};
use crate::error::{Error, Result};
use crate::source::{Source, Span};
use crate::syntax::traversal::Traversal;
use crate::value::Value;

use collect::Collected;
use names::NameTree;
pub(super) use names::{NameId, Resolved, name_of};
pub(super) use order::steps;
pub(super) use report::MAX_HINTS;

/// The definitions of a configuration and the references between them: a directed graph whose nodes
/// are attributes and blocks, and whose edges are references with their spans.
///
/// The bodies can be in several files and in both syntaxes. Each attribute that [`Roots`] describes
/// is a definition, and so is each other attribute and block at the top of a body, with all
/// references in it.
///
/// All methods take time in proportion to the number of definitions and references.
///
/// ```
/// use serde_hcl::analysis::{References, Roots};
/// use serde_hcl::{Source, json, parse_file};
///
/// let locals = parse_file(Source::new("locals.tf", r#"
/// locals {
///   name = "web-${local.site}"
///   site = upper(var.region)
/// }
/// "#)).into_result()?;
/// let variables = json::parse_file(r#"{ "variable": { "region": { "default": "eu" } } }"#).into_result()?;
/// let references = References::new(&Roots::terraform(), [locals.body(), variables.body()]);
///
/// let order = references.order()?;
/// let addresses: Vec<_> = order.iter().map(|definition| definition.address()).collect();
/// assert_eq!(addresses, ["var.region", "local.site", "local.name"]);
///
/// let name = references.definition("local.name").expect("it is defined");
/// let site = references.of(name).next().expect("it refers to the site");
/// assert_eq!(site.traversal().source().range(site.traversal().span()).to_string(), "3:17-27");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct References {
    definitions: Vec<Definition>,
    /// In the order of the definitions that contain them.
    references: Vec<Reference>,
    /// References without a definition, with the number of the step that is unknown.
    unknown: Vec<(Traversal, NameId, usize)>,
    groups: Groups,
    names: NameTree,
    addresses: HashMap<Box<str>, u32, RandomState>,
    repeated: Vec<(u32, u32)>,
    diagnostics: Diagnostics,
}

/// An attribute or a block that [`References`] found.
#[derive(Clone, Debug)]
pub struct Definition {
    address: Box<str>,
    item: BodyItem,
    value: Option<Expression>,
    /// The type of the block that the attribute is in.
    around: Option<Box<str>>,
    /// Whether references can name it.
    is_named: bool,
    number: u32,
    references: Range<u32>,
}

/// A reference in a [`Definition`]: an edge of the graph.
#[derive(Clone, Debug)]
pub struct Reference {
    traversal: Traversal,
    from: u32,
    to: Node,
    role: Role,
}

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    Definition(u32),
    /// All definitions below a name, for references such as `local[each.key]`. With one node for
    /// them, the number of edges stays linear.
    Group(u32),
}

/// The position of a reference in its definition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Role {
    /// The expression with the value of the definition.
    Value,
    /// Another part of it.
    Content,
    /// A part that may be in a cycle, see [`Roots::soft`].
    Soft,
}

/// All definitions below a name.
#[derive(Clone)]
pub(super) struct Group {
    /// The name, as in `local[*]`.
    label: Box<str>,
    pub(super) name: NameId,
    members: Vec<u32>,
}

/// All groups.
#[derive(Clone, Default)]
struct Groups {
    list: Vec<Group>,
    by_name: HashMap<NameId, u32, RandomState>,
}

impl References {
    /// Finds the definitions of bodies and the references between them.
    ///
    /// Mistakes are found too, and [`check`](Self::check) returns them.
    pub fn new(roots: &Roots, bodies: impl IntoIterator<Item = Body>) -> Self {
        let Collected { mut definitions, names, repeated, diagnostics } = collect::definitions(roots, bodies);
        let mut references = Vec::new();
        let mut unknown = Vec::new();
        let groups = Groups::new(&names);
        let mut addresses = HashMap::with_capacity_and_hasher(definitions.len(), RandomState::default());
        for (definition, number) in definitions.iter_mut().zip(0..) {
            let start = references.len() as u32;
            let scoped = collect::scoped(roots, definition);
            collect::references(roots, definition, &mut |traversal, role| {
                let scoped = scoped.as_ref().map(|scoped| scoped.resolve(&traversal));
                if matches!(scoped, Some(Resolved::Given)) {
                    return;
                }
                let to = match names.resolve(&traversal) {
                    Resolved::Definition(definition, _) => Node::Definition(definition),
                    Resolved::All(name, _) => match groups.by_name.get(&name) {
                        Some(group) => Node::Group(*group),
                        None => return,
                    },
                    Resolved::Given => return,
                    // A prefix of the names of scoped blocks is no reference to a single
                    // definition.
                    Resolved::Unknown(..) if matches!(scoped, Some(Resolved::All(..))) => return,
                    Resolved::Unknown(name, step) => return unknown.push((traversal, name, step)),
                };
                references.push(Reference { traversal, from: number, to, role });
            });
            definition.number = number;
            definition.references = start..references.len() as u32;
            addresses.entry(definition.address.clone()).or_insert(number);
        }
        Self { definitions, references, unknown, groups, names, addresses, repeated, diagnostics }
    }

    /// Returns all definitions, grouped by body, in source order.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.definitions.iter()
    }

    /// Returns the first definition with an [address](Definition::address).
    pub fn definition(&self, address: &str) -> Option<&Definition> {
        Some(&self.definitions[*self.addresses.get(address)? as usize])
    }

    /// Returns all references to definitions, grouped by the definition that contains them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Reference> {
        self.references.iter()
    }

    /// Returns the references in a definition in source order, including repeated ones.
    pub fn of(&self, definition: &Definition) -> impl ExactSizeIterator<Item = &Reference> {
        let Range { start, end } = definition.references;
        self.references.get(start as usize..end as usize).unwrap_or_default().iter()
    }

    /// Returns the definition that contains a reference.
    ///
    /// # Panics
    /// May panic if the reference is part of another graph.
    pub fn origin(&self, reference: &Reference) -> &Definition {
        &self.definitions[reference.from as usize]
    }

    /// Returns the definitions that a reference refers to. There is one, unless the reference is
    /// incomplete: `local`, `local[each.key]` and `local[*]` refer to all local values.
    ///
    /// # Panics
    /// May panic if the reference is part of another graph.
    pub fn targets<'r>(&'r self, reference: &Reference) -> impl Iterator<Item = &'r Definition> + use<'r> {
        let (lone, members) = match reference.to {
            Node::Definition(definition) => (Some(definition), &[][..]),
            Node::Group(group) => (None, &*self.group(group).members),
        };
        lone.into_iter().chain(members.iter().copied()).map(|number| self.at(number))
    }

    /// Returns the definitions in an order in which they can be evaluated: each after those that it
    /// refers to, and otherwise in source order.
    ///
    /// # Errors
    /// "Cycle of references" for each group of definitions that refer to each other in a cycle,
    /// with a label at each reference of a cycle.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("locals {\n  a = local.b\n  b = [local.a]\n}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.order().unwrap_err().to_string(),
    ///     "2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one of these references.",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn order(&self) -> Result<Vec<&Definition>> {
        let components = self.components();
        let cycles = self.cycles_in(&components);
        if cycles.has_errors() {
            return Err(Error::from(cycles));
        }
        let nodes = components.into_iter().flatten();
        Ok(nodes.filter_map(|node| self.definitions.get(self.index(node))).collect())
    }

    /// Returns all errors in the definitions and references, grouped by file: references to names
    /// without a definition, names that are defined more than once, cycles, and blocks with missing
    /// or unexpected labels.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("locals {\n  name = \"web\"\n  url  = local.nmae\n}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.check().to_string(),
    ///     "3:10: Unknown reference: There is no definition of \"local.nmae\". Did you mean \"name\"?",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn check(&self) -> Diagnostics {
        let mut found = self.diagnostics.clone();
        self.report_repeated(&mut found);
        self.report_unknown(&mut found);
        found.extend(self.cycles_in(&self.components()));
        found.sort_by_position();
        found
    }

    /// Returns warnings about definitions of the given roots that no other definition refers to.
    /// Pass only roots whose definitions have no effect unless they are used; resources, for
    /// example, have one.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("locals {\n  a = 1\n  b = local.a\n}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.unused(["local", "var"]).to_string(),
    ///     "3:3: warning: Unused definition: Nothing refers to \"local.b\".",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn unused<'r>(&self, roots: impl IntoIterator<Item = &'r str>) -> Diagnostics {
        let mut is_used = vec![false; self.definitions.len()];
        let mut is_group_used = vec![false; self.groups.list.len()];
        for reference in &self.references {
            match reference.to {
                Node::Definition(to) => is_used[to as usize] |= to != reference.from,
                Node::Group(group) => is_group_used[group as usize] = true,
            }
        }
        for (group, _) in self.groups.list.iter().zip(is_group_used).filter(|(_, is_used)| *is_used) {
            group.members.iter().for_each(|member| is_used[*member as usize] = true);
        }
        let mut found = Diagnostics::new();
        for name in roots.into_iter().filter_map(|root| self.names.root(root)) {
            let numbers = self.names.definitions(name).into_iter();
            found.extend(
                numbers.filter(|number| !is_used[*number as usize]).map(|it| report::unused(self.at(it))),
            );
        }
        found.sort_by_position();
        found
    }
}

/// The graph by numbers.
impl References {
    /// Returns the number of a definition that references can name.
    pub(super) fn number(&self, address: &str) -> Option<u32> {
        self.addresses.get(address).copied().filter(|number| self.at(*number).is_named)
    }

    pub(super) fn resolve(&self, traversal: &Traversal) -> Resolved {
        self.names.resolve(traversal)
    }

    /// Returns whether a root is similar to a name.
    pub(super) fn is_near_root(&self, name: &str) -> bool {
        name_suggestion(name, self.names.after(NameTree::ALL)).is_some()
    }

    /// Returns the group of a name, unless it is a definition.
    pub(super) fn group_of(&self, name: NameId) -> Option<Node> {
        self.groups.by_name.get(&name).map(|group| Node::Group(*group))
    }

    /// Returns the object of all values below a name, from the values of the definitions.
    pub(super) fn object(&self, name: NameId, value: impl Fn(u32) -> Option<Value>) -> Value {
        self.names.object(name, &value)
    }

    pub(super) fn at(&self, number: u32) -> &Definition {
        &self.definitions[number as usize]
    }

    pub(super) fn group(&self, number: u32) -> &Group {
        &self.groups.list[number as usize]
    }

    /// Returns an edge from a node by its number.
    pub(super) fn edge(&self, node: Node, number: usize) -> Option<Edge<'_>> {
        match node {
            Node::Definition(definition) => {
                let Range { start, end } = self.at(definition).references;
                let reference = self.references[start as usize..end as usize].get(number)?;
                Some(Edge { to: reference.to, reference: Some(reference) })
            }
            Node::Group(group) => {
                let member = self.group(group).members.get(number)?;
                Some(Edge { to: Node::Definition(*member), reference: None })
            }
        }
    }

    /// Returns the number of a node among all definitions and groups.
    pub(super) fn index(&self, node: Node) -> usize {
        match node {
            Node::Definition(number) => number as usize,
            Node::Group(group) => self.definitions.len() + group as usize,
        }
    }

    pub(super) fn node_count(&self) -> usize {
        self.definitions.len() + self.groups.list.len()
    }

    fn node(&self, index: usize) -> Node {
        match index.checked_sub(self.definitions.len()) {
            None => Node::Definition(index as u32),
            Some(group) => Node::Group(group as u32),
        }
    }
}

/// An edge of the graph.
#[derive(Clone, Copy)]
pub(super) struct Edge<'r> {
    pub(super) to: Node,
    /// An edge from a group to a member has none.
    pub(super) reference: Option<&'r Reference>,
}

impl Edge<'_> {
    /// Returns whether it may be part of a cycle.
    fn is_soft(&self) -> bool {
        self.reference.is_some_and(|reference| reference.role == Role::Soft)
    }

    /// Returns whether the value of the node is computed from the value of the other.
    pub(super) fn is_of_value(&self) -> bool {
        self.reference.is_none_or(|reference| reference.role == Role::Value)
    }
}

impl Groups {
    fn new(names: &NameTree) -> Self {
        let mut groups = Self::default();
        for (name, address) in names.groups() {
            groups.by_name.insert(name, groups.list.len() as u32);
            let (label, members) = (format!("{address}[*]").into(), names.definitions(name));
            groups.list.push(Group { label, name, members });
        }
        groups
    }
}

impl Definition {
    fn new(address: String, item: BodyItem, value: Option<Expression>, around: &str, is_named: bool) -> Self {
        let around = (!around.is_empty()).then(|| around.into());
        Self { address: address.into(), item, value, around, is_named, number: 0, references: 0..0 }
    }

    /// Returns the name by which references refer to the definition, such as `local.name` or
    /// `data.aws_ami["my image"]`; of a definition that nothing can refer to its type and labels,
    /// such as `output.url`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the attribute or the block.
    pub fn item(&self) -> &BodyItem {
        &self.item
    }

    /// Returns the expression with its value: that of the attribute, or that of the attribute of
    /// the block which [`Roots::value_of`] names.
    pub fn value(&self) -> Option<&Expression> {
        self.value.as_ref()
    }

    /// Returns the span of the name of the attribute, or of the type and labels of the block.
    pub fn span(&self) -> Span {
        match &self.item {
            BodyItem::Attribute(attribute) => attribute.name_span(),
            BodyItem::Block(block) => block.header_span(),
        }
    }

    /// Returns the source.
    pub fn source(&self) -> &Source {
        self.item.source()
    }
}

impl Reference {
    /// Returns the reference as the expression has it, with its span and its source.
    pub fn traversal(&self) -> &Traversal {
        &self.traversal
    }
}

/// The addresses of the definitions, each with those that it refers to.
impl fmt::Debug for References {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.definitions.iter().map(|definition| {
            let references = self.of(definition).map(Reference::traversal);
            (definition.address(), references.collect::<Vec<_>>())
        });
        f.debug_map().entries(entries).finish()
    }
}
