//! Formatting.

use crate::support::{failing, refused, values};

#[test]
fn format_replaces_verbs() {
    values(&[
        (r#"format("%s", "a")"#, r#""a""#),
        (r#"format("%s %s", "a", "b")"#, r#""a b""#),
        (r#"format("%s", 1.50)"#, r#""1.5""#),
        (r#"format("%s", true)"#, r#""true""#),
        (r#"format("%v", [1, "a", true, null])"#, r#""[1,\"a\",true,null]""#),
        (r#"format("%v", {a = 1})"#, r#""{\"a\":1}""#),
        (r#"format("%v", "a")"#, r#""a""#),
        (r#"format("%d", "12")"#, r#""12""#),
        (r#"format("%-5d|", 42)"#, r#""42   |""#),
        (r#"format("%05d", 42)"#, r#""00042""#),
        (r#"format("%x", 255)"#, r#""ff""#),
        (r#"format("%X", 255)"#, r#""FF""#),
        (r#"format("%#x", 255)"#, r#""0xff""#),
        (r#"format("%b", 5)"#, r#""101""#),
        (r#"format("%f", 3.14159)"#, r#""3.141590""#),
        (r#"format("%e", 12345.678)"#, r#""1.234568e+04""#),
        (r#"format("%g", 12345.678)"#, r#""12345.678""#),
        (r#"format("%G", 1e100)"#, r#""1E+100""#),
        (r#"format("%t", true)"#, r#""true""#),
        (r#"format("%t", "true")"#, r#""true""#),
        (r#"format("%q", 5)"#, r#""\"5\"""#),
        (r#"format("%10s|", "abc")"#, r#""       abc|""#),
        (r#"format("%10.2s|", "abcdef")"#, r#""        ab|""#),
        (r#"format("%5s|", "日本")"#, r#""   日本|""#),
        (r#"format("%#v", "a")"#, r#""\"a\"""#),
        (r#"format("%#v", {a = [1]})"#, r#""{\"a\":[1]}""#),
        (r#"format("%#v", null)"#, r#""null""#),
        (r#"format("100%%")"#, r#""100%""#),
        (r#"format("%[1]s %[1]s", "a")"#, r#""a a""#),
        (r#"format("%[2]s %[1]s", "a", "b")"#, r#""b a""#),
        (r#"format("%d", 1e20)"#, r#""100000000000000000000""#),
        (r#"format("%x", -255)"#, r#""-ff""#),
        (r#"format("%s-%02d", "a", 7)"#, r#""a-07""#),
    ]);
    failing(&[
        (r#"format("%s", [1])"#, r#"the argument of "%s": expected a string, found a list"#),
        (r#"format("%s", null)"#, r#"the argument of "%s": null has no form"#),
        (r#"format("%5%")"#, r#"there is no verb '%', which follows "%" at offset 0"#),
        (r#"format("%")"#, "the format ends within the verb at offset 0"),
        (r#"format("%z", 1)"#, r#"there is no verb 'z', which follows "%" at offset 0"#),
        (r#"format("%s")"#, r#""%s" needs argument 1, but there are 0"#),
        (r#"format("%[3]s", "a")"#, r#""%[3]s" needs argument 3, but there are 1"#),
        (r#"format("%[0]s", "a")"#, r#"an argument's number from 1 on is expected after "[" at offset 0"#),
        (r#"format("%[x]s", "a")"#, r#"an argument's number from 1 on is expected after "[" at offset 0"#),
        (r#"format("%c", 65)"#, r#"there is no verb 'c', which follows "%" at offset 0"#),
    ]);
    refused(&[("format(null)", "null", "format", "argument must not be null")]);
}

#[test]
fn formatlist_formats_each_element() {
    values(&[
        (r#"formatlist("%s!", ["a", "b"])"#, r#"list(string)["a!", "b!"]"#),
        (r#"formatlist("%s-%s", ["a", "b"], "x")"#, r#"list(string)["a-x", "b-x"]"#),
        (r#"formatlist("%s", [])"#, "list(string)[]"),
        (r#"formatlist("%s", "a")"#, r#"list(string)["a"]"#),
        (r#"formatlist("x")"#, r#"list(string)["x"]"#),
        (r#"formatlist("%d", [1, 2])"#, r#"list(string)["1", "2"]"#),
    ]);
    failing(&[(r#"formatlist("%s", null)"#, r#"in round 0: the argument of "%s": null has no form"#)]);
    refused(&[(
        r#"formatlist("%s-%s", ["a", "b"], ["c"])"#,
        r#"["c"]"#,
        "args",
        "argument 2 has 1 elements, but argument 1 has 2",
    )]);
}
