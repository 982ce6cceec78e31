//! Reads bodies by schemas: an application with plug-ins reads its own attributes, and passes the
//! rest of each block to the plug-in that the block names.
//!
//! Run it with `cargo run --example schema`.

use serde_hcl::{
    Body, EvalContext, Result, Source,
    body::{AttributeSchema, BlockSchema, BodySchema},
    diag::Diagnostics,
    parse_file,
};

const TEXT: &str = r#"
resource "disk" "data" {
  depends_on = [network.main]
  size       = 10 * count
}

resource "queue" "jobs" {
  sise = 3
}
"#;

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    context.set("count", 4);
    let file = parse_file(Source::new("main.hcl", TEXT)).into_result()?;

    let root = BodySchema::new([], [BlockSchema::new("resource", ["kind", "name"])])?;
    let common = BodySchema::new([AttributeSchema::optional("depends_on")], [])?;
    let mut problems = Diagnostics::new();
    for block in file.body().content(&root).into_result()?.blocks() {
        let (kind, name) = (block.labels()[0].text(), block.labels()[1].text());
        let outcome = block.body().partial_content(&common);
        problems.extend(outcome.diagnostics);
        let (content, rest) = outcome.value;
        println!("{kind} {name}");
        if let Some(attribute) = content.attribute("depends_on") {
            // References are read without being evaluated.
            for element in attribute.expression().static_list()? {
                println!("  depends on {}", element.static_traversal()?);
            }
        }
        problems.extend(plug_in(&rest, &context));
    }
    println!("\n{problems:#}");
    Ok(())
}

/// The part of a block that a plug-in reads.
fn plug_in(body: &Body, context: &EvalContext) -> Diagnostics {
    let schema = match BodySchema::new([AttributeSchema::required("size")], []) {
        Ok(schema) => schema,
        Err(error) => return error.diagnostics().clone(),
    };
    let outcome = body.content(&schema);
    for attribute in outcome.value.attributes() {
        match attribute.expression().evaluate(context) {
            Ok(value) => println!("  {} = {value}", attribute.name()),
            Err(error) => println!("  {error}"),
        }
    }
    outcome.diagnostics
}
