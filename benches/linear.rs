//! Prints how the time of parsing grows from n to 4n, on valid and on broken shapes. Four times is
//! linear.
//!
//! Run it with `cargo bench --bench linear`.

use std::hint::black_box;
use std::time::{Duration, Instant};

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

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| line(n) + "\n").collect()
}

fn main() {
    println!("{:42} {:>12} {:>12} {:>6}", "shape", "n = 20,000", "4n", "ratio");
    for (name, shape) in SHAPES {
        let (small, large) = (shape(20_000), shape(80_000));
        let (small, large) = (fastest(&small), fastest(&large));
        let ratio = large.as_secs_f64() / small.as_secs_f64();
        println!("{name:42} {small:>12.1?} {large:>12.1?} {ratio:>6.2}");
    }
}

fn fastest(text: &str) -> Duration {
    let time = |_| {
        let start = Instant::now();
        let _ = black_box(serde_hcl::parse_file(text));
        start.elapsed()
    };
    (0..7).map(time).min().unwrap_or_default()
}
