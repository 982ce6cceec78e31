//! Diagnostics.

use serde::Deserialize;
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Value};
use serde_hcl_lsp::Server;
use serde_json::json;

use crate::client::Client;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Config {
    region: String,
    replicas: Option<u32>,
}

/// Returns the diagnostics of a document as lines: the text that is marked, the severity and code,
/// and the message, with the related locations below.
fn report(client: &mut Client, name: &str) -> String {
    let diagnostics = client.diagnostics(name);
    let mut lines = String::new();
    for diagnostic in diagnostics.as_array().expect("it is a list") {
        let text = client.slice(name, &diagnostic["range"]);
        let severity = if diagnostic["severity"] == 1 { "error" } else { "warning" };
        let code = diagnostic["code"].as_str().unwrap_or("none");
        let message = diagnostic["message"].as_str().unwrap_or_default();
        lines.push_str(&format!("`{text}` {severity}[{code}] {message}\n"));
        for related in diagnostic["relatedInformation"].as_array().into_iter().flatten() {
            let uri = related["location"]["uri"].as_str().unwrap_or_default();
            let file = uri.rsplit('/').next().unwrap_or_default();
            let text = client.slice(file, &related["location"]["range"]);
            lines.push_str(&format!(
                "  {file} `{text}`: {}\n",
                related["message"].as_str().unwrap_or_default()
            ));
        }
    }
    lines
}

/// Opens files, and returns the diagnostics of the first one.
fn check(server: Server, files: &[(&str, &str)]) -> String {
    let mut client = Client::new(server);
    // The first one is opened last, so that its diagnostics are those with all others.
    files.iter().rev().for_each(|(name, text)| client.open(name, text));
    report(&mut client, files[0].0)
}

#[test]
fn mistakes_in_the_syntax_are_reported() {
    for (name, text, expected) in [
        ("main.hcl", "a = 1\n", ""),
        (
            "main.hcl",
            "port 80\n",
            "`80` error[missing-equals] Missing equals sign: The equals sign is missing between \"port\" and its value.\n",
        ),
        (
            "main.hcl",
            "é = \"👍\" + x y\n",
            "`y` error[missing-newline] Missing line break: The value of \"é\" ends before \"y\".\nPut the next attribute or block on a line of its own.\n",
        ),
        (
            "main.hcl",
            "a = [1, 2\n",
            "`[` error[unclosed-bracket] Unclosed bracket: This \"[\" has no closing \"]\".\n  main.hcl ``: \"]\" is expected here\n",
        ),
        (
            "main.hcl.json",
            "{\"a\": }",
            "`}` error[missing-value] Missing value: A value is expected here.\nWrite a string in double quotes, a number, true, false, null, an array or an object.\n",
        ),
        // Without rules for references, any name can be defined elsewhere.
        ("main.hcl", "a = var.x\n", ""),
        // Values in a text with mistakes are checked when it has none.
        (
            "main.hcl",
            "a = -\"x\"\nb = [\n",
            "`[` error[unclosed-bracket] Unclosed bracket: This \"[\" has no closing \"]\".\n  main.hcl ``: \"]\" is expected here\n",
        ),
    ] {
        assert_eq!(check(Server::new(), &[(name, text)]), expected, "{text}");
    }
}

#[test]
fn references_of_terraform_are_checked_in_all_files_of_a_folder() {
    let cases: [(&[(&str, &str)], &str); 7] = [
        (
            &[("a.tf", "output o {\n  value = local.nmae\n}\n"), ("b.tf", "locals {\n  name = 1\n}\n")],
            "`local.nmae` error[unknown-reference] Unknown reference: There is no definition of \"local.nmae\". Did you mean \"name\"?\n",
        ),
        (&[("a.tf", "output o {\n  value = local.name\n}\n"), ("b.tf", "locals {\n  name = 1\n}\n")], ""),
        (
            &[("a.tf", "variable r {}\n")],
            "`variable r` warning[unused-definition] Unused definition: Nothing refers to \"var.r\".\n",
        ),
        (
            &[("b.tf", "output o {\n  value = var.r\n}\nvariable r {}\n"), ("a.tf", "variable r {}\n")],
            "`variable r` error[duplicate-definition] Duplicate definition: \"var.r\" is defined already. Remove or rename one of the two.\n  a.tf `variable r`: first defined here\n",
        ),
        (
            &[("a.tf", "locals {\n  a = local.b\n  b = local.a\n}\n")],
            "`a` error[reference-cycle] Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one of these references.\n  a.tf `local.b`: \"local.a\" refers to \"local.b\"\n  a.tf `local.a`: \"local.b\" refers to \"local.a\"\n",
        ),
        // An override file changes what other files define.
        (
            &[
                ("b_override.tf", "resource t n {\n  size = local.b\n}\nlocals {\n  a = 2\n}\n"),
                ("a.tf", "locals {\n  a = 1\n  b = local.a\n}\nresource t n {}\n"),
            ],
            "",
        ),
        // A definition may be in the part with the mistake.
        (&[("a.tf", "output o {\n  value = var.r\n}\n"), ("b.tf", "variable r {\n")], ""),
    ];
    for (files, expected) in cases {
        assert_eq!(check(Server::new(), files), expected, "{files:?}");
    }
}

#[test]
fn a_file_is_checked_by_the_type_that_it_is_decoded_into() {
    for (text, expected) in [
        ("region = \"eu\"\nreplicas = 3\n", ""),
        ("region = \"eu\"\nreplicas = var.n\n", ""),
        (
            "region = \"eu\"\nreplica = 3\n",
            "`replica` error[unexpected-attribute] Unexpected attribute: No attribute named \"replica\" is expected here. Did you mean \"replicas\"?\n",
        ),
        (
            "replicas = \"x\"\n",
            "`` error[missing-item] Missing attribute or block: The attribute \"region\" is required here, but it is not set.\n`\"x\"` error[type-mismatch] Wrong type: The value of \"replicas\" is unsuitable: expected a number, found the string \"x\".\n",
        ),
        // A text with mistakes in its syntax lacks items.
        (
            "replicas = \n",
            "`` error[missing-value] Missing value: A value is expected before the end of the line.\n",
        ),
    ] {
        assert_eq!(check(Server::for_type::<Config>(), &[("main.hcl", text)]), expected, "{text}");
    }
}

#[test]
fn the_files_of_a_folder_can_be_one_configuration() {
    let files = [("a.hcl", "region = \"eu\"\n"), ("b.hcl", "replicas = 3\n")];
    assert_eq!(check(Server::for_type::<Config>().merge_files(true), &files), "");
    let alone = check(Server::for_type::<Config>(), &[files[1]]);
    assert!(alone.contains("\"region\""), "{alone}");
}

#[test]
fn a_code_has_a_link_to_the_guide() {
    let mut client = Client::new(Server::new());
    client.open("main.hcl", "port 80\n");
    let diagnostics = client.diagnostics("main.hcl");
    assert_eq!(
        diagnostics[0]["codeDescription"]["href"],
        "https://docs.rs/serde_hcl/latest/serde_hcl/guide/codes/index.html#missing-equals"
    );
}

#[test]
fn a_diagnostic_has_only_what_the_editor_supports() {
    let text = "variable \"a\" {}\nvariable \"a\" {}\n";
    let params = json!({ "capabilities": {} });
    for (mut client, expected) in [
        (Client::new(Server::new()), true),
        (Client::start(Server::new(), "file:///test/".to_owned(), params), false),
    ] {
        client.open("a.tf", text);
        let diagnostics = client.diagnostics("a.tf");
        let has = |name: &str| diagnostics.as_array().into_iter().flatten().any(|it| it.get(name).is_some());
        for name in ["relatedInformation", "codeDescription", "tags"] {
            assert_eq!(has(name), expected, "{name}: {diagnostics}");
        }
    }
}

#[test]
fn a_marked_value_is_never_in_a_diagnostic() {
    let mut context = EvalContext::new();
    context.set("password", Value::from("hunter2").mark(Mark::new("sensitive")));
    let server = Server::for_type::<Config>().context(context);
    let found = check(server, &[("main.hcl", "region = \"eu\"\nreplicas = password\n")]);
    assert!(found.contains("replicas") && !found.contains("hunter2"), "{found}");
}

#[test]
fn an_evaluation_without_end_is_cut() {
    let loops =
        format!("region = {}1{}\n", "[for x in [1, 2, 3, 4, 5, 6, 7, 8, 9] : ".repeat(9), "]".repeat(9));
    let found = check(Server::for_type::<Config>(), &[("main.hcl", &loops)]);
    assert!(found.contains("evaluation-too-long"), "{found}");
}

#[test]
fn a_document_has_a_thousand_diagnostics_and_the_number_of_the_others() {
    for (count, more) in [(1_000, None), (1_001, Some("1")), (1_500, Some("500"))] {
        let mut client = Client::new(Server::new());
        client.open("main.hcl", &"a b\n".repeat(count));
        let diagnostics = client.diagnostics("main.hcl");
        let diagnostics = diagnostics.as_array().expect("it is a list");
        assert_eq!(diagnostics.len(), count.min(1_001));
        if let Some(more) = more {
            let last = &diagnostics[1_000];
            let message = format!("{more} more diagnostics of this file are not shown");
            assert_eq!(last["message"], message);
            assert_eq!(last["range"]["start"]["line"], 1_000);
        }
    }
}

#[test]
fn functions_and_operations_are_checked_without_a_schema() {
    let uper = "`uper` error[unknown-function] Call to unknown function: There is no function named \"uper\". Did you mean \"upper\"?\n";
    let extra = |place: &str| {
        format!(
            "`{place}` error[extra-argument] Too many function arguments: The function \"upper\" takes only 1 argument, but 2 are given.\n"
        )
    };
    let division = "`0` error[operation-failed] Operation failed: A division by zero has no result that a configuration can have.\n";
    for (name, text, expected) in [
        ("a.hcl", "x = uper(\"a\")\n", uper),
        ("a.hcl", "x = upper(\"a\", \"b\")\n", &*extra("\"b\"")),
        ("a.hcl", "x = 1 / 0\n", division),
        (
            "a.hcl",
            "b \"c\" {\n  d \"e\" {\n    x = [for y in z : uper(\"a\")]\n  }\n}\nb {\n  x = 1\n}\n",
            uper,
        ),
        ("a.tf", "locals {\n  x = uper(\"a\")\n}\noutput o {\n  value = local.x\n}\n", uper),
        ("a.tf", "output o {\n  value = 1 / 0\n}\n", division),
        (
            "a.tf",
            "resource t n {\n  a {\n    b = upper(each.value, \"b\")\n  }\n  for_each = {}\n}\n",
            &*extra("\"b\""),
        ),
        // Names can have any value, and functions of other programs any meaning.
        ("a.hcl", "x = get_env(\"A\", \"b\")\ny = z.a + z[0].b\n", ""),
        ("a.hcl", "x = file(\"none\")\ny = timestamp()\n", ""),
        ("a.tf", "output o {\n  value = [file(\"none\"), timestamp(), provider::a::b()]\n}\n", ""),
        (
            "a.tf",
            "variable v {\n  type = map(object({ a = list(string) }))\n}\noutput o {\n  value = var.v\n}\n",
            "",
        ),
        ("a.tf", "resource t n {\n  lifecycle {\n    ignore_changes = [a, b[\"c\"]]\n  }\n}\n", ""),
    ] {
        assert_eq!(check(Server::new(), &[(name, text)]), expected, "{text}");
    }
}

/// The type of an application with parts that no specification describes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Application {
    port: u16,
    host: std::net::IpAddr,
    #[serde(default)]
    wait: Option<Wait>,
    #[serde(default)]
    backend: Option<Backend>,
    storage: Storage,
}

#[derive(Deserialize)]
#[serde(tag = "$label", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its form counts")]
enum Backend {
    Proxy { url: String },
    Local,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form counts")]
struct Storage {
    path: String,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
#[expect(dead_code, reason = "only its form counts")]
struct Wait(u64);

impl TryFrom<String> for Wait {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let seconds = text.strip_suffix('s').and_then(|it| it.parse().ok());
        seconds.map(Self).ok_or_else(|| format!("{text:?} is no duration, such as \"45s\""))
    }
}

#[test]
fn a_file_has_the_errors_of_decoding_each_once() {
    for (text, expected) in [
        ("port = 80\nhost = \"::1\"\nstorage {\n  path = \"p\"\n}\n", ""),
        // Values that are unknown until run time.
        ("port = var.port\nhost = var.host\nwait = \"${var.n}s\"\nstorage {\n  path = var.path\n}\n", ""),
        (
            "port = 80800\nhost = \"localhost\"\nwait = \"45x\"\nbackend \"prxy\" {\n}\n",
            "`` error[wrong-block-count] Wrong number of blocks: A \"storage\" block is required here, but there is none.
`80800` error[unexpected-value] Unexpected value: 80800 is not possible here. Expected a whole number from 0 to 65535.
`\"localhost\"` error[invalid-value] Unsuitable value: invalid IP address syntax
`\"45x\"` error[invalid-value] Unsuitable value: \"45x\" is no duration, such as \"45s\"
`\"prxy\"` error[unexpected-value] Unexpected value: \"prxy\" is not possible here. Did you mean \"proxy\"?
",
        ),
        // The item that is missing is the one with another name.
        (
            "port = 80\nhost = \"::1\"\nstorage {\n  pth = \"p\"\n}\n",
            "`pth` error[unexpected-attribute] Unexpected attribute: No attribute named \"pth\" is expected here. \
             Did you mean \"path\"?\n",
        ),
    ] {
        assert_eq!(check(Server::for_type::<Application>(), &[("main.hcl", text)]), expected, "{text}");
    }
}
