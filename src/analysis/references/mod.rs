//! The references between the definitions of a configuration, as a graph.

mod collect;
mod dot;
mod names;
mod order;
mod report;

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::roots::Roots;
use crate::body::{Block, Body, BodyItem, Expression};
use crate::diag::{Diagnostics, name_suggestion};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::ext::userfunc;
use crate::source::Span;
use crate::syntax::traversal::Traversal;
use crate::util::ordered::OrderedMap;
use foldhash::fast::RandomState;

use collect::Collected;
use names::NameTree;
pub(super) use names::{Group, NameId, NodeNumber, Resolved, name_of};
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
/// let locals = parse_file(Source::new(
///     "locals.tf",
///     r#"
/// locals {
///   name = "web-${local.site}"
///   site = upper(var.region)
/// }
/// "#,
/// ))
/// .into_result()?;
/// let variables =
///     json::parse_file(r#"{ "variable": { "region": { "default": "eu" } } }"#).into_result()?;
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
    /// References without a definition.
    unknown: Vec<UnknownReference>,
    /// Calls of functions that are no definitions.
    calls: Vec<Traversal>,
    /// References to given names, each with the number of the definition that contains it.
    given: Vec<(Traversal, u32)>,
    groups: Vec<Group>,
    /// The functions, which are the first definitions.
    functions: Vec<userfunc::Definition>,
    function_numbers: HashMap<Box<str>, u32, RandomState>,
    pub(super) names: NameTree,
    addresses: HashMap<Box<str>, u32, RandomState>,
    repeated: OrderedMap<u32, u32>,
    diagnostics: Diagnostics,
}

/// An attribute or a block that [`References`] found.
///
/// ```
/// use serde_hcl::analysis::{References, Roots};
///
/// let text = "variable \"a\" {}\noutput \"b\" {\n  value = var.a\n}\n";
/// let file = serde_hcl::parse_file(text).into_result()?;
/// let references = References::new(&Roots::terraform(), [file.body()]);
/// let definition = references.definition("output.b").expect("it is there");
/// assert_eq!(references.of(definition).len(), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Definition {
    address: Box<str>,
    item: BodyItem,
    value: Option<Expression>,
    /// The type of the block that the attribute is in.
    around: Option<Box<str>>,
    /// The parameters, if it is a function.
    parameters: Option<Vec<String>>,
    /// Whether references can name it.
    is_named: bool,
    references: Range<u32>,
}

/// A reference in a [`Definition`]: an edge of the graph.
///
/// ```
/// use serde_hcl::analysis::{References, Roots};
///
/// let text = "variable \"a\" {}\noutput \"b\" {\n  value = var.a\n}\n";
/// let file = serde_hcl::parse_file(text).into_result()?;
/// let references = References::new(&Roots::terraform(), [file.body()]);
/// let reference = references.iter().next().expect("there is one");
/// assert_eq!(reference.traversal().to_string(), "var.a");
/// assert_eq!(references.origin(reference).address(), "output.b");
/// assert_eq!(references.targets(reference).next().map(|it| it.address()), Some("var.a"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    traversal: Traversal,
    from: u32,
    to: NodeNumber,
    role: Role,
}

/// A reference without a definition.
#[derive(Clone)]
struct UnknownReference {
    traversal: Traversal,
    /// The number of the definition that contains it.
    from: u32,
    /// The name before the step that is unknown, and the number of the step.
    name: NameId,
    step: usize,
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

impl References {
    /// Finds the definitions of bodies and the references between them.
    ///
    /// Mistakes are found too, and [`check`](Self::check) returns them.
    pub fn new(roots: &Roots, bodies: impl IntoIterator<Item: Borrow<Body>>) -> Self {
        let collected = collect::definitions(roots, bodies);
        let Collected { mut definitions, functions, mut names, repeated, diagnostics } = collected;
        let groups = names.number_groups(definitions.len() as u32);
        let function_numbers = functions.iter().map(|it| it.name.as_str().into()).zip(0..);
        let function_numbers: HashMap<Box<str>, u32, RandomState> = function_numbers.collect();
        let mut references = Vec::new();
        let (mut unknown, mut calls, mut given) = (Vec::new(), Vec::new(), Vec::new());
        let mut addresses = HashMap::with_capacity_and_hasher(definitions.len(), RandomState::default());
        for (definition, from) in definitions.iter_mut().zip(0..) {
            let start = references.len() as u32;
            let scoped = collect::scoped(roots, definition);
            collect::references(roots, definition, &mut |traversal, role, is_call| {
                if is_call {
                    return match traversal.root_name().and_then(|name| function_numbers.get(name)) {
                        Some(to) => references.push(Reference { traversal, from, to: *to, role }),
                        None => calls.push(traversal),
                    };
                }
                let scoped = scoped.as_ref().map(|scoped| scoped.resolve(&traversal));
                let resolved = names.resolve(&traversal);
                match (scoped, &resolved) {
                    (Some(Resolved::Given), _) => {}
                    // A prefix of the names of scoped blocks is no reference to a single
                    // definition.
                    (Some(Resolved::All(..)), Resolved::Unknown(..)) => {}
                    (_, Resolved::Unknown(name, step)) => {
                        unknown.push(UnknownReference { traversal, from, name: *name, step: *step });
                    }
                    (_, Resolved::Given) => given.push((traversal, from)),
                    _ => {
                        if let Some(to) = names.node(&resolved) {
                            references.push(Reference { traversal, from, to, role });
                        }
                    }
                }
            });
            definition.references = start..references.len() as u32;
            addresses.insert(definition.address.clone(), from);
        }
        Self {
            definitions,
            references,
            unknown,
            calls,
            given,
            groups,
            functions,
            function_numbers,
            names,
            addresses,
            repeated,
            diagnostics,
        }
    }

    /// Returns all definitions, grouped by body, in source order. Functions are the first ones, and
    /// a block follows its attributes if [they are definitions](Roots::values).
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.definitions.iter()
    }

    /// Returns the definition with an [address](Definition::address); the last one, if there are
    /// several. References to the address are references to it.
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

    /// Returns the references to [given](Roots::given) names, each with the definition that
    /// contains it.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("output \"a\" {\n  value = path.modul\n}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// let given: Vec<_> = references.given().map(|(at, it)| (at.address(), it.to_string())).collect();
    /// assert_eq!(given, [("output.a", "path.modul".to_owned())]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn given(&self) -> impl ExactSizeIterator<Item = (&Definition, &Traversal)> {
        self.given.iter().map(|(traversal, from)| (self.at(*from), traversal))
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
        let group = self.group(reference.to);
        let lone = if group.is_none() { Some(reference.to) } else { None };
        let members = group.map_or(&[][..], |group| &*group.members);
        lone.into_iter().chain(members.iter().copied()).map(|number| self.at(number))
    }

    /// Returns the definitions in an order in which they can be evaluated: each after those that it
    /// refers to, and otherwise in source order.
    ///
    /// # Errors
    /// Returns the error "Cycle of references" for each group of definitions that refer to each
    /// other in a cycle, with a label at each reference of a cycle.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file =
    ///     serde_hcl::parse_file("locals {\n  a = local.b\n  b = [local.a]\n}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.order().unwrap_err().to_string(),
    ///     "2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. \
    ///      Remove one of these references.",
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
        Ok(nodes.filter_map(|node| self.definitions.get(node as usize)).collect())
    }

    /// Returns all errors in the definitions and references that are found without values, grouped
    /// by file: references to names without a definition, calls of unknown functions, names that
    /// are defined more than once, cycles, and blocks with missing or unexpected labels.
    ///
    /// The context has the variables that no definition supplies, and the functions. Without
    /// functions, calls are not checked, and neither are those of a namespace of which the context
    /// has no function. [`Scope::check`](super::Scope::check) finds errors in values as well.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("locals {\n  name = \"web\"\n  url  = local.nmae\n}\n")
    ///     .into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.check(&EvalContext::new()).to_string(),
    ///     "3:10: Unknown reference: There is no definition of \"local.nmae\". Did you mean \"name\"?",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn check(&self, context: &EvalContext) -> Diagnostics {
        let mut found = self.diagnostics.clone();
        self.report_repeated(&mut found);
        self.report_unknown(context, &mut found);
        self.report_unknown_functions(context, &mut found);
        found.extend(self.cycles_in(&self.components()));
        found.sort_by_position();
        found
    }

    /// Returns warnings about definitions of the given roots that no other definition refers to.
    /// Pass only roots whose definitions have no effect unless they are used: local values, for
    /// example, but not resources.
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
        let mut is_used = vec![false; self.node_count()];
        for reference in &self.references {
            is_used[reference.to as usize] |= reference.to != reference.from;
        }
        for (group, number) in self.groups.iter().zip(self.definitions.len()..) {
            if is_used[number] {
                group.members.iter().for_each(|member| is_used[*member as usize] = true);
            }
        }
        let mut found = Diagnostics::new();
        for name in roots.into_iter().filter_map(|root| self.names.root(root)) {
            let unused = self.names.definitions(name).into_iter().filter(|number| !is_used[*number as usize]);
            found.extend(unused.map(|number| report::unused(self.at(number))));
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

    /// Returns the number of a function.
    pub(super) fn function(&self, name: &str) -> Option<u32> {
        self.function_numbers.get(name).copied()
    }

    /// Returns the functions, whose numbers are their indexes.
    pub(super) fn functions(&self) -> &[userfunc::Definition] {
        &self.functions
    }

    /// Returns whether a root is similar to a name.
    pub(super) fn is_near_root(&self, name: &str) -> bool {
        name_suggestion(name, self.names.after(NameTree::ALL)).is_some()
    }

    pub(super) fn at(&self, number: u32) -> &Definition {
        &self.definitions[number as usize]
    }

    /// Returns the definition that a node is, unless it is a group.
    pub(super) fn definition_at(&self, node: NodeNumber) -> Option<&Definition> {
        self.definitions.get(node as usize)
    }

    /// Returns the group of a node, unless it is a definition.
    pub(super) fn group(&self, node: NodeNumber) -> Option<&Group> {
        self.groups.get((node as usize).checked_sub(self.definitions.len())?)
    }

    /// Returns an edge from a node by its number.
    pub(super) fn edge(&self, node: NodeNumber, number: usize) -> Option<Edge<'_>> {
        if let Some(group) = self.group(node) {
            return Some(Edge { to: *group.members.get(number)?, reference: None });
        }
        let Range { start, end } = self.at(node).references;
        let reference = self.references[start as usize..end as usize].get(number)?;
        Some(Edge { to: reference.to, reference: Some(reference) })
    }

    pub(super) fn node_count(&self) -> usize {
        self.definitions.len() + self.groups.len()
    }
}

/// An edge of the graph.
#[derive(Clone, Copy)]
pub(super) struct Edge<'r> {
    pub(super) to: NodeNumber,
    /// An edge from a group to a member has none.
    pub(super) reference: Option<&'r Reference>,
}

impl Edge<'_> {
    /// Returns whether it may be part of a cycle.
    pub(super) fn is_soft(&self) -> bool {
        self.reference.is_some_and(|reference| reference.role == Role::Soft)
    }

    /// Returns whether the value of the node is computed from the value of the other.
    pub(super) fn is_of_value(&self) -> bool {
        self.reference.is_none_or(|reference| reference.role == Role::Value)
    }
}

impl Definition {
    /// Returns the name by which references refer to the definition, such as `local.name` or
    /// `data.aws_ami["my image"]`; of a definition that nothing can refer to its type and labels,
    /// such as `output.url`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns whether expressions can refer to it by its address.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file = serde_hcl::parse_file("locals {\n  a = 1\n}\noutput \"b\" {}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// let named: Vec<_> =
    ///     references.definitions().filter(|it| it.is_named()).map(|it| it.address()).collect();
    /// assert_eq!(named, ["local.a"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_named(&self) -> bool {
        self.is_named
    }

    /// Returns the attribute or the block.
    pub fn item(&self) -> &BodyItem {
        &self.item
    }

    /// Returns the block, if the definition is one of a type. Its body can be decoded in the
    /// [context](super::Scope::context) of a scope.
    pub fn block_of_type(&self, block_type: &str) -> Option<&Block> {
        match &self.item {
            BodyItem::Block(block) if block.block_type() == block_type => Some(block),
            _ => None,
        }
    }

    /// Returns the expression that defines the value: that of an attribute, that of the attribute
    /// of a block which [`Roots::value_of`] names, or the result of a function.
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
