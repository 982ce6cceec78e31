//! The inputs of each shape.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::Deserialize;
use serde_hcl::{EvalContext, Function, Options, de::Labeled};
use serde_spanned::Spanned;

/// Decodes a text by every function that decodes, and its JSON form too.
#[track_caller]
fn decode<T: for<'de> Deserialize<'de> + PartialEq + Debug>(text: &str) -> T {
    let native = decode_native(text);
    let json = serde_hcl::json::to_string(&serde_hcl::parse_file(text).value.body())
        .unwrap_or_else(|error| panic!("{error:#}"));
    let from_str: T = serde_hcl::json::from_str(&json).unwrap_or_else(|error| panic!("{error:#}\n{json}"));
    let from_slice: T = serde_hcl::json::from_slice(json.as_bytes()).expect("from_slice");
    let from_reader: T = serde_hcl::json::from_reader(json.as_bytes()).expect("from_reader");
    assert_eq!(native, from_str, "{json}");
    assert_eq!(native, from_slice, "from_slice");
    assert_eq!(native, from_reader, "from_reader");
    native
}

/// The same for native syntax only, since JSON cannot represent it.
#[track_caller]
fn decode_native<T: for<'de> Deserialize<'de> + PartialEq + Debug>(text: &str) -> T {
    let from_str: T = serde_hcl::from_str(text).unwrap_or_else(|error| panic!("{error:#}"));
    let from_slice: T = serde_hcl::from_slice(text.as_bytes()).expect("from_slice");
    let from_reader: T = serde_hcl::from_reader(text.as_bytes()).expect("from_reader");
    let body = serde_hcl::parse_file(text).value.body().clone();
    let from_body: T = serde_hcl::from_body(&body, &EvalContext::new()).expect("from_body");
    assert_eq!(from_str, from_slice, "from_slice");
    assert_eq!(from_str, from_reader, "from_reader");
    assert_eq!(from_str, from_body, "from_body");
    from_str
}

/// The value of the one attribute `v`.
#[track_caller]
fn value<T: for<'de> Deserialize<'de> + PartialEq + Debug>(text: &str) -> T {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Only<T> {
        v: T,
    }
    decode::<Only<T>>(&format!("v = {text}\n")).v
}

#[test]
fn primitives_accept_the_conversions_of_the_language() {
    assert!(value::<bool>("true"));
    assert!(!value::<bool>("\"false\""));
    assert_eq!(value::<u16>("80"), 80);
    assert_eq!(value::<u16>("\"80\""), 80);
    assert_eq!(value::<u16>("40 * 2"), 80);
    assert_eq!(value::<i8>("-5"), -5);
    assert_eq!(value::<u64>("18446744073709551615"), u64::MAX);
    assert_eq!(value::<i128>("-170141183460469231731687303715884105728"), i128::MIN);
    assert_eq!(value::<u128>("340282366920938463463374607431768211455"), u128::MAX);
    assert_eq!(value::<f64>("0.1"), 0.1);
    assert_eq!(value::<f64>("3"), 3.0);
    assert_eq!(value::<f32>("\"1.5\""), 1.5);
    assert_eq!(value::<String>("\"a\\n\\u00e9\""), "a\né");
    assert_eq!(value::<String>("12.50"), "12.5");
    assert_eq!(value::<String>("true"), "true");
    assert_eq!(value::<char>("\"é\""), 'é');
    assert_eq!(value::<()>("null"), ());
    assert_eq!(value::<Option<u8>>("null"), None);
    assert_eq!(value::<Option<u8>>("1 > 2 ? 3 : null"), None);
    assert_eq!(value::<Option<u8>>("7"), Some(7));
}

#[test]
fn collections_take_tuples_and_objects() {
    assert_eq!(value::<Vec<u8>>("[1, \"2\", 1 + 2]"), [1, 2, 3]);
    assert_eq!(value::<(u8, String)>("[1, \"x\"]"), (1, "x".to_owned()));
    assert_eq!(value::<[bool; 2]>("[true, false]"), [true, false]);
    assert_eq!(value::<BTreeMap<String, u8>>("{ a = 1, \"b c\" = 2, (\"d\") = 3 }").len(), 3);
    assert!(!value::<HashMap<u16, bool>>("{ 80 = true, \"443\" = false }")[&443]);
    assert_eq!(value::<Vec<Vec<u8>>>("[[1], [], [2, 3]]"), [vec![1], vec![], vec![2, 3]]);
    assert_eq!(value::<BTreeMap<String, u8>>("{ for k in [\"x\", \"y\"] : k => 1 }").len(), 2);
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Off,
    Level(u8),
    Range { from: u8, to: u8 },
    Pair(u8, u8),
}

#[test]
fn enums_take_strings_and_one_key_objects() {
    assert_eq!(value::<Mode>("\"off\""), Mode::Off);
    assert_eq!(value::<Mode>("{ level = 3 }"), Mode::Level(3));
    assert_eq!(value::<Mode>("{ range = { from = 1, to = 2 } }"), Mode::Range { from: 1, to: 2 });
    assert_eq!(value::<Mode>("{ pair = [1, 2] }"), Mode::Pair(1, 2));
    assert_eq!(value::<Vec<Mode>>("[\"off\", { level = 1 }]"), [Mode::Off, Mode::Level(1)]);
}

#[derive(Deserialize, PartialEq, Debug)]
struct Port {
    port: u16,
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Ports {
    one: Option<Port>,
    many: Vec<Port>,
}

#[test]
fn fields_take_one_block_at_most_one_or_many() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Exactly {
        one: Port,
    }
    assert_eq!(decode::<Exactly>("one {\n  port = 1\n}\n").one, Port { port: 1 });
    assert_eq!(decode::<Ports>(""), Ports::default());
    assert_eq!(decode::<Ports>("one { port = 1 }\n").one, Some(Port { port: 1 }));
    assert_eq!(decode::<Ports>("many { port = 1 }\n").many, [Port { port: 1 }]);
    let many = decode::<Ports>("many { port = 1 }\none { port = 9 }\nmany { port = 2 }\n").many;
    assert_eq!(many, [Port { port: 1 }, Port { port: 2 }]);
}

#[test]
fn labels_go_into_maps_fields_and_pairs() {
    const TEXT: &str = "rule \"tcp\" in {\n  port = 1\n}\nrule \"udp\" \"in\" {\n  port = 2\n}\nrule tcp out {\n  port = 3\n}\n";

    #[derive(Deserialize, PartialEq, Debug)]
    struct Maps {
        rule: BTreeMap<String, BTreeMap<String, Port>>,
    }
    let maps: Maps = decode(TEXT);
    assert_eq!(maps.rule["tcp"]["out"], Port { port: 3 });
    assert_eq!(maps.rule["udp"]["in"], Port { port: 2 });

    #[derive(Deserialize, PartialEq, Debug)]
    struct Rule {
        #[serde(rename = "$label")]
        protocol: String,
        #[serde(rename = "$label.1")]
        direction: String,
        port: u16,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Fields {
        rule: Vec<Rule>,
    }
    let fields: Fields = decode(TEXT);
    assert_eq!((fields.rule[1].protocol.as_str(), fields.rule[1].direction.as_str()), ("udp", "in"));

    #[derive(Deserialize, PartialEq, Debug)]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        port: u16,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Labels {
        rule: Vec<All>,
    }
    assert_eq!(decode_native::<Labels>(TEXT).rule[2].labels, ["tcp", "out"]);

    #[derive(Deserialize, PartialEq, Debug)]
    struct Pairs {
        rule: Vec<Labeled<(String, String), Port>>,
    }
    assert_eq!(decode::<Pairs>(TEXT).rule[0].labels, ("tcp".to_owned(), "in".to_owned()));

    #[derive(Deserialize, PartialEq, Debug)]
    struct Mixed {
        rule: BTreeMap<String, Vec<Labeled<String, Port>>>,
    }
    assert_eq!(decode::<Mixed>(TEXT).rule["tcp"].len(), 2);
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Item {
    Listen(Port),
    Name(String),
    Level { max: u8 },
}

#[test]
fn a_body_of_mixed_blocks_is_a_sequence_of_enums_in_source_order() {
    let items: Vec<Item> =
        decode_native("listen { port = 1 }\nname = \"x\"\nlisten { port = 2 }\nlevel { max = 3 }\n");
    assert_eq!(
        items,
        [
            Item::Listen(Port { port: 1 }),
            Item::Name("x".to_owned()),
            Item::Listen(Port { port: 2 }),
            Item::Level { max: 3 },
        ]
    );
    // In JSON, an array of objects keeps the order of blocks of different types.
    let json = r#"[{"listen": {"port": 1}}, {"name": "x"}, {"listen": {"port": 2}}, {"level": {"max": 3}}]"#;
    let from_json: Vec<Item> = serde_hcl::json::from_str(json).expect("it is sound");
    assert_eq!(from_json, items);
}

#[test]
fn the_first_label_selects_a_variant() {
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Check {
        Http { path: String },
        Tcp(Port),
        Nothing,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Checks {
        check: Vec<Check>,
    }
    let checks: Checks =
        decode("check \"http\" { path = \"/\" }\ncheck tcp { port = 1 }\ncheck \"nothing\" {}\n");
    assert_eq!(
        checks.check,
        [Check::Http { path: "/".to_owned() }, Check::Tcp(Port { port: 1 }), Check::Nothing]
    );
}

#[test]
fn a_self_describing_target_gets_blocks_as_sequences() {
    let json: serde_json::Value = decode_native("a = 1\nb \"x\" \"y\" {\n  c = [true]\n}\nd {}\n");
    assert_eq!(json, serde_json::json!({ "a": 1, "b": { "x": { "y": [{ "c": [true] }] } }, "d": [{}] }));
}

#[test]
fn flatten_and_untagged_work_as_serde_defines_them() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Outer {
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    assert_eq!(decode::<Outer>("name = \"x\"\na = 1\nb = 2\n").rest.len(), 2);

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    assert_eq!(value::<OneOrMany>("\"a\""), OneOrMany::One("a".to_owned()));
    assert_eq!(value::<OneOrMany>("[\"a\"]"), OneOrMany::Many(vec!["a".to_owned()]));

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Disk { size: u32 },
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Volume {
        volume: Tagged,
    }
    assert_eq!(decode::<Volume>("volume = { type = \"disk\", size = 5 }\n").volume, Tagged::Disk { size: 5 });
}

#[test]
fn strings_borrow_from_the_input() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        name: &'a str,
        #[serde(borrow)]
        note: Cow<'a, str>,
        #[serde(borrow)]
        service: BTreeMap<&'a str, Inner<'a>>,
    }
    #[derive(Deserialize)]
    struct Inner<'a> {
        image: &'a str,
    }
    let text = "name = \"web\"\nnote = \"a\\nb\"\nservice \"x\" {\n  image = \"i\"\n}\n".to_owned();
    let borrowed: Borrowed<'_> = serde_hcl::from_str(&text).expect("it is valid");
    assert_eq!((borrowed.name, &*borrowed.note), ("web", "a\nb"));
    let (key, inner) = borrowed.service.iter().next().expect("a service");
    for piece in [borrowed.name, key, inner.image] {
        assert!(text.as_bytes().as_ptr_range().contains(&piece.as_ptr()), "{piece} points into the input");
    }
}

#[test]
fn spanned_values_have_their_location() {
    #[derive(Deserialize)]
    struct Config {
        name: Spanned<String>,
        ports: Vec<Spanned<u16>>,
        service: BTreeMap<Spanned<String>, Spanned<Port>>,
    }
    let text = "name = \"web\"\nports = [80, 400 + 43]\nservice \"x\" {\n  port = 1\n}\n";
    let config: Config = serde_hcl::from_str(text).expect("it is valid");
    assert_eq!(&text[config.name.span()], "\"web\"");
    assert_eq!(&text[config.ports[1].span()], "400 + 43");
    assert_eq!(*config.ports[1].get_ref(), 443);
    let (key, service) = config.service.iter().next().expect("a service");
    assert_eq!(&text[key.span()], "\"x\"");
    assert_eq!(&text[service.span()], "service \"x\" {\n  port = 1\n}");
}

#[test]
fn a_context_gives_variables_and_functions() {
    let mut context = EvalContext::new();
    context.set("base", 8000).set_function("twice", Function::from_fn(|n: i64| n * 2));
    let port: Port =
        Options::new().context(context).from_str("port = twice(base) + 1\n").expect("it is valid");
    assert_eq!(port.port, 16001);
}

#[test]
fn spans_under_flatten_are_refused_with_the_reason() {
    #[derive(Deserialize, Debug)]
    struct Outer {
        #[serde(flatten)]
        _inner: Inner,
    }
    #[derive(Deserialize, Debug)]
    struct Inner {
        #[serde(rename = "a")]
        _a: Spanned<u8>,
    }
    let error = serde_hcl::from_str::<Outer>("a = 1\n").expect_err("serde buffers it");
    assert_eq!(
        error.to_string(),
        "1:5: Wrong type: Expected a value whose location is known, found 1. (in a)"
    );
}

/// A block of a sequence is decoded in the same way on its own and within other types.
#[test]
fn blocks_of_a_sequence_decode_alike_within_other_types() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Marker;
    let markers: BTreeMap<String, Vec<Marker>> = decode_native("stop {}\nstop {}\n");
    assert_eq!(markers["stop"], [Marker, Marker]);
    type Spans = BTreeMap<String, Vec<serde_spanned::Spanned<serde_hcl::Value>>>;
    let spans: Spans = decode_native("stop {\n  at = 1\n}\n");
    assert_eq!(spans["stop"][0].get_ref(), &serde_hcl::value!({ "at": 1 }));
}

#[derive(Deserialize, PartialEq, Debug)]
struct Numbered {
    n: usize,
}

#[test]
fn blocks_are_grouped_by_name_among_few_and_among_many() {
    for count in [1, 2, 12, 13, 36] {
        let text = (0..2 * count).map(|n| format!("name{} {{\n  n = {n}\n}}\n", n % count));
        let expected =
            (0..count).map(|n| (format!("name{n}"), vec![Numbered { n }, Numbered { n: n + count }]));
        let blocks: BTreeMap<String, Vec<Numbered>> = decode(&text.collect::<String>());
        assert_eq!(blocks, expected.collect());
    }
}

#[test]
fn the_first_attribute_that_is_repeated_is_reported() {
    let text = "{\n\"a\": 1,\n\"b\": 2,\n\"b\": 3,\n\"a\": 4\n}";
    let error = serde_hcl::json::from_str::<BTreeMap<String, u8>>(text).expect_err("b is repeated");
    assert_eq!(error.line(), Some(4), "{error:#}");
}

#[test]
fn one_value_or_a_list_is_a_sequence() {
    #[derive(Deserialize, Debug)]
    struct Config {
        #[serde(default, deserialize_with = "serde_hcl::with::many")]
        tags: Vec<String>,
        #[serde(default, deserialize_with = "serde_hcl::with::many")]
        ports: Vec<u16>,
        #[serde(default, deserialize_with = "serde_hcl::with::many")]
        b: Vec<BTreeMap<String, u8>>,
    }

    let decoded = |text: &str| match text.starts_with('{') {
        true => serde_hcl::json::from_str::<Config>(text),
        false => serde_hcl::from_str::<Config>(text),
    };
    let table = [
        ("tags = \"a\"\nports = \"80\"\n", r#"["a"] [80] []"#),
        ("tags = [1, \"b\"]\nports = 1 + 1\n", r#"["1", "b"] [2] []"#),
        ("ports = [for x in [1, 2] : x]\ntags = null\n", "[] [1, 2] []"),
        ("b {\n  x = 1\n}\n", r#"[] [] [{"x": 1}]"#),
        ("b {\n  x = 1\n}\nb {}\n", r#"[] [] [{"x": 1}, {}]"#),
        ("b = { x = 1 }\n", r#"[] [] [{"x": 1}]"#),
        (r#"{"tags": "a", "ports": 80, "b": {"x": 1}}"#, r#"["a"] [80] [{"x": 1}]"#),
        (r#"{"tags": ["a"], "ports": ["${80}", 443], "b": [{"x": 1}]}"#, r#"["a"] [80, 443] [{"x": 1}]"#),
    ];
    for (text, expected) in table {
        let Config { tags, ports, b } = decoded(text).expect(text);
        assert_eq!(format!("{tags:?} {ports:?} {b:?}"), expected, "{text}");
    }
    let table = [
        (
            "ports = [80, -1]\n",
            "1:14: Unsuitable value: Expected a whole number from 0 to 65535, found -1. (in ports[1])",
        ),
        ("tags = {}\n", "1:8: Wrong type: Expected a string, found an object. (in tags)"),
    ];
    for (text, expected) in table {
        assert_eq!(decoded(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn blocks_of_a_property_are_counted_one_by_one_in_a_tuple_of_variants() {
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        Copy { from: u8 },
    }

    let text = r#"{"copy": [{"from": 1}, {"from": 2}, {"from": 3}]}"#;
    let error = serde_hcl::json::from_str::<(Step,)>(text).expect_err("there are three");
    assert_eq!(
        error.to_string(),
        "1:1: Wrong number of elements: Expected a list of 1 element, found 3. Remove the last 2."
    );
    let error = serde_hcl::json::from_str::<(Step, Step)>(text).expect_err("there are three");
    assert_eq!(
        error.to_string(),
        "1:1: Wrong number of elements: Expected a list of 2 elements, found 3. Remove the last one."
    );
}
