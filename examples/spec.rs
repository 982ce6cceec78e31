//! Decodes blocks whose content is described at run time, for example by plug-ins, and prints their
//! expected content.
//!
//! Run it with `cargo run --example spec --features analysis`.

use std::collections::BTreeMap;

use serde_hcl::ext::Spec;
use serde_hcl::{
    EvalContext, Result, Source, Type,
    body::{BlockSchema, BodySchema},
    diag::Diagnostics,
    parse_file,
};

const TEXT: &str = r#"
resource "disk" "data" {
  size = 10 * count
  mount {
    path = "/data"
  }
}

resource "queue" "jobs" {
  name  = "jobs"
  limit = "many"
}
"#;

/// The kinds of resources of the plug-ins.
fn kinds() -> BTreeMap<&'static str, Spec> {
    let mount = Spec::object([
        ("path", Spec::attribute("path", Type::String).required()),
        ("read_only", Spec::attribute("read_only", Type::Bool).or(Spec::literal(false))),
    ]);
    let disk = Spec::object([
        ("size", Spec::attribute("size", Type::Number).required()),
        ("mounts", Spec::block_list("mount", ..=4, mount)),
    ]);
    let queue = Spec::object([
        ("name", Spec::attribute("name", Type::String).required()),
        ("limit", Spec::attribute("limit", Type::Number)),
        ("tags", Spec::block_attributes("tags", Type::String)),
    ]);
    BTreeMap::from([("disk", disk), ("queue", queue)])
}

fn print_help(spec: &Spec, indent: usize) {
    for attribute in spec.child_attributes() {
        let required = if attribute.is_required { " (required)" } else { "" };
        println!("{:indent$}{} = {}{required}", "", attribute.name, attribute.ty);
    }
    for blocks in spec.child_blocks() {
        println!("{:indent$}{} {{ }}", "", blocks.block_type);
        if let Some(nested) = blocks.nested {
            print_help(nested, indent + 2);
        }
    }
}

fn main() -> Result<()> {
    let kinds = kinds();
    for (kind, spec) in &kinds {
        println!("{kind}: {:?}", spec.implied_type());
        print_help(spec, 2);
    }

    let mut context = EvalContext::new();
    context.set("count", 4);
    let file = parse_file(Source::new("main.hcl", TEXT)).into_result()?;
    let schema = BodySchema::new([], [BlockSchema::new("resource", ["kind", "name"])])?;
    let mut problems = Diagnostics::new();
    for block in file.body().content(&schema).into_result()?.blocks() {
        let (kind, name) = (block.labels()[0].text(), block.labels()[1].text());
        let Some(spec) = kinds.get(kind) else { continue };
        let outcome = spec.decode(block.body(), &context);
        problems.extend(outcome.diagnostics);
        println!("{name} = {}", outcome.value);
    }
    println!("\n{problems:#}");
    Ok(())
}
