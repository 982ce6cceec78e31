//! The order of definitions: strongly connected components, without recursion.

use std::collections::{HashMap, HashSet, VecDeque};

use foldhash::fast::RandomState;

use super::{Edge, Node, Reference, References};

/// The state of the visit of a node.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The number of the visit, from 1; 0 before it.
    number: u32,
    /// The lowest number of a node on the stack that can be reached from here.
    low: u32,
    is_on_stack: bool,
}

/// The state of the algorithm.
struct Tarjan {
    visits: Vec<Visit>,
    visited: u32,
    stack: Vec<usize>,
}

impl Tarjan {
    fn new(count: usize) -> Self {
        Self { visits: vec![Visit::default(); count], visited: 0, stack: Vec::new() }
    }
}

impl References {
    /// Returns the strongly connected components of the graph, each after those that it refers to.
    /// Soft references connect no components, but put them in order as far as they make no cycle.
    pub(super) fn components(&self) -> Vec<Vec<Node>> {
        let count = self.node_count();
        // Groups that nothing refers to are left out.
        let definitions = 0..self.definitions.len();
        let mut state = Tarjan::new(count);
        let all = self.components_of(definitions, &mut state, |_, _| true);
        let mut state = Tarjan::new(count);
        let mut component_of = vec![0; count];
        for (number, component) in all.iter().enumerate() {
            component.iter().for_each(|node| component_of[self.index(*node)] = number);
        }
        let mut components = Vec::with_capacity(all.len());
        for component in all {
            match component[..] {
                [_] => components.push(component),
                _ => {
                    let mut nodes: Vec<usize> = component.iter().map(|node| self.index(*node)).collect();
                    nodes.sort_unstable();
                    let is_inside = |from: usize, edge: &Edge<'_>| {
                        !edge.is_soft() && component_of[self.index(edge.to)] == component_of[from]
                    };
                    components.extend(self.components_of(nodes, &mut state, is_inside));
                }
            }
        }
        components
    }

    /// Returns the components that the given nodes and some of the edges form, by the algorithm of
    /// Tarjan.
    fn components_of(
        &self,
        roots: impl IntoIterator<Item = usize>,
        Tarjan { visits, visited, stack }: &mut Tarjan,
        is_used: impl Fn(usize, &Edge<'_>) -> bool,
    ) -> Vec<Vec<Node>> {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut components = Vec::new();
        for root in roots {
            if visits[root].number == 0 {
                path.push((root, 0));
            }
            while let Some((node, next)) = path.last_mut() {
                let node = *node;
                if *next == 0 {
                    *visited += 1;
                    visits[node] = Visit { number: *visited, low: *visited, is_on_stack: true };
                    stack.push(node);
                }
                let edge = self.edge(self.node(node), *next);
                *next += 1;
                match edge {
                    Some(edge) if !is_used(node, &edge) => {}
                    Some(edge) => {
                        let to = self.index(edge.to);
                        match visits[to] {
                            Visit { number: 0, .. } => path.push((to, 0)),
                            Visit { number, is_on_stack: true, .. } => {
                                visits[node].low = visits[node].low.min(number);
                            }
                            Visit { .. } => {}
                        }
                    }
                    None => {
                        path.pop();
                        let Visit { number, low, .. } = visits[node];
                        if let Some((before, _)) = path.last() {
                            visits[*before].low = visits[*before].low.min(low);
                        }
                        if low == number {
                            components.push(self.component(node, stack, visits));
                        }
                    }
                }
            }
        }
        components
    }

    /// Takes the component of its first node off the stack.
    fn component(&self, first: usize, stack: &mut Vec<usize>, visits: &mut [Visit]) -> Vec<Node> {
        let start = stack.iter().rposition(|node| *node == first).unwrap_or(0);
        let nodes = stack.drain(start..);
        let nodes = nodes.map(|node| {
            visits[node].is_on_stack = false;
            self.node(node)
        });
        nodes.collect()
    }

    /// Returns a shortest cycle through the first definition of a component. There is none in a
    /// component of one node that does not refer to itself.
    pub(super) fn cycle_in(&self, component: &[Node]) -> Option<Vec<Step<'_>>> {
        let start = *component.iter().min_by_key(|node| self.index(**node))?;
        let inside: HashSet<&Node, RandomState> = component.iter().collect();
        let mut came_from: HashMap<Node, (Node, Edge<'_>), RandomState> = HashMap::default();
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
        Some(steps(edges))
    }
}

/// A reference in a cycle, and the definition that it refers to.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct Step<'r> {
    pub(super) reference: &'r Reference,
    pub(super) to: u32,
}

/// Returns the steps of a path that starts at a definition: an edge to a group and the edge from
/// there to a definition are one.
pub(in crate::analysis) fn steps<'r>(edges: impl IntoIterator<Item = Edge<'r>>) -> Vec<Step<'r>> {
    let mut steps = Vec::new();
    let mut last = None;
    for edge in edges {
        last = edge.reference.or(last);
        if let (Node::Definition(to), Some(reference)) = (edge.to, last) {
            steps.push(Step { reference, to });
        }
    }
    steps
}
