//! Fallbacks: `try` returns the first of its arguments that evaluates without an error, and `can`
//! returns whether its argument does. One configuration can thus read data of several versions.
//!
//! Run it with `cargo run --example fallbacks`.

use serde_hcl::{EvalContext, Result, Value, ext, parse_expression, value};

const HOST: &str = r#"try(server.address.host, server.host, "localhost")"#;
const IS_NEW: &str = "can(server.address)";

fn main() -> Result<()> {
    let host = parse_expression(HOST).into_result()?;
    let is_new = parse_expression(IS_NEW).into_result()?;
    let servers = [
        value!({ "address": { "host": "new.example" } }),
        value!({ "host": "old.example" }),
        value!({}),
        // The result is unknown: it will be one of the arguments.
        Value::UNKNOWN,
    ];
    for server in servers {
        let mut context = EvalContext::new();
        context
            .set("server", server.clone())
            .set_special_form("try", ext::try_form())
            .set_special_form("can", ext::can_form());
        println!("{server}: {}, new: {}", host.evaluate(&context)?, is_new.evaluate(&context)?);
    }
    Ok(())
}
