//! Rewriting expressions.

use serde_hcl::ast::{BinaryOperator, Expression, ExpressionKind};
use serde_hcl::edit::{Document, Expr};

use super::{edited, refused};

/// Returns a text in which a string or a variable `x` is replaced, and the number of replacements.
fn rewritten(text: &str, new: &Expr) -> (String, usize) {
    let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    let count = document.rewrite_expressions(|expression| is_x(expression).then(|| new.clone()));
    let count = count.unwrap_or_else(|error| panic!("{text:?}: {error:#}"));
    (document.to_string(), count)
}

fn is_x(expression: Expression<'_>) -> bool {
    expression.as_str() == Some("x") || matches!(expression.kind(), ExpressionKind::Variable("x"))
}

#[test]
fn expressions_are_replaced_wherever_they_are() {
    let new = Expr::variable("v").attr("y");
    for (text, expected, count) in [
        (
            "a = x\nb {\n  c {\n    d = \"x\" # line\n  }\n}\n",
            "a = v.y\nb {\n  c {\n    d = v.y # line\n  }\n}\n",
            2,
        ),
        ("a = f(x, x...)\n", "a = f(v.y, v.y...)\n", 2),
        ("a = [x, [x], /* c */ x]\n", "a = [v.y, [v.y], /* c */ v.y]\n", 3),
        ("a = { x = x, \"x\" = 1, (x) = 2 }\n", "a = { x = v.y, (v.y) = 1, (v.y) = 2 }\n", 3),
        ("a = x.b[x].c[*].x.0\n", "a = v.y.b[v.y].c[*].x.0\n", 2),
        ("a = \"${x}-${\"x\"}x\"\n", "a = \"${v.y}-${v.y}x\"\n", 2),
        (
            "a = <<E\nx %{if x}${~ x ~}%{else}%{for x in x}${x}%{endfor}%{endif}\nE\n",
            "a = <<E\nx %{if v.y}${~ v.y ~}%{else}%{for x in v.y}${v.y}%{endfor}%{endif}\nE\n",
            4,
        ),
        ("a = x ? x : x\n", "a = v.y ? v.y : v.y\n", 3),
        ("a = -x + (x) * x\n", "a = -v.y + (v.y) * v.y\n", 3),
        ("a = [for k, v in x : x if x]\n", "a = [for k, v in v.y : v.y if v.y]\n", 3),
        ("a = {for k, v in x : x => x...}\n", "a = {for k, v in v.y : v.y => v.y...}\n", 3),
        ("a = <<E\nx\nE\n", "a = <<E\nx\nE\n", 0),
        ("x \"x\" {\n  x = 1\n}\n", "x \"x\" {\n  x = 1\n}\n", 0),
        ("long = 1 # one\na    = x # two\n", "long = 1   # one\na    = v.y # two\n", 1),
    ] {
        assert_eq!(rewritten(text, &new), (expected.to_owned(), count), "{text:?}");
    }
}

#[test]
fn replacements_get_the_parentheses_that_their_place_needs() {
    let sum = Expr::from(1).binary(BinaryOperator::Add, 2);
    let choice = Expr::conditional(true, 1, 2);
    for (text, with_sum, with_choice) in [
        ("a = x\n", "a = 1 + 2\n", "a = true ? 1 : 2\n"),
        ("a = (x)\n", "a = (1 + 2)\n", "a = (true ? 1 : 2)\n"),
        ("a = x * 3\n", "a = (1 + 2) * 3\n", "a = (true ? 1 : 2) * 3\n"),
        ("a = x - x\n", "a = 1 + 2 - (1 + 2)\n", "a = (true ? 1 : 2) - (true ? 1 : 2)\n"),
        ("a = -x\n", "a = -(1 + 2)\n", "a = -(true ? 1 : 2)\n"),
        ("a = x.b[x]\n", "a = (1 + 2).b[1 + 2]\n", "a = (true ? 1 : 2).b[true ? 1 : 2]\n"),
        (
            "a = x ? x : x\n",
            "a = 1 + 2 ? 1 + 2 : 1 + 2\n",
            "a = (true ? 1 : 2) ? true ? 1 : 2 : true ? 1 : 2\n",
        ),
        ("a = { \"x\" = x }\n", "a = { (1 + 2) = 1 + 2 }\n", "a = { (true ? 1 : 2) = true ? 1 : 2 }\n"),
        ("a = \"${x}\"\n", "a = \"${1 + 2}\"\n", "a = \"${true ? 1 : 2}\"\n"),
    ] {
        assert_eq!(rewritten(text, &sum).0, with_sum, "{text:?}");
        assert_eq!(rewritten(text, &choice).0, with_choice, "{text:?}");
    }
    let expected = "a = [(for), (for.b)]\nb = { \"y\" = 1 }\n";
    let found = edited("a = [x, x.b]\nb = { \"x\" = 1 }\n", |document| {
        let rewrite = |it: Expression<'_>| match it.kind() {
            ExpressionKind::Postfix(_) => Some(Expr::variable("for").attr("b")),
            ExpressionKind::Variable("x") => Some(Expr::variable("for")),
            ExpressionKind::String("x") => Some(Expr::from("y")),
            _ => None,
        };
        document.rewrite_expressions(rewrite).map(drop)
    });
    assert_eq!(found, expected);
}

#[test]
fn a_comment_before_a_replacement_is_legal_in_every_place() {
    let new = Expr::variable("v").with_comment("# was x");
    for (text, expected) in [
        ("a = x\n", "a = /* was x */ v\n"),
        ("a = [\n  x, # line\n  1,\n]\n", "a = [\n  /* was x */ v, # line\n  1,\n]\n"),
        ("a = x + x.b\n", "a = /* was x */ v + /* was x */ v.b\n"),
        ("a = \"${x}\"\n", "a = \"${/* was x */ v}\"\n"),
        ("a = { \"x\" = x }\n", "a = { (/* was x */ v) = /* was x */ v }\n"),
        ("a = /* other */ x\n", "a = /* other */ /* was x */ v\n"),
        ("a = !x\n", "a = !/* was x */ v\n"),
    ] {
        assert_eq!(rewritten(text, &new).0, expected, "{text:?}");
    }
    let lines = Expr::from(1).with_comment("/* two\n   lines */");
    assert_eq!(rewritten("a = x\n", &lines).0, "a = /* two\n   lines */ 1\n");
    let error = refused("a = x\n", |it| it.root().set("a", Expr::from(1).with_comment("*/ 2 /*")));
    assert!(error.contains("cannot contain \"*/\""), "{error}");
}

#[test]
fn parts_are_replaced_after_a_comment_at_the_start_of_a_value() {
    let mut document: Document = "a = x ? 1 : y\n".parse().expect("it is valid");
    let first = Expr::variable("v").with_comment("why");
    document.rewrite_expressions(|it| is_x(it).then(|| first.clone())).expect("it is rewritten");
    assert_eq!(document.to_string(), "a = /* why */ v ? 1 : y\n");
    let is_y = |it: Expression<'_>| matches!(it.kind(), ExpressionKind::Variable("y"));
    document.rewrite_expressions(|it| is_y(it).then(|| Expr::variable("z"))).expect("it is rewritten");
    assert_eq!(document.to_string(), "a = /* why */ v ? 1 : z\n");
}

#[test]
fn the_parts_of_a_replacement_are_not_visited() {
    let found = edited("a = try(x, [x])\nb = x\n", |document| {
        let count = document.rewrite_expressions(|expression| {
            let is_replaced =
                matches!(expression.kind(), ExpressionKind::FunctionCall(_)) || is_x(expression);
            is_replaced.then(|| Expr::call("f", [Expr::from(expression)]))
        })?;
        assert_eq!(count, 2);
        Ok(())
    });
    assert_eq!(found, "a = f(try(x, [x]))\nb = f(x)\n");
}

#[test]
fn texts_of_several_lines_are_replacements_too() {
    let heredoc = serde_hcl::parse_expression("<<E\ntext\nE\n").into_result().expect("it is valid");
    let heredoc = Expr::from(heredoc);
    for (text, expected) in [
        ("a = x\n", "a = <<E\ntext\nE\n"),
        ("b { a = x }\n", "b {\n  a = <<E\ntext\nE\n}\n"),
        ("a = x # line\n", "# line\na = <<E\ntext\nE\n"),
        ("a = f(x, 1)\n", "a = f((<<E\ntext\nE\n), 1)\n"),
        ("a = x + 1\n", "a = (<<E\ntext\nE\n) + 1\n"),
        ("a = \"${x}\"\n", "a = \"${(<<E\ntext\nE\n)}\"\n"),
    ] {
        assert_eq!(rewritten(text, &heredoc).0, expected, "{text:?}");
    }
    let object = Expr::object([("k", 1)]);
    assert_eq!(rewritten("b {\n  a = [x]\n}\n", &object).0, "b {\n  a = [{\n    k = 1\n  }]\n}\n");
    let sum = "a = [\n  b\n  + c, x\n]\n";
    let found = edited(sum, |document| {
        let rewrite = |it: Expression<'_>| match it.kind() {
            ExpressionKind::Tuple(tuple) => tuple.elements().next().map(Expr::from),
            _ => None,
        };
        document.rewrite_expressions(rewrite).map(drop)
    });
    assert_eq!(found, "a = b + c\n");
}

#[test]
fn only_the_expressions_of_a_place_are_rewritten() {
    let text = "a = x\nb {\n  a = x\n  c = x\n}\n";
    let rewrite = |expression: Expression<'_>| is_x(expression).then(|| Expr::from(1));
    let found = edited(text, |document| {
        let mut block = document.block("b", ()).expect("it exists");
        block.body().rewrite_expressions(rewrite).map(|count| assert_eq!(count, 2))
    });
    assert_eq!(found, "a = x\nb {\n  a = 1\n  c = 1\n}\n");
    let found = edited(text, |document| {
        let mut attribute = document.attribute("a").expect("it exists");
        attribute.rewrite_expressions(rewrite).map(|count| assert_eq!(count, 1))
    });
    assert_eq!(found, "a = 1\nb {\n  a = x\n  c = x\n}\n");
}

#[test]
fn an_invalid_replacement_is_an_error() {
    let error = refused("a = [x, x]\n", |document| {
        document.rewrite_expressions(|it| is_x(it).then(|| Expr::variable("no name")))
    });
    assert_eq!(error, "Invalid expression: \"no name\" is not the name of a variable.");
}
