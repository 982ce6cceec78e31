//! Types that read blocks of a kind also write them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_hcl::{Body, Value, WriteOptions, de::Labeled, json, ser::Serializer, to_string, value};

use test_support::rows::check_each;
use test_support::written::written_json;

/// Checks that a value is written as this native text and this JSON, and that both are read back
/// and written as the same again.
#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + Debug>(written: &T, native: &str, json_text: &str) {
    check_with(WriteOptions::new(), written, native, json_text);
}

#[track_caller]
fn check_with<T: Serialize + for<'de> Deserialize<'de> + Debug>(
    options: WriteOptions,
    written: &T,
    native: &str,
    json_text: &str,
) {
    let text = options.to_string(written).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(text, native);
    let read = serde_hcl::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(options.to_string(&read).unwrap_or_else(|error| panic!("{error:#}")), native);
    assert_eq!(format!("{read:?}"), format!("{written:?}"));
    let text = written_json(written).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(text, json_text);
    let read = json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(written_json(&read).unwrap_or_else(|error| panic!("{error:#}")), json_text);
}

#[derive(Serialize, Deserialize, Debug, Clone)]
struct Port {
    port: u16,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Dot,
    Circle { radius: u8 },
    Listen(Port),
    Tags(BTreeMap<String, u8>),
    Named(Named),
    Mode(Mode),
}

#[derive(Serialize, Deserialize, Debug)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    size: u8,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Fast,
    Slow(Port),
}

#[test]
fn enums_are_written_as_blocks() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        #[serde(with = "serde_hcl::with::blocks")]
        one: Shape,
        #[serde(with = "serde_hcl::with::blocks")]
        name: Shape,
        #[serde(default, with = "serde_hcl::with::blocks")]
        nothing: Option<Shape>,
        #[serde(with = "serde_hcl::with::blocks")]
        shape: Vec<Shape>,
    }
    let tags = BTreeMap::from([("a".to_owned(), 1)]);
    let named = Named { name: "n".to_owned(), size: 2 };
    check(
        &Config {
            one: Shape::Circle { radius: 1 },
            name: Shape::Dot,
            nothing: None,
            shape: vec![
                Shape::Listen(Port { port: 80 }),
                Shape::Dot,
                Shape::Tags(tags),
                Shape::Named(named),
                Shape::Listen(Port { port: 81 }),
                Shape::Listen(Port { port: 82 }),
                Shape::Mode(Mode::Fast),
                Shape::Mode(Mode::Slow(Port { port: 1 })),
                Shape::Circle { radius: 3 },
            ],
        },
        r#"one "circle" {
  radius = 1
}

name "dot" {}

shape "listen" {
  port = 80
}

shape "dot" {}

shape "tags" {
  a = 1
}

shape "named" "n" {
  size = 2
}

shape "listen" {
  port = 81
}

shape "listen" {
  port = 82
}

shape "mode" "fast" {}

shape "mode" "slow" {
  port = 1
}

shape "circle" {
  radius = 3
}
"#,
        concat!(
            r#"{"one":{"circle":{"radius":1}},"name":{"dot":{}},"shape":[{"listen":{"port":80}},{"dot":{}},"#,
            r#"{"tags":{"a":1}},{"named":{"n":{"size":2}}},{"listen":{"port":81}},{"listen":{"port":82}},"#,
            r#"{"mode":{"fast":{}}},{"mode":{"slow":{"port":1}}},{"circle":{"radius":3}}]}"#
        ),
    );
}

#[test]
fn a_variant_at_the_start_of_a_block_is_a_block_in_it() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        #[serde(with = "serde_hcl::with::blocks")]
        outer: Outer,
    }
    #[derive(Serialize, Deserialize, Debug)]
    struct Outer {
        #[serde(with = "serde_hcl::with::blocks")]
        mode: Mode,
        #[serde(with = "serde_hcl::with::blocks")]
        port: Port,
    }
    check(
        &Config { outer: Outer { mode: Mode::Fast, port: Port { port: 1 } } },
        "outer {\n  mode \"fast\" {}\n\n  port {\n    port = 1\n  }\n}\n",
        r#"{"outer":{"mode":{"fast":{}},"port":{"port":1}}}"#,
    );
}

#[test]
fn variants_without_named_fields_are_not_blocks() {
    #[derive(Serialize)]
    enum Other {
        Number(u8),
        List(Vec<Port>),
        Pair(u8, u8),
        Nothing(Option<Port>),
    }
    #[derive(Serialize)]
    struct Config {
        #[serde(with = "serde_hcl::with::blocks")]
        other: Other,
    }
    let table = [
        (Other::Number(1), "only a struct, a map or an enum can be written as a block"),
        (Other::List(vec![Port { port: 1 }]), "a variant with a sequence cannot be written as a block"),
        (Other::Pair(1, 2), "a variant with a sequence cannot be written as a block"),
        (Other::Nothing(None), "a variant with null cannot be written as a block"),
    ];
    check_each(table, |(other, expected)| {
        let error = to_string(&Config { other }).expect_err("it is no block");
        assert_eq!(error.to_string(), format!("Unsuitable value: {expected} (in other)"));
    });
}

#[test]
fn unit_variants_in_a_body_are_blocks() {
    let shapes = vec![Shape::Dot, Shape::Circle { radius: 1 }, Shape::Mode(Mode::Fast)];
    let native = "dot {}\n\ncircle {\n  radius = 1\n}\n\nmode = \"fast\"\n";
    assert_eq!(to_string(&shapes).expect("it can be written"), native);
    let read = serde_hcl::from_str::<Vec<Shape>>(native).expect("it fits");
    assert_eq!(format!("{read:?}"), format!("{shapes:?}"));
    assert_eq!(written_json(&[Shape::Dot]).ok().as_deref(), Some(r#"[{"dot":{}}]"#));
}

/// The body of a text in native syntax.
fn body(text: &str) -> Body {
    serde_hcl::parse_file(text).into_result().expect("it is sound").body().clone()
}

#[test]
fn bodies_are_blocks() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        count: u8,
        settings: Body,
        none: Option<Body>,
        plugin: BTreeMap<String, Body>,
        rule: BTreeMap<String, BTreeMap<String, Body>>,
        step: Vec<Body>,
        check: Labeled<String, Body>,
    }
    let inner = || body("a = x + 1\nb \"l\" {\n  c = 1\n}\n");
    let settings = "a = x + 1\n\n  b \"l\" {\n    c = 1\n  }\n";
    let in_json = r#"{"a":"${x + 1}","b":{"l":{"c":1}}}"#;
    check(
        &Config {
            count: 1,
            settings: inner(),
            none: None,
            plugin: BTreeMap::from([("p".to_owned(), inner()), ("q".to_owned(), body(""))]),
            rule: BTreeMap::from([("r".to_owned(), BTreeMap::from([("s".to_owned(), body("a = 1\n"))]))]),
            step: vec![body("a = 1\n"), body("a = 2\n")],
            check: Labeled { labels: "l".to_owned(), body: body("a = 3\n") },
        },
        &format!(
            "count = 1\n\nsettings {{\n  {settings}}}\n\nplugin \"p\" {{\n  {settings}}}\n\nplugin \"q\" {{}}\n\n\
             rule \"r\" \"s\" {{\n  a = 1\n}}\n\nstep {{\n  a = 1\n}}\n\nstep {{\n  a = 2\n}}\n\n\
             check \"l\" {{\n  a = 3\n}}\n"
        ),
        &format!(
            "{{\"count\":1,\"settings\":{in_json},\"plugin\":{{\"p\":{in_json},\"q\":{{}}}},\
             \"rule\":{{\"r\":{{\"s\":{{\"a\":1}}}}}},\"step\":[{{\"a\":1}},{{\"a\":2}}],\
             \"check\":{{\"l\":{{\"a\":3}}}}}}"
        ),
    );
}

#[test]
fn the_rest_of_a_body_is_written_back() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Plugin<R> {
        kind: String,
        #[serde(rename = "$remain")]
        rest: R,
    }
    #[derive(Serialize, Deserialize, Debug)]
    struct Config<R> {
        plugin: Vec<Plugin<R>>,
    }
    fn plugin<R>(rest: R) -> Config<R> {
        Config { plugin: vec![Plugin { kind: "k".to_owned(), rest }] }
    }
    check(
        &plugin(body("a = x\nb {}\n")),
        "plugin {\n  kind = \"k\"\n  a    = x\n  b {}\n}\n",
        r#"{"plugin":{"kind":"k","a":"${x}","b":{}}}"#,
    );
    // At the root.
    check(
        &Plugin { kind: "k".to_owned(), rest: body("a = x\nb {}\nb {}\n") },
        "kind = \"k\"\na    = x\nb {}\nb {}\n",
        r#"{"kind":"k","a":"${x}","b":[{},{}]}"#,
    );
    let map = BTreeMap::from([("a".to_owned(), value!([1])), ("b".to_owned(), value!({ "c": 2 }))]);
    check(
        &plugin(map),
        "plugin {\n  kind = \"k\"\n  a    = [1]\n  b = {\n    c = 2\n  }\n}\n",
        r#"{"plugin":{"kind":"k","a":[1],"b":{"c":2}}}"#,
    );
    check(
        &plugin(Port { port: 1 }),
        "plugin {\n  kind = \"k\"\n  port = 1\n}\n",
        r#"{"plugin":{"kind":"k","port":1}}"#,
    );
    check(
        &plugin(vec![Shape::Listen(Port { port: 1 }), Shape::Dot]),
        "plugin {\n  kind = \"k\"\n\n  listen {\n    port = 1\n  }\n\n  dot {}\n}\n",
        r#"{"plugin":{"kind":"k","listen":{"port":1},"dot":{}}}"#,
    );
    let error = to_string(&plugin(1)).expect_err("it is no body");
    assert_eq!(
        error.to_string(),
        "Unsuitable value: only a body, a struct, a map or a sequence of enum variants can be the rest of a body \
         (in plugin[0][\"$remain\"])"
    );
}

#[test]
fn the_rest_is_written_beside_labels_and_flattened_fields() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Plugin {
        #[serde(rename = "$label")]
        name: String,
        size: u8,
        #[serde(rename = "$remain")]
        rest: Body,
    }
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        plugin: BTreeMap<String, Plugin>,
    }
    let plugin = Plugin { name: "n".to_owned(), size: 1, rest: body("a = x\n") };
    check(
        &Config { plugin: BTreeMap::from([("m".to_owned(), plugin)]) },
        "plugin \"m\" \"n\" {\n  size = 1\n  a    = x\n}\n",
        r#"{"plugin":{"m":{"n":{"size":1,"a":"${x}"}}}}"#,
    );
}

#[test]
fn maps_by_several_labels_are_read_back() {
    type Map<T> = BTreeMap<String, T>;
    fn map<T>(key: &str, value: T) -> Map<T> {
        BTreeMap::from([(key.to_owned(), value)])
    }
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        route: Map<Map<Port>>,
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        deep: Map<Map<Map<Vec<Port>>>>,
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        flat: Map<Map<u8>>,
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        table: Map<Map<Map<u8>>>,
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        shape: Map<Shape>,
    }
    check(
        &Config {
            route: map("a", map("b", Port { port: 1 })),
            deep: map("a", map("b", map("c", vec![Port { port: 1 }, Port { port: 2 }]))),
            flat: map("a", map("b", 1)),
            table: map("a", map("b", map("c", 1))),
            shape: map("a", Shape::Circle { radius: 1 }),
        },
        r#"route "a" "b" {
  port = 1
}

deep "a" "b" "c" {
  port = 1
}

deep "a" "b" "c" {
  port = 2
}

flat "a" {
  b = 1
}

table "a" {
  b = {
    c = 1
  }
}

shape "a" "circle" {
  radius = 1
}
"#,
        concat!(
            r#"{"route":{"a":{"b":{"port":1}}},"deep":{"a":{"b":{"c":[{"port":1},{"port":2}]}}},"#,
            r#""flat":{"a":{"b":1}},"table":{"a":{"b":{"c":1}}},"shape":{"a":{"circle":{"radius":1}}}}"#
        ),
    );
}

#[derive(Serialize, Deserialize, Debug)]
struct Site {
    name: String,
    place: Place,
    empty: Vec<Place>,
    other: Option<Place>,
    none: Option<Place>,
    host: Vec<Place>,
    mixed: Vec<Option<Port>>,
    service: BTreeMap<String, Place>,
    backend: Shape,
    tags: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize, Debug)]
struct Place {
    port: Port,
    list: Vec<(u8, Port)>,
}

#[test]
fn structs_are_written_as_blocks_on_request() {
    let place = |port| Place { port: Port { port }, list: vec![(1, Port { port: 9 })] };
    let site = Site {
        name: "n".to_owned(),
        place: place(1),
        empty: Vec::new(),
        other: Some(place(2)),
        none: None,
        host: vec![place(3), place(4)],
        mixed: vec![Some(Port { port: 5 }), None],
        service: BTreeMap::from([("web".to_owned(), place(6))]),
        backend: Shape::Circle { radius: 7 },
        tags: BTreeMap::from([("a".to_owned(), 8)]),
    };
    let list = "list = [\n    [\n      1,\n      {\n        port = 9\n      },\n    ],\n  ]\n";
    let place = |port| format!("{{\n  port {{\n    port = {port}\n  }}\n\n  {list}}}\n");
    let native = format!(
        "name = \"n\"\n\nplace {}\nempty = []\n\nother {}\nhost {}\nhost {}\n\
         mixed = [\n  {{\n    port = 5\n  }},\n  null,\n]\n\nservice \"web\" {}\n\
         backend \"circle\" {{\n  radius = 7\n}}\n\ntags = {{\n  a = 8\n}}\n",
        place(1),
        place(2),
        place(3),
        place(4),
        place(6)
    );
    let in_json = written_json(&site).expect("it can be written");
    check_with(WriteOptions::new().structs_as_blocks(true), &site, &native, &in_json);
    // In JSON, structs are objects with and without the option.
    assert!(in_json.starts_with(r#"{"name":"n","place":{"port":{"port":1},"list":[[1,{"port":9}]]}"#));
}

#[test]
fn maps_of_untagged_types_are_written_as_blocks() {
    #[derive(Serialize, Deserialize, Debug)]
    #[serde(untagged)]
    enum Any {
        Map(BTreeMap<String, u8>),
    }

    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        #[serde(with = "serde_hcl::with::blocks")]
        b: Any,
    }

    let config = |entries: &[(&str, u8)]| Config {
        b: Any::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()),
    };
    check(&config(&[]), "b {}\n", r#"{"b":{}}"#);
    check(&config(&[("k", 1)]), "b {\n  k = 1\n}\n", r#"{"b":{"k":1}}"#);
}

#[test]
fn flattened_structs_are_written_as_blocks_on_request() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Config {
        name: String,
        #[serde(flatten)]
        common: Common,
    }

    #[derive(Serialize, Deserialize, Debug)]
    struct Common {
        pair: (u8, Port),
        port: Port,
        service: BTreeMap<String, Port>,
    }

    let common = Common {
        pair: (1, Port { port: 2 }),
        port: Port { port: 3 },
        service: BTreeMap::from([("web".to_owned(), Port { port: 4 })]),
    };
    let native = "name = \"n\"\npair = [\n  1,\n  {\n    port = 2\n  },\n]\n\nport {\n  port = 3\n}\n\n\
                  service \"web\" {\n  port = 4\n}\n";
    let in_json = r#"{"name":"n","pair":[1,{"port":2}],"port":{"port":3},"service":{"web":{"port":4}}}"#;
    let config = Config { name: "n".to_owned(), common };
    check_with(WriteOptions::new().structs_as_blocks(true), &config, native, in_json);
}

#[test]
fn serializers_write_like_the_functions() {
    let port = Port { port: 1 };
    let mut out = Vec::new();
    port.serialize(Serializer::new(&mut out)).expect("it can be written");
    assert_eq!(out, b"port = 1\n");
    let options = WriteOptions::new().structs_as_blocks(true);
    let mut serializer = Serializer::with_options(Vec::new(), options);
    Labeled { labels: (), body: &port }.serialize(&mut serializer).expect("it can be written");
    BTreeMap::from([("a", &port)]).serialize(&mut serializer).expect("it can be written");
    // An error leaves no partial value.
    let error = vec![1].serialize(&mut serializer).expect_err("it is no body");
    assert_eq!(error.to_string(), to_string(&[1]).expect_err("it is no body").to_string());
    let error =
        BTreeMap::from([("a", Value::UNKNOWN)]).serialize(&mut serializer).expect_err("it is unknown");
    assert_eq!(error.path(), "a");
    vec![Shape::Dot].serialize(&mut serializer).expect("it can be written");
    let text = String::from_utf8(serializer.into_inner()).expect("it is text");
    assert_eq!(text, "port = 1\na {\n  port = 1\n}\ndot {}\n");

    let mut serializer = json::Serializer::new(Vec::new());
    for value in [value!({ "a": "${x}" }), value!([1, null]), value!("x"), value!(1.5), value!(true)] {
        value.serialize(&mut serializer).expect("it can be written");
    }
    (1, Shape::Circle { radius: 1 }, Some('c'), ()).serialize(&mut serializer).expect("it can be written");
    let text = String::from_utf8(serializer.into_inner()).expect("it is text");
    assert_eq!(text, r#"{"a":"$${x}"}[1,null]"x"1.5true[1,{"circle":{"radius":1}},"c",null]"#);
    let mut out = Vec::new();
    port.serialize(json::Serializer::pretty(&mut out)).expect("it can be written");
    assert_eq!(out, b"{\n  \"port\": 1\n}");
}

#[test]
fn serializers_work_with_other_crates() {
    let text = "name = \"n\"\n\nservice \"web\" {\n  ports = [80]\n}\n";
    let value: Value = serde_hcl::from_str(text).expect("it is sound");
    let mut out = Vec::new();
    let mut serializer = Serializer::new(&mut out);
    let erased: &mut dyn erased_serde::Serializer =
        &mut <dyn erased_serde::Serializer>::erase(&mut serializer);
    (&value as &dyn erased_serde::Serialize).erased_serialize(erased).expect("it can be written");
    assert_eq!(String::from_utf8_lossy(&out), to_string(&value).expect("it can be written"));
    let mut out = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let serializer = serde_path_to_error::Serializer::new(Serializer::new(&mut out), &mut track);
    assert!(BTreeMap::from([("a", vec![Value::UNKNOWN])]).serialize(serializer).is_err());
    assert_eq!(track.path().to_string(), "a[0]");
    let mut out = Vec::new();
    let deserializer = serde_hcl::de::Deserializer::from_str(text).expect("it is sound");
    serde_transcode::transcode(deserializer, json::Serializer::new(&mut out)).expect("it can be written");
    assert_eq!(String::from_utf8_lossy(&out), r#"{"name":"n","service":{"web":[{"ports":[80]}]}}"#);
}
