//! Prints the growth of the time of parsing, decoding, formatting, analysis and editing from n to
//! 4n, on valid and on broken shapes, and on documents of up to 100 MB. Four times is linear.
//!
//! Run it with `cargo bench --all-features --bench linear`.

mod inputs;
mod service;

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::edit::{Document, Path};
use serde_hcl::{EvalContext, Limits, Options, Value};
use service::Config;

type Shape = (&'static str, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("sum of n terms", |n| format!("a = 1{}\n", " + 1".repeat(n))),
    ("n signs", |n| format!("a = {}1\n", "-".repeat(n))),
    ("n attribute steps", |n| format!("a = b{}\n", ".c".repeat(n))),
    ("n index steps", |n| format!("a = b{}\n", "[0]".repeat(n))),
    ("n conditionals in a chain", |n| format!("a = {}0\n", "b ? 1 : ".repeat(n))),
    ("tuple of n elements", |n| format!("a = [{}]\n", "1, ".repeat(n))),
    ("object of n items", |n| format!("a = {{\n{}}}\n", lines(n, |n| format!("k{n} = {n}")))),
    ("n attributes", |n| lines(n, |n| format!("a{n} = {n}"))),
    ("n blocks", |n| lines(n, |n| format!("b \"l{n}\" {{}}"))),
    ("template of n parts", |n| format!("a = \"{}\"\n", "${x} y ".repeat(n))),
    ("heredoc of n lines", |n| format!("a = <<E\n{}E\n", "some text here\n".repeat(n))),
    ("n comments", |n| "# a comment\n".repeat(n)),
    ("string of n escapes", |n| format!("a = \"{}\"\n", "\\n".repeat(n))),
    ("string of n bytes", |n| format!("a = \"{}\"\n", "x".repeat(n))),
    ("broken: n unclosed parentheses", |n| format!("a = {}\n", "(".repeat(n))),
    ("broken: n unclosed objects", |n| format!("a = {}\n", "{ b = ".repeat(n))),
    ("broken: n unclosed blocks", |n| "b {\n".repeat(n)),
    ("broken: n unclosed templates", |n| format!("a = {}\n", "\"${".repeat(n))),
    ("broken: n bad lines", |n| lines(n, |n| format!("a{n} = = 1"))),
    ("broken: unclosed heredoc of n lines", |n| format!("a = <<E\n{}", "some text\n".repeat(n))),
    ("broken: unclosed string of n bytes", |n| format!("a = \"{}\n", "x".repeat(n))),
    ("broken: tuple of n without commas", |n| format!("a = [{}]\n", "1 ".repeat(n))),
    ("broken: 100 levels, then an end, n times", |n| format!("a = {}\n", "[".repeat(100)).repeat(n / 100)),
];

/// Definitions that refer to each other, which are put in order and evaluated.
const DEFINITIONS: &[Shape] = &[
    ("chain of n definitions", |n| {
        locals(n, |i| if i == 0 { "1".to_owned() } else { format!("local.a{}", i - 1) })
    }),
    ("chain of n definitions, the last one first", |n| {
        locals(n, |i| if i + 1 == n { "1".to_owned() } else { format!("local.a{}", i + 1) })
    }),
    ("star of n definitions", |n| locals(n, |i| if i == 0 { "1".to_owned() } else { "local.a0".to_owned() })),
    ("one definition that refers to n", |n| {
        let all: String = (1..n).map(|i| format!("local.a{i}, ")).collect();
        locals(n, |i| if i == 0 { format!("[{all}]") } else { i.to_string() })
    }),
    ("n definitions that refer to all variables", |n| {
        lines(n, |i| format!("variable \"v{i}\" {{}}")) + &locals(n, |_| "var[var.v0]".to_owned())
    }),
    ("cycle of n definitions", |n| locals(n, |i| format!("local.a{}", (i + 1) % n))),
];

/// A name, a function that returns a document of a number of bytes, and the work done with it.
type DocumentRow = (&'static str, fn(usize) -> String, fn(&str));

const DOCUMENTS: &[DocumentRow] = &[
    ("parse a Terraform module", inputs::terraform, parse),
    ("parse a service configuration", inputs::service, parse),
    ("parse long expressions", inputs::expressions, parse),
    ("from_str to a struct", inputs::service, |text| {
        black_box(unlimited().from_str::<Config>(text).expect("the text fits the type"));
    }),
    ("from_str to a value", inputs::constants, |text| {
        black_box(unlimited().from_str::<Value>(text).expect("the text is constant"));
    }),
    ("json::from_str to a struct", json, |text| {
        black_box(unlimited().json().from_str::<Config>(text).expect("the text fits the type"));
    }),
    ("format a Terraform module", inputs::terraform, |text| drop(black_box(serde_hcl::format(text)))),
];

fn parse(text: &str) {
    black_box(serde_hcl::parse_file(text).into_result().expect("the text is valid"));
}

fn json(bytes: usize) -> String {
    let text = inputs::service(bytes);
    let config: Config = unlimited().from_str(&text).expect("the text fits the type");
    serde_hcl::json::to_string(&config).expect("the type fits")
}

/// Returns options that accept texts of any length and any number of values.
fn unlimited() -> Options {
    let limits = Limits::DEFAULT.input(u64::MAX).steps(u64::MAX).bytes(u64::MAX);
    Options::new().limits(limits.elements(u64::MAX))
}

/// An edit of a document of n blocks.
type Edit = (&'static str, fn(&Document, usize));

const EDITS: &[Edit] = &[
    ("n blocks built by handles", |_, n| {
        let mut document = Document::new();
        for number in 0..n {
            let mut root = document.root();
            let mut block = root.append_block("b", ["l"]).expect("the block is appended");
            block.set("a", number).expect("the attribute is set");
        }
    }),
    ("n attributes set in a batch", |document, n| {
        let mut document = document.clone();
        let set = |document: &mut Document| {
            (0..n).try_for_each(|index| match document.block_at(&Path::default(), index) {
                Some(mut block) => block.set("a", "changed"),
                None => Ok(()),
            })
        };
        document.edit(set).expect("the attributes are set");
    }),
];

fn locals(n: usize, value: impl Fn(usize) -> String) -> String {
    format!("locals {{\n{}}}\n", lines(n, |i| format!("a{i} = {}", value(i))))
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| line(n) + "\n").collect()
}

fn main() {
    println!("{:42} {:>12} {:>12} {:>6}", "shape", "n = 20,000", "4n", "ratio");
    for (name, shape) in SHAPES {
        let [small, large] = [20_000, 80_000].map(|n| {
            let text = shape(n);
            fastest(|| drop(black_box(serde_hcl::parse_file(text.as_str()))))
        });
        report(name, small, large);
    }
    println!("\n{:42} {:>12} {:>12} {:>6}", "order and values", "n = 10,000", "4n", "ratio");
    for (name, shape) in DEFINITIONS {
        let [small, large] = [10_000, 40_000].map(|n| {
            let body = serde_hcl::parse_file(shape(n)).value.into_body();
            fastest(|| {
                let scope = Scope::new(&Roots::terraform(), [body.clone()], &EvalContext::new())
                    .expect("no variable hides a root");
                black_box((scope.references().order().is_ok(), scope.check()));
            })
        });
        report(name, small, large);
    }
    println!("\n{:42} {:>12} {:>12} {:>6}", "edits", "n = 2,000", "4n", "ratio");
    for (name, edit) in EDITS {
        let [small, large] = [2_000, 8_000].map(|n| {
            let text = lines(n, |n| format!("b \"l{n}\" {{\n  a = {n}\n}}\n"));
            let document: Document = text.parse().expect("the text is valid");
            fastest(|| edit(black_box(&document), n))
        });
        report(name, small, large);
    }
    println!("\n{:42} {:>12} {:>12} {:>6}", "document", "25 MB", "100 MB", "ratio");
    for (name, document, work) in DOCUMENTS {
        let [small, large] = [25_000_000, 100_000_000].map(|bytes| {
            let text = document(bytes);
            fastest(|| work(&text))
        });
        report(name, small, large);
    }
}

fn report(name: &str, small: Duration, large: Duration) {
    let ratio = large.as_secs_f64() / small.as_secs_f64();
    println!("{name:42} {small:>12.1?} {large:>12.1?} {ratio:>6.2}");
}

fn fastest(work: impl Fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}
