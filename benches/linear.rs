//! Prints the growth of the time of parsing, decoding, formatting and analysis from n to 4n, on
//! valid and on broken shapes, and on documents of up to 100 MB; of n look-ups from n to 4n; and of
//! n edits from n to 8n. Four times, or eight times, is linear.
//!
//! Run it with `cargo bench --all-features --bench linear`.

mod inputs;
mod service;

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::edit::{BlockMut, Document, Position, ValueMut};
use serde_hcl::{
    Body, EvalContext, Expression, Limits, Options, Result, Value, parse_expression, parse_file,
};
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
        black_box(unlimited().json(true).from_str::<Config>(text).expect("the text fits the type"));
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
    let mut limits = Limits::DEFAULT;
    limits.input = u64::MAX;
    limits.steps = u64::MAX;
    limits.bytes = u64::MAX;
    limits.elements = u64::MAX;
    Options::new().limits(limits)
}

/// A name, and a mistake in a block of a service: a text, and what replaces it.
type Mistake = (&'static str, &'static str, &'static str);

/// Mistakes of which a configuration has a hundred.
const MISTAKES: &[Mistake] = &[
    ("values of the wrong type", "replicas = 3", "replicas = \"x\""),
    ("missing attributes", "replicas = 3", ""),
    ("unknown variables", "replicas = 3", "replicas = x"),
    ("values of nested blocks", "interval = 10", "interval = []"),
    ("elements", "\"b.example.org\"", "[]"),
    ("missing labels", "check \"http\"", "check"),
];

/// Returns a configuration of a number of bytes with a hundred mistakes.
fn with_mistakes(bytes: usize, (_, right, wrong): &Mistake) -> String {
    let text = inputs::service(bytes);
    let count = text.matches(right).count();
    let mut parts = text.split(right);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        // The mistakes are spread over the text.
        let is_wrong = (index + 1) * 100 / count > index * 100 / count;
        out.push_str(if is_wrong { wrong } else { right });
        out.push_str(part);
    }
    out
}

/// A name, a function that returns a document of n items, and an edit of the item of an index.
type Edit = (&'static str, fn(usize) -> String, fn(&mut Document, usize) -> Result<()>);

/// Edits of each item.
const EDITS: &[Edit] = &[
    ("set literals in a block", block_of_attributes, |document, n| block(document).set(&name(n), "text")),
    ("set expressions in a block", block_of_attributes, |document, n| {
        block(document).set(&name(n), expression())
    }),
    ("set expressions in a block, each read", block_of_attributes, |document, n| {
        let mut block = block(document);
        block.set(&name(n), expression())?;
        black_box(block.body().value(&name(n)).map(|value| value.expression()));
        Ok(())
    }),
    ("add attributes to a block", block_of_attributes, |document, n| block(document).set(&new_name(n), n)),
    ("insert attributes in a block", block_of_attributes, |document, n| {
        block(document).body().insert_attribute(Position::Before(2 * n), &new_name(n), n)
    }),
    ("remove attributes of a block", block_of_attributes, |document, n| {
        block(document).body().remove(&name(n)).map(drop)
    }),
    ("rename attributes of a block", block_of_attributes, |document, n| {
        block(document).body().rename(&name(n), &new_name(n))
    }),
    ("move attributes of a block", block_of_attributes, |document, n| {
        let mut body = block(document).into_body();
        let first = body.attribute(&name(1)).expect("there is such an attribute").id();
        body.attribute(&name(n)).expect("there is such an attribute").move_before(first)
    }),
    ("set literals of the file", attributes, |document, n| document.root().set(&name(n), "text")),
    ("set in blocks", blocks, |document, n| block_at(document, n).set("a", expression())),
    ("add to blocks", blocks, |document, n| block_at(document, n).set("b", n)),
    ("append blocks", blocks, |document, n| document.root().append_block("b", [n.to_string()])?.set("a", n)),
    ("move blocks", blocks, |document, n| {
        let first = block_at(document, 0).id();
        block_at(document, n).move_before(first)
    }),
    ("remove blocks", blocks, |document, _| block_at(document, 0).remove()),
    ("set in blocks without blank lines", tight_blocks, |document, n| {
        block_at(document, n).set("a", expression())
    }),
    ("add to blocks without blank lines", tight_blocks, |document, n| block_at(document, n).set("b", n)),
    ("remove in blocks without blank lines", tight_blocks, |document, n| {
        block_at(document, n).body().remove("a").map(drop)
    }),
    ("rename in blocks without blank lines", tight_blocks, |document, n| {
        block_at(document, n).body().rename("a", "b")
    }),
    ("insert blocks without blank lines", tight_blocks, |document, n| {
        document.root().insert_block(Position::Before(2 * n), "c", [n.to_string()]).map(drop)
    }),
    ("remove blocks without blank lines", tight_blocks, |document, _| block_at(document, 0).remove()),
    ("change labels", tight_blocks, |document, n| block_at(document, n).set_labels([name(n)])),
    (
        "set in blocks of one line",
        |n| lines(n, |n| format!("b l{n} {{ a = 1 }}")),
        |document, n| block_at(document, n).set("a", expression()),
    ),
    ("set keys of an object", object, |document, n| value(document).insert(name(n).as_str(), expression())),
    ("add keys to an object", object, |document, n| value(document).insert(new_name(n).as_str(), n)),
    ("insert keys in an object", object, |document, n| {
        value(document).insert_entry(Position::Before(2 * n), &new_name(n), n)
    }),
    ("remove keys of an object", object, |document, n| value(document).remove(name(n).as_str()).map(drop)),
    ("rename keys of an object", object, |document, n| value(document).rename(&name(n), &new_name(n))),
    ("set elements of a tuple", tuple, |document, n| {
        value(document).get(n).expect("there is such an element").set(expression())
    }),
    ("set elements of a tuple, each read", tuple, |document, n| {
        let mut element = value(document).into_get(n).expect("there is such an element");
        element.set(expression())?;
        black_box(element.expression());
        Ok(())
    }),
    ("add elements to a tuple", tuple, |document, n| value(document).push(n)),
    ("insert elements in a tuple", tuple, |document, n| value(document).insert(2 * n, n)),
    ("remove elements of a tuple", tuple, |document, _| value(document).remove(0).map(drop)),
];

/// A name, a function that returns a body of n items, and the look-up of a name.
type LookUp = (&'static str, fn(usize) -> Body, fn(&Body, &str) -> bool);

/// Look-ups of each name.
const LOOK_UPS: &[LookUp] = &[
    ("attributes", |n| parse_file(attributes(n)).value.body().clone(), has_attribute),
    (
        "attributes that are not there",
        |n| parse_file(blocks(n)).value.body().clone(),
        |body, name| !has_attribute(body, name),
    ),
    (
        "blocks of a type",
        |n| parse_file(lines(n, |n| format!("{} {{}}", name(n)))).value.body().clone(),
        |body, name| body.blocks_of_type(name).next().is_some(),
    ),
    (
        "properties in JSON",
        |n| {
            let properties: Vec<_> = (0..n).map(|n| format!("\"{}\": {n}", name(n))).collect();
            serde_hcl::json::parse_file(format!("{{{}}}", properties.join(","))).value.body().clone()
        },
        has_attribute,
    ),
];

fn has_attribute(body: &Body, name: &str) -> bool {
    body.attribute(name).is_some()
}

fn name(n: usize) -> String {
    format!("a{n:06}")
}

fn new_name(n: usize) -> String {
    format!("b{n:06}")
}

fn expression() -> Expression {
    parse_expression("[var.x]").value
}

fn attributes(n: usize) -> String {
    lines(n, |n| format!("{} = {n}", name(n)))
}

fn block_of_attributes(n: usize) -> String {
    format!("b {{\n{}}}\n", lines(n, |n| format!("  {} = {n}", name(n))))
}

fn object(n: usize) -> String {
    format!("a = {{\n{}}}\n", lines(n, |n| format!("  {} = {n}", name(n))))
}

fn tuple(n: usize) -> String {
    format!("a = [\n{}]\n", lines(n, |n| format!("  {n},")))
}

fn blocks(n: usize) -> String {
    lines(n, |n| format!("b l{n} {{\n  a = {n}\n}}\n"))
}

fn tight_blocks(n: usize) -> String {
    lines(n, |n| format!("b l{n} {{\n  a = {n}\n}}"))
}

/// Returns a text that is not formatted.
fn unformatted(text: &str) -> String {
    text.replace(" = ", "=").replace("\n  ", "\n   ")
}

fn block(document: &mut Document) -> BlockMut<'_> {
    document.block("b", ()).expect("there is such a block")
}

fn block_at(document: &mut Document, index: usize) -> BlockMut<'_> {
    let id = document.root().block_at(index).map(|block| block.id());
    id.and_then(|id| document.block_at(id)).expect("there is such a block")
}

fn value(document: &mut Document) -> ValueMut<'_> {
    document.value("a").expect("there is such an attribute")
}

fn build_blocks(n: usize) {
    let mut document = Document::new();
    for number in 0..n {
        let mut root = document.root();
        let mut block = root.append_block("b", ["l"]).expect("the block is appended");
        block.set("a", number).expect("the attribute is set");
    }
    black_box(document.to_string());
}

fn locals(n: usize, value: impl Fn(usize) -> String) -> String {
    format!("locals {{\n{}}}\n", lines(n, |i| format!("a{i} = {}", value(i))))
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| line(n) + "\n").collect()
}

fn main() {
    println!("{:50} {:>12} {:>12} {:>6}", "shape", "n = 20,000", "4n", "ratio");
    for (name, shape) in SHAPES {
        let [small, large] = [20_000, 80_000].map(|n| {
            let text = shape(n);
            fastest(|| drop(black_box(serde_hcl::parse_file(text.as_str()))))
        });
        report(name, small, large);
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "order and values", "n = 10,000", "4n", "ratio");
    for (name, shape) in DEFINITIONS {
        let [small, large] = [10_000, 40_000].map(|n| {
            let body = serde_hcl::parse_file(shape(n)).value.body().clone();
            fastest(|| {
                let scope = Scope::new(&Roots::terraform(), [body.clone()], &EvalContext::new())
                    .expect("no variable hides a root");
                black_box((scope.references().order().is_ok(), scope.check()));
            })
        });
        report(name, small, large);
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "100 errors in 100 KB", "without", "with", "ratio");
    let decode = |text: &str| fastest(|| drop(black_box(serde_hcl::from_str::<Config>(text))));
    for mistake in MISTAKES {
        report(mistake.0, decode(&inputs::service(100_000)), decode(&with_mistakes(100_000, mistake)));
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "100 errors", "100 KB", "400 KB", "ratio");
    for mistake in MISTAKES {
        let [small, large] = [100_000, 400_000].map(|bytes| decode(&with_mistakes(bytes, mistake)));
        report(mistake.0, small, large);
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "n edits", "n = 1,000", "8n", "ratio");
    report("n blocks built by handles", fastest(|| build_blocks(1_000)), fastest(|| build_blocks(8_000)));
    for (name, text, edit) in EDITS {
        for is_formatted in [true, false] {
            let [small, large] = [1_000, 8_000].map(|n| {
                let text = if is_formatted { text(n) } else { unformatted(&text(n)) };
                let document: Document = text.parse().expect("the text is valid");
                fastest(|| {
                    let mut document = document.clone();
                    (0..n).try_for_each(|n| edit(&mut document, n)).expect("the document is changed");
                    black_box(document.to_string());
                })
            });
            report(&format!("{name}{}", if is_formatted { "" } else { ", unformatted" }), small, large);
        }
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "n look-ups in a body of n", "n = 4,000", "4n", "ratio");
    for (row, body, look_up) in LOOK_UPS {
        let [small, large] = [4_000, 16_000].map(|n| {
            let (body, names) = (body(n), (0..n).map(name).collect::<Vec<_>>());
            fastest(|| assert!(names.iter().all(|name| look_up(&body, name))))
        });
        report(row, small, large);
    }
    println!("\n{:50} {:>12} {:>12} {:>6}", "document", "25 MB", "100 MB", "ratio");
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
    println!("{name:50} {small:>12.1?} {large:>12.1?} {ratio:>6.2}");
}

fn fastest(work: impl Fn()) -> Duration {
    let time = |_| {
        let start = clock();
        // The clock of some systems counts milliseconds only.
        let rounds = (1..).find(|_| {
            work();
            clock() - start >= Duration::from_millis(50)
        });
        (clock() - start) / rounds.unwrap_or(1)
    };
    (0..5).map(time).min().unwrap_or_default()
}

/// Returns the time that this thread has been running, or the time of the system where that is not
/// known.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match statistics.split_whitespace().next().and_then(|time| time.parse().ok()) {
        Some(time) => Duration::from_nanos(time),
        None => START.elapsed(),
    }
}
