//! Calls as users of serde_json, toml, minijinja and hcl-rs type them without a look at the
//! documentation.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};

use serde::Deserialize;
use serde_hcl::body::File;
use serde_hcl::diag::{Category, Severity};
use serde_hcl::edit::Document;
use serde_hcl::func::Parameter;
use serde_hcl::{
    Body, Diagnostic, Error, EvalContext, Function, Map, Number, Options, Source, Traversal, Type, Value,
    ValueKind, WriteOptions, is_identifier, parse_expression, parse_file, stdlib, to_identifier, to_value,
    value,
};

fn evaluate(text: &str, context: &EvalContext) -> Value {
    let expression = parse_expression(text).into_result().expect("it is valid");
    expression.evaluate(context).expect("it has a value")
}

#[test]
fn sources_are_texts_of_any_kind() {
    let text = String::from("a = 1\n");
    assert_eq!(parse_file(&text).value.body().attributes().len(), 1);
    assert_eq!(Source::from(Cow::from("a")).text(), Source::from("a".to_owned()).text());
    assert_eq!(serde_hcl::format(&text), text);
}

#[test]
fn values_are_made_from_values_and_references() -> Result<(), Error> {
    assert_eq!(to_value(1)?, to_value(1)?);
    assert_eq!(to_value("a")?, value!("a"));
    assert_eq!(to_value(vec![1, 2])?, value!([1, 2]));
    assert_eq!(Value::from(()), Value::NULL);
    assert_eq!(Value::from(&[1, 2][..]), value!([1, 2]));
    assert_eq!([("a", 1), ("b", 2)].into_iter().collect::<Value>(), value!({ "a": 1, "b": 2 }));
    Ok(())
}

#[test]
fn floats_that_are_not_finite_are_null() {
    for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!((Value::from(float), value!(float)), (Value::NULL, Value::NULL));
        assert_eq!(Value::from(float as f32), Value::NULL);
        let entries = BTreeMap::from([("a", float)]);
        assert_eq!(to_value(float).ok(), Some(Value::NULL));
        assert_eq!(to_value(&entries).ok(), Some(value!({ "a": null })));
        assert_eq!(serde_hcl::to_string(&entries).ok().as_deref(), Some("a = null\n"));
        assert_eq!(serde_hcl::json::to_string(&entries).ok().as_deref(), Some(r#"{"a":null}"#));
        assert_eq!(
            serde_hcl::ser::to_body(&entries).map(|it| it.to_string()).ok().as_deref(),
            Some("a = null\n")
        );
        let mut document = serde_hcl::edit::Document::new();
        document.set("a", float).expect("it is written");
        assert_eq!(document.to_string(), "a = null\n");
        assert_eq!(Number::try_from(float).is_ok(), !float.is_nan());
    }
    assert_eq!((Value::from(0.5), Value::from(0.1_f32).to_string()), (value!(0.5), "0.1".to_owned()));
}

#[test]
fn maps_have_the_methods_of_maps() {
    let mut map = Map::from([("b", 1), ("a", 2)]);
    map["b"] = 3.into();
    for (_, value) in &mut map {
        *value = Value::from(value.as_i64().expect("a number") + 1);
    }
    assert_eq!(map.to_string(), "{ b = 4, a = 3 }");
    map.sort_keys();
    assert_eq!(map.keys().collect::<Vec<_>>(), ["a", "b"]);
    *map.entry("c").or_default() = "x".into();
    assert_eq!(map.clone().into_values().next_back(), Some("x".into()));
    let same = Map::from(BTreeMap::from([("c", value!("x")), ("b", 4.into()), ("a", 3.into())]));
    let state = RandomState::new();
    assert_eq!((&map, state.hash_one(&map)), (&same, state.hash_one(&same)));
    map.clear();
    assert!(map.is_empty());
}

#[test]
fn values_are_taken_apart() {
    let object = value!({ "ports": [80, 443], "host": "a" });
    let shared = object.clone();
    let mut map = object.into_object().expect("it is an object");
    let ports = map.remove("ports").expect("it is there").into_array().expect("it is a tuple");
    assert_eq!((ports.len(), map.len(), shared["ports"].len()), (2, 1, Some(2)));
    assert_eq!(value!(1).into_object(), Err(value!(1)));
    let secret = value!([1]).mark(serde_hcl::value::Mark::new("sensitive"));
    assert!(secret.into_array().is_err());
    assert!(matches!(value!(true).kind(), ValueKind::Bool(true)));
}

#[test]
fn alternate_forms_are_on_several_lines() {
    let value = value!({ "a": [1, {}], "b c": [], "d": { "e": null } });
    let text = "{\n  a = [\n    1,\n    {},\n  ]\n  \"b c\" = []\n  d = {\n    e = null\n  }\n}";
    assert_eq!(format!("{value:#}"), text);
    assert_eq!(format!("{:#}", value.as_object().expect("it is an object")), text);
    assert_eq!(evaluate(text, &EvalContext::new()), value);
    assert_eq!(format!("{value:#?}"), format!("{value:?}"));
}

#[test]
fn functions_are_closures() {
    let mut context = EvalContext::new();
    context
        .set_function("double", |x: i64| x * 2)
        .set_function("answer", || 42)
        .set_function("join", |a: String, b: String| a + &b)
        .set_function("same", Function::from_fn(|value: Value| value));
    assert_eq!(
        evaluate("[double(21), answer(), join(\"a\", 1), same(true)]", &context),
        value!([42, 42, "a1", true])
    );
}

#[test]
fn resolvers_pass_errors_on() {
    let mut context = EvalContext::new();
    context.set_resolver(|traversal| {
        let number: Value = parse_expression(traversal.steps().len().to_string())
            .into_result()?
            .evaluate(&EvalContext::new())?;
        Ok(Some(number))
    });
    assert_eq!(evaluate("a + 1", &context), value!(2));
    let traversal: Traversal = "a.b[0]".parse().expect("it is valid");
    assert_eq!(context.resolve(&traversal).ok().flatten(), Some(value!(3)));
}

#[test]
fn flags_take_the_settings_of_an_application() {
    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Config {
        server: Server,
    }
    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Server {
        port: u16,
    }
    let config = Config { server: Server { port: 80 } };
    for (are_blocks, text) in [(true, "server {\n  port = 80\n}\n"), (false, "server = {\n  port = 80\n}\n")]
    {
        assert_eq!(
            WriteOptions::new().structs_as_blocks(are_blocks).to_string(&config).ok().as_deref(),
            Some(text)
        );
        for is_strict in [true, false] {
            let options =
                Options::new().strict(is_strict).dynamic_blocks(false).expressions_as_strings(false);
            assert_eq!(options.json(false).from_str::<Config>(text).is_ok(), are_blocks || !is_strict);
        }
    }
}

#[test]
fn names_are_checked_and_made() {
    for (text, name) in [
        ("a b", "a_b"),
        ("", "_"),
        ("-a", "_-a"),
        ("2nd", "_2nd"),
        ("größe", "größe"),
        ("a.b", "a_b"),
        (" x", "_x"),
    ] {
        assert_eq!(to_identifier(text), name, "{text:?}");
        assert!(is_identifier(name), "{name:?}");
        assert_eq!(is_identifier(text), text == name, "{text:?}");
    }
}

#[test]
fn types_have_the_traits_that_people_expect() {
    fn converts<T, U: From<T>>() {}
    converts::<Infallible, Error>();
    assert!(Severity::Error < Severity::Warning);
    assert_eq!(Severity::Error.to_string(), "error");
    let body = parse_file("rule \"a\" {}\nrule \"b\" {}\nzone {}\n")
        .into_result()
        .expect("it is valid")
        .body()
        .clone();
    let block = body.blocks().next().expect("there is a block");
    let label = &block.labels()[0];
    assert!(*label == "a" && *label == *"a" && label.as_ref() == "a");
    assert_eq!(body.blocks_of_type(&String::from("rule")).rev().len(), 2);
    fn is_eq<T: Eq>(_: &T) {}
    is_eq(&parse_file("a").diagnostics.iter().next().expect("it is broken"));
}

#[test]
fn names_are_texts_of_any_type() {
    let name = String::from("port");
    let names: [Cow<'_, str>; 1] = [Cow::from("zone")];
    let mut map = Map::from([("host", "a")]);
    map.insert(&name, 80);
    map.extend(names.iter().map(|name| (name, "eu")));
    assert_eq!(
        map.into_iter().map(|(key, _): (String, Value)| key).collect::<Vec<_>>(),
        ["host", "port", "zone"]
    );
    let mut context = EvalContext::new();
    context.set(&name, 80).set(format!("{name}s"), value!([80]));
    assert_eq!(evaluate("[port, ports]", &context), value!([80, [80]]));
    let parameter = Parameter::new(&name, Type::Number);
    assert_eq!(
        (parameter.name(), Type::object([(&name, Type::Bool)]).to_string().as_str()),
        ("port", "object")
    );
}

#[test]
fn documents_are_edited_like_their_root() -> Result<(), Error> {
    let mut document: Document = "port = 80\nold = 1\nservice \"web\" {\n}\n".parse()?;
    document.set("port", 8080)?;
    document.remove("old")?;
    document.block("service", ["web"]).expect("it is there").set("n", 1)?;
    document.append_block("check", ())?.set("n", 2)?;
    document.attribute("port").expect("it is there").value().set(443)?;
    for service in document.blocks("service") {
        document.block_at(service).expect("it is there").set("n", 3)?;
    }
    assert_eq!(document.value("port").map(|it| it.expression().to_string()).as_deref(), Some("443"));
    assert_eq!(document.to_string(), "port = 443\nservice \"web\" {\n  n = 3\n}\ncheck {\n  n = 2\n}\n");
    Ok(())
}

#[test]
fn functions_are_found_by_name() -> Result<(), Error> {
    let mut context = EvalContext::new();
    context.set_function("shout", stdlib::function("upper").expect("it is known"));
    assert_eq!(evaluate("shout(\"a\")", &context), value!("A"));
    assert!(stdlib::function("uper").is_none());
    Ok(())
}

#[test]
fn rules_of_an_application_are_shown_as_codes() {
    let problem = Diagnostic::warning(Category::Data, "Public bucket", "Remove \"acl\".").with_rule("S3-ACL");
    assert_eq!(format!("{problem:#}").lines().next(), Some("warning[S3-ACL]: Public bucket"));
    let json = serde_json::to_value(&problem).expect("it is written");
    assert_eq!(
        (json["code"].as_str(), problem.rule(), problem.code()),
        (Some("S3-ACL"), Some("S3-ACL"), None)
    );
}

#[test]
fn files_and_bodies_are_parsed_from_text() -> Result<(), Error> {
    let body: Body = "port = 80\n".parse()?;
    let file: File = "port = 80\n".parse()?;
    assert_eq!((body.attributes().len(), file.to_string().as_str()), (1, "port = 80\n"));
    assert_eq!(Body::default().to_string() + &File::default().to_string(), "");
    assert_eq!(
        "port = \n".parse::<Body>().unwrap_err().to_string(),
        "1:8: Missing value: A value is expected before the end of the line."
    );
    Ok(())
}

#[test]
fn expressions_and_bodies_are_compared_by_content() -> Result<(), Error> {
    let body = |text: &str| text.parse::<Body>();
    for (first, second) in [
        ("a = [1, 2.50, \"x\"]", "a = [ # one\n  1,\n  2.5,\n  \"\\u0078\",\n]\n"),
        ("a = { b = 1, \"c\" = !d }", "a={\"b\":1\n\nc:!d}"),
        ("a = \"x\\n\"", "a = <<-EOT\n    x\n  EOT\n"),
        ("a = f(b.c[0], d...)", "a = f( b.c[ 0 ], d... )"),
        ("a = [for k, v in b : k if v]", "a = [ for k,v in b: k if v ] // all"),
        ("a = \"${b}-%{ if c }d%{ endif }\"", "a = \"${ b }-%{if c}d%{endif}\""),
        ("b \"x\" {\n  c = 1 < 2 ? -3 : null\n}\n", "b x { c = 1<2?-3:null }"),
    ] {
        assert_eq!(body(first)?, body(second)?);
    }
    for (first, second) in [
        ("a = 1", "b = 1"),
        ("a = 1", "a = \"1\""),
        ("a = b", "a = \"b\""),
        ("a = b", "a = \"${b}\""),
        ("a = { b = 1 }", "a = { (b) = 1 }"),
        ("a = b.c", "a = b[\"c\"]"),
        ("a = 1 + 2", "a = 3"),
        ("a = [for v in b : v]", "a = [for v in b : v if v]"),
        ("a = f(b)", "a = f(b...)"),
        ("a = 1\nb = 2", "b = 2\na = 1"),
        ("b {}", "b \"x\" {}"),
        ("b {}", "b {\n  c = 1\n}\n"),
    ] {
        assert_ne!(body(first)?, body(second)?);
    }
    let json = |text: &str| serde_hcl::json::parse_file(text).into_result();
    assert_eq!(json("{\"a\": [1, \"\\u0078\"]}")?, json("{\"a\":[1,\"x\"]}")?);
    assert_ne!(json("{\"a\": 1}")?, json("{\"a\": null}")?);
    assert_ne!(json("{\"a\": 1}")?.body(), &body("a = 1")?);
    let text = "b \"x\" {\n  c = 1\n}\n";
    let (first, second) = (body(text)?, body(text)?);
    assert_eq!(first.blocks().next(), second.blocks().next());
    assert_eq!(
        first.blocks().next().map(|it| it.labels().to_vec()),
        second.blocks().next().map(|it| it.labels().to_vec())
    );
    Ok(())
}

#[test]
fn blocks_are_decoded_and_written() -> Result<(), Error> {
    #[derive(serde::Deserialize, serde::Serialize)]
    struct Config {
        plugin: Vec<serde_hcl::Block>,
        check: Option<serde_hcl::Block>,
    }
    #[derive(serde::Deserialize, Debug)]
    struct Check {
        #[expect(dead_code, reason = "it is not decoded")]
        check: serde_hcl::Block,
    }
    let text = "plugin \"disk\" \"a\" {\n  size = 2 * n\n}\nplugin {}\n";
    let config: Config = serde_hcl::from_str(text)?;
    assert_eq!(config.plugin[0].labels(), ["disk", "a"]);
    assert_eq!((config.plugin.len(), config.plugin[0].span().start, config.check.is_none()), (2, 0, true));
    assert_eq!(serde_hcl::to_string(&config)?.parse::<Body>()?, text.parse()?);
    let other = serde_json::to_string(&config.plugin[0]).expect("it is written");
    assert_eq!(serde_json::from_str::<serde_hcl::Block>(&other).ok().as_ref(), Some(&config.plugin[0]));
    let config: Config =
        serde_hcl::json::from_str("{\"plugin\": [{\"disk\": {\"size\": 1}}], \"check\": null}")?;
    assert_eq!(
        (config.plugin[0].labels().len(), config.plugin[0].body().to_string()),
        (0, "{\"disk\": {\"size\": 1}}".to_owned())
    );
    for (text, expected) in [
        (
            "check = 1\n",
            "1:9: Attribute in place of a block: A block is expected here, not an attribute. (in check)",
        ),
        (
            "check {}\ncheck {}\n",
            "2:1: Duplicate block: Only one check block is possible here. Remove one of them. (in check)",
        ),
    ] {
        let error = serde_hcl::from_str::<Check>(text).expect_err("it is wrong");
        assert_eq!(error.to_string(), expected);
    }
    Ok(())
}

#[test]
fn deserializers_are_made_of_texts() -> Result<(), Error> {
    let native = Map::deserialize(serde_hcl::de::Deserializer::from_str("port = 80\n")?)?;
    let text = r#"{ "port": "${40 * 2}" }"#;
    let mut deserializer = serde_hcl::json::Deserializer::from_str(text)?;
    assert_eq!(Map::deserialize(&mut deserializer)?, native);
    assert_eq!(Map::deserialize(serde_hcl::json::Deserializer::from_slice(text.as_bytes())?)?, native);
    Ok(())
}
