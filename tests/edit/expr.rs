//! Expressions that are built without text.

use serde_hcl::ast::{BinaryOperator, UnaryOperator};
use serde_hcl::edit::{Document, Expr};
use serde_hcl::{Value, parse_expression, value};

use super::{edited, refused};

fn var(name: &str) -> Expr {
    Expr::variable(name)
}

#[test]
fn parts_are_put_in_parentheses_where_they_need_them() {
    use BinaryOperator::{Add, And, Multiply, Or, Subtract};
    let sum = || var("a").binary(Add, 1);
    let choice = || Expr::conditional(var("a"), 1, 2);
    for (expression, expected) in [
        (sum().binary(Multiply, sum()), "(a + 1) * (a + 1)"),
        (sum().binary(Subtract, 2), "a + 1 - 2"),
        (var("a").binary(Subtract, sum()), "a - (a + 1)"),
        (var("a").binary(Or, var("b").binary(And, var("c"))), "a || b && c"),
        (Expr::unary(UnaryOperator::Negate, sum()), "-(a + 1)"),
        (Expr::unary(UnaryOperator::Not, var("a").attr("b")), "!a.b"),
        (Expr::unary(UnaryOperator::Negate, -1), "--1"),
        (var("a").binary(Subtract, -1), "a - -1"),
        (Expr::conditional(choice(), choice(), choice()), "(a ? 1 : 2) ? a ? 1 : 2 : a ? 1 : 2"),
        (choice().binary(Add, choice()), "(a ? 1 : 2) + (a ? 1 : 2)"),
        (sum().attr("b").index("k"), "(a + 1).b[\"k\"]"),
        (Expr::from(1).attr("b"), "(1).b"),
        (Expr::tuple([1, 2]).index(0), "([1, 2])[0]"),
        (Expr::call("ns::f", [sum(), choice()]).splat().attr("x"), "ns::f(a + 1, a ? 1 : 2)[*].x"),
        (Expr::tuple([var("for"), var("format")]), "[(for), format]"),
        (Expr::tuple(Vec::<Expr>::new()), "[]"),
        (Expr::object(Vec::<(&str, Expr)>::new()), "{}"),
        (
            Expr::from(parse_expression("x + 1").into_result().expect("it is valid")).binary(Multiply, 2),
            "(x + 1) * 2",
        ),
    ] {
        assert_eq!(expression.build().expect(expected).to_string(), expected);
    }
}

#[test]
fn strings_are_escaped() {
    for text in ["${x}", "%{if x}", "$", "$$", "\"", "\\", "\n", "a${", "$${x}"] {
        let literal = Expr::from(text).build().expect("it is valid");
        assert_eq!(literal.evaluate(&Default::default()).expect("it is a literal"), value!(text), "{text:?}");
        let template = Expr::template([Expr::from(text), Expr::from(1), Expr::from(text)]);
        let found = template
            .build()
            .expect("it is valid")
            .evaluate(&Default::default())
            .expect("it has no variables");
        assert_eq!(found, Value::from(format!("{text}1{text}")), "{text:?}");
        let object = Expr::object([(text, 1)]).build().expect("it is valid");
        let found = object.evaluate(&Default::default()).expect("it has no variables");
        assert_eq!(found.get(text), Some(&value!(1)), "{text:?}");
    }
}

#[test]
fn wrong_names_are_errors_of_the_whole() {
    for (expression, expected) in [
        (var("a b"), "\"a b\" is not the name of a variable."),
        (var("null"), "\"null\" is not the name of a variable."),
        (var("a").attr("b.c"), "\"b.c\" is not the name of an attribute."),
        (Expr::call("f(", [var("a")]), "\"f(\" is not the name of a function."),
        (Expr::tuple([Expr::from(1), var("")]), "\"\" is not the name of a variable."),
        (Expr::template([Expr::from("x"), var("a").index(var("1"))]), "\"1\" is not the name of a variable."),
    ] {
        let error = expression.build().expect_err(expected).to_string();
        assert_eq!(error, format!("Invalid expression: {expected}"));
        let error = refused("a = 1\n", |document| document.root().set("b", &expression));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn built_expressions_are_set_and_formatted() {
    let found = edited("", |document: &mut Document| {
        let mut root = document.root();
        let mut block = root.append_block("module", ["m"])?;
        block.set("tags", Expr::call("merge", [var("var").attr("tags"), Expr::object([("Name", "m")])]))?;
        block.set("names", Expr::tuple([Expr::template([Expr::from("n-"), var("x")])]))
    });
    assert_eq!(
        found,
        "module \"m\" {\n  tags = merge(var.tags, {\n    Name = \"m\"\n  })\n  names = [\"n-${x}\"]\n}\n"
    );
}
