//! Reports violations of an application's own rules like errors of the crate: together, and with
//! their locations.
//!
//! Run it with `cargo run --example diagnostics`.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::de::Spanned;
use serde_hcl::{
    Diagnostic, Source,
    diag::{Category, Diagnostics},
};

const TEXT: &str = r#"
service "web" {
  port = 80
  host = "example.org"
}

service "metrics" {
  port = 80
  host = "localhost"
}

service "Mail" {
  port = 8025
}
"#;

#[derive(Deserialize)]
struct Site {
    service: Vec<Service>,
}

/// `Spanned` keeps the location for errors about a rule.
#[derive(Deserialize)]
struct Service {
    #[serde(rename = "$label")]
    name: Spanned<String>,
    port: Spanned<u16>,
    host: Option<Spanned<String>>,
}

fn main() -> serde_hcl::Result<()> {
    let site: Site = serde_hcl::from_str(TEXT)?;
    let problems = check(&site).in_source(&Source::new("site.hcl", TEXT));
    println!("{problems:#}");
    println!("\n{} problems, {} of them errors", problems.len(), problems.errors().count());
    Ok(())
}

fn check(site: &Site) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let mut ports = HashMap::new();
    for service in &site.service {
        let name = service.name.as_ref();
        if name.chars().any(char::is_uppercase) {
            let detail = format!("Write the name of a service in lower case: {:?}.", name.to_lowercase());
            problems.push(
                Diagnostic::error(Category::Data, "Invalid name", detail).at(service.name.span().into()),
            );
        }
        if let Some(other) = ports.insert(*service.port.as_ref(), name) {
            let detail = format!("The service {other:?} listens there already. Choose another port.");
            problems.push(
                Diagnostic::error(Category::Data, "Port in use", detail).at(service.port.span().into()),
            );
        }
        if let Some(host) = service.host.as_ref().filter(|host| host.as_ref() == "localhost") {
            let detail = "Nobody else can reach this service.";
            problems.push(Diagnostic::warning(Category::Data, "Local host", detail).at(host.span().into()));
        }
    }
    problems
}
