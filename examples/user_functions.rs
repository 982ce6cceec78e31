//! Lets configurations define functions in addition to those of the application.
//!
//! Run it with `cargo run --example user_functions`.

use std::collections::BTreeMap;

use serde_hcl::ext;
use serde_hcl::{EvalContext, Function, Result, Source, from_body, parse_file};

const TEXT: &str = r#"
function "host" {
  params = [name, domain]
  result = lower("${name}.${domain}")
}

function "hosts" {
  params         = [domain]
  variadic_param = names
  result         = { for name in names : lower(name) => host(name, domain) }
}

hosts = hosts("example.org", "WEB", "mail")
"#;

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    context.set_function("lower", Function::from_fn(|text: String| text.to_lowercase()));

    let file = parse_file(Source::new("main.hcl", TEXT)).into_result()?;
    // The rest of the body has no `function` blocks.
    let (functions, rest) = ext::decode_functions(file.body(), "function", &context).into_result()?;
    for (name, function) in functions {
        println!("{name}: {function:?}");
        context.set_function(name, function);
    }

    let settings: BTreeMap<String, BTreeMap<String, String>> = from_body(&rest, &context)?;
    for (name, host) in &settings["hosts"] {
        println!("{name} = {host}");
    }
    Ok(())
}
