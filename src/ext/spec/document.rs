//! Specifications as reference pages.

use std::collections::HashSet;
use std::fmt::Write;

use super::inspect::ChildBlocks;
use super::{ChildAttribute, Spec};

/// The levels of blocks that are described.
const MAX_DEPTH: usize = 16;

/// Documentation.
impl Spec {
    /// Returns a reference page in Markdown: a table of the attributes, and a section for each
    /// block type. The page has no title; sections begin with headings of the second level.
    ///
    /// ```
    /// use serde_hcl::{ext::spec::Spec, value::Type};
    ///
    /// let disk = Spec::object([("size", Spec::attribute("size", Type::Number).required())]);
    /// let spec = Spec::object([
    ///     ("name", Spec::attribute("name", Type::String).required()),
    ///     ("disks", Spec::block_map("disk", ["name"], disk)),
    /// ]);
    /// let page = spec.to_markdown();
    /// assert!(page.starts_with("| attribute | type | required |\n|---|---|---|\n| `name` | string | yes |\n"));
    /// assert!(page.contains("\n| [`disk`](#disk) | name | any |\n"));
    /// assert!(page.ends_with("`disk`\n\n| attribute | type | required |\n|---|---|---|\n| `size` | number | yes |\n"));
    /// ```
    pub fn to_markdown(&self) -> String {
        let mut page = String::new();
        self.write_section(&mut page, &mut Vec::new());
        page
    }

    /// Writes the tables of a body, then the sections of its blocks.
    fn write_section<'s>(&'s self, page: &mut String, path: &mut Vec<&'s str>) {
        let (attributes, opaque) = (self.child_attributes(), self.opaque_names());
        let (mut blocks, mut seen) = (self.child_blocks(), HashSet::new());
        blocks.retain(|block| seen.insert(block.block_type));
        let mut sections = Vec::new();
        if !attributes.is_empty() || !opaque.is_empty() {
            let mut table = "| attribute | type | required |\n|---|---|---|\n".to_owned();
            for ChildAttribute { name, ty, is_required } in attributes {
                let required = if is_required { "yes" } else { "no" };
                _ = writeln!(table, "| `{name}` | {} | {required} |", cell(&format!("{ty:?}")));
            }
            for name in opaque {
                _ = writeln!(table, "| `{}` | attribute or block of any form | no |", cell(name));
            }
            sections.push(table);
        }
        if !blocks.is_empty() {
            let mut table = "| block | labels | number |\n|---|---|---|\n".to_owned();
            for block in &blocks {
                path.push(block.block_type);
                let labels: Vec<_> = block.labels.iter().map(|label| cell(label)).collect();
                let labels = if labels.is_empty() { "none".to_owned() } else { labels.join(", ") };
                let name = format!("`{}`", path.join("."));
                let anchor = path.join("").to_lowercase();
                _ = writeln!(table, "| [{name}](#{anchor}) | {labels} | {} |", number(block));
                path.pop();
            }
            sections.push(table);
        }
        if self.is_open() {
            sections.push("Other attributes and blocks can be present.\n".to_owned());
        }
        if sections.is_empty() {
            sections.push("The body is empty.\n".to_owned());
        }
        page.push_str(&sections.join("\n"));
        for block in blocks {
            if path.len() >= MAX_DEPTH {
                break;
            }
            path.push(block.block_type);
            _ = write!(page, "\n## `{}`\n\n", path.join("."));
            match block.nested {
                Some(nested) => nested.write_section(page, path),
                None => page.push_str("Attributes of any name.\n"),
            }
            path.pop();
        }
    }
}

/// Returns the number of blocks in words.
fn number(block: &ChildBlocks<'_>) -> String {
    match (block.at_least, block.at_most) {
        (0, None) => "any".to_owned(),
        (least, None) => format!("{least} or more"),
        (0, Some(1)) => "at most 1".to_owned(),
        (least, Some(most)) if least == most => least.to_string(),
        (least, Some(most)) => format!("{least} to {most}"),
    }
}

/// Escapes a text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
