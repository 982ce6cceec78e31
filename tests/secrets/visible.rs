//! Output of values with marked parts.

use serde_hcl::func::Rest;
use serde_hcl::value::PathStep;
use serde_hcl::{Map, Options, Outcome, Value, parse_file, value};

use crate::support::{check, context, mark, secrets};

#[test]
fn debug_and_display_show_placeholders() {
    assert_eq!(format!("{0} {0:?}", mark("hunter2")), "(marked sensitive) (marked sensitive)");
    let part = value!({ "a": (mark("hunter2")), "b": [1, (mark(1))] });
    assert_eq!(part.to_string(), "{ a = (marked sensitive), b = [1, (marked sensitive)] }");

    let context = context();
    for (name, value) in secrets() {
        let map = Map::from_iter([("a", value.clone())]);
        check(&format!("{value} {value:?} {map:?}"), name);
        check(&format!("{:?}", PathStep::Index(value.clone())), name);
        check(&format!("{:?}", Rest(vec![value.clone()])), name);
        check(&format!("{:?}", Outcome::from(value.clone())), name);
        check(&format!("{:?}", serde_hcl::ext::Spec::literal(value.clone())), name);
        check(&format!("{:?}", serde_hcl::de::Labeled { labels: value.clone(), body: value.clone() }), name);
        check(&format!("{:?}", Value::from(map).kind()), name);
    }
    check(&format!("{context:?} {:?}", Options::new().context(context.clone())), "context");
    let file = parse_file("dynamic \"a\" {\n  for_each = list\n  content {}\n}\n")
        .into_result()
        .expect("it is sound");
    let body = serde_hcl::ext::expand_dynamic_blocks(file.body(), &context);
    check(&format!("{body:?} {body} {:?}", body.blocks().collect::<Vec<_>>()), "body");
}
