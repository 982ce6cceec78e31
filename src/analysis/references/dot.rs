//! The graph in the language of Graphviz.

use std::collections::HashSet;
use std::fmt::Write;

use foldhash::fast::RandomState;

use super::{Group, NodeNumber, References};
use crate::body::BodyItem;

impl References {
    /// Returns the graph in the DOT language, for Graphviz: attributes are ellipses, blocks are
    /// boxes, and an arrow goes from a definition to each one that it refers to.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file =
    ///     serde_hcl::parse_file("locals {\n  a = var.b\n}\nvariable \"b\" {}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.to_dot(),
    ///     r#"digraph {
    ///   rankdir = LR
    ///   "local.a"
    ///   "var.b" [shape = box]
    ///   "local.a" -> "var.b"
    /// }
    /// "#
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_dot(&self) -> String {
        format!("digraph {{\n  rankdir = LR\n{}}}\n", self.statements(None))
    }

    /// Returns the graph as a named cluster in the DOT language, for a graph of several
    /// configurations. The same address in two clusters is two nodes.
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let file =
    ///     serde_hcl::parse_file("locals {\n  a = var.b\n}\nvariable \"b\" {}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(
    ///     references.to_dot_cluster("net"),
    ///     r#"subgraph "cluster_net" {
    ///   label = "net"
    ///   "net/local.a" [label = "local.a"]
    ///   "net/var.b" [label = "var.b", shape = box]
    ///   "net/local.a" -> "net/var.b"
    /// }
    /// "#
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_dot_cluster(&self, name: &str) -> String {
        let cluster = quoted(&format!("cluster_{name}"));
        let statements = self.statements(Some(name));
        format!("subgraph {cluster} {{\n  label = {}\n{statements}}}\n", quoted(name))
    }

    /// Returns the nodes and edges. In a cluster, its name is a part of those of the nodes.
    fn statements(&self, cluster: Option<&str>) -> String {
        let id = |address: &str| match cluster {
            None => quoted(address),
            Some(name) => quoted(&format!("{name}/{address}")),
        };
        let attributes = |address: &str, shape: Option<&str>| {
            let label = cluster.map(|_| format!("label = {}", quoted(address)));
            let shape = shape.map(|shape| format!("shape = {shape}"));
            let attributes: Vec<String> = label.into_iter().chain(shape).collect();
            if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) }
        };
        let mut text = String::new();
        for definition in &self.definitions {
            let shape = if let BodyItem::Block(_) = definition.item { Some("box") } else { None };
            let address = &definition.address;
            _ = writeln!(text, "  {}{}", id(address), attributes(address, shape));
        }
        let used: HashSet<NodeNumber, RandomState> = self.references.iter().map(|it| it.to).collect();
        let first = self.definitions.len() as u32;
        let is_used = |group: &(&Group, NodeNumber)| used.contains(&group.1);
        let groups = self.groups.iter().zip(first..).filter(is_used).map(|(group, _)| group);
        for group in groups.clone() {
            _ = writeln!(text, "  {}{}", id(&group.label), attributes(&group.label, Some("diamond")));
        }
        let mut edges: HashSet<(u32, NodeNumber), RandomState> = HashSet::default();
        for reference in &self.references {
            if edges.insert((reference.from, reference.to)) {
                let from = id(&self.at(reference.from).address);
                let to = match self.group(reference.to) {
                    None => id(&self.at(reference.to).address),
                    Some(group) => id(&group.label),
                };
                _ = writeln!(text, "  {from} -> {to}");
            }
        }
        for group in groups {
            for member in &group.members {
                let member = id(&self.at(*member).address);
                _ = writeln!(text, "  {} -> {member}", id(&group.label));
            }
        }
        text
    }
}

/// Returns a string of the DOT language, in which only the quote has to be escaped; a backslash
/// would begin an escape of the layout.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
