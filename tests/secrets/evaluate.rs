//! Every operator and construct of the language, on marked values in every position.

use serde_hcl::{EvalContext, json, parse_expression, parse_file, parse_template};

use crate::support::{check_diagnostics, check_outcome, context, with_secrets};
use test_support::rows::check_each;

/// Expressions that have a secret, besides the variables.
const OPERANDS: &[&str] = &[
    "part.a",
    "parts[2]",
    "[text]",
    "{ (text) = text }",
    "\"${text}!\"",
    "[for x in list : x]",
    "loud(text)",
];

/// Expressions around them.
const CONSTRUCTS: &[&str] = &[
    "-X",
    "!X",
    "X ? 1 : 2",
    "true ? X : 1",
    "true ? [1] : X",
    "false ? X : { a = 1 }",
    "true ? X : { a = 1 }",
    "plain == X ? X : 1",
    "X.missing",
    "X.0",
    "X[0]",
    "X[9]",
    "X[0.5]",
    "X[\"missing\"]",
    "X[X]",
    "X[text]",
    "X[number]",
    "[1, 2][X]",
    "{ a = 1 }[X]",
    "names[X]",
    "X.*.missing",
    "X[*].missing",
    "X[*][9]",
    "X[*] + 1",
    "[X]",
    "[X][1]",
    "{ a = X }.b",
    "{ (X) = 1 }",
    "{ (X) = 1, (X) = 2 }",
    "{ (X) = 1, (X) = 2, a = 3 }.missing",
    "{ \"${X}\" = 1, \"${X}\" = missing }",
    "[for x in X : x]",
    "[for x in X : x + 1]",
    "[for x in X : x.missing]",
    "[for x in X : x[9]]",
    "[for x in X : names[x]]",
    "[for x in X : { (x) = 1, \"${x}\" = 2 }]",
    "[for x in X : x ? 1 : 2]",
    "[for x in X : true ? x : [x]]",
    "[for x in X : \"${x} ${missing}\"]",
    "[for x in X : loud(x)]",
    "[for x in X : loud_form(x)]",
    "[for x in X : missing(x)]",
    "[for x in X : try(loud(x), x.missing)]",
    "[for x in X : [for y in [x] : y + 1]]",
    "[for x in [1, 2] : x if X]",
    "[for key, x in X : x if key]",
    "{ for x in X : x => 1 }",
    "{ for x in X : \"same\" => x }",
    "{ for key, x in X : key => x + 1 }",
    "{ for x in [X, X] : x => 1 }",
    "{ for x in [1, 2] : X => x }",
    "{ for x in X : x => x... }",
    "{ for x in [1, 1] : x => 1 if X != null }",
    "\"${X}\"",
    "\"a ${X} b\"",
    "\"%{ if X }a%{ endif }\"",
    "\"%{ for x in X }${x}%{ endfor }\"",
    "\"%{ for x in X }${x.missing}${x + 1}${loud(x)}%{ endfor }\"",
    "\"%{ for key, x in X }${names[key]}${[x]}%{ endfor }\"",
    "<<EOT\n${X}\nEOT\n",
    "(X)",
    "loud(X)",
    "loud(X...)",
    "loud([X]...)",
    "loud(1, X)",
    "loud()",
    "loud_rest(X)",
    "loud_type(X)",
    "loud_form(X)",
    "missing(X)",
    "try(X.missing, X + 1, loud(X), loud_form(X))",
    "try(X[0].missing, X)",
    "can(loud(X))",
    "convert(X, number)",
    "convert(X, bool)",
    "convert(X, string)",
    "convert(X, list(number))",
    "convert(X, set(bool))",
    "convert(X, map(number))",
    "convert(X, map(map(number)))",
    "convert(X, object({ a = number }))",
    "convert(X, object({ hunter = number, b = optional(bool) }))",
    "convert(X, tuple([number, bool]))",
    "convert({ a = X, b = { c = X } }, map(number))",
    "convert([X], list(number))",
    "convert(X, X)",
    "convert(1, X)",
];

const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"];

const OTHERS: &[&str] = &["1", "\"plain\"", "true", "null", "[1]", "{ a = 1 }", "number", "text", "object"];

fn evaluate(text: &str, context: &EvalContext) -> bool {
    let expression = parse_expression(text).into_result().unwrap_or_else(|error| panic!("{text}: {error:#}"));
    let outcome = expression.evaluate_with_diagnostics(context);
    check_outcome(&outcome, text);
    outcome.diagnostics.has_errors()
}

/// The same, and as a string of JSON and as the name of a property.
fn evaluate_both(text: &str, context: &EvalContext) {
    evaluate(text, context);
    if !text.contains('\n') {
        let quoted = serde_json::to_string(&format!("${{{text}}}")).expect("it is text");
        for json in [quoted.clone(), format!("{{ {quoted}: 1, {quoted}: {quoted} }}"), format!("[{quoted}]")]
        {
            let expression = json::parse_expression(json.as_str()).into_result().expect("it is sound");
            check_outcome(&expression.evaluate_with_diagnostics(context), &json);
        }
    }
}

#[test]
fn operators_show_no_marked_operand() {
    let context = context();
    let mut failures = 0;
    check_each(with_secrets(OPERANDS), |operand| {
        for operator in OPERATORS {
            for other in OTHERS {
                failures += usize::from(evaluate(&format!("{operand} {operator} {other}"), &context));
                failures += usize::from(evaluate(&format!("{other} {operator} {operand}"), &context));
            }
        }
    });
    assert!(failures > 1000, "{failures} failures");
}

#[test]
fn constructs_show_no_marked_value() {
    let context = context();
    let step = test_support::step(4);
    check_each(CONSTRUCTS.iter().enumerate(), |(index, construct)| {
        for operand in with_secrets(OPERANDS).into_iter().skip(index % step).step_by(step) {
            evaluate_both(&construct.replace('X', operand), &context);
        }
    });
}

#[test]
fn constructs_in_a_loop_show_no_marked_element() {
    let context = context();
    check_each(CONSTRUCTS, |construct| {
        for collection in ["list", "map", "nested", "parts"] {
            let inner = construct.replace('X', "each");
            if inner.contains('\n') {
                return;
            }
            evaluate(&format!("[for key, each in {collection} : {inner}]"), &context);
            evaluate(&format!("{{ for key, each in {collection} : key => {inner} }}"), &context);
            evaluate(
                &format!("[for key, each in {collection} : {}]", construct.replace('X', "key")),
                &context,
            );
            evaluate(&format!("\"%{{ for key, each in {collection} }}${{{inner}}}%{{ endfor }}\""), &context);
        }
    });
}

#[test]
fn templates_show_no_marked_value() {
    let context = context();
    check_each(with_secrets(OPERANDS), |operand| {
        for text in ["${X}", "a ${X}", "%{ if X }a%{ endif }", "%{ for x in X }${x} ${loud(x)}%{ endfor }"] {
            let text = text.replace('X', operand);
            let template = parse_template(text.as_str()).into_result().expect("it is sound");
            check_outcome(&template.expression().evaluate_with_diagnostics(&context), &text);
        }
    });
}

#[test]
fn user_functions_show_no_marked_argument() {
    let context = context();
    check_each(CONSTRUCTS, |construct| {
        let construct = construct.replace('X', "x");
        let text = format!(
            "function f {{\n  params = [x]\n  result = {construct}\n}}\nfunction g {{\n  params = []\n  variadic_param = \
             x\n  result = {construct}\n}}\nfunction h {{\n  params = [x]\n  result = f(x)\n}}\n"
        );
        let body = parse_file(text.as_str()).into_result().expect("it is sound").body().clone();
        let outcome = serde_hcl::ext::decode_functions(&body, "function", &context);
        assert!(outcome.diagnostics.is_empty(), "{text}: {:#}", outcome.diagnostics);
        let mut context = context.clone();
        for (name, function) in outcome.value.0 {
            context.set_function(name, function);
        }
        for operand in ["text", "list", "object", "parts"] {
            for call in ["f(X)", "g(X)", "h(X)", "try(h(X), g(X...))", "[for x in X : h(x)]", "f(X, X)"] {
                evaluate(&call.replace('X', operand), &context);
            }
        }
    });
}

#[test]
fn errors_about_limits_show_no_marked_value() {
    for operand in with_secrets(OPERANDS) {
        for construct in
            ["[for x in X : x]", "\"a ${X} b\"", "[X, X, X]", "X[*]", "{ (X) = X }", "f(X)", "-X"]
        {
            let text = construct.replace('X', operand);
            let expression = parse_expression(text.as_str()).into_result().expect("it is sound");
            for allowed in [0, 1, 3, 8] {
                let mut context = context();
                let mut limits = serde_hcl::Limits::default();
                (limits.steps, limits.bytes, limits.elements, limits.digits) = (allowed, allowed, allowed, 4);
                context.set_limits(limits);
                let zeros = |count: u64, budget: &serde_hcl::func::Budget| {
                    budget.take_elements(count).and_then(|()| budget.take_bytes(count))
                };
                let zeros = serde_hcl::Function::builder()
                    .parameter(serde_hcl::func::Parameter::new("count", serde_hcl::Type::Number))
                    .implement_within(move |arguments, _, budget| {
                        zeros(u64::try_from(&arguments[0])?, budget)?;
                        Ok(serde_hcl::Value::NULL)
                    });
                context.set_function("f", zeros);
                check_diagnostics(&expression.evaluate_with_diagnostics(&context).diagnostics, &text);
            }
        }
    }
}
