//! Measures this crate beside others on the same work, and prints a record in CSV for each.
//!
//! `benches/peers/run` builds and runs it with the default settings and with link-time
//! optimization. The arguments are the name of the profile, which is printed only, and optionally
//! a text that the names of the rows contain. With `--list` it prints the rows, and with `--count`,
//! the name of a row and that of a crate it does that work once.

mod documents;
mod evaluation;
mod heap;
#[path = "../../../inputs.rs"]
mod inputs;
#[path = "../record.rs"]
mod record;
mod row;
mod rules;
#[path = "../../../service.rs"]
mod service;

use std::rc::Rc;

use documents::{Config, Documents};
use row::Row;

const SIZES: [(&str, usize); 3] = [("1 KB", 1_000), ("100 KB", 100_000), ("10 MB", 10_000_000)];

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    // Some of the other crates recurse.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(move || run(&arguments));
    thread.expect("a thread can be made").join().expect("the measuring ends");
}

fn run(arguments: &[String]) {
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        // The longest texts take too long to count, and have the same ratios as the others.
        ["--list"] => {
            for row in rows(|size| size != "10 MB") {
                row.contenders().for_each(|by| println!("{}\t{by}", row.name()));
            }
        }
        ["--count", name, by] => {
            let mut rows = rows(|size| name.ends_with(&format!(", {size}")));
            rows.find(|row| row.name() == name).expect("there is the row").count(by);
        }
        _ => {
            let profile = arguments.first().unwrap_or(&"release");
            let wanted = arguments.get(1).unwrap_or(&"");
            let mut output = csv::Writer::from_writer(std::io::stdout());
            for row in rows(|_| true).filter(|row| row.name().contains(wanted)) {
                for record in row.measure(profile) {
                    output.serialize(record).expect("standard output takes the record");
                }
                output.flush().expect("standard output takes the record");
            }
        }
    }
}

/// Returns the rows of some sizes, and those without one. They are created when they are reached.
fn rows(is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Row> {
    let sized = SIZES.iter().filter(move |size| is_wanted(size.0)).flat_map(|(size, bytes)| {
        [parsing, decoding, writing].into_iter().flat_map(|rows| rows(size, *bytes))
    });
    let others = [single_lines, evaluation::rows, rules::rows];
    sized.chain(others.into_iter().flat_map(|rows| rows()))
}

/// From a text to a syntax tree with locations.
fn parsing(size: &'static str, bytes: usize) -> Vec<Row> {
    let texts = [
        ("a Terraform module", inputs::terraform(bytes)),
        ("a service configuration", inputs::service(bytes)),
        ("long expressions", inputs::expressions(bytes)),
    ];
    let row = |(shape, text): (&str, String)| {
        let text: Rc<str> = text.into();
        let of = |_| text.clone();
        let [ours, hcl, edit] = [0, 1, 2].map(of);
        Row::new(format!("parse {shape}"), size)
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
fn decoding(size: &'static str, bytes: usize) -> Vec<Row> {
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
        Row::new("`from_str` to a struct", size)
            .by("serde_hcl", hcl.len(), with(|it| serde_hcl::from_str(&it.hcl).expect("it fits")))
            .by("hcl-rs", hcl.len(), with(|it| hcl::from_str(&it.hcl).expect("it fits")))
            .by("toml", toml.len(), with(|it| toml::from_str(&it.toml).expect("it fits")))
            .by("serde_json", json.len(), with(|it| serde_json::from_str(&it.json).expect("it fits"))),
        Row::new("`json::from_str` to a struct", size)
            .by("serde_hcl", json.len(), with(|it| serde_hcl::json::from_str(&it.json).expect("it fits")))
            .by("serde_json", json.len(), with(|it| serde_json::from_str(&it.json).expect("it fits"))),
        Row::new("`from_str` to a value, constant expressions", size)
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
fn writing(size: &'static str, bytes: usize) -> Vec<Row> {
    let documents = Rc::new(Documents::new(bytes));
    let by = |row: Row, name: &'static str, run: fn(&Config) -> String| {
        let documents = documents.clone();
        let length = run(&documents.config).len();
        row.by(name, length, move || run(&documents.config))
    };
    let row = |work: &str, contenders: &[(&'static str, fn(&Config) -> String)]| {
        contenders.iter().fold(Row::new(work, size), |row, (name, run)| by(row, name, *run))
    };
    vec![
        row(
            "`to_string` of a struct",
            &[
                ("serde_hcl", |it| serde_hcl::to_string(it).expect("it fits")),
                ("hcl-rs", |it| hcl::to_string(it).expect("it fits")),
                ("toml", |it| toml::to_string(it).expect("it fits")),
            ],
        ),
        row(
            "`json::to_string` of a struct",
            &[
                ("serde_hcl", |it| serde_hcl::json::to_string(it).expect("it fits")),
                ("serde_json", |it| serde_json::to_string(it).expect("it fits")),
            ],
        ),
        print("print a parsed Terraform module", size, &inputs::terraform(bytes)),
        print("print a parsed service configuration", size, &documents.hcl),
    ]
}

/// From a syntax tree to a text. This crate and hcl-edit print comments, hcl-rs drops them.
fn print(work: &str, size: &'static str, text: &str) -> Row {
    let file = serde_hcl::parse_file(text).value;
    let body = hcl::parse(text).expect("the text is valid");
    let edit = hcl_edit::parser::parse_body(text).expect("the text is valid");
    Row::new(work, size)
        .by("serde_hcl", text.len(), move || file.to_string())
        .by("hcl-rs", text.len(), move || hcl::format::to_string(&body).expect("it fits"))
        .by("hcl-edit", text.len(), move || edit.to_string())
}

/// Texts of one line or a few.
fn single_lines() -> Vec<Row> {
    let small: &str = SMALL_FILE;
    let expression = r#"var.enabled ? "${var.prefix}-web" : upper(local.name)"#;
    vec![
        Row::new("parse a small file", "257 B")
            .by("serde_hcl", small.len(), move || {
                let parsed = serde_hcl::parse_file(small);
                assert!(parsed.diagnostics.is_empty());
                parsed
            })
            .by("hcl-rs", small.len(), move || hcl::parse(small).expect("the text is valid")),
        Row::new("parse an expression", "53 B")
            .by("serde_hcl", expression.len(), move || {
                serde_hcl::parse_expression(expression).into_result().expect("the text is valid")
            })
            .by("hcl-rs", expression.len(), move || {
                expression.parse::<hcl::Expression>().expect("the text is valid")
            }),
    ]
}

const SMALL_FILE: &str = r#"# The version of the module.
variable "region" {
  type        = string
  default     = "eu-central-1"
  description = "Where everything runs"
}

output "endpoint" {
  value     = "https://${var.region}.example.org/${module.web.path}"
  sensitive = false
}
"#;
