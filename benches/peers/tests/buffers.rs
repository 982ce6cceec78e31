//! Blocks in types that serde decodes from buffers, under `flatten`, `tag` and `untagged`: hcl-rs
//! decodes single blocks and blocks with labels in them, and serde_hcl decodes the same values.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;

type Map<T> = BTreeMap<String, T>;

#[derive(Deserialize, PartialEq, Debug)]
struct Tls {
    a: u8,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Common {
    tls: Tls,
    service: Map<Tls>,
    name: Option<String>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Flat<T> {
    port: Option<u16>,
    #[serde(flatten)]
    common: T,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Tagged<T> {
    Full(T),
    Named { tls: Tls },
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged<T> {
    Full(T),
    Named { name: String },
}

#[derive(Deserialize, PartialEq, Debug)]
struct Nested<T> {
    inner: T,
}

const COMMON: &str = "tls {\n  a = 1\n}\nservice \"k\" {\n  a = 2\n}\nservice \"l\" {\n  a = 3\n}\n";

/// Decodes a text with both crates, and compares the values.
#[track_caller]
fn same<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    let theirs: T = hcl::from_str(text).unwrap_or_else(|error| panic!("hcl-rs: {error}\n{text}"));
    let ours: T = serde_hcl::from_str(text).unwrap_or_else(|error| panic!("serde_hcl: {error:#}\n{text}"));
    assert_eq!(ours, theirs, "{text}");
}

#[test]
fn blocks_in_buffers_have_the_values_of_hcl_rs() {
    same::<Common>(COMMON);
    same::<Flat<Common>>(&format!("port = 80\nname = \"n\"\n{COMMON}"));
    same::<Flat<Flat<Common>>>(COMMON);
    same::<Tagged<Common>>(&format!("kind = \"full\"\n{COMMON}"));
    same::<Tagged<Common>>("kind = \"named\"\ntls {\n  a = 1\n}\n");
    same::<Flat<Tagged<Common>>>(&format!("port = 80\nkind = \"full\"\n{COMMON}"));
    same::<Untagged<Common>>(COMMON);
    same::<Untagged<Common>>("name = \"n\"\n");
    let nested = format!("inner {{\n{COMMON}}}\n");
    same::<Nested<Flat<Common>>>(&nested);
    same::<Nested<Untagged<Common>>>(&nested);
    same::<Nested<Tagged<Common>>>(&nested.replace("inner {", "inner {\nkind = \"full\""));
    same::<Flat<Map<Map<Tls>>>>("service \"k\" {\n  a = 2\n}\nservice \"l\" {\n  a = 3\n}\n");
}
