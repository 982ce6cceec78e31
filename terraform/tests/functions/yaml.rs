//! YAML. The layout is that of the documentation and of the tests of Terraform's library.

use serde_hcl::stdlib;
use serde_hcl::value::ErrorKind;

use test_support::rows::check_each;

use super::support::{failing, values};

#[test]
fn yamlencode_writes_yaml() {
    let fold = format!("yamlencode([\"{} c\"])", ["a"; 50].join(" "));
    let folded = format!("\"- \\\"{}\\n  {} c\\\"\\n\"", ["a"; 40].join(" "), ["a"; 10].join(" "));
    let long_key = format!("yamlencode({{ {} = [1] }})", "k".repeat(129));
    let long_key_result = format!("\"? \\\"{}\\\"\\n: - 1\\n\"", "k".repeat(129));
    values(&[
        ("yamlencode(null)", r#""null\n...\n""#),
        ("yamlencode(true)", r#""true\n...\n""#),
        ("yamlencode(0)", r#""0\n...\n""#),
        ("yamlencode(-1.50)", r#""-1.5\n...\n""#),
        ("yamlencode(infinity)", r#""+Inf\n...\n""#),
        (r#"yamlencode("hello")"#, r#""\"hello\"\n""#),
        (r#"yamlencode("")"#, r#""\"\"\n""#),
        ("yamlencode({})", r#""{}\n""#),
        ("yamlencode([])", r#""[]\n""#),
        (r#"yamlencode(["b"])"#, r#""- \"b\"\n""#),
        ("yamlencode(set)", r#""- \"x\"\n- \"y\"\n""#),
        (r#"yamlencode({ a = "b", c = "d" })"#, r#""\"a\": \"b\"\n\"c\": \"d\"\n""#),
        (
            r#"yamlencode({ foo = [1, 2, 3], bar = "baz" })"#,
            r#""\"bar\": \"baz\"\n\"foo\":\n- 1\n- 2\n- 3\n""#,
        ),
        (
            r#"yamlencode({ foo = [1, { a = "b", c = "d" }, 3], bar = "baz" })"#,
            r#""\"bar\": \"baz\"\n\"foo\":\n- 1\n- \"a\": \"b\"\n  \"c\": \"d\"\n- 3\n""#,
        ),
        ("yamlencode({ a = {}, b = [], c = null })", r#""\"a\": {}\n\"b\": []\n\"c\": null\n""#),
        (r#"yamlencode({ a = { b = { c = [true] } } })"#, r#""\"a\":\n  \"b\":\n    \"c\":\n    - true\n""#),
        ("yamlencode([[1, 2], [[3]], []])", r#""- - 1\n  - 2\n- - - 3\n- []\n""#),
        (r#"yamlencode({ a = "x\ny\n", b = 1 })"#, r#""\"a\": |\n  x\n  y\n\"b\": 1\n""#),
        (r#"yamlencode(["x\n\n y", "z\n\n"])"#, r#""- |-\n  x\n\n   y\n- |+\n  z\n\n""#),
        (r#"yamlencode([" x\ny"])"#, r#""- |2-\n   x\n  y\n""#),
        (r#"yamlencode("x\ny\n")"#, r#""|\n  x\n  y\n""#),
        (r#"yamlencode(["x \ny", "a\tb\nc"])"#, r#""- \"x \\ny\"\n- \"a\\tb\\nc\"\n""#),
        (r#"yamlencode({ "a\nb" = 1 })"#, r#""? |-\n  a\n  b\n: 1\n""#),
        (&long_key, &long_key_result),
        (&fold, &folded),
        (r#"yamlencode("\"\\é\u2028\U0001F600")"#, r#""\"\\\"\\\\é\\L\\U0001F600\"\n""#),
        ("yamlencode([some_string])", "unknown(string, not null)"),
        ("yamlencode([secret])", "(marked whole)"),
    ]);
    let error = test_support::functions::function("yamlencode")
        .expect("a function")
        .call(&[stdlib::bytes([1])])
        .unwrap_err();
    assert_eq!(error.to_string(), "a value of type bytes has no YAML form");
}

#[test]
fn yamldecode_reads_yaml() {
    values(&[
        (r#"yamldecode("---")"#, "null(dynamic)"),
        (r##"yamldecode("--- # only a comment\n")"##, "null(dynamic)"),
        (r#"yamldecode("\n{\n\ta: 1\n}")"#, "{ a = 1 }"),
        (r#"yamldecode("true")"#, "true"),
        ("yamldecode(true)", "true"),
        (r#"yamldecode("hello: world")"#, r#"{ hello = "world" }"#),
        (
            r#"yamldecode("{a: 1, b: true, c: ~, d: }")"#,
            "{ a = 1, b = true, c = null(dynamic), d = null(dynamic) }",
        ),
        (r#"yamldecode("[a, 'b', \"c\", 'true', \"1\"]")"#, r#"["a", "b", "c", "true", "1"]"#),
        (r#"yamldecode("a:\n- 1\n- b: x\n  c: z\n")"#, r#"{ a = [1, { b = "x", c = "z" }] }"#),
        (r#"yamldecode("|\n  hello\n  world\n")"#, r#""hello\nworld\n""#),
        (r#"yamldecode(">-\n  hello\n  world\n")"#, r#""hello world""#),
        (r#"yamldecode("a: |\n  hello")"#, r#"{ a = "hello" }"#),
        (r#"yamldecode("- >\n  é\n  b")"#, r#"["é b"]"#),
        (r#"yamldecode("|+\n  hello")"#, r#""hello""#),
        (r#"yamldecode("|\n  hello\n  ")"#, r#""hello\n""#),
        (r#"yamldecode("a: |\n  hello\nb: c")"#, r#"{ a = "hello\n", b = "c" }"#),
        (r#"yamldecode("[yes, No, on, OFF, y, N]")"#, "[true, false, true, false, true, false]"),
        (r#"yamldecode("[null, Null, ~]")"#, "[null(dynamic), null(dynamic), null(dynamic)]"),
        (
            r#"yamldecode("[1, -1, +1, 010, 0o17, 0x1F, 1.5, .5, 1., 1e3, -1.5E-1]")"#,
            "[1, -1, 1, 10, 15, 31, 1.5, 0.5, 1, 1000, -0.15]",
        ),
        (
            r#"yamldecode("[1_000, -0x1F, 0b11, 1:30, 1.2.3, 1e, -x, 0o8, e5, +, .]")"#,
            r#"["1_000", "-0x1F", "0b11", "1:30", "1.2.3", "1e", "-x", "0o8", "e5", "+", "."]"#,
        ),
        (r#"yamldecode("[.inf, -.Inf]") == [infinity, -infinity]"#, "true"),
        (r#"yamldecode("12345678901234567890123")"#, "12345678901234567890123"),
        (
            r#"yamldecode("[2006-1-2, 2006-01-02T03:04:05.6Z, 2006-1-2t3:4:5+01:00, 2006-1-2 3:4:5]")"#,
            r#"["2006-01-02T00:00:00Z", "2006-01-02T03:04:05Z", "2006-01-02T03:04:05+01:00", "2006-01-02T03:04:05Z"]"#,
        ),
        (r#"yamldecode("[2006-13-01, 2006-1, 20061-1-1]")"#, r#"["2006-13-01", "2006-1", "20061-1-1"]"#),
        (
            r#"yamldecode("[!!str true, !<tag:yaml.org,2002:str> 5, !!bool 'true', !!int '1_000', !!int 0b11, !!float 1.5, !!null x, !!binary aGVsbG8=]")"#,
            r#"["true", "5", true, 1000, 3, 1.5, null(dynamic), "aGVsbG8="]"#,
        ),
        (r#"yamldecode("1: a\ntrue: b\nnone: c\n")"#, r#"{ "1" = "a", true = "b", none = "c" }"#),
        (r#"yamldecode("a: 1\na: 2\n")"#, "{ a = 2 }"),
        (r#"yamldecode("foo: &bar\n  - x\nbar: *bar\n")"#, r#"{ foo = ["x"], bar = ["x"] }"#),
        (
            r#"yamldecode("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n")"#,
            "{ a = { b = 1, c = 2 }, d = { b = 1, c = 3 } }",
        ),
        (r#"yamldecode("{<<: [{a: 1}, {a: 2, b: 2}], c: 3}")"#, "{ a = 2, b = 2, c = 3 }"),
        (r#"yamldecode("--- a\n...\n")"#, r#""a""#),
        (r#"yamldecode("!!map {a: !!seq [b]}")"#, r#"{ a = ["b"] }"#),
        ("yamldecode(some_string)", "unknown(dynamic)"),
        ("yamldecode(secret)", "(marked whole)"),
        (
            r#"yamldecode(yamlencode({ a = [1, "x\ny", null, { b = "\u2028 \t" }], "c\nd" = " 1" })) == { a = [1, "x\ny", null, { b = "\u2028 \t" }], "c\nd" = " 1" }"#,
            "true",
        ),
    ]);
    failing(&[
        (r#"yamldecode("a\n--- b")"#, "line 2, column 1: a second document begins here, but one is possible"),
        (
            r#"yamldecode("foo: &bar\n  - x\n  - *bar\n")"#,
            "line 3, column 5: an alias is inside of what it stands for",
        ),
        (r#"yamldecode("[1]: a")"#, "line 1, column 1: a key must be a scalar"),
        (
            r#"yamldecode("\"e\\u0301\": 1\né: 2")"#,
            r#"the keys "e\u{301}" and "é" are the same text in Unicode's normal form C"#,
        ),
        (r#"yamldecode("~: a")"#, "line 1, column 1: a key must not be null"),
        (
            r#"yamldecode("a: .nan")"#,
            r#"line 1, column 4: the scalar ".nan" is not a number, which has no value here"#,
        ),
        (
            r#"yamldecode("!!nope foo")"#,
            r#"line 1, column 1: the scalar "foo" has a tag that is not supported"#,
        ),
        (r#"yamldecode("!!bool bananas")"#, r#"line 1, column 1: the scalar "bananas" is not a bool"#),
        (r#"yamldecode("!!int bananas")"#, r#"line 1, column 1: the scalar "bananas" is not a number"#),
        (r#"yamldecode("!!timestamp x")"#, r#"line 1, column 1: the scalar "x" is not a time"#),
        (r#"yamldecode("!!binary '>>>'")"#, r#"line 1, column 1: the scalar ">>>" is not base64"#),
        (r#"yamldecode("!!set {a: b}")"#, "line 1, column 1: the tag is not supported"),
        (
            r#"yamldecode("a: {<<: 1}")"#,
            "line 1, column 9: only a mapping, or a sequence of mappings, can be merged",
        ),
        (r#"yamldecode("")"#, "the text has no document of YAML. Write null for a null"),
        (r##"yamldecode("# only a comment\n")"##, "the text has no document of YAML. Write null for a null"),
        (r#"yamldecode("\ta: 1")"#, "line 1, column 1: a tab cannot indent a line"),
        (r##"yamldecode("# c\n---\n  \t- 1")"##, "line 3, column 3: a tab cannot indent a line"),
    ]);
}

#[test]
fn mistakes_in_yaml_have_their_lines_and_messages() {
    let table = [
        ("[a", "line 1, column 3: a comma or \"]\" is expected here"),
        ("a: [1,\n", "line 1, column 7: a value is missing here"),
        ("b: 1\na: [1\n\n\n", "line 2, column 6: a comma or \"]\" is expected here"),
        ("{", "line 1, column 2: a value is missing here"),
        ("\"a\nb: 1\n", "line 1, column 1: the closing quote is missing"),
        (
            "a: b: c",
            "line 1, column 5: a colon is not possible here: put text that contains one in quotes, or \
             begin a new line",
        ),
        ("*a", "line 1, column 1: there is no anchor of this name before the alias"),
        (
            "a: \"x\\q\"",
            "line 1, column 4: this text has an invalid escape sequence: write \\\\ for a backslash, or use single quotes",
        ),
        (
            "a: \"x\" y",
            "line 1, column 8: text follows the closing quote: put a backslash before quotes inside of a text",
        ),
        ("a: @x", "line 1, column 4: text that begins with \"%\", \"@\" or \"`\" needs quotes"),
        ("a: 1\n- b", "line 2, column 3: a key is expected here, with the indentation of the keys before it"),
        (
            "a:\n  b: 1\n c: 2\n",
            "line 3, column 2: a key is expected here, with the indentation of the keys before it",
        ),
        ("a: 1\nb", "line 2, column 2: a colon is expected after this key"),
        ("a: ]", "line 1, column 4: no bracket is open here that this one could close"),
        ("a:\n\tb: 1", "line 2, column 2: a tab cannot indent a line"),
        ("a: - b", "line 1, column 4: a sequence with \"-\" cannot begin here: begin a new line"),
        ("a: [- b]", "line 1, column 5: \"-\" is not possible between brackets: separate elements by commas"),
        (
            "%YAML x\n---\n",
            "line 1, column 1: a line that begins with \"%\" is a directive, and this one is not valid",
        ),
        ("a: !<x", "line 1, column 4: this tag is not valid: put text that begins with \"!\" in quotes"),
        ("a: |x\n  b", "line 1, column 4: a text with \"|\" or \">\" begins on the next line"),
        ("[1]\nb: 1", "line 2, column 1: nothing can follow the value of a document"),
    ];
    check_each(table, |(text, expected)| {
        let function = test_support::functions::function("yamldecode").expect("a function");
        let error = function.call(&[text.into()]).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    });
}

#[test]
fn yaml_functions_keep_the_limits() {
    let call = |text: &str| {
        test_support::functions::function("yamldecode").expect("a function").call(&[text.into()])
    };
    // In each form, deeper than the limit.
    for text in
        ["[".repeat(200), "- ".repeat(200), "{a: ".repeat(200), "? ".repeat(100_000), "[".repeat(1_000_000)]
    {
        let error = call(&text).expect_err("too deep");
        assert!(matches!(error.kind(), ErrorKind::Limit | ErrorKind::Domain), "{error}");
    }
    assert_eq!(call(&"[".repeat(200)).unwrap_err().kind(), ErrorKind::Limit);
    // Aliases of aliases take no memory, but their full size is charged at each use.
    let mut text = "a0: &a0 [x]\n".to_owned();
    for n in 1..60 {
        text += &format!("a{n}: &a{n} [*a{}, *a{}]\n", n - 1, n - 1);
    }
    let bomb = call(&text).expect("it is small");
    let error = test_support::functions::function("yamlencode")
        .expect("a function")
        .call(std::slice::from_ref(&bomb))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    // Merged mappings are copied.
    let mut text = "a0: &a0 {x0: 1, y0: 1}\n".to_owned();
    for n in 1..60 {
        text += &format!("a{n}: &a{n} {{<<: [*a{}, *a{}], x{n}: 1}}\n", n - 1, n - 1);
    }
    assert!(call(&text).is_ok());
}
