//! Renaming references.

use serde_hcl::edit::Document;

use super::refused;

fn renamed(text: &str, from: &str, to: &str) -> (String, usize) {
    let mut document: Document = text.parse().expect("it is valid");
    let count = document.rename_references(&from.parse().expect("names"), &to.parse().expect("names"));
    (document.to_string(), count.expect("it can be renamed"))
}

#[test]
fn references_are_renamed_wherever_they_are() {
    for (text, from, to, expected, count) in [
        ("a = var.x\n", "var.x", "var.y", "a = var.y\n", 1),
        ("a = var.x.z[0].x + var.x\n", "var.x", "local.y.w", "a = local.y.w.z[0].x + local.y.w\n", 2),
        ("a = var.x.y\n", "var.x", "v", "a = v.y\n", 1),
        ("a = var . /* c */ x\n", "var.x", "local.y", "a = local . /* c */ y\n", 1),
        (
            "a = \"${var.x}\"\nb = <<E\n%{if var.x}${var.x}%{endif}\nE\n",
            "var.x",
            "v.x",
            "a = \"${v.x}\"\nb = <<E\n%{if v.x}${v.x}%{endif}\nE\n",
            3,
        ),
        ("a = { x = x, (x) = x[x] }\n", "x", "y", "a = { x = y, (y) = y[y] }\n", 4),
        ("a = [for x in x : x]\n", "x", "y", "a = [for x in y : x]\n", 1),
        ("x { x = x }\n# x\n", "x", "long", "x { x = long }\n# x\n", 1),
        ("a = var[\"x\"]\nb = data.var.x\n", "var.x", "v.x", "a = var[\"x\"]\nb = data.var.x\n", 0),
    ] {
        assert_eq!(renamed(text, from, to), (expected.to_owned(), count), "{text:?}");
    }
}

#[test]
fn only_names_are_renamed() {
    let error = refused("a = b\n", |document| document.rename_references(&"a[0]".parse()?, &"b".parse()?));
    assert_eq!(
        error,
        "Invalid attribute or index: The reference \"a[0]\" has other steps than names. Only names can be renamed."
    );
}
