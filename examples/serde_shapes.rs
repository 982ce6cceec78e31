//! Reads each kind of configuration into a Rust type, and writes it again in both syntaxes.
//!
//! Run it with `cargo run --example serde_shapes`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_hcl::de::Spanned;
use serde_hcl::{Body, EvalContext, Expression, Template, Traversal, de::Labeled, json};

#[derive(Serialize, Deserialize, Debug)]
struct Arguments {
    port: u16,
    ratio: Option<f64>,
    hosts: Vec<String>,
    pair: (u8, bool),
    tags: BTreeMap<String, String>,
    mode: Mode,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Fast,
    Level(u8),
}

#[derive(Serialize, Deserialize, Debug)]
struct Blocks {
    #[serde(with = "serde_hcl::with::blocks")]
    one: Port,
    #[serde(default, with = "serde_hcl::with::blocks")]
    at_most_one: Option<Port>,
    #[serde(with = "serde_hcl::with::blocks")]
    many: Vec<Port>,
}

#[derive(Serialize, Deserialize, Debug)]
struct Port {
    port: u16,
}

#[derive(Serialize, Deserialize, Debug)]
struct Labels {
    field: Vec<InField>,
    pair: Vec<Labeled<(String, u8), Port>>,
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    map: BTreeMap<String, Port>,
}

#[derive(Serialize, Deserialize, Debug)]
struct InField {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Step {
    Copy { from: String },
    Wait(u32),
}

#[derive(Serialize, Deserialize, Debug)]
struct Captures {
    condition: Expression,
    message: Template,
    depends_on: Vec<Traversal>,
}

#[derive(Deserialize, Debug)]
struct Plugin {
    kind: String,
    #[serde(rename = "$remain")]
    settings: Body,
}

#[derive(Deserialize, Debug)]
struct Places<'a> {
    name: &'a str,
    port: Spanned<u16>,
}

fn main() -> serde_hcl::Result<()> {
    shape::<Arguments>(
        "arguments",
        "port = \"80\"\nhosts = [for n in [1, 2] : \"h${n}\"]\npair = [1, true]\ntags = { a = \"b\" }\nmode = { level = 3 }\n",
    )?;
    shape::<Blocks>(
        "blocks: one, at most one, many",
        "one { port = 1 }\nmany { port = 2 }\nmany { port = 3 }\n",
    )?;
    shape::<Labels>(
        "labels: as a field, beside the body, as keys",
        "field \"x\" { port = 1 }\npair \"y\" \"7\" { port = 2 }\nmap \"a\" { port = 3 }\nmap \"b\" { port = 4 }\n",
    )?;
    shape::<Vec<Step>>("a body of mixed items", "copy { from = \"a\" }\nwait = 5\ncopy { from = \"b\" }\n")?;
    shape::<Captures>(
        "captures",
        "condition = load > 90\nmessage = \"load is ${load}\"\ndepends_on = [disk.data, net.a[0]]\n",
    )?;

    println!("== the rest of a body");
    let plugin: Plugin = serde_hcl::from_str("kind = \"disk\"\nport = 80\n")?;
    let settings: Port = serde_hcl::from_body(&plugin.settings, &EvalContext::new())?;
    println!("{}: {settings:?}\n", plugin.kind);

    println!("== places and borrowed texts");
    let text = "name = \"web\"\nport = 80\n";
    let places: Places<'_> = serde_hcl::from_str(text)?;
    println!("{} at {:?}: {:?}", places.name, places.port.span(), &text[places.port.span()]);
    Ok(())
}

/// Reads a type, and writes it in both syntaxes.
fn shape<T: Serialize + for<'de> Deserialize<'de> + Debug>(name: &str, text: &str) -> serde_hcl::Result<()> {
    let read: T = serde_hcl::from_str(text)?;
    let as_json = json::to_string_pretty(&read)?;
    json::from_str::<T>(&as_json)?;
    println!(
        "== {name}\n{text}is {read:?}\nand is written as\n{}or\n{as_json}\n",
        serde_hcl::to_string(&read)?
    );
    Ok(())
}
