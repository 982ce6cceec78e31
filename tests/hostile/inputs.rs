//! Texts that use as many resources as possible, decoded under the default and the strict limits.

use serde_hcl::{Error, EvalContext, Limits, Options, Value, diag::Category, ext, parse_file};

use crate::work::{measure, measure_memory, on_a_small_stack};

/// Returns nested loops over nine elements around an expression.
fn loops(levels: usize, inner: &str) -> String {
    format!("{}{inner}{}", "[for x in [1, 2, 3, 4, 5, 6, 7, 8, 9] : ".repeat(levels), "]".repeat(levels))
}

/// Returns nested loops of a template around a text.
fn template_loops(levels: usize, inner: &str) -> String {
    format!(
        "\"{}{inner}{}\"",
        "%{ for x in [1,2,3,4,5,6,7,8,9] }".repeat(levels),
        "%{ endfor }".repeat(levels)
    )
}

/// Returns an expression that contains its parts twice, at a number of levels.
fn doubled(levels: usize, expression: fn(&str) -> String) -> String {
    let start = "1".to_owned();
    (0..levels).fold(start, |inner, _| format!("[for l in [{inner}] : {}][0]", expression("l")))
}

/// The same expression in eight attributes.
fn eight(expression: &str) -> String {
    (0..8).map(|index| format!("a{index} = {expression}\n")).collect()
}

/// A name, and the text of a file in native syntax.
fn texts() -> Vec<(&'static str, String)> {
    let many_keys = |n: usize| (0..n).map(|i| format!("k{i} = 1, ")).collect::<String>();
    vec![
        ("loops", eight(&loops(9, "1"))),
        ("loops of objects", eight(&loops(9, "{ a = 1 }"))),
        ("loops of tuples", eight(&loops(9, "[]"))),
        ("loops of texts", eight(&loops(9, "\"0123456789\""))),
        ("loops of long texts", eight(&loops(9, &format!("\"{}\"", "é".repeat(5_000))))),
        ("loops of big numbers", eight(&loops(9, &"7".repeat(5_000)))),
        ("loops of products", eight(&loops(9, &format!("{} * x", "7".repeat(5_000))))),
        ("loops of quotients", eight(&loops(9, "x / 7"))),
        ("loops of keys", eight(&loops(6, &format!("{{ {} }}", "abcdefgh = 1, ".repeat(200))))),
        ("loops of long keys", eight(&loops(6, &format!("{{ {0} = 1, {0} = 2 }}", "k".repeat(15_000))))),
        ("loops of wrong names", eight(&loops(9, "nope"))),
        ("loops of wrong keys", eight(&loops(9, &format!("{{ {} }}.nope", many_keys(900))))),
        ("loops of wrong types", eight(&loops(9, "x + {}"))),
        (
            "loops of conditionals",
            eight(&loops(7, &format!("x > 5 ? {{ {0} }} : {{ {0} z = 1 }}", many_keys(300)))),
        ),
        ("loops of comparisons", eight(&loops(7, &format!("{{ {0} }} == {{ {0} }}", many_keys(300))))),
        ("loops of splats", eight(&loops(7, "[1, 2, 3, 4, 5, 6, 7, 8, 9][*]"))),
        ("loops with conditions", eight(&loops(9, "[for y in [1] : y if x > 3 && y < 2]"))),
        (
            "groups",
            eight("{ for x in [1, 2, 3] : x => [for y in [1, 2, 3] : { for z in [x, y] : z => z... }]... }"),
        ),
        ("template loops", eight(&template_loops(60, ""))),
        ("template loops of text", eight(&template_loops(9, "0123456789"))),
        ("template loops of interpolations", eight(&template_loops(9, "${x}é"))),
        ("doubled tuples", eight(&doubled(40, |l| format!("[{l}, {l}]")))),
        ("doubled objects", eight(&doubled(40, |l| format!("{{ a = {l}, b = {l} }}")))),
        ("doubled texts", eight(&doubled(40, |l| format!("\"${{{l}}}${{{l}}}\"")))),
        (
            "doubled and compared",
            eight(&format!("[for d in [{}] : d == [d]]", doubled(40, |l| format!("[{l}, {l}]")))),
        ),
        ("many wrong names", (0..5_000).map(|i| format!("a{i} = nope{i}\n")).collect()),
        ("many mistakes", "a = = 1 @ \u{1}\n".repeat(15_000)),
        ("a tuple of many", format!("a = [{}]\n", "1,".repeat(120_000))),
        (
            "an object of many",
            format!("a = {{{}}}\n", (0..20_000).map(|i| format!("k{i}={i},")).collect::<String>()),
        ),
        ("many blocks", "b \"l\" {}\n".repeat(25_000)),
        ("many signs", format!("a = {}1\n", "-".repeat(250_000))),
        ("many terms", format!("a = 1{}\n", "+1".repeat(120_000))),
        ("many parts of a template", format!("a = \"{}\"\n", "${1}".repeat(60_000))),
        ("many parentheses", format!("a = {}\n", "((1)) + ".repeat(30_000) + "1")),
        ("formats", eight(&loops(9, "format(\"%1000000s\", x)"))),
        ("formats of numbers", eight(&loops(9, "format(\"%.4000f\", x / 7)"))),
        ("ranges", eight(&loops(9, "range(1024)"))),
        ("products of sets", eight("setproduct(range(1000), range(1000), range(1000))")),
        ("joined", eight(&loops(9, "join(format(\"%1000s\", x), range(1000))"))),
        ("replaced", eight(&loops(5, "replace(format(\"%1000s\", x), \" \", format(\"%1000s\", x))"))),
        ("encoded", eight(&loops(4, &format!("{}range(1000){}", "jsonencode(".repeat(40), ")".repeat(40))))),
        ("decoded", eight(&loops(9, "jsondecode(\"[[],[],[],{},{},{}]\")"))),
        ("decoded csv", eight(&loops(9, "csvdecode(\"a,b,c\\n1,2,3\\n4,5,6\\n\")"))),
        ("searched", eight(&loops(9, "regexall(\"(a*)*b|(a|a)*c\", format(\"%5000s\", x))"))),
        ("patterns", eight(&loops(9, "regexall(\"(x{50}){50}${x}\", \"aaaa\")"))),
        ("powers", eight(&loops(9, "pow(7, 4000)"))),
        ("sorted", eight(&loops(9, "sort([for y in range(1000) : \"a${y}\"])"))),
        ("distinct", eight(&loops(9, "distinct(range(1000))"))),
        ("merged", eight(&loops(9, &format!("merge({{ {} }}, {{ z = 1 }})", many_keys(300))))),
        ("flattened", eight(&loops(9, "flatten([range(1000), range(1000)])"))),
        ("first of many", eight(&loops(9, &format!("coalesce({} 1)", "null, ".repeat(300))))),
        ("letters", eight(&loops(9, &format!("strrev(\"{}\")", "e\u{301}\u{20dd}".repeat(2_000))))),
        ("upper case", eight(&loops(9, &format!("title(\"{}\")", "ŉ ß ".repeat(2_000))))),
        (
            "trimmed",
            eight(&loops(9, &format!("trim(\"{}\", \"abcdefghijklmnopqrstuvwxyz\")", "abc".repeat(2_000)))),
        ),
        (
            "dates",
            eight(&loops(
                9,
                "formatdate(\"YYYY-MM-DD'T'hh:mm:ssZ\", timeadd(\"2024-01-01T00:00:00Z\", \"1h\"))",
            )),
        ),
    ]
}

fn options(limits: Limits) -> Options {
    let mut context = EvalContext::new();
    test_support::functions::register(&mut context);
    Options::new().context(context).limits(limits)
}

/// Everything that a text can be decoded into: a value that shares its parts, and one that does
/// not.
fn decode(text: &str, limits: Limits) -> [Option<Error>; 2] {
    let options = options(limits);
    [options.from_str::<Value>(text).err(), options.from_str::<serde_json::Value>(text).err()]
}

const STRICT_BYTES: u64 = 64_000_000;
const DEFAULT_BYTES: u64 = 1_000_000_000;

#[test]
fn strict_limits_bound_the_heap() {
    let large = on_a_small_stack(|| {
        let mut large = Vec::new();
        for (name, text) in texts().into_iter().step_by(test_support::step(4)) {
            assert!(text.len() as u64 <= Limits::strict().input, "{name} is {} long", text.len());
            let memory = measure_memory(|| {
                for error in decode(&text, Limits::strict()).into_iter().flatten() {
                    let category = error.category();
                    assert!(
                        matches!(category, Category::Limit | Category::Syntax | Category::Eval),
                        "{name}: {error}"
                    );
                }
            });
            if memory.peak > STRICT_BYTES {
                large.push(format!("{name}: {memory:?}"));
            }
        }
        large
    });
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn endless_evaluations_are_errors_about_a_limit() {
    on_a_small_stack(|| {
        for (name, text) in texts().into_iter().step_by(test_support::step(2)) {
            let is_endless =
                ["loops", "doubled tuples", "doubled objects", "doubled texts", "template loops"]
                    .contains(&name);
            if is_endless
                || name.starts_with("loops of") && !name.contains("wrong")
                || name.starts_with("template loops")
            {
                // A value that shares its parts may be decoded unchanged.
                let [_, error] = decode(&text, Limits::strict());
                let error = error.unwrap_or_else(|| panic!("{name} has a value"));
                assert_eq!(error.category(), Category::Limit, "{name}: {error}");
                assert!(error.span().is_some(), "{name}: {error}");
            }
        }
    });
}

/// The allowance applies to the file, not to each attribute.
#[test]
fn attributes_share_the_limits_of_a_decode() {
    for one in [loops(3, "1"), loops(3, "\"0123456789\""), template_loops(3, "0123456789")] {
        let mut limits = Limits::default();
        (limits.steps, limits.bytes, limits.elements) = (20_000, 100_000, 8_000);
        let options = options(limits);
        let single = format!("a = {one}\n");
        assert!(options.from_str::<Value>(&single).is_ok(), "{one}");
        let error = options.from_str::<Value>(&eight(&one)).expect_err("together they are too many");
        assert_eq!(error.category(), Category::Limit, "{error}");
        let json: String = (0..8)
            .map(|i| format!("\"a{i}\": {},", serde_json::to_string(&format!("${{{one}}}")).expect("text")))
            .collect();
        let error =
            options.json(true).from_str::<Value>(&format!("{{{json} \"b\": 1}}")).expect_err("here too");
        assert_eq!(error.category(), Category::Limit, "{error}");
    }
}

/// A block takes more than an element does.
#[test]
fn dynamic_blocks_share_the_limits_of_a_decode() {
    let block = |levels: usize| {
        (0..levels).fold("v = 1\n".to_owned(), |inner, _| {
            format!("dynamic \"b\" {{\n for_each = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n content {{\n{inner}}}\n}}\n")
        })
    };
    on_a_small_stack(move || {
        let mut context = EvalContext::new();
        context.set_limits(Limits::strict());
        for (levels, is_allowed) in [(2, true), (7, false)] {
            let body = parse_file(block(levels)).into_result().expect("it is sound").body().clone();
            let memory = measure_memory(|| {
                let result = serde_hcl::from_body::<serde_json::Value>(
                    &ext::expand_dynamic_blocks(&body, &context),
                    &context,
                );
                assert_eq!(
                    result.as_ref().err().map(Error::category),
                    (!is_allowed).then_some(Category::Limit)
                );
            });
            assert!(memory.peak < STRICT_BYTES, "{memory:?}");
        }
    });
}

/// The figures of SECURITY.md:
/// `cargo test --release --all-features --test hostile -- --ignored --nocapture by_the_clock`.
#[test]
#[ignore = "it depends on the machine"]
fn hostile_texts_by_the_clock() {
    on_a_small_stack(|| {
        let mut slow = Vec::new();
        for (name, limits, seconds, bytes) in [
            ("strict", Limits::strict(), 0.1, STRICT_BYTES),
            ("default", Limits::default(), 5.0, DEFAULT_BYTES),
        ] {
            for (text_name, text) in texts() {
                let shared = measure(|| _ = options(limits).from_str::<Value>(&text).is_ok());
                let other = measure(|| _ = options(limits).from_str::<serde_json::Value>(&text).is_ok());
                // The time on the processor, independent of other processes.
                let time = shared.nanoseconds.max(other.nanoseconds).unwrap_or(0) as f64 / 1e9;
                let peak = shared.peak.max(other.peak);
                println!("{name:8} {text_name:34} {:>9.1} ms {:>9.1} MB", time * 1e3, peak as f64 / 1e6);
                if time > seconds || peak > bytes {
                    slow.push(format!("{name}: {text_name}"));
                }
            }
        }
        assert!(slow.is_empty(), "{slow:#?}");
    });
}
