//! Terraform's functions. Most of the values are those of the documentation and of the tests of
//! Terraform.

use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Function, Type, Value, diag::Category, value};

use super::support::{context, evaluate_in, failing, refused, values};

#[test]
fn prefixes_suffixes_and_substrings_are_found() {
    values(&[
        (r#"startswith("hello world", "hello")"#, "true"),
        (r#"startswith("hello world", "world")"#, "false"),
        (r#"startswith("", "")"#, "true"),
        (r#"startswith(some_string, "")"#, "true"),
        (r#"startswith(some_string, "a")"#, "unknown(bool, not null)"),
        (r#"startswith("ab${some_string}", "a")"#, "true"),
        (r#"startswith("abc${some_string}", "b")"#, "false"),
        (r#"startswith("ab${some_string}", "abc")"#, "unknown(bool, not null)"),
        (r#"startswith("xb${some_string}", "abc")"#, "false"),
        (r#"startswith("a", some_string)"#, "unknown(bool, not null)"),
        (r#"startswith(secret, "s")"#, "(marked whole)"),
        (r#"endswith("hello world", "world")"#, "true"),
        (r#"endswith("hello world", "hello")"#, "false"),
        (r#"endswith("é", "\u0301")"#, "false"),
        (r#"endswith(some_string, "a")"#, "unknown(bool, not null)"),
        (r#"strcontains("hello world", "wor")"#, "true"),
        (r#"strcontains("hello world", "wod")"#, "false"),
        (r#"strcontains("", "")"#, "true"),
        (r#"strcontains("s", secret)"#, "(marked whole)"),
    ]);
    refused(&[
        (r#"startswith(null, "a")"#, "null", "str", "argument must not be null"),
        (r#"startswith("a", null)"#, "null", "prefix", "argument must not be null"),
        (r#"endswith([], "a")"#, "[]", "str", "expected a string, found a list"),
        (r#"strcontains("a", {})"#, "{}", "substr", "expected a string, found an object"),
    ]);
}

#[test]
fn urlencode_escapes_reserved_characters() {
    values(&[
        (r#"urlencode("Hello World!")"#, r#""Hello+World%21""#),
        (r#"urlencode("☃")"#, r#""%E2%98%83""#),
        (
            r#"urlencode("foo:bar@localhost?foo=bar&bar=baz")"#,
            r#""foo%3Abar%40localhost%3Ffoo%3Dbar%26bar%3Dbaz""#,
        ),
        (
            r#"urlencode("mailto:email?subject=this+is+my+subject")"#,
            r#""mailto%3Aemail%3Fsubject%3Dthis%2Bis%2Bmy%2Bsubject""#,
        ),
        (r#"urlencode("foo/bar")"#, r#""foo%2Fbar""#),
        (r#"urlencode("aZ09-_.~")"#, r#""aZ09-_.~""#),
        (r#"urlencode("%20 *'()")"#, r#""%2520+%2A%27%28%29""#),
        (r#"urlencode(some_string)"#, "unknown(string, not null)"),
        (
            r#"urldecode("foo%3Abar%40localhost%3Ffoo%3Dbar%26bar%3Dbaz")"#,
            r#""foo:bar@localhost?foo=bar&bar=baz""#,
        ),
        (r#"urldecode("this+is%2bmy")"#, r#""this is+my""#),
        (r#"urldecode("☃")"#, r#""☃""#),
        (r#"urldecode(urlencode("%20 + ü"))"#, r#""%20 + ü""#),
        ("urldecode(secret)", "(marked whole)"),
    ]);
    failing(&[
        (r#"urldecode("100%")"#, r#"two hexadecimal digits must follow every "%""#),
        (r#"urldecode("%zz")"#, r#"two hexadecimal digits must follow every "%""#),
        (r#"urldecode("%FF")"#, "the result is not valid UTF-8"),
    ]);
    refused(&[("urlencode(null)", "null", "str", "argument must not be null")]);
}

#[test]
fn base64_encodes_and_decodes_text() {
    values(&[
        (r#"base64encode("abc123!?$*&()'-=@~")"#, r#""YWJjMTIzIT8kKiYoKSctPUB+""#),
        (r#"base64encode("")"#, r#""""#),
        (r#"base64encode("é")"#, r#""w6k=""#),
        (r#"base64encode(some_string)"#, "unknown(string, not null)"),
        (r#"base64decode("YWJjMTIzIT8kKiYoKSctPUB+")"#, r#""abc123!?$*&()'-=@~""#),
        (r#"base64decode("")"#, r#""""#),
        (r#"base64decode("YWJj\r\nMTIz\n")"#, r#""abc123""#),
        // The unused bits after the last byte are not zero.
        (r#"base64decode("w6l=")"#, r#""é""#),
        ("base64encode(secret)", "(marked whole)"),
    ]);
    failing(&[
        (
            r#"base64decode("abc123!?$*&()'-=@~")"#,
            "the text is not base64: it has a character of no meaning there",
        ),
        (r#"base64decode("YWJj_-8=")"#, "the text is not base64: it has a character of no meaning there"),
        (r#"base64decode("w6k")"#, "the text is not base64: its padding with \"=\" is wrong or missing"),
        (r#"base64decode("/w==")"#, "the decoded bytes are not valid UTF-8"),
    ]);
    refused(&[("base64decode(null)", "null", "str", "argument must not be null")]);
}

#[test]
fn base64gzip_decompresses_to_the_text() {
    use base64::Engine;
    use std::io::Read;
    for text in ["", "test", &"ü".repeat(100_000)] {
        let encoded = serde_hcl_terraform::function("base64gzip")
            .unwrap()
            .call(&[text.into()])
            .expect("it is compressed");
        let bytes = base64::engine::general_purpose::STANDARD.decode(encoded.as_str().expect("a text"));
        let mut decoded = String::new();
        let mut decoder = flate2::read::GzDecoder::new(bytes.as_deref().expect("base64"));
        decoder.read_to_string(&mut decoded).expect("gzip");
        assert_eq!(decoded, text);
    }
}

#[test]
fn text_is_encoded_and_decoded_in_an_encoding() {
    values(&[
        (
            r#"textencodebase64("abc123!?$*&()'-=@~", "UTF-16LE")"#,
            r#""YQBiAGMAMQAyADMAIQA/ACQAKgAmACgAKQAnAC0APQBAAH4A""#,
        ),
        (r#"textencodebase64("abc123!?$*&()'-=@~", "utf-8")"#, r#""YWJjMTIzIT8kKiYoKSctPUB+""#),
        (r#"textencodebase64("é😀", "UTF-16BE")"#, r#""AOnYPd4A""#),
        (r#"textencodebase64("a", "UTF-16")"#, r#""/v8AYQ==""#),
        (r#"textencodebase64("é", "ISO-8859-1")"#, r#""6Q==""#),
        (r#"textencodebase64("€", "windows-1252")"#, r#""gA==""#),
        (r#"textencodebase64("あ", "Shift_JIS")"#, r#""gqA=""#),
        (r#"textencodebase64("a", some_string)"#, "unknown(string, not null)"),
        (r#"textencodebase64(secret, "UTF-8")"#, "(marked whole)"),
        (
            r#"textdecodebase64("YQBiAGMAMQAyADMAIQA/ACQAKgAmACgAKQAnAC0APQBAAH4A", "UTF-16LE")"#,
            r#""abc123!?$*&()'-=@~""#,
        ),
        (r#"textdecodebase64("AOnYPd4A", "UTF-16BE")"#, r#""é😀""#),
        (r#"textdecodebase64("/v8AYQ==", "UTF-16")"#, r#""a""#),
        (r#"textdecodebase64("//5hAA==", "UTF-16")"#, r#""a""#),
        (r#"textdecodebase64("gA==", "Windows-1252")"#, r#""€""#),
        (r#"textdecodebase64("gqA=", "shift_jis")"#, r#""あ""#),
        (r#"textdecodebase64("6Q==", "ISO-8859-1")"#, r#""é""#),
    ]);
    let unsupported =
        |name: &str| format!("{name:?} is not the name of a supported character encoding, such as UTF-16LE");
    refused(&[
        (r#"textencodebase64("a", "NOT-EXISTS")"#, r#""NOT-EXISTS""#, "encoding", &unsupported("NOT-EXISTS")),
        (
            r#"textencodebase64("a", "replacement")"#,
            r#""replacement""#,
            "encoding",
            &unsupported("replacement"),
        ),
        (
            r#"textencodebase64("é", "US-ASCII")"#,
            r#""é""#,
            "string",
            "the text has characters that this encoding does not have",
        ),
        (
            r#"textencodebase64("€", "ISO-8859-1")"#,
            r#""€""#,
            "string",
            "the text has characters that this encoding does not have",
        ),
        (
            r#"textencodebase64("あ", "windows-1252")"#,
            r#""あ""#,
            "string",
            "the text has characters that this encoding does not have",
        ),
        (
            r#"textdecodebase64("YQ==", "UTF-16LE")"#,
            r#""YQ==""#,
            "source",
            "the text has bytes that have no meaning in this encoding",
        ),
        (
            r#"textdecodebase64("2AA=", "UTF-16BE")"#,
            r#""2AA=""#,
            "source",
            "the text has bytes that have no meaning in this encoding",
        ),
        (
            r#"textdecodebase64("/w==", "UTF-8")"#,
            r#""/w==""#,
            "source",
            "the text has bytes that have no meaning in this encoding",
        ),
        (
            r#"textdecodebase64("a-", "UTF-8")"#,
            r#""a-""#,
            "source",
            "the text is not base64: it has a character of no meaning there",
        ),
    ]);
}

#[test]
fn hashes_are_those_of_the_algorithms() {
    values(&[
        (r#"md5("tada")"#, r#""ce47d07243bb6eaf5e1322c81baf9bbf""#),
        (r#"md5("")"#, r#""d41d8cd98f00b204e9800998ecf8427e""#),
        (r#"sha1("test")"#, r#""a94a8fe5ccb19ba61c4c0873d391e987982fbbd3""#),
        (r#"sha256("test")"#, r#""9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08""#),
        (
            r#"sha512("test")"#,
            r#""ee26b0dd4af7e749aa1a8ee3c10ae9923f618980772e473f8819a5d4940e0db27ac185f8a0e1d5f84f88bc887fd67b143732c304cc5fa9ad8e6f57f50028a8ff""#,
        ),
        (r#"base64sha256("test")"#, r#""n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=""#),
        (
            r#"base64sha512("test")"#,
            r#""7iaw3Ur350mqGo7jwQrpkj9hiYB3Lkc/iBml1JQODbJ6wYX4oOHV+E+IvIh/1nsUNzLDBMxfqa2Ob1f1ACio/w==""#,
        ),
        ("sha256(some_string)", "unknown(string, not null)"),
        ("sha256(secret)", "(marked whole)"),
        (r#"uuidv5("dns", "tada")"#, r#""faa898db-9b9d-5b75-86a9-149e7bb8e3b8""#),
        (r#"uuidv5("url", "tada")"#, r#""2c1ff6b4-211f-577e-94de-d978b0caa16e""#),
        (r#"uuidv5("oid", "tada")"#, r#""61eeea26-5176-5288-87fc-232d6ed30d2f""#),
        (r#"uuidv5("x500", "tada")"#, r#""7e12415e-f7c9-57c3-9e43-52dc9950d264""#),
        (
            r#"uuidv5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "tada")"#,
            r#""faa898db-9b9d-5b75-86a9-149e7bb8e3b8""#,
        ),
        (r#"uuidv5("dns", some_string)"#, "unknown(string, not null)"),
    ]);
    refused(&[
        (
            r#"uuidv5("tada", "tada")"#,
            r#""tada""#,
            "namespace",
            r#"the namespace must be a UUID or one of dns, url, oid and x500, not "tada""#,
        ),
        ("sha512(null)", "null", "str", "argument must not be null"),
    ]);
}

#[test]
fn cidr_functions_compute_addresses_and_subnets() {
    values(&[
        (r#"cidrhost("192.168.1.0/24", 5)"#, r#""192.168.1.5""#),
        (r#"cidrhost("192.168.1.0/24", -5)"#, r#""192.168.1.251""#),
        (r#"cidrhost("192.168.1.0/24", -256)"#, r#""192.168.1.0""#),
        (r#"cidrhost("10.0.0.0/8", "3")"#, r#""10.0.0.3""#),
        (r#"cidrhost("10.1.2.240/20", 522)"#, r#""10.1.2.10""#),
        (r#"cidrhost("010.001.0.0/16", 1)"#, r#""10.1.0.1""#),
        (r#"cidrhost("0.0.0.0/0", 4294967295)"#, r#""255.255.255.255""#),
        (r#"cidrhost("fe80::/48", 9223372036854775807)"#, r#""fe80::7fff:ffff:ffff:ffff""#),
        (r#"cidrhost("fd00:fd12:3456:7890::/56", 16)"#, r#""fd00:fd12:3456:7800::10""#),
        (r#"cidrhost("::/0", -1)"#, r#""ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff""#),
        (r#"cidrhost("10.0.0.0/8", some_number)"#, "unknown(string, not null)"),
        (r#"cidrhost("10.0.0.0/8", secret_number)"#, "(marked whole)"),
        (r#"cidrnetmask("192.168.1.0/24")"#, r#""255.255.255.0""#),
        (r#"cidrnetmask("192.168.1.0/32")"#, r#""255.255.255.255""#),
        (r#"cidrnetmask("0.0.0.0/0")"#, r#""0.0.0.0""#),
        (r#"cidrsubnet("192.168.2.0/20", 4, 6)"#, r#""192.168.6.0/24""#),
        (r#"cidrsubnet("fe80::/48", 16, 6)"#, r#""fe80:0:0:6::/64""#),
        (r#"cidrsubnet("10.1.2.0/24", 0, 0)"#, r#""10.1.2.0/24""#),
        (r#"cidrsubnet("10.1.2.0/24", 8, 255)"#, r#""10.1.2.255/32""#),
        (r#"cidrsubnet("::/0", 128, 1)"#, r#""::1/128""#),
        (r#"cidrsubnet("fd00:fd12:3456:7890::/56", 16, 162)"#, r#""fd00:fd12:3456:7800:a200::/72""#),
        (
            r#"cidrsubnets("10.0.0.0/21", 3, 3, 3, 4, 4, 4, 7, 7, 7)"#,
            r#"list(string)["10.0.0.0/24", "10.0.1.0/24", "10.0.2.0/24", "10.0.3.0/25", "10.0.3.128/25", "10.0.4.0/25", "10.0.4.128/28", "10.0.4.144/28", "10.0.4.160/28"]"#,
        ),
        (r#"cidrsubnets("10.0.0.0/8")"#, "list(string)[]"),
        (r#"cidrsubnets("10.0.0.0/24", 8, 1)"#, r#"list(string)["10.0.0.0/32", "10.0.0.128/25"]"#),
        (
            r#"cidrsubnets("fd00:fd12:3456:7890::/56", 16, 16, 16, 32)"#,
            r#"list(string)["fd00:fd12:3456:7800::/72", "fd00:fd12:3456:7800:100::/72", "fd00:fd12:3456:7800:200::/72", "fd00:fd12:3456:7800:300::/88"]"#,
        ),
        (r#"cidrsubnets("10.0.0.0/8", some_number)"#, "unknown(list(string), not null)"),
    ]);
    let no_network = |text: &str, reason: &str| {
        format!("{text:?} is not a network in CIDR notation, such as 10.0.0.0/8: {reason}")
    };
    let no_address = "it does not begin with an address of IPv4 or IPv6";
    let no_length = "the length of the prefix must be a number from 0 to 32";
    refused(&[
        (
            r#"cidrhost("10.0.0.0", 1)"#,
            r#""10.0.0.0""#,
            "prefix",
            &no_network("10.0.0.0", "the length of the prefix is missing"),
        ),
        (r#"cidrhost("10.0.0/8", 1)"#, r#""10.0.0/8""#, "prefix", &no_network("10.0.0/8", no_address)),
        (
            r#"cidrhost("10.0.0.0.0/8", 1)"#,
            r#""10.0.0.0.0/8""#,
            "prefix",
            &no_network("10.0.0.0.0/8", no_address),
        ),
        (
            r#"cidrhost("10.0.0.256/8", 1)"#,
            r#""10.0.0.256/8""#,
            "prefix",
            &no_network("10.0.0.256/8", no_address),
        ),
        (
            r#"cidrhost("10.0.0.0/33", 1)"#,
            r#""10.0.0.0/33""#,
            "prefix",
            &no_network("10.0.0.0/33", no_length),
        ),
        (
            r#"cidrhost("10.0.0.0/+8", 1)"#,
            r#""10.0.0.0/+8""#,
            "prefix",
            &no_network("10.0.0.0/+8", no_length),
        ),
        (
            r#"cidrnetmask("not-a-cidr")"#,
            r#""not-a-cidr""#,
            "prefix",
            &no_network("not-a-cidr", "the length of the prefix is missing"),
        ),
        (
            r#"cidrhost("192.168.1.0/30", 255)"#,
            "255",
            "hostnum",
            "a prefix of 30 bits has no host numbered 255",
        ),
        (
            r#"cidrhost("192.168.1.0/24", -257)"#,
            "-257",
            "hostnum",
            "a prefix of 24 bits has no host numbered -257",
        ),
        (
            r#"cidrhost("192.168.1.0/24", 1.5)"#,
            "1.5",
            "hostnum",
            "a whole number within 128 bits is required",
        ),
        (r#"cidrnetmask("fe80::/48")"#, r#""fe80::/48""#, "prefix", "a network of IPv6 has no netmask"),
        (
            r#"cidrsubnet("192.168.0.0/30", 4, 6)"#,
            "4",
            "newbits",
            "a prefix of 30 bits can be extended by 0 to 2 bits, not by 4",
        ),
        (
            r#"cidrsubnet("10.0.0.0/8", -1, 0)"#,
            "-1",
            "newbits",
            "a prefix of 8 bits can be extended by 0 to 24 bits, not by -1",
        ),
        (
            r#"cidrsubnet("192.168.0.0/16", 2, 16)"#,
            "16",
            "netnum",
            "a prefix that is extended by 2 bits has no subnet numbered 16",
        ),
        (
            r#"cidrsubnet("192.168.0.0/16", 2, -1)"#,
            "-1",
            "netnum",
            "a prefix that is extended by 2 bits has no subnet numbered -1",
        ),
        (r#"cidrsubnets("10.0.0.0/8", 4, 0)"#, "0", "newbits", "a number of bits from 1 to 128 is required"),
        (r#"cidrsubnets("fd00::/8", 129)"#, "129", "newbits", "a number of bits from 1 to 128 is required"),
        (
            r#"cidrsubnets("10.0.0.0/30", 3)"#,
            "3",
            "newbits",
            "a prefix of 33 bits is longer than an address, which has 32 bits",
        ),
        (
            r#"cidrsubnets("10.0.0.0/8", 1, 2, 1)"#,
            "1",
            "newbits",
            "there is no space left for a subnet with a prefix of 9 bits",
        ),
        (
            r#"cidrsubnets("255.0.0.0/8", 1, 1, 1)"#,
            "1",
            "newbits",
            "there is no space left for a subnet with a prefix of 9 bits",
        ),
    ]);
}

#[test]
fn alltrue_and_anytrue_test_all_elements() {
    values(&[
        ("alltrue([])", "true"),
        ("alltrue([true, \"true\"])", "true"),
        ("alltrue([true, false])", "false"),
        ("alltrue([true, null])", "false"),
        ("alltrue([true, some_bool])", "unknown(bool, not null)"),
        ("alltrue([some_bool, false])", "false"),
        ("alltrue(secret_list == list ? [true] : [])", "(marked whole)"),
        ("anytrue([])", "false"),
        ("anytrue([false, \"true\"])", "true"),
        ("anytrue([null, false])", "false"),
        ("anytrue([some_bool, true])", "true"),
        ("anytrue([some_bool, false])", "unknown(bool, not null)"),
        ("anytrue([true, secret_bool])", "(marked whole)"),
    ]);
    refused(&[
        ("alltrue(null)", "null", "list", "argument must not be null"),
        ("anytrue([1])", "[1]", "list", "element 0: expected a bool, found a number"),
    ]);
}

#[test]
fn sum_adds_numbers_and_one_returns_the_only_element() {
    values(&[
        ("sum([1, 2, 3])", "6"),
        ("sum(numbers)", "30"),
        ("sum(number_set)", "3"),
        (r#"sum(["1", 2.5])"#, "3.5"),
        ("sum([-34, 23.9, 876.42])", "866.32"),
        ("sum([1e300, 1])", &("1".to_owned() + &"0".repeat(299) + "1")),
        ("sum([1, some_number])", "unknown(number, not null)"),
        ("sum([1, secret_number])", "(marked whole)"),
        ("one([])", "null(dynamic)"),
        ("one(empty)", "null(string)"),
        (r#"one(["a"])"#, r#""a""#),
        ("one([null])", "null(dynamic)"),
        ("one([some_string])", "unknown(string)"),
        ("one(some_list)", "unknown(string)"),
        ("one(part_set)", "unknown(string)"),
        ("one(toset([some_string]))", "unknown(string)"),
        ("one(toset([]))", "null(dynamic)"),
        ("one([secret])", "(marked whole)"),
    ]);
    refused(&[
        ("sum([])", "[]", "list", "an empty list has no sum"),
        ("sum(empty)", "empty", "list", "an empty list has no sum"),
        ("sum({})", "{}", "list", "a list or set is required, not an object"),
        ("sum(1)", "1", "list", "a list or set is required, not a number"),
        ("sum([1, null])", "[1, null]", "list", "every element must be a number"),
        (r#"sum([1, "a"])"#, r#"[1, "a"]"#, "list", "every element must be a number"),
        ("one([1, 2])", "[1, 2]", "list", "a list or set with at most one element is required"),
        ("one(some_tuple)", "some_tuple", "list", "a list or set with at most one element is required"),
        ("one(list)", "list", "list", "only one element is possible here, not 3"),
        ("one(set)", "set", "list", "only one element is possible here, not 2"),
        ("one({})", "{}", "list", "a list or set with at most one element is required"),
    ]);
}

#[test]
fn matchkeys_selects_values_by_keys() {
    values(&[
        (r#"matchkeys(["a", "b", "c"], ["ref1", "ref2", "ref3"], ["ref1"])"#, r#"list(string)["a"]"#),
        (r#"matchkeys(["a", "b", "c"], ["ref1", "ref2", "ref1"], ["ref1"])"#, r#"list(string)["a", "c"]"#),
        (r#"matchkeys(["a", "b"], ["ref1", "ref2"], ["ref2", "ref1"])"#, r#"list(string)["a", "b"]"#),
        (r#"matchkeys(["a", "b"], ["ref1", "ref2"], [])"#, "list(string)[]"),
        (r#"matchkeys(["a"], ["ref1"], ["refX"])"#, "list(string)[]"),
        (r#"matchkeys(["a", "b"], [1, 2], ["2"])"#, r#"list(string)["b"]"#),
        ("matchkeys([[1], [2]], [[1], [2]], [[2]])", "list(tuple([number]))[[2]]"),
        ("matchkeys([], [], [1])", "list(dynamic)[]"),
        (r#"matchkeys(["a", "b"], ["x", null], [null])"#, r#"list(string)["b"]"#),
        (r#"matchkeys(["a", some_string], ["x", "y"], ["x"])"#, "unknown(list(string), not null)"),
        (r#"matchkeys(["a"], [some_string], ["x"])"#, "unknown(list(string), not null)"),
        (r#"matchkeys(["a"], ["x"], [some_string])"#, "unknown(list(string), not null)"),
        (r#"matchkeys(["a"], [secret], ["x"])"#, "(marked whole)"),
    ]);
    refused(&[
        (
            r#"matchkeys(["a"], ["x", "y"], ["x"])"#,
            r#"["x", "y"]"#,
            "keys",
            "there must be as many keys as values, 1, not 2",
        ),
        (
            r#"matchkeys(["a"], [[1]], ["x"])"#,
            r#"["x"]"#,
            "searchset",
            "keys and searchset must have a type in common",
        ),
        (r#"matchkeys(null, [1], [1])"#, "null", "values", "argument must not be null"),
    ]);
}

#[test]
fn transpose_swaps_keys_and_values() {
    values(&[
        (
            r#"transpose({ key1 = ["a", "b"], key2 = ["a", "b", "c"], key3 = ["c"], key4 = [] })"#,
            r#"map(list(string)){ a = ["key1", "key2"], b = ["key1", "key2"], c = ["key2", "key3"] }"#,
        ),
        (r#"transpose({ b = ["x", "x"], a = ["x"] })"#, r#"map(list(string)){ x = ["a", "b", "b"] }"#),
        ("transpose({})", "map(list(string)){}"),
        (r#"transpose({ a = [some_string] })"#, "unknown(map(list(string)), not null)"),
        (r#"transpose({ a = [secret] })"#, "(marked whole)"),
    ]);
    refused(&[
        (r#"transpose({ a = [null] })"#, "{ a = [null] }", "values", "a text must not be null"),
        (
            r#"transpose({ a = null, b = ["x"] })"#,
            r#"{ a = null, b = ["x"] }"#,
            "values",
            "a list must not be null",
        ),
        ("transpose([])", "[]", "values", "expected a map of lists of strings, found a list"),
    ]);
}

#[test]
fn times_are_compared() {
    values(&[
        (r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T00:00:00Z")"#, "0"),
        (r#"timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00+01:00")"#, "0"),
        (r#"timecmp("2017-11-22T00:00:01Z", "2017-11-22T01:00:00+01:00")"#, "1"),
        (r#"timecmp("2017-11-22T01:00:00Z", "2017-11-22T00:59:00-01:00")"#, "-1"),
        (r#"timecmp("2017-11-22T00:00:00.5Z", "2017-11-22T00:00:00Z")"#, "1"),
        (r#"timecmp(some_string, "2017-11-22T00:00:00Z")"#, "unknown(number, not null, >= -1, <= 1)"),
    ]);
}

#[test]
fn marked_arguments_are_not_in_errors() {
    let secret = |text: &str| Value::from(text).mark(Mark::new("sensitive"));
    let table = [
        ("base64decode", vec![secret("hunter2!")]),
        ("templatestring", vec![secret("${hunter2}"), value!({})]),
        ("templatestring", vec![secret("${hunter2 +}"), value!({})]),
        ("templatefile", vec![secret("hunter2"), value!({})]),
        ("fileset", vec![value!("."), secret("[hunter2")]),
        ("terraform_lookup", vec![value!({}), secret("hunter2")]),
        ("textdecodebase64", vec![secret("hunter2!"), value!("UTF-8")]),
        ("textencodebase64", vec![value!("a"), secret("hunter2!")]),
        ("urldecode", vec![secret("hunter2%")]),
        ("uuidv5", vec![secret("hunter2"), value!("x")]),
        ("cidrhost", vec![secret("hunter2"), value!(1)]),
        ("timecmp", vec![secret("hunter2"), value!("x")]),
        ("sum", vec![Value::tuple([secret("hunter2")])]),
    ];
    for (name, arguments) in table {
        let error =
            test_support::functions::function(name).expect("a function").call(&arguments).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{name}: {error}");
    }
    let unknown = Value::unknown(Type::String).mark(Mark::new("sensitive"));
    assert!(
        test_support::functions::function("sha256")
            .expect("a function")
            .call(&[unknown])
            .is_ok_and(|hash| hash.is_marked())
    );
}

/// Checks that the evaluation of an expression fails, with a detail that ends like this.
#[track_caller]
fn assert_fails(text: &str, expected: &str) {
    let outcome = evaluate_in(&context(), text);
    let first = outcome.diagnostics.errors().next().unwrap_or_else(|| panic!("{text}: {:?}", outcome.value));
    assert!(first.detail().ends_with(&format!("{expected}.")), "{text}: {}", first.detail());
}

#[test]
fn the_five_functions_with_other_meanings_are_those_of_terraform() {
    values(&[
        (r#"terraform_length("a👩‍👩‍👧é")"#, "3"),
        ("terraform_length({ a = 1, b = 2 })", "2"),
        ("terraform_length([1, 2])", "2"),
        ("terraform_length(some_string)", "unknown(number, not null, >= 0)"),
        ("terraform_length(some_object)", "2"),
        ("terraform_length(secret_list)", "(marked whole)"),
        (r#"terraform_index(["a", "b", "b"], "b")"#, "1"),
        ("terraform_index(list, some_string)", "unknown(number, not null)"),
        ("terraform_index([some_string, \"b\"], \"b\")", "unknown(number, not null)"),
        (r#"terraform_lookup({ a = 1 }, "a")"#, "1"),
        (r#"terraform_lookup({ a = 1 }, "b", null)"#, "null(dynamic)"),
        (r#"terraform_lookup(part_map, "a", "x")"#, r#""apple""#),
        (r#"terraform_lookup(map, "c", 5)"#, r#""5""#),
        (r#"terraform_coalesce("", null, "x")"#, r#""x""#),
        (r#"terraform_coalesce("", 1)"#, r#""1""#),
        ("terraform_coalesce(null, 0)", "0"),
        (r#"terraform_coalesce(some_string, "x")"#, "unknown(string, not null)"),
        (r#"terraform_replace("hello", "/l/", "L")"#, r#""heLLo""#),
        (r#"terraform_replace("helo", "/(l)/", "$1$1")"#, r#""hello""#),
        (r#"terraform_replace("a/b", "/", "-")"#, r#""a-b""#),
        (r#"terraform_replace("a//b", "//", "-")"#, r#""-a-/-/-b-""#),
    ]);
    for (text, expected) in [
        ("terraform_length(5)", "the value must be a string, collection or object, not a number"),
        (r#"terraform_index(["a"], "b")"#, "the list has no element that is equal to this"),
        (r#"terraform_index({}, "b")"#, "the value must be a list, not an object"),
        (r#"terraform_lookup({ a = 1 }, "b")"#, "\"b\" is not a key of the map, and there is no default"),
        (r#"terraform_lookup({}, "b", 1, 2)"#, "there are at most three arguments"),
        (r#"terraform_coalesce("", null)"#, "there is no argument that is neither null nor an empty text"),
        (r#"terraform_replace("a", "/(/", "b")"#, "the pattern is not a regular expression: unclosed group"),
        ("list(1)", "the function has been removed; write tolist([ … ]), or the brackets alone"),
        ("map(1)", "the function has been removed; write tomap({ … }), or the braces alone"),
    ] {
        assert_fails(text, expected);
    }
}

#[test]
fn functions_of_paths_and_marks_have_no_files() {
    values(&[
        (
            r#"[basename("a/b.tf"), basename("a/"), basename(""), basename("/")]"#,
            r#"["b.tf", "a", ".", "/"]"#,
        ),
        (
            r#"[dirname("a/b.tf"), dirname("a"), dirname("/a"), dirname("a/../b/c")]"#,
            r#"["a", ".", "/", "b"]"#,
        ),
        (
            r#"[abspath("a/../b"), abspath("/c/."), pathexpand("~/x"), pathexpand("x~")]"#,
            r#"["/work/b", "/c", "/home/me/x", "x~"]"#,
        ),
        ("issensitive(sensitive(1))", "true"),
        ("issensitive(nonsensitive(sensitive(1)))", "false"),
        ("issensitive(some_string)", "unknown(bool, not null)"),
        ("sensitive([1])", "(marked sensitive)"),
        ("ephemeralasnull({ a = 1 })", "{ a = 1 }"),
        // An unknown value may turn out to be ephemeral.
        (r#"ephemeralasnull("a${some_string}")"#, "unknown(string)"),
        ("ephemeralasnull({ a = [1, length(some_list)] })", "{ a = [1, unknown(number)] }"),
        (r#"cidrcontains("10.0.0.0/8", "10.1.0.0/16")"#, "true"),
        (r#"cidrcontains("10.1.0.0/16", "10.0.0.0/8")"#, "false"),
        (r#"cidrcontains("fd00::/8", "fd00::1")"#, "true"),
        (r#"cidrsubnet("::ffff:192.168.0.0/112", 8, 6)"#, r#""192.168.6.0/24""#),
        (r#"base64gunzip(base64gzip("añb"))"#, r#""añb""#),
        (r#"textencodebase64("ü", "cp936")"#, r#""qLk=""#),
    ]);
    for (text, expected) in [
        (r#"cidrcontains("10.0.0.0/8", "fd00::1")"#, "one is of IPv4, and the other of IPv6"),
        (r#"base64gunzip("YWJj")"#, "the bytes are not compressed by gzip"),
        (r#"pathexpand("~root/x")"#, "only the home folder of the user itself can be expanded: ~/…"),
        (
            r#"textdecodebase64("gQ==", "windows-1250")"#,
            "the text has bytes that have no meaning in this encoding",
        ),
    ] {
        assert_fails(text, expected);
    }
}

#[test]
fn files_clocks_and_randomness_are_those_of_the_application() {
    values(&[
        (r#"[file("hello.txt"), filebase64("sub/bytes")]"#, r#"["Hello", "/wA="]"#),
        (r#"[fileexists("a"), fileexists("b")]"#, "[true, false]"),
        (r#"fileset(".", "hello.*")"#, r#"set(string)["hello.tftpl", "hello.txt"]"#),
        (
            r#"fileset(".", "**")"#,
            r#"set(string)["a", "hello.tftpl", "hello.txt", "recursive.tftpl", "sub/bytes"]"#,
        ),
        (r#"fileset("sub", "{b,c}*")"#, r#"set(string)["bytes"]"#),
        (r#"fileset("none", "*")"#, "set(string)[]"),
        (r#"filemd5("hello.txt") == md5("Hello")"#, "true"),
        (r#"templatefile("hello.tftpl", { name = upper("Eve") })"#, r#""Hello, EVE!""#),
        (
            r#"templatestring("$${length([a])} $${a}", { a = some_string })"#,
            "unknown(string, not null, begins with \"1 \")",
        ),
        (r#"templatestring("$${a}", { a = [1] })"#, "[1]"),
        ("[timestamp(), plantimestamp()]", r#"["1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"]"#),
        ("uuid()", r#""07070707-0707-0707-0707-070707070707""#),
        (r#"[bcrypt("abc"), bcrypt("abc", 5)]"#, r#"["$10$3", "$5$3"]"#),
        (r#"rsadecrypt("YWJj", "key")"#, r#""3 3""#),
    ]);
    for (text, expected) in [
        (
            r#"file("sub/bytes")"#,
            "\"sub/bytes\" is not a file that can be read: its content is not valid UTF-8; filebase64 and the functions of hashes read any",
        ),
        (r#"file("b")"#, "\"b\" is not a file that can be read: entity not found"),
        (r#"fileexists("sub")"#, "\"sub\" is not a file that can be read: it is a folder"),
        (r#"fileset(".", "[")"#, "\"[\" is not a pattern of paths: unclosed character class; missing ']'"),
        (
            r#"templatefile("hello.tftpl", {})"#,
            "hello.tftpl:1:10: Unknown variable: There is no variable named \"name\"",
        ),
        (r#"templatestring("$${a} $${b} $${a}", {})"#, "1:3: there are no variables named \"a\" and \"b\""),
        (r#"templatestring("$${a} $${a}", {})"#, "1:3: there is no variable named \"a\""),
        (
            r#"templatestring("$${a", {})"#,
            "1:1: Unclosed template sequence: This \"${\" has no closing \"}\"",
        ),
        (
            r#"templatestring("", { "a b" = 1 })"#,
            "a name of a variable must be a letter or _, followed by letters, digits, _ and -",
        ),
        (r#"templatestring("", 1)"#, "a map or object is required, not a number"),
        (r#"bcrypt("a", 32)"#, "the cost must be a whole number from 4 to 31"),
    ] {
        assert_fails(text, expected);
    }
    // Endless recursion exceeds a limit.
    let error = evaluate_in(&context(), r#"templatefile("recursive.tftpl", {})"#).into_result().unwrap_err();
    assert_eq!(error.category(), Category::Limit, "{error}");

    for (name, arguments, expected) in [
        ("file", vec![value!("a")], "this application gives functions no files to read"),
        ("timestamp", vec![], "this application gives functions no clock"),
        ("uuid", vec![], "this application gives functions no source of randomness"),
        ("abspath", vec![value!("a")], "this application gives functions no current folder"),
        ("bcrypt", vec![value!("a")], "this application gives functions no implementation of bcrypt"),
    ] {
        let error = serde_hcl_terraform::function(name).expect("a function").call(&arguments).unwrap_err();
        assert_eq!(error.to_string().rsplit(": ").next(), Some(expected));
    }
}

#[test]
fn functions_of_namespaces_are_called_by_their_full_names() {
    let mut context = EvalContext::new();
    serde_hcl_terraform::register(&mut context);
    context.set_function("provider::text::twice", Function::from_fn(|text: String| text.repeat(2)));
    let text = r#"provider::text::twice(core::upper("a"))"#;
    assert_eq!(evaluate_in(&context, text).into_result().expect("functions"), value!("AA"));
}

#[test]
fn conversions_keep_the_marks_of_elements() {
    values(&[
        (r#"terraform_tolist(["a", sensitive("b")])"#, r#"list(string)["a", (marked sensitive)]"#),
        (r#"terraform_tolist(["a", sensitive("b")])[0]"#, r#""a""#),
        ("terraform_tolist([1, sensitive(\"b\")])", r#"list(string)["1", (marked sensitive)]"#),
        ("terraform_length(terraform_tolist([sensitive(\"b\")]))", "1"),
        ("terraform_tolist([[sensitive(1)], [2]])", "list(tuple([number]))[[(marked sensitive)], [2]]"),
        ("terraform_tolist(sensitive([1]))", "(marked sensitive)"),
        ("terraform_tolist([sensitive(1), some_number])", "list(number)[(marked sensitive), unknown]"),
        (
            "terraform_tomap({ a = 1, b = sensitive(\"x\") })",
            r#"map(string){ a = "1", b = (marked sensitive) }"#,
        ),
        ("terraform_tomap({ a = 1, b = sensitive(\"x\") }).a", r#""1""#),
        ("terraform_tolist([])", "list(dynamic)[]"),
        ("terraform_tolist(null)", "null(list(dynamic))"),
        ("terraform_tomap(any)", "unknown(map(dynamic))"),
        // In go-cty, all of the result is marked.
        (r#"tolist(["a", sensitive("b")])"#, "(marked sensitive)"),
    ]);
    for (text, expected) in [
        ("terraform_tolist(1)", "expected a list of any single type, found a number"),
        ("terraform_tolist([1, sensitive([])])", "all list elements must have the same type"),
        ("terraform_tomap([1])", "expected a map of any single type, found a list"),
    ] {
        assert_fails(text, expected);
    }
}

#[test]
fn parts_with_the_mark_of_ephemeral_values_are_null() {
    use serde_hcl_terraform::{EPHEMERAL, function};

    let token = Value::from("t").mark(Mark::new(EPHEMERAL)).mark(Mark::new("other"));
    let ephemeralasnull = function("ephemeralasnull").expect("a function");
    let result = ephemeralasnull.call(&[value!({ "a": [1, token], "b": "x" })]).expect("a value");
    let (plain, marks) = result.unmark_deep();
    assert_eq!(plain, value!({ "a": [1, (Value::null(Type::String))], "b": "x" }));
    assert!(marks.contains("other") && !marks.contains(EPHEMERAL));
}
