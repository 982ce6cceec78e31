//! One type of an application: decoding, `hcl check` with the JSON Schema of the type, and the
//! server of the type find the same errors.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::net::IpAddr;

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{Diagnostic, json as hcl_json};
use serde_hcl_lsp::Server;
use serde_json::{Value, json};
use test_support::rows::check_each;

use crate::Folder;

/// The configuration of a web server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct WebServer {
    listen: IpAddr,
    #[serde(default)]
    port: u16,
    #[serde(default)]
    workers: Option<u8>,
    #[serde(default)]
    level: Level,
    #[serde(default)]
    timeout: Option<Seconds>,
    #[serde(default)]
    site: BTreeMap<String, Site>,
    #[serde(default)]
    backend: Vec<Backend>,
    storage: Storage,
    #[serde(default)]
    tls: Option<Tls>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    #[default]
    Info,
    Error,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Site {
    root: String,
    #[serde(default)]
    hosts: Vec<String>,
    #[serde(default)]
    route: Vec<Route>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Route {
    #[serde(rename = "$label")]
    path: String,
    #[serde(default)]
    methods: Vec<Method>,
    #[serde(default)]
    timeout: Option<Seconds>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Method {
    Get,
    Post,
}

#[derive(Deserialize)]
#[serde(tag = "$label.0", rename_all = "lowercase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
enum Backend {
    Proxy {
        #[serde(rename = "$label.1")]
        name: String,
        url: String,
        #[serde(default)]
        weight: u8,
    },
    Files {
        #[serde(rename = "$label.1")]
        name: String,
        root: String,
    },
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
enum Storage {
    Disk { path: String },
    S3 { bucket: String, secret: Secret },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Tls {
    certificate: String,
    key: Secret,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only its form counts")]
struct Secret(String);

#[derive(Deserialize)]
#[serde(try_from = "String")]
#[expect(dead_code, reason = "only its form counts")]
struct Seconds(u64);

impl TryFrom<String> for Seconds {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let seconds = text.strip_suffix('s').and_then(|it| it.parse().ok());
        seconds.map(Self).ok_or_else(|| format!("{text:?} is no duration, such as \"45s\""))
    }
}

const VALID: &str = r#"listen  = "127.0.0.1"
port    = 8080
workers = 4
level   = "info"
timeout = "30s"
site "shop" {
  root  = "/srv/shop"
  hosts = ["shop.example", "www.shop.example"]
  route "/api" {
    methods = ["GET", "POST"]
    timeout = "5s"
    headers = { cache = "none" }
  }
}
backend "proxy" "api" {
  url    = "http://10.0.0.1"
  weight = 10
}
backend "files" "static" {
  root = "/srv/static"
}
storage {
  kind   = "s3"
  bucket = "shop"
  secret = "hunter2"
}
tls {
  certificate = "shop.pem"
  key         = "shop.key"
}
"#;

/// What finds an error.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Found {
    ByAll,
    /// Decoding and the server: a JSON Schema has no labels for the variants of an enum.
    NotBySchema,
    /// Decoding and the server, which decodes: only the type has the conversion.
    ByDecoding,
}
use Found::{ByAll, ByDecoding, NotBySchema};

#[test]
fn decoding_the_check_and_the_server_find_the_same_errors() {
    let storage = "storage {\n  kind   = \"s3\"\n  bucket = \"shop\"\n  secret = \"hunter2\"\n}\n";
    let cases: &[(&str, &str, &[u64], Found)] = &[
        ("", "", &[], ByAll),
        ("8080", "80800", &[2], ByAll),
        ("workers = 4", "workers = 1.5", &[3], ByAll),
        ("\"127.0.0.1\"", "\"localhost\"", &[1], ByDecoding),
        ("\"30s\"", "\"45x\"", &[5], ByDecoding),
        ("\"5s\"", "\"5\"", &[11], ByDecoding),
        ("\"info\"", "\"inof\"", &[4], ByAll),
        ("port ", "prot ", &[2], ByAll),
        ("\"POST\"", "\"PSOT\"", &[10], ByAll),
        ("site \"shop\"", "site", &[6], ByAll),
        ("site \"shop\"", "site \"shop\" \"b\"", &[6], ByAll),
        ("kind   = \"s3\"", "kind = \"tape\"", &[23], ByAll),
        ("  bucket = \"shop\"\n", "", &[22], ByAll),
        ("bucket", "buckets", &[24], ByAll),
        ("  root  = \"/srv/shop\"\n", "", &[6], ByAll),
        ("[\"shop.example\", \"www.shop.example\"]", "\"shop.example\"", &[8], ByAll),
        ("{ cache = \"none\" }", "{ cache = [] }", &[12], ByAll),
        ("  certificate = \"shop.pem\"\n", "", &[27], ByAll),
        ("tls {", "tls {\n  certificate = \"a\"\n  key = \"b\"\n}\ntls {", &[31], ByAll),
        (storage, "", &[1], ByAll),
        ("storage {", "storage {\n  kind = \"disk\"\n  path = \"p\"\n}\nstorage {", &[26], ByAll),
        ("backend \"files\" \"static\" {", "site \"shop\" {", &[19], ByAll),
        ("\"proxy\"", "\"prxy\"", &[15], NotBySchema),
        (" \"api\" {", " {", &[15], NotBySchema),
        ("  url    = \"http://10.0.0.1\"\n", "", &[15], NotBySchema),
        ("weight", "wieght", &[17], NotBySchema),
        ("weight = 10", "weight = \"ten\"", &[17], NotBySchema),
        // Each error of a file is found once.
        ("8080\nworkers = 4\nlevel   = \"info\"", "-1\nworkers = 256\nlevel = \"\"", &[2, 3, 4], ByAll),
    ];
    let schema = hcl_json::to_string(&Spec::of::<WebServer>().to_json_schema()).expect("it is JSON");
    check_each(cases, |(from, to, lines, found)| {
        let text = VALID.replacen(from, to, 1);
        let folder = Folder::new([("site.hcl", &*text), ("schema.json", &schema)]);
        let by_check = if *found == ByAll { *lines } else { &[] };
        assert_eq!(decoded(&folder), *lines, "decoding: {from:?} -> {to:?}");
        assert_eq!(checked(&folder), by_check, "check: {from:?} -> {to:?}");
        assert_eq!(served(&text), *lines, "server: {from:?} -> {to:?}");
    });
}

/// Returns the lines of the errors of decoding.
fn decoded(folder: &Folder) -> Vec<u64> {
    let Err(error) = serde_hcl::from_path::<WebServer>(folder.path("site.hcl")) else { return Vec::new() };
    let line = |it: &Diagnostic| Some(it.source()?.range(it.span()?).start.line as u64);
    error.diagnostics().iter().map(|it| line(it).expect("it has a location")).collect()
}

/// Returns the lines of the errors of `hcl check` with the JSON Schema of the type.
fn checked(folder: &Folder) -> Vec<u64> {
    let report = folder.run(" check --schema schema.json --format json site.hcl");
    let report = &report[report.find('{').expect("it is JSON")..];
    let report: Value = serde_json::from_str(report).expect("it is JSON");
    let all = report["diagnostics"].as_array().expect("it is a list").iter();
    all.map(|it| it["range"]["start"]["line"].as_u64().expect("it is a number")).collect()
}

/// Returns the lines of the errors of the server of the type.
fn served(text: &str) -> Vec<u64> {
    let uri = "file:///site.hcl";
    let document = json!({ "uri": uri, "languageId": "hcl", "version": 1, "text": text });
    let messages = [
        json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "method": "initialized", "params": {} }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        json!({ "id": 2, "method": "textDocument/diagnostic", "params": { "textDocument": { "uri": uri } } }),
        json!({ "id": 3, "method": "shutdown" }),
        json!({ "method": "exit" }),
    ];
    let input: String = messages
        .map(|mut message| {
            message["jsonrpc"] = json!("2.0");
            let content = message.to_string();
            format!("Content-Length: {}\r\n\r\n{content}", content.len())
        })
        .concat();
    let (output, editor) = std::io::pipe().expect("there are pipes");
    let server = std::thread::spawn(move || Server::for_type::<WebServer>().run(Cursor::new(input), editor));
    let mut output = BufReader::new(output);
    let mut found = Vec::new();
    let mut header = String::new();
    while output.read_line(&mut header).expect("it is text") > 0 {
        let length = header.trim().strip_prefix("Content-Length: ").expect("it is a header");
        let mut content = vec![0; length.parse::<usize>().expect("it is a number") + 2];
        output.read_exact(&mut content).expect("it is whole");
        let message: Value = serde_json::from_slice(&content).expect("it is JSON");
        if message["id"] == 2 {
            found = message["result"]["items"].as_array().expect("it is a list").clone();
        }
        header.clear();
    }
    server.join().expect("it ends").expect("it ends");
    let line = |it: &Value| it["range"]["start"]["line"].as_u64().expect("it is a number") + 1;
    found.iter().map(line).collect()
}
