//! Reads one struct from a file in native syntax and from its JSON form, and converts between them.
//!
//! Run it with `cargo run --example syntaxes`.

use std::error::Error;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The struct is the schema: it defines which properties of the JSON form are blocks, and which
/// labels they have.
#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Network {
    region: String,
    subnet: Vec<Subnet>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Subnet {
    #[serde(rename = "$label")]
    zone: String,
    #[serde(rename = "$label.1")]
    name: String,
    cidr: String,
    #[serde(default)]
    public: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    // The name of the file selects the syntax.
    let native: Network = serde_hcl::from_path(folder.join("syntaxes.hcl"))?;
    let json: Network = serde_hcl::from_path(folder.join("syntaxes.json"))?;
    assert_eq!(native, json);
    println!("{native:#?}\n");

    println!("written in native syntax:\n{}", serde_hcl::to_string(&json)?);
    println!("written as JSON:\n{}\n", serde_hcl::json::to_string_pretty(&native)?);

    // A parsed file keeps its expressions.
    let file = serde_hcl::parse_file("count = size * 2\nname  = \"n-${count}\"\n").into_result()?;
    println!("a file as JSON:\n{}", serde_hcl::json::to_string_pretty(file.body())?);
    Ok(())
}
