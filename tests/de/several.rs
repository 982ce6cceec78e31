//! Several mistakes in one configuration, which are reported together.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU8;

use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, EvalContext, Options, Source, de::Labeled, from_body, parse_file};

use test_support::rows::check_each;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Site {
    region: String,
    address: Option<IpAddr>,
    hosts: Option<Vec<String>>,
    limits: Option<Limits>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    user: Vec<User>,
    #[serde(default)]
    zone: Vec<Labeled<(String, u16), Zone>>,
    mode: Option<Mode>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Limits {
    cpu: NonZeroU8,
    memory: u64,
    pair: Option<(u8, u8)>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Service {
    image: String,
    port: u16,
    bind: Option<IpAddr>,
    #[serde(default)]
    env: BTreeMap<String, u8>,
    #[serde(default)]
    listen: Vec<Listen>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Listen {
    address: IpAddr,
    port: u16,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct User {
    #[serde(rename = "$label")]
    name: u8,
    email: String,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Zone {
    cidr: String,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Mode {
    Fast,
    Level(u8),
}

/// The location, the code and the path of each error.
fn errors<T: DeserializeOwned>(options: &Options, text: &str) -> Vec<String> {
    let Err(error) = options.from_str::<T>(text) else { return Vec::new() };
    let shown = |diagnostic: &serde_hcl::Diagnostic| {
        let place = diagnostic.range().map(|range| range.start.to_string()).unwrap_or_default();
        let code = diagnostic.code().map(serde_hcl::diag::Code::as_str).unwrap_or_default();
        format!("{place} {code} {}", diagnostic.path()).trim_end().to_owned()
    };
    error.diagnostics().iter().map(shown).collect()
}

#[test]
fn independent_mistakes_are_reported_together() {
    let table: &[(&str, &[&str])] = &[
        ("region = \"eu\"\n", &[]),
        // Attributes of one body: unsuitable, unknown and missing.
        (
            "service \"a\" {\n  port = \"x\"\n  bind = 1\n  sort = 2\n}\n",
            &[
                "1:1 missing-item service.a",
                "1:1 missing-item",
                "2:10 type-mismatch service.a.port",
                "3:10 invalid-value service.a.bind",
                "4:3 unexpected-name service.a",
            ],
        ),
        // All bodies and blocks.
        (
            "region = []\nhosts = [1, [], 2, {}]\nlimits {\n  cpu = 0\n  memory = -1\n}\nservice \"a\" {\n  image = []\n  \
             port = -1\n}\nservice \"b\" {\n  image = \"\"\n  port = -1\n}\n",
            &[
                "1:10 type-mismatch region",
                "2:13 type-mismatch hosts[1]",
                "2:20 type-mismatch hosts[3]",
                "4:9 invalid-value limits.cpu",
                "5:12 invalid-value limits.memory",
                "8:11 type-mismatch service.a.image",
                "9:10 invalid-value service.a.port",
                "13:10 invalid-value service.b.port",
            ],
        ),
        // A required value of a type that rejects stand-ins.
        (
            "region = \"eu\"\nservice \"a\" {\n  image = \"i\"\n  port = \"p\"\n  listen {\n    address = \"x\"\n    port = \"y\"\n  \
             }\n  listen {\n    port = \"z\"\n  }\n  env = { a = 1, b = 300, c = \"d\" }\n}\nmode = \"fsat\"\n",
            &[
                "4:10 type-mismatch service.a.port",
                "6:15 invalid-value service.a.listen[0].address",
                "7:12 type-mismatch service.a.listen[0].port",
                "9:3 missing-item service.a.listen[1]",
                "10:12 type-mismatch service.a.listen[1].port",
                "12:22 invalid-value service.a.env.b",
                "12:31 type-mismatch service.a.env.c",
                "14:8 unexpected-value mode",
            ],
        ),
        // Labels.
        (
            "region = \"eu\"\nuser \"a\" {\n  email = []\n}\nuser {\n  email = []\n}\nuser \"1\" \"2\" {\n  email = []\n}\nzone \
             \"a\" \"b\" {\n  cidr = 1\n}\nzone \"a\" {\n}\n",
            &[
                "2:6 type-mismatch user[0]",
                "3:11 type-mismatch user[0].email",
                "5:1 missing-label user[1]",
                "8:10 unexpected-label user[2]",
                "9:11 type-mismatch user[2].email",
                "11:10 type-mismatch zone[0]",
                "14:1 missing-label zone[1]",
            ],
        ),
        // Conflicts.
        (
            "region = \"eu\"\nlimits {\n  cpu = 0\n  memory = 1\n}\nlimits {\n}\nlimits = 1\nmode = { level = \"x\" }\nmode {\n}\n",
            &[
                "3:9 invalid-value limits.cpu",
                "6:1 duplicate-block limits",
                "8:1 name-conflict",
                "9:18 type-mismatch mode.level",
                "10:1 name-conflict",
            ],
        ),
        // An object is a body too.
        (
            "region = \"eu\"\nlimits = { cpu = 0, pair = [1, 300], x = 1 }\n",
            &[
                "2:18 invalid-value limits.cpu",
                "2:32 invalid-value limits.pair[1]",
                "2:38 unexpected-name limits",
            ],
        ),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(errors::<Site>(&Options::new(), text), *expected, "{text}");
    });
}

#[test]
fn independent_mistakes_in_json_are_reported_together() {
    let text = r#"{
  "region": [],
  "limits": [{ "cpu": 0, "memory": "x" }, { "cpu": 1, "memory": 2 }],
  "service": { "a": { "image": 1, "port": "x" }, "b": { "prot": 1, "image": "i" } },
  "user": { "1": { "email": [] }, "x": { "email": "e" } },
  "mode": "fsat"
}"#;
    assert_eq!(
        errors::<Site>(&Options::new().json(true), text),
        [
            "2:13 type-mismatch region",
            "3:23 invalid-value limits.cpu",
            "3:36 type-mismatch limits.memory",
            "3:43 duplicate-block limits",
            "4:43 type-mismatch service.a.port",
            "4:57 unexpected-name service.b",
            "5:29 type-mismatch user[0].email",
            "5:35 type-mismatch user[1]",
            "6:11 unexpected-value mode",
        ]
    );
}

#[test]
fn mistakes_of_merged_files_are_reported_by_file() {
    let parse = |name: &str, text: &str| {
        parse_file(Source::new(name, text)).into_result().expect("the syntax is valid").body().clone()
    };
    let one = parse("one.hcl", "region = []\nmode = 1\n");
    let two = parse("two.hcl", "region = \"eu\"\nmode = 2\nlimits {\n  cpu = 0\n}\n");
    let error = from_body::<Site>(&Body::merge([one, two]), &EvalContext::new()).expect_err("it is wrong");
    let place = |diagnostic: &serde_hcl::Diagnostic| {
        let start = diagnostic.range().expect("it has a location").start;
        format!("{}:{start}", diagnostic.source().map(Source::name).unwrap_or_default())
    };
    let places: Vec<_> = error.diagnostics().iter().map(place).collect();
    assert_eq!(
        places,
        ["one.hcl:1:10", "one.hcl:2:8", "two.hcl:1:1", "two.hcl:2:1", "two.hcl:3:1", "two.hcl:4:9"]
    );
}

#[test]
fn consequences_of_a_mistake_are_not_reported() {
    let table: &[(&str, &[&str])] = &[
        // A misspelled name does not count as missing too.
        ("Region = \"x\"\nhosts = 1\n", &["1:1 unexpected-name", "2:9 list-expected hosts"]),
        // An expression that fails does not hide what is missing.
        ("hosts = [a]\nmode = b\n", &["1:1 missing-item", "1:10", "2:8"]),
        ("service \"a\" {\n  port = c\n}\n", &["1:1 missing-item", "1:1 missing-item", "2:10"]),
    ];
    check_each(table, |(text, expected)| {
        let found = errors::<Site>(&Options::new(), text);
        let places: Vec<_> =
            found.iter().zip(*expected).map(|(found, wanted)| found.starts_with(wanted)).collect();
        assert!(found.len() == expected.len() && places.iter().all(|fits| *fits), "{found:?}");
    });
}

/// The lines of a configuration: the first form of each is valid, and each other one is a mistake.
/// All forms of a line have the same number of lines, so that mistakes do not move each other.
type Forms = &'static [&'static [&'static str]];

const NATIVE: Forms = &[
    &["region = \"eu\"", "region = []", "#", "region = null"],
    &["hosts = [\"a\", \"b\"]", "hosts = [\"a\", [], {}]", "hosts = 1", "hosts = {}"],
    &["address = \"::1\"", "address = \"x\"", "address = 1"],
    &["#", "zzz = 1", "zzz {}", "hosts {}"],
    &["limits {", "limits \"x\" {"],
    &["  cpu = 1", "  cpu = 0", "  cpu = \"x\"", "#"],
    &["  memory = 1", "  memory = -1", "#", "  memory = []"],
    &["  pair = [1, 2]", "  pair = [1, 300]", "  pair = [1]", "  pair = [[], {}]"],
    &["}"],
    &["#", "limits {}", "limits = 1", "limits { cpu = 0 }"],
    &["service \"a\" {", "service \"a\" \"b\" {"],
    &["  image = \"i\"", "  image = []", "#"],
    &["  port = 80", "  port = \"x\"", "  port = 1.5", "  port = { a = [] }"],
    &["  env = { a = 1, b = 2 }", "  env = { a = 300, b = [] }", "  env = []", "  env {}"],
    &["  listen {"],
    &["    address = \"::1\"", "    address = \"x\"", "    address = []"],
    &["    port = 1", "    port = \"x\"", "    port = []"],
    &["  }"],
    &["}"],
    &["#", "service \"c\" {}", "service {}", "service = 1"],
    &["user \"1\" {", "user {", "user \"x\" {", "user \"1\" \"2\" {"],
    &["  email = \"e\"", "  email = []"],
    &["}"],
    &["zone \"a\" \"1\" { cidr = \"c\" }", "zone \"a\" { cidr = 1 }", "zone \"a\" \"b\" {}", "zone {}"],
    &["zone \"b\" \"1\" {"],
    &["  cidr = \"c\"", "  cidr = []", "#"],
    &["}"],
    &["mode = \"fast\"", "mode = \"slow\"", "mode = { level = [] }", "mode = null"],
];

const JSON: Forms = &[
    &["{"],
    &["\"region\": \"eu\",", "\"region\": [],", "\"qqq\": 1,"],
    &["\"hosts\": [\"a\", \"b\"],", "\"hosts\": [\"a\", [], {}],", "\"hosts\": 1,"],
    &["\"//\": 1,", "\"zzz\": 1,", "\"zzz\": [{}],"],
    &["\"limits\": [{", "\"limits\": [{ \"xxx\": 0,"],
    &["  \"cpu\": 1,", "  \"cpu\": 0,", "  \"cpu\": \"x\","],
    &["  \"memory\": 1", "  \"memory\": []", "  \"yyy\": 1"],
    &["}],", "}, { \"cpu\": 0 }],", "}, {}, {}],"],
    &["\"service\": {"],
    &["  \"a\": {", "  \"c\": [], \"a\": {", "  \"c\": 1, \"a\": {"],
    &["    \"image\": \"i\",", "    \"image\": {},"],
    &["    \"env\": { \"a\": 1, \"b\": 2 },", "    \"env\": { \"a\": 300, \"b\": [] },"],
    &["    \"listen\": [{ \"address\": \"::1\",", "    \"listen\": [{ \"address\": \"x\","],
    &["      \"port\": 1 }],", "      \"port\": [] }],"],
    &["    \"port\": 80", "    \"port\": \"x\""],
    &["  }"],
    &["},"],
    &["\"user\": { \"1\": { \"email\": \"e\" } },", "\"user\": { \"x\": { \"email\": [] } },"],
    &["\"mode\": \"fast\"", "\"mode\": \"slow\""],
    &["}"],
];

/// Returns the configuration with some of the mistakes.
fn with_mistakes(forms: Forms, form: impl Fn(usize) -> usize) -> String {
    let line = |(index, forms): (usize, &&[&str])| forms[form(index) % forms.len()].to_owned() + "\n";
    forms.iter().enumerate().map(line).collect()
}

/// Returns what an error states: that a name is not expected, that a field is missing, for each
/// field of a combined error, or its text.
fn facts(place: (u32, u32), detail: &str, path: &str) -> Vec<String> {
    const REQUIRED: [&str; 2] = [" is required", " are required"];
    let (mut facts, mut rest) = (Vec::new(), detail);
    if let Some((unexpected, hint)) = detail.split_once(" is expected here.") {
        facts.push(format!("{place:?} {unexpected} is not expected ({path})"));
        rest = hint;
    }
    if let Some((names, _)) = REQUIRED.iter().find_map(|required| rest.split_once(required)) {
        let names = names.split('"').skip(1).step_by(2);
        facts.extend(names.map(|name| format!("{name} is missing ({path})")));
    }
    if facts.is_empty() { vec![format!("{place:?} {detail} ({path})")] } else { facts }
}

/// Returns all errors, and their positions.
fn all_errors(options: &Options, text: &str) -> Vec<((u32, u32), Vec<String>)> {
    let Err(error) = options.from_str::<Site>(text) else { return Vec::new() };
    let shown = |diagnostic: &serde_hcl::Diagnostic| {
        let start = diagnostic.range().expect("it has a location").start;
        let place = (start.line, start.column);
        (place, facts(place, diagnostic.detail(), diagnostic.path()))
    };
    error.diagnostics().iter().map(shown).collect()
}

proptest! {
    #[test]
    fn the_errors_of_several_mistakes_are_those_of_each(
        json: bool,
        choices in prop::collection::vec(prop_oneof![3 => Just(0_usize), 1 => 1..4_usize], 28..29),
    ) {
        let (forms, options) = if json { (JSON, Options::new().json(true)) } else { (NATIVE, Options::new()) };
        let text = with_mistakes(forms, |index| choices[index]);
        let found = all_errors(&options, &text);
        prop_assert!(found.is_sorted_by_key(|(place, _)| *place), "{}", text);
        let alone = |only: usize| {
            let text = with_mistakes(forms, |index| if index == only { choices[index] } else { 0 });
            all_errors(&options, &text)
        };
        let facts = |errors: Vec<(_, Vec<String>)>| {
            let mut facts: Vec<String> = errors.into_iter().flat_map(|(_, facts)| facts).collect();
            facts.sort();
            facts
        };
        // The content of a block without its label is not checked.
        let line = |index: usize| forms[index][choices[index] % forms[index].len()];
        let is_checked = |index: &usize| *index == 0 || line(index - 1) != "user {";
        let expected = facts((0..forms.len()).filter(is_checked).flat_map(alone).collect());
        prop_assert_eq!(facts(found), expected, "{}", text);
    }
}
