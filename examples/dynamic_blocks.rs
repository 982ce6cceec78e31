//! Dynamic blocks: generates a firewall rule for each port, and reads the rules with serde and with
//! a schema.
//!
//! Run it with `cargo run --example dynamic_blocks`.

use serde::Deserialize;
use serde_hcl::{
    EvalContext, Result, Source,
    body::{BlockSchema, BodySchema},
    ext, parse_file, value,
};

const TEXT: &str = r#"
rule "ssh" {
  port = 22
}

dynamic "rule" {
  for_each = services
  iterator = service
  labels   = [service.key]
  content {
    port = service.value.port

    dynamic "source" {
      for_each = service.value.sources
      content {
        range = source.value
      }
    }
  }
}
"#;

#[derive(Deserialize, Debug)]
struct Firewall {
    rule: Vec<Rule>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "they are printed")]
struct Rule {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    #[serde(default)]
    source: Vec<Range>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "they are printed")]
struct Range {
    range: String,
}

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    context.set(
        "services",
        value!({
            "web": { "port": 443, "sources": ["0.0.0.0/0", "::/0"] },
            "metrics": { "port": 9100, "sources": ["10.0.0.0/8"] },
        }),
    );
    let file = parse_file(Source::new("firewall.hcl", TEXT)).into_result()?;
    let body = ext::expand_dynamic_blocks(file.body(), &context);

    let firewall: Firewall = serde_hcl::from_body(&body, &context)?;
    for rule in &firewall.rule {
        println!("{rule:?}");
    }

    // A tool without a struct reads the content of the same body by a schema.
    let schema = BodySchema::new([], [BlockSchema::new("rule", ["name"])])?;
    let content = body.content(&schema).into_result()?;
    let names: Vec<_> = content.blocks().iter().map(|block| block.labels()[0].text()).collect();
    println!("{}", names.join(", "));
    Ok(())
}
