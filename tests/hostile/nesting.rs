//! Every construct that repeats or nests, many times: closed, never closed, and with a broken tail.

use crate::work::{is_full, measure, on_a_small_stack_as};
use crate::{entry_points, work::Work};
use test_support::costs::{ALLOCATED_PER_BYTE, PEAK_PER_BYTE, SHORTEST};

#[derive(Clone, Copy, PartialEq)]
pub enum Syntax {
    Native,
    Json,
}
use Syntax::{Json, Native};

/// Text at the start, opening, content, closing, and text at the end.
type Shape = (&'static str, Syntax, [&'static str; 5]);

const SHAPES: [Shape; 34] = [
    ("parentheses", Native, ["a = ", "(", "1", ")", "\n"]),
    ("tuples", Native, ["a = ", "[", "1", "]", "\n"]),
    ("objects", Native, ["a = ", "{ b = ", "1", "}", "\n"]),
    ("tuples behind elements", Native, ["a = ", "[1 + 1, 1, ", "1", "]", "\n"]),
    ("objects behind items", Native, ["a = ", "{ b = 1 + 1, c = 1, d = ", "1", "}", "\n"]),
    ("objects in keys", Native, ["a = ", "{ b = 1, ({ ", "1 = 1", "}) = 1 }", "\n"]),
    ("blocks", Native, ["", "b \"l\" {\n", "a = 1\n", "}\n", ""]),
    ("blocks without labels", Native, ["", "b {\n", "a = 1\n", "}\n", ""]),
    ("blocks around an error", Native, ["", "b {\n", "a = undefined\n", "}\n", ""]),
    ("labels", Native, ["b ", "\"l\" ", "", "", "{}\n"]),
    ("labels in JSON", Json, ["", "{\"l\":", "{}", "}", ""]),
    ("unary operators", Native, ["a = ", "- ", "1", "", "\n"]),
    ("binary operators", Native, ["a = ", "1 + ", "1", "", "\n"]),
    ("conditionals in the middle", Native, ["a = ", "true ? ", "1", " : 2", "\n"]),
    ("conditionals in a chain", Native, ["a = ", "false ? 1 : ", "2", "", "\n"]),
    ("templates", Native, ["a = ", "\"${", "1", "}\"", "\n"]),
    ("calls behind arguments", Native, ["a = ", "f(1 + 1, 1, ", "1", ")", "\n"]),
    ("operands of operators", Native, ["a = ", "[1 + (", "1", ") - 1]", "\n"]),
    (
        "collections of for expressions",
        Native,
        ["a = ", "[for x in {for k, v in ", "[1]", " : k => v} : x]", "\n"],
    ),
    ("calls", Native, ["a = ", "f(", "1", ")", "\n"]),
    ("indexes", Native, ["a = ", "a[", "0", "]", "\n"]),
    ("indexes in a chain", Native, ["a = a", "[0]", "", "", "\n"]),
    ("attributes in a chain", Native, ["a = a", ".a", "", "", "\n"]),
    ("if directives", Native, ["a = \"", "%{ if true }", "x", "%{ endif }", "\"\n"]),
    ("for directives", Native, ["a = \"", "%{ for x in [1] }", "x", "%{ endfor }", "\"\n"]),
    ("for expressions", Native, ["a = ", "[for x in [1] : ", "x", "]", "\n"]),
    ("splats", Native, ["a = a", "[*]", "", "", "\n"]),
    ("attribute splats", Native, ["a = a", ".*.b", "", "", "\n"]),
    ("splats and indexes", Native, ["a = u", "[*][0]", "", "", "\n"]),
    ("heredocs", Native, ["a = ", "<<E\n${", "1", "}\nE\n", "\n"]),
    ("comments", Native, ["a = ", "/* ", "1", " */", "\n"]),
    ("arrays", Json, ["{\"a\": ", "[", "1", "]", "}"]),
    ("objects", Json, ["{\"a\": ", "{\"b\":", "1", "}", "}"]),
    ("templates in strings", Json, ["{\"a\": \"", "%{ if true }", "x", "%{ endif }", "\"}"]),
];

/// The text of a shape: closed, not closed, closed with a broken tail.
fn texts([first, open, inside, close, last]: [&str; 5], count: usize) -> [String; 3] {
    let (open, close) = (open.repeat(count), close.repeat(count));
    [
        format!("{first}{open}{inside}{close}{last}"),
        format!("{first}{open}"),
        format!("{first}{open}{inside}{close} ) }} ] = \" ${{ <<E {last}"),
    ]
}

fn call_entry_points(name: &str, syntax: Syntax, text: String) -> Work {
    on_a_small_stack_as(name, move || {
        measure(|| match syntax {
            Native => _ = entry_points::native(&text),
            Json => _ = entry_points::json(&text),
        })
    })
}

/// Checks that memory is in proportion to the text.
#[track_caller]
fn check(kind: &str, text: impl Fn([String; 3]) -> String) {
    for (name, syntax, shape) in SHAPES {
        // With two attempts at each level, reading a hundred levels would take forever.
        let counts: &[usize] = if is_full() { &[10, 100, 1_000, 100_000] } else { &[100, 500] };
        for &count in counts {
            let text = text(texts(shape, count));
            let length = text.len() as u64 + SHORTEST;
            let work = call_entry_points(name, syntax, text);
            assert!(work.bytes < ALLOCATED_PER_BYTE * length, "{name}, {kind}, {count} times: {work:?}");
            assert!(work.peak < PEAK_PER_BYTE * length, "{name}, {kind}, {count} times: {work:?}");
        }
    }
}

#[test]
fn closed_nesting_takes_linear_work() {
    check("closed", |[closed, _, _]| closed);
}

#[test]
fn unclosed_nesting_takes_linear_work() {
    check("unclosed", |[_, unclosed, _]| unclosed);
}

#[test]
fn nesting_with_a_broken_tail_takes_linear_work() {
    check("broken", |[_, _, broken]| broken);
}
