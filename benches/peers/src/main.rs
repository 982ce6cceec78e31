//! This crate beside others on the same work, as a table in Markdown.
//!
//! Run it with `cargo run --release --manifest-path benches/peers/Cargo.toml`, followed by
//! `-- TEXT` for the rows whose name holds a text only; with `--features perf` before that, hcl-rs
//! uses its own feature of that name.

mod documents;
mod heap;
#[path = "../../inputs.rs"]
mod inputs;
mod measure;
#[path = "../../service.rs"]
mod service;

use std::rc::Rc;

use documents::{Config, Documents};
use measure::Row;

const SIZES: [(&str, usize); 3] = [("1 KB", 1_000), ("100 KB", 100_000), ("10 MB", 10_000_000)];

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    // Some of the others recurse.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
        println!("| work | crate | median | MB/s | ratio | peak heap per byte | allocations per byte |");
        println!("|---|---|---|---|---|---|---|");
        for (size, bytes) in SIZES {
            let groups = [parsing, decoding, writing, evaluating];
            for row in groups.iter().flat_map(|rows| rows(size, bytes)) {
                if row.work().contains(&wanted) {
                    row.print();
                }
            }
        }
    });
    thread.expect("a thread can be made").join().expect("the measuring ends");
}

/// From a text to a syntax tree with places.
fn parsing(size: &str, bytes: usize) -> Vec<Row> {
    let texts = [
        ("Terraform", inputs::terraform(bytes)),
        ("service", inputs::service(bytes)),
        ("expressions", inputs::expressions(bytes)),
    ];
    let row = |(shape, text): (&str, String)| {
        let text: Rc<str> = text.into();
        let of = |_| text.clone();
        let [ours, hcl, edit] = [0, 1, 2].map(of);
        Row::new(format!("parse, {shape}, {size}"))
            .by("serde_hcl", text.len(), move || {
                let parsed = serde_hcl::parse_file(&*ours);
                assert!(parsed.diagnostics.is_empty());
                parsed
            })
            .by("hcl-rs", text.len(), move || hcl::parse(&hcl).expect("the text is valid"))
            .by("hcl-edit", text.len(), move || {
                hcl_edit::parser::parse_body(&edit).expect("the text is valid")
            })
    };
    texts.map(row).into()
}

/// From a text to a type.
fn decoding(size: &str, bytes: usize) -> Vec<Row> {
    let documents = Rc::new(Documents::new(bytes));
    let with = |run: fn(&Documents) -> Config| {
        let documents = documents.clone();
        move || run(&documents)
    };
    let Documents { hcl, json, toml, .. } = &*documents;
    let constants: Rc<str> = inputs::constants(bytes).into();
    let value = |run: fn(&str) -> hcl::Value| {
        let text = constants.clone();
        move || run(&text)
    };
    let ours = constants.clone();
    vec![
        Row::new(format!("from_str to a struct, {size}"))
            .by("serde_hcl", hcl.len(), with(|it| serde_hcl::from_str(&it.hcl).expect("it fits")))
            .by("hcl-rs", hcl.len(), with(|it| hcl::from_str(&it.hcl).expect("it fits")))
            .by("toml", toml.len(), with(|it| toml::from_str(&it.toml).expect("it fits")))
            .by("serde_json", json.len(), with(|it| serde_json::from_str(&it.json).expect("it fits"))),
        Row::new(format!("json::from_str to a struct, {size}"))
            .by("serde_hcl", json.len(), with(|it| serde_hcl::json::from_str(&it.json).expect("it fits")))
            .by("serde_json", json.len(), with(|it| serde_json::from_str(&it.json).expect("it fits"))),
        Row::new(format!("from_str to a value, constant expressions, {size}"))
            .by("serde_hcl", constants.len(), move || {
                serde_hcl::from_str::<serde_hcl::Value>(&ours).expect("it is constant")
            })
            .by(
                "hcl-rs",
                constants.len(),
                value(|text| hcl::eval::from_str(text, &hcl::eval::Context::new()).expect("it is constant")),
            )
            .by(
                "hcl-rs, unevaluated",
                constants.len(),
                value(|text| hcl::from_str(text).expect("it is valid")),
            ),
    ]
}

/// From a type or a syntax tree to a text.
fn writing(size: &str, bytes: usize) -> Vec<Row> {
    let documents = Rc::new(Documents::new(bytes));
    let with = |run: fn(&Documents) -> String| {
        let documents = documents.clone();
        let text = run(&documents);
        (text.len(), move || run(&documents))
    };
    let row = |work: &str, contenders: [(&'static str, fn(&Documents) -> String); 2]| {
        contenders.into_iter().fold(Row::new(format!("{work}, {size}")), |row, (name, run)| {
            let (bytes, run) = with(run);
            row.by(name, bytes, run)
        })
    };
    let file = serde_hcl::parse_file(documents.hcl.as_str()).value;
    let body = hcl::parse(&documents.hcl).expect("the text is valid");
    let length = documents.hcl.len();
    vec![
        row(
            "to_string of a struct",
            [
                ("serde_hcl", |it| serde_hcl::to_string(&it.config).expect("it fits")),
                ("hcl-rs", |it| hcl::to_string(&it.config).expect("it fits")),
            ],
        ),
        row(
            "json::to_string of a struct",
            [
                ("serde_hcl", |it| serde_hcl::json::to_string(&it.config).expect("it fits")),
                ("serde_json", |it| serde_json::to_string(&it.config).expect("it fits")),
            ],
        ),
        Row::new(format!("to_string of a body, {size}"))
            .by("serde_hcl", length, move || file.to_string())
            .by("hcl-rs", length, move || hcl::to_string(&body).expect("it fits")),
    ]
}

/// From a parsed expression to its value.
fn evaluating(size: &str, bytes: usize) -> Vec<Row> {
    let n = match bytes {
        ..10_000 => 100,
        10_000..1_000_000 => 100_000,
        _ => 1_000_000,
    };
    let row = |work: String, text: String| {
        let items: Vec<i64> = (0..n).collect();
        let mut context = serde_hcl::EvalContext::new();
        context.set("items", items.clone()).set("x", "abc");
        let expression = serde_hcl::parse_expression(text.as_str()).into_result().expect("it is sound");
        let row = Row::new(format!("evaluate {work}, {size}"))
            .by("serde_hcl", text.len(), move || expression.evaluate(&context).expect("it has a value"));
        // It refuses more than 128 operators in a row.
        let Ok(expression) = text.parse::<hcl::Expression>() else { return row };
        let mut context = hcl::eval::Context::new();
        context.declare_var("items", items);
        context.declare_var("x", "abc");
        row.by("hcl-rs", text.len(), move || {
            hcl::eval::Evaluate::evaluate(&expression, &context).expect("it has a value")
        })
    };
    let terms = usize::try_from(n).unwrap_or_default();
    vec![
        row(format!("a sum of {n} terms"), format!("1{}", " + 1".repeat(terms - 1))),
        row(format!("a for over {n} elements"), "[for x in items : x * 2 if x != 7]".to_owned()),
        row(format!("a template of {} parts", n / 10), format!("\"{}\"", "${x} y ".repeat(terms / 20))),
    ]
}
