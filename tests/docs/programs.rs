//! The programs of the chapter about codes. The body of each function without its last line is a
//! block of the chapter.

use serde_hcl::Result;

type Program = fn() -> Result<()>;

/// Codes that a configuration alone does not produce, each with a program that produces it. The
/// corrected programs are tests of the documentation.
pub const PROGRAMS: &[(&str, Program)] = &[
    ("invalid-encoding", latin1_file),
    ("io", full_buffer),
    ("invalid-expression", rejected_file),
    ("byte-order-mark", byte_order_mark),
    ("invalid-schema", name_twice_in_schema),
    ("not-a-body", list_as_file),
    ("block-in-value", block_as_file),
    ("unwritable-name", name_with_space),
    ("unwritable-key", list_as_key),
    ("repeated-entry", name_of_block),
    ("equal-keys", keys_of_one_text),
    ("transformation-failed", failing_transformation),
    ("unsuitable-layer", sensitive_layer),
    ("ambiguous-name", attribute_and_block),
    ("value-too-large", many_elements),
    ("specification-too-large", large_specification),
    ("too-many-blocks", many_blocks),
    ("evaluation-too-long", many_steps),
    ("evaluation-too-deep", deep_variable),
    ("text-too-long", long_text),
    ("nesting-too-deep", deep_text),
    ("too-many-problems", many_mistakes),
];

fn latin1_file() -> Result<()> {
    use serde_hcl::{Source, parse_file};

    let source = Source::from_bytes("main.hcl", b"name = \"caf\xe9\"\n".to_vec());
    let result = parse_file(source).into_result();
    result.map(drop)
}

fn full_buffer() -> Result<()> {
    use std::collections::BTreeMap;

    let mut buffer = [0; 8];
    let result = serde_hcl::to_writer(&mut buffer[..], &BTreeMap::from([("port", 8080)]));
    result.map(drop)
}

fn rejected_file() -> Result<()> {
    use serde_hcl::{EvalContext, Source, parse_file};

    let file = parse_file(Source::new("main.hcl", "port = 80 +\n")).value;
    let port = file.body().attribute("port").expect("the attribute has a name");
    let result = port.expression().evaluate(&EvalContext::new());
    result.map(drop)
}

fn byte_order_mark() -> Result<()> {
    use serde_hcl::{Source, json};

    let source = Source::new("main.hcl.json", "\u{feff}{\"region\": \"eu-west-1\"}");
    let result = json::parse_file(source).into_result();
    result.map(drop)
}

fn name_twice_in_schema() -> Result<()> {
    use serde_hcl::body::{AttributeSchema, BodySchema};

    let names = ["port", "image", "port"];
    let result = BodySchema::new(names.map(AttributeSchema::optional), []);
    result.map(drop)
}

fn list_as_file() -> Result<()> {
    let result = serde_hcl::to_string(&[80, 443]);
    result.map(drop)
}

fn block_as_file() -> Result<()> {
    use std::collections::BTreeMap;

    use serde_hcl::de::Labeled;

    let service = Labeled { labels: "web", body: BTreeMap::from([("port", 80)]) };
    let result = serde_hcl::to_string(&service);
    result.map(drop)
}

fn name_with_space() -> Result<()> {
    use std::collections::BTreeMap;

    let result = serde_hcl::to_string(&BTreeMap::from([("cost center", 42)]));
    result.map(drop)
}

fn list_as_key() -> Result<()> {
    use std::collections::BTreeMap;

    let routes = BTreeMap::from([(["web", "blue"], 80)]);
    let result = serde_hcl::to_string(&BTreeMap::from([("routes", routes)]));
    result.map(drop)
}

fn name_of_block() -> Result<()> {
    use serde_hcl::edit::Document;

    let mut document = Document::parse("service \"web\" {\n}\n").expect("the file is valid");
    let result = document.root().set("service", "web");
    result.map(drop)
}

fn keys_of_one_text() -> Result<()> {
    use std::collections::BTreeMap;

    let users = BTreeMap::from([("Zo\u{eb}", 1), ("Zoe\u{308}", 2)]);
    let result = serde_hcl::to_string(&BTreeMap::from([("users", users)]));
    result.map(drop)
}

fn failing_transformation() -> Result<()> {
    use serde_hcl::ext::Spec;
    use serde_hcl::{EvalContext, Function, Source, Type, parse_file};

    let checked = |port: u16| if port < 1024 { Err("the port is reserved") } else { Ok(port) };
    let spec = Spec::attribute("port", Type::Number).transform(Function::from_fn(checked));
    let file = parse_file(Source::new("main.hcl", "port = 80\n")).value;
    let result = spec.decode(file.body(), &EvalContext::new()).into_result();
    result.map(drop)
}

fn sensitive_layer() -> Result<()> {
    use config::Format;
    use serde_hcl::value::Mark;
    use serde_hcl::{EvalContext, Options, Value, config::Hcl};

    let mut context = EvalContext::new();
    context.set("secret", Value::from("hunter2").mark(Mark::new("sensitive")));
    let hcl = Hcl::with(Options::new().context(context));
    let result = hcl.parse(Some(&"main.hcl".to_owned()), "password = secret\n");
    result.map(drop).map_err(|error| *error.downcast().expect("the error is one of this crate"))
}

fn attribute_and_block() -> Result<()> {
    use serde_hcl::{json, parse_file};

    let file = parse_file("service = {}\nservice \"web\" {\n}\n").value;
    let result = json::to_string(file.body());
    result.map(drop)
}

fn many_elements() -> Result<()> {
    use serde_hcl::{Limits, Options, Value};

    let mut limits = Limits::DEFAULT;
    limits.elements = 30;
    let options = Options::new().file_name("main.hcl").limits(limits);
    let text = "ports = [for n in [1, 2, 3] : [n, n, n, n, n, n, n, n, n]]\n";
    let result = options.from_str::<Value>(text);
    result.map(drop)
}

fn large_specification() -> Result<()> {
    use serde_hcl::{Type, ext::Spec};

    let port = Spec::attribute("port", Type::Number);
    let result = (0..1000).fold(port, |nested, _| Spec::block("group", nested)).schema();
    result.map(drop)
}

fn many_blocks() -> Result<()> {
    use serde_hcl::{Limits, Options, Value};

    let options = Options::new().file_name("main.hcl").dynamic_blocks(true);
    let mut limits = Limits::DEFAULT;
    limits.elements = 20;
    let options = options.limits(limits);
    let text = "dynamic \"listen\" {\n  for_each = [80, 443, 8080]\n  content {\n  }\n}\n";
    let result = options.from_str::<Value>(text);
    result.map(drop)
}

fn many_steps() -> Result<()> {
    use serde_hcl::{Limits, Options, Value};

    let mut limits = Limits::DEFAULT;
    limits.steps = 10;
    let options = Options::new().file_name("main.hcl").limits(limits);
    let result = options.from_str::<Value>("squares = [for n in [1, 2, 3, 4, 5, 6] : n * n]\n");
    result.map(drop)
}

fn deep_variable() -> Result<()> {
    use serde_hcl::{EvalContext, Limits, Source, parse_expression};

    let ports = parse_expression(Source::new("ports.hcl", "[[[[[80]]]]]")).value;
    let mut inner = EvalContext::new();
    let mut limits = Limits::DEFAULT;
    limits.depth = 3;
    inner.set_limits(limits);
    let mut context = EvalContext::new();
    context.set_resolver(move |_| Ok(Some(ports.evaluate(&inner)?)));
    let result = parse_expression("ports").value.evaluate(&context);
    result.map(drop)
}

fn long_text() -> Result<()> {
    use serde_hcl::{Limits, Options, Value};

    let mut limits = Limits::DEFAULT;
    limits.input = 16;
    let options = Options::new().file_name("main.hcl").limits(limits);
    let result = options.from_str::<Value>("region = \"eu-west-1\"\n");
    result.map(drop)
}

fn deep_text() -> Result<()> {
    use serde_hcl::{Limits, Options, Value};

    let mut limits = Limits::DEFAULT;
    limits.depth = 3;
    let options = Options::new().file_name("main.hcl").limits(limits);
    let result = options.from_str::<Value>("cells = [[[[1, 2]]]]\n");
    result.map(drop)
}

fn many_mistakes() -> Result<()> {
    use serde_hcl::{Source, parse_file};

    let source = Source::new("main.hcl", "port 80\n".repeat(3000));
    let result = parse_file(source).into_result();
    result.map(drop)
}
