//! The rules of decoding that `Options` change.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{
    Body, EvalContext, Options, Value,
    de::{Labeled, SingleBlocks, Spanned},
    diag::Code,
    ext, value,
};

use test_support::rows::check_each;

fn objects() -> Options {
    Options::new().single_blocks(SingleBlocks::Object)
}

#[track_caller]
fn error<T: DeserializeOwned + Debug>(options: &Options, text: &str) -> String {
    options.from_str::<T>(text).expect_err("it is refused").to_string()
}

#[derive(Deserialize, Debug, PartialEq)]
struct Limits {
    cpu: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Tagged {
    Tcp { limits: Limits },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Limits(Limits),
    Wrapped { limits: Limits },
}

#[derive(Deserialize, Debug, PartialEq)]
struct Flat<T> {
    #[serde(flatten)]
    more: T,
}

#[derive(Deserialize, Debug, PartialEq)]
struct More {
    limits: Limits,
    other: Option<Limits>,
    named: Option<BTreeMap<String, Limits>>,
}

#[test]
fn single_blocks_are_objects_for_types_that_take_anything() {
    let table = [
        ("a {\n  b = 1\n}\n", value!({ "a": [{ "b": 1 }] }), value!({ "a": { "b": 1 } })),
        ("a x {\n  b = 1\n}\n", value!({ "a": { "x": [{ "b": 1 }] } }), value!({ "a": { "x": { "b": 1 } } })),
        (
            "a x y {}\na x z {}\na x z {}\n",
            value!({ "a": { "x": { "y": [{}], "z": [{}, {}] } } }),
            value!({ "a": { "x": { "y": {}, "z": [{}, {}] } } }),
        ),
        ("a {\n  b {}\n}\na {}\n", value!({ "a": [{ "b": [{}] }, {}] }), value!({ "a": [{ "b": {} }, {}] })),
    ];
    check_each(table, |(text, sequences, single)| {
        assert_eq!(serde_hcl::from_str::<Value>(text).expect("it is sound"), sequences, "{text}");
        let options = Options::new().single_blocks(SingleBlocks::Sequence);
        assert_eq!(options.from_str::<Value>(text).expect("it is sound"), sequences, "{text}");
        assert_eq!(objects().from_str::<Value>(text).expect("it is sound"), single, "{text}");
        let json = |options: &Options| options.from_str::<serde_json::Value>(text).expect("it is sound");
        assert_eq!(json(&Options::new()), serde_json::to_value(&sequences).expect("it has a form"), "{text}");
        assert_eq!(json(&objects()), serde_json::to_value(&single).expect("it has a form"), "{text}");
    });
}

#[test]
fn single_blocks_are_structs_in_buffered_types() {
    let limits = || Limits { cpu: 2 };
    let text = "limits {\n  cpu = 2\n}\nnamed a {\n  cpu = 2\n}\n";
    let flat: Flat<More> = objects().from_str(text).expect("it fits");
    let named = Some(BTreeMap::from([("a".to_owned(), limits())]));
    assert_eq!(flat.more, More { limits: limits(), other: None, named });
    let text = "type = \"tcp\"\nlimits {\n  cpu = 2\n}\n";
    assert_eq!(objects().from_str::<Tagged>(text).expect("it fits"), Tagged::Tcp { limits: limits() });
    let text = "rule {\n  type = \"tcp\"\n  limits {\n    cpu = 2\n  }\n}\n";
    let tagged: BTreeMap<String, Tagged> = objects().from_str(text).expect("it fits");
    assert_eq!(tagged["rule"], Tagged::Tcp { limits: limits() });
    let text = "a {\n  cpu = 2\n}\nb {\n  limits {\n    cpu = 2\n  }\n}\n";
    let untagged: BTreeMap<String, Untagged> = objects().from_str(text).expect("it fits");
    assert_eq!(untagged["a"], Untagged::Limits(limits()));
    assert_eq!(untagged["b"], Untagged::Wrapped { limits: limits() });
    // A single pass has the same rules.
    let mut deserializer = objects().deserializer(text).expect("it is sound");
    let again = BTreeMap::<String, Untagged>::deserialize(&mut deserializer).expect("it fits");
    assert_eq!(again, untagged);
    // In other types, the type determines the number of blocks.
    let lists: BTreeMap<String, Vec<Limits>> = objects().from_str("a {\n  cpu = 2\n}\n").expect("it fits");
    assert_eq!(lists["a"], [limits()]);
}

#[derive(Deserialize, Debug, PartialEq)]
struct Site<T> {
    a: T,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Dot,
    Level(u8),
    Circle { cpu: u8 },
    Listen(Limits),
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Kind {
    Tcp { cpu: u8 },
}

const NO_ATTRIBUTE: &str = "Attribute in place of a block: A block is expected here, not an attribute.";

const NO_BLOCK: &str =
    "Block in place of an attribute: \"a\" is an attribute, not a block. Expected an object.";

#[test]
fn strict_structs_are_blocks() {
    fn check<T: DeserializeOwned + Debug + PartialEq>(block: &str, attribute: &str, place: &str) {
        let strict = Options::new().strict(true);
        let expected: Site<T> = serde_hcl::from_str(block).unwrap_or_else(|error| panic!("{block}{error}"));
        assert_eq!(
            strict.from_str::<Site<T>>(block).unwrap_or_else(|error| panic!("{block}{error}")),
            expected
        );
        assert_eq!(serde_hcl::from_str::<Site<T>>(attribute).expect(attribute), expected, "{attribute}");
        let error = strict.from_str::<Site<T>>(attribute).expect_err(attribute);
        assert_eq!(
            error.to_string(),
            format!("{place}: {NO_ATTRIBUTE} (in {})", error.path()),
            "{attribute}"
        );
        assert_eq!(error.diagnostics().iter().count(), 1, "{error:?}");
        assert_eq!(
            error.diagnostics().iter().next().and_then(|it| it.code()).map(Code::as_str),
            Some("attribute-for-block")
        );
        let help: Vec<_> = error.diagnostics().iter().flat_map(|it| it.help()).collect();
        assert_eq!(help, ["Write a { … }, or a \"…\" { … } where it has a label."]);
    }
    let block = "a {\n  cpu = 2\n}\n";
    check::<Limits>(block, "a = { cpu = 2 }\n", "1:5");
    check::<Limits>(block, "a = ({ cpu = 2 })\n", "1:5");
    check::<Limits>(block, "a = true ? { cpu = 2 } : null\n", "1:5");
    check::<Option<Limits>>(block, "a = { cpu = 2 }\n", "1:5");
    assert!(Options::new().strict(true).from_str::<Site<Spanned<Limits>>>(block).is_ok());
    assert!(Options::new().strict(true).from_str::<Site<Spanned<Limits>>>("a = { cpu = 2 }\n").is_err());
}

#[test]
fn strict_containers_of_structs_are_blocks() {
    let strict = Options::new().strict(true);
    let block = "a {\n  cpu = 2\n}\n";
    let labeled = "a x {\n  cpu = 2\n}\n";
    fn refused<T: DeserializeOwned + Debug>(text: &str) -> (String, String) {
        let error = Options::new().strict(true).from_str::<Site<T>>(text).expect_err(text);
        assert_eq!(
            error.diagnostics().iter().next().and_then(|it| it.code()).map(Code::as_str),
            Some("attribute-for-block"),
            "{error:?}"
        );
        (format!("{}:{}", error.line().unwrap_or(0), error.column().unwrap_or(0)), error.path().to_owned())
    }
    let at = |place: &str, path: &str| (place.to_owned(), path.to_owned());
    assert_eq!(refused::<Vec<Limits>>("a = [{ cpu = 2 }]\n"), at("1:6", "a[0]"));
    assert_eq!(refused::<Vec<Limits>>("a = [for n in [2] : { cpu = n }]\n"), at("1:5", "a[0]"));
    assert_eq!(refused::<BTreeMap<String, Limits>>("a = { x = { cpu = 2 } }\n"), at("1:11", "a.x"));
    assert_eq!(refused::<Shape>("a = { circle = { cpu = 2 } }\n"), at("1:16", "a.circle"));
    assert_eq!(refused::<Vec<Shape>>("a = [\"dot\", { circle = { cpu = 2 } }]\n"), at("1:24", "a[1].circle"));
    assert_eq!(refused::<Shape>("a = { listen = { cpu = 2 } }\n"), at("1:16", "a.listen"));
    assert_eq!(refused::<Flat<Limits>>("a = { cpu = 2 }\n"), at("1:5", "a"));
    assert_eq!(refused::<Kind>("a = { type = \"tcp\", cpu = 2 }\n"), at("1:5", "a"));
    assert_eq!(refused::<Labeled<String, Limits>>("a = [\"x\", { cpu = 2 }]\n"), at("1:5", "a"));
    assert_eq!(refused::<Body>("a = { cpu = 2 }\n"), at("1:5", "a"));
    let fits = |result: Result<(), serde_hcl::Error>| result.unwrap_or_else(|error| panic!("{error:?}"));
    fits(strict.from_str::<Site<Vec<Limits>>>(block).map(drop));
    fits(strict.from_str::<Site<Vec<Limits>>>("a = []\n").map(drop));
    fits(strict.from_str::<Site<BTreeMap<String, Limits>>>(labeled).map(drop));
    fits(strict.from_str::<Site<BTreeMap<String, Vec<Limits>>>>(labeled).map(drop));
    fits(strict.from_str::<Site<Shape>>("a circle {\n  cpu = 2\n}\n").map(drop));
    fits(strict.from_str::<Site<Shape>>("a = \"dot\"\n").map(drop));
    fits(strict.from_str::<Site<Shape>>("a = { level = 2 }\n").map(drop));
    fits(strict.from_str::<Site<Vec<Shape>>>("a = [\"dot\", { level = 2 }]\n").map(drop));
    fits(strict.from_str::<Vec<Shape>>("dot {}\nlevel = 2\ncircle {\n  cpu = 2\n}\n").map(drop));
    fits(strict.from_str::<Site<Flat<Limits>>>(block).map(drop));
    fits(strict.from_str::<Site<Kind>>("a {\n  type = \"tcp\"\n  cpu = 2\n}\n").map(drop));
    fits(strict.from_str::<Site<Labeled<String, Limits>>>(labeled).map(drop));
    fits(strict.from_str::<Site<Body>>(block).map(drop));
    fits(strict.from_str::<Site<(Limits, u8)>>("a = [{ cpu = 2 }, 1]\n").map(drop));
    fits(strict.from_str::<Site<(Vec<Limits>, u8)>>("a = [[{ cpu = 2 }], 1]\n").map(drop));
    fits(strict.from_str::<Site<(Limits, u8)>>("a = [for n in [{ cpu = 2 }, 1] : n]\n").map(drop));
}

#[test]
fn strict_maps_are_attributes() {
    type Map = BTreeMap<String, u8>;
    let strict = Options::new().strict(true);
    let block = "a {\n  cpu = 2\n}\n";
    assert_eq!(serde_hcl::from_str::<Site<Map>>(block).expect("it fits").a["cpu"], 2);
    assert_eq!(strict.from_str::<Site<Map>>("a = { cpu = 2 }\n").expect("it fits").a["cpu"], 2);
    assert_eq!(error::<Site<Map>>(&strict, block), format!("1:1: {NO_BLOCK} (in a)"));
    assert_eq!(error::<Site<Vec<Map>>>(&strict, block), format!("1:1: {NO_BLOCK} (in a[0])"));
    assert_eq!(
        error::<Site<BTreeMap<String, Map>>>(&strict, "a x {\n  cpu = 2\n}\n"),
        format!("1:1: {NO_BLOCK} (in a.x)")
    );
    // Types that accept anything accept both.
    for text in [block, "a = { cpu = 2 }\n"] {
        assert!(strict.from_str::<Site<Value>>(text).is_ok());
        assert!(strict.from_str::<Site<serde_json::Value>>(text).is_ok());
        let objects = objects().strict(true);
        assert!(objects.from_str::<Site<Untagged>>(text).is_ok());
    }
}

#[test]
fn fields_declare_attributes_and_blocks() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Declared {
        #[serde(default, deserialize_with = "serde_hcl::with::attribute")]
        owner: Option<Vec<Limits>>,
        #[serde(default, deserialize_with = "serde_hcl::with::blocks::deserialize")]
        tags: BTreeMap<String, BTreeMap<String, u8>>,
    }
    let text = "owner = [{ cpu = 1 }]\ntags x {\n  a = 2\n}\n";
    let expected = Declared {
        owner: Some(vec![Limits { cpu: 1 }]),
        tags: BTreeMap::from([("x".to_owned(), BTreeMap::from([("a".to_owned(), 2)]))]),
    };
    let in_json = r#"{"owner": [{"cpu": 1}], "tags": {"x": {"a": 2}}}"#;
    for options in [Options::new(), Options::new().strict(true)] {
        assert_eq!(options.from_str::<Declared>(text).expect("it fits"), expected);
        assert_eq!(options.clone().json(true).from_str::<Declared>(in_json).expect("it fits"), expected);
        let nothing = options.from_str::<Declared>("owner = null\ntags = null\n").expect("it fits");
        assert_eq!(nothing, Declared { owner: None, tags: BTreeMap::new() });
        assert_eq!(
            error::<Declared>(&options, "owner {\n  cpu = 1\n}\n"),
            "1:1: Block in place of an attribute: \"owner\" is an attribute, not a block. Expected a value. (in owner)"
        );
        assert_eq!(
            error::<Declared>(&options, "tags = { x = { a = 2 } }\n"),
            format!("1:8: {NO_ATTRIBUTE} (in tags)")
        );
        let json = options.json(true);
        assert_eq!(
            error::<Declared>(&json, r#"{"tags": "${1}"}"#),
            format!("1:10: {NO_ATTRIBUTE} (in tags)")
        );
    }
    // Blocks within a declared block follow the strict rules too.
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Outer {
        #[serde(deserialize_with = "serde_hcl::with::blocks::deserialize")]
        outer: BTreeMap<String, Limits>,
    }
    let strict = Options::new().strict(true);
    assert!(strict.from_str::<Outer>("outer {\n  a {\n    cpu = 1\n  }\n}\n").is_ok());
    assert_eq!(
        error::<Outer>(&strict, "outer {\n  a = { cpu = 1 }\n}\n"),
        format!("2:7: {NO_ATTRIBUTE} (in outer.a)")
    );
    // Other formats have no such rules.
    let other: Declared = serde_json::from_str(in_json).expect("it fits");
    assert_eq!(other, expected);
}

#[test]
fn strict_json_refuses_expressions_only() {
    let strict = Options::new().strict(true).json(true);
    let mut context = EvalContext::new();
    context.set("a", value!({ "cpu": 2 }));
    let strict = strict.context(context);
    for text in [r#"{"a": {"cpu": 2}}"#, r#"{"a": [{"cpu": 2}]}"#] {
        assert_eq!(strict.from_str::<Site<Limits>>(text).expect("it fits").a, Limits { cpu: 2 });
        assert_eq!(
            strict.from_str::<Site<Flat<Limits>>>(r#"{"a": {"cpu": 2}}"#).expect("it fits").a.more.cpu,
            2
        );
    }
    assert!(strict.from_str::<Site<Kind>>(r#"{"a": {"type": "tcp", "cpu": 2}}"#).is_ok());
    assert!(strict.from_str::<Site<BTreeMap<String, u8>>>(r#"{"a": {"cpu": 2}}"#).is_ok());
    assert!(strict.from_str::<Site<BTreeMap<String, u8>>>(r#"{"a": "${a}"}"#).is_ok());
    assert_eq!(error::<Site<Limits>>(&strict, r#"{"a": "${a}"}"#), format!("1:7: {NO_ATTRIBUTE} (in a)"));
}

/// All errors are found, and each is reported once.
#[test]
fn strict_errors_come_together() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Both {
        one: Limits,
        tags: BTreeMap<String, u8>,
        two: Vec<Limits>,
        name: String,
    }
    let text = "one = { cpu = 1 }\ntags {\n  a = 1\n}\ntwo = [{ cpu = 1 }]\nname = [1]\n";
    let error = Options::new().strict(true).from_str::<Both>(text).expect_err("it is refused");
    let found: Vec<_> =
        error.diagnostics().iter().map(|it| (it.path().to_owned(), it.code().map(Code::as_str))).collect();
    assert_eq!(
        found,
        [
            ("one".to_owned(), Some("attribute-for-block")),
            ("tags".to_owned(), Some("block-for-attribute")),
            ("two[0]".to_owned(), Some("attribute-for-block")),
            ("name".to_owned(), Some("type-mismatch")),
        ]
    );
}

#[test]
fn expressions_are_strings() {
    let options = Options::new().expressions_as_strings(true);
    let decode = |text: &str| options.from_str::<serde_json::Value>(text).expect("it is sound");
    let table = [
        ("null", "null"),
        ("true", "true"),
        ("1.5", "1.5"),
        ("-1", "-1"),
        ("-1.50", "-1.5"),
        ("[-1, --1, !x]", "[-1, \"${--1}\", \"${!x}\"]"),
        ("\"x\"", "\"x\""),
        ("\"é\"", "\"é\""),
        ("\"$${x} %%{y} $\"", "\"$${x} %%{y} $\""),
        ("\"$${é}\"", "\"$${é}\""),
        ("var.x", "\"${var.x}\""),
        ("a.b + 1", "\"${a.b + 1}\""),
        ("f(1, g)", "\"${f(1, g)}\""),
        ("(1)", "\"${(1)}\""),
        ("\"a-${x}\"", "\"a-${x}\""),
        ("\"${x}\"", "\"${x}\""),
        ("\"%{ if x }a%{ endif }\"", "\"%{ if x }a%{ endif }\""),
        ("[1, x, [y.z]]", r#"[1, "${x}", ["${y.z}"]]"#),
        ("{ a = x, b = { \"c\" = 1 } }", r#"{"a": "${x}", "b": {"c": 1}}"#),
        ("{ (k) = x }", r#"{"${k}": "${x}"}"#),
        ("{ \"$${x}\" = 1, \"é\" = -2 }", r#"{"$${x}": 1, "é": -2}"#),
        ("{ \"a/${k}\" = { (l) = x }, Name = [k] }", r#"{"a/${k}": {"${l}": "${x}"}, "Name": ["${k}"]}"#),
        ("{ (k) = x, a = 1 }", r#""${{ (k) = x, a = 1 }}""#),
        ("[for n in l : n]", "\"${[for n in l : n]}\""),
        ("f(\n  1,\n)", r#""${f(\n  1\n)}""#),
        ("f(<<E\nx\nE\n)", r#""${f(<<E\nx\nE\n)}""#),
        ("x == <<E\nx\nE", r#""${x == <<E\nx\nE\n}""#),
    ];
    check_each(table, |(expression, expected)| {
        let expected: serde_json::Value = serde_json::from_str(expected).expect("it is JSON");
        let text = format!("a = {expression}\n");
        assert_eq!(decode(&text), serde_json::json!({ "a": expected }), "{text}");
        // The string is the value as it is written in HCL JSON.
        let body = serde_hcl::parse_file(text.as_str()).into_result().expect("it is sound").body().clone();
        let json = serde_hcl::json::to_string(&body).expect("it can be written");
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(decode(&text), json, "{text}");
    });
    assert_eq!(decode("b x {\n  c = d\n}\n"), serde_json::json!({ "b": { "x": [{ "c": "${d}" }] } }));
}

#[test]
fn expressions_are_strings_in_json() {
    let options = Options::new().json(true).expressions_as_strings(true);
    let text = r#"{"a": "x ${y}", "b": ["${1 + 1}", "é", "$${z}"], "c": {"d": 1, "e": null, "${f}": "${g}", "$${h}": 2}}"#;
    let read: serde_json::Value = options.from_str(text).expect("it is sound");
    assert_eq!(read, serde_json::from_str::<serde_json::Value>(text).expect("it is JSON"));
    let literal = options.context(EvalContext::literal_only());
    let read: serde_json::Value =
        literal.from_str(r#"{"a": "x ${y}", "b": "é", "c": {"${d}": 1}}"#).expect("it is sound");
    assert_eq!(read, serde_json::json!({ "a": "x $${y}", "b": "é", "c": { "$${d}": 1 } }));
}

#[test]
fn typed_fields_are_evaluated_beside_strings() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Config {
        port: u16,
        name: String,
        value: Value,
        maybe: Option<serde_json::Value>,
        list: Vec<serde_json::Value>,
        flat: Flat<BTreeMap<String, String>>,
    }
    let text =
        "port = 40 * 2\nname = \"a${1}\"\nvalue = [1 + 1]\nmaybe = x\nlist = [x, 1]\nflat {\n  a = x\n}\n";
    let config: Config = Options::new().expressions_as_strings(true).from_str(text).expect("it fits");
    let x = || serde_json::json!("${x}");
    assert_eq!(
        config,
        Config {
            port: 80,
            name: "a1".to_owned(),
            value: value!([2]),
            maybe: Some(x()),
            list: vec![x(), serde_json::json!(1)],
            flat: Flat { more: BTreeMap::from([("a".to_owned(), "${x}".to_owned())]) },
        }
    );
}

#[test]
fn generated_blocks_are_evaluated() {
    let text = "a = 1 + 1\ndynamic \"b\" {\n  for_each = [1, 2]\n  content {\n    n = b.value + 1\n  }\n}\n";
    let file = serde_hcl::parse_file(text).into_result().expect("it is sound");
    let body = ext::expand_dynamic_blocks(file.body(), &EvalContext::new());
    let options = Options::new().expressions_as_strings(true);
    let read: serde_json::Value = options.from_body(&body).expect("it is sound");
    assert_eq!(read, serde_json::json!({ "a": "${1 + 1}", "b": [{ "n": 2 }, { "n": 3 }] }));
}
