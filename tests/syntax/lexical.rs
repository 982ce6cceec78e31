//! Comments, line endings, byte order marks, identifiers. Specification: native syntax, "Lexical
//! Elements".

use crate::support::{
    expression, expressions_are_refused, expressions_have_shapes, file, files_are_refused, files_have_shapes,
};
use test_support::rows::check_each;

#[test]
fn comments_are_allowed_where_space_is() {
    files_have_shapes(&[
        ("# a\n// b\n/* c */\n", "{}"),
        ("/* a */ x /* b */ = /* c */ 1 /* d */ # e\n", "{x = 1}"),
        ("/* a\n b */ x = 1", "{x = 1}"),
        ("x = 1 /* a\n b */\n", "{x = 1}"),
        ("x = 1 # a", "{x = 1}"),
        ("x = 1 // a\ny = 2", "{x = 1; y = 2}"),
        ("x = 1 #\r\ny = 2", "{x = 1; y = 2}"),
        ("x = [ # a\n1, // b\n/* c */ 2 # d\n]\n", "{x = [1 2]}"),
        ("x = { # a\n# b\ny = 1 // c\n# d\n}\n", "{x = {y: 1}}"),
        ("x = f( # a\n1 # b\n, # c\n)\n", "{x = (call f 1)}"),
        ("x = \"${ # a\n 1 /* b */ }\"\n", "{x = (template ${1})}"),
        ("x = 4 / 2 /* a */ / 1\n", "{x = (4 / 2 / 1)}"),
        ("/**/x = 1/***/\n", "{x = 1}"),
        ("x = \"# no /* comment */ // here\"\n", r##"{x = "# no /* comment */ // here"}"##),
    ]);
    files_are_refused(&[
        "/* a",
        "x = 1 /* a",
        "x = 1 /* a */ */",
        "x /* \n */ = /",
        "x = # a\n1",
        "b /* a */ # c\n{}",
    ]);
}

#[test]
fn comments_are_in_source_order() {
    let text =
        "# one\r\na = [ // two\n  1, /* three\n three */\n] # four\nb = \"# no\"\nc {\n  # five\n}\n#six\r\r";
    let file = file(text);
    let comments: Vec<_> = file.comments().map(|span| file.body().source().slice(span)).collect();
    assert_eq!(comments, ["# one", "// two", "/* three\n three */", "# four", "# five", "#six"]);
}

#[test]
fn lines_end_with_or_without_carriage_return() {
    files_have_shapes(&[
        ("a = 1\r\nb {\r\n  c = 2\r\n}\r\n", "{a = 1; b {c = 2}}"),
        ("a = [\r\n1,\r\n2\r\n]\r\n", "{a = [1 2]}"),
        ("a = {\r\nb = 1\r\nc = 2\r\n}\r\n", "{a = {b: 1, c: 2}}"),
        ("a = <<X\r\n  x\r\nX\r\n", r#"{a = "  x\r\n"}"#),
        // After a single sign, as in the Go implementation.
        ("a = <<X\n$\r\r\nX\n", r#"{a = "$\r\r\n"}"#),
        ("a = <<-X\n  %\r\r\n  y\n  X\n", r#"{a = "%\r\r\ny\n"}"#),
    ]);
    files_are_refused(&[
        "a = 1\rb = 2",
        "\r",
        "a = \"x\r\"",
        "a = <<X\nx\ry\nX\n",
        "a = <<X\n$$\r\r\nX\n",
        "a = <<X\n$\r${1}\nX\n",
        "a = <<X\nX\r\r\n",
        "a = <<X\n\rX\n",
    ]);
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_only() {
    files_have_shapes(&[("\u{feff}a = 1\n", "{a = 1}"), ("\u{feff}", "{}")]);
    files_are_refused(&["\u{feff}\u{feff}a = 1\n", " \u{feff}a = 1\n", "a = 1\n\u{feff}b = 2\n"]);
    expressions_have_shapes(&[("\u{feff}1", "1")]);
    let expression = expression("\u{feff}abc");
    assert_eq!(expression.source().slice(expression.span()), "abc");
}

#[test]
fn identifiers_have_the_characters_of_unicode_and_dashes() {
    expressions_have_shapes(&[
        ("a", "a"),
        ("_a", "_a"),
        ("_", "_"),
        ("a1", "a1"),
        ("a-b", "a-b"),
        ("a-", "a-"),
        ("a--b", "a--b"),
        ("grün", "grün"),
        ("変数", "変数"),
        ("e\u{301}", "e\u{301}"),
        ("𝒳", "𝒳"),
        ("a.ß-1", "(get a .ß-1)"),
    ]);
    files_have_shapes(&[("größe \"x\" é {}\n", r#"{größe "x" "é" {}}"#)]);
    expressions_are_refused(&[
        "1a",
        "-",
        "$a",
        "a$",
        "@a",
        "a!b",
        "a\u{200b}",
        "a\u{200c}b",
        "a\u{200d}",
        "👍",
        "\u{301}e",
        "a·\u{2028}b",
    ]);
}

/// Some characters may begin an identifier, but not in every normal form.
const NAMES: [&str; 4] = ["\u{37a}", "\u{e33}", "\u{309b}", "a\u{309c}"];

#[test]
fn printing_and_editing_use_the_same_identifiers() {
    for name in NAMES {
        let file = format!("{name} = {{ {name} = 1 }}\n");
        let decoded: serde_hcl::Value = serde_hcl::from_str(&file).expect("it is valid");
        let written = serde_hcl::to_string(&decoded).expect("a file");
        assert_eq!(written, file.replace("{ ", "{\n  ").replace(" }", "\n}"));
        let mut document = serde_hcl::edit::Document::new();
        document.root().set(name, 1).expect("a name");
        assert_eq!(document.to_string(), format!("{name} = 1\n"));
    }
}

#[test]
fn identifiers_are_the_same_beside_mistakes() {
    for name in NAMES {
        let text = format!("{name} = 1\nb = =\n");
        let parsed = serde_hcl::parse_file(&*text);
        let names: Vec<&str> = parsed
            .value
            .ast()
            .expect("it is native")
            .attributes()
            .map(|attribute| attribute.name())
            .collect();
        assert_eq!(names, [name, "b"]);
        assert_eq!(parsed.diagnostics.iter().count(), 1, "{name}: {}", parsed.diagnostics);
    }
}

#[test]
fn only_spaces_and_tabs_are_spaces() {
    files_have_shapes(&[("\ta\t=\t1\t\n", "{a = 1}")]);
    files_are_refused(&["a\u{a0}= 1", "a =\u{3000}1", "a = 1\u{b}", "a = 1\u{c}\n", "a = \0"]);
}

#[test]
fn bytes_that_are_not_utf8_are_refused_everywhere() {
    let table = [
        &b"a = \xff\n"[..],
        b"a = \"\xff\"\n",
        b"# \xff\na = 1\n",
        b"a = <<X\n\xc3\nX\n",
        b"\xed\xa0\x80 = 1",
    ];
    check_each(table, |bytes| {
        let source = serde_hcl::Source::from_bytes("bytes.hcl", bytes.to_vec());
        assert!(serde_hcl::parse_file(source).diagnostics.has_errors(), "{bytes:?}");
    });
}

#[test]
fn digits_of_escapes_have_no_sign() {
    for text in [r#""\u+0e9""#, r#""\U+00000e9""#, r#""\u-0e9""#] {
        let error = serde_hcl::parse_expression(text).into_result().expect_err(text);
        assert!(error.to_string().contains("Invalid escape sequence"), "{error}");
    }
}
