//! From a parsed expression to its value.

use hcl::eval::{Evaluate, FuncArgs, FuncDef, ParamType};
use serde_hcl::EvalContext;

use crate::row::Row;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![
        row("evaluate a variable", "x".to_owned()),
        row("evaluate a conditional", "b ? 1 : 2".to_owned()),
        row("evaluate a tuple", "[1, n, x]".to_owned()),
        row("evaluate a template", r#""a ${x} b""#.to_owned()),
        row("evaluate a call of `upper`", "upper(x)".to_owned()),
        row("evaluate a call of `max`", "max(1, n, 3)".to_owned()),
        json_template(),
        row("evaluate a sum of 100 terms", sum(100)),
        row("evaluate a sum of 100,000 terms", sum(100_000)),
        row("evaluate a `for` over 100,000 elements", "[for y in items : y * 2 if y != 7]".to_owned()),
        row("evaluate a template of 10,000 parts", format!("\"{}\"", "${x} y ".repeat(5_000))),
    ];
    rows.push(clone_of_context());
    rows
}

fn sum(terms: usize) -> String {
    format!("1{}", " + 1".repeat(terms - 1))
}

fn row(work: &str, text: String) -> Row {
    let context = ours();
    let expression = serde_hcl::parse_expression(text.as_str()).into_result().expect("it is valid");
    let row = Row::new(work, "-")
        .by("serde_hcl", text.len(), move || expression.evaluate(&context).expect("it has a value"));
    // It refuses more than 128 operators in a row.
    let Ok(expression) = text.parse::<hcl::Expression>() else { return row };
    let context = theirs();
    row.by("hcl-rs", text.len(), move || expression.evaluate(&context).expect("it has a value"))
}

/// A template in a string of HCL JSON beside the same template in native syntax.
fn json_template() -> Row {
    let text = r#""a ${x} b ${n + 1}""#;
    let json = serde_hcl::json::parse_expression(text).into_result().expect("it is valid");
    let native = serde_hcl::parse_expression(text).into_result().expect("it is valid");
    let (first, second) = (ours(), ours());
    Row::new("evaluate a template of HCL JSON", "-")
        .by("serde_hcl", text.len(), move || json.evaluate(&first).expect("it has a value"))
        .by("serde_hcl, native", text.len(), move || native.evaluate(&second).expect("it has a value"))
}

/// A context of 1,000 variables is cloned, and one variable is set.
fn clone_of_context() -> Row {
    let mut first = EvalContext::new();
    let mut second = hcl::eval::Context::new();
    for n in 0..1_000 {
        first.set(format!("variable_{n}"), n);
        second.declare_var(format!("variable_{n}"), n);
    }
    Row::new("clone a context of 1,000 variables and set one", "-")
        .by("serde_hcl", 1, move || {
            let mut clone = first.clone();
            clone.set("x", 1);
            clone
        })
        .by("hcl-rs", 1, move || {
            let mut clone = second.clone();
            clone.declare_var("x", 1);
            clone
        })
}

const ITEMS: i64 = 100_000;

fn ours() -> EvalContext {
    let mut context = EvalContext::new();
    context.set("items", (0..ITEMS).collect::<Vec<_>>()).set("x", "abc").set("n", 5).set("b", true);
    serde_hcl::stdlib::register(&mut context);
    context
}

fn theirs() -> hcl::eval::Context<'static> {
    let mut context = hcl::eval::Context::new();
    context.declare_var("items", (0..ITEMS).collect::<Vec<_>>());
    context.declare_var("x", "abc");
    context.declare_var("n", 5);
    context.declare_var("b", true);
    let upper = |arguments: FuncArgs| match arguments[0].as_str() {
        Some(text) => Ok(text.to_uppercase().into()),
        None => Err("the argument must be a string".to_owned()),
    };
    context.declare_func("upper", FuncDef::builder().param(ParamType::String).build(upper));
    let max = |arguments: FuncArgs| {
        let greatest = arguments.iter().filter_map(|it| it.as_f64()).fold(f64::MIN, f64::max);
        Ok(hcl::Value::from(greatest))
    };
    context.declare_func("max", FuncDef::builder().variadic_param(ParamType::Number).build(max));
    context
}
