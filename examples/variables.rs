//! Evaluates expressions with variables, and with Rust closures as functions.
//!
//! Run it with `cargo run --example variables`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::func::Rest;
use serde_hcl::{EvalContext, Function, Options, value};

const TEXT: &str = r#"
url   = "https://${host}:${443 + offset}/"
hosts = [for zone in zones : domain("web", zone, host)]
ports = { for name, port in services : upper(name) => port if port > 100 }
ratio = percent(1, 8)
"#;

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "printed, not read")]
struct Config {
    url: String,
    hosts: Vec<String>,
    ports: BTreeMap<String, u16>,
    ratio: String,
}

fn main() -> serde_hcl::Result<()> {
    let mut functions = EvalContext::new();
    functions
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        // Any number of further arguments.
        .set_function(
            "domain",
            Function::from_fn(|first: String, rest: Rest<String>| format!("{first}.{}", rest.join("."))),
        )
        // A function may fail. The error has the location of the call.
        .set_function(
            "percent",
            Function::from_fn(|part: f64, whole: f64| {
                if whole == 0.0 {
                    Err("the whole is zero")
                } else {
                    Ok(format!("{} %", part / whole * 100.0))
                }
            }),
        );

    // A child inherits from its parent, so many children can share the functions.
    let mut context = functions.child();
    context
        .set("host", "example.org")
        .set("offset", 8000)
        .set("zones", value!(["a", "b"]))
        .set("services", value!({ "http": 80, "https": 443, "db": 5432 }));
    let config: Config = Options::new().context(context).from_str(TEXT)?;
    println!("{config:#?}\n");

    let error = Options::new()
        .context(functions)
        .file_name("main.hcl")
        .from_str::<BTreeMap<String, String>>("ratio = percent(1, 0)\n")
        .expect_err("nothing is a part of zero");
    println!("{error:#}");
    Ok(())
}
