//! Each mistake is one error at its place, and every decode ends.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_hcl::{Options, Value, from_value};

use test_support::rows::check_each;

/// Returns the location, the code and the path of each error.
fn shown(error: &serde_hcl::Error) -> Vec<String> {
    let shown = |diagnostic: &serde_hcl::Diagnostic| {
        let place = diagnostic.range().map(|range| range.start.to_string()).unwrap_or_default();
        let code = diagnostic.code().map(serde_hcl::diag::Code::as_str).unwrap_or_default();
        format!("{place} {code} {}", diagnostic.path()).trim().to_owned()
    };
    error.diagnostics().iter().map(shown).collect()
}

fn native<T: DeserializeOwned>(text: &str) -> Vec<String> {
    Options::new().from_str::<T>(text).map_or_else(|error| shown(&error), |_| Vec::new())
}

fn json<T: DeserializeOwned>(text: &str) -> Vec<String> {
    Options::new().json(true).from_str::<T>(text).map_or_else(|error| shown(&error), |_| Vec::new())
}

/// Declares types that are decoded for their errors.
macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(Deserialize, Debug)] #[allow(dead_code, reason = "decoded for the errors")] $item)*
    };
}

types! {
    struct P { x: u8 }
    struct Peer { ip: IpAddr }
    struct Peers { peers: Vec<Peer> }
    struct Backup { schedule: IpAddr }
    struct Cluster { backup: Backup }
    struct Clusters { cluster: Vec<Cluster> }
    struct Inner { s: Peer }
    struct Pair { c: (IpAddr, u8) }
    struct Two { x: u8, y: u8 }
    #[serde(tag = "t", content = "c")] enum Adjacent { A(P), B { y: P } }
    struct OfAdjacent { e: Adjacent }
    #[serde(tag = "t")] enum Internal { A { p: Option<P>, b: Option<u8> } }
    struct OfInternal { e: Internal, k: Option<u8> }
    #[serde(tag = "$label")] enum Labeled { A { x: u8 }, B { y: u8 } }
    struct OfLabeled { e: Labeled, k: Option<u8> }
    #[serde(untagged)] enum Untagged { A { p: String }, B(u8) }
    struct OfUntagged { v: Untagged }
    struct Items { x: Vec<OfUntagged> }
    struct Flat { #[serde(flatten)] inner: Flattened, y: u8, z: u8 }
    struct Flattened { x: Vec<u8>, w: Option<u8> }
    struct Map { m: BTreeMap<String, u8> }
    struct Others { k: Option<u8>, #[serde(flatten)] others: BTreeMap<String, String> }
    enum External { A(P), B { v: P } }
    struct Blocks { #[serde(with = "serde_hcl::with::blocks")] l: Vec<External> }
    #[serde(tag = "$label")] enum Source { A { #[serde(rename = "$label.1")] n: String }, B { x: u8 } }
    struct OfSource { e: Vec<Source> }
    enum Named { A { #[serde(rename = "$label.1")] n: String }, B { x: u8 } }
    struct Enums { e: Vec<Named> }
    struct Labels {
        #[serde(default)] s: BTreeMap<String, P>,
        #[serde(default)] t: BTreeMap<String, BTreeMap<String, P>>,
        l: Option<serde_hcl::de::Labeled<String, P>>,
    }
    struct Port { port: serde_hcl::de::Labeled<(u8, u8), P> }
    struct Ports { port: OfPort }
    struct OfPort { #[serde(rename = "$labels")] ports: Vec<u8>, x: u8 }
    /// An enum whose first variant contains it.
    enum Tree { Node(Box<Tree>, Box<Tree>), Leaf(u8) }
    struct OfTree { tree: Tree, x: u8 }
    #[serde(tag = "$label")] enum Resource { Vm { disk: Disk, size: u8 } }
    struct Disk { #[serde(rename = "$label")] kind: String, #[serde(rename = "$label.1")] name: String }
    struct OfResource { resource: Resource }
    #[serde(tag = "$label")] enum Feature { On { #[serde(default)] flags: BTreeMap<String, bool> } }
    struct OfFeature { feature: Feature, x: u8 }
    #[serde(deny_unknown_fields)] struct Service { image: String, cpu: u8, burst_seconds: u8 }
}

#[test]
fn a_missing_name_and_another_one_that_was_meant_for_it_are_one_error() {
    let table: &[(&str, &[&str])] = &[
        ("img = \"a\"\ncpu = 1\nburst_seconds = 1\n", &["1:1 unexpected-name"]),
        ("image = \"a\"\nmy_cpu = 1\nburst_seconds = 1\n", &["2:1 unexpected-name"]),
        ("image = \"a\"\ncpu = 1\nburst = 1\n", &["3:1 unexpected-name"]),
        // The only pair.
        ("image = \"a\"\ncpu = 1\nsize = 1\n", &["3:1 unexpected-name"]),
        ("image = \"a\"\nburst_period = 1\ncpu = 1\n", &["2:1 unexpected-name"]),
        (
            "image = \"a\"\nsize = 1\nrest = 1\n",
            &["1:1 missing-item", "2:1 unexpected-name", "3:1 unexpected-name"],
        ),
        ("size = 1\nimage = \"a\"\n", &["1:1 unexpected-name", "1:1 missing-item"]),
    ];
    for (text, expected) in table {
        assert_eq!(native::<Service>(text), *expected, "{text}");
    }
}

#[test]
fn a_label_that_is_no_variant_is_one_error() {
    type Decode = fn(&str) -> Vec<String>;
    let table: &[(Decode, &str, &[&str])] = &[
        (native::<OfSource>, "e \"C\" \"n\" {}\n", &["1:3 unexpected-value e[0]"]),
        (json::<OfSource>, r#"{"e": {"C": {"n": {}}}}"#, &["1:8 unexpected-value e[0]"]),
        (native::<OfSource>, "e \"A\" \"n\" \"o\" {}\n", &["1:11 unexpected-label e[0]"]),
        (native::<Enums>, "e \"C\" \"n\" {}\n", &["1:3 unexpected-value e[0]"]),
        (json::<Enums>, r#"{"e": {"C": {"n": {}}}}"#, &["1:8 unexpected-value e[0]"]),
    ];
    for (decode, text, expected) in table {
        assert_eq!(decode(text), *expected, "{text}");
    }
}

#[test]
fn each_wrong_label_is_an_error() {
    let (text, in_json) = ("port \"a\" \"b\" {\n  x = 300\n}\n", r#"{"port": {"a": {"b": {"x": 300}}}}"#);
    let expected = ["1:6 type-mismatch port", "1:10 type-mismatch port", "2:7 invalid-value port.x"];
    assert_eq!(native::<Port>(text), expected);
    assert_eq!(native::<Ports>(text), expected);
    let expected = ["1:11 type-mismatch port", "1:17 type-mismatch port", "1:28 invalid-value port.x"];
    assert_eq!(json::<Port>(in_json), expected);
}

/// The labels of the block that is missing are not those of the block around it.
#[test]
fn a_missing_block_with_labels_is_one_error() {
    let native = native::<OfResource>("resource \"Vm\" {\n  size = 300\n}\n");
    assert_eq!(native, ["1:1 missing-item resource", "2:10 invalid-value resource.size"]);
    let json = json::<OfResource>(r#"{"resource": {"Vm": {"size": 1, "tags": {"a": 1}}}}"#);
    assert_eq!(json, ["1:14 missing-item resource"]);
}

/// In HCL JSON, the number of labels is known after the type has requested its fields for labels.
#[test]
fn the_path_has_the_names_that_were_taken_for_labels_first() {
    let text = r#"{"feature": {"On": {"flags": {"a": true, "b": "${c}"}}}}"#;
    let expected = ["1:1 missing-item", "1:50 variables-not-allowed feature.flags.b"];
    assert_eq!(json::<OfFeature>(text), expected);
}

#[test]
fn repeated_blocks_are_named_with_the_labels_around_them() {
    let detail = |text: &str| Options::new().json(true).from_str::<Labels>(text).expect_err("two blocks");
    let table = [
        (r#"{"s": {"web": {"x": 1}, "web": {"x": 2}}}"#, "Only one s \"web\" block is possible here."),
        (r#"{"s": {"web": [{"x": 1}, {"x": 2}]}}"#, "Only one s \"web\" block is possible here."),
        (r#"{"t": {"a": {"b": [{"x": 1}, {"x": 2}]}}}"#, "Only one t \"a\" \"b\" block is possible here."),
        (r#"{"l": {"a": {"x": 1}, "b": {"x": 2}}}"#, "Only one l block is possible here."),
    ];
    for (text, expected) in table {
        let error = detail(text);
        let found = error.diagnostics().first().map(|it| it.detail().to_owned());
        assert_eq!(found, Some(format!("{expected} Remove one of them.")), "{text}");
    }
}

#[test]
fn missing_fields_of_one_body_are_one_error() {
    let table: &[(&str, &str)] = &[
        (
            "",
            "1:1: Missing attribute or block: \"image\", \"cpu\" and \"burst_seconds\" are required here, but they are missing.",
        ),
        (
            "imge = \"a\"\ncpu = 1\nbursts = 1\n",
            "1:1: Unexpected name: Nothing named \"imge\" is expected here. Did you mean \"image\"? (and 1 more error)",
        ),
        (
            "im\u{430}ge = \"a\"\ncpu = 1\nburst_seconds = 1\n",
            "1:1: Unexpected name: Nothing named \"im\u{430}ge\" is expected here. The letter \"\u{430}\" is Cyrillic \
             (U+0430). Did you mean \"image\"?",
        ),
        (
            "img = \"a\"\ncpu = 1\nburst_seconds = 1\n",
            "1:1: Unexpected name: Nothing named \"img\" is expected here. Did you mean \"image\"?",
        ),
        (
            "image = \"a\"\ncpu = 1\nsize = 1\n",
            "3:1: Unexpected name: Nothing named \"size\" is expected here. \"burst_seconds\" is required, but it is \
             missing. Did you mean \"burst_seconds\"?",
        ),
    ];
    for (text, expected) in table {
        let error = Options::new().from_str::<Service>(text).expect_err("it is wrong");
        assert_eq!(error.to_string(), *expected, "{text}");
    }
}

#[test]
fn nulls_that_a_type_rejects_are_one_error_each() {
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (native::<Peers>, "peers = [{ ip = null }]\n", &["1:17 missing-item peers[0].ip"]),
        (json::<Peers>, r#"{"peers": [{"ip": null}]}"#, &["1:19 missing-item peers[0].ip"]),
        (
            native::<Peers>,
            "peers {\n  ip = null\n}\npeers {\n  ip = \"::1\"\n}\n",
            &["2:8 missing-item peers[0].ip"],
        ),
        (
            native::<Clusters>,
            "cluster {\n  backup {\n    schedule = null\n  }\n}\n",
            &["3:16 missing-item cluster[0].backup.schedule"],
        ),
        (
            json::<Clusters>,
            r#"{"cluster": {"backup": {"schedule": null}}}"#,
            &["1:37 missing-item cluster[0].backup.schedule"],
        ),
        (
            native::<Items>,
            "x {\n  v = null\n}\nx {\n  v = []\n}\n",
            &["2:7 missing-item x[0].v", "5:7 no-matching-form x[1].v"],
        ),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

#[test]
fn a_value_that_is_rejected_is_not_missing() {
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (native::<Inner>, "s = { ip = \"bad\" }\n", &["1:12 invalid-value s.ip"]),
        (json::<Inner>, r#"{"s": {"ip": "bad"}}"#, &["1:14 invalid-value s.ip"]),
        (native::<Peers>, "peers = [{ ip = \"bad\" }]\n", &["1:17 invalid-value peers[0].ip"]),
        (native::<Pair>, "c = [\"bad\", 1]\n", &["1:6 invalid-value c[0]"]),
        (json::<Pair>, r#"{"c": ["bad", 1]}"#, &["1:8 invalid-value c[0]"]),
        (native::<OfAdjacent>, "e = { t = \"Z\", c = { y = { x = 1 } } }\n", &["1:11 unexpected-value e.t"]),
        (json::<OfAdjacent>, r#"{"e": {"t": "Z", "c": {"y": {"x": 1}}}}"#, &["1:13 unexpected-value e.t"]),
        (native::<OfLabeled>, "e \"Z\" {}\n", &["1:3 unexpected-value e"]),
        (native::<OfInternal>, "e = { t = \"x\" }\n", &["1:11 unexpected-value e.t"]),
        // The type contains itself, so a stand-in has no end.
        (native::<OfTree>, "tree = \"x\"\n", &["1:1 missing-item", "1:8 unexpected-value tree"]),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

#[test]
fn an_error_hides_no_other() {
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (native::<Two>, "y = nope\n", &["1:1 missing-item", "1:5 variables-not-allowed y"]),
        (
            native::<Map>,
            "m = { a = nope, b = \"x\" }\n",
            &["1:11 variables-not-allowed m.a", "1:21 type-mismatch m.b"],
        ),
        (
            json::<Blocks>,
            r#"{"l": {"A": null, "B": {"v": {"x": "bad"}}}}"#,
            &["1:13 object-expected l[0]", "1:36 type-mismatch l[1].v.x"],
        ),
        (
            native::<Flat>,
            "x = [[{}]]\ny = 300\nz = 300\n",
            &["1:5 type-mismatch x", "2:5 invalid-value y", "3:5 invalid-value z"],
        ),
        (
            json::<Flat>,
            r#"{"x": [true], "w": 301, "y": 300, "z": "z"}"#,
            &[
                "1:8 type-mismatch x[0]",
                "1:20 invalid-value w",
                "1:30 invalid-value y",
                "1:40 type-mismatch z",
            ],
        ),
        // A null that its type takes is not the cause of another error.
        (native::<Others>, "k = null\na = \"b\"\nc = []\n", &["3:5 type-mismatch c"]),
        (json::<Others>, r#"{"k": null, "a": "b", "c": []}"#, &["1:28 type-mismatch c"]),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

/// Serde decodes these types from a buffer without locations.
#[test]
fn all_errors_in_a_buffer_are_found() {
    types! {
        struct Upstream { name: Option<String>, #[serde(flatten)] common: Common }
        struct Common { ip: IpAddr, ports: Vec<u8>, tls: Option<Tls>, limits: Option<BTreeMap<String, u8>> }
        struct Tls { key: String, size: u8 }
        #[serde(tag = "kind")] enum Check { Http { url: String, ports: Vec<u8>, retries: u8 }, Tcp { port: u8 } }
        struct OfCheck { check: Check, rank: u8 }
        struct Checks { check: Vec<Check> }
        struct Root { #[serde(flatten)] check: Check, rank: u8 }
        #[serde(tag = "$label")] enum Step { Run { command: String, times: u8 } }
        struct OfStep { step: Vec<Step> }
    }
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (
            native::<Upstream>,
            "ip = \"bad\"\nports = [1, 300]\ntls {\n  key = \"k\"\n}\nlimits = { a = 300 }\n",
            &[
                "1:6 invalid-value ip",
                "2:13 invalid-value ports[1]",
                "3:1 missing-item tls",
                "6:16 invalid-value limits.a",
            ],
        ),
        (
            json::<Upstream>,
            r#"{"ip": "bad", "ports": [1, 300], "tls": {"key": "k"}, "limits": {"a": 300}}"#,
            &[
                "1:8 invalid-value ip",
                "1:28 invalid-value ports[1]",
                "1:41 missing-item tls",
                "1:71 invalid-value limits.a",
            ],
        ),
        (
            native::<OfCheck>,
            "check {\n  kind = \"Http\"\n  url = []\n  ports = [[]]\n  retries = 300\n}\nrank = 300\n",
            &[
                "3:9 type-mismatch check.url",
                "4:11 type-mismatch check.ports",
                "5:13 invalid-value check.retries",
                "7:8 invalid-value rank",
            ],
        ),
        (
            json::<OfCheck>,
            r#"{"check": {"kind": "Http", "url": [], "ports": [[]], "retries": 300}, "rank": 300}"#,
            &[
                "1:35 type-mismatch check.url",
                "1:48 type-mismatch check.ports",
                "1:65 invalid-value check.retries",
                "1:79 invalid-value rank",
            ],
        ),
        // The tag and the fields around it are missing first, but the error is not about them.
        (
            native::<Root>,
            "kind = \"Http\"\nurl = \"u\"\nports = [{}]\nretries = 1\nrank = 1\n",
            &["3:10 type-mismatch ports[0]"],
        ),
        (
            native::<OfCheck>,
            "check {\n  kind = \"Http\"\n  url = {}\n}\nrank = 1\n",
            &["1:1 missing-item check", "3:9 type-mismatch check.url"],
        ),
        // The variant in place of a wrong one is not that of another block.
        (
            native::<Checks>,
            "check {\n  kind = \"Htp\"\n}\ncheck {\n  kind = \"Tcp\"\n  port = []\n}\n",
            &["2:10 unexpected-value check[0].kind", "6:10 type-mismatch check[1].port"],
        ),
        (
            json::<Checks>,
            r#"{"check": [{"kind": []}, {"kind": "Tcp", "port": []}]}"#,
            &["1:21 type-mismatch check[0].kind", "1:50 type-mismatch check[1].port"],
        ),
        (
            native::<OfStep>,
            "step \"Run\" {\n  command = []\n  times = []\n}\n",
            &["2:13 type-mismatch step[0].command", "3:11 type-mismatch step[0].times"],
        ),
        (
            json::<OfStep>,
            r#"{"step": [{"Run": {"command": [], "times": []}}]}"#,
            &["1:31 type-mismatch step[0].command", "1:44 type-mismatch step[0].times"],
        ),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

#[test]
fn fields_after_a_value_that_is_rejected_are_missing() {
    types! {
        struct Listen { address: SocketAddr, port: u8, name: String }
        #[serde(tag = "kind")] enum Backend { Etcd { url: String }, File }
        #[serde(tag = "kind", content = "of")] enum Store { Disk { size: u8 } }
        struct Server { backend: Backend, store: Store, listen: IpAddr, port: u8 }
        struct Pairs { pair: (IpAddr, u8) }
    }
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (
            native::<Listen>,
            "address = \"bad\"\nport = 300\n",
            &["1:1 missing-item", "1:11 invalid-value address", "2:8 invalid-value port"],
        ),
        (json::<Listen>, r#"{"address": "bad"}"#, &["1:1 missing-item", "1:13 invalid-value address"]),
        (
            native::<Server>,
            "backend = \"x\"\nstore = \"x\"\nlisten = \"bad\"\n",
            &[
                "1:1 missing-item",
                "1:11 type-mismatch backend",
                "2:9 object-expected store",
                "3:10 invalid-value listen",
            ],
        ),
        (
            native::<Pairs>,
            "pair = [\"bad\", 300]\n",
            &["1:9 invalid-value pair[0]", "1:16 invalid-value pair[1]"],
        ),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
    let error = Options::new().from_str::<Server>("").expect_err("it is wrong");
    assert_eq!(
        error.to_string(),
        "1:1: Missing attribute or block: \"backend\", \"store\", \"listen\" and \"port\" are required here, but \
         they are missing."
    );
}

#[test]
fn variants_that_are_computed_keys_have_their_locations() {
    types! {
        struct OfExternal { e: External }
        enum Kind { One, Two(u8) }
        struct Tuple { t: (Kind, BTreeMap<String, u8>) }
    }
    assert_eq!(
        native::<OfExternal>("e = { (\"B\") = {\n  v = { x = 300 }\n} }\n"),
        ["2:13 invalid-value e.B.v.x"]
    );
    // The elements of an array for a tuple are no blocks with a label.
    assert_eq!(json::<Tuple>(r#"{"t": [{"Two": 1}, {"a": 1, "b": 2, "c": 3}]}"#), [""; 0]);
}

#[test]
fn entries_with_keys_of_any_form_have_their_locations() {
    let text =
        "m = {\n  é = 1\n  p = \"bad\"\n  (\"k\") = \"bad\"\n  null = \"bad\"\n  \"a\\nb\" = \"bad\"\n}\n";
    assert_eq!(
        native::<Map>(text),
        [
            "3:7 type-mismatch m.p",
            "4:11 type-mismatch m.k",
            "5:10 type-mismatch m.null",
            "6:12 type-mismatch m[\"a\\nb\"]"
        ]
    );
    let text = "{\"m\": {\n  \"\\u00e9\": \"bad\",\n  \"p\": \"bad\"\n}}";
    assert_eq!(json::<Map>(text), ["2:13 type-mismatch m.é", "3:8 type-mismatch m.p"]);
}

#[test]
fn paths_begin_at_the_whole() {
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (
            native::<OfInternal>,
            "e {\n  t = \"A\"\n  p = []\n  b = 1\n}\nk = \"bad\"\n",
            &["3:7 type-mismatch e.p", "6:5 type-mismatch k"],
        ),
        (
            native::<OfInternal>,
            "e {\n  t = \"A\"\n  p = undefined\n  b = 1\n}\nk = \"bad\"\n",
            &["3:7 variables-not-allowed e.p", "6:5 type-mismatch k"],
        ),
        (native::<OfTree>, "x = 1\ntree = { Node = [] }\n", &["2:17 wrong-length tree.Node"]),
        (json::<OfTree>, r#"{"x": 1, "tree": {"Node": []}}"#, &["1:27 wrong-length tree.Node"]),
        (
            native::<OfLabeled>,
            "e \"A\" {\n  x = \"bad\"\n}\nk = \"bad\"\n",
            &["2:7 type-mismatch e.x", "4:5 type-mismatch k"],
        ),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

#[test]
fn a_value_has_the_errors_of_a_file() {
    let value = serde_hcl::value!({ "e": { "t": "B", "c": { "y": { "x": "k" } } } });
    assert_eq!(shown(&from_value::<OfAdjacent>(&value).expect_err("it is wrong")), ["type-mismatch e.c.y.x"]);
    let value = serde_hcl::value!({ "x": [], "y": 300 });
    let errors = shown(&from_value::<Two>(value).expect_err("it is wrong"));
    assert_eq!(errors, ["type-mismatch x", "invalid-value y"]);
    let external = from_value::<External>(serde_hcl::value!({ "B": { "v": { "x": "bad" } } }));
    assert_eq!(shown(&external.expect_err("it is wrong")), ["type-mismatch B.v.x"]);
    let nulls = serde_hcl::value!({ "peers": [{ "ip": null }, { "ip": "::1" }] });
    assert_eq!(shown(&from_value::<Peers>(nulls).expect_err("it is wrong")), ["missing-item peers[0].ip"]);
    let others = serde_hcl::value!({ "k": null, "a": "b", "c": [] });
    assert_eq!(shown(&from_value::<Others>(others).expect_err("it is wrong")), ["type-mismatch c"]);
}

/// The rows of `docs/compatibility.md` about errors that serde hides.
#[test]
fn some_errors_hide_others_in_serde() {
    types! {
        #[serde(try_from = "String")] struct Word(String);
        struct Host { word: Word, port: u8 }
        struct Words { c: (Word, u8) }
        #[serde(tag = "t")] enum OneOf { A { x: BTreeMap<String, u8>, y: u8 } }
        struct Equal { #[serde(flatten)] both: Both }
        struct Both { x: u8, y: u8 }
        struct Outer { #[serde(flatten)] common: Common }
        struct Common { s: Defaults }
        #[serde(default)] #[derive(Default)] struct Defaults { x: u8 }
    }
    impl TryFrom<String> for Word {
        type Error = &'static str;

        fn try_from(text: String) -> Result<Self, Self::Error> {
            if text == "word" { Ok(Self(text)) } else { Err("this is not the word") }
        }
    }
    type Row = (fn(&str) -> Vec<String>, &'static str, &'static [&'static str]);
    let table: &[Row] = &[
        (native::<Host>, "word = \"bad\"\n", &["1:8 invalid-value word"]),
        (native::<Words>, "c = [\"bad\", \"bad\"]\n", &["1:6 invalid-value c[0]"]),
        (native::<OneOf>, "t = \"A\"\nx = { a = [], b = {} }\ny = 1\n", &["2:11 type-mismatch x.a"]),
        (native::<OfAdjacent>, "e = { c = { y = {} }, t = \"B\" }\n", &["1:5 missing-item e"]),
        (native::<Outer>, "s = { x = null }\n", &["1:11 type-mismatch s.x"]),
        (native::<Equal>, "x = 300\ny = 300\n", &["1:1 invalid-value"]),
    ];
    check_each(table, |(errors, text, expected)| assert_eq!(errors(text), *expected, "{text}"));
}

thread_local! {
    /// The number of numbers that were requested.
    static VISITS: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often it is requested, and rejects a stand-in.
#[derive(Debug)]
struct Picky;

impl<'de> Deserialize<'de> for Picky {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        VISITS.set(VISITS.get() + 1);
        match u64::deserialize(deserializer)? {
            1 => Err(serde::de::Error::custom("1 is not possible here")),
            _ => Ok(Self),
        }
    }
}

types! {
    struct Nested { a: Option<Picky>, #[serde(default)] n: u8, b: Option<Picky>, inner: Option<Box<Nested>> }
}

/// A part that is decoded again remembers the nulls in it, so each level adds one visit.
#[test]
fn nulls_at_each_level_add_one_visit_for_each_level() {
    for depth in [1, 8, 32] {
        let mut text = String::from("b = 5\n");
        for _ in 0..depth {
            text = format!("a = 2\nn = null\ninner {{\n{text}}}\n");
        }
        VISITS.set(0);
        let _: Nested = serde_hcl::from_str(&text).expect("it fits");
        let values = depth + 1;
        let visits = VISITS.get();
        assert!(visits <= values * (depth + 2), "{visits} visits of {values} values, {depth} levels");
    }
}

#[test]
fn ten_thousand_wrong_elements_take_few_visits() {
    let types: [fn(&str) -> Vec<String>; 2] =
        [native::<BTreeMap<String, Vec<Picky>>>, native::<BTreeMap<String, BTreeMap<String, Picky>>>];
    let lists = [format!("l = [{}]\n", "1, ".repeat(10_000)), {
        let entries: String = (0..10_000).map(|index| format!("  k{index} = 1\n")).collect();
        format!("l = {{\n{entries}}}\n")
    }];
    for (errors, text) in types.iter().zip(lists) {
        VISITS.set(0);
        assert_eq!(errors(&text).len(), 100);
        assert!(VISITS.get() <= 300, "{}", VISITS.get());
    }
}

/// A type that ignores the errors of its content.
#[derive(Debug, PartialEq)]
struct Lenient<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(T::deserialize(deserializer).ok()))
    }
}

#[derive(Deserialize, Debug, PartialEq)]
struct Defaulted {
    #[serde(default)]
    n: u8,
    m: Option<IpAddr>,
}

#[test]
fn errors_that_a_type_ignores_are_none() {
    #[derive(Deserialize, Debug)]
    struct Config {
        one: Lenient<Defaulted>,
        two: Lenient<Defaulted>,
        three: Option<Value>,
    }
    let text = "one {\n  n = \"x\"\n  m = \"x\"\n}\ntwo {\n  n = null\n  m = \"::1\"\n}\n";
    let config: Config = serde_hcl::from_str(text).expect("the errors are ignored");
    assert_eq!(config.one, Lenient(None));
    assert_eq!(config.two.0.map(|two| two.n), Some(0));
    assert!(config.three.is_none());
}
