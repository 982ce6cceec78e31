//! Operations of programs that edit configurations by addresses: on objects, and on comments.

use serde_hcl::edit::{Document, Expr, Item, Position, ValueMut};
use serde_hcl::parse_expression;

use super::edited;

fn tags(document: &mut Document) -> ValueMut<'_> {
    document.value("tags").expect("it exists")
}

#[test]
fn keys_of_objects_are_created_updated_and_deleted() {
    let text = "\
tags = {
  # The owner.
  owner = \"web\" # a team
  inner = {
    a = 1
  }
  last = 3
}
";
    type Edit = fn(&mut Document) -> serde_hcl::Result<()>;
    let cases: [(Edit, &str, &str); 7] = [
        (|it| tags(it).insert("owner", "db"), "owner = \"web\"", "owner = \"db\""),
        (|it| tags(it).insert("new", 4), "  last = 3\n", "  last = 3\n  new  = 4\n"),
        (|it| tags(it).insert_entry(Position::After(0), "new", 4), "a team\n", "a team\n  new   = 4\n"),
        (
            |it| {
                tags(it).insert_entry(Position::After(0), "new", parse_expression("var.x").into_result()?)?;
                let mut tags = tags(it);
                tags.get("new").expect("it was inserted").set_leading_comments(["New."])
            },
            "a team\n",
            "a team\n  # New.\n  new = var.x\n",
        ),
        (
            |it| tags(it).get("inner").expect("it exists").insert("b", 2),
            "    a = 1\n",
            "    a = 1\n    b = 2\n",
        ),
        (
            |it| tags(it).remove("owner").map(|removed| assert!(removed)),
            "  # The owner.\n  owner = \"web\" # a team\n",
            "",
        ),
        (|it| tags(it).rename("last", "z"), "last = 3", "z = 3"),
    ];
    for (number, (edit, old, new)) in cases.into_iter().enumerate() {
        let (found, expected) = (edited(text, edit), text.replace(old, new));
        assert_eq!(serde_hcl::format(&found), found, "{number}");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&found), words(&expected), "{number}");
    }
}

#[test]
fn attributes_and_blocks_are_created_with_comments_after_others() {
    let text = "a = 1 # one\nc = 3\n\nprev {\n}\n";
    let found = edited(text, |document| {
        let mut root = document.root();
        let a = root.attribute("a").expect("it exists").id();
        let after = root.ids().iter().position(|id| *id == a).map_or(Position::Last, Position::After);
        root.insert(after, "// test comment\nb = upper(var.b)".parse::<Item>()?)?;
        root.append_block("block", ["label1", "label2"])?.set_leading_comments(["// test comment"])?;
        root.attribute("c").expect("it exists").set_trailing_comment(Some("three"))
    });
    assert_eq!(
        found,
        "a = 1 # one\n// test comment\nb = upper(var.b)\nc = 3 # three\n\nprev {\n}\n\n// test comment\nblock \
         \"label1\" \"label2\" {\n}\n"
    );
}

#[test]
fn a_value_is_read_and_replaced_with_and_without_its_comment() {
    let mut document: Document = "a = var.x # one\n".parse().expect("it is valid");
    let mut a = document.attribute("a").expect("it exists");
    assert_eq!((a.to_string().as_str(), a.trailing_comment()), ("a = var.x # one\n", Some("# one")));
    a.set(Expr::variable("var").attr("y")).expect("it is set");
    a.rename("b").expect("the name is free");
    assert_eq!(document.to_string(), "b = var.y # one\n");
}
