//! Bodies that override others.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_hcl::ext;
use serde_hcl::{
    Body, EvalContext, Source, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    from_body, json, parse_file,
};

use test_support::rows::check_each;

#[track_caller]
fn native(name: &str, text: &str) -> Body {
    let file = parse_file(Source::new(name, text)).into_result();
    file.unwrap_or_else(|error| panic!("{error:#}")).body().clone()
}

#[track_caller]
fn in_json(name: &str, text: &str) -> Body {
    let file = json::parse_file(Source::new(name, text)).into_result();
    file.unwrap_or_else(|error| panic!("{error:#}")).body().clone()
}

#[track_caller]
fn body(name: &str, text: &str) -> Body {
    if text.starts_with('{') { in_json(name, text) } else { native(name, text) }
}

/// Returns the text with all line breaks and spaces as single spaces.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn attributes_replace_and_blocks_merge() {
    let table: [(&[&str], &str); 16] = [
        (&["a = 1\nb = 2\n", "b = 3\nc = 4\n"], "a = 1 b = 3 c = 4"),
        (&["a = 1\n"], "a = 1"),
        (&["x {\n a = 1\n b = 1\n}\n", "x {\n b = 2\n c = 2\n}\n"], "x { a = 1 b = 2 c = 2 }"),
        (&["x l {\n a = 1\n}\n", "x m {\n a = 2\n}\n"], "x \"l\" { a = 1 } x \"m\" { a = 2 }"),
        (&["x l {\n a = 1\n}\nx m {}\n", "x m {\n a = 2\n}\n"], "x \"l\" { a = 1 } x \"m\" { a = 2 }"),
        (&["x \"l\" n {\n a = 1\n}\n", "x l \"n\" {\n a = 2\n}\n"], "x \"l\" \"n\" { a = 2 }"),
        // Nested blocks replace all blocks of their type and are not merged.
        (
            &["x {\n n {\n a = 1\n }\n n {}\n m {\n a = 1\n }\n}\n", "x {\n n {\n b = 2\n }\n}\n"],
            "x { m { a = 1 } n { b = 2 } }",
        ),
        (&["x {\n n l {}\n}\n", "x {\n n m {}\n}\n"], "x { n \"m\" {} }"),
        // Later bodies override earlier ones.
        (
            &["x {\n a = 1\n b = 1\n n {}\n}\n", "x {\n a = 2\n}\n", "x {\n a = 3\n n {\n c = 3\n }\n}\n"],
            "x { b = 1 a = 3 n { c = 3 } }",
        ),
        (&["a = 1\n", "x {\n a = 1\n}\n", "x {\n a = 2\n b = 3\n}\n"], "a = 1 x { a = 2 b = 3 }"),
        (&["x {\n a = 1\n}\n", "x {\n a = 2\n}\nx {\n a = 3\n}\n"], "x { a = 3 }"),
        // Attributes of several blocks with the same header, such as `locals`.
        (&["x {\n a = 1\n}\nx {\n b = 1\n}\n", "x {\n a = 2\n c = 2\n}\n"], "x {} x { b = 1 a = 2 c = 2 }"),
        // Dynamic blocks.
        (
            &[
                "x {\n dynamic n {\n for_each = []\n }\n dynamic m {}\n k {}\n}\n",
                "x {\n n {}\n dynamic k {}\n}\n",
            ],
            "x { dynamic \"m\" {} n {} dynamic \"k\" {} }",
        ),
        (&["dynamic n {\n a = 1\n}\n", "dynamic n {\n b = 2\n}\n"], "dynamic \"n\" { b = 2 }"),
        (&["", "a = 1\n"], "a = 1"),
        (&["a = 1\nx {}\n", ""], "a = 1 x {}"),
    ];
    check_each(table, |(texts, expected)| {
        let overlay = Body::overlay(texts.iter().map(|text| native("x.hcl", text)));
        let text = serde_hcl::to_string(&overlay).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(in_a_line(&text), expected, "{texts:?}");
        // An overlay can be overlaid again.
        let (first, rest) = texts.split_at(texts.len().min(2));
        let inner = Body::overlay(first.iter().map(|text| native("x.hcl", text)));
        let again = Body::overlay(std::iter::once(inner).chain(rest.iter().map(|it| native("x.hcl", it))));
        assert_eq!(in_a_line(&serde_hcl::to_string(&again).expect("it is written")), expected, "{texts:?}");
    });
}

#[derive(serde::Deserialize, PartialEq, Eq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Root {
    a: u8,
    tags: Vec<String>,
    server: BTreeMap<String, Server>,
    limits: Option<Limits>,
}

#[derive(serde::Deserialize, PartialEq, Eq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Server {
    port: u16,
    host: String,
    check: Vec<Limits>,
}

#[derive(serde::Deserialize, PartialEq, Eq, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Limits {
    low: u8,
    high: u8,
}

const BASE: &str = r#"
a    = 1
tags = ["x", "y"]
server "web" {
  port = 80
  host = "h"
  check {
    low = 1
  }
  check {
    low = 2
  }
}
server "db" {
  port = 1
}
limits {
  low  = 1
  high = 1
}
"#;

const BASE_JSON: &str = r#"{
  "a": 1, "tags": ["x", "y"],
  "server": {
    "web": { "port": 80, "host": "h", "check": [{ "low": 1 }, { "low": 2 }] },
    "db": { "port": 1 }
  },
  "limits": { "low": 1, "high": 1 }
}"#;

const OVERRIDE: &str = r#"
a    = 2
tags = ["z"]
server "web" {
  port = 8080
  check {
    high = 3
  }
}
server "new" {
  port = 3
}
limits {
  high = 2
}
"#;

const OVERRIDE_JSON: &str = r#"{
  "a": 2, "tags": ["z"],
  "server": { "web": { "port": 8080, "check": { "high": 3 } }, "new": { "port": 3 } },
  "limits": { "high": 2 }
}"#;

fn overridden() -> Root {
    let server = |port, host: &str, check| Server { port, host: host.into(), check };
    Root {
        a: 2,
        tags: vec!["z".into()],
        server: BTreeMap::from([
            ("web".into(), server(8080, "h", vec![Limits { low: 0, high: 3 }])),
            ("db".into(), server(1, "", vec![])),
            ("new".into(), server(3, "", vec![])),
        ]),
        limits: Some(Limits { low: 1, high: 2 }),
    }
}

#[test]
fn both_syntaxes_override_each_other() {
    for (base, over) in
        [(BASE, OVERRIDE), (BASE_JSON, OVERRIDE_JSON), (BASE, OVERRIDE_JSON), (BASE_JSON, OVERRIDE)]
    {
        let overlay = Body::overlay([body("base", base), body("over", over)]);
        let decoded: Root =
            from_body(&overlay, &EvalContext::new()).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(decoded, overridden(), "{base} {over}");
        // Repeating the override changes nothing.
        let overlay = Body::overlay([body("base", base), body("over", over), body("over", over)]);
        let decoded: Root =
            from_body(&overlay, &EvalContext::new()).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(decoded, overridden(), "{base} {over}");
    }
}

#[test]
fn the_content_by_a_schema_is_that_of_the_overlay() {
    let schema = BodySchema::new(
        [AttributeSchema::required("a"), AttributeSchema::optional("tags")],
        [BlockSchema::new("server", ["name"]), BlockSchema::new("limits", [] as [&str; 0])],
    );
    let schema = schema.expect("names differ");
    let inner = BodySchema::new(
        ["port", "host"].map(AttributeSchema::optional),
        [BlockSchema::new("check", [] as [&str; 0])],
    );
    let inner = inner.expect("names differ");
    for (base, over) in
        [(BASE, OVERRIDE), (BASE_JSON, OVERRIDE_JSON), (BASE, OVERRIDE_JSON), (BASE_JSON, OVERRIDE)]
    {
        let overlay = Body::overlay([body("base", base), body("over", over)]);
        let content = overlay.content(&schema).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let value = |attribute: &serde_hcl::Attribute| {
            let value = attribute.expression().evaluate(&EvalContext::new()).expect("it has a value");
            format!("{}={value}", attribute.name())
        };
        let mut found: Vec<_> = content.attributes().map(value).collect();
        assert_eq!(found, ["a=2", "tags=[\"z\"]"]);
        found.clear();
        for block in content.blocks_of_type("server") {
            let content =
                block.body().content(&inner).into_result().unwrap_or_else(|error| panic!("{error:#}"));
            let values: Vec<_> = content.attributes().map(value).collect();
            found.push(format!(
                "{} {} {}",
                block.labels()[0].text(),
                values.join(" "),
                content.blocks().len()
            ));
        }
        found.sort_unstable();
        assert_eq!(found, ["db port=1 0", "new port=3 0", "web host=\"h\" port=8080 1"], "{base} {over}");
        assert_eq!(content.blocks_of_type("limits").count(), 1);
        let (content, rest) =
            overlay.partial_content(&schema).into_result().unwrap_or_else(|it| panic!("{it:#}"));
        assert_eq!(content.blocks().len(), 4);
        assert_eq!((rest.attributes().count(), rest.blocks().count()), (0, 0));
    }
}

#[test]
fn json_values_other_than_objects_are_replaced() {
    let table = [
        (r#"{"limits": {"low": 1}}"#, r#"{"limits": [{"high": 2}]}"#, Some((0, 2))),
        (r#"{"limits": [{"low": 1}]}"#, r#"{"limits": {"high": 2}}"#, Some((0, 2))),
        (r#"{"limits": {"low": 1}}"#, r#"{"limits": null}"#, None),
        (r#"{"limits": null}"#, r#"{"limits": {"low": 1}}"#, Some((1, 0))),
    ];
    check_each(table, |(base, over, expected)| {
        let overlay = Body::overlay([in_json("base", base), in_json("over", over)]);
        let decoded: Root =
            from_body(&overlay, &EvalContext::new()).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(decoded.limits, expected.map(|(low, high)| Limits { low, high }));
    });
    let overlay = Body::overlay([
        in_json("base", r#"{"server": {"a": {"port": 1}, "b": {"port": 2}}}"#),
        in_json("over", r#"{"server": {"a": [{"host": "x"}]}}"#),
    ]);
    let decoded: Root = from_body(&overlay, &EvalContext::new()).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!((decoded.server["a"].port, decoded.server["b"].port), (0, 2));
}

#[test]
fn errors_have_the_location_in_the_file_that_sets_the_value() {
    let base = "limits {\n  low = 1\n}\nserver \"a\" {\n  port = \"x\"\n}\n";
    let table = [
        ("limits {\n  high = 300\n}\nserver \"a\" {\n  port = 1\n}\n", "over.hcl:2:10"),
        ("limits {\n  high = 2\n}\n", "base.hcl:5:10"),
        ("server \"a\" {\n  port = 1\n  prot = 2\n}\n", "over.hcl:3:3"),
        ("server \"a\" {\n  port = 1\n}\nlimits \"x\" {}\n", "over.hcl:4:1"),
    ];
    check_each(table, |(over, expected)| {
        let overlay = Body::overlay([native("base.hcl", base), native("over.hcl", over)]);
        let error = from_body::<Root>(&overlay, &EvalContext::new()).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{expected}: ")), "{error}");
    });
}

#[test]
fn dynamic_blocks_are_expanded_before_and_after() {
    let base = native("base.hcl", "server \"a\" {\n  check {}\n  check {}\n}\n");
    let over = native(
        "over.hcl",
        "server \"a\" {\n  dynamic \"check\" {\n    for_each = [1, 2, 3]\n    content {\n      low = check.value\n    }\n  }\n}\n",
    );
    let context = EvalContext::new();
    let before = Body::overlay([&base, &over].map(|body| ext::expand_dynamic_blocks(body, &context)));
    let after = ext::expand_dynamic_blocks(&Body::overlay([base, over]), &context);
    for overlay in [before, after] {
        let decoded: Root = from_body(&overlay, &context).unwrap_or_else(|error| panic!("{error:#}"));
        let low: Vec<_> = decoded.server["a"].check.iter().map(|it| it.low).collect();
        assert_eq!(low, [1, 2, 3]);
    }
}

#[test]
fn overlays_are_made_in_linear_time() {
    // With quadratic time, this number of blocks would take too long.
    let many =
        |value: u32| (0..20_000).map(|n| format!("x l{n} {{\n  a = {value}\n}}\n")).collect::<String>();
    let overlay = Body::overlay([native("base", &many(1)), native("over", &many(2))]);
    assert_eq!(overlay.blocks().count(), 20_000);
    let many = |value: u32| {
        let blocks: Vec<_> = (0..20_000).map(|n| format!("\"l{n}\": {{ \"a\": {value} }}")).collect();
        format!("{{ \"x\": {{ {} }} }}", blocks.join(","))
    };
    let overlay = Body::overlay([in_json("base", &many(1)), in_json("over", &many(2))]);
    let schema = BodySchema::new([], [BlockSchema::new("x", ["l"])]).expect("names differ");
    assert_eq!(overlay.content(&schema).into_result().expect("it fits").blocks().len(), 20_000);
}

#[test]
fn many_overrides_of_one_block_take_linear_time() {
    let one = |n: u32| format!("x {{\n  a{n} = {n}\n  b = {n}\n}}\n");
    let many: String = (0..20_000).map(one).collect();
    let overlay = Body::overlay([native("base", &one(0)), native("over", &many)]);
    let block = overlay.blocks().next().expect("a block");
    assert_eq!(block.body().attributes().count(), 20_001);
    let attributes =
        |value: u32| (0..5_000).map(|n| format!("a{n} = {{ b{value} = 1 }}\n")).collect::<String>();
    let overlay = Body::overlay_objects([native("base", &attributes(1)), native("over", &attributes(2))]);
    assert_eq!(overlay.attributes().count(), 5_000);
    let one = |n: u32| format!("\"x\": {{ \"a{n}\": {n}, \"b\": {n} }}");
    let many: Vec<String> = (0..20_000).map(one).collect();
    let many = format!("{{ {} }}", many.join(","));
    for (base, over) in [(&*many, &*many), ("x {\n}\n", &*many), (&*many, "x {\n  b = 1\n}\n")] {
        let overlay = Body::overlay([body("base", base), body("over", over)]);
        let schema = BodySchema::new([], [BlockSchema::new("x", [] as [&str; 0])]).expect("names differ");
        assert!(!overlay.content(&schema).value.blocks().is_empty());
    }
}

#[test]
fn deep_overlays_merge_blocks_at_all_levels() {
    let base =
        "a {\n  b \"x\" {\n    c {\n      one = 1\n      two = 2\n    }\n  }\n  d {\n    e = 1\n  }\n}\n";
    for (over, expected) in [
        (
            native("over", "a {\n  b \"x\" {\n    c {\n      two = 3\n    }\n  }\n}\n"),
            r#"{"a":[{"b":{"x":[{"c":[{"one":1,"two":3}]}]},"d":[{"e":1}]}]}"#,
        ),
        (
            in_json("over", r#"{"a": {"b": {"x": {"c": {"two": 3}}}, "d": {"f": 2}}}"#),
            r#"{"a":[{"b":{"x":[{"c":[{"one":1,"two":3}]}]},"d":[{"e":1,"f":2}]}]}"#,
        ),
        (
            native("over", "a {\n  b \"y\" {}\n  d {\n    e = 2\n  }\n}\n"),
            r#"{"a":[{"b":{"x":[{"c":[{"one":1,"two":2}]}],"y":[{}]},"d":[{"e":2}]}]}"#,
        ),
    ] {
        let overlay = Body::overlay_deep([native("base", base), over]);
        let value: Value = from_body(&overlay, &EvalContext::new()).expect("it is valid");
        assert_eq!(json::to_string(&value).expect("it is JSON"), expected);
    }
}

#[test]
fn overlays_of_objects_merge_their_entries() {
    let table: [(&[&str], &str); 15] = [
        (&["t = { a = 1, b = 2 }\n", "t = { b = 3, c = 4 }\n"], r#"{"t":{"a":1,"b":3,"c":4}}"#),
        (&["t = { a = 1 }\n", "t = {}\n"], r#"{"t":{"a":1}}"#),
        (&["t = {}\n", "t = { a = 1 }\n"], r#"{"t":{"a":1}}"#),
        // At all levels, and over several layers.
        (
            &["t = { a = { x = 1, y = 2 } }\n", "t = { a = { y = 3 } }\n", "t = { a = { z = [4] } }\n"],
            r#"{"t":{"a":{"x":1,"y":3,"z":[4]}}}"#,
        ),
        (
            &["s {\n  n {\n    t = { a = 1 }\n  }\n}\n", "s {\n  n {\n    t = { b = 2 }\n  }\n}\n"],
            r#"{"s":[{"n":[{"t":{"a":1,"b":2}}]}]}"#,
        ),
        // Keys in any notation, and values on several lines.
        (
            &["t = { \"a\" : 1, \"b c\" = 2 }\n", "t = {\n  a = [\n    3,\n  ]\n}\n"],
            r#"{"t":{"a":[3],"b c":2}}"#,
        ),
        (&["t = {\n  a = <<E\nx\nE\n  b = 1\n}\n", "t = { b = 2 }\n"], r#"{"t":{"a":"x\n","b":2}}"#),
        (&["t = { if = 1, null = 2 }\n", "t = { null = 3 }\n"], r#"{"t":{"if":1,"null":3}}"#),
        // Other values are replaced as a whole.
        (&["t = { a = 1 }\n", "t = [1]\n"], r#"{"t":[1]}"#),
        (&["t = { a = 1 }\n", "t = null\n"], r#"{"t":null}"#),
        (&["t = { a = 1 }\n", "t = { (\"b\") = 2 }\n"], r#"{"t":{"b":2}}"#),
        (&["t = { a = 1, a = 2 }\n", "t = { b = 2 }\n"], r#"{"t":{"b":2}}"#),
        (&["t = { a = 1 }\n", "t = { for k in [\"b\"] : k => 2 }\n"], r#"{"t":{"b":2}}"#),
        // HCL JSON, such as that of environment variables.
        (
            &["t = { a = 1, b = 2 }\n", r#"{"t": {"b": "x", "c": [true]}}"#],
            r#"{"t":{"a":1,"b":"x","c":[true]}}"#,
        ),
        (&[r#"{"t": {"a": 1, "b": 2}}"#, "t = { b = 3 }\n"], r#"{"t":{"a":1,"b":3}}"#),
    ];
    for (texts, expected) in table {
        let overlay = Body::overlay_objects(texts.iter().map(|text| body("a", text)));
        let value: Value =
            from_body(&overlay, &EvalContext::new()).unwrap_or_else(|it| panic!("{texts:?} {it:#}"));
        assert_eq!(json::to_string(&value).expect("it is JSON"), expected, "{texts:?}");
    }
}

#[test]
fn locations_are_found_through_many_layers() {
    let layers = (0..300).map(|n| native("layer", &format!("# {n}\n\nt = {{ a{n} = {n} }}\n")));
    let overlay = Body::overlay_objects(layers.collect::<Vec<_>>());
    let object = overlay.attribute("t").expect("it is there");
    for index in [0, 150, 299] {
        let (_, value) = object.expression().static_map().expect("an object").remove(index);
        let error = value.decode::<bool>(&EvalContext::new()).expect_err("it is a number");
        let column = 9 + index.to_string().len() + 2;
        assert!(error.to_string().starts_with(&format!("layer:3:{column}: ")), "{error}");
    }
}

#[test]
fn errors_in_merged_objects_have_the_locations_of_their_layers() {
    type Config = BTreeMap<String, Tags>;
    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Tags {
        a: u8,
        b: u8,
        c: u8,
    }

    let layers = [
        native("base", "# one\nt = { a = \"x\", b = 1 }\n"),
        native("over", "# one\n# two\nt = {\n  b = nope\n  d = 1\n}\n"),
        Body::from_variables("environment", "", [("T__E", "1")]).expect("it is valid"),
    ];
    let error =
        from_body::<Config>(&Body::overlay_objects(layers), &EvalContext::new()).expect_err("invalid");
    let shown = |it: &serde_hcl::Diagnostic| {
        let name = it.source().map_or("", Source::name);
        let start = it.range().map_or_else(String::new, |range| range.start.to_string());
        format!("{name}:{start} {}", it.code().map_or("", |code| code.as_str()))
    };
    let mut found: Vec<_> = error.diagnostics().iter().map(shown).collect();
    found.sort();
    assert_eq!(
        found,
        [
            "base:2:11 type-mismatch",
            "environment:2:8 missing-item",
            "environment:3:5 unexpected-name",
            "over:4:7 variables-not-allowed",
            "over:5:3 unexpected-name",
        ]
    );
}

/// Returns a JSON value with the entries of two, as the rule for overlays of objects defines it.
fn merged(first: &serde_json::Value, second: &serde_json::Value) -> serde_json::Value {
    match (first, second) {
        (serde_json::Value::Object(first), serde_json::Value::Object(second)) => {
            let mut all = first.clone();
            for (name, value) in second {
                let value = first.get(name).map_or_else(|| value.clone(), |first| merged(first, value));
                all.insert(name.clone(), value);
            }
            serde_json::Value::Object(all)
        }
        _ => second.clone(),
    }
}

/// Returns a value of nested objects, lists and numbers.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![(0..9).prop_map(serde_json::Value::from), Just(serde_json::json!([1, {"a": 2}]))];
    leaf.prop_recursive(3, 20, 4, |inner| {
        proptest::collection::hash_map("[abc]|[ab] c", inner, 0..4)
            .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect()))
    })
}

proptest! {
    #[test]
    fn overlays_of_objects_are_merged_values(layers in proptest::collection::vec(any_value(), 1..4)) {
        let bodies: Vec<Body> = layers.iter().map(|value| native("a", &format!("t = {value}\n"))).collect();
        let found: Value = from_body(&Body::overlay_objects(&bodies), &EvalContext::new()).expect("valid");
        let expected = layers.into_iter().reduce(|first, second| merged(&first, &second)).expect("not empty");
        let found: serde_json::Value = serde_json::to_value(found).expect("it is JSON");
        prop_assert_eq!(found, serde_json::json!({ "t": expected }));
    }
}

#[test]
fn variables_are_a_layer() {
    let variables = [
        ("APP_NAME", "a ${b} \"c\""),
        ("APP_SERVER__PORT", "80"),
        ("APP_SERVER__HOSTS", r#"["a", "b"]"#),
        ("OTHER", "x"),
        ("APP_server__Port", "81"),
    ];
    let body = Body::from_variables("environment", "APP_", variables).expect("it is valid");
    assert_eq!(
        body.source().text(),
        "{\n  \"name\": \"a $${b} \\\"c\\\"\",\n  \"server\": {\n    \"port\": \"81\",\n    \"hosts\": \
         [\"a\", \"b\"]\n  }\n}"
    );
    let empty = Body::from_variables("environment", "APP_", [("A", "b")]).expect("it is valid");
    assert!(from_body::<BTreeMap<String, Value>>(&empty, &EvalContext::new()).expect("valid").is_empty());
}

#[test]
fn names_and_values_of_variables_are_checked() {
    let long = "A__".repeat(70) + "B";
    check_each(
        [
            (
                vec![("A____B", "1")],
                "The name of the variable \"A____B\" has an empty part. Write a name before and after \"__\".",
            ),
            (
                vec![("A", "1"), ("A__B", "1")],
                "The name of the variable \"A__B\" begins with the name of another variable.",
            ),
            (
                vec![("A__B", "1"), ("A", "1")],
                "The name of the variable \"A\" is also the beginning of the name of another variable.",
            ),
            (vec![("A", "[1")], "This \"[\" has no closing \"]\"."),
            (vec![(long.as_str(), "1")], "has more than 64 parts."),
        ],
        |(variables, expected)| {
            let error = Body::from_variables("environment", "", variables).expect_err("it is wrong");
            let detail = error.diagnostics().iter().next().expect("there is one").detail().to_owned();
            assert!(detail.ends_with(expected), "{detail}");
        },
    );
}
