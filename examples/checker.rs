//! Checks a configuration before its values are known: unknown values represent them, and errors
//! that do not depend on them are found immediately.
//!
//! Run it with `cargo run --example checker --features analysis`.

use serde_hcl::analysis::check;
use serde_hcl::ext::Spec;
use serde_hcl::{EvalContext, Function, Source, Type, Value, parse_file};

const CONFIGURATION: &str = r#"
name      = "web-${upper(region)}"
capacity  = replicas * per_replica
addresses = [for host in hosts : "${host}.example.org"]
large     = replicas > 100 ? "yes" : "no"
"#;

/// The expressions fail for all values: a list has no attributes, two names are misspelled, and a
/// number cannot be a list. Two of the errors are in parts that are evaluated once for each
/// element.
const BROKEN: &str = r#"
first     = hosts.first
capacity  = replicas + regoin
addresses = [for disk in disks : "${disk.host}:${disk.pth}"]

dynamic "mount" {
  for_each = disks
  content {
    path    = mount.value.path
    options = mount.value.size
  }
}
"#;

fn main() {
    let mut context = EvalContext::new();
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    // The known facts before a run: some values, and the types of the others.
    let disk = [("host", Type::String), ("path", Type::String), ("size", Type::Number)];
    context
        .set("region", "eu")
        .set("per_replica", 100)
        .set("replicas", Value::unknown(Type::Number))
        .set("hosts", Value::unknown(Type::list(Type::String)))
        .set("disks", Value::unknown(Type::list(Type::object(disk))));

    println!("Values that are known already:");
    let file = parse_file(Source::new("site.hcl", CONFIGURATION)).value;
    for attribute in file.body().attributes() {
        match attribute.expression().evaluate(&context) {
            Ok(value) if value.is_wholly_known() => println!("  {} is {value}", attribute.name()),
            Ok(value) => println!("  {} will be a {}", attribute.name(), value.ty()),
            Err(error) => println!("{error:#}"),
        }
    }

    println!("\nErrors for all values:");
    let file = parse_file(Source::new("broken.hcl", BROKEN)).value;
    let found = check(file.body(), &site(), &context);
    println!("{found:#}");
}

/// The expected content of a site.
fn site() -> Spec {
    let texts = || Type::list(Type::String);
    let mount = Spec::object([
        ("path", Spec::attribute("path", Type::String).required()),
        ("options", Spec::attribute("options", texts())),
    ]);
    Spec::object([
        ("name", Spec::attribute("name", Type::String)),
        ("first", Spec::attribute("first", Type::String)),
        ("capacity", Spec::attribute("capacity", Type::Number)),
        ("addresses", Spec::attribute("addresses", texts())),
        ("mounts", Spec::block_list("mount", .., mount)),
    ])
}
