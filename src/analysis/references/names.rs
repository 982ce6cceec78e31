//! The names that references can start with, as a tree: `data`, then a type, then a name.

use std::fmt::Write;

use crate::syntax::traversal::{Traversal, TraversalStep};
use crate::util::ordered::OrderedMap;
use crate::value::{Map, Value, is_identifier};

/// The number of a name in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::analysis) struct NameId(u32);

/// The number of a node of the graph: definitions come first, then groups. A group is all
/// definitions below a name, for references such as `local[each.key]`. With one node for them, the
/// number of edges stays linear.
pub(in crate::analysis) type NodeNumber = u32;

/// All names. The first one is the parent of the roots.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct NameTree {
    names: Vec<Name>,
    /// The values of names that need no evaluation; the first one is null.
    constants: Vec<Value>,
}

#[derive(Clone, Debug, Default)]
struct Name {
    inner: OrderedMap<Box<str>, NameId>,
    meaning: Meaning,
    /// The number of the group of all definitions below it, if other names follow.
    group: Option<NodeNumber>,
}

/// All definitions below a name.
#[derive(Clone)]
pub(in crate::analysis) struct Group {
    /// The name, as in `local[*]`.
    pub(super) label: Box<str>,
    pub(in crate::analysis) name: NameId,
    pub(super) members: Vec<u32>,
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Meaning {
    /// The names in it.
    #[default]
    Names,
    /// A definition.
    Definition(u32),
    /// A block, which is the names in it: those of its attributes.
    Block(u32),
    /// A value that needs no evaluation, by its index.
    Constant(u32),
    /// A value that the application supplies.
    Given,
}

/// The target of a reference.
pub(in crate::analysis) enum Resolved {
    /// A definition, and the number of steps that lead to it.
    Definition(u32, usize),
    /// All definitions below a name, and the number of steps that lead to it: the next step is
    /// computed, or there is none.
    All(NameId, usize),
    /// A value, and the number of steps that lead to it.
    Constant(Value, usize),
    Given,
    /// The step of this number is not among the names after a name.
    Unknown(NameId, usize),
}

impl NameTree {
    pub(super) const ALL: NameId = NameId(0);

    pub(super) fn new() -> Self {
        Self { names: vec![Name::default()], constants: vec![Value::NULL] }
    }

    fn get(&self, id: NameId) -> &Name {
        &self.names[id.0 as usize]
    }

    /// Returns the name at the end of a path, which is added where it is missing.
    pub(super) fn add<'p>(&mut self, path: impl IntoIterator<Item = &'p str>) -> NameId {
        path.into_iter().fold(Self::ALL, |at, name| self.add_after(at, name))
    }

    fn add_after(&mut self, at: NameId, name: &str) -> NameId {
        if let Some(id) = self.get(at).inner.get(name) {
            return *id;
        }
        let id = NameId(self.names.len() as u32);
        self.names.push(Name::default());
        self.names[at.0 as usize].inner.insert(name.into(), id);
        id
    }

    pub(super) fn meaning(&self, id: NameId) -> Meaning {
        self.get(id).meaning
    }

    /// Adds a name after another, with a value that needs no evaluation, unless it has a meaning.
    pub(super) fn add_constant(&mut self, after: NameId, name: &str, value: Option<Value>) {
        let index = value.map_or(0, |value| {
            self.constants.push(value);
            self.constants.len() as u32 - 1
        });
        let id = self.add_after(after, name);
        if self.meaning(id) == Meaning::Names {
            self.set_meaning(id, Meaning::Constant(index));
        }
    }

    pub(super) fn set_meaning(&mut self, id: NameId, meaning: Meaning) {
        self.names[id.0 as usize].meaning = meaning;
    }

    /// Returns a root by its name.
    pub(super) fn root(&self, name: &str) -> Option<NameId> {
        self.get(Self::ALL).inner.get(name).copied()
    }

    /// Returns the roots that the application does not supply.
    pub(super) fn roots(&self) -> impl Iterator<Item = (&str, NameId)> {
        let roots = self.get(Self::ALL).inner.iter().map(|(name, id)| (&**name, *id));
        roots.filter(|(_, id)| self.meaning(*id) != Meaning::Given)
    }

    /// Returns the names after a name.
    pub(super) fn after(&self, id: NameId) -> impl Iterator<Item = &str> {
        self.get(id).inner.keys().map(|name| &**name)
    }

    /// Resolves a reference.
    pub(in crate::analysis) fn resolve(&self, traversal: &Traversal) -> Resolved {
        let mut at = Self::ALL;
        for (number, step) in traversal.steps.iter().enumerate() {
            let Some(name) = name_of(step) else { return Resolved::All(at, number) };
            match self.get(at).inner.get(name) {
                Some(id) => at = *id,
                None => return Resolved::Unknown(at, number),
            }
            match self.meaning(at) {
                Meaning::Names | Meaning::Block(_) => {}
                Meaning::Constant(index) => {
                    return Resolved::Constant(self.constants[index as usize].clone(), number + 1);
                }
                Meaning::Definition(definition) => return Resolved::Definition(definition, number + 1),
                Meaning::Given => return Resolved::Given,
            }
        }
        Resolved::All(at, traversal.steps.len())
    }

    /// Returns the node that a reference needs, if there is one.
    pub(in crate::analysis) fn node(&self, resolved: &Resolved) -> Option<NodeNumber> {
        match resolved {
            Resolved::Definition(number, _) => Some(*number),
            Resolved::All(name, _) => self.get(*name).group,
            Resolved::Constant(..) | Resolved::Given | Resolved::Unknown(..) => None,
        }
    }

    /// Returns a group for each name that others follow, and numbers them. There are as many levels
    /// as roots and labels.
    pub(super) fn number_groups(&mut self, first: NodeNumber) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut next: Vec<(NameId, Vec<&str>)> = vec![(Self::ALL, Vec::new())];
        while let Some((name, path)) = next.pop() {
            for (inner, id) in self.get(name).inner.iter().rev() {
                if matches!(self.meaning(*id), Meaning::Names | Meaning::Block(_)) {
                    next.push((*id, path.iter().copied().chain([&**inner]).collect()));
                }
            }
            if !path.is_empty() {
                let (label, members) = (format!("{}[*]", address(path)).into(), self.definitions(name));
                groups.push(Group { label, name, members });
            }
        }
        for (group, number) in groups.iter().zip(first..) {
            self.names[group.name.0 as usize].group = Some(number);
        }
        groups
    }

    /// Returns all definitions below a name.
    pub(super) fn definitions(&self, id: NameId) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = vec![id];
        while let Some(id) = next.pop() {
            match self.meaning(id) {
                Meaning::Definition(definition) => found.push(definition),
                Meaning::Names | Meaning::Block(_) => next.extend(self.get(id).inner.values().rev()),
                Meaning::Constant(_) | Meaning::Given => {}
            }
        }
        found
    }

    /// Returns the object of all values below a name. Names without a value are left out.
    pub(in crate::analysis) fn object(&self, id: NameId, value: &impl Fn(u32) -> Option<Value>) -> Value {
        let entries = self.get(id).inner.iter().filter_map(|(name, id)| {
            let value = match self.meaning(*id) {
                Meaning::Definition(definition) => value(definition)?,
                // The depth of this recursion is limited by the number of levels of the roots and
                // their labels.
                Meaning::Names | Meaning::Block(_) => self.object(*id, value),
                Meaning::Constant(index) => self.constants[index as usize].clone(),
                Meaning::Given => return None,
            };
            Some((name.to_string(), value))
        });
        Value::object(entries.collect::<Map>())
    }
}

/// Returns the name of a step that needs no evaluation.
pub(in crate::analysis) fn name_of(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name),
        TraversalStep::Index { key, .. } => key.as_str(),
        TraversalStep::Splat { .. } => None,
    }
}

/// Returns names in the notation of an expression: `data.aws_ami["my image"]`.
pub(super) fn address<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut address = String::new();
    for name in names {
        if address.is_empty() {
            address.push_str(name);
        } else if is_identifier(name) {
            address.push('.');
            address.push_str(name);
        } else {
            _ = write!(address, "[{}]", Value::from(name));
        }
    }
    address
}
