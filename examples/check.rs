//! Evaluates expressions with variables and Rust closures as functions, and checks a configuration before its values are
//! known.
//!
//! Run it with `cargo run --example check`.

use serde_hcl::func::Rest;
use serde_hcl::{EvalContext, Function, Source, Type, Value, parse_file, value};

const CONFIGURATION: &str = r#"
name      = "web-${upper(region)}"
capacity  = replicas * per_replica
addresses = [for host in hosts : "${host}.${domain(region, "example", "org")}"]
large     = replicas > 100 ? "yes" : "no"
"#;

/// It is wrong whatever the values turn out to be: a list has no attributes, and a name is misspelt.
const BROKEN: &str = r#"
first = hosts.first
total = replicas + regoin
"#;

fn main() {
    let functions = functions();

    let mut known = functions.child();
    known.set("region", "eu").set("replicas", 3).set("per_replica", "100").set("hosts", value!(["a", "b"]));
    println!("with all values:");
    report(CONFIGURATION, &known);

    // What is known before anything runs: the types of the values, not yet the values.
    let mut plan = functions.child();
    plan.set("region", "eu")
        .set("replicas", Value::unknown(Type::Number))
        .set("per_replica", 100)
        .set("hosts", Value::unknown(Type::list(Type::String)));
    println!("\nbefore they are known:");
    report(CONFIGURATION, &plan);

    println!("\nand what is wrong all the same:");
    report(BROKEN, &plan);
}

/// Closures as functions: their argument types say what the functions accept.
fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    context.function("upper", Function::from_fn(|text: String| text.to_uppercase())).function(
        "domain",
        Function::from_fn(|host: String, rest: Rest<String>| format!("{host}.{}", rest.join("."))),
    );
    context
}

fn report(text: &str, context: &EvalContext) {
    let file = parse_file(Source::new("site.hcl", text));
    for attribute in file.value.body().attributes() {
        match attribute.expression().evaluate(context) {
            Ok(value) => println!("  {} = {value:?}", attribute.name()),
            Err(error) => println!("{error:#}"),
        }
    }
}
