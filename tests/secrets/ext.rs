//! The extensions of the language: dynamic blocks and specifications.

use serde_hcl::ast::BinaryOperator;
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::value::{get_attr, index};
use serde_hcl::{
    Body, Diagnostic, Function, Type, Value,
    body::{BlockSchema, BodySchema},
    diag::{Category, Diagnostics},
    json, parse_file,
};

use crate::support::{check, check_diagnostics, check_error, check_outcome, context};
use test_support::rows::check_each;

const BODIES: &[&str] = &[
    "a = text\nb = number\n",
    "a = [text]\nb = text\n",
    "a = object\nb = object\nkey = map\n",
    "one {\n  a = text\n  size = text\n}\n",
    "one {\n  a = { (text) = 1 }\n}\none {\n  a = object\n}\n",
    "list {\n  a = text\n}\nlist {\n  a = object\n  size = map\n}\n",
    "set {\n  size = text\n}\nset {\n  size = object\n}\n",
    "tuple {\n  a = loud(text)\n}\n",
    "map \"x\" \"y\" {\n  a = object\n}\nmap \"x\" \"y\" {\n  a = nested\n}\n",
    "map \"x\" \"y\" {\n  a = [1]\n}\nmap \"x\" \"z\" {\n  a = nested\n}\n",
    "object \"x\" {\n  a = text\n}\n",
    "attributes {\n  a = object\n  b = text\n}\n",
    "attributes {\n  a = loud_form(text)\n}\n",
    "dynamic \"one\" {\n  for_each = list\n  content {\n    a = one.value\n    size = one.value\n  }\n}\n",
    "dynamic \"one\" {\n  for_each = text\n  content {}\n}\n",
    "dynamic \"one\" {\n  for_each = number + text\n  content {}\n}\n",
    "dynamic \"list\" {\n  for_each = map\n  content {\n    a = [loud(list.value)]\n  }\n}\n",
    "dynamic \"list\" {\n  for_each = map\n  content {\n    a = { (list.key) = list.value.missing }\n  }\n}\n",
    "dynamic \"map\" {\n  for_each = list\n  labels = [map.value, \"x\"]\n  content {\n    size = map.value\n  }\n}\n",
    "dynamic \"map\" {\n  for_each = list\n  labels = [map.value, \"x\"]\n  content {}\n}\n",
    "dynamic \"map\" {\n  for_each = [1, 2]\n  labels = [text, \"x\"]\n  content {}\n}\n",
    "dynamic \"map\" {\n  for_each = map\n  labels = [\"x\", \"${map.key}\"]\n  content {\n    a = text\n  }\n}\n\
     dynamic \"map\" {\n  for_each = map\n  iterator = it\n  labels = [\"x\", it.value]\n  content {}\n}\n",
    "dynamic \"map\" {\n  for_each = tuple\n  labels = [map.value, loud(map.value)]\n  content {}\n}\n",
    "dynamic \"map\" {\n  for_each = object\n  labels = [map, names[map.key]]\n  content {}\n}\n",
    "dynamic \"map\" {\n  for_each = object\n  labels = [map.key]\n  content {}\n}\n",
    "dynamic \"object\" {\n  for_each = list\n  labels = [object.value]\n  content {\n    a = object.value\n  }\n}\n",
    "dynamic \"tuple\" {\n  for_each = list\n  content {\n    dynamic \"tuple\" {\n      for_each = tuple.value\n      \
     content {}\n    }\n  }\n}\n",
    "dynamic \"text\" {\n  for_each = text\n  content {}\n}\n",
];

fn specs() -> Vec<Spec> {
    let size = || Spec::attribute("size", Type::Number).or(Spec::literal(1));
    let parts = Spec::object([("a", Spec::attribute("a", Type::list(Type::Number))), ("size", size())]);
    let any = Spec::object([("a", Spec::attribute("a", Type::Dynamic)), ("size", size())]);
    let refusing = Spec::attribute("a", Type::Dynamic).validate(|value| {
        let text = format!("it was {:?}", value.clone().unmark_deep().0);
        Diagnostics::from(Diagnostic::error(Category::Data, "Refused", text))
    });
    let failing = Function::from_fn(|value: Value| Err::<Value, _>(format!("it was {value:?}")));
    let text = "transform {\n  result = loud(nested) + nested\n  attr {\n    name = \"a\"\n  }\n}\n";
    let file = parse_file(text).into_result().expect("it is sound");
    let transformed = Spec::from_file(file.body(), &context()).into_result().expect("it is valid").spec;
    let blocks = |part: &Spec| {
        Spec::object([
            ("a", Spec::attribute("a", Type::map(Type::Number))),
            ("b", Spec::attribute("b", Type::Bool)),
            ("key", Spec::attribute("key", Type::object([("a", Type::Number)]))),
            ("one", Spec::block("one", part.clone())),
            ("list", Spec::block_list("list", 0..3, part.clone())),
            ("set", Spec::block_set("set", .., size())),
            ("tuple", Spec::block_tuple("tuple", .., Spec::attribute("a", Type::Dynamic))),
            ("map", Spec::block_map("map", ["name", "other"], part.clone())),
            (
                "object",
                Spec::block_object("object", ["name"], Spec::tuple([Spec::label(0, "name"), part.clone()])),
            ),
            ("attributes", Spec::block_attributes("attributes", Type::Number)),
        ])
    };
    vec![
        blocks(&parts),
        blocks(&any),
        refusing,
        Spec::attribute("a", Type::Dynamic).transform(failing),
        transformed,
        Spec::block_map("map", ["name", "other"], Spec::label(0, "name").transform(loud())),
        Spec::block_tuple(
            "object",
            ..,
            Spec::tuple([Spec::label(0, "name"), Spec::attribute("a", Type::Bool)]),
        ),
    ]
}

fn loud() -> Function {
    Function::from_fn(|text: String| Err::<Value, _>(format!("it was {text}")))
}

fn bodies() -> Vec<(String, Body)> {
    let mut bodies = Vec::new();
    check_each(BODIES, |text| {
        let body = parse_file(*text).into_result().expect("it is sound").body().clone();
        if let Ok(written) = json::to_string(&body) {
            let same = json::parse_file(written.as_str()).into_result().expect("it is sound").body().clone();
            bodies.push((written, same));
        }
        bodies.push(((*text).to_owned(), body));
    });
    bodies
}

#[test]
fn specifications_show_no_marked_value() {
    let mut failures = 0;
    for (text, body) in bodies() {
        for spec in specs() {
            for body in [body.clone(), ext::expand_dynamic_blocks(&body, &context())] {
                let outcome = spec.decode(&body, &context());
                failures += outcome.diagnostics.len();
                check_outcome(&outcome, &text);
            }
        }
    }
    assert!(failures > 100, "{failures} failures");
}

#[test]
fn dynamic_blocks_show_no_marked_value() {
    let schema = BodySchema::new(
        [],
        [
            BlockSchema::new("one", [] as [&str; 0]),
            BlockSchema::new("list", [] as [&str; 0]),
            BlockSchema::new("map", ["name", "other"]),
            BlockSchema::new("object", ["name"]),
        ],
    )
    .expect("it is sound");
    for (text, body) in bodies() {
        let expanded = ext::expand_dynamic_blocks(&body, &context());
        let (content, rest) = {
            let outcome = expanded.partial_content(&schema);
            check_diagnostics(&outcome.diagnostics, &text);
            outcome.value
        };
        check(&format!("{content:?} {expanded:?} {rest:?}"), &text);
        for block in content.blocks() {
            check(&format!("{block:?} {:?}", block.labels()), &text);
            for attribute in block.body().just_attributes().value {
                let outcome = attribute.expression().evaluate_with_diagnostics(&context());
                check_outcome(&outcome, &text);
            }
            if let Err(error) = serde_hcl::to_string(block.body()) {
                check_error(&error, &text);
            }
        }
    }
}

#[test]
fn operations_show_no_marked_operand() {
    type Operation = fn(&Value, &Value) -> Result<Value, serde_hcl::value::ValueError>;
    let operations: [Operation; 15] = [
        |left, right| BinaryOperator::Add.apply(left, right),
        |left, right| BinaryOperator::Subtract.apply(left, right),
        |left, right| BinaryOperator::Multiply.apply(left, right),
        |left, right| BinaryOperator::Divide.apply(left, right),
        |left, right| BinaryOperator::Modulo.apply(left, right),
        |left, right| BinaryOperator::Less.apply(left, right),
        |left, right| BinaryOperator::Greater.apply(left, right),
        |left, right| BinaryOperator::LessOrEqual.apply(left, right),
        |left, right| BinaryOperator::GreaterOrEqual.apply(left, right),
        |left, right| BinaryOperator::Equal.apply(left, right),
        |left, right| BinaryOperator::NotEqual.apply(left, right),
        |left, right| BinaryOperator::And.apply(left, right),
        |left, right| BinaryOperator::Or.apply(left, right),
        index,
        |value, _| get_attr(value, "missing"),
    ];
    let all = crate::support::secrets();
    for (name, value) in &all {
        for (other_name, other) in &all {
            for operation in operations {
                for (left, right) in [(value, other), (value, &Value::from(1)), (&Value::from("a"), value)] {
                    match operation(left, right) {
                        Ok(value) => check(&format!("{value} {value:?}"), name),
                        Err(error) => {
                            crate::support::check_value_error(&error, &format!("{name} {other_name}"))
                        }
                    }
                }
            }
        }
        let types = [
            Type::Number,
            Type::Bool,
            Type::list(Type::Number),
            Type::set(Type::Bool),
            Type::map(Type::Bool),
            Type::map(Type::map(Type::Number)),
            Type::object([("a", Type::Number)]),
            Type::object([("a", Type::Bool), ("b", Type::Bool)]),
            Type::tuple([Type::Number, Type::Bool, Type::Bool]),
            Type::map(Type::Dynamic),
        ];
        for ty in types {
            if let Err(error) = serde_hcl::value::convert(value, &ty) {
                crate::support::check_value_error(&error, name);
            }
            let around = Value::object(serde_hcl::Map::from_iter([("a", value.clone())]));
            if let Err(error) = serde_hcl::value::convert(&around, &Type::map(ty)) {
                crate::support::check_value_error(&error, name);
            }
        }
    }
}

#[test]
fn serialization_shows_no_marked_value() {
    for (name, value) in crate::support::secrets() {
        for value in [value.clone(), Value::tuple([value.clone()])] {
            let around = std::collections::BTreeMap::from([("a", value.clone())]);
            for error in [
                serde_hcl::to_string(&around).err(),
                serde_hcl::to_string(&value).err(),
                serde_hcl::json::to_string(&around).err(),
                serde_hcl::ser::to_body(&around).err(),
            ] {
                check_error(&error.unwrap_or_else(|| panic!("{name} was written")), name);
            }
            let error = serde_json::to_string(&value).expect_err("it is marked");
            check(&format!("{error} {error:?}"), name);
            match serde_hcl::to_value(&around) {
                Ok(value) => check(&format!("{value} {value:?}"), name),
                Err(error) => check_error(&error, name),
            }
        }
    }
}
