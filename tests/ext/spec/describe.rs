//! Descriptions, possible values and defaults.

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{EvalContext, Type, Value, json, value, value::Mark};

use super::{in_json, lacks, native, number, string};
use test_support::rows::check_each;

#[test]
fn a_value_that_is_not_possible_is_an_error() {
    let level = || string("level").one_of(["debug", "info"]);
    check_each(
        [
            (level(), "level = \"inf\"", "\"inf\" is not possible here. Did you mean \"info\"?"),
            (level(), "level = \"x\"", "\"x\" is not possible here. Expected \"debug\" or \"info\"."),
            (level(), "level = secret", "This value is not possible here. Expected \"debug\" or \"info\"."),
            (number("n").one_of([80, 443]), "n = \"81\"", "81 is not possible here. Expected 80 or 443."),
            (
                Spec::attribute("all", Type::list(Type::String)).one_of(["a", "b"]),
                "all = [\"a\", \"c\"]",
                "\"c\" is not possible here. Expected \"a\" or \"b\".",
            ),
        ],
        |(spec, text, expected)| {
            let mut context = EvalContext::new();
            context.set("secret", value!("hidden").mark(Mark::new("sensitive")));
            let outcome = spec.decode(&native(&format!("{text}\n")), &context);
            assert_eq!(outcome.diagnostics.len(), 1, "{text}");
            let error = outcome.diagnostics.iter().next().expect("there is one");
            assert_eq!((error.summary(), error.detail()), ("Unexpected value", expected), "{text}");
            let source = error.source().expect("it has one");
            let expression = text.split_once(" = ").map(|(_, expression)| expression);
            assert_eq!(error.span().map(|span| source.slice(span)), expression);
            assert!(!outcome.value.is_known());
        },
    );
    lacks(
        &level(),
        &in_json(r#"{"level": "trace"}"#),
        "unknown(string)",
        &[r#""trace" | 1:11: Unexpected value: "trace" is not possible here. Expected "debug" or "info"."#],
    );
}

#[test]
fn possible_values_null_and_unknown_values_are_accepted() {
    let spec = Spec::attribute("all", Type::set(Type::String)).one_of(["a", "b"]);
    for text in
        ["", "all = null\n", "all = [\"b\", \"a\", null]\n", "all = later\n", "all = [later[0], \"a\"]\n"]
    {
        let mut context = EvalContext::new();
        context.set("later", Value::unknown(Type::list(Type::String)));
        let outcome = spec.decode(&native(text), &context);
        assert!(outcome.diagnostics.is_empty(), "{text}: {}", outcome.diagnostics);
    }
}

#[test]
fn the_variants_of_an_enum_are_the_possible_values() {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Low,
        #[serde(alias = "top")]
        High,
    }

    #[derive(Deserialize)]
    enum Open {
        Known,
        #[serde(other)]
        Other,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        one: Option<Level>,
        many: Vec<Level>,
        open: Open,
        text: String,
    }
    let spec = Spec::of::<Config>();
    let attributes = spec.child_attributes();
    let values = |name: &str| {
        let attribute = attributes.iter().find(|it| it.name == name).expect(name);
        attribute.values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    let expected = [("one", "low high top"), ("many", "low high top"), ("open", ""), ("text", "")];
    check_each(expected, |(name, expected)| assert_eq!(values(name), expected, "{name}"));
}

#[test]
fn a_default_is_the_value_in_place_of_null() {
    let spec = Spec::tuple([
        number("a").or(number("b")).or(Spec::literal(1)),
        number("c").or(number("d").or(Spec::literal(2))),
        number("e").or(Spec::literal(3)).validate(|_| serde_hcl::diag::Diagnostics::new()).description("E"),
        number("f"),
    ]);
    let describe = |it: &serde_hcl::ext::ChildAttribute<'_>| {
        format!("{} {} {}", it.name, it.default.unwrap_or(&Value::NULL), it.description.unwrap_or("-"))
    };
    let found: Vec<_> = spec.child_attributes().iter().map(describe).collect();
    assert_eq!(found, ["a null -", "b 1 -", "c null -", "d 2 -", "e 3 E", "f null -"]);
}

#[test]
fn a_page_and_a_schema_have_descriptions() {
    let disk = Spec::object([("size", number("size").one_of([10, 20]).or(Spec::literal(10)))]);
    let spec = Spec::tuple([
        string("name").required(),
        Spec::block_map("disk", ["name"], disk),
        Spec::opaque("plugin"),
        Spec::attribute("tags", Type::list(Type::String)).one_of(["a", "b"]),
    ]);
    let spec = spec.describe([
        ("name", "The name.\nIt is | unique."),
        ("disk", "A disk."),
        ("disk.size", "The size."),
        ("plugin", "Any plug-in."),
    ]);
    let spec = spec.expect("the paths exist");
    assert_eq!(
        spec.to_markdown(),
        "\
| attribute | type | required | description |
|---|---|---|---|
| `name` | string | yes | The name. It is \\| unique. |
| `tags` | list(string) | no | One of `\"a\"` or `\"b\"`. |
| `plugin` | attribute or block of any form | no | Any plug-in. |

| block | labels | number | description |
|---|---|---|---|
| [`disk`](#disk) | name | any | A disk. |

## `disk`

| attribute | type | required | description |
|---|---|---|---|
| `size` | number | no | The size. One of `10` or `20`. The default is `10`. |
"
    );
    let schema = spec.to_json_schema();
    let template = r#"{"type":"string","pattern":"[$%]\\{"}"#;
    let size = "/properties/disk/anyOf/0/additionalProperties/anyOf/0/properties/size";
    check_each(
        [
            ("/properties/name/description", r#""The name.\nIt is | unique.""#.to_owned()),
            ("/properties/plugin", r#"{"description":"Any plug-in."}"#.to_owned()),
            ("/properties/disk/description", r#""A disk.""#.to_owned()),
            (
                size,
                format!(
                    r#"{{"anyOf":[{{"enum":[10,20,null]}},{template}],"default":10,"description":"The size."}}"#
                ),
            ),
            (
                "/properties/tags/anyOf/0/items",
                format!(r#"{{"anyOf":[{{"enum":["a","b",null]}},{template}]}}"#),
            ),
        ],
        |(pointer, expected)| {
            let found = json::to_string(schema.pointer(pointer).expect(pointer)).expect("it is JSON");
            assert_eq!(found, expected, "{pointer}");
        },
    );
}

#[test]
fn a_description_is_of_the_path_alone() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        port: u16,
        server: Server,
        backup: Option<Server>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Server {
        port: u16,
    }
    let spec = Spec::of::<Config>().describe([("server.port", "p")]).expect("it exists");
    let nested = |name: &str| {
        let blocks = spec.child_blocks().into_iter().find(|it| it.block_type == name);
        blocks.and_then(|it| it.nested).and_then(|nested| nested.description_of("port"))
    };
    assert_eq!((spec.description_of("port"), nested("server"), nested("backup")), (None, Some("p"), None));

    check_each(
        [
            ("prot", " Did you mean \"port\"?"),
            ("server.porte", " Did you mean \"port\"?"),
            ("port.x", ""),
            ("sever.port", ""),
            ("", ""),
        ],
        |(path, hint)| {
            let error = Spec::of::<Config>().describe([(path, "x")]).expect_err("it does not exist");
            let expected = format!(
                "Invalid specification: No attribute and no block has the path {path:?}, which is described.{hint}"
            );
            assert_eq!(error.to_string(), expected);
        },
    );
}

#[test]
fn a_specification_file_has_descriptions_and_possible_values() {
    let file = native(
        r#"
object {
  attr "level" {
    type        = string
    values      = ["low", "high"]
    description = "How much."
  }
  block_list "disk" {
    description = "A disk."
    object {}
  }
}
"#,
    );
    let spec = Spec::from_file(&file, &EvalContext::new()).into_result().expect("it is valid").spec;
    let level = &spec.child_attributes()[0];
    assert_eq!((level.values, level.description), (&[value!("low"), value!("high")][..], Some("How much.")));
    assert_eq!(spec.child_blocks()[0].description, Some("A disk."));
}
