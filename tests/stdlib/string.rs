//! Functions on text.

use crate::support::{failing, refused, values};

#[test]
fn upper_maps_letters_to_upper_case() {
    values(&[
        (r#"upper("a")"#, r#""A""#),
        ("upper(true)", r#""TRUE""#),
        ("upper(5)", r#""5""#),
        (r#"upper("ı")"#, r#""I""#),
        (r#"upper("i")"#, r#""I""#),
        (r#"upper("ŉ")"#, r#""ŉ""#),
        (r#"upper("abc123")"#, r#""ABC123""#),
        (r#"upper("e\u0301")"#, r#""É""#),
    ]);
    refused(&[
        ("upper({})", "{}", "str", "expected a string, found an object"),
        ("upper([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn lower_maps_letters_to_lower_case() {
    values(&[
        ("lower(true)", r#""true""#),
        ("lower(5)", r#""5""#),
        (r#"lower("zz")"#, r#""zz""#),
        (r#"lower("ÀÉÎ")"#, r#""àéî""#),
        (r#"lower("ΣΑΣ")"#, r#""σασ""#),
        (r#"lower("STRASSE")"#, r#""strasse""#),
        (r#"lower("K")"#, r#""k""#),
        (r#"lower("")"#, r#""""#),
    ]);
    refused(&[
        ("lower(null)", "null", "str", "argument must not be null"),
        ("lower([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn strlen_counts_grapheme_clusters() {
    values(&[
        (r#"strlen("abc")"#, "3"),
        (r#"strlen("zz")"#, "2"),
        (r#"strlen("")"#, "0"),
        (r#"strlen("日本")"#, "2"),
        (r#"strlen("👨‍👩‍👧")"#, "1"),
        (r#"strlen("🇫🇷🇩🇪")"#, "2"),
        ("strlen(12)", "2"),
    ]);
    refused(&[("strlen([])", "[]", "str", "expected a string, found a list")]);
}

#[test]
fn strrev_reverses_grapheme_clusters() {
    values(&[
        (r#"strrev("abc")"#, r#""cba""#),
        ("strrev(true)", r#""eurt""#),
        ("strrev(5)", r#""5""#),
        (r#"strrev("lantern")"#, r#""nretnal""#),
        (r#"strrev("e\u0301x")"#, r#""xé""#),
        (r#"strrev("👨‍👩‍👧!")"#, r#""!👨\u200d👩\u200d👧""#),
        (r#"strrev("")"#, r#""""#),
    ]);
    refused(&[
        ("strrev(null)", "null", "str", "argument must not be null"),
        ("strrev({})", "{}", "str", "expected a string, found an object"),
        ("strrev([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn chomp_removes_newlines_at_the_end() {
    values(&[
        (r#"chomp("a\n")"#, r#""a""#),
        ("chomp(true)", r#""true""#),
        (r#"chomp("zz")"#, r#""zz""#),
        (r#"chomp("a\n\n")"#, r#""a""#),
        (r#"chomp("a\r\n")"#, r#""a""#),
        (r#"chomp("a\r\n\r\n")"#, r#""a""#),
        (r#"chomp("\n")"#, r#""""#),
        (r#"chomp("a\n ")"#, r#""a\n ""#),
    ]);
    refused(&[
        ("chomp(null)", "null", "str", "argument must not be null"),
        ("chomp({})", "{}", "str", "expected a string, found an object"),
        ("chomp([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn title_capitalizes_words() {
    values(&[
        (r#"title("a b")"#, r#""A B""#),
        ("title(true)", r#""True""#),
        ("title(5)", r#""5""#),
        (r#"title("quiet harbour town")"#, r#""Quiet Harbour Town""#),
        (r#"title("north-west low_tide")"#, r#""North-West Low_tide""#),
        (r#"title("it's")"#, r#""It'S""#),
        (r#"title("élan vital")"#, r#""Élan Vital""#),
        (r#"title("")"#, r#""""#),
        (r#"title("ALREADY up")"#, r#""ALREADY Up""#),
        (r#"title("ǆ Ǆ ǉ ǌ ǳ")"#, r#""ǅ ǅ ǈ ǋ ǲ""#),
        (r#"title("ეს ᾳ ᾗ ß")"#, r#""ეს ᾼ ᾟ ß""#),
    ]);
    refused(&[
        ("title({})", "{}", "str", "expected a string, found an object"),
        ("title([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn trimspace_removes_space_at_both_ends() {
    values(&[
        ("trimspace(true)", r#""true""#),
        (r#"trimspace("zz")"#, r#""zz""#),
        (r#"trimspace("")"#, r#""""#),
        (r#"trimspace("\u00a0a\u3000")"#, r#""a""#),
    ]);
    refused(&[
        ("trimspace({})", "{}", "str", "expected a string, found an object"),
        ("trimspace([])", "[]", "str", "expected a string, found a list"),
    ]);
}

#[test]
fn trim_removes_characters_at_both_ends() {
    values(&[
        (r#"trim("*-*mast*-*", "-*")"#, r#""mast""#),
        (r#"trim("~ ~deck~ rail~ ~", "~ ")"#, r#""deck~ rail""#),
        (r#"trim("aaa", "a")"#, r#""""#),
        (r#"trim("abc", "")"#, r#""abc""#),
        (r#"trim("", "a")"#, r#""""#),
    ]);
    refused(&[(r#"trim(null, "a")"#, "null", "str", "argument must not be null")]);
}

#[test]
fn trimprefix_removes_a_prefix() {
    values(&[
        (r#"trimprefix("seagull", "sea")"#, r#""gull""#),
        (r#"trimprefix("seagull", "gull")"#, r#""seagull""#),
        (r#"trimprefix("aaa", "a")"#, r#""aa""#),
        (r#"trimprefix("a", "")"#, r#""a""#),
        (r#"trimprefix("e\u0301x", "é")"#, r#""x""#),
        (r#"trimprefix(1, "a")"#, r#""1""#),
    ]);
    refused(&[(r#"trimprefix(null, "a")"#, "null", "str", "argument must not be null")]);
}

#[test]
fn trimsuffix_removes_a_suffix() {
    values(&[(r#"trimsuffix("seagull", "gull")"#, r#""sea""#), (r#"trimsuffix("aaa", "a")"#, r#""aa""#)]);
}

#[test]
fn indent_indents_the_lines_after_the_first() {
    refused(&[(r#"indent(null, "a")"#, "null", "spaces", "argument must not be null")]);
}

#[test]
fn join_joins_strings() {
    values(&[
        (r#"join(",", ["a", "b"])"#, r#""a,b""#),
        (r#"join("", ["a", "b"])"#, r#""ab""#),
        (r#"join(",", ["a"], ["b", "c"])"#, r#""a,b,c""#),
    ]);
    failing(&[(r#"join(",")"#, "at least one list is required")]);
    refused(&[
        (r#"join(",", null)"#, "null", "lists", "argument must not be null"),
        (r#"join(null, ["a"])"#, "null", "separator", "argument must not be null"),
        (r#"join(",", "a")"#, r#""a""#, "lists", "expected a list of strings, found a string"),
    ]);
}

#[test]
fn split_splits_at_separators() {
    values(&[
        (r#"split(",", "a,b,c")"#, r#"list(string)["a", "b", "c"]"#),
        (r#"split(",", "")"#, r#"list(string)[""]"#),
        (r#"split("", "")"#, "list(string)[]"),
        (r#"split(",", "abc")"#, r#"list(string)["abc"]"#),
        (r#"split(",", ",a,,b,")"#, r#"list(string)["", "a", "", "b", ""]"#),
        (r#"split("", "日本")"#, r#"list(string)["日", "本"]"#),
        (r#"split(".", 1.5)"#, r#"list(string)["1", "5"]"#),
    ]);
    refused(&[
        (r#"split(",", null)"#, "null", "str", "argument must not be null"),
        (r#"split(null, "a")"#, "null", "separator", "argument must not be null"),
    ]);
}

#[test]
fn replace_replaces_all_occurrences() {
    values(&[
        (r#"replace("hello", "", "-")"#, r#""-h-e-l-l-o-""#),
        (r#"replace("hello", "z", "-")"#, r#""hello""#),
        (r#"replace("aaa", "aa", "b")"#, r#""ba""#),
        (r#"replace("", "", "x")"#, r#""x""#),
        (r#"replace("", "a", "x")"#, r#""""#),
        (r#"replace("a", "a", 5)"#, r#""5""#),
    ]);
    refused(&[(r#"replace(null, "a", "b")"#, "null", "str", "argument must not be null")]);
}

#[test]
fn substr_returns_a_range_of_grapheme_clusters() {
    values(&[
        (r#"substr("hello", -3, -1)"#, r#""llo""#),
        (r#"substr("hello", 0, 0)"#, r#""""#),
        (r#"substr("hello", 10, 1)"#, r#""""#),
        (r#"substr("hello", 2, 100)"#, r#""llo""#),
        (r#"substr("hello", -10, 2)"#, r#""he""#),
        (r#"substr("hello", 5, 1)"#, r#""""#),
        (r#"substr("hello", 0, -2)"#, r#""hello""#),
        (r#"substr("e\u0301e\u0301", 1, 1)"#, r#""é""#),
        (r#"substr("👨‍👩‍👧x", 0, 1)"#, r#""👨\u200d👩\u200d👧""#),
        (r#"substr("hello", "1", "2")"#, r#""el""#),
    ]);
    failing(&[(r#"substr("hello", 1.5, 1)"#, "a whole number within 64 bits is required")]);
    refused(&[("substr(null, 0, 1)", "null", "str", "argument must not be null")]);
}
