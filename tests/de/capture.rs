//! Fields that are kept unevaluated, in both syntaxes.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{
    Body, EvalContext, Expression, Options, Template, Traversal, Value, de::Labeled, from_block, from_body,
    json, value,
};

use test_support::rows::check_each;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Rule {
    condition: Expression,
    maybe: Option<Expression>,
    message: Template,
    targets: Vec<Traversal>,
    table: BTreeMap<String, Expression>,
    action: Body,
    #[serde(default)]
    step: Vec<Labeled<String, Body>>,
    #[serde(rename = "$remain")]
    rest: Body,
}

const NATIVE: &str = r#"
condition = load > limit
maybe     = missing.x
message   = "load ${load} of $${limit}"
targets   = [host.a, host.b[0]]
table     = { a = x, b = "$${x}" }
action {
  kind = upper("mail")
}
step "one" { n = 1 }
step "two" { n = y }
extra = 1
other "l" {}
"#;

const JSON: &str = r#"{
  "condition": "${load > limit}",
  "maybe": "${missing.x}",
  "message": "load ${load} of $${limit}",
  "targets": ["host.a", "${host.b[0]}"],
  "table": {"a": "${x}", "b": "$${x}"},
  "action": {"kind": "${upper(\"mail\")}"},
  "step": {"one": {"n": 1}, "two": {"n": "${y}"}},
  "extra": 1,
  "other": {"l": {}}
}"#;

#[test]
fn captures_are_evaluated_later() {
    let mut context = EvalContext::new();
    context
        .set("load", 3)
        .set("limit", 2)
        .set("x", "known")
        .set("y", 5)
        .set("missing", value!({ "x": true }));
    let table = [
        serde_hcl::from_str::<Rule>(NATIVE).unwrap_or_else(|error| panic!("{error:#}")),
        json::from_str::<Rule>(JSON).unwrap_or_else(|error| panic!("{error:#}")),
    ];
    check_each(table, |rule| {
        assert_eq!(rule.condition.evaluate(&context).ok(), Some(value!(true)));
        assert_eq!(rule.maybe.expect("it is there").evaluate(&context).ok(), Some(value!(true)));
        assert_eq!(rule.message.render(&context).ok().as_deref(), Some("load 3 of ${limit}"));
        assert_eq!(rule.targets.iter().map(ToString::to_string).collect::<Vec<_>>(), ["host.a", "host.b[0]"]);
        // A reference differs from a string with the same text.
        assert_eq!(rule.table["a"].evaluate(&context).ok(), Some(value!("known")));
        assert_eq!(rule.table["b"].evaluate(&context).ok(), Some(value!("${x}")));
        assert_eq!(rule.table["a"].variables().len(), 1);
        assert_eq!(rule.table["b"].variables().len(), 0);
        let action = rule.action.just_attributes().into_result().expect("it has no blocks");
        assert_eq!(action[0].expression().calls()[0].root_name(), Some("upper"));
        let steps: Vec<BTreeMap<String, u8>> =
            rule.step.iter().map(|step| from_body(&step.body, &context).expect("it is sound")).collect();
        assert_eq!((rule.step[1].labels.as_str(), steps[1]["n"]), ("two", 5));
        let names: Vec<_> = rule.rest.attributes().map(|attribute| attribute.name().to_owned()).collect();
        assert_eq!(names[0], "extra");
    });
}

#[test]
fn the_rest_can_be_any_type() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Rest<T> {
        a: u8,
        #[serde(rename = "$remain")]
        rest: T,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct B {
        b: u8,
    }
    let (native, as_json) = ("a = 1\nb = 2\n", r#"{"a": 1, "b": 2}"#);
    let map: Rest<BTreeMap<String, u8>> = serde_hcl::from_str(native).expect("it is sound");
    assert_eq!(map.rest["b"], 2);
    assert_eq!(map, json::from_str(as_json).expect("it is sound"));
    let b: Rest<B> = serde_hcl::from_str(native).expect("it is sound");
    assert_eq!(b, Rest { a: 1, rest: B { b: 2 } });
    assert_eq!(b, json::from_str(as_json).expect("it is sound"));
    let value: Rest<Value> = serde_hcl::from_str(native).expect("it is sound");
    assert_eq!(value.rest, value!({ "b": 2 }));
}

#[test]
fn unsuitable_items_cannot_be_captured() {
    #[derive(Deserialize, Debug)]
    struct Of<T> {
        #[allow(dead_code, reason = "decoded for the errors")]
        v: T,
    }
    #[track_caller]
    fn refused<T: for<'de> Deserialize<'de> + std::fmt::Debug>(text: &str, expected: &str) {
        let error = serde_hcl::from_str::<Of<T>>(text).expect_err("it cannot be captured");
        assert_eq!(error.to_string(), expected);
    }
    refused::<Expression>(
        "v {}\n",
        "1:1: Block in place of an attribute: An attribute is expected here, not a block. Write an equals \
         sign and a value. (in v)",
    );
    refused::<Body>(
        "v = 1\n",
        "1:5: Attribute in place of a block: A block is expected here, not an \
                                attribute. (in v)",
    );
    refused::<Template>(
        "v = a.b\n",
        "1:5: Wrong type: A template is expected here: a string in quotes or a heredoc. \
         (in v)",
    );
    refused::<Traversal>(
        "v = a + b\n",
        "1:5: Unsuitable expression: A reference to one variable is required here: a name, with attributes and constant indexes \
         after it. Calculations, function calls and templates are not possible. (in v)",
    );
    refused::<Vec<Expression>>(
        "v = [for x in [1] : x]\n",
        "1:5: Unsuitable value: This was computed, so there is no expression of its own to capture. Write the elements out. \
         (in v[0])",
    );
}

#[test]
fn values_are_handed_over_whole() {
    let mut context = EvalContext::new();
    let list = Value::list(serde_hcl::Type::Number, [value!(1)]).expect("a list");
    context.set("list", list.clone()).set("later", Value::unknown(serde_hcl::Type::Bool));
    let options = serde_hcl::Options::new().context(context);
    let read: BTreeMap<String, Value> =
        options.from_str("a = list\nb = later\nc = 1e400\nd = [later]\n").expect("it is sound");
    assert_eq!(read["a"], list);
    assert_eq!(read["b"], Value::unknown(serde_hcl::Type::Bool));
    assert_eq!(read["c"].to_string().len(), 401);
    assert!(!read["d"].is_wholly_known());
    let number: BTreeMap<String, serde_hcl::Number> =
        options.from_str("n = 0.12345678901234567890123456789\n").expect("it is sound");
    assert_eq!(number["n"].to_string(), "0.12345678901234567890123456789");
}

#[test]
fn captures_come_through_other_formats_as_text() {
    let rule: BTreeMap<String, Expression> = serde_hcl::from_str("a = x + 1\n").expect("it is sound");
    let text = serde_json::to_string(&rule).expect("it can be written");
    assert_eq!(text, r#"{"a":"x + 1"}"#);
    let again: BTreeMap<String, Expression> = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(again["a"].to_string(), "x + 1");
}

/// A block of its own is decoded as in a list of blocks.
#[test]
fn blocks_are_decoded_with_their_labels() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Service {
        #[serde(rename = "$label")]
        name: String,
        port: u16,
        #[serde(default)]
        rule: Vec<Rule>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Rule {
        n: u8,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Web { port: u16 },
    }
    let text = r#"service "web" {
  port = base + 1
  rule {
    n = 1
  }
}
"#;
    let body = serde_hcl::parse_file(text).into_result().expect("it is valid").body().clone();
    let block = body.blocks().next().expect("it exists");
    let mut context = EvalContext::new();
    context.set("base", 79);
    let service = Service { name: "web".to_owned(), port: 80, rule: vec![Rule { n: 1 }] };
    assert_eq!(from_block::<Service>(&block, &context).ok(), Some(service));
    assert_eq!(from_block::<Kind>(&block, &context).ok(), Some(Kind::Web { port: 80 }));
    let labeled: Labeled<String, Rest> = from_block(&block, &context).expect("it is valid");
    assert_eq!((labeled.labels.as_str(), labeled.body.port), ("web", 80));
    let map: BTreeMap<String, Rest> = from_block(&block, &context).expect("it is valid");
    assert_eq!(map["web"].port, 80);
    let value: serde_json::Value = from_block(&block, &context).expect("it is valid");
    assert_eq!(value["web"][0]["port"], 80);

    #[derive(Deserialize, Debug)]
    struct Rest {
        port: u16,
    }
    context.set("base", "x");
    for (error, expected) in [
        (
            from_block::<Service>(&block, &context).map(drop),
            "2:10: Invalid operand: Unsuitable value for left operand: expected a number, found the string \
             \"x\". (in port)",
        ),
        (
            from_block::<Vec<Rest>>(&block, &context).map(drop),
            "1:9: Unexpected block label: A \"service\" block takes no label here. Remove this label.",
        ),
    ] {
        assert_eq!(error.expect_err("it is wrong").to_string(), expected);
    }
}

#[test]
fn blocks_of_dynamic_blocks_are_decoded_alone() {
    #[derive(Deserialize, Debug)]
    struct Outer {
        inner: Vec<Inner>,
    }
    #[derive(Deserialize, Debug)]
    struct Inner {
        n: u8,
    }
    let text = "outer {\n  dynamic \"inner\" {\n    for_each = [1, 2]\n    content {\n      n = inner.value\n    }\n  }\n}\n";
    let body = serde_hcl::parse_file(text).into_result().expect("it is valid").body().clone();
    let block = body.blocks().next().expect("it exists");
    let outer: Outer = Options::new().dynamic_blocks(true).from_block(&block).expect("it is valid");
    assert_eq!(outer.inner.iter().map(|it| it.n).collect::<Vec<_>>(), [1, 2]);
}
