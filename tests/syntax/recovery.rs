//! Invalid files: every mistake is reported, and the valid part is in the tree.

use serde_hcl::{diag::Category, parse_expression, parse_file, parse_template};

use test_support::cases;

/// Summary and subject of every diagnostic.
#[track_caller]
fn mistakes(text: &str) -> Vec<(String, String)> {
    let parsed = parse_file(text);
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| {
            assert_eq!(diagnostic.category(), Category::Syntax);
            let subject = diagnostic.span().expect("every mistake has a place");
            (diagnostic.summary().to_owned(), text[subject.range()].to_owned())
        })
        .collect()
}

#[test]
fn five_mistakes_are_five_diagnostics_and_the_rest_is_in_the_tree() {
    let text = "a = 1\nb = = 2\nc = [1 2]\nd \"x\" {\n  e = 'y'\n  f = 3\n}\ng: 4\nh = \"${i k}\"\nj = 5\n";
    let found = mistakes(text);
    let expected = [
        ("Missing value", "="),
        ("Missing separator", "2"),
        ("Wrong quotes", "'y'"),
        ("Invalid assignment", ":"),
        ("Invalid template sequence", "k"),
    ];
    let found: Vec<_> = found.iter().map(|(summary, subject)| (summary.as_str(), subject.as_str())).collect();
    assert_eq!(found, expected);

    let file = parse_file(text).value;
    let names: Vec<_> =
        file.ast().expect("it is native").attributes().map(|attribute| attribute.name()).collect();
    assert_eq!(names, ["a", "b", "c", "g", "h", "j"]);
    let block = file.ast().expect("it is native").blocks().next().expect("the block is there");
    assert_eq!((block.block_type(), block.labels().next().map(|label| label.text())), ("d", Some("x")));
    let inner: Vec<_> = block.body().attributes().map(|attribute| attribute.name()).collect();
    assert_eq!(inner, ["e", "f"]);
}

#[test]
fn the_valid_parts_of_a_broken_item_are_in_the_tree() {
    let table = [
        ("a = foo.", "{a = (error (get foo .))}"),
        ("a = foo.bar[0].", "{a = (error (get foo .bar [0] .))}"),
        ("a = ", "{a = (error )}"),
        ("a", "{a = (error )}"),
        ("a 1", "{a = (error )}"),
        ("a = 1 +", "{a = (1 + (error ))}"),
        ("a = 1 + b c", "{a = (1 + (error b))}"),
        ("a = f(b, c.", "{a = (error (call f b (error (get c .))))}"),
        ("a = [b, , c.d", "{a = (error [b (error ) (get c .d)])}"),
        ("a = [1 2]", "{a = (error [1 2])}"),
        ("a = { b = c., d }", "{a = (error {b: (error (get c .)), d: (error )})}"),
        ("a = b ? c", "{a = (cond b c (error ))}"),
        ("a = \"b ${c.} d\"", "{a = (template \"b \" ${(error (get c .))} \" d\")}"),
        ("a = \"b ${c\"", "{a = (template \"b \" ${(error c)})}"),
        ("a = \"b", "{a = (error )}"),
        ("a = [for b c : d]", "{a = (error )}"),
        ("a \"b\" c", "{a \"b\" \"c\" {}}"),
        ("a \"b\" {\n c = d.\n e = 1", "{a \"b\" {c = (error (get d .)); e = 1}}"),
        ("a b.c {\n d = 1\n ? 2\n e {}\n}", "{a \"b\" {d = 1; e {}}}"),
        ("a { b = 1, c = 2 }", "{a {b = 1}}"),
        ("a = 1\na = 2", "{a = 1}"),
    ];
    test_support::rows::check_each(table, |(text, expected)| {
        let parsed = parse_file(text);
        assert!(parsed.diagnostics.has_errors());
        assert_eq!(crate::shape::of_body(parsed.value.ast().expect("it is native")), expected, "{text}");
    });
}

#[test]
fn an_error_is_printed_as_its_source_and_has_no_value() {
    let parsed = parse_file("a = [1,  foo.]\nb {\n  c = 1\n");
    assert_eq!(parsed.value.ast().expect("it is native").to_string(), "a = [1, foo.]\n\nb {\n  c = 1\n}\n");
    let attributes = parsed.value.body().just_attributes().value;
    let attribute = attributes.first().expect("it is there");
    let errors = attribute.expression().evaluate_with_diagnostics(&serde_hcl::EvalContext::new()).diagnostics;
    let codes: Vec<_> = errors.iter().map(|error| error.code().map(|code| code.as_str())).collect();
    assert_eq!(codes, [Some("invalid-expression")]);
    assert_eq!(errors.iter().next().and_then(|error| error.span()), Some(serde_hcl::Span::new(9, 13)));
}

/// Returns all parts of every diagnostic: line, column, text, code, detail, labels, help.
pub fn told(text: &str) -> String {
    let mut told = String::new();
    for diagnostic in &parse_file(format!("{text}\n")).diagnostics {
        let place = |range: Option<serde_hcl::source::PosRange>| {
            range.map_or("nowhere".to_owned(), |range| format!("{}:{}", range.start.line, range.start.column))
        };
        let code = diagnostic.code().map_or("?", |code| code.as_str());
        told += &format!("{} {code}: {}\n", place(diagnostic.range()), diagnostic.detail());
        for label in diagnostic.labels() {
            told += &format!(
                "  {} {}\n",
                place(label.source().map(|source| source.range(label.span()))),
                label.text()
            );
        }
        for help in diagnostic.help() {
            told += &format!("  help: {help}\n");
        }
    }
    told.trim_end().to_owned()
}

#[test]
fn one_mistake_is_one_diagnostic() {
    cases::check_file("syntax/cases/recovery.cases", told);
}

#[test]
fn bytes_that_are_not_utf8_are_reported_once_everywhere() {
    for (bytes, column) in [(&b"a = \"\xff\"\n"[..], 6), (b"# \xc3\na = 1\n", 3), (b"\xfe\n", 1)] {
        let parsed = parse_file(serde_hcl::Source::from_bytes("t.hcl", bytes.to_vec()));
        let found: Vec<_> = parsed.diagnostics.iter().map(ToString::to_string).collect();
        let detail = "This is not valid UTF-8. Save the file in the encoding UTF-8.";
        assert_eq!(found, [format!("t.hcl:1:{column}: Invalid character encoding: {detail}")]);
    }
}

#[test]
fn lone_expressions_and_templates_have_their_messages() {
    let first =
        |diagnostics: serde_hcl::diag::Diagnostics| diagnostics.iter().next().map(ToString::to_string);
    assert_eq!(
        first(parse_expression("1 2").diagnostics).as_deref(),
        Some(
            "1:3: Unexpected text after a value: The expression ends before this. An operator or the end is expected."
        )
    );
    assert_eq!(
        first(parse_template("%{ if x }a").diagnostics).as_deref(),
        Some("1:1: Unclosed template directive: The if directive has no endif.")
    );
    assert_eq!(
        first(parse_template("%{ whil x }").diagnostics).as_deref(),
        Some(
            "1:4: Invalid template directive: There is no directive \"whil\". The directives are if, else, endif, for and endfor."
        )
    );
}

#[test]
fn of_many_mistakes_the_first_fifty_are_shown() {
    let text: String = (0..500).map(|n| format!("a{n} = \n")).collect();
    let diagnostics = parse_file(text).diagnostics;
    assert_eq!(diagnostics.len(), 500);
    let shown = format!("{diagnostics:#}");
    let errors: Vec<_> = shown.split("\n\n").collect();
    assert_eq!(errors.len(), 51);
    assert!(errors[..50].iter().all(|error| error.starts_with("error[missing-value]: ")), "{shown}");
    assert_eq!(errors[50], "450 more errors not shown");
}

#[test]
fn a_conflict_that_ended_without_a_second_side_is_over() {
    let found = mistakes("<<<<<<< a\nb = 1\n>>>>>>> c\nd = 2\n=======\ne = \u{200b}3\n");
    let found: Vec<_> = found.iter().map(|(summary, subject)| (summary.as_str(), subject.as_str())).collect();
    let expected = [
        ("Merge conflict", "<<<<<<< a"),
        ("Merge conflict", "======="),
        ("Confusable character", "\u{200b}"),
    ];
    assert_eq!(found, expected);
    mistakes("<<<<<<<\n>>>>>>>\n\u{feff}\n=======");
}
