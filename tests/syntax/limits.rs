//! Long chains parse on a small stack. Nesting beyond the limit is an error.

use serde_hcl::{Limits, diag::Category};

use crate::support::{expression, file, template};

fn many() -> usize {
    test_support::number_of_cases(30_000, 100_000) as usize
}

/// A stack as small as that of a thread in many applications.
const STACK: usize = 2 << 20;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread starts");
    thread.join().expect("the test on the thread passes");
}

#[test]
fn long_chains_are_flat() {
    on_a_small_stack(|| {
        for (start, link, end) in [
            ("a", " + a", ""),
            ("a", " * a == a && a", ""),
            ("a", ".a", ""),
            ("a", " . a", ""),
            ("a", "[0]", ""),
            ("a", ".0.b", ""),
            ("a", "[*]", ""),
            ("", "-", "1"),
            ("", "! ", "a"),
            ("", "a ? b : ", "c"),
            ("[", "1,", "]"),
            ("[", "[],", "]"),
            ("{", "a = 1\n", "}"),
            ("{", "a = {},", "}"),
            ("f(", "1,", ")"),
            ("\"", "${a}", "\""),
            ("\"", "x\\n", "\""),
            ("<<X\n", "  ${a} x\n", "X\n"),
            ("<<-X\n", "  a\n", "X\n"),
            ("", "/* x */", "1"),
            ("", "# x\n", "1"),
        ] {
            let text = format!("{start}{}{end}", link.repeat(many()));
            assert!(!expression(&text).to_string().is_empty());
        }
    });
}

#[test]
fn long_bodies_are_flat() {
    on_a_small_stack(|| {
        let attributes: String = (0..many()).map(|index| format!("a{index} = 1\n")).collect();
        assert_eq!(file(&attributes).ast().expect("it is native").items().len(), many());
        assert_eq!(file(&"b {}\n".repeat(many())).ast().expect("it is native").items().len(), many());
        let labels = format!("b {}{{}}\n", "\"l\" ".repeat(many()));
        assert_eq!(
            file(&labels).ast().expect("it is native").blocks().next().map(|block| block.labels().len()),
            Some(many())
        );
        template(&"a ${b}\n".repeat(many()));
        template(&"%{ if a }x%{ endif }".repeat(many()));
    });
}

/// A text that nests `levels` deep in one way.
type Nest = fn(usize) -> String;

const NESTS: [(&str, Nest); 11] = [
    ("parentheses", |levels| format!("a = {}1{}\n", "(".repeat(levels), ")".repeat(levels))),
    ("tuples", |levels| format!("a = {}{}\n", "[".repeat(levels), "]".repeat(levels))),
    ("objects", |levels| format!("a = {}1{}\n", "{a=".repeat(levels), "}".repeat(levels))),
    ("calls", |levels| format!("a = {}{}\n", "f(".repeat(levels), ")".repeat(levels))),
    ("indexes", |levels| format!("a = {}0{}\n", "a[".repeat(levels), "]".repeat(levels))),
    ("for", |levels| format!("a = {}v{}\n", "[for v in x:".repeat(levels), "]".repeat(levels))),
    ("conditionals", |levels| format!("a = {}1{}\n", "a ? ".repeat(levels), " : 2".repeat(levels))),
    ("conditionals on calls", |levels| {
        format!("a = {}1{}\n", "n::f() ? ".repeat(levels), " : 2".repeat(levels))
    }),
    ("blocks", |levels| format!("{}{}", "b {\n".repeat(levels), "}\n".repeat(levels))),
    ("templates", |levels| format!("a = {}1{}\n", "\"${".repeat(levels / 2), "}\"".repeat(levels / 2))),
    // The quotes and the innermost directive are levels too.
    ("directives", |levels| {
        let levels = levels - 2;
        format!("a = \"{}x{}\"\n", "%{ if b }".repeat(levels), "%{ endif }".repeat(levels))
    }),
];

#[test]
fn nesting_up_to_the_limit_is_accepted() {
    on_a_small_stack(|| {
        for (_, nest) in NESTS {
            let text = nest(Limits::DEFAULT.depth as usize);
            let file = file(&text);
            let marks = text.split_whitespace().map(str::len).sum();
            assert!(file.to_string().len() >= marks);
            assert!(format!("{:#?}", file.ast().expect("it is native")).len() >= text.len());
        }
    });
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    on_a_small_stack(|| {
        for levels in [Limits::DEFAULT.depth as usize + 2, many()] {
            for (name, nest) in NESTS {
                let error = serde_hcl::parse_file(nest(levels)).into_result().expect_err(name);
                assert_eq!(error.category(), Category::Limit, "{name}: {error}");
                assert!(error.span().is_some(), "{name}: {error}");
            }
        }
    });
}

#[test]
fn unclosed_nesting_is_refused_in_linear_time() {
    on_a_small_stack(|| {
        for open in [
            "(",
            "[",
            "{",
            "f(",
            "a[",
            "\"${",
            "b {\n",
            "a = {\n",
            "%{ if ",
            "<<X\n${",
            "[for v in ",
            "/*",
            "a ? ",
        ] {
            for levels in [100, many()] {
                let text = format!("a = {}", open.repeat(levels));
                assert!(serde_hcl::parse_file(text).diagnostics.has_errors(), "{open:?}");
            }
        }
    });
}
