//! The order of definitions: strongly connected components, without recursion.

use std::collections::{HashMap, HashSet, VecDeque};

use foldhash::fast::RandomState;

use super::{Edge, NodeNumber, Reference, References};

/// The state of the visit of a node.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The number of the visit, from 1; 0 before it.
    number: u32,
    /// The lowest number of a node on the stack that can be reached from here.
    low: u32,
    is_on_stack: bool,
}

impl References {
    /// Returns the strongly connected components of the graph, each after those that it refers to.
    /// Soft references connect no components, but put them in order as far as they make no cycle.
    /// If `a` and `b` refer to each other and `c` to `a`, they are `[a, b]` and `[c]`.
    pub(super) fn components(&self) -> Vec<Vec<NodeNumber>> {
        let count = self.node_count();
        // Groups that nothing refers to are left out.
        let definitions = (0..self.definitions.len() as u32).collect();
        let all = self.components_of(definitions, &mut vec![Visit::default(); count], &|_, _| true);
        let mut component_of = vec![0; count];
        for (number, component) in all.iter().enumerate() {
            component.iter().for_each(|node| component_of[*node as usize] = number);
        }
        let mut visits = vec![Visit::default(); count];
        let mut components = Vec::with_capacity(all.len());
        for mut component in all {
            if let [_] = component[..] {
                components.push(component);
                continue;
            }
            component.sort_unstable();
            components.extend(self.components_of(component, &mut visits, &|from, edge| {
                !edge.is_soft() && component_of[edge.to as usize] == component_of[from as usize]
            }));
        }
        components
    }

    /// Returns the components that the given nodes and some of the edges form, by the algorithm of
    /// Tarjan.
    fn components_of(
        &self,
        roots: Vec<NodeNumber>,
        visits: &mut [Visit],
        is_used: &dyn Fn(NodeNumber, &Edge<'_>) -> bool,
    ) -> Vec<Vec<NodeNumber>> {
        let mut visited = 0;
        let mut stack = Vec::new();
        let mut path: Vec<(NodeNumber, usize)> = Vec::new();
        let mut components = Vec::new();
        for root in roots {
            if visits[root as usize].number == 0 {
                path.push((root, 0));
            }
            while let Some((node, next)) = path.last_mut() {
                let (node, at) = (*node, *node as usize);
                if *next == 0 {
                    visited += 1;
                    visits[at] = Visit { number: visited, low: visited, is_on_stack: true };
                    stack.push(node);
                }
                let edge = self.edge(node, *next);
                *next += 1;
                match edge {
                    Some(edge) if !is_used(node, &edge) => {}
                    Some(edge) => match visits[edge.to as usize] {
                        Visit { number: 0, .. } => path.push((edge.to, 0)),
                        Visit { number, is_on_stack: true, .. } => {
                            visits[at].low = visits[at].low.min(number);
                        }
                        Visit { .. } => {}
                    },
                    None => {
                        path.pop();
                        let Visit { number, low, .. } = visits[at];
                        if let Some((before, _)) = path.last() {
                            let before = &mut visits[*before as usize];
                            before.low = before.low.min(low);
                        }
                        if low == number {
                            // The stack from here on is a component.
                            let start = stack.iter().rposition(|other| *other == node).unwrap_or(0);
                            let component = stack.split_off(start);
                            component.iter().for_each(|node| visits[*node as usize].is_on_stack = false);
                            components.push(component);
                        }
                    }
                }
            }
        }
        components
    }

    /// Returns a shortest cycle through the first definition of a component. There is none in a
    /// component of one node that does not refer to itself.
    pub(super) fn cycle_in(&self, component: &[NodeNumber]) -> Option<Vec<CycleStep<'_>>> {
        let start = *component.iter().min()?;
        let inside: HashSet<&NodeNumber, RandomState> = component.iter().collect();
        let mut came_from: HashMap<NodeNumber, (NodeNumber, Edge<'_>), RandomState> = HashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front()
            && !came_from.contains_key(&start)
        {
            let edges = (0..).map_while(|index| self.edge(node, index));
            for edge in edges.filter(|edge| !edge.is_soft() && inside.contains(&edge.to)) {
                came_from.entry(edge.to).or_insert_with(|| {
                    queue.push_back(edge.to);
                    (node, edge)
                });
            }
        }
        let mut edges = Vec::new();
        let mut at = start;
        loop {
            let (before, edge) = *came_from.get(&at)?;
            edges.push(edge);
            at = before;
            if at == start {
                break;
            }
        }
        edges.reverse();
        Some(self.steps(edges))
    }
}

/// A reference in a cycle, and the definition that it refers to.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct CycleStep<'r> {
    pub(super) reference: &'r Reference,
    pub(super) to: u32,
}

impl References {
    /// Returns the steps of a path that starts at a definition: an edge to a group and the edge
    /// from there to a definition are one.
    pub(in crate::analysis) fn steps<'r>(
        &self,
        edges: impl IntoIterator<Item = Edge<'r>>,
    ) -> Vec<CycleStep<'r>> {
        let mut steps = Vec::new();
        let mut last = None;
        for Edge { to, reference } in edges {
            last = reference.or(last);
            if let (None, Some(reference)) = (self.group(to), last) {
                steps.push(CycleStep { reference, to });
            }
        }
        steps
    }
}
