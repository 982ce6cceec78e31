//! Partial evaluation: tables, and the property that nothing changes for any values of the missing
//! variables.

use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{
    Body, EvalContext, Expression, Function, Limits, Source, Type, Value, json, parse_expression, parse_file,
    parse_template, value,
};
use test_support::rows::check_each;
use test_support::simplified::{self, outcome};
use test_support::{functions, random};

fn context() -> EvalContext {
    let mut context = functions();
    context
        .set("n", 3)
        .set("minus", -5)
        .set("s", "eu")
        .set("signs", "a$")
        .set("brace", "{b}")
        .set("lines", "a\nb")
        .set("t", true)
        .set("f", false)
        .set("none", Value::NULL)
        .set("tuple", value!([1, "two"]))
        .set("object", value!({ "name": "web", "for": { "a b": [80, null] } }))
        .set("list", Value::list(Type::String, ["a", "b"].map(Value::from)).expect("a list"))
        .set("secret", Value::from("x").mark(Mark::new("sensitive")))
        .set("mixed", value!({ "open": 1, "closed": (Value::from(2).mark(Mark::new("sensitive"))) }))
        .set("number", Value::unknown(Type::Number))
        .set("bool", Value::unknown(Type::Bool))
        .set("any", Value::UNKNOWN)
        .set("known_in_part", value!({ "name": "web", "id": (Value::UNKNOWN) }))
        .set("unknown_object", Value::unknown(Type::object([("name", Type::String)])))
        .set_function("double", Function::from_fn(|number: i64| number * 2))
        .set_function("name", Function::from_fn(|text: String| text));
    context
}

fn parse(text: &str) -> Expression {
    parse_expression(Source::new("main.hcl", text)).into_result().expect("it is valid")
}

/// Checks the simplified form of each expression. An expression without one stays unchanged.
#[track_caller]
fn simplified(rows: &[(&str, &str)]) {
    check_each(rows, |(text, expected)| {
        let result = parse(text).simplify(&context());
        let expected = if expected.is_empty() { text } else { expected };
        let written = result.source().slice(result.span());
        assert_eq!(written, *expected, "for {text}");
        assert_eq!(result.simplify(&context()).to_string(), result.to_string(), "again: {text}");
    });
}

#[test]
fn known_parts_become_literals() {
    simplified(&[
        ("n", "3"),
        ("x", ""),
        ("(1 + n) * x", "4 * x"),
        ("1 + n + x + n", "4 + x + 3"),
        ("x - minus", "x - -5"),
        ("x + double(n)", "x + 6"),
        ("double(x + n * n)", "double(x + 9)"),
        ("missing(n, x)", "missing(3, x)"),
        ("object", "{ name = \"web\", \"for\" = { \"a b\" = [80, null] } }"),
        ("object.name", "\"web\""),
        ("object[x]", "{ name = \"web\", \"for\" = { \"a b\" = [80, null] } }[x]"),
        ("object[\"for\"][x].y", "{ \"a b\" = [80, null] }[x].y"),
        ("tuple[n - 2][x]", "tuple[1][x]"),
        ("tuple[n - 3] + x", "1 + x"),
        ("x[n].y[s]", "x[3].y[\"eu\"]"),
        ("x[*][s]", "x[*][\"eu\"]"),
        ("tuple[*][x]", "[1, \"two\"][*][x]"),
        ("{ a = n, (s) = x, \"${s}-b\" = n }", "{ a = 3, \"eu\" = x, \"eu-b\" = 3 }"),
        ("{ n = n, (n) = 1, (x) = 2 }", "{ n = 3, (3) = 1, (x) = 2 }"),
        ("[n, x,\n  n, # three\n]", "[3, x,\n  3, # three\n]"),
        ("[for v in tuple : \"${v}-${s}-${x}\"]", "[for v in [1, \"two\"] : \"${v}-eu-${x}\"]"),
        ("[for v in tuple : v]", "[1, \"two\"]"),
        ("[for n in x : n + n + double(1)]", "[for n in x : n + n + 2]"),
        ("[for a in x : [for b in a : [b, s]]]", "[for a in x : [for b in a : [b, \"eu\"]]]"),
        ("[for a in x : [for b in tuple : b]]", "[for a in x : [1, \"two\"]]"),
        ("{for k, v in x : k => v if t}", "{for k, v in x : k => v if true}"),
        ("!t == x", "false == x"),
        ("name(<<A\nb ${s}\nA\n)", "\"b eu\\n\""),
    ]);
}

#[test]
fn parts_without_a_literal_stay() {
    simplified(&[
        ("list", ""),
        ("[list[0], list[x]]", "[\"a\", list[x]]"),
        ("secret", ""),
        ("[secret, s]", "[secret, \"eu\"]"),
        ("mixed.open + mixed.closed", "1 + mixed.closed"),
        ("number + n", "number + 3"),
        // The decimals of this number do not end.
        ("n / 7", "3 / 7"),
        ("1 / 0 + n", "1 / 0 + 3"),
        ("object.nmae + n", "object.nmae + 3"),
        ("{ a = 1, a = n }", "{ a = 1, a = 3 }"),
        ("try(x, n)", ""),
        ("try(object.nope, n)", "3"),
        ("can(x) ? n : 1", "can(x) ? 3 : 1"),
        ("x ? 1.50 : -2", ""),
    ]);
}

#[test]
fn conditionals_with_a_known_predicate_become_the_result() {
    simplified(&[
        ("t ? x : null", "x"),
        ("f ? x : null", "false ? x : null"),
        ("f ? null : x", "x"),
        // The result is converted to the common type.
        ("t ? x : 1", "true ? x : 1"),
        ("t ? \"${x}!\" : \"b\"", "\"${x}!\""),
        ("t ? \"${x}!\" : 1", "true ? \"${x}!\" : 1"),
        ("t ? x + 1 : n", "x + 1"),
        // The other result could be sensitive.
        ("t ? n : x + 1", "true ? 3 : x + 1"),
        ("t ? s : secret", "true ? \"eu\" : secret"),
        ("t ? secret : s", "secret"),
        ("t ? n : number", "3"),
        ("t ? n : any", "true ? 3 : any"),
        ("x ? 1 : t ? \"${x}\" : s", "x ? 1 : true ? \"${x}\" : \"eu\""),
        ("x ? 1 : t ? \"a${x}\" : s", "x ? 1 : \"a${x}\""),
        ("f ? s : x ? \"a\" : \"b\"", "false ? \"eu\" : x ? \"a\" : \"b\""),
        ("f ? null : x ? n : t ? y + n : 0", "x ? 3 : y + 3"),
        ("f ? n : t ? y + n : 0", "y + 3"),
        ("(t ? <<A\n${x}-\nA\n : \"\")", "(<<A\n${x}-\nA\n)"),
        ("t ? 1 / 0 : n", "1 / 0"),
    ]);
}

#[test]
fn operands_without_an_effect_are_removed() {
    simplified(&[
        ("t && x == 1", "x == 1"),
        ("x == 1 && t", "x == 1"),
        ("f || !x", "!x"),
        // A value that is not a bool is converted.
        ("t && x", "true && x"),
        ("x || f", "x || false"),
        // The other operand could be sensitive, or not a bool.
        ("f && x == 1", "false && x == 1"),
        ("x && t && y && t", "x && true && y"),
        ("f && bool", "false && bool"),
        ("x == 1 && y && t && f", "x == 1 && y && false"),
    ]);
}

#[test]
fn operations_on_unknown_values_stay() {
    simplified(&[
        ("known_in_part.name", "\"web\""),
        // These have a value for an unknown operand, but fail for some known ones.
        ("!any == \"a\"", ""),
        ("-any == null", ""),
        ("\"${any}\" == null", ""),
        ("[!any, 1][1]", ""),
        ("[unknown_object.name, 1][1]", ""),
        ("{ a = -any, b = 1 }.b", ""),
        ("[for x in [] : x if any]", ""),
    ]);
}

#[test]
fn templates_are_joined() {
    simplified(&[
        ("\"a-${s}-${x}\"", "\"a-eu-${x}\""),
        ("\"${n}${t}${x}\"", "\"3true${x}\""),
        ("\"${\"${s}\"}${x}\"", "\"eu${x}\""),
        ("\"${lines}${x}\"", "\"a\\nb${x}\""),
        // The `$` would escape the sequence after it.
        ("\"${signs}${x}\"", "\"${\"a$\"}${x}\""),
        ("\"$${signs}${x}\"", "\"$${signs}${x}\""),
        ("\"$${${brace}${x}\"", "\"$${${\"{b}\"}${x}\""),
        ("\"${x}${tuple}\"", "\"${x}${[1, \"two\"]}\""),
        ("\"${x}${none}\"", "\"${x}${null}\""),
        ("\"%{ if t }a${x}%{ else }b%{ endif }c\"", "\"a${x}c\""),
        ("\"%{ if f }a%{ else }%{ endif }${x}\"", "\"${x}${\"\"}\""),
        ("\"%{ if f }a%{ endif }-${x}\"", "\"-${x}\""),
        ("\"%{ if t ~} a%{ endif }${x}\"", "\"%{ if true ~} a%{ endif }${x}\""),
        ("\"%{ if t }a%{ else }${x}%{ endif }\"", "\"%{ if true }a%{ else }${x}%{ endif }\""),
        ("\"$%{ if t }{%{ endif }${x}\"", "\"$%{ if true }{%{ endif }${x}\""),
        (
            "\"%{ for v in tuple }${v}${s}${x}%{ endfor }\"",
            "\"%{ for v in [1, \"two\"] }${v}eu${x}%{ endfor }\"",
        ),
        ("<<A\n${s} ${x}\n${lines}\nA\n", "<<A\neu ${x}\n${\"a\\nb\"}\nA"),
        ("<<eu\n${s}\n${x}\neu\n", "<<eu\n${\"eu\"}\n${x}\neu"),
        ("<<-A\n    ${s}\n  ${x}\n  A\n", "<<-A\n    eu\n  ${x}\n  A"),
        ("<<A\n${s}\nA\n", "<<A\neu\nA"),
        ("\"a ${~ s ~} b${x}\"", "\"a ${~ \"eu\" ~} b${x}\""),
    ]);
    let template = parse_template("# ${s}\n%{ if t }${x}%{ endif }\n").into_result().expect("it is valid");
    assert_eq!(template.expression().simplify(&context()).to_string(), "# eu\n${x}\n");
}

#[test]
fn a_resolver_supplies_the_attributes_that_are_known() {
    let mut context = EvalContext::new();
    context.set_resolver(|traversal| {
        Ok(traversal.to_string().starts_with("var.region").then(|| value!({ "region": { "name": "eu" } })))
    });
    check_each(
        [
            ("var.region.name", "\"eu\""),
            ("var.zone", "var.zone"),
            ("var.region[x]", "{ name = \"eu\" }[x]"),
            ("keys(var)", "keys(var)"),
            ("\"${var.region.name}-${var.zone}\"", "\"eu-${var.zone}\""),
        ],
        |(text, expected)| assert_eq!(parse(text).simplify(&context).to_string(), expected),
    );
}

#[test]
fn errors_stay_at_their_locations() {
    let mut full = context();
    full.set("x", value!({ "y": "no number" }));
    check_each(
        [
            "[n, \"${s}-${s}-${s}\",\n object.name, double(x.y)]",
            "\"${s}${n}${x.z}\"",
            "object.name == \"\" ? n : x.y + n",
            "[for v in [1, \"${object.name}\"] :\n v + x.y]",
            "x.y.z == 1 && t",
        ],
        |text| {
            let expression = parse(text);
            let simplified = expression.simplify(&context()).simplify(&context());
            let errors =
                |expression: &Expression| expression.evaluate_with_diagnostics(&full).diagnostics.to_string();
            let found = errors(&expression);
            assert!(found.starts_with("main.hcl:"), "{text}: {found}");
            assert_eq!(errors(&simplified), errors(&expression), "{simplified}");
        },
    );
}

#[test]
fn expressions_that_exceed_the_limits_stay() {
    let mut context = context();
    let mut limits = Limits::default();
    (limits.steps, limits.bytes) = (1000, 1000);
    context.set_limits(limits).set("long", "x".repeat(600));
    assert_eq!(
        parse("[[for v in [for w in tuple : tuple] : v], n]").simplify(&context).to_string(),
        "[[[1, \"two\"], [1, \"two\"]], 3]"
    );
    let result = parse("[long, long, long]").simplify(&context).to_string();
    assert!(result.ends_with(", long, long]"), "{result}");
}

#[test]
fn expressions_of_any_depth_and_length_are_simplified() {
    let depth = Limits::default().depth as usize - 8;
    check_each(
        [
            ("(", ")"),
            ("[", "]"),
            ("\"${", "}\""),
            ("[for a in tuple : ", "]"),
            ("double(", ")"),
            ("t ? x : (", ")"),
        ],
        |(open, close)| {
            let text = format!("{}x + n{}", open.repeat(depth / 2), close.repeat(depth / 2));
            let written = parse(&text).simplify(&context()).to_string();
            assert!(written.contains("x + 3"), "{written}");
            if open.starts_with("[for") {
                // The evaluation takes more steps than the limit.
                return;
            }
            let text = format!("{}object.nope + n{}", open.repeat(depth / 2), close.repeat(depth / 2));
            let written = parse(&text).simplify(&context()).to_string();
            assert!(written.contains("object.nope + 3"), "{written}");
        },
    );
    let long = format!("[{}]", "n + x, ".repeat(20_000));
    assert_eq!(parse(&long).simplify(&context()).to_string().matches("3 + x").count(), 20_000);
    let chain = format!("n{}", " + x + n".repeat(20_000));
    assert!(parse(&chain).simplify(&context()).to_string().ends_with(" + x + 3"));
    // A simplified expression does not grow, so it can be simplified repeatedly.
    let mut expression = parse("\"${s}-${x}\"");
    for _ in 0..2_000 {
        expression = expression.simplify(&context());
    }
    assert_eq!(expression.to_string(), "\"eu-${x}\"");
}

fn body(text: &str) -> Body {
    parse_file(Source::new("main.hcl", text)).into_result().expect("it is valid").body().clone()
}

#[test]
fn bodies_keep_everything_else() {
    let text = "# The service\nservice \"web\" {\n  name   = \"${s}-${x}\" # joined\n\n  check {\n    port = n + 1\n  }\n}\nn = n\n";
    let expected = "# The service\nservice \"web\" {\n  name   = \"eu-${x}\" # joined\n\n  check {\n    port = 4\n  }\n}\nn = 3\n";
    let simplified = body(text).simplify(&context());
    assert_eq!(simplified.source().text(), expected);
    assert_eq!(simplified.source().name(), "main.hcl");

    let block = body(text).blocks().next().expect("there is one");
    let simplified = block.body().simplify(&context());
    let names: Vec<_> = simplified.attributes().map(|it| it.expression().to_string()).collect();
    assert_eq!(names, ["\"eu-${x}\""]);
}

#[test]
fn iterators_of_dynamic_blocks_are_not_variables() {
    let text = "dynamic \"s\" {\n  for_each = [s, n]\n  labels   = [s.key]\n  content {\n    a = s.value\n    b = n\n  }\n}\n\
                dynamic \"x\" {\n  for_each = s\n  iterator = n\n  content {\n    a = [n, s]\n  }\n}\n";
    let expected = "dynamic \"s\" {\n  for_each = [\"eu\", 3]\n  labels   = [s.key]\n  content {\n    a = s.value\n    b = 3\n  }\n}\n\
                dynamic \"x\" {\n  for_each = \"eu\"\n  iterator = n\n  content {\n    a = [n, \"eu\"]\n  }\n}\n";
    assert_eq!(body(text).simplify(&context()).source().text(), expected);

    let expanded =
        ext::expand_dynamic_blocks(&body(text), &context()).blocks().next().map(|block| block.body().clone());
    let schema = serde_hcl::body::BodySchema::new([], [serde_hcl::body::BlockSchema::new("s", ["name"])])
        .expect("a schema");
    let (content, _) = ext::expand_dynamic_blocks(&body(text), &context())
        .partial_content(&schema)
        .into_result()
        .expect("it is valid");
    let made: Vec<_> = content
        .blocks()
        .iter()
        .flat_map(|it| {
            it.body()
                .simplify(&context())
                .attributes()
                .map(|it| it.expression().to_string())
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(made, ["\"eu\"", "3", "3", "3"]);
    assert!(expanded.is_some());
}

#[test]
fn strings_of_json_are_templates() {
    let text = r#"{"a": "${s}\n-${x}", "b": {"${s}": ["$${s}", "${n}", "${tuple}", "é\u0041${x}${s}${object.nope}"]}}"#;
    let expected =
        r#"{"a": "eu\n-${x}", "b": {"${s}": ["$${s}", 3, [1, "two"], "é\u0041${x}eu${object.nope}"]}}"#;
    let file = json::parse_file(Source::new("main.json", text)).into_result().expect("it is valid");
    let simplified = file.body().simplify(&context());
    assert_eq!(simplified.source().text(), expected);

    let expression =
        json::parse_expression(Source::new("main.json", text)).into_result().expect("it is valid");
    let simplified = expression.simplify(&context());
    assert_eq!(simplified.to_string(), expected);
    let mut full = context();
    full.set("x", "-");
    let errors =
        |expression: &Expression| expression.evaluate_with_diagnostics(&full).diagnostics.to_string();
    assert_eq!(errors(&simplified), errors(&expression));
    assert!(errors(&expression).contains("main.json:1:"));
    assert_eq!(expression.simplify(&EvalContext::literal_only()).to_string(), text);
}

fn cases() -> u64 {
    test_support::number_of_cases(3_000, 100_000)
}

#[test]
fn values_and_errors_stay_for_all_missing_variables() {
    let functions = functions();
    let mut replaced = 0;
    check_each(0..cases(), |case| match simplified::check(&random::bytes(case, 12), &functions) {
        Ok(is_replaced) => replaced += u64::from(is_replaced),
        Err(problem) => panic!("case {case}: {problem}"),
    });
    assert!(replaced > cases() / 4, "only {replaced} expressions have known parts");
}

#[test]
fn simplified_expressions_show_nothing_of_marked_values() {
    let functions = functions();
    check_each(0..cases(), |case| {
        let result = simplified::check_contents(&random::bytes(case, 12), &functions);
        assert_eq!(result, Ok(()), "case {case}");
    });
    let context = |content: &str| {
        let flag = if content == "a" { Value::from(true) } else { Value::null(Type::Bool) };
        let mut context = functions.child();
        context
            .set("secret", Value::from(content).mark(Mark::new("sensitive")))
            .set("flag", flag.mark(Mark::new("sensitive")));
        context
    };
    check_each(
        [
            "[secret + 1, 2][1]",
            "{ a = -secret, b = x }.b",
            "true ? 1 : [secret + 1, 2][1]",
            "can(secret + 1)",
            "flag && true",
        ],
        |text| {
            let [one, other] = ["5", "a"].map(|content| parse(text).simplify(&context(content)).to_string());
            assert_eq!((one.as_str(), other.as_str()), (text, text));
        },
    );
}

#[test]
fn errors_about_failed_results_stay() {
    let mut full = context();
    full.set("m", Value::null(Type::list(Type::Number)).mark(Mark::new("sensitive")));
    let expression = parse("x ? (m[0] > m[0] || f) : n");
    let simplified = expression.simplify(&context());
    assert_eq!(simplified.to_string(), "x ? (m[0] > m[0]) : 3");
    assert_eq!(outcome(&simplified, &full), outcome(&expression, &full));
}

#[test]
fn errors_next_to_removed_operands_keep_their_ends() {
    let mut full = context();
    full.set("m", Value::NULL);
    check_each(
        [
            ("(!(m) && t)", "(!(m))", "!(m)"),
            ("(t && !m)", "(!m)", "!m"),
            ("[n + 1 + m]", "[4 + m]", "n + 1 + m"),
        ],
        |(text, written, subject)| {
            let simplified = parse(text).simplify(&context());
            assert_eq!(simplified.to_string(), written);
            let [before, after] = [parse(text), simplified].map(|it| outcome(&it, &full));
            assert_eq!(after, before);
            let start = text.find(subject).expect("it is in the text");
            let columns = format!("column: {}", start + subject.len() + 1);
            assert!(before.contains(&columns), "{before}");
        },
    );
}
