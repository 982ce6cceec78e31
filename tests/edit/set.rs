//! Setting attributes.

use std::collections::BTreeMap;

use serde_hcl::edit::{Document, Position};
use serde_hcl::{Expression, Result, Traversal, Value, parse_expression, value};

use super::{edited, refused};

#[test]
fn values_replace_expressions_and_leave_the_rest_of_the_line() {
    let set = |text: &str, value: Value| edited(text, |document| document.root().set("a", value));
    for (text, value, expected) in [
        ("a = 1\n", value!(2), "a = 2\n"),
        ("a = 1", value!(2), "a = 2"),
        ("a=1#c\n", value!(2), "a=2#c\n"),
        ("\ta  =  1 // c\n", value!("x"), "\ta  =  \"x\" // c\n"),
        ("a = 1 /* c */\r\nb = 2\r\n", value!(true), "a = true /* c */\r\nb = 2\r\n"),
        ("a = /* before */ 1\n", value!(2), "a = /* before */ 2\n"),
        ("a = 1\n", value!({ "k": 1, "b c": [1, 2] }), "a = {\n  k     = 1\n  \"b c\" = [1, 2]\n}\n"),
        ("a = [\n  1, # one\n]\nb = 2\n", value!(2), "a = 2\nb = 2\n"),
        ("a = 1\n", value!("${x} and %{y}"), "a = \"$${x} and %%{y}\"\n"),
        ("a = 1\n", value!("zero\u{200b}width"), "a = \"zero\\u200bwidth\"\n"),
        ("a = 1\n", value!("\u{200d}\u{a0}\u{e000}\u{378}"), "a = \"\\u200d\\u00a0\\ue000\\u0378\"\n"),
        ("a = 1\n", value!("\u{e0001}\u{1f600}"), "a = \"\\U000e0001\u{1f600}\"\n"),
        ("a = 1\n", value!("x\u{300} \u{300}\u{fe0f}\u{fffd}"), "a = \"x\u{300} \u{300}\u{fe0f}\u{fffd}\"\n"),
        ("a = 1\n", value!("two\nlines\n"), "a = <<EOT\ntwo\nlines\nEOT\n"),
        ("a = 1", value!("two\nlines\n"), "a = <<EOT\ntwo\nlines\nEOT\n"),
        ("a = 1 # c\n", value!("two\nlines\n"), "# c\na = <<EOT\ntwo\nlines\nEOT\n"),
        ("a = 1\r\n", value!("two\nlines\n"), "a = \"two\\nlines\\n\"\r\n"),
        ("a = <<E\nold\nE\nb = 1\n", value!("new"), "a = \"new\"\nb = 1\n"),
        ("b = 1\n", value!(null), "b = 1\na = null\n"),
    ] {
        assert_eq!(set(text, value), expected, "{text:?}");
    }
}

#[test]
fn everything_that_serde_serializes_can_be_set() {
    #[derive(serde::Serialize)]
    struct Check {
        path: &'static str,
        codes: Vec<u16>,
    }

    let text = edited("", |document| {
        let mut root = document.root();
        root.set("int", 3u8)?;
        root.set("text", "x")?;
        root.set("map", BTreeMap::from([("k", 1)]))?;
        root.set("check", Check { path: "/", codes: vec![200, 204] })?;
        root.set("reference", "var.x[0]".parse::<Traversal>()?)?;
        root.set("call", parse_expression("f( 1,[ for x in  y:x] )").into_result()?)?;
        root.set("sum", parse_expression("1 +\n  2").into_result()?)
    });
    let expected = "\
int  = 3
text = \"x\"
map = {
  k = 1
}
check = {
  path  = \"/\"
  codes = [200, 204]
}
reference = var.x[0]
call      = f(1, [for x in y : x])
sum       = 1 + 2
";
    assert_eq!(text, expected);
    assert_eq!(serde_hcl::format(&text), text);
}

#[test]
fn a_block_on_one_line_is_spread_where_its_content_needs_it() {
    let heredoc = "x\n";
    for (text, name, value, expected) in [
        ("b { a = 1 }\n", "a", "x", "b { a = \"x\" }\n"),
        ("b { a = 1 }\n", "c", "x", "b {\n  a = 1\n  c = \"x\"\n}\n"),
        ("b { a = 1 } # c\n", "a", heredoc, "b {\n  a = <<EOT\nx\nEOT\n} # c\n"),
        (
            "b { /* one */ a = 1 /* two */ }",
            "c",
            "x",
            "b {\n  /* one */ a = 1 /* two */\n  c           = \"x\"\n}",
        ),
        ("b {}\r\n", "c", "x", "b {\r\n  c = \"x\"\r\n}\r\n"),
        ("b { /* none */ }\n", "c", "x", "b {\n  /* none */\n\n  c = \"x\"\n}\n"),
        ("b {\n  /* none */ }\n", "c", "x", "b {\n  /* none */\n\n  c = \"x\"\n}\n"),
        ("b { # note\n}\n", "c", "x", "b {         # note\n  c = \"x\"\n}\n"),
    ] {
        let found = edited(text, |document| document.block("b", ()).expect("it exists").set(name, value));
        let expected = expected.replace("         # note", " # note");
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn values_without_a_written_form_are_refused() {
    let set = |name: &str, value: Value| refused("a = 1\n", |document| document.root().set(name, value));
    assert_eq!(
        set("a b", value!(1)),
        "Name not valid in native syntax: \"a b\" cannot be the name of an attribute or a block in native \
         syntax. Use a name of letters, digits, _ and - that begins with a letter or _."
    );
    assert!(set("", value!(1)).contains("\"\" cannot be the name"));
    assert!(set("a", Value::UNKNOWN).contains("nknown"));
}

fn expression(text: &str) -> Expression {
    parse_expression(text).value
}

/// In formatted text, values are formatted when the text is read.
#[test]
fn values_that_were_set_are_seen_by_all_other_changes() {
    type Change = fn(&mut Document) -> Result<()>;
    let text = "a   = [1, 2] # a\nbcd = { k = 3 } # b\n\nc {\n  d = x\n}\n";
    let set: Change = |document| {
        let mut root = document.root();
        root.set("a", expression("[1, [2], 3]"))?;
        root.set("bcd", expression("{ k = x, l = [y] }"))?;
        root.block("c", ()).expect("it exists").set("d", expression("f(1)"))
    };
    let table: &[(Change, &str)] = &[
        (|_| Ok(()), "a   = [1, [2], 3]        # a\nbcd = { k = x, l = [y] } # b\n\nc {\n  d = f(1)\n}\n"),
        (
            |document| document.value("a").expect("it exists").get(2).expect("it exists").set("z"),
            "a   = [1, [2], \"z\"]      # a\nbcd = { k = x, l = [y] } # b\n\nc {\n  d = f(1)\n}\n",
        ),
        (
            |document| {
                let mut value = document.value("bcd").expect("it exists");
                value.get("l").expect("it exists").push(1)?;
                value.rename("k", "m")
            },
            "a   = [1, [2], 3]           # a\nbcd = { m = x, l = [y, 1] } # b\n\nc {\n  d = f(1)\n}\n",
        ),
        (
            |document| {
                document.root().rename("bcd", "b")?;
                document.root().insert_attribute(Position::First, "d", 1)
            },
            "d = 1\na = [1, [2], 3]        # a\nb = { k = x, l = [y] } # b\n\nc {\n  d = f(1)\n}\n",
        ),
        (
            |document| {
                document.root().remove("bcd")?;
                document.block("c", ()).expect("it exists").set("e", 1)
            },
            "a = [1, [2], 3] # a\n\nc {\n  d = f(1)\n  e = 1\n}\n",
        ),
        (
            |document| {
                let mut root = document.root();
                root.set("a", 1)?;
                root.set("a", expression("x + 1"))?;
                root.set("bcd", "b")
            },
            "a   = x + 1 # a\nbcd = \"b\"   # b\n\nc {\n  d = f(1)\n}\n",
        ),
    ];
    let text = &serde_hcl::format(text);
    for (change, expected) in table {
        let found = edited(text, |document| set(document).and_then(|()| change(document)));
        assert_eq!(found, *expected);
    }
}

#[test]
fn values_that_are_not_valid_are_refused_at_once() {
    for (text, value) in [("a = 1\n", "= 2"), ("a = [1, 2]\n", "for"), ("a = x\n", "[1")] {
        refused(text, |document| {
            let mut a = document.value("a").expect("it exists");
            match a.get(0) {
                Some(mut first) => first.set(expression(value)),
                None => a.set(expression(value)),
            }
        });
    }
}
