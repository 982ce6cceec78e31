//! Specifications as reference pages.

use std::collections::HashSet;
use std::fmt::Write;

use super::inspect::ChildBlocks;
use super::{ChildAttribute, Spec};
use crate::util::words;

/// The levels of blocks that are described.
const MAX_DEPTH: usize = 16;

/// Documentation.
impl Spec {
    /// Returns a reference page in Markdown: a table of the attributes, and a section for each
    /// block type. The tables have a column for descriptions if there are descriptions, possible
    /// values or defaults. The page has no title; sections begin with headings of the second level.
    ///
    /// ```
    /// use serde_hcl::{Type, ext::Spec};
    ///
    /// let disk = Spec::object([("size", Spec::attribute("size", Type::Number).required())]);
    /// let spec = Spec::object([
    ///     ("name", Spec::attribute("name", Type::String).required()),
    ///     ("disks", Spec::block_map("disk", ["name"], disk)),
    /// ]);
    /// let page = spec.to_markdown();
    /// assert!(page.starts_with(
    ///     "| attribute | type | required |\n|---|---|---|\n| `name` | string | yes |\n"
    /// ));
    /// assert!(page.contains("\n| [`disk`](#disk) | name | any |\n"));
    /// assert!(page.ends_with(
    ///     "`disk`\n\n| attribute | type | required |\n|---|---|---|\n| `size` | number | yes |\n"
    /// ));
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
            let mut rows: Vec<(String, String)> = Vec::new();
            for attribute in &attributes {
                let required = if attribute.is_required { "yes" } else { "no" };
                let (name, ty) = (attribute.name, cell(&format!("{:?}", attribute.ty)));
                rows.push((format!("| `{name}` | {ty} | {required} |"), remarks(attribute)));
            }
            for name in opaque {
                let text = self.description_of(name).unwrap_or_default().to_owned();
                rows.push((format!("| `{}` | attribute or block of any form | no |", cell(name)), text));
            }
            sections.push(table("| attribute | type | required |", &rows));
        }
        if !blocks.is_empty() {
            let mut rows = Vec::new();
            for block in &blocks {
                path.push(block.block_type);
                let labels: Vec<_> = block.labels.iter().map(|label| cell(label)).collect();
                let labels = if labels.is_empty() { "none".to_owned() } else { labels.join(", ") };
                let name = format!("`{}`", path.join("."));
                let anchor = path.join("").to_lowercase();
                let text = block.description.unwrap_or_default().to_owned();
                rows.push((format!("| [{name}](#{anchor}) | {labels} | {} |", number(block)), text));
                path.pop();
            }
            sections.push(table("| block | labels | number |", &rows));
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

/// Returns a table of rows with three cells, and a fourth one for descriptions, if there are any.
fn table(head: &str, rows: &[(String, String)]) -> String {
    let is_described = rows.iter().any(|(_, description)| !description.is_empty());
    let mut table = match is_described {
        true => format!("{head} description |\n|---|---|---|---|\n"),
        false => format!("{head}\n|---|---|---|\n"),
    };
    for (row, description) in rows {
        let description = match description.as_str() {
            _ if !is_described => String::new(),
            "" => " |".to_owned(),
            text => format!(" {} |", cell(text)),
        };
        _ = writeln!(table, "{row}{description}");
    }
    table
}

/// Returns the description of an attribute, its possible values and its default value.
fn remarks(attribute: &ChildAttribute<'_>) -> String {
    let mut remarks: Vec<String> = attribute.description.map(str::to_owned).into_iter().collect();
    if !attribute.values.is_empty() {
        let values = attribute.values.iter().map(|value| format!("`{value}`"));
        remarks.push(format!("One of {}.", words::list(values, "or")));
    }
    if let Some(default) = attribute.default {
        remarks.push(format!("The default is `{default}`."));
    }
    remarks.join(" ")
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
