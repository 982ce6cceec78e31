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
    /// let file = serde_hcl::parse_file("locals {\n  a = var.b\n}\nvariable \"b\" {}\n").into_result()?;
    /// let references = References::new(&Roots::terraform(), [file.body()]);
    /// assert_eq!(references.to_dot(), r#"digraph {
    ///   rankdir = LR
    ///   "local.a"
    ///   "var.b" [shape = box]
    ///   "local.a" -> "var.b"
    /// }
    /// "#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph {\n  rankdir = LR\n");
        for definition in &self.definitions {
            let shape = if let BodyItem::Block(_) = definition.item { " [shape = box]" } else { "" };
            _ = writeln!(text, "  {}{shape}", quoted(&definition.address));
        }
        let used: HashSet<NodeNumber, RandomState> = self.references.iter().map(|it| it.to).collect();
        let first = self.definitions.len() as u32;
        let is_used = |group: &(&Group, NodeNumber)| used.contains(&group.1);
        let groups = self.groups.iter().zip(first..).filter(is_used).map(|(group, _)| group);
        for group in groups.clone() {
            _ = writeln!(text, "  {} [shape = diamond]", quoted(&group.label));
        }
        let mut edges: HashSet<(u32, NodeNumber), RandomState> = HashSet::default();
        for reference in &self.references {
            if edges.insert((reference.from, reference.to)) {
                let from = quoted(&self.at(reference.from).address);
                let to = match self.group(reference.to) {
                    None => quoted(&self.at(reference.to).address),
                    Some(group) => quoted(&group.label),
                };
                _ = writeln!(text, "  {from} -> {to}");
            }
        }
        for group in groups {
            for member in &group.members {
                _ = writeln!(text, "  {} -> {}", quoted(&group.label), quoted(&self.at(*member).address));
            }
        }
        text.push_str("}\n");
        text
    }
}

/// Returns a string of the DOT language, in which only the quote has to be escaped; a backslash
/// would begin an escape of the layout.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
