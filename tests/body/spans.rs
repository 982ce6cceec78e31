//! Locations of expressions: the same for every way to reach them.

use serde::Deserialize;
use serde_hcl::{Expression, from_body, json, parse_file};

#[derive(Deserialize)]
struct Captured {
    list: Vec<Expression>,
    object: Entries,
}

#[derive(Deserialize)]
struct Entries {
    k: Expression,
}

fn text(expression: &Expression) -> String {
    expression.source().slice(expression.span()).to_owned()
}

#[test]
fn parts_of_expressions_keep_their_locations() {
    let native =
        parse_file("list = [x.y, \"t${z}\"]\nobject = { k = f(1) }\n").into_result().expect("it is sound");
    let in_json = r#"{ "list": ["${x.y}", "t\u0021${z}"], "object": { "k": "f(1)" } }"#;
    let in_json = json::parse_file(in_json).into_result().expect("it is sound");
    let table = [
        (native.body(), ["x.y", "\"t${z}\"", "k", "f(1)"]),
        (in_json.body(), ["\"${x.y}\"", "\"t\\u0021${z}\"", "\"k\"", "\"f(1)\""]),
    ];
    for (body, [first, second, key, value]) in table {
        let [list, object] = body.attributes().collect::<Vec<_>>().try_into().expect("there are two");
        let elements = list.expression().static_list().expect("a list");
        assert_eq!(elements.iter().map(text).collect::<Vec<_>>(), [first, second]);
        let entries = object.expression().static_map().expect("a map");
        assert_eq!((text(&entries[0].0), text(&entries[0].1)), (key.to_owned(), value.to_owned()));

        let captured: Captured = from_body(body, &Default::default()).expect("it fits");
        assert_eq!(captured.list.iter().map(text).collect::<Vec<_>>(), [first, second]);
        assert_eq!(text(&captured.object.k), value);
        for (captured, element) in captured.list.iter().zip(&elements) {
            assert_eq!(captured.span(), element.span());
            assert_eq!(captured.source(), element.source());
        }

        let call = captured.object.k.static_call().expect("a call");
        assert_eq!(text(&call.arguments[0]), "1");
        assert_eq!(call.source.slice(call.name_span), "f");
        assert_eq!(call.source.slice(call.arguments_span), "(1)");
    }
}
