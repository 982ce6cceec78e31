//! The items of objects and the elements of tuples: positions, comments, keys.

use serde_hcl::diag::Code;
use serde_hcl::edit::{Document, Key, Position};

use super::{edited, refused};

fn code(error: &serde_hcl::Error) -> Option<Code> {
    error.diagnostics().iter().next().and_then(serde_hcl::Diagnostic::code)
}

#[test]
fn an_entry_is_inserted_at_a_position() {
    for (text, position, expected) in [
        ("a = {}\n", Position::First, "a = {\n  k = 0\n}\n"),
        ("a = { b = 1, c = 2 }\n", Position::First, "a = { k = 0, b = 1, c = 2 }\n"),
        ("a = { b = 1, c = 2 }\n", Position::After(0), "a = { b = 1, k = 0, c = 2 }\n"),
        ("a = { b = 1, c = 2 }\n", Position::Last, "a = { b = 1, c = 2, k = 0 }\n"),
        (
            "a = {\n  # b\n  b = 1 # one\n  # c\n  c = 2\n}\n",
            Position::Before(1),
            "a = {\n  # b\n  b = 1 # one\n  k = 0\n  # c\n  c = 2\n}\n",
        ),
        ("a = {\r\n\tlong = 1,\r\n}\r\n", Position::First, "a = {\r\n\tk    = 0,\r\n\tlong = 1,\r\n}\r\n"),
    ] {
        let found =
            edited(text, |document| document.value("a").expect("it exists").insert_entry(position, "k", 0));
        assert_eq!(found, expected, "{text:?} {position:?}");
    }
    let insert = |text: &str, position, key: &str| {
        refused(text, |it| it.value("a").expect("it exists").insert_entry(position, key, 0))
    };
    assert_eq!(
        insert("a = { b = 1 }\n", Position::Last, "b"),
        "Repeated entry: The object has a key \"b\" already. Set its value instead."
    );
    assert_eq!(
        insert("a = { b = 1 }\n", Position::After(1), "k"),
        "Unsuitable value: There is no item 1: the object has 1 items."
    );
    assert!(insert("a = [1]\n", Position::First, "k").contains("is not an object that"));
}

#[test]
fn keys_are_renamed_in_their_notation() {
    for (text, from, to, expected) in [
        ("a = { b = 1 }\n", "b", "c d", "a = { \"c d\" = 1 }\n"),
        ("a = { \"b\" : 1 }\n", "b", "c", "a = { \"c\" : 1 }\n"),
        ("a = {\n  b    = 1\n  long = 2 # l\n}\n", "long", "c", "a = {\n  b = 1\n  c = 2 # l\n}\n"),
        ("a = { b = 1 }\n", "b", "b", "a = { b = 1 }\n"),
        ("a = { b = 1, b = 2 }\n", "b", "c", "a = { b = 1, c = 2 }\n"),
        ("a = { b = 1 }\n", "b", "${x}", "a = { \"$${x}\" = 1 }\n"),
    ] {
        let found = edited(text, |document| document.value("a").expect("it exists").rename(from, to));
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn errors_of_renaming_distinguish_a_missing_name_from_one_in_use() {
    let mut document: Document = "a = { b = 1, c = 2 }\nd = 3\ne {\n}\n".parse().expect("it is valid");
    let mut root = document.root();
    for (from, to, expected, message) in [
        ("x", "y", Code::MissingItem, "The body has no attribute \"x\"."),
        ("x", "a", Code::MissingItem, "The body has no attribute \"x\"."),
        (
            "a",
            "d",
            Code::RepeatedEntry,
            "The body has an attribute \"d\" already. Choose another name, or set its value.",
        ),
        (
            "a",
            "e",
            Code::RepeatedEntry,
            "The body has blocks of the type \"e\" already. Choose another name for the attribute.",
        ),
    ] {
        let error = root.rename(from, to).expect_err("it cannot be renamed");
        assert_eq!((code(&error), error.to_string().ends_with(message)), (Some(expected), true), "{error}");
    }
    let mut object = root.value("a").expect("it exists");
    for (from, to, expected, message) in [
        ("x", "c", Code::MissingItem, "The object has no key \"x\"."),
        ("b", "c", Code::RepeatedEntry, "The object has a key \"c\" already. Choose another key."),
    ] {
        let error = object.rename(from, to).expect_err("it cannot be renamed");
        assert_eq!((code(&error), error.to_string().ends_with(message)), (Some(expected), true), "{error}");
    }
}

#[test]
fn elements_have_comments_as_attributes_have() {
    for (text, key, lead, line) in [
        (
            "a = [\n  # one\n  // two\n  1, # three\n]\n",
            Key::Index(0),
            &["# one", "// two"][..],
            Some("# three"),
        ),
        ("a = [1 /* one */, /* two */ 2 /* end */]\n", Key::Index(0), &[], Some("/* one */")),
        ("a = [1 /* one */, /* two */ 2 /* end */]\n", Key::Index(1), &["/* two */"], Some("/* end */")),
        ("a = [ # open\n  1 /* in */, # after\n  2\n]\n", Key::Index(0), &[], Some("# after")),
        ("a = [ # open\n  1 /* in */, # after\n  2\n]\n", Key::Index(1), &[], None),
        ("a = {\n  # k\n  k = 1 # one\n  l = 2\n}\n", Key::Name("k"), &["# k"], Some("# one")),
        ("a = {\n  # k\n  k = 1 # one\n  l = 2\n}\n", Key::Name("l"), &[], None),
        ("a = { /* k */ k = 1 /* one */ }\n", Key::Name("k"), &["/* k */"], Some("/* one */")),
    ] {
        let mut document: Document = text.parse().expect("it is valid");
        let value = document.value("a").expect("it exists");
        let element = value.into_get(key).expect("it exists");
        assert_eq!(element.leading_comments(), lead, "{text:?}");
        assert_eq!(element.trailing_comment(), line, "{text:?}");
    }
}

#[test]
fn comments_of_elements_are_set_and_removed() {
    for (text, key, lead, line, expected) in [
        (
            "a = [\n  1,\n  2\n]\n",
            Key::Index(0),
            &["one", "// two"][..],
            Some("three"),
            "a = [\n  # one\n  // two\n  1, # three\n  2\n]\n",
        ),
        (
            "a = [\n  1,\n  2\n]\n",
            Key::Index(1),
            &["one"],
            Some("two"),
            "a = [\n  1,\n  # one\n  2 # two\n]\n",
        ),
        ("a = [\n  # x\n  1 /* y */, # z\n]\n", Key::Index(0), &[], None, "a = [\n  1,\n]\n"),
        (
            "a = [1, 2]\n",
            Key::Index(1),
            &["# one", "two"],
            Some("three"),
            "a = [1, /* one */ /* two */ 2 /* three */]\n",
        ),
        ("a = [1, 2]\n", Key::Index(0), &[], Some("one"), "a = [1 /* one */, 2]\n"),
        // A text that begins like a comment and does not end like one.
        ("a = [1, 2 /* x */]\n", Key::Index(0), &[], Some("/* y"), "a = [1 /* /* y */, 2 /* x */]\n"),
        ("a = [/* x */ 1 /* y */, 2]\n", Key::Index(0), &[], None, "a = [1, 2]\n"),
        (
            "b {\r\n\ta = {\r\n\t\tk = 1\r\n\t}\r\n}\r\n",
            Key::Name("k"),
            &["one\ntwo"],
            Some("three"),
            "b {\r\n\ta = {\r\n\t\t# one\r\n\t\t# two\r\n\t\tk = 1 # three\r\n\t}\r\n}\r\n",
        ),
        (
            "a = {\n  k = <<E\nx\nE\n}\n",
            Key::Name("k"),
            &["one"],
            Some("two"),
            "a = {\n  # one\n  # two\n  k = <<E\nx\nE\n}\n",
        ),
        (
            "a = [\n  <<E\nx\nE\n  , 2\n]\n",
            Key::Index(0),
            &["one"],
            None,
            "a = [\n  # one\n  <<E\nx\nE\n  , 2\n]\n",
        ),
        ("a = { k = 1 }\n", Key::Name("k"), &["one"], Some("two"), "a = { /* one */ k = 1 /* two */ }\n"),
    ] {
        let found = edited(text, |document| {
            let mut body = match document.block("b", ()) {
                Some(block) => block.into_body(),
                None => document.root(),
            };
            let mut element = body.value("a").and_then(|it| it.into_get(key)).expect("it exists");
            element.set_leading_comments(lead)?;
            element.set_trailing_comment(line)
        });
        assert_eq!(found, expected, "{text:?} {key:?}");
    }
    let error = refused("a = [1]\n", |document| {
        let value = document.value("a").expect("it exists");
        value.into_get(0).expect("it exists").set_leading_comments(["*/ 2, /*"])
    });
    assert!(error.contains("cannot contain \"*/\""), "{error}");
}
