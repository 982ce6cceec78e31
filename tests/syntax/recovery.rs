//! Broken files: every mistake is told, and what is sound is there.

use serde_hcl::{Category, parse_expression, parse_file, parse_template};

/// Summary and subject of every diagnostic.
#[track_caller]
fn mistakes(text: &str) -> Vec<(String, String)> {
    let parsed = parse_file(text);
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| {
            assert_eq!(diagnostic.category(), Category::Syntax);
            let subject = diagnostic.subject().expect("every mistake has a place");
            (diagnostic.summary().to_owned(), text[subject.range()].to_owned())
        })
        .collect()
}

#[test]
fn five_mistakes_are_five_diagnostics_and_the_rest_is_there() {
    let text = "a = 1\nb = = 2\nc = [1 2]\nd \"x\" {\n  e = 'y'\n  f = 3\n}\ng: 4\nh = \"${i k}\"\nj = 5\n";
    let found = mistakes(text);
    let expected = [
        ("Invalid character", "'"),
        ("Invalid expression", "="),
        ("Missing item separator", "2"),
        ("Invalid expression", "'"),
        ("Argument or block definition required", "g"),
        ("Extra characters after interpolation expression", "k"),
    ];
    let found: Vec<_> = found.iter().map(|(summary, subject)| (summary.as_str(), subject.as_str())).collect();
    assert_eq!(found, expected);

    let file = parse_file(text).value;
    let names: Vec<_> = file.ast().attributes().map(|attribute| attribute.name()).collect();
    assert_eq!(names, ["a", "j"]);
    let block = file.ast().blocks().next().expect("the block is there");
    assert_eq!((block.block_type(), block.labels().next().map(|label| label.text())), ("d", Some("x")));
    let inner: Vec<_> = block.body().attributes().map(|attribute| attribute.name()).collect();
    assert_eq!(inner, ["f"]);
}

#[test]
fn each_mistake_says_what_to_do() {
    let cases: &[(&str, &str)] = &[
        (
            "a = 1.2.3\n",
            "1:5: Invalid number literal: \"1.2.3\" is not a number. A number is digits, at most one point with \
                         digits after it, and at most one exponent.",
        ),
        (
            "a = \"\\q\"\n",
            "1:6: Invalid escape sequence: There is no escape sequence \\q. Write \\\\ for a backslash; the others are \
                           \\n, \\r, \\t, \\\", \\uNNNN and \\UNNNNNNNN.",
        ),
        (
            "a = \"\\u12\"\n",
            "1:6: Invalid escape sequence: \\u must be followed by 4 hexadecimal digits; here are 2.",
        ),
        (
            "a = 1;\n",
            "1:6: Invalid character: Semicolons separate nothing here. Put arguments and blocks on lines of their own, and \
                      commas between the elements of collections.",
        ),
        (
            "a = [1, 2\n",
            "1:5: Unterminated tuple constructor expression: This \"[\" is not closed before the end of the text. Add \
                         the missing \"]\".",
        ),
        (
            "a = {\n  b = 1\n",
            "3:1: Missing expression: Expected the start of an expression, but found the end of the file.",
        ),
        (
            "b {\n  c = 1\n",
            "1:3: Unclosed configuration block: This block is not closed before the end of the file. Add the \
                           missing \"}\"; it may be missing from a block further inside.",
        ),
        (
            "a = 1 b = 2\n",
            "1:7: Missing newline after argument: The value ends before this. Begin a new line here, or connect it by \
                           an operator.",
        ),
        (
            "a = {b = 1 c = 2}\n",
            "1:12: Missing attribute separator: A newline or a comma is expected between the items of an \
                                 object, or the closing \"}\".",
        ),
        (
            "a: 1\n",
            "1:1: Argument or block definition required: Use an equals sign, not a colon, to set an argument: a = …",
        ),
        (
            "b \"${x}\" {}\n",
            "1:4: Invalid string literal: A label is fixed text, without template sequences. For a literal \"${\" \
                             double its first character (\"$${\").",
        ),
        (
            "a = 1\na = 2\n",
            "2:1: Attribute redefined: The argument \"a\" was already set in line 1. Each argument may be set only \
                            once.",
        ),
        (
            "a = <<E\nx\n",
            "3:1: Unterminated template string: The marker that ends this heredoc is missing. It must stand on a line of \
                          its own, with a newline after it.",
        ),
        (
            "a = 2 ** 3\n",
            "1:8: Invalid expression: There is no operator \"**\". Use multiplication, or a function if there is one \
                          for powers.",
        ),
    ];
    for (text, expected) in cases {
        let parsed = parse_file(*text);
        assert_eq!(
            parsed.diagnostics.iter().next().map(ToString::to_string).as_deref(),
            Some(*expected),
            "{text}"
        );
    }
}

#[test]
fn bytes_that_are_no_utf8_are_told_wherever_they_are() {
    for (bytes, column) in [(&b"a = \"\xff\"\n"[..], 6), (b"# \xc3\na = 1\n", 3), (b"\xfe\n", 1)] {
        let parsed = parse_file(serde_hcl::Source::from_bytes("t.hcl", bytes.to_vec()));
        let first = parsed.diagnostics.iter().next().expect("it is wrong");
        assert_eq!(first.summary(), "Invalid character encoding");
        assert_eq!(first.range().map(|range| range.start.column), Some(column));
    }
}

#[test]
fn lone_expressions_and_templates_have_their_messages() {
    let first = |diagnostics: serde_hcl::Diagnostics| diagnostics.iter().next().map(ToString::to_string);
    assert_eq!(
        first(parse_expression("1 2").diagnostics).as_deref(),
        Some(
            "1:3: Extra characters after expression: The expression ends before this. Remove what follows, or connect it by an \
              operator."
        )
    );
    assert_eq!(
        first(parse_template("%{ if x }a").diagnostics).as_deref(),
        Some("1:11: Unexpected end of template: The if directive in line 1 is not ended. Add %{ endif }.")
    );
    assert_eq!(
        first(parse_template("%{ whil x }").diagnostics).as_deref(),
        Some(
            "1:4: Invalid template control keyword: \"whil\" is no directive. Expected \"if\", \"for\", \"else\", \"endif\" or \"endfor\"."
        )
    );
}
