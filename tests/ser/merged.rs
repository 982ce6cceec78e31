//! Merged bodies are written in their order, for any names of their sources.

use serde_hcl::{
    Body, Source,
    body::{AttributeSchema, BodySchema},
    parse_file, to_string,
};

use test_support::written::written_json;

fn body(name: &str, text: &str) -> Body {
    parse_file(Source::new(name, text)).into_result().expect("it is sound").body().clone()
}

/// The written form with a space for each line break.
#[track_caller]
fn check(body: &Body, native: &str, json_text: &str) {
    assert_eq!(to_string(body).expect("it can be written").replace("\n", " "), native);
    assert_eq!(written_json(body).ok().as_deref(), Some(json_text));
}

#[test]
fn merged_files_of_one_name_are_all_written() {
    let one = "step \"a\" {}\nx = 1\n";
    let two = "y = 1\nstep \"b\" {}\n";
    let merged = Body::merge([body("main.hcl", one), body("main.hcl", two), body("main.hcl", "z = 2\n")]);
    check(
        &merged,
        "step \"a\" {} x = 1 y = 1 step \"b\" {} z = 2 ",
        r#"{"step":{"a":{},"b":{}},"x":1,"y":1,"z":2}"#,
    );
    // Equal files too, since blocks may be repeated.
    let step = "step \"a\" {}\nlast {}\n";
    check(
        &Body::merge([body("", step), body("", step)]),
        "step \"a\" {} last {} step \"a\" {} last {} ",
        r#"{"step":{"a":[{},{}]},"last":[{},{}]}"#,
    );
}

#[test]
fn merged_parts_of_one_file_are_written_in_their_order() {
    let file = body("main.hcl", "one {\n  a = 1\n}\ntwo {\n  b = 2\n}\n");
    let mut parts: Vec<Body> = file.blocks().map(|block| block.body().clone()).collect();
    parts.reverse();
    check(&Body::merge(parts), "b = 2 a = 1 ", r#"{"b":2,"a":1}"#);
}

#[test]
fn the_rest_of_merged_bodies_is_written() {
    let merged = Body::merge([body("a", "x = 1\ny = 1\n"), body("b", "z = 1\n")]);
    let schema = BodySchema::new([AttributeSchema::optional("x")], []).expect("it is sound");
    let (_, rest) = merged.partial_content(&schema).into_result().expect("it has the attribute");
    check(&Body::merge([rest, body("c", "w = 1\n")]), "y = 1 z = 1 w = 1 ", r#"{"y":1,"z":1,"w":1}"#);
    #[derive(serde::Deserialize)]
    struct Part {
        x: u8,
        #[serde(rename = "$remain")]
        rest: Body,
    }
    let part: Part =
        serde_hcl::from_body(&merged, &serde_hcl::EvalContext::new()).expect("it has the attribute");
    assert_eq!(part.x, 1);
    check(&Body::merge([part.rest, body("c", "w = 1\n")]), "y = 1 z = 1 w = 1 ", r#"{"y":1,"z":1,"w":1}"#);
}
