//! Values that are written into documents.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::{Change, Document};
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Options, Value, de::Labeled, stdlib, value};

use super::refused;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Config {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replicas: u32,
    pub ratio: Option<f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<u16>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub zones: BTreeSet<String>,
    pub limits: Option<Limits>,
    #[serde(default, with = "serde_hcl::with::labeled_blocks")]
    pub service: BTreeMap<String, Service>,
    #[serde(default, with = "serde_hcl::with::blocks")]
    pub listen: Vec<Listen>,
    #[serde(default)]
    pub rule: Vec<Rule>,
    #[serde(default)]
    pub user: Vec<Labeled<(String, u32), Listen>>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Limits {
    pub cpu: u32,
    pub memory: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Service {
    pub image: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none", with = "serde_hcl::with::blocks")]
    #[serde(default)]
    pub limits: Option<Limits>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Listen {
    pub port: u16,
    pub host: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Rule {
    #[serde(rename = "$label")]
    pub name: String,
    pub allow: bool,
}

fn options() -> Options {
    let mut context = EvalContext::new();
    stdlib::register(&mut context);
    context.set("var", value!({ "n": "name", "ports": [80, 443], "key": "Dynamic", "count": 2 }));
    Options::new().context(context)
}

/// Returns the text of a document after a change of its value, and the changes.
fn modified<T: Serialize + DeserializeOwned>(
    text: &str,
    change: impl FnOnce(&mut T),
) -> (String, Vec<Change>) {
    let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    let changes =
        document.modify_with(&options(), change).unwrap_or_else(|error| panic!("{text}\n{error:#}"));
    (document.to_string(), changes)
}

fn check<T: Serialize + DeserializeOwned>(
    text: &str,
    change: impl FnOnce(&mut T),
    expected: &str,
    expected_changes: &[&str],
) {
    let (found, changes) = modified(text, change);
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        (found.as_str(), changes),
        (expected, expected_changes.iter().map(ToString::to_string).collect())
    );
}

#[test]
fn an_attribute_is_set_where_it_is() {
    check::<Config>(
        "# The region.\nregion = \"eu\" # here\nother = var.unknown.a\nreplicas=1e3\n",
        |config| config.region = Some("us".to_owned()),
        "# The region.\nregion = \"us\" # here\nother = var.unknown.a\nreplicas=1e3\n",
        &["region: set"],
    );
}

#[test]
fn a_notation_stays_while_the_value_is_equal() {
    let text = "replicas = \"1000\"\nratio = 1e0\nregion = <<EOT\neu\nEOT\nports = [\"80\", 4.43e2]\n";
    check::<Config>(
        text,
        |config| {
            config.replicas = 1000;
            config.ratio = Some(1.0);
            config.ports[1] = 444;
        },
        &text.replace("4.43e2", "444"),
        &["ports[1]: set"],
    );
}

#[test]
fn expressions_stay_while_their_value_is_equal() {
    check::<Config>(
        "region = upper(var.n)\ntags = { Name = var.n, Env = \"dev\" }\nports = var.ports\n",
        |config| {
            config.tags.insert("Env".to_owned(), "prod".to_owned());
            config.ports.push(8080);
        },
        "region = upper(var.n)\ntags = { Name = var.n, Env = \"prod\" }\nports = [80, 443, 8080]\n",
        &["tags.Env: set", "ports: replaced the expression var.ports"],
    );
}

#[test]
fn the_literal_part_of_a_template_is_replaced() {
    check::<Config>(
        "region = \"${var.n}/web:1.0\"\ntags = { a = \"${var.n}-x\" }\n",
        |config| {
            config.region = Some("name/web:\"1.1\"".to_owned());
            config.tags.insert("a".to_owned(), "names-x".to_owned());
        },
        "region = \"${var.n}/web:\\\"1.1\\\"\"\ntags = { a = \"${var.n}s-x\" }\n",
        &["region: set", "tags.a: set"],
    );
    check::<Config>(
        "region = \"${var.n}/web:1.0\"\n",
        |config| config.region = Some("other/web:1.0".to_owned()),
        "region = \"other/web:1.0\"\n",
        &["region: replaced the expression \"${var.n}/web:1.0\""],
    );
}

#[test]
fn the_literal_part_of_a_heredoc_is_replaced() {
    for (text, value, expected) in [
        (
            "region = <<E\nhost ${var.n}\nport 80 # $${x}\nE\n",
            "host name\nport 81 # ${y}\n",
            "region = <<E\nhost ${var.n}\nport 81 # $${y}\nE\n",
        ),
        (
            "region = <<-E\n    host ${var.n} a\n  E\n",
            "host name b\n",
            "region = <<-E\n    host ${var.n} b\n  E\n",
        ),
    ] {
        check::<Config>(text, |config| config.region = Some(value.to_owned()), expected, &["region: set"]);
    }
    // A line that equals the marker would end the heredoc.
    check::<Config>(
        "region = <<E\nhost ${var.n}\nport\nE\n",
        |config| config.region = Some("host name\nE\n".to_owned()),
        "region = <<EOT\nhost name\nE\nEOT\n",
        &["region: replaced the expression <<E\nhost ${var.n}\nport\nE"],
    );
}

#[test]
fn the_keys_of_objects_are_set_added_and_removed() {
    check::<Config>(
        "tags = {\n  b = \"1\" # one\n  (var.key) = \"2\"\n  # about c\n  c = \"3\"\n  d = \"4\"\n}\n",
        |config| {
            config.tags.remove("c");
            config.tags.insert("Dynamic".to_owned(), "x".to_owned());
            config.tags.insert("ca".to_owned(), "5".to_owned());
            config.tags.insert("not a name".to_owned(), "6".to_owned());
        },
        "tags = {\n  b = \"1\" # one\n  ca = \"5\"\n  (var.key) = \"x\"\n  d = \"4\"\n  \"not a name\" = \"6\"\n}\n",
        &["tags.Dynamic: set", "tags.ca: added", "tags[\"not a name\"]: added", "tags.c: removed"],
    );
}

/// Of items with equal keys, the last counts, and without its key all are removed.
#[test]
fn all_items_of_a_key_are_removed() {
    for count in [1, 2, 20] {
        let text = format!("o = {{\n{}  b = 1\n}}\n", "  a = 1\n".repeat(count));
        let mut document: Document = text.parse().expect("it is valid");
        document.update(&value!({ "o": { "b": 2 } })).expect("it can be written");
        assert_eq!(document.to_string(), "o = {\n  b = 2\n}\n", "{count} items");
    }
}

#[test]
fn blocks_match_by_their_labels() {
    check::<Config>(
        "service \"a\" {\n  image = \"a:1\"\n  extra = 1 # stays\n}\n\n# About b.\nservice \"b\" {\n  image = \"b:1\"\n}\n",
        |config| {
            config.service.get_mut("a").expect("it exists").image = "a:2".to_owned();
            config.service.remove("b");
            let service = Service { image: "c:1".to_owned(), ports: vec![1, 2], limits: None };
            config.service.insert("c".to_owned(), service);
        },
        "service \"a\" {\n  image = \"a:2\"\n  extra = 1 # stays\n}\n\nservice \"c\" {\n  image = \"c:1\"\n  ports = [1, 2]\n}\n",
        &["service.a.image: set", "service.c: added", "service.b: removed"],
    );
}

#[test]
fn repeated_blocks_are_inserted_changed_and_removed_in_the_middle() {
    let text = "\
# First.
listen {
  port = 1 # one
}

# Second.
listen {
  port = 2 # two
  host = \"b\"
}

# Third.
listen {
  port = 3 # three
}
";
    check::<Config>(
        text,
        |config| _ = config.listen.remove(1),
        &text.replace("# Second.\nlisten {\n  port = 2 # two\n  host = \"b\"\n}\n\n", ""),
        &["listen[1]: removed"],
    );
    check::<Config>(
        text,
        |config| config.listen.insert(1, Listen { port: 9, host: None }),
        &text.replace("# Second.", "listen {\n  port = 9\n}\n\n# Second."),
        &["listen[1]: added"],
    );
    check::<Config>(
        text,
        |config| config.listen[1].port = 20,
        &text.replace("port = 2 ", "port = 20 "),
        &["listen[1].port: set"],
    );
    check::<Config>(
        text,
        |config| {
            config.listen.remove(0);
            config.listen[0].host = None;
            config.listen.push(Listen { port: 4, host: Some("d".to_owned()) });
        },
        "\
# Second.
listen {
  port = 2 # two
}

# Third.
listen {
  port = 3 # three
}

listen {
  port = 4
  host = \"d\"
}
",
        &["listen[0].host: removed", "listen[2]: added", "listen[0]: removed"],
    );
}

#[test]
fn changed_labels_are_changed_in_place() {
    let text = "# About a.\nservice a { # a\n  image = \"x\"\n  ports = [1] # one\n}\n\nservice \"b\" {\n  image = \"y\"\n}\n";
    let renamed = |config: &mut Config, from: &str, to: &str| {
        let service = config.service.remove(from).expect("it is there");
        config.service.insert(to.to_owned(), service);
    };
    check::<Config>(
        text,
        |config| renamed(config, "a", "z z"),
        &text.replace("service a", "service \"z z\""),
        &["service[\"z z\"]: renamed from service.a"],
    );
    // Half of the fields are the same.
    check::<Config>(
        text,
        |config| {
            renamed(config, "a", "c");
            config.service.get_mut("c").expect("it is there").image = "w".to_owned();
        },
        &text.replace("service a", "service \"c\"").replace("\"x\"", "\"w\""),
        &["service.c: renamed from service.a", "service.c.image: set"],
    );
    // Both have other labels, and neither has the same content as an old block.
    check::<Config>(
        "service \"a\" { # a\n  image = \"x\"\n}\n",
        |config| {
            config.service.clear();
            config.service.insert("b".to_owned(), Service { image: "y".to_owned(), ..Service::default() });
        },
        "service \"b\" {\n  image = \"y\"\n}\n",
        &["service.b: added", "service.a: removed"],
    );
    check::<Config>(
        "rule \"a\" {\n  allow = true # a\n}\nrule \"b\" {\n  allow = true # b\n}\n",
        |config| config.rule.iter_mut().for_each(|rule| rule.name.push('2')),
        "rule \"a2\" {\n  allow = true # a\n}\nrule \"b2\" {\n  allow = true # b\n}\n",
        &["rule.a2: renamed from rule.a", "rule.b2: renamed from rule.b"],
    );
    // Blocks that would also change their order are removed and added.
    check::<Config>(
        "rule \"a\" {\n  allow = true\n}\nrule \"a\" {\n  allow = true\n}\n",
        |config| {
            config.rule[0].name = "b".to_owned();
            config.rule[1].allow = false;
        },
        "rule \"b\" {\n  allow = true\n}\n\nrule \"a\" {\n  allow = false\n}\n",
        &["rule.b: added", "rule.a.allow: set", "rule.a[1]: removed"],
    );
}

#[test]
fn moved_blocks_keep_their_comments() {
    check::<Config>(
        "# First.\nlisten {\n  port = 1\n}\n\n# Second.\nlisten {\n  port = 2\n} # end\n",
        |config| config.listen.reverse(),
        "# Second.\nlisten {\n  port = 2\n} # end\n\n# First.\nlisten {\n  port = 1\n}\n",
        &["listen: moved"],
    );
    check::<Config>(
        "rule \"a\" {\n  allow = true # a\n}\nrule \"b\" {\n  allow = true # b\n}\n",
        |config| {
            config.rule.reverse();
            config.rule[0].allow = false;
        },
        "rule \"b\" {\n  allow = false # b\n}\nrule \"a\" {\n  allow = true # a\n}\n",
        &["rule: moved", "rule.b.allow: set"],
    );
}

#[test]
fn the_elements_of_tuples_keep_their_comments() {
    check::<Config>(
        "ports = [\n  80, # http\n  443, # https\n  # the last\n  8080\n]\n",
        |config| config.ports = vec![80, 81, 443, 8081],
        "ports = [\n  80, # http\n  81,\n  443, # https\n  # the last\n  8081\n]\n",
        &["ports[1]: added", "ports[3]: set"],
    );
    check::<Config>(
        "ports = [\n  80, # http\n  443, # https\n]\n",
        |config| _ = config.ports.remove(0),
        "ports = [\n  443, # https\n]\n",
        &["ports[0]: removed"],
    );
}

#[test]
fn a_set_keeps_the_order_of_its_elements() {
    check::<Config>(
        "zones = [\"c\", \"a\", \"b\"]\n",
        |config| {
            config.zones.remove("a");
            config.zones.insert("aa".to_owned());
        },
        "zones = [\"c\", \"b\", \"aa\"]\n",
        &["zones[2]: added", "zones[1]: removed"],
    );
}

#[test]
fn new_fields_come_after_the_nearest_field_before_them() {
    check::<Config>(
        "// The file.\n\nregion = \"eu\"\nother  = 1\n\nservice \"a\" {\n  image = \"a\"\n}\n",
        |config| {
            config.ports = vec![80];
            config.ratio = Some(0.5);
            config.service.get_mut("a").expect("it exists").limits = Some(Limits { cpu: 1, memory: None });
        },
        "// The file.\n\nregion = \"eu\"\nratio  = 0.5\nports  = [80]\nother  = 1\n\n\
         service \"a\" {\n  image = \"a\"\n\n  limits {\n    cpu = 1\n  }\n}\n",
        &["ratio: added", "ports: added", "service.a.limits: added"],
    );
}

#[test]
fn none_and_skipped_fields_are_removed() {
    check::<Config>(
        "# Gone.\nregion = \"eu\"\nreplicas = 3 # gone too\n\nratio = null\nlimits = { cpu = 1, memory = \"2G\" }\n",
        |config| {
            config.region = None;
            config.replicas = 0;
            config.limits.as_mut().expect("it exists").memory = None;
        },
        "ratio = null\nlimits = { cpu = 1 }\n",
        &["region: removed", "replicas: removed", "limits.memory: removed"],
    );
}

#[test]
fn the_document_decides_whether_a_struct_is_a_block_or_an_object() {
    check::<Config>(
        "limits {\n  cpu = 1 # one\n}\n",
        |config| config.limits.as_mut().expect("it exists").cpu = 2,
        "limits {\n  cpu = 2 # one\n}\n",
        &["limits.cpu: set"],
    );
    check::<Config>(
        "limits = {\n  cpu = 1 # one\n}\n",
        |config| config.limits.as_mut().expect("it exists").memory = Some("1G".to_owned()),
        "limits = {\n  cpu    = 1 # one\n  memory = \"1G\"\n}\n",
        &["limits.memory: added"],
    );
}

#[test]
fn labels_of_several_levels_identify_blocks() {
    check::<Config>(
        "user \"eve\" \"7\" {\n  port = 1 # eve\n}\n\nuser \"bob\" \"8\" {\n  port = 1\n}\n",
        |config| {
            config.user[0].body.port = 2;
            config.user[1].labels.1 = 9;
        },
        "user \"eve\" \"7\" {\n  port = 2 # eve\n}\n\nuser \"bob\" \"9\" {\n  port = 1\n}\n",
        &["user.eve[\"7\"].port: set", "user.bob[\"9\"]: renamed from user.bob[\"8\"]"],
    );
}

#[test]
fn a_file_keeps_its_line_endings() {
    check::<Config>(
        "region = \"eu\"\r\ntags = {\r\n  a = \"1\"\r\n}\r\n",
        |config| {
            config.region = Some("a\nb\n".to_owned());
            config.tags.insert("b".to_owned(), "c\nd\n".to_owned());
            config.listen.push(Listen { port: 1, host: Some("e\nf\n".to_owned()) });
        },
        "region = \"a\\nb\\n\"\r\ntags = {\r\n  a = \"1\"\r\n  b = \"c\\nd\\n\"\r\n}\r\n\r\n\
         listen {\r\n  port = 1\r\n  host = \"e\\nf\\n\"\r\n}\r\n",
        &["region: set", "tags.b: added", "listen: added"],
    );
}

#[test]
fn texts_of_several_lines_are_heredocs() {
    check::<Config>(
        "region = <<EOT\neu\nEOT\nreplicas = 2\n",
        |config| config.region = Some("us\n".to_owned()),
        "region = <<EOT\nus\nEOT\nreplicas = 2\n",
        &["region: set"],
    );
    for (old, new, expected) in [
        ("<<-END\n    eu\n      a\n  END", "us\n  b\n\nc\n", "<<-END\n    us\n      b\n\n    c\n  END"),
        ("<<-END\n    eu\n  END", "${x}\n", "<<-END\n    $${x}\n  END"),
        // Common indentation is removed, and no line can equal the marker.
        ("<<-END\n    eu\n  END", "  us\n", "<<EOT\n  us\nEOT"),
        ("<<END\neu\nEND", "END\n", "<<EOT\nEND\nEOT"),
        ("<<END\neu\nEND", "us", "\"us\""),
    ] {
        check::<Config>(
            &format!("region = {old}\nreplicas = 2\n"),
            |config| config.region = Some(new.to_owned()),
            &format!("region = {expected}\nreplicas = 2\n"),
            &["region: set"],
        );
    }
    check::<Config>(
        "tags = {\n  a = <<-X\n    one\n    X\n  b = \"2\"\n}\n",
        |config| drop(config.tags.insert("a".to_owned(), "two\n".to_owned())),
        "tags = {\n  a = <<-X\n    two\n    X\n  b = \"2\"\n}\n",
        &["tags.a: set"],
    );
}

#[test]
fn values_of_any_type_are_written_into_blocks() {
    check::<BTreeMap<String, Value>>(
        "a = [1, { b = 2 }] # a\n\nservice \"web\" {\n  port = 80 # web\n}\n",
        |config| {
            config.insert("a".to_owned(), value!([1, { "b": 3, "c": null }]));
            config
                .insert("service".to_owned(), value!({ "web": [{ "port": 81 }], "db": [{ "port": 5432 }] }));
        },
        "a = [1, { b = 3, c = null }] # a\n\nservice \"web\" {\n  port = 81 # web\n}\n\nservice \"db\" {\n  port = 5432\n}\n",
        &["a[1].b: set", "a[1].c: added", "service.web.port: set", "service.db: added"],
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Step {
    Copy { from: String },
    Wait(u32),
}

#[test]
fn sequences_of_variants_keep_the_order_of_all_items() {
    check::<Vec<Step>>(
        "# One.\ncopy {\n  from = \"a\"\n}\nwait = 5 # seconds\ncopy {\n  from = \"b\"\n}\n",
        |steps| {
            steps.insert(1, Step::Copy { from: "c".to_owned() });
            steps[2] = Step::Wait(6);
        },
        "# One.\ncopy {\n  from = \"a\"\n}\ncopy {\n  from = \"c\"\n}\nwait = 6 # seconds\ncopy {\n  from = \"b\"\n}\n",
        &["wait: set", "copy[1]: added"],
    );
}

#[test]
fn blocks_of_dynamic_blocks_are_not_changed() {
    let text = "\
listen {
  port = 1
}
dynamic \"listen\" {
  for_each = var.ports
  content {
    port = listen.value
  }
}
";
    let options = options().dynamic_blocks(true);
    let mut document: Document = text.parse().expect("it is valid");
    let changes = document.modify_with(&options, |config: &mut Config| {
        assert_eq!(config.listen.len(), 3);
        config.listen[0].port = 2;
        config.listen.push(Listen { port: 3, host: None });
    });
    let changes = changes.unwrap_or_else(|error| panic!("{error:#}"));
    let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(changes, ["listen[0].port: set", "listen[3]: added"]);
    let expected = text.replace("port = 1", "port = 2") + "listen {\n  port = 3\n}\n";
    assert_eq!(document.to_string(), expected);
    let change: fn(&mut Config) = |config| config.listen[1].port = 2;
    let removal: fn(&mut Config) = |config| _ = config.listen.pop();
    for change in [change, removal] {
        let error = refused(text, |document| document.modify_with(&options, change));
        let rest = error.split_once(": Unsuitable value: ").map(|(place, rest)| {
            assert_eq!(place, "4:1");
            rest.split_once(" (in ").map_or(rest, |(detail, _)| detail).to_owned()
        });
        assert_eq!(
            rest.as_deref(),
            Some(
                "A dynamic block makes the block that would be changed. Change the for_each or the content of the \
                 dynamic block instead."
            ),
            "{error}"
        );
    }
}

#[test]
fn a_document_without_the_form_of_the_type_is_updated() {
    #[derive(Serialize, Deserialize)]
    struct Settings {
        region: String,
        port: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        tags: BTreeMap<String, u8>,
    }
    let tags = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]);
    let settings = Settings { region: "eu".to_owned(), port: 80, owner: None, tags };
    for (text, expected) in [
        ("", "region = \"eu\"\nport = 80\ntags = {\n  a = 1\n  b = 2\n}\n"),
        (
            "other = 1\nport = \"http\"\nowner = \"eve\"\nregion = format(\"%s\", \"eu\") # kept\n",
            "other = 1\nport = 80\ntags = {\n  a = 1\n  b = 2\n}\nregion = format(\"%s\", \"eu\") # kept\n",
        ),
        (
            "tags = { a = 0 + 1, c = 3, b = 1 + 2 } # tags\nport = 80\n",
            "tags = { a = 0 + 1, b = 2 } # tags\nregion = \"eu\"\nport = 80\n",
        ),
    ] {
        let mut document: Document = text.parse().expect("it is valid");
        document.update_with(&options(), &settings).unwrap_or_else(|error| panic!("{text}\n{error:#}"));
        assert_eq!(
            document.to_string().replace("  =", " =").replace("  =", " ="),
            expected.replace("  =", " =").replace("  =", " ="),
            "{text}"
        );
        let changed = document.to_string();
        let changes = document.update_with(&options(), &settings).expect("it is written");
        assert_eq!((document.to_string(), changes.len()), (changed, 0));
    }
}

#[test]
fn a_value_that_is_not_read_back_changes_nothing() {
    #[derive(Serialize, Deserialize)]
    struct Lossy {
        a: u8,
        #[serde(skip_deserializing)]
        b: Inner,
    }
    #[derive(Serialize, Deserialize, Default)]
    struct Inner {
        c: u8,
    }
    let error = refused("a = 1\n", |document| {
        document.modify(|value: &mut Lossy| {
            value.a = 2;
            value.b.c = 3;
        })
    });
    assert_eq!(
        error,
        "Unsuitable value: The value cannot be written so that it is read back. Check that its type is serialized to \
         what it is deserialized from. (in b.c)"
    );
}

#[test]
fn marked_values_do_not_get_into_errors() {
    let mut context = EvalContext::new();
    context.set("secret", Value::from("hunter2").mark(Mark::new("sensitive")));
    let options = Options::new().context(context);
    let text = "region = secret\nreplicas = 1\n";
    let mut document: Document = text.parse().expect("it is valid");
    let changes =
        document.modify_with(&options, |config: &mut Config| config.replicas = 2).expect("it is written");
    assert_eq!(document.to_string(), "region = secret\nreplicas = 2\n");
    assert!(!format!("{changes:?}").contains("hunter2"));
    let error = refused(text, |document| {
        document.modify_with(&options, |config: &mut BTreeMap<String, Value>| {
            config.insert("replicas".to_owned(), value!(2));
        })
    });
    assert!(!error.contains("hunter2"), "{error}");
}

#[test]
fn a_block_whose_new_content_has_no_form_as_a_block_becomes_an_attribute() {
    #[derive(Serialize, Deserialize)]
    enum Mode {
        Fixed(u8),
        Map(BTreeMap<String, u8>),
        Pair(Limits, Limits),
        List(Vec<Limits>),
    }
    #[derive(Serialize, Deserialize)]
    struct Inner {
        mode: Mode,
    }
    #[derive(Serialize, Deserialize)]
    struct Outer {
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        inner: BTreeMap<String, Inner>,
    }
    let with = |mode| Outer { inner: BTreeMap::from([("a".to_owned(), Inner { mode })]) };
    let map = |key: &str| Mode::Map(BTreeMap::from([(key.to_owned(), 2)]));
    let text = "inner a {\n  # kept\n  mode Map {\n    x = 1\n  }\n}\n";
    let table = [
        (map("y"), "inner a {\n  # kept\n  mode Map {\n    y = 2\n  }\n}\n"),
        (map("a b"), "inner a {\n  mode = {\n    Map = {\n      \"a b\" = 2\n    }\n  }\n}\n"),
        (Mode::Fixed(3), "inner a {\n  mode = {\n    Fixed = 3\n  }\n}\n"),
        (
            Mode::Pair(Limits { cpu: 1, memory: None }, Limits { cpu: 2, memory: None }),
            "inner a {\n  mode = {\n    Pair = [\n      {\n        cpu    = 1\n        memory = null\n      },\n      {\n        cpu    = 2\n        memory = null\n      },\n    ]\n  }\n}\n",
        ),
        (
            Mode::List(vec![Limits { cpu: 1, memory: None }]),
            "inner a {\n  mode = {\n    List = [\n      {\n        cpu    = 1\n        memory = null\n      },\n    ]\n  }\n}\n",
        ),
    ];
    for (mode, expected) in table {
        let mut document: Document = text.parse().expect("valid");
        document.update(&with(mode)).expect("it is written");
        assert_eq!(document.to_string(), expected);
    }

    #[derive(Serialize, Deserialize)]
    struct Names {
        #[serde(with = "serde_hcl::with::blocks")]
        names: BTreeMap<String, u8>,
    }
    let names = |key: &str| Names { names: BTreeMap::from([(key.to_owned(), 1)]) };
    let mut document: Document = "x a {\n  names {\n  }\n}\n".parse().expect("valid");
    let entries = [("a".to_owned(), names("y")), ("b".to_owned(), names("a b"))];
    let new = BTreeMap::from([("x".to_owned(), BTreeMap::from(entries))]);
    let error = document.update(&new).expect_err("it is no name");
    assert_eq!(error.path(), "x.names[\"a b\"]");
}

/// A flattened type with a flattened field reads a unit variant from an attribute only.
#[test]
fn a_block_of_a_variant_becomes_an_attribute_with_the_name_of_a_unit_variant() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Mode {
        Full { port: u8 },
        Idle,
        Off,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Inner {
        mode: Mode,
        #[serde(flatten)]
        rest: BTreeMap<String, String>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    check::<Outer>(
        "# kept\nname = \"web\"\nmode Full {\n  port = 1\n}\n",
        |outer| outer.inner.mode = Mode::Off,
        "mode = \"Off\"\n# kept\nname = \"web\"\n",
        &["mode: removed", "mode: added"],
    );
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Plain {
        mode: Mode,
    }
    // The type reads a unit variant from a block already.
    check::<Plain>(
        "mode Idle { # kept\n}\n",
        |plain| plain.mode = Mode::Off,
        "mode \"Off\" { # kept\n}\n",
        &["mode.Off: renamed from mode.Idle"],
    );
}

#[test]
fn an_enum_changes_to_a_variant_without_a_value() {
    #[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
    enum Mode {
        New(u8),
        NewOpt(Option<u8>),
        Pair(Option<u8>, u8),
        Named { value: Option<u8> },
        Unit,
    }
    #[derive(Serialize, Deserialize)]
    struct Settings {
        mode: Mode,
        modes: Vec<Mode>,
    }
    let all = [
        (Mode::New(1), "{ New = 1 }"),
        (Mode::NewOpt(None), "{ NewOpt = null }"),
        (Mode::NewOpt(Some(2)), "{ NewOpt = 2 }"),
        (Mode::Pair(None, 3), "{ Pair = [null, 3] }"),
        (Mode::Named { value: None }, "{ Named = {} }"),
        (Mode::Unit, "\"Unit\""),
    ];
    for (before, old) in &all {
        for (after, _) in &all {
            let mut document: Document =
                format!("mode = {old}\nmodes = [{old}, {old}]\n").parse().expect("valid");
            let result = document.modify(|settings: &mut Settings| {
                settings.mode = after.clone();
                settings.modes[1] = after.clone();
            });
            result.unwrap_or_else(|error| panic!("{before:?} {after:?}: {error:#}"));
            let settings: Settings = serde_hcl::from_str(&document.to_string()).expect("it is valid");
            assert_eq!((&settings.mode, &settings.modes), (after, &vec![before.clone(), after.clone()]));
        }
    }
    let mut document: Document = "mode = { New = 1 } # kept\nmodes = []\n".parse().expect("it is valid");
    document.modify(|settings: &mut Settings| settings.mode = Mode::NewOpt(None)).expect("it is written");
    assert_eq!(document.to_string(), "mode = {\n  NewOpt = null\n} # kept\nmodes = []\n");
}

/// Returns the text of a document after an update, which is read back.
fn updated<T: Serialize + DeserializeOwned>(text: &str, value: &T) -> String {
    let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    document.update(value).unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    let changed = document.to_string();
    let changes = document.update(value).unwrap_or_else(|error| panic!("{changed:?}: {error:#}"));
    assert!(changes.is_empty(), "{changed:?}: {changes:?}");
    changed
}

#[test]
fn a_required_sequence_without_blocks_is_an_attribute() {
    #[derive(Serialize, Deserialize)]
    struct Rules {
        rule: Vec<Rule>,
    }
    #[derive(Serialize, Deserialize)]
    struct Outer {
        #[serde(with = "serde_hcl::with::blocks")]
        outer: Rules,
    }
    let rules = || Rules { rule: Vec::new() };
    assert_eq!(updated("rule \"a\" { allow = true }\n", &rules()), "rule = []\n");
    assert_eq!(
        updated("outer {\n  n = 1\n  rule \"a\" { allow = true }\n}\n", &Outer { outer: rules() }),
        "outer {\n  n    = 1\n  rule = []\n}\n"
    );
    // A field with a default needs no item.
    assert_eq!(updated("a = 1\nrule \"a\" { allow = true }\n", &Config::default()), "a = 1\n");
}

#[test]
fn keys_that_are_no_names_are_labels() {
    #[derive(Serialize, Deserialize)]
    struct Levels {
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        a: BTreeMap<String, BTreeMap<String, Listen>>,
    }
    let levels = |key: &str| {
        let listen = Listen { port: 1, host: None };
        Levels { a: BTreeMap::from([("k".to_owned(), BTreeMap::from([(key.to_owned(), listen)]))]) }
    };
    for (text, key, expected) in [
        ("a \"k\" {}\n", "j", "a \"k\" {\n  j {\n    port = 1\n  }\n}\n"),
        ("a \"k\" {}\n", "x y", "a \"k\" \"x y\" {\n  port = 1\n}\n"),
        ("a \"k\" {\n  j {\n    port = 2\n  }\n}\n", "x y", "a \"k\" \"x y\" {\n  port = 1\n}\n"),
        ("a \"k\" \"j\" {\n  port = 2\n}\n", "x y", "a \"k\" \"x y\" {\n  port = 1\n}\n"),
    ] {
        assert_eq!(updated(text, &levels(key)), expected, "{text}");
    }
}

#[test]
fn nulls_of_another_variant_are_removed() {
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum Adjacent {
        X { b: Option<u8>, a: u8 },
        Y { a: u8 },
    }
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum Skipped {
        X {
            #[serde(skip_serializing_if = "Option::is_none")]
            b: Option<u8>,
            a: u8,
        },
        Y {
            a: u8,
        },
    }
    #[derive(Serialize, Deserialize)]
    #[serde(untagged, deny_unknown_fields)]
    enum Untagged {
        X { b: Option<u8>, a: u8 },
        Y { a: u8, c: u8 },
    }
    #[derive(Serialize, Deserialize)]
    struct Settings<E> {
        e: E,
    }
    let text = "e = { t = \"X\", c = { b = null, a = 1 } }\n";
    for a in [1, 2] {
        let expected = format!("e = {{ t = \"Y\", c = {{ a = {a} }} }}\n");
        assert_eq!(updated(text, &Settings { e: Adjacent::Y { a } }), expected);
        assert_eq!(updated(text, &Settings { e: Skipped::Y { a } }), expected);
    }
    assert_eq!(updated(text, &Settings { e: Adjacent::X { b: None, a: 2 } }), text.replace("a = 1", "a = 2"));
    assert_eq!(updated(text, &Settings { e: Skipped::X { b: None, a: 2 } }), text.replace("a = 1", "a = 2"));
    let untagged = || Untagged::Y { a: 1, c: 2 };
    assert_eq!(updated("e = { b = null, a = 1 }\n", &Settings { e: untagged() }), "e = { a = 1, c = 2 }\n");
    assert_eq!(updated("b = null\na = 1\n", &untagged()), "a = 1\nc = 2\n");
    assert_eq!(updated("b = null\na = 2\n", &Untagged::X { b: None, a: 1 }), "b = null\na = 1\n");
}

#[test]
fn texts_are_written_as_they_are_and_compared_in_normal_form() {
    let (decomposed, composed) = ("e\u{301}", "\u{e9}");
    #[derive(Serialize, Deserialize)]
    struct Texts {
        text: String,
        map: BTreeMap<String, String>,
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        block: BTreeMap<String, Listen>,
    }
    let texts = Texts {
        text: decomposed.to_owned(),
        map: BTreeMap::from([(decomposed.to_owned(), decomposed.to_owned())]),
        block: BTreeMap::from([(decomposed.to_owned(), Listen { port: 1, host: None })]),
    };
    let written = serde_hcl::to_string(&texts).expect("it is written");
    assert!(written.contains(&format!("text = \"{decomposed}\"\n")), "{written}");
    assert_eq!(updated("", &texts), written);
    assert_eq!(updated(&written, &texts), written);
    let old = format!(
        "text = \"{composed}\"\nmap = {{ \"{composed}\" = \"x\" }}\nblock \"{decomposed}\" {{\n  port = 1\n}}\n"
    );
    assert_eq!(updated(&old, &texts), old.replace("\"x\"", &format!("\"{decomposed}\"")));
}
