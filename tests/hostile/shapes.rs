//! Random shapes of text take linear time: a beginning, one or two units that are repeated, and an
//! end, valid and broken, in both syntaxes.
//!
//! Each shape is timed at two sizes. Time also depends on what else runs on the machine, so a shape
//! whose time grows too much is timed at larger sizes. In optimized builds, the instructions that
//! callgrind counts decide about the shapes that are left.

use std::num::NonZero;
use std::thread::{available_parallelism, scope};

use crate::instructions;
use crate::work::is_full;
use test_support::growth::{self, MOST, SIZES};
use test_support::random;

/// The environment variable with the shapes for [`cases`], separated by spaces.
const COUNTED: &str = "SHAPES_COUNTED";

/// Parts of texts from which the beginning, the units and the end of a shape are made.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "a", "b", "x1", "é", "_", "-", "var", "for", "in", "if", "else", "endif", "endfor", "null", "true",
    "null", "0", "1", "12", "1.5", "1e3", "\n", "\n", "\n", "\r\n", " ", "  ", "\t", " ", "=", " = ",
    "a = ", "a = 1\n", "==", "!=", "<", "<0", ">", ">=", "+", "-", "*", "/", "%", "&&", "||", "!", "?", ":",
    ",", ", ", ".", ".b", ".*", "[*]", "[0]", "...", "=>", "::", "(", ")", "[", "]", "{", "}", "{\n", "}\n",
    "b {\n", "b \"l\" {", "f(", "f(x)", "\"", "\"", "\\\"", "\\", "\\n", "\\u00e9", "\"a\"", "\"${",
    "\"${x}\"", "${", "$${", "${~", "~}", "%{", "%{ if ", "%{ if x }", "%{ else }", "%{ endif }",
    "%{ for x in y }", "%{ endfor }", "$", "%", "<<E\n", "<<-E\n", "E\n", "\nE\n", "<<", "<<E", "#",
    "# c\n", "//", "/*", "*/", "/* c */", "'", "`", "“", "”", "'a'", "\"\"\"", ";", "@", "\u{1}",
    "\u{feff}", "\u{200d}", "\u{301}", "[for x in y : x]", "{for x in y : x => x}", "x ? 1 : 2",
    "dynamic \"b\" {\n", "for_each = x\n", "content {\n", "locals {\n", "local.a", "var.x", "each.value",
    "variable \"v\" {}\n", "a {}\n", "http://a.b/c", "10MB", "1,000", "and", "not", "<<<<<<< a\n",
    "=======\n", ">>>>>>> b\n", "{a=1}", "{\"a\":1}", "\"a\":", "\"a\":1,", "[1,2]", "- a\n", "a: 1\n",
];

/// Bytes from which units are made too.
const CHARACTERS: &str = "ab01 \n\n\t\"\"\\'`$%{}[]()<>=!&|+-*/?:;,.#~@^_é\u{feff}";

/// A text with parts that can be repeated.
struct Shape {
    prefix: String,
    units: Vec<String>,
    suffix: String,
    is_json: bool,
}

/// Shapes that took quadratic time.
const FOUND: &[(&str, &[&str], &str)] =
    &[("", &["\\\"\n"], ""), ("", &["b\n\" "], ""), ("a=[", &[")", "<0"], ""), ("", &["<<${)"], "")];

impl Shape {
    /// Returns the shape of a number, which is always the same.
    fn of(case: u64) -> Self {
        if let Some((prefix, units, suffix)) = FOUND.get(case as usize) {
            let units = units.iter().map(|unit| (*unit).to_owned()).collect();
            return Self { prefix: (*prefix).into(), units, suffix: (*suffix).into(), is_json: false };
        }
        let mut bytes = random::bytes(case, 40).into_iter().cycle();
        let mut below = move |limit: usize| {
            let number =
                bytes.next().zip(bytes.next()).map_or(0, |(low, high)| u16::from_le_bytes([low, high]));
            usize::from(number) % limit
        };
        let mut parts = |most: usize, least: usize| {
            let at_most = below(most) + 1;
            let count = least + below(at_most);
            let is_bytes = below(4) == 0;
            (0..count).fold(String::new(), |mut text, _| {
                if is_bytes {
                    text.extend(CHARACTERS.chars().nth(below(CHARACTERS.chars().count())));
                } else {
                    text += PARTS[below(PARTS.len())];
                }
                text
            })
        };
        let (prefix, first, suffix) = (parts(6, 0), parts(30, 1), parts(6, 0));
        let second = parts(8, 1);
        let is_json = case % 5 == 4;
        let prefix = if is_json { format!("{{\"a\":[{prefix}") } else { prefix };
        let units = if case.is_multiple_of(3) { vec![first, second] } else { vec![first] };
        Self { prefix, units, suffix, is_json }
    }

    /// Returns the text with about this many bytes.
    fn text(&self, length: usize) -> String {
        let each = length / self.units.iter().map(String::len).sum::<usize>().max(1);
        let units = self.units.iter().map(|unit| unit.repeat(each.max(1)));
        [self.prefix.clone(), units.collect(), self.suffix.clone()].concat()
    }
}

/// The instructions in this function are those that are counted.
#[inline(never)]
fn counted(text: &str, is_json: bool) {
    growth::work(text, is_json);
}

/// Returns the numbers of the shapes whose time grows too much.
fn slow(cases: u64) -> Vec<u64> {
    let threads = available_parallelism().map_or(1, NonZero::get) as u64;
    let is_slow = |case: &u64| {
        let shape = Shape::of(*case);
        growth::grows(|length| shape.text(length), shape.is_json)
    };
    let search = |first| (first..cases).step_by(threads as usize).filter(is_slow).collect::<Vec<_>>();
    scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(move || search(first))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no shape panics")).collect()
    })
}

/// Runs the shapes for [`any_shape_takes_linear_time`].
#[test]
#[ignore = "it runs below callgrind"]
fn cases() {
    let cases = std::env::var(COUNTED).expect("the numbers of shapes");
    for case in cases.split_whitespace() {
        let shape = Shape::of(case.parse().expect("a number"));
        SIZES[1..].iter().for_each(|length| counted(&shape.text(*length), shape.is_json));
    }
}

#[test]
fn any_shape_takes_linear_time() {
    let cases = test_support::number_of_cases(30, 20_000);
    let mut slow = slow(cases);
    println!("{} of {cases} by time: {slow:?}", slow.len());
    if !slow.is_empty() && is_full() {
        let list = slow.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let counts = instructions::of_calls("shapes::cases", "hostile::shapes::counted", (COUNTED, &list)).1;
        let of_case = |at: usize| &counts[(SIZES.len() - 1) * at..][..SIZES.len() - 1];
        let grows = |at: usize| of_case(at).windows(2).all(|it| it[1] > u64::from(MOST) * it[0]);
        slow = (0..slow.len()).filter(|at| grows(*at)).map(|at| slow[at]).collect();
    }
    let shapes: Vec<_> = slow.into_iter().map(|case| (case, Shape::of(case).to_string())).collect();
    assert!(shapes.is_empty(), "{shapes:#?}");
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { prefix, units, suffix, is_json } = self;
        let syntax = if *is_json { "JSON" } else { "native" };
        write!(f, "{syntax}: {prefix:?}, {units:?} repeated, {suffix:?}")
    }
}
