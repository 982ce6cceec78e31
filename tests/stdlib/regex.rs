//! Regular expressions, in the syntax of RE2.

use crate::support::{failing, refused, values};

#[test]
fn regex_returns_the_first_match() {
    values(&[
        (r#"regex("[a-z]+", "123abc456")"#, r#""abc""#),
        (
            r#"regex("(?P<letters>[a-z]+)(?P<digits>[0-9]+)?", "abc123")"#,
            r#"{ letters = "abc", digits = "123" }"#,
        ),
        (r#"regex("", "abc")"#, r#""""#),
        (r#"regex("^$", "")"#, r#""""#),
        (r#"regex("a*?", "aaa")"#, r#""""#),
        (r#"regex("(a)?(b)?", "b")"#, r#"[null(string), "b"]"#),
        (r#"regex("(?i)ABC", "xabcx")"#, r#""abc""#),
        (r#"regex(".", "é")"#, r#""é""#),
        (r#"regex("\\p{L}+", "日本 x")"#, r#""日本""#),
        (r#"regex("\\d{2,3}", "12345")"#, r#""123""#),
        (r#"regex("\\bfoo\\b", "a foo b")"#, r#""foo""#),
        (r#"regex("[[:alpha:]]+", "1ab2")"#, r#""ab""#),
        (r#"regex("{(.*)}", "a{b}c")"#, r#"["b"]"#),
        (r#"regex("x{2,3}{", "xx{")"#, r#""xx{""#),
        (r#"regex("\\Qa.b\\E+", "a.bb")"#, r#""a.bb""#),
        (r#"regex("\\<b\\>", "a<b>")"#, r#""<b>""#),
        (r#"regex("\\141\\x{62}", "ab")"#, r#""ab""#),
        (r#"regex("\\pL+", "1é")"#, r#""é""#),
        (r#"regex("\\p{Greek}+", "aλ")"#, r#""λ""#),
        (r#"regex("\\w+", "éa")"#, r#""a""#),
        (r#"regex("(?i)straSSE", "STRASSE")"#, r#""STRASSE""#),
        (r#"regex("a{1,", "a{1,")"#, r#""a{1,""#),
        (r#"regex("(?U)a+", "aaa")"#, r#""a""#),
        (r#"regex("[a&&b]+", "&&ab")"#, r#""&&ab""#),
        (r#"regex("(?P<1>a)(?<2b>b)", "ab")"#, r#"{ "1" = "a", "2b" = "b" }"#),
        (r#"regex("[(?P<1>]+\\(?", "(1>?(")"#, r#""(1>?(""#),
    ]);
    failing(&[(r#"regex("[a-z]+", "123")"#, "the pattern matches no part of the text")]);
    refused(&[
        (
            r#"regex("(?P<a>x)(y)", "xy")"#,
            r#""(?P<a>x)(y)""#,
            "pattern",
            "a pattern cannot have groups with names and groups without",
        ),
        (
            r#"regex("(", "abc")"#,
            r#""(""#,
            "pattern",
            "the pattern is not a regular expression: unclosed group",
        ),
        (
            r#"regex("[", "x")"#,
            r#""[""#,
            "pattern",
            "the pattern is not a regular expression: unclosed character class",
        ),
        (
            r#"regex("(a)\\1", "aa")"#,
            "\"(a)\\\\1\"",
            "pattern",
            "the pattern is not a regular expression: backreferences are not supported",
        ),
    ]);
}

#[test]
fn regexall_returns_all_matches() {
    values(&[
        (r#"regexall("[a-z]", "1a2b3")"#, r#"list(string)["a", "b"]"#),
        (
            r#"regexall("(?P<l>[a-z])(?P<d>[0-9])", "a1b2")"#,
            r#"list(object({ l = string, d = string }))[{ l = "a", d = "1" }, { l = "b", d = "2" }]"#,
        ),
        (r#"regexall("", "ab")"#, r#"list(string)["", "", ""]"#),
        (r#"regexall("a*", "baac")"#, r#"list(string)["", "aa", ""]"#),
        (r#"regexall("[[a]+", "[a")"#, r#"list(string)["[a"]"#),
        (r#"regexall("(?P<1>a)", "aa")"#, r#"list(object({ "1" = string }))[{ "1" = "a" }, { "1" = "a" }]"#),
    ]);
    refused(&[(
        r#"regexall("(", "x")"#,
        r#""(""#,
        "pattern",
        "the pattern is not a regular expression: unclosed group",
    )]);
}

#[test]
fn regexreplace_replaces_all_matches() {
    values(&[
        (r#"regexreplace("hello world", "o", "0")"#, r#""hell0 w0rld""#),
        (r#"regexreplace("abc123", "([a-z]+)([0-9]+)", "${2}_${1}")"#, r#""2_1""#),
        (r#"regexreplace("abc", "b", "$0$0")"#, r#""abbc""#),
        (r#"regexreplace("abc", "b", "$$")"#, r#""a$c""#),
        (r#"regexreplace("abc", "", "-")"#, r#""-a-b-c-""#),
        (
            r#"regexreplace("ab", "(?P<2a>a)(?P<n>b)", "$2a-$${2a}-$${n}-$1-$${1}$$$$2a$${2a")"#,
            r#""a-a-b-a-a$$2a$${2a""#,
        ),
    ]);
    failing(&[(
        r#"regexreplace("abc", "(", "-")"#,
        "the pattern is not a regular expression: unclosed group",
    )]);
    refused(&[(r#"regexreplace("a", "a", null)"#, "null", "replace", "argument must not be null")]);
}
