//! Specifications from JSON Schemas, and schemas of specifications.

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{EvalContext, Type, Value, json};

use crate::native;

/// Returns the reference page of a schema.
fn page(schema: &str) -> String {
    let schema: Value = serde_json::from_str(schema).expect("it is JSON");
    Spec::from_json_schema(&schema).expect("it is valid").to_markdown()
}

#[test]
fn properties_become_attributes_and_blocks() {
    let page = page(
        r##"{
          "properties": {
            "region": { "type": "string", "description": "Where it runs." },
            "level": { "oneOf": [{ "const": "low", "description": "Low." }, { "enum": ["high"] }] },
            "size": { "type": ["integer", "null"], "default": 1 },
            "tags": { "type": "object", "additionalProperties": { "type": "string" } },
            "zones": { "type": "array", "items": { "enum": ["a", "b"] }, "uniqueItems": true },
            "either": { "type": ["string", "number"] },
            "thing": true,
            "tls": { "anyOf": [{ "$ref": "#/$defs/Tls" }, { "type": "null" }] },
            "server": { "type": "array", "items": { "$ref": "#/$defs/Server" } },
            "disk": { "type": "object", "additionalProperties": { "$ref": "#/$defs/Tls" } }
          },
          "required": ["region", "tls"],
          "additionalProperties": false,
          "$defs": {
            "Tls": { "properties": { "cert": { "type": "string" } }, "additionalProperties": false },
            "Server": { "properties": { "next": { "$ref": "#/$defs/Server" } }, "additionalProperties": false }
          }
        }"##,
    );
    assert_eq!(
        page,
        "\
| attribute | type | required | description |
|---|---|---|---|
| `region` | string | yes | Where it runs. |
| `level` | string | no | One of `\"low\"` or `\"high\"`. |
| `size` | number | no | The default is `1`. |
| `tags` | map(string) | no | |
| `zones` | set(string) | no | One of `\"a\"` or `\"b\"`. |
| `either` | string | no | |
| `thing` | attribute or block of any form | no | |

| block | labels | number |
|---|---|---|
| [`tls`](#tls) | none | 1 |
| [`server`](#server) | none | any |
| [`disk`](#disk) | name | any |

## `tls`

| attribute | type | required |
|---|---|---|
| `cert` | string | no |

## `server`

| block | labels | number |
|---|---|---|
| [`server.next`](#servernext) | none | at most 1 |

## `server.next`

Other attributes and blocks can be present.

## `disk`

| attribute | type | required |
|---|---|---|
| `cert` | string | no |
"
    );
}

#[test]
fn the_schema_of_a_specification_has_its_names_and_descriptions() {
    let disk =
        Spec::object([("size", Spec::attribute("size", Type::String).required().description("The size."))]);
    let spec = Spec::tuple([
        Spec::attribute("level", Type::String).one_of(["low", "high"]).or(Spec::literal("low")),
        Spec::attribute("on", Type::Bool).required(),
        Spec::block_map("disk", ["name"], disk).description("A disk."),
        Spec::opaque("plugin"),
    ]);
    let schema = json::to_string(&spec.to_json_schema()).expect("it is JSON");
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    let read = Spec::from_json_schema(&schema).expect("it is valid");
    let attributes: Vec<_> =
        read.child_attributes().into_iter().map(|it| (it.name, it.is_required)).collect();
    assert_eq!(attributes, [("level", false), ("on", true)]);
    let level = &read.child_attributes()[0];
    assert_eq!((level.values.len(), level.default.and_then(|it| it.as_str())), (2, Some("low")));
    let disk = &read.child_blocks()[0];
    assert_eq!((disk.block_type, disk.labels.len(), disk.description), ("disk", 1, Some("A disk.")));
    assert_eq!(disk.nested.and_then(|it| it.description_of("size")), Some("The size."));
    assert_eq!((read.opaque_names(), read.is_open()), (vec!["plugin"], false));
}

#[test]
fn a_schema_that_never_ends_is_read() {
    for schema in [
        r##"{ "$ref": "#" }"##,
        r##"{ "properties": { "a": { "$ref": "#" } } }"##,
        r##"{ "properties": { "a": { "$ref": "#/x" }, "b": { "$ref": "no" } }, "x": { "$ref": "#/x" } }"##,
        r##"{ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }], "properties": { "a": { "items": { "$ref": "#" } } } }"##,
        r##"{ "properties": { "a": { "$ref": "#/x" } }, "x": { "anyOf": [{ "$ref": "#/x" }] } }"##,
    ] {
        assert!(page(schema).contains("Other attributes and blocks can be present."), "{schema}");
    }
}

#[test]
fn a_schema_whose_parts_double_is_read() {
    let part = |at: usize| {
        let next = format!("{{ \"$ref\": \"#/$defs/{}\" }}", at + 1);
        format!("\"{at}\": {{ \"anyOf\": [{next}, {next}] }}")
    };
    let parts: Vec<_> = (0..40).map(part).collect();
    let schema = format!(
        "{{ \"properties\": {{ \"a\": {{ \"$ref\": \"#/$defs/0\" }} }}, \"$defs\": {{ {} }} }}",
        parts.join(", ")
    );
    assert!(page(&schema).contains("| `a` | attribute or block of any form | no |"));
}

/// Returns the schema of a type as a validator, and its specification from that schema.
fn schema_of<'de, T: Deserialize<'de>>() -> (jsonschema::Validator, Spec) {
    let schema = json::to_string(&Spec::of::<T>().to_json_schema()).expect("it is JSON");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).expect("it is JSON"));
    let value: Value = serde_json::from_str(&schema).expect("it is JSON");
    (validator.expect("it is valid"), Spec::from_json_schema(&value).expect("it is valid"))
}

#[test]
fn the_schema_of_a_type_accepts_its_documents() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config {
        port: u16,
        ratio: Option<f64>,
        on: Option<bool>,
        initial: Option<char>,
        #[serde(default)]
        offsets: Vec<i8>,
        #[serde(default)]
        pairs: Vec<(u8, Inner)>,
        #[serde(default)]
        inner: Option<Vec<Inner>>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Inner {
        zone: Option<Vec<Zone>>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Zone {}
    let (validator, read) = schema_of::<Config>();
    for (text, is_valid) in [
        (r#"{"port": 65535}"#, true),
        (r#"{"port": 65536}"#, false),
        (r#"{"port": -1}"#, false),
        (r#"{"port": 1.5}"#, false),
        (r#"{"port": "80"}"#, true),
        (r#"{"port": "${1 + 1}"}"#, true),
        (r#"{"port": "http"}"#, false),
        (r#"{"port": null}"#, false),
        (r#"{}"#, false),
        (r#"{"port": 1, "prt": 1}"#, false),
        (r#"{"port": 1, "ratio": 1.5, "on": true, "initial": "a", "offsets": [-128, 127]}"#, true),
        (r#"{"port": 1, "ratio": null, "on": null, "initial": null, "offsets": null}"#, true),
        (r#"{"port": 1, "initial": "ab"}"#, false),
        (r#"{"port": 1, "on": "yes"}"#, false),
        (r#"{"port": 1, "offsets": [-129]}"#, false),
        (r#"{"port": 1, "pairs": [[1, {"zone": []}], [2, {"zone": null}]]}"#, true),
        (r#"{"port": 1, "pairs": [[256, {}]]}"#, false),
        (r#"{"port": 1, "pairs": [[1]]}"#, false),
        (r#"{"port": 1, "pairs": [[1, {"zone": [{"a": 1}]}]]}"#, false),
        (r#"{"port": 1, "inner": {"zone": null}}"#, true),
        (r#"{"port": 1, "inner": [{"zone": {}}, {"other": 1}]}"#, true),
        (r#"{"port": 1, "inner": null}"#, true),
        (r#"{"port": 1, "inner": "${[]}"}"#, true),
    ] {
        let decoded = json::from_str::<Config>(text);
        assert_eq!(decoded.is_ok(), is_valid, "{text}: {:?}", decoded.err());
        let document = serde_json::from_str(text).expect("it is JSON");
        let error = validator.validate(&document).err();
        assert_eq!(error.is_none(), is_valid, "{text}: {error:?}");
    }
    let attributes = read.child_attributes();
    let shown = |name: &str| {
        let attribute = attributes.iter().find(|it| it.name == name).expect(name);
        format!("{} {:?} {}", attribute.ty, attribute.range, attribute.is_whole)
    };
    assert_eq!(shown("port"), "number (Included(0), Included(65535)) true");
    assert_eq!(shown("ratio"), "number (Unbounded, Unbounded) false");
    assert_eq!(shown("on"), "bool (Unbounded, Unbounded) false");
    assert_eq!(shown("offsets"), "list of number (Included(-128), Included(127)) true");
}

#[test]
fn ranges_alternatives_and_notes_are_read() {
    let schema: Value = serde_json::from_str(
        r##"{
          "properties": {
            "share": { "type": "number", "exclusiveMinimum": 0, "maximum": 1 },
            "count": { "type": "integer", "minimum": 1, "deprecated": true, "description": "How many." },
            "storage": {
              "oneOf": [
                { "$ref": "#/$defs/Local" },
                {
                  "properties": { "kind": { "const": "s3" }, "bucket": { "type": "string" } },
                  "required": ["kind", "bucket"],
                  "additionalProperties": false
                }
              ]
            }
          },
          "additionalProperties": false,
          "$defs": {
            "Local": {
              "properties": { "kind": { "const": "local" }, "path": { "type": "string" } },
              "required": ["kind"],
              "additionalProperties": false
            }
          }
        }"##,
    )
    .expect("it is JSON");
    let spec = Spec::from_json_schema(&schema).expect("it is valid");
    assert_eq!(spec.description_of("count"), Some("Deprecated. How many."));
    let problems =
        |text: &str| super::problems(&spec.decode(&native(text), &EvalContext::new()).diagnostics).join("\n");
    for (text, expected) in [
        ("share = 1\ncount = 1\n", ""),
        (
            "share = 0\n",
            "0 | 1:9: Unexpected value: 0 is not possible here. Expected a number greater than 0 and of at \
             most 1.",
        ),
        (
            "count = 1.5\n",
            "1.5 | 1:9: Unexpected value: 1.5 is not possible here. Expected a whole number of at least 1.",
        ),
        ("storage {\n  kind = \"local\"\n}\n", ""),
        ("storage {\n  kind   = \"s3\"\n  bucket = \"b\"\n}\n", ""),
        (
            "storage {\n  kind = \"gcs\"\n}\n",
            "\"gcs\" | 2:10: Unexpected value: \"gcs\" is not possible here. Expected \"local\" or \"s3\".",
        ),
    ] {
        assert_eq!(problems(text), expected, "{text}");
    }
}

#[test]
fn an_enum_in_a_list_at_the_root_can_be_repeated_and_a_field_can_not() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize, Debug)]
    enum Step {
        Store(Storage),
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize, Debug)]
    #[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
    enum Storage {
        Disk { path: String, size: Option<u8> },
        Tape {},
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize, Debug)]
    struct Config {
        storage: Option<Storage>,
    }

    let disk = |name: &str| format!("{name} {{\n  kind = \"disk\"\n  path = \"p\"\n}}\n");
    let of = [Spec::of::<Vec<Step>>(), schema_of::<Vec<Step>>().1];
    let decode = |text: &str| serde_hcl::from_str::<Vec<Step>>(text).is_ok();
    for text in [disk("Store"), disk("Store").repeat(2)] {
        assert!(decode(&text));
        for spec in &of {
            assert!(
                super::problems(&spec.decode(&native(&text), &EvalContext::new()).diagnostics).is_empty()
            );
        }
    }
    let one = disk("storage");
    let of = [Spec::of::<Config>(), schema_of::<Config>().1];
    for (text, is_valid) in [
        (one.clone(), true),
        ("storage = null\n".to_owned(), true),
        ("storage = { kind = \"disk\", path = \"p\", size = 1 }\n".to_owned(), true),
        ("storage = { kind = \"disk\", path = \"p\", size = 256 }\n".to_owned(), false),
        ("storage = { kind = \"tape\", path = \"p\" }\n".to_owned(), false),
        ("storage = { kind = \"disk\" }\n".to_owned(), false),
        (one.repeat(2), false),
        (one.replace("path", "pth"), false),
        (one.replace("\"p\"", "[]"), false),
        (one.replace("kind = \"disk\"\n", ""), false),
    ] {
        assert_eq!(serde_hcl::from_str::<Config>(&text).is_ok(), is_valid, "{text}");
        for spec in &of {
            let found = super::problems(&spec.decode(&native(&text), &EvalContext::new()).diagnostics);
            assert_eq!(found.len(), usize::from(!is_valid), "{text}: {found:?}");
        }
    }
}

#[test]
fn blocks_that_are_optional_can_be_null() {
    use serde_hcl::de::Labeled;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    struct Body {
        #[serde(rename = "x")]
        _x: Option<u8>,
    }

    #[derive(Deserialize)]
    struct WithLabel {
        #[serde(rename = "$label")]
        _name: String,
    }

    #[derive(Deserialize)]
    struct Field<T> {
        #[serde(rename = "a", bound(deserialize = "T: Deserialize<'de>"))]
        _a: Option<T>,
    }

    fn check<T: for<'de> Deserialize<'de>>(empty_list: bool) {
        let specs = [Spec::of::<Field<T>>(), schema_of::<Field<T>>().1];
        for (text, is_valid) in [
            ("{\"a\": null}", true),
            ("{\"a\": []}", empty_list),
            ("a = null\n", true),
            ("a = []\n", empty_list),
            ("a = true\n", false),
        ] {
            let is_json = text.starts_with('{');
            let decoded = if is_json { json::from_str::<Field<T>>(text) } else { serde_hcl::from_str(text) };
            assert_eq!(decoded.is_ok(), is_valid, "{text}");
            let file = if is_json { json::parse_file(text) } else { serde_hcl::parse_file(text) };
            let body = file.into_result().expect("it is valid").body().clone();
            let found = specs.each_ref().map(|spec| spec.decode(&body, &EvalContext::new()).diagnostics);
            assert!(!is_valid || found.iter().all(|found| found.is_empty()), "{text}: {found:?}");
            assert!(is_valid || is_json || found[0].has_errors(), "{text}: {found:?}");
        }
    }
    check::<Labeled<String, Body>>(false);
    check::<WithLabel>(false);
    check::<Body>(false);
    check::<BTreeMap<String, Body>>(false);
    check::<Vec<Labeled<String, Body>>>(true);
    check::<Vec<WithLabel>>(true);
    check::<Vec<Body>>(true);
}

/// The labels of blocks in a list can repeat, those of blocks in a map cannot.
#[test]
fn labels_repeat_as_the_schema_allows() {
    let body = r#"{ "properties": { "b": { "type": "number" } }, "required": ["b"] }"#;
    let map_of = |element: &str| format!(r#"{{ "type": "object", "additionalProperties": {element} }}"#);
    let list_of = |element: &str| format!(r#"{{ "type": "array", "items": {element} }}"#);
    let read = |blocks: &str| {
        let schema = format!(r#"{{ "properties": {{ "a": {blocks} }} }}"#);
        let spec = Spec::from_json_schema(&json::from_str(&schema).expect("it is JSON"));
        spec.expect("it is a schema")
    };
    let found = |spec: &Spec, text: &str| {
        let diagnostics = spec.decode(&native(text), &EvalContext::new()).diagnostics;
        diagnostics.iter().map(|it| it.detail().to_owned()).collect::<Vec<_>>()
    };
    let [one, twice] = ["a \"x\" {\n  b = 1\n}\n", "a \"x\" {\n  b = 1\n}\na \"x\" {\n  b = 2\n}\n"];
    let repeated = "There is another block a \"x\". The labels of \"a\" blocks must be unique.";
    let not = |expected: &str, found: &str| {
        vec![format!("The value of \"a\" is unsuitable: expected {expected}, found {found}.")]
    };
    let [empty, map, lists] = ["a = []\n", "a = { x = { b = 1 } }\n", "a = { x = [{ b = 1 }] }\n"];
    let maps = "a = [{ x = { b = 1 } }]\n";
    let labeled = map_of(body);
    for (blocks, text, expected) in [
        (labeled.clone(), one, vec![]),
        (labeled.clone(), twice, vec![repeated.to_owned()]),
        (labeled.clone(), map, vec![]),
        (labeled.clone(), empty, not("an object", "a list")),
        (map_of(&list_of(body)), one, vec![]),
        (map_of(&list_of(body)), twice, vec![]),
        (map_of(&list_of(body)), lists, vec![]),
        (map_of(&list_of(body)), map, not("a list", "an object")),
        (map_of(&list_of(body)), empty, not("an object", "a list")),
        (list_of(&labeled), twice, vec![]),
        (list_of(&labeled), maps, vec![]),
        (list_of(&labeled), empty, vec![]),
        (list_of(&labeled), map, not("a list", "an object")),
    ] {
        let spec = read(&blocks);
        assert_eq!(found(&spec, text), expected, "{text}{blocks}");
        // The schema of the specification has the same meaning for blocks.
        let again = Spec::from_json_schema(&spec.to_json_schema()).expect("it is a schema");
        if !text.starts_with("a =") {
            assert_eq!(found(&again, text), expected, "{text}{blocks}");
        }
    }
}

/// A schema without the elements of an array allows blocks and an attribute.
#[test]
fn names_of_any_form_can_have_escapes() {
    let schema =
        r#"{ "type": "object", "properties": { "a": { "type": "array" } }, "additionalProperties": false }"#;
    let spec = Spec::from_json_schema(&serde_hcl::json::from_str(schema).expect("it is JSON"));
    let spec = spec.expect("it is a schema");
    let found = |text: &str| {
        let file = json::parse_file(text).into_result().expect("it is valid");
        let diagnostics = spec.decode(file.body(), &EvalContext::new()).diagnostics;
        diagnostics.iter().map(|it| it.detail().to_owned()).collect::<Vec<_>>()
    };
    for text in [r#"{ "a": [1] }"#, r#"{ "\u0061": [1] }"#, r#"{ "\u0061": [[1]] }"#] {
        assert_eq!(found(text), [] as [&str; 0], "{text}");
    }
    let unexpected = "Nothing named \"b\" is expected here.";
    assert_eq!(found(r#"{ "\u0062": 1 }"#), [unexpected]);
}
