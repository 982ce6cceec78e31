//! Input variables as in Terraform: the configuration declares their types, with default values for
//! optional attributes, and the user's values are converted or rejected.
//!
//! Run it with `cargo run --example type_constraints`.

use serde_hcl::ext::{self, TypeConstraint};
use serde_hcl::{
    Result, Source, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    parse_file, value,
};

const TEXT: &str = r#"
variable "servers" {
  type = list(object({
    host = string
    port = optional(number, 443)
    tls  = optional(object({ verify = optional(bool, true) }), {})
  }))
}

variable "retries" {
  type = number
}
"#;

fn main() -> Result<()> {
    let file = parse_file(Source::new("variables.hcl", TEXT)).into_result()?;
    let root = BodySchema::new([], [BlockSchema::new("variable", ["name"])])?;
    let variable = BodySchema::new([AttributeSchema::required("type")], [])?;
    for block in file.body().content(&root).into_result()?.blocks() {
        let name = block.labels()[0].text();
        let content = block.body().content(&variable).into_result()?;
        let Some(ty) = content.attribute("type") else { continue };
        let constraint = ext::type_constraint(ty.expression()).into_result()?;
        println!("{name}: {constraint}");
        for given in given(name) {
            show(&constraint, &given);
        }
    }
    Ok(())
}

/// The input of a user.
fn given(name: &str) -> Vec<Value> {
    match name {
        "servers" => vec![
            value!([{ "host": "a.example", "port": "8443" }, { "host": "b.example", "tls": { "verify": false } }]),
            value!([{ "host": "a.example" }, { "port": 80 }]),
        ],
        _ => vec![value!("3"), value!("three")],
    }
}

fn show(constraint: &TypeConstraint, given: &Value) {
    match constraint.convert(given) {
        Ok(value) => println!("  {value}"),
        Err(error) => println!("  cannot be {given}: {error}"),
    }
}
