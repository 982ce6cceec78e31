//! Reorganizes generated Terraform files: literal identifiers become references, the blocks are
//! sorted, and each type of block gets a file of its own. All comments stay with their blocks.
//!
//! ```text
//! cargo run --example reflow --features edit
//! ```

use std::collections::BTreeMap;

use serde_hcl::Result;
use serde_hcl::ast::ExpressionKind;
use serde_hcl::edit::{Document, Expr, Item, Position};

const MAIN: &str = r#"# All of the network.
provider "cloud" {}

resource "network" "main" {
  name = "main"
  id   = "net-1"
}

# The second server.
resource "server" "b" {
  network = "net-1" # the main one
  urls    = ["https://${lower("net-1")}.example", "net-1"]
}
"#;

const MORE: &str = "\
variable \"size\" {
\tdefault = 2 # small
}

resource \"server\" \"a\" {
\tnetwork = \"net-2\"
\ttags = {
\t\t\"net-1\" = true
\t}
}
";

/// The type of a block and its labels.
type Name = Vec<String>;

/// Returns the resources that have an `id`, by it.
fn resources(document: &Document) -> BTreeMap<String, Name> {
    let mut found = BTreeMap::new();
    for block in document.ast().blocks().filter(|block| block.block_type() == "resource") {
        let id = block.body().attribute("id").and_then(|id| id.expression().as_str());
        found.extend(id.map(|id| (id.to_owned(), block.labels().map(|it| it.text().to_owned()).collect())));
    }
    found
}

/// Replaces the ids of resources by references to them, wherever they are. The id itself is a
/// comment before the reference.
fn replace_ids(document: &mut Document, resources: &BTreeMap<String, Name>) -> Result<usize> {
    // The attributes that define the ids stay.
    let definitions = document.ast().blocks().filter_map(|block| block.body().attribute("id"));
    let definitions: Vec<_> = definitions.map(|id| id.expression().span()).collect();
    document.rewrite_expressions(|expression| match expression.kind() {
        ExpressionKind::String(id) if !definitions.contains(&expression.span()) => {
            let [kind, name] = resources.get(id)?.as_slice() else { return None };
            Some(Expr::variable(kind).attr(name).attr("id").with_comment(id))
        }
        _ => None,
    })
}

/// Takes all blocks out of a document. The rest, such as comments of no block, stays.
fn take_blocks(document: &mut Document) -> Result<Vec<(Name, Item)>> {
    let mut blocks = Vec::new();
    for id in document.root().ids() {
        if let Some(block) = document.block_at(id) {
            let name = [block.block_type().to_owned()].into_iter().chain(block.labels()).collect();
            blocks.push((name, block.take()?));
        }
    }
    Ok(blocks)
}

/// Returns a file for each type of block, with the blocks sorted by their labels.
fn reflow(mut documents: Vec<Document>) -> Result<BTreeMap<String, Document>> {
    let resources: BTreeMap<String, Name> = documents.iter().flat_map(resources).collect();
    let mut blocks = Vec::new();
    for document in &mut documents {
        replace_ids(document, &resources)?;
        blocks.extend(take_blocks(document)?);
    }
    blocks.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut files: BTreeMap<String, Document> = BTreeMap::new();
    for (name, block) in blocks {
        files.entry(format!("{}s.tf", name[0])).or_default().root().insert(Position::Last, block)?;
    }
    Ok(files)
}

fn main() -> Result<()> {
    let files = reflow(vec![MAIN.parse()?, MORE.parse()?])?;
    for (name, file) in &files {
        println!("==> {name}\n{file}");
    }

    assert_eq!(files.keys().collect::<Vec<_>>(), ["providers.tf", "resources.tf", "variables.tf"]);
    assert_eq!(files["providers.tf"].to_string(), "# All of the network.\nprovider \"cloud\" {}\n");
    assert_eq!(files["resources.tf"].to_string(), RESOURCES);
    assert_eq!(files["variables.tf"].to_string(), "variable \"size\" {\n  default = 2 # small\n}\n");
    Ok(())
}

const RESOURCES: &str = r#"resource "network" "main" {
  name = "main"
  id   = "net-1"
}

resource "server" "a" {
  network = "net-2"
  tags = {
    (/* net-1 */ network.main.id) = true
  }
}

# The second server.
resource "server" "b" {
  network = /* net-1 */ network.main.id # the main one
  urls    = ["https://${lower(/* net-1 */ network.main.id)}.example", /* net-1 */ network.main.id]
}
"#;
