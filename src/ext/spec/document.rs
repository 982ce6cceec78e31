//! Specifications as reference pages.

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
    /// use serde_hcl::{Type, ext::spec::Spec};
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
        let blocks = unique(self.child_blocks());
        let mut is_empty = true;
        if !attributes.is_empty() || !opaque.is_empty() {
            is_empty = false;
            page.push_str("| attribute | type | required |\n|---|---|---|\n");
            for ChildAttribute { name, ty, is_required } in attributes {
                let required = if is_required { "yes" } else { "no" };
                _ = writeln!(page, "| `{name}` | {} | {required} |", cell(&format!("{ty:?}")));
            }
            for name in opaque {
                _ = writeln!(page, "| `{}` | attribute or block of any form | no |", cell(name));
            }
        }
        if !blocks.is_empty() {
            page.push_str(if is_empty { "" } else { "\n" });
            is_empty = false;
            page.push_str("| block | labels | number |\n|---|---|---|\n");
            for block in &blocks {
                path.push(block.block_type);
                let labels: Vec<_> = block.labels.iter().map(|label| cell(label)).collect();
                let labels = if labels.is_empty() { "none".to_owned() } else { labels.join(", ") };
                let name = format!("`{}`", path.join("."));
                let anchor = path.join("").to_lowercase();
                _ = writeln!(page, "| [{name}](#{anchor}) | {labels} | {} |", number(block));
                path.pop();
            }
        }
        if self.is_open() {
            page.push_str(if is_empty { "" } else { "\n" });
            page.push_str("Other attributes and blocks can be present.\n");
            is_empty = false;
        }
        if is_empty {
            page.push_str("The body is empty.\n");
        }
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

/// Returns the blocks without those of a type that was there before.
fn unique(blocks: Vec<ChildBlocks<'_>>) -> Vec<ChildBlocks<'_>> {
    let mut unique: Vec<ChildBlocks<'_>> = Vec::new();
    for block in blocks {
        if unique.iter().all(|other| other.block_type != block.block_type) {
            unique.push(block);
        }
    }
    unique
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
