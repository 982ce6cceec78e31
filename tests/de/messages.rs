//! Messages as a newcomer sees them: each wrong input with all that is printed for it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{EvalContext, Expression, Function, Labeled, Options, value};

/// A configuration of the usual kinds.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Site {
    name: String,
    port: Option<u16>,
    ratio: Option<f32>,
    debug: Option<bool>,
    hosts: Option<Vec<String>>,
    limits: Option<BTreeMap<String, u8>>,
    mode: Option<Mode>,
    pair: Option<(u8, u8)>,
    letter: Option<char>,
    condition: Option<Expression>,
    defaults: Option<Service>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    rule: Vec<Labeled<(String, u16), Rule>>,
    #[serde(default)]
    volume: Vec<Volume>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Service {
    image: String,
    #[serde(default)]
    ports: Vec<u16>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Rule {
    allow: bool,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Volume {
    #[serde(rename = "$label")]
    name: String,
    size: u64,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Mode {
    Fast,
    Slow,
    Level(u8),
}

fn options() -> Options {
    let mut context = EvalContext::new();
    context
        .set("region", "eu")
        .set("sizes", value!({ "small": 1, "large": 4 }))
        .set("none", serde_hcl::Value::NULL);
    context.set("later", serde_hcl::Value::unknown(serde_hcl::Type::Number));
    context.function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    Options::new().context(context).file_name("site.hcl")
}

/// What is printed for a text.
fn printed(text: &str) -> String {
    let error = options().from_str::<Site>(text).expect_err("it is wrong");
    format!("{error:#}")
}

/// What is printed for a text in JSON syntax.
fn printed_json(text: &str) -> String {
    let error = options().file_name("site.json").json().from_str::<Site>(text).expect_err("it is wrong");
    format!("{error:#}")
}

/// Each wrong text with what is printed for it.
#[test]
fn native() {
    let table = [
        (
            "name = \"x\"\nnmae = 1\n",
            r#"error: Unsupported argument
 --> site.hcl:2:1
  |
2 | nmae = 1
  | ^^^^
  Nothing named "nmae" is expected here. Did you mean "name"?"#,
        ),
        (
            "port = 80\n",
            r#"error: Missing required argument
 --> site.hcl:1:1
  |
1 | port = 80
  | ^^^^^^^^^
  "name" is required here, but it is not set and there is no block of that type."#,
        ),
        (
            "name = \"x\"\nport = 70000\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | port = 70000
  |        ^^^^^
  Expected a whole number from 0 to 65535, found 70000.
  in field port"#,
        ),
        (
            "name = \"x\"\nport = -1\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | port = -1
  |        ^^
  Expected a whole number from 0 to 65535, found -1.
  in field port"#,
        ),
        (
            "name = \"x\"\nport = 1.5\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | port = 1.5
  |        ^^^
  The number 1.5 is not a whole number; expected u16.
  in field port"#,
        ),
        (
            "name = \"x\"\nport = \"http\"\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | port = "http"
  |        ^^^^^^
  A number is required.
  in field port"#,
        ),
        (
            "name = \"x\"\nport = true\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | port = true
  |        ^^^^
  Number required, but have bool.
  in field port"#,
        ),
        (
            "name = \"x\"\nratio = 1e400\n",
            r#"error: Unsuitable value
 --> site.hcl:2:9
  |
2 | ratio = 1e400
  |         ^^^^^
  The number 10000000000000000000… (401 characters) is too large for a floating-point number.
  in field ratio"#,
        ),
        (
            "name = \"x\"\ndebug = \"yes\"\n",
            r#"error: Unsuitable value
 --> site.hcl:2:9
  |
2 | debug = "yes"
  |         ^^^^^
  A bool is required.
  in field debug"#,
        ),
        (
            "name = \"x\"\nhosts = \"a\"\n",
            r#"error: Unsuitable value type
 --> site.hcl:2:9
  |
2 | hosts = "a"
  |         ^^^
  Expected a sequence, found string "a". Put a single element into brackets: [ … ].
  in field hosts"#,
        ),
        (
            "name = \"x\"\nhosts = [\"a\", [], \"b\"]\n",
            r#"error: Unsuitable value
 --> site.hcl:2:15
  |
2 | hosts = ["a", [], "b"]
  |               ^^
  String required, but have tuple.
  in field hosts[1]"#,
        ),
        (
            "name = \"x\"\nlimits = { a = 1, b = 300 }\n",
            r#"error: Unsuitable value
 --> site.hcl:2:23
  |
2 | limits = { a = 1, b = 300 }
  |                       ^^^
  Expected a whole number from 0 to 255, found 300.
  in field limits.b"#,
        ),
        (
            "name = \"x\"\nmode = \"fsat\"\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | mode = "fsat"
  |        ^^^^^^
  There is no variant "fsat" here. Did you mean "fast"?
  in field mode"#,
        ),
        (
            "name = \"x\"\nmode = { level = \"x\" }\n",
            r#"error: Unsuitable value
 --> site.hcl:2:18
  |
2 | mode = { level = "x" }
  |                  ^^^
  A number is required.
  in field mode"#,
        ),
        (
            "name = \"x\"\npair = [1]\n",
            r#"error: Unsuitable value
 --> site.hcl:2:8
  |
2 | pair = [1]
  |        ^^^
  Expected a tuple of size 2, found 1 element.
  in field pair"#,
        ),
        (
            "name = \"x\"\npair = [1, 2, 3]\n",
            r#"error: Too many elements
 --> site.hcl:2:8
  |
2 | pair = [1, 2, 3]
  |        ^^^^^^^^^
  Expected 2 elements, found 3. Remove the last 1.
  in field pair"#,
        ),
        (
            "name = \"x\"\nletter = \"ab\"\n",
            r#"error: Unsuitable value
 --> site.hcl:2:10
  |
2 | letter = "ab"
  |          ^^^^
  Expected a character, found string "ab".
  in field letter"#,
        ),
        (
            "name = regoin\n",
            r#"error: Unknown variable
 --> site.hcl:1:8
  |
1 | name = regoin
  |        ^^^^^^
  There is no variable named "regoin". Did you mean "region"?
  in field name"#,
        ),
        (
            "name = \"a${region.x}\"\n",
            r#"error: Unsupported attribute
 --> site.hcl:1:18
  |
1 | name = "a${region.x}"
  |                  ^^
  A string does not have any attributes.
  in field name"#,
        ),
        (
            "name = uper(\"x\")\n",
            r#"error: Call to unknown function
 --> site.hcl:1:8
  |
1 | name = uper("x")
  |        ^^^^
  There is no function named "uper". Did you mean "upper"?
  in field name"#,
        ),
        (
            "name = upper()\n",
            r#"error: Not enough function arguments
 --> site.hcl:1:14
  |
1 | name = upper()
  |              ^
  Function "upper" expects 1 argument. Missing value for "first".
  in field name"#,
        ),
        (
            "name = sizes.smal\n",
            r#"error: Unsupported attribute
 --> site.hcl:1:13
  |
1 | name = sizes.smal
  |             ^^^^^
  This object does not have an attribute named "smal". Did you mean "small"?
  in field name"#,
        ),
        (
            "name = \"x\"\nport = later\n",
            r#"error: Unknown value
 --> site.hcl:2:8
  |
2 | port = later
  |        ^^^^^
  A known value is needed here, but this number value is not known yet.
  in field port"#,
        ),
        (
            "name = none\n",
            r#"error: Missing required argument
 --> site.hcl:1:8
  |
1 | name = none
  |        ^^^^
  "name" is required here, but it is set to null, which counts as not set. Set it to a value.
  in field name"#,
        ),
        (
            "name = 1 + \"x\"\n",
            r#"error: Invalid operand
 --> site.hcl:1:12
  |
1 | name = 1 + "x"
  |            ^^^
  Unsuitable value for right operand: a number is required.
  in field name"#,
        ),
        (
            "name = \"x\"\nport = region ? 1 : 2\n",
            r#"error: Incorrect condition type
 --> site.hcl:2:8
  |
2 | port = region ? 1 : 2
  |        ^^^^^^
  The condition must be true or false: a bool is required.
  in field port"#,
        ),
        (
            "name = \"x\"\ndefaults {}\n",
            r#"error: Missing required argument
 --> site.hcl:2:1
  |
2 | defaults {}
  | ^^^^^^^^
  "image" is required here, but it is not set and there is no block of that type.
  in field defaults"#,
        ),
        (
            "name = \"x\"\ndefaults {\n  image = \"i\"\n}\ndefaults {\n  image = \"j\"\n}\n",
            r#"error: Duplicate defaults block
 --> site.hcl:5:1
  |
5 | defaults {
  | ^^^^^^^^
  Only one defaults block is expected here; another one is at 2:1-9. Remove one of them, or use a sequence to take them all.
  in field defaults"#,
        ),
        (
            "name = \"x\"\ndefaults \"l\" {\n  image = \"i\"\n}\n",
            r#"error: Extraneous block label
 --> site.hcl:2:10
  |
2 | defaults "l" {
  |          ^^^
  This defaults block has a label that is not expected here. Remove it, or give the type a field for it (renamed to "$label") or a map around it.
  in field defaults"#,
        ),
        (
            "name = \"x\"\nservice {\n  image = \"i\"\n}\n",
            r#"error: Unsuitable value type
 --> site.hcl:3:11
  |
3 |   image = "i"
  |           ^^^
  Expected an object (struct Service), found string "i". If service blocks have a label, this one lacks it: write service "…" {.
  in field service.image"#,
        ),
        (
            "name = \"x\"\nservice \"a\" \"b\" {\n  image = \"i\"\n}\n",
            r#"error: Extraneous block label
 --> site.hcl:2:13
  |
2 | service "a" "b" {
  |             ^^^
  This service block has a label that is not expected here. Remove it, or give the type a field for it (renamed to "$label") or a map around it.
  in field service.a"#,
        ),
        (
            "name = \"x\"\nservice \"a\" {\n  image = \"i\"\n}\nservice \"a\" {\n  image = \"j\"\n}\n",
            r#"error: Duplicate service block
 --> site.hcl:5:1
  |
5 | service "a" {
  | ^^^^^^^^^^^
  Only one service "a" block is expected here; another one is at 2:1-12. Remove one of them, or use a sequence to take them all.
  in field service.a"#,
        ),
        (
            "name = \"x\"\nservice \"a\" {\n  imge = \"i\"\n}\n",
            r#"error: Unsupported argument
 --> site.hcl:3:3
  |
3 |   imge = "i"
  |   ^^^^
  Nothing named "imge" is expected here. Did you mean "image"?
  in field service.a"#,
        ),
        (
            "name = \"x\"\nservice \"a\" {\n  image = \"i\"\n  ports = [80, 99999]\n}\n",
            r#"error: Unsuitable value
 --> site.hcl:4:16
  |
4 |   ports = [80, 99999]
  |                ^^^^^
  Expected a whole number from 0 to 65535, found 99999.
  in field service.a.ports[1]"#,
        ),
        (
            "name = \"x\"\nname {}\n",
            r#"error: Argument and block of the same name
 --> site.hcl:2:1
  |
2 | name {}
  | ^^^^
  The name "name" is used for an argument and for a block in the same body; the other one is at 1:1-5. Rename one of them."#,
        ),
        (
            "name = \"x\"\nrule \"tcp\" {\n  allow = true\n}\n",
            r#"error: Missing block label
 --> site.hcl:2:1
  |
2 | rule "tcp" {
  | ^^^^^^^^^^
  A rule block has 2 labels here, but this one has 1.
  in field rule[0]"#,
        ),
        (
            "name = \"x\"\nrule \"tcp\" \"http\" {\n  allow = true\n}\n",
            r#"error: Unsuitable value
 --> site.hcl:2:12
  |
2 | rule "tcp" "http" {
  |            ^^^^^^
  A number is required.
  in field rule[0]"#,
        ),
        (
            "name = \"x\"\nvolume {\n  size = 1\n}\n",
            r#"error: Missing block label
 --> site.hcl:2:1
  |
2 | volume {
  | ^^^^^^
  A label is required after the block's type, but this block has none, or too few.
  in field volume[0]"#,
        ),
        (
            "name = \"x\"\nvolume = [1]\n",
            r#"error: Unsuitable value type
 --> site.hcl:2:11
  |
2 | volume = [1]
  |           ^
  Expected an object (struct Volume), found 1.
  in field volume[0]"#,
        ),
        (
            "name = \"x\"\ncondition {}\n",
            r#"error: Unsuitable value
 --> site.hcl:2:1
  |
2 | condition {}
  | ^^^^^^^^^
  An argument is expected here, not a block. Write an equals sign and a value.
  in field condition"#,
        ),
        (
            "name = \"x\nport = 1\n",
            r#"error: Invalid multi-line string
 --> site.hcl:1:10
  |
1 | name = "x
  |          ^
  A quoted string must end in the line in which it begins. Write \n for a line ending, or use a heredoc ("<<EOT") for text of several lines.
error: Invalid multi-line string
 --> site.hcl:2:9
  |
2 | port = 1
  |         ^
  A quoted string must end in the line in which it begins. Write \n for a line ending, or use a heredoc ("<<EOT") for text of several lines.
error: Unterminated template string
 --> site.hcl:1:10
  |
1 | name = "x
  |          ^
  The closing quote of this string is missing."#,
        ),
        (
            "name = \nport = 1\n",
            r#"error: Invalid expression
 --> site.hcl:1:8
  |
1 | name = 
  |        ^
  A value is expected before the end of the line."#,
        ),
        (
            "name \"x\"\n",
            r#"error: Invalid block definition
 --> site.hcl:1:9
  |
1 | name "x"
  |         ^
  A block needs its opening "{" on the line of its type and labels."#,
        ),
        (
            "name = \"x\"\nservice \"a\" {\n",
            r#"error: Unclosed configuration block
 --> site.hcl:2:13
  |
2 | service "a" {
  |             ^
  This block is not closed before the end of the file. Add the missing "}"; it may be missing from a block further inside."#,
        ),
        (
            "name = [1, 2\nport = 3\n",
            r#"error: Missing item separator
 --> site.hcl:2:1
  |
1 | name = [1, 2
2 | port = 3
  | ^^^^
  A comma is expected between the elements, or the closing "]"."#,
        ),
        (
            "name: \"x\"\n",
            r#"error: Argument or block definition required
 --> site.hcl:1:1
  |
1 | name: "x"
  | ^^^^
  Use an equals sign, not a colon, to set an argument: name = …"#,
        ),
        (
            "name = 'x'\n",
            r#"error: Invalid character
 --> site.hcl:1:8
  |
1 | name = 'x'
  |        ^
  Single quotes are not valid here. Put text into double quotes (").
error: Invalid expression
 --> site.hcl:1:8
  |
1 | name = 'x'
  |        ^
  A value is expected here, but "'" does not begin one."#,
        ),
        (
            "name = \"x\";\n",
            r#"error: Invalid character
 --> site.hcl:1:11
  |
1 | name = "x";
  |           ^
  Semicolons separate nothing here. Put arguments and blocks on lines of their own, and commas between the elements of collections.
error: Missing newline after argument
 --> site.hcl:1:11
  |
1 | name = "x";
  |           ^
  The value ends before this. Begin a new line here, or connect it by an operator."#,
        ),
        (
            "name = \"x\"\nname = \"y\"\n",
            r#"error: Attribute redefined
 --> site.hcl:2:1
  |
2 | name = "y"
  | ^^^^
  The argument "name" was already set in line 1. Each argument may be set only once."#,
        ),
        (
            "name = \"\\q\"\n",
            r#"error: Invalid escape sequence
 --> site.hcl:1:9
  |
1 | name = "\q"
  |         ^^
  There is no escape sequence \q. Write \\ for a backslash; the others are \n, \r, \t, \", \uNNNN and \UNNNNNNNN."#,
        ),
        (
            "name = <<EOT\nabc\n",
            r#"error: Unterminated template string
 --> site.hcl:3:1
  |
2 | abc
3 | 
  | ^
  The marker that ends this heredoc is missing. It must stand on a line of its own, with a newline after it."#,
        ),
    ];
    for (text, expected) in table {
        assert_eq!(printed(text), expected, "{text}");
    }
}

#[test]
fn in_json() {
    let table = [
        (
            r#"{"nmae": 1}"#,
            r#"error: Unsupported argument
 --> site.json:1:2
  |
1 | {"nmae": 1}
  |  ^^^^^^
  Nothing named "nmae" is expected here. Did you mean "name"?"#,
        ),
        (
            r#"{"name": "x", "port": 70000}"#,
            r#"error: Unsuitable value
 --> site.json:1:23
  |
1 | {"name": "x", "port": 70000}
  |                       ^^^^^
  Expected a whole number from 0 to 65535, found 70000.
  in field port"#,
        ),
        (
            r#"{"name": "${regoin}"}"#,
            r#"error: Unknown variable
 --> site.json:1:13
  |
1 | {"name": "${regoin}"}
  |             ^^^^^^
  There is no variable named "regoin". Did you mean "region"?
  in field name"#,
        ),
        (
            r#"{"name": "x", "service": {"a": {"imge": 1}}}"#,
            r#"error: Unsupported argument
 --> site.json:1:33
  |
1 | {"name": "x", "service": {"a": {"imge": 1}}}
  |                                 ^^^^^^
  Nothing named "imge" is expected here. Did you mean "image"?
  in field service.a"#,
        ),
        (
            r#"{"name": "x", "service": 1}"#,
            r#"error: Unsuitable value type
 --> site.json:1:26
  |
1 | {"name": "x", "service": 1}
  |                          ^
  Expected a map, found 1.
  in field service"#,
        ),
        (
            r#"{"name": "x", "defaults": [{"image": "i"}, {"image": "j"}]}"#,
            r#"error: Duplicate defaults block
 --> site.json:1:44
  |
1 | {"name": "x", "defaults": [{"image": "i"}, {"image": "j"}]}
  |                                            ^
  Only one defaults block is expected here; another one is at 1:28-29. Remove one of them, or use a sequence to take them all.
  in field defaults"#,
        ),
        (
            r#"{"name": "x", "rule": {"tcp": {"allow": true}}}"#,
            r#"error: Unsuitable value
 --> site.json:1:32
  |
1 | {"name": "x", "rule": {"tcp": {"allow": true}}}
  |                                ^^^^^^^
  A number is required.
  in field rule[0]"#,
        ),
        (
            r#"{"name": "x",}"#,
            r#"error: Trailing comma in object
 --> site.json:1:13
  |
1 | {"name": "x",}
  |             ^
  There is no property after this comma. Remove it, since JSON does not allow it."#,
        ),
        (
            r#"{"name": "x" "port": 1}"#,
            r#"error: Missing attribute seperator comma
 --> site.json:1:24
  |
1 | {"name": "x" "port": 1}
  |                        ^
  The properties of an object are separated by commas. One is missing at 1:14, before what stands there."#,
        ),
        (
            r#"{"name": "a", "name": "b"}"#,
            r#"error: Duplicate argument
 --> site.json:1:23
  |
1 | {"name": "a", "name": "b"}
  |                       ^^^
  The argument "name" is set more than once. Remove all but one.
  in field name"#,
        ),
    ];
    for (text, expected) in table {
        assert_eq!(printed_json(text), expected, "{text}");
    }
}
