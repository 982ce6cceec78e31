//! JSON and CSV.

use crate::support::{failing, refused, values};

#[test]
fn jsonencode_writes_json() {
    values(&[
        ("jsonencode(null)", r#""null""#),
        ("jsonencode({})", r#""{}""#),
        ("jsonencode([])", r#""[]""#),
        ("jsonencode(true)", r#""true""#),
        ("jsonencode(5)", r#""5""#),
        (r#"jsonencode("a\"b\\c\n\t")"#, r#""\"a\\\"b\\\\c\\n\\t\"""#),
        (r#"jsonencode("é日🎉")"#, r#""\"é日🎉\"""#),
        (r#"jsonencode("\u2028\u2029")"#, r#""\"\\u2028\\u2029\"""#),
        ("jsonencode(-0)", r#""0""#),
        ("jsonencode(12345678901234567890123)", r#""12345678901234567890123""#),
        (r#"jsonencode({"a b" = [{}]})"#, r#""{\"a b\":[{}]}""#),
        (r#"jsonencode({"e\u0301" = "e\u0301"})"#, r#""{\"é\":\"é\"}""#),
    ]);
}

#[test]
fn jsondecode_reads_json() {
    values(&[
        ("jsondecode(true)", "true"),
        ("jsondecode(5)", "5"),
        (r#"jsondecode("1")"#, "1"),
        (r#"jsondecode("1e3")"#, "1000"),
        (r#"jsondecode("123456789012345678901234567890")"#, "123456789012345678901234567890"),
        (r#"jsondecode("\"a\"")"#, r#""a""#),
        (r#"jsondecode("\"\\ud83d\\ude00\"")"#, r#""😀""#),
        (r#"jsondecode("[]")"#, "[]"),
        (r#"jsondecode("{}")"#, "{}"),
        (r#"jsondecode("[1, \"a\", [true], {\"k\": null}]")"#, r#"[1, "a", [true], { k = null(dynamic) }]"#),
        (r#"jsondecode("{\"b\": 1, \"a\": [2]}")"#, "{ b = 1, a = [2] }"),
        (r#"jsondecode("  [ 1 ]  ")"#, "[1]"),
        ("jsondecode(1)", "1"),
        (r#"jsondecode("{\"e\\u0301\": 1}")"#, "{ é = 1 }"),
        (r#"jsondecode("{\"\": 1}")"#, r#"{ "" = 1 }"#),
        (r#"jsondecode("{\"a\": 1, \"b\": 2, \"a\": 3}")"#, "{ a = 3, b = 2 }"),
        (r#"jsondecode("{\"a\": {\"x\": 1}, \"a\": {\"x\": 2}}")"#, "{ a = { x = 2 } }"),
    ]);
    failing(&[
        (
            r#"jsondecode("{\"a\": 1, \"a\": \"x\"}")"#,
            r#"the property "a" is repeated in an object, with values of different types"#,
        ),
        (
            r#"jsondecode("[{\"a\": null, \"a\": true}]")"#,
            r#"the property "a" is repeated in an object, with values of different types"#,
        ),
        (
            r#"jsondecode("{\"a\": [1], \"a\": [1, 2]}")"#,
            r#"the property "a" is repeated in an object, with values of different types"#,
        ),
        (
            r#"jsondecode("zz")"#,
            "the text is not valid JSON: 1:1: Text without quotes: This text needs double quotes: zz",
        ),
        (
            r#"jsondecode("")"#,
            "the text is not valid JSON: 1:1: Missing value: The file is empty or has no value. A configuration in JSON is an object",
        ),
        (
            r#"jsondecode(" ")"#,
            "the text is not valid JSON: 1:2: Missing value: The file is empty or has no value. A configuration in JSON is an object",
        ),
        (
            r#"jsondecode("{")"#,
            "the text is not valid JSON: 1:1: Unclosed bracket: This \"{\" has no closing \"}\"",
        ),
        (
            r#"jsondecode("[1,]")"#,
            "the text is not valid JSON: 1:3: Trailing comma: No element follows this comma. JSON does not allow a comma after the last one",
        ),
        (
            r#"jsondecode("nope")"#,
            "the text is not valid JSON: 1:1: Text without quotes: This text needs double quotes: nope",
        ),
        (
            r#"jsondecode("1 2")"#,
            "the text is not valid JSON: 1:3: Text after the end of the value: The value of the file ends before this. A file holds one value",
        ),
        (
            r#"jsondecode("NaN")"#,
            "the text is not valid JSON: 1:1: Invalid word: JSON has no word NaN, only true, false and null",
        ),
    ]);
    refused(&[
        ("jsondecode(null)", "null", "str", "argument must not be null"),
        ("jsondecode({})", "{}", "str", "expected a string, found an object"),
        ("jsondecode([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn csvdecode_reads_rows_as_objects() {
    values(&[
        (r#"csvdecode("a\n1\n")"#, r#"list(object({ a = string }))[{ a = "1" }]"#),
        ("csvdecode(true)", "list(object({ true = string }))[]"),
        (r#"csvdecode("zz")"#, "list(object({ zz = string }))[]"),
        (
            r#"csvdecode("a,b\r\n1,2\r\n")"#,
            r#"list(object({ a = string, b = string }))[{ a = "1", b = "2" }]"#,
        ),
        (r#"csvdecode("a\n\"x,y\"")"#, r#"list(object({ a = string }))[{ a = "x,y" }]"#),
        (r#"csvdecode("a\n\"x\ny\"")"#, r#"list(object({ a = string }))[{ a = "x\ny" }]"#),
        (r#"csvdecode("a\n x ")"#, r#"list(object({ a = string }))[{ a = " x " }]"#),
        (
            r#"csvdecode("\"a b\",c\n1,2")"#,
            r#"list(object({ "a b" = string, c = string }))[{ "a b" = "1", c = "2" }]"#,
        ),
        (r#"csvdecode("a\n\n1\n")"#, r#"list(object({ a = string }))[{ a = "1" }]"#),
        (r#"csvdecode("é\nü")"#, r#"list(object({ é = string }))[{ é = "ü" }]"#),
        (r#"csvdecode("\ufeff\"a\"\n1")"#, r#"list(object({ a = string }))[{ a = "1" }]"#),
        (
            r#"csvdecode("a\n\"\"\n\"\"\"x\"\"\"")"#,
            r#"list(object({ a = string }))[{ a = "" }, { a = "\"x\"" }]"#,
        ),
        (
            r#"csvdecode("a,b\n1,\n,2")"#,
            r#"list(object({ a = string, b = string }))[{ a = "1", b = "" }, { a = "", b = "2" }]"#,
        ),
    ]);
    failing(&[
        (r#"csvdecode("a,b\n1")"#, "line 2 has 1 fields, but the first line has 2"),
        (r#"csvdecode("a,b\n\n\"x\ny\",2\n3")"#, "line 5 has 1 fields, but the first line has 2"),
        (r#"csvdecode("\n\n")"#, "the line with the names of the columns is missing"),
        (r#"csvdecode("a\n\"x\"y")"#, "in line 2 something follows the closing quote of a field"),
        (r#"csvdecode("a,a\n1,2")"#, r#"the column name "a" is repeated"#),
        (r#"csvdecode("a\n\"x")"#, "a quote in line 2 is not closed"),
        (r#"csvdecode("a\nx\"y")"#, "in line 2 a quote is in a field without quotes around it"),
    ]);
    refused(&[
        ("csvdecode(null)", "null", "str", "argument must not be null"),
        ("csvdecode([])", "[]", "str", "expected a string, found a list"),
    ]);
}
