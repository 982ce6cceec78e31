//! Properties of a specification that are known without decoding.

use serde_hcl::ext::{ChildAttribute, Spec};
use serde_hcl::{
    EvalContext, Function, Type,
    body::{AttributeSchema, BlockSchema, BodySchema},
    value,
};

use super::{any, in_json, native, number, string, transformed};

use test_support::rows::check_each;

fn service() -> Spec {
    Spec::object([
        ("name", Spec::label(0, "name")),
        ("port", number("port").required()),
        ("checks", Spec::block_list("check", 1..=3, string("url"))),
        ("tags", Spec::block_attributes("tags", Type::String)),
    ])
}

#[test]
fn specifications_imply_a_type() {
    let upper = Function::from_fn(|text: String| text.to_uppercase());
    let length = transformed("[nested, \"x\"]", &EvalContext::new());
    let object = Type::object_with_optional([("a", Type::Number)], ["a"]);
    let table = [
        (service(), "object({ name = string, port = number, checks = list(string), tags = map(string) })"),
        (Spec::tuple([any("a"), Spec::literal(value!([1]))]), "tuple([any, tuple([number])])"),
        (Spec::block("b", string("a")), "string"),
        (Spec::block_set("b", .., string("a")), "set(string)"),
        (Spec::block_tuple("b", .., string("a")), "any"),
        (Spec::block_map("b", ["k", "l"], string("a")), "map(map(string))"),
        (Spec::block_object("b", ["k", "l"], string("a")), "any"),
        (number("a").or(string("b")), "number"),
        (number("a").transform(upper), "string"),
        (length, "tuple([number, string])"),
        (string("a").validate(|_| serde_hcl::diag::Diagnostics::new()), "string"),
        (Spec::attribute("a", object), "object({ a = number })"),
    ];
    check_each(table, |(spec, expected)| {
        let debug = format!("{:?}", spec.implied_type()).replace("dynamic", "any");
        assert_eq!(debug, expected);
    });
}

#[test]
fn specifications_have_a_schema() {
    let spec = Spec::object([
        ("a", string("x").or(number("y").required())),
        ("b", number("x").required().validate(|_| serde_hcl::diag::Diagnostics::new())),
        ("services", Spec::block_map("service", ["kind"], service())),
        ("disk", Spec::block("disk", number("size"))),
    ]);
    let expected = BodySchema::new(
        [AttributeSchema::required("x"), AttributeSchema::required("y")],
        [BlockSchema::new("service", ["kind", "name"]), BlockSchema::new("disk", [""; 0])],
    );
    assert_eq!(spec.schema().expect("it is sound"), expected.expect("it is sound"));
}

#[test]
fn attributes_of_a_specification_are_listed() {
    let spec =
        Spec::tuple([service(), string("a").or(Spec::block("a", string("b"))), number("a").required()]);
    let describe = |it: ChildAttribute<'_>| format!("{} {} {}", it.name, it.ty, it.is_required);
    let found: Vec<_> = spec.child_attributes().into_iter().map(describe).collect();
    assert_eq!(found, ["port number true", "a string false", "a number true"]);
}

#[test]
fn blocks_of_a_specification_are_listed() {
    let spec = Spec::tuple([
        Spec::block_map("service", ["kind"], service()),
        string("a").or(Spec::block("a", string("b")).required()),
    ]);
    let describe = |spec: &Spec| -> Vec<String> {
        let blocks = spec.child_blocks();
        blocks
            .iter()
            .map(|it| {
                let nested =
                    it.nested.map_or("any".to_owned(), |nested| format!("{:?}", nested.implied_type()));
                let most = it.at_most.map_or("many".to_owned(), |most| most.to_string());
                format!("{} {:?} {}..{most} {nested}", it.block_type, it.labels, it.at_least)
            })
            .collect()
    };
    let found = describe(&spec);
    assert!(found[0].starts_with("service [\"kind\", \"name\"] 0..many object({"), "{}", found[0]);
    assert_eq!(found[1..], ["a [] 1..1 string"]);
    let blocks = spec.child_blocks();
    let nested = blocks[0].nested.expect("there is one");
    assert_eq!(describe(nested), ["check [] 1..3 string", "tags [] 0..1 any"]);
}

#[test]
fn variables_of_a_body_are_found() {
    let spec = Spec::object([
        ("b", string("b").or(string("a"))),
        ("services", Spec::block_map("service", ["name"], service())),
        ("tags", Spec::block_attributes("tags", Type::String)),
    ]);
    // Unused variables are not needed, and errors are reported by decoding.
    let native = native(
        "a = v1\nb = v2.x\nother = v0\nservice \"n\" \"m\" {\n  port = v3\n  check {\n    url = \"${v4[0]}\"\n  }\n}\nservice {}\n\
         tags {\n  x = v5\n  y = [v6, v5]\n}\n",
    );
    let json = in_json(
        r#"{ "a": "${v1}", "b": "${v2.x}", "other": "${v0}", "tags": { "x": "${v5}", "y": ["${v6}", "${v5}"] },
             "service": { "n": { "m": { "port": "${v3}", "check": { "url": "${v4[0]}" } } } } }"#,
    );
    for body in [native, json] {
        let names: Vec<_> = spec.variables(&body).iter().map(|it| it.to_string()).collect();
        assert_eq!(names, ["v2.x", "v1", "v3", "v4[0]", "v5", "v6", "v5"]);
    }
}

#[test]
fn values_have_locations() {
    let native =
        native("a = 1 + 1\nservice \"n\" \"m\" {\n  port = 80\n}\nservice \"n\" \"o\" {\n  port = 81\n}\n");
    let json = in_json(r#"{"a": "x", "service": {"n": {"m": {"port": 80}, "o": {"port": 81}}}}"#);
    let map = |nested| Spec::block_map("service", ["kind"], nested);
    let table = [
        (string("a"), Some("1 + 1"), Some("\"x\"")),
        (string("a").or(string("b")), Some("1 + 1"), Some("\"x\"")),
        (string("b"), Some(""), Some("}")),
        (Spec::object([("a", string("a"))]), Some(""), Some("}")),
        (Spec::literal(1), None, None),
        (map(Spec::label(0, "name")), Some("\"m\""), Some("\"m\"")),
        (Spec::block_map("service", ["kind", "name"], number("port")), Some("80"), Some("80")),
        (map(service()), Some("service \"n\" \"m\""), Some("{")),
        (Spec::block_attributes("tags", Type::String), Some(""), Some("}")),
        (Spec::block("none", service()), Some(""), Some("}")),
    ];
    check_each(table, |(spec, in_native, in_json)| {
        for (body, expected) in [(&native, in_native), (&json, in_json)] {
            let place = spec.span(body);
            let text = place.as_ref().map(|(source, span)| source.slice(*span));
            assert_eq!(text, expected, "for {spec:?} in {}", body.source().text());
        }
    });
}
