//! Editing inside of tuples and objects.

use serde_hcl::edit::{Document, Key};

use super::{edited, refused};

#[test]
fn elements_are_inserted_in_the_notation_of_the_others() {
    for (text, key, expected) in [
        ("a = []\n", Key::Index(0), "a = [0]\n"),
        ("a = [ ]\n", Key::Index(0), "a = [0]\n"),
        ("a = [1]\n", Key::Index(0), "a = [0, 1]\n"),
        ("a = [1]\n", Key::Index(1), "a = [1, 0]\n"),
        ("a = [1, ]\n", Key::Index(1), "a = [1, 0, ]\n"),
        ("a=[1,2]\n", Key::Index(1), "a=[1,0, 2]\n"),
        (
            "a = [/* 1 */ 1, /* 2 */ 2 /* end */]\n",
            Key::Index(1),
            "a = [/* 1 */ 1, 0, /* 2 */ 2 /* end */]\n",
        ),
        (
            "a = [/* 1 */ 1, /* 2 */ 2 /* end */]\n",
            Key::Index(2),
            "a = [/* 1 */ 1, /* 2 */ 2, 0 /* end */]\n",
        ),
        ("a = [\n  1, # one\n]\n", Key::Index(0), "a = [\n  0,\n  1, # one\n]\n"),
        ("a = [\n  1, # one\n]\n", Key::Index(1), "a = [\n  1, # one\n  0,\n]\n"),
        ("a = [\n  1 # one\n]\n", Key::Index(1), "a = [\n  1, # one\n  0\n]\n"),
        ("a = [\n\t# one\n\t1,\n\t2]\n", Key::Index(0), "a = [\n\t0,\n\t# one\n\t1,\n\t2]\n"),
        ("a = [\n\t1,\n\t2]\n", Key::Index(2), "a = [\n\t1,\n\t2, 0]\n"),
        ("a = [\n  # none\n]\n", Key::Index(0), "a = [\n  # none\n  0\n]\n"),
        ("a = [\n  <<E\nx\nE\n]\n", Key::Index(1), "a = [\n  <<E\nx\nE\n  ,\n  0\n]\n"),
        ("a = {}\n", Key::Name("k"), "a = {\n  k = 0\n}\n"),
        ("a = { b = 1 }\n", Key::Name("k"), "a = { b = 1, k = 0 }\n"),
        ("a = { b = 1 }\n", Key::Name("b"), "a = { b = 0 }\n"),
        ("a = { \"b\" : 1 }\n", Key::Name("b"), "a = { \"b\" : 0 }\n"),
        (
            "a = {\r\n  b = 1 # one\r\n}\r\n",
            Key::Name("k l"),
            "a = {\r\n  b     = 1 # one\r\n  \"k l\" = 0\r\n}\r\n",
        ),
        ("a = {\n  b = 1,\n  c = 2\n}\n", Key::Name("k"), "a = {\n  b = 1,\n  c = 2,\n  k = 0\n}\n"),
        (
            "a = {\n  b = 1,\n  c = 2,\n}\n",
            Key::Name("for"),
            "a = {\n  b     = 1,\n  c     = 2,\n  \"for\" = 0,\n}\n",
        ),
        ("b {\n  a = ({ c = 1 })\n}\n", Key::Name("k"), "b {\n  a = ({ c = 1, k = 0 })\n}\n"),
    ] {
        let found = edited(text, |document| {
            let mut body = match document.block("b", ()) {
                Some(block) => block.into_body(),
                None => document.root(),
            };
            body.value("a").expect("it exists").insert(key, 0)
        });
        assert_eq!(found, expected, "{text:?} {key:?}");
    }
}

#[test]
fn elements_are_removed_with_their_comments() {
    for (text, key, expected) in [
        ("a = [1]\n", Key::Index(0), "a = []\n"),
        ("a = [1, 2]\n", Key::Index(0), "a = [2]\n"),
        ("a = [1, 2]\n", Key::Index(1), "a = [1]\n"),
        ("a = [1, 2, ]\n", Key::Index(1), "a = [1, ]\n"),
        ("a = [1 /* 1 */, /* 2 */ 2 /* two */, 3]\n", Key::Index(1), "a = [1 /* 1 */, 3]\n"),
        ("a = [1, /* 2 */ 2]\n", Key::Index(0), "a = [/* 2 */ 2]\n"),
        (
            "a = [\n  1, # one\n  # lead\n  2, # two\n  3, # three\n]\n",
            Key::Index(1),
            "a = [\n  1, # one\n  3, # three\n]\n",
        ),
        ("a = [\n  1,\n  2 # two\n]\n", Key::Index(1), "a = [\n  1,\n]\n"),
        ("a = [\n  1 # one\n]\n", Key::Index(0), "a = [\n]\n"),
        ("a = { b = 1 }\n", Key::Name("b"), "a = {}\n"),
        ("a = { b = 1, c = 2 }\n", Key::Name("b"), "a = { c = 2 }\n"),
        ("a = { b = 1, c = 2 }\n", Key::Name("c"), "a = { b = 1 }\n"),
        ("a = {\n  long = 1\n  c    = 2\n}\n", Key::Name("long"), "a = {\n  c = 2\n}\n"),
        ("a = { b = 1, b = 2 }\n", Key::Name("b"), "a = { b = 1 }\n"),
        ("a = [1]\n", Key::Index(1), "a = [1]\n"),
        ("a = [1]\n", Key::Name("x"), "a = [1]\n"),
        ("a = f(1)\n", Key::Index(0), "a = f()\n"),
        ("a = f(1, /* 2 */ 2 # two\n)\n", Key::Index(1), "a = f(1\n)\n"),
        ("a = [for x in y : x]\n", Key::Index(0), "a = [for x in y : x]\n"),
    ] {
        let found = edited(text, |document| document.value("a").expect("it exists").remove(key).map(drop));
        assert_eq!(found, expected, "{text:?} {key:?}");
    }
}

#[test]
fn inner_values_are_set_where_they_are() {
    let found = edited("a = {\n  b = [1, { c = var.x }] # c\n}\n", |document| {
        let value = document.value("a").expect("it exists");
        let mut element = value.into_get("b").and_then(|it| it.into_get(1)).expect("they exist");
        element.insert("d", "two\nlines\n")?;
        element.get("c").expect("it exists").set([1, 2])?;
        let mut attribute = document.attribute("a").expect("it exists");
        assert_eq!(attribute.value().len(), Some(1));
        Ok(())
    });
    assert_eq!(found, "a = {\n  b = [1, { c = [1, 2], d = \"two\\nlines\\n\" }] # c\n}\n");
}

#[test]
fn keys_can_have_the_signs_of_comments_and_entries() {
    let found = edited("a = {}\n", |document| {
        let mut value = document.value("a").expect("it exists");
        for key in ["# c", "x = y", "/* c */", "//", "${z}", "a : b"] {
            value.insert(key, 1)?;
            value.insert(key, "set")?;
            assert_eq!(value.get(key).expect("it exists").expression().to_string(), "\"set\"");
        }
        for key in ["x = y", "//", "a : b"] {
            assert!(value.remove(key)?);
        }
        value.rename("# c", "= =")
    });
    assert_eq!(
        found,
        "a = {\n  \"= =\"     = \"set\"\n  \"/* c */\" = \"set\"\n  \"$${z}\"   = \"set\"\n}\n"
    );
}

#[test]
fn only_tuples_and_objects_in_the_text_are_edited_inside() {
    let into = |text: &str, key: Key<'_>| {
        refused(text, |document| document.value("a").expect("it exists").insert(key, 0))
    };
    let whole = "Other expressions can only be set as a whole.";
    assert_eq!(
        into("a = x.y\n", Key::Index(0)),
        format!("Unsuitable value: The value is not a tuple or an object that is written out. {whole}")
    );
    assert!(into("a = {}\n", Key::Index(0)).contains("is not a tuple that"));
    assert!(into("a = []\n", Key::Name("k")).contains("is not an object that"));
    assert!(into("a = f(x...)\n", Key::Index(1)).contains("is not a call without \"...\" that"));
    assert!(into("a = b ? 1 : 2\n", Key::Index(1)).contains("is not a tuple or an object that"));
    assert_eq!(
        into("a = [1]\n", Key::Index(2)),
        "Unsuitable value: There is no element 2: the tuple has 1 elements."
    );
}

#[test]
fn parts_of_calls_conditionals_and_parentheses_are_set_where_they_are() {
    let text = "a = merge(var.tags, { // own\n  k = 1\n}, b ? [1] : c ? (2) : ([\n  3 # three\n]),)\n";
    for (keys, new, expected) in [
        (
            &["1", "k"][..],
            "\"x\"",
            "merge(var.tags, { // own\n  k = \"x\"\n}, b ? [1] : c ? (2) : ([\n  3 # three\n]),)",
        ),
        (&["0"], "x", "merge(x, { // own\n  k = 1\n}, b ? [1] : c ? (2) : ([\n  3 # three\n]),)"),
        (
            &["2", "0", "0"],
            "x",
            "merge(var.tags, { // own\n  k = 1\n}, b ? [x] : c ? (2) : ([\n  3 # three\n]),)",
        ),
        (&["2", "1"], "x", "merge(var.tags, { // own\n  k = 1\n}, b ? [1] : c ? x : ([\n  3 # three\n]),)"),
        (
            &["2", "2", "0"],
            "x",
            "merge(var.tags, { // own\n  k = 1\n}, b ? [1] : c ? (2) : ([\n  x # three\n]),)",
        ),
        // It would be another arm.
        (&["2", "2"], "x ? y : z", "merge(var.tags, { // own\n  k = 1\n}, b ? [1] : c ? (2) : (x ? y : z),)"),
    ] {
        let found = edited(text, |document| {
            let mut value = document.value("a").expect("it exists");
            for key in keys {
                let key = key.parse().map_or(Key::Name(key), Key::Index);
                value = value.into_get(key).expect("it exists");
            }
            value.set(serde_hcl::parse_expression(new).into_result()?)
        });
        assert_eq!(found, format!("a = {expected}\n"), "{keys:?}");
    }
    let mut document: Document = text.parse().expect("it is valid");
    let mut value = document.value("a").expect("it exists");
    assert_eq!(value.len(), Some(3));
    assert_eq!(value.get(2).expect("it exists").len(), Some(3));
    assert!(value.get(2).expect("it exists").get(0).expect("it exists").remove(0).expect("it is removed"));
    value.push(4).expect("it is added");
    value.insert(0, "first").expect("it is added");
    assert_eq!(
        document.to_string(),
        "a = merge(\"first\", var.tags, { // own\n  k = 1\n}, b ? [] : c ? (2) : ([\n  3 # three\n]), 4,)\n"
    );
}

/// The depth of a new value counts from the start of the document.
#[test]
fn the_limit_of_the_depth_holds_for_the_whole_document() {
    let around = |open: &str, count: usize, close: &str| (open.repeat(count), close.repeat(count));
    // The text around a value, and the keys that lead to it.
    let places: [(&str, (String, String), Vec<usize>); 6] = [
        ("a = ", around("", 0, ""), vec![]),
        ("a = ", around("[", 60, "]"), vec![0; 60]),
        ("a = ", around("f(x, ", 60, ")"), vec![1; 60]),
        ("a = x ? ", (String::new(), " : y".to_owned()), vec![0]),
        ("a = x ? y : ", around("", 0, ""), vec![1]),
        ("a = x ? [", ("1, ".to_owned(), "] : y".to_owned()), vec![0, 1]),
    ];
    for (start, (open, close), keys) in &places {
        for depth in (64..=70).chain(124..=130) {
            let value = format!("{}2{}", "[".repeat(depth), "]".repeat(depth));
            let new = serde_hcl::parse_expression(value.as_str()).into_result();
            let expected = format!("{start}{open}{value}{close}\n");
            let is_valid = serde_hcl::parse_file(expected.as_str()).into_result().is_ok();
            let Ok(new) = new else {
                assert!(!is_valid);
                continue;
            };
            let text = format!("{start}{open}1{close}\n");
            let mut document: Document = text.parse().expect("it is valid");
            let mut place = document.value("a").expect("it exists");
            for key in keys {
                place = place.into_get(*key).expect("it exists");
            }
            match place.set(new) {
                Ok(()) => assert!(is_valid && document.to_string() == expected, "{expected}"),
                Err(error) => {
                    assert!(!is_valid, "{error}: {expected}");
                    assert!(error.to_string().contains("Nesting too deep"), "{error}");
                    assert_eq!(document.to_string(), text);
                }
            }
        }
    }
}
