//! Checks a configuration before its values are known: unknown values represent them, and errors
//! that do not depend on them are found now.
//!
//! Run it with `cargo run --example checker`.

use serde_hcl::{EvalContext, Function, Source, Type, Value, parse_file};

const CONFIGURATION: &str = r#"
name      = "web-${upper(region)}"
capacity  = replicas * per_replica
addresses = [for host in hosts : "${host}.example.org"]
large     = replicas > 100 ? "yes" : "no"
"#;

/// It is wrong whatever the values turn out to be: a list has no attributes, and a name is
/// misspelt.
const BROKEN: &str = r#"
first = hosts.first
total = replicas + regoin
"#;

fn main() {
    let mut context = EvalContext::new();
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    // What is known before anything runs: some values, and the types of the others.
    context
        .set("region", "eu")
        .set("per_replica", 100)
        .set("replicas", Value::unknown(Type::Number))
        .set("hosts", Value::unknown(Type::list(Type::String)));

    println!("What can be said already:");
    report(CONFIGURATION, &context);
    println!("\nWhat is wrong already:");
    report(BROKEN, &context);
}

fn report(text: &str, context: &EvalContext) {
    let file = parse_file(Source::new("site.hcl", text));
    for attribute in file.value.body().attributes() {
        match attribute.expression().evaluate(context) {
            Ok(value) if value.is_wholly_known() => println!("  {} is {value}", attribute.name()),
            Ok(value) => println!("  {} will be a {}", attribute.name(), value.ty()),
            Err(error) => println!("{error:#}"),
        }
    }
}
