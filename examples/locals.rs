//! Values that use each other: resolves the `locals` of a Terraform module, in whatever order they
//! are written.
//!
//! Run it with `cargo run --example locals`.

use std::collections::BTreeMap;

use serde_hcl::{
    Attribute, Body, Category, Diagnostic, EvalContext, Function, Map, Result, Source, Value, parse_file,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/module");

const CYCLE: &str = r#"
locals {
  a = local.b
  b = [local.c]
  c = "${local.a}!"
}
"#;

fn main() -> Result<()> {
    let variables = parse_file(Source::read(format!("{FOLDER}/variables.tf"))?).into_result()?;
    let locals = parse_file(Source::read(format!("{FOLDER}/locals.tf"))?).into_result()?;

    let mut context = functions();
    context.set("var", defaults(&variables.body())?);
    println!("{:#?}", resolve(&locals.body(), &context)?);

    let cycle = parse_file(Source::new("cycle.tf", CYCLE)).into_result()?;
    println!("{:#}", resolve(&cycle.body(), &context).expect_err("they need each other"));
    Ok(())
}

fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    context
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        .set_function("length", Function::from_fn(|list: Vec<Value>| list.len() as u64));
    context
}

/// The defaults of all `variable` blocks, by label.
fn defaults(body: &Body) -> Result<Map> {
    let mut values = Map::new();
    for block in body.blocks().filter(|block| block.block_type() == "variable") {
        let default = block.body().attributes().find(|attribute| attribute.name() == "default");
        if let (Some(label), Some(default)) = (block.labels().first(), default) {
            values.insert(label.text(), default.expression().evaluate(&EvalContext::new())?);
        }
    }
    Ok(values)
}

/// Evaluates each local once all that it refers to has a value.
fn resolve(body: &Body, context: &EvalContext) -> Result<Map> {
    let blocks = body.blocks().filter(|block| block.block_type() == "locals");
    let mut left: BTreeMap<String, Attribute> = blocks
        .flat_map(|block| block.body().attributes().collect::<Vec<_>>())
        .map(|attribute| (attribute.name().to_owned(), attribute))
        .collect();
    let mut values = Map::new();
    while !left.is_empty() {
        let ready: Vec<String> = left
            .iter()
            .filter(|(_, attribute)| needs(attribute).iter().all(|name| !left.contains_key(name)))
            .map(|(name, _)| name.clone())
            .collect();
        if ready.is_empty() {
            return Err(cycle(&left));
        }
        for name in ready {
            if let Some(attribute) = left.remove(&name) {
                let mut scope = context.child();
                scope.set("local", values.clone());
                values.insert(name, attribute.expression().evaluate(&scope)?);
            }
        }
    }
    Ok(values)
}

/// The locals that one refers to: `x` in `local.x`.
fn needs(attribute: &Attribute) -> Vec<String> {
    let references = attribute.expression().variables();
    references
        .iter()
        .filter(|traversal| traversal.root_name() == Some("local"))
        .filter_map(|traversal| match traversal.steps.get(1)? {
            serde_hcl::TraversalStep::Attr { name, .. } => Some(name.to_string()),
            _ => None,
        })
        .collect()
}

fn cycle(left: &BTreeMap<String, Attribute>) -> serde_hcl::Error {
    let problems = left.values().map(|attribute| {
        let detail = format!("It needs {}, which needs it in turn.", needs(attribute).join(", "));
        Diagnostic::error(Category::Eval, "Local values in a circle", detail)
            .at(attribute.name_span())
            .in_source(attribute.source())
    });
    serde_hcl::Diagnostics::from(problems.collect::<Vec<_>>()).into()
}
